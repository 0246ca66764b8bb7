"""The main path of the site and of the served page in Firefox and in WebKit.

Chromium alone is no proof: an engine that is not installed is left out, with a line that says so.
"""

import socket

import pytest

from tests.engines import ENTER, RIGHT, SPACE, Firefox, WebKit
from tests.page.conftest import bundle, served  # noqa: F401 - the page at a service
from tests.page.desk import Person, Served
from tests.site.desk import Host

MOVED = "document.querySelector('.table-screen')?.dataset.moved"
HAND = "[...document.querySelectorAll('.hand [role=option]')].map((card) => card.ariaLabel)"
MY_TURN = "document.querySelector('.turn-line[data-mine=true] ~ .tools') !== null"
BACKGROUND = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"


@pytest.fixture(scope="module", params=[Firefox, WebKit], ids=["firefox", "webkit"])
def engine(request, tmp_path_factory):
    if lacking := request.param.missing():
        pytest.skip(f"not installed: {', '.join(lacking)}; see tests/engines.py")
    engine = request.param(tmp_path_factory.mktemp("engine"))
    yield engine
    engine.stop()


def address_in_the_network():
    """The address of this machine, which no browser trusts without TLS; None without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent
        except OSError:
            return None
        address = probe.getsockname()[0]
    return None if address.startswith("127.") else address


def moves(engine, act, *arguments):
    """Do a move, and wait for the next turn."""
    engine.until(MY_TURN)
    before = engine.run(MOVED)
    act(*arguments)
    engine.until(f"{MOVED} !== {before!r}")
    engine.until(MY_TURN)


def plays_a_turn(engine):
    """Draw by a press, discard by a drag; then draw by a press and discard by keys."""
    moves(engine, engine.press, '[data-spot="stock"]')
    cards = len(engine.run(HAND))
    x, y = engine.place(".hand [role=option]")
    pile = engine.place('[data-spot="discard"]')
    moves(engine, engine.drag, (x, y), (x + 20, y - 60), pile, pile)
    assert len(engine.run(HAND)) < cards
    moves(engine, engine.press, '[data-spot="stock"]')
    engine.run("document.querySelector('.hand [role=option][tabindex=\"0\"]').focus()")
    moves(engine, engine.type, RIGHT + SPACE + ENTER)


def copies(engine, label, text):
    """Press a button that copies a text, and paste it into a new field."""
    engine.press("button", label)
    engine.until("/Copied|copy it/.test(document.body.textContent)")
    engine.run("document.body.prepend(window.pasted = document.createElement('textarea'))")
    engine.run("window.pasted.focus()")
    engine.paste()
    engine.until(f"window.pasted.value.trim() === ({text}).trim()")
    engine.run("window.pasted.remove()")


def shares_the_deal_of_the_day(engine, url):
    """Play it and share how it went: where nothing is passed on, it is copied."""
    engine.go(f"{url}#/daily/three-card-poker")
    engine.press(".action")
    engine.until("document.querySelector('.ending')?.textContent.match(/strong.*: -?\\d/)")
    copies(engine, "Share", "document.querySelector('.share-text').textContent")


def copies_the_invitation(engine):
    """Open a table for friends, and copy its link."""
    engine.press(".with-friends .main")
    engine.place("dialog input")
    engine.press("dialog input")
    engine.type("Ana" + ENTER)
    link = engine.until("document.querySelector('input.link')?.value")
    copies(engine, "Copy", f"'{link}'")
    return link


def goes_and_comes_back(engine, url):
    """To another page and back: browsers bring the page as it was, or load it again."""
    engine.go(f"{url}licences.txt")
    engine.run("setTimeout(() => history.back()) && true")
    engine.until("document.querySelector('#root') !== null")


def test_the_site(engine, play):
    """Tiles, moves, a reload, a second tab, dark, Portuguese, and no network."""
    with Host(play) as host:
        engine.go(host.url)
        engine.until("document.querySelectorAll('.game').length === 5")
        engine.press('[data-game="mason-rummy"] .main')
        plays_a_turn(engine)
        table, hand = engine.run("location.hash"), engine.run(HAND)
        for comes_back in (engine.reload, lambda: goes_and_comes_back(engine, host.url)):
            comes_back()
            engine.until(MY_TURN)
            assert engine.run(HAND) == hand
        first = engine.window
        engine.opens_window()
        engine.go(f"{host.url}{table}")
        engine.until(f"{HAND}.length")
        second = engine.window
        engine.looks_at(first)
        engine.press("button", "Play here instead")
        engine.until(MY_TURN)
        engine.looks_at(second)
        engine.until("document.querySelector('.connection.shown') !== null")
        engine.looks_at(first)
        shares_the_deal_of_the_day(engine, host.url)
        engine.go(f"{host.url}#/")
        engine.press(".masthead button")
        engine.press("dialog label", "dark")
        engine.press("dialog label", "Português")
        engine.until("document.body.textContent.includes('Jogar já')")
        assert max(engine.run(BACKGROUND)) < 128
        engine.until("navigator.serviceWorker.controller !== null")
    engine.go(f"{host.url}{table}")
    engine.until(MY_TURN)
    assert engine.run("document.documentElement.lang") == "pt-BR"
    assert len(engine.run(HAND)) == len(hand)
    moves(engine, engine.press, '[data-spot="stock"]')


def test_host_and_guest_in_two_engines(engine, browser, served):  # noqa: F811
    """One makes a table here, the other comes by its link in Chromium; cards are dealt to both."""
    engine.go(f"{served.url}/#/")
    link = copies_the_invitation(engine)
    bob = Person(browser, served.url)
    bob.page.goto(link)
    sit_down = bob.page.get_by_role("button", name="Sit down")
    sit_down.wait_for()  # until then home is there, which has a field for a name, too
    bob.page.get_by_role("textbox", name="Your name").fill("Bob")
    sit_down.click()
    engine.until("document.body.textContent.includes('Bob')")
    engine.press("button.main", "Start")
    engine.until(f"{HAND}.length")
    bob.page.wait_for_selector(".hand [role=option]")
    goes_and_comes_back(engine, f"{served.url}/")
    engine.until(f"{HAND}.length")
    engine.until("document.querySelector('.connection.shown') === null")
    bob.leaves()


def test_without_a_secure_context(engine, play, bundle, tmp_path):  # noqa: F811
    """In the network of a home, without TLS: no clipboard, no service worker; and yet all works."""
    address = address_in_the_network()
    if address is None:
        pytest.skip("this machine has no address in a network")
    served = Served(tmp_path, address=address)  # noqa: F811
    engine.go(f"{served.url}/#/")
    assert engine.run("isSecureContext") is False
    copies_the_invitation(engine)
    shares_the_deal_of_the_day(engine, f"{served.url}/")
    served.stop()
    with Host(play, address=address) as host:
        engine.go(host.url)
        engine.press('[data-game="mason-rummy"] .main')
        plays_a_turn(engine)
