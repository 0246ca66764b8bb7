"""Text files that are read whole and replaced whole."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from dealt.errors import StorageError

MOST_BYTES = 64 << 20


class TextFile:
    """A text file that is always the old one or the new one, never half of either.

    The new text is written beside the file, synced, and put in its place. The file it is written to
    is locked meanwhile, so that programs that do the same wait for each other; a lock ends with the
    program that holds it, and what a killed program leaves there is written over by the next.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self._handle: int | None = None

    def __str__(self) -> str:
        return str(self.path)

    def read(self) -> str | None:
        """The text, None if there is no such file.

        Raises:
            StorageError: it cannot be read, or is no text.
        """
        if self.path.exists() and not self.path.is_file():
            raise StorageError(f"cannot read {self.path}: not a file")
        try:
            return read_text(self.path)
        except FileNotFoundError:
            return None

    def check_writable(self) -> None:
        """Raise StorageError if the file could not be written now."""
        path = self._real()
        if path.is_dir():
            raise StorageError(f"cannot write {self.path}: Is a directory")
        if not path.parent.is_dir():
            raise StorageError(f"cannot write {self.path}: there is no folder {path.parent}")
        regular = path.is_file() or not path.exists()
        if regular and not os.access(path.parent, os.W_OK | os.X_OK):
            raise StorageError(f"cannot write {self.path}: Permission denied")
        if path.exists() and not os.access(path, os.W_OK):
            raise StorageError(f"cannot write {self.path}: Permission denied")

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Until the next `write`, nobody else writes the file this way.

        Raises:
            StorageError: it cannot be written.
        """
        self.check_writable()
        with self._errors():
            self._handle = _locked_file(self._new())
        try:
            yield
        finally:
            self._unlock()

    def write(self, text: str) -> None:
        """Replace the file: a crash at any moment leaves the old text or the new.

        What is no file, such as /dev/stdout, is written to as it is.

        Raises:
            StorageError: it cannot be written; the old file is untouched.
        """
        self.check_writable()
        path = self._real()
        with self._errors():
            if path.exists() and not path.is_file():
                path.write_text(text, encoding="utf-8", newline="")
                return
            if self._handle is None:
                self._handle = _locked_file(self._new())
            try:
                _fill(self._handle, text.encode())
                if path.exists() and hasattr(os, "fchmod"):
                    os.fchmod(self._handle, path.stat().st_mode & 0o777)
                if os.name == "nt":  # there, an open file cannot be moved
                    self._unlock()
                os.replace(self._new(), path)  # noqa: PTH105
            except BaseException:
                self._new().unlink(missing_ok=True)
                raise
            finally:
                self._unlock()
            _sync_folder(path.parent)

    def _real(self) -> Path:
        """The file itself, where the path is a link: so that the link stays one."""
        return Path(os.path.realpath(self.path))

    def _new(self) -> Path:
        """Where the new text is written before it takes the place of the old."""
        path = self._real()
        return path.with_name(f".{path.name}.new")

    def _unlock(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise StorageError(f"cannot write {self.path}: {reason}") from None


def _locked_file(path: Path) -> int:
    """An open file at `path` that nobody else holds; waits until nobody does."""
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
    while True:
        handle = os.open(path, flags, 0o666)
        with contextlib.suppress(ImportError):  # only POSIX systems have these locks
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
        # whoever held it before may have put it in the place of the old file
        with contextlib.suppress(FileNotFoundError):
            if path.stat().st_ino == os.fstat(handle).st_ino:
                return handle
        os.close(handle)


def _fill(handle: int, data: bytes) -> None:
    """Make `data` all that is in an open file, on the disk."""
    os.ftruncate(handle, 0)
    while data:
        data = data[os.write(handle, data) :]
    os.fsync(handle)


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


def _sync_folder(folder: Path) -> None:
    """Make the new name last, where folders can be synced."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
