"""A small whist: what a seat knows, and what else could be true."""

from dealt.core.chance import Words, shuffle_hidden
from dealt.core.fields import Numbers

from .state import CARDS, RANKS, SEATS, SUITS, State

# what `observe` writes: where each card is, its place plus 1 or 0; then all that lies open
OBSERVATION = CARDS + 4 + SEATS + SEATS * SUITS


def sees(s: State, seat: int, card: int) -> bool:
    """The own cards, and all that have been played."""
    return s.place[card] == seat or s.place[card] >= SEATS


def observe(s: State, seat: int, out: Numbers) -> None:
    """The cards that the seat sees, the trick, the tricks won, and who lacks what."""
    for card in range(CARDS):
        out[card] = s.place[card] + 1 if sees(s, seat, card) else 0
    out[CARDS] = s.turn
    out[CARDS + 1] = s.led
    out[CARDS + 2] = s.best
    out[CARDS + 3] = s.played
    for other in range(SEATS):
        out[CARDS + 4 + other] = s.tricks[other]
        for suit in range(SUITS):
            out[CARDS + 4 + SEATS + other * SUITS + suit] = s.lacks[other][suit]


def redeal(s: State, seat: int, rng: Words) -> None:
    """Shuffle the unseen cards until nobody has a suit that it is known to lack."""
    hidden = [0] * CARDS
    holders = [0] * CARDS
    n = 0
    for other in range(SEATS):
        for card in range(CARDS):
            if s.place[card] == other and not sees(s, seat, card):
                hidden[n] = card
                holders[n] = other
                n += 1
    while True:
        shuffle_hidden(rng, hidden, n)
        if fits(s, hidden, holders, n):
            break
    for i in range(n):
        s.place[hidden[i]] = holders[i]


def fits(s: State, hidden: Numbers, holders: Numbers, n: int) -> bool:
    """Whether nobody would have a suit that it is known to lack."""
    for i in range(n):
        if s.lacks[holders[i]][hidden[i] // RANKS]:
            return False
    return True
