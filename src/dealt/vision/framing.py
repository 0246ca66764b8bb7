"""Checking on the photo whether marks belong to one card.

The positions of marks say most, but copies from two decks side by side look like the marks of one
card, and the only visible mark of a card with four may be a left or a right one.  So the photo is
examined at each guessed outline: a card has edges there, unless something covers them, and none in
its middle.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from dealt.vision.corners import Standing, Whole
from dealt.vision.geometry import Floats, is_sound
from dealt.vision.mark_pairs import CORNERS_TOLD

MOST_SAID = 6.0  # the most evidence of a look, as a logarithm
_PAIR_WEIGHT = 0.5  # of the look at a pair, as it depends on the positions of the marks
# examined are pairs with a score above the first, and sides within the second of the likeliest
LIKELY_ENOUGH, SIDE_SURE = -6.0, 4.0
# but not cards with this many visible marks, if each two of them have a score above the last
ENOUGH_MARKS, MOST_MARKS, BEYOND_DOUBT = 3, 4, 4.0
MOST_LOOKS = 100  # at one photo, which take a sixth of a second


@dataclass(frozen=True, eq=False)
class Frame:
    """A guess of where a card lies.

    Attributes:
        marks: numbers of the one or two marks that would belong to it; none if none was seen.
        right: whether the first of them would be a right one.
        outline: float64 [corner, xy], in pixels, with the first mark upright.
        corners: the corners at which the marks would be, as numbers.
    """

    marks: tuple[int, ...]
    right: bool
    outline: Floats
    corners: tuple[int, ...]


# returns the log odds that each frame is right
Look = Callable[[Sequence[Frame]], Sequence[float]]


def frames_of(standing: Standing, *, pairs: bool = True, plain: bool = False) -> list[Frame]:
    """The guesses about single marks and pairs that are worth examining.

    Args:
        standing: the marks.
        pairs: include guesses about pairs.
        plain: include marks that leave no doubt.
    """
    score = standing.score
    doubtful = np.ones(len(score), dtype=bool) if plain else ~_plain(score)
    groups: list[tuple[int, ...]] = [(int(i),) for i in np.flatnonzero(doubtful)]
    likely = np.triu(score > LIKELY_ENOUGH, 1) & doubtful[:, None] & doubtful[None] & pairs
    groups += [(int(a), int(b)) for a, b in np.argwhere(likely)]
    framed: list[Frame] = []
    # sides first, then pairs about which the marks leave most doubt
    for group in sorted(groups, key=lambda group: abs(score[group]) if len(group) == 2 else -1.0):
        frames = _frames(standing, group, math.inf if plain else SIDE_SURE)
        if not plain and len(framed) + len(frames) > MOST_LOOKS:
            break
        framed += frames
    return framed


def _frames(standing: Standing, group: tuple[int, ...], sure: float) -> list[Frame]:
    """The guesses of the place of one or two marks on a card; none without doubt.

    Args:
        standing: the marks.
        group: the numbers of these marks.
        sure: the most by which a side's evidence may be below that of the likeliest one.
    """
    sides = [(right, standing.card(group, right=right)) for right in standing.possible_sides(group)]
    most = max(side.evidence for _, side in sides)
    sides = [each for each in sides if each[1].evidence > most - sure]
    # nothing to examine: a lone mark with one possible side, two marks in one corner, no outline
    if len(group) + len(sides) == 2 or any(
        len(side.corners) < len(group) or not is_sound(side.outline) for _, side in sides
    ):
        return []
    return [Frame(group, right, side.outline, side.corners) for right, side in sides]


def _plain(score: Floats) -> NDArray[np.bool_]:
    """Which marks are certain: three or four of a card, with no other candidates; bool [mark]."""
    near = score > LIKELY_ENOUGH
    together = near | np.eye(len(score), dtype=bool)
    joined = together.sum(axis=1)
    # all marks that may be of one card with a mark agree on which these are, and on each other
    closed = (together.astype(int) @ together.T == joined[:, None]) & (joined[:, None] == joined)
    agreed = (closed | ~together).all(axis=1) & ((score > BEYOND_DOUBT) | ~near).all(axis=1)
    agreed &= (joined >= ENOUGH_MARKS) & (joined <= MOST_MARKS)
    return np.asarray((agreed | ~together).all(axis=1))


def examine_wholes(wholes: Sequence[Whole], look: Look) -> list[float]:
    """The photo's evidence that each four marks are one card, as a logarithm.

    Each is examined twice, once for either pair of marks across.
    """
    frames = [
        Frame((whole.marks[a], whole.marks[b]), a == 1, whole.outline, (a, b))
        for whole in wholes
        for a, b in ((0, 2), (1, 3))
    ]
    evidence = np.clip(look(frames) if frames else [], -MOST_SAID, MOST_SAID)
    return [float(each) for each in evidence.reshape(-1, 2).mean(axis=1)]


@dataclass(frozen=True)
class Evidence:
    """The photo's evidence about the guesses.

    Attributes:
        right: for marks, the evidence for a right one rather than a left one.
        one: for pairs, the evidence for one card.
    """

    right: dict[int, float] = field(default_factory=dict)
    one: dict[tuple[int, int], float] = field(default_factory=dict)

    def take(self, frames: Sequence[Frame], look: Look) -> None:
        """Add the results of examining some guesses."""
        if not frames:
            return
        for frame, raw in zip(frames, look(frames), strict=True):
            evidence = float(np.clip(raw, -MOST_SAID, MOST_SAID))
            if len(frame.marks) == 2:
                a, b = frame.marks
                self.one[a, b] = max(evidence, self.one.get((a, b), -MOST_SAID))
            else:
                mark = frame.marks[0]
                self.right[mark] = self.right.get(mark, 0.0) + (
                    evidence if frame.right else -evidence
                )

    def across(self, one: Sequence[int], other: Sequence[int]) -> float:
        """The mean evidence that all these marks are one card, pair by pair."""
        pairs = [(min(a, b), max(a, b)) for a in one for b in other]
        return sum(self.one.get(pair, -MOST_SAID) for pair in pairs) / len(pairs)

    def sides(self, left: Floats) -> Floats:
        """The chances that marks are left ones, given the evidence.

        Args:
            left: the marks' own estimates.
        """
        evidence_left = left.copy()
        for mark, evidence in self.right.items():
            odds = np.log(left[mark] / (1 - left[mark])) - evidence
            evidence_left[mark] = 1 / (1 + np.exp(-odds))
        return np.clip(evidence_left, CORNERS_TOLD, 1 - CORNERS_TOLD)

    def joined(self, standing: Standing) -> Standing:
        """The marks with scores that include the evidence."""
        score = standing.score.copy()
        for (a, b), evidence in self.one.items():
            score[a, b] = score[b, a] = score[a, b] + _PAIR_WEIGHT * evidence
        return replace(standing, score=score)


def examine(standing: Standing, look: Look, *, pairs: bool = True) -> Evidence:
    """The evidence about the guesses about marks.

    Args:
        standing: the marks.
        look: examines guesses.
        pairs: include guesses about pairs.
    """
    evidence = Evidence()
    evidence.take(frames_of(standing, pairs=pairs), look)
    return evidence


def examine_further(
    standing: Standing, look: Look, before: Evidence, pairs: Iterable[tuple[int, int]]
) -> Evidence:
    """The earlier evidence, plus that about pairs not examined before.

    Args:
        standing: the marks.
        look: examines guesses.
        before: the earlier evidence.
        pairs: numbers of marks, the smaller one first.
    """
    new = dict.fromkeys(pair for pair in pairs if pair not in before.one)
    frames = [frame for pair in new for frame in _frames(standing, pair, math.inf)]
    evidence = Evidence(dict(before.right), dict(before.one))
    evidence.take(frames[:MOST_LOOKS], look)
    return evidence
