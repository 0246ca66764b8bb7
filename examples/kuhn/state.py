"""Kuhn poker: the table of fields of one round."""

from dealt.core.fields import number, state

SEATS = 2
DECK = 3  # jack, queen, king
MOST_SAID = 3  # actions of a round: pass, bet, and an answer
NOBODY = -1


@state
class State:
    """One round of Kuhn poker."""

    seats: int = number("i1", "players, always 2")
    starter: int = number("i1", "seat that speaks first (K3)")

    turn: int = number("i1", "seat whose turn it is")
    chips: list[int] = number("i1", "what each seat has in the pot", SEATS)
    cards: list[int] = number("i1", "of seat 0, of seat 1, and one for nobody", DECK)
    said: list[int] = number("i1", "all actions of the round, plus 1", MOST_SAID)
    count: int = number("i1", "how many there are")
    over: int = number("i1", "whether the round has ended")
    folded: int = number("i1", "seat that has passed a bet, or NOBODY")
