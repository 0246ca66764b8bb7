"""The page of the five documents names tests that exist, and misses no ruling."""

import re
from pathlib import Path

from dealt import games

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "explanation" / "documents.md").read_text(encoding="utf-8")
TESTS = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith("| the document")
]
SECTIONS = re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]


def test_each_document_has_a_section():
    """Five documents, five games."""
    for game in games.games():
        assert sum(f"games/{game.name}-rules.md" in section for section in SECTIONS) == 1, game.name


def test_each_sentence_names_a_place_and_a_test_that_exists():
    """Three cells: what the document says, where it is served, the tests that hold it."""
    for row in ROWS:
        assert len(row) == 3 and all(row), row
        tests = re.findall(r"`(test_\w+)`", row[2])
        assert tests, row
        for name in tests:
            assert f"def {name}(" in TESTS, name


def test_what_is_named_can_be_run():
    """Each `dealt ...` of the page is a command, with its game or its own commands."""
    from dealt.cli.main import cli

    for words in re.findall(r"`dealt ([\w -]+?)(?: --[^`]*)?`", PAGE):
        first, *rest = words.split()
        command = cli.commands[first]
        if first == "penney":
            assert rest[0] in command.commands, words
