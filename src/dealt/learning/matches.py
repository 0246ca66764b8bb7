"""Matches of one game side by side, in which some seats wait for the caller.

The other seats are computer players.  Those written in the language of the rules play compiled, if
numba is installed; all others choose in plain Python, at a table.  Both give the same numbers.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from dealt import agents, games
from dealt.agents.kinds import ASKED, in_place_of, kinds_of
from dealt.core.agent import Policy, Seat, not_open
from dealt.core.arguments import whole_number
from dealt.core.chance import MAX_SEED, deck_of
from dealt.core.compiled import compiled, has_numba, plain
from dealt.core.fields import dtype, fill_row, plain_row
from dealt.core.table import Table
from dealt.errors import IllegalAction, SetupError
from dealt.learning.rows import (
    ASKING,
    COUNT,
    DRIVERS,
    FULL,
    ROW,
    STATUS,
    WHICH,
    Options,
)
from dealt.simulate.lineup import Lineup, check_open, rehearse

if TYPE_CHECKING:
    from dealt.core.game import Game

Array = np.ndarray[Any, np.dtype[Any]]
Seats = Callable[[int], list[Seat]]  # the seats of the match with a seed

_NO_ROWS = np.zeros(0, np.int64)
_LOG = 64  # actions of a round at first; a longer round doubles the room


class _Room(threading.local):
    """Scratch for one thread."""

    def __init__(self, game: Game, seats: int, options: Mapping[str, int], fast: bool) -> None:
        actions, numbers = game.sizes.actions, game.sizes.observation
        lists: list[Any] = [[0] * size for size in (actions, actions, numbers, seats)]
        dealer = game.dealer(seats, options, for_compiled=fast)
        rooms: list[Any] = [np.array(each, np.int64) for each in lists] if fast else lists
        self.out, self.offered, _, _ = rooms
        self.all = (*rooms, dealer.rng, dealer.cards, dealer.deck)


@cache
def _drivers(game: Game, policies: tuple[Policy, ...], fast: bool) -> dict[str, Any]:
    """The drivers bound to a game and players."""
    instead = in_place_of(policies)
    if fast:
        return compiled(DRIVERS, game.verbs(), instead=instead)
    return {name: plain(driver, game.verbs(), instead=instead) for name, driver in DRIVERS.items()}


_COMPILES: dict[tuple[Any, ...], bool] = {}  # whether a game with seats and players compiles


class Matches:
    """Matches of one game, one in each row.

    Args:
        game: its name or a game of your own.
        n: number of rows.
        seats: number of seats; by default the smallest the game allows.
        options: options of the game by name.
        rounds: rounds of a match.
        seated: returns the seats of the match with a seed; a seat without a computer player waits
            for the caller.  By default all wait.
        fast: use compiled play; by default if numba is installed and the game can be compiled.

    Attributes:
        rows: int64 [row, ROW], see SEED and what follows.
        gained: points by row and seat of the rounds ended since the caller set it to 0; negated if
            the fewest points win.
        ids: the open actions of the seat in the last `look`, int32 [row, place].
        counts: their number, int32 [row].

    Raises:
        SetupError: no such game, seats, options or rounds.
    """

    def __init__(
        self,
        game: str | Game,
        n: int,
        seats: int | None = None,
        options: Options | None = None,
        rounds: int = 1,
        seated: Seats | None = None,
        fast: bool | None = None,
    ) -> None:
        self.game = games.game(game)
        self.n = n
        self.seats = self.game.seats[0] if seats is None else seats
        self.game.check_seats(self.seats)
        self.options = self.game.option_values(options)
        rounds = whole_number("rounds", rounds, 1, MAX_SEED)
        self._seated = seated
        kinds, policies = kinds_of([seat.agent for seat in self.seats_of(0)])
        self._policies = tuple(policies)
        self._kinds = np.array(kinds, np.int64)
        replacing = self.game.replaces(self.options)
        self._setting = np.array([rounds, self.game.worth(1), replacing], np.int64)
        self._set_up(self._can_be_fast() if fast is None else fast)
        self.rows = np.zeros((n, ROW), np.int64)
        self.gained = np.zeros((n, self.seats), np.int64)
        self.ids = np.zeros((n, 1), np.int32)
        self.counts = np.zeros(n, np.int32)
        self._log = np.zeros((n, _LOG), np.int32)
        self._tables: dict[int, tuple[list[int], Table]] = {}
        self._players: dict[int, tuple[int, list[Seat]]] = {}

    def _set_up(self, fast: bool) -> None:
        """Blank states and generators for plain or compiled play."""
        n, blank = self.n, self.game.fresh(self.seats, self.options)
        self.fast = fast
        self._take_tools()
        if fast:
            self._states: Any = np.zeros(2 * n + 1, dtype(self.game.state))
            fill_row(self.game.state, self._states[-1], blank)
            self._rngs: Any = np.zeros((n, self.seats, 2), np.uint64)
        else:
            self._states = [blank.copy() for _ in range(2 * n + 1)]
            self._rngs = [[[0, 0] for _ in range(self.seats)] for _ in range(n)]

    def _can_be_fast(self) -> bool:
        """Whether numba is installed and can compile the game and the players.

        Raises:
            SetupError: a plain round of a game of your own fails.
        """
        key = self.game, self.seats, tuple(self.options.items()), self._policies
        if key not in _COMPILES:
            _COMPILES[key] = has_numba() and self._compiles()
        return _COMPILES[key]

    def _compiles(self) -> bool:
        """Compile what plays; return whether that is possible."""
        from numba.core.errors import NumbaError

        if not games.is_of_package(self.game):  # compiled rules check no numbers
            rehearse([Lineup.of(self.game, [agents.RANDOM] * self.seats, self.options)])
        trial = Matches(self.game, 1, self.seats, self.options, seated=self._seated, fast=True)
        try:
            trial.play(_NO_ROWS, _NO_ROWS)
            trial.look(_NO_ROWS, 0)
        except (NumbaError, NotImplementedError, SetupError):
            return False
        return True

    def seats_of(self, seed: int) -> list[Seat]:
        """The seats of the match with a seed."""
        if self._seated is None:
            return [Seat(f"seat {seat}") for seat in range(self.seats)]
        return self._seated(seed)

    def _take_tools(self) -> None:
        """Set the drivers and the scratch space, which copies share."""
        drivers = _drivers(self.game, self._policies, self.fast)
        self._advance, self._look = drivers["advance"], drivers["look"]
        self._room = _Room(self.game, self.seats, self.options, self.fast)

    def copy(self) -> Self:
        """Independent matches in the same state; objects that play in them are copied, too."""
        twin = object.__new__(type(self))
        state = vars(twin)
        state.update(vars(self))
        for name in ("rows", "gained", "ids", "counts", "_log"):
            state[name] = state[name].copy()
        if self.fast:
            # as bytes: NumPy copies structures field by field, which takes five times as long
            state["_states"] = self._states.view(np.uint8).copy().view(self._states.dtype)
            state["_rngs"] = self._rngs.copy()
        else:
            state["_states"] = [s.copy() for s in self._states]
            state["_rngs"] = [[rng.copy() for rng in row] for row in self._rngs]
        state["_tables"] = {}  # rebuilt from the log on demand
        if ASKED in self._kinds:  # players with a memory of their own
            state["_players"], state["_seated"] = deepcopy((self._players, self._seated))
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """The state for a pickle, without drivers, scratch and tables."""
        tools = ("_advance", "_look", "_room", "_tables")
        return {name: value for name, value in vars(self).items() if name not in tools}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the state from a pickle."""
        vars(self).update(state)
        self._tables = {}
        self._take_tools()

    def play(self, at: Array, actions: Array) -> None:
        """Play on in some rows until the caller's turn or the end.

        Args:
            at: the rows, int64, ascending.
            actions: an open action for each of them, GO_ON, or DEAL for a new match, int64; may be
                changed.

        Raises:
            PlayerError: a computer player chose an action that is not open.
        """
        while True:
            count = self._advance(
                self._states, self.rows, self._rngs, self._log, self.gained,
                self._kinds, self._setting, self._room.all, at, actions,
            )  # fmt: skip
            if count == len(at):
                return
            at, actions = at[count:], actions[count:]
            row = int(at[0])
            status = self.rows[row, STATUS]
            if status == FULL:
                self._log = np.concatenate([self._log, np.zeros_like(self._log)], axis=1)
            elif status == ASKING:
                actions[0] = self._choice_in(row)
            else:
                raise self._misplay(row)

    def _choice_in(self, row: int) -> int:
        """The choice of the player to move in a row."""
        table = self.table(row)
        agent = table.seats[table.seat_in_turn].agent
        assert agent is not None
        return table.choice_of(agent).id

    def _misplay(self, row: int) -> Exception:
        """The error of a player that chose an action that is not open."""
        table, chosen = self.table(row), int(self._room.offered[0])
        check_open(self.game, [action.id for action in table.actions])
        player = table.names[table.seat_in_turn]
        return table.misplay(player, not_open(player, chosen))

    def look(self, at: Array, seat: int, *, masked: bool = True) -> tuple[Array, Array]:
        """The observations and open actions of a seat; sets `ids` and `counts` of these rows.

        Args:
            at: the rows, int64.
            seat: the seat; -1: the seat to move.
            masked: whether the mask is written.

        Returns:
            observations, int32 [row, number], and masks of the open actions, int8 [row, action];
            new arrays.  The mask is 0 if it is not the turn of the seat.
        """
        sizes, n = self.game.sizes, len(at)
        observations = np.empty((n, sizes.observation), np.int32)
        mask = np.zeros((n if masked else 0, sizes.actions), np.int8)
        while True:
            longest = self._look(
                self._states, self.rows, at, seat, self._room.out, observations, self.ids,
                self.counts, mask,
            )  # fmt: skip
            if longest <= self.ids.shape[1]:
                return observations, mask
            width = min(1 << (int(longest) - 1).bit_length(), sizes.actions)
            ids = np.zeros((self.n, width), np.int32)
            ids[:, : self.ids.shape[1]] = self.ids
            self.ids = ids

    def table(self, row: int) -> Table:
        """The current round of a row as a table, for players, people and words."""
        place, count = self.rows[row, : WHICH + 1].tolist(), int(self.rows[row, COUNT])
        earlier_place, table = self._tables.get(row, (None, None))
        if table is None or earlier_place != place or len(table.history) > count:
            table = self._fresh_table(row)
            self._tables[row] = place, table
        for action in self._log[row, len(table.history) : count].tolist():
            table.repeat(table.read(action))
        return table

    def _fresh_table(self, row: int) -> Table:
        """A table at which the round of a row has just been dealt."""
        seed, number, which = self.rows[row, : WHICH + 1].tolist()
        s = self.game.fresh(self.seats, self.options)
        if number:
            before = self._states[2 * row + 1 - which]
            before = plain_row(self.game.state, before) if self.fast else before
            self.game.rules.carry_over(s, before)
        dealer = self.game.dealer(self.seats, self.options)
        deck_of(dealer, seed, number)
        self.game.rules.deal(s, dealer.deck)
        adviser = partial(agents.adviser, self.game, seed=seed)
        return Table(self.game, self._players_of(row, seed), s, make_adviser=adviser)

    def _players_of(self, row: int, seed: int) -> list[Seat]:
        """The seats of a row; players in plain Python stay the same for the whole match."""
        if ASKED not in self._kinds:
            return self.seats_of(seed)
        if row not in self._players or self._players[row][0] != seed:
            self._players[row] = seed, self.seats_of(seed)
        return self._players[row][1]

    def refusal(self, row: int, action: int) -> IllegalAction:
        """Why an action is not open to the seat that has the turn in a row.

        Raises:
            ParseError: no action has this id.
        """
        try:
            self.table(row).read(action)
        except IllegalAction as refused:
            return refused
        raise AssertionError("the action is open")
