"""No face appears more often than there are packs, and more than two packs are rare.

So if a face was read three times, one of the cards is another: the one that fits another face best.
The face that its marks alone suggest stays among its alternatives, and it is flagged for checking,
as are the other doubtful ones.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from dealt.vision.cards import SeenCard
from dealt.vision.fitting import MOST_FITTED

PACKS = 2  # that lie on a table where nobody says how many
MORE_PACKS = 0.03  # odds that a photo shows more
LIKELY = 0.35  # chance of another face with which a card is told as that; of three alike none is
LEAST_ODDS = 1e-4  # that a card is not what it was read as, whatever the networks say


@dataclass(frozen=True)
class _Doubt:
    """How a card may not be what it was read as.

    Attributes:
        card: its number.
        face: the likeliest other face that there is room for; its own where there is none.
        other: odds of that face against the one that was read.
        nothing: odds that there is no card of its own.
    """

    card: int
    face: str
    other: float
    nothing: float

    @property
    def odds(self) -> float:
        """Odds that it is not what it was read as."""
        return self.other + self.nothing


def within_packs(cards: Sequence[SeenCard], packs: int = PACKS) -> list[SeenCard]:
    """The cards, with each face at most as often as there are packs.

    If that is very unlikely there are more packs, and the cards are not changed.

    Args:
        cards: cards of a photo, none of them inferred.
        packs: number of packs in play.
    """
    cards_out = list(cards)
    count = Counter(card.face for card in cards)
    often = {face: n - packs for face, n in count.items() if n > packs}
    misread = sum(
        n * math.log(sum(doubt.odds for doubt in _doubts(cards, face, count, packs)))
        for face, n in often.items()
    )
    if misread < math.log(MORE_PACKS):
        return cards_out
    for face, n in often.items():
        corrected: set[int] = set()
        for _ in range(n):
            doubts = [
                each
                for each in _doubts(cards_out, face, count, packs)
                if each.card not in corrected
            ]
            most = max(doubts, key=lambda doubt: doubt.odds)
            # networks have it right nearly always where they doubt little: doubts count squared
            total = MORE_PACKS**2 + sum(doubt.odds**2 for doubt in doubts)
            for doubt in doubts:
                change = _renamed if doubt is most else _doubted
                cards_out[doubt.card] = change(cards_out[doubt.card], doubt, doubt.odds**2 / total)
            corrected.add(most.card)
            count[cards_out[most.card].face] += 1
    return cards_out


def _doubts(cards: Sequence[SeenCard], face: str, count: Counter[str], packs: int) -> list[_Doubt]:
    """How each card that was read as a face may not be it, where faces are there so often."""
    doubts = []
    for number, card in enumerate(cards):
        if card.face != face:
            continue
        room = [(chance, other) for other, chance in card.alternatives if count[other] < packs]
        chance, other = max(room, default=(0.0, face))
        odds = max(chance / max(card.chance(face), LEAST_ODDS), LEAST_ODDS)
        doubts.append(
            _Doubt(number, other, odds, (1 - card.presence) / max(card.presence, LEAST_ODDS))
        )
    return doubts


def _renamed(card: SeenCard, doubt: _Doubt, chance: float) -> SeenCard:
    """A card that was read wrongly with such a chance, as another if that is likely enough."""
    other = chance * doubt.other / doubt.odds
    if other < LIKELY:
        return _doubted(card, doubt, chance)
    return card.with_face(doubt.face, min(card.presence * other, MOST_FITTED))


def _doubted(card: SeenCard, doubt: _Doubt, chance: float) -> SeenCard:
    """A card that was read wrongly with such a chance, or is none."""
    presence = card.presence * (1 - chance * doubt.nothing / doubt.odds)
    return replace(card, presence=presence, confidence=card.confidence * (1 - chance))
