"""Long work runs beside the loop: within limits, fairly, and by cost."""

import asyncio
import io
import itertools
import json
import mmap
import os
import re
import sys
import time
from collections import Counter

import msgspec
import pytest
from PIL import Image

from dealt.language import speaking
from dealt.scoresheet.evenings import FORMAT
from dealt.service.hall import workers
from dealt.service.hall.thinkers import in_processes
from dealt.service.hall.workers import Limit, Workers
from dealt.service.store.table_store import Journal
from dealt.service.table import questions
from dealt.service.table.limits import Addresses, Limits
from dealt.service.table.refusals import Refused
from dealt.service.web.server import app
from tests.service.talk import Clock, house, tab_thinkers
from tests.service.test_server import SITE

# --- limits, and who comes first ------------------------------------------------------------------


def spin():
    """Never ends."""
    while True:
        pass


def fill():
    """More memory than there may be."""
    return len(bytearray(2 * workers.MEMORY))


def hold(name):
    """Leave most of the addresses taken, which takes no time."""
    setattr(workers, name, mmap.mmap(-1, workers.MEMORY * 3 // 4))


def fail():
    raise ZeroDivisionError("as it is")


def open_file():
    """Cannot leave its process."""
    return io.StringIO, lambda: None


def last_text(number):
    raise Refused("unknown", "no step {n}; the last one is {last}", n=number, last=1)


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
@pytest.mark.no_cover
async def test_what_a_worker_refuses_is_one_line_and_the_next_request_works():
    """Too long, too much memory, killed, or nothing that can be sent back; errors are handed on."""
    crew = Workers(limit=Limit(cpu_s=0.2, wall_s=60, memory=workers.MEMORY))
    crew.accounts = accounts = Addresses(Limits(work_min=1000), Clock())
    refusals = [
        (spin, (), workers.TOO_LONG), (fill, (), workers.TOO_MUCH),
        (os._exit, (1,), workers.BROKEN), (open_file, (), workers.BROKEN),
    ]  # fmt: skip
    for work, arguments, problem in refusals:
        with pytest.raises(Refused) as refused:
            await crew.do("10.0.0.1", work, *arguments)
        assert (refused.value.code, str(refused.value)) == ("busy", problem)
        assert await crew.do("10.0.0.1", os.getpid) != os.getpid()
    assert accounts.left("10.0.0.1") < 1000 - 0.2, "what was ended costs what it took"
    with pytest.raises(ZeroDivisionError, match="as it is") as mistake:
        await crew.do("10.0.0.1", fail)
    lines = []
    Journal(lines.append).trouble(mistake.value)
    assert re.fullmatch(r"dealt: mistake: ZeroDivisionError at fail:\d+", *lines)
    before = await crew.do("10.0.0.1", os.getpid)
    await crew.do("10.0.0.1", hold, "_held")
    assert await crew.do("10.0.0.1", os.getpid) != before, "what was left in memory is gone"
    with speaking("pt-BR"):
        with pytest.raises(Refused) as refused:
            await crew.do("10.0.0.1", last_text, 7)
        assert "7" in str(refused.value) and "last" not in str(refused.value)
    crew.close()


@pytest.mark.no_cover
async def test_a_worker_ends_by_the_clock_and_when_nobody_needs_it():
    """Where processor time is not limited, and to give its memory back."""
    crew = Workers(limit=Limit(wall_s=0.5))
    with pytest.raises(Refused, match="would take too long"):
        await crew.do(None, time.sleep, 100)
    crew.close()
    crew = Workers(limit=Limit(idle_s=0.01))
    first = await crew.do(None, os.getpid)
    while crew._free[0].is_started:
        await asyncio.sleep(0.01)
    assert await crew.do(None, os.getpid) != first
    crew.close()


class Gate:
    """Work in threads that ends when the test says so, in the order in which it began."""

    def __init__(self, crew):
        self.crew, self.begun, self.tasks = crew, [], {}

    def ask(self, address, name):
        """Ask for something; it goes on in its own time."""
        may_end = workers.threading.Event()

        def work():
            self.begun.append(name)
            assert may_end.wait(60)
            return name

        self.tasks[name] = asyncio.create_task(self.crew.do(address, work)), may_end

    async def ends(self, name):
        task, may_end = self.tasks[name]
        may_end.set()
        assert await task == name

    async def wait_for(self, *names):
        """These have begun, and no others, even if they are given time."""
        while len(self.begun) < len(names):
            await asyncio.sleep(0.001)
        for _ in range(20):
            await asyncio.sleep(0)
        assert sorted(self.begun) == sorted(names)


async def test_one_address_never_has_all_workers_and_who_cost_least_comes_first():
    """In their own order if nothing else tells them apart."""
    crew = Workers(2, in_threads=True)
    crew.accounts = Addresses(Limits(), Clock())
    crew.accounts.spend("much", 5)
    crew.accounts.spend("less", 1)
    gate = Gate(crew)
    for name in ("much 1", "much 2", "much 3"):
        gate.ask("much", name)
    await gate.wait_for("much 1")
    gate.ask("less", "less 1")
    await gate.wait_for("much 1", "less 1")
    for name in ("less 2", "new 1", "new 2"):
        gate.ask(name.split()[0], name)
    gate.tasks["much 3"][0].cancel()
    await gate.ends("much 1")
    await gate.wait_for("much 1", "less 1", "new 1")
    await gate.ends("less 1")
    await gate.wait_for("much 1", "less 1", "new 1", "less 2")
    await gate.ends("new 1")
    await gate.wait_for("much 1", "less 1", "new 1", "less 2", "new 2")
    for name in ("less 2", "new 2", "much 2"):
        await gate.ends(name)
    assert gate.begun == ["much 1", "less 1", "new 1", "less 2", "new 2", "much 2"]
    crew.close()


async def test_an_address_that_cost_too_much_is_refused_until_time_has_passed():
    """Others are not; and only so many questions are read and wait at a time."""
    clock = Clock()
    crew = Workers(in_threads=True, most_of_one=2, most_of_all=3)
    crew.accounts = accounts = Addresses(Limits(work_min=30), clock)
    accounts.spend("a", 31)
    with pytest.raises(Refused, match="wait a minute"):
        await crew.do("a", len, ())
    assert await crew.do("b", len, ()) == 0
    assert accounts.left("b") < 30, "it costs something besides, however quick it is"
    clock.time += 3
    assert await crew.do("a", len, ()) == 0
    clock.time += 60
    accounts.forget()
    assert accounts._buckets == {}
    with crew.admitted("a"), crew.admitted("a"):
        with pytest.raises(Refused, match="at a time"), crew.admitted("a"):
            pass
        with crew.admitted("b"), pytest.raises(Refused, match="other requests"), crew.admitted("c"):
            pass
    with crew.admitted("a"):
        pass
    gate = Gate(crew)
    for name in ("1", "2"):
        gate.ask("a", name)
    await gate.wait_for("1")
    crew.close()
    for task in (gate.tasks["2"][0], crew.do("a", len, ())):
        with pytest.raises(Refused, match="try again"):
            await task
    await gate.ends("1")


# --- hostile bodies -------------------------------------------------------------------------------

MOST_CALLS = 3000  # of functions in a step of the loop; a move takes about 2,000
MOST_DECODED = 16 * 1024  # bytes of JSON at once, in the loop
LONG = 500


def evening(number, points=0, rounds=1, **more):
    row = [{"points": points}, {"points": number}]
    return {
        "id": f"x~{number}", "sides": ["A", "B"], "target": 10**6, "rounds": [row] * rounds, **more,
    }  # fmt: skip


def chain(n, ends_at=None):
    """Names each of which is the next one; they end, or lead back to one of them."""
    right = [*range(1, n), n if ends_at is None else ends_at]
    return [{"name": f"n{a}", "right": f"n{b}", "at": ""} for a, b in enumerate(right)]


def nested(depth, opening="[", closing="]"):
    return msgspec.Raw((opening * depth + closing * depth).encode())


def values():
    """What stands in a body: a name, a JSON value, and the place where it belongs, if any."""
    for n in (40, LONG):
        yield f"chain of {n}", chain(n), "names"
        yield f"circle of {n}", chain(n, 0), "names"
        joined = [{"name": f"n{i}", "right": "n", "at": ""} for i in range(n)]
        yield f"{n} joined to one", joined, "names"
        yield f"{n} evenings", [evening(i) for i in range(n)], "evenings"
        yield f"{n} others of the same ids", [evening(i, 1) for i in range(n)], "file"
        yield f"{n} of one id", [evening(0, i) for i in range(n)], "file"
        yield f"{n} rounds", [evening(0, rounds=n)], "evenings"
        yield f"{n} sides", [{**evening(0), "sides": [f"s{i}" for i in range(n)]}], "file"
        people = ", ".join(f"p{i}" for i in range(n))
        yield f"{n} people", [evening(0, players=[people, ""])], "evenings"
        yield f"wide by {n}", [evening(0, **{f"k{i}": i for i in range(n)})], "evenings"
        yield f"deep by {20 * n}", [evening(0, more=nested(20 * n))], "evenings"
        yield f"objects deep by {20 * n}", nested(20 * n, '{"a":', ""), "alone"
        yield f"{n} empty lists", [[]] * n, "alone"
        yield f"{n} signs", "\u202e\u0301\ufe0f" * n, "text"
        yield f"a word of {n}", "a" * n, "text"
        yield f"letters of {n} marks", "e" + "\u0301" * n, "text"
        yield f"{n} families", "\U0001f468\u200d\U0001f469\u200d\U0001f467" * n, "text"
        yield f"{n} zeros", "\x00" * n, "text"
        yield f"a number of {n} digits", msgspec.Raw(b"9" * n), "text"
        yield f"a fraction of {n} digits", msgspec.Raw(b"0." + b"1" * n), "text"
        yield f"{n} edits", [{"do": "add", "faces": ["5H"] * 11}] * (n // 2), "edits"
        yield f"{n} keys", ["5", "H", "x7"] * n, "keys"
        cards = [{"face": "5H", "photo": -1, "number": -1, "read": "5H", "confidence": 1}] * n
        yield f"{n} cards", {"cards": cards, "hand": [*range(n)]}, "draft"
    yield "a huge power", msgspec.Raw(b"1e400"), "day"


PLACES = {
    "alone": lambda value: value,
    "evenings": lambda value: {"evenings": value, "names": []},
    "names": lambda value: {"evenings": [evening(1)], "names": value},
    "file": lambda value: {
        "evenings": [evening(i) for i in range(LONG)], "names": [], "file": "a.json",
        "text": msgspec.json.encode({"format": FORMAT, "version": 1, "evenings": value}).decode(),
    },
    "draft": lambda value: {"draft": value},
    "edits": lambda value: {"draft": {}, "edits": value},
    "keys": lambda value: {"draft": {}, "keys": value},
    "text": lambda value: {"text": value, "sides": ["A"]},
    "day": lambda value: {"day": value, "moves": value},
    "title": lambda value: {"title": value, "page": value},
}  # fmt: skip


def bodies():
    """Every value where it belongs, and invalid JSON."""
    for _, value, home in values():
        yield msgspec.json.encode(PLACES[home](value))
    yield b'{"a": "' + b"\xff" * 4000
    yield b""
    for mode, size in (("I;16", (7000, 7400)), ("1", (30_000, 20_000)), ("RGBA", (8, 8))):
        picture = io.BytesIO()
        Image.new(mode, size).save(picture, "PNG")
        yield picture.getvalue()


def misplaced():
    """Every value in other places."""
    places = itertools.cycle(PLACES)
    for _, value, home in values():
        for place in {next(places), next(places)} - {home}:
            yield msgspec.json.encode(PLACES[place](value))


async def post(application, path, body, number):
    """Send a body piece by piece; the status and the answer."""
    kind = b"image/png" if body[:4] == b"\x89PNG" or path == "/photo" else b"application/json"
    headers = [(b"host", b"127.0.0.1:8420"), (b"content-type", kind), (b"accept-encoding", b"gzip")]
    scope = {
        "type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "root_path": "",
        "query_string": b"", "headers": headers, "client": (f"10.0.0.{number}", 1),
        "scheme": "http", "http_version": "1.1", "server": ("127.0.0.1", 8420),
    }  # fmt: skip
    pieces = [body[at : at + 65536] for at in range(0, len(body), 65536)] or [b""]
    sent = []

    async def receive():
        await asyncio.sleep(0)
        more = len(pieces) > 1
        return {"type": "http.request", "body": pieces.pop(0), "more_body": more}

    async def send(message):
        sent.append(message)

    await application(scope, receive, send)
    return sent[0]["status"], b"".join(each.get("body", b"") for each in sent[1:])


class Steps:
    """A clock of what is done in the loop: the functions that are called in each of its steps."""

    def __init__(self, monkeypatch):
        self.most, self.decoded, self._calls = 0, 0, 0
        original = asyncio.Handle._run

        def run(handle):
            self._calls = 0
            sys.setprofile(self._count)
            try:
                original(handle)
            finally:
                sys.setprofile(None)
                self.most = max(self.most, self._calls)

        monkeypatch.setattr(asyncio.Handle, "_run", run)
        decode = msgspec.json.decode

        def measured(body, **more):
            if sys.getprofile() is not None:
                self.decoded = max(self.decoded, len(body))
            return decode(body, **more)

        monkeypatch.setattr(questions.msgspec.json, "decode", measured)

    def _count(self, frame, event, argument):
        self._calls += event in ("call", "c_call")


UNLIMITED = Limits(posts_min=1e6, polls_min=1e6, work_min=1e6)
AT_A_TIME = 6


async def attack(path, thinkers, chosen, monkeypatch, tmp_path, *, others=()):
    """Send bodies to every address that takes one; the steps, and the answers by status.

    Of the others, each goes to one address.
    """
    async with house(path, thinkers=thinkers, limits=UNLIMITED) as service:
        application = app(service, SITE, page=tmp_path / "none", in_threads=False)
        paths = [
            route.path.replace("{game}", "president")
            for route in application.app.routes
            if "POST" in (getattr(route, "methods", None) or ())
        ]
        assert len(paths) >= 12
        service.welcome("en")  # what is imported once, is
        await post(application, "/sheet", b"{}", 0)
        await post(application, "/photo", b"x", 0)
        steps, answers = Steps(monkeypatch), Counter()
        everywhere = itertools.product(paths, chosen)
        requests = enumerate([*everywhere, *zip(itertools.cycle(paths), others, strict=False)])

        async def send_some():
            for number, (where, body) in requests:
                await asyncio.sleep(0)  # each request begins a step
                status, answer = await post(application, where, body, number % 250)
                answers[status] += 1
                assert status in (200, 400, 403, 404, 503), (where, body[:100], answer)
                assert status == 200 or "\n" not in json.loads(answer)["why"]

        await asyncio.gather(*(send_some() for _ in range(AT_A_TIME)))
        assert service.heard == []
        assert (await post(application, "/sheet/points", b'{"text":"5","sides":["A"]}', 0))[
            0
        ] == 200
        return steps, answers


@pytest.mark.no_cover
async def test_no_body_keeps_the_loop(path, monkeypatch, tmp_path):
    """Over a hundred kinds, those in their own places to every address: each step is short."""
    chosen, others = [*bodies()], [*misplaced()]
    assert len(chosen) > 50 and len(others) > 80
    steps, answers = await attack(
        path, in_processes(1), chosen, monkeypatch, tmp_path, others=others
    )
    assert (steps.most < MOST_CALLS, steps.decoded < MOST_DECODED) == (True, True), vars(steps)
    assert answers[200] > 25 and answers[400] > 300, answers


async def test_work_in_the_loop_would_be_noticed(path, monkeypatch, tmp_path):
    """The same, with everything worked out at once."""
    few = [msgspec.json.encode({"evenings": [evening(n) for n in range(300)], "names": []})]
    steps, _ = await attack(path, tab_thinkers(), few, monkeypatch, tmp_path)
    assert steps.most > 10 * MOST_CALLS and steps.decoded > MOST_DECODED
