"""President: the fields of one round.

Cards are numbered from low to high, `card = 4 * value + suit`: values 0 to 12 are 3 4 5 6 7 8 9 T J
Q K A 2, suits D C H S.  A set of cards is a mask of 52 bits, so the larger of two masks has the
higher card.
"""

from dealt.core.fields import number, state

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


@state
class State:
    """One round of President."""

    seats: int = number("i1", "players, 2 to 7")

    two_in_straights: int = number("i1", "1: J Q K A 2 is a straight (P4)")
    equal_values: int = number("i1", "BY_SUIT: of equal values the higher suit wins; NEVER (P3)")
    pass_is_final: int = number("i1", "1: who has passed waits for the next lead (P6)")
    twos_end_trick: int = number("i1", "1: nobody may answer a move of twos (P6)")
    passing: int = number("i1", "ANYONE may pass, or only who is UNABLE to answer (P5)")
    pairs: int = number("i1", "1: pairs are allowed (P2)")
    threes: int = number("i1", "1: threes are allowed")
    fours: int = number("i1", "1: fours are allowed")
    straights: int = number("i1", "1: straights are allowed")
    flushes: int = number("i1", "1: flushes are allowed")
    full_houses: int = number("i1", "1: full houses are allowed")
    fours_plus_one: int = number("i1", "1: fours plus one are allowed")
    straight_flushes: int = number("i1", "1: straight flushes are allowed")
    trade: int = number(
        "i1", "the lower gives the HIGHEST cards, or what is asked on REQUEST (P12)"
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
