"""The language in which people read messages.

A message stands in the code in English, as a whole sentence with named placeholders, and is
translated where it is shown: `say("{name} leads", name=name)`.  The code that prints or sends texts
first sets the language: `speak` for a whole program, `speaking` for one reader.  Each thread and
task has its own setting, so a service can address each person in that person's language.
Translations are gettext catalogues in `locale`, read when first needed; a message without a
translation appears in English.

Anything written to files, sent to programs or read back is always in English; see `Phrase`.
"""

from __future__ import annotations

import errno
import gettext
import pkgutil
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, partial
from io import BytesIO
from types import FunctionType, MethodType
from typing import Any

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "pt-BR": "Português do Brasil"}
_VARIABLES = ("DEALT_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first one counts

WORDED_LATER = (FunctionType, MethodType, partial)  # functions that give the words of a fact

_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)


def spoken() -> str:
    """The current language, one of LANGUAGES."""
    return _spoken.get()


def speak(language: str) -> None:
    """Set the language from now on, in this thread or task and in those it starts.

    Raises:
        LookupError: there is no such language.
    """
    _spoken.set(_code_of(language))


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Set the language for a while, to address one reader.

    Raises:
        LookupError: there is no such language.
    """
    before = _spoken.set(_code_of(language))
    try:
        yield
    finally:
        _spoken.reset(before)


def _code_of(language: str) -> str:
    """A language under its own name, see `language_of`."""
    code = language_of(language)
    if code is None:
        raise LookupError(language)
    return code


def language_of(name: str) -> str | None:
    """The language that browsers and systems mean by a name: `pt`, `pt-BR`, `pt_BR.UTF-8`.

    Returns:
        One of LANGUAGES, matched by its first part if necessary; None if nothing matches.
    """
    tag = name.partition(".")[0].partition("@")[0].replace("_", "-").lower()
    for language in LANGUAGES:
        if language.lower() == tag:
            return language
    first = tag.partition("-")[0]
    return next((each for each in LANGUAGES if each.partition("-")[0] == first), None)


def of_environment(variables: Mapping[str, str]) -> str:
    """The language that the environment asks for; English if that one is not available.

    Args:
        variables: such as `os.environ`; LANGUAGE may list several, in order of preference.
    """
    for variable in _VARIABLES:
        names = variables.get(variable, "").split(":")
        if names[0]:
            return next((language for each in names if (language := language_of(each))), ENGLISH)
    return ENGLISH


# --- messages -------------------------------------------------------------------------------------


def say(message: str, /, **facts: object) -> str:
    """A message in the current language.

    Args:
        message: a whole sentence in English, with placeholders such as `{name}`.
        facts: the values for the placeholders.
    """
    return translated(message).format(**facts)


def say_n(one: str, many: str, n: int, /, **facts: object) -> str:
    """A message in the singular or the plural, in the current language.

    Args:
        one: the English sentence in the singular.
        many: the same in the plural; `{n}` is the number.
        n: the number.
        facts: see `say`.
    """
    return translated_n(one, many, n).format(n=n, **facts)


def translated(message: str) -> str:
    """A message in the current language, with its placeholders."""
    language = _spoken.get()
    return message if language == ENGLISH else _catalogue(language).gettext(message)


def translated_n(one: str, many: str, n: int) -> str:
    """A singular or plural message, see `say_n`, with its placeholders."""
    language = _spoken.get()
    if language == ENGLISH:
        return one if n == 1 else many
    return _catalogue(language).ngettext(one, many, n)


def message(text: str) -> str:
    """Return the text unchanged; marks a message that is translated elsewhere."""
    return text


def message_n(one: str, many: str) -> tuple[str, str]:
    """Return both texts unchanged; marks a message with a singular and a plural, see `message`."""
    return one, many


def listed(names: Sequence[str], last: str = "and") -> str:
    """A list of names for a sentence: `Ana, Bob and AI`."""
    if len(names) < 2:
        return "".join(names)
    first = ", ".join(names[:-1])
    if last == "or":
        return say("{first} or {last}", first=first, last=names[-1])
    return say("{first} and {last}", first=first, last=names[-1])


def number(n: int) -> str:
    """A whole number with thousands separators: `3,500`, `3.500`."""
    return f"{n:,}".replace(",", say(","))


def decimal(text: str) -> str:
    """A number written with a decimal point, with the decimal sign of the language: `1,5`."""
    return text.replace(".", say("."))


# of the system's reasons those that people meet
_REASONS = {
    errno.EACCES: message("Permission denied"),
    errno.EPERM: message("Permission denied"),
    errno.EROFS: message("Permission denied"),
    errno.EEXIST: message("File exists"),
    errno.EISDIR: message("it is a folder; name a file in it"),
    errno.ENOENT: message("it does not exist"),
    errno.ENOTDIR: message("part of the path is not a folder"),
    errno.ENAMETOOLONG: message("the name is too long"),
    errno.ENOSPC: message("No space left on device"),
    errno.EADDRINUSE: message("Address already in use"),
    errno.ECONNREFUSED: message("Connection refused"),
}


def reason(error: Exception) -> Phrase:
    """The reason why the system refused something, to follow a colon.

    Args:
        error: an OSError, or the error raised for a path with a character that no file name can
            have.
    """
    if isinstance(error, OSError):
        return Phrase(_REASONS.get(error.errno or 0) or error.strerror or str(error))
    return Phrase("not a valid file name")


def no_json(error: Exception) -> Phrase:
    """The reason why a text is not valid JSON, in plain words, to follow a colon.

    Args:
        error: the one that `json.loads` raised.
    """
    line = getattr(error, "lineno", None)
    if line is None:
        return Phrase("it has a number that is too long, or brackets nested too deep")
    return Phrase("line {n} is not JSON", {"n": line})


def wrong_entry(error: Exception) -> Phrase:
    """The entry of a JSON object that is missing or wrong, to follow a colon.

    Args:
        error: the one that `msgspec.convert` raised.
    """
    missing = re.search("missing required field `(.*?)`", str(error))
    if missing is not None:
        return Phrase("no entry {entry}", {"entry": repr(missing[1])})
    entry = re.search(r"`\$\.?(.+)`$", str(error))
    if entry is None:
        return Phrase("an entry is of the wrong kind")
    return Phrase("{entry} is not what belongs there", {"entry": repr(entry[1][:40])})


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    """The messages of a language; English messages are their own keys.

    A checkout that was never installed has no compiled catalogues and uses English.
    """
    path = f"locale/{language.replace('-', '_')}/LC_MESSAGES/dealt.mo"
    try:
        compiled = pkgutil.get_data("dealt", path)
    except FileNotFoundError:
        compiled = None
    if compiled is None:
        return gettext.NullTranslations()
    return gettext.GNUTranslations(BytesIO(compiled))


# --- phrases: said where they are shown, and read again -------------------------------------------


@dataclass(frozen=True)
class Phrase:
    """A message with the values for its placeholders, put into words each time it is shown.

    Also used for the words that people type and the program prints: `discard 5H`.

    Attributes:
        message: in English, see `say`; or a singular and a plural, see `message_n`.
        facts: the values, `n` being the number; a function is called each time the phrase is shown,
            for values that depend on the language.  Without values, braces in the message are shown
            as they are.
        code: if the phrase is a reason, a stable word for programs: `not_in_hand`.
        rule: the ruling behind the reason, such as `P5`.
    """

    message: str | tuple[str, str]
    facts: Mapping[str, Any] = field(default_factory=dict)
    code: str = ""
    rule: str = ""

    @property
    def english(self) -> str:
        """The English words, which programs and files use."""
        if _spoken.get() == ENGLISH:
            return str(self)
        with speaking(ENGLISH):
            return str(self)

    def __str__(self) -> str:
        if isinstance(self.message, str):
            text = translated(self.message) if self.message else ""
        else:
            text = translated_n(*self.message, self.facts["n"])
        if not self.facts:
            return text
        return text.format_map({name: resolve(each) for name, each in self.facts.items()})

    def __reduce__(self) -> tuple[Any, ...]:
        """Support for other processes; functions among the facts are called first."""
        facts = {name: resolve(each) for name, each in self.facts.items()}
        return Phrase, (self.message, facts, self.code, self.rule)


def resolve(value: Any) -> Any:
    """The current value for a placeholder; functions are called, see `Phrase`."""
    return value() if isinstance(value, WORDED_LATER) else value


def in_english(text: str, messages: Sequence[str]) -> str:
    """The English for a phrase in the current language; any other text unchanged.

    Args:
        text: what somebody typed; blanks, capitals and small letters do not matter.
        messages: the messages that it can match; the first match counts.
    """
    if _spoken.get() == ENGLISH:
        return text
    words = " ".join(text.split())
    for message in messages:
        parts = _pattern(_spoken.get(), message).fullmatch(words)
        if parts is not None:
            return message.format(**parts.groupdict())
    return text


@cache
def _pattern(language: str, message: str) -> re.Pattern[str]:
    """A pattern for a message in a language; each placeholder matches some words."""
    text = _catalogue(language).gettext(message)
    parts = re.split(r"\{(\w+)\}", text)
    fits = [f"(?P<{part}>.+)" if i % 2 else re.escape(part) for i, part in enumerate(parts)]
    return re.compile("".join(fits), re.IGNORECASE)


def shortened(text: str, length: int = 100) -> str:
    """A text, cut if it is too long."""
    return text if len(text) <= length else f"{text[:length]}..."


def quote(value: Any) -> str | Phrase:
    """What somebody entered, short and on one line."""
    if isinstance(value, int) and abs(value) > 10**15:
        return Phrase("a number that is far too large")
    return shortened(repr(value), 40)
