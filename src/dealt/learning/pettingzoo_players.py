"""Computer players in PettingZoo's environments, and PettingZoo's policies at our tables.

>>> from dealt.learning.pettingzoo_env import env
>>> from dealt.learning.pettingzoo_players import PlayerPolicy
>>> environment = env("president", seats=3)
>>> good = PlayerPolicy(environment, "good")
>>> environment.reset(seed=1)
>>> for agent in environment.agent_iter():
...     observation, reward, is_over, stopped, info = environment.last()
...     environment.step(None if is_over else good(observation, agent))
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from dealt import agents, games
from dealt.core.agent import Action, chosen_by
from dealt.errors import SetupError

if TYPE_CHECKING:
    from dealt.core.game import Game
    from dealt.core.view import View


class PlayerPolicy:
    """A computer player as a policy for an environment of `dealt.learning.pettingzoo_env`.

    It is called as PettingZoo's policies are, with an observation and the name of the agent whose
    turn it is, and returns the id of an action.  It sees what a person in that seat would see.

    Args:
        environment: the environment, with or without wrappers.
        player: a name such as `good`, or a player of your own, see `dealt.agents.own`.
        seed: determines its random choices.

    Raises:
        SetupError: the player was not found.
    """

    def __init__(self, environment: Any, player: Any, seed: int = 0) -> None:
        self._environment = environment.unwrapped
        self.agent = agents.Player.from_source(self._environment.game, player).agent(seed)

    def __call__(self, observation: object = None, agent: str | None = None) -> int:
        """The id of the action that the player chooses.

        Raises:
            PlayerError: it fails, or chooses something else.
            SetupError: it is another agent's turn.
        """
        turn = self._environment.agent_selection
        if agent not in (None, turn):
            raise SetupError(f"it is the turn of {turn}, not of {agent}")
        number: int = self._environment.table().choice_of(self.agent).id
        return number


class PolicyPlayer:
    """A policy on observations and masks as a player at a table.

    Args:
        game: the game, or its name.
        policy: takes what an agent observes in `dealt.learning.pettingzoo_env`, a dict of
            `observation`, int32 [number], and `action_mask`, int8 [action], and returns the id of
            an action; if it takes a second argument, that is the agent's name, `seat_0` and so on.
        name: the player's name.
    """

    def __init__(
        self, game: str | Game, policy: Callable[..., Any], name: str | None = None
    ) -> None:
        self.name = agents.own.name_of(policy) if name is None else name
        self._size = games.game(game).sizes.actions
        self._policy = policy
        self._takes_agent = _takes_two(policy)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """The policy's choice.

        Raises:
            PlayerError: the action is not open.
        """
        mask = np.zeros(self._size, np.int8)
        mask[[action.id for action in actions]] = 1
        observation = {
            "observation": np.array(view.observation, np.int32),
            "action_mask": mask,
        }
        arguments = (observation, f"seat_{view.seat}") if self._takes_agent else (observation,)
        return chosen_by(self.name, actions, int(self._policy(*arguments)))


def _takes_two(policy: Callable[..., Any]) -> bool:
    """Whether a policy has to be called with two arguments."""
    try:
        parameters = inspect.signature(policy).parameters.values()
    except (TypeError, ValueError):
        return False
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(each.kind in kinds and each.default is each.empty for each in parameters) > 1
