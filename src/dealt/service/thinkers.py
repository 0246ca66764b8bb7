"""Computer players at work: never in the loop that serves people, and never for longer than told.

A computer player gets what a person in its seat would get: `Table` asks it as at any other table.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import resource_tracker
from typing import Any, TypeVar

from dealt import games
from dealt.language import message, say
from dealt.service.refusals import Refused
from dealt.service.thinking import (
    GETTING_READY,
    Choice,
    Job,
    advise,
    choose,
    hint,
    is_search,
    quick_level,
)

T = TypeVar("T")

BUDGET_S = 20.0  # for a choice; a search takes well under a second once it is compiled
PATIENCE_S = 4.0  # for a search to be ready: enough to load its machine code, not to make it
CANNOT = message("{name} cannot be prepared here. Instead: {told}")


class _NotReady(TimeoutError):  # noqa: N818 - it is waited for, it is no error
    """A search is being compiled, in a process of its own."""


def make_ready(game: str) -> None:
    """Have the search of a game compiled in this process."""
    from dealt.agents.search import compile_search

    compile_search(games.game(game))


class Thinkers:
    """Workers that computer players think in.

    A search has workers of its own for each game: it is compiled there, which takes up to a minute
    the first time, and meanwhile all others think on.

    Args:
        make: makes the workers, processes or threads; again if they break down.
        budget_s: seconds for a choice.
        make_searcher: makes the workers of one search.
        patience_s: seconds that a search is given to be ready, once; then somebody else chooses
            in its place until it is.
        ends_late: a worker ends itself if a choice takes too long, as a player that never stops
            would hold up all others; for processes.
    """

    def __init__(
        self,
        make: Callable[[], Executor],
        budget_s: float = BUDGET_S,
        *,
        make_searcher: Callable[[], Executor] | None = None,
        patience_s: float = PATIENCE_S,
        ends_late: bool = False,
    ) -> None:
        self._make = make
        self._ends_late = ends_late
        self._make_searcher = one_process if make_searcher is None else make_searcher
        self._executor = make()
        # by game: its workers, whether they are ready, and until when that is waited for
        self._searchers: dict[str, tuple[Executor, asyncio.Future[None], float]] = {}
        self._budget_s = budget_s
        self._patience_s = patience_s
        self._is_closed = False
        self.late = 0  # choices that took too long
        self.choices = 0

    def warm(self) -> None:
        """Have a worker made before it is needed."""
        self._executor.submit(len, ())

    def prepare(self, game: str, level: str) -> None:
        """Begin to make a computer player ready that will be needed; in the running loop."""
        if self._is_closed or game in self._searchers or not is_search(game, level):
            return
        loop, executor = asyncio.get_running_loop(), self._executor
        ready: asyncio.Future[None]
        try:
            executor = self._make_searcher()
            ready = loop.run_in_executor(executor, make_ready, game)
        except (OSError, ValueError, RuntimeError) as error:  # no process can be had here
            ready = loop.create_future()
            ready.set_exception(error)
        ready.add_done_callback(_is_noticed)
        self._searchers[game] = executor, ready, loop.time() + self._patience_s

    async def hint(self, job: Job) -> str:
        """What the game says about a choice; exact odds take a while at first."""
        return await asyncio.to_thread(hint, job)

    async def aside(self, work: Callable[..., T], *arguments: object) -> T:
        """Do something that takes a while, in a thread."""
        return await asyncio.to_thread(work, *arguments)

    async def choose(self, job: Job) -> Choice:
        """What the computer player chooses, or a quick one if it takes too long."""
        self.choices += 1
        quick = job.by(quick_level(job))
        try:
            return Choice(await self._do(choose, job), job.level)
        except _NotReady:
            with contextlib.suppress(TimeoutError):
                return Choice(await self._do(choose, quick), quick.level)
        except TimeoutError:
            pass
        self.late += 1
        return Choice(await asyncio.to_thread(choose, quick), quick.level)

    async def advise(self, job: Job) -> str:
        """What the computer player would do, and why; of a quick one while it gets ready.

        Raises:
            Refused: it takes too long.
        """
        try:
            try:
                return await self._do(advise, job)
            except _NotReady as why:
                advice = await self._do(advise, job.by(quick_level(job)))
                return say(str(why), name=job.level, told=advice)
        except TimeoutError:
            raise Refused("busy", "{name} is taking too long; ask again", name=job.level) from None

    async def _do(self, work: Callable[[Job], T], job: Job) -> T:
        self.prepare(job.game, job.level)
        searches = is_search(job.game, job.level)
        executor = await self._searcher(job.game) if searches else self._executor
        loop = asyncio.get_running_loop()
        limit_s = self._budget_s if self._ends_late and not searches else None
        try:
            future = loop.run_in_executor(executor, _within, limit_s, work, job)
            return await asyncio.wait_for(future, self._budget_s)
        except BrokenProcessPool:
            if searches:
                self._searchers.pop(job.game, None)
            elif not self._is_closed:
                self._executor = self._make()
            raise TimeoutError from None

    async def _searcher(self, game: str) -> Executor:
        """The workers of a search that is ready.

        Raises:
            NotReady: it is not, or cannot be made so here.
        """
        if game not in self._searchers:
            raise _NotReady(GETTING_READY)
        executor, ready, until = self._searchers[game]
        left_s = max(0.0, until - asyncio.get_running_loop().time())
        await asyncio.wait([ready], timeout=left_s)
        if not ready.done() or ready.cancelled():
            raise _NotReady(GETTING_READY)
        if isinstance(ready.exception(), BrokenProcessPool):  # killed: the next one tries again
            self._searchers.pop(game, None)
        if ready.exception() is not None:
            raise _NotReady(CANNOT)
        return executor

    def close(self) -> None:
        """Let the workers go; what they think of no longer matters."""
        self._is_closed = True
        executors = [self._executor, *(executor for executor, *_ in self._searchers.values())]
        for executor in executors:
            executor.shutdown(wait=False, cancel_futures=True)
        if any(isinstance(executor, ProcessPoolExecutor) for executor in executors):
            for worker in multiprocessing.active_children():
                worker.terminate()  # a search that is being compiled would go on for long


class Worker:
    """Computes one thing after the other, for anything but choices.

    Args:
        make: makes the executor, when it is needed; again if it breaks down.
    """

    def __init__(self, make: Callable[[], Executor]) -> None:
        self._make = make
        self._executor: Executor | None = None

    async def do(self, work: Callable[..., T], *arguments: object) -> T:
        """What a function returns.

        Raises:
            TimeoutError: the worker broke down.
        """
        if self._executor is None:
            self._executor = self._make()
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._executor, partial(work, *arguments))
        except BrokenProcessPool:
            self._executor = None
            raise TimeoutError from None

    def close(self) -> None:
        """Compute nothing more."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)


def _within(limit_s: float | None, work: Callable[[Job], T], job: Job) -> T:
    """Do some work in a worker, which ends if it takes too long."""
    if limit_s is None:
        return work(job)
    timer = threading.Timer(limit_s, os._exit, (1,))
    timer.daemon = True
    timer.start()
    try:
        return work(job)
    finally:
        timer.cancel()


def _is_noticed(ready: asyncio.Future[None]) -> None:
    """A search that cannot be made ready is told by those who ask for it."""
    if not ready.cancelled():
        ready.exception()


def in_threads(workers: int = 1, budget_s: float = BUDGET_S) -> Thinkers:
    """Workers of this process, quick to start, for few tables; searches have one of their own."""
    return Thinkers(lambda: ThreadPoolExecutor(workers, "dealt bot"), budget_s)


def in_processes(workers: int, budget_s: float = BUDGET_S) -> Thinkers:
    """Workers of their own, which do not hold up the service however long they think."""
    context = multiprocessing.get_context("spawn")

    def make() -> Executor:
        return ProcessPoolExecutor(workers, context, _settle_in)

    return Thinkers(make, budget_s, make_searcher=make, ends_late=True)


def one_thread() -> Executor:
    """A worker of this process, for anything but choices."""
    return ThreadPoolExecutor(1, "dealt worker")


def one_process() -> Executor:
    """A worker of its own that can be ended whatever it is at."""
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _settle_in)


def allow_processes() -> None:
    """Let processes be started later, from within a program that takes the terminal over.

    Python starts a helper with the first of them, and hands it the standard error stream: that has
    to be a real one then.
    """
    if sys.platform != "win32":
        resource_tracker.ensure_running()


def _settle_in() -> None:
    """What a worker does first: leave Ctrl-C to the service, and end when that has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(0)  # the pool's own queue would keep it waiting for ever
