"""What a table offers besides moves: rounds again, other settings, taking back, a signal."""

import json

import pytest
from click.testing import CliRunner

from dealt.cards import long_name
from dealt.cli.serve import verify
from tests.page.desk import DESKTOP, EVERYTHING, PHONE, faults, shows, two_meet

# what a browser would sound and show, as a list; the page is out of sight all the time
TELLTALES = """
window.told = [];
Object.defineProperty(document, "hidden", { get: () => true });
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  window.told.push("note");
  return start.apply(this, when);
};
window.Notification = class {
  static permission = localStorage.getItem("test.leave") ?? "default";
  static async requestPermission() {
    const leave = localStorage.getItem("test.answer") ?? "granted";
    localStorage.setItem("test.leave", leave);
    return (Notification.permission = leave);
  }
  constructor(title, { body }) {
    window.told.push(`${title}: ${body}`);
  }
};
"""


def shows_step(person, number):
    """Wait until a step of a round is shown."""
    person.page.wait_for_function(
        "number => document.querySelector('.count')?.textContent.startsWith(`${number} / `)"
        " && document.querySelector('.step-line').textContent !== 'Loading'",
        arg=number,
    )


def plays_one_round_of_president(person, served):
    """A match of one round, all of it, at the last look of which it is over."""
    page = person.home().page
    page.goto(f"{person.url}/#/new/president")
    page.get_by_label("Rounds", exact=True).fill("1")
    page.get_by_role("button", name="Open the table").click()
    person.my_turn()
    served.plays_the_round(person.table())
    page.get_by_role("button", name="See the round again").wait_for()


@pytest.mark.parametrize(
    ("size", "theme"),
    [pytest.param(DESKTOP, "dark", id="desktop"), pytest.param(PHONE, "light", id="phone")],
)
def test_a_round_is_seen_again_by_keys_buttons_and_slider(somebody, served, size, theme):
    """From the deal to the end and back, a card of nobody else in it; and saved as a record."""
    ana = somebody(size=size, theme=theme)
    plays_one_round_of_president(ana, served)
    page = ana.page
    page.get_by_role("button", name="See the round again").click()
    shows_step(ana, 0)
    first = ana.last("steps")
    names = {long_name(face) for face in first["steps"][0]["own"]["zones"][0]["cards"]}
    cards_on_felt = page.locator(".felt .card[role=img][aria-label*=' of ']")
    assert len(names) == 13
    assert set(cards_on_felt.evaluate_all("all => all.map((one) => one.ariaLabel)")) == names
    assert faults(page) == "[]"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    shows_step(ana, 2)
    page.get_by_role("button", name="Step back").click()
    shows_step(ana, 1)
    last = first["total"] - 1
    page.keyboard.press("End")
    shows_step(ana, last)
    assert first["outcome"] in page.locator(".step-line").inner_text()
    page.get_by_role("slider").fill(str(last // 2))
    shows_step(ana, last // 2)
    page.get_by_role("button", name="First step").click()
    page.get_by_label("Pace").select_option("quick")
    page.get_by_role("slider").focus()
    page.keyboard.press(" ")
    # it runs on: a look for one particular step may come too late
    page.wait_for_function("() => parseInt(document.querySelector('.count').textContent) > 1")
    page.keyboard.press(" ")
    assert faults(page) == "[]"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play again").wait_for()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save the record").click()
    record = json.loads(waiting.value.path().read_text(encoding="utf-8"))
    assert len(record["played"][0]["actions"]) == last
    verified = CliRunner().invoke(verify, [str(waiting.value.path())])
    assert verified.output.startswith(f"Dealt as promised: {record['game']}, table {ana.table()}")


def test_the_host_plays_something_else_at_the_same_table(somebody):
    """Before a match: another game, more seats, a clock; impossible settings get a message."""
    ana = somebody(size=PHONE, theme="dark")
    page = ana.home().page
    page.goto(f"{ana.url}/#/new/president")
    page.get_by_label("Seat 4").select_option("open")
    ana.opens_table("Ana")
    page.get_by_role("button", name="Change the settings").click()
    dialog = page.locator("dialog")
    dialog.get_by_label("Game").select_option("penney")
    dialog.get_by_role("button", name="Play like this").click()
    page.locator("dialog .notice.refusal").wait_for()
    assert "would have no seat" in dialog.locator(".notice").inner_text()
    assert faults(page) == "[]"
    dialog.get_by_label("Game").select_option("tranca")
    dialog.get_by_label("6", exact=True).check()
    dialog.get_by_label("Time for a move").select_option("300")
    dialog.get_by_role("button", name="Play like this").click()
    dialog.wait_for(state="detached")
    page.get_by_text("Seat 6", exact=True).wait_for()
    settings = ana.last()["settings"]
    assert (settings["game"], settings["seats"], settings["move_s"]) == ("tranca", 6, 300)


def test_a_move_is_taken_back(somebody):
    """A discard before the next one has moved; a card from the stock stays, with the reason."""
    ana, bob = two_meet(somebody, "mason-rummy")
    page = ana.page
    before = ana.moved
    page.locator('[data-spot="stock"]').click()
    ana.settled(before)
    shows(page.locator(".undo"), 0)
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Take my last move back").click()
    page.locator(".notice.refusal").wait_for()
    assert "a hidden card" in page.locator(".notice").inner_text()
    hand = sorted(ana.hand())
    ana.moves_by_mouse(prefer=("discard",))
    assert len(ana.hand()) == 10
    before = ana.moved
    page.locator(".undo").click()
    ana.settled(before)
    assert sorted(ana.hand()) == hand
    bob.page.get_by_text("took a move back").first.wait_for(state="attached")


def test_a_turn_is_announced_by_sound_and_message(somebody):
    """Once both are switched on; before that, and when the browser refuses, there is none."""
    ana = somebody()
    ana.context.add_init_script(TELLTALES)
    page = ana.page
    ana.sits_down("mason-rummy")
    assert page.evaluate("window.told") == []
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("A sound").check()
    page.get_by_label("A browser notification").check()
    assert faults(page) == "[]"
    page.keyboard.press("Escape")
    assert page.evaluate("window.told") == ["note", "note"]  # as a sample
    for verb in ("draw", "discard"):
        before = ana.moved
        page.wait_for_function(
            "verb => document.querySelector('.turn-line[data-mine=true]') !== null"
            " && (verb !== 'discard' || document.querySelector('.action') === null)",
            arg=verb,
        )
        ana.moves_by_mouse(prefer=(verb,))
        ana.settled(before)
    page.wait_for_function("() => window.told.includes('Mason Rummy: Your turn')")
    assert page.evaluate("window.told").count("note") == 4
    page.evaluate("localStorage.setItem('test.leave', 'denied')")
    page.evaluate("localStorage.setItem('test.answer', 'denied')")
    page.reload()
    ana.my_turn()
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Settings").click()
    box = page.get_by_label("A browser notification")
    assert not box.is_checked()
    assert page.get_by_label("A sound").is_checked()
    box.click()
    page.get_by_text("The browser does not allow it").wait_for()
    assert not box.is_checked()


@pytest.mark.skipif(not EVERYTHING, reason="with PAGES=everything")
def test_whole_matches_are_seen_again(somebody, served):
    """On from the end of a round to the deal of the next one, and back."""
    ana = somebody()
    ana.sits_down("president")
    page = ana.page
    for number in (1, 2):
        served.plays_the_round(ana.table())
        page.get_by_role("button", name="Next round").click()
        page.get_by_text(f"Round {number + 1} of 3").wait_for()
    served.plays_the_round(ana.table())
    page.get_by_role("button", name="See the round again").click()
    page.get_by_label("Round to watch again").select_option("1")
    shows_step(ana, 0)
    last = ana.last("steps")["total"] - 1
    page.keyboard.press("End")
    shows_step(ana, last)
    page.keyboard.press("ArrowRight")
    shows_step(ana, 0)
    assert page.get_by_label("Round to watch again").input_value() == "2"
    page.keyboard.press("ArrowLeft")
    shows_step(ana, last)
    assert page.get_by_label("Round to watch again").input_value() == "1"


@pytest.mark.parametrize(("game", "usual"), [("president", "rank"), ("tranca", "suit")])
def test_a_hand_is_sorted_as_usual_in_its_game_until_somebody_chooses(game, usual, somebody):
    """What was chosen then holds in every game."""
    ana = somebody()
    ana.sits_down(game)
    chosen = ana.page.get_by_label("Sort", exact=True)
    assert chosen.input_value() == usual
    chosen.select_option("groups")
    ana.sits_down("mason-rummy")
    assert ana.page.get_by_label("Sort", exact=True).input_value() == "groups"


def test_a_hand_stands_in_the_order_that_the_service_says(somebody):
    """By each of the ways of the game."""
    ana = somebody()
    page = ana.page
    ana.sits_down("mason-rummy")
    page.locator(".hand [data-key]").first.wait_for()
    orders = {each["name"]: each["places"] for each in ana.zone("hand:0")["orders"]}
    assert list(orders) == ["suit", "rank", "groups"]
    cards = ana.hand()
    for name, places in orders.items():
        page.get_by_label("Sort", exact=True).select_option(name)
        ana.drawn()
        keys = page.locator(".hand [data-key]").evaluate_all("all => all.map((e) => e.dataset.key)")
        assert [key[:2] for key in keys] == [cards[place] for place in places]


@pytest.mark.parametrize("at", ["new", "learn", "daily", "odds"])
def test_a_game_that_is_not_found_leads_home_in_one_line(somebody, at):
    ana = somebody()
    ana.page.goto(f"{ana.url}/#/{at}/whist")
    ana.page.locator(".notice", has_text="Game not found: whist.").wait_for()
    shows(ana.page.locator(".game"), 5)
    assert ana.page.evaluate("location.hash") == "#/"


@pytest.mark.parametrize("is_told", [True, False], ids=["told", "offline"])
def test_a_window_that_was_put_out_stays_out_until_somebody_asks(somebody, is_told):
    """Whether it has been told, or finds it out when its network is back; home disturbs nobody."""
    ana = somebody()
    sockets, is_offline = [], []

    def cut(route):
        sockets.append(route)
        route.close() if is_offline else route.connect_to_server()

    ana.page.route_web_socket("**/socket", cut)
    ana.sits_down("mason-rummy")
    first, second = ana.page, ana.context.new_page()
    out = [page.locator(".connection", has_text="in another window") for page in (first, second)]
    if not is_told:
        is_offline.append(True)
        sockets[-1].close(code=1012, reason="cut")
        first.get_by_text("The connection is lost").wait_for()
    second.goto(f"{ana.url}/#/table/{ana.table()}")
    second.locator(".hand [role=option]").first.wait_for()
    if is_told:
        out[0].wait_for()
    is_offline.clear()
    first.evaluate("window.dispatchEvent(new Event('online'))")
    out[0].wait_for()
    first.evaluate("location.hash = '#/'")
    first.locator(".lobby").get_by_text("Mason Rummy").first.wait_for()
    shows(first.locator(".connection.shown, .notice"), 0)
    second.locator('[data-spot="stock"]').click()
    second.locator(".hand [role=option]").nth(10).wait_for()
    shows(out[1], 0)
    first.evaluate("history.back()")
    first.locator(".hand [role=option]").nth(10).wait_for()
    out[1].wait_for()
    second.get_by_role("button", name="Play here instead").click()
    out[0].wait_for()
    shows(out[1], 0)
