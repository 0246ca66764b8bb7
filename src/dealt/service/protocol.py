"""The protocol between clients and tables, version 2: what is said, as JSON, one object a frame.

Clients say what to `do`; the service says what `is`.  docs/reference/protocol.md describes it.  A
frame with a field that is not listed here is refused as a whole.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from dealt.cards import Face
from dealt.core.zones import Board, Event, Hand
from dealt.language import message
from dealt.service.fields import (
    Ack,
    ActionId,
    ActionText,
    ChatText,
    Count,
    Entropy,
    FaceText,
    Hash,
    LanguageName,
    Level,
    LinkKind,
    MoveId,
    NameText,
    PageAddress,
    SeatNumber,
    TableName,
    Token,
    Version,
    ZoneId,
)
from dealt.service.fields import Settings as Settings  # noqa: PLC0414 - part of the protocol
from dealt.service.parts import (
    Chance,
    GameInfo,
    Line,
    MatchInfo,
    OwnPart,
    PairInfo,
    Phase,
    Picture,
    RequestInfo,
    SeatInfo,
    SheetData,
    Standing,
    Step,
    TableRow,
)  # fmt: skip
from dealt.service.refusals import Refused

PROTOCOL = 2
MOST_BYTES = 4096  # of a frame from a client


# --- what clients say -----------------------------------------------------------------------------


class Message(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """A frame from a client; `ack` comes back in the answer to it."""

    ack: Ack | None = None


class Hello(Message, frozen=True, kw_only=True, tag="hello"):
    """The first frame: the protocol's version, and who it is, unless a cookie has said so.

    Attributes:
        language: in which the texts of frames are wanted, such as `pt-BR`; the nearest that
            there is, else English.
    """

    protocol: int
    name: NameText | None = None
    token: Token | None = None
    language: LanguageName | None = None


class Ping(Message, frozen=True, kw_only=True, tag="ping"):
    """Is the connection alive?"""


class Lobby(Message, frozen=True, kw_only=True, tag="lobby"):
    """Which tables are there to enter?"""


class Open(Message, frozen=True, kw_only=True, tag="open"):
    """Open a table; who does is its host."""

    settings: Settings


class Enter(Message, frozen=True, kw_only=True, tag="enter"):
    """Attend a table, from now on by this connection."""

    table: TableName


class Leave(Message, frozen=True, kw_only=True, tag="leave"):
    """Attend the table no longer; seats are kept."""


class Sync(Message, frozen=True, kw_only=True, tag="sync"):
    """Send the table as it is."""


class Sit(Message, frozen=True, kw_only=True, tag="sit"):
    """Take a seat.

    Attributes:
        seat: None: the next one that is free.
        name: shown at the seat; one's own name if not said.
        hot: on purpose a further seat for the same person, who passes the screen round.
    """

    seat: SeatNumber | None = None
    name: NameText | None = None
    hot: bool = False


class Rename(Message, frozen=True, kw_only=True, tag="rename"):
    """Call me so from now on, also where I sit; or only in one of my seats here."""

    name: NameText
    seat: SeatNumber | None = None


class Stand(Message, frozen=True, kw_only=True, tag="stand"):
    """Give a seat up, or all of one's own; in a match a computer player takes it.

    It is kept: `sit` takes it back, as long as nobody else has.
    """

    seat: SeatNumber | None = None


class Swap(Message, frozen=True, kw_only=True, tag="swap"):
    """Have another seat instead of mine: whoever sits there is asked.

    Attributes:
        seat: the other one.
        mine: which of several seats of one's own.
    """

    seat: SeatNumber
    mine: SeatNumber | None = None


class Answer(Message, frozen=True, kw_only=True, tag="answer"):
    """Agree to what somebody asks for, or not; my own request: I want it no longer."""

    request: Version
    yes: bool


class Bot(Message, frozen=True, kw_only=True, tag="bot"):
    """Seat a computer player (host)."""

    seat: SeatNumber
    level: Level


class Clear(Message, frozen=True, kw_only=True, tag="clear"):
    """Empty a seat (host); in a match a computer player takes it."""

    seat: SeatNumber


class Change(Message, frozen=True, kw_only=True, tag="change"):
    """Play by other settings (host), between matches."""

    settings: Settings


class Ready(Message, frozen=True, kw_only=True, tag="ready"):
    """Begin, as far as I am concerned.

    Attributes:
        commit: `fair.player_commitment` of a number of one's own, to have a part in the deal.
    """

    ready: bool = True
    commit: Hash | None = None


class Begin(Message, frozen=True, kw_only=True, tag="begin"):
    """Begin a match for all who sit (host); computer players take the seats that are left.

    Attributes:
        level: of these; None: the usual one.
        commit: as of `ready`.
    """

    level: Level | None = None
    commit: Hash | None = None


class Close(Message, frozen=True, kw_only=True, tag="close"):
    """Close a table for good (host)."""

    table: TableName


class History(Message, frozen=True, kw_only=True, tag="history"):
    """The matches that were played at this table."""


class Reveal(Message, frozen=True, kw_only=True, tag="reveal"):
    """The number that was committed to."""

    entropy: Entropy


class Play(Message, frozen=True, kw_only=True, tag="play"):
    """Do one of the open actions.

    Attributes:
        move: a name for this move, chosen by the client; said again, it is not played again.
        version: of the table that the player saw.
        action: id of the action, or
        text: its words.
    """

    move: MoveId
    version: Version
    action: ActionId | None = None
    text: ActionText | None = None


class Undo(Message, frozen=True, kw_only=True, tag="undo"):
    """Take my last move back, as long as nobody has moved since and it showed no hidden card.

    Attributes:
        version: of the table that I saw.
    """

    version: Version


class Hint(Message, frozen=True, kw_only=True, tag="hint"):
    """What should I know about my choice? From the game, or what a computer player would do."""

    adviser: Level | None = None


class Why(Message, frozen=True, kw_only=True, tag="why"):
    """Why may I not do that?

    Attributes:
        action: id of the action, or
        text: its words, or
        cards: faces of one's own hand, and
        zone: where they are to go, or what is tapped without any.
    """

    action: ActionId | None = None
    text: ActionText | None = None
    cards: Annotated[list[FaceText], Meta(max_length=100)] | None = None
    zone: ZoneId | None = None


class Read(Message, frozen=True, kw_only=True, tag="read"):
    """The table in words, as at a terminal."""


class Look(Message, frozen=True, kw_only=True, tag="look"):
    """Show the hand of one of my seats, when several people share this screen; None: show none."""

    seat: SeatNumber | None = None


class Say(Message, frozen=True, kw_only=True, tag="say"):
    """Say a line to all at the table."""

    text: ChatText


class Log(Message, frozen=True, kw_only=True, tag="log"):
    """All that was done in a round of this match, as I have heard of it."""

    round: Count | None = None


class Steps(Message, frozen=True, kw_only=True, tag="steps"):
    """A finished round of this match again, step by step, as I may see it.

    Attributes:
        round: None: the last one.
        seat: which of several seats that I held is looked from; None: the only one, or none.
        first: the number of the first step wanted; 0 is the deal.
        face_up: with the hands of all seats, once the match is over.
    """

    round: Count | None = None
    seat: SeatNumber | None = None
    first: Count = 0
    face_up: bool = False


class Dealing(Message, frozen=True, kw_only=True, tag="dealing"):
    """The receipt of a finished round."""

    match: Count
    round: Count


class Record(Message, frozen=True, kw_only=True, tag="record"):
    """The record of the match, once it is over."""


class Invite(Message, frozen=True, kw_only=True, tag="invite"):
    """Make a link: to play, to watch, or (kind seat) to take over my own seat elsewhere.

    Attributes:
        page: the address of the page, which the QR code needs.
    """

    kind: LinkKind
    seat: SeatNumber | None = None
    page: PageAddress | None = None


class Revoke(Message, frozen=True, kw_only=True, tag="revoke"):
    """Make all links of a kind worthless (host)."""

    kind: LinkKind


class Finish(Message, frozen=True, kw_only=True, tag="finish"):
    """End a match that has no last round, between two rounds (host)."""


ClientMessage = (
    Hello | Ping | Lobby | Open | Enter | Leave | Sync | Sit | Rename | Stand | Swap | Answer
    | Bot | Clear
    | Change | Ready | Reveal | Play | Undo | Hint | Why | Read | Look | Say | Log | Steps | Dealing
    | Record | Invite | Revoke | Finish | Begin | Close | History
)  # fmt: skip


# --- what the service says ------------------------------------------------------------------------


class Frame(Struct, frozen=True, kw_only=True, tag_field="is", omit_defaults=False):
    """A frame from the service."""


class Welcome(Frame, frozen=True, kw_only=True, tag="welcome"):
    """The answer to `hello`.

    Attributes:
        faces: how cards look and are called.
        language: of all texts from now on.
    """

    protocol: int
    person: str
    name: str
    games: list[GameInfo]
    faces: list[Face]
    language: str


class Tables(Frame, frozen=True, kw_only=True, tag="tables"):
    """The lobby: public tables, and those where one sits."""

    ack: int | None
    tables: list[TableRow]


class TableFrame(Frame, frozen=True, kw_only=True, tag="table"):
    """A table as one viewer may see it: all of it, every time.

    Attributes:
        table, version: its name, and a number that grows with everything that happens there.
        moved: the version of the last event that changed the position; a move that was chosen at
            this version or later is not stale.
        phase: `seating`, `revealing`, `playing`, `between` (rounds) or `over`.
        settings: how it plays; `options` and `rounds` are those of the match at hand.
        host: whether the reader is its host.
        may_sit: whether the reader may take a free seat.
        match, round: numbers from 1; 0 before the first.
        turn: the seat in turn.
        undo: whether the reader's last move can be taken back.
        deadline: when the clock runs out, milliseconds since 1970.
        board: what lies open for all.
        own: what only the reader may see.
        log: the latest lines of the round, as the reader has heard of them; only the last 8 say
            as data what moved.
        sheet: the points so far.
        reasons: why the round that is over gave its points; None: the outcome says it all.
        outcome: how the round ended.
        chance: for `dealing` and `reveal`.
        next: the chance of the next deal, once its commitment is published.
        chat: the latest lines.
        requests: seats that the reader has asked for, or about which the reader has to decide.
    """

    table: str
    version: int
    moved: int
    phase: Phase
    title: str
    settings: Settings
    options: dict[str, str]
    rounds: int | None
    host: bool
    may_sit: bool
    seats: list[SeatInfo]
    match: int
    round: int
    turn: int | None
    undo: bool
    deadline: int | None
    board: Board | None
    own: OwnPart | None
    log: list[Event]
    sheet: SheetData | None
    reasons: SheetData | None
    outcome: str
    winners: list[str]
    chance: Chance | None
    next: Chance | None
    chat: list[Line]
    requests: list[RequestInfo]


class Done(Frame, frozen=True, kw_only=True, tag="done"):
    """It is done, and on the disk; `version` is the table's from then on."""

    ack: int | None
    table: str | None = None
    version: int | None = None


class Reasoned(Frame, frozen=True, kw_only=True):
    """Why something is not done, for programs; see Refusals in docs/reference/protocol.md."""

    ack: int | None
    reason: str = ""
    rule: str = ""
    facts: dict[str, str | int | float | bool | None] = {}


class RefusedFrame(Reasoned, frozen=True, kw_only=True, tag="refused"):
    """It is not done; see `refusals.CODES`."""

    code: str
    why: str


class Told(Reasoned, frozen=True, kw_only=True, tag="told"):
    """The answer to `hint`, `why` (with a `code` if it is not open) and `read`."""

    text: str
    code: str = ""


class Said(Frame, frozen=True, kw_only=True, tag="said"):
    """Somebody says a line."""

    table: str
    who: str
    text: str


class LogFrame(Frame, frozen=True, kw_only=True, tag="log"):
    """The answer to `log`: a line an action."""

    ack: int | None
    table: str
    round: int
    lines: list[Event]


class StepsFrame(Frame, frozen=True, kw_only=True, tag="steps"):
    """The answer to `steps`: some of them; the next ones are asked for likewise.

    Attributes:
        names: who played.
        seats: those that the reader held in this round, of which `seat` is looked from.
        first: the number of the first of `steps`.
        total: how many steps the round has, the deal among them.
        outcome: how it ended.
        dealt, left: with the first step: all hands as they were dealt, and in the end.
    """

    ack: int | None
    table: str
    match: int
    round: int
    names: list[str]
    seats: list[int]
    seat: int | None
    first: int
    total: int
    outcome: str
    steps: list[Step]
    dealt: list[Hand] = []
    left: list[Hand] = []


class ReceiptFrame(Frame, frozen=True, kw_only=True, tag="receipt"):
    """The answer to `dealing`: for `dealt verify`."""

    ack: int | None
    receipt: dict[str, Any]


class RecordFrame(Frame, frozen=True, kw_only=True, tag="record"):
    """The answer to `record`: for `dealt replay`."""

    ack: int | None
    record: dict[str, Any]


class HistoryFrame(Frame, frozen=True, kw_only=True, tag="history"):
    """The answer to `history`.

    Attributes:
        matches: the latest first, 500 at most.
        standings, pairs: over all that were played, of people alone.
    """

    ack: int | None
    table: str
    matches: list[MatchInfo]
    standings: list[Standing]
    pairs: list[PairInfo]


class Link(Frame, frozen=True, kw_only=True, tag="link"):
    """The answer to `invite`: a code, to be handed to POST /join.

    Attributes:
        origin: where others reach the service, such as `http://192.168.1.5:8420`; None: where the
            reader does.
        picture: the whole link as a QR code; None: nobody has said what the page's address is.
    """

    ack: int | None
    kind: LinkKind
    code: str
    origin: str | None = None
    picture: Picture | None = None


class Closing(Frame, frozen=True, kw_only=True, tag="closing"):
    """The service ends the attendance or the connection, and says why.

    Attributes:
        code: `elsewhere`: the same person came by another connection; `stopping`: the service
            stops; `slow`: frames were not read; `rate`: far too many frames; `revoked`; `closed`.
    """

    code: str
    why: str


class Pong(Frame, frozen=True, kw_only=True, tag="pong"):
    """The answer to `ping`."""

    ack: int | None


ServerFrame = (
    Welcome | Tables | TableFrame | Done | RefusedFrame | Told | Said | LogFrame | StepsFrame
    | ReceiptFrame | RecordFrame | HistoryFrame | Link | Closing | Pong
)  # fmt: skip

_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_encoder = msgspec.json.Encoder()


def decode(data: bytes) -> ClientMessage:
    """The message in a frame.

    Raises:
        Refused: it is too long, no JSON, or no message of this protocol.
    """
    if len(data) > MOST_BYTES:
        wrong = message("a frame has {most} bytes at most, not {n}")
        raise Refused("unreadable", wrong, most=MOST_BYTES, n=len(data))
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, RecursionError) as error:
        why = " ".join(str(error).split())[:200]  # in English: it is about the program
        raise Refused("unreadable", "no message: {why}", why=why) from None


def encode(frame: Frame) -> bytes:
    """A frame as JSON."""
    return _encoder.encode(frame)
