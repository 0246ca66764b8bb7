"""Seats during a match: who comes late, gives a seat up, swaps; and the host who is asked."""

import pytest

from tests.page.desk import DESKTOP, PHONE, faults, shows

WAYS = [pytest.param(DESKTOP, id="desktop"), pytest.param(PHONE, id="phone")]


def bar(person):
    """Where somebody reads about seats, above the hand."""
    return person.page.locator(".seat-bar")


def presses(person, name):
    bar(person).get_by_role("button", name=name).click()


def seat_names(person):
    return [seat["name"] for seat in person.last()["seats"]]


def opens_seats(person):
    """The window with all seats, from the menu."""
    person.page.locator(".menu summary").click()
    person.page.get_by_role("button", name="Seats", exact=True).click()
    window = person.page.get_by_role("dialog", name="Seats")
    window.wait_for()
    return window


def begins(somebody, *, size=DESKTOP):
    """Ana plays President against computer players."""
    ana = somebody(size=size)
    page = ana.home().page
    page.get_by_label("Your name").fill("Ana")
    page.keyboard.press("Enter")
    page.goto(f"{ana.url}/#/new/president")
    page.get_by_role("button", name="Open the table").click()
    ana.my_turn()
    return ana


@pytest.mark.parametrize("size", WAYS)
def test_a_latecomer_reads_so_and_takes_over_from_a_computer_player(somebody, size):
    """One press and a name; the hand is there, and everybody sees the name."""
    ana, cid = begins(somebody), somebody(size=size)
    cid.joins(ana)
    bar(cid).get_by_text("You are watching.").wait_for()
    shows(bar(cid).get_by_role("button", name="Take over from"), 3)
    assert faults(cid.page) == "[]"
    assert cid.last()["own"] is None
    presses(cid, "Take over from Bia")
    cid.says_name("Cid")
    bar(cid).wait_for(state="detached")
    cid.page.get_by_role("listbox").or_(cid.page.locator(".hand")).first.wait_for()
    assert len(cid.hand()) > 0
    shows(ana.page.locator('.player[data-kind="person"] .player-name', has_text="Cid"), 1)
    assert seat_names(ana)[1] == "Cid" == seat_names(cid)[1]
    ana.page.locator(".notice.news", has_text="Cid plays on for Bia.").wait_for()
    assert cid.page.locator(".notice.news").count() == 0


def test_giving_a_seat_up_asks_first_and_is_undone(somebody):
    """The computer plays on for Ana, who takes her seat back; it has had her name all the time."""
    ana, cid = begins(somebody, size=PHONE), somebody()
    page = ana.page
    cid.joins(ana)
    presses(cid, "Take over from Bia")  # so that the round waits for somebody
    cid.says_name("Cid")
    bar(cid).wait_for(state="detached")
    window = opens_seats(ana)
    assert faults(page) == "[]"
    window.get_by_role("button", name="Give up this seat, number 1").click()
    question = page.get_by_role("dialog", name="Give up your seat?")
    question.get_by_role("button", name="Cancel").click()
    question.wait_for(state="detached")
    assert ana.last()["seats"][0]["yours"]
    window.get_by_role("button", name="Give up this seat, number 1").click()
    assert faults(page) == "[]"
    question.get_by_role("button", name="Leave the seat").click()
    bar(ana).get_by_text("Your seat is kept for you").wait_for()
    assert ana.last()["own"] is None and seat_names(ana)[0] == "Ana"
    presses(ana, "Take my seat back")
    bar(ana).wait_for(state="detached")
    page.locator(".hand").first.wait_for()
    assert ana.last()["seats"][0]["yours"]


def test_the_host_is_asked_and_declines_or_agrees(somebody):
    """Only if the host wants that: a switch in the window with the seats."""
    ana, cid = begins(somebody), somebody(size=PHONE)
    window = opens_seats(ana)
    window.get_by_label("Ask me before").check()
    ana.page.wait_for_function(
        "() => document.querySelector('.seats-window [type=checkbox]').checked"
    )
    ana.page.keyboard.press("Escape")
    cid.joins(ana)
    presses(cid, "Ask to take over from Rui")
    cid.says_name("Cid")
    bar(cid).get_by_text("Waiting for an answer").wait_for()
    bar(ana).get_by_text("Cid would like to take over from Rui.").wait_for()
    assert faults(ana.page) == faults(cid.page) == "[]"
    presses(ana, "Decline")
    bar(cid).get_by_text("was declined").wait_for()
    presses(cid, "Dismiss")
    presses(cid, "Ask to take over from Rui")
    presses(ana, "Agree")
    bar(cid).wait_for(state="detached")
    bar(ana).wait_for(state="detached")
    assert seat_names(ana)[2] == "Cid"


def test_two_people_swap_seats_if_both_want_to(somebody):
    """Between two moves; each sees the other hand from then on."""
    ana, bob = begins(somebody), somebody()
    bob.joins(ana)
    presses(bob, "Take over from Bia")
    bob.says_name("Bob")
    bar(bob).wait_for(state="detached")
    hand = ana.hand()
    window = opens_seats(bob)
    window.get_by_role("button", name="Swap seats with Ana").click()
    question = bob.page.get_by_role("dialog", name="Swap seats with Ana?")
    question.get_by_text("see each other's cards").wait_for()
    question.get_by_role("button", name="Ask for it").click()
    bar(ana).get_by_text("Bob would like to swap seats with you.").wait_for()
    presses(ana, "Agree")
    bob.page.wait_for_function(
        "() => document.querySelector('.seat-bar') === null"
        " && document.querySelector('.mine .hand, .mine [role=listbox]') !== null"
    )
    ana.page.wait_for_function("() => document.querySelector('.seat-bar') === null")
    assert seat_names(ana)[:2] == ["Bob", "Ana"]
    assert bob.last()["own"]["seat"] == 0 and set(bob.hand()) <= set(hand)


def test_the_host_takes_a_seat_from_somebody_after_a_question(somebody):
    """The one who sat there watches; the seat is not reserved."""
    ana, bob = begins(somebody), somebody(size=PHONE)
    bob.joins(ana)
    presses(bob, "Take over from Bia")
    bob.says_name("Bob")
    bar(bob).wait_for(state="detached")
    window = opens_seats(ana)
    window.get_by_role("button", name="Clear seat 2").click()
    question = ana.page.get_by_role("dialog", name="Give the seat of Bob to a computer player?")
    question.get_by_role("button", name="Cancel").click()
    question.wait_for(state="detached")
    assert bob.last()["seats"][1]["yours"]
    window.get_by_role("button", name="Clear seat 2").click()
    question.get_by_role("button", name="Clear the seat").click()
    bar(bob).get_by_text("You are watching.").wait_for()
    assert bob.last()["own"] is None and not bob.last()["seats"][1]["kept"]
