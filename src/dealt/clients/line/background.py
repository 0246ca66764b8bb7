"""A client of a table service in its own thread, beside prompts that wait for input."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
from collections import deque
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import Any, TypeVar

from dealt.clients.table_client import LateError, RefusedError, TableClient
from dealt.clients.wire import LostError, Wire
from dealt.core.zones import Event
from dealt.errors import DealtError
from dealt.service.table import protocol as p
from dealt.service.table.refusals import CODES, Refused
from dealt.terminal.console import clean

T = TypeVar("T")
Moment = tuple[p.TableFrame, list[Event]]  # a table, and the latest events of its round

_MOST_FRAMES = 1000  # that wait to be shown


class MovedElsewhereError(DealtError):
    """The table has changed: somebody has moved in another window."""


class BackgroundClient:
    """A client that stays connected while prompts wait.

    Args:
        wire: opens the way to the service, in the client's thread.

    Attributes:
        client: its methods are for work run by `do`; its attributes can be read anywhere.
        failure: an error that ends whatever is waited for; None: there is none.

    Raises:
        DealtError: the service cannot be reached.
    """

    client: TableClient

    def __init__(self, wire: AbstractAsyncContextManager[Wire]) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="dealt client", daemon=True
        )
        self._thread.start()
        self._stack = AsyncExitStack()
        self._running: asyncio.Task[None] | None = None
        self.failure: Exception | None = None
        self._frames: deque[p.TableFrame] = deque(maxlen=_MOST_FRAMES)
        self._latest: p.TableFrame | None = None
        self._announce: Callable[[], None] = lambda: None
        try:
            self.do(self._begin(wire))
        except BaseException:
            self.close()
            raise

    async def _begin(self, wire: AbstractAsyncContextManager[Wire]) -> None:
        self.client = TableClient(await self._stack.enter_async_context(wire))
        self.client.changed = self._changed
        self._running = asyncio.create_task(self.client.run())
        await self._until(lambda: not self.client.trouble)

    def _changed(self) -> None:
        """Note a new state of the table, which is shown later."""
        frame = self.client.table
        if frame is not None and frame is not self._latest:
            self._frames.append(frame)
        self._latest = frame
        self._announce()

    async def _until(self, holds: Callable[[], bool]) -> None:
        """Wait until a condition holds or the client has ended; raise the error that ended it."""
        assert self._running is not None, "a client that does not run"
        waiting = asyncio.create_task(self.client.until(lambda: self._has_failed or holds()))
        try:
            await asyncio.wait([waiting, self._running], return_when=asyncio.FIRST_COMPLETED)
            if self._running.done():
                self._running.result()
            if self.failure is not None:
                raise self.failure
        finally:
            waiting.cancel()

    @property
    def _has_failed(self) -> bool:
        return self.failure is not None

    def fail(self, error: Exception) -> None:
        """End with an error what is waited for; called in the client's thread."""
        self.failure = error
        self.client.report()

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

    def has_news(self) -> bool:
        """Whether the table has changed, or cannot be reached; for `wait`."""
        return bool(self._frames or self.client.trouble) or self.client.attends is None

    def moment(self) -> Moment:
        """The table as it is now, and all events of its round.

        Raises:
            Refused: no table is attended any longer.
            DealtError: the client has ended.
        """
        return self.do(self._moment())

    def next_moment(self, first: Callable[[p.TableFrame], int] = lambda frame: 0) -> Moment:
        """The table after its next change, once there is one; errors as in `moment`.

        Args:
            first: gives the number of the first event that is wanted, for own tables.
        """
        return self.do(self._moment(first))

    async def _moment(self, first: Callable[[p.TableFrame], int] | None = None) -> Moment:
        client = self.client
        while True:
            await self._until(
                lambda: client.attends is None or self._is_current(is_next=first is not None)
            )
            frame = client.table
            if frame is None:
                raise RefusedError("phase", client.farewell or "the table is attended no longer")
            if first is None:
                self._frames.clear()
            else:
                frame = self._frames.popleft()
            try:
                return frame, await self._events(frame, 0 if first is None else first(frame))
            except (LateError, LostError):
                continue

    def _is_current(self, *, is_next: bool) -> bool:
        """Whether both the table, or its next change, and the connection are available."""
        has_one = bool(self._frames) if is_next else self.client.table is not None
        return has_one and not self.client.trouble

    async def _events(self, frame: p.TableFrame, first: int) -> list[Event]:
        """The events of the round that a frame shows; of own tables as everybody heard of them."""
        if not frame.round:
            return []
        # older servers do not know more
        fields = {"open": True, "first": first} if self.client.wire.is_own else {}
        log = await self.client.ask("log", round=frame.round, **fields)
        assert isinstance(log, p.LogFrame), "no other frame is an answer to log"
        return log.lines

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
            self._announce = announce
        try:
            yield
        finally:
            self._announce = lambda: None

    def close(self) -> None:
        """End the connection and the thread."""
        if self._thread.is_alive():
            self.do(self._end())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    async def _end(self) -> None:
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait([self._running])
        await self._stack.aclose()
