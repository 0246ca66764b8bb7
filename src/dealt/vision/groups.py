"""From cards to groups: cards that were laid out together, in order, and piles.

Cards of one meld, column or hand overlap, each laid a step further.  So a group is a chain of cards
that partly cover one another and have about the same direction.  Cards that barely overlap form one
group if they are in line and none of them overlaps another neighbour far more.
"""

from __future__ import annotations

import cmath
import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dealt.vision.cards import SeenCard
from dealt.vision.geometry import (
    CARD_SHAPE,
    Floats,
    chained,
    is_sound,
    mapped,
    overlap,
    to_square,
    turn_between,
)

PILE = 0.85  # least chance of a card on a pile
# but a card with an overlap above the first needs the second, as piles lie apart
SPREAD, SURELY = 0.35, 0.97
_PEEKS = 0.78  # least overlap of two cards of one pile
LONE_PILE = 0.1  # least chance of a card on a pile that belongs to no group

TURNED = 0.6  # cards of one group differ in direction by less, in radians
_COVERED = 0.015  # least overlap of neighbours in a chain
_ALONG = 0.5  # least overlap of neighbours that determine the direction of their chain
SIDEWAYS = 0.35  # least overlap of neighbours across that direction
GAP = 1.08  # the longest step between cards that touch, in cards
STRAIGHT = 0.16  # the largest offset of cards that touch, in heights of a card
_FAN = 0.1  # the least turn of a fan, in radians per step


@dataclass(frozen=True)
class Group:
    """Cards laid out together.

    Attributes:
        cards: their numbers among the cards of the photo, in order along the group: from left to
            right, or from the top down if it runs down the photo; for a pile, its top card, then
            those that peek out below it.
        kind: `single`, `pile`, `row`, `column` or `fan`.
    """

    cards: tuple[int, ...]
    kind: str


def groups_of(cards: Sequence[SeenCard]) -> list[Group]:
    """The groups of the cards, each card in one, in the order of their first cards."""
    piles = _piles(cards)
    groups = [Group(tuple(pile), "pile") for pile in piles]
    piled = {i for pile in piles for i in pile}
    loose = [i for i in range(len(cards)) if i not in piled]
    for chain in _chains(cards, loose):
        ordered = in_order(cards, chain)
        lone = len(chain) == 1 and cards[chain[0]].pile > LONE_PILE
        groups.append(Group(tuple(ordered), "pile" if lone else kind_of(cards, ordered)))
    return sorted(groups, key=lambda group: min(group.cards))


def _piles(cards: Sequence[SeenCard]) -> list[list[int]]:
    """The cards of each squared-up pile, beginning with its top, which shows most marks."""
    judged = [
        i
        for i, card in enumerate(cards)
        if card.pile > PILE and (card.pile > SURELY or not _spread(cards, i))
    ]
    piles: list[list[int]] = []
    for i in sorted(judged, key=lambda i: (-len(cards[i].marks), i)):
        for pile in piles:
            top = cards[pile[0]]
            turn = turn_between(cards[i].direction, top.direction, modulo=math.pi)
            if turn < STRAIGHT and overlap(cards[i].corners, top.corners) > _PEEKS:
                pile.append(i)
                break
        else:
            piles.append([i])
    return piles


def _spread(cards: Sequence[SeenCard], number: int) -> bool:
    """Whether a card is one of several overlapping cards, each laid a step further."""
    card = cards[number]
    return any(
        SPREAD < overlap(card.corners, other.corners) < _PEEKS
        and turn_between(card.direction, other.direction, modulo=math.pi) < TURNED
        for other in cards
        if other is not card and math.dist(card.middle, other.middle) < card.height
    )


def in_order(cards: Sequence[SeenCard], chain: Sequence[int]) -> list[int]:
    """Cards of one group from one end to the other."""
    if len(chain) < 2:
        return list(chain)
    middles = np.array([cards[i].middle for i in chain])
    around = middles - middles.mean(axis=0)
    axis = np.linalg.svd(around, full_matrices=False)[2][0]
    # down the photo for columns, else to the right
    if axis[np.abs(axis).argmax()] < 0:
        axis = -axis
    return [chain[i] for i in np.argsort(around @ axis, kind="stable")]


def kind_of(cards: Sequence[SeenCard], chain: Sequence[int]) -> str:
    """The kind of a group with these cards, in order."""
    if len(chain) == 1:
        return "single"
    turns = [
        turn_between(cards[a].direction, cards[b].direction, modulo=math.pi)
        for a, b in itertools.pairwise(chain)
    ]
    ends = turn_between(cards[chain[0]].direction, cards[chain[-1]].direction, modulo=math.pi)
    if len(chain) > 2 and ends > _FAN * len(turns) / 2 and sum(turns) < 1.5 * ends + 0.1:
        return "fan"
    first, last = cards[chain[0]].middle, cards[chain[-1]].middle
    step = math.atan2(last[0] - first[0], last[1] - first[1]) % math.pi
    lengthwise = turn_between(step, cards[chain[0]].direction, modulo=math.pi) < math.pi / 4
    return "column" if lengthwise else "row"


@dataclass(frozen=True)
class _Link:
    """Two cards that may be neighbours in a group.

    Attributes:
        one, other: their numbers.
        share: the part of a card that they share.
        lengthwise: whether the step from one to the other goes along the long sides.
        touching: whether they stand in line, side by side.
    """

    one: int
    other: int
    share: float
    lengthwise: bool
    touching: bool


def _chains(cards: Sequence[SeenCard], loose: Sequence[int]) -> list[list[int]]:
    """The loose cards, divided into chains."""
    links = _links(cards, loose)
    strongest: dict[int, _Link] = {}
    for link in sorted(links, key=lambda link: link.share):
        strongest[link.one] = strongest[link.other] = link
    held = {(link.one, link.other) for link in links if _holds(link, strongest)}
    chains = chained(loose, lambda a, b: (a, b) in held or (b, a) in held)
    return sorted(sorted(chain) for chain in chains)


def _holds(link: _Link, strongest: dict[int, _Link]) -> bool:
    """Whether two cards are neighbours in a group, given the strongest link of each."""
    best = [strongest[link.one], strongest[link.other]]
    if link.share < _COVERED:
        # cards may lie side by side, or their outlines may be too small
        in_chain = any(
            other.share >= _COVERED and other.lengthwise == link.lengthwise for other in best
        )
        return link.touching and in_chain and all(other.share < SIDEWAYS for other in best)
    crossing = [other for other in best if other.lengthwise != link.lengthwise]
    return link.share >= SIDEWAYS or all(other.share < _ALONG for other in crossing)


def _links(cards: Sequence[SeenCard], loose: Sequence[int]) -> list[_Link]:
    """All pairs of loose cards that overlap or touch, and have about the same direction."""
    sound = [i for i in loose if is_sound(cards[i].corners)]
    if len(sound) < 2:
        return []
    frames = to_square(np.array([cards[i].corners for i in sound]))
    middles = np.array([cards[i].middle for i in sound])
    downs = np.array([cards[i].corners[3] - cards[i].corners[0] for i in sound])
    size = np.array([CARD_SHAPE, 1.0])
    links = []
    for n, i in enumerate(sound):
        steps = (mapped(frames[n], middles) - 0.5) * size
        for m in range(n):
            j = sound[m]
            if np.abs(steps[m]).max() > 1.3:
                continue
            back = (mapped(frames[m], middles[n][None])[0] - 0.5) * size
            # upside down a card looks the same, but has the other one on its other side
            same_way = float(downs[n] @ downs[m]) > 0
            link = _link(cards, i, j, (steps[m] - back if same_way else steps[m] + back) / 2)
            if link is not None:
                links.append(link)
    return links


def _link(cards: Sequence[SeenCard], i: int, j: int, step: Floats) -> _Link | None:
    """The link between two cards a step apart, [x, y] in heights of a card; None for none."""
    turn = turn_between(cards[i].direction, cards[j].direction, modulo=math.pi)
    if turn > TURNED:
        return None
    share = overlap(cards[i].corners, cards[j].corners)
    across, down = abs(float(step[0])), abs(float(step[1]))
    touching = turn < STRAIGHT and (
        (down < STRAIGHT and across < GAP * CARD_SHAPE) or (across < STRAIGHT and down < GAP)
    )
    if share < _COVERED and not touching:
        return None
    return _Link(i, j, share, down > across, touching)


CLEAR = math.radians(30)  # a turn nearer to straight or to crosswise is clear
ENOUGH = 2  # open cards that determine the direction of a table


@dataclass(frozen=True)
class Pile:
    """A squared-up pile with a visible top card.

    Attributes:
        card: the number of its top card among the cards of the photo.
        crosswise: whether it lies crosswise, as a clean canastra does (T12).
        sure: whether its orientation is beyond doubt.
    """

    card: int
    crosswise: bool
    sure: bool


def piles_of(cards: Sequence[SeenCard], groups: Sequence[Group]) -> list[Pile]:
    """The piles among groups, each with its orientation."""
    straight = main_direction(cards, groups)
    return [pile_on(cards, group.cards[0], straight) for group in groups if group.kind == "pile"]


def pile_on(cards: Sequence[SeenCard], number: int, straight: float | None) -> Pile:
    """The pile with a given top card, if the cards of the table are oriented `straight`.

    Without a known direction the photo's upright is used, as players hold the camera like that, and
    the pile is not sure.
    """
    turn = turn_between(cards[number].direction, straight or 0.0, modulo=math.pi)
    clear = min(turn, math.pi / 2 - turn) < CLEAR
    return Pile(number, turn > math.pi / 4, clear and straight is not None)


def main_direction(cards: Sequence[SeenCard], groups: Sequence[Group]) -> float | None:
    """The direction of the cards on a table, in radians modulo pi.

    It is the direction of the cards in groups, or else of single cards; None if there are none.
    """
    for kinds in (("row", "column", "fan"), ("single",)):
        open_cards = [cards[i] for group in groups if group.kind in kinds for i in group.cards]
        total = sum((cmath.rect(1.0, 2 * card.direction) for card in open_cards), start=complex(0))
        if len(open_cards) >= ENOUGH and abs(total) > len(open_cards) / 2:
            return (cmath.phase(total) / 2) % math.pi
    return None
