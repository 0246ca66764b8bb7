"""The table service: tables, persons, computer players and clocks, without any web framework.

Whatever happens at a table is decided under its lock, written to the disk, and only then shown.  A
table is taken up again from its events alone, whenever somebody enters it; nothing is dealt twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sys
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Protocol, TypeVar

from dealt.errors import DealtError, SetupError, StorageError
from dealt.games import registered
from dealt.language import message, say, speaking
from dealt.service import clocks, commands, frames, offers
from dealt.service import events as ev
from dealt.service import protocol as p
from dealt.service.batches import batch_of
from dealt.service.bots import Movers
from dealt.service.cleaning import GUEST, clean_name
from dealt.service.limits import Addresses, Clock, Limits
from dealt.service.live import LiveTable
from dealt.service.parts import TableRow
from dealt.service.refusals import Refused
from dealt.service.session import BROKE_RULES, GOING_AWAY, Session
from dealt.service.state import TableState
from dealt.service.table_store import Row, TableStore
from dealt.service.thinking import AnyThinkers

T = TypeVar("T")

TICK_S = 0.25
IDLE_S = 60.0  # after which a table that nobody attends leaves the memory
MOST_IN_LOBBY = 30
LISTED_S = 14 * 86_400  # after which a table without a name of its own is not listed any more
NOT_OPEN = message("the table is no longer open to you")


@dataclass(frozen=True)
class Surroundings:
    """What a service stands on besides its database.

    Attributes:
        pause_s: before a computer player moves, so that people can follow.
        origin: where people of other machines reach the service, such as
            `http://192.168.1.5:8420`; None: as its host does.
        fresh: so many random bytes that nobody can guess.
        say: gets a line about trouble.
    """

    pause_s: float = 0.0
    origin: str | None = None
    fresh: Callable[[int], bytes] = secrets.token_bytes
    say: Callable[[str], None] = lambda line: print(line, file=sys.stderr)  # noqa: T201


class Others(Protocol):
    """The other processes that serve the same database, see `dealt.service.bus`."""

    def notice(self, table: str, version: int) -> str:
        """What they are told when something has happened at a table."""

    def present(self, live: LiveTable) -> None:
        """Tell them who attends a table here."""

    async def order(self, table: str, person: str, name: str, message: p.Message) -> int:
        """Have whoever owns a table do something; its version then.

        Raises:
            Refused: as the owner says, or nobody owns it.
        """


class Service:
    """Tables and those who attend them.

    Args:
        store: where events are kept; whoever made it closes it.
        thinkers: where computer players think.
        limits: what is allowed.
        clock: seconds since 1970.
        around: see `Surroundings`.
    """

    def __init__(
        self,
        store: TableStore,
        thinkers: AnyThinkers,
        *,
        limits: Limits | None = None,
        clock: Clock = time.time,
        around: Surroundings | None = None,
    ) -> None:
        self.store = store
        self.thinkers = thinkers
        self.limits = Limits() if limits is None else limits
        self.clock = clock
        self.around = Surroundings() if around is None else around
        self.addresses = Addresses(self.limits, clock)
        self.tables: dict[str, LiveTable] = {}
        self.sessions: set[Session] = set()
        self.figures: Counter[str] = Counter()
        self.others: Others | None = None
        self.movers = Movers(self)
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._ticking: asyncio.Task[None] | None = None
        self.is_stopping = False

    # --- its life

    def start(self) -> None:
        """Let clocks run, in the running loop."""
        self.thinkers.warm()
        self._ticking = asyncio.create_task(self._tick_for_ever())
        loop = asyncio.get_running_loop()

        def lost() -> None:
            loop.call_soon_threadsafe(self._disown)

        if self.store.is_shared:
            self.store.lost = lost

    def _disown(self) -> None:
        """The connection to the database was lost, and with it the claims to tables."""
        for live in self.tables.values():
            live.owned = False

    def farewell(self) -> None:
        """Tell everybody that the service stops, and take nothing more."""
        self.is_stopping = True
        for session in list(self.sessions):
            with speaking(session.language):
                why = say("the service stops; come back")
            session.close(GOING_AWAY, p.Closing(code="stopping", why=why))

    async def stop(self) -> None:
        """Finish what has begun; nothing is lost that was acknowledged."""
        self.farewell()
        if self._ticking is not None:
            self._ticking.cancel()
        for live in self.tables.values():
            if live.thinking is not None:
                live.thinking.cancel()
        for session in list(self.sessions):
            session.drop_question()
        self.thinkers.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for live in list(self.tables.values()):
            async with live.lock:
                await self._forget(live)

    async def settle(self) -> None:
        """Wait until no computer player thinks and nothing is being written."""
        while tasks := [task for task in self._tasks if task is not asyncio.current_task()]:
            await asyncio.wait(tasks)

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin something that is waited for when the service stops."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def trouble(self, error: BaseException) -> None:
        """Count and tell a failure; never what a person said."""
        self.figures["troubles"] += 1
        line = str(error) if isinstance(error, DealtError) else _where(error)
        self.around.say(f"dealt: {line}")

    def refused(self, code: str) -> None:
        """Count a refusal."""
        self.figures[f"refused {code}"] += 1

    def welcome(self, language: str) -> p.Welcome:
        """The first message, in a language, not yet addressed to a person."""
        return offers.welcome(language)

    # --- persons

    async def new_person(self, name: str | None = None) -> tuple[str, str]:
        """A new person: name and token. The token is known to the person alone.

        Raises:
            Refused: the name cannot be shown.
        """
        name = say(GUEST) if name is None else clean_name(name)
        token = secrets.token_urlsafe(32)
        await self.store.add_person(secrets.token_hex(8), hashed(token), name)
        return name, token

    async def person_of(self, token: str) -> tuple[str, str]:
        """The id and the name of whom a token belongs to.

        Raises:
            Refused: nobody.
        """
        person = await self.store.person_of(hashed(token))
        if person is None:
            raise Refused("rights", "this session is not known here; begin a new one")
        return person

    async def rename(self, person: str, name: str, before: str) -> str:
        """Call a person so from now on, also where it sits; the name as it is shown.

        Args:
            person: who.
            name: as it was typed.
            before: the name until now.

        Raises:
            Refused: it cannot be shown.
        """
        name = clean_name(name)
        await self.store.rename(person, name)
        for session in self.sessions:
            if session.person == person:
                session.name = name
        for table in await self.store.tables(person, MOST_IN_LOBBY):
            try:
                live = await self.table(table)
                if live.state.seats_of(person):
                    await self.order(live, person, before, p.Rename(name=name))
            except DealtError as error:  # at one table; the others have heard of it
                self.trouble(error)
        return name

    def connect(self, address: str, person: str = "", name: str = "") -> Session:
        """A new connection.

        Raises:
            Refused: there are enough of this address, or the service stops.
        """
        if self.is_stopping:
            raise Refused("busy", "the service stops")
        if not self.addresses.connect(address):
            most = self.limits.sockets
            raise Refused("rate", "at most {n} connections of one address", n=most)
        session = Session(self, address, person, name)
        self.sessions.add(session)
        return session

    def disconnect(self, session: Session) -> None:
        """A connection has ended; seats are kept."""
        if session in self.sessions:
            self.sessions.discard(session)
            self.addresses.disconnect(session.address)
            self.leave(session)

    # --- tables

    async def open(self, person: str, settings: p.Settings) -> LiveTable:
        """A new table.

        Raises:
            Refused: settings that cannot be had.
        """
        settings = commands.checked(settings)
        name = f"t{self.around.fresh(8).hex()}"
        live = LiveTable(TableState(name), owned=True, now=self.clock())
        async with live.lock:
            await self.store.claim(name)
            await self.commit(live, [ev.Opened(host=person, settings=settings)])
            self.tables[name] = live
            await self.follow(live)
        self.figures["tables"] += 1
        return live

    async def table(self, name: str) -> LiveTable:
        """A table, taken up from its events if it is not in memory.

        Raises:
            Refused: there is none.
            StorageError: it cannot be taken up.
        """
        if name in self.tables:
            return self.tables[name]
        if name not in self._loading:
            self._loading[name] = asyncio.ensure_future(self._load(name))
            self._loading[name].add_done_callback(lambda done: self._loading.pop(name, None))
        return await asyncio.shield(self._loading[name])

    @property
    def loading(self) -> tuple[str, ...]:
        """The tables that are being taken up."""
        return tuple(self._loading)

    async def _load(self, name: str) -> LiveTable:
        owned = await self.store.claim(name)
        try:
            state = await self.thinkers.aside(rebuilt, name, await self.store.events(name))
            live = LiveTable(state, owned=owned, now=self.clock())
            if owned and state.settings.move_s is not None:
                await self.commit(live, [ev.Resumed()])
        except BaseException:
            if owned:
                await self.store.release(name)
            raise
        self.tables[name] = live
        return live

    async def reload(self, live: LiveTable) -> None:
        """Take a table up anew, under its lock, when it may differ from what is stored."""
        rows = await self.store.events(live.name)
        live.state = await self.thinkers.aside(rebuilt, live.name, rows)
        live.changed()

    async def _forget(self, live: LiveTable) -> None:
        """Take a table out of the memory."""
        self.tables.pop(live.name, None)
        if live.owned:
            live.owned = False
            try:
                await self.store.release(live.name)
            except StorageError as error:  # whoever lost the database has lost its claims, too
                self.trouble(error)

    async def attend(self, session: Session, name: str) -> None:
        """Let a connection attend a table; the newest of a person is the one that counts.

        One that returns by itself gives way to another window of the person.

        Raises:
            Refused: there is no such table, or the person may not see it.
        """
        live = await self.table(name)
        if not live.state.may_attend(session.person):
            raise Refused("unknown", "there is no such table")  # not even that it is there
        if len(live.sessions) >= self.limits.attending and session not in live.sessions:
            raise Refused("busy", "too many people are at this table already")
        if session not in self.sessions:
            raise Refused("busy", "the connection has ended")
        before = session.live
        if before is not live:
            self.leave(session)
        if session.is_returning and live.is_attended_elsewhere(session.person, session.window):
            self.put_out(session)
            return
        for other in list(live.sessions):
            if other.person == session.person and other is not session:
                self.put_out(other)
        session.live, session.looking = live, None
        live.sessions.add(session)
        self._presence(live)
        state = live.state
        is_back = state.host == session.person and state.deputy is not None
        if is_back or any(state.places[seat].away for seat in state.seats_of(session.person)):
            await self.order(live, session.person, session.name, commands.Arrive())
        self.movers.wake(live)
        if before not in (None, live):
            await self.depart(before, session)

    async def depart(self, live: LiveTable, session: Session) -> None:
        """Somebody has left a table by their own will, not by a broken connection."""
        if live.state.acting_host == session.person:
            with contextlib.suppress(DealtError):  # it passes by the clock, too
                await self.order(live, session.person, session.name, commands.Depart())

    def put_out(self, session: Session) -> None:
        """The same person attends the table by another connection."""
        self.leave(session)
        with speaking(session.language):
            why = say("you have connected again elsewhere")
        session.send(p.Closing(code="elsewhere", why=why))

    def leave(self, session: Session) -> None:
        """A connection attends its table no longer."""
        live = session.live
        if live is None:
            return
        session.live, session.looking = None, None
        session.drop_question()
        live.sessions.discard(session)
        live.left_at[session.person] = live.idle_since = self.clock()
        self._presence(live)

    def _presence(self, live: LiveTable) -> None:
        if self.others is not None:
            self.others.present(live)
        live.changed()

    async def lobby(self, person: str) -> list[TableRow]:
        """The tables that a person may enter, the latest first."""
        rows = []
        for name in await self.store.tables(person, MOST_IN_LOBBY):
            try:
                state = (await self.table(name)).state
            except Refused:  # of a game that is not offered now: whoever enters it hears so
                continue
            except DealtError as error:  # a table of other rules, say, is no reason to list none
                self.trouble(error)
                continue
            is_new = state.changed_at >= 1000 * (self.clock() - LISTED_S)
            if state.may_attend(person) and (is_new or state.settings.label):
                rows.append(frames.table_row(state, person))
        return rows

    # --- what happens

    async def order(self, live: LiveTable, person: str, name: str, message: p.Message) -> int:
        """Do what a person says; the version of the table then, on the disk.

        Raises:
            Refused: it may not be done now.
        """
        if type(message) not in commands.ORDERS:
            raise Refused("phase", "that is not possible here")
        if not live.owned and self.others is not None:
            return await self.others.order(live.name, person, name, message)
        # whoever asked may go away meanwhile; what has begun to be written is done all the same
        return await asyncio.shield(self.spawn(self._order(live, person, name, message)))

    async def _order(self, live: LiveTable, person: str, name: str, message: p.Message) -> int:
        async with live.lock:
            state = live.state
            if isinstance(message, p.Play):
                known = state.moves.get((person, message.move))
                if known is not None:
                    return known
            events = commands.order(state, person, name, message)
            if events:
                await self.commit(live, events)
            version = state.version
            await self.follow(live)
        for event in events:
            if isinstance(event, ev.Chatted):
                self.say(live, event)
        return version

    def say(self, live: LiveTable, event: ev.Chatted) -> None:
        """Send a line of chat to all who attend."""
        for session in live.sessions:
            session.send(p.Said(table=live.name, who=event.who, text=event.text))

    async def commit(self, live: LiveTable, events: ev.Events) -> None:
        """Write events to the disk, let them happen, and show them; under the table's lock."""
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
            self.trouble(error)
            if state.version:
                await self.reload(live)  # perhaps it was written after all
            raise Refused("busy", "it could not be saved; look again") from None
        for event in events:
            state.fold(event, at)
            if isinstance(event, ev.Played):
                self.figures[f"moves by {event.by}"] += 1
        if any(isinstance(event, ev.SeatMoved | ev.Changed | ev.Closed) for event in events):
            self.put_out_strangers(live)
        live.changed()

    def put_out_strangers(self, live: LiveTable) -> None:
        """Nobody attends a table who may not, or no longer."""
        for session in list(live.sessions):
            if not live.state.may_attend(session.person):
                self.leave(session)
                with speaking(session.language):
                    is_closed = live.state.is_closed
                    why = say(commands.CLOSED if is_closed else NOT_OPEN)
                code = "closed" if is_closed else "revoked"
                session.send(p.Closing(code=code, why=why))

    async def follow(self, live: LiveTable) -> None:
        """Let happen what follows by itself; under the table's lock."""
        while live.owned:
            now = int(self.clock() * 1000)
            events = commands.follows(live.state, now, lambda: self.around.fresh(32).hex())
            events = events or clocks.hosting(live, self.clock())
            if not events:
                break
            await self.commit(live, events)
        self.movers.wake(live)

    # --- links

    async def invite(self, live: LiveTable, person: str, message: p.Invite) -> str:
        """A code by which people come to a table.

        Raises:
            Refused: it may not be had.
        """
        code = secrets.token_urlsafe(16)
        command = commands.MakeCode(kind=message.kind, seat=message.seat, code_hash=hashed(code))
        await self.order(live, person, "", command)
        return code

    async def join(self, person: str, name: str, code: str) -> str:
        """Let a person in by a code; the name of the table.

        Raises:
            Refused: the code does not work.
        """
        row = await self.store.table_of(hashed(code))
        if row is None:
            raise Refused("unknown", commands.NO_LINK)
        live = await self.table(row)
        await self.order(live, person, name, commands.Join(code_hash=hashed(code)))
        return live.name

    # --- clocks

    async def _tick_for_ever(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            try:
                await self.tick()
            except Exception as error:  # clocks go on, whatever happens at one table
                self.trouble(error)

    async def tick(self) -> None:
        """Do what is due by the clock."""
        now = self.clock()
        self.addresses.forget()
        for session in list(self.sessions):
            if not session.is_known and now - session.began >= self.limits.hello_s:
                session.close(BROKE_RULES)
        for live in list(self.tables.values()):
            if live.is_quiet or live.lock.locked():
                continue
            if not live.present:
                if now - live.idle_since >= IDLE_S:
                    async with live.lock:
                        await self._forget(live)
            elif live.owned:
                try:
                    await self._tick_table(live, now)
                except DealtError as error:
                    self.trouble(error)
                await asyncio.sleep(0)  # many tables must not keep people waiting

    async def _tick_table(self, live: LiveTable, now: float) -> None:
        async with live.lock:
            due = clocks.due(live, now)
            if due:
                await self.commit(live, due)
            await self.follow(live)
            live.is_quiet = clocks.is_quiet(live)
        if clocks.is_late(live, now):
            self.movers.hurry(live)


def hashed(secret: str) -> str:
    """What is kept of a token or a code; both are long and random, so that this is enough."""
    return sha256(secret.encode()).hexdigest()


def rebuilt(name: str, rows: list[Row]) -> TableState:
    """A table from its events.

    Raises:
        Refused: there are none, or of a game that is not offered here.
        StorageError: they are damaged, or of other rules.
    """
    if not rows:
        raise Refused("unknown", "there is no such table")
    state = TableState(name)
    for row in rows:
        try:
            event = ev.read_event(row.body)
        except ValueError as error:
            raise StorageError("table {name} is damaged: {error}", name=name, error=error) from None
        if isinstance(event, ev.Opened | ev.Changed):
            _check_offered(event.settings.game)
        state.fold(event, row.at)
    return state


def _check_offered(game: str) -> None:
    """Raise Refused if a game is not played here: one of somebody's own that was not added."""
    try:
        registered(game)
    except SetupError:
        why = say("the game of this table, {game}, is not offered here now", game=game)
        raise Refused("settings", why) from None


def _where(error: BaseException) -> str:
    """An unexpected error and its place, in one line, without what anybody said."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f" at {trace.tb_frame.f_code.co_name}:{trace.tb_lineno}"
    return f"mistake: {type(error).__name__}{place}"
