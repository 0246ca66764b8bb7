"""A table service at a socket of this machine, in the loop of a test."""

import asyncio
import contextlib
import socket

import uvicorn

from dealt.service.hall.service import Service
from dealt.service.hall.tables import Surroundings
from dealt.service.hall.thinkers import in_threads
from dealt.service.store.store import Store
from dealt.service.table.limits import Limits
from dealt.service.web.server import Site, app
from tests.service.talk import Client, Clock


class Quiet(uvicorn.Server):
    """A server that leaves signals to the tests."""

    @contextlib.contextmanager
    def capture_signals(self):
        yield


@contextlib.asynccontextmanager
async def served(path, listening, folder):
    """A service at a socket of this machine."""
    origin = f"http://127.0.0.1:{listening.getsockname()[1]}"
    store = Store(path)
    many = Limits(frames_burst=10_000)
    service = Service(
        store, in_threads(), limits=many, clock=Clock(), around=Surroundings(say=print)
    )
    ready = asyncio.Event()
    web_app = app(service, Site(frozenset({origin})), page=folder, ready=ready.set)
    config = uvicorn.Config(web_app, ws="websockets-sansio", log_level="critical")
    server = Quiet(config)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        await ready.wait()
        yield service, origin
    finally:
        service.farewell()
        server.should_exit = True
        await serving
        store.close()


def listen(port=0):
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen()
    return listener


async def host(service):
    """Somebody who has opened a table for two, and a link to it."""
    ana = await Client.of(service, "Ana")
    opened = await ana.done("open", settings={"game": "mason-rummy", "seats": 2})
    await ana.done("sit", seat=0)
    code = (await ana.say("invite", kind="player"))["code"]
    return ana, opened["table"], code
