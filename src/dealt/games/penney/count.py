"""Penney's game: how many decks end with each difference, counted exactly, without sampling.

All decks are drawn at once, card by card, through the automaton of the two choices. For each number
of red and black cards drawn and each state there is a polynomial; its coefficients count the ways
to reach each score. To know at once who gets each card, the winner of the next trick (or that there
is none) is guessed when a trick begins; if the guess turns out wrong, the way is dropped. So
nothing has to be remembered about the waiting cards.

There are two versions: `polynomials` keeps a polynomial in one Python integer, with a block of bits
for each coefficient, and can count any deck; `fill_counts` is for numba and counts in 64 bits.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import TYPE_CHECKING, Any

from dealt.core.compiled import compiled
from dealt.games.penney.automaton import (
    DROPPED,
    NOBODY,
    RULES,
    SECOND,
    Automaton,
    Reading,
    automaton,
)
from dealt.games.penney.tally import CARDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_GUESSES = SECOND + 1  # nobody, the first player, the second
_FITS = 1 << 62  # counts below this can be added in 64 bits

# what a trick and a card are worth to the difference, for the player who wins them
_Worth = tuple[int, int]
_DIFFERENCE: _Worth = (1, -1)
TOGETHER: _Worth = (1, 1)


def differences(
    first: int,
    second: int,
    length: int,
    by: str,
    *,
    red: int = 26,
    black: int = 26,
    worth: _Worth = _DIFFERENCE,
    reading: Reading = RULES,
    is_independent: bool = False,
    fast: bool = False,
) -> dict[int, int]:
    """The number of decks for each value of the score.

    Args:
        first: the first player's choice.
        second: the second player's choice.
        length: number of colours in the choices.
        by: `tricks` or `cards`.
        red: number of red cards in the deck.
        black: number of black cards in the deck.
        worth: what a trick or card counts if the first or the second player wins it; by default the
            score is the first player's number minus the second's.
        reading: how tricks are read off the deck.
        is_independent: count all sequences of red + black colours, as of coin flips, and not only
            those with so many of each.
        fast: use compiled play; only if there are fewer than 2**62 decks.

    Returns:
        Numbers of decks, from the lowest score that occurs to the highest. They sum to C(red +
        black, red), or to 2**(red + black) if colours are independent.
    """
    machine = automaton(first, second, length, reading)
    per_card, per_trick = (1, -reading.short) if by == CARDS else (0, 1)
    points = [(0, 0)] + [(per_card * sign, per_trick * sign) for sign in worth]
    most = (red + black) * per_card if by == CARDS else (red + black) // length + 1
    if reading.overlap:
        most = red + black
    most += max(0, reading.short) * (red + black)
    if is_independent:
        counts = _flips(machine, points, red + black, most)
    else:
        count = _counted_fast if fast and comb(red + black, red) < _FITS else _polynomials
        counts = count(machine, points, red, black, most)
    return {score - most: decks for score, decks in enumerate(counts) if decks}


def _polynomials(
    machine: Automaton, points: Sequence[tuple[int, int]], red: int, black: int, most: int
) -> list[int]:
    """The counts of all scores from -most to most, as Python integers of any size.

    Args:
        machine: the automaton.
        points: for each guess, the points of a card and of a trick.
        red: number of red cards in the deck.
        black: number of black cards in the deck.
        most: the largest possible score.
    """
    block = comb(red + black, red).bit_length() + 1
    nothing = [[0] * len(machine.after) for _ in range(_GUESSES)]
    row: list[list[list[int]]] = []
    for reds in range(red + 1):
        for blacks in range(black + 1):
            cell = [ways.copy() for ways in nothing]
            if reds == blacks == 0:
                _land(machine, cell, 0, 1 << block * most)
            if reds:
                _draw(machine, points, block, row[blacks], cell, 0)
            if blacks:
                _draw(machine, points, block, row[blacks - 1], cell, 1)
            row[blacks : blacks + 1] = [cell]
    return _coefficients(machine, row[black], block, most)


def _flips(
    machine: Automaton, points: Sequence[tuple[int, int]], cards: int, most: int
) -> list[int]:
    """The counts of all scores from -most to most, over all sequences of so many colours."""
    block = cards + 1
    cell = [[0] * len(machine.after) for _ in range(_GUESSES)]
    _land(machine, cell, 0, 1 << block * most)
    for _ in range(cards):
        before, cell = cell, [[0] * len(machine.after) for _ in range(_GUESSES)]
        for colour in (0, 1):
            _draw(machine, points, block, before, cell, colour)
    return _coefficients(machine, cell, block, most)


def _coefficients(
    machine: Automaton, cell: Sequence[Sequence[int]], block: int, most: int
) -> list[int]:
    """The counts of all scores in the last cell, of decks that may end there."""
    ends = machine.accepted or range(len(machine.after))
    total = sum(cell[NOBODY][state] for state in ends)
    mask = (1 << block) - 1
    return [total >> block * score & mask for score in range(2 * most + 1)]


def _draw(
    machine: Automaton,
    points: Sequence[tuple[int, int]],
    block: int,
    before: Sequence[Sequence[int]],
    cell: list[list[int]],
    colour: int,
) -> None:
    """Add to `cell` the ways in `before` after one more card of a colour."""
    for guess, (per_card, per_trick) in enumerate(points):
        for state, ways in enumerate(before[guess]):
            if not ways:
                continue
            after, winner = machine.after[state][colour], machine.winner[state][colour]
            if state in machine.passing or state in machine.final:
                _land(machine, cell, after, ways)
            elif guess == NOBODY:
                if machine.rest[state][colour] != DROPPED:
                    cell[guess][machine.rest[state][colour]] += ways
            elif winner == NOBODY:
                cell[guess][after] += _shifted(ways, block * per_card)
            elif winner == guess:
                _land(machine, cell, after, _shifted(ways, block * (per_card + per_trick)))


def _land(machine: Automaton, cell: list[list[int]], state: int, ways: int) -> None:
    """End a trick: from `state` on, anybody may win the next one, or nobody."""
    if state in machine.passing or state in machine.final:
        cell[NOBODY][state] += ways
    else:
        for guess in range(_GUESSES):
            cell[guess][state] += ways


def _shifted(ways: int, places: int) -> int:
    """A polynomial shifted to higher or lower scores by a number of bits."""
    return ways << places if places >= 0 else ways >> -places


# --- compiled -------------------------------------------------------------------------------------


def _fill_counts(
    after: Any,
    winner: Any,
    rest: Any,
    closed: Any,
    accepted: Any,
    points: Any,
    red: int,
    black: int,
    row: Any,
    cell: Any,
    out: Any,
) -> None:
    """Write what `polynomials` returns into `out`; all are arrays of 64 bits.

    Args:
        after: from the automaton, [state, colour].
        winner: from the automaton.
        rest: from the automaton.
        closed: 1 for states in which the next card belongs to nobody.
        accepted: 1 for states in which a deck may end.
        points: for each guess, the points of a card and of a trick.
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
                for guess in range(_GUESSES):
                    cell[guess, 0, most] = 1
            if reds > 0:
                _draw_fast(after, winner, rest, closed, points, row[blacks], cell, 0)
            if blacks > 0:
                _draw_fast(after, winner, rest, closed, points, row[blacks - 1], cell, 1)
            row[blacks] = cell
    out[:] = 0
    for state in range(len(after)):
        if accepted[state]:
            out += row[black, NOBODY, state]


def _draw_fast(
    after: Any,
    winner: Any,
    rest: Any,
    closed: Any,
    points: Any,
    before: Any,
    cell: Any,
    colour: int,
) -> None:
    """The compiled counterpart of `_draw`."""
    for guess in range(_GUESSES):
        for state in range(len(after)):
            to, won = after[state, colour], winner[state, colour]
            if closed[state]:
                if guess == NOBODY:
                    _land_fast(closed, before[guess, state], cell, to, 0)
            elif guess == NOBODY:
                if rest[state, colour] != DROPPED:
                    _add_shifted(before[guess, state], cell[guess, rest[state, colour]], 0)
            elif won == NOBODY:
                _add_shifted(before[guess, state], cell[guess, to], points[guess, 0])
            elif won == guess:
                shift = points[guess, 0] + points[guess, 1]
                _land_fast(closed, before[guess, state], cell, to, shift)


def _land_fast(closed: Any, ways: Any, cell: Any, state: int, shift: int) -> None:
    """The compiled counterpart of `land`."""
    _add_shifted(ways, cell[NOBODY, state], shift)
    if not closed[state]:
        for guess in range(NOBODY + 1, _GUESSES):
            _add_shifted(ways, cell[guess, state], shift)


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


def _counted_fast(
    machine: Automaton, points: Sequence[tuple[int, int]], red: int, black: int, most: int
) -> list[int]:
    """What `polynomials` returns, compiled."""
    import numpy as np

    states, scores = len(machine.after), 2 * most + 1
    closed = [state in machine.passing or state in machine.final for state in range(states)]
    cell = np.zeros((_GUESSES, states, scores), np.int64)
    row = np.zeros((black + 1, *cell.shape), np.int64)
    out = np.zeros(scores, np.int64)
    ends = [not machine.accepted or state in machine.accepted for state in range(states)]
    arguments = (machine.after, machine.winner, machine.rest, closed, ends, points)
    tables = (np.array(table, np.int64) for table in arguments)
    _driver()(*tables, red, black, row, cell, out)
    counts: list[int] = out.tolist()
    return counts


def mean_and_variance(counts: Mapping[int, int]) -> tuple[Any, Any]:
    """The exact mean and variance of a score."""
    from fractions import Fraction

    decks = sum(counts.values())
    mean = Fraction(sum(score * n for score, n in counts.items()), decks)
    square = Fraction(sum(score * score * n for score, n in counts.items()), decks)
    return mean, square - mean * mean
