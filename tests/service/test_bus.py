"""Several processes on one database: PostgreSQL, or a file that they share."""

import asyncio
import contextlib
import time

import psycopg
import pytest
from starlette.testclient import TestClient

from dealt.errors import StorageError
from dealt.service.hall.service import Service
from dealt.service.hall.tables import NO_TABLE
from dealt.service.hall.thinkers import in_threads
from dealt.service.store import keeping
from dealt.service.store import store as store_module
from dealt.service.store.store import Store, _lock_key
from dealt.service.table import protocol as p
from dealt.service.table.refusals import Refused
from dealt.service.web import bus, notices
from dealt.service.web.bus import Bus
from dealt.service.web.server import Site, app
from dealt.storage.locks import FileUse, InUseError
from tests.service.talk import Client, Clock, fresh_file, house, match_of_day, open_table

# one server for all tests of this module, which run in one process
pytestmark = pytest.mark.xdist_group("postgres")


async def quiet(*services, seconds=0.25):
    """Let notices be heard."""
    for _ in range(2):
        await asyncio.sleep(seconds / 2)
        for service in services:
            await service.tables.tasks.settle()


async def test_two_processes_serve_one_table(place):
    """One decides, the other hands on and follows; both show the same; nobody appears twice."""
    async with house(place, shared=True) as one, house(place, shared=True, clock=Clock()) as two:
        buses = await Bus.started(one), await Bus.started(two)
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
        first_view, second_view = await ana.table(), await bob.table()
        assert first_view["board"] == second_view["board"]
        assert first_view["version"] == second_view["version"]
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
        own = await Bus.started(two)
        async with house(place, shared=True, clock=clock) as one:
            other = await Bus.started(one)
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
        clock.time += 60
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
        listening = await Bus.started(two)
        ana, bob = await Client.of(one, "Ana"), await Client.of(two, "Bob")
        name = await open_table(ana, "penney", 2)
        await bob.done("enter", table=name)
        monkeypatch.setattr(bus, "ANSWER_S", 0.1)
        assert await bob.refused("sit", seat=1) == (
            "busy", "the table does not answer; try again",
        )  # fmt: skip
        monkeypatch.setattr(notices.PostgresNotices, "most_bytes", 100)
        assert (await bob.refused("sit", seat=1))[0] == "unreadable"
        await two.store.notify("junk")
        await quiet(two)
        assert "a notice cannot be read" in two.heard[-1]
        await listening.stop()


async def test_a_lost_ear_is_mended(database, monkeypatch):
    """What was not heard meanwhile is read from the events."""
    monkeypatch.setattr(notices, "AGAIN_S", 0.3)
    async with house(database, shared=True) as one, house(database, shared=True) as two:
        buses = await Bus.started(one), await Bus.started(two)
        ana, bob = await Client.of(one, "Ana"), await Client.of(two, "Bob")
        name = await open_table(ana, "penney", 2)
        await bob.done("enter", table=name)
        with psycopg.connect(database, autocommit=True) as admin:
            admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE query LIKE 'LISTEN%' AND pid <> pg_backend_pid()"
            )
        await ana.done("bot", seat=1, level="good")
        for _ in range(600):  # on a busy machine
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
    origin = "http://127.0.0.1:8420"
    store = Store(database)
    service = Service(store, in_threads())
    with TestClient(app(service, Site(frozenset({origin}))), base_url=origin) as client:
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
    assert _lock_key("t1") != _lock_key("t2")


async def test_a_lost_connection_costs_nothing_that_was_acknowledged(database):
    """The server ends the connection; claims are gone, events are there, and it goes on."""
    async with house(database, shared=True) as service:
        service.start()
        own = await Bus.started(service)
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


# --- what one process has answered, another one knows ---------------------------------------------


class Held:
    """A way between the services of a test: orders go at once, and all that is news waits.

    Args:
        line: all of them.
    """

    most_bytes, beat_s, gives_signs = None, 3600.0, False

    def __init__(self, line):
        self.id, self.line, self.hears, self.waiting = f"p{len(line)}", line, asyncio.Event(), []
        line.append(self)

    async def open(self):
        pass

    async def listen(self, hear, miss, trouble):
        self.hear = hear
        self.hears.set()
        await asyncio.Event().wait()

    async def tell(self, text):
        is_news = '"n":"ordered"' not in text and '"n":"answered"' not in text
        for other in self.line:
            await other.hears.wait()
            if is_news:
                other.waiting.append(text)
            else:
                other.hear(text)

    async def close(self):
        pass

    def dead(self, heard_at, time_s):
        return []


class Two:
    """Two services on one database: Ana's decides about her table, which Bob attends by the other.

    Attributes:
        one, two: the services.
        ana, bob: clients with the two seats.
        name: of the table.
    """

    @classmethod
    @contextlib.asynccontextmanager
    async def of(cls, place, monkeypatch):
        world, line = cls(), []

        for kind in ("FileNotices", "PostgresNotices"):
            monkeypatch.setattr(bus, kind, lambda store: Held(line))
        async with house(place, shared=True) as world.one, house(place, shared=True) as world.two:
            world.buses = await Bus.started(world.one), await Bus.started(world.two)
            world.line = line
            world.ana = await Client.of(world.one, "Ana")
            world.bob = await Client.of(world.two, "Bob")
            world.name = await open_table(world.ana, "penney", 2, rounds=1, public=False)
            code = (await world.ana.say("invite", kind="player"))["code"]
            await world.two.join(world.bob.session.person, "Bob", code)
            await world.bob.done("enter", table=world.name)
            await world.bob.done("sit", seat=1)
            yield world
            for each in world.buses:
                await each.stop()

    async def comes_at_last(self):
        """The news arrives."""
        for way in self.line:
            for text in way.waiting:
                way.hear(text)
            way.waiting.clear()
        version = self.one.tables.live[self.name].state.version
        self.line[1].hear(self.buses[0].notice(self.name, version))
        for service in (self.one, self.two):
            await service.tables.tasks.settle()
        await self.buses[1]._tasks.settle()

    async def lobby(self):
        """The tables as Bob's service lists them."""
        return {row["table"]: row for row in (await self.bob.say("lobby"))["tables"]}


async def a_link(world):
    """It works at once, wherever it is followed; and not any more once it is revoked."""
    for at in (world.one, world.two):
        code = (await world.ana.say("invite", kind="watcher"))["code"]
        cid = await Client.of(world.two, "Cid")
        assert await at.join(cid.session.person, "Cid", code) == world.name
        await cid.done("enter", table=world.name)
        await world.ana.done("revoke", kind="watcher")
        with pytest.raises(Refused, match="this link does not work"):
            await world.two.join(cid.session.person, "Cid", code)
    own = (await world.bob.say("invite", kind="seat"))["code"]
    eve = await Client.of(world.two, "Eve")
    await world.two.join(eve.session.person, "Eve", own)
    await eve.done("enter", table=world.name)
    assert (await eve.table())["seats"][1]["yours"]
    assert not (await world.bob.table())["seats"][1]["yours"]


async def a_name(world):
    """In seats, in the lobby, and for the next seat of somebody who was renamed elsewhere."""
    await world.ana.done("rename", name="Anita")
    assert (await world.bob.table())["seats"][0]["name"] == "Anita"
    assert "Anita" in (await world.lobby())[world.name]["names"]
    await world.bob.done("stand")
    await world.one.rename(world.bob.session.person, "Roberto", "Bob")
    await world.bob.done("sit", seat=1)
    assert (await world.bob.table())["seats"][1]["name"] == "Roberto"
    back = await world.ana.again()
    assert back.session.name == "Anita"


async def a_seat(world):
    """A computer player, the host's part, the settings."""
    await world.bob.done("stand")
    await world.ana.done("bot", seat=1, level="seed")
    assert (await world.bob.table())["seats"][1]["kind"] == "bot"
    changed = {**(await world.ana.table())["settings"], "label": "Friday"}
    await world.ana.done("change", settings=changed)
    assert (await world.lobby())[world.name]["label"] == "Friday"
    await world.ana.done("clear", seat=1)
    assert (await world.bob.table())["seats"][1]["kind"] == "empty"


async def a_line_of_chat(world):
    """It stands there at once, and is heard once."""
    await world.ana.done("say", text="hello")
    assert (await world.bob.table())["chat"] == [{"who": "Ana", "text": "hello"}]
    await world.comes_at_last()
    world.bob.read()
    assert [frame["text"] for frame in world.bob.frames if frame["is"] == "said"] == ["hello"]


async def a_match(world):
    """Moves as they are made; a repeated one; then all that can be read of a match that is over."""
    ana, bob = world.ana, world.bob
    await ana.done("ready")
    await bob.done("ready")
    while (table := await bob.table())["phase"] == "playing":
        assert table["version"] == (await ana.table())["version"]
        assert bool(await bob.say("read")) and (await bob.say("log"))["round"] == 1
        mover = ana if table["turn"] == 0 else bob
        if mover is bob:
            assert (await bob.say("why", cards=[]))["is"] in ("told", "refused")
        action = (await mover.table())["own"]["actions"][-1]["id"]
        order = {"move": f"m{table['version']}", "version": table["version"], "action": action}
        answer = await mover.done("play", **order)
        assert await mover.done("play", **order) == answer, "played once, whoever decides"
        other = bob if mover is ana else ana
        assert (await other.table())["version"] >= answer["version"]
    assert len((await bob.say("history"))["matches"]) == 1
    assert (await bob.say("steps"))["total"] == 1 + len((await bob.say("log"))["lines"])
    for ask in ({"do": "dealing", "match": 1, "round": 1}, {"do": "record"}):
        first_answer, second_answer = await bob.say(**ask), await ana.say(**ask)
        assert first_answer["is"] in ("receipt", "record") and first_answer == second_answer
    assert (await bob.refused("undo", version=1))[0] in ("turn", "phase", "stale")


async def the_end_of_a_table(world):
    """Nobody finds it or enters it; and a new one is found."""
    cid = await Client.of(world.two, "Cid")
    new = (await cid.done("open", settings={"game": "penney", "seats": 2, "public": True}))["table"]
    dee = await Client.of(world.one, "Dee")
    assert new in {row["table"] for row in (await dee.say("lobby"))["tables"]}
    await world.ana.done("close", table=world.name)
    assert world.name not in await world.lobby()
    assert (await world.bob.refused("enter", table=world.name))[1] == "there is no such table"
    assert [f["code"] for f in world.bob.frames if f["is"] == "closing"] == ["closed"]


async def a_table_that_was_deleted(world):
    """By the keeper of the service, once the table is empty."""
    for client, service in ((world.ana, world.one), (world.bob, world.two)):
        await client.done("leave")
        live = service.tables.live[world.name]
        async with live.lock:
            await service.store.release(world.name)
            live.owned = False
    time_ms = int(world.one.clock() * 1000) + 10 * keeping.DAY_MS
    assert world.name in await keeping.do(world.one.store, keeping.Wish("prune"), time_ms)
    assert await world.bob.refused("enter", table=world.name) == ("unknown", NO_TABLE)


async def a_result(world):
    """Of a deal of the day: friends at the other service see it."""
    persons = [client.session.person for client in (world.ana, world.bob)]
    for service, person, points in zip((world.one, world.two), persons, (5, 7), strict=True):
        deal = person, "2026-11-24", "penney"
        await service.store.archive.add([match_of_day(*deal, points)])
        friends = await service.store.friends(*deal)
    assert [(friend.name, friend.points) for friend in friends] == [("Ana", 5)]


async def a_table_while_it_is_taken_up(world):
    """What happens meanwhile is not missed."""
    async with world.two.tables.live[world.name].lock:
        await world.two.tables.forget(world.two.tables.live[world.name])
    aside = world.two.thinkers.aside

    async def slowly(work, *arguments):
        await world.ana.done("say", text="meanwhile")
        return await aside(work, *arguments)

    world.two.thinkers.aside = slowly
    live = await world.two.tables.load(world.name)
    assert [text for _, text in live.state.chat] == ["meanwhile"]


@pytest.mark.parametrize(
    "read",
    [
        a_link, a_name, a_seat, a_line_of_chat, a_match, the_end_of_a_table, a_result,
        a_table_while_it_is_taken_up, a_table_that_was_deleted,
    ],
    ids=lambda read: read.__name__,
)  # fmt: skip
async def test_an_answer_of_one_process_is_known_to_the_others(place, monkeypatch, read):
    """Though nothing that they tell each other arrives but what is handed on."""
    async with Two.of(place, monkeypatch) as world:
        await read(world)
        for service in (world.one, world.two):
            assert service.heard == []


def test_a_file_is_held_alone_or_shared(tmp_path):
    """A second process of another kind is refused at once; no lock is left."""
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
    sole = FileUse(path, shared=False)
    with pytest.raises(InUseError):
        FileUse(path, shared=True)
    sole.close()
    with pytest.raises(StorageError, match="cannot use"):
        FileUse(tmp_path / "no" / "file", shared=True)


async def test_messages_between_processes_do_not_pile_up(tmp_path, monkeypatch):
    """A file keeps the latest news; a process that missed some looks for all changes."""
    monkeypatch.setattr(store_module, "MOST_NOTICES", 5)
    path = fresh_file(tmp_path)
    async with house(path, shared=True) as one, house(path, shared=True) as two:
        buses = await Bus.started(one), await Bus.started(two)
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
