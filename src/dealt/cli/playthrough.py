"""A whole match as text: its story, or every state, open action and view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from dealt.core.arguments import check_names
from dealt.core.match import Match, replay
from dealt.core.steps import Step
from dealt.language import say

if TYPE_CHECKING:
    from dealt.core.agent import Action
    from dealt.core.game import Game
    from dealt.core.record import Record
    from dealt.core.table import Table


def story(record: Record, game: Game) -> Iterator[str]:
    """The actions of a match, one line each, and the points of each round.

    Raises:
        ParseError: the record does not fit the rules.
        SetupError: a name in it cannot be shown.
    """
    check_names(record.seats)
    yield f"{say(game.title)}: {', '.join(record.seats)}"
    match = replay(record, game)
    for step in match.steps:
        if step.number:
            yield step.table.event(-1, step.table.history[-1][0]).text
        else:
            yield say("Round {n}", n=step.round + 1)
        yield from _ending(step, match)
    if not match.is_over:
        yield say("The record ends here; the match was not finished.")


def playthrough(record: Record, game: Game) -> Iterator[str]:
    """The actions of a match, with all cards, views and open actions before each.

    Raises:
        ParseError: the record does not fit the rules.
        SetupError: a name in it cannot be shown.
    """
    check_names(record.seats)
    options = ", ".join(f"{name}={value}" for name, value in record.options.items())
    yield f"# {game.title}, rules version {game.version}"
    yield f"# seats: {', '.join(record.seats)}; options: {options or 'none'}; seed: {record.seed}"
    match = replay(record, game)
    for step in match.steps:
        if step.number:
            seat, action = step.table.history[-1]
            yield f"> {record.seats[seat]}: {action}"
        else:
            yield f"\n## Round {step.round + 1}"
        yield from _state(step.table)
        yield from _ending(step, match)


def _state(table: Table) -> Iterator[str]:
    yield ""
    for place, cards in table.places().items():
        yield f"{place}: {cards}".rstrip()
    for name in table.names:
        view = table.view(name)
        yield f"-- {name} sees"
        yield str(view)
        yield f"observation: {_numbers_text(view.observation)}"
    if table.actions:
        yield f"-- open to {table.turn}: " + ", ".join(_numbered(a) for a in table.actions)


def _numbers_text(numbers: Iterable[int]) -> str:
    """Numbers with blanks between; more than three equal ones in a row as `0*52`."""
    parts = []
    for number, equal in groupby(numbers):
        times = len(list(equal))
        parts += [f"{number}*{times}"] if times > 3 else [str(number)] * times
    return " ".join(parts)


def _numbered(action: Action) -> str:
    return f"{action.id} {action}"


def _ending(step: Step, match: Match) -> Iterator[str]:
    """What is written at the end of a round, and of the match."""
    table = step.table
    if not table.is_over:
        return
    yield table.outcome
    points = ", ".join(f"{name} {n}" for name, n in table.scores.items())
    yield say("Points: {points}", points=points)
    if match.is_over and step.round == len(match.tables) - 1:
        totals = ", ".join(f"{name} {n}" for name, n in match.totals.items())
        yield say("Total: {totals}", totals=totals)
        if match.winners:
            yield say("Won by {names}", names=", ".join(match.winners))
