"""Speed of the Penney laboratory: `make bench`. Nothing here is asserted about time.

All of one run, so that ratios can be told: the same decks, one process, one core unless it says so.
"""

import numpy as np
import pytest

from dealt.games.penney import exact
from dealt.penney import decks, scoring, scoring_kernels, simulation
from dealt.simulate.shards import threads
from tests.oracles.penney import document_scorer

MANY = 1 << 21
WORDS = decks.deal(1, 0, MANY)


def rate(benchmark, number):
    """Million decks a second, from the best round."""
    benchmark.extra_info["million decks/s"] = number / benchmark.stats["min"] / 1e6


def test_scoring_as_the_document_does(benchmark):
    """The document's method in plain Python, all 56 pairs by both scorings."""
    given = [bytes(row) for row in decks.cards_of(WORDS[:400])]
    benchmark.pedantic(document_scorer, (given,), rounds=5, warmup_rounds=1)
    rate(benchmark, len(given))


def test_scoring_compiled(benchmark):
    """The same decks and more, bit-sliced and compiled."""
    benchmark.pedantic(scoring_kernels.score_words, (WORDS, 3), rounds=9, warmup_rounds=2)
    rate(benchmark, MANY)


def test_scoring_plain(benchmark):
    """Bit-sliced on Python integers, without numba."""
    benchmark.pedantic(
        scoring.score, (WORDS[: 1 << 17],), {"fast": False}, rounds=5, warmup_rounds=1
    )
    rate(benchmark, 1 << 17)


@pytest.mark.parametrize("dtype", [np.uint8, np.int64])
def test_dealing_with_numpy(benchmark, dtype):
    """NumPy's `Generator.permuted` on rows of 26 zeros and 26 ones; the unit of comparison."""
    rows = np.tile(np.repeat(np.array([0, 1], dtype), 26), (100_000, 1))
    generator = np.random.default_rng(1)
    benchmark.pedantic(generator.permuted, (rows,), {"axis": 1}, rounds=5, warmup_rounds=1)
    rate(benchmark, len(rows))


def test_dealing_compiled(benchmark):
    """Deck i of a seed, a word each."""
    benchmark.pedantic(decks.deal, (1, 0, MANY), rounds=9, warmup_rounds=2)
    rate(benchmark, MANY)


def test_dealing_the_document_s_decks(benchmark):
    """NumPy's old generator and shuffle."""
    benchmark.pedantic(decks.original, (1, 200_000), rounds=3, warmup_rounds=1)
    rate(benchmark, 200_000)


def test_dealing_the_document_s_decks_with_numpy(benchmark):
    """The same decks as the document's program makes them."""

    def deal():
        np.random.seed(1)
        rows = []
        for _ in range(10_000):
            deck = np.concatenate((np.zeros(26, "u1"), np.ones(26, "u1")))
            np.random.shuffle(deck)
            rows.append(deck)
        return np.array(rows)

    benchmark.pedantic(deal, rounds=3, warmup_rounds=1)
    rate(benchmark, 10_000)


@pytest.mark.parametrize("number", [1, 2])
def test_simulation(benchmark, number):
    """Dealt and scored, kept nowhere, on one thread and on two."""
    n = 1 << 25
    told = {"seed": 1, "workers": threads(number)}
    benchmark.pedantic(simulation.simulate, (n,), told, rounds=5, warmup_rounds=1)
    rate(benchmark, n)


def test_a_billion_decks(benchmark):
    """On two threads, once."""
    told = {"seed": 1, "workers": threads(2)}
    benchmark.pedantic(simulation.simulate, (10**9,), told, rounds=1)
    rate(benchmark, 10**9)


@pytest.mark.parametrize("fast", [False, True], ids=["plain", "compiled"])
def test_exact_odds(benchmark, fast):
    """All 56 pairs by both scorings, over all decks."""

    def anew():
        exact.tally.cache_clear()
        return exact.tally(fast=fast)

    benchmark.pedantic(anew, rounds=9, warmup_rounds=2)
