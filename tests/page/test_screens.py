"""Every screen: without a fault that axe finds, within the page's own limits, in both themes.

    PAGES=everything python -m pytest tests/page

looks at every screen in both sizes and both themes; otherwise a share of them.
"""

import gzip
import itertools

import pytest

from dealt.cards import FIVE_SUITS, long_name
from tests.page.desk import DESKTOP, EVERYTHING, PHONE, Person, faults

MOST_BYTES = 61_000
MOST_REQUESTS = 10
GAMES = ("penney", "three-card-poker", "mason-rummy", "president", "tranca")
WAYS = [
    pytest.param(size, theme, id=f"{name} {theme}")
    for name, size in (("desktop", DESKTOP), ("phone", PHONE))
    for theme in ("light", "dark")
    if EVERYTHING or (name == "phone") == (theme == "dark")
]


@pytest.mark.parametrize(("size", "theme"), WAYS)
def test_axe_finds_no_fault_away_from_tables(somebody, size, theme):
    """Home, a table being set up, the settings and the rules."""
    ana = somebody(size=size, theme=theme)
    page = ana.home().page
    assert faults(page) == "[]"
    page.get_by_role("button", name="Rules of Tranca").click()
    page.locator("[data-rule=T1]").wait_for()
    assert faults(page) == "[]"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    assert faults(page) == "[]"
    page.keyboard.press("Escape")
    page.goto(f"{ana.url}/#/new/president")
    page.get_by_text("House rules").click()
    assert faults(page) == "[]"


@pytest.mark.parametrize(
    ("game", "size", "theme"),
    [
        pytest.param(game, *way.values, id=f"{game} {way.id}")
        for number, game in enumerate(GAMES)
        for place, way in enumerate(WAYS)
        if EVERYTHING or (number + place) % 2 == 0
    ],
)
def test_axe_finds_no_fault_at_tables(somebody, game, size, theme):
    """At the first turn, some moves later, and with the table as text."""
    ana = somebody(size=size, theme=theme)
    ana.sits_down(game)
    assert faults(ana.page) == "[]"
    for _ in range(12 if EVERYTHING else 3):
        if not ana.my_turn():
            break
        ana.moves_by_mouse()
    ana.my_turn()
    assert faults(ana.page) == "[]"
    if ana.page.locator(".between").count() == 0:
        ana.page.locator(".menu summary").click()
        ana.page.get_by_role("button", name="Table as text").click()
        assert faults(ana.page) == "[]"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_no_screen_is_wider_than_its_window(somebody, size):
    """Nothing has to be scrolled sideways."""
    ana = somebody(size=size)
    page = ana.home().page
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) == 0
    page.goto(f"{ana.url}/#/new/tranca")
    page.get_by_text("House rules").click()
    assert page.evaluate(wide) == 0
    ana.sits_down("tranca")
    assert page.evaluate(wide) == 0


def test_touch_targets_are_large_enough(somebody):
    """On a phone every button is 44 pixels high, and a card of the hand shows as much of itself."""
    ana = somebody(size=PHONE)
    ana.sits_down("tranca")
    touched = ana.page.locator("button:visible, select:visible, summary:visible")
    touched.nth(5).wait_for()  # those of the turn come when the others have moved
    heights = touched.evaluate_all(
        "all => all.map((one) => Math.round(one.getBoundingClientRect().height))"
    )
    assert len(heights) > 5
    assert min(heights) >= 44
    lefts = (
        ana.page.locator(".hand-row")
        .first.locator("[role=option]")
        .evaluate_all("all => all.map((one) => one.getBoundingClientRect().left)")
    )
    steps = [after - before for before, after in itertools.pairwise(lefts)]
    assert min(steps) >= 43.9


@pytest.mark.parametrize("language", ["en", "pt-BR"])
def test_the_first_table_is_light(somebody, bundle, language):
    """At most 61 kB compressed and 10 requests, all of them to the service itself."""
    ana = somebody()
    ana.context.add_init_script(f"localStorage.setItem('dealt.language', '{language}')")
    ana.sits_down("mason-rummy")
    assert len(ana.requests) <= MOST_REQUESTS
    names = {
        url.removeprefix(f"{ana.url}/").partition("#")[0] or "index.html" for url in ana.requests
    }
    files = [bundle / name for name in names if (bundle / name).is_file()]
    assert len(files) >= 3
    size = sum(len(gzip.compress(file.read_bytes())) for file in files)
    assert size <= MOST_BYTES


LUMINANCES = """input => {
  const luminance = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((each) => {
      const share = Number(each) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const hint = getComputedStyle(input, "::placeholder");
  const shown = getComputedStyle(input);
  return [Number(hint.opacity), luminance(hint.color), luminance(shown.backgroundColor)];
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_placeholders_of_fields_are_legible(somebody, theme):
    """Words in empty fields, which axe passes over, have a contrast of 4.5 at least."""
    ana = somebody(theme=theme)
    page = ana.home().page
    fields = [page.locator("input[name=name]"), page.locator("input[name=link]")]
    luminances = [field.evaluate(LUMINANCES) for field in fields]
    ana.sits_down("tranca")
    for field in page.locator("input[placeholder]").all():
        luminances.append(field.evaluate(LUMINANCES))
    assert len(luminances) == 3
    for opacity, *both in luminances:
        dark, light = sorted(both)
        assert opacity == 1 and (light + 0.05) / (dark + 0.05) >= 4.5


def test_a_planted_fault_is_found(browser, served):
    """These tests see what they look for: a style made of text, an image without a name."""
    ana = Person(browser, served.url).home()
    assert ana.report() == []
    ana.page.evaluate(
        "() => { const made = document.createElement('img'); made.setAttribute('style', 'top: 0');"
        " document.querySelector('main').append(made); }"
    )
    assert "image-alt" in faults(ana.page)
    ana.page.wait_for_function("() => window.violations.length > 0")
    assert any("style-src" in fault for fault in ana.report())
    with pytest.raises(Exception, match="TrustedHTML"):
        ana.page.evaluate("() => { document.body.innerHTML = '<p>made of text</p>'; }")
    ana.context.close()


def test_there_are_65_faces_and_no_two_alike(somebody):
    """Every card of the five suits has a picture of its own, and a name."""
    ana = somebody()
    ana.page.goto(f"{ana.url}/#/cards")
    cards = ana.page.locator(".gallery p:not(:last-child) .card")
    # cards are drawn at once, their names come with the greeting of the service
    ana.page.get_by_label(long_name(FIVE_SUITS.faces[-1]), exact=True).wait_for()
    names = cards.evaluate_all("all => all.map((one) => one.ariaLabel)")
    faces = cards.evaluate_all("all => all.map((one) => one.innerHTML)")
    assert set(names) == {long_name(face) for face in FIVE_SUITS.faces}
    assert len(set(faces)) == len(faces) == 65
    assert faults(ana.page) == "[]"
