"""The end of a round: a row of cards drawn one by one, the points and why, the hands left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from textwrap import wrap

from msgspec import structs
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from dealt.clients.screen.drawing import Block, Drawing, Scale, block_width
from dealt.clients.screen.frame_text import LOUD, sentence
from dealt.clients.screen.looks import Faces
from dealt.clients.screen.pages import sheet_lines
from dealt.clients.seat_choices import name_of
from dealt.core.zones import Hand, Tape
from dealt.language import listed, say, say_n
from dealt.service.table import protocol as p


def tape_of(frame: p.TableFrame | None) -> Tape | None:
    """The row of cards of a table, or None."""
    zones = () if frame is None or frame.board is None else frame.board.zones
    return next((zone for zone in zones if isinstance(zone, Tape) and zone.items), None)


class RevealScreen(ModalScreen[None]):
    """A row of cards revealed one by one, with the wins of each seat.

    Args:
        frame: the table with the whole row.
        faces: the appearance of its cards.
        pace_s: seconds a card.
    """

    def __init__(self, frame: p.TableFrame, faces: Faces, pace_s: float) -> None:
        super().__init__(classes="paper")
        tape = tape_of(frame)
        assert tape is not None, "nothing to draw"
        self._frame, self._faces, self._tape, self._pace_s = frame, faces, tape, pace_s
        self._at = 0

    def compose(self) -> ComposeResult:
        """Show the title, the cards and the keys."""
        yield Static(Text(f"{self._frame.title} · {self._tape.label}"), id="title")
        with Vertical(id="page"):
            yield Static(id="drawn")
        yield Static(say("any key: show everything"), id="keys")

    def on_mount(self) -> None:
        """Start the drawing."""
        self.set_interval(self._pace_s, self._draw_next)

    def _draw_next(self) -> None:
        tape, width = self._tape, max(20, self.size.width - 6)
        if self._at >= len(tape.items):
            self._leave()
            return
        self._at += 1
        marks = tuple(mark for mark in tape.marks if mark.at <= self._at)
        drawing = Drawing(self._frame, self._faces, width, Scale(None))
        drawn = structs.replace(tape, items=tape.items[: self._at], marks=marks)
        lines, wins = [*drawing.tape(drawn, width), Text()], Counter(mark.seat for mark in marks)
        for seat in range(len(self._frame.seats)):
            text = say_n(
                "{name}: won once", "{name}: won {n} times", wins[seat], name=drawing.name(seat)
            )
            lines.append(Text(f"{text}  ").append("■" * wins[seat], self._faces.look.chip))
        self.query_one("#drawn", Static).update(Text("\n").join(lines))

    def on_key(self, event: events.Key) -> None:
        """Show all cards."""
        event.stop()
        self._leave()

    def on_click(self) -> None:
        """Show all cards."""
        self._leave()

    def _leave(self) -> None:
        if self.is_current:
            self.dismiss(None)


_SUMS = 2  # the last rows of reasons: this round and all rounds
WIDEST = 70  # columns of a sentence


def is_scene(frame: p.TableFrame) -> bool:
    """Whether a round has just ended."""
    return frame.phase in ("between", "over") and frame.round > 0


def scene_lines(frame: p.TableFrame, faces: Faces, width: int, hands: Sequence[Hand] = ()) -> Block:
    """The lines at the end of a round or a match, without the board.

    Args:
        frame: the table after the round.
        faces: the appearance of its cards.
        width: columns.
        hands: the hands left, as far as they are known.
    """
    parts = [
        [Text(_heading(frame), faces.look.best)],
        [faces.within(line) for line in wrap(f"{sentence(frame.outcome)}.", min(width, WIDEST))],
        _points(frame, width),
        _left(frame, faces, hands),
        [Text(_next(frame), faces.look.quiet)] if _next(frame) else [],
    ]
    block: Block = []
    for part in parts:
        block += [Text()] * bool(block and part) + part
    pad = " " * max(0, min(12, (width - block_width(block)) // 2))
    return [Text(pad) + line for line in block]


def _heading(frame: p.TableFrame) -> str:
    if frame.phase == "over":
        return victory(frame) or say("The match is over.")
    if frame.rounds is not None:
        return say("Round {n} of {all} is over.", n=frame.round, all=frame.rounds)
    return say("Round {n} is over.", n=frame.round)


def victory(frame: p.TableFrame) -> str:
    """The winners of the match and their margin: `You won by 12 points.`; empty if undecided."""
    if not frame.winners:
        return ""
    if len(frame.winners) == len(frame.seats):
        return f"{say('A draw')}."
    own = [seat.name for seat in frame.seats if seat.yours]
    lead = _lead(frame)
    names = listed(frame.winners)
    if len(own) == 1 and own[0] in frame.winners:
        if lead:
            return say_n("You won by 1 point.", "You won by {n} points.", lead)
        return say("You won the match.")
    if lead:
        return say_n("{names} won by 1 point.", "{names} won by {n} points.", lead, names=names)
    return sentence(say("{names} won the match.", names=names))


def _lead(frame: p.TableFrame) -> int:
    """The points between the winners and the next player; 0 if no margin is shown."""
    rows = [] if frame.sheet is None else frame.sheet.rows
    if not rows or len(rows[-1]) != len(frame.seats) + 1:
        return 0
    points = dict(zip((seat.name for seat in frame.seats), rows[-1][1:], strict=True))
    own = [n for name, n in points.items() if name in frame.winners and isinstance(n, int)]
    others = [n for name, n in points.items() if name not in frame.winners and isinstance(n, int)]
    return min((abs(own[0] - n) for n in others), default=0) if own else 0


def _points(frame: p.TableFrame, width: int) -> Block:
    """The reasons for the points of the round; without any, the points."""
    if frame.reasons is None:
        return [] if frame.sheet is None else sheet_lines(frame.sheet, width)
    rows = frame.reasons.rows
    telling = [row for row in rows[:-_SUMS] if any(row[1:])] + rows[-_SUMS:]
    return sheet_lines(structs.replace(frame.reasons, rows=telling), width)


def _left(frame: p.TableFrame, faces: Faces, hands: Sequence[Hand]) -> Block:
    """The hands of others that are shown nowhere else."""
    zones = () if frame.board is None else frame.board.zones
    is_open = {zone.id for zone in zones if isinstance(zone, Hand) and zone.cards}
    notes = [] if frame.reasons is None else frame.reasons.notes
    lines = []
    for hand in hands:
        is_own = frame.own is not None and hand.seat == frame.own.seat
        is_named = any(all(card in note.split() for card in hand.cards) for note in notes)
        if hand.cards and hand.seat is not None and not (is_own or is_named or hand.id in is_open):
            name = Text(f"{name_of(frame, hand.seat)}  ", LOUD)
            lines.append(name + faces.cards(sorted(hand.cards)))
    return [Text(say("Left in hand:")), *lines] if lines else []


def _next(frame: p.TableFrame) -> str:
    if frame.phase == "over":
        keys = say("r: review   F5: go through it   a: the same deal again")
        return keys if frame.table else ""
    number = frame.round + 1
    if frame.rounds is not None:
        return say("Next: round {n} of {all}.", n=number, all=frame.rounds)
    return say("Next: round {n}.", n=number)
