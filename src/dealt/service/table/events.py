"""The events of tables: a table is stored as its events, and nothing else.

Each event is one row: its number, the time when it was accepted in milliseconds since 1970, and its
JSON.  No event is ever changed.  They contain secrets of the deal, so they never leave the service:
viewers see what is built from the resulting state.
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
    """A person took a seat, an empty one or a computer player's.

    Attributes:
        named: the seat's player in the match gets this name, too.
    """

    seat: int
    person: str
    name: str
    named: bool = False


class Renamed(_Event, frozen=True, kw_only=True, tag="renamed"):
    """A person in a seat changed the name."""

    seat: int
    name: str


class Hosted(_Event, frozen=True, kw_only=True, tag="hosted"):
    """The acting host changed, while the host is away.

    Attributes:
        deputy: the acting host; None: the host is back; empty: the last one left, and nobody yet.
    """

    deputy: str | None = None


class SeatMoved(_Event, frozen=True, kw_only=True, tag="moved"):
    """A seat went to another device, which the service knows as another person."""

    seat: int
    person: str


class Stood(_Event, frozen=True, kw_only=True, tag="stood"):
    """A person left a seat; during a match a computer player of this level and name took it.

    Attributes:
        kept: reserved for the person until somebody else takes the seat.
    """

    seat: int
    level: str | None = None
    name: str | None = None
    kept: bool = False


class Asked(_Event, frozen=True, kw_only=True, tag="asked"):
    """A person asked for a seat, with `own` in exchange for this one."""

    person: str
    name: str
    seat: int
    own: int | None = None


class Agreed(_Event, frozen=True, kw_only=True, tag="agreed"):
    """The person in the seat agreed to a swap; the host must agree, too."""

    person: str


class Answered(_Event, frozen=True, kw_only=True, tag="answered"):
    """A person's request was declined or withdrawn."""

    person: str
    declined: bool = False


class Swapped(_Event, frozen=True, kw_only=True, tag="swapped"):
    """The players of two seats changed places."""

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


class Sealed(_Event, frozen=True, kw_only=True, tag="sealed"):
    """The dealer drew its secret for a round."""

    match: int
    round: int
    seed: str


class Revealed(_Event, frozen=True, kw_only=True, tag="revealed"):
    """A person revealed the number behind the commitment."""

    seats: list[int]
    entropy: str


class Dealt(_Event, frozen=True, kw_only=True, tag="dealt"):
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


class Played(_Event, frozen=True, kw_only=True, tag="played"):
    """The seat to move took an action.

    Attributes:
        action: its id.
        by: `person`, `bot`, `away` (a computer player for somebody absent), `clock`, or the level
            that chose for a computer player that was not ready.
        person, move: the person who moved, and the client's id of the move.
    """

    seat: int
    action: int
    by: str
    person: str | None = None
    move: str | None = None


class Undone(_Event, frozen=True, kw_only=True, tag="undone"):
    """The seat that took the last action of the round undid it."""

    seat: int


class WentAway(_Event, frozen=True, kw_only=True, tag="away"):
    """A computer player moves for an absent person from now on."""

    seat: int


class CameBack(_Event, frozen=True, kw_only=True, tag="back"):
    """The person is back and moves again."""

    seat: int


class Chatted(_Event, frozen=True, kw_only=True, tag="said"):
    """Somebody sent a line of chat."""

    who: str
    text: str


class CodeMade(_Event, frozen=True, kw_only=True, tag="code"):
    """A person made a link; only the hash of its code is stored."""

    kind: str
    code_hash: str
    seat: int | None = None
    person: str | None = None


class CodesRevoked(_Event, frozen=True, kw_only=True, tag="revoked"):
    """All links of a kind were revoked."""

    kind: str


class CodeUsed(_Event, frozen=True, kw_only=True, tag="used"):
    """A link for one use was used."""

    code_hash: str


class Resumed(_Event, frozen=True, kw_only=True, tag="resumed"):
    """The table was loaded after the service had stopped; its clock starts again."""


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
    """The event that `event_text` wrote; raises msgspec.DecodeError if the text is not one."""
    event: AnyEvent = _decoder.decode(text)
    return event
