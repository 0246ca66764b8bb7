"""Names of people and of computer players, invitations, and hints that take their time."""

import json
import threading
from dataclasses import replace

import pytest

from dealt.service.hall import thinking
from tests.page.desk import DESKTOP, PHONE, faults, shows, two_meet

WAYS = [pytest.param(DESKTOP, id="desktop"), pytest.param(PHONE, id="phone")]


def seat_names(person):
    return [seat["name"] for seat in person.last()["seats"]]


def test_the_name_typed_at_home_is_at_the_seat(somebody):
    """By Enter, and without it; a game against computer players asks nothing."""
    ana = somebody()
    page = ana.home().page
    page.get_by_label("Your name").fill("Ana")
    page.keyboard.press("Enter")
    page.locator('[data-game="president"] .main').click()
    ana.my_turn()
    assert seat_names(ana)[0] == "Ana"
    ana.home()
    page.get_by_label("Your name").fill("Anna")
    page.locator('[data-game="mason-rummy"] .main').click()
    ana.my_turn()
    assert seat_names(ana)[0] == "Anna"


def test_a_name_typed_before_the_service_answers_is_kept(somebody):
    """However slow the session is; the field is empty, so that nothing stands before the name."""
    ana = somebody()
    page, held = ana.page, []
    page.route("**/session", lambda route: held.append(route))  # noqa: PLW0108 - wants a name
    page.goto(ana.url)
    field = page.get_by_label("Your name")
    assert field.input_value() == "" and field.get_attribute("placeholder") == "Guest"
    field.click()
    page.keyboard.type("Ana")
    page.keyboard.press("Enter")
    page.wait_for_timeout(100)
    held.pop(0).continue_()
    page.unroute("**/session")
    page.locator('[data-game="mason-rummy"] .main').click()
    ana.my_turn()
    assert seat_names(ana)[0] == "Ana"


def test_a_latecomer_types_a_name_at_once(somebody):
    """The field is empty, and has the focus; an empty one leaves a guest, a known name is there."""
    ana, bob = somebody(), somebody(size=PHONE)
    ana.sits_down("president")
    page = bob.page
    bob.joins(ana)
    page.get_by_role("button", name="Take over from Bia").click()
    field = page.get_by_role("dialog").get_by_label("Your name")
    assert field.input_value() == ""
    page.keyboard.type("Bob")
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for(state="detached")
    page.locator(".hand [role=option]").first.wait_for()
    assert seat_names(bob)[1] == "Bob"
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Change my name").click()
    assert field.input_value() == "Bob"
    page.keyboard.type("Bert")  # the name that is there is selected
    assert field.input_value() == "Bert"


def test_a_guest_by_link_is_asked_for_a_name_once(somebody):
    """Only where others are; a guest who wishes to stay one is not asked again."""
    ana, bob = somebody(), somebody(size=PHONE)
    page = ana.home().page
    page.goto(f"{ana.url}/#/new/president")
    page.get_by_label("Seat 2").select_option("open")
    ana.opens_table("Ana")
    bob.joins(ana)
    bob.page.get_by_role("button", name="Sit here, seat 2").click()
    bob.page.get_by_role("dialog").wait_for()
    assert faults(bob.page) == "[]"
    bob.page.keyboard.press("Escape")
    bob.page.get_by_role("dialog").wait_for(state="detached")
    assert seat_names(bob)[1] is None, "nobody sits down without an answer"
    bob.page.get_by_role("button", name="Sit here, seat 2").click()
    bob.page.get_by_role("button", name="Use this name").click()
    page.get_by_text("Guest", exact=True).wait_for()
    bob.page.get_by_role("button", name="Give up this seat, number 2").click()
    bob.page.get_by_role("button", name="Sit here, seat 2").click()
    bob.page.get_by_role("button", name="Deal").wait_for()
    shows(bob.page.get_by_role("dialog"), 0)


def test_a_name_changes_at_the_table_and_everybody_sees_it(somebody):
    """In the middle of a round: seats, log and score sheet, for both."""
    ana, bob = two_meet(somebody, "mason-rummy")
    page = ana.page
    ana.moves_by_mouse()
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Change my name").click()
    ana.says_name("Anna")
    bob.page.get_by_role("region", name="What lies on the table").get_by_text(
        "Anna"
    ).first.wait_for()
    for person in (ana, bob):
        assert seat_names(person) == ["Anna", "Bob"]
        assert all(line["text"].startswith("Anna ") for line in person.last()["log"])
        assert person.last()["sheet"]["columns"] == ["", "Anna", "Bob"]


def test_everybody_at_one_screen_can_be_named(somebody):
    """Each seat has a field of its own."""
    ana = somebody()
    page = ana.home().page
    page.goto(f"{ana.url}/#/new/president")
    page.get_by_label("Seat 2").select_option("hot")
    ana.opens_table("Ana")
    page.get_by_role("heading", name="Pass the screen").wait_for()
    page.evaluate("location.hash = '#/'")
    page.goto(f"{ana.url}/#/table/{ana.table()}")
    page.locator(".curtain").wait_for()
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Change my name").click()
    window = page.get_by_role("dialog")
    window.get_by_label("Seat 1").fill("Anna")
    window.get_by_label("Seat 2").fill("Zoe")
    window.get_by_role("button", name="Use this name").click()
    window.wait_for(state="detached")
    page.wait_for_function("() => /Anna|Zoe/.test(document.querySelector('.curtain').textContent)")
    assert seat_names(ana)[:2] == ["Anna", "Zoe"]


@pytest.mark.parametrize("size", WAYS)
def test_computer_players_have_names_with_the_level_beside_them(somebody, size):
    """On a phone the name alone is seen; the level is read aloud and stands in the title."""
    ana = somebody(size=size)
    ana.sits_down("president")
    player = ana.page.locator('.player[data-kind="bot"]').first
    assert player.get_attribute("title") == "Bia, good"
    assert player.locator(".player-name").text_content() == "Bia, good"
    is_wide = player.locator(".level").bounding_box()["width"] > 10
    assert is_wide == (size is DESKTOP)
    assert not any(line["text"].startswith("good") for line in ana.last()["log"])


# --- invitations ----------------------------------------------------------------------------------


def test_an_invitation_names_the_address_of_the_network(somebody, served, monkeypatch):
    """Though its host sits at the machine itself."""
    ana = somebody()
    around = replace(served.service.around, origin="http://192.168.0.7:8420")
    monkeypatch.setattr(served.service, "around", around)
    ana.sits_down("mason-rummy")
    assert ana.invites().startswith("http://192.168.0.7:8420/#/join/")


@pytest.mark.parametrize("knows", [True, False], ids=["old way", "by hand"])
def test_a_link_can_be_copied_without_a_clipboard(somebody, knows):
    """As at an address of the network without https: in the old way, or it is selected."""
    ana = somebody()
    ana.page.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', {value: undefined});"
        "window.copied = '';"
        "document.execCommand = () => { window.copied = window.getSelection().toString();"
        f" return {json.dumps(knows)}; }};"
    )
    ana.sits_down("mason-rummy")
    ana.page.locator(".menu summary").click()
    ana.page.get_by_role("button", name="Invite").click()
    ana.page.get_by_role("button", name="Link to play").click()
    link = ana.page.locator("input.link")
    link.wait_for()
    ana.page.get_by_role("button", name="Copy").click()
    notice = "Copied" if knows else "It is selected"
    ana.page.get_by_text(notice).wait_for()
    assert ana.page.evaluate("window.copied") == link.input_value()
    chosen = "(field) => field.value.slice(field.selectionStart, field.selectionEnd)"
    assert link.evaluate(chosen) == link.input_value()


# --- hints ----------------------------------------------------------------------------------------


@pytest.fixture
def slow(monkeypatch):
    """A computer player that thinks until the test lets it speak."""
    event = threading.Event()
    monkeypatch.setattr(thinking, "advise", lambda job: event.wait(60) and "the answer")
    yield event
    event.set()


def asks(person, level):
    person.page.get_by_label("Hint from").select_option(level)
    person.page.get_by_role("button", name="Hint", exact=True).click()
    person.page.get_by_text(f"Asking {level}").wait_for()


def test_a_hint_that_takes_long_shows_it_and_can_be_cancelled(somebody, slow):
    """And what was cancelled does not come after all; what was not does."""
    ana = somebody()
    ana.sits_down("mason-rummy")
    asks(ana, "good")
    assert faults(ana.page) == "[]"
    ana.page.get_by_role("button", name="Cancel").click()
    shows(ana.page.locator(".notice"), 0)
    asks(ana, "good")
    slow.set()
    ana.page.get_by_text("the answer").wait_for()


def test_a_move_drops_the_hint_and_is_played_at_once(somebody, slow):
    """Nothing waits for the answer, and it is not shown to the next position."""
    ana = somebody()
    ana.sits_down("mason-rummy")
    asks(ana, "good")
    ana.moves_by_mouse()
    shows(ana.page.locator(".notice"), 0)
    slow.set()
    refused = []
    while not refused:  # as soon as the service has noticed
        ana.drawn()
        refused = [frame for frame in map(json.loads, ana.frames) if frame["is"] == "refused"]
    assert [frame["code"] for frame in refused] == ["stale"]
    shows(ana.page.locator(".notice"), 0)
