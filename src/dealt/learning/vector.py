"""Thousands of rounds side by side: the rows of one array, played by compiled rules.

>>> import numpy as np
>>> from dealt.learning.vector import VectorEnv
>>> env = VectorEnv("mason-rummy", 1000, seed=7)
>>> env.turn[:5], env.observations().shape, env.counts[:5]
(array([0, 0, 0, 0, 0], dtype=int32), (1000, 153), array([2, 2, 2, 2, 2], dtype=int32))
>>> rewards, done = env.step(env.sample_actions(np.random.default_rng(1)))
>>> rewards.shape, int(done.sum())
((1000, 2), 0)
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from dealt import agents, games
from dealt.core.agent import Seat
from dealt.core.arguments import whole_number
from dealt.core.chance import Dealer, check_seed, deck_of
from dealt.core.compiled import (
    apply,
    carry_over,
    compiled,
    copy_state,
    deal,
    has_numba,
    is_over,
    legal,
    observe,
    plain,
    score,
)
from dealt.core.fields import Numbers, dtype, fill_row, plain_row
from dealt.core.table import Table
from dealt.errors import IllegalAction, SetupError
from dealt.learning.rows import Options

if TYPE_CHECKING:
    from dealt.core.game import Game
    from dealt.core.view import View

MOST_ROWS = 1 << 31
NEW = -1
WIDTH = 64  # of the lists of open actions at first; a longer one widens them

# --- drivers: loops over rows in the language of the rules ----------------------------------------

# Row i has two states, 2 * i and 2 * i + 1, which take turns from round to round, so that what
# carries over can be read from the old one while the new one is filled.  The last state is fresh.


class _Rows(NamedTuple):
    """Rounds side by side.

    Attributes:
        states: two per row, used alternately, and a fresh one.
        which: which of the two is in use.
        number: number of finished rounds in each row.
    """

    states: Any
    which: Any
    number: Any


class _After(NamedTuple):
    """The results of an action in each row.

    Attributes:
        turn: the seat to move.
        rewards: of each seat.
        ends: whether the round has ended.
    """

    turn: Any
    rewards: Any
    ends: Any


def _play_rows(
    rows: _Rows,
    first: int,
    last: int,
    actions: Numbers,
    dealer: Dealer,
    seed: int,
    points: Numbers,
    sign: int,
    carrying: int,
    after: _After,
) -> None:
    """Play one action in each row; finished rounds are scored and the next ones dealt.

    The action NEW deals round 0 of a row.

    Args:
        rows: all rows.
        first: first row to play.
        last: one more than the last row to play.
        actions: one action for each row.
        dealer: deals the decks.
        seed: seed of the decks.
        points: scratch for the points of each seat.
        sign: -1 if the fewest points win.
        carrying: whether consecutive rounds form a match.
        after: filled with the results.
    """
    states, which, number = rows.states, rows.which, rows.number
    turn, rewards, ends = after.turn, after.rewards, after.ends
    for i in range(first, last):
        place = 2 * i + int(which[i])
        seats = states[place].seats
        action = int(actions[i])
        for seat in range(seats):
            rewards[i, seat] = 0
        ends[i] = False
        if action != NEW:
            apply(states[place], action)
            if is_over(states[place]):
                ends[i] = True
                score(states[place], points)
                for seat in range(seats):
                    rewards[i, seat] = sign * points[seat]
                number[i] += 1
        if action == NEW or ends[i]:
            before = place
            place = 4 * i + 1 - before
            which[i] = place - 2 * i
            copy_state(states, place, len(states) - 1)
            if carrying and action != NEW:
                carry_over(states[place], states[before])
            game = int(number[i]) * MOST_ROWS + i
            deck_of(dealer, seed, game)
            deal(states[place], dealer.deck)
        turn[i] = states[place].turn


def _list_rows(
    states: Any,
    which: Numbers,
    first: int,
    last: int,
    out: Numbers,
    ids: Any,
    width: int,
    counts: Numbers,
) -> None:
    """Write the number of open actions in each row and, if they fit, their ids."""
    for i in range(first, last):
        n = legal(states[2 * i + int(which[i])], out)
        counts[i] = n
        if n <= width:
            for k in range(n):
                ids[i, k] = out[k]


def _observe_rows(
    states: Any, which: Numbers, seats: Numbers, first: int, last: int, observations: Any
) -> None:
    """Write the observation of one seat in each row."""
    for i in range(first, last):
        observe(states[2 * i + int(which[i])], int(seats[i]), observations[i])


def _mark_rows(ids: Any, counts: Numbers, first: int, last: int, mask: Any) -> None:
    """Write the masks of the open actions."""
    for i in range(first, last):
        mask[i, :] = False
        for k in range(int(counts[i])):
            mask[i, ids[i, k]] = True


def _first_not_open(ids: Any, counts: Numbers, actions: Numbers, first: int, last: int) -> int:
    """The first row whose action is not in its list; `last` if there is none."""
    for i in range(first, last):
        low = 0
        high = int(counts[i])
        while low < high:
            middle = (low + high) // 2
            if ids[i, middle] < actions[i]:
                low = middle + 1
            else:
                high = middle
        if low == counts[i] or ids[i, low] != actions[i]:
            return i
    return last


DRIVERS: dict[str, Callable[..., Any]] = {
    "play": _play_rows,
    "list": _list_rows,
    "observe": _observe_rows,
    "mark": _mark_rows,
    "check": _first_not_open,
}


@cache
def _drivers(game: Game, fast: bool) -> dict[str, Any]:
    if fast:
        return compiled(DRIVERS, game.verbs())
    return {name: plain(driver, game.verbs()) for name, driver in DRIVERS.items()}


# --- the environment ------------------------------------------------------------------------------


class VectorEnv:
    """Many rounds of one game at once; each is a row, and the caller plays every seat.

    A row plays one round after another.  The deck of round k of row i is a pure function of (seed,
    i, k): it is the deck of round k * 2**31 + i of the seed.  So results depend neither on `n` nor
    on threads, and compiled and plain play give the same numbers.

    The environment overwrites its arrays: copy anything you want to keep.

    Args:
        game: its name, or a game of your own.
        n: number of rows, 1 to 2**31 - 1.
        seats: number of players; by default the smallest the game allows.
        options: options of the game by name.
        seed: 0 to 2**63 - 1.
        fast: use compiled play; by default if numba is installed.
        threads: number of threads that share the rows.
        carrying: whether a round is followed by the next of the same match, with carry-over;
            otherwise every round is the first of a match.

    Attributes:
        turn: the seat to move, int32 [row], 0 to seats - 1.
        number: number of the current round, int64 [row], from 0.
        counts: number of open actions, int32 [row], at least 1.
        ids: the open actions, ascending, int32 [row, place]; values from `counts` on have no
            meaning. A wider array replaces it if a longer list occurs.
        rewards: points of the rounds that the last step ended, int32 [row, seat], 0 elsewhere;
            negated if the fewest points win.
        done: whether the last step ended the round, bool [row].

    Raises:
        SetupError: no such game, rows, seats, options, seed or threads.
    """

    def __init__(
        self,
        game: str | Game,
        n: int,
        *,
        seats: int | None = None,
        options: Options | None = None,
        seed: int = 0,
        fast: bool | None = None,
        threads: int = 1,
        carrying: bool = True,
    ) -> None:
        for count, label in ((n, "rows"), (threads, "threads")):
            whole_number(label, count, 1, MOST_ROWS - 1)
        self.game = games.game(game)
        self.n = n
        self.seats = self.game.seats[0] if seats is None else seats
        self.game.check_seats(self.seats)
        self.options = self.game.option_values(options)
        self.fast = has_numba() if fast is None else fast
        self.seed = seed
        self.turn = np.zeros(n, np.int32)
        self.number = np.zeros(n, np.int64)
        self.counts = np.zeros(n, np.int32)
        self.ids = np.zeros((n, min(WIDTH, self.game.sizes.actions)), np.int32)
        self.rewards = np.zeros((n, self.seats), np.int32)
        self.done = np.zeros(n, np.bool_)
        self._carrying = int(carrying)
        self._which = np.zeros(n, np.int8)
        self._is_closed = False
        self._observations: Any = None
        self._mask: Any = None
        each = -(-n // threads)
        self._parts = [(first, min(first + each, n)) for first in range(0, n, each)]
        self._take_tools()
        self.reset()

    def _take_tools(self) -> None:
        """Set the drivers, the scratch space and the threads."""
        self._drivers = _drivers(self.game, self.fast)
        self._scratch = [self._room() for _ in self._parts]
        self._pool = ThreadPoolExecutor(len(self._parts)) if len(self._parts) > 1 else None

    def __copy__(self) -> Self:
        """An independent environment in the same state, with threads of its own."""
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        """The state for a copy, without drivers, scratch and threads."""
        tools = ("_drivers", "_scratch", "_pool")
        return {name: value for name, value in vars(self).items() if name not in tools}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the state of another environment."""
        vars(self).update(state)
        self._take_tools()

    def _room(self) -> tuple[Any, ...]:
        """Scratch for one thread: the dealer, open actions, points."""
        dealer = self.game.dealer(self.seats, self.options, for_compiled=self.fast)
        lists: list[Any] = [[0] * self.game.sizes.actions, [0] * self.seats]
        return (dealer, *(np.array(each, np.int64) if self.fast else each for each in lists))

    def reset(self, seed: int | None = None) -> None:
        """Deal the first round of every row.

        Args:
            seed: a new seed; by default the same decks again.

        Raises:
            SetupError: the seed is out of range.
        """
        self.seed = check_seed(self.seed if seed is None else seed)
        self._states = self._blank_states()
        self._which[:] = 0
        self.number[:] = 0
        self._play(np.full(self.n, NEW, np.int64))

    def _blank_states(self) -> Any:
        """Two states for each row, and a fresh one."""
        fresh, n = self.game.fresh(self.seats, self.options), 2 * self.n + 1
        if not self.fast:
            return [fresh] * n
        states = np.zeros(n, dtype(self.game.state))
        fill_row(self.game.state, states[-1], fresh)
        states[:-1] = states[-1]
        return states

    def step(self, actions: Any) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Play one action in every row, for the seat to move there.

        When a round of a row ends, the next one is dealt at once.

        Args:
            actions: ids, integers [row].

        Returns:
            `rewards` and `done`.

        Raises:
            IllegalAction: an action is not open; nothing has changed.
            SetupError: `actions` does not have one integer per row.
        """
        actions = np.asarray(actions)
        if actions.shape != (self.n,) or not np.issubdtype(actions.dtype, np.integer):
            raise SetupError(
                f"actions {actions.dtype} {actions.shape}; they are integers ({self.n},)"
            )
        actions = actions.astype(np.int64, copy=False)
        self._check(actions)
        self._play(actions)
        return self.rewards, self.done

    def _play(self, actions: np.ndarray[Any, Any]) -> None:
        """Play open actions, and list the next ones."""
        sign = self.game.worth(1)
        rows = _Rows(self._states, self._which, self.number)
        after = _After(self.turn, self.rewards, self.done)

        def play(part: int) -> None:
            dealer, _, points = self._scratch[part]
            self._drivers["play"](
                rows, *self._parts[part], actions, dealer, self.seed, points, sign,
                self._carrying, after,
            )  # fmt: skip
            self._list(part)

        self._in_parts(play)
        longest = int(self.counts.max())
        if longest > self.ids.shape[1]:
            width = min(1 << (longest - 1).bit_length(), self.game.sizes.actions)
            self.ids = np.zeros((self.n, width), np.int32)
            self._in_parts(self._list)

    def _list(self, part: int) -> None:
        """List the open actions of the rows of one thread."""
        self._drivers["list"](
            self._states, self._which, *self._parts[part], self._scratch[part][1], self.ids,
            self.ids.shape[1], self.counts,
        )  # fmt: skip

    def _check(self, actions: np.ndarray[Any, Any]) -> None:
        row = self._drivers["check"](self.ids, self.counts, actions, 0, self.n)
        if row < self.n:
            raise IllegalAction(
                f"row {row}: action {actions[row]} is not open to seat {self.turn[row]}, in round "
                f"{self.number[row]} of seed {self.seed}"
            )

    def _in_parts(self, work: Any) -> None:
        """Do some work on all rows, shared by the threads."""
        if self._is_closed:
            raise SetupError("the environment is closed; make another one")
        if self._pool is None:
            work(0)
        else:
            list(self._pool.map(work, range(len(self._parts))))

    def observations(self, seat: int | None = None) -> np.ndarray[Any, Any]:
        """The observation of a seat in each row, int32 [row, number]; see `observe` in the rules.

        Args:
            seat: the seat; by default the seat to move in each row.
        """
        if seat is not None:
            seat = whole_number("seat", seat, 0, self.seats - 1)
        if self._observations is None:
            self._observations = np.zeros((self.n, self.game.sizes.observation), np.int32)
        seats = self.turn if seat is None else np.full(self.n, seat, np.int32)

        def see(part: int) -> None:
            self._drivers["observe"](
                self._states, self._which, seats, *self._parts[part], self._observations
            )

        self._in_parts(see)
        numbers: np.ndarray[Any, Any] = self._observations
        return numbers

    def legal_mask(self) -> np.ndarray[Any, Any]:
        """The open actions of each row, bool [row, action]; large for games with many ids."""
        if self._mask is None:
            self._mask = np.zeros((self.n, self.game.sizes.actions), np.bool_)

        def mark(part: int) -> None:
            self._drivers["mark"](self.ids, self.counts, *self._parts[part], self._mask)

        self._in_parts(mark)
        mask: np.ndarray[Any, Any] = self._mask
        return mask

    def legal_lists(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """The open actions of each row as `ids` and `counts`."""
        return self.ids, self.counts

    def sample_actions(self, rng: np.random.Generator) -> np.ndarray[Any, Any]:
        """A random open action for each row, all equally likely, int32 [row], a new array."""
        return self.ids[np.arange(self.n), rng.integers(self.counts)]

    def view(self, row: int, seat: int | None = None) -> View:
        """The view of a seat in one row, by default the seat to move.

        Raises:
            SetupError: unknown row or seat.
        """
        return self.table(row).view(int(self.turn[row]) if seat is None else seat)

    def table(self, row: int) -> Table:
        """The round of one row as a table of its own, with an empty history.

        Raises:
            SetupError: unknown row.
        """
        row = whole_number("row", row, 0, self.n - 1)
        s = self._states[2 * row + int(self._which[row])]
        s = plain_row(self.game.state, s) if self.fast else s.copy()
        seats = [Seat(f"seat {number}") for number in range(self.seats)]
        return Table(self.game, seats, s, make_adviser=partial(agents.adviser, self.game, seed=0))

    def close(self) -> None:
        """End the threads; the environment cannot be used any more."""
        self._is_closed = True
        if self._pool is not None:
            self._pool.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
