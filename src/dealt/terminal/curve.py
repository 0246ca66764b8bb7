"""How a player learns, at a terminal: shares of wins over generations, with their intervals."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from dealt.figures.learning import Measured, by_opponent, title_of
from dealt.language import decimal, say
from dealt.simulate.estimates import with_half
from dealt.terminal.chart import BLUE, GREY, SURE, UPRIGHT, Line, say_lines, width_of
from dealt.terminal.console import Console

ROWS = 9  # of a plot
MARGIN = 7  # columns before a plot: `100% | `
STEP = 0.05  # the ends of the scale are multiples of this


def show(console: Console, history: Sequence[Measured]) -> None:
    """Print a plot for each opponent, in as many columns as the terminal has."""
    say_lines(console, curves(history, width_of(console)))


def curves(history: Sequence[Measured], width: int) -> Iterator[Line]:
    """The lines of the plots, each to its own scale.

    Raises:
        SetupError: nothing was measured, or something twice.
    """
    lines = by_opponent(history)
    yield [(title_of(history), "bold")]
    for opponent, measured in lines.items():
        last = measured[-1]
        caption = say(
            "against {name}: {share} ({level} interval)",
            name=opponent, share=decimal(with_half(last.wins, last.half, ".1%", "±")),
            level="95 %",
        )  # fmt: skip
        if last.half is None:
            share = decimal(f"{last.wins:.1%}")
            caption = say("against {name}: {share}", name=opponent, share=share)
        yield [(caption, "")]
        yield from _plot(measured, width - MARGIN)
        yield []


def _plot(measured: Sequence[Measured], columns: int) -> Iterator[Line]:
    """Intervals upright with a point in each, the generations under them."""
    low, high = _scale_of(measured)
    places = _spread(len(measured), columns)
    grid = [[" "] * columns for _ in range(ROWS)]

    def row(share: float) -> int:
        return round((high - min(max(share, low), high)) / (high - low) * (ROWS - 1))

    for place, one in zip(places.values(), (measured[i] for i in places), strict=True):
        ends = one.interval
        for y in range(row(ends[1]), row(ends[0]) + 1):
            grid[y][place] = UPRIGHT
        grid[row(one.wins)][place] = SURE
    for y, cells in enumerate(grid):
        share = high - y * (high - low) / (ROWS - 1)
        number = f"{share:.0%}" if y in (0, (ROWS - 1) // 2, ROWS - 1) else ""
        before = f"{number:>{MARGIN - 3}} {UPRIGHT} "
        yield [(before, GREY), ("".join(cells), BLUE)]
    first, last = str(measured[0].generation), str(measured[-1].generation)
    gap = max(1, places[len(measured) - 1] + 1 - len(first) - len(last))
    axis = f"{first}{' ' * gap}{last}" if len(measured) > 1 else first
    yield [(" " * MARGIN + axis, GREY)]


def _scale_of(measured: Sequence[Measured]) -> tuple[float, float]:
    """The ends of a scale that holds all intervals."""
    ends = [one.interval for one in measured]
    low = math.floor(round(min(low for low, _ in ends) / STEP, 9)) * STEP
    high = math.ceil(round(max(high for _, high in ends) / STEP, 9)) * STEP
    return low, max(high, low + STEP)


def _spread(n: int, columns: int) -> dict[int, int]:
    """Which of n points are shown, and in which columns: the first, the last, those between.

    >>> _spread(3, 11), _spread(5, 3)
    ({0: 0, 1: 4, 2: 8}, {0: 0, 2: 1, 4: 2})
    """
    apart = min(4, (columns - 1) // (n - 1)) if n > 1 else 1
    if apart:
        return {i: i * apart for i in range(n)}
    return {round(place * (n - 1) / (columns - 1)): place for place in range(columns)}
