"""The history of a training run: a file with one JSON line for the job and one per generation."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from dealt.errors import SetupError, StorageError
from dealt.storage.files import TextFile

Told = Mapping[str, Any]


class TrainingFile:
    """A file that keeps every finished generation, so that training can be resumed.

    Args:
        path: the file; it need not exist yet.
        job: what is trained and how; a file of another job is refused.

    Raises:
        StorageError: the file cannot be read, or is of another kind.
        SetupError: it belongs to another training run.
    """

    def __init__(self, path: str | os.PathLike[str], job: Told) -> None:
        self._file = TextFile(path)
        self._file.check_writable()
        self.job = dict(job)
        self.generations = self._read()

    def _read(self) -> list[Told]:
        """The generations that the file has."""
        text = self._file.read()
        if text is None or not text.strip():
            return []
        try:
            job, *generations = [json.loads(line) for line in text.splitlines()]
        except ValueError:
            raise StorageError("{file} is not a training history", file=self._file) from None
        if not isinstance(job, dict) or not all(isinstance(each, dict) for each in generations):
            raise StorageError("{file} is not a training history", file=self._file)
        if job != self.job:
            other = ", ".join(f"{name} {job.get(name)}" for name in self.job)
            raise SetupError(
                "{file} belongs to another training run: {other}", file=self._file, other=other
            )
        return generations

    def add(self, generation: Told) -> None:
        """Store one more generation; it is on disk when this returns."""
        self.generations.append(dict(generation))
        lines = [json.dumps(line) for line in (self.job, *self.generations)]
        self._file.write("\n".join(lines) + "\n")
