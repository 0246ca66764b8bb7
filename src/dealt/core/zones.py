"""The parts that views are made of: seats, zones, facts, and what somebody is asked to do.

A game says what can be seen; a client decides how to show it.  Every game's `view` is made of the
few kinds of parts that stand here, and nothing else that is shown knows what lies on the table.
A zone has an id by which actions refer to it, see `dealt.core.agent.Action`; labels and texts are
in the language that was spoken when the view was made, codes are for programs and never change.

Usual ids: `hand:0` (the hand of a seat), `stock`, `discard`, `trick`, `group:0:3`, and `new:0`, the
place where a new group is laid.  An own zone takes the place of the open zone of the same id.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

from msgspec import Struct


class Part(Struct, frozen=True, omit_defaults=True):
    """A part of a view; what is not said is left out when it is sent."""


class Note(Part, frozen=True):
    """A word or two about something.

    Attributes:
        code: the same in every language, such as `passed` or `president`.
        text: the words.
        cards: faces that go with it, such as the red threes of a side.
        tone: `good` or `warn` where pictures set it apart; else empty.
    """

    code: str
    text: str
    cards: tuple[str, ...] = ()
    tone: Literal["", "good", "warn"] = ""


class Fact(Part, frozen=True):
    """Something about the round that lies in no zone.

    Attributes:
        code: the same in every language.
        text: a sentence or a part of one, with its value.
        value: for programs.
        is_standing: it holds all along, so where lines follow each other it is told once.
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
        text: as it follows a name and a comma: `to draw or take the pile`.
    """

    seat: int
    code: str
    text: str


class SeatView(Part, frozen=True):
    """A seat, as all see it; seats stand in turn order.

    Attributes:
        seat: its number; a dealer who is nobody's seat has the number after the last one.
        name: who sits there.
        role: what it is by the rules now: `president`, `button`.
        notes: what else is to be known: has passed, is out.
        is_house: nobody sits there, the rules play it.
    """

    seat: int
    name: str
    role: Note | None = None
    notes: tuple[Note, ...] = ()
    is_house: bool = False


class SideView(Part, frozen=True):
    """Seats that win together; only where there are partners or something lies before a side.

    Attributes:
        side: its number.
        seats: who belongs to it.
        notes: what is to be known of it.
    """

    side: int
    seats: tuple[int, ...]
    notes: tuple[Note, ...] = ()


# --- zones ----------------------------------------------------------------------------------------


class Zone(Part, frozen=True, tag_field="kind", kw_only=True):
    """A place on the table.

    Attributes:
        id: as actions call it.
        label: what people call it; may be empty where its owner says enough.
        seat: before which seat it lies; None: before none.
        side: before which side it lies; None: before none. Without either it lies in the middle.
        empty: what to say of it when nothing lies there; may be empty.
    """

    id: str
    label: str = ""
    seat: int | None = None
    side: int | None = None
    empty: str = ""


class Pile(Zone, frozen=True, kw_only=True, tag="pile"):
    """Cards on top of each other.

    Attributes:
        count: how many.
        cards: those that all may know, the top one last; none: face down.
    """

    count: int
    cards: tuple[str, ...] = ()

    @property
    def top(self) -> str | None:
        """The face of the top card, None if nobody knows it or there is none."""
        return self.cards[-1] if self.cards else None


class Order(Part, frozen=True):
    """A way to put a hand into order, see `dealt.core.hand_order`.

    Attributes:
        name: `suit`, `rank` or `groups`.
        places: which of its cards stands first, which next, and so on.
    """

    name: str
    places: tuple[int, ...]


class Hand(Zone, frozen=True, kw_only=True, tag="hand"):
    """Cards that somebody holds.

    Attributes:
        count: how many.
        cards: all of them, as they came, where the reader may know them.
        orders: the ways to sort them, the usual one first; of the reader's own hand at a service.
    """

    count: int
    cards: tuple[str, ...] = ()
    orders: tuple[Order, ...] = ()


class Group(Zone, frozen=True, kw_only=True, tag="group"):
    """Cards that lie open side by side.

    Attributes:
        cards: in their order.
        form: what they are, such as `run`; None where there is nothing to say.
        marks: what else they are: `dirty`, `clean canastra`.
        room: how many cards it takes to be complete; 0: there is no such number.
        is_new: an empty place where a new group may be laid; shown while it is of use.
    """

    cards: tuple[str, ...] = ()
    form: Note | None = None
    marks: tuple[Note, ...] = ()
    room: int = 0
    is_new: bool = False


class TrickPlay(Part, frozen=True):
    """What a seat has done since the lead.

    Attributes:
        seat: who.
        cards: what was played; none: it passed.
        note: what that is: `pair`, `passed`.
    """

    seat: int
    cards: tuple[str, ...] = ()
    note: Note | None = None


class Trick(Zone, frozen=True, kw_only=True, tag="trick"):
    """What has been played since the lead; the zone is there from the deal on.

    A game whose state keeps only the play to beat shows that one, and tables add the others.

    Attributes:
        plays: the lead first; none while the lead is free.
        best: which of them is to be beaten; None: none.
    """

    plays: tuple[TrickPlay, ...] = ()
    best: int | None = None


class Mark(Part, frozen=True):
    """Where a tape stops for a while.

    Attributes:
        at: after how many items.
        seat: who has won the items since the mark before; None: nobody.
    """

    at: int
    seat: int | None = None


class Tape(Zone, frozen=True, kw_only=True, tag="tape"):
    """Cards in a long row, as they were drawn.

    Attributes:
        items: the cards.
        marks: where somebody has won those since the mark before.
    """

    items: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()

    @property
    def parts(self) -> list[tuple[str, ...]]:
        """The cards from mark to mark."""
        ends = [0, *(mark.at for mark in self.marks), len(self.items)]
        return [self.items[a:b] for a, b in pairwise(ends) if a < b]


class Counter(Zone, frozen=True, kw_only=True, tag="counter"):
    """Something that is counted: chips, tricks.

    Attributes:
        value: how many.
        unit: what is counted, for pictures: `chips`; the text of it stands in `text`.
        text: number and noun, `3 chips`.
    """

    value: int
    unit: str
    text: str


AnyZone = Pile | Hand | Group | Trick | Tape | Counter


# --- the whole ------------------------------------------------------------------------------------


class Board(Part, frozen=True):
    """What every seat and a spectator may see; the same from everywhere.

    Attributes:
        seats: in turn order, the house last.
        zones: in the order in which they are told; zones of a seat or side stand together.
        sides: where there are any.
        facts: what else holds.
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
        seat: whose it is.
        zones: its hand with the cards, and what else it alone knows.
    """

    seat: int
    zones: tuple[AnyZone, ...] = ()


class Event(Part, frozen=True):
    """Something that was done, as a reader may hear of it: a line of the log.

    Attributes:
        seat: who did it.
        text: a sentence in the past tense.
        verb: as that of the action.
        cards: faces that have moved, where the reader may know them.
        source, target: the zones from which and to which; None: nothing has moved, or not there.
    """

    seat: int
    text: str
    verb: str = ""
    cards: tuple[str, ...] = ()
    source: str | None = None
    target: str | None = None


def zones_of(board: Board, own: Own | None) -> Iterator[AnyZone]:
    """All zones that a reader knows: the own ones stand for the open ones of the same id."""
    mine = {} if own is None else {zone.id: zone for zone in own.zones}
    for zone in board.zones:
        yield mine.pop(zone.id, zone)
    yield from mine.values()


def hand_of(seat: int) -> str:
    """The id of the hand of a seat."""
    return f"hand:{seat}"
