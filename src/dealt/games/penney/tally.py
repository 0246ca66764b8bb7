"""Penney's game: counts over many decks, for every pair of choices and both scorings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dealt.core.sheet import Displayed
from dealt.errors import SetupError
from dealt.games.penney.choices import LENGTH, choice_text
from dealt.language import listed, number, say

TRICKS = "tricks"
CARDS = "cards"
SCORINGS = (TRICKS, CARDS)

# how often each choice beat each other one: counts[mine][other]
Counts = tuple[tuple[int, ...], ...]


class Outcome(NamedTuple):
    """How many decks one choice won, drew and lost against another."""

    wins: int
    draws: int
    losses: int


@dataclass(frozen=True, repr=False)
class Tally(Displayed):
    """The number of decks in which each choice beat each other one.

    Attributes:
        decks: number of decks scored; every pair of choices was scored on each.
        tricks: `tricks[mine][other]` decks won by tricks; 0 if both are the same.
        cards: the same by cards.
        length: colours in a choice; the counts have 2**length rows and columns.
        is_exact: whether these are all possible decks, each once.
    """

    decks: int
    tricks: Counts
    cards: Counts
    length: int = LENGTH
    is_exact: bool = False

    def __str__(self) -> str:
        """How many decks and choices; `outcomes` and the sheets of the game have the counts."""
        return say(
            "{decks} decks, each scored for all pairs of {choices} choices",
            decks=number(self.decks), choices=1 << self.length,
        )  # fmt: skip

    @classmethod
    def empty(cls, length: int = LENGTH) -> Tally:
        """A tally without counts."""
        nothing = ((0,) * (1 << length),) * (1 << length)
        return cls(0, nothing, nothing, length)

    def __add__(self, other: Tally) -> Tally:
        """Both together, of different decks."""
        if self.length != other.length:
            raise SetupError(
                "counts of choices of {n} and of {other} colours", n=self.length, other=other.length
            )
        return Tally(
            self.decks + other.decks,
            _added(self.tricks, other.tricks),
            _added(self.cards, other.cards),
            self.length,
        )

    def counts(self, by: str) -> Counts:
        """The counts of one scoring, `tricks` or `cards`.

        Raises:
            SetupError: an unknown scoring.
        """
        return self.cards if check_scoring(by) == CARDS else self.tricks

    def won(self, by: str, choice: int, other: int) -> int:
        """The number of decks in which `choice` beats `other`."""
        return self.counts(by)[choice][other]

    def lost(self, by: str, choice: int, other: int) -> int:
        """The number of decks in which `other` beats `choice`."""
        return self.counts(by)[other][choice]

    def drawn(self, by: str, choice: int, other: int) -> int:
        """The number of decks in which neither wins."""
        return self.outcome(by, choice, other).draws

    def outcome(self, by: str, choice: int, other: int) -> Outcome:
        """The numbers of decks that `choice` wins, draws and loses against `other`."""
        wins, losses = self.won(by, choice, other), self.lost(by, choice, other)
        return Outcome(wins, self.decks - wins - losses, losses)

    def pairs(self) -> Iterator[tuple[int, int]]:
        """All ordered pairs of different choices, in the order of the document's files."""
        every = range(1 << self.length)
        return ((choice, other) for choice in every for other in every if choice != other)

    def best_replies(self, by: str, other: int) -> tuple[int, ...]:
        """The choices that win most often against `other`; several if they are equal."""
        counts = self.counts(by)
        won = {
            choice: counts[choice][other] for choice in range(1 << self.length) if choice != other
        }
        best = max(won.values())
        return tuple(choice for choice, decks in won.items() if decks == best)

    def outcomes(self, by: str) -> dict[tuple[str, str], Outcome]:
        """The outcomes of each choice against each other one.

        The keys are my choice and the other's, such as `("RRR", "RRB")`.

        Raises:
            SetupError: a scoring other than `tricks` and `cards`.
        """
        return {
            (self.text(choice), self.text(other)): self.outcome(by, choice, other)
            for choice, other in self.pairs()
        }

    def text(self, choice: int) -> str:
        """A choice as people write it."""
        return choice_text(choice, self.length)


def _added(one: Sequence[Sequence[int]], two: Sequence[Sequence[int]]) -> Counts:
    """The element-wise sums of two arrays."""
    return tuple(
        tuple(a + b for a, b in zip(row, other, strict=True))
        for row, other in zip(one, two, strict=True)
    )


def check_scoring(by: str) -> str:
    """Check the scoring and return it; SetupError if it is unknown."""
    if by not in SCORINGS:
        raise SetupError(
            "no scoring {by}; the scorings are {scorings}", by=repr(by), scorings=listed(SCORINGS)
        )
    return by


def percent(part: int, whole: int) -> int:
    """A share in whole percent, rounded once, halves up; 0 if the total is 0."""
    return (200 * part + whole) // (2 * whole) if whole else 0


def share_text(part: int, whole: int, decimals: int = 2) -> str:
    """A share in percent, rounded once, halves up: `93.54%`, `99.9983%`.

    More decimals are shown if it would otherwise read 0 or 100 % without being exactly that.
    """
    if not whole:
        return f"{0:.{decimals}f}%"
    while True:
        unit = 10**decimals
        rounded = (200 * unit * part + whole) // (2 * whole)
        if part in (0, whole) or 0 < rounded < 100 * unit:
            digits = f"{rounded:0{decimals + 1}}"
            point = len(digits) - decimals
            return f"{digits[:point]}{'.' * (decimals > 0)}{digits[point:]}%"
        decimals += 1
