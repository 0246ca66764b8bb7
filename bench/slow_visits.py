"""How long a first visit to the site takes on a slow line: `python -m bench.slow_visits FOLDER...`.

Each folder is a built `play`, such as one of before a change and one of after it; visits to them
are made in turn.  The line is this server, which sends 6 Mbit/s to all requests together, as
Chromium's own throttling leaves out what workers fetch.  One host compresses, another does not.
"""

import gzip
import statistics
import sys
import threading
import time
from pathlib import Path

from bench.site_visits import visits

from tests.browser import chromium
from tests.site.desk import Handler, Host

BYTES_S = 6_000_000 / 8
PIECE = 8_192
VISITS = 3
COMPRESSED = (".html", ".js", ".mjs", ".css", ".json", ".wasm", ".svg", ".zip", ".whl")


class Line:
    """What all requests share: a piece is sent when those before it are through."""

    def __init__(self):
        self.lock, self.free = threading.Lock(), 0.0

    def waits(self, size):
        with self.lock:
            self.free = max(self.free, time.monotonic()) + size / BYTES_S
            until = self.free
        time.sleep(max(0.0, until - time.monotonic()))


class Slow(Handler):
    """Files over the line, perhaps compressed."""

    protocol_version = "HTTP/1.1"
    compresses = False
    line = Line()
    packed = {}  # noqa: RUF012 - by path: a host does that once, too

    def do_GET(self):  # noqa: N802 - the name that the server looks for
        path = Path(self.translate_path(self.path.partition("?")[0]))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        is_packed = self.compresses and path.suffix in COMPRESSED
        data = self.packed.get(path) if is_packed else path.read_bytes()
        if data is None:
            data = self.packed[path] = gzip.compress(path.read_bytes(), 6)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Length", str(len(data)))
        if is_packed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        for at in range(0, len(data), PIECE):
            self.line.waits(len(data[at : at + PIECE]))
            self.wfile.write(data[at : at + PIECE])


def seconds(browser, folder, compresses):
    """From the first request to a table that can be played at, on a first and on a second visit."""
    handler = type("Handler", (Slow,), {"compresses": compresses, "line": Line()})
    with Host(folder) as host:
        host.server.RequestHandlerClass = lambda *given: handler(*given, directory=str(folder))
        return visits(browser, host.url)


def main():
    """Measure, and print a line each."""
    from playwright.sync_api import sync_playwright

    folders = [Path(each).resolve() for each in sys.argv[1:]] or [Path("site/play").resolve()]
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium())
        for compresses in (True, False):
            taken = {folder: [] for folder in folders}
            for _ in range(VISITS):
                for folder in folders:
                    taken[folder].append(seconds(browser, folder, compresses))
            for folder, pairs in taken.items():
                how = "compressed" if compresses else "plain"
                for name, times in zip(("first", "second"), zip(*pairs, strict=True), strict=True):
                    each = ", ".join(f"{one:.1f}" for one in sorted(times))
                    print(
                        f"{folder}, {how}, {name} visit: {statistics.median(times):.1f} s ({each})"
                    )
        browser.close()


if __name__ == "__main__":
    main()
