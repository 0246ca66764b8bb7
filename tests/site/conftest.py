"""The built site is tested as any host would show it: by a plain server of files.

Without Node.js, npm, pip's index or Chromium its tests are skipped, in CI they fail.
"""

import importlib.util
import os

import pytest

from tests.browser import untested
from tests.page.conftest import AT_ONCE, browser  # noqa: F401 - the same browser
from tests.site.desk import ROOT, Host, Visitor

QUICKLY = {"pause_s": 0, "search_s": 0.5}  # computer players do not pause for people to follow

pytest.importorskip("playwright", reason="playwright is not installed: pip install playwright")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """One process has a browser, and builds the site, beside that of the page."""
    for item in items:
        if item.nodeid.startswith("tests/site/"):
            item.add_marker(pytest.mark.xdist_group("site"))


def site_builder():
    """The script that builds the page of the site."""
    spec = importlib.util.spec_from_file_location("play_site", ROOT / "page" / "play_site.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def play(tmp_path_factory):
    """The folder of the page, built of the sources that are there."""
    if os.environ.get("PAGES") == "none":
        pytest.skip("the site is not tested: PAGES=none")
    builder = site_builder()
    with pytest.MonkeyPatch.context() as patch:
        for name, value in AT_ONCE.items():
            patch.setenv(f"npm_config_{name}", value)
        try:
            return builder.build(tmp_path_factory.mktemp("site") / "play", QUICKLY)
        except builder.PageError as error:
            untested(str(error))


@pytest.fixture(scope="package")
def host(play):
    """A server of files that shows the site under a prefix."""
    with Host(play) as host:
        yield host


@pytest.fixture(scope="package")
def resident(browser, host):  # noqa: F811
    """A visitor who stays: Python has to start in the tab once for many tests."""
    resident = Visitor(browser, host.url)
    resident.home().begins()
    yield resident
    resident.leaves()


@pytest.fixture
def ana(resident):
    """The visitor who stays, at home again; nothing may have gone wrong when the test ends."""
    resident.home()
    resident.page.evaluate("window.shownFrames.length = 0")
    yield resident
    assert resident.report() == []


@pytest.fixture
def visitor(browser, host):  # noqa: F811
    """Makes visitors; none of them may have met a violation when they leave."""
    visitors = []

    def come(**options):
        visitors.append(Visitor(browser, host.url, **options))
        return visitors[-1]

    yield come
    for each in visitors:
        each.leaves()
