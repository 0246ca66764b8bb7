"""What stands before the table: a question, a page to read, the curtain between two players."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from dealt.clients.screen.faces import key_text
from dealt.clients.screen.listing import Menu
from dealt.errors import DealtError
from dealt.language import say

Asked = Callable[[], Awaitable[object]]  # something is asked of the service


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
    """Whether something is to be done; Enter alone goes back.

    Args:
        choice: what is to be done.
        about: what is to be known before.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,n,q", "leave", "No")]

    def __init__(self, choice: str, about: str) -> None:
        super().__init__(classes="dialog")
        self._choice, self._about = choice, about

    def compose(self) -> ComposeResult:
        """A box with what is asked."""
        with Vertical(id="box"):
            yield Static(Text(self._about), id="told")
            yield Menu(Option(say("back")), Option(Text(self._choice)))
            yield Static(key_text(say("up and down: go   enter: choose   esc: back"), "leave"))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """It is answered."""
        self.dismiss(event.option_index == 1)

    def action_leave(self) -> None:
        """No."""
        self.dismiss(False)


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
                from textual.widgets import Markdown  # slow to import, and seldom read

                yield Markdown(self._content, id="written", open_links=False)
            else:
                yield Static(self._content, id="written")
        line = say("up and down, space: read   enter or esc: back")
        yield Static(key_text(line, "leave"), id="keys")

    def action_turn(self, lines: int) -> None:
        """Read on or back."""
        self.query_one("#text", VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_leave(self) -> None:
        """Back to the table."""
        self.dismiss(None)


class CurtainScreen(ModalScreen[None]):
    """Nobody's cards are shown until whoever is next says so.

    Moves are played with Enter, the curtain is lifted with Space: who presses Enter twice to move
    sees nobody's cards.

    Args:
        name: who is next.
        mover: who moved last and can still take the move back; empty: nobody.
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
        """Who is to have the screen."""
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
        """Show the cards."""
        await self._ask(self._lift)

    async def action_undo(self) -> None:
        """Take the last move back."""
        if self.names[1]:
            await self._ask(self._undo)

    async def _ask(self, ask: Asked) -> None:
        try:
            await ask()
        except DealtError as error:
            self.query_one("#told", Static).update(self._text(str(error)))
