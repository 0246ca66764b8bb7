"""Score sheets for the page; what they say is the work of `dealt.scoresheet`, as at a terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from dealt.errors import DealtError, ParseError
from dealt.scoresheet.answers import (
    CardsBody,
    PointsBody,
    SheetBody,
    cards_of,
    points_of,
    sheet_of,
)
from dealt.scoresheet.evening_data import ResultsBody, results_of
from dealt.service.questions import Question, Reply
from dealt.service.refusals import Refused

T = TypeVar("T")

MOST_OF_A_ROUND, MOST_OF_EVENINGS = 256 * 1024, 2 * 1024 * 1024  # bytes


async def scored(question: Question) -> Reply:
    """POST /sheet: a draft with corrections; the draft and its score come back.

    Raises:
        Refused: what came cannot be read, or cannot be.
    """
    return _answered(sheet_of, await question.read(SheetBody, MOST_OF_A_ROUND))


async def points(question: Question) -> Reply:
    """POST /sheet/points: what was typed for points comes in, and numbers go back.

    Raises:
        Refused: it cannot be read.
    """
    return _answered(points_of, await question.read(PointsBody, MOST_OF_A_ROUND))


async def cards(question: Question) -> Reply:
    """POST /sheet/cards: what was typed for cards comes in, and their faces go back.

    Raises:
        Refused: it cannot be read.
    """
    return _answered(cards_of, await question.read(CardsBody, MOST_OF_A_ROUND))


async def results(question: Question) -> Reply:
    """POST /sheet/results: evenings come in, and their results go back.

    Raises:
        Refused: what came cannot be read.
    """
    return _answered(results_of, await question.read(ResultsBody, MOST_OF_EVENINGS))


def _answered(answer: Callable[[T], dict[str, Any]], body: T) -> Reply:
    try:
        return Reply.from_data(answer(body))
    except ParseError as error:
        raise Refused("unreadable", error) from None
    except DealtError as error:
        raise Refused("settings", error) from None
