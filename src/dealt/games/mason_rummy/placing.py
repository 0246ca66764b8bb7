"""Mason Rummy: cards put where a position has them."""

from __future__ import annotations

from collections.abc import Mapping

from dealt.errors import SetupError
from dealt.games.mason_rummy import rules
from dealt.games.mason_rummy.state import RANKS, State


def place_cards(s: State, places: Mapping[str, list[int]]) -> None:
    """Put all cards where a position has them: the inverse of `words.cards_in_play`.

    Cards that lie face up have been seen, others have not; hands are in the order they came (R2).
    """
    rules.clear(s)
    stock, discards = places["stock"], places["discards"]
    s.stock[: len(stock)] = stock
    s.stock_next, s.stock_end = 0, len(stock)
    s.discards[: len(discards)] = discards
    s.discard_count = len(discards)
    for seat in range(s.seats):
        hand = places[f"hand {seat}"]
        if len(hand) > rules.MOST_IN_HAND:
            raise SetupError(
                "{place} has {n} cards: at most {most} fit", place=repr(f"hand {seat}"),
                n=len(hand), most=rules.MOST_IN_HAND,
            )  # fmt: skip
        for when, card in enumerate(hand):
            rules.take(s, seat, card, when)
        for card in places[f"runs {seat}"]:
            s.runs[seat][card // RANKS] |= 1 << card % RANKS
        for card in places[f"melds {seat}"]:
            s.melds[seat][card % RANKS] |= 1 << card // RANKS
            s.meld_ranks[seat] |= 1 << card % RANKS
        for card in places[f"runs {seat}"] + places[f"melds {seat}"]:
            s.seen[card] = 1
    for card in discards:
        s.seen[card] = 1
