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
from dealt.figures.plain import COLOURS, DASHES, FAINT, GRID, INK, LETTER, Picture, ticks
from dealt.language import decimal, message, number, say
from dealt.nearest import same
from dealt.scoresheet.people import evening_title
from dealt.scoresheet.standings import PlayedMatch, PlayedSide, pairs, players

WIDTH, LEAST_WIDTH, MOST_WIDTH = 640, 280, 1200  # pixels
MARGIN, ROW, CHART, SMALL = 14, 26, 230, 12
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
    """A picture, and what is to be seen in it as a sheet."""

    picture: Picture
    sheet: Sheet


@dataclass(frozen=True)
class _Bar:
    """A row of a bar chart: its name, the parts of its bar (0 to 1, by colour), and its value."""

    name: str
    parts: Mapping[int, float]
    value: str


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
    bars = [_Bar(name, {0: won / n}, say("{n} of {all}", n=won, all=n)) for name, won, n in rows]
    return _bars(title, sheet, bars, {0: say("matches won")}, width)


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
        _Bar(
            name,
            {colour: float(x / most) for colour, x in enumerate(each)},
            decimal(f"{float(sum(each)):.1f}"),
        )
        for name, each in sorted(means.items(), key=lambda item: -sum(item[1]))
    ]
    return _bars(title, sheet, bars, dict(enumerate(kinds)), width)


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
    """Lines over a common scale, a legend with the last values below; `marks` are those of x."""
    width = min(max(width, LEAST_WIDTH), MOST_WIDTH)
    values = [y for line in lines.values() for _, y in line]
    scale = ticks(min(0, *values), max(target, *values))
    labels = [number(each) for each in scale]
    left = MARGIN + max(map(len, labels)) * SMALL * LETTER + 8
    right, top = width - MARGIN - max(8, len(marks[-1][1]) * SMALL * LETTER / 2), 76
    bottom = top + CHART
    picture = Picture(width, bottom + 44 + ROW * len(lines), heading, described(sheet))
    picture.text(MARGIN, 26, heading, size=17, bold=True, room=width - 2 * MARGIN)
    if sheet.title != heading:
        picture.text(MARGIN, 46, sheet.title, size=13, colour=FAINT, room=width - 2 * MARGIN)
    x0, x1 = marks[0][0], max(marks[-1][0], marks[0][0] + 1)

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            left + (x - x0) / (x1 - x0) * (right - left),
            bottom - (y - scale[0]) / (scale[-1] - scale[0]) * CHART,
        )

    for each, label in zip(scale, labels, strict=True):
        y = place(x0, each)[1]
        picture.line([(left, y), (right, y)], GRID if each else FAINT, 1)
        picture.text(left - 8, y + 4, label, anchor="end", size=SMALL, colour=FAINT)
    every = -(
        -len(marks) * max(len(label) + 2 for _, label in marks) * SMALL * LETTER // (right - left)
    )
    for x, label in marks[:: max(1, int(every))]:
        picture.text(place(x, 0)[0], bottom + 20, label, anchor="middle", size=SMALL, colour=FAINT)
    if target:
        y = place(x0, target)[1]
        picture.line([(left, y), (right, y)], INK, 1.5, "2 4")
        goal = say("target {points}", points=number(target))
        picture.text(left + 4, y - 6, goal, size=SMALL)
    for colour, (name, line) in enumerate(lines.items()):
        places = [place(*each) for each in line]
        picture.line(places, colour, 2.5, DASHES[colour])
        for x, y in places:
            picture.bar(x - 3, y - 3, 6, 6, colour)
        y = bottom + 50 + ROW * colour
        picture.line([(MARGIN, y - 5), (MARGIN + 34, y - 5)], colour, 2.5, DASHES[colour])
        picture.bar(MARGIN + 14, y - 8, 6, 6, colour)
        value = number(round(line[-1][1])) if line else ""
        room = width - 2 * MARGIN - 44 - len(value) * 14 * LETTER - 12
        picture.text(MARGIN + 44, y, name, room=room)
        picture.text(width - MARGIN, y, value, anchor="end", bold=True)
    return Drawn(picture, sheet)


def _bars(
    heading: str, sheet: Sheet, bars: Sequence[_Bar], legend: Mapping[int, str], width: int
) -> Drawn:
    """Bars with their names above them and a legend of the colours."""
    width = min(max(width, LEAST_WIDTH), MOST_WIDTH)
    more = len(bars) - MOST_BARS
    bars, room, y = bars[:MOST_BARS], width - 2 * MARGIN, 52
    high = y + ROW * len(legend) + 40 * len(bars) + (ROW if more > 0 else 0)
    picture = Picture(width, high, heading, described(sheet))
    picture.text(MARGIN, 26, heading, size=17, bold=True, room=room)
    for colour, text in legend.items():
        picture.bar(MARGIN, y - 11, 12, 12, colour)
        picture.text(MARGIN + 20, y, text, size=13, colour=FAINT)
        y += ROW
    for bar in bars:
        picture.text(MARGIN, y + 4, bar.name, room=room - len(bar.value) * 14 * LETTER - 12)
        picture.text(width - MARGIN, y + 4, bar.value, anchor="end", bold=True)
        picture.bar(MARGIN, y + 11, room, 10, GRID)
        x = float(MARGIN)
        for colour, share in bar.parts.items():
            picture.bar(x, y + 11, share * room, 10, colour)
            x += share * room
        y += 40
    if more > 0:
        picture.text(MARGIN, y + 4, say("and {n} more", n=more), size=13, colour=FAINT)
    return Drawn(picture, sheet)


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
