"""A player that tries each action in many possible deals and plays the rounds out.

All actions are tried in the same deals, so that luck falls on all alike, and are held against the
choice of a simpler player, pair by pair: that choice is left only for one that is better by more
than chance would have it. Without that guard a search of few deals plays worse than the simple
player does.

Source: flat Monte Carlo with common random numbers; candidates are dropped by halves, Karnin, Koren
and Somekh, "Almost optimal exploration in multi-armed bandits" (2013).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any

from dealt.core.agent import Action, Deals, Policy
from dealt.core.chance import HIDDEN, Words, start
from dealt.core.compiled import compiled, has_numba, plain
from dealt.core.fields import Numbers, dtype, fill_row
from dealt.core.game import Game, View
from dealt.core.verbs import apply, is_over, legal, observe, redeal, score, unbound

PLAYOUTS = 4_000  # unless told
FIRST_DEALS = 16  # that each candidate is tried in before any is dropped
GUARD = 1.5  # standard errors by which a candidate must be better than the simple player's choice
LONGEST = 400  # decisions after which a playout is scored as it stands

ROOT, DEAL, PLAYED = range(3)  # the rows of the states that a search works in


# --- in the language of the rules -----------------------------------------------------------------


def copy_state(states: Any, to: int, source: int) -> None:
    """Stands for the copying of a state, which lists and arrays do differently."""
    raise unbound("copy_state")


def copy_row(states: Any, to: int, source: int) -> None:
    """Copy a row of an array."""
    states[to] = states[source]


def copy_plain(states: Any, to: int, source: int) -> None:
    """Copy a plain state."""
    states[to] = states[source].copy()


def policy(seen: Numbers, actions: Numbers, n: int) -> int:
    """Stands for the player who plays the rounds out."""
    raise unbound("policy")


def try_actions(
    states: Any,
    seat: int,
    rng: Words,
    seed: int,
    first: int,
    deals: int,
    candidates: Numbers,
    longest: int,
    out: Numbers,
    seen: Numbers,
    scores: Any,
) -> None:
    """Play each candidate in some possible deals, and the rounds out; write the scores.

    Args:
        states: three of them; the first is a possible deal, the others are room to work in.
        seat: the seat that chooses.
        rng: scratch: a generator.
        seed: decides all deals.
        first: the number of the first deal.
        deals: how many.
        candidates: actions that are open.
        longest: decisions after which a round is scored as it stands.
        out: scratch: room for all actions.
        seen: scratch: room for an observation.
        scores: gets the points of all seats, [deal][candidate][seat].
    """
    for deal in range(deals):
        copy_state(states, DEAL, ROOT)
        start(rng, seed, first + deal, HIDDEN)
        redeal(states[DEAL], seat, rng)
        for i in range(len(candidates)):
            copy_state(states, PLAYED, DEAL)
            s = states[PLAYED]
            apply(s, candidates[i])
            left = longest
            while left > 0 and not is_over(s):
                observe(s, s.turn, seen)
                n = legal(s, out)
                apply(s, policy(seen, out, n))
                left -= 1
            score(s, scores[deal][i])


@cache
def driver(game: Game, player: Policy, fast: bool) -> Any:
    """`try_actions` for one game, its rounds played out by one player."""
    if fast:
        instead: dict[Any, Any] = {copy_state: copy_row, policy: player}
        return compiled({"try": try_actions}, game.verbs(), instead=instead)["try"]
    return plain(try_actions, game.verbs(), instead={copy_state: copy_plain, policy: player})


# --- the player -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tried:
    """One action as a search saw it.

    Attributes:
        action: the action.
        deals: in how many deals it was tried.
        value: own points less the mean of the others', turned so that more is better.
        gain: by how much it is better than the simple player's choice in the same deals.
        standard_error: of the gain.
    """

    action: Action
    deals: int
    value: float
    gain: float
    standard_error: float


class SearchAgent:
    """Chooses by trying; sees what a person in its seat would, and deals that could be.

    Args:
        game: what is played.
        player: who plays the rounds out, and whose choice is the one to be bettered.
        seed: decides all deals; with `playouts` the choice depends on nothing else.
        name: what the player is called.
        playouts: how many rounds are played out for a choice, at most.
        clock: seconds that pass, such as `time.monotonic`; a choice then takes up to `seconds`.
        seconds: a budget of time, for a clock.
        guard: see GUARD.
        fast: compiled; if not said, where numba is installed. The choices are the same.
    """

    def __init__(
        self,
        game: Game,
        player: Policy,
        seed: int,
        *,
        name: str = "strong",
        playouts: int = PLAYOUTS,
        clock: Callable[[], float] | None = None,
        seconds: float = 0.4,
        guard: float = GUARD,
        fast: bool | None = None,
    ) -> None:
        self.name = name
        self.tried: list[Tried] = []
        self.game = game
        self.player = player
        self.seed = seed
        self.playouts = playouts
        self.clock = clock
        self.seconds = seconds
        self.guard = guard
        self.fast = has_numba() if fast is None else fast
        self.choices = 0

    def search(self, view: View, actions: Sequence[Action], deals: Deals) -> Action:
        """The action that does best in possible deals, or the simple player's choice."""
        self.choices += 1
        ids = [action.id for action in actions]
        base = self.player(list(view.observation), ids, len(ids))
        simple = next(action for action in actions if action.id == base)
        self.tried = []
        if len(actions) == 1:
            return simple
        trial = _Trial(self, view, [base, *(i for i in ids if i != base)], deals)
        trial.run()
        by_id = {action.id: action for action in actions}
        self.tried = sorted(trial.results(by_id), key=lambda tried: -tried.gain)
        better = [
            tried
            for tried in self.tried
            if tried.action is not simple and tried.gain > self.guard * tried.standard_error
        ]
        return better[0].action if better else simple


class _Trial:
    """One choice: candidates tried in more and more deals, the worse half dropped again and again.

    The first candidate is the simple player's choice; it always stays. Values are whole numbers:
    own points for each other player, less the points of all others, turned so that more is better.
    """

    def __init__(self, agent: SearchAgent, view: View, candidates: list[int], deals: Deals) -> None:
        game = agent.game
        self.agent = agent
        self.seat = view.seat
        self.others = max(1, len(view.names) - 1)
        self.candidates = candidates
        self.seed = (agent.seed + agent.choices) % (1 << 62)
        self.sums = {action: _Sums() for action in candidates}
        self.deadline = None if agent.clock is None else agent.clock() + agent.seconds
        self.play = driver(game, agent.player, agent.fast)
        room = _Arrays if agent.fast else _Lists
        self.room = room(game, deals.one(self.seed), len(view.names))
        self.done = 0
        self.playouts = 0

    def run(self) -> None:
        """Try the candidates until time or playouts are used up, or none is left to be dropped."""
        halvings = max(1, (len(self.candidates) - 1).bit_length())
        while True:
            share = self.agent.playouts // halvings // len(self.candidates)
            if not self._try(max(FIRST_DEALS, share)) or len(self.candidates) <= 2:
                return
            rest = sorted(self.candidates[1:], key=lambda action: -self.sums[action].gain)
            self.candidates = [self.candidates[0], *rest[: (len(rest) + 1) // 2]]

    def _try(self, deals: int) -> bool:
        """Try all candidates in so many more deals; False when time or playouts are used up."""
        end = self.done + deals
        while self.done < end:
            self._batch(min(FIRST_DEALS, end - self.done))
            if self.deadline is None:
                if self.playouts >= self.agent.playouts:
                    return False
            elif self.agent.clock is not None and self.agent.clock() >= self.deadline:
                return False
        return True

    def _batch(self, deals: int) -> None:
        """Try all candidates in the next deals."""
        room, number = self.room, len(self.candidates)
        scores = room.scores(deals, number)
        play = self.play
        some = room.numbers(self.candidates)
        told = self.seat, room.rng, self.seed, self.done, deals, some, LONGEST
        play(room.states, *told, room.out, room.seen, scores)
        self.done += deals
        self.playouts += deals * number
        sign = -1 if self.agent.game.low_wins else 1
        for action, found in zip(
            self.candidates, room.sums(scores, self.seat, self.others, sign), strict=True
        ):
            self.sums[action].add(deals, *found)

    def results(self, actions: Mapping[int, Action]) -> list[Tried]:
        """What was seen of each action."""
        return [
            Tried(
                actions[number],
                sums.deals,
                sums.value / max(1, sums.deals) / self.others,
                sums.gain / self.others,
                sums.standard_error / self.others,
            )
            for number, sums in self.sums.items()
        ]


class _Sums:
    """What is added up for one candidate: its values, its gains and their squares."""

    def __init__(self) -> None:
        self.deals = self.value = self.total = self.squares = 0

    def add(self, deals: int, value: int, total: int, squares: int) -> None:
        """Add those of some deals."""
        self.deals += deals
        self.value += value
        self.total += total
        self.squares += squares

    @property
    def gain(self) -> float:
        """The mean gain."""
        return self.total / self.deals if self.deals else 0.0

    @property
    def standard_error(self) -> float:
        """Of the mean gain."""
        n = self.deals
        if n < 2:
            return float("inf")
        return sqrt((n * self.squares - self.total**2) / (n * (n - 1)) / n)


class _Lists:
    """Room for a plain search."""

    def __init__(self, game: Game, state: Any, seats: int) -> None:
        self.states: Any = [state, state, state]
        self.rng: Any = [0, 0]
        self.out: Any = [0] * game.actions
        self.seen: Any = [0] * game.observation
        self._seats = seats

    def numbers(self, values: Sequence[int]) -> Any:
        """Numbers for the rules."""
        return list(values)

    def scores(self, deals: int, candidates: int) -> Any:
        """Room for scores."""
        return [[[0] * self._seats for _ in range(candidates)] for _ in range(deals)]

    def sums(self, scores: Any, seat: int, others: int, sign: int) -> list[tuple[int, int, int]]:
        """For each candidate the sums of values, of gains on the first one, of their squares."""
        found = [[0, 0, 0] for _ in scores[0]]
        for row in scores:
            first = None
            for points, sums in zip(row, found, strict=True):
                value = sign * (points[seat] * (others + 1) - sum(points))
                first = value if first is None else first
                sums[0] += value
                sums[1] += value - first
                sums[2] += (value - first) ** 2
        return [(a, b, c) for a, b, c in found]


class _Arrays:
    """Room for a compiled search."""

    def __init__(self, game: Game, state: Any, seats: int) -> None:
        import numpy as np

        self.states: Any = np.zeros(3, dtype(game.state))
        fill_row(game.state, self.states[ROOT], state)
        self.rng: Any = np.zeros(2, np.uint64)
        self.out: Any = np.zeros(game.actions, np.int64)
        self.seen: Any = np.zeros(game.observation, np.int64)
        self._seats = seats

    def numbers(self, values: Sequence[int]) -> Any:
        """Numbers for the rules."""
        import numpy as np

        return np.array(values, np.int64)

    def scores(self, deals: int, candidates: int) -> Any:
        """Room for scores."""
        import numpy as np

        return np.zeros((deals, candidates, self._seats), np.int64)

    def sums(self, scores: Any, seat: int, others: int, sign: int) -> list[tuple[int, int, int]]:
        """What `_Lists.sums` gives."""
        values = sign * (scores[:, :, seat] * (others + 1) - scores.sum(axis=2))
        gains = values - values[:, :1]
        sums = (values.sum(axis=0), gains.sum(axis=0), (gains**2).sum(axis=0))
        return list(zip(*(part.tolist() for part in sums), strict=True))
