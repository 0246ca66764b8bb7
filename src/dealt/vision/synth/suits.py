"""The four suit signs as shapes of our own, each with a few ways to be drawn."""

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
        wide: width of each sign.
        point: how slim hearts and spades run out, 0.08 full to 0.4 slim.
        bow: how far the sides of a diamond bend inwards, 0 to 0.1.
        cleft: how deep the lobes of a heart are parted, and of a spade turned over.
        belly: how far from its tip a spade or a heart is widest.
        leaf: radius of the two lower leaves of the club.
        crown: radius of the upper one.
        low: where the middles of the lower leaves are, from the top.
        heart: half the width of what joins the leaves.
        stem: half the width of the foot of clubs and spades.
        neck: half the width of the stem halfway up.
    """

    wide: dict[str, float]
    point: float = 0.2
    bow: float = 0.04
    cleft: float = 0.24
    belly: float = 0.7
    leaf: float = 0.24
    crown: float = 0.24
    low: float = 0.57
    heart: float = 0.14
    stem: float = 0.2
    neck: float = 0.05

    @classmethod
    def random(cls, rng: np.random.Generator) -> SuitStyle:
        """One of the ways that decks draw them."""
        wide = float(rng.uniform(0.8, 1.02))
        leaf = float(rng.uniform(0.195, 0.25))
        return cls(
            wide={
                "C": wide * float(rng.uniform(0.95, 1.12)),
                "D": wide * float(rng.uniform(0.75, 1.05)),
                "H": wide * float(rng.uniform(0.92, 1.1)),
                "S": wide * float(rng.uniform(0.85, 1.08)),
            },
            point=float(rng.uniform(0.08, 0.4)),
            bow=float(rng.uniform(0, 0.32)) ** 2,
            cleft=float(rng.uniform(0.14, 0.3)),
            belly=float(rng.uniform(0.6, 0.76)),
            leaf=leaf,
            crown=float(np.clip(leaf * rng.uniform(0.88, 1.08), 0.19, 0.25)),
            low=float(rng.uniform(0.52, 0.61)),
            heart=float(rng.uniform(0.06, 0.16)),
            stem=float(rng.uniform(0.1, 0.34)),
            neck=float(rng.uniform(0.03, 0.09)),
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
    widest = 0.97 - style.belly
    side = _bend((0, 1), (-style.point, 0.72), (-0.5, widest + 0.28), (-0.5, widest))
    lobe = _bend((-0.5, widest), (-0.5, -0.07), (-0.06, -0.07), (0, style.cleft))
    return [_both_sides(np.vstack([side, lobe]))]


def _stem(style: SuitStyle, top: float) -> np.ndarray:
    return _both_sides(_bend((-style.stem, 1), (-0.07, 0.95), (-style.neck, 0.85), (-0.02, top)))


def _spade(style: SuitStyle) -> list[np.ndarray]:
    widest = style.belly * 0.9  # the stem needs the rest
    side = _bend((0, 0), (-style.point, 0.24), (-0.5, widest - 0.22), (-0.5, widest))
    lobe = _bend((-0.5, widest), (-0.5, 0.92), (-0.1, 0.92), (0, 0.9 - style.cleft))
    return [_both_sides(np.vstack([side, lobe])), _stem(style, 0.6)]


def _club(style: SuitStyle) -> list[np.ndarray]:
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ring = np.stack([np.cos(turn), np.sin(turn)], 1)
    far = 0.5 - style.leaf
    leaves = [ring * style.crown + np.array((0, style.crown))]
    leaves += [ring * style.leaf + np.array((x, style.low)) for x in (-far, far)]
    wide, foot = style.heart, style.low + 0.05
    joint = [(-wide, style.crown), (wide, style.crown), (wide + 0.04, foot), (-wide - 0.04, foot)]
    return [*leaves, np.array(joint), _stem(style, 0.4)]


def _diamond(style: SuitStyle) -> list[np.ndarray]:
    b = style.bow
    upper = _bend((-0.42, 0.5), (-0.28 + b, 0.33 + b), (-0.14 + b, 0.16 + b), (0, 0))
    lower = _bend((0, 1), (-0.14 + b, 0.84 - b), (-0.28 + b, 0.67 - b), (-0.42, 0.5))
    return [_both_sides(np.vstack([lower, upper, [(0, 0)]]))]


SHAPES = {"C": _club, "D": _diamond, "H": _heart, "S": _spade}


def suit_sign(suit: str, style: SuitStyle, height: int) -> np.ndarray:
    """A suit sign as coverage, uint8 [height, width], filling its height."""
    width = max(3, round(height * style.wide[suit]))
    canvas = np.zeros((height, width), np.uint8)
    for shape in SHAPES[suit](style):
        points = shape * (width - 1, height - 1) + ((width - 1) / 2, 0)
        fixed = np.round(points * (1 << SHIFT)).astype(np.int32)
        cv2.fillPoly(canvas, [fixed], 255, cv2.LINE_AA, SHIFT)
    return canvas
