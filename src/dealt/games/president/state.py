"""President: the fields of one round, types of moves, action ids, and the list of all plays.

Cards are numbered from low to high, `card = 4 * value + suit`: values 0 to 12 are 3 4 5 6 7 8 9 T J
Q K A 2, suits D C H S.  A set of cards is a mask of 52 bits, so the larger of two masks has the
higher card.

A play is one row: its cards as a mask, its type, and the strength that decides within the type.
Rows are sorted by type, strength, and then by the cards from the lowest up. So of two plays of one
type, the one with the larger id is higher.
"""

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from dealt.cards import Deck
from dealt.core.fields import YES_OR_NO, Option, number, option, state
from dealt.language import message

SEATS = 7
CARDS = 52
SUITS = 4
VALUES = 13
MOST_UNANSWERED = 12  # plays that are noted of a seat

# phases of a round
GIVING = 0
PLAYING = 1
ASKING = 2

# values of the options
BY_SUIT = 0
NEVER = 1
ANYONE = 0
UNABLE = 1
HIGHEST = 0
REQUEST = 1


def _allowed(title: str, meaning: str) -> Any:
    """The option to play without moves of one type."""
    words = {"yes": message("allowed"), "no": message("not allowed")}
    return option(1, meaning, YES_OR_NO, words=words, title=title)


@state
class State:
    """One round of President."""

    seats: int = number("i1", "players, 2 to 7")

    two_in_straights: int = _allowed(  # P4
        message("The straight J Q K A 2"), message("whether J Q K A 2 is a straight")
    )
    equal_values: int = option(  # P3
        BY_SUIT,
        message("equal cards of one value: the higher suit wins, or never"),
        {"suit": BY_SUIT, "never": NEVER},
        words={"suit": message("the higher suit wins"), "never": message("never beat each other")},
        title=message("Cards of equal value"),
    )
    pass_is_final: int = option(  # P6
        0,
        message("whether a player who passed waits for the next lead"),
        YES_OR_NO,
        words={"yes": message("wait for the next lead"), "no": message("you may still play")},
        title=message("After you pass"),
    )
    twos_end_trick: int = option(  # P6
        0,
        message("whether twos end the trick"),
        YES_OR_NO,
        words={"yes": message("end the trick"), "no": message("can be beaten")},
        title=message("Twos"),
    )
    passing: int = option(  # P5
        ANYONE,
        message("who may pass: anyone, or only players unable to answer"),
        {"anyone": ANYONE, "unable": UNABLE},
        words={"anyone": message("anyone"), "unable": message("players unable to answer")},
        title=message("Who may pass"),
    )
    # the types of moves (P2)
    pairs: int = _allowed(message("Pairs"), message("whether pairs may be played"))
    threes: int = _allowed(
        message("Three of a kind"), message("whether three of a kind may be played")
    )
    fours: int = _allowed(
        message("Four of a kind"), message("whether four of a kind may be played")
    )
    straights: int = _allowed(message("Straights"), message("whether straights may be played"))
    flushes: int = _allowed(message("Flushes"), message("whether flushes may be played"))
    full_houses: int = _allowed(
        message("Full houses"), message("whether full houses may be played")
    )
    fours_plus_one: int = _allowed(
        message("Four of a kind plus one"), message("whether four of a kind plus one may be played")
    )
    straight_flushes: int = _allowed(
        message("Straight flushes"), message("whether straight flushes may be played")
    )
    trade: int = option(  # P12
        HIGHEST,
        message("what the lower player gives: the highest cards, or those on request"),
        {"highest": HIGHEST, "request": REQUEST},
        words={"highest": message("the highest cards"), "request": message("the cards asked for")},
        came_later=True,
        title=message("What the lower player gives"),
    )

    is_later_round: int = number("i1", "0: the first round of a match, 1: a later one (P5, P9)")
    turn_order: list[int] = number(
        "i1", "the seats in turn order, by role in later rounds (P8)", SEATS
    )

    turn: int = number("i1", "seat whose turn it is")
    phase: int = number("i1", "ASKING, GIVING or PLAYING")
    opening: int = number("i1", "1: the lead must contain the lowest card dealt (P5)")
    lowest: int = number("i1", "the lowest card dealt", cards="card")
    out_of_play: int = number("i8", "mask of the cards left over from the deal (P1)", follows=True)

    hand: list[int] = number("i8", "mask of the cards in each hand", SEATS, follows=True)
    count: list[int] = number("i1", "cards in each hand", SEATS, follows=True)
    chosen: int = number(
        "i8", "mask of cards that the seat in turn has chosen to give (P9)", cards="mask"
    )
    gave: list[int] = number(
        "i8", "mask of cards that each seat gave in the trade (P9)", SEATS, cards="mask"
    )
    asked: list[int] = number("i1", "1 + the values that the seat in turn has asked for (P12)", 2)
    lacked: list[int] = number(
        "i8",
        "mask of cards that the lower seat did not keep, as each upper seat knows",
        SEATS,
        cards="mask",
    )
    played: int = number("i8", "mask of all cards played", follows=True)
    shed: list[int] = number(
        "i8", "mask of the cards that each seat has played", SEATS, cards="mask"
    )
    unanswered: list[list[int]] = number(
        "i2", "plays that each seat was UNABLE to answer, 0: no more (P5)", SEATS, MOST_UNANSWERED
    )
    shed_before: list[list[int]] = number(
        "i8",
        "mask of the cards that the seat had played before",
        SEATS,
        MOST_UNANSWERED,
        cards="mask",
    )

    previous: int = number("i2", "the play to beat, 0: the lead is free")
    mover: int = number("i1", "seat that made the previous play, -1: nobody")
    passed: list[int] = number("i1", "1: the seat has passed since the last play", SEATS)
    finished: list[int] = number("i1", "the seats in the order in which they went out", SEATS)
    finished_count: int = number("i1", "how many seats are out")


OPTIONS: tuple[Option, ...] = vars(State)["OPTIONS"]


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
PASS = 0  # row 0 of the table stands for no play
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
