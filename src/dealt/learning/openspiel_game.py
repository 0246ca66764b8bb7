"""OpenSpiel: one round of a game, its cards dealt by chance nodes.

Importing this module registers `python_dealt_president` and so on, one for each game.  A game is
loaded with its number of seats and its options as parameters:

>>> import pyspiel
>>> import dealt.learning.openspiel_game
>>> game = pyspiel.load_game("python_dealt_president(seats=4,pairs=no)")
>>> game.num_players(), game.num_distinct_actions(), game.max_chance_nodes_in_history()
(4, 18957, 52)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import quote, unquote

import numpy as np

from dealt import games
from dealt.core.fields import Option
from dealt.errors import SetupError
from dealt.learning.positions import Position
from dealt.learning.rows import missing, worst_reward
from dealt.learning.setups import SetUp, set_up

try:
    import pyspiel
except ImportError:
    raise missing("OpenSpiel", "openspiel") from None

if TYPE_CHECKING:
    from dealt.core.game import Game

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
KEYS = 1 << 53  # different numbers of a sampler in [0, 1)


def _short_name(game: Game) -> str:
    """The game's name in OpenSpiel."""
    return "python_dealt_" + re.sub(r"\W", "_", game.name)


def _default(option: Option) -> int | str:
    """The default of an option as a parameter: a number or a name."""
    return option.default if isinstance(option.choices, range) else option.text(option.default)


def _type_of(game: Game) -> Any:
    """The facts that OpenSpiel needs about a game."""
    kind = pyspiel.GameType
    return kind(
        short_name=_short_name(game),
        long_name=f"{game.title} (dealt)",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=getattr(kind.Utility, game.utility.upper()),
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "seats": game.seats[0],
            "position": "",
            "deals": 1,
            **{option.name: _default(option) for option in game.options},
        },
    )


class DealtGame(pyspiel.Game):  # type: ignore[misc]
    """One round of a game with given seats and options; `register` makes a class for each game.

    Args:
        parameters: `seats`, and options by name; or `position`, the text of the position that the
            round begins with, and `deals`, the number of deals of the cards it leaves open.

    Raises:
        SetupError: the seats or options are not available, or rounds may never end.
    """

    game: ClassVar[Game]

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        game = self.game
        options = dict(parameters or {})
        seats = options.pop("seats", game.seats[0])
        options.pop("name", None)
        position, deals = unquote(options.pop("position", "")), options.pop("deals", 1)
        self.setup: SetUp = set_up(game, seats, options, position, deals)
        self.first = Position(self.setup)
        seats = self.setup.seats
        _check_end(game, self.setup.options)
        least, total = worst_reward(game), game.sizes.sum_of_points(seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.sizes.actions,
            max_chance_outcomes=max(self.setup.dealing.outcomes, deals),
            num_players=seats,
            min_utility=float(least),
            max_utility=float(least + game.sizes.score_bounds[1] - game.sizes.score_bounds[0]),
            utility_sum=None if total is None else float(game.worth(total)),
            max_game_length=game.sizes.most_decisions,
        )
        own = dict(parameters or {})
        if position:
            own["position"] = quote(position, safe=" ;:?")  # its `=` would part names from values
        super().__init__(_type_of(game), info, own)

    def new_initial_state(self, *_: Any) -> DealtState:
        """A state before the first card is dealt."""
        return DealtState(self)

    def max_chance_nodes_in_history(self) -> int:
        """At most the number of cards in the deck, or two hands for Three-card Poker."""
        return 1 if self.setup.text else self.setup.dealing.nodes

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> DealtObserver:
        """An observer of this game."""
        return DealtObserver(self.setup, kind, parameters)


def _check_end(game: Game, options: Mapping[str, int]) -> None:
    """Raise SetupError unless the round ends within `most_decisions`."""
    for option in game.options:
        if option.name == "turn_limit" and not 0 < options["turn_limit"] <= option.default:
            raise SetupError(
                f"turn_limit {options['turn_limit']}; for OpenSpiel a round must end, with a "
                f"turn_limit from 1 to {option.default}"
            )


class DealtState(pyspiel.State):  # type: ignore[misc]
    """A position of a round.

    Attributes:
        position: the cards dealt, the actions and the plain state; immutable, so clones share it.
    """

    def __init__(self, game: DealtGame) -> None:
        super().__init__(game)
        self.position: Position = game.first

    def current_player(self) -> int:
        """The seat to move, or the constant for chance or the end."""
        position = self.position
        if position.due is not None:
            return CHANCE
        return TERMINAL if position.is_over else position.turn

    def is_terminal(self) -> bool:
        """Whether the round is over."""
        return self.position.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.open_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each card that can be dealt next, or each hand, with its probability."""
        return self.position.chances()

    def _apply_action(self, action: int) -> None:
        self.position = self.position.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            setup = self.position.setup
            return f"deal {action if setup.text else setup.dealing.text(action)}"
        return self.position.setup.game.words.action_text(action)

    def returns(self) -> list[float]:
        """The points of each seat, negated if the fewest win; 0 before the end."""
        return [float(x) for x in self.position.rewards()]

    def resample_from_infostate(self, player: int, sampler: Any) -> DealtState:
        """A state that the seat cannot tell from this one; all possible deals are equally likely.

        In the new deal, the others have forgotten what they could not have seen.  The history still
        contains the cards of the old deal, which OpenSpiel offers no way to change.

        Args:
            player: the seat.
            sampler: returns a random number from 0 up to 1.
        """
        twin: DealtState = self.clone()
        twin.position = twin.position.redealt(player, int(sampler() * KEYS))
        return twin

    def __str__(self) -> str:
        return str(self.position)


class DealtObserver:
    """The observation or the information state of a seat.

    The tensor is the numbers of `observe`, float32 [number], the same for observations and for
    information states; it remembers the cards that the seat has seen, but not the order of events.
    The string of an information state has perfect recall.

    Args:
        setup: the game with its seats and options.
        kind: a pyspiel.IIGObservationType for one seat's view; a type for public information only
            is not available.
        parameters: must be empty.
    """

    def __init__(self, setup: SetUp, kind: Any = None, parameters: Any = None) -> None:
        if parameters:
            raise SetupError(f"observers take no parameters, not {parameters!r}")
        self._recalls = kind is not None and kind.perfect_recall
        if kind is not None and not (
            kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        ):
            raise SetupError("observers show what one seat knows: public and private information")
        self.tensor = np.zeros(setup.game.sizes.observation, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: DealtState, player: int) -> None:
        """Write the observation of a seat; 0 while cards are being dealt."""
        self.tensor[:] = state.position.observation(player)

    def string_from(self, state: DealtState, player: int) -> str:
        """The observation or the information state of a seat, as text."""
        if self._recalls:
            return state.position.information(player)
        return state.position.view_text(player)


def game_of(game: Game, seats: int, options: Mapping[str, int | str]) -> DealtGame:
    """OpenSpiel's form of a game with seats and options; registers games of your own."""
    name = _short_name(game)
    if name not in pyspiel.registered_names():
        register(game)
    loaded: DealtGame = pyspiel.load_game(name, {"seats": seats, **options})
    return loaded


def register(game: Game) -> None:
    """Register a game of your own with OpenSpiel; the games of this package are registered."""
    # a class of its own: OpenSpiel frees what is registered after Python has shut down
    game_class = type(f"Dealt {game.title}", (DealtGame,), {"game": game})
    pyspiel.register_game(_type_of(game), game_class)


for _game in games.games():
    register(_game)
