"""Rules that take chance or time from elsewhere, or change globals; found without playing."""

from __future__ import annotations

import dis
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from dealt.core.compiled import reached
from dealt.language import Phrase

if TYPE_CHECKING:
    from dealt.core.game import Game

# modules that answer differently from one time to the next
_FICKLE = {
    "_random", "datetime", "nt", "numpy.random", "os", "posix", "random", "secrets", "time", "uuid",
}  # fmt: skip


@lru_cache(maxsize=16)
def foreign_sources(game: Game) -> tuple[Phrase, ...]:
    """Random numbers, clocks and globals that a game's rules use and no record contains.

    Args:
        game: any game; none of its code is run.

    Returns:
        One sentence for each place, with the function, the file and the line.
    """
    verbs = {name: verb for name, verb in game.verbs().items() if isinstance(verb, FunctionType)}
    return tuple(
        source
        for function in reached(verbs)
        if not function.__module__.startswith("dealt.core.")
        for code in _codes(function.__code__)
        for source in _faults(function, code)
    )


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a function and of all that is defined in it."""
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _codes(const)


def _faults(function: Any, code: CodeType) -> Iterator[Phrase]:
    line = code.co_firstlineno
    steps = list(dis.get_instructions(code))
    for number, step in enumerate(steps):
        starts = step.starts_line
        if starts is not None and starts is not False:
            line = getattr(step, "line_number", None) or starts
        place = {
            "verb": function.__name__,
            "place": f"{Path(code.co_filename).name}:{line}",
        }
        if step.opname in ("STORE_GLOBAL", "DELETE_GLOBAL"):
            facts = {**place, "name": step.argval}
            yield Phrase(
                "{verb} changes the global {name}, at {place}: keep what changes in a field",
                facts,
            )
        name = _fickle(function, steps, number)
        if name is not None:
            facts = {**place, "name": name}
            yield Phrase("{verb} uses {name}, at {place}: take all chance from deck or rng", facts)


def _fickle(function: Any, steps: list[dis.Instruction], number: int) -> str | None:
    """What stands at a step, `random.randrange`, if it answers otherwise each time."""
    step = steps[number]
    name = str(step.argval)
    if step.opname == "IMPORT_NAME":
        return name if name in _FICKLE else None
    if step.opname not in ("LOAD_GLOBAL", "LOAD_NAME") or name not in function.__globals__:
        return None
    value = function.__globals__[name]
    while isinstance(value, ModuleType) and steps[number + 1].opname in (
        "LOAD_ATTR", "LOAD_METHOD",
    ):  # fmt: skip
        number += 1
        part = str(steps[number].argval)
        name, value = f"{name}.{part}", getattr(value, part, None)
    return name if _home(value) in _FICKLE else None


def _home(value: Any) -> str:
    """The module that something comes from."""
    if isinstance(value, ModuleType):
        home = value.__name__
    elif getattr(value, "__self__", None) is not None and not isinstance(
        value.__self__, ModuleType
    ):
        home = type(value.__self__).__module__  # a method of a generator
    elif isinstance(getattr(value, "__module__", None), str):
        home = value.__module__
    else:
        home = type(value).__module__
    return "numpy.random" if home.startswith("numpy.random") else home
