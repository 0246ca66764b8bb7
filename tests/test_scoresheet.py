"""The score sheet of Tranca: its methods, its menus fed a script, kills, broken files."""

import csv
import doctest
import io
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from dealt.errors import DealtError, ScoreError, SetupError, StorageError
from dealt.storage import scoresheet
from dealt.storage.scoresheet import ScoreSheet, no_formula
from dealt.terminal.console import Console
from dealt.terminal.scoresheet import Desk, cards_text, standing, table_of

DIRTY = "4H 5H 6H 7H 8H 9H 2C"
POINTS, CARDS, BACK = "123"  # of the menu that asks for the points of a side
ENTER, CORRECT, SHOW, HISTORY, EXPORT, LEAVE = "123456"  # of the menu of a match
FRIDAY = ["1", "Friday", "Ana", "Bob", "", "1"]  # a new match to 3,500


def run(*arguments, given="", cwd=None):
    """A finished `dealt` process with its output as text."""
    return subprocess.run(
        [sys.executable, "-m", "dealt", *arguments], input=given, capture_output=True, text=True,
        cwd=cwd, timeout=60, check=False,
    )  # fmt: skip


def session(answers, cwd, code=0):
    """What the menus say to a script of answers."""
    given = "".join(f"{answer}\n" for answer in answers)
    done = run("scoresheet", "tranca", given=given, cwd=cwd)
    assert done.returncode == code and "Traceback" not in done.stderr
    return done.stdout if code == 0 else done.stderr


@pytest.fixture
def sheet(tmp_path):
    return ScoreSheet(tmp_path / "tranca.db", wait=0.1)


@pytest.fixture
def match(sheet):
    return sheet.new_match("Friday", ["Ana", "Bob"])


def typing(monkeypatch, answers):
    """Let somebody type answers; one that can be called is made when it is asked for."""
    given = iter(answers)

    def answer(prompt):
        found = next(given)
        return found() if callable(found) else found

    monkeypatch.setattr("builtins.input", answer)


def entered(sheet, match, monkeypatch, answers):
    """Everything in the sheet after a round was entered with these answers."""
    typing(monkeypatch, answers)
    Desk(sheet, Console(live=False)).enter_round(sheet.match(match))
    return sheet.history(match)


# --- the methods ---------------------------------------------------------------------------------


def test_rounds_are_added_up(sheet, match):
    assert sheet.add_round(match, {"Bob": -85, "Ana": 1625}) == 1
    assert sheet.add_round(match, {"Ana": 100, "Bob": 1000}) == 2
    assert sheet.match(match).rounds == [{"Ana": 1625, "Bob": -85}, {"Ana": 100, "Bob": 1000}]
    assert sheet.totals(match) == {"Ana": 1725, "Bob": 915}
    assert sheet.leader(match) == "Ana" and sheet.winner(match) is None


def test_a_correction_counts_and_the_old_entry_is_kept(sheet, match):
    sheet.add_round(match, {"Ana": 300, "Bob": 200})
    sheet.correct_round(match, 1, "Ana", 350, "{}")
    sheet.correct_round(match, 1, "Ana", 355)
    assert sheet.totals(match) == {"Ana": 355, "Bob": 200}
    told = [(e.side, e.points, e.cards, e.counts) for e in sheet.history(match)]
    assert told == [
        ("Ana", 300, None, False), ("Bob", 200, None, True),
        ("Ana", 350, "{}", False), ("Ana", 355, None, True),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rounds", "winner"),
    [
        ([(3495, 0)], None),
        ([(3500, 0)], "Ana"),
        ([(3500, 3600)], "Bob"),
        ([(3600, 3600)], None),
        ([(3600, 3600), (-100, 5)], "Bob"),
        ([(3600, 3600), (-200, -200)], None),
    ],
)
def test_T9_most_points_win_at_the_target_and_equal_ones_play_on(sheet, match, rounds, winner):
    for ana, bob in rounds:
        sheet.add_round(match, {"Ana": ana, "Bob": bob})
    assert sheet.winner(match) == winner


def test_a_match_that_is_won_takes_no_more_rounds_until_it_is_corrected(sheet, match):
    sheet.add_round(match, {"Ana": 4000, "Bob": 0})
    with pytest.raises(SetupError, match="Friday is won by Ana; rounds can only be corrected"):
        sheet.add_round(match, {"Ana": 1, "Bob": 0})
    sheet.correct_round(match, 1, "Ana", 400)
    assert sheet.add_round(match, {"Ana": 1, "Bob": 0}) == 2


def test_a_round_is_entered_side_by_side(sheet):
    match = sheet.new_match("Trios", ["A", "B", "C"], target=5000, decks=3)
    sheet.enter(match, 1, "B", 6000)
    found = sheet.match(match)
    assert found.waiting == ["A", "C"] and found.open_round == 1 and found.winner is None
    assert "Round 1 is open: no points of A and C yet." in standing(found)
    with pytest.raises(SetupError, match="B has points in round 1 already; correct them"):
        sheet.enter(match, 1, "B", 5)
    with pytest.raises(SetupError, match="round 1 is to be entered next, not round 2"):
        sheet.enter(match, 2, "A", 5)
    with pytest.raises(SetupError, match="B has points in round 1 already"):
        sheet.add_round(match, {"A": 1, "B": 2, "C": 3})
    assert sheet.match(match) == found
    sheet.enter(match, 1, "A", 0)
    sheet.enter(match, 1, "C", 0)
    with pytest.raises(SetupError, match="is won by B"):
        sheet.enter(match, 1, "A", 5)
    sheet.correct_round(match, 1, "B", 600)
    with pytest.raises(SetupError, match="A has points in round 1 already; correct them"):
        sheet.enter(match, 1, "A", 5)
    sheet.correct_round(match, 1, "B", 6000)
    assert sheet.winner(match) == "B" and (found.target, found.decks) == (5000, 3)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("", ["A", "B"]), "a title must not be empty"),
        ((" ", ["A", "B"]), "a title must not be empty"),
        (("x" * 61, ["A", "B"]), "is longer than 60 letters"),
        (("x", ["A"]), "a match has 2 to 6 sides, not 1"),
        (("x", "ABCDEFG"), "a match has 2 to 6 sides, not 7"),
        (("x", ["A", "a"]), "two sides have the same name: A, a"),
        (("x", ["A", " "]), "a name must not be empty"),
        (("x", ["A", "B\x1b[2J"]), "characters that cannot be shown"),
        (("x", ["A", "x" * 41]), "is longer than 40 letters"),
        (("x", ["A", None]), "a name must not be empty"),
    ],
)
def test_matches_that_cannot_be_are_refused(sheet, arguments, said):
    with pytest.raises(SetupError) as caught:
        sheet.new_match(*arguments)
    assert said in str(caught.value) and not sheet.matches()


@pytest.mark.parametrize("target", [0, -5, 10**6, 3500.0, "3500", True])
def test_targets_that_cannot_be_are_refused(sheet, target):
    with pytest.raises(SetupError, match="the target is a number from 1 to 99999"):
        sheet.new_match("x", ["A", "B"], target=target)
    with pytest.raises(SetupError, match="the number of decks is 2 or 3"):
        sheet.new_match("x", ["A", "B"], decks=4)


@pytest.mark.parametrize("points", [10**5, -(10**5), 1.5, "5", None, True])
def test_points_that_cannot_be_are_refused_and_nothing_is_saved(sheet, match, points):
    with pytest.raises(ScoreError, match="points are a whole number from -99999 to 99999"):
        sheet.add_round(match, {"Ana": 5, "Bob": points})
    assert not sheet.history(match)


def test_the_example_in_the_docstring_is_right():
    assert doctest.testmod(scoresheet).failed == 0


def test_a_sheet_has_so_many_rounds(sheet, match, monkeypatch):
    monkeypatch.setattr(scoresheet, "MOST_ROUNDS", 1)
    sheet.add_round(match, {"Ana": 1, "Bob": 2})
    with pytest.raises(SetupError, match="a sheet has 1 rounds at most"):
        sheet.add_round(match, {"Ana": 1, "Bob": 2})


def test_what_is_not_there_is_named(sheet, match):
    with pytest.raises(SetupError, match="there is no match 9"):
        sheet.totals(9)
    with pytest.raises(SetupError, match="'Cid' does not play in Friday; Ana and Bob do"):
        sheet.add_round(match, {"Ana": 1, "Bob": 2, "Cid": 3})
    with pytest.raises(SetupError, match="'Cid' does not play"):
        sheet.enter(match, 1, "Cid", 5)
    with pytest.raises(SetupError, match="the round has no points of Bob"):
        sheet.add_round(match, {"Ana": 1})
    with pytest.raises(SetupError, match="round 1 has no points of Ana to correct"):
        sheet.correct_round(match, 1, "Ana", 5)


def test_csv_is_quoted_and_holds_no_formula(sheet):
    names = ["=1+1", 'Bo"b, x', "-2", "@SUM", "+1", "Ana"]
    match = sheet.new_match("x", names)
    sheet.add_round(match, dict.fromkeys(names, -100))
    sheet.enter(match, 2, "Ana", 5)
    rows = list(csv.reader(io.StringIO(sheet.export_csv(match))))
    assert rows[0] == ["round", "'=1+1", 'Bo"b, x', "'-2", "'@SUM", "'+1", "Ana"]
    assert rows[1] == ["1"] + ["-100"] * 6
    assert rows[2] == ["2", "", "", "", "", "", "5"]
    assert rows[3] == ["total", *["-100"] * 5, "-95"]
    assert (
        no_formula("\t=x") == "'\t=x" and no_formula(" =x") == "' =x" and no_formula("A=1") == "A=1"
    )


def test_the_sheet_is_drawn(sheet, match):
    sheet.add_round(match, {"Ana": 1625, "Bob": -85})
    sheet.correct_round(match, 1, "Bob", 85)
    sheet.enter(match, 2, "Bob", 5)
    drawn = table_of(sheet.match(match))
    assert drawn.rows == (
        (1, "1625", "85*"), (2, "-", "5"), ("total", 1625, 90), ("to go", 1875, 3410),
    )  # fmt: skip
    assert drawn.notes[1].startswith("* corrected")


def test_cards_of_an_entry_are_read_again():
    told = {"sequences": [DIRTY.split()], "dollars": 2, "hand": ["AS"], "morto": "used"}
    assert cards_text(json.dumps(told)) == f"{DIRTY}; dollars 2; hand AS; morto used"
    assert cards_text('{"dollars": ["3H"]}') == "dollars 3H; morto none"
    for broken in ("", "x", "{", '{"sequences": 1}', '{"sequences": [1]}', '{"dollars": null}'):
        assert cards_text(broken).startswith("cards that cannot be read: ")


# --- the menus -----------------------------------------------------------------------------------


def test_a_match_is_entered_by_cards_and_points(tmp_path):
    """As in the document: cards of one side, points of the other; then the sheet."""
    ana = [
        CARDS, DIRTY, "7D 8D 2H KD", "2", "joker", "KS KC KD", "", "x", "4H", "100", "2", "AS 1",
        "AS 3C", "1", "2", "1",
    ]  # fmt: skip
    bob = [POINTS, "x", "", POINTS, "123456", "-85"]
    out = session([*FRIDAY, ENTER, *ana, *bob, SHOW, HISTORY, LEAVE, "3"], tmp_path)
    assert "4H 5H 6H 7H 8H 9H 2C: run, dirty canastra" in out
    assert "7D 8D 2H KD: no sequence: 9D, TD, JD and QD are missing" in out
    assert "unknown card 'joker'" in out and "dollars: 4H is no red three" in out
    assert "dollars is '100'; it can be a number from 0 to 99" in out and "unknown card '1'" in out
    assert re.search(r"^total +410$", out, re.MULTILINE)
    assert "Warning: a final move with 2 cards in the hand" in out
    assert "Enter 410 points, with what is wrong?" in out and "Saved: round 1, Ana 410" in out
    assert "'x' is no number; enter one such as 1625 or -85" in out
    assert "123456 is too large; points go from -99,999 to 99,999" in out
    assert "Friday: Ana 410, Bob -85. Ahead: Ana, 3,090 to 3,500." in out
    assert re.search(r"^to go +3090 +3585$", out, re.MULTILINE)
    assert f"from {DIRTY}; 7D 8D 2H KD; KS KC KD; dollars 2; hand AS 3C; morto used; final" in out
    (found,) = ScoreSheet(tmp_path / "tranca.db").matches()
    assert found.totals == {"Ana": 410, "Bob": -85}


def test_cards_can_be_entered_again_before_they_count(tmp_path):
    again = [CARDS, "4H 5H", "1", "", "", "", "1", "1", "2"]
    session([*FRIDAY, ENTER, *again, POINTS, "5", BACK, LEAVE, "3"], tmp_path)
    found = ScoreSheet(tmp_path / "tranca.db").matches()[0]
    assert found.rounds == [{"Ana": 5}]


@pytest.mark.parametrize(
    ("typed", "points"),
    [("1625", 1625), ("1,625", 1625), ("1.625", 1625), ("-1.625", -1625), ("\u221285", -85),
     ("+12,345", 12345), ("007", 7)],
)  # fmt: skip
def test_numbers_are_read_with_separators_in_their_places(sheet, match, monkeypatch, typed, points):
    assert entered(sheet, match, monkeypatch, [POINTS, typed, BACK])[0].points == points


@pytest.mark.parametrize(
    "typed", ["1,5", "1.5", "1,62", "1,6255", "16,25", "1,625.000", "1234,567", ",625", "0,625",
              "1,,625", "1,625,", "1 625", "--5", "5-", "1_000", "٣"]
)  # fmt: skip
def test_separators_in_other_places_are_no_number(sheet, match, monkeypatch, capsys, typed):
    assert not entered(sheet, match, monkeypatch, [POINTS, typed, "", BACK])
    said = f"{typed!r} is no number; enter one such as 1625 or -85"
    assert said in capsys.readouterr().out


def test_an_empty_line_takes_the_points_to_win_that_are_shown(tmp_path):
    out = session(["1", "x", "A", "B", "", "3", "", "2", LEAVE, "3"], tmp_path)
    assert "Points to win (empty line: 3,500): " in out
    (found,) = ScoreSheet(tmp_path / "tranca.db").matches()
    assert (found.target, found.decks) == (3500, 3)


ALL_CARDS = ["4H 5H 6H", "4H 5H", "2", "", "2", "AS", "1", "2", "1"]  # of a side, to the end


@pytest.mark.parametrize("length", range(len(ALL_CARDS)))
def test_back_leads_from_every_question_about_cards_to_the_first(
    sheet, match, monkeypatch, capsys, length
):
    answers = [CARDS, *ALL_CARDS[:length], "Back", POINTS, "5", BACK]
    assert entered(sheet, match, monkeypatch, answers)[0].points == 5
    out = capsys.readouterr().out
    assert out.count("Round 1, Ana\n1. Enter the points") == 2
    assert "The word back leads back from every question about the cards." in out


def test_sequences_are_kept_while_cards_are_entered_again(sheet, match, monkeypatch, capsys):
    first = [CARDS, "4H 5H 6H", "KS KC KD", "", "", "AS", "1", "1", "2"]
    again = [CARDS, "3", "1", "4D 5D 6D", "back"]
    last = [CARDS, "1", "", "", "", "1", "1", "1", BACK]
    (entry,) = entered(sheet, match, monkeypatch, [*first, *again, *last])
    assert cards_text(entry.cards) == "KS KC KD; 4D 5D 6D; morto used"
    out = capsys.readouterr().out
    assert "Sequences entered before\n1. Keep them all\n2. Take them all out\n3. Take out 4H" in out
    assert "4. Take out KS KC KD" in out


def test_all_sequences_can_be_taken_out(sheet, match, monkeypatch):
    answers = [CARDS, "4H 5H 6H", "KS KC KD", "back", CARDS, "2", "7C 7D 7H", "", "", "", "1", "1",
               "1", BACK]  # fmt: skip
    (entry,) = entered(sheet, match, monkeypatch, answers)
    assert cards_text(entry.cards) == "7C 7D 7H; morto used"


@pytest.mark.parametrize(
    "others", [{"Ana": 500}, {"Ana": 500, "Bob": 700}, {"Ana": 5000, "Bob": 7}]
)
def test_a_round_that_somebody_else_has_entered_meanwhile_is_told(
    sheet, match, monkeypatch, capsys, others
):
    """What is typed is not saved, and nothing is said of who has no points that is not true."""

    def between():
        for side, points in others.items():
            ScoreSheet(sheet.path).enter(match, 1, side, points)
        return "600"

    entries = entered(sheet, match, monkeypatch, [POINTS, between])
    assert {entry.side: entry.points for entry in entries} == others
    out = capsys.readouterr().out
    assert "Round 1 is open" not in out and "is to be entered next" not in out
    assert out.splitlines()[-1] == (
        f"somebody else has entered round 1 meanwhile (Ana {others['Ana']}); the 600 typed here "
        "is not saved; use Correct a round"
    )


def test_who_goes_back_is_told_what_is_true_by_then(sheet, match, monkeypatch, capsys):
    def between():
        ScoreSheet(sheet.path).enter(match, 1, "Ana", 500)
        return BACK

    entered(sheet, match, monkeypatch, [between])
    assert "no points yet" not in capsys.readouterr().out


def test_after_a_conflict_the_sheet_is_read_again(sheet, match, monkeypatch, capsys):
    def between():
        ScoreSheet(sheet.path).add_round(match, {"Ana": 500, "Bob": 700})
        return "600"

    typing(monkeypatch, [ENTER, POINTS, between, LEAVE])
    Desk(sheet, Console(live=False)).keep(match)
    out = capsys.readouterr().out
    assert "meanwhile (Ana 500); the 600 typed here is not saved; use Correct a round\n" in out
    assert "Friday: Ana 500, Bob 700. Ahead: Bob, 2,800 to 3,500." in out


def test_a_match_is_taken_up_again_and_won(tmp_path):
    """A round left open goes on where it was; the winner is told; another round is refused."""
    session([*FRIDAY, ENTER, POINTS, "3,600", BACK, LEAVE, "3"], tmp_path)
    out = session(
        ["2", "1", ENTER, POINTS, "0", SHOW, ENTER, CORRECT, "2", "1", "2", POINTS, "3,700",
         CORRECT, "1", "3", CORRECT, "", LEAVE, "2", "2", "3"],
        tmp_path,
    )  # fmt: skip
    assert "1. Friday: Ana 3,600, Bob 0. Round 1 is open: no points of Bob yet." in out
    assert "Round 1, Ana" not in out and "Saved: round 1, Bob 0" in out
    assert "Won by Ana." in out and "Won by Ana; rounds can only be corrected." in out
    assert "2 is too large; there are rounds 1 to 1" in out and "Round 1, Bob: instead of 0" in out
    assert "Friday: Ana 3,600, Bob 3,700. Won by Bob." in out


def test_equal_points_are_told(tmp_path):
    sheet = ScoreSheet(tmp_path / "tranca.db")
    match = sheet.new_match("x", ["A", "B"])
    sheet.add_round(match, {"A": 5, "B": 5})
    assert standing(sheet.match(match)) == "A 5, B 5. Equal: A, B; 3,495 to 3,500."
    sheet.add_round(match, {"A": 3500, "B": 3500})
    assert standing(sheet.match(match)).endswith("Equal: A, B; another round decides.")


def test_a_new_match_asks_until_it_can_be(tmp_path):
    out = session(
        ["1", "", "1", "x" * 61, "Six", "", "1", "Six", "A", "", "a", "B" * 41, "B", "C", "D", "E",
         "F", "3", "0", "1e3", "-5", "100,000", "9" * 5000, "4,000", "2", LEAVE, "2", "2", "3"],
        tmp_path,
    )  # fmt: skip
    assert "is longer than 60 letters" in out and "is longer than 40 letters" in out
    assert "a match has 2 to 6 sides" in out and "a plays already; enter another name" in out
    for said in ("0 is too small", "-5 is too small", "100,000 is too large"):
        assert f"{said}; the points to win go from 1 to 99,999" in out
    assert "'1e3' is no number" in out and f"{'9' * 20}... is too large; the points" in out
    (found,) = ScoreSheet(tmp_path / "tranca.db").matches()
    assert found.sides == tuple("ABCDEF") and (found.target, found.decks) == (4000, 3)
    out = session(["2", "2", "2", "1", CORRECT, HISTORY, LEAVE, "3"], tmp_path)
    assert "There is no round to correct yet." in out and "Nothing has been entered yet." in out


def test_the_first_menu_without_matches(tmp_path):
    out = session(["2", "3"], tmp_path)
    assert "There are no matches yet." in out and out.startswith("Score sheet of Tranca, kept in")


def test_a_match_of_six_people_goes_to_5000(tmp_path):
    session(["1", "Trios", "We", "They", "", "2", LEAVE, "3"], tmp_path)
    (found,) = ScoreSheet(tmp_path / "tranca.db").matches()
    assert (found.target, found.decks) == (5000, 3)


def test_csv_is_written_where_it_harms_nothing(tmp_path):
    """Not over the sheet itself, not over another file unasked; wrong places are told."""
    (tmp_path / "kept.csv").write_text("mine")
    out = session(
        [*FRIDAY, ENTER, POINTS, "5", POINTS, "10", EXPORT, "", EXPORT, "tranca.db", EXPORT,
         "kept.csv", "1", EXPORT, "no/a.csv", EXPORT, "a.csv", EXPORT, "a.csv", "2", LEAVE, "3"],
        tmp_path,
    )  # fmt: skip
    assert "tranca.db is the score sheet itself; name another file" in out
    assert "kept.csv is there already" in out and "there is no folder " in out
    assert out.count("Written: a.csv") == 2 and (tmp_path / "kept.csv").read_text() == "mine"
    assert (tmp_path / "a.csv").read_text() == '"round","Ana","Bob"\n1,5,10\n"total",5,10\n'


@pytest.mark.parametrize("length", range(0, 30, 3))
def test_the_end_of_input_leaves_cleanly_everywhere(length, tmp_path):
    script = [*FRIDAY, ENTER, CARDS, DIRTY, "", "2", "AS", "1", "2", "1", POINTS, "5", CORRECT,
              "1", "1", CARDS, "4H 4S 4D", "", "", "", "1", "1", "2"]  # fmt: skip
    session(script[:length], tmp_path)


def test_strange_answers_are_asked_again(tmp_path):
    strange = ["9" * 5000, "\x1b[A", "\u0663", "-", "0", ""]
    out = session([*strange, *FRIDAY, *strange, ENTER, *strange, POINTS, "٣", "5"], tmp_path)
    assert "is no choice; enter a number from 1 to 6" in out and "\x1b" not in out


def test_another_file_can_be_named(tmp_path):
    done = run("scoresheet", "tranca", "--file", "b.db", given="3\n", cwd=tmp_path)
    assert done.returncode == 0 and [p.name for p in tmp_path.iterdir()] == ["b.db"]


# --- kills, other programs, broken files ---------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX systems")
def test_a_kill_in_the_middle_of_a_round_loses_nothing_entered_before(tmp_path):
    program = subprocess.Popen(
        [sys.executable, "-u", "-m", "dealt", "scoresheet", "tranca"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=tmp_path,
    )  # fmt: skip
    answers = [*FRIDAY, ENTER, POINTS, "1625", CARDS, DIRTY]
    program.stdin.write("".join(f"{answer}\n" for answer in answers))
    program.stdin.flush()
    while "dirty canastra" not in program.stdout.readline():
        pass
    program.send_signal(signal.SIGKILL)
    program.wait()
    program.stdin.close()
    program.stdout.close()
    out = session(["2", "1", ENTER, POINTS, "-85", SHOW, LEAVE, "3"], tmp_path)
    assert "Ana 1,625, Bob 0. Round 1 is open: no points of Bob yet." in out
    assert "Ana 1,625, Bob -85. Ahead: Ana, 1,875 to 3,500." in out


WRITER = """
import sys
from dealt.storage import scoresheet
from dealt.storage.scoresheet import ScoreSheet
sheet = ScoreSheet(sys.argv[1])
match = sheet.matches()[0].id
while True:
    print(sheet.add_round(match, {"Ana": 1, "Bob": 2}), flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX systems")
def test_rounds_survive_a_kill_at_any_moment(tmp_path):
    """What was told to be saved is there, and no round is half there."""
    path = tmp_path / "tranca.db"
    match = ScoreSheet(path).new_match("x", ["Ana", "Bob"])
    dice = random.Random(7)
    for _ in range(6):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
        )
        first = int(writer.stdout.readline())
        threading.Timer(dice.random() * 0.05, writer.kill).start()
        told = [first, *(int(line) for line in writer.stdout if line.endswith("\n"))]
        writer.wait()
        writer.stdout.close()
        rounds = ScoreSheet(path).match(match).rounds
        assert rounds == [{"Ana": 1, "Bob": 2}] * len(rounds)
        assert told[-1] <= len(rounds) <= told[-1] + 1


def test_two_programs_write_one_after_the_other(tmp_path):
    path = tmp_path / "tranca.db"
    code = """
import sys
from dealt.storage import scoresheet
from dealt.storage.scoresheet import ScoreSheet
for number in range(10):
    ScoreSheet(sys.argv[1]).new_match(f"{number}", ["A", "B"])
"""
    writers = [subprocess.Popen([sys.executable, "-c", code, str(path)]) for _ in "ab"]
    assert [writer.wait(timeout=60) for writer in writers] == [0, 0]
    assert len(ScoreSheet(path).matches()) == 20


def test_a_file_that_another_program_holds_is_told(sheet, match, tmp_path):
    other = sqlite3.connect(tmp_path / "tranca.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageError, match=r"tranca.db is in use by another program; try again"):
        sheet.enter(match, 1, "Ana", 5)
    assert sheet.totals(match) == {"Ana": 0, "Bob": 0}
    other.execute("COMMIT")
    other.close()
    sheet.enter(match, 1, "Ana", 5)


def test_what_is_not_saved_can_be_tried_again(sheet, match, monkeypatch, capsys):
    typing(monkeypatch, [POINTS, "5", "1", "2"])
    desk = Desk(sheet, Console(live=False))

    def refuse(*_):
        raise StorageError("the disk is full")

    monkeypatch.setattr(sheet, "enter", refuse)
    desk.enter_round(sheet.match(match))
    out = capsys.readouterr().out
    assert out.count("the disk is full") == 2 and "Round 1 is open: Ana has no points yet." in out
    monkeypatch.undo()
    late = sheet.match(match)
    sheet.enter(match, 1, "Ana", 5)
    assert not desk.save_entry(sheet.enter, late, "Ana", (7, None))
    assert "meanwhile (Ana 5); the 7 typed here is not saved" in capsys.readouterr().out


def test_a_file_that_is_taken_away_is_told_and_not_made_again(sheet, match, tmp_path):
    (tmp_path / "tranca.db").unlink()
    with pytest.raises(StorageError, match="cannot use .*unable to open database file"):
        sheet.enter(match, 1, "Ana", 5)
    assert not list(tmp_path.iterdir())


def changed(path, *statements):
    """Change a database behind the back of the sheet."""
    other = sqlite3.connect(path)
    other.execute("PRAGMA ignore_check_constraints = ON")
    for statement in statements:
        other.execute(statement)
    other.commit()
    other.close()


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("PRAGMA user_version = 2", "is of a newer dealt: its tables have version 2, this reads 1"),
        ("PRAGMA application_id = 7", "is a database of another program, no score sheet"),
        ("UPDATE entries SET points = 'many'", "is damaged: CHECK constraint failed"),
        ("UPDATE entries SET round = 1000000000", "is damaged: CHECK constraint failed"),
        ("UPDATE matches SET target = -1", "is damaged: CHECK constraint failed"),
        ("DELETE FROM sides", "match 1 has not 2 to 6 sides"),
        ("DROP TABLE entries", "no such table: entries"),
        ("ALTER TABLE sides RENAME COLUMN place TO seat", "no such column: sides.place"),
    ],
)
def test_a_file_that_is_no_whole_sheet_is_told_in_one_line(sheet, match, tmp_path, statement, said):
    sheet.enter(match, 1, "Ana", 5)
    changed(tmp_path / "tranca.db", statement)
    done = run("scoresheet", "tranca", given="2\n1\n3\n", cwd=tmp_path)
    assert done.returncode == 2 and said in done.stderr and done.stderr.count("\n") == 1


def test_the_file_of_another_program_is_left_as_it_is(tmp_path):
    path = tmp_path / "tranca.db"
    changed(path, "CREATE TABLE birds (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(StorageError, match="is a database of another program"):
        ScoreSheet(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("data", [b"shopping list\n", b"x" * 5000, bytes(range(256)) * 40])
def test_a_file_that_is_no_database_is_told(data, tmp_path):
    (tmp_path / "tranca.db").write_bytes(data)
    done = run("scoresheet", "tranca", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == "dealt: tranca.db is no score sheet: file is not a database\n"
    assert (tmp_path / "tranca.db").read_bytes() == data


def test_an_empty_file_becomes_a_sheet(tmp_path):
    (tmp_path / "tranca.db").touch()
    assert ScoreSheet(tmp_path / "tranca.db").matches() == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (".", "cannot use .: it is a folder; name a file in it"),
        ("no/tranca.db", "cannot use no/tranca.db: there is no folder no"),
        ("x" * 300, "File name too long"),
    ],
)
def test_places_where_no_sheet_can_be_are_told(name, said, tmp_path):
    done = run("scoresheet", "tranca", "--file", name, cwd=tmp_path)
    assert done.returncode == 2 and said in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a pipe of POSIX systems")
def test_a_pipe_is_no_sheet(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(StorageError, match="not a file"):
        ScoreSheet(tmp_path / "pipe")


def test_a_read_only_place_is_told(sheet, match, tmp_path, monkeypatch):
    path = tmp_path / "tranca.db"
    monkeypatch.setattr(os, "access", lambda place, mode: Path(place) != path)
    with pytest.raises(StorageError, match=r"cannot use .*: .*tranca.db is read-only"):
        ScoreSheet(path)
    monkeypatch.setattr(os, "access", lambda place, mode: Path(place) == path)
    with pytest.raises(StorageError, match="is read-only"):
        ScoreSheet(path)
    monkeypatch.setattr(sheet, "_mode", "ro")
    with pytest.raises(StorageError, match="cannot write .*: it is read-only"):
        sheet.enter(match, 1, "Ana", 5)


def test_flipped_bytes_are_no_traceback(sheet, match, tmp_path):
    """Whatever is broken in the file: what can still be read is read, or one line says no."""
    sheet.add_round(match, {"Ana": 1625, "Bob": -85})
    sheet.enter(match, 2, "Ana", 5, json.dumps({"sequences": [DIRTY.split()]}))
    whole = (tmp_path / "tranca.db").read_bytes()
    used = [place for place, byte in enumerate(whole) if byte]
    dice = random.Random(3)
    refused = 0
    for number in range(150):
        data = bytearray(whole)
        for _ in range(dice.choice((1, 3))):
            data[dice.choice(used)] = dice.randrange(256)
        path = tmp_path / f"{number}.db"
        path.write_bytes(data[: dice.choice((len(data), len(data), dice.randrange(len(data))))])
        try:
            broken = ScoreSheet(path, wait=0.1)
            for found in broken.matches():
                assert standing(found) and table_of(found).rows and found.csv()
                assert all(cards_text(entry.cards or "") for entry in found.entries)
                broken.new_match("x", ["A", "B"])
        except DealtError as error:
            refused += 1
            said = str(error)
            assert len(said.splitlines()) == 1
    assert refused > 30
