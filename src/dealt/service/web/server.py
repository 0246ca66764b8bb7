"""The table service on HTTP: one socket a client, a few addresses besides, and the page.

Nothing from outside becomes a path, a query of the database or a line of a log.  What a browser may
do with the page is limited by the headers of `HEADERS`; who may talk to the service at all, by the
lists of hosts and origins.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dealt._version import __version__
from dealt.errors import DealtError, StorageError
from dealt.language import ENGLISH, language_of, say, speaking
from dealt.service.hall.friends import Friends
from dealt.service.hall.live import BROKE_RULES, TRY_AGAIN
from dealt.service.hall.service import Service
from dealt.service.sheet.cameras import Cameras, Photos
from dealt.service.table import protocol as p
from dealt.service.table.json_schema import schema
from dealt.service.table.limits import Addresses
from dealt.service.table.questions import Answer, Question, Reply
from dealt.service.table.refusals import NOBODY, Refused, failure
from dealt.service.web.answers import Figures, JoinBody, NewSession, shared
from dealt.service.web.control import Control, metrics_text
from dealt.service.web.session import Session
from dealt.service.web.site import PageFiles, Site, takes_packed

PAGE = Path(__file__).parent.parent / "page"
NO_PAGE = "there is no page in this installation; build it with: make page"

COOKIE = "dealt"
COOKIE_S = 400 * 86_400  # as long as browsers keep one
MOST_BODY = 4096

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
    "trusted-types 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(), microphone=(), payment=()",
    "Cache-Control": "no-cache",  # a new service is not shown with an old page
}


def _cookie_of(connection: HTTPConnection) -> str:
    """The name of the cookie; browsers send the same ones to all ports of a host."""
    port = connection.headers.get("host", "").rpartition(":")[2]
    return f"{COOKIE}_{port}" if port.isdecimal() else COOKIE


def _token_of(connection: HTTPConnection) -> str | None:
    """Who asks: by the header of a client that keeps its own token, else by the cookie."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if kind == "Bearer" else connection.cookies.get(_cookie_of(connection))


class _Guard:
    """Refuses what is not meant for this service, and adds the headers of `HEADERS`.

    Args:
        app: what is guarded.
        site: the names of the service.
        trouble: hears of what went wrong on the side of the service.
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
        if self.site.prefix and path.startswith(f"{self.site.prefix}/"):  # a proxy may leave it
            rest = path.removeprefix(self.site.prefix)
            scope = {**scope, "path": rest, "raw_path": rest.encode()}

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [(k.lower().encode(), v.encode()) for k, v in HEADERS.items()]
                message["headers"] = [*message.get("headers", []), *headers]
            await send(message)

        with speaking(_language(request)):
            is_http = scope["type"] == "http"
            try:
                await self.app(scope, receive, send_with_headers if is_http else send)
            except Exception as error:  # it was answered; what is left is a line for the host
                self.trouble(error)


def _language(request: HTTPConnection) -> str:
    """The language that a browser asks for first; at a socket `hello` says it."""
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
    """What can be asked for.

    Args:
        service: the tables.
        site: the names of the service.
    """

    def __init__(self, service: Service, site: Site) -> None:
        self.service = service
        self.site = site

    async def health(self, request: Request) -> Response:
        """Whether the database answers, and can be written."""
        try:
            await asyncio.wait_for(self.service.store.check(), 5)
        except (DealtError, TimeoutError) as error:
            problem = _trouble_of(error)
            return JSONResponse({"ok": False, "version": __version__, "why": problem}, 503)
        return JSONResponse({"ok": True, "version": __version__, "protocol": p.PROTOCOL})

    async def metrics(self, request: Request) -> Response:
        """Figures in the text format of Prometheus."""
        kind = "text/plain; version=0.0.4; charset=utf-8"
        return Response(metrics_text(self.service), media_type=kind)

    async def session(self, request: Request) -> Response:
        """Make a person, and hand the token over as a cookie that no script can read, or openly."""
        body = await self._body(request, NewSession)
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
            max_age=COOKIE_S,
            httponly=True,
            samesite="strict",
            secure=self.site.is_secure(request),
        )
        return response

    async def join(self, request: Request) -> Response:
        """Let a person in by a link; a code is in no address, so in no log."""
        body = await self._body(request, JoinBody)
        person, name = await self.person(_token_of(request))
        return JSONResponse({"table": await self.service.join(person, name, body.code)})

    async def person(self, token: str | None) -> tuple[str, str]:
        """Whose a token is, see `Service.person_of`."""
        if token is None or len(token) > 100:
            raise Refused("rights", NOBODY)
        return await self.service.person_of(token)

    async def person_id(self, token: str | None) -> str:
        """The person alone, see `person`."""
        return (await self.person(token))[0]

    async def _body(self, request: Request, kind: type[Any]) -> Any:
        """The body of a request, read strictly.

        Raises:
            Refused: it cannot be, or there were too many.
        """
        address = self.site.address(request)
        self.service.addresses.check("posts_min", address)
        question = Question(address, {}, {}, request.headers, request.stream)
        return await question.read(kind, MOST_BODY)


class _Socket:
    """One client, as long as it stays: an ASGI application, with nothing between it and its server.

    Args:
        ends: know whose a cookie is.
    """

    def __init__(self, ends: _Endpoints) -> None:
        self.ends = ends

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a client."""
        service, request = self.ends.service, HTTPConnection(scope)
        person = name = ""
        token = _token_of(request)
        await receive()  # that it wants to connect
        try:
            if token is not None:
                with contextlib.suppress(Refused):
                    person, name = await self.ends.person(token)
            session = Session(service, self.ends.site.address(request), person, name)
        except Refused as refused:
            service.journal.refused(refused.code)
            await send({"type": "websocket.close", "code": BROKE_RULES})
            return
        except StorageError as error:  # nobody is taken for somebody new meanwhile
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
        with contextlib.suppress(RuntimeError, OSError):  # it has gone
            while (frame := await session.next_frame()) is not None:
                await send({"type": "websocket.send", "text": frame.decode()})
            await send({"type": "websocket.close", "code": session.closing or BROKE_RULES})


def _carried(
    answer: Answer, site: Site, person_of: Callable[[str | None], Awaitable[str]]
) -> Route:
    """An answer as a route of HTTP.

    Args:
        answer: what is asked for and given.
        site: the names of the service.
        person_of: whose a token is.
    """

    async def give(request: Request) -> Response:
        async def person() -> str:
            return await person_of(_token_of(request))

        question = Question(
            site.address(request),
            request.path_params,
            request.query_params,
            request.headers,
            request.stream,
            person,
        )
        reply = await answer.give(question)
        content, headers = reply.content, dict(reply.headers)
        if reply.packed:
            headers["Vary"] = "Accept-Encoding"
            if takes_packed(request.headers):
                content, headers["Content-Encoding"] = reply.packed, "gzip"
        return Response(content, reply.status, headers, media_type=reply.kind)

    return Route(answer.path, give, methods=[answer.method])


async def _refused(request: Request, error: Exception) -> Response:
    reply = Reply.refusal(failure(error))
    return Response(reply.content, reply.status, media_type=reply.kind)


async def _gone(request: Request, error: Exception) -> Response:
    """Whoever asked has gone before the end of the question; nobody hears the answer."""
    return Response(status_code=400)


def _handlers(service: Service) -> dict[Any, Callable[[Request, Exception], Any]]:
    """What is answered instead, by the kind of error."""

    async def failed(request: Request, error: Exception) -> Response:
        service.journal.trouble(error)
        return await _refused(request, error)

    return {Refused: _refused, StorageError: failed, ClientDisconnect: _gone, Exception: _refused}


def _trouble_of(error: Exception) -> str:
    """What is wrong with the storage, without the place of its file."""
    reason = error.data().get("reason") if isinstance(error, DealtError) else None
    if reason is None:
        return say("the storage does not answer")
    return say("the storage cannot be written: {reason}", reason=reason)


async def _no_page(request: Request) -> Response:
    return PlainTextResponse(f"{NO_PAGE}\n", 404)


def _answers(service: Service, control: Control, *, in_threads: bool) -> list[Answer]:
    """What is answered beside the moves; see `app`."""
    count, most = partial(service.addresses.check, "polls_min"), service.limits.cameras
    cameras = Cameras(
        service.timer, lambda: service.around.origin, count, service.workers, most=most
    )
    photos = Photos(service.addresses, cameras, in_threads=in_threads)
    service.helpers.append(photos.workers)
    figures = Figures(service.workers)
    return [
        *shared(service, figures, Friends(control.store)),
        *_photo_answers(photos, cameras),
        Answer("POST", "/camera", cameras.desk),
        Answer("GET", "/protocol", lambda question: figures.get(question, schema)),
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
    """The service as an ASGI application.

    Args:
        service: the tables; it is started and stopped with the application.
        site: the names of the service.
        page: the folder of the page.
        ready: called when all is ready to be served.
        in_threads: photos are read by a thread, not by a process.
        control: what is done for whoever keeps the service.
    """
    control = Control(service) if control is None else control
    ends = _Endpoints(service, site)
    answers = _answers(service, control, in_threads=in_threads)

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        service.start()
        bus = None
        if service.store.is_shared:
            from dealt.service.web.bus import Bus

            bus = await Bus.of(service)
        control.start()
        ready()
        yield
        control.stop()
        await service.stop()
        if bus is not None:
            await bus.stop()

    routes = [*_routes(ends), *(_carried(answer, site, ends.person_id) for answer in answers)]
    routes.append(Route("/control", control.answer, methods=["POST"]))
    if (page / "index.html").is_file():
        routes.append(Mount("/", PageFiles(page)))
    else:
        routes.append(Route("/", _no_page))
    application = Starlette(
        routes=routes,
        lifespan=life,
        exception_handlers=_handlers(service),
    )
    return _Guard(application, site, service.journal.trouble)


def _photo_answers(photos: Photos, cameras: Cameras) -> list[Answer]:
    return [
        Answer("GET", "/photo", photos.about),
        Answer("POST", "/photo", photos.photo),
        Answer("GET", "/camera", cameras.phone),
    ]


def camera_app(cameras: Cameras, site: Site, accounts: Addresses, page: Path = PAGE) -> ASGIApp:
    """What phones of one desk need: the page, and photos for those who have the link of a camera.

    Args:
        cameras: where the photos wait.
        site: the names of the service.
        accounts: what each address has cost.
        page: the folder of the page.
    """
    answers = _photo_answers(Photos(accounts, cameras), cameras)

    async def nobody(token: str | None) -> str:
        raise Refused("rights", NOBODY)

    routes: list[Any] = [_carried(answer, site, nobody) for answer in answers]
    routes.append(Mount("/", PageFiles(page)))
    handlers: dict[Any, Any] = {Refused: _refused, ClientDisconnect: _gone, Exception: _refused}
    return _Guard(Starlette(routes=routes, exception_handlers=handlers), site, lambda error: None)


def _routes(ends: _Endpoints) -> list[Any]:
    """The addresses that a server alone has."""
    return [
        Route("/health", ends.health),
        Route("/metrics", ends.metrics),
        Route("/session", ends.session, methods=["POST"]),
        Route("/join", ends.join, methods=["POST"]),
        WebSocketRoute("/socket", _Socket(ends)),
    ]
