"""Penney's game: decks by the billion, one deck per word.

A deck of 26 red and 26 black cards is a number of 52 binary digits: the first card is the highest
digit, red is 0 and black is 1. Words here are unsigned; arrays of them are `uint64`.

Deck i of seed k is a pure function of (k, i), and each of the C(52, 26) orders is exactly as likely
as any other: random words of 52 digits are drawn until one has 26 black cards. Every 64 decks have
their own stream of random numbers, so any deck can be computed without those before it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from dealt.core.chance import DECKS, GAMMA, WORD, Words, check_seed, mixed, new_rng, ones, start
from dealt.core.compiled import compiled, has_numba
from dealt.core.fields import Numbers
from dealt.errors import SetupError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Decks = NDArray[np.uint64]

CARDS = 52
BLACKS = 26
_SPARE = 64 - CARDS
BLOCK = 64  # decks that share a stream of random numbers
_LAST_SEED = (1 << 32) - 1  # of the document's decks


def _fill_block(rng: Words, seed: int, number: int, words: Numbers, at: int) -> None:
    """Write decks 64 * number to 64 * number + 63 of `seed` to `words`, from index `at` on."""
    start(rng, seed, number, DECKS)
    counter = rng[0]
    end = at + BLOCK
    while at < end:
        counter = (counter + GAMMA) & WORD
        words[at] = mixed(counter) >> _SPARE
        if ones(words[at]) == BLACKS:
            at += 1


def fill(rng: Words, seed: int, first: int, n: int, block: Numbers, words: Numbers) -> None:
    """Write decks first to first + n - 1 of `seed` to `words`; `block` is scratch for 64."""
    at = 0
    while at < n:
        number = (first + at) // BLOCK
        skipped = first + at - number * BLOCK
        if skipped == 0 and n - at >= BLOCK:
            _fill_block(rng, seed, number, words, at)
            at += BLOCK
        else:
            _fill_block(rng, seed, number, block, 0)
            for place in range(skipped, min(BLOCK, skipped + n - at)):
                words[at] = block[place]
                at += 1


def deal(seed: int, first: int, n: int, *, fast: bool | None = None) -> Decks:
    """Decks first to first + n - 1 of a seed.

    Args:
        seed: 0 to 2**63 - 1.
        first: 0 to 2**62.
        n: number of decks.
        fast: use compiled play; by default if numba is installed. The decks are the same.

    Raises:
        SetupError: the seed is out of range, or a number is below 0.
    """
    import numpy as np

    seed = check_seed(seed)
    check_numbers(first=first, decks=n)
    words = np.zeros(n, np.uint64)
    if has_numba() if fast is None else fast:
        _driver()(np.zeros(2, np.uint64), seed, first, n, np.zeros(BLOCK, np.uint64), words)
    else:
        plain = [0] * n
        fill(new_rng(), seed, first, n, [0] * BLOCK, plain)
        words[:] = plain
    return words


def check_numbers(**numbers: int) -> None:
    """Raise SetupError if a number is negative or too large to count with."""
    for name, number in numbers.items():
        if not 0 <= number <= 1 << 62:
            raise SetupError(
                "{what} {n}: must be a whole number from 0 to 2**62", what=name, n=number
            )


@cache
def _driver() -> Any:
    """The compiled `fill`."""
    return compiled({"fill": fill}, {})["fill"]


# --- the document's own decks ---------------------------------------------------------------------


def original(seed: int, n: int) -> Decks:
    """The decks of the original document's file number `seed`, bit for bit.

    It calls `numpy.random.seed` and `numpy.random.shuffle`, whose streams NumPy has frozen.

    Args:
        seed: 0 to 2**32 - 1; the document's files count from 1.
        n: number of decks; the document's files have 10,000.

    Raises:
        SetupError: the seed is out of range, or a number is below 0.
    """
    import numpy as np

    check_numbers(decks=n)
    if not 0 <= seed <= _LAST_SEED:
        raise SetupError(
            "seed {n}: the original generator takes 0 to {most}", n=seed, most=_LAST_SEED
        )
    cards = np.zeros((n, CARDS), np.uint8)
    cards[:, BLACKS:] = 1
    shuffle = np.random.RandomState(seed).shuffle
    for deck in cards:
        shuffle(deck)
    return words_of(cards)


# --- cards, words and bytes -----------------------------------------------------------------------


def words_of(cards: NDArray[Any]) -> Decks:
    """Decks as words, given an array of shape (decks, 52) of 0 (red) and 1 (black)."""
    import numpy as np

    wide = np.zeros((len(cards), 64), np.uint8)
    wide[:, _SPARE:] = cards
    return np.packbits(wide, axis=1).view(">u8")[:, 0].astype(np.uint64)


def cards_of(words: Decks) -> NDArray[np.uint8]:
    """The cards of decks, shape (decks, 52), in drawing order, 0 red and 1 black."""
    import numpy as np

    wide = np.unpackbits(words.astype(">u8")[:, None].view(np.uint8), axis=1)
    return wide[:, _SPARE:]


def pack(words: Decks) -> bytes:
    """Decks with 52 bits each and no gaps, two in 13 bytes; the last byte is padded with zeros."""
    import numpy as np

    return np.packbits(cards_of(words)).tobytes()
