"""Small pictures of lines, bars and text: SVG without any other package, PNG by matplotlib.

>>> picture = Picture(320, 100, "Points", "Ana: 5, 10")
>>> picture.line([(0, 50), (100, 20)], 0)
>>> picture.text(100, 20, "10")
>>> picture.svg().startswith('<svg xmlns="http://www.w3.org/2000/svg" width="320" height="100"')
True

Places are in pixels from the top left. Colours are numbers: series from 0, or `INK`, `FAINT`,
`GRID`, `PAPER`. All can be read on light and dark paper, and by people with any colour vision.
"""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, FAINT, GRID, PAPER = -1, -2, -3, -4
LETTER = 0.56  # width of a letter, in its height
FONT = "system-ui, 'DejaVu Sans', Verdana, sans-serif"
DASHES = ("", "9 4", "3 3", "12 4 3 4", "6 6", "2 5")  # tell lines apart besides colours

# Okabe and Ito's colours, darker on light paper and lighter on dark paper
_LIGHT = ("#0063a6", "#b34700", "#007a55", "#8a3d74", "#6b5900", "#444444",
          "#f4f1ea", "#d0c9ba", "#5d6158", "#22261f")  # fmt: skip
_DARK = ("#6bb8f0", "#f2a05c", "#4fd0a5", "#e39bc9", "#e0cf5a", "#c8c8c8",
         "#14191a", "#3d4849", "#a9b2ac", "#ecefe9")  # fmt: skip
COLOURS = 6


@dataclass(frozen=True)
class _Line:
    places: tuple[tuple[float, float], ...]
    colour: int
    width: float
    dash: str

    def svg(self, colours: Sequence[str]) -> str:
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in self.places)
        dash = f' stroke-dasharray="{self.dash}"' if self.dash else ""
        return (
            f'<polyline points="{points}" fill="none" stroke="{colours[self.colour]}" '
            f'stroke-width="{self.width}" stroke-linejoin="round"{dash}/>'
        )

    def draw(self, axes: Axes, colours: Sequence[str]) -> None:
        style = (0, tuple(float(each) / self.width for each in self.dash.split()))
        axes.plot(
            *zip(*self.places, strict=True),
            color=colours[self.colour], linewidth=self.width * _POINT,
            linestyle=style if self.dash else "-",
        )  # fmt: skip


@dataclass(frozen=True)
class _Bar:
    x: float
    y: float
    width: float
    height: float
    colour: int

    def svg(self, colours: Sequence[str]) -> str:
        return (
            f'<rect x="{self.x:.1f}" y="{self.y:.1f}" width="{self.width:.1f}" '
            f'height="{self.height:.1f}" fill="{colours[self.colour]}"/>'
        )

    def draw(self, axes: Axes, colours: Sequence[str]) -> None:
        from matplotlib.patches import Rectangle

        colour = colours[self.colour]
        axes.add_patch(Rectangle((self.x, self.y), self.width, self.height, color=colour, lw=0))


@dataclass(frozen=True)
class _Text:
    x: float
    y: float
    text: str
    anchor: str
    size: int
    colour: int
    is_bold: bool

    def svg(self, colours: Sequence[str]) -> str:
        bold = ' font-weight="700"' if self.is_bold else ""
        return (
            f'<text x="{self.x:.1f}" y="{self.y:.1f}" font-size="{self.size}" '
            f'text-anchor="{self.anchor}" fill="{colours[self.colour]}"{bold}>'
            f"{escape(self.text)}</text>"
        )

    def draw(self, axes: Axes, colours: Sequence[str]) -> None:
        sides = {"start": "left", "middle": "center", "end": "right"}
        axes.text(
            self.x, self.y, self.text.replace("$", r"\$"), ha=sides[self.anchor], va="baseline",
            fontsize=self.size * _POINT, color=colours[self.colour],
            fontweight="bold" if self.is_bold else "normal",
        )  # fmt: skip


_POINT = 72 / 75  # of a pixel; a PNG has two of an SVG's, and 150 an inch


@dataclass
class Picture:
    """A picture that is drawn mark by mark, the later ones over the earlier ones.

    Attributes:
        width, height: in pixels.
        title: drawn at the top by `heading`, and the name of the file's content.
        description: what is to be seen, in words, for those who do not see it.
    """

    width: int
    height: int
    title: str
    description: str
    marks: list[_Line | _Bar | _Text] = field(default_factory=list)

    def line(
        self, places: Sequence[tuple[float, float]], colour: int, width: float = 2.5, dash: str = ""
    ) -> None:
        """A line through places; `dash` as SVG has it."""
        self.marks.append(_Line(tuple(places), colour, width, dash))

    def bar(self, x: float, y: float, width: float, height: float, colour: int) -> None:
        """A rectangle."""
        self.marks.append(_Bar(x, y, width, height, colour))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        anchor: str = "start",
        size: int = 14,
        colour: int = INK,
        bold: bool = False,
        room: float = 0,
    ) -> None:
        """Text on a base line; cut off where it would be wider than `room`, if that is given."""
        letters = int(room / (size * LETTER))
        if room and len(text) > letters:
            text = text[: max(1, letters - 1)].rstrip() + "…"
        self.marks.append(_Text(x, y, text, anchor, size, colour, bold))

    def svg(self, *, dark: bool = False) -> str:
        """The picture as a text of SVG, which needs nothing else."""
        colours = _DARK if dark else _LIGHT
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
            f'viewBox="0 0 {self.width} {self.height}" role="img" font-family="{FONT}">'
            f"<title>{escape(self.title)}</title><desc>{escape(self.description)}</desc>"
            f'<rect width="100%" height="100%" fill="{colours[PAPER]}"/>'
            f"{''.join(mark.svg(colours) for mark in self.marks)}</svg>"
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it as SVG, or as PNG if matplotlib is there, by the extension of `path`.

        Raises:
            SetupError: another extension, or matplotlib is missing.
            StorageError: it cannot be written.
        """
        from dealt.figures.drawing import DOTS, check_picture, drawing
        from dealt.figures.drawing import save as save_figure
        from dealt.storage.files import TextFile

        if Path(path).suffix.lower() == ".svg":
            TextFile(path).write(self.svg() + "\n")
            return
        check_picture(path)
        from matplotlib.figure import Figure

        with drawing():
            figure = Figure(figsize=(self.width * 2 / DOTS, self.height * 2 / DOTS))
            figure.set_label(self.title)
            figure.set_facecolor(_LIGHT[PAPER])
            axes = figure.add_axes((0, 0, 1, 1))
            axes.set_axis_off()
            axes.set_xlim(0, self.width)
            axes.set_ylim(self.height, 0)
            for mark in self.marks:
                mark.draw(axes, _LIGHT)
        save_figure(figure, path)


def ticks(low: float, high: float, most: int = 6) -> list[int]:
    """Whole numbers from at most `low` to at least `high`, evenly spaced, about `most` of them."""
    step = max(1, (high - low) / most)
    unit = 10 ** math.floor(math.log10(step))
    step = next(unit * each for each in (1, 2, 5, 10) if unit * each >= step * 0.999)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [number * step for number in range(first, max(last, first + 1) + 1)]
