"""A search at a terminal that has to be compiled first: shown, left by Ctrl-C."""

import io
import multiprocessing
import os
import sys
import time
import types
from pathlib import Path

import pytest

import dealt
from dealt import agents
from dealt.clients.line import warming as warming_module
from dealt.clients.line.matches import opponents
from dealt.clients.line.play import Order, play
from dealt.clients.line.warming import Warmth
from dealt.core.record import Record
from dealt.games import game

PRESIDENT = game("president")
FLAG = "DEALT_TEST_FLAG"


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self):
        return True


def until_told(name):
    """What another process does: it waits for a file."""
    while not Path(os.environ[FLAG]).exists():
        time.sleep(0.01)


@pytest.fixture
def flag(tmp_path, monkeypatch):
    """A file whose coming ends what `until_told` waits for; nothing is compiled before."""
    path = tmp_path / "flag"
    monkeypatch.setenv(FLAG, str(path))
    monkeypatch.setattr(warming_module, "is_kept", lambda function: False)
    yield path
    path.touch()


def test_waiting_is_shown_second_by_second(flag, monkeypatch):
    """On one line of a terminal, which is clean afterwards."""
    screen, passed = Screen(), iter(range(1000))
    monkeypatch.setattr(sys, "stderr", screen)

    def clock():
        second = next(passed)
        if second == 3:
            flag.touch()
        return float(second)

    monkeypatch.setattr(warming_module, "time", types.SimpleNamespace(monotonic=clock))
    monkeypatch.setattr(warming_module, "LOOK_S", 0.01)
    warmth = Warmth(PRESIDENT, until_told)
    assert not warmth.is_ready()
    warmth("strong is being compiled")
    assert warmth.is_ready()
    lines = screen.getvalue().split("\r")
    assert "(strong is being compiled: 1 s; Ctrl-C leaves)" in lines
    assert "(strong is being compiled: 2 s; Ctrl-C leaves)" in lines
    assert lines[-1] == "" and lines[-2].strip() == ""


def test_ctrl_c_leaves_at_once(flag, monkeypatch):
    """Waiting can be cut short; the other process ends with this one."""
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    others = set(multiprocessing.active_children())  # that tests before this one have begun
    warmth = Warmth(PRESIDENT, until_told)
    warmth.begin()
    (process,) = set(multiprocessing.active_children()) - others
    assert process.daemon, "it ends when the program does"
    warmth.begin()
    assert set(multiprocessing.active_children()) - others == {process}, "it is compiled once"

    def interrupted(seconds):
        raise KeyboardInterrupt

    monkeypatch.setattr(process, "join", interrupted)
    with pytest.raises(KeyboardInterrupt):
        warmth("strong is being compiled")
    assert sys.stderr.getvalue() == "(strong is being compiled)\n"
    flag.touch()
    type(process).join(process, 60)
    assert process.exitcode == 0


def test_levels_at_a_terminal_are_called_like_people(tmp_path, capsys):
    """With the level beside the name, never as somebody else is; documents' names stay."""
    players = ["Bia (good)", "strong", "good", "good", "AI", "seed", "random"]
    seats = opponents(PRESIDENT, agents.seats(PRESIDENT, players))
    names = [seat.name for seat in seats]
    assert names[:4] == ["Bia (good)", "Rui (strong)", "Lia (good)", "Ivo (good)"]
    assert names[4:] == ["AI", "seed", "random"]
    assert len(set(names)) == 7
    path = tmp_path / "match.json"
    play(PRESIDENT, Order(seats=["good", "AI"], seed=3, rounds=1, record=str(path)))
    assert Record.from_json(path.read_text(encoding="utf-8")).seats == ("Bia (good)", "AI")
    out = capsys.readouterr().out
    assert "Bia (good): " in out
    assert dealt.table("president", seats=["good", "AI"]).names == ("good", "AI")
