"""Answers for a page about the evenings in its browser: results, the file to save, a file read.

Nothing is stored here.  `dealt.scoresheet.standings` computes the results, as in a terminal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, field

from dealt.core.sheet import Sheet
from dealt.figures.drawing import WIDTH, svg
from dealt.games.tranca.scoring import winner_of
from dealt.scoresheet.evenings import (
    EntryData,
    Evening,
    EveningData,
    Evenings,
    Report,
    checked,
    counting,
    marked,
    merge,
    read,
)
from dealt.scoresheet.fields import Text
from dealt.scoresheet.leaderboard import BOARDS
from dealt.scoresheet.people import People, Seating, check_person
from dealt.scoresheet.pictures import BOARD_PICTURES, Drawn, evening_picture, text_of
from dealt.scoresheet.standings import PlayedMatch, PlayedSide, SideRound


class EveningsBody(Struct, forbid_unknown_fields=True, kw_only=True):
    """What a page has.

    Attributes:
        evenings: the oldest first, see `dealt.scoresheet.evenings.EveningData`.
        names: see `dealt.scoresheet.evenings.NameData`.
    """

    evenings: list[dict[str, Any]]
    names: list[dict[str, str]] = []


class FileBody(EveningsBody, kw_only=True):
    """What a page has, and a file to put to it, or a part of one.

    Attributes:
        text: of the file.
        file: its name.
        report: what came of the parts before this one.
    """

    text: str
    file: Annotated[str, Meta(max_length=300)]
    report: Report = field(default_factory=Report)


class ResultsBody(EveningsBody, kw_only=True):
    """What a page has, the evening that it shows, and how wide and dark pictures should be."""

    evening: str = ""
    width: Annotated[int, Meta(ge=0, le=10_000)] = WIDTH
    dark: bool = False


class JoinBody(EveningsBody, kw_only=True):
    """What a page has, and a name to count as the person `right`; if equal, as its own again."""

    name: Text
    right: Text


def backup_of(body: EveningsBody) -> dict[str, Any]:
    """The text of the file to save, and the evenings with the marks that are in it.

    Raises:
        ParseError: something is not an evening.
    """
    own = checked(body.evenings, body.names)
    saved = replace(own, evenings=marked(own.evenings))
    return {"file": saved.text(), "evenings": saved.evenings}


def merged_of(body: FileBody) -> dict[str, Any]:
    """The evenings of a page together with those of a file, and in words what has changed.

    Raises:
        ParseError: something is not an evening, or the file cannot be read.
    """
    other = read(body.text, body.file)
    merged, report = merge(checked(body.evenings, body.names), other, body.report)
    return {
        "evenings": merged.evenings,
        "names": merged.names,
        "lines": report.lines(),
        "report": report,
        "latest": other.evenings[-1]["id"] if other.evenings else None,
    }


def people_of(evenings: Evenings) -> People:
    """Who is who in some evenings."""
    counted = msgspec.convert(counting(evenings.evenings), list[EveningData])
    return People([*map(Seating.from_data, counted)], evenings.names)


def joined_of(body: JoinBody) -> dict[str, Any]:
    """In words, what changes once a name counts as another; nothing is saved.

    Raises:
        ParseError: something is not an evening.
        SetupError: the two cannot be one person, see `People.correction`.
    """
    name, right = check_person(body.name), check_person(body.right)
    people = people_of(checked(body.evenings, body.names))
    correction, lines = people.correction(name, right)
    return {"name": correction.name, "right": correction.right, "lines": lines}


def played(evenings: Sequence[Evening], people: People) -> list[PlayedMatch]:
    """Evenings in the form that the leaderboard needs, under the right names, each of them once."""
    counted = msgspec.convert(counting(evenings), list[EveningData])
    return [_played(each, people) for each in counted]


def _played(data: EveningData, people: People) -> PlayedMatch:
    winner = _winner(data)
    seating = Seating.from_data(data)
    sides = tuple(
        PlayedSide(
            name=people.side(name),
            players=tuple(map(people.name, seating.players[place])),
            rounds=tuple(
                SideRound(entry.points, entry.counts, number)
                for number, entry in _entries_of(data, place)
            ),
            has_won=place == winner,
        )
        for place, name in enumerate(data.sides)
    )
    return PlayedMatch(sides, data.title, data.begun, data.target)


def _entries_of(data: EveningData, side: int) -> list[tuple[int, EntryData]]:
    """What a side has so far, with the numbers of the rounds."""
    return [
        (number, entry)
        for number, row in enumerate(data.rounds, 1)
        for entry in row[side : side + 1]
        if entry is not None
    ]


def _winner(data: EveningData) -> int | None:
    """The side that has won, after whole rounds."""
    entries = [_entries_of(data, side) for side in range(len(data.sides))]
    if not data.rounds or any(len(each) < len(data.rounds) for each in entries):
        return None
    totals = [sum(entry.points for _, entry in each) for each in entries]
    return winner_of(totals, data.target)


def results_of(body: ResultsBody) -> dict[str, Any]:
    """Each board as sheets to show, as CSV, and as a picture; and the evening that is shown.

    Raises:
        ParseError: something is not an evening.
    """
    evenings = checked(body.evenings, body.names)
    people = people_of(evenings)
    matches = played(evenings.evenings, people)
    answer: dict[str, Any] = {
        name: {
            "tables": [_table(sheet) for sheet in board.sheets(matches)],
            "csv": board.csv(matches),
            "picture": _drawn(BOARD_PICTURES[name](matches, body.width), body)
            if name in BOARD_PICTURES
            else None,
        }
        for name, board in BOARDS.items()
    }
    shown = [each for each in evenings.evenings if each["id"] == body.evening]
    for match in played(shown, people):
        drawn = evening_picture(match, body.width)
        answer["evening"] = {
            "tables": [_table(drawn.sheet)] if drawn else [],
            "csv": BOARDS["rounds"].csv([match]),
            "picture": _drawn(drawn, body),
            "text": text_of(match),
        }
    answer["names"] = [
        {"name": each.name, "at": each.at, "text": text, "can_undo": can_undo}
        for each, text, can_undo in people.history()
    ]
    return answer


def _drawn(drawn: Drawn | None, body: ResultsBody) -> dict[str, Any] | None:
    """A picture as SVG, and what is to be seen in it."""
    if drawn is None:
        return None
    return {
        "svg": svg(drawn.figure, dark=body.dark),
        "title": drawn.figure.title,
        "description": drawn.figure.text,
        "table": _table(drawn.sheet),
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
