"""Penney's game: the results of single games as rows, and outcomes by both choices.

The original document lists the data of every game, and turns the list into a dictionary of
outcomes:

>>> from dealt.games.penney import outcomes, results
>>> rows = results(["RBRRBB", "BRRRRR"], ("RRR", "RRB"))
>>> outcomes(rows)
{('RRR', 'RRB'): Outcome(wins=1, draws=0, losses=1)}
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from dealt.errors import SetupError
from dealt.games.penney.choices import LENGTH, choice_text
from dealt.games.penney.exact import check_length, pair
from dealt.games.penney.tally import CARDS, TRICKS, Outcome, check_scoring
from dealt.games.penney.trace import LOST, WON, Deck, deck_of, outcome
from dealt.language import say

Choices = tuple[str, str]  # of player 1 and player 2, such as ("RRR", "RRB")
Scored = tuple[int, int, int, int]  # tricks of both, then cards of both


class Result(NamedTuple):
    """One game: a deck and two choices.

    Attributes:
        deck: number of the deck, from 1.
        first, second: the choices of player 1 and player 2, such as `RRB`.
        first_tricks, second_tricks: tricks won.
        first_cards, second_cards: cards won.
        by_tricks, by_cards: how it ended for player 1: `won`, `lost` or `tied`.
    """

    deck: int
    first: str
    second: str
    first_tricks: int
    second_tricks: int
    first_cards: int
    second_cards: int
    by_tricks: str
    by_cards: str

    def __str__(self) -> str:
        return say(
            "deck {n}, {first} against {second}: tricks {tricks}, cards {cards}",
            n=self.deck, first=self.first, second=self.second,
            tricks=f"{self.first_tricks}:{self.second_tricks}",
            cards=f"{self.first_cards}:{self.second_cards}",
        )  # fmt: skip


def results(
    decks: Iterable[Deck], choices: tuple[str, str] | None = None, *, length: int = LENGTH
) -> Iterator[Result]:
    """The games of each deck, one after the other; no other data is kept in memory.

    Args:
        decks: each a text such as `"RBRRBB"` or a row of 0 (red) and 1 (black), of any length; for
            example a NumPy array of shape (decks, cards).
        choices: those of player 1 and player 2; None: all pairs, 56 with three colours.
        length: colours in a choice, if all pairs are scored.

    Raises:
        DeckError: a card is not a colour; the decks before it have been scored.
        ParseError, SetupError: the choices or the length are not valid; raised at the first row.
    """
    if choices is None:
        pairs = _all_pairs(check_length(length))
    else:
        one, two, length = pair(*choices)
        pairs = ((choice_text(one, length), choice_text(two, length)),)
    for number, deck in enumerate(decks, 1):
        cards = deck_of(deck)
        scored: dict[Choices, Scored] = {}
        for first, second in pairs:
            mirrored = scored.get((second, first))  # the same game, seen by the other player
            if mirrored is None:
                tricks, others, won, lost = scored[first, second] = _score(cards, first, second)
            else:
                others, tricks, lost, won = mirrored
            yield Result(
                number, first, second, tricks, others, won, lost,
                outcome(tricks, others), outcome(won, lost),
            )  # fmt: skip


def _score(deck: str, first: str, second: str) -> Scored:
    """The tricks of players 1 and 2, then their cards.

    Args:
        deck: letters `R` and `B`.
        first: the choice of player 1.
        second: another choice of the same length.
    """
    tricks = others = cards = lost = decks_scored = 0
    for trick in _either(first, second).finditer(deck):  # finds never overlap (N2)
        end = trick.end()
        if trick[0] == first:
            tricks += 1
            cards += end - decks_scored
        else:
            others += 1
            lost += end - decks_scored
        decks_scored = end
    return tricks, others, cards, lost


@cache
def _either(first: str, second: str) -> re.Pattern[str]:
    return re.compile(f"{first}|{second}")


@cache
def _all_pairs(length: int) -> tuple[Choices, ...]:
    """All ordered pairs of different choices, in the order of the document's files."""
    every = [choice_text(choice, length) for choice in range(1 << length)]
    return tuple((first, second) for first in every for second in every if first != second)


def outcomes(
    rows: Iterable[Result],
    by: str = TRICKS,
    before: Mapping[Choices, Outcome] | None = None,
) -> dict[Choices, Outcome]:
    """How often player 1 won, tied and lost, by both choices.

    Args:
        rows: results of games, from one file or many.
        by: `tricks` or `cards`.
        before: earlier outcomes to add to.

    Raises:
        SetupError: an unknown scoring, or a row that is not a result.
    """
    is_by_cards = check_scoring(by) == CARDS
    counted = {pair: list(counts) for pair, counts in (before or {}).items()}
    place = {WON: 0, LOST: 2}
    for row in rows:
        if not isinstance(row, Result):
            raise SetupError("outcomes takes what `results` returns, not {given}", given=repr(row))
        ended = row.by_cards if is_by_cards else row.by_tricks
        counted.setdefault((row.first, row.second), [0, 0, 0])[place.get(ended, 1)] += 1
    return {pair: Outcome(*counts) for pair, counts in counted.items()}
