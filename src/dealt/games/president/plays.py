"""President: what a set of cards can play, and what under the options (P2, P3, P4).

It is written in the language of the rules.

`above` is the strength that a play must exceed, -1 for any. Each function writes ids in ascending
order after the `n` already in `out` and returns the new number of ids.  The ids are rows of
`state.PLAYS`.
"""

from dealt.core.fields import Numbers
from dealt.games.president.state import (
    CARD_OF_BIT,
    CHOICES_OF_SIZE,
    DIAMONDS,
    FIRST,
    FIRST_FLUSH,
    FIVE,
    FLUSH,
    FLUSH_OF_VALUES,
    FOUR,
    FOUR_PLUS_ONE,
    FOURS_OF_VALUE,
    FULL_HOUSE,
    FULL_HOUSES_OF_VALUE,
    HOW_MANY_CHOICES,
    NEVER,
    PAIR,
    PAIR_SUITS,
    PAIRS,
    PLAY_SIZE,
    PLAY_STRENGTH,
    PLAY_TYPE,
    REMAINDERS,
    SAME_SUIT,
    SINGLE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    STRAIGHTS_OF_TOP,
    SUITS,
    THREE,
    THREE_SUITS,
    THREES,
    TOP_STRAIGHT,
    TWO,
    VALUES,
    State,
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


FIRST_TWO = TWO * SUITS  # the two of diamonds


def higher(s: State, hand: int, previous: int, out: Numbers, n: int) -> int:
    """The moves of a hand that answer a play (P3)."""
    size = PLAY_SIZE[previous]
    above = PLAY_STRENGTH[previous]
    if size < FIVE and s.equal_values == NEVER:
        above |= SUITS - 1  # as if the highest suit were there
    if size == 1:
        return singles(hand, above, out, n)
    if size < FIVE:
        return allowed_sets(s, hand, size, above, out, n)
    return five_cards(s, hand, kind(s, previous), above, out, n)


def kind(s: State, play: int) -> int:
    """The type of a play, -1 if it is not a move.

    If straights may not contain a two, J Q K A 2 is a flush if it is of one suit; otherwise it is
    not a move (P4).
    """
    if not s.two_in_straights and PLAY_STRENGTH[play] >= FIRST_TWO:
        if PLAY_TYPE[play] == STRAIGHT_FLUSH:
            return FLUSH
        if PLAY_TYPE[play] == STRAIGHT:
            return -1
    return PLAY_TYPE[play]


def allowed_sets(s: State, hand: int, size: int, above: int, out: Numbers, n: int) -> int:
    """Two, three or four equal cards, if the round allows them (P2)."""
    if (
        size == PAIR + 1
        and s.pairs
        or size == THREE + 1
        and s.threes
        or size == FOUR + 1
        and s.fours
    ):
        return sets(hand, size, above, out, n)
    return n


def five_cards(s: State, hand: int, lowest: int, above: int, out: Numbers, n: int) -> int:
    """Five-card moves of type `lowest` stronger than `above`, or of a higher type."""
    last = last_start(s)
    if s.straights and lowest == STRAIGHT:
        n = straights(hand, last, above, out, n)
    if s.flushes and lowest <= FLUSH:
        n = flushes(hand, above if lowest == FLUSH else -1, out, n)
    if s.full_houses and lowest <= FULL_HOUSE:
        n = full_houses(hand, above if lowest == FULL_HOUSE else -1, out, n)
    if s.fours_plus_one and lowest <= FOUR_PLUS_ONE:
        n = fours_plus_one(hand, above if lowest == FOUR_PLUS_ONE else -1, out, n)
    if s.straight_flushes:
        above_flush = above if lowest == STRAIGHT_FLUSH else -1
        n = straight_flushes(hand, 0, last, above_flush, out, n)
    if s.flushes and lowest <= FLUSH:  # J Q K A 2 where it is a flush, above any straight there
        n = straight_flushes(hand, last + 1, TOP_STRAIGHT, above, out, n)
    return n


def last_start(s: State) -> int:
    """The highest value with which a straight may begin (P4)."""
    return TOP_STRAIGHT if s.two_in_straights else TOP_STRAIGHT - 1
