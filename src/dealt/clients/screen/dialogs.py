"""Dialogs in front of the table: a question, a page to read, the seats, the curtain."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ClassVar, TypeVar

import msgspec
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from dealt.clients.choices import Choice
from dealt.clients.screen.frame_text import seat_lines
from dealt.clients.screen.lists import Menu
from dealt.clients.screen.looks import key_text
from dealt.clients.screen.program import Program
from dealt.clients.seat_choices import request_text, seat_choices
from dealt.errors import DealtError
from dealt.language import say
from dealt.service.table import protocol as p

T = TypeVar("T")
Asked = Callable[[], Awaitable[object]]  # sends a request to the service


class _Dialog(ModalScreen[T]):
    """A dialog that can be left without an answer."""

    def action_leave(self) -> None:
        """Return without an answer."""
        self.dismiss(None)


class AskScreen(_Dialog[str | None]):
    """A question answered with a line; None if it was left.

    Args:
        question: the question.
        answer: the initial text.
        longest: maximum number of letters.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back")]

    def __init__(self, question: str, answer: str = "", longest: int = 24) -> None:
        super().__init__(classes="dialog")
        self._question, self._answer, self._longest = question, answer, longest

    def compose(self) -> ComposeResult:
        """Show a box with the question and an input line."""
        with Vertical(id="box"):
            yield Static(Text(self._question), id="told")
            yield Input(self._answer, max_length=self._longest)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the answer."""
        self.dismiss(event.value.strip() or None)


class SureScreen(_Dialog[bool]):
    """A confirmation before a choice; Enter alone goes back.

    Args:
        choice: the choice to confirm.
        about: the warning.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,n,q", "leave", "No")]

    def __init__(self, choice: str, about: str) -> None:
        super().__init__(classes="dialog")
        self._choice, self._about = choice, about

    def compose(self) -> ComposeResult:
        """Show a box with the question."""
        with Vertical(id="box"):
            yield Static(Text(self._about), id="told")
            yield Menu(Option(say("back")), Option(Text(self._choice)))
            yield Static(key_text(say("up and down: go   enter: choose   esc: back"), "leave"))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return the answer."""
        self.dismiss(event.option_index == 1)


class PageScreen(_Dialog[None]):
    """A page to read.

    Args:
        title: of the page.
        content: the page; a `str` is Markdown.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,f1", "leave", "Back"),
        Binding("down,j", "turn(1)", "down", show=False),
        Binding("up,k", "turn(-1)", "up", show=False),
        Binding("pagedown,space", "turn(15)", "on", show=False),
        Binding("pageup", "turn(-15)", "back", show=False),
    ]

    def __init__(self, title: str, content: Text | str) -> None:
        super().__init__(classes="paper")
        self._title, self._content = title, content

    def compose(self) -> ComposeResult:
        """Show the title, the page and the keys."""
        yield Static(Text(self._title), id="title")
        with VerticalScroll(id="text"):
            if isinstance(self._content, str):
                from textual.widgets import Markdown  # slow to import, and seldom read

                yield Markdown(self._content, id="written", open_links=False)
            else:
                yield Static(self._content, id="written")
        line = say("up and down, space: read   enter or esc: back")
        yield Static(key_text(line, "leave"), id="keys")

    def action_turn(self, lines: int) -> None:
        """Scroll by pages."""
        self.query_one("#text", VerticalScroll).scroll_relative(y=lines, animate=False)


class CurtainScreen(ModalScreen[None]):
    """A curtain that hides all cards until the next player lifts it.

    Enter plays moves and Space lifts the curtain, so that pressing Enter twice shows nobody's
    cards.

    Args:
        name: the next player.
        mover: the last player, who can still take the move back; empty: none.
        lift: asks the service for the next player's cards.
        undo: asks it to take the last move back.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "lift", "Show my cards"),
        Binding("u", "undo", "Take the last move back"),
        Binding("q", "app.quit", "Leave"),
    ]

    def __init__(self, name: str, mover: str, lift: Asked, undo: Asked) -> None:
        super().__init__(classes="dialog")
        self.names = name, mover
        self._lift, self._undo = lift, undo

    def compose(self) -> ComposeResult:
        """Show who is next."""
        with Vertical(id="box"):
            yield Static(self._text(), id="told")

    def _text(self, problem: str = "") -> Text:
        name, mover = self.names
        lines = [
            say("Pass the screen to {name}.", name=name),
            say(
                "All cards are hidden. {name}, press Space when only you are looking; q leaves.",
                name=name,
            ),
        ]
        if mover:
            lines.append(say("{name}, u takes your last move back.", name=mover))
        text = Text("\n\n").join(map(Text, lines))
        text.highlight_words([name], "bold")
        if problem:
            text.append(f"\n\n{problem}", "bold")
        return text

    async def action_lift(self) -> None:
        """Ask for the next player's cards."""
        await self._ask(self._lift)

    async def action_undo(self) -> None:
        """Ask to take back the last move."""
        if self.names[1]:
            await self._ask(self._undo)

    async def _ask(self, ask: Asked) -> None:
        try:
            await ask()
        except DealtError as error:
            self.query_one("#told", Static).update(self._text(str(error)))


def _asking_first(frame: p.TableFrame) -> Choice:
    """The host's switch: whether newcomers must ask before taking a seat during a match."""
    asks = not frame.settings.ask_first
    text = say("let people take seats during a match without asking you")
    if asks:
        text = say("be asked before somebody takes a seat during a match")
    settings = msgspec.to_builtins(msgspec.structs.replace(frame.settings, ask_first=asks))
    return Choice(text, "change", {"settings": settings})


class SeatsScreen(_Dialog[Choice | None]):
    """The seats and the choices about them; the result is a choice, or None.

    Args:
        frame: returns the current table.
    """

    app: Program

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,w", "leave", "Back")]

    def __init__(self, frame: Callable[[], p.TableFrame | None]) -> None:
        super().__init__(classes="paper")
        self._frame = frame
        self._choices: list[Choice] = []

    def compose(self) -> ComposeResult:
        """Show the seats, any requests and the choices."""
        yield Static(Text(say("Who sits where")), id="title")
        with Vertical(id="page"):
            yield Static(id="heading")
            yield Menu(id="menu")
        line = say("up and down: go   enter: choose   esc: back")
        yield Static(key_text(line, "leave"), id="keys")

    def on_mount(self) -> None:
        """Fill in the seats."""
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
        lines = seat_lines(frame, self.app.look.quiet)
        lines += [*([Text()] if requests else []), *requests]
        self.query_one("#heading", Static).update(Text("\n").join(lines))
        # a table known to this terminal alone has no visitors
        asking = [_asking_first(frame)] if frame.host and self.app.links else []
        self._offer([*seat_choices(frame, is_own=not self.app.links), *asking])

    def _offer(self, choices: list[Choice]) -> None:
        """List the choices, without moving the cursor as the table changes."""
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
        """Return the choice."""
        self.dismiss(self._choices[event.option_index])
