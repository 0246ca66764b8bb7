"""The tables of a service: opening them, loading them, and changing them.

A change of a table is decided under its lock, written to the disk, and only then shown.  A table is
loaded from its events alone, when somebody enters it; nothing is dealt twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from dealt.errors import DealtError, SetupError, StorageError
from dealt.games import registered
from dealt.history.archived import Archived, latest_in
from dealt.language import message, say, speaking
from dealt.service.hall.again import dealt_again, record_again
from dealt.service.hall.live import Attendant, LiveTable
from dealt.service.hall.thinking import AnyThinkers
from dealt.service.store.table_store import Journal, Row, TableStore, Tasks, batch_of
from dealt.service.table import commands
from dealt.service.table import events as ev
from dealt.service.table import messages as m
from dealt.service.table import protocol as p
from dealt.service.table.limits import Clock
from dealt.service.table.parts import Settings
from dealt.service.table.refusals import Refused
from dealt.service.table.state import TableState, Trimmed, fold

NO_TABLE = message("there is no such table")
NOT_HERE = message("that is not possible here")
_ELSEWHERE = message("you have connected again elsewhere")
_NOT_OPEN = message("the table is no longer open to you")


@dataclass(frozen=True)
class Surroundings:
    """What a service depends on besides its database.

    Attributes:
        pause_s: seconds before a computer player moves, so that people can follow.
        origin: the address of the service for other machines, such as `http://192.168.1.5:8420`;
            None: the one that its host uses.
        fresh: gives a number of random bytes that nobody can guess.
        say: gets a line about each failure.
        failed: gets each error of a computer player, and of the game before its move.
        ended: called once with each table whose match has ended in this process.
        own: the tables belong to one account of the machine, or to one browser: a table may be
            dealt from a seed or begin in a position, and a person may sit in several windows.
    """

    pause_s: float = 0.0
    origin: str | None = None
    fresh: Callable[[int], bytes] = secrets.token_bytes
    say: Callable[[str], None] = lambda line: print(line, file=sys.stderr)  # noqa: T201
    failed: Callable[[Exception], None] = lambda error: None
    ended: Callable[[TableState], None] = lambda state: None
    own: bool = False


class _Others(Protocol):
    """The other processes that serve the same database, see `dealt.service.web.bus`."""

    def notice(self, table: str, version: int) -> str:
        """The text to send them when a table has come to a version."""

    def present(self, live: LiveTable) -> None:
        """Send them the people who attend a table here."""

    def free(self, live: LiveTable) -> None:
        """Offer them a table that this process has given up."""

    async def order(self, live: LiveTable, person: str, name: str, message: m.Message) -> int:
        """Have a table's owner carry out a message; the version of the table after it.

        Raises:
            Refused: the owner refuses, or does not answer.
        """


class Tables:
    """The tables of a service, see `Service` for the arguments.

    Attributes:
        live: the tables in memory, by name.
        tasks: background tasks at the tables.
        others: the other processes; None: there are none.
        wake: lets the computer player to move think at a table, if there is one.
        is_stopping: the service stops, and starts nothing new.
    """

    def __init__(
        self,
        store: TableStore,
        thinkers: AnyThinkers,
        *,
        clock: Clock,
        timer: Clock,
        around: Surroundings,
        journal: Journal,
    ) -> None:
        self.store = store
        self.thinkers = thinkers
        self.clock, self.timer = clock, timer
        self.around = around
        self.journal = journal
        self.live: dict[str, LiveTable] = {}
        self.tasks = Tasks()
        self.others: _Others | None = None
        self.wake: Callable[[LiveTable], None] = lambda live: None
        self.is_stopping = False
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}

    async def open(self, person: str, settings: Settings) -> LiveTable:
        """Open a new table; raises Refused if its settings are not possible."""
        if settings.is_arranged and not self.around.own:
            raise Refused("settings", commands.ARRANGED)
        decks: tuple[str, ...] = ()
        if settings.again is not None:
            record = await record_again(self.store.archive, person, settings.again)
            settings, decks = await self.thinkers.aside(dealt_again, record, settings)
        settings = commands.checked(settings)
        name = f"t{self.around.fresh(8).hex()}"
        live = self._live(TableState(name), owned=True)
        async with live.lock:
            await self.store.claim(name)
            opened = ev.Opened(host=person, settings=settings, decks=decks)
            await self.commit(live, [opened])
            await self.store.archive.add([], name)  # there is nothing to catch up with
            self.live[name] = live
            await self.follow(live)
        self.journal.figures["tables"] += 1
        return live

    async def load(self, name: str) -> LiveTable:
        """A table, up to date with the disk.

        Raises:
            Refused: there is no such table.
            StorageError: it cannot be loaded.
        """
        live = self.live.get(name)
        if live is None:
            if name not in self._loading:
                self._loading[name] = asyncio.ensure_future(self._load(name))
                self._loading[name].add_done_callback(lambda _: self._loading.pop(name, None))
            live = await asyncio.shield(self._loading[name])
        await self.refresh(live)
        return live

    async def refresh(self, live: LiveTable) -> None:
        """Apply the events that other processes have written to a table.

        Their notices come late, or never, but the disk has an event before any client sees it.

        Raises:
            Refused: the table was deleted.
            StorageError: it cannot be read.
        """
        if live.owned or not self.store.is_shared:
            return
        async with live.lock:
            rows = await self.store.events(live.name, live.state.version - 1)
            if not rows:
                self.live.pop(live.name, None)
                raise Refused("unknown", NO_TABLE)
            known = ev.read_event(rows[0].body)
            if isinstance(known, Trimmed) and known.version > live.state.version:
                await self._reload(live)  # the events it has missed are gone
                return
            for row in rows[1:]:
                event = ev.read_event(row.body)
                fold(live.state, event, row.at)
                if isinstance(event, ev.Chatted):
                    self._say(live, event)
            live.state.unarchived.clear()
            if rows[1:]:
                self._put_out_strangers(live)
                live.changed()

    async def load_for(self, person: str, name: str) -> LiveTable:
        """A table that a person may see.

        Raises:
            Refused: there is no such table, or the person may not know of it.
        """
        live = await self.load(name)
        if not live.state.may_attend(person):
            raise Refused("unknown", NO_TABLE)
        return live

    @property
    def loading(self) -> tuple[str, ...]:
        """The tables that are being loaded."""
        return tuple(self._loading)

    async def _load(self, name: str) -> LiveTable:
        state = await self._rebuild(name)
        # among several processes, the one where somebody sends a command owns the table
        owned = not self.store.is_shared and await self.store.claim(name)
        live = self._live(state, owned=owned)
        await self._archive(state, owned=owned)
        if live.owned:
            await self._resume(live)
        self.live[name] = live
        return live

    async def _rebuild(self, name: str) -> TableState:
        number, rows = await self.store.archive.number(name), await self.store.events(name)
        return await self.thinkers.aside(rebuilt, name, rows, number)

    async def _archive(self, state: TableState, *, owned: bool) -> None:
        """Archive what has ended at a table, unless another process owns it; trim its events."""
        matches, snapshot = state.unarchived, state.snapshot
        try:
            if matches and owned:
                await self.store.archive.add(matches, state.name)
                state.archived = latest_in(matches)
            state.unarchived = []
            may_trim = owned or self.store.is_shared  # any process may, for it changes no state
            if may_trim and snapshot is not None and snapshot.matches <= state.archived:
                row = Row(snapshot.changed_at, ev.event_text(snapshot))
                await self.store.trim(state.name, snapshot.version, row)
                state.trimmed, state.snapshot = snapshot.version, None
        except StorageError as error:  # the table's next change tries again
            self.journal.trouble(error)

    async def catch_up(self) -> None:
        """Archive what has ended at tables that were not loaded since there is an archive."""
        for name in await self.store.archive.behind():
            if self.is_stopping:
                return
            try:
                rows = await self.store.events(name)
                matches = await self.thinkers.aside(finished, name, rows)
                # nobody need own the table: adding a match again changes nothing
                await self.store.archive.add(matches, name)
            except StorageError as error:  # the next start tries again
                self.journal.trouble(error)
                return

    def _live(self, state: TableState, *, owned: bool) -> LiveTable:
        live = LiveTable(state, owned=owned, clock=self.clock, timer=self.timer)
        live.redirected = self.tell_of
        return live

    async def _resume(self, live: LiveTable) -> None:
        """Start the clock of a table again, if it has one."""
        if live.state.settings.move_s is not None:
            await self.commit(live, [ev.Resumed()])

    async def own(self, live: LiveTable) -> bool:
        """Own a table, if no other process does; False: another process does.

        Raises:
            Refused: its clock could not be restarted.
            StorageError: the table cannot be loaded.
        """
        async with live.lock:
            if live.owned:
                return True
            if self.is_stopping or not await self.store.claim(live.name):
                return False
            live.owned = True
            try:
                await self._reload(live)
                await self._resume(live)
            except BaseException:
                live.owned = False
                await self.store.release(live.name)
                raise
        self.wake(live)
        return True

    async def _reload(self, live: LiveTable) -> None:
        """Load a table again, under its lock, because it may differ from what is stored."""
        live.state = await self._rebuild(live.name)
        await self._archive(live.state, owned=live.owned)
        live.changed()

    async def forget(self, live: LiveTable) -> None:
        """Drop a table from memory, under its lock."""
        self.live.pop(live.name, None)
        if live.owned:
            live.owned = False
            try:
                await self.store.release(live.name)
            except StorageError as error:  # a lost database has dropped the claim anyway
                self.journal.trouble(error)
            if self.others is not None:
                self.others.free(live)

    async def forget_all(self) -> None:
        """Drop all tables from memory."""
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        for live in list(self.live.values()):
            async with live.lock:
                await self.forget(live)

    def disown(self) -> None:
        """Give up all tables, because the connection to the database was lost."""
        for live in self.live.values():
            live.owned = False

    # --- changes

    async def order(self, live: LiveTable, person: str, name: str, message: m.Message) -> int:
        """Carry out a person's message; the table's version after it, on the disk.

        Raises:
            Refused: it may not be done now.
        """
        if type(message) not in commands.ORDERS:
            raise Refused("phase", NOT_HERE)
        if not live.owned and not await self.own(live):
            if self.others is None:
                raise Refused("busy", "the table does not answer; try again")
            return await self.others.order(live, person, name, message)
        # the client may disconnect meanwhile, but a write that has begun must be completed
        return await asyncio.shield(self.tasks.spawn(self._order(live, person, name, message)))

    async def _order(self, live: LiveTable, person: str, name: str, message: m.Message) -> int:
        async with live.lock:
            state = live.state
            if isinstance(message, m.Play):
                earlier = state.moves.get((person, message.move))
                if earlier is not None:
                    return earlier
            events = commands.order(state, person, name, message)
            if events:
                await self.commit(live, events)
            version = state.version
            await self.follow(live)
        for event in events:
            if isinstance(event, ev.Chatted):
                self._say(live, event)
        return version

    async def commit(self, live: LiveTable, events: ev.Events) -> None:
        """Write events to the disk, apply them, and show them; under the table's lock."""
        state = live.state
        at = int(self.clock() * 1000)
        rows = tuple(Row(at, ev.event_text(event)) for event in events)
        batch = batch_of(state, events, rows)
        notice = None
        if self.others is not None:
            notice = self.others.notice(live.name, state.version + len(events))
        try:
            await self.store.append(batch, notice)
        except StorageError as error:
            self.journal.trouble(error)
            if state.version:
                await self._reload(live)  # perhaps it was written after all
            raise Refused("busy", "it could not be saved; look again") from None
        was_over = state.is_between_matches
        for event in events:
            fold(state, event, at)
            if isinstance(event, ev.Played):
                self.journal.figures[f"moves by {event.by}"] += 1
        if any(isinstance(event, ev.SeatMoved | ev.Changed | ev.Closed) for event in events):
            self._put_out_strangers(live)
        await self._archive(state, owned=True)
        live.changed()
        if state.is_between_matches and not was_over:
            self.around.ended(state)

    async def follow(self, live: LiveTable) -> None:
        """Commit what follows without a command; under the table's lock."""
        while live.owned:
            events = commands.follows(
                live.state, live.waited_s, lambda: self.around.fresh(32).hex()
            )
            events = events or _hosting(live)
            if not events:
                break
            await self.commit(live, events)
        self.wake(live)

    # --- connections

    def _say(self, live: LiveTable, event: ev.Chatted) -> None:
        """Send a line of chat to all connections of a table."""
        for session in live.sessions:
            session.send(p.Said(table=live.name, who=event.who, text=event.text))

    def announce(self, live: LiveTable) -> None:
        """Show here and in other processes who attends a table now."""
        self.tell_of(live)
        live.changed()

    def tell_of(self, live: LiveTable) -> None:
        """Send other processes the people who attend a table here."""
        if self.others is not None:
            self.others.present(live)

    def leave(self, session: Attendant) -> None:
        """End a connection's attendance at its table."""
        live = session.live
        if live is None:
            return
        session.live, session.looking = None, None
        session.drop_question()
        live.sessions.discard(session)
        live.left_at[session.person] = live.idle_since = self.timer()
        self.announce(live)

    def put_out(
        self, session: Attendant, code: str = "elsewhere", problem: str = _ELSEWHERE
    ) -> None:
        """End a connection's attendance, for a reason with a code of `Closing`."""
        self.leave(session)
        with speaking(session.language):
            session.send(p.Closing(code=code, why=say(problem)))

    def _put_out_strangers(self, live: LiveTable) -> None:
        """End the attendance of everybody who may no longer attend a table."""
        for session in list(live.sessions):
            if not live.state.may_attend(session.person):
                if live.state.is_closed:
                    self.put_out(session, "closed", commands.CLOSED)
                else:
                    self.put_out(session, "revoked", _NOT_OPEN)


def _hosting(live: LiveTable) -> ev.Events:
    """Make a seated person the acting host while the host is away, and end that with the return.

    It happens when others have waited long enough, or at once when the acting host has left.
    """
    state, patience = live.state, live.state.settings.stand_in_s
    if state.host in live.present:
        return [] if state.deputy is None else [ev.Hosted()]
    acting = state.acting_host
    is_vacant = state.deputy is not None and not state.seats_of(state.deputy)
    is_gone = patience is not None and live.absent_for(acting) >= patience
    if is_vacant or is_gone:
        heirs = [place.person for place in state.places if place.person in live.present]
        return [ev.Hosted(deputy=heirs[0])] if heirs else []
    return []


def rebuilt(name: str, rows: list[Row], archived: int = 0) -> TableState:
    """A table from its events; `archived` are already in the archive.

    Raises:
        Refused: there are none, or the game is not offered here.
        StorageError: they are damaged, or of another version of the rules.
    """
    if not rows:
        raise Refused("unknown", NO_TABLE)
    state = TableState(name, archived)
    for row in rows:
        try:
            event = ev.read_event(row.body)
        except ValueError as error:
            raise StorageError("table {name} is damaged: {error}", name=name, error=error) from None
        if isinstance(event, ev.Opened | ev.Changed | Trimmed):
            _check_offered(event.settings.game)
        fold(state, event, row.at)
    return state


def finished(name: str, rows: list[Row], archived: int = 0) -> list[Archived]:
    """The matches of a table that the archive has not had; none if it cannot be loaded now."""
    with contextlib.suppress(DealtError):  # such as other rules: they are added once it can be
        return rebuilt(name, rows, archived).unarchived
    return []


def _check_offered(game: str) -> None:
    """Raise Refused if a game is not offered, such as somebody's own that was not added."""
    try:
        registered(game)
    except SetupError:
        text = say("the game of this table, {game}, is not offered here now", game=game)
        raise Refused("settings", text) from None
