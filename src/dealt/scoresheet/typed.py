"""The cards of a side at the end of a round of Tranca as text: JSON, or as people type it.

As JSON it is an object with any of the entries of `KEYS`.  As typed text it has one sequence per
line:

    # what Ana has
    4H 5H 6H 7H 8H 9H 2C
    KS, KD, KH
    dollars: 3H 3D      (or how many)
    hand: AS 9H
    morto: used         (or none, or unused)
    final move: yes

The colons may be left out.  Without a morto entry, the side has none.  Entries, values and cards
are read in English and Portuguese in any current language.  Where the letter c can mean hearts
(copas) or clubs, an entry `c: copas` or `c: clubs` says which; in JSON, cards as `dealt` writes
them, such as `["4C"]`, are unambiguous.
"""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from dealt.cards import FRENCH, JOKER, LONG_NAMES
from dealt.errors import DealtError, ParseError, ScoreError, StorageError
from dealt.games.tranca.house import PRESETS, TRANCA
from dealt.games.tranca.judging import Remark
from dealt.games.tranca.scoring import (
    DECKS,
    MORTOS,
    MOST_DOLLARS,
    Breakdown,
    cannot_be,
    no_dollars,
    read_dollars,
    score,
)
from dealt.language import ENGLISH, Phrase, listed, message, quote, reason, say, spoken
from dealt.scoresheet.card_text import (
    CLUBS,
    HAND,
    HEARTS,
    TABLE,
    AmbiguousCardError,
    c_by_exclusion,
    c_in_english,
    plain,
    read_one,
    read_typed,
)
from dealt.storage.files import read_text, text_of

KEYS = ("sequences", "dollars", "hand", "morto", "final_move", "decks")
_SUIT_OF_C = "c"
TITLES = {  # of the entries of a typed text
    "dollars": message("dollars"),
    "hand": message("hand"),
    "morto": message("morto"),
    "final_move": message("final move"),
    "decks": message("decks"),
}
# other words for entries and values, as `plain` leaves them
ENTRIES = {
    **{key.replace("_", " "): key for key in (*KEYS, _SUIT_OF_C)},
    "sequencias": "sequences", "jogos": "sequences", "dolares": "dollars",
    "tres vermelhos": "dollars", "mao": "hand", "batida final": "final_move",
    "batida": "final_move", "baralhos": "decks",
}  # fmt: skip
_MORTO_WORDS = {
    **{word: word for word in MORTOS},
    "usado": "used", "morto usado": "used", "nao usado": "unused", "morto nao usado": "unused",
    "nenhum": "none", "sem morto": "none",
}  # fmt: skip
MORTO_TITLES = {
    "none": message("morto none"),
    "unused": message("morto unused"),
    "used": message("morto used"),
}
TRUTHS = {
    "yes": True, "y": True, "true": True, "sim": True, "s": True,
    "no": False, "n": False, "false": False, "nao": False,
}  # fmt: skip
_CHOICES: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {  # words for values; in messages
    "morto": (_MORTO_WORDS, MORTOS),
    "final_move": (TRUTHS, (message("yes"), message("no"))),
    "decks": ({str(n): n for n in DECKS}, tuple(map(str, DECKS))),
    _SUIT_OF_C: (
        {"hearts": HEARTS, "copas": HEARTS, "clubs": CLUBS, "paus": CLUBS},
        (message("hearts"), message("clubs")),
    ),
}
# cards as dealt and the original notebook write them
_EXACT = {face: face for face in (*FRENCH.faces, JOKER)} | LONG_NAMES
_SAMPLE = '{"sequences": [["4H", "5H", "6H"]]}'


def read_round(text: str, *, c: str = "") -> dict[str, Any]:
    """The arguments of `scoring.score` that a text describes; `c` is used where it has no entry c.

    Raises:
        ParseError: the text is empty or not valid; for typed text, with the line number.
    """
    if text.lstrip().startswith(("{", "[")):
        return _from_json(text, c)
    typed = [line.partition("#")[0].strip() for line in text.splitlines()]
    entries = [_entry(line) for line in typed]
    c = _c_among(entries) or _c_of("\n".join(typed), c)
    fields: dict[str, Any] = {"sequences": []}
    lines: dict[str, int] = {}
    for number, (name, value) in enumerate(entries, 1):
        with _in_line(number):
            _read_entry(name, value, c, fields)
            key = ENTRIES.get(name or "", "")
            if key in lines:
                raise ParseError(
                    "{entry} is already in line {n}; give it once", entry=_title(key), n=lines[key]
                )
            if key:
                lines[key] = number
    if not lines and not fields["sequences"]:
        raise ParseError("it is empty; write one sequence per line, such as 4H 5H 6H")
    return fields


def read_amount(text: str, c: str = "") -> int | tuple[str, ...]:
    """Dollars as people enter them: a number, or cards.

    Raises:
        AmbiguousCardError, ParseError: see `read_typed`; neither a number nor cards.
    """
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(MOST_DOLLARS))
    try:
        return read_dollars(int(text)) if is_number else read_typed(text, c)
    except AmbiguousCardError:
        raise
    except (ParseError, ScoreError):
        raise ParseError(no_dollars(quote(text))) from None


@contextlib.contextmanager
def _in_line(number: int) -> Iterator[None]:
    """Add the number of the line to errors."""
    try:
        yield
    except AmbiguousCardError as error:
        raise AmbiguousCardError(
            "line {n}: {what}, or add a line such as c: hearts or c: clubs", n=number, what=error
        ) from None
    except ParseError as error:
        raise ParseError("line {n}: {what}", n=number, what=error) from None


def _c_of(text: str, c: str) -> str:
    """The meaning of the letter c in a text without an entry for it; empty if unknown."""
    return c or c_by_exclusion(text) or c_in_english(text)


def _c_among(entries: Sequence[tuple[str | None, str]]) -> str:
    """The meaning of the letter c by its entry; empty without one."""
    for number, (name, value) in enumerate(entries, 1):
        if name == _SUIT_OF_C:
            with _in_line(number):
                suit: str = _choice(_SUIT_OF_C, value, repr(value[:20]))
                return suit
    return ""


def _entry(line: str) -> tuple[str | None, str]:
    """The name of an entry, in plain form, and its value; None for a line of cards."""
    name, colon, value = line.partition(":")
    if colon:
        return _plain_name(name), value.strip()
    words = line.split()
    for count in (2, 1):  # without a colon; cards have other names
        name = _plain_name(" ".join(words[:count]))
        if name in ENTRIES and name not in ("sequences", _SUIT_OF_C) and len(words) >= count:
            return name, " ".join(words[count:])
    return None, line


def _plain_name(text: str) -> str:
    return " ".join(plain(text).replace("_", " ").split())


def _title(key: str) -> str:
    return say(TITLES[key]) if key in TITLES else key


def _read_entry(name: str | None, value: str, c: str, fields: dict[str, Any]) -> None:
    """Add the value of an entry to `fields`."""
    key = ENTRIES.get(name or "", "")
    if name is None:
        if value:
            beside = [face for cards in fields["sequences"] for face in cards]
            fields["sequences"].append(read_typed(value, c, TABLE, beside=beside, decks=DECKS[-1]))
    elif key in TITLES:
        fields[key] = _value(key, value, c)
    elif key != _SUIT_OF_C:
        entries = ", ".join(f"{_title(title)}:" for title in TITLES)
        raise ParseError(
            "unknown entry {entry}; known entries: {entries}, and lines of cards",
            entry=repr(name[:20]), entries=entries,
        )  # fmt: skip


def _value(key: str, text: str, c: str) -> Any:
    """The value of an entry."""
    if key == "dollars":
        return read_amount(text, c)
    if key == "hand":
        return read_typed(text, c, HAND, decks=DECKS[-1])
    return _choice(key, text, repr(text[:20]))


def _choice(key: str, text: str, excerpt: str | Phrase) -> Any:
    """The value of an entry that has only a few; `excerpt` is what was typed, for messages."""
    values, words = _CHOICES[key]
    word = " ".join(plain(text).split())
    if word in values:
        return values[word]
    allowed = _morto_words(words) if key == "morto" else listed([say(x) for x in words], "or")
    facts = {"what": _title(key), "given": excerpt, "allowed": allowed}
    raise ParseError(Phrase("{what} is {given}: must be {allowed}", facts))


def _morto_words(words: Sequence[str]) -> str:
    """The words for the morto, in the current language."""
    if spoken() == ENGLISH:
        return listed(words, "or")
    return listed([say(MORTO_TITLES[word]) for word in words], "or")


def _from_json(text: str, c: str) -> dict[str, Any]:
    """The fields of a JSON object."""
    try:
        data = json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise ParseError(
            "line {n} is not JSON; write one sequence per line, such as 4H 5H 6H, or an object "
            "such as {sample}",
            n=error.lineno, sample=_SAMPLE,
        ) from None  # fmt: skip
    except ParseError:
        raise
    except (ValueError, RecursionError):
        raise ParseError(
            "not the JSON of a round: a number is too long, or lists are nested too deep"
        ) from None
    if not isinstance(data, dict):
        raise ParseError("a list; write an object such as {sample}", sample=_SAMPLE)
    if not data:
        entries = ", ".join(KEYS)
        raise ParseError("it is empty; it needs at least one of {entries}", entries=entries)
    values: dict[str, Any] = {}
    for name, value in data.items():
        key = ENTRIES.get(_plain_name(name))
        if key is None:
            raise ParseError(
                "unknown entry {entry}; known entries: {entries}",
                entry=repr(name[:20]), entries=", ".join(KEYS),
            )  # fmt: skip
        if key in values:
            raise ParseError("entry {entry} is repeated", entry=repr(name[:20]))
        values[key] = value
    declared = values.pop(_SUIT_OF_C, None)
    c = (
        _c_of(text, c)
        if declared is None
        else _choice(_SUIT_OF_C, str(declared), repr(str(declared)[:20]))
    )
    fields = {key: _json_value(key, value, c) for key, value in values.items()}
    return {"sequences": [], **fields}


def _json_value(key: str, value: Any, c: str) -> Any:
    """The value of an entry of a JSON object; raises ParseError if it is not valid."""
    if key == "sequences":
        if not isinstance(value, list):
            raise ParseError("sequences: {given} is not a list of sequences", given=_in_json(value))
        return [
            _json_cards(Phrase("sequence {number}", {"number": number}), cards, c)
            for number, cards in enumerate(value, 1)
        ]
    if key == "hand" or (key == "dollars" and isinstance(value, list)):
        return _json_cards(key, value, c)
    if key == "dollars":
        return _json_dollars(value, c)
    if key == "morto":
        return _choice(key, value if isinstance(value, str) else "", _in_json(value))
    if key == "final_move" and not isinstance(value, bool):
        raise ParseError(cannot_be("final_move", _in_json(value), ("true", "false")))
    if key == "decks" and (type(value) is not int or value not in DECKS):
        raise ParseError(cannot_be("decks", _in_json(value), ("2", "3")))
    return value


def _json_cards(name: str | Phrase, value: Any, c: str) -> tuple[str, ...]:
    """The cards of a JSON value, a list of cards or a text of them."""
    if not isinstance(value, list | str):
        raise ParseError(
            "{entry}: {given} is not a list of cards", entry=name, given=_in_json(value)
        )
    for card in value if isinstance(value, list) else ():
        if not isinstance(card, str):
            raise ParseError(
                "{entry}: {card} is not a card; cards look like '4H' or '10S'",
                entry=name, card=_in_json(card),
            )  # fmt: skip
    try:
        if isinstance(value, str):
            return read_typed(value, c)
        return tuple(_EXACT.get(card) or read_one(card, c) for card in value)
    except AmbiguousCardError as error:
        raise AmbiguousCardError("{where}: {error}", where=name, error=error) from None
    except ParseError as error:
        raise ParseError("{where}: {error}", where=name, error=error) from None


def _json_dollars(value: Any, c: str) -> int | tuple[str, ...]:
    """Dollars in JSON as a number, or as a text of cards."""
    try:
        if isinstance(value, str):
            return read_typed(value, c)
        if type(value) is int:
            return read_dollars(value)
    except AmbiguousCardError:
        raise
    except (ParseError, ScoreError):
        pass
    raise ParseError(no_dollars(_in_json(value)))


def _in_json(value: Any) -> str | Phrase:
    """A JSON value for messages, short and on one line."""
    if isinstance(value, list | dict):
        return Phrase("a list") if isinstance(value, list) else Phrase("an object")
    if value is None or isinstance(value, bool | float):
        return json.dumps(value)
    return quote(value)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, checked for repeated names."""
    unique = dict(pairs)
    if len(unique) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ParseError("entry {entry} is repeated", entry=repr(twice[:20]))
    return unique


_STANDARD_INPUT = "-"


def score_file(
    path: str, *, lenient: bool = False, decks: int | None = None, rules: str = ""
) -> Breakdown:
    """The score of the round in a file; a warning if it has no morto entry.

    Args:
        path: the file, `-` for standard input; see `dealt.scoresheet.typed`.
        lenient: see `dealt.games.tranca.scoring.score`.
        decks: number of decks, overriding the file.
        rules: the name of a preset of `dealt.games.tranca.house`; empty: the original rules.

    Raises:
        StorageError: the file does not exist or cannot be read.
        ParseError, ScoreError: it cannot be scored as it is.
    """
    text = _text(path)
    name = Phrase("standard input") if path == _STANDARD_INPUT else path
    try:
        typed = read_round(text)
        if decks is not None:
            typed["decks"] = decks
        by = PRESETS[rules].rules if rules else TRANCA
        scored = score(**typed, lenient=lenient, rules=by)
    except ScoreError as error:
        raise ScoreError("{where}: {error}", where=name, error=error) from None
    except DealtError as error:
        raise ParseError("{where}: {error}", where=name, error=error) from None
    if "morto" in typed or not by.morto:
        return scored
    words = partial(_morto_words, MORTOS[::-1])
    missing = Remark(
        "no-morto", "no morto entry: counted as none (morto: {words})", {"words": words}
    )
    return replace(scored, doubts=(*scored.doubts, missing))


def _text(path: str) -> str:
    """The text of a file or of standard input."""
    if path == _STANDARD_INPUT:
        stream = getattr(sys.stdin, "buffer", None)
        if stream is None:
            return sys.stdin.read()
        try:
            return text_of(stream, say("standard input"))
        except OSError as error:
            raise StorageError(
                "cannot read standard input: {reason}", reason=reason(error)
            ) from None
        except TypeError:  # a stream that does not wait has read None
            raise StorageError("cannot read standard input: no input yet") from None
    try:
        return read_text(Path(path))
    except FileNotFoundError:
        raise StorageError("file {path} not found", path=repr(path)) from None
