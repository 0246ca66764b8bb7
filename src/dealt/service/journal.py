"""What happens in a service, counted, and its failures, told in one line each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from dealt.errors import DealtError


class Journal:
    """Counts and failures of a service.

    Args:
        say: gets a line about a failure.

    Attributes:
        figures: how often each thing has happened.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self.figures: Counter[str] = Counter()
        self._say = say

    def trouble(self, error: BaseException) -> None:
        """Count and tell a failure; never what a person said."""
        self.figures["troubles"] += 1
        line = str(error) if isinstance(error, DealtError) else _where(error)
        self._say(f"dealt: {line}")

    def refused(self, code: str) -> None:
        """Count a refusal."""
        self.figures[f"refused {code}"] += 1


def _where(error: BaseException) -> str:
    """An unexpected error and its place, in one line, without what anybody said."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f" at {trace.tb_frame.f_code.co_name}:{trace.tb_lineno}"
    return f"mistake: {type(error).__name__}{place}"
