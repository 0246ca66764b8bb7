"""Penney's game: why a published table of odds is wrong.

A table is compared with every known misreading of the rules and every known mistake in writing down
correct odds, alone or in pairs. The remaining errors may be as large as those of fewer decks than
stated: then the same decks were counted again and again.

Bad decks leave another trace. Red and black are interchangeable in the rules, and in every known
misreading. So odds that are systematically wrong are wrong by the same amount for a pair and its
twin with the colours exchanged; errors caused by too few decks, or by a bad shuffle, are not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import exp, inf, log, sqrt

from dealt.games.penney.choices import other_colours
from dealt.language import listed, message, number, say
from dealt.penney import dealings
from dealt.penney.dealings import FEWEST_CARDS, MOST_CARDS, Dealing, deck_of
from dealt.penney.fit import Expected, Fit, distance, expected, fit_of
from dealt.penney.misreadings import ONLY, Hypothesis, hypotheses, triple_of
from dealt.penney.published.claims import RESULTS, Entry, Table, common_divisor, pair_text

FEWER = message("repeated decks")
SAME_DECK = message("one deck")
MISPRINT = message("misprint")
MISQUOTED = message("decks misquoted")
UNKNOWN = message("unknown")

_DENSE = 0.005  # least variance of a number used to estimate how many decks there were
CLEARLY = 10.0  # by how much another cause must explain a table better than chance, as a chi-square
_FREEDOM = 25  # independent numbers in effect; measured on 600 tables of 4,096 decks
PART = 6.0  # what a cause must explain to be worth naming, as a chi-square
_FEWEST_DECKS = 100  # fewest decks that can explain a table
ALIKE = 0.3  # errors of twins over all errors: less if they are systematic, else about 1
_HOPELESS = 12.0  # a |z| that no consistent table has
_BEATEN = 30.0  # a cause is dropped if another explains this much more, likewise
NEAR = 0.25  # a near cause leaves at most this part of the squared errors
_FEW_PAIRS = 3  # most pairs that can be misprinted
KEPT = 5  # causes listed
SIZES = 2  # sizes of decks that are judged closely
# decks shuffled in each way, and the number of ways that remain
JUDGED = ((1 << 16, 8), (1 << 18, 3), (1 << 21, 2))
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
    """

    parts: tuple[str, ...]
    text: str
    fits: bool
    largest: float
    decks: int | None = None
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True)
class Estimate:
    """The number of decks that typically gives errors as large as a table's.

    `decks` is infinite if it cannot be estimated: the numbers are exact to the digits given.
    """

    decks: float
    low: float
    high: float


# --- how many decks -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trial:
    """A hypothesis, with the numbers of a table and what they should be under it.

    Attributes:
        hypothesis: what may be wrong with the table.
        entries: the table's numbers.
        expectation: what each of them should be.
    """

    hypothesis: Hypothesis
    entries: Sequence[Entry]
    expectation: Callable[[Entry], Expected]

    @cached_property
    def expected(self) -> tuple[Expected, ...]:
        """What the numbers should be."""
        return tuple(map(self.expectation, self.entries))

    @property
    def shift(self) -> float:
        """How far the numbers are above those written, in half units of the last digit."""
        return 1.0 if self.hypothesis.is_cut_off else 0.0

    def fit(self, decks: float) -> Fit:
        """The distance between table and hypothesis, for this number of decks."""
        return fit_of(self.entries, self.expected, self._with_errors_of(decks), self.shift)

    def _with_errors_of(self, decks: float) -> float:
        """The number of decks whose errors match the table's, with sampled chances included."""
        sampled = self.hypothesis.dealing.sampled
        return 1 / (1 / decks + 1 / sampled) if sampled else decks

    @cached_property
    def errors(self) -> tuple[tuple[Entry, float, Expected], ...]:
        """The numbers that vary enough to estimate the number of decks, with their errors."""
        return tuple(self._each_error())

    def _each_error(self) -> Iterator[tuple[Entry, float, Expected]]:
        for entry in self.entries:
            should = self.expectation(entry)
            if should.variance >= _DENSE:
                yield entry, entry.chance + self.shift * entry.half - should.mean, should

    @cached_property
    def mean_error(self) -> float:
        """The mean square error in units of one deck's error, minus the effect of rounding."""
        squares = [
            (error * error - entry.half**2 / 3) / should.variance
            for entry, error, should in self.errors
        ]
        return sum(squares) / len(squares) if squares else inf

    def is_hopeless(self, decks: float) -> bool:
        """Whether a single number already rules out the hypothesis; most do so at once."""
        decks = self._with_errors_of(decks)
        return any(
            abs(error) - entry.half > _HOPELESS * sqrt(should.variance / decks)
            for entry, error, should in self._each_error()
        )

    def exceeds(self, mean: float) -> bool:
        """Whether the mean square error is above a limit; a few numbers can decide that."""
        left = mean * len(self.entries) + sum(entry.half**2 for entry in self.entries) / 3 / _DENSE
        for _, error, should in self._each_error():
            left -= error * error / should.variance
            if left < 0:
                return True
        return False

    @property
    def mean_rounding(self) -> float:
        """The contribution of rounding to the mean square error."""
        squares = [entry.half**2 / 3 / should.variance for entry, _, should in self.errors]
        return sum(squares) / len(squares) if squares else 0.0

    def twin_error(self, length: int) -> float:
        """The mean square error of half the differences between twins, which swap red and black."""
        places = {entry[:4]: error for entry, error, _ in self.errors}
        squares = []
        for entry, error, should in self.errors:
            choice, other = other_colours(entry.choice, length), other_colours(entry.other, length)
            twin = places.get((entry.by, choice, other, entry.result))
            if twin is not None and choice != entry.other:
                square = (error - twin) ** 2 / 2 - entry.half**2 / 3
                squares.append(square / should.variance)
        return sum(squares) / len(squares) if squares else inf

    @property
    def like(self) -> Estimate:
        """The number of decks that typically gives such errors."""
        error = self.mean_error
        if error <= 0 or error == inf:
            return Estimate(inf, 0.0, inf)
        return Estimate(1 / error, _chi_square_at(-1.96) / error, _chi_square_at(1.96) / error)


def trial_of(table: Table, hypothesis: Hypothesis, red: int, black: int) -> Trial:
    """A table compared with a hypothesis."""
    return Trial(hypothesis, table.entries, hypothesis.expectation(table, red, black))


def _chi_square_at(z: float) -> float:
    """A quantile of the mean of as many squares as a table is worth.

    Source: Wilson and Hilferty, "The distribution of chi-square" (1931).
    """
    step = 2 / (9 * _FREEDOM)
    return float((1 - step + z * sqrt(step)) ** 3)


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
    special = _same_deck(table)
    if special:
        return (special,)
    times = common_divisor(table)
    decks = (table.decks or 1) / times
    alone = unfit[0] if len(unfit) == 1 and len(table.scorings) == 2 else ""
    possible = [*hypotheses(table), *(hypotheses(table, alone) if alone else ())]
    trials = [trial_of(table, hypothesis, red, black) for hypothesis in possible]
    causes: list[tuple[float, Cause]] = []
    for trial in trials:
        parts = trial.hypothesis.parts
        fit = None if trial.is_hopeless(decks) else trial.fit(decks)
        if fit is not None and fit.is_consistent and (times > 1 or parts):
            score = _FREEDOM * fit.mean_square + PART * len(parts)
            causes.append((score, _as_cause(trial, fit, times)))
        elif times == 1 and len(parts) < 2:
            causes += _with_fewer_decks(table, trial, is_even=red == black)
    causes += _misprints(trials[0], decks, table.length)
    first = min(causes, key=lambda scored: scored[0])[1] if causes else None
    if times == 1 and (first is None or FEWER in first.parts):
        causes += _of_other_decks(table, trials[0], red, black)
    unknown = _unknown(trials, decks, table.length, is_even=red == black)
    return likeliest(causes) or _apart(table, red, black, unfit) or unknown


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
            (_FREEDOM * fit.mean_square + PART, replace(_as_cause(trial, fit), decks=round(decks)))
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
                if abs(z) > _HOPELESS:
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
        is_known = any(set(other.parts) <= set(cause.parts) for other in likely)
        if score < ranked[0][0] + _BEATEN and not is_known:
            likely.append(cause)
    return tuple(likely[:KEPT])


def _unknown(
    trials: Sequence[Trial], decks: float, length: int, *, is_even: bool
) -> tuple[Cause, ...]:
    """General statements where no known cause fits."""
    right = trials[0]
    text = say("nothing known explains it")
    if is_even and right.twin_error(length) < ALIKE * right.mean_error:
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
    if is_even and trial.twin_error(table.length) < ALIKE * trial.mean_error:
        return []
    score = _FREEDOM * (1 + log(trial.mean_error * decks)) + PART * (len(hypothesis.parts) + 1)
    numbers = [rounded(n) for n in (like.decks, like.low, like.high)]
    text = say(
        "errors like those of about {n} decks ({low} to {high}), not {decks}: the same "
        "decks counted twice, or fewer decks than stated",
        n=number(numbers[0]), low=number(numbers[1]), high=number(numbers[2]),
        decks=number(decks),
    )  # fmt: skip
    parts = (*hypothesis.parts, FEWER)
    return [(score, Cause(parts, joined(hypothesis.text, text), True, fit.largest, *numbers))]


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


def without_worst(
    right: Trial, decks: float, length: int
) -> Iterator[tuple[Callable[[Fit], Cause], Trial]]:
    """A table without one to three pairs, and the cause if the rest is correct."""
    worst: dict[tuple[int, int], float] = {}
    pairs = [
        (min(entry.choice, entry.other), max(entry.choice, entry.other)) for entry in right.entries
    ]
    for pair, cell in zip(pairs, right.fit(decks).cells, strict=True):
        worst[pair] = max(worst.get(pair, 0.0), abs(cell.z))
    ranked = sorted(worst, key=lambda pair: -worst[pair])
    for n in range(1, min(_FEW_PAIRS, len(ranked) // 2) + 1):
        left = [at for at, pair in enumerate(pairs) if pair not in ranked[:n]]
        text = say(
            "only {pairs} wrong, all other pairs right: misprinted?",
            pairs=listed([pair_text(*pair, length) for pair in ranked[:n]]),
        )

        def cause(fit: Fit, text: str = text) -> Cause:
            return Cause((MISPRINT,), text, True, fit.largest, round(fit.decks))

        yield cause, replace(right, entries=[right.entries[at] for at in left])


def _misprints(right: Trial, decks: float, length: int) -> list[tuple[float, Cause]]:
    """The pairs that are wrong if all others are right."""
    for n, (cause, rest) in enumerate(without_worst(right, decks, length), 1):
        fit = rest.fit(decks)
        if fit.is_consistent:
            return [(_FREEDOM * fit.mean_square + PART * n, cause(fit))]
    return []


def score_up_to(cause: Cause) -> float:
    """How much a cause explains that fits up to this number of decks; for `compare`."""
    return PART * len(cause.parts) - _FREEDOM * log(cause.decks or 1)


def compare(table: Table, red: int, black: int) -> list[tuple[float, Trial]]:
    """Hypotheses for a table with an unknown number of decks, the likeliest first.

    Returns:
        Hypotheses with a score; low scores explain much. Those that explain clearly less than the
        right odds are left out.
    """
    ranked: list[tuple[float, Trial]] = []
    for hypothesis in hypotheses(table):
        trial = trial_of(table, hypothesis, red, black)
        price = PART * len(hypothesis.parts)
        if ranked and trial.exceeds(exp((ranked[0][0] + CLEARLY - price) / _FREEDOM)):
            continue
        error = max(trial.mean_error, trial.mean_rounding, 1e-12)
        ranked.append((_FREEDOM * log(error) + price, trial))
    return sorted(ranked, key=lambda scored: scored[0])
