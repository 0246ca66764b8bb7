"""`dealt serve`: a service on this machine, its links, its connections, and how it stops."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import math
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, cast
from urllib.parse import urlsplit

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from dealt.errors import SetupError
from dealt.language import reason
from dealt.service.hall.bots import PAUSE_S
from dealt.service.hall.service import Service
from dealt.service.hall.tables import Surroundings
from dealt.service.hall.thinkers import in_processes
from dealt.service.hall.workers import Workers
from dealt.service.store.store import Store
from dealt.service.table.limits import (
    PEOPLE,
    SPARE_FILES,
    Addresses,
    Clock,
    Limits,
    limits_for,
    source_of,
)
from dealt.service.table.messages import MOST_READ
from dealt.service.web.cameras import (
    MISSING,
    Camera,
    Cameras,
    can_read,
    how_to_read,
    link_of,
    qr_text,
)
from dealt.service.web.control import Control, GarbageLooks, offered
from dealt.service.web.server import NO_PAGE, PAGE, Site, app, camera_app

_LOOPBACK = "127.0.0.1"
_EVERYWHERE = "0.0.0.0"
_NOWHERE = "192.0.2.1"  # reserved for documentation; nothing is sent there
TICKS_TO_SET_ASIDE = 50  # tenths of a second
_TICKS_TO_SWEEP = 10
_STOP_S = 5  # for requests that have begun
_CAMERA_STOP_S = 2


@dataclass(frozen=True)
class Offer:
    """The options of `dealt serve`.

    Attributes:
        port: 0: any free one.
        host: the address to listen on; None: the loopback address, or with `lan` all.
        lan: for other machines in the network, too.
        data: a file, or the URL of a PostgreSQL database.
        public_url: the address under which a proxy offers the service; it may have a path.
        proxies: number of proxies; None: one, if there is a public address.
        people: number of people who share one address, such as a school class.
        keep_days: after which an untouched table is deleted; None: never.
        workers: processes in which computer players think.
        pause_s: seconds before a computer player moves.
    """

    port: int = 8420
    host: str | None = None
    lan: bool = False
    data: str = "dealt-tables.db"
    public_url: str | None = None
    proxies: int | None = None
    people: int = PEOPLE
    keep_days: int | None = None
    workers: int = 1
    pause_s: float = PAUSE_S


def lan_address() -> str | None:
    """The address of this machine in its network; None: it has no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_NOWHERE, 9))  # chooses a route; sends nothing
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return address


def listen(offer: Offer) -> socket.socket:
    """The socket of a service; raises SetupError if the port is not available."""
    host = offer.host or (_EVERYWHERE if offer.lan else _LOOPBACK)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, offer.port))
    except OSError as error:
        listening.close()
        if offer.host is not None:
            raise SetupError(
                "cannot listen on {host}, port {port}: {reason}",
                host=offer.host, port=offer.port, reason=reason(error),
            ) from None  # fmt: skip
        raise SetupError(
            "cannot listen on port {port}: {reason}; try --port 0",
            port=offer.port, reason=reason(error),
        ) from None  # fmt: skip
    listening.listen(2048)  # early clients wait until the service is ready
    return listening


def site_of(offer: Offer, port: int, address: str | None) -> tuple[Site, str]:
    """The addresses of a service, and the link to show.

    Raises:
        SetupError: the public URL is not an http or https address.
    """
    names = {_LOOPBACK, "localhost"}
    if offer.host not in (None, _EVERYWHERE, "::"):
        names.add(f"[{offer.host}]" if ":" in offer.host else offer.host)
    origins = {f"http://{host}:{port}".lower() for host in names}
    prefix = ""
    link = f"http://{_LOOPBACK}:{port}/"
    if address is not None:
        origins.add(f"http://{address}:{port}")
        link = f"http://{address}:{port}/"
    if offer.public_url is not None:
        origin, prefix = _split_address(offer.public_url)
        origins.add(origin)
        link = f"{origin}{prefix}/"
    proxies = int(offer.public_url is not None) if offer.proxies is None else offer.proxies
    return Site(frozenset(origins), proxies=proxies, prefix=prefix), link


def _local_address(offer: Offer, port: int) -> str:
    """The address of a service for programs on this machine."""
    host = offer.host if offer.host not in (None, _EVERYWHERE, "::") else _LOOPBACK
    return f"http://[{host}]:{port}" if ":" in str(host) else f"http://{host}:{port}"


def _split_address(address: str) -> tuple[str, str]:
    """The origin of a public address, and its path without a trailing slash.

    Raises:
        SetupError: it is not an http or https address, or has a query.
    """
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise SetupError(
            "the address {address} is not like https://cards.example or https://example.org/cards",
            address=repr(address),
        )
    return f"{parts.scheme}://{parts.netloc}".lower(), parts.path.rstrip("/")


def _origin_of(offer: Offer, link: str) -> str | None:
    """The start of invitation links; None: they work on this machine alone."""
    return link.rstrip("/") if offer.lan or offer.public_url is not None else None


class Server(uvicorn.Server):
    """A server that says goodbye to its clients, and collects garbage rarely."""

    def __init__(self, config: uvicorn.Config, service: Service, callers: Callers) -> None:
        super().__init__(config)
        self._service, self._callers = service, callers
        self._looks = GarbageLooks()

    async def on_tick(self, counter: int) -> bool:
        """Called ten times a second; whether to stop."""
        if counter % TICKS_TO_SET_ASIDE == 0:
            self._looks.set_aside()
        if counter % _TICKS_TO_SWEEP == 0:
            self._callers.sweep()
        return await super().on_tick(counter)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on Ctrl-C or a signal, without raising it again at the end as uvicorn does."""
        if sys.platform == "win32":  # its event loops have no signal handlers
            with super().capture_signals():
                yield
            return
        loop = asyncio.get_running_loop()
        signals = signal.SIGINT, signal.SIGTERM
        for number in signals:
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in signals:
                loop.remove_signal_handler(number)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye, then stop."""
        self._service.farewell()
        await asyncio.sleep(0.05)  # until the goodbyes are sent
        await super().shutdown(sockets)


def _within_files(limits: Limits) -> Limits:
    """Limits with no more connections than this process may open files."""
    if sys.platform == "win32":
        return limits
    import resource

    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return limits
    return replace(limits, connections=max(1, min(limits.connections, files - SPARE_FILES)))


def serve(offer: Offer, tell: Callable[[str], None]) -> None:
    """Serve until Ctrl-C; `tell` gets the lines for the host.

    Raises:
        SetupError: the port or the network is not available.
        StorageError: the database cannot be used.
    """
    address = lan_address() if offer.lan else None
    if offer.lan and address is None:
        raise SetupError("this machine is in no network; serve without --lan")
    listening = listen(offer)
    try:
        port: int = listening.getsockname()[1]
        site, link = site_of(offer, port, address)
        store = Store(offer.data)
        try:
            around = Surroundings(pause_s=offer.pause_s, origin=_origin_of(offer, link))
            service = Service(
                store,
                in_processes(offer.workers),
                limits=_within_files(limits_for(offer.people)),
                around=around,
            )
            local = _local_address(offer, port)
            with offered(offer.data, local) as token:
                control = Control(service, keep_days=offer.keep_days, token=token)
                application = app(
                    service, site, control=control, in_threads=False,
                    ready=lambda: _announce(offer, store, link, tell),
                )  # fmt: skip
                server_of(application, service, site).run([listening])
        finally:
            store.close()
    finally:
        listening.close()
    tell("Stopped; every table is kept.")


def _announce(offer: Offer, store: Store, link: str, tell: Callable[[str], None]) -> None:
    """Show the address of the service."""
    tell(f"Tables at {link} (kept in {store.name}); stop with Ctrl-C.")
    if offer.lan:
        tell("Everybody in this network can come by this link:")
        picture = qr_text(link)
        if picture is not None:
            tell(picture)
    if not (PAGE / "index.html").is_file():
        tell(f"Note: {NO_PAGE}.")
    if not can_read():
        tell(f"Note: {how_to_read()}")


def server_of(application: ASGIApp, service: Service, site: Site) -> Server:
    """An HTTP server for the application of a service."""
    callers = Callers(service.limits, service.timer, is_behind_proxy=site.proxies > 0)
    config = uvicorn.Config(
        application,
        http=cast("type[asyncio.Protocol]", callers.protocol()),
        ws="websockets-sansio",
        ws_max_size=MOST_READ,
        ws_ping_interval=15,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        access_log=False,
        log_level="warning",
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=_STOP_S,
    )
    return Server(config, service, callers)


# --- connections ----------------------------------------------------------------------------------


class Callers:
    """All connections of a service, of which the slow ones are closed.

    Args:
        limits: what is allowed.
        clock: seconds that pass.
        is_behind_proxy: all connections have the proxy's address, so limits by address are off.
    """

    def __init__(self, limits: Limits, clock: Clock, *, is_behind_proxy: bool) -> None:
        self.clock = clock
        self._limits, self._is_behind_proxy = limits, is_behind_proxy
        self._open: set[_Caller] = set()

    def protocol(self) -> Callable[..., asyncio.Protocol]:
        """Makes the protocol of each connection, for uvicorn."""
        return functools.partial(_Caller, self)

    def admit(self, caller: _Caller) -> bool:
        """Add a connection; False: there are too many."""
        address = caller.address
        asking = sum(other.is_asking and other.address == address for other in self._open)
        if len(self._open) >= self._limits.connections:
            return False
        if asking >= self._limits.asking and not self._is_behind_proxy:
            return False
        self._open.add(caller)
        return True

    def forget(self, caller: _Caller) -> None:
        """Remove a connection that has ended."""
        self._open.discard(caller)

    def sweep(self) -> None:
        """Abort connections that have sent or read nothing for too long."""
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
    """The requests of a connection; one with an ambiguous end is refused.

    A proxy might see the end elsewhere, and take the rest for another client's request.
    """

    def next_event(self) -> Any:
        """The next event; raises RemoteProtocolError if the end of a request is ambiguous."""
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

    Attributes:
        address: the client's network address.
        is_asking: it has not begun or not finished a request.
        asking_since: when it came, or began the request, in seconds.
        active_at: when it last sent or read something, in seconds.
        unread: bytes of an answer that it has not read.
    """

    def __init__(self, callers: Callers, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.conn = _Requests(h11.SERVER)
        self._callers = callers
        self.address = ""
        self._is_socket, self.is_asking = False, True  # a WebSocket asks nothing
        self.asking_since = self.active_at = callers.clock()
        self.unread = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit the connection, or abort it."""
        super().connection_made(transport)
        self.address = "" if self.client is None else source_of(self.client[0])
        if not self._callers.admit(self):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._callers.forget(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Handle data, and note when a request began and whether it is complete."""
        self.active_at = self._callers.clock()
        if not self.is_asking:
            self.asking_since = self.active_at
        before = self.cycle
        super().data_received(data)
        cycle = self.cycle
        if cycle is not before:
            self.asking_since = self.active_at
        is_asking = cycle is None or cycle.more_body or cycle.response_complete
        self.is_asking = is_asking and not self._is_socket

    def send_400_response(self, msg: str) -> None:
        """Refuse a malformed request, unless an answer has begun, and close the connection."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def resume_writing(self) -> None:
        """Note that the client has read much of an answer."""
        self.active_at = self._callers.clock()
        super().resume_writing()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Become a WebSocket, whose silence is the service's business."""
        self._is_socket = True
        super().handle_websocket_upgrade(event)
        socket: Any = self.transport.get_protocol()
        if not socket.handshake_initiated:  # a malformed handshake would stay open for ever
            self.transport.close()

    def note_reading(self, time_s: float) -> None:
        """Note whether the client has read something of an answer since the last call."""
        unread = self.transport.get_write_buffer_size()
        if unread != self.unread:
            self.unread, self.active_at = unread, time_s


# --- cameras for a score sheet at a terminal ------------------------------------------------------


class PhoneServer:
    """Receives photos from phones, which open `link`, until it is closed.

    Raises:
        SetupError: photos cannot be read here, there is no page, or this machine has no network.
    """

    def __init__(self) -> None:
        if not can_read():
            raise SetupError(MISSING)
        if not (PAGE / "index.html").is_file():
            raise SetupError(NO_PAGE)
        address = lan_address()
        if address is None:
            raise SetupError("this machine is in no network, so no phone finds it")
        offer = Offer(port=0, lan=True)
        self._listening = listen(offer)
        site, page = site_of(offer, self._listening.getsockname()[1], address)
        limits = Addresses(Limits(), time.monotonic)
        cameras = Cameras(limits, Workers(in_threads=True), are_needed=True)
        self.camera: Camera = cameras.open("")
        self.link = link_of(page, self.camera)
        config = uvicorn.Config(
            camera_app(cameras, site),
            access_log=False, log_config=None, log_level="critical", lifespan="off",
            proxy_headers=False, server_header=False, timeout_graceful_shutdown=_CAMERA_STOP_S,
        )  # fmt: skip
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self._listening]}, daemon=True
        )
        self._thread.start()

    def attend(self, title: str) -> None:
        """Show phones what to photograph."""
        self.camera.title, self.camera.asked_s = title, math.inf

    def leave(self) -> None:
        """Show phones that nobody fetches photos at the moment."""
        self.camera.asked_s = -math.inf

    def close(self) -> None:
        """Stop the server."""
        self._server.should_exit = True
        self._thread.join(_CAMERA_STOP_S + 1)
        self._listening.close()
