"""Means with their standard errors and 95 % intervals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import atan, cos, pi, sin, sqrt

SURE = 1.96  # standard errors on either side of a 95 % interval, for many numbers
MANY = 200  # degrees of freedom from which an approximation is exact enough
_LEFT_OUT = 0.025  # chance on either side of a 95 % interval


@dataclass(frozen=True)
class Estimate:
    """A mean with its standard error.

    Attributes:
        mean: the mean.
        standard_error: its standard error; None for a single number.
        half: half of its 95 % interval; None if all numbers are equal, or there is only one.
    """

    mean: float
    standard_error: float | None
    half: float | None = None

    @classmethod
    def from_sums(cls, n: int, total: int, squares: int) -> Estimate:
        """The estimate from n numbers, their sum and the sum of their squares; exact integers."""
        if n < 2:
            return cls(total / n, None)
        variance = (n * squares - total * total) / (n * (n - 1))
        error = sqrt(variance / n)
        return cls(total / n, error, half_of(n, error))

    @classmethod
    def of_share(cls, n: int, count: int) -> Estimate:
        """The estimate of a share: `count` of n matches."""
        plain = cls.from_sums(n, count, count)
        if n < 2:
            return plain
        low, high = share_interval(n, count)
        return cls(plain.mean, plain.standard_error, max(plain.mean - low, high - plain.mean))

    def __str__(self) -> str:
        digits = 4 if abs(self.mean) < 1 else 2
        return with_half(self.mean, self.half, f".{digits}f")


def half_of(n: int, error: float | None) -> float | None:
    """Half of the 95 % interval of a mean.

    Args:
        n: the number of numbers.
        error: their standard error; None if unknown.

    Returns:
        The half by Student's t; None if the numbers show no spread.
    """
    return _student(n - 1) * error if error and n > 1 else None


def half_of_share(n: int, mean: float, error: float | None) -> float | None:
    """Half of the 95 % interval of a mean share, such as that of the wins in a deal.

    Equal numbers show no spread. Then the interval allows for other values, as far as 0 or 1, with
    the frequency that would go unseen in n numbers with a chance of 2.5 %.
    """
    if error is None or n < 2:
        return None
    return half_of(n, error) or (1 - _LEFT_OUT ** (1 / n)) * max(mean, 1 - mean)


def share_interval(n: int, count: int) -> tuple[float, float]:
    """The 95 % interval for a share, given `count` of `n`.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference"
    (1927); it stays within 0 and 1 even if hardly any or nearly all are counted.
    """
    share, z = count / n, SURE * SURE
    middle = (share + z / (2 * n)) / (1 + z / n)
    half = SURE * sqrt(share * (1 - share) / n + z / (4 * n**2)) / (1 + z / n)
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def with_half(mean: float, half: float | None, form: str, sign: str = "+-") -> str:
    """A mean with half of its 95 % interval, if known: `0.5123 +- 0.0041`.

    Args:
        mean: the mean.
        half: half of its 95 % interval.
        form: the format of the numbers, such as `.1%` or `+.2f`.
        sign: between the two.
    """
    if half is None:
        return f"{mean:{form}}"
    return f"{mean:{form}} {sign} {half:{form.removeprefix('+')}}"


@cache
def _student(freedom: int) -> float:
    """The standard errors on either side of a 95 % interval, by degrees of freedom."""
    if freedom >= MANY:
        return SURE + (SURE**3 + SURE) / (4 * freedom)
    low, high = SURE, 13.0  # 12.7 with one degree
    for _ in range(50):
        middle = (low + high) / 2
        is_below = _within(middle, freedom) < 1 - 2 * _LEFT_OUT
        low, high = (middle, high) if is_below else (low, middle)
    return high


def _within(t: float, freedom: int) -> float:
    """The chance that Student's t lies between -t and t.

    Source: M. Abramowitz and I. Stegun, "Handbook of Mathematical Functions" (1964), 26.7.3-4.
    """
    angle = atan(t / sqrt(freedom))
    is_odd = freedom % 2
    term, total = (cos(angle), 0.0) if is_odd else (1.0, 0.0)
    for k in range(2 + is_odd, freedom + 1, 2):
        total += term
        term *= cos(angle) ** 2 * (k - 1) / k
    return 2 / pi * (angle + sin(angle) * total) if is_odd else sin(angle) * total
