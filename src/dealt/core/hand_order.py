"""Ways to sort a hand; every client sorts by these."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from dealt.core.zones import Hand, Order, Own

if TYPE_CHECKING:
    from dealt.core.game import Game

SUIT, RANK, GROUPS = SORTS = "suit", "rank", "groups"
SHORTEST_RUN = 3
SMALLEST_SET = 2


def with_orders(game: Game, own: Own) -> Own:
    """What only one seat may see, with all of the game's ways to sort its cards."""
    zones = tuple(
        replace(
            zone, orders=tuple(Order(by, order(game, zone.cards, by)) for by in game.cards.sorts)
        )
        if isinstance(zone, Hand)
        else zone
        for zone in own.zones
    )
    return replace(own, zones=zones)


def order(game: Game, hand: Sequence[str], by: str) -> tuple[int, ...]:
    """The order in which to show the cards of a hand.

    Ranks and suits ascend as in the deck; wild cards come last.

    Args:
        game: provides the deck.
        hand: faces in the order they came.
        by: `suit`, then rank; `rank`, then suit; or `groups`: runs of a suit and sets of a rank,
            the longest first, then the other cards by rank.

    Returns:
        Indices into `hand`.
    """
    places = _places(game)

    def by_suit(card: int) -> tuple[int, int]:
        return places[hand[card]][::-1]

    def by_rank(card: int) -> tuple[int, int]:
        return places[hand[card]]

    wild = {face for faces in game.cards.wild.values() for face in faces}
    usual = by_suit if by == SUIT else by_rank
    cards = sorted(range(len(hand)), key=lambda card: (hand[card] in wild, usual(card)))
    if by != GROUPS:
        return tuple(cards)
    plain = sorted((card for card in cards if hand[card] not in wild), key=by_suit)
    groups = _runs(plain, [places[hand[card]] for card in plain]) + [
        same
        for rank in dict.fromkeys(by_rank(card)[0] for card in plain)
        if len(same := [card for card in plain if by_rank(card)[0] == rank]) >= SMALLEST_SET
    ]
    first: list[int] = []
    for group in sorted(groups, key=len, reverse=True):
        if not set(group) & set(first):
            first += group
    return (*first, *(card for card in cards if card not in first))


def _runs(cards: Sequence[int], places: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Cards of one suit and following ranks, from cards by suit; of equal ones the first."""
    runs: list[list[int]] = []
    before = (-2, -1)
    for card, (rank, suit) in zip(cards, places, strict=True):
        if (rank, suit) == (before[0] + 1, before[1]):
            runs[-1].append(card)
        elif (rank, suit) != before:
            runs.append([card])
        before = rank, suit
    return [run for run in runs if len(run) >= SHORTEST_RUN]


@cache
def _places(game: Game) -> dict[str, tuple[int, int]]:
    """The rank and the suit of each face, counted as they rise in the deck."""
    faces = {text: game.deck.face_of(text) for text in game.deck.faces}
    ranks = list(dict.fromkeys(face.rank for face in faces.values()))
    suits = list(dict.fromkeys(face.suit for face in faces.values()))
    return {text: (ranks.index(face.rank), suits.index(face.suit)) for text, face in faces.items()}
