"""Gymnasium: one seat of a game against chosen players.

Importing this module registers `dealt/mason-rummy-v0` and so on, one for each game, with the
arguments of `DealtEnv`.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from dealt import agents, games
from dealt.errors import IllegalAction, SetupError
from dealt.learning.rounds import SEEDS, Options, Rounds, as_game, missing, worst_reward

try:
    import gymnasium
    from gymnasium import spaces
except ImportError:
    raise missing("Gymnasium", "gym") from None

if TYPE_CHECKING:
    from dealt.core.agent import AnyAgent
    from dealt.core.game import Game

INT32 = np.iinfo(np.int32)


def _numbers_space(game: Game) -> spaces.Box:
    """The space of observations: int32 [number], any value."""
    return spaces.Box(int(INT32.min), int(INT32.max), (game.sizes.observation,), np.int32)


def masked_space(game: Game) -> spaces.Dict:
    """The same space with the mask of open actions added, int8 [action]."""
    mask = spaces.Box(0, 1, (game.sizes.actions,), np.int8)
    return spaces.Dict({"observation": _numbers_space(game), "action_mask": mask})


class DealtEnv(gymnasium.Env[Any, Any]):
    """One seat of a game; the other seats are computer players.

    An episode is a match of `rounds` rounds.  The reward is 0 until a round ends, then the change
    of the seat's score, negated in games where the fewest points win.  If a match ends before the
    seat has had a turn, it does not count as an episode: another match is dealt.

    Args:
        game: its name, or a game of your own.
        seat: the learner's seat, from 0.
        players: the other players: a name from `dealt.agents.bots`, an agent, or one of these for
            each other seat in order.  Named players are created again for each episode, from its
            seed.
        seats: number of seats; by default as many as `players` needs, else the smallest number the
            game allows.
        options: options of the game by name.
        rounds: rounds in an episode; results carry over from one to the next.
        illegal: `penalty` ends the episode if an action is not open, `raise` raises an error.
        penalty: the reward for such an action; by default one less than the worst of any round.
        masked: observations are a dict of `observation` and `action_mask`.
        render_mode: `ansi`: `render` returns the seat's view as text.

    Raises:
        SetupError: no such game, seat, players, options or rounds.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - as Gymnasium declares it

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
        masked: bool = False,
        render_mode: str | None = None,
    ) -> None:
        game = as_game(game)
        if seats is None and not isinstance(players, str) and isinstance(players, Sequence):
            seats = len(players) + 1
        self._rounds = Rounds(game, seats, options, rounds)
        self._players = _others(players, self._rounds.seats - 1)
        _check_players(game, self._players)
        if seat not in range(self._rounds.seats):
            raise SetupError(f"seat {seat!r}; seats go from 0 to {self._rounds.seats - 1}")
        if illegal not in ("penalty", "raise"):
            raise SetupError(f"illegal={illegal!r}; it can be 'penalty' or 'raise'")
        if render_mode not in (None, "ansi"):
            raise SetupError(f"render_mode={render_mode!r}; it can be 'ansi'")
        self.game = game
        self.seat = seat
        self.penalty = float(worst_reward(game) - 1) if penalty is None else penalty
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(game.sizes.actions)
        self.observation_space = masked_space(game) if masked else _numbers_space(game)
        self._raises = illegal == "raise"
        self._masked = masked
        self._gained = 0  # in rounds that have ended before the seat was in turn
        self._is_over = True

    def __copy__(self) -> DealtEnv:
        """An independent environment in the same state."""
        return deepcopy(self)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal a new match; `options` is not used."""
        super().reset(seed=seed, options=options)
        self._is_over = True
        while self._is_over:
            start = int(self.np_random.integers(SEEDS))
            players = [*self._players[: self.seat], "seat", *self._players[self.seat :]]
            self._rounds.seated = agents.seats(self.game, players, start)
            self._rounds.start(start)
            self._gained = self._others_play()
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
        if self._is_over:
            raise SetupError("the episode is over; call reset")
        try:
            self._rounds.play(operator.index(action))
        except IllegalAction as refused:
            if self._raises:
                raise
            self._is_over = True
            observation, info = self._observe()
            return observation, self.penalty, True, False, {**info, "illegal": str(refused)}
        reward, self._gained = self._gained + self._others_play(), 0
        observation, info = self._observe()
        return observation, float(reward), self._is_over, False, info

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """The open actions, bool [action], for libraries that ask the environment for them."""
        return self._rounds.mask(self.seat).astype(bool)

    def render(self) -> Any:
        """What the seat may know, as text, in mode `ansi`."""
        return str(self._rounds.table.view(self.seat)) if self.render_mode == "ansi" else None

    def _others_play(self) -> int:
        """Play on until the seat is in turn or the match over; return what the seat gained."""
        gained = 0
        self._is_over = False
        while self._rounds.table.run().is_over:
            gained += self._rounds.rewards()[self.seat]
            self._is_over = self._rounds.is_over
            if self._is_over:
                break
            self._rounds.next_round()
        return gained

    def _observe(self) -> tuple[Any, dict[str, Any]]:
        """The observation and the info of the seat, new arrays each time."""
        observation: Any = self._rounds.observation(self.seat)
        mask = self._rounds.mask(self.seat)
        if self._masked:
            observation = {"observation": observation, "action_mask": mask.copy()}
        return observation, {"action_mask": mask}


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
                kwargs={"game": game.name},
            )


register()
