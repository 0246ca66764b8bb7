"""The browser for the tests of the page: taken, brought, or said to be missing."""

import pytest

from tests import browser

MISSING = "Not tested: the page, the site and their notebooks"


@pytest.fixture
def no_browser(monkeypatch, tmp_path):
    """A machine without Chromium."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(browser, "PROGRAM", tmp_path / "chromium")
    monkeypatch.delenv("PAGES", raising=False)


def test_a_clean_clone_in_ci_must_not_lack_the_browser(no_browser, monkeypatch):
    """Elsewhere a test of the page is skipped; there it fails."""
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="apt-get install chromium"):
        browser.launch(play=None)
    monkeypatch.delenv("CI")
    with pytest.raises(pytest.skip.Exception, match="apt-get install chromium"):
        browser.launch(play=None)


@pytest.mark.parametrize("pages", ["none", ""])
def test_the_last_line_says_what_was_not_tested(no_browser, monkeypatch, capsys, pages):
    monkeypatch.setenv("PAGES", pages)
    browser.report()
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(MISSING)
    assert ("PAGES=none" if pages else "apt-get install chromium") in line


def test_nothing_is_reported_when_all_was_tested(no_browser, monkeypatch, capsys):
    browser.PROGRAM.touch()
    monkeypatch.setattr(browser.builder, "is_built", lambda: True)
    browser.report()
    assert capsys.readouterr().out == ""
    monkeypatch.setattr(browser.builder, "is_built", lambda: False)
    browser.report()
    assert capsys.readouterr().out.startswith(MISSING)
