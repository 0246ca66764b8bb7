"""Pictures for jacks, queens and kings: our own figures, made of bands, ellipses and lines.

They need not be beautiful, but busy like printed courts: red, yellow, blue and black in small
pieces, a figure that looks the same upside down, and here and there something like a pip.
"""

from __future__ import annotations

import cv2
import numpy as np

INKS = ((200, 30, 40), (245, 200, 50), (40, 70, 160), (20, 20, 20), (250, 245, 235), (30, 110, 80))
SKIN = ((250, 225, 200), (245, 240, 230), (235, 200, 170))

Ink = tuple[int, int, int]


def _ink(rng: np.random.Generator) -> Ink:
    return INKS[int(rng.integers(len(INKS)))]


def _robe(half: np.ndarray, rng: np.random.Generator) -> None:
    height, width = half.shape[:2]
    neck, hem = width * rng.uniform(0.08, 0.16), width * rng.uniform(0.38, 0.5)
    top, middle = height * 0.5, width / 2
    body = np.array(
        [(middle - neck, top), (middle + neck, top), (middle + hem, height), (middle - hem, height)]
    )
    cv2.fillPoly(half, [body.astype(np.int32)], _ink(rng), cv2.LINE_AA)
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [body.astype(np.int32)], 255)
    bands = half.copy()
    lean = rng.uniform(-0.9, 0.9)
    for _ in range(int(rng.integers(3, 8))):
        x, wide = rng.uniform(0, width), rng.uniform(3, width * 0.09)
        slope = lean * height * 0.5
        corners = [(x, height * 0.45), (x + wide, height * 0.45)]
        corners += [(x + wide + slope, height), (x + slope, height)]
        cv2.fillPoly(bands, [np.array(corners, np.int32)], _ink(rng), cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 14))):
        spot = (int(rng.uniform(0, width)), int(rng.uniform(height * 0.5, height)))
        cv2.circle(bands, spot, int(rng.integers(2, 7)), _ink(rng), -1, cv2.LINE_AA)
    half[mask > 0] = bands[mask > 0]
    cv2.polylines(half, [body.astype(np.int32)], True, (20, 20, 20), 1, cv2.LINE_AA)


def _head(half: np.ndarray, rank: str, rng: np.random.Generator) -> None:
    height, width = half.shape[:2]
    x = width * (0.5 + rng.uniform(-0.06, 0.06))
    y, size = height * rng.uniform(0.36, 0.44), width * rng.uniform(0.1, 0.14)
    centre, black = (int(x), int(y)), (20, 20, 20)
    hair = (int(size * rng.uniform(1.2, 1.6)), int(size * rng.uniform(1.2, 1.7)))
    cv2.ellipse(half, centre, hair, 0, 0, 360, _ink(rng), -1, cv2.LINE_AA)
    cv2.ellipse(half, centre, hair, 0, 0, 360, black, 1, cv2.LINE_AA)
    skin = SKIN[int(rng.integers(len(SKIN)))]
    cv2.ellipse(half, centre, (int(size), int(size * 1.3)), 0, 0, 360, skin, -1, cv2.LINE_AA)
    for side in (-0.4, 0.4):
        eye = (int(x + side * size), int(y - size * 0.2))
        cv2.circle(half, eye, max(1, int(size * 0.12)), black, -1, cv2.LINE_AA)
    nose, mouth = (int(x), int(y + size * 0.3)), (int(x), int(y + size * 0.7))
    cv2.line(half, (int(x), int(y - size * 0.1)), nose, black, 1, cv2.LINE_AA)
    cv2.ellipse(half, mouth, (int(size * 0.3), 2), 0, 0, 180, (190, 40, 40), 1, cv2.LINE_AA)
    if rank == "K":
        cv2.ellipse(half, mouth, (int(size * 0.7), int(size * 0.7)), 0, 0, 180, _ink(rng), 2)
    spikes = {"J": 1, "Q": 3, "K": 5}[rank]
    brim = y - size * 1.1
    crown = [(x - size * 1.1, brim)]
    for spike in range(spikes):
        left = x - size * 1.1 + 2.2 * size * (spike + 0.5) / spikes
        crown += [(left, brim - size * rng.uniform(0.7, 1.2)), (left + 1.1 * size / spikes, brim)]
    cv2.fillPoly(half, [np.array(crown, np.int32)], _ink(rng), cv2.LINE_AA)
    cv2.polylines(half, [np.array(crown, np.int32)], True, black, 1, cv2.LINE_AA)


def _things(half: np.ndarray, rng: np.random.Generator) -> None:
    height, width = half.shape[:2]
    side = float(rng.choice([-1.0, 1.0]))
    x = width * (0.5 + side * rng.uniform(0.24, 0.36))
    top, foot = (int(x), int(height * rng.uniform(0.05, 0.3))), (int(x), int(height * 0.8))
    cv2.line(half, top, foot, _ink(rng), int(rng.integers(3, 9)), cv2.LINE_AA)
    cv2.line(half, top, foot, (20, 20, 20), 1, cv2.LINE_AA)
    cv2.circle(half, top, int(width * rng.uniform(0.03, 0.08)), _ink(rng), -1, cv2.LINE_AA)
    hand = (int(x), int(height * rng.uniform(0.55, 0.7)))
    cv2.ellipse(half, hand, (int(width * 0.06), int(width * 0.05)), 0, 0, 360, SKIN[0], -1)
    for _ in range(int(rng.integers(2, 9))):
        a = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
        reach = width * rng.uniform(0.03, 0.2)
        b = (int(a[0] + rng.uniform(-reach, reach)), int(a[1] + rng.uniform(-reach, reach)))
        cv2.line(half, a, b, _ink(rng), int(rng.integers(1, 4)), cv2.LINE_AA)


def scrolls(picture: np.ndarray, rng: np.random.Generator, many: int, reach: float) -> None:
    """Draw curls, rings, lozenges and hatching all over a picture, in place.

    Args:
        picture: uint8 RGB [height, width, 3].
        rng: the source of all randomness.
        many: number of ornaments.
        reach: size of the largest one, in pixels.
    """
    height, width = picture.shape[:2]
    inks = [_ink(rng) for _ in range(3)]
    for _ in range(many):
        ink = inks[int(rng.integers(3))]
        x, y = int(rng.uniform(0, width)), int(rng.uniform(0, height))
        a, b = (max(2, int(v)) for v in rng.uniform(0.15, 1, 2) * reach)
        thick = -1 if rng.random() < 0.25 else int(rng.integers(1, 3))
        kind = rng.random()
        if kind < 0.6:
            start, sweep = rng.uniform(0, 360), rng.uniform(90, 360)
            turn = rng.uniform(0, 180)
            cv2.ellipse(
                picture, (x, y), (a, b), turn, start, start + sweep, ink, thick, cv2.LINE_AA
            )
        elif kind < 0.8:
            corners = np.array([(x - a, y), (x, y - b), (x + a, y), (x, y + b)], np.int32)
            cv2.polylines(picture, [corners], True, ink, max(1, thick), cv2.LINE_AA)
        else:
            for step in range(0, a, 4):
                cv2.line(picture, (x + step, y), (x + step + b // 2, y + b), ink, 1, cv2.LINE_AA)


def court_picture(
    rank: str, paper: Ink, width: int, height: int, rng: np.random.Generator
) -> np.ndarray:
    """A court's picture without its frame, uint8 [height, width, 3], the same from both ends."""
    half = np.full((height // 2, width, 3), paper, np.uint8)
    if rng.random() < 0.25:
        half[:] = np.clip(np.array(_ink(rng)) * 0.3 + 178, 0, 255)
    _things(half, rng)
    _robe(half, rng)
    scrolls(half, rng, int(rng.integers(0, 70)), width * rng.uniform(0.04, 0.12))
    _head(half, rank, rng)
    whole = np.full((height, width, 3), paper, np.uint8)
    whole[: height // 2] = half
    whole[height - height // 2 :] = half[::-1, ::-1]
    seam = int(rng.integers(0, 3))
    if seam:
        cv2.line(whole, (0, height // 2), (width, height // 2), (20, 20, 20), seam)
    return whole
