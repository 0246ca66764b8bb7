"""Exact odds for the page, and whatever else is always the same, computed once and kept.

What can be asked for is a short list, so that all answers together stay small, and nobody can have
the service compute for long.  Who asks for the same gets the same answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import msgspec

from dealt.errors import DealtError
from dealt.games import ROWS
from dealt.language import ENGLISH, message, speaking
from dealt.service.hall.thinking import AnyWorkers
from dealt.service.table.questions import Question, Reply
from dealt.service.table.refusals import Refused

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
