"""The protocol between clients and tables, version 2: JSON, one object per frame.

Clients say what to `do`, see `messages`; the service says what something `is`.  Both are described
in docs/reference/protocol.md.

This module and its imports need msgspec alone, so that the page is built without the games.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from dealt.cards import Face
from dealt.core.zones import AnyZone, Board, Event, Hand
from dealt.history.decisions import Decision
from dealt.history.heads import Head
from dealt.history.statistics import Figures, PairInfo, Standing
from dealt.service.table.messages import ClientMessage
from dealt.service.table.parts import (
    Chance,
    GameInfo,
    Line,
    LinkKind,
    OpenAction,
    OwnPart,
    Phase,
    Picture,
    RequestInfo,
    SeatInfo,
    Settings,
    SheetData,
    Step,
    TableRow,
)  # fmt: skip

PROTOCOL = 2


class Frame(Struct, frozen=True, kw_only=True, tag_field="is", omit_defaults=False):
    """A frame from the service."""


class _Acknowledging(Frame, frozen=True, kw_only=True):
    """The answer to the client's message with this number; None: it has none."""

    ack: int | None


class Welcome(Frame, frozen=True, kw_only=True, tag="welcome"):
    """The answer to `hello`.

    Attributes:
        ack: None also in what a site shows before its service is there.
        faces: how cards look and what they are called.
        language: language of all texts from now on.
    """

    protocol: int
    person: str
    name: str
    games: list[GameInfo]
    faces: list[Face]
    language: str
    ack: int | None = None


class Tables(_Acknowledging, frozen=True, kw_only=True, tag="tables"):
    """The lobby: public tables, and those where the client has a seat."""

    tables: list[TableRow]


class TableFrame(Frame, frozen=True, kw_only=True, tag="table"):
    """A table as one viewer may see it, always complete.

    Attributes:
        table, version: its id, and a number that grows with everything that happens there.
        moved: version of the last event that changed the position; a move chosen at this version or
            later is not outdated.
        phase: `seating`, `revealing`, `playing`, `between` (rounds) or `over`.
        settings: the table's settings; `options` and `rounds` are those of the current match.
        host: whether the reader is its host.
        may_sit: whether the reader may take a free seat.
        match, round: numbers from 1; 0 before the first.
        turn: the seat to move.
        undo: whether the reader's last move can be taken back.
        undo_marks: whether that makes the match practice, which does not count.
        practice: whether it is.
        deadline: time when the clock runs out, milliseconds since 1970.
        board: what everybody may see.
        own: what only the reader may see.
        log: the latest lines of the round, as the reader heard of them; only the last 8 include
            data about what moved.
        sheet: the points so far.
        reasons: why a finished round gave these points; None: the outcome says it all.
        outcome: how the round ended.
        chance: commitments and numbers, for `dealing` and `reveal`.
        next: the same for the next deal, once its commitment is published.
        chat: the latest lines of chat.
        requests: swaps that the reader has asked for, or has to answer.
        moves: number of actions in the round so far.
        archived: the id of the match in the archive, once it is over.
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
    moves: int = 0
    undo_marks: bool = False
    practice: bool = False
    archived: str = ""


class Done(_Acknowledging, frozen=True, kw_only=True, tag="done"):
    """The command was carried out and saved; `version` is the table's new version."""

    table: str | None = None
    version: int | None = None


class _Reasoned(_Acknowledging, frozen=True, kw_only=True):
    """Why a command failed, for programs; see Refusals in docs/reference/protocol.md."""

    reason: str = ""
    rule: str = ""
    facts: dict[str, str | int | float | bool | None] = {}


class RefusedFrame(_Reasoned, frozen=True, kw_only=True, tag="refused"):
    """A command was not carried out, for a reason with one of these codes."""

    code: str
    why: str


class Told(_Reasoned, frozen=True, kw_only=True, tag="told"):
    """The answer to `hint`, `why` (with a `code` if the action is not open) and `read`."""

    text: str
    code: str = ""


class Said(Frame, frozen=True, kw_only=True, tag="said"):
    """Somebody's line of chat."""

    table: str
    who: str
    text: str


class LogFrame(_Acknowledging, frozen=True, kw_only=True, tag="log"):
    """The answer to `log`: a line for each action, and for each change of a seat."""

    table: str
    round: int
    lines: list[Event]


class StepsFrame(_Acknowledging, frozen=True, kw_only=True, tag="steps"):
    """The answer to `steps`: some of the steps; ask again for the next ones.

    Attributes:
        names: names of the players.
        seats: the reader's seats in this round; `seat` is the point of view.
        first: number of the first of `steps`.
        total: number of steps in the round, including the deal.
        outcome: how the round ended.
        dealt, left: all hands as dealt, and as left at the end; sent with the first step.
    """

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


class ReviewFrame(_Acknowledging, frozen=True, kw_only=True, tag="review"):
    """The answer to `review`: decisions of a seat; ask again while some are left.

    Attributes:
        of: the match.
        seat, name: whose decisions.
        unit: of all values: points, places or chance to win.
        first: how many decisions come before these; it may be fewer than the client has.
        left: how many are not judged yet.
        rounds: how many rounds `cards` and `cost` are means of.
        cards: how far ahead the cards were in a round, with the standard error.
        cost: what the decisions cost in a round, with the standard error.
        words: both in sentences.
    """

    of: str
    seat: int
    name: str
    unit: str
    first: int
    left: int
    decisions: list[Decision]
    rounds: int
    cards: tuple[float, float]
    cost: tuple[float, float]
    words: list[str]


class Solution(Struct, frozen=True):
    """The answer to a puzzle.

    Attributes:
        right: whether the move chosen is the best one.
        best: id of the best move.
        text: the answer in words, lines apart.
        costs: what other moves cost, the least first: their ids, costs and standard errors in
            words; an exact cost has no error.
    """

    right: bool
    best: int
    text: str
    costs: list[tuple[int, str, str]]


class PuzzleFrame(_Acknowledging, frozen=True, kw_only=True, tag="puzzle"):
    """The answer to `puzzle`: a position as the seat to move sees it.

    Attributes:
        game: its name; `title` has its options, too.
        number, total: which of how many puzzles of the game.
        names: of the players; `seat` is the one to move.
        zones: what that seat alone sees.
        actions: the open moves.
        log: the latest lines of the round.
        solution: once a move was chosen.
    """

    game: str
    title: str
    number: int
    total: int
    names: list[str]
    seat: int
    board: Board
    zones: list[AnyZone]
    actions: list[OpenAction]
    log: list[Event]
    solution: Solution | None


class ReceiptFrame(_Acknowledging, frozen=True, kw_only=True, tag="receipt"):
    """The answer to `dealing`: for `dealt verify`."""

    receipt: dict[str, Any]


class RecordFrame(_Acknowledging, frozen=True, kw_only=True, tag="record"):
    """The answer to `record`: for `dealt replay` and `dealt verify`."""

    record: dict[str, Any]


class HistoryFrame(_Acknowledging, frozen=True, kw_only=True, tag="history"):
    """The answer to `history`.

    Attributes:
        table: empty: the reader's own matches, at all tables.
        matches: the latest first.
        standings, pairs: over the table's matches, people only.
        figures: over the reader's own matches; None: of a table, or with `before`.
    """

    table: str
    matches: list[Head]
    standings: list[Standing]
    pairs: list[PairInfo]
    figures: Figures | None = None


class Link(_Acknowledging, frozen=True, kw_only=True, tag="link"):
    """The answer to `invite`: a code, for POST /join.

    Attributes:
        origin: address at which others reach the service, such as `http://192.168.1.5:8420`; None:
            the reader's own.
        picture: the whole link as a QR code; None if the page's address is unknown.
    """

    kind: LinkKind
    code: str
    origin: str | None = None
    picture: Picture | None = None


class Closing(Frame, frozen=True, kw_only=True, tag="closing"):
    """The service ends a subscription or the connection, and says why.

    Attributes:
        code: `elsewhere`: the same person connected again; `stopping`: the service stops; `slow`:
            frames were not read in time; `rate`: far too many frames; `revoked`; `closed`.
    """

    code: str
    why: str


class Pong(_Acknowledging, frozen=True, kw_only=True, tag="pong"):
    """The answer to `ping`."""


ServerFrame = (
    Welcome | Tables | TableFrame | Done | RefusedFrame | Told | Said | LogFrame | StepsFrame
    | ReviewFrame | PuzzleFrame | ReceiptFrame | RecordFrame | HistoryFrame | Link | Closing | Pong
)  # fmt: skip

_encoder = msgspec.json.Encoder()


def encode(frame: Frame) -> bytes:
    """A frame as JSON."""
    return _encoder.encode(frame)


# --- JSON Schema, for programs in any language, and for the types of the page ---------------------

_REF = "#/$defs/{name}"


def schema() -> dict[str, Any]:
    """The JSON Schema of both directions, `client` and `server`, and of their parts.

    Clients may omit fields with a default; the service sends them, unless the struct has
    `omit_defaults`.  So a struct that goes both ways has a second entry, `Wanted...`, for clients.
    """
    (client,), components = msgspec.json.schema_components([ClientMessage], ref_template=_REF)
    (server,), sent = msgspec.json.schema_components([ServerFrame], ref_template=_REF)
    for name in set(_sent_whole()) & set(sent):
        sent[name]["required"] = list(sent[name]["properties"])
    for name in components.keys() & sent.keys():
        components["Wanted" + name] = {**components.pop(name), "title": "Wanted" + name}
        old, new = (json.dumps(_REF.format(name=each)) for each in (name, "Wanted" + name))
        components = json.loads(json.dumps(components).replace(old, new))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"dealt protocol {PROTOCOL}",
        "anyOf": [{"$ref": _REF.format(name=each)} for each in ("client", "server")],
        "$defs": {**components, **sent, "client": client, "server": server},
    }


def _sent_whole() -> Iterator[str]:
    """The names of the structs that the service sends with every field."""
    from msgspec.inspect import DataclassType, Field, StructType, Type, type_info

    todo: list[Any] = [type_info(ServerFrame)]
    classes = set()
    while todo:
        node = todo.pop()
        if isinstance(node, tuple):
            todo += node
        elif isinstance(node, Type | Field):
            if isinstance(node, StructType | DataclassType):
                if node.cls in classes:
                    continue
                classes.add(node.cls)
                config = getattr(node.cls, "__struct_config__", None)
                if config is None or not config.omit_defaults:
                    yield node.cls.__name__
            todo += (getattr(node, name) for name in node.__struct_fields__)
