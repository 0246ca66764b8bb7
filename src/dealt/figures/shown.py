"""The figure that every picture of results is drawn on: a notebook shows it."""

from __future__ import annotations

from matplotlib.figure import Figure

from dealt.figures.drawing import picture


class ShownFigure(Figure):
    """A figure that shows itself as the last value of a cell, without pyplot."""

    def _repr_svg_(self) -> str:
        """For notebooks."""
        return picture(self, ".svg").decode()
