"""The page under a path, as a proxy can offer it."""

import pytest

from tests.page.desk import Person, Served


@pytest.fixture
def visitor(bundle, browser, tmp_path):
    """Somebody who comes to a service that is offered under a path."""
    served = Served(tmp_path, "/some/cards")
    person = Person(browser, served.url)
    yield person
    person.leaves()
    served.stop()


def test_everything_of_the_page_is_asked_for_under_its_path(visitor):
    """A table, its socket, rules, odds, and the link; `report` tells of anything elsewhere."""
    page = visitor.home().page
    page.get_by_role("button", name="Make a table").click()
    visitor.says_name("Ana")
    link = page.locator("input.link")
    link.wait_for()
    assert link.input_value().startswith(f"{visitor.url}/#/join/")
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator(".turn-line").wait_for()
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Rules").click()
    page.get_by_role("dialog").locator(".point").first.wait_for()
    page.goto(f"{visitor.url}/#/odds/penney")
    page.locator("table").first.wait_for()
    page.goto(link.page.url.partition("#")[0])
    page.wait_for_selector(".game")
