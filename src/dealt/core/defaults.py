"""Functions that are default values, so that `help()` shows a name instead of an address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, repr=False)
class _Named:
    """A function that prints as its name."""

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
