"""Import what has not come to this tab yet, by having its pack fetched at once."""
# ruff: noqa: INP001 - a script that a worker runs, not a module of a package

from __future__ import annotations

import json
import lzma
import sys
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import FileFinder, ModuleSpec, PathFinder
from pathlib import Path
from typing import Any

from pyodide.ffi import to_js

XZ = b"\xfd7zXZ\x00"  # the browser may have it unpacked already


class Later(MetaPathFinder):
    """Finds modules that no folder has yet.

    Args:
        owners: the pack of each module.
        fetch: brings a pack, as an array of JavaScript.
        write: writes the files of an unpacked one.
    """

    def __init__(
        self, owners: dict[str, str], fetch: Callable[[str], Any], write: Callable[[Any], None]
    ) -> None:
        self.owners, self.fetch, self.write = owners, fetch, write

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: object = None
    ) -> ModuleSpec | None:
        """See `MetaPathFinder`."""
        name = self.owners.get(fullname)
        if name is None:
            return None
        pack = self.fetch(name).to_bytes()
        self.write(to_js(lzma.decompress(pack) if pack.startswith(XZ) else pack))
        self.owners = {module: pack for module, pack in self.owners.items() if pack != name}
        look_again()
        return PathFinder.find_spec(fullname, path)


def look_again() -> None:
    """Have files seen that have just been written; `invalidate_caches` would import much more."""
    for finder in sys.path_importer_cache.values():
        if isinstance(finder, FileFinder):
            finder.invalidate_caches()


def begin(owners: str, fetch: Callable[[str], Any], write: Callable[[Any], None]) -> None:
    """Have modules found whose packs have not come.

    Args:
        owners: a file of JSON, the pack of each module.
        fetch: see `Later`.
        write: see `Later`.
    """
    look_again()
    sys.meta_path.append(Later(json.loads(Path(owners).read_text("utf-8")), fetch, write))
