"""How soon a move is drawn, and how smooth: `python -m bench.page_moves [FOLDER...]`.

Each folder is a built page, such as `src/dealt/service/page` of another checkout; tables on them
are played in turns.  Without one it is the page of this checkout, served and in the tab.  A move
takes from the press to the end of the frame that draws it.  Frames are watched on a phone whose
processor is four times slower, for 1.5 s after each press.
"""

import statistics
import sys
import tempfile
from pathlib import Path

from dealt.service.web.server import PAGE
from tests.browser import launch
from tests.page import desk
from tests.site.conftest import QUICKLY, site_builder
from tests.site.desk import Host, Visitor

GAMES = "mason-rummy", "president", "tranca", "penney", "three-card-poker"
MOVES = 20  # of each game and page
SLOWER = 4  # a phone than this machine
PHONE_MOVES = 8

WATCH = """
window.takenMs = []; window.framesMs = [];
let began = 0, before = 0, until = 0;
document.addEventListener("click", (event) => {
  if (event.target.closest(".action, .shown-action, .spot, .group") === null) return;
  began = event.timeStamp;
  until = began + 1500;
}, true);
new MutationObserver(() => {
  const from = began;
  began = 0;
  if (from > 0) requestAnimationFrame(() => {
    const drawn = new MessageChannel();
    drawn.port1.onmessage = () => window.takenMs.push(performance.now() - from);
    drawn.port2.postMessage(0);
  });
}).observe(document, { subtree: true, attributeFilter: ["data-moved"] });
const look = (now) => {
  if (now < until && now - before < 1000) window.framesMs.push(now - before);
  before = now;
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""


def plays(person, game, moves):
    """Play so many moves, at further tables too; milliseconds of moves and of frames."""
    person.context.add_init_script(WATCH)
    person.sits_down(game)
    page = person.page
    for _ in range(moves):
        if person.my_turn():
            person.moves_by_mouse()
        else:
            person.sits_down(game)
    page.wait_for_timeout(500)
    taken = page.evaluate("window.takenMs"), page.evaluate("window.framesMs")
    person.context.close()
    return taken


def share(times, part):
    """The time that a part of all does not exceed."""
    return sorted(times)[int(len(times) * part)] if times else 0.0


def line(name, times):
    """Median, p95 and longest of times in milliseconds, printed."""
    print(f"{name}, ms: median {statistics.median(times):.1f}, p95 {share(times, 0.95):.1f}, "
          f"most {max(times):.1f} ({len(times)})", flush=True)  # fmt: skip


def served(folder, page):
    """A table service with a page."""
    folder.mkdir()
    return desk.Served(folder, page=page)


def on_a_phone(browser, url, game):
    """The frames of a slow phone while moves are drawn, in milliseconds."""
    person = desk.Person(browser, url, size=desk.PHONE, moves=True)
    session = person.context.new_cdp_session(person.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return plays(person, game, PHONE_MOVES)[1]


def main():
    """Measure, and print a line each."""
    from playwright.sync_api import sync_playwright

    pages = [Path(each).resolve() for each in sys.argv[1:]] or [PAGE]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        browser = launch(play)
        services = [served(Path(folder) / f"{i}", page) for i, page in enumerate(pages)]
        for game in GAMES:
            for page, service in zip(pages, services, strict=True):
                person = desk.Person(browser, service.url, moves=True)
                line(f"{page}, {game}, a move", plays(person, game, MOVES)[0])
            for page, service in zip(pages, services, strict=True):
                frames = on_a_phone(browser, service.url, game)
                line(f"{page}, {game}, a frame of a slow phone", frames)
        for service in services:
            service.stop()
        if not sys.argv[1:]:
            built = site_builder().build(Path(folder) / "play", QUICKLY)
            with Host(built) as host:
                for game in GAMES:
                    visitor = Visitor(browser, host.url, moves=True)
                    line(f"in the tab, {game}, a move", plays(visitor, game, MOVES)[0])
        browser.close()


if __name__ == "__main__":
    main()
