"""Three-card Poker as casinos deal it: why the limit is Q 6 4 there and Q 4 2 in `dealt`.

    python examples/casino_three_card_poker.py

A casino counts flushes, also as straight flushes, takes A 2 3 for a straight, and pays a bonus for
a straight (1), three of a kind (4) and a straight flush (5), whatever the dealer has. Everything is
counted exactly: suits leave 1,755 kinds of hands, each against 18,424 hands of the dealer.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np

CARDS = [(rank, suit) for rank in range(2, 15) for suit in range(4)]
HANDS = list(combinations(range(52), 3))
QUALIFIES = 12 << 8  # queen high
HIGH, PAIR, FLUSH, STRAIGHT, THREE, STRAIGHT_FLUSH = range(6)
BONUS = {STRAIGHT: 1, THREE: 4, STRAIGHT_FLUSH: 5}


def value(hand, *, flushes):
    """A number that is larger for the better hand; its highest digit in base 16 is the feature."""
    high, middle, low = sorted((CARDS[card][0] for card in hand), reverse=True)
    is_flush = flushes and len({CARDS[card][1] for card in hand}) == 1
    feature = FLUSH if is_flush else HIGH
    if (high, middle, low) == (14, 3, 2):
        high, middle, low = 3, 2, 1
    if high - middle == middle - low == 1:
        feature = STRAIGHT_FLUSH if is_flush else STRAIGHT
    elif high == low:
        feature = THREE
    elif middle in (high, low):
        feature, high, low = PAIR, middle, high + low - middle
    return feature << 12 | high << 8 | middle << 4 | low


def kind(hand):
    """The hand with its suits exchanged so that hands that are alike are equal."""
    cards = [CARDS[card] for card in hand]
    return min(tuple(sorted((r, to[s]) for r, s in cards)) for to in permutations(range(4)))


def best_play(*, flushes):
    """The weakest hand worth playing, and what is lost of the ante: without and with the bonus."""
    masks = np.array([sum(1 << card for card in hand) for hand in HANDS])
    values = np.array([value(hand, flushes=flushes) for hand in HANDS])
    kinds = [kind(hand) for hand in HANDS]
    first = {each: number for number, each in reversed(list(enumerate(kinds)))}
    total = bonuses = 0
    weakest = values.max()
    for each, times in Counter(kinds).items():
        own, mask = values[first[each]], masks[first[each]]
        dealer = values[masks & mask == 0]
        plays = dealer >= QUALIFIES
        wins, losses = np.sum(plays & (dealer < own)), np.sum(plays & (dealer > own))
        # the dealer folds and pays the ante, or ante and play are won or lost
        points = Fraction(int(np.sum(~plays) + 2 * wins - 2 * losses), len(dealer))
        if points >= -1:  # what folding costs
            weakest = min(weakest, own)
            bonuses += times * BONUS.get(own >> 12, 0)
        total += times * max(points, -1)
    limit = weakest >> 8 & 15, weakest >> 4 & 15, weakest & 15
    return limit, *(Fraction(-won, len(HANDS)) for won in (total, total + bonuses))


def main():
    """Print both games."""
    for flushes in (True, False):
        limit, plain, paid = best_play(flushes=flushes)
        cards = " ".join("0123456789XJQKA"[rank] for rank in limit)
        print(f"{'with' if flushes else 'without'} flushes: play {cards} or better; ", end="")
        print(f"lost of the ante {float(paid):.4%}, {float(plain):.4%} without the bonus")


if __name__ == "__main__":
    main()
