"""The rows of a score sheet's file as what they say, and back."""

from __future__ import annotations

import json
from typing import Any

from dealt.errors import DealtError, ScoreError, SetupError, StorageError
from dealt.scoresheet.evening import Evening
from dealt.scoresheet.match_sheet import Entry, MatchSheet
from dealt.scoresheet.points import MOST_POINTS
from dealt.scoresheet.schema import EveningRow, MatchRow

SIDES = range(2, 7)


def check_target(target: Any) -> int:
    """Check the points that end a match and return them. Raises SetupError."""
    if type(target) is not int or not 1 <= target <= MOST_POINTS:
        raise SetupError("the target must be 1 to {most}", most=MOST_POINTS)
    return int(target)


def check_points(points: Any) -> int:
    """Check points and return them.

    Raises:
        ScoreError: not a whole number, or not possible in a round.
    """
    if type(points) is not int or not -MOST_POINTS <= points <= MOST_POINTS:
        raise ScoreError(
            "points must be a whole number from {least} to {most}",
            least=-MOST_POINTS,
            most=MOST_POINTS,
        )
    return int(points)


def _evening(row: EveningRow | None) -> Evening:
    """A stored evening; that of an older sheet has the document's rules."""
    try:
        return Evening() if row is None else Evening.from_data(json.loads(row.data))
    except (DealtError, ValueError, TypeError, AttributeError) as error:
        number = row.match_id if row else 0
        raise StorageError(
            "the rules of match {id} cannot be read: {reason}", id=number, reason=str(error)
        ) from None


def sheet_of(row: MatchRow) -> MatchSheet:
    """What the rows of a match say."""
    if len(row.sides) not in SIDES:
        raise StorageError("the score sheet is damaged: match {id} has not 2 to 6 sides", id=row.id)
    rows = sorted(((e.id, e, side) for side in row.sides for e in side.entries), key=lambda x: x[0])
    last = {(side.id, entry.round): number for number, entry, side in rows}
    entries = tuple(
        Entry(e.round, side.name, e.points, e.cards, last[side.id, e.round] == number)
        for number, e, side in rows
    )
    names = tuple(side.name for side in row.sides)
    named_players = tuple(tuple(each.name for each in side.players) for side in row.sides)
    return MatchSheet(
        row.id, row.title, row.target, row.decks, names, entries, named_players,
        _evening(row.evening),
    )  # fmt: skip
