"""Cards that move, sounds, and announcements beside the chat."""

import pytest

from tests.page.desk import DESKTOP, faults, shows, two_meet
from tests.page.test_phone import UPRIGHT

# what flew over the table, and how often a card was heard and the phone trembled
WITNESS = """
window.flown = [];
window.rustled = 0;
window.trembled = 0;
new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((node) => {
  if (node.classList?.contains("flight")) window.flown.push(node.querySelectorAll(".face").length);
}))).observe(document, { childList: true, subtree: true });
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function () { window.rustled += 1; start.apply(this); };
Navigator.prototype.vibrate = () => { window.trembled += 1; return true; };
"""


def witnessed(somebody, **options):
    """Somebody at a browser that keeps count."""
    person = somebody(**options)
    person.context.add_init_script(WITNESS)
    return person


@pytest.mark.parametrize("size", [UPRIGHT, DESKTOP], ids=["upright", "desktop"])
def test_cards_are_dealt_and_played_with_movement(somebody, size):
    """Three to each seat of all that are dealt, then each move; all are gone in the end."""
    ana = witnessed(somebody, size=size, moves=True)
    page = ana.page
    ana.sits_down("mason-rummy")
    page.wait_for_function("() => window.flown.length >= 9")
    shows(page.locator(".flight"), 0)
    before = page.evaluate("window.flown.length")
    page.locator('[data-spot="stock"]').click()
    page.wait_for_function("before => window.flown.length > before", arg=before)
    shows(page.locator(".flight"), 0)
    assert page.evaluate("window.rustled") > 0
    assert page.evaluate("window.trembled") > 0


def test_nothing_moves_or_sounds_when_switched_off(somebody):
    """By a setting of the device, or one of the page."""
    still = witnessed(somebody)
    still.sits_down("mason-rummy")
    set_off = witnessed(somebody, moves=True)
    page = set_off.home().page
    page.get_by_role("button", name="Settings").click()
    for label in ("Animate cards", "Card sounds", "The phone vibrates"):
        page.get_by_label(label).uncheck()
    assert faults(page) == "[]"
    page.keyboard.press("Escape")
    set_off.sits_down("mason-rummy")
    for person in (still, set_off):
        before = person.moved
        person.page.locator('[data-spot="stock"]').click()
        person.settled(before)
        person.drawn()
        assert person.page.evaluate("window.flown") == []
    assert page.evaluate("[window.rustled, window.trembled]") == [0, 0]


@pytest.mark.parametrize("size", [UPRIGHT, DESKTOP], ids=["upright", "desktop"])
def test_a_deck_is_turned_card_by_card(somebody, size):
    """The window and the counts grow; the result stands at the end, or after a press."""
    ana = somebody(size=size, moves=True)
    page = ana.page
    ana.sits_down("penney")
    page.locator(".shown-action").nth(2).click()
    page.locator(".turning").wait_for()
    assert page.locator(".between .outcome").count() == 0
    page.wait_for_function(
        "() => { const all = document.querySelectorAll('.turning-cards .card').length;"
        " return all === 3 && /won/.test(document.querySelector('.turning-count').textContent); }"
    )
    assert faults(page) == "[]"
    page.get_by_label("Pace").select_option("slow")
    page.get_by_role("button", name="Turn all at once").click()
    page.locator(".between .outcome").wait_for()
    shows(page.locator(".turning"), 0)
    assert page.locator(".strips li").count() > 0


def test_phrases_come_in_the_readers_language_and_muted_players_are_hidden(somebody):
    """A sign and a phrase by a press; a bubble beside the seat; mute takes away what was said."""
    ana, bob = two_meet(somebody, "mason-rummy", DESKTOP)
    bob.page.locator(".menu summary").click()
    bob.page.get_by_role("button", name="Settings").click()
    bob.page.get_by_label("Português (Brasil)").check()
    bob.page.keyboard.press("Escape")
    ana.page.get_by_text("Phrases").click()
    ana.page.get_by_role("button", name="Well played!").click()
    bob.page.locator(".panel-chat [role=log]").get_by_text("Boa jogada!").wait_for()
    bob.page.locator(".bubble", has_text="Boa jogada!").wait_for()
    ana.page.get_by_role("button", name="👏").click()
    bob.page.locator(".panel-chat [role=log]").get_by_text("👏").wait_for()
    assert faults(ana.page) == "[]"
    bob.page.get_by_text("Silenciar").click()
    bob.page.get_by_label("Não mostrar o que Ana diz").check()
    shows(bob.page.locator(".panel-chat [role=log] b"), 0)
    assert faults(bob.page) == "[]"
    assert ana.page.locator(".panel-chat [role=log] b").count() == 2


def test_the_page_can_be_installed(somebody, bundle):
    """The browser finds no obstacle; icons have the sizes of the manifest."""
    ana = somebody().home()
    session = ana.context.new_cdp_session(ana.page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each["errorId"] for each in errors if each["errorId"] != "in-incognito"] == []
    for name, size in (
        ("icon-192.png", 192),
        ("icon-512.png", 512),
        ("icon-maskable.png", 512),
        ("apple-touch-icon.png", 180),
    ):
        shape = ana.page.evaluate(
            "async (name) => { const image = new Image(); image.src = name;"
            " await image.decode(); return [image.naturalWidth, image.naturalHeight]; }",
            name,
        )
        assert shape == [size, size]
        assert (bundle / name).stat().st_size < 10_000


def test_a_line_that_is_begun_while_another_is_on_its_way_stays(somebody):
    ana, _ = two_meet(somebody, "mason-rummy")
    field = ana.page.get_by_label("Say something")
    field.fill("Hello")
    field.evaluate(
        """(field) => {
          field.form.requestSubmit();
          field.value = "all of you";
          field.dispatchEvent(new Event("input", { bubbles: true }));
        }"""
    )
    ana.page.locator(".panel-chat [role=log]").get_by_text("Hello").wait_for()
    assert field.input_value() == "all of you"
    field.press("Enter")
    ana.page.locator(".panel-chat [role=log]").get_by_text("all of you").wait_for()
    ana.page.wait_for_function("field => field.value === ''", arg=field.element_handle())
