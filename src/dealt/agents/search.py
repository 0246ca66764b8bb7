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
from math import ceil
from operator import add, sub
from typing import NamedTuple

from dealt.agents.playouts import CHAINS, Chain, Sums
from dealt.core.agent import Action, Deals, PolicyAgent, Seat, Standing, chosen_by
from dealt.core.compiled import has_numba, is_kept
from dealt.core.game import Game
from dealt.core.match import Match
from dealt.core.search import Searching
from dealt.core.view import View
from dealt.errors import SetupError
from dealt.language import decimal, message, say

FIRST_DEALS = 16  # for each candidate, before any is dropped
_BETTER = message("{gain} {unit} better than {other} in {deals} possible deals")
_MORE_CHANCE = message(
    "its chance to win the match is {gain} percentage points above that of {other} in {deals} "
    "possible deals"
)
_WITH_ERROR = message("{comparison}, with a standard error of {error}")
_COMPILING = message("{name} is being compiled, once; that takes about a minute")
_AT_ONCE = 64  # playouts in a chain, so that a budget of time is kept
SECONDS = 0.4  # for a choice, with a clock
_WON = 2_520_000_000  # the share of a match that is won; divided evenly by up to ten
_RARE = 100_000  # one in so many deals is never
_SHORTLISTED = 24  # candidates, where a game can rank them


def compile_search(game: Game) -> None:
    """Compile the search of a game in this process.

    This takes about a minute once, and a second when the machine code is on disk.

    Raises:
        SetupError: the game has no player that can do playouts.
    """
    agent = SearchAgent(game, 0, playouts=1)
    if not agent.fast:
        return
    seats = [Seat(str(number)) for number in range(game.seats[-1])]
    table = Match(game, seats, seed=0, rounds=1).table
    while not (table.is_over or agent.ranking):
        table.step(table.choice_of(agent))


# --- the player -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tried:
    """One action as a search saw it.

    Attributes:
        action: the action.
        deals: number of deals in which it was tried.
        is_simple: whether it is the simple player's choice.
        value: the player's own points minus the mean of the others', turned so that more is better;
            if all points add up to a constant, minus the mean of all seats. In the last round of a
            match it may be the chance to win it, see `Searching.for_match`.
        gain: by how much it beats the simple player's choice in the same deals.
        standard_error: of the gain.
        value_error: standard error of the value.
    """

    action: Action
    is_simple: bool
    deals: int
    value: float
    gain: float
    standard_error: float
    value_error: float = 0.0


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
        self._is_chance = False
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
            chosen_by(self.name, actions, number)
        trial = _Trial(self, view, [*dict.fromkeys(ids)], deals)
        trial.run()
        self._is_chance = trial.tally.is_chance
        self.ranking.extend(trial.tally.results(by_id))
        return next((each.action for each in self._better()), by_id[ids[0]])

    def _better(self) -> list[Tried]:
        """The candidates that are clearly better than the simple player's choice, best first."""
        guard = self.plan.guard
        return [
            each
            for each in self.ranking
            if not each.is_simple and each.gain > guard * each.standard_error
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
        best = (better or others)[0]

        def number(size: float) -> str:
            return decimal(f"{size * (100 if self._is_chance else 1):.2f}")

        facts = {
            "other": self.game.wording.action_phrase((simple if better else best).action.id),
            "deals": max(candidate.deals for candidate in self.ranking),
            "gain": number(abs(best.gain)),
            "unit": say(self.plan.unit),
        }
        if not better and best.gain > 0:
            return say(
                "no other was clearly better in {deals} possible deals; next best {other}", **facts
            )
        text = _MORE_CHANCE if self._is_chance else _BETTER
        if not better:
            return say(text, **facts)
        return say(_WITH_ERROR, comparison=say(text, **facts), error=number(best.standard_error))


class _Trial:
    """One choice: candidates tried in more and more deals, while the worse half is dropped.

    The first candidate, the simple player's choice, always stays. Values are whole numbers, see
    `_Worth`.
    """

    def __init__(self, agent: SearchAgent, view: View, candidates: list[int], deals: Deals) -> None:
        game, plan = agent.game, agent.plan
        self.agent = agent
        self.candidates = candidates
        seed, fast = (agent.seed + agent.choices) % (1 << 58) * CHAINS, agent.fast
        past = [number for seat_and_action in deals.past for number in seat_and_action]
        root = deals.one(seed)
        self.tally = Tally(
            _worth_in_match(game, plan, view.seat, len(view.names), deals.standing), candidates
        )
        self.gains = self.tally.gains
        self.chains = [
            Chain(agent.name, game, plan, root, view, past, seed + number, fast=fast)
            for number in range(CHAINS)
        ]
        self.playouts = 0
        if fast and agent.waiting is not None and not is_kept(self.chains[0].play):
            agent.waiting(say(_COMPILING, name=agent.name))
        agent.waiting = None
        self.deadline: float | None = None
        if agent.clock is not None and not fast:
            self.deadline = agent.clock() + agent.seconds

    def run(self) -> None:
        """Try the candidates until time or playouts run out, or two candidates are left."""
        halvings = max(1, (len(self.candidates) - 1).bit_length())
        while True:
            share = self.agent.playouts // halvings // len(self.candidates)
            if not self._try(max(FIRST_DEALS, share)) or len(self.candidates) <= 2:
                return
            rest = sorted(self.candidates[1:], key=lambda action: -self.gains[action].mean)
            self.candidates = [self.candidates[0], *rest[: (len(rest) + 1) // 2]]

    def _try(self, deals: int) -> bool:
        """Try all candidates in further deals; False when time or playouts run out."""
        agent = self.agent
        end = self.chains[0].deals + ceil(deals / CHAINS)
        while self.chains[0].deals < end:
            before, most = self.chains[0].deals, _AT_ONCE // len(self.candidates)
            for chain in range(CHAINS):
                self._try_in(chain, min(end - before, max(2, min(before // 2, most))))
                if agent.clock is None:
                    continue
                if self.deadline is None:
                    self.deadline = agent.clock() + agent.seconds
                elif agent.clock() >= self.deadline:
                    return False
            if agent.plan.sure and self._is_decided(agent.plan.sure):
                return False
            if agent.clock is None and self.playouts >= agent.playouts:
                return False
        return True

    def _is_decided(self, sure: float) -> bool:
        """Drop candidates that are surely not better than the first; whether that decides it.

        A single remaining candidate that is surely better decides it, too.
        """
        if self.gains[self.candidates[0]].deals < 2 * FIRST_DEALS:
            return False
        first, *rest = self.candidates
        rest = [action for action in rest if self.gains[action].bound(sure) > 0]
        self.candidates = [first, *rest]
        return not rest or (len(rest) == 1 and self.gains[rest[0]].bound(-sure) > 0)

    def _try_in(self, chain: int, deals: int) -> None:
        """Try all candidates in the next deals of a chain."""
        scores = self.chains[chain].scores(self.candidates, deals)
        self.tally.add(chain, self.candidates, scores)
        self.playouts += deals * len(self.candidates)


class Tally:
    """Candidates compared in the same deals with the first of them, which stays in all.

    Args:
        worth: what the points of a round are worth.
        candidates: ids of actions.
    """

    def __init__(self, worth: _Worth, candidates: Sequence[int]) -> None:
        self.worth = worth
        self.values = {action: Sums() for action in candidates}
        self.gains = {action: Sums() for action in candidates}  # on the first

    def add(
        self, chain: int, candidates: Sequence[int], scores: Sequence[Sequence[Sequence[int]]]
    ) -> None:
        """Add the points of some candidates in further deals: [deal][candidate][seat]."""
        values = [[self.worth.of(points) for points in each] for each in zip(*scores, strict=True)]
        for action, each in zip(candidates, values, strict=True):
            self.values[action].add(chain, each)
            self.gains[action].add(chain, [*map(sub, each, values[0])])

    @property
    def is_chance(self) -> bool:
        """Whether the results are chances to win the match: some candidate changes them."""
        gains = (abs(gain.mean) for gain in self.gains.values())
        return self.worth.is_for_match and max(gains) > _WON / _RARE

    def results(self, actions: Mapping[int, Action]) -> list[Tried]:
        """The result of each action, the best first."""
        unit, first = _WON if self.is_chance else self.worth.unit, next(iter(self.gains))
        results = [
            Tried(
                actions[number],
                number == first,
                gain.deals,
                self.values[number].mean / unit,
                gain.mean / unit,
                0.0 if number == first else gain.standard_error / unit,
                self.values[number].standard_error / unit,
            )
            for number, gain in self.gains.items()
        ]
        return sorted(results, key=lambda each: -each.gain)


class _Worth(NamedTuple):
    """What the points of a round are worth to a seat.

    Attributes:
        of: takes the points of all seats; whole numbers, so that sums are exact.
        unit: the number that stands for one point or one place.
        is_for_match: whether the share of the match is added, in units of `_WON`.
    """

    of: Callable[[Sequence[int]], int]
    unit: int
    is_for_match: bool = False


def distance(game: Game, seat: int, seats: int, *, constant_sum: bool = False) -> _Worth:
    """A round's own points: those of a seat, compared with the others', see `Tried.value`."""
    sign = game.worth(1)
    unit = seats if constant_sum else max(1, seats - 1)
    return _Worth(lambda points: sign * (points[seat] * seats - sum(points)), unit)


def _worth_in_match(
    game: Game, plan: Searching, seat: int, seats: int, standing: Standing | None
) -> _Worth:
    """The share of the match in the last of several rounds, else the round's own points.

    Where no choice changes who wins the match, the points of the round decide.
    """
    own = distance(game, seat, seats, constant_sum=plan.constant_sum)
    if (
        not plan.for_match
        or standing is None
        or not 0 < standing.played == (standing.rounds or 0) - 1
    ):
        return own

    def worth(points: Sequence[int]) -> int:
        leaders = game.leaders([*map(add, standing.totals, points)])
        return (seat in leaders) * _WON // len(leaders) + own.of(points)

    return _Worth(worth, own.unit, is_for_match=True)
