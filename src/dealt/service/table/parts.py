"""What frames and messages are made of: fields, seats, deals, steps, games on offer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from dealt.cards import Face
from dealt.core.chance import MAX_SEED
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
        text, form, kind: in the reader's language.
    """

    id: int
    text: str
    verb: str
    cards: tuple[str, ...] = ()
    source: str | None = None
    targets: tuple[str, ...] = ()
    form: str = ""
    shows: tuple[str, ...] = ()
    kind: str = ""


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


# --- fields of messages from clients --------------------------------------------------------------

Ack = Annotated[int, Meta(ge=0, lt=1 << 53)]
SeatNumber = Annotated[int, Meta(ge=0, lt=16)]
TableName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
GameName = Annotated[str, Meta(min_length=1, max_length=60)]
Level = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
MoveId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.:-]{1,40}$")]
ActionId = Annotated[int, Meta(ge=0, lt=1 << 31)]
ActionText = Annotated[str, Meta(min_length=1, max_length=200)]
NameText = Annotated[str, Meta(min_length=1, max_length=200)]
ChatText = Annotated[str, Meta(min_length=1, max_length=1000)]
Version = Annotated[int, Meta(ge=0, lt=1 << 53)]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
Entropy = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$")]
Token = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}$")]
Count = Annotated[int, Meta(ge=0, lt=1 << 31)]
OptionName = Annotated[str, Meta(max_length=60)]
OptionValue = Annotated[int, Meta(ge=-1, lt=1 << 31)] | OptionName
LabelText = Annotated[str, Meta(max_length=200)]
PageAddress = Annotated[str, Meta(max_length=300, pattern=r"^https?://[^\s#]+$")]
SeedNumber = Annotated[int, Meta(ge=0, le=MAX_SEED)]
PositionText = Annotated[str, Meta(min_length=1, max_length=8000)]
DeckText = Annotated[str, Meta(max_length=4000)]
LanguageName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.@-]{1,40}$")]
FaceText = Annotated[str, Meta(max_length=20)]
ZoneId = Annotated[str, Meta(max_length=60)]
LinkKind = Literal["player", "watcher", "seat"]


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a table plays.

    Attributes:
        game: name of a game.
        seats: how many places.
        options: rules by name, as in `dealt games`; those not named have their defaults.
        rounds: of a match; None: as the game has it.
        public: anybody may watch and sit; else only who came by a link.
        move_s: seconds for a move, after which a computer player moves; None: no clock.
        stand_in_s: seconds without a connection after which a computer player moves for somebody
            in turn, while others wait; None: never.
        stand_in: the computer player that does so.
        label: what the table is called; empty: as its game is.
        ask_first: during a match nobody takes a seat unless the host agrees.
        friends: seats are added before a match as people come; who sits is ready to play.
        seed: deals the first match as `dealt play --seed` does, and a later one as the next seed;
            None: the dealer and the players decide, see `dealt.service.table.fairness`.
        deck: a stacked deck for every round, in letters; with either, nothing is promised before a
            deal.
        position: the text of a position in which the first round of each match begins, see
            `dealt.core.position`; it decides game, seats and options, and `seed` deals its unknown
            cards. These three are for own tables alone.
    """

    game: GameName
    seats: Annotated[int, Meta(ge=1, le=16)]
    options: dict[OptionName, OptionValue] = msgspec.field(default_factory=dict)
    rounds: Annotated[int, Meta(ge=1, le=999)] | None = None
    public: bool = False
    move_s: Annotated[int, Meta(ge=5, le=2_592_000)] | None = None
    stand_in_s: Annotated[int, Meta(ge=5, le=2_592_000)] | None = 60
    stand_in: Level = "seed"
    label: LabelText = ""
    ask_first: bool = False
    friends: bool = False
    seed: SeedNumber | None = None
    deck: DeckText | None = None
    position: PositionText | None = None

    @property
    def is_arranged(self) -> bool:
        """Whether the cards come from a seed, a deck or a position, so that nothing is promised."""
        return self.cards != (None, None, None)

    @property
    def cards(self) -> tuple[int | None, str | None, str | None]:
        """What decides the cards beside chance."""
        return self.seed, self.deck, self.position

    def seed_of(self, match: int) -> int:
        """The seed of a match, from 1, at a table whose cards are arranged."""
        return ((self.seed or 0) + match - 1) % (MAX_SEED + 1)


# --- what a table is made of besides its match ----------------------------------------------------


@dataclass
class Place:
    """A seat: who plays there, and how far that one is with the next deal.

    Attributes:
        person: who holds it; None: a computer player, or nobody.
        name: of the person or the computer player; empty: nobody.
        level: of the computer player.
        away: a computer player moves for the person.
        ready: for the next deal.
        commit, entropy: the person's part in the chance of the next deal.
        reserved_for: the person who left it and may come back, as long as nobody else takes it.
        was_host: that person was the host, and is again after coming back.
    """

    person: str | None = None
    name: str = ""
    level: str | None = None
    away: bool = False
    ready: bool = False
    commit: str | None = None
    entropy: str | None = None
    reserved_for: str | None = None
    was_host: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether nobody sits there."""
        return self.person is None and self.level is None

    def forget(self) -> None:
        """Begin anew with the next deal."""
        self.ready, self.commit, self.entropy = False, None, None


@dataclass(frozen=True)
class Seal:
    """The dealer's part in the chance of a round.

    Attributes:
        match, round: numbers from 1.
        seed: the secret.
        commitment: what is published of it before.
    """

    match: int
    round: int
    seed: str
    commitment: str


@dataclass(frozen=True)
class Code:
    """A link that a person has made: for a `player`, a `watcher`, or a `seat` of that person."""

    kind: str
    seat: int | None
    person: str | None


@dataclass(frozen=True)
class Request:
    """A seat that a person has asked for.

    Attributes:
        number: the version of the table when it was asked for.
        person, name: who asks.
        seat: which.
        own: the seat that is offered for it; None: the person has none.
        agreed: whoever sits there agrees; the host has still to.
        declined: somebody does not.
    """

    number: int
    person: str
    name: str
    seat: int
    own: int | None = None
    agreed: bool = False
    declined: bool = False


@dataclass(frozen=True)
class SeatNews:
    """What has happened to a seat in a match, which all who see the table hear of.

    Attributes:
        seat: which.
        kind: `taken`, `back`, `left`, `moved`, `swapped` or `level`.
        name, other: who does it, and for whom or with whom; of a computer player its level.
        after: so many actions of the round.
    """

    seat: int
    kind: str
    name: str
    other: str
    after: int
