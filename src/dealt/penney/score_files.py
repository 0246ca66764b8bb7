"""Count decks from files into a `scores.csv`, each deck once.

The ledger beside it is authoritative: it holds the totals and the files they come from, and is
replaced as a whole, so decks and the fact that they were counted are saved in one step.
`scores.csv` is written afterwards and holds the totals in the layout of the original document.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from dealt.errors import DealtError, StorageError
from dealt.games.penney.tally import Tally
from dealt.language import message, number, say
from dealt.penney.deck_files import (
    CHUNK,
    AnyPath,
    Paths,
    Progress,
    about,
    deck_chunks,
    fault,
    files_and_rest,
)
from dealt.penney.deck_formats import DamagedError
from dealt.penney.ledger import Book, Counted, Fingerprint, book_of, hash_of
from dealt.penney.scores_csv import read_scores, scores_of_file, scores_text
from dealt.penney.scoring import score
from dealt.storage.files import TextFile

if TYPE_CHECKING:
    from dealt.penney.decks import Decks

__all__ = ["Report", "Scorer", "read_scores", "scores_text"]

_COMMIT_DECKS = 2_000_000
_COMMIT_SECONDS = 1.0
KEPT = 1 << 22  # decks of a file that are kept, not read twice

_COUNTED_BEFORE = "scored_"  # prefix of file names in the document's scores.csv


@dataclass(frozen=True)
class Report:
    """What a call of `Scorer.score` did.

    Attributes:
        decks: number of decks counted.
        files: number of new files.
        known_files: number of files whose decks had all been counted before.
        continued: number of files that had been counted in part.
        is_stopped: whether it was stopped before the end.
        total: all counts, including earlier ones.
        skipped: files of which nothing was counted, with the reason in one line.
        damaged: how many of them have valid decks and invalid ones.
        unread: subfolders and other files in the folders, which were ignored.
    """

    decks: int
    files: int
    known_files: int
    continued: int
    is_stopped: bool
    total: Tally
    skipped: tuple[tuple[Path, str], ...] = ()
    damaged: int = 0
    unread: tuple[Path, ...] = ()

    def __str__(self) -> str:
        return say(
            "{decks} decks counted (files: {files} new, {known} known); {total} decks in all",
            decks=number(self.decks), files=self.files + self.continued, known=self.known_files,
            total=number(self.total.decks),
        )  # fmt: skip


class Scorer:
    """Counts the decks of files into a scores.csv, each deck once, however often it is called.

    A program killed at any moment leaves scores and a ledger that agree; what it counted in the
    last second is counted by the next run. Programs that share a scores.csv wait for each other.

    Args:
        path: the scores.csv; the ledger is beside it, `scores.ledger.json`.
        at_once: number of decks scored in one go, 2 or more.
        commit_decks: number of decks after which counts are written.
        commit_seconds: number of seconds after which counts are written.

    Raises:
        StorageError: `path` is a folder that has no name.
    """

    def __init__(
        self,
        path: AnyPath,
        *,
        at_once: int = CHUNK,
        commit_decks: int = _COMMIT_DECKS,
        commit_seconds: float = _COMMIT_SECONDS,
    ) -> None:
        path = Path(path)
        path = Path(os.path.realpath(path)) if path.is_symlink() else path
        self.scores = TextFile(path)
        if not path.name:  # the folder `.` or `/`
            self.scores.check_writable()
        self.ledger = TextFile(path.with_name(f"{path.stem}.ledger.json"))
        self.at_once = at_once
        self.commit_decks = commit_decks
        self.commit_seconds = commit_seconds
        self._turn = TextFile(path.with_name(f"{path.stem}.lock"))

    @property
    def tally(self) -> Tally:
        """All counts.

        Raises:
            StorageError: the scores or the ledger cannot be read, or contradict each other.
        """
        return self._load().total

    def score(
        self,
        paths: Paths,
        *,
        progress: Progress | None = None,
        stopped: Callable[[], bool] | None = None,
        fast: bool | None = None,
    ) -> Report:
        """Count the decks of files and folders that have not been counted yet, file by file.

        A file that has no decks, or invalid ones, is skipped as a whole if others can be counted;
        the report says so.

        Args:
            paths: files, and folders, which mean the deck files in them.
            progress: called with the number of decks done and the total.
            stopped: called often; if it returns true, the counts so far are written and the call
                ends.
            fast: see `dealt.penney.scoring.score`.

        Raises:
            StorageError: a path does not exist, or a file cannot be read or written.
            DeckError: no file contains decks, or all of them contain invalid ones.
        """
        files, unread = files_and_rest(paths)
        self.scores.check_writable()
        with self._turn.locked():
            book = self._load()
            if book.text is not None and book.saved != book.total:
                self._save(book)
            run = _Run(self, book, _Reports(progress, files), stopped or (lambda: False), fast)
            for path in files:
                if not run.file(path):
                    break
            run.commit()
            return run.report(unread)

    def commit(self, book: Book) -> None:
        """Write the counts: first the ledger, which is authoritative, then the scores.

        Raises:
            StorageError: they cannot be written, or the ledger has been changed meanwhile.
        """
        with self.ledger.locked():
            if self.ledger.read() != book.text:
                raise StorageError(
                    "{file} was changed by another program; nothing was written. Start again",
                    file=self.ledger,
                )
            text = book.to_text()
            self.ledger.write(text)
        book.text = text
        book.waiting = 0
        self._save(book)

    def _save(self, book: Book) -> None:
        self.scores.write(scores_text(book.total))
        book.saved = book.total

    def _load(self) -> Book:
        """Load all counts, from the ledger and the scores.

        Raises:
            StorageError: they cannot be read, or contradict each other.
        """
        while True:
            ledger, scores = self.ledger.read(), self.scores.read()
            if self.ledger.read() == ledger:  # another program may have written both meanwhile
                break
        if ledger is None:
            return Book(None if scores is None else scores_of_file(scores, str(self.scores)))
        try:
            book, replaced = book_of(ledger, str(self.ledger))
        except (ValueError, KeyError, TypeError, RecursionError, StorageError) as error:
            raise StorageError(
                "{ledger} is not a ledger of scores ({reason}); restore the right one, or "
                "delete it to start from {scores} as it is",
                ledger=self.ledger, reason=fault(error), scores=self.scores,
            ) from None  # fmt: skip
        try:
            book.saved = None if scores is None else scores_of_file(scores, str(self.scores))
        except StorageError as error:
            raise StorageError(
                "{error}; restore the right file, or delete it to have it written again",
                error=error,
            ) from None
        if book.saved not in (None, book.total) and hash_of(book.saved) != replaced:
            raise StorageError(
                "{scores} is not what {ledger} says was counted; restore the right file, or "
                "delete it to have it written again, or delete the ledger to go on from the "
                "scores as they are, without knowing which files are in them",
                scores=self.scores, ledger=self.ledger,
            )  # fmt: skip
        return book


class _Reports:
    """Reports the progress of a run, in decks."""

    def __init__(self, progress: Progress | None, files: Sequence[Path]) -> None:
        self._progress = progress
        self._sizes = {} if progress is None else {path: _guess(path) for path in files}
        self._total = sum(self._sizes.get(path, 0) for path in files)
        self._decks_ended = 0

    def correct(self, path: Path, decks: int) -> None:
        """Correct a file's number of decks."""
        self._total += decks - self._sizes.get(path, 0)

    def at(self, decks: int) -> None:
        """Report the decks done in the current file."""
        if self._progress is not None:
            self._progress(self._decks_ended + decks, self._total)

    def ended(self, decks: int) -> None:
        """Report that the current file is done."""
        self._decks_ended += decks
        self.at(0)


def _guess(path: Path) -> int:
    try:
        return about(path)
    except DealtError:
        return 0  # set when the file's turn comes


class _Checked(NamedTuple):
    """A checked file: its decks, how many are known, and the hashes.

    `chunks` are the decks, if they are few enough.
    """

    decks: int
    sha256: str
    known_decks: int
    known_sha256: str
    chunks: list[Decks] | None


class _ChangedError(Exception):
    """A file has changed since it was checked."""


class _Run:
    """One call of `Scorer.score`."""

    def __init__(
        self,
        scorer: Scorer,
        book: Book,
        reports: _Reports,
        stopped: Callable[[], bool],
        fast: bool | None,
    ) -> None:
        self.scorer = scorer
        self.book = book
        self.reports = reports
        self.stopped = stopped
        self.fast = fast
        self.before = book.total.decks
        self.files = self.known_files = self.continued = 0
        self.skipped: list[tuple[Path, DealtError]] = []
        self.is_stopped = False
        self.committed_at = monotonic()

    def report(self, unread: Sequence[Path] = ()) -> Report:
        """The report; raises the first error if no file could be counted."""
        total = self.book.total
        counts = self.files, self.known_files, self.continued
        if self.skipped and not any(counts) and not self.is_stopped:
            error = self.skipped[0][1]
            raise type(error)(
                message("{error}; nothing was counted from this file"), error=error
            ) from None
        skipped = tuple((path, str(error)) for path, error in self.skipped)
        new_decks = total.decks - self.before
        damaged = sum(isinstance(error, DamagedError) for _, error in self.skipped)
        return Report(new_decks, *counts, self.is_stopped, total, skipped, damaged, tuple(unread))

    def file(self, path: Path) -> bool:
        """Count a file; return false if asked to stop."""
        if self.book.base is not None and path.name.startswith(_COUNTED_BEFORE):
            # by this name, the document's program marks files that the scores include
            self.known_files += 1
            self.reports.correct(path, 0)
            return True
        try:
            checked = self._checked(path)
        except DealtError as error:
            self.skipped.append((path, error))
            self.reports.correct(path, 0)
            return True
        if checked is None:
            return False
        self.reports.correct(path, checked.decks)
        if checked.known_decks == checked.decks:
            self.known_files += 1
        elif checked.known_decks:
            self.continued += 1
        else:
            self.files += 1
        try:
            if checked.known_decks < checked.decks:
                self._count(path, checked)
        except _ChangedError:
            self.commit()
            raise StorageError(
                "{file} changed while it was being counted; start again when it is no longer "
                "written to",
                file=path,
            ) from None
        if not self.is_stopped:
            self.reports.ended(checked.decks)
        return not self.is_stopped

    def commit(self) -> None:
        """Write the counts, if there are any."""
        if self.book.waiting:
            self.scorer.commit(self.book)
        self.committed_at = monotonic()

    def _checked(self, path: Path) -> _Checked | None:
        """Read a whole file to see which decks are known; None if asked to stop."""
        fingerprint = Fingerprint()
        known_decks, known_sha256 = 0, ""
        chunks: list[Decks] | None = []
        for words in deck_chunks(path, most=self.scorer.at_once):
            begin = fingerprint.decks
            for end in self.book.ends(begin, begin + len(words)):
                fingerprint.add(words[fingerprint.decks - begin : end - begin])
                if self.book.knows(end, fingerprint.text()):
                    known_decks, known_sha256 = end, fingerprint.text()
            fingerprint.add(words[fingerprint.decks - begin :])
            if chunks is not None:
                chunks.append(words)
                chunks = chunks if fingerprint.decks <= KEPT else None
            if self._must_stop():
                return None
        return _Checked(fingerprint.decks, fingerprint.text(), known_decks, known_sha256, chunks)

    def _count(self, path: Path, checked: _Checked) -> None:
        """Count the unknown decks of a file, chunk by chunk."""
        fingerprint = Fingerprint()
        is_begun = False
        for words in _chunks(path, checked, self.scorer.at_once):
            skipped = min(len(words), max(0, checked.known_decks - fingerprint.decks))
            if skipped:
                fingerprint.add(words[:skipped])
                if (
                    fingerprint.decks == checked.known_decks
                    and fingerprint.text() != checked.known_sha256
                ):
                    raise _ChangedError
            if skipped == len(words):
                continue
            new = words[skipped:]
            tally = score(new, fast=self.fast)
            fingerprint.add(new)
            counted = Counted(path.name, fingerprint.decks, len(new), fingerprint.text())
            self.book.count(counted, tally, goes_on=is_begun)
            is_begun = True
            self.reports.at(fingerprint.decks)
            self._commit_if_due()
            if self._must_stop():
                break
        else:
            if (fingerprint.decks, fingerprint.text()) != (checked.decks, checked.sha256):
                raise _ChangedError
        self.book.know(self.book.files[-1])

    def _commit_if_due(self) -> None:
        late = monotonic() - self.committed_at >= self.scorer.commit_seconds
        if late or self.book.waiting >= self.scorer.commit_decks:
            self.commit()

    def _must_stop(self) -> bool:
        """Whether to stop now."""
        self.is_stopped = self.is_stopped or self.stopped()
        return self.is_stopped


def _chunks(path: Path, checked: _Checked, most: int) -> Iterator[Decks]:
    """Read the decks of a file again."""
    if checked.chunks is not None:
        yield from checked.chunks
        return
    try:
        yield from deck_chunks(path, most=most)
    except DealtError:
        raise _ChangedError from None
