"""Penney's game: the second implementation against the document, first principles and print."""

import random
import re
from fractions import Fraction
from itertools import islice, pairwise, product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracles import penney as oracle
from tests.oracles.penney_rng import MersenneTwister, original_deck_stream

SWAP = str.maketrans("RB", "BR")

DECKS = st.permutations("R" * 26 + "B" * 26).map("".join)
SMALL_DECKS = st.text("RB", max_size=40)
PAIRS = st.integers(2, 6).flatmap(
    lambda length: st.lists(
        st.text("RB", min_size=length, max_size=length), min_size=2, max_size=2, unique=True
    )
)

# The worked example: the deck as shown, cards 1 to 3, cards drawn, and the comparisons.
EXAMPLE = [
    ("BRRBB", (None, None, "R"), 1, []),
    ("RRBB", (None, "R", "B"), 2, []),
    ("RBB", ("R", "B", "R"), 3, ["RBR != RRR", "RBR != RRB"]),
    ("BB", ("B", "R", "R"), 4, ["BRR != RRR", "BRR != RRB"]),
    # N6: the document prints BRR on the left of both
    ("B", ("R", "R", "B"), 5, ["RRB != RRR", "RRB == RRB"]),
    ("", (None, None, "B"), 1, []),
]

# The odds of the best reply to each choice in an endless deck, as published since 1974.
BEST_REPLIES = {
    "BBB": ("RBB", 7, 1), "BBR": ("RBB", 3, 1), "BRB": ("BBR", 2, 1), "BRR": ("BBR", 2, 1),
    "RRR": ("BRR", 7, 1), "RRB": ("BRR", 3, 1), "RBR": ("RRB", 2, 1), "RBB": ("RRB", 2, 1),
}  # fmt: skip

# The published table of the game with cards, by tricks: percent of wins of player 1, then of
# player 2 (the best reply), and of draws.
PUBLISHED = {
    ("BBB", "RBB"): (0.11, 99.49, 0.40),
    ("BBR", "RBB"): (2.62, 93.54, 3.84),
    ("BRB", "BBR"): (11.61, 80.11, 8.28),
    ("BRR", "BBR"): (5.18, 88.29, 6.53),
}

# The first row of the document's own scores.csv, of 5,000,000 decks.
FIRST_ROW = "000,001,772058,2020565,2207377,99955,2356590,2543455"


def by_search(deck, first, second):
    """The totals of a game by a search for either choice, each from where the last one ended."""
    found = [match.end() for match in re.finditer(f"{first}|{second}", deck)]
    starts = [0, *found]
    taken = [
        (deck[:end].endswith(first), end - start) for start, end in zip(starts, found, strict=False)
    ]
    mine = [size for is_mine, size in taken if is_mine]
    others = [size for is_mine, size in taken if not is_mine]
    return len(mine), sum(mine), len(others), sum(others)


def random_decks(number, seed):
    chance = random.Random(seed)
    return ["".join(chance.sample("R" * 26 + "B" * 26, 52)) for _ in range(number)]


def as_bytes(deck):
    return bytes("RB".index(card) for card in deck)


def test_N2_the_worked_example_card_by_card():
    """N2, N3, N6: the document's example, every line of it."""
    game = oracle.play("RBRRBB", "RRR", "RRB")
    assert len(game.steps) == len(EXAMPLE)
    for step, (deck, window, drawn, comparisons) in zip(game.steps, EXAMPLE, strict=True):
        assert (step.deck, step.window, step.drawn) == (deck, window, drawn)
        assert step.card == window[-1]
        assert [
            f"{made.in_play} {'==' if made.is_equal else '!='} {made.choice}"
            for made in step.comparisons
        ] == comparisons
        assert [made.player for made in step.comparisons] == [1, 2][: len(comparisons)]


def test_N3_the_worked_example_s_trick():
    """N3: player 2 tricks 0 -> 1, cards won 0 -> 5, cards drawn 5 -> 0, cards 1 to 3 reset."""
    game = oracle.play("RBRRBB", "RRR", "RRB")
    *before, trick, after = game.steps
    assert all((s.winner, s.taken, s.tricks, s.cards) == (None, 0, (0, 0), (0, 0)) for s in before)
    assert all((s.window_after, s.drawn_after) == (s.window, s.drawn) for s in before)
    assert (trick.winner, trick.taken, trick.tricks, trick.cards) == (2, 5, (0, 1), (0, 5))
    assert (trick.window_after, trick.drawn_after) == ((None,) * 3, 0)
    assert (after.winner, after.tricks, after.cards) == (None, (0, 1), (0, 5))
    assert (game.tricks, game.cards, game.left) == ((0, 1), (0, 5), 1)


def test_N3_player_1_takes_a_trick():
    """N3: what the example shows for player 2 holds for player 1."""
    game = oracle.play("BRRRRR", "RRR", "RRB")
    assert [step.winner for step in game.steps] == [None, None, None, 1, None, None]
    assert (game.tricks, game.cards, game.left) == ((1, 0), (4, 0), 2)


@pytest.mark.parametrize(
    ("first", "second"),
    [("RRR", "RRR"), ("RRR", "RB"), ("R", "B"), ("RRRRRRR", "BBBBBBB"), ("RRX", "RRB"), ("", "")],
)
def test_N1_what_are_no_two_choices_is_refused(first, second):
    """N1: two different choices of one length."""
    with pytest.raises(ValueError):
        oracle.play("RB", first, second)


def test_N1_what_is_no_card_is_refused():
    """N1: only the colours."""
    for deck in ("RXB", "rb", ["RB"], [""]):
        with pytest.raises(ValueError, match="card"):
            oracle.play(deck, "RRR", "RRB")


@given(DECKS)
def test_N4_swapping_the_players_mirrors_every_result(deck):
    """N4: and no result depends on who is compared first."""
    scores = oracle.score_all(deck)
    assert len(scores) == 56
    for (first, second), (tricks1, cards1, tricks2, cards2) in scores.items():
        assert scores[second, first] == (tricks2, cards2, tricks1, cards1)


@given(DECKS)
def test_N1_changing_the_colours_changes_nothing(deck):
    """N1: red for black in the deck and in both choices."""
    scores = oracle.score_all(deck)
    changed = oracle.score_all(deck.translate(SWAP))
    for (first, second), totals in scores.items():
        assert changed[first.translate(SWAP), second.translate(SWAP)] == totals


@given(DECKS, PAIRS)
def test_N4_every_card_is_somebody_s_or_left(deck, pair):
    """N3, N4: tricks have all waiting cards; what is left is less than it takes, or no match."""
    game = oracle.play(deck, *pair)
    length = len(pair[0])
    assert sum(game.cards) + game.left == len(deck) == len(game.steps) == 52
    tricks = [step for step in game.steps if step.winner is not None]
    assert all(step.taken >= length for step in tricks)
    assert sum(game.tricks) == len(tricks) <= 52 // length
    for player in (1, 2):
        taken = [step.taken for step in tricks if step.winner == player]
        assert (len(taken), sum(taken)) == (game.tricks[player - 1], game.cards[player - 1])
    assert not re.search(f"{pair[0]}|{pair[1]}", deck[52 - game.left :])


@given(SMALL_DECKS, PAIRS)
def test_N2_the_trace_holds_together(deck, pair):
    """N2: a window never reaches behind the last trick, and is compared only when it is full."""
    before = None
    since = ""
    for place, step in enumerate(oracle.play(deck, *pair).steps):
        assert step.card == deck[place] and step.deck == deck[place + 1 :]
        since += step.card
        assert step.drawn == len(since) and len(step.window) == len(pair[0])
        assert "".join(card or "" for card in step.window) == since[-len(pair[0]) :]
        assert len(step.comparisons) == (2 if len(since) >= len(pair[0]) else 0)
        if before is not None:
            assert step.window == (*before.window_after[1:], step.card)
            assert step.drawn == before.drawn_after + 1
        if step.winner is not None:
            assert since.endswith(pair[step.winner - 1]) and step.taken == len(since)
            since = ""
        before = step


@given(SMALL_DECKS, PAIRS)
def test_all_ways_to_score_agree(deck, pair):
    """The trace, the totals, the variants without a variation, and a search in the text."""
    game = oracle.play(deck, *pair)
    totals = (game.tricks[0], game.cards[0], game.tricks[1], game.cards[1])
    assert oracle.score(deck, *pair) == totals
    assert oracle.variant(deck, *pair) == totals
    assert by_search(deck, *pair) == totals
    if len(pair[0]) == 3:
        choices = [tuple(as_bytes(choice)) for choice in pair]
        assert oracle.document_game(as_bytes(deck), *choices) == totals


@pytest.mark.parametrize(("red", "black"), [(0, 0), (3, 0), (2, 3), (4, 4), (7, 4), (5, 6)])
def test_every_deck_is_there_once(red, black):
    """All orders, none twice; the same ones as among all sequences."""
    decks = list(oracle.every_deck(red, black))
    assert len(decks) == len(set(decks)) == comb(red + black, red)
    every = map("".join, product("RB", repeat=red + black))
    assert set(decks) == {deck for deck in every if deck.count("R") == red}


def test_brute_force_by_hand():
    """Two red cards and one black: RRB, RBR, BRR, each a third."""
    found = oracle.brute_force(2, 1, "RRB", "RBR")
    thirds = {"wins": 1, "ties": 1, "losses": 1}
    assert found.decks == 3
    assert found.results == {"tricks": thirds, "cards": thirds}
    assert found.differences == {
        "tricks": {-1: 1, 0: 1, 1: 1},
        "cards": {-3: 1, 0: 1, 3: 1},
    }
    third = Fraction(1, 3)
    assert found.expected == {"tricks": (third, third), "cards": (Fraction(1), Fraction(1))}
    assert found.first_trick == {"first": 1, "second": 1, "nobody": 1}
    # RRBB, RBRB, RBBR, BRRB, BRBR, BBRR: RB wins its first two cards or waits for them
    found = oracle.brute_force(2, 2, "RB", "BB")
    assert found.results["tricks"] == {"wins": 5, "ties": 0, "losses": 1}
    assert found.differences["tricks"] == {-1: 1, 1: 4, 2: 1}
    assert found.differences["cards"] == {-2: 1, 2: 1, 3: 2, 4: 2}
    assert found.expected["cards"] == (Fraction(16, 6), Fraction(2, 6))


@pytest.mark.parametrize(("red", "black"), [(4, 4), (5, 3), (5, 5), (7, 4)])
@pytest.mark.parametrize("pair", [("RRR", "BRR"), ("BRB", "BBR"), ("RBR", "BRB"), ("RB", "BB")])
def test_brute_force_agrees_with_a_search(red, black, pair):
    """Every figure from the list of all decks, scored by a search in the text."""
    found = oracle.brute_force(red, black, *pair)
    scores = [by_search(deck, *pair) for deck in oracle.every_deck(red, black)]
    assert found.decks == len(scores) == comb(red + black, red)
    for by, mine in (("tricks", 0), ("cards", 1)):
        differences = [got[mine] - got[mine + 2] for got in scores]
        assert found.differences[by] == {d: differences.count(d) for d in set(differences)}
        assert found.results[by] == {
            "wins": sum(d > 0 for d in differences),
            "ties": differences.count(0),
            "losses": sum(d < 0 for d in differences),
        }
        for seat in (0, 1):
            total = sum(got[mine + 2 * seat] for got in scores)
            assert found.expected[by][seat] == Fraction(total, len(scores))
    places = [(f"{deck}{pair[0]}".find(pair[0]), f"{deck}{pair[1]}".find(pair[1]))
              for deck in oracle.every_deck(red, black)]  # fmt: skip
    last = red + black - len(pair[0])
    assert found.first_trick == {
        "first": sum(one < two and one <= last for one, two in places),
        "second": sum(two < one and two <= last for one, two in places),
        "nobody": sum(min(one, two) > last for one, two in places),
    }


def test_brute_force_and_tally_agree():
    """One pair over all decks, and all pairs over all decks."""
    for length, (red, black) in ((2, (4, 3)), (3, (4, 4)), (4, (5, 4))):
        counted = oracle.tally(oracle.every_deck(red, black), length)
        assert len(counted) == 2**length * (2**length - 1)
        for pair in list(counted)[:: 2**length - 2]:
            assert counted[pair] == oracle.brute_force(red, black, *pair).results


def test_N4_a_tally_mirrors():
    """N4: wins of one are losses of the other, and each pair is scored on every deck."""
    counted = oracle.tally(random_decks(20, 1))
    for (first, second), by in counted.items():
        for scoring in oracle.SCORINGS:
            assert sum(by[scoring].values()) == 20
            assert by[scoring]["wins"] == counted[second, first][scoring]["losses"]
            assert by[scoring]["ties"] == counted[second, first][scoring]["ties"]


def test_the_published_table_of_the_game_with_cards():
    """By tricks, the best replies: 4,000 decks within five standard errors of each percentage."""
    decks = random_decks(4000, 2)
    for (first, second), percents in PUBLISHED.items():
        results = [oracle.score(deck, first, second) for deck in decks]
        found = [
            sum(got.tricks1 > got.tricks2 for got in results),
            sum(got.tricks1 < got.tricks2 for got in results),
            sum(got.tricks1 == got.tricks2 for got in results),
        ]
        for times, percent in zip(found, percents, strict=True):
            assert_likely(times, len(decks), percent / 100)


def test_the_first_row_of_the_document_s_own_table():
    """Which column is what: ties, wins and losses of the first choice, by tricks, then by cards."""
    decks = random_decks(4000, 3)
    results = [oracle.score(deck, "RRR", "RRB") for deck in decks]
    own = [oracle.compared(got.tricks1, got.tricks2) for got in results]
    own_cards = [oracle.compared(got.cards1, got.cards2) for got in results]
    published = [int(number) for number in FIRST_ROW.split(",")[2:]]
    names = ("ties", "wins", "losses")
    found = [own.count(name) for name in names] + [own_cards.count(name) for name in names]
    for times, number in zip(found, published, strict=True):
        assert_likely(times, len(decks), number / 5_000_000)


def assert_likely(times, of, chance):
    assert abs(times - of * chance) <= 5 * (of * chance * (1 - chance)) ** 0.5 + 1


def test_conway_s_leading_numbers():
    """The example that is in print everywhere: HHH 7, THH 4, and no end of HHH begins THH."""
    assert oracle.conway("BBB", "RBB")[:4] == (7, 0, 4, 3)
    assert oracle.leading_number("RRB", "RBR") == 2
    assert oracle.leading_number("RBRBRB", "RBRBRB") == 0b101010
    assert oracle.leading_number("BRB", "RBBRBR") == 2
    assert oracle.leading_number("RB", "BRBR") == 1


@pytest.mark.parametrize("first", BEST_REPLIES)
def test_the_endless_deck_s_best_replies(first):
    """7 : 1, 3 : 1, 2 : 1, 2 : 1, each by the only best reply of the form not-2, 1, 2."""
    reply, second, one = BEST_REPLIES[first]
    assert reply == first[1].translate(SWAP) + first[:2]
    odds = oracle.conway(first, reply)
    assert (odds.second, odds.first, odds.chance) == (second, one, Fraction(one, second + one))
    others = [other for other in oracle.choices() if other not in (first, reply)]
    assert all(oracle.conway(first, other).chance > odds.chance for other in others)


def test_the_endless_deck_goes_round_in_a_circle():
    """Whatever is chosen, something beats it: 2 : 1, 3 : 1, 2 : 1, 3 : 1."""
    circle = ["RBB", "RRB", "BRR", "BBR", "RBB"]
    odds = [oracle.conway(*pair) for pair in pairwise(circle)]
    assert [(odd.second, odd.first) for odd in odds] == [(2, 1), (3, 1), (2, 1), (3, 1)]


@pytest.mark.parametrize("length", [2, 3, 4])
def test_conway_s_formula_and_the_linear_equations_agree(length):
    """All pairs, with the mirror and the change of colours."""
    for first, second in oracle.pairs(length):
        chance = oracle.conway(first, second).chance
        assert chance == oracle.markov(first, second) == 1 - oracle.conway(second, first).chance
        assert chance == oracle.conway(first.translate(SWAP), second.translate(SWAP)).chance


@given(st.text("RB", min_size=1, max_size=7), st.text("RB", min_size=1, max_size=7))
def test_conway_s_formula_holds_for_different_lengths(first, second):
    """As long as neither choice is a part of the other one; then there is no race."""
    if first in second or second in first:
        for function in (oracle.conway, oracle.markov):
            with pytest.raises(ValueError, match="holds"):
                function(first, second)
    else:
        assert oracle.conway(first, second).chance == oracle.markov(first, second)


def test_the_slower_choice_can_be_the_better_one():
    """BRBR beats RBRR 9 : 5, though 20 cards are its mean wait and 18 that of RBRR."""
    odds = oracle.conway("RBRR", "BRBR")
    assert (odds.second, odds.first) == (9, 5)
    assert (2 * odds.bb, 2 * odds.aa) == (20, 18)


def test_linear_equations():
    """That x + y = 3 and y = 1, in either order of the rows."""
    one, other = [Fraction(1), Fraction(1), Fraction(3)], [Fraction(0), Fraction(1), Fraction(1)]
    assert oracle.solved([one, other]) == oracle.solved([other, one]) == [2, 1]


def test_the_first_trick_of_a_coin_is_the_race_of_the_endless_deck():
    """4,000 games of 60 colours, each red or black by chance."""
    chance = random.Random(4)
    decks = ["".join(chance.choices("RB", k=60)) for _ in range(4000)]
    for first, (second, *_) in BEST_REPLIES.items():
        wins = sum(oracle.variant(d, first, second, first_trick_only=True).tricks1 for d in decks)
        assert_likely(wins, len(decks), float(oracle.conway(first, second).chance))


def test_published_first_trick_odds():
    """First trick only, 26 and 26 cards: 7.50, 3.08, 1.99 and 2.04 to one for player 2."""
    decks = random_decks(4000, 5)
    for (first, second), odds in zip(PUBLISHED, (7.50, 3.08, 1.99, 2.04), strict=True):
        got = [oracle.variant(deck, first, second, first_trick_only=True) for deck in decks]
        firsts, seconds = sum(g.tricks1 for g in got), sum(g.tricks2 for g in got)
        assert firsts + seconds == len(decks) - sum(g.tricks1 + g.tricks2 == 0 for g in got)
        assert_likely(seconds, firsts + seconds, odds / (1 + odds))


@given(DECKS, PAIRS, st.sampled_from([1, 2]))
def test_a_variant_that_scores_too_few_cards(deck, pair, short):
    """Every trick is so many cards short; the tricks themselves are right."""
    right, wrong = oracle.score(deck, *pair), oracle.variant(deck, *pair, short=short)
    assert (wrong.tricks1, wrong.tricks2) == (right.tricks1, right.tricks2)
    assert wrong.cards1 == right.cards1 - short * right.tricks1
    assert wrong.cards2 == right.cards2 - short * right.tricks2


@pytest.mark.parametrize(
    ("deck", "skip_after", "wrong"),
    [
        # RRR is player 1's, then R is skipped and BBB is player 2's
        ("RRRRBBB", (1,), (1, 3, 1, 3)),
        ("RRRRBBB", (2,), (1, 3, 1, 4)),
        ("RRRBBB", (1,), (1, 3, 0, 0)),
        # one card skipped after every trick of either player
        ("BBBBRRRRBBB", (1, 2), (1, 3, 2, 6)),
        ("BBBBRRRRBBB", (1,), (1, 4, 2, 6)),
        ("RRRR", (1, 2), (1, 3, 0, 0)),
        ("RRR", (1, 2), (1, 3, 0, 0)),
    ],
)
def test_a_variant_that_skips_a_card_after_a_trick(deck, skip_after, wrong):
    """The card is nobody's; the next trick begins behind it."""
    assert oracle.variant(deck, "RRR", "BBB", skip_after=skip_after) == wrong


def test_a_variant_whose_tricks_share_cards():
    """RRRR: one trick, or two; RRBRB: the second trick needs the first one's last card."""
    assert oracle.score("RRRR", "RRR", "BBB") == (1, 3, 0, 0)
    assert oracle.variant("RRRR", "RRR", "BBB", overlap=True) == (2, 4, 0, 0)
    assert oracle.score("RRBRB", "RRB", "RBR") == (1, 3, 0, 0)
    assert oracle.variant("RRBRB", "RRB", "RBR", overlap=True) == (1, 3, 1, 1)


@given(DECKS)
def test_a_variant_with_overlap_counts_every_place(deck):
    """All occurrences of the choices count, and all cards up to the last one are won."""
    got = oracle.variant(deck, "RRR", "BRB", overlap=True)
    places = [end for end in range(3, 53) if deck[end - 3 : end] in ("RRR", "BRB")]
    assert (got.tricks1, got.tricks2) == (
        sum(deck[end - 3 : end] == "RRR" for end in places),
        sum(deck[end - 3 : end] == "BRB" for end in places),
    )
    assert got.cards1 + got.cards2 == (places[-1] if places else 0)


@given(DECKS, PAIRS)
def test_a_variant_that_stops_after_the_first_trick(deck, pair):
    """One trick at most, that of the right game."""
    got = oracle.variant(deck, *pair, first_trick_only=True)
    trick = next((s for s in oracle.play(deck, *pair).steps if s.winner is not None), None)
    if trick is None:
        assert got == (0, 0, 0, 0)
    else:
        mine = (1, trick.taken) if trick.winner == 1 else (0, 0)
        assert got == (*mine, *((1, trick.taken) if trick.winner == 2 else (0, 0)))


def test_the_variants_differ_from_the_right_reading():
    """Each wrong reading shows within 30 decks, with any pair of choices."""
    decks = random_decks(30, 6)
    readings = {
        "short 1": {"short": 1},
        "short 2": {"short": 2},
        "skip after player 1": {"skip_after": (1,)},
        "skip after both": {"skip_after": (1, 2)},
        "overlap": {"overlap": True},
        "first trick": {"first_trick_only": True},
    }
    for name, reading in readings.items():
        for pair in oracle.pairs():
            wrong = [oracle.variant(deck, *pair, **reading) for deck in decks]
            assert wrong != [oracle.score(deck, *pair) for deck in decks], (name, pair)


@given(DECKS)
def test_overlap_is_nothing_where_nothing_can_overlap(deck):
    """No end of RRBBB or RRBRB begins either of them, so tricks cannot share cards."""
    pair = ("RRBBB", "RRBRB")
    assert oracle.variant(deck, *pair, overlap=True) == oracle.score(deck, *pair)


def test_N5_the_document_s_rows():
    """N5: 56 rows in the order of the binary numbers, and the sums of all decks."""
    decks = random_decks(15, 7)
    rows = oracle.document_rows(decks)
    names = [tuple(row.split(",")[:2]) for row in rows]
    assert len(names) == 56 and names == sorted(names)
    assert names[0] == ("000", "001") and names[-1] == ("111", "110")
    parts = [oracle.document_rows(decks[:4]), oracle.document_rows(decks[4:])]
    for row, one, two in zip(rows, *parts, strict=True):
        numbers, *terms = [[int(n) for n in text.split(",")[2:]] for text in (row, one, two)]
        assert numbers == [sum(pair) for pair in zip(*terms, strict=True)]
        assert sum(numbers[:3]) == sum(numbers[3:]) == 15
    text = oracle.document_file(decks)
    assert text.splitlines() == [oracle.HEADER, *rows] and text.endswith("\n")
    assert text.startswith("p1_choice, p2_choice, trick_ties, p1_trick_wins, p1_trick_loss, ")


def test_a_row_by_hand():
    """RRR against RRB on three decks: a trick more, a trick less, and equal tricks."""
    rows = oracle.document_rows(["RRRRRR", "BRRB", "RRRBRRB"])
    # (2, 6) to (0, 0); (0, 0) to (1, 4); (1, 3) to (1, 4)
    assert rows[0] == "000,001,1,1,1,0,1,2"


def test_the_document_s_program_agrees():
    """The baseline of the benchmark counts the same rows."""
    decks = random_decks(12, 8)
    outcomes = oracle.document_scorer([as_bytes(deck) for deck in decks])
    rows = [
        ",".join(["".join(map(str, one)), "".join(map(str, two)), *map(str, counts)])
        for (one, two), counts in outcomes.items()
    ]
    assert rows == oracle.document_rows(decks)
    assert oracle.document_scorer([]) == {}


def test_letters_and_digits():
    """0 is red and 1 black, the first colour the highest digit."""
    assert oracle.letters(bytes([0, 1, 1])) == "RBB" == oracle.letters((0, 1, 1))
    assert [int(oracle.digits(choice), 2) for choice in oracle.choices()] == list(range(8))
    assert oracle.digits("RRB") == "001"


def legacy(seed):
    """NumPy's own generator of old, without its global state."""
    return np.random.RandomState(seed)


@pytest.mark.parametrize("seed", [0, 1, 2, 42, 500, 5489, 2**31, 2**32 - 1])
def test_the_decks_of_the_document_s_files(seed):
    """Bit for bit, over more than one refill of the 624 words."""
    generator = legacy(seed)
    for deck in islice(original_deck_stream(seed), 40):
        expected = np.array([0] * 26 + [1] * 26, dtype=np.uint8)
        generator.shuffle(expected)
        assert deck == tuple(expected.tolist())


def test_the_decks_are_those_of_the_global_generator():
    """`np.random.seed` and `np.random.shuffle`, as the document's program calls them."""
    before = np.random.get_state()
    try:
        np.random.seed(7)
        for deck in islice(original_deck_stream(7), 5):
            expected = np.array([0] * 26 + [1] * 26, dtype=np.uint8)
            np.random.shuffle(expected)
            assert deck == tuple(expected.tolist())
    finally:
        np.random.set_state(before)


def test_the_twister_s_outputs():
    """The 32 bits of NumPy, and the number that the C++ standard prescribes."""
    twister, generator = MersenneTwister(1234), legacy(1234)
    expected = generator.randint(0, 2**32, size=1500, dtype=np.uint32)
    assert [twister.next_32() for _ in range(1500)] == expected.tolist()
    twister = MersenneTwister(5489)
    for _ in range(9999):
        twister.next_32()
    assert twister.next_32() == 4123659995


@pytest.mark.parametrize("size", [0, 1, 2, 3, 7, 64, 65])
def test_shuffles_of_other_sizes(size):
    """A deck of no or one card takes no output of the generator."""
    twister, generator = MersenneTwister(11), legacy(11)
    for _ in range(4):
        cards, expected = list(range(size)), np.arange(size, dtype=np.uint8)
        twister.shuffle(cards)
        generator.shuffle(expected)
        assert cards == expected.tolist()
    assert twister.up_to(0) == 0


@pytest.mark.parametrize("seed", [-1, 2**32])
def test_what_is_no_seed_is_refused(seed):
    """As NumPy refuses it."""
    with pytest.raises(ValueError):
        legacy(seed)
    with pytest.raises(ValueError, match="seed"):
        MersenneTwister(seed)
