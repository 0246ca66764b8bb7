"""Where a tab keeps texts by their keys: the database of the browser, or memory."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Protocol

from dealt.errors import StorageError


class Shelf(Protocol):
    """Texts by keys; what has been written survives whatever happens to the tab."""

    async def write(self, new: Mapping[str, str], changed: Mapping[str, str]) -> bool:
        """Keep texts, all of them or none.

        Args:
            new: under keys that there are not; if there is one, nothing is kept: False.
            changed: under keys that there may be.

        Raises:
            StorageError: they cannot be kept.
        """

    async def read(self, key: str) -> str | None:
        """The text of a key."""

    async def read_all(self, prefix: str) -> dict[str, str]:
        """The texts of all keys that begin so, by keys in their order."""


class MemoryShelf:
    """Texts in memory, lost with it."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    async def write(self, new: Mapping[str, str], changed: Mapping[str, str]) -> bool:
        """See `Shelf.write`."""
        if not self.texts.keys().isdisjoint(new):
            return False
        self.texts |= {**new, **changed}
        return True

    async def read(self, key: str) -> str | None:
        """See `Shelf.read`."""
        return self.texts.get(key)

    async def read_all(self, prefix: str) -> dict[str, str]:
        """See `Shelf.read_all`."""
        return {key: self.texts[key] for key in sorted(self.texts) if key.startswith(prefix)}


class BrowserShelf:
    """Texts in the database of a browser.

    Args:
        kept: an object of the browser with the same three methods, which takes and gives JSON.
    """

    def __init__(self, database: Any) -> None:
        self._database = database

    async def write(self, new: Mapping[str, str], changed: Mapping[str, str]) -> bool:
        """See `Shelf.write`."""
        return bool(await self._ask("write", json.dumps(new), json.dumps(changed)))

    async def read(self, key: str) -> str | None:
        """See `Shelf.read`."""
        value = json.loads(await self._ask("read", key))
        return None if value is None else str(value)

    async def read_all(self, prefix: str) -> dict[str, str]:
        """See `Shelf.read_all`."""
        return dict(json.loads(await self._ask("read_all", prefix)))

    async def _ask(self, method: str, *arguments: str) -> Any:
        try:
            return await getattr(self._database, method)(*arguments)
        except Exception as error:  # whatever the browser throws: no room, no permission
            reason = " ".join(str(error).split())[:200]
            raise StorageError("this browser cannot keep it: {reason}", reason=reason) from None
