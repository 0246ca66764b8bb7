"""A page that was asleep or open for long soon shows what is, and nothing is lost."""

import asyncio
import time

from tests.page.desk import PATIENCE_S, PHONE, Person, Served, newer, shows

WAKING_MS = 1_500  # see page/src/service/link.ts
SEEN = "document.dispatchEvent(new Event('visibilitychange'))"


class Line:
    """The sockets of a page: they can be refused, or go silent as when a network goes away."""

    def __init__(self, page):
        self.sockets, self.is_refused, self.silent = [], False, set()
        page.route_web_socket("**/socket", self._open)

    def _open(self, route):
        number = len(self.sockets)
        self.sockets.append(route)
        if self.is_refused:
            route.close()
            return
        server = route.connect_to_server()
        route.on_message(lambda text: number in self.silent or server.send(text))
        server.on_message(lambda text: number in self.silent or route.send(text))

    def goes_silent(self):
        """Nothing comes or goes by the sockets until now, and nobody hears of it."""
        self.silent.update(range(len(self.sockets)))


def is_greeted(person, times):
    """Wait until the service has said welcome so many times."""
    ends = time.monotonic() + PATIENCE_S
    while sum('"is":"welcome"' in frame for frame in person.frames) < times:
        assert time.monotonic() < ends
        person.page.wait_for_timeout(20)


def test_a_phone_that_wakes_soon_shows_the_table_as_it_is(somebody, served):
    """Its socket says nothing any more; looked at again, one other socket takes its place."""
    ana = somebody(size=PHONE)
    line, page = Line(ana.page), ana.page
    page.clock.install()
    ana.sits_down("penney")
    line.goes_silent()
    table = ana.table()
    served.plays_the_round(table)
    page.evaluate(SEEN)
    page.evaluate(SEEN)  # browsers say it by several events
    page.clock.run_for(WAKING_MS)
    page.clock.run_for(500)
    page.locator(".between").wait_for()
    shows(page.locator(".connection.shown"), 0)
    assert len(line.sockets) == 2


def test_a_page_without_a_service_does_not_storm_and_comes_back_at_once(somebody):
    """Fewer and fewer tries; the next one comes when somebody looks, or the network is back."""
    ana = somebody()
    line, page = Line(ana.page), ana.page
    page.clock.install()
    ana.sits_down("mason-rummy")
    line.is_refused = True
    line.sockets[-1].close(code=1012, reason="cut")
    page.get_by_text("The connection is lost").wait_for()
    page.clock.run_for(600_000)
    assert len(line.sockets) < 200
    line.is_refused = False
    page.evaluate(SEEN)
    page.locator(".connection.shown").wait_for(state="detached")
    ana.moves_by_mouse()


def test_a_service_that_comes_back_as_a_newer_one_is_offered(browser, bundle, tmp_path):
    """The table goes on by the old page, as far as it can; the new one is a press away."""
    served = Served(tmp_path)
    ana = Person(browser, served.url)
    ana.sits_down("mason-rummy")
    page, offer = ana.page, ana.page.locator(".connection", has_text="A new version is ready")
    served = served.again()
    is_greeted(ana, 2)
    ana.moves_by_mouse()
    shows(offer, 0)  # it is the same one
    served = served.again(newer(bundle, tmp_path / "newer"))
    is_greeted(ana, 3)
    offer.wait_for()
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Seats").click()  # the old page fetches this part now
    page.get_by_role("dialog").get_by_text("A new version is ready").wait_for()
    page.keyboard.press("Escape")
    assert all("404" in trouble for trouble in ana.trouble)
    ana.trouble.clear()
    ana.moves_by_mouse()
    ana.my_turn()
    moved = ana.moved
    asked = len(ana.requests)
    page.get_by_role("button", name="Reload").click()
    shows(page.locator(".connection.shown"), 0)
    ana.my_turn()
    assert ana.moved == moved
    assert any("2.js" in url for url in ana.requests[asked:])
    is_greeted(ana, 4)
    served.ahead_s = 3600  # nobody is put out who has been still for an hour
    asyncio.run_coroutine_threadsafe(served.service.tick(), served.loop).result(PATIENCE_S)
    ana.moves_by_mouse()
    ana.my_turn()
    assert sum('"is":"welcome"' in frame for frame in ana.frames) == 4
    ana.leaves()
    served.stop()
