"""Fonts for drawn cards: those that come with matplotlib, and those found on the machine.

matplotlib's own fonts are available wherever this package is, so scenes drawn with them alone are
the same everywhere; other fonts add variety to training.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "C:/Windows/Fonts")
# fonts of signs, of formulas and of ornaments do not have the letters and digits of a card
UNFIT = """
    symbol dingbat keyboard initials math emoji d050000l siz nonuni cmex cmsy cmmi display hairline
    thin last outline noto
""".split()  # noqa: SIM905
NO_LETTER = "\U0010fffd"  # no font has it
LETTER = 96  # pixels: the size at which a text is drawn before it is scaled to its place


def bundled_fonts() -> tuple[str, ...]:
    """The font files that come with matplotlib, sorted by name."""
    import matplotlib as mpl

    folder = Path(mpl.get_data_path()) / "fonts" / "ttf"
    return tuple(str(path) for path in sorted(folder.glob("*.ttf")) if _fit(path))


def system_fonts() -> tuple[str, ...]:
    """The suitable font files of this machine and those of matplotlib, sorted by file name."""
    fonts = {Path(path).name: path for path in bundled_fonts()}
    for folder in FOLDERS:
        for path in Path(folder).rglob("*.[to]tf"):
            if _fit(path):
                fonts.setdefault(path.name, str(path))
    return tuple(fonts[name] for name in sorted(fonts))


def _fit(path: Path) -> bool:
    return not any(part in path.name.lower() for part in UNFIT) and _has_letters(str(path))


@cache
def _has_letters(path: str) -> bool:
    try:
        pictures = [written(path, text) for text in ("A", "K", "2", "7")]
    except (OSError, ValueError):
        return False
    shapes = {picture.tobytes() for picture in pictures}
    return len(shapes) == len(pictures) and min(picture.size for picture in pictures) > LETTER


@cache
def written(path: str, text: str) -> np.ndarray:
    """A text in a font as coverage, uint8 [height, width], cropped to its ink.

    Raises:
        OSError: the font cannot be read.
        ValueError: the font draws nothing for this text.
    """
    font = ImageFont.truetype(path, LETTER)
    left, top, right, bottom = font.getbbox(text)
    width, height = int(right - left) + 4, int(bottom - top) + 4
    if width <= 4 or height <= 4:
        raise ValueError(f"{Path(path).name} draws nothing for {text!r}")
    canvas = Image.new("L", (width, height))
    ImageDraw.Draw(canvas).text((2 - left, 2 - top), text, fill=255, font=font)
    ink = np.asarray(canvas)
    if ink.max() <= 40:
        raise ValueError(f"{Path(path).name} draws nothing for {text!r}")
    return _cut_to_ink(ink)


@cache
def has_letter(path: str, letter: str) -> bool:
    """Whether a font has a glyph for a letter, not just its sign for missing ones."""
    try:
        return not np.array_equal(written(path, letter), written(path, NO_LETTER))
    except (OSError, ValueError):
        return False


@cache
def flat_three(path: str, bowl: float) -> np.ndarray:
    """A three with a flat top, as on many decks, with the strokes of a font; see `written`.

    Args:
        path: path of the font.
        bowl: how low its bowl begins, 0 to 1.
    """
    seven = written(path, "7")
    inked = (np.pad(seven, 1) > 127).astype(np.uint8)
    inside = cv2.distanceTransform(inked, cv2.DIST_L2, 5)
    thick = max(3, round(2 * float(np.percentile(inside[inside > 0.5], 92))))
    high, wide = seven.shape
    waist = high * (0.36 + 0.12 * bowl)
    middle = (round(wide * 0.44), round((waist + high) / 2))
    reach = (round(wide * 0.5), round((high - waist) / 2))
    stem = np.round([(wide * 0.06, 0), (wide * 0.88, 0), (wide * 0.4, waist)]).astype(np.int32)
    line = np.vstack([stem, cv2.ellipse2Poly(middle, reach, 0, -100, 150, 5)]) + thick
    ink = np.zeros((high + 3 * thick, wide + 3 * thick), np.uint8)
    cv2.polylines(ink, [line], isClosed=False, color=255, thickness=thick, lineType=cv2.LINE_AA)
    return _cut_to_ink(ink)


def _cut_to_ink(ink: np.ndarray) -> np.ndarray:
    rows, columns = np.flatnonzero(ink.max(1) > 40), np.flatnonzero(ink.max(0) > 40)
    return np.ascontiguousarray(ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


def fitted(ink: np.ndarray, width: int, height: int) -> np.ndarray:
    """Coverage scaled to a width and a height in pixels, uint8 [height, width]."""
    shrinks = height < ink.shape[0] and width < ink.shape[1]
    interpolation = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    return cv2.resize(ink, (max(1, width), max(1, height)), interpolation=interpolation)
