"""A player that tries each action in many possible deals and plays the rounds out.

All actions are tried in the same deals, so that luck affects all alike. They are compared pair by
pair with the choice of a simpler player, and replace it only if they are better by more than chance
explains. Without that guard, a search of few deals plays worse than the simple player.

Source: flat Monte Carlo with common random numbers; candidates are eliminated by successive
halving, Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits" (2013).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any, NamedTuple

from dealt.agents.kinds import NOT_OPEN, choice_of, in_place_of
from dealt.core.agent import Action, Deals, PolicyAgent, Seat, chosen_by, not_open
from dealt.core.chance import HIDDEN, Words, start
from dealt.core.compiled import (
    apply,
    compiled,
    copy_state,
    has_numba,
    is_kept,
    is_over,
    legal,
    plain,
    score,
)
from dealt.core.fields import Numbers, dtype, fill_row
from dealt.core.game import Game
from dealt.core.match import Match
from dealt.core.search import DEAL, OTHERS, PLAYED, ROOT, STATES, Searching, next_deal
from dealt.core.view import View
from dealt.errors import PlayerError, SetupError
from dealt.language import decimal, say

FIRST_DEALS = 16  # for each candidate, before any is dropped
_PLAIN_DEALS = 4  # tried at once by plain rules, which are slow, so that a budget of time is kept
SECONDS = 0.4  # for a choice, with a clock
_SHORTLISTED = 24  # candidates, where a game can rank them

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


def compile_search(game: Game) -> None:
    """Compile the search of a game in this process.

    This takes about a minute once, and a second when the machine code is on disk.

    Raises:
        SetupError: the game has no player that can do playouts.
    """
    agent = SearchAgent(game, 0)
    if not agent.fast:
        return
    seats = [Seat(str(number)) for number in range(game.seats[-1])]
    match = Match(game, seats, seed=0, rounds=1)
    table = match.table
    while len(table.actions) == 1:
        table.step(table.actions[0])
    if table.is_over:
        return  # nobody ever has a choice
    seat = table.seat_in_turn
    ids = [action.id for action in table.actions[:2]]
    _Trial(agent, table.view(seat), ids, table.deals(seat)).try_once()


# --- the player -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tried:
    """One action as a search saw it.

    Attributes:
        action: the action.
        deals: number of deals in which it was tried.
        is_simple: whether it is the simple player's choice.
        value: the player's own points minus the mean of the others', turned so that more is better;
            if all points add up to a constant, minus the mean of all seats.
        gain: by how much it beats the simple player's choice in the same deals.
        standard_error: of the gain.
    """

    action: Action
    is_simple: bool
    deals: int
    value: float
    gain: float
    standard_error: float


def plan_of(game: Game) -> Searching | None:
    """The search plan of a game: its own, else one with its player AI in all seats."""
    if game.bots.search is not None:
        return game.bots.search
    simple = game.bots.by_name["AI"](0) if "AI" in game.bots.by_name else None
    if isinstance(simple, PolicyAgent):
        return Searching(simple.policy, (simple.policy,))
    return None


class SearchAgent:
    """Chooses by trying each action in possible deals; it sees only what its seat can see.

    Args:
        game: the game.
        seed: determines all deals; with `playouts` the choice depends only on it.
        name: the player's name.
        plan: who does the playouts and in which deals; see `plan_of` for the default.
        playouts: maximum number of playouts for a choice; by default as in the plan.
        clock: a clock in seconds, such as `time.monotonic`; a choice then takes up to `seconds`.
        seconds: the time limit, with a clock; it starts once everything needed is compiled.
        waiting: called once if something has to be compiled first, which takes long.
        fast: use compiled play; by default if numba is installed. The choices are the same.

    Attributes:
        ranking: what the last search saw of each action, the best first.
        is_sure: whether the last choice is known to be the best.

    Raises:
        SetupError: the game has no player that can do playouts.
    """

    def __init__(
        self,
        game: Game,
        seed: int,
        *,
        name: str = "strong",
        plan: Searching | None = None,
        playouts: int | None = None,
        clock: Callable[[], float] | None = None,
        seconds: float = SECONDS,
        waiting: Callable[[str], None] | None = None,
        fast: bool | None = None,
    ) -> None:
        plan = plan_of(game) if plan is None else plan
        if plan is None:
            raise SetupError("{game} has no player to play rounds out in a search", game=game.title)
        self.name = name
        self.ranking: list[Tried] = []
        self.is_sure = False
        self.game = game
        self.plan = plan
        self.seed = seed
        self.playouts = plan.playouts if playouts is None else playouts
        self.clock = clock
        self.seconds = seconds
        self.waiting = waiting
        self.fast = has_numba() if fast is None else fast
        self.choices = 0

    def search(
        self,
        view: View,
        actions: Sequence[Action],
        deals: Deals,
        *,
        against: int | None = None,
        moves: Sequence[int] | None = None,
    ) -> Action:
        """The action that does best in possible deals, or the simple player's choice.

        Args:
            view: what the seat knows.
            actions: what it may do.
            deals: deals that are possible for what it knows.
            against: id of the action that takes the place of the simple player's choice.
            moves: ids of the only actions to be tried beside it; by default all that the plan has.

        Raises:
            PlayerError: a player chose an action that is not open, here or in a playout.
        """
        self.choices += 1
        ids = [action.id for action in actions]
        obs = list(view.observation)
        if against is None:
            against = self.plan.player(obs, [*ids], len(ids))
        simple = chosen_by(self.name, actions, against)
        self.ranking = []
        self.is_sure = False
        if moves is not None:
            return self._tried_best(view, actions, deals, [simple.id, *moves])
        if len(actions) == 1:
            return simple
        if self.plan.ending is not None:
            best = self.plan.ending(deals.one(self.seed), view.seat)
            self.is_sure = best in ids
            if self.is_sure:
                return chosen_by(self.name, actions, best)
        if self.plan.shortlist is not None:
            ids = ids[: self.plan.shortlist(obs, ids, len(ids), _SHORTLISTED)]
        if ids == [simple.id]:
            return simple
        return self._tried_best(view, actions, deals, [simple.id, *ids])

    def _tried_best(
        self, view: View, actions: Sequence[Action], deals: Deals, ids: Sequence[int]
    ) -> Action:
        """The best of some actions, or the first of them: that to which all are compared."""
        by_id = {action.id: action for action in actions}
        for number in ids:
            if number not in by_id:
                raise not_open(self.name, number)
        trial = _Trial(self, view, [*dict.fromkeys(ids)], deals)
        trial.run()
        self.ranking.extend(sorted(trial.results(by_id), key=lambda each: -each.gain))
        return next((each.action for each in self._better()), by_id[ids[0]])

    def _better(self) -> list[Tried]:
        """The candidates that are clearly better than the simple player's choice, best first."""
        return [
            candidate
            for candidate in self.ranking
            if not candidate.is_simple
            and candidate.gain > self.plan.guard * candidate.standard_error
        ]

    @property
    def why(self) -> str:
        """The comparison behind the last choice, as half a sentence; empty without a choice."""
        if self.is_sure:
            return say("it wins, whatever the others do")
        if not self.ranking:
            return ""
        simple = next(candidate for candidate in self.ranking if candidate.is_simple)
        others = [candidate for candidate in self.ranking if candidate is not simple]
        better = self._better()
        deals = max(candidate.deals for candidate in self.ranking)
        if better:
            best = better[0]
            return say(
                "{gain} {unit} better than {other} in {deals} possible deals, with a "
                "standard error of {error}",
                gain=decimal(f"{best.gain:.2f}"), unit=say(self.plan.unit),
                other=self.game.wording.action_phrase(simple.action.id), deals=deals,
                error=decimal(f"{best.standard_error:.2f}"),
            )  # fmt: skip
        second = others[0]
        other = self.game.wording.action_phrase(second.action.id)
        if second.gain <= 0:
            return say(
                "{gain} {unit} better than {other} in {deals} possible deals",
                gain=decimal(f"{-second.gain:.2f}"), unit=say(self.plan.unit), other=other,
                deals=deals,
            )  # fmt: skip
        return say(
            "no other was clearly better in {deals} possible deals; next best {other}",
            deals=deals, other=other,
        )  # fmt: skip


class _Trial:
    """One choice: candidates tried in more and more deals, while the worse half is dropped.

    The first candidate, the simple player's choice, always stays. Values are whole numbers: own
    points times the number of others, minus the points of all others, turned so that more is
    better.
    """

    def __init__(self, agent: SearchAgent, view: View, candidates: list[int], deals: Deals) -> None:
        game = agent.game
        self.agent = agent
        self.seat = view.seat
        self.others = max(1, len(view.names) - 1)
        self.candidates = candidates
        self.seed = (agent.seed + agent.choices) % (1 << 62)
        self.sums = {action: _Sums() for action in candidates}
        self.deadline: float | None = None
        self.at_once = FIRST_DEALS
        if agent.clock is not None and not agent.fast:
            self.deadline, self.at_once = agent.clock() + agent.seconds, _PLAIN_DEALS
        self.play = driver(game, agent.plan, agent.fast)
        if agent.fast and agent.waiting is not None and not is_kept(self.play):
            agent.waiting(
                say(
                    "{name} is being compiled, once; that takes about a minute",
                    name=agent.name,
                )
            )
        agent.waiting = None
        room = _Arrays if agent.fast else _Lists
        past = [number for seat_and_action in deals.past for number in seat_and_action]
        self.room = room(game, deals.one(self.seed), len(view.names), past)
        self.deals_done = 0
        self.playouts = 0

    def try_once(self) -> None:
        """Try the candidates in one deal."""
        self._batch(1)

    def run(self) -> None:
        """Try the candidates until time or playouts run out, or two candidates are left."""
        halvings = max(1, (len(self.candidates) - 1).bit_length())
        while True:
            share = self.agent.playouts // halvings // len(self.candidates)
            if not self._try(max(FIRST_DEALS, share)) or len(self.candidates) <= 2:
                return
            rest = sorted(self.candidates[1:], key=lambda action: -self.sums[action].gain)
            self.candidates = [self.candidates[0], *rest[: (len(rest) + 1) // 2]]

    def _try(self, deals: int) -> bool:
        """Try all candidates in further deals; False when time or playouts run out."""
        end = self.deals_done + deals
        while self.deals_done < end:
            self._batch(min(self.at_once, end - self.deals_done))
            if self.deadline is None and self.agent.clock is not None:
                self.deadline = self.agent.clock() + self.agent.seconds
            if self.agent.plan.sure and self._is_decided(self.agent.plan.sure):
                return False
            if self.deadline is None:
                if self.playouts >= self.agent.playouts:
                    return False
            elif self.agent.clock is not None and self.agent.clock() >= self.deadline:
                return False
        return True

    def _is_decided(self, sure: float) -> bool:
        """Drop candidates that are surely not better than the first; whether that decides it.

        A single remaining candidate that is surely better decides it, too.
        """
        if self.deals_done < 2 * FIRST_DEALS:
            return False
        first, *rest = self.candidates
        rest = [action for action in rest if self.sums[action].bound(sure) > 0]
        self.candidates = [first, *rest]
        return not rest or (len(rest) == 1 and self.sums[rest[0]].bound(-sure) > 0)

    def _batch(self, deals: int) -> None:
        """Try all candidates in the next deals."""
        room, plan = self.room, self.agent.plan
        scores = room.scores(deals, len(self.candidates))
        some = room.numbers(self.candidates)
        which = self.seed, self.deals_done, deals, some, plan.longest, len(plan.others)
        if self.play(room.states, self.seat, room.room, *which, scores):
            raise self._misplay()
        self.deals_done += deals
        self.playouts += deals * len(self.candidates)
        sign = self.agent.game.worth(1)
        for action, sums in zip(
            self.candidates, room.sums(scores, self.seat, self.others, sign), strict=True
        ):
            self.sums[action].add(deals, *sums)

    def _misplay(self) -> PlayerError:
        """The error of the player that has just chosen an action that is not open in a playout."""
        plan, states, room = self.agent.plan, self.room.states, self.room.room
        seat = int(states[PLAYED].turn if self.agent.fast is False else states[PLAYED]["turn"])
        kind = int(room.kinds[seat])
        policy = plan.player if kind < OTHERS else plan.others[kind - OTHERS]
        return PlayerError(
            "in a playout of {player}, {policy} chose action {n} for seat {seat}, which is not "
            "open",
            player=self.agent.name, policy=policy.__name__, n=int(room.offered[0]), seat=seat,
        )  # fmt: skip

    def results(self, actions: Mapping[int, Action]) -> list[Tried]:
        """The result of each action."""
        whole = self.others + 1 if self.agent.plan.constant_sum else self.others
        return [
            Tried(
                actions[number],
                number == self.candidates[0],
                sums.deals,
                sums.value / max(1, sums.deals) / whole,
                sums.gain / whole,
                sums.standard_error / whole,
            )
            for number, sums in self.sums.items()
        ]


class _Sums:
    """The sums of one candidate: its values, its gains and their squares."""

    def __init__(self) -> None:
        self.deals = self.value = self.total = self.squares = 0

    def add(self, deals: int, value: int, total: int, squares: int) -> None:
        """Add the sums of further deals."""
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
        """The standard error of the mean gain."""
        n = self.deals
        if n < 2:
            return float("inf")
        return sqrt((n * self.squares - self.total**2) / (n * (n - 1)) / n)

    def bound(self, errors: float) -> float:
        """The mean gain plus this number of standard errors."""
        return self.gain + errors * self.standard_error


def _zeros(game: Game, seats: int) -> tuple[list[int], list[int], list[int], list[int]]:
    """Scratch for the kinds of players, for actions (two) and for an observation."""
    return (
        [0] * seats,
        [0] * game.sizes.actions,
        [0] * game.sizes.actions,
        [0] * game.sizes.observation,
    )


class _Lists:
    """Room for a plain search."""

    def __init__(self, game: Game, state: Any, seats: int, past: Sequence[int]) -> None:
        self.states: Any = [state] * STATES
        self.room = _Room(list(past), [0, 0], *_zeros(game, seats))
        self._seats = seats

    def numbers(self, values: Sequence[int]) -> Any:
        """Numbers for the rules."""
        return list(values)

    def scores(self, deals: int, candidates: int) -> Any:
        """Room for scores."""
        return [[[0] * self._seats for _ in range(candidates)] for _ in range(deals)]

    def sums(self, scores: Any, seat: int, others: int, sign: int) -> list[tuple[int, int, int]]:
        """For each candidate the sums of values, of gains on the first one, of their squares."""
        totals = [[0, 0, 0] for _ in scores[0]]
        for row in scores:
            first = None
            for points, sums in zip(row, totals, strict=True):
                value = sign * (points[seat] * (others + 1) - sum(points))
                first = value if first is None else first
                sums[0] += value
                sums[1] += value - first
                sums[2] += (value - first) ** 2
        return [(a, b, c) for a, b, c in totals]


class _Arrays:
    """Room for a compiled search."""

    def __init__(self, game: Game, state: Any, seats: int, past: Sequence[int]) -> None:
        import numpy as np

        rng: Any = np.zeros(2, np.uint64)
        self.states: Any = np.zeros(STATES, dtype(game.state))
        fill_row(game.state, self.states[ROOT], state)
        scratch: Any = [np.array(each, np.int64) for each in (past, *_zeros(game, seats))]
        self.room = _Room(scratch[0], rng, *scratch[1:])
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
        """The same as `_Lists.sums`."""
        values = sign * (scores[:, :, seat] * (others + 1) - scores.sum(axis=2))
        gains = values - values[:, :1]
        sums = (values.sum(axis=0), gains.sum(axis=0), (gains**2).sum(axis=0))
        return list(zip(*(part.tolist() for part in sums), strict=True))
