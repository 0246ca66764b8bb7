"""What computer players are asked, and what they answer, in any kind of worker.

A computer player sees what a person in its seat would see: `Table` asks it as at any other table.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeVar

from dealt import agents, games
from dealt.agents.random import RandomAgent
from dealt.core.agent import Action, AnyAgent, Seat, Standing
from dealt.core.fields import copied
from dealt.core.game import Game
from dealt.core.table import Table
from dealt.language import message, say, speaking, spoken
from dealt.service.hall.reviewing import ReviewJob, ReviewPart, go_on
from dealt.service.table.questions import AnyWorkers
from dealt.service.table.refusals import Refused

T = TypeVar("T")

_SEATED: dict[str, AnyAgent] = {}  # players of one's own, which may remember what they saw
GETTING_READY = message("{name} is warming up. Until then: {told}")
TOO_SLOW = message("{name} is taking too long; ask again")
_PREPARING = message("the review is still being prepared")


@dataclass(frozen=True)
class Job:
    """A position to think about, which can be sent to another process.

    Attributes:
        game: name of the game.
        names: of the players.
        fields: the state, field by field.
        history: seats and actions of the round so far.
        level: the computer player.
        seed: of its random choices.
        language: of its advice.
        seconds: for a search; None: its usual time.
        address: of a computer player of the host's own, see `agents.offer`.
        seat: identifies a seat for which such a player is made once; None: for this job alone.
        standing: the match so far.
    """

    game: str
    names: tuple[str, ...]
    fields: dict[str, Any]
    history: tuple[tuple[int, int], ...]
    level: str
    seed: int
    language: str
    seconds: float | None = None
    address: str | None = None
    seat: str | None = None
    standing: Standing | None = None

    @staticmethod
    def from_table(table: Table, level: str, seed: int) -> Job:
        """The position of a table, as a copy.

        A random player replaces one that is not offered: a stored table may name any module, and
        nothing is imported for it.
        """
        level = level if agents.is_bot(table.game, level) else agents.RANDOM
        history = tuple((seat, action.id) for seat, action in table.history)
        address = agents.OFFERED.get(table.game.name, {}).get(level)
        return Job(
            table.game.name, table.names, table.fields(), history, level, seed, spoken(),
            address=address, standing=table.standing,
        )  # fmt: skip

    def by(self, level: str) -> Job:
        """The same position for another computer player, one of the game's own."""
        return replace(self, level=level, address=None, seat=None)

    def table(self) -> Table:
        """The table, with the computer player in the seat to move."""
        game = games.game(self.game)
        s = game.state()
        for name, value in self.fields.items():
            setattr(s, name, copied(value))  # a job can be done more than once
        seats = [Seat(name) for name in self.names]
        seats[s.turn] = Seat(self.names[s.turn], self._player(game))
        table = Table(game, seats, s, None, lambda name: self._player(game), self.standing)
        text = game.words.action_text
        table.history = [(seat, Action(number, text(number))) for seat, number in self.history]
        return table

    def _player(self, game: Game) -> AnyAgent:
        if self.address is not None and self.seat is not None:
            if self.seat not in _SEATED:
                _SEATED[self.seat] = agents.adviser(game, self.address, self.seed)
            return _SEATED[self.seat]
        name = self.level if self.address is None else self.address
        player = agents.bot(game, name, self.seed, clock=time.monotonic, seconds=self.seconds)
        return RandomAgent(self.seed) if player is None else player


AnyJob = TypeVar("AnyJob", Job, ReviewJob)


@dataclass(frozen=True)
class Choice:
    """A choice: the id of an action, and the level of the player that chose it."""

    action: int
    level: str


def _quick_level(job: Job) -> str:
    """The level that replaces a player that takes too long, such as a search being compiled."""
    quick = agents.GOOD
    is_there = quick in agents.bots(games.game(job.game))
    return quick if is_there and job.level != quick else agents.RANDOM


@cache
def is_search(game: str, level: str) -> bool:
    """Whether a computer player searches, which takes a while."""
    return agents.is_search(games.game(game), level)


def choose(job: Job) -> int:
    """The action that the computer player chooses."""
    return job.table().step().id


def advise(job: Job) -> str:
    """What the computer player would do in the seat to move, and why."""
    with speaking(job.language):
        return job.table().hint(job.level)


def hint(job: Job) -> str:
    """The game's own hint for the seat to move."""
    with speaking(job.language):
        return job.table().hint()


class NotReady(Exception):  # noqa: N818 - not an error: callers wait
    """A search is still being prepared, and says so with this message."""


class AnyThinkers:
    """What computer players think in.

    Attributes:
        workers: for all other work.
        choices: number of choices so far.
        late: number of choices that took too long.
    """

    def __init__(self, workers: AnyWorkers) -> None:
        self.workers = workers
        self.choices = self.late = 0
        self._reviewing = asyncio.Semaphore(1)

    def warm(self) -> None:
        """Start what will be needed first; in the running loop."""

    def prepare(self, game: str, level: str) -> None:
        """Prepare a computer player that will be needed; in the running loop."""

    async def aside(self, work: Callable[..., T], *arguments: object) -> T:
        """Call a function on objects of this process, if possible outside of the event loop."""
        return work(*arguments)

    async def choose(self, job: Job) -> Choice:
        """The computer player's choice, or a quick player's if it takes too long."""
        self.choices += 1
        quick = job.by(_quick_level(job))
        try:
            return Choice(await self._do(choose, job), job.level)
        except NotReady:
            with contextlib.suppress(Refused):
                return Choice(await self._do(choose, quick), quick.level)
        except Refused:
            pass
        self.late += 1
        return Choice(await self.aside(choose, quick), quick.level)

    async def advise(self, job: Job, address: str) -> str:
        """The computer player's advice, or a quick player's while a search is being prepared.

        Raises:
            Refused: it takes too long, or the address has asked for too much.
        """
        try:
            try:
                return await self._do(advise, job, address)
            except NotReady as problem:
                advice = await self._do(advise, job.by(_quick_level(job)), address)
                return say(str(problem), name=job.level, told=advice)
        except Refused as refused:
            if refused.code != "busy":
                raise
            raise Refused("busy", TOO_SLOW, name=job.level) from None

    async def review(self, job: ReviewJob, address: str) -> ReviewPart:
        """Some decisions of a review; one review at a time, so that moves need not wait.

        Raises:
            Refused: it takes too long, or its players are not ready.
        """
        async with self._reviewing:
            try:
                return await self._do(go_on, job, address)
            except NotReady:
                raise Refused("busy", _PREPARING) from None

    async def _do(self, work: Callable[[AnyJob], T], job: AnyJob, address: str | None = None) -> T:
        """Have a worker do a job, for a client at an address.

        Raises:
            NotReady: a search cannot begin yet.
            Refused: it takes too long, or the address has asked for too much.
        """
        raise NotImplementedError

    def close(self) -> None:
        """End all workers."""


def has_failed(task: asyncio.Future[Any]) -> bool:
    """Whether a task has failed or was cancelled; this marks its error as retrieved."""
    return task.cancelled() or task.exception() is not None
