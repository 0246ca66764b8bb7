"""Run the cells of a notebook in a browser tab, as Jupyter would."""
# ruff: noqa: INP001 - a script that a worker runs, not a module of a package

from __future__ import annotations

import ast
import builtins
import io
import linecache
import pprint
import sys
import traceback
from collections.abc import Callable, Iterator

import __main__

Show = Callable[[str, str], None]  # a kind (stdout, stderr, result, html, error) and a text

WIDTH = 79
FRAMES = 3  # of a traceback, at either end

cells: set[str] = set()  # names of the cells that have run: the files of a traceback that count


class Writer(io.TextIOBase):
    """A stream whose text is shown."""

    def __init__(self, kind: str, show: Show) -> None:
        self.kind, self.show = kind, show

    def write(self, text: str) -> int:
        """Show a text."""
        self.show(self.kind, text)
        return len(text)


def ask(prompt: object = "") -> str:
    """Stand in for `input`."""
    raise RuntimeError("input() does not work in the browser; write the value into the cell")


def run(source: str, name: str, each: bool, show: Show) -> str:
    """Run a cell; its names stay for the next one.

    Args:
        source: Python.
        name: what a traceback calls the cell.
        each: show the value of every expression, as a prompt does, not of the last one alone.
        show: gets what the cell prints, its value and its error.

    Returns:
        The class of the error that ended the cell, or "".
    """
    cells.add(name)
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    builtins.input = ask
    kept = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = Writer("stdout", show), Writer("stderr", show)
    try:
        for value in values(source, name, each):
            html = None if each else html_of(value)
            show("result" if html is None else "html", html or f"{text_of(value)}\n")
    except BaseException as error:
        show("error", text_of_error(error))
        return type(error).__name__
    finally:
        sys.stdout, sys.stderr = kept
    return ""


def values(source: str, name: str, each: bool) -> Iterator[object]:
    """Run the statements of a cell, and yield the values to show."""
    body = ast.parse(source, name).body
    is_quiet = source.rstrip().endswith(";")
    for number, statement in enumerate(body, 1):
        is_shown = each or (number == len(body) and not is_quiet)
        if is_shown and isinstance(statement, ast.Expr):
            code = compile(ast.Expression(statement.value), name, "eval", dont_inherit=True)
            value = eval(code, __main__.__dict__)
            if value is not None:
                yield value
        else:
            module = ast.Module([statement], [])
            exec(compile(module, name, "exec", dont_inherit=True), __main__.__dict__)


def html_of(value: object) -> str | None:
    """How a value shows itself in HTML; None: it does not."""
    draw = getattr(type(value), "_repr_html_", None)
    html: str | None = None if draw is None else draw(value)
    return html


def text_of(value: object) -> str:
    """A value as a notebook shows it: what is long is broken into lines."""
    text = repr(value)
    if len(text) > WIDTH and isinstance(value, list | tuple | dict | set | frozenset):
        return pprint.pformat(value, width=WIDTH, sort_dicts=False)
    return text


def text_of_error(error: BaseException) -> str:
    """An error with the lines of cells that led to it."""
    lines = []
    for frame, number in traceback.walk_tb(error.__traceback__):
        name = frame.f_code.co_filename
        if name in cells:
            lines.append(f"{name}, line {number}: {linecache.getline(name, number).strip()}")
    if len(lines) > 2 * FRAMES:
        lines[FRAMES:-FRAMES] = [f"... {len(lines) - 2 * FRAMES} more"]
    return "\n".join([*lines, *traceback.format_exception_only(error)]).rstrip()
