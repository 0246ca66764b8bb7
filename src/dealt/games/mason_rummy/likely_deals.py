"""Mason Rummy: possible deals for searching players, chosen to fit how the round was played.

Players who have had a turn have laid down all they could, and have kept cards that are more useful
than those they discarded.  So most possible deals are unlikely: other hands have fewer points and
more pairs than pure chance would give them.  After a random deal, cards of the other players are
exchanged with cards of the stock until nothing in their hands is odd.
"""

from typing import Any

from dealt.core.chance import Words, below
from dealt.core.compiled import copy_state
from dealt.core.fields import Numbers
from dealt.core.search import DEAL, OTHERS, OWN, ROOT
from dealt.games.mason_rummy.rules import MOST_IN_HAND, beside, in_three_suits, redeal
from dealt.games.mason_rummy.state import (
    CARDS,
    DISCARD,
    LAY_OFF,
    LOWEST,
    MOST_POINTS,
    POINTS,
    RANKS,
    SUITS,
    State,
)

_CHANGES = 40  # of cards that are tried for each hand, at most
REMEMBERED = 4  # discards of each player that are held against its hand
LAYABLE = 40  # how odd it is to keep what could be laid down
BROKEN = 5  # or to discard a card of a pair or of two in a row, with a card alone in hand


def next_deal(
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
    """Make states[DEAL] a likely deal and choose the players: `dealt.core.search.next_deal`.

    There are two kinds of other players. The first lays down a card from the discard pile at once,
    so a seat that holds such a card is of the second kind; one that does not is less and less
    likely to be.
    """
    copy_state(states, DEAL, ROOT)
    s = states[DEAL]
    redeal(s, seat, rng)
    for other in range(s.seats):
        if other != seat:
            kinds[other] = OTHERS
            _make_likely(s, other, past, rng)
            if others > 1:
                second = _holds_seen(s, other) or below(rng, 2 + s.turns // s.seats // 2) == 0
                kinds[other] += second
    kinds[seat] = OWN


def _make_likely(s: State, seat: int, past: Numbers, rng: Words) -> None:
    """Exchange hidden cards of a hand with cards of the stock, as long as the hand is odd."""
    last = _last_discard(past, seat)
    if last < 0:
        return
    least = _least_points(past, seat)
    odd = _oddness(s, seat, last, least)
    if odd == 0:
        return
    hand = [0] * MOST_IN_HAND
    n = 0
    for card in range(CARDS):
        if s.held[seat][card // RANKS] >> card % RANKS & 1 and not s.seen[card]:
            hand[n] = card
            n += 1
    stock = [0] * CARDS
    m = 0
    for i in range(s.stock_next, s.stock_end):
        if not s.seen[s.stock[i]]:
            stock[m] = i
            m += 1
    if n == 0 or m == 0:
        return
    for _ in range(_CHANGES):
        i = below(rng, n)
        place = stock[below(rng, m)]
        card = s.stock[place]
        _change(s, seat, hand[i], place)
        new = _oddness(s, seat, last, least)
        if new > odd:
            _change(s, seat, card, place)
        else:
            hand[i] = card
            odd = new
        if odd == 0:
            return


def _change(s: State, seat: int, card: int, place: int) -> None:
    """Exchange a card of a hand with the card at an index of the stock."""
    other = s.stock[place]
    s.held[seat][card // RANKS] &= ~(1 << card % RANKS)
    s.held[seat][other // RANKS] |= 1 << other % RANKS
    s.arrived[other] = s.arrived[card]
    s.arrived[card] = 0
    s.stock[place] = card


def _last_discard(past: Numbers, seat: int) -> int:
    """The last card that a seat discarded, -1 if none."""
    for i in range(len(past) - 2, -1, -2):
        if past[i] == seat and DISCARD <= past[i + 1] < LAY_OFF:
            return past[i + 1] - DISCARD
    return -1


def _least_points(past: Numbers, seat: int) -> int:
    """The fewest points among the last discards of a seat."""
    least = MOST_POINTS
    left = REMEMBERED
    for i in range(len(past) - 2, -1, -2):
        if left and past[i] == seat and DISCARD <= past[i + 1] < LAY_OFF:
            least = min(least, POINTS[(past[i + 1] - DISCARD) % RANKS])
            left -= 1
    return least


def _oddness(s: State, seat: int, last: int, least: int) -> int:
    """How unlikely it is that a seat kept its hand; 0: nothing is odd.

    Args:
        s: a deal.
        seat: the seat that holds the hand.
        last: its last discard.
        least: the fewest points among its last few discards.
    """
    held = s.held[seat]
    runs = s.runs[seat]
    some = 0
    pairs = 0
    for suit in range(SUITS):
        pairs |= some & held[suit]
        some |= held[suit]
    layable = (
        in_three_suits(held[0], held[1], held[2], held[3], held[4]) | some & s.meld_ranks[seat]
    )
    points = POINTS[last % RANKS]
    odd = 0
    alone = 0
    for suit in range(SUITS):
        ranks = held[suit]
        layable |= ranks & ranks >> 1 & ranks >> 2 | ranks & beside(runs[suit])
        ranks &= ~(pairs | ranks << 1 | ranks >> 1)
        alone |= ranks
        while ranks:
            odd += max(0, 2 * (POINTS[LOWEST[ranks]] - points))
            odd += max(0, POINTS[LOWEST[ranks]] - least)
            ranks &= ranks - 1
    if alone and (some | beside(held[last // RANKS])) >> last % RANKS & 1:
        odd += BROKEN
    return odd + LAYABLE if layable else odd


def _holds_seen(s: State, seat: int) -> bool:
    """Whether a seat holds a card that it took from the discard pile."""
    for card in range(CARDS):
        if s.seen[card] and s.held[seat][card // RANKS] >> card % RANKS & 1:
            return True
    return False
