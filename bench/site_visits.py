"""How long a visit to the site takes: `python -m bench.site_visits`; moves are in page_moves.py.

The site is built and shown by a plain server of files at this machine, to Chromium.  Times are
those of the page itself, from the first request on; everything else that runs here counts in.
"""

import gzip
import statistics
import tempfile
import time
from pathlib import Path

from tests.browser import chromium
from tests.site.conftest import QUICKLY, site_builder
from tests.site.desk import Host, Visitor

VISITS = 5
SEARCHED = "mason-rummy", "president", "tranca"
FIRST_VISIT = ("index.html", "page.js", "page.css", "worker.js", "sw.js", "settings.json",
               "welcome.en.json", "manifest.webmanifest", "icon.svg")  # fmt: skip

# the longest time in which the page could not draw
WATCH = """
window.longestMs = 0;
let before = performance.now();
const look = (now) => {
  window.longestMs = Math.max(window.longestMs, now - before);
  before = now;
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""


def size_of(play):
    """Bytes of a first visit, as hosts compress them."""
    files = [play / name for name in FIRST_VISIT]
    files += [*play.glob("part-*.js"), *(play / "core").iterdir()]
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in files)


def visits(browser, url):
    """Seconds to the first table that can be played at, cold and on a second visit."""
    visitor = Visitor(browser, url)
    times = []
    for _ in range(2):
        began = time.perf_counter()
        visitor.sits_down("mason-rummy")
        times.append(time.perf_counter() - began)
        visitor.is_kept()
        visitor.page.close()
        visitor.page = visitor.context.new_page()
    visitor.context.close()
    return times


def searches(browser, url):
    """Seconds of answers of `strong`, its worker ready, and the longest pause of the page."""
    found = {}
    for game in SEARCHED:
        visitor = Visitor(browser, url)
        visitor.context.add_init_script(WATCH)
        visitor.sits_down(game)
        while len(visitor.last()["own"]["actions"]) < 4:  # else there is hardly a choice
            visitor.moves_by_mouse()
            visitor.my_turn()
        page = visitor.page
        page.get_by_label("Ask").select_option("strong")
        taken = []
        while len(taken) < 4:
            if len(taken) == 1:  # its worker is ready now
                page.evaluate("window.longestMs = 0")
            began = time.perf_counter()
            page.get_by_role("button", name="Hint").click()
            answer = page.locator('.notice.hint:not([data-waiting="true"])')
            answer.wait_for()
            taken.append(time.perf_counter() - began)
            page.get_by_role("button", name="Dismiss").click()
        found[game] = taken[1:], page.evaluate("window.longestMs")
        visitor.context.close()
    return found


def main():
    """Measure, and print a line each."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        built = site_builder().build(Path(folder) / "play", QUICKLY | {"search_s": 1.2})
        print(f"first visit: {size_of(built) / 1e6:.2f} MB")
        browser = play.chromium.launch(executable_path=chromium())
        with Host(built) as host:
            pairs = [visits(browser, host.url) for _ in range(VISITS)]
            for name, times in zip(("cold", "second"), zip(*pairs, strict=True), strict=True):
                told = ", ".join(f"{each:.1f}" for each in sorted(times))
                print(f"{name} visit to a table, s: median {statistics.median(times):.1f} ({told})")
            for game, (times, longest) in searches(browser, host.url).items():
                told = ", ".join(f"{each:.1f}" for each in times)
                print(f"strong in {game}, s: {told}; the page stood still for {longest:.0f} ms")
        browser.close()


if __name__ == "__main__":
    main()
