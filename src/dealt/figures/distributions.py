"""Pictures of a simulation: how long rounds last, and what they pay each seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dealt.figures.drawing import drawing
from dealt.language import decimal, number, say
from dealt.simulate.distributions import Distribution, Row, rows
from dealt.simulate.matches import Report, of_seats

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_BARS = 50
FEW_BARS = 12  # up to which each has its numbers under it
ACROSS = 3  # panels of seats, where that leaves none alone in a row
ALIKE = 3  # panels whose highest bars differ by no more than this factor have one scale

# inches: the figure, a panel, and what is around it
WIDE, HIGH = 8.0, 2.0
ABOVE, BELOW, BETWEEN = 0.75, 0.6, 0.9
LEFT, RIGHT, APART = 0.65, 0.15, 0.25

BARS, MEDIAN = "#0072b2", "#d55e00"


def histograms(report: Report) -> Figure:
    """The number of decisions per round and, below, the points, with one panel for each seat.

    Partners, who have the same points, share a panel. A line marks the median.
    """
    from dealt.figures.shown import ShownFigure

    seats = of_seats(report)
    down, across = _grid(len(seats))
    high = ABOVE + (1 + down) * (HIGH + BETWEEN) - BETWEEN + BELOW
    title = say(
        "{game}: {rounds} rounds, seed {seed}",
        game=report.title, rounds=number(report.lengths.total), seed=report.seed,
    )  # fmt: skip
    bars = rows([points for _, points in seats], MOST_BARS)
    highest = [
        max(row.counts[i] / points.total for row in bars) for i, (_, points) in enumerate(seats)
    ]
    alike = max(highest) <= ALIKE * min(highest)
    apart = APART if alike else APART + LEFT / 2
    with drawing():
        figure = ShownFigure(figsize=(WIDE, high))
        figure.set_label(title)
        figure.suptitle(title, y=1 - 0.12 / high, va="top")

        def panel(row: int, column: int, columns: int) -> Axes:
            wide = (WIDE - LEFT - RIGHT - (columns - 1) * apart) / columns
            left = LEFT + column * (wide + apart)
            bottom = high - ABOVE - HIGH - row * (HIGH + BETWEEN)
            return figure.add_axes((left / WIDE, bottom / high, wide / WIDE, HIGH / high))

        axes = panel(0, 0, 1)
        _draw(axes, rows([report.lengths], MOST_BARS), 0, report.lengths, "lengths")
        caption = say("Decisions of a round: {lengths}", lengths=report.lengths)
        axes.set_title(caption, fontsize="medium")
        for i, (name, points) in enumerate(seats):
            axes = panel(1 + i // across, i % across, across)
            _draw(axes, bars, i, points, f"points-{i + 1}")
            median = say("median {n}", n=points.quantile(0.5))
            axes.set_title(f"{name}\n{median}", fontsize="medium")
            axes.set_ylim(0, 1.06 * (max(highest) if alike else highest[i]))
            if alike and i % across:
                axes.set_yticklabels([])
            if i + across >= len(seats):
                axes.set_xlabel(say("points of a round"))
    return figure


def _grid(panels: int) -> tuple[int, int]:
    """The number of panels one below the other, and side by side.

    >>> [_grid(panels) for panels in (1, 3, 4, 6, 7)]
    [(1, 1), (1, 3), (2, 2), (2, 3), (2, 4)]
    """
    down = -(-panels // ACROSS)
    across = -(-panels // down)
    if panels > across and panels % across == 1:
        across += 1
    return -(-panels // across), across


def _draw(
    axes: Axes, rows: Sequence[Row], which: int, distribution: Distribution, name: str
) -> None:
    """The bars of one distribution and its median; far-away values are given as text."""
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    shares = {row: row.counts[which] / distribution.total for row in rows}
    closed = [(row.low, row.high, row) for row in rows if row.low is not None]
    middles = [(low + high) / 2 for low, high, _ in closed if high is not None]
    far = [row for row in rows if row.low is None or row.high is None]
    if middles:
        step = middles[1] - middles[0] if len(middles) > 1 else 1
        bars = [shares[row] for _, high, row in closed if high is not None]
        for number, bar in enumerate(axes.bar(middles, bars, 0.9 * step, color=BARS)):
            bar.set_gid(f"{name}-{number}")
        room = max(0.7, 2.5 - len(middles) / 2) * step  # one bar alone is not as wide as the panel
        axes.set_xlim(middles[0] - room, middles[-1] + room)
        if len(middles) <= FEW_BARS and all(row.low == row.high for row in rows if row not in far):
            axes.set_xticks(middles)
            axes.xaxis.set_major_formatter(lambda number, _: f"{number:.0f}")
        else:
            axes.xaxis.set_major_locator(MaxNLocator(nbins=7, steps=[1, 2, 5, 10], integer=True))
    axes.axvline(distribution.quantile(0.5), color=MEDIAN, linewidth=1.5, gid=f"{name}-median")
    words = [decimal(f"{row.label}: {shares[row]:.2%}") for row in far if row.counts[which]]
    axes.text(0.98, 0.94, "\n".join(words), ha="right", va="top", transform=axes.transAxes)
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.grid(axis="y", color="0.9")
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
