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

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod, sqrt

from dealt.core.sheet import Cell, Displayed, Sheet
from dealt.errors import ParseError, SetupError
from dealt.games.penney.automaton import NOBODY, Automaton, automaton
from dealt.language import Phrase, decimal, listed, say

_OPTIONS = {"one": "--letters", "two": "--weights"}
COIN = "HT"
PACK = "RB"
_MOST = 8  # sequences in a race
_MOST_WORDS = 4096  # replies to compare
_LISTED = 10  # replies

Winners = tuple[int, ...]


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
        variances: of these numbers.
    """

    sequences: tuple[str, ...]
    weights: Mapping[str, Fraction]
    chances: tuple[Fraction, ...]
    ties: Mapping[Winners, Fraction]
    wait: Fraction
    variance: Fraction
    waits: tuple[Fraction, ...]
    variances: tuple[Fraction, ...]

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

    def lengths(self, most: int) -> tuple[Fraction, ...]:
        """The chance that the first is complete after exactly 0, 1, ... `most` letters."""
        steps = [*_rows(automaton(self.sequences, "".join(self.weights)), self.weights)]
        chances, ends = {0: Fraction(1)}, [Fraction(0)]
        for _ in range(most):
            before, chances, ended = chances, {}, Fraction(0)
            for state, after, winner, share in steps:
                if winner != NOBODY:
                    ended += before.get(state, 0) * share
                elif state in before:
                    chances[after] = chances.get(after, 0) + before[state] * share
            ends.append(ended)
        return tuple(ends)

    def sheets(self) -> tuple[Sheet, ...]:
        """The chances and the waits, one row a sequence; fractions beside decimal numbers."""
        alone = zip(self.waits, self.variances, strict=True)
        rows: list[tuple[Cell, ...]] = [
            (name, str(chance), chance, str(wait), wait, decimal(f"{sqrt(variance):.3f}"))
            for name, chance, (wait, variance) in zip(
                self.sequences, self.chances, alone, strict=True
            )
        ]
        for winners, chance in self.ties.items():
            names = listed([self.sequences[number] for number in winners])
            rows.append((say("at once: {names}", names=names), str(chance), chance, "", "", ""))
        columns = (
            say("sequence"), say("comes first"), say("decimal"),
            say("letters to wait, on average"), say("decimal"), say("spread"),
        )  # fmt: skip
        title = say("{sequences}: which comes first", sequences=listed(self.sequences))
        shares = listed([f"{letter} {share}" for letter, share in self.weights.items()])
        notes = (
            say("each letter: {shares}", shares=shares),
            say(
                "until one is complete: {wait} letters on average, with a standard deviation of "
                "{spread}",
                wait=str(self.wait), spread=decimal(f"{self.spread:.3f}"),
            ),
        )  # fmt: skip
        return (Sheet(title, columns, tuple(rows), notes),)

    def wait_sheet(self, most: int) -> Sheet:
        """The distribution of the wait, up to so many letters."""
        rows, so_far = [], Fraction(0)
        for letters, chance in enumerate(self.lengths(most)):
            so_far += chance
            if so_far:
                rows.append((letters, str(chance), chance, so_far))
        columns = say("letters"), say("exactly then"), say("decimal"), say("by then")
        return Sheet(say("How many letters until one is complete"), columns, tuple(rows))


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
    words, shares = checked(sequences, weights)
    machine = automaton(words, "".join(shares))
    ends = outcomes(words, shares)
    alone = [_moments(automaton((word,), "".join(shares)), shares) for word in words]
    waits, variances = zip(*alone, strict=True)
    wait, variance = _moments(machine, shares)
    chances = tuple(ends.get((number,), Fraction(0)) for number in range(len(words)))
    ties = {winners: chance for winners, chance in ends.items() if len(winners) > 1}
    return Race(words, shares, chances, ties, wait, variance, waits, variances)


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


def replies(
    sequences: str | Sequence[str], weights: Mapping[str, int | Fraction] | None = None
) -> list[tuple[str, Fraction]]:
    """All replies of the same length with their chances to come first, the best first.

    Args:
        sequences: the one to answer, or several of one length, against which the reply runs.
        weights: as for `race`.

    Raises:
        ParseError, SetupError: as for `race`; or there are more than 4,096 replies.
    """
    words, shares = checked([sequences] if isinstance(sequences, str) else sequences, weights)
    chances = [
        (other, outcomes((other, *words), shares).get((0,), Fraction(0)))
        for other in words_of(shares, len(words[0]))
        if other not in words
    ]
    return sorted(chances, key=lambda row: -row[1])


def replies_sheet(
    sequences: Sequence[str], weights: Mapping[str, int | Fraction] | None = None
) -> Sheet:
    """The best replies to one or several sequences, see `replies`."""
    rows = [(word, str(chance), chance) for word, chance in replies(sequences, weights)[:_LISTED]]
    columns = say("reply"), say("comes first"), say("decimal")
    title = say("Best replies to {sequence}", sequence=listed([*sequences]))
    return Sheet(title, columns, tuple(rows))


def best_replies_sheet(weights: Mapping[str, int | Fraction] | None, length: int) -> Sheet:
    """The best reply to each sequence of a length where letters never end."""
    shares = checked((), weights or dict.fromkeys(COIN, 1), 0)[1]
    rows: list[tuple[Cell, ...]] = []
    total = Fraction(0)
    for word in words_of(shares, length, most=int(sqrt(_MOST_WORDS))):
        ranked = replies(word, shares)
        best = ranked[0][1]
        names = " ".join(reply for reply, chance in ranked if chance == best)
        rows.append((word, names, str(best), best))
        total += best * prod(shares[letter] for letter in word)
    note = say(
        "Against letters drawn at random the best reply comes first with a chance of {chance}.",
        chance=str(total),
    )
    columns = say("against"), say("best reply"), say("comes first"), say("decimal")
    return Sheet(say("Best replies where letters never end"), columns, tuple(rows), (note,))


def words_of(letters: Iterable[str], length: int, most: int = _MOST_WORDS) -> list[str]:
    """All sequences of a length; SetupError if there are more than `most`."""
    letters = [*letters]
    if len(letters) ** length > most:
        raise SetupError(
            "{n} sequences of {length} letters are too many; at most {most} are compared",
            n=len(letters) ** length, length=length, most=most,
        )  # fmt: skip
    return ["".join(word) for word in product(letters, repeat=length)]


def checked(
    sequences: Sequence[str],
    weights: Mapping[str, int | Fraction] | None,
    least: int = 1,
    most: int = _MOST,
) -> tuple[tuple[str, ...], dict[str, Fraction]]:
    """The sequences in capitals, and the shares of the letters."""
    words = tuple("".join(word.split()).upper() for word in sequences)
    if not least <= len(words) <= most:
        raise SetupError(
            "a race is for {least} to {most} sequences, not {n}",
            least=least, most=most, n=len(words),
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
            alphabet = "".join(shares)
            raise ParseError(
                "{given} is not a sequence of {letters}; other letters are named by {option}",
                given=repr(word[:20]), option=Phrase("{one} or {two}", _OPTIONS),
                letters=alphabet or Phrase("{one} or {two}", {"one": COIN, "two": PACK}),
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


def outcomes(words: Sequence[str], shares: Mapping[str, Fraction]) -> dict[Winners, Fraction]:
    """The chance of each end: with the longest that is complete, all that are its ends, too."""
    machine = automaton(words, "".join(shares))
    visits = _visits(machine, shares)
    ends: dict[Winners, Fraction] = {}
    for state, _, winner, share in _rows(machine, shares):
        if winner != NOBODY:
            longest = words[winner - 1]
            winners = tuple(n for n, word in enumerate(words) if longest.endswith(word))
            ends[winners] = ends.get(winners, Fraction(0)) + visits[state] * share
    return ends
