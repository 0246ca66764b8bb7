"""Playouts: candidates tried in possible deals, by rules plain or compiled.

The deals of a search come in chains. Where a game makes each deal from the one before, as President
does, the deals of one chain resemble each other; only those of different chains are independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import sqrt
from typing import Any, NamedTuple

from dealt.agents.kinds import NOT_OPEN, choice_of, in_place_of
from dealt.core.chance import HIDDEN, Words, start
from dealt.core.compiled import apply, compiled, copy_state, is_over, legal, plain, score
from dealt.core.fields import Numbers, dtype, fill_row
from dealt.core.game import Game
from dealt.core.search import DEAL, OTHERS, PLAYED, ROOT, STATES, Searching, next_deal
from dealt.core.view import View
from dealt.errors import PlayerError

CHAINS = 8  # of a search

# --- in the language of the rules -----------------------------------------------------------------


class _Room(NamedTuple):
    """The knowledge of a search, and its scratch space.

    Attributes:
        past: the seat's history of the round, see `dealt.core.search.next_deal`.
        rng: scratch: a generator.
        kinds: scratch: the kind of player in each seat.
        out: scratch: room for all actions.
        offered: scratch: room for all actions, see `dealt.agents.kinds`.
        obs: scratch: room for an observation.
    """

    past: Numbers
    rng: Words
    kinds: Numbers
    out: Numbers
    offered: Numbers
    obs: Numbers


def _try_actions(
    states: Any,
    seat: int,
    room: _Room,
    seed: int,
    first: int,
    deals: int,
    candidates: Numbers,
    longest: int,
    others: int,
    scores: Any,
) -> bool:
    """Play each candidate in some possible deals, play the rounds to the end, and write the scores.

    Args:
        states: see `dealt.core.search`; the first is a possible deal, the others are scratch.
        seat: the seat that chooses.
        room: the seat's history, and scratch space.
        seed: determines all deals.
        first: number of the first deal.
        deals: number of deals.
        candidates: open actions.
        longest: decisions after which a round is scored as it stands.
        others: number of kinds of other players.
        scores: filled with the points of all seats, [deal][candidate][seat].

    Returns:
        Whether a player chose an action that is not open; `room.offered` begins with it, and
        states[PLAYED] is the state before it.
    """
    rng, kinds, out, offered, obs = room.rng, room.kinds, room.out, room.offered, room.obs
    for deal in range(deals):
        start(rng, seed, first + deal, HIDDEN)
        next_deal(states, seat, rng, first + deal, others, room.past, kinds, out, obs)
        for i in range(len(candidates)):
            copy_state(states, PLAYED, DEAL)
            s = states[PLAYED]
            apply(s, candidates[i])
            left = longest
            while left > 0 and not is_over(s):
                n = legal(s, out)
                action = out[0]
                if n != 1:
                    action = choice_of(kinds[s.turn], rng, s, obs, out, n, offered)
                    if action == NOT_OPEN:
                        return True
                apply(s, action)
                left -= 1
            score(s, scores[deal][i])
    return False


@cache
def driver(game: Game, plan: Searching, fast: bool) -> Any:
    """`_try_actions` for one game and the players that do its playouts."""
    instead: dict[Any, Any] = {
        next_deal: plan.next_deal,
        **in_place_of((plan.player, *plan.others)),
    }
    if fast:
        return compiled({"try": _try_actions}, game.verbs(), instead=instead)["try"]
    return plain(_try_actions, game.verbs(), instead=instead)


class Chain:
    """One sequence of possible deals, in which candidates are tried.

    Args:
        name: the name of the player that searches.
        game: the game.
        plan: the plan of the search.
        root: a possible deal.
        view: what the seat that chooses knows.
        past: the history of the round, see `dealt.core.search.next_deal`.
        seed: determines all deals.
        fast: use compiled play.
    """

    def __init__(
        self,
        name: str,
        game: Game,
        plan: Searching,
        root: Any,
        view: View,
        past: Sequence[int],
        seed: int,
        *,
        fast: bool,
    ) -> None:
        self.deals, self._name = 0, name
        self._plan, self._seed, self._fast, self._view = plan, seed, fast, view
        self.play = driver(game, plan, fast)
        sizes = len(view.names), *[game.sizes.actions] * 2, game.sizes.observation
        scratch: Any = [[*past], [0, 0], *([0] * size for size in sizes)]
        self._states: Any = [root] * STATES
        if fast:
            import numpy as np

            scratch = [np.array(each, np.int64) for each in scratch]
            scratch[1] = np.zeros(2, np.uint64)
            self._states = np.zeros(STATES, dtype(game.state))
            fill_row(game.state, self._states[ROOT], root)
        self._room = _Room(*scratch)

    def scores(self, candidates: Sequence[int], deals: int) -> list[list[list[int]]]:
        """The points of all seats after each candidate in further deals: [deal][candidate][seat].

        Raises:
            PlayerError: a player chose an action that is not open.
        """
        shape = deals, len(candidates), len(self._view.names)
        some: Any = [*candidates]
        scores: Any = [[[0] * shape[2] for _ in some] for _ in range(deals)]
        if self._fast:
            import numpy as np

            some, scores = np.array(some, np.int64), np.zeros(shape, np.int64)
        which = self._seed, self.deals, deals, some, self._plan.longest, len(self._plan.others)
        if self.play(self._states, self._view.seat, self._room, *which, scores):
            s = self._states[PLAYED]
            seat = int(s["turn"] if self._fast else s.turn)
            kind = int(self._room.kinds[seat])
            policy = self._plan.player if kind < OTHERS else self._plan.others[kind - OTHERS]
            raise PlayerError(
                "in a playout of {player}, {policy} chose action {n} for seat {seat}, which is not "
                "open",
                player=self._name, policy=policy.__name__, n=int(self._room.offered[0]), seat=seat,
            )  # fmt: skip
        self.deals += deals
        points: list[list[list[int]]] = scores.tolist() if self._fast else scores
        return points


class Sums:
    """The mean of whole numbers, so that plain and compiled searches agree, and its error."""

    def __init__(self) -> None:
        self._squares = self._largest = 0
        self._deals, self._totals = [0] * CHAINS, [0] * CHAINS

    def add(self, chain: int, numbers: Sequence[int]) -> None:
        """Add the numbers of further deals of a chain."""
        self._deals[chain] += len(numbers)
        self._totals[chain] += sum(numbers)
        self._squares += sum(each * each for each in numbers)
        self._largest = max(self._largest, *map(abs, numbers))

    @property
    def deals(self) -> int:
        """Number of deals."""
        return sum(self._deals)

    @property
    def mean(self) -> float:
        """The mean of all numbers."""
        return sum(self._totals) / max(1, self.deals)

    @property
    def standard_error(self) -> float:
        """The standard error of the mean.

        It is what it would be if all deals were independent, plus what the chains differ beyond
        that: more by the variance of Student's t, since they are few, so that two errors are a 95 %
        interval. It is never less than if one deal were off by the largest number: equal gains in a
        few deals do not make it 0. With a single chain nothing is known.
        """
        n, mean = self.deals, self.mean
        chains = [each for each in zip(self._deals, self._totals, strict=True) if each[0]]
        k = len(chains)
        if k < 2:
            return float("inf")
        within = (self._squares - mean * sum(self._totals)) / (n - 1) / n
        between = sum((total - mean * deals) ** 2 for deals, total in chains) * k / (k - 1) / n**2
        excess = max(0.0, between - within) * (k - 1) / max(1, k - 3)
        return sqrt(max(within + excess, (self._largest / n) ** 2))

    def bound(self, errors: float) -> float:
        """The mean plus this number of standard errors."""
        return self.mean + errors * self.standard_error
