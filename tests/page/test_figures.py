"""The exact odds on the page: read, chosen and explained, in both languages, without a fault."""

import pytest

from dealt.games.penney import exact
from dealt.games.three_card_poker import exact as poker
from tests.page.desk import DESKTOP, PHONE, shows
from tests.page.test_screens import WAYS, faults

WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_a_heat_map_is_read_and_a_pair_chosen_by_keyboard(somebody):
    """Every cell says wins and draws in words, too; the best replies are marked by a shape."""
    ana = somebody()
    page = ana.page
    page.goto(f"{ana.url}/#/odds/penney")
    cells = page.locator(".heat .cell")
    cells.first.wait_for()
    shows(cells, 56)
    reply = exact.odds("BBR", "BRB", "tricks")
    won, draws = (round(100 * n / reply.decks) for n in (reply.wins, reply.draws))
    cell = page.locator(".heat tbody tr").nth(2).locator("td").nth(1).locator(".cell")
    assert cell.inner_text().split() == [str(won), "draw", f"({draws})", "best", "reply"]
    shows(page.locator(".heat .cell .best-mark"), 8)
    cell.focus()
    page.keyboard.press("Enter")
    assert cell.get_attribute("aria-pressed") == "true"
    page.locator(".why p").first.wait_for()
    assert "The best reply to BRB by tricks is BBR" in page.locator(".why").inner_text()
    page.get_by_label("cards", exact=True).check()
    page.locator('.heat[data-by="cards"]').wait_for()
    shows(page.locator(".heat .cell .best-mark"), 8)


def test_any_sequences_race(somebody):
    """A coin first; dice, and a pack for three players, behind one press."""
    ana = somebody(size=PHONE)
    page = ana.page
    page.goto(f"{ana.url}/#/odds/penney")
    race = page.get_by_role("region", name="Any sequences, any players")
    race.get_by_text("13/2 letters on average").wait_for()
    race.get_by_text("Dice, unfair coins, a pack").click()
    for sequences, weights, text in (
        ("12 65 3", "1=1,2=1,3=1,5=1,6=3", "12, 65 and 3: which comes first"),
        ("RRB BRR RBB", "", "R 1/2 and B 1/2"),
    ):
        race.get_by_label("How often each letter comes").fill(weights)
        race.get_by_label("Sequences").fill(sequences)
        race.get_by_label("Sequences").press("Enter")
        race.get_by_text(text).first.wait_for()
    race.get_by_label("Drawn from").select_option("10")
    race.get_by_role("button", name="Work it out").click()
    race.get_by_text("exact over all decks of 10 R and 10 B").first.wait_for()
    assert faults(page) == "[]" and page.evaluate(WIDE) == 0


def test_poker_s_threshold_and_the_worth_of_a_hand(somebody):
    """The line is the exact module's; a hand can be chosen."""
    ana = somebody()
    page = ana.page
    page.goto(f"{ana.url}/#/odds/three-card-poker")
    page.get_by_text("Play Q 4 2 or better").wait_for()
    page.get_by_label("each rank on its own").check()
    page.get_by_text("Play Q 6 3 or better").wait_for()
    page.get_by_label("both hands from one pack").check()
    for name, rank in (("first_card", "K"), ("second_card", "7"), ("third_card", "2")):
        page.locator(f'select[name="{name}"]').select_option(rank)
    worth = float(poker.hand_odds((13, 7, 2)).play)
    assert page.locator(".worth dd").first.inner_text() == f"{worth:+.3f}"


def test_the_own_hand_at_a_table_has_its_exact_values(somebody):
    """A window over the table; the hand is the one that the player holds."""
    ana = somebody()
    ana.sits_down("three-card-poker")
    page = ana.page
    page.locator(".exact-values").click()
    page.locator("dialog .worth").wait_for()
    ranks = page.locator("dialog .worth .cards .card").evaluate_all(
        "all => all.map((one) => one.ariaLabel)"
    )
    assert len(ranks) == 3
    hand = tuple(sorted(("23456789XJQKA".index(rank) + 2 for rank in ana.hand()), reverse=True))
    worth = float(poker.hand_odds(hand).play)
    assert page.locator("dialog .worth dd").first.inner_text() == f"{worth:+.3f}"
    assert faults(page) == "[]"


@pytest.mark.parametrize(("size", "theme"), WAYS)
def test_axe_finds_no_fault_in_the_odds(somebody, size, theme):
    """And nothing has to be scrolled sideways."""
    ana = somebody(size=size, theme=theme)
    page = ana.page
    page.goto(f"{ana.url}/#/odds/penney")
    page.locator(".why p").first.wait_for()
    assert faults(page) == "[]"
    assert page.evaluate(WIDE) == 0
    page.goto(f"{ana.url}/#/odds/three-card-poker")
    page.locator(".curve").wait_for()
    assert faults(page) == "[]"
    assert page.evaluate(WIDE) == 0


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_first_table_does_not_bring_the_odds(somebody, size):
    """What few come for is fetched when somebody goes there."""
    ana = somebody(size=size)
    ana.home()
    before = set(ana.requests)
    ana.page.get_by_role("link", name="Penney's odds").click()
    ana.page.locator(".heat").wait_for()
    new = {url.removeprefix(ana.url) for url in ana.requests if url not in before}
    assert any(url.startswith("/part-") for url in new)
    assert any(url.startswith("/odds/penney") for url in new)
