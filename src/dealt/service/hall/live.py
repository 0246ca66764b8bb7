"""A table in memory: its state, the connections that attend it, and the frames they get."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, TypeVar
from weakref import WeakKeyDictionary

from dealt.language import ENGLISH, speaking
from dealt.service.table import protocol as p
from dealt.service.table.commands import patience_s
from dealt.service.table.frames import Showing, Viewer, seat_of
from dealt.service.table.limits import Clock
from dealt.service.table.state import TableState


@dataclass(frozen=True)
class Elsewhere:
    """Who attends a table by another process.

    Attributes:
        windows: by which window each person does.
        looks: which seats each person looks from there, of those with several.
    """

    windows: dict[str, str]
    looks: dict[str, list[int]] = field(default_factory=dict)


class LiveTable:
    """A table in memory.

    Args:
        state: of the table.
        owned: whether this process decides what happens there.
        clock: seconds since 1970.
        timer: seconds that pass.

    Attributes:
        lock: held by whoever lets something happen.
        sessions: the connections of this process that attend it.
        elsewhere: who attends it by other processes, by process.
        left_at: when each person was connected last, by the timer.
        thinking: the task of the computer player in turn.
        idle_since: when the last connection left, by the timer.
        is_driven: whoever plays here in this process lets computer players move, not the service.
        redirected: called when a connection looks from another seat than before the last change.
        is_quiet: the clock brings about nothing here until something changes.
    """

    def __init__(self, state: TableState, *, owned: bool, clock: Clock, timer: Clock) -> None:
        self.state = state
        self._clock, self._timer = clock, timer
        self.owned = owned
        self.lock = asyncio.Lock()
        self.sessions: set[Attendant[LiveTable]] = set()
        self.elsewhere: dict[str, Elsewhere] = {}
        self.left_at: dict[str, float] = {}
        self._loaded_at = timer()
        self.thinking: asyncio.Task[None] | None = None
        self.idle_since = self._loaded_at
        self.is_driven = False
        self.is_quiet = False
        self.redirected: Callable[[LiveTable], None] = lambda live: None
        self._seats: dict[str, list[int]] = {}  # of the persons here, before the last change
        # the seats that connections looked from before somebody else was in turn
        self._turned_away: WeakKeyDictionary[Attendant[LiveTable], int] = WeakKeyDictionary()
        self._showings: dict[str, Showing] = {}  # by language
        self._frames: dict[tuple[str, str | None, bool, int | None], bytes] = {}
        # what the table waits for, and since when; before it came here others counted the time
        self._wait = self._awaited
        self._waits_since = self._loaded_at - max(0.0, clock() - state.waiting_since / 1000)

    @property
    def name(self) -> str:
        """The table's name."""
        return self.state.name

    @property
    def local_persons(self) -> frozenset[str]:
        """The persons who attend it by this process."""
        return frozenset(session.person for session in self.sessions)

    @property
    def windows(self) -> dict[str, str]:
        """By which window each of them does."""
        return {session.person: session.window for session in self.sessions}

    @property
    def looks(self) -> dict[str, list[int]]:
        """Which seats each person of this process looks from, of those with several."""
        looks: dict[str, list[int]] = {}
        for session in self.sessions:
            if session.looking is not None:
                looks.setdefault(session.person, []).append(session.looking)
        return looks

    def is_attended_elsewhere(self, person: str, window: str) -> bool:
        """Whether a person attends it by another window."""
        return any(
            windows.get(person, window) != window
            for windows in (self.windows, *(each.windows for each in self.elsewhere.values()))
        )

    @property
    def present(self) -> frozenset[str]:
        """The persons who attend it."""
        return self.local_persons.union(*(each.windows for each in self.elsewhere.values()))

    def has_other_windows(self, session: Attendant[LiveTable]) -> bool:
        """Whether a person attends it by other connections at the same time."""
        return any(session.person in each.windows for each in self.elsewhere.values()) or any(
            other.person == session.person for other in self.sessions - {session}
        )

    def _is_looked_from(self, seat: int, session: Attendant[LiveTable]) -> bool:
        """Whether the person looks from a seat by another connection."""
        here = [other for other in self.sessions - {session} if other.person == session.person]
        return any(other.looking == seat for other in here) or any(
            seat in each.looks.get(session.person, ()) for each in self.elsewhere.values()
        )

    def absent_for(self, person: str) -> float:
        """For how many seconds a person has not been connected."""
        if person in self.present:
            return 0.0
        return self._timer() - self.left_at.get(person, self._loaded_at)

    @property
    def _awaited(self) -> tuple[int, int]:
        """What the table waits for: the same until it waits for something else."""
        return self.state.moved, self.state.waiting_since

    @property
    def waited_s(self) -> float:
        """For how many seconds the table has waited for the one in turn, or for the next deal."""
        return self._timer() - self._waits_since

    @property
    def is_late(self) -> bool:
        """Whether the clock of the table has run out."""
        limit_s = patience_s(self.state)
        return limit_s is not None and self.waited_s >= limit_s

    @property
    def deadline(self) -> int | None:
        """When the clock of the table runs out, milliseconds since 1970; None: it has none."""
        limit_s = patience_s(self.state)
        return None if limit_s is None else round(1000 * (self._clock() + limit_s - self.waited_s))

    def changed(self) -> None:
        """Something that is seen has changed: everybody gets a new frame."""
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

    def _direct(self, session: Attendant[LiveTable]) -> None:
        """Choose the seat that a connection of a person with several seats looks from now."""
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
        elif session.looking is None:  # that one has a window, which was heard of only now
            session.looking = self._turned_away.pop(session, None)

    def frame(self, person: str, looking: int | None, language: str = ENGLISH) -> bytes:
        """The frame for a viewer, told in a language; spectators share theirs."""
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


# --- who attends a table --------------------------------------------------------------------------

AnyTable = TypeVar("AnyTable")

# how a connection is closed, in the numbers of RFC 6455
GOING_AWAY = 1001
BROKE_RULES = 1008
TRY_AGAIN = 1013


class Attendant(Protocol[AnyTable]):
    """A connection, see `dealt.service.web.session`.

    Attributes:
        address: where it comes from.
        person, name: who it is, if that is known.
        is_known: `hello` has been said.
        began: when the connection was made, in seconds that pass.
        language: of all texts that it is sent.
        live: the table that it attends.
        looking: which of several own seats it shows.
        window: which window of the person it is; empty: it has not said.
        is_returning: it attends its table by itself, and gives way to another window.
    """

    address: str
    person: str
    name: str
    is_known: bool
    began: float
    language: str
    live: AnyTable | None
    looking: int | None
    window: str
    is_returning: bool

    def send(self, frame: p.Frame) -> None:
        """Have a frame sent."""

    def show_table(self) -> None:
        """Have the table sent, as it will be when the client has read what waits before it."""

    def close(self, number: int, farewell: p.Frame | None = None) -> None:
        """End the connection, after what waits has been sent."""

    def drop_question(self, unless: int | None = None) -> None:
        """Think no longer about what was asked, unless the table is still at that position."""
