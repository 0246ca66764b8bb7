"""Tranca: a computer player, in the language of the rules.

It takes the pile when it can, lays sequences as soon as it has them, keeps twos for canastras,
discards trancas first, and otherwise the card that is least useful to itself and to the others.
"""

from dealt.core.fields import Numbers
from dealt.games.tranca.knowledge import (
    ITS_ABOUT,
    ITS_KIND,
    ITS_RANKS,
    ITS_STAND_IN,
    OF_SEQUENCE,
    OF_SIDE,
    SEES_HAND,
    SEES_PILE_COUNT,
    SEES_TABLE,
    size_of,
)
from dealt.games.tranca.state import (
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
    POINTS,
    RANKS,
    RUN,
    SET,
    SIDES,
    SUITS,
    TAKE_NEW,
    TAKE_ON,
    THREE,
    TWO,
    TWOS,
)

_WORTH_A_TWO = 3  # cards in the pile for which a two is spent


def greedy(obs: Numbers, actions: Numbers, n: int) -> int:
    """The action with the highest value; among equals, the lowest id."""
    best = actions[0]
    most = -1_000_000
    for i in range(n):
        value = _value_of(obs, actions[i])
        if value > most:
            most = value
            best = actions[i]
    return best


def _value_of(obs: Numbers, action: int) -> int:
    """The value of an action: below 0 for discards, more than 1,000 for those before one."""
    if action == DRAW:
        return 1_000
    if action < TAKE_NEW:
        return 3_000 + size_of(obs, action - TAKE_ON)
    if action < NEW:
        return _value_of_taking(obs, action - TAKE_NEW)
    if action < LAY:
        return _value_of_beginning(action - NEW)
    if action < DISCARD:
        return _value_of_laying(obs, action)
    return _value_of_discard(obs, action - DISCARD)


def _value_of_taking(obs: Numbers, beginning: int) -> int:
    """The value of taking the pile for a new sequence; with a two, only for some cards."""
    if BEGIN_TWOS[beginning] == 0:
        return 2_500 + _run_first(beginning)
    if BEGIN_KIND[beginning] != TWOS and obs[SEES_PILE_COUNT] > _WORTH_A_TWO:
        return 2_000 + _run_first(beginning)
    return 0


def _run_first(beginning: int) -> int:
    """Runs before sets, sets of high cards before those of low ones."""
    if BEGIN_KIND[beginning] == RUN:
        return 100
    return POINTS[BEGIN_ABOUT[beginning]]


def _value_of_beginning(beginning: int) -> int:
    """New sequences: without a two, then with one; three twos are more useful elsewhere."""
    if BEGIN_KIND[beginning] == TWOS:
        return -2_000
    if BEGIN_TWOS[beginning] == 0:
        return 2_500 + _run_first(beginning)
    return 1_500 + _run_first(beginning)


def _value_of_laying(obs: Numbers, action: int) -> int:
    """Natural cards go on the longest sequence, a two where it makes or nearly makes a canastra."""
    sequence = (action - LAY) // LAID
    size = size_of(obs, sequence)
    if (action - LAY) % LAID != LAID_TWO:
        return 3_000 + 10 * size if size < CANASTRA else 3_000
    if size == CANASTRA - 1:
        return 1_800
    if size < CANASTRA - 1:
        return 1_200 + size
    return 900


def _value_of_discard(obs: Numbers, card: int) -> int:
    """The card the hand needs least and the others cannot use."""
    rank = card % RANKS
    if rank == THREE:
        return -1
    if rank == TWO:
        return -900
    value = -100 - 20 * _partners(obs, card) + POINTS[rank] // 5
    for j in range(1, SIDES):
        if _fits_side(obs, j, card):
            value -= 60
    if _fits_side(obs, 0, card):
        value -= 30
    return value


def _partners(obs: Numbers, card: int) -> int:
    """How many cards go with a card: equal ones and neighbours count 2, those one apart 1."""
    rank = card % RANKS
    suit = card // RANKS
    partners_count = -2
    for other in range(SUITS):
        partners_count += 2 * obs[SEES_HAND + other * RANKS + rank]
    for step in (-2, -1, 1, 2):
        near = rank + step
        if FOUR <= near < RANKS and obs[SEES_HAND + suit * RANKS + near]:
            partners_count += 2 if step * step == 1 else 1
    return partners_count


def _fits_side(obs: Numbers, j: int, card: int) -> bool:
    """Whether the card fits a sequence of the side of the seat `j` places further on."""
    for sequence in range(MOST_SEQUENCES):
        place = SEES_TABLE + j * OF_SIDE + sequence * OF_SEQUENCE
        kind = obs[place + ITS_KIND]
        if kind == SET and obs[place + ITS_ABOUT] == card % RANKS:
            return True
        if kind == RUN and obs[place + ITS_ABOUT] == card // RANKS:
            ranks = obs[place + ITS_RANKS]
            fits = FITS_WITH_TWO[ranks] if obs[place + ITS_STAND_IN] else FITS[ranks]
            if fits >> card % RANKS & 1:
                return True
    return False
