"""Pictures of lines, areas and text: SVG without other packages, PNG with matplotlib.

>>> picture = Picture(320, 100, "Points", "Ana: 5, 10", CREAM)
>>> picture.line([(0, 50), (100, 20)], 0)
>>> picture.text(100, 20, "10")
>>> picture.svg().startswith('<svg xmlns="http://www.w3.org/2000/svg" width="320" height="100"')
True

Places are in pixels from the top left. A colour is a code, or a number in the colours of the
picture. The same picture always gives the same bytes.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

from dealt.figures.colours import CREAM, INK, PAPER

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LETTER = 0.56  # width of a letter, relative to its height
_FONTS = "system-ui, 'DejaVu Sans', Verdana, sans-serif"
_DOTS = 150  # dots per inch of a PNG, which has two for each pixel
_POINT = 72 / 75  # of a pixel
_LARGE = 13  # size from which text is part of the description
_SIDES = {"start": "left", "middle": "center", "end": "right"}

_Colour = int | str
_Places = Sequence[tuple[float, float]]


def wide(text: str, size: int) -> float:
    """The approximate width of a text in pixels."""
    return len(text) * size * LETTER


@dataclass
class Picture:
    """A picture drawn mark by mark, later ones on top.

    Attributes:
        width, height: in pixels.
        title: in the file's metadata.
        description: the picture in words, for people who cannot see it.
        colours: of its numbers, see `dealt.figures.colours`.
        words: the larger texts in it.
    """

    width: int
    height: int
    title: str
    description: str
    colours: Sequence[str] = CREAM
    words: list[str] = field(default_factory=list)
    _elements: list[str] = field(default_factory=list)
    _drawings: list[Callable[[Axes, int], Any]] = field(default_factory=list)

    def _code(self, colour: _Colour) -> str:
        return colour if isinstance(colour, str) else self.colours[colour]

    def line(self, places: _Places, colour: _Colour, width: float = 2.5, dash: str = "") -> None:
        """Draw a line through places, with `dash` in SVG's notation."""
        code, (xs, ys) = self._code(colour), zip(*places, strict=True)
        style: Any = (0, tuple(float(each) / width for each in dash.split())) if dash else "-"
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self._elements.append(
            f'<polyline points="{_points(places)}" fill="none" stroke="{code}" '
            f'stroke-width="{width}" stroke-linejoin="round"{dashes}/>'
        )
        self._drawings.append(
            lambda axes, order: axes.plot(
                xs, ys, color=code, linewidth=width * _POINT, linestyle=style, zorder=order
            )
        )

    def area(self, places: _Places, colour: _Colour, opacity: float = 1, about: str = "") -> None:
        """Fill the area between places; `about` is its tip in SVG."""
        code, (xs, ys) = self._code(colour), zip(*places, strict=True)
        faded = f' fill-opacity="{opacity}"' if opacity < 1 else ""
        end = f"><title>{escape(about)}</title></polygon>" if about else "/>"
        self._elements.append(f'<polygon points="{_points(places)}" fill="{code}"{faded}{end}')
        self._drawings.append(
            lambda axes, order: axes.fill(
                xs, ys, color=code, linewidth=0, alpha=opacity, zorder=order
            )
        )

    def bar(
        self, x: float, y: float, width: float, height: float, colour: _Colour, about: str = ""
    ) -> None:
        """Draw a rectangle."""
        right, bottom = x + width, y + height
        self.area([(x, y), (right, y), (right, bottom), (x, bottom)], colour, 1, about)

    def dot(self, x: float, y: float, radius: float, colour: _Colour) -> None:
        """Draw a disc."""
        turns = [math.tau * step / 24 for step in range(24)]
        self.area([(x + radius * math.cos(a), y + radius * math.sin(a)) for a in turns], colour)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        anchor: str = "start",
        size: int = 14,
        colour: _Colour = INK,
        bold: bool = False,
        upright: bool = False,
        room: float = 0,
    ) -> None:
        """Write text on a base line; text wider than `room` is cut."""
        letters, code = int(room / (size * LETTER)), self._code(colour)
        if room and len(text) > letters:
            text = text[: max(1, letters - 1)].rstrip() + "…"
        if not text:
            return
        if size >= _LARGE:
            self.words.append(text)
        weight = ' font-weight="700"' if bold else ""
        turn = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if upright else ""
        self._elements.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" '
            f'fill="{code}"{weight}{turn}>{escape(text)}</text>'
        )
        self._drawings.append(
            lambda axes, order: axes.text(
                x, y, text.replace("$", r"\$"), ha=_SIDES[anchor], va="baseline", color=code,
                fontsize=size * _POINT, fontweight="bold" if bold else "normal",
                rotation=90 if upright else 0, rotation_mode="anchor", zorder=order,
            )
        )  # fmt: skip

    def svg(self) -> str:
        """The picture as SVG text."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
            f'viewBox="0 0 {self.width} {self.height}" role="img" font-family="{_FONTS}">'
            f"<title>{escape(self.title)}</title><desc>{escape(self.description)}</desc>"
            f'<rect width="100%" height="100%" fill="{self.colours[PAPER]}"/>'
            f"{''.join(self._elements)}</svg>"
        )

    def png(self) -> bytes:
        """The picture as PNG; the user's matplotlib settings are neither used nor changed."""
        import matplotlib as mpl
        from matplotlib.figure import Figure

        file = io.BytesIO()
        with mpl.rc_context():
            mpl.rcdefaults()
            figure = Figure(figsize=(self.width * 2 / _DOTS, self.height * 2 / _DOTS))
            figure.set_facecolor(self.colours[PAPER])
            axes = figure.add_axes((0, 0, 1, 1))
            axes.set_axis_off()
            axes.set_xlim(0, self.width)
            axes.set_ylim(self.height, 0)
            for order, draw in enumerate(self._drawings):
                draw(axes, order)
            words = {"Title": self.title, "Description": self.description, "Software": None}
            figure.savefig(file, format="png", dpi=_DOTS, metadata=words)
        return file.getvalue()


def _points(places: _Places) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
