"""The database: its address, its tables, their version, and errors in plain words.

A new database is created from these tables; migrations bring an old one to the same state.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    insert,
    inspect,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError
from sqlalchemy.pool import NullPool
from sqlalchemy.schema import CreateTable

from dealt.errors import StorageError
from dealt.history.archive import ARCHIVE, add_matches
from dealt.history.archived import Archived, Holding
from dealt.history.heads import Head, day_id
from dealt.storage.files import make_database_private
from dealt.storage.locks import FileUse, InUseError

_APPLICATION = 0x444C5454  # the application id of our SQLite files: DLTT
# a silently lost connection to PostgreSQL is noticed within half a minute
NOTICING: dict[str, Any] = {
    "connect_timeout": 10, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3,
    "tcp_user_timeout": 25_000,
}  # fmt: skip


def is_postgresql(url: URL) -> bool:
    """Whether a database is PostgreSQL; otherwise it is an SQLite file."""
    return url.get_backend_name() == "postgresql"


def name_of(url: URL) -> str:
    """The place of a database, without a password."""
    return url.render_as_string() if is_postgresql(url) else url.database or ""


def url_of(place: str | Path) -> URL:
    """The URL of a place: a path, or a URL of PostgreSQL."""
    if isinstance(place, Path) or "://" not in place:
        path = Path(place)
        if path.is_dir():
            raise StorageError("cannot use {path}: it is a folder; name a file in it", path=path)
        if not path.parent.is_dir():
            raise StorageError(
                "cannot use {path}: there is no folder {parent}", path=path, parent=path.parent
            )
        return URL.create("sqlite", database=str(path))
    try:
        url = make_url(place)
    except (ArgumentError, ValueError):
        raise StorageError("the address of the database cannot be read") from None
    if url.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    raise StorageError(
        "no database {kind}; name a file, or postgresql://HOST/DATABASE", kind=repr(url.drivername)
    )


def engine_of(url: URL, *, is_shared: bool) -> Engine:
    """The engine for a database; an SQLite file is faster if other processes do not share it."""
    if is_postgresql(url):
        return create_engine(url, poolclass=NullPool, connect_args=NOTICING)
    engine = create_engine(url, poolclass=NullPool, connect_args={"check_same_thread": False})
    mode, patience_ms = ("NORMAL", 10_000) if is_shared else ("EXCLUSIVE", 2000)

    def prepare(connection: Any, record: object) -> None:
        connection.isolation_level = None
        for setting in (
            f"busy_timeout = {patience_ms}",
            f"locking_mode = {mode}",
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            "secure_delete = ON",  # what is deleted cannot be read in the file any more
        ):
            connection.execute(f"PRAGMA {setting}")

    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def migrate(connection: Connection, url: URL, *, is_shared: bool) -> None:
    """Check that the database is ours, and bring its tables up to date, one process at a time."""
    with connection.begin():
        if is_postgresql(url):
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _APPLICATION})
        else:
            _check_file(connection, name_of(url))
            if is_shared:
                connection.execute(CreateTable(NOTICES, if_not_exists=True))
        if not inspect(connection).has_table(_STAMP.name):
            _make_tables(connection)
            return
        version = connection.scalars(select(_STAMP.c.version_num)).one_or_none() or ""
        if version > _VERSION:
            raise StorageError(
                "{file} was written by a newer dealt; update dealt to open it", file=name_of(url)
            )
        if version < _VERSION:
            _upgrade(connection, version)


def used_file(url: URL, *, is_shared: bool) -> FileUse | None:
    """This process's lock on an SQLite file, made private; None: the database is not a file.

    Raises:
        StorageError: the file is in use and cannot be shared, or cannot be created.
    """
    if is_postgresql(url) or not url.database or url.database == ":memory:":
        return None
    try:
        make_database_private(Path(url.database))
        return FileUse(Path(url.database), shared=is_shared)
    except InUseError as error:
        if error.alone:
            raise _in_use(url) from None
        raise StorageError(
            "the tables in {file} are open in another window: close it, or keep tables elsewhere "
            "with --data FILE",
            file=url.database,
        ) from None


def _in_use(url: URL) -> StorageError:
    return StorageError(
        "{file} is in use by another program; is it served already? "
        "--data FILE keeps tables elsewhere",
        file=name_of(url),
    )


def _make_tables(connection: Connection) -> None:
    """Create the tables of this version, as the migrations would."""
    for tables in (METADATA, ARCHIVE):
        tables.create_all(connection, checkfirst=False)
    _STAMP.create(connection, checkfirst=False)
    connection.execute(insert(_STAMP), {"version_num": _VERSION})


def _upgrade(connection: Connection, version: str) -> None:
    """Migrate tables of an older version."""
    for newer, migrate_to in _MIGRATIONS.items():
        if version < newer:
            migrate_to(connection)
    connection.execute(update(_STAMP), {"version_num": _VERSION})


def _check_file(connection: Connection, name: str) -> None:
    whose = connection.exec_driver_sql("PRAGMA application_id").scalar()
    tables = connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar()
    if whose != _APPLICATION and (whose or tables):
        raise StorageError("{file} is a database of another program", file=name)
    connection.exec_driver_sql(f"PRAGMA application_id = {_APPLICATION}")


def plain_error(error: BaseException, url: URL) -> StorageError:
    """An error as one line without a password."""
    if isinstance(error, StorageError):
        return error
    name = name_of(url)
    if isinstance(error, IntegrityError):
        return StorageError("{file}: somebody else wrote there first", file=name)
    reason = " ".join(str(getattr(error, "orig", None) or error).split())
    if "locked" in reason:
        return _in_use(url)
    if "not a database" in reason:
        return StorageError("{file} is not a database", file=name)
    return StorageError("cannot use {path}: {reason}", path=name, reason=reason)


# --- the tables of the database -------------------------------------------------------------------

METADATA = MetaData()

# the latest notices between processes that share an SQLite file, see `notices`; not migrated
NOTICES = Table(
    "notices",
    MetaData(),
    Column("id", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    sqlite_autoincrement=True,
)
# the version, in the form of Alembic
_STAMP = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), primary_key=True),
)

# of a token only the hash is stored
PERSONS = Table(
    "persons",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("name", String(100), nullable=False),
    Column("made_at", BigInteger, nullable=False),
)
TABLES = Table(
    "tables",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("public", Boolean, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Index("tables_by_change", "public", "changed_at"),
)
# see `dealt.service.table.events`; rows are added, and trimmed at the beginning
EVENTS = Table(
    "events",
    METADATA,
    Column("table_name", String(40), ForeignKey("tables.name"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
)
# the tables in a person's lobby
VISITS = Table(
    "visits",
    METADATA,
    Column("person", String(40), ForeignKey("persons.id"), primary_key=True),
    Column("table_name", String(40), ForeignKey("tables.name"), primary_key=True),
    Column("at", BigInteger, nullable=False),
)
# the table of a link; the events of the table say whether it is still valid
CODES = Table(
    "codes",
    METADATA,
    Column("code_hash", String(64), primary_key=True),
    Column("table_name", String(40), ForeignKey("tables.name"), nullable=False),
)
# everybody who has ever sat at a table, for friends' results
SEATED = Table(
    "seated",
    METADATA,
    Column("person", String(40), ForeignKey("persons.id"), primary_key=True),
    Column("table_name", String(40), ForeignKey("tables.name"), primary_key=True),
    Index("seated_by_table", "table_name"),
)


# --- migrations -----------------------------------------------------------------------------------


def _add_seated(connection: Connection) -> None:
    """Note who has sat at which table, from the events so far."""
    SEATED.create(connection)
    seating = or_(EVENTS.c.body.like('{"e":"sat"%'), EVENTS.c.body.like('{"e":"moved"%'))
    bodies = connection.execute(select(EVENTS.c.table_name, EVENTS.c.body).where(seating))
    pairs = {(json.loads(body)["person"], name) for name, body in bodies}
    known_ids = set(connection.scalars(select(PERSONS.c.id)))
    rows = [{"person": who, "table_name": name} for who, name in sorted(pairs) if who in known_ids]
    if rows:
        connection.execute(insert(SEATED), rows)


def _add_archive(connection: Connection) -> None:
    """Move results of deals of the day to the archive, as matches without a record.

    From now on events can be trimmed, which an older dealt cannot read.
    """
    ARCHIVE.create_all(connection)
    if not inspect(connection).has_table("results"):
        return
    query = "SELECT name, results.* FROM results JOIN persons ON persons.id = results.person"
    for row in connection.execute(text(query)).all():
        head = Head(
            id=day_id(row.game, row.day, row.person), game=row.game, version=0, release="", deal="",
            began_at=row.at, ended_at=row.at, options={}, rounds=1, played=1, over=True,
            names=[row.name], levels=[None], points=[row.points], winners=[], day=row.day, seat=0,
        )  # fmt: skip
        add_matches(connection, [Archived(head, None, {row.person: Holding([[0]], 0)})])
    connection.execute(text("DROP TABLE results"))


# what brings the tables to each version from the one before
_MIGRATIONS: dict[str, Callable[[Connection], None]] = {"0002": _add_seated, "0003": _add_archive}
_VERSION = max(_MIGRATIONS)
