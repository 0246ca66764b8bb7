"""Drawing with matplotlib: the same figure everywhere, and the same bytes for the same figure.

Figures are made and saved with matplotlib's own settings, whatever those of the user are, and leave
no setting changed; no window, no global list of figures.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dealt.errors import SetupError
from dealt.extras import not_installed
from dealt.language import Phrase, listed
from dealt.storage.files import TextFile

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DOTS = 150  # per inch, of a PNG
FORMATS = (".png", ".svg")


@contextlib.contextmanager
def drawing() -> Iterator[None]:
    """Until the end, matplotlib draws as this package wants it."""
    import matplotlib as mpl

    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams["font.sans-serif"] = ["DejaVu Sans", "Verdana"]  # the first comes with it
        mpl.rcParams["svg.fonttype"] = "none"  # letters stay letters, to be selected and read aloud
        mpl.rcParams["svg.hashsalt"] = "dealt"  # names inside a file do not depend on chance
        yield


def save(figure: Figure, path: str | os.PathLike[str]) -> None:
    """Write a figure as PNG or SVG, by the ending of `path`; replace what is there, whole.

    Raises:
        SetupError: another ending.
        StorageError: it cannot be written.
    """
    TextFile(path).write_bytes(picture(figure, ending_of(path)))


def check_picture(path: str | os.PathLike[str]) -> None:
    """Raise what `save` would, before the work on what is to be drawn."""
    check_drawing()
    ending_of(path)
    TextFile(path).check_writable()


def check_drawing() -> None:
    """Raise SetupError if nothing can be drawn here."""
    if importlib.util.find_spec("matplotlib") is None:
        raise SetupError(not_installed("matplotlib", "figures"))


def ending_of(path: str | os.PathLike[str]) -> str:
    """One of the `FORMATS`.

    Raises:
        SetupError: another ending.
    """
    ending = Path(path).suffix.lower()
    if ending not in FORMATS:
        raise SetupError(
            "cannot save a figure as {ending}: {file}; use {formats}",
            ending=ending or Phrase("a file without ending"),
            file=repr(os.fspath(path)),
            formats=listed(FORMATS),
        )
    return ending


def picture(figure: Figure, ending: str) -> bytes:
    """A figure as the content of a file with one of the `FORMATS`; no date, no version."""
    words: dict[str, Any] = {"Title": str(figure.get_label()) or None}
    words |= {"Date": None, "Creator": None} if ending == ".svg" else {"Software": None}
    file = io.BytesIO()
    with drawing():
        figure.savefig(file, format=ending[1:], dpi=DOTS, metadata=words)
    return file.getvalue()
