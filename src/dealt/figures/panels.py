"""What figures show, as plain data: plots of lines and bars, rows, and grids of shares.

>>> wins = Line(((1, 0.2), (2, 0.4)), "wins")
>>> Plot((wins,), x=Axis("generation"), y=Axis(text=percent)).title
''

`dealt.figures.drawing` draws them in files, `dealt.terminal.charts` at a terminal. A colour is a
number, see `dealt.figures.colours`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from dealt.figures.colours import INK
from dealt.language import decimal

_Pair = tuple[float, float]

# the value compared with; a point clearly different from it; a point that may be equal
UPRIGHT, SURE, UNSURE = "│", "●", "○"


def _whole(number: float) -> str:
    """A number without decimals and separators."""
    return f"{number:.0f}"


def percent(share: float) -> str:
    """A share in percent, with the decimals that it needs: `2.5%`."""
    return decimal(f"{100 * share:g}%")


@dataclass(frozen=True)
class Axis:
    """An axis of a plot, with its numbers.

    Attributes:
        label: the quantity on it.
        text: formats its numbers.
        ticks: numbers with their labels; empty: round numbers.
        step: the least distance between round numbers.
        ends: numbers that it includes besides those of the marks.
    """

    label: str = ""
    text: Callable[[float], str] = _whole
    ticks: tuple[tuple[float, str], ...] = ()
    step: float = 1
    ends: tuple[float, ...] = ()


@dataclass(frozen=True)
class Line:
    """A line through points.

    Attributes:
        points: x and y, from left to right; infinite ones lie on the edge.
        name: of its entry in the legend; empty: no entry.
        value: at the end of its entry.
        ends: the lowest and the highest y at each point, such as those of an interval.
        colour: its number.
        dash: in SVG's notation.
        has_points: whether the points are marked.
        is_area: whether only the area between the `ends` is drawn.
    """

    points: tuple[_Pair, ...]
    name: str = ""
    value: str = ""
    ends: tuple[_Pair, ...] = ()
    colour: int = 0
    dash: str = ""
    has_points: bool = True
    is_area: bool = False


def rule(
    *, x: float | None = None, y: float = 0, name: str = "", colour: int = INK, dash: str = ""
) -> Line:
    """A straight line: vertical at `x`, or horizontal at `y`."""
    inf = math.inf
    points = ((-inf, y), (inf, y)) if x is None else ((x, -inf), (x, inf))
    return Line(points, name, colour=colour, dash=dash, has_points=False)


@dataclass(frozen=True)
class Bar:
    """A bar of a histogram: its numbers, their middle, and their share of all.

    Bars without a middle are open at one end, and far from the others.
    """

    label: str
    at: float | None
    share: float


@dataclass(frozen=True)
class Bars:
    """Bars of one colour, `step` apart; `name` is their entry in the legend."""

    bars: tuple[Bar, ...]
    step: float = 1
    name: str = ""
    colour: int = 0


@dataclass(frozen=True)
class Plot:
    """Lines and bars on two axes.

    Attributes:
        marks: lines and bars, later ones on top.
        x, y: the scales.
        title: above it.
        notes: under the title; only the first that fits is shown.
        height: in pixels.
    """

    marks: tuple[Line | Bars, ...]
    x: Axis
    y: Axis
    title: str = ""
    notes: tuple[str, ...] = ()
    height: int = 230


@dataclass(frozen=True)
class Row:
    """A bar, or an estimate on a scale from 0 to 1.

    Attributes:
        name, value: at both ends of it.
        parts: of the bar, as shares of its room, in the colours 0, 1, ...
        at: the estimate; None: it is a bar.
        even: the value that the estimate is compared with.
        ends: of its interval; None: it has none.
    """

    name: str
    value: str
    parts: tuple[float, ...] = ()
    at: float | None = None
    even: float = 0
    ends: _Pair | None = None

    @property
    def is_sure(self) -> bool:
        """Whether its interval excludes the value it is compared with."""
        return self.ends is not None and not self.ends[0] <= self.even <= self.ends[1]


@dataclass(frozen=True)
class Rows:
    """Rows from top to bottom.

    Attributes:
        rows: from top to bottom.
        label: the quantity that is estimated.
        legend: the names of the colours of bars.
        note: below all rows.
    """

    rows: tuple[Row, ...]
    label: str = ""
    legend: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class Cell:
    """A cell of a grid.

    Attributes:
        numbers: the second one in brackets.
        share: 0 to 1, which its colour shows.
        is_marked: whether it is boxed.
        about: its tooltip.
    """

    numbers: tuple[int, int]
    share: float
    is_marked: bool = False
    about: str = ""

    @property
    def text(self) -> str:
        """Its numbers as text: `80(8)`."""
        return "{}({})".format(*self.numbers)


@dataclass(frozen=True)
class Grid:
    """Shares by two choices, as a heat map.

    Attributes:
        title, note: above it.
        across, down: labels of the columns and of the rows.
        names: of the columns from left to right, and of the rows from top to bottom.
        rows: their cells; None where both choices are the same.
        mark: the meaning of a marked cell.
    """

    title: str
    note: str
    across: str
    down: str
    names: tuple[str, ...]
    rows: tuple[tuple[Cell | None, ...], ...]
    mark: str


@dataclass(frozen=True)
class Circle:
    """Names in a circle, with arrows between them.

    Attributes:
        names: clockwise from the top.
        arrows: from one name, by its number, to another, with the text at a strong arrow; a faint
            one has none.
        title, note: above it.
    """

    names: tuple[str, ...]
    arrows: tuple[tuple[int, int, str], ...]
    title: str = ""
    note: str = ""


Panel = Plot | Rows | Grid | Circle


def ticks(low: float, high: float, most: int = 6, least: float = 1) -> list[float]:
    """Round numbers from at most `low` to at least `high`, about `most` of them.

    >>> ticks(0, 3_500), ticks(0.21, 0.33, least=0.01)
    ([0, 1000, 2000, 3000, 4000], [0.2, 0.22, 0.24, 0.26, 0.28, 0.3, 0.32, 0.34])
    """
    step = max(least, (high - low) / most) or 1.0
    unit = 10.0 ** math.floor(math.log10(step) + 1e-9)
    step = next(unit * each for each in (1, 2, 5, 10) if unit * each >= step * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    numbers = [round(n * step, 12) for n in range(first, max(last, first + 1) + 1)]
    return [int(n) if n == int(n) else n for n in numbers]
