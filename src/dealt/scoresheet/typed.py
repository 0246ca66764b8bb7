"""Tranca: the text form of what a side has at the end of a round, as JSON or as people type it.

As JSON it is an object with any of the entries of `KEYS`.  As typed text it has one sequence per
line:

    # what Ana has
    4H 5H 6H 7H 8H 9H 2C
    KS, KD, KH
    dollars: 3H 3D      (or how many)
    hand: AS 9H
    morto: used         (or none, or unused)
    final move: yes

The colons may be left out.  Without a morto entry, the side has none.
"""

from __future__ import annotations

import json
import re
from functools import partial
from typing import Any

from dealt.errors import ParseError, ScoreError
from dealt.games.tranca.remarks import Remark
from dealt.games.tranca.scoring import (
    DECKS,
    MORTOS,
    MOST_DOLLARS,
    cannot_be,
    no_dollars,
    read_cards,
    read_dollars,
)
from dealt.language import Phrase, listed, shown

KEYS = ("sequences", "dollars", "hand", "morto", "final_move", "decks")
SPOKEN = {key.replace("_", " "): key for key in KEYS[1:]}
# an entry without its colon: no card is called so
ENTRY = re.compile(f"({'|'.join(SPOKEN).replace(' ', '[ _]+')})(?![^ ])", re.IGNORECASE)
TRUTHS = {"yes": True, "y": True, "true": True, "no": False, "n": False, "false": False}
SAMPLE = '{"sequences": [["4H", "5H", "6H"]]}'


def read_round(text: str) -> dict[str, Any]:
    """The arguments of `scoring.score` that a text describes.

    Raises:
        ParseError: the text is empty, or something cannot be read; for typed text, with the line
            number.
    """
    if text.lstrip().startswith(("{", "[")):
        return _from_json(text)
    fields: dict[str, Any] = {"sequences": []}
    lines: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        try:
            _read_line(line.partition("#")[0].strip(), number, fields, lines)
        except ParseError as error:
            raise ParseError("line {n}: {what}", n=number, what=error) from None
    if not lines and not fields["sequences"]:
        raise ParseError("it is empty; write one sequence per line, such as 4H 5H 6H")
    return fields


def no_morto() -> Remark:
    """How a missing morto entry is counted."""
    words = partial(listed, MORTOS[::-1], "or")
    return Remark("no-morto", "no morto entry: counted as none (morto: {words})", {"words": words})


def read_amount(text: str) -> int | tuple[str, ...]:
    """Dollars as people enter them: a number, or cards.

    Raises:
        ParseError: neither a number nor cards.
    """
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(MOST_DOLLARS))
    try:
        return read_dollars(int(text) if is_number else text)
    except ScoreError as error:
        raise ParseError(error) from None


def _read_line(line: str, number: int, fields: dict[str, Any], lines: dict[str, int]) -> None:
    """Put what a line says into `fields`, and where into `lines`."""
    if not line:
        return
    name, colon, value = (part.strip() for part in line.partition(":"))
    if not colon:
        named = ENTRY.match(line)
        if named is None:
            fields["sequences"].append(read_cards(line))
            return
        name, value = named[1], line[named.end() :].strip()
    spoken = " ".join(name.lower().replace("_", " ").split())
    if spoken not in SPOKEN:
        known = ", ".join(f"{known}:" for known in SPOKEN)
        raise ParseError(
            "unknown entry {entry}; known entries: {entries}, and lines of cards",
            entry=repr(name[:20]), entries=known,
        )  # fmt: skip
    key = SPOKEN[spoken]
    if key in lines:
        raise ParseError("{entry} is already in line {n}; give it once", entry=spoken, n=lines[key])
    lines[key] = number
    fields[key] = _value(key, value)


def _value(key: str, text: str) -> Any:
    """What is behind the colon."""
    if key == "dollars":
        return read_amount(text)
    if key == "hand":
        return read_cards(text)
    word = text.lower()
    if key == "morto":
        if word not in MORTOS:
            raise ParseError(cannot_be("morto", repr(text[:20]), MORTOS))
        return word
    if key == "final_move":
        if word not in TRUTHS:
            raise ParseError(cannot_be("final move", repr(text[:20]), ("yes", "no")))
        return TRUTHS[word]
    if word not in map(str, DECKS):
        raise ParseError(cannot_be("decks", repr(text[:20]), ("2", "3")))
    return int(word)


def _from_json(text: str) -> dict[str, Any]:
    """What a JSON object says, its entries checked by their names in JSON."""
    try:
        data = json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise ParseError(
            "line {n} is not JSON; write one sequence per line, such as 4H 5H 6H, or an object "
            "such as {sample}",
            n=error.lineno, sample=SAMPLE,
        ) from None  # fmt: skip
    except ParseError:
        raise
    except (ValueError, RecursionError):
        raise ParseError(
            "not the JSON of a round: a number is too long, or lists are nested too deep"
        ) from None
    if not isinstance(data, dict):
        raise ParseError("a list; write an object such as {sample}", sample=SAMPLE)
    for key in data:
        if key not in KEYS:
            raise ParseError(
                "unknown entry {entry}; known entries: {entries}",
                entry=repr(key[:20]), entries=", ".join(KEYS),
            )  # fmt: skip
    if not data:
        entries = ", ".join(KEYS)
        raise ParseError("it is empty; it needs at least one of {entries}", entries=entries)
    for key, value in data.items():
        _check_json(key, value)
    return {"sequences": [], **data}


def _check_json(key: str, value: Any) -> None:
    """Raise ParseError if an entry of a JSON object cannot have a value."""
    if key == "sequences":
        if not isinstance(value, list):
            given = _in_json(value)
            raise ParseError("sequences: {given} is not a list of sequences", given=given)
        for number, cards in enumerate(value, 1):
            _check_cards(Phrase("sequence {number}", {"number": number}), cards)
    elif key == "hand" or (key == "dollars" and isinstance(value, list)):
        _check_cards(key, value)
    elif key == "dollars" and not _is_dollars(value):
        raise ParseError(no_dollars(_in_json(value)))
    elif key == "morto" and value not in MORTOS:
        raise ParseError(cannot_be("morto", _in_json(value), MORTOS))
    elif key == "final_move" and not isinstance(value, bool):
        raise ParseError(cannot_be("final_move", _in_json(value), ("true", "false")))
    elif key == "decks" and (type(value) is not int or value not in DECKS):
        raise ParseError(cannot_be("decks", _in_json(value), ("2", "3")))


def _check_cards(name: str | Phrase, value: Any) -> None:
    """Raise ParseError if a JSON value is neither a list of cards nor a text of them."""
    if not isinstance(value, list | str):
        given = _in_json(value)
        raise ParseError("{entry}: {given} is not a list of cards", entry=name, given=given)
    for card in value if isinstance(value, list) else ():
        if not isinstance(card, str):
            raise ParseError(
                "{entry}: {card} is not a card; cards look like '4H' or '10S'",
                entry=name, card=_in_json(card),
            )  # fmt: skip
    try:
        read_cards(value)
    except ParseError as error:
        raise ParseError("{where}: {error}", where=name, error=error) from None


def _is_dollars(value: Any) -> bool:
    """Whether a value that is not a list says how many dollars, or which."""
    if type(value) not in (int, str):
        return False
    try:
        read_dollars(value)
    except ScoreError:
        return False
    return True


def _in_json(value: Any) -> str | Phrase:
    """A value as JSON has it, short and on one line."""
    if isinstance(value, list | dict):
        return Phrase("a list") if isinstance(value, list) else Phrase("an object")
    if value is None or isinstance(value, bool | float):
        return json.dumps(value)
    return shown(value)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names differ."""
    unique = dict(pairs)
    if len(unique) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ParseError("entry {entry} is repeated", entry=repr(twice[:20]))
    return unique
