"""Two services in processes of their own on one PostgreSQL; one of them is killed."""

import asyncio
import contextlib
import json
import sys

import pytest
from websockets.asyncio.client import connect

from dealt.service.hall.tables import rebuilt
from dealt.service.store.store import Store
from dealt.service.table import events as ev
from dealt.service.table import protocol as p
from tests.service import postgres
from tests.service.killing import GONE, Server

pytestmark = [
    pytest.mark.xdist_group("postgres"),
    pytest.mark.no_cover,
    pytest.mark.skipif(sys.platform == "win32", reason="a process is killed as POSIX does it"),
]
PATIENCE_S = 240.0  # for whatever is waited for; it comes within a second where there is room
ONCE_MORE_S = 0.2


class Client:
    """A person at a service, whose newest table frame is kept."""

    def __init__(self, server, token):
        self.server, self.token = server, token
        self.frame = None
        self.acknowledged = {}  # version -> name of the move
        self.news = asyncio.Condition()
        self.answers = asyncio.Queue()

    @contextlib.asynccontextmanager
    async def connected(self):
        url = f"ws://127.0.0.1:{self.server.port}/socket"
        async with connect(url, max_size=None, ping_interval=None) as socket:
            self.socket = socket
            reading = asyncio.create_task(self.read())
            try:
                hello = {"protocol": p.PROTOCOL, "token": self.token}
                assert (await self.say("hello", **hello))["is"] == "welcome"
                yield self
            finally:
                reading.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await reading

    async def read(self):
        with contextlib.suppress(*GONE):
            async for text in self.socket:
                frame = json.loads(text)
                if frame["is"] == "table":
                    async with self.news:
                        self.frame = frame
                        self.news.notify_all()
                elif frame["is"] not in ("said", "closing"):
                    self.answers.put_nowait(frame)

    async def say(self, do, **message):
        await self.socket.send(json.dumps({"do": do, **message}))
        return await asyncio.wait_for(self.answers.get(), PATIENCE_S)

    async def done(self, do, **message):
        """Say something that is done sooner or later, as a table may be changing hands."""
        async with asyncio.timeout(PATIENCE_S):
            while (answer := await self.say(do, **message))["is"] == "refused":
                assert answer["code"] == "busy", answer
                await asyncio.sleep(ONCE_MORE_S)
        return answer

    async def until(self, holds):
        """Wait for a table frame of which something holds."""
        async with asyncio.timeout(PATIENCE_S), self.news:
            await self.news.wait_for(lambda: self.frame is not None and holds(self.frame))
        return self.frame

    async def play(self):
        """Play one of the open actions; the version of the table then."""
        frame = await self.until(lambda frame: frame["own"] and frame["own"]["actions"])
        move = f"m{frame['version']}"
        order = {"move": move, "version": frame["version"]}
        action = frame["own"]["actions"][-1]["id"]
        version = (await self.done("play", action=action, **order))["version"]
        self.acknowledged[version] = move
        return version


def newer(version):
    return lambda frame: frame["version"] >= version


async def play_between(people, moves):
    """So many moves, each of which everybody sees before the next."""
    for _ in range(moves):
        version = people[0].frame["version"]
        for person in people:
            await person.until(newer(version))
        turn = people[0].frame["turn"]
        assert turn is not None, "the round is over too early"
        version = await people[turn].play()
        for person in people:
            await person.until(newer(version))
        boards = [person.frame["board"] for person in people]
        assert boards[0] == boards[1]


async def refused_elsewhere(person):
    """A refusal of the service that owns the table comes with all that programs read."""
    order = {"move": "x", "version": person.frame["version"], "text": "discard 2C"}
    refused = await person.say("play", **order)
    assert (refused["code"], refused["reason"]) == ("illegal", "draw_first")
    assert refused["facts"]["name"] == "Bob"


async def come_by_links(host, server, times):
    """People follow links of the host by another server, and enter at once."""
    for number in range(times):
        code = (await host.say("invite", kind="watcher"))["code"]
        guest = Client(server, server.session(f"Guest {number}"))
        table = server.post("/join", {"code": code}, guest.token)["table"]
        async with guest.connected():
            assert (await guest.say("enter", table=table))["is"] == "done"


async def play_on_two(one, two):
    """A table of the first service with somebody at the second; then the first is killed."""
    tokens = [one.session("Ana"), two.session("Bob")]
    ana, bob = Client(one, tokens[0]), Client(two, tokens[1])
    async with contextlib.AsyncExitStack() as stay:
        await stay.enter_async_context(bob.connected())
        async with ana.connected():
            settings = {"game": "mason-rummy", "seats": 2, "rounds": 3}
            table = (await ana.done("open", settings=settings))["table"]
            await ana.done("sit", seat=0)
            code = (await ana.say("invite", kind="player"))["code"]
            two.post("/join", {"code": code}, tokens[1])
            assert (await bob.say("enter", table=table))["is"] == "done", "at once"
            await bob.done("sit", seat=1)
            await come_by_links(ana, two, 5)
            await ana.until(lambda frame: all(seat["present"] for seat in frame["seats"]))
            for person in (ana, bob):
                await person.done("ready")
            for person in (ana, bob):
                await person.until(lambda frame: frame["phase"] == "playing")
            await play_between([ana, bob], 6)
            while bob.frame["turn"] != 1 or bob.frame["board"]["ask"]["code"] != "draw":
                await play_between([ana, bob], 1)
            await refused_elsewhere(bob)
            await bob.until(lambda frame: all(seat["present"] for seat in frame["seats"]))
            returning = Client(two, tokens[0])
            async with returning.connected():
                order = {"table": table, "window": "another", "returning": True}
                assert (await returning.done("enter", **order))["table"] is None
            await ana.done("say", text="still here")
            one.kill()
        before = bob.frame
        # Ana comes back, by the service that is left; the table has changed hands by then
        again = Client(two, tokens[0])
        again.acknowledged = ana.acknowledged
        await stay.enter_async_context(again.connected())
        await again.done("enter", table=table)
        frame = await again.until(newer(before["version"]))
        assert frame["board"] == before["board"]
        assert frame["own"]["zones"] == ana.frame["own"]["zones"], "the same cards in the hand"
        await play_between([again, bob], 6)
        await again.done("say", text="well saved")
    return table, {**again.acknowledged, **bob.acknowledged}


async def kept(url, table):
    """The events of a table; each is legal where it stands."""
    store = Store(url)
    rows = await store.events(table)
    store.close()
    rebuilt(table, rows)
    return [ev.read_event(row.body) for row in rows]


def test_a_table_goes_on_at_the_other_service_when_one_is_killed(tmp_path):
    """A move at one is seen at the other; after kill -9 no acknowledged move is lost."""
    with contextlib.ExitStack() as stack:
        try:
            url = stack.enter_context(postgres.server())
        except postgres.NoServer as error:
            pytest.skip(str(error))
        log = stack.enter_context((tmp_path / "log").open("a"))
        one, two = Server(url, log), Server(url, log)
        stack.callback(two.kill)
        try:
            table, acknowledged = asyncio.run(play_on_two(one, two))
        finally:
            one.kill()
        happened = asyncio.run(kept(url, table))
    assert len(acknowledged) >= 12  # and those until Bob draws
    for version, move in acknowledged.items():
        assert isinstance(happened[version - 1], ev.Played)
        assert happened[version - 1].move == move
    assert "Traceback" not in (tmp_path / "log").read_text()
