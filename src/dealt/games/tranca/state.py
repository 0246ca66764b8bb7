"""Tranca: the fields of one round, the ids of actions, and lookups, filled once.

Cards are numbered by suit, then rank: `card = suit * 13 + rank`, suits C D H S, rank 0 is the two,
1 the three and 12 the ace; there are two or three copies of each.  A side is a player, or the
partners of a pair or a trio.  Sets of ranks are masks of 13 bits.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from dealt.core.fields import YES_OR_NO, number, option, state
from dealt.language import message

SEATS = 6
SIDES = 3
SUITS = 4
RED = 1  # diamonds; hearts are the suit after it
RANKS = 13
CARDS = SUITS * RANKS
MOST_CARDS = 3 * CARDS
DEALT = 11
MORTOS = 2
MOST_SEQUENCES = 24

# phase of a turn
DRAWING = 0
PLAYING = 1

# how the round stands
GOING_ON = 0
WENT_OUT = 1
STOCK_OUT = 2
TURN_LIMIT = 3

# kinds of sequences
NO_SEQUENCE = 0
RUN = 1
SET = 2
TWOS = 3

# what a side has had of a morto
NONE = 0
TAKEN = 1
USED = 2

# values of the option `sets`
ANY = 0
EDGES = 1


@state
class State:
    """One round of Tranca."""

    seats: int = number("i1", "players, 2, 3, 4 or 6 (T1)")
    starter: int = number("i1", "seat that has the first turn")

    pile_on_sequence: int = option(  # T6
        1,
        message("whether the pile may be taken onto your own sequence"),
        YES_OR_NO,
        words={"yes": message("allowed"), "no": message("not allowed")},
        title=message("Taking the pile onto your own sequence"),
    )
    sets: int = option(  # T2
        ANY,
        message("which ranks may form sets: any, or only 4, 5, king and ace"),
        {"any": ANY, "edges": EDGES},
        words={"any": message("any rank"), "edges": message("4, 5, king, ace")},
        title=message("Ranks of sets"),
    )
    clean_to_go_out: int = option(  # T7
        0,
        message("whether going out needs a canastra without a stand-in"),
        YES_OR_NO,
        words={"yes": message("needed"), "no": message("not needed")},
        title=message("A clean canastra to go out"),
    )
    turn_limit: int = option(
        500,
        message("turns after which a round is stopped, 0: none"),
        range(10_001),
        words={"0": message("no limit")},
        title=message("Turns in a round"),
    )
    target: int = option(  # T9
        0,
        message("points that end the match, 0: 3,500, with six players 5,000"),
        range(1_000_001),
        words={"0": message("3,500, or 5,000 with six players")},
        title=message("Points to win the match"),
    )

    turn: int = number("i1", "seat whose turn it is")
    phase: int = number("i1", "DRAWING or PLAYING")
    outcome: int = number("i1", "GOING_ON, WENT_OUT, STOCK_OUT or TURN_LIMIT")
    turns: int = number("i2", "turns completed")

    stock: list[int] = number("i1", "cards to draw from, in order", MOST_CARDS, follows=True)
    stock_next: int = number("i2", "place of the next stock card", follows=True)
    stock_end: int = number("i2", "place after the last stock card", follows=True)
    mortos: list[list[int]] = number("i1", "the cards of the mortos", MORTOS, DEALT, follows=True)
    mortos_left: int = number(
        "i1", "mortos that nobody has; the first of them is the next one", follows=True
    )
    pile: list[int] = number("i1", "the discard pile, oldest first", MOST_CARDS, follows=True)
    pile_count: int = number("i2", "cards in the discard pile", follows=True)

    hand: list[list[int]] = number("i1", "copies of each card, by seat", SEATS, CARDS, follows=True)
    hand_count: list[int] = number("i2", "cards in each hand", SEATS, follows=True)
    held: list[list[int]] = number(
        "i2", "mask of ranks in hand, by seat and suit", SEATS, SUITS, follows=True
    )
    of_rank: list[list[int]] = number(
        "i1", "cards of each rank in hand, by seat", SEATS, RANKS, follows=True
    )
    known: list[list[int]] = number(
        "i1",
        "copies in hand that all saw being taken with the pile, by seat",
        SEATS,
        CARDS,
        cards="each",
    )

    dollars: list[list[int]] = number(
        "i1", "red threes laid, by side and suit", SIDES, SUITS, follows=True
    )
    morto: list[int] = number("i1", "NONE, TAKEN or USED, by side (T8)", SIDES)
    morto_seat: list[int] = number("i1", "seat that took the side's morto", SIDES)
    sequence_count: list[int] = number(
        "i1", "how many sequences each side has laid", SIDES, follows=True
    )
    kind: list[list[int]] = number("i1", "RUN, SET or TWOS", SIDES, MOST_SEQUENCES, follows=True)
    suit_or_rank: list[list[int]] = number(
        "i1", "suit of a run, rank of a set", SIDES, MOST_SEQUENCES, follows=True
    )
    size: list[list[int]] = number(
        "i1", "cards in the sequence", SIDES, MOST_SEQUENCES, follows=True
    )
    ranks: list[list[int]] = number(
        "i2", "mask of a run's ranks", SIDES, MOST_SEQUENCES, follows=True
    )
    copies: list[list[list[int]]] = number(
        "i1",
        "cards of each suit in a set or among twos",
        SIDES,
        MOST_SEQUENCES,
        SUITS,
        follows=True,
    )
    stand_in: list[list[int]] = number(
        "i1",
        "the two that stands in for a card: its suit + 1, 0: none",
        SIDES,
        MOST_SEQUENCES,
        follows=True,
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
