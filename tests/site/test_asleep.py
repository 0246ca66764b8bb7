"""Windows that sleep: frozen, gone back to, or thrown out of memory by their browser."""

import asyncio

import pytest
from msgspec.structs import replace

from dealt.service.table import messages as m
from tests.engines import Chromium
from tests.page.conftest import bundle, served  # noqa: F401 - the page at a service
from tests.page.desk import PATIENCE_S, Person
from tests.site.desk import Host
from tests.site.test_engines import HAND, MOVED, MY_TURN

LINE = "document.querySelector('.connection.shown')?.innerText"
TITLE = "document.title"
OWN_TURN = "● "  # a title begins so when it is the reader's turn


@pytest.fixture
def phone(tmp_path):
    phone = Chromium(tmp_path)
    yield phone
    phone.stop()


def position_of(phone):
    """The position and the own hand; which of its cards is new goes with a reload."""
    return phone.run(MOVED), [card.removesuffix(", new") for card in phone.run(HAND)]


def draws(phone):
    """Draw a card; the turn goes on."""
    phone.until(MY_TURN)
    before = phone.run(MOVED)
    phone.press('[data-spot="stock"]')
    phone.until(f"{MOVED} !== {before!r}")


def discards(phone):
    """Discard the first card; the others move then."""
    before = phone.run(MOVED)
    selected = ".hand [role=option][aria-selected=true]"
    phone.until(
        f"document.querySelector({selected!r}) !== null ||"
        " document.querySelector('.hand [role=option]').click()"
    )
    phone.press(".action")
    phone.until(f"{MOVED} !== {before!r}")


def test_a_tab_that_sleeps_goes_on_where_it_was(phone, play):
    """In the middle of a turn, while others move, gone back to, and thrown out of memory."""
    with Host(play) as host:
        phone.go(host.url)
        phone.press('[data-game="mason-rummy"] .main')
        draws(phone)
        before = position_of(phone)
        phone.sleeps()
        phone.wakes()
        assert position_of(phone) == before
        discards(phone)
        phone.sleeps()  # the others are about to move
        phone.wakes()
        phone.until(MY_TURN)
        assert phone.run(TITLE).startswith(OWN_TURN)
        draws(phone)
        before = position_of(phone)
        for leaves in (lambda: goes_and_comes_back(phone, host), phone.discards):
            leaves()
            phone.until(MY_TURN)
            assert position_of(phone) == before
        discards(phone)
        phone.until(MY_TURN)


def goes_and_comes_back(phone, host):
    """To another page and back, which browsers bring as it was."""
    phone.go(f"{host.url.rpartition('/some')[0]}/elsewhere")
    phone.until("document.querySelector('.felt') === null")
    phone.run("history.back()")


def test_two_windows_that_both_sleep(phone, play):
    """One that lost the table in its sleep hears of it, and does nothing late."""
    with Host(play) as host:
        phone.go(host.url)
        phone.press('[data-game="mason-rummy"] .main')
        draws(phone)
        table, first = phone.run("location.hash"), phone.window
        phone.opens_window()
        second = phone.window
        phone.go(f"{host.url}{table}")
        phone.until(MY_TURN)
        for each in (first, second):
            phone.looks_at(each)
            phone.sleeps()
        for each in (first, second):
            phone.looks_at(each)
            phone.wakes()
        discards(phone)
        phone.sleeps()  # the second one, while the others move
        phone.looks_at(first)
        assert "another window" in phone.until(LINE)
        phone.press("button", "Play here instead")
        draws(phone)
        before = position_of(phone)
        phone.looks_at(second)
        phone.wakes()
        assert "another window" in phone.until(LINE)
        phone.looks_at(first)
        assert phone.run(LINE) is None
        assert position_of(phone) == before
        discards(phone)
        phone.until(MY_TURN)


def test_a_host_whose_phone_sleeps_at_a_table_with_a_clock(phone, browser, served):  # noqa: F811
    """Its socket is closed meanwhile, and the clock runs on: one move is made in its place."""
    phone.go(f"{served.url}/#/")
    phone.press(".with-friends .main")
    phone.until("document.querySelector('dialog input') !== null")
    phone.run("document.querySelector('dialog form').requestSubmit()")
    link = phone.until("document.querySelector('input.link')?.value")
    bob = Person(browser, served.url)
    bob.page.goto(link)
    bob.page.get_by_role("textbox", name="Your name").fill("Bob")
    bob.page.get_by_role("button", name="Sit down").click()
    phone.until("document.body.textContent.includes('Bob')")
    live = served.service.tables.live[phone.run("location.hash").rpartition("/")[2]]
    clock = m.Change(settings=replace(live.state.settings, move_s=60))
    orders(served, live, clock)
    phone.press("button.main", "Start")
    phone.until(MY_TURN)
    phone.sleeps()
    for session in list(live.sessions):
        if session.person == live.state.host:
            served.loop.call_soon_threadsafe(session.close, 1001)
    before = live.state.version
    served.ahead_s += 61
    bob.my_turn()
    own, after = live.state.turn, live.state.version
    assert after > before
    phone.wakes()
    phone.until(f"{MOVED}.includes(' {live.state.moved} ')")
    assert phone.run(LINE) is None
    assert not phone.run(TITLE).startswith(OWN_TURN)
    bob.moves_by_mouse()
    assert own is not None
    phone.until(f"{MOVED}.includes(' {live.state.moved} ')")
    bob.leaves()


def orders(served, live, message):  # noqa: F811
    """Have the host say something at a table."""
    order = served.service.tables.order(live, live.state.host, "", message)
    asyncio.run_coroutine_threadsafe(order, served.loop).result(PATIENCE_S)
