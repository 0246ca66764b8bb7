"""Penney's game: whether a published table of simulated odds is right.

>>> from dealt.penney import decks, scoring
>>> from dealt.penney.audit import Table, audit
>>> audit(Table.of(scoring.score(decks.deal(1, 0, 2000)))).verdict
'consistent'

Each published number is compared with the exact chance, see `fit`; known kinds of mistakes are
named, see `misreadings` and `causes`.

All published numbers are counted over the same decks and depend on each other. So the verdict rests
on the single number, or the single pair, that is farthest off, with Bonferroni's bound for their
number; sums over the table are shown but not judged. A correct table is called wrong less often
than once in 10,000.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import comb, inf, isfinite
from typing import Any

from dealt.core.sheet import Cell as SheetCell
from dealt.core.sheet import Sheet
from dealt.errors import SetupError
from dealt.games.penney.choices import choice_text
from dealt.games.penney.exact import BLACK, RED, check_deck, check_length
from dealt.language import decimal, message, number, say
from dealt.penney.published import causes
from dealt.penney.published.causes import CLEARLY, MISQUOTED, Cause
from dealt.penney.published.fit import Cell, Fit, PairFit, pair_fits
from dealt.penney.published.misreadings import Hypothesis, chances
from dealt.penney.published.tables import (
    DRAW,
    LOSS,
    WIN,
    Remark,
    Table,
    common_divisor,
    counted_decks,
    of_decided,
    pair_text,
    percent_text,
    place_text,
    remarks_on,
)
from dealt.penney.published.trials import Estimate, Trial, trial_of

CONSISTENT = message("consistent")
INCONSISTENT = message("not consistent")
CANNOT_TELL = message("cannot be determined")
_RESULT = {WIN: message("wins"), DRAW: message("draws"), LOSS: message("losses")}

ENOUGH = 1000  # decks that a table has at least, if it does not say
_TOO_FEW = 100  # decks that no table is assumed to have
MOST = 10**12  # decks, beyond which errors cannot be measured
_TOO_GOOD = 0.2  # squared errors below this part of the expected ones are too small
_TRIED = 12  # causes for which the largest fitting number of decks is computed
_WORST = 10  # numbers listed
_FAR_MORE = 20  # times as many decks that a table fits without misprinted pairs
SEARCHED = 3  # readings of a wrong table that are searched for causes


@dataclass(frozen=True)
class Audit:
    """A published table compared with the exact odds; texts are in the language of that time.

    Attributes:
        table: the table, in the reading that fits best if its form allows several.
        red, black: numbers of cards in the deck.
        verdict: `consistent`, `not consistent` or `cannot be determined`, in English.
        statement: the verdict and its reason, in one line.
        fit: each number compared with the exact chance. If the number of decks is unknown, it is
            the largest with which the table is consistent, see `most`.
        like: the number of decks that typically gives errors of this size.
        causes: likely causes if it is not consistent, the likeliest first.
        remarks: everything unusual about its form.
        notes: assumptions, and anything else worth knowing.
        most: the largest number of decks with which it is consistent; None if not needed, or if
            there is no limit.
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

    def __str__(self) -> str:
        """The verdict with its reason, and a line for each scoring."""
        return str(self._summary())

    def to_data(self) -> dict[str, Any]:
        """The whole audit as JSON values."""
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
        """The report as sheets: the verdict, likely causes, the worst numbers and pairs."""
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
            rows.append((say(by), len(cells), decimal(f"{largest:.1f}"), _about(like)))
        notes = [self.statement]
        for remark in self.remarks:
            is_wrong = remark.is_grave
            sentence = say("Wrong: {text}.", text=remark.text)
            notes.append(sentence if is_wrong else say("Odd: {text}.", text=remark.text))
        return Sheet(
            title=say("Verdict: {verdict}", verdict=say(self.verdict)),
            columns=(
                say("by"),
                say("numbers"),
                say("largest |z|"),
                say("errors like those of decks"),
            ),
            rows=tuple(rows),
            notes=(*notes, *self.notes),
        )

    def _worst_numbers(self) -> Sheet:
        rows = []
        for cell in self.fit.worst(_WORST):
            entry = cell.entry
            rows.append(
                (
                    say(entry.by),
                    pair_text(entry.choice, entry.other, self.table.length),
                    say(_RESULT[entry.result]),
                    percent_text(cell.exact),
                    percent_text(entry.chance),
                    percent_text(cell.difference, sign=True),
                    decimal(f"{cell.z:+.1f}"),
                )
            )
        return Sheet(
            title=say("The numbers that are farthest off"),
            columns=(
                *(say("by"), say("mine v other"), say("result"), say("exact"), say("found")),
                *(say("difference"), "z"),
            ),
            rows=tuple(rows),
            notes=(
                say(
                    "z is the error in standard errors of {decks} decks.",
                    decks=number(round(self.fit.decks)),
                ),
            ),
        )

    def _worst_pairs(self) -> Sheet:
        pairs = sorted(self.fit.pairs, key=lambda pair: (pair.p_value, -pair.chi_square))[:_WORST]
        total = sum(pair.chi_square for pair in self.fit.pairs)
        degrees = sum(pair.degrees for pair in self.fit.pairs)
        return Sheet(
            title=say("The pairs that are farthest off"),
            columns=(say("by"), say("pair"), say("chi-square"), say("degrees of freedom"), "p"),
            rows=tuple(
                (
                    say(pair.by),
                    pair_text(pair.choice, pair.other, self.table.length),
                    decimal(f"{pair.chi_square:.1f}"),
                    pair.degrees,
                    decimal(f"{pair.p_value:.2g}"),
                )
                for pair in pairs
            ),
            notes=(
                say(
                    "All {n} pairs: {total} on {degrees} degrees of freedom.",
                    n=len(self.fit.pairs),
                    total=decimal(f"{total:.1f}"),
                    degrees=degrees,
                ),
                say(
                    "They share their decks, so this sum does not follow a chi-square distribution."
                ),
            ),
        )


def audit(table: Table, *, red: int | None = None, black: int | None = None) -> Audit:
    """Compare a published table with the exact odds.

    What its form leaves open is read in every possible way, see `Table.others`. The table is
    consistent if any of these readings is.

    Args:
        table: the table.
        red: number of red cards in each deck; by default as stated with the table, else 26.
        black: number of black cards in each deck, likewise.

    Raises:
        SetupError: the table has no numbers, or such a deck is not possible.
    """
    red = (RED if table.red is None else table.red) if red is None else red
    black = (BLACK if table.black is None else table.black) if black is None else black
    check_deck(red, black)
    check_length(table.length)
    if not table.entries:
        raise SetupError("the table has no numbers for two different choices")
    if table.decks is not None and table.decks < 1:
        raise SetupError("a table of {n} decks: needs at least one", n=table.decks)
    readings = [table, *table.others]
    readings += [shares for reading in readings if (shares := of_decided(reading))]
    rights = {
        at: trial_of(reading, Hypothesis(), red, black) for at, reading in enumerate(readings)
    }
    order = sorted(rights, key=lambda at: rights[at].mean_error)
    open_ones: list[Audit] = []
    for at in order:
        reading = readings[at]
        if reading.decks is None:
            open_ones.append(_audit_unknown(reading, red, black))
        elif counted_decks(reading) in {None, reading.decks}:
            audited = _judged(reading, red, black)
            if audited.is_consistent:
                return audited
    for verdict in (CONSISTENT, CANNOT_TELL):  # a table is not called wrong while it may be right
        for audited in open_ones:
            if audited.verdict == verdict:
                return audited
    first: Audit | None = None
    for at in [at for at in order if at <= len(table.others)][:SEARCHED]:
        audited = next((each for each in open_ones if each.table == readings[at]), None) or _audit(
            readings[at], red, black
        )
        if _is_explained(audited):
            return audited
        first = first or audited
    assert first is not None
    return first


def _is_explained(audit: Audit) -> bool:
    return bool(audit.causes) and audit.causes[0].fits


def _is_exact(table: Table, red: int, black: int) -> bool:
    """Whether a table counts every possible deck exactly once."""
    if table.decks != comb(red + black, red):
        return False
    trial = trial_of(table, Hypothesis(), red, black)
    both = zip(trial.entries, trial.expected, strict=True)
    return all(abs(entry.chance - should.mean) <= entry.half + 1e-12 for entry, should in both)


def _audit(table: Table, red: int, black: int) -> Audit:
    """Compare a table as read with the exact odds, and look for causes if it is wrong."""
    counted = counted_decks(table)
    if table.decks is None:
        return _audit_unknown(table, red, black)
    if counted is not None and counted != table.decks:
        return _audit_misquoted(table, counted, red, black)
    judged = _judged(table, red, black)
    unfit = [by for by in table.scorings if not _part(judged.fit, by).is_consistent]
    if judged.is_consistent or not unfit and common_divisor(table) == 1:
        return judged
    reasons = causes.search(table, red, black, unfit)
    return replace(judged, causes=reasons, statement=f"{judged.statement}{_reason(reasons)}")


def _judged(table: Table, red: int, black: int) -> Audit:
    """Audit a table of known size without looking for causes."""
    decks = table.decks or 1
    exact = {by: chances(by, table.length, red, black) for by in table.scorings}
    right = trial_of(table, Hypothesis(), red, black)
    fit = replace(right.fit(decks), pairs=pair_fits(table, exact, decks))
    remarks = tuple(remarks_on(table))
    notes = table.notes
    aside = _notes_on(fit, right)
    if _is_exact(table, red, black):
        remarks = tuple(remark for remark in remarks if not remark.is_grave)
        aside = [say("It counts all possible decks, each once: these are exact odds.")]
    grave = [remark.text for remark in remarks if remark.is_grave]
    if fit.is_consistent and not grave:
        return Audit(
            table, red, black, CONSISTENT, _consistent_text(fit), fit, right.like,
            remarks=remarks, notes=(*notes, *aside),
        )  # fmt: skip
    text = grave[0] if fit.is_consistent else _far_off(fit, table.length)
    statement = _inconsistent_text(decks, text)
    return Audit(
        table, red, black, INCONSISTENT, statement, fit, right.like, remarks=remarks, notes=notes
    )


def _part(fit: Fit, by: str) -> Fit:
    """The fit of one scoring alone."""
    cells = tuple(cell for cell in fit.cells if cell.entry.by == by)
    return Fit(fit.decks, cells, tuple(pair for pair in fit.pairs if pair.by == by))


# --- verdicts -------------------------------------------------------------------------------------


def _consistent_text(fit: Fit) -> str:
    return say(
        "consistent with {decks} decks: the largest |z| of {n} numbers is {z}",
        decks=number(round(fit.decks)), n=len(fit.cells), z=decimal(f"{fit.largest:.1f}"),
    )  # fmt: skip


def _inconsistent_text(decks: int, text: str) -> str:
    return say("not consistent with {decks} decks: {why}", decks=number(decks), why=text)


def _far_off(fit: Fit, length: int) -> str:
    """A phrase for the number or pair that is farthest off."""
    cell = fit.worst(1)[0]
    return say(
        "{place} is {share}, but exactly {exact}, which is {z} standard errors away",
        place=place_text(cell.entry, length), share=percent_text(cell.entry.chance),
        exact=percent_text(cell.exact), z=decimal(f"{abs(cell.z):.1f}"),
    )  # fmt: skip


def _reason(reasons: Iterable[Cause]) -> str:
    """The likeliest causes, and all that the table cannot tell apart from the first."""
    text = ""
    for cause in reasons:
        if not text:
            text = say("likely: {cause}", cause=cause.text) if cause.fits else cause.text
        elif cause.is_likeliest and cause.fits:
            text = say("{text}; or just as well: {cause}", text=text, cause=cause.text)
    return f"; {text}" if text else ""


def _notes_on(fit: Fit, right: Trial) -> list[str]:
    """Notes on a consistent table."""
    notes = []
    if fit.p_value < 0.01:
        share = decimal(f"{100 * fit.p_value:.2g} %")
        notes.append(say("At most {share} of correct tables are this far off.", share=share))
    shows = right.mean_rounding * fit.decks < _TOO_GOOD / 10
    if shows and right.mean_error * fit.decks < _TOO_GOOD and fit.decks >= ENOUGH:
        note = say(
            "Its errors are smaller than {decks} decks would give: more decks than stated, or "
            "not simulated at all.",
            decks=number(round(fit.decks)),
        )  # fmt: skip
        notes.append(note)
    return notes


def _audit_misquoted(table: Table, counted: int, red: int, black: int) -> Audit:
    """Audit a table whose real number of decks is not the one it states."""
    quoted = table.decks or 0
    if counted < 1:
        raise SetupError("the table counts no decks")
    rescaled = _audit(replace(table.scaled(quoted / counted), decks=counted), red, black)
    text = say(
        "every pair counts {counted} decks, not {decks}",
        counted=number(counted), decks=number(quoted),
    )  # fmt: skip
    first = Cause((MISQUOTED,), text, rescaled.is_consistent, rescaled.fit.largest, counted)
    likely = [first] if rescaled.is_consistent else []
    for cause in rescaled.causes:
        parts = (MISQUOTED, *cause.parts)
        likely.append(replace(cause, parts=parts, text=causes.joined(text, cause.text)))
    statement = _inconsistent_text(quoted, f"{text}; {rescaled.statement}")
    return replace(
        rescaled, verdict=INCONSISTENT, statement=statement, causes=tuple(likely or [first])
    )


def _audit_unknown(table: Table, red: int, black: int) -> Audit:
    """Audit a table without a stated number of decks."""
    remarks = tuple(remarks_on(table))
    ranked = causes.compare(table, red, black)
    score, right = ranked[0]
    most = _most_decks(right)
    better = [
        _cause_up_to(trial, most)
        for other_score, trial in ranked[1 : _TRIED + 1]
        if other_score < score - CLEARLY
    ]
    if most < ENOUGH:
        better += _misprint_up_to(right, most, table.length)
    reasons = causes.likeliest([(causes.score_up_to(cause), cause) for cause in better])
    reasons = tuple(cause for cause in reasons if cause.fits) or reasons[:1]
    rivals = _rivals(ranked, score, right, most)
    too_many = say("not consistent with more than {decks} decks", decks=number(most))
    if reasons and (reasons[0].fits or most < ENOUGH):
        verdict, text = INCONSISTENT, f"{too_many}{_reason(reasons)}"
    elif rivals:
        verdict, reasons = CANNOT_TELL, ()
        text = say(
            "the number of decks cannot be determined, and this fits as well: {cause}",
            cause=rivals[0],
        )
    elif most >= ENOUGH:
        verdict, reasons = CONSISTENT, ()
        text = say("consistent {limit}; the number of decks is not stated", limit=_up_to(most))
    elif most < _TOO_FEW:
        verdict, text = INCONSISTENT, too_many
    else:
        verdict = CANNOT_TELL
        text = say(
            "cannot be determined: correct only for {decks} decks or fewer",
            decks=number(most),
        )
    limit = most if most < MOST else None
    return Audit(
        table, red, black, verdict, text, right.fit(most), right.like, reasons, remarks,
        table.notes, limit,
    )  # fmt: skip


def _cause_up_to(trial: Trial, most: int) -> Cause:
    """A cause with the number of decks it fits, which must be clearly more than without it."""
    decks = _most_decks(trial)
    text = f"{trial.hypothesis.text} ({_up_to(decks)})"
    fits = decks >= max(ENOUGH, 2 * most)
    return Cause(trial.hypothesis.parts, text, fits, trial.fit(decks).largest, decks)


def _misprint_up_to(right: Trial, most: int, length: int) -> list[Cause]:
    """The pairs without which a table fits far more decks."""
    for cause, rest in causes.without_worst(right, ENOUGH, length):
        decks = _most_decks(rest)
        if decks >= max(ENOUGH, _FAR_MORE * most):
            cause_found = cause(rest.fit(decks))
            return [replace(cause_found, text=f"{cause_found.text} ({_up_to(decks)})", decks=decks)]
    return []


def _up_to(decks: int) -> str:
    if decks >= MOST:
        return say("with any number of decks")
    return say("with up to {decks} decks", decks=number(decks))


def _rivals(
    ranked: Iterable[tuple[float, Trial]], score: float, right: Trial, most: int
) -> list[str]:
    """Other readings of the rules that fit a table as well as the right one."""
    rivals = []
    for other_score, trial in ranked:
        hypothesis = trial.hypothesis
        if len(hypothesis.parts) != 1 or not hypothesis.mistakes[0].reading:
            continue
        both = zip(trial.expected, right.expected, strict=True)
        differs = any(abs(one.mean - two.mean) > 1e-9 for one, two in both)
        if differs and other_score < score + CLEARLY and _most_decks(trial) >= most:
            rivals.append(hypothesis.text)
    return rivals


def _most_decks(trial: Trial) -> int:
    """The largest number of decks, to two digits, that fits a table; at most MOST."""
    if trial.fit(MOST).is_consistent:
        return MOST
    low, high = 1, MOST
    while high - low > max(1, low // 100):
        middle = min(max(int((low * high) ** 0.5), low + 1), high - 1)
        low, high = (middle, high) if trial.fit(middle).is_consistent else (low, middle)
    return causes.rounded(low)


# --- the report -----------------------------------------------------------------------------------


def _about(like: Estimate) -> str:
    if not isfinite(like.decks):
        return say("cannot be determined")
    if like.decks >= 1e7:
        return decimal(f"{like.decks:.2g}")
    return number(causes.rounded(like.decks))


def _causes_sheet(reasons: Iterable[Cause]) -> Sheet:
    rows = [
        (
            " + ".join(say(part) for part in cause.parts),
            say("yes") if cause.fits else say("no"),
            decimal(f"{cause.largest:.1f}"),
            number(cause.decks) if cause.decks is not None else "",
            cause.text,
        )
        for cause in reasons
    ]
    columns = (
        *(say("cause"), say("fits"), say("largest |z| then"), say("decks")),
        say("what that means"),
    )
    return Sheet(say("Likely causes, the likeliest first"), columns, tuple(rows))


def _finite(numbers: Mapping[str, float]) -> dict[str, float | None]:
    return {name: value if abs(value) < inf else None for name, value in numbers.items()}


def _cell_data(cell: Cell, length: int) -> dict[str, Any]:
    entry = cell.entry
    return {
        "by": entry.by,
        "mine": choice_text(entry.choice, length),
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
        "mine": choice_text(pair.choice, length),
        "other": choice_text(pair.other, length),
        "chi_square": pair.chi_square,
        "degrees": pair.degrees,
        "p_value": pair.p_value,
    }
