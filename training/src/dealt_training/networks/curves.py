"""The courses of training as a picture."""

from __future__ import annotations

import csv
from pathlib import Path


def draw_curves(out: Path) -> Path | None:
    """Draw what the curves in a training folder say as `curves.png`; None if there are none.

    Args:
        out: a folder of `dealt_training.networks.run.train`, with `finder.csv` or `reader.csv`.
    """
    from matplotlib.figure import Figure

    tables = {path.stem: _columns(path) for path in sorted(out.glob("*.csv"))}
    if not tables:
        return None
    figure = Figure(figsize=(5.2 * len(tables), 3.6), layout="constrained")
    for place, (name, columns) in enumerate(tables.items(), 1):
        axes = figure.add_subplot(1, len(tables), place)
        steps = columns.pop("steps")
        for part, values in columns.items():
            if part not in {"seconds", "seen"}:
                axes.plot(steps, values, label=part, linewidth=1.2)
        axes.set_yscale("log")
        axes.set_xlabel("steps")
        axes.set_ylabel("loss")
        axes.set_title(name)
        axes.legend(frameon=False)
        axes.grid(visible=True, which="both", alpha=0.25)
    path = out / "curves.png"
    figure.savefig(path, dpi=110)
    return path


def _columns(path: Path) -> dict[str, list[float]]:
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {
        name: [float(row[name]) for row in rows] for name in (rows[0] if rows else {"steps": 0})
    }
