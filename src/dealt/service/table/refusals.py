"""Refusals, with a code for programs and a line for people; and the checks of names and chat.

Characters that could control a screen are removed from names and texts; emoji stay.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any

from dealt.errors import DealtError, StorageError
from dealt.language import LANGUAGES, Phrase, message, say, speaking


class Refused(DealtError):  # noqa: N818 - the protocol's word
    """A client's request is refused; nothing has changed.

    Args:
        code: a stable word for programs, one of CODES.
        message: one line for people, with its facts; see DealtError.
    """

    def __init__(
        self, code: str, message: str | tuple[str, str] | Phrase | DealtError, /, **facts: object
    ) -> None:
        assert code in CODES, code
        super().__init__(message, **facts)
        self.code = code

    def for_programs(self) -> dict[str, Any]:
        """The fields of a `RefusedFrame` that do not depend on the language."""
        return {"code": self.code, "reason": self.reason, "rule": self.rule, "facts": self.data()}


_NO_STORAGE = message("the service cannot read or save anything now; try again later")
_MISTAKE = message("the service made a mistake")
NOBODY = message("no session yet: get one with POST /session")

CODES = {
    "unreadable": "the frame, a text or an action cannot be read",
    "illegal": "the action is not open now; `reason` and `rule` say why",
    "stale": "the table has moved on since the version that the client saw",
    "turn": "it is somebody else's turn",
    "phase": "not at this moment of a match",
    "seat": "no such seat, or it is taken, or the person has none",
    "rights": "the table is not open to this person, or only its host may do this",
    "unknown": "no such table, code, round or person",
    "settings": "a game, seats, options or limits that are not available",
    "name": "a name that cannot be shown",
    "chat": "a line of chat that cannot be shown",
    "fair": "a commitment or a revealed number that does not match",
    "rate": "too many requests in too short a time",
    "busy": "the service cannot do it now; try again",
}


def failure(error: Exception) -> Refused:
    """The refusal for an error of the service, whose own message is not for clients."""
    if isinstance(error, Refused):
        return error
    return Refused("busy", _NO_STORAGE if isinstance(error, StorageError) else _MISTAKE)


# --- names and lines of chat ----------------------------------------------------------------------

GUEST = message("Guest")  # the name of people who have not given one
LONGEST_NAME = 24
LONGEST_LABEL = 40
LONGEST_LINE = 280
_MOST_MARKS = 3  # on one letter; more would cover the lines above and below

_JOINER = "\u200d"  # joins several emoji into one
_VARIANTS = {"\ufe0e", "\ufe0f"}
# a spreadsheet treats a cell that begins with one of these as a formula
_FORMULA = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
# invisible, though Unicode counts them as letters or symbols
_BLANKS = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0", "\u034f", "\u17b4", "\u17b5"}
_SHADE = re.compile("[\U000e0020-\U000e007f]")  # tags: they spell flags, and can hide a text
# control, format (including bidirectional overrides), private, unassigned, surrogates
_UNWANTED = {"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"}
_MARKS = {"Mn", "Me", "Mc"}


def _cleaned(text: str) -> str:
    """The text on one line, without characters that control, hide or pile up."""
    clean: list[str] = []
    marks = 0
    letters = unicodedata.normalize("NFC", text)
    for place, letter in enumerate(letters):
        after = letters[place + 1 : place + 2]
        category = unicodedata.category(letter)
        marks = marks + 1 if category in _MARKS and letter not in _VARIANTS else 0
        if letter == _JOINER:
            # between two symbols it makes an emoji; anywhere else it is invisible
            if clean and _is_picture(after) and (_is_picture(clean[-1]) or clean[-1] in _VARIANTS):
                clean.append(letter)
        elif category in {"Zs", "Cc", "Zl", "Zp"}:
            clean.append(" ")
        elif (
            category not in _UNWANTED
            and marks <= _MOST_MARKS
            and letter not in _BLANKS
            and not _SHADE.match(letter)
        ):
            clean.append(letter)
    return " ".join("".join(clean).split())


def _is_picture(letter: str) -> bool:
    """Whether the character can be part of an emoji."""
    return letter != "" and unicodedata.category(letter) in {"So", "Sk"}


@cache
def guests() -> frozenset[str]:
    """The names of people who have not given one, in all languages."""
    names = set()
    for language in LANGUAGES:
        with speaking(language):
            names.add(say(GUEST))
    return frozenset(names)


def clean_name(text: str) -> str:
    """A name, cleaned for display.

    Raises:
        Refused: nothing is left of it, it is too long, or it would be a formula in a spreadsheet.
    """
    name = _cleaned(text[: 8 * LONGEST_NAME])
    if not name or not any(unicodedata.category(letter)[0] in "LNS" for letter in name):
        raise Refused("name", "a name needs a letter, a digit or a picture that can be shown")
    return _checked(name, LONGEST_NAME, message("a name has {most} letters at most, not {n}"))


def clean_label(text: str) -> str:
    """The name of a table, cleaned for display; it may be empty.

    Raises:
        Refused: as for a name.
    """
    problem = message("the name of a table has {most} letters at most, not {n}")
    return _checked(_cleaned(text[: 8 * LONGEST_LABEL]), LONGEST_LABEL, problem)


def _checked(name: str, most: int, problem: str) -> str:
    """A name; raises Refused if it is too long, or would be a formula in a spreadsheet."""
    if len(name) > most:
        raise Refused("name", problem, most=most, n=len(name))
    if name.startswith(_FORMULA):
        raise Refused("name", "a name must not begin with {letter}", letter=name[0])
    return name


def clean_line(text: str) -> str:
    """A line of chat, cleaned for display.

    Raises:
        Refused: nothing is left of it, or it is too long.
    """
    line = _cleaned(text)
    if not line:
        raise Refused("chat", "there is nothing in the line that can be shown")
    if len(line) > LONGEST_LINE:
        raise Refused(
            "chat", "a line has {most} letters at most, not {n}", most=LONGEST_LINE, n=len(line)
        )
    return line
