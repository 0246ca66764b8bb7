"""Penney's game: counts over some decks compared with the exact odds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import exp, sqrt
from typing import Any

from dealt.core.sheet import Sheet
from dealt.games.penney import exact
from dealt.games.penney.tally import SCORINGS, Tally
from dealt.language import decimal, message, number, say

PARTS = ("wins", "draws", "losses")
WHERE = {
    "wins": message("wins of {pair}"),
    "draws": message("draws of {pair}"),
    "losses": message("losses of {pair}"),
}


@dataclass(frozen=True)
class _Share:
    """How often one result of a pair occurred, and how often it should have.

    Attributes:
        by: `tricks` or `cards`.
        mine, other: the choices.
        part: `wins`, `draws` or `losses` of `choice`.
        count: number of decks with this result.
        decks: number of all decks.
        chance: the exact chance.
    """

    by: str
    choice: int
    other: int
    part: str
    count: int
    decks: int
    chance: Fraction

    @property
    def share(self) -> float:
        """The estimate of the chance."""
        return self.count / self.decks

    @property
    def standard_error(self) -> float:
        """The standard error of the estimate, computed from the estimate itself."""
        return sqrt(self.share * (1 - self.share) / self.decks)

    @property
    def z(self) -> float:
        """The deviation of the count from its mean, in standard deviations of the exact law."""
        expected = self.chance * self.decks
        deviation = sqrt(expected * (1 - self.chance))
        if not deviation:
            return 0.0 if self.count == expected else float("inf")
        return float(self.count - expected) / deviation


def shares(tally: Tally, whole: Tally | None = None) -> Iterator[_Share]:
    """All parts of all pairs under both scorings, the lower choice first.

    Args:
        tally: the counts.
        whole: the counts of all decks, computed by default.
    """
    whole = whole or exact.tally(tally.length)
    for by in SCORINGS:
        for choice, other in tally.pairs():
            if choice < other:
                counts = tally.outcome(by, choice, other)
                of_all = whole.outcome(by, choice, other)
                for part, count, all_ in zip(PARTS, counts, of_all, strict=True):
                    chance = Fraction(all_, whole.decks)
                    yield _Share(by, choice, other, part, count, tally.decks, chance)


def chi_squares(tally: Tally) -> dict[tuple[str, int, int], float]:
    """For each pair, the joint deviation of wins, draws and losses from the exact law.

    Each is chi-square with two degrees of freedom if all parts are expected at least five times;
    pairs with a rarer part are left out. Different pairs share the same decks, so they are not
    independent.
    """
    by_test: dict[tuple[str, int, int], list[_Share]] = {}
    for share in shares(tally):
        by_test.setdefault((share.by, share.choice, share.other), []).append(share)
    return {
        pair: sum(share.z**2 * float(1 - share.chance) for share in three)
        for pair, three in by_test.items()
        if all(share.chance * share.decks >= 5 for share in three)
    }


def sheet(tally: Tally) -> Sheet:
    """The deviation of the counts from the exact odds, summarized in a few numbers."""
    if not tally.decks:
        return Sheet(say("Against the exact odds"), (say("scoring"),), (), (say("No decks."),))
    rows = []
    for by in SCORINGS:
        worst = max((s for s in shares(tally) if s.by == by), key=lambda share: abs(share.z))
        squares = {pair: x for pair, x in chi_squares(tally).items() if pair[0] == by}
        largest = max(squares, key=lambda pair: squares[pair], default=None)
        rows.append(
            (
                say(by),
                decimal(f"{worst.z:+.2f}"),
                say(
                    WHERE[worst.part],
                    pair=f"{tally.text(worst.choice)}-{tally.text(worst.other)}",
                ),
                decimal(f"{squares[largest]:.1f}") if largest else "-",
                f"{tally.text(largest[1])}-{tally.text(largest[2])}" if largest else "-",
                decimal(f"{_chance_of_largest(squares[largest], len(squares)):.2f}")
                if largest
                else "-",
            )
        )
    cells = 3 * sum(1 for choice, other in tally.pairs() if choice < other)
    return Sheet(
        say("Against the exact odds, {decks} decks", decks=number(tally.decks)),
        (
            *(say("scoring"), say("largest z"), say("where"), say("largest chi-square")),
            *(say("pair"), say("chance of this")),
        ),
        tuple(rows),
        notes=(
            say(
                "z: distance in standard deviations, of {n} cells per scoring; up to "
                "{usual} is normal.",
                n=cells,
                usual=decimal("3.5"),
            ),
            say(
                "chance: an upper limit for how often the largest chi-square of this many "
                "pairs is this large."
            ),
        ),
    )


def _chance_of_largest(square: float, pairs: int) -> float:
    """A bound for the chance that the largest of several chi-squares, with 2 degrees, is so large.

    It holds for any dependence between them (Bonferroni).
    """
    return min(1.0, pairs * exp(-square / 2))


def data(tally: Tally) -> dict[str, Any]:
    """Counts, shares and standard errors of all pairs, with the exact chances."""
    pairs: dict[tuple[int, int], dict[str, Any]] = {}
    for share in shares(tally) if tally.decks else ():
        entry = pairs.setdefault(
            (share.choice, share.other),
            {"mine": tally.text(share.choice), "other": tally.text(share.other)},
        )
        entry.setdefault(share.by, {})[share.part] = {
            "decks": share.count,
            "share": share.share,
            "standard_error": share.standard_error,
            "exact": float(share.chance),
            "z": share.z,
        }
    return {
        "game": "penney",
        "length": tally.length,
        "decks": tally.decks,
        "pairs": list(pairs.values()),
        "largest_z": {
            by: max(abs(share.z) for share in shares(tally) if share.by == by)
            for by in SCORINGS
            if tally.decks
        },
    }
