"""Workers: long computations outside of the event loop, limited, and shared fairly.

A worker is a process that does one job after the other, and is killed when a job takes too long.
Where clients are trusted, as in a local terminal, it is a thread instead.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import math
import mmap
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from multiprocessing import resource_tracker, util
from pathlib import Path
from typing import Any, NamedTuple

from dealt.language import message, speaking, spoken
from dealt.service.store.table_store import PLACE, place_of
from dealt.service.table.questions import AnyWorkers, Question, Reply
from dealt.service.table.refusals import Refused

CPU_S = 20.0  # processor time for one job
PATIENCE_S = 60.0  # wall-clock time, for busy machines or systems without a CPU limit
MEMORY = 1 << 30  # bytes that a worker may address
IDLE_S = 300.0  # after which a worker ends, to free its memory
NICENESS = 10  # moves come first
MOST_OF_ONE, MOST_OF_ALL = 8, 64  # questions of one address, and of all, at a time
_LEAST_COST_S = 0.01  # of any job, for its overhead
_MOST_KEPT = 2 / 3  # of the memory limit, after which a process is replaced
_MOST_UNPACKED = 1000  # bytes; shorter replies are not worth compressing
PACKING = 5  # gzip's level
TOO_LONG = message("this would take too long here: try again with less")
TOO_MUCH = message("this needs too much memory: try again with less")
BROKEN = message("this could not be computed: try again")
_OWN_QUEUE = message("too many requests at a time: wait for the answers")
_FULL = message("the service is busy with other requests: try again in a moment")


@dataclass(frozen=True)
class Limit:
    """What a worker may use; None: no limit.

    Attributes:
        cpu_s: seconds of processor time for one job, where the system can limit it.
        wall_s: seconds for one job.
        memory: bytes of address space, where the system can limit it.
        idle_s: seconds without a job after which it ends, until it is needed again.
        niceness: as of `os.nice`.
    """

    cpu_s: float | None = None
    wall_s: float | None = None
    memory: int | None = None
    idle_s: float | None = None
    niceness: int = 0


_FOR_ALL = Limit(CPU_S, PATIENCE_S, MEMORY, IDLE_S, NICENESS)


class _Outcome(NamedTuple):
    """The result of a job, or its error, and the seconds of processor time it took."""

    result: Any
    error: BaseException | None
    cost_s: float


@dataclass(frozen=True)
class _Job:
    """A function to call in a language, and the seconds of processor time it may take."""

    language: str
    cpu_s: float | None
    work: Callable[..., Any]
    arguments: tuple[Any, ...]

    def outcome(self, clock: Callable[[], float]) -> _Outcome:
        """Do the job, timed by a clock of processor time."""
        began = clock()
        result: Any = None
        error: Exception | None = None
        try:
            with speaking(self.language):
                result = self.work(*self.arguments)
        except MemoryError:
            error = Refused("busy", TOO_MUCH)
        except Exception as raised:
            setattr(raised, PLACE, place_of(raised))
            error = raised.with_traceback(None)  # its frames would stay in memory
        return _Outcome(result, error, clock() - began)


class _Worker:
    """A worker that is a thread of this process, which cannot be killed.

    Attributes:
        address: whose job it did last.
        rest: the timer that ends it when it has long been idle.
    """

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.address: str | None = None
        self.rest: asyncio.TimerHandle | None = None

    @property
    def is_started(self) -> bool:
        """Whether it can begin a job at once."""
        return True

    def do(self, job: _Job) -> _Outcome:
        """Do a job."""
        return job.outcome(time.thread_time)

    def end(self) -> None:
        """End it, even within a job."""


class _ProcessWorker(_Worker):
    """A worker that is a process, started by a job, and again after its end."""

    _process: Any = None
    _pipe: Any = None
    _is_ended = False

    @property
    def is_started(self) -> bool:
        """Whether its process runs."""
        return self._process is not None

    def do(self, job: _Job) -> _Outcome:
        """Do a job; if the process dies, the outcome says why."""
        process = self._process or self._start()
        try:
            self._pipe.send(job)
            outcome: _Outcome
            outcome, is_last = self._pipe.recv()
            if is_last:
                process.join()
                self._process = None
        except (EOFError, OSError):
            process.join()
            self._process = None
            is_late = self._is_ended or -process.exitcode == getattr(signal, "SIGXCPU", None)
            problem = TOO_LONG if is_late else BROKEN
            outcome = _Outcome(None, Refused("busy", problem), job.cpu_s or 0.0)
        return outcome

    def _start(self) -> Any:
        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        process = context.Process(target=_work, args=(other, self.limit))
        process.start()
        other.close()
        util.Finalize(self, process.kill, exitpriority=1)  # or the program waits for it at exit
        self._process = process
        if self._is_ended:
            process.kill()
        return process

    def end(self) -> None:
        """Kill its process."""
        self._is_ended = True
        if self._process is not None:
            self._process.kill()


class Workers(AnyWorkers):
    """A pool of workers, see `AnyWorkers`.

    No address ever occupies the whole pool, and the address that has cost least comes first.

    Args:
        size: number of workers.
        limit: what each of them may use.
        in_threads: they are threads of this process; only the limit of wall-clock time applies.
        most_of_one: questions of one address that are read, wait or are worked on.
        most_of_all: those of all addresses.
        own_queue, full: the messages of refusals at these two limits.
    """

    def __init__(
        self,
        size: int = 1,
        limit: Limit = _FOR_ALL,
        *,
        in_threads: bool = False,
        most_of_one: int = MOST_OF_ONE,
        most_of_all: int = MOST_OF_ALL,
        own_queue: str = _OWN_QUEUE,
        full: str = _FULL,
    ) -> None:
        self._limit = limit
        self._most = (most_of_one, own_queue), (most_of_all, full)
        self._make = partial(_Worker if in_threads else _ProcessWorker, limit)
        self._free = [self._make() for _ in range(size)]
        self._share = max(1, size - 1)  # the most workers for one address
        self._busy: dict[_Worker, str | None] = {}  # by worker, the address
        self._waiting: dict[asyncio.Future[_Worker], str | None] = {}
        self._asking: Counter[str] = Counter()
        self._is_closed = False

    @contextlib.contextmanager
    def admitted(self, address: str) -> Iterator[None]:
        """Count a question while its body is read and its answer worked out.

        Raises:
            Refused: the address asks or costs too much, or the pool is full.
        """
        self._check_cost(address)
        counts = self._asking[address], self._asking.total()
        for count, (most, problem) in zip(counts, self._most, strict=True):
            if count >= most:
                raise Refused("busy", problem)
        self._asking[address] += 1
        try:
            yield
        finally:
            self._asking -= Counter([address])

    async def reply(
        self, question: Question, most: int, work: Callable[..., bytes], *arguments: Any
    ) -> Reply:
        """Have a worker answer a question with JSON, see `AnyWorkers`."""
        with self.admitted(question.address):
            body = [await question.body(most)] if most else []
            reply: Reply = await self.do(question.address, _packed, work, *body, *arguments)
        return reply

    async def do(self, address: str | None, work: Callable[..., Any], *arguments: Any) -> Any:
        """Have a worker call a function in the current language, see `AnyWorkers`."""
        if self._is_closed:
            raise Refused("busy", BROKEN)
        self._check_cost(address)
        turn: asyncio.Future[_Worker] = asyncio.get_running_loop().create_future()
        self._waiting[turn] = address
        self._assign()
        try:
            worker = await turn
        except asyncio.CancelledError:
            self._waiting.pop(turn, None)
            if not turn.cancelled():
                self._release(turn.result())
            raise
        job = _Job(spoken(), self._limit.cpu_s, work, arguments)
        # the caller may be cancelled, but the worker is free only when the job is done
        doing = asyncio.ensure_future(self._do(worker, job))
        doing.add_done_callback(lambda task: task.cancelled() or task.exception())
        return await asyncio.shield(doing)

    def _check_cost(self, address: str | None) -> None:
        if self.accounts is not None and address is not None:
            self.accounts.check_cost(address)

    async def _do(self, worker: _Worker, job: _Job) -> Any:
        doing = _in_thread(partial(worker.do, job))
        outcome = _Outcome(None, Refused("busy", TOO_LONG), self._limit.cpu_s or 0.0)
        try:
            await asyncio.wait([doing], timeout=self._limit.wall_s)
            if doing.done():
                outcome = doing.result()
            else:
                worker.end()
        finally:
            address = self._busy[worker]
            if self.accounts is not None and address is not None:
                self.accounts.spend(address, max(outcome.cost_s, _LEAST_COST_S))
            self._release(worker, is_late=not doing.done())
        if outcome.error is not None:
            raise outcome.error
        return outcome.result

    def _assign(self) -> None:
        """Assign free workers to waiting jobs."""
        while self._free and (turn := self._next_turn()) is not None:
            address = self._waiting.pop(turn)
            worker = min(self._free, key=lambda one: (one.address != address, not one.is_started))
            self._free.remove(worker)
            if worker.rest is not None:
                worker.rest.cancel()
            self._busy[worker] = worker.address = address
            turn.set_result(worker)

    def _next_turn(self) -> asyncio.Future[_Worker] | None:
        """The next job: of the address with most processor time left, else the first that came."""
        count, accounts = Counter(self._busy.values()), self.accounts
        turns = [
            turn
            for turn, address in self._waiting.items()
            if address is None or count[address] < self._share
        ]
        if accounts is None:
            return next(iter(turns), None)
        return max(turns, key=lambda turn: accounts.left(self._waiting[turn] or ""), default=None)

    def _release(self, worker: _Worker, *, is_late: bool = False) -> None:
        """Put a worker back into the pool, or replace it if it was killed."""
        del self._busy[worker]
        if self._is_closed:
            worker.end()
            return
        self._free.append(self._make() if is_late else worker)
        self._assign()
        if worker in self._free and self._limit.idle_s is not None:
            loop = asyncio.get_running_loop()
            worker.rest = loop.call_later(self._limit.idle_s, self._rest, worker)

    def _rest(self, worker: _Worker) -> None:
        """Replace a worker that has long been idle by one that is not started."""
        worker.end()
        self._free[self._free.index(worker)] = self._make()

    def close(self) -> None:
        """Refuse what waits, and end all workers."""
        self._is_closed = True
        for turn in self._waiting:
            turn.set_exception(Refused("busy", BROKEN))
        self._waiting.clear()
        for worker in (*self._free, *self._busy):
            if worker.rest is not None:
                worker.rest.cancel()
            worker.end()


def _in_thread(work: Callable[[], Any]) -> asyncio.Future[Any]:
    """Call a function in a thread that does not delay the end of the program."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()

    def settle(result: Any, error: BaseException | None) -> None:
        if not future.done():
            future.set_result(result) if error is None else future.set_exception(error)

    def run() -> None:
        result, error = None, None
        try:
            result = work()
        except BaseException as raised:
            error = raised
        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=run, name="dealt worker", daemon=True).start()
    return future


def allow_processes() -> None:
    """Prepare for starting processes from a program that takes over the terminal.

    Python starts a helper with the first process, and passes it the standard error stream, which
    must be a real one then.
    """
    if sys.platform != "win32":
        resource_tracker.ensure_running()


# --- in a worker ----------------------------------------------------------------------------------


def _packed(work: Callable[..., bytes], *arguments: Any) -> Reply:
    """Call a function, and make a reply of its result, compressed if that is worthwhile."""
    content = work(*arguments)
    is_long = len(content) > _MOST_UNPACKED
    return Reply(content, packed=gzip.compress(content, PACKING, mtime=0) if is_long else b"")


def _work(pipe: Any, limit: Limit) -> None:
    """Do the jobs that come through a pipe, until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the service
    parent = multiprocessing.parent_process()
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    if sys.platform != "win32":
        os.nice(limit.niceness)
        _limit("RLIMIT_CORE", 0)
        if limit.memory is not None:
            _limit("RLIMIT_AS", limit.memory)
    while True:
        try:
            job: _Job = pipe.recv()
            if job.cpu_s is not None:
                _limit("RLIMIT_CPU", math.ceil(time.process_time() + job.cpu_s))
            outcome = job.outcome(time.process_time)
            del job
            _limit("RLIMIT_CPU", None)
            is_last = limit.memory is not None and _addressed() > _MOST_KEPT * limit.memory
            pipe.send((outcome, is_last))
        except (EOFError, OSError):
            return
        except Exception as raised:  # the outcome is too large, or cannot be pickled
            problem = TOO_MUCH if isinstance(raised, MemoryError) else BROKEN
            pipe.send((_Outcome(None, Refused("busy", problem), 0.0), True))
            return
        if is_last:  # a new process has all of its memory for the next job
            return


def _addressed() -> int:
    """The bytes of this process's address space, where the system can limit it; else 0."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    except OSError:
        return 0
    return int(pages) * mmap.PAGESIZE


def _limit(name: str, most: int | None) -> None:
    """Set a soft limit of this process, or (None) lift it."""
    import resource

    kind: int = getattr(resource, name)
    with contextlib.suppress(ValueError, OSError):
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (hard if most is None else most, hard))


def _end_with(parent: Any) -> None:
    """End with the service, even within a job."""
    parent.join()
    os._exit(0)
