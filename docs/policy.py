"""Give every page of the built documentation a content security policy.

Only files of the site may be loaded, and no inline script or style runs that was not there when the
site was built: each is allowed by its SHA-256.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from html.parser import HTMLParser

PLACE = '<meta charset="utf-8">'  # it must stand above all that it rules


class PolicyError(Exception):
    """A page has something that no policy can allow; one line says what."""


class Inline(HTMLParser):
    """What a page has inline: scripts, style sheets, and styles of elements."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.scripts: set[str] = set()
        self.sheets: set[str] = set()
        self.styles: set[str] = set()
        self.handlers: set[str] = set()
        self.within: tuple[set[str], list[str]] | None = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at the attributes of a tag, and keep what follows if it is code."""
        given = dict(attrs)
        if given.get("style"):
            self.styles.add(given["style"] or "")
        self.handlers |= {name for name in given if name.startswith("on")}
        self.handlers |= {tag for url in given.values() if (url or "").startswith("javascript:")}
        if tag == "style":
            self.within = self.sheets, []
        if tag == "script" and "src" not in given:
            self.within = self.scripts, []

    def handle_data(self, data: str) -> None:
        """Keep a piece of a script or a style sheet."""
        if self.within is not None:
            self.within[1].append(data)

    def handle_endtag(self, tag: str) -> None:
        """End a script or a style sheet."""
        if self.within is not None and tag in ("script", "style"):
            found, parts = self.within
            found.add("".join(parts))
            self.within = None


def hashes(texts: Iterable[str]) -> list[str]:
    """The sources of a policy that allow these texts."""
    digests = (b64encode(sha256(text.encode()).digest()).decode() for text in sorted(texts))
    return [f"'sha256-{digest}'" for digest in digests]


def policy_of(text: str) -> str:
    """The policy of a page.

    Raises:
        PolicyError: the page has code in an attribute.
    """
    inline = Inline(text)
    if inline.handlers:
        raise PolicyError(f"code in attributes cannot run: {', '.join(sorted(inline.handlers))}")
    styles = ["'unsafe-hashes'", *hashes(inline.styles)] if inline.styles else ["'none'"]
    rules = {
        "default-src": ["'none'"],
        "script-src": ["'self'", *hashes(inline.scripts)],
        "style-src": ["'self'", *hashes(inline.sheets)],
        "style-src-attr": styles,
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "worker-src": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
    }
    return "; ".join(" ".join((name, *sources)) for name, sources in rules.items())


def protected(text: str) -> str:
    """A page with its policy.

    Raises:
        PolicyError: it cannot have one.
    """
    if text.count(PLACE) != 1:
        raise PolicyError(f"{PLACE} must occur exactly once, for the policy")
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy_of(text)}">'
    return text.replace(PLACE, f"{PLACE}\n    {meta}")
