"""The events of tables, and how each changes a table: it is stored as its events, nothing else.

Each event is one row: its number, the time when it was accepted in milliseconds since 1970, and its
JSON.  No event is ever changed; when the next match has begun and all before are in the archive,
`Trimmed` replaces theirs.  They contain secrets of the deal, so they never leave the service:
viewers see what is built from the resulting state.

The same events always lead to the same state: no chance, clock or computer player has a part in it.
"""

from __future__ import annotations

from dataclasses import replace as changed

import msgspec
from msgspec.structs import replace

from dealt.core.agent import Action
from dealt.errors import StorageError
from dealt.service.table import fairness
from dealt.service.table.parts import Code, Place, Request, Seal, Settings
from dealt.service.table.state import Event, TableState, Trimmed


class _OfSeat(Event, frozen=True, kw_only=True):
    """Something that happened to a seat."""

    seat: int


class Opened(Event, frozen=True, kw_only=True, tag="opened"):
    """A table was opened by its host; `decks` are dealt again, one each round."""

    host: str
    settings: Settings
    decks: tuple[str, ...] = ()

    def _apply(self, state: TableState, at: int) -> None:
        state.host, state.stack = self.host, self.decks
        state.adopt(self.settings)
        state.waiting_since = at


class Changed(Event, frozen=True, kw_only=True, tag="changed"):
    """The host chose other settings."""

    settings: Settings

    def _apply(self, state: TableState, at: int) -> None:
        if (self.settings.game, self.settings.seats) != (state.settings.game, len(state.places)):
            state.match = None  # it cannot be shown with other seats or another game
        before = state.settings
        state.adopt(self.settings)
        manners = {"label": "", "ask_first": False}
        if replace(self.settings, **manners) != replace(before, **manners):
            state.ask_again()


class Joined(Event, frozen=True, kw_only=True, tag="joined"):
    """A person came by a link: as `player` or as `watcher`."""

    person: str
    kind: str

    def _apply(self, state: TableState, at: int) -> None:
        if state.members.get(self.person) != "player":
            state.members[self.person] = self.kind


class Sat(_OfSeat, frozen=True, kw_only=True, tag="sat"):
    """A person took a seat, an empty one or a computer player's.

    Attributes:
        named: the seat's player in the match gets this name, too.
    """

    person: str
    name: str
    named: bool = False

    def _apply(self, state: TableState, at: int) -> None:
        before = state.places[self.seat]
        state.places[self.seat] = Place(person=self.person, name=self.name)
        state.requests.pop(self.person, None)
        is_back = before.reserved_for == self.person
        if is_back and before.was_host:
            state.host = self.person
        if self.named and not state.is_between_matches:
            state.announce(self.seat, "back" if is_back else "taken", self.name, before.name)
            state.name_seats({self.seat: self.name})
        state.note_sight(self.person, self.seat)
        state.ask_again()


class Renamed(_OfSeat, frozen=True, kw_only=True, tag="renamed"):
    """A person in a seat changed the name."""

    name: str

    def _apply(self, state: TableState, at: int) -> None:
        before = state.places[self.seat].name
        state.places[self.seat].name = self.name
        if state.match is None or state.is_between_matches or state.names[self.seat] != before:
            return  # a finished match keeps the names of its players
        state.match.rename(self.seat, self.name)
        state.names = state.match.names
        if state.took_back == before:
            state.took_back = self.name


class Hosted(Event, frozen=True, kw_only=True, tag="hosted"):
    """The acting host changed, while the host is away.

    Attributes:
        deputy: the acting host; None: the host is back; empty: the last one left, and nobody yet.
    """

    deputy: str | None = None

    def _apply(self, state: TableState, at: int) -> None:
        state.deputy = self.deputy


class SeatMoved(_OfSeat, frozen=True, kw_only=True, tag="moved"):
    """A seat went to another device, which the service knows as another person."""

    person: str

    def _apply(self, state: TableState, at: int) -> None:
        place = state.places[self.seat]
        before = place.person
        place.person, place.away = self.person, False
        state.members.setdefault(self.person, "player")
        if state.host == before:
            state.host = self.person
        state.announce(self.seat, "moved", place.name)
        state.note_sight(self.person, self.seat)
        state.takers = [self.person if taker == before else taker for taker in state.takers]
        for seats in state.saw:  # the same player, who may still see what the seat saw
            if before is not None and self.seat in seats.get(before, ()):
                seats.setdefault(self.person, set()).add(self.seat)


class Stood(_OfSeat, frozen=True, kw_only=True, tag="stood"):
    """A person left a seat; during a match a computer player of this level and name took it.

    Attributes:
        kept: reserved for the person until somebody else takes the seat.
    """

    level: str | None = None
    name: str | None = None
    kept: bool = False

    def _apply(self, state: TableState, at: int) -> None:
        person = state.places[self.seat].person
        place = Place()
        if self.level is not None:
            place = Place(name=self.name or self.level, level=self.level)
            state.announce(self.seat, "left", place.name, state.names[self.seat])
        if self.kept and person is not None:
            place.reserved_for, place.was_host = person, person == state.host
            state.members[person] = "player"
        state.places[self.seat] = place
        others = [place.person for place in state.places if place.person is not None]
        if others and person == state.host and not state.seats_of(person):
            state.host, state.deputy = others[0], ""  # who may be away, too
        state.ask_again()


class Asked(Event, frozen=True, kw_only=True, tag="asked"):
    """A person asked for a seat, with `own` in exchange for this one."""

    person: str
    name: str
    seat: int
    own: int | None = None

    def _apply(self, state: TableState, at: int) -> None:
        state.requests[self.person] = Request(
            state.version, self.person, self.name, self.seat, self.own
        )


class Agreed(Event, frozen=True, kw_only=True, tag="agreed"):
    """The person in the seat agreed to a swap; the host must agree, too."""

    person: str

    def _apply(self, state: TableState, at: int) -> None:
        state.requests[self.person] = changed(state.requests[self.person], agreed=True)


class Answered(Event, frozen=True, kw_only=True, tag="answered"):
    """A person's request was declined or withdrawn."""

    person: str
    declined: bool = False

    def _apply(self, state: TableState, at: int) -> None:
        if self.declined:
            state.requests[self.person] = changed(state.requests[self.person], declined=True)
        else:
            state.requests.pop(self.person, None)


class Swapped(_OfSeat, frozen=True, kw_only=True, tag="swapped"):
    """The players of two seats changed places."""

    other: int

    def _apply(self, state: TableState, at: int) -> None:
        one, other, places, names = self.seat, self.other, state.places, state.names
        places[one], places[other] = places[other], places[one]
        if not state.is_between_matches:
            state.announce(one, "swapped", names[one], names[other])
            state.name_seats({one: names[other], other: names[one]})
        for seat in (one, other):
            person = places[seat].person
            if person is not None:
                state.requests.pop(person, None)
                state.note_sight(person, seat)
        state.ask_again()


class BotSat(_OfSeat, frozen=True, kw_only=True, tag="bot"):
    """A computer player was seated."""

    level: str
    name: str

    def _apply(self, state: TableState, at: int) -> None:
        before = state.places[self.seat]
        if before.level != self.level:
            state.announce(self.seat, "level", self.name, self.level)
        state.places[self.seat] = Place(
            name=self.name,
            level=self.level,
            reserved_for=before.reserved_for,
            was_host=before.was_host,
        )
        state.ask_again()


class Cleared(_OfSeat, frozen=True, kw_only=True, tag="cleared"):
    """The host emptied a seat."""

    def _apply(self, state: TableState, at: int) -> None:
        state.places[self.seat] = Place()
        state.ask_again()


class GotReady(Event, frozen=True, kw_only=True, tag="ready"):
    """A person is ready for the next deal, or no longer.

    Attributes:
        seats: the person's; empty: of a host who watches computer players.
        commit: the person's commitment.
        clock: the clock ran out; the person did not say so.
    """

    seats: list[int]
    ready: bool = True
    commit: str | None = None
    clock: bool = False

    def _apply(self, state: TableState, at: int) -> None:
        if not self.seats:
            state.host_ready = self.ready
        for seat in self.seats:
            place = state.places[seat]
            place.ready, place.commit, place.entropy = self.ready, self.commit, None
        if state.is_agreed:
            state.waiting_since = at


class Sealed(Event, frozen=True, kw_only=True, tag="sealed"):
    """The dealer drew its secret for a round."""

    match: int
    round: int
    seed: str

    def _apply(self, state: TableState, at: int) -> None:
        promise = fairness.dealer_commitment(state.name, self.match, self.round, self.seed)
        state.seal = Seal(self.match, self.round, self.seed, promise)


class Revealed(Event, frozen=True, kw_only=True, tag="revealed"):
    """A person revealed the number behind the commitment."""

    seats: list[int]
    entropy: str

    def _apply(self, state: TableState, at: int) -> None:
        for seat in self.seats:
            state.places[seat].entropy = self.entropy


class Dealt(Event, frozen=True, kw_only=True, tag="dealt"):
    """A round was dealt.

    Attributes:
        match, round: numbers from 1.
        deck: the cards in order, as text.
        version: of the game's rules.
        options: all options, as numbers.
        rounds: of the match; None: until the game or the players end it.
        names: the players, the same in all rounds of a match.
    """

    match: int
    round: int
    deck: str
    version: int
    options: dict[str, int]
    rounds: int | None
    names: list[str]

    def _apply(self, state: TableState, at: int) -> None:
        assert state.seal is not None, "dealt without a seal"
        game = state.game
        if self.version != game.version:
            raise StorageError(
                "it is played by {game} rules version {version}; these are {own}",
                game=game.title, version=self.version, own=game.version,
            )  # fmt: skip
        pack, replacing = game.deck_for(len(self.names), self.options), game.replaces(self.options)
        deck = pack.order(self.deck.split(), replacing=replacing)
        if self.round == 1:
            state.begin_match(self.match, self.names, self.options, self.rounds, deck)
        else:
            assert state.match is not None, "a later round without a match"
            state.decks.append(deck)
            state.match.next_round()
        if not state.settings.is_arranged:
            state.receipts.append(state.receipt_of(self.subject(state), self.deck))
        state.begin_round()
        state.note_move(at)

    def subject(self, state: TableState) -> fairness.Subject:
        """What the deal of a table is for."""
        return fairness.Subject(
            table=state.name,
            match=self.match,
            round=self.round,
            game=state.settings.game,
            version=self.version,
            seats=len(self.names),
            options=dict(self.options),
        )


class Played(_OfSeat, frozen=True, kw_only=True, tag="played"):
    """The seat to move took an action.

    Attributes:
        action: its id.
        by: `person`, `bot`, `away` (a computer player for somebody absent), `clock`, or the level
            that chose for a computer player that was not ready.
        person, move: the person who moved, and the client's id of the move.
    """

    action: int
    by: str
    person: str | None = None
    move: str | None = None

    def _apply(self, state: TableState, at: int) -> None:
        table = state.table
        assert table is not None, "played without a deal"
        assert table.seat_in_turn == self.seat, "played by a seat that is not in turn"
        taker = self.person if self.by == "person" else None
        state.has_shown = None
        state.before_move = None if taker is None else table.twin()
        place, number = state.places[self.seat], len(table.history)
        if place.level is not None and place.name != state.names[self.seat]:
            state.doers[-1][number] = place.name
        table.step(Action(self.action, ""))
        state.by[-1].append(self.by)
        state.takers.append(taker)
        state.took_back = None
        if self.person is not None and self.move is not None:
            state.moves[self.person, self.move] = state.version
        state.note_move(at)


class Undone(_OfSeat, frozen=True, kw_only=True, tag="undone"):
    """The last action of the round was undone by its seat, or in `practice`, see `TableState`."""

    practice: bool = False

    def _apply(self, state: TableState, at: int) -> None:
        table = state.table
        assert table is not None, "taken back without a deal"
        assert table.history[-1][0] == self.seat, "taken back by another seat"
        state.take_back(self.seat, practice=self.practice)
        state.note_move(at)


class WentAway(_OfSeat, frozen=True, kw_only=True, tag="away"):
    """A computer player moves for an absent person from now on."""

    def _apply(self, state: TableState, at: int) -> None:
        state.places[self.seat].away = True


class CameBack(_OfSeat, frozen=True, kw_only=True, tag="back"):
    """The person is back and moves again."""

    def _apply(self, state: TableState, at: int) -> None:
        state.places[self.seat].away = False


class Chatted(Event, frozen=True, kw_only=True, tag="said"):
    """Somebody sent a line of chat."""

    who: str
    text: str

    def _apply(self, state: TableState, at: int) -> None:
        state.chat.append((self.who, self.text))


class CodeMade(Event, frozen=True, kw_only=True, tag="code"):
    """A person made a link; only the hash of its code is stored."""

    kind: str
    code_hash: str
    seat: int | None = None
    person: str | None = None

    def _apply(self, state: TableState, at: int) -> None:
        state.codes[self.code_hash] = Code(self.kind, self.seat, self.person)


class CodesRevoked(Event, frozen=True, kw_only=True, tag="revoked"):
    """All links of a kind were revoked."""

    kind: str

    def _apply(self, state: TableState, at: int) -> None:
        state.codes = {key: code for key, code in state.codes.items() if code.kind != self.kind}


class CodeUsed(Event, frozen=True, kw_only=True, tag="used"):
    """A link for one use was used."""

    code_hash: str

    def _apply(self, state: TableState, at: int) -> None:
        state.codes.pop(self.code_hash, None)


class Resumed(Event, frozen=True, kw_only=True, tag="resumed"):
    """The table was loaded after the service had stopped; its clock starts again."""

    def _apply(self, state: TableState, at: int) -> None:
        state.waiting_since = at


class Finished(Event, frozen=True, kw_only=True, tag="finished"):
    """The host ended a match between two rounds."""

    def _apply(self, state: TableState, at: int) -> None:
        state.is_finished = True
        state.seal = None
        for place in state.places:
            place.forget()


class Closed(Event, frozen=True, kw_only=True, tag="closed"):
    """The host closed the table for good."""

    def _apply(self, state: TableState, at: int) -> None:
        state.is_closed = True


AnyEvent = (
    Opened | Changed | Hosted | Joined | Sat | Renamed | SeatMoved | Stood | Asked | Agreed
    | Answered | Swapped | BotSat | Cleared | GotReady
    | Sealed | Revealed | Dealt | Played | Undone | WentAway | CameBack | Chatted | CodeMade
    | CodesRevoked | CodeUsed | Resumed | Finished | Closed | Trimmed
)  # fmt: skip
Events = list[AnyEvent]

_decoder = msgspec.json.Decoder(AnyEvent)
_encoder = msgspec.json.Encoder()


def event_text(event: AnyEvent) -> str:
    """An event as it is stored."""
    return _encoder.encode(event).decode()


def read_event(text: str) -> AnyEvent:
    """The event that `event_text` wrote; raises msgspec.DecodeError if the text is not one."""
    event: AnyEvent = _decoder.decode(text)
    return event
