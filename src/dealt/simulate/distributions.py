"""Distributions of numbers: counts in bins, which add up over shards, and rows of histograms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from math import gcd

from dealt.language import say

MOST_BINS = 8_000  # of one distribution, to keep ledgers small
FEW = 0.01  # share of the numbers at either end that may be outliers


@dataclass(frozen=True)
class Bins:
    """Bins of equal width for whole numbers, with one place for those below and one above.

    Attributes:
        least: the first number of the first bin, a multiple of the width.
        width: number of values in a bin.
        count: number of bins.
    """

    least: int
    width: int
    count: int

    @classmethod
    def over(cls, least: int, most: int) -> Bins:
        """Bins for numbers from least to most, one per number or wider, up to `MOST_BINS`.

        >>> Bins.over(-20, 20), Bins.over(-3_000, 8_000)
        (Bins(least=-20, width=1, count=41), Bins(least=-3000, width=5, count=2201))
        """
        for width in _wider(1, (1, 5)):
            bins = most // width - least // width + 1
            if bins <= MOST_BINS:
                return cls(least // width * width, width, bins)
        raise AssertionError

    def counts(self, numbers: Iterable[int]) -> list[int]:
        """The numbers below, in each bin, and above, counted: `count` + 2 sums."""
        counts = [0] * (self.count + 2)
        for number, times in Counter(numbers).items():
            place = (number - self.least) // self.width + 1
            counts[min(max(place, 0), self.count + 1)] += times
        return counts

    def distribution(self, counts: Sequence[int]) -> Distribution:
        """The distribution of these counts, without the empty bins at either end."""
        below, *bins, above = counts
        filled = [place for place, times in enumerate(bins) if times]
        first = 0 if below or not filled else filled[0]
        last = self.count - 1 if above or not filled else filled[-1]
        least = self.least + first * self.width
        return Distribution(least, self.width, tuple(bins[first : last + 1]), below, above)

    def __str__(self) -> str:
        most = self.least + self.count * self.width - 1
        return f"{self.least} to {most} by {self.width}"


@dataclass(frozen=True)
class Distribution:
    """A distribution of whole numbers.

    Attributes:
        least: the first number of the first bin.
        width: number of values in a bin.
        counts: number of occurrences in each bin.
        below: number of occurrences below the first bin.
        above: number of occurrences above the last bin.
    """

    least: int
    width: int
    counts: tuple[int, ...]
    below: int = 0
    above: int = 0

    @property
    def total(self) -> int:
        """The number of numbers counted."""
        return self.below + sum(self.counts) + self.above

    @property
    def most(self) -> int:
        """The last number of the last bin."""
        return self.least + len(self.counts) * self.width - 1

    def bins(self) -> Iterator[tuple[int, int]]:
        """The first number and the count of each bin."""
        for place, times in enumerate(self.counts):
            yield self.least + place * self.width, times

    def quantile(self, share: float) -> int:
        """The quantile for a share of all numbers, or the first number of its bin.

        >>> Distribution(5, 1, (1, 2, 1)).quantile(0.5)
        6
        """
        target, below = share * self.total, self.below
        for number, times in self.bins():
            below += times
            if below >= target:
                return number
        return self.most

    def __str__(self) -> str:
        low, middle, high = (self.quantile(share) for share in (0.05, 0.5, 0.95))
        if low == high:
            if len(self.counts) > 1:
                return say("nearly always {n}", n=middle)
            return say("always {n}", n=middle)
        return say(
            "median {middle}, nine in ten from {low} to {high}", middle=middle, low=low, high=high
        )


@dataclass(frozen=True)
class Row:
    """A row of a histogram of one or more distributions.

    Attributes:
        low, high: its first and last number; None if the row is open at that end.
        counts: occurrences from each distribution.
    """

    low: int | None
    high: int | None
    counts: tuple[int, ...]

    @property
    def label(self) -> str:
        """The label of its numbers: `7`, `5 to 9`, `under 5`, `over 99`."""
        if self.low is None:
            return say("any") if self.high is None else say("under {n}", n=self.high + 1)
        if self.high is None:
            return say("over {n}", n=self.low - 1)
        if self.low == self.high:
            return str(self.low)
        return say("{low} to {high}", low=self.low, high=self.high)


def rows(distributions: Sequence[Distribution], most: int) -> list[Row]:
    """One histogram of at most `most` rows, at least 4, for distributions with the same bins.

    If all numbers are multiples of a step, such as points in tens, each row is one step. A few
    outliers share an open row, so that the others remain visible.
    """
    by_value = _counted(distributions)
    first, last = min(one.least for one in distributions), max(one.most for one in distributions)
    spans = list(_spans_of(distributions, sorted(by_value), max(2, most - 2))) if by_value else []
    if spans:
        first, last = spans[0][0], spans[-1][1]

    def row(low: int | None, high: int | None, more: Sequence[int]) -> Row:
        inside = [
            times
            for number, times in by_value.items()
            if (low is None or low <= number) and (high is None or number <= high)
        ]
        return Row(low, high, tuple(map(sum, zip(more, *inside, strict=True))))

    closed = [row(low, high, [0] * len(distributions)) for low, high in spans]
    below = row(None, first - 1, [one.below for one in distributions])
    above = row(last + 1, None, [one.above for one in distributions])
    return [
        *([below] if any(below.counts) else ()),
        *closed,
        *([above] if any(above.counts) else ()),
    ]


def _counted(distributions: Sequence[Distribution]) -> dict[int, list[int]]:
    """The counts of each distribution by number, or by the first number of each bin."""
    by_value: dict[int, list[int]] = {}
    for i, one in enumerate(distributions):
        for number, times in one.bins():
            if times:
                by_value.setdefault(number, [0] * len(distributions))[i] = times
    return by_value


def _spans_of(
    distributions: Sequence[Distribution], numbers: Sequence[int], most: int
) -> Iterator[tuple[int, int]]:
    """The first and last number of each closed row, for these first numbers of bins."""
    width = distributions[0].width
    step = gcd(*(b - a for a, b in pairwise(numbers))) or width
    low, high = numbers[0], numbers[-1]
    few = (
        min(one.quantile(FEW) for one in distributions),
        max(one.quantile(1 - FEW) for one in distributions),
    )
    if (high - low) // step >= most and few[1] - few[0] < (high - low) / 2:
        low = min(number for number in numbers if number >= few[0])
        high = max(number for number in numbers if number <= few[1])
    for wide in _wider(step, (1, 2, 5)):
        places = range(low // wide, high // wide + 1)
        if len(places) <= most:
            break
    start = min((one.least for one in distributions if one.below), default=None)
    end = max((one.most for one in distributions if one.above), default=None)
    for place in places:
        first = numbers[0] + -((numbers[0] - place * wide) // step) * step
        last = first + (wide // step - 1) * step + width - 1
        # a row ends where the bins end
        yield (
            first if start is None else max(first, start),
            last if end is None else min(last, end),
        )


def _wider(width: int, steps: Sequence[int]) -> Iterator[int]:
    """Round widths from this one on, such as 1, 5, 10, 50."""
    for power in count():
        yield from (width * step * 10**power for step in steps)
