"""Work in shards, on threads, processes or a cluster, which can be interrupted and resumed.

A job is cut into shards of equal size. The counts of a shard depend only on the job and the number
of the shard, and are added up. So it does not matter which worker did a shard, in what order, or
how often it was tried. A finished shard is written to a ledger at once. A worker that is killed
loses only its current shard, and a restarted job does only the missing shards.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from dealt.core.arguments import never, silent
from dealt.core.chance import check_seed
from dealt.errors import SetupError
from dealt.extras import not_installed
from dealt.language import Phrase, message, number, say
from dealt.own_code import contained, explained

_MOST_FAILURES = 5  # losses of workers in a row without a finished shard
PATIENCE = "10s"  # with a cluster that does not answer
WAITING = 2  # shards submitted for each worker, so that none is idle

# the counts of a shard: numbers that add up over shards
Counts = Sequence[int]


@dataclass(frozen=True)
class Job:
    """The work to do: all that the result depends on.

    Attributes:
        work: the function that does a shard, `module:name`; it takes the settings, the seed, the
            first number and the size, and returns the counts.
        seed: 0 to 2**63 - 1.
        total: number of games, decks or rounds, numbered from 0.
        shard: number of them in a shard; the last shard may have fewer.
        settings: anything else that the result depends on, as plain values.
        former_names: of the work, in older ledgers.
        former_shards: sizes of a shard in older ledgers.
        inputs: further arguments of the work, such as players, which a ledger does not have.
    """

    work: str
    seed: int
    total: int
    shard: int
    settings: Mapping[str, int | str] = field(default_factory=dict)
    former_names: tuple[str, ...] = ()
    former_shards: tuple[int, ...] = ()
    inputs: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_seed(self.seed)
        for name, size in ((message("in all"), self.total), (message("in a shard"), self.shard)):
            if not isinstance(size, int) or size < 1:
                raise SetupError(
                    "{n} {things}; at least one is needed", n=repr(size), things=Phrase(name)
                )

    def cut_as(self, ledger: Ledger) -> Job:
        """The same job in shards of the size that a ledger has."""
        return self if ledger.shard is None else replace(self, shard=ledger.shard)

    @property
    def spans(self) -> list[Span]:
        """All shards, in order."""
        return [
            Span(first, min(self.shard, self.total - first))
            for first in range(0, self.total, self.shard)
        ]


@dataclass(frozen=True, order=True)
class Span:
    """A shard: its first number and its size."""

    first: int
    n: int


class Ledger(Protocol):
    """Where finished shards are kept."""

    @property
    def shard(self) -> int | None:
        """The size of a shard; None: that of the job."""

    def counts(self) -> Mapping[Span, Counts]:
        """All finished shards with their counts."""

    def add(self, span: Span, counts: Counts) -> None:
        """Store a finished shard; it is safe when this returns."""


class Memory:
    """A ledger in memory."""

    shard: int | None = None

    def __init__(self) -> None:
        self._counts: dict[Span, Counts] = {}

    def counts(self) -> Mapping[Span, Counts]:
        """All shards so far."""
        return self._counts

    def add(self, span: Span, counts: Counts) -> None:
        """Store a finished shard."""
        self._counts[span] = counts


@dataclass(frozen=True)
class Result:
    """The counts so far.

    Attributes:
        done: number of games, decks or rounds done.
        counts: the sums over all finished shards; empty if there are none.
        is_whole: whether all shards are finished.
    """

    done: int
    counts: tuple[int, ...]
    is_whole: bool

    def __str__(self) -> str:
        if self.is_whole:
            return say("{n} done", n=number(self.done))
        return say("{n} done, stopped before the end", n=number(self.done))


# opens a context with an executor and the number of its workers
Workers = Callable[[], AbstractContextManager[tuple[Executor, int]]]


def run(
    job: Job,
    workers: Workers,
    *,
    ledger: Ledger | None = None,
    progress: Callable[[int, int], None] = silent,
    stopped: Callable[[], bool] = never,
) -> Result:
    """Do the shards that the ledger lacks, and add up all.

    Args:
        job: the work to do.
        workers: where to do it, see `threads`, `processes` and `cluster`.
        ledger: where finished shards are kept; in memory by default.
        progress: called after each shard with the number done and the total.
        stopped: called after each shard; if it returns true, no more are started.

    Raises:
        SetupError: workers are lost again and again without finishing anything.
    """
    ledger = Memory() if ledger is None else ledger
    job = job.cut_as(ledger)
    before = ledger.counts()
    missing = [span for span in job.spans if span not in before]
    counted = job.total - sum(span.n for span in missing)
    progress(counted, job.total)
    failures = 0
    while missing and not stopped():
        at_start = len(missing)
        try:
            with workers() as (executor, number):
                for span, counts in _finished(job, missing, executor, number, stopped):
                    ledger.add(span, counts)
                    missing.remove(span)
                    counted += span.n
                    progress(counted, job.total)
        except Exception as error:
            if not _is_loss(error):
                raise
            failures = 0 if len(missing) < at_start else failures + 1
            if failures == _MOST_FAILURES:
                raise SetupError(
                    "workers were lost {failures} times before a shard was done: {error}",
                    failures=failures, error=error,
                ) from error  # fmt: skip
    return _total_of(job, ledger)


def _finished(
    job: Job,
    missing: Sequence[Span],
    executor: Executor,
    workers: int,
    stopped: Callable[[], bool],
) -> Iterator[tuple[Span, Counts]]:
    """Yield shards as they finish; after a stop or a loss, only those already started."""
    todo = iter(list(missing))
    running: dict[Future[Counts], Span] = {}
    lost: BaseException | None = None
    while True:
        while lost is None and len(running) < workers * WAITING and not stopped():
            span = next(todo, None)
            if span is None:
                break
            running[executor.submit(_do_shard, job, span.first, span.n)] = span
        if not running:
            break
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            span = running.pop(future)
            error = future.exception()
            if error is None:
                yield span, future.result()
            elif _is_loss(error):
                lost = error
            else:
                raise error
    if lost is not None:
        raise lost


def _do_shard(job: Job, first: int, n: int) -> Counts:
    """Do one shard and return its counts; workers call this."""
    module, _, name = job.work.partition(":")
    work = getattr(importlib.import_module(module), name)
    try:
        with contained:
            counts: Counts = work({**job.settings, **job.inputs}, job.seed, first, n)
    except Exception as error:  # other processes know it by its text alone
        raise explained(error) or error from error
    return counts


def _is_loss(error: BaseException) -> bool:
    """Whether an error means that a worker was lost, not that its work is wrong."""
    names = {kind.__name__ for kind in type(error).__mro__}
    return bool(names & {"BrokenExecutor", "KilledWorker", "FutureCancelledError"})


def _total_of(job: Job, ledger: Ledger) -> Result:
    """The sums over the shards of a job that are in a ledger."""
    counted = ledger.counts()
    spans = [span for span in job.spans if span in counted]
    sums = [0] * len(counted[spans[0]]) if spans else []
    for span in spans:
        for place, count in enumerate(counted[span]):
            sums[place] += count
    return Result(sum(span.n for span in spans), tuple(sums), len(spans) == len(job.spans))


def threads(number: int) -> Workers:
    """Threads of this process; useful if the work runs in parallel, as compiled work does.

    Raises:
        SetupError: fewer than one.
    """
    from concurrent.futures import ThreadPoolExecutor

    _check_number(number, message("threads"))

    @contextmanager
    def start() -> Iterator[tuple[Executor, int]]:
        with ThreadPoolExecutor(number) as executor:
            yield executor, number

    return start


def processes(number: int) -> Workers:
    """Processes of this machine.

    Raises:
        SetupError: fewer than one.
    """
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    _check_number(number, message("processes"))

    @contextmanager
    def start() -> Iterator[tuple[Executor, int]]:
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(number, context, _settle_in) as executor:
            yield executor, number

    return start


def _settle_in() -> None:
    """Leave Ctrl-C and the standard output to the main process."""
    import os
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):  # a stream is closed
        os.dup2(2, 1)


def cluster(address: str) -> Workers:
    """The workers of a running Dask cluster.

    Args:
        address: address of its scheduler, such as `tcp://10.0.0.5:8786`.

    Raises:
        SetupError: Dask is not installed, or no scheduler answers.
    """

    @contextmanager
    def start() -> Iterator[tuple[Executor, int]]:
        client = _connected(address)
        with client:
            number = sum(client.nthreads().values())
            yield _OnCluster(client), max(1, number)

    return start


class _OnCluster(Executor):
    """Tasks on a Dask cluster as futures of the standard library.

    Dask's own executor reports an error, or never ends, if a worker is killed after finishing a
    task but before handing over its result.  This class waits: the cluster does the task again.

    Args:
        client: a client of the cluster.
    """

    def __init__(self, client: Any) -> None:
        self.client = client

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Submit a task; it is tried again if its worker is lost."""
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()

        def hand_over(task: Any) -> None:
            try:
                future.set_result(task.result())
            except BaseException as error:  # handed over to the waiting thread
                future.set_exception(error)

        self.client.submit(fn, *args, retries=_MOST_FAILURES, **kwargs).add_done_callback(hand_over)
        return future


def _connected(address: str) -> Any:
    """Connect to the cluster at an address."""
    try:
        from distributed import Client as AnyClient
    except ImportError:
        raise SetupError(not_installed("distributed", "cluster")) from None
    client: Any = AnyClient
    try:
        return client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise SetupError(
            "no cluster answers at {address}: {error}", address=address, error=error
        ) from None


def _check_number(number: int, name: str) -> None:
    """Raise SetupError for fewer than one worker."""
    if number < 1:
        raise SetupError("{n} {things}; at least one is needed", n=number, things=Phrase(name))
