"""What `dealt table` refuses before anything is shown."""

import os
import shutil
import subprocess
import sys

import pytest
from click.testing import CliRunner

from dealt.cli.play import table
from dealt.clients.plan import Plan, checked
from dealt.clients.screen import start
from dealt.clients.screen.menus import HomeScreen
from dealt.clients.terminal_size import check_terminal
from dealt.errors import SetupError
from dealt.service.web.local import Keys
from tests.program import at_a_terminal, pexpect, spawn
from tests.screen.playing import sitting
from tests.service.talk import fresh_file


class Terminal:
    """A stream that is a terminal."""

    def isatty(self):
        return True


def test_without_a_terminal_there_is_another_way():
    """One line, and what to use instead."""
    error = CliRunner().invoke(table, ["penney"]).exception
    assert isinstance(error, SetupError)
    assert str(error) == "the table needs a terminal; for plain prompts: dealt play --plain"


@pytest.mark.parametrize(
    ("size", "term", "reason"),
    [
        ((59, 24), "xterm", "the terminal has 59 columns and 24 lines; the table needs 60 and 20"),
        ((200, 19), "xterm", "the terminal has 200 columns and 19 lines"),
        ((80, 24), "dumb", "the table needs a terminal with a cursor"),
    ],
)
def test_terminals_that_will_not_do(monkeypatch, size, term, reason):
    """Too small, or without a cursor."""
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setattr(shutil, "get_terminal_size", lambda least: os.terminal_size(size))
    monkeypatch.setenv("TERM", term)
    with pytest.raises(SetupError, match=f"{reason}.*; for plain prompts: dealt play --plain"):
        check_terminal()


def test_a_terminal_that_will_do(monkeypatch):
    """60 by 20; and a driver that says that it is one."""
    monkeypatch.setattr(shutil, "get_terminal_size", os.terminal_size)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("TEXTUAL_DRIVER", "textual.drivers.web_driver:WebDriver")
    check_terminal()


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (Plan(seats=("Ana",)), "--seat needs a game"),
        (Plan("president", ("Ana",)), "2 to 7"),
        (Plan("mason-rummy", ("good", "good")), "give a person's name with --seat"),
        (Plan("whist"), "no game 'whist'"),
        (Plan("penney", ("=1", "seed")), "name"),
        (Plan("president", ("Ana", "stong")), "did you mean strong"),
        (Plan("president", ("hard",)), "choose from random, .* is person:Hard"),
        (Plan("tranca", ("Ana", "difícil")), "'difícil' is not a level of Tranca"),
    ],
)
def test_impossible_orders_are_refused(order, reason):
    """Each is refused in one line."""
    with pytest.raises(Exception, match=reason) as error:
        checked(order)
    assert "\n" not in str(error.value)


def test_plans():
    """Nothing, a game, seats; a name for a guest by link."""
    assert checked(Plan()).game is None
    assert checked(Plan("three_card_poker")).game == "three-card-poker"
    assert checked(Plan("penney", ("Ana\x1b[2J", "seed"))).seats[1] == "seed"
    assert "\x1b" not in checked(Plan("penney", ("Ana\x1b[2J", "seed"))).seats[0]
    assert checked(Plan(seats=("Bob",), join="http://h/")).name == "Bob"


def test_data_works_with_local_tables_only(monkeypatch):
    """With --join it is refused, not ignored."""
    monkeypatch.setattr(start, "check_terminal", lambda: None)
    with pytest.raises(SetupError, match="--data is for your own tables"):
        start.open_table(Plan(join="http://h/", data="x.db"))


@pytest.mark.skipif(sys.platform == "win32", reason="there processes begin in another way")
def test_a_search_gets_ready_in_a_process_beside_the_screen():
    """It can, because `open_table` has allowed for it before the screen takes the terminal over."""
    result = subprocess.run(
        [sys.executable, "-m", "tests.screen.strong"],
        capture_output=True, text=True, check=True, timeout=120,
    )  # fmt: skip
    assert result.stdout == "begun\n"


async def test_a_newcomer_is_asked_for_a_name_once(tmp_path):
    """Before the menu; a name that cannot be shown is asked for again; later it is known."""
    path, keys = fresh_file(tmp_path), Keys(tmp_path / "keys.json")
    async with sitting(path=path, keys=keys, name=None) as player:
        assert "What is your name?" in player.screen()
        await player.press(*"=1", "enter")
        assert "must not begin with" in player.screen()
        await player.press(*"Lia", "enter")
        assert isinstance(player.app.screen, HomeScreen)
        await player.press("enter")
        assert "Lia" in player.screen()
    async with sitting(path=path, keys=keys, name=None) as player:
        assert isinstance(player.app.screen, HomeScreen)
        assert player.app.client.welcome.name == "Lia"


@at_a_terminal
def test_the_first_frame_comes_before_anything_slow_and_no_key_is_lost(tmp_path):
    """What is typed while all is loaded names the player, and goes on from screen to screen."""
    home = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    program = spawn("play", "--data", "t.db", cwd=tmp_path, on_screen=True, **home)
    program.send("Zo")
    program.expect("Opening the table \\.\\.\\.")
    program.send("e\r\x1b[B\x1b[B\r")
    program.expect("Mason Rummy.*a new table")
    program.expect("Zoe")
    program.send("\x03")
    program.expect(pexpect.EOF)


def test_nothing_slow_is_loaded_before_the_first_frame():
    """Neither what draws the table nor what keeps it."""
    code = (
        "import sys, dealt.cli.main, dealt.clients.first_frame, dealt.clients.terminal_size;"
        "print(*{'textual', 'rich', 'sqlalchemy', 'msgspec', 'numpy'} & {*sys.modules})"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "\n"
