"""A language for tests: every message stands in brackets, so that other texts are noticed."""

import gettext
import re
from contextlib import contextmanager

from dealt import language
from dealt.service.table import frames, offers, refusals

SIGNS = (",", ".")  # of numbers
INNERMOST = re.compile(r"\[[^\[\]]*\]")
WORD = re.compile(r"[a-z]{2,}")
# what is worked out once from a catalogue
KEPT = (
    language._pattern, refusals.guests, frames._open_action, offers._game_infos,
    offers._usual_faces,
)  # fmt: skip


class Brackets(gettext.NullTranslations):
    """A catalogue in which the translation of a message is the message in brackets."""

    def gettext(self, message):
        return message if message in SIGNS else f"[{message}]"

    def ngettext(self, msgid1, msgid2, n):
        return self.gettext(msgid1 if n == 1 else msgid2)


@contextmanager
def in_brackets():
    """Speak Portuguese, with brackets for its catalogue."""
    catalogue = language._catalogue
    language._catalogue = lambda name: Brackets()
    _forget()
    try:
        with language.speaking("pt-BR"):
            yield
    finally:
        language._catalogue = catalogue
        _forget()


def _forget():
    for cached in KEPT:
        cached.cache_clear()


def outside(text, names=()):
    """The words of a text that stand outside of brackets, without names.

    >>> outside("[Round 1], [of [Ana]]: draw")
    ['draw']
    """
    for name in names:
        text = text.replace(name, "")
    while (less := INNERMOST.sub("", text)) != text:
        text = less
    return WORD.findall(text)
