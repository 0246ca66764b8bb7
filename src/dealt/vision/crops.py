"""Marks and cards cut out of a photo and turned upright for the networks that read them.

The colour of a mark's print separates red from black suits when only the rank shows.  It is
measured against the paper, which is white in the light of the photo.  Blurred print mixes with
paper, which makes it paler but does not change its tint.

Finds are judged by finder, reader and the marks around them.  Marks of cards that lie together have
the same height and direction; other things that look like a mark, such as a printed letter or a
pip, seldom have a similar neighbour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from dealt.vision.geometry import CARD_SHAPE, SUITS, Floats, Outline, area, is_sound

WIDTH, HEIGHT = 48, 64  # pixels of a cut-out mark
TALL = 44.0  # pixels: the height of the mark in it
CARD_WIDTH, CARD_HEIGHT = 96, 128  # pixels of a cut-out card with what is around it
_POINTED = 40  # pixels: sides of the squares over the corners where marks are expected
_RIM = 0.16  # heights of the card that are visible above and below it
_STRETCH = (0.55, 2.4)  # the range for a tilted card
_SLANT = 0.7


@dataclass(frozen=True, slots=True)
class Pose:
    """The pose of a mark on a photo.

    Attributes:
        x, y, height, angle: as in `dealt.vision.geometry.Mark`.
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
    stretch = float(np.clip(right / long / CARD_SHAPE, *_STRETCH))
    slant = float(np.clip(low / max(right, 1e-6), -_SLANT, _SLANT)) if right > 0 else 0.0
    return Pose(x, y, height, angle, stretch, slant)


class Photo:
    """A photo and its halvings, from which marks are cut without jagged edges.

    Args:
        picture: uint8 RGB [height, width, 3].
    """

    def __init__(self, picture: np.ndarray) -> None:
        self.levels = [picture]

    def level(self, number: int) -> np.ndarray:
        """The photo halved `number` times, but not below 32 pixels."""
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
        """A card with a rim, cut out and straightened, uint8 RGB [128, 96, 3].

        Args:
            outline: float [4, 2], its corners, clockwise from the upper left one; if they are not
                those of a card the cut-out is grey.
        """
        if not is_sound(outline):
            return np.full((CARD_HEIGHT, CARD_WIDTH, 3), 127, np.uint8)
        tall = CARD_HEIGHT / (1 + 2 * _RIM)  # pixels of the card in the cut
        left, top = (CARD_WIDTH - tall * CARD_SHAPE) / 2, tall * _RIM
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
            rows = slice(0, _POINTED) if corner in (0, 1) else slice(-_POINTED, None)
            columns = slice(0, _POINTED) if corner in (0, 3) else slice(-_POINTED, None)
            plane[rows, columns] = 255
        return np.dstack([self.straight(outline), plane])


RANK = (slice(10, 34), slice(14, 34))  # rows and columns in the middle of a mark's rank
PAPER = 0.85  # the share of its pixels that are darker than the median tone of the paper
_PRINT = 0.12  # the share of its pixels that are surely print
RED = 0.25  # least redness of red print: how much less red light than other light it absorbs
BLACK = (-0.12, 0.1)  # the redness of black print; blue and green are below
SURE = 0.98  # chance of the two suits of a colour, given that colour
RED_SUITS = np.array([suit in "HD" for suit in SUITS])


def redness(cuts: NDArray[np.uint8]) -> Floats:
    """The redness of the ranks of marks: about 0 is black or grey, 1 is pure red.

    Args:
        cuts: marks cut out and upright, uint8 [n, 64, 48, RGB].

    Returns:
        float64 [n]; below 0 print is blue or green.
    """
    if not len(cuts):
        return np.zeros(0)
    ranks = cuts[:, RANK[0], RANK[1]].reshape(len(cuts), -1, 3).astype(np.float64)
    light = np.argsort(ranks.sum(2), axis=1)
    middle = light[:, int(PAPER * light.shape[1])]
    paper = np.maximum(ranks[np.arange(len(ranks)), middle], 1)
    absorbed = 1 - ranks / paper[:, None]  # of the light of each colour
    others = absorbed[..., 1:].mean(2)
    most = np.argsort(-others, axis=1)[:, : int(_PRINT * others.shape[1])]
    red = np.take_along_axis(absorbed[..., 0], most, 1).mean(1)
    rest = np.take_along_axis(others, most, 1).mean(1)
    return np.asarray(1 - red / np.maximum(rest, 0.02))


def suits_by_colour(red: Floats) -> Floats:
    """The chances of the suits of marks by their colour alone; [mark, 4].

    If no mark of a photo is red, the photo may have no colours, and nothing is known.

    Args:
        red: the redness of all marks of a photo.
    """
    even = np.full((len(red), len(SUITS)), 1 / len(SUITS))
    is_red = red >= RED
    if not is_red.any():
        return even
    is_black = (red > BLACK[0]) & (red < BLACK[1])
    chances = np.where(is_red[:, None] == RED_SUITS, SURE / 2, (1 - SURE) / 2)
    return np.where((is_red | is_black)[:, None], chances, even)


# how far marks of neighbours differ: the logarithm of their heights, and radians
HEIGHTS, TURNS = 0.12, 0.2
NEAR, FAR = 0.3, 5.0  # how far apart neighbours may be, in heights
WEIGHTS = 4  # number of weights of `chances`
LEAST = 1e-4  # distance of chances from 0 and 1


def chances(
    weights: Sequence[float], places: Floats, peaks: Floats, rank_chances: Floats
) -> Floats:
    """The chances that finds on one photo are marks, [n].

    Args:
        weights: for the log odds of finder and reader and for the chance of the surest similar
            mark, plus a constant; fitted by `training.calibration`.
        places: x, y, height and angle of the finds, [n, 4], as in `dealt.vision.geometry.Mark`.
        peaks: output of the finder, [n].
        rank_chances: the reader's chance of any rank, [n].
    """
    alone = weights[0] * log_odds(peaks) + weights[1] * log_odds(rank_chances) + weights[3]
    return _chance(alone + weights[2] * company(places, _chance(alone)))


def company(places: Floats, sure: Floats) -> Floats:
    """The chance of the surest mark near each find, weighted by similarity, [n].

    Args:
        places: as in `chances`.
        sure: the chance that each is a mark.
    """
    if not len(places):
        return np.zeros(0)
    x, y, height, angle = places.T
    apart = np.hypot(x[:, None] - x, y[:, None] - y) / height[:, None]
    larger = np.log(height / height[:, None]) / HEIGHTS
    turned = ((angle - angle[:, None] + np.pi) % (2 * np.pi) - np.pi) / TURNS
    alike = np.exp(-(larger**2) - turned**2) * ((apart > NEAR) & (apart < FAR))
    return np.asarray((sure * alike).max(axis=1))


def log_odds(chance: Floats) -> Floats:
    """The log odds of chances, which are kept away from 0 and 1."""
    clipped = np.clip(chance, LEAST, 1 - LEAST)
    return np.asarray(np.log(clipped / (1 - clipped)))


def _chance(odds: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-odds)))
