"""The first difference between two things, such as two views: a path and both values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from dealt.language import Phrase

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
