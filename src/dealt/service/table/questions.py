"""Requests outside of the socket, independent of HTTP, so that a browser tab answers them, too.

A `Question` is a request, a `Reply` a response, and an `Answer` is what a server makes a route of.
Workers compute long ones.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from dealt.language import number as numeral
from dealt.service.table.limits import Addresses
from dealt.service.table.refusals import NOBODY, Refused

T = TypeVar("T")
_Whose = Callable[[], Awaitable[tuple[str, str]]]

_JSON = "application/json"
_STATUS = {"rate": 429, "rights": 403, "unknown": 404, "busy": 503}  # by code of a refusal


async def _nobody() -> tuple[str, str]:
    """Refuse, because the client is unknown."""
    raise Refused("rights", NOBODY)


@dataclass(frozen=True)
class Question:
    """A request, without HTTP.

    Attributes:
        address: the client's network address, for limits.
        path, query: parameters of the path and of the query.
        headers: by lower-case name.
        content: streams the body.
        person: gives the id and the name of the person who asks; raises `Refused` if unknown.
    """

    address: str
    path: Mapping[str, str]
    query: Mapping[str, str]
    headers: Mapping[str, str]
    content: Callable[[], AsyncIterator[bytes]]
    person: _Whose = _nobody

    @property
    def kind(self) -> str:
        """The media type of the body."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    async def body(self, most: int) -> bytearray:
        """The body.

        Raises:
            Refused: it has more bytes than allowed.
        """
        data = bytearray()
        with contextlib.suppress(ValueError):
            _check_size(int(self.headers.get("content-length", "0")), most)
        async for chunk in self.content():
            data += chunk
            _check_size(len(data), most)
        return data

    async def read(self, kind: type[T], most: int) -> T:
        """A short JSON body, decoded; long ones are decoded by a worker.

        Raises:
            Refused: it is not of this type, or too long.
        """
        self.check_json()
        return decoded(await self.body(most), kind)

    def check_json(self) -> None:
        """Raise Refused if the body is not JSON."""
        if self.kind != _JSON:
            raise Refused("unreadable", "the body is application/json")


def decoded(body: bytearray, kind: type[T]) -> T:
    """A JSON body, decoded.

    Raises:
        Refused: it is not of this type.
    """
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refused("unreadable", " ".join(str(error).split())[:200]) from None


def _check_size(size: int, most: int) -> None:
    if size > most:
        raise Refused("unreadable", "the body has {n} bytes at most", n=numeral(most))


@dataclass(frozen=True)
class Reply:
    """A response, without HTTP.

    Attributes:
        content: the body.
        kind: the media type of the body.
        status: as in HTTP.
        headers: further headers.
        packed: the body compressed by gzip; empty: not worth compressing.
    """

    content: bytes
    kind: str = _JSON
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    packed: bytes = b""

    @staticmethod
    def from_data(data: Any, status: int = 200) -> Reply:
        """A JSON response."""
        return Reply(msgspec.json.encode(data), status=status)

    @staticmethod
    def refusal(refused: Refused) -> Reply:
        """The response to a request that is refused."""
        body = {"why": str(refused), **refused.for_programs()}
        return Reply.from_data(body, _STATUS.get(refused.code, 400))


@dataclass(frozen=True)
class Answer:
    """How one kind of request is answered.

    Attributes:
        method: `GET` or `POST`.
        path: the path, with `{name}` for its parameters.
        give: makes the reply; a `Refused` becomes one, too.
    """

    method: str
    path: str
    give: Callable[[Question], Awaitable[Reply]]

    def parts(self, path: str) -> dict[str, str] | None:
        """The parameters in a path; None: it is another path."""
        match = re.fullmatch(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.path), path)
        return None if match is None else match.groupdict()


class AnyWorkers:
    """Workers that compute everything at once, as in a tab; see `hall.workers` for a pool.

    Attributes:
        accounts: of the addresses to charge; None: nobody is charged.
    """

    accounts: Addresses | None = None

    async def do(self, address: str | None, work: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function in the current language; its result.

        Args:
            address: charged for it; None: nobody.
            work: a function of a module.
            arguments: must be picklable.

        Raises:
            Refused: it takes too long or too much memory, or the worker died.
            Exception: raised by the function.
        """
        return work(*arguments)

    async def reply(
        self, question: Question, most: int, work: Callable[..., bytes], *arguments: Any
    ) -> Reply:
        """Answer a question with JSON.

        Args:
            question: its body is the first argument, unless `most` is 0.
            most: the longest body, in bytes.
            work: makes the content of the reply.
            arguments: its other arguments.

        Raises:
            Refused: see `do`; or the body is too long, or the address asks too much.
        """
        body = [await question.body(most)] if most else []
        return Reply(await self.do(question.address, work, *body, *arguments))

    def close(self) -> None:
        """End all workers, and refuse what waits."""
