"""A served table service in this process, and a person at a browser who plays at it."""

import asyncio
import json
import os
import shutil
import socket
import threading
import time
from pathlib import Path

import uvicorn

from dealt.service.hall.service import Service
from dealt.service.hall.thinkers import in_threads
from dealt.service.store.store import Store
from dealt.service.table import messages as m
from dealt.service.table.limits import Limits
from dealt.service.web.server import PAGE, Site, app

ROOT = Path(__file__).parents[2]
AXE = ROOT / "page" / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}
MANY = 100_000
PATIENCE_S = int(
    os.environ.get("PATIENCE", "180")
)  # what is waited for happens; how soon, other processes decide
LAYING = ("new", "lay", "lay_off", "take", "meld", "run")  # verbs by which hands get smaller
EVERYTHING = os.environ.get("PAGES") == "everything"  # else a share of the long tests

# `report` returns the violations that a browser finds
WATCH = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => {
  window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
});
"""


# the score sheets that a browser has, by keys, once they are on its disk
STORED = """
() => new Promise((resolve, reject) => {
  const opening = indexedDB.open("dealt.evenings");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const all = opening.result.transaction("kept").objectStore("kept").getAll();
    all.onsuccess = () => {
      opening.result.close();
      resolve(all.result.map(({ key, text }) => [key, JSON.parse(text)]));
    };
  };
})
"""


def stored(page):
    """What the browser has of score sheets, by keys."""
    return dict(page.evaluate(STORED))


def stored_evening(page, holds=lambda evening: True):
    """The evening that is shown, as the browser has it, as soon as something holds of it."""
    for _ in range(100 * PATIENCE_S):
        records = stored(page)
        evening = records.get(f"evening {records.get('open')}")
        if evening is not None and holds(evening):
            return evening
        page.wait_for_timeout(10)
    raise AssertionError(evening)


def shows(locator, count):
    """Wait until there are so many of something."""
    from playwright.sync_api import expect

    expect(locator).to_have_count(count, timeout=1000 * PATIENCE_S)


def faults(page):
    """What axe finds; it is brought in past the content security policy, which stays in force."""
    session = page.context.new_cdp_session(page)
    session.send("Runtime.evaluate", {"expression": AXE.read_text(encoding="utf-8")})
    question = {
        "expression": "axe.run(document, {resultTypes: ['violations']}).then((found) =>"
        " JSON.stringify(found.violations.map((v) => [v.id, v.nodes[0].html.slice(0, 200)])))",
        "awaitPromise": True,
    }
    faults = session.send("Runtime.evaluate", question)["result"]["value"]
    session.detach()
    return faults


class Served:
    """A service at a port of this machine, in a thread of its own."""

    def __init__(self, folder, prefix="", address="127.0.0.1", port=0, page=PAGE):
        self.folder = folder
        self.store = Store(str(folder / "tables.db"))
        wide = Limits(
            frames_s=MANY, frames_burst=MANY, sockets=MANY, tables_min=MANY, posts_min=MANY
        )
        self.ahead_s = 0.0  # of this machine's clocks
        self.service = Service(
            self.store,
            in_threads(),
            limits=wide,
            clock=lambda: time.time() + self.ahead_s,
            timer=lambda: time.monotonic() + self.ahead_s,
        )
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind((address, port))
        origin = f"http://{address}:{self.socket.getsockname()[1]}"
        self.url = origin + prefix
        self.ready = threading.Event()
        site = Site(frozenset({origin}), prefix=prefix)
        served = app(self.service, site, page=page, ready=self.ready.set)
        config = uvicorn.Config(
            served, ws="websockets-sansio", log_level="error", timeout_graceful_shutdown=2
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.run)
        self.thread.start()
        assert self.ready.wait(PATIENCE_S), "the service has not started"

    def run(self):
        asyncio.run(self._serve())

    async def _serve(self):
        self.loop = asyncio.get_running_loop()
        await self.server.serve([self.socket])

    def plays_the_round(self, name):
        """Have the round at a table played to its end, for persons, too."""
        asyncio.run_coroutine_threadsafe(self._play_round(name), self.loop).result(PATIENCE_S)

    async def _play_round(self, name):
        live = self.service.tables.live[name]
        while live.state.is_playing:
            state = live.state
            if state.mover is None:
                person, action = state.places[state.turn].person, state.table.actions[-1].id
                message = {"move": f"m{state.version}", "version": state.version, "action": action}
                await self.service.tables.order(live, person, "", m.Play(**message))
            await self.service.tables.tasks.settle()

    def state(self, name):
        """The round at a table as the service has it, hidden cards and all."""
        table = self.service.tables.live[name].state.table
        state = table.game.state()
        for field, value in table.fields().items():
            setattr(state, field, value)
        return state

    def again(self, page=PAGE):
        """The same service after a new start, with a page; this one is not there any more."""
        port = self.socket.getsockname()[1]
        self.stop()
        return Served(self.folder, port=port, page=page)

    def stop(self):
        self.server.should_exit = True
        self.thread.join(PATIENCE_S)
        self.socket.close()
        self.store.close()


class Person:
    """Somebody at a browser."""

    def __init__(self, browser, url, *, size=DESKTOP, theme="light", moves=False):
        self.url = url
        motion = "no-preference" if moves else "reduce"  # cards lie still unless that is tested
        touch = {"has_touch": True, "is_mobile": True} if size is PHONE else {}
        self.context = browser.new_context(
            viewport=size, color_scheme=theme, reduced_motion=motion, **touch
        )
        self.context.add_init_script(WATCH)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE_S * 1000)
        self.frames, self.requests, self.trouble = [], [], []
        self.page.on("websocket", self._listen)
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.trouble.append(f"error: {error}"))
        self.page.on("console", self._console)

    def _listen(self, opened):
        opened.on("framereceived", self._keep)

    def _keep(self, frame):
        self.frames.append(frame)

    def _console(self, message):
        # the browser logs a lost connection; tests that cut it mean it
        if message.type == "error" and "WebSocket" not in message.text:
            self.trouble.append(f"console: {message.text}")

    def table(self):
        """The name of the table that is shown."""
        return self.last()["table"]

    def home(self):
        """Go home, and see the games."""
        self.page.goto(f"{self.url}/#/")
        self.page.wait_for_selector(".game")
        return self

    def invites(self, kind="Link to play"):
        """Make a link to the table that is shown."""
        self.page.locator(".menu summary").click()
        self.page.get_by_role("button", name="Invite").click()
        self.page.get_by_role("button", name=kind).click()
        link = self.page.get_by_role("dialog").locator("input.link").input_value()
        self.page.keyboard.press("Escape")
        return link

    def says_name(self, name):
        """Answer the question for a name."""
        window = self.page.get_by_role("dialog", name="What should others call you?")
        window.get_by_label("Your name").fill(name)
        window.get_by_role("button", name="Use this name").click()
        window.wait_for(state="detached")

    def sits_at(self, seat, name):
        """Take a seat, and say a name, as everybody is asked once who has come by a link."""
        self.page.get_by_role("button", name=f"Sit here, seat {seat}").click()
        self.says_name(name)

    def opens_table(self, name):
        """Open the table that is being set up, and say a name, for others will come."""
        self.page.get_by_role("button", name="Open the table").click()
        self.says_name(name)

    def joins(self, host, kind="Link to play"):
        """Come by a link of somebody."""
        self.page.goto(host.invites(kind))

    def last(self, kind="table"):
        """The last frame of a kind."""
        return next(data for data in map(json.loads, reversed(self.frames)) if data["is"] == kind)

    def zone(self, name):
        """A zone as I see it, in the last frame."""
        frame = self.last()
        zones = [*(frame["own"]["zones"] if frame["own"] else []), *frame["board"]["zones"]]
        return next(zone for zone in zones if zone["id"] == name)

    def hand(self):
        """My cards, as the last frame has them."""
        return self.zone(f"hand:{self.last()['own']['seat']}").get("cards", [])

    def verbs(self):
        """What I may do now, by the verbs of the game."""
        return {action["verb"] for action in self.last()["own"]["actions"]}

    def sits_down(self, game):
        """Play a game against computer players, with one press."""
        self.home()
        self.page.locator(f'[data-game="{game}"] .main').click()
        self.my_turn()

    def my_turn(self):
        """Wait until it is my turn, or the round is over; whether it goes on."""
        self.page.wait_for_selector(
            ".turn-line[data-mine=true] ~ .tools, .curtain,"
            ".table-screen:not([data-moved$=revealing]) .between",
            state="attached",
        )
        self.drawn()
        return self.page.locator(".between").count() == 0

    def drawn(self):
        """Wait until all parts of the page show the same: each is drawn for itself."""
        self.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )

    def settled(self, before):
        """Wait until the table has moved on."""
        self.page.wait_for_function(
            "before => document.querySelector('.table-screen').dataset.moved !== before",
            arg=before,
        )

    @property
    def moved(self):
        return self.page.locator(".table-screen").get_attribute("data-moved")

    def moves_by_mouse(self, prefer=LAYING):
        """Do one of the moves that the page offers, as long as there are any to lay down."""
        page = self.page
        page.wait_for_selector(".shown-action, .all-moves, .action", state="attached")
        before = self.moved
        moves = page.locator(".all-moves")
        if page.locator(".shown-action").count():
            page.locator(".shown-action").nth(2).click()
        elif moves.count():
            self.sees_more()
            if moves.get_attribute("open") is None:
                moves.locator("summary").click()
            moves.locator(".move").first.wait_for()
            verbs = moves.locator(".move").evaluate_all("all => all.map((e) => e.dataset.verb)")
            laying = [i for i, verb in enumerate(verbs) if verb in prefer]
            moves.locator(".move").nth(laying[0] if laying else len(verbs) - 1).click()
            page.locator(".action").last.click()
        else:
            page.locator(".action").first.click()
        self.settled(before)

    def sees_more(self):
        """On a small screen: open what else there is besides the buttons."""
        more = self.page.locator(".more-ways")
        if more.is_visible() and more.get_attribute("aria-expanded") == "false":
            more.click()

    def report(self):
        """All that has gone against the rules of the page."""
        foreign = [url for url in self.requests if not url.startswith(self.url)]
        return [*self.trouble, *self.page.evaluate("window.violations"), *foreign]

    def leaves(self):
        faults = self.report()
        self.context.close()
        assert faults == [], faults


def newer(built, folder):
    """A folder with a newer build of a page: all scripts but the first have other names."""
    shutil.copytree(built, folder)
    for part in folder.glob("part-*.js"):
        for path in folder.glob("*.js"):
            path.write_text(path.read_text("utf-8").replace(part.stem, f"{part.stem}2"), "utf-8")
        part.rename(part.with_stem(f"{part.stem}2"))
    return folder


def resized(person, sizes):
    """Give the window of somebody one size after the other."""
    for size in sizes:
        person.page.set_viewport_size(size)
        person.drawn()
        yield size


def two_meet(somebody, game, size=PHONE):
    """Ana and Bob, who has a window of this size, at a table of two; cards are dealt."""
    ana, bob = somebody(), somebody(size=size)
    page = ana.home().page
    page.goto(f"{ana.url}/#/new/{game}")
    seat = page.get_by_label("Seat 2")
    seat.wait_for()
    if (two := page.get_by_label("2", exact=True)).count():  # not of a game that is always for two
        two.check()
    seat.select_option("open")
    ana.opens_table("Ana")
    bob.joins(ana)
    bob.sits_at(2, "Bob")
    bob.page.get_by_role("button", name="Deal").click()
    page.get_by_role("button", name="Deal").click()
    ana.my_turn()
    return ana, bob
