"""Hints for a choice, from the game itself and from a computer player."""

from __future__ import annotations

import time
from collections.abc import Callable

from dealt import agents
from dealt.clients.line.client_match import AnyTable
from dealt.clients.line.warming import warmth_of
from dealt.core.agent import AnyAgent
from dealt.core.game import Game
from dealt.core.view import hints_together
from dealt.language import say

ADVISERS = (agents.GOOD, agents.SEED)  # the first that a game has is asked for a hint


class Hints:
    """The choice of hints shown at a turn, for any game and any face.

    Args:
        own: whether to show the game's own hint.
        adviser: the name of a computer player that gives its choice and reason; None: none.
    """

    def __init__(self, *, own: bool = True, adviser: str | None = None) -> None:
        self.own = own
        self.adviser = adviser
        self._turn: tuple[AnyTable, int] | None = None
        self._lines: list[str] = []

    def lines(self, table: AnyTable) -> list[str]:
        """The hints for the seat to move, one per line; they stay the same until it plays.

        Raises:
            SetupError: the table knows no such computer player.
        """
        turn = table, len(table.history)
        if self._turn != turn:
            own = table.hint() if self.own else ""
            advice = "" if self.adviser is None else table.hint(self.adviser)
            hints = hints_together(own, advice)
            self._turn, self._lines = turn, [f"({line})" for line in hints]
        return self._lines

    def advice(self, table: AnyTable) -> list[str]:
        """The game's facts about the current choice, and a computer player's advice.

        Raises:
            SetupError: the table knows no such computer player.
        """
        bots = agents.bots(table.game)
        adviser = self.adviser or next((name for name in ADVISERS if name in bots), None)
        advice = "" if adviser is None else table.hint(adviser)
        return [*hints_together(table.hint(), advice)] or [say("No hint is available.")]


def advisers(game: Game, seed: int) -> Callable[[str], AnyAgent | None]:
    """The factory for computer players that give hints; a search takes time."""
    waiting = warmth_of(game)
    return lambda name: agents.bot(game, name, seed, clock=time.monotonic, waiting=waiting)
