"""Shared by the adapters: the rounds of a match as an environment needs them, and rewards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from dealt import games
from dealt.core.agent import Seat
from dealt.core.chance import check_seed, deck_of
from dealt.core.table import Table
from dealt.errors import SetupError
from dealt.extras import not_installed

if TYPE_CHECKING:
    from dealt.core.game import Game

Options = Mapping[str, int | str]

SEEDS = 1 << 62  # seeds that adapters draw for rounds and players are below it


def missing(library: str, extra: str) -> SetupError:
    """The error raised if an adapter's library is not installed."""
    return SetupError(not_installed(library, extra))


def as_game(game: str | Game) -> Game:
    """The game, given as a name or as a game."""
    return games.game(game) if isinstance(game, str) else game


def worst_reward(game: Game) -> int:
    """The lowest possible reward of a round."""
    return min(map(game.worth, game.sizes.score_bounds))


class Rounds:
    """The rounds of a match, one after the other.

    Args:
        game: its name or a game of your own.
        seats: number of seats; by default the smallest the game allows.
        options: options of the game by name.
        rounds: number of rounds in the match.

    Attributes:
        seated: the players from the next round on; by default people called `seat 0` and so on.
        table: the current round.
        s: its plain state.

    Raises:
        SetupError: no such game, seats, options or rounds.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Options | None = None,
        rounds: int = 1,
    ) -> None:
        self.game = as_game(game)
        self.seats = self.game.seats[0] if seats is None else seats
        self.game.check_seats(self.seats)
        self.options = self.game.option_values(options or {})
        if rounds < 1:
            raise SetupError(f"{rounds} rounds; at least one is needed")
        self.rounds = rounds
        self.seated = [Seat(f"seat {seat}") for seat in range(self.seats)]
        self.s: Any = None
        self.table: Table
        self._seed = self._number = 0
        self._make_room()

    def _make_room(self) -> None:
        """Room for a deck and for open actions, used again and again."""
        self._dealer = self.game.dealer(self.seats, self.options)
        self._out = [0] * self.game.sizes.actions

    def __getstate__(self) -> dict[str, Any]:
        """What a copy takes over."""
        return {name: each for name, each in vars(self).items() if name not in ("_dealer", "_out")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Go on from the state of another match."""
        vars(self).update(state)
        self._make_room()

    def start(self, seed: int) -> None:
        """Deal the first round of a match.

        Args:
            seed: determines all decks; round n has the same deck in every match with this seed.
        """
        self._seed, self._number = check_seed(seed), 0
        self._deal(None)

    def next_round(self) -> None:
        """Deal the round after a finished one."""
        self._number += 1
        self._deal(self.s)

    def _deal(self, before: Any) -> None:
        self.s = self.game.fresh(self.seats, self.options)
        if before is not None:
            self.game.rules.carry_over(self.s, before)
        deck_of(self._dealer, self._seed, self._number)
        self.game.rules.deal(self.s, self._dealer.deck)
        self.table = Table(self.game, self.seated, self.s)

    @property
    def turn(self) -> int:
        """The seat to move."""
        turn: int = self.s.turn
        return turn

    @property
    def round_is_over(self) -> bool:
        """Whether the current round has ended."""
        return self.game.rules.is_over(self.s)

    @property
    def is_over(self) -> bool:
        """Whether the last round has ended."""
        return self._number + 1 >= self.rounds and self.round_is_over

    def open_actions(self) -> list[int]:
        """The ids of the open actions, ascending."""
        return self._out[: self.game.rules.legal(self.s, self._out)]

    def mask(self, seat: int) -> np.ndarray[Any, np.dtype[np.int8]]:
        """1 for each action that `seat` may play now, int8 [action]; all 0 when not its turn."""
        mask = np.zeros(self.game.sizes.actions, np.int8)
        if seat == self.turn:
            mask[self.open_actions()] = 1
        return mask

    def observation(self, seat: int) -> np.ndarray[Any, np.dtype[np.int32]]:
        """What `seat` may know, int32 [number]; see `observe` in the rules of the game."""
        numbers = [0] * self.game.sizes.observation
        self.game.rules.observe(self.s, seat, numbers)
        return np.array(numbers, np.int32)

    def rewards(self) -> list[int]:
        """The points of a finished round by seat, negated if the fewest win."""
        points = [0] * self.seats
        self.game.rules.score(self.s, points)
        return [self.game.worth(x) for x in points]

    def play(self, action: int) -> None:
        """Play an action of the seat to move.

        Raises:
            ParseError: no action has this id.
            IllegalAction: it is not open; nothing has changed.
        """
        self.table.repeat(self.table.read(action))
