"""What happens at a table, as it is kept: a table is its events, and nothing else is stored.

Events are JSON, one a row, in the order of their numbers; each row has the time at which it was
accepted, in milliseconds since 1970.  No event is ever changed.  Secrets of the deal are in them,
so they never leave the service: what viewers see is built from the state that events lead to.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from dealt.service.table.parts import Settings


class _Event(Struct, frozen=True, kw_only=True, tag_field="e", omit_defaults=True):
    """Something that happened."""


class Opened(_Event, frozen=True, kw_only=True, tag="opened"):
    """A table was opened by its host."""

    host: str
    settings: Settings


class Changed(_Event, frozen=True, kw_only=True, tag="changed"):
    """The host chose other settings."""

    settings: Settings


class Joined(_Event, frozen=True, kw_only=True, tag="joined"):
    """A person came by a link: as `player` or as `watcher`."""

    person: str
    kind: str


class Sat(_Event, frozen=True, kw_only=True, tag="sat"):
    """A person took a seat, an empty one or that of a computer player.

    Attributes:
        named: the seat has this name in the match, too, from now on.
    """

    seat: int
    person: str
    name: str
    named: bool = False


class Renamed(_Event, frozen=True, kw_only=True, tag="renamed"):
    """A person in a seat is called otherwise from now on."""

    seat: int
    name: str


class Hosted(_Event, frozen=True, kw_only=True, tag="hosted"):
    """Somebody does the host's part while the host is away.

    Attributes:
        deputy: who; None: the host is back; empty: whoever did it has left, and nobody does it yet.
    """

    deputy: str | None = None


class SeatMoved(_Event, frozen=True, kw_only=True, tag="moved"):
    """A seat went to another device, that is to another person of the service."""

    seat: int
    person: str


class Stood(_Event, frozen=True, kw_only=True, tag="stood"):
    """A person left a seat; in a match a computer player of this level and name took it.

    Attributes:
        kept: for the person, who may come back until somebody else takes the seat.
    """

    seat: int
    level: str | None = None
    name: str | None = None
    kept: bool = False


class Asked(_Event, frozen=True, kw_only=True, tag="asked"):
    """A person asked for a seat; with `own`, to have it for a seat of that person."""

    person: str
    name: str
    seat: int
    own: int | None = None


class Agreed(_Event, frozen=True, kw_only=True, tag="agreed"):
    """Whoever sits where a person wants to sit agreed; the host has still to."""

    person: str


class Answered(_Event, frozen=True, kw_only=True, tag="answered"):
    """What a person asked for was declined, or is wanted no longer."""

    person: str
    declined: bool = False


class Swapped(_Event, frozen=True, kw_only=True, tag="swapped"):
    """Those who sat in two seats changed places."""

    seat: int
    other: int


class BotSat(_Event, frozen=True, kw_only=True, tag="bot"):
    """A computer player was seated."""

    seat: int
    level: str
    name: str


class Cleared(_Event, frozen=True, kw_only=True, tag="cleared"):
    """The host emptied a seat."""

    seat: int


class GotReady(_Event, frozen=True, kw_only=True, tag="ready"):
    """A person is ready for the next deal, or no longer; seat None: the host of computer players.

    Attributes:
        commit: what the person committed to.
        clock: the clock said so, not the person.
    """

    seats: list[int]
    ready: bool = True
    commit: str | None = None
    clock: bool = False


class Sealed(_Event, frozen=True, kw_only=True, tag="sealed"):
    """The dealer drew its secret for a round."""

    match: int
    round: int
    seed: str


class Revealed(_Event, frozen=True, kw_only=True, tag="revealed"):
    """A person revealed the number committed to."""

    seats: list[int]
    entropy: str


class Dealt(_Event, frozen=True, kw_only=True, tag="dealt"):
    """A round was dealt.

    Attributes:
        match, round: numbers from 1.
        deck: the cards in order, as text.
        version: of the game's rules.
        options: all, as numbers.
        rounds: of the match; None: until the game or the players end it.
        names: who plays; the same in all rounds of a match.
    """

    match: int
    round: int
    deck: str
    version: int
    options: dict[str, int]
    rounds: int | None
    names: list[str]


class Played(_Event, frozen=True, kw_only=True, tag="played"):
    """The seat in turn did something.

    Attributes:
        action: its id.
        by: `person`, `bot`, `away` (a computer player for somebody absent), `clock`, or the level
            that chose for a computer player that was not ready.
        person, move: of a person, and the client's name for the move.
    """

    seat: int
    action: int
    by: str
    person: str | None = None
    move: str | None = None


class Undone(_Event, frozen=True, kw_only=True, tag="undone"):
    """The last action of the round was taken back by the seat that had done it."""

    seat: int


class WentAway(_Event, frozen=True, kw_only=True, tag="away"):
    """A computer player moves for an absent person from now on."""

    seat: int


class CameBack(_Event, frozen=True, kw_only=True, tag="back"):
    """The person moves again."""

    seat: int


class Chatted(_Event, frozen=True, kw_only=True, tag="said"):
    """Somebody said a line."""

    who: str
    text: str


class CodeMade(_Event, frozen=True, kw_only=True, tag="code"):
    """A person made a link; only the hash of its code is kept."""

    kind: str
    code_hash: str
    seat: int | None = None
    person: str | None = None


class CodesRevoked(_Event, frozen=True, kw_only=True, tag="revoked"):
    """All links of a kind were made worthless."""

    kind: str


class CodeUsed(_Event, frozen=True, kw_only=True, tag="used"):
    """A link that works once was used."""

    code_hash: str


class Resumed(_Event, frozen=True, kw_only=True, tag="resumed"):
    """The table was taken up again after the service had stopped; the clock starts anew."""


class Finished(_Event, frozen=True, kw_only=True, tag="finished"):
    """The host ended a match between two rounds."""


class Closed(_Event, frozen=True, kw_only=True, tag="closed"):
    """The host closed the table for good."""


AnyEvent = (
    Opened | Changed | Hosted | Joined | Sat | Renamed | SeatMoved | Stood | Asked | Agreed
    | Answered | Swapped | BotSat | Cleared | GotReady
    | Sealed | Revealed | Dealt | Played | Undone | WentAway | CameBack | Chatted | CodeMade
    | CodesRevoked | CodeUsed | Resumed | Finished | Closed
)  # fmt: skip
Events = list[AnyEvent]

_decoder = msgspec.json.Decoder(AnyEvent)
_encoder = msgspec.json.Encoder()


def event_text(event: AnyEvent) -> str:
    """An event as it is stored."""
    return _encoder.encode(event).decode()


def read_event(text: str) -> AnyEvent:
    """The event that `event_text` wrote.

    Raises:
        msgspec.DecodeError: the text is none.
    """
    event: AnyEvent = _decoder.decode(text)
    return event
