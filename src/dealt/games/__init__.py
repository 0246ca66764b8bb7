"""The registry: one row per game; a game is imported when it is asked for.

Games of one's own come in two ways: an installed package names them as entry points of the group
`dealt.games`, and `module:NAME` is the game of that name in a module.
"""

import sys
from dataclasses import replace
from functools import cache
from importlib import import_module

from dealt.core.game import Game
from dealt.core.soundness import check_game
from dealt.errors import SetupError
from dealt.language import say

# name of the game: its package
ROWS = {
    "penney": "dealt.games.penney",
    "three-card-poker": "dealt.games.three_card_poker",
    "mason-rummy": "dealt.games.mason_rummy",
    "president": "dealt.games.president",
    "tranca": "dealt.games.tranca",
}
GROUP = "dealt.games"


def game(name: str) -> Game:
    """The game called `name`, or the one that stands at `module:NAME`.

    A module can be anywhere where Python finds it, the current folder included.  The game's name
    is then `module:NAME`, so that records and workers find it, too.

    Raises:
        SetupError: there is no such game.
    """
    if ":" not in name:
        return registered(name)
    if "" not in sys.path:
        sys.path.insert(0, "")  # the current folder
    return _named(name, name)


@cache
def registered(name: str) -> Game:
    """The game called `name`, `mason-rummy` or `mason_rummy`, of this package or an installed one.

    For names that come from strangers: nothing else is imported.

    Raises:
        SetupError: there is no such game.
    """
    row = _row(name)
    if row in ROWS:
        found: Game = import_module(ROWS[row]).GAME
        return found
    installed = _installed()
    if row in installed:
        return _named(row, installed[row])
    known = ", ".join([*ROWS, *installed])
    wrong = say(
        "no game {name}; there are {known}, and your own as module:NAME",
        name=repr(name), known=known,
    )  # fmt: skip
    raise SetupError(wrong)


def is_of_package(game: Game) -> bool:
    """Whether a game is one of this package's."""
    return game.name in ROWS


def games() -> tuple[Game, ...]:
    """All games of this package and of installed ones."""
    return tuple(registered(name) for name in [*ROWS, *_installed()])


def _row(name: str) -> str:
    return name.lower().replace("_", "-").replace(" ", "-")


@cache
def _installed() -> dict[str, str]:
    """The games of installed packages: where each stands, by name."""
    from importlib.metadata import entry_points

    found = {_row(entry.name): entry.value for entry in entry_points(group=GROUP)}
    return {name: place for name, place in found.items() if name not in ROWS}


@cache
def _named(name: str, place: str) -> Game:
    """The game that stands at `module:NAME`, under a name by which it can be asked for again."""
    module, _, attribute = place.partition(":")
    try:
        found = getattr(import_module(module), attribute)
    except Exception as error:
        why = " ".join(f"{type(error).__name__}: {error}".split())
        wrong = say("cannot import game {place}: {why}", place=repr(place), why=why)
        raise SetupError(wrong) from error
    if not isinstance(found, Game):
        wrong = say("{place} is no game, but {kind}", place=repr(place), kind=type(found).__name__)
        raise SetupError(wrong)
    named = replace(found, name=name)
    check_game(named)
    return named
