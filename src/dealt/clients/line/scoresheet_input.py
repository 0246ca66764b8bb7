"""What people type at the score sheet: a number, a whole round, a team with its players."""

from __future__ import annotations

from collections.abc import Sequence

from dealt.clients.line.console import Console
from dealt.errors import ScoreError, SetupError
from dealt.language import Phrase, message, say
from dealt.scoresheet.points import example, read_line
from dealt.scoresheet.standings import names_in
from dealt.scoresheet.store import LONGEST_NAME, check_name

BACK = message("back")


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
            try:
                points = read_line(answer, self.sides) if self.sides else None
            except ScoreError as error:
                self.say(str(error))
                continue
            if points is None:
                return answer
            raise WholeRound(points)

    def choices(self, last: int) -> Phrase:
        """A number from the menu, or the points of all sides."""
        if len(self.sides) < 2:
            return super().choices(last)
        facts = {"last": last, "example": example(len(self.sides)), "names": ", ".join(self.sides)}
        return Phrase(
            "enter a number from 1 to {last}, or a whole round such as {example} ({names})", facts
        )


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
