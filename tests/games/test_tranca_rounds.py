"""Tranca: mortos, the end of a round, its points, and what a seat knows."""

from collections import Counter

import pytest

from dealt.core.chance import new_rng, start
from dealt.errors import IllegalAction
from dealt.games.tranca import GAME, knowledge, match_is_over, rules, target_of
from dealt.games.tranca.sequences import sides
from dealt.games.tranca.state import EDGES, NONE, RUN, SET, TAKEN, TURN_LIMIT, TWOS, USED, WENT_OUT
from dealt.games.tranca.view import dollars_seen, morto_of
from dealt.games.tranca.words import cards_in_play
from tests.games.tranca_tables import (
    DECK,
    DOLLARS,
    MORTO,
    OTHER_MORTO,
    STOCK,
    counts,
    dealt_round,
    fill_sequence,
    hand,
    ids,
    laying,
    morto_states,
    mortos,
    place,
    play,
    position,
    random_rounds,
    table_of,
    texts,
)
from tests.oracles import tranca_score as oracle

CLEAN = "4C 5C 6C 7C 8C 9C TC"
DIRTY = "4C 5C 6C 7C 8C 9C 2C"
IN_ORDER = "3C 5D 7D 9D JD KD 4S 6S 8S TS QS"  # the morto in a hand

DEALT = {"starter", "turn", "stock", "stock_end", "mortos", "mortos_left", "morto_seat"}
HANDS = {"hand", "hand_count", "held", "of_rank"}


def test_a_deal_clears_the_table_of_the_round_before():
    """A state that has been played is dealt anew like a fresh one: only what is dealt is there."""
    for s, dice in random_rounds(range(12)):
        if not rules.is_over(s):
            continue
        deck = [card for card in GAME.deck_for(s.seats, {}).cards() if card not in ids("3D 3H")]
        dice.shuffle(deck)
        deck += ids("3D 3H") * (2 + s.seats // 6)
        options = {option.name: getattr(s, option.name) for option in GAME.options}
        blank, fresh = (
            GAME.fresh(s.seats, options),
            dealt_round(s.seats, deck, s.starter, **options),
        )
        rules.deal(s, deck)
        after = s.fields()
        assert fresh.fields() == after
        touched = {name for name, value in after.items() if value != getattr(blank, name)}
        assert touched <= DEALT | HANDS and s.morto_seat == [-1, -1, -1]
        assert s.hand_count == [11] * s.seats + [0] * (6 - s.seats)
        assert s.held == masks(s) and s.of_rank == by_rank(s)


# --- mortos and the end (T7) ----------------------------------------------------------------------


def test_T7_a_morto_after_laying_down_is_played_at_once():
    """T7: the turn goes on with it; the other side may take the other one."""
    table = position("4C 5C 6C", "7C 8C 9C", playing=True)
    table.play("new 4C 5C 6C")
    assert " ".join(sorted(hand(table).split())) == " ".join(sorted(MORTO.split()))
    assert table.turn == "Ana" and "discard 5D" in texts(table) and "draw" not in texts(table)
    assert mortos(table) == 1 and place(table, "morto 1") == ""
    assert place(table, "morto 2") == OTHER_MORTO
    table.play("discard 5D")
    assert table.turn == "Bob"
    play(table, "draw", "new 7C 8C 9C", "discard 4H")
    assert place(table, "hand 1").split() == sorted(OTHER_MORTO.split(), key=DECK.parse)
    assert morto_states(table) == ["used", "taken"] and mortos(table) == 0


def test_T7_a_morto_after_discarding_waits_for_the_next_turn():
    """T7: the turn is over; the next one begins with a draw or the pile."""
    table = position("KC", "4D 5H 9S", playing=True)
    table.play("discard KC")
    assert table.turn == "Bob" and counts(table) == (11, 3) and mortos(table) == 1
    assert texts(table) == ["draw"] and table.view(0).pile("discard").cards == ("KC",)
    play(table, "draw", "discard 5H")
    assert texts(table)[0] == "draw" and morto_states(table) == ["taken", "none"]


def test_T7_a_morto_after_taking_the_pile_is_played_at_once():
    """T7: a take that uses up hand and pile brings the morto as well."""
    table = position("7C 8C", pile="9C")
    table.play("take new 7C 8C 9C")
    assert table.turn == "Ana" and counts(table)[0] == 11 and not table.is_over
    assert "draw" not in texts(table) and morto_states(table) == ["taken", "none"]


LONG = "KS KS QH QH AH AH AC AC"


def test_T7_a_partner_takes_the_morto_for_the_side():
    """T7: one morto a side; the partner who is out of cards then needs a canastra."""
    table = position(
        "5C 6C 7C", "5S JS", "4H", "6S JC", seats=4, turn=2, playing=True, stock=LONG
    )  # fmt: skip
    play(table, "discard 4H")
    assert counts(table) == (3, 2, 11, 2) and morto_states(table) == ["taken", "none"]
    assert hand(table, 2) == IN_ORDER and place(table, "morto 2") == OTHER_MORTO
    play(table, "draw", "discard KS", "draw")
    assert laying(table) == []
    fill_sequence(table._state, 0, DIRTY)
    table = table_of(table._state)
    assert laying(table) == ["new 5C 6C 7C"]
    play(table, "new 5C 6C 7C", "discard KS")
    assert table.outcome == "Ana went out" and mortos(table) == 1


def test_T7_the_third_side_gets_no_morto():
    """T7: three players share two mortos; who comes last needs a canastra to go out."""
    table = position("4C 5C 6C", "7C 8C 9C", "TD JD QD", seats=3, playing=True, stock=LONG)
    play(table, "new 4C 5C 6C", "discard 5D", "draw", "new 7C 8C 9C", "discard KS", "draw")
    assert morto_states(table) == ["used", "taken", "none"] and mortos(table) == 0
    assert laying(table) == [] and hand(table, 2) == "TD JD QD KS"
    fill_sequence(table._state, 2, CLEAN)
    table = table_of(table._state)
    play(table, "new TD JD QD", "discard KS")
    assert table.outcome == "Cid went out" and morto_states(table)[2] == "none"
    assert table.scores["Cid"] == 30 + 250 + 100 - 100


@pytest.mark.parametrize(
    ("cards", "text"),
    [("KD", "discard KD"), ("JC", "lay JC on 1"), ("4D 5D 6D", "new 4D 5D 6D")],
)
@pytest.mark.parametrize(
    ("mortos", "had"),
    [((OTHER_MORTO,), [(0, USED)]), ((), [(0, USED), (1, USED)]), ((), [(1, TAKEN)])],
)
def test_T7_the_final_move_earns_a_hundred(cards, text, mortos, had):
    """T7: by discarding or laying down the last card, even a morto left for the other side."""
    table = position(cards, "KD KH", laid=[CLEAN], mortos=mortos, had=had, playing=True)
    before = list(table.scores.values())
    lost = oracle.score([], hand=cards.split(), morto="used")["total"]
    gained = {"d": 0, "l": 10, "n": 15}[text[0]]
    table.play(text)
    assert table.is_over and table.outcome == "Ana went out" and table.actions == ()
    assert list(table.scores.values()) == [before[0] - lost + gained + 100, before[1]]
    with pytest.raises(IllegalAction, match=r"^cannot draw: the round is over$"):
        table.play("draw")


def test_T7_the_final_move_is_the_sides():
    """T7: both partners earn it, and the hand of the other partner counts against them."""
    table = position(
        "KD", "4D", "AH 9H", "4S", seats=4, laid=[CLEAN, ""], had=[(2, USED)], playing=1
    )
    table.play("discard KD")
    assert list(table.scores.values()) == [
        250 + 100 - 25, -105 - 5, 250 + 100 - 25, -105 - 5
    ]  # fmt: skip


def test_T7_a_morto_becomes_the_stock_as_soon_as_the_last_card_is_drawn():
    """T7: the first morto that nobody has; the next player draws from it, in its order."""
    table = position("5H 9S", stock="KC", had=())
    table.play("draw")
    assert place(table, "stock") == MORTO and mortos(table) == 1
    assert place(table, "morto 2") == OTHER_MORTO and hand(table) == "KC 5H 9S"
    play(table, "discard KC", "draw")
    assert hand(table, 1) == "KD KH 4S" and table.view(0).pile("stock").count == 10
    table = position("5H 9S", stock="KC", mortos=(OTHER_MORTO,), had=[(0, USED)])
    play(table, "draw", "discard KC")
    assert place(table, "stock") == OTHER_MORTO and mortos(table) == 0 and not table.is_over


def test_T7_the_round_ends_when_the_last_card_of_all_has_been_played_on():
    """T7: who drew it ends the turn; nobody earns the final move."""
    table = position("5H 9S", stock="KC QC", mortos=())
    play(table, "draw", "discard KC", "draw")
    assert not table.is_over and hand(table, 1) == "QC KD KH"
    table.play("discard QC")
    assert table.outcome == "the stock is used up" and table.turn is None
    assert list(table.scores.values()) == [-115, -120]


def test_T7_the_turn_limit_stops_a_round_and_says_so():
    """T7: after so many turns; 0 sets no limit."""
    for limit in (3, 0):
        table = position("5H 9S", turn_limit=limit, stock="KC QC JC TC 9C")
        play(table, "draw", "discard KC", "draw", "discard QC", "draw", "discard JC")
        assert table.is_over == (limit == 3)
    table = position("5H 9S", turn_limit=1)
    play(table, "draw", "discard 5H")
    assert table.outcome == "stopped by the turn limit of 1"
    assert table._state.outcome == TURN_LIMIT
    table = position("KD", laid=[CLEAN], turn_limit=1, playing=True, mortos=())
    table.play("discard KD")
    assert table.outcome == "Ana went out" and table._state.outcome == WENT_OUT


# --- points (T8, T9, section 7) -------------------------------------------------------------------


def test_T8_a_morto_not_used_costs_a_hundred():
    """T8: until its taker lays a card down or discards; a partner's card does not count."""
    table = position("5H 7S", "5D 9S", "6H", "6D 9C", seats=4, turn=2, playing=True)
    table.play("discard 6H")
    assert morto_states(table) == ["taken", "none"]
    assert table.scores["Ana"] == table.scores["Cid"] == -100 - 100 - 10 - 80
    play(table, "draw", "discard 4H", "draw", "discard 5H", "draw", "discard 5D")
    assert morto_states(table) == ["taken", "none"] and table.turn == "Cid"
    table.play("draw")
    assert morto_states(table) == ["taken", "none"]
    before = table.scores["Ana"]
    table.play("discard 3C")
    assert morto_states(table) == ["used", "none"] and table.scores["Ana"] == before + 200
    for text in ("new 4S 6S 2", "lay TH on 1", "take on 1"):
        pile, playing = ("KC TH", False) if text[0] == "t" else ("", True)
        table = position(
            "4S 6S 2H TH KD", laid=["7H 8H 9H"], had=[(0, TAKEN)], pile=pile, playing=playing
        )
        table.play(text)
        assert morto_states(table) == ["used", "none"]
    table = position("4S 6S KD", pile="KC 2S", had=[(0, TAKEN)], laid=[""])
    table.play("take new 4S 6S 2")
    assert morto_states(table) == ["used", "none"]


def test_T9_the_target_ends_the_match_unless_two_are_equal():
    """T9: 3,500, or 5,000 with six players, or the option; equal sides play another round."""
    for seats, target in ((2, 3500), (3, 3500), (4, 3500), (6, 5000)):
        assert target_of(seats) == target
        for target_option, needed in ((0, target), (700, 700)):
            options = GAME.option_values({"target": target_option})

            def over(*sides, seats=seats, options=options):
                totals = [sides[seat % len(sides)] for seat in range(seats)]
                return match_is_over(totals, 3, options)

            others = [-200] * (seats == 3)
            assert not over(needed - 5, 0, *others) and not over(0, needed - 5, *others)
            assert over(needed, 0, *others) and over(0, needed + 5, *others)
            assert over(needed + 10, needed + 5, *others)
            assert not over(needed + 10, needed + 10, *others)
    assert match_is_over([0, 3500, 3495], 1, {"target": 0})
    assert not match_is_over([3600, 0, 3600], 1, {"target": 0})


@pytest.mark.no_cover
def test_points_are_those_of_the_second_scorer():
    """In every position of random rounds, the round ending there, and when it has ended."""
    kinds, ends = Counter(), Counter()
    for s, dice in random_rounds(range(48)):
        if not rules.is_over(s) and dice.random() < 0.95:
            continue
        ends[s.outcome] += 1
        points, places = [0] * s.seats, cards_in_play(s)
        rules.score(s, points)
        for side in range(sides(s)):
            view_of_side = table_of(s).view(0)
            own, laid = view_of_side.open.sides[side], view_of_side.groups(side=side)
            partners, morto = own.seats, morto_of(own).removeprefix("morto_")
            kinds.update(sequence.marks[0].text for sequence in laid)
            expected = oracle.score(
                [sequence.cards for sequence in laid],
                dollars=dollars_seen(own),
                hand=[DECK.faces[card] for p in partners for card in places[f"hand {p}"]],
                morto={"taken": "unused"}.get(morto, morto),
                final_move=s.outcome == WENT_OUT and s.turn in partners,
            )
            assert {points[seat] for seat in partners} == {expected["total"]}
    assert kinds["clean canastra"] > 9 and kinds["dirty canastra"] > 9 and ends[WENT_OUT] > 5


@pytest.mark.parametrize(
    ("laid", "points"),
    [
        ("4C 5C 6C", 15),
        ("4D 5D 6D 7D 8D 9D TD JD QD KD AD", 20 + 60 + 15 + 200),
        ("KD AD 2H", 35),
        ("9C 9C 9D 9D 9H 2C", 60),
        (DIRTY, 20 + 20 + 10 + 100),
        (f"{CLEAN}|{DIRTY}", 50 + 200 + 50 + 100),
        ("2C 2C 2D 2D 2H 2H", 60),
        ("2C 2C 2D 2D 2H 2H 2S", 70 + 1000),
        ("AC AC AD AD AH AH AS AS", 120 + 200),
        ("AC AC AD AD AH AH 2S", 100 + 100),
    ],
)
def test_points_of_sequences(laid, points):
    """Section 7: cards by value, 200 clean, 100 dirty, 1,000 twos."""
    assert position("", laid=[laid], had=[(0, USED)]).scores["Ana"] == points


@pytest.mark.parametrize(("laid", "each"), [(DIRTY, 105), ("4C 5C 6C", -95), ("", -95)])
def test_points_of_dollars(laid, each):
    """Section 7: a hundred each for or against, and five as a card."""
    table = position("", laid=["", laid], had=[(1, USED)])
    before = table.scores["Bob"]
    table._state.dollars[1] = [0, 2, 1, 0]
    assert table.scores["Bob"] == before + 3 * each and table.scores["Ana"] == -100


# --- what a seat knows ----------------------------------------------------------------------------


def observed(table, seat=0):
    """The observation of a seat."""
    return table.view(seat).observation


def laid_by(observation, side):
    """The numbers of the sequences of a side, without the room for more."""
    first = knowledge.SEES_TABLE + side * knowledge.OF_SIDE
    numbers = observation[first : first + knowledge.OF_SIDE]
    size = knowledge.OF_SEQUENCE
    starts = range(0, len(numbers), size)
    return sum((numbers[at : at + size] for at in starts if any(numbers[at : at + size])), ())


# parts of an observation
OF_MORTOS = slice(knowledge.SEES_MORTO, knowledge.SEES_DOLLARS)
OF_DOLLARS = slice(knowledge.SEES_DOLLARS, knowledge.SEES_COUNT)
COUNT = slice(knowledge.SEES_COUNT, knowledge.SEES_HAND)


def test_observations_say_how_things_stand():
    """All numbers of a position, seen from each seat: the observer comes first."""
    table = position(
        "5C 5C KH", "9S TS", "JC", "8D 8D",
        seats=4, turn=3, pile="4D 4D 3C", mortos=(OTHER_MORTO,), had=[(2, USED)],
        laid=["5H 6H 2S|9D 9D 9S 2C", "2C 2C 2S"], sets="edges", clean_to_go_out="yes",
        turn_limit=77, target=1234,
    )  # fmt: skip
    s = table._state
    s.known[1][DECK.parse("TS")] = 1
    s.dollars[0], s.dollars[1] = [0, 1, 2, 0], [0, 0, 1, 0]
    s.turns = 9
    observation = observed(table, 0)
    assert len(observation) == GAME.sizes.observation
    before_the_mortos = (4, 3, 0, 0, 9, 1, EDGES, 1, 77, 1234, 4, 1, 3, DECK.parse("3C"))
    assert observation[: knowledge.SEES_MORTO] == before_the_mortos
    assert observation[OF_MORTOS] == (USED, NONE, 0, 2, -1, 0)
    assert observation[OF_DOLLARS] == (1, 2, 0, 1, 0, 0)
    assert observation[COUNT] == (3, 2, 1, 2, 0, 0)
    own = {
        card: n
        for card, n in enumerate(observation[knowledge.SEES_HAND : knowledge.SEES_PILE])
        if n
    }
    assert own == {DECK.parse("5C"): 2, DECK.parse("KH"): 1}
    pile = {
        card: n
        for card, n in enumerate(observation[knowledge.SEES_PILE : knowledge.SEES_KNOWN])
        if n
    }
    assert pile == {DECK.parse("4D"): 2, DECK.parse("3C"): 1}
    assert [
        i for i, n in enumerate(observation[knowledge.SEES_KNOWN : knowledge.SEES_TABLE]) if n
    ] == [52 + DECK.parse("TS")]
    run = (RUN, 2, 3, 4, 1 << 3 | 1 << 4, 0, 0, 0, 0)
    nines = (SET, 7, 4, 1, 0, 0, 2, 0, 1)
    twos = (TWOS, 0, 3, 0, 0, 2, 0, 0, 1)
    assert laid_by(observation, 0) == run + nines and laid_by(observation, 1) == twos
    assert laid_by(observation, 2) == ()
    observation = observed(table, 3)
    assert observation[knowledge.SEES_TURN] == 0
    assert observation[OF_MORTOS] == (NONE, USED, 0, -1, 3, 0)
    assert observation[OF_DOLLARS] == (0, 1, 1, 2, 0, 0)
    assert observation[COUNT] == (2, 3, 2, 1, 0, 0)
    assert observation[knowledge.SEES_HAND + DECK.parse("8D")] == 2
    assert laid_by(observation, 0) == twos
    assert laid_by(observation, 1) == run + nines
    assert [
        i for i, n in enumerate(observation[knowledge.SEES_KNOWN : knowledge.SEES_TABLE]) if n
    ] == [104 + DECK.parse("TS")]
    table = position("5C", seats=3, playing=True, pile_on_sequence="no", turn=1)
    assert observed(table, 2)[: knowledge.SEES_OPTIONS + 1] == (3, 2, 1, 0, 0, 0)
    assert observed(table)[knowledge.SEES_TOP] == -1
    assert observed(table)[OF_MORTOS] == (0, 0, 0, -1, -1, -1)
    table._state.dollars = [[0, 1, 0, 0], [0, 0, 1, 0], [0, 2, 2, 0]]
    assert observed(table, 1)[OF_DOLLARS] == (0, 1, 2, 2, 1, 0)
    table._state.morto_seat = [0, -1, 2]
    assert observed(table_of(table._state), 1)[
        knowledge.SEES_MORTO_SEAT : knowledge.SEES_DOLLARS
    ] == (-1, 1, 2)
    observation = [7] * GAME.sizes.observation
    rules.observe(table._state, 1, observation)
    assert tuple(observation) == observed(table_of(table._state), 1)
    table = position("KH", seats=3, playing=True, mortos=(), laid=[CLEAN])
    table.play("discard KH")
    assert observed(table, 1)[: knowledge.SEES_OPTIONS] == (3, 2, 1, WENT_OUT, 0)


def test_what_was_taken_with_the_pile_is_known_until_it_is_played():
    """Every seat knows these cards, a discarded or laid copy is taken off first."""
    table = position("9C 9D KD", "7C 8C 4S 4S QH", pile="4S 5S 6S 9C", turn=1)
    table.play("take new 7C 8C 9C")
    at = [knowledge.SEES_KNOWN + 52 + DECK.parse(face) for face in ("4S", "5S", "6S", "9C", "7C")]
    assert [observed(table)[i] for i in at] == [1, 1, 1, 0, 0]
    assert [observed(table, 1)[i - 52] for i in at] == [1, 1, 1, 0, 0]
    table.play("new 4S 5S 6S")
    assert [observed(table)[i] for i in at] == [0, 0, 0, 0, 0]
    assert hand(table, 1) == "QH 4S 4S"
    table = position("7C 8C KH KH KH", pile="KH QH 9C")
    table.play("take new 7C 8C 9C")
    place = knowledge.SEES_KNOWN + DECK.parse("KH")
    assert observed(table)[place] == 1
    table.play("discard KH")
    assert observed(table)[place] == 0 and observed(table)[place - 1] == 1


def redealt(s, seat, number):
    """A copy with other cards where a seat cannot see them."""
    twin, rng = s.copy(), new_rng()
    start(rng, 11, number, 2)
    rules.redeal(twin, seat, rng)
    return twin


def test_redealing_moves_what_is_hidden_and_nothing_else():
    """Known cards stay, no hand gets a dollar, each hidden place is reached, all else is kept."""
    table = position(
        "5C 6C KH", "9S 9S TS QS", "JC JD", pile="4D 3C", stock="3D 4H 6H 3H", seats=3, turn=1,
        mortos=(f"3H {OTHER_MORTO[3:]}",), had=[(2, USED)], laid=["7C 8C 9C", "", "AC AD AH"],
    )  # fmt: skip
    s = table._state
    s.known[1][DECK.parse("9S")] = s.known[1][DECK.parse("QS")] = s.known[2][DECK.parse("JC")] = 1
    s.stock = [*ids("KC KC"), *s.stock[:-2]]
    s.stock_next, s.stock_end = 2, 6
    before, moved, dollars_at = cards_in_play(s), Counter(), Counter()
    everything = sorted(card for cards in before.values() for card in cards)
    for number in range(150):
        twin = redealt(s, 0, number)
        after = cards_in_play(twin)
        assert sorted(card for cards in after.values() for card in cards) == everything
        moved.update(name for name in before if sorted(before[name]) != sorted(after[name]))
        assert {name: len(cards) for name, cards in after.items()} == {
            name: len(cards) for name, cards in before.items()
        }
        assert set(ids("9S QS")) <= set(after["hand 1"]) and ids("JC")[0] in after["hand 2"]
        hands = [card for name, cards in after.items() if name[:4] == "hand" for card in cards]
        assert not set(ids(" ".join(DOLLARS))) & set(hands)
        down = after["stock"] + after["morto 2"]
        dollars_at.update(i for i, card in enumerate(down) if DECK.faces[card] in DOLLARS)
        assert table_of(twin).view(0) == table.view(0)
        assert twin.held == masks(twin) and twin.of_rank == by_rank(twin)
        assert (twin.mortos[0], twin.stock[:2]) == (s.mortos[0], s.stock[:2])
    assert set(moved) == {"stock", "morto 2", "hand 1", "hand 2"}
    assert set(dollars_at) == set(range(15)) and max(dollars_at.values()) < 60
    both = cards_in_play(redealt(position()._state, 0, 1))
    assert Counter(both["stock"] + both["morto 1"] + both["morto 2"] + both["hand 1"]) == Counter(
        ids(f"{STOCK} {MORTO} {OTHER_MORTO} KD KH")
    )
    s.known[1] = s.hand[1].copy()
    assert all(redealt(s, 2, number).hand[1] == s.hand[1] for number in range(20))


def masks(s):
    """The ranks in each hand, from the cards."""
    return [
        [sum(1 << r for r in range(13) if cards[13 * suit + r]) for suit in range(4)]
        for cards in s.hand
    ]


def by_rank(s):
    """The number of cards of each rank in each hand, from the cards."""
    return [[sum(cards[rank::13]) for rank in range(13)] for cards in s.hand]


@pytest.mark.no_cover
def test_redealing_makes_each_deal_equally_likely():
    """36 deals fit what is known; over 3,600 tries each comes up about a hundred times."""
    s = position("KH", "6C 7C", stock="4C 5C 3D", mortos=())._state
    frequencies = Counter()
    for number in range(3600):
        places = cards_in_play(redealt(s, 0, number))
        frequencies[tuple(places["hand 1"]), tuple(places["stock"])] += 1
    assert len(frequencies) == 36
    assert (
        sum((n - 100) ** 2 / 100 for n in frequencies.values()) < 66.6
    )  # one in a thousand is larger


def test_twos_of_a_hand_are_numbered_by_suit():
    """Which two goes down first; one that is not there, which nothing asks for, is the first."""
    s = position("2D 2D 2S 5H")._state
    assert DECK.text(rules._which_two(s, number) for number in range(4)) == "2D 2D 2S 2C"
