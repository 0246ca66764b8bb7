"""Several processes that serve one database of PostgreSQL: who owns a table, and who is told what.

A table is decided by the one process that holds its advisory lock.  The others follow its events,
show it to whoever attends it there, and hand on what these say.  All talk on one channel of
notifications; a process that dies loses its locks, and whoever needs the table next takes it over.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from typing import Any

import msgspec
import psycopg
from msgspec import Struct

from dealt.errors import DealtError, StorageError
from dealt.language import ENGLISH, Phrase, speaking, spoken
from dealt.service import commands
from dealt.service import events as ev
from dealt.service import messages as m
from dealt.service.folding import fold
from dealt.service.live import LiveTable
from dealt.service.refusals import CODES, Refused, failure
from dealt.service.service import Service
from dealt.service.store import CHANNEL, Store
from dealt.service.tasks import Tasks

MOST_BYTES = 7900  # of a notification
ANSWER_S = 5.0
BEAT_S = 10.0  # between signs of life
AGAIN_S = 1.0  # before a lost connection is tried again
SILENT_S = 35.0  # after which a process counts as dead


class _Notice(Struct, frozen=True, kw_only=True, tag_field="n", forbid_unknown_fields=True):
    """Something that processes tell each other; `by` says which one."""

    by: str


class _Moved(_Notice, frozen=True, kw_only=True, tag="moved"):
    """A table has come to a version."""

    table: str
    version: int


class _Attended(_Notice, frozen=True, kw_only=True, tag="attended"):
    """Who attends a table at a process.

    Attributes:
        windows: by which window each of them does.
        newest: came last, so that other connections of the same person end.
        asks: the others shall tell likewise.
    """

    table: str
    persons: list[str]
    newest: list[str]
    asks: bool
    windows: dict[str, str] = {}


class _Ordered(_Notice, frozen=True, kw_only=True, tag="ordered"):
    """A person says something to a table; its owner shall decide."""

    id: str
    table: str
    person: str
    name: str
    message: msgspec.Raw
    language: str = ENGLISH  # of a refusal


class _Answered(_Notice, frozen=True, kw_only=True, tag="answered", omit_defaults=True):
    """What has come of an order: the table's version, or a refusal, as in `RefusedFrame`."""

    id: str
    version: int
    code: str | None = None
    why: str = ""
    reason: str = ""
    rule: str = ""
    facts: dict[str, str | int | float | bool | None] = {}


class _Alive(_Notice, frozen=True, kw_only=True, tag="alive"):
    """A sign of life."""


_notices = msgspec.json.Decoder(_Moved | _Attended | _Ordered | _Answered | _Alive)
_messages = msgspec.json.Decoder(
    m.ClientMessage | commands.MakeCode | commands.Join | commands.Arrive | commands.Depart
)


class Bus:
    """The other processes, for a service.

    Args:
        service: of this process; its database is PostgreSQL.

    Attributes:
        id: of this process.
    """

    def __init__(self, service: Service) -> None:
        self.service = service
        self.id = secrets.token_hex(6)
        self._heard_at: dict[str, float] = {}
        self._pending: dict[str, asyncio.Future[_Answered]] = {}
        self._attended: dict[str, frozenset[str]] = {}
        self._tasks = Tasks()
        self._listening: psycopg.AsyncConnection[Any] | None = None
        self._tables = service.tables
        self._tables.others = self

    @property
    def _store(self) -> Store:
        store = self.service.store
        assert isinstance(store, Store)
        return store

    async def start(self) -> None:
        """Begin to listen, in the running loop.

        Raises:
            StorageError: the database cannot be reached.
        """
        try:
            self._listening = await self._connected()
        except psycopg.Error as error:
            reason = " ".join(str(error).split())
            raise StorageError("cannot listen: {reason}", reason=reason) from None
        self._tasks.spawn(self._listen_for_ever(self._listening))
        self._tasks.spawn(self._beat_for_ever())

    async def _connected(self) -> psycopg.AsyncConnection[Any]:
        url = self._store.url.set(drivername="postgresql")
        connection = await psycopg.AsyncConnection.connect(
            url.render_as_string(hide_password=False), autocommit=True
        )
        await connection.execute(f"LISTEN {CHANNEL}")
        return connection

    async def stop(self) -> None:
        """Listen no longer; the tables of this process are free."""
        await self._tasks.cancel()
        if self._listening is not None:
            await self._listening.close()
        self._tables.others = None

    # --- what the service asks for, see `tables.Others`

    def notice(self, table: str, version: int) -> str:
        """What the others are told, with the events themselves, when something has happened."""
        return _text(_Moved(by=self.id, table=table, version=version))

    def present(self, live: LiveTable) -> None:
        """Tell the others who attends a table here."""
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
            windows=live.windows,
        )  # fmt: skip

    async def order(self, table: str, person: str, name: str, message: m.Message) -> int:
        """Have the owner of a table do something, or become the owner.

        Raises:
            Refused: as the owner says, or it does not answer.
        """
        live = await self._tables.load(table)
        if await self._take_over(live):
            return await self._tables.order(live, person, name, message)
        ordered = _Ordered(
            by=self.id,
            id=secrets.token_hex(8),
            table=table,
            person=person,
            name=name,
            message=msgspec.Raw(msgspec.json.encode(message)),
            language=spoken(),
        )
        if len(_text(ordered).encode()) > MOST_BYTES:
            raise Refused("unreadable", "that is too long to be passed on")
        pending: asyncio.Future[_Answered] = asyncio.get_running_loop().create_future()
        self._pending[ordered.id] = pending
        try:
            await self._tell(ordered)
            answer = await asyncio.wait_for(pending, ANSWER_S)
        except TimeoutError:
            raise Refused("busy", "the table does not answer; try again") from None
        finally:
            del self._pending[ordered.id]
        if answer.code is not None:
            text = answer.why.replace("{", "{{").replace("}", "}}") if answer.facts else answer.why
            phrase = Phrase(text, answer.facts, answer.reason, answer.rule)
            raise Refused(answer.code if answer.code in CODES else "busy", phrase)
        return answer.version

    async def _take_over(self, live: LiveTable) -> bool:
        """Become the owner of a table that nobody owns."""
        async with live.lock:
            if live.owned:
                return True
            if not await self.service.store.claim(live.name):
                return False
            live.owned = True
            await self._tables.reload(live)
        self._tables.wake(live)
        return True

    # --- talking

    async def _tell(self, notice: _Notice) -> None:
        try:
            await self._store.notify(_text(notice))
        except StorageError as error:
            self.service.journal.trouble(error)

    async def _listen_for_ever(self, connection: psycopg.AsyncConnection[Any]) -> None:
        while True:
            try:
                async for notification in connection.notifies():
                    self._read(notification.payload)
            except psycopg.Error as error:
                self.service.journal.trouble(
                    StorageError(
                        "messages from other processes do not arrive: {error}", error=error
                    )
                )
            await asyncio.sleep(AGAIN_S)
            with contextlib.suppress(psycopg.Error):
                connection = self._listening = await self._connected()
                for live in list(self._tables.live.values()):
                    await self._catch_up(live)  # with what was not heard

    def _read(self, payload: str) -> None:
        try:
            self._hear(_notices.decode(payload))
        except msgspec.DecodeError as error:  # of another version of dealt
            self.service.journal.trouble(
                StorageError("a notice cannot be read: {error}", error=error)
            )

    def _hear(self, notice: _Notice) -> None:
        """Do what another process tells."""
        if notice.by == self.id:
            return
        self._heard_at[notice.by] = self.service.clock()
        hears: dict[type, Callable[[Any], None]] = {
            _Moved: self._moved,
            _Attended: self._attended_elsewhere,
            _Ordered: self._ordered,
            _Answered: self._answered,
            _Alive: lambda _: None,
        }
        hears[type(notice)](notice)

    def _moved(self, moved: _Moved) -> None:
        live = self._tables.live.get(moved.table)
        if live is not None and not live.owned:
            self._tasks.spawn(self._catch_up(live))

    async def _catch_up(self, live: LiveTable) -> None:
        """Let happen here what has happened elsewhere."""
        async with live.lock:
            if live.owned:
                return
            rows = await self.service.store.events(live.name, live.state.version)
            for row in rows:
                event = ev.read_event(row.body)
                fold(live.state, event, row.at)
                if isinstance(event, ev.Chatted):
                    self._tables.say(live, event)
            if rows:
                self._tables.put_out_strangers(live)
                live.changed()

    def _attended_elsewhere(self, attended: _Attended) -> None:
        live = self._tables.live.get(attended.table)
        if live is None:
            return
        persons = {*live.elsewhere.get(attended.by, ()), *attended.persons}
        live.left_at.update(dict.fromkeys(persons, self.service.clock()))
        live.elsewhere[attended.by] = {
            person: attended.windows.get(person, "") for person in attended.persons
        }
        for session in list(live.sessions):
            is_late = session.is_returning and live.is_attended_elsewhere(
                session.person, session.window
            )
            if session.person in attended.newest or is_late:
                self._tables.put_out(session)
        if attended.asks:
            self._tasks.spawn(self._tell(self._attending(live, [], asks=False)))
        live.changed()
        self._tables.wake(live)

    def _ordered(self, ordered: _Ordered) -> None:
        self._tasks.spawn(self._do(ordered))

    async def _do(self, ordered: _Ordered) -> None:
        """Decide what was handed on, if the table is owned here."""
        live = self._tables.live.get(ordered.table)
        if live is None or not live.owned:
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

    # --- who is alive

    async def _beat_for_ever(self) -> None:
        while True:
            await asyncio.sleep(BEAT_S)
            await self.beat()

    async def beat(self) -> None:
        """Give a sign of life, forget the dead, and take over what is nobody's."""
        await self._tell(_Alive(by=self.id))
        time_s = self.service.clock()
        dead = {who for who, at in self._heard_at.items() if time_s - at > SILENT_S}
        for who in dead:
            del self._heard_at[who]
        for live in list(self._tables.live.values()):
            gone = [who for who in live.elsewhere if who not in self._heard_at]
            for who in gone:
                del live.elsewhere[who]
            if gone:
                live.changed()
            if live.sessions and not live.owned:
                with contextlib.suppress(StorageError):
                    await self._take_over(live)


def _text(notice: _Notice) -> str:
    return msgspec.json.encode(notice).decode()
