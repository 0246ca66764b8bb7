"""Score sheets for the page; what they say is the work of `dealt.scoresheet`, as at a terminal."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from dealt.errors import DealtError, ParseError
from dealt.scoresheet.answers import (
    CardsBody,
    PointsBody,
    SheetBody,
    cards_of,
    points_of,
    sheet_of,
)
from dealt.scoresheet.evening_data import (
    EveningsBody,
    FileBody,
    JoinBody,
    ResultsBody,
    backup_of,
    joined_of,
    merged_of,
    results_of,
)
from dealt.scoresheet.evening_setup import EveningBody, evening_of
from dealt.service.offers import option_info
from dealt.service.questions import Question, Reply
from dealt.service.refusals import Refused

MOST_OF_A_ROUND, MOST_OF_EVENINGS = 256 * 1024, 4 * 1024 * 1024  # bytes


# by address: what comes in, what goes back, and how many bytes may come
_WORKS: dict[str, tuple[type[Any], Callable[[Any], dict[str, Any]], int]] = {
    "/sheet": (SheetBody, sheet_of, MOST_OF_A_ROUND),
    "/sheet/points": (PointsBody, points_of, MOST_OF_A_ROUND),
    "/sheet/cards": (CardsBody, cards_of, MOST_OF_A_ROUND),
    "/sheet/evening": (EveningBody, partial(evening_of, describe=option_info), MOST_OF_A_ROUND),
    "/sheet/results": (ResultsBody, results_of, 8 * MOST_OF_EVENINGS),
    "/sheet/join": (JoinBody, joined_of, MOST_OF_EVENINGS),
    "/sheet/backup": (EveningsBody, backup_of, MOST_OF_EVENINGS),
    "/sheet/restore": (FileBody, merged_of, 2 * MOST_OF_EVENINGS),
}


async def answer_sheet(address: str, question: Question) -> Reply:
    """What comes of a draft with corrections, of typed points or cards, or of evenings.

    Args:
        address: one of those of score sheets.
        question: carries it.

    Raises:
        Refused: what came cannot be read, or cannot be.
    """
    kind, work, most = _WORKS[address]
    body = await question.read(kind, most)
    try:
        return Reply.from_data(work(body))
    except ParseError as error:
        raise Refused("unreadable", error) from None
    except DealtError as error:
        raise Refused("settings", error) from None
