"""What people type at the score sheet: a number, a whole round, a team with its players."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dealt.clients.line.console import Console
from dealt.errors import ScoreError, SetupError
from dealt.language import Phrase, message, message_n, say
from dealt.language import number as numeral
from dealt.scoresheet.standings import names_in
from dealt.scoresheet.store import LONGEST_NAME, MOST_POINTS, check_name

BACK = message("back")
NUMBER = re.compile(r"[+-]?([0-9]+|[1-9][0-9]{0,2}((,[0-9]{3})+|(\.[0-9]{3})+))")
LONGEST_NUMBER = 20  # letters; longer ones are far too large
# one number with a blank between its thousands, such as 1 625: points of a round end in 0 or 5
SPACED = re.compile(r"[+-]?[1-9]?[1-46-9] [0-9]{3}")


class WentBack(Exception):  # noqa: N818 - no error: the player's choice
    """The player leaves the cards of a side."""


class CardConsole(Console):
    """Where the cards of a side are asked for: one word leads back from every question."""

    def ask(self, prompt: str, *, as_typed: bool = False) -> str:
        """See `Console.ask`.

        Raises:
            WentBack: the answer is `back`.
            EOFError, KeyboardInterrupt: as there.
        """
        answer = super().ask(prompt, as_typed=as_typed)
        if answer.lower() in (BACK, say(BACK)):
            raise WentBack
        return answer


class WholeRound(Exception):  # noqa: N818 - no error: the player's choice
    """The player has typed the points of all sides in one line.

    Attributes:
        points: in the order of the sides.
    """

    def __init__(self, points: Sequence[int]) -> None:
        super().__init__()
        self.points = tuple(points)


class LineConsole(Console):
    """Where the points of a round are asked for: one line can have those of all sides.

    Attributes:
        sides: those that have no points yet; with none of them a line is an answer as any other.
    """

    sides: Sequence[str] = ()

    def ask(self, prompt: str, *, as_typed: bool = False) -> str:
        """See `Console.ask`.

        Raises:
            WholeRound: the answer has the points of all sides.
            EOFError, KeyboardInterrupt: as there.
        """
        while True:
            answer = super().ask(prompt, as_typed=as_typed)
            numbers = numbers_in(answer) if self.sides else None
            if numbers is None:
                return answer
            try:
                points = [read_points(each) for each in numbers]
                self.check(points)
            except ScoreError as error:
                self.say(str(error))
            else:
                raise WholeRound(points)

    def choices(self, last: int) -> Phrase:
        """A number from the menu, or the points of all sides."""
        if len(self.sides) < 2:
            return super().choices(last)
        facts = {"last": last, "example": example(len(self.sides)), "names": ", ".join(self.sides)}
        return Phrase(
            "enter a number from 1 to {last}, or a whole round such as {example} ({names})", facts
        )

    def check(self, points: Sequence[int]) -> None:
        """Raise ScoreError unless there is a number for each side."""
        if len(points) != len(self.sides):
            raise ScoreError(
                message_n(
                    "{count} numbers for 1 side: enter the points of {names}",
                    "{count} numbers for {n} sides: enter one for each of {names}",
                ),
                n=len(self.sides),
                count=len(points),
                names=", ".join(self.sides),
            )


def example(sides: int) -> str:
    """An example line with points for this many sides."""
    return " ".join(["500", "300", "-85", "120", "60", "45"][:sides])


def numbers_in(text: str) -> list[str] | None:
    """The numbers in a line such as `500 300` or `1,625, -85`; None if it is not two or more."""
    words = [word.rstrip(",;") for word in plain(text).split()]
    is_line = len(words) > 1 and all(NUMBER.fullmatch(word) for word in words)
    return words if is_line and not SPACED.fullmatch(plain(text)) else None


def read_points(text: str) -> int:
    """The points of a side.

    Raises:
        ScoreError: no number, or one that no round can have.
    """
    most = numeral(MOST_POINTS)
    return read_number(
        text, (-MOST_POINTS, MOST_POINTS), say("points must be from -{most} to {most}", most=most)
    )


def read_number(text: str, allowed: tuple[int, int], problem: str) -> int:
    """A whole number, `1,625`, `1.625` and `-85` too.

    Args:
        text: what was typed.
        allowed: the least and the largest.
        problem: the same in words.

    Raises:
        ScoreError: no number, or one that is not allowed.
    """
    typed = plain(text)
    if not NUMBER.fullmatch(typed):
        raise ScoreError(
            "{text} is not a number: enter one such as 1625 or -85", text=repr(text[:60])
        )
    if len(typed) <= LONGEST_NUMBER:
        number = int(typed.replace(",", "").replace(".", ""))
        if allowed[0] <= number <= allowed[1]:
            return number
    given = text[:LONGEST_NUMBER] + "..." * (len(text) > LONGEST_NUMBER)
    if typed.startswith("-") or typed.strip("+0,.") == "":
        raise ScoreError("{n} is too small; {told}", n=given, told=problem)
    raise ScoreError("{n} is too large; {told}", n=given, told=problem)


def plain(text: str) -> str:
    """A text with plain minus signs."""
    return text.replace("\u2212", "-")


def read_side(text: str) -> tuple[str, tuple[str, ...]]:
    """The name of a side, and its players if they stand behind a colon: `Bears: Ana, Bia`.

    Raises:
        SetupError: a name that cannot be, or nobody behind the colon.
    """
    name, colon, rest = text.partition(":")
    players = read_players(rest) if colon else ()
    return check_name(name, message("name"), LONGEST_NAME), players


def read_players(text: str) -> tuple[str, ...]:
    """Names with commas between.

    Raises:
        SetupError: none, or one that cannot be.
    """
    if not text.strip(" ,;"):
        raise SetupError("no players after the colon: enter them as in Bears: Ana, Bia")
    return tuple(check_name(name, message("name"), LONGEST_NAME) for name in names_in(text))
