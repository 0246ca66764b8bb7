"""What one seat may know of a round: as data, as plain lines for any game, and in HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from dealt.cards import RANKS_ONLY, Deck
from dealt.core.arguments import seat_number
from dealt.core.zones import (
    AnyZone,
    Board,
    Counter,
    Group,
    Hand,
    Note,
    Own,
    Part,
    Pile,
    SeatView,
    SideView,
    Tape,
    Trick,
    hand_of,
    zones_of,
)
from dealt.errors import SetupError
from dealt.language import Phrase, listed, say, say_n
from dealt.nearest import or_nearest


class View(Part, frozen=True):
    """What one seat may know of a round; its `str` is for people.

    Attributes:
        seat: whose view it is.
        names: names of all seats.
        observation: what `observe` writes, plus all that a perfect memory adds.
        open: what everybody may see.
        own: what only this seat may see.
    """

    seat: int
    names: tuple[str, ...]
    observation: tuple[int, ...]
    open: Board
    own: Own

    @property
    def turn(self) -> int | None:
        """The seat to move; None once the round is over."""
        return None if self.open.ask is None else self.open.ask.seat

    @property
    def asked(self) -> str:
        """A code for what the seat to move has to do; empty once the round is over."""
        return "" if self.open.ask is None else self.open.ask.code

    @property
    def hand(self) -> tuple[str, ...]:
        """The seat's own cards, in the order they came."""
        held = self.find(hand_of(self.seat))
        return held.cards if isinstance(held, Hand) else ()

    @property
    def zones(self) -> Iterator[AnyZone]:
        """All zones, the player's own replacing the open ones; new ones are at the end."""
        return zones_of(self.open, self.own)

    def find(self, zone: str) -> AnyZone | None:
        """The zone with an id; None if there is none."""
        return next((each for each in self.zones if each.id == zone), None)

    def pile(self, zone: str) -> Pile:
        """The pile with an id.

        Raises:
            SetupError: there is no such pile.
        """
        same = self.find(zone)
        if isinstance(same, Pile):
            return same
        piles = [each.id for each in self.zones if isinstance(each, Pile)]
        problem = Phrase("no pile {zone}", {"zone": repr(zone)[:60]})
        ending = Phrase("available: {there}", {"there": ", ".join(piles) or Phrase("none")})
        raise SetupError(or_nearest(problem, str(zone), piles, ending))

    def group(self, zone: str) -> tuple[str, ...]:
        """The cards of a group; empty if there is no such group."""
        same = self.find(zone)
        return same.cards if isinstance(same, Group) else ()

    def groups(self, *, seat: int | None = None, side: int | None = None) -> list[Group]:
        """The groups in front of a seat or a side."""
        return [
            zone
            for zone in self.zones
            if isinstance(zone, Group)
            and not zone.is_new
            and (zone.seat, zone.side) == (seat, side)
        ]

    def count(self, seat: int) -> int:
        """The number of cards in a seat's hand.

        Raises:
            SetupError: there is no such seat.
        """
        held = self.find(hand_of(seat_number(self.names, seat)))
        return held.count if isinstance(held, Hand) else 0

    def fact(self, code: str) -> str | int | None:
        """The value of a fact; None if it does not hold."""
        return next((fact.value for fact in self.open.facts if fact.code == code), None)

    def __repr__(self) -> str:
        turn = "round over" if self.turn is None else f"turn: {self.names[self.turn]}"
        return f"<View of {self.names[self.seat]}; {turn}; hand: {' '.join(self.hand) or '-'}>"

    def _repr_html_(self) -> str:
        """For notebooks."""
        return board_html(self.open, self.own)

    def __str__(self) -> str:
        return "\n".join(lines(self.open, self.own))


REASON = ": "  # between what a computer player would do, and why
_INDENT = "  "
GAP = "   "


def lines(board: Board, own: Own | None) -> list[str]:
    """What a reader may know of a table, one line each: middle, seats, own cards, turn.

    Args:
        board: what everybody may see.
        own: what only the reader may see; None for a spectator.
    """
    own_ids = () if own is None else tuple(zone.id for zone in own.zones)
    zones = [zone for zone in zones_of(board, own) if zone.id not in own_ids]
    text = [fact.text for fact in board.facts if fact.is_standing] + common_lines(board, zones)
    for _, block in blocks(board, zones):
        text += block
    names = {seat.seat: seat.name for seat in board.seats}
    if own is not None:
        text += _own_lines(own, names[own.seat])
    if board.ask is not None:
        text.append(say("Turn: {name}, {asked}", name=names[board.ask.seat], asked=board.ask.text))
    return text


def common_lines(board: Board, zones: Iterable[AnyZone]) -> list[str]:
    """The middle of the table, and the facts that do not hold all along."""
    names = {seat.seat: seat.name for seat in board.seats}
    middle = [zone for zone in zones if zone.seat is None and zone.side is None]
    return [
        *_middle_lines(middle, names),
        *(fact.text for fact in board.facts if not fact.is_standing),
    ]


def blocks(board: Board, zones: Iterable[AnyZone]) -> Iterator[tuple[tuple[int, ...], list[str]]]:
    """The lines of each side, or of each seat if there are no sides, with their seats."""
    if board.sides:
        for side in board.sides:
            yield side.seats, _side_lines(board, side, zones)
    else:
        for seat in board.seats:
            yield (seat.seat,), _seat_lines(board, seat, zones)


def _middle_lines(zones: Iterable[AnyZone], names: dict[int, str]) -> Iterator[str]:
    """The middle of the table: piles and counters in one line, then the rest."""
    short = [zone_text(zone, names) for zone in zones if isinstance(zone, Pile | Counter)]
    if short:
        yield GAP.join(short)
    for zone in zones:
        if not isinstance(zone, Pile | Counter):
            yield from _zone_lines(zone, names)


def _side_lines(board: Board, side: SideView, zones: Iterable[AnyZone]) -> list[str]:
    """The seats of a side, its notes, and what lies in front of it."""
    seats = [seat for seat in board.seats if seat.seat in side.seats]
    title = listed([seat.name for seat in seats])
    notes = _notes_text(side.notes)
    held = [_seat_text(board, seat, zones) for seat in seats]
    if len(held) == 1 and held != [title]:  # one line for both
        lines = [f"{held[0]}, {notes}" if notes else held[0]]
    else:
        lines = [say("{name}: {told}", name=title, told=notes) if notes else title]
        if held != [title]:
            lines.append(_INDENT + GAP.join(held))
    for zone in zones:
        if zone.side == side.side:
            lines += [_INDENT + line for line in _zone_lines(zone, {})]
    return lines


def _seat_lines(board: Board, seat: SeatView, zones: Iterable[AnyZone]) -> list[str]:
    """A seat, and what lies in front of it."""
    below = [
        _INDENT + line
        for zone in zones
        if zone.seat == seat.seat and not _is_told_beside(zone)
        for line in _zone_lines(zone, {})
    ]
    return [_seat_text(board, seat, zones), *below]


def _seat_text(board: Board, seat: SeatView, zones: Iterable[AnyZone]) -> str:
    """A seat in one line: name, role, cards, notes, and groups that need no line of their own."""
    name = seat.name
    if seat.role is not None:
        name = say("{name}, {role}", name=name, role=seat.role.text)
    before = [zone for zone in zones if zone.seat == seat.seat and _is_told_beside(zone)]
    parts = [zone_text(zone, {}) for zone in before if not isinstance(zone, Group)]
    notes = _notes_text(seat.notes)
    facts = ", ".join([*parts, *([notes] if notes else [])])
    laid = [zone_text(zone, {}) for zone in before if isinstance(zone, Group)]
    everything = "; ".join(part for part in (facts, *laid) if part)
    return say("{name}: {told}", name=name, told=everything) if everything else name


def _is_told_beside(zone: AnyZone) -> bool:
    """Whether a zone is shown on the line of its seat, not below."""
    if isinstance(zone, Group):
        return not zone.label
    return isinstance(zone, Hand | Counter)


def _own_lines(own: Own, name: str) -> list[str]:
    """What only the reader may see."""
    lines = []
    for zone in own.zones:
        if isinstance(zone, Hand) and not zone.label:
            cards = " ".join(zone.cards) or say("empty")
            lines.append(say("Hand of {name}: {cards}", name=name, cards=cards))
        else:
            lines += _zone_lines(zone, {})
    return lines


def _notes_text(notes: Iterable[Note]) -> str:
    """Notes in a row, each with its cards."""
    return ", ".join(" ".join([note.text, *note.cards]) for note in notes)


def _zone_lines(zone: AnyZone, names: dict[int, str]) -> list[str]:
    """A zone with its label; nothing for an empty zone without a text of its own."""
    text = zone_text(zone, names)
    return [text] if text else []


def zone_text(zone: AnyZone, names: dict[int, str]) -> str:
    """A zone in words."""
    text = _inside(zone, names) or zone.empty
    if not text:
        return ""
    return say("{name}: {told}", name=zone.label, told=text) if zone.label else text


def _inside(zone: AnyZone, names: dict[int, str]) -> str:
    if isinstance(zone, Pile):
        return _pile(zone)
    if isinstance(zone, Hand):
        return " ".join(zone.cards) or cards_text(zone.count)
    if isinstance(zone, Group):
        parts = [note.text for note in (*([zone.form] if zone.form else []), *zone.marks)]
        cards = " ".join(zone.cards)
        return f"{cards} ({', '.join(parts)})" if parts and cards else cards
    if isinstance(zone, Trick):
        return ", ".join(_play(names.get(p.seat, ""), p.cards, p.note) for p in zone.plays)
    if isinstance(zone, Tape):
        return _tape_text(zone)
    return zone.text


def _pile(zone: Pile) -> str:
    if not zone.count:
        return zone.empty or say("empty")
    if zone.top is None:
        return cards_text(zone.count)
    if zone.count == 1:
        return zone.top
    return say("{card} on {n} more", card=zone.top, n=zone.count - 1)


def _play(name: str, cards: Iterable[str], note: Note | None) -> str:
    cards_of = " ".join([name, *cards])
    if note is None:
        return cards_of
    return f"{cards_of} ({note.text})" if cards else f"{cards_of} {note.text}"


def _tape_text(zone: Tape) -> str:
    """The cards of a tape, with a blank after each mark."""
    return " ".join("".join(part) for part in zone.parts)


def cards_text(count: int) -> str:
    """`1 card`, `12 cards`."""
    return say_n("1 card", "{n} cards", count)


def hints_together(own: str, advice: str) -> list[str]:
    """What a game and a computer player say about a choice, a line each; a reason is given once.

    Args:
        own: the game's own hint, see `dealt.core.table.Table.hint`; may be empty.
        advice: the hint of a computer player; may be empty.
    """
    choice, _, reason = advice.partition(REASON)
    is_known = reason != "" and reason in own
    return [line for line in (own, choice if is_known else advice) if line]


def board_html(board: Board, own: Own | None, deck: Deck = RANKS_ONLY) -> str:
    """A table: a line for each zone, the facts, and whose turn it is."""
    names = {seat.seat: seat.name for seat in board.seats}
    rows = []
    for zone in zones_of(board, own):
        title = zone.label or names.get(-1 if zone.seat is None else zone.seat, "")
        rows.append(
            f'<tr><th style="text-align:left">{escape(title)}</th>'
            f'<td style="text-align:left">{zone.html(deck)}</td></tr>'
        )
    lines = [fact.text for fact in board.facts]
    if board.ask is not None:
        name = names[board.ask.seat]
        lines.append(say("Turn: {name}, {asked}", name=name, asked=board.ask.text))
    below = "".join(f"<div>{escape(line)}</div>" for line in lines)
    return f"<table>{''.join(rows)}</table>{below}"
