"""Several processes on one database: PostgreSQL, or a file that they share."""

import asyncio
import time

import psycopg
import pytest
from starlette.testclient import TestClient

from dealt.errors import StorageError
from dealt.service import bus, notifications
from dealt.service import protocol as p
from dealt.service import store as store_module
from dealt.service.bus import Bus
from dealt.service.server import app
from dealt.service.service import Service
from dealt.service.site import Site
from dealt.service.store import Store, lock_key
from dealt.service.thinkers import in_threads
from dealt.storage.locks import FileUse, InUseError, used_alone
from tests.service.talk import Client, Clock, fresh_file, house, open_table

# one server for all tests of this module, which run in one process
pytestmark = pytest.mark.xdist_group("postgres")


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, tmp_path):
    """A database of each kind."""
    if request.param == "sqlite":
        return fresh_file(tmp_path)
    return request.getfixturevalue("database")


async def quiet(*services, seconds=0.25):
    """Let notices be heard."""
    for _ in range(2):
        await asyncio.sleep(seconds / 2)
        for service in services:
            await service.tables.tasks.settle()


async def test_two_processes_serve_one_table(place):
    """One decides, the other hands on and follows; both show the same; nobody appears twice."""
    async with house(place, shared=True) as one, house(place, shared=True, clock=Clock()) as two:
        buses = await Bus.of(one), await Bus.of(two)
        ana, bob = await Client.of(one, "Ana"), await Client.of(two, "Bob")
        name = await open_table(ana, "mason-rummy", 2)
        await bob.done("enter", table=name)
        assert (one.tables.live[name].owned, two.tables.live[name].owned) == (True, False)
        await bob.done("sit", seat=1)
        await quiet(one, two)
        assert [seat["present"] for seat in (await ana.table())["seats"]] == [True, True]
        assert [seat["present"] for seat in (await bob.table())["seats"]] == [True, True]
        await ana.done("ready")
        await bob.done("ready")
        await quiet(one, two)
        assert (await ana.refused("sit", seat=1))[0] == "seat"
        assert (await bob.refused("sit", seat=0))[0] == "seat", "refusals come through as they are"
        while (await ana.table())["turn"] == 0:
            await ana.play()
        await quiet(one, two)
        here, there = await ana.table(), await bob.table()
        assert here["board"] == there["board"]
        assert here["version"] == there["version"]
        await bob.play(0)
        await ana.done("say", text="well played")
        await quiet(one, two)
        assert bob.read() or bob.frames
        assert [f["text"] for f in bob.frames if f["is"] == "said"] == ["well played"]
        assert (await ana.table())["version"] == (await bob.table())["version"]
        # the newest connection counts, wherever it is
        newer = Client(two, ana.token)
        await newer.say("hello", protocol=p.PROTOCOL, token=ana.token)
        await newer.done("enter", table=name)
        await quiet(one, two)
        assert [f["code"] for f in ana.read() if f["is"] == "closing"] == ["elsewhere"]
        for each in buses:
            await each.stop()


async def test_a_table_is_taken_over_from_a_process_that_has_died(place):
    """Its lock is free, its people are forgotten, and the game goes on."""
    clock = Clock()
    async with house(place, shared=True, clock=clock) as two:
        own = await Bus.of(two)
        async with house(place, shared=True, clock=clock) as one:
            other = await Bus.of(one)
            ana, bob = await Client.of(one, "Ana"), await Client.of(two, "Bob")
            name = await open_table(ana, "penney", 2)
            await bob.done("enter", table=name)
            await bob.done("sit", seat=1)
            await quiet(one, two)
            assert (await bob.table())["seats"][0]["present"]
            one.store.close()  # as if it were killed: nothing more is said
            one.tables.is_stopping = True
            await other.stop()
            one.tables.live.clear()
        clock.now += 60
        for _ in range(500):  # the database takes a moment to see that the connection is gone
            await own.beat()
            if two.tables.live[name].owned:
                break
            await asyncio.sleep(0.01)
        assert two.tables.live[name].owned
        assert not (await bob.table())["seats"][0]["present"]
        await bob.done("ready")
        await own.stop()


async def test_an_owner_that_does_not_answer_is_not_waited_for(database, monkeypatch):
    """Nor is anything handed on that is too long, or heard that cannot be read."""
    async with house(database, shared=True) as one, house(database, shared=True) as two:
        listening = await Bus.of(two)
        ana, bob = await Client.of(one, "Ana"), await Client.of(two, "Bob")
        name = await open_table(ana, "penney", 2)
        await bob.done("enter", table=name)
        monkeypatch.setattr(bus, "ANSWER_S", 0.1)
        assert await bob.refused("sit", seat=1) == (
            "busy", "the table does not answer; try again",
        )  # fmt: skip
        monkeypatch.setattr(notifications.PostgresNotices, "most_bytes", 100)
        assert (await bob.refused("sit", seat=1))[0] == "unreadable"
        await two.store.notify("junk")
        await quiet(two)
        assert "a notice cannot be read" in two.heard[-1]
        await listening.stop()


async def test_a_lost_ear_is_mended(database, monkeypatch):
    """What was not heard meanwhile is read from the events."""
    monkeypatch.setattr(notifications, "AGAIN_S", 0.3)
    async with house(database, shared=True) as one, house(database, shared=True) as two:
        buses = await Bus.of(one), await Bus.of(two)
        ana, bob = await Client.of(one, "Ana"), await Client.of(two, "Bob")
        name = await open_table(ana, "penney", 2)
        await bob.done("enter", table=name)
        with psycopg.connect(database, autocommit=True) as admin:
            admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE query LIKE 'LISTEN%' AND pid <> pg_backend_pid()"
            )
        await ana.done("bot", seat=1, level="good")
        for _ in range(100):
            await asyncio.sleep(0.05)
            if (await bob.table())["seats"][1]["kind"] == "bot":
                break
        else:
            raise AssertionError("nothing was read")
        await ana.done("clear", seat=1)
        await quiet(one, two)
        assert (await bob.table())["seats"][1]["kind"] == "empty"
        for each in buses:
            await each.stop()


def test_a_server_on_postgresql_talks_to_others(database):
    """It begins to listen when it starts, and ends in good order."""
    here = "http://127.0.0.1:8420"
    store = Store(database)
    service = Service(store, in_threads())
    with TestClient(app(service, Site(frozenset({here}))), base_url=here) as client:
        assert client.get("/health").json()["ok"]
        assert service.tables.others is not None
    assert service.tables.others is None
    store.close()


async def test_a_table_has_one_owner(place):
    """A lock that the database gives up when its holder is gone."""
    one, two = Store(place, shared=True), Store(place, shared=True)
    assert await one.claim("t1")
    assert not await two.claim("t1")
    assert await two.claim("t2")
    one.close()
    for _ in range(50):
        if await two.claim("t1"):
            break
        await asyncio.sleep(0.05)
    else:
        raise AssertionError("the lock is kept")
    two.close()
    assert lock_key("t1") != lock_key("t2")


async def test_a_lost_connection_costs_nothing_that_was_acknowledged(database):
    """The server ends the connection; claims are gone, events are there, and it goes on."""
    async with house(database, shared=True) as service:
        service.start()
        own = await Bus.of(service)
        ana = await Client.of(service, "Ana")
        name = await open_table(ana, "penney", 2, "seed")
        with psycopg.connect(database, autocommit=True) as admin:
            admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND query NOT LIKE 'LISTEN%' "
                "AND backend_type = 'client backend'"
            )
        assert (await ana.refused("ready"))[0] == "busy"
        await quiet(service)
        await ana.done("ready")
        assert service.tables.live[name].owned
        assert (await ana.table())["phase"] == "playing"
        await own.stop()


def test_a_file_is_held_alone_or_shared(tmp_path):
    """Whoever comes in another way hears so at once; nothing is left of the locks."""
    path = fresh_file(tmp_path)
    one, two = Store(path, shared=True), Store(path, shared=True)
    began = time.monotonic()
    with pytest.raises(StorageError, match="open in another window: close it, or"):
        Store(path)
    one.close()
    two.close()
    alone = Store(path)
    for is_shared in (False, True):
        with pytest.raises(StorageError, match="is it served already"):
            Store(path, shared=is_shared)
    assert time.monotonic() - began < 2.0, "nobody waits for a lock of SQLite"
    alone.close()
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_parts_of_a_file_are_owned_by_one_user_each(tmp_path):
    """In one process as in several; a part that has been given up is free."""
    path = tmp_path / "file"
    one, two = FileUse(path, shared=True), FileUse(path, shared=True)
    assert (one.number, two.number) == (0, 1)
    assert one.is_used_by(1) and two.is_used_by(0) and not one.is_used_by(2)
    assert one.own("t1") and not two.own("t1") and two.own("t2")
    assert one.own("t1"), "what one owns can be owned again"
    one.disown("t1")
    assert not two.own("t1")
    one.disown("t1")
    assert two.own("t1")
    two.close()
    two.close()
    assert one.own("t1") and one.own("t2") and not one.is_used_by(1)
    one.close()
    one.close()
    assert not list(tmp_path.iterdir())
    with used_alone(path), pytest.raises(InUseError):
        FileUse(path, shared=True)
    with pytest.raises(StorageError, match="cannot use"):
        FileUse(tmp_path / "no" / "file", shared=True)


async def test_what_processes_tell_each_other_does_not_grow(tmp_path, monkeypatch):
    """A file keeps the latest of it; whoever has missed some looks for all that has changed."""
    monkeypatch.setattr(store_module, "MOST_NOTICES", 5)
    path = fresh_file(tmp_path)
    async with house(path, shared=True) as one, house(path, shared=True) as two:
        buses = await Bus.of(one), await Bus.of(two)
        ana, bob = await Client.of(one, "Ana"), await Client.of(two, "Bob")
        name = await open_table(ana, "penney", 2)
        await bob.done("enter", table=name)
        for _ in range(20):  # at once, so that the other cannot have read them all
            await one.store.notify('{"n":"alive","by":"0.0"}')
        await ana.done("bot", seat=1, level="good")
        for _ in range(20):
            await one.store.notify('{"n":"alive","by":"0.0"}')
        await quiet(one, two)
        assert (await bob.table())["seats"][1]["kind"] == "bot"
        assert len(await two.store.notices(0) or []) <= 5
        for each in buses:
            await each.stop()
