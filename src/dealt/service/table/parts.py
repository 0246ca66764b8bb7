"""What frames of the service are made of: seats, the chance of a deal, a step, a game on offer."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from dealt.cards import Face
from dealt.core.zones import AnyZone, Board, Event, Own

Phase = Literal["seating", "revealing", "playing", "between", "over"]  # between: two rounds
SeatKind = Literal["empty", "person", "bot"]
SeatTaking = Literal["", "sit", "back", "ask"]


class LevelInfo(Struct, frozen=True):
    """What a computer player is called beside its name, and what more there is to say of it."""

    word: str
    about: str


class SeatInfo(Struct, frozen=True):
    """A place at the table.

    Attributes:
        name: who plays there in this match; None: nobody yet.
        kind: who that is.
        level: of a computer player.
        by: who plays for that name now, if somebody else took over.
        present: a person who is connected.
        away: a computer player moves for this person.
        ready: for the next deal.
        committed, revealed: the part in the chance of the next deal.
        yours: a seat of the one who reads this.
        kept: for the person who left it, and may come back.
        take: whether the reader may take it: at once (`sit`), back again (`back`), or if the host
            agrees (`ask`).
        partners: the other seats that win together with this one.
    """

    name: str | None
    kind: SeatKind
    level: str | None
    by: str | None
    present: bool
    away: bool
    ready: bool
    committed: bool
    revealed: bool
    yours: bool
    kept: bool
    take: SeatTaking
    partners: tuple[int, ...] = ()


class RequestInfo(Struct, frozen=True):
    """A seat that somebody has asked for.

    Attributes:
        number: by which it is answered.
        name: who asks.
        seat: which seat.
        own: the seat that is offered for it; None: none.
        mine: the reader asks.
        decide: the reader is asked.
        declined: somebody did not agree.
    """

    number: int
    name: str
    seat: int
    own: int | None
    mine: bool
    decide: bool
    declined: bool


class Chance(Struct, frozen=True):
    """The next deal, or the one at hand: whose numbers have a part in it.

    Attributes:
        match, round: numbers from 1.
        commitment: what the dealer has committed to.
        commitments, entropy: of each seat, as far as published.
    """

    match: int
    round: int
    commitment: str
    commitments: list[str | None]
    entropy: list[str | None]


class Step(Struct, frozen=True):
    """A moment of a finished round, as it was seen then.

    Attributes:
        event: what had just been done, as the reader heard of it; None: the deal.
        board: as in a table frame.
        own: what only the reader saw; None: nothing.
        position: its text, hidden cards included; None: they are not shown.
    """

    event: Event | None
    board: Board
    own: Own | None
    position: str | None


class SheetData(Struct, frozen=True):
    """A score sheet: cells are texts or whole numbers."""

    title: str
    columns: list[str]
    rows: list[list[str | int]]
    notes: list[str]


class MatchInfo(Struct, frozen=True):
    """A match that was played at a table; `winners` are seats, `ended_at` is in milliseconds."""

    number: int
    game: str
    ended_at: int
    names: list[str]
    levels: list[str | None]
    points: list[int]
    winners: list[int]


class Standing(Struct, frozen=True):
    """How often somebody has won at a table, and since when."""

    name: str
    matches: int
    wins: int
    first_at: int
    last_at: int


class PairInfo(Struct, frozen=True):
    """How often two people have played with each other, and how often each of them won."""

    one: str
    two: str
    matches: int
    one_wins: int
    two_wins: int


class Picture(Struct, frozen=True):
    """A QR code: the outline of its dark squares, as in a path of SVG, and how many fit a side."""

    size: int
    path: str


class Line(Struct, frozen=True):
    """A line of chat."""

    who: str
    text: str


class OpenAction(Struct, frozen=True, omit_defaults=True):
    """Something that the seat may do, see `dealt.core.agent.Action`.

    Attributes:
        text: in the reader's language.
    """

    id: int
    text: str
    verb: str
    cards: tuple[str, ...] = ()
    source: str | None = None
    targets: tuple[str, ...] = ()
    form: str = ""
    shows: tuple[str, ...] = ()


class OwnPart(Struct, frozen=True):
    """What only the seat may see.

    Attributes:
        seat: its number.
        zones: they stand for those of the board of the same id.
        actions: what is open, if it is in turn.
    """

    seat: int
    zones: tuple[AnyZone, ...]
    actions: list[OpenAction]


class OptionInfo(Struct, frozen=True):
    """A rule that can be set: its choices by name, or the least and the greatest number.

    Attributes:
        default: at a table with people.
        words: what the choices mean, by name; of numbers only some.
        title: a few words that name it; empty: its meaning does.
    """

    name: str
    meaning: str
    default: str
    choices: list[str] | None
    range: tuple[int, int] | None
    words: dict[str, str] = {}
    title: str = ""


class GameInfo(Struct, frozen=True):
    """A game that can be played here.

    Attributes:
        levels: the computer players that can be seated.
        level_words: what these are called, by level.
        usual_seats: how many of `seats` are offered first.
        ranks, suits: of its cards, from low to high, as in the first letter of a face and the rest.
        wild: faces of actions that stand for others.
        faces: how cards look, where they look otherwise than those of `Welcome.faces`.
        lesson: whether there is a guided first round, at `/lessons/NAME`.
    """

    name: str
    title: str
    summary: str
    seats: list[int]
    rounds: int | None
    open_ended: bool
    low_wins: bool
    options: list[OptionInfo]
    levels: list[str]
    level_words: dict[str, LevelInfo]
    usual_seats: int
    ranks: list[str]
    suits: list[str]
    wild: dict[str, list[str]]
    faces: list[Face]
    lesson: bool = False


class TableRow(Struct, frozen=True):
    """A table in the lobby.

    Attributes:
        levels: those of computer players, beside their `names`.
        label: what it is called, if not as its game is.
        host: whether the reader is its host.
        changed_at: when something happened there last, milliseconds since 1970.
    """

    table: str
    game: str
    title: str
    names: list[str]
    free: int
    phase: Phase
    yours: bool
    levels: list[str | None] = []
    label: str = ""
    host: bool = False
    changed_at: int = 0
