"""Players of your own, made into agents.

In place of the name of a computer player you can give

- an agent: an object with `choose(view, actions)`, or `search(view, actions, deals)`;
- a class of such objects, whose constructor takes `seed`, `game`, both or neither;
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
from dealt.own_code import PLACE, answer_of, import_problem, look_here, value_at

if TYPE_CHECKING:
    from dealt.core.game import Game
    from dealt.core.view import View

PERSON = "person:"  # before the name of a person who shares it with a computer player
FILE = ".py:"  # some people write this for `module:NAME`
PLAYS = ("choose", "search")  # methods of an agent
_GIVEN = ("game", "seed")  # to a class or a function that makes an agent
VIEW_POLICY, RULES_POLICY = 2, 3  # arguments of policies


class _Chooser:
    """An agent that wraps a function, or an object without a name.

    Args:
        name: the player's name.
        choose: takes a view and the open actions, returns one of them.
        source: the object whose `why` gives reasons; None: no reasons.
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
        """The function's choice."""
        return self._choose(view, actions)

    @property
    def why(self) -> str:
        """The reason for the last choice, or empty."""
        return str(getattr(self._source, "why", "") or "")


def is_address(text: str) -> bool:
    """Whether a text is the address of a player of your own: `module:NAME` or a file of weights."""
    if text.startswith(PERSON):
        return False
    return bool(PLACE.fullmatch(text)) or text.endswith(ENDINGS) or FILE in text


def is_agent(source: object) -> bool:
    """Whether an object, not a class, is an agent, with or without a name."""
    return not isinstance(source, type) and _has_choose(source)


def is_player(source: object) -> bool:
    """Whether something other than a text may be a player, see `agent_from`."""
    return callable(source) or is_agent(source) or isinstance(source, Weights) or is_weights(source)


def value_of(address: str) -> Any:
    """The player at an address, see `is_address`.

    Raises:
        SetupError: it was not found.
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


def check_portable(name: str, source: object) -> None:
    """Raise SetupError if an object cannot be sent to another process."""
    import pickle
    import sys

    kind = source if isinstance(source, type) or hasattr(source, "__qualname__") else type(source)
    main = sys.modules.get("__main__")
    is_typed = getattr(kind, "__module__", "") == "__main__" and not hasattr(main, "__file__")
    problem = "it is defined in __main__" if is_typed else ""
    try:
        pickle.dumps(source)
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
    if problem:
        raise SetupError(
            "player {name} cannot go to other processes ({why}): put it into a module, or use "
            "threads",
            name=name, why=" ".join(problem.split()),
        )  # fmt: skip


def _suggestion(address: str) -> str | None:
    """The player in a module with a similar name, or its only one."""
    import sys

    module, _, name = address.partition(":")
    contents = getattr(sys.modules.get(module), "__dict__", {})
    players = [
        each
        for each, value in contents.items()
        if each[:1] != "_" and _has_choose(value) and getattr(value, "__module__", "") == module
    ]
    player = nearest(name, players) or (players[0] if name and len(players) == 1 else None)
    return None if player is None else f"{module}:{player}"


def _has_choose(value: object) -> bool:
    """Whether something is an agent or a class of agents."""
    return any(callable(getattr(value, each, None)) for each in PLAYS)


def name_of(source: Any) -> str:
    """The name of a player: its own `name`, else that of its class or function."""
    for name in (getattr(source, "name", None), getattr(source, "__name__", None)):
        if isinstance(name, str) and name:
            return name
    return type(source).__name__ if not is_weights(source) else "weights"


def agent_from(game: Game, source: Any, seed: int) -> AnyAgent:
    """The agent for a player of your own.

    Args:
        game: the game it will play.
        source: see the module.
        seed: determines its random choices, if the agent is created here.

    Raises:
        SetupError: it is not a player, or cannot be made.
    """
    name = name_of(source)
    if is_weights(source):
        source = Weights(name, tuple(source))
    if isinstance(source, Weights):
        return PolicyAgent(source.name, source.policy(game))
    if is_agent(source):
        return _with_name(source, name)
    if isinstance(source, type):
        if not _has_choose(source):
            raise SetupError(
                "class {name} has no choose(view, actions): every player needs it", name=name
            )
        return _with_name(_call(source, name, game, seed), name)
    if not callable(source):
        raise not_a_player(name, source)
    policy = _policy(source, name)
    if policy is not None:
        return policy
    agent = _call(source, name, game, seed)
    if is_agent(agent):
        return _with_name(agent, name)
    policy = _policy(agent, name)
    if policy is None:
        raise SetupError(
            "{name} makes no player but {kind}: a player has choose(view, actions)",
            name=name, kind=type(agent).__name__,
        )  # fmt: skip
    return policy


def _policy(source: Any, name: str) -> AnyAgent | None:
    """The agent of a policy; None if it is something else."""
    if isinstance(source, type) or not callable(source):
        return None
    policy: Any = source
    needed = _arguments(policy)
    if {*needed} <= {*_GIVEN}:
        return None
    if len(needed) == RULES_POLICY:
        return PolicyAgent(name, policy)
    return _Chooser(name, policy) if len(needed) == VIEW_POLICY else None


def _with_name(agent: Any, name: str) -> AnyAgent:
    """An agent with a name: its own, or else this one."""
    renamed: AnyAgent = agent
    if isinstance(getattr(agent, "name", None), str) and agent.name:
        return renamed
    if callable(getattr(agent, "search", None)):
        try:
            renamed.name = name
        except AttributeError:
            raise SetupError("player {kind} has no name", kind=type(agent).__name__) from None
        return renamed
    return _Chooser(name, agent.choose, agent)


def _parameters(made_by: Callable[..., Any]) -> list[inspect.Parameter]:
    """The parameters of a class or function; empty if it has no signature."""
    try:
        return list(inspect.signature(made_by).parameters.values())
    except (TypeError, ValueError):
        return []


def _arguments(made_by: Callable[..., Any]) -> list[str]:
    """The names of its required parameters."""
    return [
        each.name
        for each in _parameters(made_by)
        if each.default is each.empty and each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
    ]


def _call(maker: Callable[..., Any], name: str, game: Game, seed: int) -> Any:
    """The result of a class or function, called for a game and a seed.

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
