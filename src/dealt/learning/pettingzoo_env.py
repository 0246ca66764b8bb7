"""PettingZoo: all seats of a game, taking turns (AEC).

>>> from dealt.learning import pettingzoo_env
>>> env = pettingzoo_env.env("president", seats=3)
>>> env.reset(seed=1)
>>> env.agents
['seat_0', 'seat_1', 'seat_2']
"""

from __future__ import annotations

import operator
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from dealt.errors import SetupError
from dealt.learning.rounds import SEEDS, Options, Rounds, as_game, missing, worst_reward

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError:
    raise missing("PettingZoo", "pettingzoo") from None

from dealt.learning.gym_env import masked_space

if TYPE_CHECKING:
    from dealt.core.game import Game


def env(
    game: str | Game,
    *,
    illegal: Literal["penalty", "raise"] = "penalty",
    penalty: float | None = None,
    **arguments: Any,
) -> AECEnv[str, dict[str, Any], int]:
    """A game in PettingZoo's usual wrappers, which check the order of calls and the actions.

    Args:
        game: its name, or a game of your own.
        illegal: `penalty` ends the episode for all if an action is not open; `raise` raises an
            error.
        penalty: the reward of the seat for such an action; by default one less than the worst of
            any round.
        arguments: those of `raw_env`.
    """
    if illegal not in ("penalty", "raise"):
        raise SetupError(f"illegal={illegal!r}; it can be 'penalty' or 'raise'")
    the_game = as_game(game)
    environment: Any = raw_env(the_game, **arguments)
    if illegal == "penalty":
        value = worst_reward(the_game) - 1 if penalty is None else penalty
        environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=value)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(environment))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - as PettingZoo's environments are called
    """A game without wrappers; an action that is not open raises IllegalAction.

    An agent is a seat, `seat_0` and so on.  It observes a dict of `observation`, int32 [number],
    and `action_mask`, int8 [action], all 0 when it is not its turn.  The reward of all seats is 0
    until a round ends, then their points, negated in games where the fewest win.

    Args:
        game: its name, or a game of your own.
        seats: number of seats; by default the smallest the game allows.
        options: options of the game by name.
        rounds: rounds in an episode; results carry over from one to the next.
        render_mode: `ansi`: `render` returns the view of the seat to move as text.

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
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise SetupError(f"render_mode={render_mode!r}; it can be 'ansi'")
        self._rounds = Rounds(game, seats, options, rounds)
        self.game = self._rounds.game
        self.metadata = {
            "name": f"dealt_{self.game.name.replace('-', '_')}_v0",
            "render_modes": ["ansi"],
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self._rounds.seats)]
        self.agents: list[str] = []
        self.action_spaces = {
            a: spaces.Discrete(self.game.sizes.actions) for a in self.possible_agents
        }
        self.observation_spaces = {a: masked_space(self.game) for a in self.possible_agents}
        self._dice = np.random.default_rng()

    def __copy__(self) -> raw_env:
        """An independent environment in the same state."""
        return deepcopy(self)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations, the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions, the same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new match; `options` is not used."""
        if seed is not None:
            self._dice = np.random.default_rng(seed)
        self._rounds.start(int(self._dice.integers(SEEDS)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self._rounds.turn]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, new arrays each time."""
        seat = self.possible_agents.index(agent)
        return {
            "observation": self._rounds.observation(seat),
            "action_mask": self._rounds.mask(seat),
        }

    def step(self, action: Any) -> None:
        """Play for the agent whose turn it is; after the end, pass None for each agent.

        Raises:
            IllegalAction: the action is not open.
            ParseError: no action has this id.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._rounds.play(operator.index(action))
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if self._rounds.round_is_over:
            self.rewards = dict(zip(self.agents, self._rounds.rewards(), strict=True))
            if self._rounds.is_over:
                self.terminations = dict.fromkeys(self.agents, True)
            else:
                self._rounds.next_round()
        self.agent_selection = self.possible_agents[self._rounds.turn]
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        """The view of the agent whose turn it is, as text, in mode `ansi`."""
        return str(self._rounds.table) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing; there is nothing to close."""
