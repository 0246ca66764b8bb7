"""Leduc poker: a computer player, in the language of the rules."""

from dealt.core.fields import Numbers

from .knowledge import SEES_CARDS, SEES_PUBLIC
from .rules import CALL
from .state import SUITS

JACK = 0
KING = 2


def by_the_card(obs: Numbers, actions: Numbers, n: int) -> int:
    """Raise with a pair or a king, call with a queen, fold a jack that has to pay."""
    rank = (obs[SEES_CARDS] - 1) // SUITS
    public = (obs[SEES_PUBLIC] - 1) // SUITS  # -1 while it is hidden
    if rank in (public, KING):
        return actions[n - 1]  # the boldest of fold, call, raise
    return actions[0] if rank == JACK else CALL
