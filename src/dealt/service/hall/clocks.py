"""What is due at tables by the clock, now that it is so late and these people are there."""

from __future__ import annotations

import asyncio

from dealt.errors import DealtError
from dealt.service.hall.bots import Movers
from dealt.service.hall.live import LiveTable
from dealt.service.hall.tables import Tables
from dealt.service.table import commands
from dealt.service.table import events as ev

IDLE_S = 60.0  # after which a table that nobody attends leaves the memory
HANDOVER_S = 1.0  # after which it does so where others attend it by another process


class Clocks:
    """The clocks of all tables of a service.

    Args:
        tables: at which they run.
        movers: move for those who are too slow.
    """

    def __init__(self, tables: Tables, movers: Movers) -> None:
        self._tables, self._movers = tables, movers

    async def tick(self) -> None:
        """Do what is due."""
        time_s = self._tables.timer()
        for live in list(self._tables.live.values()):
            if live.lock.locked() or (live.is_quiet and live.sessions):
                continue
            if not live.sessions:
                if time_s - live.idle_since >= (HANDOVER_S if live.present else IDLE_S):
                    async with live.lock:
                        await self._tables.forget(live)
            elif live.owned:
                try:
                    await self._tick_table(live)
                except DealtError as error:
                    self._tables.journal.trouble(error)
                await asyncio.sleep(0)  # many tables must not keep people waiting

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
    """What happens by the clock: somebody is away, or is taken to be ready."""
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
    """Whether others have waited long enough for somebody who is not there."""
    state = live.state
    place, patience = state.places[seat], state.settings.stand_in_s
    if patience is None or place.person is None or place.away or state.is_between_matches:
        return False
    is_waited_for = state.turn == seat if state.is_playing else not place.ready
    others = live.present - {place.person}
    somebody = any(other.person in others for other in state.places)
    return is_waited_for and somebody and live.absent_for(place.person) >= patience


def _is_quiet(live: LiveTable) -> bool:
    """Whether nothing happens by the clock until something else does.

    That is so where nobody is waited for but people who are there and have all the time they want.
    """
    state = live.state
    if state.settings.move_s is not None or state.phase == "revealing" or state.mover is not None:
        return False
    if state.acting_host not in live.present:
        return False
    return all(
        place.person is None or (place.person in live.present and not place.away)
        for place in state.places
    )
