"""Everything that the README shows is run: each command, each line of Python."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PLAYERS = (ROOT / "docs" / "players.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n(.*?)```", README + PLAYERS, re.DOTALL)


def sessions():
    """Each block as (command, expected output) pairs, to be run one after the other in a folder."""
    for block in BLOCKS:
        parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
        yield [tuple(part.split("\n", 1)) for part in parts]


@pytest.mark.no_cover
@pytest.mark.parametrize("session", list(sessions()), ids=lambda session: session[0][0][:40])
def test_the_commands_of_the_readme_print_what_it_says(session, tmp_path):
    """Lines are compared up to `...`, which stands for any more lines."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path}
    for command, expected in session:
        done = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path, env=environment, capture_output=True,
            text=True, check=False, timeout=600, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        assert done.returncode == 0 and done.stderr == "", command
        printed = [line.rstrip() for line in done.stdout.strip().splitlines()]
        wanted = expected.strip().splitlines()
        if wanted[-1:] == ["..."]:
            assert printed[: len(wanted) - 1] == wanted[:-1], command
            assert len(printed) >= len(wanted), command
        else:
            assert printed == wanted, command


def test_the_python_of_the_readme_does_what_it_says():
    """Run as doctests, in order."""
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 8 and failed == 0


@pytest.mark.parametrize("target", re.findall(r"^    make (\w+)", README, re.MULTILINE))
def test_the_make_commands_of_the_readme_exist(target):
    """`make -n` knows each."""
    if shutil.which("make") is None:
        pytest.skip("no make")
    subprocess.run(["make", "-n", target], cwd=ROOT, check=True, capture_output=True, timeout=60)


def test_the_links_of_the_readme_lead_somewhere():
    """Every relative link is a file or a folder."""
    for folder, page in ((ROOT, README), (ROOT / "docs", PLAYERS)):
        for link in re.findall(r"\]\(([^)]+)\)", page):
            assert link.startswith("http") or (folder / link).exists(), link


def test_every_command_is_in_the_readme():
    """A command that the README does not show is one nobody finds."""
    from dealt.cli import cli

    for name in cli.commands:
        assert f"dealt {name}" in README, name


def test_examples_in_docstrings_are_right():
    """The doctests of the package and of the rooms that have some."""
    import dealt
    from dealt.games import three_card_poker
    from dealt.games.three_card_poker import exact, seed

    flags = doctest.ELLIPSIS
    assert doctest.testmod(dealt).failed == 0
    assert doctest.testmod(exact, optionflags=flags).failed == 0
    kept = three_card_poker.deal, three_card_poker.get_choice
    try:
        assert doctest.testmod(seed).failed == 0
    finally:
        three_card_poker.deal, three_card_poker.get_choice = kept


@pytest.mark.no_cover
@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.name)
def test_the_examples_run(path):
    """Each example runs as it stands and prints something."""
    done = subprocess.run(
        [sys.executable, str(path)], capture_output=True, text=True, check=True, timeout=600
    )
    assert done.stdout and not done.stderr


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.deck")), ids=lambda p: p.name)
def test_the_deck_files_are_decks(path):
    """Each sample deck can be read."""
    from dealt.cards import FIVE_SUITS
    from dealt.storage.decks import read_deck

    assert len(read_deck(path, FIVE_SUITS)) == 65
