"""Players of your own: what somebody gives where a computer player is named, made into an agent.

It can be

- an agent: an object with `choose(view, actions)`, or `search(view, actions, deals)`;
- a class of such objects, made with `seed`, `game`, both or neither, by these names;
- a function of the seed that makes one;
- a policy: a function `(view, actions) -> action`;
- a policy in the language of the rules: a function `(observation, actions, n) -> action`, which is
  compiled with them;
- weights, as a list or in a file, see `dealt.agents.weights`;
- or the name of any of these as `module:NAME`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from dealt.agents.weights import ENDINGS, Weights, is_weights, read_weights
from dealt.core.agent import Action, AnyAgent, PolicyAgent
from dealt.errors import OwnCodeError, SetupError
from dealt.nearest import nearest
from dealt.own_code import (
    PLACE,
    answer_of,
    import_problem,
    look_here,
    value_at,
)

if TYPE_CHECKING:
    from types import ModuleType

    from dealt.core.game import Game
    from dealt.core.view import View

PERSON = "person:"  # before the name of a person who is called as a computer player is
FILE = ".py:"  # in what some people write for `module:NAME`
PLAYS = ("choose", "search")  # methods of an agent
_GIVEN = ("game", "seed")  # to a class or a function that makes an agent
VIEW_POLICY, RULES_POLICY = 2, 3  # arguments of policies


class _Chooser:
    """An agent around a function, or around an object that has no name.

    Args:
        name: the player's name.
        choose: takes a view and the open actions, returns one of them.
        source: of which `why` is asked; None: nothing gives reasons.
    """

    def __init__(
        self,
        name: str,
        choose: Callable[[View, Sequence[Action]], Action],
        source: object = None,
    ) -> None:
        self.name = name
        self._choose = choose
        self._source = source

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """What the function chooses."""
        return self._choose(view, actions)

    @property
    def why(self) -> str:
        """The reason that the object gives, if it gives reasons."""
        return str(getattr(self._source, "why", "") or "")


def is_address(text: str) -> bool:
    """Whether a text says where a player of your own is: `module:NAME`, or a file of weights."""
    if text.startswith(PERSON):
        return False
    return bool(PLACE.fullmatch(text)) or text.endswith(ENDINGS) or FILE in text


def is_agent(given: object) -> bool:
    """Whether an object is an agent, with or without a name; a class of agents is not one."""
    return not isinstance(given, type) and any(callable(getattr(given, each, 0)) for each in PLAYS)


def is_player(given: object) -> bool:
    """Whether `agent_from` may be able to make an agent of something other than a text."""
    return callable(given) or is_agent(given) or isinstance(given, Weights) or is_weights(given)


def value_of(address: str) -> Any:
    """What an address, see `is_address`, stands for.

    Raises:
        SetupError: there is nothing.
    """
    if FILE in address:
        file, _, name = address.rpartition(FILE)
        place = f"{PurePath(file).name}:{name}"
        raise SetupError(
            "player {given}: write {place}, in the folder of the file",
            given=repr(address), place=place,
        )  # fmt: skip
    if not PLACE.fullmatch(address):
        return read_weights(address)
    look_here()
    try:
        value = value_at(address)
    except Exception as error:
        problem = import_problem(address, error)
        suggestion = _suggestion(address)
        if isinstance(error, AttributeError) and suggestion is not None:
            raise SetupError(
                "{wrong}: did you mean {name}?", wrong=problem, name=suggestion
            ) from error
        raise SetupError(
            "cannot import player {place}: {why}", place=repr(address), why=problem
        ) from error
    if not is_player(value):
        raise not_a_player(address, value)
    return value


def not_a_player(name: str, value: object) -> SetupError:
    """The error for something that cannot play."""
    return SetupError(
        "{name} is not a player but {kind}: a player has choose(view, actions), or is a function",
        name=repr(name), kind=type(value).__name__,
    )  # fmt: skip


def check_portable(name: str, given: object) -> None:
    """Raise SetupError if an object cannot go to another process, which has to import it."""
    import pickle
    import sys

    kind = given if isinstance(given, type) or hasattr(given, "__qualname__") else type(given)
    main = sys.modules.get("__main__")
    is_typed = getattr(kind, "__module__", "") == "__main__" and not hasattr(main, "__file__")
    problem = "it is defined in __main__" if is_typed else ""
    try:
        pickle.dumps(given)
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
    if problem:
        raise SetupError(
            "player {name} cannot go to other processes ({why}): put it into a module, or use "
            "threads",
            name=name, why=" ".join(problem.split()),
        )  # fmt: skip


def _suggestion(address: str) -> str | None:
    """The player in a module whose name is close, or the only one there."""
    import sys

    module, _, name = address.partition(":")
    contents: ModuleType | None = sys.modules.get(module)
    players = (
        [
            each
            for each, value in vars(contents).items()
            if each[:1] != "_" and _has_choose(value) and getattr(value, "__module__", "") == module
        ]
        if contents is not None
        else []
    )
    player = nearest(name, players) or (players[0] if name and len(players) == 1 else None)
    return None if player is None else f"{module}:{player}"


def _has_choose(value: object) -> bool:
    """Whether something is an agent or a class of agents."""
    return any(callable(getattr(value, each, None)) for each in PLAYS)


def name_of(given: Any) -> str:
    """What a player is called: by its own `name`, else as its class or function is."""
    for name in (getattr(given, "name", None), getattr(given, "__name__", None)):
        if isinstance(name, str) and name:
            return name
    return type(given).__name__ if not is_weights(given) else "weights"


def agent_from(game: Game, given: Any, seed: int) -> AnyAgent:
    """The agent that your own player is or makes.

    Args:
        game: the game it will play.
        given: see the module.
        seed: determines its random choices, if it is made for it.

    Raises:
        SetupError: it is not a player, or cannot be made.
    """
    name = name_of(given)
    if is_weights(given):
        given = Weights(name, tuple(given))
    if isinstance(given, Weights):
        return PolicyAgent(given.name, given.policy(game))
    if is_agent(given):
        return _named(given, name)
    if isinstance(given, type):
        if not _has_choose(given):
            raise SetupError(
                "class {name} has no choose(view, actions): every player needs it", name=name
            )
        return _named(_call(given, name, game, seed), name)
    if not callable(given):
        raise not_a_player(name, given)
    policy = _policy(given, name)
    if policy is not None:
        return policy
    agent = _call(given, name, game, seed)
    if is_agent(agent):
        return _named(agent, name)
    policy = _policy(agent, name)
    if policy is None:
        raise SetupError(
            "{name} makes no player but {kind}: a player has choose(view, actions)",
            name=name, kind=type(agent).__name__,
        )  # fmt: skip
    return policy


def _policy(given: Any, name: str) -> AnyAgent | None:
    """The agent of a policy; None if something is no policy."""
    if isinstance(given, type) or not callable(given):
        return None
    policy: Any = given
    needed = _arguments(policy)
    if {*needed} <= {*_GIVEN}:
        return None
    if len(needed) == RULES_POLICY:
        return PolicyAgent(name, policy)
    return _Chooser(name, policy) if len(needed) == VIEW_POLICY else None


def _named(agent: Any, name: str) -> AnyAgent:
    """An agent that has a name: its own, or else this one."""
    named: AnyAgent = agent
    if isinstance(getattr(agent, "name", None), str) and agent.name:
        return named
    if callable(getattr(agent, "search", None)):
        try:
            named.name = name
        except AttributeError:
            raise SetupError("player {kind} has no name", kind=type(agent).__name__) from None
        return named
    return _Chooser(name, agent.choose, agent)


def _parameters(made_by: Callable[..., Any]) -> list[inspect.Parameter]:
    """What a class or function can be called with; nothing where that cannot be known."""
    try:
        return list(inspect.signature(made_by).parameters.values())
    except (TypeError, ValueError):
        return []


def _arguments(made_by: Callable[..., Any]) -> list[str]:
    """The names of what it has to be called with."""
    return [
        each.name
        for each in _parameters(made_by)
        if each.default is each.empty and each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
    ]


def _call(maker: Callable[..., Any], name: str, game: Game, seed: int) -> Any:
    """What a class or a function makes for a game and a seed.

    Raises:
        SetupError: it needs other arguments, or raises something.
    """
    values = {"game": game, "seed": seed}
    needed = _arguments(maker)
    facts = {each.name: values[each.name] for each in _parameters(maker) if each.name in values}
    others = [each for each in needed if each not in facts]
    is_function_of_seed = len(needed) == 1 and not isinstance(maker, type)
    if others and not is_function_of_seed:
        raise SetupError(
            "player {name} needs arguments ({arguments}); it is made with seed, game, both or "
            "neither: give a function such as def player(seed)",
            name=name, arguments=", ".join(others),
        )  # fmt: skip
    try:
        return answer_of(lambda: maker(seed) if others else maker(**facts))
    except OwnCodeError as error:
        raise SetupError(
            "player {name} cannot be made: {why}", name=name, why=error
        ) from error.__cause__
