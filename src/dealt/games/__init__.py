"""The registry: one row per game; a game is imported when it is asked for."""

from functools import cache
from importlib import import_module

from dealt.core.game import Game
from dealt.errors import SetupError

# name of the game: its package
ROWS = {
    "penney": "dealt.games.penney",
    "three-card-poker": "dealt.games.three_card_poker",
    "mason-rummy": "dealt.games.mason_rummy",
    "president": "dealt.games.president",
    "tranca": "dealt.games.tranca",
}


@cache
def game(name: str) -> Game:
    """The game called `name`, `mason-rummy` or `mason_rummy`.

    Raises:
        SetupError: there is no such game.
    """
    row = name.lower().replace("_", "-").replace(" ", "-")
    if row not in ROWS:
        raise SetupError(f"no game {name!r}; there are {', '.join(ROWS)}")
    found: Game = import_module(ROWS[row]).GAME
    return found


def games() -> tuple[Game, ...]:
    """All games."""
    return tuple(game(name) for name in ROWS)
