"""Learning a game on the page: rules with cards, and a guided first round."""

import json

import pytest

from tests.page.desk import DESKTOP, faults, resized, shows
from tests.page.test_phone import SIDEWAYS, UPRIGHT, is_within, window

GAMES = ("penney", "three-card-poker", "mason-rummy", "president", "tranca")
STEPS = ".lesson-says"


def goes_on(page):
    """Wait until the learner can do something; whether the round goes on."""
    page.wait_for_selector(f"{STEPS} button, {STEPS} a")
    return page.locator(f"{STEPS} a").count() == 0


def step_of(page):
    return page.locator(f"{STEPS} progress").evaluate("bar => bar.value")


def test_every_tile_leads_to_a_guided_round_the_deal_and_the_puzzle_of_the_day(somebody):
    """By keys, as by a press; next to each other, and nothing is wider than the window."""
    ana = somebody()
    page = ana.home().page
    for size in resized(ana, [UPRIGHT, SIDEWAYS, DESKTOP]):
        for game in GAMES:
            leads_on(page, game, size)
        assert faults(page) == "[]"
    page.get_by_role("link", name="Learn Tranca").focus()
    page.keyboard.press("Enter")
    page.locator(STEPS).wait_for()


def leads_on(page, game, size):
    """From the rules of a game by Tab."""
    tile = page.locator(f'[data-game="{game}"]')
    tile.get_by_role("button", name="Rules").focus()
    addresses = []
    for _ in range(3):
        page.keyboard.press("Tab")
        addresses.append(page.evaluate("document.activeElement.getAttribute('href')"))
    assert addresses == [f"#/{way}/{game}" for way in ("learn", "daily", "puzzle")]
    boxes = [tile.locator(f'[href="{address}"]').bounding_box() for address in addresses]
    assert len({box["y"] for box in boxes}) == 1 and boxes[0]["height"] >= 44
    assert boxes[-1]["x"] + boxes[-1]["width"] <= size["width"]


@pytest.mark.parametrize(
    ("game", "size"),
    [
        (game, size)
        for i, game in enumerate(GAMES)
        for size in [(UPRIGHT, SIDEWAYS, DESKTOP)[i % 3]]
    ],
)
def test_a_guided_round_is_played_to_its_end(somebody, game, size):
    """From the rules; each step names its move, and can play it."""
    ana = somebody(size=size)
    page = ana.page
    page.goto(f"{ana.url}/#/")
    ana.home()
    page.locator(f'[data-game="{game}"]').get_by_role("button", name="Rules").click()
    page.get_by_role("link", name="Learn it by playing").click()
    page.locator(STEPS).wait_for()
    assert faults(page) == "[]"
    assert step_of(page) == 0
    own = 0
    while goes_on(page):
        before = step_of(page)
        assert page.locator(f"{STEPS} p").inner_text().strip()
        for button in page.locator(f"{STEPS} button").all():
            assert is_within(button.bounding_box(), window(size))
        if page.get_by_role("button", name="Go on").count():
            page.get_by_role("button", name="Go on").click()
        else:
            own += 1
            page.get_by_role("button", name="Choose it for me").click()
            page.locator(".action.main").last.click()
        page.wait_for_function(
            "before => document.querySelector('progress').value !== before", arg=before
        )
    assert own >= 1
    assert step_of(page) == page.locator(f"{STEPS} progress").evaluate("bar => bar.max")
    assert faults(page) == "[]"
    page.get_by_role("link", name="Now play yourself").click()
    page.get_by_role("button", name="Open the table").wait_for()


def test_another_move_than_the_lesson_expects_gets_the_expected_one_and_tables_still_work(somebody):
    """By keys alone; the wrong one changes nothing."""
    ana = somebody()
    page = ana.page
    ana.home()
    page.goto(f"{ana.url}/#/learn/mason-rummy")
    page.get_by_role("button", name="Go on").press("Enter")
    before = step_of(page)
    page.locator('[data-spot="stock"]').press("Enter")
    page.locator(".notice.hint", has_text="which plays: draw discard").wait_for()
    assert step_of(page) == before
    page.locator('[data-spot="discard"]').press("Enter")
    page.get_by_text("Select your three fives").wait_for()
    has_focus = "() => document.activeElement !== document.body"  # the focus goes on with the steps
    for _ in range(3):  # fives, kings, discard
        page.wait_for_function(has_focus)
        page.get_by_role("button", name="Choose it for me").press("Enter")
        page.locator(".action.main").last.press("Enter")
    log = page.get_by_role("log", name="Moves")
    page.get_by_role("button", name="Go on").press("Enter")
    log.get_by_text("Bia discarded").wait_for(state="attached")
    page.goto(f"{ana.url}/#/")
    ana.sits_down("mason-rummy")
    before = ana.moved
    page.locator('[data-spot="stock"]').click()
    ana.settled(before)


def test_a_guided_round_and_the_rules_speak_portuguese_with_pictures(somebody):
    """Cards in the rules are pictures in every language."""
    ana = somebody(size=UPRIGHT)
    ana.context.add_init_script("localStorage.setItem('dealt.language', 'pt-BR')")
    page = ana.home().page
    page.goto(f"{ana.url}/#/learn/president")
    page.get_by_text("Quem fica sem cartas primeiro").wait_for()
    page.goto(f"{ana.url}/#/")
    page.locator('[data-game="president"] button').last.click()
    page.locator(".rules .card, .rules .chip").nth(2).wait_for()
    rules = page.locator(".rules")
    assert rules.evaluate("all => all.scrollWidth <= all.clientWidth")  # nothing is cut off
    assert "dealt play" not in rules.inner_text(), "a command is for a terminal"
    assert faults(page) == "[]"


@pytest.mark.parametrize("size", [UPRIGHT, DESKTOP], ids=["phone", "desktop"])
def test_a_puzzle_is_answered_in_words(somebody, size):
    """Today's from home, any by its address; the move chosen, then the next one or another try."""
    ana = somebody(size=size, theme="dark")
    page = ana.home().page
    page.get_by_role("link", name="Puzzle of the day: Three-card Poker").click()
    page.get_by_text("What would you play as").wait_for()
    page.goto(f"{ana.url}/#/puzzle/three-card-poker/7")
    page.get_by_text("Puzzle 7 of 7", exact=True).wait_for()
    assert faults(page) == "[]"
    ways = ("play", "fold")
    for way in ways:
        page.get_by_role("button", name=way, exact=True).click()
        page.get_by_text("is exactly").wait_for()
        shows(page.locator(".still-hand .card"), 3)
        assert faults(page) == "[]"
        page.get_by_role("button", name="Try another move").click()
    solutions = [
        frame["solution"] for frame in map(json.loads, ana.frames) if frame["is"] == "puzzle"
    ]
    assert sorted(each["right"] for each in solutions if each) == [False, True]
    page.get_by_role("button", name="play", exact=True).click()
    page.get_by_role("link", name="Next puzzle").click()
    page.get_by_text("Puzzle 1 of 7", exact=True).wait_for()
    page.goto(f"{ana.url}/#/puzzle/three-card-poker/8")
    page.get_by_text("no puzzle 8: there are 1 to 7").wait_for()
