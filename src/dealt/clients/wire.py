"""The ways to reach a table service: in this process, or on a server by a socket."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

from dealt import games
from dealt.clients.plan import Plan, is_ordered, ordered_seats, unfinished
from dealt.errors import DealtError, SetupError
from dealt.language import message, say
from dealt.service.hall.live import GOING_AWAY
from dealt.service.hall.service import Service
from dealt.service.hall.tables import Surroundings
from dealt.service.hall.thinkers import Thinkers
from dealt.service.table import events as ev
from dealt.service.table.parts import Settings, TableRow
from dealt.service.table.refusals import Refused
from dealt.service.web.local import Keys, own_keys, service_on, token_at
from dealt.service.web.session import Session

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

HERE = message("this machine")
_TIMEOUT_S = 10.0
_MOST_ANSWER = 65_536
_MOST_FRAME = 1 << 20
_COOKIE = re.compile(r"(dealt(?:_\d+)?)=([A-Za-z0-9_-]{43})")
PREFIX = re.compile(r"(?:/[\w~-][\w.~-]*)*", re.ASCII)
LINK = re.compile(r"(?:/?join/)?([A-Za-z0-9_-]{22})")
TABLE = re.compile(r"/?table/([A-Za-z0-9_-]{1,40})")


class LostError(DealtError):
    """The service cannot be reached now, but perhaps later."""


class Wire(Protocol):
    """A way to reach a service.

    Attributes:
        is_own: its tables are those of this account.
    """

    is_own: bool

    @property
    def place(self) -> str:
        """The place of the service, for people."""

    async def open(self) -> str:
        """Connect, and return the token to say hello with.

        Raises:
            LostError: not reachable now.
            DealtError: not possible as requested.
        """

    async def first_table(self) -> str | None:
        """The table that the link leads to; None if it has none, or if that table was left."""

    async def saved_match(self, plan: Plan, tables: Sequence[TableRow]) -> str | None:
        """The table of the saved match that fits a plan, see `is_ordered`, or None.

        Args:
            plan: of a game.
            tables: of the lobby.

        Raises:
            DealtError: the order is not possible.
        """

    async def send(self, data: bytes) -> None:
        """Send a frame.

        Raises:
            LostError: the connection has ended.
        """

    async def receive(self) -> bytes | None:
        """Receive the next frame; None if the connection has ended."""

    async def close(self) -> None:
        """End the connection."""


class Local:
    """A service in this process.

    Args:
        service: a service that has been started.
        keys: the saved tokens; None: always be a new person.
        place: the name of the token among the keys.
    """

    is_own = True

    def __init__(self, service: Service, keys: Keys | None = None, place: str = HERE) -> None:
        self._service = service
        self._keys = keys
        self._place = place
        self._session: Session | None = None
        self._token: str | None = None

    @property
    def place(self) -> str:
        """The place, in the current language."""
        return say(HERE)

    async def open(self) -> str:
        """Begin a session at the service."""
        if self._token is None:
            self._token = await token_at(self._service, self._keys, self._place)
        try:
            self._session = Session(self._service, HERE, sends_all=True)
        except Refused as refused:
            raise LostError(str(refused)) from None
        return self._token

    async def first_table(self) -> str | None:
        """The table of a link, which a service of this process does not have."""
        return None

    async def saved_match(self, plan: Plan, tables: Sequence[TableRow]) -> str | None:
        """The table of the person's saved match that fits the plan."""
        game = games.registered(plan.game or "")
        for state in await unfinished(self._service, await self._person(), game):
            if is_ordered(state, game, plan.seats, plan.settings):
                return state.name
        return None

    async def _person(self) -> str:
        person, _ = await self._service.person_of(self._token or "")
        return person

    async def levels(self, table: str) -> list[str | None]:
        """The levels of the computer players at a table; None for people."""
        live = await self._service.tables.load_for(await self._person(), table)
        return [place.level for place in live.state.places]

    async def open_table(self, settings: Settings, seats: Sequence[tuple[str, str | None]]) -> str:
        """Open a table with everybody seated, and return its name.

        Args:
            settings: of the table.
            seats: the name of each player, and the level of a computer player.

        Raises:
            Refused: such a table is not possible.
        """
        person, tables = await self._person(), self._service.tables
        live = await tables.open(person, settings)
        async with live.lock:
            events: ev.Events = [
                ev.Sat(seat=seat, person=person, name=name)
                if level is None
                else ev.BotSat(seat=seat, level=level, name=name)
                for seat, (name, level) in enumerate(seats)
            ]
            await tables.commit(live, events)
        return live.name

    async def send(self, data: bytes) -> None:
        """Pass a frame to the session."""
        if self._session is None:
            raise LostError("not connected")
        await self._session.receive(data)

    async def receive(self) -> bytes | None:
        """Wait for the next frame of the session."""
        return None if self._session is None else await self._session.next_frame()

    async def close(self) -> None:
        """End the session."""
        if self._session is not None:
            self._session.close(GOING_AWAY)  # this ends any wait for a frame
            self._service.disconnect(self._session)
            self._session = None


@contextlib.asynccontextmanager
async def own_wire(
    place: str, around: Surroundings | None = None, thinkers: Thinkers | None = None
) -> AsyncIterator[Local]:
    """The way to the tables of this account, in a file; arguments and errors as in `service_on`."""
    async with service_on(place, around, thinkers) as service:
        yield Local(service, own_keys(), str(Path(place).absolute()))


@dataclass(frozen=True)
class Address:
    """The parts of a link.

    Attributes:
        origin: such as `http://127.0.0.1:8420`.
        code: of an invitation, or None.
        table: the name of a table, or None.
    """

    origin: str
    code: str | None = None
    table: str | None = None

    @property
    def socket(self) -> str:
        """The URL of the socket."""
        scheme, _, rest = self.origin.partition("://")
        return f"{'wss' if scheme == 'https' else 'ws'}://{rest}/socket"


def read_link(link: str) -> Address:
    """Parse a link to a service.

    Raises:
        SetupError: it is not a link; the message shows what one looks like.
    """
    problem = (
        f"{link[:80]!r} is no link to a table; one looks like http://192.168.1.5:8420/#/join/CODE"
    )
    try:
        parts = urlsplit(link.strip())
        port = parts.port
    except ValueError:
        raise SetupError(problem) from None
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
        raise SetupError(problem)
    prefix = parts.path.rstrip("/")  # under which a proxy offers the service
    if parts.query or not PREFIX.fullmatch(prefix):
        raise SetupError(problem)
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    origin = f"{parts.scheme}://{host}" + ("" if port is None else f":{port}") + prefix
    if not parts.fragment.strip("/"):
        return Address(origin)
    if fragment := TABLE.fullmatch(parts.fragment):
        return Address(origin, table=fragment[1])
    if fragment := LINK.fullmatch(parts.fragment):
        return Address(origin, code=fragment[1])
    raise SetupError(problem)


class Remote:
    """A service at an address.

    Args:
        address: of the service.
        keys: the saved tokens.
    """

    is_own = False

    def __init__(self, address: Address, keys: Keys) -> None:
        self._address = address
        self._keys = keys
        self._cookie: str | None = None
        self._socket: ClientConnection | None = None
        self._code = address.code
        self._table = address.table

    @property
    def place(self) -> str:
        """The origin of the address."""
        return self._address.origin

    async def open(self) -> str:
        """Fetch a token by cookie, and open the socket."""
        from websockets.asyncio.client import connect  # slow; often not needed
        from websockets.exceptions import InvalidHandshake, InvalidURI

        if self._cookie is None:
            self._cookie = await asyncio.to_thread(self._person)
        try:
            self._socket = await connect(
                self._address.socket,
                compression=None,
                max_size=_MOST_FRAME,
                open_timeout=_TIMEOUT_S,
                close_timeout=1,
            )
        except (InvalidURI, InvalidHandshake, OSError, TimeoutError) as error:
            raise LostError(
                "no dealt server at {place}: {reason}", place=self.place, reason=_reason(error)
            ) from None
        return self._cookie.partition("=")[2]

    def _person(self) -> str:
        """The cookie of the person there, from before or new."""
        key = self._keys.key(self.place)
        headers, answer = self._post("/session", {}, key)
        cookie = _COOKIE.match(headers.get("Set-Cookie", ""))
        if cookie is not None:
            return self._keys.save(self.place, cookie[0], before=key)
        if key is None or "person" not in answer:
            raise SetupError("{place} is not a dealt server", place=self.place)
        return key

    async def first_table(self) -> str | None:
        """The table of the link; its code is used once, later the table's name."""
        if self._code is not None:
            _, answer = await asyncio.to_thread(
                self._post, "/join", {"code": self._code}, self._cookie
            )
            self._code, self._table = None, str(answer.get("table", "")) or None
        table, self._table = self._table, None
        return table

    async def saved_match(self, plan: Plan, tables: Sequence[TableRow]) -> str | None:
        """The person's own table that fits the plan; none if the plan has settings."""
        if plan.settings:
            return None
        ordered = ordered_seats(games.registered(plan.game or ""), plan.seats) if plan.seats else []
        for row in tables:
            levels = row.levels or [None] * len(row.names)  # an older service
            seated = [
                (level, "" if level else name)
                for level, name in zip(levels, row.names, strict=True)
            ]
            is_same = seated == ordered if ordered else row.phase != "seating"
            if row.yours and row.game == plan.game and row.phase != "over" and is_same:
                return row.table
        return None

    def _post(self, path: str, body: dict[str, str], cookie: str | None) -> tuple[Any, Any]:
        """Post a request, and return the headers and the body of the answer.

        Raises:
            LostError: there is no answer.
            SetupError: it is refused; the message is the service's.
        """
        request = urllib.request.Request(
            self.place + path,
            data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json"} | ({"Cookie": cookie} if cookie else {}),
        )
        try:
            with urllib.request.urlopen(request, timeout=_TIMEOUT_S) as answer:
                data = json.loads(answer.read(_MOST_ANSWER))
                if isinstance(data, dict):
                    return answer.headers, data
        except urllib.error.HTTPError as error:
            with error:
                raise self._refusal(error) from None
        except (OSError, HTTPException) as error:
            raise LostError(
                "no dealt server at {place}: {reason}", place=self.place, reason=_reason(error)
            ) from None
        except ValueError:
            pass
        raise SetupError("{place} is not a dealt server", place=self.place)

    def _refusal(self, error: urllib.error.HTTPError) -> DealtError:
        with contextlib.suppress(ValueError, KeyError, TypeError, OSError, HTTPException):
            data = json.loads(error.read(_MOST_ANSWER))
            kind = LostError if data["code"] in ("busy", "rate") else SetupError
            return kind("{place}: {why}", place=self.place, why=data["why"])
        return SetupError(
            "{place} is not a dealt server (status {status})",
            place=self.place, status=error.code,
        )  # fmt: skip

    async def send(self, data: bytes) -> None:
        """Send a frame over the socket."""
        from websockets.exceptions import ConnectionClosed

        if self._socket is None:
            raise LostError("not connected")
        try:
            await self._socket.send(data.decode())
        except ConnectionClosed:
            raise LostError("the connection has ended") from None

    async def receive(self) -> bytes | None:
        """Receive the next frame from the socket."""
        from websockets.exceptions import ConnectionClosed

        if self._socket is None:
            return None
        try:
            frame = await self._socket.recv()
        except ConnectionClosed:
            return None
        return frame.encode() if isinstance(frame, str) else frame

    async def close(self) -> None:
        """Close the socket."""
        if self._socket is not None:
            await self._socket.close()
            self._socket = None


def _reason(error: BaseException) -> str:
    """The reason for a failed connection, in a few words."""
    cause = getattr(error, "reason", error)
    if isinstance(cause, TimeoutError):
        return "no answer"
    reason = getattr(cause, "strerror", None) or str(cause) or type(cause).__name__
    return " ".join(str(reason).split())[:120]
