"""The plane in which all cards of a photo lie, and the outlines corrected by it.

From straight above, all cards are rectangles of one size.  A mark's estimate of its card is poor
for distant parts and for low camera angles.  But one camera sees the whole table, and the estimates
of all cards together determine its view.  Each card is then derived from its best-known parts: the
places and directions of its marks, and the visible edges.

The distance of the edges from the marks differs from deck to deck, so the judge of cut-out cards
estimates how much further out each edge is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dealt.vision.cards import SeenCard
from dealt.vision.geometry import (
    CARD_SHAPE,
    SQUARE,
    Floats,
    Outline,
    as_outline,
    is_sound,
    mapped,
    to_square,
)

EDGE = 0.1  # the judge's unit for an edge, in widths or heights of the card
SPREADS = (-3.0, 2.0)  # the range of its uncertainty, as logarithms in that unit


@dataclass(frozen=True, eq=False)
class Edges:
    """The edges of cards relative to their outlines.

    Attributes:
        out: float64 [card, edge], the distances outwards, as in `edges_off`.
        spread: the same shape, uncertainty of `out`, in widths or heights of the outline.
    """

    out: Floats
    spread: Floats


def edges_off(outline: Floats, true: Floats) -> Floats:
    """The distances from the edges of an outline out to those of the card; float64 [4].

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


_Plane = NDArray[np.complex128]  # points of the plane, x + iy

LEAST_CARDS = 2  # fewer determine no plane
# mean and deviation, as logarithms: focal lengths of cameras, in halves of the longer side of a
# photo (28 mm of 36 mm are 1.6; photos are cut), and cards' shapes
FOCUS, SHAPE = (math.log(2.2), 0.5), (math.log(CARD_SHAPE), 0.06)
_TILT = 3.0  # the deviation of the tangents of the tilt
MOST_TILTED, MOST_ZOOMED, MOST_SHAPED = 3.0, 1.5, 0.3  # the limits of the search
# the first tilts, as tangents to the right and down: people stand below their photos
STARTS = ((0.0, 0.1), (0.0, 0.8), (0.6, 0.3), (-0.6, 0.3), (0.0, -0.6))
FIRST_STEPS, STEPS = 2, 16  # of each start, and then of the best
ENOUGH = 1e-3  # a smaller relative gain ends the search
_TINY = 1e-5  # the difference for numerical slopes

# the deviation of corners, in heights of a card: beside a mark, for each height from it, and from
# the corners of exact rectangles of one size
BESIDE, FURTHER, FLAT = 0.01, 0.08, 0.025
ASTRAY = 0.08  # the deviation from which a card counts little
POINTS = 0.025  # the deviation of the direction of a mark, in radians
_DOUBTED = 0.3  # the weight of a doubtful card

_CORNERS = np.array([-0.5 - 0.5j, 0.5 - 0.5j, 0.5 + 0.5j, -0.5 + 0.5j])


@dataclass(frozen=True)
class _View:
    """A camera's view of the plane; lengths are in halves of the longer side of the photo.

    Attributes:
        tilt: the direction in the photo in which the plane comes nearer, right and down; its length
            is the tangent of the angle between the camera's axis and the vertical.
        focus: the focal length.
        height: height of cards in the plane, where the middle of the photo is at true scale.
        shape: width of cards divided by their height.
    """

    tilt: tuple[float, float]
    focus: float
    height: float
    shape: float

    @classmethod
    def from_numbers(cls, numbers: Floats) -> _View:
        """The view given by five numbers: the tilt, and the logarithms of the others."""
        right, down, focus, height, shape = numbers.tolist()
        return cls((right, down), math.exp(focus), math.exp(height), math.exp(shape))

    def from_above(self, points: Floats) -> _Plane:
        """The positions in the plane of points in the photo; [..., xy] to [...]."""
        x, y = points[..., 0], points[..., 1]
        right, down = self.tilt
        nearer = 1 + (right * x + down * y) / self.focus
        x, y = x / nearer, y / nearer
        longer = (right * x + down * y) / (1 + math.hypot(1, right, down))
        return np.asarray((x + right * longer) + 1j * (y + down * longer))

    def in_photo(self, points: _Plane) -> Floats:
        """The positions in the photo of points in the plane; [...] to [..., xy]."""
        right, down = self.tilt
        long = math.hypot(1, right, down)
        shorter = (right * points.real + down * points.imag) / (long * (1 + long))
        x, y = points.real - right * shorter, points.imag - down * shorter
        nearer = 1 - (right * x + down * y) / self.focus
        return np.stack([x / nearer, y / nearer], axis=-1)

    @property
    def card(self) -> _Plane:
        """The corners of an upright card around its middle, clockwise from the upper left one."""
        return np.asarray(self.height * (self.shape * np.real(_CORNERS) + 1j * np.imag(_CORNERS)))


def in_one_plane(
    cards: Sequence[SeenCard], size: tuple[int, int], edges: Edges | None = None
) -> list[SeenCard]:
    """The cards with outlines of about one size in one plane.

    Args:
        cards: the cards of a photo.
        size: width and height of the photo, in pixels.
        edges: the observed edges of each card, if examined.
    """
    middle, unit = np.array(size) / 2, max(size) / 2
    outlines = np.array([card.outline for card in cards]).reshape(-1, 4, 2)
    sound = np.array([is_sound(outline) for outline in outlines], dtype=bool)
    if sound.sum() < LEAST_CARDS:
        return list(cards)
    off = _variances(cards, outlines, edges)
    trust = np.array([_DOUBTED if card.doubtful else 1.0 for card in cards])
    own = (outlines - middle) / unit
    view = _view_of(own[sound], trust[sound, None] / (off[sound] + FLAT**2))
    places = view.from_above(own)
    turned = _pointing(view, cards, places, middle, unit)
    lying = view.in_photo(_laid(view, places, 1 / off, turned)) * unit + middle
    # a card's own estimate counts where it is more precise
    share = (off / (off + FLAT**2))[..., None]
    flattened = outlines + share * (lying - outlines)
    return [
        replace(card, outline=as_outline(corners)) if sound and is_sound(corners) else card
        for card, corners, sound in zip(cards, flattened, sound, strict=True)
    ]


def _view_of(outlines: Floats, weights: Floats) -> _View:
    """The view in which the cards are most alike.

    Args:
        outlines: float64 [card, corner, xy] relative to the middle of the photo, in halves of its
            longer side, clockwise from the upper left corner of each card or from its lower right
            one.
        weights: float64 [card, corner], weight of each corner.
    """
    weights = weights / weights.max()

    def off(numbers: Floats) -> Floats:
        """The deviations of a view, to be squared and added up."""
        view = _View.from_numbers(numbers)
        places = view.from_above(outlines)
        apart = (places - _laid(view, places, weights)) / (view.height * ASTRAY)
        squared = (weights * np.abs(apart) ** 2).sum(axis=1) / weights.sum(axis=1)
        # outliers count little (Geman and McClure): they may not lie in this plane
        apart *= np.sqrt(weights / (1 + squared[:, None]))
        (focus, often), (shape, alike) = FOCUS, SHAPE
        usual = [(numbers[2] - focus) / often, (numbers[4] - shape) / alike, *numbers[:2] / _TILT]
        return np.concatenate([apart.real.ravel(), apart.imag.ravel(), usual])

    begun = []
    for tilt in STARTS:
        numbers = np.array([*tilt, FOCUS[0], 0.0, SHAPE[0]])
        places = _View.from_numbers(numbers).from_above(outlines)
        numbers[3] = math.log(max(float(np.median(np.abs(places[:, 3] - places[:, 0]))), _TINY))
        begun.append(_least(off, numbers, FIRST_STEPS))
    _, numbers = min(begun, key=lambda each: each[0])
    return _View.from_numbers(_least(off, numbers, STEPS)[1])


def _least(off: Callable[[Floats], Floats], start: Floats, steps: int) -> tuple[float, Floats]:
    """The numbers with the least sum of squares of `off`, by Levenberg's damped steps.

    Returns:
        The sum, and the numbers.
    """
    middle = np.array([0.0, 0.0, FOCUS[0], start[3], SHAPE[0]])
    reach = np.array([MOST_TILTED, MOST_TILTED, MOST_ZOOMED, MOST_ZOOMED, MOST_SHAPED])
    numbers, damping = start, 1e-2
    error = off(numbers)
    total = float(error @ error)
    for _ in range(steps):
        slopes = np.stack([(off(numbers + each) - error) / _TINY for each in _TINY * np.eye(5)], 1)
        bend = slopes.T @ slopes
        step = np.linalg.solve(bend + damping * np.diag(np.diag(bend) + _TINY), slopes.T @ error)
        candidate = np.clip(numbers - step, middle - reach, middle + reach)
        then = off(candidate)
        left = float(then @ then)
        if not left < total:
            damping *= 5
            continue
        gain, numbers, error, total = total - left, candidate, then, left
        damping /= 5
        if gain < ENOUGH * total:
            break
    return total, numbers


def _laid(view: _View, places: _Plane, weights: Floats, turned: _Plane | float = 0.0) -> _Plane:
    """Cards moved and turned so that their corners are nearest to places; complex [card, corner].

    Args:
        view: determines the size of cards.
        places: complex [card, corner].
        weights: float64 [card, corner], the weight of each corner.
        turned: complex [card], other evidence on the direction of each: the turn from upright,
            longer if surer.
    """
    parts = weights / weights.sum(axis=1, keepdims=True)
    middle = (parts * places).sum(axis=1, keepdims=True)
    own = view.card - (parts * view.card).sum(axis=1, keepdims=True)
    turn = (weights * (places - middle) * own.conj()).sum(axis=1) + turned
    return np.asarray(middle + (turn / np.maximum(np.abs(turn), _TINY**3))[:, None] * own)


def _pointing(
    view: _View, cards: Sequence[SeenCard], places: _Plane, middle: Floats, unit: float
) -> _Plane:
    """The turn of each card by the directions of its marks; complex [card]."""
    directions = np.zeros(len(cards), dtype=complex)
    for i, card in enumerate(cards):
        at = (np.array([(mark.x, mark.y) for mark in card.marks]) - middle) / unit
        angles = np.array([mark.angle for mark in card.marks])
        half = np.array([mark.height / 4 / unit for mark in card.marks])[:, None]
        down = half * np.stack([np.sin(angles), np.cos(angles)], axis=1)
        along = view.from_above(at + down) - view.from_above(at - down)
        # marks in the lower corners are upside down
        side = places[i, 3] - places[i, 0] + places[i, 2] - places[i, 1]
        along *= np.where((along * side.conj()).real < 0, -1, 1) / np.abs(along)
        directions[i] = along.sum() / 1j * (view.height / POINTS) ** 2
    return directions


def _variances(cards: Sequence[SeenCard], outlines: Floats, edges: Edges | None) -> Floats:
    """The variances of corners, in heights of a card squared; float64 [card, corner]."""
    variances = np.empty(outlines.shape[:2])
    for i, card in enumerate(cards):
        marks = np.array([(mark.x, mark.y) for mark in card.marks])
        away = np.hypot(*(outlines[i][:, None] - marks).transpose(2, 0, 1)).min(axis=1)
        variances[i] = (FURTHER * away / max(card.height, 1.0)) ** 2
    if edges is not None:
        # a corner is where two edges meet
        left, upper, right, lower = (edges.spread * (CARD_SHAPE, 1.0, CARD_SHAPE, 1.0)).T ** 2
        met = np.stack([left + upper, right + upper, right + lower, left + lower], axis=1)
        variances = variances * met / (variances + met)
    return np.asarray(variances + BESIDE**2)
