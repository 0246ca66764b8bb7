"""How often numbers came up: exact counts that add up, and rows that leave nothing out."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealt import games
from dealt.simulate.distributions import MOST_BINS, Bins, Distribution, rows

numbers = st.lists(st.integers(-40, 140), min_size=1, max_size=60)
BINS = [Bins.over(0, 99), Bins.over(-20, 20), Bins(-30, 10, 13), Bins.over(0, 3)]


def test_bins_hold_all_that_a_game_can_score():
    """Each number of its own where that is not too much; never more than a ledger can bear."""
    for game in games.games():
        for least, most in (game.sizes.score_bounds, (0, game.sizes.most_decisions)):
            bins = Bins.over(least, most)
            assert bins.least <= least and most < bins.least + bins.count * bins.width
            assert bins.count <= MOST_BINS and bins.least % bins.width == 0
            assert bins.width == 1 or most - least >= MOST_BINS
    assert str(Bins.over(-20, 20)) == "-20 to 20 by 1"
    assert Bins.over(-7, 10**9).width == 500_000


@given(bins=st.sampled_from(BINS), some=numbers, more=numbers)
def test_counts_add_up_over_parts(bins, some, more):
    """In any order; nothing is lost below or above."""
    added = [a + b for a, b in zip(bins.counts(some), bins.counts(more), strict=True)]
    assert added == bins.counts(more + some)
    distribution = bins.distribution(added)
    assert distribution.total == len(some + more)
    for low, times in distribution.bins():
        assert times == sum(low <= number < low + distribution.width for number in some + more)
    end = bins.least + bins.count * bins.width
    assert distribution.below == sum(number < bins.least for number in some + more)
    assert distribution.above == sum(number >= end for number in some + more)


@given(some=numbers, share=st.floats(0.01, 1))
def test_quantiles_are_those_of_the_numbers(some, share):
    """The least number that so many do not exceed."""
    bins = Bins.over(-40, 140)
    quantile = bins.distribution(bins.counts(some)).quantile(share)
    assert quantile == sorted(some)[max(1, math.ceil(share * len(some))) - 1]


@given(bins=st.sampled_from(BINS), some=numbers, more=numbers, most=st.integers(4, 30))
def test_rows_hold_every_number_once(bins, some, more, most):
    """One after the other, as many as there is room for, with the counts of what lies in them."""
    distributions = [bins.distribution(bins.counts(each)) for each in (some, more)]
    shared_rows = rows(distributions, most)
    assert [sum(column) for column in zip(*(row.counts for row in shared_rows), strict=True)] == [
        len(some), len(more),
    ]  # fmt: skip
    assert len(shared_rows) <= most
    for one, other in pairwise(shared_rows):
        assert one.high is not None and other.low is not None and one.high < other.low
    if bins.width == 1:
        for row in shared_rows:
            low = -math.inf if row.low is None else row.low
            high = math.inf if row.high is None else row.high
            for each, times in zip((some, more), row.counts, strict=True):
                assert times == sum(low <= number <= high for number in each)


@pytest.mark.parametrize(
    ("distributions", "labels"),
    [
        ([Distribution(7, 1, (4,))], ["7"]),
        ([Distribution(-20, 1, (3, *[0] * 29, 1, *[0] * 9, 2))], ["-20", "-10", "0", "10", "20"]),
        ([Distribution(0, 5, (1, 1, 1))], ["0 to 4", "5 to 9", "10 to 14"]),
        ([Distribution(3, 1, (1,) * 20)], ["0 to 4", "5 to 9", "10 to 14", "15 to 19", "20 to 24"]),
        ([Distribution(3, 1, (50,) * 9 + (0,) * 90 + (1,))], [*map(str, range(3, 12)), "over 11"]),
        ([Distribution(5, 1, (0,) * 3, 2, 3)], ["under 5", "over 7"]),
        ([Distribution(0, 1, (0, 0, 1), 2)], ["under 2", "2"]),
    ],
)
def test_rows_are_easy_to_read(distributions, labels):
    """Steps of 1, 2, 5 and so on; what is far away, or outside of all bins, has no end."""
    assert [row.label for row in rows(distributions, 12)] == labels


@pytest.mark.parametrize(
    ("counts", "text"),
    [
        ((4,), "always 6"),
        ((1, 98, 1), "nearly always 7"),
        ((1, 2, 3, 2, 1), "median 8, nine in ten from 6 to 10"),
    ],
)
def test_a_distribution_says_what_is_usual(counts, text):
    assert str(Distribution(6, 1, counts)) == text
