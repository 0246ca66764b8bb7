"""Draw figures at a terminal, as lines of text; `dealt.figures.panels` has their content."""

from __future__ import annotations

import math
import sys
import textwrap
from collections.abc import Iterator, Sequence

from dealt.figures.colours import GREY as SAME_CHOICE
from dealt.figures.colours import blue, code, ink
from dealt.figures.drawing import Figure
from dealt.figures.panels import SURE, UNSURE, UPRIGHT, Bars, Cell, Grid, Line, Plot, Row, Rows
from dealt.language import decimal, say
from dealt.terminal.boxes import columns_of, cut
from dealt.terminal.console import Console

_Parts = list[tuple[str, str]]  # parts of a line, with their styles in rich

_WIDE = 80  # columns where the terminal's width is unknown
_WIDEST = 100  # longer bars are not easier to read
_COLOURFUL = {"256", "truecolor"}  # with fewer colours, shades of blue are not told apart

_BLUE, _ORANGE, _GREY = "dodger_blue2", "dark_orange3", "grey50"
_FULL, _HALF = "█", "▌"
_ENDS, _LEVEL = ("├", "┤"), "─"

_GAP = 2
_NUMBER = 7  # columns of a share: ` 100.0%`
_NARROWEST, _WIDEST_CELL = 16, 60  # columns of a cell with bar and share
_NAMES = 0.4  # of the width, at most, for names beside the intervals
_FEWEST = 11  # columns of a scale
_HIGH = 9  # rows of a plot of lines
_STEP = 0.05  # the ends of its scale are multiples of this


def show(console: Console, figure: Figure) -> None:
    """Print a figure in the width of the terminal, with colour if possible.

    A heat map is plain where shades cannot be told apart, and has lines of any length where the
    output is not a terminal.
    """
    is_grid = isinstance(figure.groups[0][0], Grid)
    if not sys.stdout.isatty():
        for line in lines(figure, sys.maxsize if is_grid else _WIDE):
            console.say(plain(line), cards=False)
        return
    from rich.text import Text

    screen = console.screen
    is_plain = is_grid and (screen.color_system not in _COLOURFUL or screen.no_color)
    for line in lines(figure, screen.width if is_grid else min(screen.width, _WIDEST)):
        text = Text(plain(line)) if is_plain else Text.assemble(*line)
        screen.print(text, soft_wrap=True)


def lines(figure: Figure, width: int) -> Iterator[_Parts]:
    """The lines of a figure in this many columns, as styled parts of text."""
    for group in figure.groups:
        plots = [panel for panel in group if isinstance(panel, Plot)]
        if any(isinstance(plot.marks[0], Bars) for plot in plots):
            yield from _bar_lines(plots, width)
        elif plots:
            yield [(figure.title, "bold")]
            for mark in plots[0].marks:
                if isinstance(mark, Line) and mark.has_points:
                    yield [(mark.name, "")]
                    yield from _curve_lines(plots[0], mark, width - _NUMBER)
                    yield []
        for panel in group:
            if isinstance(panel, Rows):
                yield from _row_lines(panel, width)
            elif isinstance(panel, Grid):
                yield [(figure.title, "bold")]
                yield from _grid_lines(panel, width)


def plain(line: _Parts) -> str:
    """A line without styles."""
    return "".join(text for text, _ in line).rstrip()


def _padded(text: str, columns: int) -> str:
    """A text cut or padded to this many columns."""
    short = cut(text, columns)
    return short + " " * (columns - columns_of(short))


# --- bars -----------------------------------------------------------------------------------------


def _bar_lines(plots: Sequence[Plot], width: int) -> Iterator[_Parts]:
    """Histograms in blocks of the terminal's width."""
    yield [(plots[0].x.label, "bold")]
    series = [mark.bars for plot in plots for mark in plot.marks if isinstance(mark, Bars)]
    labels = [bar.label for bar in series[0]]
    margin = max(map(columns_of, labels))
    across = max(1, min(len(plots), (width - margin) // (_NARROWEST + _GAP)))
    blocks = -(-len(plots) // across)
    across = -(-len(plots) // blocks)  # blocks of one size
    cell = max(_NUMBER + 1, min(_WIDEST_CELL, (width - margin) // across - _GAP))
    largest = max(bar.share for bars in series for bar in bars)
    for first in range(0, len(plots), across):
        block = range(len(plots))[first : first + across]
        for heads in ([plots[i].title for i in block], [_note(plots[i], cell) for i in block]):
            if any(heads):
                cells = ((" " * _GAP + _padded(head, cell), "") for head in heads)
                yield [(" " * margin, ""), *cells]
        for row, label in enumerate(labels):
            line: _Parts = [(label.rjust(margin), "")]
            for share in (series[i][row].share for i in block):
                length = _bar(share / largest, cell - _NUMBER)
                number = f" {_percent(share)}" if share else " "
                line += [(" " * _GAP, ""), (length, _BLUE)]
                line.append((number.ljust(cell - columns_of(length)), ""))
            yield line
        yield []


def _note(plot: Plot, room: int) -> str:
    """The first note that fits."""
    return next((note for note in plot.notes if columns_of(note) <= room), plot.notes[-1])


def _bar(share: float, columns: int) -> str:
    """A bar for a share of this many columns."""
    halves = round(share * columns * 2)
    return _FULL * (halves // 2) + _HALF * (halves % 2)


def _percent(share: float) -> str:
    """A share in percent; 0 only if the share is 0."""
    text = f"{share:.1%}"
    return decimal("<0.1%" if share and text == "0.0%" else text)


# --- rows with points -----------------------------------------------------------------------------


def _row_lines(panel: Rows, width: int) -> Iterator[_Parts]:
    """A line for each row, with the scale above and the note below."""
    margin = max(columns_of(row.name) for row in panel.rows) + _GAP
    above = margin > _NAMES * width  # each name above its interval
    margin = 0 if above else margin
    scale = max(_FEWEST, width - margin - _NUMBER)
    yield [(panel.label, "bold")]
    yield [(" " * margin + _axis(scale), _GREY)]
    for row in panel.rows:
        if above:
            yield [(row.name, "")]
        share = decimal(f"{row.at or 0:{_NUMBER}.1%}")
        before = _padded("" if above else row.name, margin)
        yield [(before, ""), *_interval(row, scale), (share, "")]
    for line in textwrap.wrap(panel.note, width):
        yield [(line, "")]
    yield []


def _axis(columns: int) -> str:
    """The numbers of a scale from 0 to 100%, in their places."""
    line = [" "] * columns
    for share, text in ((0.0, "0%"), (0.5, "50%"), (1.0, "100%")):
        start = min(_place(share, columns) - (len(text) // 2 if share else 0), columns - len(text))
        line[start : start + len(text)] = text
    return "".join(line)


def _place(share: float, columns: int) -> int:
    """The column of a share, on a scale from 0 to 1."""
    return round(min(max(share, 0.0), 1.0) * (columns - 1))


def _interval(row: Row, columns: int) -> _Parts:
    """An estimate on the scale: its interval, its point, and the value it is compared with."""
    line, at, even = [" "] * columns, row.at or 0.0, row.even
    if row.ends is not None:
        low, high = (_place(end, columns) for end in row.ends)
        line[low : high + 1] = [_LEVEL] * (high + 1 - low)
        line[low], line[high] = _ENDS
    line[_place(even, columns)] = UPRIGHT
    line[_place(at, columns)] = SURE if row.is_sure else UNSURE
    colour = (_BLUE if at > even else _ORANGE) if row.is_sure else _GREY
    return [("".join(line), colour)]


# --- lines ----------------------------------------------------------------------------------------


def _curve_lines(plot: Plot, line: Line, columns: int) -> Iterator[_Parts]:
    """Vertical intervals with points on a scale of their own, labelled below with x."""
    intervals = line.ends or tuple((y, y) for _, y in line.points)
    low = math.floor(round(min(low for low, _ in intervals) / _STEP, 9)) * _STEP
    high = math.ceil(round(max(high for _, high in intervals) / _STEP, 9)) * _STEP
    high = max(high, low + _STEP)
    places = _spread(len(line.points), columns)
    grid = [[" "] * columns for _ in range(_HIGH)]

    def row(y: float) -> int:
        return round((high - min(max(y, low), high)) / (high - low) * (_HIGH - 1))

    for i, place in places.items():
        for y in range(row(intervals[i][1]), row(intervals[i][0]) + 1):
            grid[y][place] = UPRIGHT
        grid[row(line.points[i][1])][place] = SURE
    for y, cells in enumerate(grid):
        number = high - y * (high - low) / (_HIGH - 1)
        text = plot.y.text(number) if y in (0, (_HIGH - 1) // 2, _HIGH - 1) else ""
        yield [(f"{text:>{_NUMBER - 3}} {UPRIGHT} ", _GREY), ("".join(cells), _BLUE)]
    first, last = (plot.x.text(line.points[i][0]) for i in (0, -1))
    gap = max(1, places[len(line.points) - 1] + 1 - len(first) - len(last))
    axis = f"{first}{' ' * gap}{last}" if len(line.points) > 1 else first
    yield [(" " * _NUMBER + axis, _GREY)]


def _spread(n: int, columns: int) -> dict[int, int]:
    """Which of n points are shown, and in which columns; the first and the last always are.

    >>> _spread(3, 11), _spread(5, 3)
    ({0: 0, 1: 4, 2: 8}, {0: 0, 2: 1, 4: 2})
    """
    apart = min(4, (columns - 1) // (n - 1)) if n > 1 else 1
    if apart:
        return {i: i * apart for i in range(n)}
    return {round(place * (n - 1) / (columns - 1)): place for place in range(columns)}


# --- grids ----------------------------------------------------------------------------------------


def _grid_lines(grid: Grid, width: int) -> Iterator[_Parts]:
    """A heat map in blue, marked cells in brackets, in blocks of the terminal's width."""
    cells = [cell for row in grid.rows for cell in row if cell is not None]
    first, second = (max(len(str(cell.numbers[i])) for cell in cells) for i in (0, 1))
    widest = first + second + len("[()]")
    margin, count = len(grid.names[0]) + _GAP, len(grid.names)
    across = max(1, min(count, (width - margin) // widest))
    yield from ([(line, "bold")] for line in (grid.title, grid.note))
    yield []
    yield [(say("Across: {across}. Down: {down}.", across=grid.across, down=grid.down), "")]
    for start in range(0, count, across):
        block = slice(start, start + across)
        yield []
        yield [(" " * margin, ""), *((name.center(widest), "") for name in grid.names[block])]
        for name, row in zip(grid.names, grid.rows, strict=True):
            texts = (
                (_cell_text(cell, first, second).center(widest), _style_of(cell))
                for cell in row[block]
            )
            yield [(name + " " * _GAP, ""), *texts]
    if any(cell.is_marked for cell in cells):
        yield []
        yield [(f"[ ] {grid.mark}", "")]
    yield []


def _cell_text(cell: Cell | None, first: int, second: int) -> str:
    """One cell, with this many columns for each number: `[80( 8)]`."""
    if cell is None:
        return "--"
    left, right = "[]" if cell.is_marked else "  "
    return f"{left}{cell.numbers[0]:{first}}({cell.numbers[1]:{second}}){right}"


def _style_of(cell: Cell | None) -> str:
    """The colours of a cell, bold if it is marked."""
    colour = SAME_CHOICE if cell is None else blue(cell.share)
    bold = "bold " if cell is not None and cell.is_marked else ""
    return f"{bold}{ink(colour)} on {code(colour)}"
