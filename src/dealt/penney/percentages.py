"""Penney's game: how often each choice wins and draws, in percent, as plain rows."""

from __future__ import annotations

from typing import NamedTuple

from dealt.core.sheet import Sheet
from dealt.errors import SetupError
from dealt.games.penney.choices import in_order
from dealt.games.penney.tally import (
    CARDS,
    SCORINGS,
    TRICKS,
    Tally,
    check_scoring,
    percent,
    share_text,
)
from dealt.language import decimal, message, number, say

_MOST_DECIMALS = 10
SAME = "--"
TITLES = {
    TRICKS: message("My wins by tricks in percent, draws in brackets; {decks} decks"),
    CARDS: message("My wins by cards in percent, draws in brackets; {decks} decks"),
}


class Percentages(NamedTuple):
    """One pair of choices in percent.

    Attributes:
        first, second: the choices of player 1 and player 2, such as `RRB`.
        tricks_win, tricks_draw: how often player 1 wins by tricks, and how often there is a draw:
            `40.41%`.
        cards_win, cards_draw: the same by cards.
        decks: number of decks.
    """

    first: str
    second: str
    tricks_win: str
    tricks_draw: str
    cards_win: str
    cards_draw: str
    decks: int


def percentages(tally: Tally) -> list[Percentages]:
    """All pairs in the order of the document's files; see `share_text` for the decimals."""
    rows = []
    for pair in tally.pairs():
        shares = [
            share_text(decks, tally.decks)
            for by in SCORINGS
            for decks in tally.outcome(by, *pair)[:2]
        ]
        rows.append(Percentages._make([*map(tally.text, pair), *shares, tally.decks]))
    return rows


def sheet(tally: Tally, by: str, decimals: int = 0) -> Sheet:
    """The chances of all pairs: a row for each of my choices, a column for each opponent's.

    Args:
        tally: the counts.
        by: `tricks` or `cards`.
        decimals: number of decimals; each percentage is rounded once.

    Raises:
        SetupError: an unknown scoring, or an invalid number of decimals.
    """
    check_scoring(by)
    if not 0 <= decimals <= _MOST_DECIMALS:
        raise SetupError("{n} decimals: choose 0 to {most}", n=decimals, most=_MOST_DECIMALS)
    order = in_order(tally.length)
    return Sheet(
        say(TITLES[by], decks=number(tally.decks)),
        (say("mine"), *map(tally.text, order)),
        tuple(
            (tally.text(choice), *(_cell(tally, by, choice, other, decimals) for other in order))
            for choice in order
        ),
        notes=(say("Down: my choice. Across: the opponent's."),),
    )


def _cell(tally: Tally, by: str, choice: int, other: int, decimals: int) -> str:
    """Wins and draws of one pair: `80(8)`."""
    if choice == other:
        return SAME
    wins, draws, _ = tally.outcome(by, choice, other)
    return decimal(
        f"{rounded(wins, tally.decks, decimals)}({rounded(draws, tally.decks, decimals)})"
    )


def rounded(part: int, whole: int, decimals: int) -> str:
    """A share in percent, rounded once, halves up."""
    digits = f"{percent(part * 10**decimals, whole):0{decimals + 1}}"
    point = len(digits) - decimals
    return f"{digits[:point]}.{digits[point:]}" if decimals else digits
