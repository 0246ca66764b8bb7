"""A camera for a score sheet at a terminal: a small server for phones in the same network."""

from __future__ import annotations

import math
import threading
import time
from functools import partial

import uvicorn

from dealt.errors import SetupError
from dealt.service.hall.workers import Workers
from dealt.service.sheet.cameras import MISSING, Camera, Cameras, can_read, link_of
from dealt.service.table.limits import Addresses, Limits
from dealt.service.web.server import NO_PAGE, PAGE, camera_app
from dealt.service.web.serving import Offer, lan_address, listen, site_of

_STOP_S = 2


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
        count, workers = partial(limits.check, "polls_min"), Workers(in_threads=True)
        cameras = Cameras(time.monotonic, lambda: None, count, workers, are_needed=True)
        self.camera: Camera = cameras.open("")
        self.link = link_of(page, self.camera)
        config = uvicorn.Config(
            camera_app(cameras, site, limits),
            access_log=False, log_config=None, log_level="critical", lifespan="off",
            proxy_headers=False, server_header=False, timeout_graceful_shutdown=_STOP_S,
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
        self._thread.join(_STOP_S + 1)
        self._listening.close()
