"""Maintenance of a database: list, close and delete tables, and copy the file.

A running service does it for its own database, see `control`; otherwise `dealt tables` does.
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
from sqlalchemy import Connection, delete, func, or_, select

from dealt.errors import StorageError
from dealt.history.archive import prune as prune_matches
from dealt.language import reason
from dealt.service.store.database import CODES, EVENTS, SEATED, TABLES, VISITS
from dealt.service.store.store import Store
from dealt.service.store.table_store import Batch, Row
from dealt.service.table import events as ev
from dealt.service.table.state import Trimmed
from dealt.storage.files import OWNER_ALONE

DAY_MS = 86_400_000


class Wish(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for maintenance.

    Attributes:
        do: the kind of request.
        table: the one to close.
        days: the least age of tables to delete.
        named: whether to delete tables with a name of their own, too.
        path: of the copy.
    """

    do: Literal["list", "close", "prune", "backup"]
    table: str = ""
    days: Annotated[int, Meta(ge=1)] = 1
    named: bool = False
    path: str = ""


async def do(
    store: Store, wish: Wish, time_ms: int, *, spare: Collection[str] = ()
) -> list[dict[str, object]] | list[str]:
    """Carry out a request; the affected tables, or notes on all of them.

    Args:
        store: the database.
        wish: the request; it closes a table only if nobody serves it.
        time_ms: since 1970.
        spare: tables not to delete, such as those in memory.

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
    await _close(store, wish.table, time_ms)
    return [wish.table]


class _TableNote(Struct, frozen=True):
    """A table in the list.

    Attributes:
        label: the table's own name.
        events: number of events.
        changed_at: time of the last event, milliseconds since 1970.
        public: whether everybody's lobby lists it.
        closed: by its host, or by `dealt tables`.
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
    """A table's note, from its events other than moves."""
    kinds = [EVENTS.c.body.like(f'{{"e":"{kind}%') for kind in ("opened", "c", "trimmed")]
    query = select(EVENTS.c.body).where(EVENTS.c.table_name == name, or_(*kinds))
    game, label, closed = "", "", False
    for body in connection.scalars(query.order_by(EVENTS.c.number)):
        with contextlib.suppress(ValueError):  # a newer version's event; list the table anyway
            event = ev.read_event(body)
            if isinstance(event, ev.Opened | ev.Changed | Trimmed):
                game, label = event.settings.game, event.settings.label
            closed = closed or isinstance(event, ev.Closed)
    return _TableNote(name=name, game=game, label=label, closed=closed, **facts)


async def prune(
    store: Store, older_than: int, *, spare: Collection[str], with_labels: bool
) -> list[str]:
    """Delete old tables and matches; the names of the tables.

    Args:
        store: the database.
        older_than: delete tables whose last event was before, milliseconds since 1970.
        spare: tables to keep, such as those in memory.
        with_labels: whether to delete tables with a name of their own even if they are not closed.
    """

    def old(connection: Connection) -> list[str]:
        return [
            note.name
            for note in _notes(connection, older_than)
            if note.name not in spare and (with_labels or note.closed or not note.label)
        ]

    def work(connection: Connection) -> list[str]:
        gone = [name for name in old(connection) if name in own]  # which nobody serves now
        for name in gone:
            for table in (VISITS, SEATED, CODES, EVENTS):
                connection.execute(delete(table).where(table.c.table_name == name))
            connection.execute(delete(TABLES).where(TABLES.c.name == name))
        prune_matches(connection, older_than, with_labels=with_labels)
        return gone

    own = {name for name in await store.ask(old) if await store.claim(name)}
    try:
        return await store.ask(work, writes=True)
    finally:
        for name in own:
            await store.release(name)


async def _close(store: Store, name: str, at: int) -> None:
    """Close a table that nobody serves.

    Raises:
        StorageError: it does not exist, or a service uses it.
    """
    last = select(func.max(EVENTS.c.number)).where(EVENTS.c.table_name == name)
    number = await store.ask(lambda c: c.execute(last).scalar())
    if number is None:
        raise StorageError("there is no table {name}", name=name)
    if not await store.claim(name):
        raise StorageError("table {name} is in use; its host can close it", name=name)
    try:
        closed = Row(at, ev.event_text(ev.Closed()))
        batch = Batch(name, number + 1, (closed,), public=False, closed=True)
        await store.append(batch)
    finally:
        await store.release(name)


async def backup(store: Store, path: Path) -> None:
    """Copy the database to a file while it is in use; the copy is complete or absent.

    Raises:
        StorageError: the database is not an SQLite file, or the copy cannot be written.
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
