"""The parts of frames and messages: fields, seats, deals, steps, games on offer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from dealt.cards import Face
from dealt.core.chance import MAX_SEED
from dealt.core.zones import AnyZone, Board, Event, Own
from dealt.history.archived import MOST

Phase = Literal["seating", "revealing", "playing", "between", "over"]  # between: two rounds
SeatKind = Literal["empty", "person", "bot"]
SeatTaking = Literal["", "sit", "back", "ask"]
_QUIET = 4  # empty squares around a QR code, which scanners need


class LevelInfo(Struct, frozen=True):
    """The level of a computer player as a word, shown beside its name, and a remark about it."""

    word: str
    about: str


class SeatInfo(Struct, frozen=True):
    """A seat at the table.

    Attributes:
        name: the player in this match; None: nobody yet.
        kind: what kind of player that is.
        level: of a computer player.
        by: name of the player who took over, if another one.
        present: the person is connected.
        away: a computer player moves for this person.
        ready: for the next deal.
        committed, revealed: the player's part in the chance of the next deal.
        yours: a seat of the reader.
        kept: reserved for the person who left it.
        take: whether the reader may take it: at once (`sit`), back again (`back`), or if the host
            agrees (`ask`).
        partners: the other seats on the same side.
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
    """A request for a seat.

    Attributes:
        number: identifies the request in an answer.
        name: of the person who asks.
        seat: the seat asked for.
        own: the seat offered in exchange; None: none.
        mine: the reader asks.
        decide: the reader may answer.
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
    """The numbers behind the next deal, or the current one.

    Attributes:
        match, round: numbers from 1.
        commitment: the dealer's commitment.
        commitments, entropy: of each seat, as far as published.
    """

    match: int
    round: int
    commitment: str
    commitments: list[str | None]
    entropy: list[str | None]


class Step(Struct, frozen=True):
    """A step of a finished round, as the reader saw it then.

    Attributes:
        event: the last action, as the reader heard of it; None: the deal.
        board: as in a table frame.
        own: what only the reader saw; None: nothing.
        position: the position as text, hidden cards included; None: they are not shown.
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


class Picture(Struct, frozen=True):
    """A QR code: the outline of its dark squares as an SVG path, and its side in squares."""

    size: int
    path: str

    @staticmethod
    def of_link(link: str) -> Picture | None:
        """A link as a QR code; None if `segno` is not installed."""
        try:
            import segno
        except ModuleNotFoundError:
            return None
        rows = segno.make(link, micro=False, error="m").matrix
        path = "".join(
            f"M{x + _QUIET} {y + _QUIET}h1v1h-1z"
            for y, row in enumerate(rows)
            for x, is_dark in enumerate(row)
            if is_dark
        )
        return Picture(size=len(rows) + 2 * _QUIET, path=path)


class Line(Struct, frozen=True):
    """A line of chat."""

    who: str
    text: str


class OpenAction(Struct, frozen=True, omit_defaults=True):
    """An open action, see `dealt.core.agent.Action`.

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
        zones: replace the zones of the board with the same ids.
        actions: the open actions, on its turn.
    """

    seat: int
    zones: tuple[AnyZone, ...]
    actions: list[OpenAction]


class OptionInfo(Struct, frozen=True):
    """An option of a game: its choices by name, or the least and the greatest number.

    Attributes:
        default: at a table with people.
        words: the meaning of choices, by name; of some numbers only.
        title: a few words that name it; empty: use the meaning.
    """

    name: str
    meaning: str
    default: str
    choices: list[str] | None
    range: tuple[int, int] | None
    words: dict[str, str] = {}
    title: str = ""


class GameInfo(Struct, frozen=True):
    """A game on offer.

    Attributes:
        levels: the computer players that can be seated.
        level_words: their levels in words.
        usual_seats: the number of `seats` to suggest.
        ranks, suits: of its cards, from low to high, as in the first letter of a face and the rest.
        wild: the faces that a wild card may stand for, by its own face.
        faces: faces that differ from those of `Welcome.faces`.
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
        levels: of the computer players among `names`.
        label: the table's own name, if it has one.
        host: whether the reader is its host.
        changed_at: time of the last event, milliseconds since 1970.
        round, rounds: of the match that is played or was played last; 0 before the first.
        points: in it, for each of `names`; empty before it begins.
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
    round: int = 0
    rounds: int | None = None
    points: list[int] = []


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
MatchId = Annotated[str, Meta(pattern=r"^[0-9a-f]{1,40}\Z")]
Time = Annotated[int, Meta(ge=0, lt=1 << 53)]  # milliseconds since 1970
Title = Annotated[str, Meta(max_length=100)]
MostMatches = Annotated[int, Meta(ge=1, le=MOST)]
_OptionName = Annotated[str, Meta(max_length=60)]
_OptionValue = Annotated[int, Meta(ge=-1, lt=1 << 31)] | _OptionName
_LabelText = Annotated[str, Meta(max_length=200)]
PageAddress = Annotated[str, Meta(max_length=300, pattern=r"^https?://[^\s#]+$")]
SeedNumber = Annotated[int, Meta(ge=0, le=MAX_SEED)]
PositionText = Annotated[str, Meta(min_length=1, max_length=8000)]
_DeckText = Annotated[str, Meta(max_length=4000)]
LanguageName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.@-]{1,40}$")]
FaceText = Annotated[str, Meta(max_length=20)]
ZoneId = Annotated[str, Meta(max_length=60)]
LinkKind = Literal["player", "watcher", "seat"]


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a table.

    Attributes:
        game: name of a game.
        seats: number of seats.
        options: options by name, as in `dealt games`; the others have their defaults.
        rounds: of a match; None: the game's usual number.
        public: anybody may watch and sit; otherwise only people with a link.
        move_s: seconds for a move, after which a computer player moves; None: no clock.
        stand_in_s: seconds without a connection after which a computer player moves for a person
            whom others wait for; None: never.
        stand_in: the computer player that does so.
        label: the table's own name; empty: the game's name.
        ask_first: during a match nobody takes a seat unless the host agrees.
        friends: seats are added before a match as people come; sitting down means being ready.
        seed: deals the first match as `dealt play --seed` does, and each later one with the next
            seed; None: dealer and players decide, see `dealt.service.table.fairness`.
        deck: a stacked deck for every round, as text; nothing is promised before such a deal.
        position: the text of a position in which the first round of each match begins, see
            `dealt.core.position`; it determines game, seats and options, and `seed` deals its
            unknown cards.
        again: a match of one's own whose cards are dealt again in each match; it determines game,
            seats, options and rounds. Rounds that it has not are dealt by chance. Seed, deck,
            position and again are for own tables alone.
        step: with `again`: the round, from 1, and the step of it, as in `steps`, from which to play
            that round on as practice; the table has `position` instead.
    """

    game: GameName
    seats: Annotated[int, Meta(ge=1, le=16)]
    options: dict[_OptionName, _OptionValue] = msgspec.field(default_factory=dict)
    rounds: Annotated[int, Meta(ge=1, le=999)] | None = None
    public: bool = False
    move_s: Annotated[int, Meta(ge=5, le=2_592_000)] | None = None
    stand_in_s: Annotated[int, Meta(ge=5, le=2_592_000)] | None = 60
    stand_in: Level = "seed"
    label: _LabelText = ""
    ask_first: bool = False
    friends: bool = False
    seed: SeedNumber | None = None
    deck: _DeckText | None = None
    position: PositionText | None = None
    again: MatchId | None = None
    step: tuple[Count, Count] | None = None

    @property
    def is_arranged(self) -> bool:
        """Whether the cards are known beforehand, so that nothing is promised."""
        return self.cards != (None, None, None, None)

    @property
    def cards(self) -> tuple[int | str | None, ...]:
        """The settings that replace chance."""
        return self.seed, self.deck, self.position, self.again

    def seed_of(self, match: int) -> int:
        """The seed of a match, from 1, at a table whose cards are arranged."""
        return ((self.seed or 0) + match - 1) % (MAX_SEED + 1)


# --- parts of a table's state ---------------------------------------------------------------------


@dataclass
class Place:
    """A seat: its player, and whether that player is ready for the next deal.

    Attributes:
        person: None: a computer player, or nobody.
        name: of the person or the computer player; empty: nobody.
        level: of the computer player.
        away: a computer player moves for the person.
        ready: for the next deal.
        commit, entropy: the person's part in the chance of the next deal.
        reserved_for: the person who left the seat and may come back until somebody takes it.
        was_host: that person was the host, and becomes host again after coming back.
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
        """Not be ready for the next deal yet."""
        self.ready, self.commit, self.entropy = False, None, None


@dataclass(frozen=True)
class Seal:
    """The dealer's part in the chance of a round.

    Attributes:
        match, round: numbers from 1.
        seed: the secret.
        commitment: published before the round.
    """

    match: int
    round: int
    seed: str
    commitment: str


@dataclass(frozen=True)
class Code:
    """A person's link: for a `player`, a `watcher`, or for taking over the person's own `seat`."""

    kind: str
    seat: int | None
    person: str | None


@dataclass(frozen=True)
class Request:
    """A person's request for a seat.

    Attributes:
        number: version of the table at the time of the request.
        person, name: the person who asks.
        seat: the seat asked for.
        own: the seat offered in exchange; None: the person has none.
        agreed: the person in the seat agrees; the host must, too.
        declined: somebody does not agree.
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
    """A change of a seat during a match, which the log shows.

    Attributes:
        seat: its number.
        kind: `taken`, `back`, `left`, `moved`, `swapped` or `level`.
        name, other: the player, and the player before or the partner of the swap; or the level.
        after: number of actions before it in the round.
    """

    seat: int
    kind: str
    name: str
    other: str
    after: int
