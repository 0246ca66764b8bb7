"""A hand of cards to choose from with keys or mouse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from dealt.clients.screen.looks import CARDS, SMALL_CARD, USUAL, Faces
from dealt.clients.screen.looks import Size as CardSize
from dealt.core.zones import Hand as HandZone
from dealt.core.zones import Order
from dealt.language import message
from dealt.service.table import protocol as p

_IN_ROWS = 4  # columns of a card in several rows
EDGES = 3  # lines of a card that can be raised, besides those within its edges
_NOWHERE = -1  # the cursor before the reader has gone to a card
_CAME = message("as they came")
ORDERS = {"suit": message("by suit"), "rank": message("by rank"), "groups": message("by groups")}


def orders_of(frame: p.TableFrame) -> tuple[Order, ...]:
    """The sort orders of the reader's hand."""
    zones = () if frame.own is None else frame.own.zones
    return next((zone.orders for zone in zones if isinstance(zone, HandZone)), ())


class Hand(Widget, can_focus=True):
    """The cards of a seat: arrows move, Space chooses, Enter plays.

    Attributes:
        chosen_order: the sort order that the reader has chosen.
        largest: columns and lines of a card within its edges, if there is room.
        field: columns in which the cards are centred; 0: they begin on the left.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1)", "left", show=False),
        Binding("right", "go(1)", "right", show=False),
        Binding("up", "row(-1)", "up", show=False),
        Binding("down", "row(1)", "down", show=False),
        Binding("home", "end_of(0)", "first", show=False),
        Binding("end", "end_of(1)", "last", show=False),
        Binding("space", "choose", "choose", show=False),
        Binding("enter", "play", "play", show=False),
    ]

    cursor = reactive(_NOWHERE, repaint=True)

    class Changed(Message):
        """The choice of cards or the cursor has changed."""

    class Left(Message):
        """The reader goes up, out of the hand."""

    class Played(Message):
        """The chosen cards are to be played."""

    def __init__(self, id: str | None = None) -> None:  # noqa: A002 - as Textual calls it
        super().__init__(id=id)
        self.chosen_order = _CAME
        self.largest: tuple[int, int] = SMALL_CARD
        self.field = 0
        self._orders: Mapping[str, Sequence[int]] = {}
        self._faces = USUAL
        self._came: list[str] = []
        self._cards: list[str] = []
        self._marks: list[bool] = []

    # --- what it holds

    @property
    def chosen(self) -> list[str]:
        """The chosen cards, from left to right."""
        return [face for face, marked in zip(self._cards, self._marks, strict=True) if marked]

    @property
    def at_cursor(self) -> str | None:
        """The card at the cursor, or None."""
        return None if self.cursor == _NOWHERE else self._cards[self.cursor]

    @property
    def picked(self) -> list[str]:
        """The cards for Enter: the chosen ones, or the one at the cursor."""
        return self.chosen or ([] if self.at_cursor is None else [self.at_cursor])

    def hold(self, cards: Sequence[str], faces: Faces, orders: Sequence[Order]) -> None:
        """Show a new hand; chosen cards that are still in it stay chosen.

        Args:
            cards: in the order dealt.
            faces: their appearance.
            orders: the sort orders.
        """
        self._faces = faces
        places = {ORDERS[each.name]: each.places for each in orders if each.name in ORDERS}
        if list(cards) != self._came or places != self._orders:
            self._came, self._orders = list(cards), places
            self._arrange()

    @property
    def order(self) -> str:
        """The sort order of the cards; as they came, where the game has not the chosen one."""
        return self.chosen_order if self.chosen_order in self._orders else _CAME

    def sort_next(self) -> None:
        """Use the next sort order of the game."""
        orders = [_CAME, *self._orders]
        self.chosen_order = orders[(orders.index(self.order) + 1) % len(orders)]
        self._arrange()

    def clear(self) -> None:
        """Choose no cards, and hide the cursor."""
        self._marks = [False] * len(self._cards)
        self.cursor = _NOWHERE
        self.post_message(self.Changed())
        self.refresh()

    def _arrange(self) -> None:
        counts = Counter(self.chosen)
        current = self.at_cursor
        places = self._orders.get(self.order, range(len(self._came)))
        self._cards = [self._came[place] for place in places]
        self._marks = []
        for face in self._cards:
            self._marks.append(counts[face] > 0)
            counts[face] -= 1
        self.cursor = self._cards.index(current) if current in self._cards else _NOWHERE
        self.post_message(self.Changed())
        self.refresh(layout=True)

    # --- keys and mouse

    def watch_cursor(self) -> None:
        """Report that the cursor has moved."""
        self.post_message(self.Changed())

    def action_go(self, step: int) -> None:
        """Move along the hand; with no cursor, to its first or last card."""
        if self.cursor == _NOWHERE:
            self.action_end_of(step < 0)
        else:
            self.cursor = (self.cursor + step) % len(self._cards)

    def action_row(self, step: int) -> None:
        """Move a row up or down; from the top row, up and out of the hand."""
        if self.cursor == _NOWHERE and step > 0:
            self.action_end_of(0)
            return
        place = self.cursor + step * self._per_row(self.size.width)
        if 0 <= place < len(self._cards) and self.cursor != _NOWHERE:
            self.cursor = place
        elif step < 0:
            self.post_message(self.Left())

    def action_end_of(self, last: int) -> None:
        """Move to the first or the last card."""
        if self._cards:
            self.cursor = (len(self._cards) - 1) * last

    def action_choose(self) -> None:
        """Choose the card at the cursor, or undo that; with no cursor, move to the first card."""
        if self.cursor == _NOWHERE:
            self.action_end_of(0)
        else:
            self._marks[self.cursor] = not self._marks[self.cursor]
            self.post_message(self.Changed())
            self.refresh()

    def action_play(self) -> None:
        """Play the chosen cards."""
        self.post_message(self.Played())

    def on_click(self, event: events.Click) -> None:
        """Choose the clicked card."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        card = self._card(self.size.width)
        per_row = self._per_row(self.size.width)
        if card is not None:
            column = offset.x - self._indent(card)
            place, end = column // (card[0] + 1), len(self._cards) * (card[0] + 1)
        else:
            column = offset.x
            place, end = offset.y * per_row + column // _IN_ROWS, per_row * _IN_ROWS
        if 0 <= column < end and place < len(self._cards):
            self.cursor = place
            self.action_choose()

    # --- how it looks

    def _card(self, width: int) -> CardSize | None:
        """The largest card size that fits side by side; None for rows without edges."""
        sizes = (size for size in CARDS[::-1] if size <= self.largest)
        return next((s for s in sizes if len(self._cards) * (s[0] + 1) < width), None)

    def _indent(self, card: CardSize) -> int:
        """The columns before cards that stand side by side."""
        return max(0, (self.field - len(self._cards) * (card[0] + 1) - 1) // 2)

    def _per_row(self, width: int) -> int:
        return max(1, width // _IN_ROWS if self._card(width) is None else len(self._cards))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The height of one row of cards, or of several rows."""
        card = self._card(width)
        if card is not None:
            return card[1] + EDGES
        return max(SMALL_CARD[1] + EDGES, -(-len(self._cards) // self._per_row(width)))

    def render(self) -> Text:
        """Draw the cards; chosen ones stand higher, or between brackets."""
        if not self._cards:
            return Text("no cards", style="dim")
        card = self._card(self.size.width)
        if card is None:
            return self._in_rows(self._per_row(self.size.width))
        return self._side_by_side(card)

    def _is_here(self, place: int) -> bool:
        return self.has_focus and place == self.cursor

    def _side_by_side(self, card: CardSize) -> Text:
        look = self._faces.look
        rows = [Text(" " * self._indent(card)) for _ in range(card[1] + EDGES)]
        raised = [False, *self._marks, False]
        above = ("─" * card[0], look.edge)
        for place in range(len(self._cards) + 1):
            ends = (place == 0) - (place == len(self._cards))
            edges = _edges(raised[place], raised[place + 1], ends)
            for row, edge in zip(rows, [*edges[:3], *["│"] * (card[1] - 1), edges[3]], strict=True):
                row.append(edge, look.edge)
            if place == len(self._cards):
                break
            face = self._faces.inside(self._cards[place], card, reverse=self._is_here(place))
            below = Text("━" * card[0], look.best) if self._is_here(place) else Text(*above)
            if raised[place + 1]:
                foot = Text(" " * card[0], Style(bgcolor=look.paper))
                column = [Text(*above), *face, foot, below]
            else:
                column = [Text(" " * card[0]), Text(*above), *face, below]
            for row, part in zip(rows, column, strict=True):
                row.append_text(part)
        return Text("\n").join(rows)

    def _in_rows(self, per_row: int) -> Text:
        rows = []
        for start in range(0, len(self._cards), per_row):
            row = Text()
            for place in range(start, min(start + per_row, len(self._cards))):
                before, after = "[]" if self._marks[place] else "  "
                row.append(before, "bold")
                face = self._faces.inside(
                    self._cards[place], SMALL_CARD, reverse=self._is_here(place)
                )
                row.append_text(face[0])
                row.append(after, "bold")
            rows.append(row)
        return Text("\n").join(rows)


def _edges(left: bool, right: bool, ends: int) -> tuple[str, str, str, str]:
    """The edge between two cards, from top to bottom.

    Args:
        left: whether the card on the left is raised.
        right: whether the card on the right is.
        ends: 1 before the first card, -1 after the last one, else 0.
    """
    if ends == 1:
        return ("╭", "│", "│", "╰") if right else (" ", "╭", "│", "╰")
    if ends == -1:
        return ("╮", "│", "│", "╯") if left else (" ", "╮", "│", "╯")
    top = {(False, False): " ", (True, False): "╮", (False, True): "╭", (True, True): "┬"}
    face = {(False, False): "┬", (True, False): "├", (False, True): "┤", (True, True): "│"}
    return top[left, right], face[left, right], "│", "┴"
