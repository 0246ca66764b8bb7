"""Heat maps of Penney's game at a terminal: blue cells, and the best replies in brackets."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from dealt.figures.colours import GREY, blue, code, ink
from dealt.games.penney.heat import ACROSS, BEST, DOWN, MINE, HeatCell, HeatMap, heat_of
from dealt.games.penney.tally import Tally, percent
from dealt.language import say
from dealt.terminal.chart import Line, plain
from dealt.terminal.console import Console

if TYPE_CHECKING:
    from rich.console import Console as Screen

COLOURFUL = {"256", "truecolor"}  # with fewer colours, shades of blue are not told apart

SAME = "--"
GAP = "  "  # after the names of the rows


def show(console: Console | Screen, tally: Tally, by: str, side: str = MINE) -> None:
    """Print a heat map: in colour at a terminal that has colours, else as a plain table.

    At a terminal that is too narrow the columns come in several blocks, one under the other.

    Args:
        console: where to print it.
        tally: what was counted.
        by: `tricks` or `cards`.
        side: whose chances, `mine` or `opponent`.

    Raises:
        SetupError: another scoring or side, or choices too short or too long to be shown.
    """
    heat = heat_of(tally, by, side)
    if not isinstance(console, Console):
        _show_on(console, heat)
    elif sys.stdout.isatty():
        _show_on(console.screen, heat)
    else:
        for line in _heat_lines(heat):
            console.say(plain(line), cards=False)


def _show_on(screen: Screen, heat: HeatMap) -> None:
    """Print a heat map in as many colours and columns as a screen has."""
    from rich.text import Text

    colourful = screen.is_terminal and screen.color_system in COLOURFUL and not screen.no_color
    for line in _heat_lines(heat, screen.width if screen.is_terminal else None):
        screen.print(Text.assemble(*line) if colourful else Text(plain(line)), soft_wrap=True)


def _heat_lines(heat: HeatMap, width: int | None = None) -> list[Line]:
    """A heat map in lines, each of parts of text with their styles.

    Args:
        heat: what is shown.
        width: columns of the terminal; None if a line may be of any length.
    """
    texts = _cell_texts(heat)
    widest = max(len(text) for row in texts for text in row)
    margin = len(heat.names[0]) + len(GAP)
    count = len(heat.names)
    across = count if width is None else max(1, min(count, (width - margin) // widest))
    lines: list[Line] = [[(line, "bold")] for line in heat.title]
    axes = say("Across: {across}. Down: {down}.", across=say(ACROSS), down=say(DOWN))
    lines += [[], [(axes, "")]]
    for start in range(0, count, across):
        block = range(start, min(start + across, count))
        lines += [[], [(" " * margin, ""), *((heat.names[x].center(widest), "") for x in block)]]
        for name, cells, row in zip(heat.names, heat.rows, texts, strict=True):
            parts = [(row[x].center(widest), _style_of(cells[x])) for x in block]
            lines.append([(name + GAP, ""), *parts])
    if any(cell.is_best for row in heat.rows for cell in row if cell is not None):
        lines += [[], [(f"[ ] {say(BEST[heat.side])}", "")]]
    return [*lines, []]


def _cell_texts(heat: HeatMap) -> list[list[str]]:
    """What stands in the cells, the numbers one under the other: `[80( 8)]`."""
    cells = [cell for row in heat.rows for cell in row if cell is not None]
    win_width = max(len(str(percent(cell.wins, cell.decks))) for cell in cells)
    draw_width = max(len(str(percent(cell.draws, cell.decks))) for cell in cells)
    return [[_cell_text(cell, win_width, draw_width) for cell in row] for row in heat.rows]


def _cell_text(cell: HeatCell | None, win_width: int, draw_width: int) -> str:
    """One cell, with so many columns for each number."""
    if cell is None:
        return SAME
    left, right = "[]" if cell.is_best else "  "
    wins, draws = percent(cell.wins, cell.decks), percent(cell.draws, cell.decks)
    return f"{left}{wins:{win_width}}({draws:{draw_width}}){right}"


def _style_of(cell: HeatCell | None) -> str:
    """The colours of a cell, bold if it is marked."""
    if cell is None:
        return f"{ink(GREY)} on {code(GREY)}"
    colour = blue(cell.share)
    return f"{'bold ' if cell.is_best else ''}{ink(colour)} on {code(colour)}"
