"""A table service in memory or on a file, and clients that talk to it in the same process."""

import asyncio
import contextlib
import functools
import json
import random
import shutil
import tempfile
from pathlib import Path
from typing import ClassVar

import msgspec

from dealt.history.archived import Archived, Holding
from dealt.history.heads import Head, day_id
from dealt.service.hall import steps
from dealt.service.hall.service import Service
from dealt.service.hall.tables import Surroundings
from dealt.service.hall.thinkers import in_threads
from dealt.service.store.store import Store
from dealt.service.tab.tab import Shelf, TabStore
from dealt.service.tab.thinkers import TabThinkers, answer
from dealt.service.table import protocol as p
from dealt.service.web.session import Session


class Shelved(TabStore):
    """A store of a tab on a shelf in memory, which stays under its path."""

    shelves: ClassVar = {}

    def __init__(self, path):
        super().__init__(self.shelves.setdefault(path, Shelf()))
        self.is_owner = True

    def close(self):
        pass


class InPlace:
    """The other worker of a tab, for want of one in this very loop."""

    def start(self):
        pass

    async def ask(self, work, job):
        return answer(work, job)

    def stop(self):
        pass


class Keeping:
    """How the services of these tests keep and think: see the fixture `kept`."""

    store = Store
    thinkers = staticmethod(in_threads)


def tab_thinkers():
    return TabThinkers(InPlace(), 0.05)


FRAME = msgspec.json.Decoder(p.ServerFrame)


def steps_frame(state, person, message):
    """Some steps of a finished round, as they are sent."""
    return FRAME.decode(steps.encoded_steps(*steps.steps_asked(state, person, message)))


def in_loop(test):
    """Run a test that is a coroutine."""

    @functools.wraps(test)
    def run(*args, **arguments):
        return asyncio.run(asyncio.wait_for(test(*args, **arguments), 120))

    return run


def match_of_day(person, day, game, points, at=5):
    """A person's finished deal of the day, for the archive."""
    head = Head(
        id=day_id(game, day, person), game=game, version=1, deal="", began_at=at, ended_at=at,
        options={}, rounds=1, played=1, over=True, names=["X"], levels=[None], points=[points],
        winners=[], day=day,
    )  # fmt: skip
    return Archived(head, None, {person: Holding([[0]], 0)})


def hand_in(frame):
    """The cards that the reader of a table frame holds."""
    return next(zone["cards"] for zone in frame["own"]["zones"] if zone["kind"] == "hand")


def lines_of(frame):
    """The log of a table frame, or the answer to `log`, in words."""
    events = frame["lines"] if frame["is"] == "log" else frame["log"]
    return [event["text"] for event in events]


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self):
        self.time = 1_700_000_000.0

    def __call__(self):
        return self.time


@functools.cache
def empty_file():
    """A file with the tables and nothing in them; its folder is swept up at the end."""
    folder = tempfile.TemporaryDirectory()
    path = Path(folder.name) / "empty.db"
    Store(path).close()
    return folder, path


def fresh_file(folder):
    """A new file with the tables."""
    path = Path(folder) / "tables.db"
    shutil.copy(empty_file()[1], path)
    Shelved.shelves.pop(path, None)
    return path


@contextlib.asynccontextmanager
async def house(path, *, thinkers=None, shared=False, own=False, **settings):
    """A service on a file, with a clock of its own.

    Args:
        path: of the file.
        thinkers: where computer players think.
        shared: other services are on that file, too.
        own: its tables are those of one account.
        settings: of `Service`.
    """
    store = Store(path, shared=True) if shared else Keeping.store(path)
    lines = []
    # the same tables and cards every time, but for a database that several tests share
    seed = 8 if isinstance(path, Path) and not shared else None
    settled = Surroundings(say=lines.append, fresh=random.Random(seed).randbytes, own=own)
    settings.setdefault("clock", Clock())
    settings.setdefault("timer", settings["clock"])
    service = Service(store, thinkers or Keeping.thinkers(), around=settled, **settings)
    service.heard = lines
    try:
        yield service
    finally:
        await service.stop()
        store.close()


class Client:
    """A person with a connection in the same process; frames are decoded strictly."""

    def __init__(self, service, token, address="10.0.0.1"):
        self.service, self.token, self.address = service, token, address
        self.session = Session(service, address)
        self.frames = []
        self.moves = 0
        self.acks = 100

    @classmethod
    async def of(cls, service, name, address="10.0.0.1"):
        _, token = await service.new_person(name)
        client = cls(service, token, address)
        await client.say("hello", protocol=p.PROTOCOL, token=token)
        return client

    async def again(self):
        """The same person by another connection."""
        client = Client(self.service, self.token, self.address)
        await client.say("hello", protocol=p.PROTOCOL, token=self.token)
        return client

    def gone(self):
        """The connection has ended."""
        self.service.disconnect(self.session)

    async def raw(self, data):
        """Send bytes; the frames that have come since."""
        self.service.clock.time += 0.06  # nobody is faster than the rates allow
        await self.session.receive(data)
        await self.service.tables.tasks.settle()
        return self.read()

    def read(self):
        """The frames that have come."""
        frames = [*iter(self.session.waiting_frame, None)]
        for frame in frames:
            FRAME.decode(frame)
        self.frames += [json.loads(frame) for frame in frames]
        return self.frames[len(self.frames) - len(frames) :] if frames else []

    async def say(self, do, **message):
        """Say something; the answer to it, the last frame that is neither a table nor chat."""
        answers = await self.raw(json.dumps({"do": do, "ack": 7, **message}).encode())
        answers = [frame for frame in answers if frame["is"] not in ("table", "said")]
        return answers[-1] if answers else None

    async def say_at_once(self, do, **message):
        """Say something while computer players may think on; the answer to it."""
        self.service.clock.time += 0.06
        self.acks += 1
        order = {"do": do, "ack": self.acks, **message}
        await self.session.receive(json.dumps(order).encode())
        return await self.answer_to(self.acks)

    async def answer_to(self, ack):
        """The answer with a number, as soon as it has come."""
        while True:
            self.read()
            for frame in self.frames:
                if frame.get("ack") == ack:
                    return frame
            await asyncio.sleep(0.005)

    async def done(self, do, **message):
        """Say something that must be done."""
        answer = await self.say(do, **message)
        assert answer["is"] == "done", answer
        assert answer["ack"] == 7
        return answer

    async def refused(self, do, **message):
        """Say something that must be refused; the code and the line."""
        answer = await self.say(do, **message)
        assert answer["is"] == "refused", answer
        assert answer["ack"] == 7
        assert answer["why"]
        assert "\n" not in answer["why"]
        return answer["code"], answer["why"]

    async def table(self):
        """The table as it is."""
        for frame in reversed(await self.raw(b'{"do":"sync"}')):
            if frame["is"] == "table":
                return frame
        raise AssertionError("no table")

    async def play(self, choice=-1):
        """Play one of the open actions."""
        table = await self.table()
        self.moves += 1
        action = table["own"]["actions"][choice]["id"]
        return await self.done(
            "play", move=f"m{self.moves}", version=table["version"], action=action
        )

    async def finish(self):
        """Play to the end of the match."""
        while (table := await self.table())["phase"] != "over":
            if table["phase"] == "between":
                await self.done("ready")
            else:
                await self.play()
        return table


async def open_table(client, game, seats, *levels, **settings):
    """A public table with the client in the first seat, and computer players of these levels."""
    settings_of_table = {"game": game, "seats": seats, "public": True, **settings}
    name = (await client.done("open", settings=settings_of_table))["table"]
    await client.done("sit", seat=0)
    for seat, level in enumerate(levels, 1):
        await client.done("bot", seat=seat, level=level)
    return name


async def two_at_table(service, game, *, begun=True, **settings):
    """Ana and Bob in the two seats of a public table, with the first round dealt if it has begun.

    Both clients, and the name of the table.
    """
    ana, bob = await Client.of(service, "Ana"), await Client.of(service, "Bob")
    name = await open_table(ana, game, 2, **settings)
    await bob.done("enter", table=name)
    await bob.done("sit", seat=1)
    for client in (ana, bob) if begun else ():
        await client.done("ready")
    return ana, bob, name
