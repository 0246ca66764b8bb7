"""The addresses of a service, and the files of its page."""

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

_PICTURE = "image/png"  # not compressed again


@dataclass(frozen=True)
class Site:
    """The addresses of a service.

    Attributes:
        origins: such as `http://127.0.0.1:8420`; requests of pages of other origins, or for other
            hosts, are refused.
        proxies: number of proxies in front of the service: a client's address is that many from
            the end of X-Forwarded-For; 0: the header is ignored.
        prefix: the path under which a proxy offers the service, such as `/cards`, or empty.
    """

    origins: frozenset[str]
    proxies: int = 0
    prefix: str = ""

    @property
    def hosts(self) -> frozenset[str]:
        """The valid values of the Host header."""
        return frozenset(urlsplit(origin).netloc.lower() for origin in self.origins)

    def allows(self, connection: HTTPConnection) -> bool:
        """Whether a request is for this service, and from its own page or from no page."""
        host = connection.headers.get("host", "").lower()
        origin = connection.headers.get("origin")
        return host in self.hosts and (origin is None or origin.lower() in self.origins)

    def is_secure(self, connection: HTTPConnection) -> bool:
        """Whether the client uses https."""
        host = connection.headers.get("host", "").lower()
        return f"https://{host}" in self.origins and f"http://{host}" not in self.origins

    def address(self, connection: HTTPConnection) -> str:
        """The client's address, for limits; see `source_of`."""
        host = "" if connection.client is None else connection.client.host
        if self.proxies:
            forwarded = ",".join(connection.headers.getlist("x-forwarded-for")).split(",")
            return source_of(forwarded[-self.proxies :][0]) or source_of(host)
        return source_of(host)


def takes_packed(headers: Headers) -> bool:
    """Whether a client accepts gzip."""
    return "gzip" in headers.get("accept-encoding", "")


class PageFiles(StaticFiles):
    """The files of the page in a folder, hidden ones excepted; texts are compressed once."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True)
        self._packed: dict[str, bytes] = {}  # by etag

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, compressed if it is a text and the client accepts gzip."""
        response = await super().get_response(path, scope)
        is_text = response.headers.get("content-type", "") != _PICTURE
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
        """A file's path, unless a part of it begins with a dot."""
        if any(part.startswith(".") for part in Path(path).parts):
            return "", None
        return super().lookup_path(path)
