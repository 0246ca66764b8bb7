"""The verbs that every game's rules define, and the builder that compiles them with their drivers.

A driver that calls a verb such as `legal(s, out)` is bound to the verbs of one game; without that,
verbs raise an error.  `s` is a state in which the seats, the options and anything carried over are
set.

For a driver and every Python function it reaches, `compiled` makes `types.FunctionType(f.__code__,
globals_of_its_own)` and hands that to `numba.njit`, so calls between them resolve to the compiled
versions.  Calls of a verb, in the driver or in any function it reaches, resolve to that verb of the
game.  Tables (tuples of int) become arrays. There is no second copy of any rule.  `plain` binds the
same code for play in plain Python.

numba is imported only when something is compiled.
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
from dealt.core.chance import Words
from dealt.core.fields import Numbers
from dealt.errors import SetupError


def unbound(verb: str) -> TypeError:
    """The error raised by a verb that is not bound to a game."""
    return TypeError(f"verb {verb!r} is bound to no game; see dealt.core.compiled")


def copy_state(states: Any, to: int, source: int) -> None:
    """Make one of some states a copy of another; bound for lists and for arrays, not by a game."""
    raise unbound("copy_state")


def deal(s: Any, deck: Numbers) -> None:
    """Deal a fresh round from a deck order.

    Every field except the seats, the options and what carries over is set here.
    """
    raise unbound("deal")


def carry_over(s: Any, before: Any) -> None:
    """Copy into `s`, the next round, what carries over from the finished round `before`."""
    raise unbound("carry_over")


def legal(s: Any, out: Numbers) -> int:
    """Write the ids of the open actions into `out`, ascending; return their number.

    The only place that decides what is legal; the order is part of the contract.
    """
    raise unbound("legal")


def apply(s: Any, action: int) -> None:
    """Play an action that `legal` offers."""
    raise unbound("apply")


def is_over(s: Any) -> bool:
    """Whether the round has ended."""
    raise unbound("is_over")


def score(s: Any, out: Numbers) -> None:
    """Write the points of each seat, in the game's own units."""
    raise unbound("score")


def observe(s: Any, seat: int, out: Numbers) -> None:
    """Write what `seat` may know, as numbers."""
    raise unbound("observe")


def redeal(s: Any, seat: int, rng: Words) -> None:
    """Replace what `seat` cannot know with another possible deal."""
    raise unbound("redeal")


VERBS = ("deal", "carry_over", "legal", "apply", "is_over", "score", "observe", "redeal")
_Function = types.FunctionType

# libraries whose functions are left to numba
_FOREIGN = {"builtins", "math", "numba", "numpy", "operator"}

# constants that the name of a cache folder can tell, and what it need not tell
_CONSTANTS = (int, float, str, tuple, type(None))
_DESCRIBED = (*_CONSTANTS, type, types.ModuleType, types.BuiltinFunctionType)

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
    """`driver` bound to the verbs of a game, in plain Python; for `instead` see `compiled`."""
    instead = {copy_state: _copy_plain, **(instead or {})}
    builder = _Builder(verbs, lambda function, twin: twin, lambda table: table, instead)
    built: Callable[..., Any] = builder.make(driver)
    return built


def reached(verbs: Mapping[str, Any]) -> list[Any]:
    """All functions that the verbs of a game use, including the verbs."""
    builder = _Builder(verbs, lambda function, twin: twin, lambda table: table)
    for verb in verbs.values():
        builder.make(verb)
    return builder.functions


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
        instead: replacements for other functions, such as an unrolled loop.
        bounds_check: make an index out of range raise IndexError instead of reading garbage.
        on_disk: keep the machine code for later processes.
    """
    import numba

    instead = {copy_state: _copy_row, **(instead or {})}
    builder = _Builder(verbs, lambda function, twin: twin, lambda table: table, instead)
    for driver in drivers.values():
        builder.make(driver)
    folders = builder.folders(f"{numba.__version__} {'checked' * bounds_check}")
    on_disk = on_disk and _can_hold(_cache_root())

    def finish(function: Any, twin: Any) -> Any:
        folder = folders[id(function)]
        numba.config.CACHE_DIR = str(_cache_root() / (folder or ""))  # type: ignore[attr-defined]
        keeping = on_disk and folder is not None
        # numba's names of symbols count the functions of a process; of two that other processes
        # have kept under one name, both callers would reach the one that is loaded first
        twin.__qualname__ += f"_{folder or 'here'}"
        return _of_one_width(numba.njit(nogil=True, boundscheck=bounds_check, cache=keeping)(twin))

    builder = _Builder(verbs, finish, _array, instead, {chance.ones: _count_of_ones()})
    with _caching_elsewhere(numba):
        return {name: builder.make(driver) for name, driver in drivers.items()}


def _copy_plain(states: Any, to: int, source: int) -> None:
    """`copy_state` for a list of plain states."""
    states[to] = states[source].copy()


def _copy_row(states: Any, to: int, source: int) -> None:
    """`copy_state` for the rows of an array."""
    states[to] = states[source]


def _of_one_width(function: Any) -> Any:
    """`function`, which compiled callers give all signed integers as int64.

    numba would compile it again for each width of a field and each constant that it is called
    with, and so all its callers: of Tranca's functions a third more.
    """
    from numba import types

    compiled_for = function.get_call_template

    def widened(kind: Any) -> Any:
        return types.int64 if getattr(kind, "signed", False) else kind

    def get_call_template(kinds: Any, by_name: Any) -> Any:
        return compiled_for(
            tuple(widened(kind) for kind in kinds),
            {name: widened(kind) for name, kind in by_name.items()},
        )

    function.get_call_template = get_call_template
    return function


def is_kept(function: Any) -> bool:
    """Whether a compiled function already has machine code, in memory or on disk."""
    if function.signatures:
        return True
    folder = getattr(getattr(function, "_cache", None), "cache_path", None)
    name = function.py_func.__qualname__
    return folder is not None and any(Path(folder).glob(f"*.{name}-*.nbi"))


class _Builder:
    """Makes twins of functions, each once, with one space of globals for each source module.

    Args:
        verbs: what the stubs of this module stand for.
        finish: makes of a function and its twin what is called.
        table: what is done to each tuple.
        instead: functions that others stand in for.
        ready: functions that need no twin, and what is called in their place.
    """

    def __init__(
        self,
        verbs: Mapping[str, Any],
        finish: Callable[[Any, Any], Any],
        table: Callable[[tuple[Any, ...]], Any],
        instead: Mapping[Any, Callable[..., Any]] | None = None,
        ready: Mapping[Any, Any] | None = None,
    ) -> None:
        self._verbs = {id(globals()[name]): verb for name, verb in verbs.items()}
        self._verbs |= {id(function): other for function, other in (instead or {}).items()}
        self._finish = finish
        self._table = table
        self._twins: dict[int, Any] = {id(f): twin for f, twin in (ready or {}).items()}
        self.functions: list[Any] = []
        self._spaces: dict[int, dict[str, Any]] = {}

    def make(self, function: Any) -> Any:
        """The twin of a function, or of the verb that it stands for."""
        function = self._verbs.get(id(function), function)
        if id(function) in self._twins:
            return self._twins[id(function)]
        space = self._spaces.setdefault(
            id(function.__globals__),
            {"__name__": function.__module__, "__builtins__": __builtins__},
        )
        twin = _Function(
            function.__code__, space, function.__name__, function.__defaults__, function.__closure__
        )
        twin.__kwdefaults__ = function.__kwdefaults__
        twin.__module__ = function.__module__
        twin.__qualname__ = function.__qualname__
        self.functions.append(function)  # kept, so that its id stays its own
        self._twins[id(function)] = built = self._finish(function, twin)
        for name in function.__code__.co_names:
            if name in function.__globals__ and name not in space:
                space[name] = self._value(function.__globals__[name])
        return built

    def _value(self, value: Any) -> Any:
        """What a global name stands for."""
        if _is_a_rule(value):
            return self.make(value)
        return self._table(value) if isinstance(value, tuple) else value

    def folders(self, tag: str) -> dict[int, str | None]:
        """For each function reached, by id, the name of the folder for its machine code.

        Machine code depends on the function's own code and constants, on those of all functions
        that it reaches, and on which function stands in for which; so functions that reach the
        same share one folder for all drivers. None: a function reaches
        what cannot be described.
        """
        own = {id(function): self._described(function) for function in self.functions}
        calls = {
            id(function): [id(other) for _, other in self._calls(function)]
            for function in self.functions
        }
        folders: dict[int, str | None] = {}
        for function, line in own.items():
            reached, left = {function}, [function]
            while left:
                new = [
                    other for other in calls[left.pop()] if other in own and other not in reached
                ]
                reached.update(new)
                left += new
            lines = [own[other] for other in reached]
            numbered = [line for line in lines if line is not None]
            text = "\n".join([tag, line or "", *sorted(numbered)])
            whole = len(numbered) == len(lines)
            folders[function] = hashlib.sha256(text.encode()).hexdigest()[:20] if whole else None
        return folders

    def _calls(self, function: Any) -> Iterator[tuple[str, Any]]:
        """The functions that a function calls by name, as they are bound."""
        for name in function.__code__.co_names:
            value = function.__globals__.get(name)
            if _is_a_rule(value):
                yield name, self._verbs.get(id(value), value)

    def _described(self, function: Any) -> str | None:
        """A digest of the code and constants of a function, and of what it calls by which name."""
        values = {
            name: function.__globals__[name]
            for name in function.__code__.co_names
            if name in function.__globals__ and not _is_a_rule(function.__globals__[name])
        }
        if not all(isinstance(value, _DESCRIBED) for value in values.values()):
            return None
        lines = [
            _written(function),
            *(f"{name} is {_written(called)}" for name, called in self._calls(function)),
            *(f"{name} = {x!r}" for name, x in values.items() if isinstance(x, _CONSTANTS)),
        ]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _written(function: Any) -> str:
    """A function as text: where it stands, its code, and the values that it carries."""
    code = function.__code__
    if any(isinstance(const, types.CodeType) for const in code.co_consts):
        raise SetupError(
            "{function}, at {place}, has a comprehension, a lambda or a function inside; rules "
            "that are compiled have none",
            function=function.__qualname__,
            place=f"{Path(code.co_filename).name}:{code.co_firstlineno}",
        )
    return (
        f"{function.__module__} {function.__qualname__} {code.co_filename}"
        f" {code.co_firstlineno} {code.co_code.hex()} {code.co_consts} {code.co_names}"
        f" {code.co_varnames} {function.__defaults__} {function.__kwdefaults__}"
        f" {[cell.cell_contents for cell in function.__closure__ or ()]}"
    )


def _is_a_rule(value: Any) -> bool:
    """Whether a global name stands for a function that is compiled with those that call it."""
    if not isinstance(value, _Function):
        return False
    return (value.__module__ or "").split(".")[0] not in _FOREIGN


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
    """The module made from a text that a program has written.

    It is saved as a file in the folder for machine code, because numba keeps machine code only for
    functions that have a file. If no file can be written, every process compiles it again.

    Args:
        name: name of the module; its text becomes part of the file name.
        text: the Python source.
    """
    name = f"{name}_{hashlib.sha256(text.encode()).hexdigest()[:20]}"
    path = _cache_root() / "written" / f"{name}.py"
    if name in sys.modules:
        return sys.modules[name]
    module = types.ModuleType(name)
    can_hold = _can_hold(_cache_root()) and _can_hold(path.parent)
    if can_hold and not (path.exists() and path.read_text("utf-8") == text):
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
        folder.mkdir(0o700, parents=True, exist_ok=True)  # programs are run from there
    except OSError:
        return False
    return os.access(folder, os.W_OK)


@contextlib.contextmanager
def _caching_elsewhere(numba: Any) -> Iterator[None]:
    """Let numba's disk cache be led into folders of our own, one thread at a time.

    numba knows a function by its file, its line and the types of its arguments. It sees neither
    edits in the files of what the function calls, nor the compiler's options, nor which verbs a
    driver is bound to; so the names of the folders say all of these.
    """
    with _caching:
        before = numba.config.CACHE_DIR
        try:
            yield
        finally:
            numba.config.CACHE_DIR = before


def _cache_root() -> Path:
    """The folder for machine code: DEALT_CACHE_DIR, or `dealt` in the user's cache folder."""
    own = os.environ.get("DEALT_CACHE_DIR")
    if own:
        return Path(own)
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "dealt"
    except RuntimeError:  # a user without a home
        return Path(os.devnull) / "dealt"
