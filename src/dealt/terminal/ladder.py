"""The results of an arena at a terminal: shares of wins with their intervals, the best first."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from dealt.language import decimal, say
from dealt.simulate.arena import Meeting, Result
from dealt.terminal.boxes import columns_of
from dealt.terminal.chart import (
    BLUE,
    ENDS,
    GREY,
    LINE,
    ORANGE,
    SURE,
    UNSURE,
    UPRIGHT,
    Line,
    padded,
    say_lines,
    width_of,
)
from dealt.terminal.console import Console

NAMES = 0.4  # of the width, at most, for names beside the intervals
NUMBER = 7  # columns of a share: ` 100.0%`
FEWEST = 11  # columns of a scale
GAP = 2


def show(console: Console, result: Result) -> None:
    """Print the ladder of a contest; nothing if nothing was played."""
    if result.deals:
        say_lines(console, ladder(result, width_of(console)))


def ladder(result: Result, width: int) -> Iterator[Line]:
    """A line for each meeting, with the scale above, in so many columns.

    A filled point is one whose interval leaves out the share that an equal player would win, which
    the upright marks.
    """
    meetings = sorted(result.meetings, key=lambda m: m.even - m.wins)
    names = [say("{player} against {other}", player=m.player, other=m.against) for m in meetings]
    margin = max(map(columns_of, names)) + GAP
    above = margin > NAMES * width  # then each name stands above its interval
    margin = 0 if above else margin
    scale = max(FEWEST, width - margin - NUMBER)
    title = say("Share of matches won, {share} intervals", share="95%")
    yield [(title if result.deals > 1 else say("Share of matches won"), "bold")]
    yield [(" " * margin + _axis(scale), GREY)]
    for name, m in zip(names, meetings, strict=True):
        if above:
            yield [(name, "")]
        before = padded("" if above else name, margin)
        yield [(before, ""), *_interval(m, scale), (decimal(f"{m.wins:{NUMBER}.1%}"), "")]
    evens = ", ".join(sorted({f"{m.even:.0%}" for m in meetings}))
    caption = say(
        "{upright} {evens}: what an equal player would win; {sure} clearly more or fewer, "
        "{unsure} not clearly",
        upright=UPRIGHT, evens=evens, sure=SURE, unsure=UNSURE,
    )  # fmt: skip
    for line in textwrap.wrap(caption, width):
        yield [(line, "")]
    yield []


def _axis(columns: int) -> str:
    """The numbers over a scale from 0 to 100%, each over its place."""
    line = [" "] * columns
    for share, text in ((0.0, "0%"), (0.5, "50%"), (1.0, "100%")):
        start = min(_place(share, columns) - (len(text) // 2 if share else 0), columns - len(text))
        line[start : start + len(text)] = text
    return "".join(line)


def _place(share: float, columns: int) -> int:
    """The column of a share, on a scale from 0 to 1."""
    return round(min(max(share, 0.0), 1.0) * (columns - 1))


def _interval(m: Meeting, columns: int) -> Line:
    """One meeting on the scale: the interval, the point in it, and the mark of an equal."""
    line = [" "] * columns
    if m.half is not None:
        low, high = _place(m.wins - m.half, columns), _place(m.wins + m.half, columns)
        line[low : high + 1] = [LINE] * (high + 1 - low)
        line[low], line[high] = ENDS
    line[_place(m.even, columns)] = UPRIGHT
    line[_place(m.wins, columns)] = SURE if m.is_clear else UNSURE
    colour = (BLUE if m.wins > m.even else ORANGE) if m.is_clear else GREY
    return [("".join(line), colour)]
