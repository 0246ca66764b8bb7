"""Races of sequences: which of several comes first, and how long it takes; all exact.

>>> race(["HTT", "TTT"]).chances
(Fraction(7, 8), Fraction(1, 8))
>>> race(["HTH"]).wait
Fraction(10, 1)

The letters come one by one, each independent of the others, as tosses of a coin or rolls of a die;
in a pack each letter has so many cards, and what is drawn does not come back.

The states are the beginnings of the sequences (Aho and Corasick, "Efficient string matching",
1975). With N the fundamental matrix of this absorbing chain (Kemeny and Snell, "Finite Markov
Chains", 1960) the first row of N has the expected visits, its sum is the expected wait, and
E[T(T + 1)] is twice the first sum of N N.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, sqrt

from dealt.core.sheet import Cell, Displayed, Sheet
from dealt.errors import ParseError, SetupError
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
    steps = _steps(words, tuple(shares))
    outcomes = _outcomes(steps, shares)
    alone = tuple(_moments(_steps((word,), tuple(shares)), shares)[0] for word in words)
    wait, variance = _moments(steps, shares)
    chances = tuple(outcomes.get((number,), Fraction(0)) for number in range(len(words)))
    ties = {winners: chance for winners, chance in outcomes.items() if len(winners) > 1}
    return Race(words, shares, chances, ties, wait, variance, alone)


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
    chances = [(other, _first(other, word, shares)) for other in others if other != word]
    return sorted(chances, key=lambda row: -row[1])


def _first(one: str, two: str, shares: Mapping[str, Fraction]) -> Fraction:
    outcomes = _outcomes(_steps((one, two), tuple(shares)), shares)
    return outcomes.get((0,), Fraction(0))


def _checked(
    sequences: Sequence[str], weights: Mapping[str, int | Fraction] | None
) -> tuple[tuple[str, ...], dict[str, Fraction]]:
    """The sequences in capitals, and the shares of the letters."""
    words = tuple("".join(word.split()).upper() for word in sequences)
    if not 1 <= len(words) <= _MOST:
        raise SetupError("a race is for 1 to {most} sequences, not {n}", most=_MOST, n=len(words))
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

_Steps = list[dict[str, int | _Winners]]  # by state and letter: the next state, or who has won


def _steps(words: Sequence[str], letters: Sequence[str]) -> _Steps:
    """The states, which are the beginnings of the words: state 0 is the empty one."""
    states = [""]
    for word in words:
        states += [word[:n] for n in range(1, len(word)) if word[:n] not in states]
    inside = [state for state in states if not any(word in state for word in words)]
    steps: _Steps = []
    for state in inside:
        row: dict[str, int | _Winners] = {}
        for letter in letters:
            drawn = state + letter
            winners = tuple(n for n, word in enumerate(words) if drawn.endswith(word))
            if winners:
                row[letter] = winners
                continue
            row[letter] = next(
                inside.index(drawn[cut:]) for cut in range(len(drawn) + 1) if drawn[cut:] in inside
            )
        steps.append(row)
    return steps


def _rows(steps: _Steps, shares: Mapping[str, Fraction]) -> Iterator[tuple[int, int, Fraction]]:
    """Each step from a state to a state, with its share."""
    for state, row in enumerate(steps):
        for letter, after in row.items():
            if isinstance(after, int):
                yield state, after, shares[letter]


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


def _visits(steps: _Steps, shares: Mapping[str, Fraction]) -> list[Fraction]:
    """How often each state is visited, from state 0."""
    rows = [
        [Fraction(i == j) for j in range(len(steps))] + [Fraction(i == 0)]
        for i in range(len(steps))
    ]
    for state, after, share in _rows(steps, shares):
        rows[after][state] -= share
    return _solved(rows)


def _moments(steps: _Steps, shares: Mapping[str, Fraction]) -> tuple[Fraction, Fraction]:
    """The mean and the variance of the number of letters."""
    rows = [
        [Fraction(i == j) for j in range(len(steps))] + [Fraction(1)] for i in range(len(steps))
    ]
    for state, after, share in _rows(steps, shares):
        rows[state][after] -= share
    times = _solved(rows)
    visits = _visits(steps, shares)
    mean = times[0]
    twice = sum((a * b for a, b in zip(visits, times, strict=True)), Fraction(0))
    return mean, 2 * twice - mean - mean * mean


def _outcomes(steps: _Steps, shares: Mapping[str, Fraction]) -> dict[_Winners, Fraction]:
    """The chance of each end."""
    visits = _visits(steps, shares)
    ends: dict[_Winners, Fraction] = {}
    for visit, row in zip(visits, steps, strict=True):
        for letter, after in row.items():
            if not isinstance(after, int):
                ends[after] = ends.get(after, Fraction(0)) + visit * shares[letter]
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
    """

    sequences: tuple[str, ...]
    pack: Mapping[str, int]
    first: Mapping[_Winners, int]
    most: Mapping[_Winners, int]

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
        rows: list[tuple[Cell, ...]] = []
        for number, name in enumerate(self.sequences):
            first, most = (by.get((number,), 0) for by in (self.first, self.most))
            rows.append(
                (name, first, Fraction(first, self.decks), most, Fraction(most, self.decks))
            )
        nobody = self.first.get((), 0)
        drawn = sum(decks for winners, decks in self.most.items() if len(winners) > 1)
        rows.append(
            (say("nobody alone"), nobody, Fraction(nobody, self.decks), drawn,
             Fraction(drawn, self.decks))
        )  # fmt: skip
        cards = listed([f"{number} {letter}" for letter, number in self.pack.items()])
        columns = (
            say("player"), say("first trick, decks"), say("first trick"), say("most tricks, decks"),
            say("most tricks"),
        )  # fmt: skip
        title = say(
            "{sequences}, exact over all decks of {cards}",
            sequences=listed(self.sequences), cards=cards,
        )  # fmt: skip
        return (Sheet(title, columns, tuple(rows)),)


def pack_race(sequences: Sequence[str], pack: Mapping[str, int]) -> PackRace:
    """Who takes the first trick and the most tricks, over all decks of a pack.

    Args:
        sequences: 2 to 8 choices, of any lengths.
        pack: the number of cards of each letter, such as `{"R": 26, "B": 26}`.

    Raises:
        ParseError: a choice has a letter that the pack lacks.
        SetupError: the choices are not valid, one is inside another, or the pack is too large.
    """
    words, _ = _checked(sequences, pack)
    for word in words:
        for other in words:
            if word != other and word in other:
                raise SetupError(
                    "{sequence} is inside {other}, which would never be complete first",
                    sequence=word, other=other,
                )  # fmt: skip
    letters = tuple(letter.upper() for letter in pack)
    size = 1
    for number in pack.values():
        size *= number + 1
    steps = _steps(words, letters)
    if size * len(steps) * len(words) > _MOST_PACK:
        raise SetupError("a pack of {n} cards is too large for this", n=sum(pack.values()))
    first: Counter[_Winners] = Counter()
    layer: _Layer = {(tuple(pack.values()), 0): Counter({(): 1})}
    for _ in range(sum(pack.values())):
        layer = _drawn(layer, steps, letters, first)
    most: Counter[_Winners] = Counter()
    for leads in layer.values():
        for lead, decks in leads.items():
            leaders = [n for n, tricks in enumerate(lead) if tricks == max(lead)]
            most[tuple(leaders or range(len(words)))] += decks
    first[()] = sum(most.values()) - sum(first.values())
    return PackRace(words, dict(pack), dict(first), dict(most))


# decks so far by the cards left and the state, then by each player's tricks above the fewest;
# an empty tuple: no trick yet
_Layer = dict[tuple[tuple[int, ...], int], Counter[_Winners]]


def _drawn(
    layer: _Layer, steps: _Steps, letters: Sequence[str], first: Counter[_Winners]
) -> _Layer:
    """The layer after one more card; first tricks are added with all decks that begin so."""
    ends = [step[0] for row in steps for step in row.values() if not isinstance(step, int)]
    players = max(ends) + 1
    after: _Layer = {}
    for (left, state), leads in layer.items():
        for at, letter in enumerate(letters):
            if not left[at]:
                continue
            rest = (*left[:at], left[at] - 1, *left[at + 1 :])
            step = steps[state][letter]
            to = after.setdefault((rest, step if isinstance(step, int) else 0), Counter())
            if isinstance(step, int):
                to.update(leads)
                continue
            first[step] += leads[()] * _arrangements(rest)
            for lead, decks in leads.items():
                tricks = [*(lead or (0,) * players)]
                tricks[step[0]] += 1
                to[tuple(n - min(tricks) for n in tricks)] += decks
    return after


def _arrangements(cards: Sequence[int]) -> int:
    """In how many orders so many cards of each letter can come."""
    ways, total = 1, 0
    for number in cards:
        total += number
        ways *= comb(total, number)
    return ways
