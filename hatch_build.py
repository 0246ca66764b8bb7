"""Build what a wheel carries besides sources: the page of `dealt serve`, and compiled catalogues.

hatchling calls this while it builds a wheel, a source archive or an editable installation.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SWITCH = "DEALT_PAGE"  # set to `none`: build without the page
CATALOGUES = "src/dealt/locale/*/LC_MESSAGES/dealt.po"
COMPILED = "src/dealt/locale/*/LC_MESSAGES/dealt.mo"


def page_builder(root: Path) -> ModuleType:
    """The module page/build.py."""
    spec = importlib.util.spec_from_file_location("build_page", root / "page" / "build.py")
    assert spec is not None, "a path is always a spec"
    assert spec.loader is not None, "and has a loader"
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compiled(catalogue: Path) -> bytes:
    """A catalogue of messages, `dealt.po`, as `gettext` reads it."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with catalogue.open("rb") as source:
        messages = read_po(source, locale=catalogue.parent.parent.name)
    # it would say when it was compiled; the same sources give the same bytes
    messages.creation_date = messages.revision_date = datetime.fromtimestamp(0, UTC)
    out = BytesIO()
    write_mo(out, messages)
    return out.getvalue()


def compile_catalogues(root: Path) -> list[Path]:
    """Compile the catalogue of each language, and return the files made."""
    made = []
    for catalogue in sorted(root.glob(CATALOGUES)):
        made.append(catalogue.with_suffix(".mo"))
        made[-1].write_bytes(compiled(catalogue))
    return made


class BuildHook(BuildHookInterface[Any]):
    """Compiles the catalogues, builds the page, and has a wheel or a source archive carry both."""

    PLUGIN_NAME = "custom"

    @property
    def is_wanted(self) -> bool:
        """Whether this build carries the page."""
        return os.environ.get(SWITCH) != "none"

    @property
    def is_unpacked(self) -> bool:
        """Whether this is an unpacked source archive, in which all that is made lies ready."""
        return (Path(self.root) / "PKG-INFO").is_file()

    def dependencies(self) -> list[str]:
        """Node.js for the build, where the system has none."""
        has_node = shutil.which("node") and shutil.which("npm")
        if not self.is_wanted or self.is_unpacked or has_node:
            return []
        return [str(page_builder(Path(self.root)).NODE_PACKAGE)]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make what is to be carried; an editable installation has the page by `make page`."""
        root = Path(self.root)
        made = sorted(root.glob(COMPILED)) if self.is_unpacked else compile_catalogues(root)
        if self.is_wanted and version != "editable":
            made += self._page()
        build_data["artifacts"] += [path.relative_to(root).as_posix() for path in made]

    def _page(self) -> list[Path]:
        """The files of the page, built if need be."""
        builder = page_builder(Path(self.root))
        try:
            if not self.is_unpacked:
                builder.build()
        except builder.PageError as error:
            raise SystemExit(str(error)) from None
        files = (path for path in builder.BUNDLE.rglob("*") if path.is_file())
        return sorted(path for path in files if not path.name.startswith("."))
