"""How likely finds are marks: alone, and beside marks like them."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealt.vision.crops import chances, company, log_odds

WEIGHTS = (2.0, 0.5, 4.0, -4.0)
ROW = np.array([(100.0 + 30 * i, 200.0, 40.0, 0.1) for i in range(3)])  # marks as cards in a row


def by_hand(weights, places, peaks, visible_shares):
    """The same find by find, as its document says it."""

    def odds(chance):
        bounded = min(max(chance, 1e-4), 1 - 1e-4)
        return math.log(bounded / (1 - bounded))

    def chance(x):
        return 1 / (1 + math.exp(-x))

    alone = [
        weights[0] * odds(p) + weights[1] * odds(s) + weights[3]
        for p, s in zip(peaks, visible_shares, strict=True)
    ]
    chances_by_hand = []
    for i, (x, y, high, turn) in enumerate(places):
        best = 0.0
        for j, (a, b, other, way) in enumerate(places):
            apart = math.hypot(a - x, b - y) / high
            turned = math.remainder(way - turn, 2 * math.pi)
            if 0.3 < apart < 5:
                unlike = (math.log(other / high) / 0.12) ** 2 + (turned / 0.2) ** 2
                best = max(best, chance(alone[j]) * math.exp(-unlike))
        chances_by_hand.append(chance(alone[i] + weights[2] * best))
    return chances_by_hand


part = st.floats(0, 1)
finds = st.tuples(
    *(st.floats(0, 400), st.floats(0, 400), st.floats(6, 90), st.floats(-7, 7)), *(part, part)
)


@given(st.lists(finds, max_size=12))
def test_chances_are_what_the_formula_says(numbers):
    table = np.array(numbers).reshape(-1, 6)
    formula = chances(WEIGHTS, table[:, :4], table[:, 4], table[:, 5])
    assert formula == pytest.approx(by_hand(WEIGHTS, table[:, :4], table[:, 4], table[:, 5]))
    order = np.random.default_rng(len(table)).permutation(len(table))
    again = chances(WEIGHTS, table[order, :4], table[order, 4], table[order, 5])
    assert again == pytest.approx(formula[order])


def test_a_faint_mark_in_a_row_is_likelier_than_the_same_alone():
    """Between two sure ones; but it makes neither of them surer than they make each other."""
    peaks, visible_shares = np.array([0.99, 0.6, 0.99]), np.array([0.99, 0.95, 0.99])
    beside = chances(WEIGHTS, ROW, peaks, visible_shares)
    alone = chances(WEIGHTS, ROW[1:2], peaks[1:2], visible_shares[1:2])
    assert alone[0] < 0.25 and beside[1] > 0.8
    # two faint ones do not talk each other up
    both = chances(WEIGHTS, ROW[:2], np.full(2, 0.6), np.full(2, 0.95))
    assert both.max() < 0.5


@pytest.mark.parametrize(
    "changed",
    [
        {0: 100.0, 1: 203.0},  # on the same spot
        {1: 500.0},  # across the table
        {2: 60.0},  # of a larger card, or a letter
        {3: 1.2},  # turned, as the marks of another fan
        {3: 0.1 + math.pi},  # on its head: a mark of the same card, or a pip
    ],
)
def test_cards_unlike_their_neighbours_stand_alone(changed):
    places = ROW[:2].copy()
    assert company(places, np.ones(2)) == pytest.approx([1, 1])
    places[1, list(changed)] = list(changed.values())
    assert company(places, np.ones(2)).max() < 0.01


def test_nothing_is_its_own_company():
    assert company(ROW[:1], np.ones(1)) == [0]
    assert company(np.zeros((0, 4)), np.zeros(0)).shape == (0,)


def test_log_odds_are_kept_finite():
    assert log_odds(np.array([0.0, 0.5, 1.0])) == pytest.approx([-9.21024, 0, 9.21024], abs=1e-5)
