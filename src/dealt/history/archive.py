"""The archive in a database: finished matches, who holds them, and how far each table is in it."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import structs
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    delete,
    select,
    text,
    update,
)

from dealt.history.archived import (
    Archived,
    Filter,
    Held,
    Holding,
    called,
    latest_in,
    others_in,
    pack,
    with_others,
)
from dealt.history.heads import Head

T = TypeVar("T")

ARCHIVE = MetaData()
MATCHES = Table(
    "matches",
    ARCHIVE,
    Column("id", String(40), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("day", String(10)),
    Column("deal", String(16), nullable=False, index=True),
    Column("table_name", String(40), index=True),
    Column("head", Text, nullable=False),
    Column("record", Text),
    Index("matches_by_game", "game", "ended_at"),
)
HOLDINGS = Table(
    "holdings",
    ARCHIVE,
    Column("person", String(40), primary_key=True),
    Column("match", String(40), ForeignKey("matches.id"), primary_key=True, index=True),
    Column("ended_at", BigInteger, nullable=False),
    Column("title", Text, nullable=False),
    Column("seats", Text, nullable=False),
    Column("seat", Integer),
)
# how many matches of a table the archive has had, so that a deleted one is not added again; and
# the ids of deleted matches of deals of the day
_KEPT = Table(
    "kept",
    ARCHIVE,
    Column("table_name", String(40), primary_key=True),
    Column("number", Integer, nullable=False),
)
_REVIEWS = Table(
    "reviews",
    ARCHIVE,
    Column("match", String(40), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("maker", String(60), nullable=False),
    Column("body", Text, nullable=False),
)
_BEHIND = "SELECT name FROM tables LEFT JOIN kept ON name = table_name WHERE number IS NULL"
_BEGUN = (
    " OR EXISTS (SELECT 1 FROM events WHERE events.table_name = name AND body LIKE"
    ' \'{"e":"dealt","match":\' || (kept.number + 1) || \',%\')'
)
_HELD = (MATCHES.c.head, MATCHES.c.record, HOLDINGS.c.seats, HOLDINGS.c.seat, HOLDINGS.c.title)


class _Ask(Protocol):
    def __call__(self, work: Callable[[Connection], T], *, writes: bool = False) -> Awaitable[T]:
        """Run something in a transaction of the database."""


class Archive:
    """The archive of a database, see `AnyArchive`.

    Args:
        ask: runs a function with a connection, in a transaction.
    """

    def __init__(self, ask: _Ask) -> None:
        self._ask = ask

    async def number(self, table: str) -> int:
        """How many matches of a table the archive has had."""
        query = select(_KEPT.c.number).where(_KEPT.c.table_name == table)
        return await self._ask(lambda c: c.execute(query).scalar() or 0)

    async def add(self, matches: Sequence[Archived], table: str = "") -> None:
        """Add matches, unless they are there, and note how far their table is in the archive."""
        await self._ask(lambda c: add_matches(c, matches, table), writes=True)

    async def behind(self, *, begun: bool = False) -> list[str]:
        """The tables of which the archive knows nothing yet."""
        query = _BEHIND + _BEGUN if begun else _BEHIND
        return await self._ask(lambda c: list(c.scalars(text(query))))

    async def heads(self, person: str, choice: Filter) -> list[Head]:
        """The heads of matches, the latest first."""
        query = _held_by(person).where(HOLDINGS.c.ended_at >= choice.since)
        if choice.game:
            query = query.where(MATCHES.c.game == choice.game)
        if choice.daily:
            query = query.where(MATCHES.c.day.is_not(None))
        if choice.before is not None:
            ended_at, is_next = HOLDINGS.c.ended_at, MATCHES.c.id > choice.last
            at = choice.before
            query = query.where((ended_at < at) | (ended_at == at) & is_next)
        query = query.order_by(HOLDINGS.c.ended_at.desc(), MATCHES.c.id).limit(choice.most)
        return [_held(row).head for row in await self._ask(lambda c: c.execute(query).all())]

    async def of_table(self, table: str) -> list[Head]:
        """The heads of a table's matches, the latest first, with people's latest names."""
        query = select(MATCHES.c.id, MATCHES.c.head, HOLDINGS.c.person, HOLDINGS.c.seat)
        query = query.select_from(MATCHES.outerjoin(HOLDINGS))
        query = query.where(MATCHES.c.table_name == table)
        query = query.order_by(MATCHES.c.ended_at.desc(), MATCHES.c.id)
        heads: dict[str, tuple[Head, dict[int, str]]] = {}
        for row in await self._ask(lambda c: c.execute(query).all()):
            if row.id not in heads:
                heads[row.id] = msgspec.json.decode(row.head, type=Head), {}
            if row.seat is not None:
                heads[row.id][1][row.seat] = row.person
        return called(heads.values())

    async def match(self, person: str, match: str) -> Held | None:
        """A match by its id."""
        query = _held_by(person).where(MATCHES.c.id == match)
        row = await self._ask(lambda c: c.execute(query).first())
        if row is None:
            return None
        return structs.replace(_held(row), others=others_in(json.loads(row.head)))

    async def record(self, match: str) -> str | None:
        """The packed record of a match, for those at its table, who have its receipts."""
        query = select(MATCHES.c.record).where(MATCHES.c.id == match)
        return await self._ask(lambda c: c.execute(query).scalar())

    async def entitle(self, person: str, match: str, title: str) -> bool:
        """Give a match a name of one's own; False: the person has none with this id."""
        change = update(HOLDINGS).where(*_is_held(person, match)).values(title=title)
        return await self._ask(lambda c: c.execute(change).rowcount > 0, writes=True)

    async def delete(self, person: str, match: str) -> bool:
        """Delete a person's part in a match, and with the last one the match."""
        day = select(MATCHES.c.day).where(MATCHES.c.id == match)

        def work(connection: Connection) -> bool:
            rows = connection.execute(delete(HOLDINGS).where(*_is_held(person, match))).rowcount
            held = select(HOLDINGS.c.match).where(HOLDINGS.c.match == match)
            if rows and connection.execute(held).first() is None:
                if connection.scalar(day):
                    add_once(connection, _KEPT, {"table_name": match, "number": 1})
                _delete_match(connection, match)
            return rows > 0

        return await self._ask(work, writes=True)

    async def compare(self, match: str, strong: int) -> None:
        """Note what a computer player got in a deal of the day."""
        is_match = MATCHES.c.id == match

        def work(connection: Connection) -> None:
            for head in connection.scalars(select(MATCHES.c.head).where(is_match)).all():
                new = json.dumps({**json.loads(head), "strong": strong})
                connection.execute(update(MATCHES).where(is_match).values(head=new))

        await self._ask(work, writes=True)

    async def review(self, match: str, seat: int, maker: str) -> str | None:
        """A review that is stored with a match."""
        query = select(_REVIEWS.c.body).where(*_is_review(match, seat), _REVIEWS.c.maker == maker)
        return await self._ask(lambda c: c.execute(query).scalar())

    async def reviews(self, person: str) -> list[tuple[str, str]]:
        """The stored reviews of the seats that a person held at the end, with their matches."""
        is_own = (HOLDINGS.c.match == _REVIEWS.c.match) & (HOLDINGS.c.seat == _REVIEWS.c.seat)
        query = select(_REVIEWS.c.match, _REVIEWS.c.body).join(HOLDINGS, is_own)
        query = query.where(HOLDINGS.c.person == person)
        return await self._ask(lambda c: [(row.match, row.body) for row in c.execute(query)])

    async def put_review(self, person: str, match: str, seat: int, maker: str, text: str) -> None:
        """Store a review with a match that a person has, in place of an earlier one."""

        def work(connection: Connection) -> None:
            held = select(HOLDINGS.c.match).where(*_is_held(person, match))
            if connection.execute(held).first() is None:
                return  # deleted meanwhile
            connection.execute(delete(_REVIEWS).where(*_is_review(match, seat)))
            row = {"match": match, "seat": seat, "maker": maker, "body": text}
            add_once(connection, _REVIEWS, row)

        await self._ask(work, writes=True)


def prune(connection: Connection, older_than: int, *, with_labels: bool) -> None:
    """Delete matches that ended before, unless their table has a name of its own.

    Args:
        connection: to the database.
        older_than: milliseconds since 1970.
        with_labels: whether to delete those of named tables, too.
    """
    query = select(MATCHES.c.id, MATCHES.c.head).where(MATCHES.c.ended_at < older_than)
    for match, head in connection.execute(query).all():
        if with_labels or not msgspec.json.decode(head, type=Head).label:
            connection.execute(delete(HOLDINGS).where(HOLDINGS.c.match == match))
            _delete_match(connection, match)


def _delete_match(connection: Connection, match: str) -> None:
    connection.execute(delete(_REVIEWS).where(_REVIEWS.c.match == match))
    connection.execute(delete(MATCHES).where(MATCHES.c.id == match))


def _held_by(person: str) -> Any:
    join = HOLDINGS.join(MATCHES, HOLDINGS.c.match == MATCHES.c.id)
    return select(*_HELD).select_from(join).where(HOLDINGS.c.person == person)


def _is_held(person: str, match: str) -> tuple[Any, Any]:
    return HOLDINGS.c.person == person, HOLDINGS.c.match == match


def _is_review(match: str, seat: int) -> tuple[Any, Any]:
    return _REVIEWS.c.match == match, _REVIEWS.c.seat == seat


def _held(row: Any) -> Held:
    head = msgspec.json.decode(row.head, type=Head)
    seats = msgspec.json.decode(row.seats, type=list[list[int]])
    head = structs.replace(head, title=row.title, seat=row.seat)
    return Held(head, row.record, Holding(seats, row.seat, row.title))


def add_matches(connection: Connection, matches: Sequence[Archived], table: str = "") -> None:
    """Add matches in the thread of the database, which packs their records."""
    for each in matches:
        head = each.head
        row = {
            "id": head.id, "game": head.game, "ended_at": head.ended_at, "deal": head.deal,
            "day": head.day or None, "table_name": table or None,
            "head": json.dumps(with_others(head, each.others)),
            "record": pack(each.record),
        }  # fmt: skip
        add_once(connection, MATCHES, row)
        for person, holding in each.holdings.items():
            row = {
                "person": person, "match": head.id, "ended_at": head.ended_at,
                "title": holding.title, "seat": holding.seat,
                "seats": msgspec.json.encode(holding.seats).decode(),
            }  # fmt: skip
            add_once(connection, HOLDINGS, row)
    if table:  # another process may have been further
        number = latest_in(matches)
        connection.execute(
            delete(_KEPT).where(_KEPT.c.table_name == table, _KEPT.c.number < number)
        )
        add_once(connection, _KEPT, {"table_name": table, "number": number})


def add_once(connection: Connection, to: Table, row: dict[str, Any]) -> None:
    """Write a row unless it exists; SQLite and PostgreSQL share this syntax."""
    names, values = ", ".join(row), ", ".join(f":{name}" for name in row)
    add = f"INSERT INTO {to.name} ({names}) VALUES ({values}) ON CONFLICT DO NOTHING"
    connection.execute(text(add), row)
