"""From groups to melds: groups split, joined and confirmed by the rules of a game.

Melds are defined by `dealt.core.melding` alone.  On a crowded table two melds can touch, and one
meld can have a gap.  So a group is split if only its parts are sequences, and two groups in line
are joined if they form one.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from dealt.core.melding import CANASTA, Melding
from dealt.vision.cards import SeenCard
from dealt.vision.geometry import CARD_SHAPE, turn_between
from dealt.vision.groups import TURNED, Group, Pile, in_order, main_direction, pile_on
from dealt.vision.reading import Reading
from dealt.vision.sequences import LikelyMeld, sequence_of

ILLEGAL = 0.02  # the share of illegal melds among those that people lay down
_LONE_ON_A_SIDE = 0.15  # least chance of a visible pile under a lone card
NEAR = 1.6  # the largest distance of parts of one meld, in heights of a card
# cards of one meld laid side by side: the longest step, in cards, the largest offset, in heights of
# a card, and the largest difference in direction, in radians
BESIDE, IN_LINE, ALIKE = 1.5, 0.2, 0.2
_LAID_OPEN = 4  # this many tops of piles that form a sequence are cards laid open


@dataclass(frozen=True)
class _SeenMeld:
    """Cards that lie together on a table.

    Attributes:
        numbers: their numbers in the reading, in order.
        cards: the same cards, their faces corrected by the meld as far as plausible.
        sequence: the most probable meld; None for a pile and for fewer than three cards.
        pile: the pile with this card on top; None if the cards are laid open.
        is_visible: whether the photo shows a pile; other single cards may be the top of one, too.
    """

    numbers: tuple[int, ...]
    cards: tuple[SeenCard, ...]
    sequence: LikelyMeld | None
    pile: Pile | None = None
    is_visible: bool = True


def melds_of(reading: Reading, melding: Melding = CANASTA) -> list[_SeenMeld]:
    """The melds and piles of a photo of a table; each card that lies apart is separate."""
    return _Table(reading, melding).melds()


class _Table:
    """The cards of a photo, and the search for melds among them.

    Cards are given by their numbers in the reading.
    """

    def __init__(self, reading: Reading, melding: Melding) -> None:
        self.cards, self.groups, self.piles = reading.cards, reading.groups, reading.piles
        self.melding = melding

    def melds(self) -> list[_SeenMeld]:
        """The melds and piles, in the order of their first cards."""
        melds, cards = [], self.cards
        pile_of = {pile.card: pile for pile in self.piles}
        tops = [[each.cards[0]] for each in self.groups if each.kind == "pile"]
        tops = [[top] for (top,) in tops if not cards[top].unread]
        # many piles whose tops form a sequence are rather cards side by side
        chains = [line for line in self._lined_up(tops) if len(line) >= _LAID_OPEN]
        laid_open = {i for line in chains for i in line}
        for group in self.groups:
            if group.kind != "pile":
                chains += self._chains_in(group)
            elif (top := group.cards[0]) not in laid_open:
                melds.append(_SeenMeld((top,), (cards[top],), None, pile_of[top]))
        straight = main_direction(cards, self.groups)
        for chain in self._with_unread(self._joined(self._lined_up(chains))):
            meld = self._meld(chain)
            if len(chain) == 1 and self._may_top_a_pile(meld.cards[0]):
                pile = pile_on(cards, chain[0], straight)
                meld = replace(meld, pile=pile, is_visible=meld.cards[0].pile > _LONE_ON_A_SIDE)
            melds.append(meld)
        return sorted(melds, key=lambda meld: min(meld.numbers))

    def _chains_in(self, group: Group) -> list[list[int]]:
        """The cards of a group laid open that may be melds; those that lie apart are alone."""
        apart = [i for i in group.cards if self._is_apart(i)]
        others = [i for i in group.cards if i not in apart and not self.cards[i].unread]
        # a doubtful card that would lie apart, but completes a run, belongs to it
        torn = [i for i in group.cards if i in others or (i in apart and self.cards[i].doubtful)]
        if others and not self._can_be(others) and self._can_be(torn):
            others, apart = torn, [i for i in apart if i not in torn]
        return [[i] for i in apart] + (self._parted(others) if others else [])

    def _with_unread(self, chains: Sequence[list[int]]) -> list[list[int]]:
        """The chains with unread cards added, each to the chain of its nearest neighbour.

        Cards that lie apart do not count as neighbours.
        """
        chains_left = [list(chain) for chain in chains]
        for group in self.groups:
            unread = [i for i in group.cards if self.cards[i].unread]
            readable = [i for i in group.cards if i not in unread and not self._is_apart(i)]
            if not unread or group.kind == "pile":
                continue
            if not readable:
                chains_left.append(unread)
                continue
            for i in unread:
                beside = min(readable, key=lambda j: self._step(i, j))
                chain = next(each for each in chains_left if beside in each)
                chain[:] = in_order(self.cards, [*chain, i])
        return chains_left

    def _is_apart(self, number: int) -> bool:
        """Whether a card was read as one that lies apart from all melds."""
        card = self.cards[number]
        return not card.unread and card.face in self.melding.apart

    def _may_top_a_pile(self, card: SeenCard) -> bool:
        """Whether there may be a meld under a card that lies alone."""
        return card.unread or self.melding.can_become([card.face], 0)

    def _meld(self, numbers: Sequence[int]) -> _SeenMeld:
        """A meld with its faces corrected, as far as plausible."""
        members = [self.cards[i] for i in numbers]
        sequence = sequence_of(members, self.melding)
        if sequence is not None and sequence.allowed:
            members = [
                card
                if card.face == face
                else card.with_face(face, card.presence * card.chance(face))
                for card, face in zip(members, sequence.faces, strict=True)
            ]
            members = [
                card if card.unread else self._confirmed(members, place)
                for place, card in enumerate(members)
            ]
        return _SeenMeld(tuple(numbers), tuple(members), sequence)

    def _confirmed(self, members: Sequence[SeenCard], place: int) -> SeenCard:
        """A card of a legal meld, surer if no other face would make one as well."""
        card = members[place]
        faces = [each.face for each in members]
        weight = 0.0
        for face, chance in card.alternatives:
            if face != card.face:
                faces[place] = face
                weight += chance * (1.0 if self.melding.form(faces) else ILLEGAL)
        own = card.chance(card.face)
        if own <= 0:
            return card
        return replace(card, confidence=max(card.confidence, card.presence * own / (own + weight)))

    def _parted(self, numbers: Sequence[int]) -> list[list[int]]:
        """A group in two or more melds, if it is not a sequence and they all are; else as it is."""
        last, shortest = len(numbers), self.melding.shortest

        @cache  # without it twenty cards take seconds
        def can_be(first: int, end: int) -> bool:
            return self._can_be(numbers[first:end])

        @cache
        def parted(first: int) -> list[list[int]]:
            whole = [list(numbers[first:])]
            if last - first < 2 * shortest or can_be(first, last):
                return whole
            ways = []
            for cut in range(first + shortest, last - shortest + 1):
                if can_be(first, cut) and all(self._can_be(part) for part in parted(cut)):
                    parts = [list(numbers[first:cut]), *parted(cut)]
                    ways.append((self._step(numbers[cut - 1], numbers[cut]), parts))
            return max(ways, key=lambda way: way[0])[1] if ways else whole

        return parted(0)

    def _can_be(self, numbers: Sequence[int]) -> bool:
        """Whether cards can plausibly be a sequence."""
        sequence = sequence_of([self.cards[i] for i in numbers], self.melding)
        return sequence is not None and sequence.allowed

    def _is_meld(self, numbers: Sequence[int]) -> bool:
        """Whether cards as they were read are a meld."""
        return self.melding.form([self.cards[i].face for i in numbers]) is not None

    def _step(self, one: int, other: int) -> float:
        """How far apart two cards lie, in heights of a card."""
        (x, y), (u, v) = self.cards[one].middle, self.cards[other].middle
        high = (self.cards[one].height + self.cards[other].height) / 2
        return math.hypot(u - x, v - y) / max(high, 1.0)

    def _lined_up(self, groups: Sequence[list[int]]) -> list[list[int]]:
        """The groups, with short ones in line joined if they form a sequence.

        Cards of one meld can be laid side by side, so that none covers another.
        """
        lines = [list(group) for group in groups]
        for lengthwise in (False, True):
            left = [group for group in lines if self._is_short(group)]
            while left:
                line = [left.pop()]
                for group in line:
                    near = [e for e in left if self._beside(group, e, lengthwise=lengthwise)]
                    left = [each for each in left if each not in near]
                    line += near
                for joined in self._sequences_in(line):
                    lines = [group for group in lines if not set(group) <= set(joined)] + [joined]
        return lines

    def _is_short(self, numbers: Sequence[int]) -> bool:
        """Whether cards are too few for a meld, and none of them lies apart."""
        return len(numbers) < self.melding.shortest and not any(map(self._is_apart, numbers))

    def _beside(self, one: Sequence[int], other: Sequence[int], *, lengthwise: bool) -> bool:
        """Whether cards of two groups are neighbours in one line, end to end or side by side."""
        for a, b in itertools.product(one, other):
            card, beside = self.cards[a], self.cards[b]
            (x, y), (u, v) = card.middle, beside.middle
            high, down = (card.height + beside.height) / 2, card.direction
            along = abs((u - x) * math.sin(down) + (v - y) * math.cos(down)) / max(high, 1.0)
            across = abs((u - x) * math.cos(down) - (v - y) * math.sin(down)) / max(high, 1.0)
            step, off = (along, across) if lengthwise else (across / CARD_SHAPE, along)
            turn = turn_between(down, beside.direction, modulo=math.pi)
            if step < BESIDE and off < IN_LINE and turn < ALIKE:
                return True
        return False

    def _sequences_in(self, line: Sequence[list[int]]) -> list[list[int]]:
        """The longest sequences that neighbouring groups in a line are together."""
        order = in_order(self.cards, [i for group in line for i in group])
        groups = sorted(line, key=lambda group: min(order.index(i) for i in group))
        for many in range(len(groups), 1, -1):
            for first in range(len(groups) - many + 1):
                joined = [i for group in groups[first : first + many] for i in group]
                if self._is_meld(joined):
                    return [
                        *self._sequences_in(groups[:first]),
                        in_order(self.cards, joined),
                        *self._sequences_in(groups[first + many :]),
                    ]
        return []

    def _joined(self, groups: Sequence[list[int]]) -> list[list[int]]:
        """The groups, with short ones joined to near ones if they form a sequence."""
        joined = [list(group) for group in groups]
        while True:
            ways = []
            for one, other in itertools.combinations(range(len(joined)), 2):
                if min(len(joined[one]), len(joined[other])) >= self.melding.shortest:
                    continue
                both = joined[one] + joined[other]
                if any(map(self._is_apart, both)):
                    continue
                near = min(self._step(a, b) for a in joined[one] for b in joined[other])
                if near < NEAR and self._alike(both) and self._is_meld(both):
                    ways.append((near, one, other))
            if not ways:
                return joined
            _, one, other = min(ways)
            joined[one] = in_order(self.cards, joined[one] + joined.pop(other))

    def _alike(self, numbers: Sequence[int]) -> bool:
        """Whether cards have about the same direction."""
        directions = [self.cards[i].direction for i in numbers]
        return all(turn_between(d, directions[0], modulo=math.pi) < TURNED for d in directions)
