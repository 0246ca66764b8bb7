"""Penney's game: the exact odds against brute force, against the literature, against themselves."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealt.errors import ParseError, SetupError
from dealt.games.penney import exact, odds_report
from dealt.games.penney.automaton import Reading
from dealt.games.penney.choices import choice_text, other_colours, parse_choice
from dealt.games.penney.count import TOGETHER, differences
from dealt.games.penney.exact import best_mixed
from dealt.games.penney.tally import SCORINGS, Tally, percent, share_text
from tests.oracles import penney as oracle

ALL = 495918532948104
small = settings(max_examples=25)
pytestmark = pytest.mark.xdist_group("penney")


@st.composite
def pairs_of_choices(draw, longest=6):
    """Two different choices of one length."""
    length = draw(st.integers(2, longest))
    first, second = draw(
        st.lists(st.integers(0, 2**length - 1), min_size=2, max_size=2, unique=True)
    )
    return first, second, length


@pytest.mark.parametrize(("red", "black"), [(5, 5), (7, 4), (6, 7), (0, 5), (0, 0), (3, 1)])
@pytest.mark.parametrize("fast", [False, True])
@small
@given(pair=pairs_of_choices(4))
def test_small_decks_agree_with_going_through_all_of_them(red, black, fast, pair):
    """Every difference, at lengths 2 to 4, in both texts of the counting."""
    first, second, length = pair
    names = choice_text(first, length), choice_text(second, length)
    theirs = oracle.brute_force(red, black, *names)
    for by in SCORINGS:
        counts = differences(first, second, length, by, red=red, black=black, fast=fast)
        assert counts == {d: n for d, n in sorted(theirs.differences[by].items()) if n}
        odds = exact.odds(*names, by, red=red, black=black)
        assert (odds.wins, odds.draws, odds.losses) == tuple(theirs.results[by].values())
        assert odds.taken == tuple(theirs.expected[by])
    first_trick = exact.first_trick(*names, red=red, black=black)
    assert (first_trick.mine, first_trick.other, first_trick.nobody) == tuple(
        theirs.first_trick.values()
    )


some_players = st.sampled_from([(), (1,), (2,), (1, 2)])


@small
@given(
    pair=pairs_of_choices(3),
    short=st.integers(-3, 3),
    skip=some_players,
    overlap=some_players,
    one_trick=st.booleans(),
    rest=st.integers(0, 3),
    piles_up=st.booleans(),
)
def test_misreadings_are_counted_as_they_misread(
    pair, short, skip, overlap, one_trick, rest, piles_up
):
    """Each known misreading, and the right one, over all decks of six red and five black cards."""
    first, second, length = pair
    if overlap and skip or piles_up and (skip or rest):
        return  # nobody reads so
    reading = Reading(
        short=short, skip=skip, overlap=overlap, one_trick=one_trick, rest=rest, piles_up=piles_up
    )
    names = choice_text(first, length), choice_text(second, length)
    misreading = {
        "short": short, "skip_after": skip, "overlap": overlap, "rest": rest, "piles_up": piles_up
    }  # fmt: skip
    theirs: dict[str, dict[int, int]] = {by: {} for by in SCORINGS}
    for deck in oracle.every_deck(6, 5):
        score = oracle.variant(deck, *names, **misreading, first_trick_only=one_trick)
        for by, difference in (
            ("tricks", score.tricks1 - score.tricks2),
            ("cards", score.cards1 - score.cards2),
        ):
            theirs[by][difference] = theirs[by].get(difference, 0) + 1
    for by in SCORINGS:
        for fast in (False, True):
            counts = differences(
                first, second, length, by, red=6, black=5, reading=reading, fast=fast
            )
            assert counts == dict(sorted(theirs[by].items()))


def test_all_pairs_of_a_whole_pack():
    """Integers that sum to all decks, the same compiled and plain, with both symmetries."""
    counted = exact.tally()
    assert counted.decks == comb(52, 26) == ALL and counted.is_exact
    assert counted == exact.tally(fast=True)
    for choice, other in counted.pairs():
        for by in SCORINGS:
            parts = counted.won(by, choice, other), counted.drawn(by, choice, other)
            assert sum(parts) + counted.lost(by, choice, other) == ALL and min(parts) >= 0
            colours = other_colours(choice), other_colours(other)
            assert counted.won(by, choice, other) == counted.won(by, *colours)
    assert len(list(counted.pairs())) == 56


@pytest.mark.parametrize(
    ("other", "choice", "shares"),
    [
        ("BBB", "RBB", (0.11, 99.49, 0.40)),
        ("BBR", "RBB", (2.62, 93.54, 3.84)),
        ("BRB", "BBR", (11.61, 80.11, 8.28)),
        ("BRR", "BBR", (5.18, 88.29, 6.53)),
    ],
)
def test_the_published_table_by_tricks(other, choice, shares):
    """Wikipedia's table for cards: the first player's wins, the second's, draws, in percent."""
    odds = exact.odds(choice, other)
    percents = [100 * part / ALL for part in (odds.losses, odds.wins, odds.draws)]
    assert [round(part, 2) for part in percents] == list(shares)


@pytest.mark.parametrize(
    ("other", "choice", "ratio"),
    [("BBB", "RBB", 7.50), ("BBR", "RBB", 3.08), ("BRB", "BBR", 1.99), ("BRR", "BBR", 2.04)],
)
def test_the_published_odds_of_the_first_trick(other, choice, ratio):
    """Second player's tricks to the first player's."""
    first = exact.first_trick(choice, other)
    assert round(first.mine / first.other, 2) == ratio


def test_three_facts_that_a_right_program_shows():
    """The classic reply, its failure by cards, and the rule that holds there."""
    counted = exact.tally()
    for other in range(8):
        text = choice_text(other)
        classic = parse_choice("RB"[text[1] == "R"] + text[:2])
        assert counted.best_replies("tricks", other) == (classic,)
        most = max("RB", key=text.count)
        least = "RB"["BR".index(most)]
        middle = text[0] + text[1] + "RB"["BR".index(text[2])]
        rule = least + max("RB", key=middle.count) + most
        assert counted.best_replies("cards", other) == (parse_choice(rule),)
        assert (classic == parse_choice(rule)) == (text not in ("RBR", "BRB"))
    best, classic = exact.odds("BBR", "RBR", "cards"), exact.odds("RRB", "RBR", "cards")
    assert best.wins > classic.wins and best.mean < classic.mean and best.spread < classic.spread


def test_six_pairs_are_fair_and_26_triples_occur():
    """Two of the fair pairs without any symmetry of colours."""
    counted = exact.tally()
    for by in SCORINGS:
        fair = exact.fair_pairs(by)
        assert len(fair) == 6
        assert sum(other_colours(i) != j for i, j in fair) == 2
        triples = {
            (counted.won(by, i, j), counted.drawn(by, i, j), counted.lost(by, i, j))
            for i, j in counted.pairs()
        }
        assert len(triples) == 26
        assert exact.odds(*fair[0], by, length=3).is_fair


@small
@given(pair=pairs_of_choices(), weights=st.tuples(st.integers(1, 60), st.integers(1, 60)))
def test_endless_odds_are_those_of_the_markov_chain(pair, weights):
    """The leading numbers against linear equations, for fair and for uneven colours."""
    first, second, length = pair
    names = choice_text(first, length), choice_text(second, length)
    assert exact.conway(*names) == oracle.markov(*names)
    assert exact.conway(*names, weights=weights) == oracle.markov(*names, *weights)
    assert exact.conway(second, first, weights=weights, length=length) == 1 - oracle.markov(
        *names, *weights
    )


@pytest.mark.parametrize(
    ("choice", "other", "weights", "chance"),
    [
        ("BRR", "RRR", (26, 26), Fraction(7, 8)),
        ("BRR", "RRB", (39, 13), Fraction(7, 16)),
        ("RRR", "RRB", (39, 13), Fraction(3, 4)),
        ("BRR", "RRB", (0, 13), 0),  # a colour that never comes
        ("BBB", "RRB", (0, 13), 1),
        ("RRB", "BBB", (0, 13), 0),
        ("RRR", "BBB", (0, 0), 0),
    ],
)
def test_endless_odds_have_the_proportions_of_the_deck(choice, other, weights, chance):
    """From Python, in every form of the report, and in its sentences."""
    assert exact.conway(choice, other, weights=weights) == chance
    question = odds_report.Question(3, *weights, by=("cards",))
    numbers = parse_choice(other), parse_choice(choice)
    (row,) = odds_report.replies_data(question, *numbers)
    assert row["endless"] == str(chance)
    text = share_text(*Fraction(chance).as_integer_ratio())
    assert odds_report.replies(question, numbers[0], "cards", numbers[1]).rows[0][-1] == text
    assert (
        f"come first {text} of the time"
        in odds_report.explain(question, numbers[0], "cards", numbers[1])[-1]
    )


@pytest.mark.parametrize(
    ("choice", "other", "shares"), [("BRR", "RRR", (1, 1)), ("RRB", "BRR", (3, 1))]
)
def test_the_first_trick_of_a_large_deck_comes_near_the_endless_odds(choice, other, shares):
    """Twice the cards halve the distance, about."""
    limit = exact.conway(choice, other, weights=shares)
    distances = []
    for times in (26, 52, 104):
        red, black = (share * times for share in shares)
        first = exact.first_trick(choice, other, red=red, black=black)
        distances.append(abs(Fraction(first.mine, first.mine + first.other) - limit))
    assert distances[0] > 1.8 * distances[1] > 1.8 * 1.8 * distances[2]


@pytest.mark.no_cover
def test_decks_beyond_64_bits():
    """104 and 200 cards: integers of any size, which sum to all decks."""
    for red, black in ((52, 52), (100, 100)):
        odds = exact.odds("RRB", "BRB", red=red, black=black)
        assert odds.wins + odds.draws + odds.losses == comb(red + black, red) > 2**64
        assert sum(odds.differences.values()) == odds.decks


def test_what_is_taken_adds_up():
    """What both take less what one takes more is the other's, twice."""
    for by in SCORINGS:
        odds = exact.odds("RRB", "BRR", by)
        both = differences(1, 4, 3, by, worth=TOGETHER)
        mean = Fraction(sum(score * n for score, n in both.items()), odds.decks)
        assert sum(odds.taken) == mean and odds.taken[0] - odds.taken[1] == odds.mean


@pytest.mark.parametrize("by", SCORINGS)
def test_replies_and_first_choices(by):
    """The best of each; against the best first choice the reply wins least."""
    counted = exact.tally()
    wins = {}
    for other in range(8):
        reply = exact.best_reply(other, by)
        wins[other] = reply.wins
        assert reply.wins + reply.draws + reply.losses == ALL
        assert reply.wins == max(
            counted.won(by, choice, other) for choice in range(8) if choice != other
        )
    assert {wins[c] for c in exact.best_first(by)} == {min(wins.values())}
    assert [choice_text(c) for c in exact.best_first(by)] == ["RBR", "BRB"]


@pytest.mark.parametrize(
    ("length", "by"), [(2, "tricks"), (3, "tricks"), (3, "cards"), (4, "cards")]
)
def test_nothing_wins_against_the_best_mixture(length, by):
    """Choosing at the same time wins nothing on average; several choices are mixed."""
    counted = exact.tally(length, fast=True)
    solution = exact.mixed(by, counted)
    counts = counted.counts(by)
    assert sum(solution.shares) == 1 and min(solution.shares) >= 0
    for column in range(2**length):
        won = sum(
            share * (counts[column][j] - counts[j][column])
            for j, share in enumerate(solution.shares)
        )
        assert won <= 0
    if length == 3:
        assert [choice_text(choice) for choice in solution.choices] == ["RBB", "BRR"]
        assert solution.shares[3] == solution.shares[4] == Fraction(1, 2)


@settings(max_examples=50)
@given(data=st.data(), size=st.integers(1, 6))
def test_mixtures_of_any_even_game(data, size):
    """Integers that one wins from the other: the mixture loses to nothing."""
    wins = [[0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i):
            wins[i][j] = data.draw(st.integers(-5, 5))
            wins[j][i] = -wins[i][j]
    shares = best_mixed(wins).shares
    assert sum(shares) == 1 and min(shares) >= 0
    for i in range(size):
        assert sum(share * wins[i][j] for j, share in enumerate(shares)) <= 0


def test_uneven_decks_have_no_symmetry_of_colours_and_a_mixture_all_the_same():
    """More red than black: red choices come up more often."""
    counted = exact.tally(2, 20, 6)
    assert counted.won("tricks", 0, 3) > counted.won("tricks", 3, 0)
    assert sum(exact.mixed("tricks", counted).shares) == 1


def test_invalid_questions_about_odds_are_refused():
    """One line each."""
    for call, error, reason in (
        (lambda: exact.odds("RRR", "RRR"), SetupError, "both choose RRR; the choices must differ"),
        (lambda: exact.odds("RRR", "RR"), SetupError, "RRR and RR have 3 and 2 colours"),
        (lambda: exact.odds("R", "B"), SetupError, "length 1: a choice must have 2 to 6 colours"),
        (lambda: exact.odds("RXR", "BBB"), ParseError, "'RXR' is not a valid choice"),
        (
            lambda: exact.odds(9, 1),
            SetupError,
            "no choice 9; choices of 3 colours are numbered 0 to 7",
        ),
        (lambda: exact.odds("RR", "RB", "points"), SetupError, "no scoring 'points'"),
        (lambda: exact.odds("RR", "RB", red=-1), SetupError, "a deck of -1 red and 26 black"),
        (lambda: exact.odds("RR", "RB", red=999), SetupError, "at most 1000 in all"),
        (
            lambda: exact.conway("RR", "RB", weights=(1, -1)),
            SetupError,
            "weights 1 and -1: must be",
        ),
        (lambda: exact.conway("RR", "RB", weights=(1, 1, 1)), SetupError, "must be 2 numbers"),
        (lambda: exact.tally(7), SetupError, "length 7: a choice must have 2 to 6 colours"),
        (lambda: Tally.empty(3) + Tally.empty(2), SetupError, "choices of 3 and of 2 colours"),
    ):
        with pytest.raises(error, match=reason):
            call()


def test_percents_are_rounded_once_halves_up():
    """12.5 % is 13; 0.4999 % is 0; nothing of nothing is 0."""
    assert [percent(1, 8), percent(4999, 1_000_000), percent(5, 1000), percent(0, 0)] == [
        13,
        0,
        1,
        0,
    ]
    assert percent(ALL, ALL) == 100


def test_shares_are_0_and_100_percent_only_if_they_are():
    """As many decimals as it takes, rounded once, halves up."""
    assert share_text(0, 7, 1) == "0.0%" and share_text(7, 7, 1) == "100.0%"
    assert share_text(1, 8, 1) == "12.5%" and share_text(1, 3) == "33.33%"
    assert share_text(99_999, 100_000, 1) == "99.999%" and share_text(1, 100_000, 1) == "0.001%"
    assert share_text(10**14 - 1, 10**14) == "99.999999999999%"
    assert share_text(1, 200, 0) == "1%" and share_text(0, 0) == "0.00%"
