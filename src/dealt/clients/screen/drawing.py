"""The parts of a table as blocks of lines: piles, tricks, groups, seats.

`dealt.clients.screen.layouts` decides where each part stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from rich.text import Text

from dealt.clients.screen.frame_text import LOUD, absence, level_of
from dealt.clients.screen.looks import SMALL_CARD, Faces, Size, beside
from dealt.clients.seat_choices import name_of
from dealt.core.zones import (
    AnyZone,
    Counter,
    Group,
    Hand,
    Note,
    Own,
    Pile,
    SeatView,
    SideView,
    Tape,
    Trick,
    zones_of,
)
from dealt.language import listed, say, say_n
from dealt.service.table import protocol as p

TURN = "▸ "
_INDENT = "    "
GAP = "   "
SIGNS = {"chips": "●"}  # by the unit of the counted things

Block = list[Text]


@dataclass(frozen=True)
class Scale:
    """How much room the parts of a table take.

    Attributes:
        card: columns and lines of cards of the middle, within their edges; None: they are named in
            a line.
        is_fanned: cards of groups have edges.
        is_dense: groups, and seats of a side, stand side by side.
    """

    card: Size | None
    is_fanned: bool = False
    is_dense: bool = False


class Drawing:
    """The parts of one table at one moment.

    Args:
        frame: with a board.
        faces: the appearance of its cards.
        width: in columns.
        scale: the size of its parts.
    """

    def __init__(self, frame: p.TableFrame, faces: Faces, width: int, scale: Scale) -> None:
        assert frame.board is not None, "nothing to draw before the first deal"
        self.frame, self.board, self.faces = frame, frame.board, faces
        self.width, self.scale = width, scale
        self.quiet, self.chip = faces.look.quiet, faces.look.chip
        own = frame.own
        self.own = None if own is None else Own(own.seat, own.zones)
        self.zones = list(zones_of(frame.board, self.own))

    # --- the middle

    def under_its_top(self, pile: Pile, width: int) -> Block:
        """The cards of a pile that are known, in lines below its drawing."""
        if len(pile.cards) < 2:
            return []
        below = [Text(self.faces.card_text(face)) for face in pile.cards[-2::-1]]
        return self.flow([Text(say("under its top:"), self.quiet), *below], "", " ", width)

    def piles(self, piles: Sequence[Pile | Counter], width: int) -> Block:
        """Piles and counters side by side, with title, cards and count, or all in a line."""
        if self.scale.card is None:
            return self.flow([self._in_short(pile) for pile in piles], "", GAP, width)
        pictures = [self._pile(pile, self.scale.card) for pile in piles]
        widths = [max(line.cell_len for line in lines) for lines in pictures]
        for i, pile in enumerate(piles):
            if isinstance(pile, Counter):
                others = sum(widths) - widths[i] + len(GAP) * (len(piles) - 1)
                signs = self.count(pictures[i][1], pile, width - others)
                widths[i] = max(widths[i], signs.cell_len)
        return self.row_of(pictures, width, len(GAP))

    def _in_short(self, pile: Pile | Counter) -> Text:
        text = Text(f"{pile.label}: ", self.quiet)
        if isinstance(pile, Counter):
            return self.count(text.append(str(pile.value)), pile, self.width)
        if pile.top is None:
            return text.append(str(pile.count))
        return text.append_text(self.faces.cards([pile.top])).append(f" ({pile.count})", self.quiet)

    def _pile(self, pile: Pile | Counter, card: Size) -> Block:
        if isinstance(pile, Counter):
            return [Text(pile.label, self.quiet), Text(), Text(pile.text, LOUD)]
        cards = [pile.top] if pile.count else []
        lines = self.faces.row(cards, card)
        return [Text(pile.label, self.quiet), *lines, Text(cards_text(pile.count), self.quiet)]

    def trick(self, trick: Trick) -> Block:
        """The play to beat as cards, and every seat's plays since the lead."""
        best = None if trick.best is None else trick.plays[trick.best]
        cards = list(best.cards) if best else []
        card = self.scale.card
        lines = [self.faces.cards(cards)]
        if card or not cards:
            lines = self.faces.row(cards, card or SMALL_CARD)
        if best:
            by = say("to beat: {name}'s play", name=self.name(best.seat))
            lines[len(lines) // 2].append(f"  {by}", self.quiet)
        if not trick.plays:
            return [*lines, Text(trick.empty or trick.label, self.quiet)]
        parts = []
        for play in trick.plays:
            line = Text(self.name(play.seat), LOUD if play is best else "")
            if play.cards:
                line.append(" ").append_text(self.faces.cards(play.cards))
            if play.note is not None:
                line.append(f" {play.note.text}", self.quiet)
            parts.append(line)
        return [*lines, *self.flow(parts, "", " · ")]

    def tape(self, tape: Tape, width: int) -> Block:
        """The cards of a tape, from mark to mark."""
        if not tape.items:
            return [Text(), Text(tape.empty, self.quiet)] if tape.empty else []
        strips = [self.faces.strip(part) for part in tape.parts]
        return [Text(), Text(tape.label, self.quiet), *self.flow(strips, "  ", "  ", width)]

    def facts(self) -> Block:
        """Facts that belong to no zone."""
        return [self.faces.within(fact.text, self.quiet) for fact in self.board.facts]

    # --- the seats

    def name(self, seat: int) -> str:
        """The name of a seat's player, or of the house."""
        if seat < len(self.frame.seats):
            return name_of(self.frame, seat)
        return next(each.name for each in self.board.seats if each.seat == seat)

    def head(self, seat: SeatView) -> Text:
        """The name of a seat, with a mark if it is to move."""
        line = Text(TURN if self.frame.turn == seat.seat else "  ")
        line.append(self.name(seat.seat), LOUD)
        if not seat.is_house:
            line.append(level_of(self.frame.seats[seat.seat]))
            line.append(absence(self.frame.seats[seat.seat]), self.quiet)
        return line

    def who(self, seat: SeatView) -> Text:
        """The line of a seat: the turn mark, its name, and known facts."""
        line = self.head(seat)
        parts = [Text(seat.role.text)] if seat.role else []
        for zone in self.zones:
            if zone.seat == seat.seat and isinstance(zone, Hand | Counter):
                parts += [] if seat.is_house and isinstance(zone, Hand) else self.counted(zone)
        parts += [self.note(note) for note in seat.notes]
        for number, part in enumerate(parts):
            line.append(", " if number else ": ", self.quiet).append_text(part)
        line.stylize(self.quiet, line.plain.find(": ") if parts else len(line))
        for zone in self.zones:
            if zone.seat == seat.seat and isinstance(zone, Counter):
                self.count(line, zone, self.width)
        return line

    def side(self, seats: Sequence[SeatView], side: SideView) -> Block:
        """The seats of a side and its notes; partners have their notes on a line of their own."""
        notes = [self.note(note) for note in side.notes]
        lines = [self.who(seat) for seat in seats]
        if self.scale.is_dense:
            lines = self.flow(lines, "", "  ")
        if len(seats) == 1 or not notes:
            self._add(lines, notes)
            return lines
        return self.side_head(side) + lines

    def side_head(self, side: SideView) -> Block:
        """The names of a side and its notes."""
        notes = [self.note(note) for note in side.notes]
        names = listed([self.name(seat) for seat in side.seats])
        head = [Text(f"  {names}: ", self.quiet).append_text(notes[0])] if notes else []
        self._add(head, notes[1:])
        return head or [Text(f"  {names}", self.quiet)]

    def count(self, line: Text, counter: Counter, width: int) -> Text:
        """Add a sign for each counted thing behind a line, as far as there is room."""
        sign = SIGNS.get(counter.unit, "")
        begin = " " if line else ""
        room = max(0, width - line.cell_len - len(begin))
        signs = sign * min(counter.value, room)
        if sign and counter.value > room > 0:
            signs = f"{signs[:-1]}…"
        return line.append(f"{begin}{signs}" if signs else "", self.chip)

    def counted(self, zone: Hand | Counter) -> Block:
        """How many cards or things a zone has, unless its cards are open."""
        if isinstance(zone, Counter):
            return [Text(f"{zone.label}: {zone.text}" if zone.label else zone.text)]
        if zone.cards and not self.is_own(zone):
            return []
        return [Text(say_n("1 card in hand", "{n} cards in hand", zone.count))]

    def is_own(self, zone: AnyZone) -> bool:
        """Whether a zone is shown this way only to the reader."""
        return self.own is not None and any(zone is own for own in self.own.zones)

    def of_seat(self, seat: SeatView) -> list[AnyZone]:
        """The zones in front of a seat."""
        return [zone for zone in self.zones if zone.seat == seat.seat]

    def laid(self, seat: SeatView) -> Block:
        """What lies in front of a seat."""
        lines: Block = []
        beside_each_other = []
        groups = []
        for zone in self.of_seat(seat):
            is_plain = isinstance(zone, Group) and not zone.label and not zone.room
            if isinstance(zone, Group) and is_plain and not self.scale.is_fanned:
                beside_each_other += [self.faces.cards(zone.cards)] if zone.cards else []
            elif isinstance(zone, Group):
                groups.append(zone)
            else:
                lines += self.below(zone)
        return [*self.flow(beside_each_other), *self.groups(groups), *lines]

    def below(self, zone: AnyZone) -> Block:
        """A zone in lines of its own."""
        match zone:
            case Group():
                return [] if zone.is_new else self._group(zone)
            case Hand():
                return self.hand(zone)
            case Pile():
                return [Text(_INDENT) + line for line in self.piles([zone], self.width)]
            case Trick():
                return self.trick(zone)
            case Counter() | Tape():
                return []  # counters stand beside names and piles, tapes below all
            case _:
                assert_never(zone)

    def hand(self, hand: Hand) -> Block:
        """Somebody else's hand, as far as it is known; the house shows backs, too."""
        if self.is_own(hand):
            return []
        if self.board.seats[-1].is_house:
            cards: list[str | None] = list(hand.cards) or [None] * hand.count
            rows = self.faces.row(cards)
            return [Text(_INDENT) + line for line in rows] if self.scale.card else rows[1:2]
        return [Text(_INDENT) + self.faces.cards(hand.cards)] if hand.cards else []

    # --- groups

    def groups(self, groups: Sequence[Group]) -> Block:
        """Groups, one per line, side by side or drawn as the scale says."""
        laid = [group for group in groups if not group.is_new]
        if self.scale.is_fanned:
            return self.row_of([self.fan(group) for group in laid if group.cards], self.width)
        if self.scale.is_dense:
            return self.flow([self._in_few_columns(g) for g in laid if g.cards], " ", "  ")
        return [line for group in laid for line in self._group(group)]

    def fan(self, group: Group) -> Block:
        """A group as cards side by side, with its number or name and state above."""
        head = Text(f" {group.label}", LOUD).append(" " if group.label else "")
        head.append(self._state(group, is_short=False), self._state_style(group))
        head.truncate(self.width, overflow="ellipsis")
        lines = self.faces.row(group.cards, self.scale.card or SMALL_CARD)
        return [*([head] if head.plain.strip() else []), *lines]

    def _in_few_columns(self, group: Group) -> Text:
        name = group.label or (f"{group.form.text}:" if group.form is not None else "")
        line = Text(f"{name} " if name else "", LOUD)
        for face in group.cards:
            line.append_text(self.faces.cards([face]))
        state = self._state(group, is_short=True)
        return line.append(f" {state}" if state else "", self._state_style(group))

    def _state(self, group: Group, *, is_short: bool) -> str:
        """The state of a group; in short form, only what its cards do not show."""
        notes = [note for note in (group.form, *group.marks) if note is not None]
        if is_short:
            notes = [note for note in group.marks if note.tone] or [
                note for note in group.marks if group.room and len(group.cards) >= group.room
            ]
        return ", ".join(note.text for note in notes)

    def _state_style(self, group: Group) -> str:
        return LOUD if 0 < group.room <= len(group.cards) else self.quiet

    def _group(self, group: Group) -> Block:
        """A group in a line: its number or name, its cards, and its state."""
        notes = [note.text for note in (group.form, *group.marks) if note is not None]
        name = group.label or (notes.pop(0) if notes else "")
        label = f"{name:>4}  " if len(name) < 3 else f"{_INDENT}{name}: "
        if not group.cards:
            return [Text(f"{_INDENT}{group.empty}", self.quiet)] if group.empty else []
        state = ", ".join(notes)
        laid = self.faces.cards(group.cards)
        if len(label) + laid.cell_len + 2 + len(state) <= self.width:
            line = Text(label, "" if len(label) < 7 else self.quiet)
            line.append_text(laid)
            line.append(f"  {state}" if state else "", self._state_style(group))
            return [line]
        indent = " " * len(label)
        each = [self.faces.cards([face]) for face in group.cards]
        lines = self.flow(each, indent, " ")
        lines[0] = Text(label) + lines[0][len(label) :]
        if state:
            lines.append(Text(indent + state, self._state_style(group)))
        return lines

    def own_lines(self) -> Block:
        """The reader's private zones and notes, except the hand."""
        if self.own is None:
            return []
        groups = [zone for zone in self.own.zones if isinstance(zone, Group) and zone.cards]
        lines = [
            Text(f"  {zone.label}: ", self.quiet) + self.faces.cards(zone.cards)
            for zone in groups
            if zone.seat is None
        ]
        return [Text(), *lines] if lines else []

    # --- lines

    def note(self, note: Note) -> Text:
        """A note with its cards."""
        text = Text(note.text)
        if note.cards:
            text.append(" ").append_text(self.faces.cards(note.cards))
        return text

    def _add(self, lines: Block, notes: Sequence[Text]) -> None:
        """Put notes behind the last line, or below it if they do not fit."""
        for note in notes:
            if lines[-1].cell_len + 2 + note.cell_len <= self.width:
                lines[-1].append(", ", self.quiet).append_text(note)
            else:
                lines.append(Text(_INDENT) + note)

    def flow(
        self, parts: Sequence[Text], indent: str = _INDENT, gap: str = GAP, width: int = 0
    ) -> Block:
        """Place parts side by side, in as many lines as needed."""
        lines: Block = []
        for part in parts:
            if lines and lines[-1].cell_len + len(gap) + part.cell_len <= (width or self.width):
                lines[-1].append(gap)
            else:
                lines.append(Text(indent))
            lines[-1].append_text(part)
        return lines

    def row_of(self, blocks: Sequence[Block], width: int, gap: int = 2) -> Block:
        """Place blocks side by side, in as many rows as needed."""
        rows: list[list[Block]] = []
        used = 0
        for block in blocks:
            columns = block_width(block)
            if not rows or used + gap + columns > width:
                rows.append([])
                used = -gap
            rows[-1].append(block)
            used += gap + columns
        return [line for row in rows for line in beside(row, gap)]


def block_width(block: Block) -> int:
    """The columns of a block's longest line."""
    return max((line.cell_len for line in block), default=0)


def cards_text(number: int) -> str:
    """The number of cards as text."""
    return say_n("1 card", "{n} cards", number)
