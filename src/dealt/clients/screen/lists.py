"""Lists on the screen: choices, and the latest lines of a growing text."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text
from textual import events
from textual.message import Message
from textual.style import Style
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from dealt.clients.choices import Choice
from dealt.clients.screen.looks import Faces, Look


class Menu(OptionList):
    """A list to choose from; its bar is visible without colours, too."""

    def get_visual_style(self, *component_classes: str, partial: bool = False) -> Style:
        """The style of a part; Textual's own version drops reversed text."""
        style = super().get_visual_style(*component_classes, partial=partial)
        styles = [self.get_component_styles(name).text_style for name in component_classes]
        return style + Style(reverse=True) if any(each.reverse for each in styles) else style

    def on_key(self, event: events.Key) -> None:
        """Go to the row of a digit, or to the next row that begins with a letter."""
        letter = event.character or ""
        if not letter.isalnum() or event.key in self.screen.active_bindings:
            return
        rows = [place for place, option in enumerate(self.options) if not option.disabled]
        if letter.isdigit():
            fitting = rows[int(letter) - 1 : int(letter)] if int(letter) else []
        else:
            here = self.highlighted if self.highlighted is not None else -1
            rows = [row for row in rows if row > here] + [row for row in rows if row <= here]
            fitting = [row for row in rows if self._begins(row, letter.casefold())]
        if fitting:
            self.highlighted = fitting[0]
            event.stop()

    def _begins(self, row: int, letter: str) -> bool:
        return str(self.options[row].prompt).strip().casefold().startswith(letter)


class ChoiceList(Menu):
    """Choices, one per line; none is chosen without a key or a click of the reader's."""

    class Taken(Message):
        """A choice was made.

        Args:
            choice: the choice.
        """

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    class NothingChosen(Message):
        """Enter was pressed with nothing chosen."""

    def __init__(self, id: str | None = None) -> None:  # noqa: A002 - as Textual calls it
        super().__init__(id=id)
        self._choices: Sequence[Choice] = ()
        self._look: Look | None = None

    @property
    def chosen(self) -> Choice | None:
        """The choice at the bar."""
        return None if self.highlighted is None else self._choices[self.highlighted]

    def offer(self, choices: Sequence[Choice], faces: Faces) -> None:
        """List these choices; a chosen one that is still listed stays chosen."""
        is_same = choices == self._choices and self.option_count == len(choices)
        if is_same and faces.look is self._look:
            return
        self._look = faces.look
        before = self.chosen
        self.clear_options()
        self._choices = choices
        self.add_options([Option(faces.within(choice.text)) for choice in choices])
        self.choose(before)

    def choose(self, choice: Choice | None) -> None:
        """Put the bar on a choice, or on nothing if it is None or not listed."""
        listed = choice is not None and choice in self._choices
        self.highlighted = self._choices.index(choice) if listed and choice is not None else None

    def action_select(self) -> None:
        """Take the choice at the bar."""
        chosen = self.chosen
        self.post_message(self.NothingChosen() if chosen is None else self.Taken(chosen))


class LatestLines(Widget):
    """The latest lines that fit, long ones folded."""

    def __init__(self, id: str | None = None) -> None:  # noqa: A002 - as Textual calls it
        super().__init__(id=id)
        self._lines: Sequence[Text] = ()

    def follow(self, lines: Sequence[Text]) -> None:
        """Show the end of these lines."""
        self._lines = lines
        self.refresh()

    async def on_click(self) -> None:
        """Show all lines."""
        await self.app.run_action("log", self.screen)

    def render(self) -> Text:
        """Draw the last lines, at the bottom once they fill the room."""
        console = Console(width=self.size.width, file=None)
        folded: list[Text] = []
        for line in self._lines:
            folded += line.wrap(console, max(1, self.size.width)) or [Text()]
        return Text("\n").join(folded[-max(1, self.size.height) :])
