"""`dealt score`: files as people type them and as JSON, standard input, wrong files."""

import json
import re
import subprocess
import sys

import pytest

from dealt.games.tranca.scoring import score

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
cards in the hand           3     -25
trancas in the hand         1    -100
morto not used              0       0
total                             265
1. 4H 5H 6H 7H 8H 9H 2C: run, dirty canastra
2. KS KD KH: set, 3 of 7, clean

"""


def run(*arguments, given="", cwd=None):
    """What `dealt score tranca` does, with its output as bytes."""
    given = given if isinstance(given, bytes) else given.encode()
    return subprocess.run(
        [sys.executable, "-m", "dealt", "score", "tranca", *arguments], input=given,
        capture_output=True, cwd=cwd, timeout=60, check=False,
    )  # fmt: skip


def test_a_typed_file_is_scored(tmp_path):
    (tmp_path / "ana.txt").write_text(TYPED)
    done = run("ana.txt", cwd=tmp_path)
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, SHOWN, b"")
    assert run("-", given=TYPED).stdout.decode() == SHOWN


def test_json_goes_in_and_out(tmp_path):
    told = {"sequences": [["4H", "five_hearts", "6h"]], "dollars": 2, "hand": ["AS"], "decks": 3}
    (tmp_path / "ana.json").write_bytes(b"\xef\xbb\xbf" + json.dumps(told).encode())
    done = run("ana.json", "--json", cwd=tmp_path)
    assert json.loads(done.stdout) == score(**told).to_data()


def test_what_is_wrong_is_one_line_or_scored_leniently():
    given = "4H 5H 7H\nKS KD KH\n4S 4D 5D"
    done = run("-", given=given)
    assert done.returncode == 2 and not done.stdout
    assert done.stderr.decode() == (
        "dealt: standard input: sequence 1 (4H 5H 7H): 6H is missing, and there is no 2; "
        "sequence 3 (4S 4D 5D): 2 suits and 2 ranks; a run has one suit, a set one rank\n"
    )
    done = run("-", "--lenient", given=given)
    out = done.stdout.decode()
    assert done.returncode == 0 and re.search(r"^total +-40$", out, re.MULTILINE)
    assert "1. 4H 5H 7H: no sequence\n" in out and "Error: sequence 3 (4S 4D 5D): 2 suits" in out


def test_three_decks_have_more_copies():
    given = "KS KS KS\ndecks: 2"
    assert b"Warning: more copies than 2 decks have: KS 3" in run("-", given=given).stdout
    assert b"Warning" not in run("-", "--decks", "3", given=given).stdout


@pytest.mark.parametrize(
    ("arguments", "given", "said"),
    [
        (["none.txt"], "", "file 'none.txt' not found"),
        (["."], "", "cannot read .: Is a directory"),
        (["a\n.txt"], "", r"file 'a\n.txt' not found"),
        (["-"], "", "standard input: nothing in it; write one sequence a line, such as 4H 5H 6H"),
        (["-"], "4H\nfinal: yes", "standard input: line 2: unknown entry 'final'; there are"),
        (["-"], "{]", "standard input: no JSON in line 1: "),
        (["-"], b"\xff\xfe4H", "cannot read standard input: not a text file"),
        (["-"], b"4H\0", "cannot read standard input: not a text file"),
        (["-"], '{"dollars": -1}', "standard input: the number of dollars is not one from 0 to 99"),
        (["-"], '{"sequences": [["xx"]]}', "standard input: unknown card 'xx'; cards look like"),
        (["-", "--decks", "4"], "", "'4' is not one of '2', '3'"),
        ([], "", "Missing argument 'FILE'"),
    ],
)
def test_wrong_input_gets_one_line_and_exit_code_2(arguments, given, said, tmp_path):
    done = run(*arguments, given=given, cwd=tmp_path)
    assert done.returncode == 2 and not done.stdout
    error = done.stderr.decode()
    assert said in error and error.startswith("dealt: ") and error.count("\n") == 1


@pytest.mark.parametrize("command", ["score", "scoresheet"])
def test_the_commands_have_help_and_know_their_games(command):
    done = subprocess.run(
        [sys.executable, "-m", "dealt", command, "--help"], capture_output=True, text=True,
        check=True, timeout=60,
    )  # fmt: skip
    assert "GAME (tranca)" in done.stdout
    done = subprocess.run(
        [sys.executable, "-m", "dealt", command, "president", "x"], capture_output=True, text=True,
        check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 2 and "'president' is not 'tranca'" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="streams of POSIX systems")
def test_a_closed_standard_input_is_empty():
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m dealt score tranca - <&-"],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2 and "standard input: nothing in it" in done.stderr
