"""Libraries for parts of the package only, and how to install them."""

import sys

from dealt.language import Phrase

DEALT, TRAINING = "dealt", "dealt-training"
# the modules imported from the libraries of each extra
EXTRAS = {
    "fast": ("numba", "numpy", "openskill"),
    "figures": ("matplotlib",),
    "data": ("polars", "pyarrow"),
    "cluster": ("distributed",),
    "gym": ("gymnasium",),
    "openspiel": ("pyspiel",),
    "pettingzoo": ("pettingzoo",),
    "vision": ("cv2", "onnxruntime", "PIL"),
    "heic": ("pillow_heif",),
    "web": ("h11", "segno", "starlette", "uvicorn", "uvloop", "websockets"),
    "postgresql": ("psycopg",),
    "table": ("textual",),
}


def extra_of(module: str | None) -> str | None:
    """The extra that installs a module, such as `web` for `starlette`, or None."""
    top = (module or "").partition(".")[0]
    return next((extra for extra, modules in EXTRAS.items() if top in modules), None)


def not_installed(module: str | None, extra: str, distribution: str = DEALT) -> Phrase:
    """A message for a missing module that an extra of a distribution installs."""
    library = module if extra_of(module) is None else (module or "").partition(".")[0]
    facts = {"module": library, "command": install_command(extra, distribution)}
    return Phrase("{module} is not installed. Install it with: {command}", facts)


def install_command(extra: str, distribution: str = DEALT) -> str:
    """The command to install an extra, for any source of the package."""
    libraries = _libraries_of(extra, distribution)
    return " ".join(["pip install", *(f"'{library}'" for library in libraries)])


def _libraries_of(extra: str, distribution: str = DEALT) -> list[str]:
    """The libraries of an extra, in pip's notation.

    Taken from the metadata of the installed package.  Where there is none, as when it is run from a
    folder, it is the extra itself.
    """
    from importlib.metadata import PackageNotFoundError, requires

    try:
        needed = requires(distribution) or []
    except PackageNotFoundError:
        needed = []
    libraries = []
    for line in needed:
        library, _, condition = (part.strip() for part in line.replace('"', "'").partition(";"))
        is_elsewhere = sys.platform == "win32" and "sys_platform != 'win32'" in condition
        if f"extra == '{extra}'" in condition and not is_elsewhere:
            libraries.append(library)
    return libraries or [f"{distribution}[{extra}]"]
