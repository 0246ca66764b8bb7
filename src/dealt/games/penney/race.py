"""Races of sequences: which of several comes first, and how long it takes; all exact.

>>> race(["HTT", "TTT"]).chances
(Fraction(7, 8), Fraction(1, 8))
>>> race(["HTH"]).wait
Fraction(10, 1)

The letters come one by one, each independent of the others, as tosses of a coin or rolls of a die;
in a pack each letter has so many cards, and what is drawn does not come back.

The states are those of `automaton`. With N the fundamental matrix of this absorbing chain (Kemeny
and Snell, "Finite Markov Chains", 1960) the first row of N has the expected visits, its sum is the
expected wait, and E[T(T + 1)] is twice the first sum of N N.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod, sqrt
from typing import overload

from dealt.core.sheet import Cell, Displayed, Sheet
from dealt.errors import ParseError, SetupError
from dealt.games.penney.automaton import NOBODY, Automaton, Reading, automaton
from dealt.games.penney.count import DENSE, leads
from dealt.games.penney.tally import CARDS, TRICKS
from dealt.language import Phrase, listed, say

COIN = "HT"
PACK = "RB"
_MOST = 8  # sequences in a race
_MOST_WORDS = 4096  # replies to compare
_MOST_PACK = 60_000  # states of a pack

_Winners = tuple[int, ...]


@dataclass(frozen=True, repr=False)
class Race(Displayed):
    """Which of several sequences comes first.

    Attributes:
        sequences: the sequences.
        weights: how often each letter comes, as a share.
        chances: of each sequence to come first, alone.
        ties: the chance of sequences, by their numbers, to be complete at the same letter, because
            one is the end of another.
        wait: the expected number of letters until one is complete.
        variance: of that number.
        waits: the expected number of letters until each is complete, if it were alone.
    """

    sequences: tuple[str, ...]
    weights: Mapping[str, Fraction]
    chances: tuple[Fraction, ...]
    ties: Mapping[_Winners, Fraction]
    wait: Fraction
    variance: Fraction
    waits: tuple[Fraction, ...]

    def __str__(self) -> str:
        """The chances in one line."""
        parts = [
            f"{name} {chance}" for name, chance in zip(self.sequences, self.chances, strict=True)
        ]
        return say("comes first: {chances}", chances=listed(parts))

    @property
    def spread(self) -> float:
        """The standard deviation of the number of letters."""
        return sqrt(self.variance)

    def sheets(self) -> tuple[Sheet, ...]:
        """The chances and the waits, one row a sequence."""
        rows: list[tuple[Cell, ...]] = [
            (name, chance, str(chance), f"{float(wait):.3f}", str(wait))
            for name, chance, wait in zip(self.sequences, self.chances, self.waits, strict=True)
        ]
        for winners, chance in self.ties.items():
            names = listed([self.sequences[number] for number in winners])
            rows.append((say("at once: {names}", names=names), chance, str(chance), "", ""))
        columns = (
            say("sequence"), say("comes first"), say("chance"), say("letters alone, on average"),
            say("exactly"),
        )  # fmt: skip
        title = say("{sequences}: which comes first", sequences=listed(self.sequences))
        shares = listed([f"{letter} {share}" for letter, share in self.weights.items()])
        notes = (
            say("each letter: {shares}", shares=shares),
            say(
                "until one is complete: {wait} letters on average, with a standard deviation of "
                "{spread}",
                wait=f"{float(self.wait):.3f}", spread=f"{self.spread:.3f}",
            ),
        )  # fmt: skip
        return (Sheet(title, columns, tuple(rows), notes),)


def race(sequences: Sequence[str], weights: Mapping[str, int | Fraction] | None = None) -> Race:
    """Which of some sequences comes first where letters never end.

    Args:
        sequences: 1 to 8 different ones, of any lengths, such as `HHT`.
        weights: how often each letter comes, above 0; only their ratio matters. None: heads and
            tails, or red and black, equally often.

    Raises:
        ParseError: a sequence has a letter without a weight.
        SetupError: too few or too many sequences, two are the same, or a weight is not above 0.
    """
    words, shares = _checked(sequences, weights)
    machine = automaton(words, "".join(shares))
    outcomes = _outcomes(words, shares)
    alone = tuple(_moments(automaton((word,), "".join(shares)), shares)[0] for word in words)
    wait, variance = _moments(machine, shares)
    chances = tuple(outcomes.get((number,), Fraction(0)) for number in range(len(words)))
    ties = {winners: chance for winners, chance in outcomes.items() if len(winners) > 1}
    return Race(words, shares, chances, ties, wait, variance, alone)


@overload
def odds(
    sequences: Sequence[str], *, weights: Mapping[str, int | Fraction] | None = None
) -> Race: ...


@overload
def odds(sequences: Sequence[str], *, pack: Mapping[str, int]) -> PackRace: ...


def odds(
    sequences: Sequence[str],
    *,
    weights: Mapping[str, int | Fraction] | None = None,
    pack: Mapping[str, int] | None = None,
) -> Race | PackRace:
    """The exact odds of some sequences: without end, see `race`, or in a pack, see `pack_race`."""
    return race(sequences, weights) if pack is None else pack_race(sequences, pack)


def read_weights(text: str) -> dict[str, Fraction]:
    """Weights as people write them: `H=2,T=1`.

    Raises:
        ParseError: not letters with numbers.
    """
    weights = {}
    for part in text.split(","):
        letter, _, number = part.partition("=")
        try:
            weights[letter.strip().upper()] = Fraction(number.strip())
        except (ValueError, ZeroDivisionError):
            raise ParseError(
                "{given} is not a weight: write letters and numbers, such as {sample}",
                given=repr(part), sample="H=2,T=1",
            ) from None  # fmt: skip
    return weights


def replies_sheet(
    sequence: str, weights: Mapping[str, int | Fraction] | None = None, most: int = 10
) -> Sheet:
    """The best replies to a sequence where letters never end, see `replies`."""
    rows = [(word, chance, str(chance)) for word, chance in replies(sequence, weights)[:most]]
    columns = (say("reply"), say("comes first"), say("chance"))
    return Sheet(say("Best replies to {sequence}", sequence=sequence), columns, tuple(rows))


def replies(
    sequence: str, weights: Mapping[str, int | Fraction] | None = None
) -> list[tuple[str, Fraction]]:
    """All replies of the same length with their chances to come first, the best first.

    Raises:
        ParseError, SetupError: as for `race`; or there are more than 4,096 replies.
    """
    (word,), shares = _checked((sequence,), weights)
    if len(shares) ** len(word) > _MOST_WORDS:
        raise SetupError(
            "{n} replies to {sequence} are too many; at most {most} are compared",
            n=len(shares) ** len(word), sequence=word, most=_MOST_WORDS,
        )  # fmt: skip
    others = ("".join(letters) for letters in product(shares, repeat=len(word)))
    chances = [
        (other, _outcomes((other, word), shares).get((0,), Fraction(0)))
        for other in others
        if other != word
    ]
    return sorted(chances, key=lambda row: -row[1])


def _checked(
    sequences: Sequence[str], weights: Mapping[str, int | Fraction] | None, least: int = 1
) -> tuple[tuple[str, ...], dict[str, Fraction]]:
    """The sequences in capitals, and the shares of the letters."""
    words = tuple("".join(word.split()).upper() for word in sequences)
    if not least <= len(words) <= _MOST:
        raise SetupError(
            "a race is for {least} to {most} sequences, not {n}",
            least=least, most=_MOST, n=len(words),
        )  # fmt: skip
    for number, word in enumerate(words):
        if word in words[:number]:
            raise SetupError("{sequence} is there twice; the sequences must differ", sequence=word)
    used = "".join(words)
    if weights is None:
        weights = dict.fromkeys(next((a for a in (COIN, PACK) if set(used) <= set(a)), ""), 1)
    shares = {letter.upper(): Fraction(weight) for letter, weight in weights.items()}
    for letter, weight in shares.items():
        if len(letter) != 1 or weight <= 0:
            raise SetupError(
                "weight {letter}={weight}: must be one letter and a number above 0",
                letter=letter, weight=str(weight),
            )  # fmt: skip
    for word in words:
        if not word or set(word) - set(shares):
            known = "".join(shares)
            raise ParseError(
                "{given} is not a sequence of {letters}; other letters are named by {option}",
                given=repr(word[:20]), option="--letters",
                letters=known or Phrase("{one} or {two}", {"one": COIN, "two": PACK}),
            )  # fmt: skip
    total = sum(shares.values())
    return words, {letter: weight / total for letter, weight in shares.items()}


# --- the chain ------------------------------------------------------------------------------------


def _rows(
    machine: Automaton, shares: Mapping[str, Fraction]
) -> Iterator[tuple[int, int, int, Fraction]]:
    """Each step: the state, the state after it, who wins, and its share."""
    for state, (after, winners) in enumerate(zip(machine.after, machine.winner, strict=True)):
        yield from zip([state] * len(after), after, winners, shares.values(), strict=True)


def _solved(rows: list[list[Fraction]]) -> list[Fraction]:
    """The solution of linear equations, each a row with its right side at the end."""
    size = len(rows)
    for at in range(size):
        pivot = next(i for i in range(at, size) if rows[i][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        by = rows[at][at]
        rows[at] = [x / by if x else x for x in rows[at]]
        for i in range(size):
            times = rows[i][at]
            if i != at and times:
                rows[i] = [
                    x - times * y if y else x for x, y in zip(rows[i], rows[at], strict=True)
                ]
    return [row[-1] for row in rows]


def _equations(
    machine: Automaton, shares: Mapping[str, Fraction], right: Sequence[int], *, turned: bool
) -> list[Fraction]:
    """The solution for the matrix of this chain, as it is or turned, and a right side."""
    size = len(machine.after)
    rows = [[Fraction(i == j) for j in range(size)] + [Fraction(right[i])] for i in range(size)]
    for state, after, winner, share in _rows(machine, shares):
        if winner == NOBODY:
            row, column = (after, state) if turned else (state, after)
            rows[row][column] -= share
    return _solved(rows)


def _visits(machine: Automaton, shares: Mapping[str, Fraction]) -> list[Fraction]:
    """How often each state is visited, from state 0."""
    return _equations(machine, shares, [1, *[0] * (len(machine.after) - 1)], turned=True)


def _moments(machine: Automaton, shares: Mapping[str, Fraction]) -> tuple[Fraction, Fraction]:
    """The mean and the variance of the number of letters."""
    times = _equations(machine, shares, [1] * len(machine.after), turned=False)
    mean = times[0]
    pairs = zip(_visits(machine, shares), times, strict=True)
    twice = sum((a * b for a, b in pairs), Fraction(0))
    return mean, 2 * twice - mean - mean * mean


def _outcomes(words: Sequence[str], shares: Mapping[str, Fraction]) -> dict[_Winners, Fraction]:
    """The chance of each end: with the longest that is complete, all that are its ends, too."""
    machine = automaton(words, "".join(shares))
    visits = _visits(machine, shares)
    ends: dict[_Winners, Fraction] = {}
    for state, _, winner, share in _rows(machine, shares):
        if winner != NOBODY:
            longest = words[winner - 1]
            winners = tuple(n for n, word in enumerate(words) if longest.endswith(word))
            ends[winners] = ends.get(winners, Fraction(0)) + visits[state] * share
    return ends


# --- a pack ---------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class PackRace(Displayed):
    """Several players and one pack: who takes the first trick, and who takes the most.

    Attributes:
        sequences: the choices of the players.
        pack: the number of cards of each letter.
        first: decks by who takes the first trick; nobody is the empty tuple.
        most: decks by who takes the most tricks, several if they have equally many.
        cards: decks by who takes the most cards; None for more than three players or a pack so
            large that it would take long.
    """

    sequences: tuple[str, ...]
    pack: Mapping[str, int]
    first: Mapping[_Winners, int]
    most: Mapping[_Winners, int]
    cards: Mapping[_Winners, int] | None = None

    def __str__(self) -> str:
        """The shares of decks that each player wins, in one line."""
        parts = [
            f"{name} {float(self.share(self.most, (number,))):.2%}"
            for number, name in enumerate(self.sequences)
        ]
        return say("takes most tricks: {chances}", chances=listed(parts))

    @property
    def decks(self) -> int:
        """The number of all decks."""
        return sum(self.first.values())

    def share(self, decks: Mapping[_Winners, int], winners: _Winners) -> Fraction:
        """The share of all decks in which these players, and nobody else, win."""
        return Fraction(decks.get(winners, 0), self.decks)

    def sheets(self) -> tuple[Sheet, ...]:
        """The decks of each player, and those of nobody alone."""
        counted = {
            say("first trick, decks"): self.first, say("first trick"): self.first,
            say("most tricks, decks"): self.most, say("most tricks"): self.most,
        }  # fmt: skip
        if self.cards is not None:
            counted |= {say("most cards, decks"): self.cards, say("most cards"): self.cards}
        rows: list[tuple[Cell, ...]] = []
        for number, name in enumerate([*self.sequences, say("nobody alone")]):
            cells: list[Cell] = [name]
            for decks in [*counted.values()][::2]:
                part = decks.get((number,), 0)
                if number == len(self.sequences):
                    part = sum(n for winners, n in decks.items() if len(winners) != 1)
                cells += [part, Fraction(part, self.decks)]
            rows.append(tuple(cells))
        cards = listed([f"{number} {letter}" for letter, number in self.pack.items()])
        title = say(
            "{sequences}, exact over all decks of {cards}",
            sequences=listed(self.sequences), cards=cards,
        )  # fmt: skip
        return (Sheet(title, (say("player"), *counted), tuple(rows)),)


def pack_race(sequences: Sequence[str], pack: Mapping[str, int]) -> PackRace:
    """Who takes the first trick, the most tricks and the most cards, over all decks of a pack.

    Args:
        sequences: 2 to 8 choices, of any lengths. One that has another inside is never complete.
        pack: the number of cards of each letter, such as `{"R": 26, "B": 26}`.

    Raises:
        ParseError: a choice has a letter that the pack lacks.
        SetupError: the choices are not valid, one is the end of another, or the pack is too large.
    """
    words, _ = _checked(sequences, pack, 2)
    for word in words:
        for other in words:
            if word != other and other.endswith(word):
                raise SetupError(
                    "{sequence} is the end of {other}: both would be complete at the same card",
                    sequence=word, other=other,
                )  # fmt: skip
    cards = {letter.upper(): number for letter, number in pack.items()}
    total, states = sum(cards.values()), len(automaton(words, "".join(cards)).after)
    if prod(number + 1 for number in cards.values()) * states * len(words) > _MOST_PACK:
        raise SetupError("a pack of {n} cards is too large for this", n=total)
    first = _leaders(leads(words, cards, TRICKS, Reading(one_trick=True)))
    first[()] = first.pop(tuple(range(len(words))), 0)
    most = _leaders(leads(words, cards, TRICKS))
    small = (2 * total + 1) ** (len(words) - 1) < DENSE
    by_cards = _leaders(leads(words, cards, CARDS)) if small else None
    return PackRace(words, cards, first, most, by_cards)


def _leaders(counts: Mapping[tuple[int, ...], int]) -> dict[_Winners, int]:
    """Decks by who leads, from decks by leads."""
    leaders: Counter[_Winners] = Counter()
    for lead, decks in counts.items():
        leaders[tuple(n for n, most in enumerate(lead) if most == max(lead))] += decks
    return dict(leaders)
