"""A finished match as the archive has it: its head, its record, and who held which seats."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import msgspec
from msgspec import Struct, structs

from dealt.core.record import Record
from dealt.history.heads import Head

Data = dict[str, Any]
MOST = 500  # matches in one answer
LAST = "g"  # greater than every id
MOST_EVER = 100_000  # over which figures are computed


class Holding(Struct, frozen=True):
    """A person's part in a match; without one nobody sees it in the archive.

    Attributes:
        seats: the seats held in each round.
        seat: the one held at the end; None: none, or several.
        title: the person's own name for the match.
    """

    seats: list[list[int]]
    seat: int | None = None
    title: str = ""


class Archived(Struct, frozen=True):
    """A match to be added.

    Attributes:
        head: its head.
        record: the record, as `with_receipts` reads it; None: only the result is known.
        holdings: of each person.
        others: entries of a newer dealt, which stay with the head.
    """

    head: Head
    record: Data | None
    holdings: dict[str, Holding]
    others: Data = {}


def latest_in(matches: Sequence[Archived]) -> int:
    """The number, at their table, of the latest of some matches; 0: there are none."""
    return max((each.head.number for each in matches), default=0)


class Held(Struct, frozen=True):
    """A match of the archive, for one holder, see `Archived`; its record is still packed."""

    head: Head
    record: str | None
    holding: Holding
    others: Data = {}


def pack(data: Data | None) -> str | None:
    """A record as it is stored."""
    if data is None:
        return None
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def unpack(text: str) -> Data:
    """The record that `pack` stored."""
    data: Data = json.loads(zlib.decompress(base64.b64decode(text)))
    return data


def record_of(packed: str) -> Record:
    """The record in a packed one."""
    return Record.from_json(json.dumps(unpack(packed)))


def with_others(head: Head, others: Data) -> Data:
    """The entries of a head as they are stored."""
    return {**others, **structs.asdict(head)}


def others_in(data: Data) -> Data:
    """The entries of a stored head that this version does not know."""
    return {name: data[name] for name in data.keys() - set(Head.__struct_fields__)}


def with_receipts(data: Data) -> Data:
    """A stored record as a table gives it: its receipts have their decks again."""
    whole = {name: value for name, value in data.items() if name not in ("receipts", "by")}
    if "receipts" in data:
        pairs = zip(data["receipts"], data["played"], strict=True)
        whole["receipts"] = [{**receipt, "deck": part["deck"]} for receipt, part in pairs]
    return whole


class Doers(Struct, frozen=True):
    """Who acted in a round, where it was not the seat's player at the end.

    Attributes:
        by: of these actions, by number: `person`, `bot`, `away`, `clock` or a level.
        names: the names that the players of these actions had.
    """

    by: dict[int, str]
    names: dict[int, str]


def doers_of(data: Data) -> list[Doers]:
    """The entry `by` of a stored record: one for each round."""
    none: list[Any] = [{"by": {}, "names": {}}] * len(data["played"])
    return msgspec.convert(data.get("by", none), list[Doers], strict=False)


class Filter(Struct, frozen=True):
    """Which of a person's matches to list, the latest first.

    Attributes:
        game: name of the game; empty: any.
        since, before: they ended then or later, and earlier than that; milliseconds since 1970.
        last: of those that ended at `before`, list the ones with greater ids.
        most: how many.
        daily: only deals of the day.
    """

    game: str = ""
    since: int = 0
    before: int | None = None
    last: str = LAST
    most: int = MOST
    daily: bool = False

    def fits(self, head: Head) -> bool:
        """Whether a match is to be listed."""
        is_next = self.before is None or (-head.ended_at, head.id) > (-self.before, self.last)
        is_kind = self.game in ("", head.game) and (bool(head.day) or not self.daily)
        return is_next and is_kind and head.ended_at >= self.since


def in_order(heads: Iterable[Head], choice: Filter) -> list[Head]:
    """The heads that a filter lets through, the latest first."""
    fitting = sorted(filter(choice.fits, heads), key=lambda head: (-head.ended_at, head.id))
    return fitting[: choice.most]


def called(heads: Iterable[tuple[Head, Mapping[int, str]]]) -> list[Head]:
    """Heads, the latest first, with each person's latest name; with the people by seat."""
    names: dict[str, str] = {}
    renamed = []
    for head, people in heads:
        own = [*head.names]
        for seat, person in people.items():
            own[seat] = names.setdefault(person, own[seat])
        renamed.append(structs.replace(head, names=own))
    return renamed


class AnyArchive(Protocol):
    """The interface of an archive; each call for a person sees that person's matches alone."""

    async def number(self, table: str) -> int:
        """How many matches of a table the archive has had; 1 for a deleted deal of the day's id."""

    async def add(self, matches: Sequence[Archived], table: str = "") -> None:
        """Add matches, unless they are there, and note how far their table is in the archive."""

    async def behind(self, *, begun: bool = False) -> list[str]:
        """The tables of which the archive knows nothing yet.

        Args:
            begun: also those with a match that it has not had, which may have ended.
        """

    async def heads(self, person: str, choice: Filter) -> list[Head]:
        """The heads of matches, the latest first."""

    async def of_table(self, table: str) -> list[Head]:
        """The heads of a table's matches, the latest first, with people's latest names."""

    async def match(self, person: str, match: str) -> Held | None:
        """A match by its id."""

    async def record(self, match: str) -> str | None:
        """The packed record of a match, for those at its table, who have its receipts."""

    async def entitle(self, person: str, match: str, title: str) -> bool:
        """Give a match a name of one's own; False: the person has none with this id."""

    async def delete(self, person: str, match: str) -> bool:
        """Delete a person's part in a match, and with the last one the match."""

    async def compare(self, match: str, strong: int) -> None:
        """Note what a computer player got in a deal of the day, see `Head.strong`."""

    async def review(self, match: str, seat: int, maker: str) -> str | None:
        """A review that is stored with a match.

        Args:
            match: its id.
            seat: whose decisions.
            maker: what it was written by, such as the release; others are as good as none.
        """

    async def put_review(self, person: str, match: str, seat: int, maker: str, text: str) -> None:
        """Store a review with a match that a person has, in place of an earlier one."""
