"""Outlines of cards corrected by the edges visible on the photo.

How far the edges of a card are from its marks differs from deck to deck, and a mark can only guess
where its card ends.  The judge of cut-out cards estimates how much further out each edge is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dealt.vision.geometry import SQUARE, Floats, as_outline, is_sound, mapped, to_square
from dealt.vision.marks import Outline

EDGE = 0.1  # the judge's unit for an edge, in widths or heights of the card
SPREADS = (-3.0, 2.0)  # logarithms, in that unit: it is never surer, or less sure, than that


@dataclass(frozen=True, eq=False)
class Edges:
    """Where the edges of cards are, relative to their outlines.

    Attributes:
        out: float64 [card, edge], how much further out they are, as in `edges_off`.
        spread: the same shape, uncertainty of `out`, in widths or heights of the outline.
    """

    out: Floats
    spread: Floats


def edges_off(outline: Floats, true: Floats) -> Floats:
    """How much further out the edges of a card are than those of an outline; float64 [4].

    Args:
        outline: float64 [corner, xy], a valid one (`geometry.is_sound`).
        true: the card's own outline, its corners in the same order.

    Returns:
        The left, upper, right and lower edge, in widths or heights of the outline.
    """
    x, y = mapped(to_square(outline[None])[0], true).T
    return np.array([-(x[0] + x[3]), -(y[0] + y[1]), x[1] + x[2] - 2, y[2] + y[3] - 2]) / 2


def with_edges(outline: Outline, out: Sequence[float]) -> Outline:
    """An outline with its edges moved out, as in `edges_off`; unchanged if that is not valid."""
    corners = np.array(outline, dtype=float)
    if not is_sound(corners):
        return outline
    left, upper, right, lower = out
    spread = np.array([(-left, -upper), (right, -upper), (right, lower), (-left, lower)])
    back = np.asarray(np.linalg.inv(to_square(corners[None])[0]), dtype=np.float64)
    moved = mapped(back, SQUARE + spread)
    return as_outline(moved) if is_sound(moved) else outline
