"""One list of fields per game, and the two kinds of state made from it.

A game writes its state as a class whose attributes are `number(...)`::

    @state
    class State:
        turn: int = number("i1", "seat whose turn it is")
        hand: list[list[int]] = number("i1", "cards of each seat", 3, 11)

`State()` is then a plain object with `__slots__` and nested lists of int, for plain play;
`dtype(State)` is one row of a structured array, for compiled play.  Both are read and written the
same way, `s.hand[seat][i]`.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self, TypeVar

if TYPE_CHECKING:
    import numpy as np

T = TypeVar("T")

# what rules read from and write to: a list in plain play, a row of an array in compiled play
Numbers = MutableSequence[int]

CardsHeld = Literal["", "card", "mask", "each"]  # see `number`

BITS = {"i1": 8, "i2": 16, "i4": 32, "i8": 64}


def copied(value: Any) -> Any:
    """An integer unchanged, nested lists of integers as new lists."""
    if not isinstance(value, list):
        return value
    if isinstance(value[0], list):
        return [copied(part) for part in value]
    return value.copy()


class Field(NamedTuple):
    """One field of a state: its name, its integer kind, its meaning and its shape.

    For `cards` and `follows` see `number`.
    """

    name: str
    kind: str
    meaning: str
    shape: tuple[int, ...]
    cards: CardsHeld = ""
    follows: bool = False

    def blank(self) -> Any:
        """The value of the field in a new plain state: zero, or nested lists of zero."""
        value: Any = 0
        for length in reversed(self.shape):
            value = [copied(value) for _ in range(length)]
        return value

    def bounds(self) -> tuple[int, int]:
        """The least and the greatest number that the field can hold in compiled play."""
        half = 1 << (BITS[self.kind] - 1)
        return -half, half - 1


class Range(NamedTuple):
    """What some consecutive numbers of an observation can be.

    Attributes:
        n: how many there are.
        least: the least that each of them can be, whatever happens and whatever the options are.
        most: the greatest.
        kind: `choice`, one of several things, such as a card or a seat; `amount`, of which more is
            more; `bits`, each of which says something by itself; least is then 0.
    """

    n: int
    least: int
    most: int
    kind: Literal["choice", "amount", "bits"] = "choice"


def number(
    kind: str, meaning: str, *shape: int, cards: CardsHeld = "", follows: bool = False
) -> Any:
    """A field of small signed integers.

    Args:
        kind: i1, i2, i4 or i8.
        meaning: what it means.
        shape: lengths of the nested lists; none: a single number.
        cards: how the field holds cards, for the text of a position: each number is a card
            (`card`), a set of cards as bits (`mask`), or there is a number for each card of the
            deck (`each`).
        follows: it follows from where the cards lie: `words.place_cards` sets it, and the text of
            a position leaves it out.
    """
    if kind not in BITS:
        raise TypeError(f"kind {kind!r} of a field; use one of {', '.join(BITS)}")
    return Field("", kind, meaning, shape, cards, follows)


class PlainState:
    """Methods of all plain states; the attributes are the game's fields."""

    __slots__: tuple[str, ...] = ()
    FIELDS: tuple[Field, ...] = ()

    def __init__(self) -> None:
        for field in self.FIELDS:
            setattr(self, field.name, field.blank())

    def fields(self) -> dict[str, Any]:
        """All values by name, for comparing and printing; lists are copies."""
        return {field.name: copied(getattr(self, field.name)) for field in self.FIELDS}

    def copy(self) -> Self:
        """An independent state with the same values; `state` writes it out field by field."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"State({', '.join(f'{name}={value}' for name, value in self.fields().items())})"


def state(cls: type[T]) -> type[T]:
    """Make the plain state from a class that lists the fields with `number`."""
    table = tuple(
        value._replace(name=name) for name, value in vars(cls).items() if isinstance(value, Field)
    )
    body = {
        "__slots__": tuple(field.name for field in table),
        "__doc__": cls.__doc__,
        "__module__": cls.__module__,
        "__qualname__": cls.__qualname__,
        "FIELDS": table,
        "copy": _copier(table),
    }
    return type(cls.__name__, (PlainState,), body)


def _copier(table: tuple[Field, ...]) -> Any:
    """`PlainState.copy` for some fields: a line for each, which is faster than a loop over them."""
    lines = ["def copy(self):", "    twin = new(type(self))"]
    for field in table:
        name, shape = field.name, field.shape
        value = (f"self.{name}", f"self.{name}.copy()", f"[part.copy() for part in self.{name}]")
        text = value[len(shape)] if len(shape) < len(value) else f"copied(self.{name})"
        lines.append(f"    twin.{name} = {text}")
    space: dict[str, Any] = {"new": object.__new__, "copied": copied}
    exec("\n".join([*lines, "    return twin"]), space)
    return space["copy"]


def dtype(cls: Any) -> np.dtype[Any]:
    """The structured NumPy type of one compiled state with the fields of `cls`."""
    import numpy as np

    return np.dtype([(field.name, field.kind, field.shape) for field in cls.FIELDS])


def row_fields(cls: Any, row: Any) -> dict[str, Any]:
    """The values of one row of a structured array as `PlainState.fields` gives them."""
    return {field.name: row[field.name].tolist() for field in cls.FIELDS}


def plain_row(cls: Any, row: Any) -> Any:
    """One row of a structured array as a plain state."""
    s = cls()
    for name, value in row_fields(cls, row).items():
        setattr(s, name, value)
    return s


def fill_row(cls: Any, row: Any, plain: Any) -> None:
    """Write the values of a plain state into one row of a structured array."""
    for field in cls.FIELDS:
        row[field.name] = getattr(plain, field.name)
