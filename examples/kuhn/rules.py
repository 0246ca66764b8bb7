"""Kuhn poker: a card each, one bet; rulings K1 to K4 are argued in RULES.md."""

from dealt.core.chance import Words, shuffle_hidden
from dealt.core.fields import Numbers, Range

from .state import DECK, MOST_SAID, NOBODY, SEATS, State

PASS, BET = range(2)  # action ids
ANTE = 1

# what `observe` writes
SEES_CARDS = 0  # two: the seat's own card plus 1, then the other's, 0 while it is hidden
SEES_STARTS = 2  # whether the seat speaks first
SEES_SAID = 3  # three: all actions plus 1, then 0
OBSERVATION = SEES_SAID + MOST_SAID
RANGES = (Range(SEATS, 0, DECK), Range(1, 0, 1), Range(MOST_SAID, 0, BET + 1))


def deal(s: State, deck: Numbers) -> None:
    """A card each, and the ante (K1)."""
    for place in range(DECK):
        s.cards[place] = deck[place]
    for seat in range(SEATS):
        s.chips[seat] = ANTE
    for i in range(MOST_SAID):
        s.said[i] = 0
    s.count = 0
    s.over = 0
    s.folded = NOBODY
    s.turn = s.starter


def carry_over(s: State, before: State) -> None:
    """The other player speaks first in the next round (K3)."""
    s.starter = 1 - before.starter


def legal(s: State, out: Numbers) -> int:
    """Pass or bet; after a bet, to bet is to call (K2)."""
    if s.over:
        return 0
    out[0] = PASS
    out[1] = BET
    return 2


def apply(s: State, action: int) -> None:
    """Pass, or put in a chip; a call, a fold and two passes end the round (K2)."""
    is_answer = s.chips[1 - s.turn] > s.chips[s.turn]
    s.said[s.count] = action + 1
    s.count += 1
    if action == BET:
        s.chips[s.turn] += 1
    elif is_answer:
        s.folded = s.turn
    if is_answer or action == PASS and s.count == 2:
        s.over = 1
    else:
        s.turn = 1 - s.turn


def is_over(s: State) -> bool:
    """Somebody has folded or called, or both have passed."""
    return s.over == 1


def score(s: State, out: Numbers) -> None:
    """The winner gets what the other has put in (K4)."""
    lead = 0
    if s.folded != NOBODY:
        lead = 2 * s.folded - 1
    elif s.over:
        lead = 1 if s.cards[0] > s.cards[1] else -1
    out[0] = min(s.chips[0], s.chips[1]) * lead
    out[1] = -out[0]


def is_shown(s: State) -> bool:
    """Whether both cards are face up: somebody has called, or both have passed."""
    return s.over == 1 and s.folded == NOBODY


def observe(s: State, seat: int, out: Numbers) -> None:
    """The cards that the seat sees, who speaks first, and all that has been said."""
    out[SEES_CARDS] = s.cards[seat] + 1
    out[SEES_CARDS + 1] = s.cards[1 - seat] + 1 if is_shown(s) else 0
    out[SEES_STARTS] = 1 if s.starter == seat else 0
    for i in range(MOST_SAID):
        out[SEES_SAID + i] = s.said[i]


def redeal(s: State, seat: int, rng: Words) -> None:
    """Shuffle the cards that the seat does not see."""
    if is_shown(s):
        return
    hidden = [0] * SEATS
    hidden[0] = s.cards[1 - seat]
    hidden[1] = s.cards[DECK - 1]
    shuffle_hidden(rng, hidden, SEATS)
    s.cards[1 - seat] = hidden[0]
    s.cards[DECK - 1] = hidden[1]
