"""Who plays what in a simulation, and how it is written in the settings of a job."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dealt import agents
from dealt.errors import SetupError

if TYPE_CHECKING:
    from dealt.core.game import Game

OPTION = "option "  # begins the names of options among other settings


@dataclass(frozen=True)
class Lineup:
    """Who plays what: all that the results depend on besides seed and number.

    Attributes:
        game: the game.
        players: a computer player for each seat, by name.
        options: the options by name.
        rounds: rounds of a match; None: the game's own number.
    """

    game: Game
    players: tuple[str, ...]
    options: Mapping[str, int]
    rounds: int | None

    @classmethod
    def of(
        cls,
        game: Game,
        players: Sequence[str],
        options: Mapping[str, int | str] | None = None,
        rounds: int | None = None,
    ) -> Lineup:
        """A lineup whose settings have been checked.

        Raises:
            SetupError: no such players, options or number of them, or fewer than one round.
        """
        game.check_seats(len(players))
        for name in players:
            agents.check_bot(game, name)
        if rounds is not None and rounds < 1:
            raise SetupError("{given} rounds: at least one is needed", given=rounds)
        values = game.option_values(options or {})
        return cls(game, tuple(players), values, game.match.rounds if rounds is None else rounds)

    def is_over(self, totals: Sequence[int], rounds: int) -> bool:
        """Whether a match is over after this number of rounds."""
        if self.rounds is not None:
            return rounds >= self.rounds
        over = self.game.match.match_is_over
        return over is not None and over(totals, rounds, self.options)

    def settings(self) -> dict[str, int | str]:
        """The lineup as plain values, for jobs."""
        settings = {**self.game.called(), "players": ",".join(self.players)}
        settings |= options_told(self.options)
        return settings if self.rounds is None else {**settings, "rounds": self.rounds}


def options_told(options: Mapping[str, int]) -> dict[str, int | str]:
    """The options of a game, to be put among other settings."""
    return {f"{OPTION}{name}": value for name, value in options.items()}


def options_in(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The options that `options_told` put there."""
    options = {name: value for name, value in settings.items() if name.startswith(OPTION)}
    return {name.removeprefix(OPTION): value for name, value in options.items()}
