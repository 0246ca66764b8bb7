"""Games and players of one's own, offered while a test runs and not afterwards."""

import contextlib
import sys

from dealt import agents, games

LEDUC = "examples.leduc:GAME"
EIGHTS = "examples.crazy_eights:GAME"


@contextlib.contextmanager
def offered(*places):
    """Games at `module:NAME` among those that are offered; gives them.

    Afterwards none is, whatever was added meanwhile.
    """
    before = [*sys.path]
    try:
        yield [games.add(place) for place in places]
    finally:
        games.ADDED.clear()
        games.registered.cache_clear()
        sys.path[:] = before  # `game` puts the current folder there


@contextlib.contextmanager
def offered_players(**players):
    """Players of one's own among the levels of games: `president="tests.players:Dice"`."""
    agents.OFFERED.clear()
    try:
        for game, address in players.items():
            agents.offer(games.game(game), address)
        yield
    finally:
        agents.OFFERED.clear()
