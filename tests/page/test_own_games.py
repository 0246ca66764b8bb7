"""Games of somebody's own at the page, which has not one line about them: by mouse, all of it."""

import re
import shutil
import subprocess
import sys
from dataclasses import replace

import pytest
from examples.leduc import words as leduc

from dealt import games
from dealt.core.game import Bots, Level, Option
from tests.docs.pages import DOCS, ROOT, save_modules, text_of
from tests.own_games import EIGHTS, LEDUC, offered
from tests.page.desk import DESKTOP, EVERYTHING, PHONE, Person, Served, faults, shows

MOST_MOVES = 60
MANY = {"pot": 40, "chips:0": 25, "chips:1": 41}
WAYS = [pytest.param(DESKTOP, id="desktop"), pytest.param(PHONE, id="phone")]


@pytest.fixture(scope="module")
def served(bundle, tmp_path_factory):
    """A table service that offers two games more."""
    with offered(LEDUC, EIGHTS):
        served = Served(tmp_path_factory.mktemp("own"))
        yield served
        served.stop()


def opens(person, game, *others):
    """Set a table up as people do, from home: with somebody at seat 1, and others beside."""
    page = person.home().page
    page.locator(f'[data-game="{game}"]').get_by_role("link", name="Set up").click()
    for seat, who in enumerate(others, 2):
        page.get_by_label(f"Seat {seat}").select_option(who)
    person.opens_table("Ana")


def taps(person, zone, choice=0):
    """Tap a place of the table; where it can mean several things, take one of them."""
    before = person.moved
    person.page.locator(f'.spot[data-spot="{zone}"][data-open=true]').click()
    person.page.wait_for_function(
        "before => document.querySelector('.table-screen').dataset.moved !== before"
        " || document.querySelector('.action.main') !== null",
        arg=before,
    )
    if person.moved == before:
        person.page.locator(".action.main").nth(choice).click()
    person.settled(before)


def chips(person, zone):
    """How many chips are drawn at a place, and how many there are."""
    spot = person.page.locator(f'.spot[data-spot="{zone}"]')
    return spot.locator(".chip-stack i").count(), person.zone(zone)["value"]


# --- Leduc poker ----------------------------------------------------------------------------------


def sees_leduc(person):
    """Cards and chips are drawn, and every place does what it stands for."""
    page = person.page
    seat = person.last()["own"]["seat"]
    shows(page.locator(".hand .card .face"), 1)
    assert len(person.hand()) == 1
    public = page.locator('[data-spot="public"] .face')
    assert public.count() == 1
    assert public.evaluate("face => face.matches('.back')") != ("cards" in person.zone("public"))
    for zone in ("pot", "chips:0", "chips:1"):
        chips_drawn, chips_expected = chips(person, zone)
        assert chips_drawn == chips_expected > 0
    is_open = page.locator(".spot[data-open=true]").evaluate_all(
        "all => all.map((spot) => spot.dataset.spot)"
    )
    assert sorted(is_open) == [f"chips:{seat}", "pot"]
    assert faults(page) == "[]"


@pytest.mark.parametrize("size", WAYS)
def test_leduc_is_played_by_mouse_between_two_browsers(somebody, size):
    """From home to the showdown, by taps on chips and on the pot; each sees the own card alone."""
    ana, bob = somebody(), somebody(size=size, theme="dark")
    opens(ana, LEDUC, "open")
    bob.joins(ana)
    bob.sits_at(2, "Bob")
    for person in (bob, ana):
        person.page.get_by_role("button", name="Deal").click()
    moves = 0
    for person in (ana, bob):
        person.page.locator(".turn").wait_for()
    while ana.last()["phase"] == "playing" and moves < MOST_MOVES:
        person, other = (ana, bob) if ana.last()["turn"] == 0 else (bob, ana)
        assert person.my_turn()
        sees_leduc(person)
        assert not set(person.hand()) & set(other.hand())
        taps(person, "pot" if moves % 2 else f"chips:{person.last()['own']['seat']}")
        other.page.wait_for_function(
            "moved => document.querySelector('.table-screen').dataset.moved === moved",
            arg=person.moved,
        )
        moves += 1
    assert moves >= 4  # nobody folds who calls
    for person in (ana, bob):
        person.page.locator(".between").wait_for()
        shows(person.page.locator(".scene .card[aria-label*=' of ']"), 2)
        assert faults(person.page) == "[]"
    assert ana.last()["log"] == bob.last()["log"]


def test_leduc_is_played_by_two_at_one_screen(somebody):
    """Nothing of a hand before the curtain is up; the actions are buttons as well."""
    ana = somebody(size=PHONE)
    opens(ana, LEDUC, "hot")
    page = ana.page
    moves = 0
    page.locator(".curtain").wait_for()
    while ana.last()["phase"] == "playing" and moves < MOST_MOVES:
        if page.locator(".curtain").count():
            assert page.locator("[role=option]").count() == 0
            page.get_by_role("button", name="I am ").click()
            page.locator("[role=option]").wait_for()
        sees_leduc(ana)
        before = ana.moved
        page.locator("[data-verb=call]").click()
        ana.settled(before)
        ana.drawn()
        moves += 1
    assert moves >= 4
    shows(page.locator(".scene .card[aria-label*=' of ']"), 2)


@pytest.fixture
def documented(bundle, tmp_path):
    """Where `dealt serve` offers a game and a player, by the command and the files of the guide."""
    guide = DOCS / "howto" / "own-players.md"
    shutil.copytree(ROOT / "examples" / "leduc", tmp_path / "leduc")  # as the tutorial writes it
    save_modules(guide, tmp_path)
    (command,) = re.findall(r"^dealt (serve --game .*)$", text_of(guide), re.MULTILINE)
    words = [*command.split(), "--port=0", "--pause=0", f"--data={tmp_path / 'tables.db'}"]
    with subprocess.Popen(
        [sys.executable, "-m", "dealt", *words], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    ) as process:
        (url,) = re.findall(r"http://[^/]+", process.stdout.readline())
        yield url
        process.terminate()


def test_a_player_of_ones_own_sits_in_a_game_of_ones_own(browser, documented):
    """It is among the computer players of a seat, and plays the round."""
    ana = Person(browser, documented)
    page = ana.home().page
    page.locator('[data-game="leduc:GAME"]').get_by_role("link", name="Set up").click()
    page.get_by_label("Seat 2").select_option("bot Hasty")
    page.get_by_role("button", name="Open the table").click()
    moves = 0
    while ana.my_turn() and moves < MOST_MOVES:
        ana.moves_by_mouse()
        moves += 1
    assert moves
    assert ana.last()["phase"] == "between"
    assert "Hasty" in {seat["level"] for seat in ana.last()["seats"]}
    ana.leaves()


# --- Crazy Eights ---------------------------------------------------------------------------------


def drags(person, card, zone):
    """Drag a card of the hand onto a place of the table."""
    page = person.page
    box, place = (
        found.bounding_box() for found in (card, page.locator(f'.spot[data-spot="{zone}"]'))
    )
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 30, box["y"] - 30, steps=4)
    shows(page.locator(".ghost"), 1)
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + 40, steps=4)
    page.mouse.up()


def plays_a_card(person):
    """Drop a card that goes on the pile; an eight asks for a suit, which is chosen."""
    page = person.page
    card = page.locator(".hand [role=option]:not(.idle)").first
    is_eight = card.get_attribute("aria-label").startswith("eight ")
    before = person.moved
    drags(person, card, "discard")
    if is_eight:
        shows(page.locator(".action.main"), 4)
        page.locator(".action.main").nth(1).click()
    person.settled(before)


@pytest.mark.parametrize("size", WAYS if EVERYTHING else WAYS[:1])
def test_crazy_eights_is_played_by_taps_and_drops(somebody, size):
    """The stock is tapped, cards are dropped on the pile, and a wrong one gets its reason."""
    ana = somebody(size=size)
    ana.sits_down(EIGHTS)
    page = ana.page
    acts = set()
    for _ in range(MOST_MOVES):
        if not ana.my_turn() or (len(acts) == 3 and not EVERYTHING):
            break
        assert page.locator('[data-spot="discard"] .face').count() == 1
        idle = page.locator(".hand .idle")
        if idle.count() and "refused" not in acts:
            drags(ana, idle.first, "discard")
            page.locator(".notice.refusal").wait_for()
            assert faults(page) == "[]"
            page.keyboard.press("Escape")
            shows(page.locator(".card.selected"), 0)
            shows(page.locator(".notice"), 0)
            acts.add("refused")
        elif "play" in ana.verbs():
            before = len(ana.hand())
            plays_a_card(ana)
            acts.add("played")
            assert len(ana.hand()) == before - 1
        elif "draw" in ana.verbs():
            taps(ana, "stock")
            shows(page.locator(".card.fresh"), 1)
            acts.add("drew")
        else:
            before = ana.moved
            page.locator("[data-verb=pass]").click()
            ana.settled(before)
    assert "played" in acts


def test_the_page_says_of_choices_and_levels_what_the_game_says(somebody, monkeypatch):
    """The page knows no choice of any game: what a game has no words for is shown by its name."""
    own = games.game(EIGHTS)
    tie = Option("tie", 0, "ties", {"suit": 0, "never": 1}, words={"never": "not at all"})
    levels = {"bad": Level("clumsy", "drops cards")}
    by_name = {**own.bots.by_name, "bad": own.bots.by_name["AI"], "learned": own.bots.by_name["AI"]}
    changed = replace(own, options=(tie,), bots=Bots(by_name, levels))
    monkeypatch.setitem(games.ADDED, EIGHTS, changed)
    games.registered.cache_clear()
    page = somebody().home().page
    page.locator(f'[data-game="{EIGHTS}"]').get_by_role("link", name="Set up").click()
    page.get_by_text("House rules").click()
    choices = page.locator(".house-rules select option")
    assert choices.all_text_contents() == ["suit", "not at all"]
    seats = page.get_by_label("Seat 2").locator("option").all_text_contents()
    assert seats[-2:] == ["Computer: clumsy (drops cards)", "Computer: learned"]
    games.registered.cache_clear()


def test_a_game_without_a_guided_round_offers_none(somebody):
    """Its tile has all the rest, the deal of the day among it."""
    ana = somebody()
    page = ana.home().page
    for game in (LEDUC, EIGHTS):
        tile = page.locator(f'[data-game="{game}"]')
        tile.get_by_role("link", name="Deal of the day").wait_for()
        assert tile.get_by_role("link", name="Learn").count() == 0
    assert page.get_by_role("link", name="Learn").count() == 5


def test_many_chips_are_drawn_or_a_number_in_one_line(somebody, monkeypatch):
    """Up to 40 each is drawn; of more the number stands alone."""
    usual = leduc.chips
    monkeypatch.setattr(leduc, "chips", lambda zone, *where: usual(zone, *where[:2], MANY[zone]))
    ana = somebody(size=PHONE)
    ana.sits_down(LEDUC)
    shows(ana.page.locator(".counter"), 3)
    assert [chips(ana, zone) for zone in MANY] == [(40, 40), (25, 25), (0, 41)]
    for spot in ana.page.locator(".counter").all():
        assert spot.locator("span").last.bounding_box()["height"] < 30
