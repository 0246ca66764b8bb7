"""The ledger of Penney's game: which decks of which files are counted in a `scores.csv`.

A file is identified by its decks, not by its name or format: an entry has the hash of the first
decks of a file, up to where they were counted. So a file that has grown, or was counted in part, is
continued from there, and a file met again is not counted again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from dealt.errors import StorageError
from dealt.games.penney.tally import Tally
from dealt.penney.deck_files import unknown_text
from dealt.penney.scores_csv import parse_scores, scores_text

if TYPE_CHECKING:
    from dealt.penney.decks import Decks

_WHAT = "the files of decks that are counted in a scores.csv of Penney's game"
VERSION = 1


@dataclass(frozen=True)
class Counted:
    """Decks of a file that have been counted.

    Attributes:
        name: file name, for people.
        decks: number of decks in the file at that time, or counted before an interruption.
        new: how many of them, at the end, had not been counted before.
        sha256: hash of all `decks` decks, eight bytes each, see `Fingerprint`.
    """

    name: str
    decks: int
    new: int
    sha256: str


class Fingerprint:
    """A hash of decks, independent of the format: over each word, highest byte first."""

    def __init__(self) -> None:
        self.decks = 0
        self._sum = hashlib.sha256()

    def add(self, words: Decks) -> None:
        """Add these decks to the hash."""
        self.decks += len(words)
        self._sum.update(words.astype(">u8").tobytes())

    def text(self) -> str:
        """The hash of all decks so far."""
        return self._sum.hexdigest()


class Book:
    """All that has been counted, as in the ledger now or after the next commit.

    Attributes:
        base: the content of scores.csv from before there was a ledger.
        total: all counts.
        files: the counts from files, in order.
        saved: the content of scores.csv; None if there is none.
        text: the ledger as it is on disk.
    """

    def __init__(self, base: Tally | None, files: Sequence[Counted] = ()) -> None:
        self.base = base
        self.total = base or Tally.empty()
        self.files = list(files)
        self.saved = base
        self.text: str | None = None
        self.waiting = 0  # decks since the last commit
        self._hashes: dict[int, set[str]] = {}
        for file in files:
            self.know(file)

    def know(self, file: Counted) -> None:
        """Recognize these decks from now on."""
        self._hashes.setdefault(file.decks, set()).add(file.sha256)

    def knows(self, decks: int, sha256: str) -> bool:
        """Whether some file began with these decks."""
        return sha256 in self._hashes.get(decks, ())

    def ends(self, after: int, until: int) -> list[int]:
        """The numbers of decks above `after`, up to `until`, at which to check for known decks."""
        return sorted(decks for decks in self._hashes if after < decks <= until)

    def count(self, file: Counted, tally: Tally, *, goes_on: bool) -> None:
        """Add decks of a file; `goes_on` if the last entry is for the same file."""
        if goes_on:
            before = self.files.pop()
            file = Counted(file.name, file.decks, before.new + file.new, file.sha256)
        self.files.append(file)
        self.total += tally
        self.waiting += file.new

    def to_text(self) -> str:
        """The ledger as text."""
        head = {
            "what": _WHAT,
            "version": VERSION,
            "decks": self.total.decks,
            "scores_sha256": hash_of(self.total),
            "replaced_sha256": hash_of(self.saved),
            "base": None if self.base is None else scores_text(self.base).splitlines(),
            "scores": scores_text(self.total).splitlines(),
        }
        rows = ",\n".join(f"  {json.dumps(asdict(file))}" for file in self.files)
        return json.dumps(head, indent=1)[:-2] + f',\n "files": [\n{rows}\n ]\n}}\n'


def hash_of(tally: Tally | None) -> str | None:
    """The hash of a scores.csv; None if there is none."""
    return None if tally is None else hashlib.sha256(scores_text(tally).encode()).hexdigest()


def book_of(text: str, name: str) -> tuple[Book, str | None]:
    """Read a ledger, and the hash of the scores.csv that it replaces.

    Raises:
        ValueError, KeyError, TypeError, StorageError: it is not a ledger.
    """
    data = json.loads(text)
    for key, value in (("what", _WHAT), ("version", VERSION)):
        if data[key] != value:
            raise StorageError(unknown_text(key, data[key], value))
    base = None if data["base"] is None else parse_scores("\n".join(data["base"]), f"{name}: base")
    book = Book(base, [_counted(row) for row in data["files"]])
    book.total = parse_scores("\n".join(data["scores"]), f"{name}: scores")
    book.text = text
    decks = sum(file.new for file in book.files) + (base.decks if base else 0)
    if not decks == data["decks"] == book.total.decks:
        raise StorageError(
            "{decks} decks in files, {counted} in scores", decks=decks, counted=book.total.decks
        )
    if data["scores_sha256"] != hash_of(book.total):
        raise StorageError("scores of another hash")
    return book, data["replaced_sha256"]


def _counted(row: dict[str, Any]) -> Counted:
    file = Counted(**row)
    kinds = [type(value) for value in asdict(file).values()]
    if kinds != [str, int, int, str] or not 1 <= file.new <= file.decks:
        raise StorageError("a wrong entry of {name}", name=repr(file.name))
    return file
