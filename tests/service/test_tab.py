"""The service of a tab: it runs on Python and msgspec alone, and keeps what it has shown."""

import asyncio
import json
import subprocess
import sys

import msgspec
import pytest

import dealt
from dealt import agents
from dealt.agents import search
from dealt.core.agent import Seat
from dealt.core.match import Match
from dealt.errors import StorageError
from dealt.games import games
from dealt.service.hall.thinking import Job, choose
from dealt.service.store.table_store import Batch, Row
from dealt.service.tab import thinkers as tab_thinkers
from dealt.service.tab.tab import BrowserShelf, Shelf, Tab, TabStore, in_browser
from dealt.service.tab.thinkers import TabThinkers, answer
from dealt.service.table import protocol as p
from dealt.service.table.refusals import Refused
from tests import program
from tests.own_games import EIGHTS, offered
from tests.service.talk import InPlace

NEEDLESS = (
    "alembic", "click", "concurrent.futures.process", "multiprocessing", "numba", "numpy",
    "platformdirs", "rich", "sqlalchemy", "sqlite3", "starlette", "uvicorn",
)  # fmt: skip
SITE = ("_distutils_hack", "typing_extensions")  # what an environment or msgspec brings, if there
ALONE = f"""
import sys
sys.platform = "emscripten"  # where no photo is read
for name in {NEEDLESS}:
    sys.modules[name] = None
import dealt.service.tab.tab, dealt.scoresheet.evening_data, dealt.scoresheet.round.answers
own = {{name.partition(".")[0] for name, found in sys.modules.items() if found is not None}}
print(*sorted(own - sys.stdlib_module_names))
"""


WELCOME = """
import pkgutil, sys
import dealt.service.tab.tab as tab
from dealt.service.table import protocol as p
empty = p.Welcome(protocol=p.PROTOCOL, person="", name="", games=[], faces=[], language="en")
said = p.encode(empty)
pkgutil.get_data = lambda package, name: said if name == "welcome.en.json" else None
made = tab.TabService.__new__(tab.TabService)
assert p.encode(made.welcome("en")) == said
known = [name for name in sys.modules if name.startswith("dealt.games.")]
assert known == [], known
assert len(made.welcome("pt-BR").games) == 5, "of a language that it was not built with"
"""


def test_the_first_words_of_a_site_need_no_game():
    """They were written when the site was built; a game is imported at its table."""
    result = subprocess.run(
        [sys.executable, "-c", WELCOME], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr


def test_the_service_of_a_tab_imports_with_msgspec_alone():
    """No database, no server, no processes."""
    result = subprocess.run(
        [sys.executable, "-c", ALONE], capture_output=True, text=True, check=True, timeout=300
    )
    assert set(result.stdout.split()) <= {"__main__", "dealt", "msgspec", *SITE}


# --- what is kept


class Kept:
    """What a browser has, by JSON, as `BrowserShelf` asks it."""

    def __init__(self):
        self.memory = Shelf()

    async def write(self, *texts):
        return await self.memory.write(*map(json.loads, texts))

    async def read(self, key):
        return json.dumps(await self.memory.read(key))

    async def read_all(self, prefix):
        return json.dumps(await self.memory.read_all(prefix))


@pytest.fixture(params=[Shelf, lambda: BrowserShelf(Kept())], ids=["memory", "browser"])
def shelf(request):
    return request.param()


async def test_events_come_back_in_order(shelf):
    """With what belongs to them; more than ten of them."""
    store = TabStore(shelf)
    await store.add_person("p1", "hash", "Ana")
    rows = [Row(number, f"event {number}") for number in range(12)]
    await store.append(Batch("t1", 1, tuple(rows[:3]), False, ("p1",), ("code",)))
    await store.append(Batch("t1", 4, tuple(rows[3:]), visitors=("p1",)))
    await store.append(Batch("t11", 1, (Row(50, "other"),), True))
    assert await store.events("t1") == rows
    assert await store.events("t1", 9) == rows[9:]
    assert await store.events("none") == []
    assert await store.table_of("code") == "t1"
    assert await store.table_of("none") is None
    assert await store.tables("p1", 9) == ["t1", "t11"], "own ones first"
    assert await store.tables("p2", 9) == ["t11"]
    await store.rename("p1", "Anna")
    assert await store.person_of("hash") == ("p1", "Anna")
    assert await store.person_of("none") is None
    await store.check()


async def test_writes_of_two_windows_are_stored_once(shelf):
    """The second one is refused, and nothing of it is stored."""
    store = TabStore(shelf)
    await store.append(Batch("t1", 1, (Row(1, "first"),), False))
    with pytest.raises(StorageError, match="another window"):
        await store.append(Batch("t1", 1, (Row(2, "second"),), codes=("code",)))
    assert await store.events("t1") == [Row(1, "first")]
    assert await store.table_of("code") is None


class Full(Kept):
    async def write(self, *texts):
        raise RuntimeError("QuotaExceededError:\n no room")


async def test_a_browser_without_storage_gets_one_line():
    with pytest.raises(StorageError, match="QuotaExceededError: no room"):
        await BrowserShelf(Full()).write({}, {"a": "b"})


# --- what is said and shown


class Page:
    """A page that plays at a tab."""

    def __init__(self, shelf, elsewhere=None, **settings):
        self.frames = []
        settings = {"pause_s": 0, "search_s": 0.05, **settings}
        self.tab = Tab(shelf, elsewhere or InPlace(), self.frames.append, **settings)
        self.ack = 0

    async def comes(self, language="en", *, plays=True):
        await self.tab.start()
        self.tab.open()
        if plays:
            self.tab.decide(is_mine=True)
        await self.say("hello", protocol=p.PROTOCOL, language=language)
        return self

    async def say(self, do, **message):
        self.ack += 1
        self.tab.receive(json.dumps({"do": do, "ack": self.ack, **message}))
        if do == "hello":
            return await self.find(lambda frame: frame["is"] == "welcome")
        return await self.find(lambda frame: frame.get("ack") == self.ack)

    async def find(self, expected):
        """The last frame that is wanted, as soon as there is one."""
        while True:
            for frame in map(json.loads, reversed(self.frames)):
                if expected(frame):
                    return frame
            await asyncio.sleep(0.001)

    async def opens(self, game, seats, level="good", **settings):
        settings_of_table = {"game": game, "seats": seats, **settings}
        name = (await self.say("open", settings=settings_of_table))["table"]
        await self.say("sit", seat=0)
        for seat in range(1, seats):
            await self.say("bot", seat=seat, level=level)
        await self.say("ready")
        return name

    async def shown(self):
        """The table when I may do something, or the round is over."""
        return await self.find(
            lambda frame: (
                frame["is"] == "table"
                and (frame["phase"] != "playing" or (frame["own"] or {}).get("actions"))
                and frame["version"] == self.tab.service.tables.live[frame["table"]].state.version
            )
        )

    async def plays(self, most=1000):
        """Play on with the last of the open actions; the table then."""
        table = await self.shown()
        while table["phase"] == "playing" and most:
            most -= 1
            action = table["own"]["actions"][-1]["id"]
            move = f"m{table['version']}"
            reply = await self.say("play", move=move, version=table["version"], action=action)
            assert reply["is"] == "done", reply
            table = await self.shown()
        return table

    def killed(self):
        """The browser ends, as abruptly as that."""
        tab = self.tab
        for task in [*tab._tasks, *tab.service.tables.tasks._tasks, tab.service._ticking]:
            task.cancel()

    async def asks(self, method, address, body="", **headers):
        reply = await self.tab.answer(method, address, json.dumps(headers), body)
        status, headers, text = json.loads(reply)
        return status, headers, text

    async def posts(self, address, body):
        status, _, text = await self.asks(
            "POST", address, json.dumps(body), **{"content-type": "application/json"}
        )
        return status, json.loads(text)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
async def test_a_round_is_played_and_nothing_is_lost(game):
    """The tab is killed in mid-round: another one takes the table up, for the same person."""
    shelf = Shelf()
    page = await Page(shelf).comes()
    name = await page.opens(game.name, game.seats[0])
    before = await page.plays(2)
    page.killed()
    again = await Page(shelf).comes()
    assert [row["table"] for row in (await again.say("lobby"))["tables"]] == [name]
    assert (await again.say("enter", table=name))["is"] == "done"
    after = await again.shown()
    for part in ("version", "board", "own", "sheet", "phase"):
        assert after[part] == before[part]
    assert (await again.plays())["phase"] in ("between", "over")
    await again.tab.stop()


async def test_a_window_that_only_looks_writes_nothing_and_plays_on_when_it_is_asked():
    """Though it has greeted in another language and seen the tables, one of them with a clock."""
    shelf = Shelf()
    first = await Page(shelf).comes()
    name = await first.opens("mason-rummy", 2, move_s=300)
    await first.plays(2)
    texts = dict(shelf.texts)
    second = await Page(shelf).comes("pt-BR", plays=False)
    assert [row["table"] for row in (await second.say("lobby"))["tables"]] == [name]
    assert shelf.texts == texts
    before = await first.plays(2)
    second.tab.decide(is_mine=True)
    first.killed()
    assert (await second.say("enter", table=name))["is"] == "done"
    after = await second.shown()
    lies = [
        [
            (zone["id"], zone.get("cards"))
            for zone in table["board"]["zones"] + table["own"]["zones"]
        ]
        for table in (before, after)
    ]
    assert lies[0] == lies[1]
    assert after["seats"][0]["name"] == "Convidado"  # as soon as the window may write
    assert (await second.plays())["phase"] in ("between", "over")
    await second.tab.stop()


async def test_events_are_stored_before_they_are_shown():
    """At the moment when a frame comes its events are on the shelf."""
    shelf = Shelf()
    page = await Page(shelf).comes()
    versions = []

    def look(text):
        frame = json.loads(text)
        if frame["is"] == "table":
            stem = f"event/{frame['table']}/"
            versions.append((frame["version"], sum(key.startswith(stem) for key in shelf.texts)))
        page.frames.append(text)

    page.tab._show = look
    page.tab.open()
    await page.say("hello", protocol=p.PROTOCOL)
    await page.opens("mason-rummy", 2)
    await page.plays()
    assert len(versions) > 5
    assert all(version <= saved for version, saved in versions)
    await page.tab.stop()


async def test_a_record_of_a_tab_verifies_and_replays(tmp_path):
    """By the commands that everybody has."""
    page = await Page(Shelf()).comes()
    await page.opens("mason-rummy", 2, rounds=1)
    await page.plays()
    receipt = await page.say("dealing", match=1, round=1)
    record = await page.say("record")
    content = {"verify": receipt["receipt"], "replay": record["record"]}
    for name, receipt_or_record in content.items():
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(receipt_or_record), encoding="utf-8")
        result = program.run(name, str(path))
        assert result.returncode == 0, result.stderr
    await page.tab.stop()


async def test_a_table_begins_in_a_position():
    """A line says what is wrong with it, in the reader's language; also in one's own game."""
    head = {"content-type": "application/json", "accept-language": "pt-BR"}
    with offered(EIGHTS) as (game,):
        page = await Page(Shelf()).comes()
        begun = dealt.position(game, seats=["Ana", "Bia", "Eva"], turn=1, unknown="deal").position
        request = {"game": EIGHTS, "text": begun, "seed": 3}
        table = dealt.position(begun, seats=["AI", "AI", "AI"])
        game_over = table.run().position
        assert await page.posts("/position", request) == (200, {"seats": 3, "turn": 1})
        for text, line in (
            (f"{begun}; colour=1", "não tem o campo 'colour'"),
            ("penney;", f"a posição é de penney, e não de {EIGHTS}"),
            (game_over, "nesta posição a rodada já acabou"),
        ):
            body = json.dumps({**request, "text": text})
            status, _, reply = await page.asks("POST", "/position", body, **head)
            assert (status, line in json.loads(reply)["why"]) == (400, True), reply
        settings = {"game": EIGHTS, "seats": 3, "position": begun, "seed": 3}
        name = (await page.say("open", settings=settings))["table"]
        assert page.tab.service.tables.live[name].state.settings.position == begun
        await page.tab.stop()


async def test_questions_are_answered_as_by_a_server():
    """Rules, odds, names; in the language that is asked for."""
    page = await Page(Shelf()).comes()
    status, headers, text = await page.asks("GET", "/rules/president?lang=pt-BR")
    assert (status, headers["Content-Language"]) == (200, "pt-BR")
    assert text.startswith("# Presidente")
    assert (await page.asks("GET", "/rules/none"))[0] == 404
    assert (await page.asks("GET", "/none"))[0] == 404
    assert (await page.asks("POST", "/rules/tranca"))[0] == 404
    status, _, text = await page.asks("GET", "/odds/penney?deck=10")
    assert (status, json.loads(text)["decks"]) == (200, "184756")
    status, _, text = await page.asks("GET", "/odds/penney?deck=11", **{"accept-language": "pt-BR"})
    assert (status, json.loads(text)["code"]) == (400, "settings")
    assert await page.posts("/session", {"name": "Bia"}) == (
        200, {"person": page.tab._person, "name": "Bia"},
    )  # fmt: skip
    assert (await page.posts("/session", {}))[1]["name"] == "Bia"
    status, reply = await page.posts("/sheet", {"draft": {}, "edits": []})
    assert (status, reply["total"]) == (200, reply["total"])
    line = {"text": "500 \u2013300", "sides": ["Ana", "Bob"]}
    assert await page.posts("/sheet/points", line) == (200, {"points": [500, -300]})
    assert (await page.posts("/sheet/points", {**line, "text": "x"}))[0] == 400
    assert await page.posts("/sheet/cards", {"text": "4c Rei de paus", "c": "H"}) == (
        200, {"faces": ["4H", "KC"]},
    )  # fmt: skip
    assert (await page.posts("/sheet/results", {"evenings": []}))[0] == 200
    assert (await page.posts("/sheet/results", {"evenings": 3}))[0] == 400
    join = {"evenings": [], "name": "Anna", "right": "Ana"}
    assert "nobody here is called" in (await page.posts("/sheet/join", join))[1]["why"]
    await page.tab.stop()


async def test_what_needs_a_server_says_so():
    page = await Page(Shelf()).comes()
    await page.opens("mason-rummy", 2)
    refused = await page.say("invite", kind="player")
    assert "dealt serve" in refused["why"]
    assert "dealt serve" in (await page.posts("/join", {"code": "x" * 22}))[1]["why"]
    assert "dealt serve" in json.loads((await page.asks("GET", "/photo"))[2])["why"]
    assert "dealt serve" in json.loads((await page.asks("POST", "/photo"))[2])["why"]
    await page.tab.stop()


async def test_a_mistake_of_ours_is_answered(monkeypatch):
    lines = []
    page = await Page(Shelf(), say=lines.append).comes()
    monkeypatch.setattr("dealt.service.hall.daily.registered", lambda name: 1 / 0)
    status, _, text = await page.asks("GET", "/rules/tranca")
    assert (status, json.loads(text)["code"]) == (500, "busy")
    assert "ZeroDivisionError" in lines[0]
    await page.tab.stop()


@pytest.mark.parametrize("shelf", [Kept(), None], ids=["database", "nothing"])
async def test_the_entry_takes_objects_of_a_browser(shelf):
    frames = []
    settings = json.dumps({"pause_s": 0, "search_s": 1.0})
    tab = in_browser(shelf, InPlace(), frames.append, settings, print)
    await tab.start()
    tab.open()
    tab.receive(json.dumps({"do": "hello", "protocol": p.PROTOCOL}))
    while not frames:
        await asyncio.sleep(0.001)
    assert json.loads(frames[0])["is"] == "welcome"
    await tab.stop()


# --- thinking


def job_at(game, level, seed=1):
    """A position with a choice to make."""
    seats = [Seat(str(number)) for number in range(game.seats[-1])]
    table = Match(game, seats, seed=seed, rounds=1).table
    while len(table.actions) < 2:
        table.step(table.actions[0])
    return Job.from_table(table, level, 5)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_a_job_goes_to_another_worker_as_json(game):
    """The same job comes out, and the same choice is made."""
    for level in agents.bots(game):
        if agents.is_search(game, level):
            continue
        job = job_at(game, level)
        text = msgspec.json.encode(job).decode()
        assert msgspec.json.decode(text, type=Job) == job
        assert answer("choose", text) == str(choose(job))


class Slow(InPlace):
    """A worker that never answers."""

    def __init__(self):
        self.stopped = 0

    async def ask(self, work, job):
        await asyncio.Event().wait()

    def stop(self):
        self.stopped += 1


SEARCHED = [game for game in games() if agents.is_search(game, "strong")]


@pytest.mark.parametrize("game", SEARCHED, ids=lambda game: game.name)
async def test_a_search_thinks_elsewhere_within_its_budget(game, monkeypatch):
    """In plain Python, as there is no compiler in a browser."""
    monkeypatch.setattr(search, "has_numba", lambda: False)
    thinkers = TabThinkers(InPlace(), 0.05)
    job = job_at(game, "strong")
    assert (await thinkers.choose(job)).level == "strong"
    assert await thinkers.advise(job, "tab")
    assert thinkers.late == 0


async def test_somebody_else_chooses_for_a_search_that_does_not_answer(monkeypatch):
    """While it gets ready, and when it is too slow; then its worker is ended."""
    slow = Slow()
    for name in ("_PATIENCE_S", "_BUDGET_S"):
        monkeypatch.setattr(tab_thinkers, name, 0.01)
    thinkers = TabThinkers(slow, 0.05)
    job = job_at(SEARCHED[0], "strong")
    assert (await thinkers.choose(job)).level == "good"
    assert "warming up" in await thinkers.advise(job, "tab")
    assert (thinkers.late, slow.stopped) == (0, 0)
    thinkers._is_ready = True
    assert (await thinkers.choose(job)).level == "good"
    assert (thinkers.late, slow.stopped) == (1, 1)
    thinkers._is_ready = True
    with pytest.raises(Refused, match="is taking too long"):
        await thinkers.advise(job, "tab")
