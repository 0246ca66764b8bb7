"""Two whole screens on one file of tables, each at a terminal of its own."""

import contextlib
import json
import signal
import sqlite3
import time

import pytest

from tests.program import at_a_terminal, pexpect, run, spawn

pytestmark = pytest.mark.no_cover
KEYS_S = 1.0  # until a screen that is drawn takes keys
PATIENCE_S = 240.0


def until(path, event, count):
    """Wait until so many events of a kind are in the file; all events of the one table."""
    patient = time.monotonic() + PATIENCE_S
    while time.monotonic() < patient:
        with contextlib.closing(sqlite3.connect(path)) as connection:
            query = "SELECT table_name, number, body FROM events ORDER BY number"
            rows = connection.execute(query).fetchall()
        bodies = [body for _, _, body in rows if body.startswith(f'{{"e":"{event}"')]
        if len(bodies) == count:
            assert len({table for table, _, _ in rows}) == 1
            assert [number for _, number, _ in rows] == list(range(1, len(rows) + 1))
            return bodies
        time.sleep(0.1)
    raise AssertionError(f"{len(bodies)} events: {rows}")


@at_a_terminal
@pytest.mark.parametrize("first", ["screen", "lines"])
def test_a_match_at_two_windows_is_counted_once(first, tmp_path):
    """By the one that has the table, at whichever it ends."""
    places = {"DEALT_DATA_DIR": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    command = ["play", "president", "--seat", "Ana", *["--seat", "AI"] * 6, "--rounds", "1"]
    windows = {}
    for name in (first, *{"screen", "lines"} - {first}):
        windows[name] = spawn(*command, cwd=tmp_path, on_screen=name == "screen", **places)
        windows[name].expect("Your turn" if name == "screen" else "Turn: Ana")
    lines = windows["lines"]
    for _ in range(600):
        answer = lines.expect([r"> $", pexpect.EOF, r"puzzle: $", pexpect.TIMEOUT], timeout=0.3)
        if answer == 1:
            break
        if answer == 2:
            lines.sendline()
        if answer == 0:
            lines.sendline("p" if "only pass" in lines.before else "1")
        with contextlib.suppress(pexpect.TIMEOUT):  # nobody draws on a terminal that is full
            windows["screen"].read_nonblocking(1 << 20, timeout=0.1)
    windows["screen"].kill(signal.SIGTERM)
    windows["screen"].wait()
    sheet = json.loads(run("results", "president", "--json", cwd=tmp_path, **places).stdout)
    assert [row["matches"] for row in sheet["rows"]] == [1] * 7


@at_a_terminal
def test_a_second_terminal_plays_at_the_same_table(tmp_path):
    """It lists the table, sees each move, and goes on when the first one is killed."""
    data = tmp_path / "dealt-table.db"
    places = {"DEALT_DATA_DIR": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    one = spawn("table", "three-card-poker", "--seat", "Ana", cwd=tmp_path, **places)
    one.expect("fold")
    two = spawn("table", cwd=tmp_path, **places)
    two.expect("Back")
    time.sleep(KEYS_S)
    two.send("\r")
    two.expect("fold")
    time.sleep(KEYS_S)
    two.send("/")  # to the line for words, where one stays
    two.send("fold\r")
    one.expect("folded")
    one.kill(signal.SIGKILL)
    one.wait()
    two.send("next round\r")
    until(data, "dealt", 2)
    time.sleep(KEYS_S)
    two.send("fold\r")
    assert all('"by":"person"' in move for move in until(data, "played", 2))
    two.kill(signal.SIGTERM)
    two.expect("Run the same command to resume")
    two.wait()
