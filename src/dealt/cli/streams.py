"""The standard streams of a command line, whatever they are connected to and can show."""

from __future__ import annotations

import codecs
import os
import re
import sys
import unicodedata
from io import TextIOWrapper

import click.utils

from dealt.cards import SUIT_SYMBOLS

PLAINER = "dealt.plainer"  # how codecs know `_plainer`
# as wide as the sign, for a screen is made of columns
_SIGNS = {
    **{symbol: letter for letter, symbol in SUIT_SYMBOLS.items()},
    **dict(zip("♧♢♡♤━┃═║█▌▐░■●○•", "CDHS=|=|###:#*o*", strict=True)),
    **dict(zip("▸▶▲▼◂◀…·×⁄–—−‘’“”", ">>^v<<~-x/---''\"\"", strict=True)),
    "±": "+-",
}


def mend_streams() -> None:
    """Streams that are closed are empty; signs that the output cannot carry become plainer ones.

    So do those of the full screen, which is written to the same streams.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115
    elif isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    codecs.register_error(PLAINER, _plainer)
    if os.environ.get("CLICOLOR") == "0":
        os.environ.setdefault("NO_COLOR", "1")
    elif not os.environ.get("NO_COLOR"):
        os.environ.pop("NO_COLOR", None)  # an empty one says nothing, but not to everybody
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=PLAINER)
            if codecs.lookup(stream.encoding).name == "ascii":
                # click takes that for a mistake, and writes UTF-8
                setattr(click.utils, f"_default_text_{name}", lambda name=name: getattr(sys, name))


def _plainer(error: UnicodeError) -> tuple[str, int]:
    """What stands for signs that cannot be encoded: ASCII alone."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_plain_sign, error.object[error.start : error.end])), error.end


def _plain_sign(sign: str) -> str:
    """`H` for the suit of hearts, `+` for the corner of a box, `e` for `é`; else a question mark.

    >>> "".join(map(_plain_sign, "7♥ ╭─┬╮ Zé 中"))
    '7H +-++ Ze ??'
    """
    name = unicodedata.name(sign, "")
    if sign in _SIGNS:
        return _SIGNS[sign]
    if name.startswith("BOX DRAWINGS"):
        across, down = re.search("HORIZ|LEFT|RIGHT", name), re.search("VERTIC|UP|DOWN", name)
        return "+" if across and down else "-" if across else "|"
    letters = "".join(filter(str.isascii, unicodedata.normalize("NFKD", sign)))
    if letters or unicodedata.category(sign) in ("Mn", "Cf"):
        return letters
    return "??" if unicodedata.east_asian_width(sign) in "WF" else "?"


def stop_writing() -> None:
    """Keep Python from writing once more on its way out."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
