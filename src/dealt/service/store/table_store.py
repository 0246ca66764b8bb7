"""The interface of a store of tables; and the counts, failures and tasks of a service."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from dealt.errors import DealtError
from dealt.history.archived import AnyArchive
from dealt.service.table import events as ev
from dealt.service.table.state import TableState


@dataclass(frozen=True)
class Row:
    """An event as it is stored: when it was accepted, and its text."""

    at: int
    body: str


@dataclass(frozen=True)
class Batch:
    """New rows of one table, to be written together or not at all.

    Attributes:
        table: name of the table.
        first: the number of the first event, from 1.
        rows: the events.
        public: whether everybody's lobby lists the table; None: no change.
        visitors: people whose lobby lists the table from now on.
        codes: hashes of new links to the table.
        seated: people who take a seat.
        closed: no lobby or link leads to the table any more.
    """

    table: str
    first: int
    rows: tuple[Row, ...]
    public: bool | None = None
    visitors: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    seated: tuple[str, ...] = ()
    closed: bool = False


def batch_of(state: TableState, events: ev.Events, rows: tuple[Row, ...]) -> Batch:
    """What to store for events that are still to be applied to a state."""
    hosts = [e.host for e in events if isinstance(e, ev.Opened)]
    joined = [e.person for e in events if isinstance(e, ev.Joined)]
    seated = [e.person for e in events if isinstance(e, ev.Sat | ev.SeatMoved)]
    return Batch(
        table=state.name,
        first=state.version + 1,
        rows=rows,
        public=_listed(state, events),
        visitors=(*hosts, *joined, *seated),
        codes=tuple(e.code_hash for e in events if isinstance(e, ev.CodeMade)),
        seated=tuple(seated),
        closed=any(isinstance(e, ev.Closed) for e in events),
    )


def _listed(state: TableState, events: ev.Events) -> bool | None:
    """Whether lobbies list a table, if the events move it to the top; None: they do not."""
    for event in reversed(events):
        if isinstance(event, ev.Closed):
            return False
        if isinstance(event, ev.Opened | ev.Changed):
            return event.settings.public
        if isinstance(event, ev.Sat | ev.Dealt):
            return state.settings.public
    return None


class FriendResult(Struct, frozen=True):
    """A friend's result of a deal of the day."""

    name: str
    points: int


class Comparison(Struct, frozen=True):
    """A person's first result of a deal of the day, and those of friends, the latest first."""

    points: int
    friends: list[FriendResult]


class TableStore(Protocol):
    """A store of events, people and links; what it has acknowledged survives any crash.

    Attributes:
        is_shared: other processes use the same store, see `claim`.
        figures: the numbers of commits and events written, and the seconds of all commits.
        lost: called when the connection was lost and with it every claim; maybe from a thread.
    """

    is_shared: bool
    figures: dict[str, float]
    lost: Callable[[], object] | None

    @property
    def archive(self) -> AnyArchive:
        """The finished matches."""

    async def append(self, batch: Batch, notice: str | None = None) -> None:
        """Write events, and a notice for other processes; they survive once this returns.

        Raises:
            StorageError: they could not be written, or another process used these numbers.
        """

    async def events(self, table: str, after: int = 0) -> list[Row]:
        """The events of a table with numbers greater than `after`, in order."""

    async def trim(self, table: str, version: int, snapshot: Row) -> None:
        """Replace the events of a table up to this number by one, if they are still there."""

    async def add_person(self, person: str, token_hash: str, name: str) -> None:
        """Add a person."""

    async def rename(self, person: str, name: str) -> None:
        """Change the name of a person."""

    async def person_of(self, token_hash: str) -> tuple[str, str] | None:
        """The id and name of a token's person."""

    async def name_of(self, person: str) -> str | None:
        """The name of a person; None: there is no such person."""

    async def table_of(self, code_hash: str) -> str | None:
        """The table that a link leads to."""

    async def tables(self, person: str, most: int) -> list[str]:
        """The tables that a person has visited, and public ones, the latest first."""

    async def claim(self, table: str) -> bool:
        """Own a table, so that no other process changes it; False: another process does."""

    async def release(self, table: str) -> None:
        """Give up a table."""

    async def check(self) -> None:
        """Raise StorageError unless the store answers and can be written."""


# --- a service's counts, its failures, and its background tasks -----------------------------------

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
