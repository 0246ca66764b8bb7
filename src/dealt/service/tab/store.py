"""The tables of a tab, stored event by event in the database of the browser, or in memory."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from dealt.errors import StorageError
from dealt.language import message
from dealt.service.store.table_store import Batch, Figures, Row

ALREADY = message("another window wrote there first")
DIGITS = 9  # of the number of an event, so that keys are in its order


class TabStore:
    """A store of tables, see `dealt.service.store.table_store.TableStore`; nobody shares it.

    Args:
        shelf: where all is kept.

    Attributes:
        is_owner: whether tables are played here, and not in another window.
    """

    is_shared = False
    lost: Callable[[], None] | None = None

    def __init__(self, shelf: Shelf) -> None:
        self.figures = Figures()
        self.is_owner = False
        self._shelf = shelf

    async def append(self, batch: Batch, notice: str | None = None) -> None:
        """Keep events; they are on the shelf when this returns.

        Raises:
            StorageError: they could not be kept, or events of these numbers are there already.
        """
        began = time.perf_counter()
        new = {
            _event_key(batch.table, number): json.dumps([row.at, row.body])
            for number, row in enumerate(batch.rows, batch.first)
        }
        new |= {f"code/{code}": batch.table for code in batch.codes}
        changed = {f"visit/{person}/{batch.table}": "" for person in batch.visitors}
        at = batch.rows[-1].at if batch.rows else time.time_ns() // 1_000_000
        row = json.dumps([at, bool(batch.public)])
        if batch.first == 1:
            new[f"table/{batch.table}"] = row
        elif batch.public is not None:
            changed[f"table/{batch.table}"] = row
        await self._write(new, changed)
        self.figures.commits += 1
        self.figures.events += len(batch.rows)
        self.figures.seconds += time.perf_counter() - began

    async def _write(self, new: dict[str, str], changed: dict[str, str]) -> None:
        if not await self._shelf.write(new, changed):
            raise StorageError(ALREADY)

    async def events(self, table: str, after: int = 0) -> list[Row]:
        """The events of a table, in order; those with greater numbers than `after`."""
        rows = await self._shelf.read_all(f"event/{table}/")
        first = _event_key(table, after + 1)
        return [Row(*json.loads(text)) for key, text in rows.items() if key >= first]

    async def add_person(self, person: str, token_hash: str, name: str) -> None:
        """Remember somebody."""
        await self._write({f"person/{person}": name, f"token/{token_hash}": person}, {})

    async def rename(self, person: str, name: str) -> None:
        """Call somebody by another name."""
        await self._write({}, {f"person/{person}": name})

    async def person_of(self, token_hash: str) -> tuple[str, str] | None:
        """Id and name of whom a token belongs to."""
        person = await self._shelf.read(f"token/{token_hash}")
        name = None if person is None else await self.name_of(person)
        return None if person is None or name is None else (person, name)

    async def name_of(self, person: str) -> str | None:
        """The name of a person; None: there is no such person."""
        return await self._shelf.read(f"person/{person}")

    async def table_of(self, code_hash: str) -> str | None:
        """The table that a link leads to."""
        return await self._shelf.read(f"code/{code_hash}")

    async def tables(self, person: str, most: int) -> list[str]:
        """The tables that somebody has visited, and public ones; the latest first."""
        stored = {
            key.partition("/")[2]: json.loads(text)
            for key, text in (await self._shelf.read_all("table/")).items()
        }
        visited = await self._shelf.read_all(f"visit/{person}/")
        latest = sorted(stored, key=lambda name: -stored[name][0])
        own = [name for name in latest if f"visit/{person}/{name}" in visited]
        public = [name for name in latest if stored[name][1]]
        return list(dict.fromkeys([*own[:most], *public[:most]]))

    async def claim(self, table: str) -> bool:
        """Own a table, unless tables are played in another window."""
        return self.is_owner

    async def release(self, table: str) -> None:
        """Own a table no longer."""

    async def check(self) -> None:
        """Return if the shelf answers.

        Raises:
            StorageError: it does not.
        """
        await self._shelf.read("check")


def _event_key(table: str, number: int) -> str:
    return f"event/{table}/{number:0{DIGITS}}"


# --- where a tab keeps texts by their keys --------------------------------------------------------


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
