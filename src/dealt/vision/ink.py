"""The colour of a mark's print, which separates red from black suits if only the rank shows.

The paper around the print is white in the light of the photo, so everything is measured against it.
Blurred print mixes with paper, which makes it paler but does not change its tint.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dealt.vision.marks import SUITS

RANK = (slice(10, 34), slice(14, 34))  # rows and columns of a cut-out mark amid its rank
PAPER = 0.85  # of its pixels, this share is darker than the paper in its middle tone
PRINT = 0.12  # the share of its pixels that is surely print
RED = 0.25  # print as red as this is red: it takes so much less red light than other light
BLACK = (-0.12, 0.1)  # and print between these is black; blue and green lie below
SURE = 0.98  # how sure the two suits of a colour are of print that has it
RED_SUITS = np.array([suit in "HD" for suit in SUITS])

Floats = NDArray[np.float64]


def redness(cuts: NDArray[np.uint8]) -> Floats:
    """How red the ranks of marks are printed: about 0 is black or grey, 1 is the purest red.

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
    most = np.argsort(-others, axis=1)[:, : int(PRINT * others.shape[1])]
    red = np.take_along_axis(absorbed[..., 0], most, 1).mean(1)
    rest = np.take_along_axis(others, most, 1).mean(1)
    return np.asarray(1 - red / np.maximum(rest, 0.02))


def suits_by_colour(red: Floats) -> Floats:
    """The chances of the suits of marks known only by their colour; [mark, 4].

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
