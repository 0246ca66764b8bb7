"""The first frame of the full screen, painted before anything slow is loaded.

Keys typed meanwhile stay with the terminal, unseen, until the program reads them.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from dealt.language import message, say

OPENING = message("Opening the table ...")
LEAVING = message("ctrl+c: quit")
LOOK = "screen-look.txt"  # the name of the look that was chosen last
FIRST = "felt"
GROUNDS = {  # of looks in 24-bit colours: of the page, of its first and last line, of text
    FIRST: ("#0f261c", "#214b38", "#eef3ea"),
    "night": ("#14161b", "#2a2f3a", "#e4e6eb"),
    "paper": ("#f6f4ec", "#d9d4c2", "#1d2420"),
    "contrast": ("#000000", "#303030", "#ffffff"),
}
_ALONE, _BACK = "\x1b[?1049h\x1b[?25l", "\x1b[?1049l\x1b[?25h"  # a screen of one's own, and back


def memory() -> Path:
    """The file with the last look."""
    return Path(click.get_app_dir("dealt")) / LOOK


def _grounds() -> tuple[str, str]:
    """What colours the page and the panels; empty where the terminal may not show them."""
    name = FIRST
    with contextlib.suppress(OSError, ValueError):
        name = memory().read_text(encoding="utf-8").strip()
    is_coloured = os.environ.get("COLORTERM") in ("truecolor", "24bit")
    if os.environ.get("NO_COLOR") or not is_coloured or name not in GROUNDS:
        return "", ""
    page, panel, text = (
        ";".join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5)) for colour in GROUNDS[name]
    )
    return f"\x1b[38;2;{text};48;2;{page}m", f"\x1b[38;2;{text};48;2;{panel}m"


def _frame() -> str:
    """The title, a line about what happens, and the keys, as the program has them."""
    columns, lines = shutil.get_terminal_size()
    page, panel = _grounds()
    title, keys = (f"{panel} {text:<{columns - 1}}" for text in ("dealt", say(LEAVING)))
    return (
        f"{_ALONE}{page}\x1b[2J\x1b[H\x1b[1m{title}\x1b[22m{page}\x1b[3;3H{say(OPENING)}"
        f"\x1b[{lines};1H{keys}\x1b[0m"
    )


@contextlib.contextmanager
def first_frame() -> Iterator[None]:
    """Paint the first frame; the program that follows covers it, an error takes it away."""
    try:
        import termios
    except ImportError:  # Windows
        yield
        return
    try:
        keyboard = sys.stdin.fileno()
        before = termios.tcgetattr(keyboard)
    except (OSError, ValueError, termios.error):  # a driver in place of a terminal, or a pipe
        yield
        return
    modes = termios.tcgetattr(keyboard)
    modes[0] &= ~termios.ICRNL  # Enter stays the key that the program knows
    modes[3] &= ~(termios.ECHO | termios.ICANON)
    modes[6][termios.VSUSP] = b"\0"  # nothing to come back to yet; the program takes the key
    termios.tcsetattr(keyboard, termios.TCSANOW, modes)
    sys.stdout.write(_frame())
    sys.stdout.flush()
    try:
        yield
    except BaseException:
        sys.stdout.write(_BACK)
        sys.stdout.flush()
        raise
    finally:
        termios.tcsetattr(keyboard, termios.TCSANOW, before)
