"""Lower confidence where a photo is hard to read, which the networks do not notice themselves.

The networks are sure of a mark that looks much like those they learnt from.  But small marks are
often blots: clubs of one deck look like spades of another, and so do all of them on the same photo.
So a card is more doubtful the smaller its marks are, and the more the other cards of its colour
waver between suits.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from dealt.vision.cards import FAINT, SeenCard

OTHER = {"C": "S", "S": "C", "D": "H", "H": "D"}  # the other suit of the colour
LOW = 32.0  # pixels: marks that are lower are trusted less
LOWER = 4.5  # logarithm of the odds lost where they are lower by a factor of e
# how much it counts that other cards of the colour waver, and the mean chance of another suit at
# which that begins: where theirs is 0.02, odds are lost by a factor of 2 to the power of 0.4
WAVERING, LITTLE = 0.4, 0.02


def with_caution(cards: Sequence[SeenCard]) -> list[SeenCard]:
    """The cards of a photo, with lower confidence where it is hard to read; faces do not change."""
    waver = [None if card.hides_suit else _wavering(card) for card in cards]
    cards_out = []
    for number, card in enumerate(cards):
        beside = [
            chance
            for i, chance in enumerate(waver)
            if i != number and chance is not None and _alike(card, cards[i])
        ]
        mean = sum(beside) / len(beside) if beside else 0.0
        height = max(mark.height for mark in card.marks)
        lost = WAVERING * math.log1p(mean / LITTLE) + LOWER * max(0.0, math.log(LOW / height))
        sure = 1 / (1 + (1 / card.confidence - 1) * math.exp(lost)) if card.confidence > 0 else 0.0
        # what is no card for that reason alone was read all the same
        cards_out.append(replace(card, confidence=max(sure, min(card.confidence, FAINT))))
    return cards_out


def _wavering(card: SeenCard) -> float:
    """How likely the other suit of its colour is, 0 to 1; at most 0.5 if its suit shows."""
    own, other = card.chance(card.face), card.chance(card.face[0] + OTHER[card.face[1]])
    return other / (own + other) if own + other > 0 else 0.0


def _alike(card: SeenCard, other: SeenCard) -> bool:
    """Whether two cards are of one colour."""
    return other.face[1] in (card.face[1], OTHER[card.face[1]])
