"""The names of Tranca's notebook, and the notes where its figures are wrong."""

import json

import pytest
from click.testing import CliRunner

from dealt.cli.main import cli
from dealt.games import tranca
from dealt.games.tranca import seed
from dealt.games.tranca.scoring import FINAL_MOVE, score

CLEAN_RUN = "4H 5H 6H 7H 8H 9H TH"
TWOS = "2H 2C 2D 2S 2H 2D 2C"
DIRTY_RUN = "5S 6S 7S 8S 9S TS 2C"
EXAMPLE = """4H 5H 6H 7H 8H 9H 2C
7D 8D 9D 2H JD KD
4S 5S 6S 7S 8S 9S
2H 2C 2S 2D 2H 2H 2H
5C 6C 7C 8C 9C 2D
AH AH AH AH AH AH
dollars: 3H 3H 3H
hand: AS 2D 9H 3C 7D
morto: none
final move: yes
"""


def of_the_notebook():
    """The dictionary of cards by the notebook's steps, its empty entry included."""
    order = [
        *["four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
    ]
    cards = {"": {}}
    for suit in ("clubs", "spades", "hearts", "diamonds"):
        for card in ("two", "three", *order):
            entry = {"Name": card, "Suit": suit, "Tranca": False, "Dollar": False, "Joker": False}
            entry["Order"] = order.index(card) + 1 if card in order else None
            if card == "three":
                black = suit in ("clubs", "spades")
                entry |= {"Value": -100 if black else 5, "Tranca": black, "Dollar": not black}
            elif card in ("four", "five", "six", "seven"):
                entry["Value"] = 5
            else:
                entry["Value"] = 15 if card == "ace" else 10
                entry["Joker"] = card == "two"
            cards[f"{card}_{suit}"] = entry
    return cards


def test_the_dictionaries_are_those_of_the_notebook_without_its_empty_entry():
    expected = of_the_notebook()
    del expected[""]
    assert seed.cardDict == expected and list(seed.cardDict) == list(expected)
    assert seed.cardOrder["four"] == 1 and seed.cardOrder["ace"] == 11 and len(seed.cardOrder) == 11
    assert seed.jokers == ["two_hearts", "two_clubs", "two_spades", "two_diamonds"]
    assert (seed.fifteenPoints, len(seed.tenPoints), len(seed.fivePoints)) == (["ace"], 6, 4)
    assert seed.allCards[0] == "two" and seed.allCards[-1] == "ace" and len(seed.allCards) == 13
    assert tranca.cardDict is seed.cardDict and tranca.jokers is seed.jokers
    assert seed.suits == ["clubs", "spades", "hearts", "diamonds"]


def test_the_functions_look_cards_up_in_the_dictionary(monkeypatch, capsys):
    """Another value there is another value of hand and table."""
    monkeypatch.setitem(seed.cardDict["ace_spades"], "Value", 50)
    assert seed.handValue(["ace_spades", "3C"], True) == -150
    assert seed.tableValue(["AS AS AS"], False) == 150
    assert "Table value: 150\n" in capsys.readouterr().out


def test_T11_a_total_that_the_notebook_counts_otherwise_has_a_note(capsys):
    """Below its lines, on standard error; without a difference there is no note."""
    assert seed.scoreRound(seed.finalHand, False, seed.nominalResults, True) == 1625
    printed = capsys.readouterr()
    assert printed.out.endswith("\nFinal round scoring: 1625\n")
    assert printed.err == (
        "Note: the original notebook prints 725 here instead of 1625, because it does not reset "
        "its count of twos between sequences.\n"
    )
    for table in ([CLEAN_RUN], [DIRTY_RUN], [CLEAN_RUN, "KS KD 2H"], []):
        seed.scoreRound(["AS"], True, table, False)
        assert capsys.readouterr().err == "", table


@pytest.mark.parametrize(
    ("table", "notebook", "right", "cause"),
    [
        (["KS KD 2H", CLEAN_RUN], 180, 280, "does not reset its count of twos"),
        ([TWOS, TWOS], 1140, 2140, "does not reset its count of twos"),
        ([TWOS], 970, 1070, "does not follow section 7 for every canastra"),
        (["4H 5H 6H 7H 8H 9H JH"], 250, 50, "does not follow section 7 for every canastra"),
    ],
)
def test_a_note_names_the_total_of_the_notebook_and_the_cause(
    capsys, table, notebook, right, cause
):
    assert seed.scoreRound([], True, table, False) == right
    note = capsys.readouterr().err
    assert f"prints {notebook} here instead of {right}, because it {cause}" in note


def test_the_note_stands_where_the_example_is_scored_from_a_file():
    shell = CliRunner()
    for more in ([], ["--json"]):
        result = shell.invoke(cli, ["score", "tranca", "-", "--lenient", *more], input=EXAMPLE)
        assert result.exit_code == 0 and "1625" in result.stdout and "725" not in result.stdout
        assert "the original notebook prints 725 here instead of 1625" in result.stderr
    other = EXAMPLE.replace("AS 2D", "AS")
    result = shell.invoke(cli, ["score", "tranca", "-", "--lenient"], input=other)
    assert result.exit_code == 0 and "1635" in result.stdout and not result.stderr


def test_T10_a_final_move_without_a_canastra_is_warned_of_and_counted(capsys):
    """Section 4.1 forbids it; the points of section 7 count as entered."""
    scored = score(["4H 5H 6H"], morto="used", final_move=True)
    warning = (
        "a final move without a canastra, which the rules do not allow; its 100 points are "
        "counted as entered"
    )
    assert scored.warnings == (warning,) and not scored.errors
    assert scored.line(FINAL_MOVE).points == 100 and scored.total == 115
    assert f"Warning: {warning}" in scored.sheet().notes
    assert warning in json.loads(json.dumps(scored.to_data()))["warnings"]
    assert seed.tableValue(["4H 5H 6H"], True) == 115
    assert capsys.readouterr().err == f"Warning: {warning}\n"
    seed.tableValue([CLEAN_RUN], True)
    assert capsys.readouterr().err == ""
