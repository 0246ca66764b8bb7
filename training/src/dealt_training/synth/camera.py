"""Where points of a table appear in a picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dealt_training.synth.layouts import Place, Rng

NEAR = 0.4  # a card nearer to the camera than this share of the middle's distance is left out


@dataclass(frozen=True)
class Camera:
    """A view of the table: homography from card heights to pixels, float64 [3, 3]."""

    matrix: np.ndarray
    distance: float

    def in_photo(self, points: np.ndarray) -> np.ndarray:
        """The pixels of points of the table, [n, 2] -> [n, 2]."""
        return through(self.matrix, points)

    def has_before(self, points: np.ndarray) -> bool:
        """Whether all points are clearly in front of the camera."""
        depth = points @ self.matrix[2, :2] + self.matrix[2, 2]
        return bool((depth > NEAR * self.distance).all())


def through(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Points mapped by a homography, [n, 2] -> [n, 2]."""
    moved = points @ matrix[:2, :2].T + matrix[:2, 2]
    depth = points @ matrix[2, :2] + matrix[2, 2]
    return np.asarray(moved / depth[:, None])


def card_matrix(place: Place) -> np.ndarray:
    """The map from a card's own frame (middle at 0, height 1) to the table, [3, 3]."""
    c, s = np.cos(place.turn), np.sin(place.turn)
    return np.array([(c, -s, place.x), (s, c, place.y), (0, 0, 1)])


def card_corners(aspect: float) -> np.ndarray:
    """The corners of a card in its own frame, clockwise from the upper left, [4, 2]."""
    x = 0.5 / aspect
    return np.array([(-x, -0.5), (x, -0.5), (x, 0.5), (-x, 0.5)])


def _tilt(rng: Rng) -> float:
    kind = rng.random()
    if kind < 0.3:
        return float(rng.uniform(0, 0.15))
    return float(rng.uniform(0.15, 0.65) if kind < 0.78 else rng.uniform(0.65, 1.2))


def _view(rng: Rng, card: float, size: tuple[int, int], tilt: float) -> np.ndarray:
    """A camera over the table's zero, which sees a card there `card` pixels high."""
    focus = rng.uniform(0.8, 1.9) * max(size)
    distance = focus / card
    look = np.array(
        [(focus, 0, 0), (0, focus * np.cos(tilt), 0), (0, -np.sin(tilt), distance)], np.float64
    )
    roll = rng.normal(0, 0.12)
    c, s = np.cos(roll), np.sin(roll)
    return np.asarray(np.array([(c, -s, 0), (s, c, 0), (0, 0, 1)]) @ look)


def camera(
    rng: Rng, places: tuple[Place, ...], size: tuple[int, int], card: float, *, whole: bool
) -> Camera:
    """A random view of a layout.

    Args:
        rng: the source of all randomness.
        places: positions of the cards.
        size: width and height of the picture.
        card: height of a card in pixels if the picture may cut off parts of the layout.
        whole: show all cards instead, as large as possible.
    """
    points = np.array([(p.x, p.y) for p in places]) if places else np.zeros((1, 2))
    tilt = _tilt(rng)
    low, high = points.min(0) - 0.6, points.max(0) + 0.6
    target = np.array(size) * rng.uniform(0.35, 0.65, 2)
    if whole:
        about = (low + high) / 2
        card = 0.7 * min(size) / float((high - low).max())
        tilt = min(tilt, 0.9)
    else:
        about = points[int(rng.integers(len(points)))] + rng.normal(0, 0.3, 2)
    view = _view(rng, card, size, tilt)
    shift = np.array([(1, 0, -about[0]), (0, 1, -about[1]), (0, 0, 1)])
    matrix = view @ shift
    distance = float(view[2, 2])
    if whole:
        target, zoom = _fit(matrix, low, high, size)
        matrix = np.diag([zoom, zoom, 1.0]) @ matrix
    move = np.array([(1, 0, target[0]), (0, 1, target[1]), (0, 0, 1)])
    return Camera(move @ matrix, distance)


def _fit(
    matrix: np.ndarray, low: np.ndarray, high: np.ndarray, size: tuple[int, int]
) -> tuple[np.ndarray, float]:
    """Where the picture's zero and how large the view must be to show a box of the table."""
    box = np.array([(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])])
    corners = through(matrix, box)
    a, b = corners.min(0), corners.max(0)
    zoom = float(min(np.array(size) * 0.97 / (b - a)))
    return np.array(size) / 2 - zoom * (a + b) / 2, zoom
