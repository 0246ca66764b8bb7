"""The README, and the examples; what the README shows is run by tests/docs."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
MOST_LINES = 60  # of the README
MOST_BYTES = 500_000  # of its pictures


def text_of(page):
    return page.read_text(encoding="utf-8")


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
    subprocess.run(["make", "-n", target], cwd=ROOT, check=True, capture_output=True, timeout=300)


@pytest.mark.no_cover
@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.name)
def test_the_examples_run(path):
    """Each example runs as it stands and prints something."""
    result = subprocess.run(
        [sys.executable, str(path)], capture_output=True, text=True, check=True, timeout=600
    )
    assert result.stdout and not result.stderr


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.deck")), ids=lambda p: p.name)
def test_the_deck_files_are_decks(path):
    """Each sample deck can be read."""
    from dealt.cards import FIVE_SUITS
    from dealt.storage.records import read_deck

    assert len(read_deck(path, FIVE_SUITS)) == 65
