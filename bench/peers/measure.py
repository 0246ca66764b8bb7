"""How each peer is measured: on one core, after a first call, the best call of some seconds.

A second is one of the core's time that the process had, so that other programs matter less.
"""

import json
import os
import time
from collections.abc import Callable

SECONDS = 5.0


def on_one_core() -> None:
    """Keep this process on the last core that it may use, where the system can do that."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def measure(what: str, play: Callable[[int], tuple[int, float]]) -> None:
    """Print the best rate of `play` as a line of JSON.

    Args:
        what: what is measured.
        play: plays rounds at random by a seed; returns how many, and how many decisions.
    """
    play(0)  # compiles, fills caches
    best, rounds, decisions, seed = 0.0, 0, 0.0, 0
    end = time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        seed += 1
        start = time.process_time()
        played, made = play(seed)
        best = max(best, made / (time.process_time() - start))
        rounds, decisions = rounds + played, decisions + made
    print(json.dumps({"what": what, "rate": best, "a round": decisions / rounds}), flush=True)
