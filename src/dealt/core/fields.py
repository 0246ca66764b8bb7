"""The fields of a game's state, and among them its options: the rules that people can set.

A game writes its state as a class whose attributes are `number(...)` or `option(...)`::

    @state
    class State:
        draws: int = option(3, "the most cards a player draws in one turn", range(1, 6))
        turn: int = number("i1", "seat whose turn it is")
        hand: list[list[int]] = number("i1", "cards of each seat", 3, 11)

`State()` is then a plain object with `__slots__` and nested lists of int, for plain play;
`dtype(State)` is one row of a structured array, for compiled play.  Both are read and written the
same way, `s.hand[seat][i]`.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self, TypeVar

from dealt.errors import SetupError
from dealt.language import Phrase, listed, message, say
from dealt.nearest import or_nearest

if TYPE_CHECKING:
    import numpy as np

T = TypeVar("T")

# what rules read from and write to: a list in plain play, a row of an array in compiled play
Numbers = MutableSequence[int]

_CardsHeld = Literal["", "card", "mask", "each"]  # see `number`

_BITS = {"i1": 8, "i2": 16, "i4": 32, "i8": 64}

YES_OR_NO = {"yes": 1, "no": 0}
_USUAL_WORDS = {"yes": message("yes"), "no": message("no")}


def copied(value: Any) -> Any:
    """An integer unchanged, nested lists of integers as new lists."""
    if not isinstance(value, list):
        return value
    if isinstance(value[0], list):
        return [copied(part) for part in value]
    return value.copy()


def zeros(shape: Sequence[int]) -> Any:
    """Zero, or nested lists of zero."""
    value: Any = 0
    for length in reversed(shape):
        value = [copied(value) for _ in range(length)]
    return value


class Field(NamedTuple):
    """One field of a state: its name, its integer kind, its meaning and its shape.

    For `cards` and `follows` see `number`.
    """

    name: str
    kind: str
    meaning: str
    shape: tuple[int, ...]
    cards: _CardsHeld = ""
    follows: bool = False

    def bounds(self) -> tuple[int, int]:
        """The least and the greatest number that the field can hold in compiled play."""
        half = 1 << (_BITS[self.kind] - 1)
        return -half, half - 1

    def holds(self, number: int) -> bool:
        """Whether a number fits into the field."""
        least, most = self.bounds()
        return least <= number <= most


class Range(NamedTuple):
    """What some consecutive numbers of an observation can be.

    Attributes:
        n: how many there are.
        least: the least that each of them can ever be, under any options.
        most: the greatest.
        kind: `choice`, one of several things, such as a card or a seat; `amount`, of which more is
            more; `bits`, each of which says something by itself; least is then 0.
    """

    n: int
    least: int
    most: int
    kind: Literal["choice", "amount", "bits"] = "choice"


def number(
    kind: str, meaning: str, *shape: int, cards: _CardsHeld = "", follows: bool = False
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
    if kind not in _BITS:
        raise TypeError(f"kind {kind!r} of a field; use one of {', '.join(_BITS)}")
    return Field("", kind, meaning, shape, cards, follows)


@dataclass(frozen=True)
class Option:
    """A rule that people can set: a field of the state, whose name it has.

    Attributes:
        name: of the field.
        default: the reading of the game's original document.
        meaning: one line for people.
        choices: values by name, or the range of numbers allowed.
        with_people: the default when a person sits at the table, if different.
        is_always_told: statistics name it even if it has its default value.
        came_later: the option was added later. Records, receipts and ledgers leave it out while it
            has its default value, so older ones stay valid.
        words: messages that explain choices, by name or by a number such as `0`; other choices are
            shown by name.
        title: a message of a few words that names the rule in a settings form; otherwise its
            meaning is shown.
    """

    name: str
    default: int
    meaning: str
    choices: Mapping[str, int] | range
    with_people: int | None = None
    is_always_told: bool = False
    came_later: bool = False
    words: Mapping[str, str] = field(default_factory=dict)
    title: str = ""

    @property
    def ends(self) -> tuple[int, int]:
        """The least and the greatest number that can be chosen."""
        if isinstance(self.choices, range):
            return self.choices.start, self.choices.stop - 1
        return min(self.choices.values()), max(self.choices.values())

    @property
    def narrowest_field(self) -> Field:
        """The field with the fewest bits that holds every choice."""
        fields = [Field(self.name, kind, self.meaning, ()) for kind in _BITS]
        return next((each for each in fields if all(map(each.holds, self.ends))), fields[-1])

    def value(self, choice: int | str) -> int:
        """The number for the value that a person gave.

        Raises:
            SetupError: not one of the choices.
        """
        if isinstance(self.choices, range):
            number = choice
            if (
                isinstance(choice, str)
                and choice.isascii()
                and choice.removeprefix("-").isdecimal()
            ):
                number = int(choice)
            if type(number) is int and number in self.choices:
                return number
        else:
            if isinstance(choice, str) and choice in self.choices:
                return self.choices[choice]
            if isinstance(choice, int) and choice in self.choices.values():
                return int(choice)
        raise SetupError(
            "option {option} is {given}: must be {allowed}",
            option=self.name, given=repr(choice), allowed=lambda: self.allowed,
        )  # fmt: skip

    @property
    def usual(self) -> int:
        """The default at a table with people."""
        return self.default if self.with_people is None else self.with_people

    @property
    def allowed(self) -> str:
        """The choices for people: `yes or no`, `a number from 1 to 9`."""
        if isinstance(self.choices, range):
            least, most = self.ends
            return say("a number from {least} to {most}", least=least, most=most)
        return listed(list(self.choices), "or")

    def text(self, value: int) -> str:
        """The name of a value."""
        if isinstance(self.choices, range):
            return str(value)
        return next(name for name, number in self.choices.items() if number == value)

    def choice_text(self, choice: str) -> str:
        """What a choice means, in the current language."""
        words = self.words.get(choice, _USUAL_WORDS.get(choice))
        return choice if words is None else say(words)


def option(default: int, meaning: str, choices: Mapping[str, int] | range, **facts: Any) -> Any:
    """A field that people set before the deal; for the arguments see `Option`."""
    if not choices:
        raise TypeError(f"choices {choices!r} of an option; it needs at least one")
    return Option("", default, meaning, choices, **facts)


class PlainState:
    """Methods of all plain states; the attributes are the game's fields."""

    __slots__: tuple[str, ...] = ()
    FIELDS: tuple[Field, ...] = ()
    OPTIONS: tuple[Option, ...] = ()

    def __init__(self) -> None:
        for each in self.FIELDS:
            setattr(self, each.name, zeros(each.shape))

    def fields(self) -> dict[str, Any]:
        """All values by name, for comparing and printing; lists are copies."""
        return {each.name: copied(getattr(self, each.name)) for each in self.FIELDS}

    def copy(self) -> Self:
        """An independent state with the same values; `state` writes it out field by field."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"State({', '.join(f'{name}={value}' for name, value in self.fields().items())})"


def state(cls: type[T]) -> type[T]:
    """Make the plain state from a class that lists the fields with `number` and `option`."""
    options = {
        name: replace(row, name=name) for name, row in vars(cls).items() if isinstance(row, Option)
    }
    table = tuple(
        row._replace(name=name) if isinstance(row, Field) else options[name].narrowest_field
        for name, row in vars(cls).items()
        if isinstance(row, Field | Option)
    )
    body = {
        "__slots__": tuple(each.name for each in table),
        "__doc__": cls.__doc__,
        "__module__": cls.__module__,
        "__qualname__": cls.__qualname__,
        "FIELDS": table,
        "OPTIONS": tuple(options.values()),
        "copy": _copier(table),
    }
    return type(cls.__name__, (PlainState,), body)


def _copier(table: tuple[Field, ...]) -> Any:
    """`PlainState.copy` for some fields: a line for each, which is faster than a loop over them."""
    lines = ["def copy(self):", "    twin = new(type(self))"]
    for each in table:
        name, shape = each.name, each.shape
        value = (f"self.{name}", f"self.{name}.copy()", f"[part.copy() for part in self.{name}]")
        text = value[len(shape)] if len(shape) < len(value) else f"copied(self.{name})"
        lines.append(f"    twin.{name} = {text}")
    space: dict[str, Any] = {"new": object.__new__, "copied": copied}
    exec("\n".join([*lines, "    return twin"]), space)
    return space["copy"]


def dtype(cls: Any) -> np.dtype[Any]:
    """The structured NumPy type of one compiled state with the fields of `cls`."""
    import numpy as np

    return np.dtype([(each.name, each.kind, each.shape) for each in cls.FIELDS])


def row_fields(cls: Any, row: Any) -> dict[str, Any]:
    """The values of one row of a structured array as `PlainState.fields` gives them."""
    return {each.name: row[each.name].tolist() for each in cls.FIELDS}


def plain_row(cls: Any, row: Any) -> Any:
    """One row of a structured array as a plain state."""
    s = cls()
    for name, value in row_fields(cls, row).items():
        setattr(s, name, value)
    return s


def fill_row(cls: Any, row: Any, plain: Any) -> None:
    """Write the values of a plain state into one row of a structured array."""
    for each in cls.FIELDS:
        row[each.name] = getattr(plain, each.name)


def option_values(
    game: str,
    options: Sequence[Option],
    choices: Mapping[str, int | str] | None,
    *,
    people: bool = False,
) -> dict[str, int]:
    """All options of a game with their values: those chosen, and the defaults of the others."""
    by_name = {option.name: option for option in options}
    choices = {} if choices is None else choices
    if not isinstance(choices, Mapping):
        raise SetupError(
            "options must be a dict such as {example}, not {given}",
            example='{"pairs": "no"}', given=repr(choices)[:60],
        )  # fmt: skip
    for name in choices:
        if name not in by_name:
            facts = {"game": game, "option": repr(name)}
            problem = Phrase("{game} has no option {option}", facts)
            hint = Phrase(
                "its options: {options}", {"options": ", ".join(by_name) or Phrase("none")}
            )
            raise SetupError(or_nearest(problem, name, by_name, hint))
    values = {}
    for name, option in by_name.items():
        if name in choices:
            values[name] = option.value(choices[name])
        elif people and option.with_people is not None:
            values[name] = option.with_people
        else:
            values[name] = option.default
        if option.came_later and values[name] == option.default:
            del values[name]
    return values
