"""Work that goes on beside what has begun it, and is not lost."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Tasks:
    """The tasks of one part of a service, in the running loop."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin something that is waited for at the end."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def settle(self) -> None:
        """Wait until nothing goes on but the caller."""
        while tasks := [task for task in self._tasks if task is not asyncio.current_task()]:
            await asyncio.wait(tasks)

    async def finish(self) -> None:
        """Wait for what goes on now, whatever comes of it."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def cancel(self) -> None:
        """Let nothing go on."""
        for task in self._tasks:
            task.cancel()
        await self.finish()
