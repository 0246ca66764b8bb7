"""From nothing to weights: the courses, the export, the model card."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from dealt.errors import DealtError
from dealt_training.networks.calibration import (
    EVEN,
    fitted_certainty,
    fitted_cut_temperature,
    fitted_temperatures,
)
from dealt_training.networks.course import NETWORKS, Course, Say
from dealt_training.networks.curves import draw_curves
from dealt_training.networks.export import export_network
from dealt_training.networks.supply import Recipe

SHARES = {"finder": 0.45, "reader": 0.25, "judge": 0.15, "framer": 0.15}  # of the minutes
CUT_OUT = {"judge": "pile", "framer": "frame"}  # what they tell of cut-out cards
VERSION = 12


def train(
    out: Path,
    *,
    seed: int = 1,
    minutes: float = 165.0,
    steps: int | None = None,
    art: Path | None = None,
    workers: int = 1,
    threads: int = 1,
    stages: Sequence[str] = tuple(NETWORKS),
    say: Say = lambda line: None,
) -> dict[str, Any]:
    """Train the networks, write each as `NAME.onnx`, and `model.json`.

    A run that was broken off goes on from its checkpoints when it is started again.

    Args:
        out: a folder; made if it is not there.
        seed: of all chance; the same on another machine only with the same fonts.
        minutes: of learning, for all networks together.
        steps: end each network's course after so many steps, if that is sooner.
        art: a folder with card faces of others, see `dealt_training.synth.art`.
        workers: processes that make scenes.
        threads: of the process that learns.
        stages: which networks to train now; weights are written when all have a checkpoint.
        say: is told each line of progress.

    Returns:
        The model card; empty as long as a network is not trained.
    """
    torch.set_num_threads(threads)
    out.mkdir(parents=True, exist_ok=True)
    torch.set_flush_denormal(True)  # numbers next to nothing are slow
    try:
        for name in stages:
            course = _course(
                out, name, minutes * SHARES[name], seed=seed, steps=steps, art=art, say=say
            )
            course.run(workers)
    finally:
        torch.set_flush_denormal(False)  # it is of the whole process
    if not all((out / f"{name}.pt").is_file() for name in NETWORKS):
        say(f"no weights yet: {', '.join(NETWORKS)} must all be trained")
        return {}
    return export(out, seed=seed, art=art, say=say)


def _course(
    out: Path,
    name: str,
    minutes: float,
    *,
    seed: int,
    art: Path | None,
    say: Say,
    steps: int | None = None,
) -> Course:
    # each network learns from scenes of its own
    recipe = Recipe(seed * 1000 + list(NETWORKS).index(name), art, name)
    return Course(out, name, recipe, minutes, steps, say)


def export(out: Path, *, seed: int, art: Path | None, say: Say) -> dict[str, Any]:
    """Write the networks of the checkpoints in `out` and their model card beside them.

    Returns:
        The model card.

    Raises:
        DealtError: a checkpoint is missing.
    """
    courses = {name: _course(out, name, 0, seed=seed, art=art, say=say) for name in NETWORKS}
    for name, course in courses.items():
        if not course.load():
            raise DealtError(f"no checkpoint {name}.pt in {out}; train the {name} first")
    card: dict[str, Any] = {"version": VERSION, "seed": seed, "certainty": EVEN}
    for name, course in courses.items():
        off = export_network(name, course.network, out)
        card[name] = {
            "file": f"{name}.onnx",
            "parameters": sum(p.numel() for p in course.network.parameters()),
            "bytes": (out / f"{name}.onnx").stat().st_size,
            "steps": course.progress.steps,
            "examples": course.progress.seen,
            "minutes": round(course.progress.seconds / 60, 1),
            "off": off,
        }
    path = out / "model.json"
    temperature = fitted_temperatures(out / "reader.onnx", courses["reader"].recipe)
    for name, output in CUT_OUT.items():
        temperature[output] = fitted_cut_temperature(out / f"{name}.onnx", courses[name].recipe)
    card["temperature"] = temperature
    _write(path, card)
    card["certainty"] = fitted_certainty(out, courses["reader"].recipe)
    _write(path, card)
    draw_curves(out)
    say(f"wrote {path}")
    return card


def _write(path: Path, card: dict[str, Any]) -> None:
    path.write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")
