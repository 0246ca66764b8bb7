"""Which marks belong to one card, by the geometry that all cards of a deck share.

Each mark has an estimate of its card: direction, size and tilt.  The size of cards relative to
their marks differs from deck to deck, so the estimates can be wrong, but equally for all cards of a
deck; a photo can show two decks.  Marks of one card are at its corners, always at the same
distances in the frame that each of them expects:

    opposite directions, across:   (+-1, 1)    upper left and lower right, the usual two
    opposite directions, below:    (0, 1)      both left, or both right, of four
    the same direction, beside:    (+-1, 0)    upper left and upper right, of four
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dealt.vision.geometry import CARD_SHAPE, SQUARE, Floats, Mark, is_sound, mapped, to_square

FAR = 0.45  # the largest deviation of two marks of one card, in heights of a card
_FAR_ALONE = 0.9  # the same with a single deck
ASTRAY = 0.3  # the deviation of a mark with a bad estimate
ONE_WAY, OTHER_WAY = math.radians(50), math.radians(130)
_ASKEW = 0.15  # radians by which directions on one card differ at a low camera angle

EVENED = 0.7  # the share of an unusual card height that is corrected
NEAR = 0.05  # heights of a card above and below a mark between which its scale is measured

SPREAD = 0.06  # usual deviation of marks of one card, in heights of a card
SPREADS = (0.03, 0.1)  # its range on a photo
_STRAY = 0.15  # the share of pairs with three times that deviation
# the density of cards of the same face with two decks and with one, per height of a card squared
CROWDED, LONELY = 0.5, 0.04
# relative density of cards of other faces, for pairs with less agreement than the second
OTHERS, UNLIKE = 4.5, 2.0
_LEAST_AGREEMENT = 1e-5  # for marks of one card that seem to show two faces
CORNERS_TOLD = 0.003  # distance of the chances of left marks from 0 and 1
STRANGE = 0.003  # chance of an arrangement that only decks with four marks have
NEVER = -1e9

# by how much all cards of a photo can be too large or too small
MOST_STRETCHED, UNEVEN, AGREED, UNUSUAL = 2.0, 0.35, 0.12, 0.4
IN_LINE = 0.3  # the largest part of a step across the side that it runs along
# a second deck is recognized by pairs further off the first one's shape than the second, in
# spreads, with at least as many faces as the third, which count less if they are in many pairs
DECKS, EXPLAINED, ENOUGH = 2, 2.5, 1.5
OTHER_DECK = 0.3  # chance that a pair is of that deck
_BOTH_LEFT = 0.9  # least chance that two marks are both left ones, to be sure of it
_OF_FOUR = 0.3  # least share of marks at one of three visible corners on decks with four marks
_SURELY_RIGHT = 0.05  # the most chance of being left of marks that are surely right ones
SAID, SAID_ALONE = 0.1, 0.3  # least share of sure right marks on such decks; of few marks
CLEARLY = 2.5  # least agreement on a face that is not a coincidence

Masks = NDArray[np.bool_]


@dataclass(frozen=True)
class Shape:
    """The shape of the cards of one deck, relative to the networks' estimates.

    Attributes:
        stretch: factors for the width and the height of all their outlines.
        spread: the usual deviation of marks from the expected place, in card heights.
    """

    stretch: tuple[float, float]
    spread: float


class Marks:
    """Marks as arrays, with the card frame that each expects.

    Attributes:
        marks: the marks.
        outlines: float64 [mark, corner, xy], outlines of their cards, in pixels.
        frames: float64 [mark, 3, 3], the maps that take each outline to the unit square.
        places: float64 [mark, xy], positions of the marks in pixels.
        own: float64 [mark, xy], position of each mark in its own frame.
        apart: float64 [mark, xy], distance between the marks at the corners of its card, in its
            frame.
        left: chance that each is in the upper left corner.
        angles: their directions.
        rank, suit: float64 [mark, 13] and [mark, 4], the chances.
    """

    def __init__(self, marks: Sequence[Mark]) -> None:
        self.marks = list(marks)
        self.outlines = _evened(marks, np.array([_outline(mark) for mark in marks]))
        self.frames = to_square(self.outlines)
        self.places = np.array([(mark.x, mark.y) for mark in marks])
        self.own = mapped(self.frames, self.places[:, None, :])[:, 0]
        inset = np.clip(np.minimum(self.own, 1 - self.own), 0.03, 0.25)
        self.apart = 1 - 2 * inset
        self.left = np.clip([mark.left for mark in marks], CORNERS_TOLD, 1 - CORNERS_TOLD)
        self.angles = np.array([mark.angle for mark in marks])
        self.rank = np.clip([mark.rank for mark in marks], 1e-6, 1)
        self.suit = np.clip([mark.suit for mark in marks], 1e-6, 1)

    def __len__(self) -> int:
        return len(self.marks)

    def agreement(self) -> Floats:
        """The logarithm of how much likelier one face for both is than two by chance; [a, b]."""
        both = (self.rank @ self.rank.T) * (self.suit @ self.suit.T)
        return np.asarray(np.log(52 * np.maximum(both, _LEAST_AGREEMENT)))


class Pairs:
    """The arrangement of each pair of marks.

    Attributes:
        same, opposite: bool [a, b], whether their directions agree, or are opposite.
        askew: float64 [a, b], deviation of these directions, in radians.
        step: float64 [a, b, xy], from a to b in the frame of a, where 1 is the expected distance of
            marks at neighbouring corners; the mean of both marks' estimates.
        uneven: float64 [a, b], how much the two estimates differ, in card heights.
    """

    def __init__(self, marks: Marks) -> None:
        turn = np.abs(marks.angles[:, None] - marks.angles[None, :]) % (2 * math.pi)
        turn = np.minimum(turn, 2 * math.pi - turn)
        self.same: Masks = turn < ONE_WAY
        self.opposite: Masks = turn > OTHER_WAY
        self.askew = np.where(self.same, turn, math.pi - turn)
        n = len(marks)
        places = np.broadcast_to(marks.places[None, :, None], (n, n, 1, 2))
        forth = mapped(marks.frames[:, None], places)[:, :, 0] - marks.own[:, None]
        # seen from the other mark the same card lies upside down, or the other way along
        back = np.swapaxes(forth, 0, 1) * np.where(self.same, -1, 1)[:, :, None]
        apart = (marks.apart[:, None] + marks.apart[None]) / 2
        self.size = apart * (CARD_SHAPE, 1.0)
        self.step = (forth + back) / 2 / apart
        self.uneven = np.hypot(*np.moveaxis((forth - back) / 2 * (CARD_SHAPE, 1.0), 2, 0))

    def off(self, stretch: tuple[float, float]) -> Floats:
        """The deviation of each pair from each arrangement on one card; [way, a, b].

        It is in card heights.  The ways are: across to the right, across to the left, below, beside
        to the right, beside to the left.
        """
        scale = np.array(stretch)
        ways = np.array([(1, 1), (-1, 1), (0, 1), (1, 0), (-1, 0)]) * scale
        apart = (self.step[None] - ways[:, None, None]) / scale * self.size
        return np.asarray(np.hypot(apart[..., 0], apart[..., 1]))


def _outline(mark: Mark) -> Floats:
    """The outline that a mark expects or, if that is not sound, that of a usual card."""
    outline = np.array(mark.outline, dtype=float)
    if is_sound(outline):
        return outline
    down = np.array([math.sin(mark.angle), math.cos(mark.angle)])
    right = np.array([down[1], -down[0]])
    high = 5.5 * mark.height
    wide = CARD_SHAPE * high
    across = 0.1 if mark.left >= 0.5 else 0.9
    corner = np.array([mark.x, mark.y]) - down * 0.13 * high - right * across * wide
    return np.array(
        [corner, corner + right * wide, corner + right * wide + down * high, corner + down * high]
    )


def _evened(marks: Sequence[Mark], outlines: Floats) -> Floats:
    """Outlines with heights nearer to the median of the photo; [mark, corner, xy].

    The cards of a photo are equally high in parts of their marks, and a mark knows its own height
    better than that of its card, of which other cards may hide most.
    """
    frames = to_square(outlines)
    back = np.asarray(np.linalg.inv(frames), dtype=np.float64)
    own = mapped(frames, np.array([[(mark.x, mark.y)] for mark in marks]))
    above, below = (mapped(back, own + np.array([0, step]))[:, 0] for step in (-NEAR, NEAR))
    high = np.log(np.hypot(*(below - above).T) / [mark.height for mark in marks])
    factor = np.exp((np.median(high) - high) * EVENED)
    scale = np.stack([np.ones(len(marks)), factor], axis=1)[:, None]
    corners = mapped(back, own + (SQUARE - own) * scale)
    return np.array([a if is_sound(a) else b for a, b in zip(corners, outlines, strict=True)])


def common_shapes(marks: Marks, pairs: Pairs) -> tuple[Shape, ...]:
    """The shapes of the decks of a photo, the deck with most cards first.

    A second deck is recognized only by pairs of marks that the first cannot explain.
    """
    twins, logs = _twins(marks, pairs)
    shapes: list[Shape] = []
    while twins and len(shapes) < DECKS:
        stretch, agreeing, share = _voted(twins, logs)
        if shapes and _faces(marks, twins, share) < ENOUGH:
            break
        off = pairs.off(stretch)[:2].min(axis=0)
        distances = sorted(float(off[twins[i]]) for i in agreeing)
        # a length in two dimensions has its median at 1.18 spreads
        spread = (3 * SPREAD + len(distances) * distances[len(distances) // 2] / 1.18) / (
            3 + len(distances)
        )
        shape = Shape(stretch, min(max(spread, SPREADS[0]), SPREADS[1]))
        shapes.append(shape)
        near = EXPLAINED * shape.spread
        explained = {mark for pair in twins if off[pair] < near for mark in pair}
        left = [i for i, pair in enumerate(twins) if not explained.intersection(pair)]
        twins, logs = [twins[i] for i in left], logs[left]
    return tuple(shapes) or (Shape((1.0, 1.0), SPREAD),)


def _twins(marks: Marks, pairs: Pairs) -> tuple[list[tuple[int, int]], Floats]:
    """Pairs of marks that may be across one card, and the stretch that they imply.

    Returns:
        The pairs, and float64 [pair, xy], the logarithms of the factors for width and height.
    """
    step = np.abs(pairs.step)
    fits = pairs.opposite & (marks.agreement() > CLEARLY) & (pairs.uneven < UNEVEN)
    fits &= (pairs.step[..., 1] > 0) & (step > 1 / MOST_STRETCHED).all(axis=2)
    fits &= (step < MOST_STRETCHED).all(axis=2)
    twins = [(int(a), int(b)) for a, b in np.argwhere(np.triu(fits, 1))]
    return twins, np.log([step[pair] for pair in twins])


def _faces(marks: Marks, twins: Sequence[tuple[int, int]], share: Floats) -> float:
    """The number of faces that support a shape; two pairs of one face may be of a bent card."""
    chances: dict[tuple[int, int], float] = {}
    for (mark, _), part in zip(twins, share.tolist(), strict=True):
        face = int(marks.rank[mark].argmax()), int(marks.suit[mark].argmax())
        chances[face] = min(1.0, chances.get(face, 0.0) + part)
    return sum(chances.values())


def _voted(
    twins: Sequence[tuple[int, int]], logs: Floats
) -> tuple[tuple[float, float], list[int], Floats]:
    """The factors for width and height that most pairs support, these pairs, and their weights.

    Marks of copies form false pairs with scattered factors; those of true pairs agree.
    """
    often: Counter[int] = Counter(mark for pair in twins for mark in pair)
    weights = np.array([1 / max(often[a], often[b]) for a, b in twins])
    near = np.exp(-0.5 * ((logs[:, None] - logs[None]) ** 2).sum(axis=2) / AGREED**2)
    usual = np.exp(-0.5 * (logs**2).sum(axis=1) / UNUSUAL**2)
    best = int(((near @ weights) * usual).argmax())
    share = near[best] * weights
    trust = share.sum() / (share.sum() + 0.3)
    factors = np.exp(trust * (share @ logs) / share.sum())
    agreeing = [int(i) for i in np.flatnonzero(near[best] > math.exp(-2))]
    return (float(factors[0]), float(factors[1])), agreeing, share


def has_four(marks: Marks, pairs: Pairs) -> bool:
    """Whether cards have four marks: many marks have a twin across and one beside or below.

    Or the marks suggest it themselves.
    """
    clear = (marks.agreement() > CLEARLY) & (pairs.uneven < UNEVEN)
    np.fill_diagonal(clear, val=False)
    wide, high = np.abs(pairs.step[..., 0]), np.abs(pairs.step[..., 1])
    far_x, far_y = ((each > 1 / MOST_STRETCHED) & (each < MOST_STRETCHED) for each in (wide, high))
    across = (clear & pairs.opposite & far_x & far_y).any(axis=1)
    # copies in a row stand beside one another, too, but each in the left corner of its card
    clear &= np.outer(marks.left, marks.left) < _BOTH_LEFT
    below = (clear & pairs.opposite & (wide < IN_LINE * high) & far_y).any(axis=1)
    beside = (clear & pairs.same & (high < IN_LINE * wide) & far_x).any(axis=1)
    several = across | below | beside
    corners = int((across & (below | beside)).sum())
    right, n = int((marks.left < _SURELY_RIGHT).sum()), len(marks)
    is_sure = right > min(max(1, SAID * n), SAID_ALONE * n)
    return is_sure or corners > max(2, _OF_FOUR * int(several.sum()))


def scores(
    marks: Marks, pairs: Pairs, shapes: Sequence[Shape], *, crowded: bool, four: bool
) -> tuple[Floats, NDArray[np.int64]]:
    """The evidence that each pair is one card rather than two, a logarithm, and its arrangement.

    Args:
        marks: the marks.
        pairs: the same marks in pairs.
        shapes: shapes of the decks, see `common_shapes`.
        crowded: whether there is more than one deck, so that a face can appear twice.
        four: whether cards have four marks, not two.

    Returns:
        float64 [a, b], `NEVER` for the impossible, and int [a, b], the way, see `Pairs.off`.
    """
    score, way = _scores(marks, pairs, shapes[0], crowded=crowded, four=four)
    for shape in shapes[1:]:
        other, other_way = _scores(marks, pairs, shape, crowded=crowded, four=four)
        other += math.log(OTHER_DECK)
        way = np.where(other > score, other_way, way)
        score = np.maximum(score, other)
    return score, way


def _scores(
    marks: Marks, pairs: Pairs, shape: Shape, *, crowded: bool, four: bool
) -> tuple[Floats, NDArray[np.int64]]:
    """The scores for marks of one deck, see `scores`."""
    off, spread = pairs.off(shape.stretch), shape.spread
    near = _normal(off, spread) * (1 - _STRAY) + _normal(off, 3 * spread) * _STRAY
    agreement = marks.agreement()
    if not crowded:
        near += _normal(off, ASTRAY) * _STRAY * (agreement > CLEARLY)
    density, far, most = (CROWDED, FAR, 9) if crowded else (LONELY, _FAR_ALONE, 4)
    chance = _chances_of_ways(marks.left, four=four)
    possible = np.stack([pairs.opposite] * 3 + [pairs.same] * 2) & (off < far)
    ways = np.where(possible, np.log(np.maximum(near, 1e-30) * chance), NEVER)
    way = ways.argmax(axis=0)
    score = np.take_along_axis(ways, way[None], axis=0)[0] - math.log(density)
    score += agreement - math.log(OTHERS) * (agreement < UNLIKE)
    score -= np.minimum((pairs.askew / _ASKEW) ** 2, most) / 2 - 0.5
    score -= np.minimum((pairs.uneven / (2 * spread)) ** 2, most) / 2 - 0.5
    score = np.where(possible.any(axis=0), score, NEVER)
    np.fill_diagonal(score, NEVER)
    return score, way


def _chances_of_ways(left: Floats, *, four: bool) -> Floats:
    """The chances of each arrangement of each pair, by the corners that its marks expect."""
    right = 1 - left
    mixed = np.outer(left, right)
    ways = np.stack([np.outer(left, left), np.outer(right, right), mixed + mixed.T, mixed, mixed.T])
    if four:
        return ways
    ways[0] = 1 - 4 * STRANGE
    return np.where(np.arange(5)[:, None, None] == 0, ways[0], STRANGE * ways)


def _normal(distance: Floats, spread: float) -> Floats:
    """The density of a normal distribution in two dimensions."""
    return np.asarray(np.exp(-0.5 * (distance / spread) ** 2) / (2 * math.pi * spread * spread))


def outline_on(
    marks: Marks, mark: int, step: Floats, stretch: tuple[float, float], *, right: bool
) -> Floats:
    """The outline of a card by one of its marks; [corner, xy] in pixels.

    Args:
        marks: the marks.
        mark: the number of the mark.
        step: step to the mark across the card, in this mark's frame, or the stretch without one.
        stretch: see `Shape`; used where `step` is impossible.
        right: whether it is in the upper right corner of its card.
    """
    scale = np.where((np.abs(step) > 0.4) & (np.abs(step) < 2.5), np.abs(step), stretch)
    inset = (1 - marks.apart[mark]) / 2
    own = np.array([1 - inset[0] if right else inset[0], inset[1]])
    corners = marks.own[mark] + (SQUARE - own) * scale
    back = np.asarray(np.linalg.inv(marks.frames[mark]), dtype=np.float64)
    outline = mapped(back, corners)
    return outline if is_sound(outline) else marks.outlines[mark]
