"""President: which moves a hand can make under the options (P2, P3, P4)."""

from dealt.core.fields import Numbers
from dealt.games.president.plays import (
    flushes,
    fours_plus_one,
    full_houses,
    sets,
    singles,
    straight_flushes,
    straights,
)
from dealt.games.president.state import NEVER, SUITS, State
from dealt.games.president.tables import (
    FIVE,
    FLUSH,
    FOUR,
    FOUR_PLUS_ONE,
    FULL_HOUSE,
    PAIR,
    PLAY_SIZE,
    PLAY_STRENGTH,
    PLAY_TYPE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TOP_STRAIGHT,
    TWO,
)

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
