"""President's results over matches: the table, the command, files of older versions (P13)."""

import json

import pytest

import dealt
from dealt.errors import StorageError
from dealt.games.president.results import COLUMNS, Result, read, results, sheet
from dealt.history.own import History
from dealt.storage.files import TextFile
from tests.program import run

HEADER = ",".join(f'"{column}"' for column in COLUMNS)
ANA = '"Ana","2","1","6","3","2","0","0","1","11","1","2"'
SEATS = ["--seat", "Ana", "--seat", "AI", "--seat", "AI", "--seat", "AI"]


def summary(match):
    """A match as `results` takes it."""
    rounds = [tuple(table.scores.values()) for table in match.tables]
    return match.names, rounds, [match.names.index(name) for name in match.winners]


def test_P13_results_are_kept_over_matches():
    """P13: places, roles, wins and streaks of two matches are those that were played."""
    matches = [
        dealt.match("president", ["AI", "AI", "good", "random"], seed=seed, rounds=3).run()
        for seed in (1, 2)
    ]
    rows = results(map(summary, matches))
    assert [row.name for row in rows] == ["AI", "AI 2", "good", "random"]
    for row in rows:
        places = [table.scores[row.name] for match in matches for table in match.tables]
        assert row.matches == 2 and row.rounds == 6 and row.places == sum(places)
        assert row.won == sum(row.name in match.winners for match in matches)
        assert row.roles == tuple(places.count(place) for place in (1, 2, 99, 3, 4))
        runs = "".join("P" if place == 1 else " " for place in places)
        assert row.best == max(map(len, runs.split(" "))) and row.streak == len(runs.split(" ")[-1])


def test_a_name_in_other_capitals_is_the_same_player():
    """Unless both sit at one table."""
    names = ["Ana", "Bob", "Caio"], ["ANA", "bob ", "Caio"], ["ana", "Ana", "Caio"]
    rows = results((each, [(1, 2, 3)], [0]) for each in names)
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
    table = sheet(rows, "Results")
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
    """In one line."""
    path = tmp_path / "r.csv"
    path.write_text(text)
    with pytest.raises(StorageError, match=reason):
        read(TextFile(path))
    result = run("results", "president", "--scores", "r.csv", cwd=tmp_path)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1), (
        result.stderr
    )
    assert path.read_text() == text and len(list(tmp_path.iterdir())) == 1


def test_a_file_of_an_older_version_is_still_shown(tmp_path):
    (tmp_path / "r.csv").write_text(f"{HEADER}\n{ANA}\n")
    shown = run("results", "president", "--scores", "r.csv", "--json", cwd=tmp_path)
    (row,) = json.loads(shown.stdout)["rows"]
    assert (row["name"], row["matches"], row["won"]) == ("Ana", 2, 1)
    for words, problem in (
        (["president", "--scores", "none.csv"], "file none.csv not found"),
        (["penney", "--scores", "r.csv"], "--scores is for the results of president alone"),
    ):
        result = run("results", *words, cwd=tmp_path)
        assert (result.returncode, result.stderr) == (2, f"dealt: {problem}\n")


def test_results_are_those_of_the_matches_that_were_finished(tmp_path):
    """At one's own tables, of all games; a match that is left does not count."""
    play = ["play", "president", *SEATS, "--rounds", "2"]
    no_match = "No match has been finished yet.\n"
    assert run("results", "president", cwd=tmp_path).stdout == no_match
    with History(tmp_path / "dealt-table.db") as history:
        for seed in (1, 2):
            seats = ["Ana", "good", "good", "good"]
            match = dealt.match("president", seats, seed=seed, rounds=2)
            while not match.is_over:
                match.play(match.table.actions[-1])
                match.run()
            history.add(match)
    run(*play, typed="q\n", cwd=tmp_path)
    sheet = json.loads(run("results", "president", "--json", cwd=tmp_path).stdout)
    rows = {row["name"]: row for row in sheet["rows"]}
    assert set(rows) == {"Ana", "good", "good 2", "good 3"}
    assert {(row["matches"], row["rounds"]) for row in rows.values()} == {(2, 4)}
    assert "best streak" in run("results", "president", cwd=tmp_path).stdout
    assert run("results", "penney", cwd=tmp_path).stdout == no_match
