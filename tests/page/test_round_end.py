"""How a round ends on the page: roles and points, what was left, the deal face up."""

import pytest

from dealt.cards import long_name
from tests.page.desk import DESKTOP, faults, resized, shows, two_meet
from tests.page.test_phone import SIDEWAYS, UPRIGHT


def opens(person, game, rounds=1):
    """A match against computer players."""
    page = person.home().page
    page.goto(f"{person.url}/#/new/{game}")
    page.get_by_label("Rounds", exact=True).fill(str(rounds))
    page.get_by_role("button", name="Open the table").click()
    person.my_turn()


def faces_in(person, where):
    """The cards in a part of the page, by their names."""
    cards = person.page.locator(f"{where} .card[role=img]")
    return sorted(cards.evaluate_all("all => all.map((one) => one.ariaLabel)"))


@pytest.mark.parametrize("size", [UPRIGHT, DESKTOP], ids=["upright", "desktop"])
def test_the_end_shows_roles_points_and_all_hands(somebody, served, size):
    """Without a press on a phone, too; the deal of everybody is one press away."""
    ana = somebody(size=size)
    opens(ana, "president", rounds=2)
    match = served.service.tables.live[ana.table()].state.match
    dealt = [card for seat in range(4) for card in match.at(0).view(seat).hand]
    served.plays_the_round(ana.table())
    scene = ana.page.get_by_role("region", name="The end of the round")
    scene.wait_for()
    text = scene.inner_text()
    for role in ("President", "Vice-President", "Vice-Bum", "Bum"):
        assert role in text
    if size is not DESKTOP:
        assert "round 1" in text and "total" in text
    left = [card for seat in range(4) for card in match.table.view(seat).hand]
    shows(scene.locator(".card[role=img]"), len(left))
    assert faces_in(ana, ".scene") == sorted(map(long_name, left))
    scene.get_by_role("button", name="Show the hands as they were dealt").click()
    shows(scene.locator(".card[role=img]"), 52)
    assert faces_in(ana, ".scene") == sorted(map(long_name, dealt))
    for _ in resized(ana, [size] if size is DESKTOP else [UPRIGHT, SIDEWAYS]):
        assert faults(ana.page) == "[]"


def test_the_end_of_a_round_lists_no_player_without_text(somebody, served):
    """On a phone the points alone stand above the board."""
    ana = somebody(size=UPRIGHT)
    opens(ana, "penney")
    served.plays_the_round(ana.table())
    scene = ana.page.get_by_role("region", name="The end of the round")
    scene.get_by_text("total").wait_for()
    shows(scene.get_by_role("listitem"), 0)


def test_a_replay_that_cannot_be_fetched_leaves_the_table_in_sight(somebody, served):
    """That screen is fetched when it is asked for, and there may be no connection then."""
    ana = somebody()
    ana.sits_down("president")
    served.plays_the_round(ana.table())
    page = ana.page
    page.route("**/later.css", lambda route: route.abort())
    page.get_by_role("button", name="See the round again").click()
    page.locator(".notice", has_text="There is no connection").wait_for()
    assert page.get_by_role("region", name="The end of the round").is_visible()
    assert "ERR_FAILED" in ana.trouble.pop()
    page.unroute("**/later.css")
    page.get_by_role("button", name="See the round again").click()
    page.locator(".still-hand").wait_for()


def test_all_hands_are_seen_again_once_the_match_is_over(somebody, served):
    """Not between two rounds; then at every step of every round."""
    ana = somebody()
    opens(ana, "president", rounds=2)
    served.plays_the_round(ana.table())
    page = ana.page
    page.get_by_role("button", name="See the round again").click()
    page.locator(".still-hand").wait_for()
    assert page.get_by_label("All hands face up").count() == 0
    assert len(faces_in(ana, ".felt")) == 13
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Next round").click()
    page.get_by_text("Round 2 of 2").wait_for()
    served.plays_the_round(ana.table())
    page.get_by_role("button", name="See the round again").click()
    page.get_by_label("All hands face up").check()
    shows(page.locator(".felt .card[role=img]"), 52)
    assert len(set(faces_in(ana, ".felt"))) == 52
    assert faults(page) == "[]"


def test_players_begin_the_next_match_without_the_host(somebody, served):
    """Once the host has left the table; the host has that right again after coming back."""
    ana, bob = two_meet(somebody, "penney")
    served.plays_the_round(ana.table())
    table = ana.page.url
    without = bob.page.get_by_role("button", name="Begin without Ana")
    ana.page.get_by_role("button", name="End the match").click()
    bob.page.get_by_role("button", name="Play again").click()
    bob.page.get_by_text("Waiting for Ana").wait_for()
    shows(without, 0)
    ana.page.get_by_role("button", name="Leave the table").click()
    without.wait_for()
    assert faults(bob.page) == "[]"
    ana.page.goto(table)
    without.wait_for(state="detached")
    ana.page.get_by_role("button", name="Leave the table").click()
    without.click()
    bob.page.wait_for_function("() => document.querySelector('.between') === null")
    assert bob.last()["match"] == 2
