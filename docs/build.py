"""Build the documentation as a folder that any static host can serve: `make docs`.

python docs/build.py [FOLDER] [--play]

What was in FOLDER goes, but for `play`, which `make site` builds there.  With `--play`, or where
that folder is, the first page links it.  A warning of Sphinx is an error.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from sphinx.cmd.build import main as sphinx

SOURCE = Path(__file__).parent
PLAY = "play"


def clear(folder: Path) -> None:
    """Remove what an earlier build has left; refuse a folder that holds something else."""
    if folder.exists() and not (folder / "searchindex.js").exists():
        others = [path.name for path in folder.iterdir() if path.name != PLAY]
        if others:
            sys.exit(f"{folder} holds other files, such as {others[0]}: name an empty folder")
    for path in folder.iterdir() if folder.exists() else ():
        if path.name == PLAY:
            continue
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


def build(folder: Path, *, play: bool = False) -> int:
    """Build into a folder; the exit status of Sphinx."""
    clear(folder)
    tags = ["--tag", PLAY] if play or (folder / PLAY).exists() else []
    with tempfile.TemporaryDirectory() as kept:
        options = ["--fail-on-warning", "--keep-going", "--quiet", "--jobs", "auto"]
        return sphinx([*options, *tags, "--doctree-dir", kept, str(SOURCE), str(folder)])


def main() -> None:
    """Read the command line, and build."""
    parser = argparse.ArgumentParser(description="Build the documentation.")
    parser.add_argument("folder", nargs="?", type=Path, default=SOURCE.parent / "site")
    parser.add_argument("--play", action="store_true", help="link the folder play")
    given = parser.parse_args()
    status = build(given.folder, play=given.play)
    if status == 0:
        print(f"The documentation is in {given.folder}; open {given.folder / 'index.html'}.")
    sys.exit(status)


if __name__ == "__main__":
    main()
