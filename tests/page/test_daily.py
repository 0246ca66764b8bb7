"""The deal of the day on the page: played, compared, shared, and kept through a reload."""

import os
import re

import pytest

from tests.page.desk import DESKTOP, faults, resized, shows
from tests.page.test_phone import SIDEWAYS, UPRIGHT

SIZES = [
    pytest.param(size, id=name)
    for size, name in ((UPRIGHT, "upright"), (SIDEWAYS, "sideways"), (DESKTOP, "desktop"))
]


def comes_to(person, game):
    """Go to the deal of the day from the first screen."""
    person.home()
    page = person.page
    page.get_by_role("link", name=f"Deal of the day: {game}").click()
    page.locator(".hand [role=option], .shown-action").first.wait_for()


def cards(person):
    hand = person.page.locator(".hand [role=option]")
    return hand.evaluate_all("all => all.map((one) => one.ariaLabel)")


def moves_on(person):
    """Do the last of the open moves; whether the round goes on."""
    page = person.page
    before = page.locator(".table-screen").get_attribute("data-moved")
    person.sees_more()
    if page.locator(".all-moves").count():
        if page.locator(".all-moves").get_attribute("open") is None:
            page.locator(".all-moves summary").click()
        page.locator(".all-moves .move").last.click()
    page.locator(".action").last.click()
    page.wait_for_function(
        "before => document.querySelector('.table-screen').dataset.moved !== before", arg=before
    )
    person.drawn()
    return page.locator(".between").count() == 0


@pytest.mark.parametrize("size", SIZES)
def test_a_deal_is_played_shared_and_kept(somebody, size):
    """By two people who see the same cards; the result stands there with what strong made of it."""
    ana, bob = somebody(size=size), somebody()
    for person in (ana, bob):
        comes_to(person, "Three-card Poker")
    assert cards(ana) == cards(bob) and len(cards(ana)) == 3
    assert faults(ana.page) == "[]"
    assert not moves_on(ana)
    page = ana.page
    page.get_by_role("heading", name=re.compile(r"Your points: -?\d+")).wait_for()
    page.locator(".ending", has_text=re.compile(r"strong: -?\d+")).wait_for()
    text = page.locator(".share-text").inner_text()
    assert re.search(r"Three-card Poker, deal of \d{4}-\d\d-\d\d\n", text)
    assert text.endswith("#/daily/three-card-poker")
    assert faults(page) == "[]"
    page.reload()
    page.get_by_role("heading", name="Your points").wait_for()
    assert page.locator(".share-text").inner_text() == text


def points_of(person):
    """The points of the heading."""
    heading = person.page.get_by_role("heading", name=re.compile(r"Your points: -?\d+"))
    return re.search(r"-?\d+", heading.inner_text())[0]


def test_friends_are_compared_once_one_has_finished(somebody):
    """Two who have sat at a table, and one who has not; the first result counts."""
    ana, bob, cid = somebody(size=UPRIGHT), somebody(), somebody()
    page = ana.home().page
    page.goto(f"{ana.url}/#/new/penney")
    page.get_by_label("Seat 2").select_option("open")
    ana.opens_table("Ana")
    bob.joins(ana)
    bob.sits_at(2, "Bob")
    friends = "What your friends made of it"
    for person in (cid, bob, ana):
        comes_to(person, "Three-card Poker")
        shows(person.page.get_by_role("region", name=friends), 0)
        assert not moves_on(person)
        person.page.get_by_role("region", name=friends).wait_for()
    for person in (cid, bob):
        person.page.get_by_text("has finished this deal yet").wait_for()
    shown = page.get_by_role("region", name=friends).get_by_role("listitem")
    shows(shown, 2)
    rows = {tuple(row.split()) for row in shown.all_inner_texts()}
    assert rows == {("You", points_of(ana)), ("Bob", points_of(bob))}
    assert page.locator(".player-name", has_text="Ana").count() == 1
    assert "Guest" not in page.locator(".felt").inner_text()
    for size in resized(ana, [DESKTOP, SIDEWAYS, UPRIGHT]):
        if picture := os.environ.get("PICTURES"):
            page.screenshot(path=f"{picture}/daily-{size['width']}.png", full_page=True)
        assert faults(page) == "[]"
    first = points_of(ana)
    page.evaluate("localStorage.clear()")
    comes_to(ana, "Three-card Poker")
    before = page.locator(".table-screen").get_attribute("data-moved")
    ana.sees_more()
    page.locator(".action").first.click()
    page.wait_for_function(
        "before => document.querySelector('.table-screen').dataset.moved !== before", arg=before
    )
    assert points_of(ana) != first
    page.get_by_text(f"Your first result counts: {first}.").wait_for()


def test_a_longer_deal_goes_on_where_it_was(somebody):
    """Mason Rummy, some moves, a reload, and another move; then a table as usual."""
    ana = somebody(size=UPRIGHT)
    comes_to(ana, "Mason Rummy")
    assert len(cards(ana)) == 10
    assert moves_on(ana)
    assert moves_on(ana)
    held = cards(ana)
    ana.page.reload()
    ana.page.locator(".table-screen[data-moved='2']").wait_for()
    assert cards(ana) == held
    assert moves_on(ana)
    assert faults(ana.page) == "[]"
    ana.sits_down("mason-rummy")
