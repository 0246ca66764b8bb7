"""Where the parts of a table stand: in a list, or round the table as people sit."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from rich.text import Text

from dealt.clients.screen.drawing import Block, Drawing, block_width, cards_text
from dealt.clients.screen.looks import SMALL_CARD
from dealt.core.zones import Counter, Group, Hand, Pile, SeatView, SideView, Tape, Trick, TrickPlay
from dealt.language import say

_WIDEST_FACT = 64  # columns of a sentence in the middle of the table
_MOST_SPACE = 7  # empty lines between two parts


class Listing(Drawing):
    """A table from top to bottom."""

    def lines(self) -> Block:
        """The lines: house, middle, seats or sides, long rows, the reader's own zones."""
        lines: Block = []
        people = []
        for seat in self.board.seats:
            if seat.is_house:
                lines += [self.who(seat), *self.laid(seat)]
            else:
                people.append(seat)
        lines += self._middle()
        lines += self.facts()
        if self.board.sides:
            for side in self.board.sides:
                lines += [] if self.scale.is_dense else [Text()]
                lines += self.side([s for s in people if s.seat in side.seats], side)
                zones = [zone for zone in self.zones if zone.side == side.side]
                lines += self.groups([zone for zone in zones if isinstance(zone, Group)])
                for zone in zones:
                    lines += [] if isinstance(zone, Group) else self.below(zone)
        else:
            lines += self._seats(people)
        for zone in self.zones:
            lines += self.tape(zone, self.width) if isinstance(zone, Tape) else []
        return lines + self.own_lines()

    def _seats(self, people: Sequence[SeatView]) -> Block:
        is_plain = self.scale.is_dense or all(not self.laid(seat) for seat in people)
        lines = [Text()] * (is_plain and not self.scale.is_dense)
        for seat in people:
            lines += [] if is_plain else [Text()]
            lines.append(self.who(seat))
            lines += self.laid(seat)
        return lines

    def _middle(self) -> Block:
        middle = [zone for zone in self.zones if zone.seat is None and zone.side is None]
        piles = [zone for zone in middle if isinstance(zone, Pile | Counter)]
        lines = self.piles(piles, self.width) if piles else []
        for zone in middle:
            if isinstance(zone, Pile):
                lines += self.under_its_top(zone, self.width)
            else:
                lines += self.below(zone)
        return lines


class Round(Drawing):
    """A table seen as people sit: the reader at the bottom, the next player on the left."""

    def lines(self, height: int) -> Block | None:
        """The table in this many lines; None if it does not fit."""
        near, others = self._people()
        left, top, right = _places(others)
        across = self.width // max(1, len(top)) - 2
        beside_it = max(self.width // 4, min(22, self.width // 3))
        self._own_side = next((s for s in self.board.sides if near.seat in s.seats), None)
        west, east = (self._column(seats, beside_it) for seats in (left, right))
        inner = self.width - 2 * (max(block_width(west), block_width(east)) + 2)
        bands = [
            *[self._centre([self.head(s), *self.laid(s)]) for s in self.board.seats if s.is_house],
            self._spread([self._seat(seat, across) for seat in top]),
            *[self._side_band(side) for side in self.board.sides if side is not self._own_side],
            self._between(west, self._middle(inner), east, inner),
            self._side_band(self._own_side) if self._own_side else [],
            self._centre(self._near(near)),
            *[
                self._centre(self.tape(zone, min(self.width, _WIDEST_FACT)))
                for zone in self.zones
                if isinstance(zone, Tape)
            ],
            self._centre(self.own_lines()),
        ]
        bands = [band for band in bands if band]
        if any(block_width(band) > self.width for band in bands):
            return None
        spare = height - sum(map(len, bands))
        return _spaced(bands, spare) if spare >= len(bands) - 1 else None

    def _people(self) -> tuple[SeatView, list[SeatView]]:
        """The seat at the bottom, and the others in turn order after it."""
        people = [seat for seat in self.board.seats if not seat.is_house]
        own = next((n for n, info in enumerate(self.frame.seats) if info.yours), 0)
        if self.frame.own is not None:
            own = self.frame.own.seat
        at = next((i for i, seat in enumerate(people) if seat.seat == own), 0)
        return people[at], [*people[at + 1 :], *people[:at]]

    # --- seats

    def _seat(self, seat: SeatView, width: int) -> Block:
        """Another player's seat: name, known facts, cards on the table."""
        lines = [self.head(seat)]
        facts = [Text(seat.role.text)] if seat.role else []
        facts += [self.note(note) for note in seat.notes]
        for zone in self.of_seat(seat):
            if isinstance(zone, Counter):
                lines += self._counter(zone, width)
            if isinstance(zone, Hand) and not zone.cards:
                count = Text(f"{cards_text(zone.count)} ", self.quiet)
                lines.append(
                    Text("  ") + count + self.faces.backs(zone.count, width - 2 - count.cell_len)
                )
        lines += self.flow(facts, "  ", ", ", width)
        for trick in self._tricks():
            lines += self._played(trick, seat)
        return [*lines, *self._laid_within(seat, width)]

    def _counter(self, counter: Counter, width: int) -> Block:
        lines = [Text("  ", self.quiet).append_text(line) for line in self.counted(counter)]
        return [self.count(line, counter, width) for line in lines]

    def _tricks(self) -> list[Trick]:
        """The tricks in the middle that are shown in front of their players."""
        return [z for z in self.zones if isinstance(z, Trick) and z.seat is None]

    def _laid_within(self, seat: SeatView, width: int) -> Block:
        """The cards in front of a seat, in this many columns."""
        whole, self.width = self.width, width
        try:
            return self.laid(seat)
        finally:
            self.width = whole

    def _near(self, seat: SeatView) -> Block:
        """The seat at the bottom, without the hand, which is shown anyway."""
        lines = [line for trick in self._tricks() for line in self._played(trick, seat)]
        return [*lines, self.who(seat), *self.laid(seat)]

    def _played(self, trick: Trick, seat: SeatView) -> Block:
        """A seat's last play since the lead; before it, an empty place of the same size."""
        plays = [play for play in trick.plays if play.seat == seat.seat]
        laid = next((play for play in reversed(plays) if play.cards), None)
        card = self.scale.card or SMALL_CARD
        if laid is None:
            lines = [Text() for _ in range(card[1] + 2)]
        else:
            is_best = trick.best is not None and laid is trick.plays[trick.best]
            edge = self.faces.look.best if is_best else ""
            lines = [Text("  ") + line for line in self.faces.row(laid.cards, card, edge)]
        return [*lines, Text("  ") + self._said_of(plays, trick)]

    def _said_of(self, plays: Sequence[TrickPlay], trick: Trick) -> Text:
        """The label of a seat's plays: `pair, to beat`, `passed`."""
        if not plays:
            return Text()
        last = plays[-1]
        line = Text("" if last.note is None else last.note.text, self.quiet)
        is_open = self.frame.phase == "playing" and trick.best is not None
        if is_open and last.cards and trick.plays[trick.best or 0] in plays:
            line.append(", " if line else "").append(say("to beat"), self.faces.look.best)
        return line

    # --- bands

    def _column(self, seats: Sequence[SeatView], width: int) -> Block:
        lines: Block = []
        for seat in seats:
            lines += [Text()] if lines else []
            lines += self._seat(seat, width)
        return lines

    def _middle(self, width: int) -> Block:
        middle = [zone for zone in self.zones if zone.seat is None and zone.side is None]
        piles = [zone for zone in middle if isinstance(zone, Pile | Counter)]
        lines = self.piles(piles, width) if piles else []
        for zone in middle:
            if isinstance(zone, Pile):
                lines += self.under_its_top(zone, width)
            elif isinstance(zone, Trick):
                lines += [] if zone.plays else [Text(zone.empty or zone.label, self.quiet)]
            elif not self.is_own(zone):
                lines += self.below(zone)
        for fact in self.board.facts:
            for part in wrap(fact.text, max(20, min(_WIDEST_FACT, width))):
                lines.append(self.faces.within(part, self.quiet))
        return lines

    def _side_band(self, side: SideView) -> Block:
        """The cards in front of a side; someone who plays alone has them at the seat."""
        zones = [zone for zone in self.zones if zone.side == side.side]
        head = self.side_head(side) if len(side.seats) > 1 or zones else []
        groups = [zone for zone in zones if isinstance(zone, Group)]
        block = [*head, *self.groups(groups)]
        for zone in zones:
            block += [] if isinstance(zone, Group) else self.below(zone)
        return self._centre(block)

    def _between(self, west: Block, middle: Block, east: Block, inner: int) -> Block:
        """The middle of the table, between the players on the left and right."""
        side = (self.width - inner) // 2
        shift = max(0, (inner - block_width(middle)) // 2)
        height = max(map(len, (west, middle, east)))
        lines = []
        for row in range(height):
            line = _line_of(west, row, height)
            line.pad_right(max(0, side + shift - line.cell_len))
            line.append_text(_line_of(middle, row, height))
            line.pad_right(max(0, self.width - block_width(east) - line.cell_len))
            line.append_text(_line_of(east, row, height))
            line.rstrip()
            lines.append(line)
        return lines

    def _centre(self, block: Block) -> Block:
        """A block centred on the line."""
        pad = " " * max(0, (self.width - block_width(block)) // 2)
        return [Text(pad) + line for line in block]

    def _spread(self, blocks: Sequence[Block]) -> Block:
        """Blocks spread over the line, each centred in its part."""
        lines: Block = []
        part = self.width // max(1, len(blocks))
        for row in range(max(map(len, blocks), default=0)):
            line = Text()
            for number, block in enumerate(blocks):
                begin = number * part + max(0, (part - block_width(block)) // 2)
                line.pad_right(max(0, begin - line.cell_len))
                line.append_text(block[row].copy() if row < len(block) else Text())
            line.rstrip()
            lines.append(line)
        return lines


def _places(others: Sequence[SeatView]) -> tuple[list[SeatView], list[SeatView], list[SeatView]]:
    """The seats on the left from the top down, those opposite, and those on the right."""
    if len(others) < 3:
        return [], list(others), []
    beside = 1 if len(others) < 6 else 2
    left = list(others[:beside])[::-1]
    return left, list(others[beside:-beside]), list(others[-beside:])


def _line_of(block: Block, row: int, height: int) -> Text:
    """A line of a block that is centred in this many lines."""
    at = row - (height - len(block)) // 2
    return block[at].copy() if 0 <= at < len(block) else Text()


def _spaced(bands: Sequence[Block], spare: int) -> Block:
    """Bands with empty lines between, as even as possible."""
    gap = min(_MOST_SPACE, spare // (len(bands) + 1)) if spare > len(bands) else 1
    gap = max(1, gap)
    above = max(0, spare - gap * (len(bands) - 1)) // 2
    lines = [Text()] * above
    for number, band in enumerate(bands):
        lines += [Text()] * (gap if number else 0) + band
    return lines
