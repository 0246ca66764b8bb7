"""A plain server of files, and a visitor of the site in a browser."""

import http.server
import threading
from pathlib import Path

from tests.page.desk import Person

ROOT = Path(__file__).parents[2]
PREFIX = "/some/where/play/"
# workers have the policy of their own answers; a host that sends ours with everything must do, too
WORKER_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; "
    "worker-src 'self'"
)

# frames come by messages of a worker, which is made by the page alone
LISTEN = """
window.shownFrames = [];
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => {
      if (data.is === "frame") window.shownFrames.push(data.text);
    });
  }
};
"""


class Handler(http.server.SimpleHTTPRequestHandler):
    """Files below a prefix, with the types that a host gives them."""

    extensions_map = {  # noqa: RUF012
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def do_GET(self):
        self.server.asked.append(self.path)
        if not self.path.startswith(self.server.prefix):
            self.send_error(404)
        else:
            super().do_GET()

    def end_headers(self):
        if self.path.endswith(("worker.js", "thinker.js", "runner.js", ".mjs")):
            self.send_header("Content-Security-Policy", WORKER_POLICY)
        super().end_headers()

    def translate_path(self, path):
        return super().translate_path("/" + path.removeprefix(self.server.prefix))

    def log_message(self, *arguments):
        pass


class Host:
    """A server of files at a port of this machine, in threads; all lie below a prefix.

    Attributes:
        asked: the paths of all requests.
    """

    def __init__(self, folder, prefix=PREFIX, address="127.0.0.1"):
        def handler(*arguments):
            return Handler(*arguments, directory=str(folder))

        self.server = http.server.ThreadingHTTPServer((address, 0), handler)
        self.server.daemon_threads = True
        self.server.asked = self.asked = []
        self.server.prefix = prefix
        self.url = f"http://{address}:{self.server.server_port}{prefix}"
        self.thread = threading.Thread(target=self.server.serve_forever)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *exception):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


class Visitor(Person):
    """Somebody at the site."""

    def __init__(self, browser, url, **options):
        self.url = url
        super().__init__(browser, url.rstrip("/"), **options)
        self.context.add_init_script(LISTEN)
        # those of workers and of the service worker, too
        self.context.on("request", lambda request: self.requests.append(request.url))

    @property
    def frames(self):
        """All frames since the page was loaded."""
        return self.page.evaluate("window.shownFrames")

    @frames.setter
    def frames(self, none):
        """They are kept by the page."""

    def begins(self):
        """Wait until the service is there."""
        self.page.locator(".tab-progress").wait_for(state="detached")

    def is_kept(self):
        """Wait until the page can do without a network."""
        self.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
