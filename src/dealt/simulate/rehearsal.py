"""A few plain rounds of a game of your own, before its compiled rules are trusted.

Compiled code does not check numbers: an invalid id, an array that is too short or a round that
never ends gives plausible figures, or none at all.  Plain play reveals them.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dealt import agents, games
from dealt.agents.random import RandomAgent
from dealt.core.agent import AnyAgent, Searcher, Seat
from dealt.core.match import Match
from dealt.errors import DealtError, SetupError
from dealt.language import Phrase

if TYPE_CHECKING:
    from dealt.core.game import Game
    from dealt.core.table import Table as Round
    from dealt.simulate.lineup import Lineup

ROUNDS = 3
PATIENCE = 10  # so many times the most decisions that the game says, whatever the options
HOUSE = Path(__file__).parent.parent  # of this package
PYTHON = Path(traceback.__file__).parent  # its own library


def rehearse(lineups: Iterable[Lineup]) -> None:
    """Play the first rounds of lineups, unless their game belongs to this package.

    Raises:
        SetupError: something is wrong with the game; one line says what.
    """
    for lineup in lineups:
        if not games.is_of_package(lineup.game):
            try:
                trial(lineup)
            except SetupError as error:
                raise SetupError(
                    "a trial round of {game}: {wrong}", game=lineup.game.name, wrong=error
                ) from error.__cause__


def trial(lineup: Lineup) -> None:
    """Play the first rounds of one lineup plainly, even if its game belongs to this package.

    Args:
        lineup: random players replace those that search.

    Raises:
        SetupError: something is wrong with the game; one line says what.
    """
    game = lineup.game
    seats = [
        Seat(f"{name} {seat + 1}", _quick(game, name, seat))
        for seat, name in enumerate(lineup.players)
    ]
    try:
        match = Match(game, seats, seed=1, rounds=ROUNDS, options=dict(lineup.options))
        for number in range(ROUNDS):
            _play(game, match.next_round() if number else match.table)
    except DealtError as error:
        raise SetupError(error) from None
    except Exception as error:  # whatever somebody else's rules run into
        raise SetupError(what_was_raised(error)) from error


def _play(game: Game, table: Round) -> None:
    """One round, its numbers held to what the game says of them."""
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


def _quick(game: Game, name: str, seat: int) -> AnyAgent:
    """The computer player that is called so; a random one for those that take their time."""
    player = agents.bot(game, name, seat)
    return RandomAgent(seat) if player is None or isinstance(player, Searcher) else player


def what_was_raised(error: Exception) -> Phrase:
    """What the game's own code raised, and where in its files.

    Args:
        error: any error except those of this package, which explain themselves.

    Returns:
        A clause with the type of the error, its text, the file and the line.
    """
    error_text = " ".join(f"{type(error).__name__}: {error}".split())
    return Phrase("{what}, at {place}", {"what": error_text, "place": _place(error)})


def _place(error: Exception) -> str:
    """The last line of somebody's own, or of a game of this package: `rules.py:67`."""
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if _is_own(frame.filename)
    ]
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"


def _is_own(file: str) -> bool:
    """Whether a file is neither Python's nor of this package, but for its games."""
    path = Path(file)
    if path.is_relative_to(HOUSE):
        return path.is_relative_to(HOUSE / "games")
    return not path.is_relative_to(PYTHON) or "site-packages" in path.parts
