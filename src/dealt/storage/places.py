"""Default places for the user's files: score sheets, tables, results."""

from __future__ import annotations

import os
from pathlib import Path

from dealt.storage.files import new_folder

VARIABLE = "DEALT_DATA_DIR"  # of the environment: another folder than the user's own


def kept_at(name: str) -> str:
    """The path of a user's file: in the current folder if it is there, else in the user's folder.

    Raises:
        StorageError: that folder cannot be created.
    """
    if Path(name).exists():
        return name
    return str(new_folder(_folder()) / name)


def _folder() -> Path:
    """The folder for the user's data, by the convention of the system."""
    path = os.environ.get(VARIABLE)
    if path:
        return Path(path)
    from platformdirs import user_data_path

    return user_data_path("dealt", appauthor=False)
