"""Cards with a visible mark that cannot be identified.

They become questions, so that no card goes missing unnoticed.  They do not affect the other cards,
as they are added to the cards and groups found without them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from dealt.core.melding import CANASTA, Melding
from dealt.vision.cards import FACES, LEAST_CERTAINTY, SOBER, SeenCard, of_one_size, place_of
from dealt.vision.fitting import MOST_FITTED, between
from dealt.vision.geometry import SQUARE, Mark, is_sound, mapped, overlap, sides, to_square
from dealt.vision.groups import Group, Pile, groups_of, in_order, main_direction, pile_on

PRESENCE = 0.3  # least chance of a separate card that becomes a question
# of an almost illegible mark: the finder's estimate, and the least chance, all things considered
FOUND, HARDLY = 0.65, 0.05
SHOWN = 0.75  # least chance of a face that is read after all
APART = 0.5  # heights: the least distance from marks that were read
# of the second mark of a card: the largest distance from its place, in heights, and the least
# chance of that card's face
BESIDE, SAME = 0.8, 0.01
ONE_CARD = 0.5  # least overlap of two unread cards that are one
# except for those whose marks have the same direction, by the cosine, and are nearer than the upper
# corners of a card, in its widths
ALIKE, NEIGHBOUR = 0.8, 0.5


def unread_among(
    faint: Sequence[SeenCard], cards: Sequence[SeenCard], marks: Sequence[Mark]
) -> list[SeenCard]:
    """The cards with a visible mark but no acceptable reading.

    Args:
        faint: candidates that were seen or read too poorly to count as cards.
        cards: the cards that were read, some perhaps from the faint ones.
        marks: all marks seen.
    """
    read = {mark for card in cards for mark in card.marks}
    left = [card for card in faint if read.isdisjoint(card.marks) and card.presence >= PRESENCE]
    other_marks = [*read, *(mark for card in faint for mark in card.marks)]
    for mark in sorted(marks, key=lambda mark: -mark.certainty):
        is_find = HARDLY <= mark.certainty < LEAST_CERTAINTY and mark.peak >= FOUND
        if is_find and all(_away(mark, other) >= APART for other in other_marks):
            left.append(_alone(mark))
    unread: list[SeenCard] = []
    for card in of_one_size(left, cards):
        is_new = not any(_is_second(mark, other) for mark in card.marks for other in cards)
        if is_new and not any(_is_one(card, other) for other in unread):
            unread.append(replace(card, unread=True, inferred=False))
    return unread


def _alone(mark: Mark) -> SeenCard:
    """The card of a single mark."""
    chances = np.outer(mark.rank, mark.suit).ravel()
    best = int(chances.argmax())
    sure = (float(chances[best]) * mark.certainty) ** SOBER
    chances_of = tuple(map(float, chances))
    return SeenCard(FACES[best], sure, mark.certainty, chances_of, mark.outline, (mark,))


def _away(mark: Mark, other: Mark) -> float:
    """The distance of two marks, in heights of the smaller one."""
    return math.hypot(mark.x - other.x, mark.y - other.y) / min(mark.height, other.height)


def _is_second(mark: Mark, card: SeenCard) -> bool:
    """Whether a mark may be another one of a card that was read, in one of its corners."""
    if _chance(mark, card.face) < SAME or not is_sound(card.corners):
        return False
    to = to_square(card.corners[None])[0]
    back = np.asarray(np.linalg.inv(to), dtype=np.float64)
    for own in card.marks:
        place = mapped(to, np.array([own.x, own.y]))
        # the places of the card's other marks, as far from their corners as this one
        others = mapped(back, np.abs(SQUARE - np.minimum(place, 1 - place)))
        away = np.hypot(*(others - (mark.x, mark.y)).T)
        # at this mark's own place, another one is of the next card of a fan
        away[np.hypot(*(others - (own.x, own.y)).T).argmin()] = math.inf
        # marks at the other end of the card are upside down
        upside_down = (SQUARE[:, 1] > 0.5) != (place[1] > 0.5)
        away[upside_down == (math.cos(mark.angle - own.angle) > 0)] = math.inf
        if away.min() < BESIDE * own.height:
            return True
    return False


def _is_one(card: SeenCard, other: SeenCard) -> bool:
    """Whether two unread cards are one; those of a fan overlap, too, but not at the corners."""
    if _shared(card, other) <= ONE_CARD:
        return False
    wide, _ = sides(card.corners)
    return not any(
        math.cos(mark.angle - beside.angle) > ALIKE
        and math.hypot(mark.x - beside.x, mark.y - beside.y) < NEIGHBOUR * wide
        for mark in card.marks
        for beside in other.marks
    )


def _chance(mark: Mark, face: str) -> float:
    """The chance of a face, if the mark is one."""
    return mark.chance(face) / mark.certainty if mark.certainty > 0 else 0.0


def _shared(card: SeenCard, other: SeenCard) -> float:
    """The overlap of two cards; 0 if an outline is not sound."""
    sound = is_sound(card.corners) and is_sound(other.corners)
    return overlap(card.corners, other.corners) if sound else 0.0


def with_unread(
    cards: Sequence[SeenCard],
    groups: Sequence[Group],
    piles: Sequence[Pile],
    unread: Sequence[SeenCard],
) -> tuple[list[SeenCard], list[Group], list[Pile]]:
    """The cards, groups and piles of a photo, with the unread cards in their places.

    Args:
        cards: the cards that were read.
        groups: their groups.
        piles: their piles; both were found without the unread cards.
        unread: the unread cards.
    """
    if not unread:
        return list(cards), list(groups), list(piles)
    placed, groups_out, tops = placed_among(cards, groups, piles, unread)
    straight = main_direction(placed, groups_out)
    for group in groups_of(placed):
        strange = [i for i in group.cards if placed[i].unread]
        readable = [i for i in group.cards if not placed[i].unread]
        if strange and not readable:
            groups_out.append(Group(tuple(strange), group.kind))
            if group.kind == "pile":
                tops.append(pile_on(placed, strange[0], straight))
        for i in strange if readable else ():
            beside = max(readable, key=lambda j: _nearness(placed[i], placed[j]))
            at = next(n for n, each in enumerate(groups_out) if beside in each.cards)
            groups_out[at] = _grown(placed, groups_out[at], i, group.kind)
    return placed, sorted(groups_out, key=lambda group: min(group.cards)), tops


def legible(
    cards: Sequence[SeenCard], groups: Sequence[Group], packs: int, melding: Melding = CANASTA
) -> list[SeenCard]:
    """The cards, with unread ones that show one face clearly read after all, with doubt.

    They are less certain to be cards than others, but lie among cards that were read.  Those that
    do not fit between these stay questions.

    Args:
        cards: all cards of a photo.
        groups: their groups.
        packs: number of packs in play, the most cards of a face.
        melding: the rules for melds.
    """
    count = Counter(card.face for card in cards if not card.unread)
    cards_out = list(cards)
    for i in sorted(range(len(cards)), key=lambda i: -cards[i].presence):
        card, chance = cards[i], cards[i].chance(cards[i].face)
        is_shown = card.unread and bool(card.marks) and chance >= SHOWN
        beside = next(group.cards for group in groups if i in group.cards)
        at = beside.index(i)
        before, after = (
            [cards[j].face for j in part if not cards[j].unread]
            for part in (beside[:at], beside[at + 1 :])
        )
        fits = between(before, after, melding)
        is_among = (before or after) and (not fits or card.face in fits)
        if is_shown and is_among and card.presence >= PRESENCE and count[card.face] < packs:
            sure = min(card.presence * chance, MOST_FITTED)
            cards_out[i] = replace(card, unread=False, confidence=sure)
            count[card.face] += 1
    return cards_out


def placed_among(
    cards: Sequence[SeenCard],
    groups: Sequence[Group],
    piles: Sequence[Pile],
    more: Sequence[SeenCard],
) -> tuple[list[SeenCard], list[Group], list[Pile]]:
    """The cards of a photo with further ones, numbered by their places.

    Args:
        cards: the cards.
        groups: their groups; numbers beyond those of the cards are those of `more`.
        piles: their piles.
        more: the further cards.
    """
    every = [*cards, *more]
    order = sorted(range(len(every)), key=lambda i: place_of(every[i]))
    number = {old: new for new, old in enumerate(order)}
    renumbered = [replace(group, cards=tuple(number[i] for i in group.cards)) for group in groups]
    tops = [replace(pile, card=number[pile.card]) for pile in piles]
    return (
        [every[i] for i in order],
        sorted(renumbered, key=lambda group: min(group.cards)),
        tops,
    )


def _nearness(card: SeenCard, other: SeenCard) -> tuple[float, float]:
    """The sort key for neighbours of a card: their overlap, then their distance."""
    return _shared(card, other), -math.dist(card.middle, other.middle)


def _grown(cards: Sequence[SeenCard], group: Group, more: int, kind: str) -> Group:
    """A group with one more card; `kind` is that of all of them together."""
    if group.kind == "pile":
        return replace(group, cards=(*group.cards, more))
    is_first = len(group.cards) == 1 and kind != "pile"
    return Group(tuple(in_order(cards, [*group.cards, more])), kind if is_first else group.kind)
