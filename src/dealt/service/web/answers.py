"""What the page asks besides the socket, answered alike by a server and in a tab.

Exact odds, and other answers that are the same for everybody, are computed once and stored. The
list of possible questions is short, so that all answers together stay small.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from dealt.core.game import Game
from dealt.errors import DealtError, SetupError
from dealt.games import ROWS, registered
from dealt.games import game as game_called
from dealt.language import ENGLISH, language_of, message, speaking
from dealt.service.hall.daily import MOST_MOVES, Comparing, Daily
from dealt.service.hall.service import Service
from dealt.service.hall.steps import lesson_of
from dealt.service.hall.thinking import AnyWorkers
from dealt.service.table.parts import NameText
from dealt.service.table.questions import Answer, Question, Reply
from dealt.service.table.refusals import Refused, clean_name

MOVES = re.compile(r"(\d{1,7}(\.\d{1,7})*)?", re.ASCII)
STEP = re.compile(r"\d{1,5}", re.ASCII)
MOST_DEAL = 9 * MOST_MOVES  # bytes of a finished deal
KIB, MIB = 1 << 10, 1 << 20
SHEETS = {  # bytes of a body, by the address below /sheet
    "": 256 * KIB, "/points": 256 * KIB, "/cards": 256 * KIB, "/evening": 256 * KIB,
    "/results": 32 * MIB, "/join": 32 * MIB, "/backup": 32 * MIB, "/restore": 64 * MIB,
}  # fmt: skip
ALONE = message(
    "Comparing with friends needs a server. Install dealt on one computer and run: dealt serve"
)


class NewSession(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /session.

    Attributes:
        token: the client keeps its own token, for want of cookies, and is sent it.
    """

    name: NameText | None = None
    token: bool = False


class JoinBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /join: a code from the fragment of a link."""

    code: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}$")]


class _FinishedDeal(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /daily/GAME: the moves that end a deal of the day, by their ids."""

    day: Annotated[str, Meta(max_length=10)]
    moves: Annotated[list[Annotated[int, Meta(ge=0, lt=10**7)]], Meta(max_length=MOST_MOVES)]


def shared(service: Service, figures: Figures, friends: Comparing | None = None) -> list[Answer]:
    """Rules, odds, deals of the day and score sheets.

    Args:
        service: has them worked out.
        figures: keeps those that are always the same.
        friends: compares results of deals of the day; None: nobody else comes here.
    """
    days = Days(service, friends)

    async def rules(question: Question) -> Reply:
        """The rules of a game as Markdown, in the language `?lang=` or in English."""
        game, language = _game_and_language(question)
        reply = await figures.get(question, _document, game, language)
        english = await figures.get(question, _document, game, ENGLISH)
        spoken = ENGLISH if reply.content == english.content else language
        return replace(reply, kind="text/markdown", headers={"Content-Language": spoken})

    async def lesson(question: Question) -> Reply:
        """The guided first round of a game, in the language `?lang=` or in English."""
        return await figures.get(question, _lesson, *_game_and_language(question))

    return [
        Answer("GET", "/rules/{game}", rules),
        Answer("GET", "/lessons/{game}", lesson),
        Answer("GET", "/daily/{game}", days.moment),
        Answer("GET", "/daily/{game}/steps", days.steps),
        Answer("POST", "/daily/{game}", days.compare),
        Answer("GET", "/odds/{game}", figures.odds),
        Answer("GET", "/odds/{game}/{mine}/{other}", figures.pair),
        *(_scored(service, path, most) for path, most in SHEETS.items()),
    ]


def _game_and_language(question: Question) -> tuple[str, str]:
    """The name of the game that is asked about, and the language of the answer.

    Raises:
        Refused: there is no such game.
    """
    return _game_of(question).name, language_of(question.query.get("lang", "")) or ENGLISH


def _game_of(question: Question) -> Game:
    try:
        return registered(question.path["game"])
    except SetupError as error:
        raise Refused("unknown", error) from None


def _document(game: str, language: str) -> bytes:
    """The rules of a game in a language."""
    with speaking(language):
        return game_called(game).document().encode()


def _lesson(game: str, language: str) -> bytes:
    """The guided first round of a game in a language."""
    return lesson_of(game_called(game), language)


class Days:
    """Deals of the day, see `dealt.service.hall.daily`.

    Args:
        service: lends its clock, its workers and its computer players.
        friends: compares results; None: nobody else comes here.
    """

    def __init__(self, service: Service, friends: Comparing | None = None) -> None:
        self._clock, self._friends = service.clock, friends
        self._daily = Daily(
            service.thinkers, lambda: datetime.fromtimestamp(service.clock(), UTC).date()
        )

    async def moment(self, question: Question) -> Reply:
        """GET /daily/GAME: what the seat sees after some moves."""
        compare = question.query.get("compare") != "0"
        return await self._daily.moment(question, *_deal(question), compare=compare)

    async def steps(self, question: Question) -> Reply:
        """GET /daily/GAME/steps: a finished deal shown again."""
        first = question.query.get("first", "0")
        if not STEP.fullmatch(first):
            raise Refused("unreadable", "the number of a step is a whole number from 0")
        face_up = question.query.get("face_up") == "1"
        deal = _deal(question)
        return await self._daily.steps(question, *deal, first=int(first), face_up=face_up)

    async def compare(self, question: Question) -> Reply:
        """POST /daily/GAME: keep a result, and show what friends have made of the deal.

        The moves are played again here: whoever says nothing but them can claim no other result.
        """
        if self._friends is None:
            raise Refused("settings", ALONE)
        game = _game_of(question)
        person = await question.person()
        deal = await question.read(_FinishedDeal, MOST_DEAL)
        points = await self._daily.result(question.address, game, deal.day, deal.moves)
        at = int(self._clock() * 1000)
        return Reply.from_data(await self._friends.compare(person, deal.day, game.name, points, at))


def _deal(question: Question) -> tuple[Game, str, list[int], str, str]:
    """Which deal, the moves of the reader so far, the language and the reader's name."""
    game = _game_of(question)
    language = language_of(question.query.get("lang", "")) or ENGLISH
    moves = question.query.get("moves", "")
    if not MOVES.fullmatch(moves):
        raise Refused("unreadable", "moves are numbers with dots between them")
    actions = [int(move) for move in moves.split(".") if move]
    name = clean_name(question.query["name"]) if "name" in question.query else ""
    return game, question.query.get("day", ""), actions, language, name


def _scored(service: Service, path: str, most: int) -> Answer:
    """How an address of score sheets is answered.

    Args:
        service: has it worked out.
        path: below `/sheet`.
        most: bytes of a body.
    """

    async def give(question: Question) -> Reply:
        question.check_json()
        return await service.workers.reply(question, most, _sheet, f"/sheet{path}")

    return Answer("POST", f"/sheet{path}", give)


def _sheet(body: bytearray, address: str) -> bytes:
    """See `sheets.answer_sheet`; what it needs is imported by a worker, on the first question."""
    from dealt.service.sheet.sheets import answer_sheet

    return answer_sheet(body, address)


# --- what is the same for everybody, computed once ------------------------------------------------

PATIENCE_S = 60.0
NO_ODDS = message("no odds are worked out here for {game}")

Key = tuple[str | int, ...]


class Figures:
    """Answers that take a while and are the same for everybody, each computed once.

    Args:
        workers: compute them.
        patience_s: seconds after which somebody who waits is asked to come again.
    """

    def __init__(self, workers: AnyWorkers, patience_s: float = PATIENCE_S) -> None:
        self._workers = workers
        self._patience_s = patience_s
        self._answers: dict[Key, asyncio.Future[Reply]] = {}

    async def get(
        self, question: Question, work: Callable[..., Any], *arguments: str | int
    ) -> Reply:
        """An answer as JSON.

        Args:
            question: of whoever asks first, whom it costs something.
            work: computes it, elsewhere; its texts are in English unless an argument says it.
            arguments: its arguments.

        Raises:
            Refused: it takes too long; it goes on, and can be asked for again.
        """
        key = (work.__module__, work.__name__, *arguments)
        if key not in self._answers:
            with speaking(ENGLISH):
                answer = self._workers.reply(question, 0, encoded, work, *arguments)
                self._answers[key] = asyncio.ensure_future(answer)
        answer_to_come = self._answers[key]
        try:
            return await asyncio.wait_for(asyncio.shield(answer_to_come), self._patience_s)
        except TimeoutError:
            raise Refused("busy", "the odds are still being worked out; ask again") from None
        finally:
            if answer_to_come.done() and answer_to_come.exception() is not None:
                self._answers.pop(key, None)

    async def odds(self, question: Question) -> Reply:
        """The odds of a game, `/odds/GAME`.

        Raises:
            Refused: it has none here, or what is asked for cannot be.
        """
        return await self._answer(question, "odds")

    async def pair(self, question: Question) -> Reply:
        """Everything about two choices in a game, `/odds/GAME/MINE/OTHER`; errors as `odds`."""
        return await self._answer(question, "pair", question.path["mine"], question.path["other"])

    async def _answer(self, question: Question, kind: str, *choices: str) -> Reply:
        game = question.path["game"]
        find = getattr(_odds_of(game), kind, None)
        if find is None:
            raise Refused("unknown", NO_ODDS, game=repr(game))
        try:
            work, *arguments = find(question.query, *choices)
        except DealtError as error:
            raise Refused("settings", error) from None
        return await self.get(question, work, *arguments)


def _odds_of(game: str) -> ModuleType | None:
    """The module `odds_data` of a game; None: it has none."""
    place = f"{ROWS[game]}.odds_data" if game in ROWS else ""
    return import_module(place) if place and find_spec(place) is not None else None


def encoded(work: Callable[..., Any], *arguments: str | int) -> bytes:
    """What a function returns, as JSON unless it is that, so that it comes back small."""
    result = work(*arguments)
    return result if isinstance(result, bytes) else msgspec.json.encode(result)
