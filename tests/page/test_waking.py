"""A page that was asleep or open for long soon shows what is, and nothing is lost."""

import asyncio
import json
import time

import pytest

from tests.page.desk import PATIENCE_S, PHONE, Person, Served, newer, shows

WAKING_MS = 1_500  # see page/src/service/link.ts
SEEN = "document.dispatchEvent(new Event('visibilitychange'))"


class Line:
    """The sockets of a page: they can be refused, or go silent as when a network goes away.

    Attributes:
        moves: the frames by which the page has played, in order.
        loses: what becomes of each of them: "move", "answer" or "rate" instead of an answer; else
            it comes through.
    """

    def __init__(self, page):
        self.sockets, self.is_refused, self.silent = [], False, set()
        self.moves, self.loses, self._lost_answers = [], iter(()), set()
        page.route_web_socket("**/socket", self._open)

    def _open(self, route):
        number = len(self.sockets)
        self.sockets.append(route)
        if self.is_refused:
            route.close()
            return
        server = route.connect_to_server()
        route.on_message(lambda text: number in self.silent or self._up(text, route, server))
        server.on_message(lambda text: number in self.silent or self._down(text, route))

    def _up(self, text, route, server):
        frame = json.loads(text)
        fate = ""
        if frame["do"] == "play":
            self.moves.append(frame)
            fate = next(self.loses, "")
        if fate == "rate":
            refused = {"is": "refused", "ack": frame["ack"], "code": "rate", "why": "too fast"}
            route.send(json.dumps({**refused, "reason": "", "rule": "", "facts": {}}))
        elif fate != "move":
            self._lost_answers |= {frame["ack"]} if fate == "answer" else set()
            server.send(text)

    def _down(self, text, route):
        if json.loads(text).get("ack") not in self._lost_answers:
            route.send(text)

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


@pytest.mark.parametrize("fate", ["move", "answer", "rate"])
def test_a_move_without_an_answer_is_sent_again_and_played_once(somebody, served, fate):
    """By the same name; the page does not wait for ever, nor ask the player."""
    ana = somebody()
    line = Line(ana.page)
    ana.sits_down("mason-rummy")
    line.loses = iter([fate])
    ana.moves_by_mouse()
    ana.my_turn()
    ends = time.monotonic() + PATIENCE_S
    while len(line.moves) < 2 or ana.page.locator(".action:disabled").count():
        assert time.monotonic() < ends
        ana.page.wait_for_timeout(50)
    names = [frame["move"] for frame in line.moves]
    assert len(names) == 2 and len(set(names)) == 1
    state = served.service.tables.live[ana.table()].state
    assert len(state.moves) == 1
    ana.moves_by_mouse()
    shows(ana.page.locator(".notice.refusal"), 0)
    assert len({frame["move"] for frame in line.moves}) == 2


def test_a_page_that_gets_no_answers_says_so_and_lets_one_choose_again(somebody):
    """After two tries; what is then chosen again is still the same move."""
    ana = somebody()
    line, page = Line(ana.page), ana.page
    ana.sits_down("mason-rummy")
    line.loses = iter(["move"] * 2)
    page.locator(".action").first.click()
    page.get_by_text("No answer yet. Sending it again.").wait_for()
    page.get_by_text("The service did not answer. Try again.").wait_for()
    shows(page.locator(".action:disabled"), 0)
    shows(page.locator(".connection.shown"), 0)  # the connection itself is fine
    before = ana.moved
    page.locator(".action").first.click()
    ana.settled(before)
    assert len({frame["move"] for frame in line.moves}) == 1
    assert len(line.moves) == 3


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
    requests_before = len(ana.requests)
    page.get_by_role("button", name="Reload").click()
    shows(page.locator(".connection.shown"), 0)
    ana.my_turn()
    assert ana.moved == moved
    assert any("2.js" in url for url in ana.requests[requests_before:])
    is_greeted(ana, 4)
    served.ahead_s = 3600  # nobody is put out who has been still for an hour
    asyncio.run_coroutine_threadsafe(served.service.tick(), served.loop).result(PATIENCE_S)
    ana.moves_by_mouse()
    ana.my_turn()
    assert sum('"is":"welcome"' in frame for frame in ana.frames) == 4
    ana.leaves()
    served.stop()
