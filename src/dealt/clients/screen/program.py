"""The program as its screens know it: the client, the game and its cards."""

from __future__ import annotations

import os
import time
from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from textual.app import App

from dealt.clients.opening import levels_of
from dealt.clients.screen.looks import FELT, Faces
from dealt.clients.screen.replay import ReplayScreen, faces_of
from dealt.clients.stepping import Place, Walk
from dealt.clients.table_client import TableClient
from dealt.history.heads import Head
from dealt.language import say
from dealt.service.table import protocol as p
from dealt.service.table.parts import GameInfo

_PACE_S = 0.05
_NO_COLOUR = "NO_COLOR"  # of the environment


class Program(App[None]):
    """The program at a table.

    Args:
        client: of the service.
        links: whether others can join by a link.

    Attributes:
        clock: seconds since 1970.
        timer: seconds that pass.
        look: the colours.
        memory: the file with the last look, beside the one with the last sort order; None: neither.
        pace_s: seconds for each card of a row; 0: show the row at once.
    """

    def __init__(self, client: TableClient, *, links: bool = False) -> None:
        without_colour = os.environ.get(_NO_COLOUR)
        # Textual takes the variable out of the environment, and knows colours of the terminal, not
        # its own, to be such as can be left out
        super().__init__(ansi_color=True if without_colour else None)
        if without_colour:
            os.environ[_NO_COLOUR] = without_colour
        self.client = client
        self.links = links
        self.clock: Callable[[], float] = time.time
        self.timer: Callable[[], float] = time.monotonic
        self._ends: tuple[p.TableFrame | None, float] = None, 0.0
        self.look = FELT
        self.pace_s = _PACE_S
        self.memory: Path | None = None
        self._faces: tuple[GameInfo | None, Faces] | None = None

    @property
    def game(self) -> GameInfo | None:
        """The game on the table."""
        frame = self.client.table
        return None if frame is None else self.client.game(frame.settings.game)

    def left_s(self, frame: p.TableFrame) -> float | None:
        """The seconds until a table's clock runs out, even if the system's clock is changed."""
        if frame.deadline is None:
            return None
        if self._ends[0] is not frame:
            self._ends = frame, self.timer() + frame.deadline / 1000 - self.clock()
        return self._ends[1] - self.timer()

    @property
    def sort_memory(self) -> Path | None:
        """The file with the last sort order."""
        return None if self.memory is None else self.memory.with_name("screen-sort.txt")

    @property
    def levels(self) -> dict[str, str]:
        """The computer players of the current game and their levels in words."""
        return levels_of(self.client, None if self.game is None else self.game.name)

    @property
    def faces(self) -> Faces:
        """The appearance of the current game's cards."""
        if (
            self._faces is None
            or self._faces[0] is not self.game
            or self._faces[1].look is not self.look
        ):
            usual = [] if self.client.welcome is None else self.client.welcome.faces
            own = [] if self.game is None else self.game.faces
            self._faces = self.game, Faces([*usual, *own], self.look)
        return self._faces[1]

    @abstractmethod
    def set_up(self, game: GameInfo, again: Head | None = None, step: Place | None = None) -> None:
        """Show the form for a new table, or for a match once more, see `deal_again`."""

    def deal_again(self, head: Head, step: Place | None = None) -> None:
        """Show the form for the cards of a match once more, or for playing on from a step."""
        game = self.client.game(head.game)
        if game is None or self.links:
            self.notify(say("The same deal again is for your own tables."))
        else:
            self.set_up(game, head, step)

    def go_through(self, way: Walk, head: Head) -> None:
        """Go through a match of the reader's, who may play on from each step."""
        play = partial(self.deal_again, head)
        self.push_screen(ReplayScreen(way, faces_of(way, self.look), play))

    @abstractmethod
    def look_back(self, name: str) -> None:
        """Show the `history`, or a `puzzle`."""

    @abstractmethod
    def go_home(self, notice: str = "") -> Any:
        """Leave any table, and show the list of games."""
