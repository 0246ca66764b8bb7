"""Text files that are read and replaced as a whole, private files, and their default places."""

from __future__ import annotations

import contextlib
import errno
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from dealt.errors import DealtError, StorageError
from dealt.language import Phrase, message, reason

_CANNOT_READ = message("cannot read {path}: {reason}")
CANNOT_WRITE = message("cannot write {path}: {reason}")
MOST_BYTES = 64 << 20
OWNER_ALONE, EVERYBODY = 0o600, 0o666  # the modes of new files, before the umask
_SIDES = "", "-wal", "-shm", "-journal"  # suffixes of the files of a SQLite database
_making = threading.Lock()


@contextlib.contextmanager
def storage_errors(problem: str, path: object) -> Iterator[None]:
    """Turn errors of the system into StorageErrors with a message such as `CANNOT_WRITE`."""
    try:
        yield
    except DealtError:
        raise
    except (OSError, ValueError) as error:
        raise StorageError(problem, path=path, reason=reason(error)) from None


def new_folder(path: str | os.PathLike[str], *, is_private: bool = False) -> Path:
    """A folder to write to, created if it does not exist.

    Args:
        path: of the folder.
        is_private: create it, and its parents, readable for the user only.

    Raises:
        StorageError: it is a file, or cannot be created.
    """
    path = Path(path)
    try:
        if is_private:
            for each in reversed(path.parents):
                each.mkdir(0o700, exist_ok=True)
        path.mkdir(0o700 if is_private else 0o777, parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise StorageError(
            "cannot make the folder {folder}: {reason}", folder=path, reason=reason(error)
        ) from None
    return path


def make_private(path: Path) -> None:
    """Remove the permissions of others from a file or folder of this user."""
    with contextlib.suppress(OSError):  # it does not exist, or the file system has no modes
        status = path.stat()
        if hasattr(os, "geteuid") and status.st_uid == os.geteuid() and status.st_mode & 0o077:
            path.chmod(status.st_mode & 0o700)


def make_database_private(path: Path) -> None:
    """Make a SQLite database private, creating an empty one if it does not exist.

    SQLite gives its mode to the files beside it.

    Raises:
        StorageError: it cannot be created.
    """
    real = os.path.realpath(path)
    for side in _SIDES:
        make_private(Path(real + side))
    # closing a file ends the locks of other threads on it, so they wait for the new one
    with _making, storage_errors(CANNOT_WRITE, path), contextlib.suppress(FileExistsError):
        os.close(os.open(real, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ALONE))


class TextFile:
    """A text file that is replaced atomically.

    The new text is written beside the file, synced, and moved into its place. Meanwhile the new
    file is locked, so that programs that do the same wait for each other. A lock ends with its
    program, and the next program overwrites the remains of a killed one.

    Args:
        path: of the file.
        is_private: only the owner can read the new file; else it keeps the old mode.
    """

    def __init__(self, path: str | os.PathLike[str], *, is_private: bool = False) -> None:
        self.path = Path(path)
        self._is_private = is_private
        self._handle: int | None = None

    def __str__(self) -> str:
        return str(self.path)

    def read(self) -> str | None:
        """The text; None if the file does not exist.

        Raises:
            StorageError: it cannot be read, or is not text.
        """
        with storage_errors(_CANNOT_READ, self.path):
            if self.path.exists() and not self.path.is_file():
                raise StorageError("cannot read {path}: not a file", path=self.path)
            try:
                return read_text(self.path)
            except FileNotFoundError:
                return None

    def check_writable(self) -> None:
        """Raise StorageError if the file cannot be written now."""
        with storage_errors(CANNOT_WRITE, self.path), self.locked():
            pass

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Make other writers of the file wait until the next `write`.

        Raises:
            StorageError: it cannot be written.
        """
        with storage_errors(CANNOT_WRITE, self.path):
            if not self._is_stream():
                self._check_allowed()
                self._handle = _locked_file(self._new(), self._mode())
        try:
            yield
        finally:
            handle, self._handle = self._handle, None
            if handle is not None:
                _drop(handle, self._new())

    def write(self, text: str) -> None:
        """Replace the file: a crash at any moment leaves the old text or the new.

        Pipes, /dev/stdout and the like are written directly.

        Raises:
            StorageError: it cannot be written; the old file is unchanged.
        """
        with storage_errors(CANNOT_WRITE, self.path):
            data = text.encode()
        self.write_bytes(data)

    def write_bytes(self, data: bytes) -> None:
        """Replace the file as `write` does, with bytes such as a picture.

        Raises:
            StorageError: it cannot be written; the old file is unchanged.
        """
        with storage_errors(CANNOT_WRITE, self.path):
            if self._is_stream():
                with self.path.open("ab") as stream:
                    stream.write(data)
                return
            self._check_allowed()
            path, new, mode = self._real(), self._new(), self._mode()
            handle, self._handle = self._handle, None
            if handle is None:
                handle = _locked_file(new, mode)
            try:
                if path.exists() and hasattr(os, "fchmod"):
                    os.fchmod(handle, mode)
                os.ftruncate(handle, 0)
                write_all(handle, data)
                os.replace(new, path)  # noqa: PTH105
            finally:
                _drop(handle, new)
            _sync_folder(path.parent)

    def _is_stream(self) -> bool:
        """Whether the path names a device, a pipe or the like, which must not be replaced."""
        if str(self.path).startswith(("/dev/", "/proc/")):
            return True
        return self.path.exists() and not self.path.is_file() and not self.path.is_dir()

    def _check_allowed(self) -> None:
        path = self._real()
        if path.is_dir():
            problem = Phrase("it is a folder; name a file in it")
            raise StorageError("cannot write {path}: {reason}", path=self.path, reason=problem)
        if not path.parent.is_dir():
            raise StorageError(
                "cannot write {path}: there is no folder {parent}",
                path=self.path, parent=path.parent,
            )  # fmt: skip
        if path.exists() and not os.access(path, os.W_OK):
            problem = Phrase("Permission denied")
            raise StorageError("cannot write {path}: {reason}", path=self.path, reason=problem)

    def _real(self) -> Path:
        """The target of the path, so that a link stays a link."""
        return Path(os.path.realpath(self.path))

    def _new(self) -> Path:
        """The path of the new text before it replaces the old one."""
        path = self._real()
        return path.with_name(f".{path.name}.new")

    def _mode(self) -> int:
        """The mode of the file, which the new one gets from the start."""
        if self._is_private:
            return OWNER_ALONE
        path = self._real()
        return path.stat().st_mode & 0o777 if path.exists() else EVERYBODY


_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP}  # of file systems without locks


def _locked_file(path: Path, mode: int) -> int:
    """Open and lock the file at `path`, waiting for other holders.

    A file of another user, or with a wider mode than `mode`, is replaced: somebody may have it
    open.
    """
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
    is_anew = False
    while True:
        handle = os.open(path, flags, mode | OWNER_ALONE)
        try:
            lock(handle)
            # its former holder may have moved it into the place of the old file
            if is_at(handle, path):
                if is_anew or not _is_open_to_others(handle, mode):
                    return handle
                path.unlink()
                is_anew = True  # on file systems without modes a new one is as open
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def lock(handle: int, *, waits: bool = True) -> None:
    """Lock an open file, where the system and the file system have locks.

    Raises:
        BlockingIOError: it is locked already, and nobody `waits` for it.
    """
    with contextlib.suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(handle, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                raise


def _is_open_to_others(handle: int, mode: int) -> bool:
    """Whether an open file is another user's, or has a wider mode than `mode`."""
    status = os.fstat(handle)
    is_own = not hasattr(os, "geteuid") or status.st_uid == os.geteuid()
    return not is_own or bool(status.st_mode & ~mode & 0o077)


def is_at(handle: int, path: Path) -> bool:
    """Whether an open file is still the one at `path`."""
    try:
        return os.path.samestat(path.stat(), os.fstat(handle))
    except FileNotFoundError:
        return False


def _drop(handle: int, path: Path) -> None:
    """Close an open file, and remove it if it is still at `path`."""
    try:
        if is_at(handle, path):
            path.unlink()
    finally:
        os.close(handle)


def write_all(handle: int, data: bytes) -> None:
    """Write to an open file, and sync it."""
    while data:
        data = data[os.write(handle, data) :]
    os.fsync(handle)


def read_text(path: Path) -> str:
    """The text of a file, with or without a byte order mark.

    Raises:
        FileNotFoundError: the file does not exist.
        StorageError: it cannot be read, is not text, or is far too long.
    """
    try:
        with path.open("rb") as file:
            return text_of(file, str(path))
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:
        raise StorageError(_CANNOT_READ, path=path, reason=reason(error)) from None


def text_of(file: IO[bytes], name: str) -> str:
    """The whole text of an open file, with or without a byte order mark.

    Raises:
        StorageError: it is not text, or is far too long.
    """
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise StorageError(
            "cannot read {name}: larger than {most} MiB", name=name, most=MOST_BYTES >> 20
        )
    with contextlib.suppress(UnicodeDecodeError):
        text = data.decode("utf-8-sig")
        if "\0" not in text:
            return text
    raise StorageError("cannot read {name}: not a text file", name=name)


def _sync_folder(folder: Path) -> None:
    """Sync a folder, where the system can, so that a new name survives a crash."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


VARIABLE = "DEALT_DATA_DIR"  # of the environment: a folder in place of the user's own


def kept_at(name: str) -> str:
    """The path of a user's file: in the current folder if it exists there, else in the user's own.

    Raises:
        StorageError: that folder cannot be created.
    """
    if Path(name).exists():
        return name
    path = os.environ.get(VARIABLE)
    if path:  # an existing folder keeps the mode that somebody chose
        return str(new_folder(path, is_private=True) / name)
    from platformdirs import user_data_path

    folder = new_folder(user_data_path("dealt", appauthor=False), is_private=True)
    make_private(folder)
    return str(folder / name)
