"""President's results over matches: the file, the table, the command (P13)."""

import csv
import json

import pytest

import dealt
from dealt.errors import StorageError
from dealt.games.president.results import COLUMNS, Result, Results, sheet
from dealt.storage.files import TextFile
from tests.program import at_a_terminal, run, spawn

HEADER = ",".join(f'"{column}"' for column in COLUMNS)
ANA = '"Ana","2","1","6","3","2","0","0","1","11","1","2"'
SEATS = ["--seat", "Ana", "--seat", "AI", "--seat", "AI", "--seat", "AI"]
ANY_TURN = "1\np\n" * 400


def rows_of(path):
    with path.open(newline="") as file:
        return list(csv.reader(file))


def test_P13_results_are_kept_over_matches(tmp_path):
    """P13: places, roles, wins and streaks of two matches are those that were played."""
    path = tmp_path / "r.csv"
    matches = []
    for seed in (1, 2):
        match = dealt.match("president", ["AI", "AI", "good", "random"], seed=seed, rounds=3).run()
        matches.append(match)
        rows = Results(TextFile(path)).add(match)
    assert [row.name for row in rows] == ["AI", "AI 2", "good", "random"]
    for row in rows:
        places = [table.scores[row.name] for match in matches for table in match.tables]
        assert row.matches == 2 and row.rounds == 6 and row.places == sum(places)
        assert row.won == sum(row.name in match.winners for match in matches)
        assert row.roles == tuple(places.count(place) for place in (1, 2, 99, 3, 4))
        runs = "".join("P" if place == 1 else " " for place in places)
        assert row.best == max(map(len, runs.split(" "))) and row.streak == len(runs.split(" ")[-1])
    assert Results(TextFile(path)).read() == rows
    assert rows_of(path)[0] == list(COLUMNS) and len(rows_of(path)) == 5
    assert path.read_text().splitlines()[0] == HEADER


def test_a_name_in_other_capitals_is_the_same_player(tmp_path):
    """Unless both sit at one table; rows of older files stay as they are."""
    results = Results(TextFile(tmp_path / "r.csv"))
    for names in (["Ana", "Bob", "Caio"], ["ANA", "bob ", "Caio"], ["ana", "Ana", "Caio"]):
        rows = results.add(dealt.match("president", names, seed=1, rounds=1).run())
    assert [(row.name, row.matches) for row in rows] == [
        ("Ana", 3), ("Bob", 2), ("Caio", 3), ("ana", 1),
    ]  # fmt: skip


def test_a_result_grows_by_a_finishing_record():
    """Roles go by the number of players; a streak goes on from one match into the next."""
    row = Result("Ana").after([1, 1, 3], 3, won=True).after([2, 1], 3, won=False)
    assert row == Result("Ana", 2, 1, 5, (3, 0, 1, 0, 1), 8, 1, 2)
    row = row.after([1, 1, 4], 5, won=True)
    assert (row.roles, row.streak, row.best) == ((5, 0, 1, 1, 1), 0, 3)


def test_the_table_has_the_best_average_place_first():
    rows = [Result("Bob", 1, 0, 3, (0, 0, 0, 0, 3), 9), Result("Ana", 1, 1, 3, (2, 1, 0, 0, 0), 4)]
    table = sheet(rows, TextFile("r.csv"))
    assert [row[0] for row in table.rows] == ["Ana", "Bob"]
    assert [row[-2] for row in table.rows] == ["1.33", "3.00"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Name,Won\nAna,1\n", "does not hold results .* its first line must be \"Name\""),
        ('"Name","Games won","Games lost","Best score"\n', "does not hold results of President"),
        (f'{HEADER}\n{ANA.replace("3", "x")}\n', "line 2: not a result of President"),
        (f'{HEADER}\n{ANA.replace("6", "7")}\n', "line 2: not a result"),
        (f"{HEADER}\n{ANA}\n{ANA}\n", "line 3: not a result"),
        (f'{HEADER}\n"Ana","1"\n', "line 2: not a result"),
        (f'{HEADER}\n{ANA.replace("11", "9" * 400)}\n', "line 2: not a result"),
        (f'{HEADER}\n{ANA.replace("2", "-2", 1)}\n', "line 2: not a result"),
        (f'{HEADER}\n"Ana,1\n', "not a result"),
        ("\0", "not a text file"),
    ],
)  # fmt: skip
def test_foreign_and_damaged_files_are_left_as_they_are(text, reason, tmp_path):
    """In one line, before the first question, and with seats, too."""
    path = tmp_path / "r.csv"
    path.write_text(text)
    with pytest.raises(StorageError, match=reason):
        Results(TextFile(path)).read()
    for arguments in (
        ["results", "president"],
        ["play", "president"],
        ["play", "president", *SEATS],
    ):
        result = run(*arguments, "--scores", "r.csv", cwd=tmp_path)
        assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1), (
            result.stderr
        )
    assert path.read_text() == text and len(list(tmp_path.iterdir())) == 1


def test_an_empty_file_has_no_results_yet(tmp_path):
    (tmp_path / "r.csv").write_text("")
    result = run("results", "president", "--scores", "r.csv", cwd=tmp_path)
    assert result.returncode == 0 and result.stdout == "No results in r.csv yet.\n"
    assert run("results", "president", cwd=tmp_path).stdout == "No results in president.csv yet.\n"


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_a_file_that_was_named_must_be_there(tmp_path, more):
    result = run("results", "president", "--scores", "none.csv", *more, cwd=tmp_path)
    problem = "file none.csv not found; dealt play president --scores FILE creates one"
    assert (result.returncode, result.stdout) == (2, "") and result.stderr == f"dealt: {problem}\n"


def test_play_adds_finished_matches_and_shows_the_table(tmp_path):
    """From a pipe only with --scores; a match that is left does not count."""
    play = ["play", "president", *SEATS, "--rounds", "2", "--seed", "1"]
    run(*play, typed=ANY_TURN, cwd=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["dealt-table.db"]
    left = run(*play, "--scores", "r.csv", typed="q\n", cwd=tmp_path)
    assert left.returncode == 0 and not (tmp_path / "r.csv").exists()
    for matches in ("1", "2"):
        output = run(*play, "--scores", "r.csv", typed=ANY_TURN, cwd=tmp_path).stdout
        assert "Results in r.csv\n" in output
        assert {row[1] for row in rows_of(tmp_path / "r.csv")[1:]} == {matches}
    standings = run("results", "president", "--scores", "r.csv", cwd=tmp_path).stdout
    assert standings == output[output.index("Results in r.csv") :]
    data = json.loads(
        run("results", "president", "--scores", "r.csv", "--json", cwd=tmp_path).stdout
    )
    assert {row["name"]: row["matches"] for row in data["rows"]} == {
        "Ana": 2, "AI": 2, "AI 2": 2, "AI 3": 2,
    }  # fmt: skip


@at_a_terminal
def test_at_a_terminal_results_are_kept_in_the_current_folder(tmp_path):
    """Where the questions are answered there; the file is offered to the next match."""
    program = spawn("play", "president", "--seed", "2", cwd=tmp_path, size=(40, 100))
    for answer in ("2", "1", "Ana", "yes", "Bob", "yes"):
        program.sendline(answer)
    program.expect("Results in president.csv")
    program.expect("best streak: rounds as President in a row")
    program.close(force=True)
    assert sorted(row[0] for row in rows_of(tmp_path / "president.csv")) == ["Ana", "Bob", "Name"]


@at_a_terminal
def test_a_foreign_file_in_the_current_folder_does_not_stop_a_match(tmp_path):
    (tmp_path / "president.csv").write_text("a list of presidents\n")
    program = spawn("play", "president", cwd=tmp_path, size=(40, 100), NO_COLOR="1")
    program.expect("Results will not be kept: president.csv does not hold results")
    program.sendline("")
    for answer in ("2", "1", "Ana", "yes", "Bob", "yes"):
        program.sendline(answer)
    program.expect("Won by")
    program.close(force=True)
    assert (tmp_path / "president.csv").read_text() == "a list of presidents\n"
