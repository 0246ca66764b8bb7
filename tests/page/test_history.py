"""Own matches on the page: listed, named, seen again, saved and deleted."""

import json

from tests.page.desk import PHONE, faults, shows
from tests.page.test_table import plays_one_round_of_president, shows_step


def test_a_match_is_listed_named_seen_again_saved_and_deleted(somebody, served):
    """From home, though another match has begun at its table; the keys step through it."""
    ana = somebody(size=PHONE, theme="dark")
    page = ana.page
    plays_one_round_of_president(ana, served)
    page.get_by_role("button", name="Play again").click()
    ana.my_turn()
    ana.home()
    page.get_by_role("link", name="Your matches").click()
    match = page.locator(".deals li")
    match.get_by_text("President with").wait_for()
    page.get_by_role("region", name="Computer player").get_by_text("good").wait_for()
    match.locator("summary").click()
    match.get_by_role("button", name="Name").click()
    page.get_by_label("Name of the match").fill("The long one")
    page.keyboard.press("Enter")
    match.get_by_role("link", name="The long one", exact=True).wait_for()
    assert faults(page) == "[]"
    with page.expect_download() as saved:
        match.get_by_role("button", name="Save the record").click()
    assert json.loads(saved.value.path().read_text())["game"] == "president"
    page.get_by_role("link", name="Step through: The long one").click()
    shows_step(ana, 0)
    shows(page.locator(".still-hand .card"), len(ana.last("steps")["dealt"][0]["cards"]))
    page.keyboard.press("ArrowRight")
    shows_step(ana, 1)
    assert page.get_by_role("button", name="The position").count() == 0
    page.get_by_label("All hands face up").check()
    page.get_by_role("button", name="The position").wait_for()
    assert faults(page) == "[]"
    page.keyboard.press("Escape")
    page.goto(f"{ana.url}/#/history")
    match.locator("summary").click()
    match.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    page.get_by_text("You have not finished a match yet.").wait_for()
