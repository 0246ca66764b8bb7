"""Answers outside of the socket that a server and a tab share: rules, odds, matches, score sheets.

Exact odds, and other answers that are the same for everybody, are computed once and stored.  The
list of possible questions is short, so all answers together stay small.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from dealt.errors import DealtError, ParseError
from dealt.games import ROWS
from dealt.games import game as game_called
from dealt.language import ENGLISH, language_of, message, speaking
from dealt.service.hall import archive
from dealt.service.hall.daily import Days, Friends, game_of
from dealt.service.hall.service import Service
from dealt.service.hall.steps import lesson_of
from dealt.service.table.offers import option_info
from dealt.service.table.parts import NameText
from dealt.service.table.questions import Answer, AnyWorkers, Question, Reply, decoded
from dealt.service.table.refusals import Refused

KIB, MIB = 1 << 10, 1 << 20
_SHEETS = {  # the longest bodies in bytes, by the path below /sheet
    "": 256 * KIB, "/points": 256 * KIB, "/cards": 256 * KIB, "/evening": 256 * KIB,
    "/results": 32 * MIB, "/join": 32 * MIB, "/backup": 32 * MIB, "/restore": 64 * MIB,
}  # fmt: skip


class NewSession(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /session.

    Attributes:
        token: send the token in the answer, to a client without cookies.
    """

    name: NameText | None = None
    token: bool = False


class JoinBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /join: a code from the fragment of a link."""

    code: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}$")]


def shared(service: Service, cache: AnswerCache, friends: Friends | None = None) -> list[Answer]:
    """The answers about rules, odds, deals of the day and score sheets."""
    days = Days(service.thinkers, service.clock, service.store.archive, friends)

    async def rules(question: Question) -> Reply:
        """The rules of a game as Markdown, in the language `?lang=` or in English."""
        game, language = _game_and_language(question)
        reply = await cache.get(question, _document, game, language)
        english = await cache.get(question, _document, game, ENGLISH)
        spoken = ENGLISH if reply.content == english.content else language
        return replace(reply, kind="text/markdown", headers={"Content-Language": spoken})

    async def lesson(question: Question) -> Reply:
        """The guided first round of a game, in the language `?lang=` or in English."""
        return await cache.get(question, lesson_of, *_game_and_language(question))

    return [
        Answer("GET", "/rules/{game}", rules),
        Answer("GET", "/lessons/{game}", lesson),
        Answer("GET", "/daily/{game}", days.moment),
        Answer("GET", "/daily/{game}/steps", days.steps),
        Answer("POST", "/daily/{game}", days.compare),
        Answer("GET", "/odds/{game}", cache.odds),
        Answer("GET", "/odds/{game}/{mine}/{other}", cache.odds),
        Answer("GET", "/history", partial(archive.saved, service)),
        Answer("POST", "/history", partial(archive.restore, service)),
        *(_scored(service, path, most) for path, most in _SHEETS.items()),
    ]


def _game_and_language(question: Question) -> tuple[str, str]:
    """The game and the language of a request; raises Refused if there is no such game."""
    return game_of(question).name, language_of(question.query.get("lang", "")) or ENGLISH


def _document(game: str, language: str) -> bytes:
    """The rules of a game in a language."""
    with speaking(language):
        return game_called(game).document().encode()


def _scored(service: Service, path: str, most: int) -> Answer:
    """The answer of a path below `/sheet`, to bodies of up to `most` bytes."""

    async def give(question: Question) -> Reply:
        question.check_json()
        return await service.workers.reply(question, most, _sheet, path)

    return Answer("POST", f"/sheet{path}", give)


def _sheet(body: bytearray, path: str) -> bytes:
    """The answer to a JSON body at a path of score sheets, as JSON.

    Raises:
        Refused: the body cannot be read, or is not possible.
    """
    kind, work = _sheet_works()[path]
    try:
        return msgspec.json.encode(work(decoded(body, kind)))
    except Refused:
        raise
    except ParseError as error:
        raise Refused("unreadable", error) from None
    except DealtError as error:
        raise Refused("settings", error) from None


@cache
def _sheet_works() -> dict[str, tuple[type[Any], Callable[[Any], dict[str, Any]]]]:
    """By path, the type of the body and what answers it; imported in a worker, at the first one."""
    from dealt.scoresheet import evening_data as evening
    from dealt.scoresheet.round import answers as of_round

    return {
        "": (of_round.SheetBody, of_round.sheet_of),
        "/points": (of_round.PointsBody, of_round.points_of),
        "/cards": (of_round.CardsBody, of_round.cards_of),
        "/evening": (evening.EveningBody, partial(evening.evening_of, describe=option_info)),
        "/results": (evening.ResultsBody, evening.results_of),
        "/join": (evening.JoinBody, evening.joined_of),
        "/backup": (evening.EveningsBody, evening.backup_of),
        "/restore": (evening.FileBody, evening.merged_of),
    }


# --- answers that are the same for everybody ------------------------------------------------------

_MOST_ANSWERS = 1000  # remembered
_PATIENCE_S = 60.0  # after which a client is asked to try again
_NO_ODDS = message("no odds are worked out here for {game}")

_Key = tuple[str | int, ...]


class AnswerCache:
    """Answers that take a while and are the same for everybody, each computed once.

    Args:
        workers: compute them.
    """

    def __init__(self, workers: AnyWorkers) -> None:
        self._workers = workers
        self._answers: dict[_Key, asyncio.Future[Reply]] = {}

    async def get(
        self, question: Question, work: Callable[..., Any], *arguments: str | int
    ) -> Reply:
        """An answer as JSON, from a function that is called once with these arguments.

        The first client pays for it.  Its texts are in English unless an argument says otherwise.

        Raises:
            Refused: it takes too long; the computation continues for a later request.
        """
        key = (work.__module__, work.__name__, *arguments)
        if key not in self._answers:
            while len(self._answers) >= _MOST_ANSWERS:  # the oldest goes
                del self._answers[next(iter(self._answers))]
            with speaking(ENGLISH):
                answer = self._workers.reply(question, 0, _encoded, work, *arguments)
                self._answers[key] = asyncio.ensure_future(answer)
        answer_to_come = self._answers[key]
        try:
            return await asyncio.wait_for(asyncio.shield(answer_to_come), _PATIENCE_S)
        except TimeoutError:
            raise Refused("busy", "the odds are still being worked out; ask again") from None
        finally:
            if answer_to_come.done() and answer_to_come.exception() is not None:
                self._answers.pop(key, None)

    async def odds(self, question: Question) -> Reply:
        """GET /odds/GAME, or /odds/GAME/MINE/OTHER: everything about two choices.

        Raises:
            Refused: there are none, or a parameter is not valid.
        """
        game, *choices = question.path.values()
        find = getattr(_odds_of(game), "pair" if choices else "odds", None)
        if find is None:
            raise Refused("unknown", _NO_ODDS, game=repr(game))
        try:
            work, *arguments = find(question.query, *choices)
        except DealtError as error:
            raise Refused("settings", error) from None
        return await self.get(question, work, *arguments)


def _odds_of(game: str) -> ModuleType | None:
    """The module `odds_data` of a game, if it has one."""
    place = f"{ROWS[game]}.odds_data" if game in ROWS else ""
    return import_module(place) if place and find_spec(place) is not None else None


def _encoded(work: Callable[..., Any], *arguments: str | int) -> bytes:
    """Call a function; its result as JSON, which is small to send between processes."""
    result = work(*arguments)
    return result if isinstance(result, bytes) else msgspec.json.encode(result)
