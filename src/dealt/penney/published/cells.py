"""The numbers of a published table of Penney's game as they are written, and what they are.

Whether they are counts, percentages or shares is seen from their size and signs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from dealt.errors import ParseError, SetupError, StorageError
from dealt.games.penney.choices import LONGEST, SHORTEST, letters, parse_choice
from dealt.games.penney.odds_report import BY
from dealt.games.penney.tally import SCORINGS, check_scoring
from dealt.language import Phrase, decimal, listed, say
from dealt.language import number as number_text
from dealt.penney.published.tables import (
    COUNTS,
    FRACTIONS,
    PERCENTS,
    WIN,
    Number,
    Place,
    Table,
    pair_text,
    totals_in,
)

MOST_DECKS = 10**15
DECIDED = "decided"  # wins as shares of decided games
_NOTHING = {"", "-", "--", "nan", "none", "null", "n/a", "x"}
_NUMBER = re.compile(r"\d+\.?\d*(e[+-]?\d{1,3})?|\.\d+")
_GROUPED = re.compile(r"\d{1,3}(,\d{3})+")
_MOST_DECIMALS = 9  # beyond which a number is not taken to be rounded


class Raw(NamedTuple):
    """A number as written in a file; `half` is how far it may be off, if that is known."""

    value: float
    decimals: int
    is_percent: bool
    where: object
    half: float | None = None


Key = tuple[str, str]  # a scoring, or nothing, and a result
Cells = dict[Key, dict[tuple[int, int], Raw]]


@dataclass
class TableCells:
    """All that a file or a sentence states.

    Attributes:
        name: file name.
        length: colours in a choice.
        decks: number of decks by pair.
        stated: number of all decks.
        cells: the numbers by scoring and result, and by pair.
        notes: assumptions made.
        red, black: the cards in each deck.
        is_matrix: whether it is not stated whose wins it shows.
        is_sentence: whether it may name one choice only.
    """

    name: str
    length: int = 0
    decks: dict[tuple[int, int], int] = field(default_factory=dict)
    stated: int | None = None
    cells: Cells = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    red: int | None = None
    black: int | None = None
    is_matrix: bool = False
    is_sentence: bool = False

    def add(self, key: Key, pair: tuple[int, int], raw: Raw) -> None:
        """Add a number; StorageError if there is one for the pair already."""
        cells = self.cells.setdefault(key, {})
        if pair in cells:
            both = pair_text(*pair, self.length)
            raise StorageError("{where} repeats {pair}", where=raw.where, pair=both)
        cells[pair] = raw

    def choices(self, texts: Sequence[str], where: object) -> tuple[int, ...]:
        """The choices that texts name, all of one length."""
        length = self.length or len(letters(texts[0]))
        try:
            choices = tuple(parse_choice(text, length) for text in texts)
        except ParseError:
            choices = ()
        if not choices or not SHORTEST <= length <= LONGEST:
            raise StorageError(
                "{where} has {given}, which is not a choice",
                where=where, given=repr(" ".join(texts)[:20]),
            )  # fmt: skip
        self.length = length
        return choices


def check_request(decks: int | None, by: str | None) -> None:
    """Raise SetupError for an impossible number of decks or scoring."""
    if decks is not None and not 1 <= decks <= MOST_DECKS:
        raise SetupError(
            "a table of {n} decks: must be 1 to {most}", n=decks, most=number_text(MOST_DECKS)
        )
    if by is not None:
        check_scoring(by)


# --- numbers --------------------------------------------------------------------------------------


def number_of(text: str, where: object) -> Raw | None:
    """A number as written in a cell, or None if there is nothing."""
    word = text.strip().lower()
    if word in _NOTHING:
        return None
    is_percent = word.endswith("%")
    word = word.rstrip("% ")
    word = word.replace(",", "") if _GROUPED.fullmatch(word) else word.replace(",", ".", 1)
    if not _NUMBER.fullmatch(word) or float(word) > 1e18:
        raise StorageError(
            "{where} has {given}, which is not a number from 0 up",
            where=where, given=repr(text[:20]),
        )  # fmt: skip
    digits, _, exponent = word.partition("e")
    decimals = max(0, len(digits.partition(".")[2]) - int(exponent or 0))
    return Raw(float(word), decimals, is_percent, where)


def whole_of(text: str, where: object) -> int:
    """A number of decks."""
    raw = number_of(text, where)
    if raw is None or raw.value != int(raw.value) or not 1 <= raw.value <= MOST_DECKS:
        raise StorageError(
            "{where} has {given}, which is not a number of decks",
            where=where, given=repr(text[:20]),
        )  # fmt: skip
    return int(raw.value)


def _kind(cells: Cells, by: str, decks: int | None) -> str:
    """The way the numbers of a scoring are written, by their size and signs."""
    groups = {result: group for (b, result), group in cells.items() if b == by}
    raws = [raw for group in groups.values() for (a, b), raw in group.items() if a != b]
    raws = raws or [raw for group in groups.values() for raw in group.values()]
    top = max((raw.value for raw in raws), default=0)
    if any(raw.is_percent for raw in raws):
        return PERCENTS
    if top <= 1 + 1e-9:
        return FRACTIONS
    if any(raw.value != int(raw.value) for raw in raws):
        if top > 101:
            raw = max(raws, key=lambda raw: raw.value)
            raise StorageError(
                "{where} has {given}, which is neither a count nor a percentage",
                where=raw.where, given=partial(decimal, f"{raw.value:g}"),
            )  # fmt: skip
        return PERCENTS
    if top > 100:
        return COUNTS
    totals = {*_totals(cells, by)}
    if len(totals) == 1 and (totals != {100} or decks == 100):
        return COUNTS
    return COUNTS if decks and top <= decks <= 100 and not totals else PERCENTS


def _totals(cells: Cells, by: str) -> list[float]:
    values = {
        (by, *pair, result): raw.value
        for (b, result), group in cells.items()
        for pair, raw in group.items()
        if b == by
    }
    return [*totals_in(values).values()]


def _halves(raws: Sequence[Raw], kind: str) -> list[float]:
    """Half a unit of the digit to which each number is rounded; 0 if not rounded.

    Zeros at the end may not have been written.
    """
    is_whole = all(raw.value == int(raw.value) for raw in raws)
    if kind == COUNTS or kind == FRACTIONS and is_whole:
        return [0.0] * len(raws)
    if max(raw.decimals for raw in raws) > _MOST_DECIMALS:
        slack = 1e-13 * max(1.0, *(raw.value for raw in raws))
        for places in range(_MOST_DECIMALS + 1):  # 40.410000000000004 means 40.41
            if all(abs(raw.value - round(raw.value, places)) <= slack for raw in raws):
                return [0.5 * 10.0**-places] * len(raws)
        return [0.0] * len(raws)
    usual = Counter(raw.decimals for raw in raws if raw.value).most_common(1)
    least = usual[0][0] if usual else 0
    digits = [0 if is_whole else max(raw.decimals, least) for raw in raws]  # 48.0 where all are
    halves = [0.5 * 10.0**-n for n in digits]
    return [half if raw.half is None else raw.half for half, raw in zip(halves, raws, strict=True)]


# --- tables ---------------------------------------------------------------------------------------


def tables_of(table_cells: TableCells, decks: int | None, by: str | None) -> Table:
    """The table in a file, with what it leaves open read both ways in `others`.

    Raises:
        StorageError: two choices have no numbers, or the numbers contradict the caller.
    """
    filled = {
        key
        for key, cells in table_cells.cells.items()
        if table_cells.is_sentence or any(a != b for a, b in cells)
    }
    if not filled:
        raise StorageError("{file} has no numbers for two different choices", file=table_cells.name)
    stated = {scoring for scoring, _ in filled} - {""}
    if by and stated - {by}:
        raise StorageError(
            "{file} is {scorings}, not {by}",
            file=table_cells.name, by=Phrase(BY[by]),
            scorings=lambda: listed([say(BY[each]) for each in sorted(stated)]),
        )  # fmt: skip
    is_open = ("" in {scoring for scoring, _ in filled}) and not by
    tables = [
        _table(table_cells, decks, each, is_open=is_open)
        for each in (SCORINGS if is_open else (by or "",))
    ]
    if table_cells.is_matrix:
        rows, columns = say("Rows are my choices."), say("Columns are my choices.")
        turned = [
            replace(
                table,
                numbers={(s, b, a, r): n for (s, a, b, r), n in table.numbers.items()},
                notes=(*table.notes, columns),
            )
            for table in tables
        ]
        tables = [replace(table, notes=(*table.notes, rows)) for table in tables] + turned
    return replace(tables[0], others=tuple(tables[1:]))


def _table(table_cells: TableCells, decks: int | None, by: str, *, is_open: bool) -> Table:
    """The table if numbers without a scoring are by `by`."""
    notes = [*table_cells.notes]
    cells: Cells = {}
    for (scoring, result), group in table_cells.cells.items():
        cells[scoring or by, result] = group
    stated = table_cells.stated or min(table_cells.decks.values(), default=None)
    if decks is not None and stated is not None and decks != stated:
        raise StorageError(
            "{file} says it is based on {n} decks, not {decks}",
            file=table_cells.name, n=lambda: number_text(stated), decks=lambda: number_text(decks),
        )  # fmt: skip
    stated = stated or decks
    kinds = {scoring: _kind(cells, scoring, stated) for scoring, _ in cells}
    sizes = {*table_cells.decks.values()}
    if stated is None and COUNTS in kinds.values():
        totals = Counter(t for s in kinds if kinds[s] == COUNTS for t in _totals(cells, s))
        if not totals:
            raise StorageError(
                "{file} has counts, but not the number of decks; add --decks N",
                file=table_cells.name,
            )
        stated = int(totals.most_common(1)[0][0])
    if len(sizes) > 1:
        notes.append(
            say(
                "Pairs have {least} to {most} decks each; judged as if all had {least}.",
                least=number_text(min(sizes)), most=number_text(max(sizes)),
            )
        )  # fmt: skip
    if is_open:
        notes.append(say("The scoring is not stated; read {by}.", by=say(BY[by])))
    numbers: dict[Place, Number] = {}
    for (scoring, result), group in sorted(cells.items()):
        kind = kinds[scoring]
        halves = _halves([*group.values()], kind)
        for (pair, raw), half in zip(group.items(), halves, strict=True):
            scale = (
                {PERCENTS: 100.0, FRACTIONS: 1.0}.get(kind)
                or table_cells.decks.get(pair, stated)
                or 1
            )
            numbers[scoring, *pair, WIN if result == DECIDED else result] = Number(
                raw.value / scale, half / scale
            )
    main = kinds[next(scoring for scoring in SCORINGS if scoring in kinds)]
    return Table(
        stated, numbers, table_cells.length, FRACTIONS if len(sizes) > 1 else main, tuple(notes),
        table_cells.red, table_cells.black, is_decided=any(result == DECIDED for _,
        result in cells),
    )  # fmt: skip
