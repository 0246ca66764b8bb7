"""Chance: the deck of game n of seed k is a pure function of (k, n).

A generator is two words, `rng[0]` and `rng[1]`: a list of int in plain play, an array of uint64 in
compiled play.  The first is the splitmix64 counter; the second is where a signed count is turned
into an unsigned word, because signed and unsigned must never meet in one expression.  This module
and the decks of Penney's game, which are words of 52 bits, are the only places with unsigned 64-bit
arithmetic; everything that it returns to a rule is signed.

Source: splitmix64, Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014);
bounded numbers by Lemire, "Fast random integer generation in an interval" (2019), which is exact.
"""

import contextlib
import operator
from collections.abc import MutableSequence
from typing import NamedTuple

from dealt.core.fields import Numbers
from dealt.errors import SetupError

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
    """The seed, if it is one.

    Raises:
        SetupError: it is not a whole number from 0 to MAX_SEED.
    """
    with contextlib.suppress(TypeError):
        number = operator.index(seed)  # type: ignore[arg-type]
        if 0 <= number <= MAX_SEED:
            return number
    raise SetupError(
        "seed {seed}: must be a whole number from 0 to {most}", seed=repr(seed), most=MAX_SEED
    )


def new_rng() -> Words:
    """A generator for plain play, to be set by `start`."""
    return [0, 0]


def word(rng: Words) -> int:
    """The next 64 random bits; unsigned, so not for rules."""
    rng[0] = (rng[0] + GAMMA) & WORD
    return mixed(rng[0])


def mixed(z: int) -> int:
    """The 64 random bits that belong to a counter; unsigned, as the counter is."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
    return z ^ (z >> 31)


def ones(bits: int) -> int:
    """How many binary digits are 1; one instruction of the machine in compiled play."""
    return bits.bit_count()


def start(rng: Words, seed: int, game: int, use: int) -> None:
    """Set `rng` to the stream of game number `game` of `seed` for one `use`."""
    rng[0] = seed
    for part in (game, use):
        rng[1] = part
        rng[0] = (word(rng) + rng[1]) & WORD
    rng[0] = word(rng)


def below(rng: Words, n: int) -> int:
    """A number from 0 to n - 1, each exactly equally likely; 1 <= n < 2**32."""
    rng[1] = n
    bound = rng[1]
    while True:
        product = (word(rng) >> 32) * bound
        low = product & HALF
        if low >= bound or low >= (HALF + 1) % bound:
            # by way of a float, which makes the word signed in compiled play; exact below 2**53
            return int(float(product >> 32))


def shuffle(rng: Words, cards: Numbers, n: int) -> None:
    """Put the first `n` cards into an order, each order equally likely (Fisher-Yates)."""
    for last in range(n - 1, 0, -1):
        other = below(rng, last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card


def sort(cards: Numbers, n: int) -> None:
    """Put the first `n` cards into rising order."""
    for i in range(1, n):
        card = cards[i]
        at = i
        while at > 0 and cards[at - 1] > card:
            cards[at] = cards[at - 1]
            at -= 1
        cards[at] = card


def shuffle_hidden(rng: Words, cards: Numbers, n: int) -> None:
    """Shuffle cards that somebody cannot see: the order in which they lay has no part in it."""
    sort(cards, n)
    shuffle(rng, cards, n)


class Dealer(NamedTuple):
    """What decks are dealt with, one after the other.

    Attributes:
        rng: a generator, set to each deck's own stream.
        cards: the cards of the pack.
        replacing: 0: decks are shuffled; 1: each place is drawn anew from all cards.
        deck: the deck that was dealt last, as many cards, first dealt first.
    """

    rng: Words
    cards: Numbers
    replacing: int
    deck: Numbers


def deck_of(dealer: Dealer, seed: int, game: int) -> None:
    """Deal the deck of game number `game` of `seed` into `dealer.deck`.

    Args:
        dealer: what it is dealt with.
        seed: 0 to MAX_SEED.
        game: 0 to MAX_SEED; the deck depends on seed and game and on nothing else.
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
