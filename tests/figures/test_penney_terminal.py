"""The heat maps of Penney's game at a terminal: every number, in colour and without."""

import io
import re
import sys

import pytest
from rich.console import Console as Screen

from dealt.figures.colours import blue, ink
from dealt.games.penney.tally import CARDS, SCORINGS, TRICKS, Tally
from dealt.penney.figures import heat_map
from dealt.terminal.charts import show
from dealt.terminal.console import Console
from tests.figures.tallies import heat, simulated, tally_of


def on_screen(tally, by, side="mine", width=80, **options):
    """What a terminal of some width gets."""
    console, file = Console(live=True), io.StringIO()
    options = {"color_system": "truecolor", "force_terminal": True, "_environ": {}} | options
    console.screen = Screen(file=file, width=width, **options)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        show(console, heat_map(tally, by, side=side))
    return file.getvalue()


def without_colours(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


@pytest.mark.parametrize("side", ["mine", "opponent"])
@pytest.mark.parametrize("by", SCORINGS)
def test_the_table_at_a_terminal_has_every_number(by, side, capsys):
    """Best replies in brackets; the same with and without colours, in 80 columns."""
    tally = simulated()
    show(Console(live=False), heat_map(tally, by, side=side))
    lines = capsys.readouterr().out.split("\n")
    grid, title = heat(tally, by, side), heat_map(tally, by, side=side).title
    assert lines[:3] == [title, grid.title, grid.note] and lines[-1] == ""
    assert lines[6].split() == list(grid.names)
    for name, line, row in zip(grid.names, lines[7:15], grid.rows, strict=True):
        assert line.startswith(f"{name}  ")
        cells = re.findall(r"--|\[? *\d+\( *\d+\)\]?", line)
        for text, cell in zip(cells, row, strict=True):
            expected = "--" if cell is None else f"[{cell.text}]" if cell.is_marked else cell.text
            assert text.replace(" ", "") == expected
    assert max(map(len, lines)) <= 80
    whose = "my" if side == "mine" else "the opponent's"
    assert f"[ ] {whose} best reply to the choice of its" in lines[16]
    coloured = on_screen(tally, by, side)
    assert [line.rstrip() for line in without_colours(coloured).split("\n")] == lines
    for cell in (cell for row in grid.rows for cell in row if cell):
        ground = ";".join(map(str, blue(cell.share)))
        won = cell.text.split("(")[0]
        letters = "0;0;0" if ink(blue(cell.share)) == "#000000" else "255;255;255"
        bold = "1;" if cell.is_marked else ""
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
    assert [name for head in heads for name in head] == list(heat(simulated(), CARDS).names)
    assert len(heads) > 1 and max(len(line.rstrip()) for line in lines[5:-3]) <= 40
    assert on_screen(simulated(), CARDS, width=1).count("RRR") == 8 + 1


@pytest.mark.parametrize(
    "options",
    [
        {"color_system": None},
        {"color_system": "standard"},
        {"no_color": True},
    ],
)
def test_without_enough_colours_the_table_is_plain(options):
    """No codes at all."""
    text = on_screen(simulated(), TRICKS, **options)
    assert "\x1b" not in text and "[" in text
    assert len([line for line in text.split("\n") if "BBB" in line and "RRR" in line]) == 1


def test_where_no_terminal_limits_the_lines_there_are_no_blocks(capsys):
    show(Console(live=False), heat_map(simulated(4), TRICKS))
    lines = capsys.readouterr().out.split("\n")
    assert len([line for line in lines if "BBBB" in line and "RRRR" in line]) == 1


def test_nothing_counted_is_shown_without_marks(capsys):
    show(Console(live=False), heat_map(Tally.empty(), TRICKS))
    output = capsys.readouterr().out
    assert "[" not in output and output.count("0(0)") == 56
