"""The table service on HTTP: a WebSocket for each client, a few other routes, and the page.

Nothing from outside becomes a path, a database query or a line of a log.  `_HEADERS` limit what a
browser may do with the page, and the lists of hosts and origins who may talk to the service.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dealt._version import __version__
from dealt.errors import DealtError, StorageError
from dealt.language import ENGLISH, language_of, say, speaking
from dealt.service.hall.live import BROKE_RULES, TRY_AGAIN
from dealt.service.hall.service import Service
from dealt.service.hall.workers import PACKING
from dealt.service.table import protocol as p
from dealt.service.table.limits import source_of
from dealt.service.table.protocol import schema
from dealt.service.table.questions import Answer, Question, Reply
from dealt.service.table.refusals import NOBODY, Refused, failure
from dealt.service.web.answers import AnswerCache, JoinBody, NewSession, shared
from dealt.service.web.cameras import Cameras
from dealt.service.web.control import Control, metrics_text
from dealt.service.web.session import Session

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


def _takes_packed(headers: Headers) -> bool:
    """Whether a client accepts gzip."""
    return "gzip" in headers.get("accept-encoding", "")


class _PageFiles(StaticFiles):
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
        if not _takes_packed(Headers(scope=scope)):
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


PAGE = Path(__file__).parent.parent / "page"
NO_PAGE = "there is no page in this installation; build it with: make page"

_COOKIE = "dealt"
_COOKIE_S = 400 * 86_400  # as long as browsers keep one
_MOST_BODY = 4096

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
    "trusted-types 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(), microphone=(), payment=()",
    "Cache-Control": "no-cache",  # an old page may not fit a new service
}


def _cookie_of(connection: HTTPConnection) -> str:
    """The name of the cookie, with the port: browsers send cookies to all ports of a host."""
    port = connection.headers.get("host", "").rpartition(":")[2]
    return f"{_COOKIE}_{port}" if port.isdecimal() else _COOKIE


def _token_of(connection: HTTPConnection) -> str | None:
    """The client's token, from the Authorization header or the cookie."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if kind == "Bearer" else connection.cookies.get(_cookie_of(connection))


class _Guard:
    """Refuses requests that are not for this service, and adds `_HEADERS` to all answers.

    Args:
        app: the application behind it.
        site: the addresses of the service.
        trouble: gets the service's errors.
    """

    def __init__(self, app: ASGIApp, site: Site, trouble: Callable[[Exception], None]) -> None:
        self.app = app
        self.site = site
        self.trouble = trouble

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request or a socket."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        request = HTTPConnection(scope)
        if not self.site.allows(request):
            await _turn_away(scope, receive, send)
            return

        path = scope["path"]
        if self.site.prefix and path.startswith(f"{self.site.prefix}/"):  # not all proxies strip it
            rest = path.removeprefix(self.site.prefix)
            scope = {**scope, "path": rest, "raw_path": rest.encode()}

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [(k.lower().encode(), v.encode()) for k, v in _HEADERS.items()]
                message["headers"] = [*message.get("headers", []), *headers]
            await send(message)

        with speaking(_language(request)):
            is_http = scope["type"] == "http"
            try:
                await self.app(scope, receive, send_with_headers if is_http else send)
            except Exception as error:  # the client has an answer; now inform the host
                self.trouble(error)


def _language(request: HTTPConnection) -> str:
    """A browser's preferred language; at a socket `hello` has it."""
    if request.scope["type"] == "websocket":
        return ENGLISH
    first = re.split("[,;]", request.headers.get("accept-language", ""))[0].strip()
    return language_of(first) or ENGLISH


async def _turn_away(scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a request, or a socket before it is accepted."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": BROKE_RULES})
        return
    answer = PlainTextResponse("not meant for this service: unknown Host or Origin\n", 403)
    await answer(scope, receive, send)


class _Endpoints:
    """The routes that a server has and a tab does not."""

    def __init__(self, service: Service, site: Site) -> None:
        self.service = service
        self.site = site

    async def health(self, request: Request) -> Response:
        """GET /health: whether the database answers and can be written."""
        try:
            await asyncio.wait_for(self.service.store.check(), 5)
        except (DealtError, TimeoutError) as error:
            problem = _trouble_of(error)
            return JSONResponse({"ok": False, "version": __version__, "why": problem}, 503)
        return JSONResponse({"ok": True, "version": __version__, "protocol": p.PROTOCOL})

    async def metrics(self, request: Request) -> Response:
        """GET /metrics, in the text format of Prometheus."""
        kind = "text/plain; version=0.0.4; charset=utf-8"
        return Response(metrics_text(self.service), media_type=kind)

    async def session(self, request: Request) -> Response:
        """POST /session: a new person; the token is in a cookie hidden from scripts, or in JSON."""
        address = self.site.address(request)
        self.service.addresses.check("posts_min", address)
        question = Question(address, {}, {}, request.headers, request.stream)
        body = await question.read(NewSession, _MOST_BODY)
        own_token = _token_of(request)
        if own_token is not None:
            with contextlib.suppress(Refused):
                person, name = await self.person(own_token)
                if body.name is not None:
                    name = await self.service.rename(person, body.name, name)
                return JSONResponse({"person": person, "name": name})
        _, token = await self.service.new_person(body.name)
        person, name = await self.service.person_of(token)
        if body.token:
            return JSONResponse({"person": person, "name": name, "token": token})
        response = JSONResponse({"person": person, "name": name})
        response.set_cookie(
            _cookie_of(request),
            token,
            max_age=_COOKIE_S,
            httponly=True,
            samesite="strict",
            secure=self.site.is_secure(request),
        )
        return response

    async def join(self, question: Question) -> Reply:
        """POST /join: enter by a link, whose code in the body cannot get into a log."""
        self.service.addresses.check("posts_min", question.address)
        body = await question.read(JoinBody, _MOST_BODY)
        person, name = await question.person()
        return Reply.from_data({"table": await self.service.join(person, name, body.code)})

    async def person(self, token: str | None) -> tuple[str, str]:
        """The id and name of a token's person; raises Refused if there is none."""
        if token is None or len(token) > 100:
            raise Refused("rights", NOBODY)
        return await self.service.person_of(token)


class _Socket:
    """The ASGI application of WebSockets, one call per client."""

    def __init__(self, ends: _Endpoints) -> None:
        self.ends = ends

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a client."""
        service, request = self.ends.service, HTTPConnection(scope)
        person = name = ""
        token = _token_of(request)
        await receive()  # "websocket.connect"
        try:
            if token is not None:
                with contextlib.suppress(Refused):
                    person, name = await self.ends.person(token)
            session = Session(service, self.ends.site.address(request), person, name)
        except Refused as refused:
            service.journal.refused(refused.code)
            await send({"type": "websocket.close", "code": BROKE_RULES})
            return
        except StorageError as error:  # the client must not become a new person meanwhile
            service.journal.trouble(error)
            await send({"type": "websocket.close", "code": TRY_AGAIN})
            return
        await send({"type": "websocket.accept"})
        sending = asyncio.create_task(self._send(send, session))
        try:
            await self._receive(receive, session)
        finally:
            service.disconnect(session)
            sending.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sending

    async def _receive(self, receive: Receive, session: Session) -> None:
        while (message := await receive())["type"] != "websocket.disconnect":
            text = message.get("text")
            data = text.encode("utf-8", "replace") if text is not None else message.get("bytes")
            await session.receive(data or b"")

    async def _send(self, send: Send, session: Session) -> None:
        with contextlib.suppress(RuntimeError, OSError):  # the client is gone
            while (frame := await session.next_frame()) is not None:
                await send({"type": "websocket.send", "text": frame.decode()})
            await send({"type": "websocket.close", "code": session.closing or BROKE_RULES})


def _carried(
    answer: Answer, site: Site, person_of: Callable[[str | None], Awaitable[tuple[str, str]]]
) -> Route:
    """An answer as an HTTP route; `person_of` gives the id and the name of a token's person."""

    async def give(request: Request) -> Response:
        question = Question(
            site.address(request),
            request.path_params,
            request.query_params,
            request.headers,
            request.stream,
            lambda: person_of(_token_of(request)),
        )
        reply = await answer.give(question)
        content, headers = reply.content, dict(reply.headers)
        if reply.packed:
            headers["Vary"] = "Accept-Encoding"
            if _takes_packed(request.headers):
                content, headers["Content-Encoding"] = reply.packed, "gzip"
        return Response(content, reply.status, headers, media_type=reply.kind)

    return Route(answer.path, give, methods=[answer.method])


async def _refused(request: Request, error: Exception) -> Response:
    reply = Reply.refusal(failure(error))
    return Response(reply.content, reply.status, media_type=reply.kind)


async def _failed(service: Service, request: Request, error: Exception) -> Response:
    service.journal.trouble(error)
    return await _refused(request, error)


async def _gone(request: Request, error: Exception) -> Response:
    """Nobody receives this: the client disconnected within its request."""
    return Response(status_code=400)


_HANDLERS: dict[Any, Any] = {Refused: _refused, ClientDisconnect: _gone, Exception: _refused}


def _trouble_of(error: Exception) -> str:
    """An error of the storage in words, without its path."""
    reason = error.data().get("reason") if isinstance(error, DealtError) else None
    if reason is None:
        return say("the storage does not answer")
    return say("the storage cannot be written: {reason}", reason=reason)


async def _no_page(request: Request) -> Response:
    return PlainTextResponse(f"{NO_PAGE}\n", 404)


def _answers(service: Service, control: Control, *, in_threads: bool) -> list[Answer]:
    """The answers outside of the socket, see `app`."""
    cameras = Cameras(
        service.addresses,
        service.workers,
        service.timer,
        origin=lambda: service.around.origin,
        most=service.limits.cameras,
        in_threads=in_threads,
    )
    service.helpers.append(cameras.readers)
    cache = AnswerCache(service.workers)
    return [
        *shared(service, cache, control.store.friends),
        *_photo_answers(cameras),
        Answer("POST", "/camera", cameras.desk),
        Answer("GET", "/protocol", lambda question: cache.get(question, schema)),
    ]


def app(
    service: Service,
    site: Site,
    *,
    page: Path = PAGE,
    ready: Callable[[], None] = lambda: None,
    in_threads: bool = True,
    control: Control | None = None,
) -> ASGIApp:
    """A service as an ASGI application.

    Args:
        service: is started and stopped with the application.
        site: the addresses of the service.
        page: the folder of the page.
        ready: called when the service is ready.
        in_threads: photos are read in a thread, not in a process.
        control: the host's control of the service.
    """
    control = Control(service) if control is None else control
    ends = _Endpoints(service, site)
    answers = [
        Answer("POST", "/join", ends.join),
        *_answers(service, control, in_threads=in_threads),
    ]

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        service.start()
        bus = None
        if service.store.is_shared:
            from dealt.service.web.bus import Bus

            bus = await Bus.started(service)
        control.start()
        ready()
        yield
        control.stop()
        await service.stop()
        if bus is not None:
            await bus.stop()

    handlers = {**_HANDLERS, StorageError: partial(_failed, service)}
    routes: list[Any] = [
        Route("/health", ends.health),
        Route("/metrics", ends.metrics),
        Route("/session", ends.session, methods=["POST"]),
        Route("/control", control.answer, methods=["POST"]),
        WebSocketRoute("/socket", _Socket(ends)),
        *(_carried(answer, site, ends.person) for answer in answers),
    ]
    if (page / "index.html").is_file():
        routes.append(Mount("/", _PageFiles(page)))
    else:
        routes.append(Route("/", _no_page))
    application = Starlette(routes=routes, lifespan=life, exception_handlers=handlers)
    return _Guard(application, site, service.journal.trouble)


def _photo_answers(cameras: Cameras) -> list[Answer]:
    return [
        Answer("GET", "/photo", cameras.about),
        Answer("POST", "/photo", cameras.photo),
        Answer("GET", "/camera", cameras.phone),
    ]


def camera_app(cameras: Cameras, site: Site) -> ASGIApp:
    """An ASGI application for the phones of one desk: the page, and photos for a camera."""
    answers = _photo_answers(cameras)

    async def nobody(token: str | None) -> tuple[str, str]:
        raise Refused("rights", NOBODY)

    routes: list[Any] = [_carried(answer, site, nobody) for answer in answers]
    routes.append(Mount("/", _PageFiles(PAGE)))
    return _Guard(Starlette(routes=routes, exception_handlers=_HANDLERS), site, lambda error: None)
