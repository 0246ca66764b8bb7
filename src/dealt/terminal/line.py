"""Any game, line by line: what the player sees, what is open, an answer by number or in words."""

from __future__ import annotations

from dealt.core.match import Match
from dealt.core.table import Table
from dealt.errors import IllegalAction, ParseError
from dealt.language import message, say
from dealt.terminal.console import Console
from dealt.terminal.hints import Hints

HELP = message("Enter the number of an action or its words; ? shows this, q leaves the game.")
MOST_NUMBERED = 40


class Leave(Exception):  # noqa: N818 - it signals, it is no error
    """The player leaves the table."""


def play_match(match: Match, console: Console, hints: Hints) -> None:
    """Play a match to its end, or until the player leaves or the input ends; tell the totals.

    Args:
        match: what is played, its first round dealt.
        console: where to ask and tell.
        hints: what a person is told about a choice.
    """
    if any(seat.agent is None for seat in match.seats):
        console.say(say(HELP))
        console.say()
    try:
        while True:
            play_round(match.table, match, console, hints)
            console.tell_now()
            console.say(match.table.outcome)
            if match.is_over:
                break
            totals = ", ".join(f"{name} {points}" for name, points in match.totals.items())
            console.say(say("Total: {totals}", totals=totals))
            console.say()
            match.next_round()
    except (Leave, EOFError):
        console.say()
    except KeyboardInterrupt:  # at a prompt, after which nothing stands
        console.say()
        raise
    finally:
        console.recover()
        console.show(match.sheet)


def play_round(table: Table, match: Match, console: Console, hints: Hints) -> None:
    """Play one round; computer players' actions are told."""
    while not table.is_over:
        seat = table.seats[table.seat_in_turn]
        if seat.agent is not None:
            told = table.game.action_said(table.step().id, own=False)
            console.tell(f"{seat.name}: {told}")
        else:
            console.tell_now()
            show(table, match, console, hints)
            ask_action(table, console)


def show(table: Table, match: Match, console: Console, hints: Hints) -> None:
    """What the player in turn sees and may do."""
    seat = table.seat_in_turn
    console.say(say("Round {n}", n=len(match.tables)))
    console.say(str(table.view(seat)))
    for line in hints.lines(table):
        console.say(line)
    for number, action in enumerate(table.actions[:MOST_NUMBERED], 1):
        console.say(f"{number}. {table.game.action_said(action.id)}")


def ask_action(table: Table, console: Console) -> None:
    """Play what the player in turn answers; anything unusable is asked again.

    Raises:
        Leave: the player leaves.
        EOFError: the input has ended.
    """
    while True:
        answer = console.ask("> ")
        if answer.lower() in ("q", "quit"):
            raise Leave
        if answer == "?":
            console.say(say(HELP))
            continue
        actions = table.actions
        try:
            if answer.isascii() and answer.isdigit() and len(answer) < 6:
                if not 1 <= int(answer) <= len(actions):
                    last = len(actions)
                    console.say(
                        say("there is no number {n}; enter 1 to {last}", n=answer, last=last)
                    )
                    continue
                table.step(actions[int(answer) - 1])
            else:
                table.step(table.read(answer))
        except (ParseError, IllegalAction) as error:
            console.say(str(error))
            continue
        return
