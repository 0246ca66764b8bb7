"""What `dealt serve` does: a service on this machine, its links, and its end."""

from __future__ import annotations

import asyncio
import contextlib
import io
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import uvicorn

from dealt.errors import SetupError
from dealt.language import reason
from dealt.service.garbage import GarbageLooks
from dealt.service.protocol import MOST_BYTES
from dealt.service.server import NO_PAGE, PAGE, Site, app
from dealt.service.service import Service, Surroundings
from dealt.service.store import Store
from dealt.service.thinkers import in_processes, one_process

LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
NOWHERE = "192.0.2.1"  # an address for documents; nothing is sent there
PAUSE_S = 0.7  # before a computer player moves
TICKS_TO_SET_ASIDE = 50  # tenths of a second
STOP_S = 5  # for requests that have begun


@dataclass(frozen=True)
class Offer:
    """How a service is offered.

    Attributes:
        port: 0: any that is free.
        lan: to other machines of the network, too.
        data: a file, or the URL of a database of PostgreSQL.
        public_url: the address under which a proxy offers it.
        workers: processes in which computer players think.
        pause_s: seconds before a computer player moves.
    """

    port: int = 8420
    lan: bool = False
    data: str = "dealt-tables.db"
    public_url: str | None = None
    workers: int = 1
    pause_s: float = PAUSE_S


def lan_address() -> str:
    """The address of this machine in its network.

    Raises:
        SetupError: it is in none.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((NOWHERE, 9))  # chooses a way; sends nothing
            address: str = probe.getsockname()[0]
        except OSError:
            raise SetupError("this machine is in no network; serve without --lan") from None
    return address


def listen(offer: Offer) -> socket.socket:
    """The socket that a service listens at.

    Raises:
        SetupError: the port cannot be had.
    """
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((EVERYWHERE if offer.lan else LOOPBACK, offer.port))
    except OSError as error:
        made.close()
        raise SetupError(
            "cannot listen at port {port}: {reason}; try --port 0",
            port=offer.port, reason=reason(error),
        ) from None  # fmt: skip
    made.listen(2048)  # whoever comes before all is ready waits
    return made


def site_of(offer: Offer, port: int, address: str | None) -> tuple[Site, str]:
    """Under which names a service may be reached, and the link to show.

    Raises:
        SetupError: the public URL is no address of http or https.
    """
    origins = {f"http://{host}:{port}" for host in (LOOPBACK, "localhost")}
    link = f"http://{LOOPBACK}:{port}/"
    if address is not None:
        origins.add(f"http://{address}:{port}")
        link = f"http://{address}:{port}/"
    if offer.public_url is not None:
        scheme, _, rest = offer.public_url.lower().partition("://")
        netloc, _, path = rest.partition("/")
        if scheme not in ("http", "https") or not netloc or path:
            raise SetupError(
                "the address {address} is not like https://cards.example",
                address=repr(offer.public_url),
            )
        origins.add(f"{scheme}://{netloc}")
        link = f"{scheme}://{netloc}/"
    return Site(frozenset(origins), behind_proxy=offer.public_url is not None), link


def origin_of(offer: Offer, link: str) -> str | None:
    """What invitations begin with; None: they work for whoever is on this machine alone."""
    return link.rstrip("/") if offer.lan or offer.public_url is not None else None


def picture_of(link: str) -> str:
    """A link as a QR code, in characters."""
    import segno

    drawn = io.StringIO()
    segno.make(link, micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()


class Server(uvicorn.Server):
    """A server that tells its clients before it stops, and seldom looks for garbage.

    Args:
        config: see uvicorn.
        service: the tables.
    """

    def __init__(self, config: uvicorn.Config, service: Service) -> None:
        super().__init__(config)
        self._service = service
        self._looks = GarbageLooks()

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second; whether to stop."""
        if counter % TICKS_TO_SET_ASIDE == 0:
            self._looks.set_aside()
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
    listening = listen(offer)
    try:
        port: int = listening.getsockname()[1]
        site, link = site_of(offer, port, address)
        store = Store(offer.data)
        try:
            around = Surroundings(pause_s=offer.pause_s, origin=origin_of(offer, link))
            service = Service(store, in_processes(offer.workers), around=around)
            _serve(service, site, listening, lambda: _announce(offer, store, link, tell))
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
        tell(picture_of(link))
    if not (PAGE / "index.html").is_file():
        tell(f"Note: {NO_PAGE}.")


def _serve(
    service: Service, site: Site, listening: socket.socket, ready: Callable[[], None]
) -> None:
    config = uvicorn.Config(
        app(service, site, ready=ready, worker=one_process),
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES,
        ws_ping_interval=15,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        access_log=False,
        log_level="warning",
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=STOP_S,
    )
    Server(config, service).run([listening])
