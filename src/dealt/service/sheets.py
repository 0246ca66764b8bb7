"""Score sheets over HTTP; what they say is the work of `dealt.scoresheet`, as at a terminal."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from dealt.errors import DealtError, ParseError
from dealt.language import number as numeral
from dealt.scoresheet.answers import SheetBody, sheet_of
from dealt.scoresheet.evening_data import ResultsBody, results_of
from dealt.service.refusals import Refused

T = TypeVar("T")

MOST_OF_A_ROUND, MOST_OF_EVENINGS = 256 * 1024, 2 * 1024 * 1024  # bytes


async def scored(request: Request) -> Response:
    """POST /sheet: a draft with corrections; the draft and its score come back.

    Raises:
        Refused: what came cannot be read, or cannot be.
    """
    return await _answered(request, SheetBody, MOST_OF_A_ROUND, sheet_of)


async def results(request: Request) -> Response:
    """POST /sheet/results: evenings come in, and their results go back.

    Raises:
        Refused: what came cannot be read.
    """
    return await _answered(request, ResultsBody, MOST_OF_EVENINGS, results_of)


async def _answered(
    request: Request, kind: type[T], most: int, answer: Callable[[T], dict[str, Any]]
) -> Response:
    body = await read_body(request, kind, most)
    try:
        return Response(msgspec.json.encode(answer(body)), media_type="application/json")
    except ParseError as error:
        raise Refused("unreadable", error) from None
    except DealtError as error:
        raise Refused("settings", error) from None


async def read_body(request: Request, kind: type[T], most: int) -> T:
    """What a request carries as JSON.

    Raises:
        Refused: it is none of this kind, or longer than allowed.
    """
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise Refused("unreadable", "the body is application/json")
    data = await body_of(request, most)
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refused("unreadable", " ".join(str(error).split())[:200]) from None


async def body_of(request: Request, most: int) -> bytes:
    """What a request carries.

    Raises:
        Refused: more bytes than allowed.
    """
    said = request.headers.get("content-length", "0")
    data = bytearray()
    with contextlib.suppress(ValueError):
        if int(said) > most:
            raise Refused("unreadable", "the body has {n} bytes at most", n=numeral(most))
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise Refused("unreadable", "the body has {n} bytes at most", n=numeral(most))
    return bytes(data)
