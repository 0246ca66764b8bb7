"""What computer players are called at a table: common given names, so that levels stay levels."""

from __future__ import annotations

from collections.abc import Iterable

GIVEN_NAMES = (
    "Bia", "Rui", "Lia", "Ivo", "Noa", "Téo", "Gil", "Isa", "Leo", "Mila", "Enzo", "Clara", "Davi",
    "Luna", "Otto", "Nina", "Hugo", "Flora", "Raul", "Vera", "Joel", "Elsa", "Tito", "Yara",
)  # fmt: skip


def given_name(taken: Iterable[str]) -> str:
    """The first given name that nobody has; numbered once all of them are in use.

    Args:
        taken: names in use; upper and lower case count as the same.
    """
    used = {name.casefold() for name in taken}
    copy = 1
    while True:
        for base in GIVEN_NAMES:
            name = base if copy == 1 else f"{base} {copy}"
            if name.casefold() not in used:
                return name
        copy += 1
