"""The score sheet fed a script, by the program or by somebody who types."""

from dealt.clients.line.phone import Phone
from dealt.scoresheet.terminal.desk import Desk
from dealt.terminal.console import Console
from tests.program import run

DIRTY = "4H 5H 6H 7H 8H 9H 2C"
POINTS, CARDS, PHOTOS, BACK = "1234"  # of the menu that asks for the points of a side
ENTER, CORRECT, SHOW, HISTORY, EXPORT, LEAVE = "123456"  # of the menu of a match
FRIDAY = ["1", "Friday", "Ana", "Bob", "", "1"]  # a new match to 3,500


def session(answers, cwd, code=0):
    """What the menus say to a script of answers."""
    typed = "".join(f"{answer}\n" for answer in answers)
    result = run("scoresheet", "tranca", typed=typed, cwd=cwd)
    assert result.returncode == code and "Traceback" not in result.stderr
    return result.stdout if code == 0 else result.stderr


def desk_of(sheet):
    """The menus of a sheet, where somebody types."""
    return Desk(sheet, Console(live=False), Phone())


def typing(monkeypatch, answers):
    """Let somebody type answers; one that can be called is made when it is asked for.

    Returns what is asked, in a list that grows.
    """
    replies, prompts = iter(answers), []

    def answer(prompt=""):
        prompts.append(prompt)
        reply = next(replies)
        return reply() if callable(reply) else reply

    monkeypatch.setattr("builtins.input", answer)
    return prompts


class Killed(BaseException):
    """Nothing that the program does at its end is done."""


def raising(error):
    """An answer that is none: somebody or something ends the program."""

    def answer():
        raise error

    return answer


kill, leave = raising(Killed), raising(EOFError)


def entered(sheet, match, monkeypatch, answers):
    """Everything in the sheet after a round was entered with these answers."""
    typing(monkeypatch, answers)
    desk_of(sheet).enter_round(sheet.match(match))
    return sheet.match(match).entries
