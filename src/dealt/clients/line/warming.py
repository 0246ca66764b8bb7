"""Compile a search in a process of its own before its first use, and show the time it takes.

Meanwhile `good` chooses in its place where a person plays at a terminal; with a seed, or where no
person is there to wait, the search is waited for, so that the same seed gives the same players.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from multiprocessing.process import BaseProcess
from typing import Any

from dealt import agents
from dealt.agents.search import SearchAgent, compile_search, driver, plan_of
from dealt.core.agent import Action, Agent, AnyAgent, Deals, Seat
from dealt.core.compiled import has_numba, is_kept
from dealt.core.game import Game
from dealt.core.view import View
from dealt.games import game as game_called
from dealt.language import say

LOOK_S = 0.25  # between two looks at whether it is ready
# names in the documents' own examples; these seats keep them
AS_TYPED = (agents.OWN, agents.RANDOM, agents.SEED)


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
def _warmth_of(game: Game) -> Warmth:
    """The progress for a game, shared by all its searching players."""
    return Warmth(game)


class WarmingSearch(SearchAgent):
    """A search that another player replaces until it is compiled.

    Args:
        game, seed: see `SearchAgent`.
        warmth: the progress of compiling it.
        stands_in: chooses meanwhile; None: wait for the search.
        tell: receives a line when the stand-in has chosen.
    """

    def __init__(
        self,
        game: Game,
        seed: int,
        warmth: Warmth,
        stands_in: Agent | None,
        tell: Callable[[str], None],
    ) -> None:
        super().__init__(game, seed, clock=time.monotonic, waiting=warmth)
        self._own_name = self.name
        self._warmth, self._stands_in, self._tell = warmth, stands_in, tell
        self._is_replaced = False
        warmth.begin()

    def search(self, view: View, actions: Sequence[Action], deals: Deals) -> Action:
        """The action that the search chooses, or its replacement."""
        other = self._stands_in
        self._is_replaced = other is not None and len(actions) > 1 and not self._warmth.is_ready()
        if other is None or not self._is_replaced:
            self.name = self._own_name
            return super().search(view, actions, deals)
        self.name = other.name
        line = say("{name} is warming up; {other} answers", name=self._own_name, other=other.name)
        self._tell(line)
        return other.choose(view, actions)

    @property
    def why(self) -> str:
        """The reason for a choice, by the search or by its replacement."""
        if self._is_replaced:
            reason: str = getattr(self._stands_in, "why", "")
            return reason
        return super().why


def warming(
    game: Game, name: str, seed: int, tell: Callable[[str], None], *, waits: bool
) -> AnyAgent | None:
    """The computer player of a name, as in `agents.bot`; a search is compiled first.

    Args:
        game: the game.
        name: of the player.
        seed: of the player's random choices.
        tell: receives a line when a stand-in has chosen for a search.
        waits: whether to wait for a search, without a stand-in.
    """
    if not agents.is_search(game, name):
        return agents.bot(game, name, seed)
    good = None if waits else agents.bot(game, agents.GOOD, seed)
    stands_in = good if isinstance(good, Agent) else None
    return WarmingSearch(game, seed, _warmth_of(game), stands_in, tell)


def opponents(
    game: Game, seats: Sequence[Seat], tell: Callable[[str], None], *, waits: bool
) -> list[Seat]:
    """The players of a match at this terminal, with searches compiled and names for levels.

    A computer player ordered by its level gets the name of a person, with the level beside it:
    `Bia (strong)`.

    Args:
        game: the game.
        seats: as ordered.
        tell: receives lines for the person at the terminal.
        waits: see `warming`.
    """
    names_in_use = [seat.name.partition(" (")[0] for seat in seats]
    opponents_there: list[Seat] = []
    for seat in seats:
        agent, name = seat.agent, seat.name
        level = "" if agent is None else agent.name
        if isinstance(agent, SearchAgent) and agents.is_search(game, level):
            agent = warming(game, level, agent.seed, tell, waits=waits)
        if level in agents.bots(game) and level not in AS_TYPED:
            first_name = agents.given_name(names_in_use)
            names_in_use.append(first_name)
            name = f"{first_name} ({level})"
        opponents_there.append(Seat(name, agent))
    return opponents_there
