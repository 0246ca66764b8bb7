"""What `dealt play` does: choosing a game, seating, playing, showing what computer players do."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from dealt import agents, fresh_seed, games
from dealt.clients.line.hints import note, say_waiting
from dealt.clients.line.order import Order, decks_for, seats_in
from dealt.clients.line.saved_match import SavedMatch
from dealt.clients.line.warming import opponents
from dealt.core.chance import MAX_SEED, check_seed
from dealt.core.game import Game
from dealt.core.match import Match
from dealt.errors import SetupError, StorageError
from dealt.language import listed, message, say
from dealt.service.parts import TableRow
from dealt.storage.files import TextFile
from dealt.storage.places import kept_at
from dealt.storage.records import save_record
from dealt.terminal.console import Console, Leave, is_terminal

if TYPE_CHECKING:
    from dealt.games.mason_rummy.scores import ScoreTable
    from dealt.games.president.results import Results

PROGRAM = "mason-rummy"  # played by the document's own program
SCORES = "scores.csv"
RESULTS = "president.csv"
NEEDS_A_GAME = message("{option} needs a game: dealt play GAME")
NEED_A_GAME = ("seats", "options", "deck", "scores", "record", "adviser")


def fits_screen(game: Game | None, order: Order, *, plain: bool) -> bool:
    """Whether an order is for the full screen, if there is one: at a terminal, unless prompts are
    wanted, or something is that only they know.
    """
    is_program = game is not None and game.name == PROGRAM and not order.seats
    for_prompts = order.record or order.scores or order.adviser or order.hints is not None
    needs_game = game is None and order != Order(resume=order.resume)
    return is_terminal() and not (plain or is_program or for_prompts or needs_game)


@dataclass(frozen=True)
class _Face:
    """How a game is played at the terminal.

    Attributes:
        unseated: what to do when no seats have been said.
        seated: play a match whose seats are known.
        keeps_scores: whether there is a scores file.
        check_scores: raise StorageError if that one, at a place, is something else.
    """

    unseated: Callable[[Game, Order], None]
    seated: Callable[[Match, Order], None]
    keeps_scores: bool = False
    check_scores: Callable[[str], object] = lambda place: None


def play(game: Game, order: Order) -> None:
    """Play a game as ordered, with the face that it has in the table of faces.

    Raises:
        DealtError: what was ordered cannot be had.
        EOFError, KeyboardInterrupt: see `Console.ask`.
    """
    face = face_of(game)
    if not face.keeps_scores:
        order.refuse(
            "scores",
            problem=message("{option} is for {other}; {game} keeps no scores file"),
            other=listed([name for name, face in FACES.items() if face.keeps_scores]),
            game=game.name,
        )
    if order.adviser is not None:
        agents.Player.of(game, order.adviser)
    if order.position is not None and not order.seats:
        order = replace(order, seats=seats_in(game, order.position))
    if order.seats and order.scores is not None:
        face.check_scores(order.scores)
    if order.seats:
        _play_seated(_seat_match(game, order), order)
        return
    match = None if game.name == PROGRAM else _latest(game, order)
    if match is None:
        face.unseated(game, order)
    else:
        _play_seated(match, order)


def _play_seated(match: Match, order: Order) -> None:
    """Play a match with the face of its game; say what becomes of it where somebody leaves."""
    _check_files(order)
    try:
        _play_and_record(match, order)
    finally:
        _tell_unfinished(match, order)


def _play_and_record(match: Match, order: Order) -> None:
    """Play a match; write the record, however it ends."""
    try:
        face_of(match.game).seated(match, order)
    finally:
        if order.record is not None:
            save_record(match.record, order.record)


def _tell_unfinished(match: Match, order: Order) -> None:
    """Say where a match that somebody left is saved, and how to resume it."""
    if match.is_over:
        return
    line = say("The match was not finished and is not saved; --record FILE saves a match.")
    if order.record is not None:
        line = say(
            "The match was not finished; what was played is saved in {file}.", file=order.record
        )
    elif isinstance(match, SavedMatch) and order.resumes:
        line = say("The match is saved. Run the same command to resume.")
    elif isinstance(match, SavedMatch):
        line = say("The match is saved. Run the same command with --resume to go on.")
    Console().say(line, cards=False)


def _check_files(order: Order) -> None:
    """Raise DealtError if a file that is to be written could not be."""
    if order.record is not None and order.record == order.scores:
        raise SetupError("--record and --scores name the same file; they need two")
    for path in (order.record, order.scores):
        if path is not None:
            TextFile(path).check_writable()


def _seat_match(game: Game, order: Order) -> Match:
    """A match as ordered: one that was not finished, or a new one with its first round dealt."""
    if order.resumes:
        state = order.matches.find(
            game, order.seats, rounds=order.rounds, options=order.options, seed=order.seed
        )
        match = None if state is None else order.matches.resume(game, state.name)
        if match is not None:
            line = say("Resuming the match that is saved; dealt play --new begins another one.")
            Console().say(line, cards=False)
            return match
    seed = fresh_seed() if order.seed is None else order.seed
    seats = agents.seats(game, order.seats, seed, clock=time.monotonic, waiting=say_waiting)
    waits = order.seed is not None or not is_terminal()
    seats = opponents(game, seats, note, waits=waits)
    rounds = game.match.rounds if order.rounds is None else order.rounds
    if order.position is not None and order.rounds is None:
        rounds = 1
    elif (
        order.rounds is None and game.match.open_ended and any(seat.agent is None for seat in seats)
    ):
        rounds = None
    decks = decks_for(game, order, len(seats))
    return order.matches.begin(
        game, seats, seed, rounds, order.options, decks, order.position, players=order.seats
    )


def _latest(game: Game, order: Order) -> Match | None:
    """The match of a game that was played last and not finished, if one is to be resumed."""
    states = order.matches.unfinished(game) if order.resumes else []
    match = order.matches.resume(game, states[0].name) if states else None
    if match is not None:
        line = say("Resuming the match that is saved; dealt play --new begins another one.")
        Console().say(line, cards=False)
    return match


# --- line by line: any game ----------------------------------------------------------------------


def _play_alone(game: Game, order: Order) -> None:
    """One person, and computer players where others are needed."""
    name = f"{agents.PERSON}{order.matches.name_of_person(Console())}"
    seats = [name, *[agents.usual(game)] * (game.seats[0] - 1)]
    _play_seated(_seat_match(game, replace(order, seats=seats)), order)


def _play_in_lines(match: Match, order: Order) -> None:
    """The table, the hand and numbered moves in boxes, and an answer."""
    from dealt.clients.line.any_game import LineSitting
    from dealt.terminal.boxes import Screen

    LineSitting(match, Screen(aloud=order.plain), order.hints_shown()).run()


# --- questions before a match, and its results ---------------------------------------------------


def _ask_seats(game: Game, order: Order) -> None:
    """The questions of the document; what cannot be had is refused before the first one."""
    from dealt.clients.line.seating import ask_setup
    from dealt.terminal.boxes import Screen

    seed = fresh_seed() if order.seed is None else check_seed(order.seed)
    options = game.option_values(order.options)
    _check_files(order)
    same_cards = len({len(game.deck_for(seats, options)) for seats in game.seats}) == 1
    decks = decks_for(game, order, game.seats[0]) if same_cards else []
    setup = ask_setup(game, Screen(aloud=order.plain), order.rounds, seed, order.options)
    if not same_cards or setup.options != order.options:
        decks = decks_for(game, replace(order, options=setup.options), len(setup.seats))
    is_scripted = not is_terminal()
    match = order.matches.begin(
        game, setup.seats, seed, setup.rounds, setup.options, decks, is_scripted=is_scripted
    )
    _play_seated(match, order)


def _ask_president(game: Game, order: Order) -> None:
    """The questions of the document; at a terminal results are kept without being told to."""
    console = Console()
    if order.scores is None and console.live:
        try:
            place = kept_at(RESULTS)
            _results_in(place)
            TextFile(place).check_writable()
            order = replace(order, scores=place)
        except StorageError as error:
            console.say(say("Results will not be kept: {error}", error=error), cards=False)
            console.ask(say("Press Enter to go on "))
    elif order.scores is not None:
        _results_in(order.scores)
    _ask_seats(game, order)


def _results_in(path: str) -> Results:
    """The results kept in a file.

    Raises:
        StorageError: it cannot be read, or holds something else.
    """
    from dealt.games.president.results import Results

    results = Results(TextFile(path))
    results.read()
    return results


def _play_president(match: Match, order: Order) -> None:
    """Line by line; then the results so far, where they are kept."""
    from dealt.games.president.results import sheet

    results = None if order.scores is None else _results_in(order.scores)
    _play_in_lines(match, order)
    if results is not None and match.is_over:
        Console().show(sheet(results.add(match), results.file))


# --- Penney's game --------------------------------------------------------------------------------


def _ask_two(game: Game, order: Order) -> None:
    """Who plays, who chooses first and what wins; what has been said is not asked for."""
    from dealt.clients.line.programs.penney import PenneyScreen, ask_setup

    seed = fresh_seed() if order.seed is None else check_seed(order.seed)
    game.option_values(order.options)
    _check_files(order)
    decks = decks_for(game, order, game.seats[0])
    seats, options = ask_setup(game, PenneyScreen(aloud=order.plain), order.options, seed)
    is_scripted = not is_terminal()
    match = order.matches.begin(
        game, seats, seed, order.rounds, options, decks, is_scripted=is_scripted
    )
    _play_seated(match, order)


def _play_penney(match: Match, order: Order) -> None:
    """Three colours each, and the deck card by card."""
    from dealt.clients.line.programs.penney import PenneyScreen, PenneySitting

    PenneySitting(match, PenneyScreen(aloud=order.plain), order.hints_shown()).run()


# --- Mason Rummy ---------------------------------------------------------------------------------


def _run_program(game: Game, order: Order) -> None:
    """The document's program for Mason Rummy."""
    from dealt.clients.line.programs.mason_rummy import Menus, Program, players_of

    order.refuse("rounds", "deck", "record", "options", problem=message("{option} needs --seat"))
    seeds = None
    if order.seed is not None:
        first = check_seed(order.seed)
        seeds = (seed % (MAX_SEED + 1) for seed in itertools.count(first)).__next__
    menus = Menus()
    menus.hints = order.hints_shown(unless_said=False)
    program = Program(TextFile(order.scores or SCORES), menus, seeds, order.matches)
    match = _latest(game, order)
    if match is not None:
        program.play_match(match, players_of(match))
    program.run()


def _scores_in(place: str) -> ScoreTable:
    """The scores kept in a file.

    Raises:
        StorageError: it cannot be read, or holds something else.
    """
    from dealt.games.mason_rummy.seed import ScoreTable

    scores = ScoreTable(TextFile(place))
    scores.read_scores()
    return scores


def _play_mason_rummy(match: Match, order: Order) -> None:
    """Mason Rummy with the seats given: the same menus from the first turn on."""
    from dealt.clients.line.programs.mason_rummy import Menus, count_game, play_game, players_of

    menus = Menus()
    menus.hints = order.hints_shown()
    scores = None if order.scores is None else _scores_in(order.scores)
    players = players_of(match)
    try:
        play_game(match, players, menus)
    except (EOFError, KeyboardInterrupt, Leave):  # at a prompt, after which nothing stands
        menus.recover()
        menus.say()
        raise
    menus.tell_now()
    if scores is not None:
        count_game(match, players, scores)


# --- the table of faces --------------------------------------------------------------------------

LINES = _Face(_play_alone, _play_in_lines)
# only programs that the documents prescribe stand here: what they ask first, what they keep, and
# for Mason Rummy's menus and Penney's worked example the play itself
FACES = {
    PROGRAM: _Face(_run_program, _play_mason_rummy, keeps_scores=True, check_scores=_scores_in),
    "penney": _Face(_ask_two, _play_penney),
    "president": _Face(
        _ask_president, _play_president, keeps_scores=True, check_scores=_results_in
    ),
    "tranca": _Face(_ask_seats, _play_in_lines),
}


def face_of(game: Game) -> _Face:
    """The face of a game: its own, or the one for any game."""
    return FACES.get(game.name, LINES)


# --- without a game ------------------------------------------------------------------------------


def choose_game(order: Order) -> None:
    """The list of games, and the chosen one, again and again until the player quits.

    Raises:
        SetupError: something else than a seed was ordered.
    """
    from dealt.terminal.boxes import Screen

    order.refuse(*NEED_A_GAME, "rounds", problem=NEEDS_A_GAME)
    screen, games_here = Screen(), games.games()
    while True:
        tables = order.matches.rows() if order.resumes else []
        rows = [_back(row) for row in tables]
        rows += [f"{game.title}: {say(game.summary)}" for game in games_here]
        names = [*[""] * len(tables), *(game.name for game in games_here)]
        try:
            choice = screen.choose(say("Which game?"), [*rows, say("Quit")], names)
        except Leave:
            return
        if choice > len(rows):
            return
        try:
            if choice > len(tables):
                play(games_here[choice - 1 - len(tables)], replace(order, resume=False))
            else:
                _go_on(tables[choice - 1], order)
        except Leave:
            screen.say()


def _back(row: TableRow) -> str:
    return say("Back: {game}, {names}", game=row.title, names=", ".join(row.names))


def _go_on(row: TableRow, order: Order) -> None:
    """Play on at a table that was not finished."""
    game = games.registered(row.game)
    match = order.matches.resume(game, row.table)
    if match is not None:
        _play_seated(match, order)


def show_all(order: Order) -> None:
    """Computer players play one whole match of every game; print the score sheets.

    Raises:
        SetupError: something else than a seed or rounds was ordered.
    """
    order.refuse(*NEED_A_GAME, problem=NEEDS_A_GAME)
    console = Console()
    for game in games.games():
        seed = fresh_seed() if order.seed is None else order.seed
        seats = agents.seats(game, ["AI"] * game.seats[-1], seed)
        rounds = order.rounds or game.match.rounds
        console.show(Match(game, seats, seed=seed, rounds=rounds).run().sheet)
