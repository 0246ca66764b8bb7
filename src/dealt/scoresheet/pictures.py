"""Tranca: pictures of evenings, and the same as sheets for those who do not see them.

Each picture fits any width from 280 pixels upward.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dealt.core.sheet import Cell, Sheet
from dealt.figures.colours import COLOURS, CREAM, DASHES
from dealt.figures.drawing import LEAST_WIDTH, WIDTH, Figure
from dealt.figures.panels import Axis, Line, Plot, Row, Rows, rule
from dealt.language import decimal, message, number, say
from dealt.nearest import same
from dealt.scoresheet.people import evening_title
from dealt.scoresheet.standings import PlayedMatch, PlayedSide, pairs, players

MOST_WIDTH = 1200  # pixels
MOST_BARS = 16

CANASTRAS = {
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
    """The points of each side over the rounds of an evening; None if there are no rounds."""
    numbers = sorted({each.number for side in match.sides for each in side.rounds})
    if not numbers:
        return None
    lines = {side.name: _running(side) for side in match.sides}
    rows = _rows(numbers, lines)
    title = _title(match)
    sheet = Sheet(title, (say("round"), *lines), tuple(rows))
    marks = [(n, f"{n}") for n in (0, *numbers)]
    return _curves(say("Points over the evening"), sheet, lines, marks, width, match.target)


def trend_picture(matches: Sequence[PlayedMatch], width: int = WIDTH) -> Drawn | None:
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
        month - first: {same(row.name): row.a_round for row in players(found)}
        for month, found in sorted(months.items())
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
    found = [each for each in pairs(matches) if each.matches and each.together]
    found = [each for each in found if same(each.player) < same(each.other)]
    title = say("Who wins with whom")
    rows = [
        (say("{name} and {other}", name=each.player, other=each.other), each.won, each.matches)
        for each in found
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


def canastras_picture(matches: Sequence[PlayedMatch], width: int = WIDTH) -> Drawn | None:
    """Canastras per round of each player, by kind; None if no round was entered by cards."""
    found = [row for row in players(matches) if row.counted]
    if not found:
        return None
    means = {
        row.name: [Fraction(row.total(kind), len(row.counted)) for kind in CANASTRAS]
        for row in found
    }
    most = max(map(sum, means.values())) or Fraction(1)
    title = say("Canastras per round")
    kinds = [say(kind) for kind in CANASTRAS.values()]
    rows = [(name, *(decimal(f"{float(x):.2f}") for x in each)) for name, each in means.items()]
    sheet = Sheet(title, (say("name"), *kinds), tuple(rows))
    bars = [
        Row(name, decimal(f"{float(sum(each)):.1f}"), tuple(float(x / most) for x in each))
        for name, each in sorted(means.items(), key=lambda item: -sum(item[1]))
    ]
    return _bars(title, sheet, bars, kinds, width)


BOARD_PICTURES = {  # by the names of `dealt.scoresheet.leaderboard.BOARDS`
    "leaderboard": trend_picture,
    "statistics": canastras_picture,
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
    width = min(max(width, LEAST_WIDTH), MOST_WIDTH)
    groups: tuple[tuple[Plot | Rows, ...], ...] = ((panel,),)
    return Drawn(
        Figure(heading, groups, subtitle, described(sheet), width=width, palette=CREAM), sheet
    )


def _bars(
    heading: str, sheet: Sheet, rows: Sequence[Row], legend: Sequence[str], width: int
) -> Drawn:
    """Bars with a legend of the colours."""
    more = say("and {n} more", n=len(rows) - MOST_BARS) if len(rows) > MOST_BARS else ""
    panel = Rows(tuple(rows[:MOST_BARS]), legend=tuple(legend), note=more)
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
