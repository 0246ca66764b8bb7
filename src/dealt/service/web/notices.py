"""How processes that share a database reach each other: short texts, to all others.

PostgreSQL has notifications for it.  In a file of SQLite they are rows of a table, which each
process looks at; SQLite says for next to nothing whether another one has written.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Collection
from typing import Any, Protocol

import psycopg

from dealt.errors import StorageError
from dealt.service.store.database import NOTICING
from dealt.service.store.store import CHANNEL, Store

LOOK_S = 0.1  # between two looks at a file
LIVELY_S = 0.01  # the same while processes have something to tell each other
LIVELY_LOOKS = 200  # for so many looks after the last notice
BEAT_S = 0.5

Hear = Callable[[str], None]
Miss = Callable[[], Awaitable[None]]


class Notices(Protocol):
    """A way to the other processes."""

    @property
    def id(self) -> str:
        """Of this process, among all that use the database now."""

    @property
    def most_bytes(self) -> int | None:
        """Of a notice; None: any number."""

    @property
    def beat_s(self) -> float:
        """Seconds between two looks for processes that have died."""

    @property
    def gives_signs(self) -> bool:
        """Whether a process that says nothing for long counts as dead."""

    async def open(self) -> None:
        """Begin to collect what the others say.

        Raises:
            StorageError: the database cannot be reached.
        """

    async def listen(self, hear: Hear, miss: Miss, trouble: Callable[[StorageError], None]) -> None:
        """Hand on what the others say, until cancelled.

        Args:
            hear: gets each text, also those of this process.
            miss: called when some may not have been heard.
            trouble: gets what went wrong.
        """

    async def tell(self, text: str) -> None:
        """Say something to the others.

        Raises:
            StorageError: it could not be said.
        """

    async def close(self) -> None:
        """Listen no longer."""

    def dead(self, heard_at: dict[str, float], time_s: float) -> Collection[str]:
        """Which of the processes have ended.

        Args:
            heard_at: when each was heard last, in seconds that pass.
            time_s: now.
        """


class FileNotices:
    """Through a file of SQLite.

    Args:
        store: opened as shared.

    For the attributes see `Notices`.
    """

    most_bytes = None
    beat_s = BEAT_S
    gives_signs = False

    def __init__(self, store: Store) -> None:
        assert store.use is not None
        self.id = f"{store.use.number}.{secrets.token_hex(6)}"
        self._store, self._use = store, store.use
        self._last = 0
        self._lively = 0

    async def open(self) -> None:
        """See `Notices`."""
        earlier = await self._store.notices(0)
        self._last = earlier[-1][0] if earlier else 0

    async def listen(self, hear: Hear, miss: Miss, trouble: Callable[[StorageError], None]) -> None:
        """See `Notices`."""
        while True:
            await asyncio.sleep(LIVELY_S if self._lively else LOOK_S)
            self._lively = max(0, self._lively - 1)
            try:
                notices = await self._store.notices(self._last)
            except StorageError as error:
                trouble(error)
                continue
            if not notices:
                continue
            self._lively = LIVELY_LOOKS
            has_missed = notices[0][0] != self._last + 1
            self._last = notices[-1][0]
            for _, text in notices:
                hear(text)
            if has_missed:
                await miss()

    async def tell(self, text: str) -> None:
        """See `Notices`."""
        self._lively = LIVELY_LOOKS
        await self._store.notify(text)

    async def close(self) -> None:
        """See `Notices`."""

    def dead(self, heard_at: dict[str, float], time_s: float) -> Collection[str]:
        """See `Notices`; the system knows who is there, and a number has one process at a time."""
        latest = {_number(who): who for who in sorted(heard_at, key=lambda who: heard_at[who])}
        own = _number(self.id)
        return [
            who
            for who in heard_at
            if latest[_number(who)] != who
            or _number(who) == own
            or not self._use.is_used_by(_number(who))
        ]


def _number(who: str) -> int:
    """The number of a process among those that share the file."""
    return int(who.partition(".")[0])


# --- through a database of PostgreSQL -------------------------------------------------------------

MOST_BYTES = 7900  # of a notification
SIGN_S = 10.0  # between signs of life
SILENT_S = 35.0  # after which a process counts as dead
AGAIN_S = 1.0  # before a lost connection is tried again


class PostgresNotices:
    """Through notifications.

    Args:
        store: a database of PostgreSQL.

    For the attributes see `Notices`.
    """

    most_bytes = MOST_BYTES
    beat_s = SIGN_S
    gives_signs = True

    def __init__(self, store: Store) -> None:
        self.id = secrets.token_hex(6)
        self._store = store
        self._connection: psycopg.AsyncConnection[Any] | None = None

    async def open(self) -> None:
        """See `Notices`."""
        try:
            self._connection = await self._connected()
        except psycopg.Error as error:
            reason = " ".join(str(error).split())
            raise StorageError("cannot listen: {reason}", reason=reason) from None

    async def _connected(self) -> psycopg.AsyncConnection[Any]:
        url = self._store.url.set(drivername="postgresql")
        connection = await psycopg.AsyncConnection.connect(
            url.render_as_string(hide_password=False), autocommit=True, **NOTICING
        )
        try:
            await connection.execute(f"LISTEN {CHANNEL}")
        except BaseException:
            await connection.close()
            raise
        return connection

    async def listen(self, hear: Hear, miss: Miss, trouble: Callable[[StorageError], None]) -> None:
        """See `Notices`."""
        while True:
            assert self._connection is not None, "not open"
            try:
                async for notification in self._connection.notifies():
                    hear(notification.payload)
            except psycopg.Error as error:
                await self._connection.close()
                trouble(
                    StorageError(
                        "messages from other processes do not arrive: {error}", error=error
                    )
                )
            await asyncio.sleep(AGAIN_S)
            with contextlib.suppress(psycopg.Error):
                self._connection = await self._connected()
                await miss()

    async def tell(self, text: str) -> None:
        """See `Notices`."""
        await self._store.notify(text)

    async def close(self) -> None:
        """See `Notices`."""
        if self._connection is not None:
            await self._connection.close()

    def dead(self, heard_at: dict[str, float], time_s: float) -> Collection[str]:
        """See `Notices`."""
        return [who for who, at in heard_at.items() if time_s - at > SILENT_S]
