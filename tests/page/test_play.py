"""People play at the page: by mouse, by keyboard alone, by words alone, together.

With PAGES=everything in the environment every round is played to its end.
"""

import re

import pytest

from dealt.cards import long_name
from dealt.games import registered
from tests.page.desk import EVERYTHING, LAYING, PHONE, shows, two_meet

GAMES = ("penney", "three-card-poker", "mason-rummy", "president", "tranca")
SHORT = ("penney", "three-card-poker")  # of one move or two
REASONED = ("mason-rummy", "tranca")  # their sheet says what each number is made of
MOST_MOVES = 300
MOST_ROUNDS = 10  # of which one is as a test needs it
ENOUGH = MOST_MOVES if EVERYTHING else 6


def plays_the_round(person, move, most=MOST_MOVES):
    """Play until the round is over, or long enough; whether it is over."""
    for _ in range(most):
        if not person.my_turn():
            return True
        move()
    assert most < MOST_MOVES, f"no end after {most} moves"
    return False


@pytest.mark.parametrize("game", GAMES if EVERYTHING else SHORT)
def test_a_round_by_mouse_alone(somebody, game):
    """From the front page to the end of a round by presses on what is offered."""
    ana = somebody()
    ana.sits_down(game)
    most = MOST_MOVES if game in SHORT else ENOUGH
    if not plays_the_round(ana, ana.moves_by_mouse, most):
        return
    assert "Your points this round" in ana.page.locator(".between h2").inner_text()
    sheets = ana.page.locator(".panel-score .score")
    shows(sheets.first.locator("tbody tr"), 2)  # the round, and the total
    assert sheets.count() == (2 if game in REASONED else 1)


def presses(page, expected, most=60):
    """Go on with Tab until what has the focus is wanted."""
    for _ in range(most):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", expected):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not come to {expected}")


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("join/NONSENSE", "That is not a link to a table: a code has 22 characters."),
        ("join/" + "A" * 22, "this link does not work, or no longer"),
        ("table/nonsense", "there is no such table"),
    ],
)
def test_a_dead_link_leads_home_and_says_so(somebody, place, message):
    """By the link, and from another place of the page; the notice goes with the next step."""
    ana = somebody()
    page = ana.page
    for _ in range(2):
        page.goto(f"{ana.url}/#/{place}")
        page.get_by_text(message).wait_for()
        page.wait_for_selector(".game")
        assert page.evaluate("location.hash") == "#/"
        page.goto(f"{ana.url}/#/cards")
        page.get_by_text(message).wait_for(state="detached")
    refused = [line for line in ana.trouble if "Failed to load resource" in line]
    assert len(refused) == 2 * place.startswith("join")
    ana.trouble = [line for line in ana.trouble if line not in refused]


# the page draws only when the service has answered, and hears last that its address has changed
SLOW = """
const later = window.setTimeout;
window.setTimeout = (done, ms = 0, ...rest) => later(done, ms + 200, ...rest);
window.requestAnimationFrame = (done) => later(() => done(performance.now()), 200);
window.addEventListener("hashchange", (event) => {
  if (!event.isTrusted) return;
  event.stopImmediatePropagation();
  later(() => window.dispatchEvent(new HashChangeEvent("hashchange")), 1500);
});
"""


def test_a_refusal_is_not_wiped_by_a_screen_that_is_drawn_late(somebody):
    ana = somebody()
    page = ana.page
    page.add_init_script(SLOW)
    ana.home()
    page.goto(f"{ana.url}/#/table/nonsense")
    page.wait_for_selector(".loading")
    page.wait_for_selector(".game")
    assert page.locator(".notice").inner_text().startswith("there is no such table")


def test_a_round_by_keyboard_alone(somebody):
    """Mason Rummy with Tab, arrows, space and Enter."""
    ana = somebody()
    page = ana.home().page
    presses(page, '[data-game="mason-rummy"] .main')
    page.keyboard.press("Enter")
    ana.my_turn()

    def move():
        before = ana.moved
        if "draw" in ana.verbs():
            presses(page, '[data-spot="stock"]')
            page.keyboard.press("Enter")
        else:
            presses(page, ".hand [role=option]")
            page.keyboard.press("Escape")
            page.keyboard.press("End")
            page.keyboard.press("ArrowLeft")
            page.keyboard.press("ArrowRight")
            page.keyboard.press(" ")
            presses(page, '[data-verb="discard"]')
            page.keyboard.press("Enter")
        ana.settled(before)

    if plays_the_round(ana, move, ENOUGH):
        presses(page, ".between button")


def test_a_round_by_words_alone(somebody):
    """Mason Rummy typed as at a terminal, from the table as text."""
    ana = somebody()
    ana.sits_down("mason-rummy")
    page = ana.page
    box = page.locator(".command input")

    box.fill("discard zz")
    box.press("Enter")
    refused = page.locator(".notice.refusal p")
    refused.wait_for()
    assert "cards of this game look like '2C', '8H'" in refused.inner_text()  # to be typed so

    def move():
        before = ana.moved
        box.fill("draw stock" if "draw" in ana.verbs() else f"discard {ana.hand()[-1]}")
        box.press("Enter")
        ana.settled(before)

    plays_the_round(ana, move, ENOUGH)


def test_cards_are_dragged_onto_the_discard_pile(somebody):
    """A drag does what a tap and a button do."""
    ana = somebody()
    ana.sits_down("mason-rummy")
    page = ana.page
    before = ana.moved
    page.locator('[data-spot="stock"]').click()
    ana.settled(before)
    before = ana.moved
    card = page.locator(".hand [role=option]").first
    name = card.get_attribute("aria-label")
    pile = page.locator('[data-spot="discard"]').bounding_box()
    box = card.bounding_box()
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 30, box["y"] - 60, steps=4)
    shows(page.locator(".ghost"), 1)
    page.mouse.move(pile["x"] + 40, pile["y"] + 40, steps=4)
    page.mouse.up()
    ana.settled(before)
    ana.drawn()
    lines = page.locator(".panel-log [role=log] p").all_inner_texts()
    labels = page.locator(".panel-log [role=log] .chip").evaluate_all(
        "chips => chips.map((chip) => chip.ariaLabel)"
    )
    assert any("discard" in line for line in lines)
    assert name.partition(",")[0] in labels


def taps(person, action):
    """Select the cards of an action, and tap the place where it goes, or what it takes."""
    page = person.page
    before = person.moved
    page.keyboard.press("Escape")
    wild = next(
        game["wild"]
        for game in person.last("welcome")["games"]
        if game["name"] == person.last()["settings"]["game"]
    )
    left = person.hand()
    # a wild place takes what the others leave
    for expected in sorted(action.get("cards", []), key=lambda face: face in wild):
        face = next(face for face in left if face in wild.get(expected, [expected]))
        left.remove(face)
        page.locator(
            f'.hand [role=option][aria-selected=false][aria-label^="{long_name(face)}"]'
        ).first.press(" ")
    ways = [*action.get("targets", []), action.get("source")]
    for zone in (zone for zone in ways if zone and not zone.startswith("hand:")):
        place = page.locator(f'button[data-spot~="{zone}"][data-open=true]')
        if place.count():
            break
    place.last.click()
    page.wait_for_function(
        "before => document.querySelector('.table-screen').dataset.moved !== before"
        " || document.querySelector('.prompt')?.textContent === 'Which one?'",
        arg=before,
    )
    if person.moved == before:
        offered = page.locator(".action.main").all_text_contents()
        assert len(offered) > 1
        page.locator(".action.main").first.click()
    person.settled(before)


@pytest.mark.parametrize("game", ["mason-rummy", "president", "tranca"])
def test_every_move_is_a_tap_on_a_place_of_the_table(somebody, game):
    """With the selected cards, or without any; what lays down comes first."""
    ana = somebody()
    ana.sits_down(game)

    def move():
        moves = [
            action
            for action in ana.last()["own"]["actions"]
            if action.get("source") or action.get("targets")
        ]
        laying = [action for action in moves if action["verb"] in LAYING]
        if moves:
            taps(ana, laying[0] if laying else moves[-1])
        else:
            ana.moves_by_mouse()

    plays_the_round(ana, move, ENOUGH * 2)


def led_to(somebody):
    """Somebody before whom one card was led, with more than one in the hand.

    A round can end without that, as it is dealt by chance; then another table is sat down at.
    """
    for _ in range(MOST_ROUNDS):
        ana = somebody()
        ana.sits_down("president")
        while ana.my_turn():
            plays = ana.zone("trick").get("plays", [])
            if plays and len(plays[0]["cards"]) == 1 and len(ana.hand()) > 1:
                return ana
            ana.moves_by_mouse()
    raise AssertionError("no card was ever led")


def test_a_refusal_names_the_rule(somebody):
    """Words that may not be played are answered by the rule, which can be read at once."""
    ana = led_to(somebody)
    page = ana.page
    box = page.locator(".command input")
    box.fill(" ".join(ana.hand()[:7]) if len(ana.hand()) > 6 else "give 2S")
    box.press("Enter")
    page.wait_for_selector(".notice.refusal")
    assert not re.search(r"P\d", page.locator(".notice").inner_text())
    page.get_by_role("button", name="Read the rule").click()
    sought = page.locator("[data-rule].sought")
    sought.wait_for()
    assert sought.get_attribute("data-rule") in ("P2", "P9")


def test_a_place_of_the_table_says_why_nothing_can_be_done_there(somebody):
    """A second draw by a press on the stock is refused."""
    ana = somebody()
    ana.sits_down("mason-rummy")
    stock = ana.page.locator('[data-spot="stock"]')
    before = ana.moved
    stock.click()
    ana.settled(before)
    shows(ana.page.locator(".card.fresh"), 1)
    stock.click()
    assert "one draw per turn" in ana.page.locator(".notice.refusal").inner_text()
    ana.page.locator(".hand [role=option]").first.click()
    shows(ana.page.locator(".notice"), 0)  # other cards, another question


def test_no_hidden_card_is_in_a_frame_or_on_the_page(somebody, served):
    """At every turn of a round no card of another hand or of the stock is anywhere."""
    ana = somebody()
    ana.sits_down("mason-rummy")
    words = registered("mason-rummy").words
    looked = 0

    def look_and_move():
        nonlocal looked
        frame = ana.last()
        state = served.state(frame["table"])
        places = words.cards_in_play(state)
        hidden = {
            words.DECK.faces[card]
            for place in words.hidden_places(state, frame["own"]["seat"])
            for card in places[place]
        }
        frame_text = f"{frame['board']} {frame['own']} {frame['sheet']}"
        # what somebody did last has been seen by all, as the log has
        felt = ana.page.locator(".felt").evaluate(
            "felt => { const all = felt.cloneNode(true);"
            " all.querySelectorAll('.last-move').forEach((line) => line.remove());"
            " return all.innerHTML; }"
        )
        for face in hidden:
            assert face not in frame_text
            assert f'"{long_name(face)}"' not in felt
        assert f'"{long_name(ana.hand()[0])}"' in felt  # the scan does see cards
        looked += len(hidden)
        ana.moves_by_mouse()

    plays_the_round(ana, look_and_move, ENOUGH)
    assert looked > 100 or not EVERYTHING


def test_two_people_at_one_table(somebody):
    """A link brings a second person to a free seat, on a phone."""
    ana, bob = two_meet(somebody, "penney")
    for person in (ana, bob):
        person.my_turn()
        person.moves_by_mouse()
    for person in (ana, bob):
        assert not person.my_turn()
        assert person.page.locator(".strips li").count() > 3


def both_see_the_same(ana, bob):
    """Wait until one of two people is to move, and both have been shown it."""
    ana.page.wait_for_function(
        "() => /^(Your turn|Bob's turn)/.test(document.querySelector('.turn')?.textContent)"
    )
    bob.page.wait_for_function(
        "moved => document.querySelector('.table-screen').dataset.moved === moved", arg=ana.moved
    )


def test_two_people_and_computer_players_at_one_table(somebody):
    """President for four: both see the same moves, and each only the own hand."""
    ana, bob = somebody(), somebody(size=PHONE, theme="dark")
    page = ana.home().page
    page.goto(f"{ana.url}/#/new/president")
    page.get_by_label("Seat 3").select_option("open")
    ana.opens_table("Ana")
    bob.joins(ana)
    bob.sits_at(3, "Bob")
    bob.page.get_by_role("button", name="Deal").click()
    page.get_by_role("button", name="Deal").click()
    for _ in range(8 if EVERYTHING else 3):
        both_see_the_same(ana, bob)
        is_her_turn = page.locator(".turn-line[data-mine=true]").count()
        (ana if is_her_turn else bob).moves_by_mouse()
    both_see_the_same(ana, bob)
    hands = [set(person.hand()) for person in (ana, bob)]
    assert not hands[0] & hands[1]
    assert ana.last()["log"] == bob.last()["log"]
    for person, other in ((ana, 1), (bob, 0)):
        hand_html = person.page.locator(".hand").inner_html()
        assert not [face for face in hands[other] if f'"{long_name(face)}"' in hand_html]


def test_a_spectator_sees_the_table_and_no_hand(somebody):
    """A link to watch shows what lies open, move by move, and offers nothing."""
    ana, eve = somebody(), somebody()
    ana.sits_down("mason-rummy")
    eve.joins(ana, "Link to watch")
    eve.page.locator(".pile").first.wait_for()
    for _ in range(2):
        ana.moves_by_mouse(prefer=("discard",))
    eve.page.locator(".panel-log [role=log] p").nth(1).wait_for()
    assert eve.last()["own"] is None
    assert eve.page.locator("[role=option], .action, .command").count() == 0


def test_the_screen_is_passed_round_behind_a_curtain(somebody):
    """With two people at one screen no card is there before the right one has asked for it."""
    ana = somebody()
    page = ana.home().page
    page.goto(f"{ana.url}/#/new/mason-rummy")
    page.get_by_label("2", exact=True).check()
    page.get_by_label("Seat 2").select_option("hot")
    ana.opens_table("Ana")
    for name in ("Ana", "Player 2", "Ana"):
        page.get_by_role("heading", name=f"Pass the screen to {name}").wait_for()
        assert page.locator("[role=option]").count() == 0
        page.wait_for_function("() => document.querySelector('.curtain') !== null")
        page.get_by_role("button", name=f"I am {name}").click()
        page.locator("[role=option]").first.wait_for()
        assert len(ana.hand()) == 10
        for _ in range(2):
            ana.moves_by_mouse(prefer=("discard",))
    assert ana.last()["own"] is None  # the hand has gone back


def test_a_cut_connection_comes_back(somebody):
    """The table stays legible, the loss is announced, and play goes on afterwards."""
    ana = somebody()
    sockets = []

    def cut(route):
        route.connect_to_server()
        sockets.append(route)

    ana.page.route_web_socket("**/socket", cut)
    ana.sits_down("mason-rummy")
    hand = ana.page.locator(".hand [role=option]")
    shows(hand, 10)
    sockets[-1].close(code=1012, reason="cut")
    ana.page.get_by_text("The connection is lost").wait_for()
    assert ana.page.locator(".hand [role=option]").count() == 10
    ana.page.get_by_text("The connection is lost").wait_for(state="detached")
    assert len(sockets) > 1
    before = ana.moved
    ana.page.locator('[data-spot="stock"]').click()
    ana.settled(before)


def test_a_connection_cut_on_the_way_to_a_table_leads_there_all_the_same(somebody):
    ana = somebody()
    cut = []

    def between(route):
        service = route.connect_to_server()
        service.on_message(route.send)

        def forward(text):
            if '"enter"' in text and len(cut) < 2:
                cut.append(text)
                route.close(code=1012, reason="cut")
            else:
                service.send(text)

        route.on_message(forward)

    ana.sits_down("president")
    table = ana.table()
    ana.home()
    ana.page.route_web_socket("**/socket", between)
    ana.page.goto(f"{ana.url}/?again#/table/{table}")
    ana.page.wait_for_selector(".table-screen")
    assert len(cut) == 2 and ana.page.evaluate("location.hash") == f"#/table/{table}"


def test_a_deal_is_dealt_again_and_compared(somebody):
    """The page has a part in the chance, and finds the cards that were dealt; or other ones."""
    ana = somebody()
    changes = []

    def between(route):
        service = route.connect_to_server()

        def forward(text):
            for old, new in changes if '"is":"receipt"' in text else ():
                assert old in text
                text = text.replace(old, new, 1)
            route.send(text)

        service.on_message(forward)
        route.on_message(service.send)

    ana.page.route_web_socket("**/socket", between)
    ana.sits_down("penney")
    plays_the_round(ana, ana.moves_by_mouse)
    button = ana.page.get_by_role("button", name="Check the deal")
    verdict = ana.page.get_by_role("dialog", name="Check the deal")
    button.click()
    verdict.get_by_text("as promised").wait_for()
    assert "added to the shuffle: 1" in verdict.inner_text()
    ana.page.keyboard.press("Escape")
    receipt = ana.last("receipt")["receipt"]
    other = " ".join(reversed(receipt["deck"].split()))
    for change, verdict_text in (
        (
            (f'"deck":"{receipt["deck"]}"', f'"deck":"{other}"'),
            "other cards than those that were dealt",
        ),
        ((f'"seed":"{receipt["seed"][:8]}', '"seed":"00000000'), "dealer's secret does not fit"),
        ((f'"{receipt["entropy"][0]}"', f'"{"ab" * 16}"'), "number of seat 1 is not the one"),
    ):
        changes[:] = [change]
        button.click()
        verdict.get_by_text(verdict_text).wait_for()
        ana.page.keyboard.press("Escape")
