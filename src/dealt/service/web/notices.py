"""Notices: short texts from each process that shares a database to all others.

PostgreSQL has notifications for this.  In an SQLite file they are rows of a table, which every
process polls: SQLite can say very cheaply whether another process has written.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Collection
from typing import TYPE_CHECKING, Any

from dealt.errors import StorageError
from dealt.service.store.database import NOTICING
from dealt.service.store.store import CHANNEL, Store

if TYPE_CHECKING:
    import psycopg

LOOK_S = 0.1  # between two polls of a file
_LIVELY_S = 0.01  # the same while notices are exchanged
_LIVELY_LOOKS = 200  # polls after the last notice until the slow ones
_BEAT_S = 0.5

_Hear = Callable[[str], None]
_Miss = Callable[[], Awaitable[None]]


class FileNotices:
    """Notices through a shared SQLite file.

    Attributes:
        id: identifies this process among those that use the database now.
        most_bytes: of a notice; None: any number.
        beat_s: seconds between two checks for dead processes.
        gives_signs: whether processes must send signs of life.
    """

    most_bytes: int | None = None
    beat_s = _BEAT_S
    gives_signs = False

    def __init__(self, store: Store) -> None:
        assert store.use is not None
        self.id = f"{store.use.number}.{secrets.token_hex(6)}"
        self._store, self._use = store, store.use
        self._last = 0
        self._lively = 0

    async def open(self) -> None:
        """Skip the notices sent so far."""
        earlier = await self._store.notices(0)
        self._last = earlier[-1][0] if earlier else 0

    async def listen(self, hear: _Hear, miss: _Miss, warn: Callable[[StorageError], None]) -> None:
        """Poll the file until cancelled.

        Args:
            hear: gets each text, also those of this process.
            miss: called when notices may have been lost.
            warn: gets each error.
        """
        while True:
            await asyncio.sleep(_LIVELY_S if self._lively else LOOK_S)
            self._lively = max(0, self._lively - 1)
            try:
                notices = await self._store.notices(self._last)
            except StorageError as error:
                warn(error)
                continue
            if not notices:
                continue
            self._lively = _LIVELY_LOOKS
            has_missed = notices[0][0] != self._last + 1
            self._last = notices[-1][0]
            for _, text in notices:
                hear(text)
            if has_missed:
                await miss()

    async def tell(self, text: str) -> None:
        """Add a notice to the file."""
        self._lively = _LIVELY_LOOKS
        await self._store.notify(text)

    async def close(self) -> None:
        """There is nothing to release."""

    def dead(self, heard_at: dict[str, float], time_s: float) -> Collection[str]:
        """The processes without a lock on the file; a number belongs to one process at a time.

        Args:
            heard_at: when each was heard last, by the timer.
            time_s: the time now.
        """
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


# --- PostgreSQL -----------------------------------------------------------------------------------

MOST_BYTES = 7900  # of a notification
_SIGN_S = 10.0  # between signs of life
_SILENT_S = 35.0  # after which a process counts as dead
AGAIN_S = 1.0  # before reconnecting


class PostgresNotices:
    """Notices through notifications of PostgreSQL, see `FileNotices`."""

    most_bytes: int | None = MOST_BYTES
    beat_s = _SIGN_S
    gives_signs = True

    def __init__(self, store: Store) -> None:
        self.id = secrets.token_hex(6)
        self._store = store
        self._connection: psycopg.AsyncConnection[Any] | None = None

    async def open(self) -> None:
        """Connect and listen."""
        import psycopg  # only servers have it

        try:
            self._connection = await self._connected()
        except psycopg.Error as error:
            reason = " ".join(str(error).split())
            raise StorageError("cannot listen: {reason}", reason=reason) from None

    async def _connected(self) -> psycopg.AsyncConnection[Any]:
        import psycopg

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

    async def listen(self, hear: _Hear, miss: _Miss, warn: Callable[[StorageError], None]) -> None:
        """Receive notifications until cancelled; reconnect when the connection is lost."""
        import psycopg

        while True:
            assert self._connection is not None, "not open"
            try:
                async for notification in self._connection.notifies():
                    hear(notification.payload)
            except psycopg.Error as error:
                await self._connection.close()
                warn(
                    StorageError(
                        "messages from other processes do not arrive: {error}", error=error
                    )
                )
            await asyncio.sleep(AGAIN_S)
            with contextlib.suppress(psycopg.Error):
                self._connection = await self._connected()
                await miss()

    async def tell(self, text: str) -> None:
        """Send a notification."""
        await self._store.notify(text)

    async def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            await self._connection.close()

    def dead(self, heard_at: dict[str, float], time_s: float) -> Collection[str]:
        """The processes that have sent nothing for long."""
        return [who for who, at in heard_at.items() if time_s - at > _SILENT_S]


Notices = FileNotices | PostgresNotices  # a way to the other processes
