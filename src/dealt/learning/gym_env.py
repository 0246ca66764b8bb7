"""Gymnasium: one seat of a game against chosen players.

Importing this module registers `dealt/mason-rummy-v0` and so on, one for each game, with the
arguments of `DealtEnv`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from dealt import agents, games
from dealt.core.agent import action_id
from dealt.core.arguments import whole_number
from dealt.core.chance import check_seed
from dealt.errors import SetupError
from dealt.learning.matches import Array, Matches
from dealt.learning.pictures import RENDER_MODES, check_render_mode, drawn
from dealt.learning.rows import (
    DEAL,
    OVER,
    SEED,
    SEEDS,
    STATUS,
    Options,
    Sharing,
    missing,
    worst_reward,
)

if TYPE_CHECKING:
    from dealt.core.game import Game

_NUMBERS, _ENCODED = _OBSERVATIONS = "numbers", "encoded"


class Encoding:
    """Encodes the observations of a game by the ranges of their numbers.

    A choice becomes one input for each possible value, one of which is 1; an amount becomes one
    input, its share of the maximum; each bit becomes one input.  Values out of range are clipped.

    Args:
        game: the game.

    Attributes:
        width: number of inputs.

    Raises:
        SetupError: the game does not declare the ranges of its numbers.
    """

    def __init__(self, game: Game) -> None:
        ranges = game.sizes.ranges
        if not ranges:
            raise SetupError(
                f"{game.name} does not say what the numbers of its observations can be: give its "
                "Sizes ranges, or leave observations as numbers"
            )
        least, most, firsts, width = list[int](), list[int](), list[int](), 0
        kinds: list[str] = []
        for n, low, high, kind in ranges:
            inputs = {"choice": high - low + 1, "amount": 1, "bits": high.bit_length()}[kind]
            least += [low] * n
            most += [high] * n
            kinds += [kind] * n
            firsts += range(width, width + n * inputs, inputs)
            width += n * inputs
        self.width = width
        self._least, self._most = np.array(least), np.array(most)
        self._first = np.array(firsts)
        kind_of = np.array(kinds)
        self._choices = np.flatnonzero(kind_of == "choice")
        self._amounts = np.flatnonzero(kind_of == "amount")
        self._span = (self._most - self._least)[self._amounts].astype(np.float32)
        bits = [
            (place, digit)
            for place in np.flatnonzero(kind_of == "bits").tolist()
            for digit in range(most[place].bit_length())
        ]
        self._bit_places, self._digits = np.array(bits, int).reshape(-1, 2).T

    def __call__(self, numbers: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """The inputs for some observations.

        Args:
            numbers: int [..., number].

        Returns:
            float32 [..., input], each from 0 to 1.
        """
        rows = numbers.reshape(-1, numbers.shape[-1])
        rows = np.clip(rows, self._least, self._most) - self._least
        inputs = np.zeros((len(rows), self.width), np.float32)
        ones = self._first[self._choices] + rows[:, self._choices]
        np.put_along_axis(inputs, ones, 1, axis=1)
        inputs[:, self._first[self._amounts]] = rows[:, self._amounts] / self._span
        places = self._first[self._bit_places] + self._digits
        inputs[:, places] = rows[:, self._bit_places] >> self._digits & 1
        return inputs.reshape(*numbers.shape[:-1], self.width)


try:
    import gymnasium
    from gymnasium import spaces
except ImportError:
    raise missing("Gymnasium", "gym") from None

if TYPE_CHECKING:
    from dealt.core.agent import AnyAgent, Seat
    from dealt.core.game import Game

_INT32 = np.iinfo(np.int32)
METADATA = {"render_modes": list(RENDER_MODES), "render_fps": 1}
FIRST = np.zeros(1, np.int64)  # the only row


def _numbers_space(game: Game) -> spaces.Box:
    """The space of observations: int32 [number], any value."""
    return spaces.Box(int(_INT32.min), int(_INT32.max), (game.sizes.observation,), np.int32)


def _seen_space(game: Game, encoding: Encoding | None) -> spaces.Box:
    """The space of observations as numbers, or encoded: float32 [input], 0 to 1."""
    if encoding is None:
        return _numbers_space(game)
    return spaces.Box(0, 1, (encoding.width,), np.float32)


def masked_space(game: Game, encoding: Encoding | None) -> spaces.Dict:
    """The same space with the mask of open actions added, int8 [action]."""
    mask = spaces.Box(0, 1, (game.sizes.actions,), np.int8)
    return spaces.Dict({"observation": _seen_space(game, encoding), "action_mask": mask})


def encoding_for(game: Game, observations: str) -> Encoding | None:
    """The encoding of observations; None if they stay numbers.

    Raises:
        SetupError: unknown form, or the game does not declare the ranges of its numbers.
    """
    if observations not in _OBSERVATIONS:
        raise SetupError(
            f"observations={observations!r}; it can be {' or '.join(map(repr, _OBSERVATIONS))}"
        )
    return Encoding(game) if observations == _ENCODED else None


class DealtEnv(Sharing, gymnasium.Env[Any, Any]):
    """One seat of a game; the other seats are computer players.

    An episode is a match of `rounds` rounds.  The reward is 0 until a round ends, then the change
    of the seat's score, negated in games where the fewest points win.  If a match ends before the
    seat has had a turn, it does not count as an episode: another match is dealt.

    Args:
        game: its name, or a game of your own.
        seat: the learner's seat, from 0.
        players: the other players: a name from `dealt.agents.bots`, an agent, or one of these for
            each other seat in order.  Named players are created from the seed of each episode.
        seats: number of seats; by default as many as `players` needs, else the smallest number the
            game allows.
        options: options of the game by name.
        rounds: rounds in an episode; results carry over from one to the next.
        illegal: `penalty` ends the episode if an action is not open, `raise` raises an error.
        penalty: the reward for such an action; by default one less than the worst of any round.
        observations: `numbers`, int32, as the reference lists them; `encoded`, float32 inputs for
            networks, see `Encoding`.
        masked: observations are a dict of `observation` and `action_mask`.
        render_mode: what `render` returns: `ansi`, the seat's view as text; `rgb_array`, a picture
            of that text, which needs matplotlib.
        fast: use compiled play; by default if numba is installed and the game can be compiled.
            Results are the same.

    Raises:
        SetupError: no such game, seat, players, options or rounds.
    """

    metadata = METADATA

    def __init__(self, game: str | Game, **arguments: Any) -> None:
        self._learner = learner = Learner(game, **arguments)
        self.game, self.seat, self.penalty = learner.game, learner.seat, learner.penalty
        self.render_mode = learner.render_mode
        self._matches = learner.matches(1)
        self._action_space = learner.action_space
        self._observation_space = learner.observation_space
        self._is_over, self._has_begun = True, False
        self._mask = np.zeros(self.game.sizes.actions, np.int8)

    def __copy__(self) -> Self:
        """An independent environment in the same state."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))
        twin._matches = self._matches.copy()
        self._share(twin, "_np_random", "_action_space", "_observation_space")
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.__copy__()

    @property
    def action_space(self) -> spaces.Discrete:  # type: ignore[override]
        """The ids of all actions."""
        space: spaces.Discrete = self._own("_action_space")
        return space

    @property
    def observation_space(self) -> spaces.Space[Any]:  # type: ignore[override]
        """The space of observations."""
        space: spaces.Space[Any] = self._own("_observation_space")
        return space

    @property
    def np_random(self) -> np.random.Generator:
        """The generator that draws the seeds of episodes."""
        self._own("_np_random")
        return super().np_random

    @np_random.setter
    def np_random(self, value: np.random.Generator) -> None:
        self._np_random, self._np_random_seed = value, -1

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal a new match; `options` is not used.

        Raises:
            SetupError: the seed is not a whole number from 0 to 2**63 - 1.
        """
        super().reset(seed=None if seed is None else check_seed(seed), options=options)
        rows, self._is_over, self._has_begun = self._matches.rows, True, True
        while self._is_over:
            rows[0, SEED] = self.np_random.integers(SEEDS)
            self._play(DEAL)
        return self._observe()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play for the seat, then let the others play until it is its turn again.

        Returns:
            observation, reward, whether the match is over, False, and `info` with `action_mask`;
            `info["illegal"]` says why an action was not open.

        Raises:
            IllegalAction: the action is not open, and `illegal` is `raise`.
            ParseError: no action has this id.
            SetupError: the episode is over.
        """
        self._check_begun()
        if self._is_over:
            raise SetupError("the episode is over; call reset")
        number = action_id(action, len(self._mask))
        if not self._mask[number]:
            return self._refuse(number)
        self._play(number)
        gained = self._matches.gained
        reward = float(gained[0, self.seat])
        gained[0] = 0
        observation, info = self._observe()
        return observation, reward, self._is_over, False, info

    def _refuse(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """End the episode after an action that is not open."""
        refused = self._matches.refusal(0, action)
        if self._learner.raises:
            raise refused
        self._is_over = True
        observation, info = self._observe()
        return observation, self.penalty, True, False, {**info, "illegal": str(refused)}

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """The open actions, bool [action], for libraries that ask the environment for them.

        Raises:
            SetupError: no episode has begun.
        """
        self._check_begun()
        return self._mask.astype(bool)

    def render(self) -> Any:
        """The seat's view: text in mode `ansi`, a picture in mode `rgb_array`.

        Returns:
            A text, uint8 [height, width, 3], or None without a mode.

        Raises:
            SetupError: no episode has begun.
        """
        self._check_begun()
        return self._learner.picture(self._matches, 0)

    def _check_begun(self) -> None:
        """Raise SetupError before the first reset."""
        if not self._has_begun:
            raise SetupError("no episode has begun; call reset")

    def _play(self, action: int) -> None:
        """Play on until it is the seat's turn or the match is over."""
        self._matches.play(FIRST, np.array([action]))
        self._is_over = self._matches.rows.item(STATUS) == OVER

    def _observe(self) -> tuple[Any, dict[str, Any]]:
        """The observation and the info of the seat, new arrays each time."""
        observations, masks = self._matches.look(FIRST, self.seat)
        self._mask = masks[0]
        info = {"action_mask": self._mask.copy()}
        observation = self._learner.observation(observations[0], self._mask)
        return observation, info


class Learner:
    """One seat of a game that learns, against chosen players; see `DealtEnv` for the arguments."""

    def __init__(
        self,
        game: str | Game,
        *,
        seat: int = 0,
        players: str | AnyAgent | Sequence[str | AnyAgent] = "AI",
        seats: int | None = None,
        options: Options | None = None,
        rounds: int = 1,
        illegal: Literal["penalty", "raise"] = "penalty",
        penalty: float | None = None,
        observations: Literal["numbers", "encoded"] = "numbers",
        masked: bool = False,
        render_mode: str | None = None,
        fast: bool | None = None,
    ) -> None:
        self.game = games.game(game)
        if seats is None and not isinstance(players, str) and isinstance(players, Sequence):
            seats = len(players) + 1
        self.seats = self.game.seats[0] if seats is None else seats
        self.game.check_seats(self.seats)
        others = _others(players, self.seats - 1)
        _check_players(self.game, others)
        seat = whole_number("seat", seat, 0, self.seats - 1)
        if illegal not in ("penalty", "raise"):
            raise SetupError(f"illegal={illegal!r}; it can be 'penalty' or 'raise'")
        check_render_mode(render_mode)
        self.seat, self.players = seat, [*others[:seat], "seat", *others[seat:]]
        self.penalty = float(worst_reward(self.game) - 1) if penalty is None else penalty
        self.raises, self.masked = illegal == "raise", masked
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self.game.sizes.actions)
        self._encoding = encoding_for(self.game, observations)
        space = masked_space if masked else _seen_space
        self.observation_space: spaces.Space[Any] = space(self.game, self._encoding)
        self._match = options, rounds, fast

    def seated(self, seed: int) -> list[Seat]:
        """The seats of the match with a seed."""
        return agents.seats(self.game, self.players, seed)

    def matches(self, n: int) -> Matches:
        """`n` matches side by side."""
        options, rounds, fast = self._match
        return Matches(self.game, n, self.seats, options, rounds, self.seated, fast)

    def observation(self, numbers: Array, masks: Array) -> Any:
        """The observation for the numbers and masks of some rows."""
        values = numbers if self._encoding is None else self._encoding(numbers)
        return {"observation": values, "action_mask": masks.copy()} if self.masked else values

    def picture(self, matches: Matches, row: int) -> Any:
        """The seat's view in a row, see `DealtEnv.render`."""
        return drawn(matches.table(row).view(self.seat), self.render_mode)


def _others(players: str | AnyAgent | Sequence[str | AnyAgent], n: int) -> list[str | AnyAgent]:
    """The players of the `n` other seats."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        return [players] * n
    if len(players) != n:
        raise SetupError(f"{len(players)} players for {n} other seats")
    return list(players)


def _check_players(game: Game, players: Sequence[str | AnyAgent]) -> None:
    """Raise SetupError if a player is neither an agent nor the name of a computer player."""
    for seat in agents.seats(game, players):
        if seat.agent is None:
            has = ", ".join(agents.bots(game))
            raise SetupError(f"no computer player {seat.name!r}; {game.title} has {has}")


def register() -> None:
    """Register all games with Gymnasium."""
    for game in games.games():
        if f"dealt/{game.name}-v0" not in gymnasium.registry:
            gymnasium.register(
                f"dealt/{game.name}-v0",
                entry_point="dealt.learning.gym_env:DealtEnv",
                vector_entry_point="dealt.learning.gym_vector:DealtVectorEnv",
                kwargs={"game": game.name},
            )


register()
