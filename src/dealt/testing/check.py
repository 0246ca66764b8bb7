"""Checks: a check is a promise of every game, and a way to test it; and how two things differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from dealt.errors import DealtError
from dealt.language import ENGLISH, Phrase, speaking
from dealt.own_code import contained, what_was_raised
from dealt.testing.walk import Broken, Walk

if TYPE_CHECKING:
    from dealt.core.game import Game


def _always() -> None:
    """The condition of checks that need nothing special."""


@dataclass(frozen=True)
class Check:
    """A promise that every game makes, as a function of a game and a seed.

    Attributes:
        name: one word.
        promise: the promise, a sentence without its full stop.
        holds: examines a random match, or just the game if no seed matters; raises Broken, or an
            error of the game.
        is_by_seed: another seed may give another result.
        missing: returns why the check is impossible here; None: it is possible.
    """

    name: str
    promise: str
    holds: Callable[[Any], Any]
    is_by_seed: bool = True
    missing: Callable[[], Phrase | None] = _always

    def __call__(self, game: Game, seed: int = 0) -> Any:
        """Hold the promise against one random match.

        Args:
            game: any game.
            seed: of the match.

        Returns:
            What the check has counted; most count nothing.

        Raises:
            Broken: the promise is not kept; it says what is wrong, and where.
        """
        walk = Walk(game, seed) if self.is_by_seed else None
        with speaking(ENGLISH):  # what a game says of itself is compared with its English
            try:
                with contained:
                    return self.holds(walk or game)
            except Exception as error:  # somebody else's game may run into anything
                broken = _broken(error)
                if walk is not None and broken.where is None:
                    broken.where = walk.where
                raise broken from (error.__cause__ if broken is error else error)

    def __str__(self) -> str:
        return self.name


def _broken(error: Exception) -> Broken:
    """What an error says of a promise."""
    if isinstance(error, Broken):
        return error
    return Broken(error if isinstance(error, DealtError) else what_was_raised(error))


def promised(
    name: str,
    promise: str,
    *,
    is_by_seed: bool = True,
    missing: Callable[[], Phrase | None] = _always,
) -> Callable[[Callable[[Any], Any]], Check]:
    """Turn a function into a check."""

    def decorate(holds: Callable[[Any], Any]) -> Check:
        return Check(name, promise, holds, is_by_seed, missing)

    return decorate


# --- the first difference between two things, such as two views: a path and both values -----------

_LONGEST = 60  # letters of a value that are shown


class Difference(NamedTuple):
    """The first place at which two things differ.

    Attributes:
        path: such as `view.open.zones[stock].count`.
        one: the value there in the first thing, as text.
        two: the value there in the second thing.
    """

    path: str
    one: str
    two: str


def difference(one: Any, two: Any, path: str = "") -> Difference | None:
    """The first place at which two things differ.

    Args:
        one: numbers, texts, and structs, mappings and sequences of them.
        two: likewise.
        path: name to start the path with.

    Returns:
        The difference; None if there is none.
    """
    if one == two:
        return None
    if isinstance(one, str) and isinstance(two, str):
        alike = [a == b for a, b in zip(one, two, strict=False)]
        same = max(0, [*alike, False].index(False) - _LONGEST // 3)  # which nobody need read
        return Difference(path.lstrip("."), short(one[same:]), short(two[same:]))
    if type(one) is type(two):
        pairs = [dict(_parts(each)) for each in (one, two)]
        if pairs[0] and pairs[0].keys() == pairs[1].keys():
            for at in pairs[0]:
                deeper = difference(pairs[0][at], pairs[1][at], path + at)
                if deeper is not None:
                    return deeper
    return Difference(path.lstrip("."), short(one), short(two))


def short(value: object) -> str:
    """A value as text, cut if it is long."""
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def phrase(difference: Difference) -> Phrase:
    """A difference as a clause: first what was expected, then what was found."""
    return Phrase("{path} is {two}, expected {one}", difference._asdict())


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    """What something is made of: how each part is called behind it, and the part."""
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield f".{name}", getattr(value, name)
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield f".{key}", part
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for place, part in enumerate(value):
            own = getattr(part, "id", None)
            yield f"[{place if own is None else own}]", part
