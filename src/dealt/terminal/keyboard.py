"""Single keys from a terminal, read without Enter, and pasted text."""

from __future__ import annotations

import codecs
import contextlib
import os
import re
import sys
from collections import deque
from collections.abc import Iterator

from dealt.terminal.console import is_terminal

ENTER, ERASE, ESCAPE, TAB = "\n", "\x7f", "\x1b", "\t"
_END = "\x04"  # Ctrl-D
_SAME = {"\r": ENTER, "\x08": ERASE}
_PAUSE_S = 0.1  # seconds until a lone escape counts as a key
_BRACKETS = "\x1b[?2004h", "\x1b[?2004l"  # switch the marking of pasted text on and off
_PASTE, _PASTED = "\x1b[200~", "\x1b[201~"
# a sequence of ECMA-48 and those of arrows and function keys; strings that terminals answer with
_SEQUENCE = re.compile(
    r"\x1b(?:\[\[[A-E]|\[[0-9]+\$|\[[0-?]*[ -/]*[@-Z\\-~]|O[0-9;]*[A-IMP-Sa-dj-y]"
    r"|[]PX^_][^\x07\x1b]*(?:\x07|\x1b\\))"
)
_BEGUN = re.compile(r"\x1b(?:\[\[?|\[[0-?]*[ -/]*|O[0-9;]*|[]PX^_][^\x07\x1b]*\x1b?)?")


class Pasted(str):
    """A text pasted in one piece; its lines end as Python's do."""

    __slots__ = ()


class KeyParser:
    """A parser of keys and pastes from a terminal's bytes, split at any point.

    Sequences, such as those of arrows, are skipped whole; any other escape is a key.

    Attributes:
        is_pasting: whether a paste has begun and not ended.
    """

    def __init__(self) -> None:
        self.is_pasting = False
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._text = ""

    @property
    def _awaits_pause(self) -> bool:
        """Whether the bytes so far are a key only if nothing follows soon."""
        return bool(self._text) and not self.is_pasting

    def feed(self, data: bytes) -> list[str]:
        """The keys and pastes completed by more bytes."""
        searched = max(0, len(self._text) - len(_PASTED))
        self._text += self._decoder.decode(data)
        keys: list[str] = []
        while self._text:
            if self.is_pasting:
                end = self._text.find(_PASTED, searched)
                if end < 0:
                    break
                lines = self._text[:end].replace("\r\n", "\n").replace("\r", "\n")
                keys.append(Pasted(lines))
                self._drop(end + len(_PASTED))
                self.is_pasting = False
            elif self._text.startswith(_PASTE):
                self._drop(len(_PASTE))
                self.is_pasting = True
            elif sequence := _SEQUENCE.match(self._text):
                self._drop(sequence.end())
            elif _BEGUN.fullmatch(self._text):
                break
            else:
                keys.append(self._text[0])
                self._drop(1)
            searched = 0
        return keys

    def pause(self) -> list[str]:
        """The keys that are complete because nothing has followed."""
        keys: list[str] = []
        while self._awaits_pause:
            keys.append(self._text[0])
            self._drop(1)
            keys += self.feed(b"")
        return keys

    def _drop(self, count: int) -> None:
        self._text = self._text[count:]


_parser = KeyParser()
_keys: deque[str] = deque()  # that have come and were not asked for yet


def has_keys() -> bool:
    """Whether single keys can be read, as a person sits at a terminal."""
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


def read_key() -> str:
    """Read the character of the next key, or pasted text; other keys are skipped.

    Raises:
        EOFError: the input has ended.
        KeyboardInterrupt: the player wants to leave.
    """
    if not _keys:
        _wait()
    key = _keys.popleft()
    if key == _END:
        raise EOFError
    return _SAME.get(key, key)


def put_back(key: str) -> None:
    """Make a key the next one to be read."""
    _keys.appendleft(key)


@contextlib.contextmanager
def keys_in_line() -> Iterator[None]:
    """Put keys typed before a question into its answer."""
    if not _keys or sys.platform == "win32":
        yield
        return
    import readline

    ahead = "".join(filter(str.isprintable, _keys))
    _keys.clear()
    readline.set_startup_hook(lambda: readline.insert_text(ahead))
    try:
        yield
    finally:
        readline.set_startup_hook(None)


if sys.platform == "win32":  # pragma: no cover

    def _wait() -> None:
        """Wait for keys; see `read_key`."""
        import msvcrt

        while not _keys:
            key = msvcrt.getwch()
            if key in "\x00\xe0":  # an arrow or a function key
                msvcrt.getwch()
            elif key == "\x03":
                raise KeyboardInterrupt
            else:
                _keys.append(key)

else:

    def _wait() -> None:
        """Wait for keys; see `read_key`."""
        import select

        descriptor = sys.stdin.fileno()
        with _unbuffered(descriptor):
            while not _keys:
                if _parser._awaits_pause and not select.select([descriptor], [], [], _PAUSE_S)[0]:
                    _keys.extend(_parser.pause())
                    continue
                # the rest is left to the next reader, which may want a line
                data = os.read(descriptor, 4096 if _parser.is_pasting else 1)
                if not data:
                    raise EOFError
                _keys.extend(_parser.feed(data))

    @contextlib.contextmanager
    def _unbuffered(descriptor: int) -> Iterator[None]:
        """A terminal that passes on each key at once, without echo, and marks pasted text.

        Ctrl-C works as usual; after Ctrl-Z and `fg` the settings are restored.
        """
        import signal
        import termios
        import tty

        def begin(*_: object) -> None:
            tty.setcbreak(descriptor, termios.TCSADRAIN)
            sys.stdout.write(_BRACKETS[0])
            sys.stdout.flush()

        before = termios.tcgetattr(descriptor)
        resumed = signal.getsignal(signal.SIGCONT)
        try:
            with contextlib.suppress(ValueError):  # only the main thread receives signals
                signal.signal(signal.SIGCONT, begin)
            begin()
            yield
        finally:
            with contextlib.suppress(ValueError):
                signal.signal(signal.SIGCONT, resumed)
            sys.stdout.write(_BRACKETS[1])
            sys.stdout.flush()
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
