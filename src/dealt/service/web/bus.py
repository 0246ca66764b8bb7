"""Several processes that serve one database, and talk to each other by `notices`.

The one process that has claimed a table decides what happens there.  The others follow its events,
show it to their own clients, and pass these clients' messages on to the owner.  A process that dies
loses its claims, and the next process that needs the table takes it over.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from dealt.errors import DealtError, StorageError
from dealt.language import ENGLISH, Phrase, message, speaking, spoken
from dealt.service.hall.live import Elsewhere, LiveTable
from dealt.service.hall.service import Service
from dealt.service.store.store import Store
from dealt.service.store.table_store import Tasks
from dealt.service.table import commands
from dealt.service.table import messages as m
from dealt.service.table.refusals import CODES, Refused, failure
from dealt.service.web.notices import FileNotices, Notices, PostgresNotices

STOPPED = message(
    "the window that has this table open does not answer: if it is stopped, continue it with fg, "
    "or close it"
)
ANSWER_S = 5.0
_DONE_TWICE = (m.Say, m.Swap)  # not idempotent: sent again, they might be carried out twice
LOOK_S = 0.5  # between two checks whether the owner has died


class _Notice(Struct, frozen=True, kw_only=True, tag_field="n", forbid_unknown_fields=True):
    """A message from one process, `by`, to all others."""

    by: str


class _Moved(_Notice, frozen=True, kw_only=True, tag="moved"):
    """A table has come to a version."""

    table: str
    version: int


class _Attended(_Notice, frozen=True, kw_only=True, tag="attended", omit_defaults=True):
    """The people who attend a table at a process.

    Attributes:
        windows: the window of each person.
        looks: the seats that people with several look from.
        newest: people who came just now, so that their other connections end.
        asks: the others are asked to send the same.
    """

    table: str
    persons: list[str]
    newest: list[str]
    asks: bool
    windows: dict[str, str] = {}
    looks: dict[str, list[int]] = {}


class _Ordered(_Notice, frozen=True, kw_only=True, tag="ordered", omit_defaults=True):
    """A person's message to a table, for its owner.

    Attributes:
        sent_at: time by the timer that processes of one machine share; a late message is ignored.
    """

    id: str
    table: str
    person: str
    name: str
    message: msgspec.Raw
    language: str = ENGLISH  # of a refusal
    sent_at: float | None = None


class _Answered(_Notice, frozen=True, kw_only=True, tag="answered", omit_defaults=True):
    """The answer to `_Ordered`: the table's version, or a refusal, as in `RefusedFrame`."""

    id: str
    version: int
    code: str | None = None
    why: str = ""
    reason: str = ""
    rule: str = ""
    facts: dict[str, str | int | float | bool | None] = {}


class _Freed(_Notice, frozen=True, kw_only=True, tag="freed"):
    """A table has no owner now."""

    table: str


class _Alive(_Notice, frozen=True, kw_only=True, tag="alive"):
    """A sign of life."""


_notices = msgspec.json.Decoder(_Moved | _Attended | _Ordered | _Answered | _Freed | _Alive)
_messages = msgspec.json.Decoder(
    m.ClientMessage | commands.MakeCode | commands.Join | commands.Arrive | commands.Depart
)


class Bus:
    """The other processes, for a service with a shared database."""

    def __init__(self, service: Service, notices: Notices) -> None:
        self.service = service
        self._notices = notices
        self._heard_at: dict[str, float] = {}
        self._pending: dict[str, asyncio.Future[_Answered]] = {}
        self._attended: dict[str, frozenset[str]] = {}
        self._loops, self._tasks = Tasks(), Tasks()
        self._tables = service.tables
        self._tables.others = self

    @staticmethod
    async def started(service: Service) -> Bus:
        """A bus that listens, in the running loop.

        Raises:
            StorageError: the database cannot be reached.
        """
        store = service.store
        assert isinstance(store, Store)
        notices: Notices = PostgresNotices(store) if store.use is None else FileNotices(store)
        await notices.open()
        bus = Bus(service, notices)
        bus._loops.spawn(bus._notices.listen(bus._read, bus._miss, service.journal.trouble))
        bus._loops.spawn(bus._beat_for_ever())
        bus._tasks.spawn(bus._tell(_Alive(by=bus.id)))
        return bus

    @property
    def id(self) -> str:
        """Identifies this process."""
        return self._notices.id

    async def stop(self) -> None:
        """Stop listening; other processes may take over the tables of this one."""
        self._tables.others = None
        await self._loops.cancel()
        await self._tasks.finish()
        await self._notices.close()

    # --- for `Tables`

    def notice(self, table: str, version: int) -> str:
        """The notice that a table has come to a version, to be written with its events."""
        return _text(_Moved(by=self.id, table=table, version=version))

    def present(self, live: LiveTable) -> None:
        """Send the others the people who attend a table here."""
        persons, before = live.local_persons, self._attended.get(live.name, frozenset())
        self._attended[live.name] = persons
        returning = {session.person for session in live.sessions if session.is_returning}
        newest = sorted(persons - before - returning)
        self._tasks.spawn(
            self._tell(self._attending(live, newest, asks=bool(persons) and not before))
        )

    def _attending(self, live: LiveTable, newest: list[str], *, asks: bool) -> _Attended:
        persons = sorted(live.local_persons)
        return _Attended(
            by=self.id, table=live.name, persons=persons, newest=newest, asks=asks,
            windows=live.windows, looks=live.looks,
        )  # fmt: skip

    def free(self, live: LiveTable) -> None:
        """Offer the others a table that this process has given up."""
        self._tasks.spawn(self._tell(_Freed(by=self.id, table=live.name)))

    async def order(self, live: LiveTable, person: str, name: str, message: m.Message) -> int:
        """Have a table's owner carry out a message, or do it here if the owner has died.

        Raises:
            Refused: the owner refuses, or does not answer.
        """
        ordered = _Ordered(
            by=self.id,
            id=secrets.token_hex(8),
            table=live.name,
            person=person,
            name=name,
            message=msgspec.Raw(msgspec.json.encode(message)),
            language=spoken(),
            sent_at=self.service.timer() if self.service.around.own else None,
        )
        most = self._notices.most_bytes
        if most is not None and len(_text(ordered).encode()) > most:
            raise Refused("unreadable", "that is too long to be passed on")
        version = live.state.version
        answer = await self._answer_to(ordered, live)
        await self._tables.refresh(live)  # the client must see the result with the answer
        if answer is None:
            if live.state.version == version or not isinstance(message, _DONE_TWICE):
                return await self._tables.order(live, person, name, message)
            raise Refused("busy", "the connection was lost; look whether it was done")
        if answer.code is not None:
            text = answer.why.replace("{", "{{").replace("}", "}}") if answer.facts else answer.why
            phrase = Phrase(text, answer.facts, answer.reason, answer.rule)
            raise Refused(answer.code if answer.code in CODES else "busy", phrase)
        return answer.version

    async def _answer_to(self, ordered: _Ordered, live: LiveTable) -> _Answered | None:
        """The owner's answer; None: the owner has died, and this process owns the table now.

        Raises:
            Refused: the owner does not answer.
        """
        pending: asyncio.Future[_Answered] = asyncio.get_running_loop().create_future()
        self._pending[ordered.id] = pending
        try:
            await self._tell(ordered)
            for _ in range(round(ANSWER_S / LOOK_S)):
                await asyncio.wait([pending], timeout=LOOK_S)
                if pending.done():
                    return pending.result()
                if await self._tables.own(live):
                    return pending.result() if pending.done() else None
        finally:
            del self._pending[ordered.id]
        if self.service.around.own:
            raise Refused("busy", STOPPED)
        raise Refused("busy", "the table does not answer; try again")

    # --- notices

    async def _tell(self, notice: _Notice) -> None:
        try:
            await self._notices.tell(_text(notice))
        except StorageError as error:
            self.service.journal.trouble(error)

    async def _miss(self) -> None:
        """Make up for notices that may have been lost."""
        for live in list(self._tables.live.values()):
            await self._follow(live)
            if live.sessions:
                await self._tell(self._attending(live, [], asks=True))

    def _read(self, payload: str) -> None:
        try:
            self._hear(_notices.decode(payload))
        except msgspec.DecodeError as error:  # of another version of dealt
            self.service.journal.trouble(
                StorageError("a notice cannot be read: {error}", error=error)
            )

    def _hear(self, notice: _Notice) -> None:
        """Handle a notice of another process."""
        if notice.by == self.id:
            return
        self._heard_at[notice.by] = self.service.timer()
        hears: dict[type, Callable[[Any], object]] = {
            _Moved: self._moved,
            _Attended: self._attended_elsewhere,
            _Ordered: lambda ordered: self._tasks.spawn(self._do(ordered)),
            _Answered: self._answered,
            _Freed: self._freed,
            _Alive: lambda _: None,
        }
        hears[type(notice)](notice)

    def _moved(self, moved: _Moved) -> None:
        live = self._tables.live.get(moved.table)
        if live is not None and moved.version > live.state.version:
            self._tasks.spawn(self._follow(live))

    async def _follow(self, live: LiveTable) -> None:
        """Bring a table up to date; if that fails, the next notice or request tries again."""
        try:
            await self._tables.refresh(live)
        except DealtError as error:
            self.service.journal.trouble(error)

    def _attended_elsewhere(self, attended: _Attended) -> None:
        live = self._tables.live.get(attended.table)
        if live is None:
            return
        before = live.elsewhere.get(attended.by, Elsewhere({}))
        persons = {*before.windows, *attended.persons}
        live.left_at.update(dict.fromkeys(persons, self.service.timer()))
        windows = {person: attended.windows.get(person, "") for person in attended.persons}
        live.elsewhere[attended.by] = Elsewhere(windows, attended.looks)
        for session in list(live.sessions):
            is_late = session.is_returning and live.is_attended_elsewhere(
                session.person, session.window
            )
            if (session.person in attended.newest or is_late) and not self.service.around.own:
                self._tables.put_out(session)
        if attended.asks:
            self._tasks.spawn(self._tell(self._attending(live, [], asks=False)))
        live.changed()
        self._tables.wake(live)

    async def _do(self, ordered: _Ordered) -> None:
        """Carry out a message that was passed on, if this process owns the table."""
        live = self._tables.live.get(ordered.table)
        late_s = 0.0 if ordered.sent_at is None else self.service.timer() - ordered.sent_at
        if live is None or not live.owned or late_s > ANSWER_S:
            return
        message = _messages.decode(ordered.message)
        with speaking(ordered.language):
            try:
                version = await self._tables.order(live, ordered.person, ordered.name, message)
                answer = _Answered(by=self.id, id=ordered.id, version=version)
            except DealtError as error:
                refused = failure(error)
                answer = _Answered(
                    by=self.id,
                    id=ordered.id,
                    version=0,
                    why=str(refused),
                    **refused.for_programs(),
                )
        await self._tell(answer)

    def _answered(self, answered: _Answered) -> None:
        pending = self._pending.get(answered.id)
        if pending is not None and not pending.done():
            pending.set_result(answered)

    def _freed(self, freed: _Freed) -> None:
        live = self._tables.live.get(freed.table)
        if live is not None:
            self._tasks.spawn(self._take_over(live))

    # --- signs of life

    async def _beat_for_ever(self) -> None:
        while True:
            await asyncio.sleep(self._notices.beat_s)
            await self.beat()

    async def beat(self) -> None:
        """Send a sign of life, forget dead processes, and take over tables without an owner."""
        if self._notices.gives_signs:
            await self._tell(_Alive(by=self.id))
        for who in self._notices.dead(self._heard_at, self.service.timer()):
            del self._heard_at[who]
        for live in list(self._tables.live.values()):
            gone = [who for who in live.elsewhere if who not in self._heard_at]
            for who in gone:
                del live.elsewhere[who]
            if gone:
                live.changed()
            await self._take_over(live)

    async def _take_over(self, live: LiveTable) -> None:
        """Own a table that is attended here, if no process does."""
        if live.sessions and not live.owned:
            with contextlib.suppress(DealtError):  # the next beat tries again
                await self._tables.own(live)


def _text(notice: _Notice) -> str:
    return msgspec.json.encode(notice).decode()
