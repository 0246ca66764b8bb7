"""Play with friends: a table by one press, a link for all, one press for each who comes."""

import csv
import io
import json
import re

import pytest

from tests.page.desk import DESKTOP, PHONE, faults, shows

# the presses of a person on buttons
COUNT = """
window.presses = 0;
addEventListener("click", (event) => {
  if (event.isTrusted && event.target.closest("button")) window.presses += 1;
}, true);
"""
WAYS = [pytest.param(DESKTOP, id="desktop"), pytest.param(PHONE, id="phone")]


def makes_table(person, name, game="president"):
    """A table for friends, as its host, who is asked for a name; the link to it."""
    page = person.home().page
    friends = page.get_by_role("region", name="Play with friends")
    if game is not None:
        friends.get_by_label("Game").select_option(game)
    friends.get_by_role("button", name="Make a table").click()
    person.says_name(name)
    link = page.locator("input.link")
    link.wait_for()
    return link.input_value()


def comes(person, link, name):
    """Come by a link, and sit down: a name and one press."""
    person.page.goto(link)
    form = person.page.locator(".sit-down")
    form.get_by_label("Your name").fill(name)
    form.get_by_role("button", name="Sit down").click()
    form.wait_for(state="detached")


def seat_names(person):
    return [seat["name"] for seat in person.last()["seats"]]


def begins(person):
    person.page.get_by_role("button", name="Start", exact=True).click()
    person.page.locator(".turn-line").wait_for()


def test_a_table_that_is_set_up_shows_its_link_until_every_seat_is_taken(somebody):
    ana, bob = somebody(), somebody(size=PHONE)
    page = ana.home().page
    page.goto(f"{ana.url}/#/new/president")
    page.get_by_label("Seat 2").select_option("open")
    ana.opens_table("Ana")
    page.get_by_text("Waiting until every seat is taken").wait_for()
    assert faults(page) == "[]"
    comes(bob, page.locator("input.link").input_value(), "Bob")
    shows(page.locator("input.link"), 0)
    page.get_by_role("button", name="Deal").wait_for()


def test_sitting_down_without_a_name_is_refused_in_the_language_of_the_page(somebody):
    """Beside the field, and not by the browser, which may speak another language."""
    ana, bob = somebody(), somebody(size=PHONE)
    bob.context.add_init_script("localStorage.setItem('dealt.language', 'pt-BR')")
    bob.page.goto(makes_table(ana, "Ana"))
    form = bob.page.locator(".sit-down")
    form.get_by_label("Seu nome").wait_for()
    focused = "field => field === document.activeElement && field.value === ''"
    assert form.get_by_label("Seu nome").evaluate(focused), "it is asked for at once"
    form.get_by_role("button", name="Sentar").click()
    form.get_by_text("Escreva um nome primeiro.").wait_for()
    assert form.evaluate("form => form.noValidate")
    assert form.get_by_label("Seu nome").evaluate("field => field === document.activeElement")
    assert faults(bob.page) == "[]"
    form.get_by_label("Seu nome").fill("Bob")
    shows(form.get_by_role("alert"), 0)
    form.get_by_role("button", name="Sentar").click()
    shows(ana.page.locator(".seat-row.person"), 2)


@pytest.mark.parametrize("size", WAYS)
def test_five_friends_play_by_three_presses_of_the_host_and_one_of_each(somebody, size):
    """Make a table, copy, start; nobody presses more than once, and a seat was added."""
    ana, others = somebody(size=size), [somebody(size=PHONE) for _ in range(4)]
    ana.page.add_init_script(COUNT)
    link = makes_table(ana, "Ana")
    assert ana.page.locator(".qr").get_attribute("aria-label") == "The link as a QR code"
    assert faults(ana.page) == "[]"
    ana.page.get_by_role("button", name="Copy").click()
    for person, name in zip(others, ["Bob", "Cid", "Dee", "Eve"], strict=True):
        comes(person, link, name)
        person.page.get_by_text("You are in. The host starts the game.").wait_for()
    assert faults(others[0].page) == "[]"
    shows(ana.page.locator(".seat-row.person"), 5)
    begins(ana)
    assert ana.page.evaluate("window.presses") <= 4, "three, and one for the name"
    for person in (ana, *others):
        person.page.locator(".turn-line").wait_for()
        assert seat_names(person) == ["Ana", "Bob", "Cid", "Dee", "Eve"]
        assert len(person.hand()) > 0
        assert "Guest" not in seat_names(person)
    chance = ana.last()["chance"]
    assert None not in chance["commitments"], "everybody has a part in the deal"


def test_computer_players_take_the_seats_that_are_left(somebody):
    """They have names of people, and the level that the host chose."""
    ana, bob = somebody(), somebody(size=PHONE)
    comes(bob, makes_table(ana, "Ana"), "Bob")
    shows(ana.page.locator(".seat-row.person"), 2)
    ana.page.get_by_label("For the seats that are left").select_option("random")
    begins(ana)
    seats = ana.last()["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "person", "bot", "bot"]
    assert {seat["level"] for seat in seats[2:]} == {"random"}


def test_before_the_deal_everybody_sees_who_will_be_whose_partner(somebody):
    """By seats, while people come, and in the window with all seats; a move changes it."""
    ana, bob = somebody(), somebody(size=PHONE)
    comes(bob, makes_table(ana, "Ana", "tranca"), "Bob")
    rows = [person.page.locator(".seat-row") for person in (ana, bob)]
    for one in rows:
        one.nth(0).get_by_text("playing with Seat 3").wait_for()
        one.nth(2).get_by_text("free seat, playing with Ana").wait_for()
        one.nth(3).get_by_text("free seat, playing with Bob").wait_for()
    bob.page.get_by_role("button", name="Move here, seat 3").click()
    for one in rows:
        one.nth(0).get_by_text("playing with Bob").wait_for()
        one.nth(2).get_by_text("playing with Ana").wait_for()
    ana.page.locator(".menu summary").click()
    ana.page.get_by_role("button", name="Seats", exact=True).click()
    window = ana.page.get_by_role("dialog", name="Seats")
    window.get_by_text("playing with Bob").wait_for()


def test_a_link_is_shared_where_the_device_can(somebody):
    """By the window of the device, which gets the link."""
    ana = somebody(size=PHONE)
    ana.page.add_init_script(
        "navigator.share = (what) => { window.shared = what.url; return Promise.resolve(); }"
    )
    link = makes_table(ana, "Ana")
    ana.page.get_by_role("button", name="Share").click()
    assert ana.page.evaluate("window.shared") == link


def test_a_rematch_is_one_press_and_a_named_table_keeps_its_matches(somebody, served):
    """Who won how often, with whom, since when; saved as files; found at home by its name."""
    ana, bob = somebody(), somebody(size=PHONE)
    comes(bob, makes_table(ana, "Ana", "mason-rummy"), "Bob")
    shows(ana.page.locator(".seat-row.person"), 2)
    ana.page.locator(".menu summary").click()
    ana.page.get_by_role("button", name="Seats", exact=True).click()
    window = ana.page.get_by_role("dialog", name="Seats")
    window.get_by_label("Name of the table").fill("Our Thursday")
    assert faults(ana.page) == "[]"
    window.get_by_role("button", name="Save").click()
    bob.page.get_by_role("heading", name="Our Thursday").wait_for()
    ana.page.keyboard.press("Escape")
    begins(ana)
    name = ana.table()
    for match in (1, 2):
        for number in (1, 2, 3):
            served.plays_the_round(name)
            if number < 3:
                for person in (ana, bob):
                    person.page.get_by_role("button", name="Next round").click()
                ana.page.get_by_text(f"Round {number + 1} of 3").wait_for()
                ana.page.locator(".turn-line").wait_for()
        again = ana.page.get_by_role("button", name="Play again")
        again.wait_for()
        if match == 1:
            again.click()
            ana.page.locator(".turn-line").wait_for()
            assert seat_names(ana)[:2] == ["Ana", "Bob"]
    page = ana.page
    page.get_by_role("button", name="Matches played here").click()
    dialog = page.get_by_role("dialog", name="Our Thursday")
    rows = dialog.get_by_role("region", name="Who won").locator("tbody tr")
    shows(rows, 2)
    assert {row.split("\t")[0] for row in rows.all_inner_texts()} == {"Ana", "Bob"}
    assert all(row.split("\t")[2] == "2" for row in rows.all_inner_texts())
    dialog.get_by_text("Ana and Bob").wait_for()
    assert faults(page) == "[]"
    with page.expect_download() as waiting:
        dialog.get_by_role("button", name="Save as CSV").click()
    csv_rows = list(csv.DictReader(io.StringIO(waiting.value.path().read_text(encoding="utf-8"))))
    assert [row["match"] for row in csv_rows] == ["1", "1", "1", "2", "2", "2"][: len(csv_rows)]
    with page.expect_download() as waiting:
        dialog.get_by_role("button", name="Save as JSON").click()
    saved = json.loads(waiting.value.path().read_text(encoding="utf-8"))
    assert [match["number"] for match in saved["matches"]] == [2, 1]
    page.goto(f"{ana.url}/#/")
    tables = page.get_by_role("region", name="Tables")
    tables.get_by_text("Our Thursday").wait_for()
    top, height = tables.bounding_box()["y"], page.viewport_size["height"]
    assert top < height, "above the fold"


def test_a_player_who_leaves_after_a_match_keeps_the_name_in_its_result(somebody, served):
    """At the board, in the scene and on the sheet; somebody else may sit there already."""
    ana, bob, cid = somebody(), somebody(size=PHONE), somebody()
    link = makes_table(ana, "Ana", "president")
    comes(bob, link, "Bob")
    shows(ana.page.locator(".seat-row.person"), 2)
    begins(ana)
    for number in (1, 2, 3):
        served.plays_the_round(ana.table())
        people = (ana, bob) if number < 3 else ()
        for person in people:
            person.page.get_by_role("button", name="Next round").click()
        for person in people:
            person.page.get_by_text(f"Round {number + 1} of 3").wait_for()
    bob.page.locator(".seats-again summary").click()
    bob.page.get_by_role("button", name="Give up this seat").click()
    bob.page.locator(".sit-down").wait_for()
    cid.page.goto(link)
    for comes_after in (False, True):
        if comes_after:
            comes(cid, link, "Cid")
        for person in (ana, bob, cid):
            ended = person.page.locator(".scene, .ringed")
            ended.get_by_text("Bob").first.wait_for()
            shows(ended.get_by_text(re.compile("Seat 2|Cid")), 0)


@pytest.mark.parametrize("size", WAYS)
def test_tables_are_above_the_fold_and_closed_by_their_host(somebody, size):
    """A question comes first; people at the table read why it is gone; long lists are folded."""
    ana, bob = somebody(size=size), somebody()
    link = makes_table(ana, "Ana")
    comes(bob, link, "Bob")
    for _ in range(3):
        makes_again(ana)
    page = ana.home().page
    tables = page.get_by_role("region", name="Tables")
    tables.get_by_text("One more table").wait_for()
    shows(tables.locator("li:visible"), 3)
    box = tables.locator("li").first.bounding_box()
    assert box["y"] + box["height"] <= page.viewport_size["height"]
    assert faults(page) == "[]"
    tables.get_by_text("One more table").click()
    tables.get_by_role("button", name="Close President, Ana, Bob").click()
    question = page.get_by_role("dialog", name="Close President?")
    assert faults(page) == "[]"
    question.get_by_role("button", name="Close", exact=True).last.click()
    bob.page.get_by_text("the host has closed the table").wait_for()
    shows(tables.locator("li"), 3)
    shows(bob.page.get_by_role("region", name="Tables"), 0)


def makes_again(person):
    """Another table, with a name that is known."""
    page = person.home().page
    page.get_by_role("button", name="Make a table").click()
    page.locator("input.link").wait_for()
