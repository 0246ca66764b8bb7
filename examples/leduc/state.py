"""Leduc poker: the table of fields of one round."""

from dealt.core.fields import number, state

SEATS = 2
SUITS = 2
RANKS = 3
DECK = 6  # a card is its rank x 2 + its suit
PUBLIC = 2  # the place of the public card, after those of the seats
SHOWDOWN = 2  # the street after the two on which chips are put in
MOST_SAID = 8  # actions of a round: call, raise, raise, call, twice
MOST_CHIPS = 13  # of a seat in the pot: the ante, and two raises on each street
NOBODY = -1


@state
class State:
    """One round of Leduc poker."""

    seats: int = number("i1", "players, always 2")
    starter: int = number("i1", "seat that speaks first on each street (L3)")

    turn: int = number("i1", "seat whose turn it is")
    street: int = number("i1", "0, 1 or SHOWDOWN")
    raises: int = number("i1", "raises on this street")
    chips: list[int] = number("i1", "what each seat has in the pot", SEATS)
    folded: int = number("i1", "seat that has folded, or NOBODY")
    cards: list[int] = number("i1", "of seat 0, of seat 1, public, and three for nobody", DECK)
    said: list[int] = number("i1", "all actions of the round, plus 1", MOST_SAID)
    count: int = number("i1", "how many there are")
