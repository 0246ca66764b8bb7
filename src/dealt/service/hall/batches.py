"""What is stored beside the events of a table: who finds it, by which links, and whether."""

from __future__ import annotations

from dealt.service.store.table_store import Batch, Row
from dealt.service.table import events as ev
from dealt.service.table.state import TableState


def batch_of(state: TableState, events: ev.Events, rows: tuple[Row, ...]) -> Batch:
    """Events as they are written; they have not happened yet.

    Args:
        state: of the table, before them.
        events: what is to happen.
        rows: their texts.
    """
    return Batch(
        table=state.name,
        first=state.version + 1,
        rows=rows,
        public=_listed(state, events),
        visitors=tuple(_visitors(events)),
        codes=tuple(e.code_hash for e in events if isinstance(e, ev.CodeMade)),
        seated=tuple(e.person for e in events if isinstance(e, ev.Sat | ev.SeatMoved)),
        closed=any(isinstance(e, ev.Closed) for e in events),
    )


def _listed(state: TableState, events: ev.Events) -> bool | None:
    """Whether the lobby lists a table, at moments that make it the latest; else None."""
    for event in reversed(events):
        if isinstance(event, ev.Closed):
            return False
        if isinstance(event, ev.Opened | ev.Changed):
            return event.settings.public
        if isinstance(event, ev.Sat | ev.Dealt):
            return state.settings.public
    return None


def _visitors(events: ev.Events) -> list[str]:
    """The persons who find the table in their lobby from now on."""
    hosts = [e.host for e in events if isinstance(e, ev.Opened)]
    return hosts + [e.person for e in events if isinstance(e, ev.Joined | ev.Sat | ev.SeatMoved)]
