"""Mason Rummy: the computer player of the original document (R14).

It chooses from an observation and the open actions, in the language of the rules, so it can be
compiled together with them.
"""

from dealt.core.fields import Numbers
from dealt.games.mason_rummy.rules import (
    IN_HAND,
    IN_MELD,
    IN_RUN,
    MOST_IN_HAND,
    SEES_HAND,
    SEES_PHASE,
    SEES_PLACE,
    SEES_TOP,
)
from dealt.games.mason_rummy.state import DRAWING, RANKS, SUITS
from dealt.games.mason_rummy.tables import (
    DISCARD,
    DRAW_DISCARD,
    DRAW_STOCK,
    HOW_MANY,
    LAY_OFF,
    MELD,
    MELD_SUITS,
    MELDS_OF_RANK,
    POINTS,
    RUN,
    RUN_LENGTH,
    RUNS_OF_SUIT,
)


def seed_ai(obs: Numbers, actions: Numbers, n: int) -> int:
    """Take a useful discard; play runs, melds, single cards; discard useless points."""
    if obs[SEES_PHASE] == DRAWING:
        return DRAW_DISCARD if wants(obs, obs[SEES_TOP]) else DRAW_STOCK
    best = _largest_group(actions, n)
    if best >= 0:
        return best
    for i in range(MOST_IN_HAND):
        card = obs[SEES_HAND + i]
        if card >= 0 and fits_group(obs, card, 0):
            return LAY_OFF + card
    return DISCARD + _worst_card(obs)


def highest_ai(obs: Numbers, actions: Numbers, n: int) -> int:
    """Like `seed_ai`, but it always discards the first of the cards with the most points.

    The document does not say what to discard. This is the simplest reading; published players of
    Mason Rummy have been measured against it.
    """
    action = seed_ai(obs, actions, n)
    if action < DISCARD or action >= LAY_OFF:
        return action
    highest = -1
    for i in range(MOST_IN_HAND):
        card = obs[SEES_HAND + i]
        if card >= 0 and (highest < 0 or POINTS[card % RANKS] > POINTS[highest % RANKS]):
            highest = card
    return DISCARD + highest


def wants(obs: Numbers, card: int) -> bool:
    """Whether the card completes a run or a meld with the hand, or fits the player's groups."""
    if card < 0:
        return False
    rank = card % RANKS
    equals = 0
    for suit in range(SUITS):
        equals += _holds(obs, suit * RANKS + rank)
    below = 0
    while below < rank and _holds(obs, card - below - 1):
        below += 1
    above = 0
    while rank + above < RANKS - 1 and _holds(obs, card + above + 1):
        above += 1
    return equals >= 2 or below + above >= 2 or fits_group(obs, card, 0)


def _holds(obs: Numbers, card: int) -> int:
    """1 if the card is in the player's hand, else 0."""
    return int(obs[SEES_PLACE + card] == IN_HAND)


def fits_group(obs: Numbers, card: int, owner: int) -> bool:
    """Whether the card extends a run at an end, or a meld, of `owner`: 0 the player, 1 the next."""
    rank = card % RANKS
    run = IN_RUN + 3 * owner
    if rank > 0 and obs[SEES_PLACE + card - 1] == run:
        return True
    if rank < RANKS - 1 and obs[SEES_PLACE + card + 1] == run:
        return True
    for suit in range(SUITS):
        if obs[SEES_PLACE + suit * RANKS + rank] == IN_MELD + 3 * owner:
            return True
    return False


def _largest_group(actions: Numbers, n: int) -> int:
    """The longest run, else the largest meld; -1 if neither is open; equal: the lowest id."""
    best_run = -1
    best_meld = -1
    longest = 0
    largest = 0
    for i in range(n):
        action = actions[i]
        if action >= RUN:
            length = RUN_LENGTH[(action - RUN) % RUNS_OF_SUIT]
            if length > longest:
                longest = length
                best_run = action
        elif action >= MELD:
            size = HOW_MANY[MELD_SUITS[(action - MELD) % MELDS_OF_RANK]]
            if size > largest:
                largest = size
                best_meld = action
    return best_run if best_run >= 0 else best_meld


def _worst_card(obs: Numbers) -> int:
    """The card with the most points that breaks no pair and no two in a row, else the most points.

    Among cards with equal points: the first in hand.
    """
    spare = -1
    worst = -1
    for i in range(MOST_IN_HAND):
        card = obs[SEES_HAND + i]
        if card >= 0:
            points = POINTS[card % RANKS]
            if worst < 0 or points > POINTS[worst % RANKS]:
                worst = card
            if not _in_pair_or_row(obs, card) and (spare < 0 or points > POINTS[spare % RANKS]):
                spare = card
    return spare if spare >= 0 else worst


def _in_pair_or_row(obs: Numbers, card: int) -> bool:
    """Whether the hand has another card of the rank, or a neighbour in the same suit."""
    rank = card % RANKS
    equals = 0
    for suit in range(SUITS):
        equals += _holds(obs, suit * RANKS + rank)
    if equals > 1 or rank > 0 and _holds(obs, card - 1):
        return True
    return rank < RANKS - 1 and _holds(obs, card + 1) == 1
