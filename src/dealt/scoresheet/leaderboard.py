"""Results over matches of Tranca, as sheets, CSV and pictures: leaderboard, pairs, rounds.

Each picture fits any width from 280 pixels upward.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from dealt.core.sheet import Cell, Sheet, csv_text
from dealt.figures.colours import COLOURS, CREAM, DASHES
from dealt.figures.drawing import LEAST_WIDTH, WIDTH, Figure
from dealt.figures.panels import Axis, Line, Plot, Row, Rows, rule
from dealt.language import decimal, message, number, say, say_n
from dealt.nearest import same
from dealt.scoresheet.people import evening_title
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
_FORMULA = tuple("=+-@\t\r\uff1d\uff0b\uff0d\uff20")

_Cell = str | int | float


@dataclass(frozen=True)
class _Column:
    """A column of results, on sheets, in files, or both.

    Attributes:
        code: the name of the field in CSV and JSON, the same in every language; empty: none.
        heading: on sheets, in English; empty: none.  A function of the first row if sheets differ.
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
        rows: returns all rows, in the order of files; the `kind` of each says on which sheet.
        titles: of the sheets, in English, by kind of row.
        note: a line below each sheet, in English; empty: none.
    """

    columns: tuple[_Column, ...]
    rows: Callable[[Sequence[PlayedMatch]], list[Any]]
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
            by_kind[row.kind].append(row)
        sheets = []
        for kind, rows in by_kind.items():
            if rows:
                headings = tuple(column.title(rows[0]) for column in columns)
                cells: Any = tuple(tuple(each.value(row) for each in columns) for row in rows)
                sheets.append(Sheet(say(self.titles[kind]), headings, cells, tuple(notes)))
        return sheets


def no_formula(text: str) -> str:
    """`text`, protected so that a spreadsheet does not take it for a formula."""
    is_formula = text and (text.lstrip().startswith(_FORMULA) or text[:1] in _FORMULA)
    return f"'{text}" if is_formula else text


def _ranked(matches: Sequence[PlayedMatch]) -> list[Standing]:
    """The players, then the teams, the best first."""
    boards = leaderboard(players(matches)), leaderboard(teams(matches))
    return [
        replace(row, place=place)
        for board in boards
        for row, place in zip(board, places(board), strict=True)
    ]


def _by_name(matches: Sequence[PlayedMatch]) -> list[Standing]:
    """The players, then the teams, by name."""
    return [*players(matches), *teams(matches)]


def _rounded(points: Fraction) -> int:
    """A whole number, a half upwards."""
    return math.floor(points + Fraction(1, 2))


_KIND = _Column("kind", "", lambda row: row.kind)
_NAME = _Column("name", message("name"), lambda row: row.name)
_LEADERBOARD = _Board(
    (
        _KIND,
        _Column("place", message("place"), lambda row: row.place),
        _NAME,
        _Column("matches", message("matches"), lambda row: row.matches),
        _Column("won", message("won"), lambda row: row.won),
        _Column("unfinished", "", lambda row: row.unfinished),
        _Column("rounds", message("rounds"), lambda row: len(row.rounds)),
        _Column("points", message("points"), lambda row: row.points),
        _Column("points_a_round", "", lambda row: round(float(row.a_round), 2)),
        _Column("", message("a round"), lambda row: _rounded(row.a_round)),
        _Column("best_round", message("best round"), lambda row: row.best),
    ),
    _ranked,
    {
        "player": message("Leaderboard of the players"),
        "team": message("Leaderboard of the teams"),
    },
)


def _by_cards(row: Standing) -> str:
    """The share of the rounds that were entered by cards."""
    return say("{n} of {rounds}", n=len(row.counted), rounds=len(row.rounds))


_STATISTICS = _Board(
    (
        _KIND,
        _NAME,
        _Column("rounds", "", lambda row: len(row.rounds)),
        _Column("rounds_by_cards", "", lambda row: len(row.counted)),
        _Column("", message("by cards"), _by_cards),
        _Column("clean_canastras", message("clean"), lambda row: row.total("clean")),
        _Column("dirty_canastras", message("dirty"), lambda row: row.total("dirty")),
        _Column("canastras_of_twos", message("twos"), lambda row: row.total("twos")),
        _Column("dollars", message("dollars"), lambda row: row.total("dollars")),
        _Column("trancas", message("trancas"), lambda row: row.total("trancas")),
        _Column("mortos_used", message("morto used"), lambda row: row.total("morto_used")),
        _Column("mortos_not_used", message("not used"), lambda row: row.mortos_not_used),
        _Column("final_moves", message("final moves"), lambda row: row.total("final_move")),
    ),
    _by_name,
    {"player": message("Statistics of the players"), "team": message("Statistics of the teams")},
    message(
        "Only rounds entered by cards are counted here; points alone do not say what lay on the "
        "table."
    ),
)


_PARTNERS = _Board(
    (
        _Column("player", message("player"), lambda pair: pair.player),
        _Column("relation", "", lambda pair: pair.kind),
        _Column("other", lambda pair: pair.kind, lambda pair: pair.other),
        _Column("matches", message("matches"), lambda pair: pair.matches),
        _Column("won", message("won"), lambda pair: pair.won),
        _Column("rounds", message("rounds"), lambda pair: pair.rounds),
    ),
    pairs,
    {"with": message("Partners"), "against": message("Opponents")},
)


@dataclass(frozen=True)
class _Turn:
    """A round of a side of a match."""

    match: PlayedMatch
    side: PlayedSide
    round: SideRound
    kind: str = "round"

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
    note = say_n(
        "1 match is not over yet: its rounds count, but not as a match played or won.",
        "{n} matches are not over yet: their rounds count, but not as matches played or won.",
        n,
    )
    return [note] if n else []


# --- pictures, and the same as sheets for those who do not see them -------------------------------

_MOST_WIDTH = 1200  # pixels
_MOST_BARS = 16

_CANASTRAS = {
    "clean": message("clean canastras"),
    "dirty": message("dirty canastras"),
    "twos": message("canastras of twos"),
}
_Points = Sequence[tuple[float, float]]
_MONTH = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])(?![0-9])")  # of a date in ISO 8601


@dataclass(frozen=True)
class Drawn:
    """A figure, and what is to be seen in it as a sheet."""

    figure: Figure
    sheet: Sheet


def evening_picture(match: PlayedMatch, width: int = WIDTH) -> Drawn | None:
    """The points of each side over the rounds of an evening; None without rounds."""
    numbers = sorted({each.number for side in match.sides for each in side.rounds})
    if not numbers:
        return None
    lines = {side.name: _running(side) for side in match.sides}
    rows = _rows(numbers, lines)
    title = _title(match)
    sheet = Sheet(title, (say("round"), *lines), tuple(rows))
    marks = [(n, f"{n}") for n in (0, *numbers)]
    return _curves(say("Points over the evening"), sheet, lines, marks, width, match.target)


def _trend_picture(matches: Sequence[PlayedMatch], width: int = WIDTH) -> Drawn | None:
    """The points per round of the players by month; None if no evening with rounds has a date."""
    months: dict[int, list[PlayedMatch]] = defaultdict(list)
    for match in matches:
        month = _MONTH.match(match.begun)
        if month and any(side.rounds for side in match.sides):
            months[12 * int(month[1]) + int(month[2]) - 1].append(match)
    if not months:
        return None
    first, last = min(months), max(months)
    by_month = {
        month - first: {same(row.name): row.a_round for row in players(played)}
        for month, played in sorted(months.items())
    }
    busiest = sorted(players(matches), key=lambda row: -len(row.rounds))[:COLOURS]
    names = sorted(row.name for row in busiest)
    lines = {
        name: [
            (x, float(means[same(name)])) for x, means in by_month.items() if same(name) in means
        ]
        for name in names
    }
    lines = {name: line for name, line in lines.items() if line}
    labels = {x: _month(first + x) for x in range(last - first + 1)}
    rows = [
        (labels[x], *row[1:]) for x, row in zip(by_month, _rows([*by_month], lines), strict=True)
    ]
    title = say("Points per round by month")
    sheet = Sheet(title, (say("month"), *lines), tuple(rows))
    return _curves(title, sheet, lines, [*labels.items()], width)


def partners_picture(matches: Sequence[PlayedMatch], width: int = WIDTH) -> Drawn | None:
    """How many of their finished matches partners have won; single players, if nobody has any."""
    partners = [each for each in pairs(matches) if each.matches and each.kind == "with"]
    partners = [each for each in partners if same(each.player) < same(each.other)]
    title = say("Who wins with whom")
    rows = [
        (say("{name} and {other}", name=each.player, other=each.other), each.won, each.matches)
        for each in partners
    ]
    if not rows:
        title = say("Who wins")
        rows = [(row.name, row.won, row.matches) for row in players(matches) if row.matches]
    if not rows:
        return None
    rows.sort(key=lambda row: (-row[1] / row[2], -row[2], row[0]))
    sheet = Sheet(title, (say("name"), say("won"), say("matches")), tuple(rows))
    bars = [Row(name, say("{n} of {all}", n=won, all=n), (won / n,)) for name, won, n in rows]
    return _bars(title, sheet, bars, [say("matches won")], width)


def _canastras_picture(matches: Sequence[PlayedMatch], width: int = WIDTH) -> Drawn | None:
    """Canastras per round of each player, by kind; None if no round was entered by cards."""
    counted = [row for row in players(matches) if row.counted]
    if not counted:
        return None
    means = {
        row.name: [Fraction(row.total(kind), len(row.counted)) for kind in _CANASTRAS]
        for row in counted
    }
    most = max(map(sum, means.values())) or Fraction(1)
    title = say("Canastras per round")
    kinds = [say(kind) for kind in _CANASTRAS.values()]
    rows = [(name, *(decimal(f"{float(x):.2f}") for x in each)) for name, each in means.items()]
    sheet = Sheet(title, (say("name"), *kinds), tuple(rows))
    bars = [
        Row(name, decimal(f"{float(sum(each)):.1f}"), tuple(float(x / most) for x in each))
        for name, each in sorted(means.items(), key=lambda item: -sum(item[1]))
    ]
    return _bars(title, sheet, bars, kinds, width)


BOARD_PICTURES = {  # by the names of `dealt.scoresheet.leaderboard.BOARDS`
    "leaderboard": _trend_picture,
    "statistics": _canastras_picture,
    "partners": partners_picture,
}


def text_of(match: PlayedMatch) -> str:
    """An evening as a few lines of text, to be sent to somebody."""
    totals = {side.name: sum(each.points for each in side.rounds) for side in match.sides}
    ranked = sorted(match.sides, key=lambda side: -totals[side.name])
    lines = [say("Tranca: {title}", title=_title(match))]
    for side in ranked:
        points = " ".join(f"{each.points:+d}".replace("-", "\u2212") for each in side.rounds)
        lines.append(f"{side.name}: {number(totals[side.name])}  ({points})")
    winners = [side.name for side in match.sides if side.has_won]
    if winners:
        lines.append(say("Won by {names}.", names=winners[0]))
    elif match.target:
        lines.append(say("The first to {target} wins.", target=number(match.target)))
    return "\n".join(lines)


def _curves(
    heading: str,
    sheet: Sheet,
    lines: Mapping[str, _Points],
    marks: Sequence[tuple[float, str]],
    width: int,
    target: int = 0,
) -> Drawn:
    """Lines over a common scale, with their last values in the legend; `marks` are those of x."""
    curves = [
        Line(
            tuple(line), name, number(round(line[-1][1])) if line else "",
            colour=colour, dash=DASHES[colour],
        )
        for colour, (name, line) in enumerate(lines.items())
    ]  # fmt: skip
    if target:
        curves.insert(
            0, rule(y=target, name=say("target {points}", points=number(target)), dash="2 4")
        )
    plot = Plot(
        tuple(curves),
        Axis(ticks=tuple(marks), ends=(marks[0][0] + 1,)),
        Axis(text=lambda n: number(round(n)), ends=(0,)),
    )
    return _with_sheet(heading, sheet, plot, width)


def _with_sheet(heading: str, sheet: Sheet, panel: Plot | Rows, width: int) -> Drawn:
    """A figure on the paper of the page, and its sheet."""
    subtitle = sheet.title if sheet.title != heading else ""
    width = min(max(width, LEAST_WIDTH), _MOST_WIDTH)
    groups: tuple[tuple[Plot | Rows, ...], ...] = ((panel,),)
    return Drawn(
        Figure(heading, groups, subtitle, described(sheet), width=width, palette=CREAM), sheet
    )


def _bars(
    heading: str, sheet: Sheet, rows: Sequence[Row], legend: Sequence[str], width: int
) -> Drawn:
    """Bars with a legend of the colours."""
    more = say("and {n} more", n=len(rows) - _MOST_BARS) if len(rows) > _MOST_BARS else ""
    panel = Rows(tuple(rows[:_MOST_BARS]), legend=tuple(legend), note=more)
    return _with_sheet(heading, sheet, panel, width)


def described(sheet: Sheet) -> str:
    """A sheet in one text, row by row."""
    rows = []
    for row in sheet.rows:
        head = f"{sheet.columns[0]} {row[0]}" if isinstance(row[0], int) else row[0]
        pairs = zip(sheet.columns[1:], row[1:], strict=True)
        rows.append(f"{head}: {', '.join(f'{name} {cell}' for name, cell in pairs if cell != '')}")
    return f"{sheet.title}. {'; '.join(rows)}."


def _running(side: PlayedSide) -> list[tuple[float, float]]:
    """The total of a side after each of its rounds, from nothing."""
    total, line = 0, [(0.0, 0.0)]
    for each in side.rounds:
        total += each.points
        line.append((each.number, total))
    return line


def _rows(places: Sequence[int], lines: Mapping[str, _Points]) -> list[tuple[Cell, ...]]:
    """A row for each place: the values of the lines there, empty where they have none."""
    values = [dict(line) for line in lines.values()]
    return [(x, *(round(each[x]) if x in each else "" for each in values)) for x in places]


def _title(match: PlayedMatch) -> str:
    return evening_title(match.title, match.begun, [side.name for side in match.sides])


def _month(n: int) -> str:
    return say("{year}-{month}", year=f"{n // 12}", month=f"{n % 12 + 1:02}")
