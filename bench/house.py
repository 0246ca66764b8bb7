"""What there is to read: lines, public names, vague names, comments, complexity, circles.

    python -m bench.house [FOLDER ...]

A column for each checkout; this one by default.  Side by side, they show what a change took away.
"""

import ast
import io
import re
import subprocess
import sys
import tokenize
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.vague_names import vague_in_python, vague_in_typescript

HERE = Path(__file__).parent.parent
BRANCHES = (
    ast.If, ast.For, ast.AsyncFor, ast.While, ast.IfExp, ast.ExceptHandler, ast.comprehension,
    ast.match_case, ast.Assert,
)  # fmt: skip
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
IMPORTED = re.compile(r"""(?:from|import)\s*\(?\s*"(\.[^"]+)\"""")


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


def main(folders):
    """Print a table in Markdown."""
    roots = [Path(folder).resolve() for folder in folders] or [HERE]
    columns = [figures(root) for root in roots]
    print("| |", " | ".join(root.name for root in roots), "|")
    print("|---" * (len(roots) + 1) + "|")
    for name in columns[0]:
        print(f"| {name} |", " | ".join(column[name] for column in columns), "|")


if __name__ == "__main__":
    main(sys.argv[1:])
