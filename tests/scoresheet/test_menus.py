"""The menus of the score sheet, fed a script or typed."""

import json
import re

import pytest

from dealt.scoresheet.store import ScoreSheet
from dealt.scoresheet.terminal.desk import cards_text, standing
from tests.scoresheet.driver import (
    BACK,
    CARDS,
    CORRECT,
    DIRTY,
    ENTER,
    EXPORT,
    FRIDAY,
    HISTORY,
    LEAVE,
    POINTS,
    SHOW,
    desk_of,
    entered,
    run,
    session,
    typing,
)


def test_a_match_is_entered_by_cards_and_points(tmp_path):
    """As in the document: cards of one side, points of the other; then the sheet."""
    ana = [
        CARDS, DIRTY, "7D 8D 2H KD", "2", "joker", "KS KC KD", "", "x", "4H", "100", "2", "AS 1",
        "AS 3C", "1", "2", "1",
    ]  # fmt: skip
    bob = [POINTS, "x", "", POINTS, "123456", "-85"]
    out = session([*FRIDAY, ENTER, *ana, *bob, SHOW, HISTORY, LEAVE, "3"], tmp_path)
    assert "4H 5H 6H 7H 8H 9H 2C: run, dirty canastra" in out
    assert "7D 8D 2H KD: not a sequence: 9D, TD, JD and QD are missing" in out
    assert "unknown card 'joker'" in out and "dollars: 4H is not a red three" in out
    assert "dollars is '100': must be a number from 0 to 99" in out and "unknown card '1'" in out
    assert re.search(r"^total +410$", out, re.MULTILINE)
    assert "Warning: a final move with 2 cards in the hand" in out
    assert "Enter 410 points despite the errors?" in out and "Saved: round 1, Ana 410" in out
    assert "'x' is not a number: enter one such as 1625 or -85" in out
    assert "123456 is too large; points must be from -99,999 to 99,999" in out
    assert "Friday: Ana 410, Bob -85. Ahead: Ana; 3,090 more to reach 3,500." in out
    assert re.search(r"^to go +3090 +3585$", out, re.MULTILINE)
    assert f"from {DIRTY}; 7D 8D 2H KD; KS KC KD; dollars 2; hand AS 3C; morto used; final" in out
    (match,) = ScoreSheet(tmp_path / "tranca.db").matches()
    assert match.totals == {"Ana": 410, "Bob": -85}


@pytest.mark.parametrize(
    ("answers", "rounds"),
    [
        (["500", "-85"], [{"Ana": 500, "Bob": -85}]),
        (["bob 300"], [{"Bob": 300}]),
        (["Bob 300, Ana 1,625"], [{"Ana": 1625, "Bob": 300}]),
        ([ENTER, "500", "300"], [{"Ana": 500, "Bob": 300}]),
        ([ENTER, "b: 300", "500"], [{"Ana": 500, "Bob": 300}]),
        (["500", ENTER, "300"], [{"Ana": 500, "Bob": 300}]),
        (["500 300", CORRECT, "1", "Bob 40"], [{"Ana": 500, "Bob": 40}]),
        (["500 300", CORRECT, "1", "40 300"], [{"Ana": 40, "Bob": 300}]),
        (["500 300", CORRECT, "1", "bob", "40"], [{"Ana": 500, "Bob": 40}]),
        (["500 300", CORRECT, "1", "2", "Bob 40"], [{"Ana": 500, "Bob": 40}]),
        (["500", CORRECT, "1", "40"], [{"Ana": 40}]),
    ],
)
def test_points_are_taken_wherever_they_are_typed(tmp_path, answers, rounds):
    """At each menu, of one side or of all; a correction takes two answers."""
    session([*FRIDAY, *answers], tmp_path)
    assert ScoreSheet(tmp_path / "tranca.db").matches()[0].rounds == rounds


def test_invalid_points_are_explained(tmp_path):
    """At both menus while two sides have no points; then where one has, and at a correction."""
    out = session(
        [*FRIDAY, "x", ENTER, "1 625", "500 1 625", "9" * 9, "Anna 5", "z 5", POINTS, "5", "x",
         BACK, CORRECT, "1", "x", "2", "300", CORRECT, "x", "1", "77", "1", "7 8", "40"],
        tmp_path,
    )  # fmt: skip
    rest = "the points of Ana, or a whole round such as 500 300 (Ana, Bob)\n"
    for answer, last in (("x", 9), ("1 625", 4)):
        assert f"'{answer}' is not a valid choice; enter a number from 1 to {last}, {rest}" in out
    assert "3 numbers for 2 sides: enter one for each of Ana, Bob" in out
    assert "999999999 is too large; points must be from -99,999 to 99,999" in out
    assert "there is no side 'Anna' here" in out and "there is no side 'z' here; the sides" in out
    assert "'x' is not a valid choice; enter a number from 1 to 4, or the points of Bob\n" in out
    assert "enter a number from 1 to 2, or the points of Ana\n" in out
    assert "2 numbers for 1 side: enter the points of Ana" in out
    line = "a number from 1 to 3, new points such as Ana 500, or a whole round such as 500 300"
    assert f"'77' is not a valid choice; enter {line} (Ana, Bob)\n" in out
    assert "'x' is not a number: enter one such as 1625 or -85" in out
    assert "Round 1, Ana: instead of 5" in out and "Saved: round 1, Ana 40\n" in out


def test_right_cards_are_not_corrected(sheet, match, monkeypatch, capsys):
    """Only the side whose points are others has a new entry."""
    sheet.add_round(match, {"Ana": 5, "Bob": 50})
    typing(monkeypatch, [CORRECT, "1", "5 50", CORRECT, "1", "5 60", LEAVE])
    desk_of(sheet).keep(match)
    assert "Round 1 has these points already." in capsys.readouterr().out
    assert [(each.side, each.points) for each in sheet.match(match).entries][2:] == [("Bob", 60)]


WAYS = [*FRIDAY, ENTER, CARDS, "4H 5H 6H", "", "1", "AS", "1", "1", "1", "7", CORRECT, "1", "1"]


@pytest.mark.no_cover
@pytest.mark.parametrize("length", range(0, len(WAYS) + 1, 3))
def test_one_word_leaves_every_question(tmp_path, length):
    """With what was saved, as where the input ends."""
    word = "q" if length % 2 else "Quit"
    for folder, end in (("left", [word, "1", "2"]), ("ended", [])):
        (tmp_path / folder).mkdir()
        out = session([*WAYS[:length], *end], tmp_path / folder)
        assert out.count("run the same command to resume.") == 1
    left, ended = (
        [
            (each.title, each.rounds)
            for each in ScoreSheet(tmp_path / folder / "tranca.db").matches()
        ]
        for folder in ("left", "ended")
    )
    assert left == ended


def test_a_line_of_points_takes_the_minus_of_any_keyboard(sheet, match, monkeypatch):
    entries = entered(sheet, match, monkeypatch, ["\uff15\uff10\uff10 \u201385"])
    assert [entry.points for entry in entries] == [500, -85]


def test_leaving_says_where_the_points_are_saved(tmp_path):
    out = session([*FRIDAY, ENTER, POINTS, "5"], tmp_path)
    assert ScoreSheet(tmp_path / "tranca.db").matches()[0].rounds == [{"Ana": 5}]
    line = "All points saved so far are in tranca.db; run the same command to resume."
    assert out.endswith(f"\n{line}\n")


def test_cards_can_be_entered_again_before_they_count(tmp_path):
    again = [CARDS, "4H 5H", "1", "", "", "", "1", "1", "2"]
    session([*FRIDAY, ENTER, *again, POINTS, "5", BACK, LEAVE, "3"], tmp_path)
    match = ScoreSheet(tmp_path / "tranca.db").matches()[0]
    assert match.rounds == [{"Ana": 5}]


@pytest.mark.parametrize(
    ("typed", "points"),
    [("1625", 1625), ("1,625", 1625), ("1.625", 1625), ("-1.625", -1625), ("\u221285", -85),
     ("+12,345", 12345), ("007", 7), ("\u201385", -85), ("\u201485", -85), ("\uff0d85", -85),
     ("\uff0b\uff11\uff0c\uff16\uff12\uff15", 1625)],
)  # fmt: skip
def test_numbers_are_read_with_separators_in_their_places(sheet, match, monkeypatch, typed, points):
    assert entered(sheet, match, monkeypatch, [POINTS, typed, BACK])[0].points == points


@pytest.mark.parametrize(
    "typed", ["1,5", "1.5", "1,62", "1,6255", "16,25", "1,625.000", "1234,567", ",625", "0,625",
              "1,,625", "1,625,", "1 625", "--5", "5-", "1_000", "٣"]
)  # fmt: skip
def test_misplaced_separators_do_not_make_a_number(sheet, match, monkeypatch, capsys, typed):
    assert not entered(sheet, match, monkeypatch, [POINTS, typed, "", BACK])
    message = f"{typed!r} is not a number: enter one such as 1625 or -85"
    assert message in capsys.readouterr().out


def test_an_empty_line_takes_the_points_to_win_that_are_shown(tmp_path):
    out = session(["1", "x", "A", "B", "", "3", "", "2", LEAVE, "3"], tmp_path)
    assert "Points to win (empty line: 3,500): " in out
    (match,) = ScoreSheet(tmp_path / "tranca.db").matches()
    assert (match.target, match.decks) == (3500, 3)


ALL_CARDS = ["4H 5H 6H", "4H 5H", "2", "", "2", "AS", "1", "2", "1"]  # of a side, to the end


@pytest.mark.parametrize("length", range(len(ALL_CARDS)))
def test_back_leads_from_every_question_about_cards_to_the_first(
    sheet, match, monkeypatch, capsys, length
):
    answers = [CARDS, *ALL_CARDS[:length], "Back", POINTS, "5", BACK]
    assert entered(sheet, match, monkeypatch, answers)[0].points == 5
    out = capsys.readouterr().out
    assert out.count("Round 1, Ana\n1. Enter the points") == 2
    assert "Type back at any question about the cards to go back." in out


def test_sequences_are_kept_while_cards_are_entered_again(sheet, match, monkeypatch, capsys):
    first = [CARDS, "4H 5H 6H", "KS KC KD", "", "", "AS", "1", "1", "2"]
    again = [CARDS, "3", "1", "4D 5D 6D", "back"]
    last = [CARDS, "1", "", "", "", "1", "1", "1", BACK]
    (entry,) = entered(sheet, match, monkeypatch, [*first, *again, *last])
    assert cards_text(entry.cards) == "KS KC KD; 4D 5D 6D; morto used"
    out = capsys.readouterr().out
    assert "Sequences entered before\n1. Keep them all\n2. Take them all out\n3. Take out 4H" in out
    assert "4. Take out KS KC KD" in out


def test_typed_sequences_are_not_lost_silently(sheet, match, monkeypatch, capsys):
    """Staying leads to the menu again, with all that was typed."""
    answers = [CARDS, "4H 5H 6H", "back", BACK, "1", CARDS, "1", "", "", "", "1", "1", "1"]
    (entry, *_) = entered(sheet, match, monkeypatch, [*answers, POINTS, "5"])
    assert cards_text(entry.cards) == "4H 5H 6H; morto used"
    printed = capsys.readouterr().out
    assert printed.count("The sequences you typed will be lost.\n1. Stay\n2. Leave") == 1
    other = sheet.new_match("Saturday", ["Ana", "Bob"])
    assert not entered(sheet, other, monkeypatch, [CARDS, "4H 5H 6H", "back", BACK, "2"])


def test_dollars_among_the_sequences_are_not_asked_about_again(sheet, match, monkeypatch):
    """What is asked then is which there are beside them."""
    prompts = typing(monkeypatch, [CARDS, "3H 3D", "", "", "", "1", "1", "1", BACK])
    desk_of(sheet).enter_round(sheet.match(match))
    assert "More dollars besides 3H 3D: how many or which (empty line: none): " in prompts
    (entry,) = sheet.match(match).entries
    cards = json.loads(entry.cards)
    assert cards["sequences"] == [["3H", "3D"]] and cards["dollars"] == 0


def test_points_entered_elsewhere_meanwhile_are_shown(sheet, match, monkeypatch, capsys):
    """The sheet is read after the choice, which may be long in coming."""
    other = ScoreSheet(sheet.path)
    answers = iter([SHOW, LEAVE])

    def answer(prompt=""):
        if not other.match(match).entries:
            for side in ("Ana", "Bob"):
                other.enter(match, 1, side, 100)
        return next(answers)

    monkeypatch.setattr("builtins.input", answer)
    desk_of(sheet).keep(match)
    assert re.search(r"^total +100 +100$", capsys.readouterr().out, re.MULTILINE)


def test_all_sequences_can_be_taken_out(sheet, match, monkeypatch):
    answers = [CARDS, "4H 5H 6H", "KS KC KD", "back", CARDS, "2", "7C 7D 7H", "", "", "", "1", "1",
               "1", BACK]  # fmt: skip
    (entry,) = entered(sheet, match, monkeypatch, answers)
    assert cards_text(entry.cards) == "7C 7D 7H; morto used"


@pytest.mark.parametrize(
    "others", [{"Ana": 500}, {"Ana": 500, "Bob": 700}, {"Ana": 5000, "Bob": 7}]
)
def test_a_round_entered_elsewhere_meanwhile_is_announced(
    sheet, match, monkeypatch, capsys, others
):
    """Unsaved points stay out of the file, and the list of missing points stays true."""

    def between():
        for side, points in others.items():
            ScoreSheet(sheet.path).enter(match, 1, side, points)
        return "600"

    entries = entered(sheet, match, monkeypatch, [POINTS, between])
    assert {entry.side: entry.points for entry in entries} == others
    out = capsys.readouterr().out
    assert "Round 1 is open" not in out and "is to be entered next" not in out
    assert out.splitlines()[-1] == (
        f"somebody else has entered round 1 meanwhile (Ana {others['Ana']}). The 600 typed here "
        "is not saved; use Correct a round"
    )


def test_going_back_shows_the_current_state(sheet, match, monkeypatch, capsys):
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
    desk_of(sheet).keep(match)
    out = capsys.readouterr().out
    assert "meanwhile (Ana 500). The 600 typed here is not saved; use Correct a round\n" in out
    assert "Friday: Ana 500, Bob 700. Ahead: Bob; 2,800 more to reach 3,500." in out


def test_a_match_is_taken_up_again_and_won(tmp_path):
    """A round left open goes on; the winner is announced; another round is refused."""
    session([*FRIDAY, ENTER, POINTS, "3,600", BACK, LEAVE, "3"], tmp_path)
    out = session(
        ["2", "1", ENTER, POINTS, "0", SHOW, ENTER, CORRECT, "2", "1", "2", POINTS, "3,700",
         CORRECT, "1", "3", CORRECT, "", LEAVE, "2", "2", "3"],
        tmp_path,
    )  # fmt: skip
    assert "1. Friday: Ana 3,600, Bob 0. Round 1 is open: no points for Bob yet." in out
    assert "Round 1, Ana" not in out and "Saved: round 1, Bob 0" in out
    assert "Won by Ana." in out and "Won by Ana; rounds can only be corrected." in out
    assert (
        "2 is too large; rounds are numbered 1 to 1" in out and "Round 1, Bob: instead of 0" in out
    )
    assert "Friday: Ana 3,600, Bob 3,700. Won by Bob." in out


def test_equal_points_are_reported(tmp_path):
    sheet = ScoreSheet(tmp_path / "tranca.db")
    match = sheet.new_match("x", ["A", "B"])
    sheet.add_round(match, {"A": 5, "B": 5})
    assert standing(sheet.match(match)) == "A 5, B 5. Tied: A, B; 3,495 more to reach 3,500."
    sheet.add_round(match, {"A": 3500, "B": 3500})
    assert standing(sheet.match(match)).endswith("Tied: A, B; one more round decides.")


def test_a_new_match_asks_until_it_can_be(tmp_path):
    out = session(
        ["1", "", "1", "x" * 61, "Six", "", "1", "Six", "A", "", "a", "B" * 41, "B", "C", "D", "E",
         "F", "3", "0", "1e3", "-5", "100,000", "9" * 5000, "4,000", "2", LEAVE, "2", "2", "3"],
        tmp_path,
    )  # fmt: skip
    assert "is longer than 60 letters" in out and "is longer than 40 letters" in out
    assert "a match has 2 to 6 sides" in out and "a is already playing; enter another name" in out
    for message in ("0 is too small", "-5 is too small", "100,000 is too large"):
        assert f"{message}; the points to win must be 1 to 99,999" in out
    assert "'1e3' is not a number" in out and f"{'9' * 20}... is too large; the points" in out
    (match,) = ScoreSheet(tmp_path / "tranca.db").matches()
    assert match.sides == tuple("ABCDEF") and (match.target, match.decks) == (4000, 3)
    out = session(["2", "2", "2", "1", CORRECT, HISTORY, LEAVE, "3"], tmp_path)
    assert "There is no round to correct yet." in out and "Nothing has been entered yet." in out


def test_the_first_menu_without_matches(tmp_path):
    out = session(["2", "3"], tmp_path)
    assert "There are no matches yet." in out and out.startswith("Score sheet of Tranca, kept in")


def test_a_match_of_six_people_goes_to_5000(tmp_path):
    session(["1", "Trios", "We", "They", "", "2", LEAVE, "3"], tmp_path)
    (match,) = ScoreSheet(tmp_path / "tranca.db").matches()
    assert (match.target, match.decks) == (5000, 3)


def test_csv_is_written_where_it_harms_nothing(tmp_path):
    """Not over the sheet itself, nor over another file unasked; wrong places get a message."""
    (tmp_path / "kept.csv").write_text("mine")
    out = session(
        [*FRIDAY, ENTER, POINTS, "5", POINTS, "10", EXPORT, "", EXPORT, "tranca.db", EXPORT,
         "kept.csv", "1", EXPORT, "no/a.csv", EXPORT, "a.csv", EXPORT, "a.csv", "2", LEAVE, "3"],
        tmp_path,
    )  # fmt: skip
    assert "tranca.db is the score sheet itself; name another file" in out
    assert "kept.csv already exists" in out and "there is no folder " in out
    assert out.count("Written to a.csv") == 2 and (tmp_path / "kept.csv").read_text() == "mine"
    assert (tmp_path / "a.csv").read_text() == '"round","Ana","Bob"\n1,5,10\n"total",5,10\n'


@pytest.mark.no_cover
@pytest.mark.parametrize("length", range(0, 30, 3))
def test_the_end_of_input_leaves_cleanly_everywhere(length, tmp_path):
    script = [*FRIDAY, ENTER, CARDS, DIRTY, "", "2", "AS", "1", "2", "1", POINTS, "5", CORRECT,
              "1", "1", CARDS, "4H 4S 4D", "", "", "", "1", "1", "2"]  # fmt: skip
    session(script[:length], tmp_path)


def test_strange_answers_are_asked_again(tmp_path):
    strange = ["9" * 5000, "\x1b[A", "\u0663", "-", "0", ""]
    out = session([*strange, *FRIDAY, *strange, ENTER, *strange, POINTS, "٣", "5"], tmp_path)
    assert "is not a valid choice; enter a number from 1 to 7" in out and "\x1b" not in out


def test_another_file_can_be_named(tmp_path):
    result = run("scoresheet", "tranca", "--file", "b.db", typed="3\n", cwd=tmp_path)
    assert result.returncode == 0 and [p.name for p in tmp_path.iterdir()] == ["b.db"]
