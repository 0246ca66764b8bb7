"""A table in memory: its state, who attends it, and the frames made for them."""

from __future__ import annotations

import asyncio

from dealt.language import ENGLISH, speaking
from dealt.service import protocol as p
from dealt.service.attending import Attendant
from dealt.service.frames import Showing, Viewer, seat_of
from dealt.service.state import TableState


class LiveTable:
    """A table in memory.

    Args:
        state: of the table.
        owned: whether this process decides what happens there.
        now: seconds.

    Attributes:
        lock: held by whoever lets something happen.
        sessions: the connections of this process that attend it.
        elsewhere: the persons who attend it by other processes, and their windows, by process.
        left_at: when each person was connected last, in seconds.
        thinking: the task of the computer player in turn.
        idle_since: when the last connection left, in seconds.
        is_driven: whoever plays here in this process lets computer players move, not the service.
        is_quiet: the clock brings about nothing here until something changes.
    """

    def __init__(self, state: TableState, *, owned: bool, time_s: float) -> None:
        self.state = state
        self.owned = owned
        self.lock = asyncio.Lock()
        self.sessions: set[Attendant[LiveTable]] = set()
        self.elsewhere: dict[str, dict[str, str]] = {}
        self.left_at: dict[str, float] = {}
        self.loaded_at = time_s
        self.thinking: asyncio.Task[None] | None = None
        self.idle_since = time_s
        self.is_driven = False
        self.is_quiet = False
        self._showings: dict[str, Showing] = {}  # by language
        self._frames: dict[tuple[str, str | None, bool, int | None], bytes] = {}

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

    def is_attended_elsewhere(self, person: str, window: str) -> bool:
        """Whether a person attends it by another window."""
        return any(
            windows.get(person, window) != window
            for windows in (self.windows, *self.elsewhere.values())
        )

    @property
    def present(self) -> frozenset[str]:
        """The persons who attend it."""
        return self.local_persons.union(*self.elsewhere.values())

    def absent_for(self, person: str, time_s: float) -> float:
        """For how many seconds a person has not been connected."""
        if person in self.present:
            return 0.0
        return time_s - self.left_at.get(person, self.loaded_at)

    def changed(self) -> None:
        """Something that is seen has changed: everybody gets a new frame."""
        self.is_quiet = False
        self._frames.clear()
        self._showings.clear()
        turn = self.state.turn
        for session in self.sessions:
            own = self.state.seats_of(session.person)
            if len(own) > 1 and turn in own and turn != session.looking:
                session.looking = None  # the screen goes to somebody else first
            session.drop_question(unless=self.state.moved)
            session.show_table()

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
                    self._showings[language] = Showing(state, self.present)
                frame = self._showings[language].frame(viewer, may_sit=may_sit)
            self._frames[key] = p.encode(frame)
        return self._frames[key]
