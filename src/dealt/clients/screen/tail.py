"""The latest lines of a text that grows."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text
from textual.widget import Widget


class Tail(Widget):
    """As many of the latest lines as there is room for, long ones folded."""

    def __init__(self, id: str | None = None) -> None:  # noqa: A002 - as Textual calls it
        super().__init__(id=id)
        self._lines: Sequence[Text] = ()

    def follow(self, lines: Sequence[Text]) -> None:
        """Show the last of these lines."""
        self._lines = lines
        self.refresh()

    async def on_click(self) -> None:
        """Show all of it."""
        await self.app.run_action("log", self.screen)

    def render(self) -> Text:
        """The last lines, the latest one at the bottom once they fill the room."""
        console = Console(width=self.size.width, file=None)
        folded: list[Text] = []
        for line in self._lines:
            folded += line.wrap(console, max(1, self.size.width)) or [Text()]
        return Text("\n").join(folded[-max(1, self.size.height) :])
