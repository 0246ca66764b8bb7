"""Penney's game: a scorer that somebody has written, in a process of its own.

A scorer takes a deck and two choices, such as `"RBBR...", "RRB", "RBR"`, and returns the tricks of
both players, then their cards. See `scorer_host` for what it may not do.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import re
import shlex
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple, Protocol, Self

from dealt.errors import DealtError, SetupError
from dealt.language import message, say
from dealt.own_code import PLACE
from dealt.penney.scorer_host import four_numbers

SECONDS = 60.0  # for all games of a scorer
GAME_S = 20.0  # for a game, the start of the scorer included
_MEMORY = 2 << 30  # bytes
_HOST = Path(__file__).with_name("scorer_host.py")
_PROBLEMS = {
    "memory": message("needs too much memory"),
    "raised": message("fails: {what}"),
    "shape": message(
        "returns {what}; expected are four whole numbers: tricks of both, then cards of both"
    ),
    "import": message("cannot be imported: {what}"),
    "name": message("name the function, such as scorer.py:score; there are: {what}"),
}


class Game(NamedTuple):
    """A deck and the choices of both players, as letters `R` and `B`."""

    deck: str
    first: str
    second: str

    def __str__(self) -> str:
        return say("{first} against {second} on {deck}", **self._asdict())


class Totals(NamedTuple):
    """Tricks of both players, then their cards."""

    first_tricks: int
    second_tricks: int
    first_cards: int
    second_cards: int

    def __str__(self) -> str:
        return say(
            "tricks {tricks}, cards {cards}",
            tricks=f"{self[0]}:{self[1]}", cards=f"{self[2]}:{self[3]}",
        )  # fmt: skip


class ScorerError(DealtError):
    """A scorer that gives no totals."""


class AnyScorer(Protocol):
    """What can be asked for totals.

    Attributes:
        has_printed: whether it has printed anything meanwhile.
        is_late: whether its time is over.
    """

    has_printed: bool

    @property
    def is_late(self) -> bool:
        """Whether its time is over."""

    def allow(self, seconds: float) -> None:
        """Give it some more time."""

    def totals(self, games: Sequence[Game]) -> Iterator[Totals]:
        """The totals of games, one by one; raises ScorerError."""


class CalledScorer:
    """A function of this program as a scorer; nothing limits it, and it prints where it likes."""

    has_printed = is_late = False

    def __init__(self, function: Callable[[str, str, str], Any]) -> None:
        self._function = function

    def allow(self, seconds: float) -> None:
        """It has all the time there is."""

    def totals(self, games: Sequence[Game]) -> Iterator[Totals]:
        """The totals of games, one by one; raises ScorerError."""
        for game in games:
            try:
                value = self._function(*game)
            except Exception as error:
                what = f"{type(error).__name__}: {error}"
                raise ScorerError(_PROBLEMS["raised"], what=what) from error
            numbers = four_numbers(value)
            if numbers is None:
                raise ScorerError(_PROBLEMS["shape"], what=repr(value)[:100])
            yield Totals(*numbers)


class Scorer:
    """Somebody's scorer in a process of its own; it ends with the context.

    Args:
        place: a file `scorer.py` or `scorer.py:NAME`, a function `module:NAME`, or a command that
            reads lines such as `RBBR RRB RBR` and prints four numbers for each.
        seconds: for all games.

    Raises:
        SetupError: the file does not exist.
    """

    def __init__(self, place: str, seconds: float = SECONDS) -> None:
        self.place, self.has_printed = place, False
        self._end = time.monotonic() + seconds
        self._answers: queue.Queue[str | None] = queue.Queue()
        path, _, name = place.partition(".py:")
        file = f"{path}.py" if name else place
        is_file = Path(file).is_file()
        if not is_file and file.endswith(".py") and " " not in file:
            raise SetupError("the file {file} does not exist", file=file)
        self._folder = tempfile.TemporaryDirectory(prefix="dealt-scorer-")
        self._asked = 0  # games sent
        self._is_single = False  # a command that answers one line alone
        self._start: list[str] | None = None
        limits = json.dumps([int(seconds) + 1, _MEMORY])
        host = [sys.executable, "-I", str(_HOST), limits]
        if is_file and file.endswith(".py"):
            self._run([*host, "file", str(Path(file).resolve()), name])
        elif PLACE.fullmatch(place):
            module, _, name = place.partition(":")
            self._run([*host, "module", module, name])
        else:
            words = shlex.split(place)  # files are found from here, not from the scorer's folder
            command = [str(Path(w).resolve()) if Path(w).is_file() else w for w in words]
            self._start = [*host, "command", *command]

    def _run(self, arguments: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, encoding="utf-8", cwd=self._folder.name,
            env={**os.environ, "SCORER_PATH": str(Path.cwd())},
        )  # fmt: skip
        assert self._process.stdin is not None, "a process without an input"
        assert self._process.stdout is not None, "a process without an output"
        self._input = self._process.stdin
        self._listener = threading.Thread(target=self._listen, args=(self._process.stdout,))
        self._listener.start()

    def _listen(self, output: IO[str]) -> None:
        with output:
            for line in output:
                self._answers.put(line)
        self._answers.put(None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._start is None:
            self._process.kill()
            self._process.wait()
            self._listener.join()
            with contextlib.suppress(OSError):  # something for it is still in the pipe
                self._input.close()
        self._folder.cleanup()

    def allow(self, seconds: float) -> None:
        """Give it some more time."""
        self._end = max(self._end, time.monotonic() + seconds)

    @property
    def is_late(self) -> bool:
        """Whether its time is over."""
        return time.monotonic() >= self._end

    def totals(self, games: Sequence[Game]) -> Iterator[Totals]:
        """The totals of games, one by one; raises ScorerError."""
        if self._start is not None:
            yield from self._by_command(games)
            return
        if not self._asked:
            self._read("ready", games[0])
        first, self._asked = self._asked, self._asked + len(games)
        with contextlib.suppress(OSError):  # it has ended; its output says why
            for number, game in enumerate(games, first):
                self._input.write(json.dumps([number, *game]) + "\n")
            self._input.flush()
        for number, game in enumerate(games, first):
            yield Totals(*self._read("numbers", game, number))

    def _read(self, name: str, game: Game, number: int = -1) -> Any:
        answer: dict[str, Any] = {"number": None}
        while answer["number"] != number:  # games before it that nobody waits for any more
            try:
                line = self._answers.get(timeout=GAME_S)
            except queue.Empty:
                raise _too_slow(game) from None
            if line is None:
                raise ScorerError("ended by itself, or was ended because of its time or memory")
            answer = json.loads(line)
        self.has_printed |= "printed" in answer
        if name not in answer:
            raise ScorerError(_PROBLEMS[answer["problem"]], what=answer.get("what", ""))
        return answer[name]

    def _by_command(self, games: Sequence[Game]) -> Iterator[Totals]:
        assert self._start is not None, "not a command"
        for some in ([game] for game in games) if self._is_single else [games]:
            left = min(GAME_S * len(some), max(0.1, self._end - time.monotonic()))
            lines = "".join(f"{' '.join(game)}\n" for game in some)
            try:
                ended = subprocess.run(
                    self._start, input=lines, capture_output=True, text=True, timeout=left,
                    cwd=self._folder.name, check=False,
                )  # fmt: skip
            except subprocess.TimeoutExpired:
                raise _too_slow(some[0]) from None
            rows = ended.stdout.splitlines()
            if len(rows) == 1 < len(some):
                self._is_single = True
                yield from self._by_command(games)
                return
            if ended.returncode or len(rows) != len(some):
                wrong = (ended.stderr.strip().splitlines() or [say("{n} lines", n=len(rows))])[-1]
                raise ScorerError("answers {n} games with: {what}", n=len(some), what=wrong[:200])
            for row in rows:
                numbers = re.findall(r"-?\d+", row)
                if len(numbers) != 4:
                    raise ScorerError(_PROBLEMS["shape"], what=repr(row[:100]))
                yield Totals(*map(int, numbers))


def _too_slow(game: Game) -> ScorerError:
    return ScorerError("does not come to an end: {game}", game=str(game))
