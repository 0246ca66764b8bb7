"""Penney's game: whether a published table of simulated odds is right.

>>> from dealt.games.penney import decks, sliced
>>> from dealt.games.penney.audit import Table, audit
>>> found = audit(Table.of(sliced.score(decks.deal(1, 0, 2000))))
>>> found.verdict
'consistent'

Each number of the table is compared with the exact chance, see `fit`, and what is wrong in a known
way is named, see `misreadings` and `causes`.

All numbers of a table are counted over the same decks and depend on each other. So the verdict
rests on the single number, or the single pair, that is farthest off, with Bonferroni's bound for
how many there are; sums over the table are shown, and judged by nothing. A right table is called
wrong less often than once in 10,000.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from math import inf, isfinite
from typing import Any

from dealt.core.sheet import Cell as SheetCell
from dealt.core.sheet import Sheet
from dealt.errors import SetupError
from dealt.games.penney import causes
from dealt.games.penney.causes import MISQUOTED, Cause, Estimate, Trial, trial_of
from dealt.games.penney.choices import choice_text
from dealt.games.penney.exact import BLACK, RED, check_deck, check_length
from dealt.games.penney.fit import Cell, Fit, PairFit, pair_fits
from dealt.games.penney.misreadings import Hypothesis, chances
from dealt.games.penney.published import (
    COUNTS,
    FRACTIONS,
    PERCENTS,
    Entry,
    Matrix,
    Number,
    Numbers,
    Remark,
    Table,
    common_divisor,
    counted_decks,
    pair_text,
    percent_text,
    place_text,
    remarks_on,
)
from dealt.games.penney.tally import Tally

__all__ = [
    "CANNOT_TELL",
    "CONSISTENT",
    "COUNTS",
    "FRACTIONS",
    "INCONSISTENT",
    "PERCENTS",
    "Audit",
    "Cause",
    "Cell",
    "Entry",
    "Fit",
    "Matrix",
    "Number",
    "Numbers",
    "Remark",
    "Table",
    "audit",
    "audit_tally",
]

CONSISTENT = "consistent"
INCONSISTENT = "not consistent"
CANNOT_TELL = "cannot be told"

ENOUGH = 1000  # decks that a table is taken to have at least, if nobody says
TOO_FEW = 100  # decks that no table is taken to have
MOST = 10**12  # decks, beyond which errors are not told from none
CLEARLY = 10.0  # by how much another cause must explain a table better than chance, as a chi-square
TOO_GOOD = 0.2  # errors, as a part of what they should be, that are too small; square
TRIED = 12  # causes of which it is asked up to how many decks they fit
WORST = 10  # numbers shown


@dataclass(frozen=True)
class Audit:
    """A table held against the exact odds.

    Attributes:
        table: the table, with rows and columns exchanged if that was left open and fits better.
        red, black: the cards in the deck.
        verdict: `consistent`, `not consistent` or `cannot be told`.
        statement: the verdict and its reason, in a line.
        fit: each number beside the exact chance. If nobody says how many decks there were, it is to
            the most decks with which the table is consistent, see `most`.
        like: how many decks have errors as large.
        causes: likely causes if it is not consistent, the likeliest first.
        remarks: what is odd about its form.
        notes: what was taken for granted, and what else is worth knowing.
        most: with how many decks it is consistent at most; None if that was not asked, or if there
            is no limit.
    """

    table: Table
    red: int
    black: int
    verdict: str
    statement: str
    fit: Fit
    like: Estimate
    causes: tuple[Cause, ...] = ()
    remarks: tuple[Remark, ...] = ()
    notes: tuple[str, ...] = ()
    most: int | None = None

    @property
    def is_consistent(self) -> bool:
        """Whether the table may be right."""
        return self.verdict == CONSISTENT

    def to_data(self) -> dict[str, Any]:
        """Everything, for JSON."""
        return {
            "verdict": self.verdict,
            "statement": self.statement,
            "decks": self.table.decks,
            "most_decks": self.most,
            "red": self.red,
            "black": self.black,
            "length": self.table.length,
            "kind": self.table.kind,
            "largest_z": self.fit.largest,
            "p_value": self.fit.p_value,
            "errors_as_of": _finite(vars(self.like)),
            "causes": [{**vars(cause), "parts": list(cause.parts)} for cause in self.causes],
            "remarks": [vars(remark) for remark in self.remarks],
            "notes": list(self.notes),
            "numbers": [_cell_data(cell, self.table.length) for cell in self.fit.cells],
            "pairs": [_pair_data(pair, self.table.length) for pair in self.fit.pairs],
        }

    def sheets(self) -> tuple[Sheet, ...]:
        """The report: the verdict, likely causes, the worst numbers and the worst pairs."""
        sheets = [self._summary()]
        if self.causes:
            sheets.append(_causes_sheet(self.causes))
        sheets.append(self._worst_numbers())
        if self.fit.pairs:
            sheets.append(self._worst_pairs())
        return tuple(sheets)

    def _summary(self) -> Sheet:
        rows: list[tuple[SheetCell, ...]] = []
        for by in self.table.scorings:
            cells = [cell for cell in self.fit.cells if cell.entry.by == by]
            alone = self.table.alone(by)
            like = trial_of(alone, Hypothesis(), self.red, self.black).like
            largest = max(abs(cell.z) for cell in cells)
            rows.append((by, len(cells), f"{largest:.1f}", _about(like)))
        notes = [self.statement]
        notes += [f"{'Wrong' if r.is_grave else 'Odd'}: {r.text}." for r in self.remarks]
        return Sheet(
            title=f"Verdict: {self.verdict}",
            columns=("by", "numbers", "largest |z|", "errors as of decks"),
            rows=tuple(rows),
            notes=(*notes, *self.notes),
        )

    def _worst_numbers(self) -> Sheet:
        rows = []
        for cell in self.fit.worst(WORST):
            entry = cell.entry
            rows.append(
                (
                    entry.by,
                    pair_text(entry.mine, entry.other, self.table.length),
                    entry.result,
                    percent_text(cell.exact),
                    percent_text(entry.chance),
                    percent_text(cell.difference, sign=True),
                    f"{cell.z:+.1f}",
                )
            )
        return Sheet(
            title="The numbers that are farthest off",
            columns=("by", "mine v other", "result", "exact", "found", "difference", "z"),
            rows=tuple(rows),
            notes=(f"z is the error in standard errors of {round(self.fit.decks):,} decks.",),
        )

    def _worst_pairs(self) -> Sheet:
        pairs = sorted(self.fit.pairs, key=lambda pair: (pair.p_value, -pair.chi_square))[:WORST]
        total = sum(pair.chi_square for pair in self.fit.pairs)
        degrees = sum(pair.degrees for pair in self.fit.pairs)
        return Sheet(
            title="The pairs that are farthest off",
            columns=("by", "pair", "chi-square", "degrees of freedom", "p"),
            rows=tuple(
                (
                    pair.by,
                    pair_text(pair.mine, pair.other, self.table.length),
                    f"{pair.chi_square:.1f}",
                    pair.degrees,
                    f"{pair.p_value:.2g}",
                )
                for pair in pairs
            ),
            notes=(
                f"All {len(self.fit.pairs)} pairs: {total:.1f} on {degrees} degrees of freedom.",
                "They share their decks, so that this sum follows no chi-square distribution.",
            ),
        )


def audit_tally(tally: Tally, *, red: int = RED, black: int = BLACK) -> Audit:
    """Hold what was counted against the exact odds."""
    return audit(Table.of(tally), red=red, black=black)


def audit(table: Table, *, red: int = RED, black: int = BLACK) -> Audit:
    """Hold a published table against the exact odds.

    Args:
        table: the table.
        red: the red cards in each deck.
        black: the black ones.

    Raises:
        SetupError: the table has no numbers, or there is no such deck.
    """
    check_deck(red, black)
    check_length(table.length)
    if not table.entries:
        raise SetupError("the table has no numbers for two different choices")
    if table.decks is not None and table.decks < 1:
        raise SetupError(f"a table of {table.decks} decks; it needs at least one")
    table, notes = _turned(table, red, black)
    counted = counted_decks(table)
    if table.decks is None:
        return _audit_unknown(table, red, black, notes)
    if counted is not None and counted != table.decks:
        return _audit_misquoted(table, counted, red, black)
    remarks = tuple(remarks_on(table))
    exact = {by: chances(by, table.length, red, black) for by in table.scorings}
    right = trial_of(table, Hypothesis(), red, black)
    fit = replace(right.fit(table.decks), pairs=pair_fits(table, exact, table.decks))
    grave = [remark.text for remark in remarks if remark.is_grave]
    if fit.is_consistent and not grave:
        return Audit(
            table, red, black, CONSISTENT, _consistent_text(fit), fit, right.like,
            remarks=remarks, notes=(*notes, *_notes_on(fit, right)),
        )  # fmt: skip
    wrong = [by for by in table.scorings if not _part(fit, by).is_consistent]
    why: tuple[Cause, ...] = ()
    if wrong or common_divisor(table) > 1:
        why = causes.search(table, red, black, wrong)
    text = grave[0] if fit.is_consistent else _far_off(fit, table.length)
    statement = f"not consistent with {table.decks:,} decks: {text}{_reason(why)}"
    return Audit(table, red, black, INCONSISTENT, statement, fit, right.like, why, remarks, notes)


def _part(fit: Fit, by: str) -> Fit:
    """The fit of one scoring."""
    cells = tuple(cell for cell in fit.cells if cell.entry.by == by)
    return Fit(fit.decks, cells, tuple(pair for pair in fit.pairs if pair.by == by))


def _turned(table: Table, red: int, black: int) -> tuple[Table, tuple[str, ...]]:
    """The table as it fits best, where its form leaves open how to read it."""
    ways: list[tuple[Table, str]] = [(table, "")]
    if not table.is_oriented:
        ways.append((table.transposed(), "rows are the opponent's choices, columns mine"))
    if not table.is_named and red != black:
        ways += [(way.recoloured(), f"{text or 'choices'}, from BBB to RRR") for way, text in ways]

    def error(way: tuple[Table, str]) -> float:
        return trial_of(way[0], Hypothesis(), red, black).fit(ENOUGH).mean_square

    best, text = min(ways, key=error) if len(ways) > 1 else ways[0]
    notes = list(table.notes)
    if not table.is_oriented:
        notes.append(f"Read so that it fits best: {text or 'rows are my choices'}.")
    if not table.is_named and red == black:
        notes.append(
            "Rows from RRR to BBB or from BBB to RRR: by symmetry both have the same odds."
        )
    return best, tuple(notes)


# --- verdicts -------------------------------------------------------------------------------------


def _consistent_text(fit: Fit) -> str:
    return (
        f"consistent with {round(fit.decks):,} decks: the largest |z| of {len(fit.cells)} numbers"
        f" is {fit.largest:.1f}"
    )


def _far_off(fit: Fit, length: int) -> str:
    """What is farthest off."""
    cell = fit.worst(1)[0]
    where = place_text(cell.entry, length)
    return (
        f"{where} is {percent_text(cell.entry.chance)}, exactly {percent_text(cell.exact)},"
        f" which is {abs(cell.z):.1f} standard errors off"
    )


def _reason(why: Iterable[Cause]) -> str:
    first = next(iter(why), None)
    if first is None:
        return ""
    return f"; likely: {first.text}" if first.fits else f"; {first.text}"


def _notes_on(fit: Fit, right: Trial) -> list[str]:
    """What is worth knowing of a consistent table."""
    notes = []
    if fit.p_value < 0.01:
        notes.append(f"Of right tables at most {100 * fit.p_value:.2g} % are so far off.")
    shows = right.mean_rounding * fit.decks < TOO_GOOD / 10
    if shows and right.mean_error * fit.decks < TOO_GOOD and fit.decks >= ENOUGH:
        notes.append(
            f"Its errors are smaller than those of {round(fit.decks):,} decks: more decks than"
            " said, or not simulated at all."
        )
    return notes


def _audit_misquoted(table: Table, counted: int, red: int, black: int) -> Audit:
    """A table that counts another number of decks than it says."""
    said = table.decks or 0
    if counted < 1:
        raise SetupError("the table counts no decks")
    found = audit(replace(table.scaled(said / counted), decks=counted), red=red, black=black)
    text = f"every pair counts {counted:,} decks, not {said:,}"
    first = Cause((MISQUOTED,), text, found.is_consistent, found.fit.largest, counted)
    why = [first] if found.is_consistent else []
    for cause in found.causes:
        parts = (MISQUOTED, *cause.parts)
        why.append(replace(cause, parts=parts, text=f"{text}; and {cause.text}"))
    statement = f"not consistent with {said:,} decks: {text}; {found.statement}"
    return replace(found, verdict=INCONSISTENT, statement=statement, causes=tuple(why or [first]))


def _audit_unknown(table: Table, red: int, black: int, notes: tuple[str, ...]) -> Audit:
    """The verdict where nobody says how many decks there were."""
    remarks = tuple(remarks_on(table))
    ranked = causes.compare(table, red, black)
    score, right = next(scored for scored in ranked if not scored[1].hypothesis.parts)
    most = _most_decks(right)
    better = [
        _cause_up_to(trial, most)
        for other_score, trial in ranked[:TRIED]
        if trial.hypothesis.parts and other_score < score - CLEARLY
    ]
    why = causes.likeliest([(causes.score_up_to(cause), cause) for cause in better])
    why = tuple(cause for cause in why if cause.fits) or why[:1]
    rivals = _rivals(ranked, score, right, most)
    if why and (why[0].fits or most < ENOUGH):
        verdict, text = INCONSISTENT, f"not consistent with more than {most:,} decks{_reason(why)}"
    elif rivals:
        verdict, why = CANNOT_TELL, ()
        text = f"cannot be told of how many decks it is, and this fits as well: {rivals[0]}"
    elif most >= ENOUGH:
        verdict, why = CONSISTENT, ()
        text = f"consistent {_up_to(most)}; how many there were is not said"
    elif most < TOO_FEW:
        verdict, text = INCONSISTENT, f"not consistent with more than {most:,} decks"
    else:
        verdict, text = (
            CANNOT_TELL,
            f"cannot be told: right only if it is of {most:,} decks or less",
        )
    limit = most if most < MOST else None
    return Audit(
        table, red, black, verdict, text, right.fit(most), right.like, why, remarks, notes,
        limit,
    )  # fmt: skip


def _cause_up_to(trial: Trial, most: int) -> Cause:
    """A cause, with how many decks it fits; it fits if they are clearly more than fit without."""
    decks = _most_decks(trial)
    text = f"{trial.hypothesis.text} ({_up_to(decks)})"
    fits = decks >= max(ENOUGH, 2 * most)
    return Cause(trial.hypothesis.parts, text, fits, trial.fit(decks).largest, decks)


def _up_to(decks: int) -> str:
    return "with any number of decks" if decks >= MOST else f"with up to {decks:,} decks"


def _rivals(
    ranked: Iterable[tuple[float, Trial]], score: float, right: Trial, most: int
) -> list[str]:
    """Other readings of the rules with which a table is as consistent as with the right one."""
    found = []
    for other_score, trial in ranked:
        hypothesis = trial.hypothesis
        if len(hypothesis.parts) != 1 or not hypothesis.misreading.parts:
            continue
        both = zip(trial.wanted, right.wanted, strict=True)
        differs = any(abs(one.mean - two.mean) > 1e-9 for one, two in both)
        if differs and other_score < score + CLEARLY and _most_decks(trial) >= most:
            found.append(hypothesis.text)
    return found


def _most_decks(trial: Trial) -> int:
    """With how many decks a table is consistent at most; MOST if there is no limit."""
    return _bisected(lambda decks: trial.fit(decks).is_consistent)


def _bisected(is_consistent: Callable[[int], bool]) -> int:
    """The largest number of decks up to MOST for which something holds, to two digits."""
    if is_consistent(MOST):
        return MOST
    low, high = 1, MOST
    while high - low > max(1, low // 100):
        middle = min(max(int((low * high) ** 0.5), low + 1), high - 1)
        low, high = (middle, high) if is_consistent(middle) else (low, middle)
    return causes.rounded(low)


# --- the report -----------------------------------------------------------------------------------


def _about(like: Estimate) -> str:
    if not isfinite(like.decks):
        return "cannot be told"
    return f"{like.decks:,.2g}" if like.decks >= 1e7 else f"{causes.rounded(like.decks):,}"


def _causes_sheet(why: Iterable[Cause]) -> Sheet:
    rows = [
        (
            " + ".join(cause.parts),
            "yes" if cause.fits else "no",
            f"{cause.largest:.1f}",
            f"{cause.decks:,}" if cause.decks is not None else "",
            cause.text,
        )
        for cause in why
    ]
    columns = ("cause", "fits", "largest |z| then", "decks", "what that means")
    return Sheet("Likely causes, the likeliest first", columns, tuple(rows))


def _finite(numbers: Mapping[str, float]) -> dict[str, float | None]:
    return {name: number if abs(number) < inf else None for name, number in numbers.items()}


def _cell_data(cell: Cell, length: int) -> dict[str, Any]:
    entry = cell.entry
    return {
        "by": entry.by,
        "mine": choice_text(entry.mine, length),
        "other": choice_text(entry.other, length),
        "result": entry.result,
        "exact": cell.exact,
        "found": entry.chance,
        "rounded_by_up_to": entry.half,
        "difference": cell.difference,
        "z": cell.z,
    }


def _pair_data(pair: PairFit, length: int) -> dict[str, Any]:
    return {
        "by": pair.by,
        "mine": choice_text(pair.mine, length),
        "other": choice_text(pair.other, length),
        "chi_square": pair.chi_square,
        "degrees": pair.degrees,
        "p_value": pair.p_value,
    }
