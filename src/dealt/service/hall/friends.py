"""What friends have made of the deal of the day, kept in the database of a service.

Friends are people who have sat at the same table, as long as that table is kept.  Of each person
the first result of a deal counts.  Who has none hears of no other.  Nobody is listed who has not
given a name; and people of one's own name are taken for oneself, at another device.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Select, select, text

from dealt.service.hall.daily import Comparison, FriendResult
from dealt.service.store.database import PERSONS, RESULTS, SEATED
from dealt.service.store.store import Store
from dealt.service.table.refusals import guests

MOST_FRIENDS = 100  # that are listed, the latest
# SQLite and PostgreSQL know it alike; whatever was first stays
KEEP = text(
    "INSERT INTO results (person, day, game, points, at) "
    "VALUES (:person, :day, :game, :points, :at) ON CONFLICT DO NOTHING"
)


class Friends:
    """Results of the people of a service.

    Args:
        store: the database.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    async def compare(self, person: str, day: str, game: str, points: int, at: int) -> Comparison:
        """Keep a result, unless there is one of this person, and show those of friends.

        Args:
            person: who has finished the deal.
            day: of the deal.
            game: its name.
            points: the result, as the service has found it out itself.
            at: milliseconds since 1970.
        """
        row = {"person": person, "day": day, "game": game, "points": points, "at": at}
        own = select(RESULTS.c.points).where(
            RESULTS.c.person == person, RESULTS.c.day == day, RESULTS.c.game == game
        )

        def work(connection: Connection) -> Comparison:
            connection.execute(KEEP, row)
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
        .limit(MOST_FRIENDS)
    )
