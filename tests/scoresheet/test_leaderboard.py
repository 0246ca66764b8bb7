"""Results over all matches of a score sheet, the players of its sides, rounds in one line."""

import csv
import io
import json
import re
import sqlite3
from pathlib import Path

import pytest

from dealt.errors import SetupError
from dealt.scoresheet.archive import played_matches
from dealt.scoresheet.standings import players
from dealt.scoresheet.store import ScoreSheet
from tests.scoresheet.driver import (
    BACK,
    CARDS,
    CORRECT,
    ENTER,
    FRIDAY,
    LEAVE,
    POINTS,
    desk_of,
    entered,
    run,
    session,
    typing,
)

PLAYERS = "7"  # of the menu of a match
LEADERBOARD, STATISTICS, PARTNERS = "456"  # of the first menu
KEPT = json.dumps(
    {"sequences": ["4H 5H 6H 7H 8H 9H TH"], "dollars": 2, "hand": "3C", "morto": "used"}
)
# as a score sheet was made before the players of a side could be kept
OLD = """
CREATE TABLE matches (id INTEGER NOT NULL, title VARCHAR NOT NULL, target INTEGER NOT NULL,
    decks INTEGER NOT NULL, PRIMARY KEY (id), CHECK (typeof(title) = 'text'),
    CHECK (typeof(target) = 'integer' AND target > 0), CHECK (decks IN (2, 3)));
CREATE TABLE sides (id INTEGER NOT NULL, match_id INTEGER NOT NULL, place INTEGER NOT NULL,
    name VARCHAR NOT NULL, PRIMARY KEY (id), UNIQUE (match_id, place), UNIQUE (match_id, name),
    CHECK (typeof(name) = 'text'), FOREIGN KEY(match_id) REFERENCES matches (id));
CREATE TABLE entries (id INTEGER NOT NULL, side_id INTEGER NOT NULL, round INTEGER NOT NULL,
    points INTEGER NOT NULL, cards VARCHAR, PRIMARY KEY (id),
    CHECK (typeof(round) = 'integer' AND round BETWEEN 1 AND 999),
    CHECK (typeof(points) = 'integer'), CHECK (typeof(cards) IN ('text', 'null')),
    FOREIGN KEY(side_id) REFERENCES sides (id));
CREATE TABLE photos (id INTEGER NOT NULL, entry_id INTEGER NOT NULL, shows VARCHAR NOT NULL,
    picture BLOB NOT NULL, read VARCHAR NOT NULL, corrected VARCHAR NOT NULL, PRIMARY KEY (id),
    CHECK (typeof(shows) = 'text'), CHECK (typeof(picture) = 'blob'),
    CHECK (typeof(read) = 'text'), CHECK (typeof(corrected) = 'text'),
    FOREIGN KEY(entry_id) REFERENCES entries (id));
INSERT INTO matches VALUES (1, 'Friday', 3500, 2);
INSERT INTO sides VALUES (1, 1, 0, 'Ana & Bia'), (2, 1, 1, 'Bears');
INSERT INTO entries VALUES (1, 1, 1, 3600, NULL), (2, 2, 1, 5, NULL);
PRAGMA application_id = 1414680131;
PRAGMA user_version = 1;
"""


def board(folder, *options):
    """What a table of results over all matches prints."""
    result = run("scoresheet", "tranca", *options, cwd=folder)
    assert result.returncode == 0 and not result.stderr
    return result.stdout


# --- players ----------------------------------------------------------------


def test_an_old_sheet_is_opened_and_takes_players(tmp_path):
    path = tmp_path / "tranca.db"
    other = sqlite3.connect(path)
    other.executescript(OLD)
    other.close()
    sheet = ScoreSheet(path)
    assert sheet.match(1).players == {"Ana & Bia": ("Ana", "Bia"), "Bears": ("Bears",)}
    sheet.name_players(1, "Bears", ["Caio", "Duda"])
    (match,) = played_matches(ScoreSheet(path))
    assert [side.players for side in match.sides] == [("Ana", "Bia"), ("Caio", "Duda")]
    assert [side.has_won for side in match.sides] == [True, False]
    other = sqlite3.connect(path)  # an older dealt goes on reading it
    assert other.execute("PRAGMA user_version").fetchone() == (1,)
    other.close()


def test_players_are_named_for_a_side_and_named_again(sheet):
    match = sheet.new_match("x", ["Bears", "Ana"], players={"Bears": ["Caio", "Duda"]})
    assert sheet.match(match).players["Bears"] == ("Caio", "Duda")
    sheet.name_players(match, "Bears", ["Eva", "Caio"])
    assert sheet.match(match).players == {"Bears": ("Eva", "Caio"), "Ana": ("Ana",)}
    sheet.name_players(match, "Bears", [])
    assert sheet.match(match).players["Bears"] == ("Bears",)


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ({"Cats": ["Ana"]}, "'Cats' does not play in x; Bears and Lions do"),
        ({"Bears": [""]}, "a name must not be empty"),
        ({"Bears": ["Ana", "ana"]}, "ana is already playing; enter another name"),
        ({"Bears": ["Ana"], "Lions": ["ANA"]}, "ANA is already playing"),
        ({"Bears": list("ABCDEFG")}, "a side has at most 6 players"),
    ],
)
def test_invalid_players_are_refused(sheet, players, message):
    with pytest.raises(SetupError, match=re.escape(message)):
        sheet.new_match("x", ["Bears", "Lions"], players=players)
    assert not sheet.matches()


def test_a_team_names_its_players_at_the_menus(tmp_path):
    out = session(
        ["1", "x", "Bears:", "Bears: Ana, Bia", "Lions: bia", "Caio", "", "1",
         PLAYERS, "2", " , ", "Caio, Ana", "Caio e Duda", PLAYERS, "3", PLAYERS, "1", "", LEAVE,
         "3"],
        tmp_path,
    )  # fmt: skip
    assert out.count("no players after the colon: enter them as in Bears: Ana, Bia") == 2
    assert out.count("is already playing; enter another name") == 2
    assert "1. Bears: Ana, Bia\n2. Caio: Caio\n3. Back" in out
    assert "Saved: players of Caio: Caio and Duda" in out
    (match,) = ScoreSheet(tmp_path / "tranca.db").matches()
    assert match.players == {"Bears": ("Ana", "Bia"), "Caio": ("Caio", "Duda")}


# --- results ----------------------------------------------------------------


@pytest.fixture
def evenings(sheet):
    """A match that is won, after a correction, by Ana and Bia; and one that goes on."""
    first = sheet.new_match("May", ["Ana & Bia", "Bears"], players={"Bears": ["Caio", "Duda"]})
    sheet.add_round(first, {"Ana & Bia": 600, "Bears": 300}, {"Ana & Bia": KEPT})
    sheet.correct_round(first, 1, "Ana & Bia", 3600, KEPT)
    second = sheet.new_match("June", ["Ana", "Caio"])
    sheet.enter(second, 1, "Caio", -85, "cards that nobody can read")
    return sheet


def test_corrected_rounds_count_as_corrected(evenings):
    rows = {row.name: row for row in players(played_matches(evenings))}
    ana, caio = rows["Ana"], rows["Caio"]
    assert (ana.points, len(ana.rounds), ana.won, ana.unfinished) == (3600, 1, 1, 0)
    assert (ana.total("clean"), ana.total("dollars"), ana.total("trancas")) == (1, 2, 1)
    assert (caio.points, len(caio.rounds), caio.matches, caio.unfinished) == (215, 2, 1, 1)
    assert not caio.counted  # of cards that cannot be read the points count


def test_results_are_tables_csv_and_json(evenings, tmp_path):
    out = board(tmp_path, "--leaderboard", "--statistics", "--partners")
    titles = re.findall(r"^(?:Leader|Statis|Partn|Oppon).*$", out, re.MULTILINE)
    assert titles == [
        "Leaderboard of the players", "Leaderboard of the teams", "Statistics of the players",
        "Statistics of the teams", "Partners", "Opponents",
    ]  # fmt: skip
    assert re.search(r"^ +1 +Ana +1 +1 +1 +3600 +3600 +3600$", out, re.MULTILINE)
    assert re.search(r"^Ana +1 of 1 +1 +0 +0 +2 +1 +1 +0 +0$", out, re.MULTILINE)
    rows = list(csv.DictReader(io.StringIO(board(tmp_path, "--leaderboard", "--csv"))))
    assert [(row["kind"], row["place"], row["name"], row["won"]) for row in rows] == [
        ("player", "1", "Ana", "1"), ("player", "1", "Bia", "1"), ("player", "3", "Duda", "0"),
        ("player", "4", "Caio", "0"), ("team", "1", "Ana & Bia", "1"), ("team", "2", "Bears", "0"),
    ]  # fmt: skip
    data = json.loads(board(tmp_path, "--statistics", "--partners", "--json"))
    assert data["statistics"][0]["clean_canastras"] == 1
    assert {"player": "Ana", "relation": "with", "other": "Bia"}.items() <= (
        data["partners"][0].items()
    )


def test_the_example_of_the_documentation_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text = (Path(__file__).parents[2] / "docs" / "howto" / "score-sheet.md").read_text(
        encoding="utf-8"
    )
    code = "".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    exec(compile(code, "score-sheet.md", "exec"), {})
    out = capsys.readouterr().out
    assert out.startswith(
        "Ana 0 1625 1625.0 1625\n0 clean canastras in 0 rounds entered by cards\n"
    )
    assert "Pair(player='Ana', other='Bia', kind='with', matches=0, won=0, rounds=1)" in out
    assert "(Seat(name='Ana', side=0), Seat(name='Bia', side=1)) Deal(dealer=0" in out


def test_results_are_in_the_first_menu(evenings, tmp_path):
    out = session([LEADERBOARD, STATISTICS, PARTNERS, "3"], tmp_path)
    for title in ("Leaderboard of the teams", "Statistics of the players", "Partners\n"):
        assert title in out
    (tmp_path / "other").mkdir()
    out = session(["1", "x", "A", "B", "", "1", LEAVE, LEADERBOARD, "3"], tmp_path / "other")
    assert "No rounds have been entered yet." in out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--csv"], "add --leaderboard, --statistics, --partners or --rounds"),
        (["--leaderboard", "--partners", "--csv"], "--csv writes one table: name one"),
        (["--leaderboard", "--csv", "--json"], "use one of --json, --csv and --markdown"),
        (["--leaderboard"], "tranca.db not found; dealt scoresheet tranca creates one"),
    ],
)
def test_an_impossible_request_gets_one_line_and_makes_no_file(tmp_path, options, message):
    result = run("scoresheet", "tranca", *options, cwd=tmp_path)
    assert result.returncode == 2 and message in result.stderr and result.stderr.count("\n") == 1
    assert not result.stdout and not list(tmp_path.iterdir())


def test_a_sheet_without_rounds_says_so(sheet, tmp_path):
    assert board(tmp_path, "--leaderboard") == "No rounds have been entered yet.\n"
    assert board(tmp_path, "--partners", "--csv").count("\n") == 1
    assert board(tmp_path, "--partners", "--json") == '{\n "partners": []\n}\n'


# --- a round in one line ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "points"),
    [
        ("500 300", [500, 300]),
        ("-85 1,625", [-85, 1625]),
        ("1.625, 0", [1625, 0]),
        ("500; \u2212300", [500, -300]),
        ("10 300", [10, 300]),
    ],
)
def test_a_line_has_the_points_of_all_sides(sheet, match, monkeypatch, typed, points):
    """At each place where points are asked for, and at the menu of the match."""
    for answers in ([typed], [POINTS, typed]):
        entries = entered(sheet, match, monkeypatch, answers)
        assert [entry.points for entry in entries[-2:]] == points
    typing(monkeypatch, [typed, LEAVE])
    desk_of(sheet).keep(match)
    assert [[*each.values()] for each in sheet.match(match).rounds] == [points] * 3


def test_three_sides_have_three_numbers_and_a_wrong_count_is_one_line(tmp_path):
    out = session(
        ["1", "x", "A", "B", "C", "", "1", "500 300", "1 2 3 4", "500 300 -85", ENTER, "5 6",
         POINTS, "7 8 9 99,999,999", "100", POINTS, "20 30 40", "20 30", LEAVE, "3"],
        tmp_path,
    )  # fmt: skip
    assert out.count("2 numbers for 3 sides: enter one for each of A, B, C\n") == 2
    assert out.count("4 numbers for 3 sides: enter one for each of A, B, C\n") == 1
    assert "99,999,999 is too large; points must be from -99,999 to 99,999" in out
    assert "3 numbers for 2 sides: enter one for each of B, C\n" in out
    assert "To enter the whole round at once, type a line such as 500 300 -85 (A, B, C)." in out
    (match,) = ScoreSheet(tmp_path / "tranca.db").matches()
    assert [[*each.values()] for each in match.rounds] == [[500, 300, -85], [100, 20, 30]]


def test_a_line_needs_an_open_match_and_points_of_every_side(tmp_path):
    out = session(
        [*FRIDAY, "4000 300", "5 6", CORRECT, "1", "1", "5 6", POINTS, "5 6", "10", LEAVE, "3"],
        tmp_path,
    )
    assert out.count("Won by Ana; rounds can only be corrected.") == 1
    assert out.count("2 numbers for 1 side: enter the points of Ana\n") == 2
    (match,) = ScoreSheet(tmp_path / "tranca.db").matches()
    assert match.rounds == [{"Ana": 10, "Bob": 300}]


def test_a_line_for_a_round_entered_elsewhere_is_refused(sheet, match, monkeypatch, capsys):
    def between():
        ScoreSheet(sheet.path).add_round(match, {"Ana": 500, "Bob": 700})
        return "600 1"

    assert len(entered(sheet, match, monkeypatch, [between])) == 2
    assert "meanwhile (Ana 500). The 600 typed here is not saved" in capsys.readouterr().out


def test_cards_of_one_side_and_a_number_for_the_rest(sheet, match, monkeypatch):
    answers = [CARDS, "4H 5H 6H", "", "", "", "1", "1", "1", BACK]
    (entry,) = entered(sheet, match, monkeypatch, answers)
    assert entry.side == "Ana" and entry.cards is not None
    assert len(entered(sheet, match, monkeypatch, [POINTS, "1 2", "300"])) == 2


def test_a_final_move_without_a_canastra_is_warned_of_before_it_is_entered(
    sheet, match, monkeypatch, capsys
):
    answers = [CARDS, "4H 5H 6H", "", "", "", "1", "2", "1", BACK]
    (entry,) = entered(sheet, match, monkeypatch, answers)
    assert entry.points == 115
    warning = "Warning: a final move without a canastra, which the rules do not allow; its 100"
    assert warning in capsys.readouterr().out
