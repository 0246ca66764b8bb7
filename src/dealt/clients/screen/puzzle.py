"""Puzzles on the screen: what would you play?"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from dealt.clients.screen.lists import Menu
from dealt.clients.screen.looks import key_text
from dealt.clients.screen.program import Program
from dealt.clients.screen.replay import Looking, faces_of
from dealt.clients.stepping import Walk
from dealt.core.match import replay
from dealt.games import registered
from dealt.language import say

if TYPE_CHECKING:
    from dealt.history.puzzles import Puzzle


class PuzzleScreen(Looking):
    """A position from the seat to move, its moves to choose from, and how they compare."""

    app: Program

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "next", "next puzzle"),
        Binding("g", "next_game", "another game"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._all: list[Puzzle] = []
        self._puzzle: Puzzle | None = None

    def compose(self) -> ComposeResult:
        """Show the position, the hand, the moves, the answer and the keys."""
        yield Static(id="title")
        yield from self.board()
        yield Menu(id="moves")
        yield Static(say("Opening the puzzles ..."), id="note", classes="answer")
        line = say("enter: play it   n: next puzzle   g: another game   esc: back")
        yield Static(key_text(line, "leave"), id="keys")

    def on_mount(self) -> None:
        """Begin with the puzzle of the day."""
        self._begin()

    @work
    async def _begin(self) -> None:
        self._all, self._puzzle = await asyncio.to_thread(_puzzles_and_todays)
        self._show()

    def _show(self) -> None:
        puzzle = self._puzzle
        if puzzle is None:
            return
        match = replay(puzzle.record, registered(puzzle.record.game))
        way = Walk(match, match.table.seat_in_turn)
        way.place, way.all_hands = len(way) - 1, False
        faces = faces_of(way, self.app.look)
        number = say("Puzzle {n} of {total}", n=self._all.index(puzzle) + 1, total=len(self._all))
        self.query_one("#title", Static).update(Text(f"{number} · {puzzle.title}"))
        self.draw(way, faces)
        menu, phrase = self.query_one("#moves", Menu), match.game.wording.action_phrase
        menu.clear_options()
        menu.add_options([Option(faces.within(phrase(each.id))) for each in match.table.actions])
        menu.highlighted = 0
        menu.focus()
        self._say(say("What would you play as {name}?", name=match.table.turn))

    def _say(self, text: str) -> None:
        self.query_one("#note", Static).update(Text(text))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer the move."""
        if self._puzzle is not None:
            move = self._puzzle.table.actions[event.option_index]
            self._say(self._puzzle.answer(move.text))

    def action_next(self) -> None:
        """Show the next puzzle."""
        self._go([*self._all])

    def action_next_game(self) -> None:
        """Show the next puzzle of another game."""
        own = "" if self._puzzle is None else self._puzzle.record.game
        self._go([each for each in self._all if each.record.game != own or each is self._puzzle])

    def _go(self, puzzles: list[Puzzle]) -> None:
        if self._puzzle is not None:
            self._puzzle = puzzles[(puzzles.index(self._puzzle) + 1) % len(puzzles)]
            self._show()


def _puzzles_and_todays() -> tuple[list[Puzzle], Puzzle]:
    """All puzzles and the one of today."""
    from dealt.history import puzzles  # the search: not before somebody asks

    some = puzzles.collection()
    return some, puzzles.of_day(some, datetime.now(UTC).date().isoformat())
