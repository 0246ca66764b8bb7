"""Names that explain nothing: past participles and question words as names of values.

Values are nouns of the field (`answer`, `record`, `reason`), functions are verbs.  A name counts
once for each function, class or module that binds it, however often it does.
"""

import ast
import re

VAGUE = set(
    """
    asked done drawn found given heard here how kept known made meant mine named now of said seen
    shown taken there told tried wanted what why
    """.split()  # noqa: SIM905 - read as the words that they are
)
LIMIT = 3  # for each 1,000 lines
LIMIT_OF_TESTS = 4

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
# declarations of TypeScript: variables, functions, parameters of arrows, parts of what is unpacked
_DECLARED = re.compile(
    r"\b(?:const|let|function|type|interface)\s+(\w+)"
    r"|\b(\w+)(?:\??:[^,()=]+)?\s*=>"
    r"|[(,]\s*(\w+)\??:\s"
    r"|(?:const|let)\s+[\[{]([^\]}=]*)[\]}]\s*="
)


def _is_vague(name):
    return name.strip("_") in VAGUE


def vague_in_python(source):
    """(line, name) of each vague name that a module of Python binds."""
    bound = {}

    def visit(node, scope):
        for child in ast.iter_child_nodes(node):
            inner = (*scope, child.lineno) if isinstance(child, _SCOPES) else scope
            if isinstance(child, ast.arg):
                bound.setdefault((scope, child.arg), child.lineno)
            elif isinstance(child, _SCOPES[:3]):
                bound.setdefault((scope, child.name), child.lineno)
            elif isinstance(child, ast.Name | ast.Attribute) and isinstance(child.ctx, ast.Store):
                name = child.id if isinstance(child, ast.Name) else child.attr
                bound.setdefault((scope, name), child.lineno)
            visit(child, inner)

    visit(ast.parse(source), ())
    return sorted((line, name) for (_, name), line in bound.items() if _is_vague(name))


def vague_in_typescript(source):
    """(line, name) of each vague name that a module of TypeScript declares."""
    names_at_lines = []
    for match in _DECLARED.finditer(source):
        line = source.count("\n", 0, match.start()) + 1
        names = re.split(r"[\s,]+", match[4]) if match[4] else [match[1] or match[2] or match[3]]
        names_at_lines += [(line, name.rpartition(":")[2]) for name in names if name]
    return sorted((line, name) for line, name in names_at_lines if _is_vague(name))
