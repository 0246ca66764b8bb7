"""A match as the latest frame of its table shows it to people at prompts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from msgspec import structs

from dealt import agents
from dealt.clients.seat_choices import name_of
from dealt.core.agent import Action, Seat
from dealt.core.game import Game
from dealt.core.sheet import Sheet
from dealt.core.view import View
from dealt.core.zones import Board
from dealt.games import registered
from dealt.language import say
from dealt.service.table import protocol as p
from dealt.service.table.parts import SheetData

# names in the documents' own examples; these seats keep them
AS_TYPED = (agents.OWN, agents.RANDOM, agents.SEED)


class Elsewhere:
    """The player of a seat that is not played here; `name` is the level of a computer player."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """Never called: this player chooses elsewhere."""
        raise NotImplementedError


class ShownMatch:
    """What a frame shows of a match, with the interface of `dealt.core.match.Match`.

    Attributes:
        game: that is played.
        shown: the table as the prompts show it.

    Raises:
        SetupError: the game is not known here.
    """

    def __init__(self, frame: p.TableFrame) -> None:
        self.shown = frame
        self.game: Game = registered(frame.settings.game)
        self._boards: dict[int, Board] = {}  # of finished rounds, by number

    @property
    def own_seats(self) -> list[int]:
        """The seats played at these prompts."""
        return [number for number, info in enumerate(self.shown.seats) if info.yours]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, with the levels of computer players."""
        names = [name_of(self.shown, seat) for seat in range(len(self.shown.seats))]
        if self.shown.sheet is not None:  # in a match that is over seats may have other players
            names = self.shown.sheet.columns[1:]
        return tuple(map(self.called, names))

    def called(self, text: str) -> str:
        """A text with the level beside the name of each computer player: `Bia (strong)`."""
        for info in self.shown.seats:
            name, level = info.name or "", info.level
            if level not in (None, *AS_TYPED) and not name.startswith(level or ""):
                text = re.sub(
                    rf"\b{re.escape(name)}\b(?! \()", f"{name} ({say(level or '')})", text
                )
        return text

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats and their players; those who play elsewhere have a stand-in agent."""
        return tuple(
            Seat(name, None if info.yours else Elsewhere(info.level or ""))
            for name, info in zip(self.names, self.shown.seats, strict=True)
        )

    def board(self, number: int) -> Board:
        """What everybody may see of a round, from 1, at its end or now."""
        if number in self._boards:
            return self._boards[number]
        board = self.shown.board or Board(seats=(), zones=())
        seats = tuple(structs.replace(s, name=self.called(s.name)) for s in board.seats)
        return structs.replace(board, seats=seats)

    def keep_board(self) -> None:
        """Keep what everybody may see of the current round, which is over."""
        self._boards[self.shown.round] = self.board(self.shown.round)

    @property
    def rounds(self) -> int | None:
        """The number of rounds in the match."""
        return self.shown.rounds

    @property
    def options(self) -> dict[str, int]:
        """The options of the game."""
        return self.game.option_values(self.shown.options)

    @property
    def totals(self) -> dict[str, int]:
        """The points of each seat over all rounds."""
        return self.points_in(-1)

    def points_in(self, row: int) -> dict[str, int]:
        """The points of each seat in a row of the score sheet."""
        sheet = self.shown.sheet
        cells = [] if sheet is None else sheet.rows[row][1:]
        return {name: int(cell) for name, cell in zip(self.names, cells, strict=True)}

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners of a match that is over."""
        return tuple(map(self.called, self.shown.winners))

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.shown.phase == "over"

    @property
    def sheet(self) -> Sheet:
        """The score sheet of the match."""
        sheet = self._sheet(self.shown.sheet) or Sheet(self.game.title, (), ())
        settings = self.shown.settings
        if settings.seed is None:
            return sheet
        seed = settings.seed_of(self.shown.match)
        return replace(sheet, title=say("{game}, seed {seed}", game=sheet.title, seed=seed))

    def reasons(self) -> Sheet | None:
        """The reasons for the last round's points; None if the outcome explains them."""
        return self._sheet(self.shown.reasons)

    def _sheet(self, data: SheetData | None) -> Sheet | None:
        """A score sheet in the form that prompts show."""
        if data is None:
            return None
        columns, notes = (tuple(map(self.called, texts)) for texts in (data.columns, data.notes))
        return Sheet(data.title, columns, tuple(map(tuple, data.rows)), notes)
