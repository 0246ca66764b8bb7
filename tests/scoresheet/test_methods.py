"""The score sheet from Python: rounds, corrections, winners, what is refused."""

import csv
import io
import json

import pytest

from dealt.errors import ScoreError, SetupError
from dealt.scoresheet import store
from dealt.scoresheet.leaderboard import no_formula
from dealt.scoresheet.terminal.desk import cards_text, standing, table_of
from tests.scoresheet.driver import DIRTY


def test_rounds_are_added_up(sheet, match):
    assert sheet.add_round(match, {"Bob": -85, "Ana": 1625}) == 1
    assert sheet.add_round(match, {"Ana": 100, "Bob": 1000}) == 2
    assert sheet.match(match).rounds == [{"Ana": 1625, "Bob": -85}, {"Ana": 100, "Bob": 1000}]
    assert sheet.match(match).totals == {"Ana": 1725, "Bob": 915}
    assert sheet.match(match).leaders == ["Ana"] and sheet.match(match).winner is None


def test_a_correction_counts_and_the_old_entry_is_kept(sheet, match):
    sheet.add_round(match, {"Ana": 300, "Bob": 200})
    sheet.correct_round(match, 1, "Ana", 350, "{}")
    sheet.correct_round(match, 1, "Ana", 355)
    assert sheet.match(match).totals == {"Ana": 355, "Bob": 200}
    entries = [(e.side, e.points, e.cards, e.counts) for e in sheet.match(match).entries]
    assert entries == [
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
    assert sheet.match(match).winner == winner


def test_a_match_that_is_won_takes_no_more_rounds_until_it_is_corrected(sheet, match):
    sheet.add_round(match, {"Ana": 4000, "Bob": 0})
    with pytest.raises(SetupError, match="Friday is won by Ana; rounds can only be corrected"):
        sheet.add_round(match, {"Ana": 1, "Bob": 0})
    sheet.correct_round(match, 1, "Ana", 400)
    assert sheet.add_round(match, {"Ana": 1, "Bob": 0}) == 2


def test_a_round_is_entered_side_by_side(sheet):
    match = sheet.new_match("Trios", ["A", "B", "C"], target=5000, decks=3)
    sheet.enter(match, 1, "B", 6000)
    match_now = sheet.match(match)
    assert (
        match_now.waiting == ["A", "C"] and match_now.open_round == 1 and match_now.winner is None
    )
    assert "Round 1 is open: no points for A and C yet." in standing(match_now)
    with pytest.raises(SetupError, match="B already has points in round 1; correct them instead"):
        sheet.enter(match, 1, "B", 5)
    with pytest.raises(SetupError, match="round 1 is to be entered next, not round 2"):
        sheet.enter(match, 2, "A", 5)
    with pytest.raises(SetupError, match="B already has points in round 1"):
        sheet.add_round(match, {"A": 1, "B": 2, "C": 3})
    assert sheet.match(match) == match_now
    sheet.enter(match, 1, "A", 0)
    sheet.enter(match, 1, "C", 0)
    with pytest.raises(SetupError, match="is won by B"):
        sheet.enter(match, 1, "A", 5)
    sheet.correct_round(match, 1, "B", 600)
    with pytest.raises(SetupError, match="A already has points in round 1; correct them instead"):
        sheet.enter(match, 1, "A", 5)
    sheet.correct_round(match, 1, "B", 6000)
    assert sheet.match(match).winner == "B" and (match_now.target, match_now.decks) == (5000, 3)


@pytest.mark.parametrize(
    ("arguments", "message"),
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
def test_invalid_matches_are_refused(sheet, arguments, message):
    with pytest.raises(SetupError) as caught:
        sheet.new_match(*arguments)
    assert message in str(caught.value) and not sheet.matches()


@pytest.mark.parametrize("target", [0, -5, 10**6, 3500.0, "3500", True])
def test_invalid_targets_are_refused(sheet, target):
    with pytest.raises(SetupError, match="the target must be 1 to 99999"):
        sheet.new_match("x", ["A", "B"], target=target)
    with pytest.raises(SetupError, match="the number of decks must be 2 or 3"):
        sheet.new_match("x", ["A", "B"], decks=4)


@pytest.mark.parametrize("points", [10**5, -(10**5), 1.5, "5", None, True])
def test_impossible_points_are_refused_and_not_saved(sheet, match, points):
    with pytest.raises(ScoreError, match="points must be a whole number from -99999 to 99999"):
        sheet.add_round(match, {"Ana": 5, "Bob": points})
    assert not sheet.match(match).entries


def test_a_sheet_has_so_many_rounds(sheet, match, monkeypatch):
    monkeypatch.setattr(store, "MOST_ROUNDS", 1)
    sheet.add_round(match, {"Ana": 1, "Bob": 2})
    with pytest.raises(SetupError, match="a sheet has at most 1 rounds"):
        sheet.add_round(match, {"Ana": 1, "Bob": 2})


def test_a_missing_entry_is_named(sheet, match):
    with pytest.raises(SetupError, match="there is no match 9"):
        sheet.match(9)
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
    rows = list(csv.reader(io.StringIO(sheet.match(match).csv())))
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
    table = table_of(sheet.match(match))
    assert table.rows == (
        (1, "1625", "85*"), (2, "-", "5"), ("total", 1625, 90), ("to go", 1875, 3410),
    )  # fmt: skip
    assert table.notes[1].startswith("* corrected")


def test_cards_of_an_entry_are_read_again():
    cards = {"sequences": [DIRTY.split()], "dollars": 2, "hand": ["AS"], "morto": "used"}
    assert cards_text(json.dumps(cards)) == f"{DIRTY}; dollars 2; hand AS; morto used"
    assert cards_text('{"dollars": ["3H"]}') == "dollars 3H; morto none"
    for broken in ("", "x", "{", '{"sequences": 1}', '{"sequences": [1]}', '{"dollars": null}'):
        assert cards_text(broken).startswith("unreadable cards: ")
