"""What happens in a service, counted, and its failures, told in one line each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from dealt.errors import DealtError

PLACE = "dealt_place"  # the attribute of an error that has left its process


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
    return f"mistake: {type(error).__name__}{getattr(error, PLACE, place_of(error))}"


def place_of(error: BaseException) -> str:
    """Where an error was raised; empty: that is not known."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "" if trace is None else f" at {trace.tb_frame.f_code.co_name}:{trace.tb_lineno}"
