"""Crazy Eights: the table of fields of one round."""

from dealt.core.fields import number, option, state

SEATS = 4  # at most
CARDS = 52  # a card is its suit x 13 + its rank, as in dealt.cards.FRENCH
RANKS = 13
SUITS = 4
EIGHT = 6  # the rank of the eights; that of the twos is 0
MOST_STOCK = 37  # cards left when two players have seven each and one is turned up
PILE = SEATS  # where a card is: in the hand of a seat, on the discard pile, in the stock
STOCK = SEATS + 1
NO_CARD = -1


@state
class State:
    """One round of Crazy Eights."""

    seats: int = number("i1", "players, 2 to 4")
    draws: int = option(3, "the most cards a player draws in one turn", range(1, 6))  # E4
    starter: int = number("i1", "seat that is dealt to first, and plays first (E1)")

    turn: int = number("i1", "seat whose turn it is")
    place: list[int] = number(
        "i1", "where each card is: a seat, PILE or STOCK", CARDS, follows=True
    )
    count: list[int] = number("i1", "cards in the hand of each seat", SEATS, follows=True)
    stock: list[int] = number(
        "i1", "the stock from the bottom up, then NO_CARD", MOST_STOCK, follows=True
    )
    left: int = number("i1", "cards in the stock", follows=True)
    top: int = number("i1", "the top card of the discard pile", cards="card")
    suit: int = number("i1", "the suit that is asked for: of the top card, or as named (E3)")
    drawn: int = number("i1", "cards that the seat in turn has drawn (E4)")
    passes: int = number("i1", "passes since a card was last played or drawn (E6)")
