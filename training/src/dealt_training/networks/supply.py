"""Scenes made by processes beside the one that learns."""

from __future__ import annotations

import multiprocessing as mp
import queue
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

import numpy as np

from dealt_training.networks.targets import (
    MarkTable,
    framer_examples,
    judge_examples,
    reader_examples,
)
from dealt_training.synth import Design, DrawnDesign, scene
from dealt_training.synth.art import load_art
from dealt_training.synth.fonts import system_fonts

# pixels: made scenes are square; those that are cut up are larger, for larger cards are read
FINDER_SIZE, CUT_SIZE = 416, 512
# what the finder learns from, and how often each comes: tight rows are hardest
FOUND = {
    "scatter": 0.13, "single": 0.03, "spread": 0.23, "grid": 0.09, "groups": 0.13,
    "sets": 0.14, "runs": 0.12, "piles": 0.03, "canasta": 0.08, "nothing": 0.02,
}  # fmt: skip
# what the judge of piles learns from, and how often each comes
JUDGED = {
    "piles": 0.4,
    "canasta": 0.3,
    "scatter": 0.1,
    "grid": 0.08,
    "single": 0.07,
    "spread": 0.05,
}
# and the judge of frames; the sets are dealt of many packs, for it is copies that mislead
FRAMED = {"sets": 0.4, "runs": 0.2, "groups": 0.12, "canasta": 0.13, "spread": 0.1, "scatter": 0.05}
KINDS = {"finder": FOUND, "judge": JUDGED, "framer": FRAMED}
MANY_PACKS = 12
DECKS = 5  # made-up designs that a worker holds at a time
RENEW = 24  # scenes after which one of them is replaced


@dataclass(frozen=True)
class Recipe:
    """What scenes are made of.

    Attributes:
        seed: of all chance.
        art: a folder with card faces of others (`dealt_training.synth.art`), or None.
        network: for whom: whole scenes for the `finder`, cut-out marks for the `reader`, cut-out
            cards for the `judge`, cut-out frames for the `framer`.
    """

    seed: int
    art: Path | None
    network: str


def examples(recipe: Recipe, worker: int, workers: int) -> Iterator[tuple[np.ndarray, ...]]:
    """What a worker makes, without end: a picture and its table of marks, or cuts and what is
    true of them (`targets.reader_examples`, `targets.judge_examples`, `targets.framer_examples`).
    """
    fonts = system_fonts()
    art = load_art(recipe.art) if recipe.art else []
    # with the art of others, drawn designs borrow its courts now and then
    first = recipe.seed * 1_000_003 + worker * 100_003
    designs = [DrawnDesign(first + i, fonts, art) for i in range(DECKS)]
    for count in range(1 << 62):
        if count and count % RENEW == 0:
            designs[count // RENEW % DECKS] = DrawnDesign(first + DECKS + count, fonts, art)
        number = count * workers + worker
        choice: list[Design] = [designs[number % DECKS], designs[number // 7 % DECKS]]
        if art and number % 6 == 0:
            choice = [art[number // 6 % len(art)]]
        size = (FINDER_SIZE, FINDER_SIZE) if recipe.network == "finder" else (CUT_SIZE, CUT_SIZE)
        texts = fonts[number % 7 :: 7]
        rng = np.random.default_rng((recipe.seed, number, 2))
        kind, whole, packs = None, False, 2
        if recipe.network in KINDS:
            kinds = KINDS[recipe.network]
            kind = str(rng.choice(list(kinds), p=list(kinds.values())))
            whole = recipe.network != "finder" and bool(rng.random() < 0.5)
        if recipe.network == "framer" and kind == "sets":
            packs = MANY_PACKS
        picture, truth = scene(
            *(recipe.seed, number, kind),
            size=size, decks=choice, fonts=texts, whole=whole, packs=packs,
        )  # fmt: skip
        if recipe.network == "finder":
            yield picture, MarkTable.from_scene(truth).rows
        elif recipe.network == "reader":
            yield reader_examples(rng, picture, truth)
        elif recipe.network == "judge":
            yield judge_examples(rng, picture, truth)
        else:
            yield framer_examples(rng, picture, truth)


def _work(out: Any, stop: Event, recipe: Recipe, worker: int, workers: int) -> None:
    import cv2

    cv2.setNumThreads(1)
    learner = mp.parent_process()
    for item in examples(recipe, worker, workers):
        # a learner that was killed sets no event
        while not stop.is_set() and learner is not None and learner.is_alive():
            try:
                out.put(item, timeout=0.5)
                break
            except queue.Full:
                continue
        else:
            out.cancel_join_thread()
            return


@contextmanager
def supply(recipe: Recipe, workers: int) -> Iterator[Any]:
    """A queue that `workers` processes keep filled; they end with the block."""
    context = mp.get_context("spawn")
    out: Any = context.Queue(maxsize=32)
    stop = context.Event()
    processes = [
        context.Process(target=_work, args=(out, stop, recipe, i, workers), daemon=True)
        for i in range(workers)
    ]
    for process in processes:
        process.start()
    try:
        yield out
    finally:
        stop.set()
        for process in processes:
            process.join(timeout=5)
            if process.is_alive():
                process.terminate()
