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

    from dealt.core.agent import Seat
    from dealt.core.game import Game
    from dealt.core.match import Match
    from dealt.core.record import Record
    from dealt.core.table import Table
    from dealt.errors import (
        DealtError,
        DeckError,
        IllegalAction,
        OwnCodeError,
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
    "OwnCodeError",
    "ParseError",
    "PlayerError",
    "ScoreError",
    "SetupError",
    "StorageError",
    "__version__",
    "match",
    "position",
    "replay",
    "table",
]


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)


def __getattr__(name: str) -> object:
    """The errors, imported on demand because they take time to load."""
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
    from dealt import agents, games
    from dealt.core.chance import check_seed
    from dealt.errors import SetupError

    the_game = games.game(game)
    _check_arguments(the_game, options, ("game", "seats", "seed", "rounds", "deck"))
    seed = fresh_seed() if seed is None else check_seed(seed)
    if not isinstance(deck, str | list | tuple | None):
        raise SetupError(
            "deck must be a text or a list of cards, first dealt first, not {given}",
            given=repr(deck)[:60],
        )
    stacked = [] if deck is None else [deck.split() if isinstance(deck, str) else list(deck)]
    places = agents.seats(the_game, seats, seed)
    rounds = the_game.match.rounds if rounds is None else rounds
    match = _match(the_game, places, seed=seed, rounds=rounds, options=options, decks=stacked)
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
    from dealt.core.match import replay as replay_record
    from dealt.core.record import Record

    match = record if isinstance(record, Record) else Record.from_json(record)
    the_game = games.of_record(match.game) if game is None else games.game(game)
    return replay_record(match, the_game, _adviser(the_game, match.seed or 0))


def position(
    game: str | Game,
    hands: Mapping[str | int, str | Sequence[str] | int] | None = None,
    *,
    piles: Mapping[str, str | Sequence[str] | int] | None = None,
    turn: str | int | None = None,
    seats: Sequence[Any] | None = None,
    unknown: str | None = None,
    seed: int = 0,
    **fields: int | str,
) -> Table:
    """Set up a round of `game` in a given position; nobody has moved yet, see `Table.run`.

    >>> table = position("president", {"Ana": "2C KH", "Bia": "3S 9H"}, unknown="deal", turn="Ana")
    >>> table.turn, len(table.view("Ana").hand)
    ('Ana', 2)
    >>> position(table.position).view(0).hand == table.view("Ana").hand
    True

    Args:
        game: its name, a game of your own, or the whole text of a position, see `Table.position`.
        hands: the cards of each player, by name or number of the seat: faces, `?` for an unknown
            card, or only how many there are.
        piles: other places, by their names in the text of a position: `stock`, `discards`.
        turn: who is to move; by default the one who begins after a deal.
        seats: who plays, as in `match`; by default people with the names that `hands` has.
        unknown: `deal`: cards that are named nowhere are dealt at random.
        seed: determines unknown cards and random choices of computer players.
        fields: options of the game, and fields of its state: `phase="playing"`.

    Raises:
        ParseError, DeckError: a field or a card cannot be read, is missing, or is there too often.
        SetupError: a game, seats or a position that are not available.
    """
    from dealt import agents, games
    from dealt.core.chance import check_seed
    from dealt.core.position import build, game_name, position_text, setup_of

    the_game = games.game(game_name(game) if isinstance(game, str) else game)
    _check_arguments(the_game, fields, ("hands", "piles", "turn", "seats", "unknown", "seed"))
    seated = None if seats is None else agents.seats(the_game, seats, check_seed(seed))
    setup, names = setup_of(
        the_game,
        game if isinstance(game, str) else "",
        hands={} if hands is None else hands,
        piles={} if piles is None else piles,
        names=None if seated is None else [seat.name for seat in seated],
        values=fields if turn is None else {**fields, "turn": turn},
        unknown="" if unknown is None else unknown,
    )
    if seated is None:
        seated = agents.seats(the_game, [f"{agents.PERSON}{name}" for name in names])
    text = position_text(the_game, build(setup, seed=seed))
    return _match(the_game, seated, seed=seed, rounds=1, position=text).table


def _match(game: Game, seats: Sequence[Seat], *, seed: int, **settings: Any) -> Match:
    """A match at which computer players can be asked for a hint."""
    from dealt.core.match import Match

    return Match(game, seats, seed=seed, make_adviser=_adviser(game, seed), **settings)


def _adviser(game: Game, seed: int) -> Any:
    """The factory for computer players that give hints."""
    from functools import partial

    from dealt import agents

    return partial(agents.adviser, game, seed=seed)


def _check_arguments(game: Game, options: Mapping[str, object], arguments: Sequence[str]) -> None:
    """Raise SetupError for a name that is not an option but resembles another argument."""
    from dealt.errors import SetupError
    from dealt.nearest import nearest

    own = [option.name for option in game.options]
    for name, value in options.items():
        suggestion = None if name in own else nearest(name, arguments)
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
    """A seed that cannot be guessed, yet is short enough to write down."""
    import secrets

    return secrets.randbelow(1 << 32)
