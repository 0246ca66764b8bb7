"""How much of the print of marks survives light, blur and noise, measured without any network.

A mark is cut out of the picture before light and camera, and out of the photo.  With even light and
a sharp camera, the two differ only in brightness and contrast. So the clarity is the correlation of
the two, for rank and for suit, at wavelengths as long as strokes are wide.  If it is below a half,
nobody can read the rank or the suit; at three quarters most can be read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np

from dealt.vision.crops import HEIGHT, TALL, WIDTH, Photo, pose_of
from dealt_training.truth import TrueMark

GREEN = 1  # of the three colours, the one in which both red and black ink are dark
STROKE = (1.2, 5.0)  # pixels of a cut-out mark: widths of strokes, from and to, as blurs
SPLIT = 0.55  # where ranks end and suits begin, about, in heights of the mark
ASIDE = 6  # pixels left and right of a cut-out mark that do not count


def with_clarity(
    marks: Iterable[TrueMark], table: np.ndarray, photo: np.ndarray
) -> tuple[TrueMark, ...]:
    """The marks with their clarity.

    Args:
        marks: the marks of a scene; positions in pixels.
        table: the picture before light and camera, uint8 RGB [height, width, 3].
        photo: the picture after them, in the same format.
    """
    before, after = Photo(table), Photo(photo)
    height, width = table.shape[:2]
    clarities = []
    for mark in marks:
        if not mark.shows or not (0 <= mark.x < width and 0 <= mark.y < height):
            clarities.append(mark)
            continue
        pose = pose_of(mark.x, mark.y, mark.height, mark.angle, mark.outline)
        printed, left = (_strokes(picture.upright(pose)) for picture in (before, after))
        clarities.append(replace(mark, clear=round(_alike(printed, left), 3)))
    return tuple(clarities)


def _strokes(cut: np.ndarray) -> np.ndarray:
    """What is as wide as a stroke in a cut-out mark, float32 [height, width]."""
    ink = cut[..., GREEN].astype(np.float32)
    fine, coarse = (cv2.GaussianBlur(ink, (0, 0), wide) for wide in STROKE)
    return np.asarray(fine - coarse)


def _alike(printed: np.ndarray, left: np.ndarray) -> float:
    """The lesser correlation of two pictures of rank and of suit, 0 to 1."""
    top, foot = round((HEIGHT - TALL) / 2), round((HEIGHT + TALL) / 2)
    middle = round(top + SPLIT * TALL)
    parts = [
        np.s_[rows, ASIDE : WIDTH - ASIDE] for rows in (slice(top, middle), slice(middle, foot))
    ]
    return min(max(0.0, _correlation(printed[part], left[part])) for part in parts)


def _correlation(one: np.ndarray, other: np.ndarray) -> float:
    a, b = one - one.mean(), other - other.mean()
    length = float(np.sqrt((a * a).sum() * (b * b).sum()))
    return float((a * b).sum()) / length if length > 0 else 0.0
