"""The terminal that the full-screen table needs."""

from __future__ import annotations

import os
import shutil
import sys

from dealt.errors import SetupError
from dealt.language import Phrase, message

LEAST = 60, 20  # columns and lines
LINES = message("for plain prompts: dealt play --plain")
DRIVER = "TEXTUAL_DRIVER"  # set by programs that bring their own terminal


def why_no_table() -> Phrase | None:
    """What this terminal lacks for the table; None if nothing."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) and DRIVER not in os.environ:
        return Phrase("the table needs a terminal")
    if os.environ.get("TERM") == "dumb":
        return Phrase("the table needs a terminal with a cursor")
    columns, lines = shutil.get_terminal_size(LEAST)
    if columns < LEAST[0] or lines < LEAST[1]:
        return Phrase(
            "the terminal has {columns} columns and {lines} lines; the table needs {wide} and "
            "{high}",
            {"columns": columns, "lines": lines, "wide": LEAST[0], "high": LEAST[1]},
        )
    return None


def check_terminal() -> None:
    """Raise SetupError unless the terminal is suitable and large enough."""
    problem = why_no_table()
    if problem is not None:
        raise SetupError("{why}; {instead}", why=problem, instead=Phrase(LINES))
