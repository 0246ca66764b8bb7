"""Leduc poker: what a seat knows, and what else could be true (L5)."""

from dealt.core.chance import Words, shuffle_hidden
from dealt.core.fields import Numbers, Range

from .state import DECK, MOST_CHIPS, MOST_SAID, PUBLIC, SEATS, SHOWDOWN, State

# what `observe` writes: cards plus 1, 0 while hidden; first the seat's own, then the other's
SEES_CARDS = 0  # two
SEES_PUBLIC = 2
SEES_CHIPS = 3  # two
SEES_STARTS = 5  # whether the seat speaks first
SEES_SAID = 6  # eight: all actions plus 1, then 0
OBSERVATION = SEES_SAID + MOST_SAID
RANGES = (
    Range(3, 0, DECK),
    Range(SEATS, 0, MOST_CHIPS),
    Range(1, 0, 1),
    Range(MOST_SAID, 0, 3),
)


def sees(s: State, seat: int, place: int) -> bool:
    """Whether a seat sees the card at a place."""
    if place == PUBLIC:
        return s.street > 0
    return place == seat or place == 1 - seat and s.street == SHOWDOWN


def face(s: State, seat: int, place: int) -> int:
    """The card at a place plus 1, or 0 if the seat does not see it."""
    return s.cards[place] + 1 if sees(s, seat, place) else 0


def observe(s: State, seat: int, out: Numbers) -> None:
    """The cards that the seat sees, the chips, and all that has been said."""
    other = 1 - seat
    out[SEES_CARDS] = face(s, seat, seat)
    out[SEES_CARDS + 1] = face(s, seat, other)
    out[SEES_PUBLIC] = face(s, seat, PUBLIC)
    out[SEES_CHIPS] = s.chips[seat]
    out[SEES_CHIPS + 1] = s.chips[other]
    out[SEES_STARTS] = 1 if s.starter == seat else 0
    for i in range(MOST_SAID):
        out[SEES_SAID + i] = s.said[i]


def redeal(s: State, seat: int, rng: Words) -> None:
    """Shuffle the cards that the seat does not see; those it sees keep their places."""
    hidden = [0] * DECK
    n = 0
    for place in range(DECK):
        if not sees(s, seat, place):
            hidden[n] = s.cards[place]
            n += 1
    shuffle_hidden(rng, hidden, n)
    for place in range(DECK):
        if not sees(s, seat, place):
            n -= 1
            s.cards[place] = hidden[n]
