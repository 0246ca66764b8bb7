"""Match records in files."""

from __future__ import annotations

import os
from pathlib import Path

from dealt.core.record import Record
from dealt.errors import ParseError, StorageError
from dealt.storage.files import TextFile, read_text


def save_record(record: Record, path: str | os.PathLike[str]) -> None:
    """Write a record to a file, all at once.

    Raises:
        StorageError: it cannot be written.
    """
    TextFile(path).write(record.to_json())


def load_record(path: str | os.PathLike[str]) -> Record:
    """The record in a file.

    Raises:
        StorageError: the file does not exist or cannot be read.
        ParseError: it is not a record.
    """
    try:
        return Record.from_json(read_text(Path(path)))
    except FileNotFoundError:
        raise StorageError("record file {path} not found", path=repr(str(path))) from None
    except ParseError as error:
        raise ParseError("{where}: {error}", where=path, error=error) from None
