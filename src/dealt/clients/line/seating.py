"""Questions before a match: the number of players and rounds, and who sits where."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dealt import agents
from dealt.core.agent import Seat
from dealt.core.arguments import check_names
from dealt.core.game import Game
from dealt.errors import SetupError
from dealt.language import say
from dealt.terminal.boxes import BOX, Options, Screen, ask_rules, is_wanted
from dealt.terminal.console import DIGITS, clean

AI = "AI"
LONGEST_NAME = 40  # letters


@dataclass(frozen=True)
class Setup:
    """The answers to the questions before a match.

    Attributes:
        seats: the players by seat.
        rounds: of the match; None: the game's own number.
        options: the rules that are set, by name.
    """

    seats: tuple[Seat, ...]
    rounds: int | None
    options: Options


def ask_setup(
    game: Game, screen: Screen, rounds: int | None, seed: int, options: Mapping[str, int | str],
    own_name: str,
) -> Setup:  # fmt: skip
    """Welcome the players; ask for the seats, and for the rounds unless they are given.

    `own_name` is that of the person at this terminal, which Enter takes for the first.  Games with
    a points target are not asked for rounds.  Instead of a number, the answer can be
    `rules`, to see and change the rules of the game.

    Raises:
        EOFError, KeyboardInterrupt: see `Console.ask`.
    """
    set_so_far = dict(options)

    def rules_asked_for(answer: str) -> bool:
        nonlocal set_so_far
        if not is_wanted(answer):
            return False
        set_so_far = ask_rules(say(game.title), game.options, screen, set_so_far)
        return True

    screen.clear()
    advice = say("Enter rules instead of a number to see or change the rules.")
    _welcome(game, screen, *([advice] if screen.live and game.options else []))
    allowed = game.seats_text
    if game.seats == tuple(range(game.seats[0], game.seats[-1] + 1)):
        allowed_numbers = say(
            "a number from {least} to {most}", least=game.seats[0], most=game.seats[-1]
        )
    else:
        allowed_numbers = allowed

    def no_players(answer: str) -> str:
        return say(
            "{given} is not a valid number of players: enter {allowed}",
            given=answer, allowed=allowed_numbers,
        )  # fmt: skip

    def no_rounds(answer: str) -> str:
        return say(
            "{given} is not a valid number of rounds: enter a whole number, 1 or more", given=answer
        )

    prompt = say("Number of players ({allowed}): ", allowed=allowed)
    usual = game.seats_offered
    if screen.takes_defaults:
        prompt = say("Number of players ({allowed}; Enter for {n}): ", allowed=allowed, n=usual)
    players = screen.ask_number(prompt, game.seats, no_players, usual=usual, others=rules_asked_for)
    if rounds is None and game.match.rounds is not None:
        prompt = say("Number of rounds (1 or more): ")
        if screen.takes_defaults:
            prompt = say("Number of rounds (1 or more; Enter for {n}): ", n=game.match.rounds)
        rounds = screen.ask_number(
            prompt, range(1, 10**DIGITS), no_rounds, usual=game.match.rounds, others=rules_asked_for
        )
    seats: list[Seat] = []
    for number in range(players):
        seats.append(_ask_seat(game, screen, seats, seed + number, "" if number else own_name))
    return Setup(tuple(seats), rounds, set_so_far)


def _welcome(game: Game, screen: Screen, *more: str) -> None:
    """Print the title and summary of a game, then more lines."""
    summary = say(game.summary)
    title = say(game.title)
    lines = [say("Welcome to {game}!", game=title), f"{summary[0].upper()}{summary[1:]}."]
    screen.print_box(title, [*lines, *more])


def _ask_seat(game: Game, screen: Screen, seats: Sequence[Seat], seed: int, own_name: str) -> Seat:
    """Ask for a name and whether it is a computer player; unnamed ones are AI, AI 2."""
    names_in_use = [seat.name for seat in seats]
    number = len(seats) + 1
    prompt = say("Name of player {n}: ", n=number)
    usual = own_name or _free_name(names_in_use) if screen.takes_defaults else ""
    typed = _ask_name(screen, prompt, names_in_use, usual)
    name = typed or own_name if usual else typed
    label = name or usual or say("player {n}", n=number)
    question = say("Is {name} a computer player?", name=label)
    level = name if agents.is_bot(game, name) else AI
    if screen.ask_yes_or_no(question, usual=not name or level == name):
        return Seat(name or _free_name(names_in_use), agents.bot(game, level, seed))
    while not name:
        screen.say(say("a person needs a name"))
        name = _ask_name(screen, prompt, names_in_use)
    return Seat(name)


def _ask_name(screen: Screen, prompt: str, names_in_use: Sequence[str], usual: str = "") -> str:
    """Ask for a free name that can be shown, or nothing; anything else is asked again.

    `usual` is the name that the caller takes for nothing, if any.
    """
    if usual:
        prompt = say("{prompt} (Enter for {name}): ", prompt=prompt.rstrip(": "), name=usual)
    while True:
        typed = screen.ask(prompt, as_typed=True)
        name = clean(typed).strip()
        try:
            if typed:
                check_names([typed])
        except SetupError as error:
            screen.say(str(error)[: BOX * 3], cards=False)
            continue
        if len(name) > LONGEST_NAME:
            n = len(name)
            screen.say(say("a name has {most} letters at most, not {n}", most=LONGEST_NAME, n=n))
            continue
        if name not in names_in_use:
            return name
        problem = say("{name} is already at the table; enter another name", name=name[:60])
        screen.say(problem, cards=False)


def _free_name(names_in_use: Sequence[str]) -> str:
    """The first of AI, AI 2, AI 3 and so on that is free."""
    names = itertools.chain([AI], (f"{AI} {copy}" for copy in itertools.count(2)))
    return next(name for name in names if name not in names_in_use)
