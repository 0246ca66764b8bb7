"""The lineup of a simulation, and its rehearsal in a few plain rounds.

Compiled code does not check numbers: an invalid id, an array that is too short or an endless round
gives plausible figures, or none at all.  Plain play of a game or a player of your own reveals such
mistakes before its code is compiled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dealt import agents, games
from dealt.agents import Player
from dealt.agents.random import RandomAgent
from dealt.core.agent import AnyAgent, Seat
from dealt.core.match import Match, check_rounds
from dealt.errors import DealtError, PlayerError, SetupError
from dealt.own_code import contained, what_was_raised

if TYPE_CHECKING:
    from dealt.core.game import Game
    from dealt.core.table import Table as Round

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
        seated = tuple(Player.from_source(game, each) for each in players)
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
        without it.

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
        settings |= options_told(self.options) | agents.versions(self.players)
        return settings if self.rounds is None else {**settings, "rounds": self.rounds}


def options_told(options: Mapping[str, int]) -> dict[str, int | str]:
    """The options of a game as settings of a job."""
    return {f"{OPTION}{name}": value for name, value in options.items()}


ROUNDS = 3
PATIENCE = 10  # the longest trial round, in multiples of the game's `most_decisions`


def rehearse(lineups: Iterable[Lineup]) -> None:
    """Play the first rounds of lineups that have a game or a compiled player of your own.

    Raises:
        SetupError: something is wrong with the game; one line says what.
        PlayerError: a player fails, or chooses an action that is not open.
    """
    for lineup in lineups:
        if not games.is_of_package(lineup.game) or any(map(_is_rule, lineup.players)):
            try:
                trial(lineup)
            except PlayerError:
                raise
            except DealtError as error:
                raise SetupError(
                    "a trial round of {game}: {wrong}", game=lineup.game.name, wrong=error
                ) from error.__cause__


def _is_rule(player: Player) -> bool:
    """Whether a player is your own and will be compiled with the rules."""
    return player.is_own and not player.is_slow


def trial(lineup: Lineup) -> None:
    """Play the first rounds of one lineup plainly, even if its game belongs to this package.

    Args:
        lineup: random players replace those that search.

    Raises:
        DealtError: something is wrong with the game or a player; one line says what.
    """
    game = lineup.game
    seats = [
        Seat(f"{player.name} {seat + 1}", _quick(player, seat))
        for seat, player in enumerate(lineup.players)
    ]
    try:
        with contained:
            match = Match(game, seats, seed=1, rounds=ROUNDS, options=dict(lineup.options))
            for number in range(ROUNDS):
                _play(game, match.next_round() if number else match.table)
    except DealtError:
        raise
    except Exception as error:  # of rules that are not ours
        raise SetupError(what_was_raised(error)) from error


def _play(game: Game, table: Round) -> None:
    """Play one round, checking its numbers against the game's declarations."""
    decisions = 0
    while not table.is_over:
        s = table._state
        out = [0] * game.sizes.actions
        ids = out[: game.rules.legal(s, out)]
        for seat in range(len(table.seats)):
            game.rules.observe(s, seat, [0] * game.sizes.observation)
        check_open(game, ids)
        table.step()
        decisions += 1
        if decisions > PATIENCE * game.sizes.most_decisions:
            raise SetupError("a round goes on after {n} decisions; see most_decisions", n=decisions)
    check_points(game, table.scores.values())


def check_open(game: Game, ids: Sequence[int]) -> None:
    """Raise SetupError if a round goes on without a valid open action."""
    if not ids:
        raise SetupError("nothing is open, and the round is not over")
    unknown = [number for number in ids if not 0 <= number < game.sizes.actions]
    if unknown:
        raise SetupError(
            "action {n} is open; there are 0 to {last}", n=unknown[0], last=game.sizes.actions - 1
        )


def check_points(game: Game, points: Iterable[int]) -> None:
    """Raise SetupError if a seat's points are not a whole number within the bounds."""
    least, most = game.sizes.score_bounds
    for seat, each in enumerate(points):
        if type(each) is not int or not least <= each <= most:
            raise SetupError(
                "seat {seat} has {points} points; score_bounds are {least} and {most}",
                seat=seat, points=repr(each), least=least, most=most,
            )  # fmt: skip


def _quick(player: Player, seat: int) -> AnyAgent:
    """The computer player, or a random one in place of a slow one."""
    return RandomAgent(seat) if player.is_slow else player.agent(seat)
