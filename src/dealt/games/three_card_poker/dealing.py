"""Three-card Poker dealt hand by hand, so that its tree is small enough to search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from dealt.core.chance import CardByCard
from dealt.games.three_card_poker import exact
from dealt.games.three_card_poker.rules import PLAY
from dealt.games.three_card_poker.state import HAND, LOWEST_RANK

if TYPE_CHECKING:
    from dealt.cards import Deck


class HandByHand(CardByCard):
    """The two hands of Three-card Poker; the dealer's is dealt only if the player plays.

    An outcome is a hand, given by its index in `exact.HANDS`; suits and the rest of the deck do not
    matter. So the whole tree is small enough to search.
    """

    def __init__(self, pack: Deck, replacing: bool) -> None:
        super().__init__(pack, replacing)
        self._model = "independent" if replacing else "deck"
        self.nodes = 2
        self.outcomes = len(exact.HANDS)

    def due(self, dealt: Mapping[int, int], actions: Sequence[int]) -> int | None:
        """The place of the player's or the dealer's hand, if it comes next."""
        is_due = not dealt or len(dealt) == HAND and list(actions) == [PLAY]
        return len(dealt) if is_due else None

    def deck(self, dealt: Mapping[int, int]) -> list[int]:
        """The hands, then the rest of the deck in order; nobody sees it."""
        return self.whole(dealt)

    def chances(self, dealt: Mapping[int, int]) -> list[tuple[int, float]]:
        """Each hand that can come next, and its probability."""
        gone = tuple(card + LOWEST_RANK for card in dealt.values())
        every = exact.all_ways(len(gone), model=self._model)
        ways = [exact.ways(hand, gone, model=self._model) for hand in exact.HANDS]
        return [(place, n / every) for place, n in enumerate(ways) if n]

    def cards(self, outcome: int) -> tuple[int, ...]:
        """The cards of a hand."""
        return tuple(rank - LOWEST_RANK for rank in exact.HANDS[outcome])

    def text(self, outcome: int) -> str:
        """A hand in words."""
        return " ".join(self._pack.faces[card] for card in self.cards(outcome))
