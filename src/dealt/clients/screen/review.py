"""The review of a match: what each decision of a seat cost, while it is being judged."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from dealt.clients.rows import title_of
from dealt.clients.screen.board import Area
from dealt.clients.screen.hand import Hand
from dealt.clients.screen.lists import Menu
from dealt.clients.screen.looks import key_text
from dealt.clients.screen.program import Program
from dealt.clients.screen.replay import Looking, faces_of
from dealt.clients.stepping import Walk
from dealt.clients.table_client import LateError, RefusedError
from dealt.errors import DealtError
from dealt.history.decisions import Decision
from dealt.history.heads import Head
from dealt.language import say, say_n
from dealt.service.table import protocol as p

_COSTLIEST = 3
_WAIT_S, _MOST_WAITS = 2.0, 60


class ReviewScreen(Looking):
    """The costliest decisions of a seat, each with the board as that seat saw it.

    What is judged stays in the archive, so that the screen can be left at any time.

    Args:
        head: of the match.
        way: through its steps.
    """

    app: Program

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "seat", "next seat"),
        Binding("t", "again", "try again"),
    ]

    def __init__(self, head: Head, way: Walk) -> None:
        super().__init__()
        self._head, self._way = head, way
        people = [seat for seat, level in enumerate(head.levels) if level is None]
        self._seat = head.seat if head.seat is not None else next(iter(people), 0)
        self._decisions: list[Decision] = []
        self._listed: list[Decision] = []

    def compose(self) -> ComposeResult:
        """Show how far it is, the costliest decisions, the board of one, and the keys."""
        yield Static(id="title")
        yield Static(id="note", classes="words")
        yield Menu(id="mistakes")
        yield from self.board()
        line = say("enter: go through it from there   t: try again   s: next seat   esc: back")
        yield Static(key_text(line, "leave"), id="keys")

    def on_mount(self) -> None:
        """Begin."""
        self._show_board(False)
        self._judge()

    def _show_board(self, is_shown: bool) -> None:
        self.query_one(Area).visible = self.query_one(Hand).display = is_shown

    @work(exclusive=True, group="review")
    async def _judge(self) -> None:
        """Ask for the decisions, part by part, until all are there."""
        name = self._head.names[self._seat]
        title = say("Review of {name}: {match}", name=name, match=title_of(self._head))
        self.query_one("#title", Static).update(Text(title))
        self._decisions = []
        self._say([say("Reviewing ...")])
        self._list([])
        left, waits = 1, _MOST_WAITS
        while left:
            try:
                answer = await self.app.client.ask(
                    "review", of=self._head.id, seat=self._seat, first=len(self._decisions)
                )
            except DealtError as error:
                is_busy = isinstance(error, RefusedError) and error.code == "busy"
                is_busy |= isinstance(error, LateError)  # on a slow machine; the rest is cached
                self._say([say("Reviewing ..."), str(error)] if is_busy else [str(error)])
                waits -= 1
                if not is_busy or not waits:
                    return
                await asyncio.sleep(_WAIT_S)  # its search is compiled, once
                continue
            assert isinstance(answer, p.ReviewFrame), "no other frame is an answer to review"
            self._decisions[answer.first :] = answer.decisions
            left = answer.left
            self._show(answer)

    def _show(self, answer: p.ReviewFrame) -> None:
        """Show what is judged so far."""
        judged = [each for each in self._decisions if not each.forced]
        lines = [say_n("1 decision judged", "{n} decisions judged", len(judged))]
        if answer.left:
            lines[0] += say(", {n} left ...", n=answer.left)
        mistakes = [each for each in judged if each.mistake]
        if not mistakes:
            lines.append(say("No mistakes: no cost here is larger than chance explains."))
        self._say([*lines, *answer.words])
        self._list(sorted(mistakes, key=lambda each: -each.cost)[:_COSTLIEST])

    def _say(self, lines: list[str]) -> None:
        self.query_one("#note", Static).update(Text("\n".join(lines)))

    def _list(self, decisions: list[Decision]) -> None:
        """List decisions; the one at the cursor stays there."""
        menu = self.query_one("#mistakes", Menu)
        if decisions == self._listed and menu.option_count == len(decisions):
            return
        self._listed = decisions
        menu.clear_options()
        for place, each in enumerate(decisions, 1):
            title = say(
                "{n}. Round {round}, move {move}: {played}",
                n=place, round=each.round + 1, move=each.number + 1, played=each.phrase,
            )  # fmt: skip
            faces = faces_of(self._way, self.app.look)
            menu.add_option(Option(faces.within(title, "bold").append_text(
                faces.within(f"\n   {each.reason}", "not bold"))))  # fmt: skip
        menu.display = bool(decisions)
        menu.highlighted = 0 if decisions else None
        self._show_board(bool(decisions))
        menu.focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Draw the board of the decision as its seat saw it."""
        way = self._way
        way.place, way.seat = self._listed[event.option_index].step, self._seat
        way.all_hands = False
        self.draw(way, faces_of(way, self.app.look))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go through the match from there."""
        self._way.place = self._listed[event.option_index].step
        self.app.go_through(self._way, self._head)

    def action_again(self) -> None:
        """Play on from the decision at the cursor."""
        if self._listed and (step := self._way.step) is not None:
            self.app.deal_again(self._head, step)

    def action_seat(self) -> None:
        """Review the next seat."""
        self._seat = (self._seat + 1) % len(self._head.names)
        self._judge()
