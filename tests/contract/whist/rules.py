"""A small whist: follow suit, the highest card of the suit led wins."""

from dealt.core.fields import Numbers

from .knowledge import observe, redeal
from .state import CARDS, NO_SUIT, RANKS, SEATS, SUITS, TABLE, WON, State

__all__ = ["apply", "carry_over", "deal", "is_over", "legal", "observe", "redeal", "score"]


def deal(s: State, deck: Numbers) -> None:
    """Five cards each."""
    for i in range(CARDS):
        s.place[deck[i]] = i % SEATS
    for seat in range(SEATS):
        s.tricks[seat] = 0
        for suit in range(SUITS):
            s.lacks[seat][suit] = 0
    s.turn = s.starter
    begin(s)


def begin(s: State) -> None:
    """A trick begins."""
    s.led = NO_SUIT
    s.best = 0
    s.winner = s.turn
    s.played = 0


def carry_over(s: State, before: State) -> None:
    """The next seat leads first."""
    s.starter = (before.starter + 1) % SEATS


def legal(s: State, out: Numbers) -> int:
    """A card of the suit led, any card without one."""
    n = 0
    for suit in range(SUITS):
        if s.led in (NO_SUIT, suit):
            n = cards_of(s, suit, out, n)
    for suit in range(SUITS if n == 0 else 0):
        n = cards_of(s, suit, out, n)
    return n


def cards_of(s: State, suit: int, out: Numbers, n: int) -> int:
    """The cards of a suit of the seat to move."""
    for card in range(suit * RANKS, suit * RANKS + RANKS):
        if s.place[card] == s.turn:
            out[n] = card
            n += 1
    return n


def apply(s: State, action: int) -> None:
    """Play a card."""
    suit = action // RANKS
    if s.played == 0:
        s.led = suit
    if suit != s.led:
        s.lacks[s.turn][s.led] = 1
    elif s.played == 0 or action > s.best:
        s.best = action
        s.winner = s.turn
    s.place[action] = TABLE
    s.played += 1
    s.turn = (s.turn + 1) % SEATS
    if s.played == SEATS:
        for card in range(CARDS):
            if s.place[card] == TABLE:
                s.place[card] = WON
        s.tricks[s.winner] += 1
        s.turn = s.winner
        begin(s)


def is_over(s: State) -> bool:
    """All cards have been played."""
    return s.tricks[0] + s.tricks[1] + s.tricks[2] == RANKS


def score(s: State, out: Numbers) -> None:
    """A point for each trick."""
    for seat in range(SEATS):
        out[seat] = s.tricks[seat]
