"""A finished round shown again, step by step, as a viewer could see it while it was played.

A step is made from the view of the same seat, by the same functions, as the frames of the round
were; so what was hidden then stays hidden here.  Beside that stand the hands as they were dealt and
what was left of them: the receipt of a round that is over shows all cards, to whoever asks for it.
Once the match is over, and its record is given away, the steps can be seen with all hands face up,
and each has the text of its position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from msgspec import structs

from dealt.core.hand_order import with_orders
from dealt.core.match import Match
from dealt.core.table import Table
from dealt.core.zones import Board, Event, Hand
from dealt.service import frames
from dealt.service import messages as m
from dealt.service import protocol as p
from dealt.service.parts import Step
from dealt.service.refusals import Refused
from dealt.service.state import TableState

MOST_STEPS = 16  # of one answer; the largest have 5 kB each


def steps_frame(state: TableState, person: str, message: m.Steps) -> p.StepsFrame:
    """Some steps of a finished round of this match.

    Args:
        state: of the table.
        person: who asks; sees what the seat saw that this person held then.
        message: what is asked for.

    Raises:
        Refused: there is no such round or step, it is not over, or the seat was another's.
    """
    number = frames.round_number(state, message.round)
    assert state.match is not None, "rounds without a match"
    seats = state.seats_in(person, number)
    seat = seats[0] if len(seats) == 1 else message.seat
    if message.seat is not None and message.seat not in seats:
        raise Refused("seat", "you did not have that seat in this round")
    if message.face_up and not state.is_between_matches:
        raise Refused("phase", "all hands are shown face up once the match is over")
    table, by, doers = state.match.tables[number - 1], state.by[number - 1], state.doers[number - 1]

    def event_of(n: int) -> Event:
        return frames.event(table, n, seat, by[n], doers.get(n))

    steps = part_of(state.match, number, seat, message.first, message.face_up, event_of)
    return structs.replace(
        steps, ack=message.ack, table=state.name, match=state.matches, seats=seats
    )


def part_of(
    match: Match,
    number: int,
    seat: int | None,
    first: int,
    face_up: bool,
    event_of: Callable[[int], Event],
) -> p.StepsFrame:
    """Some steps of a finished round, for the owner of a seat.

    Args:
        match: that the round belongs to.
        number: of the round, from 1.
        seat: from which it is looked; None: a spectator saw it.
        first: the number of the first step, from 0.
        face_up: with all hands; only for a match that is over.
        event_of: one action of the round, by its number from 0, as that seat heard of it.

    Raises:
        Refused: the round is not over, or has no such step.
    """
    table = match.tables[number - 1]
    if not table.is_over:
        raise Refused("phase", "a round is shown again once it is over")
    total = len(table.history) + 1
    if first >= total:
        raise Refused("unknown", "no step {n}; the last one is {last}", n=first, last=total - 1)
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
        steps=list(islice(_moments(match, number, seat, first, face_up, event_of), MOST_STEPS)),
        dealt=[] if first else _hands(match.dealt_again(number - 1)),
        left=[] if first else _hands(table),
    )


def _moments(
    match: Match,
    number: int,
    seat: int | None,
    first: int,
    face_up: bool,
    event_of: Callable[[int], Event],
) -> Iterator[Step]:
    """The steps of a round, from step `first` on; see `part_of`."""
    history, table = match.tables[number - 1].history, match.dealt_again(number - 1)
    for _, action in history[:first]:
        table.repeat(action)
    yield _step_of(table, seat, event_of(first - 1) if first else None, face_up)
    for n, (_, action) in enumerate(history[first:], first):
        table.repeat(action)
        yield _step_of(table, seat, event_of(n), face_up)


def _step_of(table: Table, seat: int | None, event: Event | None, face_up: bool = False) -> Step:
    """A table as it is, as a step."""
    view = table.view(seat or 0)  # the board is the same from every seat
    own = None if seat is None else with_orders(table.game, view.own)
    if not face_up:
        return Step(event=event, board=view.open, own=own, position=None)
    return Step(event, _turned_up(table, view.open), own, table.position)


def _hands(table: Table) -> list[Hand]:
    """The hands of all seats, face up."""
    hands = []
    for seat in range(len(table.names)):
        own = with_orders(table.game, table.view(seat).own)
        hands += [zone for zone in own.zones if isinstance(zone, Hand) and zone.seat == seat]
    return hands


def _turned_up(table: Table, board: Board) -> Board:
    """A board with the hands of all seats face up."""
    faces = {hand.id: structs.replace(hand, orders=()) for hand in _hands(table)}
    return structs.replace(board, zones=tuple(faces.get(zone.id, zone) for zone in board.zones))
