"""Penney's game simulated: the same counts as decks dealt and scored one after the other."""

import pytest

from dealt.errors import SetupError
from dealt.penney import scoring, simulation
from dealt.penney.decks import deal
from dealt.simulate.shards import processes, threads

pytestmark = pytest.mark.xdist_group("penney")


def test_a_simulation_counts_the_decks_of_its_seed():
    """In any shards, on threads and processes: what scoring the decks gives."""
    whole = scoring.score(deal(9, 0, 20_000))
    assert simulation.simulate(20_000, seed=9) == whole
    assert simulation.simulate(20_000, seed=9, shard=777, workers=threads(3)) == whole
    assert simulation.simulate(20_000, seed=9, shard=6000, workers=processes(2)) == whole


def test_without_numba_the_counts_are_the_same(monkeypatch):
    """Plain dealing and scoring."""
    fast = simulation.simulate(3_000, seed=2, length=2)
    monkeypatch.setattr(simulation, "has_numba", lambda: False)
    assert simulation.simulate(3_000, seed=2, length=2, shard=1_000) == fast
    assert scoring.tally_of(scoring.counts_of(fast), fast.decks, 2) == fast


def test_a_simulation_that_is_stopped_at_once_has_no_decks():
    """Nothing counted is nothing to report."""
    assert simulation.simulate(10, seed=1, stopped=lambda: True).decks == 0


def test_invalid_simulations_are_refused():
    """One line each."""
    for call, reason in (
        (lambda: simulation.simulate(0, seed=1), "0 in all"),
        (lambda: simulation.simulate(10, seed=-1), "seed -1"),
        (lambda: simulation.simulate(10, seed=1, length=9), "length 9: a choice must have 2 to 6"),
    ):
        with pytest.raises(SetupError, match=reason):
            call()


def test_large_jobs_have_large_shards():
    """Never more than a few thousand, so that ledgers and memory stay small."""
    for decks in (1, 10**9, 10**12, 10**15):
        job = simulation.job(decks, seed=1)
        assert job.total == decks and len(job.spans) <= simulation.MOST_SHARDS
        assert job.shard >= simulation.SHARD
    assert simulation.job(10**9, seed=1).shard == simulation.SHARD
