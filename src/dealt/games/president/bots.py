"""President: the computer player of the original document (P10).

It chooses from an observation and the open actions, in the language of the rules.
"""

from dealt.core.fields import Numbers
from dealt.games.president.plays import ALL_SUITS, types_in
from dealt.games.president.rules import (
    ALLOWED,
    CHOSEN,
    IN_HAND,
    SEES_CARD,
    SEES_OPTIONS,
    SEES_PHASE,
    SEES_PREVIOUS,
)
from dealt.games.president.state import ASKING, CARDS, GIVING, SUITS, VALUES
from dealt.games.president.tables import (
    ASK,
    FIVE,
    FLUSH,
    GIVE,
    PASS,
    PLAY_MASK,
    PLAY_STRENGTH,
    PLAY_TYPE,
    SINGLE,
    STRAIGHT_FLUSH,
    TOP_STRAIGHT,
    TYPES,
)


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


def own_hand(obs: Numbers) -> int:
    """The player's hand, including the cards already chosen to be given."""
    hand = 0
    for card in range(CARDS):
        if obs[SEES_CARD + card] == IN_HAND or obs[SEES_CARD + card] == CHOSEN:
            hand |= 1 << card
    return hand


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
        if worth_of_request(hand, actions[i]) > worth_of_request(hand, best):
            best = actions[i]
    return best


def worth_of_request(hand: int, action: int) -> int:
    """A higher value is worth more; one of which the hand holds all four is worth least (P12)."""
    value = action - ASK
    if hand >> value * SUITS & ALL_SUITS == ALL_SUITS:
        return value - VALUES
    return value
