"""Compile a search in a process of its own before its first use, and show the time it takes.

This is for matches that are not saved; at tables the service compiles and may let `good` choose.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
import time
from collections.abc import Callable
from functools import cache
from multiprocessing.process import BaseProcess
from typing import Any

from dealt.agents.search import compile_search, driver, plan_of
from dealt.core.compiled import has_numba, is_kept
from dealt.core.game import Game
from dealt.games import game as game_called
from dealt.language import say

LOOK_S = 0.25  # between two looks at whether it is ready


def _compile_here(name: str) -> None:
    """Compile a search, in a process of its own."""
    compile_search(game_called(name))


class Warmth:
    """The progress of compiling the search of a game.

    Args:
        game: the game.
        compiles: compiles the search of a game by name, in a process of its own.
    """

    def __init__(self, game: Game, compiles: Callable[[str], None] = _compile_here) -> None:
        self._game = game
        self._compiles = compiles
        self._process: BaseProcess | None = None

    def begin(self) -> None:
        """Start compiling if needed; the new process ignores Ctrl-C."""
        if self._process is not None or self.is_ready():
            return
        process = multiprocessing.get_context("spawn").Process(
            target=self._compiles, args=(self._game.name,), daemon=True
        )
        with _without_interrupts():  # the process inherits how they are handled
            process.start()
        self._process = process

    def is_ready(self) -> bool:
        """Whether a search can choose at once."""
        if self._process is not None:
            return not self._process.is_alive()
        plan = plan_of(self._game)
        return plan is None or not has_numba() or is_kept(driver(self._game, plan, True))

    def __call__(self, text: str) -> None:
        """Wait until the search is compiled, and show the time.

        Args:
            text: what is being prepared.

        Raises:
            KeyboardInterrupt: the player does not want to wait.
        """
        self.begin()
        is_shown, since = sys.stderr.isatty(), time.monotonic()
        if not is_shown or self._process is None or not self._process.is_alive():
            sys.stderr.write(f"({text})\n")
        line = ""
        try:
            while self._process is not None and self._process.is_alive():
                seconds = int(time.monotonic() - since)
                line = say("({what}: {n} s; Ctrl-C leaves)", what=text, n=seconds)
                if is_shown:
                    sys.stderr.write(f"\r{line}")
                    sys.stderr.flush()
                self._process.join(LOOK_S)
        finally:
            if is_shown:
                sys.stderr.write(f"\r{' ' * len(line)}\r")


@contextlib.contextmanager
def _without_interrupts() -> Any:
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not in the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@cache
def warmth_of(game: Game) -> Warmth:
    """The progress for a game, shared by all its searching players."""
    return Warmth(game)
