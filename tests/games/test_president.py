"""President: the cards and the moves, P1 to P5 and P11, on positions worked out by hand."""

from collections import Counter
from itertools import pairwise

import pytest

import dealt
from dealt.errors import IllegalAction
from dealt.games.president import (
    answers,
    full_deck,
    get_lowest_card,
    get_type,
    get_valid_moves,
    rules,
    state,
)
from dealt.games.president.plays import lowest_card
from dealt.games.president.state import GIVING, PLAYING
from tests.games.president_tables import (
    DECK,
    NAMES,
    PRESIDENT,
    TYPES,
    mask,
    position,
    previous_of,
    stacked,
    texts,
)

# --- P1: the cards --------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 8))
def test_P1_everybody_gets_as_many_cards_and_the_rest_is_out_of_play(seats):
    """P1: 52 // players cards, one by one in turn order; what is left over belongs to nobody."""
    each = {2: 26, 3: 17, 4: 13, 5: 10, 6: 8, 7: 7}[seats]
    deck = list(reversed(DECK.faces))
    table = dealt.table("president", NAMES[:seats], deck=deck)
    s = table._state
    for seat in range(seats):
        got = deck[: each * seats][seat::seats]
        assert table.view(seat).hand == tuple(reversed(got))
        assert s.count[seat] == len(got) == each
    assert s.out_of_play == mask(" ".join(deck[each * seats :]))
    assert s.out_of_play.bit_count() == 52 % seats and s.played == 0


def test_P1_later_rounds_are_dealt_in_the_order_of_the_roles():
    """P1: the first card goes to the president, the second to the one after."""
    s, before = PRESIDENT.fresh(3, {}), PRESIDENT.fresh(3, {})
    before.finished[:3] = [2, 0, 1]
    rules.carry_over(s, before)
    rules.deal(s, list(range(52)))
    assert [lowest_card(s.hand[seat]) for seat in (2, 0, 1)] == [0, 1, 2]
    assert s.out_of_play == 1 << 51 and s.count[:4] == [17, 17, 17, 0]


def test_P1_what_was_there_before_the_deal_does_not_matter():
    """P1: the same deck gives the same round; in later rounds with the order of the roles."""
    used = dealt.match("president", NAMES[:3], seed=4).table._state
    for later in (0, 1, 1):
        used.is_later_round = later
        while not rules.is_over(used):
            legal_ids = [0] * PRESIDENT.sizes.actions
            rules.apply(used, legal_ids[rules.legal(used, legal_ids) - 1])
        fresh = PRESIDENT.fresh(3, PRESIDENT.option_values({}))
        fresh.is_later_round, fresh.turn_order = later, list(used.turn_order)
        deck = [*range(3, 52), 0, 1, 2]
        rules.deal(used, deck)
        rules.deal(fresh, deck)
        assert used.fields() == fresh.fields() and fresh.phase == (PLAYING, GIVING)[later]


def test_P1_cards_are_ordered_by_value_and_then_by_suit():
    """P1: 3 low, ace and two high; diamonds, clubs, hearts, spades."""
    deck = full_deck()
    assert deck == [value + suit for value in "3456789TJQKA2" for suit in "DCHS"]
    for low, high in pairwise(deck):
        assert answers(high, low) and not answers(low, high)


# --- P2: types of moves ---------------------------------------------------------------------------


def test_P2_there_are_18891_moves_of_nine_types():
    """P2: so many of each type, and one of each from low to high."""
    counts = Counter(state.PLAY_TYPE[1:])
    assert [counts[kind] for kind in range(9)] == [52, 78, 52, 13, 9180, 5112, 3744, 624, 36]
    assert len(state.PLAYS) == 18_891 and state.GIVE == 18_892 and state.ASK == 18_944
    assert state.ACTIONS == 18_957
    moves = [
        "3D",
        "3D 3C",
        "3D 3C 3H",
        "3D 3C 3H 3S",
        "3D 4D 5D 6C 7D",
        "3D 4D 5D 6D 8D",
        "3D 3C 3H 4D 4C",
        "3D 3C 3H 3S 4D",
        "3D 4D 5D 6D 7D",
    ]
    assert [get_type(move) for move in moves] == list(TYPES)
    assert [state.PLAY_OF_MASK[mask(move)] for move in moves] == [
        1, 53, 131, 183, 196, 9376, 14488, 18232, 18856
    ]  # fmt: skip


@pytest.mark.parametrize(
    "cards",
    [
        "3D 4D",
        "3D 3C 4D",
        "3D 3C 4D 4C",
        "3D 4C 5H",
        "3D 3C 3H 4D",
        "3D 4C 5H 6S",
        "3D 4D 5D 6D",
        "3D 4C 5H 6S 8D",
        "3D 5C 6H 7S 8D",
        "2D 3C 4H 5S 6D",
        "AD 2C 3H 4S 5D",
        "KD AC 2H 3S 4D",
        "QD KC AH 2S 3D",
        "3D 4D 5D 6D 8C",
        "3D 3C 4D 4C 5D",
        "3D 3C 3H 4D 5D",
        "3D 3C 4D 5D 6D",
        "3D 4C 5H 6S 7D 8C",
        "3D 3C 3H 3S 4D 4C",
        "3D 4D 5D 6D 7D 8D",
    ],
)
def test_P2_what_is_nearly_a_move_is_none(cards):
    """P2: one card off a straight, a flush, a full house, and a card too few or too many."""
    assert get_type(cards) == "scattered"
    assert mask(cards) not in state.PLAY_OF_MASK


def test_P2_two_to_six_of_one_suit_that_pass_over_the_two_are_a_flush():
    """P2: A 2 3 4 5, 2 3 4 5 6 and Q K A 2 3 of one suit are not in a row."""
    for cards in ("AD 2D 3D 4D 5D", "2D 3D 4D 5D 6D", "QD KD AD 2D 3D", "KD AD 2D 3D 4D"):
        assert get_type(cards) == "flush"


FIVES = [
    ("3D 4D 5D 6C 7D", "JS QS KS AH 2S"),
    ("3D 4D 5D 6D 8D", "9S QS KS AS 2S"),
    ("3D 3C 3H 4D 4C", "AH AS 2C 2H 2S"),
    ("3D 3C 3H 3S 4D", "AS 2D 2C 2H 2S"),
    ("3D 4D 5D 6D 7D", "JS QS KS AS 2S"),
]


@pytest.mark.parametrize("low", range(5))
def test_P2_of_five_card_moves_the_type_is_compared_first(low):
    """P2: the lowest move of a type answers the highest of each type below, never the reverse."""
    for high in range(5):
        assert answers(FIVES[high][0], FIVES[low][1]) == (high > low)
        assert answers(FIVES[high][1], FIVES[low][0]) == (high >= low)


EVERYTHING = "3D 3C 3H 3S 4D 4C 5D 6D 7D 8D"  # has a move of each type


@pytest.mark.parametrize(
    ("option", "kind"),
    [
        ("pairs", "pair"),
        ("threes", "three-of-a-kind"),
        ("fours", "four-of-a-kind"),
        ("straights", "straight"),
        ("flushes", "flush"),
        ("full_houses", "full house"),
        ("fours_plus_one", "four-of-a-kind plus one"),
        ("straight_flushes", "straight flush"),
    ],
)
def test_P2_each_type_but_single_cards_can_be_forbidden(option, kind):
    """P2: all moves of the type go and all others stay, for a lead and for an answer."""
    assert {get_type(move) for move in get_valid_moves(EVERYTHING)} == set(TYPES)
    allowed = [move for move in get_valid_moves(EVERYTHING) if get_type(move) != kind]
    assert get_valid_moves(EVERYTHING, **{option: "no"}) == allowed
    assert texts(position(EVERYTHING, "9D", **{option: "no"})) == [
        text for text in texts(position(EVERYTHING, "9D")) if text in allowed
    ]
    hand = "9D 9C 9H 9S 7D 7C 8D TD JD QD KD"
    moves = get_valid_moves(hand, "3S 4C 5C 6C 7H")
    assert {get_type(move) for move in moves} == set(TYPES[4:])
    allowed = [move for move in moves if get_type(move) != kind]
    assert get_valid_moves(hand, "3S 4C 5C 6C 7H", **{option: "no"}) == allowed


def test_P2_a_forbidden_straight_flush_is_no_flush_and_no_straight():
    """P2: a forbidden move is not allowed as a lower type either."""
    row = "3D 4D 5D 6D 7D"
    assert get_valid_moves(row)[0] == row
    assert row not in get_valid_moves(row, straight_flushes="no")
    assert not answers(row, "3C 4C 5C 6C 7H", straight_flushes="no")
    assert not answers("3D 3C 3H 3S", "4D", fours="no")
    assert "3D 3C 3H 3S" not in get_valid_moves("3D 3C 3H 3S", fours="no")


@pytest.mark.parametrize(
    ("hand", "counts"),
    [
        ("", {}),
        ("2S", {"one-card": 1}),
        ("3D 3C 3H 3S", {"one-card": 4, "pair": 6, "three-of-a-kind": 4, "four-of-a-kind": 1}),
        (
            "3D 3C 3H 3S 4D 5D 6D 7D 8D",
            {
                "one-card": 9,
                "pair": 6,
                "three-of-a-kind": 4,
                "four-of-a-kind": 1,
                "straight": 3,  # the clubs, hearts or spades three before 4D 5D 6D 7D
                "flush": 4,  # five of six diamonds, without two rows
                "four-of-a-kind plus one": 5,
                "straight flush": 2,
            },
        ),
        (
            "6D 6C 6H 7D 7C 7H 8S 2S",
            {"one-card": 8, "pair": 6, "three-of-a-kind": 2, "full house": 6},
        ),
        (
            "9D 9C 9H 9S 5C 5S KD KH KS",
            {
                "one-card": 9,
                "pair": 6 + 1 + 3,
                "three-of-a-kind": 4 + 1,
                "four-of-a-kind": 1,
                "full house": 4 * (1 + 3) + 1 * (6 + 1),
                "four-of-a-kind plus one": 5,
            },
        ),
        (
            "TD TC JC JD QH QD KS KD AD AC 2C 2S 3H",
            {
                "one-card": 13,
                "pair": 6,
                "straight": 2**5 - 1 + 2**5,  # T to A without that of diamonds, and J to 2
                "straight flush": 1,
            },
        ),
        ("3H 4H 5H 7H 8H 9H JH", {"one-card": 7, "flush": 21}),
    ],
)
def test_P2_a_hand_has_so_many_moves_of_each_type(hand, counts):
    """P2: counted by hand."""
    moves = get_valid_moves(hand)
    assert Counter(get_type(move) for move in moves) == counts
    assert len(set(moves)) == len(moves)
    if hand:
        assert len(position(hand, "2D" if "2D" not in hand else "3D").actions) == len(moves)


# --- P3: what is higher ---------------------------------------------------------------------------

# of each line, each move answers exactly those before it
LADDERS = [
    ["3D", "3C", "3H", "3S", "4D", "TS", "JD", "AS", "2D", "2S"],
    ["6D 6C", "6C 6H", "6D 6S", "7D 7C", "AH AS", "2D 2C", "2H 2S"],
    ["6D 6C 6H", "6D 6C 6S", "7D 7C 7H", "2D 2C 2H", "2C 2H 2S"],
    ["3D 3C 3H 3S", "4D 4C 4H 4S", "2D 2C 2H 2S"],
    ["3S 4S 5S 6H 7D", "3D 4D 5D 6D 7C", "3D 4D 5D 6C 7S", "4D 5D 6D 7C 8D", "JD QD KD AC 2D"],
    ["7D 8D 9D TD QD", "3C 4C 5C 6C QC", "3D 4D 5D 6D KD", "3S 4S 5S 6S KS", "3D 4D 5D 6D 2D"],
    ["3D 3C 3H 2D 2C", "4D 4C 4H 5D 5C", "2D 2C 2H 3D 3C"],
    ["3D 3C 3H 3S 2D", "4D 4C 4H 4S 5D", "2D 2C 2H 2S 3D"],
    ["3D 4D 5D 6D 7D", "3S 4S 5S 6S 7S", "4D 5D 6D 7D 8D", "JS QS KS AS 2S"],
]
LEVEL = [
    ("6D 6S", "6H 6S"),
    ("6D 6C 6S", "6C 6H 6S"),
    ("3D 4D 5D 6C 7S", "3S 4S 5S 6H 7S"),
    ("3S 4S 5S 6S 9S", "4S 5S 7S 8S 9S"),
    ("9D 9C 9H 3D 3C", "9D 9C 9S AD AC"),
    ("9D 9C 9H 9S 3D", "9D 9C 9H 9S 2S"),
]


@pytest.mark.parametrize("ladder", LADDERS)
def test_P3_an_answer_is_strictly_higher(ladder):
    """P3: among moves of one type, and none answers itself."""
    for i, move in enumerate(ladder):
        for j, other in enumerate(ladder):
            assert answers(move, other) == (i > j), (move, other)


@pytest.mark.parametrize(("one", "other"), LEVEL)
def test_P3_moves_of_one_strength_do_not_answer_each_other(one, other):
    """P3: only what decides is compared."""
    assert not answers(one, other) and not answers(other, one)


def test_P3_an_answer_has_as_many_cards():
    """P3: the highest moves of other sizes do not answer."""
    moves = ["3D", "4D 4C", "5D 5C 5H", "6D 6C 6H 6S", "7D 8D 9D TD JD"]
    for move in moves:
        for other in moves:
            if move != other:
                assert not answers(move, other)


def test_P3_the_open_answers_of_a_hand():
    """P3: all that is higher and as many, and a pass."""
    hand = "6D 6S 9C 9H 9S 2D"
    table = position(hand, "3D 3C", to_beat="6C 6H", mover=1)
    assert texts(table) == ["pass", "6D 6S", "9C 9H", "9C 9S", "9H 9S"]
    table = position(hand, "3D 3C", to_beat="9D", mover=1)
    assert texts(table) == ["pass", "9C", "9H", "9S", "2D"]
    table = position(hand, "3D 3C", to_beat="8D 8C 8H", mover=1)
    assert texts(table) == ["pass", "9C 9H 9S"]
    table = position(hand, "3D 3C", to_beat="8D 8C 8H 8S", mover=1)
    assert texts(table) == ["pass"]
    table = position(hand, "3D 3C", to_beat="6D 6C 6H 3H 3S", mover=1)
    assert texts(table) == ["pass", "6D 6S 9C 9H 9S"]


def test_P3_equal_values_may_never_answer_each_other():
    """P3: with `equal_values=never` equal cards need a higher value; five cards are as before."""
    never = {"equal_values": "never"}
    for low, same, high in [
        ("6D", "6S", "7D"),
        ("6C 6H", "6D 6S", "7D 7C"),
        ("6D 6C 6H", "6D 6C 6S", "7D 7C 7H"),
        ("2D", "2S", None),
    ]:
        assert answers(same, low) and not answers(same, low, **never)
        assert not answers(low, same, **never)
        if high:
            assert answers(high, low, **never) and answers(high, same, **never)
            assert not answers(low, high, **never)
    assert answers("4D 4C 4H 4S", "3D 3C 3H 3S", **never)
    for row in LADDERS[4:6] + LADDERS[8:]:
        assert answers(row[1], row[0], **never)
    hand = "6S 7D 7C"
    table = position(hand, "3D 3C", to_beat="6D", mover=1, **never)
    assert texts(table) == ["pass", "7D", "7C"]
    table = position(hand, "3D 3C", to_beat="6D", mover=1, equal_values="suit")
    assert texts(table) == ["pass", "6S", "7D", "7C"]


# --- P4: straights --------------------------------------------------------------------------------


def test_P4_a_two_may_end_a_straight():
    """P4: J Q K A 2 is one, A 2 3 4 5 is not; without it, of one suit it is a flush."""
    rows = ["3456789TJQKA2"[i : i + 5] for i in range(9)]
    for row in rows:
        mixed = " ".join(v + s for v, s in zip(row, "DCHSD", strict=True))
        suited = " ".join(v + "H" for v in row)
        assert get_type(mixed) == "straight" and get_type(suited) == "straight flush"
        two = row.endswith("2")
        assert get_type(mixed, two_in_straights="no") == ("scattered" if two else "straight")
        assert get_type(suited, two_in_straights="no") == ("flush" if two else "straight flush")
    for wrong in ("AD 2C 3H 4S 5D", "2D 3C 4H 5S 6D", "KD AC 2H 3S 4D", "QD KC AH 2S 3D"):
        assert get_type(wrong) == get_type(wrong, two_in_straights="no") == "scattered"


def test_P4_without_twos_in_straights_a_row_to_the_two_plays_as_a_flush():
    """P4: it is compared, led and answered as a flush; a mixed one is not offered at all."""
    no = {"two_in_straights": "no"}
    row, mixed = "JH QH KH AH 2H", "JD QH KH AH 2H"
    assert answers(row, "3C 4C 5C 6C 2C", **no) and not answers(row, "3S 4S 5S 6S 2S", **no)
    assert answers("3S 4S 5S 6S 2S", row, **no) and not answers("3S 4S 5S 6S AS", row, **no)
    assert answers("3D 3C 3H 4D 4C", row, **no) and not answers(row, "3D 3C 3H 4D 4C", **no)
    assert answers(row, "3D 3C 3H 4D 4C") and not answers("3S 4S 5S 6S 2S", row)
    assert answers(row, "TD JH QH KH AH", **no)
    assert not answers(row, "3H 4H 5H 6H 2H", **no)  # both end with the two of hearts
    assert get_valid_moves(row, **no)[0] == row
    assert row not in get_valid_moves(row, **no, flushes="no")
    assert row in get_valid_moves(row, **no, straight_flushes="no")
    assert mixed not in get_valid_moves(mixed, **no) and mixed in get_valid_moves(mixed)
    table = position(mixed + " TD", "3D", to_beat="3C 4C 5C 6C 7H", mover=1, **no)
    assert texts(table) == ["pass", "TD JD QH KH AH"]
    assert answers("TD JD QD KD AD", row, **no) and not answers(row, "TD JD QD KD AD", **no)


# --- P5: leads and passes -------------------------------------------------------------------------


def test_P5_the_first_lead_contains_the_lowest_card_dealt():
    """P5: 3S if the other threes are left over; everybody hears of it, wherever it lies."""
    deck = stacked("", "", "4D", "3S 4C 9D 9C 5H 6H 7S", "", "", "", out="3D 3C 3H")
    table = dealt.table("president", NAMES, deck=deck)
    assert table.turn == "Dan" and table._state.lowest == DECK.parse("3S")
    for name in NAMES:
        assert table.view(name).fact("must_contain") == "3S"
        assert "The first move must contain 3S\n" in str(table.view(name))
    assert texts(table) == ["3S", "3S 4C 5H 6H 7S"]
    with pytest.raises(IllegalAction, match=r"contains 3S"):
        table.play("9D 9C")
    with pytest.raises(IllegalAction, match=r"a leader may not pass"):
        table.play("pass")
    table.play("3S")
    assert table.turn == "Eva" and table.view("Eva").fact("must_contain") is None
    assert previous_of(table.view("Eva")) == "3S" and table._state.opening == 0


def test_P5_the_lowest_card_dealt_comes_after_those_left_over():
    """P5: from the three of diamonds up."""
    assert get_lowest_card() == "3D" and get_lowest_card("3C") == "3D"
    assert get_lowest_card("3D") == "3C" and get_lowest_card("3D 3C 3S") == "3H"
    table = dealt.table("president", NAMES[:2], deck=stacked("", "3D 3C 4D 4C 4H"))
    assert table.turn == "Bob"
    assert {"3D", "3D 3C", "3D 3C 4D 4C 4H"} <= set(texts(table))
    assert all("3D" in text for text in texts(table))


def test_P5_later_the_president_leads_freely():
    """P5: any move of the hand, but no pass."""
    table = position("4D 4C 9S", "3D", "3C", order=(1, 0, 2), turn=0)
    assert texts(table) == ["4D", "4C", "9S", "4D 4C"]
    assert table.view(0).fact("must_contain") is None
    with pytest.raises(IllegalAction, match="a leader may not pass"):
        table.play("pass")


def test_P5_only_who_cannot_answer_may_pass_if_it_is_played_so():
    """P5: with `passing=unable` a pass is open only when nothing else is."""
    hands = ("9C 9H 2D", "3D 3C 3H")
    for to_beat, moves in [
        ("8D", ["9C", "9H", "2D"]),
        ("8D 8C", ["9C 9H"]),
        ("2C", ["pass"]),
        ("TD TC", ["pass"]),
    ]:
        table = position(*hands, to_beat=to_beat, mover=1, passing="unable")
        assert texts(table) == moves
        if moves != ["pass"]:
            with pytest.raises(IllegalAction, match=r"only a player who cannot answer may pass"):
                table.play("pass")
        anyone = [text for text in moves if text != "pass"]
        assert texts(position(*hands, to_beat=to_beat, mover=1)) == ["pass", *anyone]


# --- P11: full houses -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("5D 5C 5H 9D 9C", "full house"),
        ("5D 5C 9D 9C 9H", "full house"),
        ("2D 3D 2C 3C 2S", "full house"),
        ("5D 5C 5H 5S 9C", "four-of-a-kind plus one"),
        ("3C 5D 5C 5H 5S", "four-of-a-kind plus one"),
        ("5D 5C 9H 9D TC", "scattered"),
        ("5D 5C 5H 9D TC", "scattered"),
        ("4D 5C 5H 5D TC", "scattered"),
        ("5D 5C 9H TD JC", "scattered"),
        ("5D 7C 9H TD JC", "scattered"),
    ],
)
def test_P11_what_counts_is_how_often_each_value_occurs(cards, kind):
    """P11: three times and twice, or four times and once; the order of the cards is all one."""
    assert get_type(cards) == kind
    assert get_type(" ".join(reversed(cards.split()))) == kind
