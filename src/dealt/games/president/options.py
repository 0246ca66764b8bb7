"""President: the rules that people can set; the defaults follow the original document."""

from __future__ import annotations

from collections.abc import Mapping

from dealt.core import options
from dealt.core.options import YES_OR_NO, Option
from dealt.games.president.state import ANYONE, BY_SUIT, HIGHEST, NEVER, REQUEST, UNABLE
from dealt.language import message

ALLOWED = {"yes": message("allowed"), "no": message("not allowed")}


def _allowed(name: str, title: str, meaning: str) -> Option:
    """The option to play without moves of one type."""
    return Option(name, 1, meaning, YES_OR_NO, words=ALLOWED, title=title)


# in the order of the fields of the state
ALL = (
    _allowed(
        "two_in_straights",
        message("The straight J Q K A 2"),
        message("whether J Q K A 2 is a straight"),
    ),
    Option(
        "equal_values",
        BY_SUIT,
        message("equal cards of one value: the higher suit wins, or never"),
        {"suit": BY_SUIT, "never": NEVER},
        words={"suit": message("the higher suit wins"), "never": message("never beat each other")},
        title=message("Cards of equal value"),
    ),
    Option(
        "pass_is_final",
        0,
        message("whether a player who passed waits for the next lead"),
        YES_OR_NO,
        words={"yes": message("wait for the next lead"), "no": message("you may still play")},
        title=message("After you pass"),
    ),
    Option(
        "twos_end_trick",
        0,
        message("whether twos end the trick"),
        YES_OR_NO,
        words={"yes": message("end the trick"), "no": message("can be beaten")},
        title=message("Twos"),
    ),
    Option(
        "passing",
        ANYONE,
        message("who may pass: anyone, or only players unable to answer"),
        {"anyone": ANYONE, "unable": UNABLE},
        words={"anyone": message("anyone"), "unable": message("players unable to answer")},
        title=message("Who may pass"),
    ),
    _allowed("pairs", message("Pairs"), message("whether pairs may be played")),
    _allowed(
        "threes", message("Three of a kind"), message("whether three of a kind may be played")
    ),
    _allowed("fours", message("Four of a kind"), message("whether four of a kind may be played")),
    _allowed("straights", message("Straights"), message("whether straights may be played")),
    _allowed("flushes", message("Flushes"), message("whether flushes may be played")),
    _allowed("full_houses", message("Full houses"), message("whether full houses may be played")),
    _allowed(
        "fours_plus_one",
        message("Four of a kind plus one"),
        message("whether four of a kind plus one may be played"),
    ),
    _allowed(
        "straight_flushes",
        message("Straight flushes"),
        message("whether straight flushes may be played"),
    ),
    Option(
        "trade",
        HIGHEST,
        message("what the lower player gives: the highest cards, or those on request"),
        {"highest": HIGHEST, "request": REQUEST},
        words={"highest": message("the highest cards"), "request": message("the cards asked for")},
        came_later=True,
        title=message("What the lower player gives"),
    ),
)
OPTIONS = tuple(option.name for option in ALL)


def option_values(values: Mapping[str, int | str]) -> dict[str, int]:
    """All options with their values: those given, and the defaults of the others.

    Raises:
        SetupError: an option or a value that the game does not have.
    """
    return options.option_values("president", ALL, values)
