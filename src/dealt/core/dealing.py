"""How chance deals a round, step by step, for programs that search a game's whole tree."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dealt.cards import Deck


class CardByCard:
    """The whole deck dealt before the first action, one card at a time.

    Attributes:
        nodes: number of chance nodes in a round.
        outcomes: the outcomes of a chance node are 0 to outcomes - 1.
    """

    def __init__(self, pack: Deck, replacing: bool) -> None:
        self._pack = pack
        self._replacing = replacing
        self.nodes = len(pack)
        self.outcomes = len(pack.faces)

    def is_due(self, deck: list[int], actions: list[int]) -> bool:
        """Whether the next step is a chance node."""
        return len(deck) < self.nodes

    def chances(self, deck: list[int]) -> list[tuple[int, float]]:
        """Each card that can come next, with its probability."""
        if self._replacing:
            return [(card, 1 / self.outcomes) for card in range(self.outcomes)]
        left = Counter(deck)
        each = [(card, self._pack.copies - left[card]) for card in range(self.outcomes)]
        return [(card, n / (self.nodes - len(deck))) for card, n in each if n]

    def cards(self, outcome: int) -> tuple[int, ...]:
        """The cards that an outcome deals."""
        return (outcome,)

    def whole(self, deck: list[int]) -> list[int]:
        """The complete deck to play with."""
        return deck

    def text(self, outcome: int) -> str:
        """An outcome in words."""
        return self._pack.faces[outcome]
