"""Notices between processes that share a database of PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Collection
from typing import Any

import psycopg

from dealt.errors import StorageError
from dealt.service.store.database import NOTICING
from dealt.service.store.store import CHANNEL, Store
from dealt.service.web.notices import Hear, Miss

MOST_BYTES = 7900  # of a notification
BEAT_S = 10.0  # between signs of life
SILENT_S = 35.0  # after which a process counts as dead
AGAIN_S = 1.0  # before a lost connection is tried again


class PostgresNotices:
    """Through notifications.

    Args:
        store: a database of PostgreSQL.

    For the attributes see `Notices`.
    """

    most_bytes = MOST_BYTES
    beat_s = BEAT_S
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
