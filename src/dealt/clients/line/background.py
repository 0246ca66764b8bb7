"""A client of a table service in its own thread, beside prompts that wait for input."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any, TypeVar

from dealt.clients.table_client import LateError, RefusedError, TableClient
from dealt.clients.wire import LostError, Wire
from dealt.core.zones import Event
from dealt.errors import DealtError
from dealt.service.table import protocol as p
from dealt.service.table.refusals import CODES, Refused
from dealt.terminal.console import clean

T = TypeVar("T")


class MovedElsewhereError(DealtError):
    """The table has changed: somebody has moved in another window."""


class Background:
    """A loop in a thread beside the prompts.

    Args:
        name: of the thread.
    """

    def __init__(self, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name=name, daemon=True)
        self._thread.start()

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run work in the thread and wait for it; its exceptions are raised here."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    @property
    def is_running(self) -> bool:
        """Whether the thread is still running."""
        return self._thread.is_alive()

    def end_thread(self) -> None:
        """Stop the loop, and wait for its thread."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class BackgroundClient(Background):
    """A client that stays connected while prompts wait.

    Args:
        wire: the way to the service.

    Attributes:
        client: its methods are for work run by `do`; its attributes can be read anywhere.

    Raises:
        DealtError: the service cannot be reached.
    """

    def __init__(self, wire: Wire) -> None:
        super().__init__("dealt client")
        self.client = TableClient(wire)
        self._running: asyncio.Task[None] | None = None
        try:
            super().do(self._begin())
        except BaseException:
            self.close()
            raise

    async def _begin(self) -> None:
        self._running = asyncio.create_task(self.client.run())
        await self._until(lambda: not self.client.trouble)

    async def _until(self, holds: Callable[[], bool]) -> None:
        """Wait until a condition holds or the client has ended; raise the error that ended it."""
        assert self._running is not None, "a client that does not run"
        waiting = asyncio.create_task(self.client.until(holds))
        try:
            await asyncio.wait([waiting, self._running], return_when=asyncio.FIRST_COMPLETED)
            if self._running.done():
                self._running.result()
        finally:
            waiting.cancel()

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run work with the client and wait for it; Ctrl-C cancels it.

        Raises:
            Refused: the service refuses, or cannot be reached now.
            DealtError: the client has ended.
        """
        doing = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return doing.result()
        except RefusedError as error:
            raise Refused(error.code if error.code in CODES else "busy", error) from None
        except (LateError, LostError) as error:
            raise Refused("busy", error) from None
        except KeyboardInterrupt:
            doing.cancel()
            raise

    def wait(self, holds: Callable[[], bool]) -> None:
        """Wait until a condition holds, checked in the client's thread; errors as in `do`."""
        self.do(self._until(holds))

    def moment(self) -> tuple[p.TableFrame, list[Event]]:
        """The table and the events of its round, from the same moment.

        Raises:
            Refused: no table is attended any longer.
            DealtError: the client has ended.
        """
        return self.do(self._moment())

    async def _moment(self) -> tuple[p.TableFrame, list[Event]]:
        client = self.client
        while True:
            await self._until(lambda: client.attends is None or self._is_current())
            frame = client.table
            if frame is None:
                raise RefusedError("phase", client.farewell or "the table is attended no longer")
            if not frame.round:
                return frame, []
            try:
                log = await client.ask("log")
            except (LateError, LostError):
                continue
            if client.table is frame and isinstance(log, p.LogFrame):
                return frame, log.lines

    def _is_current(self) -> bool:
        """Whether both the table and the connection are available."""
        return self.client.table is not None and not self.client.trouble

    @contextlib.contextmanager
    def announcing(self, lines: Callable[[], Sequence[str]]) -> Iterator[None]:
        """Print a line for each change while a prompt waits at a terminal.

        Args:
            lines: returns the new lines; it runs in the client's thread.
        """

        def announce() -> None:
            if texts := lines():
                sys.stdout.write("\n" + "\n".join(map(clean, texts)) + "\n")
                sys.stdout.flush()

        if sys.stdout.isatty():
            self.client.changed = announce
        try:
            yield
        finally:
            self.client.changed = lambda: None

    def close(self) -> None:
        """End the connection and the thread."""
        if self.is_running:
            super().do(self._end())
            self.end_thread()

    async def _end(self) -> None:
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait([self._running])
