"""The command `dealt play`: choose a game, seat the players, play, show computer players."""

from __future__ import annotations

import contextlib
import pkgutil
import time
from dataclasses import replace
from importlib import import_module

from dealt import agents, fresh_seed, games
from dealt.clients.line import programs
from dealt.clients.line.client_match import AnyMatch, ClientMatch
from dealt.clients.line.face import Face, ask_in_boxes
from dealt.clients.line.matches import opponents, tell_waiting
from dealt.clients.line.order import Order, decks_for, seats_in
from dealt.clients.plan import Plan, checked
from dealt.clients.rows import row_text
from dealt.core.chance import check_seed
from dealt.core.game import Game
from dealt.errors import SetupError, StorageError
from dealt.language import listed, message, say
from dealt.service.table.parts import TableRow
from dealt.service.table.refusals import Refused
from dealt.storage.files import TextFile
from dealt.storage.records import save_record
from dealt.terminal.console import Console, Leave, is_terminal

LINES = Face()  # of any game
NO_MENUS = message("{option} is for {other}; {game} has no menus of its own")
NEEDS_A_GAME = message("{option} needs a game: dealt play GAME")
NEED_A_GAME = ("seats", "options", "deck", "scores", "record", "adviser", "menus")


def faces() -> list[str]:
    """The names of the games that have a face of their own."""
    modules = pkgutil.iter_modules(programs.__path__)
    return [module.name.replace("_", "-") for module in modules]


def face_of(game: str) -> Face:
    """The face of a game by its name: its document's questions, or the face for any game."""
    if game not in faces():
        return LINES
    module = import_module(f"{programs.__name__}.{game.replace('-', '_')}")
    face: Face = module.FACE
    return face


def _with_menus() -> list[str]:
    """The games whose documents have menus."""
    return [name for name in faces() if face_of(name).run is not None]


def play(game: Game, order: Order) -> None:
    """Play a game as ordered, with its own face.

    Raises:
        DealtError: the order is not possible.
        EOFError, KeyboardInterrupt: see `Console.ask`.
    """
    face = face_of(game.name)
    if face.run is None:
        order.refuse("menus", problem=NO_MENUS, game=game.name, other=listed(_with_menus()))
    if face.results is None:
        order.refuse(
            "scores",
            problem=message("{option} is for {other}; {game} keeps no scores file"),
            other=listed([name for name in faces() if face_of(name).results is not None]),
            game=game.name,
        )
    if order.adviser is not None:
        agents.Player.from_source(game, order.adviser)
    if order.position is not None and not order.seats:
        order = replace(order, seats=seats_in(game, order.position))
    if not order.seats and face.run is not None and order.runs_menus:
        face.run(game, order)
        return
    order = _with_results(game, order)
    match = _seat_match(game, order) if order.seats else order.latest(game)
    if match is None:
        match = _alone(game, order) if len(game.seats) == 1 else _ask_match(game, order)
    _play_seated(match, order)


def _with_results(game: Game, order: Order) -> Order:
    """The order with a file for results, which people at a terminal have by default.

    Raises:
        StorageError: the ordered file has other content.
    """
    results, console = face_of(game.name).results, Console()
    if results is None:
        return order
    if order.scores is not None:
        results.check(order.scores)
    elif console.live and order.position is None and not _is_for_bots(game, order):
        try:
            place = results.place()
            results.check(place)
            TextFile(place).check_writable()
            return replace(order, scores=place)
        except StorageError as error:
            console.say(say("Results will not be kept: {error}", error=error), cards=False)
            console.ask(say("Press Enter to go on "))
    return order


def _is_for_bots(game: Game, order: Order) -> bool:
    is_bot = [agents.is_bot(game, seat) or agents.is_address(seat) for seat in order.seats]
    return bool(is_bot) and all(is_bot)


def _play_seated(match: AnyMatch, order: Order) -> None:
    """Play a match with the face of its game, and count the result.

    Print where it is saved if somebody leaves.
    """
    _check_files(order)
    face = face_of(match.game.name)
    try:
        try:
            play_match = face.play if face.run is None or order.runs_menus else LINES.play
            play_match(match, order)
        finally:
            if order.record is not None:
                try:
                    save_record(match.record, order.record, is_private=not match.is_over)
                except Refused as refused:  # chance deals, and its decks are secret until the end
                    Console().say(str(refused), cards=False)
                    order = replace(order, record=None)
        finished = order.matches.finished(match)
        if face.results is not None and order.scores is not None and finished is not None:
            face.results.add(finished[0], order.scores, finished[1])
        _look_back(match, order)
    finally:
        _tell_unfinished(match, order)


def _look_back(match: AnyMatch, order: Order) -> None:
    """Offer at a terminal to look back at a match, once it is over."""
    screen, is_offered = order.screen, bool(order.looks) and not order.menus
    if is_offered and screen.at_terminal and match.is_over and isinstance(match, ClientMatch):
        with contextlib.suppress(Leave, EOFError):
            question = say("Enter goes on, or type replay, review, history or puzzle: ")
            while typed := screen.answer(question):
                screen.say(say("{given} is not a valid choice", given=repr(typed[:60])))


def _tell_unfinished(match: AnyMatch, order: Order) -> None:
    """Print where an unfinished match is saved, and how to resume it."""
    if match.is_over:
        return
    line = say("The match was not finished and is not saved; --record FILE saves a match.")
    is_kept = isinstance(match, ClientMatch)
    if isinstance(match, ClientMatch) and not (is_terminal() or order.resumes or match.is_attended):
        match.order("close", table=match.shown.table)  # not to be offered to people later
        is_kept = False
    if order.record is not None:
        line = say(
            "The match was not finished; what was played is saved in {file}.", file=order.record
        )
    elif is_kept and order.resumes:
        line = say("The match is saved. Run the same command to resume.")
    elif is_kept:
        line = say("The match is saved. Run the same command with --resume to go on.")
    Console().say(line, cards=False)


def _check_files(order: Order) -> None:
    """Raise DealtError if a file to be written could not be."""
    if order.record is not None and order.record == order.scores:
        raise SetupError("--record and --scores name the same file; they need two")
    for path in (order.record, order.scores):
        if path is not None:
            TextFile(path).check_writable()


def _seat_match(game: Game, order: Order) -> AnyMatch:
    """The match as ordered: an unfinished one, or a new one with its first round dealt."""
    match = order.latest(game)
    if match is not None:
        return match
    seed = fresh_seed() if order.seed is None else order.seed
    seats = agents.seats(game, order.seats, seed, clock=time.monotonic, waiting=tell_waiting)
    seats = opponents(game, seats)
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


def _alone(game: Game, order: Order) -> AnyMatch:
    """A match for one person, with computer players in the other seats."""
    name = f"{agents.PERSON}{order.matches.name_of_person(Console())}"
    seats = [name, *[agents.usual(game)] * (game.seats[0] - 1)]
    return _seat_match(game, replace(order, seats=seats))


def _ask_match(game: Game, order: Order) -> AnyMatch:
    """Ask how to play, and begin the match; invalid options fail before the first question."""
    seed = fresh_seed() if order.seed is None else check_seed(order.seed)
    options = game.option_values(order.options)
    _check_files(order)
    packs = {game.deck_for(seats, options) for seats in game.seats}
    decks = decks_for(game, order, game.seats[0]) if len(packs) == 1 else []
    setup = ask_in_boxes(game, order, seed)
    if packs != {game.deck_for(len(setup.seats), game.option_values(setup.options))}:
        decks = decks_for(game, replace(order, options=setup.options), len(setup.seats))
    is_scripted = not is_terminal()
    return order.matches.begin(
        game, setup.seats, seed, setup.rounds, setup.options, decks, is_scripted=is_scripted
    )


# --- without a game ------------------------------------------------------------------------------


def play_planned(plan: Plan, order: Order) -> None:
    """Open the table of a plan, and play there.

    Raises:
        DealtError: the plan is not possible.
        EOFError, KeyboardInterrupt: see `Console.ask`.
    """
    _play_seated(order.matches.open(checked(plan)), order)


def choose_game(order: Order) -> None:
    """Let the player choose and play games from the list until they quit.

    Raises:
        SetupError: something else than a seed was ordered.
    """
    order.refuse(*NEED_A_GAME, "rounds", problem=NEEDS_A_GAME)
    screen, games_here = order.screen, games.games()
    while True:
        tables = order.matches.rows() if order.resumes else []
        rows = [row_text(row) for row in tables]
        rows += [f"{say(game.title)}: {say(game.summary)}" for game in games_here]
        names = [*[""] * len(tables), *(game.name for game in games_here)]
        try:
            choice = screen.choose(say("Which game?"), [*rows, say("Quit")], names, usual=1)
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


def _go_on(row: TableRow, order: Order) -> None:
    """Resume play at an unfinished table."""
    game = games.registered(row.game)
    match = order.matches.resume(game, row.table)
    _play_seated(match, _with_results(game, order))
