"""The store of a tab: texts by key, in the database of the browser or in memory."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import Any

from dealt.errors import StorageError
from dealt.language import message
from dealt.service.store.table_store import Batch, Figures, Row

_ALREADY = message("another window wrote there first")
_DIGITS = 9  # of an event's number, so that the keys sort by number


class TabStore:
    """A store of tables on a shelf, see `TableStore`; it is not shared.

    Attributes:
        is_owner: whether tables are played in this window, and not in another one.
    """

    is_shared = False
    lost: Callable[[], None] | None = None

    def __init__(self, shelf: Shelf) -> None:
        self.figures = Figures()
        self.is_owner = False
        self._shelf = shelf

    async def append(self, batch: Batch, notice: str | None = None) -> None:
        """Write events; they are on the shelf when this returns.

        Raises:
            StorageError: they could not be written, or another window used these numbers.
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
            raise StorageError(_ALREADY)

    async def events(self, table: str, after: int = 0) -> list[Row]:
        """The events of a table with numbers greater than `after`, in order."""
        rows = await self._shelf.read_all(f"event/{table}/")
        first = _event_key(table, after + 1)
        return [Row(*json.loads(text)) for key, text in rows.items() if key >= first]

    async def add_person(self, person: str, token_hash: str, name: str) -> None:
        """Add a person."""
        await self._write({f"person/{person}": name, f"token/{token_hash}": person}, {})

    async def rename(self, person: str, name: str) -> None:
        """Change the name of a person."""
        await self._write({}, {f"person/{person}": name})

    async def person_of(self, token_hash: str) -> tuple[str, str] | None:
        """The id and name of a token's person."""
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
        """The tables that a person has visited, and public ones, the latest first."""
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
        """Give up a table; there is nothing to do."""

    async def check(self) -> None:
        """Raise StorageError unless the shelf answers."""
        await self._shelf.read("check")


def _event_key(table: str, number: int) -> str:
    return f"event/{table}/{number:0{_DIGITS}}"


# --- shelves --------------------------------------------------------------------------------------


class Shelf:
    """Texts by key, in memory: they are lost with the tab."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    async def write(self, new: Mapping[str, str], changed: Mapping[str, str]) -> bool:
        """Write texts, all of them or none.

        Args:
            new: texts with new keys; if one of the keys exists, nothing is written: False.
            changed: texts whose keys may exist.

        Raises:
            StorageError: they cannot be written.
        """
        if not self.texts.keys().isdisjoint(new):
            return False
        self.texts |= {**new, **changed}
        return True

    async def read(self, key: str) -> str | None:
        """The text of a key."""
        return self.texts.get(key)

    async def read_all(self, prefix: str) -> dict[str, str]:
        """The texts of all keys with a prefix, in the order of the keys."""
        return {key: self.texts[key] for key in sorted(self.texts) if key.startswith(prefix)}


class BrowserShelf(Shelf):
    """Texts in the database of a browser, which survive the tab.

    Args:
        database: a JavaScript object with the same three methods, which takes and returns JSON.
    """

    def __init__(self, database: Any) -> None:
        self._database = database

    async def write(self, new: Mapping[str, str], changed: Mapping[str, str]) -> bool:
        """Write texts, unless a key of `new` exists."""
        return bool(await self._ask("write", json.dumps(new), json.dumps(changed)))

    async def read(self, key: str) -> str | None:
        """The text of a key."""
        value = json.loads(await self._ask("read", key))
        return None if value is None else str(value)

    async def read_all(self, prefix: str) -> dict[str, str]:
        """The texts of all keys with a prefix, in the order of the keys."""
        return dict(json.loads(await self._ask("read_all", prefix)))

    async def _ask(self, method: str, *arguments: str) -> Any:
        try:
            return await getattr(self._database, method)(*arguments)
        except Exception as error:  # any error of the browser, such as no room or no permission
            reason = " ".join(str(error).split())[:200]
            raise StorageError("this browser cannot keep it: {reason}", reason=reason) from None
