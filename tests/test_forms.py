"""Every command with one shared option prints its tables as JSON, CSV and Markdown."""

import csv
import io
import json
from fractions import Fraction

import pytest

from dealt.core.sheet import Sheet
from tests.program import run

ENDING = "president; hand 0: 2C KH; hand 1: 3S 9H; unknown=deal"
COMMANDS = (
    ["games"],
    ["odds", "three-card-poker"],
    ["odds", "penney", "--by", "tricks"],
    ["odds", "penney", "RRB"],
    ["penney", "percentages"],
    ["simulate", "three-card-poker", "--matches", "8"],
    ["score", "tranca", "round.txt"],
    ["arena", "penney", "AI", "random", "--deals", "4"],
    ["analyse", ENDING, "--player", "random", "--playouts", "8"],
    ["results", "president", "--scores", "p.csv"],
)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_tables_have_four_forms(command, tmp_path):
    """CSV has the same headings in each language; Markdown has a line below the headings."""
    (tmp_path / "p.csv").touch()
    (tmp_path / "round.txt").write_text("4H 5H 6H\n")
    result = run(*command, "--csv", cwd=tmp_path)
    rows = list(csv.reader(io.StringIO(result.stdout.partition("\n\n")[0])))
    assert result.returncode == 0 and len({len(row) for row in rows}) == 1, result
    again = run("--language", "pt-BR", *command, "--csv", cwd=tmp_path)
    assert again.stdout.splitlines()[0] == result.stdout.splitlines()[0]
    assert json.loads(run(*command, "--json", cwd=tmp_path).stdout)
    lines = run(*command, "--markdown", cwd=tmp_path).stdout.splitlines()
    assert lines[0].startswith("**") and lines[3].startswith(("| :--", "| --:"))


def test_a_sheet_is_written_exactly():
    """Fractions keep their precision in CSV; a bar does not end a cell of Markdown."""
    sheet = Sheet("T", ("a|b", "n"), (("x|y, z", Fraction(1, 3)),), ("A note.",))
    assert sheet.csv() == f'a|b,n\n"x|y, z",{1 / 3}\n'
    assert sheet.markdown() == (
        "**T**\n\n| a\\|b | n |\n| :-- | --: |\n| x\\|y, z | 0.33333 |\n\nA note.\n"
    )
