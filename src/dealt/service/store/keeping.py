"""Tables as whoever keeps the service sees them: listed, closed, deleted when old, copied.

The same is done to the database of a running service, from within it (see `control`), and to one
that nobody serves now.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from sqlalchemy import Connection, delete, func, select, text

from dealt.errors import StorageError
from dealt.language import reason
from dealt.service.store.database import CODES, EVENTS, RESULTS, SEATED, TABLES, VISITS
from dealt.service.store.store import Store, lock_key
from dealt.service.store.table_store import Batch, Row
from dealt.service.table import events as ev
from dealt.storage.files import OWNER_ALONE

DAY_MS = 86_400_000


class Wish(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be done.

    Attributes:
        do: the thing.
        table: which one to close.
        days: how old tables to be deleted are, at least.
        named: whether those with a name of their own are deleted, too.
        path: of a copy.
    """

    do: Literal["list", "close", "prune", "backup"]
    table: str = ""
    days: Annotated[int, Meta(ge=1)] = 1
    named: bool = False
    path: str = ""


async def do(
    store: Store, wish: Wish, time_ms: int, *, spare: Collection[str] = ()
) -> list[dict[str, object]] | list[str]:
    """Do what is wished; the tables that it was done to, or what is known of all.

    Args:
        store: of the tables.
        wish: closes a table only if nobody serves it.
        time_ms: since 1970.
        spare: tables that are not deleted, such as those in memory.

    Raises:
        StorageError: it cannot be done.
    """
    if wish.do == "list":
        return [msgspec.to_builtins(note) for note in await notes(store)]
    if wish.do == "prune":
        older_than = time_ms - wish.days * DAY_MS
        return await prune(store, older_than, spare=spare, with_labels=wish.named)
    if wish.do == "backup":
        await backup(store, Path(wish.path))
        return [wish.path]
    await close(store, wish.table, time_ms)
    return [wish.table]


class _TableNote(Struct, frozen=True):
    """A table as it is listed.

    Attributes:
        name: of the table.
        game, label: what it plays and is called.
        events: how many there were.
        changed_at: when the last one was, milliseconds since 1970.
        public: whether the lobby lists it for everybody.
        closed: by its host or by whoever keeps the service.
    """

    name: str
    game: str
    label: str
    events: int
    changed_at: int
    public: bool
    closed: bool


async def notes(store: Store) -> list[_TableNote]:
    """All tables, the latest first."""
    return await store.ask(_notes)


def _notes(connection: Connection, older_than: int | None = None) -> list[_TableNote]:
    last = func.max(EVENTS.c.at)
    query = (
        select(TABLES.c.name, TABLES.c.public, func.count(), last)
        .join(EVENTS, EVENTS.c.table_name == TABLES.c.name)
        .group_by(TABLES.c.name, TABLES.c.public)
        .order_by(last.desc())
    )
    if older_than is not None:
        query = query.having(last < older_than)
    return [
        _note(connection, name, public=public, events=events, changed_at=at)
        for name, public, events, at in connection.execute(query).all()
    ]


def _note(connection: Connection, name: str, **facts: Any) -> _TableNote:
    """What the events of a table that are not moves say of it."""
    kinds = EVENTS.c.body.like('{"e":"opened"%') | EVENTS.c.body.like('{"e":"c%')
    query = select(EVENTS.c.body).where(EVENTS.c.table_name == name, kinds)
    game, label, closed = "", "", False
    for body in connection.scalars(query.order_by(EVENTS.c.number)):
        with contextlib.suppress(ValueError):  # of a newer version: it is listed all the same
            event = ev.read_event(body)
            if isinstance(event, ev.Opened | ev.Changed):
                game, label = event.settings.game, event.settings.label
            closed = closed or isinstance(event, ev.Closed)
    return _TableNote(name=name, game=game, label=label, closed=closed, **facts)


async def prune(
    store: Store, older_than: int, *, spare: Collection[str], with_labels: bool
) -> list[str]:
    """Delete tables at which nothing has happened for long; their names.

    Results of deals of the day that are as old go, too.

    Args:
        store: of the tables.
        older_than: the time of the last event, milliseconds since 1970; younger ones stay.
        spare: tables that stay, such as those in memory.
        with_labels: whether tables with a name of their own go, too; closed ones always do.
    """

    def work(connection: Connection) -> list[str]:
        old = [
            note.name
            for note in _notes(connection, older_than)
            if note.name not in spare and (with_labels or note.closed or not note.label)
        ]
        gone = [name for name in old if _is_free(store, connection, name)]
        for name in gone:
            for table in (VISITS, SEATED, CODES, EVENTS):
                connection.execute(delete(table).where(table.c.table_name == name))
            connection.execute(delete(TABLES).where(TABLES.c.name == name))
        connection.execute(delete(RESULTS).where(RESULTS.c.at < older_than))
        return gone

    gone = await store.ask(work, writes=True)
    for name in gone:
        if store.use is not None:
            store.use.disown(name)
    return gone


def _is_free(store: Store, connection: Connection, name: str) -> bool:
    """Whether no process serves a table now; none can begin to until this is written."""
    if not store.is_shared:
        return True
    if store.use is not None:
        return store.use.own(name)
    ask = text("SELECT pg_try_advisory_xact_lock(:key)")
    return bool(connection.execute(ask, {"key": lock_key(name)}).scalar())


async def close(store: Store, name: str, at: int) -> None:
    """Close a table that is not being served.

    Raises:
        StorageError: there is none, or a service has it in use.
    """
    rows = await store.events(name)
    if not rows:
        raise StorageError("there is no table {name}", name=name)
    if not await store.claim(name):
        raise StorageError("table {name} is in use; its host can close it", name=name)
    try:
        closed = Row(at, ev.event_text(ev.Closed()))
        batch = Batch(name, len(rows) + 1, (closed,), public=False, closed=True)
        await store.append(batch)
    finally:
        await store.release(name)


async def backup(store: Store, path: Path) -> None:
    """Copy the whole database to a file, while it is in use; whole or not at all.

    Raises:
        StorageError: it is no file of SQLite, or the copy cannot be written.
    """
    if store.use is None:
        raise StorageError("a database of PostgreSQL is copied by pg_dump")
    if path.exists():
        raise StorageError("{path} already exists", path=path)
    half = path.with_name(f"{path.name}.part")

    def copy(source: Any) -> None:
        try:
            half.unlink(missing_ok=True)
            os.close(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ALONE))
            with contextlib.closing(sqlite3.connect(half)) as target:
                source.backup(target)
            half.replace(path)
        except (OSError, sqlite3.Error) as error:
            half.unlink(missing_ok=True)
            cause = reason(error) if isinstance(error, OSError) else str(error)
            raise StorageError("cannot write {path}: {reason}", path=path, reason=cause) from None

    await store.ask(lambda c: copy(c.connection.driver_connection), bare=True)
