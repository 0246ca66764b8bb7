"""Penney's game: how far the numbers of a published table are from exact chances.

The distance of a number is its z: how many standard errors of so many decks it is from what is
exact. A number that was rounded stands for an interval, and is as far as the nearest end of it.
Where few decks are expected, errors are not normal; the z is then that of as small a chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import ceil, erfc, exp, floor, lgamma, log, log1p, sqrt
from statistics import NormalDist
from typing import NamedTuple

from dealt.penney.published.claims import DRAW, LOSS, WIN, Entry, Number, Table, found_results

# chances of a win, a draw and a loss, by pair of choices
Triple = tuple[float, float, float]
Chances = Mapping[tuple[int, int], Triple]

LEVEL = 1e-4  # how rarely a right table is to be called wrong
SPARSE = 1000  # expected decks, below which errors are not taken for normal
SURELY = 100.0  # a |z| that needs no exact chance
FEWEST = 5  # expected decks of a cell of a chi-square
SURE = 50  # expected decks of each cell of a chi-square that counts for the verdict
LEAST = 1e-15  # variance of a chance of 0: less than that of one deck of all there are
NORMAL = NormalDist()


# --- the distance of a number ---------------------------------------------------------------------


class Expected(NamedTuple):
    """What a number should be.

    Attributes:
        mean: on average.
        variance: of one deck.
        is_share: whether it is the share of decks of some kind, and not a mean of other numbers.
    """

    mean: float
    variance: float
    is_share: bool = True


def expected(chance: float) -> Expected:
    """A share of decks that has this chance."""
    return Expected(chance, chance * (1 - chance))


def distance(chance: float, half: float, wanted: Expected, decks: float) -> float:
    """The z of a number: how many standard errors it is above what it should be.

    Args:
        chance: the number.
        half: how far it may have been rounded.
        wanted: what it should be.
        decks: how many decks it is of.
    """
    above = chance - wanted.mean
    if abs(above) <= half:
        return 0.0
    error = sqrt(max(wanted.variance, LEAST) / decks)
    normal = (above - half if above > 0 else above + half) / error
    rare = min(wanted.mean, 1 - wanted.mean)
    if not wanted.is_share or rare * decks >= SPARSE or rare <= 0:
        return normal
    if abs(normal) > SURELY:
        return normal
    sign = 1 if wanted.mean == rare else -1
    seen = chance if sign > 0 else 1 - chance
    likely = tail(seen - half, seen + half, rare, decks)
    if likely <= 0:
        return normal
    return max(0.0, -NORMAL.inv_cdf(min(likely, 0.5))) * (1 if above > 0 else -1)


@lru_cache(maxsize=1 << 15)
def tail(low: float, high: float, chance: float, decks: float) -> float:
    """How likely a share is at least as far from its chance as any from low to high.

    Args:
        low: a share of the decks.
        high: another one, above the chance or below it as `low` is.
        chance: small.
        decks: how many.
    """
    mean = chance * decks
    slack = min(0.4, 1e-6 + 1e-15 * decks)  # of a count that was made a share and back
    if low > chance:
        first, step = ceil(low * decks - slack), 1
        if first <= mean:
            return 0.5
    else:
        first, step = floor(high * decks + slack), -1
        if first >= mean:
            return 0.5
    if first < 0:
        return 0.0
    term = total = exp(_log_chance(first, chance, decks))
    count = first
    while 0 <= count <= decks and term > total * 1e-12:
        if step > 0:
            term *= max(0.0, decks - count) / (count + 1) * chance / (1 - chance)
        else:
            term *= count / (decks - count + 1) * (1 - chance) / chance
        total += term
        count += step
    return min(total, 1.0)


def _log_chance(count: int, chance: float, decks: float) -> float:
    """The logarithm of the chance of so many among the decks."""
    if count > decks:
        return -1e9
    if decks > 1e9:  # Poisson's, where logarithms of factorials would lose digits
        return count * log(chance * decks) - chance * decks - lgamma(count + 1)
    ways = lgamma(decks + 1) - lgamma(count + 1) - lgamma(decks - count + 1)
    return ways + count * log(chance) + (decks - count) * log1p(-chance)


# --- the distance of a table ----------------------------------------------------------------------


class Cell(NamedTuple):
    """A number beside what it should be."""

    entry: Entry
    exact: float
    z: float

    @property
    def difference(self) -> float:
        """What was found less what is exact."""
        return self.entry.chance - self.exact


@dataclass(frozen=True)
class PairFit:
    """The chi-square of the win, draw and loss of a pair of choices.

    Attributes:
        by: the scoring.
        mine, other: the choices.
        chi_square: over the results, of which those with few decks are taken together.
        degrees: of freedom, 1 or 2.
        fewest: the least number of decks expected of a result.
    """

    by: str
    mine: int
    other: int
    chi_square: float
    degrees: int
    fewest: float

    @property
    def p_value(self) -> float:
        """How often right tables have a chi-square as large."""
        if self.degrees == 1:
            return erfc(sqrt(self.chi_square / 2))
        return exp(-self.chi_square / 2)


@dataclass(frozen=True)
class Fit:
    """How far a table is from exact chances.

    The numbers of a table are counted over the same decks, and so depend on one another: a pair is
    the mirror of its opposite, and pairs that share a choice win and lose together. So neither the
    sum of all chi-squares nor the mean of z squared has a known distribution. What holds whatever
    depends on what is Bonferroni's bound: of K tests of a right table the chance that any has a
    p-value below p is at most K p. The tests are every number of the table, of which two a pair are
    free, and the chi-square of every pair in which all results are frequent enough.
    """

    decks: float
    cells: tuple[Cell, ...]
    pairs: tuple[PairFit, ...] = ()

    @property
    def largest(self) -> float:
        """The largest absolute `z`."""
        return max((abs(cell.z) for cell in self.cells), default=0.0)

    @property
    def p_value(self) -> float:
        """At most so often a right table is as far off as this one."""
        sure = [pair.p_value for pair in self.pairs if pair.fewest >= SURE]
        least = min([erfc(self.largest / sqrt(2)), *sure])
        return min(1.0, least * (len(self.cells) + len(sure)))

    @property
    def is_consistent(self) -> bool:
        """Whether a right table may well be as far off."""
        return self.p_value >= LEVEL

    @property
    def mean_square(self) -> float:
        """The mean of z squared; about 1 for a right table that is not rounded."""
        return sum(min(cell.z**2, 1e9) for cell in self.cells) / max(1, len(self.cells))

    def worst(self, n: int) -> list[Cell]:
        """The cells with the largest absolute `z`, each once and not also as its mirror."""
        found: dict[tuple[str, frozenset[int], bool, str], Cell] = {}
        for cell in sorted(self.cells, key=lambda cell: -abs(cell.z)):
            by, mine, other, result = cell.entry[:4]
            winner = {WIN: str(mine), LOSS: str(other)}.get(result, "")
            found.setdefault((by, frozenset((mine, other)), result == DRAW, winner), cell)
        return list(found.values())[:n]


def fit_of(
    entries: Sequence[Entry], wanted: Sequence[Expected], decks: float, shift: float = 0.0
) -> Fit:
    """How far numbers are from what they should be.

    Args:
        entries: the numbers.
        wanted: what each should be.
        decks: how many they are of.
        shift: how many halves of a unit each number is higher than it is written: 1 if the digits
            that are left out were cut off instead of rounded.
    """
    cells = []
    for entry, should in zip(entries, wanted, strict=True):
        chance = entry.chance + shift * entry.half
        cells.append(Cell(entry, should.mean, distance(chance, entry.half, should, decks)))
    return Fit(decks, tuple(cells))


def pair_fits(table: Table, chances: Mapping[str, Chances], decks: float) -> tuple[PairFit, ...]:
    """The chi-squares of all pairs of which enough is said."""
    fits = []
    for by in table.scorings:
        for mine, other in combinations(range(1 << table.length), 2):
            found = found_results(table, by, mine, other)
            if found is not None:
                fits.append(_pair_fit(by, mine, other, found, chances[by][mine, other], decks))
    return tuple(fit for fit in fits if fit.degrees)


def _pair_fit(
    by: str, mine: int, other: int, found: Iterable[Number], chances: Triple, decks: float
) -> PairFit:
    """The chi-square of a pair; 0 degrees of freedom if nearly all decks have the same result."""
    groups = [
        (chance, number.chance, number.half) for number, chance in zip(found, chances, strict=True)
    ]
    groups.sort()
    while len(groups) > 1 and groups[0][0] * decks < FEWEST:
        first, second, *rest = groups
        together = (first[0] + second[0], first[1] + second[1], first[2] + second[2])
        groups = sorted([together, *rest])
    total = sum(max(0.0, abs(seen - chance) - half) ** 2 / chance for chance, seen, half in groups)
    return PairFit(by, mine, other, total * decks, len(groups) - 1, groups[0][0] * decks)
