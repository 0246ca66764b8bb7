"""Players by number, for compiled play: the seating is data, the choices are code.

Kind 0 chooses at random; kinds 1, 2 and 3 are functions in the language of the rules, bound to a
driver.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dealt.core.agent import Policy
from dealt.core.chance import Words, below
from dealt.core.fields import Numbers
from dealt.core.search import RANDOM
from dealt.core.verbs import observe, unbound

MOST_KINDS = 4


def first_player(seen: Numbers, actions: Numbers, n: int) -> int:
    """Placeholder for the choice of players of kind 1."""
    raise unbound("first_player")


def second_player(seen: Numbers, actions: Numbers, n: int) -> int:
    """Placeholder for the choice of players of kind 2."""
    raise unbound("second_player")


def third_player(seen: Numbers, actions: Numbers, n: int) -> int:
    """Placeholder for the choice of players of kind 3."""
    raise unbound("third_player")


STUBS = (first_player, second_player, third_player)


def choice_of(kind: int, rng: Words, s: Any, seen: Numbers, actions: Numbers, n: int) -> int:
    """The choice of a player of a kind in a state."""
    if kind == RANDOM:
        return actions[below(rng, n)]
    if n == 1:
        return actions[0]
    observe(s, s.turn, seen)
    return choice_among(kind, seen, actions, n)


def choice_among(kind: int, seen: Numbers, actions: Numbers, n: int) -> int:
    """The choice of a player of kind 1, 2 or 3, given an observation."""
    if kind == 1:
        return first_player(seen, actions, n)
    if kind == 2:
        return second_player(seen, actions, n)
    return third_player(seen, actions, n)


def in_place_of(policies: Sequence[Policy]) -> dict[Any, Policy]:
    """The functions that replace the placeholders for kinds 1, 2 and 3.

    Unused placeholders are replaced by the last choice given.
    """
    spare = policies[-1] if policies else first_open
    choices = [*policies, *[spare] * (len(STUBS) - len(policies))]
    return dict(zip(STUBS, choices, strict=True))


def first_open(seen: Numbers, actions: Numbers, n: int) -> int:
    """The first open action."""
    return actions[0]
