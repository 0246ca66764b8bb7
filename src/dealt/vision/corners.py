"""Placing cards whose marks may be on either side of them.

Two marks across a card, or side by side, determine its place.  A single mark, or one with another
below it, as on cards with four marks laid in a row, may be on the left or the right side of its
card.  Each mark has an estimate, but invisible marks say more: they must lie below another card.
So all sides are chosen together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dealt.vision.geometry import SQUARE, Floats, chained, is_sound, mapped, to_square, turn_between
from dealt.vision.mark_pairs import Marks, Pairs, Shape, common_shapes, has_four, outline_on, scores

TO_THE_RIGHT, TO_THE_LEFT, BELOW, BESIDE_RIGHT, BESIDE_LEFT = range(5)  # see `Pairs.off`
ACROSS = (TO_THE_RIGHT, TO_THE_LEFT)

OVERLOOKED = math.log(0.07)  # chance that a mark which lies open was not seen, as a logarithm
TANGLED = 4.0  # penalty for each mark that shows though it should be hidden
_INNER = 0.9  # a mark inside this part of an outline is on the card beyond doubt
_CHAINED = 1.2  # cards whose marks are nearer, in heights of a card, may lie in one row
_PARALLEL = 0.6  # and if their directions differ by less, in radians
ROUNDS = 6  # of trying single cards on their other side

# the corners of a card in which marks stand, clockwise from the upper left one
_ALL_FOUR = (0, 1, 2, 3)
_USUAL_TWO = (0, 2)


@dataclass(frozen=True)
class _Side:
    """A card placed with its marks on one side.

    Attributes:
        outline: float64 [corner, xy].
        corners: the corners of the outline at which its marks are, as numbers.
        evidence: how well its marks support it, a logarithm.
        unseen: float64 [place, xy], where its other marks would be.
        towards: direction from the mark to the middle of the card, xy.
    """

    outline: Floats
    corners: tuple[int, ...]
    evidence: float
    unseen: Floats
    towards: Floats


@dataclass(frozen=True)
class Standing:
    """The arrangement of the marks of a photo.

    Attributes:
        marks: the marks.
        pairs: the same marks in pairs.
        shapes: of the decks, the one with most cards first, see `mark_pairs.common_shapes`.
        four: whether cards have four marks.
        score, way: float64 and int [a, b]: the evidence that each pair is one card, and its
            arrangement, see `mark_pairs.scores`.
    """

    marks: Marks
    pairs: Pairs
    shapes: tuple[Shape, ...]
    four: bool
    score: Floats
    way: NDArray[np.int64]

    @classmethod
    def from_marks(cls, marks: Marks) -> Standing:
        """Marks with their arrangement if any face can appear twice."""
        pairs = Pairs(marks)
        shapes = common_shapes(marks, pairs)
        four = has_four(marks, pairs)
        score, way = scores(marks, pairs, shapes, crowded=True, four=four)
        return cls(marks, pairs, shapes, four, score, way)

    def scored(self, *, crowded: bool) -> Standing:
        """The same marks, scored again; see `mark_pairs.scores`."""
        score, way = scores(self.marks, self.pairs, self.shapes, crowded=crowded, four=self.four)
        return replace(self, score=score, way=way)

    def possible_sides(self, group: Sequence[int]) -> tuple[bool, ...]:
        """Whether the first mark of a card is a right one; both values if it can be either."""
        first, others = group[0], group[1:]
        if (whole := spanned(self.marks, group)) is not None:
            return (first == whole.marks[1],)
        if not others and not self.four:
            return (False,)
        ways = [self.way[first, other] for other in others]
        if all(way == BELOW for way in ways):
            return (False, True)
        return (any(way in (TO_THE_LEFT, BESIDE_LEFT) for way in ways),)

    def card(self, group: Sequence[int], *, right: bool) -> _Side:
        """A card given by its marks, with the first of them on one side."""
        marks, first = self.marks, group[0]
        if (whole := spanned(marks, group)) is not None:
            on_right = [i in whole.marks[1::2] for i in group]
            outline = whole.outline
        else:
            # marks across a card from one another each stand on the same side as they see it
            on_right = [i == first or self.way[first, i] in ACROSS for i in group]
            on_right = [right if same else not right for same in on_right]
            outline = self._agreed(group, on_right)
        left = np.array([marks.left[i] for i in group])
        evidence = float(np.log(np.where(on_right, 1 - left, left)).sum())
        inset = (1 - marks.apart[first]) / 2
        own = inset + SQUARE * (1 - 2 * inset)
        places = mapped(np.linalg.inv(to_square(outline[None])[0]), own)
        corners = {int(np.hypot(*(places - marks.places[i]).T).argmin()) for i in group}
        others = [each for each in (_ALL_FOUR if self.four else _USUAL_TWO) if each not in corners]
        towards = outline.mean(axis=0) - marks.places[first]
        return _Side(outline, tuple(sorted(corners)), evidence, places[others], towards)

    def _agreed(self, group: Sequence[int], on_right: Sequence[bool]) -> Floats:
        """The mean of the outlines expected by the marks of a card, weighted by nearness."""
        marks, first = self.marks, group[0]
        stretch = self.shapes[0].stretch
        total, weights = np.zeros((4, 2)), np.zeros(4)
        for i, right in zip(group, on_right, strict=True):
            across = [j for j in group if j != i and self.way[i, j] in ACROSS]
            step = self.pairs.step[i, across[0]] if across else np.array(stretch)
            outline = outline_on(marks, i, step, stretch, right=right)
            weight = 1 / (1 + ((outline - marks.places[i]) ** 2).sum(axis=1))
            if turn_between(float(marks.angles[i]), float(marks.angles[first])) > math.pi / 2:
                outline, weight = np.roll(outline, 2, axis=0), np.roll(weight, 2)
            total += outline * weight[:, None]
            weights += weight
        return np.asarray(total / weights[:, None])


@dataclass(frozen=True)
class Whole:
    """A card with four visible marks.

    Attributes:
        outline: float64 [corner, xy].
        marks: numbers of its marks, corner by corner.
    """

    outline: Floats
    marks: tuple[int, ...]


def spanned(marks: Marks, group: Sequence[int]) -> Whole | None:
    """The card spanned by four marks, with the first one upright; None if they do not span one.

    The marks' own estimates of the card are ignored, as they are poor for low camera angles; four
    points define a rectangle completely.

    Args:
        marks: the marks.
        group: numbers of the card's marks.
    """
    numbers = np.array(group)
    turns = np.cos(marks.angles[numbers] - marks.angles[numbers[0]])
    if len(numbers) != len(_ALL_FOUR) or (turns > 0).sum() != 2:
        return None
    angles = marks.angles[numbers] + np.where(turns > 0, 0.0, math.pi)
    across = marks.places[numbers] @ (np.cos(angles).sum(), -np.sin(angles).sum())
    # from left to right the upper ones, then the lower ones from right to left
    order = numbers[np.lexsort((np.where(turns > 0, across, -across), turns < 0))]
    places = marks.places[order]
    if not is_sound(places):
        return None
    inset = (1 - marks.apart[numbers].mean(axis=0)) / 2
    back = np.linalg.inv(to_square(places[None])[0])
    outline = mapped(back, (SQUARE - inset) / (1 - 2 * inset))
    return Whole(outline, tuple(order.tolist())) if is_sound(outline) else None


def outlines_of(standing: Standing, divided: Sequence[Sequence[int]]) -> list[Floats]:
    """The outline of each card, float64 [corner, xy] in pixels.

    Args:
        standing: the marks.
        divided: the marks of each card.
    """
    cards = [
        [standing.card(group, right=right) for right in standing.possible_sides(group)]
        for group in divided
    ]
    chosen = _chosen(standing.marks, cards, divided)
    return [sides[pick].outline for sides, pick in zip(cards, chosen, strict=True)]


class _Table:
    """All cards of a photo on each side that they can lie on.

    Args:
        marks: the marks.
        cards: the sides of each card, one or two.
        divided: the marks of each card.
    """

    def __init__(
        self, marks: Marks, cards: Sequence[Sequence[_Side]], divided: Sequence[Sequence[int]]
    ) -> None:
        self.evidence = [np.array([side.evidence for side in sides]) for sides in cards]
        # for each card, side, other card and its side: which unseen marks it hides
        self.hidden = [
            [[[_inside(side.unseen, other.outline) for other in others] if n != m else []
              for m, others in enumerate(cards)] for side in sides]
            for n, sides in enumerate(cards)
        ]  # fmt: skip
        # a card that can lie on one side only has that one twice
        outlines = [sides[min(pick, len(sides) - 1)].outline for pick in (0, 1) for sides in cards]
        counts = _marks_inside(marks, divided, outlines).reshape(len(cards), 2, len(cards))
        # [card, side, other card, its side]: how many marks show of both though one hides the other
        self.tangled = np.minimum(
            counts.transpose(0, 2, 1)[:, None], counts.transpose(2, 1, 0)[..., None]
        )

    def worth(self, chosen: Sequence[int]) -> float:
        """The log likelihood of the cards on these sides."""
        total = 0.0
        for n, pick in enumerate(chosen):
            rows = [row[chosen[m]] for m, row in enumerate(self.hidden[n][pick]) if m != n]
            total += float(self.evidence[n][pick])
            if rows:
                total += OVERLOOKED * float((~np.any(rows, axis=0)).sum())
        all_cards = np.arange(len(chosen))
        tangled = self.tangled[all_cards, list(chosen)][:, all_cards, list(chosen)]
        return total - TANGLED * float(tangled.sum()) / 2


def contradictions(
    marks: Marks, divided: Sequence[Sequence[int]], outlines: Sequence[Floats]
) -> NDArray[np.int64]:
    """The contradictory marks for each pair of cards that would hide one another; int [card, card].

    One of two overlapping cards lies on top, and only its marks show in the overlap.

    Args:
        marks: the marks.
        divided: the marks of each card.
        outlines: of each card, see `outlines_of`.
    """
    counts = _marks_inside(marks, divided, outlines)
    return np.asarray(np.minimum(counts, counts.T))


def _marks_inside(
    marks: Marks, divided: Sequence[Sequence[int]], outlines: Sequence[Floats]
) -> NDArray[np.int64]:
    """The number of each card's marks well inside each outline; int [card, outline].

    Args:
        marks: the marks.
        divided: the marks of each card.
        outlines: of all cards in order, once or several times; a card's own ones do not count.
    """
    counts = np.zeros((len(divided), len(outlines)), np.int64)
    for number, outline in enumerate(outlines):
        well_inside = outline.mean(axis=0) + (outline - outline.mean(axis=0)) * _INNER
        hit = _inside(marks.places, well_inside)
        for card, group in enumerate(divided):
            if card != number % len(divided):
                counts[card, number] = int(hit[list(group)].sum())
    return counts


def _inside(points: Floats, outline: Floats) -> NDArray[np.bool_]:
    """Which points lie in an outline, bool [point]."""
    along = np.roll(outline, -1, axis=0) - outline
    to = points[:, None] - outline[None]
    return np.asarray((along[:, 0] * to[..., 1] - along[:, 1] * to[..., 0] > 0).all(axis=1))


def _chosen(
    marks: Marks, cards: Sequence[Sequence[_Side]], divided: Sequence[Sequence[int]]
) -> list[int]:
    """The likeliest combination of sides, by card."""
    chosen = [int(np.argmax([side.evidence for side in sides])) for sides in cards]
    open_ones = [n for n, sides in enumerate(cards) if len(sides) > 1]
    if not open_ones:
        return chosen
    table = _Table(marks, cards, divided)
    best = table.worth(chosen)

    def try_out(changes: dict[int, int]) -> None:
        nonlocal best, chosen
        sides = [changes.get(n, pick) for n, pick in enumerate(chosen)]
        worth = table.worth(sides)
        if worth > best:
            best, chosen = worth, sides

    # a whole row turns over at once, since each of its cards hides the next
    firsts = [group[0] for group in divided]
    for row in _rows(marks, cards, open_ones, firsts):
        axis = cards[row[0]][0].towards
        ahead = {n: int(cards[n][1].towards @ axis > cards[n][0].towards @ axis) for n in row}
        try_out(ahead)
        try_out({n: 1 - pick for n, pick in ahead.items()})
    for _ in range(ROUNDS):
        before = best
        for n in open_ones:
            try_out({n: 1 - chosen[n]})
        if best == before:
            break
    return chosen


def _rows(
    marks: Marks, cards: Sequence[Sequence[_Side]], open_ones: Sequence[int], firsts: Sequence[int]
) -> list[list[int]]:
    """The cards that can lie on either side, in possible rows."""

    def are_near(one: int, other: int) -> bool:
        outline = cards[one][0].outline
        reach = _CHAINED * float(np.hypot(*(outline[3] - outline[0])))
        return _follows(marks, firsts[one], firsts[other], reach)

    return chained(open_ones, are_near)


def _follows(marks: Marks, one: int, other: int, reach: float) -> bool:
    """Whether two marks may be of cards in one row."""
    apart = float(np.hypot(*(marks.places[one] - marks.places[other])))
    turn = turn_between(float(marks.angles[one]), float(marks.angles[other]), modulo=math.pi)
    return apart < reach and turn < _PARALLEL
