"""Penney's game: a published table of simulated odds, and what is unusual about its form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product
from math import gcd
from typing import NamedTuple

from dealt.errors import SetupError
from dealt.games.penney.choices import LENGTH, choice_text
from dealt.games.penney.odds_report import BY
from dealt.games.penney.tally import SCORINGS, Tally
from dealt.language import decimal, listed, message, number, say

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

_FEWEST_PAIRS = 3  # whose wins and losses do not sum to 1 by chance
_MANY_COUNTS = 10  # this many different counts do not share a divisor by chance


class Number(NamedTuple):
    """A published chance, and half a unit of its last digit (0: not rounded)."""

    chance: float
    half: float = 0.0


Place = tuple[str, int, int, str]  # a scoring, the choices of both players, and a result


class Entry(NamedTuple):
    """One number of a table."""

    by: str
    choice: int
    other: int
    result: str
    chance: float
    half: float

    @property
    def mirrored(self) -> Place:
        """The place of the same number with the players swapped."""
        return self.by, self.other, self.choice, OPPOSITE[self.result]


@dataclass(frozen=True)
class Table:
    """A published table of simulated odds.

    Attributes:
        decks: number of decks; None if unknown.
        numbers: its numbers by scoring, choices and result, also those of a choice against itself;
            the result is that of the player whose choice comes first.
        length: colours in a choice.
        kind: how its numbers are written: `counts`, `percents` or `fractions`.
        notes: assumptions made in reading it.
        red, black: the cards in each deck; None if unknown.
        others: other readings of the same file; each has a note.
        is_decided: whether wins and losses are shares of the decks that are not a draw.
    """

    decks: int | None
    numbers: Mapping[Place, Number]
    length: int = LENGTH
    kind: str = COUNTS
    notes: tuple[str, ...] = ()
    red: int | None = None
    black: int | None = None
    others: tuple[Table, ...] = ()
    is_decided: bool = False

    @classmethod
    def of(cls, tally: Tally) -> Table:
        """The counts of a tally as a table.

        Raises:
            SetupError: the tally is empty.
        """
        if not tally.decks:
            raise SetupError("nothing has been counted yet")
        counts = {WIN: tally.won, DRAW: tally.drawn, LOSS: tally.lost}
        numbers = {
            (by, *pair, result): Number(count(by, *pair) / tally.decks)
            for by in SCORINGS
            for result, count in counts.items()
            for pair in tally.pairs()
        }
        return cls(tally.decks, numbers, tally.length)

    def __str__(self) -> str:
        """A one-line description of the table."""
        facts = {
            "numbers": number(len(self.entries)),
            "by": listed([say(BY[by]) for by in self.scorings]),
        }
        if self.decks is None:
            return say("{numbers} numbers {by}", **facts)
        return say("{numbers} numbers {by}, of {n} decks", n=number(self.decks), **facts)

    @cached_property
    def scorings(self) -> tuple[str, ...]:
        """The scorings for which it has numbers."""
        return tuple(by for by in SCORINGS if any(entry.by == by for entry in self.entries))

    @cached_property
    def everything(self) -> tuple[Entry, ...]:
        """All its numbers by scoring, result and choices."""
        return tuple(
            Entry(*place, *self.numbers[place])
            for by, result in product(SCORINGS, RESULTS)
            for place in sorted(place for place in self.numbers if place[::3] == (by, result))
        )

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """Its numbers for different choices."""
        return tuple(entry for entry in self.everything if entry.choice != entry.other)

    @property
    def diagonal(self) -> tuple[Entry, ...]:
        """Its numbers for a choice against itself."""
        return tuple(entry for entry in self.everything if entry.choice == entry.other)

    @cached_property
    def places(self) -> Mapping[Place, Entry]:
        """Its numbers by scoring, choices and result."""
        return {entry[:4]: entry for entry in self.entries}

    def scaled(self, factor: float) -> Table:
        """The table with all chances multiplied by a factor."""
        numbers = {
            place: Number(chance * factor, half * factor)
            for place, (chance, half) in self.numbers.items()
        }
        return replace(self, numbers=numbers)

    def alone(self, by: str) -> Table:
        """The table with one scoring only."""
        part = {place: number for place, number in self.numbers.items() if place[0] == by}
        return replace(self, numbers=part)


def results_in(table: Table, by: str, choice: int, other: int) -> tuple[Number, ...] | None:
    """The win, draw and loss of a pair according to a table; None if it has too few numbers.

    Missing numbers of a pair are taken from its mirror image, and one result from the other two.
    """
    results: list[Number | None] = []
    for result in RESULTS:
        entry = table.places.get((by, choice, other, result)) or table.places.get(
            (by, other, choice, OPPOSITE[result])
        )
        results.append(entry and Number(entry.chance, entry.half))
    stated = [number for number in results if number is not None]
    if len(stated) < 2:
        return None
    rest = Number(1 - sum(n.chance for n in stated), sum(n.half for n in stated))
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
    """Everything unusual about the form of a table."""
    remarks = [*(() if table.is_decided else _sums(table)), *_mirrors(table)]
    over = [entry for entry in table.entries if entry.chance - entry.half > 1 + 1e-9]
    if over:
        text = say(
            "{place} is {share}",
            place=place_text(over[0], table.length), share=percent_text(over[0].chance),
        )  # fmt: skip
        remarks.append(Remark(_and_more(text, len(over)), is_grave=True))
    same = [entry for entry in table.diagonal if entry.result == WIN and entry.chance > 0]
    if same:
        text = say("{choice} wins against itself", choice=choice_text(same[0].choice, table.length))
        remarks.append(Remark(_and_more(text, len(same))))
    for by in table.scorings:
        stated = {frozenset((e.choice, e.other)) for e in table.entries if e.by == by}
        pairs = list(combinations(range(1 << table.length), 2))
        missing = [pair for pair in pairs if frozenset(pair) not in stated]
        if 0 < len(missing) <= len(pairs) // 2:  # of a few pairs, people know
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


def totals_in(values: Mapping[Place, float]) -> dict[Place, float]:
    """Win, draw and loss added up, by the place of the win, where all three exist.

    A missing draw or loss is that of the same pair with the players swapped.
    """
    totals = {}
    for place, win in values.items():
        by, choice, other, result = place
        if result == WIN and choice != other:
            draw = values.get((by, choice, other, DRAW), values.get((by, other, choice, DRAW)))
            loss = values.get((by, choice, other, LOSS), values.get((by, other, choice, WIN)))
            if draw is not None and loss is not None:
                totals[place] = win + draw + loss
    return totals


def _chances(table: Table) -> dict[Place, float]:
    return {place: entry.chance for place, entry in table.places.items()}


def counted_decks(table: Table) -> int | None:
    """The number of decks of every pair, if all pairs have the same number."""
    if table.kind != COUNTS or table.decks is None or table.is_decided:
        return None
    totals = {round(total * table.decks) for total in totals_in(_chances(table)).values()}
    return totals.pop() if len(totals) == 1 else None


def unequal_totals(table: Table) -> dict[tuple[str, int, int], float]:
    """The sums of win, draw and loss by scoring and pair, where they are not 1."""
    # digits that are cut off lose twice as much as rounding does
    slacks = totals_in({place: entry.half for place, entry in table.places.items()})
    return {
        place[:3]: total
        for place, total in totals_in(_chances(table)).items()
        if abs(total - 1) > 2 * slacks[place] + 1e-9
    }


def _sums(table: Table) -> list[Remark]:
    """A remark if win, draw and loss of some pair do not sum to all decks."""
    unequal = unequal_totals(table)
    if not unequal:
        return []
    first, total = next(iter(unequal.items()))
    entry = table.places[(*first, WIN)]
    is_count = table.kind == COUNTS and table.decks is not None
    text = say(
        "win, draw and loss {by} of {pair} sum to {total}",
        by=say(BY[entry.by]), pair=pair_text(entry.choice, entry.other, table.length),
        total=number(round(total * (table.decks or 1))) if is_count else percent_text(total),
    )  # fmt: skip
    has_losses = (*entry[:3], LOSS) in table.places
    return [Remark(_and_more(text, len(unequal)), is_grave=has_losses)]


def of_decided(table: Table) -> Table | None:
    """The table with its wins and losses as shares of decided decks, if they sum to 1 throughout.

    A win and a missing loss are those of the same pair with the players swapped.
    """
    if table.is_decided or table.kind == COUNTS:
        return None
    pairs = 0
    for entry in table.entries:
        if entry.result == WIN:
            by, choice, other = entry[:3]
            places = (by, choice, other, LOSS), (by, other, choice, WIN)
            loss = table.places.get(places[0]) or table.places.get(places[1])
            if loss is None or abs(entry.chance + loss.chance - 1) > entry.half + loss.half + 1e-9:
                return None
            pairs += 1
    if pairs < _FEWEST_PAIRS:
        return None
    note = say("Wins and losses sum to 100 %, so they are read as shares of decided games.")
    return replace(table, is_decided=True, notes=(*table.notes, note), others=())


def _mirrors(table: Table) -> list[Remark]:
    """A remark if some pairs contradict their mirror images."""
    unequal = [entry for entry in _unmirrored(table) if entry.choice < entry.other]
    if not unequal:
        return []
    text = say(
        "{place} differs from the same pair with the players swapped: other decks, or other rules",
        place=place_text(unequal[0], table.length),
    )
    return [Remark(_and_more(text, len(unequal)))]


def _unmirrored(table: Table) -> Iterator[Entry]:
    """The numbers that differ from their mirror images."""
    for entry in table.entries:
        mirror = table.places.get(entry.mirrored)
        if mirror is not None:
            slack = (entry.half + mirror.half) * 1.02 + 1e-12
            if abs(entry.chance - mirror.chance) > slack:
                yield entry


def is_mirrored(table: Table) -> bool:
    """Whether every number equals its mirror image."""
    return not any(_unmirrored(table))


def _and_more(text: str, n: int) -> str:
    return say("{text}, and {n} more", text=text, n=n - 1) if n > 1 else text


def common_divisor(table: Table) -> int:
    """The common divisor of all counts: at least how often each deck was counted."""
    if table.kind != COUNTS or table.decks is None:
        return 1
    counts = {round(entry.chance * table.decks) for entry in table.entries}
    if len(counts) < _MANY_COUNTS:
        return 1
    return gcd(table.decks, *counts)


def pair_text(choice: int, other: int, length: int) -> str:
    """A pair of choices as people write it."""
    one, two = choice_text(choice, length), choice_text(other, length)
    return say("{mine} v {other}", mine=one, other=two)


def place_text(entry: Entry, length: int) -> str:
    """The place of a number in a table."""
    pair = pair_text(entry.choice, entry.other, length)
    return say(PLACES[entry.result], by=say(BY[entry.by]), pair=pair)


def percent_text(chance: float, *, sign: bool = False) -> str:
    """A chance in percent, with as many decimals as needed."""
    places = 3 if 0.001 <= abs(chance) <= 0.999 or chance == 0 else 5
    return decimal(f"{100 * chance:{'+' if sign else ''}.{places}f} %")
