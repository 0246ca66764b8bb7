"""President: the fields of one round.

Cards are numbered from low to high, `card = 4 * value + suit`: values 0 to 12 are 3 4 5 6 7 8 9 T J
Q K A 2, suits D C H S.  A set of cards is a mask of 52 bits, so the larger of two masks has the
higher card.
"""

from typing import Any

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
