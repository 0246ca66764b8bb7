"""What the page asks besides the socket, answered alike by a server and in a tab."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from dealt.core.game import Game
from dealt.errors import SetupError
from dealt.games import registered
from dealt.language import ENGLISH, language_of, message, speaking
from dealt.service.cleaning import clean_name
from dealt.service.daily import MOST_MOVES, Comparing, Daily
from dealt.service.fields import NameText
from dealt.service.lessons import lesson_of
from dealt.service.questions import Answer, Later, Question, Reply
from dealt.service.refusals import Refused
from dealt.service.service import Service

if TYPE_CHECKING:
    from dealt.service.figures import Figures

MOVES = re.compile(r"(\d{1,7}(\.\d{1,7})*)?", re.ASCII)
STEP = re.compile(r"\d{1,5}", re.ASCII)
MOST_DEAL = 9 * MOST_MOVES  # bytes of a finished deal
SHEETS = "", "/points", "/cards", "/evening", "/results", "/join", "/backup", "/restore"
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


def shared(
    service: Service,
    work: Callable[..., Awaitable[bytes]],
    friends: Comparing | None = None,
) -> list[Answer]:
    """Rules, odds, deals of the day and score sheets.

    Args:
        service: counts questions by address.
        work: has a function computed elsewhere; raises TimeoutError if that fails.
        friends: compares results of deals of the day; None: nobody else comes here.
    """

    def figures() -> Figures:
        from dealt.service.figures import Figures, encoded

        count = partial(service.addresses.check, "figures_min")
        return Figures(count, partial(work, encoded))

    days, odds = Days(service, friends), Later(figures)
    return [
        Answer("GET", "/rules/{game}", _rules),
        Answer("GET", "/lessons/{game}", _lesson),
        Answer("GET", "/daily/{game}", days.moment),
        Answer("GET", "/daily/{game}/steps", days.steps),
        Answer("POST", "/daily/{game}", days.compare),
        odds.answer("GET", "/odds/{game}", lambda made, question: made.odds(question)),
        odds.answer(
            "GET", "/odds/{game}/{mine}/{other}", lambda made, question: made.pair(question)
        ),
        *(_scored(service, f"/sheet{each}") for each in SHEETS),
    ]


async def _rules(question: Question) -> Reply:
    """The rules of a game as Markdown, in the language `?lang=` or in English."""
    language = language_of(question.query.get("lang", "")) or ENGLISH
    try:
        game = registered(question.path["game"])
        with speaking(ENGLISH):
            english = game.document()
        with speaking(language):
            text = game.document()
    except SetupError as error:
        raise Refused("unknown", error) from None
    headers = {"Content-Language": ENGLISH if text == english else language}
    return Reply(text.encode(), "text/markdown", headers=headers)


async def _lesson(question: Question) -> Reply:
    """The guided first round of a game, in the language `?lang=` or in English."""
    language = language_of(question.query.get("lang", "")) or ENGLISH
    try:
        return Reply(lesson_of(registered(question.path["game"]), language))
    except SetupError as error:
        raise Refused("unknown", error) from None


class Days:
    """Deals of the day, see `dealt.service.daily`.

    Args:
        service: counts questions by address, and lends its clock and its computer players.
        friends: compares results; None: nobody else comes here.
    """

    def __init__(self, service: Service, friends: Comparing | None = None) -> None:
        self._addresses, self._clock, self._friends = service.addresses, service.clock, friends
        self._daily = Daily(
            service.thinkers, lambda: datetime.fromtimestamp(service.clock(), UTC).date()
        )

    async def moment(self, question: Question) -> Reply:
        """GET /daily/GAME: what the seat sees after some moves."""
        compare = question.query.get("compare") != "0"
        return Reply.from_data(await self._daily.moment(*self._deal(question), compare=compare))

    async def steps(self, question: Question) -> Reply:
        """GET /daily/GAME/steps: a finished deal shown again."""
        first = question.query.get("first", "0")
        if not STEP.fullmatch(first):
            raise Refused("unreadable", "the number of a step is a whole number from 0")
        face_up = question.query.get("face_up") == "1"
        deal = self._deal(question)
        return Reply.from_data(await self._daily.steps(*deal, first=int(first), face_up=face_up))

    def _deal(self, question: Question) -> tuple[Game, str, list[int], str, str]:
        """Which deal, the moves of the reader so far, the language and the reader's name."""
        game = self._game(question)
        language = language_of(question.query.get("lang", "")) or ENGLISH
        moves = question.query.get("moves", "")
        if not MOVES.fullmatch(moves):
            raise Refused("unreadable", "moves are numbers with dots between them")
        actions = [int(move) for move in moves.split(".") if move]
        name = clean_name(question.query["name"]) if "name" in question.query else ""
        return game, question.query.get("day", ""), actions, language, name

    async def compare(self, question: Question) -> Reply:
        """POST /daily/GAME: keep a result, and show what friends have made of the deal.

        The moves are played again here: whoever says nothing but them can claim no other result.
        """
        if self._friends is None:
            raise Refused("settings", ALONE)
        game = self._game(question)
        person = await question.person()
        deal = await question.read(_FinishedDeal, MOST_DEAL)
        points = await self._daily.result(game, deal.day, deal.moves)
        at = int(self._clock() * 1000)
        return Reply.from_data(await self._friends.compare(person, deal.day, game.name, points, at))

    def _game(self, question: Question) -> Game:
        """The game that is asked about.

        Raises:
            Refused: there is none of this name, or there were too many questions.
        """
        self._addresses.check("figures_min", question.address)
        try:
            return registered(question.path["game"])
        except SetupError as error:
            raise Refused("unknown", error) from None


def _scored(service: Service, address: str) -> Answer:
    """How an address of score sheets is answered; its modules are imported on the first question.

    Args:
        service: counts requests by address.
        address: below `/sheet`.
    """

    async def give(question: Question) -> Reply:
        from dealt.service.sheets import answer_sheet

        service.addresses.check("sheets_min", question.address)
        return await answer_sheet(address, question)

    return Answer("POST", address, give)
