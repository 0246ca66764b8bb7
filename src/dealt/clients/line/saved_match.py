"""A match at prompts, saved move by move at a table of this account."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from dealt import agents
from dealt.clients.line.background import MovedElsewhereError
from dealt.clients.line.own_tables import OwnTable, Position, plain_name
from dealt.core.agent import Action, AnyAgent, Seat
from dealt.core.game import Game
from dealt.core.match import Match
from dealt.core.table import Table
from dealt.service.table.refusals import Refused


class _SavedRound(Table):
    """A round of a saved match."""

    match: SavedMatch

    def step(self, action: Action | None = None) -> Action:
        """Play one action; a computer player in another window's table moves there."""
        is_bot = not self.is_over and self.seats[self.seat_in_turn].agent is not None
        if is_bot and not self.match.own.is_owned:
            self.match.own.wait(len(self.history))
            if not self.match.own.is_owned:
                raise MovedElsewhereError("the table has moved on since; look again")
        return super().step(action)

    def repeat(self, action: Action) -> None:
        """Save an action, then repeat it as in `Table.repeat`."""
        self.match.save(action)
        super().repeat(action)


class SavedMatch(Match):
    """A match whose every action is saved at a table of this account.

    Args:
        own: the table; its first round is dealt.
        game: the game of the table.
        seats: who sits there, with the computer players that choose here.
        make_adviser: see `Match`.

    Attributes:
        own: the table.
    """

    def __init__(
        self,
        own: OwnTable,
        game: Game,
        seats: Sequence[Seat],
        make_adviser: Callable[[str], AnyAgent | None] | None = None,
    ) -> None:
        state = own.live.state
        assert state.match is not None, "a table before its first deal"
        settings, self.own, self._number = state.settings, own, state.matches
        self._agents = [seat.agent for seat in seats]
        self._names = tuple(plain_name(seat) for seat in seats)  # as they are at the table
        self._seat_lines: list[str] = []  # that have been read
        super().__init__(
            game,
            seats,
            seed=settings.seed_of(state.matches),
            rounds=state.match.rounds,
            options=state.match.options,
            decks=[] if settings.deck is None else [settings.deck.split()],
            dealer=None if settings.is_arranged else own.deck,
            position=settings.position,
            make_adviser=make_adviser,
        )
        self.catch_up()
        self.news()

    def _round(self, s: Any) -> Table:
        saved = _SavedRound(self.game, self.seats, s, self._record, self._make_adviser)
        saved.match = self
        return saved

    def next_round(self) -> Table:
        """Have the table deal the next round, as in `Match.next_round`."""
        self.own.deal(len(self.tables) + 1)
        return super().next_round()

    def take_back(self) -> None:
        """Take back the last move at the table and here.

        Raises:
            Refused: it is somebody else's move, or it showed a hidden card.
        """
        self.own.undo()
        super().take_back()

    def save(self, action: Action) -> None:
        """Save the next action of the seat to move.

        Raises:
            MovedElsewhereError: somebody else has moved before.
            Refused: it cannot be saved.
        """
        seat = self.table.seat_in_turn
        try:
            self.own.save(seat, action.id, is_person=self.seats[seat].agent is None)
        except Refused as refused:
            if self.catch_up():
                raise MovedElsewhereError("the table has moved on since; look again") from refused
            raise

    @contextlib.contextmanager
    def left_alone(self) -> Iterator[None]:
        """Leave the table to the service while a prompt waits for an answer.

        Raises:
            MovedElsewhereError: somebody has moved in another window meanwhile.
        """
        with self.own.left_alone():
            yield
        if self.catch_up():
            raise MovedElsewhereError("the table has moved on since; look again")

    def catch_up(self) -> bool:
        """Repeat here what was done at the table; return whether anything was."""
        position, before = self.own.position(), self._place()
        if position.match != self._number:
            raise MovedElsewhereError("another match has begun at this table; look again")
        if position.names != self._names or position.people != self._people():
            self._seat(position)
        for number, actions in enumerate(position.rounds):
            if number == len(self.tables):
                super().next_round()
            if number == len(self.tables) - 1:
                self._repeat(actions)
        return self._place() != before

    def news(self) -> list[str]:
        """The changes of seats since the last call."""
        lines = self.own.seat_lines()
        before = len(self._seat_lines) if lines[: len(self._seat_lines)] == self._seat_lines else 0
        self._seat_lines = lines
        return lines[before:]

    def _seat(self, position: Position) -> None:
        """Adopt the names and players that the table has now."""
        seats = []
        for number, seat in enumerate(self.seats):
            name = position.names[number]
            if name == self._names[number]:
                name = seat.name
            agent = None
            if not position.people[number]:
                agent = self._agents[number] or agents.bot(self.game, agents.SEED, self.seed)
            seats.append(Seat(name, agent))
        self.name_seats([seat.name for seat in seats])
        self._names, self.seats = position.names, tuple(seats)
        for table in self.tables:
            table.seats = self.seats

    def _repeat(self, actions: Sequence[int]) -> None:
        """Bring the current round to its state at the table."""
        table = self.table
        while [each.id for _, each in table.history] != [*actions[: len(table.history)]]:
            super().take_back()
        for action in actions[len(table.history) :]:
            Table.repeat(table, table.read(action))

    def _place(self) -> tuple[int, tuple[int, ...], tuple[bool, ...]]:
        history = tuple(action.id for _, action in self.table.history)
        return len(self.tables), history, self._people()

    def _people(self) -> tuple[bool, ...]:
        return tuple(seat.agent is None for seat in self.seats)


def is_finished_here(match: Match) -> bool:
    """Whether a finished match is to be counted by this process, where it was decided."""
    if isinstance(match, SavedMatch):
        with contextlib.suppress(Refused, MovedElsewhereError):
            match.own.flush()
            match.catch_up()  # at another window it may have ended while a prompt waited
        return match.is_over and match.own.is_owned
    return match.is_over
