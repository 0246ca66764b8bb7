"""Marks and cards cut out of a photo and turned upright for the networks that read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from dealt.vision.geometry import CARD_SHAPE, area, is_sound
from dealt.vision.marks import Outline

WIDTH, HEIGHT = 48, 64  # pixels of a cut-out mark
TALL = 44.0  # pixels: the height of the mark in it
CARD_WIDTH, CARD_HEIGHT = 96, 128  # pixels of a cut-out card with what is around it
POINTED = 40  # pixels: sides of the squares that say in which corners of it marks are thought to be
RIM = 0.16  # heights of the card: how much of that is seen above and below it
STRETCH = (0.55, 2.4)  # what a tilted card is taken for, at most
SLANT = 0.7


@dataclass(frozen=True, slots=True)
class Pose:
    """How a mark lies on a photo.

    Attributes:
        x, y, height, angle: as in `dealt.vision.marks.Mark`.
        stretch: how much wider it appears than from straight above.
        slant: how much lower its right side appears than its left, as a share of the width.
    """

    x: float
    y: float
    height: float
    angle: float
    stretch: float = 1.0
    slant: float = 0.0


def pose_of(x: float, y: float, height: float, angle: float, outline: Outline) -> Pose:
    """The pose of a mark, tilted like its card's outline."""
    a, b, c, d = outline
    s, k = float(np.sin(angle)), float(np.cos(angle))
    across = ((b[0] - a[0] + c[0] - d[0]) / 2, (b[1] - a[1] + c[1] - d[1]) / 2)
    down = ((d[0] - a[0] + c[0] - b[0]) / 2, (d[1] - a[1] + c[1] - b[1]) / 2)
    long = max(float(np.hypot(*down)), 1e-6)
    right = across[0] * k - across[1] * s
    low = across[0] * s + across[1] * k
    stretch = float(np.clip(right / long / CARD_SHAPE, *STRETCH))
    slant = float(np.clip(low / max(right, 1e-6), -SLANT, SLANT)) if right > 0 else 0.0
    return Pose(x, y, height, angle, stretch, slant)


class Photo:
    """A photo and its halvings, from which marks are cut without jagged edges.

    Args:
        picture: uint8 RGB [height, width, 3].
    """

    def __init__(self, picture: np.ndarray) -> None:
        self.levels = [picture]

    def level(self, number: int) -> np.ndarray:
        """The photo halved `number` times, or less often if it would fall below 32 pixels."""
        while len(self.levels) <= number and min(self.levels[-1].shape[:2]) >= 64:
            last = self.levels[-1]
            half = (last.shape[1] // 2, last.shape[0] // 2)
            self.levels.append(cv2.resize(last, half, interpolation=cv2.INTER_AREA))
        return self.levels[min(number, len(self.levels) - 1)]

    def upright(self, pose: Pose) -> np.ndarray:
        """A mark cut out and turned upright, uint8 RGB [64, 48, 3]."""
        size = max(pose.height, 1.0) / TALL  # pixels of the photo for one of the cut
        halved = int(np.clip(np.floor(np.log2(size)), 0, 6)) if size > 1 else 0
        source = self.level(halved)
        step = self.levels[0].shape[1] / source.shape[1]
        s, c = np.sin(pose.angle) * size, np.cos(pose.angle) * size
        right = np.array([c + pose.slant * s, -s + pose.slant * c]) * pose.stretch
        down = np.array([s, c])
        middle = np.array([pose.x, pose.y]) + 0.5
        corner = middle - right * ((WIDTH - 1) / 2) - down * ((HEIGHT - 1) / 2)
        back = np.column_stack([right / step, down / step, corner / step - 0.5])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        edge = cv2.BORDER_REPLICATE
        return np.asarray(
            cv2.warpAffine(source, back, (WIDTH, HEIGHT), flags=flags, borderMode=edge)
        )

    def straight(self, outline: np.ndarray) -> np.ndarray:
        """A card and a rim around it, cut out and seen from above, uint8 RGB [128, 96, 3].

        Args:
            outline: float [4, 2], its corners, clockwise from the upper left one; if they are not
                those of a card the cut-out is grey.
        """
        if not is_sound(outline):
            return np.full((CARD_HEIGHT, CARD_WIDTH, 3), 127, np.uint8)
        tall = CARD_HEIGHT / (1 + 2 * RIM)  # pixels of the card in the cut
        left, top = (CARD_WIDTH - tall * CARD_SHAPE) / 2, tall * RIM
        right, foot = CARD_WIDTH - left, CARD_HEIGHT - top
        size = float(np.sqrt(area(outline) / (CARD_SHAPE * tall * tall)))
        halved = int(np.clip(np.floor(np.log2(max(size, 1.0))), 0, 6))
        source = self.level(halved)
        step = self.levels[0].shape[1] / source.shape[1]
        corners = (np.asarray(outline, float) + 0.5) / step - 0.5
        aim = np.array([(left, top), (right, top), (right, foot), (left, foot)]) - 0.5
        warp = cv2.getPerspectiveTransform(corners.astype(np.float32), aim.astype(np.float32))
        edge = cv2.BORDER_REPLICATE
        return np.asarray(
            cv2.warpPerspective(source, warp, (CARD_WIDTH, CARD_HEIGHT), borderMode=edge)
        )

    def framed(self, outline: np.ndarray, corners: Sequence[int]) -> np.ndarray:
        """A card cut out the same way, plus a plane that is 255 at some corners, uint8 [128, 96,
        4].

        Args:
            outline: as in `straight`.
            corners: the corners of the outline that should have marks, as numbers.
        """
        plane = np.zeros((CARD_HEIGHT, CARD_WIDTH), np.uint8)
        for corner in corners:
            rows = slice(0, POINTED) if corner in (0, 1) else slice(-POINTED, None)
            columns = slice(0, POINTED) if corner in (0, 3) else slice(-POINTED, None)
            plane[rows, columns] = 255
        return np.dstack([self.straight(outline), plane])
