"""`dealt play` without a game: the table where it can be had, and lines where it cannot."""

import os
import sys

import pytest
from click.testing import CliRunner

from dealt import games
from dealt.cli import main
from dealt.clients import terminal_size
from dealt.clients.line import order
from dealt.clients.line import play as face
from dealt.clients.plan import Plan, checked
from dealt.clients.screen import start
from dealt.errors import StorageError
from dealt.terminal import console
from tests.own_games import LEDUC, offered

at_a_terminal = pytest.mark.skipif(sys.platform == "win32", reason="terminals of POSIX systems")


@pytest.fixture
def opened(monkeypatch):
    """What is opened at a terminal: `table`, or `lines` with the order."""
    calls = []
    monkeypatch.delenv("DEALT_PLAIN", raising=False)
    monkeypatch.setattr(terminal_size, "why_no_table", lambda: None)
    monkeypatch.setattr(start, "open_table", lambda order: calls.append("table") or "kept")
    monkeypatch.setattr(face, "choose_game", lambda order: calls.append(("lines", order)))
    monkeypatch.setattr(face, "play", lambda game, order: calls.append(game.name))
    for module in (console, face, order):
        monkeypatch.setattr(module, "is_terminal", lambda: True)
    return calls


def play(*arguments, **environment):
    result = CliRunner(env=environment).invoke(main.cli, ["play", *arguments])
    assert result.exception is None, result.exception
    return result.output


def test_play_without_arguments_opens_the_table(opened):
    """And says how to have lines instead."""
    output = play()
    assert opened == ["table"]
    assert output == "Opening the table. For plain prompts: dealt play --plain\nkept\n"


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [
        (["--plain"], {}),
        ([], {"DEALT_PLAIN": "1"}),
        (["--seed", "7"], {}),
        (["--no-hints"], {}),
    ],
)
def test_plain_prompts_are_used_when_asked_for(opened, arguments, environment):
    """By an option, by the environment, and with options that only plain prompts have."""
    play(*arguments, **environment)
    assert [face for face, _ in opened] == ["lines"]


def test_every_game_opens_the_table_and_menus_have_a_name(opened):
    """Mason Rummy, too; its menus are at prompts, as plain ones are."""
    play("mason-rummy")
    play("mason-rummy", "--menus")
    play("president", "--plain")
    assert opened == ["table", "mason-rummy", "president"]


def test_without_a_terminal_the_games_are_listed(opened, monkeypatch):
    """To be chosen from, as with --plain."""
    for module in (console, face, order):
        monkeypatch.setattr(module, "is_terminal", lambda: False)
    play()
    assert [each[0] for each in opened] == ["lines"]


def test_without_the_full_screen_one_line_gives_the_reason(opened, monkeypatch):
    """The terminal, the extra, or the file; then the list of games."""

    def in_use(order):
        raise StorageError("dealt-table.db is in use by another program")

    monkeypatch.setattr(start, "open_table", in_use)
    assert play().splitlines()[-1] == (
        "Using plain prompts: dealt-table.db is in use by another program"
    )
    monkeypatch.setitem(sys.modules, "dealt.clients.screen.start", None)
    assert "\nUsing plain prompts: dealt.clients.screen.start is not" in play()
    problem = "the table needs a terminal with a cursor"
    monkeypatch.setattr(terminal_size, "why_no_table", lambda: problem)
    assert play() == f"Using plain prompts: {problem}\n"
    assert [face for face, _ in opened] == ["lines"] * 3


def test_the_table_opens_for_a_game_of_another_package(monkeypatch):
    """By its place, and then it is among those that are offered; other names are as ever."""
    orders = []
    monkeypatch.setattr(start, "open_table", lambda order: orders.append(order) or "kept")
    with offered():
        result = CliRunner().invoke(main.cli, ["table", LEDUC, "--seat", "Ana", "--seat", "AI"])
        assert result.output == "kept\n"
        assert [*games.ADDED] == [LEDUC]
        assert checked(orders[0]) == Plan(LEDUC, ("person:Ana", "AI"))
        assert CliRunner().invoke(main.cli, ["table", "tranca"]).output == "kept\n"
        assert orders[1].game == "tranca" and [*games.ADDED] == [LEDUC]
        refused = CliRunner().invoke(main.cli, ["table", "nowhere:GAME"]).exception
        assert "cannot import game 'nowhere:GAME'" in str(refused)


@at_a_terminal
@pytest.mark.no_cover
def test_the_table_at_a_real_terminal(tmp_path):
    """It opens, Ctrl-C leaves it, and the terminal is as it was."""
    pexpect = pytest.importorskip("pexpect")
    variables = {
        k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "DEALT_PLAIN", "CI")
    }
    program = pexpect.spawn(
        sys.executable, ["-m", "dealt", "play"], cwd=str(tmp_path), encoding="utf-8", timeout=120,
        dimensions=(24, 80), env={**variables, "TERM": "xterm-256color",
        "XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path)},
    )  # fmt: skip
    program.expect("your name")
    program.send("Ana\r")
    program.expect("card games, at a table")
    program.expect("New")
    program.sendintr()
    program.expect("Saved to dealt-table.db")
    program.expect(pexpect.EOF)
    program.close()
    assert program.exitstatus == 0
    assert (tmp_path / "dealt-table.db").is_file()
