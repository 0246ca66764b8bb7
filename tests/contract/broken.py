"""Broken variants of games of one's own: one place of a file is changed."""

import importlib
import shutil
import sys
from contextlib import contextmanager
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
LEDUC, EIGHTS = EXAMPLES / "leduc", EXAMPLES / "crazy_eights"
WHIST = Path(__file__).parent / "whist"  # in which a card can show that a hand lacks a suit


def write(folder, name, *changes, source=LEDUC):
    """A copy of the package under another name; a change is a file, what stands there, and what
    is to stand there.
    """
    place = folder / name
    shutil.copytree(source, place, ignore=shutil.ignore_patterns("__pycache__"))
    for file, old, new in changes:
        text = (place / file).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
        (place / file).write_text(text.replace(old, new), encoding="utf-8")
    return place


@contextmanager
def game(folder, name, *changes, source=LEDUC):
    """Such a game, imported for a while."""
    write(folder, name, *changes, source=source)
    sys.path.insert(0, str(folder))
    try:
        yield importlib.import_module(name).GAME
    finally:
        sys.path.remove(str(folder))
        for module in [each for each in sys.modules if each.split(".")[0] == name]:
            del sys.modules[module]
