"""Commands about seats: taking, leaving and swapping them, names, computer players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from dealt import agents
from dealt.core.game import Game
from dealt.errors import SetupError
from dealt.service.table import events as ev
from dealt.service.table import messages as m
from dealt.service.table.parts import Place, Request, SeatTaking
from dealt.service.table.refusals import Refused, clean_name
from dealt.service.table.state import TableState

MOST_REQUESTS = 20  # waiting for an answer at one table


def host_only(state: TableState, person: str) -> None:
    """Raise Refused for everybody but the host and the acting host."""
    if person not in (state.host, state.acting_host):
        raise Refused("rights", "only the host of the table may do that")


def _seat_at(state: TableState, seat: int) -> Place:
    """A seat by its number; raises Refused if there is none."""
    if seat >= len(state.places):
        count = len(state.places)
        raise Refused("seat", "no seat {seat}; the table has {n}", seat=seat + 1, n=count)
    return state.places[seat]


def own_seats(state: TableState, person: str) -> list[int]:
    """The seats of a person; raises Refused if there are none."""
    seats = state.seats_of(person)
    if not seats:
        raise Refused("seat", "only people with a seat may do that; sit down first")
    return seats


def own_seat(state: TableState, person: str, seat: int | None) -> int:
    """The given seat, which must be the person's; None: the person's first one.

    Raises:
        Refused: it is somebody else's, or the person has none.
    """
    seats = own_seats(state, person)
    if seat is not None and seat not in seats:
        raise Refused("seat", "that is not your seat")
    return seats[0] if seat is None else seat


def turn_of(state: TableState, person: str) -> int:
    """The seat to move, which must be the person's.

    Raises:
        Refused: no round is being played, or it is somebody else's turn.
    """
    turn = state.turn
    if turn is None:
        raise Refused("phase", "no round is being played")
    if state.places[turn].person != person:
        raise Refused("turn", "{name}'s turn", name=state.names[turn])
    return turn


def _unique_name(state: TableState, name: str, seat: int) -> str:
    """The name, with a number if somebody else here has it."""
    others = {place.name for other, place in enumerate(state.places) if other != seat}
    if not state.is_between_matches:
        others |= {each for other, each in enumerate(state.names) if other != seat}
    free, copy = name, 1
    while free in others:
        copy += 1
        free = f"{name} {copy}"
    return free


def _bot_name(state: TableState, seat: int) -> str:
    """The name of a computer player in a seat: one that nobody else here has."""
    place = state.places[seat]
    if place.level is not None and place.name in agents.GIVEN_NAMES:
        return place.name  # the same player at another level
    names = {place.name for place in state.places}
    return agents.given_name(names if state.is_between_matches else names.union(state.names))


def _with_name(
    state: TableState, name: str, seat: int, event: Callable[[str], ev.AnyEvent]
) -> ev.Events:
    """The event that gives a seat a person's name, numbered if somebody else has it.

    Before a match, a computer player of the same name is renamed instead.
    """
    if not state.is_between_matches:
        return [event(_unique_name(state, name, seat))]
    names = {name, *(place.name for place in state.places)}
    for other, place in enumerate(state.places):
        is_same = place.name.casefold() == name.casefold()
        if other != seat and place.level is not None and is_same:
            new_name = agents.given_name(names)
            return [ev.BotSat(seat=other, level=place.level, name=new_name), event(name)]
    return [event(_unique_name(state, name, seat))]


def _sit(state: TableState, person: str, name: str, message: m.Sit) -> ev.Events:
    if not state.may_sit(person):
        raise Refused("rights", "this table is for those who have a link to play")
    own = state.seats_of(person)
    own_name = name if message.name is None else clean_name(message.name)
    seat = _next_seat(state, person) if message.seat is None else message.seat
    if message.seat is None and own:
        return []
    if seat is None:
        return _at_one_more(state, person, own_name)
    place = _seat_at(state, seat)
    if seat in own:
        return []
    if place.person is not None:
        raise Refused("seat", "{name} sits there; take another seat", name=place.name)
    if own and not message.hot:
        raise Refused("seat", "one seat per person; say so if several of you share this screen")
    _check_free(state, person, seat)
    if place.reserved_for != person and _asks_host(state, person):
        request = state.requests.get(person)
        if request in pending(state) and request.seat == seat:
            return []
        if sum(not each.declined for each in pending(state)) >= MOST_REQUESTS:
            raise Refused("busy", "others are asking for a seat; try again later")
        return [ev.Asked(person=person, name=own_name, seat=seat)]
    return _seated(state, person, own_name, seat)


def _next_seat(state: TableState, person: str) -> int | None:
    """The seat for a person who names none: a reserved, an empty, or a computer player's."""
    ways = [take_of(state, person, seat) for seat in range(len(state.places))]
    free = [seat for seat, way in enumerate(ways) if way]
    order = {seat: (ways[seat] != "back", not state.places[seat].is_empty, seat) for seat in free}
    return min(free, key=lambda seat: order[seat], default=None)


def _at_one_more(state: TableState, person: str, name: str) -> ev.Events:
    """A person sits down at an added seat, if the settings allow it.

    Raises:
        Refused: no seat can be added now.
    """
    count = len(state.places)
    if state.settings.friends and state.is_between_matches:
        for seats in state.game.seats:
            if seats > count and _fits(state, seats):
                more = ev.Changed(settings=replace(state.settings, seats=seats))
                called = _unique_name(state, name, count)
                return [more, ev.Sat(seat=count, person=person, name=called)]
    raise Refused("seat", "no seat is free now")


def _fits(state: TableState, seats: int) -> bool:
    """Whether the table's options allow this many seats."""
    try:
        state.game.deck_for(seats, state.game.option_values(state.settings.options))
    except SetupError:
        return False
    return True


def fill(state: TableState, level: str) -> ev.Events:
    """Computer players for the empty seats; raises Refused if the game has no such level."""
    check_level(state, level)
    names = {place.name for place in state.places}
    events: ev.Events = []
    for seat, place in enumerate(state.places):
        if place.is_empty:
            name = agents.given_name(names)
            names.add(name)
            events.append(ev.BotSat(seat=seat, level=level, name=name))
    return events


def check_level(state: TableState, level: str) -> None:
    """Raise Refused if the table's game has no computer player of this level."""
    try:
        agents.check_bot(state.game, level)
    except SetupError as error:
        raise Refused("settings", error) from None


def _seated(state: TableState, person: str, name: str, seat: int) -> ev.Events:
    """A person sits down; during a match, the seat's player gets this name."""
    in_match = not state.is_between_matches
    return _with_name(
        state,
        name,
        seat,
        lambda chosen: ev.Sat(seat=seat, person=person, name=chosen, named=in_match),
    )


def _check_free(state: TableState, person: str, seat: int) -> None:
    """Raise Refused if a person must not take a seat without a holder now."""
    if state.is_playing and state.seats_seen.get(person, set()) - {seat}:
        raise Refused("seat", "you have seen other cards of this round; wait for the next one")
    if not state.is_between_matches and state.places[seat].is_empty:
        raise Refused("phase", "wait for the end of the match")


def _asks_host(state: TableState, person: str) -> bool:
    """Whether the host must agree before a person takes a seat."""
    return state.settings.ask_first and not state.is_between_matches and person != state.acting_host


def take_of(state: TableState, person: str | None, seat: int) -> SeatTaking:
    """How a person without a seat could take this one, see `SeatInfo.take`."""
    place = state.places[seat]
    if place.person is not None:
        return ""
    try:
        _check_free(state, person or "", seat)
    except Refused:
        return ""
    if person is not None and place.reserved_for == person:
        return "back"
    return "ask" if _asks_host(state, person or "") else "sit"


def partners_of(game: Game, seats: int, seat: int) -> tuple[int, ...]:
    """The other seats on the same side, in a game for this many seats."""
    sides = game.seating.sides(seats)
    return tuple(n for n, side in enumerate(sides) if side == sides[seat] and n != seat)


# --- requests


def pending(state: TableState) -> list[Request]:
    """The requests that still make sense, because the seats have not changed."""
    return [request for request in state.requests.values() if _is_open(state, request)]


def _is_open(state: TableState, request: Request) -> bool:
    if request.seat >= len(state.places):
        return False
    if request.own is None:
        holds = not state.seats_of(request.person)
        return holds and state.places[request.seat].person is None
    return request.own in state.seats_of(request.person)


def asked_person(state: TableState, request: Request) -> str:
    """Who decides about a request now: the person in the seat, then the host."""
    holder = state.places[request.seat].person
    return state.acting_host if holder is None or request.agreed else holder


def _swap(state: TableState, person: str, name: str, message: m.Swap) -> ev.Events:
    place = _seat_at(state, message.seat)
    own = own_seat(state, person, message.mine)
    if own == message.seat:
        return []
    if state.phase == "revealing":
        raise Refused("phase", "all are ready; the cards are being dealt")
    if place.person is None:
        _check_free(state, person, message.seat)
    is_free = place.person is None and not _asks_host(state, person)
    if place.person == person or is_free:
        return [ev.Swapped(seat=own, other=message.seat)]
    called = state.places[own].name
    return [ev.Asked(person=person, name=called, seat=message.seat, own=own)]


def _answer(state: TableState, person: str, name: str, message: m.Answer) -> ev.Events:
    request = next((r for r in pending(state) if r.number == message.request), None)
    if request is None:
        raise Refused("stale", "nobody asks for that any more")
    if person == request.person and not message.yes:
        return [ev.Answered(person=person)]
    if person != asked_person(state, request) or request.declined:
        raise Refused("rights", "somebody else decides about that")
    if not message.yes:
        return [ev.Answered(person=request.person, declined=True)]
    if request.own is None:
        _check_free(state, request.person, request.seat)
        return _seated(state, request.person, request.name, request.seat)
    holder = state.places[request.seat].person
    if holder is None:
        _check_free(state, request.person, request.seat)
    if person == holder and not request.agreed and _swap_asks_host(state, request):
        return [ev.Agreed(person=request.person)]
    return [ev.Swapped(seat=request.own, other=request.seat)]


def _swap_asks_host(state: TableState, request: Request) -> bool:
    """Whether the host must agree, too, because others play against two who saw both hands."""
    two = {request.person, state.places[request.seat].person}
    others = {place.person for place in state.places} - two - {None}
    asks = state.settings.ask_first or bool(others)
    return state.acting_host not in two and asks and not state.is_between_matches


def _rename(state: TableState, person: str, name: str, message: m.Rename) -> ev.Events:
    """Rename the given seat, else the person's seat that has the person's name."""
    seat = own_seat(state, person, message.seat)
    if message.seat is None:  # several people may share a screen, each under another name
        own = state.seats_of(person)
        seat = next((each for each in own if state.places[each].name == name), seat)
    new_name = clean_name(message.name)
    if state.places[seat].name == new_name:
        return []
    return _with_name(state, new_name, seat, lambda chosen: ev.Renamed(seat=seat, name=chosen))


def _left(state: TableState, seat: int, *, is_reserved: bool) -> ev.Stood:
    """A person leaves a seat; during a match a computer player takes over."""
    if state.is_between_matches:
        return ev.Stood(seat=seat, kept=is_reserved)
    level, name = state.settings.stand_in, _bot_name(state, seat)
    return ev.Stood(seat=seat, level=level, name=name, kept=is_reserved)


def _stand(state: TableState, person: str, name: str, message: m.Stand) -> ev.Events:
    seat = own_seat(state, person, message.seat)
    seats = state.seats_of(person) if message.seat is None else [seat]
    return [_left(state, seat, is_reserved=True) for seat in seats]


def _bot(state: TableState, person: str, name: str, message: m.Bot) -> ev.Events:
    host_only(state, person)
    place = _seat_at(state, message.seat)
    if place.person is not None:
        raise Refused("seat", "{name} sits there", name=place.name)
    check_level(state, message.level)
    name = _bot_name(state, message.seat)
    return [ev.BotSat(seat=message.seat, level=message.level, name=name)]


def _clear(state: TableState, person: str, name: str, message: m.Clear) -> ev.Events:
    host_only(state, person)
    place = _seat_at(state, message.seat)
    if place.is_empty:
        return []
    if state.is_between_matches:
        return [ev.Cleared(seat=message.seat)]
    if place.person is None:
        raise Refused("phase", "computer players stay to the end of the match")
    return [_left(state, message.seat, is_reserved=False)]


SEAT_ORDERS: dict[type, Callable[[TableState, str, str, Any], ev.Events]] = {
    m.Sit: _sit,
    m.Rename: _rename,
    m.Stand: _stand,
    m.Swap: _swap,
    m.Answer: _answer,
    m.Bot: _bot,
    m.Clear: _clear,
}
