"""Counts and failures of a service, and its tasks, of which none is lost."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from dealt.errors import DealtError

PLACE = "dealt_place"  # the attribute of an error that has left its process


class Journal:
    """Counts and failures of a service.

    Args:
        say: gets a line about a failure.

    Attributes:
        figures: how often each thing has happened.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self.figures: Counter[str] = Counter()
        self._say = say

    def trouble(self, error: BaseException) -> None:
        """Count and tell a failure; never what a person said."""
        self.figures["troubles"] += 1
        line = str(error) if isinstance(error, DealtError) else _where(error)
        self._say(f"dealt: {line}")

    def refused(self, code: str) -> None:
        """Count a refusal."""
        self.figures[f"refused {code}"] += 1


def _where(error: BaseException) -> str:
    """An unexpected error and its place, in one line, without what anybody said."""
    return f"mistake: {type(error).__name__}{getattr(error, PLACE, place_of(error))}"


def place_of(error: BaseException) -> str:
    """Where an error was raised; empty: that is not known."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "" if trace is None else f" at {trace.tb_frame.f_code.co_name}:{trace.tb_lineno}"


# --- work that goes on beside what began it -------------------------------------------------------

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
