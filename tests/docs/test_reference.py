"""The reference of Python misses no public module, and no public name."""

import ast
import inspect
import pkgutil

import dealt
from tests.docs.pages import DOCS, generated, text_of

SOURCE = DOCS.parent / "src" / "dealt"

# packages and modules that programs should not import, with the reason
INTERNAL = {
    "dealt.__main__": "starts the command line, which has a page of its own",
    "dealt._version": "one constant",
    "dealt.cli": "the command line has a page of its own",
    "dealt.clients": "programs talk to the service",
    "dealt.extras": "what is said where an extra is missing",
    "dealt.own_code": "how your own modules are found, and what is said of their errors",
    "dealt.history.archive": "the archive of the service's database",
    "dealt.history.archived": "how the service and a tab store matches",
    "dealt.history.shelf": "the archive of a browser",
    "dealt.nearest": "what was meant by a name with a slip in it",
    "dealt.scoresheet.terminal": "menus, which people talk to",
    "dealt.service": "programs talk to it by its protocol, which has pages of its own",
    "dealt.terminal": "prints and asks for the commands",
}


def modules_of_the_reference():
    """By the marks of its pages, without importing anything."""
    modules = set()
    for page in (DOCS / "reference" / "python").glob("*.md"):
        for mark in generated.MARK.finditer(text_of(page)):
            if mark[1] not in {"module", "modules"}:
                continue
            name, *left_out = mark[2].split()
            modules.add(name)
            if mark[1] == "modules":
                folder = SOURCE.parent.joinpath(*name.split("."))
                below = [
                    each.name for each in pkgutil.iter_modules([str(folder)]) if not each.ispkg
                ]
                modules |= {f"{name}.{each}" for each in below if each not in left_out}
    return modules


def all_modules():
    """The names of all modules of the package."""
    for path in SOURCE.rglob("*.py"):
        parts = ["dealt", *path.relative_to(SOURCE).with_suffix("").parts]
        yield ".".join(parts).removesuffix(".__init__")


def test_every_module_is_in_the_reference_or_internal():
    """And none is both."""
    listed = modules_of_the_reference()
    for name in all_modules():
        inside = any(name == each or name.startswith(f"{each}.") for each in INTERNAL)
        is_rest = name.rpartition(".")[2].startswith("_")
        assert (name in listed) != (inside or is_rest and name not in listed), name


def tree_of(module):
    """The source of a module, parsed."""
    path = SOURCE.joinpath(*module.split(".")[1:])
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(path.read_text(encoding="utf-8"))


def public_in(tree):
    """The public functions and classes of a source."""
    return [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
    ]


def public_names(module):
    """The public functions and classes of a module's source: in `__all__`, where there is one."""
    tree = tree_of(module)
    names = [node.name for node in public_in(tree)]
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return [name for name in names if name in ast.literal_eval(node.value)]
    return names


def test_public_names_have_a_docstring():
    """Without one the reference would leave them out."""
    for module in modules_of_the_reference():
        tree = tree_of(module)
        assert ast.get_docstring(tree), module
        for node in public_in(tree):
            if "overload" not in map(ast.unparse, node.decorator_list):
                assert ast.get_docstring(node), f"{module}.{node.name}"


def test_what_dealt_offers_is_defined_in_a_module_of_the_reference():
    """`dealt.match`, `dealt.SetupError` and the others."""
    listed = modules_of_the_reference()
    for name in dealt.__all__:
        if not name.startswith("__"):
            assert inspect.getmodule(getattr(dealt, name)).__name__ in listed, name
