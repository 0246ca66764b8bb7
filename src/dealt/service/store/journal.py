"""A service's counts, its failures, and its background tasks."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from dealt.errors import DealtError

PLACE = "dealt_place"  # the attribute of an error that has left its process


class Journal:
    """Counts what happens in a service, in `figures`; `say` gets a line about each failure."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.figures: Counter[str] = Counter()
        self._say = say

    def trouble(self, error: BaseException) -> None:
        """Count and report a failure, without anybody's texts."""
        self.figures["troubles"] += 1
        place = getattr(error, PLACE, place_of(error))
        mistake = f"mistake: {type(error).__name__}{place}"
        self._say(f"dealt: {error if isinstance(error, DealtError) else mistake}")

    def refused(self, code: str) -> None:
        """Count a refusal."""
        self.figures[f"refused {code}"] += 1


def place_of(error: BaseException) -> str:
    """Where an error was raised; empty if unknown."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "" if trace is None else f" at {trace.tb_frame.f_code.co_name}:{trace.tb_lineno}"


T = TypeVar("T")


class Tasks:
    """Background tasks of one part of a service; asyncio itself would forget unreferenced ones."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task that `finish` waits for."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def settle(self) -> None:
        """Wait until no task but the caller's is left."""
        while tasks := [task for task in self._tasks if task is not asyncio.current_task()]:
            await asyncio.wait(tasks)

    async def finish(self) -> None:
        """Wait for all tasks; their errors do not matter."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def cancel(self) -> None:
        """Cancel all tasks."""
        for task in self._tasks:
            task.cancel()
        await self.finish()
