"""Evenings at a table: the rules they are played by, the seats, and whose deal it is."""

import sqlite3
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealt.cli import scores
from dealt.errors import SetupError, StorageError
from dealt.games.tranca.house import PRESETS, TRANCA, house_rules
from dealt.scoresheet.archive import played_matches
from dealt.scoresheet.evening import Evening
from dealt.scoresheet.store import ScoreSheet
from tests.program import run
from tests.scoresheet.driver import CARDS, ENTER, FRIDAY, LEAVE, SHOW, session
from tests.scoresheet.test_leaderboard import OLD

PAIRS = [("Ana", "Bia"), ("Caio", "Duda")]
tables = st.sampled_from(
    [[("A",), ("B",)], [("A",), ("B",), ("C",)], PAIRS, [tuple("ACE"), tuple("BDF")],
     [("A", "C"), ("B", "D", "E")], [(name,) for name in "ABCDEF"]]
)  # fmt: skip


def names(evening, players):
    return [seat.name for seat in evening.seats(players)]


@given(tables, st.integers(0, 5), st.integers(1, 40))
def test_the_deal_goes_round_and_who_starts_deals_next(players, first, number):
    """As in section 6: who plays first sits left of the dealer and is the next to deal."""
    seats = len(Evening().seats(players))
    evening = Evening().dealt_by(first % seats, 1)
    deal, following = evening.deal(players, number), evening.deal(players, number + 1)
    assert following.dealer == deal.starts == (deal.dealer + 1) % seats
    assert deal.mortos == (deal.dealer - 1) % seats
    assert evening.deal(players, number + seats) == deal
    assert evening.dealt_by(0, number).deal(players, number).dealer == 0


@given(tables, st.data())
def test_people_swap_seats_and_partners_stay_opposite(players, data):
    evening = Evening()
    seats = len(evening.seats(players))
    for one, other in data.draw(st.lists(st.tuples(*[st.integers(0, seats - 1)] * 2), max_size=6)):
        before = evening.seats(players)
        try:
            evening = evening.swapped(players, one, other)
        except SetupError:
            assert before[one].side != before[other].side
            continue
        assert evening.seats(players)[one] == before[other]
    sides = [seat.side for seat in evening.seats(players)]
    assert sorted(names(evening, players)) == sorted(name for side in players for name in side)
    if len({len(side) for side in players}) == 1:
        assert sides == sides[: len(players)] * len(players[0])
        assert len(players[0]) == 1 or sorted(sides[: len(players)]) == [*range(len(players))]


def test_seats_that_no_longer_fit_are_as_entered():
    evening = Evening().swapped(PAIRS, 1, 3)
    assert names(evening, PAIRS) == ["Ana", "Duda", "Bia", "Caio"]
    assert names(evening, [("Ana",), ("Caio",)]) == ["Ana", "Caio"]
    with pytest.raises(SetupError, match="partners sit opposite"):
        evening.swapped(PAIRS, 0, 1)
    with pytest.raises(SetupError, match="seats are numbered 1 to 4"):
        evening.swapped(PAIRS, 0, 4)


def test_an_evening_is_stored_with_its_rules(sheet):
    begun = "2026-11-26T20:30:00+00:00"
    evening = Evening(PRESETS["canasta"].rules, begun, dealer=2)
    match = sheet.new_match("x", ["Ana & Bia", "Caio & Duda"], target=5000, evening=evening)
    assert sheet.match(match).evening == evening
    changed = replace(evening.swapped(PAIRS, 1, 3), rules=house_rules({"clean": 300}))
    sheet.change_evening(match, changed, 4000)
    stored = ScoreSheet(sheet.path).match(match)
    assert (stored.evening, stored.target) == (changed, 4000)
    assert [seat.name for seat in stored.seats] == ["Ana", "Duda", "Bia", "Caio"]
    assert stored.deal.dealer == 2
    with pytest.raises(SetupError, match="the target must be"):
        sheet.change_evening(match, evening, 0)


def test_a_new_evening_of_the_same_people_goes_on_with_the_deal(sheet):
    rules = PRESETS["buraco-open"].rules
    first = sheet.new_match(
        "Thursday", ["Bears", "Caio & Duda"], target=3000, players={"Bears": ["Ana", "Bia"]},
        evening=Evening(rules, dealer=3),
    )  # fmt: skip
    sheet.add_round(first, {"Bears": 100, "Caio & Duda": 50})
    again = sheet.match(sheet.play_again(first))
    before = sheet.match(first)
    assert (again.title, again.sides, again.target) == ("Thursday", before.sides, 3000)
    assert again.players == before.players and again.evening.rules == rules
    assert again.deal == before.deal and again.deal.dealer == 0
    assert not again.entries and again.evening.begun >= before.evening.begun


def test_an_older_sheet_has_the_rules_of_the_document(tmp_path):
    """It takes others, too; an older dealt goes on reading it."""
    path = tmp_path / "tranca.db"
    other = sqlite3.connect(path)
    other.executescript(OLD)
    other.close()
    match = ScoreSheet(path).match(1)
    assert match.evening == Evening() and match.evening.rules == TRANCA
    assert [seat.name for seat in match.seats] == ["Ana", "Bears", "Bia"]
    ScoreSheet(path).change_evening(1, Evening(PRESETS["canasta"].rules))
    assert ScoreSheet(path).match(1).evening.rules == PRESETS["canasta"].rules
    other = sqlite3.connect(path)
    assert other.execute("PRAGMA user_version").fetchone() == (1,)
    other.execute("""UPDATE evenings SET data = '{"rules": {"clane": 3}}'""")
    other.commit()
    other.close()
    with pytest.raises(StorageError, match="the rules of match 1 cannot be read: .* mean clean"):
        ScoreSheet(path).match(1)


# --- at a terminal

RULES, SEATS, AGAIN = "8", "9", "7"  # of the menu of a match, and of the first one


def test_the_rules_of_another_game_are_chosen_by_a_menu(tmp_path):
    """They stand on the sheet with what must be laid at first, and count the cards."""
    jokers = ["KS KD KH KC KS joker 2H", "", "", "", "1"]  # dollars, hand, no final move
    answers = [*FRIDAY, RULES, "4", SHOW, ENTER, CARDS, *jokers, "1", "310", RULES, "5",
               "clean=600", "", RULES, "9", "6", LEAVE, "3"]  # fmt: skip
    out = session(answers, tmp_path)
    assert "Source: pagat.com/rummy/canasta.html" in out and "Going out concealed" in out
    assert "Rules: Canasta, classic\nFirst meld minimum: Ana 50, Bob 50" in out
    assert "Friday, to 5,000" in out and "Saved: round 1, Ana 420" in out
    assert "Morto\n" not in out.partition("Enter 420 points?")[0].partition("Made the final")[0]
    assert (
        "Rules: Canasta, classic, with changes\n  a clean canastra, without a stand-in: 600" in out
    )
    assert "Points entered before keep their value. Correct" in out
    match = ScoreSheet(tmp_path / "tranca.db").match(1)
    assert match.evening.rules == replace(PRESETS["canasta"].rules, clean=600)
    (played,) = played_matches(ScoreSheet(tmp_path / "tranca.db"))
    assert played.sides[0].rounds[0].counts.dirty == 1


def test_seats_and_the_deal_are_changed_by_a_menu(tmp_path):
    pairs = ["1", "Thursday", "Ana & Bia", "Caio & Duda", "", "1"]
    answers = [*pairs, SEATS, "5", "1 2", "x", "2 4", SEATS, "3", "500 300", SHOW, LEAVE,
               AGAIN, "1", SHOW, LEAVE, "3"]  # fmt: skip
    out = session(answers, tmp_path)
    assert "The seats, clockwise: 1. Ana, 2. Caio, 3. Bia, 4. Duda" in out
    assert "partners sit opposite each other" in out and "enter two numbers of seats, 1 to 4" in out
    assert "Round 1: Ana deals, Duda plays first" in out
    assert "Round 1: Bia deals, Caio plays first" in out
    assert "Round 2: Caio deals, Ana plays first\nRules: Tranca" in out
    assert out.rstrip().count("Round 1: Caio deals, Ana plays first") == 1  # the new evening


def test_new_matches_begin_with_the_rules_that_are_asked_for(tmp_path):
    typed = "".join(f"{answer}\n" for answer in [*FRIDAY, SHOW, LEAVE, "3"])
    command = ("scoresheet", "tranca", "--rules", "buraco-open")
    out = run(*command, typed=typed, cwd=tmp_path).stdout
    assert "1. 3,000 points: 2 to 4 people, two decks" in out and "Rules: Buraco, open" in out
    wrong = run("scoresheet", "tranca", "--rules", "buraco-opne", cwd=tmp_path)
    assert wrong.returncode == 2 and "did you mean buraco-open?" in wrong.stderr
    file = tmp_path / "round.txt"
    file.write_text("Ks Kd Kh Kc Ks joker 2h\nhand: As\n")
    assert "400" in run("score", "tranca", str(file), "--rules", "canasta", cwd=tmp_path).stdout
    assert run("score", "tranca", str(file), cwd=tmp_path).returncode == 2


def test_the_command_line_knows_all_presets():
    assert list(scores.RULES) == list(PRESETS)
