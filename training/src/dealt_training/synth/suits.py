"""The four suit signs as our own shapes, each in a few styles."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

SHIFT = 4  # binary places of a pixel that `cv2.fillPoly` is given

Corner = tuple[float, float]


@dataclass(frozen=True, slots=True)
class SuitStyle:
    """How a deck draws its suit signs; every number is a share of the sign's height.

    Attributes:
        wide: width of the sign.
        point: how slender the points of hearts and spades are, from 0.1 (full) to 0.35 (slim).
        bow: how far the sides of a diamond bend inwards, 0 to 0.1.
        leaf: radius of a leaf of the club.
        stem: half the width of the foot of clubs and spades.
    """

    wide: float
    point: float
    bow: float
    leaf: float
    stem: float

    @classmethod
    def random(cls, rng: np.random.Generator) -> SuitStyle:
        """One of the styles that decks use."""
        return cls(
            wide=float(rng.uniform(0.78, 1.05)),
            point=float(rng.uniform(0.1, 0.35)),
            bow=float(rng.uniform(0, 0.1)),
            leaf=float(rng.uniform(0.2, 0.245)),
            stem=float(rng.uniform(0.12, 0.3)),
        )


def _bend(a: Corner, b: Corner, c: Corner, d: Corner, steps: int = 10) -> np.ndarray:
    """Points of a cubic curve, [steps, 2], without its end."""
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    corners = np.array([a, b, c, d])
    weights = np.hstack([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3])
    return np.asarray(weights @ corners)


def _both_sides(left: np.ndarray) -> np.ndarray:
    return np.vstack([left, left[::-1] * (-1, 1)])


def _heart(style: SuitStyle) -> list[np.ndarray]:
    side = _bend((0, 1), (-style.point, 0.72), (-0.5, 0.55), (-0.5, 0.27))
    lobe = _bend((-0.5, 0.27), (-0.5, -0.09), (-0.06, -0.09), (0, 0.24))
    return [_both_sides(np.vstack([side, lobe]))]


def _stem(style: SuitStyle, top: float) -> np.ndarray:
    return _both_sides(_bend((-style.stem, 1), (-0.07, 0.95), (-0.03, 0.8), (0, top)))


def _spade(style: SuitStyle) -> list[np.ndarray]:
    side = _bend((0, 0), (-style.point, 0.24), (-0.5, 0.4), (-0.5, 0.62))
    lobe = _bend((-0.5, 0.62), (-0.5, 0.9), (-0.1, 0.9), (0, 0.66))
    return [_both_sides(np.vstack([side, lobe])), _stem(style, 0.6)]


def _club(style: SuitStyle) -> list[np.ndarray]:
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ring = np.stack([np.cos(turn), np.sin(turn)], 1) * style.leaf
    far = 0.5 - style.leaf
    leaves = [ring + np.array(at) for at in ((0, style.leaf), (-far, 0.57), (far, 0.57))]
    heart = np.array([(-0.12, 0.4), (0.12, 0.4), (0.16, 0.62), (-0.16, 0.62)])
    return [*leaves, heart, _stem(style, 0.5)]


def _diamond(style: SuitStyle) -> list[np.ndarray]:
    b = style.bow
    upper = _bend((-0.42, 0.5), (-0.28 + b, 0.33 + b), (-0.14 + b, 0.16 + b), (0, 0))
    lower = _bend((0, 1), (-0.14 + b, 0.84 - b), (-0.28 + b, 0.67 - b), (-0.42, 0.5))
    return [_both_sides(np.vstack([lower, upper, [(0, 0)]]))]


SHAPES = {"C": _club, "D": _diamond, "H": _heart, "S": _spade}


def suit_sign(suit: str, style: SuitStyle, height: int) -> np.ndarray:
    """A suit sign as coverage, uint8 [height, width], filling its height."""
    width = max(3, round(height * style.wide))
    canvas = np.zeros((height, width), np.uint8)
    for shape in SHAPES[suit](style):
        points = shape * (width - 1, height - 1) + ((width - 1) / 2, 0)
        fixed = np.round(points * (1 << SHIFT)).astype(np.int32)
        cv2.fillPoly(canvas, [fixed], 255, cv2.LINE_AA, SHIFT)
    return canvas
