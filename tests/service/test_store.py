"""Where tables are kept: SQLite and PostgreSQL, alike."""

import asyncio
import json
import sqlite3
import time
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, insert, make_url, select

from dealt.errors import StorageError
from dealt.history.archive import ARCHIVE
from dealt.language import speaking
from dealt.service.hall.tables import rebuilt
from dealt.service.store import keeping
from dealt.service.store.database import CODES, EVENTS, METADATA, PERSONS, SEATED, TABLES, VISITS
from dealt.service.store.store import MOST_IN_A_STATEMENT, Store
from dealt.service.store.table_store import Batch, Comparison, FriendResult, Row
from dealt.service.table import commands
from dealt.service.table import events as ev
from dealt.service.table import protocol as p
from dealt.service.table.parts import Settings
from dealt.service.table.state import TableState, fold
from tests.service.talk import Client, fresh_file, house, match_of_day, open_table

DATA = Path(__file__).parents[1] / "data"
MANY_MS = 10**14

# one server for all tests of this module, which run in one process
pytestmark = pytest.mark.xdist_group("postgres")


async def test_events_come_back_in_order(place):
    """With what belongs to them."""
    store, name = Store(place), f"t{time.time_ns()}"
    person = f"p{time.time_ns()}"
    await store.add_person(person, f"{time.time_ns():064d}", "Ana")
    rows = tuple(Row(number, f"event {number}") for number in range(5))
    code = f"{time.time_ns():064d}"
    await store.append(Batch(name, 1, rows[:3], False, (person,), (code,)))
    await store.append(Batch(name, 4, rows[3:], visitors=(person,)))
    assert await store.events(name) == list(rows)
    assert await store.events(name, 4) == [rows[4]]
    assert await store.table_of(code) == name
    assert (await store.tables(person, 9))[0] == name, "own ones first"
    assert await store.events("none") == []
    await store.rename(person, "Anna")
    await store.check()
    store.close()
    store.close()
    with pytest.raises(StorageError, match="closed"):
        await store.check()


async def test_many_events_at_once_are_all_written(place):
    """Of one table and of several, in more than one statement."""
    store, stem = Store(place), f"t{time.time_ns()}"
    rows = tuple(Row(number, f"100 % of {number}") for number in range(2 * MOST_IN_A_STATEMENT + 1))
    written = store.figures["events"]
    await asyncio.gather(*(store.append(Batch(f"{stem}{n}", 1, rows, False)) for n in range(3)))
    for number in range(3):
        assert await store.events(f"{stem}{number}") == list(rows)
    assert store.figures["events"] - written == 3 * len(rows)
    store.close()


async def test_events_of_one_number_are_written_once(place):
    """The second one is refused, and the others of the same commit are written."""
    store, stem = Store(place), f"t{time.time_ns()}"
    await store.append(Batch(f"{stem}0", 1, (Row(1, "first"),), False))

    def write(number):
        return store.append(Batch(f"{stem}{number}", 1, (Row(1, "second"),), False))

    results = await asyncio.gather(*(write(n) for n in range(20)), return_exceptions=True)
    assert isinstance(results[0], StorageError)
    assert "somebody else wrote there first" in str(results[0])
    assert results[1:] == [None] * 19
    assert await store.events(f"{stem}0") == [Row(1, "first")]
    assert await store.events(f"{stem}19") == [Row(1, "second")]
    assert store.figures["commits"] < 15
    store.close()


def test_the_migrations_make_the_tables_of_the_schema(place):
    """Not more, not less."""
    store = Store(place)
    url = store.url
    store.close()
    engine = create_engine(url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), [METADATA, ARCHIVE]) == []
    engine.dispose()


def of_the_first_schema(path):
    """The database of then as a file of SQLite."""
    connection = sqlite3.connect(path)
    connection.executescript((DATA / "tables.schema-1.sql").read_text(encoding="utf-8"))
    connection.close()
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def old_place(request, tmp_path):
    """A database of the first schema, of each kind."""
    path = of_the_first_schema(tmp_path / "old.db")
    if request.param == "sqlite":
        return path
    url = request.getfixturevalue("database")
    name = f"old{time.time_ns()}"
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
    place = make_url(url).set(drivername="postgresql+psycopg", database=name)
    source, target = create_engine(f"sqlite:///{path}"), create_engine(place)
    with source.connect() as one, target.begin() as other:
        first = (PERSONS, TABLES, EVENTS, VISITS, CODES)
        METADATA.create_all(other, tables=first)
        other.exec_driver_sql("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        other.exec_driver_sql("INSERT INTO alembic_version VALUES ('0001')")
        for table in first:
            rows = [dict(row) for row in one.execute(select(table)).mappings()]
            other.execute(insert(table), rows)
    source.dispose()
    target.dispose()
    return place.set(drivername="postgresql").render_as_string()


async def test_a_database_of_the_first_schema_goes_on(old_place):
    """Nothing is lost, and who sat with whom is known."""
    for _ in range(2):  # the second time it is up to date
        store = Store(old_place)
        seated = await store.ask(lambda c: c.execute(select(SEATED)).all())
        names = dict(
            (await store.ask(lambda c: c.execute(select(PERSONS.c.id, PERSONS.c.name)))).all()
        )
        tables = {table: set() for _, table in seated}
        for person, table in seated:
            tables[table].add(names[person])
        assert sorted(map(sorted, tables.values())) == [["Ana", "Bob", "Cid"], ["Ana", "Dee"]]
        store.close()
    async with house(old_place) as service:
        for name in tables:
            assert (await service.tables.load(name)).state.version >= 4
    engine = create_engine(store.url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), [METADATA, ARCHIVE]) == []
    engine.dispose()


async def test_the_first_result_stays_and_friends_see_it(place):
    """Of those who have sat at a table that is kept, and have given a name; not of who watched."""
    async with house(place) as service:
        clients = {}
        for who in ("Ana", "Bob", "Eve", "Fay", None):
            clients[who] = await Client.of(service, who)
        ids = {who: client.session.person for who, client in clients.items()}
        name = await open_table(clients["Ana"], "president", 4)
        for seat, who in enumerate(("Bob", None), 1):
            await clients[who].done("enter", table=name)
            await clients[who].done("sit", seat=seat)
        await clients["Eve"].done("enter", table=name)
        same = await Client.of(service, "Ana")  # at another device
        await same.done("enter", table=name)
        await same.done("sit", seat=3)
        ids["also Ana"] = same.session.person
        day = f"{time.time_ns() % 10**8}"

        async def result(who, points, at=5, game="president"):
            person, archive = ids[who], service.store.archive
            match = match_of_day(person, day, game, points, at)
            await archive.add([match])
            first = await archive.match(person, match.head.id)
            friends = await service.store.friends(person, day, game)
            return Comparison(first.head.points[0], friends)

        for number, who in enumerate(("Eve", "Fay", None, "also Ana")):
            assert (await result(who, number)).points == number
        assert await result("Ana", 3) == Comparison(3, [])
        assert await result("Ana", 1, at=9) == Comparison(3, [])
        assert await result("Bob", 2, at=7) == Comparison(2, [FriendResult("Ana", 3)] * 2)
        assert await result("Ana", 0) == Comparison(3, [FriendResult("Bob", 2)])
        assert await result("Ana", 0, game="penney") == Comparison(0, [])
        assert await result("Fay", 7) == Comparison(1, [])
        await clients["Bob"].done("rename", name="Bobby")
        await clients["Ana"].done("close", table=name)
        assert (await result("Ana", 0)).friends == [FriendResult("Bobby", 2)]
        await keeping.prune(service.store, 6, spare=(name,), with_labels=True)
        assert (await result("Ana", 4, at=6)) == Comparison(4, [FriendResult("Bobby", 2)])
        await service.tick()
        await keeping.prune(service.store, MANY_MS, spare=(), with_labels=True)
        assert await result("Bob", 1) == Comparison(1, [])
        assert await result("Ana", 1) == Comparison(1, [])


def test_a_foreign_file_is_left_alone(tmp_path):
    """Any content gets one line."""
    other = tmp_path / "other.db"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE t (x)")
    connection.close()
    text = tmp_path / "text"
    text.write_text("no database, but a text that is long enough to be looked at " * 20)
    newer = fresh_file(tmp_path)
    connection = sqlite3.connect(newer)
    connection.execute("UPDATE alembic_version SET version_num = 'far'")
    connection.commit()
    connection.close()
    for path, reason in (
        (other, "is a database of another program"),
        (text, "is not a database"),
        (newer, "was written by a newer dealt"),
        (tmp_path, "it is a folder"),
        (tmp_path / "no" / "file", "there is no folder"),
    ):
        with pytest.raises(StorageError, match=reason) as refused:
            Store(path)
        assert "\n" not in str(refused.value)
        with speaking("pt-BR"):
            assert reason not in str(refused.value)
    with pytest.raises(StorageError, match="no database 'mysql'"):
        Store("mysql://host/x")
    with pytest.raises(StorageError, match="cannot be read"):
        Store("postgresql://host:port/x")


def test_an_address_that_nobody_answers_hides_its_password(tmp_path):
    """In one line."""
    with pytest.raises(StorageError) as refused:
        Store(f"postgresql://ana:pass-word@/x?host={tmp_path}")
    assert "pass-word" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_is_served_once(tmp_path):
    """A second server gets one line."""
    path = fresh_file(tmp_path)
    store = Store(path)
    with pytest.raises(StorageError, match="is it served already"):
        Store(path)
    store.close()
    Store(path).close()


async def test_damaged_events_are_reported_not_played(tmp_path):
    """One table that cannot be taken up does not harm the others."""
    path = fresh_file(tmp_path)
    async with house(path) as service:
        ana = await Client.of(service, "Ana")
        bad = await open_table(ana, "mason-rummy", 2, "seed")
        await ana.done("leave")
        good = await open_table(ana, "penney", 2, "seed")
        token = ana.token
    connection = sqlite3.connect(path)
    wrong = ev.event_text(ev.Played(seat=0, action=5, by="person"))
    connection.execute("INSERT INTO events VALUES (?, 99, 1, ?)", (bad, wrong))
    connection.commit()
    connection.close()
    async with house(path) as service:
        ana = Client(service, token)
        await ana.say("hello", protocol=p.PROTOCOL, token=token)
        assert (await ana.refused("enter", table=bad))[0] == "busy"
        assert "cannot be taken up" in service.heard[0]
        assert [row["table"] for row in (await ana.say("lobby"))["tables"]] == [good]
        await ana.done("enter", table=good)


def test_events_of_other_rules_are_not_taken_up():
    """The table says which version it was played by."""
    state = TableState("t0")
    settings = Settings(game="penney", seats=2)
    happened = [
        ev.Opened(host="ana", settings=settings),
        ev.BotSat(seat=0, level="seed", name="a"),
        ev.BotSat(seat=1, level="seed", name="b"),
        ev.Sealed(match=1, round=1, seed="00" * 32),
        ev.GotReady(seats=[]),
    ]
    for event in happened:
        fold(state, event, 1)
    dealt = json.loads(ev.event_text(commands._deal(state)))
    rows = [Row(1, ev.event_text(event)) for event in happened]
    assert rebuilt("t0", [*rows, Row(1, json.dumps(dealt))]).is_playing
    with pytest.raises(StorageError, match="rules version 7; these are 1"):
        rebuilt("t0", [*rows, Row(1, json.dumps({**dealt, "version": 7}))])
    with pytest.raises(StorageError, match="is damaged"):
        rebuilt("t0", [*rows, Row(1, "{")])
