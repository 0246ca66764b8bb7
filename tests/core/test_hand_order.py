"""The ways to sort a hand: one place for all clients."""

import pytest

from dealt import games
from dealt.core import presentation
from dealt.core.zones import Hand, Order, Own


def ordered(game, hand, by):
    """A hand, sorted, as a text."""
    cards = hand.split()
    places = presentation.order(games.game(game), cards, by)
    assert sorted(places) == list(range(len(cards)))
    return " ".join(cards[place] for place in places)


@pytest.mark.parametrize(
    ("game", "hand", "by", "expected"),
    [
        ("tranca", "KS 2H 4C 4D AC", "suit", "4C AC 4D KS 2H"),
        ("tranca", "KS 2H 4C 4D AC", "rank", "4C 4D KS AC 2H"),
        ("president", "KS 2H 4C 4D AC", "rank", "4D 4C KS AC 2H"),
        ("mason-rummy", "9H 5C 4C 9C 6C KD 4C", "groups", "4C 5C 6C 9C 9H 4C KD"),
        # a run is longer than the set of its rank; what is left makes no group
        ("mason-rummy", "7H 5H 6H 6C 4H", "groups", "4H 5H 6H 7H 6C"),
        ("tranca", "2C 7D 2S 7H KS", "groups", "7D 7H KS 2C 2S"),
        ("tranca", "", "groups", ""),
    ],
)
def test_ranks_and_suits_rise_as_in_the_deck_and_wild_cards_stand_last(game, hand, by, expected):
    assert ordered(game, hand, by) == expected


def test_a_hand_gets_all_ways_of_its_game_the_usual_one_first():
    own = Own(1, (Hand(id="hand:1", count=3, cards=("KD", "3D", "KD")),))
    (hand,) = presentation.with_orders(games.game("president"), own).zones
    assert hand.orders == (
        Order("rank", (1, 0, 2)),
        Order("suit", (1, 0, 2)),
        Order("groups", (0, 2, 1)),
    )
    (hand,) = presentation.with_orders(games.game("three-card-poker"), own).zones
    assert hand.orders == ()
