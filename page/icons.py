"""The icons of the page as PNG files, drawn here: what a phone puts on its home screen.

`icon.svg` has the same shapes for browsers that take it.
"""
# ruff: noqa: INP001 - part of a script, not a module of a package

from __future__ import annotations

import math
import struct
import zlib
from itertools import pairwise

FELT, GOLD, PAPER, STAR = (29, 74, 60), (227, 171, 60), (255, 253, 247), (0, 128, 106)
SAMPLES = 3  # of a pixel, in both directions
SIDE = 64  # of the drawing

Point = tuple[float, float]
Colour = tuple[int, int, int]


def icons() -> dict[str, bytes]:
    """The files by their names: with round corners, and to the edge where a phone cuts them."""
    return {
        "icon-192.png": png(192, corner=14),
        "icon-512.png": png(512, corner=14),
        "icon-maskable.png": png(512, zoom=0.72),
        "apple-touch-icon.png": png(180, zoom=0.9),
    }


def png(size: int, corner: float = 0, zoom: float = 1) -> bytes:
    """The icon as a square of pixels.

    Args:
        size: of a side, in pixels.
        corner: the radius of the corners of the ground, 0: none; in 64ths of a side.
        zoom: how large the cards are; at 0.8 and less nothing of them is cut by a round mask.
    """
    shapes = [(box(SIDE, SIDE, corner), FELT), *((zoomed(s, zoom), c) for s, c in cards())]
    colours = [FELT, *(colour for _, colour in shapes)]
    rows = [b"\0" + pixels(y, size, shapes, colours) for y in range(size)]
    head = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)  # 8 bits, RGBA
    data = zlib.compress(b"".join(rows), 9)
    parts = (chunk(b"IHDR", head), chunk(b"IDAT", data), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def chunk(kind: bytes, data: bytes) -> bytes:
    """A part of a PNG file, with its length and checksum."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def cards() -> list[tuple[list[Point], Colour]]:
    """Two cards, the front one with a star."""
    back = turned([(x + 13, y + 15) for x, y in box(28, 38, 5)], -13, (27, 34))
    front = turned([(x + 23, y + 12) for x, y in box(28, 39, 5)], 8, (37, 31))
    return [(back, GOLD), (front, PAPER), (star(38.6, 32, 12.2), STAR)]


def box(width: float, height: float, corner: float) -> list[Point]:
    """A rectangle with round corners, as a polygon."""
    if corner == 0:
        return [(0, 0), (width, 0), (width, height), (0, height)]
    middles = ((width - corner, height - corner), (corner, height - corner), (corner, corner))
    found = []
    for quarter, (x, y) in enumerate((*middles, (width - corner, corner))):
        for step in range(17):
            angle = (quarter + step / 16) * math.pi / 2
            found.append((x + corner * math.cos(angle), y + corner * math.sin(angle)))
    return found


def star(x: float, y: float, radius: float) -> list[Point]:
    """A star of five points."""
    angles = [(-90 + 36 * i) * math.pi / 180 for i in range(10)]
    sizes = [radius * (0.42 if i % 2 else 1) for i in range(10)]
    return [(x + r * math.cos(a), y + r * math.sin(a)) for a, r in zip(angles, sizes, strict=True)]


def turned(shape: list[Point], degrees: float, around: Point) -> list[Point]:
    """A shape turned around a point."""
    sin, cos = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    x0, y0 = around
    return [
        (x0 + (x - x0) * cos - (y - y0) * sin, y0 + (x - x0) * sin + (y - y0) * cos)
        for x, y in shape
    ]


def zoomed(shape: list[Point], zoom: float) -> list[Point]:
    """A shape made smaller, towards the middle."""
    half = SIDE / 2
    return [(half + (x - half) * zoom, half + (y - half) * zoom) for x, y in shape]


def pixels(
    y: int, size: int, shapes: list[tuple[list[Point], Colour]], all_: list[Colour]
) -> bytes:
    """A row of pixels: red, green, blue, how solid; each the mean of its samples."""
    lines = [sampled(y + (i + 0.5) / SAMPLES, size, shapes) for i in range(SAMPLES)]
    slices = [line[i::SAMPLES] for line in lines for i in range(SAMPLES)]
    made = bytearray(4 * size)
    for channel in range(4):
        table = bytes(
            (0 if i == 0 else 255) if channel == 3 else colour[channel]
            for i, colour in enumerate(all_)
        ).ljust(256, b"\0")
        parts = [part.translate(table) for part in slices]
        made[channel::4] = bytes(sum(each) // len(parts) for each in zip(*parts, strict=True))
    return bytes(made)


def sampled(y: float, size: int, shapes: list[tuple[list[Point], Colour]]) -> bytes:
    """Which shape lies on top at each sample of a line: its number from 1, 0 for none."""
    line = bytearray(size * SAMPLES)
    scale = size * SAMPLES / SIDE
    for number, (shape, _) in enumerate(shapes, 1):
        crossings = sorted(crossed(shape, y * SIDE / size))
        for left, right in zip(crossings[::2], crossings[1::2], strict=True):
            first, last = (min(len(line), max(0, round(x * scale))) for x in (left, right))
            line[first:last] = bytes([number]) * (last - first)
    return bytes(line)


def crossed(shape: list[Point], y: float) -> list[float]:
    """Where a line crosses the edges of a shape."""
    found = []
    for (x1, y1), (x2, y2) in pairwise([*shape, shape[0]]):
        if (y1 <= y) != (y2 <= y):
            found.append(x1 + (y - y1) * (x2 - x1) / (y2 - y1))
    return found
