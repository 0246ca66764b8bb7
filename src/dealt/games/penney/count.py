"""Penney's game: how many decks end with each difference, counted exactly, without sampling.

All decks are drawn at once, card by card, through the automaton of the choices. For the cards left
and each state there is a polynomial; its coefficients count the ways to reach each score. To know
at once who gets each card, the winner of the next trick (or that there is none) is guessed when a
trick begins; if the guess turns out wrong, the way is dropped. So nothing has to be remembered
about the waiting cards. Tricks need no guess.

A polynomial is one Python integer, with a block of bits for each coefficient; where many players
make most coefficients 0, it is a `_Sparse` one. `compiled_count` is the same for two players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain
from math import comb, gcd, prod
from typing import TYPE_CHECKING, Any, Self, cast

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
from dealt.games.penney.compiled_count import Points, counted_fast
from dealt.games.penney.tally import CARDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_FITS = 1 << 62  # counts below this can be added in 64 bits
_DENSE = 1 << 14  # coefficients of a polynomial in one integer

# what a trick and a card are worth to the score, for the player who wins them
_Worth = tuple[int, ...]
_DIFFERENCE: _Worth = (1, -1)
TOGETHER: _Worth = (1, 1)

_Cell = list[list[Any]]  # by guess and state, the ways: an integer or a sparse polynomial
_Move = tuple[int, int, int]  # of a card that belongs to nobody, of any other, and of a trick
_Left = tuple[int, ...]  # the cards of each letter that are left
_Draws = dict[_Left, list[tuple[int, _Left]]]  # the letters that can be next, with the rest
Progress = Callable[[int, int], None]


class _Sparse(Counter[int]):
    """A polynomial by its coefficients that are not 0; a shift moves all of them."""

    def __lshift__(self, places: int) -> _Sparse:
        return _Sparse({score + places: ways for score, ways in self.items()})

    def __rshift__(self, places: int) -> _Sparse:
        return self << -places

    def __mul__(self, times: int) -> _Sparse:
        return _Sparse({score: ways * times for score, ways in self.items()})

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
    progress: Progress = lambda drawn, cards: None,
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
        progress: gets the number of cards drawn, and of all.

    Returns:
        Numbers of decks, from the lowest score that occurs to the highest. They sum to C(red +
        black, red), or to 2**(red + black) if colours are independent.
    """
    words = choice_text(first, length), choice_text(second, length)
    machine = automaton(words, COLOURS, reading)
    points = _points(by, worth, reading)
    lows = [_most(by, cards, length, reading) for cards in range(red + black + 1)]
    if fast and not is_independent and comb(red + black, red) < _FITS:
        return counted_fast(machine, by, points, red, black, lows[-1])
    if min(worth) >= 0 and not reading.short:
        lows = [0] * len(lows)
    pack = (red + black,) if is_independent else (red, black)
    return _counted(machine, by, points, pack, lows, progress)


def left_over(first: int, second: int, length: int, red: int, black: int) -> dict[int, int]:
    """The number of decks for each number of cards left over after the last trick."""
    machine = automaton((choice_text(first, length), choice_text(second, length)))
    points = [(1, 0, 0), (0, 0, 0), (0, 0, 0)]
    return _counted(machine, CARDS, points, (red, black), [0] * (red + black + 1))


def leads(
    words: Sequence[str],
    pack: Mapping[str, int],
    by: str,
    reading: Reading = RULES,
    progress: Progress = lambda drawn, cards: None,
) -> dict[tuple[int, ...], int]:
    """The number of decks for each lead of the players over the last one.

    Args:
        words: the choices, none the end of another.
        pack: the number of cards of each letter.
        by: `tricks` or `cards`.
        reading: how tricks are read off the deck.
        progress: gets the number of cards drawn, and of all.
    """
    shortest = min(map(len, words))
    lows = [_most(by, cards, shortest, reading) for cards in range(sum(pack.values()) + 1)]
    base, others = 2 * lows[-1] + 1, len(words) - 1
    values = [base**player for player in range(others)]
    points = _points(by, (*values, -sum(values)), reading)
    machine = automaton(words, "".join(pack), reading)
    lows = [low * sum(values) for low in lows]
    counts = _counted(machine, by, points, tuple(pack.values()), lows, progress)
    return {
        (*(_digit(score, value, base) for value in values), 0): decks
        for score, decks in counts.items()
    }


def first_places(words: Sequence[str], pack: Mapping[str, int]) -> dict[int, int]:
    """The number of decks for each card with which the first trick is complete; 0: with none."""
    machine, left = automaton(words, "".join(pack)), tuple(pack.values())
    counts: Counter[int] = Counter({0: _arrangements(left)})
    before = {left: Counter({0: 1})}
    for place, lefts in enumerate(places(left, len(pack)), 1):
        after: dict[_Left, Counter[int]] = {}
        for left, draws in lefts.items():
            for letter, rest in draws:
                to = after.setdefault(rest, Counter())
                for state, ways in before[left].items():
                    if machine.winner[state][letter] == NOBODY:
                        to[machine.after[state][letter]] += ways
                    else:
                        counts[place] += ways * _arrangements(rest)
        before = after
    counts[0] -= counts.total() - counts[0]
    return dict(counts)


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


def _points(by: str, worth: _Worth, reading: Reading) -> Points:
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
    points: Points,
    pack: _Left,
    lows: Sequence[int],
    progress: Progress = lambda drawn, cards: None,
) -> dict[int, int]:
    """The counts of all scores that occur, as Python integers of any size.

    Args:
        machine: the automaton.
        by: `tricks` or `cards`.
        points: the points of each guess.
        pack: number of cards of each letter; one number alone: of letters that come independently.
        lows: how far below 0 a score can be after each number of cards.
        progress: gets the number of cards drawn, and of all.
    """
    letters, cards = len(machine.after[0]), sum(pack)
    decks = _arrangements(pack) if len(pack) == letters else letters**cards
    size = decks.bit_length() // 8 + 1  # bytes of a coefficient
    layers = places(pack, letters)
    free = _without_trick(machine, layers) if by == CARDS else {}
    moves = [*_moves(points, lows)]
    # all scores at a place are so far apart
    step = _step(machine, moves, lows[0], is_guessed=bool(free))
    unit, start = 8 * size, cast("Any", 1 << 8 * size * (lows[0] // step))
    if 2 * lows[-1] // step >= _DENSE:
        unit, start = 1, _Sparse({lows[0] // step: 1})
    layer: dict[_Left, _Cell] = {}
    counts: Counter[int] = Counter()
    for place, lefts in enumerate(layers):
        rows, ends = len(points) if free else 1, [0] * len(points)
        before, layer = layer, {}
        for left in lefts:
            layer[left] = [[0] * len(machine.after) for _ in range(rows)]
        if not place:
            layer[pack][NOBODY][0] = start
        shifts = [tuple(unit * (part // step) for part in each) for each in moves[place]]
        for left, cell in before.items():
            for letter, rest in layers[place - 1][left]:
                _draw(machine, shifts, cell, layer[rest], letter)
        for left, cell in layer.items() if free else ():
            _guess(machine, cell, free[left], ends)
        if not free and place == cards:
            for ways in filter(None, chain.from_iterable(*layer.values())):
                ends[NOBODY] += ways
        for guess, ways in enumerate(ends):  # what is left over belongs to this guess
            owed = points[guess][0] * (cards - place)
            for number, decks in _coefficients(ways, size):
                counts[step * number - lows[place] + owed] += decks
        progress(place, cards)
    return {score: counts[score] for score in sorted(counts)}


def _moves(points: Points, lows: Sequence[int]) -> Iterator[list[_Move]]:
    """For each place of a card and each guess, how a score moves above the lowest one there."""
    for place, low in enumerate(lows):
        lift = low - lows[max(0, place - 1)]
        yield [
            (lift, card + lift, card + trick + each * place + lift) for card, trick, each in points
        ]


def _step(
    machine: Automaton, moves: Sequence[Sequence[_Move]], low: int, *, is_guessed: bool
) -> int:
    """The common divisor of all moves that occur."""
    numbers = {
        number
        for rows in moves
        for guess, (lift, card, trick) in enumerate(rows[: machine.players + 1])
        for number in ((lift,) if guess == NOBODY else (card, trick))
        if guess != NOBODY or machine.closed or not is_guessed
    }
    return gcd(low, *numbers) or 1


@lru_cache(maxsize=2)
def places(pack: _Left, letters: int) -> list[_Draws]:
    """For each number of cards drawn and what can be left then: the next letters, with the rest."""
    layers: list[_Draws] = []
    lefts = {pack: pack}
    while lefts:
        layers.append({})
        for left in lefts:
            many = left if len(left) == letters else left * letters
            layers[-1][left] = [
                (letter, _without(left, letter % len(left))) for letter, n in enumerate(many) if n
            ]
        lefts = {rest: rest for draws in layers[-1].values() for _, rest in draws}
    return layers


def _without(left: _Left, letter: int) -> _Left:
    """The cards left after one of a letter."""
    return (*left[:letter], left[letter] - 1, *left[letter + 1 :])


def _without_trick(machine: Automaton, layers: Sequence[_Draws]) -> dict[_Left, list[int]]:
    """The ways to draw what is left without a trick, from each state; 0 where a trick is closed."""
    states, free = len(machine.after), dict[_Left, list[int]]()
    for left, draws in chain.from_iterable(lefts.items() for lefts in reversed(layers)):
        ways = free[left] = [0 if draws else 1] * states
        for letter, rest in draws:
            afters, winners = machine.by_letter[letter]
            after_it = free[rest]
            for state in range(states):
                if winners[state] == NOBODY:
                    ways[state] += after_it[afters[state]]
        for state in machine.closed if draws else ():
            ways[state] = 0
    return free


def _draw(
    machine: Automaton,
    shifts: Sequence[tuple[int, ...]],
    before: _Cell,
    cell: _Cell,
    letter: int,
) -> None:
    """Add to `cell` the ways in `before` after one more card of a letter."""
    afters, winners = machine.by_letter[letter]
    for guess, row in enumerate(before):
        (lift, card, _), to = shifts[guess], cell[guess]
        for state, (ways, after, winner) in enumerate(zip(row, afters, winners, strict=True)):
            if not ways:
                continue
            if winner == NOBODY:
                move = lift if state in machine.closed else card
                to[after] = _sum(to[after], _shifted(ways, move))
            elif winner == guess or len(before) == 1:
                rest = winner + machine.players if len(before) > machine.players + 1 else NOBODY
                ended = _shifted(ways, shifts[winner][2])
                cell[rest][after] = _sum(cell[rest][after], ended)


def _guess(machine: Automaton, cell: _Cell, free: list[int], ends: list[Any]) -> None:
    """Let anybody win the next trick after the tricks that ended here, or nobody any more."""
    for rest, row in enumerate(cell):
        for state, ways in enumerate(row if not FIRST <= rest <= machine.players else ()):
            if not ways:
                continue
            if free[state]:
                ends[rest] += ways * free[state]
            if state not in machine.closed:
                row[state] = 0
                for guess in range(FIRST, machine.players + 1):
                    cell[guess][state] = _sum(cell[guess][state], ways)


def _coefficients(ways: Any, size: int) -> Iterator[tuple[int, int]]:
    """The coefficients of a polynomial that are not 0, with their numbers."""
    if isinstance(ways, _Sparse):
        numbers: Iterable[tuple[int, int]] = ways.items()
    else:
        data = ways.to_bytes(ways.bit_length() // 8 + 1, "little")
        parts = (data[at : at + size] for at in range(0, len(data), size))
        numbers = enumerate(int.from_bytes(part, "little") for part in parts)
    return ((number, decks) for number, decks in numbers if decks)


def _shifted(ways: Any, places: int) -> Any:
    """A polynomial shifted to higher or lower scores by a number of bits."""
    if not places and isinstance(ways, int):  # without a copy
        return ways
    return ways << places if places >= 0 else ways >> -places


def _sum(ways: Any, more: Any) -> Any:
    """The sum of two polynomials; a sparse one is changed itself."""
    if not ways and isinstance(more, int):
        return more
    ways += more
    return ways


def _arrangements(pack: Sequence[int]) -> int:
    """In how many orders so many cards of each letter can come."""
    return prod(comb(sum(pack[: n + 1]), number) for n, number in enumerate(pack))


def mean_and_variance(counts: Mapping[int, int]) -> tuple[Any, Any]:
    """The exact mean and variance of a score."""
    from fractions import Fraction

    decks = sum(counts.values())
    mean = Fraction(sum(score * n for score, n in counts.items()), decks)
    square = Fraction(sum(score * score * n for score, n in counts.items()), decks)
    return mean, square - mean * mean
