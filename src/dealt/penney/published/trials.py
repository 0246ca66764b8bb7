"""Penney's game: a published table compared with one hypothesis about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, sqrt

from dealt.games.penney.choices import other_colours
from dealt.penney.published.fit import Expected, Fit, fit_of
from dealt.penney.published.misreadings import Hypothesis
from dealt.penney.published.tables import Entry, Table

_DENSE = 0.005  # least variance of a number used to estimate how many decks there were
FREEDOM = 25  # independent numbers in effect; measured on 600 tables of 4,096 decks
_ALIKE = 0.3  # errors of twins over all errors: less if they are systematic, else about 1
HOPELESS = 12.0  # a |z| that no consistent table has


@dataclass(frozen=True)
class Estimate:
    """The number of decks that typically gives errors as large as a table's.

    `decks` is infinite if it cannot be estimated: the numbers are exact to the digits given.
    """

    decks: float
    low: float
    high: float


@dataclass(frozen=True)
class Trial:
    """A hypothesis, with the numbers of a table and what they should be under it.

    Attributes:
        hypothesis: what may be wrong with the table.
        entries: the table's numbers.
        expectation: what each of them should be.
    """

    hypothesis: Hypothesis
    entries: Sequence[Entry]
    expectation: Callable[[Entry], Expected]

    @cached_property
    def expected(self) -> tuple[Expected, ...]:
        """What the numbers should be."""
        return tuple(map(self.expectation, self.entries))

    @property
    def shift(self) -> float:
        """How far the numbers are above those written, in half units of the last digit."""
        return 1.0 if self.hypothesis.is_cut_off else 0.0

    def fit(self, decks: float) -> Fit:
        """The distance between table and hypothesis, for this number of decks."""
        return fit_of(self.entries, self.expected, self._with_errors_of(decks), self.shift)

    def _with_errors_of(self, decks: float) -> float:
        """The number of decks whose errors match the table's, with sampled chances included."""
        sampled = self.hypothesis.dealing.sampled
        return 1 / (1 / decks + 1 / sampled) if sampled else decks

    @cached_property
    def errors(self) -> tuple[tuple[Entry, float, Expected], ...]:
        """The numbers that vary enough to estimate the number of decks, with their errors."""
        return tuple(self._each_error())

    def _each_error(self) -> Iterator[tuple[Entry, float, Expected]]:
        for entry in self.entries:
            should = self.expectation(entry)
            if should.variance >= _DENSE:
                yield entry, entry.chance + self.shift * entry.half - should.mean, should

    @cached_property
    def mean_error(self) -> float:
        """The mean square error in units of one deck's error, minus the effect of rounding."""
        squares = [
            (error * error - entry.half**2 / 3) / should.variance
            for entry, error, should in self.errors
        ]
        return sum(squares) / len(squares) if squares else inf

    def is_hopeless(self, decks: float) -> bool:
        """Whether a single number already rules out the hypothesis; most do so at once."""
        decks = self._with_errors_of(decks)
        return any(
            abs(error) - entry.half > HOPELESS * sqrt(should.variance / decks)
            for entry, error, should in self._each_error()
        )

    def exceeds(self, mean: float) -> bool:
        """Whether the mean square error is above a limit; a few numbers can decide that."""
        left = mean * len(self.entries) + sum(entry.half**2 for entry in self.entries) / 3 / _DENSE
        for _, error, should in self._each_error():
            left -= error * error / should.variance
            if left < 0:
                return True
        return False

    @property
    def mean_rounding(self) -> float:
        """The contribution of rounding to the mean square error."""
        squares = [entry.half**2 / 3 / should.variance for entry, _, should in self.errors]
        return sum(squares) / len(squares) if squares else 0.0

    def twin_error(self, length: int) -> float:
        """The mean square error of half the differences between twins, which swap red and black."""
        places = {entry[:4]: error for entry, error, _ in self.errors}
        squares = []
        for entry, error, should in self.errors:
            choice, other = other_colours(entry.choice, length), other_colours(entry.other, length)
            twin = places.get((entry.by, choice, other, entry.result))
            if twin is not None and choice != entry.other:
                square = (error - twin) ** 2 / 2 - entry.half**2 / 3
                squares.append(square / should.variance)
        return sum(squares) / len(squares) if squares else inf

    def is_systematic(self, length: int, *, is_even: bool) -> bool:
        """Whether red and black are wrong by the same amount, which is not chance."""
        return is_even and self.twin_error(length) < _ALIKE * self.mean_error

    @property
    def like(self) -> Estimate:
        """The number of decks that typically gives such errors."""
        error = self.mean_error
        if error <= 0 or error == inf:
            return Estimate(inf, 0.0, inf)
        return Estimate(1 / error, _chi_square_at(-1.96) / error, _chi_square_at(1.96) / error)


def trial_of(table: Table, hypothesis: Hypothesis, red: int, black: int) -> Trial:
    """A table compared with a hypothesis."""
    return Trial(hypothesis, table.entries, hypothesis.expectation(table, red, black))


def _chi_square_at(z: float) -> float:
    """A quantile of the mean of as many squares as a table is worth.

    Source: Wilson and Hilferty, "The distribution of chi-square" (1931).
    """
    step = 2 / (9 * FREEDOM)
    return float((1 - step + z * sqrt(step)) ** 3)
