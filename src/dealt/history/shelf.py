"""The archive in a browser: texts by key, all of them of its one person."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec
from msgspec import structs

from dealt.errors import StorageError
from dealt.history.archived import (
    Archived,
    Data,
    Filter,
    Held,
    Holding,
    called,
    in_order,
    latest_in,
    others_in,
    pack,
    with_others,
)
from dealt.history.heads import Head, hashed
from dealt.language import message

_NOT_SAVED = message("another window wrote there first")


class _Shelf(Protocol):
    """Texts by key, see `dealt.service.tab`."""

    async def write(
        self, new: Mapping[str, str], changed: Mapping[str, str], gone: Sequence[str] = ()
    ) -> bool:
        """Write and remove texts, all or none; False: a key of `new` exists."""

    async def read(self, key: str) -> str | None:
        """The text of a key."""

    async def read_all(self, prefix: str) -> dict[str, str]:
        """The texts of all keys with a prefix."""


class ShelfArchive:
    """The archive of a browser, see `AnyArchive`: `match/ID`, `record/ID` and `kept/TABLE`."""

    def __init__(self, shelf: _Shelf) -> None:
        self._shelf = shelf

    async def number(self, table: str) -> int:
        """How many matches of a table the archive has had."""
        return int(await self._shelf.read(f"kept/{table}") or 0)

    async def add(self, matches: Sequence[Archived], table: str = "") -> None:
        """Add matches, and note how far their table is in the archive."""
        texts = {f"kept/{table}": str(latest_in(matches))} if table else {}
        for each in matches:
            holding = next(iter(each.holdings.values()), None)
            if await self._shelf.read(f"match/{each.head.id}") is not None:
                continue
            texts[f"match/{each.head.id}"] = _encoded(each.head, holding, each.others)
            record = pack(each.record)
            if record is not None:
                texts[f"record/{each.head.id}"] = record
        await self._write(texts)

    async def _write(self, texts: Mapping[str, str], gone: Sequence[str] = ()) -> None:
        if not await self._shelf.write({}, texts, gone):
            raise StorageError(_NOT_SAVED)

    async def behind(self, *, begun: bool = False) -> list[str]:
        """The tables of which the archive knows nothing yet."""
        known = await self._shelf.read_all("kept/")
        tables = (key.partition("/")[2] for key in await self._shelf.read_all("table/"))
        return [table for table in tables if f"kept/{table}" not in known]

    async def heads(self, person: str, choice: Filter) -> list[Head]:
        """The heads of matches, the latest first."""
        texts = (await self._shelf.read_all("match/")).values()
        return in_order((head for head, holding in map(_decoded, texts) if holding), choice)

    async def of_table(self, table: str) -> list[Head]:
        """The heads of a table's matches, the latest first, with people's latest names."""
        texts = await self._shelf.read_all("match/")
        ids = [hashed(table, n) for n in range(await self.number(table), 0, -1)]
        pairs = [_decoded(texts[key]) for key in map("match/{}".format, ids) if key in texts]
        return called(
            (
                structs.replace(head, title="", seat=None),
                {} if head.seat is None else {head.seat: ""},
            )
            for head, _ in pairs
        )

    async def match(self, person: str, match: str) -> Held | None:
        """A match by its id."""
        text = await self._shelf.read(f"match/{match}")
        if text is None:
            return None
        (head, holding), others = _decoded(text), others_in(json.loads(text)[0])
        record = await self.record(match)
        return None if holding is None else Held(head, record, holding, others)

    async def record(self, match: str) -> str | None:
        """The packed record of a match."""
        return await self._shelf.read(f"record/{match}")

    async def entitle(self, person: str, match: str, title: str) -> bool:
        """Give a match a name of one's own; False: the person has none with this id."""
        held = await self.match(person, match)
        if held is not None:
            holding = structs.replace(held.holding, title=title)
            text = _encoded(held.head, holding, held.others)
            await self._write({f"match/{match}": text})
        return held is not None

    async def delete(self, person: str, match: str) -> bool:
        """Delete a match."""
        held = await self.match(person, match)
        if held is not None:
            reviews = await self._shelf.read_all(f"review/{match}/")
            texts = {f"kept/{match}": "1"} if held.head.day else {}
            await self._write(texts, [f"match/{match}", f"record/{match}", *reviews])
        return held is not None

    async def compare(self, match: str, strong: int) -> None:
        """Note what a computer player got in a deal of the day."""
        text = await self._shelf.read(f"match/{match}")
        if text is not None:
            head, holding = json.loads(text)
            await self._write({f"match/{match}": json.dumps([{**head, "strong": strong}, holding])})

    async def review(self, match: str, seat: int, maker: str) -> str | None:
        """A review that is stored with a match."""
        text = await self._shelf.read(f"review/{match}/{seat}") or ""
        by, _, body = text.partition("\n")
        return body if by == maker else None

    async def put_review(self, person: str, match: str, seat: int, maker: str, text: str) -> None:
        """Store a review with a match, in place of an earlier one."""
        if await self.match(person, match) is not None:
            await self._write({f"review/{match}/{seat}": f"{maker}\n{text}"})


def _encoded(head: Head, holding: Holding | None, others: Data) -> str:
    if holding is not None:
        head = structs.replace(head, title=holding.title, seat=holding.seat)
    return msgspec.json.encode((with_others(head, others), holding)).decode()


def _decoded(text: str) -> tuple[Head, Holding | None]:
    return msgspec.json.decode(text, type=tuple[Head, Holding | None])
