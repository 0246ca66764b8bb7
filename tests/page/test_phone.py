"""Small screens: a phone upright and sideways, and a window that is magnified twice."""

import re

import pytest

from tests.page.desk import DESKTOP, faults, resized, shows, two_meet

UPRIGHT = {"width": 390, "height": 844}
SIDEWAYS = {"width": 844, "height": 390}
MAGNIFIED = {"width": 640, "height": 400}  # 1280x800 at 200 %
SMALL = (UPRIGHT, SIDEWAYS, MAGNIFIED)
STILL_PX = 4
CORNER = {"x": 8, "y": 8}  # of a card, which the next ones do not cover


def two_at_rummy(somebody, size):
    """Ana, whose turn it is, and Bob, who sees a table of Mason Rummy at this size."""
    ana, bob = two_meet(somebody, "mason-rummy", size)
    bob.page.locator(".hand [role=option]").nth(9).wait_for()
    bob.drawn()
    return ana, bob


def box(person, where):
    return person.page.locator(where).first.bounding_box()


def is_within(inner, outer):
    """Whether a box is in sight within another one."""
    return (
        inner["x"] >= outer["x"] - 1
        and inner["y"] >= outer["y"] - 1
        and inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1
        and inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1
    )


def window(size):
    return {"x": 0, "y": 0, **size}


def moved(before, after):
    return max(abs(before[side] - after[side]) for side in ("x", "y"))


def test_nothing_of_a_tile_or_of_the_longest_title_is_cut_off(somebody):
    """The cards of each game on the first screen, and its name at the table."""
    ana = somebody(size=UPRIGHT)
    ana.context.add_init_script("localStorage.setItem('dealt.language', 'pt-BR')")
    page = ana.home().page
    for fan in page.locator(".fan").all():
        for card in fan.locator(".card").all():
            assert is_within(card.bounding_box(), fan.bounding_box())
    page.locator('[data-game="three-card-poker"] .main').click()
    ana.my_turn()
    title = page.locator(".title b", has_text="Pôquer de três cartas")
    assert title.evaluate("b => b.scrollWidth <= b.clientWidth && b.scrollHeight <= b.clientHeight")


def test_the_hand_stays_where_it_is_when_the_turn_comes(somebody):
    """And when a card is selected, and when a reason is asked for; in windows of all sizes."""
    ana, bob = two_at_rummy(somebody, UPRIGHT)
    for size in resized(bob, (*SMALL, DESKTOP)):
        before = box(bob, ".hand")
        draws_and_discards(ana)
        assert bob.my_turn()
        assert moved(before, box(bob, ".hand")) < STILL_PX
        bob.page.locator(".hand [role=option]").first.click(position=CORNER)
        bob.drawn()
        assert moved(before, box(bob, ".hand")) < STILL_PX
        bob.page.get_by_role("button", name="Why not?").click()
        bob.page.locator(".notice.refusal").wait_for()
        assert moved(before, box(bob, ".hand")) < STILL_PX
        buttons = bob.page.locator(".doing button:visible, .notice button:visible")
        assert buttons.count() >= 4
        for button in buttons.all():
            assert is_within(button.bounding_box(), window(size)), button.inner_text()
        assert faults(bob.page) == "[]"
        bob.page.keyboard.press("Escape")
        draws_and_discards(bob)
        assert ana.my_turn()


def draws_and_discards(person):
    """A turn of Mason Rummy."""
    person.moves_by_mouse(prefer=("draw",))
    person.my_turn()
    person.moves_by_mouse(prefer=("discard",))


def test_the_play_to_beat_the_hand_and_its_bar_are_in_sight(somebody):
    """The board has at least 180 pixels, and nothing has to be scrolled."""
    ana = somebody(size=UPRIGHT)
    ana.sits_down("president")
    while ana.page.locator(".action[data-verb=pass]").count() == 0:
        ana.moves_by_mouse(prefer=("play",))
        assert ana.my_turn()
    for size in resized(ana, SMALL):
        board = box(ana, ".board")
        assert board["height"] >= 180
        assert is_within(box(ana, ".play[data-best=true]"), board)
        for part in (".hand", ".turn", ".action", ".more-ways"):
            assert is_within(box(ana, part), window(size)), part
        for front in ana.page.locator(".front").all():
            assert is_within(front.bounding_box(), board), front.get_attribute("aria-label")
        touched = ana.page.locator(".table-screen button:visible, .hand [role=option]")
        heights = [each.bounding_box()["height"] for each in touched.all()]
        assert min(heights) >= 43.9


def test_words_and_tools_are_behind_a_button_on_a_phone(somebody):
    """Sideways the order of the hand and hints are there, too; Escape closes it."""
    ana = somebody(size=UPRIGHT)
    page = ana.page
    for _ in resized(ana, (UPRIGHT, SIDEWAYS)):
        ana.sits_down("mason-rummy")
        assert not page.locator(".command").is_visible()
        page.get_by_role("button", name="More ways to play").click()
        page.locator(".command input").wait_for()
        assert page.get_by_label("Sort", exact=True).is_visible()
        assert faults(page) == "[]"
        page.keyboard.press("Escape")
        page.locator(".command").wait_for(state="hidden")
        page.get_by_role("button", name="More ways to play").click()
        page.locator(".command input").fill("draw stock")
        before = ana.moved
        page.keyboard.press("Enter")
        ana.settled(before)
        page.locator(".command").wait_for(state="hidden")


@pytest.mark.parametrize("size", [UPRIGHT, SIDEWAYS], ids=["upright", "sideways"])
def test_unread_chat_is_marked_and_announced(somebody, size):
    """A number at the button until the chat is opened; screen readers have the lines at once."""
    ana, bob = two_at_rummy(somebody, size)
    for line in ("Hello Bob", "Your turn soon"):
        ana.page.get_by_label("Say something").fill(line)
        ana.page.keyboard.press("Enter")
    page = bob.page
    button = page.get_by_role("button", name="Chat, 2 new lines")
    button.wait_for()
    assert page.locator(".unread").inner_text() == "2"
    log = page.get_by_role("log", name="Chat")
    shows(log, 1)
    assert "Ana: Hello Bob" in log.inner_text()
    ana.moves_by_mouse(prefer=("draw",))
    moves = page.get_by_role("log", name="Moves").filter(has_text=re.compile("Ana drew"))
    moves.wait_for(state="attached")
    button.click()
    page.locator(".panel-chat").get_by_text("Your turn soon").wait_for()
    shows(page.locator(".unread"), 0)
    shows(page.get_by_role("log", name="Chat"), 1)
    assert faults(page) == "[]"


def test_a_round_is_seen_again_with_its_controls_and_its_board_in_sight(somebody, served):
    """The controls and the way back, and the card that was played, none below another."""
    ana = somebody(size=UPRIGHT)
    ana.sits_down("president")
    served.plays_the_round(ana.table())
    page = ana.page
    page.get_by_role("button", name="See the round again").click()
    page.locator(".still-hand").wait_for()
    page.keyboard.press("ArrowRight")
    page.locator(".play[data-best=true]").wait_for()
    for size in resized(ana, (*SMALL, DESKTOP)):
        for name in ("Back to the table", "First step", "Last step"):
            found = page.get_by_role("button", name=name).bounding_box()
            assert is_within(found, window(size)), name
        assert is_within(box(ana, ".still-hand"), window(size))
        assert box(ana, ".play[data-best=true]")["y"] > box(ana, ".top-bar")["y"]
        assert box(ana, ".board")["height"] >= 0.35 * size["height"]


@pytest.mark.parametrize(
    "size", [*SMALL, DESKTOP], ids=["upright", "sideways", "magnified", "desktop"]
)
def test_phrases_and_what_i_say_are_in_sight(somebody, size):
    """Neither the end of the window nor the hand covers them."""
    ana, bob = somebody(size=size), somebody()
    ana.sits_down("president")
    bob.joins(ana)  # alone there is nobody to talk to
    bob.page.get_by_role("button", name="Take over from").first.click()
    bob.says_name("Bob")
    page = ana.page
    if size is not DESKTOP:
        page.get_by_role("button", name="Chat", exact=True).click()
    page.get_by_text("Phrases").click()
    press = page.get_by_role("button", name="Well played!")
    assert is_within(press.bounding_box(), window(size))
    assert is_within(box(ana, ".panel-chat .lines"), window(size))
    press.click()
    if size is not DESKTOP:
        page.locator(".panel-chat").get_by_role("button", name="Close").click()
    page.locator(".bubble").wait_for()
    assert is_within(box(ana, ".bubble"), box(ana, ".felt"))


@pytest.mark.parametrize(
    ("game", "size"),
    [
        pytest.param("president", {"width": 360, "height": 740}, id="narrow"),
        pytest.param("president", UPRIGHT, id="upright"),
        pytest.param("president", SIDEWAYS, id="sideways"),
        pytest.param("mason-rummy", SIDEWAYS, id="rummy"),
    ],
)
def test_chat_is_in_sight_and_covers_no_card_to_beat(somebody, game, size):
    """Nor a pile; from any player, of any length."""
    ana, bob = somebody(), somebody(size=size)
    bob.sits_down(game)
    middle = '[data-spot="discard"]'
    if game == "president":
        middle = ".play[data-best=true]"
        while bob.page.locator(".action[data-verb=pass]").count() == 0:
            bob.moves_by_mouse(prefer=("play",))
            assert bob.my_turn()
    ana.joins(bob)
    ana.page.get_by_role("button", name="Take over from").first.click()
    ana.says_name("Ana")
    for person, says in ((ana, "Who can beat that? "), (bob, "Nobody can, I am afraid. ")):
        if person is bob:
            bob.page.get_by_role("button", name=re.compile("^Chat")).click()
        person.page.get_by_label("Say something").fill(says * 9)
        person.page.keyboard.press("Enter")
        if person is bob:
            bob.page.locator(".panel-chat").get_by_role("button", name="Close").click()
        bob.page.locator(".bubble", has_text=says).wait_for()
        bubble, covered = box(bob, ".bubble"), box(bob, middle)
        assert is_within(bubble, box(bob, ".board"))
        assert bubble["y"] >= covered["y"] + covered["height"]


def test_a_hint_that_is_asked_for_behind_the_button_is_not_covered(somebody):
    """What was open to ask for it closes."""
    ana = somebody(size=SIDEWAYS)
    ana.sits_down("president")
    ana.sees_more()
    ana.page.get_by_role("button", name="Hint").click()
    ana.page.locator(".notice.hint").wait_for()
    assert ana.page.locator(".more-ways").get_attribute("aria-expanded") == "false"


def test_a_game_is_in_sight_on_the_first_screen(somebody):
    """Below the name and playing with friends, without scrolling."""
    ana = somebody(size=UPRIGHT).home()
    for size in resized(ana, (UPRIGHT, SIDEWAYS)):
        assert is_within(ana.page.locator(".game h2").first.bounding_box(), window(size))
