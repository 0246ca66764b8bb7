"""Score sheets for the page; what they say is the work of `dealt.scoresheet`, as at a terminal.

All of it is done by a worker, see `dealt.service.hall.workers`: bodies are decoded there, too.
"""

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

# by address: what comes in, and what goes back
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
    """What comes of a draft with corrections, of typed points or cards, or of evenings, as JSON.

    Args:
        body: what was sent, as JSON.
        address: one of those of score sheets.

    Raises:
        Refused: what came cannot be read, or cannot be.
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
