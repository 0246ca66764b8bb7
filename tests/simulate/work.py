"""Work for the tests of shards: sums that are known, and accidents."""

import os
import signal
import time
from pathlib import Path

WORK = "tests.simulate.work:squares"
WITH_ACCIDENTS = "tests.simulate.work:squares_with_accidents"
WRONG = "tests.simulate.work:wrong"


def squares(settings, seed, first, n):
    """How many, their sum and the sum of their squares; as slow as the settings say."""
    time.sleep(settings.get("ms", 0) / 1000)
    numbers = range(first, first + n)
    return [n, sum(numbers) + seed * n, sum(number * number for number in numbers)]


def expected(total, seed):
    """What a whole job counts."""
    return tuple(squares({}, seed, 0, total))


def squares_with_accidents(settings, seed, first, n):
    """The same; but the first worker to come to each of some shards is killed there."""
    marker = Path(settings["folder"]) / str(first)
    if first % settings["every"] == 0 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return squares(settings, seed, first, n)


def always_killed(settings, seed, first, n):
    """Nobody survives this."""
    os.kill(os.getpid(), signal.SIGKILL)


def wrong(settings, seed, first, n):
    """A mistake in the work itself."""
    raise ZeroDivisionError("a mistake")
