"""Penney's game: `scoring_steps` written out as long functions for numba.

That module defines how choices are matched and how a pair of choices is scored, for any kind of
vector. Here that is run once with vectors that only record what is done to them; the record becomes
functions of a few hundred statements without branches or calls. The compiler turns their loop over
`_LANES` words of 64 decks each into vector instructions.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from dealt.core.chance import Words, ones
from dealt.core.compiled import compiled, written
from dealt.core.fields import Numbers
from dealt.penney import scoring_steps
from dealt.penney.decks import CARDS, fill

if TYPE_CHECKING:
    from collections.abc import Callable

    from dealt.penney.decks import Decks

_LANES = 32
WORD = 64  # decks in a word
_BATCH = _LANES * WORD  # decks that are scored together
_CACHE_LINE = 64  # bytes

# how the bits of 64 words are swapped to turn rows into columns: halves, quarters, ... single bits
_SWAPS = (
    0x00000000FFFFFFFF,
    0x0000FFFF0000FFFF,
    0x00FF00FF00FF00FF,
    0x0F0F0F0F0F0F0F0F,
    0x3333333333333333,
    0x5555555555555555,
)


class _Paper:
    """A recorder of statements, each with a name of its own."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def step(self, expression: str) -> _Name:
        """Record an expression as a new vector."""
        name = f"v{len(self.lines)}"
        self.lines.append(f"{name} = {expression}")
        return _Name(self, name)

    def read(self, array: str, row: int) -> _Name:
        """A vector from a row of an array."""
        return self.step(f"{array}[{row * _LANES} + lane]")

    def write(self, array: str, row: int, vector: _Name) -> None:
        """Put a vector into a row of an array."""
        self.lines.append(f"{array}[{row * _LANES} + lane] = {vector.name}")

    def function(self, name: str, arguments: str) -> str:
        """The text of a function with all recorded statements for each lane."""
        body = "\n".join(f"        {line}" for line in self.lines)
        return f"def {name}({arguments}):\n    for lane in range({_LANES}):\n{body}\n"


class _Name:
    """A recorded vector."""

    def __init__(self, paper: _Paper, name: str) -> None:
        self.paper = paper
        self.name = name

    def __and__(self, other: _Name) -> _Name:
        return self.paper.step(f"{self.name} & {other.name}")

    def __or__(self, other: _Name) -> _Name:
        return self.paper.step(f"{self.name} | {other.name}")

    def __xor__(self, other: _Name) -> _Name:
        return self.paper.step(f"{self.name} ^ {other.name}")

    def __invert__(self) -> _Name:
        return _Name(self.paper, f"~{self.name}")


def _source(length: int) -> str:
    """The text of the long functions for choices of one length.

    All arrays are flat, with _LANES words per row. `find(cards, found)` reads the cards of one
    window, the last one in row 0, and writes a row for each choice; `outcome(first, second,
    results)` reads a row for each window of two choices and writes one for each of
    `scoring_steps.RESULTS`.
    """
    windows = range(CARDS - length + 1)
    finding = _Paper()
    cards = [finding.read("cards", place) for place in reversed(range(length))]
    for choice, (match,) in enumerate(scoring_steps.matches(cards, length)):
        finding.write("found", choice, match)
    scoring = _Paper()
    first = [scoring.read("first", window) for window in windows]
    second = [scoring.read("second", window) for window in windows]
    for place, result in enumerate(scoring_steps.outcome(first, second, length)):
        scoring.write("results", place, result)
    find = finding.function("find", "cards, found")
    return f"{find}\n\n{scoring.function('outcome', 'first, second, results')}"


# --- what is compiled -----------------------------------------------------------------------------


def find(cards: Numbers, occurrences: Numbers) -> None:
    """Placeholder for the long function of this name, see `_source`."""
    raise TypeError("the long function has not been put in place")


def outcome(first: Numbers, second: Numbers, results: Numbers) -> None:
    """Placeholder for the long function of this name, see `_source`."""
    raise TypeError("the long function has not been put in place")


def _transpose(rows: Any, masks: Numbers) -> None:
    """Transpose each square of 64 x 64 bits: bit j of row i becomes bit i of row j.

    Args:
        rows: 64 rows of _LANES words; a lane is a square.
        masks: masks of _SWAPS, unsigned.
    """
    for step in range(len(masks)):
        width = WORD >> (step + 1)
        for row in range(WORD):
            if row & width == 0:
                for lane in range(_LANES):
                    low, high = rows[row, lane], rows[row + width, lane]
                    swapped = ((low >> width) ^ high) & masks[step]
                    rows[row + width, lane] = high ^ swapped
                    rows[row, lane] = low ^ (swapped << width)


def _find_all(rows: Any, window_matches: Numbers, occurrences: Any) -> None:
    """Write where each choice matches.

    Args:
        rows: the cards of a deck, one row each, the last card in row 0.
        window_matches: scratch for the matches of one window.
        occurrences: for each choice, _LANES words for each window.
    """
    cards = rows.ravel()
    windows = occurrences.shape[1] // _LANES
    for window in range(windows):
        find(cards[(windows - 1 - window) * _LANES :], window_matches)
        for choice in range(len(occurrences)):
            for lane in range(_LANES):
                occurrences[choice, window * _LANES + lane] = window_matches[choice * _LANES + lane]


def _score_batch(
    rows: Any,
    masks: Numbers,
    window_matches: Numbers,
    occurrences: Any,
    valid: Numbers,
    results: Any,
    counts: Any,
) -> None:
    """Add the results of one batch of decks, one deck in each word of `rows`, to `counts`.

    Args:
        rows: the decks; they are overwritten with vectors.
        masks: masks of _SWAPS.
        window_matches: scratch for the matches of one window, see `_find_all`.
        occurrences: scratch for all matches.
        valid: in each lane, the rows that hold a deck.
        results: scratch for the results of a pair.
        counts: a row for each pair, a column for each result.
    """
    _transpose(rows, masks)
    _find_all(rows, window_matches, occurrences)
    pair = 0
    for low in range(len(occurrences)):
        for high in range(low + 1, len(occurrences)):
            outcome(occurrences[low], occurrences[high], results.ravel())
            for result in range(len(results)):
                decks = 0
                for lane in range(_LANES):
                    decks += ones(results[result, lane] & valid[lane])
                counts[pair, result] += decks
            pair += 1


def score_all(
    words: Numbers,
    n: int,
    rows: Any,
    masks: Numbers,
    window_matches: Numbers,
    occurrences: Any,
    valid: Numbers,
    results: Any,
    counts: Any,
) -> None:
    """Add the results of the first `n` decks of `words` to `counts`."""
    flat = rows.ravel()
    for at in range(0, n, _BATCH):
        decks = min(_BATCH, n - at)
        for place in range(decks):
            flat[place] = words[at + place]
        for lane in range(_LANES):
            valid[lane] = 0
            for _ in range((decks - lane + _LANES - 1) // _LANES):
                valid[lane] = valid[lane] << 1 | 1
        _score_batch(rows, masks, window_matches, occurrences, valid, results, counts)


def _play_all(
    rng: Words,
    seed: int,
    first: int,
    n: int,
    block: Numbers,
    words: Numbers,
    rows: Any,
    masks: Numbers,
    window_matches: Numbers,
    occurrences: Any,
    valid: Numbers,
    results: Any,
    counts: Any,
) -> None:
    """Deal decks first to first + n - 1 of a seed and add their results to `counts`."""
    for at in range(0, n, len(words)):
        some = min(len(words), n - at)
        fill(rng, seed, first + at, some, block, words)
        score_all(words, some, rows, masks, window_matches, occurrences, valid, results, counts)


@cache
def drivers(length: int) -> dict[str, Callable[..., Any]]:
    """The compiled functions for choices of one length."""
    long = written(f"penney_{length}", _source(length))
    instead = {find: long.find, outcome: long.outcome}
    return compiled({"score": score_all, "play": _play_all}, {}, instead=instead)


def _room(length: int) -> tuple[Any, ...]:
    """The scratch arrays of the compiled functions for one thread each; the last has counts."""
    import numpy as np

    choices = 1 << length
    masks = _aligned(len(_SWAPS))
    masks[:] = _SWAPS
    return (
        _aligned(WORD, _LANES),
        masks,
        _aligned(choices * _LANES),
        _aligned(choices, (CARDS - length + 1) * _LANES),
        _aligned(_LANES),
        _aligned(len(scoring_steps.RESULTS), _LANES),
        np.zeros((len(scoring_steps.pairs(length)), len(scoring_steps.RESULTS)), np.int64),
    )


def _aligned(*shape: int) -> Any:
    """An array of words aligned to a cache line, so that no vector crosses two."""
    import numpy as np

    size = int(np.prod(shape)) * 8
    room = np.zeros(size + _CACHE_LINE, np.uint8)
    start = -room.ctypes.data % _CACHE_LINE
    return room[start : start + size].view(np.uint64).reshape(shape)


def score_words(words: Decks, length: int) -> Any:
    """The results of decks: a row for each of `scoring_steps.pairs`, a column for each result."""
    arrays = _room(length)
    drivers(length)["score"](words, len(words), *arrays)
    return arrays[-1]


def play_decks(seed: int, first: int, n: int, length: int) -> Any:
    """The same for decks first to first + n - 1 of a seed, which are not stored."""
    import numpy as np

    arrays = _room(length)
    rng, block, words = (np.zeros(size, np.uint64) for size in (2, WORD, _BATCH))
    drivers(length)["play"](rng, seed, first, n, block, words, *arrays)
    return arrays[-1]
