"""What texts mean in published tables of Penney's game: names of columns, numbers, and choices."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import isfinite
from typing import NamedTuple

from dealt.errors import ParseError, StorageError
from dealt.games.penney.choices import LONGEST, SHORTEST, parse_choice
from dealt.games.penney.published import DRAW, LOSS, WIN
from dealt.games.penney.tally import CARDS, TRICKS
from dealt.language import say

MOST_DECKS = 10**15
NOTHING = {"", "-", "--", "nan", "null", "none", "na", "n/a", "x", "same"}

NUMBER = re.compile(r"\d+\.?\d*(e[+-]?\d+)?|\.\d+(e[+-]?\d+)?")
GROUPED = re.compile(r"\d{1,3}(,\d{3})+(\.\d+)?")
WITH_DRAWS = re.compile(r"([^()]*)\(([^()]*)\)")
DECKS_IN_TEXT = re.compile(r"(?<![a-z])n *[=_-]? *(\d{2,15})(?!\d)|(?<!\d)(\d{2,15})[ _-]*decks")

BY_WORDS = {TRICKS: {"trick", "tricks"}, CARDS: {"card", "cards"}}
TOTALS = {"total", "totals"}  # the cards, in contrast to tricks
RESULT_WORDS = {
    WIN: {"win", "wins", "won", "winner", "winning", "winrate", "winrates", "beats"},
    DRAW: {"draw", "draws", "drawn", "tie", "ties", "tied"},
    LOSS: {"loss", "losses", "lose", "loses", "lost", "losing"},
}
SHARES = {"percent", "percentage", "pct", "rate", "rates", "prob", "probs", "probability"}
SHARES |= {"probabilities", "chance", "chances", "share", "fraction", "winrate", "winrates"}
DECKS = {"n", "decks", "games", "simulations", "trials", "total"}
AROUND_DECKS = {"deck", "count", "counts", "number", "num", "of", "size", "scored", "played", "all"}
NUMBERED = {"p", "player", "seq", "sequence", "choice", "pattern", "combo"}  # and 1 or 2, a or b
FIRST = {"1", "one", "first", "me", "my", "mine", "a"}
SECOND = {"2", "two", "second", "opponent", "opponents", "opp", "other", "their", "b"}


class Raw(NamedTuple):
    """A number as it stands in a file."""

    value: float
    decimals: int
    is_percent: bool
    where: str


class Words(NamedTuple):
    """What the name of a column or a matrix says; empty where it says nothing."""

    by: str
    result: str
    player: int
    is_share: bool
    is_decks: bool


def words_of(text: str) -> Words:
    """What is meant by a name such as `p1_win%_tricks` or `Player 2 Wins (Cards)`."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).lower().replace("%", " percent ")
    words = re.findall(r"[a-z]+|\d+", spaced)
    plain = [w for w in words if w not in NUMBERED]
    said = set(plain)
    scorings = [by for by, meant in BY_WORDS.items() if said & meant]
    by = scorings[0] if len(scorings) == 1 else ""
    result = next((result for result, meant in RESULT_WORDS.items() if said & meant), "")
    if not scorings and result and said & TOTALS:
        by = CARDS
    player = next((1 if w in FIRST else 2 for w in plain if w in FIRST | SECOND), 0)
    is_share = bool(said & SHARES)
    if is_share and not result and by:
        result = WIN
    is_decks = bool(said & DECKS) and said <= DECKS | AROUND_DECKS
    return Words(by, result, player, is_share, is_decks)


def decks_in(text: str) -> int | None:
    """How many decks a title or a name of a file speaks of, such as `cards_n5000000`."""
    found = DECKS_IN_TEXT.search(re.sub(r"(?<=\d),(?=\d)", "", text.lower()))
    return int(found[1] or found[2]) or None if found else None


def number_of(text: str, where: str) -> Raw | None:
    """A number as people write it; None if there is none."""
    word = text.strip().strip("\"'").replace("\u00a0", "").replace("\u202f", "").strip()
    if word.lower() in NOTHING:
        return None
    is_percent = word.endswith("%")
    word = word.rstrip("% ").lower()
    if GROUPED.fullmatch(word):
        word = word.replace(",", "")
    if not NUMBER.fullmatch(word):
        wrong = say(
            "{where} has {given}, which is no number from 0 up", where=where, given=repr(text[:20])
        )
        raise StorageError(wrong)
    value = float(word)
    if not isfinite(value):
        wrong = say("{where} has {given}, which is too large", where=where, given=repr(text[:20]))
        raise StorageError(wrong)
    digits, _, exponent = word.partition("e")
    decimals = len(digits.partition(".")[2]) - int(exponent[:6] or 0)
    return Raw(value, max(0, decimals), is_percent, where)


def whole_of(text: str, where: str) -> int:
    """A number of decks."""
    raw = number_of(text, where)
    if raw is None or raw.value != int(raw.value) or not 1 <= raw.value <= MOST_DECKS:
        wrong = say(
            "{where} has {given}, which is no number of decks", where=where, given=repr(text[:20])
        )
        raise StorageError(wrong)
    return int(raw.value)


def choices_of(texts: Iterable[str]) -> tuple[list[int], int] | None:
    """Choices and their length, if all these texts are choices of one length.

    Zeros at the beginning may be lost, as where 001 was taken for a number.
    """
    words = [re.sub(r"[\s\[\]()'\"]", "", text) for text in texts]
    if not words or not all(words):
        return None
    if all(set(word) <= {"0", "1"} for word in words):
        longest = max(map(len, words))
        words = [word.zfill(longest) for word in words]
    try:
        found = [parse_choice(word) for word in words]
        letters = words[0].upper().replace("RED", "R").replace("BLACK", "B")
        length = sum(letter in "RB01" for letter in letters)
        for word in words:
            parse_choice(word, length)
    except ParseError:
        return None
    return (found, length) if SHORTEST <= length <= LONGEST else None


def is_cell(text: str) -> bool:
    """Whether a text is a number, two numbers, or nothing."""
    try:
        return bool(cell_of(text, ""))
    except StorageError:
        return False


def cell_of(text: str, where: str) -> tuple[Raw | None, Raw | None]:
    """The win and the draw in a cell such as `80(8)`."""
    both = WITH_DRAWS.fullmatch(text.strip().strip('"'))
    if both:
        return number_of(both[1], where), number_of(both[2], where)
    return number_of(text, where), None


def choice_of(text: str, length: int) -> int | None:
    """The choice at the beginning of a row."""
    found = choices_of([text])
    if found is None or found[1] != length:
        found = choices_of([text, "0" * length])
    return found[0][0] if found and found[1] == length else None
