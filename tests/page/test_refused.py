"""What a browser refuses: the page plays on, and says in one line what is not saved."""

import re

from tests.page.desk import PHONE, Person, faults, shows
from tests.page.refused import EACH, LATER, OF_SITES, SCRIPT, Blocking, forgets_cookies

UNSAVED = {
    "localStorage": "This browser does not save your settings.",
    "full": "This browser does not save your settings.",
    "cookies": "This browser does not save your tables.",
}
ALL_UNSAVED = "This browser does not save your settings and tables."
PASSED_ON = re.compile("clipboard|share")
CALLS = re.compile("Audio|Notification|vibrate|userActivation")


def plays(ana):
    """A table, and a move."""
    ana.page.wait_for_selector(".game")
    ana.page.locator('[data-game="mason-rummy"] .main').click()
    assert ana.my_turn()
    ana.moves_by_mouse()


def passes_on(ana):
    """A link by the window of the device, and copied."""
    page = ana.page
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Invite").click()
    page.get_by_role("button", name="Link to play").click()
    dialog = page.get_by_role("dialog")
    share = dialog.get_by_role("button", name="Share")
    dialog.locator("input.link").wait_for()
    share.click() if share.count() else dialog.get_by_role("button", name="Copy").click()
    dialog.get_by_text(re.compile(r"^(Copied|It is selected\..*)$")).first.wait_for()
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")


def is_called(ana):
    """By a sound and by a message, each as far as the browser lets the page."""
    page = ana.page
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Settings").click()
    for name in ("A sound", "A browser notification"):
        page.get_by_role("dialog").get_by_label(name).click()
    page.keyboard.press("Escape")


def test_the_page_plays_on_without_each_that_may_be_refused(somebody):
    """In turn; nothing is thrown, and one line says what is not saved until it is dismissed."""
    ana = somebody(size=PHONE)
    ana.context.add_init_script(SCRIPT)
    line = ana.page.locator(".connection.shown")
    alone = [part for part in (*EACH, *LATER) if part not in OF_SITES]
    for part in (*alone, ",".join(OF_SITES)):
        if part == "cookies":
            forgets_cookies(ana)
        ana.page.goto(f"{ana.url}/?refuse={part}#/")
        plays(ana)
        if PASSED_ON.match(part):
            passes_on(ana)
        if CALLS.match(part):
            is_called(ana)
        if part not in UNSAVED:
            shows(line, 0)
            continue
        assert line.locator("span").inner_text() == UNSAVED[part]
        line.get_by_role("button", name="Dismiss").click()
        shows(line, 0)
        ana.page.unroute("**/session")


def test_the_page_plays_on_without_anything_that_may_be_refused(somebody):
    """All at once; guests come by the link without any cookie."""
    ana, bob = somebody(size=PHONE), somebody()
    for person in (ana, bob):
        person.context.add_init_script(SCRIPT)
        forgets_cookies(person)
    query = f"?refuse={','.join(EACH)}"
    ana.page.goto(f"{ana.url}/{query}#/")
    line = ana.page.locator(".connection.shown span")
    line.get_by_text(ALL_UNSAVED).wait_for()
    assert faults(ana.page) == "[]"
    plays(ana)
    passes_on(ana)
    is_called(ana)
    link = ana.invites().replace("/#/", f"/{query}#/")
    bob.page.goto(link)
    bob.page.get_by_role("button", name="Take over from Bia").click()
    bob.says_name("Bob")
    bob.page.locator(".hand [role=option]").first.wait_for()


def test_the_page_plays_on_where_chromium_blocks_site_data(browser, served):
    """By its own setting, not by what stands for it."""
    with Blocking(browser) as blocking:
        ana = Person(blocking, served.url, size=PHONE)
        ana.home().page.get_by_text(ALL_UNSAVED).wait_for()
        plays(ana)
        ana.leaves()
