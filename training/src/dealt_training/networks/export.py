"""Trained networks as files that the installed package reads without torch."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from dealt.errors import DealtError
from dealt_training.networks.models import MarkFinder, PeakFinder

OPSET = 17
ALIKE = 2e-3  # how far the exported network may be off the trained one, chances and lengths alike


# by network: what it takes, in a sample and of another size, and what it gives
FORMS: dict[str, tuple[str, tuple[int, ...], tuple[int, ...], tuple[str, ...]]] = {
    "finder": ("scaled", (1, 3, 96, 128), (1, 3, 160, 224), ("marks",)),
    "reader": ("crops", (2, 3, 64, 48), (5, 3, 64, 48), ("rank", "suit", "pose")),
    "judge": ("cards", (2, 3, 128, 96), (5, 3, 128, 96), ("pile", "edges")),
    "framer": ("frames", (2, 4, 128, 96), (5, 4, 128, 96), ("right",)),
}


def export_network(name: str, network: nn.Module, out: Path) -> float:
    """Write a network into a folder as `NAME.onnx`; returns how far that is off the trained one.

    The finder is written for photos of any size, the others for any number of cuts.

    Raises:
        DealtError: what was written does not say the same.
    """
    shipped = PeakFinder(network) if isinstance(network, MarkFinder) else network
    shipped = shipped.eval().cpu()
    takes, sample, other, gives = FORMS[name]
    axes = {each: {0: "n"} for each in (takes, *gives)}
    if name == "finder":
        axes = {
            takes: {0: "n", 2: "height", 3: "width"},
            "marks": {0: "n", 2: "rows", 3: "columns"},
        }
    path = out / f"{name}.onnx"
    low, high = (-2.0, 2.0) if takes == "scaled" else (0.0, 255.0)
    example, also = (torch.empty(shape).uniform_(low, high) for shape in (sample, other))
    _write(shipped, example, path, [takes], list(gives), axes)
    return _off(shipped, path, also)


def _write(
    network: nn.Module,
    sample: torch.Tensor,
    path: Path,
    inputs: list[str],
    outputs: list[str],
    axes: dict[str, dict[int, str]],
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter that needs no further package is the old one
        torch.onnx.export(
            network,
            (sample,),
            str(path),
            input_names=inputs,
            output_names=outputs,
            dynamic_axes=axes,
            opset_version=OPSET,
            dynamo=False,
        )


def session_of(path: Path) -> Any:
    """An onnxruntime session on one thread; more of them only wait for each other here."""
    import onnxruntime  # type: ignore[import-untyped]

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def _off(network: nn.Module, path: Path, sample: torch.Tensor) -> float:
    session = session_of(path)
    with torch.no_grad():
        outputs = network(sample)
    outputs = outputs if isinstance(outputs, tuple) else (outputs,)
    written = session.run(None, {session.get_inputs()[0].name: sample.numpy()})
    off = max(float(np.abs(a.numpy() - b).max()) for a, b in zip(outputs, written, strict=True))
    if off > ALIKE:
        raise DealtError(f"{path.name}: the exported network is off by {off:.2g}, not {ALIKE}")
    return off
