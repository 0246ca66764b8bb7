"""Computer players at work: never in the loop that serves people, and never for longer than told.

A computer player gets what a person in its seat would get: `Table` asks it as at any other table.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from dealt import agents
from dealt.agents.random import RandomAgent
from dealt.core.agent import Action, AnyAgent, Seat
from dealt.core.fields import copied
from dealt.core.game import Game
from dealt.core.table import Table
from dealt.games import registered
from dealt.language import say, speaking, spoken
from dealt.web.refusals import Refused

T = TypeVar("T")

BUDGET_S = 20.0  # for a choice; a search takes well under a second once it is compiled


@dataclass(frozen=True)
class Job:
    """A position to think about, so that it can go to another process.

    Attributes:
        game: name of the game.
        names: who sits there.
        fields: the state, field by field.
        history: seats and actions of the round so far.
        level: the computer player.
        seed: decides what chance decides.
        language: in which a reason is told.
    """

    game: str
    names: tuple[str, ...]
    fields: dict[str, Any]
    history: tuple[tuple[int, int], ...]
    level: str
    seed: int
    language: str

    @staticmethod
    def of(table: Table, level: str, seed: int) -> Job:
        """The position of a table; it can go on meanwhile."""
        history = tuple((seat, action.id) for seat, action in table.history)
        return Job(table.game.name, table.names, table.fields(), history, level, seed, spoken())

    def table(self) -> Table:
        """The table again, with the computer player in the seat in turn."""
        game = registered(self.game)
        s = game.state()
        for name, value in self.fields.items():
            setattr(s, name, copied(value))  # a job can be done again
        seats = [Seat(name) for name in self.names]
        seats[s.turn] = Seat(self.names[s.turn], self._player(game))
        table = Table(game, seats, s, make_adviser=lambda name: self._player(game))
        text = game.words.action_text
        table.history = [(seat, Action(number, text(number))) for seat, number in self.history]
        return table

    def _player(self, game: Game) -> AnyAgent:
        made = agents.bot(game, self.level, self.seed, clock=time.monotonic)
        return RandomAgent(self.seed) if made is None else made


def quick_level(job: Job) -> str:
    """Who chooses in the place of one that takes too long, such as a search that is compiled."""
    quick = agents.GOOD
    is_there = quick in agents.bots(registered(job.game))
    return quick if is_there and job.level != quick else agents.RANDOM


def choose(job: Job) -> int:
    """The action that the computer player chooses."""
    return job.table().step().id


def advise(job: Job) -> str:
    """What the computer player would do in the seat in turn, and why."""
    with speaking(job.language):
        return job.table().hint(job.level)


class Thinkers:
    """Workers that computer players think in.

    Args:
        make: makes the workers, processes or threads; again if they break down.
        budget_s: seconds for a choice.
    """

    def __init__(self, make: Callable[[], Executor], budget_s: float = BUDGET_S) -> None:
        self._make = make
        self._executor = make()
        self._budget_s = budget_s
        self.late = 0  # choices that took too long
        self.made = 0

    def warm(self) -> None:
        """Have a worker made before it is needed."""
        self._executor.submit(len, ())

    async def choose(self, job: Job) -> int:
        """The action that the computer player chooses, or a quick one if it takes too long."""
        self.made += 1
        try:
            return await self._do(choose, job)
        except TimeoutError:
            self.late += 1
            return choose(replace(job, level=quick_level(job)))

    async def advise(self, job: Job) -> str:
        """What the computer player would do, and why.

        Raises:
            Refused: it takes too long.
        """
        try:
            return await self._do(advise, job)
        except TimeoutError:
            wrong = say("{name} needs too long; ask again", name=job.level)
            raise Refused("busy", wrong) from None

    async def _do(self, work: Callable[[Job], T], job: Job) -> T:
        loop = asyncio.get_running_loop()
        try:
            asked = loop.run_in_executor(self._executor, work, job)
            return await asyncio.wait_for(asked, self._budget_s)
        except BrokenProcessPool:
            self._executor = self._make()
            raise TimeoutError from None

    def close(self) -> None:
        """Let the workers go; what they think of no longer matters."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        if isinstance(self._executor, ProcessPoolExecutor):
            for worker in multiprocessing.active_children():
                worker.terminate()  # a search that is being compiled would go on for long


def in_threads(workers: int = 1, budget_s: float = BUDGET_S) -> Thinkers:
    """Workers of this process: quick to start, for few tables."""
    return Thinkers(lambda: ThreadPoolExecutor(workers, "dealt bot"), budget_s)


def in_processes(workers: int, budget_s: float = BUDGET_S) -> Thinkers:
    """Workers of their own, which do not hold up the service however long they think."""
    context = multiprocessing.get_context("spawn")
    return Thinkers(lambda: ProcessPoolExecutor(workers, context, settle_in), budget_s)


def one_thread() -> Executor:
    """A worker of this process, for anything but choices."""
    return ThreadPoolExecutor(1, "dealt worker")


def one_process() -> Executor:
    """A worker of its own that can be ended whatever it is at."""
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), settle_in)


def settle_in() -> None:
    """What a worker does first: leave Ctrl-C to the service, and end when that has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(0)  # the pool's own queue would keep it waiting for ever
