"""The file of a score sheet: whether it is a valid place, its tables, and what can go wrong."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from dealt.errors import StorageError
from dealt.language import Phrase, reason
from dealt.scoresheet.schema import Base
from dealt.storage.files import make_database_private

APPLICATION = 0x54524E43  # says whose the database is: TRNC
VERSION = 1  # of the tables; raised when they change


def begin_transaction(connection: Connection) -> None:
    """Begin a transaction; a writing one waits for others now, not half way through."""
    writing = connection.get_execution_options().get("writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def claim_place(path: Path) -> None:
    """Have a file at a path that nobody else can read, empty if it is new.

    Raises:
        StorageError: it is not a possible place for a score sheet.
    """
    try:
        if path.is_dir():
            raise StorageError("cannot use {path}: it is a folder; name a file in it", path=path)
        if path.exists() and not path.is_file():
            raise StorageError("cannot use {path}: not a file", path=path)
        if not path.parent.is_dir():
            raise StorageError(
                "cannot use {path}: there is no folder {parent}", path=path, parent=path.parent
            )
        for place in (path, path.parent):
            if place.exists() and not os.access(place, os.W_OK):
                raise StorageError(
                    "cannot use {path}: {place} is read-only", path=path, place=place
                )
    except (OSError, ValueError) as error:
        raise StorageError("cannot use {path}: {reason}", path=path, reason=reason(error)) from None
    make_database_private(path)


def prepare(connection: Connection, path: Path) -> None:
    """Create the tables in a new file; otherwise check that it is a score sheet, and intact."""

    def query(text: str) -> Any:
        return connection.exec_driver_sql(text).scalar()

    whose, version = query("PRAGMA application_id"), query("PRAGMA user_version")
    if not whose and not version and not query("SELECT count(*) FROM sqlite_master"):
        Base.metadata.create_all(connection)
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
        connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")
        return
    if whose != APPLICATION:
        raise StorageError("{path} is a database of another program, not a score sheet", path=path)
    if version > VERSION:
        raise StorageError(
            "{path} was written by a newer dealt: its tables have version {version}, this one "
            "reads {own}",
            path=path, version=version, own=VERSION,
        )  # fmt: skip
    answer = query("PRAGMA integrity_check(1)")
    if answer != "ok":
        raise StorageError(
            "{path} is damaged: {found}", path=path, found=" ".join(str(answer).split())
        )
    # sheets of before these could be kept have no table for them
    for name, table in Base.metadata.tables.items():
        if name not in ("matches", "sides", "entries"):
            table.create(connection, checkfirst=True)


def failure(error: Exception, path: Path) -> StorageError:
    """What went wrong with the database, in one line."""
    if isinstance(error, OSError):
        return StorageError("cannot use {path}: {reason}", path=path, reason=reason(error))
    text = " ".join(str(getattr(error, "orig", None) or error).split())
    if "locked" in text or "busy" in text:
        return StorageError(
            "{path} is in use by another program; try again when it is done", path=path
        )
    if "not a database" in text:
        return StorageError("{path} is not a score sheet; name another file", path=path)
    if "readonly" in text:
        return StorageError("cannot write {path}: it is read-only", path=path)
    if "full" in text:
        return StorageError(
            "cannot write {path}: {reason}", path=path, reason=Phrase("No space left on device")
        )
    return StorageError("cannot use {path}: {reason}", path=path, reason=text)
