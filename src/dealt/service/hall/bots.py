"""Computer players that move, and clocks that run out."""

from __future__ import annotations

import asyncio
from asyncio import sleep, wait_for
from dataclasses import replace
from hashlib import sha256

from dealt import agents
from dealt.core.chance import MAX_SEED
from dealt.core.table import Table
from dealt.errors import DealtError, PlayerError, SetupError
from dealt.service.hall.live import LiveTable
from dealt.service.hall.tables import Tables
from dealt.service.hall.thinking import Choice, Job, hint
from dealt.service.table import commands
from dealt.service.table import events as ev
from dealt.service.table.refusals import Refused
from dealt.service.table.seats import check_level, turn_of
from dealt.service.table.state import TableState

PAUSE_S = 0.7  # before a computer player moves, so that people can follow
HINT_S = 30.0  # exact odds take a while at first
_PAUSES_TO_UNDO = 2  # to wait after a move that a person can still undo


class Movers:
    """Lets computer players move at the tables of a service, which wake them."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        tables.wake = self.wake

    def wake(self, live: LiveTable) -> None:
        """Let the computer player to move think, if there is one and anybody is present."""
        for place in live.state.places:
            if place.level is not None:
                self._tables.thinkers.prepare(live.state.settings.game, place.level)
        is_idle = live.thinking is None or live.thinking.done()
        if is_idle and self._is_needed(live) and not self._tables.is_stopping:
            live.thinking = self._tables.tasks.spawn(self._think(live))

    def _is_needed(self, live: LiveTable) -> bool:
        """Whether it is the turn of a computer player that this process moves."""
        return live.owned and bool(live.present) and live.state.mover is not None

    async def _think(self, live: LiveTable) -> None:
        """Let computer players move until it is a person's turn, or nobody is present."""
        try:
            while self._is_needed(live):
                moved = live.state.moved
                if pause_s := self._pause_s(live):
                    await sleep(pause_s)
                await self._move_for(live, live.state.mover, moved)
        except Exception as error:  # the clock wakes the player again
            self._fail(error)
        finally:
            live.thinking = None

    def _pause_s(self, live: LiveTable) -> float:
        """Seconds that a computer player waits before it moves."""
        state, pause_s = live.state, self._tables.around.pause_s
        taker = state.takers[-1] if state.takers else None
        can_undo = taker is not None and state.may_undo(taker)
        return _PAUSES_TO_UNDO * pause_s if can_undo else pause_s

    async def _move_by_clock(self, live: LiveTable, moved: int) -> None:
        """Move for a person who was too slow."""
        try:
            await self._move_for(live, live.state.settings.stand_in, moved, "clock")
        except Exception as error:  # the next tick tries again
            self._tables.journal.trouble(error)
        finally:
            live.thinking = None
            self.wake(live)

    async def _move_for(
        self, live: LiveTable, level: str | None, moved: int, by: str | None = None
    ) -> None:
        """Let a computer player make one move, unless the table has moved on meanwhile.

        Args:
            live: the table.
            level: the computer player.
            moved: identifies the position, see `TableState.moved`.
            by: `clock` for a person who was too slow; None: it is a computer player's turn.
        """
        state, table = live.state, live.state.table
        if table is None or level is None or state.moved != moved or not state.is_playing:
            return
        chosen = await self._chosen(state, table, level)
        async with live.lock:
            state = live.state
            turn = state.turn
            if not live.owned or state.moved != moved or turn is None:
                return
            if by is None and state.mover != level:
                return  # the person has come back
            own = "bot" if chosen.level == level else chosen.level
            doer = by or (own if state.places[turn].person is None else "away")
            await self._tables.commit(live, [ev.Played(seat=turn, action=chosen.action, by=doer)])
            await self._tables.follow(live)

    async def _chosen(self, state: TableState, table: Table, level: str) -> Choice:
        """A computer player's choice, or the only open action.

        A random player replaces one that fails, so that the table goes on.
        """
        open_now = table.actions
        if len(open_now) == 1:
            return Choice(open_now[0].id, level)
        job = Job.from_table(table, level, self._seed(state, table))
        if self._tables.around.own:
            job = replace(job, seat=f"{state.name} {state.matches} {state.turn} {level}")
        try:
            return await self._tables.thinkers.choose(job)
        except (PlayerError, SetupError) as error:
            self._fail(error)
            return await self._tables.thinkers.choose(job.by(agents.RANDOM))

    def _fail(self, error: Exception) -> None:
        self._tables.journal.trouble(error)
        self._tables.around.failed(error)

    def _seed(self, state: TableState, table: Table) -> int:
        """A seed for a choice: from an ordered seed of the table, else one nobody can guess."""
        digits = self._tables.around.fresh(8)
        if state.settings.seed is not None and state.match is not None:
            place = state.matches, len(state.match.tables), len(table.history)
            digits = sha256(repr((state.settings.seed, *place)).encode()).digest()[:8]
        return int.from_bytes(digits, "big") & MAX_SEED >> 1

    async def hint(self, live: LiveTable, person: str, adviser: str | None, address: str) -> str:
        """A hint for the seat to move, from the game or from a computer player.

        Raises:
            Refused: it is somebody else's turn, or there is no such adviser.
        """
        turn_of(live.state, person)
        table = live.state.table
        assert table is not None, "a turn without a round"
        if adviser is None:
            job = Job.from_table(table, agents.RANDOM, 0)
            thinking = self._tables.thinkers.workers.do(address, hint, job)
            try:
                text: str = await wait_for(thinking, HINT_S)
            except TimeoutError:
                raise Refused("busy", "the hint is taking too long; ask again") from None
            return text
        check_level(live.state, adviser)
        job = Job.from_table(table, adviser, self._seed(live.state, table))
        try:
            return await self._tables.thinkers.advise(job, address)
        except (PlayerError, SetupError) as error:
            raise Refused("busy", error) from None

    def hurry(self, live: LiveTable) -> None:
        """Start a move for a person who was too slow."""
        if live.thinking is None or live.thinking.done():
            work = self._move_by_clock(live, live.state.moved)
            live.thinking = self._tables.tasks.spawn(work)


# --- clocks ---------------------------------------------------------------------------------------

_IDLE_S = 60.0  # after which a table without connections is dropped from memory
_HANDOVER_S = 1.0  # the same if people attend it through another process


class Clocks:
    """The clocks of all tables of a service; `movers` move for people who are too slow."""

    def __init__(self, tables: Tables, movers: Movers) -> None:
        self._tables, self._movers = tables, movers

    async def tick(self) -> None:
        """Do what the clocks require at all tables."""
        time_s = self._tables.timer()
        for live in list(self._tables.live.values()):
            if live.lock.locked() or (live.is_quiet and live.sessions):
                continue
            if not live.sessions:
                if time_s - live.idle_since >= (_HANDOVER_S if live.present else _IDLE_S):
                    async with live.lock:
                        await self._tables.forget(live)
            elif live.owned:
                try:
                    await self._tick_table(live)
                except DealtError as error:
                    self._tables.journal.trouble(error)
                await asyncio.sleep(0)  # many tables must not delay people's messages

    async def _tick_table(self, live: LiveTable) -> None:
        async with live.lock:
            events = _due(live)
            if events:
                await self._tables.commit(live, events)
            await self._tables.follow(live)
            live.is_quiet = _is_quiet(live)
        if live.state.is_playing and live.is_late:
            self._movers.hurry(live)


def _due(live: LiveTable) -> ev.Events:
    """The events that a clock brings: somebody is away, or back, or counts as ready."""
    state = live.state
    events: ev.Events = []
    for seat, place in enumerate(state.places):
        if _is_silent(live, seat):
            events.append(ev.WentAway(seat=seat))
        elif place.away and place.person in live.present:
            events.append(ev.CameBack(seat=seat))
    is_waiting = not state.is_playing and not state.is_between_matches
    if is_waiting and live.is_late:
        events += commands.ready_by_clock(state)
    return events


def _is_silent(live: LiveTable, seat: int) -> bool:
    """Whether others have waited long enough for an absent person."""
    state = live.state
    place, patience = state.places[seat], state.settings.stand_in_s
    if patience is None or place.person is None or place.away or state.is_between_matches:
        return False
    is_waited_for = state.turn == seat if state.is_playing else not place.ready
    others = live.present - {place.person}
    somebody = any(other.person in others for other in state.places)
    return is_waited_for and somebody and live.absent_for(place.person) >= patience


def _is_quiet(live: LiveTable) -> bool:
    """Whether clocks can ignore a table until it changes: everybody is present, without a clock."""
    state = live.state
    if state.settings.move_s is not None or state.phase == "revealing" or state.mover is not None:
        return False
    if state.acting_host not in live.present:
        return False
    return all(
        place.person is None or (place.person in live.present and not place.away)
        for place in state.places
    )
