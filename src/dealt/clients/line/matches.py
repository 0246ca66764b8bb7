"""New and resumed matches at prompts, all of them saved."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dealt import agents, games
from dealt.clients.line.background import BackgroundClient
from dealt.clients.line.client_match import AnyMatch, ClientMatch
from dealt.clients.line.shown_match import AS_TYPED
from dealt.clients.opening import list_tables, open_table
from dealt.clients.plan import Plan
from dealt.clients.wire import Local, own_wire
from dealt.core.agent import AnyAgent, Seat
from dealt.core.game import Game
from dealt.core.match import Match
from dealt.errors import SetupError, StorageError
from dealt.language import message, say
from dealt.service.hall.tables import Surroundings
from dealt.service.hall.thinkers import PATIENCE_S, in_threads
from dealt.service.table.parts import Settings, TableRow
from dealt.service.table.refusals import Refused, guests
from dealt.service.table.state import TableState
from dealt.service.web.local import DATA
from dealt.storage.files import kept_at
from dealt.terminal.console import Console, clean, is_terminal

PERSON = message("Player")
_FOREVER_S = 86_400.0  # Ctrl-C leaves sooner

Options = Mapping[str, int | str]


class Matches:
    """The matches of one program; its tables are opened when first needed.

    Args:
        place: the file of tables; None: the file of this account.
        waits: whether a search that is being compiled is waited for.
        seeded: whether the seed of a match deals at its table; else chance does, verifiably.
    """

    def __init__(
        self, place: str | None = None, *, waits: bool = False, seeded: bool = False
    ) -> None:
        self._place = place
        self._waits, self._seeded = waits, seeded
        self._tables: BackgroundClient | None = None
        self._is_refused = False
        self._ended: dict[str, TableState] = {}  # tables whose match has ended in this process

    @property
    def tables(self) -> BackgroundClient | None:
        """The client of this account's tables; None, after a line with the reason: unavailable."""
        if self._tables is None and not self._is_refused:
            try:
                self._tables = self.opened()
            except StorageError as error:
                self._is_refused = True
                line = say("This match will not be saved: {why}", why=error)
                sys.stderr.write(f"{line}\n")
        return self._tables

    def opened(self) -> BackgroundClient:
        """A new client of this account's tables; raises StorageError."""
        place = kept_at(DATA) if self._place is None else self._place
        around = Surroundings(say=lambda line: None, failed=self._fail, ended=self._count, own=True)
        waits = self._waits or not is_terminal()
        thinkers = in_threads(
            budget_s=_FOREVER_S,
            patience_s=_FOREVER_S if waits else PATIENCE_S,
            waiting=tell_waiting,
        )
        return BackgroundClient(own_wire(place, around, thinkers))

    def _fail(self, error: Exception) -> None:
        is_passing = isinstance(error, Refused | StorageError)
        if self._tables is not None and not is_passing:
            self._tables.fail(error)

    def _count(self, state: TableState) -> None:
        self._ended[state.name] = state

    def close(self) -> None:
        """Close the tables, which reopen when needed."""
        if self._tables is not None:
            self._tables.close()
            self._tables = None

    def begin(
        self,
        game: Game,
        seats: Sequence[Seat],
        seed: int,
        rounds: int | None,
        options: Options,
        decks: Sequence[Sequence[str]] = (),
        position: str | None = None,
        *,
        players: Sequence[str] = (),
        is_scripted: bool = False,
    ) -> AnyMatch:
        """Begin a match with its first round dealt; with people, at a table of this account.

        Computer players can be asked for advice.

        Args:
            game: the game.
            seats: who plays.
            seed: see `Match`.
            rounds: see `Match`.
            options: see `Match`.
            decks: see `Match`.
            position: see `Match`.
            players: as ordered, seat by seat, so that the user's own computer players can be found
                again.
            is_scripted: whether a file answers every question; such a match is not saved.

        Raises:
            DealtError: seats, rounds, options or a deck that are not available.
        """
        match = Match(
            game,
            seats,
            seed=seed,
            rounds=rounds,
            options=options,
            decks=decks,
            make_adviser=advisers(game, seed),
            position=position,
        )
        has_people = any(seat.agent is None for seat in seats)
        if is_scripted or not has_people or self.tables is None:
            return match
        settings = Settings(
            game=game.name,
            seats=len(seats),
            options=dict(options),
            rounds=rounds,
            stand_in_s=None,
            seed=seed if self._seeded else None,
            deck=" ".join(decks[0]) if decks else None,
            position=position,
        )
        tables = self.tables
        seated = _seated(game, seats, players)
        table = tables.do(_wire_of(tables).open_table(settings, seated))
        return self._enter(tables, table)

    def _enter(self, tables: BackgroundClient, table: str) -> ClientMatch:
        """The match of a table, its first round dealt."""
        client = tables.client
        tables.do(client.enter(table))
        moment = tables.moment()
        if not moment[0].round:
            tables.do(client.ready())
            while not moment[0].round:
                moment = tables.next_moment()
        return ClientMatch(tables, Console().say, moment)

    def open(self, plan: Plan) -> ClientMatch:
        """A match at a new table as planned; raises StorageError if the tables cannot be used."""
        self._tables = tables = self._tables or self.opened()
        tables.do(open_table(tables.client, plan))
        tables.wait(lambda: tables.client.table is not None)
        return self._enter(tables, tables.moment()[0].table)

    def rows(self) -> list[TableRow]:
        """The tables with a match to resume, of all games, latest first."""
        rows = [] if self.tables is None else self.tables.do(list_tables(self.tables.client))
        return [row for row in rows if row.yours and row.phase in ("playing", "between")]

    def name_of_person(self, console: Console) -> str:
        """The name of the person at this terminal, asked for once."""
        if not console.live or self.tables is None:
            return say(PERSON)
        client = self.tables.client
        assert client.welcome is not None, "connected without the answer to hello"
        if client.welcome.name in guests():
            typed = clean(console.ask(say("Your name: "))).strip()
            if typed:
                if client.attends is not None:
                    self.tables.do(client.leave())
                self.tables.do(client.rename(typed))
        return self.own_name()

    def own_name(self) -> str:
        """The name of this account's person, without a question."""
        welcome = None if self.tables is None else self.tables.client.welcome
        return say(PERSON) if welcome is None or welcome.name in guests() else welcome.name

    def find(self, game: Game, players: Sequence[str], settings: Mapping[str, Any]) -> str | None:
        """The table of the latest unfinished match that fits an order, or None."""
        if ":" in game.name:
            games.add(game.name)
        if self.tables is None:
            return None
        plan = Plan(game.name, tuple(players), settings=settings)
        return self.tables.do(self.tables.client.wire.saved_match(plan, []))

    def resume(self, game: Game, table: str) -> ClientMatch:
        """Resume a match.

        Raises:
            Refused: it may not be entered now.
            SetupError: a player of the user's own sits there and was not named again.
        """
        assert self.tables is not None, "resumed without tables"
        for level in self.tables.do(_wire_of(self.tables).levels(table)):
            if level is not None and not agents.is_bot(game, level):
                raise SetupError(
                    "{name} is a computer player of your own: name it again, with --seat "
                    "MODULE:{name} as when the match began",
                    name=level,
                )
        return self._enter(self.tables, table)

    def finished(self, match: AnyMatch) -> tuple[Match, list[tuple[str, str | None]]] | None:
        """A match that has ended in this process, with names and levels; None: not or practice."""
        if isinstance(match, Match):
            seats = [(s.name, None if s.agent is None else s.agent.name) for s in match.seats]
            return (match, seats) if match.is_over else None
        state = self._ended.pop(match.shown.table, None)
        if state is None or state.match is None or state.practice:
            return None
        return state.match, players_of(state)


def advisers(game: Game, seed: int) -> Callable[[str], AnyAgent | None]:
    """The factory for computer players that give hints; a search takes time."""
    return lambda name: agents.bot(game, name, seed, clock=time.monotonic, waiting=tell_waiting)


def tell_waiting(text: str = "") -> None:
    """Say that a search is being compiled."""
    text = text or say(
        "{name} is being compiled, once; that takes about a minute", name=say(agents.STRONG)
    )
    sys.stderr.write(f"({text})\n")


def _wire_of(tables: BackgroundClient) -> Local:
    wire = tables.client.wire
    assert isinstance(wire, Local), "own tables by another way"
    return wire


def _seated(
    game: Game, seats: Sequence[Seat], players: Sequence[str]
) -> list[tuple[str, str | None]]:
    """Names, and the levels by which a table finds its computer players again."""
    if ":" in game.name:
        games.add(game.name)  # so that the service finds it
    seated: list[tuple[str, str | None]] = []
    for number, seat in enumerate(seats):
        name, level = seat.name, None if seat.agent is None else seat.agent.name
        if level is not None:
            name = name.removesuffix(f" ({level})")
        if players and agents.is_address(players[number]):
            level = agents.offer(game, players[number])
        seated.append((name, level))
    return seated


def opponents(game: Game, seats: Sequence[Seat]) -> list[Seat]:
    """The players of a match, where computer players have names of people beside their levels.

    A computer player ordered by its level is called `Bia (strong)`, say.
    """
    names_in_use = [seat.name.partition(" (")[0] for seat in seats]
    seated: list[Seat] = []
    for seat in seats:
        name, level = seat.name, "" if seat.agent is None else seat.agent.name
        if agents.is_bot(game, level) and level not in AS_TYPED:
            first_name = agents.given_name(names_in_use)
            names_in_use.append(first_name)
            name = f"{first_name} ({level})"
        seated.append(Seat(name, seat.agent))
    return seated


def players_of(state: TableState) -> list[tuple[str, str | None]]:
    """The players of a table as prompts call them, `AI 2` or `Bia (good)`, and their levels."""
    return [
        (place.name, place.level)
        if place.level is None or place.name.startswith(place.level)
        else (f"{place.name} ({place.level})", place.level)
        for place in state.places
    ]
