"""Rounds as rows: the same for any workers, in files and in data frames."""

import csv

import pytest

from dealt.core.sheet import Sheet, data_frame, rows_frame
from dealt.errors import SetupError, StorageError
from dealt.games import game
from dealt.simulate import matches as simulation
from dealt.simulate.batches import play_random
from dealt.simulate.lineup import Lineup
from dealt.simulate.matches import count_rows, play, simulate
from dealt.simulate.round_rows import RoundRows, Rounds, RowsInOrder
from dealt.simulate.shards import Span, processes
from dealt.storage.records import RoundsFile
from tests.program import run

PRESIDENT = Lineup.of(game("president"), ["AI", "random", "good"], rounds=2)
POKER = Lineup.of(game("three-card-poker"), ["good"], rounds=3)
KEPT = {"match": [0, 0, 1], "round": [1, 2, 1], "decisions": [4, 5, 6], "points_1": [7, -8, 9]}


def listed(rows):
    """The columns as lists of numbers."""
    return {name: [int(n) for n in column] for name, column in rows.columns().items()}


@pytest.mark.parametrize("lineup", [PRESIDENT, POKER], ids=lambda each: each.game.name)
def test_both_speeds_count_the_same_rows(lineup, monkeypatch):
    """Compiled play, whose rows are arrays, and rules as they are: rows and counts agree."""
    settings = {"lineup": lineup}
    fast = count_rows(settings, 5, 3, 4)
    monkeypatch.setattr(simulation, "has_numba", lambda: False)
    plain = count_rows(settings, 5, 3, 4)
    assert list(fast) == list(plain) and all(type(n) is int for n in fast)
    assert listed(fast.rows) == listed(plain.rows)
    endings = play(lineup, 5, 3, 4)
    assert listed(plain.rows)["match"] == [
        3 + i for i, ending in enumerate(endings) for _ in ending.points
    ]
    assert [*zip(*plain.rows.points, strict=True)] == [p for e in endings for p in e.points]


def test_rows_come_in_order_from_all_workers():
    """In any order of shards; the report is the same as without rows."""
    parts = []
    report = simulate(POKER, 40, seed=2, shard=8, workers=processes(2), rows=parts.append)
    matches = [int(n) for rows in parts for n in rows.matches]
    assert matches == [n for n in range(40) for _ in range(3)]
    assert report == simulate(POKER, 40, seed=2)
    batches = []
    ledger = RowsInOrder(lambda rows: batches.append(rows.matches))
    for first in (2, 0, 4):
        rows = RoundRows([first, first + 1], [1, 1], [1, 1], [[0, 0]])
        ledger.add(Span(first, 2), simulation.CountedRows([1], rows))
    assert batches == [[0, 1], [2, 3], [4, 5]]


def test_a_ledger_has_no_rows(tmp_path):
    """What it has done before cannot be written."""
    with pytest.raises(SetupError, match="a ledger keeps no rounds"):
        simulate(POKER, 4, seed=2, rows=print, ledger=RowsInOrder(print))


def test_a_file_is_whole_or_not_there(tmp_path):
    """Both forms; an error leaves what was there."""
    path = tmp_path / "rounds.csv"
    with RoundsFile(path) as file:
        file.add(KEPT)
        file.add(KEPT)
        assert not path.exists()
    rows = list(csv.DictReader(path.read_text().splitlines()))
    assert len(rows) == 6 and rows[1] == {
        "match": "0", "round": "2", "decisions": "5", "points_1": "-8"
    }  # fmt: skip
    with pytest.raises(ZeroDivisionError), RoundsFile(path) as file:
        file.add({"match": [1 / 0]})
    assert [*tmp_path.iterdir()] == [path] and len(path.read_text().splitlines()) == 7
    with pytest.raises(SetupError, match=r"must end in \.csv or \.parquet"):
        RoundsFile(tmp_path / "rounds.txt")
    with pytest.raises(StorageError, match="cannot write"):
        RoundsFile(tmp_path / "nowhere" / "rounds.csv")


def test_parquet_has_the_same_rows(tmp_path):
    """Written a part at a time."""
    parquet = pytest.importorskip("pyarrow.parquet")
    with RoundsFile(tmp_path / "rounds.parquet") as file:
        file.add(KEPT)
        file.add(KEPT)
    table = parquet.read_table(tmp_path / "rounds.parquet")
    assert table.to_pydict() == {name: column * 2 for name, column in KEPT.items()}


def test_results_become_data_frames():
    """With polars or pandas, a row for each seat, round, meeting or line."""
    pytest.importorskip("polars")
    rounds = Rounds()
    report = simulate(PRESIDENT, 5, seed=1, rows=rounds.add)
    assert report.to_frame()["player"].to_list() == list(PRESIDENT.names)
    assert rounds.to_frame().shape == (10, 6) and Rounds().to_frame().shape == (0, 0)
    batch = play_random(PRESIDENT.game, 4, seed=1).to_frame()
    assert batch.columns == ["round", "decisions", "points_1", "points_2"]
    endings = rows_frame(play(PRESIDENT, 1, 0, 3))
    assert endings.shape[0] == 3 and "totals_3" in endings.columns
    assert "points" not in endings.columns
    sheet = Sheet("A sheet", ("", "points"), (("Ana", 1), ("Bia", 2)))
    assert sheet.to_frame().to_dict(as_series=False) == {"name": ["Ana", "Bia"], "points": [1, 2]}


def test_without_a_library_one_line_says_what_to_install(monkeypatch):
    """Neither polars nor pandas."""
    monkeypatch.setattr("dealt.core.sheet.find_spec", lambda name: None)
    with pytest.raises(SetupError, match=r"polars is not installed.*(data|polars>)"):
        data_frame({"a": [1]})


def test_the_command_writes_a_row_a_round(tmp_path):
    """Beside the report; a number is the number of rounds."""
    order = ["simulate", "president", "--matches", "3", "--rounds", "2", "--rounds", "r.csv"]
    result = run(*order, "--seed", "1", cwd=tmp_path)
    assert result.returncode == 0 and "3 matches" in result.stdout
    lines = (tmp_path / "r.csv").read_text().splitlines()
    assert lines[0] == "match,round,decisions,points_1,points_2" and len(lines) == 7
    for wrong, reason in [
        (["--rounds", "0"], "--rounds is '0': must be a number from 1, or a file"),
        (["--rounds", "a.txt"], "must be a number from 1, or a file"),
        (["--rounds", "a.csv", "--rounds", "b.csv"], "--rounds is 'a.csv b.csv'"),
        (["--rounds", "a.csv", "--ledger", "l.db"], "a ledger keeps no rounds"),
    ]:
        result = run("simulate", "president", *wrong, cwd=tmp_path)
        assert result.returncode == 2 and reason in result.stderr
    assert not (tmp_path / "l.db").exists()
