"""Default places for the user's files: score sheets, tables, results."""

from __future__ import annotations

import os
from pathlib import Path

from dealt.storage.files import make_private, new_folder

VARIABLE = "DEALT_DATA_DIR"  # of the environment: another folder than the user's own


def kept_at(name: str) -> str:
    """The path of a user's file: in the current folder if it is there, else in the user's folder.

    Raises:
        StorageError: that folder cannot be created.
    """
    if Path(name).exists():
        return name
    path = os.environ.get(VARIABLE)
    if path:  # a folder that is there has the mode that somebody chose
        return str(new_folder(path, is_private=True) / name)
    from platformdirs import user_data_path

    return str(own_folder(user_data_path("dealt", appauthor=False)) / name)


def own_folder(path: Path) -> Path:
    """A folder of this program alone, by the convention of the system; nobody else looks into it.

    Raises:
        StorageError: it cannot be created.
    """
    new_folder(path, is_private=True)
    make_private(path)
    return path
