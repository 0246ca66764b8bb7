"""Links as QR codes, drawn by the page or in characters."""

from __future__ import annotations

import io
import os
import shutil
import sys

from dealt.service.table.parts import Picture

_QUIET = 4  # empty squares around a QR code, which scanners need
WHITE_ON_BLACK, PLAIN = "\x1b[97;40m", "\x1b[0m"


def picture_of(link: str) -> Picture | None:
    """A link as a QR code; None if `segno` is not installed."""
    try:
        import segno
    except ModuleNotFoundError:
        return None
    rows = segno.make(link, micro=False, error="m").matrix
    path = "".join(
        f"M{x + _QUIET} {y + _QUIET}h1v1h-1z"
        for y, row in enumerate(rows)
        for x, is_dark in enumerate(row)
        if is_dark
    )
    return Picture(size=len(rows) + 2 * _QUIET, path=path)


def qr_text(link: str) -> str | None:
    """A link as a QR code in characters; None if the standard output cannot show it.

    With colours the code is black on white; without, it is right on a dark screen.
    """
    try:
        import segno
    except ModuleNotFoundError:
        return None
    picture = io.StringIO()
    segno.make(link, micro=False).terminal(picture, compact=True)
    lines = picture.getvalue().splitlines()
    try:
        lines[0].encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return None
    columns, _ = shutil.get_terminal_size()
    if not sys.stdout.isatty() or columns < len(lines[0]) or os.environ.get("TERM") == "dumb":
        return None
    if os.environ.get("NO_COLOR"):
        return "\n".join(lines)
    return "\n".join(f"{WHITE_ON_BLACK}{line}{PLAIN}" for line in lines)
