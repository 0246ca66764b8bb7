"""A long row of cards, drawn one by one before everything else is shown; any key shows it all."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.timer import Timer
from textual.widgets import Static

from dealt.clients.screen.drawing import Block, Drawing, Scale
from dealt.clients.screen.faces import CARDS, Faces
from dealt.core.zones import Tape
from dealt.language import say, say_n
from dealt.service.table import protocol as p

REST = 6  # cards' time after somebody has won what was drawn


def tape_of(frame: p.TableFrame | None) -> Tape | None:
    """The row of cards of a table; None: it has none."""
    zones = () if frame is None or frame.board is None else frame.board.zones
    return next((zone for zone in zones if isinstance(zone, Tape) and zone.items), None)


class RevealScreen(ModalScreen[None]):
    """The cards of a row as they come, and who wins them.

    Args:
        frame: the table with the whole row.
        faces: how its cards look.
        pace_s: seconds a card.
    """

    def __init__(self, frame: p.TableFrame, faces: Faces, pace_s: float) -> None:
        super().__init__(classes="paper")
        tape = tape_of(frame)
        assert tape is not None, "nothing to draw"
        self._frame, self._faces, self._tape, self._pace_s = frame, faces, tape, pace_s
        self._drawn = self._rest = 0
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """The title, what is drawn, the keys."""
        yield Static(Text(f"{self._frame.title} · {self._tape.label}"), id="title")
        with Vertical(id="page"):
            yield Static(id="drawn")
        yield Static(say("any key: show everything"), id="keys")

    def on_mount(self) -> None:
        """Begin to draw."""
        self._timer = self.set_interval(self._pace_s, self._draw_next)

    def _draw_next(self) -> None:
        if self._rest:
            self._rest -= 1
            return
        if self._drawn >= len(self._tape.items):
            self._leave()
            return
        self._drawn += 1
        if any(mark.at == self._drawn and mark.seat is not None for mark in self._tape.marks):
            self._rest = REST
        self.query_one("#drawn", Static).update(Text("\n").join(self._lines()))

    def _lines(self) -> Block:
        """What was drawn since somebody won last, what each has won, and all before."""
        tape, faces, width = self._tape, self._faces, max(20, self.size.width - 6)
        done = [mark for mark in tape.marks if mark.at <= self._drawn]
        is_won = bool(done) and done[-1].at == self._drawn
        begin = done[-2 if is_won else -1].at if len(done) > is_won else 0
        card = next(
            (c for c in CARDS[::-1] if (c[0] + 1) * 9 < width and c[1] + 16 < self.size.height),
            CARDS[0],
        )
        most = (width - 1) // (card[0] + 1)
        lines = faces.row(tape.items[begin : self._drawn][-most:], card)
        winner = done[-1].seat if is_won else None
        drawing = Drawing(self._frame, faces, width, Scale(None))
        lines.append(Text())
        lines.append(
            Text("")
            if winner is None
            else Text(say("{name} wins them.", name=drawing.name(winner)), faces.look.best)
        )
        lines.append(Text())
        lines += self._tally(drawing, [mark.seat for mark in done if mark.seat is not None])
        before = Tape(
            id=tape.id, items=tape.items[:begin], marks=tuple(m for m in done if m.at <= begin)
        )
        return lines + (drawing.tape(before, width) if begin else [])

    def _tally(self, drawing: Drawing, winners: list[int]) -> Block:
        """How often each seat has won."""
        wins = Counter(winners)
        lines = []
        for seat in range(len(self._frame.seats)):
            text = say_n(
                "{name}: won once", "{name}: won {n} times", wins[seat], name=drawing.name(seat)
            )
            lines.append(Text(f"{text}  ").append("■" * wins[seat], self._faces.look.chip))
        return lines

    def on_key(self, event: events.Key) -> None:
        """Show everything."""
        event.stop()
        self._leave()

    def on_click(self, event: events.Click) -> None:
        """Show everything."""
        self._leave()

    def _leave(self, *_: Any) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self.dismiss(None)
