"""What a service is reached by: its names, and the files of its page."""

from __future__ import annotations

import asyncio
import gzip
import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from dealt.service.hall.workers import PACKING
from dealt.service.table.limits import source_of

PICTURE = "image/png"  # the files that are not compressed again


@dataclass(frozen=True)
class Site:
    """Under which names the service may be reached.

    Attributes:
        origins: such as `http://127.0.0.1:8420`; a browser that shows a page of another origin is
            refused, and so is a request for another host.
        proxies: how many proxies stand before the service: the address of a client is that many
            from the end of X-Forwarded-For; 0: nobody's word is taken for it.
        prefix: the path under which a proxy offers the service, such as `/cards`, or nothing.
    """

    origins: frozenset[str]
    proxies: int = 0
    prefix: str = ""

    @property
    def hosts(self) -> frozenset[str]:
        """What may stand in the Host header."""
        return frozenset(urlsplit(origin).netloc.lower() for origin in self.origins)

    def allows(self, connection: HTTPConnection) -> bool:
        """Whether a request was meant for this service, and comes from its own page or no page."""
        host = connection.headers.get("host", "").lower()
        origin = connection.headers.get("origin")
        return host in self.hosts and (origin is None or origin.lower() in self.origins)

    def is_secure(self, connection: HTTPConnection) -> bool:
        """Whether the client came by https."""
        host = connection.headers.get("host", "").lower()
        return f"https://{host}" in self.origins and f"http://{host}" not in self.origins

    def address(self, connection: HTTPConnection) -> str:
        """Where a request comes from, for counting; see `source_of`."""
        host = "" if connection.client is None else connection.client.host
        if self.proxies:
            forwarded = ",".join(connection.headers.getlist("x-forwarded-for")).split(",")
            return source_of(forwarded[-self.proxies :][0]) or source_of(host)
        return source_of(host)


def takes_packed(headers: Headers) -> bool:
    """Whether a client can unpack what is compressed by gzip."""
    return "gzip" in headers.get("accept-encoding", "")


class PageFiles(StaticFiles):
    """The files of the page; texts are compressed once, and stay in memory.

    Args:
        folder: that they are in; a file whose name begins with a dot is not of the page.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True)
        self._packed: dict[str, bytes] = {}  # by etag

    async def get_response(self, path: str, scope: Scope) -> Response:
        """See `StaticFiles`."""
        response = await super().get_response(path, scope)
        is_text = response.headers.get("content-type", "") != PICTURE
        if not isinstance(response, FileResponse) or not is_text:
            return response
        if not takes_packed(Headers(scope=scope)):
            return response
        etag = response.headers["etag"]
        if etag not in self._packed:
            content = await asyncio.to_thread(Path(response.path).read_bytes)
            self._packed[etag] = await asyncio.to_thread(gzip.compress, content, PACKING, mtime=0)
        headers = {**response.headers, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        del headers["content-length"]
        return Response(self._packed[etag], response.status_code, headers)

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """See `StaticFiles`."""
        if any(part.startswith(".") for part in Path(path).parts):
            return "", None
        return super().lookup_path(path)
