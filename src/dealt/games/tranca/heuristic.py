"""Tranca: the player `good`, in the language of the rules, and the choices a search of it tries.

Like `bots.greedy`, it lays sequences as soon as it has them and discards trancas first. It plays
better because of how it treats the pile.  Before taking a pile it weighs the useful cards against
the trancas in it, and against the risk of a big hand if the round may soon end.  Discarding a card
that fits the others' table is costly if the pile is big. A gift of a few cards to a player who has
hardly any left, on the other hand, keeps that player from going out.

The weights were found with the cross-entropy method: by playing whole rounds against `greedy` and
against the best weights so far.
"""

from dealt.core.fields import Numbers
from dealt.games.tranca.knowledge import (
    ITS_ABOUT,
    ITS_KIND,
    ITS_RANKS,
    ITS_SIZE,
    ITS_STAND_IN,
    OF_SEQUENCE,
    OF_SIDE,
    SEES_COUNT,
    SEES_HAND,
    SEES_MORTO,
    SEES_MORTOS,
    SEES_PILE,
    SEES_PILE_COUNT,
    SEES_SEATS,
    SEES_TABLE,
    size_of,
)
from dealt.games.tranca.state import (
    ACE,
    ACTIONS,
    BEGIN_ABOUT,
    BEGIN_KIND,
    BEGIN_TWOS,
    CANASTRA,
    DISCARD,
    DRAW,
    FITS,
    FITS_WITH_TWO,
    FOUR,
    LAID,
    LAID_TWO,
    LAY,
    MOST_SEQUENCES,
    NEW,
    NO_SEQUENCE,
    POINTS,
    RANKS,
    RUN,
    SET,
    SUITS,
    TAKE_NEW,
    TAKE_ON,
    THREE,
    TWO,
    TWOS,
)

_NEVER = -1_000_000
_RANK_IN_ALL_SUITS = 1 + (1 << RANKS) + (1 << 2 * RANKS) + (1 << 3 * RANKS)

# what taking the pile is worth: where its top goes, what else is in it, how the round stands
_TOP_ON = 335
_TOP_ON_CANASTRA = 180  # it is one already: a card more only counts
_TOP_NEW = 1_530
_TOP_WITH_TWO = -475
_PILE_CARD = 210  # each card under the top
_PILE_USED = 300  # and more for a card that goes with two others in hand
_PILE_TRANCA = -630
_OTHERS_LOW = 130  # for each card more than four in the smallest hand of the others, six at most
_OTHERS_MAY_END = -160
_HAS_CANASTRA = -630  # then going out is near, and a small hand better than a big one

# what a card is worth in the hand
_EQUALS = (0, 550, 640, 840)  # others of its rank: none, one, two, more
_NEIGHBOUR = 385
_NEXT_BUT_ONE = 220
_DEAR = 19  # for each point of it: dear ones count more on the table

# what throwing a card costs that fits the table of the others, because the next player can take
# the pile with it; to one with few cards in hand a small pile is a burden, and it pays
_GIFT_PILE = 58  # for each card in the pile, 15 at most
_GIFT_LOW = 120  # for each card more than five in the hand of the next player, eight at most
_GIFT_MAY_END = 240
_GIFT_TRANCA = -35  # each tranca in the pile: it will hardly be taken
_GIFT_CANASTRA = 670  # it makes a canastra

_FEW = 3  # cards in hand up to which any two is laid down: the hand is to be emptied


def good(obs: Numbers, actions: Numbers, n: int) -> int:
    """The most valuable way to draw or to lay, else the best discard."""
    if actions[0] < NEW:
        return _drawing(obs, actions, n)
    best = actions[0]
    most = 0
    for i in range(n):
        value = _value_of_laying(obs, actions[i]) if actions[i] < DISCARD else _NEVER
        if value > most:
            most = value
            best = actions[i]
    if most > 0 or actions[n - 1] < DISCARD:
        return best
    return _discarding(obs, actions, n)


# --- the pile -------------------------------------------------------------------------------------


def _drawing(obs: Numbers, actions: Numbers, n: int) -> int:
    """Draw if that is among the actions, or take the pile in the best way if it is worth it."""
    first = 1 if actions[0] == DRAW else 0
    if n == first:
        return DRAW
    best = actions[first]
    for i in range(first + 1, n):
        if _value_of_place(obs, actions[i]) > _value_of_place(obs, best):
            best = actions[i]
    return best if first == 0 or _value_of_taking(obs, best) > 0 else DRAW


def _value_of_place(obs: Numbers, action: int) -> int:
    """Where the top card goes: on the longest sequence, in a new one, last with a two."""
    if action < TAKE_NEW:
        size = size_of(obs, action - TAKE_ON)
        return 4_000 if size == CANASTRA - 1 else 3_000 + size
    beginning = action - TAKE_NEW
    if BEGIN_KIND[beginning] == TWOS:
        return 0
    return (2_000 if BEGIN_TWOS[beginning] else 2_500) + _dear(beginning)


def _value_of_taking(obs: Numbers, action: int) -> int:
    """The value of the pile, beyond that of a card from the stock."""
    value = _PILE_CARD * (obs[SEES_PILE_COUNT] - 1)
    if action < TAKE_NEW:
        value += _TOP_ON_CANASTRA if size_of(obs, action - TAKE_ON) >= CANASTRA else _TOP_ON
    elif BEGIN_KIND[action - TAKE_NEW] == TWOS:
        return _NEVER
    else:
        value += _TOP_WITH_TWO if BEGIN_TWOS[action - TAKE_NEW] else _TOP_NEW
    own = fitting_mask(obs, 0, 0)
    for suit in range(SUITS):
        value += _PILE_TRANCA * obs[SEES_PILE + suit * RANKS + THREE]
        for rank in range(FOUR, RANKS):
            card = suit * RANKS + rank
            copies = obs[SEES_PILE + card]
            if copies and own >> card & 1 == 0 and partners(obs, card) > 1:
                value += _PILE_USED * copies
    value += _OTHERS_LOW * (_least_of_others(obs) - 4)
    if _others_may_end(obs):
        value += _OTHERS_MAY_END
    if _has_canastra(obs):
        value += _HAS_CANASTRA
    return value


def partners(obs: Numbers, card: int) -> int:
    """Cards of the hand with a card's rank, and its neighbours within two ranks."""
    rank = card % RANKS
    count = 0
    for suit in range(SUITS):
        count += obs[SEES_HAND + suit * RANKS + rank]
    for step in (-2, -1, 1, 2):
        if FOUR <= rank + step <= ACE and obs[SEES_HAND + card + step]:
            count += 1
    return count


def _least_of_others(obs: Numbers) -> int:
    """The number of cards in the smallest hand of the other sides, at most six."""
    seats = obs[SEES_SEATS]
    least = 6
    for k in range(1, seats):
        if (k % 2 or seats < 4) and obs[SEES_COUNT + k] < least:
            least = obs[SEES_COUNT + k]
    return least


def _others_may_end(obs: Numbers) -> bool:
    """Whether no morto is left for the next side, so that it can go out with a canastra."""
    return obs[SEES_MORTO + 1] != 0 or obs[SEES_MORTOS] == 0


def _has_canastra(obs: Numbers) -> bool:
    """Whether the player's side has a canastra."""
    for sequence in range(MOST_SEQUENCES):
        size = size_of(obs, sequence)
        if size >= CANASTRA:
            return True
        if size == 0:
            return False
    return False


# --- laying down ----------------------------------------------------------------------------------


def _value_of_laying(obs: Numbers, action: int) -> int:
    """The value of laying down; below 0: better not."""
    if action < LAY:
        beginning = action - NEW
        if BEGIN_KIND[beginning] == TWOS:
            return _NEVER
        return (1_500 if BEGIN_TWOS[beginning] else 2_500) + _dear(beginning)
    size = size_of(obs, (action - LAY) // LAID)
    if (action - LAY) % LAID != LAID_TWO:
        return 3_000 + (10 * size if size < CANASTRA else 0)
    if size == CANASTRA - 1:
        return 1_800
    if obs[SEES_COUNT] > _FEW:
        return _NEVER  # a two that is kept makes a canastra later, or takes the pile
    return 1_200 + size if size < CANASTRA else 900


def _dear(beginning: int) -> int:
    """Sets before runs, and those of high-scoring cards first, which take cards of any suit."""
    return 0 if BEGIN_KIND[beginning] == RUN else POINTS[BEGIN_ABOUT[beginning]]


# --- discards -------------------------------------------------------------------------------------


def _discarding(obs: Numbers, actions: Numbers, n: int) -> int:
    """The discard with the highest value; among equals, the lowest id."""
    fits = fitting_others(obs)
    makes = fitting_mask(obs, 1, CANASTRA - 1)
    gift = _cost_of_gift(obs)
    best = actions[n - 1]
    most = _NEVER
    for i in range(n - 1, -1, -1):
        if actions[i] < DISCARD:
            break
        value = _value_of_discard(obs, actions[i] - DISCARD, fits, makes, gift)
        if value >= most:
            most = value
            best = actions[i]
    return best


def _value_of_discard(obs: Numbers, card: int, fits: int, makes: int, gift: int) -> int:
    """The value of discarding a card.

    Args:
        obs: an observation.
        card: the card.
        fits: the cards that fit the others' table.
        makes: those that complete a canastra there.
        gift: see `cost_of_gift`.
    """
    value = -_value_of_keeping(obs, card)
    if fits >> card & 1:
        value -= gift
    if makes >> card & 1:
        value -= _GIFT_CANASTRA
    return value


def fitting_others(obs: Numbers) -> int:
    """The natural cards that fit the table of the other sides, one bit each."""
    fits = fitting_mask(obs, 1, 0)
    return fits | fitting_mask(obs, 2, 0) if obs[SEES_SEATS] == 3 else fits


def _cost_of_gift(obs: Numbers) -> int:
    """What it costs to discard a card that fits the others' table; below 0: it pays."""
    cost = _GIFT_PILE * min(obs[SEES_PILE_COUNT], 15)
    cost += _GIFT_TRANCA * (obs[SEES_PILE + THREE] + obs[SEES_PILE + 3 * RANKS + THREE])
    cost += _GIFT_LOW * (min(obs[SEES_COUNT + 1], 8) - 5)
    return cost + _GIFT_MAY_END if _others_may_end(obs) else cost


def _value_of_keeping(obs: Numbers, card: int) -> int:
    """The value of a card in the hand: nothing for a tranca, the most for a two."""
    rank = card % RANKS
    if rank == THREE:
        return -10_000
    if rank == TWO:
        return 100_000
    equals = -1
    for suit in range(SUITS):
        equals += obs[SEES_HAND + suit * RANKS + rank]
    value = _EQUALS[min(equals, 3)] + _DEAR * POINTS[rank]
    at = SEES_HAND + card
    if rank > FOUR and obs[at - 1]:
        value += _NEIGHBOUR
    if rank < ACE and obs[at + 1]:
        value += _NEIGHBOUR
    if rank > FOUR + 1 and obs[at - 2]:
        value += _NEXT_BUT_ONE
    if rank < ACE - 1 and obs[at + 2]:
        value += _NEXT_BUT_ONE
    return value


def fitting_mask(obs: Numbers, j: int, size: int) -> int:
    """Natural cards that fit sequences of the side of the seat `j` places further on, one bit each.

    Args:
        obs: an observation.
        j: 0 for the player's side.
        size: only sequences with this number of cards; 0: all.
    """
    mask = 0
    for sequence in range(MOST_SEQUENCES):
        place = SEES_TABLE + j * OF_SIDE + sequence * OF_SEQUENCE
        kind = obs[place + ITS_KIND]
        if kind == NO_SEQUENCE:
            break
        if size and obs[place + ITS_SIZE] != size:
            continue
        if kind == SET:
            mask |= _RANK_IN_ALL_SUITS << obs[place + ITS_ABOUT]
        elif kind == RUN:
            ranks = obs[place + ITS_RANKS]
            fits = FITS_WITH_TWO[ranks] if obs[place + ITS_STAND_IN] else FITS[ranks]
            mask |= fits << RANKS * obs[place + ITS_ABOUT]
    return mask


# --- for a search ---------------------------------------------------------------------------------

# what is tried besides the choice of `good`
_DRAWS = 5  # ways to draw
_WAYS = 4  # to lay, where `good` would lay
_HELD = 2  # discards, where `good` would lay
_REFUSED = 3  # ways to lay, where `good` would discard
_DISCARDS = 7


def shortlist(obs: Numbers, actions: Numbers, n: int, most: int) -> int:
    """Put the actions worth trying first, headed by the choice of `good`; return their number.

    Laying a natural card on a sequence needs no search as long as cards are left in the hand.
    """
    chosen = good(obs, actions, n)
    ways, discards = _REFUSED, _DISCARDS
    if actions[0] == DRAW:
        ways, discards = _DRAWS, 0
    elif chosen < DISCARD:
        ways, discards = _WAYS, _HELD
        if _is_plain(obs, actions, n, chosen):
            ways = discards = 0
    for i in range(n):
        if actions[i] == chosen:
            actions[0], actions[i] = chosen, actions[0]
    n_chosen = _put_first(obs, actions, 1, n, min(1 + ways, most), 0, DISCARD)
    return _put_first(obs, actions, n_chosen, n, min(n_chosen + discards, most), DISCARD, ACTIONS)


def _put_first(
    obs: Numbers, actions: Numbers, chosen: int, n: int, end: int, low: int, high: int
) -> int:
    """Put the most promising of the actions from `low` to `high` after the first `chosen`.

    Args:
        obs: an observation.
        actions: the open actions.
        chosen: number of actions already in place.
        n: number of actions.
        end: number of actions that should be in place.
        low: the lowest id.
        high: one more than the highest id.

    Returns:
        The number of actions now in place.
    """
    fits = fitting_others(obs)
    makes = fitting_mask(obs, 1, CANASTRA - 1)
    gift = _cost_of_gift(obs)
    while chosen < end:
        best, most = -1, 0
        for i in range(chosen, n):
            if low <= actions[i] < high:
                promise = _promise_of(obs, actions[i], fits, makes, gift)
                if best < 0 or promise > most or promise == most and actions[i] < actions[best]:
                    best, most = i, promise
        if best < 0:
            return chosen
        actions[chosen], actions[best] = actions[best], actions[chosen]
        chosen += 1
    return chosen


def _is_plain(obs: Numbers, actions: Numbers, n: int, chosen: int) -> bool:
    """Whether the action lays a natural card that fits one sequence only, and cards are left."""
    if chosen < LAY or (chosen - LAY) % LAID == LAID_TWO or obs[SEES_COUNT] <= _FEW:
        return False
    same = 0
    for i in range(n):
        if LAY <= actions[i] < DISCARD and (actions[i] - LAY) % LAID == (chosen - LAY) % LAID:
            same += 1
    return same == 1


def _promise_of(obs: Numbers, action: int, fits: int, makes: int, gift: int) -> int:
    """How promising an action is for a search."""
    if action < NEW:
        return 0 if action == DRAW else _value_of_place(obs, action)
    if action < DISCARD:
        return _value_of_laying(obs, action)
    return _value_of_discard(obs, action - DISCARD, fits, makes, gift)
