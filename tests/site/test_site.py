"""The page without a server: every game, without a network, and nothing is lost."""

import json
import lzma
import re
import subprocess
import sys

import pytest

from dealt.games.tranca.scoring import score
from dealt.language import LANGUAGES
from dealt.service.table import offers
from dealt.service.table import protocol as p
from tests.page.desk import DESKTOP, EVERYTHING, PHONE, faults, shows
from tests.page.refused import OF_SITES, SCRIPT, Blocking
from tests.page.test_daily import comes_to, moves_on
from tests.page.test_play import GAMES, SHORT, plays_the_round
from tests.page.test_refused import plays
from tests.page.test_results import opens, results
from tests.site.desk import PREFIX, Visitor

MOST_BYTES = 8_000_000  # of a first visit, as hosts compress it


def test_home_can_be_used_before_the_games_have_come(visitor, host):
    """Names and games are there, with a line that says what is going on; then it is gone."""
    ana = visitor()
    waiting = []

    def holds(route):
        waiting.append(route)

    ana.page.route("**/core/dealt.xz", holds)
    ana.page.goto(host.url)
    ana.page.wait_for_selector(".game")
    shows(ana.page.locator(".game"), 5)
    line = ana.page.locator(".tab-progress")
    line.get_by_text("Loading the games into this tab").wait_for()
    assert faults(ana.page) == "[]"
    ana.page.get_by_label("Your name").fill("Ana")
    ana.page.get_by_role("button", name="Save").click()
    ana.page.locator('[data-game="three-card-poker"] .main').click()
    line.get_by_text("Loading Three-card Poker").wait_for()
    while not waiting:
        ana.page.wait_for_timeout(20)
    for route in waiting:
        route.continue_()
    ana.my_turn()
    shows(line, 0)
    assert ana.last("welcome")["person"]
    assert ana.last()["seats"][0]["name"] == "Ana"


LATER = re.compile(r"/core/(?:president|python-later|dealt-later)\.xz$")
ODDS = "#/odds/three-card-poker"


def test_a_game_is_played_while_the_rest_comes(visitor, host):
    """A table needs its own game alone; when all has come, everything works offline."""
    ana = visitor()
    waiting = []

    def holds(route):
        waiting.append(route)

    ana.page.route(LATER, holds)
    ana.sits_down("mason-rummy")
    ana.moves_by_mouse()
    ana.my_turn()
    while not waiting:  # for nobody
        ana.page.wait_for_timeout(20)
    assert [route.request.url.rpartition("/")[2] for route in waiting] == ["president.xz"]
    ana.home()
    ana.page.locator('[data-game="president"] .main').click()
    shows(ana.page.locator(".hand [role=option]"), 0)
    for route in waiting:
        route.abort()  # as without a network: the pack is fetched again
    ana.page.unroute(LATER)
    ana.my_turn()
    ana.page.goto(f"{host.url}{ODDS}")
    ana.page.locator("table").first.wait_for()
    ana.is_kept()
    ana.context.set_offline(True)
    ana.page.goto(host.url)
    ana.sits_down("tranca")
    ana.page.goto(f"{host.url}{ODDS}")
    ana.page.locator("table").first.wait_for()


@pytest.mark.parametrize("game", GAMES)
def test_a_round_by_mouse(ana, game):
    """Against computer players, from the front page to the end of the round."""
    ana.sits_down(game)
    assert plays_the_round(ana, ana.moves_by_mouse)
    assert "Your points this round" in ana.page.locator(".between h2").inner_text()


def test_nothing_is_lost_by_a_reload_or_another_window(visitor, host):
    """In the middle of a round; the earlier window reads so, and can come back."""
    ana = visitor()
    ana.sits_down("mason-rummy")
    ana.moves_by_mouse()
    ana.my_turn()
    before = ana.last()
    ana.page.reload()
    ana.my_turn()
    after = ana.last()
    for part in ("table", "version", "board", "own", "sheet"):
        assert after[part] == before[part]
    first, second = ana.page, ana.context.new_page()
    second.goto(f"{host.url}#/table/{before['table']}")
    second.wait_for_selector(".hand", state="attached")
    first.get_by_role("button", name="Play here instead").click()
    first.wait_for_selector(".connection.shown", state="detached")
    ana.begins()
    ana.moves_by_mouse()
    second.close()


CLOSES = """() => {
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...given) {
    IDBDatabase.prototype.transaction = transaction;
    this.close();
    return this.transaction(...given);
  };
}"""
DELETES = """async () => {
  for (const { name } of await indexedDB.databases())
    await new Promise((done) => { indexedDB.deleteDatabase(name).onsuccess = done; });
}"""


def test_a_database_that_the_browser_closes_is_opened_anew(visitor):
    """As some do while a page sleeps; one that somebody has deleted does not begin in mid-round."""
    ana = visitor()
    ana.sits_down("mason-rummy")
    for _ in range(2):
        ana.page.workers[0].evaluate(CLOSES)
        ana.moves_by_mouse()
        ana.my_turn()
    before = ana.last()
    ana.page.reload()
    ana.my_turn()
    assert ana.last()["version"] == before["version"]
    ana.page.evaluate(DELETES)
    ana.page.locator(".all-moves summary").click()
    ana.page.locator(".all-moves .move").last.click()
    ana.page.locator(".action").last.click()
    ana.page.locator(".notice", has_text="cannot").wait_for()
    ana.page.reload()
    shows(ana.page.locator(".game"), 5)


NO_DATABASE = """Object.defineProperty(self, "indexedDB", {
  get() { throw new DOMException("Access is denied.", "SecurityError"); }
});
"""


def plays_unsaved(ana, noun):
    """A table and a move; one line says what is not saved."""
    plays(ana)
    line = ana.page.locator(".connection.shown span")
    if noun == "":
        shows(line, 0)
    else:
        line.get_by_text(f"This browser does not save your {noun}.").wait_for()


def test_the_site_plays_on_where_chromium_blocks_site_data(browser, host):
    """By its own setting: no storage, no lock, no service worker, each refused in its own way."""
    with Blocking(browser) as blocking:
        ana = Visitor(blocking, host.url, size=PHONE)
        ana.page.goto(host.url)
        plays_unsaved(ana, "settings, score sheets, and tables")
        assert faults(ana.page) == "[]"
        ana.leaves()


def test_the_site_plays_on_without_each_that_may_be_refused(visitor, host):
    """Locks and service workers, and a database in the worker."""
    ana, refused = visitor(), f"{host.url}?refuse={','.join(OF_SITES)}#/"
    ana.context.add_init_script(SCRIPT)
    ana.page.goto(refused)
    plays_unsaved(ana, "")
    ana.page.route(
        "**/worker.js", lambda route: route.fulfill(
            response=(page_response := route.fetch()), body=NO_DATABASE + page_response.text()
        )
    )  # fmt: skip
    ana.page.goto("about:blank")
    ana.page.goto(refused)
    plays_unsaved(ana, "tables")


def test_home_in_another_window_disturbs_no_table(visitor, host):
    """Until the other window acts; then the first one reads so, and stays out."""
    ana = visitor()
    ana.sits_down("mason-rummy")
    first, second = ana.page, ana.context.new_page()
    second.goto(host.url)
    second.locator(".lobby").get_by_text("Mason Rummy").first.wait_for()
    ana.moves_by_mouse()
    out = first.locator(".connection", has_text="in another window")
    shows(out, 0)
    second.get_by_role("button", name="Play now: President").click()
    second.locator(".hand [role=option]").first.wait_for()
    out.wait_for()
    first.evaluate("window.dispatchEvent(new Event('online'))")
    first.evaluate("location.hash = '#/'")
    shows(first.locator(".lobby li"), 2)
    second.locator(".hand [role=option]").first.wait_for()
    shows(second.locator(".connection.shown"), 0)
    second.close()


def test_everything_works_without_a_network(visitor, host):
    """After the first visit, at a table and at home, in both languages."""
    ana = visitor(size=PHONE)
    ana.sits_down("president")
    ana.is_kept()
    ana.context.set_offline(True)
    requests_before = len(host.asked)
    ana.page.reload()
    ana.my_turn()
    ana.moves_by_mouse()
    ana.page.goto(f"{host.url}#/odds/three-card-poker")
    ana.page.locator("table").first.wait_for()
    ana.page.goto(f"{host.url}#/")
    ana.page.get_by_role("button", name="Rules of President").click()
    ana.page.get_by_role("heading", name="President", exact=True).first.wait_for()
    # a browser looks by itself for a newer service worker
    assert set(host.asked[requests_before:]) <= {f"{PREFIX}sw.js"}


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_no_fault(visitor, size):
    ana = visitor(size=size)
    ana.home()
    ana.begins()
    assert faults(ana.page) == "[]"
    ana.page.locator('[data-game="mason-rummy"] .main').click()
    ana.my_turn()
    assert faults(ana.page) == "[]"
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert ana.page.evaluate(wide)


def test_a_search_thinks_in_a_worker_of_its_own(ana):
    """It says what it has tried, unless there is but one move worth a try."""
    ana.sits_down("mason-rummy")
    page = ana.page
    page.get_by_label("Hint from").select_option("strong")
    notice = page.locator(".notice[data-waiting=false]")
    while True:
        page.get_by_role("button", name="Hint").click()
        notice.wait_for()
        answer = notice.inner_text()
        assert "strong would" in answer or "warming up" in answer
        if "possible deals" in answer:
            break
        page.get_by_role("button", name="Dismiss").click()
        if "warming up" not in answer:
            ana.moves_by_mouse()
            assert ana.my_turn()


def test_what_needs_a_server_says_so_and_how_to_get_one(ana, host):
    ana.page.goto(f"{host.url}#/new/mason-rummy")
    option = ana.page.get_by_label("Seat 2").locator('option[value="open"]')
    assert option.is_disabled()
    assert "server" in option.inner_text()
    ana.home()
    friends = ana.page.get_by_role("region", name="Play with friends")
    assert friends.get_by_role("link").get_attribute("href") == "../howto/host.html"
    ana.sits_down("mason-rummy")
    ana.page.locator(".menu summary").click()
    shows(ana.page.get_by_role("button", name="Invite"), 0)
    shows(ana.page.locator(".panel-chat"), 0)


def test_a_deal_of_the_day_is_compared_with_strong_alone(ana):
    """In a tab nobody else comes; the hands and the result stay to be seen without a network."""
    comes_to(ana, "Three-card Poker")
    assert not moves_on(ana)
    page = ana.page
    page.locator(".ending", has_text=re.compile(r"\(strong\): -?\d+")).wait_for()
    shows(page.get_by_role("region", name="What your friends made of it"), 0)
    assert faults(page) == "[]"
    ana.is_kept()
    ana.context.set_offline(True)
    page.reload()
    page.get_by_role("button", name="Watch it again").click()
    page.get_by_role("slider", name="Step").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="My deals of the day").click()
    page.locator(".deals-table tbody tr", has_text="Three-card Poker").wait_for()
    ana.context.set_offline(False)


@pytest.mark.parametrize("game", ["penney"] if not EVERYTHING else SHORT)
def test_a_record_and_a_deal_can_be_checked_by_everybody(ana, game, tmp_path):
    """By `dealt verify` and `dealt replay`, and by the page itself."""
    ana.sits_down(game)
    plays_the_round(ana, ana.moves_by_mouse)
    ana.page.get_by_role("button", name="Check the deal").click()
    ana.page.get_by_role("dialog").get_by_text("as promised").wait_for()
    ana.page.keyboard.press("Escape")
    receipt = tmp_path / "receipt.json"
    receipt.write_text(json.dumps(ana.last("receipt")["receipt"]), encoding="utf-8")
    runs("verify", receipt)
    ends = ana.page.get_by_role("button", name="End the match")
    saves = ana.page.get_by_role("button", name="Save the record")
    if ends.or_(saves).first.inner_text() == "End the match":
        ends.click()
    with ana.page.expect_download() as download:
        ana.page.get_by_role("button", name="Save the record").click()
    record = tmp_path / "record.json"
    download.value.save_as(record)
    runs("replay", record)
    runs("verify", record)


def runs(command, file):
    """Have `dealt` read a file; it finds nothing wrong with it."""
    result = subprocess.run(
        [sys.executable, "-m", "dealt", command, str(file)],
        capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=120,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr


def test_a_round_is_scored_by_hand(ana):
    """The score sheet of real-life evenings, and its leaderboard; photos need a server."""
    page = opens(ana)
    page.locator(".evening-table tbody button").first.click()
    assert "dealt serve" in page.get_by_text("add the cards by hand").inner_text()
    for key in "H4T":
        page.locator(f'[data-key="{key}"]').click(force=True)
    page.locator(".entered").get_by_text("run, clean canastra").wait_for()
    page.get_by_label("not taken").check()
    page.get_by_label("no", exact=True).check()
    page.get_by_text("No questions left").wait_for()
    page.get_by_role("button", name="Back to the sheet").click()
    total = score(["4H 5H 6H 7H 8H 9H TH"]).total
    assert page.locator(".evening-table tbody button").first.inner_text().startswith(f"{total}")
    results(page)
    page.get_by_text("Results of this evening.").wait_for()


# --- what lies there


def test_all_files_are_ours_or_of_the_first_visit(play):
    """Relative addresses alone, a policy, icons; not more than a first visit may take."""
    import gzip

    page = (play / "index.html").read_text(encoding="utf-8")
    assert not re.search(r'(?:src|href)="(?:/|http)', page)
    assert "'wasm-unsafe-eval'" in page
    assert "'unsafe-eval'" not in page
    manifest = json.loads((play / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert {icon.get("purpose") for icon in manifest["icons"]} == {None, "maskable"}
    for icon in manifest["icons"]:
        assert (play / icon["src"]).is_file()
    assert manifest["start_url"] == manifest["scope"] == "./"
    left_out = {"licences.txt", "icon-192.png", "icon-512.png", "maskable-512.png"}
    files = [path for path in play.rglob("*") if path.is_file() and path.name not in left_out]
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in files) <= MOST_BYTES


def files_of(play, name):
    """The files of a pack by their paths."""
    with lzma.open(play / "core" / f"{name}.xz") as opened:
        sizes = json.loads(opened.readline())
        return {path: opened.read(size) for path, size in sizes.items()}


def test_the_packs_have_what_a_tab_needs_and_no_more(play):
    """Each game for itself; the rest as it is imported first."""
    place = "/lib/python3.14/site-packages/"
    first, tranca = files_of(play, "dealt"), files_of(play, "tranca")
    assert f"{place}dealt/service/tab/tab.pyc" in first
    for language in LANGUAGES:  # what is said first, so that no game has to be imported for it
        frame = first[f"{place}dealt/service/tab/welcome.{language}.json"]
        assert frame == p.encode(offers.welcome(language))
    assert all(path.startswith(f"{place}dealt/games/tranca/") for path in tranca)
    assert f"{place}dealt/games/tranca/RULES.md" in tranca
    names = [path.removeprefix(place) for path in (*first, *files_of(play, "dealt-later"))]
    rooms = {name.split("/")[1] for name in names if name.startswith("dealt/")}
    assert rooms.isdisjoint({"cli", "clients", "learning", "simulate", "testing"})
    assert "dealt/service/store/store.pyc" not in names
    owners = json.loads(first["/lib/python3.14/owners.json"])
    assert owners["dealt.games.tranca.rules"] == "tranca"
    assert owners["urllib.request"] == "python-later"


def test_nobody_asks_above_the_folder(host, ana):
    """Under any prefix of the site."""
    assert all(path.startswith(PREFIX) for path in host.asked)
