"""Requests to the service at a table, and how their answers are shown."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from rich.text import Text
from textual import work
from textual.screen import Screen

from dealt.agents import GOOD, SEED
from dealt.clients.screen.dialogs import PageScreen
from dealt.clients.screen.pages import deal_page
from dealt.clients.screen.program import Program
from dealt.clients.screen.review import ReviewScreen
from dealt.clients.stepping import Walk
from dealt.clients.table_client import RefusedError
from dealt.core.match import replay
from dealt.core.record import Record
from dealt.core.view import hints_together
from dealt.core.zones import Hand
from dealt.errors import DealtError
from dealt.games import registered
from dealt.history.heads import Head
from dealt.language import say
from dealt.service.table import fairness
from dealt.service.table import protocol as p
from dealt.storage.files import TextFile


class Asking(Screen[None]):
    """A screen at a table that can send requests to the service."""

    app: Program

    @abstractmethod
    def tell(self, line: str, *, refused: bool = False, rule: str = "") -> None:
        """Show a line; `rule` is the ruling behind a refusal, or empty."""

    def refuse(self, error: DealtError) -> None:
        """Show why a request was refused."""
        self.tell(str(error), refused=True, rule=error.rule)

    async def _ask(self, do: str, **fields: Any) -> p.Frame | None:
        """The answer of the service; None, after a line with the reason, if it refuses."""
        try:
            return await self.app.client.ask(do, **fields)
        except DealtError as error:
            self.refuse(error)
            return None

    @work
    async def _ask_reason(
        self, text: str | None = None, cards: Sequence[str] | None = None
    ) -> None:
        answer = await self._ask("why", text=text, cards=cards)
        if isinstance(answer, p.Told):
            self.tell(answer.text, refused=True, rule=answer.rule)

    async def _hands_left(self) -> list[Hand]:
        """The hands at the end of the last round, as far as they are available."""
        try:
            answer = await self.app.client.ask("steps")
        except DealtError:
            return []
        return answer.left if isinstance(answer, p.StepsFrame) else []

    @work
    async def _chat(self, line: str) -> None:
        await self._ask("say", text=line)

    @work
    async def _rename(self, name: str) -> None:
        """Change the reader's name; on a shared screen, the name of the person looking."""
        frame = self.app.client.table
        message: dict[str, Any] = {"name": name}
        are_several = frame is not None and sum(seat.yours for seat in frame.seats) > 1
        if are_several and frame is not None and frame.own is not None:
            message["seat"] = frame.own.seat
        await self._ask("rename", **message)

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Show the game's hint and a computer player's advice."""
        client = self.app.client
        adviser = next((name for name in (GOOD, SEED) if name in self.app.levels), None)
        try:
            own, advice = await client.ask_text("hint"), ""
            if adviser is not None:
                advice = await client.ask_text("hint", adviser=adviser)
            self.tell("\n".join(hints_together(own, advice)) or say("No hint is available."))
        except DealtError as error:
            if not (isinstance(error, RefusedError) and error.code == "stale"):  # moved on since
                self.refuse(error)

    @work
    async def action_undo(self) -> None:
        """Take the last move back, if the service allows it."""
        frame = self.app.client.table
        if frame is not None:
            await self._ask("undo", version=frame.version, **self.app.client.undo_fields())

    @work
    async def action_log(self) -> None:
        """Show all actions of this round."""
        log = await self._ask("log")
        if isinstance(log, p.LogFrame):
            lines = [self.app.faces.within(event.text) for event in log.lines]
            title = say("Round {n}, from its beginning", n=log.round)
            self.app.push_screen(PageScreen(title, Text("\n").join(lines)))

    @abstractmethod
    async def head(self) -> Head | None:
        """The finished match that keys are about; None, after a line with the reason: none."""

    async def _way(self, head: Head) -> Walk | None:
        """The way through the steps of a finished match, from the reader's seat."""
        answer = await self._ask("record", of=head.id)
        if not isinstance(answer, p.RecordFrame):
            return None
        try:
            record = Record.from_json(json.dumps(answer.record))
            return Walk(replay(record, registered(record.game)), head.seat or 0)
        except DealtError as error:  # a game of somebody's own, or other rules
            self.refuse(error)
            return None

    @work(exclusive=True, group="replay")
    async def action_replay(self) -> None:
        """Go through a match step by step, once it is over."""
        head = await self.head()
        if head is not None and (way := await self._way(head)) is not None:
            self.app.go_through(way, head)

    @work(exclusive=True, group="replay")
    async def action_review(self) -> None:
        """Judge the reader's decisions in a match, once it is over."""
        head = await self.head()
        if head is not None and (way := await self._way(head)) is not None:
            self.app.push_screen(ReviewScreen(head, way))

    @work(exclusive=True, group="replay")
    async def action_again(self) -> None:
        """Deal the cards of a match again, against other levels if the reader likes."""
        head = await self.head()
        if head is not None:
            self.app.deal_again(head)

    async def _last_receipt(self) -> fairness.Receipt | None:
        """The receipt of the last finished round; without one, a line says so."""
        frame = self.app.client.table
        number = 0 if frame is None else frame.round - (frame.phase == "playing")
        if frame is None or number < 1:
            self.tell(say("A deal can be checked once its round is over."), refused=True)
            return None
        try:
            return await self.app.client.receipt(frame.match, number)
        except DealtError as error:
            self.refuse(error)
            return None

    @work(exclusive=True, group="deal")
    async def action_verify(self) -> None:
        """Deal the last finished round again, and show whether it was dealt as promised."""
        receipt, frame = await self._last_receipt(), self.app.client.table
        if receipt is None or frame is None:
            return
        names = [info.name or "" for info in frame.seats]
        try:
            problems = self.app.client.commitments.check(receipt, names)
            title = say("Round {n} was dealt as promised", n=receipt.subject.round)
        except DealtError as error:
            problems = [f"{error}."]
            title = say("Round {n} was NOT dealt as promised", n=receipt.subject.round)
        self.app.push_screen(PageScreen(title, deal_page(frame, problems, self.app.look)))

    @work(exclusive=True, group="deal")
    async def action_receipt(self) -> None:
        """Save the receipt of the last finished round in the current folder."""
        receipt = await self._last_receipt()
        if receipt is None:
            return
        subject = receipt.subject
        path = f"receipt-{subject.table}-{subject.match}-{subject.round}.json"
        try:
            TextFile(path).write(receipt.to_json())
        except DealtError as error:
            self.refuse(error)
        else:
            line = say("Kept in {file}; anybody can check it: dealt verify {file}", file=path)
            self.tell(line)
