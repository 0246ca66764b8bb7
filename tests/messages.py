"""The messages of the program, collected from its sources.

`python -m tests.messages` (`make messages`) brings the catalogues up to date: new messages come in
without a translation, those that nothing says any more go.
"""

import ast
import io
import json
import re
from pathlib import Path

from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po

from dealt.cli_words import paragraphs

SOURCE = Path(__file__).parent.parent / "src" / "dealt"
LOCALE = SOURCE / "locale"
ENGLISH = SOURCE.parent.parent / "page" / "src" / "english.ts"
PAGE_TEXT = re.compile(r'^\s*(?:"([^"]+)"|(\w+)):\s*("(?:[^"\\]|\\.)*")', re.MULTILINE)
MARKS = {
    "say": 1,
    "say_n": 2,
    "message": 1,
    "message_n": 2,
}  # of `dealt.language`: how many texts come first
WIDTH = 100
HEADER = """\
# The messages of dealt in {name}; docs/language.md says how they are kept.
msgid ""
msgstr ""
"Language: {name}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural}\\n"

"""


def marked(source: str):
    """What is given as a message in a module, a list for each call.

    Babel's own reader of Python would take any function and any method called `say`.
    """
    if "from dealt.language" not in source and "def say(" not in source:
        return
    tree = ast.parse(source)
    known = {
        alias.asname or alias.name: MARKS[alias.name]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "dealt.language"
        for alias in node.names
        if alias.name in MARKS
    }
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    if "message_n" in defined:  # the functions themselves
        known = MARKS
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in known:
            yield node.args[: known[node.func.id]]


def messages_in(source: str):
    """The messages of a module: a text, or two of one thing and of several."""
    for given in marked(source):
        texts = [each.value for each in given if isinstance(each, ast.Constant)]
        if texts:
            yield texts[0] if len(texts) == 1 else tuple(texts)


def helps_in(source: str):
    """What commands and options of the command line are for: docstrings, and what `help` is."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any(map(_makes_a_command, node.decorator_list)):
            text = ast.get_docstring(node)
            if text:
                yield paragraphs(text)
        if isinstance(node, ast.Call) and _called(node) == "option":
            for given in node.keywords:
                if given.arg == "help":
                    assert isinstance(given.value, ast.Constant), ast.unparse(node)
                    yield given.value.value


def _makes_a_command(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Call) and _called(decorator) in {"command", "group"}


def _called(call: ast.Call) -> str:
    """The last name of what is called."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def page_texts(source: str) -> dict[str, str]:
    """The texts of english.ts or of a file like it, by their keys."""
    return {quoted or plain: json.loads(text) for quoted, plain, text in PAGE_TEXT.findall(source)}


def collected() -> Catalog:
    """All messages, without translations."""
    found = Catalog(charset="utf-8")
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE.parent.parent).as_posix()
        source = path.read_text(encoding="utf-8")
        for message in messages_in(source):
            found.add(message, locations=[(name, None)])
        for message in helps_in(source) if path.name.startswith("cli") else ():
            found.add(message, locations=[(name, None)])
    for key, text in page_texts(ENGLISH.read_text(encoding="utf-8")).items():
        found.add(text, locations=[("page/src/english.ts", None)], context=f"page {key}")
    return found


def catalogues() -> list[Path]:
    """The catalogue of each language."""
    return sorted(LOCALE.glob("*/LC_MESSAGES/dealt.po"))


def read(path: Path) -> Catalog:
    """A catalogue as it is kept."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name)


def updated(path: Path) -> str:
    """The text of a catalogue, up to date."""
    catalogue = read(path)
    catalogue.update(collected(), no_fuzzy_matching=True)
    text = io.BytesIO()
    write_po(text, catalogue, width=WIDTH, omit_header=True, ignore_obsolete=True, sort_output=True)
    header = HEADER.format(name=catalogue.locale_identifier, plural=catalogue.plural_forms)
    return header + text.getvalue().decode().lstrip()


if __name__ == "__main__":
    for path in catalogues():
        path.write_text(updated(path), encoding="utf-8")
