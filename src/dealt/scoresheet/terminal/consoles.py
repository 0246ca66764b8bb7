"""The consoles of the score sheet: choices, points, ways back, and teams with their players."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from dealt.errors import ScoreError, SetupError
from dealt.language import Phrase, message, say
from dealt.scoresheet.people import check_person
from dealt.scoresheet.points import NUMBER, example, read_line, read_named, read_points
from dealt.scoresheet.round.draft import Morto
from dealt.scoresheet.standings import names_in
from dealt.terminal.boxes import QUIT
from dealt.terminal.console import Console, Leave, clean, number_in
from dealt.terminal.keyboard import ENTER, ESCAPE, Pasted, has_keys, keys_in_line, read_key

BACK = message("back")
_MORTO_OPTIONS: dict[Morto, str] = {  # in the order in which they are asked
    "used": message("Taken and used"),
    "none": message("Not taken"),
    "unused": message("Taken, but no card of it was used"),
}
_DIGITS_FROM = 10  # with so many options, one digit is not enough for each
_JUST_S = 0.7


class _SheetConsole(Console):
    """A console on which `quit` at any question leaves the score sheet, by `Leave`."""

    def ask(self, prompt: str, *, as_typed: bool = False) -> str:
        """Ask for a line, see `Console.ask`."""
        answer = super().ask(prompt, as_typed=as_typed)
        if answer.lower() in (*QUIT, say("quit")):
            raise Leave
        return answer


class WentBack(Exception):  # noqa: N818 - no error: the player's choice
    """The player goes back from the cards of a side."""


class CardConsole(_SheetConsole):
    """A console for the cards of a side, on which `back` at any question raises `WentBack`.

    Attributes:
        by_keys: whether a choice is made by a single key.
    """

    def __init__(self, *, live: bool | None = None) -> None:
        super().__init__(live=live)
        self.by_keys = self.live and has_keys()
        self._is_short = True
        self._chosen_s = -_JUST_S

    def choose(self, title: str, options: Sequence[str], names: Sequence[str] = ()) -> int:
        """Ask for a choice, see `Console.choose`."""
        self._is_short = len(options) < _DIGITS_FROM
        choice = super().choose(title, options, names)
        self._chosen_s = time.monotonic()
        return choice

    def has_just_chosen(self) -> bool:
        """Whether an Enter can still be meant for the last choice."""
        return time.monotonic() - self._chosen_s < _JUST_S

    def ask_choice(self) -> str:
        """Ask for the number of an option, see `Console.ask_choice`."""
        if not self.by_keys or not self._is_short:
            return super().ask_choice()
        sys.stdout.write("> ")
        sys.stdout.flush()
        key = ENTER
        while key == ENTER:
            key = read_key()
            if isinstance(key, Pasted):
                key = key.strip().partition("\n")[0] or ENTER
        sys.stdout.write("\n" if key == ESCAPE else f"{clean(key)}\n")
        if key.lower() in (ESCAPE, BACK[0], say(BACK)[0]):
            raise WentBack
        if key.lower() in QUIT:
            raise Leave
        return key

    def ask(self, prompt: str, *, as_typed: bool = False) -> str:
        """Ask for a line, see `Console.ask`."""
        with keys_in_line():
            answer = super().ask(prompt, as_typed=as_typed)
        if answer.lower() in (BACK, say(BACK)):
            raise WentBack
        return answer


class PointsTyped(Exception):  # noqa: N818 - no error: the player's choice
    """The player has typed points, by side, instead of another answer."""

    def __init__(self, points: Mapping[str, int]) -> None:
        super().__init__()
        self.points = points


class LineConsole(_SheetConsole):
    """A console on which points, of one side or of all, answer any question by `PointsTyped`.

    Attributes:
        sides: the sides whose points can be typed, if any.
    """

    def __init__(self, *, live: bool | None = None) -> None:
        super().__init__(live=live)
        self.sides: Sequence[str] = ()
        self._has_next = False  # whether a number alone is the points of the first side
        self._options = 0  # number of options of the current menu, or 0

    @contextmanager
    def taking(self, sides: Sequence[str], *, has_next: bool = True) -> Iterator[None]:
        """Accept the points of these sides within a `with` block.

        Args:
            sides: in the order of a line with their points.
            has_next: a lone number that is not an option counts as the points of the first side.
        """
        self.sides, self._has_next = sides, has_next or len(sides) == 1
        try:
            yield
        finally:
            self.sides = ()

    def choose(self, title: str, options: Sequence[str], names: Sequence[str] = ()) -> int:
        """Ask for a choice, see `Console.choose`."""
        self._options = len(options)
        try:
            return super().choose(title, options, names)
        finally:
            self._options = 0

    def ask(self, prompt: str, *, as_typed: bool = False) -> str:
        """Ask for a line, see `Console.ask`."""
        while True:
            answer = super().ask(prompt, as_typed=as_typed)
            try:
                points = self._points_in(answer)
            except ScoreError as error:
                self.say(str(error))
                continue
            if points is None:
                return answer
            raise PointsTyped(points)

    def _points_in(self, answer: str) -> dict[str, int] | None:
        """The points in an answer; None for other answers."""
        if not self.sides:
            return None
        line = read_line(answer, self.sides)
        if line is not None:
            return dict(zip(self.sides, line, strict=True))
        if not NUMBER.fullmatch(answer):
            return read_named(answer, self.sides) if self._options else None
        is_choice = number_in(answer) in range(1, self._options + 1)
        if is_choice or not self._options or not self._has_next:
            return None
        return {self.sides[0]: read_points(answer)}

    def choices(self, last: int) -> Phrase:
        """The hint for a menu that accepts points, too."""
        if not self.sides:
            return super().choices(last)
        name = self.sides[0]
        facts = {
            "last": last, "name": name, "one": example(1),
            "example": example(len(self.sides)), "names": ", ".join(self.sides),
        }  # fmt: skip
        if len(self.sides) == 1:
            return Phrase("enter a number from 1 to {last}, or the points of {name}", facts)
        if self._has_next:
            return Phrase(
                "enter a number from 1 to {last}, the points of {name}, or a whole round such as "
                "{example} ({names})",
                facts,
            )
        return Phrase(
            "enter a number from 1 to {last}, new points such as {name} {one}, or a whole round "
            "such as {example} ({names})",
            facts,
        )


def ask_morto(console: Console, title: str) -> Morto:
    """Ask whether the morto was taken and used."""
    return [*_MORTO_OPTIONS][console.choose(title, [*map(say, _MORTO_OPTIONS.values())]) - 1]


def ask_final_move(console: Console, title: str) -> bool:
    """Ask whether the side made the final move."""
    return console.choose(title, (say("No"), say("Yes"))) == 2


def read_side(text: str) -> tuple[str, tuple[str, ...]]:
    """The name of a side, and its players if given: `Bears: Ana, Bia`.

    Raises:
        SetupError: an invalid name, or no players behind the colon.
    """
    name, colon, rest = text.partition(":")
    players = read_players(rest) if colon else ()
    return check_person(name), players


def read_players(text: str) -> tuple[str, ...]:
    """Names, separated by commas.

    Raises:
        SetupError: no name, or an invalid one.
    """
    if not text.strip(" ,;"):
        raise SetupError("no players after the colon: enter them as in Bears: Ana, Bia")
    return tuple(map(check_person, names_in(text)))
