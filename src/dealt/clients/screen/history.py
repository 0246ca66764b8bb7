"""The matches a reader has finished: step through, review, name, delete, deal again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from dealt.clients.rows import game_title, match_facts, title_of
from dealt.clients.screen.asking import Asking
from dealt.clients.screen.dialogs import AskScreen, SureScreen
from dealt.clients.screen.lists import Menu
from dealt.clients.screen.looks import key_text
from dealt.history.heads import Head
from dealt.history.statistics import Figures
from dealt.language import decimal, say, say_n
from dealt.service.table import protocol as p


class HistoryScreen(Asking):
    """The reader's finished matches, the latest first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "review", "review"),
        Binding("a", "again", "same deal again"),
        Binding("n", "name", "name"),
        Binding("d", "delete", "delete"),
        Binding("g", "next_game", "one game"),
        Binding("escape,q,m,h", "leave", "back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._heads: list[Head] = []
        self._games: list[str] = []  # that have been played, for the filter
        self._game: str | None = None

    def compose(self) -> ComposeResult:
        """Show how often the reader won, the matches, and the keys."""
        yield Static(Text(say("What you have played")), id="title")
        with Vertical(id="page"):
            yield Static(id="heading")
            yield Menu(id="menu")
        yield Static(id="note")
        line = say("enter: replay r: review a: again n: name d: delete g: game")
        yield Static(key_text(line, "leave"), id="keys")

    def on_mount(self) -> None:
        """Ask for the matches."""
        self._fill()

    @work(exclusive=True, group="history")
    async def _fill(self) -> None:
        answer = await self._ask("history", own=True, game=self._game)
        if not isinstance(answer, p.HistoryFrame):
            return
        self._heads = answer.matches
        if self._game is None:
            self._games = list(dict.fromkeys(head.game for head in self._heads))
        heading = Text(_won(answer.figures, self._heads))
        if self._game is not None:
            heading = Text(f"{game_title(self._game)}: ", "bold").append_text(heading)
        self.query_one("#heading", Static).update(heading)
        menu = self.query_one("#menu", OptionList)
        at = menu.highlighted or 0
        menu.clear_options()
        menu.add_options(
            [
                Option(Text(title_of(head), "bold").append(f"  {match_facts(head)}", "not bold"))
                for head in self._heads
            ]
        )
        menu.highlighted = min(at, len(self._heads) - 1) if self._heads else None

    def tell(self, line: str, *, refused: bool = False, rule: str = "") -> None:
        """Show a line below the list."""
        self.query_one("#note", Static).update(Text(line))

    @property
    def _at(self) -> Head | None:
        at = self.query_one("#menu", OptionList).highlighted
        return None if at is None else self._heads[at]

    async def head(self) -> Head | None:
        """The match at the cursor."""
        return self._at

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go through the match."""
        self.action_replay()

    def action_next_game(self) -> None:
        """List only the matches of the next game that was played, then all again."""
        ways = [None, *self._games]
        self._game = ways[(ways.index(self._game) + 1) % len(ways)]
        self._fill()

    @work
    async def action_name(self) -> None:
        """Give the match a name."""
        head = self._at
        if head is not None:
            question = say("What is this match called?")
            title = await self.app.push_screen_wait(AskScreen(question, head.title, 60))
            if title is not None:
                await self._ask("entitle", of=head.id, title=title)
                self._fill()

    @work
    async def action_delete(self) -> None:
        """Delete the match, after a question."""
        head = self._at
        if head is not None:
            sure = SureScreen(say("delete it"), f"{title_of(head)}\n{match_facts(head)}")
            if await self.app.push_screen_wait(sure):
                await self._ask("delete", of=head.id)
                self._fill()

    def action_leave(self) -> None:
        """Return to the list of games and tables."""
        self.dismiss(None)


def _won(figures: Figures | None, heads: Sequence[Head]) -> str:
    """How often the reader has won, with an interval."""
    if not heads:
        return say("No match has been finished yet.")
    if figures is None or not figures.total.matches:
        return say_n("1 match played", "{n} matches played", len(heads))
    total = figures.total
    return say(
        "{won} of {n} matches won, {share} ({level} interval: {low} to {high})",
        won=total.wins, n=total.matches, share=decimal(f"{total.wins / total.matches:.0%}"),
        level=say("95 %"), low=f"{total.low:.0%}", high=f"{total.high:.0%}",
    )  # fmt: skip
