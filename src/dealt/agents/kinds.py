"""Players by number, for compiled play: the seating is data, the choices are code.

Kind 0 chooses at random; kinds 1, 2 and 3 are functions in the language of the rules, bound to a
driver.

Compiled rules check nothing: an action that is not open makes them write past the end of a state,
into other memory. So each choice is checked before it is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import FunctionType
from typing import Any

from dealt.agents.random import RandomAgent
from dealt.core.agent import AnyAgent, Policy, PolicyAgent
from dealt.core.chance import Words, below
from dealt.core.compiled import observe, unbound
from dealt.core.fields import Numbers
from dealt.core.search import RANDOM

_MOST_KINDS = 4
CALLER = -1  # no computer player: the caller of a driver plays this seat
ASKED = -2  # a player who is asked in plain Python
NOT_OPEN = -1


def first_player(obs: Numbers, actions: Numbers, n: int) -> int:
    """Placeholder for the choice of players of kind 1."""
    raise unbound("first_player")


def second_player(obs: Numbers, actions: Numbers, n: int) -> int:
    """Placeholder for the choice of players of kind 2."""
    raise unbound("second_player")


def third_player(obs: Numbers, actions: Numbers, n: int) -> int:
    """Placeholder for the choice of players of kind 3."""
    raise unbound("third_player")


_STUBS = (first_player, second_player, third_player)


def kinds_of(agents: Sequence[AnyAgent | None]) -> tuple[list[int], list[Policy]]:
    """The kind of each player, CALLER where there is none, and the choices of kinds 1, 2 and 3."""
    kinds: list[int] = []
    policies: list[Policy] = []
    for agent in agents:
        if agent is None:
            kinds.append(CALLER)
        elif type(agent) is RandomAgent:
            kinds.append(RANDOM)
        elif type(agent) is PolicyAgent and isinstance(agent.policy, FunctionType):
            if agent.policy not in policies:
                policies.append(agent.policy)
            kind = 1 + policies.index(agent.policy)
            kinds.append(kind if kind < _MOST_KINDS else ASKED)
        else:
            kinds.append(ASKED)
    return kinds, policies[: _MOST_KINDS - 1]


def choice_of(
    kind: int, rng: Words, s: Any, obs: Numbers, actions: Numbers, n: int, offered: Numbers
) -> int:
    """The choice of a player of a kind in a state, or NOT_OPEN; see `choice_among`."""
    if n == 0:
        offered[0] = NOT_OPEN
        return NOT_OPEN
    if kind == RANDOM:
        return actions[below(rng, n)]
    if n == 1:
        return actions[0]
    observe(s, s.turn, obs)
    return choice_among(kind, obs, actions, n, offered)


def choice_among(kind: int, obs: Numbers, actions: Numbers, n: int, offered: Numbers) -> int:
    """The choice of a player of kind 1, 2 or 3, given an observation.

    Args:
        kind: kind of player.
        obs: the observation.
        actions: the open actions.
        n: number of open actions.
        offered: scratch: the player's own copy of the list, which it may change.

    Returns:
        The action, or NOT_OPEN if it is not open; offered[0] then has the choice.
    """
    offer(actions, n, offered)
    if kind == 1:
        return checked(first_player(obs, offered, n), actions, n, offered)
    if kind == 2:
        return checked(second_player(obs, offered, n), actions, n, offered)
    return checked(third_player(obs, offered, n), actions, n, offered)


def offer(actions: Numbers, n: int, offered: Numbers) -> None:
    """Copy the open actions for a player, which may change its copy."""
    for i in range(n):
        offered[i] = actions[i]


def checked(choice: int, actions: Numbers, n: int, offered: Numbers) -> int:
    """The choice if it is open; otherwise NOT_OPEN, with the choice in offered[0]."""
    for i in range(n):
        if actions[i] == choice:
            return actions[i]
    offered[0] = choice
    return NOT_OPEN


def in_place_of(policies: Sequence[Policy]) -> dict[Any, Policy]:
    """The functions that replace the placeholders for kinds 1, 2 and 3.

    Unused placeholders are replaced by the last choice given.
    """
    spare = policies[-1] if policies else _first_open
    choices = [*policies, *[spare] * (len(_STUBS) - len(policies))]
    return dict(zip(_STUBS, choices, strict=True))


def _first_open(obs: Numbers, actions: Numbers, n: int) -> int:
    """The first open action."""
    return actions[0]
