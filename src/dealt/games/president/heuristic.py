"""President: players that weigh moves, by rules of thumb or learned, in the language of the rules.

Both look at the same `features`, multiply each by its weight and take the action with the largest
sum; among equals, the one with the lowest id.
"""

from collections.abc import Sequence
from typing import Any

from dealt.core.agent import Action
from dealt.core.fields import Numbers
from dealt.games.president.bots import worth_of_request
from dealt.games.president.features import (
    FACTS,
    FEATURES,
    HAND,
    MOVES_LEFT,
    NAMES,
    OUT,
    PHASE,
    describe,
    prepare,
)
from dealt.games.president.state import ASKING
from dealt.games.president.tables import ASK
from dealt.games.president.weights import WEIGHTS
from dealt.games.president.words import action_phrase
from dealt.language import say, say_n

# the rules of thumb: shed in few moves, low cards first, no lone low card left; high cards are kept
# for later; passing is dear, most of all while somebody is nearly out
RULES_OF_THUMB = {
    "out": 100,
    "moves left": -10,
    "low singles": -4,
    "sure and out": 5,
    "lead value": -2,
    "leads single": -3,
    "leads five": 3,
    "leads to one card": -3,
    "answer value": -1,
    "passes": -11,
    "passes with few": -6,
}
GOOD = tuple(RULES_OF_THUMB.get(name, 0) for name in NAMES)
assert set(RULES_OF_THUMB) <= set(NAMES)


def good(obs: Numbers, actions: Numbers, n: int) -> int:
    """The choice by rules of thumb."""
    return heaviest(obs, actions, n, GOOD)


def learned(obs: Numbers, actions: Numbers, n: int) -> int:
    """The choice that `dealt train president` has learned."""
    return heaviest(obs, actions, n, WEIGHTS)


def heaviest(obs: Numbers, actions: Numbers, n: int, weights: Sequence[int]) -> int:
    """The action with the largest sum."""
    facts = [0] * FACTS
    numbers = [0] * FEATURES
    prepare(obs, facts)
    best = actions[0]
    most = _weighed(facts, best, weights, numbers)
    for i in range(1, n):
        value = _weighed(facts, actions[i], weights, numbers)
        if value > most:
            most = value
            best = actions[i]
    return best


def _weighed(facts: Numbers, action: int, weights: Sequence[int], numbers: Numbers) -> int:
    """The sum of an action, or the value of a request; `numbers` is filled with the features."""
    if facts[PHASE] == ASKING:
        return worth_of_request(facts[HAND], action)
    describe(facts, action, numbers)
    value = 0
    for i in range(FEATURES):
        value += weights[i] * numbers[i]
    return value


def most_promising(obs: Numbers, actions: Numbers, n: int, most: int) -> int:
    """Put the actions with the largest learned sums first, in order; return their number."""
    facts = [0] * FACTS
    numbers = [0] * FEATURES
    prepare(obs, facts)
    values = [0] * n
    for i in range(n):
        values[i] = _weighed(facts, actions[i], WEIGHTS, numbers)
    chosen = min(n, most)
    for i in range(chosen):
        best = i
        for k in range(i + 1, n):
            if values[k] > values[best]:
                best = k
        action, value = actions[best], values[best]
        actions[best], values[best] = actions[i], values[i]
        actions[i], values[i] = action, value
    return chosen


def why_good(view: Any, actions: Sequence[Action], chosen: Action) -> str:
    """Why `good` chose a move."""
    return _explain(view, actions, chosen, GOOD)


def why_learned(view: Any, actions: Sequence[Action], chosen: Action) -> str:
    """Why `learned` chose a move."""
    return _explain(view, actions, chosen, WEIGHTS)


def _explain(view: Any, actions: Sequence[Action], chosen: Action, weights: Sequence[int]) -> str:
    """What a move leaves, compared with the second-best move."""
    obs, ids = list(view.observation), [action.id for action in actions]
    if len(ids) == 1:
        return ""
    if chosen.id >= ASK:
        return say("no higher card can be asked for")
    facts, numbers = [0] * FACTS, [0] * FEATURES
    prepare(obs, facts)
    others = [number for number in ids if number != chosen.id]
    second = heaviest(obs, others, len(others), weights)
    reasons = []
    for number in (chosen.id, second):
        describe(facts, number, numbers)
        reasons.append((numbers[MOVES_LEFT], numbers[OUT]))
    (moves, is_out), (other_moves, _) = reasons
    if is_out:
        return say("it goes out")
    other = action_phrase(second)
    if moves == other_moves:
        return say("{other}, the next best, would leave as many moves", other=other)
    if moves > other_moves:
        return say_n(
            "{other}, the next best, would leave 1 move fewer",
            "{other}, the next best, would leave {n} moves fewer",
            moves - other_moves, other=other,
        )  # fmt: skip
    return say_n(
        "{other}, the next best, would leave 1 move more",
        "{other}, the next best, would leave {n} moves more",
        other_moves - moves, other=other,
    )  # fmt: skip
