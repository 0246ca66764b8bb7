"""Chance: the deck of game n of seed k is a pure function of (k, n).

A generator is two words, `rng[0]` and `rng[1]`: a list of int in plain play, an array of uint64 in
compiled play.  The first is the splitmix64 counter; in the second a signed count becomes an
unsigned word, because signed and unsigned numbers must never meet in one expression.  This module
and the decks of Penney's game, which are words of 52 bits, are the only places with unsigned 64-bit
arithmetic; everything it returns to a rule is signed.

Source: splitmix64, Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014);
bounded numbers by Lemire, "Fast random integer generation in an interval" (2019), which is exact.
"""

from collections.abc import MutableSequence
from typing import NamedTuple

from dealt.core.arguments import whole_number
from dealt.core.fields import Numbers
from dealt.language import message

WORD = 0xFFFFFFFFFFFFFFFF
HALF = 0xFFFFFFFF
GAMMA = 0x9E3779B97F4A7C15

# what a stream of random numbers is for: streams of one game never overlap by design
DECKS = 0
PLAYERS = 1
HIDDEN = 2
MATCHES = 3

MAX_SEED = (1 << 63) - 1

Words = MutableSequence[int]


def check_seed(seed: object) -> int:
    """Check a seed and return it.

    Raises:
        SetupError: not a whole number from 0 to MAX_SEED.
    """
    return whole_number(message("seed"), seed, 0, MAX_SEED)


def new_rng() -> Words:
    """A generator for plain play; `start` sets it."""
    return [0, 0]


def word(rng: Words) -> int:
    """The next 64 random bits; unsigned, so rules must not use it."""
    rng[0] = (rng[0] + GAMMA) & WORD
    return mixed(rng[0])


def mixed(z: int) -> int:
    """The 64 random bits of a counter; unsigned, like the counter."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
    return z ^ (z >> 31)


def ones(bits: int) -> int:
    """The number of 1 bits; a single machine instruction in compiled play."""
    return bits.bit_count()


def start(rng: Words, seed: int, game: int, use: int) -> None:
    """Set `rng` to the random stream of game number `game` of `seed`, for one `use`."""
    rng[0] = seed
    for part in (game, use):
        rng[1] = part
        rng[0] = (word(rng) + rng[1]) & WORD
    rng[0] = word(rng)


def below(rng: Words, n: int) -> int:
    """A random number from 0 to n - 1, all exactly equally likely; 1 <= n < 2**32."""
    rng[1] = n
    bound = rng[1]
    while True:
        product = (word(rng) >> 32) * bound
        low = product & HALF
        if low >= bound or low >= (HALF + 1) % bound:
            # by way of a float, which makes the word signed in compiled play; exact below 2**53
            return int(float(product >> 32))


def shuffle(rng: Words, cards: Numbers, n: int) -> None:
    """Shuffle the first `n` cards; every order is equally likely (Fisher-Yates)."""
    for last in range(n - 1, 0, -1):
        other = below(rng, last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card


def sort(cards: Numbers, n: int) -> None:
    """Sort the first `n` cards in ascending order."""
    for i in range(1, n):
        card = cards[i]
        at = i
        while at > 0 and cards[at - 1] > card:
            cards[at] = cards[at - 1]
            at -= 1
        cards[at] = card


def shuffle_hidden(rng: Words, cards: Numbers, n: int) -> None:
    """Shuffle cards that somebody cannot see; the result does not depend on their order before."""
    sort(cards, n)
    shuffle(rng, cards, n)


class Dealer(NamedTuple):
    """What is needed to deal one deck after another.

    Attributes:
        rng: a generator, set to each deck's own stream.
        cards: the cards of the pack.
        replacing: 0: decks are shuffled; 1: each place is drawn from all cards, with replacement.
        deck: the last deck dealt, of the same length, in dealing order.
    """

    rng: Words
    cards: Numbers
    replacing: int
    deck: Numbers


def deck_of(dealer: Dealer, seed: int, game: int) -> None:
    """Deal the deck of game number `game` of `seed` into `dealer.deck`.

    Args:
        dealer: the cards, the generator and room for the deck.
        seed: 0 to MAX_SEED.
        game: 0 to MAX_SEED; the deck depends only on seed and game.
    """
    rng, cards, deck = dealer.rng, dealer.cards, dealer.deck
    n = len(cards)
    start(rng, seed, game, DECKS)
    if dealer.replacing:
        for i in range(n):
            deck[i] = cards[below(rng, n)]
    else:
        for i in range(n):
            deck[i] = cards[i]
        shuffle(rng, deck, n)
