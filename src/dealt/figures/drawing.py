"""Figures as files: PNG with matplotlib, SVG without.

The same figure always gives the same bytes.
"""

from __future__ import annotations

import cmath
import importlib.util
import math
import os
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from dealt.errors import SetupError
from dealt.extras import not_installed
from dealt.figures import colours
from dealt.figures.colours import FAINT, GRID, INK, PAPER
from dealt.figures.panels import (
    Axis,
    Bars,
    Cell,
    Circle,
    Grid,
    Line,
    Panel,
    Plot,
    Row,
    Rows,
    percent,
    ticks,
)
from dealt.figures.picture import LETTER, Picture, wide
from dealt.language import Phrase, decimal, listed
from dealt.storage.files import TextFile

_FORMATS = (".png", ".svg")
WIDTH, LEAST_WIDTH = 640, 280  # pixels
_NARROWEST = 145  # of plots side by side
_MARGIN, _ROW, _GAP = 14, 26, 16
_TEXT, _SMALL = 14, 12  # heights of letters
_MOST_POINTS = 40  # that are marked on a line
_CELL = 5.2  # width of a cell, in letter heights
_FEW = 8  # names of a grid; more stand on all four sides


@dataclass(frozen=True)
class Figure:
    """A picture as data; a notebook shows it as the value of a cell.

    Attributes:
        title: above everything, and in the file's metadata.
        groups: panels of one kind; those of a group stand side by side.
        subtitle: below the title.
        text: a description for people who cannot see it; by default all names and values.
        width: in pixels; more if a grid needs it.
        palette: its colours on light paper.
    """

    title: str
    groups: tuple[tuple[Panel, ...], ...]
    subtitle: str = ""
    text: str = ""
    width: int = WIDTH
    palette: Sequence[str] = colours.WHITE

    def _repr_svg_(self) -> str:
        """The SVG for notebooks."""
        return svg(self)


def svg(figure: Figure, *, dark: bool = False) -> str:
    """A figure as SVG text, on dark paper if requested."""
    return _picture_of(figure, colours.DARK if dark else figure.palette).svg()


def picture(figure: Figure, ending: str) -> bytes:
    """A figure as the content of a file in one of the `_FORMATS`."""
    if ending == ".svg":
        return f"{svg(figure)}\n".encode()
    return _picture_of(figure, figure.palette).png()


def save(figure: Figure, path: str | os.PathLike[str]) -> None:
    """Write a figure as PNG or SVG, by the extension of `path`; an existing file is replaced.

    Raises:
        SetupError: another extension, or matplotlib is missing.
        StorageError: it cannot be written.
    """
    check_picture(path)
    TextFile(path).write_bytes(picture(figure, _ending_of(path)))


def check_picture(path: str | os.PathLike[str]) -> None:
    """Raise the errors that `save` would, before the figure is computed."""
    if _ending_of(path) == ".png":
        check_drawing()
    TextFile(path).check_writable()


def check_drawing() -> None:
    """Raise SetupError if PNG cannot be drawn on this machine."""
    if importlib.util.find_spec("matplotlib") is None:
        raise SetupError(not_installed("matplotlib", "figures"))


def _ending_of(path: str | os.PathLike[str]) -> str:
    """One of the `_FORMATS`.

    Raises:
        SetupError: another extension.
    """
    ending = Path(path).suffix.lower()
    if ending not in _FORMATS:
        raise SetupError(
            "cannot save a figure as {ending}: {file}; use {formats}",
            ending=ending or Phrase("a file without ending"),
            file=repr(os.fspath(path)),
            formats=listed(_FORMATS),
        )
    return ending


# --- layout ---------------------------------------------------------------------------------------


def _picture_of(figure: Figure, palette: Sequence[str]) -> Picture:
    """Draw a figure from top to bottom; the height follows from its content."""
    grids = [sum(_grid_width(each) + _GAP for each in group) - _GAP for group in figure.groups]
    width = max(figure.width, round(2 * _MARGIN + max(grids)))
    picture, room = Picture(width, 0, figure.title, figure.text, palette), width - 2 * _MARGIN
    picture.text(_MARGIN, 26, figure.title, size=17, bold=True, room=room)
    y = 38.0
    if figure.subtitle:
        picture.text(_MARGIN, 46, figure.subtitle, size=13, colour=FAINT, room=room)
        y = 58.0
    indent = max(_indent(panel) for group in figure.groups for panel in group)
    for group in figure.groups:
        rows = -(-len(group) // max(1, int(room // _NARROWEST)))
        across = len(group) if isinstance(group[0], Grid) else -(-len(group) // rows)
        for first in range(0, len(group), across):
            x, top = float(_MARGIN), y
            for panel in group[first : first + across]:
                size = _grid_width(panel) or (room - (across - 1) * _GAP) / across
                y = max(y, _draw(picture, panel, x, top, size, indent) + _GAP)
                x += size + _GAP
    picture.height = round(y)
    picture.description = picture.description or ". ".join(picture.words)
    return picture


def _draw(picture: Picture, panel: Panel, x: float, y: float, width: float, indent: float) -> float:
    """Draw a panel and return where it ends."""
    if isinstance(panel, Grid):
        return _draw_grid(picture, panel, x, y)
    if isinstance(panel, Circle):
        return _draw_circle(picture, panel, x, y, width)
    if isinstance(panel, Rows):
        return _draw_rows(picture, panel, x, y, width)
    return _draw_plot(picture, panel, x, y, width, indent)


def _caption(
    picture: Picture, title: str, notes: Sequence[str], x: float, y: float, width: float
) -> float:
    """Draw a panel's title, and the first of its notes that fits."""
    if title:
        picture.text(x, y + 16, title, bold=True, room=width)
        y += 20
    if notes:
        note = next((note for note in notes if wide(note, _SMALL) <= width), notes[-1])
        picture.text(x, y + 14, note, size=_SMALL, colour=FAINT, room=width)
        y += 18
    return y


def _note(picture: Picture, text: str, x: float, y: float, width: float) -> float:
    """Draw lines of small text."""
    for line in textwrap.wrap(text, max(1, int(width / (_SMALL * LETTER)))):
        picture.text(x, y + 14, line, size=_SMALL, colour=FAINT)
        y += 18
    return y


# --- plots ----------------------------------------------------------------------------------------


class _Scale:
    """A scale from numbers to pixels between `first` and `last`."""

    def __init__(self, axis: Axis, numbers: Iterable[float], first: float, last: float) -> None:
        self.ticks, self.low, self.high = _ticks_of(axis, numbers)
        self._first, self._unit = first, (last - first) / (self.high - self.low)

    def __call__(self, number: float) -> float:
        return self._first + (min(max(number, self.low), self.high) - self.low) * self._unit


def _ticks_of(
    axis: Axis, numbers: Iterable[float]
) -> tuple[tuple[tuple[float, str], ...], float, float]:
    """The ticks of an axis, and its ends."""
    numbers = [*filter(math.isfinite, numbers), *axis.ends, *(at for at, _ in axis.ticks)]
    low, high = min(numbers), max(numbers)
    high += high == low
    chosen = tuple((at, axis.text(at)) for at in ticks(low, high, least=axis.step))
    return axis.ticks or chosen, low, high


def _numbers(plot: Plot) -> tuple[list[float], list[float]]:
    """The numbers that the scales of x and y include."""
    xs: list[float] = []
    ys: list[float] = []
    for mark in plot.marks:
        if isinstance(mark, Line):
            xs += [x for x, _ in mark.points]
            ys += [y for _, y in mark.points]
            ys += [y for ends in mark.ends for y in ends]
        else:
            closed = [bar for bar in mark.bars if bar.at is not None]
            room = max(0.7, 2.5 - len(closed) / 2) * mark.step  # a single bar is not the whole
            xs += [(bar.at or 0) + side for bar in closed for side in (-room, room)]
            ys += [0, *(bar.share for bar in closed)]
    return xs, ys


def _y_axis(plot: Plot) -> Axis:
    """The scale of y, from its first tick to its last."""
    return replace(plot.y, ticks=_ticks_of(plot.y, _numbers(plot)[1])[0])


def _indent(panel: Panel) -> float:
    """The room for numbers to the left of a plot."""
    if not isinstance(panel, Plot):
        return 0.0
    return max(wide(text, _SMALL) for _, text in _y_axis(panel).ticks) + 8


def _draw_plot(
    picture: Picture, plot: Plot, x: float, y: float, width: float, indent: float
) -> float:
    y = _caption(picture, plot.title, plot.notes, x, y, width) + 12
    if plot.y.label:
        picture.text(x, y + 6, plot.y.label, size=_SMALL, colour=FAINT, room=width)
        y += 22
    last = plot.x.ticks[-1][1] if plot.x.ticks else "00"
    left, right = x + indent, x + width - max(8, wide(last, _SMALL) / 2)
    bottom = y + plot.height
    across = _Scale(plot.x, _numbers(plot)[0], left, right)
    up = _Scale(_y_axis(plot), (), bottom, y)
    for at, text in up.ticks:
        picture.line([(left, up(at)), (right, up(at))], GRID if at else FAINT, 1)
        picture.text(left - 8, up(at) + 4, text, anchor="end", size=_SMALL, colour=FAINT)
    inside = [(at, text) for at, text in across.ticks if across.low <= at <= across.high]
    widest = max(wide(f"{text}  ", _SMALL) for _, text in inside)
    for at, text in inside[:: max(1, math.ceil(len(inside) * widest / (right - left)))]:
        picture.text(across(at), bottom + 20, text, anchor="middle", size=_SMALL, colour=FAINT)
    far: list[str] = []
    for mark in plot.marks:
        if isinstance(mark, Line):
            _draw_line(picture, mark, across, up)
        else:
            far += _draw_bars(picture, mark, across, up)
    for row, text in enumerate(far):
        picture.text(right, y + 14 + 16 * row, text, anchor="end", size=_SMALL)
    y = bottom + 26
    if plot.x.label:
        middle = (left + right) / 2
        picture.text(middle, y + 12, plot.x.label, anchor="middle", size=_SMALL, colour=FAINT)
        y += 20
    for mark in plot.marks:
        if mark.name:
            y += _ROW
            _draw_entry(picture, mark, x, y - 2, width)
    return y


def _draw_line(picture: Picture, line: Line, across: _Scale, up: _Scale) -> None:
    xs = [across(x) for x, _ in line.points]
    if line.ends:
        lower = [(x, up(low)) for x, (low, _) in zip(xs, line.ends, strict=True)]
        upper = [(x, up(high)) for x, (_, high) in zip(xs, line.ends, strict=True)]
        picture.area([*lower, *reversed(upper)], line.colour, 1 if line.is_area else 0.2)
    if line.is_area:
        return
    places = [(x, up(y)) for x, (_, y) in zip(xs, line.points, strict=True)]
    picture.line(places, line.colour, 2.5 if line.has_points else 1.5, line.dash)
    for x, y in places[:: -(-len(places) // _MOST_POINTS)] if line.has_points else ():
        picture.bar(x - 3, y - 3, 6, 6, line.colour)


def _draw_bars(picture: Picture, bars: Bars, across: _Scale, up: _Scale) -> list[str]:
    """Draw the bars that have a place; return the note on the others."""
    for bar in bars.bars:
        if bar.at is not None:
            left, right = (across(bar.at + side * 0.45 * bars.step) for side in (-1, 1))
            top = up(bar.share)
            picture.bar(left, top, right - left, up(0) - top, bars.colour)
    far = [bar for bar in bars.bars if bar.at is None and bar.share]
    return [decimal(f"{bar.label}: {bar.share:.2%}") for bar in far]


def _draw_entry(picture: Picture, mark: Line | Bars, x: float, y: float, width: float) -> None:
    """Draw an entry of the legend."""
    value = ""
    if isinstance(mark, Bars) or mark.is_area:
        picture.bar(x + 11, y - 11, 12, 12, mark.colour)
    else:
        line, value = [(x, y - 5), (x + 34, y - 5)], mark.value
        picture.line(line, mark.colour, 2.5 if mark.has_points else 1.5, mark.dash)
        if mark.has_points:
            picture.bar(x + 14, y - 8, 6, 6, mark.colour)
    picture.text(x + 44, y, mark.name, room=width - 44 - wide(value, _TEXT) - 12)
    picture.text(x + width, y, value, anchor="end", bold=True)


def _draw_circle(picture: Picture, panel: Circle, x: float, y: float, width: float) -> float:
    """Draw names in a circle, and the arrows from each to those that it beats."""
    y = _caption(picture, panel.title, [panel.note] if panel.note else [], x, y, width)
    radius = min(width / 2 - 40, 150)
    centre = complex(x + width / 2, y + radius + _ROW)
    turns = [2j * math.pi * n / len(panel.names) for n in range(len(panel.names))]
    places = [centre - 1j * radius * cmath.exp(turn) for turn in turns]
    for start, end, text in sorted(panel.arrows, key=lambda arrow: bool(arrow[2])):
        way = (places[end] - places[start]) / abs(places[end] - places[start])
        tail, head = places[start] + 30 * way, places[end] - 30 * way
        colour = 0 if text else GRID
        wings = [head - way * (12 + side * 5j) for side in (1, -1)]
        picture.line([_xy(tail), _xy(head - 8 * way)], colour, 2.5 if text else 1)
        picture.area([*map(_xy, wings), _xy(head)], colour)
        middle = (tail + head) / 2
        away = (middle - centre) / (abs(middle - centre) or 1)
        at = _xy(middle - 28 * away)
        picture.text(at[0], at[1] + 4, text, anchor="middle", size=_SMALL)
    for name, place in zip(panel.names, places, strict=True):
        picture.text(place.real, place.imag + 5, name, anchor="middle", bold=True)
    return centre.imag + radius + _ROW


def _xy(place: complex) -> tuple[float, float]:
    return place.real, place.imag


# --- rows and grids -------------------------------------------------------------------------------


def _draw_rows(picture: Picture, panel: Rows, x: float, y: float, width: float) -> float:
    """Draw bars or estimates below their names."""
    y += 14
    for colour, text in enumerate(panel.legend):
        picture.bar(x, y - 11, 12, 12, colour)
        picture.text(x + 20, y, text, size=13, colour=FAINT)
        y += _ROW
    for row in panel.rows:
        picture.text(x, y + 4, row.name, room=width - wide(row.value, _TEXT) - 12)
        picture.text(x + width, y + 4, row.value, anchor="end", bold=True)
        if row.at is not None:
            _draw_estimate(picture, row, row.at, x, y + 16, width)
        else:
            picture.bar(x, y + 11, width, 10, GRID)
            left = x
            for colour, share in enumerate(row.parts):
                picture.bar(left, y + 11, share * width, 10, colour)
                left += share * width
        y += 40
    if panel.label:  # of a scale
        for share, anchor in ((0, "start"), (0.5, "middle"), (1, "end")):
            place = x + share * width
            picture.text(place, y, percent(share), anchor=anchor, size=_SMALL, colour=FAINT)
        y = _note(picture, panel.label, x, y + 6, width) + 8
    return _note(picture, panel.note, x, y - 8, width)


def _draw_estimate(
    picture: Picture, row: Row, share: float, x: float, y: float, width: float
) -> None:
    """Draw an estimate from 0 to 1 with its interval and the value it is compared with."""
    at, even, *ends = (
        x + min(max(each, 0.0), 1.0) * width for each in (share, row.even, *(row.ends or ()))
    )
    colour = (0 if at > even else 1) if row.is_sure else FAINT
    picture.line([(x, y), (x + width, y)], GRID, 1)
    picture.line([(even, y - 9), (even, y + 9)], INK, 2)
    for end in ends:
        picture.line([(at, y), (end, y), (end, y - 5), (end, y + 5)], colour, 2)
    picture.dot(at, y, 5.5, colour)
    if not row.is_sure:
        picture.dot(at, y, 3, PAPER)


def _letters(grid: Grid) -> int:
    """The height of letters in the cells, smaller in large grids."""
    return max(9, 17 - len(grid.names) // 4)


def _names_width(grid: Grid) -> float:
    return wide(grid.names[0], _letters(grid)) * 1.3 + 10  # all are capitals


def _grid_width(panel: Panel) -> float:
    """The width of a grid; 0 for other panels, which use all the room."""
    if not isinstance(panel, Grid):
        return 0.0
    sides = 2 if len(panel.names) > _FEW else 1
    return 24 + sides * _names_width(panel) + len(panel.names) * _letters(panel) * _CELL


def _draw_grid(picture: Picture, grid: Grid, x: float, y: float) -> float:
    """Draw a heat map with names left and below, and on all sides if there are many."""
    letters, count = _letters(grid), len(grid.names)
    y = _caption(picture, grid.title, [grid.note], x, y, _grid_width(grid)) + 8
    size, is_around = letters * _CELL, count > _FEW
    left, top = x + 24 + _names_width(grid), y + (letters + 8) * is_around
    right, bottom = left + count * size, top + count * size
    for i, name in enumerate(grid.names):
        middle, base = left + (i + 0.5) * size, top + (i + 0.5) * size + 0.36 * letters
        picture.text(left - 8, base, name, anchor="end", size=letters)
        picture.text(middle, bottom + letters + 6, name, anchor="middle", size=letters)
        if is_around:
            picture.text(right + 8, base, name, size=letters)
            picture.text(middle, top - 6, name, anchor="middle", size=letters)
    picture.text((left + right) / 2, bottom + 2 * letters + 16, grid.across, anchor="middle")
    picture.text(x + 14, (top + bottom) / 2, grid.down, anchor="middle", upright=True)
    for i, row in enumerate(grid.rows):
        for j, cell in enumerate(row):
            _draw_cell(picture, cell, left + j * size, top + i * size, size)
    y = bottom + 2 * letters + 24
    _draw_box(picture, left, y + 1, 14, 2)
    return _note(picture, grid.mark, left + 24, y - 2, right - left)


def _draw_cell(picture: Picture, cell: Cell | None, x: float, y: float, size: float) -> None:
    shade = colours.GREY if cell is None else colours.blue(cell.share)
    about = cell.about if cell else ""
    picture.bar(x + 0.5, y + 0.5, size - 1, size - 1, colours.code(shade), about)
    if cell is None:
        return
    letters = round(size / _CELL)
    middle, base, ink = x + size / 2, y + size / 2 + 0.36 * letters, colours.ink(shade)
    picture.text(
        middle, base, cell.text, anchor="middle", size=letters, colour=ink, bold=cell.is_marked
    )
    if cell.is_marked:
        _draw_box(picture, x + 3, y + 3, size - 6, letters / 4)


def _draw_box(picture: Picture, x: float, y: float, size: float, thick: float) -> None:
    """Draw a box with a white border, visible on the darkest cells."""
    right, bottom = x + size, y + size
    corners = [(x, y), (right, y), (right, bottom), (x, bottom), (x, y), (right, y)]
    picture.line(corners, "#ffffff", 2 * thick)
    picture.line(corners, "#000000", thick)
