"""Build the page that needs no server: `site/play`, for any static host.

It is the page of `dealt serve` with Python on WebAssembly (Pyodide), this package, and the
wheel of msgspec for that platform.  All that is not ours comes from npm and PyPI while it is built.
"""
# ruff: noqa: INP001 - a script, not a module of a package

from __future__ import annotations

import argparse
import ast
import importlib.util
import json
import lzma
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SITE = ROOT / "site"
PLAY = "play"  # the folder of the page within the site
SOURCE = ROOT / "src"
MADE = HERE / "node_modules" / ".site"  # what was fetched and made for it

PYODIDE = "314.0.7"
PLATFORM, PYTHON = "pyemscripten_2026_0_wasm32", "3.14"
WASM = "pyodide.asm.wasm"
LOADER, GLUE = "pyodide.mjs", "pyodide.asm.mjs"
CORE = (LOADER, GLUE, WASM)
LIBRARY = "python_stdlib.zip"
LIB, PACKAGES = f"/lib/python{PYTHON}/", "site-packages/"  # where Python finds its files
START = "python", "dealt"  # the packs that every tab needs
PACKED = ".xz"
MSGSPEC = "0.22.0"
# what a tab starts from; rooms are taken whole, and all else as far as it is imported from there
ROOMS = ("core", "games", "agents", "locale")
FIRST = ("dealt.service.tab.tab", "dealt.service.tab.thinkers")  # what a first table needs
STARTS = (
    *FIRST, "dealt.history.puzzles", "dealt.history.report", "dealt.history.review",
    "dealt.scoresheet.evening_data", "dealt.scoresheet.round.answers", "dealt.service.web.answers",
)  # fmt: skip
# parts of Python's library that nothing of it imports here
UNUSED = {
    "_pyrepl", "_pyio", "antigravity", "cProfile", "curses", "dbm",
    "doctest", "ensurepip", "ftplib", "idlelib", "imaplib", "lib2to3", "mailbox", "multiprocessing",
    "nntplib", "pdb", "pickletools", "poplib", "profile", "pstats", "pydoc", "pydoc_data",
    "smtplib", "sqlite3", "tkinter", "turtle", "turtledemo", "unittest", "venv", "wsgiref", "xml",
    "xmlrpc",
}  # fmt: skip
ENCODINGS = {
    "__init__", "aliases", "ascii", "charmap", "cp437", "idna", "latin_1", "punycode", "utf_16",
    "utf_16_le", "utf_8", "utf_8_sig",
}  # fmt: skip
DATA = {".md", ".mo", ".json"}
SETTINGS = {"pause_s": 0.7, "search_s": 1.2}
WORKERS = ("worker", "thinker", "sw")
CELLS = ("cells.ts", "runner.ts", "cells.css")  # what notebooks of the documentation run with
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "require-trusted-types-for 'script'; trusted-types dealt"
)
HEAD = f"""\
    <meta http-equiv="Content-Security-Policy" content="{POLICY}">
    <meta name="referrer" content="no-referrer">
    <meta name="dealt-tab" content="">
    <link rel="apple-touch-icon" href="icon-192.png">
"""
GREEN, GOLD, PAPER, STAR = "#1d4a3c", "#e3ab3c", "#fffdf7", "#00806a"  # as in icon.svg


def page_build() -> ModuleType:
    """The module that builds the page itself, which lies beside this one."""
    spec = importlib.util.spec_from_file_location("page_build", HERE / "build.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


page = page_build()
PageError = page.PageError


def build(folder: Path = SITE / PLAY, settings: dict[str, float] = SETTINGS) -> Path:
    """Make the folder of the page.

    Args:
        folder: where; what was there goes.
        settings: seconds before a computer player moves, and for a choice of a search.

    Raises:
        PageError: it cannot be built; one line says why.
    """
    page.build()
    MADE.mkdir(exist_ok=True)
    fetch_pyodide()
    wheel = fetch_msgspec()
    with tempfile.TemporaryDirectory(dir=MADE) as made:
        play = Path(made) / PLAY
        shutil.copytree(page.BUNDLE, play, ignore=shutil.ignore_patterns(".*"))
        write_core(play / "core", wheel)
        write_page(play, settings)
        write_workers(play)
        write_sizes(play)
        write_service_worker(play)
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(play, folder)
    return folder


# --- what comes from elsewhere


def pyodide() -> Path:
    """Where npm puts it."""
    return Path(HERE / "node_modules" / "pyodide")


def fetch_pyodide() -> None:
    """Have npm install Pyodide, if it is not there."""
    described = pyodide() / "package.json"
    if not described.is_file() or json.loads(described.read_text())["version"] != PYODIDE:
        page.run_npm("install", "--no-save", "--ignore-scripts", f"pyodide@{PYODIDE}")


def fetch_msgspec() -> Path:
    """The wheel of msgspec for WebAssembly, by pip."""
    pattern = f"msgspec-{MSGSPEC}-*{PLATFORM}.whl"
    found = next(MADE.glob(pattern), None)
    if found is not None:
        return found
    done = subprocess.run(
        [
            sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
            "--only-binary=:all:", "--no-deps", "--platform", PLATFORM, "--python-version", PYTHON,
            "--implementation", "cp", "--dest", str(MADE), f"msgspec=={MSGSPEC}",
        ],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    found = next(MADE.glob(pattern), None)
    if found is None:
        last = done.stderr.strip().splitlines()[-1:] or ["it is not there"]
        raise PageError(f"the site cannot be built: pip download msgspec: {last[0]}")
    return found


# --- Python and the package


def write_core(core: Path, wheel: Path) -> None:
    """Pyodide, and the packs."""
    core.mkdir()
    for name in CORE:
        shutil.copy(pyodide() / name, core / name)
    loader, glue = ((core / name).read_text(encoding="utf-8") for name in (LOADER, GLUE))
    (core / GLUE).write_text(without_names(glue, loader), encoding="utf-8")
    lock = json.loads((pyodide() / "pyodide-lock.json").read_text(encoding="utf-8"))
    (core / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}))
    pack(core / WASM, (core / WASM).read_bytes())
    (core / WASM).unlink()
    for name, files in packs(wheel).items():
        sizes = json.dumps({path: len(data) for path, data in files.items()})
        pack(core / name, b"\n".join((sizes.encode(), b"".join(files.values()))))


def without_names(glue: str, loader: str) -> str:
    """The script around WebAssembly without the names of exports that no script uses.

    They are a third of it, for extensions other than msgspec's, which finds exports by itself.
    """
    uses = Counter(re.findall(r"[\w$]+", glue + loader))
    given = r'([\w$]+)=Module\["\1"\]=wasmExports\["[\w$]+"\](?:\.value>>>0)?;'
    unused = {name for name in re.findall(given, glue) if uses[name] == 3}  # 2 here, declared once
    glue = re.sub(given, lambda found: "" if found[1] in unused else found[0], glue)
    declared = re.compile(r"(?<=;)var (?:[\w$]+,){99,}[\w$]+(?=;)")
    return declared.sub(
        lambda found: ",".join(each for each in found[0].split(",") if each not in unused), glue
    )


def pack(path: Path, data: bytes) -> None:
    """Write a packed file: page/src/tab/packed.ts unpacks it."""
    chosen = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 24}]
    packed = lzma.compress(data, check=lzma.CHECK_CRC32, filters=chosen)
    path.with_name(f"{path.name}{PACKED}").write_bytes(packed)


def packs(wheel: Path) -> dict[str, dict[str, bytes]]:
    """All files by their paths, in the packs in which they are fetched, first to last.

    First what Python starts from, so that it starts while the rest comes; then what the service
    of a table imports; each game; and last the rest of both.
    """
    compiled, starts, used = compile_all(wheel)
    found: dict[str, dict[str, bytes]] = {name: {} for name in pack_names()}
    owners: dict[str, str] = {}
    for path, data in sorted(compiled.items()):
        name = path.removeprefix(LIB).removeprefix(PACKAGES)
        module = name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")
        owner = pack_of(name, module in starts, module in used)
        found[owner][LIB + path] = data
        if owner not in START and path.endswith(".pyc"):
            owners[module] = owner
    found["dealt"][f"{LIB}owners.json"] = json.dumps(owners).encode()
    return found


def pack_names() -> list[str]:
    """The packs, first to last."""
    own = (path.name.replace("_", "-") for path in game_folders())
    return [*START, *own, *(f"{name}-later" for name in START)]


def pack_of(name: str, is_start: bool, is_used: bool) -> str:
    """The pack of a file; games are whole, all else comes as it is used."""
    root, room, game, *_ = (*name.split("/"), "", "")
    if room == "games" and game in {path.name for path in game_folders()}:
        return game.replace("_", "-")
    if is_start:
        return "python"
    if is_used or root == "msgspec" or name.endswith((".json", ".mo")):
        return "dealt"
    return "dealt-later" if root == "dealt" else "python-later"


def game_folders() -> list[Path]:
    """The packages of the games."""
    return sorted(path.parent for path in (SOURCE / "dealt" / "games").glob("*/__init__.py"))


def compile_all(wheel: Path) -> tuple[dict[str, bytes], set[str], set[str]]:
    """Python's library, the package and msgspec, compiled by the very Python that will run them.

    Returns:
        The files by their paths below `LIB`; the modules that Python starts with, and those of a
        tab in which games are imported.
    """
    with tempfile.TemporaryDirectory(dir=MADE) as made:
        plain, compiled = Path(made) / "plain.zip", Path(made) / "compiled.zip"
        with zipfile.ZipFile(plain, "w") as packed:
            for path in package_files():
                packed.write(path, PACKAGES + path.relative_to(SOURCE).as_posix())
            for language, frame in welcomes().items():
                packed.writestr(f"{PACKAGES}dealt/service/tab/welcome.{language}.json", frame)
            for source, place in ((pyodide() / LIBRARY, ""), (wheel, PACKAGES)):
                with zipfile.ZipFile(source) as whole:
                    for name in filter(is_used, whole.namelist()):
                        packed.writestr(place + name, whole.read(name))
        script = Path(made) / "compile.mjs"
        script.write_text(COMPILE, encoding="utf-8")
        names = json.dumps([*FIRST, *(f"dealt.games.{path.name}" for path in game_folders())])
        done = subprocess.run(
            [
                node(), str(script), str(pyodide() / "pyodide.mjs"), LIB, str(plain), names,
                str(compiled),
            ],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode or not compiled.is_file():
            last = (done.stdout + done.stderr).strip().splitlines()[-1:] or ["no reason given"]
            raise PageError(f"the site cannot be built: compiling: {last[0][:300]}")
        with zipfile.ZipFile(compiled) as packed:
            files = {name: packed.read(name) for name in packed.namelist()}
        starts, used = json.loads(done.stdout)
        return files, set(starts), set(used)


def is_used(name: str) -> bool:
    """Whether a file of Python's library, or of the wheel, is kept."""
    first, _, rest = name.partition("/")
    if first.endswith(".dist-info") or name.endswith(("/", ".pyi", ".typed")):
        return False
    if first == "encodings":
        return rest.removesuffix(".py") in ENCODINGS
    return first.removesuffix(".py") not in UNUSED


def node() -> str:
    """Node.js, beside npm."""
    command: list[str] = page.npm()
    beside = Path(command[0]).parent / "node"
    return str(beside) if len(command) == 1 and beside.is_file() else command[0]


def package_files() -> list[Path]:
    """The files of the package that a tab needs."""
    root = SOURCE / "dealt"
    whole = [path for room in ROOMS for path in (root / room).rglob("*.*")]
    found = {path for path in whole if path.suffix in DATA} | {*root.glob("history/*.gz")}
    waiting = [path for path in whole if path.suffix == ".py"]
    waiting += [path for name in STARTS for path in modules_of(name)]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            names = imported(ast.parse(path.read_text(encoding="utf-8")))
            waiting += [each for name in names for each in modules_of(name)]
    return sorted(path for path in found if "__pycache__" not in path.parts)


def modules_of(name: str) -> list[Path]:
    """The files of a module of ours and of the packages around it; none for what is no module."""
    parts = name.split(".")
    if parts[0] != "dealt":
        return []
    around = [SOURCE.joinpath(*parts[:n], "__init__.py") for n in range(1, len(parts) + 1)]
    own = SOURCE.joinpath(*parts[:-1], f"{parts[-1]}.py")
    return [path for path in (*around, own) if path.is_file()]


def imported(tree: ast.AST) -> Iterator[str]:
    """What a module imports when it is imported itself; not for types alone, nor in functions."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from imported(node)


# Python there compiles and packs; times are those of no day, so that the same sources are the same.
# First it imports what a table needs, and prints which modules came from a file.
COMPILE = r"""
import { readFileSync, writeFileSync } from "node:fs";
const [, , loader, place, plain, first, to] = process.argv;
const { loadPyodide } = await import(loader);
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } }); // columns take much room
python.FS.writeFile("/plain.zip", new Uint8Array(readFileSync(plain)));
python.globals.set("place", place);
python.globals.set("first", first);
console.log(python.runPython(`
import importlib, json, marshal, sys, zipfile
def modules():
    specs = {name: module.__spec__ for name, module in sys.modules.items()}
    return [name for name, spec in specs.items() if spec is not None and spec.has_location]
starts = modules()
with zipfile.ZipFile("/plain.zip") as plain, zipfile.ZipFile("/compiled.zip", "w") as compiled:
    plain.extractall("/plain")
    sys.path.insert(0, "/plain/site-packages")
    for name in json.loads(first):
        importlib.import_module(name)
    used = modules()
    for name in sorted(plain.namelist()):
        data = plain.read(name)
        if name.endswith(".py"):
            code = compile(data, place + name, "exec", dont_inherit=True, optimize=2)
            flags = (0b01).to_bytes(4, "little")  # by the hash of the source, which nobody checks
            data = importlib.util.MAGIC_NUMBER + flags + importlib.util.source_hash(data)
            data += marshal.dumps(code)
            name += "c"
        entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        compiled.writestr(entry, data)  # the whole is packed, which takes less room
json.dumps([starts, used])
`));
writeFileSync(to, python.FS.readFile("/compiled.zip"));
process.exit(0);
"""


# --- the page


def write_page(play: Path, settings: dict[str, float]) -> None:
    """The page with its policy, what the service will say first, settings, manifest and icons."""
    path = play / "index.html"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('    <meta name="viewport"', f'{HEAD}    <meta name="viewport"'))
    for language, frame in welcomes().items():
        (play / f"welcome.{language}.json").write_text(frame, encoding="utf-8")
    (play / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    manifest = json.loads((play / "manifest.webmanifest").read_text(encoding="utf-8"))
    (play / "manifest.webmanifest").write_text(json.dumps(manifest | own_manifest(), indent=2))
    draw(play / "icon-192.png", 192)
    draw(play / "icon-512.png", 512)
    draw(play / "maskable-512.png", 512, maskable=True)
    licences = play / "licences.txt"
    licences.write_text(f"{licences.read_text(encoding='utf-8')}\n{'-' * 72}\n\n{core_licences()}")


def welcomes() -> dict[str, str]:
    """What the service says first in each language, to somebody whose name is not known yet."""
    sys.path.insert(0, str(SOURCE))
    try:
        from dealt.language import LANGUAGES
        from dealt.service.table import offers
        from dealt.service.table import protocol as p
    finally:
        sys.path.pop(0)
    return {language: p.encode(offers.welcome(language)).decode() for language in LANGUAGES}


def own_manifest() -> dict[str, Any]:
    """What the manifest says where the page can be installed."""
    icons = [
        {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"},
        {"src": "icon-192.png", "sizes": "192x192", "type": "image/png"},
        {"src": "icon-512.png", "sizes": "512x512", "type": "image/png"},
        {
            "src": "maskable-512.png", "sizes": "512x512", "type": "image/png",
            "purpose": "maskable",
        },
    ]  # fmt: skip
    return {"id": "./", "scope": "./", "description": "Card games in your browser.", "icons": icons}


def draw(to: Path, size: int, *, maskable: bool = False) -> None:
    """The icon as a PNG, by the numbers of `icon.svg`; a maskable one fills the whole square."""
    try:
        from PIL import Image, ImageDraw
    except ModuleNotFoundError:
        raise PageError(page.NO_LIBRARY.format(name="pillow")) from None
    fine = 4 * size
    share = 0.8 if maskable else 1.0  # of the square that no mask cuts away
    picture = Image.new("RGBA", (fine, fine), GREEN if maskable else (0, 0, 0, 0))
    scale = fine * share / 64
    shift = fine * (1 - share) / 2
    if not maskable:
        ImageDraw.Draw(picture).rounded_rectangle((0, 0, fine, fine), 14 * scale, GREEN)

    def card(x: int, y: int, width: int, height: int, colour: str, turn: float) -> None:
        layer = Image.new("RGBA", picture.size, (0, 0, 0, 0))
        box = [shift + each * scale for each in (x, y, x + width, y + height)]
        ImageDraw.Draw(layer).rounded_rectangle(box, 5 * scale, colour)
        middle = tuple(shift + each * scale for each in (x + width / 2, y + height / 2))
        picture.alpha_composite(layer.rotate(-turn, Image.Resampling.BICUBIC, center=middle))

    card(13, 15, 28, 38, GOLD, -13)
    card(23, 12, 28, 39, PAPER, 8)
    drawn = (HERE / "static" / "icon.svg").read_text(encoding="utf-8")
    ImageDraw.Draw(picture).polygon(
        [(shift + x * scale, shift + y * scale) for x, y in star_of(drawn)], STAR
    )
    small = picture.resize((size, size), Image.Resampling.LANCZOS)
    (small.convert("RGB") if maskable else small).save(to, optimize=True)


def star_of(svg: str) -> list[tuple[float, float]]:
    """The corners of the star of the icon, from its path of relative lines."""
    found = re.search(r'<path fill="[^"]*" d="M([\d.]+) ([\d.]+)l([^"]*)z"', svg)
    assert found is not None, "the star of icon.svg is drawn otherwise"
    corners = [(float(found[1]), float(found[2]))]
    numbers = [float(each) for each in re.findall(r"-?\d+\.?\d*", found[3])]
    for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
        corners.append((corners[-1][0] + dx, corners[-1][1] + dy))
    return corners


def core_licences() -> str:
    """Where the licences of what the core brings are told."""
    with zipfile.ZipFile(fetch_msgspec()) as wheel:
        name = next(name for name in wheel.namelist() if name.endswith("/LICENSE"))
        licence = wheel.read(name).decode()
    return (
        f"Pyodide {PYODIDE}: Mozilla Public License 2.0; sources: https://github.com/pyodide/pyodide\n"
        "CPython: Python Software Foundation License 2: https://docs.python.org/3/license.html\n"
        "xz-decompress 0.2.3: MIT; sources: https://github.com/httptoolkit/xz-decompress\n"
        "XZ Embedded within it: in the public domain\n"
        f"msgspec {MSGSPEC}: BSD-3-Clause\n\n{licence.strip()}\n"
    )


# --- workers


def write_workers(play: Path) -> None:
    """The workers of the page and what cells run with, each a file of its own."""
    entries = [f"src/tab/{name}.ts" for name in WORKERS] + [f"src/cells/{name}" for name in CELLS]
    page.run_npm(
        "exec", "--offline", "--", "esbuild", *entries, "--bundle", "--minify", "--format=esm",
        "--target=es2022", "--legal-comments=none", "--loader:.py=text", "--entry-names=[name]",
        f"--outdir={play}",
    )  # fmt: skip


def write_sizes(play: Path) -> None:
    """Tell the workers what they can fetch, first to last, and how large it is there."""
    core = play / "core"
    sizes = {name: (core / f"{name}{PACKED}").stat().st_size for name in (WASM, *pack_names())}
    for name in ("worker", "thinker", "runner"):
        worker = play / f"{name}.js"
        worker.write_text(f"const SIZES={json.dumps(sizes)};\n{worker.read_text('utf-8')}")


def write_service_worker(play: Path) -> None:
    """Tell the service worker the files of this build, by their hashes."""
    files = {
        path.relative_to(play).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in sorted(play.rglob("*"))
        if path.is_file() and path.name not in ("sw.js", "licences.txt")
    }
    worker = play / "sw.js"
    code = worker.read_text(encoding="utf-8")
    worker.write_text(f"const FILES={json.dumps(files)};\n{code}", encoding="utf-8")


# --- showing it

TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm", ".whl": "application/zip",
         ".webmanifest": "application/manifest+json"}  # fmt: skip


def serve(site: Path, port: int) -> None:
    """Show a site at a port of this machine until Ctrl-C."""
    from functools import partial
    from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *told: object) -> None:
            """Nothing."""

    Handler.extensions_map = {**SimpleHTTPRequestHandler.extensions_map, **TYPES}

    with ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=site)) as server:
        at = f"http://127.0.0.1:{server.server_port}/{PLAY}/"
        print(f"The page is at {at}; stop with Ctrl-C.")  # noqa: T201
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return


if __name__ == "__main__":
    options = argparse.ArgumentParser(description="Build the page that needs no server.")
    options.add_argument("site", type=Path, nargs="?", default=SITE, help="its folder")
    options.add_argument("--serve", type=int, metavar="PORT", help="show the site, too")
    asked = options.parse_args()
    try:
        build(asked.site / PLAY)
    except PageError as error:
        sys.exit(str(error))
    if asked.serve is not None:
        serve(asked.site, asked.serve)
