"""Light and camera: what happens to a picture between the table and the file."""

from __future__ import annotations

import cv2
import numpy as np

from dealt_training.synth.grounds import Rng, clouds, grained, noise


def _light(rng: Rng) -> np.ndarray:
    """How bright each part of a picture is lit, float32 [64, 64], about 1."""
    small = np.ones((64, 64), np.float32)
    y, x = np.mgrid[-1:1:64j, -1:1:64j].astype(np.float32)
    turn, fall = rng.uniform(0, 6.28), rng.uniform(0, 0.35)
    small += fall * (np.cos(turn) * x + np.sin(turn) * y)
    if rng.random() < 0.3:
        small *= 1 + 0.15 * clouds(rng, 64, 64, rng.uniform(2, 5))
    if rng.random() < 0.25:
        shade = np.ones((64, 64), np.float32)
        corners = rng.uniform(-20, 84, (int(rng.integers(3, 6)), 2)).astype(np.int32)
        cv2.fillPoly(shade, [cv2.convexHull(corners)], float(rng.uniform(0.45, 0.85)))
        small *= cv2.GaussianBlur(shade, (0, 0), rng.uniform(0.6, 4))
    return small


def _glare(rng: Rng) -> np.ndarray:
    """White light thrown back by glossy paper, float32 [64, 64], 0 to 255."""
    small = np.zeros((64, 64), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        centre = tuple(int(v) for v in rng.uniform(0, 64, 2))
        axes = tuple(int(v) for v in rng.uniform(2, 18, 2))
        cv2.ellipse(small, centre, axes, rng.uniform(0, 180), 0, 360, rng.uniform(40, 220), -1)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), rng.uniform(1.5, 6)))


def lit(rng: Rng, picture: np.ndarray) -> np.ndarray:
    """The picture under a lamp: gradient, cast shadow, glare and the colour of the light."""
    height, width = picture.shape[:2]
    cast = np.ones(3, np.float32)
    if rng.random() < 0.6:
        cast += rng.normal(0, 0.07, 3).astype(np.float32)
    if rng.random() < 0.12:
        cast = np.array([1.1, 0.92, rng.uniform(0.5, 0.8)], np.float32)
    bright = cast * float(np.exp(rng.normal(-0.08, 0.25)))
    if rng.random() < 0.06:
        bright = bright * rng.uniform(0.3, 0.6)
    light: np.ndarray = _light(rng)[..., None] * bright
    light = cv2.resize(light, (width, height), interpolation=cv2.INTER_LINEAR)
    out = cv2.multiply(picture, light, dtype=cv2.CV_8U)
    if rng.random() < 0.2:
        glare = cv2.resize(_glare(rng), (width, height), interpolation=cv2.INTER_LINEAR)
        out = cv2.add(out, cv2.merge([glare] * 3), dtype=cv2.CV_8U)
    return np.asarray(out)


def _tone(rng: Rng) -> np.ndarray:
    """A table of 256 tones: gamma, contrast and black level."""
    x = np.linspace(0, 1, 256)
    x = x ** np.exp(rng.normal(0, 0.2))
    x = (x - 0.5) * np.exp(rng.normal(0, 0.15)) + 0.5 + rng.normal(0, 0.03)
    return np.asarray(np.clip(x * 255, 0, 255), np.uint8)


def _moved(rng: Rng, picture: np.ndarray, length: int) -> np.ndarray:
    """Blurred by a hand that moved `length` pixels."""
    kernel = np.zeros((length, length), np.float32)
    middle, turn = (length - 1) / 2, rng.uniform(0, np.pi)
    a = (round(middle - middle * np.cos(turn)), round(middle - middle * np.sin(turn)))
    b = (round(middle + middle * np.cos(turn)), round(middle + middle * np.sin(turn)))
    cv2.line(kernel, a, b, 1.0)
    return cv2.filter2D(picture, -1, kernel / kernel.sum())


def photographed(rng: Rng, picture: np.ndarray, scale: float) -> np.ndarray:
    """The picture as a camera stores it: blur, noise, sharpening, tones, JPEG.

    Args:
        rng: the source of all randomness.
        picture: uint8 RGB.
        scale: height of a card in pixels; small cards are blurred less, so that they stay readable.
    """
    height, width = picture.shape[:2]
    soft = min(1.0, scale / 160)
    kind = rng.random()
    if kind < 0.4:
        picture = cv2.GaussianBlur(picture, (0, 0), 0.3 + soft * rng.uniform(0.1, 1.8))
    elif kind < 0.5:
        picture = _moved(rng, picture, int(3 + soft * rng.integers(0, 8)))
    elif kind < 0.65:
        factor = 1 - soft * rng.uniform(0.2, 0.6)
        small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        picture = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.55:
        if rng.random() < 0.5:
            picture = grained(rng, picture, rng.uniform(0.03, 0.4))
        else:
            grain = np.multiply(noise(rng, picture.shape), rng.uniform(0.03, 0.4), dtype=np.float32)
            picture = cv2.add(picture, grain, dtype=cv2.CV_8U)
    if rng.random() < 0.3:
        smooth = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.8, 2))
        much = rng.uniform(0.3, 1.2)
        picture = cv2.addWeighted(picture, 1 + much, smooth, -much, 0)
    picture = np.asarray(cv2.LUT(picture, _tone(rng)))
    if rng.random() < 0.04:
        picture = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
    if rng.random() < 0.8:
        quality = int(rng.uniform(35, 96))
        encoded, stored = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        if encoded:
            picture = np.asarray(cv2.imdecode(stored, cv2.IMREAD_COLOR))
    return picture
