"""Boards of any game: where seats stand, what piles, tricks, counters and tapes say."""

import dataclasses
import itertools
import json

import pytest

from dealt.core.zones import Mark, Tape
from dealt.games.penney import words as penney
from tests.page.desk import DESKTOP, PHONE, resized, shows

UPRIGHT = {"width": 390, "height": 844}
SIDEWAYS = {"width": 844, "height": 390}
WAYS = [pytest.param(DESKTOP, id="desktop"), pytest.param(PHONE, id="phone")]
LINES = "e => { const r = document.createRange(); r.selectNodeContents(e.firstChild);"
LINES += " return r.getClientRects().length; }"


def top(locator):
    return locator.bounding_box()["y"]


@pytest.mark.parametrize("size", WAYS)
def test_the_player_sits_below_the_trick_and_reads_once_what_to_lead(somebody, served, size):
    """The others sit round the table as they play; the play to beat says so, until all is over."""
    ana = somebody(size=size)
    page = ana.page
    ana.sits_down("president")
    page.locator(".trick").wait_for()
    assert ana.my_turn()
    frame = ana.last()
    seats = [seat["seat"] for seat in frame["board"]["seats"]]
    own_seat = seats.index(frame["own"]["seat"])
    names = [
        frame["seats"][seat]["name"] for seat in (*seats[own_seat + 1 :], *seats[: own_seat + 1])
    ]
    fronts = page.locator(".front")
    assert [each.get_attribute("aria-label") for each in fronts.all()] == names
    trick, left, opposite, right, own = (
        each.bounding_box() for each in (page.locator(".trick"), *fronts.all())
    )
    assert left["x"] + left["width"] <= trick["x"]
    assert opposite["y"] + opposite["height"] <= trick["y"]
    assert trick["x"] + trick["width"] <= right["x"]
    assert trick["y"] + trick["height"] <= own["y"]
    if frame["board"]["ask"]["code"] == "contain":
        assert page.locator(".trick").inner_text().strip() == "You lead. Choose your cards."
        assert page.locator(".felt").inner_text().count("contain") == 1
    while "pass" not in ana.verbs():
        ana.moves_by_mouse(prefer=("play",))
        assert ana.my_turn()
    trick = ana.zone("trick")
    best = trick["plays"][trick["best"]]
    noun = best["note"]["text"] if best.get("note") else "play"
    lead = f"{ana.last()['seats'][best['seat']]['name']}'s {noun}"
    assert page.locator("[data-best=true] .told").inner_text() == f"To beat: {lead}"
    served.plays_the_round(ana.table())
    page.locator(".between").wait_for()
    assert "To beat" not in page.locator(".trick").inner_text()


def test_piles_say_what_they_are_in_one_line_and_the_tools_keep_theirs(somebody):
    """On a phone; with a move that can be taken back, too."""
    ana = somebody(size=PHONE)
    page = ana.page
    ana.sits_down("tranca")
    captions = page.locator(".caption")
    shows(captions, 4)
    assert [caption.evaluate(LINES) for caption in captions.all()] == [1, 1, 1, 1]
    assert captions.last.inner_text().split() == ["Morto", "2", "11"]
    ana.moves_by_mouse(prefer=("draw",))
    ana.my_turn()
    verbs = ana.verbs()
    ana.moves_by_mouse(prefer=("new", "lay"))
    ana.my_turn()
    if {"new", "lay"} & verbs:
        tools = [page.locator(f".status {each}").bounding_box() for each in (".undo", ".sort")]
        assert abs(tools[0]["y"] - tools[1]["y"]) < 8
        assert abs(top(page.locator(".turn-line")) - tools[1]["y"]) < tools[1]["height"]


def test_a_tape_of_real_cards_shows_them(somebody, served, monkeypatch):
    """Cards that are a colour and nothing else are strips."""
    ana = somebody()
    page = ana.page
    ana.sits_down("penney")
    heading = page.get_by_role("heading", name="Your choice")
    assert top(heading) < top(page.locator(".shown-action").first)
    real = Tape(id="tape", label="Deck", items=("7H", "TS", "R"), marks=(Mark(2, 0),))
    monkeypatch.setattr(penney, "_tape", lambda s: real)
    served.plays_the_round(ana.table())
    page.locator(".tape").wait_for()
    assert page.locator(".strip").first.inner_text().split() == ["7", "10"]
    shows(page.locator(".strip .suit-H"), 1)
    shows(page.locator(".strip i[data-ink=red]"), 1)


RUNS = [" ".join(rank + suit for rank in run) for suit in "CDHS" for run in ("456", "789", "TJQ")]
GROUPS = [f"group {side} {n}: {run}" for side in (0, 1) for n, run in enumerate(RUNS[:11])]
HANDS = ["hand 0: KC KD KH", "hand 1: KS", "hand 2: AC AD", "hand 3: AH", "morto=2,2"]
LATE = "; ".join(["tranca; seats=4; pile: KC", *GROUPS, *HANDS, "unknown=deal"])
SLACK = "board => board.scrollHeight - board.clientHeight"


def opens_late(person, served, monkeypatch):
    """A Tranca of eleven sequences a side."""
    own = dataclasses.replace(served.service.around, own=True)
    for owner in (served.service, served.service.tables):
        monkeypatch.setattr(owner, "around", own)

    def between(route):
        service = route.connect_to_server()

        def forward(text):
            message = json.loads(text)
            if message["do"] == "open":
                message["settings"].update(position=LATE, rounds=1)
            service.send(json.dumps(message))

        route.on_message(forward)

    person.page.route_web_socket("**/socket", between)
    person.home().page.goto(f"{person.url}/#/new/tranca")
    person.page.get_by_role("button", name="Open the table").click()
    person.my_turn()


SIZES = {"desk": (DESKTOP, 0), "upright": (UPRIGHT, 0.5), "sideways": (SIDEWAYS, 0)}


@pytest.mark.parametrize(("size", "swipes"), SIZES.values(), ids=SIZES)
def test_a_late_tranca_is_in_sight(somebody, served, monkeypatch, size, swipes):
    """Whole, or with a swipe on a phone; seen again, too.  Fans have as many backs as cards."""
    ana = somebody(size=size)
    opens_late(ana, served, monkeypatch)
    page = ana.page
    board = page.locator(".board")
    shows(board.locator(".groups .group"), 22)
    assert board.evaluate(SLACK) <= swipes * board.bounding_box()["height"]
    fans = {name: board.locator(f'.player[title^="{name}"] .backs i') for name in ("Bia", "Rui")}
    assert [fan.count() for fan in fans.values()] == [1, 2]
    served.plays_the_round(ana.table())
    page.get_by_role("button", name="See the round again").click()
    page.locator(".controls").wait_for()
    for _ in resized(ana, [size] if size is DESKTOP else [size, {"width": 320, "height": 568}]):
        head = page.locator(".replay .status > :not(h2), .replay .step-row")
        boxes = [each.bounding_box() for each in head.all() if each.is_visible()]
        assert not any(meet(one, two) for one, two in itertools.combinations(boxes, 2))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def meet(one, two):
    """Whether two boxes lie over each other."""
    return all(
        one[side] + one[size] > two[side] + 1 and two[side] + two[size] > one[side] + 1
        for side, size in (("x", "width"), ("y", "height"))
    )


def test_a_lone_player_sees_how_to_begin_and_no_chat(somebody):
    """An invitation of the actions that are open; a tap on the felt lets go of cards."""
    ana = somebody()
    page = ana.page
    ana.sits_down("mason-rummy")
    shows(page.locator(".panel-chat"), 0)
    page.get_by_text("Draw a card to begin.").wait_for()
    assert "nothing laid down" not in page.locator(".board").inner_text()
    card = page.locator(".hand [role=option]").first
    card.click(position={"x": 8, "y": 8})
    shows(page.locator(".hand .selected"), 1)
    page.locator(".board").click(position={"x": 6, "y": 6})
    shows(page.locator(".hand .selected"), 0)
