"""The plan of the page's house: which room of page/src imports from which."""

import re
from pathlib import Path

import pytest

from tests.test_house import circle
from tests.vague_names import LIMIT, vague_in_typescript

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "page" / "src"

# a room, or a module beside the rooms, may import from those before it, and from itself
ORDER = [
    {"protocol", "translations", "lazytranslations"},  # written by page/build.py
    {"texts", "style"},
    {"base"},
    {"tab"},
    {"service", "cells"},
    {"shell"},
    {"cards"},
    {"lab"},
    {"seats"},
    {"table"},
    {"home", "sheet"},
    {"history"},
    {"lazy"},
    {"main"},
]
LEVEL = {room: level for level, rooms in enumerate(ORDER) for room in rooms}
IMPORT = re.compile(r"""\b(?:from|import)\s*\(?\s*["'](\.[^"']*)["']""")


def module_of(path):
    """What a source is called among the others: `table/board/zone`."""
    return re.sub(r"\.tsx?$", "", path.relative_to(PAGE).as_posix())


SOURCES = {
    module_of(path): path.read_text(encoding="utf-8")
    for path in PAGE.rglob("*.ts*")
    if module_of(path) not in ORDER[0] and not path.name.endswith(".d.ts")
}


def imported(module, source):
    """The modules and other files that a source imports, wherever it does, if only for types."""
    folder = (PAGE / module).parent
    return {module_of((folder / name).resolve()) for name in IMPORT.findall(source)}


def wrong_arrows(module, source):
    """What a module imports against the plan."""
    room = module.partition("/")[0]
    levels = {name: name.partition("/")[0] for name in imported(module, source)}
    return [
        name
        for name, other in levels.items()
        if other != room and (other not in LEVEL or LEVEL[other] >= LEVEL[room])
    ]


def test_arrows_run_one_way():
    """Each room imports only from those before it."""
    assert not [each for each in SOURCES.items() if wrong_arrows(*each)]


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("shell/later", 'import { Masthead } from "../sheet/sheet";'),
        ("shell/later", 'const parts = await import("../lazy");'),
        ("seats/seating", 'export { finishedRounds } from "../table/again";'),
        ("table/board/board", 'import type { Row } from "../../sheet/sheet";'),
        ("home/home", 'import "../sheet/sheet";'),
        ("cards/faces", 'import {\n  a,\n  b,\n} from "../attic/attic";'),
        ("texts/first", 'import { t } from "../base/catalogue";'),
    ],
)
def test_a_wrong_arrow_is_noticed(module, source):
    """Planted imports against the plan are found."""
    assert wrong_arrows(module, source)


def test_no_modules_import_each_other_in_a_circle():
    """Not even for types alone."""
    arrows = {module: imported(module, source) for module, source in SOURCES.items()}
    assert circle(arrows) == []
    arrows["base/settings"].add("main")
    assert "main" in circle(arrows)


def test_the_documentation_names_the_rooms_in_order():
    """The table in docs/development/page.md is this plan in words."""
    text = (ROOT / "docs" / "development" / "page.md").read_text(encoding="utf-8")
    rooms = re.findall(r"^\| `(\w+)/` \|", text, re.MULTILINE)
    assert sorted(rooms) == sorted(path.name for path in PAGE.iterdir() if path.is_dir())
    assert [LEVEL[room] for room in rooms] == sorted(LEVEL[room] for room in rooms)


def test_names_explain_themselves():
    """Few names of values and functions are on the list of those that say nothing."""
    vague = [
        f"{module}:{line}: {name}"
        for module, source in sorted(SOURCES.items())
        for line, name in vague_in_typescript(source)
    ]
    lines = sum(len(source.splitlines()) for source in SOURCES.values())
    assert 1000 * len(vague) < LIMIT * lines, vague
