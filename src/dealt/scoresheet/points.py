"""Points as people type them: one number, or one line for several sides.

What is not a number, a side or in range raises ScoreError.

>>> read_points("1,625"), read_points("\u221285")
(1625, -85)
>>> read_line("500 300", ["Ana", "Bob"])
(500, 300)
>>> read_named("bob -85", ["Ana", "Bob"])
{'Bob': -85}
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dealt.errors import ScoreError
from dealt.language import Phrase, message_n, say
from dealt.language import number as numeral
from dealt.nearest import or_nearest, same

MOST_POINTS = 99_999
_LONGEST_NUMBER = 20  # letters; longer ones are far too large
NUMBER = re.compile(r"[+-]?([0-9]+|[1-9][0-9]{0,2}((,[0-9]{3})+|(\.[0-9]{3})+))")
# one number with a blank between its thousands, such as 1 625: points of a round end in 0 or 5
SPACED = re.compile(r"[+-]?[1-9]?[1-46-9] [0-9]{3}")
BETWEEN = re.compile(r"\s*;\s*|,\s+")  # between sides; a comma in a number has no blank after it
DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63"  # what keyboards give for a minus
_FULL_WIDTH = range(0xFF01, 0xFF5F)  # as keyboards of East Asia give it; the same order as in ASCII
PLAIN = {ord(dash): "-" for dash in DASHES} | {n: n - 0xFEE0 for n in _FULL_WIDTH}


def example(sides: int) -> str:
    """An example line with points for this many sides."""
    return " ".join(["500", "300", "-85", "120", "60", "45"][:sides])


def read_line(text: str, sides: Sequence[str]) -> tuple[int, ...] | None:
    """The points of all sides: `500 300` or `1,625, -85`; None for fewer than two numbers."""
    words = [word.rstrip(",;") for word in _plain(text).split()]
    is_line = len(words) > 1 and all(NUMBER.fullmatch(word) for word in words)
    if not is_line or SPACED.fullmatch(" ".join(words)):
        return None
    points = tuple(map(read_points, words))
    if len(points) != len(sides):
        raise ScoreError(
            message_n(
                "{count} numbers for 1 side: enter the points of {names}",
                "{count} numbers for {n} sides: enter one for each of {names}",
            ),
            n=len(sides), count=len(points), names=", ".join(sides),
        )  # fmt: skip
    return points


def read_named(text: str, sides: Sequence[str]) -> dict[str, int] | None:
    """The points of named sides, such as `Ana 450` or `an 450, Bob -85`; None for other lines."""
    points = {}
    for part in BETWEEN.split(_plain(text)):
        name, _, number = part.rpartition(" ")
        name = name.strip(" :=")
        if not name or not NUMBER.fullmatch(number) or NUMBER.fullmatch(name):
            return None
        points[_side_called(name, sides)] = read_points(number)
    return points


def _side_called(name: str, sides: Sequence[str]) -> str:
    """The side of a name, or of its beginning."""
    exact = [side for side in sides if same(side) == same(name)]
    matching = exact or [side for side in sides if same(side).startswith(same(name))]
    if len(matching) == 1:
        return matching[0]
    facts = {"name": repr(name[:60]), "names": ", ".join(matching or sides)}
    if matching:
        raise ScoreError(Phrase("{name} can be any of {names}", facts))
    problem = Phrase("there is no side {name} here", facts)
    raise ScoreError(or_nearest(problem, name, sides, Phrase("the sides are {names}", facts)))


def read_points(text: str) -> int:
    """The points of a side."""
    most = numeral(MOST_POINTS)
    return read_number(
        text, (-MOST_POINTS, MOST_POINTS), say("points must be from -{most} to {most}", most=most)
    )


def read_number(text: str, allowed: tuple[int, int], problem: str) -> int:
    """A whole number, such as `1625`, `1,625`, `1.625` or `-85`.

    `problem` says what is allowed, from the least to the largest.
    """
    typed = _plain(text)
    if not NUMBER.fullmatch(typed):
        raise ScoreError(
            "{text} is not a number: enter one such as 1625 or -85", text=repr(text[:60])
        )
    if len(typed) <= _LONGEST_NUMBER:
        number = int(typed.replace(",", "").replace(".", ""))
        if allowed[0] <= number <= allowed[1]:
            return number
    excerpt = text[:_LONGEST_NUMBER] + "..." * (len(text) > _LONGEST_NUMBER)
    if typed.startswith("-") or typed.strip("+0,.") == "":
        raise ScoreError("{n} is too small; {told}", n=excerpt, told=problem)
    raise ScoreError("{n} is too large; {told}", n=excerpt, told=problem)


def _plain(text: str) -> str:
    """A text with plain signs and digits, without white space around it."""
    return text.translate(PLAIN).strip()
