"""Own matches on the page: listed, named, seen again, saved and deleted."""

import asyncio
import json

import dealt
from dealt.history.archived import Archived, Holding
from dealt.history.heads import head_of
from tests.page.desk import PATIENCE_S, PHONE, faults, shows
from tests.page.test_table import plays_one_round_of_president, shows_step


def test_a_match_is_listed_named_seen_again_saved_and_deleted(somebody, served):
    """From home, though another match has begun at its table; the keys step through it."""
    ana = somebody(size=PHONE, theme="dark")
    page = ana.page
    plays_one_round_of_president(ana, served)
    page.get_by_role("button", name="Play again").click()
    ana.my_turn()
    ana.home()
    page.get_by_role("link", name="Your matches").first.click()
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


def folds_all(served, person):
    """A match for somebody's archive in which every hand was folded."""
    match = dealt.match("three-card-poker", ["Ana"], seed=8, rounds=3)
    for number in range(3):
        (match.next_round() if number else match.table).play("fold")
    has_played(served, person, match, "f01ded")


def has_played(served, person, match, name):
    """A match is in somebody's archive by this id."""
    levels = [None, *["easy"] * (len(match.names) - 1)]
    head = head_of(match, "", levels, id=name, began_at=0, ended_at=1, seat=0)
    holdings = {person.last("welcome")["person"]: Holding([[0]] * head.played, 0)}
    adding = served.service.store.archive.add([Archived(head, match.record.to_data(), holdings)])
    asyncio.run_coroutine_threadsafe(adding, served.loop).result(PATIENCE_S)


def test_hands_that_are_turned_up_fit_on_a_phone(somebody, served):
    """Eleven cards of the other seat, which has half of the table."""
    ana = somebody(size=PHONE).home()
    match = dealt.match("tranca", ["Ana", "Bia"], seed=8, rounds=1)
    while match.table.actions:
        match.table.play(match.table.actions[-1].text)
    has_played(served, ana, match, "77a2ca")
    page = ana.page
    page.goto(f"{ana.url}/#/match/77a2ca")
    page.get_by_label("All hands face up").check()
    hand = page.locator(".front > .row .card")
    hand.first.wait_for()
    assert hand.evaluate_all(
        "all => all.every((card) => card.getBoundingClientRect().right <= innerWidth)"
    )


def test_a_review_shows_mistakes_with_their_boards_and_leads_to_the_step(somebody, served):
    """With the other decisions judged, too; the step is the one before the move."""
    ana = somebody().home()
    page = ana.page
    folds_all(served, ana)
    page.goto(f"{ana.url}/#/review/f01ded")
    page.get_by_text("Play: 1 mistake").wait_for()
    mistake = page.get_by_role("region", name="Round")
    mistake.get_by_text("is exactly").wait_for()
    shows(mistake.locator(".review-board .still-hand .card"), 3)
    assert faults(page) == "[]"
    round_number = mistake.get_attribute("aria-label").split(",")[0]
    mistake.get_by_role("link", name="Open it step by step").click()
    shows_step(ana, 0)
    page.locator(".which", has_text=round_number).wait_for()


def test_all_matches_are_taken_elsewhere_in_a_file(somebody, served):
    """What the page saves is what `dealt history --restore` reads."""
    ana = somebody().home()
    folds_all(served, ana)
    ana.page.goto(f"{ana.url}/#/history")
    with ana.page.expect_download() as saved:
        ana.page.get_by_role("button", name="Save all to a file").click()
    first, line = saved.value.path().read_text().splitlines()
    assert json.loads(first) == {"dealt history": 1} and json.loads(line)["id"] == "f01ded"
    assert ana.page.get_by_text("Add from a file").count() == 0  # a server takes none
