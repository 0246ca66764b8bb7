"""Mason Rummy: computer players: the original document's (R14), and one that counts outs.

They choose from an observation and the open actions, in the language of the rules, so they can be
compiled together with them.

For `good`, a card is worth keeping for its outs: unseen cards that would make a meld or a run with
it and the rest of the hand.  Against that, it costs points if somebody goes out. Both are weighed
by how soon that may happen.  All values are hundredths of a point, tuned together in many
thousands of rounds with the same cards in every seat; near the optimum they matter little.
"""

from dealt.core.fields import Numbers
from dealt.games.mason_rummy.rules import (
    IN_HAND,
    IN_MELD,
    IN_RUN,
    MOST_IN_HAND,
    SEES_COUNTS,
    SEES_HAND,
    SEES_PHASE,
    SEES_PLACE,
    SEES_SEATS,
    SEES_TOP,
)
from dealt.games.mason_rummy.state import (
    ALL_RANKS,
    DISCARD,
    DRAW_DISCARD,
    DRAW_STOCK,
    DRAWING,
    HOW_MANY,
    LAY_OFF,
    LOWEST,
    MELD,
    MELD_SUITS,
    MELDS_OF_RANK,
    POINTS,
    RANKS,
    RUN,
    RUN_LENGTH,
    RUN_MASK,
    RUNS_OF_SUIT,
    SUITS,
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


_POINT = 100
_OUT = 390  # what an out is worth
_OUT_OF_POINT = 12  # and more for each point of the card, which the group would take out of hand
_PAIR_OF_OUTS = 60  # two cards that make a meld with a card that is alone
_DANGER = 30  # each two unseen cards with which the next player can use a discard
_GIFT = 430  # a discard that the next player can lay off at once
_LAST_GIFT = 770  # the same, when that player has two cards or one
_TAKES = 1_400  # by how much the open card must be better than the card discarded for it

_SEARCHED = 6  # discards that a search looks at

# how much of all that counts, in hundredths: less, the sooner somebody may go out
_LASTS = 65
_LASTS_FOR_THEIRS = 15  # for each card in the smallest of the other hands
_LASTS_FOR_OWN = -6  # for each card in the own hand
_LASTS_IN_THREE = 17  # with three players

# a suit at a glance: ranks in hand, unseen ranks, ranks in own runs; what each place counts for
_UNSEEN_RANKS = RANKS
_RUN_RANKS = 2 * RANKS
_GLANCE = (1 << _UNSEEN_RANKS, 0, 1 << _UNSEEN_RANKS, 1, 1 << _RUN_RANKS, 0, 0, 0, 0, 0, 0, 0)

_Suits = tuple[int, int, int, int, int]


def good(obs: Numbers, actions: Numbers, n: int) -> int:
    """Lay down all that fits best, keep cards with outs, take a discard if it has outs."""
    if obs[SEES_PHASE] == DRAWING:
        top = obs[SEES_TOP]
        return DRAW_DISCARD if wants(obs, top) or _is_worth_taking(obs, top) else DRAW_STOCK
    discards = obs[SEES_COUNTS]
    if n > discards:  # first in `actions`, then single cards, then groups
        group = _first_group(actions, n)
        return group if group >= 0 else actions[discards]
    return DISCARD + _least_useful(obs)


# --- the value of cards ---------------------------------------------------------------------------


def glance(obs: Numbers) -> _Suits:
    """An overview of the five suits."""
    return (
        _suit_at_a_glance(obs, 0),
        _suit_at_a_glance(obs, 1),
        _suit_at_a_glance(obs, 2),
        _suit_at_a_glance(obs, 3),
        _suit_at_a_glance(obs, 4),
    )


def _suit_at_a_glance(obs: Numbers, suit: int) -> int:
    """Where the cards of a suit are, as the bits of `_GLANCE`."""
    first = SEES_PLACE + suit * RANKS
    ranks = 0
    for rank in range(RANKS):
        ranks |= _GLANCE[obs[first + rank]] << rank
    return ranks


def with_card(suits: _Suits, card: int) -> _Suits:
    """The suits with one more card in hand."""
    suit = card // RANKS
    bit = 1 << card % RANKS
    return (
        suits[0] | bit * (suit == 0),
        suits[1] | bit * (suit == 1),
        suits[2] | bit * (suit == 2),
        suits[3] | bit * (suit == 3),
        suits[4] | bit * (suit == 4),
    )


def _of_rank(suits: _Suits, rank: int) -> int:
    """Number of cards of a rank in hand; from UNSEEN_RANKS on, the number unseen."""
    return (
        (suits[0] >> rank & 1)
        + (suits[1] >> rank & 1)
        + (suits[2] >> rank & 1)
        + (suits[3] >> rank & 1)
        + (suits[4] >> rank & 1)
    )


def _meld_outs(suits: _Suits, card: int) -> int:
    """Unseen cards that make a meld with a card and others in hand."""
    rank = card % RANKS
    return _of_rank(suits, _UNSEEN_RANKS + rank) if _of_rank(suits, rank) > 1 else 0


def _run_outs(suits: _Suits, card: int) -> int:
    """Unseen cards that make a run with a card and another in hand or one of the player's runs."""
    cards = suits[card // RANKS]
    bit = 1 << card % RANKS
    held = cards & ALL_RANKS
    fixed = held | cards >> _RUN_RANKS
    missing = 0
    if held & bit << 1:
        missing |= bit << 2 | bit >> 1
    if held & bit >> 1:
        missing |= bit << 1 | bit >> 2
    if fixed & bit << 2:
        missing |= bit << 1
    if fixed & bit >> 2:
        missing |= bit >> 1
    return HOW_MANY[missing & cards >> _UNSEEN_RANKS & ALL_RANKS]


def outs(suits: _Suits, card: int) -> int:
    """Unseen cards that make a group with a card and others in hand."""
    return _meld_outs(suits, card) + _run_outs(suits, card)


def _pairs_of_outs(suits: _Suits, card: int) -> int:
    """Pairs of unseen cards that make a meld with a card."""
    unseen = _of_rank(suits, _UNSEEN_RANKS + card % RANKS)
    return unseen * (unseen - 1) // 2


def _hope(suits: _Suits, card: int) -> int:
    """What a card in hand can become, given plenty of time."""
    value = outs(suits, card) * (_OUT + _OUT_OF_POINT * POINTS[card % RANKS])
    if _of_rank(suits, card % RANKS) == 1:
        value += _PAIR_OF_OUTS * _pairs_of_outs(suits, card)
    return value


def lasting(obs: Numbers) -> int:
    """How much hope counts, in hundredths."""
    least = obs[SEES_COUNTS + 1]
    share = _LASTS + _LASTS_FOR_OWN * obs[SEES_COUNTS]
    if obs[SEES_SEATS] > 2:
        share += _LASTS_IN_THREE
        if obs[SEES_COUNTS + 2] < least:
            least = obs[SEES_COUNTS + 2]
    share += _LASTS_FOR_THEIRS * least
    return max(0, share)


def keeping(suits: _Suits, card: int, share: int) -> int:
    """The value of keeping a card in hand: its hope minus its points."""
    return _hope(suits, card) * share // 100 - _POINT * POINTS[card % RANKS]


def _giving(obs: Numbers, suits: _Suits, card: int) -> int:
    """What a discard may be worth to the next player."""
    suit = suits[card // RANKS] >> _UNSEEN_RANKS & ALL_RANKS
    bit = 1 << card % RANKS
    rows = (suit & bit << 1 and suit & bit << 2) != 0
    value = _DANGER * (_pairs_of_outs(suits, card) + rows)
    if suit & bit >> 1:
        value += _DANGER * ((suit & bit << 1 != 0) + (suit & bit >> 2 != 0))
    if fits_group(obs, card, 1):
        value += _GIFT if obs[SEES_COUNTS + 1] > 2 else _LAST_GIFT
    return value


# --- the choices ----------------------------------------------------------------------------------


def _is_worth_taking(obs: Numbers, top: int) -> bool:
    """Whether the top discard is worth far more in hand than the card discarded for it."""
    if top < 0:
        return False
    suits = with_card(glance(obs), top)
    share = lasting(obs)
    least = keeping(suits, top, share) - _TAKES
    for i in range(obs[SEES_COUNTS]):
        if keeping(suits, obs[SEES_HAND + i], share) < least:
            return True
    return False


def _least_useful(obs: Numbers) -> int:
    """The best card of the hand to discard; among equals, the first in hand."""
    suits = glance(obs)
    share = lasting(obs)
    best = -1
    least = 0
    for i in range(obs[SEES_COUNTS]):
        card = obs[SEES_HAND + i]
        value = value_of(obs, suits, card, share)
        if best < 0 or value < least:
            least = value
            best = card
    return best


def value_of(obs: Numbers, suits: _Suits, card: int, share: int) -> int:
    """What a discard loses, plus what the next player may gain by it."""
    return keeping(suits, card, share) + _giving(obs, suits, card)


def _first_group(actions: Numbers, n: int) -> int:
    """The first of up to three groups that together get rid of the most points; else -1."""
    begin = n
    while begin > 0 and actions[begin - 1] >= MELD:
        begin -= 1
    best = -1
    most = 0
    for i in range(begin, n):
        points = points_of(actions[i])
        for j in range(i, n):
            if j > i and not _go_together(actions[i], actions[j]):
                continue
            more = points + (points_of(actions[j]) if j > i else 0)
            if more > most:
                most = more
                best = actions[i]
            for k in range(j + 1, n if j > i else 0):
                if _go_together(actions[i], actions[k]) and _go_together(actions[j], actions[k]):
                    all_three = more + points_of(actions[k])
                    if all_three > most:
                        most = all_three
                        best = actions[i]
    return best


def points_of(action: int) -> int:
    """The points of a meld or a run."""
    if action < RUN:
        suits = MELD_SUITS[(action - MELD) % MELDS_OF_RANK]
        return POINTS[(action - MELD) // MELDS_OF_RANK] * HOW_MANY[suits]
    ranks = RUN_MASK[(action - RUN) % RUNS_OF_SUIT]
    points = 0
    while ranks:
        points += POINTS[LOWEST[ranks]]
        ranks &= ranks - 1
    return points


def _go_together(one: int, other: int) -> bool:
    """Whether two melds or runs have no card in common; the first has the lower id."""
    if one >= RUN:
        ranks = RUN_MASK[(one - RUN) % RUNS_OF_SUIT] & RUN_MASK[(other - RUN) % RUNS_OF_SUIT]
        return ranks == 0 or (one - RUN) // RUNS_OF_SUIT != (other - RUN) // RUNS_OF_SUIT
    rank = (one - MELD) // MELDS_OF_RANK
    suits = MELD_SUITS[(one - MELD) % MELDS_OF_RANK]
    if other < RUN:
        both = suits & MELD_SUITS[(other - MELD) % MELDS_OF_RANK]
        return both == 0 or rank != (other - MELD) // MELDS_OF_RANK
    return not (
        suits >> (other - RUN) // RUNS_OF_SUIT & RUN_MASK[(other - RUN) % RUNS_OF_SUIT] >> rank & 1
    )


# --- for players that search ----------------------------------------------------------------------


def shortlist(obs: Numbers, actions: Numbers, n: int, most: int) -> int:
    """Put actions worth searching first: draws, what can be laid down, the best discards.

    A card that can be laid down at once is always taken, and groups are always laid down first.
    """
    if obs[SEES_PHASE] == DRAWING:
        if not wants(obs, obs[SEES_TOP]):
            return n
        actions[0] = DRAW_DISCARD
        return 1
    discards = obs[SEES_COUNTS]
    searched = min(discards, _SEARCHED)
    if n > discards and actions[n - 1] >= MELD:
        searched = 0
    suits = glance(obs)
    share = lasting(obs)
    for i in range(searched):
        best = i
        least = value_of(obs, suits, actions[i] - DISCARD, share)
        for j in range(i + 1, discards):
            value = value_of(obs, suits, actions[j] - DISCARD, share)
            if value < least:
                least = value
                best = j
        card = actions[i]
        actions[i] = actions[best]
        actions[best] = card
    for i in range(n - discards):
        actions[searched + i] = actions[discards + i]
    return min(most, searched + n - discards)
