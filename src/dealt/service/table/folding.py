"""How each event changes a table; a `TableState` changes by `fold` alone.

The same events always lead to the same state, in any process and at any time: no chance, clock or
computer player has a part in it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace as changed
from typing import Any

from msgspec.structs import replace

from dealt.core.agent import Action, Seat
from dealt.core.game import Game
from dealt.core.match import Match
from dealt.errors import DealtError, StorageError
from dealt.service.table import events as ev
from dealt.service.table import fairness
from dealt.service.table.history import past_match
from dealt.service.table.parts import Code, Place, Request, Seal, SeatNews, Settings
from dealt.service.table.state import TableState


def fold(state: TableState, event: ev.AnyEvent, at: int) -> None:
    """Apply the next event, accepted at a time in milliseconds since 1970.

    Raises:
        StorageError: it contradicts the state, or is of another version of the rules.
    """
    try:
        state.version += 1
        was_over = state.is_between_matches
        _HAPPENS[type(event)](state, event, at)
        state.changed_at = at
        if state.match is not None and state.is_between_matches and not was_over:
            state.past.append(past_match(state.matches, state.match, state.places, at))
    except (DealtError, IndexError, KeyError, AttributeError, AssertionError) as error:
        raise StorageError(
            "table {name} cannot be taken up at event {n}: {error}",
            name=state.name, n=state.version, error=error,
        ) from error  # fmt: skip


def _opened(state: TableState, event: ev.Opened, at: int) -> None:
    state.host = event.host
    _set(state, event.settings)
    state.waiting_since = at


def _changed(state: TableState, event: ev.Changed, at: int) -> None:
    if (event.settings.game, event.settings.seats) != (state.settings.game, len(state.places)):
        state.match = None  # it cannot be shown with other seats or another game
    before = state.settings
    _set(state, event.settings)
    manners = {"label": "", "ask_first": False}
    if replace(event.settings, **manners) != replace(before, **manners):
        _nobody_ready(state)


def _set(state: TableState, settings: Settings) -> None:
    state.settings = settings
    old = state.places[: settings.seats]
    state.places = old + [Place() for _ in range(settings.seats - len(old))]


def _hosted(state: TableState, event: ev.Hosted, at: int) -> None:
    state.deputy = event.deputy


def _joined(state: TableState, event: ev.Joined, at: int) -> None:
    if state.members.get(event.person) != "player":
        state.members[event.person] = event.kind


def _sat(state: TableState, event: ev.Sat, at: int) -> None:
    before = state.places[event.seat]
    state.places[event.seat] = Place(person=event.person, name=event.name)
    state.requests.pop(event.person, None)
    is_back = before.reserved_for == event.person
    if is_back and before.was_host:
        state.host = event.person
    if event.named and not state.is_between_matches:
        _announce(state, event.seat, "back" if is_back else "taken", event.name, before.name)
        _name_seats(state, {event.seat: event.name})
    _sees(state, event.person, event.seat)
    _nobody_ready(state)


def _renamed(state: TableState, event: ev.Renamed, at: int) -> None:
    before = state.places[event.seat].name
    state.places[event.seat].name = event.name
    if state.match is None or state.is_between_matches or state.names[event.seat] != before:
        return  # a finished match keeps the names of its players
    state.match.rename(event.seat, event.name)
    state.names = state.match.names
    if state.took_back == before:
        state.took_back = event.name


def _seat_moved(state: TableState, event: ev.SeatMoved, at: int) -> None:
    place = state.places[event.seat]
    before = place.person
    place.person, place.away = event.person, False
    state.members.setdefault(event.person, "player")
    if state.host == before:
        state.host = event.person
    _announce(state, event.seat, "moved", place.name)
    _sees(state, event.person, event.seat)
    state.takers = [event.person if taker == before else taker for taker in state.takers]
    for seats in state.saw:  # the same player, who may still see what the seat saw
        if before is not None and event.seat in seats.get(before, ()):
            seats.setdefault(event.person, set()).add(event.seat)


def _announce(state: TableState, seat: int, kind: str, name: str, other: str = "") -> None:
    """Log what happens to a seat during a match; between matches the seats show it."""
    if state.table is not None and not state.is_between_matches:
        news = SeatNews(seat, kind, name, other, len(state.table.history))
        state.seat_news[-1].append(news)


def _name_seats(state: TableState, called: dict[int, str]) -> None:
    """Rename seats in this match, because other people play on there."""
    assert state.match is not None, "a name without a match"
    for doers, table in zip(state.doers, state.match.tables, strict=True):
        for number, (seat, _) in enumerate(table.history):
            if seat in called:
                doers.setdefault(number, state.names[seat])
    names = [called.get(seat, name) for seat, name in enumerate(state.names)]
    state.match.name_seats(names)
    state.names = state.match.names


def _sees(state: TableState, person: str, seat: int) -> None:
    """Note that a person sees what a seat sees."""
    state.seats_seen.setdefault(person, set()).add(seat)
    if state.is_playing:
        state.saw[-1].setdefault(person, set()).add(seat)


def _stood(state: TableState, event: ev.Stood, at: int) -> None:
    person = state.places[event.seat].person
    place = Place()
    if event.level is not None:
        place = Place(name=event.name or event.level, level=event.level)
        _announce(state, event.seat, "left", place.name, state.names[event.seat])
    if event.kept and person is not None:
        place.reserved_for, place.was_host = person, person == state.host
        state.members[person] = "player"
    state.places[event.seat] = place
    others = [place.person for place in state.places if place.person is not None]
    if others and person == state.host and not state.seats_of(person):
        state.host, state.deputy = others[0], ""  # who may be away, too
    _nobody_ready(state)


def _requested(state: TableState, event: ev.Asked, at: int) -> None:
    state.requests[event.person] = Request(
        state.version, event.person, event.name, event.seat, event.own
    )


def _agreed(state: TableState, event: ev.Agreed, at: int) -> None:
    state.requests[event.person] = changed(state.requests[event.person], agreed=True)


def _answered(state: TableState, event: ev.Answered, at: int) -> None:
    if event.declined:
        state.requests[event.person] = changed(state.requests[event.person], declined=True)
    else:
        state.requests.pop(event.person, None)


def _swapped(state: TableState, event: ev.Swapped, at: int) -> None:
    one, other = event.seat, event.other
    places, names = state.places, state.names
    places[one], places[other] = places[other], places[one]
    if not state.is_between_matches:
        _announce(state, one, "swapped", names[one], names[other])
        _name_seats(state, {one: names[other], other: names[one]})
    for seat in (one, other):
        person = places[seat].person
        if person is not None:
            state.requests.pop(person, None)
            _sees(state, person, seat)
    _nobody_ready(state)


def _bot_sat(state: TableState, event: ev.BotSat, at: int) -> None:
    before = state.places[event.seat]
    if before.level != event.level:
        _announce(state, event.seat, "level", event.name, event.level)
    state.places[event.seat] = Place(
        name=event.name,
        level=event.level,
        reserved_for=before.reserved_for,
        was_host=before.was_host,
    )
    _nobody_ready(state)


def _cleared(state: TableState, event: ev.Cleared, at: int) -> None:
    state.places[event.seat] = Place()
    _nobody_ready(state)


def _nobody_ready(state: TableState) -> None:
    """Between matches, ask everybody again: they agreed to other people or settings."""
    if state.is_between_matches:
        state.host_ready = False
        for place in state.places:
            place.forget()


def _got_ready(state: TableState, event: ev.GotReady, at: int) -> None:
    if not event.seats:
        state.host_ready = event.ready
    for seat in event.seats:
        place = state.places[seat]
        place.ready, place.commit, place.entropy = event.ready, event.commit, None
    if state.is_agreed:
        state.waiting_since = at


def _sealed(state: TableState, event: ev.Sealed, at: int) -> None:
    promise = fairness.dealer_commitment(state.name, event.match, event.round, event.seed)
    state.seal = Seal(event.match, event.round, event.seed, promise)


def _revealed(state: TableState, event: ev.Revealed, at: int) -> None:
    for seat in event.seats:
        state.places[seat].entropy = event.entropy


def _dealt(state: TableState, event: ev.Dealt, at: int) -> None:
    assert state.seal is not None, "dealt without a seal"
    game = state.game
    if event.version != game.version:
        raise StorageError(
            "it is played by {game} rules version {version}; these are {own}",
            game=game.title, version=event.version, own=game.version,
        )  # fmt: skip
    pack = game.deck_for(len(event.names), event.options)
    replacing = game.replaces(event.options)
    if event.round == 1:
        state.decks = []
        state.by = []
        state.saw = []
        state.doers = []
        state.seat_news = []
        state.requests = {}
    state.decks.append(pack.order(event.deck.split(), replacing=replacing))
    if event.round == 1:
        _begin(state, event, game)
    else:
        assert state.match is not None, "a later round without a match"
        state.match.next_round()
    if not state.settings.is_arranged:
        state.receipts[event.match, event.round] = _receipt(state, event)
    state.seal = None
    state.by.append([])
    state.doers.append({})
    state.seat_news.append([])
    state.saw.append({})
    state.takers, state.took_back = [], None
    state.seats_seen = {}
    for seat, place in enumerate(state.places):
        place.forget()
        if place.person is not None:
            _sees(state, place.person, seat)
    _moved(state, at)


def _begin(state: TableState, event: ev.Dealt, game: Game) -> None:
    """Begin a match."""
    decks, settings = state.decks, state.settings
    state.match = Match(
        game,
        [Seat(name) for name in event.names],
        seed=settings.seed_of(event.match),
        rounds=event.rounds,
        options=dict(event.options),
        decks=[] if settings.deck is None else [settings.deck.split()],
        position=settings.position,
        dealer=None if settings.is_arranged else lambda number: decks[number],
    )
    state.matches = event.match
    state.names = tuple(event.names)
    state.host_ready = False
    state.moves = {}
    state.is_finished = False


def _receipt(state: TableState, event: ev.Dealt) -> fairness.Receipt:
    """The receipt of a round, which stays secret until the round is over."""
    assert state.seal is not None
    return fairness.receipt_of(
        state.game,
        state.subject_of(event),
        state.seal.seed,
        [place.commit for place in state.places],
        [place.entropy for place in state.places],
        event.deck,
    )


def _played(state: TableState, event: ev.Played, at: int) -> None:
    table = state.table
    assert table is not None, "played without a deal"
    assert table.seat_in_turn == event.seat, "played by a seat that is not in turn"
    taker = event.person if event.by == "person" else None
    state.has_shown = None
    state.before_move = None if taker is None else table.twin()
    place, number = state.places[event.seat], len(table.history)
    if place.level is not None and place.name != state.names[event.seat]:
        state.doers[-1][number] = place.name
    table.step(Action(event.action, ""))
    state.by[-1].append(event.by)
    state.takers.append(taker)
    state.took_back = None
    if event.person is not None and event.move is not None:
        state.moves[event.person, event.move] = state.version
    _moved(state, at)


def _undone(state: TableState, event: ev.Undone, at: int) -> None:
    match = state.match
    assert match is not None, "taken back without a deal"
    assert match.table.history[-1][0] == event.seat, "taken back by another seat"
    match.take_back()
    state.by[-1].pop()
    state.takers.pop()
    number = len(match.table.history)
    state.doers[-1].pop(number, None)
    news = [changed(each, after=min(each.after, number)) for each in state.seat_news[-1]]
    state.seat_news[-1] = news
    state.has_shown = state.before_move = None
    state.took_back = state.names[event.seat]
    _moved(state, at)


def _moved(state: TableState, at: int) -> None:
    state.moved, state.waiting_since = state.version, at


def _went_away(state: TableState, event: ev.WentAway, at: int) -> None:
    state.places[event.seat].away = True


def _came_back(state: TableState, event: ev.CameBack, at: int) -> None:
    state.places[event.seat].away = False


def _chatted(state: TableState, event: ev.Chatted, at: int) -> None:
    state.chat.append((event.who, event.text))


def _code_made(state: TableState, event: ev.CodeMade, at: int) -> None:
    state.codes[event.code_hash] = Code(event.kind, event.seat, event.person)


def _codes_revoked(state: TableState, event: ev.CodesRevoked, at: int) -> None:
    state.codes = {key: code for key, code in state.codes.items() if code.kind != event.kind}


def _code_used(state: TableState, event: ev.CodeUsed, at: int) -> None:
    state.codes.pop(event.code_hash, None)


def _resumed(state: TableState, event: ev.Resumed, at: int) -> None:
    state.waiting_since = at


def _finished(state: TableState, event: ev.Finished, at: int) -> None:
    state.is_finished = True
    state.seal = None
    for place in state.places:
        place.forget()


def _closed(state: TableState, event: ev.Closed, at: int) -> None:
    state.is_closed = True


_HAPPENS: dict[type, Callable[[TableState, Any, int], None]] = {
    ev.Opened: _opened,
    ev.Changed: _changed,
    ev.Hosted: _hosted,
    ev.Joined: _joined,
    ev.Sat: _sat,
    ev.Renamed: _renamed,
    ev.SeatMoved: _seat_moved,
    ev.Stood: _stood,
    ev.Asked: _requested,
    ev.Agreed: _agreed,
    ev.Answered: _answered,
    ev.Swapped: _swapped,
    ev.BotSat: _bot_sat,
    ev.Cleared: _cleared,
    ev.GotReady: _got_ready,
    ev.Sealed: _sealed,
    ev.Revealed: _revealed,
    ev.Dealt: _dealt,
    ev.Played: _played,
    ev.Undone: _undone,
    ev.WentAway: _went_away,
    ev.CameBack: _came_back,
    ev.Chatted: _chatted,
    ev.CodeMade: _code_made,
    ev.CodesRevoked: _codes_revoked,
    ev.CodeUsed: _code_used,
    ev.Resumed: _resumed,
    ev.Finished: _finished,
    ev.Closed: _closed,
}
