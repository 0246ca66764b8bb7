"""Training a player that weighs moves, by many trials in the vectorized environment.

A generation draws sets of weights around a mean, plays the same deals with each of them, and moves
the mean towards the best.  Half of the tables are filled with the first of the opponents that the
game names, a quarter with an earlier version of the learner, a quarter with both.

Source: the cross-entropy method, de Boer, Kroese, Mannor and Rubinstein, "A tutorial on the
cross-entropy method" (2005); decreasing noise, Szita and Lorincz, "Learning Tetris using the noisy
cross-entropy method" (2006).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from types import FunctionType
from typing import Any

import numpy as np

from dealt import agents
from dealt.agents.kinds import NOT_OPEN, choice_among, in_place_of
from dealt.core.agent import AnyAgent, Policy, PolicyAgent, Searcher
from dealt.core.arguments import never
from dealt.core.compiled import compiled, has_numba, plain, unbound
from dealt.core.fields import Numbers
from dealt.core.game import Game
from dealt.core.search import Features
from dealt.errors import SetupError, StorageError
from dealt.learning.vector import VectorEnv
from dealt.simulate.estimates import half_of_share
from dealt.storage.files import TextFile

Weights = np.ndarray[Any, Any]

_POPULATION = 44
BEST = 11  # of the population, that the next mean comes from
_KEPT_SHARE = 0.3  # of the old mean and spread
NOISE = 0.02  # added to the spread at first
_FIRST_SPREAD = 0.6
# kinds of players at a table; others are kinds of `agents.kinds`
LEARNER, ITSELF = -1, -2
PLAIN = -3  # and below: an opponent that chooses in plain Python
_MOST_OPPONENTS = 2
SCALE = 1000  # of the largest weight, as a whole number

# --- in the language of the rules -----------------------------------------------------------------


def _prepare(observation: Numbers, facts: Numbers) -> None:
    """Placeholder for the game's facts about a decision; see `dealt.core.search`."""
    raise unbound("prepare")


def _describe(facts: Numbers, action: int, out: Numbers) -> None:
    """Placeholder for the game's features of an action."""
    raise unbound("describe")


def _weigh(
    observation: Numbers, actions: Numbers, n: int, weights: Any, facts: Numbers, numbers: Numbers
) -> int:
    """The action with the largest weighted sum; among equals, the one with the lowest id."""
    _prepare(observation, facts)
    best = actions[0]
    most = 0.0
    for i in range(n):
        _describe(facts, actions[i], numbers)
        value = 0.0
        for k in range(len(weights)):
            value += weights[k] * numbers[k]
        if i == 0 or value > most:
            most = value
            best = actions[i]
    return best


def _choose_rows(
    observations: Any,
    ids: Any,
    counts: Numbers,
    turn: Numbers,
    kinds: Any,
    weights: Any,
    itself: Any,
    facts: Numbers,
    numbers: Numbers,
    offered: Numbers,
    actions: Numbers,
) -> None:
    """Write the action of the player to move in each row.

    Args:
        observations: the observations, [row][number].
        ids: the open actions, [row][place].
        counts: number of open actions in each row.
        turn: the seat to move in each row.
        kinds: kind of player, [row][seat].
        weights: weights of the learner.
        itself: weights of its earlier version.
        facts: scratch.
        numbers: scratch.
        offered: scratch: room for all actions, see `dealt.agents.kinds`.
        actions: filled with the actions, except for kinds PLAIN and below; checked when played.
    """
    for i in range(len(turn)):
        n = int(counts[i])
        kind = kinds[i][turn[i]]
        if kind == LEARNER:
            actions[i] = _weigh(observations[i], ids[i], n, weights, facts, numbers)
        elif kind == ITSELF:
            actions[i] = _weigh(observations[i], ids[i], n, itself, facts, numbers)
        elif kind > PLAIN:
            actions[i] = choice_among(kind, observations[i], ids[i], n, offered)
            if actions[i] == NOT_OPEN:
                actions[i] = offered[0]


# --- the trainer ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Meeting:
    """The results of a generation's mean against an opponent.

    Attributes:
        against: the name of the opponent.
        deals: number of deals played.
        wins: share won; shared wins count in part.
        error: its standard error; None for a single deal.
    """

    against: str
    deals: int
    wins: float
    error: float | None

    @property
    def half(self) -> float | None:
        """Half of the 95 % interval of `wins`; None for a single deal."""
        return half_of_share(self.deals, self.wins, self.error)


@dataclass(frozen=True)
class Generation:
    """The state of a training run.

    Attributes:
        number: number of the generation, from 1.
        mean: the weights, float64 [feature].
        spread: standard deviation of the next weights, float64 [feature].
        meetings: results of the mean, in deals that are the same for all generations.
    """

    number: int
    mean: Weights
    spread: Weights
    meetings: tuple[_Meeting, ...]

    @property
    def weights(self) -> tuple[int, ...]:
        """The weights as integers, the largest being SCALE."""
        largest = float(np.abs(self.mean).max()) or 1.0
        return tuple(round(float(weight) / largest * SCALE) for weight in self.mean)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "number": self.number,
            "mean": self.mean.tolist(),
            "spread": self.spread.tolist(),
            "meetings": [vars(meeting) for meeting in self.meetings],
        }

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Generation:
        """Read what `to_dict` wrote.

        Raises:
            SetupError: the fields are not those of a generation.
        """
        try:
            return cls(
                int(fields["number"]),
                np.array(fields["mean"], np.float64),
                np.array(fields["spread"], np.float64),
                tuple(_Meeting(**meeting) for meeting in fields["meetings"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise SetupError(f"no generation of a training: {error}") from None


def train(
    game: Game,
    generations: int,
    *,
    deals: int = 1536,
    seed: int = 1,
    after: Generation | None = None,
    against: Sequence[Any] = (),
    fast: bool | None = None,
    stopped: Callable[[], bool] = never,
) -> Iterator[Generation]:
    """Learn to weigh the moves of a game, from scratch or from where an earlier run ended.

    Args:
        game: a game with `learning`.
        generations: number of the last generation.
        deals: number of deals that each set of weights plays in a generation.
        seed: determines everything; a resumed run continues exactly as it would have.
        after: the last generation of the run to resume.
        against: one or two computer players to learn against, by name or your own, see
            `dealt.agents.own`; by default those that the game names.
        fast: use compiled play; by default if numba is installed.
        stopped: called before each set of weights; if it returns true, the generation is abandoned.

    Yields:
        Each generation as it is finished.

    Raises:
        SetupError: the game has no features, or a number is out of range.
    """
    if game.bots.learning is None:
        raise SetupError(f"{game.title} has no features to learn from")
    if deals < 1 or generations < 1:
        raise SetupError(f"{generations} generations of {deals} deals; at least one is needed")
    size = len(game.bots.learning.names)
    mean, spread = np.zeros(size), np.full(size, _FIRST_SPREAD)
    first = 1
    if after is not None:
        if after.mean.shape != (size,) or after.spread.shape != (size,):
            raise SetupError(f"{len(after.mean)} weights; {game.name} has {size} features")
        mean, spread, first = after.mean, after.spread, after.number + 1
    tables = Tables(game, game.bots.learning, deals, against=against, fast=fast)
    for number in range(first, generations + 1):
        rng = np.random.default_rng((seed, number))
        candidates = mean + spread * rng.standard_normal((_POPULATION, size))
        candidates[0] = mean
        worth = np.zeros(_POPULATION)
        for i, weights in enumerate(candidates):
            if stopped():
                return
            worth[i] = tables.worth(weights, mean, seed * 1_000_003 + number)
        best = candidates[np.argsort(-worth, kind="stable")[:BEST]]
        noise = NOISE * max(0.0, 1 - number / generations)
        mean = _KEPT_SHARE * mean + (1 - _KEPT_SHARE) * best.mean(axis=0)
        spread = _KEPT_SHARE * spread + (1 - _KEPT_SHARE) * best.std(axis=0) + noise
        yield Generation(number, mean, spread, tables.meetings(mean, seed))


def _opponents(
    game: Game, features: Features, against: Sequence[Any]
) -> tuple[list[int], list[Policy], list[agents.Player]]:
    """The opponents to learn against: kinds, choices of kinds 1 and 2, and plain players.

    Plain players have the kinds PLAIN and below.
    """
    if len(against) > _MOST_OPPONENTS:
        raise SetupError(f"{len(against)} players to train against; at most {_MOST_OPPONENTS}")
    if not against:
        return [1, len(features.opponents)], list(features.opponents), []
    kinds: list[int] = []
    policies: list[Policy] = []
    plain_ones: list[agents.Player] = []
    for source in against:
        player = agents.Player.from_source(game, source)
        agent = player.agent(0)
        if isinstance(agent, PolicyAgent) and isinstance(agent.policy, FunctionType):
            policies.append(agent.policy)
            kinds.append(len(policies))
        elif isinstance(agent, Searcher):
            raise SetupError(f"{agent.name} searches; train against players that choose at once")
        else:
            kinds.append(PLAIN - len(plain_ones))
            plain_ones.append(player)
    return kinds, policies or list(features.opponents), plain_ones


class Tables:
    """Many deals in which one seat learns against fixed opponents.

    Args:
        game: the game.
        features: the numbers by which moves are judged.
        deals: number of deals.
        against: see `train`.
        fast: use compiled play.

    Raises:
        SetupError: more than two opponents, or one that cannot be learned against.
    """

    def __init__(
        self,
        game: Game,
        features: Features,
        deals: int,
        *,
        against: Sequence[Any] = (),
        fast: bool | None = None,
    ) -> None:
        fast = has_numba() if fast is None else fast
        seats = features.seats
        self.env = VectorEnv(game, deals, seats=seats, fast=fast, carrying=False)
        kinds, policies, self._plain = _opponents(game, features, against)
        self.against = agents.Player.from_source(game, against[0]).title if against else agents.OWN
        instead: dict[Any, Any] = {
            _prepare: features.prepare,
            _describe: features.describe,
            **in_place_of(policies),
        }
        if fast:
            self._choose = compiled({"rows": _choose_rows}, game.verbs(), instead=instead)["rows"]
        else:
            self._choose = plain(_choose_rows, game.verbs(), instead=instead)
        self._facts = np.zeros(features.facts, np.int64)
        self._numbers = np.zeros(len(features.names), np.int64)
        self._offered = np.zeros(game.sizes.actions, np.int64)
        self._rows = np.arange(deals)
        self._seat = self._rows % seats
        self._alone = self._kinds(np.full((4, seats), kinds[0]))
        mixed = np.full((4, seats), kinds[0])
        mixed[1] = kinds[-1]
        mixed[2] = ITSELF
        mixed[3, ::2] = ITSELF
        self._mixed = self._kinds(mixed)

    def _kinds(self, patterns: Weights) -> Weights:
        """Who sits where: the learner in each seat in turn, the others by a pattern."""
        kinds: Weights = patterns[self._rows // patterns.shape[1] % len(patterns)]
        kinds[self._rows, self._seat] = LEARNER
        return kinds

    def play(
        self, kinds: Weights, weights: Weights, itself: Weights, seed: int
    ) -> tuple[Weights, Weights]:
        """Play the deals of a seed; returns the learner's lead over the mean, and its wins."""
        env = self.env
        env.reset(seed)
        actions = np.zeros(env.n, np.int64)
        points = np.zeros((env.n, env.seats), np.int64)
        over = np.zeros(env.n, np.bool_)
        plain_ones = [player.apart().agent(seed) for player in self._plain]
        weights, itself = (np.asarray(each, np.float64) for each in (weights, itself))
        while not over.all():
            self._choose(
                env.observations(), env.ids, env.counts, env.turn, kinds, weights, itself,
                self._facts, self._numbers, self._offered, actions,
            )  # fmt: skip
            self._choose_plainly(plain_ones, kinds, actions)
            rewards, ends = env.step(actions)
            new = ends & ~over
            points[new] = rewards[new]
            over |= ends
        own = points[self._rows, self._seat]
        lead = own - (points.sum(axis=1) - own) / (env.seats - 1)
        best = points == points.max(axis=1, keepdims=True)
        return lead, best[self._rows, self._seat] / best.sum(axis=1)

    def _choose_plainly(
        self, players: Sequence[AnyAgent], kinds: Weights, actions: Weights
    ) -> None:
        """Write the actions of opponents that choose in plain Python."""
        if not players:
            return
        in_turn = kinds[self._rows, self.env.turn]
        for row in np.flatnonzero(in_turn <= PLAIN):
            agent = players[PLAIN - in_turn[row]]
            actions[row] = self.env.table(int(row)).choice_of(agent).id

    def worth(self, weights: Weights, itself: Weights, seed: int) -> float:
        """The value of weights: the share of wins, plus the lead as a share of the possible."""
        lead, wins = self.play(self._mixed, weights, itself, seed)
        low, high = self.env.game.sizes.score_bounds
        return float(wins.mean() + lead.mean() / (high - low))

    def meetings(self, weights: Weights, seed: int) -> tuple[_Meeting, ...]:
        """The results of weights against the first opponent in all other seats."""
        _, wins = self.play(self._alone, weights, weights, seed)
        error = float(wins.std(ddof=1)) / sqrt(len(wins)) if len(wins) > 1 else None
        return (_Meeting(self.against, len(wins), float(wins.mean()), error),)


class TrainingFile:
    """The history of a training run, which can be resumed from it.

    The file has one line of JSON for the job and one for each finished generation.

    Args:
        path: the file; it need not exist yet.
        job: the arguments of the training; a file of another job is refused.

    Raises:
        StorageError: the file cannot be read, or is not a training history.
        SetupError: it belongs to another training run.
    """

    def __init__(self, path: str | os.PathLike[str], job: Mapping[str, Any]) -> None:
        self._file = TextFile(path)
        self._file.check_writable()
        self.job = dict(job)
        self.generations = self._read()

    def _read(self) -> list[Mapping[str, Any]]:
        """The generations in the file."""
        text = self._file.read()
        if text is None or not text.strip():
            return []
        try:
            job, *generations = [json.loads(line) for line in text.splitlines()]
        except ValueError:
            raise StorageError("{file} is not a training history", file=self._file) from None
        if not isinstance(job, dict) or not all(isinstance(each, dict) for each in generations):
            raise StorageError("{file} is not a training history", file=self._file)
        if job != self.job:
            other = ", ".join(f"{name} {job.get(name)}" for name in self.job)
            raise SetupError(
                "{file} belongs to another training run: {other}", file=self._file, other=other
            )
        return generations

    def add(self, generation: Mapping[str, Any]) -> None:
        """Store one more generation; it is on disk when this returns."""
        self.generations.append(dict(generation))
        lines = [json.dumps(line) for line in (self.job, *self.generations)]
        self._file.write("\n".join(lines) + "\n")
