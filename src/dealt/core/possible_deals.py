"""Deals that are possible, given what one seat knows: what a search may look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from dealt.core.agent import Action
from dealt.core.chance import HIDDEN, check_seed, new_rng, start

if TYPE_CHECKING:
    from dealt.core.game import Game


class PossibleDeals:
    """Deals that are possible, given what one seat knows; the true one stays hidden.

    Args:
        game: the game.
        state: of the true deal.
        seat: which one.
        history: what has been done in the round, and by which seat.
        seat_people: seats people at a table with another state.
    """

    def __init__(
        self,
        game: Game,
        state: Any,
        seat: int,
        history: Sequence[tuple[int, Action]],
        seat_people: Callable[[Any], Any],
    ) -> None:
        self._game = game
        self._state = state
        self._seat = seat
        self._history = history
        self._seat_people = seat_people

    def __repr__(self) -> str:
        return f"<deals that are possible for seat {self._seat} of {self._game.title}>"

    @property
    def past(self) -> list[tuple[int, int]]:
        """The round so far as the seat heard of it; see `Deals`."""
        words_of = self._game.wording.public_text
        return [
            (actor, action.id if actor == self._seat or words_of(action.id) == action.text else -1)
            for actor, action in self._history
        ]

    @property
    def heard(self) -> list[str]:
        """The words of each action of the round so far as the seat heard them."""
        words_of = self._game.wording.public_text
        return [
            action.text if actor == self._seat else words_of(action.id)
            for actor, action in self._history
        ]

    def one(self, seed: int) -> Any:
        """A plain state with everything the seat cannot know dealt again; see `Deals`."""
        rng, deal = new_rng(), self._state.copy()
        start(rng, check_seed(seed), 0, HIDDEN)
        self._game.rules.redeal(deal, self._seat, rng)
        return deal

    def table(self, seed: int) -> Any:
        """A table at which such a deal is played on, by people; see `Deals`."""
        return self._seat_people(self.one(seed))
