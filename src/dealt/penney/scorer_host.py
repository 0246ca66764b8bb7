"""The program in which somebody's scorer runs: `python -I scorer_host.py LIMITS KIND PLACE ...`.

It imports nothing of dealt, so that it starts at once and a scorer finds nothing to lean on. It
answers each line on its standard input, a JSON list of a deck and two choices, with one line of
JSON: four numbers, or an object that says what went wrong.

A scorer may not write files, start programs or use the network. That stops accidents and the usual
tricks, not somebody who means harm. A command gets limits of time and memory alone.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import io
import json
import os
import sys
from pathlib import Path
from typing import Any

_FORBIDDEN = (
    *("socket.connect", "socket.bind", "socket.getaddrinfo", "subprocess.Popen", "os.system"),
    *("os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.kill", "os.remove", "os.rename"),
    *("os.mkdir", "os.rmdir", "os.truncate", "os.link", "os.symlink", "shutil.rmtree"),
)
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def _limit(seconds: int, memory: int) -> None:
    """Limit CPU time and memory, where the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for kind, most in ((resource.RLIMIT_CPU, seconds), (resource.RLIMIT_AS, memory)):
        hard = resource.getrlimit(kind)[1]
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(kind, (most if hard < 0 else min(most, hard), hard))


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse what a scorer has no need for; an audit hook."""
    is_write = event == "open" and isinstance(arguments[2], int) and arguments[2] & _WRITES
    if is_write or event in _FORBIDDEN:
        raise PermissionError(f"a scorer may not do this here: {event} {arguments[:1]}")


def _function(kind: str, place: str, name: str) -> Any:
    """The scorer: the function of that name, or `score`, or the only one of three arguments."""
    if kind == "file":
        sys.path.insert(0, str(Path(place).parent))
        spec = importlib.util.spec_from_file_location("scorer", place)
        assert spec is not None, place
        assert spec.loader is not None, place
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    else:
        sys.path.insert(0, os.environ.get("SCORER_PATH", ""))
        module = importlib.import_module(place)
    own = {
        key: value
        for key, value in vars(module).items()
        if callable(value) and getattr(value, "__module__", "") == module.__name__
    }
    if name or "score" in own:
        return getattr(module, name or "score", None), sorted(own)
    some = [each for each in own.values() if getattr(each, "__code__", None)]
    fitting = [each for each in some if each.__code__.co_argcount == 3]
    return fitting[0] if len(fitting) == 1 else None, sorted(own)


def four_numbers(value: Any) -> list[int] | None:
    """Four whole numbers in one list or in pairs; None: something else."""
    if isinstance(value, dict | str | bytes):
        return None
    flat: list[Any] = []
    try:
        for each in value:
            flat += list(each) if hasattr(each, "__iter__") else [each]
        numbers = [int(each) for each in flat]
    except (TypeError, ValueError):
        return None
    return numbers if len(flat) == 4 and numbers == flat else None


def _answer(function: Any, game: list[str], printed: io.StringIO) -> dict[str, Any]:
    try:
        value = function(*game)
    except MemoryError:
        return {"problem": "memory"}
    except BaseException as error:
        return {"problem": "raised", "what": f"{type(error).__name__}: {error}"[:200]}
    numbers = four_numbers(value)
    if numbers is None:
        return {"problem": "shape", "what": repr(value)[:100]}
    return {"numbers": numbers, "printed": True} if printed.getvalue() else {"numbers": numbers}


def main() -> None:
    """Serve one scorer until the standard input ends."""
    limits, kind, place, *rest = sys.argv[1:]
    _limit(*json.loads(limits))
    if kind == "command":
        try:
            os.execvp(place, [place, *rest])
        except OSError as error:
            sys.exit(f"{place}: {error.strerror}")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    printed = sys.stdout = io.StringIO()
    sys.dont_write_bytecode = True
    sys.addaudithook(_watch)

    def say(number: int, answer: dict[str, Any]) -> None:
        print(json.dumps({"number": number, **answer}), file=answers, flush=True)

    try:
        function, names = _function(kind, place, "".join(rest))
    except BaseException as error:
        say(-1, {"problem": "import", "what": f"{type(error).__name__}: {error}"[:200]})
        return
    if not callable(function):
        say(-1, {"problem": "name", "what": ", ".join(names)})
        return
    say(-1, {"ready": True})
    for line in sys.stdin:
        number, *game = json.loads(line)
        say(number, _answer(function, game, printed))
        printed.seek(0)
        printed.truncate()


if __name__ == "__main__":
    main()
