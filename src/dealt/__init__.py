"""dealt: five card games in Python; play them, get exact odds, simulate them, score them.

>>> import dealt
>>> table = dealt.table("mason-rummy", seats=["Ana", "AI"], seed=7)
>>> table.turn
'Ana'
>>> [str(action) for action in table.actions]
['draw stock', 'draw discard']
"""

from __future__ import annotations

from dealt._version import __version__

TYPE_CHECKING = False  # as in typing, which takes its time, and Ctrl-C may come while it does
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from dealt.core.game import Game
    from dealt.core.match import Match
    from dealt.core.record import Record
    from dealt.core.table import Table
    from dealt.errors import (
        DealtError,
        DeckError,
        IllegalAction,
        ParseError,
        PlayerError,
        ScoreError,
        SetupError,
        StorageError,
    )

__all__ = [
    "DealtError",
    "DeckError",
    "IllegalAction",
    "ParseError",
    "PlayerError",
    "ScoreError",
    "SetupError",
    "StorageError",
    "__version__",
    "match",
    "replay",
    "table",
]


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)


def __getattr__(name: str) -> object:
    """The errors, when they are asked for: what they need takes its time, too."""
    if name not in __all__:
        raise AttributeError(f"module 'dealt' has no attribute {name!r}")
    from dealt import errors

    return getattr(errors, name)


def match(
    game: str | Game,
    seats: Sequence[Any],
    *,
    seed: int | None = None,
    rounds: int | None = None,
    deck: str | Sequence[str] | None = None,
    **options: int | str,
) -> Match:
    """Start a match of `game` and play it up to a person's first turn.

    Args:
        game: its name, such as `mason-rummy`, or a game of your own.
        seats: names of people, names of computer players (`AI`, `strong`, `random`), or players of
            your own: agents, classes, functions, or their names as `module:NAME`.
        seed: determines every shuffle, 0 to 2**63 - 1; a fresh one by default.
        rounds: number of rounds; by default the game's own.
        deck: a stacked deck used in every round: its cards in order, as text or as a list.
        options: options of the game.

    Raises:
        SetupError: a game, seats, rounds or options that are not available.
        DeckError: `deck` is not a deck of the game.
    """
    from functools import partial

    from dealt import agents, games
    from dealt.core.chance import check_seed
    from dealt.core.game import Game
    from dealt.core.match import Match
    from dealt.errors import SetupError

    the_game = games.game(game) if isinstance(game, str) else game
    if not isinstance(the_game, Game):
        raise SetupError(
            "game must be a name such as {example}, or a Game, not {given}",
            example=next(iter(games.ROWS)),
            given=repr(game)[:60],
        )
    _check_arguments(the_game, options)
    seed = fresh_seed() if seed is None else check_seed(seed)
    if not isinstance(deck, str | list | tuple | None):
        raise SetupError(
            "deck must be a text or a list of cards, first dealt first, not {given}",
            given=repr(deck)[:60],
        )
    stacked = [] if deck is None else [deck.split() if isinstance(deck, str) else list(deck)]
    places = agents.seats(the_game, seats, seed)
    rounds = the_game.match.rounds if rounds is None else rounds
    match = Match(
        the_game,
        places,
        seed=seed,
        rounds=rounds,
        options=options,
        decks=stacked,
        make_adviser=partial(agents.bot, the_game, seed=seed),
    )
    match.table.run()
    return match


def table(
    game: str | Game,
    seats: Sequence[Any],
    *,
    seed: int | None = None,
    deck: str | Sequence[str] | None = None,
    **options: int | str,
) -> Table:
    """Deal one round of `game` and play it up to a person's first turn.

    See `match` for the arguments and errors.
    """
    if "rounds" in options:
        from dealt.errors import SetupError

        raise SetupError("dealt.table deals one round; dealt.match takes rounds")
    return match(game, seats, seed=seed, rounds=1, deck=deck, **options).table


def replay(record: Record | str, game: Game | None = None) -> Match:
    """Replay the match of a record up to where the record ends.

    Args:
        record: a record, or its text as JSON.
        game: the game; by default the one that the record names.

    Raises:
        ParseError: the text is not a record, or it does not fit the rules: another version, an
            illegal action, or different points at the end.
        SetupError: the game is not found: import the module of a game of your own first.
    """
    from dealt import games
    from dealt.core.record import Record
    from dealt.core.replay import replay as replay_record

    match = Record.from_json(record) if isinstance(record, str) else record
    return replay_record(match, games.of_record(match.game) if game is None else game)


def _check_arguments(game: Game, options: Mapping[str, object]) -> None:
    """Raise SetupError for a name that is no option but close to another argument of `match`."""
    from dealt.errors import SetupError
    from dealt.nearest import nearest

    own = [option.name for option in game.options]
    for name, value in options.items():
        suggestion = (
            None if name in own else nearest(name, ("game", "seats", "seed", "rounds", "deck"))
        )
        if name not in own and name == "options":
            raise SetupError(
                "options must be given by name, such as {example}, not as options={given}",
                example=f"{own[0]}=..." if own else "pairs=...", given=repr(value)[:60],
            )  # fmt: skip
        if suggestion is not None:
            raise SetupError(
                "no argument {name}: did you mean {meant}?", name=name, meant=suggestion
            )


def fresh_seed() -> int:
    """A seed that nobody can guess, yet short enough to write down."""
    import secrets

    return secrets.randbelow(1 << 32)
