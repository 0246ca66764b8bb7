"""Everything that the README and the pages beside it show is run: commands, and lines of Python."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
OF_ITS_OWN = {"write-a-game.md", "learning.md"}  # pages that are lessons, with tests of their own
PAGES = [README, *sorted(p for p in (ROOT / "docs").rglob("*.md") if p.name not in OF_ITS_OWN)]
MOST_LINES = 120  # of the README
MOST_BYTES = 500_000  # of its pictures


def text_of(page):
    return page.read_text(encoding="utf-8")


def sessions():
    """Each block as (command, expected output) pairs, to be run one after the other in a folder."""
    for page in PAGES:
        for number, block in enumerate(
            re.findall(r"```console\n(.*?)```", text_of(page), re.DOTALL)
        ):
            parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
            pairs = [tuple(part.split("\n", 1)) for part in parts]
            yield pytest.param(pairs, id=f"{page.name} {number}")


@pytest.mark.no_cover
@pytest.mark.parametrize("session", list(sessions()))
def test_the_commands_of_a_page_print_what_it_says(session, tmp_path):
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


@pytest.mark.parametrize(
    "page", [page for page in PAGES if ">>>" in text_of(page)], ids=lambda page: page.name
)
def test_the_python_of_a_page_does_what_it_says(page):
    """Run as doctests, in order."""
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried and not failed


def test_the_readme_is_short():
    """One that is longer is not read; what does not fit has a page of its own."""
    assert len(text_of(README).splitlines()) <= MOST_LINES


def test_the_pictures_of_the_readme_are_light():
    """They load with the first screen; `make pictures` draws them."""
    pictures = [ROOT / name for name in re.findall(r'src="([^"]+)"', text_of(README))]
    assert len(pictures) == 2
    assert sum(path.stat().st_size for path in pictures) < MOST_BYTES


@pytest.mark.parametrize("target", re.findall(r"^    make (\w+)", text_of(README), re.MULTILINE))
def test_the_make_commands_of_the_readme_exist(target):
    """`make -n` knows each."""
    if shutil.which("make") is None:
        pytest.skip("no make")
    subprocess.run(["make", "-n", target], cwd=ROOT, check=True, capture_output=True, timeout=60)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    """Every relative link is a file or a folder."""
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", text_of(page)):
        assert link.startswith("http") or (page.parent / link).exists(), link


def test_every_page_is_linked_from_the_readme():
    """A page that the README does not link is one nobody finds."""
    for page in (ROOT / "docs").rglob("*.md"):
        linked = [other for other in PAGES if f"{page.name})" in text_of(other) and other != page]
        assert linked, page.name


def test_every_command_is_shown():
    """A command that no page shows is one nobody finds."""
    from dealt.cli.main import cli

    shown = "".join(map(text_of, PAGES))
    for name in cli.commands:
        assert f"dealt {name}" in shown, name


def test_examples_in_docstrings_are_right():
    """The doctests of the package and of the rooms that have some."""
    import dealt
    from dealt import nearest
    from dealt.games import three_card_poker
    from dealt.games.three_card_poker import exact, seed

    flags = doctest.ELLIPSIS
    assert doctest.testmod(dealt).failed == 0
    assert doctest.testmod(nearest).failed == 0
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
