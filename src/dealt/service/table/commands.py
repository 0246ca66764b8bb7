"""Commands: what a person asks of a table becomes events, or is refused; nothing changes here.

A command is decided from the state alone, so that every process decides it alike.  `follows` has
what happens without a command, such as the deal when everybody is ready.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from dealt import agents, games
from dealt.core.match import deck_by_seed
from dealt.core.position import game_name, position_text, read_position
from dealt.errors import DeckError, IllegalAction, ParseError, SetupError
from dealt.language import message, say
from dealt.service.table import events as ev
from dealt.service.table import fairness
from dealt.service.table import messages as m
from dealt.service.table import protocol as p
from dealt.service.table.parts import Settings
from dealt.service.table.refusals import Refused, clean_label, clean_line
from dealt.service.table.seats import (
    SEAT_ORDERS,
    fill,
    host_only,
    own_seat,
    own_seats,
    turn_of,
)
from dealt.service.table.state import TableState

REVEAL_S = 10  # to reveal a committed number; then the cards are dealt without it
_READY_S = 60  # the least time to get ready for the next deal, at tables with a clock
MOST_CODES = 40  # of a table; one more replaces the oldest of the person who has most
CLOSED = message("the host has closed the table")
NOT_YOUR_MOVE = message("the last move is not yours; only the last one is taken back")
_PRACTICE = message(
    "taking this back makes the match practice, and it will not count; undo again to do so"
)
NO_LINK = message("this link does not work, or no longer")
_STAND_INS = (agents.SEED, agents.RANDOM)  # known in every game


class MakeCode(m.Message, frozen=True, kw_only=True, tag="(code"):
    """The service makes a link for a person; for `kind` and `seat` see `messages.Invite`."""

    kind: str
    seat: int | None
    code_hash: str


class Join(m.Message, frozen=True, kw_only=True, tag="(join"):
    """A person comes by a link."""

    code_hash: str


class Arrive(m.Message, frozen=True, kw_only=True, tag="(arrive"):
    """A person has connected again."""


class Depart(m.Message, frozen=True, kw_only=True, tag="(depart"):
    """A person has stopped following the table, and keeps the seat."""


ARRANGED = message(
    "a seed, a stacked deck, a position or an earlier match is only possible at a new table of "
    "your own"
)


def order(state: TableState, person: str, name: str, message: m.Message) -> ev.Events:
    """The events that a message of a person leads to; its type is one of ORDERS.

    Raises:
        Refused: it may not be done now.
    """
    if state.is_closed:
        raise Refused("unknown", CLOSED)
    return ORDERS[type(message)](state, person, name, message)


# --- opening --------------------------------------------------------------------------------------


def checked(settings: Settings) -> Settings:
    """Valid settings, with the game's registered name.

    Raises:
        Refused: no such game, seats, options or computer player.
    """
    try:
        if settings.position is not None:
            settings = _begun_in(settings, settings.position)
        game = games.registered(settings.game)
        game.check_seats(settings.seats)
        options = game.option_values(settings.options)
        pack = game.deck_for(settings.seats, options)
        if settings.deck is not None:
            replacing = game.replaces(options)
            pack.order(settings.deck.split(), replacing=replacing)
        if settings.stand_in not in _STAND_INS:
            agents.check_bot(game, settings.stand_in)
    except (DeckError, ParseError, SetupError) as error:
        raise Refused("settings", error) from None
    if settings.rounds is None and game.match.rounds is None and game.match.match_is_over is None:
        raise Refused("settings", "{game} needs a number of rounds", game=game.title)
    label = clean_label(settings.label)
    return msgspec.structs.replace(settings, game=game.name, label=label)


def _begun_in(settings: Settings, position: str) -> Settings:
    """Settings with game, seats and options of a position, its unknown cards dealt."""
    game = games.registered(game_name(position))
    state = read_position(game, position, seed=settings.seed or 0)
    options = {each.name: getattr(state, each.name) for each in game.options}
    text = position_text(game, state)
    return msgspec.structs.replace(
        settings, game=game.name, seats=state.seats, options=options, position=text
    )


# --- settings -------------------------------------------------------------------------------------


def _change(state: TableState, person: str, name: str, message: m.Change) -> ev.Events:
    host_only(state, person)
    if message.settings.cards != state.settings.cards:
        raise Refused("settings", ARRANGED)
    settings = message.settings
    if settings.again is not None:  # its decks are those of one game
        old = state.settings
        settings = msgspec.structs.replace(
            settings, game=old.game, seats=old.seats, options=old.options, rounds=old.rounds
        )
    settings = checked(settings)
    if not state.is_between_matches and _without_manners(settings) != _without_manners(
        state.settings
    ):
        raise Refused("phase", "settings change only before a match or after it")
    lost = [place.name for place in state.places[settings.seats :] if not place.is_empty]
    if lost:
        raise Refused("settings", "{name} would have no seat", name=lost[0])
    game = games.registered(settings.game)
    for place in state.places:
        if place.level is not None and not agents.is_bot(game, place.level):
            raise Refused("settings", "{name} does not play that game", name=place.name)
    return [ev.Changed(settings=settings)]


def _without_manners(settings: Settings) -> Settings:
    """The settings that a match depends on; the others can change at any time."""
    return msgspec.structs.replace(settings, label="", public=False, ask_first=False)


def _close(state: TableState, person: str, name: str, message: m.Close) -> ev.Events:
    if person != state.host:
        host_only(state, person)
        raise Refused("rights", "only the host can close the table, and you are standing in")
    return [ev.Closed()]


def _finish(state: TableState, person: str, name: str, message: m.Finish) -> ev.Events:
    host_only(state, person)
    if state.is_playing or state.is_between_matches:
        raise Refused("phase", "a match is ended between two rounds")
    return [ev.Finished()]


def _begin(state: TableState, person: str, name: str, message: m.Begin) -> ev.Events:
    host_only(state, person)
    if not state.is_between_matches or state.phase == "revealing":
        raise Refused("phase", "a match is going on")
    level = agents.usual(state.game) if message.level is None else message.level
    people: dict[str, str | None] = {}
    for place in state.places:
        if place.person is not None:
            people[place.person] = message.commit if place.person == person else place.commit
    ready: ev.Events = [
        ev.GotReady(seats=state.seats_of(one), commit=commit) for one, commit in people.items()
    ]
    return [*fill(state, level), *(ready or [ev.GotReady(seats=[])])]


# --- deals ----------------------------------------------------------------------------------------


def _ready(state: TableState, person: str, name: str, message: m.Ready) -> ev.Events:
    if state.is_playing:
        raise Refused("phase", "the round is being played")
    if state.phase == "revealing":
        raise Refused("phase", "all are ready; the cards are being dealt")
    seats = state.seats_of(person)
    if not seats and (person != state.host or any(place.person for place in state.places)):
        raise Refused("seat", "only people with a seat may do that; sit down first")
    back = [ev.CameBack(seat=seat) for seat in seats if state.places[seat].away]
    commit = message.commit if message.ready else None
    return [*back, ev.GotReady(seats=seats, ready=message.ready, commit=commit)]


def _reveal(state: TableState, person: str, name: str, message: m.Reveal) -> ev.Events:
    if state.phase != "revealing":
        raise Refused("phase", "numbers are revealed once everybody is ready")
    assert state.seal is not None, "agreed without a seal"
    seats = [seat for seat in own_seats(state, person) if state.places[seat].commit is not None]
    promised = fairness.player_commitment(
        state.name, state.seal.match, state.seal.round, message.entropy
    )
    if not seats or any(state.places[seat].commit != promised for seat in seats):
        raise Refused("fair", "the number does not match its commitment")
    if all(state.places[seat].entropy is not None for seat in seats):
        return []
    return [ev.Revealed(seats=seats, entropy=message.entropy)]


def _deal(state: TableState) -> ev.Dealt:
    """The deal that follows from the revealed numbers."""
    assert state.seal is not None, "a deal without a seal"
    game, number = state.game, state.seal.round
    if number == 1:
        people = any(place.person is not None for place in state.places)
        options = game.option_values(state.settings.options, people=people)
        rounds = state.settings.rounds
        if rounds is None and not (game.match.open_ended and people):
            rounds = game.match.rounds
        names = [place.name for place in state.places]
    else:
        assert state.match is not None, "a later round without a match"
        options, rounds = state.match.options, state.match.rounds
        names = list(state.names)
    dealt = ev.Dealt(
        match=state.seal.match,
        round=number,
        deck="",
        version=game.version,
        options=options,
        rounds=rounds,
        names=names,
    )
    deck = _arranged_deck(state, options, number)
    if deck is None:
        entropy = [place.entropy or fairness.NO_ENTROPY for place in state.places]
        deck = fairness.deck_of(game, dealt.subject(state), state.seal.seed, entropy)
    text = game.deck_for(len(names), options).text(deck)
    return msgspec.structs.replace(dealt, deck=text)


def _arranged_deck(
    state: TableState, options: Mapping[str, int], number: int
) -> Sequence[int] | None:
    """The deck order that the settings prescribe; None: chance decides."""
    settings, game = state.settings, state.game
    deck = settings.deck or "".join(state.stack[number - 1 : number])
    if deck:
        pack = game.deck_for(settings.seats, options)
        return pack.order(deck.split(), replacing=game.replaces(options))
    if not settings.is_arranged or settings.again is not None:
        return None
    seed = settings.seed_of(state.next_deal[0])
    return deck_by_seed(game, settings.seats, options, seed, number - 1)


# --- moves ----------------------------------------------------------------------------------------


def _play(state: TableState, person: str, name: str, message: m.Play) -> ev.Events:
    if state.is_playing:
        own_seats(state, person)
    turn = turn_of(state, person)
    _check_version(state, message.version)
    action = _read(state, message.action, message.text)
    events: ev.Events = [ev.CameBack(seat=turn)] if state.places[turn].away else []
    played = ev.Played(seat=turn, action=action, by="person", person=person, move=message.move)
    return [*events, played]


def _check_version(state: TableState, version: int) -> None:
    """Raise Refused if the position has changed since a version."""
    if not state.moved <= version <= state.version:
        raise Refused("stale", "the table has moved on since; look again")


def _undo(state: TableState, person: str, name: str, message: m.Undo) -> ev.Events:
    table = state.table
    if not state.is_playing or table is None:
        raise Refused("phase", "no round is being played")
    own = own_seats(state, person)
    if state.settings.move_s is not None:
        raise Refused("phase", "moves cannot be taken back at a table with a clock")
    _check_version(state, message.version)
    actor = table.history[-1][0] if table.history else None
    if not state.may_undo(person) and (moves := state.moves_to_choice(person)):
        if not (message.practice or state.practice):
            raise Refused("phase", _PRACTICE)
        return [ev.Undone(seat=seat, practice=True) for seat, _ in table.history[: -moves - 1 : -1]]
    if actor not in own or state.by[-1][-1] != "person":
        raise Refused("turn", NOT_YOUR_MOVE)
    if not state.may_undo(person):
        raise Refused("phase", "a hidden card was shown by that move; it is not taken back")
    return [ev.Undone(seat=actor)]


def _read(state: TableState, action: int | None, text: str | None) -> int:
    """The id of an open action, by its id or its words.

    Raises:
        Refused: it cannot be read, or is not open.
    """
    assert state.table is not None, "read without a round"
    words = text if action is None else action
    if words is None or (action is not None and text is not None):
        raise Refused("unreadable", "give either the id of an action or its words")
    try:
        return state.table.read(words).id
    except IllegalAction as error:
        raise Refused("illegal", error) from None
    except ParseError as error:
        raise Refused("unreadable", error) from None


def why_not(state: TableState, person: str, message: m.Why) -> p.Told:
    """The answer to `why`, for the seat to move alone: the reason may show its cards.

    Raises:
        Refused: it cannot be read, or it is somebody else's turn.
    """
    turn_of(state, person)
    action, text = message.action, message.text
    try:
        if message.cards is not None or message.zone is not None:
            assert state.table is not None, "a turn without a round"
            action, text = state.table.find_action(message.cards or (), message.zone), None
        _read(state, action, text)
    except ParseError as error:
        raise Refused("unreadable", error) from None
    except Refused as refused:
        if refused.code == "illegal":
            return p.Told(ack=message.ack, text=str(refused), **refused.for_programs())
        raise
    return p.Told(ack=message.ack, text=say("that is allowed now"))


def _say(state: TableState, person: str, name: str, message: m.Say) -> ev.Events:
    seats = own_seats(state, person)
    return [ev.Chatted(who=state.places[seats[0]].name, text=clean_line(message.text))]


def _revoke(state: TableState, person: str, name: str, message: m.Revoke) -> ev.Events:
    host_only(state, person)
    return [ev.CodesRevoked(kind=message.kind)]


def _make_code(state: TableState, person: str, name: str, message: MakeCode) -> ev.Events:
    seat = own_seat(state, person, message.seat) if message.kind == "seat" else None
    if seat is None and person != state.host:
        own_seats(state, person)
    created = ev.CodeMade(kind=message.kind, code_hash=message.code_hash, seat=seat, person=person)
    if len(state.codes) < MOST_CODES:
        return [created]
    ((most, _),) = Counter(code.person for code in state.codes.values()).most_common(1)
    oldest = next(key for key, code in state.codes.items() if code.person == most)
    return [ev.CodeUsed(code_hash=oldest), created]


def _join(state: TableState, person: str, name: str, message: Join) -> ev.Events:
    code = state.codes.get(message.code_hash)
    if code is None:
        raise Refused("unknown", NO_LINK)
    if code.kind != "seat":
        if state.members.get(person) in (code.kind, "player"):
            return []
        return [ev.Joined(person=person, kind=code.kind)]
    assert code.seat is not None, "a link to no seat"
    if code.seat >= len(state.places) or state.places[code.seat].person != code.person:
        raise Refused("unknown", "the seat of this link has been given up")
    if person == code.person:
        return []
    if state.seats_of(person):
        raise Refused("seat", "one seat per person; you already have one at this table")
    moved = ev.SeatMoved(seat=code.seat, person=person)
    return [moved, ev.CodeUsed(code_hash=message.code_hash)]


def _arrive(state: TableState, person: str, name: str, message: Arrive) -> ev.Events:
    return [ev.CameBack(seat=seat) for seat in state.seats_of(person) if state.places[seat].away]


def _depart(state: TableState, person: str, name: str, message: Depart) -> ev.Events:
    others = {place.person for place in state.places} - {None, person}
    return [ev.Hosted(deputy="")] if others and person == state.acting_host else []


# --- what happens without a command ---------------------------------------------------------------


def follows(state: TableState, waited_s: float, new_seed: Callable[[], str]) -> ev.Events:
    """The events that follow without a command or a computer player.

    Args:
        state: of the table.
        waited_s: seconds since `TableState.waiting_since`.
        new_seed: makes 64 hexadecimal digits that nobody can guess.
    """
    if state.is_playing:
        return []
    if state.seal is None or (state.seal.match, state.seal.round) != state.next_deal:
        match, number = state.next_deal
        return [ev.Sealed(match=match, round=number, seed=new_seed())]
    if state.phase == "revealing" and (state.is_revealed or waited_s >= REVEAL_S):
        return [_deal(state)]
    return []


def patience_s(state: TableState) -> int | None:
    """Seconds that the clock allows for a move or for getting ready; None: no clock runs."""
    seconds = state.settings.move_s
    if seconds is None:
        return None
    if state.is_playing:
        turn = state.turn
        is_person = turn is not None and state.places[turn].person is not None
        return seconds if is_person else None
    if state.is_between_matches or state.phase == "revealing":
        return None
    return max(seconds, _READY_S)


def ready_by_clock(state: TableState) -> ev.Events:
    """The events when the clock runs out between two rounds: everybody is ready."""
    seats = [
        seat
        for seat, place in enumerate(state.places)
        if place.person is not None and not place.ready
    ]
    return [ev.GotReady(seats=seats, clock=True)] if seats else []


ORDERS: dict[type, Callable[[TableState, str, str, Any], ev.Events]] = {
    **SEAT_ORDERS,
    m.Change: _change,
    m.Finish: _finish,
    m.Begin: _begin,
    m.Close: _close,
    m.Ready: _ready,
    m.Reveal: _reveal,
    m.Play: _play,
    m.Undo: _undo,
    m.Say: _say,
    m.Revoke: _revoke,
    MakeCode: _make_code,
    Join: _join,
    Arrive: _arrive,
    Depart: _depart,
}
