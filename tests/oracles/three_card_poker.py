"""Three-card Poker with ranks only: the rules by direct comparison, the odds by counting cards.

A hand is three ranks from 2 to 14; 11 to 14 are jack, queen, king and ace. Two hands are compared
step by step (kind of hand, then the pair's rank, then the cards from the top); no numerical score
is used. Folding loses 10 points. If the player plays, a dealer without a feature and without a
queen or better folds and the player wins 10; otherwise the better hand is worth 20 points, and the
player wins with an identical hand.

Odds are exact and named by their dealing model:

* "deck": both hands come from one deck of 52 cards without replacement;
* "independent": each of the six ranks is uniform on 2..14, independently of the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

Hand = tuple[int, int, int]
Card = tuple[int, str]

RANKS = range(2, 15)
SUITS = "CDHS"
DECK: tuple[Card, ...] = tuple((rank, suit) for rank in reversed(RANKS) for suit in SUITS)
MODELS = ("deck", "independent")
QUEEN = 12

NOTHING, PAIR, STRAIGHT, TRIPLE = "nothing", "pair", "straight", "triple"
WEAKEST_KIND_FIRST = (NOTHING, PAIR, STRAIGHT, TRIPLE)

FOLD_POINTS = -10
DEALER_FOLDS_POINTS = 10
WIN_POINTS = 20
LOSE_POINTS = -20

_COMPARED = {1: "win", 0: "tie", -1: "lose"}


class Chances(NamedTuple):
    """Probabilities of what follows when a given hand is played; a tie is an identical hand."""

    dealer_folds: Fraction
    win: Fraction
    tie: Fraction
    lose: Fraction


def from_the_top(hand: Sequence[int]) -> Hand:
    """The hand's ranks from highest to lowest."""
    high, middle, low = sorted(hand, reverse=True)
    return high, middle, low


@cache
def _kind(hand: Hand) -> str:
    """The kind of a hand given from the top; the ace belongs to a straight only as its top."""
    high, middle, low = hand
    if high == middle == low:
        return TRIPLE
    if high == middle or middle == low:
        return PAIR
    if high - middle == 1 and middle - low == 1:
        return STRAIGHT
    return NOTHING


def kind(hand: Sequence[int]) -> str:
    """The kind of a hand in any order: "nothing", "pair", "straight" or "triple"."""
    return _kind(from_the_top(hand))


def _order(one: Hand, other: Hand) -> int:
    """1, 0 or -1 as the first hand is stronger, identical or weaker; both from the top."""
    if one == other:
        return 0
    kind_one, kind_other = _kind(one), _kind(other)
    if kind_one != kind_other:
        place_one = WEAKEST_KIND_FIRST.index(kind_one)
        return 1 if place_one > WEAKEST_KIND_FIRST.index(kind_other) else -1
    # In a pair given from the top the middle card always belongs to the pair.
    if kind_one == PAIR and one[1] != other[1]:
        return 1 if one[1] > other[1] else -1
    for card_one, card_other in zip(one, other, strict=True):
        if card_one != card_other:
            return 1 if card_one > card_other else -1
    raise AssertionError("different hands always differ in a card")


def better(player: Sequence[int], dealer: Sequence[int]) -> bool:
    """Whether the player's hand wins the comparison; identical hands go to the player."""
    return _order(from_the_top(player), from_the_top(dealer)) >= 0


def dealer_stays(hand: Sequence[int]) -> bool:
    """Whether the dealer plays: with any feature, or with a queen, king or ace."""
    cards = from_the_top(hand)
    return _kind(cards) != NOTHING or any(rank >= QUEEN for rank in cards)


def outcome(player: Sequence[int], dealer: Sequence[int], plays: bool) -> int:
    """The player's points for a round; the dealer's hand does not matter if the player folds."""
    own = from_the_top(player)
    if not plays:
        return FOLD_POINTS
    if not dealer_stays(dealer):
        return DEALER_FOLDS_POINTS
    return WIN_POINTS if better(own, dealer) else LOSE_POINTS


def _ranks(cards: Sequence[Card]) -> Hand:
    """The ranks of three cards, from the top."""
    return from_the_top([rank for rank, _ in cards])


@cache
def _first_hands(model: str) -> Mapping[Hand, int]:
    """How many equally likely deals of the player's cards give each of the 455 hands.

    Deck: the 22,100 sets of three of the 52 cards. Independent: the 2,197 ordered rank triples.
    """
    if model == "deck":
        return Counter(_ranks(cards) for cards in combinations(DECK, 3))
    return Counter(from_the_top(draw) for draw in product(RANKS, repeat=3))


def _three_cards(hand: Hand) -> tuple[Card, ...]:
    """Three cards of the deck with these ranks; equal ranks take different suits."""
    return tuple((rank, SUITS[hand[:place].count(rank)]) for place, rank in enumerate(hand))


@cache
def _dealer_hands(hand: Hand, model: str) -> Mapping[Hand, int]:
    """How many equally likely deals give the dealer each hand when the player holds this one.

    Deck: the three cards are taken out and all 18,424 sets of three of the other 49 are listed.
    """
    if model == "independent":
        return _first_hands(model)
    gone = set(_three_cards(hand))
    left = [rank for rank, suit in DECK if (rank, suit) not in gone]
    # The deck is listed from the top, so every combination is a hand from the top.
    return Counter(combinations(left, 3))


def hand_probability(hand: Sequence[int], model: str) -> Fraction:
    """The probability that the player is dealt these three ranks, in whatever order."""
    counts = _first_hands(model)
    return Fraction(counts[from_the_top(hand)], sum(counts.values()))


@cache
def _chances(own: Hand, model: str) -> Chances:
    """The chances of a played hand given from the top, summed over the dealer's deals."""
    tally: Counter[str] = Counter()
    for dealer, ways in _dealer_hands(own, model).items():
        if not dealer_stays(dealer):
            tally["dealer_folds"] += ways
        else:
            tally[_COMPARED[_order(own, dealer)]] += ways
    total = sum(tally.values())
    return Chances(*(Fraction(tally[name], total) for name in Chances._fields))


def chances(hand: Sequence[int], model: str) -> Chances:
    """The chances that follow when this hand is played."""
    return _chances(from_the_top(hand), model)


def play_value(hand: Sequence[int], model: str) -> Fraction:
    """The expected points of playing this hand."""
    after = chances(hand, model)
    return (
        DEALER_FOLDS_POINTS * after.dealer_folds
        + WIN_POINTS * (after.win + after.tie)
        + LOSE_POINTS * after.lose
    )
