"""Tranca: cards put where a position has them."""

from __future__ import annotations

from collections.abc import Mapping

from dealt.cards import FRENCH as DECK
from dealt.errors import SetupError
from dealt.games.tranca.rules import clear
from dealt.games.tranca.sequences import is_red_three, put, sides, take
from dealt.games.tranca.state import DEALT, MORTOS, MOST_SEQUENCES, RANKS, RUN, SET, TWOS, State
from dealt.games.tranca.tables import FOUR, SHORTEST, TAKES_TWO, TWO


def place_cards(s: State, places: Mapping[str, list[int]]) -> None:
    """Put all cards where a position has them: the inverse of `words.cards_in_play`.

    Raises:
        SetupError: a dollar in a hand, a morto of another size, cards that do not go together.
    """
    clear(s)
    stock, pile = places["stock"], places["pile"]
    s.stock[: len(stock)] = stock
    s.stock_next, s.stock_end = 0, len(stock)
    s.pile[: len(pile)] = pile
    s.pile_count = len(pile)
    _place_mortos(s, [places[f"morto {morto + 1}"] for morto in range(MORTOS)])
    for seat in range(s.seats):
        for card in places[f"hand {seat}"]:
            if is_red_three(card):
                raise SetupError(
                    "{card} is a dollar: it cannot stay in a hand", card=DECK.faces[card]
                )
            take(s, seat, card)
    for side in range(sides(s)):
        for card in places[f"dollars {side}"]:
            if not is_red_three(card):
                raise SetupError("{card} is not a dollar", card=DECK.faces[card])
            s.dollars[side][card // RANKS] += 1
        for number in range(MOST_SEQUENCES):
            if cards := places.get(f"group {side} {number}"):
                _begin(s, side, cards)


def _place_mortos(s: State, mortos: list[list[int]]) -> None:
    """The mortos that nobody has; the second one is the last."""
    s.mortos_left = sum(bool(cards) for cards in mortos)
    for number, cards in enumerate(mortos):
        if len(cards) != (DEALT if number >= MORTOS - s.mortos_left else 0):
            raise SetupError("a morto has {n} cards; the one left over is morto 2", n=DEALT)
        s.mortos[number][: len(cards)] = cards


def _begin(s: State, side: int, cards: list[int]) -> None:
    """Lay a sequence down, whatever its length."""
    naturals = [card for card in cards if card % RANKS != TWO]
    ranks = {card % RANKS for card in naturals}
    kind = TWOS if not naturals else SET if len(ranks) == 1 else RUN
    twos = len(cards) - len(naturals)
    is_sequence = len(cards) >= SHORTEST and (kind == TWOS or twos <= 1 and min(ranks) >= FOUR)
    if not is_sequence or kind == RUN and not _is_run(naturals, twos):
        raise SetupError("{cards} are not a sequence", cards=DECK.text(cards))
    number = s.sequence_count[side]
    s.sequence_count[side] += 1
    s.kind[side][number] = kind
    s.suit_or_rank[side][number] = naturals[0] // RANKS if kind == RUN else min(ranks, default=0)
    for card in cards:
        put(s, side, number, card)


def _is_run(naturals: list[int], twos: int) -> bool:
    """Whether cards are neighbours of one suit, one two filling a gap or lengthening them (T2)."""
    if len(set(naturals)) < len(naturals) or len({card // RANKS for card in naturals}) > 1:
        return False
    if twos:
        return TAKES_TWO[sum(1 << card % RANKS for card in naturals)] == 1
    return max(naturals) - min(naturals) + 1 == len(naturals)
