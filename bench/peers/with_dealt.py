"""Leduc poker at random in dealt, compiled and plain."""

import sys
from pathlib import Path

from measure import measure, on_one_core

from dealt.simulate.batches import play_random

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))

from leduc import GAME

COMPILED = 1_000_000
PLAIN = 2_000


def compiled(seed: int) -> tuple[int, float]:
    """Rounds and decisions."""
    return COMPILED, int(play_random(GAME, COMPILED, seed=seed).decisions.sum())


def plain(seed: int) -> tuple[int, float]:
    """Rounds and decisions."""
    return PLAIN, int(play_random(GAME, PLAIN, seed=seed, fast=False).decisions.sum())


on_one_core()
measure("dealt, compiled", compiled)
measure("dealt, plain", plain)
