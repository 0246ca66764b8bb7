"""From groups to the melds of Tranca: groups split, joined and confirmed by the rules (T2).

On a crowded table two melds can touch, and one meld can have a gap.  If the cards of a group are
not a sequence but two parts of it are, or if two groups in line form one, that is taken as what
lies there.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from dealt.core.melding import CANASTA
from dealt.games.tranca.scoring import RED_THREES, SHORTEST
from dealt.vision.cards import SeenCard
from dealt.vision.geometry import turn_between
from dealt.vision.groups import TURNED, in_order
from dealt.vision.mark_pairs import CARD_SHAPE
from dealt.vision.piles import Pile, main_direction, pile_on
from dealt.vision.reading import Reading
from dealt.vision.sequences import LikelyMeld, sequence_of

ILLEGAL = 0.02  # of the melds that people lay down, with the whole table looking on
LONE_ON_A_SIDE = 0.15  # a lone card with a larger chance is a pile: here it hardly can be else
NEAR = 1.6  # parts of one meld lie nearer to one another, in heights of a card
# steps between cards of one meld that are laid side by side are shorter, in cards; and they stand
# in line, in heights of a card, and look the same way, in radians
BESIDE, IN_LINE, ALIKE = 1.5, 0.2, 0.2
LAID_OPEN = 4  # so many tops of piles that are such a sequence lie open


@dataclass(frozen=True)
class _SeenMeld:
    """Cards that lie together on a table of Tranca.

    Attributes:
        numbers: their numbers in the reading, in order.
        cards: the same cards, their faces corrected by the meld if the reading leaves room for it.
        sequence: the most probable meld; None for a pile and for fewer than three cards.
        pile: the pile with this card on top; None if the cards are laid open.
        is_visible: whether the photo shows a pile.  A single card may be the top of one, too: on a
            table of Tranca only threes can lie alone.
    """

    numbers: tuple[int, ...]
    cards: tuple[SeenCard, ...]
    sequence: LikelyMeld | None
    pile: Pile | None = None
    is_visible: bool = True


def melds_of(reading: Reading) -> list[_SeenMeld]:
    """The melds and piles of a photo of a table; each red three is separate."""
    melds = []
    pile_of = {pile.card: pile for pile in reading.piles}
    cards = reading.cards
    tops = [[each.cards[0]] for each in reading.groups if each.kind == "pile"]
    tops = [[top] for (top,) in tops if not cards[top].unread]
    # nobody lays that many piles so that their tops are a sequence: they are cards side by side
    open_groups = [line for line in _lined_up(reading.cards, tops) if len(line) >= LAID_OPEN]
    laid_open = {i for line in open_groups for i in line}
    for group in reading.groups:
        if group.kind == "pile" and group.cards[0] in laid_open:
            continue
        if group.kind == "pile":
            number = group.cards[0]
            melds.append(_SeenMeld((number,), (reading.cards[number],), None, pile_of[number]))
            continue
        red = [i for i in group.cards if _is_dollar(cards[i])]
        others = [i for i in group.cards if i not in red and not cards[i].unread]
        # what is perhaps a three, and fills the gap of a run, lies in the run
        torn = [i for i in group.cards if i in others or (i in red and cards[i].doubtful)]
        if others and not _can_be(reading.cards, others) and _can_be(reading.cards, torn):
            others, red = torn, [i for i in red if i not in torn]
        open_groups += [[i] for i in red]
        if others:
            open_groups += _parted(reading.cards, others)
    straight = main_direction(reading.cards, reading.groups)
    chains = _joined(reading.cards, _lined_up(reading.cards, open_groups))
    for chain in _with_unread(reading, chains):
        meld = _meld(reading.cards, chain)
        if len(chain) == 1 and (meld.cards[0].unread or meld.cards[0].face[0] != "3"):
            pile = pile_on(reading.cards, chain[0], straight)
            meld = replace(meld, pile=pile, is_visible=meld.cards[0].pile > LONE_ON_A_SIDE)
        melds.append(meld)
    return sorted(melds, key=lambda meld: min(meld.numbers))


def _with_unread(reading: Reading, chains: Sequence[list[int]]) -> list[list[int]]:
    """Cards that are melds without those that could not be read, and where these lie.

    Each lies in the meld of its nearest neighbour; among dollars none does.
    """
    cards, chains_left = reading.cards, [list(chain) for chain in chains]
    for group in reading.groups:
        unread = [i for i in group.cards if cards[i].unread]
        readable = [i for i in group.cards if not cards[i].unread and not _is_dollar(cards[i])]
        if not unread or group.kind == "pile":
            continue
        if not readable:
            chains_left.append(unread)
            continue
        for i in unread:
            beside = min(readable, key=lambda j: _step(cards, i, j))
            chain = next(each for each in chains_left if beside in each)
            chain[:] = in_order(cards, [*chain, i])
    return chains_left


def _is_dollar(card: SeenCard) -> bool:
    """Whether a card was read as a red three."""
    return not card.unread and card.face in RED_THREES


def _meld(cards: Sequence[SeenCard], numbers: Sequence[int]) -> _SeenMeld:
    """A meld with its faces set right, as far as the reading leaves room for that."""
    members = [cards[i] for i in numbers]
    sequence = sequence_of(members)
    if sequence is not None and sequence.allowed:
        members = [
            card if card.face == face else card.with_face(face, card.presence * card.chance(face))
            for card, face in zip(members, sequence.faces, strict=True)
        ]
        members = [
            card if card.unread else _confirmed(members, place)
            for place, card in enumerate(members)
        ]
    return _SeenMeld(tuple(numbers), tuple(members), sequence)


def _confirmed(members: Sequence[SeenCard], place: int) -> SeenCard:
    """A card of a legal meld, as sure as it is that no other face would make one as well."""
    card = members[place]
    faces = [each.face for each in members]
    weight = 0.0
    for face, chance in card.alternatives:
        if face != card.face:
            faces[place] = face
            weight += chance * (1.0 if CANASTA.form(faces) else ILLEGAL)
    own = card.chance(card.face)
    if own <= 0:
        return card
    return replace(card, confidence=max(card.confidence, card.presence * own / (own + weight)))


def _parted(cards: Sequence[SeenCard], numbers: Sequence[int]) -> list[list[int]]:
    """A group in two or more melds, if it is not a sequence and they all are; else as it is."""
    last = len(numbers)

    @cache  # the same parts are met on many ways: without it twenty cards take seconds
    def can_be(first: int, end: int) -> bool:
        return _can_be(cards, numbers[first:end])

    @cache
    def parted(first: int) -> list[list[int]]:
        whole = [list(numbers[first:])]
        if last - first < 2 * SHORTEST or can_be(first, last):
            return whole
        ways = []
        for cut in range(first + SHORTEST, last - SHORTEST + 1):
            if can_be(first, cut) and all(_can_be(cards, part) for part in parted(cut)):
                parts = [list(numbers[first:cut]), *parted(cut)]
                ways.append((_step(cards, numbers[cut - 1], numbers[cut]), parts))
        return max(ways, key=lambda way: way[0])[1] if ways else whole

    return parted(0)


def _can_be(cards: Sequence[SeenCard], numbers: Sequence[int]) -> bool:
    """Whether cards are a sequence, or the reading leaves room for one."""
    sequence = sequence_of([cards[i] for i in numbers])
    return sequence is not None and sequence.allowed


def _step(cards: Sequence[SeenCard], one: int, other: int) -> float:
    """How far apart two cards lie, in heights of a card."""
    (x, y), (u, v) = cards[one].middle, cards[other].middle
    high = (cards[one].height + cards[other].height) / 2
    return math.hypot(u - x, v - y) / max(high, 1.0)


def _lined_up(cards: Sequence[SeenCard], groups: Sequence[list[int]]) -> list[list[int]]:
    """Groups, those put together that are too short alone and in line with others a sequence.

    Cards of one meld can be laid side by side, so that none covers another.
    """
    lines = [list(group) for group in groups]
    for lengthwise in (False, True):
        left = [g for g in lines if len(g) < SHORTEST and not _has_dollar(cards, g)]
        while left:
            line = [left.pop()]
            for group in line:
                near = [each for each in left if _beside(cards, group, each, lengthwise=lengthwise)]
                left = [each for each in left if each not in near]
                line += near
            for joined in _sequences_in(cards, line):
                lines = [group for group in lines if not set(group) <= set(joined)] + [joined]
    return lines


def _beside(
    cards: Sequence[SeenCard], one: Sequence[int], other: Sequence[int], *, lengthwise: bool
) -> bool:
    """Whether cards of two groups are neighbours in one line, end to end or side by side."""
    for a, b in itertools.product(one, other):
        (x, y), (u, v) = cards[a].middle, cards[b].middle
        high, down = (cards[a].height + cards[b].height) / 2, cards[a].direction
        along = abs((u - x) * math.sin(down) + (v - y) * math.cos(down)) / max(high, 1.0)
        across = abs((u - x) * math.cos(down) - (v - y) * math.sin(down)) / max(high, 1.0)
        step, off = (along, across) if lengthwise else (across / CARD_SHAPE, along)
        turn = turn_between(down, cards[b].direction, modulo=math.pi)
        if step < BESIDE and off < IN_LINE and turn < ALIKE:
            return True
    return False


def _sequences_in(cards: Sequence[SeenCard], line: Sequence[list[int]]) -> list[list[int]]:
    """The longest sequences that neighbouring groups in a line are together."""
    order = in_order(cards, [i for group in line for i in group])
    groups = sorted(line, key=lambda group: min(order.index(i) for i in group))
    for many in range(len(groups), 1, -1):
        for first in range(len(groups) - many + 1):
            joined = [i for group in groups[first : first + many] for i in group]
            if CANASTA.form([cards[i].face for i in joined]):
                before, after = groups[:first], groups[first + many :]
                return [
                    *_sequences_in(cards, before),
                    in_order(cards, joined),
                    *_sequences_in(cards, after),
                ]
    return []


def _joined(cards: Sequence[SeenCard], groups: Sequence[list[int]]) -> list[list[int]]:
    """Groups, those put together that are too short alone and a sequence with a near one."""
    joined = [list(group) for group in groups]
    while True:
        ways = []
        for one, other in itertools.combinations(range(len(joined)), 2):
            if min(len(joined[one]), len(joined[other])) >= SHORTEST:
                continue
            both = joined[one] + joined[other]
            if _has_dollar(cards, both):
                continue
            near = min(_step(cards, a, b) for a in joined[one] for b in joined[other])
            if near < NEAR and _alike(cards, both) and CANASTA.form([cards[i].face for i in both]):
                ways.append((near, one, other))
        if not ways:
            return joined
        _, one, other = min(ways)
        joined[one] = in_order(cards, joined[one] + joined.pop(other))


def _has_dollar(cards: Sequence[SeenCard], numbers: Sequence[int]) -> bool:
    """Whether a red three is among cards; in a meld there is none."""
    return any(_is_dollar(cards[i]) for i in numbers)


def _alike(cards: Sequence[SeenCard], numbers: Sequence[int]) -> bool:
    """Whether cards look the same way, or nearly."""
    first = cards[numbers[0]].direction
    return all(turn_between(cards[i].direction, first, modulo=math.pi) < TURNED for i in numbers)
