"""The wheel carries the page of `dealt serve`; hatchling calls this while it builds one."""

from __future__ import annotations

import importlib.util
import os
import shutil
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SWITCH = "DEALT_PAGE"  # set to `none`: build a wheel without the page


def page_builder(root: Path) -> ModuleType:
    """The module page/build.py."""
    spec = importlib.util.spec_from_file_location("build_page", root / "page" / "build.py")
    assert spec is not None, "a path is always a spec"
    assert spec.loader is not None, "and has a loader"
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class PageHook(BuildHookInterface[Any]):
    """Builds the page, and takes it into the wheel."""

    PLUGIN_NAME = "custom"

    @property
    def is_wanted(self) -> bool:
        """Whether this build carries the page."""
        return os.environ.get(SWITCH) != "none"

    def dependencies(self) -> list[str]:
        """Node.js for the build, where the system has none."""
        if not self.is_wanted or (shutil.which("node") and shutil.which("npm")):
            return []
        return [str(page_builder(Path(self.root)).NODE_PACKAGE)]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page; an editable installation has it by `make page`."""
        if version == "editable" or not self.is_wanted:
            return
        builder = page_builder(Path(self.root))
        try:
            builder.build()
        except builder.PageError as error:
            raise SystemExit(str(error)) from None
        files = (path for path in builder.BUNDLE.rglob("*") if path.is_file())
        build_data["artifacts"] += [
            path.relative_to(self.root).as_posix() for path in files if path.name != ".gitignore"
        ]
