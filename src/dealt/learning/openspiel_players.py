"""Computer players as OpenSpiel's bots, and OpenSpiel's bots and policies at our tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dealt import agents, games
from dealt.core.agent import Action, Deals, chosen_by
from dealt.core.chance import PLAYERS, new_rng, start, word
from dealt.errors import PlayerError
from dealt.learning import openspiel_game
from dealt.learning.positions import Position
from dealt.learning.rows import missing

try:
    import pyspiel
except ImportError:
    raise missing("OpenSpiel", "openspiel") from None

if TYPE_CHECKING:
    from dealt.core.game import Game
    from dealt.core.view import View

WIDTH = 1 << 53  # of random numbers in [0, 1)


class PlayerBot(pyspiel.Bot):  # type: ignore[misc]
    """A computer player as a bot in a game of `dealt.learning.openspiel_game`.

    It sees what a person in its seat would see.

    Args:
        game: the game, such as `pyspiel.load_game("python_dealt_president")`.
        player: a name such as `good`, or a player of your own, see `dealt.agents.own`.
        seed: determines its random choices.

    Raises:
        SetupError: the player was not found.
    """

    def __init__(self, game: Any, player: Any, seed: int = 0) -> None:
        super().__init__()
        self.agent = agents.Player.from_source(game.game, player).agent(seed)

    def step(self, state: Any) -> int:
        """The id of the action that the player chooses.

        Raises:
            PlayerError: it fails, or chooses something else.
        """
        number: int = state.position.table().choice_of(self.agent).id
        return number

    def restart_at(self, state: Any) -> None:
        """Do nothing: the player examines each state by itself."""

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """Do nothing, as in `restart_at`."""


class StatePlayer:
    """A bot or a policy of OpenSpiel as a player at a table.

    It sees a state that its seat cannot tell from the true one: hidden cards are dealt again at
    random.  Information states, as strings and tensors, are those of the true one.

    Args:
        game: the game, or its name.
        source: a bot, with `step(state)`, or a policy, with `action_probabilities(state, player)`.
        seed: determines the hidden cards, and the choices of a policy.
        options: the options of the table.
        name: the player's name.
    """

    def __init__(
        self,
        game: str | Game,
        source: Any,
        seed: int = 0,
        options: Mapping[str, int | str] | None = None,
        name: str | None = None,
    ) -> None:
        self.name = type(source).__name__ if name is None else name
        self._game = games.game(game)
        self._source = source
        self._options = dict(options or {})
        self._rng = new_rng()
        start(self._rng, seed, 0, PLAYERS)
        self._observations: list[tuple[int, ...]] = []  # at the turns of this round

    def search(self, view: View, actions: Sequence[Action], deals: Deals) -> Action:
        """The choice of the bot or the policy.

        Raises:
            PlayerError: the action is not open, or the player has missed a turn of the round.
        """
        state = self._state(view, deals)
        if hasattr(self._source, "step"):
            return chosen_by(self.name, actions, int(self._source.step(state)))
        chances = self._source.action_probabilities(state, view.seat)
        return chosen_by(self.name, actions, self._draw(chances))

    def _draw(self, chances: Mapping[int, float]) -> int:
        """Draw an action by its chance."""
        chosen, left = 0, word(self._rng) % WIDTH / WIDTH * sum(chances.values())
        for action, chance in chances.items():
            chosen = action if chance > 0 else chosen
            left -= chance
            if left < 0:
                break
        return int(chosen)

    def _state(self, view: View, deals: Deals) -> Any:
        """A state that the seat cannot tell from the true one."""
        turns = sum(actor == view.seat for actor, _ in deals.past)
        del self._observations[turns:]  # of an earlier round, or of undone turns
        if len(self._observations) < turns:
            raise PlayerError(
                "{player} was not asked at all its turns of this round", player=self.name
            )
        before = list(self._observations)
        self._observations.append(view.observation)
        game = openspiel_game.game_of(self._game, len(view.names), self._options)
        events = [
            (actor, action, text)
            for (actor, action), text in zip(deals.past, deals.heard, strict=True)
        ]
        possible = deals.one(word(self._rng) % WIDTH)
        state = game.new_initial_state()
        state.position = Position.imagined(game.setup, possible, view.seat, events, before)
        return state
