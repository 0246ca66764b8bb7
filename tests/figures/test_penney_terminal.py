"""The heat maps of Penney's game at a terminal: every number, in colour and without."""

import io
import re
import sys

import pytest
from rich.console import Console as Screen

from dealt.figures.colours import blue, ink
from dealt.games.penney.heat import heat_of
from dealt.games.penney.tally import CARDS, SCORINGS, TRICKS, Tally
from dealt.penney.heat_lines import show
from dealt.terminal.console import Console
from tests.figures.tallies import simulated, tally_of

SVG = "{http://www.w3.org/2000/svg}"


def on_screen(tally, by, side="mine", width=80, **options):
    """What a terminal of some width gets."""
    file = io.StringIO()
    options = {"color_system": "truecolor", "force_terminal": True, "_environ": {}} | options
    show(Screen(file=file, width=width, **options), tally, by, side)
    return file.getvalue()


def without_colours(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


@pytest.mark.parametrize("side", ["mine", "opponent"])
@pytest.mark.parametrize("by", SCORINGS)
def test_the_table_at_a_terminal_has_every_number(by, side, capsys):
    """Best replies in brackets; the same with and without colours, in 80 columns."""
    tally = simulated()
    show(Console(live=False), tally, by, side)
    lines = capsys.readouterr().out.split("\n")
    heat = heat_of(tally, by, side)
    assert tuple(lines[:3]) == heat.title and lines[-1] == ""
    assert lines[6].split() == list(heat.names)
    for name, line, row in zip(heat.names, lines[7:15], heat.rows, strict=True):
        assert line.startswith(f"{name}  ")
        cells = re.findall(r"--|\[? *\d+\( *\d+\)\]?", line)
        for text, cell in zip(cells, row, strict=True):
            expected = "--" if cell is None else f"[{cell.text}]" if cell.is_best else cell.text
            assert text.replace(" ", "") == expected
    assert max(map(len, lines)) <= 80
    whose = "my" if side == "mine" else "the opponent's"
    assert f"[ ] {whose} best reply to the choice of its" in lines[16]
    coloured = on_screen(tally, by, side)
    assert [line.rstrip() for line in without_colours(coloured).split("\n")] == lines
    for cell in (cell for row in heat.rows for cell in row if cell):
        ground = ";".join(map(str, blue(cell.share)))
        won = cell.text.split("(")[0]
        letters = "0;0;0" if ink(blue(cell.share)) == "#000000" else "255;255;255"
        bold = "1;" if cell.is_best else ""
        assert re.search(rf"\x1b\[{bold}38;2;{letters};48;2;{ground}m[ \[] *{won}\(", coloured)


def test_the_widest_table_of_three_colours_fits_eighty_columns():
    """Numbers as wide as they can be: 100 and 100."""
    tally = tally_of(10, {(1, 0): 10, (7, 0): 5})
    lines = without_colours(on_screen(tally, TRICKS)).split("\n")
    assert "[100(  0)]" in lines[14]
    blocks = [line.split() for line in lines if line.split()[:1] in (["BBB"], ["RRR"])]
    assert max(len(line.rstrip()) for line in lines) <= 80 and blocks


def test_a_narrow_terminal_gets_the_columns_in_blocks():
    lines = without_colours(on_screen(simulated(), CARDS, width=40)).split("\n")
    heads = [line.split() for line in lines if line.startswith("  ")]
    assert [name for head in heads for name in head] == list(heat_of(simulated(), CARDS).names)
    assert len(heads) > 1 and max(len(line.rstrip()) for line in lines[5:-3]) <= 40
    assert on_screen(simulated(), CARDS, width=1).count("RRR") == 8 + 1


@pytest.mark.parametrize(
    "options",
    [
        {"force_terminal": False, "width": 40},
        {"color_system": None},
        {"color_system": "standard"},
        {"no_color": True},
    ],
)
def test_without_enough_colours_the_table_is_plain(options):
    """No codes at all; and no blocks where no terminal limits the lines."""
    text = on_screen(simulated(), TRICKS, **options)
    assert "\x1b" not in text and "[" in text
    assert len([line for line in text.split("\n") if "BBB" in line and "RRR" in line]) == 1


def test_a_console_at_a_terminal_is_coloured(monkeypatch):
    """The console of the games uses its own screen, and only where output is a terminal."""
    console = Console(live=True)
    file = io.StringIO()
    console._screen = Screen(file=file, force_terminal=True, color_system="truecolor", width=80)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    show(console, simulated(), TRICKS)
    assert re.search(r"\x1b\[[0-9;]*48;[25];", file.getvalue())
    assert "By Tricks" in without_colours(file.getvalue())


def test_nothing_counted_is_shown_without_marks(capsys):
    show(Console(live=False), Tally.empty(), TRICKS)
    printed = capsys.readouterr().out
    assert "[" not in printed and printed.count("0(0)") == 56
