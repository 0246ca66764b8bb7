"""Marks, and the plane geometry of cards seen by a camera: unit squares, areas and overlaps.

A card shows its mark in two corners, or in all four.  The networks find each mark separately;
`dealt.vision.cards` derives which marks belong to one card.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dealt.cards import RANKS

SUITS = "CDHS"  # the order of `Mark.suit`

Point = tuple[float, float]
Outline = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class Mark:
    """One corner mark of one card, as the networks see it.

    All positions are in pixels of the photo, x to the right, y downwards.

    Attributes:
        x, y: the middle of the mark, rank and suit together.
        height: from the top of the rank to the bottom of the suit.
        angle: the direction from rank to suit, in radians: 0 points down the photo, a positive one
            leans towards +x, so the direction is (sin angle, cos angle).
        outline: the four corners of the card where the network expects them: the upper left one
            when the mark is upright, then clockwise.
        left: chance that the mark is in the upper left corner of its card, seen upright; otherwise
            it is in the upper right one, like two of four marks.
        certainty: chance that there is a mark here at all.
        rank: chances of the ranks, in the order of `dealt.cards.RANKS`; they sum to 1.
        suit: chances of the suits, in the order of `SUITS`; they sum to 1.
        peak: the finder's own estimate that there is a mark, 0 to 1.
    """

    x: float
    y: float
    height: float
    angle: float
    outline: Outline
    left: float
    certainty: float
    rank: tuple[float, ...]
    suit: tuple[float, ...]
    peak: float = 0.0

    def chance(self, card: str) -> float:
        """The chance that the mark is there and shows a card, such as `TH`."""
        face = self.rank[RANKS.index(card[0])] * self.suit[SUITS.index(card[1])]
        return self.certainty * face

    @property
    def face(self) -> str:
        """The likeliest card."""
        rank = max(range(len(RANKS)), key=self.rank.__getitem__)
        suit = max(range(len(SUITS)), key=self.suit.__getitem__)
        return RANKS[rank] + SUITS[suit]

    @property
    def middle(self) -> Point:
        """The middle of the card where the network expects it."""
        return sum(x for x, _ in self.outline) / 4, sum(y for _, y in self.outline) / 4


Floats = NDArray[np.float64]
SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
CARD_SHAPE = 0.7  # the width of a card in parts of its height
FLAT = 1e-9  # a smaller area, in parts of the longest side squared, counts as 0


def to_square(outlines: Floats) -> Floats:
    """The maps from each outline to the unit square, as float64 [outline, 3, 3].

    Args:
        outlines: float64 [outline, corner, xy], valid ones (`is_sound`).
    """
    n = len(outlines)
    x, y = outlines[:, :, 0], outlines[:, :, 1]
    u, v = np.broadcast_to(SQUARE[:, 0], (n, 4)), np.broadcast_to(SQUARE[:, 1], (n, 4))
    one, none = np.ones((n, 4)), np.zeros((n, 4))
    rows_u = np.stack([x, y, one, none, none, none, -u * x, -u * y], axis=2)
    rows_v = np.stack([none, none, none, x, y, one, -v * x, -v * y], axis=2)
    system = np.concatenate([rows_u, rows_v], axis=1)
    right = np.concatenate([u, v], axis=1)[:, :, None]
    solved = np.linalg.solve(system, right)[:, :, 0]
    return np.concatenate([solved, np.ones((n, 1))], axis=1).reshape(n, 3, 3)


def mapped(maps: Floats, points: Floats) -> Floats:
    """Points through maps: [..., 3, 3] and [..., point, 2] to [..., point, 2]."""
    lifted = np.concatenate([points, np.ones((*points.shape[:-1], 1))], axis=-1)
    points_out = lifted @ np.swapaxes(maps, -1, -2)
    depth = points_out[..., 2:]
    # a point on the horizon of a map is far from every card
    depth = np.where(np.abs(depth) < FLAT, FLAT, depth)
    return np.asarray(points_out[..., :2] / depth)


def as_outline(corners: Floats) -> Outline:
    """Four corners, float64 [corner, xy], as an outline."""
    a, b, c, d = corners.tolist()
    return (a[0], a[1]), (b[0], b[1]), (c[0], c[1]), (d[0], d[1])


def chained(numbers: Iterable[int], is_linked: Callable[[int, int], bool]) -> list[list[int]]:
    """Numbers divided into chains, in which each one is linked with an earlier one."""
    left, chains = set(numbers), []
    while left:
        chain = [left.pop()]
        for one in chain:
            near = [other for other in left if is_linked(one, other)]
            left.difference_update(near)
            chain += near
        chains.append(chain)
    return chains


def area(polygon: Sequence[Point] | Floats) -> float:
    """The area of a polygon; positive if its corners run clockwise in a photo (y downwards)."""
    corners = np.asarray(polygon, dtype=float)
    if len(corners) < 3:
        return 0.0
    following = np.roll(corners, -1, axis=0)
    crosses = corners[:, 0] * following[:, 1] - corners[:, 1] * following[:, 0]
    return float(crosses.sum()) / 2


def is_sound(outline: Floats) -> bool:
    """Whether four corners can be a card seen from above: convex, clockwise, not flat."""
    sides = np.roll(outline, -1, axis=0) - outline
    following = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]
    longest = float((sides**2).sum(axis=1).max())
    return bool(np.isfinite(outline).all() and (turns > FLAT + 1e-3 * longest).all())


def _intersection(one: Floats, other: Floats) -> Floats:
    """The intersection of two convex polygons with clockwise corners; empty if there is none."""
    corners = [tuple(map(float, corner)) for corner in one]
    for start, end in zip(other, np.roll(other, -1, axis=0), strict=True):
        along = end - start
        uncut, corners = corners, []
        sides = [along[0] * (y - start[1]) - along[1] * (x - start[0]) for x, y in uncut]
        for i, point in enumerate(uncut):
            before, side, side_before = uncut[i - 1], sides[i], sides[i - 1]
            if (side >= 0) != (side_before >= 0):
                part = side_before / (side_before - side)
                corners.append(
                    (
                        before[0] + part * (point[0] - before[0]),
                        before[1] + part * (point[1] - before[1]),
                    )
                )
            if side >= 0:
                corners.append(point)
        if not corners:
            break
    return np.array(corners, dtype=float).reshape(-1, 2)


def overlap(one: Floats, other: Floats) -> float:
    """The share of the smaller of two outlines that lies in the other, 0 to 1."""
    least = min(abs(area(one)), abs(area(other)))
    return abs(area(_intersection(one, other))) / least if least > 0 else 0.0


def turn_between(one: float, other: float, *, modulo: float = 2 * math.pi) -> float:
    """The smallest turn between two directions in radians, modulo `modulo`."""
    apart = abs(one - other) % modulo
    return min(apart, modulo - apart)


def long_direction(outline: Floats) -> float:
    """The direction of the longer sides of a card, radians modulo pi; 0 points down the photo.

    The sides between corners 1 and 2, and 3 and 0, are the longer ones of the printed card; from a
    low camera angle they may look shorter.
    """
    down = (outline[3] - outline[0]) + (outline[2] - outline[1])
    return math.atan2(float(down[0]), float(down[1])) % math.pi


def sides(outline: Floats) -> tuple[float, float]:
    """The width and the height of a card in the photo, each the mean of two sides."""
    width = np.linalg.norm(outline[1] - outline[0]) + np.linalg.norm(outline[2] - outline[3])
    height = np.linalg.norm(outline[3] - outline[0]) + np.linalg.norm(outline[2] - outline[1])
    return float(width) / 2, float(height) / 2
