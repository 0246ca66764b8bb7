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
SPARE = 64 - CARDS
BLOCK = 64  # decks that share a stream of random numbers

# the generator of the document's files: MT19937 as NumPy's `seed` and `shuffle` of old use it
MT_WORDS = 624
MT_MIDDLE = 397
MT_TWIST = 0x9908B0DF
HIGH_BIT = 0x80000000
LOW_BITS = 0x7FFFFFFF
WORD32 = 0xFFFFFFFF


def _fill_block(rng: Words, seed: int, number: int, words: Numbers, at: int) -> None:
    """Write decks 64 * number to 64 * number + 63 of `seed` to `words`, from index `at` on."""
    start(rng, seed, number, DECKS)
    counter = rng[0]
    end = at + BLOCK
    while at < end:
        counter = (counter + GAMMA) & WORD
        words[at] = mixed(counter) >> SPARE
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
        _drivers()["fill"](
            np.zeros(2, np.uint64), seed, first, n, np.zeros(BLOCK, np.uint64), words
        )
    else:
        plain = [0] * n
        fill(new_rng(), seed, first, n, [0] * BLOCK, plain)
        words[:] = plain
    return words


def check_numbers(**numbers: int) -> None:
    """Raise SetupError if one of these is below 0 or too large to count with."""
    for name, number in numbers.items():
        if not 0 <= number <= 1 << 62:
            raise SetupError(
                "{what} {n}: must be a whole number from 0 to 2**62", what=name, n=number
            )


@cache
def _drivers() -> dict[str, Any]:
    """The compiled functions of this module."""
    return compiled({"fill": fill, "original": _fill_original}, {})


# --- the document's own decks ---------------------------------------------------------------------


def _seed_twister(state: Numbers, seed: int) -> None:
    """Set the 624 words of the generator from a seed below 2**32."""
    state[0] = seed
    for i in range(1, MT_WORDS):
        before = state[i - 1]
        state[i] = (1812433253 * (before ^ (before >> 30)) + i) & WORD32


def _twist(state: Numbers) -> None:
    """Compute the next 624 words."""
    for i in range(MT_WORDS):
        after = i + 1 if i + 1 < MT_WORDS else 0
        middle = i + MT_MIDDLE if i + MT_MIDDLE < MT_WORDS else i + MT_MIDDLE - MT_WORDS
        y = (state[i] & HIGH_BIT) | (state[after] & LOW_BITS)
        state[i] = state[middle] ^ (y >> 1) ^ (y & 1) * MT_TWIST


def _tempered(y: int) -> int:
    """A word of the generator as it is output."""
    y ^= y >> 11
    y ^= (y << 7) & 0x9D2C5680
    y ^= (y << 15) & 0xEFC60000
    return y ^ (y >> 18)


def _fill_original(state: Numbers, seed: int, deck: Numbers, n: int, words: Numbers) -> None:
    """Write the first `n` decks of an original file; `state` and `deck` are scratch.

    Each deck starts as 26 red and 26 black cards and is shuffled from the end: the card at index i
    is swapped with one at a random index from 0 to i, drawn again while it is larger than i.
    """
    _seed_twister(state, seed)
    used = MT_WORDS
    for number in range(n):
        for card in range(CARDS):
            deck[card] = card // BLACKS
        mask = 63
        for i in range(CARDS - 1, 0, -1):
            if i <= mask >> 1:
                mask >>= 1
            other = i + 1
            while other > i:
                if used == MT_WORDS:
                    _twist(state)
                    used = 0
                other = _tempered(state[used]) & mask
                used += 1
            card = deck[i]
            deck[i] = deck[other]
            deck[other] = card
        word = 0
        for card in range(CARDS):
            word = word << 1 | deck[card]
        words[number] = word


def original(seed: int, n: int, *, fast: bool | None = None) -> Decks:
    """The decks that the original document's program writes into file number `seed`, bit for bit.

    Args:
        seed: 0 to 2**32 - 1; the document's files count from 1.
        n: number of decks; the document's files have 10,000.
        fast: use compiled play; by default if numba is installed. The decks are the same.

    Raises:
        SetupError: the seed is out of range, or a number is below 0.

    Source: MT19937, Matsumoto and Nishimura (1998), seeded and used as by `numpy.random.seed` and
    `numpy.random.shuffle`, whose streams NumPy has frozen.
    """
    import numpy as np

    check_numbers(decks=n)
    if not 0 <= seed <= WORD32:
        raise SetupError("seed {n}: the original generator takes 0 to {most}", n=seed, most=WORD32)
    words = np.zeros(n, np.int64)
    if has_numba() if fast is None else fast:
        state, deck = np.zeros(MT_WORDS, np.int64), np.zeros(CARDS, np.int64)
        _drivers()["original"](state, seed, deck, n, words)
    else:
        plain = [0] * n
        _fill_original([0] * MT_WORDS, seed, [0] * CARDS, n, plain)
        words[:] = plain
    return words.astype(np.uint64)


# --- cards, words and bytes -----------------------------------------------------------------------


def words_of(cards: NDArray[Any]) -> Decks:
    """Decks as words, given an array of shape (decks, 52) of 0 (red) and 1 (black)."""
    import numpy as np

    wide = np.zeros((len(cards), 64), np.uint8)
    wide[:, SPARE:] = cards
    return np.packbits(wide, axis=1).view(">u8")[:, 0].astype(np.uint64)


def cards_of(words: Decks) -> NDArray[np.uint8]:
    """The cards of decks, shape (decks, 52), in drawing order, 0 red and 1 black."""
    import numpy as np

    wide = np.unpackbits(words.astype(">u8")[:, None].view(np.uint8), axis=1)
    return wide[:, SPARE:]


def pack(words: Decks) -> bytes:
    """Decks with 52 bits each and no gaps, two in 13 bytes; the last byte is padded with zeros."""
    import numpy as np

    return np.packbits(cards_of(words)).tobytes()
