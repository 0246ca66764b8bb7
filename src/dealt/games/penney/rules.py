"""Penney's game with cards: choose three colours; RULES.md explains rulings N1 to N6.

An action is a choice, see `choices`: 0 is RRR, 7 is BBB. One player chooses, then the other; then
the deck is dealt out.
"""

from __future__ import annotations

from dealt.core.chance import Words, shuffle_hidden
from dealt.core.fields import Numbers, Range
from dealt.games.penney.choices import CHOICES, LENGTH
from dealt.games.penney.state import (
    BY_TRICKS,
    DECK,
    NO_CHOICE,
    NOBODY,
    SEATS,
    TAKING_TURNS,
    State,
)

ACTIONS = CHOICES

# what `observe` writes: first the seat's own, then the other's
SEES_SCORING = 0  # BY_TRICKS (0) or BY_CARDS (1)
SEES_STARTS = SEES_SCORING + 1  # whether the seat chose or chooses first
SEES_CHOICE = SEES_STARTS + 1  # own choice, the other's: the choice plus 1, 0 while there is none
SEES_DRAWN = SEES_CHOICE + SEATS  # cards drawn so far
SEES_TRICKS = SEES_DRAWN + 1  # tricks won: own, the other's
SEES_CARDS = SEES_TRICKS + SEATS  # cards won: own, the other's
OBSERVATION = SEES_CARDS + SEATS
RANGES = (
    Range(2, 0, 1),
    Range(SEATS, 0, CHOICES),
    Range(1 + 2 * SEATS, 0, DECK, "amount"),
)


def deal(s: State, deck: Numbers) -> None:
    """Put the deck in place; nobody has chosen yet."""
    for i in range(DECK):
        s.deck[i] = deck[i]
    for seat in range(SEATS):
        s.choice[seat] = NO_CHOICE
        s.tricks[seat] = 0
        s.cards[seat] = 0
    s.turn = s.starter
    for i in range(LENGTH):
        s.window[i] = 0
    s.drawn = 0
    s.waiting = 0
    s.winner = NOBODY


def carry_over(s: State, before: State) -> None:
    """The other player chooses first if they take turns."""
    s.starter = before.starter
    if s.first == TAKING_TURNS:
        s.starter = 1 - before.starter


def legal(s: State, out: Numbers) -> int:
    """The choices that the other player has not made (N1)."""
    if is_over(s):
        return 0
    n = 0
    for choice in range(CHOICES):
        if choice != s.choice[1 - s.turn]:
            out[n] = choice
            n += 1
    return n


def apply(s: State, action: int) -> None:
    """Make a choice; after the second one the whole deck is drawn."""
    s.choice[s.turn] = action
    s.turn = 1 - s.turn
    if s.choice[s.turn] != NO_CHOICE:
        while s.drawn < DECK:
            draw(s)


def draw(s: State) -> None:
    """Draw one card; if the window now equals a choice, its owner wins a trick."""
    for place in range(LENGTH - 1):
        s.window[place] = s.window[place + 1]
    s.window[LENGTH - 1] = s.deck[s.drawn]
    s.drawn += 1
    s.waiting += 1
    s.winner = NOBODY
    for seat in range(SEATS):
        if _shows(s, s.choice[seat]):
            s.winner = seat
    if s.winner != NOBODY:
        _take(s)


def _shows(s: State, choice: int) -> bool:
    """Whether the last three cards since the last trick equal this choice (N2)."""
    if s.waiting < LENGTH:
        return False
    colours = 0
    for place in range(LENGTH):
        colours = 2 * colours + s.window[place]
    return colours == choice


def _take(s: State) -> None:
    """The winner of a trick takes all cards drawn since the last one (N3)."""
    s.tricks[s.winner] += 1
    s.cards[s.winner] += s.waiting
    s.waiting = 0


def is_over(s: State) -> bool:
    """Whether the deck has been dealt out; cards left over go to nobody (N4)."""
    return s.drawn == DECK


def score(s: State, out: Numbers) -> None:
    """The tricks of each seat, or the cards."""
    for seat in range(SEATS):
        out[seat] = s.tricks[seat] if s.scoring == BY_TRICKS else s.cards[seat]


def observe(s: State, seat: int, out: Numbers) -> None:
    """The choices made so far, and what has been won."""
    other = 1 - seat
    out[SEES_SCORING] = s.scoring
    out[SEES_STARTS] = 1 if s.starter == seat else 0
    out[SEES_CHOICE] = s.choice[seat] + 1
    out[SEES_CHOICE + 1] = s.choice[other] + 1
    out[SEES_DRAWN] = s.drawn
    out[SEES_TRICKS] = s.tricks[seat]
    out[SEES_TRICKS + 1] = s.tricks[other]
    out[SEES_CARDS] = s.cards[seat]
    out[SEES_CARDS + 1] = s.cards[other]


def redeal(s: State, seat: int, rng: Words) -> None:
    """Put the cards in another order, if none is drawn yet: nobody knows anything about it."""
    if s.drawn == 0:
        shuffle_hidden(rng, s.deck, DECK)
