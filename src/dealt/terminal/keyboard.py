"""Single keys of a terminal, read without Enter."""

from __future__ import annotations

import codecs
import contextlib
import os
import sys
from collections.abc import Iterator

from dealt.terminal.console import is_terminal

ENTER, ERASE, ESCAPE, TAB = "\n", "\x7f", "\x1b", "\t"
END = "\x04"  # Ctrl-D
SAME = {"\r": ENTER, "\x08": ERASE}


def has_keys() -> bool:
    """Whether somebody sits at a terminal whose keys can be read one by one."""
    if not is_terminal() or os.environ.get("TERM") == "dumb" or os.environ.get("DEALT_PLAIN"):
        return False
    if sys.platform == "win32":
        return True
    import termios

    try:
        termios.tcgetattr(sys.stdin.fileno())
    except (OSError, ValueError, termios.error):
        return False
    return True


if sys.platform == "win32":  # pragma: no cover

    def read_key() -> str:
        """The next key.

        Raises:
            EOFError: the input has ended.
            KeyboardInterrupt: the player wants to leave.
        """
        import msvcrt

        key = msvcrt.getwch()
        if key in "\x00\xe0":  # an arrow or a function key
            msvcrt.getwch()
            return ""
        if key == "\x03":
            raise KeyboardInterrupt
        return _checked(key)

else:

    def read_key() -> str:
        """The character of the next key; empty for arrows and other keys without one.

        Raises:
            EOFError: the input has ended.
            KeyboardInterrupt: the player wants to leave.
        """
        descriptor = sys.stdin.fileno()
        with _unbuffered(descriptor):
            decoder = codecs.getincrementaldecoder("utf-8")("replace")
            key = ""
            while not key:
                data = os.read(descriptor, 1)
                if not data:
                    raise EOFError
                key = decoder.decode(data)
            if key == ESCAPE and _waits(descriptor):
                os.read(descriptor, 16)
                return ""
        return _checked(key)

    @contextlib.contextmanager
    def _unbuffered(descriptor: int) -> Iterator[None]:
        """A terminal that hands on each key at once and does not show it; Ctrl-C stays as it is."""
        import termios
        import tty

        before = termios.tcgetattr(descriptor)
        try:
            tty.setcbreak(descriptor, termios.TCSADRAIN)
            yield
        finally:
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)

    def _waits(descriptor: int) -> bool:
        """Whether more has come: an escape alone is a key of its own."""
        import select

        return bool(select.select([descriptor], [], [], 0.02)[0])


def _checked(key: str) -> str:
    """A key as this module names it.

    Raises:
        EOFError: it ends the input.
    """
    if key == END:
        raise EOFError
    return SAME.get(key, key)
