"""President: the document's functions, options and facts."""

import doctest

import pytest

import dealt
from dealt.errors import ParseError, SetupError
from dealt.games.president import (
    ai_choose_cards,
    ai_move,
    answers,
    full_deck,
    get_finishing_roles,
    get_lowest_card,
    get_type,
    get_valid_moves,
    seed,
    sorted_by_hand_type,
    words,
)
from dealt.games.president.state import OPTIONS, State
from tests.games.president_tables import (
    NAMES,
    NO_MOVE,
    PRESIDENT,
    TYPES,
    UNKNOWN,
    first_round,
    mask,
    stacked,
)


def test_examples_in_the_rules_are_right():
    """Those of RULES.md."""
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    failed, examples = runner.run(parser.get_doctest(PRESIDENT.document(), {}, "RULES.md", None, 0))
    assert failed == 0 and examples == 5


def test_cards_are_written_as_a_text_or_a_list():
    """With blanks or commas; a move comes back from low to high."""
    assert get_type(["3D", "3C"]) == get_type("3c,3d") == get_type(("3D", "3C")) == "pair"
    assert get_type("") == get_type([]) == "empty"
    assert get_valid_moves("3C 3D") == ["3D 3C", "3D", "3C"]
    assert answers(["6D", "6S"], "6H,6C")
    assert get_lowest_card(["3D", "3C"]) == "3H" and get_lowest_card(full_deck()[:-1]) == "2S"


def test_valid_moves_come_with_the_greatest_type_first():
    """And the lowest move first within a type; those with a card only, those that answer only."""
    moves = ["4D", "3D 3C", "2S", "5D 5C 5H 6D 6C", "3D 3H", "3S 4S 5S 6S 7S", "3D 4C 5H 6S 7D"]
    assert sorted_by_hand_type(moves) == [
        "3S 4S 5S 6S 7S",
        "5D 5C 5H 6D 6C",
        "3D 4C 5H 6S 7D",
        "3D 3C",
        "3D 3H",
        "4D",
        "2S",
    ]
    assert sorted_by_hand_type(["2H 2S", "2D 2S", "2D 2H", "AH AS"]) == [
        "AH AS",
        "2D 2H",
        "2D 2S",
        "2H 2S",
    ]
    rows = ["JH QH KH AH 2H", "3S 4S 5S 6S 2S", "3H 4H 5H 6H 2H"]
    assert sorted_by_hand_type(rows) == [rows[0], rows[2], rows[1]]
    assert sorted_by_hand_type(rows, two_in_straights="no") == [rows[2], rows[0], rows[1]]
    assert get_valid_moves("3D 3C 4H 9S", containing="3C") == ["3D 3C", "3C"]
    assert get_valid_moves("3D 3C 4H 9S", previous="3H", containing="9S") == ["9S"]
    assert get_valid_moves("3D 3C 4H 9S", previous="2S") == []
    assert get_valid_moves("9S 9H 4D 4C", previous="3D 3C") == ["4D 4C", "9H 9S"]


TWICE = "3D 3D: the same card twice"
NO_OPTION = "president has no option 'jokers'; its options: two_in_straights, equal_values, "
NO_TWO = "JD QC KH AS 2D: not a move in a match where straights cannot contain twos"


@pytest.mark.parametrize(
    ("call", "error", "reason"),
    [
        (lambda: get_lowest_card(full_deck()), ParseError, "all 52 cards are left over; at least"),
        (lambda: get_lowest_card("3D 3D"), ParseError, TWICE),
        (lambda: get_type("3D 3D"), ParseError, TWICE),
        (lambda: get_type("3D 1D"), ParseError, UNKNOWN.format("1D")),
        (lambda: get_type("3D", jokers="yes"), SetupError, NO_OPTION),
        (
            lambda: get_type("3D", pairs="maybe"),
            SetupError,
            "option pairs is 'maybe': must be yes or no",
        ),
        (lambda: answers("3D 4D", "3C"), ParseError, NO_MOVE.format("3D 4D")),
        (lambda: answers("3D", "3C 4D"), ParseError, NO_MOVE.format("3C 4D")),
        (lambda: answers("", "3C"), ParseError, NO_MOVE.format("no card")),
        (lambda: answers("3D", ""), ParseError, NO_MOVE.format("no card")),
        (lambda: answers("JD QC KH AS 2D", "3D", two_in_straights="no"), ParseError, NO_TWO),
        (lambda: ai_move("3D", "JD QC KH AS 2D", two_in_straights=0), ParseError, NO_TWO),
        (lambda: get_valid_moves("3D 3D"), ParseError, TWICE),
        (lambda: get_valid_moves("3D", containing="1D"), ParseError, UNKNOWN.format("1D")),
        (lambda: sorted_by_hand_type(["3D", "3D 3D"]), ParseError, TWICE),
        (lambda: ai_move(""), ParseError, "no move in the hand ''"),
        (
            lambda: ai_move("5D 6C", containing="3D"),
            ParseError,
            "no move that contains 3D in the hand '5D 6C'",
        ),
        (lambda: ai_choose_cards("3D", 2), SetupError, "2 cards to give from a hand of 1"),
        (lambda: ai_choose_cards("3D", -1), SetupError, "-1 cards to give from a hand of 1"),
        (lambda: get_finishing_roles(1), SetupError, "President is for 2 to 7 players, not 1"),
        (lambda: get_finishing_roles(8), SetupError, "President is for 2 to 7 players, not 8"),
    ],
)
def test_errors_of_the_functions_are_one_clear_line(call, error, reason):
    """What is wrong and with what."""
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value).startswith(reason) and "\n" not in str(caught.value)


def test_options_are_those_of_the_state_and_default_to_the_document():
    """In the order of the fields; names and numbers are both understood."""
    fields = [field.name for field in State.FIELDS]
    assert fields[1 : 1 + len(OPTIONS)] == [option.name for option in OPTIONS]
    # those that records name, which have been there from the start
    defaults = {option.name: 1 for option in OPTIONS if not option.came_later}
    for name in ("equal_values", "pass_is_final", "twos_end_trick", "passing"):
        defaults[name] = 0
    assert seed.option_values({}) == PRESIDENT.option_values({}) == defaults
    choices = {"equal_values": "never", "passing": "unable", "pairs": "no", "pass_is_final": 1}
    changed = {**defaults, "equal_values": 1, "passing": 1, "pairs": 0, "pass_is_final": 1}
    assert seed.option_values(choices) == changed


def test_facts_of_the_game():
    """Two to seven players, three rounds, few points win."""
    assert PRESIDENT.seats == (2, 3, 4, 5, 6, 7) and PRESIDENT.match.rounds == 3
    assert PRESIDENT.match.low_wins and PRESIDENT.sizes.score_bounds == (1, 7)
    assert first_round(7).table.scores["Gil"] == 7 and len(TYPES) == len(words.FORMS)
    assert seed.TYPE_NAMES == TYPES


def test_the_consequences_of_an_action_are_listed():
    """Who is out and who leads, and trades without their cards (P7, P9)."""
    table = dealt.table("president", NAMES[:3], deck=stacked("", "3D", ""))
    s = table._state
    s.hand[1], s.count[1] = mask("3D"), 1
    s.hand[2], s.count[2] = mask("4D"), 1
    lines = []
    for text in ("3D", "4D"):
        before = table.view(table.seat_in_turn)
        table.play(text)
        lines.append(words.consequences(before, table.view(before.seat)))
    assert lines == [["Bob is out, place 1"], ["Cid is out, place 2", "Ana is last, place 3"]]


@pytest.mark.parametrize("number", [1, 2])
def test_a_finished_trade_is_announced_without_its_cards(number):
    """Two cards between first and last, one between the vices; then the president leads."""
    match = first_round(4)
    table = match.next_round()
    lines = []
    while table.view(0).asked == "give":
        before = table.view(table.seat_in_turn)
        table.play(table.actions[number])
        lines += words.consequences(before, table.view(before.seat))
    assert [line.partition(" trade ")[2] for line in lines[:2]] == ["2 cards", "1 card"]
    assert lines[2] == f"{table.turn} leads" and len(lines) == 3
