"""Tests of the Three-card Poker rules and odds against counts made in other ways."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracles import three_card_poker as game
from tests.oracles.three_card_poker import Hand

RANKS = st.integers(2, 14)
HANDS = st.lists(RANKS, min_size=3, max_size=3)


@cache
def ladder() -> dict[Hand, int]:
    """The hands numbered from weakest to strongest, written out kind by kind."""
    plain = [
        (high, middle, low)
        for high in range(2, 15)
        for middle in range(2, high)
        for low in range(2, middle)
        if high - low > 2
    ]
    pairs = [
        (twin, twin, single) if twin > single else (single, twin, twin)
        for twin in range(2, 15)
        for single in range(2, 15)
        if single != twin
    ]
    straights = [(top, top - 1, top - 2) for top in range(4, 15)]
    triples = [(rank, rank, rank) for rank in range(2, 15)]
    rungs = plain + pairs + straights + triples
    return {hand: rung for rung, hand in enumerate(rungs)}


def first_staying_plain() -> int:
    """The rung of Q 3 2, the weakest hand without a feature that has a queen or better."""
    return ladder()[(12, 3, 2)]


def stays(hand: Hand) -> bool:
    """Whether the dealer plays, by rung: from Q 3 2 upwards, every pair included."""
    return ladder()[hand] >= first_staying_plain()


def sorted_down(ranks: tuple[int, ...]) -> Hand:
    """Three ranks from the top."""
    high, middle, low = sorted(ranks, reverse=True)
    return high, middle, low


def ordered_draws(left: list[int], drawn: tuple[int, ...] = ()) -> Iterator[tuple[Hand, int]]:
    """Every ordered draw of three from a deck of rank counts, with the number of ways."""
    if len(drawn) == 3:
        yield sorted_down(drawn), 1
        return
    for rank in range(2, 15):
        copies = left[rank]
        if copies:
            left[rank] -= 1
            for hand, ways in ordered_draws(left, (*drawn, rank)):
                yield hand, copies * ways
            left[rank] += 1


def drawn_value(hand: Hand, model: str) -> Fraction:
    """The value of playing, by ordered draws of the dealer's three cards and rungs."""
    if model == "independent":
        left, total = [0, 0] + [1] * 13, 13**3
        draws = [
            (sorted_down((one, two, three)), 1)
            for one in range(2, 15)
            for two in range(2, 15)
            for three in range(2, 15)
        ]
    else:
        left, total = [0, 0] + [4] * 13, 49 * 48 * 47
        for rank in hand:
            left[rank] -= 1
        draws = list(ordered_draws(left))
    rungs, points, seen = ladder(), 0, 0
    for dealer, ways in draws:
        seen += ways
        if not stays(dealer):
            points += 10 * ways
        else:
            points += (20 if rungs[hand] >= rungs[dealer] else -20) * ways
    assert seen == total
    return Fraction(points, total)


def test_the_ladder_has_every_hand_once_in_the_same_order() -> None:
    assert len(ladder()) == 455
    assert list(ladder()) == game.all_hands()


def test_every_comparison_agrees_with_the_ladder() -> None:
    rungs = ladder()
    for one in rungs:
        for other in rungs:
            assert game.better(list(one), list(other)) == (rungs[one] >= rungs[other])


@pytest.mark.parametrize(
    ("hand", "kind"),
    [
        ([11, 11, 11], "triple"),
        ([3, 3, 3], "triple"),
        ([9, 8, 7], "straight"),
        ([11, 10, 9], "straight"),
        ([14, 13, 12], "straight"),
        ([4, 3, 2], "straight"),
        ([14, 3, 2], "nothing"),
        ([14, 13, 2], "nothing"),
        ([14, 14, 10], "pair"),
        ([4, 2, 2], "pair"),
        ([2, 4, 2], "pair"),
        ([9, 11, 10], "straight"),
        ([14, 9, 4], "nothing"),
        ([4, 4, 3], "pair"),
    ],
)
def test_kinds(hand: list[int], kind: str) -> None:
    assert game.kind(hand) == kind


def test_the_dealer_folds_exactly_below_queen_three_two() -> None:
    for hand in ladder():
        assert game.dealer_stays(hand) == stays(hand)
    assert sum(not stays(hand) for hand in ladder()) == 112


def test_outcomes() -> None:
    assert game.outcome([14, 14, 14], [5, 3, 2], False) == -10
    assert game.outcome([5, 3, 2], [14, 13, 12], False) == -10
    assert game.outcome([5, 3, 2], [11, 10, 8], True) == 10
    assert game.outcome([14, 14, 14], [11, 10, 8], True) == 10
    assert game.outcome([5, 3, 2], [5, 3, 2], True) == 10
    assert game.outcome([12, 4, 2], [12, 3, 2], True) == 20
    assert game.outcome([12, 4, 2], [12, 4, 2], True) == 20
    assert game.outcome([12, 4, 2], [12, 4, 3], True) == -20
    assert game.outcome([11, 10, 8], [3, 2, 2], True) == -20
    assert game.outcome([2, 12, 4], [4, 2, 12], True) == 20


@given(HANDS, HANDS, st.booleans(), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter(
    one: list[int], other: list[int], plays: bool, rng: random.Random
) -> None:
    mixed_one, mixed_other = rng.sample(one, 3), rng.sample(other, 3)
    assert game.better(one, other) == game.better(mixed_one, mixed_other)
    assert game.dealer_stays(one) == game.dealer_stays(mixed_one)
    assert game.outcome(one, other, plays) == game.outcome(mixed_one, mixed_other, plays)


@pytest.mark.parametrize("model", game.MODELS)
def test_hand_probabilities_by_ordered_draws(model: str) -> None:
    total = Fraction(0)
    for hand in ladder():
        expected = Fraction(0)
        for draw in set(permutations(hand)):
            if model == "deck":
                copies = [4 - draw[:place].count(rank) for place, rank in enumerate(draw)]
                expected += Fraction(prod(copies), 52 * 51 * 50)
            else:
                expected += Fraction(1, 13**3)
        assert game.hand_probability(hand, model) == expected
        total += expected
    assert total == 1


@pytest.mark.parametrize("model", game.MODELS)
def test_every_play_value_by_ordered_draws(model: str) -> None:
    for hand in ladder():
        assert game.play_value(hand, model) == drawn_value(hand, model)


@pytest.mark.parametrize("held", [(12, 12, 4), (12, 4, 2), (7, 7, 7)])
def test_the_suits_of_the_player_do_not_matter(held: Hand) -> None:
    deck = [(rank, suit) for rank in range(2, 15) for suit in range(4)]
    own_cards = [cards for cards in combinations(deck, 3) if sorted_down(_ranks(cards)) == held]
    assert Fraction(len(own_cards), 22100) == game.hand_probability(held, "deck")
    for own in own_cards[:: max(1, len(own_cards) // 4)]:
        points = 0
        for cards in combinations([card for card in deck if card not in own], 3):
            points += game.outcome(list(_ranks(own)), list(_ranks(cards)), True)
        assert Fraction(points, 18424) == game.play_value(held, "deck")


def _ranks(cards: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """The ranks of some cards, in their order."""
    return tuple(rank for rank, _ in cards)


def test_hands_below_a_queen_only_ever_win_by_the_dealer_folding() -> None:
    for hand in ladder():
        if not stays(hand):
            for model in game.MODELS:
                after = game.chances(hand, model)
                assert after.win == after.tie == 0
                assert game.play_value(hand, model) == 30 * after.dealer_folds - 20
            assert game.play_value(hand, "independent") == Fraction(30 * 112 * 6, 2197) - 20


@pytest.mark.parametrize("model", game.MODELS)
def test_the_two_players_hold_the_better_hand_equally_often(model: str) -> None:
    wins = losses = Fraction(0)
    rungs = ladder()
    for hand in rungs:
        dealt = game.hand_probability(hand, model)
        dealers = game._dealer_hands(hand, model)
        total = sum(dealers.values())
        above = sum(ways for other, ways in dealers.items() if rungs[other] > rungs[hand])
        below = sum(ways for other, ways in dealers.items() if rungs[other] < rungs[hand])
        wins += dealt * Fraction(below, total)
        losses += dealt * Fraction(above, total)
    assert wins == losses


@pytest.mark.parametrize("model", game.MODELS)
def test_the_summary_is_consistent(model: str) -> None:
    figures = game.summary(model)
    hands = list(ladder())
    played = [hand for hand in hands if drawn_value(hand, model) > -10]
    assert figures["hands_played"] == len(played)
    assert figures["lowest_hand_played"] == played[0]
    assert figures["best_is_threshold"] == (hands[hands.index(played[0]) :] == played)
    assert figures["value_always_fold"] == -10
    assert figures["value_always_play"] == game.strategy_value(hands, model)
    assert figures["value_best"] == game.strategy_value(played, model)
    assert figures["value_best"] >= figures["value_best_threshold"]
    fold, dealer_folds = figures["probability_fold"], figures["probability_dealer_folds"]
    win, tie = figures["probability_win"], figures["probability_tie"]
    lose = figures["probability_lose"]
    assert fold + dealer_folds + win + tie + lose == 1
    assert fold == 1 - figures["probability_play"]
    value = -10 * fold + 10 * dealer_folds + 20 * (win + tie) - 20 * lose
    assert value == figures["value_best"]


@pytest.mark.parametrize("model", game.MODELS)
def test_every_threshold_value(model: str) -> None:
    hands = list(ladder())
    values = game.threshold_values(model)
    assert len(values) == 456
    for place in (0, 1, 112, 113, 114, 118, 119, 120, 274, 275, 454, 455):
        assert values[place] == game.strategy_value(hands[place:], model)
    assert max(values) == game.summary(model)["value_best_threshold"]


@pytest.mark.parametrize("model", game.MODELS)
def test_changing_the_best_choice_for_any_hand_costs_points(model: str) -> None:
    played = set(game.best_plays(model))
    for hand in ladder():
        gain = game.play_value(hand, model) + 10
        assert (gain > 0) if hand in played else (gain < 0)


def test_the_figures_of_the_deck() -> None:
    figures = game.summary("deck")
    assert figures["value_always_play"] == Fraction(-3158132, 2544815)
    assert figures["value_best"] == Fraction(-2489268, 2544815)
    assert figures["value_best_threshold"] == figures["value_best"]
    assert figures["best_is_threshold"] is True
    assert (figures["hands_played"], figures["indifferent_hands"]) == (342, 0)
    assert figures["lowest_hand_played"] == (12, 4, 2)
    assert figures["lowest_hand_of_best_threshold"] == (12, 4, 2)
    assert figures["probability_fold"] == Fraction(1808, 5525)
    assert figures["probability_dealer_folds"] == Fraction(2850584, 12724075)
    assert figures["probability_win"] == Fraction(2862292, 12724075)
    assert figures["probability_tie"] == Fraction(9693, 12724075)
    assert figures["probability_lose"] == Fraction(2837682, 12724075)


def test_the_figures_of_independent_ranks() -> None:
    figures = game.summary("independent")
    assert figures["value_always_play"] == Fraction(-5578540, 4826809)
    assert figures["value_best"] == Fraction(-4326520, 4826809)
    assert figures["value_best_threshold"] == figures["value_best"]
    assert figures["best_is_threshold"] is True
    assert (figures["hands_played"], figures["indifferent_hands"]) == (336, 0)
    assert figures["lowest_hand_played"] == (12, 6, 3)
    assert figures["lowest_hand_of_best_threshold"] == (12, 6, 3)
    assert figures["probability_fold"] == Fraction(714, 2197)
    assert figures["probability_dealer_folds"] == Fraction(996576, 4826809)
    assert figures["probability_win"] == Fraction(1158216, 4826809)
    assert figures["probability_tie"] == Fraction(7429, 4826809)
    assert figures["probability_lose"] == Fraction(1095930, 4826809)
