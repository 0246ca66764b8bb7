"""Build the source archives and the wheels, and look at them as a publisher should.

python release/check.py [FOLDER]

The files are left in FOLDER, if one is named.  The exit status is 1 at the first thing that is
wrong, with one line that says what.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from email.parser import Parser
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST_BYTES = 12_000_000  # of the wheel
NEEDED = (
    "dealt/py.typed",
    "dealt/locale/pt_BR/LC_MESSAGES/dealt.mo",
    "dealt/service/page/index.html",
    "dealt/service/page/licences.txt",
    *(
        f"dealt/games/{game}/RULES{language}.md"
        for game in ("mason_rummy", "penney", "president", "three_card_poker", "tranca")
        for language in ("", ".pt-BR")
    ),
)
NETWORKS = re.compile(r"dealt/vision/.*\.onnx")
UNWANTED = re.compile(
    r"(^|/)(tests|docs|bench|dealt_training|node_modules|__pycache__)/|\.(po|tsx?|pyc)$"
)
SOURCES = ("src/dealt/__init__.py", "page/build.py", "hatch_build.py", "README.md", "LICENSE")


class WrongError(Exception):
    """Something that must not be published."""


def run(*words: str) -> None:
    """Run a tool of this environment."""
    print("running", " ".join(words))
    done = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, check=False)
    if done.returncode:
        raise WrongError(f"{words[0]} found something wrong")


def version() -> str:
    """The version of the package, which the file of citations and `dealt-training` have, too."""
    text = (ROOT / "src/dealt/_version.py").read_text(encoding="utf-8")
    found = re.search(r'__version__ = "(.+)"', text)
    assert found is not None, "the package has a version"
    cited = re.search(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    if cited is None or cited[1] != found[1]:
        raise WrongError(f"CITATION.cff has not version {found[1]}")
    training = (ROOT / "training/src/dealt_training/__init__.py").read_text(encoding="utf-8")
    if f'__version__ = "{found[1]}"' not in training:
        raise WrongError(f"dealt-training has not version {found[1]}")
    return found[1]


def built(folder: Path, number: str, name: str, source: Path) -> tuple[Path, Path]:
    """The source archive and the wheel, built by way of the archive."""
    run("build", "--outdir", str(folder), str(source))
    archive = folder / f"{name}-{number}.tar.gz"
    wheel = folder / f"{name}-{number}-py3-none-any.whl"
    for path in (archive, wheel):
        if not path.is_file():
            raise WrongError(f"{path.name} was not built")
    return archive, wheel


def look_into(wheel: Path) -> None:
    """What must be in a wheel, and what must not."""
    with zipfile.ZipFile(wheel) as opened:
        names = opened.namelist()
        place = next(name for name in names if name.endswith(".dist-info/METADATA"))
        facts = Parser().parsestr(opened.read(place).decode("utf-8"))
    missing = [name for name in NEEDED if name not in names]
    if not any(NETWORKS.fullmatch(name) for name in names):
        missing.append("the networks that read photos")
    if missing:
        raise WrongError(f"{wheel.name} lacks {', '.join(missing)}")
    stray = [name for name in names if UNWANTED.search(name)]
    if stray:
        raise WrongError(f"{wheel.name} has {', '.join(stray[:5])}")
    for field in ("Author", "Summary", "Keywords", "License-Expression", "Requires-Python"):
        if not facts.get(field):
            raise WrongError(f"{wheel.name} has no {field}")
    if wheel.stat().st_size > MOST_BYTES:
        raise WrongError(f"{wheel.name} has {wheel.stat().st_size:,} bytes, over {MOST_BYTES:,}")
    print(f"{wheel.name}: {len(names)} files, {wheel.stat().st_size:,} bytes")


def look_into_archive(archive: Path) -> None:
    """What must be in a source archive, and what must not."""
    with tarfile.open(archive) as opened:
        names = [name.partition("/")[2] for name in opened.getnames()]
    missing = [name for name in SOURCES if name not in names]
    if missing:
        raise WrongError(f"{archive.name} lacks {', '.join(missing)}")
    stray = [name for name in names if "node_modules/" in name or name.endswith(".pyc")]
    if stray:
        raise WrongError(f"{archive.name} has {', '.join(stray[:5])}")
    print(f"{archive.name}: {len(names)} files, {archive.stat().st_size:,} bytes")


def check(folder: Path) -> None:
    """All checks; see docs/development/release.md."""
    number = version()
    run("validate_pyproject", "pyproject.toml", "training/pyproject.toml")
    archive, wheel = built(folder, number, "dealt", ROOT)
    training = built(folder, number, "dealt_training", ROOT / "training")
    run("twine", "check", "--strict", *map(str, (archive, wheel, *training)))
    run("check_wheel_contents", str(wheel), str(training[1]))
    look_into(wheel)
    look_into_archive(archive)
    if f"## [{number}]" not in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"):
        print(f"warning: CHANGELOG.md has no entry for {number} yet")


def main() -> None:
    """Read the command line, and check."""
    parser = argparse.ArgumentParser(description="Build and check what would be published.")
    parser.add_argument("folder", nargs="?", type=Path, help="keep the files here")
    given = parser.parse_args()
    try:
        if given.folder is not None:
            check(given.folder.resolve())
        else:
            with tempfile.TemporaryDirectory() as folder:
                check(Path(folder))
    except WrongError as error:
        sys.exit(f"release: {error}")
    print("Ready to be published.")


if __name__ == "__main__":
    main()
