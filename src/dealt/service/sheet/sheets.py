"""Score sheets for the page, computed in a worker by `dealt.scoresheet`, as at a terminal."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from dealt.errors import DealtError, ParseError
from dealt.scoresheet.evening_data import (
    EveningBody,
    EveningsBody,
    FileBody,
    JoinBody,
    ResultsBody,
    backup_of,
    evening_of,
    joined_of,
    merged_of,
    results_of,
)
from dealt.scoresheet.round.answers import (
    CardsBody,
    PointsBody,
    SheetBody,
    cards_of,
    points_of,
    sheet_of,
)
from dealt.service.table.offers import option_info
from dealt.service.table.questions import decoded
from dealt.service.table.refusals import Refused

# by path: the type of the body, and the function that answers it
_WORKS: dict[str, tuple[type[Any], Callable[[Any], dict[str, Any]]]] = {
    "/sheet": (SheetBody, sheet_of),
    "/sheet/points": (PointsBody, points_of),
    "/sheet/cards": (CardsBody, cards_of),
    "/sheet/evening": (EveningBody, partial(evening_of, describe=option_info)),
    "/sheet/results": (ResultsBody, results_of),
    "/sheet/join": (JoinBody, joined_of),
    "/sheet/backup": (EveningsBody, backup_of),
    "/sheet/restore": (FileBody, merged_of),
}


def answer_sheet(body: bytearray, address: str) -> bytes:
    """The answer to a JSON body at a path of score sheets, as JSON.

    Raises:
        Refused: the body cannot be read, or is not possible.
    """
    kind, work = _WORKS[address]
    try:
        return msgspec.json.encode(work(decoded(body, kind)))
    except Refused:
        raise
    except ParseError as error:
        raise Refused("unreadable", error) from None
    except DealtError as error:
        raise Refused("settings", error) from None
