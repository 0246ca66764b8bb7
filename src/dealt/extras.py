"""Libraries that only a part of the package needs, and how to install them."""

from dealt.language import Phrase

# the module that is imported first, by the extra of the distribution that brings it
EXTRAS = {
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
    """The extra that brings a module, `web` for `starlette`; None for modules of nobody's."""
    top = (module or "").partition(".")[0]
    return next((extra for extra, modules in EXTRAS.items() if top in modules), None)


def not_installed(module: str | None, extra: str) -> Phrase:
    """One line for people who lack a module."""
    facts = {"module": module, "extra": extra}
    return Phrase("no {module} here; install it by: pip install 'dealt[{extra}]'", facts)
