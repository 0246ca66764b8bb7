"""A small whist: the fields of one round."""

from dealt.core.fields import number, state

SEATS = 3
SUITS = 3
RANKS = 5
CARDS = 15  # a card is its suit x 5 + its rank
TABLE = SEATS  # a place: in the trick that is being played
WON = TABLE + 1  # in a trick that is over
NO_SUIT = -1


@state
class State:
    """One round of a small whist."""

    seats: int = number("i1", "players, always 3")
    starter: int = number("i1", "seat that leads first")

    turn: int = number("i1", "seat whose turn it is")
    place: list[int] = number("i1", "where each card is: with a seat, on the TABLE, WON", CARDS)
    led: int = number("i1", "suit that was led, or NO_SUIT")
    best: int = number("i1", "card that wins the trick so far")
    winner: int = number("i1", "seat that has played it")
    played: int = number("i1", "cards in the trick")
    tricks: list[int] = number("i1", "tricks won by each seat", SEATS)
    lacks: list[list[int]] = number("i1", "1: all know that a seat lacks a suit", SEATS, SUITS)
