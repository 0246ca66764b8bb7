"""Computer players in a tab: quick ones think at once, a search in a second worker."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Protocol, TypeVar

import msgspec

from dealt.service.hall.reviewing import ReviewJob, ReviewPart, go_on
from dealt.service.hall.thinking import (
    GETTING_READY,
    TOO_SLOW,
    AnyJob,
    AnyThinkers,
    Job,
    NotReady,
    advise,
    choose,
    is_search,
)
from dealt.service.table.questions import AnyWorkers
from dealt.service.table.refusals import Refused

T = TypeVar("T")

SEARCH_S = 1.2  # for a choice of a search
_PATIENCE_S = 4.0  # for its worker to be ready, before another player replaces it
_BUDGET_S = 10.0  # after which a worker is ended

_REVIEW_S = 60.0  # for a decision in a review, which plain Python judges

# what the second worker does, by name, with the types of job and result
_WORKS: dict[str, tuple[Callable[[Any], Any], type, Any]] = {
    "choose": (choose, Job, int), "advise": (advise, Job, str),
    "go_on": (go_on, ReviewJob, ReviewPart),
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
    function, kind, _ = _WORKS[work]
    return msgspec.json.encode(function(msgspec.json.decode(job, type=kind))).decode()


class TabThinkers(AnyThinkers):
    """The computer players of a tab.

    Args:
        elsewhere: the second worker, in which a search thinks.
        search_s: seconds for its choice.
    """

    def __init__(self, elsewhere: SearchWorker, search_s: float) -> None:
        super().__init__(AnyWorkers())
        self._elsewhere, self._search_s = elsewhere, search_s
        self._is_ready = False

    def prepare(self, game: str, level: str) -> None:
        """Create the second worker if a search will be needed."""
        if is_search(game, level):
            self._elsewhere.start()

    async def _do(self, work: Callable[[AnyJob], T], job: AnyJob, address: str | None = None) -> T:
        is_review = isinstance(job, ReviewJob)
        if not is_review and not is_search(job.game, job.level):
            return work(job)
        timed = msgspec.json.encode(replace(job, seconds=self._search_s)).decode()
        asking = self._elsewhere.ask(work.__name__, timed)
        usual_s = _BUDGET_S if self._is_ready else _PATIENCE_S
        try:
            answer = await asyncio.wait_for(asking, _REVIEW_S if is_review else usual_s)
        except TimeoutError:
            was_ready, self._is_ready = self._is_ready, False
            if was_ready:
                self._elsewhere.stop()
            if is_review:
                raise Refused("busy", "the review takes too long here") from None
            if was_ready:
                raise Refused("busy", TOO_SLOW, name=job.level) from None
            raise NotReady(GETTING_READY) from None
        self._is_ready = True
        result: T = msgspec.json.decode(answer, type=_WORKS[work.__name__][2])
        return result

    def close(self) -> None:
        """End the second worker."""
        self._elsewhere.stop()
