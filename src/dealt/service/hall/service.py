"""The table service: connections, people and links, without any web framework."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from hashlib import sha256

from dealt.errors import DealtError
from dealt.language import say, speaking
from dealt.service.hall.bots import Clocks, Movers
from dealt.service.hall.live import BROKE_RULES, GOING_AWAY, Attendant, LiveTable
from dealt.service.hall.tables import Surroundings, Tables
from dealt.service.hall.thinking import AnyThinkers
from dealt.service.store.table_store import Journal, TableStore
from dealt.service.table import commands, frames, offers
from dealt.service.table import messages as m
from dealt.service.table import protocol as p
from dealt.service.table.limits import Addresses, Clock, Limits
from dealt.service.table.parts import TableRow
from dealt.service.table.refusals import GUEST, Refused, clean_name

_TICK_S = 0.25
_MOST_IN_LOBBY = 30
LISTED_S = 14 * 86_400  # after which a lobby omits a table without a name of its own


class Service:
    """A table service: its tables, and the connections that attend them.

    Args:
        store: where events are stored; the caller closes it.
        thinkers: where computer players think; they are closed with the service.
        clock: seconds since 1970, for dates that are stored or shown.
        timer: seconds that pass, for durations; it never goes back.

    Attributes:
        workers: for long computations.
        helpers: all workers but those of computer players; they end with the service.
    """

    def __init__(
        self,
        store: TableStore,
        thinkers: AnyThinkers,
        *,
        limits: Limits | None = None,
        clock: Clock = time.time,
        timer: Clock = time.monotonic,
        around: Surroundings | None = None,
    ) -> None:
        self.store = store
        self.thinkers = thinkers
        self.limits = Limits() if limits is None else limits
        self.clock, self.timer = clock, timer
        self.around = Surroundings() if around is None else around
        self.addresses = Addresses(self.limits, timer)
        self.workers, thinkers.workers.accounts = thinkers.workers, self.addresses
        self.helpers = [self.workers]
        self.journal = Journal(self.around.say)
        self.tables = Tables(
            store, thinkers, clock=clock, timer=timer, around=self.around, journal=self.journal
        )
        self.movers = Movers(self.tables)
        self.sessions: set[Attendant] = set()
        self._clocks = Clocks(self.tables, self.movers)
        self._ticking: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the clocks, in the running loop."""
        self.thinkers.warm()
        self._ticking = asyncio.create_task(self._tick_for_ever())
        self.tables.tasks.spawn(self.tables.catch_up())
        if self.store.is_shared:
            loop = asyncio.get_running_loop()
            self.store.lost = lambda: loop.call_soon_threadsafe(self.tables.disown)

    def farewell(self) -> None:
        """Say goodbye to all connections, and accept nothing more."""
        self.tables.is_stopping = True
        for workers in self.helpers:
            workers.close()
        for session in list(self.sessions):
            with speaking(session.language):
                text = say("the service stops; come back")
            session.close(GOING_AWAY, p.Closing(code="stopping", why=text))

    async def stop(self) -> None:
        """Finish all tasks, and drop the tables from memory; acknowledged changes are stored."""
        self.farewell()
        if self._ticking is not None:
            self._ticking.cancel()
        for live in self.tables.live.values():
            if live.thinking is not None:
                live.thinking.cancel()
        for session in list(self.sessions):
            session.drop_question()
        self.thinkers.close()
        await self.tables.tasks.finish()
        await self.tables.forget_all()

    def welcome(self, language: str) -> p.Welcome:
        """The `welcome` in a language, not yet addressed to a person."""
        return offers.welcome(language)

    # --- connections

    def admit(self, session: Attendant) -> None:
        """Admit a new connection.

        Raises:
            Refused: its address has too many, or the service stops.
        """
        if self.tables.is_stopping:
            raise Refused("busy", "the service stops")
        if not self.addresses.connect(session.address):
            most = self.limits.sockets
            raise Refused("rate", "at most {n} connections of one address", n=most)
        self.sessions.add(session)

    def disconnect(self, session: Attendant) -> None:
        """Forget a connection that has ended; its person keeps the seats."""
        if session in self.sessions:
            self.sessions.discard(session)
            self.addresses.disconnect(session.address)
            self.tables.leave(session)

    # --- people

    async def new_person(self, name: str | None = None) -> tuple[str, str]:
        """Add a person; the name, and the token, which is stored as its hash alone.

        Raises:
            Refused: the name cannot be shown.
        """
        name = say(GUEST) if name is None else clean_name(name)
        token = secrets.token_urlsafe(32)
        await self.store.add_person(secrets.token_hex(8), hashed(token), name)
        return name, token

    async def person_of(self, token: str) -> tuple[str, str]:
        """The id and name of a token's person; raises Refused if there is none."""
        person = await self.store.person_of(hashed(token))
        if person is None:
            raise Refused("rights", "this session is not known here; begin a new one")
        return person

    async def rename(self, person: str, name: str, before: str) -> str:
        """Change a person's name, also in their seats; the new name, cleaned for display.

        Raises:
            Refused: the name cannot be shown.
        """
        name = clean_name(name)
        await self.store.rename(person, name)
        for session in self.sessions:
            if session.person == person:
                session.name = name
        for table in await self.store.tables(person, _MOST_IN_LOBBY):
            try:
                live = await self.tables.load(table)
                if live.state.seats_of(person):
                    await self.tables.order(live, person, before, m.Rename(name=name))
            except DealtError as error:  # one table's; rename at the others all the same
                self.journal.trouble(error)
        return name

    # --- tables

    async def attend(self, session: Attendant, name: str) -> bool:
        """Let a connection attend a table, in place of the person's earlier ones.

        At own tables a person may have several.

        Returns:
            False: the window came back by itself, and gives way to another one of the person.

        Raises:
            Refused: there is no such table, or the person may not see it.
        """
        live = await self.tables.load_for(session.person, name)
        is_full = len(live.sessions) >= self.limits.attending and session not in live.sessions
        if is_full and not live.state.has_part(session.person):
            raise Refused("busy", "too many people are at this table already")
        if session not in self.sessions:
            raise Refused("busy", "the connection has ended")
        before = session.live
        if before is not live:
            self.tables.leave(session)
        if not self.around.own:
            if session.is_returning and live.is_attended_elsewhere(session.person, session.window):
                return False
            for other in list(live.sessions):
                if other.person == session.person and other is not session:
                    self.tables.put_out(other)
        session.live, session.looking = live, None
        live.sessions.add(session)
        self.tables.announce(live)
        if not live.owned:
            await self.tables.own(live)
        state = live.state
        is_back = state.host == session.person and state.deputy is not None
        if is_back or any(state.places[seat].away for seat in state.seats_of(session.person)):
            await self.tables.order(live, session.person, session.name, commands.Arrive())
        self.movers.wake(live)
        if before not in (None, live):
            await self.depart(before, session)
        return True

    async def depart(self, live: LiveTable, session: Attendant) -> None:
        """Let another person act as host, after a person has deliberately left a table."""
        if live.state.acting_host == session.person and session.person not in live.present:
            with contextlib.suppress(DealtError):  # the clock does it later
                await self.tables.order(live, session.person, session.name, commands.Depart())

    async def lobby(self, person: str) -> list[TableRow]:
        """The tables in a person's lobby, the latest first."""
        rows = []
        for name in await self.store.tables(person, _MOST_IN_LOBBY):
            try:
                state = (await self.tables.load(name)).state
            except Refused:  # its game is not offered now; `enter` says so
                continue
            except DealtError as error:  # such as other rules; list the other tables
                self.journal.trouble(error)
                continue
            is_new = state.changed_at >= 1000 * (self.clock() - LISTED_S)
            if state.may_attend(person) and (is_new or state.settings.label):
                rows.append(frames.table_row(state, person))
        return rows

    # --- links

    async def invite(self, live: LiveTable, person: str, message: m.Invite) -> str:
        """Make a link to a table; its code.

        Raises:
            Refused: the person may not make it.
        """
        code = secrets.token_urlsafe(16)
        command = commands.MakeCode(kind=message.kind, seat=message.seat, code_hash=hashed(code))
        await self.tables.order(live, person, "", command)
        return code

    async def join(self, person: str, name: str, code: str) -> str:
        """Let a person in by the code of a link; the name of the table.

        Raises:
            Refused: the code is not valid.
        """
        row = await self.store.table_of(hashed(code))
        if row is None:
            raise Refused("unknown", commands.NO_LINK)
        live = await self.tables.load(row)
        await self.tables.order(live, person, name, commands.Join(code_hash=hashed(code)))
        return live.name

    # --- clocks

    async def _tick_for_ever(self) -> None:
        while True:
            await asyncio.sleep(_TICK_S)
            try:
                await self.tick()
            except Exception as error:  # a failure at one table must not stop the clocks
                self.journal.trouble(error)

    async def tick(self) -> None:
        """Do what the clocks require."""
        time_s = self.timer()
        self.addresses.forget()
        for session in list(self.sessions):
            if not session.is_known and time_s - session.began >= self.limits.hello_s:
                session.close(BROKE_RULES)
        await self._clocks.tick()


def hashed(secret: str) -> str:
    """The hash to store of a token or code; both are long and random, so SHA-256 is enough."""
    return sha256(secret.encode()).hexdigest()
