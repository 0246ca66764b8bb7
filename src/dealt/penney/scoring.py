"""Penney's game: scoring many decks at once, with `scoring_steps`, plain or compiled."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

from dealt.core.compiled import has_numba
from dealt.games.penney.choices import LENGTH
from dealt.games.penney.exact import check_length
from dealt.games.penney.tally import SCORINGS, Tally
from dealt.penney.decks import cards_of
from dealt.penney.scoring_kernels import score_words
from dealt.penney.scoring_steps import RESULTS, matches, outcome, pairs

if TYPE_CHECKING:
    from dealt.penney.decks import Decks

CHUNK = 1 << 15  # decks scored at once in plain scoring: vectors that fit a cache


def score(words: Decks, *, length: int = LENGTH, fast: bool | None = None) -> Tally:
    """Score decks for every pair of choices, by tricks and by cards.

    Args:
        words: decks, see `dealt.penney.decks`.
        length: colours in a choice, 2 to 6.
        fast: use compiled play; by default if numba is installed. The counts are the same.

    Raises:
        SetupError: the length is not allowed.
    """
    check_length(length)
    if has_numba() if fast is None else fast:
        return tally_of(score_words(words, length).ravel(), len(words), length)
    counts = [0] * len(RESULTS) * len(pairs(length))
    for at in range(0, len(words), CHUNK):
        _score_chunk(words[at : at + CHUNK], length, counts)
    return tally_of(counts, len(words), length)


def _score_chunk(words: Decks, length: int, counts: list[int]) -> None:
    """Add the results of some decks to `counts`, plain."""
    import numpy as np

    columns = np.packbits(cards_of(words).T, axis=1)
    cards = [int.from_bytes(column.tobytes()) for column in columns]
    unused = -len(words) % 8  # packing fills up with decks that are none
    valid = ((1 << len(words)) - 1) << unused
    occurrences = matches(cards, length)
    vectors = (outcome(occurrences[low], occurrences[high], length) for low, high in pairs(length))
    for place, vector in enumerate(chain.from_iterable(vectors)):
        counts[place] += (vector & valid).bit_count()


def tally_of(counts: Sequence[int], decks: int, length: int) -> Tally:
    """The counts of all ordered pairs, from the `RESULTS` of one of `pairs` after the other."""
    size = 1 << length
    by_tricks = [[0] * size for _ in range(size)]
    by_cards = [[0] * size for _ in range(size)]
    left = map(int, counts)
    for low, high in pairs(length):
        for table in (by_tricks, by_cards):
            table[low][high], table[high][low] = next(left), next(left)
    return Tally(decks, tuple(map(tuple, by_tricks)), tuple(map(tuple, by_cards)), length)


def counts_of(tally: Tally) -> list[int]:
    """The input of `tally_of`."""
    return [
        tally.won(by, *players)
        for low, high in pairs(tally.length)
        for by in SCORINGS
        for players in ((low, high), (high, low))
    ]
