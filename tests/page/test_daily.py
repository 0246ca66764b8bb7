"""The deal of the day on the page: played, compared, shared, and kept through a reload."""

import json
import os
import re
from datetime import UTC, datetime, timedelta

import pytest

from dealt.games import registered
from dealt.service.hall.daily import _dealt_on
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


def day_of(ago=0):
    """The date by which the deals of the page are counted, so many days ago."""
    return (datetime.now(UTC).date() - timedelta(days=ago)).isoformat()


def has_played(person, *deals):
    """Have deals to their end in the browser, as it keeps them; the points of each."""
    points = []
    for game, day in deals:
        table, moves = _dealt_on(registered(game), day).table, []
        while not table.is_over:
            moves.append(table.actions[-1].id)
            table.play(moves[-1])
        points.append(next(iter(table.scores.values())))
        saved = [f"dealt.daily.{game}.{day}", ".".join(map(str, moves))]
        person.page.evaluate("kept => localStorage.setItem(...kept)", saved)
    return points


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
    page.locator(".ending", has_text=re.compile(r"\(strong\): -?\d+")).wait_for()
    text = page.locator(".share-text").inner_text()
    day = day_of()
    lines = rf"Three-card Poker\n{day}: -?\d+ points\n.+ computer: -?\d+\n{ana.url}/#/daily/"
    assert re.fullmatch(rf"{lines}three-card-poker/{day}", text)
    assert faults(page) == "[]"
    page.reload()
    page.get_by_role("heading", name="Your points").wait_for()
    assert page.locator(".share-text").inner_text() == text
    page.get_by_role("button", name="Rules").click()
    page.get_by_role("dialog").get_by_role("heading").first.wait_for()
    assert faults(page) == "[]"
    ana.home()
    shows(page.get_by_role("link", name="Deal of the day: Three-card Poker ✓"), 1)


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
    entries = page.get_by_role("region", name=friends).get_by_role("listitem")
    shows(entries, 2)
    rows = {tuple(row.split()) for row in entries.all_inner_texts()}
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
    assert cards(ana) == [name.removesuffix(", new") for name in held]
    assert moves_on(ana)
    assert faults(ana.page) == "[]"
    ana.sits_down("mason-rummy")


def test_the_cards_stay_to_be_seen(somebody):
    """All hands at the end and as they were dealt, each step again; also after a reload."""
    ana = somebody(size=UPRIGHT)
    page = ana.home().page
    has_played(ana, ("mason-rummy", day_of()))
    for _ in "now", "after a reload":
        page.goto(f"{ana.url}/#/daily/mason-rummy")
        scene = page.get_by_role("region", name="The end of the round")
        scene.get_by_role("button", name="Show the hands as they were dealt").click()
        shows(scene.locator(".row .card"), 30)
        page.reload()
    page.get_by_role("button", name="Watch it again").click()
    page.get_by_role("slider", name="Step").wait_for()
    assert faults(page) == "[]"
    page.get_by_label("All hands").check()
    page.keyboard.press("End")
    page.locator(".step-line", has_text="went out").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("heading", name="Your points").wait_for()


NO_CLIPBOARD = """Object.defineProperty(navigator, "clipboard", { value: undefined });
document.execCommand = () => false;
"""


def test_a_result_can_be_copied_by_hand_without_clipboard_or_sharing(somebody):
    """On a small screen the text comes in sight only then, selected."""
    ana = somebody(size=UPRIGHT)
    ana.context.add_init_script(NO_CLIPBOARD)
    page = ana.home().page
    has_played(ana, ("three-card-poker", day_of()))
    page.goto(f"{ana.url}/#/daily/three-card-poker")
    share = page.get_by_role("button", name="Share the result")
    share.wait_for()
    text = page.locator(".share-text")
    assert text.bounding_box()["height"] < 2
    share.click()
    page.get_by_text("It is selected").wait_for()
    assert text.bounding_box()["height"] > 50
    assert page.evaluate("getSelection().toString()").startswith("Three-card Poker\n")
    assert faults(page) == "[]"


def facts(page):
    """What the page says of all results, by its name."""
    names, values = (page.locator(f".numbers {each}") for each in ("dt", "dd"))
    return dict(zip(names.all_inner_texts(), values.all_inner_texts(), strict=True))


def test_results_of_before_the_archive_are_taken_over_once(somebody):
    """With their days in a row; what is begun stays, and what cannot be played is passed over."""
    ana = somebody(size=UPRIGHT)
    page = ana.home().page
    page.get_by_role("link", name="My deals of the day").click()
    page.get_by_text("You have not finished a deal yet").wait_for()
    shows(page.get_by_role("link", name=re.compile("Play$")), 5)
    assert faults(page) == "[]"
    deals = [("three-card-poker", day_of(ago)) for ago in (0, 1, 3)] + [("tranca", day_of(1))]
    points = has_played(ana, *deals)
    results = [{"game": game, "day": day, "at": day, "points": 77} for game, day in deals]
    results += [None, {"game": "bridge", "day": "x", "at": 3}]
    save = "kept => localStorage.setItem(...kept)"
    page.evaluate(save, ["dealt.results", json.dumps(results)])
    page.evaluate(save, [f"dealt.daily.president.{day_of()}", "0"])
    page.reload()
    rows = page.locator(".deals-table tbody tr")
    shows(rows, 4)
    assert facts(page) == {"Deals finished": "4", "Days in a row": "2", "Most days in a row": "2"}
    page.get_by_label("Game").select_option("Three-card Poker")
    shows(rows, 3)
    assert facts(page)["Best result"] == str(max(points[:3]))
    for size in resized(ana, [{"width": 320, "height": 568}, DESKTOP, UPRIGHT]):
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(wide) == 0, size
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            assert faults(page) == "[]"
    left = page.evaluate(
        "Object.keys(localStorage).filter(key => /daily|results/.test(key)).sort()"
    )
    recent = [*deals[:2], ("president", day_of()), deals[3]]
    assert left == sorted(f"dealt.daily.{game}.{day}" for game, day in recent)
    rows.last.get_by_role("link").click()
    page.get_by_role("slider", name="Step").wait_for()
    page.goto(f"{ana.url}/#/history")
    shows(page.locator(".lobby li"), 4)
    ana.trouble = [line for line in ana.trouble if "40" not in line]  # days that are not compared


def test_a_finished_deal_is_in_the_archive_with_what_the_computer_player_got(somebody):
    ana = somebody(size=UPRIGHT)
    page = ana.page
    comes_to(ana, "Three-card Poker")
    assert not moves_on(ana)
    page.locator(".ending", has_text=re.compile(r"\(strong\): -?\d+")).wait_for()
    strong = re.search(r"\(strong\): (-?\d+)", page.locator(".ending").inner_text())[1]
    page.get_by_role("link", name="My deals of the day").click()
    page.locator(".deals-table tbody tr", has_text=strong.replace("-", "")).wait_for()
    page.get_by_role("rowheader", name="better").or_(
        page.get_by_role("rowheader", name="the same")
    ).first.wait_for()
