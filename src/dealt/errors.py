"""Every error that the package raises on purpose.

The tree::

    DealtError                  one clear line: what is wrong, and what would be right
     |- ParseError              text that cannot be read (also a ValueError)
     |   `- DeckError           text or a file that is not a deck of the game
     |- IllegalAction           readable, but not allowed now (also a ValueError)
     |- PlayerError             a computer player that cannot choose, or not what is open
     |- OwnCodeError            a game of your own that fails, or ends the program
     |- SetupError              seats, options or a game that are not available (also a ValueError)
     |- ScoreError              cards or facts that cannot be scored as they are (also a ValueError)
     `- StorageError            a file that cannot be read or written

An error carries its message and the facts in it, and is put into words when it is shown:

>>> error = SetupError("no language {name}; there are {names}", name="'eo'", names="en, pt-BR")
>>> str(error)
"no language 'eo'; there are en, pt-BR"
>>> error.code, error.data()
('setup', {'name': "'eo'", 'names': 'en, pt-BR'})
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from dealt.language import ENGLISH, WORDED_LATER, Phrase, resolve, speaking

LARGEST = 1 << 53  # many JSON readers are not exact from here on


class DealtError(Exception):
    """The base of all errors of this package; its text is one line, ready to be shown.

    Args:
        message: in English, as `language.say` takes it; or a singular and a plural (`message_n`), a
            Phrase, or another error whose message and facts are taken over. Without facts the text
            is shown as it is, braces included.
        facts: the values for the placeholders of the message.  Programs can read numbers and texts;
            a Phrase, an error or a function is put into words together with the error; anything
            else is stored as text.

    Attributes:
        code: a stable word for programs.
        phrase: the message with its facts filled in.
    """

    code = "error"

    def __init__(
        self, message: str | tuple[str, str] | Phrase | DealtError = "", /, **facts: object
    ) -> None:
        super().__init__(message)
        self.phrase: Phrase
        if isinstance(message, DealtError):
            self.phrase = message.phrase
        elif isinstance(message, Phrase):
            self.phrase = message
        else:
            self.phrase = Phrase(message, {name: _storable(fact) for name, fact in facts.items()})

    @property
    def message(self) -> str | tuple[str, str]:
        """The message in English, with its placeholders."""
        return self.phrase.message

    @property
    def facts(self) -> Mapping[str, Any]:
        """The values for the placeholders of the message."""
        return self.phrase.facts

    @property
    def rule(self) -> str:
        """The ruling behind the error, such as `P5`; empty if there is none."""
        return next((each.rule for each in _phrases(self.phrase) if each.rule), "")

    @property
    def reason(self) -> str:
        """A stable word for the reason, such as `not_in_hand`; empty if there is none."""
        return next((each.code for each in _phrases(self.phrase) if each.code), "")

    def data(self) -> dict[str, str | int | float | bool | None]:
        """The facts as JSON values, with those of the reason; words are in English."""
        data: dict[str, str | int | float | bool | None] = {}
        with speaking(ENGLISH):
            for each in _phrases(self.phrase):
                data = {name: _plain(fact) for name, fact in each.facts.items()} | data
        return data

    def __str__(self) -> str:
        try:
            return str(self.phrase)
        except Exception:  # a message with a wrong placeholder still helps
            return _text(self.message)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Support for other processes, with any constructor of a subclass."""
        facts = {name: _settled(fact) for name, fact in self.facts.items()}
        state = {**self.__dict__, "phrase": replace(self.phrase, facts=facts)}
        return _again, (type(self), self.args), state


def _again(kind: type[DealtError], args: tuple[object, ...]) -> DealtError:
    """Recreate an error in another process, still without its words."""
    return kind.__new__(kind, *args)


def _phrases(phrase: Phrase) -> Iterator[Phrase]:
    """A message and all messages inside it."""
    yield phrase
    for fact in phrase.facts.values():
        inner = fact.phrase if isinstance(fact, DealtError) else fact
        if isinstance(inner, Phrase):
            yield from _phrases(inner)


def _storable(fact: object) -> object:
    """A fact in the form that an error stores."""
    accepted = (str, int, float, Phrase, DealtError, *WORDED_LATER)
    return fact if fact is None or isinstance(fact, accepted) else _text(fact)


def _settled(fact: object) -> object:
    """A fact in the form that goes to other processes."""
    return _text(fact) if isinstance(fact, WORDED_LATER) else fact


def _plain(fact: object) -> str | int | float | bool | None:
    """A fact as a JSON value."""
    if fact is None or isinstance(fact, float) or isinstance(fact, int) and abs(fact) < LARGEST:
        return fact
    return _text(fact)


def _text(fact: object) -> str:
    """The words of a fact; errors in its own conversion to text are ignored."""
    try:
        return str(resolve(fact))
    except Exception:
        return "?"


class ParseError(DealtError, ValueError):
    """Text that cannot be read as what it should be."""

    code = "parse"


class DeckError(ParseError):
    """A deck that is incomplete, or has cards that the game does not know."""

    code = "deck"


class IllegalAction(DealtError, ValueError):  # noqa: N818 - named as players say it
    """An action that can be read but that the player may not take now."""

    code = "illegal"


class PlayerError(DealtError):
    """A computer player that failed, or chose an action that is not open; nothing has changed."""

    code = "player"


class OwnCodeError(DealtError):
    """Code of your own, such as a game, that fails or tries to end the program."""

    code = "own_code"


class SetupError(DealtError, ValueError):
    """A game, a seat or an option that is not available."""

    code = "setup"


class ScoreError(DealtError, ValueError):
    """Cards or facts of a round that cannot be scored as they are."""

    code = "score"


class StorageError(DealtError):
    """A file that cannot be read or written."""

    code = "storage"
