"""A player that chooses among the open actions with equal probability."""

from collections.abc import Sequence

from dealt.core.agent import Action
from dealt.core.chance import PLAYERS, below, new_rng, start
from dealt.core.view import View


class RandomAgent:
    """Chooses at random; the choices depend only on the seed."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._rng = new_rng()
        start(self._rng, seed, 0, PLAYERS)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """Any of `actions`."""
        return actions[below(self._rng, len(actions))]
