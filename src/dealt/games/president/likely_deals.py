"""President: deals that fit what has been played, in the language of the rules.

All hands are dealt at the start, so every move says something about the hand it came from: a player
who leads a pair of fives holds no straight, if it plays as the original document says.  Deals are
changed all at once or by swapping two cards. A change is kept if it makes the moves so far
likelier, and sometimes otherwise (Metropolis and others, "Equation of state calculations by fast
computing machines", 1953).  A seat is assumed to play as the document says as long as that explains
its moves. Otherwise it is assumed to play by the rules of thumb, by learned weights, or at random.
"""

from typing import Any

from dealt.core.chance import Words, below
from dealt.core.compiled import copy_state
from dealt.core.fields import Numbers
from dealt.core.search import DEAL, OTHERS, OWN, PAST, PLAYED, RANDOM, ROOT
from dealt.games.president.bots import good, learned, seed_ai
from dealt.games.president.passes import holder, swap
from dealt.games.president.rules import (
    apply,
    is_hidden,
    legal,
    observe,
    place_of,
    redeal,
)
from dealt.games.president.state import CARDS, GIVE, PASS, PLAY_MASK, PLAY_SIZE, PLAYING, SEATS

ALL_SEATS = (1 << SEATS) - 1
_FIRST_CHANGES = 120  # tried before the first deal
_CHANGES = 6  # tried between one deal and the next

# costs, in bits: how much less likely moves are
MISS = 4  # a move that a player of a kind would not have made, besides its being one of many
_IMPOSSIBLE = 40
_NEGLIGIBLE = 16  # so many bits less likely is never
_DOUBT = 12  # of a seat's moves, from which on it may be another kind of player


def likely_deal(
    states: Any,
    seat: int,
    rng: Words,
    number: int,
    others: int,
    past: Numbers,
    kinds: Numbers,
    out: Numbers,
    obs: Numbers,
) -> None:
    """See `dealt.core.search.next_deal`; a seat is of the same kind in all deals of a search."""
    costs = [0] * SEATS
    if number == 0:
        copy_state(states, DEAL, ROOT)
        redeal(states[DEAL], seat, rng)  # each chain of deals begins with its own
        for other in range(states[DEAL].seats):
            kinds[other] = OTHERS
        kinds[seat] = OWN
    if states[DEAL].phase != PLAYING:
        redeal(states[DEAL], seat, rng)
        return
    _weigh_past(states, ALL_SEATS & ~(1 << seat), past, kinds, costs, out, obs)
    if number == 0:
        _change_cards(states, seat, rng, _FIRST_CHANGES, past, kinds, costs, out, obs)
        _judge(states, seat, rng, past, kinds, costs, out, obs)
    _deal_anew(states, seat, rng, past, kinds, costs, out, obs)
    _change_cards(states, seat, rng, _CHANGES, past, kinds, costs, out, obs)


def _judge(
    states: Any,
    seat: int,
    rng: Words,
    past: Numbers,
    kinds: Numbers,
    costs: Numbers,
    out: Numbers,
    obs: Numbers,
) -> None:
    """Decide how a seat plays if it does not play as the document says.

    Such a seat plays by the rules of thumb, by learned weights, each in the deals that fit it best,
    or at random: by what explains its moves best.
    """
    doubted = 0
    least = [0] * SEATS
    best = [0] * SEATS
    for other in range(states[DEAL].seats):
        least[other] = costs[other]
        best[other] = kinds[other]
        if other != seat and costs[other] >= _DOUBT:
            doubted |= 1 << other
    if not doubted:
        return
    for kind in (OTHERS + 1, OWN, RANDOM):
        for other in range(states[DEAL].seats):
            if doubted >> other & 1:
                kinds[other] = kind
        _weigh_past(states, ALL_SEATS & ~(1 << seat), past, kinds, costs, out, obs)
        if kind != RANDOM:  # whose moves are as likely with any cards
            _change_cards(states, seat, rng, _FIRST_CHANGES, past, kinds, costs, out, obs)
        for other in range(states[DEAL].seats):
            if doubted >> other & 1 and costs[other] < least[other]:
                least[other] = costs[other]
                best[other] = kind
    for other in range(states[DEAL].seats):
        kinds[other] = best[other]
    _weigh_past(states, ALL_SEATS & ~(1 << seat), past, kinds, costs, out, obs)
    _change_cards(states, seat, rng, _FIRST_CHANGES, past, kinds, costs, out, obs)


# --- the past -----------------------------------------------------------------------------------


def _weigh_past(
    states: Any,
    watched: int,
    past: Numbers,
    kinds: Numbers,
    costs: Numbers,
    out: Numbers,
    obs: Numbers,
) -> None:
    """Replay the round so far with the cards of states[DEAL]; write the costs of some seats.

    Args:
        states: see `likely_deal`.
        watched: mask of seats.
        past: the moves so far.
        kinds: kind of player in each seat.
        costs: filled with the cost of the moves of each watched seat, if it plays as its kind does.
        out: scratch.
        obs: scratch.
    """
    _rewind(states, past)
    s = states[PAST]
    for seat in range(SEATS):
        if watched >> seat & 1:
            costs[seat] = 0
    for i in range(0, len(past), 2):
        action = past[i + 1]
        if 0 <= action < GIVE:
            if watched >> s.turn & 1:
                costs[s.turn] += _cost_of_move(s, action, kinds[s.turn], out, obs)
            apply(s, action)


def _rewind(states: Any, past: Numbers) -> None:
    """Set states[PAST] to the beginning of play, with the hands that states[DEAL] implies."""
    copy_state(states, PAST, DEAL)
    s = states[PAST]
    first = -1
    for i in range(0, len(past), 2):
        if 0 <= past[i + 1] < GIVE:
            s.hand[past[i]] |= PLAY_MASK[past[i + 1]]
            s.count[past[i]] += PLAY_SIZE[past[i + 1]]
            s.played &= ~PLAY_MASK[past[i + 1]]
            if first < 0:
                first = past[i]
    s.previous = PASS
    s.mover = -1
    s.finished_count = 0
    s.opening = 1 - s.is_later_round
    if first >= 0:
        s.turn = first
    for seat in range(SEATS):
        s.passed[seat] = 0
        s.finished[seat] = 0
        s.shed[seat] = 0
        s.unanswered[seat][0] = PASS


def _cost_of_move(s: Any, action: int, kind: int, out: Numbers, obs: Numbers) -> int:
    """The cost of one move of the seat to move, if it is a player of this kind."""
    n = legal(s, out)
    if n == 1 and out[0] == action:
        return 0
    if not _is_among(action, out, n):
        return _IMPOSSIBLE
    choices = 0
    while n >> choices:
        choices += 1
    if kind == RANDOM:
        return choices
    observe(s, s.turn, obs)
    if kind == OTHERS:
        chosen = seed_ai(obs, out, n)
    elif kind == OWN:
        chosen = learned(obs, out, n)
    else:
        chosen = good(obs, out, n)
    return 0 if chosen == action else MISS + choices


def _is_among(action: int, actions: Numbers, n: int) -> bool:
    """Whether the action is one of the first n."""
    for i in range(n):
        if actions[i] == action:
            return True
    return False


# --- other deals --------------------------------------------------------------------------------


def _deal_anew(
    states: Any,
    seat: int,
    rng: Words,
    past: Numbers,
    kinds: Numbers,
    costs: Numbers,
    out: Numbers,
    obs: Numbers,
) -> None:
    """Deal all hidden cards again; keep the result as `_change_cards` would.

    While little has been played and nothing contradicts a deal, the deals of a search are thus
    independent of each other, which a few swapped cards would not achieve.
    """
    copy_state(states, PLAYED, DEAL)
    redeal(states[DEAL], seat, rng)
    others = ALL_SEATS & ~(1 << seat)
    hands = [0] * SEATS
    _weigh_past(states, others, past, kinds, hands, out, obs)
    if not _is_kept(others, hands, costs, rng):
        copy_state(states, DEAL, PLAYED)


def _is_kept(seats: int, hands: Numbers, costs: Numbers, rng: Words) -> bool:
    """Whether a change of what these seats hold is kept; if so, `costs` becomes what it costs.

    For sure if it costs less than before, else by chance: half as likely for each one more.
    """
    more = 0
    for seat in range(SEATS):
        if seats >> seat & 1:
            more += hands[seat] - costs[seat]
    if more > 0 and (more >= _NEGLIGIBLE or below(rng, 1 << more) != 0):
        return False
    for seat in range(SEATS):
        if seats >> seat & 1:
            costs[seat] = hands[seat]
    return True


def _change_cards(
    states: Any,
    seat: int,
    rng: Words,
    changes: int,
    past: Numbers,
    kinds: Numbers,
    costs: Numbers,
    out: Numbers,
    obs: Numbers,
) -> None:
    """Swap two hidden cards again and again; keep what makes the past likelier."""
    s = states[DEAL]
    hidden = [0] * CARDS
    n = 0
    for card in range(CARDS):
        if is_hidden(s, seat, card):
            hidden[n] = card
            n += 1
    hands = [0] * SEATS
    for _ in range(changes if n > 1 else 0):
        one = hidden[below(rng, n)]
        other = hidden[below(rng, n)]
        a = holder(s, 1 << one)
        b = holder(s, 1 << other)
        if a == b or not _may_hold(s, seat, a, other) or not _may_hold(s, seat, b, one):
            continue
        swap(s, a, b, 1 << one | 1 << other)
        watched = (1 << a if a >= 0 else 0) | (1 << b if b >= 0 else 0)
        _weigh_past(states, watched, past, kinds, hands, out, obs)
        if not _is_kept(watched, hands, costs, rng):
            swap(s, a, b, 1 << one | 1 << other)


def _may_hold(s: Any, seat: int, other: int, card: int) -> bool:
    """Whether a place may hold a card that `seat` does not see."""
    if other < 0:
        return True
    place = place_of(s, seat)
    lower = s.turn_order[s.seats - 1 - place]
    return bool(other != lower or s.lacked[seat] >> card & 1 == 0)
