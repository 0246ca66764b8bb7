"""Your own code: how it is found, how it runs, and the errors it raises.

A game or a player of your own is named as `module:NAME`. The module can be anywhere Python finds
it, including the current folder, as with `python -m`.

All of it runs as `with contained`: what it prints goes to the standard error stream, so that it
never stands among results, and what would end the program is an error like any other.
"""

from __future__ import annotations

import os
import re
import sys
import threading
from importlib import import_module
from os.path import isfile
from types import FunctionType

from dealt.errors import DealtError, OwnCodeError
from dealt.language import Phrase

PLACE = re.compile(r"[\w.]+:\w+")  # module:NAME
PACKAGE = __name__.partition(".")[0]

TYPE_CHECKING = False  # as in typing, which takes its time
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Any, NoReturn, TypeVar

    T = TypeVar("T")

_LOADED: set[str] = set()  # packages of your own


class _Contained(threading.local):
    """A context for your own code; it can be nested, and shared by threads.

    Attributes:
        depth: how often this thread has entered it.
    """

    depth = 0

    def __enter__(self) -> None:
        self.depth += 1
        if self.depth == 1:
            _Guard.enter()

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self.depth -= 1
        if self.depth == 0:
            _Guard.leave()
        if error is None or isinstance(error, Exception) or _is_ctrl_c(error):
            return
        raise OwnCodeError(what_was_raised(error)) from error


contained = _Contained()


class _Output:
    """A standard output that goes to the standard error stream in your own code."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(sys.stderr if contained.depth else self._stream, name)


class _Guard:
    """The replacement of `sys.stdout` and `os._exit` while any thread runs your own code."""

    _lock = threading.Lock()
    _threads = 0
    _process = 0
    _stream: Any = None
    _output: Any = None
    _exit: Any = staticmethod(os._exit)

    @classmethod
    def enter(cls) -> None:
        """Replace them, if this thread is the first."""
        with cls._lock:
            cls._threads += 1
            if cls._threads == 1 and sys.stdout is not None and sys.stderr is not None:
                cls._stream, cls._output = sys.stdout, _Output(sys.stdout)
                cls._process, cls._exit = os.getpid(), staticmethod(os._exit)
                sys.stdout, os._exit = cls._output, cls._refuse

    @classmethod
    def leave(cls) -> None:
        """Put them back, if this thread is the last."""
        with cls._lock:
            cls._threads -= 1
            if cls._threads == 0:
                if sys.stdout is cls._output:
                    sys.stdout = cls._stream
                os._exit = cls._exit

    @classmethod
    def _refuse(cls, status: int) -> NoReturn:
        """Stand in for `os._exit`, which then works only in other threads and in forks."""
        if not contained.depth or os.getpid() != cls._process:
            cls._exit(status)
        raise SystemExit(status)


class OwnModule:
    """A module of your own, each function of which runs `contained`.

    Args:
        module: the module.
    """

    def __init__(self, module: Any) -> None:
        self.module = module
        self._functions: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.module, name)
        if not isinstance(value, FunctionType):
            return value
        wrapped, function = self._functions.get(name, (None, None))
        if function is not value:
            wrapped = _contained_function(value)
            self._functions[name] = wrapped, value
        return wrapped


def _contained_function(function: Any) -> Any:
    def call(*arguments: Any, **keywords: Any) -> Any:
        with contained:
            return function(*arguments, **keywords)

    return call


def look_here() -> None:
    """Let Python find modules in the current folder."""
    if "" not in sys.path:
        sys.path.insert(0, "")


def is_here(module: str) -> bool:
    """Whether the current folder has a module of that name, without importing it."""
    return module.isidentifier() and any(map(isfile, (f"{module}.py", f"{module}/__init__.py")))


def value_at(place: str) -> Any:
    """The value at `module:NAME`.

    Raises:
        Exception: any error that the module raises; see `import_problem`.
    """
    module, _, attribute = place.partition(":")
    _LOADED.update({module.partition(".")[0]} - {PACKAGE})
    with contained:
        return getattr(import_module(module), attribute)


def is_missing(place: str, error: Exception) -> bool:
    """Whether `value_at` failed because the module does not exist."""
    module = place.partition(":")[0]
    is_absent = isinstance(error, ModuleNotFoundError) and bool(error.name)
    return is_absent and f"{module}.".startswith(f"{getattr(error, 'name', '')}.")


def import_problem(place: str, error: Exception) -> Phrase:
    """The reason why `module:NAME` has no value: no module, no such name, or an error."""
    module, _, attribute = place.partition(":")
    if is_missing(place, error):
        return Phrase("no module {module}", {"module": module})
    if isinstance(error, AttributeError) and module in sys.modules:
        return Phrase("{module} has no {name}", {"module": module, "name": repr(attribute)})
    return what_was_raised(error)


def what_was_raised(error: BaseException) -> Phrase:
    """The error that your own code raised, with its place in your files.

    Args:
        error: any error except those of this package, which explain themselves.

    Returns:
        A clause with the type of the error, its text, the file and the line.
    """
    if isinstance(error, OwnCodeError):
        return error.phrase
    name, text = type(error).__name__, " ".join(str(error).split())
    summary = f"{name}: {text}" if text else name
    return Phrase("{what}, at {place}", {"what": summary, "place": _place_of(error)})


def answer_of(question: Callable[[], T]) -> T:
    """The result of your own code.

    Raises:
        OwnCodeError: it fails, or tries to end the program.
        DealtError: it raises an error of this package.
    """
    try:
        with contained:
            return question()
    except DealtError:
        raise
    except Exception as error:
        raise OwnCodeError(what_was_raised(error)) from error


def explained(error: BaseException) -> DealtError | None:
    """The error to show: the package's own, or one for what your own code raised.

    Returns:
        None: it is neither, but a mistake of this package, or Ctrl-C.
    """
    if isinstance(error, DealtError):
        return error
    homes = [
        str(trace.tb_frame.f_globals.get("__name__", "")).partition(".")[0]
        for trace in _traces(error)
    ]
    is_own = [home in _LOADED for home in homes if home in {PACKAGE, *_LOADED}]
    if not is_own or not is_own[-1] or _is_ctrl_c(error):
        return None
    return OwnCodeError(what_was_raised(error))


def _is_ctrl_c(error: BaseException) -> bool:
    """Whether Ctrl-C was pressed; your own code may also raise KeyboardInterrupt."""
    if not isinstance(error, KeyboardInterrupt):
        return False
    import dis

    last = _traces(error)[-1]
    code = last.tb_frame.f_code
    is_raised = dis.opname[code.co_code[last.tb_lasti]] == "RAISE_VARARGS"
    return not (is_raised and _is_own(code.co_filename))


def _traces(error: BaseException) -> list[TracebackType]:
    """The parts of a traceback, the innermost last."""
    traces, trace = [], error.__traceback__
    while trace is not None:
        traces.append(trace)
        trace = trace.tb_next
    return traces


def _place_of(error: BaseException) -> str:
    """The last line of your own code or of a game here: `rules.py:67`."""
    import traceback
    from pathlib import Path

    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if _is_own(frame.filename)
    ]
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"


def _is_own(file: str) -> bool:
    """Whether a file is your own or a game's, not Python's or the package's."""
    import traceback
    from pathlib import Path

    path, package = Path(file), Path(__file__).parent
    if path.is_relative_to(package):
        return path.is_relative_to(package / "games")
    python = Path(traceback.__file__).parent  # its own library
    is_frozen = file.startswith("<frozen ")
    return not is_frozen and (not path.is_relative_to(python) or "site-packages" in path.parts)
