"""Computer players in workers, outside of the event loop and within a time limit."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from dealt import games
from dealt.language import message
from dealt.service.hall.thinking import (
    GETTING_READY,
    TOO_SLOW,
    AnyJob,
    AnyThinkers,
    NotReady,
    has_failed,
    is_search,
)
from dealt.service.hall.workers import Limit, Workers
from dealt.service.table.refusals import Refused

T = TypeVar("T")

_BUDGET_S = 20.0  # for a choice; a search takes well under a second once it is compiled
PATIENCE_S = 4.0  # for a search to be ready: enough to load its machine code, not to compile it
_CLERKS = 2  # processes for all other work
_CANNOT = message("{name} cannot be prepared here. Instead: {told}")


def make_ready(game: str) -> None:
    """Compile the search of a game in this process."""
    from dealt.agents.search import compile_search

    compile_search(games.game(game))


class Thinkers(AnyThinkers):
    """The workers of computer players.

    The search of each game has workers of its own.  They compile it, which takes up to a minute the
    first time, while all other players think on.

    Args:
        players: the workers of the other computer players.
        workers: for all other work.
        budget_s: seconds for a choice.
        make_searcher: makes the workers of one search.
        patience_s: seconds to wait once for a search; then another player replaces it for now.
        waiting: called when a search is waited for longer than usual.
    """

    def __init__(
        self,
        players: Workers,
        workers: Workers,
        budget_s: float = _BUDGET_S,
        *,
        make_searcher: Callable[[], Workers],
        patience_s: float = PATIENCE_S,
        waiting: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(workers)
        self._players = players
        self._make_searcher = make_searcher
        # by game: its workers, whether they are ready, and how long to wait for them
        self._searchers: dict[str, tuple[Workers, asyncio.Future[None], float]] = {}
        self._budget_s = budget_s
        self._patience_s = patience_s
        self._waiting = waiting
        self._is_closed = False
        self._warming: asyncio.Future[int] | None = None

    def warm(self) -> None:
        """Start a worker before it is needed; in the running loop."""
        self._warming = asyncio.ensure_future(self._players.do(None, len, ()))

    def prepare(self, game: str, level: str) -> None:
        """Start compiling a search that will be needed; in the running loop."""
        if self._is_closed or game in self._searchers or not is_search(game, level):
            return
        searcher = self._make_searcher()
        ready = asyncio.ensure_future(searcher.do(None, make_ready, game))
        ready.add_done_callback(has_failed)
        until = asyncio.get_running_loop().time() + self._patience_s
        self._searchers[game] = searcher, ready, until

    async def aside(self, work: Callable[..., T], *arguments: object) -> T:
        """Call a function on objects of this process, in a thread."""
        return await asyncio.to_thread(work, *arguments)

    async def _do(self, work: Callable[[AnyJob], T], job: AnyJob, address: str | None = None) -> T:
        self.prepare(job.game, job.level)
        if not is_search(job.game, job.level):
            self._players.accounts = self.workers.accounts
            choice: T = await self._players.do(address, work, job)
            return choice
        searcher = await self._searcher(job.game)
        searcher.accounts = self.workers.accounts
        try:  # a search keeps its own time; killing it would mean to compile it again
            return await asyncio.wait_for(searcher.do(address, work, job), self._budget_s)
        except TimeoutError:
            raise Refused("busy", TOO_SLOW, name=job.level) from None
        except Refused as refused:
            if refused.code == "busy":
                self._searchers.pop(job.game, None)
            raise

    async def _searcher(self, game: str) -> Workers:
        """The workers of a search; raises NotReady if it is not compiled, or cannot be."""
        if game not in self._searchers:
            raise NotReady(GETTING_READY)
        searcher, ready, until = self._searchers[game]
        left_s = max(0.0, until - asyncio.get_running_loop().time())
        await asyncio.wait([ready], timeout=min(left_s, PATIENCE_S))
        if not ready.done() and left_s > PATIENCE_S:
            self._waiting()
            await asyncio.wait([ready], timeout=left_s)
        if not ready.done() or ready.cancelled():
            raise NotReady(GETTING_READY)
        if isinstance(ready.exception(), Refused):  # killed: the next call tries again
            self._searchers.pop(game, None)
        if ready.exception() is not None:
            raise NotReady(_CANNOT)
        return searcher

    def close(self) -> None:
        """End all workers."""
        self._is_closed = True
        for each in (self._players, self.workers, *(one for one, *_ in self._searchers.values())):
            each.close()


def in_threads(
    workers: int = 1,
    budget_s: float = _BUDGET_S,
    patience_s: float = PATIENCE_S,
    waiting: Callable[[], None] = lambda: None,
) -> Thinkers:
    """Workers in threads, quick to start, for a few tables; each search has a process."""
    limit = Limit(wall_s=budget_s)
    players = Workers(workers, limit, in_threads=True)
    clerks = Workers(in_threads=True)
    return Thinkers(
        players,
        clerks,
        budget_s,
        make_searcher=lambda: Workers(1, Limit()),
        patience_s=patience_s,
        waiting=waiting,
    )


def in_processes(workers: int, budget_s: float = _BUDGET_S) -> Thinkers:
    """Workers in processes, which never delay the service."""
    players = Workers(workers, Limit(wall_s=budget_s))
    clerks = Workers(_CLERKS)
    return Thinkers(players, clerks, budget_s, make_searcher=lambda: Workers(workers, Limit()))
