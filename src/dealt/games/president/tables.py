"""President: types of moves, action ids, and the list of all plays, filled once by readable rules.

A play is one row: its cards as a mask, its type, and the strength that decides within the type.
Rows are sorted by type, strength, and then by the cards from the lowest up. So of two plays of one
type, the one with the larger id is higher.
"""

from collections.abc import Iterator
from itertools import combinations, product

from dealt.cards import Deck
from dealt.games.president.state import CARDS, SUITS, VALUES
from dealt.language import message

DECK = Deck(
    message("52 cards, 3 low"),
    tuple(value + suit for value in "3456789TJQKA2" for suit in "DCHS"),
)

# types of moves, low to high (P2)
SINGLE, PAIR, THREE, FOUR = 0, 1, 2, 3
STRAIGHT, FLUSH, FULL_HOUSE, FOUR_PLUS_ONE, STRAIGHT_FLUSH = 4, 5, 6, 7, 8
TYPES = 9

FIVE = 5  # cards in a straight, a flush and so on
TWO = 12  # the highest value
TOP_STRAIGHT = 8  # the lowest value of J Q K A 2

Play = tuple[int, int, tuple[int, ...]]  # type, strength, cards rising


def _of_value(value: int, size: int) -> list[tuple[int, ...]]:
    """All ways to choose `size` cards of one value."""
    return list(combinations(range(value * SUITS, value * SUITS + SUITS), size))


def _sets() -> Iterator[Play]:
    """One to four equal cards; the highest card decides (P3)."""
    for value in range(VALUES):
        for size in range(1, SUITS + 1):
            for cards in _of_value(value, size):
                yield SINGLE + size - 1, cards[-1], cards


def _rows() -> Iterator[Play]:
    """Five values in a row, of one suit or not; the highest card decides (P3, P4)."""
    for low in range(VALUES - FIVE + 1):
        for suits in product(range(SUITS), repeat=FIVE):
            cards = tuple((low + i) * SUITS + suit for i, suit in enumerate(suits))
            yield STRAIGHT_FLUSH if len(set(suits)) == 1 else STRAIGHT, cards[-1], cards


def _flushes() -> Iterator[Play]:
    """Five cards of one suit, not in a row; the highest card decides (P3)."""
    for suit in range(SUITS):
        for values in combinations(range(VALUES), FIVE):
            if values[-1] - values[0] > FIVE - 1:
                cards = tuple(value * SUITS + suit for value in values)
                yield FLUSH, cards[-1], cards


def _full_houses() -> Iterator[Play]:
    """Three of one value and two of another; the value of the three decides (P3)."""
    for three, pair in product(range(VALUES), repeat=2):
        if three != pair:
            for cards in product(_of_value(three, 3), _of_value(pair, 2)):
                yield FULL_HOUSE, three, tuple(sorted(cards[0] + cards[1]))


def _fours_plus_one() -> Iterator[Play]:
    """Four of one value and any other card; the value of the four decides (P3)."""
    for four, other in product(range(VALUES), range(CARDS)):
        if other // SUITS != four:
            yield FOUR_PLUS_ONE, four, tuple(sorted((*_of_value(four, 4)[0], other)))


PLAYS = sorted([*_sets(), *_rows(), *_flushes(), *_full_houses(), *_fours_plus_one()])

# action ids: 18,892 for playing, those for giving cards in a trade, and those for asking for them
PASS = 0  # row 0 of the table is no play
GIVE = 1 + len(PLAYS)  # + card
ASK = GIVE + CARDS  # + value
ACTIONS = ASK + VALUES

PLAY_TYPE = (-1, *(play[0] for play in PLAYS))
PLAY_STRENGTH = (-1, *(play[1] for play in PLAYS))
PLAY_CARDS = ((), *(play[2] for play in PLAYS))
PLAY_MASK = tuple(sum(1 << card for card in cards) for cards in PLAY_CARDS)
PLAY_SIZE = tuple(len(cards) for cards in PLAY_CARDS)
PLAY_OF_MASK = {mask: play for play, mask in enumerate(PLAY_MASK)}

# --- where the plays of a type stand, for going from the cards of a hand to the ids --------------

FIRST = tuple(PLAY_TYPE.index(kind) for kind in range(TYPES))

# sets of 0 to 4 equal cards: the choices of suits in the order of the table, as masks of suits
CHOICES_OF_SIZE = tuple(
    tuple(sum(1 << suit for suit in suits) for suits in number) + (0,) * (6 - len(number))
    for number in (
        sorted(combinations(range(SUITS), size), key=lambda suits: (suits[-1:], suits))
        for size in range(SUITS + 1)
    )
)
HOW_MANY_CHOICES = (1, 4, 6, 4, 1)

# pairs of suits in the order of their cards from the lowest up, as they stand in a full house
PAIR_SUITS = tuple((1 << low) + (1 << high) for low, high in combinations(range(SUITS), 2))
PAIRS = len(PAIR_SUITS)
THREE_SUITS = CHOICES_OF_SIZE[3][:4]
THREES = len(THREE_SUITS)
FULL_HOUSES_OF_VALUE = (VALUES - 1) * PAIRS * THREES

FOURS_OF_VALUE = CARDS - SUITS

# straights with one highest card: four suits of four lower cards, without the straight flush
STRAIGHTS_OF_TOP = SUITS**4 - 1
SAME_SUIT = 0b01010101  # the four lower suits, two bits each, are this times the suit

# the first flush with a highest card, and which of them has these values (-1: none)
FLUSH_TOPS = PLAY_STRENGTH[FIRST[FLUSH] : FIRST[FULL_HOUSE]]
FIRST_FLUSH = tuple(
    FIRST[FLUSH] + FLUSH_TOPS.index(card) if card in FLUSH_TOPS else -1 for card in range(CARDS)
)


def _flush_order() -> tuple[int, ...]:
    """For each set of values, its rank among the flushes with its highest card; -1: not a flush."""
    which = [-1] * (1 << VALUES)
    for play in range(FIRST[FLUSH], FIRST[FULL_HOUSE]):
        values = sum(1 << card // SUITS for card in PLAY_CARDS[play])
        which[values] = play - FIRST_FLUSH[PLAY_STRENGTH[play]]
    return tuple(which)


FLUSH_OF_VALUES = _flush_order()

# the card of a mask with one bit: powers of two have different remainders by 67
REMAINDERS = 67
CARD_OF_BIT = tuple(
    next((card for card in range(CARDS) if (1 << card) % REMAINDERS == rest), -1)
    for rest in range(REMAINDERS)
)
ALL_CARDS = (1 << CARDS) - 1
DIAMONDS = sum(1 << value * SUITS for value in range(VALUES))  # one bit for each value
