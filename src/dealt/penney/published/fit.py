"""Penney's game: how far the numbers of a published table are from exact chances.

The distance of a number is its z: its deviation from the exact value in standard errors for this
number of decks. A rounded number stands for an interval, and the nearest end of that counts. If few
decks are expected, errors are not normal; z is then that of an equally small probability.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import ceil, erfc, exp, floor, lgamma, log, log1p, sqrt
from statistics import NormalDist
from typing import NamedTuple

from dealt.penney.published.tables import DRAW, LOSS, WIN, Entry, Number, Table, results_in

# chances of a win, a draw and a loss, by pair of choices
Triple = tuple[float, float, float]
Chances = Mapping[tuple[int, int], Triple]

LEVEL = 1e-4  # how often a correct table may be called wrong
_SPARSE = 1000  # expected decks, below which errors are not treated as normal
SURELY = 100.0  # a |z| that is large without an exact chance
FEWEST = 5  # expected decks of a cell of a chi-square
SURE = 50  # expected decks of each cell of a chi-square that counts for the verdict
LEAST = 1e-15  # variance of a chance of 0: less than that of one deck of all there are
NORMAL = NormalDist()


# --- the distance of a number ---------------------------------------------------------------------


class Expected(NamedTuple):
    """What a number should be.

    Attributes:
        mean: mean value.
        variance: variance for one deck.
        is_share: whether it is a share of decks, not a mean of other numbers.
    """

    mean: float
    variance: float
    is_share: bool = True


def expected(chance: float) -> Expected:
    """A share of decks with this chance."""
    return Expected(chance, chance * (1 - chance))


def distance(chance: float, half: float, should: Expected, decks: float) -> float:
    """The z of a number: its distance from the exact value in standard errors.

    Args:
        chance: the published number.
        half: how far it may have been rounded.
        should: what it should be.
        decks: number of decks.
    """
    above = chance - should.mean
    if abs(above) <= half:
        return 0.0
    error = sqrt(max(should.variance, LEAST) / decks)
    normal = (above - half if above > 0 else above + half) / error
    rare = min(should.mean, 1 - should.mean)
    if not should.is_share or rare * decks >= _SPARSE or rare <= 0:
        return normal
    if abs(normal) > SURELY:
        return normal
    sign = 1 if should.mean == rare else -1
    share = chance if sign > 0 else 1 - chance
    of, slack = decks * rare * (1 - rare) / should.variance, 0.4  # decks that are decided
    if abs(of - decks) < 1e-6 * decks:  # all of them
        of, slack = decks, min(0.4, 1e-6 + 1e-15 * decks)
    likely = _tail(share - half, share + half, rare, of, slack)
    if likely <= 0:
        return normal
    return max(0.0, -NORMAL.inv_cdf(min(likely, 0.5))) * (1 if above > 0 else -1)


@lru_cache(maxsize=1 << 15)
def _tail(low: float, high: float, chance: float, decks: float, slack: float) -> float:
    """The probability of a share at least as far off as any from low to high.

    Args:
        low: a share of the decks.
        high: another share, on the same side of the chance as `low`.
        chance: a small chance.
        decks: number of decks.
        slack: how far a share times the decks may be from a count.
    """
    mean = chance * decks
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
    """The logarithm of the chance of exactly this many decks."""
    if count > decks:
        return -1e9
    if decks > 1e9:  # Poisson's, where logarithms of factorials would lose digits
        return count * log(chance * decks) - chance * decks - lgamma(count + 1)
    ways = lgamma(decks + 1) - lgamma(count + 1) - lgamma(decks - count + 1)
    return ways + count * log(chance) + (decks - count) * log1p(-chance)


# --- the distance of a table ----------------------------------------------------------------------


class Cell(NamedTuple):
    """A number with the value it should have."""

    entry: Entry
    exact: float
    z: float

    @property
    def difference(self) -> float:
        """The published value minus the exact one."""
        return self.entry.chance - self.exact


@dataclass(frozen=True)
class PairFit:
    """The chi-square of the win, draw and loss of a pair of choices.

    Attributes:
        by: the scoring.
        choice, other: the choices.
        chi_square: over the results; rare ones are pooled.
        degrees: degrees of freedom, 1 or 2.
        fewest: smallest expected number of decks among the results.
    """

    by: str
    choice: int
    other: int
    chi_square: float
    degrees: int
    fewest: float

    @property
    def p_value(self) -> float:
        """How often correct tables have a chi-square this large."""
        if self.degrees == 1:
            return erfc(sqrt(self.chi_square / 2))
        return exp(-self.chi_square / 2)


@dataclass(frozen=True)
class Fit:
    """The distance of a table from exact chances.

    The numbers of a table are counted over the same decks, so they depend on one another: a pair
    mirrors its opposite, and pairs that share a choice win and lose together. So neither the sum of
    all chi-squares nor the mean of z squared has a known distribution. Bonferroni's bound holds for
    any dependence: among K tests of a correct table, the chance that any has a p-value below p is
    at most K p. The tests are every number of the table, two of which are independent for each
    pair, and the chi-square of every pair whose results are all frequent enough.
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
        """An upper bound on how often a correct table is as far off as this one."""
        sure = [pair.p_value for pair in self.pairs if pair.fewest >= SURE]
        least = min([erfc(self.largest / sqrt(2)), *sure])
        return min(1.0, least * (len(self.cells) + len(sure)))

    @property
    def is_consistent(self) -> bool:
        """Whether a correct table may be this far off."""
        return self.p_value >= LEVEL

    @property
    def mean_square(self) -> float:
        """The mean of z squared; about 1 for a correct table that is not rounded."""
        return sum(min(cell.z**2, 1e9) for cell in self.cells) / max(1, len(self.cells))

    def worst(self, n: int) -> list[Cell]:
        """The cells with the largest absolute `z`, without mirror images."""
        worst_cells: dict[tuple[str, frozenset[int], bool, str], Cell] = {}
        for cell in sorted(self.cells, key=lambda cell: -abs(cell.z)):
            by, choice, other, result = cell.entry[:4]
            winner = {WIN: str(choice), LOSS: str(other)}.get(result, "")
            worst_cells.setdefault((by, frozenset((choice, other)), result == DRAW, winner), cell)
        return list(worst_cells.values())[:n]


def fit_of(
    entries: Sequence[Entry], expectations: Sequence[Expected], decks: float, shift: float = 0.0
) -> Fit:
    """The distances of numbers from their expected values.

    Args:
        entries: the numbers.
        expectations: what each should be.
        decks: number of decks behind them.
        shift: how many half units of the last digit each number is higher than written: 1 if
            further digits were cut off instead of rounded.
    """
    cells = []
    for entry, should in zip(entries, expectations, strict=True):
        chance = entry.chance + shift * entry.half
        cells.append(Cell(entry, should.mean, distance(chance, entry.half, should, decks)))
    return Fit(decks, tuple(cells))


def pair_fits(table: Table, chances: Mapping[str, Chances], decks: float) -> tuple[PairFit, ...]:
    """The chi-squares of all pairs with enough numbers."""
    fits = []
    for by in table.scorings if not table.is_decided else ():
        for choice, other in combinations(range(1 << table.length), 2):
            results = results_in(table, by, choice, other)
            if results is not None:
                fits.append(
                    _pair_fit(by, choice, other, results, chances[by][choice, other], decks)
                )
    return tuple(fit for fit in fits if fit.degrees)


def _pair_fit(
    by: str, choice: int, other: int, results: Iterable[Number], chances: Triple, decks: float
) -> PairFit:
    """The chi-square of a pair; 0 degrees of freedom if nearly all results agree."""
    groups = [
        (chance, number.chance, number.half)
        for number, chance in zip(results, chances, strict=True)
    ]
    groups.sort()
    while len(groups) > 1 and groups[0][0] * decks < FEWEST:
        first, second, *rest = groups
        together = (first[0] + second[0], first[1] + second[1], first[2] + second[2])
        groups = sorted([together, *rest])
    total = sum(
        max(0.0, abs(share - chance) - half) ** 2 / chance for chance, share, half in groups
    )
    return PairFit(by, choice, other, total * decks, len(groups) - 1, groups[0][0] * decks)
