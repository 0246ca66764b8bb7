"""PettingZoo: all seats of a game, taking turns (AEC).

>>> from dealt.learning import pettingzoo_env
>>> env = pettingzoo_env.env("president", seats=3)
>>> env.reset(seed=1)
>>> env.agents
['seat_0', 'seat_1', 'seat_2']
"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from dealt.core.agent import action_id
from dealt.core.arguments import seat_number
from dealt.core.chance import check_seed
from dealt.errors import SetupError
from dealt.learning.matches import Matches
from dealt.learning.pictures import RENDER_MODES, check_render_mode, drawn
from dealt.learning.rows import (
    DEAL,
    OVER,
    SEED,
    SEEDS,
    STATUS,
    TURN,
    Options,
    Sharing,
    missing,
    worst_reward,
)

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.env_logger import EnvLogger
except ImportError:
    raise missing("PettingZoo", "pettingzoo") from None

from dealt.learning.gym_env import FIRST, encoding_for, masked_space

if TYPE_CHECKING:
    from dealt.core.game import Game
    from dealt.core.table import Table


# attributes that a step changes, besides the match
_CHANGING = {"agents", "rewards", "_cumulative_rewards", "terminations", "truncations"}


def env(
    game: str | Game,
    *,
    illegal: Literal["penalty", "raise"] = "penalty",
    penalty: float | None = None,
    **arguments: Any,
) -> AECEnv[str, dict[str, Any], int]:
    """A game in PettingZoo's wrapper that checks the order of calls.

    Args:
        game: its name, or a game of your own.
        illegal: see `raw_env`; here, `penalty` is the default.
        penalty: see `raw_env`.
        arguments: the others of `raw_env`.
    """
    return _Checked(raw_env(game, illegal=illegal, penalty=penalty, **arguments))


class _Checked(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """PettingZoo's wrapper, whose copies are independent environments."""

    def __copy__(self) -> Self:
        return deepcopy(self)

    def __str__(self) -> str:
        return str(self.env)


class raw_env(Sharing, AECEnv):  # type: ignore[misc]  # noqa: N801 - as PettingZoo's environments are called
    """A game without a wrapper.

    An agent is a seat, `seat_0` and so on.  It observes a dict of `observation`, int32 [number],
    and `action_mask`, int8 [action], all 0 when it is not its turn.  The reward of all seats is 0
    until a round ends, then their points, negated in games where the fewest win.

    Args:
        game: its name, or a game of your own.
        seats: number of seats; by default the smallest the game allows.
        options: options of the game by name.
        rounds: rounds in an episode; results carry over from one to the next.
        illegal: `raise` raises an error if an action is not open; `penalty` ends the episode for
            all, as PettingZoo's wrapper for illegal actions does.
        penalty: the reward of the seat for such an action; by default one less than the worst of
            any round.
        observations: `numbers` or `encoded`, float32 [input], see `DealtEnv`.
        render_mode: what `render` returns: `ansi`, the view of the seat to move as text;
            `rgb_array`, a picture of that text, which needs matplotlib.
        fast: use compiled play; by default if numba is installed and the game can be compiled.
            Results are the same.

    Raises:
        SetupError: no such game, seats, options or rounds.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        options: Options | None = None,
        rounds: int = 1,
        illegal: Literal["penalty", "raise"] = "raise",
        penalty: float | None = None,
        observations: Literal["numbers", "encoded"] = "numbers",
        render_mode: str | None = None,
        fast: bool | None = None,
    ) -> None:
        super().__init__()
        if illegal not in ("penalty", "raise"):
            raise SetupError(f"illegal={illegal!r}; it can be 'penalty' or 'raise'")
        check_render_mode(render_mode)
        self._matches = Matches(game, 1, seats, options, rounds, fast=fast)
        self.game = self._matches.game
        self.penalty = float(worst_reward(self.game) - 1) if penalty is None else penalty
        self._raises = illegal == "raise"
        self._encoding = encoding_for(self.game, observations)
        self.metadata = {
            "name": f"dealt_{self.game.name.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self._matches.seats)]
        self.agents: list[str] = []
        self.action_spaces = {
            a: spaces.Discrete(self.game.sizes.actions) for a in self.possible_agents
        }
        self.observation_spaces = {
            a: masked_space(self.game, self._encoding) for a in self.possible_agents
        }
        self._dice = np.random.default_rng()

    def __copy__(self) -> Self:
        """An independent environment in the same state."""
        twin = object.__new__(type(self))
        state: dict[str, Any] = twin.__dict__
        state.update(vars(self))
        twin._matches = self._matches.copy()
        for name in _CHANGING & state.keys():
            state[name] = state[name].copy()
        if "infos" in state:
            twin.infos = {agent: info.copy() for agent, info in self.infos.items()}
        self._share(twin, "_dice", "action_spaces", "observation_spaces")
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.__copy__()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations, the same object each time."""
        space: spaces.Space[Any] = self._own("observation_spaces")[agent]
        return space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions, the same object each time."""
        space: spaces.Space[Any] = self._own("action_spaces")[agent]
        return space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new match; `options` is not used."""
        if seed is not None:
            self._dice = np.random.default_rng(check_seed(seed))
        self._matches.rows[0, SEED] = self._own("_dice").integers(SEEDS)
        self._play(DEAL)
        self.agents = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self._turn]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, new arrays each time.

        Raises:
            SetupError: unknown agent.
        """
        seat = seat_number(self.possible_agents, agent)
        if seat == self._turn:
            observation, mask = self._observation.copy(), self._mask.copy()
        else:
            (observation,), (mask,) = self._matches.look(FIRST, seat)
        values = observation if self._encoding is None else self._encoding(observation)
        return {"observation": values, "action_mask": mask}

    def step(self, action: Any) -> None:
        """Play for the agent whose turn it is; after the end, pass None for each agent.

        Raises:
            IllegalAction: the action is not open, and `illegal` is `raise`.
            ParseError: no action has this id.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = action_id(action, len(self._mask))
        if not self._mask[number]:
            self._refuse(agent, number)
            return
        self._play(number)
        gained = self._matches.gained
        self._cumulative_rewards[agent] = 0
        self.rewards = dict(zip(self.agents, gained[0].tolist(), strict=True))
        gained[0] = 0
        if self._matches.rows.item(STATUS) == OVER:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self._turn]
        self._accumulate_rewards()
        self._deads_step_first()

    def _refuse(self, agent: str, action: int) -> None:
        """End the episode after an action that is not open."""
        refused = self._matches.refusal(0, action)
        if self._raises:
            raise refused
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0
        self.rewards = dict.fromkeys(self.agents, 0.0) | {agent: self.penalty}
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def _play(self, action: int) -> None:
        """Play an open action, or deal a match; then look for the seat to move."""
        self._matches.play(FIRST, np.array([action]))
        self._turn: int = self._matches.rows.item(TURN)
        observations, masks = self._matches.look(FIRST, self._turn)
        self._observation, self._mask = observations[0], masks[0]

    def table(self) -> Table:
        """The current round as a table, for computer players to look at only."""
        return self._matches.table(0)

    def render(self) -> Any:
        """The view of the agent whose turn it is, see `DealtEnv.render`."""
        table = self._matches.table(0)
        return drawn(table.view(table.reader()), self.render_mode)

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""
