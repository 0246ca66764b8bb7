"""What is due at a table by the clock, now that it is so late and these people are there."""

from __future__ import annotations

from dealt.service import commands
from dealt.service import events as ev
from dealt.service.live import LiveTable


def is_late(live: LiveTable, now: float) -> bool:
    """Whether the clock of the one in turn has run out; `now` is in seconds since 1970."""
    limit = commands.deadline(live.state)
    return live.state.is_playing and limit is not None and now * 1000 >= limit


def due(live: LiveTable, now: float) -> ev.Events:
    """What happens by the clock: somebody is away, or is taken to be ready."""
    state = live.state
    limit = commands.deadline(state)
    events: ev.Events = []
    for seat, place in enumerate(state.places):
        if is_silent(live, seat, now):
            events.append(ev.WentAway(seat=seat))
        elif place.away and place.person in live.present:
            events.append(ev.CameBack(seat=seat))
    is_waiting = not state.is_playing and not state.is_between_matches
    if limit is not None and is_waiting and now * 1000 >= limit:
        events += commands.ready_by_clock(state)
    return events


def is_silent(live: LiveTable, seat: int, now: float) -> bool:
    """Whether others have waited long enough for somebody who is not there."""
    state = live.state
    place, patience = state.places[seat], state.settings.stand_in_s
    if patience is None or place.person is None or place.away or state.is_between_matches:
        return False
    is_waited_for = state.turn == seat if state.is_playing else not place.ready
    others = live.present - {place.person}
    somebody = any(other.person in others for other in state.places)
    return is_waited_for and somebody and live.absent_for(place.person, now) >= patience


def hosting(live: LiveTable, now: float) -> ev.Events:
    """The host's part passes to somebody present in a seat, and returns with the host.

    It passes when others have waited long enough, or at once when whoever did it has left.
    """
    state, patience = live.state, live.state.settings.stand_in_s
    if state.host in live.present:
        return [] if state.deputy is None else [ev.Hosted()]
    acting = state.acting_host
    is_vacant = state.deputy is not None and not state.seats_of(state.deputy)
    is_gone = patience is not None and live.absent_for(acting, now) >= patience
    if is_vacant or is_gone:
        heirs = [place.person for place in state.places if place.person in live.present]
        return [ev.Hosted(deputy=heirs[0])] if heirs else []
    return []


def is_quiet(live: LiveTable) -> bool:
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
