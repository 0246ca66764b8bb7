"""How the database of a table service is opened: its address, its tables, what can go wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, insert, inspect, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError
from sqlalchemy.pool import NullPool

from dealt.errors import StorageError
from dealt.extras import not_installed
from dealt.service.schema import METADATA, STAMP, VERSION

APPLICATION = 0x444C5454  # says whose a file of SQLite is: DLTT


def is_postgresql(url: URL) -> bool:
    """Whether a database is of PostgreSQL; else it is a file of SQLite."""
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


def engine_of(url: URL) -> Engine:
    """What connects to a database."""
    if is_postgresql(url):
        return create_engine(url, poolclass=NullPool)
    engine = create_engine(url, poolclass=NullPool, connect_args={"check_same_thread": False})
    event.listen(engine, "connect", _prepare_file)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare_file(connection: Any, record: object) -> None:
    """Settings of a connection to SQLite; the file is its own until it is closed."""
    connection.isolation_level = None
    for setting in (
        "busy_timeout = 2000",
        "locking_mode = EXCLUSIVE",
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        connection.execute(f"PRAGMA {setting}")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def migrate(connection: Connection, url: URL) -> None:
    """Check whose database it is, and bring its tables up to date."""
    with connection.begin():
        if is_postgresql(url):  # one process at a time
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": APPLICATION})
        else:
            _check_file(connection, name_of(url))
        if not inspect(connection).has_table(STAMP.name):
            _make_tables(connection)
            return
        version = connection.scalars(select(STAMP.c.version_num)).one_or_none() or ""
        if version > VERSION:
            raise StorageError(
                "{file} was written by a newer dealt; update dealt to open it", file=name_of(url)
            )
        if version < VERSION:
            _upgrade(connection, name_of(url))


def _make_tables(connection: Connection) -> None:
    """The tables of this version, as the migrations would have made them."""
    METADATA.create_all(connection, checkfirst=False)
    STAMP.create(connection, checkfirst=False)
    connection.execute(insert(STAMP), {"version_num": VERSION})


def _upgrade(connection: Connection, name: str) -> None:
    """Migrate tables of an older version."""
    try:
        from alembic import command
        from alembic.config import Config
    except ModuleNotFoundError as error:
        raise StorageError(
            "{file} was written by an older dealt: {why}",
            file=name, why=not_installed(error.name, "web"),
        ) from None  # fmt: skip

    config = Config()
    place = Path(__file__).parent / "migrations"
    config.set_main_option("script_location", str(place).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _check_file(connection: Connection, name: str) -> None:
    whose = connection.exec_driver_sql("PRAGMA application_id").scalar()
    tables = connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar()
    if whose != APPLICATION and (whose or tables):
        raise StorageError("{file} is a database of another program", file=name)
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")


def plain_error(error: BaseException, url: URL) -> StorageError:
    """What went wrong, in one line, without a password."""
    if isinstance(error, StorageError):
        return error
    name = name_of(url)
    if isinstance(error, IntegrityError):
        return StorageError("{file}: somebody else wrote there first", file=name)
    reason = " ".join(str(getattr(error, "orig", None) or error).split())
    if "locked" in reason:
        return StorageError(
            "{file} is in use by another program; is it served already? "
            "--data FILE keeps tables elsewhere",
            file=name,
        )
    if "not a database" in reason:
        return StorageError("{file} is not a database", file=name)
    return StorageError("cannot use {path}: {reason}", path=name, reason=reason)
