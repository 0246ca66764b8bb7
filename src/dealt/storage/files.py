"""Text files that are read whole and replaced whole."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from dealt.errors import StorageError

MOST_BYTES = 64 << 20


class TextFile:
    """A text file that is always the old one or the new one, never half of either."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def __str__(self) -> str:
        return str(self.path)

    def read(self) -> str | None:
        """The text, None if there is no such file.

        Raises:
            StorageError: it cannot be read, or is no text.
        """
        try:
            return read_text(self.path)
        except FileNotFoundError:
            return None

    def write(self, text: str) -> None:
        """Replace the file: a crash at any moment leaves the old text or the new.

        Raises:
            StorageError: it cannot be written; the old file is untouched.
        """
        # through a link, so that the link stays one
        path = Path(os.path.realpath(self.path))
        try:
            handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".new", dir=path.parent)
            try:
                with os.fdopen(handle, "w", encoding="utf-8", newline="") as new:
                    new.write(text)
                    new.flush()
                    os.fsync(new.fileno())
                _keep_mode(path, name)
                os.replace(name, path)  # noqa: PTH105
            except BaseException:
                with contextlib.suppress(OSError):
                    Path(name).unlink()
                raise
            _sync_folder(path.parent)
        except OSError as error:
            raise StorageError(f"cannot write {self.path}: {error.strerror or error}") from None


def read_text(path: Path) -> str:
    """The text of a file, with or without a byte order mark.

    Raises:
        FileNotFoundError: there is no such file.
        StorageError: it cannot be read, is no text, or is far too long.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise StorageError(f"cannot read {path}: {reason}") from None
    if len(data) > MOST_BYTES:
        raise StorageError(f"cannot read {path}: larger than {MOST_BYTES >> 20} MiB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise StorageError(f"cannot read {path}: not a text file") from None
    if "\0" in text:
        raise StorageError(f"cannot read {path}: not a text file")
    return text


def _keep_mode(path: Path, new: str) -> None:
    """The new file gets the permissions of the old one, or those of any new file."""
    if path.exists():
        mode = path.stat().st_mode & 0o777
    else:
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o666 & ~mask
    Path(new).chmod(mode)


def _sync_folder(folder: Path) -> None:
    """Make the new name last, where folders can be synced."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
