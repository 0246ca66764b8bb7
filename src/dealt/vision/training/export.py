"""Trained networks as files that the installed package reads without torch."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from dealt.errors import DealtError
from dealt.vision.training.networks import MarkFinder, MarkReader, PeakFinder

OPSET = 17
ALIKE = 2e-3  # how far the exported network may be off the trained one, chances and lengths alike


def export_finder(network: MarkFinder, path: Path) -> float:
    """Write the finder as ONNX for photos of any size; returns how far it is off.

    Raises:
        DealtError: what was written does not say the same.
    """
    shipped = PeakFinder(network).eval().cpu()
    axes = {"photo": {0: "n", 2: "height", 3: "width"}, "marks": {0: "n", 2: "rows", 3: "columns"}}
    sample = torch.rand(1, 3, 96, 128) * 255
    _write(shipped, sample, path, ["photo"], ["marks"], axes)
    return _off(shipped, path, torch.rand(1, 3, 160, 224) * 255)


def export_reader(network: MarkReader, path: Path) -> float:
    """Write the reader as ONNX for any number of cuts; returns how far it is off.

    Raises:
        DealtError: what was written does not say the same.
    """
    shipped = network.eval().cpu()
    axes = {"crops": {0: "n"}, "rank": {0: "n"}, "suit": {0: "n"}, "pose": {0: "n"}}
    sample = torch.rand(2, 3, 64, 48) * 255
    _write(shipped, sample, path, ["crops"], ["rank", "suit", "pose"], axes)
    return _off(shipped, path, torch.rand(5, 3, 64, 48) * 255)


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
        said = network(sample)
    said = said if isinstance(said, tuple) else (said,)
    written = session.run(None, {session.get_inputs()[0].name: sample.numpy()})
    off = max(float(np.abs(a.numpy() - b).max()) for a, b in zip(said, written, strict=True))
    if off > ALIKE:
        raise DealtError(f"{path.name}: the exported network is off by {off:.2g}, not {ALIKE}")
    return off
