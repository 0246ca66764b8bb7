"""Your own code: where it is found, and what it raises.

A game or a player of your own is named as `module:NAME`. The module can be anywhere Python finds
it, including the current folder, as with `python -m`.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from os.path import isfile

from dealt.language import Phrase

PLACE = re.compile(r"[\w.]+:\w+")  # module:NAME

TYPE_CHECKING = False  # as in typing, which takes its time
if TYPE_CHECKING:
    from typing import Any


def look_here() -> None:
    """Let modules be found in the current folder."""
    if "" not in sys.path:
        sys.path.insert(0, "")


def is_here(module: str) -> bool:
    """Whether the current folder has a module of that name; it is not imported."""
    return module.isidentifier() and any(map(isfile, (f"{module}.py", f"{module}/__init__.py")))


def value_at(place: str) -> Any:
    """What stands at `module:NAME`.

    Raises:
        Exception: whatever the module raises; see `import_problem`.
    """
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)


def is_missing(place: str, error: Exception) -> bool:
    """Whether `value_at` has failed because there is no such module."""
    module = place.partition(":")[0]
    is_absent = isinstance(error, ModuleNotFoundError) and bool(error.name)
    return is_absent and f"{module}.".startswith(f"{getattr(error, 'name', '')}.")


def import_problem(place: str, error: Exception) -> Phrase:
    """Why there is nothing at `module:NAME`: no module, no such name, or an error in the module."""
    module, _, attribute = place.partition(":")
    if is_missing(place, error):
        return Phrase("no module {module}", {"module": module})
    if isinstance(error, AttributeError) and module in sys.modules:
        return Phrase("{module} has no {name}", {"module": module, "name": repr(attribute)})
    return what_was_raised(error)


def what_was_raised(error: Exception) -> Phrase:
    """What your own code raised, and where in its files.

    Args:
        error: any error except those of this package, which explain themselves.

    Returns:
        A clause with the type of the error, its text, the file and the line.
    """
    error_text = " ".join(f"{type(error).__name__}: {error}".split())
    return Phrase("{what}, at {place}", {"what": error_text, "place": _place_of(error)})


def _place_of(error: Exception) -> str:
    """The last line of your own, or of a game of this package: `rules.py:67`."""
    import traceback
    from pathlib import Path

    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if _is_own(frame.filename)
    ]
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"


def _is_own(file: str) -> bool:
    """Whether a file is neither Python's nor of this package, but for its games."""
    import traceback
    from pathlib import Path

    path, package = Path(file), Path(__file__).parent
    if path.is_relative_to(package):
        return path.is_relative_to(package / "games")
    python = Path(traceback.__file__).parent  # its own library
    is_frozen = file.startswith("<frozen ")
    return not is_frozen and (not path.is_relative_to(python) or "site-packages" in path.parts)
