"""The client of a table service: requests, the current table, its part in deals, reconnecting."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec

from dealt.clients.wire import LostError, Wire
from dealt.errors import DealtError, ParseError
from dealt.games import registered
from dealt.language import Phrase, message, say, spoken
from dealt.service.store.table_store import Tasks
from dealt.service.table import fairness
from dealt.service.table import protocol as p
from dealt.service.table.parts import GameInfo

_WAITS_S = (0.5, 1.0, 2.0, 5.0, 10.0)  # before each retry; the last one repeats
PING_S = 15.0
ANSWER_S = 3.0  # before the service is asked whether it is still there
HINT_S = 60.0  # a computer player may think for so long
_APART = {"hint", "invite", "puzzle", "review", "steps"}  # answered in no order
PASSING = ("busy", "rate")  # refusals of a greeting that is repeated later
LOST = message("the connection was lost; look whether it was done")

_read = msgspec.json.Decoder(p.ServerFrame)

_Fresh = Callable[[int], bytes]
Deal = tuple[str, int, int]  # table, match, round
Wait = Callable[[float], Awaitable[None]]


class RefusedError(DealtError):
    """A request was refused; the message is the service's.

    Args:
        code: see `refusals.CODES`.
        message: the line.
        rule: the ruling behind it, such as `P5`; empty if there is none.
    """

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        super().__init__(Phrase(message, rule=rule))
        self.code = code


class LateError(DealtError):
    """No answer will come, though the service can be reached."""


class _Commitments:
    """The commitments of all deals that this program has seen.

    Args:
        fresh: returns this many random bytes that nobody can guess.
    """

    def __init__(self, fresh: Callable[[int], bytes]) -> None:
        self._fresh = fresh
        self._commitments: dict[Deal, str] = {}
        self._numbers: dict[Deal, str] = {}
        self._owed: set[Deal] = set()
        self._revealed: set[Deal] = set()

    def commit(self, deal: Deal, commitment: str) -> str:
        """Commit to a number for the chance of a deal.

        Args:
            deal: the deal.
            commitment: the dealer's commitment, as shown now.

        Returns:
            The commitment to publish, the same for each call.
        """
        self._commitments[deal] = commitment
        if deal not in self._numbers:
            self._numbers[deal] = self._fresh(fairness.ENTROPY_BYTES).hex()
            self._owed.add(deal)
        return fairness.player_commitment(*deal, self._numbers[deal])

    def number(self, deal: Deal) -> str | None:
        """The number to reveal now; None if there is none or it was already returned."""
        if deal not in self._owed:
            return None
        self._owed.discard(deal)
        return self._numbers[deal]

    def was_revealed(self, deal: Deal) -> None:
        """Note that the service has the number: from now on the receipt must contain it."""
        self._revealed.add(deal)

    def check(self, receipt: fairness.Receipt, names: Sequence[str]) -> list[str]:
        """Deal again from a receipt, and compare the result with what was promised.

        Args:
            receipt: of a finished round.
            names: the players at the table.

        Returns:
            One line for each fact that is as promised.

        Raises:
            DealtError: the round was not dealt as promised; the message says how.
        """
        subject = receipt.subject
        deal = subject.table, subject.match, subject.round
        fairness.verify(receipt, registered(subject.game))
        commitment = self._commitments.get(deal)
        if commitment is not None:
            fairness.check_promise([receipt], commitment)
        if deal in self._revealed and self._numbers[deal] not in receipt.entropy:
            raise ParseError("the number that you revealed was not used in the deal")
        digits = receipt.commitment[: fairness.LEAST_SHOWN]
        first = say(
            "The dealer's secret fits the promise that was shown before the deal, {digits}...",
            digits=digits,
        )
        if commitment is None:
            first = say(
                "The dealer's secret fits the promise in the receipt, {digits}...; you were not "
                "here when it was shown.",
                digits=digits,
            )
        parts = [
            names[seat] if seat < len(names) else say("seat {n}", n=seat + 1)
            for seat, entropy in enumerate(receipt.entropy)
            if entropy is not None
        ]
        second = say("Only the dealer contributed to the randomness.")
        if parts:
            second = say(
                "Besides the dealer, these contributed to the randomness: {names}.",
                names=", ".join(parts),
            )
        if deal in self._revealed:
            second += " " + say("Your number is the one that you revealed.")
        count = len(receipt.deck.split())
        third = say(
            "Repeating the deal with these numbers gives all {n} cards in the same order.", n=count
        )
        return [first, second, third]


class TableClient:
    """One person's client of a service.

    Args:
        wire: the way to it.
        fresh: returns this many random bytes that nobody can guess.
        wait: waits this many seconds.

    Attributes:
        commitments: to the numbers of each deal.
        changed: called whenever something has changed here.
        welcome: the answer to hello, None: never connected yet.
        table: the table that is attended, as it is; None: none.
        trouble: why the connection is lost; empty: it is not.
        attends: the name of the table that is attended, also while the connection is lost.
        farewell: why the table is attended no longer; empty: nothing was said.
    """

    def __init__(
        self, wire: Wire, *, fresh: _Fresh = secrets.token_bytes, wait: Wait = asyncio.sleep
    ) -> None:
        self.wire = wire
        self.changed: Callable[[], None] = lambda: None
        self.welcome: p.Welcome | None = None
        self.table: p.TableFrame | None = None
        self.trouble = "connecting"
        self.attends: str | None = None
        self.farewell = ""
        self.commitments = _Commitments(fresh)
        self._wait = wait
        self._pending: dict[int, asyncio.Future[p.Frame]] = {}  # in the order of the questions
        self._apart: set[int] = set()  # of them, those that are answered in no order
        self._acks = 0
        self._warned_at: tuple[str, int] | None = None  # the table and the match
        self._moves, self._move = 0, ""
        self._visit = fresh(8).hex()  # so that no move is named twice
        self._tasks = Tasks()
        self._pinging: asyncio.Task[None] | None = None
        self._change = asyncio.Event()  # of now; each change has one of its own

    # --- its life

    async def run(self) -> None:
        """Stay connected, and reconnect after every loss, until cancelled.

        Raises:
            DealtError: the first connection fails, or a later one cannot be restored.
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
                await self._wait(_WAITS_S[min(tries, len(_WAITS_S) - 1)])
                tries += 1
        finally:
            await self._tasks.cancel()
            self._lost(say("the table is closed"))
            await self.wire.close()

    async def _connect(self) -> None:
        """Say hello, and return to the table if there was one."""
        token = await self.wire.open()
        _, hello = await self._say("hello", **_greeting(), token=token)
        try:
            async with asyncio.timeout(PING_S):
                while not hello.done():
                    if not await self._hear():
                        raise LostError("the connection was lost")
        except TimeoutError:
            raise LostError("{place} does not answer", place=self.wire.place) from None
        self.welcome = _welcomed(hello.result())
        self.trouble = ""
        if self.attends is not None:
            self._tasks.spawn(self._be_back(self.attends))
        self._pinging = self._tasks.spawn(self._ping())
        self.report()

    def report(self) -> None:
        """Report a change to everything that waits for one."""
        self.changed()
        change, self._change = self._change, asyncio.Event()
        change.set()

    def game(self, name: str | None) -> GameInfo | None:
        """A game of the service by its name; None if it does not know it."""
        games = [] if self.welcome is None else self.welcome.games
        return next((info for info in games if info.name == name), None)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until a condition holds, checked after each change."""
        while not holds():
            await self._change.wait()

    async def _be_back(self, table: str) -> None:
        try:
            await self.enter(table)
        except DealtError as error:
            self._forget(str(error))

    async def _ping(self) -> None:
        """Detect a connection that was lost without notice."""
        while True:
            await asyncio.sleep(PING_S)
            await self._check()

    async def _check(self) -> None:
        """Ask whether the service is there; its answer reveals earlier losses."""
        with contextlib.suppress(DealtError):
            await self.ask("ping")

    async def _listen(self) -> None:
        while await self._hear():
            pass

    async def _hear(self) -> bool:
        """Process the next frame; False at the end of the connection."""
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
        if ack is None and isinstance(frame, p.Welcome | p.RefusedFrame):
            ack = next(iter(self._pending), None)  # older services do not number them
        if ack is not None:
            for earlier in [n for n in self._pending if n < ack and n not in self._apart]:
                self._settle(earlier, LateError("the service did not answer; try again"))
            self._settle(ack, frame)
        elif isinstance(frame, p.TableFrame):
            self.table, self.attends, self.farewell = frame, frame.table, ""
            self._reveal(frame)
            self.report()
        elif isinstance(frame, p.Closing) and frame.code in ("elsewhere", "revoked"):
            self._forget(frame.why)

    def _forget(self, reason: str) -> None:
        """Forget the table, which is no longer attended."""
        self.table, self.attends, self.farewell = None, None, reason
        self.report()

    def _lost(self, reason: str) -> None:
        self.trouble = reason
        if self._pinging is not None:
            self._pinging.cancel()
        for ack in [*self._pending]:
            self._settle(ack, LostError(LOST))
        self.report()

    def _settle(self, ack: int, result: p.Frame | DealtError) -> None:
        """Give a pending request its result."""
        waiting = self._pending.pop(ack, None)
        self._apart.discard(ack)
        if waiting is not None and not waiting.done():
            if isinstance(result, DealtError):
                waiting.set_exception(result)
            else:
                waiting.set_result(result)

    # --- what it says

    async def rename(self, name: str) -> None:
        """Change the person's name while no table is attended; errors as in `ask`."""
        self.welcome = _welcomed(await self.ask("hello", **_greeting(), name=name))

    def undo_fields(self) -> dict[str, bool]:
        """What `undo` says beside the version: the second one makes the match practice."""
        frame, before = self.table, self._warned_at
        marks = frame is not None and frame.undo_marks
        self._warned_at = (frame.table, frame.match) if frame is not None and marks else None
        return {"practice": True} if marks and before == self._warned_at else {}

    async def ask(self, do: str, **fields: Any) -> p.Frame:
        """Send a request, and return its answer.

        Raises:
            LostError: the connection is lost, or ended before the answer.
            LateError: it stands, and no answer will come.
            RefusedError: the service refuses.
        """
        if self.trouble:
            raise LostError("{trouble}; trying again", trouble=self.trouble)
        ack, waiting = await self._say(do, **fields)
        limit_s = PING_S if do == "ping" else HINT_S if do in _APART else ANSWER_S
        try:
            await asyncio.wait([waiting], timeout=limit_s)
            if not waiting.done():
                await self._miss(do, ack)
            answer = await waiting
        finally:
            self._pending.pop(ack, None)
        if isinstance(answer, p.RefusedFrame):
            raise RefusedError(answer.code, answer.why, answer.rule)
        return answer

    async def _say(self, do: str, **fields: Any) -> tuple[int, asyncio.Future[p.Frame]]:
        """Send a request; return its number and the future answer."""
        ack = self._acks = self._acks + 1
        waiting = self._pending[ack] = asyncio.get_running_loop().create_future()
        if do in _APART:
            self._apart.add(ack)
        try:
            await self.wire.send(json.dumps({"do": do, "ack": ack, **fields}).encode())
        except LostError:
            self._settle(ack, LostError(LOST))
            raise
        return ack, waiting

    async def _miss(self, do: str, ack: int) -> None:
        """Find out whether an overdue answer will come."""
        if do == "ping":  # the connection was lost without notice
            await self.wire.close()
        elif do in _APART:
            self._settle(ack, LateError("the service did not answer; try again"))
        else:
            self._tasks.spawn(self._check())

    async def ask_text(self, do: str, **fields: Any) -> str:
        """Send a request that is answered with text, such as `hint`; errors as in `ask`."""
        answer = await self.ask(do, **fields)
        return answer.text if isinstance(answer, p.Told) else ""

    async def enter(self, table: str) -> None:
        """Attend a table; errors as in `ask`."""
        self.attends = table
        await self.ask("enter", table=table)

    async def leave(self) -> None:
        """Leave the table, but keep the seats; errors as in `ask`."""
        self._forget("")
        await self.ask("leave")

    async def order(self, do: str, **fields: Any) -> p.Frame | None:
        """Send an order to the table, with the fields that it needs; errors as in `ask`."""
        own = {"play": self.play, "ready": self.ready, "begin": self.begin}
        if do not in own:
            return await self.ask(do, **fields)
        await own[do](**fields)
        return None

    async def play(self, *, version: int | None = None, **which: Any) -> None:
        """Play an open action of the table by `action` or `text`; errors as in `ask`.

        What got no answer is said once more.  The same action of the same position has the same
        name, also when it is chosen again, so that it is played once.

        Args:
            version: of the table that was shown; None: the latest.
            which: the action.
        """
        if self.table is None:
            raise RefusedError("phase", "there is no table")
        version = self.table.version if version is None else version
        move = f"{self.table.table} {version} {which}"
        if move != self._move:
            self._moves, self._move = self._moves + 1, move
        fields = {"move": f"{self._visit}.{self._moves}", "version": version, **which}
        try:
            await self.ask("play", **fields)
        except LateError:
            await self.ask("play", **fields)

    async def ready(self, *, ready: bool = True) -> None:
        """Say that the reader is ready for the next deal, with a part in its chance."""
        await self.ask("ready", ready=ready, **(self._part() if ready else {}))

    async def begin(self) -> None:
        """As the host, begin the deal for everybody, with a part in its chance."""
        await self.ask("begin", **self._part())

    def _part(self) -> dict[str, str]:
        """The fields for a part in the chance of the next deal; empty without a seat.

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
        return {"commit": self.commitments.commit(deal, chance.commitment)}

    def _reveal(self, frame: p.TableFrame) -> None:
        """Reveal the number of a commitment, once all are ready."""
        chance = frame.next
        if frame.phase != "revealing" or chance is None:
            return
        owed = any(seat.yours and seat.committed and not seat.revealed for seat in frame.seats)
        deal = frame.table, chance.match, chance.round
        number = self.commitments.number(deal) if owed else None
        if number is not None:
            self._tasks.spawn(self._say_number(deal, number))

    async def _say_number(self, deal: Deal, number: str) -> None:
        try:
            await self.ask("reveal", entropy=number)
        except DealtError:
            return  # the cards are dealt without it, and the receipt says so
        self.commitments.was_revealed(deal)

    async def check_deal(self, number: int, names: Sequence[str]) -> list[str]:
        """Check a finished round of this match, see `_Commitments.check`; errors as there."""
        assert self.table is not None, "no table to check a deal of"
        return self.commitments.check(await self.receipt(self.table.match, number), names)

    async def receipt(self, match: int, number: int) -> fairness.Receipt:
        """The receipt of a finished round; errors as in `ask`.

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


def _greeting() -> dict[str, Any]:
    return {"protocol": p.PROTOCOL, "language": spoken()}


def _welcomed(answer: p.Frame) -> p.Welcome:
    if isinstance(answer, p.RefusedFrame) and answer.code in PASSING:
        raise LostError(Phrase(answer.why))
    if isinstance(answer, p.RefusedFrame):
        raise RefusedError(answer.code, answer.why)
    assert isinstance(answer, p.Welcome), "no other frame is an answer to hello"
    return answer
