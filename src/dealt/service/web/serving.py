"""What `dealt serve` does: a service on this machine, its links, and its end."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import cast
from urllib.parse import urlsplit

import uvicorn
from starlette.types import ASGIApp

from dealt.errors import SetupError
from dealt.language import reason
from dealt.service.hall.bots import PAUSE_S
from dealt.service.hall.service import Service
from dealt.service.hall.tables import Surroundings
from dealt.service.hall.thinkers import in_processes
from dealt.service.sheet.photos import can_read, how_to_read
from dealt.service.sheet.pictures import drawn
from dealt.service.store.store import Store
from dealt.service.table.limits import PEOPLE, SPARE_FILES, Limits, limits_for
from dealt.service.table.messages import MOST_READ
from dealt.service.web.callers import Callers
from dealt.service.web.control import Control, offered
from dealt.service.web.garbage import GarbageLooks
from dealt.service.web.server import NO_PAGE, PAGE, app
from dealt.service.web.site import Site

LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
NOWHERE = "192.0.2.1"  # an address for documents; nothing is sent there
TICKS_TO_SET_ASIDE = 50  # tenths of a second
TICKS_TO_SWEEP = 10
STOP_S = 5  # for requests that have begun


@dataclass(frozen=True)
class Offer:
    """How a service is offered.

    Attributes:
        port: 0: any that is free.
        host: the address to listen at; None: this machine's own, or with `lan` every one.
        lan: to other machines of the network, too.
        data: a file, or the URL of a database of PostgreSQL.
        public_url: the address under which a proxy offers it; it may have a path.
        proxies: how many of them a request has passed; None: one, if there is a public address.
        people: who play from one address at a time, such as a school class.
        keep_days: after which a table that nobody has touched is deleted; None: never.
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
    """The address of this machine in its network; None: it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((NOWHERE, 9))  # chooses a way; sends nothing
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return address


def listen(offer: Offer) -> socket.socket:
    """The socket that a service listens at.

    Raises:
        SetupError: the port cannot be had.
    """
    host = offer.host or (EVERYWHERE if offer.lan else LOOPBACK)
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
    listening.listen(2048)  # whoever comes before all is ready waits
    return listening


def site_of(offer: Offer, port: int, address: str | None) -> tuple[Site, str]:
    """Under which names a service may be reached, and the link to show.

    Raises:
        SetupError: the public URL is no address of http or https.
    """
    names = {LOOPBACK, "localhost"}
    if offer.host not in (None, EVERYWHERE, "::"):
        names.add(f"[{offer.host}]" if ":" in offer.host else offer.host)
    origins = {f"http://{host}:{port}".lower() for host in names}
    prefix = ""
    link = f"http://{LOOPBACK}:{port}/"
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
    """Where programs of this machine reach a service."""
    host = offer.host if offer.host not in (None, EVERYWHERE, "::") else LOOPBACK
    return f"http://[{host}]:{port}" if ":" in str(host) else f"http://{host}:{port}"


def _split_address(address: str) -> tuple[str, str]:
    """The origin of a public address, and its path without a slash at the end.

    Raises:
        SetupError: it is no address of http or https, or has a query.
    """
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise SetupError(
            "the address {address} is not like https://cards.example or https://example.org/cards",
            address=repr(address),
        )
    return f"{parts.scheme}://{parts.netloc}".lower(), parts.path.rstrip("/")


def _origin_of(offer: Offer, link: str) -> str | None:
    """What invitations begin with; None: they work for whoever is on this machine alone."""
    return link.rstrip("/") if offer.lan or offer.public_url is not None else None


class Server(uvicorn.Server):
    """A server that tells its clients before it stops, and seldom looks for garbage.

    Args:
        config: see uvicorn.
        service: the tables.
        callers: the connections.
    """

    def __init__(self, config: uvicorn.Config, service: Service, callers: Callers) -> None:
        super().__init__(config)
        self._service, self._callers = service, callers
        self._looks = GarbageLooks()

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second; whether to stop."""
        if counter % TICKS_TO_SET_ASIDE == 0:
            self._looks.set_aside()
        if counter % TICKS_TO_SWEEP == 0:
            self._callers.sweep()
        return await super().on_tick(counter)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop by Ctrl-C or a signal, without raising it again when all is done."""
        if sys.platform == "win32":  # whose loops know no signals
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
        """Say farewell, then stop."""
        self._service.farewell()
        await asyncio.sleep(0.05)  # for the farewells to be sent
        await super().shutdown(sockets)


def _within_files(limits: Limits) -> Limits:
    """Limits with no more connections than this process may have files open."""
    if sys.platform == "win32":
        return limits
    import resource

    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return limits
    return replace(limits, connections=max(1, min(limits.connections, files - SPARE_FILES)))


def serve(offer: Offer, tell: Callable[[str], None]) -> None:
    """Serve until Ctrl-C.

    Args:
        offer: how.
        tell: gets the lines for whoever started it.

    Raises:
        SetupError: a port or a network that cannot be had.
        StorageError: a database that cannot be used.
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
    """Say where the service is."""
    tell(f"Tables at {link} (kept in {store.name}); stop with Ctrl-C.")
    if offer.lan:
        tell("Everybody in this network can come by this link:")
        picture = drawn(link)
        if picture is not None:
            tell(picture)
    if not (PAGE / "index.html").is_file():
        tell(f"Note: {NO_PAGE}.")
    if not can_read():
        tell(f"Note: {how_to_read()}")


def server_of(application: ASGIApp, service: Service, site: Site) -> Server:
    """What serves an application on HTTP.

    Args:
        application: of the service.
        service: the tables.
        site: its names, and how many proxies stand before it.
    """
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
        timeout_graceful_shutdown=STOP_S,
    )
    return Server(config, service, callers)
