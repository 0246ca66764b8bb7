"""Penney's game: a published table of simulated odds, and what is unusual about its form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import gcd
from typing import NamedTuple

from dealt.errors import SetupError
from dealt.games.penney.choices import LENGTH, choice_text
from dealt.games.penney.tally import CARDS, SCORINGS, TRICKS, Tally, check_scoring
from dealt.language import decimal, listed, message, number, say
from dealt.penney.odds_report import BY

WIN = "win"
DRAW = "draw"
LOSS = "loss"
RESULTS = (WIN, DRAW, LOSS)
OPPOSITE = {WIN: LOSS, DRAW: DRAW, LOSS: WIN}

PLACES = {
    WIN: message("{by} the win of {pair}"),
    DRAW: message("{by} the draw of {pair}"),
    LOSS: message("{by} the loss of {pair}"),
}

COUNTS = "counts"
PERCENTS = "percents"
FRACTIONS = "fractions"

MANY_COUNTS = 10  # different counts that have no common divisor by chance


class Number(NamedTuple):
    """A published chance, and half a unit of its last digit (0: not rounded)."""

    chance: float
    half: float = 0.0


Matrix = tuple[tuple[Number | None, ...], ...]


@dataclass(frozen=True)
class Numbers:
    """The numbers of a table under one scoring; None if missing, as on the diagonal.

    Attributes:
        wins: how often the first player wins, `wins[first][second]` by their choices.
        draws: how often there is a draw.
        losses: how often the second player wins. Most tables have this only as
            `wins[second][first]`.
    """

    wins: Matrix
    draws: Matrix
    losses: Matrix

    def of(self, result: str) -> Matrix:
        """The numbers of one result, `win`, `draw` or `loss`."""
        return {WIN: self.wins, DRAW: self.draws, LOSS: self.losses}[result]


class Entry(NamedTuple):
    """One number of a table."""

    by: str
    mine: int
    other: int
    result: str
    chance: float
    half: float


@dataclass(frozen=True)
class Table:
    """A published table of simulated odds.

    Attributes:
        decks: number of decks; None if unknown.
        tricks, cards: its numbers under each scoring, or None.
        length: colours in a choice; the matrices have 2**length rows and columns.
        kind: how its numbers are written: `counts`, `percents` or `fractions`.
        is_named: whether rows and columns are labelled with choices. If not, they are in the order
            RRR to BBB, or BBB to RRR, which makes no difference with as many red as black cards.
        is_oriented: whether it states whose wins it shows, those of the row or of the column.
        notes: assumptions made in reading it.
        is_aligned: whether rows and columns are known to be in the same order of choices.
        red, black: the cards in each deck; None if unknown.
        others: other ways to read the same file.
        is_far_fetched: whether this reading is used only if no other is right.
    """

    decks: int | None
    tricks: Numbers | None
    cards: Numbers | None
    length: int = LENGTH
    kind: str = COUNTS
    is_named: bool = True
    is_oriented: bool = True
    notes: tuple[str, ...] = ()
    is_aligned: bool = True
    red: int | None = None
    black: int | None = None
    others: tuple[Table, ...] = ()
    is_far_fetched: bool = False

    @classmethod
    def of(cls, tally: Tally) -> Table:
        """The counts of a tally as a table.

        Raises:
            SetupError: the tally is empty.
        """
        if not tally.decks:
            raise SetupError("nothing has been counted yet")
        numbers = [_numbers_of(tally, by) for by in SCORINGS]
        return cls(tally.decks, numbers[0], numbers[1], tally.length)

    def __str__(self) -> str:
        """What it is of, in a line."""
        what = {
            "numbers": number(len(self.entries)),
            "by": listed([say(BY[by]) for by in self.scorings]),
        }
        if self.decks is None:
            return say("{numbers} numbers {by}", **what)
        return say("{numbers} numbers {by}, of {n} decks", n=number(self.decks), **what)

    def numbers(self, by: str) -> Numbers | None:
        """Its numbers under one scoring.

        Raises:
            SetupError: an unknown scoring.
        """
        return self.cards if check_scoring(by) == CARDS else self.tricks

    @property
    def scorings(self) -> tuple[str, ...]:
        """The scorings for which it has numbers."""
        return tuple(by for by in SCORINGS if self.numbers(by) is not None)

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """All its numbers for different choices."""
        return tuple(entry for entry in self._all() if entry.mine != entry.other)

    @property
    def diagonal(self) -> tuple[Entry, ...]:
        """Its numbers for a choice against itself."""
        return tuple(entry for entry in self._all() if entry.mine == entry.other)

    def _all(self) -> Iterable[Entry]:
        for by in self.scorings:
            numbers = self.numbers(by)
            for result in RESULTS if numbers else ():
                for mine, row in enumerate(numbers.of(result) if numbers else ()):
                    for other, cell in enumerate(row):
                        if cell is not None:
                            yield Entry(by, mine, other, result, *cell)

    @cached_property
    def places(self) -> Mapping[tuple[str, int, int, str], Entry]:
        """Its numbers by scoring, choices and result."""
        return {entry[:4]: entry for entry in self.entries}

    def transposed(self) -> Table:
        """The table with rows and columns exchanged."""
        return self._rearranged(lambda matrix: tuple(zip(*matrix, strict=True)))

    def recoloured(self) -> Table:
        """The table with rows and columns in the opposite order: red and black exchanged."""
        return self._rearranged(lambda matrix: tuple(row[::-1] for row in matrix[::-1]))

    def scaled(self, factor: float) -> Table:
        """The table with all chances multiplied by a factor."""

        def scale(matrix: Matrix) -> Matrix:
            return tuple(
                tuple(n and Number(n.chance * factor, n.half * factor) for n in row)
                for row in matrix
            )

        return self._rearranged(scale)

    def alone(self, by: str) -> Table:
        """The table with one scoring only."""
        return replace(
            self,
            tricks=self.tricks if by == TRICKS else None,
            cards=self.cards if by == CARDS else None,
        )

    def _rearranged(self, change: Callable[[Matrix], Matrix]) -> Table:
        changed = {
            by: Numbers(*(change(numbers.of(result)) for result in RESULTS))
            for by in SCORINGS
            if (numbers := self.numbers(by)) is not None
        }
        return replace(self, tricks=changed.get(TRICKS), cards=changed.get(CARDS))


def _numbers_of(tally: Tally, by: str) -> Numbers:
    def matrix(count: Callable[[str, int, int], int]) -> Matrix:
        size = range(1 << tally.length)
        return tuple(
            tuple(
                Number(count(by, mine, other) / tally.decks) if mine != other else None
                for other in size
            )
            for mine in size
        )

    return Numbers(matrix(tally.won), matrix(tally.drawn), matrix(tally.lost))


def found_results(table: Table, by: str, mine: int, other: int) -> tuple[Number, ...] | None:
    """The win, draw and loss of a pair according to a table; None if it has too few numbers.

    Missing numbers of a pair are taken from its mirror image, and one result from the other two.
    """
    results: list[Number | None] = []
    for result in RESULTS:
        entry = table.places.get((by, mine, other, result)) or table.places.get(
            (by, other, mine, OPPOSITE[result])
        )
        results.append(entry and Number(entry.chance, entry.half))
    known = [number for number in results if number is not None]
    if len(known) < 2:
        return None
    rest = Number(1 - sum(n.chance for n in known), sum(n.half for n in known))
    return tuple(number or rest for number in results)


# --- the form of a table --------------------------------------------------------------------------


@dataclass(frozen=True)
class Remark:
    """Something unusual about the form of a table; `is_grave` if no correct table has it.

    `text` is in the language current at the time.
    """

    text: str
    is_grave: bool = False


def remarks_on(table: Table) -> list[Remark]:
    """What is unusual about the form of a table."""
    remarks = [*_sums(table), *_mirrors(table)]
    over = [entry for entry in table.entries if entry.chance - entry.half > 1 + 1e-9]
    if over:
        what = say(
            "{place} is {share}",
            place=place_text(over[0], table.length), share=percent_text(over[0].chance),
        )  # fmt: skip
        remarks.append(Remark(_and_more(what, len(over)), is_grave=True))
    same = [entry for entry in table.diagonal if entry.result == WIN and entry.chance > 0]
    if same:
        text = say("{choice} wins against itself", choice=choice_text(same[0].mine, table.length))
        remarks.append(Remark(_and_more(text, len(same))))
    for by in table.scorings:
        here = {frozenset((e.mine, e.other)) for e in table.entries if e.by == by}
        pairs = list(combinations(range(1 << table.length), 2))
        missing = [pair for pair in pairs if frozenset(pair) not in here]
        if missing:
            text = say(
                "{by} {n} of {all} pairs are missing, such as {pair}",
                by=say(BY[by]), n=len(missing), all=len(pairs),
                pair=pair_text(*missing[0], table.length),
            )  # fmt: skip
            remarks.append(Remark(text))
    times = common_divisor(table)
    if times > 1:
        text = say("every count is a multiple of {times}", times=number(times))
        remarks.append(Remark(text, is_grave=True))
    return remarks


def _totals(table: Table) -> list[tuple[Entry, float, float]]:
    """For each row that has all results, or whose mirror has the rest: their sum and its slack."""
    totals = []
    for entry in table.entries:
        if entry.result == WIN:
            rest = [(entry.by, entry.mine, entry.other, result) for result in (DRAW, LOSS)]
            if rest[1] not in table.places:
                rest[1] = (entry.by, entry.other, entry.mine, WIN)
            others = [table.places[place] for place in rest if place in table.places]
            if len(others) == len(rest):
                row = [entry, *others]
                slack = sum(other.half for other in row)
                totals.append((entry, sum(other.chance for other in row), slack))
    return totals


def counted_decks(table: Table) -> int | None:
    """The number of decks of every pair, if all pairs have the same number."""
    if table.kind != COUNTS or table.decks is None:
        return None
    totals = {round(total * table.decks) for _, total, _ in _totals(table)}
    return totals.pop() if len(totals) == 1 else None


def _sums(table: Table) -> list[Remark]:
    """Whether win, draw and loss are everything."""
    # digits that are cut off lose twice as much as rounding does
    unequal = [
        (e, total) for e, total, slack in _totals(table) if abs(total - 1) > 2 * slack + 1e-9
    ]
    if not unequal:
        return []
    entry, total = unequal[0]
    is_count = table.kind == COUNTS and table.decks is not None
    text = say(
        "win, draw and loss {by} of {pair} sum to {total}",
        by=say(BY[entry.by]), pair=pair_text(entry.mine, entry.other, table.length),
        total=number(round(total * (table.decks or 1))) if is_count else percent_text(total),
    )  # fmt: skip
    has_losses = (entry.by, entry.mine, entry.other, LOSS) in table.places
    return [Remark(_and_more(text, len(unequal)), is_grave=has_losses)]


def _mirrors(table: Table) -> list[Remark]:
    """Whether each pair says the same in both orders."""
    unequal = []
    for entry in table.entries:
        place = entry.by, entry.other, entry.mine, OPPOSITE[entry.result]
        mirror = table.places.get(place)
        if mirror is None or entry.mine > entry.other:
            continue
        if abs(entry.chance - mirror.chance) > (entry.half + mirror.half) * 1.02 + 1e-12:
            unequal.append(entry)
    if not unequal:
        return []
    text = say(
        "{place} differs from the same pair with the players swapped: other decks, or other rules",
        place=place_text(unequal[0], table.length),
    )
    return [Remark(_and_more(text, len(unequal)))]


def _and_more(text: str, n: int) -> str:
    return say("{text}, and {n} more", text=text, n=n - 1) if n > 1 else text


def is_mirrored(table: Table) -> bool:
    """Whether every number equals that of the same pair with the players swapped."""
    pairs = [
        (entry, table.places.get((entry.by, entry.other, entry.mine, OPPOSITE[entry.result])))
        for entry in table.entries
    ]
    pairs_given = [(one, two) for one, two in pairs if two is not None]
    return all(abs(a.chance - b.chance) <= a.half + b.half + 1e-12 for a, b in pairs_given)


def common_divisor(table: Table) -> int:
    """The common divisor of all counts: a lower bound for how often each deck was counted."""
    if table.kind != COUNTS or table.decks is None:
        return 1
    counts = {round(entry.chance * table.decks) for entry in table.entries}
    if len(counts) < MANY_COUNTS:
        return 1
    return gcd(table.decks, *counts)


def pair_text(mine: int, other: int, length: int) -> str:
    """A pair of choices as people write it."""
    return say("{mine} v {other}", mine=choice_text(mine, length), other=choice_text(other, length))


def place_text(entry: Entry, length: int) -> str:
    """The place of a number in a table."""
    pair = pair_text(entry.mine, entry.other, length)
    return say(PLACES[entry.result], by=say(BY[entry.by]), pair=pair)


def percent_text(chance: float, *, sign: bool = False) -> str:
    """A chance in percent, with as many decimals as needed."""
    places = 3 if 0.001 <= abs(chance) <= 0.999 or chance == 0 else 5
    return decimal(f"{100 * chance:{'+' if sign else ''}.{places}f} %")
