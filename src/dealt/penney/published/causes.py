"""Penney's game: why a published table of odds is wrong.

A table is compared with the odds of every mistake that `misreadings` can make, one at a time and
then two. The remaining errors may be as large as those of fewer decks than stated: then the same
decks were counted again and again. Causes that a table cannot tell apart are all named.

Bad decks leave another trace. Red and black are interchangeable in the rules, and in every known
misreading. So odds that are systematically wrong are wrong by the same amount for a pair and its
twin with the colours exchanged; errors caused by too few decks, or by a bad shuffle, are not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import exp, inf, log

from dealt.language import listed, message, number, say
from dealt.penney.published import dealings
from dealt.penney.published.dealings import FEWEST_CARDS, MOST_CARDS, Dealing, deck_of
from dealt.penney.published.fit import Fit, distance, expected
from dealt.penney.published.misreadings import ONLY, Hypothesis, hypotheses, triple_of
from dealt.penney.published.tables import (
    RESULTS,
    Entry,
    Number,
    Table,
    common_divisor,
    pair_text,
    unequal_totals,
)
from dealt.penney.published.trials import FREEDOM, HOPELESS, Trial, trial_of

FEWER = message("repeated decks")
SAME_DECK = message("one deck")
MISPRINT = message("misprint")
MISQUOTED = message("decks misquoted")
MIXED = message("different numbers of decks")
UNKNOWN = message("unknown")

CLEARLY = 10.0  # by how much another cause must explain a table better than chance, as a chi-square
PART = 6.0  # what a cause must explain to be worth naming, as a chi-square
_FEWEST_DECKS = 100  # fewest decks that can explain a table
_BEATEN = 30.0  # a cause is dropped if another explains this much more, likewise
NEAR = 0.25  # a near cause leaves at most this part of the squared errors
_FEW_PAIRS = 3  # most pairs that can be misprinted
KEPT = 5  # causes listed
_ORDINARY = 3.5  # a |z| that few pairs of the stated number of decks exceed
_HALF = 0.3  # of the pairs at least are ordinary if only some have fewer decks
SIZES = 2  # sizes of decks that are judged closely
# decks shuffled in each way, and the number of ways that remain
JUDGED = ((1 << 14, 12), (1 << 17, 5), (1 << 20, 3))
_TELLING = 0.05  # least variance of a number used to find the size of decks
_FEW_NUMBERS = 4  # numbers compared with decks of every size


@dataclass(frozen=True)
class Cause:
    """A likely cause why a table is not consistent.

    Attributes:
        parts: short names of what is wrong, which are messages.
        text: what is wrong, in the language current at the time.
        fits: whether the table is consistent with it.
        largest: the largest remaining absolute `z`.
        decks: number of decks that would give the remaining errors; None if unknown.
        low, high: the 95 % interval for that number.
        is_likeliest: whether the table does not tell it apart from the first cause.
    """

    parts: tuple[str, ...]
    text: str
    fits: bool
    largest: float
    decks: int | None = None
    low: int | None = None
    high: int | None = None
    is_likeliest: bool = False


# --- the search -----------------------------------------------------------------------------------


def search(table: Table, red: int, black: int, unfit: Sequence[str]) -> tuple[Cause, ...]:
    """The likely causes if a table with a known number of decks is not consistent.

    Args:
        table: the table.
        red: number of red cards in each deck.
        black: number of black cards in each deck.
        unfit: the scorings for which it is not consistent.

    Returns:
        Those that fit, the likeliest first; if none does, general statements.
    """
    if special := _same_deck(table) or _mixed_counts(table, red, black):
        return (special,)
    times = common_divisor(table)
    decks = (table.decks or 1) / times
    alone = unfit[0] if len(unfit) == 1 and len(table.scorings) == 2 else ""
    scopes = ("", alone) if alone else ("",)
    right = trial_of(table, Hypothesis(), red, black)
    singles = [
        trial_of(table, hypothesis, red, black)
        for only in scopes
        for hypothesis in hypotheses(table, only)
    ]
    is_even = red == black
    causes = _fitting([right, *singles] if times > 1 else singles, decks, times)
    is_systematic = right.is_systematic(table.length, is_even=is_even)
    others: list[tuple[float, Cause]] = []
    for is_of_decks in (False, True) if is_systematic else (True, False):
        if causes or others:
            break
        if is_of_decks:
            others = [] if times > 1 else _of_other_decks(table, right, red, black)
        else:
            pairs = (h for only in scopes for h in hypotheses(table, only, 2))
            causes = _fitting((trial_of(table, h, red, black) for h in pairs), decks, times)
    if times == 1:
        ordered = [t for t in singles if not (is_systematic and t.hypothesis.order)]
        for trial in [right] if causes else [right, *ordered]:
            causes += _with_fewer_decks(table, trial, is_even=is_even)
        causes += _mixed_decks(table, right, is_even=is_even)
    causes += [*others, *_misprints(right, decks, table.length)]
    unknown = _unknown([right, *singles], decks, table.length, is_even=is_even)
    return likeliest(causes) or _apart(table, red, black, unfit) or unknown


def _fitting(trials: Iterable[Trial], decks: float, times: int) -> list[tuple[float, Cause]]:
    """The hypotheses with which a table is consistent."""
    causes = []
    for trial in trials:
        if not trial.is_hopeless(decks):
            fit = trial.fit(decks)
            if fit.is_consistent:
                score = FREEDOM * fit.mean_square + PART * len(trial.hypothesis.parts)
                causes.append((score, _as_cause(trial, fit, times)))
    return causes


def _apart(table: Table, red: int, black: int, unfit: Sequence[str]) -> tuple[Cause, ...]:
    """The causes of each scoring by itself, if at least one scoring has a known cause."""
    if len(unfit) < 2:
        return ()
    first = {by: search(table.alone(by), red, black, [by])[0] for by in unfit}
    if not any(cause.fits for cause in first.values()):
        return ()
    each = [
        replace(cause, text=say(ONLY[by], wrong=cause.text))
        for by, cause in sorted(first.items(), key=lambda scored: not scored[1].fits)
    ]
    if not all(cause.fits for cause in each):
        return tuple(each)
    one, other = each
    both = tuple(dict.fromkeys((*one.parts, *other.parts)))
    largest = max(one.largest, other.largest)
    return (Cause(both, joined(one.text, other.text), True, largest, one.decks),)


def _of_other_decks(table: Table, right: Trial, red: int, black: int) -> list[tuple[float, Cause]]:
    """Other sizes of decks, or bad shuffles, with which a table is consistent."""
    decks = table.decks or 1
    left = [*_of_other_sizes(right, table.length, decks), *dealings.shuffles()]
    causes: list[tuple[float, Cause]] = []
    for sampled, n in JUDGED:
        near = []
        for dealing in left:
            finer = replace(dealing, sampled=sampled) if dealing.shuffle else dealing
            trial = trial_of(table, Hypothesis(dealing=finer), red, black)
            if not trial.is_hopeless(decks):
                near.append((trial.fit(decks), trial))
        near = sorted(near, key=lambda scored: scored[0].mean_square)[:n]
        left = [trial.hypothesis.dealing for _, trial in near]
        causes = [
            (FREEDOM * fit.mean_square + PART, replace(_as_cause(trial, fit), decks=round(decks)))
            for fit, trial in near
            if fit.is_consistent
        ]
    return causes


def _of_other_sizes(right: Trial, length: int, decks: float) -> list[Dealing]:
    """The deck sizes that agree best with a few numbers of a table."""
    telling = [
        entry
        for entry, should in zip(right.entries, right.expected, strict=True)
        if should.variance >= _TELLING
    ]
    few = telling[:: len(right.entries) // _FEW_NUMBERS or 1]
    scored = []
    for cards in range(FEWEST_CARDS, MOST_CARDS + 1):
        for is_independent in (False, True)[cards % 2 :]:
            total = 0.0
            for by, choice, other, result, chance, half in few:
                triple = triple_of(
                    choice, other, length, by, (cards + 1) // 2, cards // 2,
                    is_independent=is_independent,
                )  # fmt: skip
                z = distance(chance, half, expected(triple[RESULTS.index(result)]), decks)
                total += z * z
                if abs(z) > HOPELESS:
                    break
            else:
                dealing = deck_of(cards, is_independent=is_independent)
                scored.append((total, cards, dealing))
    return [dealing for *_, dealing in sorted(scored, key=lambda each: each[:2])[:SIZES]]


def likeliest(causes: Iterable[tuple[float, Cause]]) -> tuple[Cause, ...]:
    """The likeliest causes, without those that only extend a likelier one."""
    likely: list[Cause] = []
    ranked = sorted(causes, key=lambda scored: (scored[0], len(scored[1].parts)))
    for score, cause in ranked:
        is_alike = score < ranked[0][0] + PART and len(cause.parts) == len(ranked[0][1].parts)
        is_known = any(set(other.parts) <= set(cause.parts) for other in likely)
        if is_alike or score < ranked[0][0] + _BEATEN and not is_known:
            likely.append(replace(cause, is_likeliest=is_alike))
    return tuple(likely[:KEPT])


def _unknown(
    trials: Sequence[Trial], decks: float, length: int, *, is_even: bool
) -> tuple[Cause, ...]:
    """General statements where no known cause fits."""
    right = trials[0]
    text = say("nothing known explains it")
    if right.is_systematic(length, is_even=is_even):
        alike = say(
            "red and black are wrong by the same amount, so it is not chance: the scoring or the "
            "decks differ from the rules"
        )
        text = f"{text}; {alike}"
    causes = [Cause((UNKNOWN,), text, False, right.fit(decks).largest)]
    apart = [trial for trial in trials if len(trial.hypothesis.parts) == 1]
    best = min(apart, key=lambda trial: trial.mean_error)
    if best.mean_error < NEAR * right.mean_error:
        near = replace(_as_cause(best, best.fit(decks)), fits=False, decks=None)
        causes.append(replace(near, text=say("nearest: {cause}", cause=near.text)))
    return tuple(causes)


def _as_cause(trial: Trial, fit: Fit, times: int = 1) -> Cause:
    parts, text = trial.hypothesis.parts, trial.hypothesis.text
    decks = round(fit.decks)
    if times == 1:
        return Cause(parts, text, True, fit.largest, decks)
    again = say(
        "every count is a multiple of {times}: {decks} decks, counted {times} times",
        times=number(times), decks=number(decks),
    )  # fmt: skip
    return Cause((*parts, FEWER), joined(text, again), True, fit.largest, decks)


def joined(one: str, other: str) -> str:
    """Two mistakes in words; the first may be empty."""
    return say("{one}; and {other}", one=one, other=other) if one else other


def _with_fewer_decks(table: Table, trial: Trial, *, is_even: bool) -> list[tuple[float, Cause]]:
    """Explain the remaining errors by fewer decks than stated, if they look like that."""
    hypothesis, decks, like = trial.hypothesis, table.decks or 1, trial.like
    if not _FEWEST_DECKS <= like.decks < decks or like.high >= decks:
        return []
    if trial.is_hopeless(like.decks):
        return []
    fit = trial.fit(like.decks)
    if not fit.is_consistent:
        return []
    if trial.is_systematic(table.length, is_even=is_even):
        return []
    score = FREEDOM * (1 + log(trial.mean_error * decks)) + PART * (len(hypothesis.parts) + 1)
    about, low, high = (rounded(n) for n in (like.decks, like.low, like.high))
    text = say(
        "errors like those of about {n} decks ({low} to {high}), not {decks}: the same "
        "decks counted twice, or fewer decks than stated",
        n=number(about), low=number(low), high=number(high),
        decks=number(decks),
    )  # fmt: skip
    parts = (*hypothesis.parts, FEWER)
    return [
        (score, Cause(parts, joined(hypothesis.text, text), True, fit.largest, about, low, high))
    ]


def rounded(n: float) -> int:
    """A number rounded to two digits."""
    digits = len(str(int(n)))
    return round(round(n, 2 - digits)) if n < 1e15 else round(n)


def _same_deck(table: Table) -> Cause | None:
    """Whether all numbers are of a single deck."""
    if (table.decks or 0) < 2 or any(entry.chance not in {0.0, 1.0} for entry in table.entries):
        return None
    text = say(
        "everything happens always or never: one deck, counted {times} times",
        times=number(table.decks or 0),
    )
    return Cause((SAME_DECK,), text, True, 0.0, 1)


def _mixed_counts(table: Table, red: int, black: int) -> Cause | None:
    """Whether pairs count different numbers of decks, and are right by themselves."""
    totals = unequal_totals(table)
    if len(totals) <= _FEW_PAIRS:
        return None
    sizes = {round(total * (table.decks or 1)) for total in totals.values()}
    numbers = {
        place: Number(number.chance / totals.get(place[:3], 1.0), number.half)
        for place, number in table.numbers.items()
    }
    decks = max(1, min(*sizes, table.decks or 1))
    each = replace(table, numbers=numbers, decks=decks)
    fit = trial_of(each, Hypothesis(), red, black).fit(decks)
    if not fit.is_consistent:
        return None
    text = say(
        "pairs have different numbers of decks, {least} to {most}; each is right by itself",
        least=number(min(sizes)), most=number(max(*sizes, table.decks or 1)),
    )  # fmt: skip
    return Cause((MIXED,), text, True, fit.largest, decks)


def _mixed_decks(table: Table, right: Trial, *, is_even: bool) -> list[tuple[float, Cause]]:
    """Explain errors by some pairs that have fewer decks than the others."""
    decks = table.decks or 1
    worst = _worst_of_pairs(right, decks)
    few = {pair for pair, z in worst.items() if z > _ORDINARY}
    if not _FEW_PAIRS < len(few) <= (1 - _HALF) * len(worst):
        return []
    groups = [
        replace(right, entries=[e for e in right.entries if (_pair_of(e) in few) == is_few])
        for is_few in (False, True)
    ]
    usual, fewer = groups
    like = fewer.like
    if not _FEWEST_DECKS <= like.decks < decks or like.high >= decks:
        return []
    if fewer.is_systematic(table.length, is_even=is_even):
        return []
    fits = usual.fit(decks), fewer.fit(like.decks)
    if not all(fit.is_consistent for fit in fits):
        return []
    part = len(few) / len(worst)
    error = (1 - part) * fits[0].mean_square + part * (1 + log(fewer.mean_error * decks))
    about = rounded(like.decks)
    text = say(
        "pairs have different numbers of decks: {n} of {all} pairs have errors like those of about "
        "{few} decks, the others of {decks}",
        n=len(few), all=len(worst), few=number(about), decks=number(decks),
    )  # fmt: skip
    largest = max(fit.largest for fit in fits)
    cause = Cause((MIXED,), text, True, largest, about, rounded(like.low), rounded(like.high))
    return [(FREEDOM * error + 2 * PART, cause)]


def _pair_of(entry: Entry) -> tuple[int, int]:
    return min(entry.choice, entry.other), max(entry.choice, entry.other)


def _worst_of_pairs(right: Trial, decks: float) -> dict[tuple[int, int], float]:
    """The largest |z| of each pair of choices, in either order."""
    worst: dict[tuple[int, int], float] = {}
    for entry, cell in zip(right.entries, right.fit(decks).cells, strict=True):
        worst[_pair_of(entry)] = max(worst.get(_pair_of(entry), 0.0), abs(cell.z))
    return worst


def without_worst(
    right: Trial, decks: float, length: int
) -> Iterator[tuple[Callable[[Fit], Cause], Trial]]:
    """A table without one to three pairs, and the cause if the rest is correct."""
    worst = _worst_of_pairs(right, decks)
    ranked = sorted(worst, key=lambda pair: -worst[pair])
    for n in range(1, min(_FEW_PAIRS, len(ranked) // 2) + 1):
        left = [entry for entry in right.entries if _pair_of(entry) not in ranked[:n]]
        text = say(
            "only {pairs} wrong, all other pairs right: misprinted?",
            pairs=listed([pair_text(*pair, length) for pair in ranked[:n]]),
        )

        def cause(fit: Fit, text: str = text) -> Cause:
            return Cause((MISPRINT,), text, True, fit.largest, round(fit.decks))

        yield cause, replace(right, entries=left)


def _misprints(right: Trial, decks: float, length: int) -> list[tuple[float, Cause]]:
    """The pairs that are wrong if all others are right."""
    for n, (cause, rest) in enumerate(without_worst(right, decks, length), 1):
        fit = rest.fit(decks)
        if fit.is_consistent:
            return [(FREEDOM * fit.mean_square + PART * n, cause(fit))]
    return []


def score_up_to(cause: Cause) -> float:
    """How much a cause explains that fits up to this number of decks; for `compare`."""
    return PART * len(cause.parts) - FREEDOM * log(cause.decks or 1)


def compare(table: Table, red: int, black: int) -> list[tuple[float, Trial]]:
    """Hypotheses for a table with an unknown number of decks, the likeliest first.

    Returns:
        Hypotheses with a score, first the right odds; low scores explain much. Those that explain
        clearly less than others are left out.
    """
    ranked: list[tuple[float, Trial]] = []
    least = inf
    for hypothesis in chain([Hypothesis()], hypotheses(table), hypotheses(table, n=2)):
        trial = trial_of(table, hypothesis, red, black)
        price = PART * len(hypothesis.parts)
        if trial.exceeds(exp(min(700.0, (least + CLEARLY - price) / FREEDOM))):
            continue
        error = max(trial.mean_error, trial.mean_rounding, 1e-12)
        ranked.append((FREEDOM * log(error) + price, trial))
        least = min(least, ranked[-1][0])
    right = ranked[0]
    return [right, *sorted(ranked[1:], key=lambda scored: scored[0])]
