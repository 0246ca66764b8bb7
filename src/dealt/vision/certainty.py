"""How likely each find is a mark, judged by finder, reader and the marks around it.

Cards lie together, and their marks are alike: of the same height and direction as their neighbours.
Anything elsewhere that looks like a mark, such as a printed letter or a pip, seldom has a similar
neighbour.  So each find is judged first by itself, then again together with the surest of those
like it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dealt.vision.geometry import Floats

# how far marks of neighbours differ: the logarithm of their heights, and radians
HEIGHTS, TURNS = 0.12, 0.2
# and how far apart they may stand, in heights: not on the same spot, and not across the table
NEAR, FAR = 0.3, 5.0
WEIGHTS = 4  # how many numbers weigh what is known
LEAST = 1e-4  # chances are kept off 0 and 1 by it


def chances(
    weights: Sequence[float], places: Floats, peaks: Floats, rank_chances: Floats
) -> Floats:
    """How likely finds on one photo are marks, [n].

    Args:
        weights: for the log odds of finder and reader and for the chance of the surest similar
            mark, plus a constant; fitted by `training.calibration`.
        places: x, y, height and angle of the finds, [n, 4], as in `dealt.vision.marks.Mark`.
        peaks: output of the finder, [n].
        rank_chances: the reader's chance of any rank, [n].
    """
    alone = weights[0] * log_odds(peaks) + weights[1] * log_odds(rank_chances) + weights[3]
    return _chance(alone + weights[2] * company(places, _chance(alone)))


def company(places: Floats, sure: Floats) -> Floats:
    """The chance of the surest mark near each find, reduced if they are less alike, [n].

    Args:
        places: as in `chances`.
        sure: how likely each is a mark.
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
