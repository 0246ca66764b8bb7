"""Who sits where, at any time: seats are taken over, given up, taken back and swapped."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import msgspec
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from dealt.clients.choices import Choice
from dealt.clients.screen import frames
from dealt.clients.screen.faces import key_text
from dealt.clients.screen.listing import Menu
from dealt.clients.screen.program import Program
from dealt.clients.seat_choices import request_text, seat_choices
from dealt.language import say
from dealt.service.table import protocol as p


def _asking_first(frame: p.TableFrame) -> Choice:
    """For the host: switch whether they are asked before somebody takes a seat during a match."""
    asks = not frame.settings.ask_first
    text = say("let people take seats during a match without asking you")
    if asks:
        text = say("be asked before somebody takes a seat during a match")
    settings = msgspec.to_builtins(msgspec.structs.replace(frame.settings, ask_first=asks))
    return Choice(text, "change", {"settings": settings})


class SeatsScreen(ModalScreen[Choice | None]):
    """Who sits where, and what may be done about it; what was chosen, or None.

    Args:
        frame: gives the table as it is.
    """

    app: Program

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,w", "leave", "Back")]

    def __init__(self, frame: Callable[[], p.TableFrame | None]) -> None:
        super().__init__(classes="paper")
        self._frame = frame
        self._choices: list[Choice] = []

    def compose(self) -> ComposeResult:
        """The seats, what is asked for, what may be done."""
        yield Static(Text(say("Who sits where")), id="title")
        with Vertical(id="page"):
            yield Static(id="heading")
            yield Menu(id="menu")
        line = say("up and down: go   enter: choose   esc: back")
        yield Static(key_text(line, "leave"), id="keys")

    def on_mount(self) -> None:
        """Show them."""
        self.show()

    def show(self) -> None:
        """Show the seats as they are now."""
        frame = self._frame()
        if frame is None:
            self.dismiss(None)
            return
        requests = [Text(request_text(frame, request), "bold") for request in frame.requests]
        if frame.host and frame.settings.ask_first:
            requests.insert(
                0, Text(say("During a match you are asked before somebody takes a seat."))
            )
        lines = frames.seat_lines(frame, self.app.look.quiet)
        lines += [*([Text()] if requests else []), *requests]
        self.query_one("#heading", Static).update(Text("\n").join(lines))
        # nobody else can come to a table that only this terminal knows
        asking = [_asking_first(frame)] if frame.host and self.app.links else []
        self._offer([*seat_choices(frame, is_own=not self.app.links), *asking])

    def _offer(self, choices: list[Choice]) -> None:
        """List what may be done; the cursor stays where it is though the table goes on."""
        listed = self.query_one("#menu", OptionList)
        at = listed.highlighted
        before = None if at is None else self._choices[at]
        self._choices = choices
        listed.clear_options()
        listed.add_options([Option(Text(choice.text)) for choice in choices])
        if choices:
            listed.highlighted = choices.index(before) if before in choices else 0
        listed.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """It is chosen."""
        self.dismiss(self._choices[event.option_index])

    def action_leave(self) -> None:
        """Back to the table."""
        self.dismiss(None)
