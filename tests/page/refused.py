"""A browser that refuses what pages like to use, by the name of each, or by its own setting."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.browser import surroundings, whole_chromium

# what is asked at a property of the window or of its navigator
OF_WINDOW = (
    "localStorage", "sessionStorage", "indexedDB", "caches", "BroadcastChannel", "AudioContext",
    "Notification",
)  # fmt: skip
OF_NAVIGATOR = ("locks", "serviceWorker", "clipboard", "share", "vibrate", "userActivation")
# what a served page does without, but the page of a site does not
OF_SITES = ("indexedDB", "caches", "BroadcastChannel", "locks", "serviceWorker")
EACH = (*OF_WINDOW, *OF_NAVIGATOR)
# what is refused later: by a promise, as Chromium does in most cases, or by an answer
LATER = {
    "cookies": "",  # see `forgets_cookies`
    "full": "Storage.prototype.setItem = () => refuse();",
    "clipboard.writeText": "navigator.clipboard.writeText = later;",
    "share.call": "navigator.share = later;",
    "Notification.call": "window.Notification = class { constructor() { refuse(); } static"
    " requestPermission = later; static permission = 'granted'; };",
}
# `?refuse=` says what, so that one window can try all
SCRIPT = f"""
const asked = new URLSearchParams(location.search).get("refuse")?.split(",") ?? [];
const refusal = () => new DOMException("Access is denied for this document.", "SecurityError");
const refuse = () => {{ throw refusal(); }};
const later = () => Promise.reject(refusal());
for (const [holder, names] of [[window, {json.dumps(OF_WINDOW)}],
    [navigator, {json.dumps(OF_NAVIGATOR)}]])
  for (const name of names)
    if (asked.includes(name)) Object.defineProperty(holder, name, {{ get: refuse }});
{"".join(f"if (asked.includes('{name}')) {{ {code} }}" for name, code in LATER.items())}
"""


def forgets_cookies(person):
    """Have the browser drop each cookie that a session brings."""

    def drop(route):
        answer = route.fetch()
        person.context.clear_cookies()
        headers = {name: text for name, text in answer.headers.items() if name != "set-cookie"}
        route.fulfill(response=answer, headers=headers)

    person.page.route("**/session", drop)


class Blocking:
    """A browser like another one, whose setting blocks site data: cookies and all storage."""

    def __init__(self, browser):
        self._path = whole_chromium()
        if self._path is None:
            pytest.skip("no Chromium but a headless shell, which reads no settings")
        self._type = browser.browser_type
        self._folder = TemporaryDirectory()
        settings = {"profile": {"default_content_setting_values": {"cookies": 2}}}
        profile = Path(self._folder.name) / "Default"
        profile.mkdir()
        (profile / "Preferences").write_text(json.dumps(settings), encoding="utf-8")

    def new_context(self, **options):
        """The only one: closing it closes the browser."""
        return self._type.launch_persistent_context(
            self._folder.name, executable_path=self._path, env=surroundings(self._path), **options
        )

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self._folder.cleanup()
