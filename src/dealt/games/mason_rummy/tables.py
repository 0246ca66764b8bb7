"""Mason Rummy: action ids and the lookups that readable rules fill once."""

from dealt.games.mason_rummy.state import CARDS, RANKS, SUITS

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
