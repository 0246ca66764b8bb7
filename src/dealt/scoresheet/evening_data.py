"""The leaderboard, the statistics and the partners of evenings of Tranca, for the page.

A page sends the evenings stored in its browser; `dealt.scoresheet.standings` computes the results,
as in a terminal.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from dealt.core.sheet import Sheet
from dealt.games.tranca.scoring import winner_of
from dealt.scoresheet.draft_data import Strict
from dealt.scoresheet.leaderboard import BOARDS
from dealt.scoresheet.standings import PlayedMatch, PlayedSide, RoundCounts, SideRound, names_in

MOST_EVENINGS = 300
MOST_ROUNDS = 100
MOST_SIDES = 6

Points = Annotated[int, Meta(ge=-999_999, le=999_999)]
Number = Annotated[int, Meta(ge=0, le=200)]


class _CountsData(Strict):
    """See `dealt.scoresheet.standings.RoundCounts`."""

    clean: Number
    dirty: Number
    twos: Number
    dollars: Number
    trancas: Number
    morto_used: bool
    final_move: bool


class _EntryData(Strict):
    """The points of a side in a round, and what they were counted from, if known."""

    points: Points
    counts: _CountsData | None = None


class _SideData(Strict):
    """A side: its name, and the names of its players as typed, or empty."""

    name: Annotated[str, Meta(max_length=40)]
    players: Annotated[str, Meta(max_length=120)] = ""


class _EveningData(Strict):
    """A match as the page stores it; null if a side has no points in a round yet."""

    sides: Annotated[list[_SideData], Meta(min_length=1, max_length=MOST_SIDES)]
    target: Annotated[int, Meta(ge=1)]
    rounds: Annotated[
        list[Annotated[list[_EntryData | None], Meta(max_length=MOST_SIDES)]],
        Meta(max_length=MOST_ROUNDS),
    ]


class ResultsBody(Struct, forbid_unknown_fields=True):
    """A request for the leaderboard, the statistics and the partners of these matches."""

    evenings: Annotated[list[_EveningData], Meta(max_length=MOST_EVENINGS)]


def _played(data: _EveningData) -> PlayedMatch:
    """An evening in the form that the leaderboard needs."""
    winner = _winner(data)
    return PlayedMatch(
        tuple(
            PlayedSide(
                name=side.name,
                players=names_in(side.players if side.players.strip() else side.name),
                rounds=tuple(
                    SideRound(entry.points, _counts(entry.counts))
                    for entry in _entries_of(data, place)
                ),
                has_won=place == winner,
            )
            for place, side in enumerate(data.sides)
        )
    )


def _entries_of(data: _EveningData, side: int) -> list[_EntryData]:
    """What a side has so far."""
    return [entry for row in data.rounds for entry in row[side : side + 1] if entry is not None]


def _counts(data: _CountsData | None) -> RoundCounts | None:
    return None if data is None else RoundCounts(**msgspec.structs.asdict(data))


def _winner(data: _EveningData) -> int | None:
    """The side that has won, after whole rounds."""
    entries = [_entries_of(data, side) for side in range(len(data.sides))]
    if not data.rounds or any(len(each) < len(data.rounds) for each in entries):
        return None
    return winner_of([sum(entry.points for entry in each) for each in entries], data.target)


def results_of(body: ResultsBody) -> dict[str, Any]:
    """Each board as sheets to show, and as CSV."""
    matches = [_played(evening) for evening in body.evenings]
    return {
        name: {
            "tables": [_table(sheet) for sheet in board.sheets(matches)],
            "csv": board.csv(matches),
        }
        for name, board in BOARDS.items()
    }


def _table(sheet: Sheet) -> dict[str, Any]:
    return {
        "title": sheet.title,
        "columns": sheet.columns,
        "rows": [
            [cell if isinstance(cell, int) else str(cell) for cell in row] for row in sheet.rows
        ],
        "notes": sheet.notes,
    }
