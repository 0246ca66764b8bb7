"""When Python looks for garbage in a server: seldom among all tables, so that nobody waits for it.

A look over a thousand tables takes half a second in which no move is answered, and hardly ever
finds anything. So all that lives is set aside again and again, and Python's own looks go over what
is younger than that; once in a while everything is looked at.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

WHOLE_S = 3600.0  # what was set aside, and has died in a cycle, stays at most so long


class GarbageLooks:
    """Sets aside what lives, whenever it is asked to.

    Args:
        clock: seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._whole_at = clock()

    def set_aside(self) -> None:
        """Leave all that lives by now out of Python's looks; in time, look at everything first."""
        time_s = self._clock()
        if time_s - self._whole_at >= WHOLE_S:
            self._whole_at = time_s
            gc.unfreeze()
            gc.collect()
        gc.freeze()
