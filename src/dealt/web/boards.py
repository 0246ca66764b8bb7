"""Views of the games as data: what lies open for all, and what only a seat may see.

Each is built field by field from the view of one seat, never by taking things away; the game's
observation is left out.  `Board` holds only what every seat's view says alike, so that it can go to
spectators, too: a test deals anew all that each seat cannot know, and it must not change.

A game that is not listed here is played by its text alone, and spectators follow its log.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from dealt.games.mason_rummy.words import MasonRummyView
from dealt.games.penney.words import PenneyView
from dealt.games.president.words import PresidentView
from dealt.games.three_card_poker.exact import MODELS
from dealt.games.three_card_poker.state import CHOOSING, FOLDED, LOWEST_RANK
from dealt.games.three_card_poker.words import FACES, ThreeCardPokerView
from dealt.games.tranca.words import Side, TrancaView

OUTCOMES = ("choosing", "folded", "dealer folded", "won", "lost")  # of Three-card Poker, by number


class Part(Struct, frozen=True, tag_field="game"):
    """Something that is tagged with the name of its game."""


# --- Penney's game --------------------------------------------------------------------------------


class PenneyBoard(Part, frozen=True, tag="penney"):
    """Choices, and the deck once it is drawn; nobody has a secret.

    Attributes:
        scoring: what wins, `tricks` or `cards`.
        starter: the seat that chooses first.
        choices: of each seat, None while it has not chosen.
        tricks, cards: won by each seat.
        drawn: the deck as it was drawn, a blank after each trick; empty before.
    """

    scoring: str
    starter: int
    choices: list[str | None]
    tricks: list[int]
    cards: list[int]
    drawn: str


class PenneyOwn(Part, frozen=True, tag="penney"):
    """There is nothing that only one seat knows."""


def _penney_board(view: PenneyView) -> PenneyBoard:
    return PenneyBoard(
        scoring=view.scoring,
        starter=view.seat if view.starts else 1 - view.seat,
        choices=list(view.choices),
        tricks=list(view.tricks),
        cards=list(view.cards),
        drawn=view.drawn,
    )


# --- Three-card Poker -----------------------------------------------------------------------------


class ThreeCardPokerBoard(Part, frozen=True, tag="three-card-poker"):
    """The showdown, once there is one.

    Attributes:
        model: how is dealt, `deck` or `independent`.
        outcome: `choosing`, `folded`, `dealer folded`, `won` or `lost`.
        hand: the player's ranks once they lie open, highest first.
        dealer: the dealer's, likewise.
    """

    model: str
    outcome: str
    hand: list[str] | None
    dealer: list[str] | None


class ThreeCardPokerOwn(Part, frozen=True, tag="three-card-poker"):
    """The player's ranks, highest first."""

    hand: list[str]


def _ranks(ranks: tuple[int, ...]) -> list[str]:
    return [FACES[rank - LOWEST_RANK] for rank in ranks]


def _poker_board(view: ThreeCardPokerView) -> ThreeCardPokerBoard:
    is_shown = view.outcome not in (CHOOSING, FOLDED)
    return ThreeCardPokerBoard(
        model=next(name for name, number in MODELS.items() if number == view.model),
        outcome=OUTCOMES[view.outcome],
        hand=_ranks(view.hand) if is_shown else None,
        dealer=None if view.dealer is None else _ranks(view.dealer),
    )


# --- Mason Rummy ----------------------------------------------------------------------------------


class LaidDown(Struct, frozen=True):
    """What a player has laid down: runs by suit, then melds by rank."""

    runs: list[list[str]]
    melds: list[list[str]]


class MasonRummyBoard(Part, frozen=True, tag="mason-rummy"):
    """The two piles, and what lies in front of the players.

    Attributes:
        drawing: the seat in turn has yet to draw.
        counts: cards in the hand of each seat.
        top: the top of the discard pile, None if it is empty.
        discards, stock: cards in the two piles.
        groups: what each seat has laid down.
    """

    drawing: bool
    counts: list[int]
    top: str | None
    discards: int
    stock: int
    groups: list[LaidDown]


class MasonRummyOwn(Part, frozen=True, tag="mason-rummy"):
    """The hand in dealt order, the drawn card last."""

    hand: list[str]


def _rummy_board(view: MasonRummyView) -> MasonRummyBoard:
    return MasonRummyBoard(
        drawing=view.drawing,
        counts=list(view.counts),
        top=view.top,
        discards=view.discards,
        stock=view.stock,
        groups=[
            LaidDown([list(run) for run in groups.runs], [list(meld) for meld in groups.melds])
            for groups in view.groups
        ],
    )


# --- President ------------------------------------------------------------------------------------


class PresidentPlayer(Struct, frozen=True):
    """What everybody knows of a seat.

    Attributes:
        seat: its number.
        cards: how many it has in hand.
        passed: it has passed since the last move.
        place: at which it finished, None while it is in.
        role: from the round before, or from this one when it is out.
    """

    seat: int
    cards: int
    passed: bool
    place: int | None
    role: str | None


class PresidentBoard(Part, frozen=True, tag="president"):
    """The move to beat, and everybody in turn order.

    Attributes:
        giving: cards are being chosen for the trade.
        must_contain: the lowest card dealt, while the opening lead is to be made.
        players: in turn order.
        previous: the cards to beat, None: the lead is free.
        previous_type: what they are.
        mover: the seat that played them.
        asked: what the seat in turn is to do, in words; empty once the round is over.
    """

    giving: bool
    must_contain: str | None
    players: list[PresidentPlayer]
    previous: list[str] | None
    previous_type: str | None
    mover: int | None
    asked: str


class PresidentOwn(Part, frozen=True, tag="president"):
    """The hand from low to high, the cards chosen to be given, and what was given and got."""

    hand: list[str]
    chosen: list[str]
    gave: list[str]
    got: list[str]


def _president_board(view: PresidentView) -> PresidentBoard:
    seat_of = {name: seat for seat, name in enumerate(view.names)}
    return PresidentBoard(
        giving=view.giving,
        must_contain=view.must_contain,
        players=[
            PresidentPlayer(seat_of[p.name], p.cards, p.passed, p.place, p.role)
            for p in view.players
        ],
        previous=None if view.previous is None else view.previous.split(),
        previous_type=view.previous_type,
        mover=None if view.mover is None else seat_of[view.mover],
        asked="" if view.turn is None else view.asked,
    )


def _president_own(view: PresidentView) -> PresidentOwn:
    return PresidentOwn(list(view.hand), list(view.chosen), list(view.gave), list(view.got))


# --- Tranca ---------------------------------------------------------------------------------------


class TrancaSequence(Struct, frozen=True):
    """Cards laid down together.

    Attributes:
        number: as the side counts its sequences, from 1.
        cards: in their order; a two stands where it stands in.
        missing: cards that it needs to be a canastra.
        dirty: a two stands in.
        canastra: what kind of canastra it is, empty if none.
    """

    number: int
    cards: list[str]
    missing: int
    dirty: bool
    canastra: str


class TrancaSide(Struct, frozen=True):
    """What lies in front of a player or a team.

    Attributes:
        seats: who plays on it.
        dollars: the red threes laid.
        morto: `none`, `taken` (not used yet) or `used`.
        sequences: in the order in which they were made.
    """

    seats: list[int]
    dollars: list[str]
    morto: str
    sequences: list[TrancaSequence]


class TrancaBoard(Part, frozen=True, tag="tranca"):
    """Piles and what lies on the table.

    Attributes:
        drawing: the seat in turn has yet to draw or to take the pile.
        counts: cards in the hand of each seat.
        pile: the discard pile, oldest first.
        stock, mortos: cards in the stock, and mortos left.
        sides: by their first seat.
    """

    drawing: bool
    counts: list[int]
    pile: list[str]
    stock: int
    mortos: int
    sides: list[TrancaSide]


class TrancaOwn(Part, frozen=True, tag="tranca"):
    """The hand by suit and rank."""

    hand: list[str]


def _tranca_board(view: TrancaView) -> TrancaBoard:
    sides = [_tranca_side(side, view.names) for side in view.sides]
    return TrancaBoard(
        drawing=view.drawing,
        counts=list(view.counts),
        pile=list(view.pile),
        stock=view.stock,
        mortos=view.mortos,
        sides=sorted(sides, key=lambda side: side.seats),
    )


def _tranca_side(side: Side, names: tuple[str, ...]) -> TrancaSide:
    return TrancaSide(
        seats=[names.index(name) for name in side.names],
        dollars=list(side.dollars),
        morto=side.morto,
        sequences=[
            TrancaSequence(s.number, list(s.cards), s.missing, s.dirty, s.canastra)
            for s in side.sequences
        ],
    )


# --- all of them ----------------------------------------------------------------------------------

Board = PenneyBoard | ThreeCardPokerBoard | MasonRummyBoard | PresidentBoard | TrancaBoard
Own = PenneyOwn | ThreeCardPokerOwn | MasonRummyOwn | PresidentOwn | TrancaOwn

BOARDS: dict[type, Callable[[Any], Board]] = {
    PenneyView: _penney_board,
    ThreeCardPokerView: _poker_board,
    MasonRummyView: _rummy_board,
    PresidentView: _president_board,
    TrancaView: _tranca_board,
}
OWN: dict[type, Callable[[Any], Own]] = {
    PenneyView: lambda view: PenneyOwn(),
    ThreeCardPokerView: lambda view: ThreeCardPokerOwn(_ranks(view.hand)),
    MasonRummyView: lambda view: MasonRummyOwn(list(view.hand)),
    PresidentView: _president_own,
    TrancaView: lambda view: TrancaOwn(list(view.hand)),
}


def board_of(view: object) -> Board | None:
    """What lies open for all, from the view of any seat; None: the game has no board here."""
    made = BOARDS.get(type(view))
    return None if made is None else made(view)


def own_of(view: object) -> Own | None:
    """What only the seat of a view may see; None: the game has no such part here."""
    made = OWN.get(type(view))
    return None if made is None else made(view)
