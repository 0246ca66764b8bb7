"""Penney's game: how many decks end with each difference, counted exactly, without sampling.

All decks are drawn at once, card by card, through the automaton of the choices. For the cards left
and each state there is a polynomial; its coefficients count the ways to reach each score. To know
at once who gets each card, the winner of the next trick (or that there is none) is guessed when a
trick begins; if the guess turns out wrong, the way is dropped. So nothing has to be remembered
about the waiting cards. Tricks need no guess.

A polynomial is one Python integer, with a block of bits for each coefficient; where many players
make most coefficients 0, it is a `_Sparse` one. `_fill_counts` is the same for numba, two players
and 64 bits.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import chain
from math import comb, prod
from typing import TYPE_CHECKING, Any, Self

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
from dealt.games.penney.choices import COLOURS, choice_text
from dealt.games.penney.tally import CARDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_FITS = 1 << 62  # counts below this can be added in 64 bits
DENSE = 1 << 14  # coefficients of a polynomial in one integer

# what a trick and a card are worth to the score, for the player who wins them
_Worth = tuple[int, ...]
_DIFFERENCE: _Worth = (1, -1)
TOGETHER: _Worth = (1, 1)

# for each guess, the points of a card, of a trick, and of each card drawn before a trick. The
# guesses are nobody and each player; if what is left over goes to the winner of the last trick,
# also nobody after a trick of each player.
_Points = list[tuple[int, int, int]]
_Cell = list[list[Any]]  # by guess and state, the ways: an integer or a sparse polynomial


class _Sparse(Counter[int]):
    """A polynomial by its coefficients that are not 0; a shift moves all of them."""

    def __lshift__(self, places: int) -> _Sparse:
        return _Sparse({score + places: ways for score, ways in self.items()})

    def __rshift__(self, places: int) -> _Sparse:
        return self << -places

    def __radd__(self, zero: int) -> _Sparse:
        return _Sparse(self)

    def __iadd__(self, other: Any) -> Self:  # type: ignore[override,misc]
        self.update(other)
        return self


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
    """The number of decks for each value of the score of two players.

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
    words = choice_text(first, length), choice_text(second, length)
    machine = automaton(words, COLOURS, reading)
    points = _points(by, worth, reading)
    most = _most(by, red + black, length, reading)
    if fast and not is_independent and comb(red + black, red) < _FITS:
        return _counted_fast(machine, by, points, red, black, most)
    return _counted(machine, by, points, (red, black), most, is_independent=is_independent)


def leads(
    words: Sequence[str], pack: Mapping[str, int], by: str, reading: Reading = RULES
) -> dict[tuple[int, ...], int]:
    """The number of decks for each lead of the players over the last one.

    Args:
        words: the choices, none the end of another.
        pack: the number of cards of each letter.
        by: `tricks` or `cards`.
        reading: how tricks are read off the deck.
    """
    most = _most(by, sum(pack.values()), min(map(len, words)), reading)
    base, others = 2 * most + 1, len(words) - 1
    values = [base**player for player in range(others)]
    points = _points(by, (*values, -sum(values)), reading)
    machine = automaton(words, "".join(pack), reading)
    counts = _counted(machine, by, points, tuple(pack.values()), most * sum(values))
    return {
        (*(_digit(score, value, base) for value in values), 0): decks
        for score, decks in counts.items()
    }


def _digit(score: int, value: int, base: int) -> int:
    """One lead of a score: a digit from -base // 2 to base // 2."""
    half = base // 2
    below = (value - 1) // 2  # the most that the lower digits are worth
    return ((score + below) // value + half) % base - half


def _most(by: str, cards: int, length: int, reading: Reading) -> int:
    """The largest possible number of tricks or cards of a player."""
    tricks = cards if reading.overlap else cards // length + 1
    if reading.one_trick and not reading.counter:
        tricks = 1
    if by != CARDS:
        return tricks
    return cards * (tricks if reading.piles_up else 1) + abs(reading.short) * tricks


def _points(by: str, worth: _Worth, reading: Reading) -> _Points:
    """The points of each guess."""
    if by != CARDS:
        return [(0, 0, 0), *((0, sign, 0) for sign in worth)]
    rest = {FIRST: worth[0], SECOND: worth[1]}.get(reading.rest, 0)
    card, place = (0, 1) if reading.piles_up else (1, 0)
    points = [(rest, 0, 0)]
    points += [(card * sign, -reading.short * sign, place * sign) for sign in worth]
    return points + [(sign, 0, 0) for sign in worth] if reading.rest == LAST else points


def _counted(
    machine: Automaton,
    by: str,
    points: _Points,
    pack: tuple[int, ...],
    most: int,
    *,
    is_independent: bool = False,
) -> dict[int, int]:
    """The counts of all scores that occur, as Python integers of any size.

    Args:
        machine: the automaton.
        by: `tricks` or `cards`.
        points: the points of each guess.
        pack: number of cards of each letter.
        most: the largest possible score.
        is_independent: letters come in any number.
    """
    decks = len(pack) ** sum(pack) if is_independent else _arrangements(pack)
    block = decks.bit_length() + 1
    start: Any = 1 << block * most
    if 2 * most >= DENSE:
        block, start = 1, _Sparse({most: 1})
    shifts = [tuple(block * part for part in each) for each in points]
    guesses = len(points) if by == CARDS else 1
    cell: _Cell = [[0] * len(machine.after) for _ in range(guesses)]
    _land(machine, cell, 0, start, NOBODY)
    layer = {pack: cell}
    for place in range(1, sum(pack) + 1):
        before, layer = layer, {}
        for left, cell in before.items():
            for letter, number in enumerate(left):
                if not number and not is_independent:
                    continue
                rest = left if is_independent else _without(left, letter)
                if rest not in layer:
                    layer[rest] = [[0] * len(machine.after) for _ in range(guesses)]
                _draw(machine, shifts, cell, layer[rest], letter, place)
    (cell,) = layer.values()
    ends = [row for guess, row in enumerate(cell) if not FIRST <= guess <= machine.players]
    total: Any = 0
    for ways in chain.from_iterable(ends):
        if ways:
            total += ways
    if isinstance(total, _Sparse):
        return {score - most: ways for score, ways in sorted(total.items()) if ways}
    mask = (1 << block) - 1
    counts = ((score, total >> block * (score + most) & mask) for score in range(-most, most + 1))
    return {score: ways for score, ways in counts if ways}


def _without(left: tuple[int, ...], letter: int) -> tuple[int, ...]:
    """The cards left after one of a letter."""
    return (*left[:letter], left[letter] - 1, *left[letter + 1 :])


def _draw(
    machine: Automaton,
    shifts: Sequence[Sequence[int]],
    before: _Cell,
    cell: _Cell,
    letter: int,
    place: int,
) -> None:
    """Add to `cell` the ways in `before` after one more card of a letter, the one at `place`."""
    for guess, row in enumerate(before):
        for state, ways in enumerate(row):
            if not ways:
                continue
            after, winner = machine.after[state][letter], machine.winner[state][letter]
            if state in machine.closed:
                _land(machine, cell, after, ways, guess)
            elif winner == NOBODY:
                cell[guess][after] += _shifted(ways, shifts[guess][0])
            elif winner == guess or len(before) == 1:
                rest = winner + machine.players if len(before) > machine.players + 1 else NOBODY
                per_card, per_trick, per_place = shifts[winner]
                shift = per_card + per_trick + per_place * place
                _land(machine, cell, after, _shifted(ways, shift), rest)


def _land(machine: Automaton, cell: _Cell, state: int, ways: Any, rest: int) -> None:
    """End a trick: from `state` on, anybody may win the next one, or nobody, which is `rest`."""
    cell[rest][state] += ways
    if len(cell) > 1 and state not in machine.closed:
        for guess in range(FIRST, machine.players + 1):
            cell[guess][state] += ways


def _shifted(ways: Any, places: int) -> Any:
    """A polynomial shifted to higher or lower scores by a number of bits."""
    return ways << places if places >= 0 else ways >> -places


def _arrangements(pack: Sequence[int]) -> int:
    """In how many orders so many cards of each letter can come."""
    return prod(comb(sum(pack[: n + 1]), number) for n, number in enumerate(pack))


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
    """The compiled counterpart of `_draw`."""
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
    """The compiled counterpart of `_land`."""
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


def _counted_fast(
    machine: Automaton, by: str, points: _Points, red: int, black: int, most: int
) -> dict[int, int]:
    """What `_counted` returns, compiled."""
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


def mean_and_variance(counts: Mapping[int, int]) -> tuple[Any, Any]:
    """The exact mean and variance of a score."""
    from fractions import Fraction

    decks = sum(counts.values())
    mean = Fraction(sum(score * n for score, n in counts.items()), decks)
    square = Fraction(sum(score * score * n for score, n in counts.items()), decks)
    return mean, square - mean * mean
