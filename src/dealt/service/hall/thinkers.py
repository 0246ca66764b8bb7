"""Computer players at work: never in the loop that serves people, and never for longer than told.

A computer player gets what a person in its seat would get: `Table` asks it as at any other table.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import TypeVar

from dealt import games
from dealt.language import message, say
from dealt.service.hall.thinking import (
    GETTING_READY,
    AnyWorkers,
    Choice,
    Job,
    advise,
    choose,
    is_search,
    quick_level,
)
from dealt.service.hall.workers import Limit, Workers
from dealt.service.table.refusals import Refused

T = TypeVar("T")

BUDGET_S = 20.0  # for a choice; a search takes well under a second once it is compiled
PATIENCE_S = 4.0  # for a search to be ready: enough to load its machine code, not to make it
CLERKS = 2  # processes for everything but players
CANNOT = message("{name} cannot be prepared here. Instead: {told}")


class _NotReady(Exception):  # noqa: N818 - it is waited for, it is no error
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
        players: where computer players think.
        workers: for everything else.
        budget_s: seconds for a choice.
        make_searcher: makes the workers of one search.
        patience_s: seconds that a search is given to be ready, once; then somebody else chooses
            in its place until it is.
    """

    def __init__(
        self,
        players: Workers,
        workers: Workers,
        budget_s: float = BUDGET_S,
        *,
        make_searcher: Callable[[], Workers],
        patience_s: float = PATIENCE_S,
    ) -> None:
        self.workers: AnyWorkers = workers
        self._players = players
        self._make_searcher = make_searcher
        # by game: its workers, whether they are ready, and until when that is waited for
        self._searchers: dict[str, tuple[Workers, asyncio.Future[None], float]] = {}
        self._budget_s = budget_s
        self._patience_s = patience_s
        self._is_closed = False
        self._warming: asyncio.Future[int] | None = None
        self.late = 0  # choices that took too long
        self.choices = 0

    def warm(self) -> None:
        """Have a worker made before it is needed; in the running loop."""
        self._warming = asyncio.ensure_future(self._players.do(None, len, ()))

    def prepare(self, game: str, level: str) -> None:
        """Begin to make a computer player ready that will be needed; in the running loop."""
        if self._is_closed or game in self._searchers or not is_search(game, level):
            return
        searcher = self._make_searcher()
        ready = asyncio.ensure_future(searcher.do(None, make_ready, game))
        ready.add_done_callback(_is_noticed)
        until = asyncio.get_running_loop().time() + self._patience_s
        self._searchers[game] = searcher, ready, until

    async def aside(self, work: Callable[..., T], *arguments: object) -> T:
        """Do something to objects of this process, in a thread."""
        return await asyncio.to_thread(work, *arguments)

    async def choose(self, job: Job) -> Choice:
        """What the computer player chooses, or a quick one if it takes too long."""
        self.choices += 1
        quick = job.by(quick_level(job))
        try:
            return Choice(await self._do(choose, job), job.level)
        except _NotReady:
            with contextlib.suppress(Refused):
                return Choice(await self._do(choose, quick), quick.level)
        except Refused:
            pass
        self.late += 1
        return Choice(await asyncio.to_thread(choose, quick), quick.level)

    async def advise(self, job: Job, address: str) -> str:
        """What the computer player would do, and why; of a quick one while it gets ready.

        Raises:
            Refused: it takes too long, or the address has asked for too much.
        """
        try:
            try:
                return await self._do(advise, job, address)
            except _NotReady as problem:
                advice = await self._do(advise, job.by(quick_level(job)), address)
                return say(str(problem), name=job.level, told=advice)
        except Refused as refused:
            if refused.code != "busy":
                raise
            raise Refused("busy", "{name} is taking too long; ask again", name=job.level) from None

    async def _do(self, work: Callable[[Job], T], job: Job, address: str | None = None) -> T:
        self.prepare(job.game, job.level)
        if not is_search(job.game, job.level):
            self._players.accounts = self.workers.accounts
            choice: T = await self._players.do(address, work, job)
            return choice
        searcher = await self._searcher(job.game)
        searcher.accounts = self.workers.accounts
        try:  # it keeps its own time, and is not ended: it would have to be compiled again
            return await asyncio.wait_for(searcher.do(address, work, job), self._budget_s)
        except TimeoutError:
            raise Refused("busy", "{name} is taking too long; ask again", name=job.level) from None
        except Refused as refused:
            if refused.code == "busy":
                self._searchers.pop(job.game, None)
            raise

    async def _searcher(self, game: str) -> Workers:
        """The workers of a search that is ready.

        Raises:
            _NotReady: it is not, or cannot be made so here.
        """
        if game not in self._searchers:
            raise _NotReady(GETTING_READY)
        searcher, ready, until = self._searchers[game]
        left_s = max(0.0, until - asyncio.get_running_loop().time())
        await asyncio.wait([ready], timeout=left_s)
        if not ready.done() or ready.cancelled():
            raise _NotReady(GETTING_READY)
        if isinstance(ready.exception(), Refused):  # killed: the next one tries again
            self._searchers.pop(game, None)
        if ready.exception() is not None:
            raise _NotReady(CANNOT)
        return searcher

    def close(self) -> None:
        """Let the workers go; what they think of no longer matters."""
        self._is_closed = True
        for each in (self._players, self.workers, *(one for one, *_ in self._searchers.values())):
            each.close()


def _is_noticed(ready: asyncio.Future[None]) -> None:
    """A search that cannot be made ready is told by those who ask for it."""
    if not ready.cancelled():
        ready.exception()


def in_threads(workers: int = 1, budget_s: float = BUDGET_S) -> Thinkers:
    """Workers of this process, quick to start, for few tables; searches have one of their own."""
    limit = Limit(wall_s=budget_s)
    players = Workers(workers, limit, in_threads=True)
    clerks = Workers(in_threads=True)
    return Thinkers(players, clerks, budget_s, make_searcher=lambda: Workers(1, Limit()))


def in_processes(workers: int, budget_s: float = BUDGET_S) -> Thinkers:
    """Workers of their own, which do not hold up the service however long they think."""
    players = Workers(workers, Limit(wall_s=budget_s))
    clerks = Workers(CLERKS)
    return Thinkers(players, clerks, budget_s, make_searcher=lambda: Workers(workers, Limit()))
