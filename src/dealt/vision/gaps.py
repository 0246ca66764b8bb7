"""Cards without visible marks, which show only by the gap between their neighbours.

Cards of a fan, a row or a column lie about equally far apart.  Where two neighbours are twice as
far apart as the others, a card with a covered or unreadable mark lies between them.  As people do
not lay cards exactly, the photo must show a card there, too (`dealt.vision.framing`).
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dealt.core.melding import CANASTA, Melding
from dealt.vision.cards import FACES, SeenCard
from dealt.vision.fitting import between
from dealt.vision.framing import Frame, Look
from dealt.vision.geometry import (
    SQUARE,
    Floats,
    as_outline,
    is_sound,
    mapped,
    to_square,
    turn_between,
)
from dealt.vision.groups import TURNED, Group, Pile, in_order, kind_of
from dealt.vision.unread import placed_among

LEAST_CARDS = 3  # fewer show no usual step
_MOST_MISSING = 3  # cards in one gap; a wider one lies between two groups
# the usual deviation of steps, as a share of their mean, and its weight in steps
UNEVEN, WORTH = 0.15, 3
# the least evidence for a gap, by the steps and by the photo, as logarithms
BY_STEPS, BY_PHOTO = 6.0, 2.0
_BENT = 0.7  # radians: the largest turn of the steps of a fan at a gap
ACROSS = 2.0  # heights of a card: groups further apart are never joined
_OCCUPIED = 0.5  # steps: a nearer card of another group fills the gap
# the share of such cards that exist, on synthetic scenes; and the chance that a card that can
# continue the meld around it does
PRESENCE, FITTING = 0.9, 0.6


@dataclass(frozen=True)
class _Strip:
    """Cards laid one after the other.

    Attributes:
        numbers: their numbers, in order.
        outlines: float64 [card, corner, xy], all the same way up.
        corner: the corner in which most of them show a mark.
        places: float64 [card, xy], where the mark in that corner is or would be.
    """

    numbers: tuple[int, ...]
    outlines: Floats
    corner: int
    places: Floats


@dataclass(frozen=True)
class _Gap:
    """A place between two neighbours in which cards may lie.

    Attributes:
        strip: the cards.
        at: the index of the card before it.
        outlines: of the cards that would fill it, in order.
        evidence: that of the photo for them, as a logarithm.
    """

    strip: _Strip
    at: int
    outlines: tuple[Floats, ...]
    evidence: float = 0.0

    @property
    def ends(self) -> tuple[int, int]:
        """The numbers of the two neighbours."""
        return self.strip.numbers[self.at], self.strip.numbers[self.at + 1]

    @property
    def frames(self) -> list[Frame]:
        """The guesses that a card fills each place, with a mark in the corner of the others."""
        upright, corner = self.strip.corner < 2, self.strip.corner % 2
        return [
            Frame((), corner == 1, outline if upright else np.roll(outline, 2, axis=0), (corner,))
            for outline in self.outlines
        ]


def with_gaps(
    cards: Sequence[SeenCard],
    groups: Sequence[Group],
    piles: Sequence[Pile],
    look: Look | None = None,
    melding: Melding = CANASTA,
) -> tuple[list[SeenCard], list[Group], list[Pile]]:
    """The cards, groups and piles of a photo, with an unread card in each place of a gap.

    Args:
        cards: all cards seen, some perhaps unread.
        groups: their groups.
        piles: their piles.
        look: judges guesses of where cards lie; by default only steps within groups count.
        melding: the rules for melds; a complete run has no gap.
    """
    gaps = [gap for group in groups for gap in _gaps_in(cards, group, melding)]
    if look is not None:
        gaps = _visible([*gaps, *_gaps_between(cards, groups)], look)
    if not gaps:
        return list(cards), list(groups), list(piles)
    groups = _joined(cards, groups, gaps)
    missing: list[SeenCard] = []
    grown = []
    for group in groups:
        numbers = list(group.cards[:1])
        for ends in itertools.pairwise(group.cards):
            for gap in gaps:
                if ends in (gap.ends, gap.ends[::-1]):
                    new = _missing(cards, gap, melding)[:: 1 if ends == gap.ends else -1]
                    numbers += range(len(cards) + len(missing), len(cards) + len(missing + new))
                    missing += new
            numbers.append(ends[1])
        grown.append(replace(group, cards=tuple(numbers)))
    return placed_among(cards, grown, piles, missing)


def _strip(cards: Sequence[SeenCard], numbers: Sequence[int]) -> _Strip | None:
    """Cards as a strip; None if an outline is not sound or no marks show."""
    if not all(is_sound(cards[i].corners) for i in numbers):
        return None
    outlines = [cards[numbers[0]].corners]
    for i in numbers[1:]:
        outline, before = cards[i].corners, outlines[-1]
        same_way = (outline[3] - outline[0]) @ (before[3] - before[0]) > 0
        outlines.append(outline if same_way else np.roll(outline, 2, axis=0))
    frames = to_square(np.array(outlines))
    own: list[dict[int, Floats]] = []  # where in each card its marks are, by their corners
    for frame, i in zip(frames, numbers, strict=True):
        # of two marks in one corner the clearer one, which comes first, counts
        within = [mapped(frame, np.array([mark.x, mark.y])) for mark in cards[i].marks[::-1]]
        own.append({int(np.hypot(*(SQUARE - at).T).argmin()): at for at in within})
    often = Counter(corner for corners in own for corner in corners)
    if not often:
        return None
    corner = max(often, key=lambda each: (often[each], -each))
    usual = np.median([at[corner] for at in own if corner in at], axis=0)
    places = [
        mapped(np.linalg.inv(frame), at.get(corner, usual))
        for frame, at in zip(frames, own, strict=True)
    ]
    return _Strip(tuple(numbers), np.array(outlines), corner, np.array(places))


def _gaps_in(cards: Sequence[SeenCard], group: Group, melding: Melding) -> Iterator[_Gap]:
    """The gaps between neighbours in a group."""
    if group.kind == "pile" or len(group.cards) < LEAST_CARDS:
        return
    strip = _strip(cards, group.cards)
    if strip is None or _is_whole(_faces(cards, group.cards), melding):
        return
    for at in range(len(group.cards) - 1):
        gap = _gap(cards, strip, at)
        if gap is not None:
            yield gap


def _faces(cards: Sequence[SeenCard], numbers: Sequence[int]) -> list[str]:
    """The faces of cards, empty for those that could not be read."""
    return ["" if cards[i].unread else cards[i].face for i in numbers]


def _is_whole(faces: Sequence[str], melding: Melding) -> bool:
    """Whether faces in order are a run without missing ranks.

    Wild and unread cards may be any of its ranks.
    """
    naturals = [(n, face) for n, face in enumerate(faces) if face and face[0] != melding.wild]
    suits, ranks = {face[1] for _, face in naturals}, {face[0] for _, face in naturals}
    if len(suits) != 1 or len(ranks) == 1 or not ranks <= set(melding.ranks):
        return False
    return any(
        len({melding.ranks.index(face[0]) - way * n for n, face in naturals}) == 1
        for way in (1, -1)
    )


def _gaps_between(cards: Sequence[SeenCard], groups: Sequence[Group]) -> Iterator[_Gap]:
    """The gaps that divide a strip of hardly overlapping cards into two groups."""
    spread = [group for group in groups if group.kind != "pile"]
    for one, other in itertools.combinations(spread, 2):
        numbers = in_order(cards, [*one.cards, *other.cards])
        first = one if numbers[0] in one.cards else other
        at = len(first.cards) - 1
        before, after = (cards[i] for i in numbers[at : at + 2])
        near = math.dist(before.middle, after.middle) < ACROSS * before.height
        if len(numbers) < LEAST_CARDS or not near or set(numbers[: at + 1]) != set(first.cards):
            continue
        strip = _strip(cards, numbers)
        gap = None if strip is None else _gap(cards, strip, at)
        if gap is not None and len(gap.outlines) == 1:
            yield gap


def _gap(cards: Sequence[SeenCard], strip: _Strip, at: int) -> _Gap | None:
    """The gap after a card of a strip; None if no card is missing there."""
    count, step = _count(strip, at)
    one, other = strip.outlines[at : at + 2]
    outlines = [one + (other - one) * n / (count + 1) for n in range(1, count + 1)]
    before, after = (cards[i] for i in strip.numbers[at : at + 2])
    turn = turn_between(before.direction, after.direction, modulo=math.pi)
    others = [card.middle for i, card in enumerate(cards) if i not in strip.numbers]
    is_free = all(
        math.dist(outline.mean(axis=0), middle) > _OCCUPIED * step
        for outline, middle in itertools.product(outlines, others)
    )
    if not outlines or turn > TURNED or not is_free or not all(map(is_sound, outlines)):
        return None
    return _Gap(strip, at, tuple(outlines))


def _count(strip: _Strip, at: int) -> tuple[int, float]:
    """The number of cards missing after a card of a strip, by its steps, and the usual step."""
    steps = np.diff(strip.places, axis=0)
    lengths = np.hypot(*steps.T)
    others = np.delete(lengths, at)
    if not lengths.all():
        return 0, 0.0
    # another gap counts as several steps; steps that grow along the strip, as towards the camera,
    # are compared with the two nearest
    usual = others / np.maximum(np.round(others / np.median(others)), 1)
    nearest = sorted((n for n in range(len(steps)) if n != at), key=lambda n: abs(n - at))[:2]
    step = max(float(np.median(usual)), float(lengths[nearest].min()))
    ratio = float(lengths[at]) / step
    count = round(ratio) - 1
    uneven, many = float(((usual / step - 1) ** 2).sum()), len(usual)
    # of this step, and of the prediction by the others
    variance = (WORTH * UNEVEN**2 + uneven) / (WORTH + many - 1) * (1 + 1 / many)
    evidence = ((ratio - 1) ** 2 - (ratio - 2) ** 2) / (2 * variance)
    beside = [n for n in nearest if abs(n - at) == 1]
    is_straight = all(_turn(steps[at], steps[n]) < _BENT for n in beside)
    is_gap = count <= _MOST_MISSING and evidence > BY_STEPS and is_straight
    return (count if is_gap else 0), step


def _turn(one: Floats, other: Floats) -> float:
    """The angle between two steps, in radians."""
    return abs(math.atan2(one[0] * other[1] - one[1] * other[0], one @ other))


def _visible(gaps: Sequence[_Gap], look: Look) -> list[_Gap]:
    """The gaps in which the photo shows cards."""
    frames = [frame for gap in gaps for frame in gap.frames]
    evidence = iter(look(frames) if frames else ())
    examined = [
        replace(gap, evidence=min(itertools.islice(evidence, len(gap.outlines)))) for gap in gaps
    ]
    return [gap for gap in examined if gap.evidence > BY_PHOTO]


def _joined(
    cards: Sequence[SeenCard], groups: Sequence[Group], gaps: Sequence[_Gap]
) -> list[Group]:
    """The groups, with those divided by a gap joined, at most two into one."""
    joined = list(groups)
    for gap in sorted(gaps, key=lambda gap: -gap.evidence):
        parts = [group for group in joined if not set(group.cards).isdisjoint(gap.ends)]
        numbers = gap.strip.numbers
        if len(parts) == 2 and sum(len(part.cards) for part in parts) == len(numbers):
            joined = [group for group in joined if group not in parts]
            joined.append(Group(numbers, kind_of(cards, numbers)))
    return joined


def _missing(cards: Sequence[SeenCard], gap: _Gap, melding: Melding) -> list[SeenCard]:
    """The cards of a gap, in order, with faces suggested by their neighbours."""
    faces = _faces(cards, gap.strip.numbers)
    before, after = faces[: gap.at + 1], faces[gap.at + 1 :]
    fits = between(list(filter(None, before)), list(filter(None, after)), melding)
    missing = []
    for n, outline in enumerate(gap.outlines):
        # a run that lacks as many cards lacks each in its place
        own = fits[n : n + 1] if len(fits) == len(gap.outlines) else fits
        free = 1 - FITTING * bool(own)
        chances = tuple(
            free / len(FACES) + (FITTING / len(own) if face in own else 0.0) for face in FACES
        )
        best = max(range(len(FACES)), key=chances.__getitem__)
        confidence = PRESENCE * chances[best]
        missing.append(
            SeenCard(
                FACES[best], confidence, PRESENCE, chances, as_outline(outline), (), unread=True
            )
        )
    return missing
