"""Backgrounds for cards: cloth, wood, stone, patterns, and things lying beside the cards."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from dealt_training.synth.fonts import fitted, written

Rng = np.random.Generator

NOISE = 1 << 20  # numbers in the bank of noise


@cache
def _noise_bank() -> np.ndarray:
    """A bank of normal noise, int8 [NOISE], with spread 32; drawing it each time would be slow."""
    noise = np.random.default_rng(1).normal(0, 32, NOISE)
    return np.clip(noise, -127, 127).astype(np.int8)


def noise(rng: Rng, shape: tuple[int, ...]) -> np.ndarray:
    """A piece of the noise bank, int8 of the given shape."""
    size = int(np.prod(shape))
    start = int(rng.integers(NOISE))
    bank = _noise_bank()
    return np.resize(np.roll(bank, -start) if size > NOISE - start else bank[start:], shape)


def clouds(rng: Rng, width: int, height: int, cells: float) -> np.ndarray:
    """Smooth noise, float32 [height, width], about -1 to 1."""
    a, b = max(2, int(cells * height / width)), max(2, int(cells))
    coarse = noise(rng, (a, b)).astype(np.float32) / 48
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC))


def _some_ink(rng: Rng) -> np.ndarray:
    """A typical background colour, float32 [3]: mostly greens, browns, blues and greys."""
    kind = rng.random()
    if kind < 0.25:
        hue, strength, value = rng.uniform(55, 85), rng.uniform(60, 230), rng.uniform(40, 190)
    elif kind < 0.5:
        hue, strength, value = rng.uniform(4, 22), rng.uniform(50, 200), rng.uniform(40, 220)
    elif kind < 0.8:
        hue, strength, value = rng.uniform(0, 180), rng.uniform(0, 35), rng.uniform(10, 256)
    else:
        hue, strength, value = rng.uniform(0, 180), rng.uniform(60, 256), rng.uniform(30, 256)
    pixel = np.array([[[hue, strength, value]]], np.uint8)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2RGB)[0, 0], np.float32)


def _tones(pattern: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Two colours mixed by a pattern of 0 to 1, through a table of 256 tones: uint8 RGB."""
    table = low + (high - low) * np.linspace(0, 1, 256, dtype=np.float32)[:, None]
    index = cv2.convertScaleAbs(np.maximum(pattern, 0), alpha=255)
    table = np.clip(table, 0, 255).astype(np.uint8).reshape(256, 1, 3)
    return np.asarray(cv2.LUT(cv2.merge([index] * 3), table))


def _waves(rng: Rng, width: int, height: int) -> np.ndarray:
    """Stripes, checks or lattices at any turn, 0 to 1."""
    y, x = np.mgrid[:height, :width].astype(np.float32)
    turn, period = rng.uniform(0, np.pi), rng.uniform(8, 120)
    pattern = np.sin((x * np.cos(turn) + y * np.sin(turn)) * (6.28 / period))
    if rng.random() < 0.6:
        across = turn + float(rng.choice([np.pi / 2, np.pi / 3]))
        other = np.sin((x * np.cos(across) + y * np.sin(across)) * (6.28 / period))
        pattern = pattern * other if rng.random() < 0.5 else np.maximum(pattern, other)
    return np.asarray(np.clip(pattern * rng.uniform(1, 8) + 0.5, 0, 1))


def _grain(rng: Rng, width: int, height: int) -> np.ndarray:
    """Fibres across, as of wood, about 0 to 1."""
    fibres = noise(rng, (height, max(2, int(rng.uniform(2, 9))))).astype(np.float32) / 64
    grain = cv2.resize(fibres, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(0.5 + 0.5 * grain)


def _motifs(rng: Rng, width: int, height: int) -> np.ndarray:
    """A small figure printed again and again, at any turn, 0 to 1."""
    side = int(rng.integers(14, 110))
    tile = np.zeros((side, side), np.uint8)
    for _ in range(int(rng.integers(1, 5))):
        centre = rng.uniform(0, side, 2)
        reach = rng.uniform(0.08, 0.5) * side
        if rng.random() < 0.5:
            corners = int(rng.integers(3, 9))
            around = np.sort(rng.uniform(0, 6.28, corners))
            far = reach * rng.uniform(0.3, 1, corners)
            points = centre + np.stack([np.cos(around), np.sin(around)], 1) * far[:, None]
            cv2.fillPoly(tile, [points.astype(np.int32)], int(rng.integers(90, 256)), cv2.LINE_AA)
        else:
            ends = rng.uniform(0, side, (2, 2)).astype(int).tolist()
            thick = max(1, int(rng.uniform(0.02, 0.12) * side))
            cv2.line(tile, ends[0], ends[1], int(rng.integers(90, 256)), thick, cv2.LINE_AA)
    turn, zoom = rng.uniform(0, 6.28), rng.uniform(0.7, 1.4)
    c, s = np.cos(turn) * zoom, np.sin(turn) * zoom
    matrix = np.array([(c, -s, 0.0), (s, c, 0.0)])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    printed = cv2.warpAffine(tile, matrix, (width, height), flags=flags, borderMode=cv2.BORDER_WRAP)
    return np.asarray(printed, np.float32) / 255


def ground(rng: Rng, width: int, height: int) -> np.ndarray:
    """A table without cards, uint8 RGB [height, width, 3]."""
    low: np.ndarray = _some_ink(rng)
    high: np.ndarray = _some_ink(rng)
    pattern: np.ndarray
    kind = rng.random()
    if kind < 0.3:
        high = np.clip(low + rng.normal(0, 25), 0, 255)
        pattern = 0.5 + 0.4 * clouds(rng, width, height, rng.uniform(2, 9))
    elif kind < 0.5:
        high = np.clip(low * rng.uniform(0.4, 0.9), 0, 255)
        pattern = _grain(rng, width, height) if rng.random() < 0.5 else _grain(rng, height, width).T
    elif kind < 0.62:
        pattern = _motifs(rng, width, height)
        if rng.random() < 0.4:
            high = np.clip(low + rng.normal(0, 50), 0, 255)
    elif kind < 0.76:
        pattern = _waves(rng, width, height)
        if rng.random() < 0.6:
            high = np.clip(low + rng.normal(0, 40), 0, 255)
    else:
        pattern = 0.5 + 0.4 * clouds(rng, width, height, rng.uniform(4, 40))
        pattern = pattern + 0.2 * clouds(rng, width, height, rng.uniform(40, 160))
    picture = _tones(pattern, low, high)
    rough = float(rng.choice([0.0, 0.2, 0.6], p=[0.3, 0.4, 0.3]))
    if rough:
        picture = grained(rng, picture, rough * rng.uniform(0.3, 1.2), coarse=rng.random() < 0.5)
    return picture


def grained(rng: Rng, picture: np.ndarray, much: float, *, coarse: bool = False) -> np.ndarray:
    """A picture with grey noise, `much` times the spread of the bank."""
    fine = np.multiply(noise(rng, picture.shape[:2]), much, dtype=np.float32)
    if coarse:
        fine = cv2.blur(fine, (3, 3)) * 2
    return np.asarray(cv2.add(picture, cv2.merge([fine] * 3), dtype=cv2.CV_8U))


def _things_box(rng: Rng, width: int, height: int) -> np.ndarray:
    size = rng.uniform(0.05, 0.45) * min(width, height)
    centre = rng.uniform(0, 1, 2) * (width, height)
    turn, flat = rng.uniform(0, 6.28), rng.uniform(0.3, 1)
    along = np.array([np.cos(turn), np.sin(turn)]) * size
    up = np.array([-along[1], along[0]]) * flat
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return np.array([centre + a * along + b * up for a, b in signs])


def _write(rng: Rng, picture: np.ndarray, font: str, text: str, corners: np.ndarray) -> None:
    """Write a text into a rotated box of a picture; corners [4, 2] in pixels, clockwise."""
    ink = fitted(written(font, text), 96, 48)
    corners = corners.astype(np.float32)
    low = np.maximum(np.floor(corners.min(0)).astype(int), 0)
    high = np.minimum(np.ceil(corners.max(0)).astype(int), (picture.shape[1], picture.shape[0]))
    if (high - low < 2).any():
        return
    source = np.array([(0, 0), (96, 0), (96, 48), (0, 48)], np.float32)
    turn = cv2.getPerspectiveTransform(source, corners - low.astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    mask = cv2.warpPerspective(ink, turn, size, flags=cv2.INTER_LINEAR)
    spot = picture[low[1] : high[1], low[0] : high[0]]
    colour = _some_ink(rng)
    if rng.random() < 0.5:
        colour = np.array([(190, 30, 40), (15, 15, 15)][int(rng.integers(2))], np.float32)
    cv2.copyTo(np.full_like(spot, colour.astype(np.uint8)), mask, spot)


def clutter(rng: Rng, picture: np.ndarray, fonts: tuple[str, ...], things: int) -> None:
    """Put boxes, discs, sheets, wires and texts that are not cards onto a picture, in place."""
    height, width = picture.shape[:2]
    for _ in range(things):
        colour = tuple(float(v) for v in _some_ink(rng))
        kind, box = rng.random(), _things_box(rng, width, height)
        if kind < 0.35:
            cv2.fillPoly(picture, [box.astype(np.int32)], colour, cv2.LINE_AA)
            if rng.random() < 0.5:
                edge = tuple(float(v) for v in _some_ink(rng))
                cv2.polylines(picture, [box.astype(np.int32)], True, edge, 2, cv2.LINE_AA)
        elif kind < 0.5:
            centre = tuple(int(v) for v in box.mean(0))
            radius = int(max(3, np.hypot(*(box[1] - box[0])) / 3))
            cv2.circle(picture, centre, radius, colour, -1, cv2.LINE_AA)
            cv2.circle(picture, centre, max(1, radius * 3 // 4), (90.0, 90.0, 90.0), 1, cv2.LINE_AA)
        elif kind < 0.6:
            points = np.cumsum(rng.normal(0, min(width, height) * 0.06, (12, 2)), 0) + box[0]
            thick = int(rng.integers(1, 9))
            cv2.polylines(picture, [points.astype(np.int32)], False, colour, thick, cv2.LINE_AA)
        else:
            _texts(rng, picture, fonts, box)


def _texts(rng: Rng, picture: np.ndarray, fonts: tuple[str, ...], box: np.ndarray) -> None:
    """Words, numbers and single letters in a few lines, on a sheet or on the ground."""
    if rng.random() < 0.5:
        sheet = tuple(float(v) for v in rng.integers(150, 256, 1).repeat(3))
        cv2.fillPoly(picture, [box.astype(np.int32)], sheet, cv2.LINE_AA)
    font = fonts[int(rng.integers(len(fonts)))]
    lines = int(rng.integers(1, 5))
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789aeonrst"
    for line in range(lines):
        size = int(rng.choice([1, 2, 5, 8]))
        text = "".join(letters[int(i)] for i in rng.integers(len(letters), size=size))
        a, b = line / lines, (line + 0.8) / lines
        left, right = box[3] - box[0], box[2] - box[1]
        cut = rng.uniform(0.3, 1)
        top = (box[0] + left * a, box[1] + right * a)
        foot = (box[0] + left * b, box[1] + right * b)
        corners = np.array(
            [top[0], top[0] + (top[1] - top[0]) * cut, foot[0] + (foot[1] - foot[0]) * cut, foot[0]]
        )
        _write(rng, picture, font, text, corners)
