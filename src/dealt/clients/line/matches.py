"""New and resumed matches at prompts, all of them saved."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

from dealt import agents, fresh_seed, games
from dealt.clients.line.hints import advisers, note, say_waiting
from dealt.clients.line.own_tables import OwnTable, OwnTables
from dealt.clients.line.saved_match import SavedMatch
from dealt.clients.line.warming import AS_TYPED, opponents
from dealt.clients.plan import is_ordered
from dealt.core.agent import Seat
from dealt.core.game import Game
from dealt.core.match import Match
from dealt.errors import SetupError, StorageError
from dealt.language import message, say
from dealt.service.table.parts import Settings, TableRow
from dealt.service.table.refusals import guests
from dealt.service.table.state import TableState
from dealt.terminal.console import Console, clean, is_terminal

PERSON = message("Player")

Options = Mapping[str, int | str]


class Matches:
    """The matches of one program; its tables are opened when first needed.

    Args:
        place: the file of tables; None: the file of this account.
    """

    def __init__(self, place: str | None = None) -> None:
        self._place = place
        self._tables: OwnTables | None = None
        self._is_refused = False

    @property
    def tables(self) -> OwnTables | None:
        """This account's tables; None, after a line with the reason, if they are unavailable."""
        if self._tables is None and not self._is_refused:
            try:
                self._tables = OwnTables(self._place)
            except StorageError as error:
                self._is_refused = True
                line = say("This match will not be saved: {why}", why=error)
                sys.stderr.write(f"{line}\n")
        return self._tables

    def close(self) -> None:
        """Save everything and close the tables, which reopen when needed."""
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
    ) -> Match:
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
        make_adviser = advisers(game, seed)
        match = Match(
            game,
            seats,
            seed=seed,
            rounds=rounds,
            options=options,
            decks=decks,
            make_adviser=make_adviser,
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
            seed=seed,
            deck=" ".join(decks[0]) if decks else None,
            position=position,
        )
        own = self.tables.open(settings, seats, _levels(game, seats, players))
        return SavedMatch(own, game, seats, make_adviser)

    def unfinished(self, game: Game) -> list[TableState]:
        """The matches of a game that can be resumed, latest first."""
        if ":" in game.name:
            games.add(game.name)
        return [] if self.tables is None else self.tables.unfinished(game)

    def rows(self) -> list[TableRow]:
        """The tables with a match to resume, of all games, latest first."""
        rows = [] if self.tables is None else self.tables.rows()
        return [row for row in rows if row.yours and row.phase in ("playing", "between")]

    def name_of_person(self, console: Console) -> str:
        """The name of the person at this terminal, asked for once."""
        if not console.live or self.tables is None:
            return say(PERSON)
        if self.tables.name in guests():
            typed = clean(console.ask(say("Your name: "))).strip()
            if typed:
                self.tables.rename(typed)
        return say(PERSON) if self.tables.name in guests() else self.tables.name

    def find(
        self, game: Game, players: Sequence[str], settings: Mapping[str, Any]
    ) -> TableState | None:
        """The latest unfinished match that fits an order, see `is_ordered`, or None."""
        matches = self.unfinished(game)
        return next((one for one in matches if is_ordered(one, game, players, settings)), None)

    def resume(self, game: Game, table: str) -> Match | None:
        """Resume a match; None if it is open in another window and nobody is here to see it.

        Raises:
            Refused: it may not be entered now.
        """
        assert self.tables is not None, "resumed without tables"
        own = self.tables.resume(table)
        if not own.is_owned and not is_terminal():
            return None
        seed = fresh_seed()
        return SavedMatch(own, game, _seats_of(game, own, seed), advisers(game, seed))


def _levels(game: Game, seats: Sequence[Seat], players: Sequence[str]) -> list[str]:
    """The names by which a new table finds its computer players again; empty for people."""
    if ":" in game.name:
        games.add(game.name)  # so that the service finds it
    levels = [seat.agent.name if seat.agent else "" for seat in seats]
    for seat, player in enumerate(players):
        if agents.is_address(player):
            levels[seat] = agents.offer(game, player)
    return levels


def _seats_of(game: Game, own: OwnTable, seed: int) -> list[Seat]:
    """The players of a table, with computer players named as in a new match.

    Raises:
        SetupError: a player of the user's own sits there and was not named again.
    """
    places = own.live.state.places
    for place in places:
        if place.level not in (None, *agents.bots(game)):
            raise SetupError(
                "{name} is a computer player of your own: name it again, with --seat "
                "MODULE:{name} as when the match began",
                name=place.level,
            )
    players = [
        f"{agents.PERSON}{place.name}" if place.level is None else place.level for place in places
    ]
    lineup = agents.seats(game, players, seed, clock=time.monotonic, waiting=say_waiting)
    lineup = opponents(game, lineup, note, waits=not is_terminal())
    seats = []
    for place, seat in zip(places, lineup, strict=True):
        name = place.name
        if place.level not in (None, name, *AS_TYPED):
            name = f"{name} ({place.level})"
        seats.append(Seat(name, seat.agent))
    return seats
