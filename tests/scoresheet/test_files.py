"""The file of the score sheet: kills, other programs, broken files."""

import json
import os
import random
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from dealt.errors import DealtError, StorageError
from dealt.scoresheet.store import ScoreSheet
from dealt.scoresheet.terminal.desk import cards_text, standing, table_of
from tests.scoresheet.driver import DIRTY, POINTS, desk_of, run, typing

WRITER = """
import sys
from dealt.scoresheet import store as scoresheet
from dealt.scoresheet.store import ScoreSheet
sheet = ScoreSheet(sys.argv[1])
match = sheet.matches()[0].id
while True:
    print(sheet.add_round(match, {"Ana": 1, "Bob": 2}), flush=True)
"""


@pytest.mark.no_cover
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
        rounds_written = [first, *(int(line) for line in writer.stdout if line.endswith("\n"))]
        writer.wait()
        writer.stdout.close()
        rounds = ScoreSheet(path).match(match).rounds
        assert rounds == [{"Ana": 1, "Bob": 2}] * len(rounds)
        assert rounds_written[-1] <= len(rounds) <= rounds_written[-1] + 1


def test_two_programs_write_one_after_the_other(tmp_path):
    path = tmp_path / "tranca.db"
    code = """
import sys
from dealt.scoresheet import store as scoresheet
from dealt.scoresheet.store import ScoreSheet
for number in range(10):
    ScoreSheet(sys.argv[1]).new_match(f"{number}", ["A", "B"])
"""
    writers = [subprocess.Popen([sys.executable, "-c", code, str(path)]) for _ in "ab"]
    assert [writer.wait(timeout=300) for writer in writers] == [0, 0]
    assert len(ScoreSheet(path).matches()) == 20


def test_a_file_locked_by_another_program_is_reported(sheet, match, tmp_path):
    other = sqlite3.connect(tmp_path / "tranca.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageError, match=r"tranca.db is in use by another program; try again"):
        sheet.enter(match, 1, "Ana", 5)
    assert sheet.match(match).totals == {"Ana": 0, "Bob": 0}
    other.execute("COMMIT")
    other.close()
    sheet.enter(match, 1, "Ana", 5)


def test_what_is_not_saved_can_be_tried_again(sheet, match, monkeypatch, capsys):
    typing(monkeypatch, [POINTS, "5", "1", "2"])
    desk = desk_of(sheet)

    def refuse(*_):
        raise StorageError("the disk is full")

    monkeypatch.setattr(sheet, "enter", refuse)
    desk.enter_round(sheet.match(match))
    out = capsys.readouterr().out
    assert out.count("the disk is full") == 2 and "Round 1 is open: Ana has no points yet." in out
    monkeypatch.undo()
    late = sheet.match(match)
    sheet.enter(match, 1, "Ana", 5)
    assert not desk.save_entry(late, "Ana", (7, None))
    assert "meanwhile (Ana 5). The 7 typed here is not saved" in capsys.readouterr().out


def test_a_deleted_file_is_reported_and_not_created_again(sheet, match, tmp_path):
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
    ("statement", "message"),
    [
        (
            "PRAGMA user_version = 2",
            "was written by a newer dealt: its tables have version 2, this one reads 1",
        ),
        ("PRAGMA application_id = 7", "is a database of another program, not a score sheet"),
        ("UPDATE entries SET points = 'many'", "is damaged: CHECK constraint failed"),
        ("UPDATE entries SET round = 1000000000", "is damaged: CHECK constraint failed"),
        ("UPDATE matches SET target = -1", "is damaged: CHECK constraint failed"),
        ("DELETE FROM sides", "match 1 has not 2 to 6 sides"),
        ("DROP TABLE entries", "no such table: entries"),
        ("ALTER TABLE sides RENAME COLUMN place TO seat", "no such column: sides.place"),
    ],
)
def test_an_incomplete_sheet_gets_one_line(sheet, match, tmp_path, statement, message):
    sheet.enter(match, 1, "Ana", 5)
    changed(tmp_path / "tranca.db", statement)
    result = run("scoresheet", "tranca", typed="2\n1\n3\n", cwd=tmp_path)
    assert result.returncode == 2 and message in result.stderr and result.stderr.count("\n") == 1


def test_the_file_of_another_program_is_left_as_it_is(tmp_path):
    path = tmp_path / "tranca.db"
    changed(path, "CREATE TABLE birds (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(StorageError, match="is a database of another program"):
        ScoreSheet(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("data", [b"shopping list\n", b"x" * 5000, bytes(range(256)) * 40])
def test_a_file_that_is_not_a_database_gets_one_line(data, tmp_path):
    (tmp_path / "tranca.db").write_bytes(data)
    result = run("scoresheet", "tranca", cwd=tmp_path)
    assert result.returncode == 2
    message = "tranca.db is not a score sheet; name another file"
    assert result.stderr == f"dealt: {message}\n"
    assert (tmp_path / "tranca.db").read_bytes() == data


def test_an_empty_file_becomes_a_sheet(tmp_path):
    (tmp_path / "tranca.db").touch()
    assert ScoreSheet(tmp_path / "tranca.db").matches() == []


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (".", "cannot use .: it is a folder; name a file in it"),
        ("no/tranca.db", "cannot use no/tranca.db: there is no folder no"),
        ("x" * 300, "the name is too long"),
    ],
)
def test_places_that_cannot_have_a_sheet_get_one_line(name, message, tmp_path):
    result = run("scoresheet", "tranca", "--file", name, cwd=tmp_path)
    assert result.returncode == 2 and message in result.stderr and result.stderr.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a pipe of POSIX systems")
def test_a_pipe_is_refused_as_a_sheet(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(StorageError, match="not a file"):
        ScoreSheet(tmp_path / "pipe")


def test_a_read_only_place_gets_one_line(sheet, match, tmp_path, monkeypatch):
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


def test_flipped_bytes_never_end_in_a_traceback(sheet, match, tmp_path):
    """With any damage, the readable part is read, or one line refuses the file."""
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
            for match_of_sheet in broken.matches():
                assert standing(match_of_sheet)
                assert table_of(match_of_sheet).rows
                assert match_of_sheet.csv()
                assert all(cards_text(entry.cards or "") for entry in match_of_sheet.entries)
                broken.new_match("x", ["A", "B"])
        except DealtError as error:
            refused += 1
            message = str(error)
            assert len(message.splitlines()) == 1
    assert refused > 30
