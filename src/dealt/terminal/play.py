"""What `dealt play` does: choosing a game, seating, playing, showing what computer players do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dealt import agents, fresh_seed, games
from dealt.core.game import Game
from dealt.core.match import Match
from dealt.errors import SetupError
from dealt.storage.decks import read_deck
from dealt.storage.files import TextFile
from dealt.storage.records import save_record
from dealt.terminal.console import Console

PERSON = "Player"
NO_END = 10**9
PROGRAM = "mason-rummy"  # played by the document's own program
SCORES = "scores.csv"


@dataclass(frozen=True)
class Order:
    """What the player asked for on the command line; None and empty: not said."""

    seats: Sequence[str] = ()
    seed: int | None = None
    rounds: int | None = None
    options: dict[str, int | str] = field(default_factory=dict)
    deck: str | None = None
    scores: str | None = None
    record: str | None = None


def play(game: Game, order: Order) -> None:
    """Play a game as ordered; Mason Rummy without seats is the document's program.

    Raises:
        DealtError: what was ordered cannot be had.
        EOFError, KeyboardInterrupt: see `Console.ask`.
    """
    if game.name == PROGRAM and not order.seats:
        run_program(order)
        return
    if order.scores is not None and game.name != PROGRAM:
        raise SetupError(f"{game.name} keeps no scores file; leave --scores out")
    match = seat_match(game, order)
    if game.name == PROGRAM:
        play_mason_rummy(match, order)
    else:
        from dealt.terminal.line import play_match

        play_match(match, Console())
    if order.record is not None:
        save_record(match.record, order.record)


def seat_match(game: Game, order: Order) -> Match:
    """A match with its first round dealt, as ordered."""
    names = list(order.seats) or [PERSON]
    seed = fresh_seed() if order.seed is None else order.seed
    seats = agents.seats(game, names, seed)
    people = any(seat.agent is None for seat in seats)
    rounds = NO_END if order.rounds is None and people and game.open_ended else order.rounds
    decks = [] if order.deck is None else [read_deck(order.deck, game.deck)]
    return Match(game, seats, seed=seed, rounds=rounds, options=order.options, decks=decks)


def run_program(order: Order) -> None:
    """The document's program for Mason Rummy."""
    from dealt.terminal.mason_rummy import Menus, Program

    for name in ("rounds", "deck", "record", "options"):
        if getattr(order, name):
            raise SetupError(f"--{name.rstrip('s') if name == 'options' else name} needs --seat")
    seeds = None if order.seed is None else iter(range(order.seed, order.seed + NO_END)).__next__
    Program(TextFile(order.scores or SCORES), Menus(), seeds).run()


def play_mason_rummy(match: Match, order: Order) -> None:
    """Mason Rummy with the seats given: the same menus from the first turn on."""
    from dealt.games.mason_rummy.seed import ScoreTable
    from dealt.terminal.mason_rummy import Menus, count_game, play_game, players_of

    menus = Menus()
    scores = None if order.scores is None else ScoreTable(TextFile(order.scores))
    if scores is not None:
        scores.read_scores()
    players = players_of(match)
    play_game(match, players, menus)
    menus.tell_now()
    if scores is not None:
        count_game(match, players, scores)


def choose_game() -> None:
    """The list of games, and the chosen one, again and again until the player quits."""
    console = Console()
    found = games.games()
    while True:
        rows = [f"{game.title}: {game.summary}" for game in found]
        choice = console.choose("Which game?", [*rows, "Quit"])
        if choice > len(found):
            return
        play(found[choice - 1], Order())


def show_all(order: Order) -> None:
    """Computer players play one whole match of every game; print the score sheets."""
    console = Console()
    for game in games.games():
        seed = fresh_seed() if order.seed is None else order.seed
        seats = agents.seats(game, ["AI"] * game.seats[-1], seed)
        console.show(Match(game, seats, seed=seed, rounds=order.rounds).run().sheet)
