"""Connections that say nothing, never end, or take no answer: they are counted, and end."""

import asyncio
import configparser
import contextlib
import json
import sys

import pytest
from websockets.asyncio.client import connect

from dealt.service.hall.service import Service
from dealt.service.hall.tables import Surroundings
from dealt.service.hall.thinkers import in_threads
from dealt.service.store.store import Store
from dealt.service.table.limits import SPARE_FILES, Limits, limits_for
from dealt.service.web.server import PAGE, Site, app
from dealt.service.web.serving import Offer, _within_files, listen, server_of
from tests.service.talk import Clock, fresh_file
from tests.service.test_hosting import HOSTING

PATIENCE_S = 240
LARGE = 1 << 25  # bytes, more than a system keeps on their way


class Served:
    """A service on HTTP, whose clocks run when the test says so."""

    def __init__(self, service, server, port):
        self.service, self.port = service, port
        self.callers = server._callers
        self.writers = []
        self.host = f"Host: 127.0.0.1:{port}\r\n"

    async def comes(self, text=""):
        """A connection that has said something; it is known to the service then."""
        before = len(self.callers._open)
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writers.append(writer)
        while len(self.callers._open) == before and not reader.at_eof():
            await asyncio.sleep(0.005)
        await self.says(writer, text)
        return reader, writer

    async def says(self, writer, text):
        """Say something; the service has heard it then."""
        if text:
            writer.write(text.encode())
            await self.health()  # on another connection, after that

    async def health(self):
        """The service answers somebody else."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(f"GET /health HTTP/1.1\r\n{self.host}Connection: close\r\n\r\n".encode())
        answer = await asyncio.wait_for(reader.read(), PATIENCE_S)
        writer.close()
        return b'"ok":true' in answer

    def passes(self, seconds):
        """So much time, and a look at all connections."""
        self.service.timer.time += seconds
        self.callers.sweep()


async def has_ended(reader):
    """Whether a connection ends; everything before that is read."""
    with contextlib.suppress(ConnectionError):
        await asyncio.wait_for(reader.read(), PATIENCE_S)
    return True


@contextlib.asynccontextmanager
async def served(path, *, proxies=0, page=PAGE, **limits):
    store, listening = Store(path), listen(Offer(port=0))
    port = listening.getsockname()[1]
    settled = Surroundings(say=print)
    service = Service(store, in_threads(), limits=Limits(**limits), timer=Clock(), around=settled)
    site = Site(frozenset({f"http://127.0.0.1:{port}"}), proxies=proxies)
    ready = asyncio.Event()
    server = server_of(app(service, site, page=page, ready=ready.set), service, site)
    server.capture_signals = contextlib.nullcontext
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        await ready.wait()
        caller = Served(service, server, port)
        yield caller
    finally:
        for writer in caller.writers:
            writer.transport.abort()
        server.should_exit = True
        await serving
        store.close()


async def test_connections_that_say_nothing_end(path):
    """Before a request, in its head, and in its body; nothing of it is a mistake."""
    async with served(path) as caller:
        head = f"POST /session HTTP/1.1\r\n{caller.host}Content-Type: application/json\r\n"
        texts = ["", "GET /hea", head, f"{head}Content-Length: 99\r\n\r\n{{"]
        lines = [await caller.comes(text) for text in texts]
        caller.passes(Limits().silent_s - 1)
        assert all(not reader.at_eof() for reader, _ in lines)
        await caller.says(lines[1][1], "lth HT")
        caller.passes(1)
        for number in (0, 2, 3):
            assert await has_ended(lines[number][0])
        await caller.says(lines[1][1], f"TP/1.1\r\n{caller.host}\r\n")
        assert b"200 OK" in await lines[1][0].readline()
        assert caller.service.journal.figures["troubles"] == 0


async def test_a_request_that_never_ends_is_ended(path):
    """Though something comes now and then; its time begins with the request."""
    limits = Limits()
    async with served(path) as caller:
        reader, writer = await caller.comes(f"GET /health HTTP/1.1\r\n{caller.host}X: ")
        for _ in range(int(limits.request_s / 10) - 1):
            caller.passes(10)
            await caller.says(writer, "x")
        assert not reader.at_eof()
        await caller.says(writer, "\r\n\r\n")
        assert b"200 OK" in await reader.readline()
        caller.passes(5)
        await caller.says(writer, f"GET /health HTTP/1.1\r\n{caller.host}X: ")
        for _ in range(int(limits.request_s / 10) - 1):
            caller.passes(10)
            await caller.says(writer, "x")
        assert not reader.at_eof()
        caller.passes(10)
        assert await has_ended(reader)


POST = "POST /session HTTP/1.1\r\nHOSTContent-Type: application/json\r\n"
NEXT = "GET /health HTTP/1.1\r\nHOSTConnection: close\r\n\r\n"
LENGTH, CHUNKED = "Content-Length: {}\r\n", "Transfer-Encoding: chunked\r\n"
CHUNKS = "\r\n2\r\n{}\r\n0\r\n\r\n"
UPGRADE = (
    "GET /socket HTTP/1.1\r\nHOSTConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


@pytest.mark.parametrize(
    ("text", "answered"),
    [
        (f"{POST}{LENGTH.format(2)}\r\n{{}}", 2),
        (f"{POST}{CHUNKED}{CHUNKS}", 2),
        (f"{POST}{CHUNKED}{LENGTH.format(12)}{CHUNKS}", 0),
        (f"{POST}{LENGTH.format(12)}{CHUNKED}{CHUNKS}", 0),
        (f"{POST.replace('1.1', '1.0')}{CHUNKED}{CHUNKS}", 0),
        (f"{POST}{LENGTH.format(2)}{LENGTH.format(3)}\r\n{{}}x", 0),
        (f"{POST}{LENGTH.format('2, 3')}\r\n{{}}x", 0),
        (f"{POST}{LENGTH.format(-2)}\r\n{{}}", 0),
        (f"{POST}{CHUNKED}{CHUNKED}{CHUNKS}", 0),
        (f"{POST}{CHUNKED}{CHUNKS.replace('}', '}x')}", 0),
        (f"{POST}{CHUNKED}{CHUNKS}rubbish\r\n\r\n", 1),
        (f"{UPGRADE}{CHUNKED}{CHUNKS}", 0),
        (f"{UPGRADE}{LENGTH.format(2)}\r\n{{}}", 0),
        (f"{UPGRADE}X: {'x' * 9000}\r\n\r\n", 0),  # more than sockets take
    ],
)
async def test_a_request_has_one_end_or_is_not_taken(text, answered, path):
    """What a proxy might part elsewhere is refused; what follows is not taken for a request."""
    async with served(path) as caller:
        reader, writer = await caller.comes()
        writer.write((text + NEXT).replace("HOST", caller.host).encode())
        answer = await asyncio.wait_for(reader.read(), PATIENCE_S)
        assert answer.count(b"HTTP/1.1 200") == answered, answer
        assert await caller.health()


async def test_rubbish_behind_a_request_that_was_answered_ends_the_connection(path, caplog):
    """No error of ours comes of it."""
    async with served(path) as caller:
        head = f"GET /health HTTP/1.1\r\n{caller.host}{CHUNKED}\r\n2\r\n{{}}"
        reader, writer = await caller.comes(head)
        assert b"200 OK" in await reader.readuntil(b"}")
        await caller.says(writer, "rubbish\r\n")
        assert await has_ended(reader)
    assert not [record for record in caplog.records if record.exc_info]


async def test_those_that_owe_a_request_count_for_their_address(path):
    """Only so many at a time; one that has asked does not count, and a proxy has many people."""
    async with served(path, asking=2) as caller:
        lines = [await caller.comes("GET /") for _ in range(2)]
        refused, _ = await caller.comes()
        assert await has_ended(refused)
        lines[0][1].close()
        while len(caller.callers._open) > 1:
            await asyncio.sleep(0.005)
        reader, _ = await caller.comes(f"GET /health HTTP/1.1\r\n{caller.host}\r\n")
        assert b"200 OK" in await reader.readline()
        assert await caller.health()
    async with served(fresh_file(path.parent), asking=2, proxies=1) as caller:
        lines = [await caller.comes("GET /") for _ in range(5)]
        assert await caller.health()
        assert all(not reader.at_eof() for reader, _ in lines)


async def test_a_service_has_so_many_connections(path):
    """Of all addresses, sockets among them; more are ended at once."""
    async with served(path, connections=2) as caller:
        async with connect(f"ws://127.0.0.1:{caller.port}/socket") as socket:
            await socket.send('{"do": "ping"}')
            assert json.loads(await socket.recv())["is"] == "pong"
            _, writer = await caller.comes()
            refused, _ = await caller.comes()
            assert await has_ended(refused)
            writer.close()
        while caller.callers._open:
            await asyncio.sleep(0.005)
            caller.passes(0)
        assert await caller.health()


async def test_a_socket_that_never_says_hello_ends(path):
    """And it counts for its address until then, as every socket does."""
    async with served(path, sockets=1) as caller:
        address = f"ws://127.0.0.1:{caller.port}/socket"
        async with connect(address) as silent:
            caller.passes(Limits().hello_s - 1)
            await caller.service.tick()
            with pytest.raises(Exception, match="HTTP 403"):
                await connect(address)
            caller.passes(1)
            await caller.service.tick()
            await asyncio.wait_for(silent.wait_closed(), PATIENCE_S)
        async with connect(address):
            pass


async def test_an_answer_that_nobody_takes_ends(path):
    """Not as long as something of it is taken, however slowly."""
    page = path.parent / "page"
    page.mkdir()
    (page / "index.html").write_bytes(bytes(LARGE))
    request = "GET / HTTP/1.1\r\nConnection: close\r\n"
    async with served(path, page=page) as caller:
        reader, _ = await caller.comes(f"{request}{caller.host}\r\n")
        received = seconds = 0
        while some := await asyncio.wait_for(reader.read(LARGE // 8), PATIENCE_S):
            received, seconds = received + len(some), seconds + 1
            caller.passes(1)
        assert received > LARGE and seconds > Limits().silent_s
        reader, _ = await caller.comes(f"{request}{caller.host}\r\n")
        while caller.callers._open:
            caller.passes(Limits().silent_s)
            await asyncio.sleep(0.02)
        assert await caller.health()


def test_more_people_have_more_connections():
    """As they have more of everything else, and no more than files that can be open."""
    usual, more = limits_for(40), limits_for(120)
    assert more.asking == 3 * usual.asking and more.connections == 3 * usual.connections
    assert (more.silent_s, more.request_s) == (usual.silent_s, usual.request_s)
    assert usual.asking > usual.sockets < usual.connections


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_a_service_keeps_within_the_files_of_its_process(monkeypatch):
    """So that nobody is refused by a traceback."""
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda which: (256, 4096))
    assert _within_files(Limits()).connections == 256 - SPARE_FILES
    monkeypatch.setattr(resource, "getrlimit", lambda which: (1 << 20, 1 << 20))
    assert _within_files(Limits()) == Limits()
    monkeypatch.setattr(resource, "getrlimit", lambda which: (resource.RLIM_INFINITY,) * 2)
    assert _within_files(Limits()) == Limits()


def test_the_unit_of_systemd_allows_as_many_files_as_there_may_be_connections():
    """Its limit fits those of the service."""
    unit = configparser.ConfigParser(strict=False)
    unit.optionxform = str
    unit.read(HOSTING / "dealt.service")
    assert int(unit["Service"]["LimitNOFILE"]) >= Limits().connections + SPARE_FILES
    assert (unit["Service"]["UMask"], unit["Service"]["StateDirectoryMode"]) == ("0077", "0700")
