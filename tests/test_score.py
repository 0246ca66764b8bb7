"""`dealt score`: files as people type them and as JSON, standard input, wrong files."""

import json
import os
import re
import subprocess
import sys

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from dealt.cli.main import cli
from dealt.errors import DealtError
from dealt.games.tranca.scoring import score
from dealt.scoresheet.typed import read_round
from tests import program
from tests.games.test_tranca_score_file import texts

TYPED = """# what Ana has
4H 5H 6H 7H 8H 9H 2C
KS KD KH
dollars: 3H 3D
hand: AS 9H 3C
morto: used
"""
SHOWN = """Score of the round
for                  how many  points
cards on the table         12      90
clean canastras             0       0
dirty canastras             1     100
canastras of twos           0       0
dollars                     2     200
final move                  0       0
other cards in hand         2     -25
trancas in the hand         1    -100
morto not used              0       0
total                             265
1. 4H 5H 6H 7H 8H 9H 2C: run, dirty canastra
2. KS KD KH: set, 3 of 7, clean

"""


def run(*arguments, typed="", cwd=None):
    """What `dealt score tranca` does."""
    return program.run("score", "tranca", *arguments, typed=typed, cwd=cwd)


def test_a_typed_file_is_scored(tmp_path):
    (tmp_path / "ana.txt").write_text(TYPED)
    result = run("ana.txt", cwd=tmp_path)
    assert (result.returncode, result.stdout, result.stderr) == (0, SHOWN, "")
    assert run("-", typed=TYPED).stdout == SHOWN


def test_json_goes_in_and_out(tmp_path):
    table = {"sequences": [["4H", "five_hearts", "6h"]], "dollars": 2, "hand": ["AS"], "decks": 3}
    table["morto"] = "none"
    (tmp_path / "ana.json").write_bytes(b"\xef\xbb\xbf" + json.dumps(table).encode())
    result = run("ana.json", "--json", cwd=tmp_path)
    assert json.loads(result.stdout) == score(**table).to_data()


def test_an_error_is_one_line_or_scored_leniently():
    typed = "4H 5H 7H\nKS KD KH\n4S 4D 5D"
    result = run("-", typed=typed)
    assert result.returncode == 2 and not result.stdout
    assert result.stderr == (
        "dealt: standard input: sequence 1 (4H 5H 7H): 6H is missing, and there is no 2; "
        "sequence 3 (4S 4D 5D): 2 suits and 2 ranks; a run has one suit, a set one rank\n"
    )
    result = run("-", "--lenient", typed=typed)
    out = result.stdout
    assert result.returncode == 0 and re.search(r"^total +-40$", out, re.MULTILINE)
    assert "1. 4H 5H 7H: no sequence\n" in out and "Error: sequence 3 (4S 4D 5D): 2 suits" in out


@pytest.mark.parametrize(("typed", "used"), [("KS KS KH", "morto: used"), ('{"hand": []', None)])
def test_a_round_without_a_morto_entry_has_none_and_says_so(typed, used):
    """On paper and as JSON; an entry of any kind ends the warning."""
    warning = "no morto entry: counted as none (morto: used, unused or none)"
    without, more = (
        (typed, f"{typed}\n{used}") if used else (f"{typed}}}", f'{typed},"morto":"none"}}')
    )
    assert f"\nWarning: {warning}\n" in run("-", typed=without).stdout
    data = json.loads(run("-", "--json", typed=without).stdout)
    assert data["warnings"] == [warning] and data["lines"][-1]["points"] == -100
    assert "no morto entry" not in run("-", typed=more).stdout
    assert not score([]).warnings


def test_cards_are_read_as_the_terminal_prints_them():
    typed = TYPED.replace("4H 5H 6H", "4♥ 5H♥ 6h♥").replace("AS 9H", "A♠,9♥\ufe0f")
    assert run("-", typed=typed).stdout == SHOWN


@pytest.mark.parametrize("between", [" ", "  ", ":", " : ", ": "])
def test_an_entry_needs_no_colon(between):
    """In small or large letters; a word that only begins like one is read as cards."""
    entries = ("MORTO", "used"), ("Final move", "yes"), ("hand", "AS 4H"), ("dollars", "2")
    typed = "".join(f"\n{name}{between}{value}" for name, value in entries)
    data = json.loads(run("-", "--json", typed=f"KS KS KH{typed}").stdout)
    points = {line["label"]: (line["count"], line["points"]) for line in data["lines"]}
    assert points["dollars"][0] == 2 and points["final move"] == (1, 100)
    assert points["other cards in hand"] == (2, -20) and points["morto not used"] == (0, 0)
    for line, wrong in (("morto", "morto is ''"), ("mortoused", "unknown card 'mortoused'")):
        result = run("-", typed=f"KS KS KH\n{line}")
        assert result.returncode == 2 and f"standard input: line 2: {wrong}" in result.stderr


def test_three_decks_have_more_copies():
    typed = "KS KS KS\ndecks: 2\nmorto: used"
    assert "Warning: more copies than 2 decks have: KS 3" in run("-", typed=typed).stdout
    assert "Warning" not in run("-", "--decks", "3", typed=typed).stdout


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("arguments", "typed", "message"),
    [
        (["none.txt"], "", "file 'none.txt' not found"),
        (["."], "", "cannot read .: it is a folder"),
        (["a\n.txt"], "", r"file 'a\n.txt' not found"),
        (["-"], "", "standard input: it is empty; write one sequence per line, such as 4H 5H 6H"),
        (["-"], "4H\nfinal: yes", "standard input: line 2: unknown entry 'final'; known entries"),
        (["-"], "{]", "standard input: line 1 is not JSON"),
        (["-"], b"\xff\xfe4H", "cannot read standard input: not a text file"),
        (["-"], b"4H\0", "cannot read standard input: not a text file"),
        (["-"], '{"sequences": [["xx"]]}', "standard input: sequence 1: unknown card 'xx'; cards"),
        (["-", "--decks", "4"], "", "'4' is not valid: must be one of '2', '3'"),
        ([], "", "name a file of cards, or a photo with --photo TABLE.jpg; - reads what you type"),
    ],
)
def test_wrong_input_gets_one_line_and_exit_code_2(arguments, typed, message, tmp_path):
    result = run(*arguments, typed=typed, cwd=tmp_path)
    assert result.returncode == 2 and not result.stdout
    error = result.stderr
    assert message in error and error.startswith("dealt: ") and error.count("\n") == 1


@pytest.mark.parametrize("command", ["score", "scoresheet"])
def test_the_commands_have_help_and_know_their_games(command):
    result = program.run(command, "--help")
    assert "GAME (tranca)" in result.stdout
    default = "Without a morto line the morto counts as not taken, which costs 100 points."
    assert (default in " ".join(result.stdout.split())) == (command == "score")
    result = program.run(command, "president", "x")
    assert result.returncode == 2 and "'president' is not valid: must be 'tranca'" in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="streams of POSIX systems")
def test_a_closed_standard_input_is_empty():
    result = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m dealt score tranca - <&-"],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert result.returncode == 2 and "standard input: it is empty" in result.stderr


@settings(max_examples=60, deadline=None)
@given(texts, st.booleans(), st.booleans())
def test_any_file_is_shown_or_refused_in_one_line(tmp_path_factory, text, lenient, as_json):
    file = tmp_path_factory.mktemp("any") / "round.txt"
    file.write_text(text, encoding="utf-8", errors="replace")
    options = ["--lenient"] * lenient + ["--json"] * as_json
    result = CliRunner().invoke(cli, ["score", "tranca", str(file), *options])
    if result.exception is None:
        assert ("no morto entry" in result.output) != (
            "morto" in read_round(file.read_text("utf-8"))
        )
    else:
        assert isinstance(result.exception, DealtError)
        assert len(str(result.exception).splitlines()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="streams of POSIX systems")
@pytest.mark.parametrize(
    ("is_empty", "redirection"), [("< /dev/null", ""), ("0>/dev/null", ""), ("", "| true")]
)
def test_unusable_streams_end_without_a_traceback(is_empty, redirection, tmp_path):
    text = "" if is_empty else "echo 4H 4H 4H | "
    result = subprocess.run(
        ["bash", "-c", f"{text}{sys.executable} -m dealt score tranca - {is_empty} {redirection}"],
        capture_output=True, text=True, timeout=300, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert "Traceback" not in result.stderr and result.stderr.count("\n") <= 1
    assert result.returncode == 0 if redirection else result.returncode != 0


@pytest.mark.skipif(sys.platform == "win32", reason="streams of POSIX systems")
def test_a_non_blocking_standard_input_gets_one_line():
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    result = subprocess.run(
        [sys.executable, "-m", "dealt", "score", "tranca", "-"], stdin=reading,
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    os.close(reading)
    os.close(writing)
    assert result.returncode == 2
    assert result.stderr == "dealt: cannot read standard input: no input yet\n"
