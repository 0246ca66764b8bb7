"""The plan of the house: arrows between rooms, sizes, rulings, and what is imported when."""

import ast
import importlib
import re
import subprocess
import sys
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from dealt import games
from tests.vague_names import LIMIT, LIMIT_OF_TESTS, vague_in_python

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "dealt"
MODULES = sorted(SOURCE.rglob("*.py"))
TRAINING = ROOT / "training" / "src" / "dealt_training"
TESTS = ROOT / "tests"
TEST_FOLDERS = [TESTS, *sorted({path.parent for path in TESTS.glob("*/*.py")})]

# a room may import from the rooms before it, and from itself; a game not from another game
ORDER = [
    {"_version"},
    {"language"},
    {"errors"},
    {"cards", "extras", "nearest", "own_code"},
    {"core"},
    {"games"},
    {"agents"},
    {"simulate"},
    {"storage", "testing", "vision"},
    {"learning"},
    {"history"},
    {"figures"},
    {"terminal"},
    {"penney", "scoresheet"},
    {"scoresheet.round"},
    {"service.table"},
    {"service.store"},
    {"service.hall"},
    {"service.web"},
    {"service.tab"},
    {"service", "scoresheet.terminal", "history.own"},
    {"clients"},
    {"cli"},
    {"__main__"},
]
LEVEL = {room: level for level, rooms in enumerate(ORDER) for room in rooms}

# what nothing below storage may use: files, clocks, output, global random state
FORBIDDEN = {"print", "open", "input"}
FORBIDDEN_MODULES = {"time", "random", "secrets", "tempfile", "logging", "click", "rich"}
# a document's own program prints, asks and shuffles
FACES_IN_GAMES = {
    "games/mason_rummy/seed.py",
    "games/three_card_poker/seed.py",
    "games/tranca/seed.py",
}


def room_of(module):
    """The first part of a module's name below `dealt`, or the two parts of a room in a room."""
    parts = module.split(".")
    inner = ".".join(parts[1:3])
    return inner if inner in LEVEL else parts[1] if len(parts) > 1 else "dealt"


def imports(tree):
    """The names of all modules that a source imports, wherever it does."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide the arrows"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def wrong_arrows(where, source):
    """What a module at `where` (relative to `dealt`) imports or uses against the plan."""
    tree = ast.parse(source)
    parts = where.split("/")
    own = room_of(".".join(["dealt", *parts]).removesuffix(".py"))
    wrong = []
    for name in imports(tree):
        if name.startswith("dealt.") and own != "__init__":
            room = room_of(name)
            if room not in LEVEL and name.count(".") == 1:
                continue  # an attribute of the package itself, such as dealt.fresh_seed
            if LEVEL[room] > LEVEL[own] or LEVEL[room] == LEVEL[own] and room != own:
                wrong.append(f"{where} imports {name}")
            in_a_game = room == own == "games" and len(parts) == 3
            if in_a_game and name.split(".")[2:3] != [parts[1]]:
                wrong.append(f"{where} imports {name}")
        below = own in LEVEL and LEVEL[own] < LEVEL["storage"]
        if below and where not in FACES_IN_GAMES and name.split(".")[0] in FORBIDDEN_MODULES:
            wrong.append(f"{where} imports {name}")
    if own in LEVEL and LEVEL[own] < LEVEL["storage"] and where not in FACES_IN_GAMES:
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in FORBIDDEN:
                wrong.append(f"{where} calls {node.func.id}")
    return wrong


def test_arrows_run_one_way():
    """Each room imports only from the rooms below it."""
    for path in MODULES:
        where = path.relative_to(SOURCE).as_posix()
        assert wrong_arrows(where, path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("where", "source"),
    [
        ("core/table.py", "from dealt.games import game"),
        ("core/table.py", "def f():\n    import dealt.clients.line.play"),
        ("cards.py", "from dealt.core.game import Game"),
        ("games/tranca/rules.py", "from dealt.games.mason_rummy import rules"),
        ("games/tranca/rules.py", "import random"),
        ("games/tranca/words.py", "print(1)"),
        ("games/mason_rummy/seed.py", "from dealt.storage.files import TextFile"),
        ("games/mason_rummy/scores.py", "from dealt.storage import ledger"),
        ("storage/files.py", "from dealt.terminal import console"),
        ("scoresheet/round/answers.py", "from dealt.scoresheet.terminal import words"),
        ("service/web/answers.py", "from dealt.scoresheet.terminal.consoles import standing"),
        ("simulate/batches.py", "from time import time"),
        ("agents/random.py", "import random"),
    ],
)
def test_a_wrong_arrow_is_noticed(where, source):
    """Planted imports against the plan are found."""
    assert wrong_arrows(where, source)


def imported(source, modules):
    """Which of `modules` a source imports, wherever it does, if only for types."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom):
            inside = [f"{node.module}.{alias.name}" for alias in node.names]
            names = {name if name in modules else node.module for name in inside}
            yield from names & set(modules)


def arrows_in(sources):
    """What each module imports, from sources by module."""
    return {name: set(imported(text, sources)) for name, text in sources.items()}


def circle(arrows):
    """The modules of a circle of arrows; [] if there is none."""
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def test_no_modules_import_each_other_in_a_circle():
    """Not even by imports inside functions or for types alone."""
    sources = {
        ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(
            ".__init__"
        ): path.read_text(encoding="utf-8")
        for path in MODULES
    }
    assert circle(arrows_in(sources)) == []


@pytest.mark.parametrize(
    "source",
    [
        "import dealt.two",
        "from dealt import two",
        "def f():\n    from dealt.two import name",
        "if TYPE_CHECKING:\n    from dealt.two import Name",
    ],
)
def test_a_circle_is_noticed(source):
    """Planted circles of every kind are found."""
    two = "from dealt import three"
    sources = {"dealt": "", "dealt.one": source, "dealt.two": two, "dealt.three": ""}
    assert circle(arrows_in(sources)) == []
    sources["dealt.three"] = "from dealt.one import name"
    assert set(circle(arrows_in(sources))) == {"dealt.one", "dealt.two", "dealt.three"}


# modules of more than 500 lines, and why each is one
LONG = {
    "clients/screen/room.py": "one screen with its keys",
    "games/mason_rummy/seed.py": "the classes that the document names, in one file",
    "games/president/words.py": "all that one game says",
    "games/tranca/words.py": "all that one game says",
    "penney/audit.py": "one report: what it asks of a table, in order",
    "vision/cards.py": "one search: which marks are of one card",
}


def test_nothing_uses_what_trains_networks():
    """The distribution `dealt-training` need not be installed."""
    for path in MODULES:
        assert "dealt_training" not in path.read_text(encoding="utf-8"), path


def test_functions_and_modules_are_small():
    """No function over 60 lines, no module over 600, and over 500 only with a reason."""
    for path in [*MODULES, *TRAINING.rglob("*.py")]:
        text = path.read_text(encoding="utf-8")
        lines = len(text.splitlines())
        assert lines <= 600, path
        assert (lines > 500) == (path in {SOURCE / name for name in LONG}), path
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert node.end_lineno - node.lineno < 60, (path, node.name)


def vague_names(paths):
    """The vague names of modules with their places, and the number of lines."""
    vague, lines = [], 0
    for path in paths:
        source = path.read_text(encoding="utf-8")
        lines += source.count("\n")
        vague += [
            f"{path.relative_to(ROOT)}:{line} {name}" for line, name in vague_in_python(source)
        ]
    return vague, lines


ROOMS = sorted(path.parent for path in SOURCE.glob("*/__init__.py"))


@pytest.mark.parametrize("room", [*ROOMS, *TEST_FOLDERS], ids=lambda room: room.name)
def test_few_names_explain_nothing(room):
    """Of the list in tests/vague_names.py, a room binds fewer than so many in 1,000 lines.

    Of tests, the modules beside the folders count as one room.
    """
    vague, lines = vague_names(sorted(room.glob("*.py") if room == TESTS else room.rglob("*.py")))
    assert 1000 * len(vague) < (LIMIT if room in ROOMS else LIMIT_OF_TESTS) * lines, vague


def used_alone(sources):
    """The public functions and classes that no other source names, by the path of their own.

    A class may also be named by what its own module offers: in a signature, or as a base.
    """
    words = {path: set(re.findall(r"\w+", text)) for path, text in sources.items()}
    files = Counter(word for each in words.values() for word in each)
    for path in sorted(set(MODULES) & sources.keys()):
        body = ast.parse(sources[path]).body
        offers = [node for node in body if not getattr(node, "name", "_").startswith("_")]
        signatures = "".join(
            ast.unparse(part)
            for offer in offers
            for node in ast.walk(offer)
            for part in (getattr(node, "returns", None), getattr(node, "annotation", None),
                         *getattr(node, "bases", ()))
            if part is not None
        )  # fmt: skip
        for node in offers:
            is_offered = isinstance(node, ast.ClassDef) and node.name in signatures
            is_offered |= f':{node.name}"' in sources[path]  # an address, for other processes
            if files[node.name] == 1 and not is_offered:
                yield f"{path.relative_to(SOURCE)}: {node.name}"


def test_what_only_its_own_module_uses_begins_with_an_underscore():
    """Public is what other modules, tests, pages and examples use."""
    folders = ("src", "tests", "bench", "docs", "page", "training", "examples")
    paths = [
        path
        for folder in folders
        for ending in ("*.py", "*.md", "*.toml")
        for path in (ROOT / folder).rglob(ending)
        if "node_modules" not in path.parts
    ]
    assert not list(used_alone({path: path.read_text(encoding="utf-8") for path in paths}))


def test_a_name_used_alone_is_noticed():
    """Neither one with an underscore, nor the class that another name returns."""
    path = SOURCE / "cards.py"
    source = "class A: pass\ndef b() -> A: pass\ndef _c(): pass\ndef d(): pass\nclass E: pass\n"
    assert list(used_alone({path: source, ROOT / "other.py": "b()"})) == [
        "cards.py: d",
        "cards.py: E",
    ]


def test_a_name_that_explains_nothing_is_noticed():
    """As a value, an argument, an attribute or a function, once for each scope; not as a key."""
    source = "def told(mine, *, at):\n    kept = of = 1\n    kept += 1\n    at.seen = {'why': kept}"
    assert [name for _, name in vague_in_python(source)] == ["mine", "told", "kept", "of", "seen"]


@pytest.mark.parametrize("game", games.games(), ids=lambda game: game.name)
def test_every_ruling_names_a_test_that_holds_it(game):
    """Each numbered ruling of a RULES.md names its test, and that test exists."""
    tests = "".join(p.read_text(encoding="utf-8") for p in (ROOT / "tests" / "games").glob("*.py"))
    document = Path(game.rules.__file__).with_name("RULES.md").read_text(encoding="utf-8")
    rulings = re.split(r"^- \*\*(?=[A-Z]\d+)", document, flags=re.MULTILINE)[1:]
    assert len(rulings) >= 6
    for number, ruling in enumerate(rulings, 1):
        name = re.match(r"[A-Z]\d+", ruling)[0]
        assert name[1:] == str(number)
        held = re.findall(r"`(test_\w+)`", ruling)
        assert held, f"{name} names no test"
        for test in held:
            assert test.startswith(f"test_{name}_") and f"def {test}(" in tests, test


# the files of a game: what each one has; CONTRIBUTING.md says the same
EVERY_GAME = {
    "__init__": "GAME", "state": "State", "rules": "legal", "words": "action_text",
    "bots": "", "lesson": "LESSON",
}  # fmt: skip
SOME_GAMES = {
    "knowledge": "observe", "view": "board", "hints": "hint",
    "heuristic": "good", "likely_deals": "", "exact": "", "odds_data": "odds", "seed": "",
    "game": "GAME",
}  # fmt: skip


@pytest.mark.parametrize("name", games.ROWS.values())
def test_every_game_has_the_same_files(name):
    """What they must have is there, and what a file is called says what it has."""
    folder = SOURCE / "games" / name.rpartition(".")[2]
    for file, attribute in {**EVERY_GAME, **SOME_GAMES}.items():
        is_there = (folder / f"{file}.py").is_file()
        assert is_there or file in SOME_GAMES, file
        if is_there and attribute:
            assert hasattr(importlib.import_module(f"{name}.{file}"), attribute), file
    assert {path.name for path in folder.glob("*.md")} == {"RULES.md", "RULES.pt-BR.md"}
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert [file for file in SOME_GAMES if f"\n| `{file}` |" not in text] == []


def run(code):
    """What a fresh interpreter prints."""
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300
    )
    return result.stdout.split()


HEAVY = ("numba", "numpy", "rich", "click", "sqlalchemy", "matplotlib")


def test_importing_dealt_imports_nothing_heavy():
    """Nor does dealing a table and playing it plainly."""
    code = f"""
import sys, dealt
print(*[m for m in {HEAVY} if m in sys.modules])
dealt.match("mason-rummy", ["AI", "AI"], seed=1).run()
dealt.match("three-card-poker", ["AI"], seed=1).run()
dealt.match("president", ["AI", "AI"], seed=1).run()
dealt.match("tranca", ["AI", "AI"], seed=1, rounds=1).run()
print(*[m for m in {HEAVY} if m in sys.modules])
"""
    assert run(code) == []


def test_the_command_line_imports_only_click_for_help():
    """`dealt --help` stays quick: no game, no rich, no numba."""
    code = f"""
import sys
from click.testing import CliRunner
from dealt.cli.main import cli
assert CliRunner().invoke(cli, ["--help"]).exit_code == 0
print(*[m for m in {HEAVY} if m in sys.modules], *[m for m in sys.modules if "dealt.games" in m])
"""
    assert run(code) == ["click"]


def test_without_numba_everything_still_runs():
    """Plain play needs no numba, and gives the same results."""
    code = """
import sys
sys.modules["numba"] = None
from dealt.games import game
from dealt.simulate.batches import play_random
print(play_random(game("three-card-poker"), 5, seed=3).scores.ravel().tolist())
"""
    from dealt.simulate.batches import play_random

    fast = play_random(games.game("three-card-poker"), 5, seed=3).scores.ravel().tolist()
    assert " ".join(run(code)) == str(fast)


# --- clients that know no game --------------------------------------------------------------------

PAGE = ROOT / "page" / "src"
MADE = {PAGE / "protocol.ts", *PAGE.glob("*translations.ts")}  # by page/build.py
PROGRAMS = SOURCE / "clients" / "line" / "programs"  # that documents prescribe
CLIENTS = [
    *(path for path in sorted(PAGE.rglob("*.*")) if path not in MADE),
    *sorted((SOURCE / "service").rglob("*.py")),
    *sorted((SOURCE / "clients").rglob("*.py")),
]
A_GAME = re.compile(
    r"penney|poker|mason|rummy|president|tranca|leduc|(?<![hw])eights", re.IGNORECASE
)
# the laboratories and the score sheet of the page, and what leads to them
OF_A_GAME = {
    "page/src/sheet/evening.ts",
    "page/src/sheet/evenings.ts",
    "page/src/lab/games.ts",
    "page/src/lab/odds.tsx",
    "page/src/sheet/results.tsx",
    "page/src/sheet/sheet.tsx",
    "page/src/texts/first.ts",
    "page/src/texts/odds.ts",
    "page/src/lab/values.tsx",
}


def test_clients_and_the_service_name_no_game():
    """Boards, moves and menus come from data; the list of exceptions is all there is."""
    naming = {
        path.relative_to(ROOT).as_posix()
        for path in CLIENTS
        if path.parent != PROGRAMS and A_GAME.search(path.read_text(encoding="utf-8"))
    }
    assert naming == OF_A_GAME


# what else knows a game: the commands, and the old names of modules
KNOWS_A_GAME = {
    "history/judging.py",
    "cli/main.py",
    "cli/play.py",
    "cli/penney.py",
    "cli/penney_odds.py",
    "cli/penney_games.py",
    "cli/scores.py",
    "cli/vision.py",
}
ITS_HOME = ("games/", "penney/", "scoresheet/", "clients/line/programs/")


def code_of(path):
    """A module without its comments and docstrings, where a game may be an example."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
        if isinstance(node, documented) and ast.get_docstring(node) is not None:
            node.body[0].value.value = ""
    return ast.unparse(tree)


def test_few_modules_know_a_game():
    """Eight outside of the games, their programs, the laboratory and the score sheet."""
    names = {path: path.relative_to(SOURCE).as_posix() for path in MODULES}
    knowing = {
        name
        for path, name in names.items()
        if not name.startswith(ITS_HOME) and A_GAME.search(code_of(path))
    }
    assert knowing == KNOWS_A_GAME and len(knowing) == 8


# what a browser may refuse is asked for in these modules, which have an answer for no
REFUSABLE = re.compile(
    r"\b(?:localStorage|sessionStorage|indexedDB|caches|cookieStore|cookieEnabled|BroadcastChannel"
    r"|SharedWorker|(?:webkit)?AudioContext|Notification|speechSynthesis|PushManager)\b"
    r"|\bdocument\s*\.\s*cookie\b|\bexecCommand\(.copy|\brequest(?:Fullscreen|StorageAccess)\b"
    r"|\bnavigator\s*(?:\[|\??\s*\.\s*(?!language\b))|\bin navigator\b"
)
BROWSER = [
    PAGE / name
    for name in ("base/browser.ts", "base/browserlater.ts", "base/sharing.ts", "tab/updates.ts")
]
SCRIPTS = [path for path in CLIENTS if path.suffix in (".ts", ".tsx") and path not in BROWSER]


def test_what_a_browser_may_refuse_is_asked_for_in_one_place():
    """Its getters throw, and its promises reject, where site data is blocked, say."""
    for path in SCRIPTS:
        assert not REFUSABLE.search(without_comments(path.read_text(encoding="utf-8"))), path


def without_comments(script):
    return re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", script, flags=re.DOTALL)


@pytest.mark.parametrize(
    "line",
    [
        'const known = localStorage.getItem("name");',
        "window.sessionStorage.clear()",
        "navigator.locks.request(name, hold)",
        'if ("share" in navigator) return;',
        "navigator?.clipboard.writeText(text)",
        "const { share } = navigator; navigator['share'](what)",
        "await caches.open(name)",
        "audio ??= new AudioContext();",
        "Notification.permission",
        'document.execCommand("copy")',
        "new BroadcastChannel(name)",
    ],
)
def test_a_question_to_the_browser_elsewhere_is_noticed(line):
    assert REFUSABLE.search(without_comments(line))
    assert all(REFUSABLE.search(path.read_text(encoding="utf-8")) for path in BROWSER)


# taking the words of an action apart: `action.text.split(...)`, `/draw/.test(action.text)`
APART = re.compile(
    r"\b(?:action|move|choice|chosen|option)\w*\??\.text\??\."
    r"(?:match|search|split|starts_?with|ends_?with|includes|index(?:Of)?|slice|re?partition|find"
    r"|remove\w+|replace)\b"
    r"|(?:test|exec|match|search|fullmatch)\([^\n]*\b(?:action|move|choice)\w*\.text\b"
    r"|\b(?:action|move|choice)\w*\.text (?:===?|!==?|in|not in) "
    r"|\b(?:\w+_)?(?:said|told|intent|purpose|action_text|action_phrase|public_text|event_text)\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)\."
    r"(?:split|starts_?with|ends_?with|find|index|r?partition|remove\w+|replace)\b",
    re.IGNORECASE,
)


def test_no_client_takes_the_text_of_an_action_apart():
    """What an action means stands in its verb, cards and zones."""
    assert not [path for path in CLIENTS if APART.search(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(
    "line",
    [
        'if (action.text.startsWith("draw"))',
        "/^lay/.test(action.text)",
        "words = action.text.split()",
        'if choice.text == "pass":',
        're.match(r"lay (.*)", action.text)',
        'said = [game.wording.action_phrase(move.id).split(" ") for move in moves]',
        "game.said(ids(move)[0], own).partition(' ')",
        "words.action_text(action).startswith('lay')",
    ],
)
def test_text_taken_apart_is_noticed(line):
    assert APART.search(line)


# an error whose words are made before it is shown, in the language of that moment
WORDED = re.compile(r"\b(?:(?:Dealt|Parse|Deck|Player|Setup|Score|Storage|Lost)Error|IllegalAction)"
                    r"\(\s*(?:f[\"']|say\()")  # fmt: skip
FOR_PROGRAMS = ("__init__.py", "learning/", "vision/", "games/three_card_poker/seed.py")


def test_an_error_has_a_message_and_facts():
    """What people can see is put into words where it is shown, in their own language."""
    for path in MODULES:
        if not path.relative_to(SOURCE).as_posix().startswith(FOR_PROGRAMS):
            assert not WORDED.search(path.read_text(encoding="utf-8")), path


def test_an_error_in_words_is_noticed():
    for line in ('raise SetupError(f"{name} is not a game")', 'StorageError(\n    f"{x}")',
                 "LostError(say(LOST))"):  # fmt: skip
        assert WORDED.search(line)


def test_the_repository_names_no_place_of_its_making():
    """No address of a package registry, no absolute path of a machine, in any tracked text."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    pattern = re.compile("/(home|root|" + "Users)/[a-z]|pypi[.]" + "org|registry[.]npm")
    for name in listed.stdout.splitlines():
        path = ROOT / name
        if path.suffix in {".py", ".md", ".toml", ".txt", ".json", ""} and path.is_file():
            assert not pattern.search(path.read_text(encoding="utf-8")), name
