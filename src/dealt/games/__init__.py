"""The registry of games; a game is imported when somebody asks for it.

There are two ways to add a game of your own: an installed package lists it as an entry point of the
group `dealt.games`, or `module:NAME` refers to the game of that name in a module.
"""

import re
import sys
import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib import import_module

from dealt.core.game import Game
from dealt.core.validation import check_game
from dealt.errors import SetupError
from dealt.language import LANGUAGES, Phrase, say, speaking
from dealt.nearest import nearest, or_nearest
from dealt.own_code import import_problem, is_here, is_missing, look_here, value_at

# name of the game: its package
ROWS = {
    "penney": "dealt.games.penney",
    "three-card-poker": "dealt.games.three_card_poker",
    "mason-rummy": "dealt.games.mason_rummy",
    "president": "dealt.games.president",
    "tranca": "dealt.games.tranca",
}
_GROUP = "dealt.games"
ADDED: dict[str, Game] = {}  # games from outside this package, by place


def game(name: str | Game) -> Game:
    """The game called `name`, the one at `module:NAME`, or a game as it is.

    The module can be anywhere Python finds it, including the current folder.  The game's name is
    then `module:NAME`, so that records and workers find it, too.

    Raises:
        SetupError: there is no such game.
    """
    if isinstance(name, Game):
        return name
    if not isinstance(name, str):
        raise SetupError(
            "game must be a name such as {example}, or a Game, not {given}",
            example=next(iter(ROWS)), given=repr(name)[:60],
        )  # fmt: skip
    if ":" not in name:
        return _known(name)
    look_here()
    return _by_place(name, name)


def unexamined(name: str) -> Game:
    """The game that `game` finds, even if it lacks something.

    Raises:
        SetupError: there is no such game.
    """
    if ":" not in name:
        return _known(name)
    look_here()
    return _imported(name, name)


def _known(name: str) -> Game:
    """The game called `name`, for somebody in a folder that may have a game of that name."""
    try:
        return registered(name)
    except SetupError:
        if not is_here(name):
            raise
    wrong = Phrase("no game {name}", {"name": repr(name)})
    raise SetupError("{wrong}: did you mean {name}?", wrong=wrong, name=f"{name}:GAME")


def add(place: str) -> Game:
    """Add the game at `module:NAME` to those that are offered.

    Raises:
        SetupError: there is no such game.
    """
    the_game = game(place)
    if ":" in the_game.name:
        ADDED[place] = the_game
    return the_game


@cache
def registered(name: str) -> Game:
    """The game called `name`, `mason-rummy` or `mason_rummy`, from this or an installed package.

    For names from strangers: nothing else is imported.

    Raises:
        SetupError: there is no such game.
    """
    if name in ADDED:
        return ADDED[name]
    row = _row(name)
    if row in ROWS:
        the_game: Game = import_module(ROWS[row]).GAME
        return the_game
    installed = _installed()
    if row in installed:
        return _by_place(row, installed[row])
    translated = dict(_titles()).get(_plain(row))
    if translated is not None:
        return registered(translated)
    names = [*ROWS, *installed, *ADDED]
    rest = re.compile(rf"(^|\.){re.escape(row)}[-:]")  # mason, three-card, leduc
    begun = [each for each in names if rest.search(_row(each))]
    row = begun[0] if len(begun) == 1 else row
    facts = {"name": repr(name), "known": ", ".join(names)}
    hint = Phrase("available: {known}, and your own as module:NAME", facts)
    raise SetupError(or_nearest(Phrase("no game {name}", facts), row, names, hint))


def of_record(name: str) -> Game:
    """The game that a record names: a known one, or one in a module that is already imported.

    Raises:
        SetupError: there is no such game.
    """
    try:
        return game(name)
    except SetupError:
        for module in list(sys.modules.values()):
            for value in list(vars(module).values()) if hasattr(module, "__dict__") else ():
                if isinstance(value, Game) and value.name == name:
                    return value
        raise


def is_of_package(game: Game) -> bool:
    """Whether a game is one of this package's."""
    return game.name in ROWS


def games() -> tuple[Game, ...]:
    """All games: those of this package, those of installed packages, and those added."""
    return tuple(registered(name) for name in [*ROWS, *_installed(), *ADDED])


def _titles() -> Iterator[tuple[str, str]]:
    """The titles of this package's games in each language, as `_plain` has them, and the names."""
    for name in ROWS:
        for language in LANGUAGES:
            with speaking(language):
                yield _plain(_row(say(registered(name).title))), name


def _plain(text: str) -> str:
    """A text without accents and apostrophes."""
    letters = unicodedata.normalize("NFD", text)
    return "".join(each for each in letters if each.isalnum() or each == "-")


def _row(name: str) -> str:
    return name.lower().replace("_", "-").replace(" ", "-")


@cache
def _installed() -> dict[str, str]:
    """The games of installed packages: where each stands, by name."""
    from importlib.metadata import entry_points

    installed = {_row(entry.name): entry.value for entry in entry_points(group=_GROUP)}
    return {name: place for name, place in installed.items() if name not in ROWS}


@cache
def _by_place(name: str, place: str) -> Game:
    """The game that stands at `module:NAME`, examined."""
    game = _imported(name, place)
    check_game(game)
    return game


def _imported(name: str, place: str) -> Game:
    """The game at `module:NAME`, under a name by which it can be asked for again.

    A game of this package keeps its own.
    """
    try:
        value = value_at(place)
    except Exception as error:
        suggestion = _suggestion(place, error)
        problem = import_problem(place, error)
        if suggestion is not None:
            raise SetupError(
                "{wrong}: did you mean {name}?", wrong=problem, name=suggestion
            ) from error
        raise SetupError(
            "cannot import game {place}: {why}", place=repr(place), why=problem
        ) from error
    if not isinstance(value, Game):
        raise SetupError(
            "{place} is not a game but {kind}", place=repr(place), kind=type(value).__name__
        )
    if value.name in ROWS and value is registered(value.name):
        return value
    return value.renamed(name)


def _suggestion(place: str, error: Exception) -> str | None:
    """The game to suggest instead of one that cannot be imported, if any.

    It is the game in the module whose name is close, or the only one there. If the module does not
    exist, it is the game of this package with that name.
    """
    module, _, attribute = place.partition(":")
    if is_missing(place, error):
        called = _row(module.removeprefix(f"{_GROUP}.").partition(".")[0])
        return nearest(called, ROWS)
    attributes = vars(sys.modules[module]) if module in sys.modules else {}
    own_games = [name for name, each in attributes.items() if isinstance(each, Game)]
    suggestion = nearest(attribute, own_games) or (
        own_games[0] if attribute and len(own_games) == 1 else None
    )
    return None if suggestion is None else f"{module}:{suggestion}"
