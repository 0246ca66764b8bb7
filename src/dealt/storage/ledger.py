"""A ledger of finished shards: a text file with one line per shard, synced as it is written."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from dealt.errors import SetupError, StorageError
from dealt.simulate.shards import Counts, Job, Span
from dealt.storage.files import CANNOT_WRITE, lock, read_text, storage_errors, write_all

VERSION = 1


class LedgerFile:
    """The shards of one job, kept in a file; see `dealt.simulate.shards.Ledger`.

    The first line identifies the job: its work, seed, shard size and settings. The total is not
    part of it, so more can be added later. A line that was being written when the program was
    killed is dropped. The file stays locked while it is open.

    Args:
        path: the file; created if it does not exist.
        job: the work to do.

    Attributes:
        shard: number in a shard: the job's, or a former one from the beginning of the file.

    Raises:
        StorageError: it cannot be read or written, is not a ledger, or is in use.
        SetupError: it is the ledger of another job.
    """

    def __init__(self, path: str | os.PathLike[str], job: Job) -> None:
        self.path = Path(path)
        self.shard: int | None = job.shard
        self._finished: dict[Span, Counts] = {}
        with storage_errors(CANNOT_WRITE, self.path):
            self._handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            with storage_errors(CANNOT_WRITE, self.path):
                try:
                    lock(self._handle, waits=False)
                except BlockingIOError:
                    raise StorageError(
                        "{path} is in use by another run; wait for it", path=self.path
                    ) from None
                self._read(job)
        except BaseException:
            os.close(self._handle)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the file for others."""
        os.close(self._handle)

    def counts(self) -> Mapping[Span, Counts]:
        """All finished shards."""
        return self._finished

    def add(self, span: Span, counts: Counts) -> None:
        """Write a finished shard; it is on disk when this returns.

        Raises:
            StorageError: it cannot be written.
        """
        with storage_errors(CANNOT_WRITE, self.path):
            self._append({"first": span.first, "n": span.n, "counts": list(counts)})
        self._finished[span] = counts

    def _append(self, data: Mapping[str, Any]) -> None:
        write_all(self._handle, json.dumps(data, separators=(",", ":")).encode() + b"\n")

    def _read(self, job: Job) -> None:
        whole, newline, torn = read_text(self.path).rpartition("\n")
        if torn:
            os.ftruncate(self._handle, len((whole + newline).encode()))
        lines = whole.split("\n") if newline else []
        if not lines:
            self._append(_head_of(job))
            return
        self._check(lines[0], job)
        for number, line in enumerate(lines[1:], 2):
            try:
                entry = json.loads(line)
                span = Span(entry["first"], entry["n"])
                self._finished[span] = [int(count) for count in entry["counts"]]
            except (ValueError, KeyError, TypeError):
                raise StorageError(
                    "{path}: line {number} is not a finished shard; it may be damaged",
                    path=self.path, number=number,
                ) from None  # fmt: skip

    def _check(self, line: str, job: Job) -> None:
        """Raise if the first line is not that of this job."""
        try:
            head = json.loads(line)
            is_ledger = head["dealt"] == "ledger" and head["version"] == VERSION
        except (ValueError, KeyError, TypeError):
            is_ledger = False
        if not is_ledger:
            raise StorageError(
                "{path} is not a ledger of finished shards; name another file", path=self.path
            )
        if head.get("work") in job.former_names:
            head["work"] = job.work
        if head.get("shard") in job.former_shards:
            self.shard = head["shard"]
            head["shard"] = job.shard
        for name, value in _head_of(job).items():
            if head.get(name) != value:
                raise SetupError(
                    "{path} is the ledger of another job: its {name} is {head}, not {value}; "
                    "give the same again, or name another file",
                    path=self.path, name=name, head=head.get(name), value=value,
                )  # fmt: skip


def _head_of(job: Job) -> dict[str, Any]:
    """The first line of a ledger."""
    return {
        "dealt": "ledger",
        "version": VERSION,
        "work": job.work,
        "seed": job.seed,
        "shard": job.shard,
        "settings": dict(job.settings),
    }
