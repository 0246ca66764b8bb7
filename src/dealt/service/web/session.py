"""One connection: its messages go to the service, and its frames wait here to be sent."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from dealt.language import ENGLISH, language_of, message, say, speaking
from dealt.service.hall import archive, steps
from dealt.service.hall.live import BROKE_RULES, TRY_AGAIN, LiveTable
from dealt.service.hall.service import Service
from dealt.service.hall.tables import NOT_HERE
from dealt.service.table import commands, frames
from dealt.service.table import messages as m
from dealt.service.table import protocol as p
from dealt.service.table.limits import Bucket
from dealt.service.table.parts import Picture
from dealt.service.table.refusals import GUEST, NOBODY, Refused, failure, guests

_RATES = {  # what is counted for each connection, and the message at the limit
    "frames": message("at most {n} frames a second"),
    "hints": message("at most {n} question a second"),
    "steps": message("at most {n} parts a second"),
    "chat": message("at most {n} line a second"),
}
_APART = m.Steps, m.Review, m.Puzzle, m.Invite  # later messages need not wait for the answer


class Session:
    """One connection, see `Attendant` for its attributes.

    Args:
        sends_all: whether each state of the table is sent, not only the newest one.

    Attributes:
        closing: the close code, once the connection is to be closed.

    Raises:
        Refused: its address has too many, or the service stops.
    """

    def __init__(
        self,
        service: Service,
        address: str,
        person: str = "",
        name: str = "",
        *,
        sends_all: bool = False,
    ) -> None:
        self.service = service
        self.address = address
        self.person = person
        self.name = name
        self.is_known = False
        self.language = ENGLISH
        self.began = service.timer()
        self.live: LiveTable | None = None
        self.looking: int | None = None
        self.window = ""
        self.is_returning = False
        self.closing: int | None = None
        rates = vars(service.limits)
        self._buckets = {
            name: Bucket(rates[f"{name}_s"], rates[f"{name}_burst"], service.timer)
            for name in _RATES
        }
        self._excess = 0
        self._question: tuple[asyncio.Task[None], int] | None = None  # and the position, `moved`
        self._outbox: deque[bytes | None] = deque()  # None: the table as it is then
        self._wake = asyncio.Event()
        self._turn = asyncio.Lock()  # answers have the order of the messages
        self._sends_all = sends_all
        service.admit(self)

    # --- to the client

    def send(self, frame: p.Frame | bytes) -> None:
        """Send a frame; a client that does not read is disconnected, and may connect again."""
        self._put(frame if isinstance(frame, bytes) else p.encode(frame))

    def show_table(self) -> None:
        """Send the table as it is once earlier frames have been sent, or as it is now."""
        if self._sends_all and self.live is not None:
            self._put(self.live.frame(self.person, self.looking, self.language))
        elif None not in self._outbox:
            self._put(None)

    def _put(self, item: bytes | None) -> None:
        if self.closing is not None:
            return
        if len(self._outbox) >= self.service.limits.queue:
            self._outbox.clear()
            with speaking(self.language):
                text = say("frames were not read in time; connect again")
            self.close(TRY_AGAIN, p.Closing(code="slow", why=text))
            return
        self._outbox.append(item)
        self._wake.set()

    def close(self, number: int, farewell: p.Frame | None = None) -> None:
        """Close the connection after sending what waits."""
        if self.closing is None:
            if farewell is not None:
                self._outbox.append(p.encode(farewell))
            self.closing = number
            self._wake.set()

    def waiting_frame(self) -> bytes | None:
        """The next frame that waits to be sent; None: no frame does."""
        while self._outbox:
            frame = self._outbox.popleft()
            if frame is None and self.live is not None:
                frame = self.live.frame(self.person, self.looking, self.language)
            if frame is not None:
                return frame
        return None

    async def next_frame(self) -> bytes | None:
        """The next frame to send; None: there are no more, see `closing`."""
        while (frame := self.waiting_frame()) is None and self.closing is None:
            self._wake.clear()
            await self._wake.wait()
        return frame

    # --- from the client

    async def receive(self, data: bytes) -> None:
        """Carry out a frame after those before it; its errors become answers."""
        async with self._turn:
            if self.closing is None:
                with speaking(self.language):
                    await self._receive(data)

    async def _receive(self, data: bytes) -> None:
        self.service.journal.figures["frames"] += 1
        try:
            self._count()
            message = m.decode(data)
        except Exception as error:
            self.send(self._refusal(m.ack_of(data), error))
            return
        answering = self._answer(message.ack, lambda: self._do(message))
        if isinstance(message, _APART):
            self.service.tables.tasks.spawn(answering)
        else:
            await answering

    async def _answer(
        self, ack: int | None, work: Callable[[], Awaitable[p.Frame | bytes | None]]
    ) -> None:
        """Send the answer to a message, or its refusal."""
        answer: p.Frame | bytes | None
        try:
            answer = await work()
        except Exception as error:
            answer = self._refusal(ack, error)
        if answer is not None:
            self.send(answer)

    def _refusal(self, ack: int | None, error: Exception) -> p.Frame:
        """The frame for an error; a bug of ours must not end the connection."""
        if isinstance(error, Refused):
            self.service.journal.refused(error.code)
            return p.RefusedFrame(ack=ack, why=str(error), **error.for_programs())
        self.service.journal.trouble(error)
        return p.RefusedFrame(ack=ack, code="busy", why=str(failure(error)))

    def _count(self) -> None:
        """Count a frame; raises Refused for too many."""
        try:
            self._take("frames")
        except Refused:
            self._excess += 1
            if self._excess > self.service.limits.excess:
                self.close(BROKE_RULES, p.Closing(code="rate", why=say("far too many frames")))
            raise
        self._excess = max(0, self._excess - 1)

    def _take(self, name: str) -> None:
        """Count something; raises Refused if there is too much of it in a short time."""
        if not self._buckets[name].take():
            most = getattr(self.service.limits, f"{name}_s")
            raise Refused("rate", _RATES[name], n=f"{most:g}")

    async def _do(self, message: m.Message) -> p.Frame | bytes | None:
        """The answer to a message."""
        if isinstance(message, m.Ping):
            return p.Pong(ack=message.ack)
        if isinstance(message, m.Hello):
            return await self._hello(message)
        if not self.is_known:
            raise Refused("phase", "say hello first")
        if isinstance(message, m.Lobby):
            rows = await self.service.lobby(self.person)
            return p.Tables(ack=message.ack, tables=rows)
        if isinstance(message, m.Open):
            return await self._open(message)
        if isinstance(message, m.Rename) and message.seat is None:
            before = await self._current_name()
            self.name = await self.service.rename(self.person, message.name, before)
            return p.Done(ack=message.ack)
        if isinstance(message, m.Close):
            live = await self.service.tables.load_for(self.person, message.table)
            await self.service.tables.order(live, self.person, self.name, message)
            return p.Done(ack=message.ack)
        if isinstance(message, m.Enter):
            return await self._enter(message)
        if archive.is_aside(message):
            if isinstance(message, m.Steps | m.Puzzle):
                self._take("steps")
            return await archive.answer(self.service, self.person, self.address, message)
        return await self._do_at_table(message)

    async def _hello(self, message: m.Hello) -> p.Frame:
        if message.protocol != p.PROTOCOL:
            raise Refused(
                "unreadable", "protocol {n}; this service speaks {own}",
                n=message.protocol, own=p.PROTOCOL,
            )  # fmt: skip
        if self.live is not None:
            raise Refused("phase", "leave the table first")
        if message.token is not None:
            self.person, self.name = await self.service.person_of(message.token)
        if not self.person:
            raise Refused("rights", NOBODY)
        if message.name is not None:
            before = await self._current_name()
            self.name = await self.service.rename(self.person, message.name, before)
        if message.language is not None:
            self.language = language_of(message.language) or ENGLISH
            await self.name_guest()
        self.is_known = True
        welcome = self.service.welcome(self.language)
        return replace(welcome, ack=message.ack, person=self.person, name=self.name)

    async def _current_name(self) -> str:
        """The name of the person, who may have changed it in another process."""
        if self.service.store.is_shared:
            self.name = await self.service.store.name_of(self.person) or self.name
        return self.name

    async def name_guest(self) -> None:
        """Name a person who has not given a name, in their language."""
        with speaking(self.language):
            word = say(GUEST)
        name = await self._current_name()
        if name != word and name in guests():
            self.name = await self.service.rename(self.person, word, name)

    async def _enter(self, message: m.Enter) -> p.Frame | None:
        self.window, self.is_returning = message.window, message.returning
        if await self.service.attend(self, message.table):
            return p.Done(ack=message.ack, table=message.table)
        self.send(p.Done(ack=message.ack))
        self.service.tables.put_out(self)
        return None

    async def _open(self, message: m.Open) -> p.Frame:
        self.service.addresses.check("tables_min", self.address)
        live = await self.service.tables.open(self.person, message.settings)
        await self.service.attend(self, live.name)
        return p.Done(ack=message.ack, table=live.name, version=live.state.version)

    async def _do_at_table(self, message: m.Message) -> p.Frame | bytes | None:
        live = self.live
        if live is None:
            raise Refused("phase", "enter a table first")
        if isinstance(message, m.Leave):
            self.service.tables.leave(self)
            await self.service.depart(live, self)
            return p.Done(ack=message.ack)
        if type(message) in commands.ORDERS:
            return await self._order(live, message)
        await self._refresh(live)
        if isinstance(message, m.Sync):
            self.show_table()
            answer = p.Done(ack=message.ack, table=live.name, version=live.state.version)
            return None if message.ack is None else answer
        if isinstance(message, m.Look):
            return self._look(live, message)
        if isinstance(message, m.History):
            return await archive.history(self.service, self.person, message, live.name)
        if isinstance(message, m.Dealing):
            return await archive.receipt(self.service, live.state, message)
        if isinstance(message, m.Hint):
            self._ask(live, message)
            return None
        if isinstance(message, m.Invite):
            return await self._invite(live, message)
        if isinstance(message, m.Steps):
            return await self._show_steps(live, message)
        with self.service.addresses.charged(self.address):
            return self._answer_from_state(live, message)

    async def _refresh(self, live: LiveTable) -> None:
        """Apply other processes' events; raises Refused if the person may no longer attend."""
        await self.service.tables.refresh(live)
        if self.live is not live:
            raise Refused("phase", "enter a table first")

    async def _order(self, live: LiveTable, message: m.Message) -> p.Frame:
        """Carry out a command at the table."""
        if isinstance(message, m.Say):
            self._take("chat")
        if isinstance(message, m.Undo):
            await self._refresh(live)
            viewer, state = frames.Viewer(self.person, self.looking), live.state
            if not (state.moves_to_choice(self.person) or frames.is_own_move(state, viewer)):
                raise Refused("turn", commands.NOT_YOUR_MOVE)
        name = await self._current_name() if isinstance(message, m.Sit) else self.name
        version = await self.service.tables.order(live, self.person, name, message)
        if isinstance(message, m.Sit) and message.hot and live.has_other_windows(self):
            self.looking = message.seat  # other windows keep their seats
            self.service.tables.tell_of(live)
            self.show_table()
        return p.Done(ack=message.ack, table=live.name, version=version)

    async def _invite(self, live: LiveTable, message: m.Invite) -> p.Frame:
        code = await self.service.invite(live, self.person, message)
        origin = self.service.around.origin
        page = message.page if origin is None else f"{origin}/"
        picture = None
        if page is not None:
            with contextlib.suppress(Refused):  # then the link has no picture
                link = f"{page}#/join/{code}"
                picture = await self.service.workers.do(self.address, Picture.of_link, link)
        return p.Link(ack=message.ack, kind=message.kind, code=code, origin=origin, picture=picture)

    async def _show_steps(self, live: LiveTable, message: m.Steps) -> bytes:
        self._take("steps")
        arguments = steps.steps_asked(live.state, self.person, message)
        frame: bytes = await self.service.workers.do(self.address, steps.encoded_steps, *arguments)
        return frame

    def _ask(self, live: LiveTable, message: m.Hint) -> None:
        """Start working out a hint, while later messages are carried out."""
        if message.adviser is not None:
            self._take("hints")
        self.drop_question()
        task = self.service.tables.tasks.spawn(
            self._answer(message.ack, lambda: self._hint(live, message))
        )
        self._question = task, live.state.moved
        text = say("the table has moved on; the hint was dropped")
        dropped = p.RefusedFrame(ack=message.ack, code="stale", why=text)
        task.add_done_callback(lambda task: self.send(dropped) if task.cancelled() else None)

    async def _hint(self, live: LiveTable, message: m.Hint) -> p.Frame:
        text = await self.service.movers.hint(live, self.person, message.adviser, self.address)
        return p.Told(ack=message.ack, text=text)

    def drop_question(self, unless: int | None = None) -> None:
        """Cancel the hint being worked out, unless it is about that position."""
        if self._question is not None:
            task, moved = self._question
            if moved != unless:
                self._question = None
                task.cancel()

    def _look(self, live: LiveTable, message: m.Look) -> p.Frame:
        if message.seat is not None and message.seat not in live.state.seats_of(self.person):
            raise Refused("seat", "that is not your seat")
        self.looking = message.seat
        self.service.tables.tell_of(live)
        self.show_table()
        return p.Done(ack=message.ack, table=live.name, version=live.state.version)

    def _answer_from_state(self, live: LiveTable, message: m.Message) -> p.Frame:
        """The answer to a message that needs the state alone."""
        state, viewer = live.state, frames.Viewer(self.person, self.looking)
        match message:
            case m.Why():
                return commands.why_not(state, self.person, message)
            case m.Read():
                return p.Told(ack=message.ack, text=frames.in_words(state, viewer))
            case m.Log():
                return frames.log_frame(state, viewer, message)
            case m.Record():
                return frames.record_frame(state, message)
        raise Refused("phase", NOT_HERE)
