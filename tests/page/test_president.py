"""President on the page: four players first, cards that are asked for, who is out."""

import re

from tests.page.desk import shows


def test_four_players_are_offered_and_the_president_asks_for_cards(somebody, served):
    """P12: with two people at one screen one of them is President after the first round."""
    ana = somebody()
    page = ana.home().page
    page.goto(f"{ana.url}/#/new/president")
    assert page.get_by_label("4", exact=True).is_checked()
    page.get_by_label("2", exact=True).check()
    page.get_by_label("Seat 2").select_option("hot")
    page.locator(".house-rules summary").click()
    page.locator(".house-rules select").last.select_option("request")
    ana.opens_table("Ana")
    page.locator(".curtain").wait_for()
    served.plays_the_round(ana.table())
    page.locator(".between").wait_for()
    notes = page.locator(".player-notes").all_inner_texts()
    assert sorted(notes) == ["Bum, last, place 2", "President, out, place 1"]
    page.locator(".between").get_by_role("button", name=re.compile("Next round|Deal")).first.click()
    page.get_by_role("button", name=re.compile("^I am ")).click()
    asks = page.locator("[data-verb=ask]")
    shows(asks, 13)
    question = re.compile("to ask (Ana|Player 2), the Bum, for 2 cards")  # as the cards fell
    assert question.search(page.locator(".turn-line").inner_text())
    for rank in ("twos", "aces"):
        before = ana.moved
        page.get_by_role("button", name=f"ask for {rank}").click()
        ana.settled(before)
    ana.drawn()
    assert "Asked for: twos, aces" in page.locator(".middle").inner_text()
    hand = ana.hand()
    for _ in range(2):
        ana.moves_by_mouse(prefer=("give",))
    page.locator(".own-cards").first.wait_for()
    assert ana.last()["board"]["ask"]["code"] == "lead"
    assert "facts" not in ana.last()["board"]
    assert len(ana.zone("got")["cards"]) == 2 and set(ana.zone("gave")["cards"]) <= set(hand)
