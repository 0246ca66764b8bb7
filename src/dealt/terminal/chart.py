"""What charts at a terminal are made of: lines of parts with styles, and bars."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from dealt.language import decimal
from dealt.terminal.boxes import columns_of, cut
from dealt.terminal.console import Console

Line = list[tuple[str, str]]  # parts of a line, and how rich is to show them

WIDE = 80  # columns where no terminal says how many there are
WIDEST = 100  # longer bars are no better to read

BLUE, ORANGE, GREY = "dodger_blue2", "dark_orange3", "grey50"

# a bar and its end; an interval; a point whose interval leaves out what it is compared with, or not
FULL, HALF = "█", "▌"
ENDS, LINE, UPRIGHT = ("├", "┤"), "─", "│"
SURE, UNSURE = "●", "○"


def width_of(console: Console) -> int:
    """The columns for a chart: those of the terminal, or as many as a common one has."""
    return min(console.screen.width, WIDEST) if sys.stdout.isatty() else WIDE


def say_lines(console: Console, lines: Iterable[Line]) -> None:
    """Print lines, with their styles where the output is a terminal."""
    for line in lines:
        if sys.stdout.isatty():
            from rich.text import Text

            console.screen.print(Text.assemble(*line), soft_wrap=True)
        else:
            console.say(plain(line), cards=False)


def plain(line: Line) -> str:
    """A line without its styles."""
    return "".join(text for text, _ in line).rstrip()


def bar(share: float, columns: int) -> str:
    """A bar that takes a share of so many columns."""
    halves = round(share * columns * 2)
    return FULL * (halves // 2) + HALF * (halves % 2)


def percent(part: int, total: int) -> str:
    """A share in percent, which is 0 only where there is nothing."""
    share = f"{part / total:.1%}"
    return decimal("<0.1%" if part and share == "0.0%" else share)


def padded(text: str, columns: int) -> str:
    """A text in so many columns, cut where it is longer."""
    short = cut(text, columns)
    return short + " " * (columns - columns_of(short))
