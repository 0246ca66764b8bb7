"""Three-card Poker: the fields of one round.

Cards are ranks 2 to 14, ace 14; suits do not matter (C1).
"""

from dealt.core.fields import number, option, state
from dealt.language import message

HAND = 3
DECK = 52
UNDEALT = DECK - 2 * HAND
LOWEST_RANK = 2
ACE = 14
QUEEN = 12

# dealing models (C5)
ONE_DECK = 0
INDEPENDENT = 1
MODELS = {"deck": ONE_DECK, "independent": INDEPENDENT}

# how the round stands
CHOOSING = 0
FOLDED = 1
DEALER_FOLDED = 2
WON = 3
LOST = 4


@state
class State:
    """One round of Three-card Poker; the dealer is the house and has no seat."""

    seats: int = number("i1", "players, always 1")
    model: int = option(  # C5
        ONE_DECK,
        message("both hands from one deck, or each rank independent"),
        MODELS,
        words={"deck": message("from one deck"), "independent": message("each rank on its own")},
        is_always_told=True,
        title=message("How the cards are dealt"),
    )

    turn: int = number("i1", "seat whose turn it is, always 0")
    outcome: int = number("i1", "CHOOSING, FOLDED, DEALER_FOLDED, WON or LOST")
    hand: list[int] = number("i1", "the player's ranks, highest first", HAND, follows=True)
    dealer: list[int] = number("i1", "the dealer's ranks, highest first", HAND, follows=True)
    undealt: list[int] = number("i1", "the ranks of the rest of the deck", UNDEALT, follows=True)
