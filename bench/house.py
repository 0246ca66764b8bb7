"""What there is to read: lines, public names, vague names, comments, complexity, circles.

    python -m bench.house [FOLDER ...]

A column for each checkout; this one by default.  Side by side, they show what a change took away.
Below, a table of rooms for each checkout: the folders of the package, the modules beside them, the
tests and the page.  `bench/budget.txt` has the most lines that each room may have.
"""

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from statistics import median

from tests.vague_names import vague_in_python, vague_in_typescript

HERE = Path(__file__).parent.parent
BUDGET = Path(__file__).parent / "budget.txt"
BRANCHES = (
    ast.If, ast.For, ast.AsyncFor, ast.While, ast.IfExp, ast.ExceptHandler, ast.comprehension,
    ast.match_case, ast.Assert,
)  # fmt: skip
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
IMPORTED = re.compile(r"""(?:from|import)\s*\(?\s*"(\.[^"]+)\"""")
SCRIPT_IMPORT = re.compile(r"""^import\b[^"';]*["'][^"']+["'];?$""", re.MULTILINE)
SCRIPT_EXPORT = re.compile(
    r"^export (?:async )?(?:abstract )?(?:const|let|function\*?|class|type|interface|enum) (\w+)",
    re.MULTILINE,
)
ROOM_COLUMNS = (
    "lines", "budget", "files", "median file", "import lines", "public per 1,000",
    "vague per 1,000", "longest folder",
)  # fmt: skip


def files(root, *patterns):
    """The files of a checkout that git tracks, as paths and texts."""
    command = ["git", "-C", str(root), "ls-files", "--", *patterns]
    names = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")
    paths = [root / name for name in names if name and (root / name).is_file()]
    return {path: path.read_text(encoding="utf-8") for path in paths}


def lines(texts):
    """The number of lines of all."""
    return sum(text.count("\n") for text in texts.values())


def per_thousand(number, texts):
    """A rate with one decimal."""
    return f"{1000 * number / lines(texts):.1f}"


def public_names(tree):
    """Functions and classes of a module that have no underscore before them."""
    nodes = [node for node in tree.body if isinstance(node, (*FUNCTIONS, ast.ClassDef))]
    return [node.name for node in nodes if not node.name.startswith("_")]


def complexity(function):
    """One more than the branches of a function."""
    extra = [len(n.values) - 1 for n in ast.walk(function) if isinstance(n, ast.BoolOp)]
    return 1 + sum(isinstance(n, BRANCHES) for n in ast.walk(function)) + sum(extra)


def comments(text):
    """The number of comments."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return sum(token.type == tokenize.COMMENT for token in tokens)


def python_arrows(texts, root):
    """The modules that each module imports, those for types included."""
    names = {
        ".".join(path.relative_to(root / "src").with_suffix("").parts).removesuffix(
            ".__init__"
        ): path
        for path in texts
    }
    arrows = {}
    for name, path in names.items():
        imported = set()
        for node in ast.walk(ast.parse(texts[path])):
            if isinstance(node, ast.ImportFrom) and node.module in names:
                parts = {f"{node.module}.{alias.name}" for alias in node.names} & names.keys()
                is_whole = len(parts) < len(node.names)
                imported |= parts | ({node.module} if is_whole else set())
            elif isinstance(node, ast.Import):
                imported |= {alias.name for alias in node.names} & names.keys()
        arrows[name] = imported - {name}
    return arrows


def script_arrows(texts):
    """The modules of the page that each one imports."""
    arrows = {}
    for path, text in texts.items():
        places = [(path.parent / name).resolve() for name in IMPORTED.findall(text)]
        arrows[path] = {
            place.with_suffix(ending)
            for place in places
            for ending in (".ts", ".tsx")
            if place.with_suffix(ending) in texts
        }
    return arrows


def circles(arrows):
    """How many sets of modules import each other, by taking one arrow out of each in turn."""
    arrows = {name: set(others) for name, others in arrows.items()}
    number = 0
    while True:
        try:
            TopologicalSorter(arrows).prepare()
        except CycleError as error:
            _, (first, second, *_) = error.args
            arrows[second].discard(first)
            number += 1
        else:
            return number


def figures(root):
    """The figures of a checkout, by what they count."""
    package = files(root, "src/dealt/*.py")
    tests = files(root, "tests/*.py")
    page = files(root, "page/src/*.ts", "page/src/*.tsx")
    styles = files(root, "page/src/*.css")
    trees = [ast.parse(text) for text in package.values()]
    functions = [n for tree in trees for n in ast.walk(tree) if isinstance(n, FUNCTIONS)]
    grades = [complexity(function) for function in functions]
    return {
        "package: lines / files": f"{lines(package):,} / {len(package)}",
        "package: public names per 1,000 lines": per_thousand(
            sum(len(public_names(tree)) for tree in trees), package
        ),
        "package: vague names per 1,000 lines": per_thousand(
            sum(len(vague_in_python(text)) for text in package.values()), package
        ),
        "package: comments, % of lines": (
            f"{100 * sum(map(comments, package.values())) / lines(package):.1f}"
        ),
        "package: complexity, mean / above 10": (
            f"{sum(grades) / len(grades):.2f} / {sum(grade > 10 for grade in grades)}"
        ),
        "package: longest function, lines": str(
            max(n.end_lineno - n.lineno + 1 for n in functions)
        ),
        "package: circles, types included": str(circles(python_arrows(package, root))),
        "tests: lines / files": f"{lines(tests):,} / {len(tests)}",
        "page: lines of TypeScript / CSS": f"{lines(page):,} / {lines(styles):,}",
        "page: vague names per 1,000 lines": per_thousand(
            sum(len(vague_in_typescript(text)) for text in page.values()), page
        ),
        "page: circles": str(circles(script_arrows(page))),
    }


def budgets():
    """The most lines that each room may have, and the package as a whole."""
    rows = [line.split() for line in BUDGET.read_text(encoding="utf-8").splitlines()]
    return {row[0]: int(row[1]) for row in rows if row and row[0] != "#"}


def rooms(root):
    """The files of each room of a checkout, as paths and texts, by the name of the room."""
    below = root / "src" / "dealt"
    package = files(root, "src/dealt/*.py")
    parts = {path: path.relative_to(below).parts for path in package}
    names = sorted({each[0] for each in parts.values() if len(each) > 1})
    texts_of_room = {
        name: {path: text for path, text in package.items() if parts[path][0] == name}
        for name in names
    }
    return texts_of_room | {
        "root modules": {path: text for path, text in package.items() if len(parts[path]) == 1},
        "whole": package,
        "tests": files(root, "tests/*.py"),
        "page": files(root, "page/src/*.ts", "page/src/*.tsx", "page/src/*.css"),
    }


def import_lines(path, text):
    """The number of lines that import something."""
    if path.suffix == ".css":
        return 0
    if path.suffix != ".py":
        return sum(match[0].count("\n") + 1 for match in SCRIPT_IMPORT.finditer(text))
    nodes = [n for n in ast.walk(ast.parse(text)) if isinstance(n, (ast.Import, ast.ImportFrom))]
    return sum(node.end_lineno - node.lineno + 1 for node in nodes)


def number_of_public_names(path, text):
    """Functions and classes that other modules can import."""
    if path.suffix == ".py":
        return len(public_names(ast.parse(text)))
    return len(SCRIPT_EXPORT.findall(text))


def number_of_vague_names(path, text):
    """Names that explain nothing."""
    if path.suffix == ".css":
        return 0
    return len(vague_in_python(text) if path.suffix == ".py" else vague_in_typescript(text))


def room_row(texts, budget):
    """The cells of a room, in the order of `ROOM_COLUMNS`."""
    lengths = [text.count("\n") for text in texts.values()]
    total = {
        count: sum(count(*each) for each in texts.items())
        for count in (import_lines, number_of_public_names, number_of_vague_names)
    }
    return (
        f"{sum(lengths):,}", f"{budget:,}" if budget else "", str(len(texts)),
        f"{median(lengths):.0f}", f"{total[import_lines]:,}",
        per_thousand(total[number_of_public_names], texts),
        per_thousand(total[number_of_vague_names], texts),
        str(max(Counter(path.parent for path in texts).values())),
    )  # fmt: skip


def print_table(head, rows):
    """A table in Markdown."""
    for row in (head, ["---"] * len(head), *rows):
        print("|", " | ".join(row), "|")


def main(folders):
    """Print tables in Markdown: the checkouts side by side, then the rooms of each."""
    roots = [Path(folder).resolve() for folder in folders] or [HERE]
    columns = [figures(root) for root in roots]
    names = [root.name for root in roots]
    rows = [(name, *(column[name] for column in columns)) for name in columns[0]]
    print_table(("", *names), rows)
    limits = budgets()
    for root in roots:
        print()
        table = [(name, *room_row(each, limits.get(name))) for name, each in rooms(root).items()]
        print_table((root.name, *ROOM_COLUMNS), table)


if __name__ == "__main__":
    main(sys.argv[1:])
