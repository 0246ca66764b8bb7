"""A table in memory: its state, the connections that attend it, and the frames they get."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol
from weakref import WeakKeyDictionary

from dealt.language import ENGLISH, speaking
from dealt.service.table import protocol as p
from dealt.service.table.commands import patience_s
from dealt.service.table.frames import Showing, Viewer, seat_of
from dealt.service.table.limits import Clock
from dealt.service.table.state import TableState


@dataclass(frozen=True)
class Elsewhere:
    """The people who attend a table through another process.

    Attributes:
        windows: the window of each person.
        looks: the seats that people with several look from.
    """

    windows: dict[str, str]
    looks: dict[str, list[int]] = field(default_factory=dict)


class LiveTable:
    """A table in memory.

    Args:
        state: of the table.
        owned: whether this process decides what happens at the table.
        clock: seconds since 1970.
        timer: seconds that pass.

    Attributes:
        lock: held while the table changes.
        sessions: the connections of this process that attend it.
        elsewhere: the people who attend it through other processes, by process.
        left_at: when each person was last connected, by the timer.
        thinking: the task of the computer player to move.
        idle_since: when the last connection left, by the timer.
        redirected: called when a connection looks from another seat after a change.
        is_quiet: the clock has nothing to do here until something changes.
    """

    def __init__(self, state: TableState, *, owned: bool, clock: Clock, timer: Clock) -> None:
        self.state = state
        self._clock, self._timer = clock, timer
        self.owned = owned
        self.lock = asyncio.Lock()
        self.sessions: set[Attendant] = set()
        self.elsewhere: dict[str, Elsewhere] = {}
        self.left_at: dict[str, float] = {}
        self._loaded_at = timer()
        self.thinking: asyncio.Task[None] | None = None
        self.idle_since = self._loaded_at
        self.is_quiet = False
        self.redirected: Callable[[LiveTable], None] = lambda live: None
        self._seats: dict[str, list[int]] = {}  # of the people here, before the last change
        # the seats that connections looked from before another of their seats had the turn
        self._turned_away: WeakKeyDictionary[Attendant, int] = WeakKeyDictionary()
        self._showings: dict[str, Showing] = {}  # by language
        self._frames: dict[tuple[str, str | None, bool, int | None], bytes] = {}
        # what the table waits for, and since when; the wait may have begun in another process
        self._wait = self._awaited
        self._waits_since = self._loaded_at - max(0.0, clock() - state.waiting_since / 1000)

    @property
    def name(self) -> str:
        """The table's name."""
        return self.state.name

    @property
    def local_persons(self) -> frozenset[str]:
        """The people who attend it through this process."""
        return frozenset(session.person for session in self.sessions)

    @property
    def windows(self) -> dict[str, str]:
        """The window of each of them."""
        return {session.person: session.window for session in self.sessions}

    @property
    def looks(self) -> dict[str, list[int]]:
        """The seats that people of this process with several look from."""
        looks: dict[str, list[int]] = {}
        for session in self.sessions:
            if session.looking is not None:
                looks.setdefault(session.person, []).append(session.looking)
        return looks

    def is_attended_elsewhere(self, person: str, window: str) -> bool:
        """Whether a person attends it in another window."""
        return any(
            windows.get(person, window) != window
            for windows in (self.windows, *(each.windows for each in self.elsewhere.values()))
        )

    @property
    def present(self) -> frozenset[str]:
        """The people who attend it."""
        return self.local_persons.union(*(each.windows for each in self.elsewhere.values()))

    def has_other_windows(self, session: Attendant) -> bool:
        """Whether the person attends it through other connections, too."""
        return any(session.person in each.windows for each in self.elsewhere.values()) or any(
            other.person == session.person for other in self.sessions - {session}
        )

    def _is_looked_from(self, seat: int, session: Attendant) -> bool:
        """Whether another connection of the person looks from a seat."""
        person, others = session.person, self.sessions - {session}
        return any(other.person == person and other.looking == seat for other in others) or any(
            seat in each.looks.get(person, ()) for each in self.elsewhere.values()
        )

    def absent_for(self, person: str) -> float:
        """For how many seconds a person has not been connected."""
        if person in self.present:
            return 0.0
        return self._timer() - self.left_at.get(person, self._loaded_at)

    @property
    def _awaited(self) -> tuple[int, int]:
        """Identifies what the table waits for now."""
        return self.state.moved, self.state.waiting_since

    @property
    def waited_s(self) -> float:
        """For how many seconds the table has waited for a move, or for the next deal."""
        return self._timer() - self._waits_since

    @property
    def is_late(self) -> bool:
        """Whether the clock of the table has run out."""
        limit_s = patience_s(self.state)
        return limit_s is not None and self.waited_s >= limit_s

    @property
    def deadline(self) -> int | None:
        """When the clock of the table runs out, milliseconds since 1970; None: no clock runs."""
        limit_s = patience_s(self.state)
        return None if limit_s is None else round(1000 * (self._clock() + limit_s - self.waited_s))

    def changed(self) -> None:
        """Send everybody a new frame, because something visible has changed."""
        self.is_quiet = False
        if self._wait != self._awaited:
            self._wait, self._waits_since = self._awaited, self._timer()
        self._frames.clear()
        self._showings.clear()
        looks = self.looks
        for session in self.sessions:
            self._direct(session)
        self._seats = {person: self.state.seats_of(person) for person in self.local_persons}
        for session in self.sessions:
            session.drop_question(unless=self.state.moved)
            session.show_table()
        if looks != self.looks:
            self.redirected(self)

    def _direct(self, session: Attendant) -> None:
        """Choose the seat to look from, for a connection of a person with several."""
        own, turn = self.state.seats_of(session.person), self.state.turn
        if len(own) < 2:
            return
        before = self._seats.get(session.person, [])
        if len(before) == 1 and session.looking is None and self.has_other_windows(session):
            session.looking = before[0]  # another window has taken the other seat
        if turn is None or turn not in own or turn == session.looking:
            return
        if not self._is_looked_from(turn, session):
            if session.looking is not None:
                self._turned_away[session] = session.looking
            session.looking = None  # the screen goes to somebody else first
        elif session.looking is None:  # the seat to move has a window, as we know only now
            session.looking = self._turned_away.pop(session, None)

    def frame(self, person: str, looking: int | None, language: str = ENGLISH) -> bytes:
        """The frame for a viewer in a language; all spectators share one."""
        state = self.state
        has_part = state.has_part(person)
        viewer = Viewer(person if has_part else None, looking if has_part else None)
        may_sit = state.may_sit(person)
        key = language, viewer.person, may_sit, seat_of(state, viewer)
        if key not in self._frames:
            with speaking(language):
                if language not in self._showings:
                    self._showings[language] = Showing(state, self.present, self.deadline)
                frame = self._showings[language].frame(viewer, may_sit=may_sit)
            self._frames[key] = p.encode(frame)
        return self._frames[key]


# --- connections ----------------------------------------------------------------------------------

# close codes of RFC 6455
GOING_AWAY = 1001
BROKE_RULES = 1008
TRY_AGAIN = 1013


class Attendant(Protocol):
    """A connection, see `dealt.service.web.session`.

    Attributes:
        address: the client's network address.
        person, name: of the client, once known.
        is_known: the client has sent `hello`.
        began: when the connection was made, by the timer.
        language: of all texts for the client.
        live: the table that it attends.
        looking: the seat to look from, for a person with several.
        window: identifies the person's window; empty: unknown.
        is_returning: the window came back by itself, and gives way to others.
    """

    address: str
    person: str
    name: str
    is_known: bool
    began: float
    language: str
    live: LiveTable | None
    looking: int | None
    window: str
    is_returning: bool

    def send(self, frame: p.Frame) -> None:
        """Send a frame."""

    def show_table(self) -> None:
        """Send the table as it is once earlier frames have been sent."""

    def close(self, number: int, farewell: p.Frame | None = None) -> None:
        """Close the connection after sending what waits."""

    def drop_question(self, unless: int | None = None) -> None:
        """Cancel the hint being worked out, unless it is about that position."""
