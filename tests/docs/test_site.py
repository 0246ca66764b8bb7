"""The built site: no warning, no broken link, no orphan, no request to another host."""

import functools
import http.server
import importlib
import importlib.util
import itertools
import re
import subprocess
import sys
import threading
from html.parser import HTMLParser
from urllib.parse import unquote, urljoin, urlsplit

import pytest

import dealt
from dealt.testing import Check
from tests.browser import launch
from tests.docs.pages import DOCS, ROOT
from tests.docs.test_reference import modules_of_the_reference, public_names
from tests.page.desk import PATIENCE_S, WATCH

sys.path.insert(0, str(DOCS))
import policy

MISSING = [name for name in ("sphinx", "myst_nb", "furo", "sphinx_click", "sphinx_copybutton")
           if importlib.util.find_spec(name) is None]  # fmt: skip
pytestmark = [
    pytest.mark.no_cover,
    pytest.mark.xdist_group("site"),
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
]
MOST_APART = 14  # levels of grey
HOST = "http://site.test/under/a/prefix/"
POLICED = (
    "index", "search", "genindex", "games/penney", "games/tranca-rules", "howto/host",
    "notebooks/regret-to-zero", "pt/jogar", "reference/commands", "reference/python/core",
    "tutorials/write-a-player",
)  # fmt: skip
LOADS = {"script": "src", "img": "src", "source": "src", "iframe": "src", "video": "src"}
LOADED_LINKS = {"stylesheet", "icon", "preload", "modulepreload", "preconnect", "dns-prefetch"}


class Page(HTMLParser):
    """The links and anchors of a page, and what it loads."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors, self.loads = [], {""}, []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.anchors |= {attributes[name] for name in ("id", "name") if attributes.get(name)}
        if tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])
        if attributes.get(LOADS.get(tag, "")):
            self.loads.append(attributes[LOADS[tag]])
        if tag == "link" and LOADED_LINKS & set((attributes.get("rel") or "").split()):
            self.loads.append(attributes["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site, built once; a warning of Sphinx fails the build."""
    folder = tmp_path_factory.mktemp("site")
    result = subprocess.run(
        [sys.executable, str(DOCS / "build.py"), str(folder)], cwd=ROOT, capture_output=True,
        text=True, check=False, timeout=1800,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr[-3000:]
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
            target = inside(link, name)
            if target is None:
                if not urlsplit(link).netloc:
                    broken.append((name, link))
                continue
            path, anchor = target
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
            todo += [target[0] for link in pages[name].links if (target := inside(link, name))]
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
        inventory = InventoryFile.load(opened, "", lambda base, name: name)
    described = {
        name for kind, names in inventory.items() if kind.startswith("py:") for name in names
    }
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


@pytest.fixture(scope="module")
def site_address(site):
    """The address of the site at a plain host of files, under a prefix."""
    handler = functools.partial(Quiet, directory=str(site.parent))
    served = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=served.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{served.server_port}/{site.name}/"
    served.shutdown()
    thread.join()
    served.server_close()


@pytest.fixture(scope="module")
def chrome():
    """A browser."""
    with pytest.importorskip("playwright.sync_api").sync_playwright() as play:
        browser = launch(play)
        yield browser
        browser.close()


@pytest.fixture
def page(chrome, site_address):
    """A page of the browser; nothing may go against a policy there, or to another host."""
    context = chrome.new_context()
    context.add_init_script(WATCH)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_S * 1000)
    addresses, trouble = [], []
    page.on("request", lambda request: addresses.append(request.url))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    # violations are logged there, also of pages that were left
    page.on(
        "console", lambda message: trouble.append(message.text) if message.type == "error" else None
    )
    yield page
    trouble += page.evaluate("window.violations")
    context.close()
    assert trouble == []
    assert [url for url in addresses if not url.startswith((site_address, "data:"))] == []


@pytest.mark.parametrize(
    ("begun", "words", "first"),
    [
        ("index", "canastra", "games/tranca"),
        ("index", "score sheet", "howto/score-sheet"),
        ("index", "play", "tutorials/play"),
        ("index", "penney's game", "games/penney"),
        ("howto/host", "rules of tranca", "games/tranca-rules"),
        ("games/index", "install", "howto/install"),
        ("index", "write a player", "tutorials/write-a-player"),
        ("pt/index", "canastra", "games/tranca-regras"),
        ("games/president-regras", "jogar", "pt/jogar"),
        ("pt/jogar", "anotar", "pt/anotar"),
    ],
)
def test_search_finds_guides_first(page, site_address, begun, words, first):
    """What people do before what programs read; and in Portuguese what was asked there."""
    page.goto(f"{site_address}{begun}.html")
    page.get_by_placeholder("Search").first.fill(words)
    page.keyboard.press("Enter")
    link = page.locator("ul.search > li > a").first
    link.wait_for()
    assert link.get_attribute("href").partition(".html")[0] == first
    is_portuguese = begun.startswith("pt/") or begun.endswith("-regras")
    assert page.locator("form[role=search] [name=lang]").count() == is_portuguese
    page.locator("ul.search .context").first.wait_for()  # with a piece of the page that was found
    page.goto(
        f"{site_address}notebooks/regret-to-zero.html"
    )  # what is being fetched is not blocked


def test_pages_in_portuguese_say_so(site):
    for path in site.rglob("*.html"):
        name = path.relative_to(site).as_posix()
        language = "pt-BR" if name.startswith("pt/") or name.endswith("-regras.html") else "en"
        text = path.read_text(encoding="utf-8")
        assert f'<html class="no-js" lang="{language}"' in text, name
        assert all("aria-level=" in each for each in re.findall(r"<[^>]* role=.heading.*?>", text))


def test_pictures_of_games_are_of_the_page_as_it_is(chrome, tmp_path):
    """Those in the repository; cards, names and fonts may be others, the layout may not."""
    image = pytest.importorskip("PIL.Image")
    pictures = pytest.importorskip("tests.pictures")
    pictures.draw_pages(chrome, pictures.GAMES, tmp_path)
    for name in pictures.GAMES:
        images = [image.open(at / f"{name}.png").convert("L") for at in (tmp_path, pictures.FOLDER)]
        assert images[0].size == images[1].size, f"run `make pictures`: {name}"
        small = [each.resize((12, 8), image.Resampling.BOX).tobytes() for each in images]
        apart = sum(abs(a - b) for a, b in zip(*small, strict=True)) / len(small[0])
        assert apart < MOST_APART, f"run `make pictures`: {name} differs by {apart:.0f} of 255"


@pytest.mark.parametrize("name", POLICED)
def test_pages_keep_to_their_policy(page, site_address, site, name):
    """Scripts of the theme run; one that somebody else writes into the page does not."""
    page.goto(f"{site_address}{name}.html")
    page.wait_for_selector("html:not(.no-js)")  # the theme's own script has run
    first = page.evaluate("document.body.dataset.theme")
    page.locator(".theme-toggle:visible").first.click()
    assert page.evaluate("document.body.dataset.theme") != first
    assert page.evaluate("getComputedStyle(document.querySelector('svg')).display") == "none"


def test_a_foreign_script_does_not_run(chrome, site_address):
    context = chrome.new_context()
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto(f"{site_address}index.html")
    page.evaluate(
        """() => {
          const script = document.createElement("script");
          script.textContent = "window.hasRun = true";
          document.body.append(script);
        }"""
    )
    page.wait_for_function("() => window.violations.length > 0")
    assert page.evaluate("window.hasRun") is None
    context.close()


def test_headings_are_an_outline(site, pages):
    """One of the first level on each page, and no level is left out."""
    for name in set(pages) - {"search.html"}:
        text = (site / name).read_text(encoding="utf-8").partition("<article")[2]
        levels = [int(each) for each in re.findall(r"<h([1-6])", text.partition("</article>")[0])]
        assert levels.count(1) == 1 and levels[0] == 1, name
        assert all(two <= one + 1 for one, two in itertools.pairwise(levels)), name


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('<meta charset="utf-8"><p onclick="x()">', "onclick"),
        ('<meta charset="utf-8"><a href="javascript:x()">', "code in attributes"),
        ("<p>", "exactly once"),
    ],
)
def test_a_page_that_can_have_no_policy_is_refused(text, wrong):
    with pytest.raises(policy.PolicyError, match=wrong):
        policy.protected(text)


def test_the_policy_of_a_page_allows_what_stands_in_it():
    """And nothing more: the hash of an empty text is well known."""
    text = '<meta charset="utf-8"><script></script><script src="x.js"></script><p style="top: 0">'
    directive = policy.policy_of(text)
    script = "'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
    assert (
        f"script-src {script}; style-src 'self'; style-src-attr 'unsafe-hashes' 'sha256-"
        in directive
    )
