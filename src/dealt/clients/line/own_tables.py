"""This account's tables behind the prompts: every move is saved before the next question.

Prompts wait for input, so the service runs beside them, in a thread of its own.  A match then
exists twice: at the service, which saves it and shows it to other windows, and as a `Match` here,
which the prompts show and whose computer players choose here.  While a prompt waits, the table is
left to the service.  Another window may play; its moves are repeated here before an answer counts.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dealt.clients.line.background import Background
from dealt.clients.plan import unfinished
from dealt.core.agent import Seat
from dealt.core.game import Game
from dealt.language import say, spoken
from dealt.service.hall.live import LiveTable
from dealt.service.hall.service import Service
from dealt.service.table import events as ev
from dealt.service.table import messages as m
from dealt.service.table import protocol as p
from dealt.service.table.fairness import Receipt, verify
from dealt.service.table.frames import Showing, Viewer, receipt_frame, seat_lines
from dealt.service.table.parts import Settings, TableRow
from dealt.service.table.refusals import Refused
from dealt.service.table.state import TableState
from dealt.service.web.bus import STOPPED
from dealt.service.web.local import DATA, own_keys, service_on, token_at
from dealt.storage.files import kept_at

_MOST_UNSAVED = 64  # moves of computer players that are saved together
PATIENCE_S = 10.0  # to wait for another window that deals
_MOVE_S = 60.0  # to wait for a window whose computer player moves
LOOK_S = 0.02


@dataclass(frozen=True)
class Position:
    """How far a match has gone at the service.

    Attributes:
        match: its number at the table, from 1.
        rounds: the ids of the actions of each round.
        names: who plays.
        people: which seats people hold.
        version: of the table.
    """

    match: int
    rounds: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]
    people: tuple[bool, ...]
    version: int


def _position_of(state: TableState) -> Position:
    tables = [] if state.match is None else state.match.tables
    return Position(
        match=state.matches,
        rounds=tuple(tuple(action.id for _, action in table.history) for table in tables),
        names=state.names,
        people=tuple(place.person is not None for place in state.places),
        version=state.version,
    )


def nothing() -> None:
    """Do nothing, where nobody waits for changes."""


class _Window:
    """The connection of the prompts to their table, see `dealt.service.hall.live`.

    Args:
        person, name: of the person at the prompts.
    """

    def __init__(self, person: str, name: str) -> None:
        self.address, self.person, self.name = "", person, name
        self.is_known, self.began, self.language = True, time.monotonic(), spoken()
        self.live: LiveTable | None = None
        self.looking: int | None = None
        self.window, self.is_returning = secrets.token_hex(8), False
        self.changed: Callable[[], None] = nothing

    def send(self, frame: p.Frame) -> None:
        """Ignore the frame; the chat is shown in the table's other windows."""

    def show_table(self) -> None:
        """Signal that the table has changed."""
        self.changed()

    def close(self, number: int, farewell: p.Frame | None = None) -> None:
        """Ignore the close; the thread ends with the program."""

    def drop_question(self, unless: int | None = None) -> None:
        """Ignore this; questions are answered here."""


class OwnTables(Background):
    """The tables of this account, at a service in a thread beside the prompts.

    Args:
        place: the file; None: the file of this account.

    Attributes:
        place: the file.
        name: of the person.

    Raises:
        StorageError: the file cannot be used.
    """

    def __init__(self, place: str | None = None) -> None:
        super().__init__("dealt tables")
        self.place = kept_at(DATA) if place is None else place
        self._stack = contextlib.AsyncExitStack()
        self._attended: list[OwnTable] = []
        try:
            self._service, self._person, self.name = self.do(self._begin())
        except BaseException:
            self.end_thread()
            raise

    async def _begin(self) -> tuple[Service, str, str]:
        try:
            service = await self._stack.enter_async_context(service_on(self.place))
            token = await token_at(service, own_keys(), str(Path(self.place).absolute()))
            return service, *await service.person_of(token)
        except BaseException:
            await self._stack.aclose()
            raise

    def close(self) -> None:
        """Save everything and stop the service."""
        if not self.is_running:
            return
        for table in self._attended:
            with contextlib.suppress(Refused):  # another window has gone on there
                table.flush()
        self.do(self._stack.aclose())
        self.end_thread()

    # --- tables

    def open(self, settings: Settings, seats: Sequence[Seat], levels: Sequence[str]) -> OwnTable:
        """Open a new table with its first round dealt.

        Args:
            settings: of the table.
            seats: who sits there.
            levels: the names to find computer players again, see `agents.bot`.

        Raises:
            Refused: such a table is not possible.
        """
        return self.do(self._open(settings, seats, levels))

    async def _open(
        self, settings: Settings, seats: Sequence[Seat], levels: Sequence[str]
    ) -> OwnTable:
        tables = self._service.tables
        live = await tables.open(self._person, settings)
        live.is_driven = True
        events = [self._seated(n, *each) for n, each in enumerate(zip(seats, levels, strict=True))]
        async with live.lock:
            await tables.commit(live, events)
        return await self._attend(live)

    def _seated(self, number: int, seat: Seat, level: str) -> ev.AnyEvent:
        if seat.agent is None:
            return ev.Sat(seat=number, person=self._person, name=seat.name)
        return ev.BotSat(seat=number, level=level, name=plain_name(seat))

    def unfinished(self, game: Game) -> list[TableState]:
        """The unfinished matches of a game begun here, the latest first."""
        return self.do(unfinished(self._service, self._person, game))

    def rows(self) -> list[TableRow]:
        """The tables of this account as rows of the menu, the latest first."""
        return self.do(self._service.lobby(self._person))

    def rename(self, name: str) -> None:
        """Change the person's name.

        Raises:
            Refused: the name cannot be shown.
        """
        self.name = self.do(self._service.rename(self._person, name, self.name))

    def resume(self, name: str) -> OwnTable:
        """Enter the table of an unfinished match.

        Raises:
            Refused: it may not be entered now.
        """
        return self.do(self._resume(name))

    async def _resume(self, name: str) -> OwnTable:
        live = await self._service.tables.load_for(self._person, name)
        live.is_driven = True
        return await self._attend(live)

    async def _attend(self, live: LiveTable) -> OwnTable:
        window = _Window(self._person, self.name)
        self._service.sessions.add(window)
        await self._service.attend(window, live.name)
        table = OwnTable(self, live, window)
        self._attended.append(table)
        if live.state.match is None:
            await table.ready()
        return table

    async def order(self, live: LiveTable, message: m.Message) -> int:
        """Carry out a message from the person; errors as in `Tables.order`."""
        return await self._service.tables.order(live, self._person, self.name, message)

    async def commit(self, live: LiveTable, events: ev.Events) -> int:
        """Save the actions of computer players, and return the new version of the table."""
        async with live.lock:
            await self._service.tables.commit(live, events)
            return live.state.version

    async def frame(self, live: LiveTable, seat: int) -> p.TableFrame:
        """A table as the person sees it from a seat."""
        async with live.lock:
            showing = Showing(live.state, live.present, live.deadline)
            return showing.frame(Viewer(self._person, seat), may_sit=True)

    def wake(self, live: LiveTable) -> None:
        """Let the service move its computer players at a table."""
        self._service.tables.wake(live)


class OwnTable:
    """One table of this account, as the prompts use it.

    Args:
        tables: of this account.
        live: the table at the service.
        window: the connection to it.

    Attributes:
        is_owned: whether computer players move in this process, not in that of another window.
    """

    def __init__(self, tables: OwnTables, live: LiveTable, window: _Window) -> None:
        self.live = live
        self.window = window
        self._tables = tables
        self._unsaved: list[ev.AnyEvent] = []
        self._version = live.state.version
        self._visit, self._moves = secrets.token_hex(6), 0  # so that no move is named twice

    @property
    def is_owned(self) -> bool:
        """Whether computer players move in this process."""
        return self.live.owned

    def save(self, seat: int, action: int, *, is_person: bool) -> None:
        """Save an action: a person's at once, a computer player's before the next question.

        Raises:
            Refused: the table has moved on, or it cannot be saved.
        """
        if not is_person:
            self._unsaved.append(ev.Played(seat=seat, action=action, by="bot"))
            if len(self._unsaved) >= _MOST_UNSAVED:
                self.flush()
            return
        self.flush()
        self._moves += 1
        move = f"{self._visit}.{self._moves}"
        message = m.Play(move=move, version=self._version, action=action)
        self._version = self._tables.do(self._tables.order(self.live, message))

    def flush(self) -> None:
        """Save the actions of computer players so far; errors as in `save`."""
        if self._unsaved:
            events, self._unsaved = self._unsaved, []
            self._version = self._tables.do(self._tables.commit(self.live, events))

    def undo(self) -> None:
        """Take the last move back.

        Raises:
            Refused: it is somebody else's, or it showed a hidden card.
        """
        self.flush()
        message = m.Undo(version=self._version)
        self._version = self._tables.do(self._tables.order(self.live, message))

    def deal(self, number: int) -> None:
        """Have round `number`, from 1, dealt if needed; errors as in `save`."""
        self.flush()
        self._tables.do(self._deal(number))

    async def _deal(self, number: int) -> None:
        if self._rounds() < number:
            try:
                await self.ready()
            except Refused:  # another window has had it dealt
                if self._rounds() < number:
                    raise
        until = time.monotonic() + PATIENCE_S
        while self._rounds() < number:
            if time.monotonic() > until:
                raise Refused("busy", "the table does not answer; try again")
            await asyncio.sleep(LOOK_S)
        self._version = self.live.state.version

    def _rounds(self) -> int:
        match = self.live.state.match
        return 0 if match is None else len(match.tables)

    async def ready(self) -> None:
        """Say that the person is ready for the next deal."""
        self._version = await self._tables.order(self.live, m.Ready())

    def deck(self, number: int) -> list[int]:
        """The order of the deck of round `number`, from 0."""
        return list(self.live.state.decks[number])

    def seat_lines(self) -> list[str]:
        """The changes of seats in the round."""
        return seat_lines(self.live.state)

    def frame(self, seat: int) -> p.TableFrame:
        """The table as its windows show it, seen from a seat of the person."""
        return self._tables.do(self._tables.frame(self.live, seat))

    def order(self, do: str, **fields: Any) -> None:
        """Send an order about seats, names or chat, as in the protocol; errors as in `save`."""
        self.flush()
        message = m.decode(json.dumps({"do": do, **fields}).encode())
        self._version = self._tables.do(self._tables.order(self.live, message))

    def check_deal(self, number: int) -> None:
        """Check a finished round against what was promised.

        Raises:
            Refused: nothing was promised.
            DealtError: it was not dealt as promised.
        """
        state = self.live.state
        message = m.Dealing(match=state.matches, round=number)
        receipt = Receipt.from_json(json.dumps(receipt_frame(state, message).receipt))
        verify(receipt, state.game)

    @contextlib.contextmanager
    def left_alone(self) -> Iterator[None]:
        """Leave the table to the service while a prompt waits; announce others' moves."""
        self.flush()
        moved = self.live.state.moved
        notice = say("Somebody has moved in another window; press Enter to see it.")

        def announce() -> None:
            if not self.live.is_driven and self.live.state.moved != moved and sys.stdout.isatty():
                self.window.changed = nothing
                sys.stdout.write(f"\n{notice}\n")
                sys.stdout.flush()

        self.window.changed = announce
        self._tables.do(self._let_go())
        try:
            yield
        finally:
            self.window.changed = nothing

    async def _let_go(self) -> None:
        self.live.is_driven = False
        self._tables.wake(self.live)

    def position(self) -> Position:
        """Take over the computer players, and return how far the match has gone."""
        position = self._tables.do(self._position())
        self._version = position.version
        return position

    async def _position(self) -> Position:
        async with self.live.lock:
            self.live.is_driven = True
            return _position_of(self.live.state)

    def wait(self, moves: int) -> None:
        """Wait until the round has more moves than this, or computer players move here.

        Raises:
            Refused: the other window does not move.
        """
        try:
            self._tables.do(asyncio.wait_for(self._wait(moves), _MOVE_S))
        except TimeoutError:
            raise Refused("busy", STOPPED) from None

    async def _wait(self, moves: int) -> None:
        while not self.is_owned:
            table = self.live.state.table
            if table is None or len(table.history) > moves or table.is_over:
                return
            await asyncio.sleep(LOOK_S)


def plain_name(seat: Seat) -> str:
    """The name of a seat without the level beside it."""
    name, _, level = seat.name.partition(" (")
    is_bot = seat.agent is not None and level == f"{seat.agent.name})"
    return name if is_bot else seat.name
