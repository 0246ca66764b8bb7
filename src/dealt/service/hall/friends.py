"""Friends' results of the deal of the day, in the database of a service.

Friends are people who have sat at the same table, as long as that table is stored.  A person's
first result of a deal counts, and only people with a result see others'.  People without a name are
not listed, nor are people of the reader's name: they may be the reader, on another device.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Select, select, text

from dealt.service.store.database import PERSONS, RESULTS, SEATED
from dealt.service.store.store import Store
from dealt.service.table.refusals import guests

_MOST_FRIENDS = 100  # the latest results, that are listed
# the first result stays; SQLite and PostgreSQL share this syntax
_KEEP = text(
    "INSERT INTO results (person, day, game, points, at) "
    "VALUES (:person, :day, :game, :points, :at) ON CONFLICT DO NOTHING"
)


class FriendResult(Struct, frozen=True):
    """A friend's result of a deal."""

    name: str
    points: int


class Comparison(Struct, frozen=True):
    """The reader's first result of a deal, and those of friends, the latest first."""

    points: int
    friends: list[FriendResult]


class Friends:
    """Results of the people of a service, in its database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def compare(self, person: str, day: str, game: str, points: int, at: int) -> Comparison:
        """Store a person's first result, and compare it with those of friends.

        Args:
            person: id of the person who has finished the deal.
            day: of the deal.
            game: its name.
            points: the result, computed by the service itself.
            at: milliseconds since 1970.
        """
        row = {"person": person, "day": day, "game": game, "points": points, "at": at}
        own = select(RESULTS.c.points).where(
            RESULTS.c.person == person, RESULTS.c.day == day, RESULTS.c.game == game
        )

        def work(connection: Connection) -> Comparison:
            connection.execute(_KEEP, row)
            first = connection.execute(own).scalar_one()
            rows = connection.execute(_of_friends(person, day, game)).all()
            return Comparison(first, [FriendResult(row.name, row.points) for row in rows])

        return await self._store.ask(work, writes=True)


def _of_friends(person: str, day: str, game: str) -> Select[Any]:
    """The names and results of friends, the latest first."""
    tables = select(SEATED.c.table_name).where(SEATED.c.person == person)
    met = select(SEATED.c.person).where(SEATED.c.table_name.in_(tables), SEATED.c.person != person)
    own_name = select(PERSONS.c.name).where(PERSONS.c.id == person).scalar_subquery()
    return (
        select(PERSONS.c.name, RESULTS.c.points)
        .join(RESULTS, RESULTS.c.person == PERSONS.c.id)
        .where(RESULTS.c.day == day, RESULTS.c.game == game)
        .where(PERSONS.c.id.in_(met), PERSONS.c.name.not_in((*guests(), own_name)))
        .order_by(RESULTS.c.at.desc(), PERSONS.c.id)
        .limit(_MOST_FRIENDS)
    )
