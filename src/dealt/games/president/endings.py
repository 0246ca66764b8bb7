"""President: the end of a round between the last two players, played exactly.

If only two players are left and no card was left over, each knows the other's hand: the cards
nobody has seen.  If the hands are small enough, it can be worked out who goes out first.
"""

from __future__ import annotations

from typing import Any

from dealt.games.president import rules
from dealt.games.president.state import PLAYING
from dealt.games.president.tables import ACTIONS

MOST_POSITIONS = 3_000  # looked at before it is given up


class _TooLarge(Exception):  # noqa: N818 - a signal, not an error
    """There are too many positions to examine."""


def winning_move(s: Any, seat: int) -> int:
    """A move after which `seat`, to move, goes out first whatever the other player does.

    Args:
        s: a possible deal; it is not changed.
        seat: the seat to move.

    Returns:
        The first such move; -1 if there is none, if more than two players are left, if hidden cards
        may lie elsewhere, or if there are too many positions.
    """
    left = [other for other in range(s.seats) if s.count[other]]
    if s.phase != PLAYING or len(left) != 2 or s.out_of_play:
        return -1
    ending = Ending()
    try:
        for action in ending.moves(s):
            if ending.wins(s, action, seat):
                return action
    except _TooLarge:
        pass
    return -1


class Ending:
    """What is known so far about positions of two players."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, ...], bool] = {}

    def moves(self, s: Any) -> list[int]:
        """The open actions, moves with the most cards first."""
        out = [0] * ACTIONS
        return out[: rules.legal(s, out)][::-1]

    def wins(self, s: Any, action: int, seat: int) -> bool:
        """Whether `seat`, to move, wins with this action.

        Raises:
            TooLarge: see MOST_POSITIONS.
        """
        after = s.copy()
        rules.apply(after, action)
        if not after.count[seat]:
            return True
        if rules.is_over(after):
            return False
        if after.turn == seat:
            return self.can_win(after)
        return not self.can_win(after)

    def can_win(self, s: Any) -> bool:
        """Whether the seat to move can go out first."""
        key = (s.turn, s.previous, s.mover, *s.hand)
        if key not in self.known:
            if len(self.known) >= MOST_POSITIONS:
                raise _TooLarge
            self.known[key] = False  # a position does not come again: between two leads cards go
            self.known[key] = any(self.wins(s, action, s.turn) for action in self.moves(s))
        return self.known[key]
