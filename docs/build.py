"""Build the documentation as a folder that any static host can serve: `make docs`.

python docs/build.py [FOLDER] [--play] [--only PART]

What was in FOLDER goes, but for `play`, which `make site` builds there.  With `--play`, or where
that folder is, the first page links it.  A warning of Sphinx is an error.  `--only notebooks`
builds the pages of one folder for a quick look; their links to other pages lead nowhere.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
from pathlib import Path

from policy import PolicyError, protected  # beside this script
from sphinx.cmd.build import main as sphinx

SOURCE = Path(__file__).parent
PLAY = "play"
# what screen readers miss in pages of the theme: names of landmarks, one around a link, and levels
LANDMARKS = (
    (r'<aside class="(?=sidebar-drawer)', r'<aside aria-label="All pages" class="'),
    (r'<aside class="(?=toc-drawer)', r'<aside aria-label="This page" class="'),
    (r'<p class="caption" role="heading"(?=>)', r'\g<0> aria-level="2"'),
    # no names of drawings, in which a search could not mark what it found
    (r"(<symbol [^>]*>\s*)<title>[^<]*</title>", r"\1"),
    (r'(?s)<a href="#" class="back-to-top.*?</a>', r'<nav aria-label="Back to top">\g<0></nav>'),
)
# pages in Portuguese: their language, also for the search that begins there
IS_PORTUGUESE = re.compile(r"pt/|.*-regras\.html$")
PORTUGUESE = (
    (r'<html class="no-js" lang="en"', '<html class="no-js" lang="pt-BR"'),
    (r'<form [^>]*role="search"[^>]*>', r'\g<0><input type="hidden" name="lang" value="pt">'),
)


def check(folder: Path) -> None:
    """Refuse a folder that holds something else than an earlier build."""
    if folder.exists() and not (folder / "searchindex.js").exists():
        others = [path.name for path in folder.iterdir() if path.name != PLAY]
        if others:
            sys.exit(f"{folder} holds other files, such as {others[0]}: name an empty folder")


def clear(folder: Path) -> None:
    """Remove what an earlier build has left."""
    for path in folder.iterdir() if folder.exists() else ():
        if path.name == PLAY:
            continue
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


def build(folder: Path, *, play: bool = False, only: str = "") -> int:
    """Build into a folder; the exit status of Sphinx, or 1 for a page that can have no policy."""
    check(folder)
    options = ["--keep-going", "--quiet", "--jobs", "auto"]
    if play or (folder / PLAY).exists():
        options += ["--tag", PLAY]
    if only:
        options += ["-Q", "-D", f"include_patterns={only}/**", "-D", f"root_doc={only}/index"]
    else:
        options += ["--fail-on-warning"]
    with tempfile.TemporaryDirectory() as kept:
        made = Path(kept) / "site"  # MyST-NB leaves the notebooks that it ran beside it
        status = sphinx([*options, "--doctree-dir", f"{kept}/trees", str(SOURCE), str(made)])
        if status == 0:
            try:
                finish(made)
            except PolicyError as error:
                print(error, file=sys.stderr)
                return 1
            if (folder / PLAY).exists():
                draw_games(made / "_images")
            clear(folder)
            shutil.copytree(made, folder, dirs_exist_ok=True)
    return status


def draw_games(folder: Path) -> None:
    """Draw the pictures of the games as their tables look now; without a browser they stay."""
    try:
        from playwright.sync_api import sync_playwright

        from tests import pictures
        from tests.browser import chromium, launch
    except ModuleNotFoundError as error:
        print(f"Pictures of games are those of the repository: {error.name} is not installed.")
        return
    if chromium() is None:
        print("Pictures of games are those of the repository: there is no Chromium here.")
    else:
        with sync_playwright() as play:
            pictures.draw_pages(launch(play), pictures.GAMES, folder)


def finish(folder: Path) -> None:
    """Give each page its policy, its language, and landmarks their names.

    Raises:
        PolicyError: a page can have no policy.
    """
    for path in sorted(folder.rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        is_portuguese = IS_PORTUGUESE.match(path.relative_to(folder).as_posix())
        for pattern, better in (*LANDMARKS, *(PORTUGUESE if is_portuguese else ())):
            text = re.sub(pattern, better, text)
        try:
            path.write_text(protected(text), encoding="utf-8")
        except PolicyError as error:
            raise PolicyError(f"{path.relative_to(folder)}: {error}") from None


def main() -> None:
    """Read the command line, and build."""
    parser = argparse.ArgumentParser(description="Build the documentation.")
    parser.add_argument("folder", nargs="?", type=Path, default=SOURCE.parent / "site")
    parser.add_argument("--play", action="store_true", help="link the folder play")
    parser.add_argument("--only", metavar="PART", default="", help="one folder, for a quick look")
    given = parser.parse_args()
    status = build(given.folder, play=given.play, only=given.only)
    if status == 0:
        first = given.folder / given.only / "index.html"
        print(f"The documentation is in {given.folder}; open {first}.")
    sys.exit(status)


if __name__ == "__main__":
    main()
