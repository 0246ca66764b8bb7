"""Connections that owe a request: how many of them an address may have, and for how long.

What has asked, and is being answered, costs its address by what it has asked for; see `limits`.
Here are those that say nothing, go on for ever, or do not take what they have asked for.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from dealt.service.table.limits import Clock, Limits, source_of


class Callers:
    """All connections of a service.

    Args:
        limits: what is allowed.
        clock: seconds that pass.
        is_behind_proxy: all connections are of a proxy, so that addresses say nothing.
    """

    def __init__(self, limits: Limits, clock: Clock, *, is_behind_proxy: bool) -> None:
        self.clock = clock
        self._limits, self._is_behind_proxy = limits, is_behind_proxy
        self._open: set[_Caller] = set()

    def protocol(self) -> Callable[..., asyncio.Protocol]:
        """What speaks HTTP on each connection, for uvicorn."""
        return functools.partial(_Caller, self)

    def admit(self, caller: _Caller) -> bool:
        """Count a connection; False: there are too many."""
        address = caller.address
        asking = sum(other.is_asking and other.address == address for other in self._open)
        if len(self._open) >= self._limits.connections:
            return False
        if asking >= self._limits.asking and not self._is_behind_proxy:
            return False
        self._open.add(caller)
        return True

    def forget(self, caller: _Caller) -> None:
        """A connection has ended."""
        self._open.discard(caller)

    def sweep(self) -> None:
        """End the connections that have said or taken nothing for too long."""
        time_s = self.clock()
        for caller in list(self._open):
            caller.note_reading(time_s)
            is_silent = time_s - caller.active_at >= self._limits.silent_s
            is_endless = time_s - caller.asking_since >= self._limits.request_s
            if (caller.is_asking and (is_silent or is_endless)) or (caller.unread and is_silent):
                caller.transport.abort()
            elif caller.transport.is_closing() and not caller.unread:  # a socket
                self.forget(caller)


class _Requests(h11.Connection):
    """The requests of a connection; one that leaves its end in doubt is not taken.

    A proxy might find the end elsewhere, and take the rest for somebody else's request.
    """

    def next_event(self) -> Any:
        """See `h11.Connection`."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            headers = dict(event.headers)
            lengths = {b"transfer-encoding", b"content-length"} & headers.keys()
            is_chunked = b"transfer-encoding" in lengths
            if (
                len(lengths) > 1
                or (is_chunked and event.http_version != b"1.1")
                or (lengths and b"upgrade" in headers)
            ):
                raise h11.RemoteProtocolError("it is in doubt where the request ends")
        return event


class _Caller(H11Protocol):
    """One connection.

    Args:
        callers: counts it.
        arguments: of uvicorn.

    Attributes:
        address: where it comes from.
        is_socket: it speaks the protocol of sockets by now.
        is_asking: it has begun no request, or has not finished it.
        asking_since: when it came, or began the request, in seconds.
        active_at: when it said or took something last, in seconds.
        unread: bytes of an answer that it has not taken.
    """

    def __init__(self, callers: Callers, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.conn = _Requests(h11.SERVER)
        self._callers = callers
        self.address = ""
        self.is_socket, self.is_asking = False, True
        self.asking_since = self.active_at = callers.clock()
        self.unread = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See `asyncio.Protocol`."""
        super().connection_made(transport)
        self.address = "" if self.client is None else source_of(self.client[0])
        if not self._callers.admit(self):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        self._callers.forget(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        self.active_at = self._callers.clock()
        if not self.is_asking:
            self.asking_since = self.active_at
        before = self.cycle
        super().data_received(data)
        cycle = self.cycle
        if cycle is not before:
            self.asking_since = self.active_at
        is_asking = cycle is None or cycle.more_body or cycle.response_complete
        self.is_asking = is_asking and not self.is_socket

    def send_400_response(self, msg: str) -> None:
        """Refuse what cannot be read, unless an answer has begun; the connection ends."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def resume_writing(self) -> None:
        """Much of an answer has been taken."""
        self.active_at = self._callers.clock()
        super().resume_writing()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """It becomes a socket; who says nothing there is for the service to see."""
        self.is_socket = True
        super().handle_websocket_upgrade(event)
        socket: Any = self.transport.get_protocol()
        if not socket.handshake_initiated:  # it cannot be read, and nothing else would end it
            self.transport.close()

    def note_reading(self, time_s: float) -> None:
        """Look whether something of an answer was taken since."""
        unread = self.transport.get_write_buffer_size()
        if unread != self.unread:
            self.unread, self.active_at = unread, time_s
