"""Whatever takes long, worked out beside the loop that serves moves: within limits, fairly shared.

A worker is a process that does one thing after the other, and is ended when that takes too long.
Where nothing is to be feared, as at one's own terminal, it is a thread instead.
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
from dealt.service.store.journal import PLACE, place_of
from dealt.service.table.limits import Addresses
from dealt.service.table.questions import Question, Reply
from dealt.service.table.refusals import Refused

CPU_S = 20.0  # of processor time, for one thing
PATIENCE_S = 60.0  # of the clock on the wall, where the machine is busy or knows no other limit
MEMORY = 1 << 30  # bytes that a worker may address
IDLE_S = 300.0  # after which a worker gives its memory back
NICENESS = 10  # moves come first
MOST_OF_ONE, MOST_OF_ALL = 8, 64  # questions of one address, and of all, at a time
LEAST_COST_S = 0.01  # of anything: what it takes besides
MOST_KEPT = 2 / 3  # of the memory that may be addressed, after which a process makes room
MOST_UNPACKED = 1000  # bytes of a reply that is not worth compressing
PACKING = 5  # of 9
TOO_LONG = message("this would take too long here: try again with less")
TOO_MUCH = message("this needs too much memory: try again with less")
BROKEN = message("this could not be computed: try again")
OWN_QUEUE = message("too many requests at a time: wait for the answers")
FULL = message("the service is busy with other requests: try again in a moment")


@dataclass(frozen=True)
class Limit:
    """What a worker may use.

    Attributes:
        cpu_s: seconds of processor time for one thing, where the system can limit it; None: any.
        wall_s: seconds for one thing; None: any.
        memory: bytes of its addresses, where the system can limit them; None: any.
        idle_s: seconds without work after which it ends, until it is needed again; None: never.
        niceness: how much it steps back behind others.
    """

    cpu_s: float | None = None
    wall_s: float | None = None
    memory: int | None = None
    idle_s: float | None = None
    niceness: int = 0


FOR_ALL = Limit(CPU_S, PATIENCE_S, MEMORY, IDLE_S, NICENESS)


class _Outcome(NamedTuple):
    """What came of a job: a result, or an error, and the seconds of processor time."""

    result: Any
    error: BaseException | None
    cost_s: float


@dataclass(frozen=True)
class _Job:
    """What a worker is asked to do, in a language, and how many seconds it may take."""

    language: str
    cpu_s: float | None
    work: Callable[..., Any]
    arguments: tuple[Any, ...]

    def outcome(self, clock: Callable[[], float]) -> _Outcome:
        """Do it, by a clock of processor time."""
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
            error = raised.with_traceback(None)  # whose frames would stay in memory
        return _Outcome(result, error, clock() - began)


class _Worker:
    """A worker; as it is here a thread of this process, which nobody can end.

    Args:
        limit: what it may use.

    Attributes:
        address: for which it worked last.
        rest: ends it when nobody has needed it for long.
    """

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.address: str | None = None
        self.rest: asyncio.TimerHandle | None = None

    @property
    def is_started(self) -> bool:
        """Whether it is ready to work at once."""
        return True

    def do(self, job: _Job) -> _Outcome:
        """What comes of a job."""
        return job.outcome(time.thread_time)

    def end(self) -> None:
        """End it, whatever it is at."""


class _ProcessWorker(_Worker):
    """A process, started when it is first asked to do something, and anew after its end."""

    _process: Any = None
    _pipe: Any = None
    _is_ended = False

    @property
    def is_started(self) -> bool:
        """See `_Worker`."""
        return self._process is not None

    def do(self, job: _Job) -> _Outcome:
        """See `_Worker`; the process may end instead."""
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
        util.Finalize(self, process.kill, exitpriority=1)  # the program would wait for it
        self._process = process
        if self._is_ended:
            process.kill()
        return process

    def end(self) -> None:
        """See `_Worker`."""
        self._is_ended = True
        if self._process is not None:
            self._process.kill()


class Workers:
    """Workers that share what is asked of them.

    One address never has all of several workers, and whoever has cost least lately comes first.

    Args:
        size: how many.
        limit: what each of them may use.
        in_threads: they are threads of this process; of the limits only that of the clock holds.
        most_of_one: questions of one address that are read, wait or are worked on.
        most_of_all: those of all addresses.
        own_queue, full: what is said to those who are one too many.

    Attributes:
        accounts: what each address has cost; None: nobody is charged.
    """

    def __init__(
        self,
        size: int = 1,
        limit: Limit = FOR_ALL,
        *,
        in_threads: bool = False,
        most_of_one: int = MOST_OF_ONE,
        most_of_all: int = MOST_OF_ALL,
        own_queue: str = OWN_QUEUE,
        full: str = FULL,
    ) -> None:
        self.accounts: Addresses | None = None
        self._limit = limit
        self._most = (most_of_one, own_queue), (most_of_all, full)
        self._make = partial(_Worker if in_threads else _ProcessWorker, limit)
        self._free = [self._make() for _ in range(size)]
        self._share = max(1, size - 1)  # of the workers, for one address
        self._busy: dict[_Worker, str | None] = {}  # for which address
        self._waiting: dict[asyncio.Future[_Worker], str | None] = {}
        self._asking: Counter[str] = Counter()
        self._is_closed = False

    @contextlib.contextmanager
    def admitted(self, address: str) -> Iterator[None]:
        """Count a question from when its body is read until it is answered.

        Raises:
            Refused: the address has asked or cost too much lately, or others ask a lot.
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
        """Have the answer to a question worked out; see `AnyWorkers`."""
        with self.admitted(question.address):
            body = [await question.body(most)] if most else []
            reply: Reply = await self.do(question.address, _packed, work, *body, *arguments)
            return reply

    async def do(self, address: str | None, work: Callable[..., Any], *arguments: Any) -> Any:
        """What a function returns, in the language of whoever asks; see `AnyWorkers`."""
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
        # whoever asked may go away meanwhile; the worker is free again only when it is done
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
                self.accounts.spend(address, max(outcome.cost_s, LEAST_COST_S))
            self._release(worker, is_late=not doing.done())
        if outcome.error is not None:
            raise outcome.error
        return outcome.result

    def _assign(self) -> None:
        """Hand free workers to those whose turn it is."""
        while self._free and (turn := self._next_turn()) is not None:
            address = self._waiting.pop(turn)
            worker = min(self._free, key=lambda one: (one.address != address, not one.is_started))
            self._free.remove(worker)
            if worker.rest is not None:
                worker.rest.cancel()
            self._busy[worker] = worker.address = address
            turn.set_result(worker)

    def _next_turn(self) -> asyncio.Future[_Worker] | None:
        """Whose turn it is: who has most left of what an address may cost, else who came first."""
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
        """A worker is free again, or another takes its place."""
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
        """End a worker that nobody has needed for long; another can be started."""
        worker.end()
        self._free[self._free.index(worker)] = self._make()

    def close(self) -> None:
        """Work no more; what the workers are at no longer matters."""
        self._is_closed = True
        for turn in self._waiting:
            turn.set_exception(Refused("busy", BROKEN))
        self._waiting.clear()
        for worker in (*self._free, *self._busy):
            if worker.rest is not None:
                worker.rest.cancel()
            worker.end()


def _in_thread(work: Callable[[], Any]) -> asyncio.Future[Any]:
    """What a function returns in a thread, for which nobody waits when the program ends."""
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
    """Let processes be started later, from within a program that takes the terminal over.

    Python starts a helper with the first of them, and hands it the standard error stream: that has
    to be a real one then.
    """
    if sys.platform != "win32":
        resource_tracker.ensure_running()


# --- in a worker ----------------------------------------------------------------------------------


def _packed(work: Callable[..., bytes], *arguments: Any) -> Reply:
    """What a function returns, as a reply that need not be compressed by the service."""
    content = work(*arguments)
    is_long = len(content) > MOST_UNPACKED
    return Reply(content, packed=gzip.compress(content, PACKING, mtime=0) if is_long else b"")


def _work(pipe: Any, limit: Limit) -> None:
    """Do what comes by a pipe, until nothing comes any more."""
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
            is_last = limit.memory is not None and _addressed() > MOST_KEPT * limit.memory
            pipe.send((outcome, is_last))
        except (EOFError, OSError):
            return
        except Exception as raised:  # it is too large, or cannot leave its process
            problem = TOO_MUCH if isinstance(raised, MemoryError) else BROKEN
            pipe.send((_Outcome(None, Refused("busy", problem), 0.0), True))
            return
        if is_last:  # the next job has all the memory again
            return


def _addressed() -> int:
    """The bytes that this process addresses, where the system can limit them; else 0."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    except OSError:
        return 0
    return int(pages) * mmap.PAGESIZE


def _limit(name: str, most: int | None) -> None:
    """Set a soft limit of this process, or (None) lift it, where the system knows it."""
    import resource

    kind: int = getattr(resource, name)
    with contextlib.suppress(ValueError, OSError):
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (hard if most is None else most, hard))


def _end_with(parent: Any) -> None:
    """End with the service; what is being worked out no longer matters."""
    parent.join()
    os._exit(0)
