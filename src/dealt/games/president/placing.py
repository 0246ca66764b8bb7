"""President: cards put where a position has them."""

from __future__ import annotations

from collections.abc import Mapping

from dealt.games.president import rules
from dealt.games.president.state import PLAYING, State


def place_cards(s: State, places: Mapping[str, list[int]]) -> None:
    """Put all cards where a position has them: the inverse of `words.cards_in_play`.

    The first round opens as long as no card has been played (P5); seats without cards are out.
    """
    for seat in range(s.seats):
        s.hand[seat] = _mask_of(places[f"hand {seat}"])
        s.count[seat] = len(places[f"hand {seat}"])
    s.out_of_play = _mask_of(places["out of play"])
    s.played = _mask_of(places["played"])
    if s.phase == PLAYING and not s.is_later_round:
        rules.open_round(s)
        s.opening = 0 if s.played else 1
    out = [seat for seat in range(s.seats) if s.count[seat] == 0]
    if len(out) == s.seats - 1:  # the last player does not play alone (P7)
        out += [seat for seat in range(s.seats) if seat not in out]
    s.finished[: len(out)] = out
    s.finished_count = len(out)


def _mask_of(cards: list[int]) -> int:
    """The mask of cards."""
    return sum({1 << card for card in cards})
