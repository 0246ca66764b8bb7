"""Results over matches of Tranca, as sheets and CSV: leaderboard, statistics, pairs, rounds."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dealt.core.sheet import Sheet, csv_text
from dealt.language import message, say, say_n
from dealt.scoresheet.standings import (
    PARTS,
    PlayedMatch,
    PlayedSide,
    SideRound,
    Standing,
    leaderboard,
    pairs,
    places,
    players,
    teams,
)

# spreadsheets take a cell that begins with one of these for a formula
FORMULA = tuple("=+-@\t\r\uff1d\uff0b\uff0d\uff20")

_Cell = str | int | float


@dataclass(frozen=True)
class _Column:
    """A column of results, on sheets, in files, or both.

    Attributes:
        code: the name of the field in CSV and JSON, the same in every language; empty: none.
        heading: on sheets, in English; empty: none.  A function of the first row if sheets differ.
        value: returns the cell of a row.
    """

    code: str
    heading: str | Callable[[Any], str]
    value: Callable[[Any], _Cell]

    def title(self, row: Any) -> str:
        """The heading of a sheet with this first row, in the current language."""
        return say(self.heading if isinstance(self.heading, str) else self.heading(row))


@dataclass(frozen=True)
class _Board:
    """One kind of results over many matches.

    Attributes:
        columns: from left to right.
        rows: returns all rows, in the order of files.
        kind: returns the sheet of a row, as a key of `titles`.
        titles: of the sheets, in English, by kind.
        note: a line below each sheet, in English; empty: none.
    """

    columns: tuple[_Column, ...]
    rows: Callable[[Sequence[PlayedMatch]], list[Any]]
    kind: Callable[[Any], str]
    titles: Mapping[str, str]
    note: str = ""

    def records(self, matches: Sequence[PlayedMatch]) -> list[dict[str, _Cell]]:
        """All rows as dicts of their fields."""
        columns = [column for column in self.columns if column.code]
        return [{each.code: each.value(row) for each in columns} for row in self.rows(matches)]

    def csv(self, matches: Sequence[PlayedMatch]) -> str:
        """The records, comma-separated, with a heading."""
        rows = [
            [no_formula(cell) if isinstance(cell, str) else cell for cell in record.values()]
            for record in self.records(matches)
        ]
        return csv_text([[column.code for column in self.columns if column.code], *rows])

    def sheets(self, matches: Sequence[PlayedMatch]) -> list[Sheet]:
        """The sheets with rows, in the current language."""
        columns = [column for column in self.columns if column.heading]
        notes = [*([say(self.note)] if self.note else []), *_unfinished(matches)]
        by_kind: dict[str, list[Any]] = {kind: [] for kind in self.titles}
        for row in self.rows(matches):
            by_kind[self.kind(row)].append(row)
        sheets = []
        for kind, rows in by_kind.items():
            if rows:
                headings = tuple(column.title(rows[0]) for column in columns)
                cells: Any = tuple(tuple(each.value(row) for each in columns) for row in rows)
                sheets.append(Sheet(say(self.titles[kind]), headings, cells, tuple(notes)))
        return sheets


def no_formula(text: str) -> str:
    """`text`, protected so that a spreadsheet does not take it for a formula."""
    is_formula = text and (text.lstrip().startswith(FORMULA) or text[:1] in FORMULA)
    return f"'{text}" if is_formula else text


@dataclass(frozen=True)
class _Row:
    """The standing of a `player` or a `team`, and its place on the leaderboard."""

    kind: str
    place: int
    standing: Standing

    def total(self, count: str) -> int:
        """The sum of a count over its rounds, see `Standing.total`."""
        return self.standing.total(count)


def _ranked(matches: Sequence[PlayedMatch]) -> list[_Row]:
    """The players, then the teams, the best first."""
    boards = ("player", leaderboard(players(matches))), ("team", leaderboard(teams(matches)))
    return [
        _Row(kind, place, standing)
        for kind, board in boards
        for place, standing in zip(places(board), board, strict=True)
    ]


def _by_name(matches: Sequence[PlayedMatch]) -> list[_Row]:
    """The players, then the teams, by name."""
    standings = ("player", players(matches)), ("team", teams(matches))
    return [_Row(kind, 0, standing) for kind, rows in standings for standing in rows]


def _kind(row: _Row) -> str:
    return row.kind


def _rounded(points: Fraction) -> int:
    """A whole number, a half upwards."""
    return math.floor(points + Fraction(1, 2))


_KIND = _Column("kind", "", _kind)
_NAME = _Column("name", message("name"), lambda row: row.standing.name)
_LEADERBOARD = _Board(
    (
        _KIND,
        _Column("place", message("place"), lambda row: row.place),
        _NAME,
        _Column("matches", message("matches"), lambda row: row.standing.matches),
        _Column("won", message("won"), lambda row: row.standing.won),
        _Column("unfinished", "", lambda row: row.standing.unfinished),
        _Column("rounds", message("rounds"), lambda row: len(row.standing.rounds)),
        _Column("points", message("points"), lambda row: row.standing.points),
        _Column("points_a_round", "", lambda row: round(float(row.standing.a_round), 2)),
        _Column("", message("a round"), lambda row: _rounded(row.standing.a_round)),
        _Column("best_round", message("best round"), lambda row: row.standing.best),
    ),
    _ranked,
    _kind,
    {
        "player": message("Leaderboard of the players"),
        "team": message("Leaderboard of the teams"),
    },
)


def _by_cards(row: _Row) -> str:
    """The share of the rounds that were entered by cards."""
    return say("{n} of {rounds}", n=len(row.standing.counted), rounds=len(row.standing.rounds))


_STATISTICS = _Board(
    (
        _KIND,
        _NAME,
        _Column("rounds", "", lambda row: len(row.standing.rounds)),
        _Column("rounds_by_cards", "", lambda row: len(row.standing.counted)),
        _Column("", message("by cards"), _by_cards),
        _Column("clean_canastras", message("clean"), lambda row: row.total("clean")),
        _Column("dirty_canastras", message("dirty"), lambda row: row.total("dirty")),
        _Column("canastras_of_twos", message("twos"), lambda row: row.total("twos")),
        _Column("dollars", message("dollars"), lambda row: row.total("dollars")),
        _Column("trancas", message("trancas"), lambda row: row.total("trancas")),
        _Column("mortos_used", message("morto used"), lambda row: row.total("morto_used")),
        _Column("mortos_not_used", message("not used"), lambda row: row.standing.mortos_not_used),
        _Column("final_moves", message("final moves"), lambda row: row.total("final_move")),
    ),
    _by_name,
    _kind,
    {"player": message("Statistics of the players"), "team": message("Statistics of the teams")},
    message(
        "Only rounds entered by cards are counted here; points alone do not say what lay on the "
        "table."
    ),
)


def _relation(pair: Any) -> str:
    return message("with") if pair.together else message("against")


_PARTNERS = _Board(
    (
        _Column("player", message("player"), lambda pair: pair.player),
        _Column("relation", "", _relation),
        _Column("other", _relation, lambda pair: pair.other),
        _Column("matches", message("matches"), lambda pair: pair.matches),
        _Column("won", message("won"), lambda pair: pair.won),
        _Column("rounds", message("rounds"), lambda pair: pair.rounds),
    ),
    pairs,
    _relation,
    {"with": message("Partners"), "against": message("Opponents")},
)


@dataclass(frozen=True)
class _Turn:
    """A round of a side of a match."""

    match: PlayedMatch
    side: PlayedSide
    round: SideRound

    def part(self, code: str) -> _Cell:
        """The points of a part of the score; empty if unknown."""
        counts = self.round.counts
        return "" if counts is None or not counts.parts else counts.parts.get(code, 0)


def _turns(matches: Sequence[PlayedMatch]) -> list[_Turn]:
    """The rounds of all matches, in order."""
    return [
        turn
        for match in matches
        for turn in sorted(
            (_Turn(match, side, each) for side in match.sides for each in side.rounds),
            key=lambda turn: turn.round.number,
        )
    ]


def _part(code: str) -> _Column:
    return _Column(code, "", lambda turn: turn.part(code))


_ROUNDS = _Board(
    (
        _Column("date", message("date"), lambda turn: turn.match.begun[:10]),
        _Column("match", message("match"), lambda turn: turn.match.title),
        _Column("round", message("round"), lambda turn: turn.round.number),
        _Column("side", message("side"), lambda turn: turn.side.name),
        _Column("players", message("players"), lambda turn: ", ".join(turn.side.players)),
        _Column("points", message("points"), lambda turn: turn.round.points),
        *map(_part, PARTS.values()),
    ),
    _turns,
    lambda _: "round",
    {"round": message("Rounds")},
)

BOARDS = {
    "leaderboard": _LEADERBOARD,
    "statistics": _STATISTICS,
    "partners": _PARTNERS,
    "rounds": _ROUNDS,
}


def _unfinished(matches: Sequence[PlayedMatch]) -> list[str]:
    """A note about matches that are not over, if there are any."""
    n = sum(not match.is_over and any(side.rounds for side in match.sides) for match in matches)
    if not n:
        return []
    return [
        say_n(
            "1 match is not over yet: its rounds count, but not as a match played or won.",
            "{n} matches are not over yet: their rounds count, but not as matches played or won.",
            n,
        )
    ]
