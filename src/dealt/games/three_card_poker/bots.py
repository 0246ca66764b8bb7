"""Three-card Poker: a player by a rule of thumb, in the language of the rules.

The player who knows the exact odds is `exact.BestPlayer`.
"""

from dealt.core.fields import Numbers
from dealt.games.three_card_poker.rules import FOLD, PLAY, SEES_SCORE, score_hand

QUEEN_SIX_FOUR = score_hand([12, 6, 4])


def queen_six_four(obs: Numbers, actions: Numbers, n: int) -> int:
    """Play with queen, six, four or better.

    That is the usual advice for the casino's game, which has flushes and pays a bonus. Here the
    best threshold is lower, see `exact.odds`.
    """
    return PLAY if obs[SEES_SCORE] >= QUEEN_SIX_FOUR else FOLD
