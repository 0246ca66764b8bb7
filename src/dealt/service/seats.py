"""Who sits where: taking a seat, leaving it, names, computer players.

Like all of `commands`, an order is decided from the state alone and becomes events, or is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dealt import agents
from dealt.errors import SetupError
from dealt.service import events as ev
from dealt.service import protocol as p
from dealt.service.cleaning import clean_name
from dealt.service.places import Place
from dealt.service.refusals import Refused
from dealt.service.state import TableState


def host_only(state: TableState, person: str) -> None:
    """Raise Refused for everybody but the host."""
    if person != state.host:
        raise Refused("rights", "only the host of the table may do that")


def seat_at(state: TableState, seat: int) -> Place:
    """A seat by its number.

    Raises:
        Refused: the table has fewer.
    """
    if seat >= len(state.places):
        there = len(state.places)
        raise Refused("seat", "no seat {seat}; the table has {n}", seat=seat + 1, n=there)
    return state.places[seat]


def own_seats(state: TableState, person: str) -> list[int]:
    """The seats of a person.

    Raises:
        Refused: there is none.
    """
    seats = state.seats_of(person)
    if not seats:
        raise Refused("seat", "only who has a seat may do that; sit first")
    return seats


def unique_name(state: TableState, name: str, seat: int) -> str:
    """The name, with a number if somebody else here is called so."""
    others = {place.name for other, place in enumerate(state.places) if other != seat}
    if not state.is_between_matches:
        others |= {known for other, known in enumerate(state.names) if other != seat}
    found, copy = name, 1
    while found in others:
        copy += 1
        found = f"{name} {copy}"
    return found


def bot_name(state: TableState, seat: int) -> str:
    """What a computer player in a seat is called: a name of its own that nobody else here has."""
    place = state.places[seat]
    if place.level is not None and place.name in agents.GIVEN_NAMES:
        return place.name  # the same one, of another level
    taken = {place.name for place in state.places}
    return agents.given_name(taken if state.is_between_matches else taken.union(state.names))


def _with_name(
    state: TableState, name: str, seat: int, event: Callable[[str], ev.AnyEvent]
) -> ev.Events:
    """What brings a person's name to a seat; a number is added if somebody else has it.

    Before a match a computer player of that name gets another one instead.
    """
    if not state.is_between_matches:
        return [event(unique_name(state, name, seat))]
    taken = {name, *(place.name for place in state.places)}
    for other, place in enumerate(state.places):
        is_same = place.name.casefold() == name.casefold()
        if other != seat and place.level is not None and is_same:
            given = agents.given_name(taken)
            return [ev.BotSat(seat=other, level=place.level, name=given), event(name)]
    return [event(unique_name(state, name, seat))]


def _sit(state: TableState, person: str, name: str, message: p.Sit) -> ev.Events:
    if not state.may_sit(person):
        raise Refused("rights", "this table is for those who have a link to play")
    place = seat_at(state, message.seat)
    own = state.seats_of(person)
    if message.seat in own:
        return []
    if place.person is not None:
        raise Refused("seat", "{name} sits there; take another seat", name=place.name)
    if own and not message.hot:
        raise Refused("seat", "one seat a person; say so if several of you share this screen")
    running = not state.is_between_matches
    if running and state.seen.get(person, set()) - {message.seat}:
        raise Refused("seat", "who has seen other cards of this round has to wait for the next")
    if running and place.is_empty:
        raise Refused("phase", "wait for the end of the match")
    wanted = name if message.name is None else clean_name(message.name)
    return _with_name(
        state, wanted, message.seat,
        lambda chosen: ev.Sat(seat=message.seat, person=person, name=chosen),
    )  # fmt: skip


def _rename(state: TableState, person: str, name: str, message: p.Rename) -> ev.Events:
    """Another name at the seat that is said, else at those that bear the person's name."""
    own = own_seats(state, person)
    if message.seat is not None and message.seat not in own:
        raise Refused("seat", "that is not your seat")
    seat = message.seat
    if seat is None:  # of several people who share a screen the person is the one of that name
        seat = next((each for each in own if state.places[each].name == name), own[0])
    wanted = clean_name(message.name)
    if state.places[seat].name == wanted:
        return []
    return _with_name(state, wanted, seat, lambda chosen: ev.Renamed(seat=seat, name=chosen))


def _left(state: TableState, seat: int) -> ev.Stood:
    """Somebody leaves a seat; a match goes on with a computer player."""
    if state.is_between_matches:
        return ev.Stood(seat=seat)
    return ev.Stood(seat=seat, level=state.settings.stand_in, name=bot_name(state, seat))


def _stand(state: TableState, person: str, name: str, message: p.Stand) -> ev.Events:
    seats = own_seats(state, person)
    if message.seat is not None:
        if message.seat not in seats:
            raise Refused("seat", "that is not your seat")
        seats = [message.seat]
    return [_left(state, seat) for seat in seats]


def _bot(state: TableState, person: str, name: str, message: p.Bot) -> ev.Events:
    host_only(state, person)
    place = seat_at(state, message.seat)
    if place.person is not None:
        raise Refused("seat", "{name} sits there", name=place.name)
    try:
        agents.check_bot(state.game, message.level)
    except SetupError as error:
        raise Refused("settings", error) from None
    name = bot_name(state, message.seat)
    return [ev.BotSat(seat=message.seat, level=message.level, name=name)]


def _clear(state: TableState, person: str, name: str, message: p.Clear) -> ev.Events:
    host_only(state, person)
    place = seat_at(state, message.seat)
    if place.is_empty:
        return []
    if state.is_between_matches:
        return [ev.Cleared(seat=message.seat)]
    if place.person is None:
        raise Refused("phase", "computer players stay to the end of the match")
    return [_left(state, message.seat)]


SEAT_ORDERS: dict[type, Callable[[TableState, str, str, Any], ev.Events]] = {
    p.Sit: _sit,
    p.Rename: _rename,
    p.Stand: _stand,
    p.Bot: _bot,
    p.Clear: _clear,
}
