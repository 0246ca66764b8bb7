"""The messages of clients, see `dealt.service.table.protocol`; unknown fields are refused."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from dealt.language import message
from dealt.service.table.parts import (
    Ack,
    ActionId,
    ActionText,
    ChatText,
    Count,
    Entropy,
    FaceText,
    GameName,
    Hash,
    LanguageName,
    Level,
    LinkKind,
    MatchId,
    MostMatches,
    MoveId,
    NameText,
    PageAddress,
    SeatNumber,
    Settings,
    TableName,
    Time,
    Title,
    Token,
    Version,
    ZoneId,
)
from dealt.service.table.refusals import Refused

MOST_BYTES = 4096  # of a frame from a client
MOST_READ = 16 * MOST_BYTES  # up to which a refusal names the frame's number


class Message(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """A frame from a client; its answer contains the same `ack`."""

    ack: Ack | None = None


class Hello(Message, frozen=True, kw_only=True, tag="hello"):
    """The first frame: the protocol's version, and who the client is, unless a cookie shows it.

    Attributes:
        language: of texts, such as `pt-BR`; the nearest available one is used, else English.
    """

    protocol: int
    name: NameText | None = None
    token: Token | None = None
    language: LanguageName | None = None


class Ping(Message, frozen=True, kw_only=True, tag="ping"):
    """Check whether the connection is alive."""


class Lobby(Message, frozen=True, kw_only=True, tag="lobby"):
    """List the tables that the client may enter."""


class Open(Message, frozen=True, kw_only=True, tag="open"):
    """Open a table; the client becomes its host."""

    settings: Settings


class Enter(Message, frozen=True, kw_only=True, tag="enter"):
    """Follow a table, in place of my other windows; a `returning` window gives way to them."""

    table: TableName
    window: Annotated[str, Meta(max_length=40)] = ""
    returning: bool = False


class Leave(Message, frozen=True, kw_only=True, tag="leave"):
    """Stop following the table; seats are kept."""


class Sync(Message, frozen=True, kw_only=True, tag="sync"):
    """Ask for the current state of the table."""


class Sit(Message, frozen=True, kw_only=True, tag="sit"):
    """Take a seat.

    Attributes:
        seat: number of the seat; None: the next free one.
        name: shown at the seat; by default the client's own name.
        hot: deliberately take a further seat for somebody who shares this screen.
    """

    seat: SeatNumber | None = None
    name: NameText | None = None
    hot: bool = False


class Rename(Message, frozen=True, kw_only=True, tag="rename"):
    """Change my name, also in my seats; or the name in just one of my seats here."""

    name: NameText
    seat: SeatNumber | None = None


class Stand(Message, frozen=True, kw_only=True, tag="stand"):
    """Give up one of my seats, or all of them; during a match a computer player takes over.

    The seat is reserved: `sit` takes it back unless somebody else has taken it.
    """

    seat: SeatNumber | None = None


class Swap(Message, frozen=True, kw_only=True, tag="swap"):
    """Ask the player in another seat to swap with me.

    Attributes:
        seat: the other seat.
        mine: which of my seats, if I have several.
    """

    seat: SeatNumber
    mine: SeatNumber | None = None


class Answer(Message, frozen=True, kw_only=True, tag="answer"):
    """Accept or decline somebody's request; withdraw it if it is my own."""

    request: Version
    yes: bool


class Bot(Message, frozen=True, kw_only=True, tag="bot"):
    """Seat a computer player (host)."""

    seat: SeatNumber
    level: Level


class Clear(Message, frozen=True, kw_only=True, tag="clear"):
    """Empty a seat (host); during a match a computer player takes over."""

    seat: SeatNumber


class Change(Message, frozen=True, kw_only=True, tag="change"):
    """Change the settings (host), between matches."""

    settings: Settings


class Ready(Message, frozen=True, kw_only=True, tag="ready"):
    """Say that I am ready to begin.

    Attributes:
        commit: `fair.player_commitment` of a number chosen by the client, to contribute to the
            deal.
    """

    ready: bool = True
    commit: Hash | None = None


class Begin(Message, frozen=True, kw_only=True, tag="begin"):
    """Start a match for everybody seated (host); computer players take the free seats.

    Attributes:
        level: level of these computer players; None: the usual one.
        commit: as in `ready`.
    """

    level: Level | None = None
    commit: Hash | None = None


class Close(Message, frozen=True, kw_only=True, tag="close"):
    """Close a table for good (host)."""

    table: TableName


class History(Message, frozen=True, kw_only=True, tag="history"):
    """List the matches played at this table, or (`own`) mine at all tables, the latest first.

    Attributes:
        game: only those of this game.
        since, before: only those that ended then or later, and earlier than that.
        last: with the end of the last one listed in `before`, and its id here: the next ones.
        most: how many.
        daily: only deals of the day.
    """

    own: bool = False
    game: GameName | None = None
    since: Time = 0
    before: Time | None = None
    last: MatchId | None = None
    most: MostMatches = 100
    daily: bool = False


class Entitle(Message, frozen=True, kw_only=True, tag="entitle"):
    """Give an archived match a title, for me alone."""

    of: MatchId
    title: Title


class Delete(Message, frozen=True, kw_only=True, tag="delete"):
    """Delete an archived match for me; it is gone when nobody has it any more."""

    of: MatchId


class Reveal(Message, frozen=True, kw_only=True, tag="reveal"):
    """Reveal the number behind the commitment."""

    entropy: Entropy


class Play(Message, frozen=True, kw_only=True, tag="play"):
    """Take one of the open actions.

    Attributes:
        move: an id for this move, chosen by the client; a repeated move is not played again.
        version: version of the table that the player saw.
        action: id of the action, or
        text: its words.
    """

    move: MoveId
    version: Version
    action: ActionId | None = None
    text: ActionText | None = None


class Undo(Message, frozen=True, kw_only=True, tag="undo"):
    """Undo my last move, if nobody has moved since and it revealed no hidden card.

    Attributes:
        version: version of the table that I saw.
        practice: against computer players alone, go back to my last choice in any case; from then
            on the match is practice.
    """

    version: Version
    practice: bool = False


class Hint(Message, frozen=True, kw_only=True, tag="hint"):
    """Ask what I should know about my choice, or what a computer player would do."""

    adviser: Level | None = None


class Why(Message, frozen=True, kw_only=True, tag="why"):
    """Ask why I may not do something.

    Attributes:
        action: id of the action, or
        text: its words, or
        cards: faces from my hand, and
        zone: where they should go, or the zone chosen without cards.
    """

    action: ActionId | None = None
    text: ActionText | None = None
    cards: Annotated[list[FaceText], Meta(max_length=100)] | None = None
    zone: ZoneId | None = None


class Read(Message, frozen=True, kw_only=True, tag="read"):
    """Ask for the table in words, as in a terminal."""


class Look(Message, frozen=True, kw_only=True, tag="look"):
    """Show the hand of one of my seats, if several people share this screen; None: show none."""

    seat: SeatNumber | None = None


class Say(Message, frozen=True, kw_only=True, tag="say"):
    """Send a line of chat to the table."""

    text: ChatText


class Log(Message, frozen=True, kw_only=True, tag="log"):
    """List everything done in a round of this match, as I have heard of it.

    Attributes:
        round: number of the round; None: the last one.
        first: number of the first action wanted, from 0.
        open: as everybody has heard of it.
    """

    round: Count | None = None
    first: Count = 0
    open: bool = False


class Steps(Message, frozen=True, kw_only=True, tag="steps"):
    """Show a finished round of this match again, step by step, as I may see it.

    Attributes:
        of: an archived match of mine; None: the match at this table.
        round: number of the round; None: the last one.
        seat: which of my seats to show it from; None: my only one, or none.
        first: number of the first step wanted; 0 is the deal.
        face_up: show all hands, once the match is over.
    """

    of: MatchId | None = None
    round: Count | None = None
    seat: SeatNumber | None = None
    first: Count = 0
    face_up: bool = False


class Review(Message, frozen=True, kw_only=True, tag="review"):
    """Judge the decisions of a seat in an archived match of mine, some at a time.

    Attributes:
        of: the match.
        seat: whose decisions; None: my own at the end of the match.
        first: how many of them I have already.
    """

    of: MatchId
    seat: SeatNumber | None = None
    first: Count = 0


class Puzzle(Message, frozen=True, kw_only=True, tag="puzzle"):
    """Show a puzzle: what would you play?

    Attributes:
        game: of which game.
        number: of the puzzle, from 1; None: the one of today.
        action: id of the move chosen; then its answer comes with it.
    """

    game: GameName
    number: Annotated[int, Meta(ge=1)] | None = None
    action: ActionId | None = None


class Dealing(Message, frozen=True, kw_only=True, tag="dealing"):
    """Ask for the receipt of a finished round."""

    match: Count
    round: Count


class Record(Message, frozen=True, kw_only=True, tag="record"):
    """Ask for the record of the match, once it is over.

    Attributes:
        of: an archived match of mine; None: the match at this table.
    """

    of: MatchId | None = None


class Invite(Message, frozen=True, kw_only=True, tag="invite"):
    """Create a link: to play, to watch, or (kind seat) to take over my own seat on another device.

    Attributes:
        page: address of the page, needed for the QR code.
    """

    kind: LinkKind
    seat: SeatNumber | None = None
    page: PageAddress | None = None


class Revoke(Message, frozen=True, kw_only=True, tag="revoke"):
    """Revoke all links of a kind (host)."""

    kind: LinkKind


class Finish(Message, frozen=True, kw_only=True, tag="finish"):
    """End an open-ended match between two rounds (host)."""


ClientMessage = (
    Hello | Ping | Lobby | Open | Enter | Leave | Sync | Sit | Rename | Stand | Swap | Answer
    | Bot | Clear
    | Change | Ready | Reveal | Play | Undo | Hint | Why | Read | Look | Say | Log | Steps | Review
    | Puzzle | Dealing | Record | Invite | Revoke | Finish | Begin | Close | History | Entitle
    | Delete
)  # fmt: skip


class _Numbered(Struct, frozen=True):
    """The number of any frame, readable or not."""

    ack: Ack | None = None


_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_numbers = msgspec.json.Decoder(_Numbered)


def ack_of(data: bytes) -> int | None:
    """The number of a refused frame; None: it has none, or it cannot be read."""
    try:
        return _numbers.decode(data).ack if len(data) <= MOST_READ else None
    except (msgspec.DecodeError, RecursionError):
        return None


def decode(data: bytes) -> ClientMessage:
    """The message in a frame.

    Raises:
        Refused: the frame is too long, not JSON, or not a message of this protocol.
    """
    if len(data) > MOST_BYTES:
        problem = message("a frame has {most} bytes at most, not {n}")
        raise Refused("unreadable", problem, most=MOST_BYTES, n=len(data))
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, RecursionError) as error:
        reason = " ".join(str(error).split())[:200]  # in English: it is about the program
        raise Refused("unreadable", "no message: {why}", why=reason) from None
