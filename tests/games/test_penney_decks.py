"""Penney's game: decks by the billion, and their scores, plain and compiled."""

import hashlib
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealt.errors import SetupError
from dealt.games.penney.choices import choice_text, parse_choice
from dealt.penney import decks, scoring, scoring_kernels
from dealt.penney.comparison import shares
from tests.oracles import penney as oracle

some = settings(max_examples=25)
pytestmark = pytest.mark.xdist_group("penney")  # in one process, so that it is compiled once


def texts(words):
    """Decks as the second implementation knows them."""
    return ["".join("RB"[card] for card in row) for row in decks.cards_of(words)]


@some
@given(seed=st.integers(0, 2**63 - 1), first=st.integers(0, 2**62 - 300), n=st.integers(0, 300))
def test_a_deck_depends_on_seed_and_number_alone(seed, first, n):
    """Plain and compiled, in one go or in parts: the same decks, of 26 black cards each."""
    whole = decks.deal(seed, first, n)
    assert (whole == decks.deal(seed, first, n, fast=False)).all()
    at = n // 3
    parts = decks.deal(seed, first, at), decks.deal(seed, first + at, n - at)
    assert (whole == np.concatenate(parts)).all()
    assert (decks.cards_of(whole).sum(axis=1) == 26).all()


def test_decks_of_two_seeds_and_of_two_numbers_differ():
    """Among 100,000 decks of ten seeds no two are equal: 1e-5 would be expected."""
    words = np.concatenate([decks.deal(seed, 0, 10_000) for seed in range(10)])
    assert len(np.unique(words)) == len(words)


@pytest.mark.no_cover
def test_every_card_and_every_pair_is_as_often_black_as_it_should_be():
    """Over 100,000 decks: places, neighbours, and the number of black cards in the first half."""
    n = 100_000
    cards = decks.cards_of(decks.deal(20, 0, n)).astype(np.int64)
    error = (0.25 / n) ** 0.5
    assert np.abs(cards.mean(axis=0) - 0.5).max() < 4.5 * error
    together = (cards.T @ cards) / n
    np.fill_diagonal(together, 25 / 102)
    assert np.abs(together - 25 / 102).max() < 5 * error
    first = np.bincount(cards[:, :26].sum(axis=1), minlength=27)
    expected = np.array([comb(26, k) ** 2 for k in range(27)]) / comb(52, 26) * n
    frequent = expected > 5
    assert (
        (first - expected)[frequent] ** 2 / expected[frequent]
    ).sum() < 40  # 17 degrees of freedom


@pytest.mark.parametrize("seed", [0, 1, 2, 500, 2**32 - 1])
def test_the_document_s_decks_bit_for_bit(seed):
    """As the document's program deals them: by the generator that all of NumPy shares."""
    before = np.random.get_state()
    try:
        np.random.seed(seed)
        for row in decks.cards_of(decks.original(seed, 40)):
            deck = np.array([0] * 26 + [1] * 26)
            np.random.shuffle(deck)
            assert (deck == row).all()
    finally:
        np.random.set_state(before)


@pytest.mark.no_cover
def test_the_document_s_table_of_five_million_decks():
    """Its 500 files dealt and scored again: the text of its scores.csv has the same SHA-256."""
    from dealt.penney.score_files import scores_text

    total = scoring.Tally.empty()
    for seed in range(1, 501):
        total += scoring.score(decks.original(seed, 10_000))
        if seed == 100:
            assert total.outcome("tricks", 0, 1) == (403729, 154065, 442206)
    assert total.decks == 5_000_000
    digest = hashlib.sha256(scores_text(total).encode()).hexdigest()
    assert digest.startswith("133325998e8c9544")


@some
@given(n=st.integers(0, 60), seed=st.integers(0, 1000))
def test_words_cards_and_bytes_are_the_same_decks(n, seed):
    """There and back again; the bytes are those of NumPy's packbits."""
    words = decks.deal(seed, 0, n)
    cards = decks.cards_of(words)
    assert cards.shape == (n, 52)
    assert (decks.words_of(cards) == words).all()
    assert decks.pack(words) == np.packbits(cards.ravel()).tobytes()
    bits = np.unpackbits(np.frombuffer(decks.pack(words), np.uint8), count=52 * n)
    assert (bits.reshape(n, 52) == cards).all()


@pytest.mark.no_cover
@pytest.mark.parametrize("length", [2, 3])
@pytest.mark.parametrize("n", [0, 1, 63, 700, 2048, 2049])
def test_scores_are_those_of_the_second_implementation(length, n):
    """Plain and compiled; numbers of decks that fill words and batches, and that do not."""
    words = decks.deal(length, n, n)
    tally = scoring.score(words, length=length, fast=False)
    assert tally == scoring.score(words, length=length, fast=True)
    assert tally.decks == n
    sample = words[:: max(1, n // 40)]
    tally = scoring.score(sample, length=length)
    counted = oracle.tally(texts(sample), length)
    for choice, other in tally.pairs():
        for by in ("tricks", "cards"):
            theirs = counted[choice_text(choice, length), choice_text(other, length)][by]
            assert tally.won(by, choice, other) == theirs["wins"]
            assert tally.drawn(by, choice, other) == theirs["ties"]


@pytest.mark.parametrize(
    "deck",
    ["R" * 26 + "B" * 26, "RB" * 26, "RRB" * 13 + "B" * 13, "B" + "R" * 26 + "B" * 25],
)
def test_fixed_decks_for_all_pairs(deck):
    """Decks with many tricks, with none for some, and with cards that are left."""
    words = decks.words_of(np.array([[int(card == "B") for card in deck]]))
    tally = scoring.score(words, fast=False)
    assert tally == scoring.score(words, fast=True)
    for (first, second), score in oracle.score_all(deck).items():
        choice, other = parse_choice(first), parse_choice(second)
        assert tally.won("tricks", choice, other) == (score.tricks1 > score.tricks2)
        assert tally.won("cards", choice, other) == (score.cards1 > score.cards2)


@pytest.mark.no_cover
def test_decks_that_are_kept_nowhere_score_the_same():
    """Dealing and scoring in one go, from any number on."""
    one = scoring_kernels.play_decks(7, 1000, 5000, 3)
    two = scoring_kernels.score_words(decks.deal(7, 1000, 5000), 3)
    assert (one == two).all()


@pytest.mark.parametrize("length", [4, 5, 6])
def test_longer_choices_plain(length):
    """A few decks, held against the second implementation for some pairs."""
    words = decks.deal(3, 0, 30)
    tally = scoring.score(words, length=length, fast=False)
    for choice, other in list(tally.pairs())[:: {4: 19, 5: 97, 6: 401}[length]]:
        names = choice_text(choice, length), choice_text(other, length)
        scores = [oracle.score(deck, *names) for deck in texts(words)]
        assert tally.won("cards", choice, other) == sum(s.cards1 > s.cards2 for s in scores)
        assert tally.won("tricks", choice, other) == sum(s.tricks1 > s.tricks2 for s in scores)


def test_a_million_decks_agree_with_the_exact_odds():
    """The largest of 168 distances from the exact odds is below 4.5 standard errors."""
    tally = scoring.score(decks.deal(1, 0, 1_000_000))
    for share in shares(tally):
        expected = float(share.chance) * tally.decks
        error = (expected * (1 - float(share.chance))) ** 0.5
        assert abs(share.count - expected) < 4.5 * error + 4


def test_invalid_numbers_are_refused():
    """One line each."""
    for call, reason in (
        (lambda: decks.deal(-1, 0, 5), "seed -1"),
        (lambda: decks.deal(1, -5, 5), "first -5"),
        (lambda: decks.deal(1, 0, -5), "decks -5"),
        (lambda: decks.original(2**32, 5), "the original generator takes 0 to"),
        (lambda: decks.original(1, -5), "decks -5"),
        (
            lambda: scoring.score(decks.deal(1, 0, 1), length=7),
            "length 7: a choice must have 2 to 6",
        ),
    ):
        with pytest.raises(SetupError, match=reason):
            call()


def test_long_functions_stand_for_themselves_only_when_put_in_place():
    """Called as they stand they say so."""
    for function, arguments in (
        (scoring_kernels.find, (0, 0)),
        (scoring_kernels.outcome, (0, 0, 0)),
    ):
        with pytest.raises(TypeError, match="has not been put in place"):
            function(*arguments)
