"""Firefox, WebKit and Chromium, each by its own protocol: pages, scripts, a mouse and keys.

Firefox speaks WebDriver BiDi by itself (on Debian: apt-get install firefox-esr); WebKitGTK has
WebDriver, and needs a screen (apt-get install webkit2gtk-driver xvfb).  Both understand the same
actions of a mouse and keys, those of the W3C.  Chromium is here for windows that sleep.
"""

import contextlib
import itertools
import json
import os
import re
import shutil
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

from tests.browser import chromium, surroundings, untested
from tests.page.desk import PATIENCE_S

MINI = "webkit2gtk-4.*/MiniBrowser"
ENTER, SPACE, RIGHT, CONTROL = "\ue007", " ", "\ue014", "\ue009"
# what can be seen of a selector, with a text in it
FIND = """[...document.querySelectorAll(%s)].find((e) =>
  e.checkVisibility() && (e.textContent + (e.ariaLabel ?? "")).includes(%s))"""

# of what overlaps, only the left can be pressed
PLACE = """(() => {
  const found = %s;
  found?.scrollIntoView({ block: "nearest" });
  const box = found?.getBoundingClientRect();
  return box && [box.x + Math.min(box.width / 2, 12), box.y + box.height / 2];
})()"""


class Engine:
    """A browser with one window, or several one after the other."""

    programs = ()  # those that it needs

    @classmethod
    def missing(cls):
        """What is not installed."""
        return [name for name in cls.programs if shutil.which(name) is None]

    def until(self, script):
        """Wait for what is true of the page in time; its value."""
        ends = time.monotonic() + PATIENCE_S
        while time.monotonic() < ends:
            with contextlib.suppress(EngineError):  # a page that is being left has no scripts
                if result := self.run(script):
                    return result
            time.sleep(0.05)
        raise AssertionError(f"{script}\n{self.run('document.body.innerText')}")

    def place(self, selector, text=""):
        """Where something is, once it is in sight."""
        return self.until(PLACE % (FIND % (json.dumps(selector), json.dumps(text))))

    def press(self, selector, text=""):
        """Press something with the mouse."""
        self.drag(self.place(selector, text))

    def drag(self, *places):
        """Press the mouse at a place, move it to others, and let go."""
        first, *others = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 60} for x, y in places
        ]
        down, up = ({"type": f"pointer{each}", "button": 0} for each in ("Down", "Up"))
        self.act("pointer", [first, down, *others, up])

    def type(self, keys):
        """Press keys, one after the other."""
        pairs = ([{"type": "keyDown", "value": k}, {"type": "keyUp", "value": k}] for k in keys)
        self.act("key", [*itertools.chain.from_iterable(pairs)])

    def paste(self):
        """Paste what was copied last."""
        down, up = ({"type": f"key{each}", "value": CONTROL} for each in ("Down", "Up"))
        keys = [{"type": f"key{each}", "value": "v"} for each in ("Down", "Up")]
        self.act("key", [down, *keys, up])

    def act(self, kind, actions):
        """Do something with the mouse or with keys."""
        self.perform([{"type": kind, "id": kind, "actions": actions}])


class EngineError(Exception):
    """The browser cannot do it."""


class Firefox(Engine):
    """Firefox, without a screen."""

    programs = ("firefox-esr",)

    def __init__(self, folder):
        from websockets.sync.client import connect

        log = folder / "log"
        with log.open("w") as opened:
            self.process = subprocess.Popen(
                ["firefox-esr", "--headless", "--no-remote", "--remote-debugging-port=0",
                 "--profile", str(folder)],
                stdout=subprocess.DEVNULL, stderr=opened,
            )  # fmt: skip
        while not (line := re.search(r"BiDi listening on (ws://\S+)", log.read_text())):
            assert self.process.poll() is None, log.read_text()
            time.sleep(0.1)
        self.opened = contextlib.ExitStack()
        self.socket = self.opened.enter_context(connect(f"{line[1]}/session", max_size=None))
        self.numbers = itertools.count(1)
        self.send("session.new", capabilities={})
        self.window = self.send("browsingContext.getTree")["contexts"][0]["context"]

    def send(self, method, **params):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self.socket.recv(PATIENCE_S))).get("id") != number:
            pass
        if answer["type"] == "error":
            raise EngineError(answer["message"])
        return answer["result"]

    def go(self, url):
        self.send("browsingContext.navigate", context=self.window, url=url, wait="complete")

    def reload(self):
        self.send("browsingContext.reload", context=self.window, wait="complete")

    def run(self, script):
        """The value of an expression of JavaScript."""
        answer = self.send(
            "script.evaluate", target={"context": self.window}, awaitPromise=True,
            expression=f"(async () => JSON.stringify((await ({script})) ?? null))()",
        )  # fmt: skip
        if answer["type"] == "exception":
            raise EngineError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def perform(self, sources):
        self.send("input.performActions", context=self.window, actions=sources)

    def opens_window(self):
        self.window = self.send("browsingContext.create", type="tab")["context"]

    def looks_at(self, window):
        self.window = window
        self.send("browsingContext.activate", context=window)

    def stop(self):
        self.opened.close()
        self.process.terminate()
        self.process.wait()


class Chromium(Engine):
    """Chromium, whose pages can sleep: Playwright would keep them awake and in sight."""

    def __init__(self, folder):
        from websockets.sync.client import connect

        path = chromium()
        if path is None:
            untested("no Chromium")
        log = folder / "log"
        with log.open("w") as opened:
            self.process = subprocess.Popen(
                [path, "--headless", "--no-sandbox", "--remote-debugging-port=0",
                 f"--user-data-dir={folder}", "about:blank"],
                stdout=subprocess.DEVNULL, stderr=opened, env=surroundings(path),
            )  # fmt: skip
        while not (line := re.search(r"DevTools listening on (ws://\S+)", log.read_text())):
            assert self.process.poll() is None, log.read_text()
            time.sleep(0.1)
        self.opened = contextlib.ExitStack()
        self.socket = self.opened.enter_context(connect(line[1], max_size=None))
        self.numbers = itertools.count(1)
        self.window = None
        self.opens_window()

    def send(self, method, **params):
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": params}
        if self.window is not None:
            message["sessionId"] = self.window
        self.socket.send(json.dumps(message))
        while (answer := json.loads(self.socket.recv(PATIENCE_S))).get("id") != number:
            if answer.get("method") == "Inspector.targetCrashed":
                return None
        if "error" in answer:
            raise EngineError(answer["error"]["message"])
        return answer["result"]

    def go(self, url):
        self.send("Page.navigate", url=url)

    def reload(self):
        self.send("Page.reload")

    def run(self, script):
        """The value of an expression of JavaScript."""
        answer = self.send(
            "Runtime.evaluate", awaitPromise=True, returnByValue=True,
            expression=f"(async () => JSON.stringify((await ({script})) ?? null))()",
        )  # fmt: skip
        if "exceptionDetails" in answer:
            raise EngineError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def press(self, selector, text=""):
        """Press something, also in a window that is out of sight."""
        find = FIND % (json.dumps(selector), json.dumps(text))
        self.until(f"(() => {{ const one = {find}; one?.click(); return one && true; }})()")

    def opens_window(self):
        self.window = None
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        answer = self.send("Target.attachToTarget", targetId=target, flatten=True)
        self.window = answer["sessionId"]
        self.send("Inspector.enable")

    def looks_at(self, window):
        self.window = window

    def sleeps(self):
        """Let the window stand still, as one that is out of sight on a phone: no script runs."""
        self.send("Page.setWebLifecycleState", state="frozen")

    def wakes(self):
        """Let it go on."""
        self.send("Page.setWebLifecycleState", state="active")

    def discards(self):
        """End the process of the window, as browsers do that need its memory, and load it again."""
        self.send("Page.crash")
        self.reload()

    def stop(self):
        self.window = None
        self.send("Browser.close")  # the program may be a script that has started it
        self.opened.close()
        self.process.terminate()
        self.process.wait()


class WebKit(Engine):
    """WebKitGTK's small browser, on a screen that nobody sees."""

    programs = ("WebKitWebDriver", "Xvfb")

    def __init__(self, folder):
        self.screen = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1366x900x24"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        display = f":{self.screen.stdout.readline().strip()}"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.process = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"], stderr=subprocess.DEVNULL,
            env={**os.environ, "DISPLAY": display, "HOME": str(folder)},
        )  # fmt: skip
        self.at = f"http://127.0.0.1:{port}/session"
        driver = Path(shutil.which("WebKitWebDriver")).resolve().parents[1]
        (program, *_) = sorted(driver.glob(f"lib/*/{MINI}"), reverse=True)
        options = {"binary": str(program), "args": ["--automation"]}
        request = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        while True:
            try:
                answer = self.send("", request)
                break
            except ConnectionError:
                time.sleep(0.1)
        self.at += f"/{answer['sessionId']}"
        self.send("/timeouts", {"script": PATIENCE_S * 1000, "pageLoad": PATIENCE_S * 1000})
        self.window = self.send("/window")
        self.send("/window/rect", {"x": 0, "y": 0, "width": 1366, "height": 900})

    def send(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.at + path, data)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise EngineError(error.read().decode()) from None
        except urllib.error.URLError as error:
            raise ConnectionError(str(error)) from None

    def go(self, url):
        self.send("/url", {"url": url})

    def reload(self):
        self.send("/refresh", {})

    def run(self, script):
        """The value of an expression of JavaScript."""
        text = f"(async () => arguments[0](JSON.stringify((await ({script})) ?? null)))()"
        return json.loads(self.send("/execute/async", {"script": text, "args": []}))

    def perform(self, sources):
        self.send("/actions", {"actions": sources})

    def opens_window(self):
        self.looks_at(self.send("/window/new", {"type": "tab"})["handle"])

    def looks_at(self, window):
        self.window = window
        self.send("/window", {"handle": window})

    def stop(self):
        with contextlib.suppress(EngineError, ConnectionError):
            urllib.request.urlopen(urllib.request.Request(self.at, method="DELETE"))
        for process in (self.process, self.screen):
            process.terminate()
            process.wait()
        self.screen.stdout.close()
