"""President: computer players: the original document's (P10), and two that weigh moves.

They choose from an observation and the open actions, in the language of the rules.  Those that
weigh moves, by rules of thumb or learned, multiply each of the `features` by its weight and take
the action with the largest sum; among equals, the one with the lowest id.
"""

from collections.abc import Sequence
from typing import Any

from dealt.core.agent import Action
from dealt.core.fields import Numbers
from dealt.games.president.features import (
    FACTS,
    FEATURES,
    HAND,
    MOVES_LEFT,
    NAMES,
    OUT,
    PHASE,
    describe,
    own_hand,
    prepare,
)
from dealt.games.president.plays import ALL_SUITS, types_in
from dealt.games.president.rules import (
    ALLOWED,
    SEES_OPTIONS,
    SEES_PHASE,
    SEES_PREVIOUS,
)
from dealt.games.president.state import (
    ASK,
    ASKING,
    FIVE,
    FLUSH,
    GIVE,
    GIVING,
    PASS,
    PLAY_MASK,
    PLAY_STRENGTH,
    PLAY_TYPE,
    SINGLE,
    STRAIGHT_FLUSH,
    SUITS,
    TOP_STRAIGHT,
    TYPES,
    VALUES,
)
from dealt.games.president.weights import WEIGHTS
from dealt.games.president.words import action_phrase
from dealt.language import say, say_n


def seed_ai(obs: Numbers, actions: Numbers, n: int) -> int:
    """Lead the lowest move of the greatest type; else keep the greatest types in hand (P10)."""
    is_trading = obs[SEES_PHASE] == GIVING or obs[SEES_PHASE] == ASKING
    if obs[SEES_PREVIOUS] == PASS and not is_trading:
        return lowest_of_greatest_type(_last_straight(obs), actions, n)
    return literal_ai(obs, actions, n)


def literal_ai(obs: Numbers, actions: Numbers, n: int) -> int:
    """Like `seed_ai`, but it also keeps the greatest types in hand when leading.

    The document can be read that way. This player does not go out with its last pair, because an
    empty hand has no types.
    """
    hand = own_hand(obs)
    if obs[SEES_PHASE] == GIVING:
        return best_to_give(hand, _last_straight(obs), _allowed_types(obs), actions, n)
    if obs[SEES_PHASE] == ASKING:
        return _best_request(hand, actions, n)
    return best_answer(hand, _last_straight(obs), _allowed_types(obs), actions, n)


def _last_straight(obs: Numbers) -> int:
    """The highest value that a straight may begin with."""
    return TOP_STRAIGHT if obs[SEES_OPTIONS] else TOP_STRAIGHT - 1


def _allowed_types(obs: Numbers) -> int:
    """The mask of types allowed in the round."""
    types = 1 << SINGLE
    for kind in range(1, TYPES):
        types |= obs[SEES_OPTIONS + ALLOWED + kind - 1] << kind
    return types


def _type_of(play: int, last: int) -> int:
    """The type of a play; straights may begin with values up to `last`."""
    if PLAY_TYPE[play] == STRAIGHT_FLUSH and PLAY_STRENGTH[play] >= (last + FIVE) * SUITS:
        return FLUSH
    return PLAY_TYPE[play]


def lowest_of_greatest_type(last: int, actions: Numbers, n: int) -> int:
    """The first of the moves, ordered by greatest type, then lowest move."""
    best = actions[0]
    for i in range(n):
        difference = _type_of(actions[i], last) - _type_of(best, last)
        if difference > 0 or difference == 0 and _is_lower(actions[i], best, last):
            best = actions[i]
    return best


def _is_lower(play: int, other: int, last: int) -> bool:
    """Whether a play is lower than another although its id is larger.

    This can only happen to J Q K A 2 of one suit, if it counts as a flush.
    """
    difference = _type_of(play, last) - _type_of(other, last)
    return difference < 0 or difference == 0 and PLAY_STRENGTH[play] < PLAY_STRENGTH[other]


def best_answer(hand: int, last: int, allowed: int, actions: Numbers, n: int) -> int:
    """The move that leaves the greatest types in hand; going out beats all others.

    Comparing lists of distinct types from the greatest down is the same as comparing masks of
    types. Among equals, the lowest move. It passes only if there is no answer.
    """
    best = PASS
    most = -1
    all_types = types_in(hand, last) & allowed
    for i in range(n):
        if most == all_types and last == TOP_STRAIGHT:
            break  # no answer leaves more, and those that follow are higher
        if actions[i] != PASS:
            types = types_in(hand & ~PLAY_MASK[actions[i]], last) & allowed
            if types > most or types == most and _is_lower(actions[i], best, last):
                most = types
                best = actions[i]
    return best


def best_to_give(hand: int, last: int, allowed: int, actions: Numbers, n: int) -> int:
    """The card without which the hand has the greatest types; among equals, the lower card."""
    best = actions[0]
    most = -1
    for i in range(n):
        types = types_in(hand & ~(1 << actions[i] - GIVE), last) & allowed
        if types > most:
            most = types
            best = actions[i]
    return best


def _best_request(hand: int, actions: Numbers, n: int) -> int:
    """The request worth most."""
    best = actions[0]
    for i in range(1, n):
        if _worth_of_request(hand, actions[i]) > _worth_of_request(hand, best):
            best = actions[i]
    return best


def _worth_of_request(hand: int, action: int) -> int:
    """A higher value is worth more; one of which the hand holds all four is worth least (P12)."""
    value = action - ASK
    if hand >> value * SUITS & ALL_SUITS == ALL_SUITS:
        return value - VALUES
    return value


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
_GOOD = tuple(RULES_OF_THUMB.get(name, 0) for name in NAMES)
assert set(RULES_OF_THUMB) <= set(NAMES)


def good(obs: Numbers, actions: Numbers, n: int) -> int:
    """The choice by rules of thumb."""
    return heaviest(obs, actions, n, _GOOD)


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
        return _worth_of_request(facts[HAND], action)
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
    return _explain(view, actions, chosen, _GOOD)


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
