"""A newer build of the site is published while a table is open: nothing is lost or mixed."""

import shutil

import pytest

from tests.page.desk import newer, shows
from tests.site.conftest import site_builder
from tests.site.desk import Host, Visitor

LOOK = "navigator.serviceWorker.getRegistration().then((each) => each.update())"
NEWER = "A new version is ready"


@pytest.fixture
def published(play, tmp_path):
    """A host of the site, and a function that puts a newer build there."""
    folder = tmp_path / "play"
    shutil.copytree(play, folder)

    def publish():
        fresh = newer(folder, tmp_path / "newer")
        shutil.rmtree(folder)
        worker = fresh / "sw.js"
        worker.write_text(worker.read_text("utf-8").partition("\n")[2], "utf-8")
        site_builder().write_service_worker(fresh)
        fresh.rename(folder)

    with Host(folder) as host:
        yield host, publish


@pytest.fixture
def ana(browser, published):
    """At a table of the older build, which can do without a network."""
    ana = Visitor(browser, published[0].url)
    ana.sits_down("mason-rummy")
    ana.is_kept()
    yield ana
    ana.leaves()


def is_newer(page):
    """Whether a window runs the newer build."""
    return page.evaluate(
        "performance.getEntriesByType('resource').some(({name}) => /part-\\w+2[.]js/.test(name))"
    )


def test_a_table_goes_on_by_the_old_build_until_the_new_one_is_taken(ana, published):
    """What is fetched later is of the old one, a reload brings the old one, a press the new one."""
    host, publish = published
    page, offer = ana.page, ana.page.locator(".connection", has_text=NEWER)
    ana.moves_by_mouse()
    ana.my_turn()
    shows(offer, 0)
    publish()
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Table as text").click()  # fetched now
    page.locator(".as-text").wait_for()
    page.keyboard.press("Escape")
    page.evaluate(LOOK)
    offer.wait_for()
    ana.moves_by_mouse()
    ana.my_turn()
    before = ana.last()
    page.reload()
    offer.wait_for()
    ana.my_turn()
    assert not is_newer(page)
    with page.expect_navigation():
        page.get_by_role("button", name="Reload").click()
    ana.my_turn()
    assert is_newer(page)
    after = ana.last()
    for part in ("table", "version", "board", "own", "sheet"):
        assert after[part] == before[part]
    ana.moves_by_mouse()
    ana.my_turn()
    shows(offer, 0)
    requests_before = len(host.asked)
    ana.context.set_offline(True)
    page.reload()
    ana.my_turn()
    assert is_newer(page)
    assert all(path.endswith("sw.js") for path in host.asked[requests_before:])


def test_another_window_takes_the_new_build(ana, published):
    """The table that is open goes on; it is offered the new one, which it gets with the table."""
    host, publish = published
    first, second = ana.page, ana.context.new_page()
    publish()
    second.goto(host.url)
    second.get_by_role("button", name="Dismiss").click()
    shows(second.locator(".connection.shown"), 0)
    second.reload()
    with second.expect_navigation():
        second.get_by_role("button", name="Reload").click()
    second.locator(".lobby").get_by_text("Mason Rummy").first.wait_for()
    assert is_newer(second)
    assert not is_newer(first)
    first.locator(".connection", has_text=NEWER).wait_for()
    ana.moves_by_mouse()
    ana.my_turn()
    second.goto(f"{host.url}#/table/{ana.table()}")
    second.locator(".hand [role=option]").first.wait_for()
    with first.expect_navigation():
        first.get_by_role("button", name="Play here instead").click()
    ana.my_turn()
    assert is_newer(first)
    ana.moves_by_mouse()
    second.close()


def test_a_first_visit_while_a_newer_build_is_published(browser, published):
    """A window whose files were never kept hears of it when those of the newer build are."""
    host, publish = published
    ana = Visitor(browser, host.url)
    ana.context.route("**/sw.js", lambda route: route.abort())
    ana.sits_down("penney")
    publish()
    ana.context.unroute("**/sw.js")
    ana.page.locator(".menu summary").click()
    ana.page.get_by_role("button", name="Table as text").click()
    ana.page.locator(".connection", has_text=NEWER).wait_for()
    ana.page.keyboard.press("Escape")
    ana.page.get_by_role("button", name="Reload").click()
    ana.my_turn()
    assert is_newer(ana.page)
    ana.context.close()
