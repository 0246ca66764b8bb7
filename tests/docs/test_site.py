"""The built site: no warning, no broken link, no orphan, no request to another host."""

import functools
import http.server
import importlib
import importlib.util
import subprocess
import sys
import threading
from html.parser import HTMLParser
from urllib.parse import unquote, urljoin, urlsplit

import pytest

import dealt
from dealt.testing import Check
from tests.docs.pages import DOCS, ROOT
from tests.docs.test_reference import modules_of_the_reference, public_names
from tests.page.desk import PATIENCE_S, chromium

MISSING = [name for name in ("sphinx", "myst_nb", "furo", "sphinx_click", "sphinx_copybutton")
           if importlib.util.find_spec(name) is None]  # fmt: skip
pytestmark = [
    pytest.mark.no_cover,
    pytest.mark.xdist_group("site"),
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
]
HOST = "http://site.test/under/a/prefix/"
LOADS = {"script": "src", "img": "src", "source": "src", "iframe": "src", "video": "src"}
LOADED_LINKS = {"stylesheet", "icon", "preload", "modulepreload", "preconnect", "dns-prefetch"}


class Page(HTMLParser):
    """The links and anchors of a page, and what it loads."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors, self.loads = [], {""}, []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.anchors |= {given[name] for name in ("id", "name") if given.get(name)}
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if given.get(LOADS.get(tag, "")):
            self.loads.append(given[LOADS[tag]])
        if tag == "link" and LOADED_LINKS & set((given.get("rel") or "").split()):
            self.loads.append(given["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site, built once; a warning of Sphinx fails the build."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, str(DOCS / "build.py"), str(folder)], cwd=ROOT, capture_output=True,
        text=True, check=False, timeout=1800,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return folder


@pytest.fixture(scope="module")
def pages(site):
    """All pages by their paths."""
    return {
        path.relative_to(site).as_posix(): Page(path.read_text(encoding="utf-8"))
        for path in site.rglob("*.html")
    }


def inside(link, name):
    """The path and the anchor that a link of a page leads to; None if it leaves the site."""
    target = urlsplit(urljoin(f"{HOST}{name}", link))
    if f"{target.scheme}://{target.netloc}{target.path}".startswith(HOST):
        return unquote(target.path.removeprefix(urlsplit(HOST).path)), unquote(target.fragment)
    return None


def test_internal_links_and_their_anchors_resolve(site, pages):
    """Under any prefix: nothing is linked from the root of the host."""
    broken = []
    for name, page in pages.items():
        for link in page.links:
            found = inside(link, name)
            if found is None:
                if not urlsplit(link).netloc:
                    broken.append((name, link))
                continue
            path, anchor = found
            if path in pages:
                if anchor not in pages[path].anchors:
                    broken.append((name, link))
            elif not (site / path).is_file():
                broken.append((name, link))
    assert broken == []


def test_every_page_can_be_reached_from_the_first(pages):
    """By links alone."""
    reached, todo = set(), ["index.html"]
    while todo:
        name = todo.pop()
        if name in pages and name not in reached:
            reached.add(name)
            todo += [found[0] for link in pages[name].links if (found := inside(link, name))]
    assert set(pages) - reached <= {"search.html", "genindex.html", "py-modindex.html"}


def test_nothing_is_loaded_from_another_host(site, pages):
    """Neither by pages, nor by their style sheets."""
    for name, page in pages.items():
        assert [link for link in page.loads if inside(link, name) is None
                and not link.startswith("data:")] == [], name  # fmt: skip
    for path in site.rglob("*.css"):
        text = path.read_text(encoding="utf-8")
        assert "@import" not in text and "url(http" not in text and "url(//" not in text, path.name


def test_every_public_name_is_in_the_reference(site):
    """By the inventory that other sites read."""
    from sphinx.util.inventory import InventoryFile

    with (site / "objects.inv").open("rb") as opened:
        found = InventoryFile.load(opened, "", lambda base, name: name)
    described = {name for kind, names in found.items() if kind.startswith("py:") for name in names}
    for module in sorted(modules_of_the_reference()):
        package = module.rpartition(".")[0]
        for name in public_names(module):
            if isinstance(getattr(importlib.import_module(module), name), Check):
                continue  # in a table of all checks
            assert {f"{module}.{name}", f"{package}.{name}"} & described, f"{module}.{name}"
    for name in ("match", "table"):
        assert f"dealt.{name}" in described
    errors = [name for name in dealt.__all__ if name.endswith(("Error", "Action"))]
    assert errors and all(f"dealt.errors.{name}" in described for name in errors)


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A plain host of files."""

    def log_message(self, *arguments):
        """Nothing is logged."""


@pytest.mark.skipif(chromium() is None, reason="no Chromium")
def test_search_finds_pages_in_a_browser_without_another_host(site):
    """From a plain host of files, under a prefix."""
    sync_playwright = pytest.importorskip("playwright.sync_api").sync_playwright
    handler = functools.partial(Quiet, directory=str(site.parent))
    served = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=served.serve_forever)
    thread.start()
    try:
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=chromium())
            page = browser.new_page()
            page.set_default_timeout(PATIENCE_S * 1000)
            asked = []
            page.on("request", lambda request: asked.append(request.url))
            base = f"http://127.0.0.1:{served.server_port}/"
            page.goto(f"{base}{site.name}/index.html")
            page.get_by_placeholder("Search").first.fill("canastra")
            page.keyboard.press("Enter")
            page.wait_for_selector("ul.search a[href*='games/tranca']")
            page.goto(f"{base}{site.name}/notebooks/regret-to-zero.html")
            browser.close()
    finally:
        served.shutdown()
        thread.join()
        served.server_close()
    assert [url for url in asked if not url.startswith(base)] == []
