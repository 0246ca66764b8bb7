"""President: the computer player (P10), the least number of moves, and hints."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealt.errors import DealtError
from dealt.games.president import (
    ai_choose_cards,
    ai_move,
    exact,
    get_finishing_roles,
    get_valid_moves,
    greater_than,
    move_with_minimum_possible_moves_to_victory,
    state,
)
from dealt.games.president.plays import kind, last_start, types_in
from dealt.games.president.seed import option_values
from dealt.language import speaking
from tests.games.president_tables import DECK, PRESIDENT, mask, play, position, trade

AI_ANA = ["AI", "Bob", "Cid"]
NO_TWO = {"two_in_straights": "no"}

# hand, what is led
LEADS = [
    ("4S 9H", "4S"),
    ("3D 3C 9H", "3D 3C"),
    ("3D 9H 9S 9C", "9C 9H 9S"),
    ("3D 3C 3H 3S 9H 9C 9S 4D", "3D 3C 3H 3S 4D"),
    ("3D 4C 5H 6S 7D 7C 2S", "3D 4C 5H 6S 7D"),
    ("3D 4C 5H 6S 7D 9D JD KD", "3D 7D 9D JD KD"),
    ("3D 7D 9D JD KD 5C 5H 2D 2C 2H", "5C 5H 2D 2C 2H"),
    ("3D 3C 5D 5C 5H 5S 4S", "3D 5D 5C 5H 5S"),
    ("5D 5C 5H 5S 3D 4D 6D 7D", "3D 4D 5D 6D 7D"),
    ("4H 5H 6H 7H 8H 3C 4C 5C 6C 7C", "3C 4C 5C 6C 7C"),
    ("3D 3C 3H 9D 9C 9H", "3D 3C 3H 9D 9C"),
]


@pytest.mark.parametrize(
    ("call", "message", "in_portuguese"),
    [
        (lambda: ai_move(""), "no move in the hand ''", "não há jogada na mão ''"),
        (lambda: ai_move("4S", containing="3D"), "no move that contains 3D in the hand '4S'",
         "não há jogada com 3D na mão '4S'"),
        (lambda: ai_choose_cards("4S", 2), "2 cards to give from a hand of 1",
         "2 cartas para dar de uma mão de 1"),
        (lambda: get_finishing_roles("x"), "President is for 2 to 7 players, not 'x'",
         "Presidente é para 2 a 7 jogadores, não 'x'"),
        (lambda: ai_move(5), "5 are not cards; write them as '3D TC' or as a list",
         "5 não são cartas; escreva '3D TC' ou uma lista assim"),
        (lambda: ai_move("4S 4S"), "4S 4S: the same card twice", "4S 4S: a mesma carta duas vezes"),
    ],
)  # fmt: skip
def test_refused_requests_have_the_language_of_the_reader(call, message, in_portuguese):
    """One error, put into words where it is shown."""
    with pytest.raises(DealtError) as refused:
        call()
    assert str(refused.value) == message and refused.value.facts
    with speaking("pt-BR"):
        assert str(refused.value) == in_portuguese


@pytest.mark.parametrize(("hand", "led"), LEADS)
def test_P10_it_leads_the_lowest_move_of_the_greatest_type(hand, led):
    """P10: with any cards left after it; by the function as at a table."""
    assert ai_move(hand) == led
    assert str(position(hand, "JS JC", names=AI_ANA).step()) == led


@pytest.mark.parametrize(
    ("hand", "led"),
    [
        ("3D 5C 5H", "3D"),
        ("3D 3C 5C 5H 5S 9D 9C 9S", "3D 3C 5C 5H 5S"),
        ("3D 4C 5H 6S 7H 7S 9H JH KH AH", "3D 4C 5H 6S 7H"),
        ("3D 3C 4C 6C 8C TC QC", "3D 3C"),
    ],
)
def test_P10_its_first_lead_has_the_lowest_card(hand, led):
    """P10: among the moves with that card, the lowest of the greatest type."""
    assert ai_move(hand, containing="3D") == led
    table = position(hand, "JD JC", names=AI_ANA)
    table._state.opening, table._state.lowest = 1, 0
    assert str(table.step()) == led


# hand, what is to be answered, the answer
ANSWERS = [
    ("4D 4C 9S", "3H", "9S"),  # the pair stays
    ("4D 9S", "3H", "4D"),  # single cards stay: the lowest
    ("4D 4C 4H 9S 9H", "3H", "9H"),  # three, pair and single are more than pair and single
    ("4D 4C 4H 9S 9H TD", "3H", "TD"),  # the full house stays
    ("4D 4C 4H 4S 9S TD", "3H", "9S"),  # the four plus one stays
    ("4D 4C 4H 4S 9H 9S", "3H", "9H"),  # four plus one before full house
    ("3D 5D 7D 9D JD 6C 8C", "3H", "6C"),  # a flush stays before a straight
    ("3C 4C 5H 6S 7D 7C 7H", "3D", "7D"),  # straight and pair stay
    ("3D 4C 5H 6S 7D 7C 9S", "6D", "9S"),  # straight and pair before a straight alone
    ("3D 4D 5D 6D 7D 7C 9C 9H 9S", "6S", "9C"),  # 3D to 7C is a straight
    ("4D 4C 9S", "2S", "pass"),
    ("4D 4C 9S 9H", "3D 3C", "4D 4C"),
    ("4D 4C 9S 9H 9D", "3D 3C", "4D 4C"),  # the three stays
    ("4D 4C 4H 9S 9H", "3D 3C", "9H 9S"),
    ("2S", "3D", "2S"),  # going out
    ("4D 4C", "3D 3C", "4D 4C"),
    ("3D 5D 7D 9D JD 2D", "4C 5C 6C 8C TC", "3D 5D 7D 9D JD"),  # one card stays either way
    ("5D 5C 5H 5S 6D", "3D 3C 3H 4D 4C", "5D 5C 5H 5S 6D"),
    ("5D 5C 5H 5S 6D 6C 6H", "3D 3C 3H 4D 4C", "5D 5C 6D 6C 6H"),  # a pair stays either way
    ("3D 5D 7D 9D JD KD KC", "3S 4S 5S 6S 7H", "3D 5D 7D 9D JD"),  # the pair of kings stays
    ("JD JC JH QC QH KD KH AH 2H", "3S 4S 5S 6S 7H", "JD QC KD AH 2H"),  # the lowest straight
    ("JS QS KS AS 2S 3H 5H 7H 9H 2H", "3D 4D 5D 6D 8D", "3H 5H 7H 9H 2H"),
]
NO_TWO_ANSWERS = [
    ("JD JC JH QC QH KD KH AH 2H", "3S 4S 5S 6S 7H", "JH QH KH AH 2H"),  # a flush is the lower one
    ("JH QH KH AH 2H 3S 5S 7S 9S 2S", "3D 4D 5D 6D 8D", "JH QH KH AH 2H"),
    ("JS QS KS AS 2S 3H 5H 7H 9H 2H", "3D 4D 5D 6D 8D", "3H 5H 7H 9H 2H"),
    (  # all types stay after 3D 3C 3S 4D 4S too, but a flush is the lower one
        "JH QH KH AH 2H 3D 3C 3S 4D 4S 5D 5C 5S 6D 6S 7C 8C 9C TC QC",
        "7S 8S 9S TS AS",
        "JH QH KH AH 2H",
    ),
    ("9H JH QH KH AH 2H", "3C 4C 5C 6C 2C", "9H JH QH KH 2H"),  # one strength: the lower cards
    ("JH QH KH AH 2H", "3D 4D 5D 6D 8D", "JH QH KH AH 2H"),
]


@pytest.mark.parametrize(
    ("hand", "previous", "answer", "rules"),
    [(*row, {}) for row in ANSWERS] + [(*row, NO_TWO) for row in NO_TWO_ANSWERS],
)
def test_P10_the_computer_player_is_the_one_of_the_document(hand, previous, answer, rules):
    """P10: the greatest types stay in hand; equal: the lowest move; a pass only if it must."""
    assert ai_move(hand, previous, **rules) == answer
    table = position(hand, "TC TS", to_beat=previous, mover=1, names=AI_ANA, **rules)
    assert str(table.step()) == answer


@pytest.mark.parametrize(
    ("hand", "led"),
    [
        ("JH QH KH AH 2H 3S 5S 7S 9S 2S", "JH QH KH AH 2H"),
        ("JS QS KS AS 2S 3H 5H 7H 9H 2H", "3H 5H 7H 9H 2H"),
        ("JS QS KS AS 2S 3H 3D 3C 4H 4D", "3D 3C 3H 4D 4H"),
        ("9H JH QH KH AH 2H", "9H JH QH KH AH"),
        ("JH QH KH AH 2H 3H 4H 5H 6H 7H", "3H 4H 5H 6H 7H"),
        ("JS QH KH AH 2H 3S 3C", "3C 3S"),
    ],
)
def test_P10_a_row_to_the_two_is_led_as_a_flush_where_it_is_one(hand, led):
    """P10: with `two_in_straights=no` it takes its place among the flushes."""
    assert ai_move(hand, **NO_TWO) == led
    assert str(position(hand, "TC TS", names=AI_ANA, **NO_TWO).step()) == led


@pytest.mark.parametrize(
    ("option", "hand", "previous", "counted", "not_counted"),
    [
        ("pairs", "4D 4C 9S", "3H", "9S", "4D"),
        ("threes", "4D 4C 4H 9S", "3H", "9S", "4D"),
        ("fours", "4D 4C 4H 4S 9S", "3H", "9S", "4D"),
        ("straights", "3D 4C 5H 6S 7D 9S", "3C", "9S", "4C"),
        ("flushes", "3D 5D 7D 9D JD KC", "4S", "KC", "5D"),
        ("full_houses", "4D 4C 4H 9S 9H TD", "3H", "TD", "9H"),
        ("fours_plus_one", "4D 4C 4H 4S 9S 9H", "3H", "9H", "4D"),
        ("straight_flushes", "3D 4D 5D 6D 7D 9S", "3C", "9S", "4D"),
        ("two_in_straights", "JD QH KS AH 2D 2C", "3D", "2D", "JD"),
    ],
)
def test_P10_types_that_are_not_played_do_not_count(option, hand, previous, counted, not_counted):
    """P10: nor does a straight to the two where there is none; in answers and in what is given."""
    assert ai_move(hand, previous) == counted
    assert ai_move(hand, previous, **{option: "no"}) == not_counted
    for value, answer in (("yes", counted), ("no", not_counted)):
        rules = {option: value}
        table = position(hand, "TC TS", to_beat=previous, mover=1, names=AI_ANA, **rules)
        assert str(table.step()) == answer


@pytest.mark.parametrize(
    ("hand", "number", "cards"),
    [
        ("3D 3C 4H 9S KD", 2, "4H 9S"),
        ("3D 3C 4H 9S KD", 1, "4H"),
        ("3D 3C 4H 9S KD", 0, ""),
        ("4D 4C 9S", 2, "9S 4D"),
        ("4D 4C 9S 9H 9C", 2, "4D 4C"),
        ("3D 4C 5H 6S 7D 8C KD", 2, "3D 8C"),  # each by itself keeps a straight
        ("KD 8C 7D 6S 5H 4C 3D", 2, "3D 8C"),
        ("2S 2H", 2, "2H 2S"),
    ],
)
def test_P10_it_gives_the_best_and_the_second_best_removal(hand, number, cards):
    """P10: each card by itself; equal: the lower card."""
    assert ai_choose_cards(hand, number) == cards.split()


def test_P10_it_gives_cards_at_a_table():
    """P10: the first card given still counts when the second one is chosen."""
    table = trade("3D 4C 5H 6S 7D 8C KD", *[""] * 6, names=["AI", *"BCDEFG"])
    assert [str(table.step()) for _ in range(2)] == ["give 3D", "give 8C"]
    table = trade("JD QC KH AS 2D 2C 9C", *[""] * 6, names=["AI", *"BCDEFG"])
    assert [str(table.step()) for _ in range(2)] == ["give 9C", "give 2D"]
    table = trade("JD QC KH AS 2D 2C 9C", *[""] * 6, names=["AI", *"BCDEFG"], **NO_TWO)
    assert [str(table.step()) for _ in range(2)] == ["give 9C", "give JD"]
    table = trade("4D 4C 5D 7H 9S JS KC", *[""] * 6, names=["AI", *"BCDEFG"], pairs="no")
    assert [str(table.step()) for _ in range(2)] == ["give 4D", "give 4C"]


def test_P10_lists_of_types_are_compared_from_the_greatest_down():
    """P10: only which types there are counts; a longer list wins over its own beginning."""
    one, two, three, full = "3D", "3C 3H", "4D 4C 4H", "5D 5C 5H 6D 6C"
    for low, high in [
        ([], [one]),
        ([one], [two]),
        ([two], [one, two]),
        ([one, two], [three]),
        ([three, two], [three, two, one]),
        ([three, one], [one, three, two]),
        ([three, two, one], [full]),
        ([full], [one, full]),
    ]:
        assert greater_than(high, low) and not greater_than(low, high)
    assert not greater_than(["3D", "4D", "5D"], ["2S"]) and not greater_than(["2S"], ["3D", "4D"])
    row, flush = "JH QH KH AH 2H", "3H 4H 5H 6H 2H"
    assert greater_than([row], [flush]) and not greater_than([row], [flush], **NO_TWO)


hands = st.sets(st.integers(0, 51), min_size=1, max_size=12)
near = st.builds(
    lambda low, cards: {min(low + card, 51) for card in cards},
    st.integers(0, 31),
    st.sets(st.integers(0, 20), min_size=1, max_size=12),
)
suited = st.builds(
    lambda suit, values, cards: {4 * value + suit for value in values} | cards,
    st.integers(0, 3),
    st.sets(st.integers(0, 12), min_size=5, max_size=7),
    st.sets(st.integers(0, 51), max_size=3),
)


@pytest.mark.no_cover
@settings(max_examples=150)
@given(cards=st.one_of(hands, near, suited), two_in_straights=st.integers(0, 1))
def test_P10_the_types_in_a_hand_are_those_of_its_moves(cards, two_in_straights):
    """P10: found without listing the moves; none is missing after a move that it has left."""
    s = exact.situation(
        sum(1 << card for card in cards), option_values({"two_in_straights": two_in_straights})
    )
    types = {kind(s, row) for row in exact.open_plays(s)}
    assert types_in(s.hand[0], last_start(s)) == sum(1 << each for each in types)


@pytest.mark.parametrize(
    ("hand", "types", "without_two"),
    [
        ("3D 4D 5D 6D 7D", "08", "08"),
        ("3D 4D 5D 6D 7D 7C", "0148", "0148"),
        ("3D 3C 4D 5D 6D 7D", "0148", "0148"),
        ("3D 4D 5D 6D 7D 8D", "058", "058"),
        ("3D 4D 5D 6D 7D 8C", "048", "048"),
        ("3D 4D 5D 6D 7D 9D", "058", "058"),
        ("3D 4D 5D 6D 8D", "05", "05"),
        ("JD QD KD AD 2D", "08", "05"),
        ("JD QC KD AD 2D", "04", "0"),
        ("JD QD KD AD 2D 2C", "0148", "015"),
        ("TD JD QD KD AD 2D", "058", "058"),
        ("AS 2S 3S 4S 5S", "05", "05"),
        ("QS KS AS 2S 3D", "0", "0"),
        ("3D 3C 3H", "012", "012"),
        ("3D 3C 3H 4D", "012", "012"),
        ("3D 3C 3H 4D 4C", "0126", "0126"),
        ("3D 3C 4D 4C", "01", "01"),
        ("3D 3C 3H 3S", "0123", "0123"),
        ("3D 3C 3H 3S 4D", "01237", "01237"),
        ("3D 3C 3H 3S 4D 4C", "012367", "012367"),
        ("3D 3C 3H 3S 4D 4C 4H 4S", "012367", "012367"),
        ("2D 2C 2H 2S AS", "01237", "01237"),
    ],
)
def test_P10_the_types_in_hands_that_are_nearly_others(hand, types, without_two):
    """P10: with and without twos in straights."""
    for last, types_of_hand in ((8, types), (7, without_two)):
        assert types_in(mask(hand), last) == sum(1 << int(kind) for kind in types_of_hand)


# --- the least number of moves --------------------------------------------------------------------

FEWEST = [
    ("", 0),
    ("3D", 1),
    ("3D 4C", 2),
    ("3D 3C", 1),
    ("3D 3C 3H 3S", 1),
    ("3D 4C 5H 6S", 4),
    ("3D 4C 5H 6S 7D", 1),
    ("3D 4C 5H 6S 8D", 5),
    ("3D 5D 7D 9D JD", 1),
    ("3D 3C 3H 4D 4C", 1),
    ("3D 3C 3H 3S 4D", 1),
    ("3D 3C 3H 4D 5C", 3),
    ("3D 4D 5D 6D 7D 8D", 2),
    ("3D 3C 4C 5H 6S 7D", 2),
    ("3D 3C 4D 4C 5D 5C 6D 6C 7D 7C", 2),
    ("3D 4C 5H 6S 7D 8D 9D TD JD QD KC KH KS", 3),
    ("3D 3C 3H 4D 4C 4H 5D 5C 5H", 3),
    ("3D 3C 3H 4D 4C 4H 4S 5D 5C 5H", 2),
    ("AD 2C 3H 4S 5D", 5),
    ("3C 4C 4D 5C 6C 7C 8C TC QC AC", 2),  # a straight with the four of diamonds, and a flush
    ("JD QC KH AS 2D", 1),
]


@pytest.mark.parametrize(("hand", "least"), FEWEST)
def test_the_least_number_of_moves_of_evident_hands(hand, least):
    """With moves that show it: five cards first, each card once."""
    number, moves = move_with_minimum_possible_moves_to_victory(hand)
    assert number == len(moves) == least
    assert mask(" ".join(moves)) == mask(hand) and set(moves) <= set(get_valid_moves(hand))
    assert moves == sorted(moves, key=lambda move: -state.PLAY_OF_MASK[mask(move)])
    sizes = [len(move.split()) for move in moves]
    assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize(
    ("hand", "rules", "least"),
    [
        ("3D 3C", {"pairs": "no"}, 2),
        ("3D 3C 3H", {"pairs": "no"}, 1),
        ("3D 3C 3H", {"threes": "no"}, 2),
        ("3D 3C 3H", {"threes": "no", "pairs": "no"}, 3),
        ("3D 3C 3H 3S", {"fours": "no"}, 2),
        ("3D 3C 3H 3S", {"fours": "no", "threes": "no"}, 2),
        ("3D 3C 3H 3S", {"fours": "no", "threes": "no", "pairs": "no"}, 4),
        ("3D 3C 3H 3S 4D", {"fours_plus_one": "no"}, 2),
        ("3D 3C 3H 4S 4D", {"full_houses": "no"}, 2),
        ("3D 4C 5H 6S 7D", {"straights": "no"}, 5),
        ("3C 4C 4D 5C 6C 7C 8C TC QC AC", {"straights": "no"}, 5),
        ("3D 5D 7D 9D JD", {"flushes": "no"}, 5),
        ("3D 4D 5D 6D 7D", {"straight_flushes": "no"}, 5),
        ("JD QC KH AS 2D", NO_TWO, 5),
        ("JD QD KD AD 2D", NO_TWO, 1),
        ("JD QD KD AD 2D", {**NO_TWO, "flushes": "no"}, 5),
    ],
)
def test_the_least_number_of_moves_depends_on_the_types_played(hand, rules, least):
    """Without a type it takes others."""
    number, moves = move_with_minimum_possible_moves_to_victory(hand, **rules)
    assert number == len(moves) == least
    assert set(moves) <= set(get_valid_moves(hand, **rules))


def test_the_least_number_of_moves_of_the_whole_deck():
    """52 cards in eleven moves, ten of them of five cards."""
    number, moves = move_with_minimum_possible_moves_to_victory(" ".join(DECK.faces))
    assert number == 11 and sum(len(move.split()) for move in moves) == 52


def least(cards, **rules):
    """The number alone."""
    return len(exact.least_moves(sum(1 << card for card in cards), option_values(rules)))


@settings(max_examples=60)
@given(cards=st.one_of(hands, near), other=st.integers(0, 51))
def test_the_least_number_of_moves_lies_between_bounds(cards, other):
    """At least a fifth of the cards, at most one for each value; a card more adds one at most."""
    number = least(cards)
    assert -(-len(cards) // 5) <= number <= len({card // 4 for card in cards})
    assert least(cards | {other}) <= number + 1


@settings(max_examples=60)
@given(cards=st.one_of(hands, near), type_of_move=st.sampled_from(sorted(option_values({}))))
def test_a_shortest_way_is_a_way_and_each_step_makes_one_less(cards, type_of_move):
    """All its moves are open, hold each card once, and after any of them one less is left."""
    given_rules = {type_of_move: 0} if type_of_move not in ("equal_values", "passing") else {}
    values = option_values(given_rules)
    plan = exact.least_moves(sum(1 << card for card in cards), values)
    laid = sorted(card for row in plan for card in state.PLAY_CARDS[row])
    assert laid == sorted(cards)
    hand = sum(1 << card for card in cards)
    assert set(plan) <= set(exact.open_plays(exact.situation(hand, values)))
    assert len(plan) >= least(cards)
    for row in plan:
        left = cards - set(state.PLAY_CARDS[row])
        assert len(exact.least_moves(sum(1 << card for card in left), values)) == len(plan) - 1


# --- hints ----------------------------------------------------------------------------------------


def hint(table, name="Ana"):
    """The observation of the seat."""
    return PRESIDENT.wording.hint(table.view(name))


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("3D", "You can go out with 3D"),
        ("3D 4C 5H 6S 7D KD", "At least 2 moves to empty your hand; 1 if you play 3D 4C 5H 6S 7D"),
        ("4D 9S 9C", "At least 2 moves to empty your hand; 1 if you play 9C 9S"),
        ("4D 9S", "At least 2 moves to empty your hand; 1 if you play 4D"),
        ("4D 4C 4H 4S 9S TS", "At least 2 moves to empty your hand; 1 if you play 4D 4C 4H 4S 9S"),
        (
            "3D 5D 7D 9D JD 3C 5C 7C 9C JC",
            "At least 2 moves to empty your hand; 1 if you play 3D 5D 7D 9D JD",
        ),
    ],
)
def test_a_hint_for_a_lead_names_a_move_of_a_shortest_way(hand, line):
    """The one with the most cards, then the lowest."""
    assert hint(position(hand, "QS QC")) == line


@pytest.mark.parametrize(
    ("hand", "to_beat", "line"),
    [
        ("3D 4C 5H 6S 7D KD", "3H", "At least 2 moves to empty your hand; 1 if you play KD"),
        ("3D 4C 5H 6S 7D", "3H", "At least 1 move to empty your hand; no answer brings that down"),
        ("4D 9S", "2S", "At least 2 moves to empty your hand; now you can only pass"),
        ("4D 9S", "5S", "At least 2 moves to empty your hand; 1 if you play 9S"),
        ("4D 4C 9S", "3H", "At least 2 moves to empty your hand; 1 if you play 9S"),
        ("4D", "3S", "You can go out with 4D"),
        ("3D 3C 3H 4D 4C 4H 4S 5D 5C 5H 6D 6C 7D 7C 8D 9C TD", "TC", None),
        ("3D 3C 3H 4D 4C 4H 4S 5D 5C 5H 6D 6C 7D 7C 8D 9C TD JD", "TC", None),
    ],
)
def test_a_hint_for_an_answer_says_whether_one_makes_the_moves_fewer(hand, to_beat, line):
    """Up to 17 cards in hand; with more only how many moves there are."""
    table = position(hand, "QS QC", to_beat=to_beat, mover=1)
    if line is None:
        number = move_with_minimum_possible_moves_to_victory(hand)[0]
        line = f"At least {number} moves to empty your hand"
        if len(hand.split()) == 17:
            line += "; now you can only pass"
    assert hint(table) == line


def test_a_hint_for_a_lead_names_a_move_for_any_number_of_cards():
    """All 26 of a player of two."""
    hand = " ".join(DECK.faces[:26])
    number, moves = move_with_minimum_possible_moves_to_victory(hand)
    line, advice = hint(position(hand, "2S")).split("; ")
    assert line == f"At least {number} moves to empty your hand" and advice.startswith(
        f"{number - 1} if you play 3D "
    )
    assert len(advice.split()) == 4 + 5 and len(moves) == number


def test_a_hint_for_the_first_lead_has_the_lowest_card():
    """Even if another move has more cards."""
    table = position("3S 5D 6D 7C 8C 9H KH", "QS QC")
    assert hint(table) == "At least 3 moves to empty your hand; 2 if you play 5D 6D 7C 8C 9H"
    table._state.opening, table._state.lowest = 1, DECK.parse("3S")
    table._known.clear()
    assert hint(table) == "At least 3 moves to empty your hand; 2 if you play 3S"
    table._state.opening = 0
    table._known.clear()
    assert hint(table) == "At least 3 moves to empty your hand; 2 if you play 5D 6D 7C 8C 9H"


def test_a_hint_before_the_trade_and_after_the_end_names_no_move():
    """Only how many moves are left."""
    table = trade("3D 4C 5H 6S 7D 8C KD", *[""] * 6)
    assert hint(table) == "At least 3 moves to empty your hand"
    table = position("4D", "5D 5C")
    play(table, "4D")
    assert hint(table) == "At least 0 moves to empty your hand"


def test_a_hint_knows_the_options():
    """Types that are not played are not counted on."""
    assert (
        hint(position("3D 3C", "QS", pairs="no"))
        == "At least 2 moves to empty your hand; 1 if you play 3D"
    )
    assert hint(position("JD QC KH AS 2D", "QS", **NO_TWO)).startswith("At least 5 moves")
    assert hint(position("6S 6D", "QS", to_beat="6C", mover=1, equal_values="never")) == (
        "At least 1 move to empty your hand; now you can only pass"
    )
    assert hint(position("6S 9D", "QS", to_beat="6C", mover=1, equal_values="never")) == (
        "At least 2 moves to empty your hand; 1 if you play 9D"
    )
