"""Load on the table service: many tables, four sockets each, moves that are saved before shown.

    python bench/serve_load.py [--tables 1000] [--moves 300] [--seconds 30] [--strong 20]

A server in a process of its own keeps its tables in a file of SQLite; the clients play Mason Rummy
from this process, four persons at a table: three seats and one who watches. So many moves a second
are begun over all tables; what is measured is the time from a move to the answer that it is on the
disk, and to the frame that shows it to the others.

With --strong N there are N more tables, at each a person and a `strong` computer player, which the
server has think in one process of its own, as `dealt serve` does; the person asks `strong` for
advice and moves at once when it comes, so that all N are thinking or being asked all the time.

Then the server is killed (SIGKILL) while all are connected, and started on the same file as a new
program; what is measured is how long it takes until it answers, and until somebody at every table
sees it again. It is started on a file without tables, too: what it does before it answers should
not grow with them.
"""

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import random
import socket
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import psutil
import uvicorn
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

HOST = "127.0.0.1"
SEATS = 3
WATCHERS = 1
WARMING_S = 40  # a search that was compiled before is loaded


def serve(path, listening):
    """The server: limits of addresses are lifted, for all clients have the same one."""
    allow_many_sockets()
    from dealt.service.hall.service import Service
    from dealt.service.hall.tables import Surroundings
    from dealt.service.hall.thinkers import in_processes
    from dealt.service.store.store import Store
    from dealt.service.table.limits import Limits
    from dealt.service.web.server import Site, app
    from dealt.service.web.serving import Server

    port = listening.getsockname()[1]
    store = Store(path)
    limits = Limits(sockets=1 << 20, tables_min=1 << 20, posts_min=1 << 20)
    service = Service(store, in_processes(1), limits=limits, around=Surroundings(pause_s=0.0))
    site = Site(frozenset({f"http://{HOST}:{port}"}))
    config = uvicorn.Config(
        app(service, site), ws="websockets-sansio", ws_max_size=4096, access_log=False,
        log_level="warning", ws_ping_interval=None, ws_per_message_deflate=False,
    )  # fmt: skip
    Server(config, service).run([listening])
    store.close()


def allow_many_sockets():
    """As many open files as the system allows; a socket is one."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Client:
    """One socket; frames that come by themselves are noted, answers are handed over."""

    def __init__(self, table):
        self.table = table
        self.token = ""
        self.version = 0
        self.frame = None
        self.answers = asyncio.Queue()

    async def open(self, url, token):
        self.token = token
        self.socket = await connect(
            url, max_size=None, ping_interval=None, compression=None, open_timeout=60
        )
        self.reading = asyncio.create_task(self.read())
        await self.say("hello", protocol=2, token=token)

    async def read(self):
        with contextlib.suppress(WebSocketException):  # the server is killed in the end
            async for text in self.socket:
                self.take(text)

    def take(self, text):
        if text.startswith('{"is":"table"'):
            # the whole frame is read by who is in turn only; the load is the server's
            self.frame = text
            at = text.index('"version":') + 10
            self.version = int(text[at : text.index(",", at)])
            self.table.seen(self.version)
        else:
            self.answers.put_nowait(json.loads(text))

    async def say(self, do, **message):
        await self.socket.send(json.dumps({"do": do, **message}))
        return await self.answers.get()


class Table:
    """Four clients at one table."""

    def __init__(self):
        self.clients = [Client(self) for _ in range(SEATS + WATCHERS)]
        self.moves = 0
        self.waited = {}  # version -> when its move began, and for how many it is to be seen
        self.shown = []
        self.saved = []
        self.busy = False
        self.refused = 0

    def seen(self, version):
        for known in [known for known in self.waited if known <= version]:
            began, left = self.waited[known]
            self.shown.append(time.perf_counter() - began)
            if left == 1:
                del self.waited[known]
            else:
                self.waited[known] = began, left - 1

    async def open(self, url, tokens):
        await asyncio.gather(
            *(client.open(url, token) for client, token in zip(self.clients, tokens, strict=True))
        )
        first = self.clients[0]
        settings = {"game": "mason-rummy", "seats": SEATS, "public": True, "rounds": 999}
        self.name = (await first.say("open", settings=settings))["table"]
        for seat, client in enumerate(self.clients[:SEATS]):
            if seat:
                await client.say("enter", table=self.name)
            await client.say("sit", seat=seat)
        await self.clients[-1].say("enter", table=self.name)
        await self.ready()

    async def ready(self):
        for client in self.clients[:SEATS]:
            await client.say("ready")
        while not self.turn():
            await asyncio.sleep(0.01)

    def turn(self):
        """Who is in turn, with what is open."""
        for client in self.clients[:SEATS]:
            if client.frame is not None and client.version == max(c.version for c in self.clients):
                frame = json.loads(client.frame)
                if frame["own"] and frame["own"]["actions"]:
                    return client, frame
        return None

    async def move(self):
        self.busy = True
        try:
            found = self.turn()
            if found is None:
                return False
            client, frame = found
            self.moves += 1
            action = frame["own"]["actions"][-1]["id"]
            began = time.perf_counter()
            self.waited[frame["version"] + 1] = began, len(self.clients)
            done = await client.say(
                "play", move=f"m{self.moves}", version=frame["version"], action=action
            )
            if done["is"] != "done":  # the newest frame had not come yet
                self.waited.pop(frame["version"] + 1, None)
                self.refused += 1
                return False
            self.saved.append(time.perf_counter() - began)
            await asyncio.sleep(0.05)
            if json.loads(client.frame)["phase"] != "playing":
                await self.ready()
            return True
        finally:
            self.busy = False


class Study:
    """A person and `strong` at a table; the person asks `strong` about every move."""

    def __init__(self):
        self.client = Client(self)
        self.asked = []  # seconds until advice was there
        self.moves = 0

    def seen(self, version):
        """A frame has come; it is read when it is needed."""

    async def open(self, url, token):
        await self.client.open(url, token)
        settings = {"game": "mason-rummy", "seats": 2, "rounds": 999, "stand_in_s": None}
        await self.client.say("open", settings=settings)
        await self.client.say("sit", seat=0)
        await self.client.say("bot", seat=1, level="strong")
        await self.client.say("ready")

    async def play(self, until):
        while time.perf_counter() < until:
            frame = json.loads(self.client.frame)
            if frame["phase"] != "playing":
                await self.client.say("ready")
            elif frame["own"] and frame["own"]["actions"]:
                began = time.perf_counter()
                told = await self.client.say("hint", adviser="strong")
                if told["is"] == "told":
                    self.asked.append(time.perf_counter() - began)
                self.moves += 1
                await self.client.say(
                    "play", move=f"s{self.moves}", version=self.client.version,
                    action=frame["own"]["actions"][-1]["id"],
                )  # fmt: skip
            await asyncio.sleep(0.05)


async def tokens_for(url, count):
    """Persons are made in the database at once; asking for each would be another test."""
    import httpx2

    found = []
    async with httpx2.AsyncClient(base_url=url, timeout=60) as client:
        for _ in range(0, count, 50):
            answers = await asyncio.gather(
                *(client.post("/session", json={}, headers={"cookie": ""}) for _ in range(50))
            )
            found += [a.headers["set-cookie"].partition("=")[2].partition(";")[0] for a in answers]
            client.cookies.clear()
    return found


def figures(url):
    """What the server counts."""
    with urllib.request.urlopen(f"{url}/metrics", timeout=60) as answer:
        lines = [line for line in answer.read().decode().splitlines() if line[0] != "#"]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def at(values, share):
    return 1000 * sorted(values)[min(len(values) - 1, int(share * len(values)))]


async def load(wanted, port, process):
    url = f"http://{HOST}:{port}"
    dice = random.Random(1)
    tables = [Table() for _ in range(wanted.tables)]
    each = SEATS + WATCHERS
    tokens = await tokens_for(url, each * len(tables) + wanted.strong)
    studies = [Study() for _ in range(wanted.strong)]
    began = time.perf_counter()
    for first in range(0, len(tables), 20):
        await asyncio.gather(
            *(
                table.open(
                    f"ws://{HOST}:{port}/socket", tokens[each * number : each * number + each]
                )
                for number, table in enumerate(tables[first : first + 20], first)
            )
        )
    print(
        f"{len(tables)} tables, {each * len(tables)} sockets in {time.perf_counter() - began:.0f} s"
    )
    for study in studies:
        await study.open(f"ws://{HOST}:{port}/socket", tokens.pop())
    await asyncio.gather(*(study.play(time.perf_counter() + WARMING_S) for study in studies))
    for study in studies:
        study.asked.clear()
    for table in tables:
        table.shown.clear()
        table.saved.clear()
    counted = await asyncio.to_thread(figures, url)
    before, own = process.cpu_times(), psutil.Process().cpu_times()
    began = time.perf_counter()
    tasks, made = set(), 0
    studying = [asyncio.create_task(study.play(began + wanted.seconds)) for study in studies]
    while (now := time.perf_counter()) - began < wanted.seconds:
        due = int((now - began) * wanted.moves) - made
        for _ in range(due):
            made += 1
            free = [table for table in dice.sample(tables, min(8, len(tables))) if not table.busy]
            if free:
                task = asyncio.create_task(free[0].move())
                tasks.add(task)
                task.add_done_callback(tasks.discard)
        await asyncio.sleep(0.005)
    await asyncio.gather(*tasks)
    spent = time.perf_counter() - began
    after, mine = process.cpu_times(), psutil.Process().cpu_times()
    now = await asyncio.to_thread(figures, url)
    commits = now["dealt_commits_total"] - counted["dealt_commits_total"]
    writing = now["dealt_commit_seconds_total"] - counted["dealt_commit_seconds_total"]
    saved = [x for table in tables for x in table.saved]
    shown = [x for table in tables for x in table.shown]
    cpu = after.user + after.system - before.user - before.system
    clients = mine.user + mine.system - own.user - own.system
    refused = sum(table.refused for table in tables)
    print(
        f"{len(saved) / spent:.0f} moves/s saved, {len(shown) / spent:.0f} frames/s shown, "
        f"{refused} moves refused as stale"
    )
    for name, values in (("saved", saved), ("shown", shown)):
        p50, p95, p99 = (at(values, share) for share in (0.5, 0.95, 0.99))
        print(f"{name}: p50 {p50:.1f}, p95 {p95:.1f}, p99 {p99:.1f} ms")
    print(f"{len(saved) / commits:.1f} moves a commit, {1000 * writing / commits:.1f} ms each")
    print(
        f"server: {100 * cpu / spent:.0f} % of a core, {1000 * cpu / len(saved):.2f} ms a move, "
        f"{process.memory_info().rss / 1e6:.0f} MB"
    )
    print(f"clients: {100 * clients / spent:.0f} % of a core")
    await asyncio.gather(*studying)
    if asked := [x for study in studies for x in study.asked]:
        p50, p95 = at(asked, 0.5), at(asked, 0.95)
        print(f"strong gave advice {len(asked)} times: p50 {p50:.0f}, p95 {p95:.0f} ms")
    return tables


class Server:
    """A new program that serves a file; it is told where to listen before it has begun."""

    def __init__(self, path, *, as_a_new_program=True):
        self.listening = socket.create_server((HOST, 0), backlog=4096)
        self.port = self.listening.getsockname()[1]
        way = "spawn" if as_a_new_program or sys.platform == "win32" else "fork"
        context = multiprocessing.get_context(way)
        self.process = context.Process(target=serve, args=(path, self.listening))
        self.began = time.perf_counter()
        self.process.start()

    def kill(self):
        """SIGKILL; its workers notice."""
        self.process.kill()
        self.process.join()
        self.listening.close()

    def spent(self):
        """Seconds since the start, and how many of them it computed."""
        times = psutil.Process(self.process.pid).cpu_times()
        return time.perf_counter() - self.began, times.user + times.system


async def restart(path, tables, folder):
    """Start on a file without tables, then on the file of the killed server."""
    from dealt.service.store.store import Store

    empty = Path(folder) / "empty.db"
    Store(empty).close()
    for name, place in (("no tables", empty), (f"{len(tables)} tables", path)):
        server = Server(place)
        await asyncio.to_thread(figures, f"http://{HOST}:{server.port}")
        seconds, busy = server.spent()
        print(f"start with {name}: answers after {seconds:.2f} s ({busy:.2f} s of CPU)")
        if place == empty:
            server.kill()
    url, most = f"ws://{HOST}:{server.port}/socket", asyncio.Semaphore(50)

    async def come_back(table):
        client = Client(table)
        async with most:
            await client.open(url, table.clients[0].token)
            while client.frame is None:
                done = await client.say("enter", table=table.name)
                if done["is"] != "done":
                    raise SystemExit(f"a table is lost: {done}")
                await asyncio.sleep(0)

    try:
        await come_back(tables[0])
        print(f"first table shown after {server.spent()[0]:.2f} s")
        await asyncio.gather(*(come_back(table) for table in tables[1:]))
        seconds, busy = server.spent()
        print(f"all {len(tables)} tables shown after {seconds:.2f} s ({busy:.2f} s of CPU)")
    finally:
        server.kill()


def main():
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tables", type=int, default=1000)
    asked.add_argument("--moves", type=float, default=300)
    asked.add_argument("--seconds", type=float, default=30)
    asked.add_argument("--strong", type=int, default=0)
    asked.add_argument("--file")
    wanted = asked.parse_args()
    allow_many_sockets()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(wanted, folder))


async def run(wanted, folder):
    path = wanted.file or str(Path(folder) / "load.db")
    server = Server(path, as_a_new_program=False)
    try:
        tables = await load(wanted, server.port, psutil.Process(server.process.pid))
    finally:
        server.kill()
    await restart(path, tables, folder)


if __name__ == "__main__":
    main()
