"""Simulations and arenas as figures."""

from __future__ import annotations

from collections.abc import Sequence

from dealt.errors import SetupError
from dealt.figures.drawing import Figure
from dealt.figures.panels import (
    SURE,
    UNSURE,
    UPRIGHT,
    Axis,
    Bar,
    Bars,
    Plot,
    Row,
    Rows,
    percent,
    rule,
)
from dealt.language import decimal, number, say
from dealt.simulate.arena import Meeting, Result
from dealt.simulate.distributions import Distribution, rows
from dealt.simulate.estimates import with_half
from dealt.simulate.matches import Report, of_seats


def ladder(result: Result) -> Figure:
    """The share of wins of each player against every other, the best player first.

    A filled point is one whose interval leaves out the share that an equal player would win, which
    the upright marks.

    Raises:
        SetupError: no deals were played.
    """
    if not result.deals:
        raise SetupError("no deals have been played; there is nothing to draw")
    meetings = sorted(result.meetings, key=lambda m: m.even - m.wins)
    evens = ", ".join(sorted({f"{m.even:.0%}" for m in meetings}))
    label = say("Share of matches won, {share} intervals", share="95%")
    rows = Rows(
        tuple(map(_row_of, meetings)),
        label=label if result.deals > 1 else say("Share of matches won"),
        note=say(
            "{upright} {evens}: what an equal player would win; {sure} clearly more or fewer, "
            "{unsure} not clearly",
            upright=UPRIGHT, evens=evens, sure=SURE, unsure=UNSURE,
        ),
    )  # fmt: skip
    title = say("{game}, {deals} deals in every seat", game=result.game, deals=number(result.deals))
    return Figure(title, ((rows,),))


def _row_of(m: Meeting) -> Row:
    """The row of a meeting, with the player's share of wins."""
    ends = None if m.half is None else (m.wins - m.half, m.wins + m.half)
    return Row(
        say("{player} against {other}", player=m.player, other=m.against),
        decimal(with_half(m.wins, m.half, ".1%", "±")),
        at=m.wins,
        even=m.even,
        ends=ends,
    )


# --- a simulation as a figure: how long rounds last, and what they pay each seat ------------------

_MOST_BARS, MOST_LINES = 50, 20  # on paper and at a terminal
_FEW_BARS = 12  # up to this many bars, each has its numbers below it
_ALIKE = 3  # plots whose highest bars differ by no more than this factor have one scale
_MEDIAN = 1  # its colour


def histograms(report: Report, most: int = _MOST_BARS) -> Figure:
    """The number of decisions per round and, below, the points, with one plot for each seat.

    Partners, who have the same points, share a plot. A line marks the median.

    Args:
        report: of a simulation.
        most: bars of a plot.
    """
    title = say(
        "{game}: {rounds} rounds, seed {seed}",
        game=report.title, rounds=number(report.lengths.total), seed=report.seed,
    )  # fmt: skip
    lengths = _plots([("", report.lengths)], say("Decisions of a round"), most)
    return Figure(title, (lengths, _plots(of_seats(report), say("Points of a round"), most)))


def _plots(series: Sequence[tuple[str, Distribution]], label: str, most: int) -> tuple[Plot, ...]:
    """One plot for each distribution, all with the same bars."""
    bins = rows([each for _, each in series], most)
    middles = [
        None if row.low is None or row.high is None else (row.low + row.high) / 2 for row in bins
    ]
    places = [middle for middle in middles if middle is not None]
    x = Axis(label)
    if len(places) <= _FEW_BARS and all(row.low == row.high for row in bins if row.low is not None):
        x = Axis(label, ticks=tuple((place, x.text(place)) for place in places))
    histogram = [
        Bars(
            tuple(
                Bar(row.label, middle, row.counts[i] / each.total)
                for row, middle in zip(bins, middles, strict=True)
            ),
            step=places[1] - places[0] if len(places) > 1 else 1,
        )
        for i, (_, each) in enumerate(series)
    ]
    highest = [max(bar.share for bar in bars.bars) for bars in histogram]
    is_alike = max(highest) <= _ALIKE * min(highest)
    y = Axis(text=percent, step=0.01, ends=(max(highest),) if is_alike else ())
    return tuple(
        Plot(
            (bars, rule(x=each.quantile(0.5), colour=_MEDIAN)),
            x, y, name,
            notes=(str(each), say("median {n}", n=each.quantile(0.5))),
            height=144,
        )
        for bars, (name, each) in zip(histogram, series, strict=True)
    )  # fmt: skip
