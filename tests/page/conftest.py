"""The page is tested in Chromium; without that or the page its tests are skipped, in CI they fail.

PAGES=everything in the environment: every round and screen; PAGES=none: no test of the page.
"""

import os

import pytest

from tests.browser import launch, untested
from tests.messages import page_builder
from tests.page.desk import Person, Served

# npm says at once that there is no network, and does not try for minutes
AT_ONCE = {"fetch_retries": "0", "fetch_timeout": "60000", "prefer_offline": "true"}

pytest.importorskip("playwright", reason="playwright is not installed: pip install playwright")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Two processes have a browser, and half the files each."""
    pages = [item for item in items if item.nodeid.startswith("tests/page/")]
    files = sorted({item.path for item in pages})
    for item in pages:
        item.add_marker(pytest.mark.xdist_group(f"page {files.index(item.path) % 2}"))


@pytest.fixture(scope="package")
def bundle():
    """The folder of the page, built of the sources that are there."""
    if os.environ.get("PAGES") == "none":
        pytest.skip("the page is not tested: PAGES=none")
    builder = page_builder()
    with pytest.MonkeyPatch.context() as patch:
        for name, value in AT_ONCE.items():
            patch.setenv(f"npm_config_{name}", value)
        try:
            builder.build()
        except builder.PageError as error:
            untested(str(error))
    return builder.BUNDLE


@pytest.fixture(scope="package")
def browser():
    """A browser for all tests of the page; while it is there, no loop can run in this thread."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = launch(play)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def served(bundle, tmp_path_factory):
    """A table service with the page."""
    served = Served(tmp_path_factory.mktemp("served"))
    yield served
    served.stop()


@pytest.fixture
def somebody(browser, served):
    """Makes persons; none of them may have met a violation when they leave."""
    persons = []

    def come(**options):
        persons.append(Person(browser, served.url, **options))
        return persons[-1]

    yield come
    for person in persons:
        person.leaves()
