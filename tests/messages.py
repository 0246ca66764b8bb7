"""The messages of the program, collected from its sources.

`python -m tests.messages` (`make messages`) brings the catalogues up to date: new messages come in
without a translation, those that nothing says any more go.
"""

import ast
import importlib.util
import io
from functools import cache, lru_cache
from pathlib import Path

from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po
from hatch_build import compile_catalogues

from dealt.cli.words import _paragraphs

SOURCE = Path(__file__).parent.parent / "src" / "dealt"
TRAINING = SOURCE.parent.parent / "training" / "src" / "dealt_training"
LOCALE = SOURCE / "locale"
BUILDER = SOURCE.parent.parent / "page" / "build.py"
# by key, the texts of the page that other languages say otherwise than the same words elsewhere
OWN_TEXTS = {
    "by_cards",  # of a deal of Penney's game, whose columns at a terminal are narrow
    "ends_draw",  # of nobody's round; elsewhere a card is drawn
}
# of `dealt.language`: how many texts come first
MARKS = {"say": 1, "say_n": 2, "message": 1, "message_n": 2, "Phrase": 1}
WIDTH = 100
HEADER = """\
# The messages of dealt in {name}; docs/development/language.md says how they are kept.
msgid ""
msgstr ""
"Language: {name}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""


parsed = lru_cache(2)(ast.parse)  # the module that is read now, in several ways


def modules():
    """The sources that have messages: those of the package and of the training."""
    return [path for folder in (SOURCE, TRAINING) for path in sorted(folder.rglob("*.py"))]


def marked(source: str):
    """What is given as a message in a module, a list for each call.

    Babel's own reader of Python would take any function and any method called `say`.
    """
    if "from dealt.language" not in source and "def say(" not in source:
        return
    tree = parsed(source)
    marks = {
        alias.asname or alias.name: MARKS[alias.name]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "dealt.language"
        for alias in node.names
        if alias.name in MARKS
    }
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    if "message_n" in defined:  # the module of these
        marks = MARKS
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in marks:
            yield node.args[: marks[node.func.id]]


@cache
def errors():
    """The errors of the package by name, each with the place of its message among what it takes."""
    classes = [
        node
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    ]
    found, before = {"DealtError": 0, "Remark": 1}, 0
    while before < len(found):
        before = len(found)
        for node in classes:
            above = [found[base.id] for base in node.bases if getattr(base, "id", "") in found]
            if above and node.name not in found:
                found[node.name] = _place_of_message(node, above[0])
    return found


def _place_of_message(error: ast.ClassDef, inherited: int) -> int:
    for node in error.body:
        if isinstance(node, ast.FunctionDef) and node.name == "__init__":
            parameters = [each.arg for each in node.args.posonlyargs + node.args.args]
            return next(
                parameters.index(name) - 1 for name in ("message", "why") if name in parameters
            )
    return inherited


def raised(source: str):
    """What the errors that a module makes say: the texts that are messages, one by one."""
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in errors():
            expressions = node.args[errors()[node.func.id] :][:1]
            while expressions:
                each = expressions.pop()
                if isinstance(each, ast.IfExp):
                    expressions += [each.orelse, each.body]
                elif isinstance(each, ast.Constant) and each.value:
                    yield each.value


def messages_in(source: str):
    """The messages of a module: a text, or two of one thing and of several."""
    for arguments in marked(source):
        texts = [each.value for each in arguments if isinstance(each, ast.Constant)]
        if texts:
            yield texts[0] if len(texts) == 1 else tuple(texts)
    yield from raised(source)


def helps_in(source: str):
    """What commands and options of the command line are for: docstrings, and what `help` is."""
    tree = parsed(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any(map(_makes_a_command, node.decorator_list)):
            text = ast.get_docstring(node)
            if text:
                yield _paragraphs(text)
        if isinstance(node, ast.Call) and _called(node) == "option":
            for keyword in node.keywords:
                if keyword.arg == "help":
                    assert isinstance(keyword.value, ast.Constant), ast.unparse(node)
                    yield keyword.value.value


def _makes_a_command(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Call) and _called(decorator) in {"command", "group"}


def _called(call: ast.Call) -> str:
    """The last name of what is called."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def page_builder():
    """The module page/build.py."""
    spec = importlib.util.spec_from_file_location("build_page", BUILDER)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def collected() -> Catalog:
    """All messages, without translations."""
    catalogue = Catalog(charset="utf-8")
    for path in modules():
        source = path.read_text(encoding="utf-8")
        for message in messages_in(source):
            catalogue.add(message)
        for message in helps_in(source) if "cli" in (path.stem, path.parent.name) else ():
            catalogue.add(message)
    several = {message.id[1] for message in catalogue if message.pluralizable}
    for key, text in page_builder().english().items():
        context = f"page {key}" if key in OWN_TEXTS else None
        if context or text not in several:  # else it is translated with what is said of one thing
            catalogue.add(text, context=context)
    return catalogue


def catalogues() -> list[Path]:
    """The catalogue of each language."""
    return sorted(LOCALE.glob("*/LC_MESSAGES/dealt.po"))


def read(path: Path) -> Catalog:
    """A catalogue as it is kept."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name)


def updated(path: Path) -> str:
    """The text of a catalogue, up to date; what only changes its context keeps its translation."""
    catalogue = read(path)
    translations = {message.id: message.string for message in catalogue if message.string}
    catalogue.update(collected(), no_fuzzy_matching=True)
    for message in catalogue:
        message.string = message.string or translations.get(message.id, message.string)
    text = io.BytesIO()
    write_po(text, catalogue, width=WIDTH, omit_header=True, ignore_obsolete=True, sort_output=True)
    header = HEADER.format(name=catalogue.locale_identifier)
    return header + text.getvalue().decode().lstrip()


if __name__ == "__main__":
    for path in catalogues():
        path.write_text(updated(path), encoding="utf-8")
    compile_catalogues(SOURCE.parent.parent)
