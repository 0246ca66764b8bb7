"""Common given names for computer players at a table; the level stands beside them."""

from __future__ import annotations

from collections.abc import Iterable

GIVEN_NAMES = (
    "Bia", "Rui", "Lia", "Ivo", "Noa", "Téo", "Gil", "Isa", "Leo", "Mila", "Enzo", "Clara", "Davi",
    "Luna", "Otto", "Nina", "Hugo", "Flora", "Raul", "Vera", "Joel", "Elsa", "Tito", "Yara",
)  # fmt: skip


def given_name(names_in_use: Iterable[str]) -> str:
    """The first given name that is free; numbered once all of them are in use.

    Args:
        names_in_use: names in use; upper and lower case do not matter.
    """
    used = {name.casefold() for name in names_in_use}
    copy = 1
    while True:
        for base in GIVEN_NAMES:
            name = base if copy == 1 else f"{base} {copy}"
            if name.casefold() not in used:
                return name
        copy += 1
