"""Mason Rummy: ids, words, views and observations."""

import pytest

import dealt
from dealt.core.agent import Action
from dealt.core.chance import new_rng, start
from dealt.core.zones import Ask, Group, Hand, Note, Pile, SeatView
from dealt.errors import IllegalAction, ParseError
from dealt.games.mason_rummy import bots, rules, state, words
from tests.games.rummy_tables import ANY, DECK, OTHER, RUMMY, table_with


def test_there_are_670_actions():
    """Two draws, 65 discards, 65 lay-offs, 208 melds, 330 runs; each moves other cards."""
    assert state.ACTIONS == 670 and RUMMY.sizes.actions == 670
    assert (state.DISCARD, state.LAY_OFF, state.MELD, state.RUN) == (2, 67, 132, 340)
    assert words.cards_of(state.DRAW_STOCK) == []
    assert words.action_text(132) == "meld 2C 2D 2H"
    assert words.action_text(340) == "run 2C 3C 4C" and words.action_text(669) == "run QP KP AP"


def test_tables_are_what_they_say():
    """Each entry of a table, worked out another way."""
    for mask in range(1 << 13):
        ranks = [rank for rank in range(13) if mask & 2**rank]
        assert state.LOWEST[mask] == (ranks[0] if ranks else 13)
        assert state.HOW_MANY[mask] == len(ranks)
    assert [(suits).bit_count() >= 3 for suits in state.MELD_SUITS] == [True] * 16
    for run in range(66):
        start, length = state.RUN_START[run], state.RUN_LENGTH[run]
        assert state.RUN_MASK[run] == sum(2**rank for rank in range(start, start + length))
        assert run == state.FIRST_RUN[start] + length - 3


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "try draw stock"),
        ("draw", "try draw stock"),
        ("draw stock now", "try draw stock"),
        ("discard", "discard takes one card, not 0"),
        ("lay off 2C 3C", "lay off takes one card, not 2"),
        ("discard 1C", "unknown card '1c'"),
        ("meld 2C 2D", "needs at least 3 cards"),
        ("meld 2C 2D 3H", "neither cards of one rank"),
        ("meld 2C 2C 2D", "the same card twice"),
        ("run 3S 4S 6S", "nor consecutive cards of one suit"),
        ("run QS KS AS 2S", "nor consecutive cards of one suit"),
        ("run KC AC 2D", "nor consecutive cards of one suit"),
        ("run 3S 4S", "needs at least 3 cards"),
    ],
)
def test_unreadable_words_get_an_example(text, reason):
    with pytest.raises(ParseError, match=reason):
        words.parse_action(text)


def test_words_are_read_in_any_order_and_case():
    """Commas, small letters and 10 for the ten are understood."""
    assert words.parse_action("RUN 5s,3s, 4s") == words.parse_action("run 3S 4S 5S")
    assert words.parse_action("meld th 10c td") == words.parse_action("meld TC TD TH")
    assert words.group_of([0, 13, 26]) == words.parse_action("meld 2C 2D 2H")
    assert words.group_of([0, 13, 2]) is None and str(words._no_group([0, 13, 2])).startswith(
        "neither"
    )


def test_refusals_say_why():
    """The reason names the cards, the ruling and what lies on the table."""
    table = table_with(ANY, OTHER)
    with pytest.raises(IllegalAction, match="Ana cannot discard 2C: first a card must be drawn"):
        table.play("discard 2C")
    table.play("draw stock")
    with pytest.raises(IllegalAction, match="2D and 2H not in hand; the hand is 2C 4D"):
        table.play("meld 2C 2D 2H")
    with pytest.raises(IllegalAction, match="on the table: nothing"):
        table.play("lay off 2C")
    with pytest.raises(ParseError, match="no action 670; ids go from 0 to 669"):
        table.play(670)


def test_a_view_prints_what_a_player_sees():
    """The table of one seat, with names, counts and groups."""
    table = table_with("3S 4S 5S 7C 7D 7H 9S TD QP AD", "")
    table.play("draw discard")
    table.play("run 3S 4S 5S")
    table.play("meld 7C 7D 7H")
    assert str(table).splitlines() == [
        "Stock: 44 cards   Discard pile: empty",
        "Ana: 3S 4S 5S (run); 7C 7D 7H (meld)",
        "Bob: 10 cards; nothing laid down",
        "Hand of Ana: 9S TD QP AD KC",
        "Turn: Ana, to lay down or discard",
    ]
    assert repr(table) == "<Mason Rummy, Ana, Bob; turn: Ana>"
    table.play("discard 9S")
    assert str(table).splitlines()[-1] == "Turn: Bob, to draw"
    assert "Ana: 4 cards; 3S 4S 5S (run)" in str(table)
    table._state.outcome = rules.WENT_OUT
    assert "Turn" not in str(table)


def test_a_view_has_all_that_lies_on_the_table():
    """Piles, hands and groups as data; the open part is the same for all."""
    table = table_with("3S 4S 5S 7C 7D 7H KS 6S 2P AD", "", top="9D", stock="7S")
    for text in ("draw stock", "run 3S 4S 5S", "meld 7C 7D 7H"):
        table.play(text)
    view = table.view("Ana")
    assert view.open == table.view("Bob").open
    assert view.open.zones == (
        Pile(id="stock", label="Stock", count=43),
        Pile(id="discard", label="Discard pile", count=1, cards=("9D",)),
        Hand(id="hand:0", seat=0, count=5),
        Group(id="run:0:S:3", seat=0, cards=("3S", "4S", "5S"), form=Note("run", "run")),
        Group(id="meld:0:7", seat=0, cards=("7C", "7D", "7H"), form=Note("meld", "meld")),
        Group(id="new:0", seat=0, is_new=True),
        Hand(id="hand:1", seat=1, count=10),
        Group(id="new:1", seat=1, empty="nothing laid down", is_new=True),
    )
    assert view.own.zones == (
        Hand(id="hand:0", seat=0, count=5, cards=("KS", "6S", "2P", "AD", "7S")),
    )
    assert view.open.seats == (SeatView(0, "Ana"), SeatView(1, "Bob"))
    assert view.open.ask == Ask(0, "play", "to lay down or discard")
    table.play("discard 2P")
    assert table.view("Ana").asked == "draw"
    assert table.view("Ana").pile("discard") == Pile(
        id="discard", label="Discard pile", count=2, cards=("2P",)
    )


@pytest.mark.parametrize(
    ("ranks", "groups_of_cards"),
    [
        (0, []),
        (0b111, ["2H 3H 4H"]),
        (0b1_1111_1111_1111, ["2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"]),
        (0b1_1100_0111_0000, ["6H 7H 8H", "QH KH AH"]),
        (0b1_1101_1101_1100, ["4H 5H 6H", "8H 9H TH", "QH KH AH"]),
    ],
)
def test_runs_of_a_suit_have_names_of_their_own(ranks, groups_of_cards):
    table = table_with(ANY, OTHER)
    table._state.runs[0][2] = ranks
    groups = table.view("Bob").groups(seat=0)
    assert [" ".join(group.cards) for group in groups] == groups_of_cards
    assert [group.id for group in groups] == [f"run:0:H:{cards[0]}" for cards in groups_of_cards]


def actions_of(table):
    return {action.text: action for action in table.actions}


def test_actions_are_data():
    """What moves from where to where; a card that fits several groups goes on the first (R7)."""
    table = table_with("3S 4S 5S 7C 7D 7H 7S 8S 9S 6S", "", top="9D", stock="2P")
    assert [(a.verb, a.source, a.targets) for a in table.actions] == [
        ("draw", "stock", ("hand:0",)),
        ("draw", "discard", ("hand:0",)),
    ]
    table.play("draw stock")
    actions = actions_of(table)
    assert actions["discard 2P"] == Action(
        state.DISCARD + 52, "discard 2P", "discard", ("2P",), "hand:0", ("discard",)
    )
    run, meld = actions["run 3S 4S 5S"], actions["meld 7C 7D 7H"]
    assert (run.verb, run.cards, run.targets, run.form) == (
        "run", ("3S", "4S", "5S"), ("new:0",), "run",
    )  # fmt: skip
    assert (meld.verb, meld.cards, meld.targets, meld.form) == (
        "meld", ("7C", "7D", "7H"), ("new:0",), "meld",
    )  # fmt: skip
    for text in ("run 3S 4S 5S", "meld 7C 7D 7H"):
        table.play(text)
    assert actions_of(table)["lay off 6S"].targets == ("run:0:S:3",)
    assert actions_of(table)["lay off 7S"].targets == ("meld:0:7",)
    table.play("run 7S 8S 9S")
    assert actions_of(table)["lay off 6S"].targets == ("run:0:S:3", "run:0:S:7")
    lay_off = table.play("lay off 6S")
    assert (lay_off.verb, lay_off.cards, lay_off.source) == ("lay_off", ("6S",), "hand:0")
    assert table.view("Ana").group("run:0:S:3")[-1] == "9S"


def test_a_card_that_fits_a_run_and_a_meld_has_both_as_targets():
    """R7: the run comes first, and gets it."""
    table = table_with("TS JS QS KC KD KH KS 9S AS 2S", "", top="5D")
    for text in ("draw stock", "run TS JS QS", "meld KC KD KH"):
        table.play(text)
    assert actions_of(table)["lay off KS"].targets == ("run:0:S:T", "meld:0:K")
    assert "lay off 2S" not in actions_of(table)
    table.play("lay off KS")
    assert table.event(-1, 1).target == "run:0:S:T"


def test_the_log_says_what_was_done():
    """In the past tense; nobody hears which card was drawn."""
    table = table_with("3S 4S 5S 7C 7D 7H 6S 9S 2P AD", "")
    for text in ("draw stock", "run 3S 4S 5S", "meld 7C 7D 7H", "lay off 6S", "discard 9S",
                 "draw discard"):  # fmt: skip
        table.play(text)
    assert table.log("Bob") == [
        "Ana drew from the stock",
        "Ana laid down the run 3S 4S 5S",
        "Ana laid down the meld 7C 7D 7H",
        "Ana laid off 6S",
        "Ana discarded 9S",
        "Bob took the top card of the discard pile",
    ]


@pytest.mark.parametrize(
    ("cards", "zone", "text"),
    [
        ("", "stock", "draw stock"),
        ("9S", "stock", "draw stock"),
        ("", "discard", "draw discard"),
        ("9S", "discard", "discard 9S"),
        ("6S", "run:0:S:3", "lay off 6S"),
        ("6S", None, "lay off 6S"),
        ("7D 7H 7C", "new:0", "meld 7C 7D 7H"),
        ("8S 6S 7S", None, "run 6S 7S 8S"),
    ],
)
def test_cards_and_a_zone_mean_an_action(cards, zone, text):
    view = with_a_run().view("Ana")
    assert words.find_action(view, cards.split(), zone) == words.parse_action(text)


@pytest.mark.parametrize(
    ("cards", "zone", "reason"),
    [
        ("9S 6S", "discard", "choose one card from the hand for that"),
        ("", "run:0:S:3", "choose one card from the hand for that"),
        ("6S 7S", "run:0:S:3", "choose one card from the hand for that"),
        ("6S", "new:0", "a meld or a run needs at least 3 cards"),
        ("6S 7S 9S", "new:0", "neither cards of one rank nor consecutive cards of one suit"),
        ("", None, "a meld or a run needs at least 3 cards"),
        ("6S", "new:1", "cards can only be laid on your own groups"),
        ("6S", "hand:1", "nothing can be done with that"),
    ],
)
def test_cards_that_mean_nothing_say_why(cards, zone, reason):
    with pytest.raises(ParseError, match=reason):
        words.find_action(with_a_run().view("Ana"), cards.split(), zone)


def with_a_run():
    """Ana has laid down 3S 4S 5S and is still to discard."""
    table = table_with("3S 4S 5S 7C 7D 7H 6S 7S 8S 9S", "", stock="2P")
    table.play("draw stock")
    table.play("run 3S 4S 5S")
    return table


def test_a_table_says_why_what_is_meant_may_not_be_done():
    """Before the draw that is always the draw, with any cards."""
    table = with_a_run()
    assert table.why(["6S"], "run:0:S:3") == ""
    assert "one draw per turn" in table.why([], "stock")
    assert "9S fits none of your melds and runs" in table.why(["9S"], "run:0:S:3")
    table.play("discard 9S")
    assert "first a card must be drawn" in table.why(["2D"], "discard")
    with pytest.raises(ParseError, match="^first a card must be drawn"):
        table.why(["2D", "4H"], "new:1")


def test_the_observation_of_a_seat_is_as_documented():
    """Counts relative to the observer, places of cards, depths in the piles."""
    table = table_with("3S 4S 5S 7C 7D 7H 9S TD QP AD", "2D 4H 6S 8P TC QD AH 9H 5P 9C", top="KC")
    table.play("draw discard")
    table.play("run 3S 4S 5S")
    table.play("meld 7C 7D 7H")
    table.play("discard 9S")
    observation = table.view("Bob").observation
    place = lambda face: observation[rules.SEES_PLACE + DECK.parse(face)]  # noqa: E731
    assert observation[rules.SEES_SEATS : rules.SEES_PHASE + 1] == (2, 0, rules.DRAWING)
    assert observation[rules.SEES_COUNTS : rules.SEES_COUNTS + 3] == (10, 4, 0)
    assert observation[rules.SEES_TOP] == DECK.parse("9S") and observation[rules.SEES_STOCK] == 44
    assert place("KC") == rules.IN_HAND + 3 and place("TD") == rules.UNSEEN
    assert place("4S") == rules.IN_RUN + 3 and place("7H") == rules.IN_MELD + 3
    assert place("2D") == rules.IN_HAND and place("9S") == rules.IN_DISCARDS


def test_the_numbers_of_an_observation_stand_where_they_should():
    """Written out once for a position that has everything."""
    table = table_with("3S 4S 5S 7C 7D 7H 9S TD QP AD", "", "", top="KC", stock="2C 8P JP")
    for text in ("draw discard", "run 3S 4S 5S", "meld 7C 7D 7H", "discard 9S", "draw stock"):
        table.play(text)
    observation = table.view("Ana").observation
    hand = [DECK.parse(face) for face in ["TD", "QP", "AD", "KC"]]
    before_the_hand = (3, 1, rules.PLAYING, 0, 1, 0, 33, 1, DECK.parse("9S"), 4, 11, 10)
    assert observation[: rules.SEES_HAND] == before_the_hand
    assert observation[rules.SEES_HAND : rules.SEES_PLACE] == (*hand, *[-1] * 7)
    places = {face: observation[rules.SEES_PLACE + card] for card, face in enumerate(DECK.faces)}
    assert {face for face, place in places.items() if place == 3} == {"TD", "QP", "AD", "KC"}
    assert {face for face, place in places.items() if place == 4} == {"3S", "4S", "5S"}
    assert {face for face, place in places.items() if place == 5} == {"7C", "7D", "7H"}
    assert {face for face, place in places.items() if place == 1} == {"9S"}
    assert set(places.values()) == {0, 1, 3, 4, 5} and places["2C"] == 0
    assert set(observation[rules.SEES_DEPTH :]) == {0}
    observation = table.view("Cid").observation
    assert observation[rules.SEES_OWN_TURN] == 2 and observation[
        rules.SEES_COUNTS : rules.SEES_HAND
    ] == (10, 4, 11)
    places = [observation[rules.SEES_PLACE + DECK.parse(face)] for face in ("KC", "3S", "7C")]
    assert places == [6, 7, 8]
    table.play("discard 2C")
    observation = table.view("Bob").observation
    assert (
        observation[rules.SEES_DEPTH + DECK.parse("9S")],
        observation[rules.SEES_DEPTH + DECK.parse("2C")],
    ) == (1, 0)


def test_the_order_of_a_turned_over_stock_is_known_to_all():
    """R10: its cards are seen with how many lie above each."""
    match = dealt.match("mason-rummy", ["A", "B", "C"], seed=5, rounds=1)
    thrown = [match.table.view(0).pile("discard").top]
    for _ in range(35):
        match.play("draw stock")
        drawn_face = match.table.view(match.table.seat_in_turn).hand[-1]
        match.play(f"discard {drawn_face}")
        thrown.append(drawn_face)
    observation = match.table.view(0).observation
    for depth, face in enumerate(thrown[1:34]):
        card = DECK.parse(face)
        assert (observation[rules.SEES_PLACE + card], observation[rules.SEES_DEPTH + card]) == (
            rules.IN_STOCK,
            depth,
        )


def test_redealing_keeps_the_order_of_a_turned_over_stock():
    """R10: its cards have been seen; only the cards in the other hands are dealt anew."""
    match = dealt.match("mason-rummy", ["A", "B", "C"], seed=5, rounds=1)
    for _ in range(36):
        match.play("draw stock")
        match.play(f"discard {match.table.view(match.table.seat_in_turn).hand[-1]}")
    s, rng = match.table._state, new_rng()
    start(rng, 1, 2, 3)
    twin = s.copy()
    rules.redeal(twin, 0, rng)
    left = slice(s.stock_next, s.stock_end)
    assert twin.stock[left] == s.stock[left] != [] and twin.held[0] == s.held[0]
    assert twin.held[1:] != s.held[1:]


@pytest.mark.no_cover
def test_every_possible_deal_is_re_dealt_equally_often():
    """Each unseen card comes to the other hand with the same chance; seen cards stay."""
    table = table_with("3S 4S 5S 7C 7D 7H 9S TD QP AD", "", top="KC")
    for text in ("draw discard", "run 3S 4S 5S", "discard 9S", "draw discard", "discard 9S"):
        table.play(text)
    s, tries = table._state, 4_000
    counts = dict.fromkeys(range(65), 0)
    rng = new_rng()
    start(rng, 1, 2, 3)
    for _ in range(tries):
        twin = s.copy()
        rules.redeal(twin, 0, rng)
        for suit in range(5):
            assert twin.held[0][suit] == s.held[0][suit] and twin.runs == s.runs
            for rank in range(13):
                counts[suit * 13 + rank] += twin.held[1][suit] >> rank & 1
    hidden = [
        card
        for card in range(65)
        if not s.seen[card] and not s.held[0][card // 13] >> card % 13 & 1
    ]
    assert len(hidden) == 44 + 10
    share = 10 / len(hidden)
    spread = (tries * share * (1 - share)) ** 0.5
    for card in range(65):
        if card in hidden:
            assert abs(counts[card] - tries * share) < 5 * spread
        else:
            assert counts[card] == 0


def test_bots_choose_only_from_what_they_see():
    """The policy of the computer player gets numbers and ids and nothing else."""
    table = table_with(ANY, OTHER)
    observation = list(table.view("Ana").observation)
    assert bots.seed_ai(observation, [0, 1], 2) in (0, 1)
    observation[rules.SEES_TOP] = -1
    assert bots.seed_ai(observation, [0, 1], 2) == rules.DRAW_STOCK


def test_the_points_of_a_round_have_their_reasons():
    """The cards left in each hand; the one who went out has none."""
    match = dealt.match("mason-rummy", ["AI", "AI"], seed=1, rounds=1).run()
    sheet = words.points_sheet(match)
    assert [row[1:] for row in sheet.rows] == [tuple(match.totals.values())] * 2
    hands = [match.table.view(seat).hand for seat in range(2)]
    assert sorted(map(bool, hands)) == [False, True]
    for name, hand, note in zip(match.names, hands, sheet.notes, strict=True):
        cards_left = " ".join(hand) if hand else "no card"
        assert note == f"{name}: {cards_left} left in the hand"
