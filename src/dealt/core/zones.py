"""The parts that views are made of: seats, zones, facts, and what somebody is asked to do.

A game says what can be seen; a client decides how to show it.  Every game's `view` consists of the
few kinds of parts defined here; nothing else describes what lies on the table. A zone has an id by
which actions refer to it, see `dealt.core.agent.Action`. Labels and texts are in the language that
was current when the view was made; codes are for programs and never change.

Usual ids: `hand:0` (the hand of a seat), `stock`, `discard`, `trick`, `group:0:3`, and `new:0`, the
place where a new group is laid.  A zone that only its owner sees replaces the open zone with the
same id.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import pairwise
from typing import Literal, cast

from msgspec import Struct

from dealt.cards import RANKS_ONLY, Deck, cards_html


class Part(Struct, frozen=True, omit_defaults=True):
    """A part of a view; fields with their default value are left out when it is sent."""


class Note(Part, frozen=True):
    """A word or two about something.

    Attributes:
        code: the same in every language, such as `passed` or `president`.
        text: the words.
        cards: faces that go with it, such as the red threes of a side.
        tone: `good` or `warn` where pictures highlight it; otherwise empty.
    """

    code: str
    text: str
    cards: tuple[str, ...] = ()
    tone: Literal["", "good", "warn"] = ""


class Fact(Part, frozen=True):
    """Something about the round that does not lie in any zone.

    Attributes:
        code: the same in every language.
        text: a sentence or part of one, including the value.
        value: the value for programs.
        is_standing: it holds for the whole round, so a line-by-line client shows it once.
    """

    code: str
    text: str
    value: str | int | None = None
    is_standing: bool = False


class Ask(Part, frozen=True):
    """What the seat to move has to do.

    Attributes:
        seat: the seat to move.
        code: the same in every language, such as `draw` or `lead`.
        text: continues after a name and a comma: `to draw or take the pile`.
    """

    seat: int
    code: str
    text: str


class SeatView(Part, frozen=True):
    """A seat as everybody sees it; seats are in turn order.

    Attributes:
        seat: its number; a dealer without a seat has the number after the last one.
        name: the player's name.
        role: the player's role under the rules: `president`, `button`.
        notes: anything else worth knowing: has passed, is out.
        is_house: nobody sits there; the rules play it.
    """

    seat: int
    name: str
    role: Note | None = None
    notes: tuple[Note, ...] = ()
    is_house: bool = False


class SideView(Part, frozen=True):
    """Seats that win together; used only if there are partners or a side has cards in front of it.

    Attributes:
        side: its number.
        seats: the seats that belong to it.
        notes: anything worth knowing about it.
    """

    side: int
    seats: tuple[int, ...]
    notes: tuple[Note, ...] = ()


# --- zones ----------------------------------------------------------------------------------------


class Zone(Part, frozen=True, tag_field="kind", kw_only=True):
    """A place on the table.

    Attributes:
        id: as used in actions.
        label: what people call it; may be empty if its owner is clear enough.
        seat: the seat in front of which it lies, or None.
        side: the side in front of which it lies, or None. Without either it lies in the middle.
        empty: what to show when it is empty; may be an empty text.
    """

    id: str
    label: str = ""
    seat: int | None = None
    side: int | None = None
    empty: str = ""

    def html(self, deck: Deck = RANKS_ONLY) -> str:
        """The cards as pictures, of a deck that says which faces are colours."""
        faces = faces_in(cast("AnyZone", self))
        hidden = getattr(self, "count", 0) - len(faces)
        words = getattr(self, "text", "") or self.empty or "-"
        return cards_html(faces, hidden, deck) or escape(words)

    def _repr_html_(self) -> str:
        """For notebooks."""
        return self.html()


class Pile(Zone, frozen=True, kw_only=True, tag="pile"):
    """Cards on top of each other.

    Attributes:
        count: number of cards.
        cards: the face-up cards, the top one last; empty if all are face down.
    """

    count: int
    cards: tuple[str, ...] = ()

    @property
    def top(self) -> str | None:
        """The face of the top card; None if it is face down or the pile is empty."""
        return self.cards[-1] if self.cards else None


class Order(Part, frozen=True):
    """A way to sort a hand, see `dealt.core.presentation`.

    Attributes:
        name: `suit`, `rank` or `groups`.
        places: indices of the cards in the order in which to show them.
    """

    name: str
    places: tuple[int, ...]


class Hand(Zone, frozen=True, kw_only=True, tag="hand"):
    """The cards that somebody holds.

    Attributes:
        count: number of cards.
        cards: all of them in the order they came, if the reader may know them.
        orders: the ways to sort them, the usual one first; sent by a service for the reader's own
            hand.
    """

    count: int
    cards: tuple[str, ...] = ()
    orders: tuple[Order, ...] = ()


class Group(Zone, frozen=True, kw_only=True, tag="group"):
    """Cards lying face up side by side.

    Attributes:
        cards: the faces, in order.
        form: what they are, such as `run`; None if there is nothing to say.
        marks: further properties: `dirty`, `clean canastra`.
        room: number of cards in a complete group; 0: no such number.
        is_new: an empty place where a new group may be laid; shown while it can be used.
    """

    cards: tuple[str, ...] = ()
    form: Note | None = None
    marks: tuple[Note, ...] = ()
    room: int = 0
    is_new: bool = False


class TrickPlay(Part, frozen=True):
    """What a seat has done since the lead.

    Attributes:
        seat: the seat.
        cards: the cards played; empty if it passed.
        note: what the play is: `pair`, `passed`.
    """

    seat: int
    cards: tuple[str, ...] = ()
    note: Note | None = None


class Trick(Zone, frozen=True, kw_only=True, tag="trick"):
    """All plays since the lead; the zone exists from the deal on.

    A game whose state keeps only the play to beat shows that one, and tables add the others.

    Attributes:
        plays: the lead first; empty while the lead is free.
        best: index of the play to beat, or None.
    """

    plays: tuple[TrickPlay, ...] = ()
    best: int | None = None


class Mark(Part, frozen=True):
    """A place where a tape is interrupted.

    Attributes:
        at: number of items before it.
        seat: the seat that has won the items since the previous mark, or None.
    """

    at: int
    seat: int | None = None


class Tape(Zone, frozen=True, kw_only=True, tag="tape"):
    """Cards in a long row, in the order drawn.

    Attributes:
        items: the cards.
        marks: the places where somebody won the items before.
    """

    items: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()

    @property
    def parts(self) -> list[tuple[str, ...]]:
        """The cards from mark to mark."""
        ends = [0, *(mark.at for mark in self.marks), len(self.items)]
        return [self.items[a:b] for a, b in pairwise(ends) if a < b]


class Counter(Zone, frozen=True, kw_only=True, tag="counter"):
    """Something counted: chips, tricks.

    Attributes:
        value: the number.
        unit: the thing counted, for pictures: `chips`; its name for people is in `text`.
        text: number and noun, `3 chips`.
    """

    value: int
    unit: str
    text: str


AnyZone = Pile | Hand | Group | Trick | Tape | Counter


# --- the whole ------------------------------------------------------------------------------------


class Board(Part, frozen=True):
    """What every seat and every spectator may see; the same for all.

    Attributes:
        seats: in turn order, the house last.
        zones: in the order in which to show them; zones of a seat or side are together.
        sides: the sides, if there are any.
        facts: anything else.
        ask: what the seat to move has to do; None once the round is over.
    """

    seats: tuple[SeatView, ...]
    zones: tuple[AnyZone, ...]
    sides: tuple[SideView, ...] = ()
    facts: tuple[Fact, ...] = ()
    ask: Ask | None = None


class Own(Part, frozen=True):
    """What only one seat may see.

    Attributes:
        seat: the seat.
        zones: its hand with the cards, and anything else that only it knows.
    """

    seat: int
    zones: tuple[AnyZone, ...] = ()


class Event(Part, frozen=True):
    """An action as a reader may hear of it: a line of the log.

    Attributes:
        seat: the seat that acted.
        text: a sentence in the past tense.
        verb: the verb of the action.
        cards: the faces that moved, if the reader may know them.
        source, target: the zones the cards moved between; None if nothing moved, or not from or to
            a zone.
        form: what the cards are together, in the reader's language, if the reader may know it.
    """

    seat: int
    text: str
    verb: str = ""
    cards: tuple[str, ...] = ()
    source: str | None = None
    target: str | None = None
    form: str = ""


def zones_of(board: Board, own: Own | None) -> Iterator[AnyZone]:
    """All zones that a reader knows: the reader's own replace the open ones with the same id."""
    own_zones = {} if own is None else {zone.id: zone for zone in own.zones}
    for zone in board.zones:
        yield own_zones.pop(zone.id, zone)
    yield from own_zones.values()


def faces_in(zone: AnyZone) -> tuple[str, ...]:
    """The faces that can be seen in a zone."""
    if isinstance(zone, Trick):
        return tuple(card for play in zone.plays for card in play.cards)
    if isinstance(zone, Tape):
        return zone.items
    return () if isinstance(zone, Counter) else zone.cards


def hand_of(seat: int) -> str:
    """The id of a seat's hand."""
    return f"hand:{seat}"
