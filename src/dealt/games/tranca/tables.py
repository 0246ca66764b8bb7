"""Tranca: action ids and the lookups that readable rules fill once."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from dealt.games.tranca.state import (
    CARDS,
    MOST_SEQUENCES,
    RANKS,
    RUN,
    SET,
    SUITS,
    TWOS,
)

TWO = 0
THREE = 1
FOUR = 2  # the lowest rank of a run
ACE = 12
NATURALS = ACE - FOUR + 1  # ranks that runs and sets are made of
RUN_RANKS = ((1 << NATURALS) - 1) << FOUR

SHORTEST = 3  # cards in a new sequence
CANASTRA = 7  # cards in a canastra (T3)

# section 7 of the document: a two 10, a three 5, four to seven 5, eight to king 10, an ace 15
POINTS = (10, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10, 15)
EDGE_RANKS = (FOUR, FOUR + 1, ACE - 1, ACE)  # 4, 5, king and ace (4.1 of the document)
IS_EDGE = tuple(int(rank in EDGE_RANKS) for rank in range(RANKS))


def _is_run(ranks: int, with_two: bool) -> bool:
    """Whether ranks of one suit form a run, alone or with a two in place of one more (T2)."""
    if ranks == 0 or ranks & ~RUN_RANKS:
        return False
    span = ranks.bit_length() - (ranks & -ranks).bit_length() + 1
    size = ranks.bit_count()
    if not with_two:
        return span == size
    return span == size + 1 or span == size < NATURALS


# the ranks that may be added to a run with these ranks, without and with a stand-in
FITS = tuple(
    sum(1 << r for r in range(RANKS) if not ranks >> r & 1 and _is_run(ranks | 1 << r, False))
    for ranks in range(1 << RANKS)
)
FITS_WITH_TWO = tuple(
    sum(1 << r for r in range(RANKS) if not ranks >> r & 1 and _is_run(ranks | 1 << r, True))
    for ranks in range(1 << RANKS)
)
# whether a two may be added to a run with these ranks
TAKES_TWO = tuple(int(_is_run(ranks, True)) for ranks in range(1 << RANKS))

LOWEST = tuple(
    next((rank for rank in range(RANKS) if ranks >> rank & 1), RANKS) for ranks in range(1 << RANKS)
)

# --- beginnings: the three cards that a sequence is begun with ------------------------------------

Beginning = tuple[int, int, tuple[int, ...], int]  # kind, suit or rank, natural cards, twos

THREE_SUITS = tuple(combinations_with_replacement(range(SUITS), 3))
TWO_SUITS = tuple(combinations_with_replacement(range(SUITS), 2))
RUNS_OF_SUIT = NATURALS - SHORTEST + 1
GAPS_OF_SUIT = 2 * NATURALS - 3  # two cards of a suit next to each other, or one rank apart


def _beginnings() -> Iterator[Beginning]:
    """Runs, runs with a two, sets, sets with a two, and three twos, in the order of their ids."""
    for suit in range(SUITS):
        for low in range(FOUR, ACE - 1):
            yield RUN, suit, tuple(suit * RANKS + low + i for i in range(SHORTEST)), 0
    for suit in range(SUITS):
        for low in range(FOUR, ACE):
            for high in range(low + 1, min(low + 2, ACE) + 1):
                yield RUN, suit, (suit * RANKS + low, suit * RANKS + high), 1
    for rank in range(FOUR, ACE + 1):
        for three in THREE_SUITS:
            yield SET, rank, tuple(suit * RANKS + rank for suit in three), 0
    for rank in range(FOUR, ACE + 1):
        for two in TWO_SUITS:
            yield SET, rank, tuple(suit * RANKS + rank for suit in two), 1
    yield TWOS, TWO, (), SHORTEST


BEGINNINGS = tuple(_beginnings())
NO_CARD = -1
BEGIN_KIND = tuple(kind for kind, _, _, _ in BEGINNINGS)
BEGIN_ABOUT = tuple(about for _, about, _, _ in BEGINNINGS)
BEGIN_TWOS = tuple(twos for _, _, _, twos in BEGINNINGS)
BEGIN_CARDS = tuple(cards + (NO_CARD,) * (SHORTEST - len(cards)) for _, _, cards, _ in BEGINNINGS)

# where each kind of beginning stands among them
RUNS = 0
RUNS_WITH_TWO = RUNS + SUITS * RUNS_OF_SUIT
SETS = RUNS_WITH_TWO + SUITS * GAPS_OF_SUIT
SETS_WITH_TWO = SETS + NATURALS * len(THREE_SUITS)
THREE_TWOS = SETS_WITH_TWO + NATURALS * len(TWO_SUITS)

THREES_OF_RANK = len(THREE_SUITS)
PAIRS_OF_RANK = len(TWO_SUITS)
# how many cards of each suit a choice of suits takes
SUITS_OF_THREE = tuple(tuple(suits.count(s) for s in range(SUITS)) for suits in THREE_SUITS)
SUITS_OF_PAIR = tuple(tuple(suits.count(s) for s in range(SUITS)) for suits in TWO_SUITS)

# --- action ids -----------------------------------------------------------------------------------

DRAW = 0
TAKE_ON = 1  # + sequence: the top of the pile goes on it
TAKE_NEW = TAKE_ON + MOST_SEQUENCES  # + beginning: with the top of the pile
NEW = TAKE_NEW + len(BEGINNINGS)  # + beginning
LAY = NEW + len(BEGINNINGS)  # + sequence * LAID + which card
LAID = SUITS * NATURALS + 1  # a natural card is suit * NATURALS + rank - FOUR
LAID_TWO = LAID - 1  # a two, the lowest suit in hand
DISCARD = LAY + MOST_SEQUENCES * LAID  # + card
ACTIONS = DISCARD + CARDS
