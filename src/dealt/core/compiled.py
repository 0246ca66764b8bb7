"""The builder of compiled rules: the same code objects, compiled by numba.

From a driver, and from every Python function that it reaches, `compiled` makes
`types.FunctionType(f.__code__, globals_of_its_own)` and hands that to `numba.njit`, so that calls
between them resolve to the compiled ones.  Calls of a verb (`dealt.core.verbs`), in the driver or
in any function it reaches, resolve to the verb of the game.  Tables (tuples of int) become arrays.
There is no second copy of any rule.  `plain` binds the same code to be played as it stands.

numba is imported when something is compiled and not before.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import sys
import threading
import types
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from dealt.core import chance
from dealt.core import verbs as stubs

Function = types.FunctionType

# libraries whose functions are left to numba
FOREIGN = {"builtins", "math", "numba", "numpy", "operator"}

# constants that the name of a cache folder can tell, and what it need not tell
CONSTANTS = (int, float, str, tuple, type(None))
DESCRIBED = (*CONSTANTS, type, types.ModuleType, types.BuiltinFunctionType)

_caching = threading.Lock()


def has_numba() -> bool:
    """Whether anything can be compiled here."""
    return importlib.util.find_spec("numba") is not None


def plain(
    driver: Callable[..., Any],
    verbs: Mapping[str, Any],
    *,
    instead: Mapping[Any, Callable[..., Any]] | None = None,
) -> Callable[..., Any]:
    """`driver` with the verbs of a game, played as it stands; `instead`: see `compiled`."""
    builder = _Builder(verbs, lambda function: function, lambda table: table, instead)
    made: Callable[..., Any] = builder.make(driver)
    return made


def compiled(
    drivers: Mapping[str, Callable[..., Any]],
    verbs: Mapping[str, Any],
    *,
    instead: Mapping[Any, Callable[..., Any]] | None = None,
    bounds_check: bool = False,
    on_disk: bool = True,
) -> dict[str, Callable[..., Any]]:
    """`drivers` by name, compiled with the verbs of a game.

    Args:
        drivers: functions in the language of the rules (small integers, loops, arrays).
        verbs: the verbs of a game by name.
        instead: functions that others are to stand in for, such as an unrolled loop.
        bounds_check: an index out of range raises IndexError instead of reading garbage.
        on_disk: keep the machine code for later processes.
    """
    import numba

    reached = _Builder(verbs, lambda function: function, lambda table: table, instead)
    for driver in drivers.values():
        reached.make(driver)
    tag = f"{numba.__version__} {'checked' * bounds_check}\n{reached.described()}"
    folder = cache_root() / hashlib.sha256(tag.encode()).hexdigest()[:20]
    on_disk = on_disk and reached.is_described and _can_hold(folder)
    njit = numba.njit(nogil=True, boundscheck=bounds_check, cache=on_disk)
    builder = _Builder(verbs, njit, _array, instead, {chance.ones: _count_of_ones()})
    with _caching_in(folder, numba):
        return {name: builder.make(driver) for name, driver in drivers.items()}


class _Builder:
    """Makes twins of functions, each once, with one space of globals for each source module.

    Args:
        verbs: what the stubs of `dealt.core.verbs` stand for.
        finish: what is done to each twin.
        table: what is done to each tuple.
        instead: functions that others stand in for.
        ready: functions that need no twin, and what is called in their place.
    """

    def __init__(
        self,
        verbs: Mapping[str, Any],
        finish: Callable[[Any], Any],
        table: Callable[[tuple[Any, ...]], Any],
        instead: Mapping[Any, Callable[..., Any]] | None = None,
        ready: Mapping[Any, Any] | None = None,
    ) -> None:
        self._verbs = {id(getattr(stubs, name)): verb for name, verb in verbs.items()}
        self._verbs |= {id(function): other for function, other in (instead or {}).items()}
        self._bound = [
            *verbs.items(),
            *((stub.__qualname__, function) for stub, function in (instead or {}).items()),
        ]
        self._finish = finish
        self._table = table
        self._made: dict[int, Any] = {id(f): made for f, made in (ready or {}).items()}
        self._functions: list[Any] = []
        self._spaces: dict[int, dict[str, Any]] = {}
        self.is_described = True

    def make(self, function: Any) -> Any:
        """The twin of a function, or of the verb that it stands for."""
        function = self._verbs.get(id(function), function)
        if id(function) in self._made:
            return self._made[id(function)]
        space = self._spaces.setdefault(
            id(function.__globals__),
            {"__name__": function.__module__, "__builtins__": __builtins__},
        )
        twin = Function(
            function.__code__, space, function.__name__, function.__defaults__, function.__closure__
        )
        twin.__kwdefaults__ = function.__kwdefaults__
        twin.__module__ = function.__module__
        twin.__qualname__ = function.__qualname__
        self._functions.append(function)  # kept, so that its id stays its own
        self._made[id(function)] = made = self._finish(twin)
        for name in function.__code__.co_names:
            if name in function.__globals__ and name not in space:
                space[name] = self._value(function.__globals__[name])
        return made

    def _value(self, value: Any) -> Any:
        """What a global name stands for."""
        if isinstance(value, Function) and (value.__module__ or "").split(".")[0] not in FOREIGN:
            return self.make(value)
        if not isinstance(value, DESCRIBED):
            self.is_described = False
        return self._table(value) if isinstance(value, tuple) else value

    def described(self) -> str:
        """All code and all constants that were reached, as text: what machine code depends on.

        And which function stands in for which: two players who change seats reach the same code.
        """
        lines = [
            f"{name} is {function.__module__} {function.__qualname__}"
            for name, function in self._bound
            if id(function) in self._made
        ]
        for function in self._functions:
            code = function.__code__
            assert not any(isinstance(const, types.CodeType) for const in code.co_consts), code
            lines.append(
                f"{function.__module__} {function.__qualname__} {code.co_filename}"
                f" {code.co_firstlineno} {code.co_code.hex()} {code.co_consts} {code.co_names}"
                f" {code.co_varnames} {function.__defaults__} {function.__kwdefaults__}"
                f" {[cell.cell_contents for cell in function.__closure__ or ()]}"
            )
        for space in self._spaces.values():
            lines += [f"{n} = {v!r}" for n, v in space.items() if isinstance(v, CONSTANTS)]
        return "\n".join(sorted(lines))


def _array(values: tuple[Any, ...]) -> Any:
    """A table as an array of the narrowest integers, which numba can keep with machine code."""
    import numpy as np

    table = np.array(values, dtype=np.int64)
    for kind in (np.int8, np.int16, np.int32):
        limits = np.iinfo(kind)
        if table.size and limits.min <= table.min() and table.max() <= limits.max:
            table = table.astype(kind)
            break
    table.flags.writeable = False
    return table


def _count_of_ones() -> Any:
    """`chance.ones` for numba, which has no name for this instruction."""
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def ones(context: Any, bits: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.uint64), build

    return ones


def written(name: str, text: str) -> types.ModuleType:
    """The module with a text that a program has made.

    It is kept as a file in the folder for machine code, because numba keeps machine code only for
    functions that have a file; where no file can be written it is compiled in every process anew.

    Args:
        name: what the module is called; its text is part of the name of its file.
        text: Python.
    """
    name = f"{name}_{hashlib.sha256(text.encode()).hexdigest()[:20]}"
    path = cache_root() / "written" / f"{name}.py"
    if name in sys.modules:
        return sys.modules[name]
    module = types.ModuleType(name)
    if _can_hold(path.parent) and not (path.exists() and path.read_text("utf-8") == text):
        with contextlib.suppress(OSError):
            new = path.with_suffix(f".{os.getpid()}.{threading.get_ident()}")
            new.write_text(text, "utf-8")
            new.replace(path)
    file = str(path) if path.exists() else f"<{name}>"
    exec(compile(text, file, "exec"), vars(module))
    sys.modules[name] = module  # where numba looks for it when it loads the machine code
    return module


def _can_hold(folder: Path) -> bool:
    """Whether files can be put into a folder, made if need be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


@contextlib.contextmanager
def _caching_in(folder: Path, numba: Any) -> Iterator[None]:
    """Lead numba's disk cache into a folder of its own, one thread at a time.

    numba knows a function by its file, its line and the types of its arguments. It sees neither
    edits in the files of what the function calls, nor the compiler's options, nor which verbs a
    driver is bound to; so the name of the folder says all of these.
    """
    with _caching:
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
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "dealt"
    except RuntimeError:  # a user without a home
        return Path(os.devnull) / "dealt"
