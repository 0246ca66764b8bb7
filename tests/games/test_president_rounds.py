"""President: tricks, places, roles and the trade, P6 to P9, on positions worked out by hand."""

import pytest

import dealt
from dealt.core.table import Table
from dealt.errors import IllegalAction
from dealt.games.president import get_finishing_roles, get_type, rules
from dealt.games.president.state import GIVING, PLAYING
from tests.games.president_tables import (
    DECK,
    NAMES,
    PRESIDENT,
    faces,
    first_round,
    mask,
    play,
    position,
    previous_of,
    seated,
    texts,
    told_of,
    trade,
)

# --- P6: tricks -----------------------------------------------------------------------------------


def test_P6_the_lead_is_free_when_all_others_still_in_have_passed():
    """P6: the last mover leads anew, after as many passes as others are still in."""
    table = position("4D 9D KD", "5D 9C AS", "6D 9H 2S", "3D 3C 3H")
    play(table, "4D", "5D", "6D", "pass", "pass")
    assert table.turn == "Bob" and previous_of(table.view(1)) == "6D"
    play(table, "pass")
    assert table.turn == "Cid" and previous_of(table.view(2)) is None
    assert texts(table) == ["9H", "2S"]
    assert table._state.passed[:4] == [0, 0, 0, 0] and table._state.mover == -1


def test_P6_who_passed_may_still_answer_later():
    """P6: a pass is not final while nobody has led anew."""
    table = position("4D KD KC", "5D 9C AS", "6D 9H 2S")
    play(table, "4D", "pass", "6D")
    assert told_of(table.view(0)) == {"Ana": [], "Bob": [], "Cid": []}
    play(table, "pass")
    assert table.turn == "Bob" and texts(table) == ["pass", "9C", "AS"]
    play(table, "AS", "2S", "pass")
    assert table.turn == "Bob"
    play(table, "pass")
    assert table.turn == "Cid" and previous_of(table.view(2)) is None


def test_P6_passes_are_counted_right_once_somebody_is_out():
    """P6: with one of four out two passes are enough; the document's count asks for three."""
    table = position("4D 9D KD", "", "6D 9H 2S", "3D 3C 7S")
    play(table, "4D")
    assert table.turn == "Cid"
    play(table, "pass", "pass")
    assert table.turn == "Ana" and previous_of(table.view(0)) is None
    assert texts(table) == ["9D", "KD"]
    play(table, "KD", "pass")
    assert table.turn == "Dan" and previous_of(table.view(3)) == "KD"


def test_P6_if_the_last_mover_is_out_the_next_one_in_leads():
    """P6: after all others have passed; a player who is out is skipped on the way."""
    table = position("AD", "6C 6D", "", "3D 3C 7S", "2D 5C", turn=0)
    play(table, "AD")
    assert table.turn == "Bob"
    play(table, "pass", "pass")
    assert table.turn == "Eva" and previous_of(table.view(4)) == "AD"
    play(table, "pass")
    assert table.turn == "Bob" and previous_of(table.view(1)) is None
    assert texts(table) == ["6D", "6C", "6D 6C"]
    table = position("6C 6D 6H", "AD", "", "3D 3C 7S", "2D 5C", turn=1)
    play(table, "AD", "pass", "pass", "pass")
    assert table.turn == "Dan" and texts(table)[:3] == ["3D", "3C", "7S"]


def test_P6_somebody_may_still_answer_the_last_move_of_one_who_is_out():
    """P6: then that one is the last mover."""
    table = position("AD", "6C 6D", "3D 3C 7S", "2D 5C", turn=0)
    play(table, "AD", "pass", "pass", "2D", "pass")
    assert table.turn == "Cid"
    play(table, "pass")
    assert table.turn == "Dan" and texts(table) == ["5C"]


def test_P6_the_turn_goes_round_by_the_roles():
    """P6: in turn order, which is not the order of the seats in a later round."""
    table = position("4D 9D", "5D 9C", "6D 9H", "7D 9S", order=(2, 0, 3, 1), turn=2)
    for name, text in [("Cid", "6D"), ("Ana", "pass"), ("Dan", "7D"), ("Bob", "9C")]:
        assert table.turn == name
        table.play(text)
    assert table.turn == "Cid"
    play(table, "9H")
    assert table.turn == "Ana"
    play(table, "pass", "9S")
    assert table.turn == "Bob"
    play(table, "pass", "pass")
    assert table.turn == "Bob" and previous_of(table.view(1)) is None


def test_P6_the_next_player_in_is_looked_for_once_round_the_table():
    """P6: if nobody else is in it is the player itself."""
    s = position("4D 9D", "", "", order=(2, 0, 1))._state
    assert rules._next_in(s, 1) == rules._next_in(s, 2) == rules._next_in(s, 0) == 0
    s.count[0] = 0
    assert rules._next_in(s, 1) == 1


def test_P6_a_pass_may_be_final():
    """P6: with `pass_is_final=yes` who has passed is skipped until the next lead."""
    hands = ("4D KD KC 3C", "5D 9C AS 3H", "6D 9H 2S 3D", "7D 8D 9D TD")
    table = position(*hands, pass_is_final="yes")
    play(table, "4D", "pass", "6D", "7D", "KD")
    assert table.turn == "Cid" and table._state.passed[:4] == [0, 1, 0, 0]
    play(table, "pass")
    assert table.turn == "Dan"
    play(table, "pass")
    assert table.turn == "Ana" and previous_of(table.view(0)) is None
    assert table._state.passed[:4] == [0, 0, 0, 0]
    play(table, "3C")
    assert table.turn == "Bob" and "5D" in texts(table)


def test_P6_a_final_pass_holds_when_the_last_mover_goes_out():
    """P6: players who have not passed may still answer; if all others have, the next one leads."""
    table = position("4D KD", "5D 9C", "6D", pass_is_final="yes")
    play(table, "4D", "pass", "6D")
    assert table.turn == "Ana"
    play(table, "pass")
    assert table.turn == "Ana" and previous_of(table.view(0)) is None
    table = position("4D KD", "5D 9C", "6D", "9S TS", pass_is_final="yes")
    play(table, "4D", "pass", "6D", "9S", "pass")
    assert table.turn == "Dan" and previous_of(table.view(3)) is None


@pytest.mark.parametrize("twos", ["2D", "2D 2H", "2D 2C 2H", "2D 2C 2H 2S"])
def test_P6_twos_may_end_a_trick(twos):
    """P6: with `twos_end_trick=yes` one to four twos are not answered, and their player leads."""
    size = len(twos.split())
    to_beat = " ".join(f"3{suit}" for suit in "DCHS"[:size])
    ended = position(f"{twos} 9D", "4S AS", "5S KS", to_beat=to_beat, mover=2, twos_end_trick="yes")
    ended.play(twos)
    assert ended.turn == "Ana" and texts(ended) == ["9D"]
    open_yet = position(f"{twos} 9D", "4S AS", "5S KS", to_beat=to_beat, mover=2)
    open_yet.play(twos)
    assert open_yet.turn == "Bob" and texts(open_yet) == ["pass"]
    out = position(twos, "4S AS", "5S KS", turn=0, twos_end_trick="yes")
    out.play(twos)
    assert out.turn == "Bob" and previous_of(out.view(1)) is None
    assert told_of(out.view(1))["Ana"] == ["out"]


@pytest.mark.parametrize(
    "cards", ["AD AC", "AS", "JD QC KH AS 2D", "3D 3C 3H 2D 2C", "2D 2C 2H 2S 3D", "JS QS KS AS 2S"]
)
def test_P6_other_moves_end_no_trick(cards):
    """P6: nor aces, nor five cards with twos among them."""
    for two_in_straights in ("yes", "no"):
        if get_type(cards, two_in_straights=two_in_straights) == "scattered":
            continue
        rules = {"twos_end_trick": "yes", "two_in_straights": two_in_straights}
        table = position(f"{cards} 9D", "4S 4H", "5S 5H", **rules)
        table.play(cards)
        assert table.turn == "Bob" and previous_of(table.view(1)) == DECK.text(
            sorted(map(DECK.parse, cards.split()))
        )


# --- P7, P8: places and roles ---------------------------------------------------------------------


def test_P7_the_last_player_with_cards_is_last():
    """P7: the round stops at once, with any cards left in that hand, and without answers."""
    table = position("4D", "5D", "6D 9H 2S", "3D")
    play(table, "4D")
    assert not table.is_over and table.scores == {"Ana": 1, "Bob": 4, "Cid": 4, "Dan": 4}
    play(table, "5D")
    assert not table.is_over and table.scores == {"Ana": 1, "Bob": 2, "Cid": 4, "Dan": 4}
    play(table, "pass", "pass")
    assert table.turn == "Cid"
    play(table, "2S", "pass", "6D", "pass", "9H")
    assert table.is_over and table.turn is None and table.actions == ()
    assert table.scores == {"Ana": 1, "Bob": 2, "Cid": 3, "Dan": 4}
    assert table.outcome == "Ana President, Bob Vice-President, Cid Vice-Bum, Dan Bum"
    assert table.view("Dan").hand == ("3D",)
    with pytest.raises(IllegalAction, match="the round is over"):
        table.play("3D")


def test_P7_two_players_end_with_the_first_hand_that_is_empty():
    """P7: one is president, the other the bum."""
    table = position("4D 4C", "5D 5C 2S")
    assert table.outcome == ""
    table.play("4D 4C")
    assert table.is_over and table.scores == {"Ana": 1, "Bob": 2}
    assert table.outcome == "Ana President, Bob Bum"
    assert table.view("Bob").turn is None
    assert str(table.view("Bob")).splitlines()[-1] == "Hand of Bob: 5D 5C 2S"


ROLES = {
    2: "p b",
    3: "p n b",
    4: "p vp vb b",
    5: "p vp n vb b",
    6: "p vp n n vb b",
    7: "p vp n n n vb b",
}
LONG = {
    "p": "President",
    "vp": "Vice-President",
    "n": "Neutral",
    "vb": "Vice-Bum",
    "b": "Bum",
}


@pytest.mark.parametrize("players", range(2, 8))
def test_P8_roles_are_filled_in_from_both_ends(players):
    """P8: the table of the document, and the next round in the order of the roles."""
    roles = [LONG[short] for short in ROLES[players].split()]
    assert get_finishing_roles(players) == roles
    before = PRESIDENT.fresh(players, {})
    places = list(range(players))[::-1]
    before.finished[:players] = places[1:] + places[:1]
    s = PRESIDENT.fresh(players, {})
    rules.carry_over(s, before)
    rules.deal(s, list(range(52)))
    table = Table(PRESIDENT, seated(NAMES[:players]), s)
    seats_in_view = table.view(0).open.seats
    assert [seat.name for seat in seats_in_view] == [
        NAMES[seat] for seat in before.finished[:players]
    ]
    assert [seat.role.text for seat in seats_in_view] == roles


def test_P8_the_seats_of_a_match_are_ordered_by_their_places():
    """P8: turn order and roles of the next round; the totals count places."""
    match = first_round(5)
    assert match.table.outcome == (
        "Bob President, Ana Vice-President, Cid Neutral, Dan Vice-Bum, Eva Bum"
    )
    assert match.totals == {"Ana": 2, "Bob": 1, "Cid": 3, "Dan": 4, "Eva": 5}
    match.next_round()
    assert match.table._state.turn_order[:5] == [1, 0, 2, 3, 4]
    assert [(seat.name, seat.role.text) for seat in match.table.view("Eva").open.seats] == [
        ("Bob", "President"),
        ("Ana", "Vice-President"),
        ("Cid", "Neutral"),
        ("Dan", "Vice-Bum"),
        ("Eva", "Bum"),
    ]


def test_P8_a_match_has_three_rounds_and_the_lowest_sum_wins():
    """P8: places are added up."""
    match = dealt.match("president", ["AI", "AI", "AI"], seed=3).run()
    assert len(match.tables) == 3 and sum(match.totals.values()) == 3 * (1 + 2 + 3)
    assert match.totals == {
        name: sum(table.scores[name] for table in match.tables) for name in match.totals
    }
    least = min(match.totals.values())
    assert match.winners == tuple(n for n, points in match.totals.items() if points == least)


# --- P9: the trade --------------------------------------------------------------------------------


def test_P9_the_lower_player_gives_the_highest_cards():
    """P9: the bum gives two for two of the president, the vice-bum one for one."""
    table = trade("4D 4C KS", "5D 5C KH", "3D 3C QS QH 2H 2S", "7D KD AS", "8C AC 2D 2C")
    s = table._state
    assert s.phase == GIVING and table.turn == "Ana" and table.view("Ana").asked == "give"
    hands = [set(table.view(seat).hand) for seat in range(5)]
    assert texts(table) == [f"give {card}" for card in table.view("Ana").hand]
    table.play("give KS")
    assert table.turn == "Ana" and table.view("Ana").hand.count("KS") == 1
    assert table.view("Ana").group("chosen") == ("KS",) and "give KS" not in texts(table)
    assert len(texts(table)) == 9 and table.view("Ana").group("got") == ()
    with pytest.raises(IllegalAction, match="KS is chosen already"):
        table.play("give KS")
    table.play("give 4D")
    assert table.turn == "Bob" and s.phase == GIVING and s.chosen == 0
    assert table.view("Ana").group("gave") == table.view("Eva").group("got") == ("4D", "KS")
    assert table.view("Ana").group("got") == table.view("Eva").group("gave") == ("2D", "2C")
    assert set(table.view("Ana").hand) == hands[0] - {"4D", "KS"} | {"2D", "2C"}
    assert set(table.view("Eva").hand) == hands[4] - {"2D", "2C"} | {"4D", "KS"}
    assert len(texts(table)) == 10
    table.play("give 5C")
    assert table.turn == "Ana" and s.phase == PLAYING
    assert table.view("Bob").group("gave") == table.view("Dan").group("got") == ("5C",)
    assert table.view("Bob").group("got") == table.view("Dan").group("gave") == ("AS",)
    assert set(table.view("Bob").hand) == hands[1] - {"5C"} | {"AS"}
    assert set(table.view("Dan").hand) == hands[3] - {"AS"} | {"5C"}
    assert set(table.view("Cid").hand) == hands[2]
    assert table.view("Cid").group("gave") == table.view("Cid").group("got") == ()
    assert s.count[:5] == [10] * 5 and previous_of(table.view("Ana")) is None
    assert len([text for text in texts(table) if len(text) == 2]) == 10


@pytest.mark.parametrize(("seats", "pairs"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 2), (7, 2)])
def test_P9_two_trade_with_two_and_from_four_players_on_four_trade(seats, pairs):
    """P9: first and last two cards, second and second-last one; the others none."""
    table = trade(*[""] * seats)
    before = [mask(" ".join(table.view(seat).hand)) for seat in range(seats)]
    givers = []
    while table._state.phase == GIVING:
        givers.append(table.turn)
        table.play(table.actions[0])
    assert givers == ["Ana", "Ana", "Bob"][: pairs + 1] and table.turn == "Ana"
    s, changed = table._state, [2, 1, 0, 0, 0, 0, 0]
    for place in range(seats):
        inwards = min(place, seats - 1 - place)
        number = changed[inwards] if inwards < pairs else 0
        assert s.gave[place].bit_count() == number
        assert (before[place] & ~s.hand[place]) == s.gave[place]
        partner = seats - 1 - place
        assert (s.hand[place] & ~before[place]) == (s.gave[partner] if number else 0)
    assert s.gave[seats - 1] == highest_of(before[seats - 1], 2)
    if pairs == 2:
        assert s.gave[seats - 2] == highest_of(before[seats - 2], 1)


def highest_of(cards, number):
    """The last of the cards in order."""
    return mask(" ".join(faces(cards).split()[-number:]))


def test_P9_the_seats_trade_by_their_roles():
    """P9: who was first gives first, wherever that seat is."""
    match = first_round()
    match.next_round()
    table = match.table
    assert table.turn == "Bob" and table.view("Bob").asked == "give"
    low = table.view("Cid").hand
    play(match, f"give {table.view('Bob').hand[0]}", f"give {table.view('Bob').hand[-1]}")
    assert table.view("Bob").group("got") == low[-2:] and table.turn == "Bob"
    assert table.view("Ana").group("gave") == ()
    assert "pass" not in texts(table) and table.view("Bob").fact("must_contain") is None
    assert {text for text in texts(table) if len(text) == 2} == set(table.view("Bob").hand)
    match = first_round(4)
    match.next_round()
    play(match, *texts(match.table)[:2])
    assert match.table.turn == "Ana"
    play(match, texts(match.table)[0])
    assert match.table.turn == "Bob"


def test_P9_cards_are_chosen_before_it_is_seen_what_comes():
    """P9: what the bum will give shows neither before the choices nor between them."""
    one, other = trade("4D 4C", "", "2H 2S"), trade("4D 4C", "", "2H 2S")
    hand = other._state.hand
    hand[1], hand[2] = hand[2], hand[1]
    assert other.view("Ana") == one.view("Ana") and texts(other) == texts(one)
    play(one, "give 4C")
    play(other, "give 4C")
    assert other.view("Ana") == one.view("Ana") and texts(other) == texts(one)
    play(one, "give 4D")
    play(other, "give 4D")
    assert one.view("Ana").group("got") == ("2H", "2S")
    assert other.view("Ana").group("got") == ("JD", "JC")


def test_P9_nobody_else_sees_what_changes_hands():
    """P9: others hear that a card is given, and their views stay as they were but for the turn."""
    tables_of = [trade("4D 4C KS", "5D", "6D", "7D", "8D AC 2D 2C") for _ in range(2)]
    play(tables_of[0], "give KS", "give 4C", "give 5D")
    play(tables_of[1], "give 4D", "give 4C", "give 5D")
    for name in ("Bob", "Cid", "Dan"):
        assert tables_of[0].view(name) == tables_of[1].view(name)
        assert tables_of[0].log(name)[:2] == ["Ana gave a card"] * 2
    assert tables_of[0].view("Eva") != tables_of[1].view("Eva")
    assert tables_of[0].log("Ana") == ["Ana gave KS", "Ana gave 4C", "Bob gave a card"]
    assert tables_of[0].log("Bob")[2] == "Bob gave 5D"
