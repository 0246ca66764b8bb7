"""Leduc poker: a card each, and one for both; rulings L1 to L5 are argued in RULES.md."""

from dealt.core.fields import Numbers

from .knowledge import observe, redeal
from .state import DECK, MOST_SAID, NOBODY, PUBLIC, RANKS, SEATS, SHOWDOWN, SUITS, State

__all__ = ["apply", "carry_over", "deal", "is_over", "legal", "observe", "redeal", "score"]

FOLD, CALL, RAISE = range(3)  # action ids; to call nothing is to check
ANTE = 1
RAISE_BY = (2, 4)  # chips, by street (L2)
MOST_RAISES = 2  # on a street (L2)


def deal(s: State, deck: Numbers) -> None:
    """A card each, the public card face down, and the ante (L1)."""
    for place in range(DECK):
        s.cards[place] = deck[place]
    for seat in range(SEATS):
        s.chips[seat] = ANTE
    for i in range(MOST_SAID):
        s.said[i] = 0
    s.count = 0
    s.folded = NOBODY
    begin(s, 0)


def carry_over(s: State, before: State) -> None:
    """The other player speaks first in the next round (L3)."""
    s.starter = 1 - before.starter


def begin(s: State, street: int) -> None:
    """Begin a street, or the showdown."""
    s.street = street
    s.raises = 0
    s.turn = s.starter


def legal(s: State, out: Numbers) -> int:
    """Fold if there is something to call; call; raise, twice on a street at most (L2)."""
    if is_over(s):
        return 0
    first = FOLD if s.chips[s.turn] < s.chips[1 - s.turn] else CALL
    last = RAISE if s.raises < MOST_RAISES else CALL
    for action in range(first, last + 1):
        out[action - first] = action
    return last + 1 - first


def apply(s: State, action: int) -> None:
    """Fold, or put in as much as the other player, or that and a raise."""
    s.said[s.count] = action + 1
    s.count += 1
    if action == FOLD:
        s.folded = s.turn
        return
    s.chips[s.turn] = s.chips[1 - s.turn]
    if action == RAISE:
        s.chips[s.turn] += RAISE_BY[s.street]
        s.raises += 1
    elif s.turn != s.starter or s.raises > 0:  # both have spoken (L3)
        begin(s, s.street + 1)
        return
    s.turn = 1 - s.turn


def is_over(s: State) -> bool:
    """Somebody has folded, or the cards are shown."""
    return s.folded != NOBODY or s.street == SHOWDOWN


def score(s: State, out: Numbers) -> None:
    """The better seat wins what the other has put in; nobody wins if they are equal (L4)."""
    lead = worth(s, 0) - worth(s, 1)
    out[0] = min(s.chips[0], s.chips[1]) * ((lead > 0) - (lead < 0))
    out[1] = -out[0]


def worth(s: State, seat: int) -> int:
    """At the showdown a pair beats all else, then the rank counts; before, who folds is behind."""
    if s.street < SHOWDOWN:
        return -1 if s.folded == seat else 0
    rank = s.cards[seat] // SUITS
    return rank + RANKS if rank == s.cards[PUBLIC] // SUITS else rank
