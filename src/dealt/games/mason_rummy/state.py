"""Mason Rummy: the fields of one round, the ids of actions, and lookups, filled once.

Cards are numbered by suit, then rank: `card = suit * 13 + rank`, suits C D H S P, rank 0 is the
two and 12 the ace.  Sets of cards of one suit are 13-bit masks, bit r for rank r.
"""

from dealt.core.fields import number, option, state
from dealt.language import message

SEATS = 3
SUITS = 5
RANKS = 13
CARDS = SUITS * RANKS
DEALT = 10

# phase of a turn
DRAWING = 0
PLAYING = 1

# how the round stands
GOING_ON = 0
WENT_OUT = 1
STALEMATE = 2


@state
class State:
    """One round of Mason Rummy."""

    seats: int = number("i1", "players, 2 or 3")
    starter: int = number("i1", "seat that has the first turn (R3)")
    turn_limit: int = option(  # R15
        500,
        message("turns after which a round is a stalemate, 0: none"),
        range(10_001),
        with_people=0,
        words={"0": message("no limit")},
        title=message("Turns in a round"),
    )

    turn: int = number("i1", "seat whose turn it is")
    phase: int = number("i1", "DRAWING or PLAYING")
    outcome: int = number("i1", "GOING_ON, WENT_OUT or STALEMATE")
    turns: int = number("i4", "turns completed")

    stock: list[int] = number("i1", "cards to draw from, in order", CARDS, follows=True)
    stock_next: int = number("i1", "place of the next stock card", follows=True)
    stock_end: int = number("i1", "place after the last stock card", follows=True)
    discards: list[int] = number("i1", "the discard pile, oldest first", CARDS, follows=True)
    discard_count: int = number("i1", "cards in the discard pile", follows=True)

    hand_count: list[int] = number("i1", "cards in the hand of each seat", SEATS, follows=True)
    held: list[list[int]] = number(
        "i2", "mask of ranks in hand, by seat and suit", SEATS, SUITS, follows=True
    )
    arrived: list[int] = number(
        "i4", "when each card came to the hand that has it (R2)", CARDS, follows=True
    )
    runs: list[list[int]] = number(
        "i2", "mask of ranks in own runs, by seat and suit", SEATS, SUITS, follows=True
    )
    melds: list[list[int]] = number(
        "i1", "mask of suits in own melds, by seat and rank", SEATS, RANKS, follows=True
    )
    meld_ranks: list[int] = number(
        "i2", "mask of ranks with an own meld, by seat", SEATS, follows=True
    )
    seen: list[int] = number("i1", "1 once a card has lain face up", CARDS, cards="each")


# action ids, 670 in all
DRAW_STOCK = 0
DRAW_DISCARD = 1
DISCARD = 2  # + card
LAY_OFF = DISCARD + CARDS  # + card
MELD = LAY_OFF + CARDS  # + rank * MELDS_OF_RANK + choice of suits
MELDS_OF_RANK = 16
RUN = MELD + RANKS * MELDS_OF_RANK  # + suit * RUNS_OF_SUIT + which run
RUNS_OF_SUIT = 66
ACTIONS = RUN + SUITS * RUNS_OF_SUIT

SHORTEST = 3  # cards in a meld or a run

POINTS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 15)
MOST_POINTS = 15

ALL_RANKS = (1 << RANKS) - 1

# the lowest rank in each set of ranks (RANKS for the empty set)
LOWEST = tuple(
    next((rank for rank in range(RANKS) if ranks >> rank & 1), RANKS) for ranks in range(1 << RANKS)
)
HOW_MANY = tuple(ranks.bit_count() for ranks in range(1 << RANKS))

# the suits of each meld: all sets of three or more of the five
MELD_SUITS = tuple(suits for suits in range(1 << SUITS) if suits.bit_count() >= SHORTEST)
MELD_OF_SUITS = tuple(
    MELD_SUITS.index(suits) if suits in MELD_SUITS else -1 for suits in range(1 << SUITS)
)

# the runs of a suit, by lowest rank, then by length
RUN_START = tuple(
    start for start in range(RANKS - SHORTEST + 1) for _ in range(SHORTEST, RANKS - start + 1)
)
RUN_LENGTH = tuple(
    length for start in range(RANKS - SHORTEST + 1) for length in range(SHORTEST, RANKS - start + 1)
)
RUN_MASK = tuple(
    ((1 << length) - 1) << start for start, length in zip(RUN_START, RUN_LENGTH, strict=True)
)
# which of a suit's runs starts at a rank with the shortest length; longer ones follow it
FIRST_RUN = tuple(RUN_START.index(start) for start in range(RANKS - SHORTEST + 1))
