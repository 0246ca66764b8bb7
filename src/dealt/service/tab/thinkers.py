"""Computer players in a tab: quick ones think at once, a search in a second worker."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Protocol, TypeVar

import msgspec

from dealt.language import say
from dealt.service.hall.reviewing import ReviewJob, ReviewPart, go_on
from dealt.service.hall.thinking import (
    GETTING_READY,
    Choice,
    Job,
    advise,
    choose,
    is_search,
    quick_level,
)
from dealt.service.table.questions import AnyWorkers
from dealt.service.table.refusals import Refused

T = TypeVar("T")

SEARCH_S = 1.2  # for a choice of a search
_PATIENCE_S = 4.0  # for its worker to be ready, before another player replaces it
_BUDGET_S = 10.0  # after which a worker is ended

_REVIEW_S = 60.0  # for a decision in a review, which plain Python judges

_WORKS: dict[str, tuple[Callable[[Any], Any], type]] = {
    "choose": (choose, Job), "advise": (advise, Job), "review": (go_on, ReviewJob),
}  # fmt: skip


class SearchWorker(Protocol):
    """The second worker, created when it is needed."""

    def start(self) -> None:
        """Create it, if there is none."""

    def ask(self, work: str, job: str) -> Awaitable[str]:
        """The result of `answer` there."""

    def stop(self) -> None:
        """End it, even within a job; the next question creates another."""


def answer(work: str, job: str) -> str:
    """Do a job, as JSON, in the second worker, by one of WORKS."""
    function, kind = _WORKS[work]
    return msgspec.json.encode(function(msgspec.json.decode(job, type=kind))).decode()


class TabThinkers:
    """The computer players of a tab, see `AnyThinkers`.

    Args:
        elsewhere: the second worker, in which a search thinks.
        search_s: seconds for its choice.
    """

    def __init__(self, elsewhere: SearchWorker, search_s: float) -> None:
        self._elsewhere, self._search_s = elsewhere, search_s
        self._is_ready = False
        self.workers = AnyWorkers()
        self.choices = 0
        self.late = 0

    def warm(self) -> None:
        """There is nothing to start."""

    def prepare(self, game: str, level: str) -> None:
        """Create the second worker if a search will be needed."""
        if is_search(game, level):
            self._elsewhere.start()

    async def choose(self, job: Job) -> Choice:
        """The computer player's choice, or a quick player's if it takes too long."""
        self.choices += 1
        if not is_search(job.game, job.level):
            return Choice(choose(job), job.level)
        with contextlib.suppress(TimeoutError):
            return Choice(int(await self._ask("choose", job)), job.level)
        self.late += 1
        quick = job.by(quick_level(job))
        return Choice(choose(quick), quick.level)

    async def advise(self, job: Job, address: str) -> str:
        """The computer player's advice, or a quick player's while the search gets ready.

        Raises:
            Refused: it takes too long.
        """
        if not is_search(job.game, job.level):
            return advise(job)
        was_ready = self._is_ready
        with contextlib.suppress(TimeoutError):
            return str(msgspec.json.decode(await self._ask("advise", job)))
        if was_ready:
            raise Refused("busy", "{name} is taking too long; ask again", name=job.level)
        advice = advise(job.by(quick_level(job)))
        return say(GETTING_READY, name=job.level, told=advice)

    async def review(self, job: ReviewJob, address: str) -> ReviewPart:
        """Some decisions of a review.

        Raises:
            Refused: it takes too long.
        """
        try:
            answer = await self._ask("review", job, _REVIEW_S)
        except TimeoutError:
            raise Refused("busy", "the review takes too long here") from None
        return msgspec.json.decode(answer, type=ReviewPart)

    async def aside(self, work: Callable[..., T], *arguments: object) -> T:
        """Call a function at once, because a tab has no threads."""
        return work(*arguments)

    async def _ask(self, work: str, job: Job | ReviewJob, most_s: float | None = None) -> str:
        """The answer of the second worker; raises TimeoutError if there is none."""
        timed = replace(job, seconds=self._search_s)
        reply = self._elsewhere.ask(work, msgspec.json.encode(timed).decode())
        usual_s = _BUDGET_S if self._is_ready else _PATIENCE_S
        try:
            answer = await asyncio.wait_for(reply, most_s or usual_s)
        except TimeoutError:
            if self._is_ready:
                self._is_ready = False
                self._elsewhere.stop()
            raise
        self._is_ready = True
        return answer

    def close(self) -> None:
        """End the second worker."""
        self._elsewhere.stop()
