"""Crazy Eights: a computer player, in the language of the rules."""

from dealt.core.fields import Numbers

from .knowledge import HELD, SEES_CARD
from .rules import ASKS, CARD, POINTS
from .state import EIGHT, RANKS


def shed(seen: Numbers, actions: Numbers, n: int) -> int:
    """Play the dearest card; eights last, asking for the longest suit; draw only if nothing fits.

    Of equally dear cards the one that asks for the suit of which most are left in the hand.
    """
    best = actions[n - 1]  # draw or pass
    most = -1
    for i in range(n - 1):
        worth = worth_of(seen, actions[i])
        if worth > most:
            most = worth
            best = actions[i]
    return best


def worth_of(seen: Numbers, action: int) -> int:
    """How good it is to play a card."""
    card = CARD[action]
    left = 0
    for other in range(ASKS[action] * RANKS, (ASKS[action] + 1) * RANKS):
        if seen[SEES_CARD + other] == HELD and other != card:
            left += 1
    rank = card % RANKS
    return left if rank == EIGHT else POINTS[rank] * RANKS + RANKS + left
