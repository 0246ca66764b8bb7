"""The decks of the document's files: the Mersenne Twister and NumPy's legacy shuffle, in Python.

A file of seed k is `np.random.seed(k)` once, then for every deck `np.random.shuffle` of a fresh
array of 26 zeros (red) and 26 ones (black).
"""

from __future__ import annotations

from collections.abc import Iterator

WORDS = 624
MIDDLE = 397
LOW_32 = 0xFFFFFFFF
TOP_BIT = 0x80000000
LOW_31 = 0x7FFFFFFF
TWIST = 0x9908B0DF

RED_CARDS = 26
BLACK_CARDS = 26


class MersenneTwister:
    """MT19937 of Matsumoto and Nishimura, seeded with one number (`init_genrand`)."""

    def __init__(self, seed: int) -> None:
        if not 0 <= seed <= LOW_32:
            raise ValueError(f"a seed is an integer from 0 to 2**32 - 1, not {seed}")
        self.words = [seed]
        for place in range(1, WORDS):
            last = self.words[-1]
            self.words.append((1812433253 * (last ^ (last >> 30)) + place) & LOW_32)
        self.place = WORDS

    def _next_words(self) -> None:
        """All 624 words anew."""
        words = self.words
        for place in range(WORDS):
            joined = (words[place] & TOP_BIT) | (words[(place + 1) % WORDS] & LOW_31)
            words[place] = words[(place + MIDDLE) % WORDS] ^ (joined >> 1)
            if joined & 1:
                words[place] ^= TWIST
        self.place = 0

    def next_32(self) -> int:
        """The next output, 32 bits."""
        if self.place == WORDS:
            self._next_words()
        word = self.words[self.place]
        self.place += 1
        word ^= word >> 11
        word ^= (word << 7) & 0x9D2C5680
        word ^= (word << 15) & 0xEFC60000
        return word ^ (word >> 18)

    def up_to(self, highest: int) -> int:
        """A number from 0 to `highest`: outputs under the smallest mask until one fits.

        The highest may be anything that 32 bits hold; 0 uses no output.
        """
        if highest == 0:
            return 0
        mask = (1 << highest.bit_length()) - 1
        while (number := self.next_32() & mask) > highest:
            pass
        return number

    def shuffle(self, cards: list[int]) -> None:
        """`np.random.shuffle`: from the last place down, each card with one not behind it."""
        for place in range(len(cards) - 1, 0, -1):
            other = self.up_to(place)
            cards[place], cards[other] = cards[other], cards[place]


def original_deck_stream(seed: int) -> Iterator[tuple[int, ...]]:
    """The decks of the file of this seed, without end."""
    twister = MersenneTwister(seed)
    while True:
        deck = [0] * RED_CARDS + [1] * BLACK_CARDS
        twister.shuffle(deck)
        yield tuple(deck)
