"""A published table of Penney's game while it is read, and what its numbers are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dealt.core.game import listed
from dealt.errors import StorageError
from dealt.games.penney.published import (
    COUNTS,
    DRAW,
    FRACTIONS,
    LOSS,
    PERCENTS,
    RESULTS,
    WIN,
    Matrix,
    Number,
    Numbers,
    Table,
    pair_text,
)
from dealt.games.penney.report import BY
from dealt.games.penney.tally import CARDS, SCORINGS, TRICKS
from dealt.language import decimal, message, number, say
from dealt.storage.penney_words import MOST_DECKS, Raw, decks_in, words_of

TWO_MATRICES = {
    WIN: message("{file} has two matrices of wins {by}"),
    DRAW: message("{file} has two matrices of draws {by}"),
    LOSS: message("{file} has two matrices of losses {by}"),
}
NAMED_BY = {
    TRICKS: message("By tricks, by the name of the file."),
    CARDS: message("By cards, by the name of the file."),
}
MOST_DECIMALS = 9  # beyond which a number is not taken to be rounded

Pair = tuple[int, int]


@dataclass
class Draft:
    """What was read so far.

    Attributes:
        name: the file, for errors.
        numbers: by scoring (empty if it is not said) and result, the numbers of pairs of choices.
        length: colours in a choice; 0 if nothing was read yet.
        decks: how many decks, as the file says.
    """

    name: str
    numbers: dict[tuple[str, str], dict[Pair, Raw]] = field(default_factory=dict)
    length: int = 0
    decks: int | None = None
    is_named: bool = True
    is_oriented: bool = False
    notes: list[str] = field(default_factory=list)

    def set_length(self, length: int, where: str) -> None:
        """Note down how long choices are; StorageError if they were of another length."""
        if self.length not in {0, length}:
            wrong = say(
                "{where} has choices of {n} colours, others {other}",
                where=where, n=length, other=self.length,
            )  # fmt: skip
            raise StorageError(wrong)
        self.length = length

    def add(self, key: tuple[str, str], pair: Pair, raw: Raw | None) -> None:
        """Add a number; StorageError if there is one in its place."""
        if raw is not None:
            numbers = self.numbers.setdefault(key, {})
            if pair in numbers:
                names = pair_text(*pair, self.length)
                raise StorageError(
                    say("{where} has {pair} a second time", where=raw.where, pair=names)
                )
            numbers[pair] = raw


def finished(draft: Draft, decks: int | None, by: str | None) -> Table:
    """The table, when everything is read."""
    stem = Path(draft.name).stem
    _name_scoring(draft, by, words_of(stem).by)
    if decks is not None and draft.decks not in {None, decks}:
        wrong = say(
            "{file} is of {n} decks, as it says, not {decks}",
            file=draft.name, n=number(draft.decks or 0), decks=number(decks),
        )  # fmt: skip
        raise StorageError(wrong)
    known = draft.decks or decks
    kinds = {key: _kind(draft, key, known) for key in draft.numbers}
    is_counted = COUNTS in kinds.values()
    if known is None and is_counted:
        known = _counted(draft, kinds)
    if known is None and decks_in(stem):
        known = decks_in(stem)
        draft.notes.append(say("{n} decks, by the name of the file.", n=number(known or 0)))
    if known is None and is_counted:
        wrong = say(
            "{file} has counts, and does not say of how many decks; say so", file=draft.name
        )
        raise StorageError(wrong)
    parts: dict[str, Numbers] = {}
    for scoring in SCORINGS:
        if any(key[0] == scoring for key in draft.numbers):
            matrices = [_shares(draft, (scoring, result), kinds, known) for result in RESULTS]
            parts[scoring] = Numbers(*matrices)
    main = next((kinds[by, WIN] for by in SCORINGS if (by, WIN) in kinds), FRACTIONS)
    table = Table(
        known, parts.get(TRICKS), parts.get(CARDS), draft.length, main,
        draft.is_named, draft.is_oriented, tuple(draft.notes),
    )  # fmt: skip
    if not table.entries:
        wrong = say("{file} has no numbers for two different choices", file=draft.name)
        raise StorageError(wrong)
    return table


def _name_scoring(draft: Draft, by: str | None, in_name: str) -> None:
    """Give numbers of which the scoring is not said to the one that is meant."""
    unsaid = [key for key in draft.numbers if not key[0]]
    said = {key[0] for key in draft.numbers} - {""}
    meant = by or in_name
    if unsaid and not meant:
        wrong = say(
            "{file} does not say whether it is by tricks or by cards; say so", file=draft.name
        )
        raise StorageError(wrong)
    for _, result in unsaid:
        if (meant, result) in draft.numbers:
            raise StorageError(say(TWO_MATRICES[result], file=draft.name, by=say(BY[meant])))
        draft.numbers[meant, result] = draft.numbers.pop(("", result))
    if unsaid and not by:
        draft.notes.append(say(NAMED_BY[meant]))
    if by and said - {by}:
        wrong = say(
            "{file} is {found}, not {by}",
            file=draft.name, found=listed([say(BY[each]) for each in sorted(said)]),
            by=say(BY[by]),
        )  # fmt: skip
        raise StorageError(wrong)


def _raws(draft: Draft, key: tuple[str, str]) -> list[Raw]:
    """The numbers of one scoring and result, of different choices."""
    return [raw for (a, b), raw in draft.numbers.get(key, {}).items() if a != b]


def _is_whole(raws: Iterable[Raw]) -> bool:
    return all(raw.value == int(raw.value) for raw in raws)


def _kind(draft: Draft, key: tuple[str, str], decks: int | None) -> str:
    """How numbers are written: what their size and their signs say."""
    by, result = key
    raws = _raws(draft, key)
    top = max((raw.value for raw in raws), default=0)
    if any(raw.is_percent for raw in raws):
        return PERCENTS
    if result == DRAW:
        main = next((k for k in ((by, WIN), (by, LOSS)) if k in draft.numbers), None)
        kind = FRACTIONS if main is None else _kind(draft, main, decks)
        if kind == FRACTIONS and top > 1:
            return COUNTS if main is not None and _is_whole(raws) else PERCENTS
        return COUNTS if kind == PERCENTS and top > 100 else kind
    raws = _raws(draft, (by, WIN)) + _raws(draft, (by, LOSS))
    top = max((raw.value for raw in raws), default=0)
    if top <= 1 + 1e-9:
        return FRACTIONS
    if not _is_whole(raws):
        if top > 101:
            raw = max(raws, key=lambda raw: raw.value)
            wrong = say(
                "{where} has {given}; it is no count, and no percentage",
                where=raw.where, given=decimal(f"{raw.value:g}"),
            )  # fmt: skip
            raise StorageError(wrong)
        return PERCENTS
    if top > 100:
        return COUNTS
    totals = set(_totals(draft, by))
    if decks is None:
        return COUNTS if len(totals) == 1 and totals != {100} else PERCENTS
    return COUNTS if totals == {decks} or not totals and top <= decks <= 100 else PERCENTS


def _totals(draft: Draft, by: str) -> list[float]:
    """Win, draw and loss of each pair together, where all three are there."""
    wins, draws, losses = (draft.numbers.get((by, result), {}) for result in RESULTS)
    found = []
    for (a, b), win in wins.items():
        loss = losses.get((a, b), wins.get((b, a)))
        draw = draws.get((a, b), draws.get((b, a)))
        if a != b and loss and draw:
            found.append(win.value + draw.value + loss.value)
    return found


def _counted(draft: Draft, kinds: Mapping[tuple[str, str], str]) -> int | None:
    """How many decks most pairs count; None if wins are counted and draws are not."""
    totals = [
        round(total)
        for by in SCORINGS
        if all(kind == COUNTS for key, kind in kinds.items() if key[0] == by)
        for total in _totals(draft, by)
    ]
    decks = Counter(totals).most_common(1)[0][0] if totals else 0
    return decks if 1 <= decks <= MOST_DECKS else None


def _shares(
    draft: Draft,
    key: tuple[str, str],
    kinds: Mapping[tuple[str, str], str],
    decks: int | None,
) -> Matrix:
    """The numbers of one scoring and result as chances."""
    size = range(1 << draft.length)
    numbers = draft.numbers.get(key, {})
    kind = kinds.get(key, FRACTIONS)
    scale = {COUNTS: decks or 1, PERCENTS: 100, FRACTIONS: 1}[kind]
    half = 0.0 if kind == COUNTS else _half(_raws(draft, key), kind)
    for raw in numbers.values():
        if kind == COUNTS and raw.value != int(raw.value):
            wrong = say(
                "{where} has {given} among counts",
                where=raw.where, given=decimal(f"{raw.value:g}"),
            )  # fmt: skip
            raise StorageError(wrong)

    def number_of(pair: Pair) -> Number | None:
        raw = numbers.get(pair)
        return None if raw is None else Number(raw.value / scale, half / scale)

    return tuple(tuple(number_of((mine, other)) for other in size) for mine in size)


def _half(raws: Sequence[Raw], kind: str) -> float:
    """Half a unit of the last digit to which numbers are rounded; 0 if they are not."""
    if not raws or kind == FRACTIONS and _is_whole(raws):
        return 0.0
    decimals = max(raw.decimals for raw in raws)
    if _is_whole(raws) and not any(raw.is_percent for raw in raws):
        decimals = 0  # 48.0 where all numbers are whole
    if decimals > MOST_DECIMALS:  # 40.410000000000004 is 40.41
        slack = 1e-13 * max(1.0, *(raw.value for raw in raws))
        decimals = next(
            (
                places
                for places in range(MOST_DECIMALS + 1)
                if all(abs(raw.value - round(raw.value, places)) <= slack for raw in raws)
            ),
            MOST_DECIMALS + 1,
        )
    return 0.5 * 10.0**-decimals if decimals <= MOST_DECIMALS else 0.0
