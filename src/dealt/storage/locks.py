"""Locks on a file: one process alone, or several processes that divide its content.

The system frees the locks of a process when it ends, however it ends.  They are on bytes of a lock
file beside the file itself; the last user removes it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import threading
import time
from hashlib import sha256
from pathlib import Path

from dealt.language import message
from dealt.storage.files import is_at, storage_errors

_CANNOT_USE = message("cannot use {path}: {reason}")
ENDING = ".lock"
_MOST_USERS = 63  # of a shared file; the byte after theirs is locked only by a sole user
_MEMBERS = range(_MOST_USERS + 1)
_ALONE = _MEMBERS[-1:]
_PARTS = range(1 << 10, 1 << 30)  # one byte for each part, by its name
_WAITS_S = (0.01, 0.02, 0.04, 0.0)
_TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


class InUseError(Exception):
    """The file is in use.

    Attributes:
        alone: a single process has it for itself; else several share it.
    """

    def __init__(self, *, alone: bool) -> None:
        super().__init__("in use")
        self.alone = alone


class FileUse:
    """The use of a file by one user, until it is closed or the process ends.

    Two users in one process exclude each other as two processes do.

    Args:
        path: of the file; the lock file is beside it.
        shared: other users may share the file.

    Attributes:
        number: of this user among those that share the file, from 0.

    Raises:
        InUseError: the file is in use and cannot be shared.
        StorageError: nothing can be locked there.
    """

    def __init__(self, path: Path, *, shared: bool) -> None:
        self._held: dict[range, int] = {}  # how often
        self.number = 0
        with storage_errors(_CANNOT_USE, path):
            for wait_s in _WAITS_S:
                self._locks = _Locks.joined(Path(os.path.realpath(path) + ENDING))
                self._is_closed = False
                is_in = False
                try:
                    is_in = self._enter(shared=shared) and self._locks.is_current
                    is_alone = not is_in and not self._locks.is_free(_ALONE)
                finally:
                    if not is_in:
                        self.close()
                if is_in:
                    return
                time.sleep(wait_s)  # the last user may be removing the lock file
        raise InUseError(alone=is_alone)

    def _enter(self, *, shared: bool) -> bool:
        """Lock the byte of one user, or of all."""
        if not shared:
            return self._take(_MEMBERS)
        for number in _MEMBERS[:-1]:
            if self._take(_byte(number)):
                self.number = number
                return True
        return False

    def own(self, part: str) -> bool:
        """Own a part of the file; False if another user owns it."""
        return self._take(_place(part))

    def disown(self, part: str) -> None:
        """Give up a part."""
        self._free(_place(part))

    def is_used_by(self, number: int) -> bool:
        """Whether the user with this number is active."""
        return _byte(number) in self._held or not self._locks.is_free(_byte(number))

    def close(self) -> None:
        """End the use of the file; may be called again."""
        if self._is_closed:
            return
        self._is_closed = True
        for each in list(self._held):
            self._held[each] = 1
            self._free(each)
        self._locks.leave()

    def _take(self, each: range) -> bool:
        if each not in self._held and not self._locks.take(each):
            return False
        self._held[each] = self._held.get(each, 0) + 1
        return True

    def _free(self, each: range) -> None:
        times = self._held.pop(each, 0)
        if times > 1:
            self._held[each] = times - 1
        elif times:
            self._locks.free(each)


def _byte(number: int) -> range:
    return range(number, number + 1)


def _place(part: str) -> range:
    """The byte of a part; two parts share one with a chance of about 1e-9."""
    number = int.from_bytes(sha256(part.encode()).digest()[:8], "big")
    return _byte(_PARTS[number % len(_PARTS)])


class _Locks:
    """The locks of this process on one file.

    POSIX gives locks to processes, and frees all of them when any descriptor of the file is closed.
    So a process has one descriptor for each lock file, and keeps track of its own users.
    """

    _open: dict[tuple[int, int], _Locks] = {}  # noqa: RUF012 - of the process, by file
    _guard = threading.RLock()

    def __init__(self, path: Path, handle: int) -> None:
        self._path, self._handle = path, handle
        self._users = 0
        self._held: set[range] = set()

    @classmethod
    def joined(cls, path: Path) -> _Locks:
        """The locks on a file, created if it does not exist, with one more user; see `leave`."""
        with cls._guard:
            with contextlib.suppress(FileNotFoundError):
                status = path.stat()  # without a descriptor, which would have to be closed
                locks = cls._open.get((status.st_dev, status.st_ino))
                if locks is not None:
                    locks._users += 1
                    return locks
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)
            locks = cls(path, os.open(path, flags, 0o600))
            cls._open[locks._key()] = locks
            locks._users += 1
            return locks

    def _key(self) -> tuple[int, int]:
        status = os.fstat(self._handle)
        return status.st_dev, status.st_ino

    @property
    def is_current(self) -> bool:
        """Whether the lock file is still the one at its path."""
        return is_at(self._handle, self._path)

    def take(self, each: range) -> bool:
        """Lock bytes without waiting; False if others hold some of them."""
        with self._guard:
            if any(each.start < held.stop and held.start < each.stop for held in self._held):
                return False
            try:
                _set_lock(self._handle, each, _LOCK)
            except OSError as error:
                if error.errno not in _TAKEN:
                    raise
                return False
            self._held.add(each)
            return True

    def is_free(self, each: range) -> bool:
        """Whether all of these bytes are unlocked."""
        with self._guard:
            if not self.take(each):
                return False
            self.free(each)
            return True

    def free(self, each: range) -> None:
        """Unlock bytes."""
        with self._guard:
            self._held.discard(each)
            _set_lock(self._handle, each, _UNLOCK)

    def leave(self) -> None:
        """Remove a user; the last one of all processes removes the file."""
        with self._guard:
            self._users -= 1
            if self._users:
                return
            del self._open[self._key()]
            try:
                if self.take(_MEMBERS) and self.is_current:
                    with contextlib.suppress(OSError):  # Windows keeps files that are open
                        self._path.unlink()
            finally:
                os.close(self._handle)


if sys.platform == "win32":
    import msvcrt

    _LOCK, _UNLOCK = msvcrt.LK_NBLCK, msvcrt.LK_UNLCK

    def _set_lock(handle: int, each: range, mode: int) -> None:
        os.lseek(handle, each.start, os.SEEK_SET)
        msvcrt.locking(handle, mode, len(each))

else:
    import fcntl

    _LOCK, _UNLOCK = fcntl.LOCK_EX | fcntl.LOCK_NB, fcntl.LOCK_UN

    def _set_lock(handle: int, each: range, mode: int) -> None:
        fcntl.lockf(handle, mode, len(each), each.start)
