"""The talk with a table service: questions and their answers, the table as it is, coming back."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from dealt.clients.screen.promises import Deal, Promises
from dealt.clients.screen.wire import LostError, Wire
from dealt.errors import DealtError, ParseError
from dealt.language import Phrase, message, say, spoken
from dealt.service import fairness
from dealt.service import protocol as p
from dealt.service.tasks import Tasks

WAITS_S = (0.5, 1.0, 2.0, 5.0, 10.0)  # before each new try to reach the service; then the last one
PING_S = 15.0
LOST = message("the connection was lost; look whether it was done")

_read = msgspec.json.Decoder(p.ServerFrame)

Fresh = Callable[[int], bytes]
Wait = Callable[[float], Awaitable[None]]


class RefusedError(DealtError):
    """The service refuses; the line is its own.

    Args:
        code: see `refusals.CODES`.
        message: the line.
        rule: the ruling behind it, such as `P5`; empty if there is none.
    """

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        super().__init__(Phrase(message, rule=rule))
        self.code = code


class Talk:
    """One person's talk with a service.

    Args:
        wire: the way to it.
        fresh: so many random bytes that nobody can guess.
        wait: lets so many seconds pass.

    Attributes:
        promises: what was promised before each deal.
        changed: called whenever something has changed here.
        welcome: the answer to hello, None: never connected yet.
        table: the table that is attended, as it is; None: none.
        trouble: why there is no connection now; empty: there is one.
        attends: the name of the table that is attended, also while the connection is lost.
        farewell: why the table is attended no longer; empty: nothing was said.
    """

    def __init__(
        self, wire: Wire, *, fresh: Fresh = secrets.token_bytes, wait: Wait = asyncio.sleep
    ) -> None:
        self.wire = wire
        self.changed: Callable[[], None] = lambda: None
        self.welcome: p.Welcome | None = None
        self.table: p.TableFrame | None = None
        self.trouble = "connecting"
        self.attends: str | None = None
        self.farewell = ""
        self.promises = Promises(fresh)
        self._wait = wait
        self._pending: dict[int, asyncio.Future[p.Frame]] = {}
        self._acks = 0
        self._moves = 0
        self._visit = fresh(8).hex()  # so that no move is named twice
        self._hello: asyncio.Future[p.Frame] | None = None
        self._tasks = Tasks()
        self._pinging: asyncio.Task[None] | None = None

    # --- its life

    async def run(self) -> None:
        """Stay connected, and come back after every loss, until cancelled.

        Raises:
            DealtError: the first connection cannot be had, or a later one never again.
        """
        tries = 0
        try:
            while True:
                try:
                    await self._connect()
                    tries = 0
                    await self._listen()
                    self._lost(say("the connection was lost"))
                except LostError as error:
                    if self.welcome is None:
                        raise
                    self._lost(str(error))
                await self.wire.close()
                await self._wait(WAITS_S[min(tries, len(WAITS_S) - 1)])
                tries += 1
        finally:
            await self._tasks.cancel()
            self._lost(say("the table is closed"))
            await self.wire.close()

    async def _connect(self) -> None:
        """Say hello, and be at the table again where one was."""
        token = await self.wire.open()
        hello = await self._greet(token=token)
        while not hello.done():
            if not await self._hear():
                raise LostError("the connection was lost")
        self.welcome = _welcomed(hello.result())
        self.trouble = ""
        if self.attends is not None:
            self._tasks.spawn(self._be_back(self.attends))
        self._pinging = self._tasks.spawn(self._ping())
        self.changed()

    async def _be_back(self, table: str) -> None:
        try:
            await self.enter(table)
        except DealtError as error:
            self._forget(str(error))

    async def _ping(self) -> None:
        """Notice a connection that has gone without a word."""
        try:
            while True:
                await asyncio.sleep(PING_S)
                await asyncio.wait_for(self.ask("ping"), PING_S)
        except (DealtError, TimeoutError):
            await self.wire.close()

    async def _listen(self) -> None:
        while await self._hear():
            pass

    async def _hear(self) -> bool:
        """Take the next frame; False: there are no more."""
        data = await self.wire.receive()
        if data is None:
            return False
        try:
            frame = _read.decode(data)
        except msgspec.DecodeError:
            raise LostError(
                "{place} speaks another version of the protocol", place=self.wire.place
            ) from None
        self._take(frame)
        return True

    def _take(self, frame: p.Frame) -> None:
        ack = getattr(frame, "ack", None)
        if ack is not None:
            waiting = self._pending.pop(ack, None)
            if waiting is not None and not waiting.done():
                waiting.set_result(frame)
        elif isinstance(frame, p.Welcome | p.RefusedFrame):
            if self._hello is not None and not self._hello.done():
                self._hello.set_result(frame)
            elif self._pending:  # what cannot be read has no number, and answers come in order
                self._pending.pop(next(iter(self._pending))).set_result(frame)
        elif isinstance(frame, p.TableFrame):
            self.table, self.attends, self.farewell = frame, frame.table, ""
            self._reveal(frame)
            self.changed()
        elif isinstance(frame, p.Closing) and frame.code in ("elsewhere", "revoked"):
            self._forget(frame.why)

    def _forget(self, reason: str) -> None:
        """The table is attended no longer."""
        self.table, self.attends, self.farewell = None, None, reason
        self.changed()

    def _lost(self, reason: str) -> None:
        self.trouble = reason
        if self._pinging is not None:
            self._pinging.cancel()
        waiting, self._pending = [*self._pending.values()], {}
        if self._hello is not None:
            waiting.append(self._hello)
        for future in waiting:
            if not future.done():
                future.set_exception(LostError(LOST))
        self.changed()

    async def _greet(self, **fields: str) -> asyncio.Future[p.Frame]:
        """Say hello; what will be the answer."""
        self._hello = asyncio.get_running_loop().create_future()
        greeting = {"do": "hello", "protocol": p.PROTOCOL, "language": spoken(), **fields}
        await self.wire.send(json.dumps(greeting).encode())
        return self._hello

    # --- what it says

    async def rename(self, name: str) -> None:
        """Be called so from now on, while no table is attended; errors as `ask`."""
        if self.trouble:
            raise LostError("{trouble}; trying again", trouble=self.trouble)
        self.welcome = _welcomed(await (await self._greet(name=name)))

    async def ask(self, do: str, **fields: Any) -> p.Frame:
        """Say something; the answer to it.

        Raises:
            LostError: there is no connection, or it ended before the answer.
            RefusedError: the service refuses.
        """
        if self.trouble:
            raise LostError("{trouble}; trying again", trouble=self.trouble)
        self._acks += 1
        ack = self._acks
        waiting = self._pending[ack] = asyncio.get_running_loop().create_future()
        try:
            await self.wire.send(json.dumps({"do": do, "ack": ack, **fields}).encode())
            answer: p.Frame = await waiting
        finally:
            self._pending.pop(ack, None)
        if isinstance(answer, p.RefusedFrame):
            raise RefusedError(answer.code, answer.why, answer.rule)
        return answer

    async def ask_text(self, do: str, **fields: Any) -> str:
        """Ask what is answered by a text, such as `hint`; errors as `ask`."""
        answer = await self.ask(do, **fields)
        return answer.text if isinstance(answer, p.Told) else ""

    async def enter(self, table: str) -> None:
        """Attend a table; errors as `ask`."""
        self.attends = table
        await self.ask("enter", table=table)

    async def leave(self) -> None:
        """Attend no table; seats are kept. Errors as `ask`."""
        self._forget("")
        await self.ask("leave")

    async def play(self, **which: Any) -> None:
        """Do an open action of the table as it is seen, by its `action` or `text`; as `ask`."""
        if self.table is None:
            raise RefusedError("phase", "there is no table")
        self._moves += 1
        move = f"{self._visit}.{self._moves}"
        await self.ask("play", move=move, version=self.table.version, **which)

    async def ready(self, *, ready: bool = True) -> None:
        """Be ready for the next deal, with a part in its chance; errors as `ask`."""
        await self.ask("ready", ready=ready, **(self._part() if ready else {}))

    async def begin(self) -> None:
        """As the host begin for everybody, with a part in the chance; errors as `ask`."""
        await self.ask("begin", **self._part())

    def _part(self) -> dict[str, str]:
        """What is said to have a part in the chance of the next deal; nothing without a seat.

        Raises:
            RefusedError: there is no table.
        """
        frame = self.table
        if frame is None:
            raise RefusedError("phase", "there is no table")
        chance = frame.next
        if chance is None or not any(seat.yours for seat in frame.seats):
            return {}
        deal = frame.table, chance.match, chance.round
        return {"commit": self.promises.commit(deal, chance.commitment)}

    def _reveal(self, frame: p.TableFrame) -> None:
        """Reveal what was committed to, once all are ready."""
        chance = frame.next
        if frame.phase != "revealing" or chance is None:
            return
        owed = any(seat.yours and seat.committed and not seat.revealed for seat in frame.seats)
        deal = frame.table, chance.match, chance.round
        number = self.promises.number(deal) if owed else None
        if number is not None:
            self._tasks.spawn(self._say_number(deal, number))

    async def _say_number(self, deal: Deal, number: str) -> None:
        try:
            await self.ask("reveal", entropy=number)
        except DealtError:
            return  # the cards are dealt without it, and the receipt says so
        self.promises.was_revealed(deal)

    async def receipt(self, match: int, number: int) -> fairness.Receipt:
        """The receipt of a round that is over; errors as `ask`.

        Raises:
            ParseError: what the service sent is none, or is of another round.
        """
        frame = self.table
        answer = await self.ask("dealing", match=match, round=number)
        data = answer.receipt if isinstance(answer, p.ReceiptFrame) else {}
        receipt = fairness.Receipt.from_json(json.dumps(data))
        subject = receipt.subject
        subject_due = "" if frame is None else frame.table, match, number
        if (subject.table, subject.match, subject.round) != subject_due:
            raise ParseError("the service sent the receipt of another round")
        return receipt


def _welcomed(answer: p.Frame) -> p.Welcome:
    if isinstance(answer, p.RefusedFrame):
        raise RefusedError(answer.code, answer.why)
    assert isinstance(answer, p.Welcome), "no other frame is an answer to hello"
    return answer
