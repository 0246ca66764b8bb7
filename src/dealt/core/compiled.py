"""The builder of compiled rules: the same code objects, compiled by numba.

`compiled(functions)` makes from each function, and from each function of this package that it
calls, `types.FunctionType(f.__code__, shared_globals)` and hands that to `numba.njit`, so that
calls between them resolve to the compiled ones.  Tables (tuples of int) become arrays.  There is no
second copy of any rule.  `plain(functions)` binds the same code to be played as it stands.

numba is imported when something is compiled and not before.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import types
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

Function = types.FunctionType

PACKAGE = "dealt"


def plain(driver: Callable[..., Any], verbs: Mapping[str, Any]) -> Callable[..., Any]:
    """`driver` with its global names standing for `verbs`, played as it stands."""
    assert isinstance(driver, Function)
    return Function(driver.__code__, {**driver.__globals__, **verbs}, driver.__name__)


def compiled(
    drivers: Mapping[str, Callable[..., Any]],
    verbs: Mapping[str, Any],
    *,
    bounds_check: bool = False,
    on_disk: bool = True,
) -> dict[str, Callable[..., Any]]:
    """`drivers` by name, compiled with their global names standing for `verbs`.

    Args:
        drivers: functions in the language of the rules (small integers, loops, arrays).
        verbs: the functions of a game that the drivers call by name.
        bounds_check: an index out of range raises IndexError instead of reading garbage.
        on_disk: keep the machine code for later processes.
    """
    import numba

    sources = _fingerprint(numba.__version__)
    folder = cache_root() / f"{sources}-{_binding(verbs)}{'-checked' * bounds_check}"
    builder = _Builder(numba, bounds_check=bounds_check, on_disk=on_disk and _can_hold(folder))
    with _caching_in(folder, numba):
        return {name: builder.driver(driver, verbs) for name, driver in drivers.items()}


class _Builder:
    """Compiles functions, each once, with one shared space of globals per source module."""

    def __init__(self, numba: Any, *, bounds_check: bool, on_disk: bool) -> None:
        self._njit = numba.njit(nogil=True, boundscheck=bounds_check, cache=on_disk)
        self._made: dict[int, Any] = {}
        self._spaces: dict[int, dict[str, Any]] = {}

    def driver(self, function: Any, verbs: Mapping[str, Any]) -> Any:
        """A function whose globals are its own, overridden by `verbs`."""
        space = {"__name__": function.__module__, "__builtins__": __builtins__}
        names = {**function.__globals__, **verbs}
        return self._make(function, names, space)

    def _make(self, function: Any, names: Mapping[str, Any], space: dict[str, Any]) -> Any:
        twin = Function(function.__code__, space, function.__name__)
        twin.__module__ = function.__module__
        twin.__qualname__ = function.__qualname__
        dispatcher = self._njit(twin)
        self._made[id(function)] = dispatcher
        for name in function.__code__.co_names:
            if name in names and name not in space:
                space[name] = self._value(names[name])
        return dispatcher

    def _value(self, value: Any) -> Any:
        """What a global name stands for in compiled play."""
        if isinstance(value, Function) and value.__module__.split(".")[0] == PACKAGE:
            if id(value) in self._made:
                return self._made[id(value)]
            module = value.__globals__
            space = self._spaces.setdefault(
                id(module), {"__name__": value.__module__, "__builtins__": __builtins__}
            )
            return self._make(value, module, space)
        if isinstance(value, tuple):
            import numpy as np

            table = np.array(value, dtype=np.int64)
            table.flags.writeable = False
            return table
        return value


def _can_hold(folder: Path) -> bool:
    """Whether files can be put into a folder, made if need be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


@contextlib.contextmanager
def _caching_in(folder: Path, numba: Any) -> Iterator[None]:
    """Lead numba's disk cache into a folder of its own.

    numba knows a function by its file, its line and the types of its arguments. It sees neither
    edits in the files of what the function calls, nor the compiler's options, nor which verbs a
    driver is bound to; so the name of the folder has to say all three.
    """
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def cache_root() -> Path:
    """The folder for machine code: DEALT_CACHE_DIR, or `dealt` in the user's cache folder."""
    own = os.environ.get("DEALT_CACHE_DIR")
    if own:
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "dealt"


def _binding(verbs: Mapping[str, Any]) -> str:
    """A short hash of the functions that drivers are bound to."""
    digest = hashlib.sha256()
    for name, verb in sorted(verbs.items()):
        digest.update(f"{name} {verb.__module__} {verb.__qualname__}".encode())
        digest.update(verb.__code__.co_code)
    return digest.hexdigest()[:8]


@cache
def _fingerprint(numba_version: str) -> str:
    """A short hash of every source that compiled code can come from."""
    here = Path(__file__).parent.parent
    digest = hashlib.sha256(numba_version.encode())
    for source in sorted(here.rglob("*.py")):
        if source.relative_to(here).parts[0] in {"core", "games", "simulate", "agents"}:
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]
