"""Three-card Poker: see three cards, fold or play against the dealer's three.

RULES.md explains rulings C1 to C6.  The same functions are used in plain and in compiled play; `s`
is a state, `out` an array for results, a hand three ranks from 2 to 14.
"""

from collections.abc import Sequence

from dealt.core.chance import Words, below, shuffle_hidden
from dealt.core.fields import Numbers, Range
from dealt.games.three_card_poker.state import (
    ACE,
    CHOOSING,
    DEALER_FOLDED,
    DECK,
    FOLDED,
    HAND,
    INDEPENDENT,
    LOST,
    LOWEST_RANK,
    QUEEN,
    UNDEALT,
    WON,
    State,
)

# action ids
PLAY = 0
FOLD = 1
ACTIONS = 2

# points
FOLDING = -10
DEALER_FOLDS = 10
WINNING = 20
LOSING = -20

# the value of a feature, the leading digit of a score
TRIPLE = 16
STRAIGHT = 15
BASE = 16


def deal(s: State, deck: Numbers) -> None:
    """Three cards to the player, three to the dealer, face down; both sorted (C6)."""
    for i in range(HAND):
        s.hand[i] = deck[i] + LOWEST_RANK
        s.dealer[i] = deck[HAND + i] + LOWEST_RANK
    for i in range(UNDEALT):
        s.undealt[i] = deck[2 * HAND + i] + LOWEST_RANK
    sort(s.hand)
    sort(s.dealer)
    s.turn = 0
    s.outcome = CHOOSING


def carry_over(s: State, before: State) -> None:
    """Rounds are independent of each other."""


def legal(s: State, out: Numbers) -> int:
    """Play or fold, once."""
    if s.outcome != CHOOSING:
        return 0
    out[0] = PLAY
    out[1] = FOLD
    return 2


def apply(s: State, action: int) -> None:
    """Fold, or play against the dealer, who may fold; equal hands win for the player (C4)."""
    if action == FOLD:
        s.outcome = FOLDED
    elif not dealer_plays(s.dealer):
        s.outcome = DEALER_FOLDED
    elif score_hand(s.hand) >= score_hand(s.dealer):
        s.outcome = WON
    else:
        s.outcome = LOST


def is_over(s: State) -> bool:
    """Whether the player has chosen."""
    return s.outcome != CHOOSING


def score(s: State, out: Numbers) -> None:
    """What the player has won from the dealer, or lost."""
    out[0] = points_of(s.outcome)


def points_of(outcome: int) -> int:
    """The points for each way a round can end."""
    if outcome == FOLDED:
        return FOLDING
    if outcome == DEALER_FOLDED:
        return DEALER_FOLDS
    if outcome == WON:
        return WINNING
    if outcome == LOST:
        return LOSING
    return 0


# --- hands, sorted from highest to lowest ------------------------------------------------------


def sort(hand: Numbers) -> None:
    """Sort three ranks in descending order."""
    for i in range(HAND - 1):
        for j in range(HAND - 1 - i):
            if hand[j] < hand[j + 1]:
                higher = hand[j + 1]
                hand[j + 1] = hand[j]
                hand[j] = higher


def has_triple(hand: Sequence[int]) -> bool:
    """Whether all three are of one rank."""
    return hand[0] == hand[1] and hand[1] == hand[2]


def has_straight(hand: Sequence[int]) -> bool:
    """Whether the ranks are in a row; the ace is only high (C2)."""
    return hand[0] == hand[1] + 1 and hand[1] == hand[2] + 1


def has_pair(hand: Sequence[int]) -> bool:
    """Whether exactly two are of one rank (C2)."""
    return (hand[0] == hand[1]) != (hand[1] == hand[2])


def feature(hand: Sequence[int]) -> int:
    """The leading digit of a score: for example a pair's rank, or 0 without a feature (C3)."""
    if has_triple(hand):
        return TRIPLE
    if has_straight(hand):
        return STRAIGHT
    if has_pair(hand):
        return hand[1]  # the middle card of a sorted hand is one of the pair
    return 0


def score_hand(hand: Sequence[int]) -> int:
    """Four digits in base 16: the feature, then the ranks from the highest (C3)."""
    return digits(feature(hand), hand)


def digits(first: int, hand: Sequence[int]) -> int:
    """A leading digit and three ranks in the order given, read in base 16."""
    return ((first * BASE + hand[0]) * BASE + hand[1]) * BASE + hand[2]


def dealer_plays(hand: Sequence[int]) -> bool:
    """Whether the dealer plays: with a feature, or a queen or better (C4)."""
    return feature(hand) > 0 or hand[0] >= QUEEN


# --- what the player knows ---------------------------------------------------------------------

SEES_OUTCOME = 0  # CHOOSING (0), FOLDED, DEALER_FOLDED, WON or LOST (4)
SEES_MODEL = SEES_OUTCOME + 1  # ONE_DECK (0) or INDEPENDENT (1)
SEES_HAND = SEES_MODEL + 1  # the three ranks of the hand, 2 to 14
# the three ranks of the dealer, 0 while the dealer's cards are hidden
SEES_DEALER = SEES_HAND + HAND
SEES_SCORE = SEES_DEALER + HAND  # the value of the own hand (C3)
OBSERVATION = SEES_SCORE + 1
RANGES = (
    Range(1, 0, LOST),
    Range(1, 0, 1),
    Range(HAND, LOWEST_RANK, ACE),
    Range(HAND, 0, ACE),
    Range(1, 0, (TRIPLE + 1) * BASE**HAND, "amount"),
)


def observe(s: State, seat: int, out: Numbers) -> None:
    """Write the player's cards, and the dealer's once they have been shown."""
    out[SEES_OUTCOME] = s.outcome
    out[SEES_MODEL] = s.model
    for i in range(HAND):
        out[SEES_HAND + i] = s.hand[i]
        out[SEES_DEALER + i] = s.dealer[i] if dealer_is_shown(s) else 0
    out[SEES_SCORE] = score_hand(s.hand)


def dealer_is_shown(s: State) -> bool:
    """Whether the dealer's hand is dealt and shown: only if the player plays."""
    return s.outcome not in (CHOOSING, FOLDED)


def redeal(s: State, seat: int, rng: Words) -> None:
    """Deal the dealer another hand if the player has not seen it, by the dealing model (C5)."""
    if dealer_is_shown(s):
        return
    hidden = [0] * DECK
    n = HAND + UNDEALT
    for i in range(HAND):
        hidden[i] = s.dealer[i]
    for i in range(UNDEALT):
        hidden[HAND + i] = s.undealt[i]
    if s.model == INDEPENDENT:
        for i in range(n):
            hidden[i] = LOWEST_RANK + below(rng, ACE - LOWEST_RANK + 1)
    shuffle_hidden(rng, hidden, n)
    for i in range(HAND):
        s.dealer[i] = hidden[i]
    for i in range(UNDEALT):
        s.undealt[i] = hidden[HAND + i]
    sort(s.dealer)
