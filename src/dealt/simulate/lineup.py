"""The lineup of a simulation: the game, its players, options and rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dealt import agents, games
from dealt.agents import Player
from dealt.core.agent import Seat
from dealt.core.match import check_rounds

if TYPE_CHECKING:
    from dealt.core.game import Game

OPTION = "option "  # prefix of the names of options among other settings


@dataclass(frozen=True)
class Lineup:
    """A game and its players: all that results depend on besides seed and number.

    Attributes:
        game: the game.
        players: a computer player for each seat.
        options: the options by name.
        rounds: rounds of a match; None if the game decides.
    """

    game: Game
    players: tuple[Player, ...]
    options: Mapping[str, int]
    rounds: int | None

    @classmethod
    def of(
        cls,
        game: str | Game,
        players: Sequence[Any],
        options: Mapping[str, int | str] | None = None,
        rounds: int | None = None,
    ) -> Lineup:
        """A lineup whose settings have been checked.

        Args:
            game: its name, or a game of your own.
            players: for each seat the name of a computer player, or one of your own, see
                `dealt.agents.own`.
            options: the options by name.
            rounds: rounds of a match; by default the game's own number.

        Raises:
            SetupError: no such players, options or number of them, or fewer than one round.
        """
        game = games.game(game)
        game.check_seats(len(players))
        seated = tuple(Player.of(game, each) for each in players)
        rounds = check_rounds(rounds)
        values = game.option_values(options)
        return cls(game, seated, values, game.match.rounds if rounds is None else rounds)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, by seat, as in reports."""
        return tuple(player.name for player in self.players)

    def seats(self, seed: int) -> list[Seat]:
        """The seats of a match with this seed.

        They share no state with those of another match: an object with a memory begins each match
        anew.

        Raises:
            SetupError: a player cannot be created.
        """
        return agents.seats(self.game, [player.apart() for player in self.players], seed)

    @property
    def is_quick(self) -> bool:
        """Whether no player is slow, see `Player.is_slow`."""
        return not any(player.is_slow for player in self.players)

    def is_over(self, totals: Sequence[int], rounds: int) -> bool:
        """Whether a match is over after this number of rounds."""
        return self.game.is_match_over(totals, rounds, self.rounds, self.options)

    def settings(self) -> dict[str, int | str]:
        """The lineup as plain values, which identify the job in a ledger."""
        settings = {**self.game.called(), "players": ",".join(self.names)}
        settings |= options_told(self.options)
        return settings if self.rounds is None else {**settings, "rounds": self.rounds}


def options_told(options: Mapping[str, int]) -> dict[str, int | str]:
    """The options of a game as settings of a job."""
    return {f"{OPTION}{name}": value for name, value in options.items()}
