"""Questions besides the socket, whatever carries them: HTTP, or messages within a browser.

Each is a method, an address and perhaps a body, and gets a `Reply`.  Who carries them does so by
`answers`: a server makes routes of it, a tab looks them up by `reply_to`.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from dealt.language import number as numeral
from dealt.service.table.refusals import NOBODY, Refused

T = TypeVar("T")
Whose = Callable[[], Awaitable[str]]

JSON = "application/json"
STATUS = {"rate": 429, "rights": 403, "unknown": 404, "busy": 503}  # by the codes of refusals
NO_ADDRESS = 404


async def _nobody() -> str:
    """Refuse: it is not known who asks.

    Raises:
        Refused: always.
    """
    raise Refused("rights", NOBODY)


@dataclass(frozen=True)
class Question:
    """A question.

    Attributes:
        address: where it comes from, for counting.
        path: the named parts of its address.
        query: what stands behind its `?`.
        headers: by their names in small letters.
        content: its body, piece by piece.
        person: finds out who asks; raises `Refused` if nobody knows.
    """

    address: str
    path: Mapping[str, str]
    query: Mapping[str, str]
    headers: Mapping[str, str]
    content: Callable[[], AsyncIterator[bytes]]
    person: Whose = _nobody

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
        """What a short body carries as JSON; a long one is decoded by a worker, see `decoded`.

        Raises:
            Refused: it is not of this kind, or longer than allowed.
        """
        self.check_json()
        return decoded(await self.body(most), kind)

    def check_json(self) -> None:
        """Raise Refused if the body is not JSON."""
        if self.kind != JSON:
            raise Refused("unreadable", "the body is application/json")


def decoded(body: bytearray, kind: type[T]) -> T:
    """What a body carries as JSON.

    Raises:
        Refused: it is not of this kind.
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
    """What comes back.

    Attributes:
        content: its body.
        kind: the media type of the body.
        status: as in HTTP.
        headers: besides those.
        packed: the content compressed by gzip, for those who can unpack it; empty: it is short.
    """

    content: bytes
    kind: str = JSON
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    packed: bytes = b""

    @staticmethod
    def from_data(data: Any, status: int = 200) -> Reply:
        """Some data as JSON."""
        return Reply(msgspec.json.encode(data), status=status)

    @staticmethod
    def refusal(refused: Refused) -> Reply:
        """Why there is nothing else."""
        body = {"why": str(refused), **refused.for_programs()}
        return Reply.from_data(body, STATUS.get(refused.code, 400))


@dataclass(frozen=True)
class Answer:
    """How one kind of question is answered.

    Attributes:
        method: `GET` or `POST`.
        path: the address, with `{name}` where it varies.
        give: makes the reply; a `Refused` becomes one, too.
    """

    method: str
    path: str
    give: Callable[[Question], Awaitable[Reply]]

    def parts(self, path: str) -> dict[str, str] | None:
        """The named parts of an address; None: it is another one."""
        match = re.fullmatch(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.path), path)
        return None if match is None else match.groupdict()


async def reply_to(
    answers: Sequence[Answer],
    method: str,
    path: str,
    make_question: Callable[[dict[str, str]], Question],
) -> Reply:
    """The reply to a question.

    Args:
        answers: all there are.
        method: `GET` or `POST`.
        path: the address that is asked for.
        make_question: makes the question of the named parts of its address.
    """
    for answer in answers:
        parts = answer.parts(path)
        if answer.method == method and parts is not None:
            try:
                return await answer.give(make_question(parts))
            except Refused as refused:
                return Reply.refusal(refused)
    return Reply(b"not found\n", "text/plain", NO_ADDRESS)
