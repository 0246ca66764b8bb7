"""Where a game keeps a text between matches, such as `dealt.storage.files.TextFile`."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol


class TextStore(Protocol):
    """Where a text is kept; `str` names the place for people."""

    def read(self) -> str | None:
        """The text; None if there is none yet."""

    def write(self, text: str) -> None:
        """Replace the text with a new one, all at once."""

    def locked(self) -> AbstractContextManager[None]:
        """Keep everybody else from writing until the next `write`."""
