"""Tables of Penney's game as people publish them, right ones and wrong ones, by the hundred."""

from dataclasses import replace
from itertools import permutations

import numpy as np

from dealt.penney import decks, scoring
from dealt.penney.published.misreadings import AS_IS, CHANGES, READINGS, hypothesis_of
from dealt.penney.published.tables import COUNTS, PERCENTS, RESULTS, Number, Table

BOTH = ("tricks", "cards")
PAIRS = list(permutations(range(8), 2))
MISREAD = {mistake.name: mistake for mistake in reversed(READINGS)}
SHORT_BY_2 = MISREAD["short by 2"]
DRAWS_AS_WINS = next(c for c in CHANGES if c.name == "draws as wins")


def first_cause(report):
    """The first cause of an audit, as a set of its parts."""
    return set(report.causes[0].parts) if report.causes and report.causes[0].fits else None


def counted(n, seed=1, first=0):
    """What every pair does on n decks: wins, draws and losses by scoring and pair."""
    return results_of(tally(n, seed, first))


def tally(n, seed=1, first=0):
    """The tally of n decks."""
    return scoring.score(decks.deal(seed, first, n))


def results_of(tally):
    """The same of what was counted."""
    return {
        by: {
            (a, b): np.array([tally.won(by, a, b), tally.drawn(by, a, b), tally.lost(by, a, b)])
            for a, b in PAIRS
        }
        for by in BOTH
    }


def sampled(*mistakes, n, seed=1, order=""):
    """The same as somebody gets who misreads the rules: drawn from the exact chances."""
    rng = np.random.default_rng(seed)
    hypothesis = hypothesis_of(*mistakes, order=order)
    reading = hypothesis.reading
    is_mirrored = bool(order) or {reading.skip, reading.overlap} <= {(), (1, 2)}
    is_mirrored = is_mirrored and (bool(order) or reading.rest not in {1, 2})
    results = {}
    for by in BOTH:
        counts = results[by] = {}
        for a, b in PAIRS:
            if is_mirrored and (b, a) in counts:
                counts[a, b] = counts[b, a][::-1]
            else:
                chance = np.array(hypothesis.triple(by, a, b, 3, 26, 26))
                counts[a, b] = rng.multinomial(n, chance / chance.sum())
    return results


def changed(results, change=None, *, swapped=False, exchanged=False):
    """The same written down wrong."""
    written = {}
    for by in BOTH:
        source = results[BOTH[by == "tricks"] if exchanged else by]
        written[by] = {
            pair: rewritten(c[::-1] if swapped else c, change) for pair, c in source.items()
        }
    return written


def rewritten(counts, change):
    """Wins, draws and losses under one of `CHANGES`."""
    if change is None:
        return counts
    win, draw, loss = counts
    if ties := change.more.get("ties"):
        return np.array([win + draw * (ties == 1), 0, loss + draw * (ties == 2)])
    if change.more.get("is_decided"):
        return np.array([win / (win + loss) * sum(counts), draw, loss / (win + loss) * sum(counts)])
    weights = change.more.get("weights", AS_IS)
    return np.array([sum(w * c for w, c in zip(row, counts, strict=True)) for row in weights])


def times(results, n):
    """The same, every deck counted n times."""
    return {
        by: {pair: counts * n for pair, counts in pairs.items()} for by, pairs in results.items()
    }


def share(count, n, digits, *, cut=False):
    """A count of n decks as a share that is rounded to so many digits of a percentage."""
    if digits is None:
        return Number(float(count / n))
    unit = 0.01 * 10.0**-digits
    whole = np.floor(count / n / unit + 1e-9) if cut else np.round(count / n / unit)
    return Number(float(whole * unit), unit / 2)


def table_of(results, n, digits=None, *, losses=None, cut=False, **more):
    """A table of results; as counts, or as percents with so many digits."""
    losses = digits is None if losses is None else losses
    numbers = {
        (by, *pair, result): share(count, n, digits, cut=cut)
        for by, pairs in results.items()
        for pair, counts in pairs.items()
        for result, count in zip(RESULTS if losses else RESULTS[:2], counts, strict=False)
    }
    fields = {"decks": n, "kind": COUNTS if digits is None else PERCENTS, **more}
    return Table(numbers=numbers, **fields)


def moved(table, place_of):
    """The table with its rows and columns at other places."""
    numbers = {
        (by, *place_of(row, column), result): number
        for (by, row, column, result), number in table.numbers.items()
    }
    return replace(table, numbers=numbers)


def transposed(table):
    """The table with rows and columns exchanged."""
    return moved(table, lambda row, column: (column, row))


def right_table(n, digits=None, seed=1, first=0, **more):
    """A right table, of n decks that were dealt and scored."""
    return table_of(counted(n, seed, first), n, digits, **more)


def wrong_table(n, digits=None, *mistakes, change=None, seed=1, order="", **more):
    """A wrong one."""
    flags = {name: more.pop(name) for name in ("swapped", "exchanged") if name in more}
    results = sampled(*mistakes, n=n, seed=seed, order=order)
    return table_of(changed(results, change, **flags), n, digits, **more)
