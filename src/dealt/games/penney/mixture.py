"""The best mixture of choices in a two-player game where one wins what the other loses.

Exact, in fractions, for games that look the same to both players: what i wins against j, j loses
against i. The value of such a game is 0, so a mixture is best if no choice of the other player wins
against it.

Source: the simplex method with Bland's rule, "New finite pivoting rules for the simplex method"
(1977), which never cycles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Mixed:
    """A mixture: how often to make each choice; the fractions sum to 1."""

    shares: tuple[Fraction, ...]

    def __str__(self) -> str:
        """The choices that are made, by their number, with their shares."""
        return ", ".join(f"{choice}: {self.shares[choice]}" for choice in self.choices)

    @property
    def choices(self) -> tuple[int, ...]:
        """The choices with a positive share."""
        return tuple(choice for choice, share in enumerate(self.shares) if share)


def best_mixed(wins: Sequence[Sequence[int]]) -> Mixed:
    """A mixture against which nothing wins on average.

    Args:
        wins: `wins[i][j]` is what choice i wins, minus what it loses, against choice j.
    """
    size = len(wins)
    most = max((abs(x) for row in wins for x in row), default=0) + 1
    # maximize the sum of y with A y <= 1, y >= 0, where all of A is above 0: y is the best
    # mixture of the one who wants little, up to its sum
    rows = [
        [Fraction(x + most) for x in row] + [Fraction(i == j) for j in range(size)] + [Fraction(1)]
        for i, row in enumerate(wins)
    ]
    goal = [Fraction(-1)] * size + [Fraction(0)] * (size + 1)
    basis = list(range(size, 2 * size))
    while (entering := next((j for j, x in enumerate(goal[:-1]) if x < 0), None)) is not None:
        at = entering
        leaving = min(
            (i for i in range(size) if rows[i][at] > 0),
            key=lambda i: (rows[i][-1] / rows[i][at], basis[i]),
        )
        _pivot(rows, goal, leaving, entering)
        basis[leaving] = entering
    shares = [Fraction(0)] * size
    for i, column in enumerate(basis):
        if column < size:
            shares[column] = rows[i][-1] / goal[-1]
    return Mixed(tuple(shares))


def _pivot(rows: list[list[Fraction]], goal: list[Fraction], leaving: int, entering: int) -> None:
    """Let a column enter the basis in place of a row's."""
    by = rows[leaving][entering]
    rows[leaving] = [x / by for x in rows[leaving]]
    for row in [*(row for i, row in enumerate(rows) if i != leaving), goal]:
        times = row[entering]
        if times:
            row[:] = [x - times * y for x, y in zip(row, rows[leaving], strict=True)]
