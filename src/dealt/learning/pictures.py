"""What a seat may know, as environments show it: text, or a picture of that text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dealt.errors import SetupError
from dealt.extras import not_installed

if TYPE_CHECKING:
    import numpy as np

    from dealt.core.view import View

ANSI, PICTURE = RENDER_MODES = "ansi", "rgb_array"

# of a picture: pixels, and lines of text that it has room for before letters become smaller
WIDTH, HEIGHT = 960, 720
LINES, LETTERS = 36, 96
DPI = 100
POINTS = 11.0  # the size of letters


def check_render_mode(mode: str | None) -> None:
    """Raise SetupError if environments have no such mode, or what draws it is not installed."""
    if mode is not None and mode not in RENDER_MODES:
        raise SetupError(f"render_mode={mode!r}; it can be {' or '.join(map(repr, RENDER_MODES))}")
    if mode == PICTURE:
        try:
            import matplotlib.figure  # noqa: F401
        except ImportError:
            raise SetupError(not_installed("matplotlib", "figures")) from None


def drawn(view: View, mode: str | None) -> Any:
    """A view in a render mode: a text, uint8 [HEIGHT, WIDTH, 3], or None."""
    if mode is None:
        return None
    return str(view) if mode == ANSI else _picture(str(view))


def _picture(text: str) -> np.ndarray[Any, Any]:
    """White paper with a text; every picture has the same size, so that they make a film."""
    import numpy as np
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    lines = text.split("\n")
    full = max(len(lines) / LINES, max(map(len, lines)) / LETTERS, 1.0)
    figure = Figure(figsize=(WIDTH / DPI, HEIGHT / DPI), dpi=DPI, facecolor="white")
    canvas: Any = FigureCanvasAgg(figure)  # which has no types
    figure.text(
        0.02, 0.98, text.replace("$", r"\$"), va="top", family="DejaVu Sans Mono",
        size=POINTS / full,
    )  # fmt: skip
    canvas.draw()
    pixels: np.ndarray[Any, Any] = np.asarray(canvas.buffer_rgba())[:, :, :3].copy()
    return pixels
