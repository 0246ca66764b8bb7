"""Penney's game: the fields of one round, which is one deck.

A colour is 0 (red) or 1 (black); a choice is a number, see `choices`.
"""

from dealt.core.fields import number, option, state
from dealt.games.penney.choices import LENGTH
from dealt.language import message

SEATS = 2
DECK = 52
BLACKS = 26

# what decides a round, see ruling N4
BY_TRICKS = 0
BY_CARDS = 1

# who chooses first
SAME_FIRST = 0
TAKING_TURNS = 1

NO_CHOICE = -1
NOBODY = -1


@state
class State:
    """One deck of Penney's game between two players."""

    seats: int = number("i1", "players, always 2")
    scoring: int = option(
        BY_TRICKS,
        message("what wins: tricks or cards"),
        {"tricks": BY_TRICKS, "cards": BY_CARDS},
        words={"tricks": message("the most tricks"), "cards": message("the most cards")},
        title=message("What wins"),
    )
    first: int = option(
        SAME_FIRST,
        message("who chooses first: always the same player, or by turns"),
        {"same": SAME_FIRST, "turns": TAKING_TURNS},
        words={"same": message("always the same player"), "turns": message("by turns")},
        title=message("Who chooses first"),
    )
    starter: int = number("i1", "the seat that chooses first")

    turn: int = number("i1", "seat whose turn it is")
    choice: list[int] = number("i1", "the choice of each seat, or NO_CHOICE", SEATS)
    deck: list[int] = number(
        "i1", "the colours of all cards, first drawn first", DECK, follows=True
    )
    drawn: int = number("i1", "how many cards have been drawn", follows=True)
    window: list[int] = number(
        "i1", "the last cards since the last trick, latest last", LENGTH, cards="card"
    )
    waiting: int = number("i1", "cards drawn since the last trick (N2)")
    winner: int = number("i1", "who won the trick of the card drawn last, or NOBODY")
    tricks: list[int] = number("i1", "tricks won", SEATS)
    cards: list[int] = number("i1", "cards won", SEATS)
