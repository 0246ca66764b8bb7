"""Crazy Eights: match the suit or the rank, or play an eight; rulings E1 to E9 in RULES.md."""

from dealt.core.fields import Numbers

from .knowledge import is_over, observe, redeal
from .state import CARDS, EIGHT, MOST_STOCK, NO_CARD, PILE, RANKS, SEATS, STOCK, SUITS, State

__all__ = ["apply", "carry_over", "deal", "is_over", "legal", "observe", "redeal", "score"]

PLAIN = tuple(card for card in range(CARDS) if card % RANKS != EIGHT)
EIGHTS = tuple(card for card in range(CARDS) if card % RANKS == EIGHT)

# action ids: the 48 plain cards; each eight with each suit that it can ask for; draw; pass
CARD = PLAIN + tuple(card for card in EIGHTS for _ in range(SUITS))
ASKS = tuple(card // RANKS for card in PLAIN) + tuple(range(SUITS)) * len(EIGHTS)
DRAW = len(CARD)
PASS = DRAW + 1
ACTIONS = PASS + 1

POINTS = (2, 3, 4, 5, 6, 7, 50, 9, 10, 10, 10, 10, 1)  # of a card in hand, by rank (E7)


def deal(s: State, deck: Numbers) -> None:
    """Seven cards each for two, five for more; one is turned up, the rest is the stock (E1, E2)."""
    each = 7 if s.seats == 2 else 5
    dealt = each * s.seats
    for i in range(dealt):
        s.place[deck[i]] = (s.starter + i) % s.seats
    for seat in range(SEATS):
        s.count[seat] = each if seat < s.seats else 0
    s.top = deck[dealt]
    s.suit = s.top // RANKS
    s.place[s.top] = PILE
    s.left = CARDS - dealt - 1
    for i in range(MOST_STOCK):
        s.stock[i] = NO_CARD
    for i in range(s.left):
        s.stock[i] = deck[CARDS - 1 - i]
        s.place[s.stock[i]] = STOCK
    s.turn = s.starter
    s.drawn = 0
    s.passes = 0


def carry_over(s: State, before: State) -> None:
    """The next player in turn plays first in the next round (E1)."""
    s.starter = (before.starter + 1) % s.seats


def fits(s: State, card: int) -> bool:
    """A card of the suit or the rank asked for, or an eight (E3)."""
    rank = card % RANKS
    return card // RANKS == s.suit or rank == s.top % RANKS or rank == EIGHT


def legal(s: State, out: Numbers) -> int:
    """Every card that fits; draw while it is allowed, else pass (E3, E4, E5)."""
    if is_over(s):
        return 0
    n = 0
    for action in range(DRAW):
        card = CARD[action]
        if s.place[card] == s.turn and fits(s, card):
            out[n] = action
            n += 1
    out[n] = DRAW if s.left > 0 and s.drawn < s.draws else PASS
    return n + 1


def apply(s: State, action: int) -> None:
    """Play a card, draw one, or pass."""
    if action == DRAW:
        draw(s)
        return
    if action == PASS:
        s.passes += 1
    else:
        s.top = CARD[action]
        s.suit = ASKS[action]
        s.place[s.top] = PILE
        s.count[s.turn] -= 1
        s.passes = 0
    s.turn = (s.turn + 1) % s.seats
    s.drawn = 0


def draw(s: State) -> None:
    """The top card of the stock; the turn goes on (E4)."""
    s.left -= 1
    s.place[s.stock[s.left]] = s.turn
    s.stock[s.left] = NO_CARD
    s.count[s.turn] += 1
    s.drawn += 1
    s.passes = 0


def score(s: State, out: Numbers) -> None:
    """Who has the fewest points in hand gets what each of the others has more (E7, E8)."""
    for seat in range(s.seats):
        out[seat] = 0
    if not is_over(s):
        return
    fewest = hand_points(s, 0)
    total = 0
    for seat in range(s.seats):
        total += hand_points(s, seat)
        fewest = min(fewest, hand_points(s, seat))
    for seat in range(s.seats):
        if hand_points(s, seat) == fewest:
            out[seat] = total - fewest * s.seats


def hand_points(s: State, seat: int) -> int:
    """What the cards in a hand are worth to the winner (E7)."""
    points = 0
    for card in range(CARDS):
        if s.place[card] == seat:
            points += POINTS[card % RANKS]
    return points
