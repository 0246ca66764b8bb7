"""Libraries that only a part of the package needs, and how to install them."""

import sys

from dealt.language import Phrase

# the module that is imported first, by the extra of the distribution that brings it
EXTRAS = {
    "fast": ("numba", "numpy", "openskill"),
    "figures": ("matplotlib",),
    "cluster": ("distributed",),
    "gym": ("gymnasium",),
    "openspiel": ("pyspiel",),
    "pettingzoo": ("pettingzoo",),
    "vision": ("cv2", "onnxruntime", "PIL"),
    "heic": ("pillow_heif",),
    "train": ("onnx", "torch"),
    "web": ("alembic", "segno", "starlette", "uvicorn", "uvloop", "websockets"),
    "postgresql": ("psycopg",),
    "table": ("textual",),
}


def extra_of(module: str | None) -> str | None:
    """The extra that brings a module, `web` for `starlette`; None if no extra does."""
    top = (module or "").partition(".")[0]
    return next((extra for extra, modules in EXTRAS.items() if top in modules), None)


def not_installed(module: str | None, extra: str) -> Phrase:
    """One line for people who lack a module."""
    library = module if extra_of(module) is None else (module or "").partition(".")[0]
    facts = {"module": library, "command": install_command(extra)}
    return Phrase("{module} is not installed. Install it with: {command}", facts)


def install_command(extra: str) -> str:
    """What installs an extra, wherever the package came from."""
    return " ".join(["pip install", *(f"'{library}'" for library in libraries_of(extra))])


def libraries_of(extra: str) -> list[str]:
    """What an extra installs, as pip takes it.

    Taken from the metadata of the installed package.  Where there is none, as when it is run from a
    folder, it is the extra itself.
    """
    from importlib.metadata import PackageNotFoundError, requires

    try:
        needed = requires("dealt") or []
    except PackageNotFoundError:
        needed = []
    libraries = []
    for line in needed:
        library, _, condition = (part.strip() for part in line.replace('"', "'").partition(";"))
        is_elsewhere = sys.platform == "win32" and "sys_platform != 'win32'" in condition
        if f"extra == '{extra}'" in condition and not is_elsewhere:
            libraries.append(library)
    return libraries or [f"dealt[{extra}]"]
