"""Penney's game: what `count` counts for two players, compiled, if 64 bits are enough.

All guesses go on card by card here, also that nobody wins another trick.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from dealt.core.compiled import compiled
from dealt.games.penney.automaton import FIRST, LAST, NOBODY, SECOND, Automaton
from dealt.games.penney.tally import CARDS

# for each guess, the points of a card, of a trick, and of each card drawn before a trick. The
# guesses are nobody and each player; if what is left over goes to the winner of the last trick,
# also nobody after a trick of each player.
Points = list[tuple[int, int, int]]


def _fill_counts(
    after: Any,
    winner: Any,
    closed: Any,
    points: Any,
    red: int,
    black: int,
    row: Any,
    cell: Any,
    out: Any,
) -> None:
    """Write the count of each score from -most to most into `out`; all are arrays of 64 bits.

    Args:
        after: from the automaton, [state, colour].
        winner: from the automaton.
        closed: 1 for states in which the next card belongs to nobody.
        points: the points of each guess.
        red: number of red cards in the deck.
        black: number of black cards in the deck.
        row: scratch for the ways, [blacks, guess, state, score].
        cell: scratch for one number of black cards.
        out: filled with 2 * most + 1 counts.
    """
    most = len(out) // 2
    for reds in range(red + 1):
        for blacks in range(black + 1):
            cell[:] = 0
            if reds == 0 and blacks == 0:
                cell[: SECOND + 1, 0, most] = 1
            place = reds + blacks
            if reds > 0:
                _draw_fast(after, winner, closed, points, row[blacks], cell, 0, place)
            if blacks > 0:
                _draw_fast(after, winner, closed, points, row[blacks - 1], cell, 1, place)
            row[blacks] = cell
    out[:] = 0
    for guess in range(len(cell)):
        if guess != FIRST and guess != SECOND:
            for state in range(len(after)):
                out += row[black, guess, state]


def _draw_fast(
    after: Any,
    winner: Any,
    closed: Any,
    points: Any,
    before: Any,
    cell: Any,
    colour: int,
    place: int,
) -> None:
    """Add the ways in `before` to `cell` after one more card of a colour."""
    for guess in range(len(before)):
        for state in range(len(after)):
            to, won = after[state, colour], winner[state, colour]
            if closed[state]:
                if guess != FIRST and guess != SECOND:
                    _land_fast(closed, before[guess, state], cell, to, 0, guess)
            elif won == NOBODY:
                _add_shifted(before[guess, state], cell[guess, to], points[guess, 0])
            elif won == guess or len(before) == 1:
                rest = won + SECOND if len(before) > LAST else NOBODY
                shift = points[won, 0] + points[won, 1] + points[won, 2] * place
                _land_fast(closed, before[guess, state], cell, to, shift, rest)


def _land_fast(closed: Any, ways: Any, cell: Any, state: int, shift: int, rest: int) -> None:
    """End a trick, after which anybody may win the next one, or nobody."""
    _add_shifted(ways, cell[rest, state], shift)
    if len(cell) > 1 and not closed[state]:
        _add_shifted(ways, cell[FIRST, state], shift)
        _add_shifted(ways, cell[SECOND, state], shift)


def _add_shifted(ways: Any, to: Any, shift: int) -> None:
    """Add the ways with all scores higher by `shift`."""
    n = len(ways)
    if shift >= 0:
        for score in range(n - shift):
            to[score + shift] += ways[score]
    else:
        for score in range(-shift, n):
            to[score + shift] += ways[score]


@cache
def _driver() -> Any:
    return compiled({"count": _fill_counts}, {})["count"]


def counted_fast(
    machine: Automaton, by: str, points: Points, red: int, black: int, most: int
) -> dict[int, int]:
    """The counts of all scores that occur, in 64 bits; arguments as in `count`."""
    import numpy as np

    states, scores = len(machine.after), 2 * most + 1
    cell = np.zeros((len(points) if by == CARDS else 1, states, scores), np.int64)
    row = np.zeros((black + 1, *cell.shape), np.int64)
    out = np.zeros(scores, np.int64)
    closed = [state in machine.closed for state in range(states)]
    arguments = (machine.after, machine.winner, closed, points)
    tables = (np.array(table, np.int64) for table in arguments)
    _driver()(*tables, red, black, row, cell, out)
    return {score - most: decks for score, decks in enumerate(out.tolist()) if decks}
