"""The computer players that can be asked for advice at a table."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from dealt.core.agent import Agent, AnyAgent, Searcher
from dealt.errors import SetupError


class Advisers:
    """Makes each computer player once, so that it can keep what it has learned.

    Args:
        make: makes a computer player from its name, or from whatever else stands for one; None: a
            table without any.
    """

    def __init__(self, make: Callable[[Any], AnyAgent | None] | None) -> None:
        self.make = make
        self._agents: dict[Any, AnyAgent] = {}

    def of(self, given: Any) -> AnyAgent:
        """The computer player that is given.

        Raises:
            SetupError: the player was not found.
        """
        if isinstance(given, Agent | Searcher) and not isinstance(given, type):
            return given
        is_kept = isinstance(given, Hashable)
        if is_kept and given in self._agents:
            return self._agents[given]
        adviser = None if self.make is None else self.make(given)
        if adviser is None:
            raise SetupError("no computer player {name} to ask at this table", name=repr(given))
        if is_kept:
            self._agents[given] = adviser
        return adviser
