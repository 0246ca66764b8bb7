"""Means with their standard errors."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

SURE = 1.96  # standard errors on either side that hold 95 % of all estimates


@dataclass(frozen=True)
class Estimate:
    """A mean with its standard error; None: a single number gives none."""

    mean: float
    standard_error: float | None

    @classmethod
    def from_sums(cls, n: int, total: int, squares: int) -> Estimate:
        """From n numbers: their sum and the sum of their squares; exact until the last step."""
        if n < 2:
            return cls(total / n, None)
        variance = (n * squares - total * total) / (n * (n - 1))
        return cls(total / n, sqrt(variance / n))

    def __str__(self) -> str:
        digits = 4 if abs(self.mean) < 1 else 2
        return with_error(self.mean, self.standard_error, f".{digits}f")


def with_error(mean: float, error: float | None, form: str, sign: str = "+-") -> str:
    """A mean, and half of its 95 % interval if its standard error is known: `0.5123 +- 0.0041`.

    Args:
        mean: the mean.
        error: its standard error.
        form: how numbers are written, such as `.1%` or `+.2f`.
        sign: between the two.
    """
    if error is None:
        return f"{mean:{form}}"
    return f"{mean:{form}} {sign} {SURE * error:{form.removeprefix('+')}}"
