"""Finished rounds step by step, and guided first rounds.

A step is made from the view of the same seat, by the same functions, as the frames of the round
were, so what was hidden then stays hidden here.  The hands as dealt, and what was left of them, are
added, as the receipt of a finished round has them, too.  Once the match is over, and its record
public, the steps are available with all hands face up, each with its position as text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct, structs

from dealt import match
from dealt.agents import RANDOM
from dealt.core.agent import Action
from dealt.core.game import Game, Turn
from dealt.core.presentation import with_orders
from dealt.core.table import Table
from dealt.core.zones import AnyZone, Board, Event, Hand
from dealt.games import game as game_called
from dealt.language import message, say, speaking
from dealt.service.hall.thinking import Job
from dealt.service.table import frames
from dealt.service.table import messages as m
from dealt.service.table import protocol as p
from dealt.service.table.frames import open_actions
from dealt.service.table.parts import OpenAction, Step
from dealt.service.table.refusals import Refused
from dealt.service.table.state import TableState

_NOT_OVER = message("a round is shown again once it is over")
ROUND_NOT_YOURS = message("you did not have that seat in this round")
MOST_STEPS = 16  # in one answer; the largest have 5 kB each


@dataclass(frozen=True)
class _PlayedRound:
    """A round as sent to a worker, which plays it again.

    Attributes:
        deal: the table before anybody moved.
        history: seats and actions.
        by, doers: see `TableState`.
    """

    deal: Job
    history: tuple[tuple[int, Action], ...]
    by: tuple[str, ...]
    doers: dict[int, str]

    def tables(self) -> tuple[Table, Table]:
        """The table as dealt, and at the end."""
        finished = self.deal.table()
        for _, action in self.history:
            finished.repeat(action)
        return self.deal.table(), finished


def steps_asked(state: TableState, person: str, message: m.Steps) -> tuple[Any, ...]:
    """The arguments of `encoded_steps` for a person's request, from a seat held in that round.

    Raises:
        Refused: there is no such round, it is not over, or the seat was somebody else's.
    """
    number = frames.round_number(state, message.round)
    assert state.match is not None, "rounds without a match"
    seats = state.seats_in(person, number)
    seat = seats[0] if len(seats) == 1 else message.seat
    if message.seat is not None and message.seat not in seats:
        raise Refused("seat", ROUND_NOT_YOURS)
    if message.face_up and not state.is_between_matches:
        raise Refused("phase", "all hands are shown face up once the match is over")
    table = state.match.tables[number - 1]
    if not table.is_over:
        raise Refused("phase", _NOT_OVER)
    played = _PlayedRound(
        Job.from_table(state.match.at(number - 1), RANDOM, 0),
        tuple(table.history),
        tuple(state.by[number - 1]),
        dict(state.doers[number - 1]),
    )
    place = {"ack": message.ack, "table": state.name, "match": state.matches, "seats": seats}
    return played, number, seat, message.first, message.face_up, place


def encoded_steps(
    played: _PlayedRound,
    number: int,
    seat: int | None,
    first: int,
    face_up: bool,
    place: dict[str, Any],
) -> bytes:
    """A frame with some steps of a round, see `part_of`; raises Refused for a step too late."""
    rounds = played.tables()

    def event_of(n: int) -> Event:
        return frames.event(rounds[1], n, seat, played.by[n], played.doers.get(n))

    steps = part_of(rounds, number, seat, first, face_up, event_of)
    return p.encode(structs.replace(steps, **place))


def part_of(
    rounds: tuple[Table, Table],
    number: int,
    seat: int | None,
    first: int,
    face_up: bool,
    event_of: Callable[[int], Event],
) -> p.StepsFrame:
    """Some steps of a finished round, for the owner of a seat.

    Args:
        rounds: the round as dealt, which is played through, and at its end.
        number: of the round, from 1.
        seat: the point of view; None: a spectator's.
        first: the number of the first step, from 0.
        face_up: show all hands; only for a finished match.
        event_of: gives an action of the round, by its number from 0, as that seat heard of it.

    Raises:
        Refused: the round is not over, or has no such step.
    """
    dealt, table = rounds
    if not table.is_over:
        raise Refused("phase", _NOT_OVER)
    total = len(table.history) + 1
    if first >= total:
        raise Refused("unknown", "no step {n}; the last one is {last}", n=first, last=total - 1)
    hands = ([], []) if first else (hands_of(dealt), hands_of(table))
    for _, action in table.history[:first]:
        dealt.repeat(action)
    steps = [step_of(dealt, seat, event_of(first - 1) if first else None, face_up)]
    for n, (_, action) in enumerate(table.history[first : first + MOST_STEPS - 1], first):
        dealt.repeat(action)
        steps.append(step_of(dealt, seat, event_of(n), face_up))
    return p.StepsFrame(
        ack=None,
        table="",
        match=1,
        round=number,
        names=list(table.names),
        seats=[] if seat is None else [seat],
        seat=seat,
        first=first,
        total=total,
        outcome=table.outcome,
        dealt=hands[0],
        left=hands[1],
        steps=steps,
    )


def step_of(table: Table, seat: int | None, event: Event | None, face_up: bool = False) -> Step:
    """A step of the current position of a table."""
    view = table.view(seat or 0)  # the board is the same from every seat
    own = None if seat is None else with_orders(table.game, view.own)
    if not face_up:
        return Step(event=event, board=view.open, own=own, position=None)
    return Step(event, _turned_up(table, view.open), own, table.position)


def hands_of(table: Table) -> list[Hand]:
    """The hands of all seats, face up."""
    hands = []
    for seat in range(len(table.names)):
        own = with_orders(table.game, table.view(seat).own)
        hands += [zone for zone in own.zones if isinstance(zone, Hand) and zone.seat == seat]
    return hands


def _turned_up(table: Table, board: Board) -> Board:
    """A board with the hands of all seats face up."""
    faces = {hand.id: structs.replace(hand, orders=()) for hand in hands_of(table)}
    return structs.replace(board, zones=tuple(faces.get(zone.id, zone) for zone in board.zones))


# --- guided first rounds --------------------------------------------------------------------------


class _Moment(Struct, frozen=True):
    """The table before a move of the round.

    Attributes:
        say: the text to show; it may be empty.
        board, zones: what everybody sees, and what the learner alone sees.
        event: the last action, as the learner heard of it.
        actions: the open actions, on the learner's turn.
        action: the one to take; None: it is not the learner's turn.
    """

    say: str
    board: Board
    zones: tuple[AnyZone, ...]
    event: Event | None
    actions: list[OpenAction]
    action: int | None


class _Lesson(Struct, frozen=True):
    """A guided round from the deal to the end."""

    game: str
    title: str
    names: tuple[str, ...]
    seat: int
    moments: list[_Moment]


@cache
def lesson_of(name: str, language: str) -> bytes:
    """The guided round of a game in a language, as JSON; raises Refused if it has none."""
    game = game_called(name)
    if game.lesson is None:
        raise Refused("unknown", "{game} has no guided round", game=game.title)
    with speaking(language):
        return msgspec.json.encode(_composed(game))


def _composed(game: Game) -> _Lesson:
    """The guided round of a game that has one."""
    lesson = game.lesson
    assert lesson is not None, "a game without a guided round"
    options: dict[str, Any] = dict(lesson.options)
    table = match(game, lesson.names, seed=lesson.seed, rounds=1, **options).table
    moments = []
    event = None
    for turn in lesson.turns:
        text, typed = (turn.text, turn.action) if isinstance(turn, Turn) else ("", turn)
        action = table.read(typed).id if typed else None
        is_own = typed != "" and table.seat_in_turn == lesson.learner
        moments.append(_moment(table, lesson.learner, text, event, action if is_own else None))
        event = None
        if action is not None:
            table.play(action)
            event = table.event(-1, lesson.learner)
    moments.append(_moment(table, lesson.learner, lesson.end, event, None))
    return _Lesson(game.name, say(game.title), lesson.names, lesson.learner, moments)


def _moment(table: Table, seat: int, text: str, event: Event | None, action: int | None) -> _Moment:
    view = table.view(seat)
    return _Moment(
        say=say(text) if text else "",
        board=view.open,
        zones=with_orders(table.game, view.own).zones,
        event=event,
        actions=[] if action is None else open_actions(table),
        action=action,
    )
