"""The questions before a match: how many players, how many rounds, who sits where."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from dealt import agents
from dealt.core.agent import Seat
from dealt.core.game import Game
from dealt.core.match import check_names
from dealt.errors import SetupError
from dealt.terminal.boxes import BOX, Screen
from dealt.terminal.console import DIGITS, clean

AI = "AI"


def ask_setup(
    game: Game, screen: Screen, rounds: int | None, seed: int
) -> tuple[tuple[Seat, ...], int | None]:
    """Welcome the players; ask for the seats, and for the rounds unless they are given.

    A game that is played until somebody has the points is not asked for rounds.

    Raises:
        EOFError, KeyboardInterrupt: see `Console.ask`.
    """
    screen.clear()
    summary = game.summary[0].upper() + game.summary[1:]
    screen.print_box(game.title, [f"Welcome to {game.title}!", f"{summary}."])
    allowed = game.seats_text
    what = f"no number of players; enter {'a number from ' * (' to ' in allowed)}{allowed}"
    players = screen.ask_number(f"Number of players ({allowed}): ", game.seats, what)
    if rounds is None and game.rounds is not None:
        what = "no number of rounds; enter a whole number, 1 or more"
        rounds = screen.ask_number("Number of rounds (1 or more): ", range(1, 10**DIGITS), what)
    seats: list[Seat] = []
    for number in range(players):
        seats.append(ask_seat(game, screen, seats, seed + number))
    return tuple(seats), rounds


def ask_seat(game: Game, screen: Screen, seats: Sequence[Seat], seed: int) -> Seat:
    """A name, and whether that is a computer player; without a name such a one is AI, AI 2."""
    taken = [seat.name for seat in seats]
    number = len(seats) + 1
    name = ask_name(screen, f"Name of player {number}: ", taken)
    if screen.ask_yes_or_no(f"Is {name or f'player {number}'} a computer player? (yes/no): "):
        return Seat(name or free_name(taken), agents.bot(game, AI, seed))
    while not name:
        screen.say("a person needs a name")
        name = ask_name(screen, f"Name of player {number}: ", taken)
    return Seat(name)


def ask_name(screen: Screen, prompt: str, taken: Sequence[str]) -> str:
    """A name that nobody has and that can be shown, or nothing; anything else is asked again."""
    while True:
        typed = screen.ask(prompt, as_typed=True)
        name = clean(typed).strip()
        try:
            if typed:
                check_names([typed])
        except SetupError as error:
            screen.say(str(error)[: BOX * 3], cards=False)
            continue
        if name not in taken:
            return name
        screen.say(f"{name[:60]} sits at the table already; enter another name", cards=False)


def free_name(taken: Sequence[str]) -> str:
    """AI, or the first of AI 2, AI 3 and so on that nobody has."""
    names = itertools.chain([AI], (f"{AI} {copy}" for copy in itertools.count(2)))
    return next(name for name in names if name not in taken)
