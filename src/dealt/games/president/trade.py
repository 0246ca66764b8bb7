"""President: the trade before a later round, in the language of the rules.

The upper seat chooses cards to give (P9); with `trade=request` it first asks for the cards that it
wants, value by value (P12).  Once all are chosen the cards change hands.
"""

from dealt.core.fields import Numbers
from dealt.games.president.plays import ALL_SUITS, lowest_card
from dealt.games.president.state import (
    ALL_CARDS,
    ASK,
    ASKING,
    GIVE,
    GIVING,
    REQUEST,
    SUITS,
    VALUES,
    State,
)


def begin_trade(s: State, place: int) -> None:
    """The seat at a position in turn order chooses cards to give (P9); it may ask first (P12)."""
    s.turn = s.turn_order[place]
    s.phase = ASKING if s.trade == REQUEST else GIVING


def cards_to_give(s: State, out: Numbers) -> int:
    """Any card of the hand that is not chosen yet (P9)."""
    n = 0
    left = s.hand[s.turn] & ~s.chosen
    while left:
        out[n] = GIVE + lowest_card(left)
        n += 1
        left &= left - 1
    return n


def values_to_ask_for(out: Numbers) -> int:
    """Any value, even the same one twice (P12)."""
    for value in range(VALUES):
        out[value] = ASK + value
    return VALUES


def cards_to_trade(s: State) -> int:
    """How many cards the seat to move trades: two for the first, one for the second (P9)."""
    return 2 if s.turn == s.turn_order[0] else 1


def ask_for(s: State, value: int) -> None:
    """Ask for one card; after the last request, the seat chooses cards to give (P12)."""
    i = 1 if s.asked[0] else 0
    s.asked[i] = 1 + value
    if i + 1 == cards_to_trade(s):
        s.phase = GIVING


def give_up(s: State, lower: int, value: int) -> None:
    """The lower seat gives its highest card of a value, or its highest card of all (P9, P12).

    The seat to move then knows what the other did not keep: higher cards of that value or, if there
    were none, all cards of that value and all higher than the card it got.
    """
    rest = s.hand[lower] & ~s.gave[lower]
    of_value = ALL_SUITS << value * SUITS
    if rest & of_value:
        card = _highest(rest & of_value)
        s.lacked[s.turn] |= of_value & _above(card)
    else:
        card = _highest(rest)
        s.lacked[s.turn] |= of_value | _above(card)
    s.gave[lower] |= card


def _highest(cards: int) -> int:
    """The highest of some cards, as a mask."""
    while cards & cards - 1:
        cards &= cards - 1
    return cards


def _above(card: int) -> int:
    """All cards higher than one given as a mask."""
    return ALL_CARDS & ~((card << 1) - 1)
