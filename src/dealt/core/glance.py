"""The view of the seat to move, made only if somebody looks at more than who sits where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Glance:
    """Stands for a view until more is asked of it than the seat and the names.

    Most actions are data by themselves, and a stored round is played again action by action.

    Args:
        seat: the seat whose view it is.
        names: the players.
        view_of: makes the view of a seat.
    """

    def __init__(self, seat: int, names: tuple[str, ...], view_of: Callable[[int], Any]) -> None:
        self.seat, self.names = seat, names
        self._view_of = view_of

    def __getattr__(self, name: str) -> Any:
        return getattr(self._view_of(self.seat), name)
