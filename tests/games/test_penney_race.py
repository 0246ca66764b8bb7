"""Races of sequences, against known results, tosses one by one, and every deck of small packs."""

import random
from collections import Counter
from fractions import Fraction
from math import comb

import pytest

from dealt.errors import ParseError, SetupError
from dealt.games.penney import exact, odds
from dealt.games.penney.race import pack_race, race, read_weights, replies
from tests.oracles.penney import every_deck

DIE = dict.fromkeys("123456", 1)


@pytest.mark.parametrize(
    ("sequences", "chances"),
    [
        ("HTT TTT", "7/8 1/8"),
        ("HHT TTT", "7/10 3/10"),
        ("THH HHT", "3/4 1/4"),
        ("HTH THH", "1/2 1/2"),
        ("THTH HTHH", "9/14 5/14"),
        ("HTH TTH", "3/8 5/8"),
        ("THH HTH HHT", "5/12 1/3 1/4"),
        ("HHHH TTT", "7/22 15/22"),
        ("HHT HTT", "2/3 1/3"),
        ("RRB RR", "0 1"),
    ],
)
def test_known_races_of_a_coin(sequences, chances):
    assert race(sequences.split()).chances == tuple(map(Fraction, chances.split()))


@pytest.mark.parametrize(
    ("sequence", "wait"),
    [("HH", 6), ("HT", 4), ("HTH", 10), ("HHT", 8), ("HHH", 14), ("THTH", 20), ("HTHH", 18)],
)
def test_known_waits(sequence, wait):
    assert race([sequence]).wait == wait
    assert race(["HHT", "HTT"]).wait == Fraction(16, 3)


def test_a_die_and_weights():
    assert race(["12", "65"], DIE).wait == 18
    assert race(["1"], DIE).variance == 30  # (1 - p) / p ** 2
    assert race(["H"], read_weights("H=2,T=1")).wait == Fraction(3, 2)
    assert read_weights("h=1/2, t=3") == {"H": Fraction(1, 2), "T": 3}


def test_the_end_of_another_comes_at_the_same_time():
    result = race(["RRB", "RB"])
    assert result.chances[0] == 0 and result.ties == {(0, 1): Fraction(1, 2)}
    assert sum(result.chances) + sum(result.ties.values()) == 1


def test_a_random_first_choice_loses_to_the_best_reply():
    words = ["".join("HT"[n >> k & 1] for k in range(3)) for n in range(8)]
    assert sum(replies(word)[0][1] for word in words) / 8 == Fraction(71, 96)


@pytest.mark.parametrize("sequences", ["HHT THH", "HTH TTH HHH", "THTH HH", "123 321 66"])
def test_letters_drawn_one_by_one_agree(sequences):
    words = sequences.split()
    weights = DIE if words[0].isdigit() else {"H": 2, "T": 1}
    result, rng, tries = race(words, weights), random.Random(1), 4000
    counts, lengths = Counter(), []
    for _ in range(tries):
        text = ""
        while not any(text.endswith(word) for word in words):
            text += rng.choices([*weights], [*weights.values()])[0]
        counts[next(n for n, word in enumerate(words) if text.endswith(word))] += 1
        lengths.append(len(text))
    for number, chance in enumerate(result.chances):
        error = (float(chance * (1 - chance)) / tries) ** 0.5
        assert abs(counts[number] / tries - chance) < 5 * error + 1e-9
    assert abs(sum(lengths) / tries - result.wait) < 5 * result.spread / tries**0.5


def _by_hand(words, red, black):
    """Every deck, card by card: who takes the first trick, the most tricks and the most cards."""
    first, most, cards = Counter(), Counter(), Counter()
    for deck in every_deck(red, black):
        tricks, taken, window, winners = [0] * len(words), [0] * len(words), "", ()
        for card in deck:
            window += card
            for player, word in enumerate(words):
                if window.endswith(word):
                    tricks[player] += 1
                    taken[player] += len(window)
                    window, winners = "", winners or (player,)
        first[winners] += 1
        for counts, each in ((most, tricks), (cards, taken)):
            counts[tuple(n for n, number in enumerate(each) if number == max(each))] += 1
    return first, most, cards


@pytest.mark.parametrize(
    "sequences",
    [
        "RRB BRR",
        "RRB BRR RBB",
        "RRB BB",
        "RR BB RBRB",
        "RRB RR",
        "RRB RBR BRR BB",
        "RR RBR BRB BB RBBR",
    ],
)
def test_every_deck_of_a_small_pack_counts_the_same(sequences):
    words = sequences.split()
    result = odds(words, pack={"R": 5, "B": 4})
    first, most, cards = _by_hand(words, 5, 4)
    assert {k: v for k, v in result.first.items() if v} == first
    assert result.most == most
    assert result.cards == cards if result.cards else len(words) > 3


def test_two_players_and_a_whole_pack_are_those_of_the_exact_odds():
    result = pack_race(["BBB", "RBB"], {"R": 26, "B": 26})
    for by, counts in (("tricks", result.most), ("cards", result.cards)):
        pair = exact.odds("BBB", "RBB", by)
        assert (counts[0,], counts[1,]) == (pair.wins, pair.losses)
    assert result.first[0,] == exact.first_trick("BBB", "RBB").mine


def test_four_and_six_players_of_a_whole_pack_take_all_decks():
    """Four are counted with dense leads or sparse ones, six with sparse ones."""
    for words in ("RRB BRR RBB RRR", "RRB BRR RBB RRR BBB BBR"):
        result = odds(words.split(), pack={"R": 13, "B": 13})
        assert sum(result.most.values()) == sum(result.first.values()) == comb(26, 13)


@pytest.mark.parametrize(
    ("wrong", "error", "line"),
    [
        (lambda: race([]), SetupError, "1 to 8 sequences, not 0"),
        (lambda: odds(["RB"], pack={"R": 5, "B": 4}), SetupError, "2 to 8 sequences, not 1"),
        (lambda: race(["HHT", "hht"]), SetupError, "HHT is there twice"),
        (lambda: race(["HHX"]), ParseError, "'HHX' is not a sequence of HT or RB"),
        (lambda: race(["7"], DIE), ParseError, "'7' is not a sequence of 123456"),
        (lambda: race(["H"], {"H": 1, "T": 0}), SetupError, "a number above 0"),
        (lambda: read_weights("H:2"), ParseError, "such as H=2,T=1"),
        (lambda: replies("123456", DIE), SetupError, "at most 4096"),
        (lambda: odds(["RB", "BRB"], pack={"R": 5, "B": 4}), SetupError, "RB is the end of BRB"),
        (lambda: pack_race(["RB", "BR"], {"R": 400, "B": 400}), SetupError, "too large"),
    ],
)
def test_what_cannot_race_gets_one_line(wrong, error, line):
    with pytest.raises(error, match=line) as raised:
        wrong()
    assert "\n" not in str(raised.value)
