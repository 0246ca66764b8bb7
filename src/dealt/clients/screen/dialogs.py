"""What stands before the table: a question, a page to read, the curtain between two players."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Markdown, Static

from dealt.errors import DealtError
from dealt.language import say


class AskScreen(ModalScreen[str | None]):
    """A question that is answered by a line; None: the question was left.

    Args:
        question: what is asked.
        answer: what stands there to begin with.
        longest: letters of an answer, at most.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back")]

    def __init__(self, question: str, answer: str = "", longest: int = 24) -> None:
        super().__init__(classes="dialog")
        self._question, self._answer, self._longest = question, answer, longest

    def compose(self) -> ComposeResult:
        """A box with the question and a line."""
        with Vertical(id="box"):
            yield Static(Text(self._question), id="told")
            yield Input(self._answer, max_length=self._longest)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The answer is given."""
        self.dismiss(event.value.strip() or None)

    def action_leave(self) -> None:
        """Leave the question."""
        self.dismiss(None)


class SureScreen(ModalScreen[bool]):
    """Whether something is to be done; the answer is no unless Enter is pressed.

    Args:
        what: is to be done.
        about: what is to be known before.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "answer(True)", "Yes"),
        Binding("escape,n,q", "answer(False)", "No"),
    ]

    def __init__(self, what: str, about: str) -> None:
        super().__init__(classes="dialog")
        self._what, self._about = what, about

    def compose(self) -> ComposeResult:
        """A box with what is asked."""
        keys = say("enter: {what}   esc: back", what=self._what)
        told = Text.assemble(self._about, "\n\n", (keys, "bold"))
        with Vertical(id="box"):
            yield Static(told, id="told")

    def action_answer(self, wanted: bool) -> None:
        """Answer."""
        self.dismiss(wanted)


class PageScreen(ModalScreen[None]):
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
        """The title, the page, the keys."""
        yield Static(Text(self._title), id="title")
        with VerticalScroll(id="text"):
            if isinstance(self._content, str):
                yield Markdown(self._content, id="written", open_links=False)
            else:
                yield Static(self._content, id="written")
        yield Static(say("up and down, space: read   enter or esc: back"), id="keys")

    def action_turn(self, lines: int) -> None:
        """Read on or back."""
        self.query_one("#text", VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_leave(self) -> None:
        """Back to the table."""
        self.dismiss(None)


class CurtainScreen(ModalScreen[None]):
    """Nobody's cards are shown until whoever is next says so.

    Args:
        name: who is next.
        lift: asks the service for that player's cards.
        leave: leaves the program.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "lift", "Show my cards"),
        Binding("q", "leave", "Leave"),
    ]

    def __init__(
        self, name: str, lift: Callable[[], Awaitable[None]], leave: Callable[[], None]
    ) -> None:
        super().__init__(classes="dialog")
        self.player = name
        self._lift, self._leave = lift, leave

    def compose(self) -> ComposeResult:
        """Who is to have the screen."""
        with Vertical(id="box"):
            yield Static(self._told(), id="told")

    def _told(self, why: str = "") -> Text:
        text = Text(say("Pass the screen to {name}.", name=self.player))
        text.append("\n\n")
        text.append(
            say(
                "All cards are hidden. {name}, press Enter when only you are looking; q leaves.",
                name=self.player,
            )
        )
        text.highlight_words([self.player], "bold")
        if why:
            text.append(f"\n\n{why}", "bold")
        return text

    async def action_lift(self) -> None:
        """Show the cards."""
        try:
            await self._lift()
        except DealtError as error:
            self.query_one("#told", Static).update(self._told(str(error)))

    def action_leave(self) -> None:
        """Leave the program."""
        self._leave()
