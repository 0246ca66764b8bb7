"""Penney's game: choices that beat one another in a circle.

>>> cycles(["HHT", "HTT", "TTH", "THH"]).cycles
(('HHT', 'HTT', 'TTH', 'THH'),)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from dealt.core.sheet import Displayed, Sheet
from dealt.errors import SetupError
from dealt.games.penney.race import checked, outcomes
from dealt.games.penney.tally import Tally
from dealt.language import decimal, say

_MOST, _MOST_LISTED = 64, 10  # choices, and circles


@dataclass(frozen=True, repr=False)
class Cycles(Displayed):
    """Which choice beats which, and the shortest circles among them.

    Attributes:
        sequences: the choices.
        wins: how often the first of two choices wins, for those that win more often than the other.
        cycles: each choice beats the next one, the last one the first; the firmest circle first.
    """

    sequences: tuple[str, ...]
    wins: Mapping[tuple[str, str], Fraction]
    cycles: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        """The firmest circle in one line."""
        if not self.cycles:
            return say("no choices beat one another in a circle")
        return " > ".join((*self.cycles[0], self.cycles[0][0]))

    def links(self, cycle: Sequence[str]) -> tuple[Fraction, ...]:
        """How often each choice of a circle beats the next one."""
        return tuple(self.wins[pair] for pair in _links(cycle))

    def sheets(self) -> tuple[Sheet, ...]:
        """The circles, with how often each choice beats the next one."""
        if not self.cycles:
            return (Sheet(str(self), (), ()),)
        rows = []
        for cycle in self.cycles[:_MOST_LISTED]:
            chances = self.links(cycle)
            shares = decimal(" ".join(f"{float(chance):.2%}" for chance in chances))
            rows.append((" > ".join((*cycle, cycle[0])), shares, min(chances)))
        notes = [say("A > B: A wins more often than B.")]
        if len(self.cycles) > _MOST_LISTED:
            notes.append(say("{n} circles have this length.", n=len(self.cycles)))
        columns = say("circle"), say("beats the next"), say("at least")
        title = say("Choices that beat one another in a circle")
        return (Sheet(title, columns, tuple(rows), tuple(notes)),)


def cycles(sequences: Sequence[str], weights: Mapping[str, int | Fraction] | None = None) -> Cycles:
    """The circles of sequences where letters never end.

    Args:
        sequences: 3 to 64 different ones.
        weights: as for `race`.

    Raises:
        ParseError, SetupError: as for `race`.
    """
    words, shares = checked(sequences, weights, 3, _MOST)
    wins = {}
    for pair in combinations(words, 2):
        ends = outcomes(pair, shares)
        first, second = ends.get((0,), Fraction(0)), ends.get((1,), Fraction(0))
        if first != second:
            wins[pair if first > second else pair[::-1]] = max(first, second)
    return _with_cycles(words, wins)


def tally_cycles(tally: Tally, by: str) -> Cycles:
    """The circles of all choices of a tally under one scoring.

    Raises:
        SetupError: an unknown scoring, or nothing has been counted.
    """
    if not tally.decks:
        raise SetupError("nothing has been counted yet")
    counts = tally.counts(by)
    wins = {
        (tally.text(i), tally.text(j)): Fraction(counts[i][j], tally.decks)
        for i, j in tally.pairs()
        if counts[i][j] > counts[j][i]
    }
    return _with_cycles([tally.text(choice) for choice in range(1 << tally.length)], wins)


def _with_cycles(words: Sequence[str], wins: Mapping[tuple[str, str], Fraction]) -> Cycles:
    for size in range(3, len(words) + 1):
        cycles = [cycle for first in words for cycle in _cycles_from((first,), size, words, wins)]
        if cycles:
            weakest = {cycle: min(wins[pair] for pair in _links(cycle)) for cycle in cycles}
            cycles.sort(key=lambda cycle: -weakest[cycle])
            return Cycles(tuple(words), wins, tuple(cycles))
    return Cycles(tuple(words), wins, ())


def _cycles_from(
    path: tuple[str, ...], size: int, words: Sequence[str], wins: Mapping[tuple[str, str], Fraction]
) -> Iterator[tuple[str, ...]]:
    """The circles of a size that go on with a path; its first choice is the first of `words`."""
    if len(path) == size:
        if (path[-1], path[0]) in wins:
            yield path
        return
    for word in words[words.index(path[0]) + 1 :]:
        if word not in path and (path[-1], word) in wins:
            yield from _cycles_from((*path, word), size, words, wins)


def _links(cycle: Sequence[str]) -> Iterator[tuple[str, str]]:
    return zip(cycle, (*cycle[1:], cycle[0]), strict=True)
