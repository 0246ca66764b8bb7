"""Penney's game: how many decks end with each difference, counted exactly, without sampling.

All decks are drawn at once, card by card, through the automaton of the two choices. For each number
of red and black cards drawn and each state there is a polynomial; its coefficients count the ways
to reach each score. To know at once who gets each card, the winner of the next trick (or that there
is none) is guessed when a trick begins; if the guess turns out wrong, the way is dropped. So
nothing has to be remembered about the waiting cards.

There are two versions: `_polynomials` keeps a polynomial in one Python integer, with a block of
bits for each coefficient, and can count any deck; `_fill_counts` is for numba and counts in 64
bits.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import TYPE_CHECKING, Any

from dealt.core.compiled import compiled
from dealt.games.penney.automaton import (
    FIRST,
    LAST,
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

_FITS = 1 << 62  # counts below this can be added in 64 bits

# what a trick and a card are worth to the difference, for the player who wins them
_Worth = tuple[int, int]
_DIFFERENCE: _Worth = (1, -1)
TOGETHER: _Worth = (1, 1)

# for each guess, the points of a card, of a trick, and of each card drawn before a trick. The
# guesses are nobody, the first player, and the second; if what is left over goes to the winner of
# the last trick, also nobody after a trick of the first, and of the second.
_Points = list[tuple[int, int, int]]


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
    cards = red + black
    points = _points(by, worth, reading)
    tricks = cards if reading.overlap else cards // length + 1
    most = tricks
    if by == CARDS:
        most = cards * (tricks if reading.piles_up else 1) + abs(reading.short) * tricks
    if is_independent:
        counts = _flips(machine, points, cards, most)
    else:
        count = _counted_fast if fast and comb(cards, red) < _FITS else _polynomials
        counts = count(machine, points, red, black, most)
    return {score - most: decks for score, decks in enumerate(counts) if decks}


def _points(by: str, worth: _Worth, reading: Reading) -> _Points:
    """The points of each guess."""
    if by != CARDS:
        return [(0, 0, 0), *((0, sign, 0) for sign in worth)]
    rest = {FIRST: worth[0], SECOND: worth[1]}.get(reading.rest, 0)
    card, place = (0, 1) if reading.piles_up else (1, 0)
    points = [(rest, 0, 0)]
    points += [(card * sign, -reading.short * sign, place * sign) for sign in worth]
    return points + [(sign, 0, 0) for sign in worth] if reading.rest == LAST else points


def _polynomials(machine: Automaton, points: _Points, red: int, black: int, most: int) -> list[int]:
    """The counts of all scores from -most to most, as Python integers of any size.

    Args:
        machine: the automaton.
        points: the points of each guess.
        red: number of red cards in the deck.
        black: number of black cards in the deck.
        most: the largest possible score.
    """
    block = comb(red + black, red).bit_length() + 1
    row: list[list[list[int]]] = []
    for reds in range(red + 1):
        for blacks in range(black + 1):
            cell = _empty(machine, points)
            if reds == blacks == 0:
                _land(machine, cell, 0, 1 << block * most, NOBODY)
            if reds:
                _draw(machine, points, block, row[blacks], cell, 0, reds + blacks)
            if blacks:
                _draw(machine, points, block, row[blacks - 1], cell, 1, reds + blacks)
            row[blacks : blacks + 1] = [cell]
    return _coefficients(row[black], block, most)


def _empty(machine: Automaton, points: _Points) -> list[list[int]]:
    return [[0] * len(machine.after) for _ in points]


def _flips(machine: Automaton, points: _Points, cards: int, most: int) -> list[int]:
    """The counts of all scores from -most to most, over all sequences of so many colours."""
    block = cards + 1
    cell = _empty(machine, points)
    _land(machine, cell, 0, 1 << block * most, NOBODY)
    for place in range(cards):
        before, cell = cell, _empty(machine, points)
        for colour in (0, 1):
            _draw(machine, points, block, before, cell, colour, place + 1)
    return _coefficients(cell, block, most)


def _coefficients(cell: Sequence[Sequence[int]], block: int, most: int) -> list[int]:
    """The counts of all scores in the last cell."""
    total = sum(sum(ways) for guess, ways in enumerate(cell) if guess not in {FIRST, SECOND})
    mask = (1 << block) - 1
    return [total >> block * score & mask for score in range(2 * most + 1)]


def _draw(
    machine: Automaton,
    points: _Points,
    block: int,
    before: Sequence[Sequence[int]],
    cell: list[list[int]],
    colour: int,
    place: int,
) -> None:
    """Add to `cell` the ways in `before` after one more card of a colour, the one at `place`."""
    for guess, (per_card, per_trick, per_place) in enumerate(points):
        for state, ways in enumerate(before[guess]):
            if not ways:
                continue
            after, winner = machine.after[state][colour], machine.winner[state][colour]
            if state in machine.closed:
                _land(machine, cell, after, ways, guess)
            elif winner == NOBODY:
                cell[guess][after] += _shifted(ways, block * per_card)
            elif winner == guess:
                rest = guess + SECOND if len(points) > LAST else NOBODY
                shift = per_card + per_trick + per_place * place
                _land(machine, cell, after, _shifted(ways, block * shift), rest)


def _land(machine: Automaton, cell: list[list[int]], state: int, ways: int, rest: int) -> None:
    """End a trick: from `state` on, anybody may win the next one, or nobody, which is `rest`."""
    for guess in (rest,) if state in machine.closed else (rest, FIRST, SECOND):
        cell[guess][state] += ways


def _shifted(ways: int, places: int) -> int:
    """A polynomial shifted to higher or lower scores by a number of bits."""
    return ways << places if places >= 0 else ways >> -places


# --- compiled -------------------------------------------------------------------------------------


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
    """Write what `_polynomials` returns into `out`; all are arrays of 64 bits.

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
                for guess in range(SECOND + 1):
                    cell[guess, 0, most] = 1
            place = reds + blacks
            if reds > 0:
                _draw_fast(after, winner, closed, points, row[blacks], cell, 0, place)
            if blacks > 0:
                _draw_fast(after, winner, closed, points, row[blacks - 1], cell, 1, place)
            row[blacks] = cell
    out[:] = 0
    for guess in range(len(points)):
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
    """The compiled counterpart of `_draw`."""
    for guess in range(len(points)):
        for state in range(len(after)):
            to, won = after[state, colour], winner[state, colour]
            if closed[state]:
                if guess != FIRST and guess != SECOND:
                    _land_fast(closed, before[guess, state], cell, to, 0, guess)
            elif won == NOBODY:
                _add_shifted(before[guess, state], cell[guess, to], points[guess, 0])
            elif won == guess:
                rest = guess + SECOND if len(points) > LAST else NOBODY
                shift = points[guess, 0] + points[guess, 1] + points[guess, 2] * place
                _land_fast(closed, before[guess, state], cell, to, shift, rest)


def _land_fast(closed: Any, ways: Any, cell: Any, state: int, shift: int, rest: int) -> None:
    """The compiled counterpart of `_land`."""
    _add_shifted(ways, cell[rest, state], shift)
    if not closed[state]:
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


def _counted_fast(
    machine: Automaton, points: _Points, red: int, black: int, most: int
) -> list[int]:
    """What `_polynomials` returns, compiled."""
    import numpy as np

    states, scores = len(machine.after), 2 * most + 1
    cell = np.zeros((len(points), states, scores), np.int64)
    row = np.zeros((black + 1, *cell.shape), np.int64)
    out = np.zeros(scores, np.int64)
    closed = [state in machine.closed for state in range(states)]
    arguments = (machine.after, machine.winner, closed, points)
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
