"""Where a game keeps a text from match to match, such as `dealt.storage.files.TextFile`."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol


class TextStore(Protocol):
    """Where a text is kept; its own text says so to people."""

    def read(self) -> str | None:
        """The text, None if there is none yet."""

    def write(self, text: str) -> None:
        """Keep a new text in place of the old one, in one piece."""

    def locked(self) -> AbstractContextManager[None]:
        """Until the next `write`, nobody else writes."""
