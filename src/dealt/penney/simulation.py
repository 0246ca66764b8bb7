"""Penney's game: decks by the billion, dealt and scored for every pair of choices, not stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from dealt.core.arguments import never, silent
from dealt.core.compiled import has_numba, is_kept
from dealt.games.penney.choices import LENGTH
from dealt.games.penney.exact import check_length
from dealt.games.penney.tally import Tally
from dealt.penney import scoring
from dealt.penney.decks import deal
from dealt.simulate.shards import Counts, Job, Ledger, Workers, run, threads

SHARD = 1 << 22  # decks: a tenth of a second, about
MOST_SHARDS = 1 << 12  # larger jobs have larger shards, so that a ledger stays small
_FIRST_LOOK = 100  # decks at the first look at a growing simulation
WORK = "dealt.penney.simulation:score_shard"
FORMER_NAMES = ("dealt.simulate.penney:score_shard",)  # in ledgers begun before it moved


def job(decks: int, *, seed: int, length: int = LENGTH, shard: int | None = None) -> Job:
    """Decks 0 to `decks` - 1 of a seed, as a job in shards.

    Raises:
        SetupError: the seed or the length is out of range, or there is less than one deck.
    """
    if shard is None:
        shard = SHARD
        while shard * MOST_SHARDS < decks:
            shard *= 2
    return Job(WORK, seed, decks, shard, {"length": check_length(length)}, FORMER_NAMES)


def is_ready(length: int) -> bool:
    """Whether decks can be scored without compiling anything first."""
    if not has_numba():
        return True
    from dealt.penney.scoring_kernels import drivers

    return is_kept(drivers(length)["play"])


def score_shard(settings: Mapping[str, Any], seed: int, first: int, n: int) -> Counts:
    """The results of all pairs over decks first to first + n - 1, one row after the other."""
    length = settings["length"]
    if has_numba():
        from dealt.penney.scoring_kernels import play_decks

        counts: list[int] = play_decks(seed, first, n, length).ravel().tolist()
        return counts
    total = Tally.empty(length)
    for at in range(first, first + n, scoring.CHUNK):
        words = deal(seed, at, min(scoring.CHUNK, first + n - at))
        total += scoring.score(words, length=length, fast=False)
    return scoring.counts_of(total)


def simulate(
    decks: int,
    *,
    seed: int,
    length: int = LENGTH,
    workers: Workers | None = None,
    ledger: Ledger | None = None,
    shard: int | None = None,
    progress: Callable[[int, int], None] = silent,
    stopped: Callable[[], bool] = never,
) -> Tally:
    """Score decks 0 to `decks` - 1 of a seed for every pair of choices, by both scorings.

    Args:
        decks: number of decks.
        seed: 0 to 2**63 - 1. The result depends only on seed and decks.
        length: colours in a choice.
        workers: see `dealt.simulate.shards`; one thread by default.
        ledger: keeps finished shards, so that the work can be interrupted and resumed.
        shard: decks in a shard; by default 4 million, or more to limit the number of shards.
        progress: called with the number of decks done and the total.
        stopped: called from time to time; if it returns true, work in progress is finished and the
            rest is skipped.

    Raises:
        SetupError: the seed, the length or the number of decks is out of range, or the workers are
            not available.
    """
    one_thread = threads(1)
    result = run(
        job(decks, seed=seed, length=length, shard=shard),
        workers or one_thread,
        ledger=ledger,
        progress=progress,
        stopped=stopped,
    )
    if not result.counts:
        return Tally.empty(length)
    return scoring.tally_of(result.counts, result.done, length)


def growing(decks: int, *, seed: int, length: int = LENGTH) -> Iterator[Tally]:
    """Counts for growing numbers of decks of a seed: 100, 200, 500, 1,000 and so on.

    Args:
        decks: the final number.
        seed: 0 to 2**63 - 1.
        length: colours in a choice.
    """
    whole = job(decks, seed=seed, length=length)
    total = Tally.empty(length)
    for number in (*steps(decks), decks):
        while total.decks < number:
            n = min(SHARD, number - total.decks)
            counts = score_shard(whole.settings, seed, total.decks, n)
            total += scoring.tally_of(counts, n, length)
        yield total


def steps(decks: int) -> Iterator[int]:
    """Yield 100, 200, 500, 1,000 and so on, below a number."""
    step = _FIRST_LOOK
    while True:
        for times in (1, 2, 5):
            if step * times >= decks:
                return
            yield step * times
        step *= 10
