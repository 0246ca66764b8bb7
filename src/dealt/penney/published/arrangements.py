"""Penney's game: the ways to read a published table whose form is ambiguous.

Wins may be those of the row or of the column, rows and columns may run in opposite orders, and
unnamed choices may be counted from either end of their colours. All readings are compared with the
exact odds. Among those that fit about equally well, the simplest comes first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from dealt.language import message, say
from dealt.penney.misreadings import chances
from dealt.penney.published.claims import DRAW, RESULTS, Entry, Table

ENOUGH = 1000  # decks assumed when comparing how well ways fit
LEAST = 1e-6  # variance of a number whose chance is 0 or 1
FAR = 1e4  # largest square of z that counts
NEARLY = 1.5  # ways up to this factor from the best one are as good
SLACK = 0.02  # mean squares of z below this are equal
STRANGE = 4.0  # how much better a rare order must fit
MOST = 6  # ways that are tried
_MORE = 4  # ways tried that do not fit well

NAMES = {
    ("tricks", "win"): message("wins by tricks"),
    ("tricks", "draw"): message("draws by tricks"),
    ("tricks", "loss"): message("losses by tricks"),
    ("cards", "win"): message("wins by cards"),
    ("cards", "draw"): message("draws by cards"),
    ("cards", "loss"): message("losses by cards"),
}

Order = tuple[int, ...]
Key = tuple[str, str]  # a scoring and a result


@dataclass(frozen=True)
class Arrangement:
    """The way to find choices from places in a matrix.

    Attributes:
        is_transposed: whether the wins are those of the column.
        is_reversed: whether rows and columns run in opposite orders.
        order: the choice at each index of a row or column.
        text: what is unusual about the order, as a message.
    """

    is_transposed: bool = False
    is_reversed: bool = False
    order: Order = ()
    text: str = ""

    def pair(self, row: int, column: int, size: int) -> tuple[int, int]:
        """My choice and the other's, for a number in a matrix of this size."""
        both = (size - 1 - row if self.is_reversed else row, column)
        if self.is_transposed:
            both = both[::-1]
        return (self.order[both[0]], self.order[both[1]]) if self.order else both

    @property
    def texts(self) -> list[str]:
        """Clauses that describe it."""
        texts = [
            say("rows are the opponent's choices, columns mine")
            if self.is_transposed
            else say("rows are my choices")
        ]
        if self.is_reversed:
            texts.append(say("rows and columns run in opposite orders"))
        if self.text:
            texts.append(say(self.text))
        return texts


@dataclass(frozen=True, eq=False)
class _Way:
    """A way to read a table.

    Attributes:
        source: the table.
        arranged: how the matrix of each scoring and result is read.
        error: its distance from the exact odds: a mean square of z.
    """

    source: Table
    arranged: Mapping[Key, Arrangement]
    error: float

    @property
    def is_plain(self) -> bool:
        """Whether its order of choices is common."""
        return not any(arrangement.text for arrangement in self.arranged.values())

    @cached_property
    def table(self) -> Table:
        """The table read this way, with a note on each ambiguity."""
        numbers = {}
        for (by, row, column, result), number in self.source.numbers.items():
            pair = self.arranged[by, result].pair(row, column, 1 << self.source.length)
            numbers[by, *pair, result] = number
        notes = (*self.source.notes, *_notes(self.source, self.arranged))
        return replace(self.source, numbers=numbers, notes=notes, others=())


def ways(table: Table, red: int, black: int) -> list[_Way]:
    """The plausible ways to read a table and its `others`, the simplest first.

    Returns:
        At least one; first those that fit nearly as well as the best, far-fetched ones last.
    """
    tables = (table, *table.others)
    far = [each for each in tables if each.is_far_fetched]
    arrangements = [way for each in tables if each not in far for way in _ways_of(each, red, black)]
    last = sorted((way for each in far for way in _ways_of(each, red, black)), key=_error_of)
    if not arrangements:
        return last[: MOST + _MORE]
    least = min(way.error for way in arrangements)
    plain = min((way.error for way in arrangements if way.is_plain), default=least)
    least = plain if plain <= STRANGE * least else least
    near = [way for way in arrangements if way.error <= NEARLY * least + SLACK]
    usual = [way for way in near if way.is_plain] or near
    rest = sorted((way for way in arrangements if way not in usual), key=_error_of)
    return [*[*usual[:MOST], *rest][: MOST + _MORE], *last[:_MORE]]


def _error_of(way: _Way) -> float:
    return way.error


def _ways_of(table: Table, red: int, black: int) -> Iterator[_Way]:
    """All arrangements of one table: one for all its numbers, or the best for each."""
    parts: dict[Key, list[Entry]] = defaultdict(list)
    for entry in table.everything:
        parts[entry.by, entry.result].append(entry)
    options = _arrangements(table, is_even=red == black)
    errors = {
        (key, at): _error(entries, option, table.length, red, black)
        for key, entries in parts.items()
        for at, option in enumerate(options)
    }
    size = len(table.numbers) or 1

    def way(chosen: Mapping[Key, int]) -> _Way:
        error = sum(errors[key, at] for key, at in chosen.items()) / size
        return _Way(table, {key: options[at] for key, at in chosen.items()}, error)

    def best(keys: list[Key]) -> int:
        return min(range(len(options)), key=lambda at: sum(errors[key, at] for key in keys))

    same = [way(dict.fromkeys(parts, at)) for at in range(len(options))]
    yield from same
    draws = [key for key in parts if key[1] == DRAW]
    others = [key for key in parts if key[1] != DRAW]
    apart = {**dict.fromkeys(others, best(others)), **dict.fromkeys(draws, best(draws))}
    alone = {key: best([key]) for key in parts}
    least = min(each.error for each in same)
    for chosen in (apart, alone):
        other = way(chosen)
        if other.error < least / NEARLY - SLACK / size:
            yield other
            least = other.error


def _arrangements(table: Table, *, is_even: bool) -> list[Arrangement]:
    """The arrangements that the form of a table allows, the plainest first."""
    orders = [((), "")] if table.is_named else list(_orders(table.length, is_even=is_even))
    return [
        Arrangement(is_transposed, is_reversed, order, text)
        for order, text in orders
        for is_reversed in ([False] if table.is_aligned else [False, True])
        for is_transposed in ([False] if table.is_oriented else [False, True])
    ]


_REVERSED_COLOURS = message("choices are counted with their last colour first: RRR, BRR, RBR, ...")
_BY_BLACKS = message("choices are sorted by their number of black cards")
_FROM_BLACK = message("choices from BBB to RRR")


def _orders(length: int, *, is_even: bool) -> Iterator[tuple[Order, str]]:
    """The orders in which people count choices, one for each symmetry."""
    size = 1 << length
    last_first = tuple(int(f"{choice:0{length}b}"[::-1], 2) for choice in range(size))
    by_blacks = tuple(sorted(range(size), key=lambda choice: (choice.bit_count(), choice)))
    falling = tuple(sorted(range(size), key=lambda choice: (choice.bit_count(), -choice)))
    yield (), ""
    if not is_even:
        yield tuple(reversed(range(size))), _FROM_BLACK
    for order, text in (
        (last_first, _REVERSED_COLOURS),
        (by_blacks, _BY_BLACKS),
        (falling, _BY_BLACKS),
    ):
        yield order, text
        if not is_even:
            yield tuple(size - 1 - choice for choice in order), text


def _error(
    entries: Sequence[Entry], arrangement: Arrangement, length: int, red: int, black: int
) -> float:
    """The sum of squared z of an arranged matrix, as if of a thousand decks."""
    exact = chances(entries[0].by, length, red, black)
    result = RESULTS.index(entries[0].result)
    total = 0.0
    for entry in entries:
        pair = arrangement.pair(entry.choice, entry.other, 1 << length)
        if pair[0] != pair[1]:
            chance = exact[pair][result]
            off = max(0.0, abs(entry.chance - chance) - entry.half)
            total += min(FAR, off * off * ENOUGH / max(chance * (1 - chance), LEAST))
    return total


def _notes(table: Table, arranged: Mapping[Key, Arrangement]) -> list[str]:
    """Notes on how a table was read, where its form is ambiguous."""
    if table.is_oriented and table.is_aligned and table.is_named or not arranged:
        return []
    each = list(dict.fromkeys(arranged.values()))
    if len(each) == 1:
        return [say("Read so that it fits best: {how}.", how="; ".join(each[0].texts))]
    notes = []
    for arrangement in each:
        names = [say(NAMES[key]) for key, chosen in arranged.items() if chosen == arrangement]
        texts = "; ".join(arrangement.texts)
        notes.append(
            say("Read so that it fits best, {names}: {how}.", names=", ".join(names), how=texts)
        )
    return notes
