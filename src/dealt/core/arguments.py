"""Arguments of programs, checked: numbers, seats and names; and functions that are defaults."""

from __future__ import annotations

import operator
import unicodedata
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from dealt.errors import SetupError
from dealt.language import Phrase

# control characters, halves of pairs, line ends: they steer a terminal, or cannot be written
_UNSHOWN = {"Cc", "Cs", "Zl", "Zp"}


def whole_number(name: str, given: object, least: int, most: int) -> int:
    """Check a whole number that a program gives, such as an index, and return it.

    Args:
        name: a message: what it is.
        given: the number; True and False are none.
        least: the least that it can be.
        most: the greatest.

    Raises:
        SetupError: it is something else, or out of range.
    """
    with suppress(TypeError):
        number = operator.index(given)  # type: ignore[arg-type]
        if not isinstance(given, bool) and least <= number <= most:
            return number
    raise SetupError(
        "{name} {given}: must be a whole number from {least} to {most}",
        name=Phrase(name), given=repr(given)[:60], least=least, most=most,
    )  # fmt: skip


def seat_number(names: Sequence[str], name: str | int) -> int:
    """The number of a seat, given its name or its number.

    Raises:
        SetupError: there is no such seat.
    """
    if isinstance(name, str) and name in names:
        return names.index(name)
    with suppress(TypeError):
        number = operator.index(name)  # type: ignore[arg-type]
        if not isinstance(name, bool) and 0 <= number < len(names):
            return number
    raise SetupError(
        "no seat {seat}; the players are {names}", seat=repr(name)[:60], names=", ".join(names)
    )


def check_names(names: Sequence[str], seats: int | None = None) -> None:
    """Raise SetupError if a name is missing, used twice, or cannot be shown.

    Args:
        names: of the players.
        seats: how many there have to be; None: any number.
    """
    is_list = isinstance(names, Sequence) and not isinstance(names, str)
    if not is_list or seats not in (None, len(names)):
        raise SetupError(
            "names must be a list with one for each seat, not {given}", given=repr(names)[:60]
        )
    for name in names:
        if not isinstance(name, str) or not name:
            raise SetupError("a seat has no name; every player needs one")
        if any(unicodedata.category(letter) in _UNSHOWN for letter in name):
            raise SetupError(
                "the name {name} has characters that cannot be shown", name=ascii(name)
            )
    if len(set(names)) < len(names):
        list_of_names = ", ".join(names)
        raise SetupError("two seats have the same name: {names}", names=list_of_names)


@dataclass(frozen=True, repr=False)
class _Named:
    """A default value that prints as its name, where `help()` would show an address."""

    name: str
    function: Callable[..., Any]

    def __call__(self, *arguments: Any) -> Any:
        """What the function returns."""
        return self.function(*arguments)

    def __repr__(self) -> str:
        return self.name


silent = _Named("silent", lambda *_: None)
never = _Named("never", lambda *_: False)
one_pack = _Named("one_pack", lambda seats, options: 1)
each_alone = _Named("each_alone", lambda seats: tuple(range(seats)))
