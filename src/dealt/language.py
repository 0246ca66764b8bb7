"""The language in which people are told things.

A message stands in the code in English, as a whole sentence with named places, and is said where it
is shown: `say("{name} leads", name=name)`.  Whoever prints or sends texts says before in which
language: `speak` for a whole program, `speaking` for one reader.  The choice is kept by thread and
task, so that a service speaks to each person in that person's own.  Translations are gettext
catalogues in `locale`, read when they are needed; without one a message is said in English.

What is written to files, sent to programs and read again is in no language: it is English whatever
is spoken, see `Phrase`.
"""

from __future__ import annotations

import errno
import gettext
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import resources
from types import FunctionType, MethodType
from typing import Any

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "pt-BR": "Português do Brasil"}
VARIABLES = ("DEALT_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first one counts

WORDED_LATER = (FunctionType, MethodType, partial)  # what can stand in a message for its words

_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)


def spoken() -> str:
    """The language that is spoken here, one of LANGUAGES."""
    return _spoken.get()


def speak(language: str) -> None:
    """Speak a language from now on, in this thread or task and those that it begins.

    Raises:
        LookupError: there is no such language.
    """
    _spoken.set(_known(language))


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language for a while, to one reader.

    Raises:
        LookupError: there is no such language.
    """
    before = _spoken.set(_known(language))
    try:
        yield
    finally:
        _spoken.reset(before)


def _known(language: str) -> str:
    """A language under its own name, see `language_of`."""
    found = language_of(language)
    if found is None:
        raise LookupError(language)
    return found


def language_of(name: str) -> str | None:
    """The language that browsers and systems mean by a name: `pt`, `pt-BR`, `pt_BR.UTF-8`.

    Returns:
        One of LANGUAGES, if need be one of the same first part; None if there is none.
    """
    wanted = name.partition(".")[0].partition("@")[0].replace("_", "-").lower()
    for language in LANGUAGES:
        if language.lower() == wanted:
            return language
    first = wanted.partition("-")[0]
    return next((each for each in LANGUAGES if each.partition("-")[0] == first), None)


def of_environment(variables: Mapping[str, str]) -> str:
    """The language that the environment asks for; English if it asks for none that there is.

    Args:
        variables: such as `os.environ`; LANGUAGE can name several, the best one first.
    """
    for variable in VARIABLES:
        wanted = variables.get(variable, "").split(":")
        if wanted[0]:
            return next((found for each in wanted if (found := language_of(each))), ENGLISH)
    return ENGLISH


# --- messages -------------------------------------------------------------------------------------


def say(message: str, /, **given: object) -> str:
    """A message in the language that is spoken.

    Args:
        message: a whole sentence in English; what varies stands in it as `{name}`.
        given: what to put there.
    """
    return translated(message).format(**given)


def say_n(one: str, many: str, n: int, /, **given: object) -> str:
    """A message about one thing or several, in the language that is spoken.

    Args:
        one: the sentence in English for one thing.
        many: the same for several; `{n}` is how many.
        n: how many.
        given: see `say`.
    """
    return translated_n(one, many, n).format(n=n, **given)


def translated(message: str) -> str:
    """A message in the language that is spoken, its places still open."""
    language = _spoken.get()
    return message if language == ENGLISH else catalogue(language).gettext(message)


def translated_n(one: str, many: str, n: int) -> str:
    """A message about one thing or several, see `say_n`, its places still open."""
    language = _spoken.get()
    if language == ENGLISH:
        return one if n == 1 else many
    return catalogue(language).ngettext(one, many, n)


def message(text: str) -> str:
    """The text as it is; marks a message that is said elsewhere, by its value."""
    return text


def message_n(one: str, many: str) -> tuple[str, str]:
    """Both texts as they are; marks a message about one thing or several, see `message`."""
    return one, many


def listed(names: Sequence[str], last: str = "and") -> str:
    """Names for a sentence: `Ana, Bob and AI`."""
    if len(names) < 2:
        return "".join(names)
    first = ", ".join(names[:-1])
    if last == "or":
        return say("{first} or {last}", first=first, last=names[-1])
    return say("{first} and {last}", first=first, last=names[-1])


def number(n: int) -> str:
    """A whole number with its thousands apart: `3,500`, `3.500`."""
    return f"{n:,}".replace(",", say(","))


def decimal(text: str) -> str:
    """A number that was written with a decimal point, with the sign of the language: `1,5`."""
    return text.replace(".", say("."))


# of the system's reasons those that people meet
REASONS = {
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
    """Why the system refuses something, for behind a colon.

    Args:
        error: an OSError, or what a path with a letter that no file can have raises.
    """
    if isinstance(error, OSError):
        return Phrase(REASONS.get(error.errno or 0) or error.strerror or str(error))
    return Phrase("not a valid file name")


def no_json(error: Exception) -> Phrase:
    """Why a text is no JSON, for behind a colon; the words of the library help nobody.

    Args:
        error: what `json.loads` raised.
    """
    line = getattr(error, "lineno", None)
    if line is None:
        return Phrase("it has a number that is too long, or brackets nested too deep")
    return Phrase("line {n} is not JSON", {"n": line})


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The messages of a language; those in English are their own keys.

    Sources that nobody has installed have none compiled, and speak English.
    """
    folder = resources.files("dealt").joinpath("locale", language.replace("-", "_"))
    try:
        with folder.joinpath("LC_MESSAGES", "dealt.mo").open("rb") as compiled:
            return gettext.GNUTranslations(compiled)
    except FileNotFoundError:
        return gettext.NullTranslations()


# --- phrases: said where they are shown, and read again -------------------------------------------


@dataclass(frozen=True)
class Phrase:
    """A message with what stands in it, put into words each time it is shown.

    So are the words that people say to the program and the program to people: `discard 5H`.

    Attributes:
        message: in English, see `say`; or two for one thing and for several, see `message_n`.
        given: what stands in it, `n` for how many; a function is called when it is shown, for what
            depends on the language.  With nothing given the braces of the message stand for
            themselves.
        code: of a reason, a stable word for programs: `not_in_hand`.
        rule: the ruling that is the reason, such as `P5`.
    """

    message: str | tuple[str, str]
    given: Mapping[str, Any] = field(default_factory=dict)
    code: str = ""
    rule: str = ""

    @property
    def english(self) -> str:
        """The words by which programs and files know it."""
        if _spoken.get() == ENGLISH:
            return str(self)
        with speaking(ENGLISH):
            return str(self)

    def __str__(self) -> str:
        if isinstance(self.message, str):
            said = translated(self.message) if self.message else ""
        else:
            said = translated_n(*self.message, self.given["n"])
        if not self.given:
            return said
        return said.format_map({name: now(each) for name, each in self.given.items()})

    def __reduce__(self) -> tuple[Any, ...]:
        """No function goes to another process: it is called before."""
        given = {name: now(each) for name, each in self.given.items()}
        return Phrase, (self.message, given, self.code, self.rule)


def now(given: Any) -> Any:
    """What stands in a message at this moment; a function is called, see `Phrase`."""
    return given() if isinstance(given, WORDED_LATER) else given


def in_english(text: str, messages: Sequence[str]) -> str:
    """A phrase said in the language that is spoken, in English; any other text as it is.

    Args:
        text: what somebody said, with any blanks, in small letters or capitals.
        messages: what it can be; of several that fit the first one counts.
    """
    if _spoken.get() == ENGLISH:
        return text
    words = " ".join(text.split())
    for message in messages:
        found = _pattern(_spoken.get(), message).fullmatch(words)
        if found is not None:
            return message.format(**found.groupdict())
    return text


@cache
def _pattern(language: str, message: str) -> re.Pattern[str]:
    """What fits a message as it is said in a language; each name in it fits some words."""
    said = catalogue(language).gettext(message)
    parts = re.split(r"\{(\w+)\}", said)
    fits = [f"(?P<{part}>.+)" if i % 2 else re.escape(part) for i, part in enumerate(parts)]
    return re.compile("".join(fits), re.IGNORECASE)


def shortened(text: str, length: int = 100) -> str:
    """A text, or the beginning of one that is longer."""
    return text if len(text) <= length else f"{text[:length]}..."


def shown(given: Any) -> str | Phrase:
    """What somebody gave, short and on one line."""
    if isinstance(given, int) and abs(given) > 10**15:
        return Phrase("a number that is far too large")
    return shortened(repr(given), 40)
