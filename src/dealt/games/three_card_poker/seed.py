"""Three-card Poker: the functions of the original document under its names, built on the rules.

A hand is a list of three ranks, 2 to 14 with the ace 14 (C1).  The package itself offers the
functions; `play_round` looks up `deal` and `get_choice` when it is called, so that either can be
replaced, there or here:

    >>> from dealt.games import three_card_poker as poker
    >>> hands = iter([[14, 9, 4], [11, 2, 5]])
    >>> poker.deal, poker.get_choice = lambda: next(hands), lambda: "p"
    >>> poker.play_round()
    A 9 4
    J 5 2
    10
"""

import random
import sys
from collections.abc import Callable
from typing import Any

from dealt.errors import ParseError
from dealt.games.three_card_poker import rules
from dealt.games.three_card_poker.state import ACE, DECK, HAND, LOWEST_RANK, State
from dealt.games.three_card_poker.words import faces

PACKAGE = __name__.rpartition(".")[0]
CHOICES = {"p": rules.PLAY, "f": rules.FOLD}

# the generator behind `deal`: seed it to see the same hands again
rng = random.Random()
_pack: list[int] = []


def hand_to_string(hand: list[int]) -> str:
    """The hand as people see it: `A 9 4` for [14, 9, 4], in the order given.

    Raises:
        ValueError: not a hand; the same holds for all these functions.
    """
    return faces(_checked(hand))


def sort_hand(hand: list[int]) -> list[int]:
    """The hand sorted from highest to lowest, as a new list."""
    ranks = _checked(hand)
    rules.sort(ranks)
    return ranks


def has_pair(hand: list[int]) -> bool:
    """Whether exactly two of the ranks are equal (C2)."""
    return rules.has_pair(sort_hand(hand))


def has_straight(hand: list[int]) -> bool:
    """Whether the ranks form a sequence; the ace is only high (C2)."""
    return rules.has_straight(sort_hand(hand))


def has_triple(hand: list[int]) -> bool:
    """Whether all three ranks are equal."""
    return rules.has_triple(sort_hand(hand))


def score_hand(hand: list[int]) -> int:
    """The value of a hand: feature, first, second and third rank as digits in base 16 (C3).

    The digits are taken in the order given, as the document says: sort hands before comparing them.
    """
    ranks = _checked(hand)
    return rules.digits(rules.feature(sort_hand(hand)), ranks)


def dealer_plays(hand: list[int]) -> bool:
    """Whether the dealer plays the hand: a feature, or a queen or better (C4)."""
    return rules.dealer_plays(sort_hand(hand))


def deal() -> list[int]:
    """One hand of three ranks from a shuffled pack of 52.

    Both hands of a `play_round` come from one pack (C5); a pack with too few cards left is
    gathered up and shuffled again.
    """
    if len(_pack) < HAND:
        _shuffle()
    return [_pack.pop() for _ in range(HAND)]


def get_choice() -> str:
    """Ask the player for `p` or `f` until the answer is one of them."""
    while True:
        choice = input("Play or fold (p/f)? ")
        if choice in CHOICES:
            return choice
        print(f"{choice!r} is neither p nor f")


def play_round() -> int:
    """Play one hand and return the points won, negative if lost.

    Shows the player's hand, asks, and deals and shows the dealer's hand only when it is needed.
    """
    _shuffle()
    s = State()
    s.hand[:] = sort_hand(_current("deal")())
    print(hand_to_string(s.hand))
    choice = _current("get_choice")()
    if choice not in CHOICES:
        raise ParseError(f"get_choice gave {choice!r}; it must be 'p' or 'f'")
    if CHOICES[choice] == rules.PLAY:
        s.dealer[:] = sort_hand(_current("deal")())
        print(hand_to_string(s.dealer))
    rules.apply(s, CHOICES[choice])
    points = [0]
    rules.score(s, points)
    return points[0]


def _shuffle() -> None:
    _pack[:] = list(range(LOWEST_RANK, ACE + 1)) * (DECK // (ACE - LOWEST_RANK + 1))
    rng.shuffle(_pack)


def _checked(hand: Any) -> list[int]:
    """A copy of the hand, if it is one."""
    if not isinstance(hand, list | tuple):
        raise ParseError(f"{hand!r} is no hand; a hand is a list of three ranks, 2 to 14")
    if len(hand) != HAND:
        raise ParseError(f"a hand has three cards, {hand!r} has {len(hand)}")
    for rank in hand:
        if not isinstance(rank, int) or not LOWEST_RANK <= rank <= ACE:
            raise ParseError(f"{rank!r} in {hand!r} is no rank; ranks are integers from 2 to 14")
    return list(hand)


_ORIGINAL = {"deal": deal, "get_choice": get_choice}


def _current(name: str) -> Callable[[], Any]:
    """What now stands under `name`: what somebody put in the package or here, else our own."""
    put: Callable[[], Any] = vars(sys.modules[PACKAGE]).get(name, _ORIGINAL[name])
    if put is _ORIGINAL[name]:
        put = globals()[name]
    return put
