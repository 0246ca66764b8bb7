"""What may stand in the fields of messages from clients, and how a table plays."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from dealt.core.chance import MAX_SEED

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
