"""What the networks see on a photo: the corner marks of cards, a rank above a suit.

A card shows its mark in two corners, or in all four.  Each mark is seen separately; which marks
belong to one card, and which cards lie together, is derived from them (`dealt.vision.cards`).
"""

from __future__ import annotations

from dataclasses import dataclass

from dealt.cards import RANKS

SUITS = "CDHS"  # the order of `Mark.suit`

Point = tuple[float, float]
Outline = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class Mark:
    """One corner mark of one card, as the networks see it.

    All positions are in pixels of the photo, x to the right, y downwards.

    Attributes:
        x, y: the middle of the mark, rank and suit together.
        height: from the top of the rank to the bottom of the suit.
        angle: the direction from rank to suit, in radians: 0 points down the photo, a positive one
            leans towards +x, so the direction is (sin angle, cos angle).
        outline: the four corners of the card where the network expects them: the upper left one
            when the mark is upright, then clockwise.
        left: chance that the mark is in the upper left corner of its card, seen upright; otherwise
            it is in the upper right one, like two of four marks.
        certainty: chance that there is a mark here at all.
        rank: chances of the ranks, in the order of `dealt.cards.RANKS`; they sum to 1.
        suit: chances of the suits, in the order of `SUITS`; they sum to 1.
        peak: the finder's own estimate that there is a mark, 0 to 1.
    """

    x: float
    y: float
    height: float
    angle: float
    outline: Outline
    left: float
    certainty: float
    rank: tuple[float, ...]
    suit: tuple[float, ...]
    peak: float = 0.0

    def chance(self, card: str) -> float:
        """The chance that the mark is there and shows a card, such as `TH`."""
        face = self.rank[RANKS.index(card[0])] * self.suit[SUITS.index(card[1])]
        return self.certainty * face

    @property
    def face(self) -> str:
        """The likeliest card."""
        rank = max(range(len(RANKS)), key=self.rank.__getitem__)
        suit = max(range(len(SUITS)), key=self.suit.__getitem__)
        return RANKS[rank] + SUITS[suit]

    @property
    def middle(self) -> Point:
        """The middle of the card where the network expects it."""
        return sum(x for x, _ in self.outline) / 4, sum(y for _, y in self.outline) / 4
