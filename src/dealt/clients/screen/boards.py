"""The table of any game, drawn from the parts that lie open for all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rich.text import Text

from dealt.clients.screen.faces import Faces, beside
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
from dealt.service import protocol as p
from dealt.service.parts import SeatInfo

TURN = "▸ "
INDENT = "    "
QUIET = "#a9bfb0"
LOUD = "bold"
CHIP = "#e3b94a"
GAP = "   "
HOUR_S = 3600
SIGNS = {"chips": "●"}  # by the unit of what is counted

Lines = list[Text]


def board_lines(frame: p.TableFrame, faces: Faces, width: int, height: int) -> Lines:
    """The table, drawn for so many columns; longer lines are folded by the screen.

    Where there are not so many lines the piles are told instead of drawn.
    """
    if frame.board is None:
        return seat_lines(frame)
    lines = _Drawing(frame, faces, width, is_drawn=True).lines()
    if len(lines) <= height:
        return lines
    return _Drawing(frame, faces, width, is_drawn=False).lines()


class _Drawing:
    """One table at one moment.

    Args:
        frame: with a board.
        faces: how its cards look.
        width: in columns.
        is_drawn: cards of the middle have edges; else they are told in a line.
    """

    def __init__(self, frame: p.TableFrame, faces: Faces, width: int, *, is_drawn: bool) -> None:
        assert frame.board is not None, "nothing to draw before the first deal"
        self.frame, self.board, self.faces = frame, frame.board, faces
        self.width, self.is_drawn = width, is_drawn
        own = frame.own
        self.own = None if own is None else Own(own.seat, own.zones)
        self.zones = list(zones_of(frame.board, self.own))

    def lines(self) -> Lines:
        """The house, the middle, seats or sides, long rows, then what only the reader knows."""
        lines: Lines = []
        people = []
        for seat in self.board.seats:
            if seat.is_house:
                lines += [self._who(seat), *self._laid(seat)]
            else:
                people.append(seat)
        lines += self._middle()
        lines += [self.faces.within(fact.text, QUIET) for fact in self.board.facts]
        if self.board.sides:
            for side in self.board.sides:
                lines += [Text(), *self._side([s for s in people if s.seat in side.seats], side)]
                for zone in self.zones:
                    lines += self._below(zone) if zone.side == side.side else []
        else:
            are_plain = all(not self._laid(seat) for seat in people)
            lines += [Text()] * are_plain
            for seat in people:
                lines += [] if are_plain else [Text()]
                lines.append(self._who(seat))
                lines += self._laid(seat)
        for zone in self.zones:
            lines += self._tape(zone) if isinstance(zone, Tape) else []
        return lines + self._own_lines()

    # --- the middle

    def _middle(self) -> Lines:
        middle = [zone for zone in self.zones if zone.seat is None and zone.side is None]
        piles = [zone for zone in middle if isinstance(zone, Pile | Counter)]
        lines = self._piles(piles) if piles else []
        for zone in middle:
            lines += self._under_its_top(zone) if isinstance(zone, Pile) else self._below(zone)
        return lines

    def _under_its_top(self, pile: Pile) -> Lines:
        """The cards of a pile that everybody may know, in lines below its drawing."""
        if len(pile.cards) < 2:
            return []
        below = [Text(self.faces.card_text(face)) for face in pile.cards[-2::-1]]
        return self._wrapped([Text(say("under its top:"), QUIET), *below], "  ", " ")

    def _piles(self, piles: Sequence[Pile | Counter]) -> Lines:
        """Piles and counters side by side: title, cards, and how many; or all in a line."""
        if self.is_drawn:
            pictures = [self._pile(pile) for pile in piles]
            widths = [max(line.cell_len for line in lines) for lines in pictures]
            for i, pile in enumerate(piles):
                if isinstance(pile, Counter):
                    others = sum(widths) - widths[i] + len(GAP) * (len(piles) - 1)
                    signs = self._count(pictures[i][1], pile, self.width - others)
                    widths[i] = max(widths[i], signs.cell_len)
            return beside(pictures)
        return self._wrapped([self._in_short(pile) for pile in piles], "")

    def _in_short(self, pile: Pile | Counter) -> Text:
        text = Text(f"{pile.label}: ", QUIET)
        if isinstance(pile, Counter):
            return self._count(text.append(str(pile.value)), pile, self.width)
        if pile.top is None:
            return text.append(str(pile.count))
        return text.append_text(self.faces.cards([pile.top])).append(f" ({pile.count})", QUIET)

    def _pile(self, pile: Pile | Counter) -> Lines:
        if isinstance(pile, Counter):
            return [Text(pile.label, QUIET), Text(), Text(pile.text, LOUD)]
        cards = [pile.top] if pile.count else []
        return [Text(pile.label, QUIET), *self.faces.row(cards), Text(_cards(pile.count), QUIET)]

    def _trick(self, trick: Trick) -> Lines:
        """The play to beat as cards, and what every seat has played since the lead."""
        best = None if trick.best is None else trick.plays[trick.best]
        cards = list(best.cards) if best else []
        lines = self.faces.row(cards) if self.is_drawn or not cards else [self.faces.cards(cards)]
        if best:
            by = say("to beat: {name}'s play", name=self.name(best.seat))
            lines[len(lines) // 2].append(f"  {by}", QUIET)
        if not trick.plays:
            return [*lines, Text(trick.empty or trick.label, QUIET)]
        parts = []
        for play in trick.plays:
            line = Text(self.name(play.seat), LOUD if play is best else "")
            if play.cards:
                line.append(" ").append_text(self.faces.cards(play.cards))
            if play.note is not None:
                line.append(f" {play.note.text}", QUIET)
            parts.append(line)
        return [*lines, *self._wrapped(parts, "", " · ")]

    def _tape(self, tape: Tape) -> Lines:
        if not tape.items:
            return [Text(), Text(tape.empty, QUIET)] if tape.empty else []
        strips = [self.faces.strip(part) for part in tape.parts]
        return [Text(), Text(tape.label, QUIET), *self._wrapped(strips, "  ", "  ")]

    # --- the seats

    def name(self, seat: int) -> str:
        """Who sits there, or what the house is called."""
        if seat < len(self.frame.seats):
            return name_of(self.frame, seat)
        return next(each.name for each in self.board.seats if each.seat == seat)

    def _who(self, seat: SeatView) -> Text:
        """The line of a seat: whether it is in turn, its name, what is known of it."""
        line = Text(TURN if self.frame.turn == seat.seat else "  ")
        line.append(self.name(seat.seat), LOUD)
        if not seat.is_house:
            line.append(_level_of(self.frame.seats[seat.seat]))
            line.append(_absence(self.frame.seats[seat.seat]), QUIET)
        parts = [Text(seat.role.text)] if seat.role else []
        for zone in self.zones:
            if zone.seat == seat.seat and isinstance(zone, Hand | Counter):
                parts += [] if seat.is_house and isinstance(zone, Hand) else self._counted(zone)
        parts += [self._note(note) for note in seat.notes]
        for number, part in enumerate(parts):
            line.append(", " if number else ": ", QUIET).append_text(part)
        line.stylize(QUIET, line.plain.find(": ") if parts else len(line))
        for zone in self.zones:
            if zone.seat == seat.seat and isinstance(zone, Counter):
                self._count(line, zone, self.width)
        return line

    def _side(self, seats: Sequence[SeatView], side: SideView) -> Lines:
        """The seats of a side and its notes, which partners have in a line of their own."""
        notes = [self._note(note) for note in side.notes]
        lines = [self._who(seat) for seat in seats]
        if len(seats) == 1 or not notes:
            self._add(lines, notes)
            return lines
        names = listed([self.name(seat.seat) for seat in seats])
        head = [Text(f"  {names}: ", QUIET).append_text(notes[0])]
        self._add(head, notes[1:])
        return head + lines

    def _count(self, line: Text, counter: Counter, width: int) -> Text:
        """Put a sign for each thing that is counted behind a line, as far as there is room."""
        sign = SIGNS.get(counter.unit, "")
        begin = " " if line else ""
        room = max(0, width - line.cell_len - len(begin))
        signs = sign * min(counter.value, room)
        if sign and counter.value > room > 0:
            signs = f"{signs[:-1]}…"
        return line.append(f"{begin}{signs}" if signs else "", CHIP)

    def _counted(self, zone: Hand | Counter) -> Lines:
        if isinstance(zone, Counter):
            return [Text(f"{zone.label}: {zone.text}" if zone.label else zone.text)]
        is_own = self.own is not None and any(zone is own for own in self.own.zones)
        if zone.cards and not is_own:
            return []  # they lie open below
        return [Text(_in_hand(zone.count))]

    def _laid(self, seat: SeatView) -> Lines:
        """What lies in front of a seat."""
        zones = [zone for zone in self.zones if zone.seat == seat.seat]
        lines: Lines = []
        beside_each_other = []
        for zone in zones:
            if isinstance(zone, Group) and not zone.label and not zone.room:
                beside_each_other += [self.faces.cards(zone.cards)] if zone.cards else []
            else:
                lines += self._below(zone)
        return [*self._wrapped(beside_each_other), *lines]

    def _below(self, zone: AnyZone) -> Lines:
        """A zone in lines of its own."""
        match zone:
            case Group():
                return [] if zone.is_new else self._group(zone)
            case Hand():
                return self._hand(zone)
            case Pile():
                return [Text(INDENT) + line for line in self._piles([zone])]
            case Trick():
                return self._trick(zone)
            case Counter() | Tape():
                return []  # counters stand beside names and piles, tapes below all
            case _:
                assert_never(zone)

    def _hand(self, hand: Hand) -> Lines:
        """The cards of somebody else, as far as they are known; the house shows backs, too."""
        if self.own is not None and any(hand is own for own in self.own.zones):
            return []
        if self.board.seats[-1].is_house:
            cards: list[str | None] = list(hand.cards) or [None] * hand.count
            rows = self.faces.row(cards)
            return [Text(INDENT) + line for line in rows] if self.is_drawn else rows[1:2]
        return [Text(INDENT) + self.faces.cards(hand.cards)] if hand.cards else []

    def _group(self, group: Group) -> Lines:
        """Its number or name, its cards, and what they are."""
        notes = [note.text for note in (group.form, *group.marks) if note is not None]
        name = group.label or (notes.pop(0) if notes else "")
        label = f"{name:>4}  " if len(name) < 3 else f"{INDENT}{name}: "
        if not group.cards:
            return [Text(f"{INDENT}{group.empty}", QUIET)] if group.empty else []
        state = ", ".join(notes)
        is_full = 0 < group.room <= len(group.cards)
        laid = self.faces.cards(group.cards)
        if len(label) + laid.cell_len + 2 + len(state) <= self.width:
            line = Text(label, "" if len(label) < 7 else QUIET)
            line.append_text(laid)
            line.append(f"  {state}" if state else "", LOUD if is_full else QUIET)
            return [line]
        indent = " " * len(label)
        each = [self.faces.cards([face]) for face in group.cards]
        lines = self._wrapped(each, indent, " ")
        lines[0] = Text(label) + lines[0][len(label) :]
        if state:
            lines.append(Text(indent + state, LOUD if is_full else QUIET))
        return lines

    def _own_lines(self) -> Lines:
        """What only the reader knows, but for the hand itself."""
        if self.own is None:
            return []
        groups = [zone for zone in self.own.zones if isinstance(zone, Group) and zone.cards]
        lines = [
            Text(f"  {zone.label}: ", QUIET) + self.faces.cards(zone.cards)
            for zone in groups
            if zone.seat is None
        ]
        return [Text(), *lines] if lines else []

    def _note(self, note: Note) -> Text:
        text = Text(note.text)
        if note.cards:
            text.append(" ").append_text(self.faces.cards(note.cards))
        return text

    def _add(self, lines: Lines, notes: Sequence[Text]) -> None:
        """Put notes behind the last line, or below it where they do not fit."""
        for note in notes:
            if lines[-1].cell_len + 2 + note.cell_len <= self.width:
                lines[-1].append(", ", QUIET).append_text(note)
            else:
                lines.append(Text(INDENT) + note)

    def _wrapped(self, groups: Sequence[Text], indent: str = INDENT, gap: str = GAP) -> Lines:
        """Groups of cards in lines that they fit into."""
        lines: Lines = []
        for group in groups:
            if lines and lines[-1].cell_len + len(gap) + group.cell_len <= self.width:
                lines[-1].append(gap)
            else:
                lines.append(Text(indent))
            lines[-1].append_text(group)
        return lines


# --- words ----------------------------------------------------------------------------------------


def task_text(frame: p.TableFrame) -> str:
    """What the seat in turn is to do, in words."""
    ask = None if frame.board is None else frame.board.ask
    return say("to move") if ask is None else ask.text


def hand_of(frame: p.TableFrame) -> list[str]:
    """The cards in the reader's hand, as they came."""
    zones = () if frame.own is None else frame.own.zones
    return [card for zone in zones if isinstance(zone, Hand) for card in zone.cards]


def time_text(left_s: float) -> str:
    """How much time is left for a move: `0:42`, `2:05`, `3 hours`, `2 days`."""
    left = max(0, round(left_s))
    if left < HOUR_S:
        return f"{left // 60}:{left % 60:02}"
    hours = left // HOUR_S
    if hours >= 48:
        return say("{n} days", n=hours // 24)
    return say_n("1 hour", "{n} hours", hours)


def _level_of(info: SeatInfo) -> str:
    """The level of a computer player, to stand beside its name: `, good`."""
    is_named_so = info.level is None or info.level == info.name  # at tables of former days
    return "" if info.kind != "bot" or is_named_so else f", {info.level}"


def _absence(info: SeatInfo) -> str:
    if info.away:
        return f" ({say('away')})"
    if info.by:
        return f" ({say('{name} plays', name=info.by)})"
    if info.kind == "person" and not info.present and not info.yours:
        return f" ({say('not connected')})"
    return ""


def _cards(number: int) -> str:
    return say_n("1 card", "{n} cards", number)


def _in_hand(number: int) -> str:
    return say_n("1 card in hand", "{n} cards in hand", number)


def seat_lines(frame: p.TableFrame) -> Lines:
    """The seats, and who has them."""
    lines = []
    for number, info in enumerate(frame.seats):
        line = Text(f"  {say('seat {n}', n=number + 1)}  ", QUIET)
        if info.kind == "empty":
            line.append(say("free"), "italic")
        else:
            line.append(info.name or "", LOUD).append(_level_of(info))
            facts = [say("{name} plays", name=info.by) if info.by is not None else ""]
            facts.append(say("computer player") if info.kind == "bot" else "")
            facts.append(say("you") if info.yours else "")
            facts.append(say("ready") if info.ready else "")
            absent = info.kind == "person" and not info.present
            facts.append(say("not connected") if absent else "")
            line.append("  " + ", ".join(fact for fact in facts if fact), QUIET)
        lines.append(line)
    return lines
