"""President: what a set of cards can play, type by type, in the language of the rules.

`above` is the strength that a play must exceed, -1 for any. Each function writes ids in ascending
order after the `n` already in `out` and returns the new number of ids.  The ids are rows of
`tables.PLAYS`.
"""

from dealt.core.fields import Numbers
from dealt.games.president.state import SUITS, VALUES
from dealt.games.president.tables import (
    CARD_OF_BIT,
    CHOICES_OF_SIZE,
    DIAMONDS,
    FIRST,
    FIRST_FLUSH,
    FIVE,
    FLUSH,
    FLUSH_OF_VALUES,
    FOUR_PLUS_ONE,
    FOURS_OF_VALUE,
    FULL_HOUSE,
    FULL_HOUSES_OF_VALUE,
    HOW_MANY_CHOICES,
    PAIR_SUITS,
    PAIRS,
    REMAINDERS,
    SAME_SUIT,
    SINGLE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    STRAIGHTS_OF_TOP,
    THREE_SUITS,
    THREES,
)

ALL_SUITS = (1 << SUITS) - 1


def _card_of(bit: int) -> int:
    """The card in a mask with a single bit."""
    return CARD_OF_BIT[bit % REMAINDERS]


def lowest_card(cards: int) -> int:
    """The lowest of some cards."""
    return _card_of(cards & -cards)


def how_many(cards: int) -> int:
    """The number of cards in a mask."""
    n = 0
    while cards:
        cards &= cards - 1
        n += 1
    return n


def _suits_of(cards: int, value: int) -> int:
    """The mask of suits in which the cards have a value."""
    return cards >> value * SUITS & ALL_SUITS


def values_with(cards: int, size: int) -> int:
    """The values with at least `size` cards, each as the bit of its diamond."""
    a = cards & DIAMONDS
    b = cards >> 1 & DIAMONDS
    c = cards >> 2 & DIAMONDS
    d = cards >> 3 & DIAMONDS
    if size == 1:
        return a | b | c | d
    if size == 2:
        return a & b | c & d | (a | b) & (c | d)
    if size == 3:
        return a & b & (c | d) | c & d & (a | b)
    return a & b & c & d


def in_a_row(cards: int) -> int:
    """The cards that start five in a row of one suit."""
    two = cards & cards >> SUITS
    return two & two >> 2 * SUITS & cards >> 4 * SUITS


# --- one to four equal cards --------------------------------------------------------------------


def singles(cards: int, above: int, out: Numbers, n: int) -> int:
    """Each card by itself."""
    left = cards >> above + 1 << above + 1
    while left:
        out[n] = FIRST[SINGLE] + lowest_card(left)
        n += 1
        left &= left - 1
    return n


def sets(cards: int, size: int, above: int, out: Numbers, n: int) -> int:
    """Two, three or four cards of one value."""
    values = values_with(cards, size)
    values = values >> (above + 1) // SUITS * SUITS << (above + 1) // SUITS * SUITS
    choices = HOW_MANY_CHOICES[size]
    while values:
        value = lowest_card(values) // SUITS
        missing = ~_suits_of(cards, value)
        for choice in range(choices):
            suits = CHOICES_OF_SIZE[size][choice]
            if suits & missing == 0 and suits << value * SUITS >> above + 1:
                out[n] = FIRST[SINGLE + size - 1] + value * choices + choice
                n += 1
        values &= values - 1
    return n


# --- five cards ---------------------------------------------------------------------------------


def straights(cards: int, last: int, above: int, out: Numbers, n: int) -> int:
    """Five values in a row, not all of one suit; `last` is the highest value to begin with (P4)."""
    starts = in_a_row(values_with(cards, 1))
    while starts:
        low = lowest_card(starts) // SUITS
        if low > last:
            break
        tops = _suits_of(cards, low + FIVE - 1)
        for suit in range(SUITS):
            if tops >> suit & 1 and (low + FIVE - 1) * SUITS + suit > above:
                n = _straights_of_top(cards, low, suit, out, n)
        starts &= starts - 1
    return n


def _straights_of_top(cards: int, low: int, top: int, out: Numbers, n: int) -> int:
    """The straights from value `low` whose highest card has the suit `top`."""
    first = FIRST[STRAIGHT] + (low * SUITS + top) * STRAIGHTS_OF_TOP
    flush = SAME_SUIT * top
    for a in range(SUITS):
        if _suits_of(cards, low) >> a & 1:
            for b in range(SUITS):
                if _suits_of(cards, low + 1) >> b & 1:
                    for c in range(SUITS):
                        if _suits_of(cards, low + 2) >> c & 1:
                            for d in range(SUITS):
                                which = a << 6 | b << 4 | c << 2 | d
                                if _suits_of(cards, low + 3) >> d & 1 and which != flush:
                                    out[n] = first + which - int(which > flush)
                                    n += 1
    return n


def flushes(cards: int, above: int, out: Numbers, n: int) -> int:
    """Five cards of one suit, not in a row."""
    tops = cards >> above + 1 << above + 1
    while tops:
        top = lowest_card(tops)
        lower = cards >> top % SUITS & DIAMONDS & (1 << top // SUITS * SUITS) - 1
        if how_many(lower) >= FIVE - 1:
            n = _flushes_of_top(lower, top, out, n)
        tops &= tops - 1
    return n


def _flushes_of_top(lower: int, top: int, out: Numbers, n: int) -> int:
    """The flushes with a given highest card; `lower`: the lower values of its suit, as diamonds."""
    first = FIRST_FLUSH[top]
    a = lower
    while a:
        b = a & a - 1
        while b:
            c = b & b - 1
            while c:
                d = c & c - 1
                while d:
                    chosen = _values_mask(a & -a | b & -b | c & -c | d & -d)
                    which = FLUSH_OF_VALUES[chosen | 1 << top // SUITS]
                    if which >= 0:
                        out[n] = first + which
                        n += 1
                    d &= d - 1
                c &= c - 1
            b &= b - 1
        a &= a - 1
    return n


def _values_mask(diamonds: int) -> int:
    """Values given by their diamonds, as a mask with one bit for each value."""
    values = 0
    while diamonds:
        values |= 1 << lowest_card(diamonds) // SUITS
        diamonds &= diamonds - 1
    return values


def full_houses(cards: int, above: int, out: Numbers, n: int) -> int:
    """Three of one value and two of another."""
    pairs = values_with(cards, 2)
    threes = values_with(cards, 3)
    threes = threes >> (above + 1) * SUITS << (above + 1) * SUITS
    while threes:
        three = lowest_card(threes) // SUITS
        first = FIRST[FULL_HOUSE] + three * FULL_HOUSES_OF_VALUE
        lower = pairs & (1 << three * SUITS) - 1
        while lower:
            pair = lowest_card(lower) // SUITS
            n = _pairs_before_three(cards, three, pair, first + pair * PAIRS * THREES, out, n)
            lower &= lower - 1
        higher = pairs >> (three + 1) * SUITS << (three + 1) * SUITS
        if higher:
            n = _pairs_after_three(cards, three, higher, first + three * PAIRS * THREES, out, n)
        threes &= threes - 1
    return n


def _pairs_before_three(cards: int, three: int, pair: int, first: int, out: Numbers, n: int) -> int:
    """Full houses with a lower pair: in the order of their pairs, then of their threes."""
    for p in range(PAIRS):
        if PAIR_SUITS[p] & ~_suits_of(cards, pair) == 0:
            for t in range(THREES):
                if THREE_SUITS[t] & ~_suits_of(cards, three) == 0:
                    out[n] = first + p * THREES + t
                    n += 1
    return n


def _pairs_after_three(
    cards: int, three: int, higher: int, first: int, out: Numbers, n: int
) -> int:
    """Full houses with a pair from the `higher` values: in the order of their threes first."""
    above = VALUES - 1 - three
    for t in range(THREES):
        if THREE_SUITS[t] & ~_suits_of(cards, three) == 0:
            values = higher
            while values:
                pair = lowest_card(values) // SUITS
                for p in range(PAIRS):
                    if PAIR_SUITS[p] & ~_suits_of(cards, pair) == 0:
                        out[n] = first + (t * above + pair - three - 1) * PAIRS + p
                        n += 1
                values &= values - 1
    return n


def fours_plus_one(cards: int, above: int, out: Numbers, n: int) -> int:
    """Four of one value and any other card."""
    fours = values_with(cards, 4)
    fours = fours >> (above + 1) * SUITS << (above + 1) * SUITS
    while fours:
        four = lowest_card(fours)
        others = cards & ~(ALL_SUITS << four)
        while others:
            other = lowest_card(others)
            place = other if other < four else other - SUITS
            out[n] = FIRST[FOUR_PLUS_ONE] + four // SUITS * FOURS_OF_VALUE + place
            n += 1
            others &= others - 1
        fours &= fours - 1
    return n


def straight_flushes(cards: int, first: int, last: int, above: int, out: Numbers, n: int) -> int:
    """Five cards of one suit in a row that begin with a value from `first` to `last`."""
    starts = in_a_row(cards) >> first * SUITS << first * SUITS
    while starts:
        low = lowest_card(starts)
        if low // SUITS > last:
            break
        if low + (FIVE - 1) * SUITS > above:
            out[n] = FIRST[STRAIGHT_FLUSH] + low
            n += 1
        starts &= starts - 1
    return n


# --- types only -----------------------------------------------------------------------------------


def types_in(cards: int, last: int) -> int:
    """The mask of types that some cards can play.

    Args:
        cards: mask of cards.
        last: the highest value with which a straight may begin (P4).
    """
    types = 0
    for size in range(1, SUITS + 1):
        if values_with(cards, size):
            types |= 1 << SINGLE + size - 1
    pairs = values_with(cards, 2)
    threes = values_with(cards, 3)
    fours = values_with(cards, 4)
    if _has_straight(cards, last):
        types |= 1 << STRAIGHT
    if _has_flush(cards, last):
        types |= 1 << FLUSH
    if threes and pairs & pairs - 1:
        types |= 1 << FULL_HOUSE
    if fours and cards & ~(fours * ALL_SUITS) | fours & fours - 1:
        types |= 1 << FOUR_PLUS_ONE
    if beginning(in_a_row(cards), last):
        types |= 1 << STRAIGHT_FLUSH
    return types


def beginning(starts: int, last: int) -> int:
    """The cards with a value of at most `last`."""
    return starts & (1 << (last + 1) * SUITS) - 1


def _has_straight(cards: int, last: int) -> bool:
    """Whether the cards contain five values in a row that are not all of one suit."""
    starts = beginning(in_a_row(values_with(cards, 1)), last)
    one_suit = values_with(beginning(in_a_row(cards), last), 1)
    twice = values_with(cards, 2)
    choice = twice
    for i in range(1, FIVE):
        choice |= twice >> i * SUITS
    return starts & (~one_suit | choice) != 0


def _has_flush(cards: int, last: int) -> bool:
    """Whether the cards contain five of one suit that are not a straight flush."""
    rows = beginning(in_a_row(cards), last)
    for suit in range(SUITS):
        of_suit = cards >> suit & DIAMONDS
        number = how_many(of_suit)
        if number > FIVE or number == FIVE and rows >> suit & DIAMONDS == 0:
            return True
    return False
