"""Exact odds for the page, computed once and kept.

What can be asked for is a short list, so that all answers together stay small, and nobody can have
the service compute for long.  Who asks for the same gets the same answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import msgspec

from dealt.errors import DealtError
from dealt.games import ROWS
from dealt.language import message
from dealt.service.questions import Question, Reply
from dealt.service.refusals import Refused

PATIENCE_S = 60.0
NO_ODDS = message("no odds are worked out here for {game}")

Key = tuple[str | int, ...]


class Figures:
    """Answers that take a while, each computed once.

    Args:
        count: counts a question of an address; raises Refused if there were enough lately.
        work: has something computed elsewhere, see `encoded`; raises TimeoutError if that fails.
        patience_s: seconds after which somebody who waits is asked to come again.
    """

    def __init__(
        self,
        count: Callable[[str], None],
        work: Callable[..., Awaitable[bytes]],
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._count = count
        self._work = work
        self._patience_s = patience_s
        self._answers: dict[Key, asyncio.Future[bytes]] = {}

    async def get(self, work: Callable[..., Any], *arguments: str | int) -> bytes:
        """An answer as JSON.

        Args:
            work: computes it, elsewhere.
            arguments: its arguments.

        Raises:
            Refused: it takes too long; it goes on, and can be asked for again.
        """
        key = (work.__module__, work.__name__, *arguments)
        if key not in self._answers:
            self._answers[key] = asyncio.ensure_future(self._work(work, *arguments))
        figures = self._answers[key]
        try:
            return await asyncio.wait_for(asyncio.shield(figures), self._patience_s)
        except TimeoutError:
            if figures.done():
                self._answers.pop(key, None)
        raise Refused("busy", "the odds are still being worked out; ask again")

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
        self._count(question.address)
        return Reply(await self.get(work, *arguments))


def _odds_of(game: str) -> ModuleType | None:
    """The module `odds_data` of a game; None: it has none."""
    place = f"{ROWS[game]}.odds_data" if game in ROWS else ""
    return import_module(place) if place and find_spec(place) is not None else None


def encoded(work: Callable[..., Any], *arguments: str | int) -> bytes:
    """What a function returns, as JSON; so it comes back small from another process."""
    return msgspec.json.encode(work(*arguments))
