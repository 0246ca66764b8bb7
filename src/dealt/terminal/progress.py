"""Long work at a terminal: a bar with rate and time left; Ctrl-C keeps the finished part."""

from __future__ import annotations

import contextlib
import contextvars
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import FrameType
from typing import TYPE_CHECKING, Any, Self

from dealt.language import message, say

# pauses before lines without a terminal: first short, then longer; a day in all
_PAUSES_S = (15.0, 15.0, 30.0, 60.0, 120.0, *[300.0] * 288)

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class Work:
    """Long work with a progress bar; the first Ctrl-C only asks it to stop.

    A second Ctrl-C ends the program as usual. The bar goes to the standard error stream if that is
    a terminal; otherwise lines there say that something must be compiled first, and now and then
    how far long work is.

    Args:
        title: the work, in a word or two; a message.
        unit: the counted things: `decks`; a message.
        is_ready: whether the work can begin at once, asked when it is about to; else it is said
            until something is done that the rules are compiled.
        pauses: seconds between the lines without a terminal.
    """

    def __init__(
        self,
        title: str,
        unit: str,
        is_ready: Callable[[], bool] = lambda: True,
        *,
        pauses: Iterable[float] = _PAUSES_S,
    ) -> None:
        self.is_stopped = False
        self._title = title
        self._unit = unit
        self._is_ready = is_ready
        self._compiles: bool | None = None  # None: the work has not begun
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._start = 0  # when the bar was first shown
        self._is_timed = False  # whether the rate has a starting point
        self._before: object = None
        self._pauses = pauses
        self._counts = 0, 0
        self._end = threading.Event()
        self._thread: threading.Thread | None = None  # prints the lines without a terminal

    def __enter__(self) -> Self:
        with contextlib.suppress(ValueError):  # no interrupts outside the main thread
            self._before = signal.signal(signal.SIGINT, self._stop)
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        if self._thread is not None:
            self._thread.join()
        if self._bar is not None:
            self._bar.stop()
        if callable(self._before):
            signal.signal(signal.SIGINT, self._before)

    def progress(self, count: int, total: int) -> None:
        """Report the progress, of this total."""
        if self._compiles is None:
            self._compiles = count < total and not self._is_ready()
            if self._compiles and not sys.stderr.isatty():
                sys.stderr.write(f"{say(COMPILING)}\n")
        if self._bar is None:
            if not sys.stderr.isatty():
                self._counts = count, total
                if self._thread is None and count < total:
                    language = contextvars.copy_context()  # a new thread has no language
                    self._thread = threading.Thread(
                        target=language.run, args=(self._print_lines,), daemon=True
                    )
                    self._thread.start()
                return
            self._bar = _bar()
            before = COMPILING if self._compiles else self._title
            self._task = self._bar.add_task(say(before), total=total, unit=say(self._unit))
            self._bar.start()
            self._start = count
        assert self._task is not None
        has_begun = not self._compiles or count != self._start  # the first part is not counted
        if has_begun and not self._is_timed:
            self._is_timed = True
            line = say(self._title)
            self._bar.update(self._task, description=line, since=time.monotonic(), before=count)
        self._bar.update(self._task, completed=count, total=total)

    def stopped(self) -> bool:
        """Whether a stop was requested."""
        return self.is_stopped

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.is_stopped = True
        signal.signal(signal.SIGINT, signal.default_int_handler)
        line = say("Finishing the work in progress; press Ctrl-C again to stop at once.")
        sys.stderr.write(f"\n{line}\n")

    def _print_lines(self) -> None:
        """Print the progress now and then, until the work ends."""
        began = time.monotonic()
        for pause_s in self._pauses:
            if self._end.wait(pause_s):
                return
            count, total = self._counts
            line = say(
                "{title}: {count} of {total} {things} after {time}",
                title=say(self._title), count=_short(count), total=_short(total),
                things=say(self._unit), time=_clock(time.monotonic() - began),
            )  # fmt: skip
            sys.stderr.write(f"{line}\n")
            sys.stderr.flush()


COMPILING = message("Compiling the rules, the first time (up to a minute)")


def _bar() -> Progress:
    """A bar with the progress, the rate and the time left."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn
    from rich.text import Text

    class Column(ProgressColumn):
        """A column with a text of its own."""

        def __init__(self, text: Callable[[Task], str]) -> None:
            super().__init__()
            self.text = text

        def render(self, task: Task) -> Text:
            return Text(self.text(task))

    def rate(task: Task) -> str:
        a_second = _rate_of(task.completed, task.fields)
        return f"{_short(a_second)} {task.fields['unit']}/s" if a_second else ""

    def left(task: Task) -> str:
        a_second = _rate_of(task.completed, task.fields)
        return _clock(((task.total or 0) - task.completed) / a_second) if a_second else ""

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        Column(lambda task: f"{_short(task.completed)}/{_short(task.total or 0)}"),
        Column(rate),
        Column(lambda task: "" if task.fields.get("since") else _clock(task.elapsed or 0)),
        Column(left),
        console=Console(stderr=True),
        transient=True,
    )


def _rate_of(count: float, fields: Mapping[str, Any]) -> float:
    """The rate per second over the whole time; 0 while it is unknown.

    Work done in parts advances in leaps, so the last ones alone say little.
    """
    if "since" not in fields:
        return 0.0
    counted = count - fields["before"]
    return counted / max(1e-3, time.monotonic() - fields["since"]) if counted > 0 else 0.0


def _clock(seconds: float) -> str:
    """Seconds as people read them: `0:07`, `12:30`, `3:05:00`."""
    minutes, rest = divmod(round(max(0.0, seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _short(number: float) -> str:
    """A number with three digits and a letter: `12.3M`."""
    for letter, size in (("T", 1e12), ("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:.3g}{letter}"
    return f"{number:.0f}"


@contextlib.contextmanager
def timed() -> Iterator[list[float]]:
    """A list that receives the seconds that the block took."""
    seconds: list[float] = []
    start = time.perf_counter()
    yield seconds
    seconds.append(time.perf_counter() - start)
