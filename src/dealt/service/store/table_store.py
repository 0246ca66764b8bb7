"""What a table service needs of whatever keeps its tables: a database, or the browser of a tab."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Row:
    """An event as it is stored: when it was accepted, and its text."""

    at: int
    body: str


@dataclass(frozen=True)
class Batch:
    """What one table wants to have written, all of it or nothing.

    Attributes:
        table: name of the table.
        first: the number of the first event, from 1.
        rows: the events.
        public: whether the lobby lists the table; None: as before, and not newly changed.
        visitors: persons who find the table in their lobby from now on.
        codes: hashes of codes that lead to the table from now on.
        seated: persons who take a seat.
        closed: nobody finds it any more.
    """

    table: str
    first: int
    rows: tuple[Row, ...]
    public: bool | None = None
    visitors: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    seated: tuple[str, ...] = ()
    closed: bool = False


@dataclass
class Figures:
    """What a store has done, for `/metrics`."""

    commits: int = 0
    events: int = 0
    seconds: float = 0.0


class TableStore(Protocol):
    """Keeps events, persons and links; what it has acknowledged survives whatever happens.

    Attributes:
        is_shared: other processes use the same store, see `claim`.
        figures: what it has done.
        lost: called when the connection was lost and with it every claim; maybe from a thread.
    """

    is_shared: bool
    figures: Figures
    lost: Callable[[], None] | None

    async def append(self, batch: Batch, notice: str | None = None) -> None:
        """Keep events; they outlive the process when this returns.

        Args:
            batch: what to keep.
            notice: a text for the other processes of a shared store.

        Raises:
            StorageError: they could not be kept, or somebody else kept events of these numbers.
        """

    async def events(self, table: str, after: int = 0) -> list[Row]:
        """The events of a table, in order; those with greater numbers than `after`."""

    async def add_person(self, person: str, token_hash: str, name: str) -> None:
        """Remember somebody."""

    async def rename(self, person: str, name: str) -> None:
        """Call somebody by another name."""

    async def person_of(self, token_hash: str) -> tuple[str, str] | None:
        """Id and name of whom a token belongs to."""

    async def name_of(self, person: str) -> str | None:
        """The name of a person; None: there is no such person."""

    async def table_of(self, code_hash: str) -> str | None:
        """The table that a link leads to."""

    async def tables(self, person: str, most: int) -> list[str]:
        """The tables that somebody has visited, and public ones; the latest first."""

    async def claim(self, table: str) -> bool:
        """Own a table, so that no other process changes it; False: another one owns it."""

    async def release(self, table: str) -> None:
        """Own a table no longer."""

    async def check(self) -> None:
        """Return if the store answers and can be written.

        Raises:
            StorageError: it does not, or cannot.
        """
