"""The values of a state's fields as text, and read back; for the text of a position.

Numbers of the innermost list are separated by `,`, lists by `/`, lists of lists by `|`; zeros at
the end are left out.  Cards are written by their faces, values of options and constants that the
meaning of a field names by these words.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from dealt.errors import ParseError
from dealt.language import Phrase, listed
from dealt.nearest import or_nearest

if TYPE_CHECKING:
    from dealt.core.fields import Field
    from dealt.core.game import Game

SEPARATORS = ",/|"
NO_CARD = "-"
TIMES = "*"
_NAME = re.compile(r"\b[A-Z][A-Z_]+\b")
_ONLY_NAMES = re.compile(r"(?:[A-Z][A-Z_]+, )*[A-Z][A-Z_]+,? or [A-Z][A-Z_]+(?: \(\w+\))?")


class FieldText:
    """Writes and reads the values of one field of a game."""

    def __init__(self, game: Game, field: Field) -> None:
        self._faces = game.deck.faces
        self._deck = game.deck
        self._field = field
        self._option = next((each for each in game.options if each.name == field.name), None)
        self._words = {} if field.shape else _constants(game.state.__module__, field.meaning)
        self._depth = len(field.shape) - (field.cards == "each")

    def write(self, value: Any) -> str:
        """A value as text; the same text is read as the same value."""
        if self._option is not None:
            return self._option.text(value)
        return self._write(value, self._depth)

    def _write(self, value: Any, depth: int) -> str:
        if depth == 0:
            return self._write_one(value)
        parts = [self._write(part, depth - 1) for part in value]
        blank = self._write(_blank(self._field.shape[self._depth - depth + 1 :]), depth - 1)
        while parts and parts[-1] == blank:
            parts.pop()
        if len(parts) == 1 and not parts[0]:
            return SEPARATORS[depth - 1]  # one empty part, not none
        return SEPARATORS[depth - 1].join(parts)

    def _write_one(self, value: Any) -> str:
        if self._field.cards == "each":
            return " ".join(
                self._faces[card] + (f"{TIMES}{n}" if n != 1 else "")
                for card, n in enumerate(value)
                if n
            )
        if self._field.cards == "mask":
            return " ".join(face for card, face in enumerate(self._faces) if value >> card & 1)
        if self._field.cards == "card":
            return self._faces[value] if value >= 0 else NO_CARD
        return next((word for word, n in self._words.items() if n == value), str(value))

    def read(self, text: str) -> Any:
        """The value that a text means.

        Raises:
            ParseError: it means none; the error names the field.
            SetupError: it is not a choice of the option that the field holds.
        """
        if self._option is not None:
            return self._option.value(text)
        value = self._read(text.strip(), self._depth)
        self._check(value)
        return value

    def _read(self, text: str, depth: int) -> Any:
        if depth == 0:
            return self._read_one(text.strip())
        shape = self._field.shape[self._depth - depth :]
        separator = SEPARATORS[depth - 1]
        parts = [] if not text else [""] if text == separator else text.split(separator)
        if len(parts) > shape[0]:
            raise self._wrong(text, Phrase("at most {n} values", {"n": shape[0]}))
        values = [self._read(part, depth - 1) for part in parts]
        return values + [_blank(shape[1:]) for _ in range(shape[0] - len(values))]

    def _read_one(self, text: str) -> Any:
        if self._field.cards == "each":
            counts = [0] * self._field.shape[-1]
            for word in text.split():
                face, _, times = word.partition(TIMES)
                counts[self._card(face)] = self._number(times or "1")
            return counts
        if self._field.cards == "mask":
            return sum({1 << self._card(face) for face in text.split()})
        if self._field.cards == "card":
            return -1 if text == NO_CARD else self._card(text)
        if text.lower() in self._words:
            return self._words[text.lower()]
        number = self._number(text)
        if _ONLY_NAMES.fullmatch(self._field.meaning) and number not in self._words.values():
            raise self._wrong(text, lambda: listed(list(self._words), "or"))
        return number

    def _card(self, face: str) -> int:
        try:
            return self._deck.parse(face)
        except ParseError as error:
            raise ParseError("{name}: {wrong}", name=self._field.name, wrong=error) from None

    def _number(self, text: str) -> int:
        try:
            return int(text)
        except ValueError:
            if self._words:
                problem = Phrase(
                    "{name} is {given}", {"name": self._field.name, "given": repr(text[:40])}
                )
                names = Phrase("must be {allowed}", {"allowed": self._allowed})
                raise ParseError(or_nearest(problem, text, self._words, names)) from None
            raise self._wrong(text, Phrase("a number")) from None

    def _allowed(self) -> str:
        return listed(list(self._words), "or")

    def _check(self, value: Any) -> None:
        """Raise ParseError if a number does not fit into the field."""
        if isinstance(value, list):
            for part in value:
                self._check(part)
        elif not self._field.holds(value):
            least, most = self._field.bounds()
            bounds = Phrase("a number from {least} to {most}", {"least": least, "most": most})
            raise self._wrong(str(value), bounds)

    def _wrong(self, text: str, allowed: object) -> ParseError:
        """The error of a text that the field cannot hold."""
        return ParseError(
            "{name} is {given}: must be {allowed} ({meaning})",
            name=self._field.name, given=repr(text[:40]), allowed=allowed,
            meaning=self._field.meaning,
        )  # fmt: skip


def _blank(shape: Sequence[int]) -> Any:
    """Zero, or nested lists of zero."""
    return [_blank(shape[1:]) for _ in range(shape[0])] if shape else 0


@lru_cache(maxsize=512)
def _constants(module: str, meaning: str) -> Mapping[str, int]:
    """The constants of a state's module that the meaning of a field names, in lower case."""
    names = vars(sys.modules[module])
    return {
        name.lower(): names[name]
        for name in _NAME.findall(meaning)
        if type(names.get(name)) is int
    }  # fmt: skip
