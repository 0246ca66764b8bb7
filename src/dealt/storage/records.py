"""Match records, decks of cards, and rows of simulated rounds, in files."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from dealt.cards import Deck
from dealt.core.record import Record
from dealt.errors import DeckError, ParseError, SetupError, StorageError
from dealt.extras import not_installed
from dealt.storage.files import CANNOT_WRITE, TextFile, read_text, storage_errors


def save_record(record: Record, path: str | os.PathLike[str], *, is_private: bool = False) -> None:
    """Write a record to a file, all at once.

    Args:
        record: of a match.
        path: of the file.
        is_private: only the owner can read the file, as the cards are still secret.

    Raises:
        StorageError: it cannot be written.
    """
    TextFile(path, is_private=is_private).write(record.to_json())


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


def read_deck(path: str | os.PathLike[str], deck: Deck) -> list[str]:
    """The faces in a deck file, in dealing order, separated by white space.

    Raises:
        DeckError: the file does not exist, cannot be read, or is not a deck of this kind.
    """
    if not str(path):
        raise DeckError("a deck file needs a name")
    try:
        faces = read_text(Path(path)).split()
        deck.order(faces)
    except FileNotFoundError:
        raise DeckError("deck file {path} not found", path=repr(str(path))) from None
    except StorageError as error:
        raise DeckError(error) from None
    except DeckError as error:
        raise DeckError("deck file {path}: {error}", path=repr(str(path)), error=error) from None
    return faces


# --- files with a row for each round, written during play, as Parquet or CSV ----------------------

CSV, PARQUET = ".csv", ".parquet"


class RoundsFile:
    """A new file of rows, complete or absent.

    It is written beside its place, and moved there at the end of a `with` block; after an error the
    old file stays.

    Args:
        path: ends in `.csv` or `.parquet`.

    Raises:
        SetupError: another ending, or pyarrow is not installed, which writes Parquet.
        StorageError: the file cannot be written.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)
        self._new = self._path.with_name(f"{self._path.name}.{os.getpid()}.part")
        ending = self._path.suffix.lower()
        if ending not in (CSV, PARQUET):
            raise SetupError(
                "{file} must end in {csv} or {parquet}", file=path, csv=CSV, parquet=PARQUET
            )
        with storage_errors(CANNOT_WRITE, path):
            self._writer = _CsvRows(self._new) if ending == CSV else _ParquetRows(self._new)

    def add(self, columns: Mapping[str, Any]) -> None:
        """Write more rows, by column: lists or arrays of whole numbers."""
        with storage_errors(CANNOT_WRITE, self._path):
            self._writer.add(columns)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        try:
            with storage_errors(CANNOT_WRITE, self._path):
                self._writer.close()
                if kind is None and self._new.exists():
                    self._new.replace(self._path)
        finally:
            self._new.unlink(missing_ok=True)


class _CsvRows:
    """Rows as CSV, with a line of headings."""

    def __init__(self, path: Path) -> None:
        self._file: IO[str] = path.open("w", newline="", encoding="utf-8")
        self._lines = csv.writer(self._file, lineterminator="\n")
        self._is_begun = False

    def add(self, columns: Mapping[str, Any]) -> None:
        if not self._is_begun:
            self._lines.writerow(columns)
            self._is_begun = True
        self._lines.writerows(zip(*map(_numbers, columns.values()), strict=True))

    def close(self) -> None:
        self._file.close()


def _numbers(column: Any) -> Iterable[int]:
    """The numbers of a column as a list, as iterating over an array is slow."""
    return column if isinstance(column, list) else column.tolist()


class _ParquetRows:
    """Rows as Parquet, one row group at a time."""

    def __init__(self, path: Path) -> None:
        try:
            self._arrow, self._parquet = map(import_module, ("pyarrow", "pyarrow.parquet"))
        except ModuleNotFoundError:
            raise SetupError(not_installed("pyarrow", "data")) from None
        self._file: Any = path.open("wb")
        self._writer: Any = None

    def add(self, columns: Mapping[str, Any]) -> None:
        table = self._arrow.table(dict(columns))
        if self._writer is None:
            self._writer = self._parquet.ParquetWriter(self._file, table.schema)
        self._writer.write_table(table)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._file.close()
