"""The ledger of Penney's game: which decks of which files are counted in a `scores.csv`.

A file is known by its decks, whatever its name and format: an entry has the hash of the first decks
of a file, up to where it was counted. So a file that has grown, or whose counting was broken off,
goes on from there, and one that is met again is not counted again.
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

WHAT = "the files of decks that are counted in a scores.csv of Penney's game"
VERSION = 1


@dataclass(frozen=True)
class Counted:
    """Decks of a file that are counted.

    Attributes:
        name: of the file, for people.
        decks: how many decks the file had then, or how many were counted when it was broken off.
        new: how many of them, the last ones, were not counted before.
        sha256: of all `decks` decks, eight bytes each, see `Fingerprint`.
    """

    name: str
    decks: int
    new: int
    sha256: str


class Fingerprint:
    """A hash of decks, the same for every format: of each word, highest byte first."""

    def __init__(self) -> None:
        self.decks = 0
        self._sum = hashlib.sha256()

    def add(self, words: Decks) -> None:
        """Go on with these decks."""
        self.decks += len(words)
        self._sum.update(words.astype(">u8").tobytes())

    def text(self) -> str:
        """The hash of all decks so far."""
        return self._sum.hexdigest()


class Book:
    """What is counted, as it is in the ledger or will be after the next commit.

    Attributes:
        base: what scores.csv held before there was a ledger.
        total: all counts.
        files: what was counted from files, in order.
        saved: what scores.csv holds, None if there is none.
        text: the ledger as it is on the disk.
    """

    def __init__(self, base: Tally | None, files: Sequence[Counted] = ()) -> None:
        self.base = base
        self.total = base or Tally.empty()
        self.files = list(files)
        self.saved = base
        self.text: str | None = None
        self.waiting = 0  # decks since the last commit
        self._known: dict[int, set[str]] = {}
        for file in files:
            self.know(file)

    def know(self, file: Counted) -> None:
        """From now on, these decks are known when they are met again."""
        self._known.setdefault(file.decks, set()).add(file.sha256)

    def knows(self, decks: int, sha256: str) -> bool:
        """Whether some file began with these decks."""
        return sha256 in self._known.get(decks, ())

    def ends(self, after: int, until: int) -> list[int]:
        """The numbers of decks above `after`, up to `until`, at which something may be known."""
        return sorted(decks for decks in self._known if after < decks <= until)

    def count(self, file: Counted, tally: Tally, *, goes_on: bool) -> None:
        """Add decks of a file; `goes_on` if the last entry is of the same file."""
        if goes_on:
            before = self.files.pop()
            file = Counted(file.name, file.decks, before.new + file.new, file.sha256)
        self.files.append(file)
        self.total += tally
        self.waiting += file.new

    def to_text(self) -> str:
        """The ledger."""
        head = {
            "what": WHAT,
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
    """A ledger, and the hash of the scores.csv that it replaces.

    Raises:
        ValueError, KeyError, TypeError, StorageError: it is none.
    """
    data = json.loads(text)
    for key, wanted in (("what", WHAT), ("version", VERSION)):
        if data[key] != wanted:
            raise StorageError(unknown_text(key, data[key], wanted))
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
