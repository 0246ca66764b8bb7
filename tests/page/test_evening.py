"""An evening: five browsers come by a link, one late; a connection goes, the server is killed.

First all play a match of President, then four of them a round of Tranca, which the fifth watches.
With EVENING=FOLDER in the environment pictures of all screens are kept there.
"""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.page.desk import DESKTOP, PATIENCE_S, PHONE, Person, faults, shows
from tests.service.talk import fresh_file

SIDEWAYS = {"width": 844, "height": 390}
TALL = {"width": 390, "height": 844}
PLAYING = ("play", "give", "choose", "request", "lay", "draw")
# lets the test cut a connection as a network does, unseen by the page
SOCKETS = """
window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(...how) {
    super(...how);
    window.sockets.push(this);
  }
};
"""
FORM = ".sit-down"


class Server:
    """`dealt serve` in a process of its own, at the same port each time."""

    def __init__(self, folder):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.data = fresh_file(folder)
        self.url = f"http://127.0.0.1:{self.port}"
        self.begin()

    def begin(self):
        command = [sys.executable, "-m", "dealt", "serve", "--port", str(self.port), "--pause", "0"]
        command += ["--data", str(self.data)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        limit = time.monotonic() + PATIENCE_S
        while not self.answers():
            assert time.monotonic() < limit, "the server does not begin"
            time.sleep(0.05)

    def answers(self):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True
        return False

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE_S)


class Friend(Person):
    """Somebody who plays with others, by a name."""

    def __init__(self, browser, url, name, *, size, language="en"):
        super().__init__(browser, url, size=size)
        self.name, self.language = name, language
        self.context.add_init_script(SOCKETS)
        self.context.add_init_script(f"localStorage.setItem('dealt.language', '{language}')")

    def _console(self, message):
        # of a server that was killed the browser tells, and the evening wants it
        if "ERR_CONNECTION_REFUSED" not in message.text:
            super()._console(message)

    def comes(self, link):
        """A name and one press."""
        self.page.goto(link)
        form = self.page.locator(FORM)
        form.locator("input").fill(self.name)
        form.locator("button").click()
        form.wait_for(state="detached")

    def sees_anew(self):
        """Wait for the table as the service has it now."""
        limit = time.monotonic() + PATIENCE_S
        while not any(json.loads(frame)["is"] == "table" for frame in self.frames):
            assert time.monotonic() < limit, "no table"
            self.page.wait_for_timeout(50)
        self.drawn()

    def is_in_turn(self):
        return self.page.locator(".turn-line[data-mine=true]").count() == 1

    def is_playing(self):
        return self.page.locator(".turn-line").count() == 1

    def moves(self):
        """Play cards if that is possible."""
        self.moves_by_mouse(prefer=PLAYING)

    def moves_at_once(self):
        """The same, said to the service; other tests play whole rounds by mouse and by keys."""
        frame, before = self.last(), self.moved
        actions = frame["own"]["actions"]
        chosen = next((each for each in actions if each["verb"] in PLAYING), actions[-1])
        move = {"do": "play", "move": f"{self.name}-{frame['version']}", "action": chosen["id"]}
        text = json.dumps({**move, "version": frame["version"], "ack": 1_000_000})
        self.page.evaluate("text => window.sockets.at(-1).send(text)", text)
        self.settled(before)

    def goes_on(self):
        """The next round."""
        self.page.locator(".between .main").first.click()


class ByKeys(Friend):
    """Somebody who touches no mouse."""

    def tab_to(self, locator):
        """Press Tab until something has the focus."""
        for _ in range(60):
            if locator.evaluate("(element) => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("it cannot be reached by Tab")

    def comes(self, link):
        self.page.goto(link)
        form = self.page.locator(FORM)
        form.wait_for()
        self.tab_to(form.locator("input"))
        self.page.keyboard.type(self.name)
        self.page.keyboard.press("Enter")
        form.wait_for(state="detached")

    def moves(self):
        page = self.page
        page.wait_for_selector(".all-moves, .action", state="attached")
        before, moves = self.moved, page.locator(".all-moves")
        if moves.count():
            if moves.get_attribute("open") is None:
                moves.locator("summary").press("Enter")
            moves.locator(".move").first.wait_for()
            verbs = moves.locator(".move").evaluate_all("all => all.map((e) => e.dataset.verb)")
            playing = [i for i, verb in enumerate(verbs) if verb in PLAYING]
            moves.locator(".move").nth(playing[0] if playing else len(verbs) - 1).press("Enter")
            page.locator(".action").last.press("Enter")
        else:
            page.locator(".action").first.press("Enter")
        self.settled(before)

    def goes_on(self):
        self.page.locator(".between .main").first.press("Enter")


class Evening:
    """The friends, and what they do together."""

    def __init__(self, friends):
        self.friends = friends
        self.pictures = os.environ.get("EVENING")

    def picture(self, name):
        for friend in self.friends if self.pictures else ():
            path = Path(self.pictures) / f"{name}-{friend.name}.png"
            friend.page.screenshot(path=path)

    def move(self, *, at_once=False):
        """The player in turn moves; False: the round is over for all."""
        limit = time.monotonic() + PATIENCE_S
        while time.monotonic() < limit:
            for friend in self.friends:
                if friend.is_in_turn():
                    friend.moves_at_once() if at_once else friend.moves()
                    return True
            if not any(friend.is_playing() for friend in self.friends):
                return False
            self.friends[0].page.wait_for_timeout(50)
        raise AssertionError("nobody is in turn")

    def plays(self, moves):
        """So many moves of people, or to the end of the round."""
        return all(self.move() for _ in range(moves))

    def ends(self):
        """The rest of the round, which everybody is shown move by move."""
        while self.move(at_once=True):
            pass

    def is_well_shown(self):
        """On every screen: nothing that axe finds, nothing too wide, nobody without a name."""
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        for friend in self.friends:
            assert faults(friend.page) == "[]"
            assert friend.page.evaluate(wide) == 0
            assert "Guest" not in friend.page.locator("body").inner_text()

    def names(self):
        """Who sits where, as each friend has it."""
        return [[seat["name"] for seat in friend.last()["seats"]] for friend in self.friends]


@pytest.fixture
def server(bundle, tmp_path):
    server = Server(tmp_path)
    yield server
    server.stop()


def sets_up(ana):
    """A table for friends: five seats, two rounds; the link."""
    page = ana.home().page
    page.get_by_role("region", name="Play with friends").get_by_role("button").click()
    ana.says_name("Ana")
    page.locator("input.link").wait_for()
    page.get_by_role("button", name="Change the settings").click()
    dialog = page.get_by_role("dialog", name="Change the settings")
    dialog.get_by_label("5", exact=True).check()
    dialog.get_by_label("Rounds", exact=True).fill("2")
    dialog.get_by_role("button", name="Play like this").click()
    dialog.wait_for(state="detached")
    return page.locator("input.link").input_value()


def test_five_friends_play_president_and_then_tranca(browser, server):
    """Two phones, one of them sideways, Portuguese, keys alone, and one who comes late."""
    ana = Friend(browser, server.url, "Ana", size=TALL)
    bob = Friend(browser, server.url, "Bob", size=SIDEWAYS)
    cid = Friend(browser, server.url, "Cid", size=DESKTOP, language="pt-BR")
    dee = ByKeys(browser, server.url, "Dee", size=DESKTOP)
    eve = Friend(browser, server.url, "Eve", size=PHONE)
    evening = Evening([ana, bob, cid, dee])
    link = sets_up(ana)
    for friend in (bob, cid, dee):
        friend.comes(link)
    shows(ana.page.locator(".seat-row.person"), 4)
    evening.picture("gathering")
    for friend in evening.friends:
        wide = "(board) => board.scrollWidth - board.clientWidth"
        assert friend.page.locator(".board").evaluate(wide) <= 0, "nothing beyond the edge"
    ana.page.get_by_role("button", name="Start", exact=True).click()
    for friend in evening.friends:
        friend.page.locator(".turn-line").wait_for()
    assert evening.plays(2)
    comes_late(eve, link)
    evening.friends.append(eve)
    evening.picture("late")
    evening.plays(3)
    loses_the_connection(bob, evening)
    evening.plays(3)
    is_killed(server, evening)
    evening.plays(10)
    evening.ends()
    evening.picture("round")
    for friend in evening.friends:
        friend.goes_on()
    for friend in evening.friends:
        friend.page.locator(".turn-line").wait_for()
    evening.ends()
    ana.page.get_by_role("button", name="Play again").wait_for()
    evening.picture("end")
    for names in evening.names():
        assert names == ["Ana", "Bob", "Cid", "Dee", "Eve"], "and nobody is called Guest"
    assert all(friend.last()["winners"] for friend in evening.friends)
    evening.is_well_shown()
    tranca(evening)
    evening.is_well_shown()
    for friend in evening.friends:
        friend.leaves()


def tranca(evening):
    """The fifth gives up a seat, the host chooses the game; a round for two against two."""
    ana, eve = evening.friends[0], evening.friends[-1]
    gives_up_a_seat(eve)
    chooses_tranca(ana)
    for friend in evening.friends:
        friend.page.locator(".seating").wait_for()
    evening.picture("tranca-gathering")
    ana.page.get_by_role("button", name="Start", exact=True).click()
    for friend in evening.friends:
        friend.page.locator(".turn-line").wait_for()
    eve.page.locator(".seat-bar").get_by_text("You are watching.").wait_for()
    evening.plays(20)
    evening.picture("tranca-playing")
    evening.ends()
    for friend in evening.friends:
        friend.page.locator(".scene").wait_for()
        shows_the_teams(friend)
    evening.picture("tranca-end")


def shows_the_teams(friend):
    """Partners and their points, and what each has left, face up."""
    scene, last = friend.page.locator(".scene"), friend.last()
    assert [seat["name"] for seat in last["seats"]] == ["Ana", "Bob", "Cid", "Dee"]
    points = last["sheet"]["rows"][0][1:]
    assert points[:2] == points[2:]
    and_ = "e" if friend.language == "pt-BR" else "and"
    heads = scene.get_by_role("heading")
    for head, names, n in zip(
        heads.all(), (f"Ana {and_} Cid", f"Bob {and_} Dee"), points, strict=False
    ):
        assert head.inner_text().startswith(f"{names}: {n} ")
    shows(heads, 2)
    counts = {z["seat"]: z["count"] for z in last["board"]["zones"] if z["kind"] == "hand"}
    shows(scene.locator(".card[role=img]"), sum(counts.values()))
    ours, theirs = points[:2]  # with as many points both sides win
    winners = (ours >= theirs) * ["Ana", "Cid"] + (theirs >= ours) * ["Bob", "Dee"]
    assert sorted(last["winners"]) == sorted(winners)


def gives_up_a_seat(eve):
    """After a match that is done with one press."""
    eve.page.locator(".seats-again summary").click()
    eve.page.get_by_role("button", name="Give up this seat, number 5").click()
    eve.page.locator(".sit-down").wait_for()


def chooses_tranca(ana):
    """At the same table, for four, one round."""
    page = ana.page
    page.get_by_role("button", name="Change the settings").click()
    dialog = page.get_by_role("dialog", name="Change the settings")
    dialog.get_by_role("combobox", name="Game").first.select_option(label="Tranca")
    dialog.get_by_label("Rounds", exact=True).fill("1")
    dialog.get_by_role("button", name="Play like this").click()
    dialog.wait_for(state="detached")


def comes_late(eve, link):
    """In the middle of the round, to the seat of the computer player."""
    eve.page.goto(link)
    eve.page.locator(".seat-bar").get_by_text("You are watching.").wait_for()
    eve.page.locator(".seat-bar .main").click()
    eve.says_name("Eve")
    eve.page.locator(".seat-bar").wait_for(state="detached")


def loses_the_connection(bob, evening):
    """It comes back by itself, with the hand as it was."""
    hand = bob.hand()
    bob.frames.clear()
    bob.page.evaluate("window.sockets.at(-1).close()")
    bob.page.wait_for_function("() => window.sockets.length > 1")
    bob.sees_anew()
    assert bob.hand() == hand
    assert evening.names()[1][1] == "Bob"


def is_killed(server, evening):
    """At any moment: what was played stays played, and all come back by themselves."""
    versions = [friend.last()["moved"] for friend in evening.friends]
    hands = [friend.hand() for friend in evening.friends]
    server.kill()
    for friend in evening.friends:
        friend.page.locator(".connection.shown").wait_for()
        friend.frames.clear()
    evening.picture("killed")
    server.begin()
    for friend in evening.friends:
        friend.page.locator(".connection.shown").wait_for(state="detached")
        friend.sees_anew()
    for friend, version, hand in zip(evening.friends, versions, hands, strict=True):
        assert friend.last()["moved"] >= version
        assert friend.hand() == hand
