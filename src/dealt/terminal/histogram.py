"""Histograms of a simulation at a terminal: how long rounds are, and what they pay each seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dealt.language import say
from dealt.simulate.distributions import Distribution, rows
from dealt.simulate.matches import Report, of_seats
from dealt.terminal.boxes import columns_of
from dealt.terminal.chart import BLUE, Line, bar, padded, percent, say_lines, width_of
from dealt.terminal.console import Console

MOST_ROWS = 20
NUMBER = 7  # columns of a share after a bar: ` 100.0%`
NARROWEST = 16  # columns of a cell with bar and share
WIDEST_CELL = 60
GAP = 2


def show(console: Console, report: Report) -> None:
    """Print the histograms of a report, in as many columns as the terminal has."""
    say_lines(console, histograms(report, width_of(console)))


def histograms(report: Report, width: int) -> Iterator[Line]:
    """The lines of both histograms, each of parts of text with their styles."""
    yield [(say("Decisions of a round"), "bold")]
    yield from _columns([("", report.lengths)], width)
    yield [(say("Points of a round"), "bold")]
    yield from _columns(of_seats(report), width)


def _columns(series: Sequence[tuple[str, Distribution]], width: int) -> Iterator[Line]:
    """Histograms side by side, in blocks as wide as the terminal."""
    bars = rows([one for _, one in series], MOST_ROWS)
    margin = max(columns_of(row.label) for row in bars)
    across = max(1, min(len(series), (width - margin) // (NARROWEST + GAP)))
    blocks = -(-len(series) // across)
    across = -(-len(series) // blocks)  # blocks of one size
    cell = max(NUMBER + 1, min(WIDEST_CELL, (width - margin) // across - GAP))
    largest = max(
        times / one.total
        for i, (_, one) in enumerate(series)
        for times in (row.counts[i] for row in bars)
    )
    for first in range(0, len(series), across):
        block = range(first, min(first + across, len(series)))
        names = [series[i][0] for i in block]
        for cells in (names, [_summary(series[i][1], cell) for i in block]):
            if any(cells):
                yield [(" " * margin, ""), *((" " * GAP + padded(x, cell), "") for x in cells)]
        for row in bars:
            line: Line = [(row.label.rjust(margin), "")]
            for i in block:
                total = series[i][1].total
                share = row.counts[i] / total
                length = bar(share / largest, cell - NUMBER)
                number = percent(row.counts[i], total) if row.counts[i] else ""
                line += [(" " * GAP, ""), (length, BLUE)]
                line.append((f" {number}".ljust(cell - columns_of(length)), ""))
            yield line
        yield []


def _summary(one: Distribution, room: int) -> str:
    """What is usual, as long as there is room."""
    return str(one) if columns_of(str(one)) <= room else say("median {n}", n=one.quantile(0.5))
