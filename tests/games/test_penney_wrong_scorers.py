"""Tables that wrong scorers make are put down to what they do; they know nothing of dealt."""

from itertools import permutations

import numpy as np
import pytest

from dealt.games.penney.choices import choice_text
from dealt.penney import decks
from dealt.penney.audit import INCONSISTENT, audit
from tests.games.penney_wrong_tables import named, table_of
from tests.oracles import penney as oracle


def passed_over_card_counts(deck, first, second):
    """`i += 3` after a trick, and the `i += 1` of the loop: a card is passed over, but counted."""
    tricks, cards = [0, 0], [0, 0]
    i = start = 0
    while i + 3 <= len(deck):
        window = deck[i : i + 3]
        for player, choice in enumerate((first, second)):
            if window == choice:
                tricks[player] += 1
                cards[player] += i + 3 - start
                start = i + 3
                i += 3
                break
        i += 1
    return tricks, cards


def passed_over_after_first(deck, first, second):
    """The same with `if ... if ... else`: only after a trick of the first player."""
    tricks, cards = [0, 0], [0, 0]
    i = start = 0
    while i + 3 <= len(deck):
        window = deck[i : i + 3]
        if window == first:
            tricks[0] += 1
            cards[0] += i + 3 - start
            i = start = i + 3
        if window == second:
            tricks[1] += 1
            cards[1] += i + 3 - start
            i = start = i + 3
        else:
            i += 1
    return tricks, cards


def stops_early(deck, first, second):
    """`find` of both choices, and an end as soon as either of them is not found."""
    tricks, cards = [0, 0], [0, 0]
    at = 0
    while True:
        mine, other = deck.find(first, at), deck.find(second, at)
        if mine == -1 or other == -1:
            return tricks, cards
        player, begin = (0, mine) if mine < other else (1, other)
        tricks[player] += 1
        cards[player] += begin + 3 - at
        at = begin + 3


def results_of(scorer, n, seed=11):
    """What a scorer counts on n decks: wins, draws and losses by scoring and pair."""
    texts = [oracle.letters(deck) for deck in decks.cards_of(decks.deal(seed, 0, n)).tolist()]
    results = {"tricks": {}, "cards": {}}
    for a, b in permutations(range(8), 2):
        counts = {by: np.zeros(3, int) for by in results}
        for text in texts:
            for by, (mine, other) in zip(
                results, scorer(text, choice_text(a), choice_text(b)), strict=True
            ):
                counts[by][0 if mine > other else 1 if mine == other else 2] += 1
        for by, done in results.items():
            done[a, b] = counts[by]
    return results


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("scorer", "cause"),
    [
        (passed_over_card_counts, "skip counted after both"),
        (passed_over_after_first, "skip counted after first"),
        (stops_early, "stops early"),
    ],
)
def test_the_table_of_a_wrong_scorer_names_what_it_does(scorer, cause):
    """Counts, and whole percents; with exactly one cause that fits."""
    n = 3000
    results = results_of(scorer, n)
    found = audit(table_of(results, n))
    assert found.verdict == INCONSISTENT and named(found) == {cause}, found.causes
    found = audit(table_of(results, n, 1))
    assert found.verdict == INCONSISTENT and named(found) == {cause}, found.causes
