"""The head of a finished match: what lists and statistics need, without a card."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from dealt._version import __version__

if TYPE_CHECKING:
    from dealt.core.match import Match


class Head(Struct, frozen=True, kw_only=True):
    """A finished match in a list; times are in milliseconds since 1970.

    Attributes:
        id: the match in the archive.
        game: name of the game.
        version: of its rules.
        release: the version of dealt that wrote it.
        deal: equal for matches of the same game, options and first deck.
        began_at, ended_at: the first deal and the end.
        seconds: time played; a pause over 5 minutes does not count.
        options: all options, as numbers.
        rounds: rounds agreed on; None: until the game or the players end it.
        played: number of rounds dealt.
        over: whether it was played to the end; before one agreed on, the host ended it.
        names, levels, points: of each seat; a person has no level.
        winners: their seats.
        number: of the match at its table, from 1; 0: it was added from a file or a program.
        label: the table's own name.
        arranged: from a stacked deck, a position or an earlier match.
        again: the match whose cards were dealt again; empty: none.
        day: of a deal of the day; empty: it was none.
        strong: of a deal of the day: the points of the computer player that played from the same
            seat for comparison, once they are known.
        practice: a move was taken back for practice.
        title: the reader's own name for the match.
        seat: the reader's seat at the end; None: none, or several.
    """

    id: str
    game: str
    version: int
    release: str = __version__
    deal: str
    began_at: int
    ended_at: int
    seconds: int = 0
    options: dict[str, int]
    rounds: int | None
    played: int
    over: bool
    names: list[str]
    levels: list[str | None]
    points: list[int]
    winners: list[int]
    number: int = 0
    label: str = ""
    arranged: bool = False
    again: str = ""
    day: str = ""
    strong: int | None = None
    practice: bool = False
    title: str = ""
    seat: int | None = None


def head_of(match: Match, first: str, levels: Sequence[str | None], **others: Any) -> Head:
    """The head of a match as it is.

    Args:
        match: the match.
        first: the deck or the position that it began with.
        levels: the computer player of each seat; None: a person.
        others: further attributes of `Head`.
    """
    points = [*match.totals.values()]
    is_endless = match.rounds is None and match.game.match.match_is_over is None
    return Head(
        game=match.game.name,
        version=match.game.version,
        deal=hashed(match.game.name, match.options, first),
        options=dict(match.options),
        rounds=match.rounds,
        played=len(match.tables),
        over=match.is_over or is_endless,
        names=[*match.names],
        levels=[*levels],
        points=points,
        winners=[*match.game.leaders(points)],
        **others,
    )


def hashed(*parts: Any) -> str:
    """A short hash of values."""
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def day_id(game: str, day: str, person: str) -> str:
    """The id of a person's first match of a deal of the day."""
    return hashed("daily", game, day, person)
