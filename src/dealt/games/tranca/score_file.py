"""Tranca: the text that says what a side has at the end of a round, as JSON or as people type it.

As JSON it is an object with any of the entries of `KEYS`.  As typed it has one sequence a line:

    # what Ana has
    4H 5H 6H 7H 8H 9H 2C
    KS, KD, KH
    dollars: 3H 3D      (or how many)
    hand: AS 9H
    morto: used         (or none, or unused)
    final move: yes
"""

from __future__ import annotations

import json
from typing import Any

from dealt.core.game import listed
from dealt.errors import ParseError
from dealt.games.tranca.scoring import DECKS, MORTOS, MOST_DOLLARS, read_cards

KEYS = ("sequences", "dollars", "hand", "morto", "final_move", "decks")
SPOKEN = {key.replace("_", " "): key for key in KEYS[1:]}
TRUTHS = {"yes": True, "y": True, "true": True, "no": False, "n": False, "false": False}


def read_round(text: str) -> dict[str, Any]:
    """What a text says, as arguments of `scoring.score`.

    Raises:
        ParseError: the text says nothing, or something that cannot be read; as typed, with the
            number of the line.
    """
    if text.lstrip().startswith(("{", "[")):
        return _from_json(text)
    said: dict[str, Any] = {"sequences": []}
    lines: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        try:
            _read_line(line.partition("#")[0].strip(), number, said, lines)
        except ParseError as error:
            raise ParseError(f"line {number}: {error}") from None
    if not lines and not said["sequences"]:
        raise ParseError("nothing in it; write one sequence a line, such as 4H 5H 6H")
    return said


def read_amount(text: str) -> int | tuple[str, ...]:
    """Dollars as people say them: how many, or which.

    Raises:
        ParseError: neither a number nor cards.
    """
    if text.isascii() and text.isdigit():
        if len(text) > len(str(MOST_DOLLARS)):
            raise ParseError(f"the number of dollars is not one from 0 to {MOST_DOLLARS}")
        return int(text)
    return read_cards(text)


def _read_line(line: str, number: int, said: dict[str, Any], lines: dict[str, int]) -> None:
    """Put what a line says into `said`, and where into `lines`."""
    if not line:
        return
    name, colon, value = (part.strip() for part in line.partition(":"))
    if not colon:
        said["sequences"].append(read_cards(line))
        return
    spoken = " ".join(name.lower().replace("_", " ").split())
    if spoken not in SPOKEN:
        known = ", ".join(f"{known}:" for known in SPOKEN)
        raise ParseError(f"unknown entry {name[:20]!r}; there are {known} and lines of cards")
    key = SPOKEN[spoken]
    if key in lines:
        raise ParseError(f"{spoken} is in line {lines[key]} already; say it once")
    lines[key] = number
    said[key] = _value(key, value)


def _value(key: str, text: str) -> Any:
    """What is behind the colon."""
    if key == "dollars":
        return read_amount(text)
    if key == "hand":
        return read_cards(text)
    word = text.lower()
    if key == "morto":
        if word not in MORTOS:
            raise ParseError(f"morto is {text[:20]!r}; it can be {listed(MORTOS, 'or')}")
        return word
    if key == "final_move":
        if word not in TRUTHS:
            raise ParseError(f"final move is {text[:20]!r}; it can be yes or no")
        return TRUTHS[word]
    if word not in map(str, DECKS):
        raise ParseError(f"decks is {text[:20]!r}; it can be 2 or 3")
    return int(word)


def _from_json(text: str) -> dict[str, Any]:
    """What a JSON object says; the values are checked where they are scored."""
    try:
        data = json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise ParseError(f"no JSON in line {error.lineno}: {error.msg}") from None
    except ParseError:
        raise
    except (ValueError, RecursionError):
        raise ParseError("no JSON of a round: a number too long, or lists too deep") from None
    if not isinstance(data, dict):
        raise ParseError('a list; write an object such as {"sequences": [["4H", "5H", "6H"]]}')
    for key in data:
        if key not in KEYS:
            raise ParseError(f"unknown entry {key[:20]!r}; there are {', '.join(KEYS)}")
    if not data:
        raise ParseError("nothing in it; it needs at least one of " + ", ".join(KEYS))
    return {"sequences": [], **data}


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names differ."""
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ParseError(f"entry {twice[:20]!r} is there twice")
    return made
