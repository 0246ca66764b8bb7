"""Drawing with matplotlib: the same figure everywhere, and the same bytes for the same figure.

Figures are drawn and saved with matplotlib's default settings, whatever the user's are. No setting
is changed, no window opened, and no figure added to a global list.
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
    """A context in which matplotlib draws with this package's settings."""
    import matplotlib as mpl

    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams["font.sans-serif"] = ["DejaVu Sans", "Verdana"]  # the first comes with it
        mpl.rcParams["svg.fonttype"] = "none"  # letters stay letters, to be selected and read aloud
        mpl.rcParams["svg.hashsalt"] = "dealt"  # names inside a file do not depend on chance
        yield


def save(figure: Figure, path: str | os.PathLike[str]) -> None:
    """Write a figure as PNG or SVG, by the extension of `path`; an existing file is replaced.

    Raises:
        SetupError: another extension.
        StorageError: it cannot be written.
    """
    TextFile(path).write_bytes(picture(figure, _ending_of(path)))


def check_picture(path: str | os.PathLike[str]) -> None:
    """Raise the errors that `save` would, before any work on the figure."""
    check_drawing()
    _ending_of(path)
    TextFile(path).check_writable()


def check_drawing() -> None:
    """Raise SetupError if figures cannot be drawn here."""
    if importlib.util.find_spec("matplotlib") is None:
        raise SetupError(not_installed("matplotlib", "figures"))


def _ending_of(path: str | os.PathLike[str]) -> str:
    """One of the `FORMATS`.

    Raises:
        SetupError: another extension.
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
    """A figure as file content in one of the `FORMATS`, without date or version."""
    words: dict[str, Any] = {"Title": str(figure.get_label()) or None}
    words |= {"Date": None, "Creator": None} if ending == ".svg" else {"Software": None}
    file = io.BytesIO()
    with drawing():
        figure.savefig(file, format=ending[1:], dpi=DOTS, metadata=words)
    return file.getvalue()
