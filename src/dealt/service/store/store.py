"""The database of a table service: one thread, which writes many requests in one commit.

A caller of `append` waits until its rows are on the disk; one commit serves all who wait at the
same time.  By default the database is SQLite with a write-ahead log and full syncing, held by one
process.  PostgreSQL, or a shared file, serves several processes, see `dealt.service.web.bus`.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import (
    Connection,
    Select,
    bindparam,
    delete,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from dealt.errors import StorageError
from dealt.history.archive import HOLDINGS, MATCHES, Archive, add_once
from dealt.history.heads import Head
from dealt.service.store.database import (
    CODES,
    EVENTS,
    NOTICES,
    PERSONS,
    SEATED,
    TABLES,
    VISITS,
    engine_of,
    is_postgresql,
    migrate,
    name_of,
    plain_error,
    url_of,
    used_file,
)
from dealt.service.store.table_store import Batch, FriendResult, Row
from dealt.service.table.refusals import guests

T = TypeVar("T")
_NumberedEvent = tuple[str, int, int, str]  # its table, its number, its time, and its text

_MOST_IN_A_COMMIT = 256
_MOST_FRIENDS = 100  # the latest results, that are listed
MOST_IN_A_STATEMENT = 200  # events; older SQLite takes 999 values
MOST_NOTICES = 500  # in a file; a process that has missed some looks for all changes
CHANNEL = "dealt"  # of PostgreSQL's notifications

# the most frequent statements, built once
_ADD_EVENTS = "INSERT INTO events (table_name, number, at, body) VALUES"
_PLACE = {"qmark": "?", "pyformat": "%s"}  # of a value, by the driver's style
_EVENTS_AFTER = (
    select(EVENTS.c.at, EVENTS.c.body)
    .where(EVENTS.c.table_name == bindparam("table"), EVENTS.c.number > bindparam("after"))
    .order_by(EVENTS.c.number)
)
_TOUCH = text("UPDATE alembic_version SET version_num = version_num")
_PERSON_OF = select(PERSONS.c.id, PERSONS.c.name).where(PERSONS.c.token_hash == bindparam("token"))
_TABLE_OF = select(CODES.c.table_name).where(CODES.c.code_hash == bindparam("code"))


@dataclass
class _Job:
    work: Callable[[Connection], Any]
    future: Future[Any]
    writes: bool
    events: Sequence[_NumberedEvent]  # to be written after `work`, with those of other jobs
    bare: bool  # without a transaction
    passing: bool  # need not survive a crash of the computer


class Store:
    """An open database, see `TableStore`.

    Args:
        place: the path of an SQLite file, or the URL of a PostgreSQL database.
        shared: other processes may use the file at the same time; PostgreSQL is always shared.

    Attributes:
        use: this process's lock on the file; None: it is not a file.
        lost: called, from the thread, when the connection was lost and with it every claim.
        archive: the finished matches.

    Raises:
        StorageError: it cannot be opened, is in use, or is not a database of tables.
    """

    def __init__(self, place: str | Path, *, shared: bool = False) -> None:
        self.url = url_of(place)
        self.is_shared = shared or is_postgresql(self.url)
        self.use = used_file(self.url, is_shared=shared)
        self.figures: dict[str, float] = defaultdict(float)
        self.lost: Callable[[], object] | None = None
        self.archive = Archive(self.ask)
        self._engine = engine_of(self.url, is_shared=shared)
        self._connection: Connection | None = None
        self._syncs_fully, self._version = True, -1  # of the connection to a file
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._is_closed = False
        try:
            self._connect()
            migrate(self._connected(), self.url, is_shared=shared)
        except (SQLAlchemyError, StorageError) as error:
            self._leave()
            raise plain_error(error, self.url) from None
        self._thread = threading.Thread(target=self._run, name="dealt store", daemon=True)
        self._thread.start()

    @property
    def name(self) -> str:
        """The place, without a password."""
        return name_of(self.url)

    def close(self) -> None:
        """Write what is waiting, and close the database."""
        if not self._is_closed:
            self._is_closed = True
            self._jobs.put(None)
            self._thread.join()
            self._leave()

    def _leave(self) -> None:
        self._disconnect()
        if self.use is not None:
            self.use.close()

    async def append(self, batch: Batch, notice: str | None = None) -> None:
        """Write events, and a notice for other processes; all is on the disk when this returns.

        Raises:
            StorageError: they could not be written, or another process used these numbers.
        """
        numbered = enumerate(batch.rows, batch.first)
        events = [(batch.table, number, row.at, row.body) for number, row in numbered]
        await self.ask(lambda c: _prepare(c, batch, notice), writes=True, events=events)

    async def events(self, table: str, after: int = 0) -> list[Row]:
        """The events of a table with numbers greater than `after`, in order."""
        return await self.ask(lambda c: events_of(c, table, after))

    async def trim(self, table: str, version: int, snapshot: Row) -> None:
        """Replace the events of a table up to this number by one, if they are still there."""
        gone = delete(EVENTS).where(EVENTS.c.table_name == table, EVENTS.c.number <= version)
        row = {"table_name": table, "number": version, "at": snapshot.at, "body": snapshot.body}

        def work(connection: Connection) -> None:
            if connection.execute(gone).rowcount:  # else another process has trimmed further
                connection.execute(insert(EVENTS), row)

        await self.ask(work, writes=True)

    async def add_person(self, person: str, token_hash: str, name: str) -> None:
        """Add a person."""
        row = {"id": person, "token_hash": token_hash, "name": name, "made_at": _time_ms()}
        await self.ask(lambda c: c.execute(insert(PERSONS), row), writes=True)

    async def rename(self, person: str, name: str) -> None:
        """Change the name of a person."""
        change = update(PERSONS).where(PERSONS.c.id == person).values(name=name)
        await self.ask(lambda c: c.execute(change), writes=True)

    async def person_of(self, token_hash: str) -> tuple[str, str] | None:
        """The id and name of a token's person."""
        row = await self.ask(lambda c: c.execute(_PERSON_OF, {"token": token_hash}).first())
        return None if row is None else (row[0], row[1])

    async def name_of(self, person: str) -> str | None:
        """The name of a person; None: there is no such person."""
        ask = select(PERSONS.c.name).where(PERSONS.c.id == person)
        return await self.ask(lambda c: c.execute(ask).scalar())

    async def table_of(self, code_hash: str) -> str | None:
        """The table that a link leads to."""
        return await self.ask(lambda c: c.execute(_TABLE_OF, {"code": code_hash}).scalar())

    async def tables(self, person: str, most: int) -> list[str]:
        """The tables that a person has visited, and public ones, the latest first."""
        own = (
            select(TABLES.c.name)
            .join(VISITS, VISITS.c.table_name == TABLES.c.name)
            .where(VISITS.c.person == person)
            .order_by(TABLES.c.changed_at.desc())
            .limit(most)
        )
        public = (
            select(TABLES.c.name)
            .where(TABLES.c.public)
            .order_by(TABLES.c.changed_at.desc())
            .limit(most)
        )
        return await self.ask(lambda c: list(dict.fromkeys([*c.scalars(own), *c.scalars(public)])))

    async def friends(self, person: str, day: str, game: str) -> list[FriendResult]:
        """What friends made of a deal of the day, the latest first.

        Friends are people who have sat at the same table, as long as that table is stored.  People
        without a name are not listed, nor are people of the person's name: they may be the same
        person, on another device.
        """
        query = _of_friends(person, day, game)
        rows = await self.ask(lambda c: c.execute(query).all())
        return [
            FriendResult(row.name, msgspec.json.decode(row.head, type=Head).points[row.seat or 0])
            for row in rows
        ]

    async def claim(self, table: str) -> bool:
        """Own a table, so that no other process changes it; False: another process does."""
        if not self.is_shared:
            return True
        if self.use is not None:
            return self.use.own(table)
        ask = text("SELECT pg_try_advisory_lock(:key)")
        return await self.ask(lambda c: bool(c.execute(ask, {"key": _lock_key(table)}).scalar()))

    async def release(self, table: str) -> None:
        """Give up a table."""
        if self.is_shared and self.use is not None:
            self.use.disown(table)
        elif self.is_shared:
            ask = text("SELECT pg_advisory_unlock(:key)")
            await self.ask(lambda c: c.execute(ask, {"key": _lock_key(table)}))

    async def notify(self, notice: str) -> None:
        """Send a text to all processes that share the database."""
        await self.ask(lambda c: _notify(c, notice), writes=True, passing=True)

    async def notices(self, after: int) -> list[tuple[int, str]] | None:
        """Numbered texts that processes have sent through a shared file, after a number.

        None: no other process has written anything since the last call.
        """
        return await self.ask(lambda c: self._notices(c, after), bare=True)

    def _notices(self, connection: Connection, after: int) -> list[tuple[int, str]] | None:
        driver: Any = connection.connection.driver_connection
        version = driver.execute("PRAGMA data_version").fetchone()[0]
        if version == self._version:
            return None
        self._version = version
        ask = "SELECT id, body FROM notices WHERE id > ? ORDER BY id"
        return list(driver.execute(ask, (after,)))

    async def check(self) -> None:
        """Raise StorageError unless the database answers and can be written."""
        await self.ask(lambda c: c.execute(_TOUCH), writes=True)

    async def ask(
        self,
        work: Callable[[Connection], T],
        *,
        writes: bool = False,
        events: Sequence[_NumberedEvent] = (),
        bare: bool = False,
        passing: bool = False,
    ) -> T:
        """Run something in the thread, and wait for it."""
        if self._is_closed:
            raise StorageError("the database is closed")
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()  # it is done even if its caller is cancelled
        self._jobs.put(_Job(work, future, writes, events, bare, passing))
        return await asyncio.wrap_future(future)

    # --- the thread

    def _run(self) -> None:
        """Do jobs until the store is closed."""
        while True:
            jobs = self._waiting_jobs()
            writes = [job for job in jobs if job is not None and job.writes]
            if writes:
                self._write(writes)
            for job in jobs:
                if job is not None and not job.writes:
                    self._do([job])
            if None in jobs:
                self._disconnect()
                return

    def _waiting_jobs(self) -> list[_Job | None]:
        """The jobs that wait now, at least one."""
        jobs = [self._jobs.get()]
        while jobs[-1] is not None and len(jobs) < _MOST_IN_A_COMMIT:
            try:
                jobs.append(self._jobs.get_nowait())
            except queue.Empty:
                break
        return jobs

    def _write(self, jobs: list[_Job]) -> None:
        """Do all jobs in one commit; if that fails, each alone, so that only the bad one fails."""
        began = time.perf_counter()
        if len(jobs) == 1 or not self._do(jobs, alone=False):
            for job in jobs:
                self._do([job])
        self.figures["commits"] += 1
        self.figures["seconds"] += time.perf_counter() - began

    def _do(self, jobs: Sequence[_Job], *, alone: bool = True) -> bool:
        """Do jobs in one transaction; report their results, but a failure only if `alone`."""
        try:
            if jobs[0].writes and self.is_shared and self.use is not None:
                self._sync(fully=not all(job.passing for job in jobs))
            transaction = contextlib.nullcontext() if jobs[0].bare else self._connected().begin()
            with transaction:
                results = [job.work(self._connected()) for job in jobs]
                events = [event for job in jobs for event in job.events]
                _add_events(self._connected(), events)
        except Exception as error:
            if isinstance(error, DBAPIError) and error.connection_invalidated:
                self._disconnect()
                if self.lost is not None:
                    self.lost()
            if alone:
                for job in jobs:
                    job.future.set_exception(plain_error(error, self.url))
            return False
        for job, result in zip(jobs, results, strict=True):
            job.future.set_result(result)
        self.figures["events"] += len(events)
        return True

    def _sync(self, *, fully: bool) -> None:
        """Choose whether the next commits to a file wait for the disk."""
        if fully != self._syncs_fully:
            driver: Any = self._connected().connection.driver_connection
            driver.execute(f"PRAGMA synchronous = {'FULL' if fully else 'NORMAL'}")
            self._syncs_fully = fully

    def _connect(self) -> None:
        self._connection = self._engine.connect()
        self._syncs_fully, self._version = True, -1

    def _connected(self) -> Connection:
        if self._connection is None:
            self._connect()
        assert self._connection is not None
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def events_of(connection: Connection, table: str, after: int = 0) -> list[Row]:
    """The events of a table with numbers greater than `after`, in order."""
    values = {"table": table, "after": after}
    return [Row(*row) for row in connection.execute(_EVENTS_AFTER, values)]


def _lock_key(table: str) -> int:
    """The number of a table's advisory lock in PostgreSQL."""
    return int.from_bytes(sha256(table.encode()).digest()[:8], "big", signed=True)


def _time_ms() -> int:
    return time.time_ns() // 1_000_000


def _prepare(connection: Connection, batch: Batch, notice: str | None) -> None:
    """Write the rows of a batch other than its events."""
    at = batch.rows[-1].at if batch.rows else _time_ms()
    if batch.first == 1:
        row = {"name": batch.table, "public": bool(batch.public), "changed_at": at}
        connection.execute(insert(TABLES), row)
    elif batch.public is not None:
        change = update(TABLES).where(TABLES.c.name == batch.table)
        connection.execute(change.values(public=batch.public, changed_at=at))
    for person in batch.visitors:
        add_once(connection, VISITS, {"person": person, "table_name": batch.table, "at": at})
    for person in batch.seated:
        add_once(connection, SEATED, {"person": person, "table_name": batch.table})
    codes = [{"code_hash": code, "table_name": batch.table} for code in batch.codes]
    if codes:
        connection.execute(insert(CODES), codes)
    if batch.closed:
        connection.execute(delete(VISITS).where(VISITS.c.table_name == batch.table))
        connection.execute(delete(CODES).where(CODES.c.table_name == batch.table))
    if notice is not None:
        _notify(connection, notice)


def _add_events(connection: Connection, events: Sequence[_NumberedEvent]) -> None:
    """Write events of any tables, many in one statement.

    The thread releases the interpreter lock at each statement and must wait for it again: one
    statement for each event would delay the whole commit.
    """
    place = f"({', '.join([_PLACE[connection.dialect.paramstyle]] * 4)})"
    for first in range(0, len(events), MOST_IN_A_STATEMENT):
        some = events[first : first + MOST_IN_A_STATEMENT]
        values = tuple(value for event in some for value in event)
        connection.exec_driver_sql(f"{_ADD_EVENTS} {', '.join([place] * len(some))}", values)


def _of_friends(person: str, day: str, game: str) -> Select[Any]:
    """The names and results of friends, the latest first."""
    tables = select(SEATED.c.table_name).where(SEATED.c.person == person)
    met = select(SEATED.c.person).where(SEATED.c.table_name.in_(tables), SEATED.c.person != person)
    own_name = select(PERSONS.c.name).where(PERSONS.c.id == person).scalar_subquery()
    return (
        select(PERSONS.c.name, MATCHES.c.head, HOLDINGS.c.seat)
        .join(HOLDINGS, HOLDINGS.c.person == PERSONS.c.id)
        .join(MATCHES, MATCHES.c.id == HOLDINGS.c.match)
        .where(MATCHES.c.day == day, MATCHES.c.game == game)
        .where(PERSONS.c.id.in_(met), PERSONS.c.name.not_in((*guests(), own_name)))
        .order_by(HOLDINGS.c.ended_at.desc(), PERSONS.c.id)
        .limit(_MOST_FRIENDS)
    )


def _notify(connection: Connection, notice: str) -> None:
    if connection.dialect.name == "sqlite":
        number = connection.execute(insert(NOTICES), {"body": notice}).lastrowid
        connection.execute(delete(NOTICES).where(NOTICES.c.id <= number - MOST_NOTICES))
        return
    connection.execute(text(f"SELECT pg_notify('{CHANNEL}', :notice)"), {"notice": notice})
