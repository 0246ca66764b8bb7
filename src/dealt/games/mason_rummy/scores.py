"""The scores of Mason Rummy: the document's `ScoreTable`, and the text it is stored in (R16)."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from dealt.core.record import TextStore
from dealt.errors import StorageError
from dealt.language import reason

_SCORES = "scores.csv"

_COLUMNS = ("name", "games won", "games lost", "best score")
_HEADER = ",".join(f'"{column}"' for column in _COLUMNS)
_PENNEY = ("p1_choice", "p2_choice")  # how the scores.csv of Penney's game begins


class _ScoreFile:
    """A text file of your own: replaced all at once, but not locked against other programs."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def __str__(self) -> str:
        return str(self.path)

    def read(self) -> str | None:
        """The text; None if there is no file yet.

        Raises:
            StorageError: it is not a text file, or cannot be read.
        """
        try:
            if self.path.exists() and not self.path.is_file():
                raise StorageError("cannot read {path}: not a file", path=self.path)
            text = self.path.read_bytes().decode("utf-8-sig")
        except FileNotFoundError:
            return None
        except UnicodeDecodeError:
            raise StorageError("cannot read {name}: not a text file", name=self) from None
        except (OSError, ValueError) as error:
            raise StorageError(
                "cannot read {path}: {reason}", path=self.path, reason=reason(error)
            ) from None
        if "\0" in text:
            raise StorageError("cannot read {name}: not a text file", name=self)
        return text

    def write(self, text: str) -> None:
        """Replace the text with a new one, all at once.

        Raises:
            StorageError: it cannot be written; the old file is untouched.
        """
        try:
            path = self.path.resolve()
            if not path.parent.is_dir():
                raise StorageError(
                    "cannot write {path}: there is no folder {parent}",
                    path=self.path, parent=path.parent,
                )  # fmt: skip
            new = path.with_name(f".{path.name}.new")
            new.write_bytes(text.encode())
            new.replace(path)
        except (OSError, ValueError) as error:
            raise StorageError(
                "cannot write {path}: {reason}", path=self.path, reason=reason(error)
            ) from None

    def locked(self) -> AbstractContextManager[None]:
        """Nothing: this class keeps nobody from writing."""
        return nullcontext()


@dataclass(frozen=True)
class ScoreRow:
    """One player's row: games won and lost, and the lowest score of a game won (R5)."""

    name: str
    won: int = 0
    lost: int = 0
    best: int | None = None

    def after(self, *, won: bool, score: int) -> ScoreRow:
        """The row after one more game."""
        if not won:
            return replace(self, lost=self.lost + 1)
        best = score if self.best is None else min(self.best, score)
        return replace(self, won=self.won + 1, best=best)

    def fields(self) -> tuple[str, str, str, str]:
        """The four fields as text; the best score is empty if there is none."""
        return (
            self.name,
            str(self.won),
            str(self.lost),
            "" if self.best is None else str(self.best),
        )


class ScoreTable:
    """The scores of all players: a list of rows, stored as quoted comma-separated text (R16).

    A finished game that cannot be saved is kept and saved with the next one.

    >>> table = ScoreTable()  # scores.csv in the current folder; any other: ScoreTable("my.csv")
    >>> table.scores = [ScoreRow("Ana", won=2, lost=1, best=12)]
    >>> print(table)
    name  games won  games lost  best score
    Ana           2           1          12

    Args:
        store: path of a file, or another place for a text. A file is opened only when it is read or
            written.
    """

    def __init__(self, store: str | os.PathLike[str] | TextStore = _SCORES) -> None:
        self.store = _ScoreFile(store) if isinstance(store, str | os.PathLike) else store
        self.scores: list[ScoreRow] = []
        self.unsaved: list[tuple[str, bool, int]] = []

    def read_scores(self) -> list[ScoreRow]:
        """Read the rows from the store; a missing file has no rows.

        Returns:
            The list `scores`.

        Raises:
            StorageError: the file exists but does not contain scores; it is not changed.
        """
        self.scores = self._kept()
        return self.scores

    def save_scores(self) -> None:
        """Write all rows to the store, all at once, replacing those there.

        Raises:
            StorageError: it cannot be written, or contains something other than scores, which is
                not changed.
        """
        self._kept()
        out = io.StringIO()
        writer = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n")
        writer.writerow(_COLUMNS)
        writer.writerows(row.fields() for row in self.scores)
        self.store.write(out.getvalue())

    def clear_scores(self) -> None:
        """Remove all rows; the next `save_scores` empties the store."""
        self.scores = []

    def add_game(self, results: Sequence[tuple[str, bool, int]]) -> None:
        """Add a finished game, given as (name, won, score) of each seat, to the stored rows.

        Raises:
            StorageError: it cannot be saved now; `save_unsaved` tries again.
        """
        self.unsaved += results
        self.save_unsaved()

    def save_unsaved(self) -> None:
        """Read the rows again, add what has not been saved yet, and save.

        Raises:
            StorageError: see `add_game`.
        """
        if not self.unsaved:
            return
        with self.store.locked():
            self.read_scores()
            for name, won, score in self.unsaved:
                names = self.names()
                if name not in names:
                    self.scores.append(ScoreRow(name))
                    names.append(name)
                place = names.index(name)
                self.scores[place] = self.scores[place].after(won=won, score=score)
            # no longer unsaved from here on, so that an interrupt cannot make it count twice
            unsaved, self.unsaved = self.unsaved, []
            try:
                self.save_scores()
            except StorageError:
                self.unsaved = unsaved
                raise

    def _kept(self) -> list[ScoreRow]:
        """The rows in the store."""
        text = self.store.read()
        return [] if text is None else _rows_of(text, str(self.store))

    def names(self) -> list[str]:
        """The names of all rows, in order."""
        return [row.name for row in self.scores]

    def __str__(self) -> str:
        rows = [_COLUMNS, *(row.fields() for row in self.scores)]
        widths = [max(len(row[i]) for row in rows) for i in range(len(_COLUMNS))]
        lines = []
        for row in rows:
            cells = [row[0].ljust(widths[0])]
            cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
            lines.append("  ".join(cells))
        return "\n".join(lines)


def _rows_of(text: str, where: str) -> list[ScoreRow]:
    """The rows of a scores file.

    Raises:
        StorageError: it does not contain scores.
    """
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows: list[ScoreRow] = []
    header = False
    try:
        for line in reader:
            if not line:
                continue
            if not header and tuple(line) != _COLUMNS:
                raise _no_scores(line, where)
            if header:
                rows.append(_row_of(line))
            header = True
    except (ValueError, csv.Error):
        raise StorageError(
            "{file}, line {n}, is not a valid score; correct the line, or use --scores FILE",
            file=where, n=reader.line_num,
        ) from None  # fmt: skip
    return rows


def is_scores(text: str) -> bool:
    """Whether a text begins like the scores of Mason Rummy."""
    return text.lstrip().split("\n")[0].rstrip() == _HEADER


def _no_scores(first: Sequence[str], where: str) -> StorageError:
    """What is wrong with a file whose first line is not the header of the scores."""
    if tuple(field.strip() for field in first[:2]) == _PENNEY:
        return StorageError(
            "{file} holds the scores of Penney's game, not of Mason Rummy; use --scores FILE",
            file=where,
        )
    return StorageError(
        "{file} is not a Mason Rummy scores file: its first line is not {header}; "
        "use --scores FILE",
        file=where, header=_HEADER,
    )  # fmt: skip


def _row_of(line: Sequence[str]) -> ScoreRow:
    """The row for the four fields of a line; ValueError if they do not fit."""
    name, won, lost, best = line
    counts = (won, lost, best or "0")
    if not all(count.isascii() and count.isdigit() and len(count) < 19 for count in counts):
        raise ValueError(line)
    return ScoreRow(name, int(won), int(lost), int(best) if best else None)
