"""Crazy Eights: what a seat knows, and what else could be true (E9)."""

from dealt.core.chance import Words, shuffle_hidden
from dealt.core.fields import Numbers

from .state import CARDS, PILE, SEATS, STOCK, State

# what `observe` writes; "next k" is the k-th seat after the observer, who is next 0
UNSEEN = 0  # a card in the stock, or in a hand that is not shown
DISCARDED = 1
HELD = 2  # + k: by next k
SEES_CARD = 0  # where each card is, 52 numbers
SEES_COUNT = CARDS  # + k: cards in the hand of next k, 4 numbers
SEES_SEATS = SEES_COUNT + SEATS
SEES_TURN = SEES_SEATS + 1  # k: it is the turn of next k
SEES_TOP = SEES_TURN + 1
SEES_SUIT = SEES_TOP + 1
SEES_STOCK = SEES_SUIT + 1  # how many cards
SEES_DRAWN = SEES_STOCK + 1
SEES_DRAWS = SEES_DRAWN + 1  # the option
SEES_PASSES = SEES_DRAWS + 1
OBSERVATION = SEES_PASSES + 1


def is_over(s: State) -> bool:
    """Somebody has no cards left, or all have passed in a row (E6, E7)."""
    for seat in range(s.seats):
        if s.count[seat] == 0:
            return True
    return s.passes == s.seats


def sees(s: State, seat: int, card: int) -> bool:
    """The own hand and the discard pile; the other hands once the round is over."""
    where = s.place[card]
    return where in (seat, PILE) or where != STOCK and is_over(s)


def observe(s: State, seat: int, out: Numbers) -> None:
    """Where the cards are that the seat sees, and all that lies open."""
    for card in range(CARDS):
        out[SEES_CARD + card] = UNSEEN
        if sees(s, seat, card):
            where = s.place[card]
            out[SEES_CARD + card] = DISCARDED if where == PILE else HELD + (where - seat) % s.seats
    for k in range(SEATS):
        out[SEES_COUNT + k] = s.count[(seat + k) % s.seats] if k < s.seats else 0
    out[SEES_SEATS] = s.seats
    out[SEES_TURN] = (s.turn - seat) % s.seats
    out[SEES_TOP] = s.top
    out[SEES_SUIT] = s.suit
    out[SEES_STOCK] = s.left
    out[SEES_DRAWN] = s.drawn
    out[SEES_DRAWS] = s.draws
    out[SEES_PASSES] = s.passes


def redeal(s: State, seat: int, rng: Words) -> None:
    """Shuffle the cards that the seat does not see into the other hands and the stock."""
    hidden = [0] * CARDS
    n = 0
    for card in range(CARDS):
        if not sees(s, seat, card):
            hidden[n] = card
            n += 1
    shuffle_hidden(rng, hidden, n)
    for i in range(s.left):
        n -= 1
        s.stock[i] = hidden[n]
        s.place[hidden[n]] = STOCK
    if is_over(s):
        return
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.count[other]):
                n -= 1
                s.place[hidden[n]] = other
