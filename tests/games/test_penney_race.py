"""Races of sequences, against known results, tosses one by one, and every deck of small packs."""

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from dealt.errors import ParseError, SetupError
from dealt.games.penney import exact, odds
from dealt.games.penney.cycles import cycles, tally_cycles
from dealt.games.penney.pack_race import pack_race, pack_replies
from dealt.games.penney.race import best_replies_sheet, race, read_weights, replies, words_of
from dealt.games.penney.tally import Tally
from dealt.penney.figures import circle
from tests.oracles.penney import every_deck

PACK = {"R": 26, "B": 26}
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
    assert "71/96" in str(best_replies_sheet(None, 3))
    assert replies(["HHT", "THH"])[0] == ("TTH", Fraction(1, 2))


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
    """Every deck, card by card: who takes the first trick, when, the most tricks and cards."""
    first, most, cards, places = Counter(), Counter(), Counter(), Counter()
    for deck in every_deck(red, black):
        tricks, taken, window, winners, at = [0] * len(words), [0] * len(words), "", (), 0
        for place, card in enumerate(deck, 1):
            window += card
            for player, word in enumerate(words):
                if window.endswith(word):
                    tricks[player] += 1
                    taken[player] += len(window)
                    window, winners, at = "", winners or (player,), at or place
        first[winners] += 1
        places[at] += 1
        for counts, each in ((most, tricks), (cards, taken)):
            counts[tuple(n for n, number in enumerate(each) if number == max(each))] += 1
    return first, most, cards, places


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
    first, most, cards, places = _by_hand(words, 5, 4)
    assert {k: v for k, v in result.first.items() if v} == first
    assert result.most == most
    assert result.cards == cards
    assert {place: decks for place, decks in result.places.items() if decks} == places
    assert sum(row[1] for row in result.wait_sheet(9).rows) == result.decks - places[0]


@pytest.mark.parametrize("by", ["tricks", "cards"])
def test_the_best_replies_to_two_of_a_small_pack(by):
    """Each reply with every deck by hand; the best one first."""
    shares = dict(pack_replies(["RRB", "BRR"], {"R": 4, "B": 4}, by))
    assert len(shares) == 6 and [*shares.values()] == sorted(shares.values(), reverse=True)
    for reply, share in shares.items():
        counts = _by_hand([reply, "RRB", "BRR"], 4, 4)[1 + (by == "cards")]
        assert share == Fraction(counts[0,], comb(8, 4))


def test_the_wait_as_every_toss_of_a_coin_has_it():
    """All sequences of seven tosses; the moments of a long distribution."""
    result, counts = race(["HTH", "TTH"]), Counter()
    for tosses in product("HT", repeat=7):
        ends = [n for n in range(3, 8) if "".join(tosses[n - 3 : n]) in result.sequences]
        counts[min(ends, default=0)] += 1
    assert [Fraction(counts[n] if n else 0, 2**7) for n in range(8)] == [*result.lengths(7)]
    chances = race(["HH"]).lengths(600)
    moments = [sum(n**power * chance for n, chance in enumerate(chances)) for power in (0, 1, 2)]
    assert [*map(float, moments)] == pytest.approx([1, 6, 36 + 22])
    assert race(["HHT", "HH"]).variances == (24, 22)  # source: Feller, volume 1, XIII.7
    assert "by then" in result.wait_sheet(5).columns and len(result.wait_sheet(5).rows) == 3


def test_choices_that_beat_one_another_in_a_circle():
    """The circle of three tosses, the same by cards and by tricks, and none of two tosses."""
    found = cycles(words_of("HT", 3))
    assert found.cycles == (("HHT", "HTT", "TTH", "THH"),) and len(found.wins) == 18
    assert found.links(found.cycles[0]) == tuple(map(Fraction, ("2/3", "3/4", "2/3", "3/4")))
    for by in ("tricks", "cards"):
        of_pack = tally_cycles(exact.tally(), by)
        assert of_pack.cycles == (("RRB", "RBB", "BBR", "BRR"),)
        odds = exact.odds("RRB", "RBB", by)
        assert of_pack.wins["RRB", "RBB"] == Fraction(odds.wins, odds.decks)
    assert str(cycles(words_of("HT", 2))) == "no choices beat one another in a circle"
    assert circle({"": found})._repr_svg_().count("<polygon") == 18


def test_two_players_and_a_whole_pack_are_those_of_the_exact_odds():
    result = pack_race(["BBB", "RBB"], {"R": 26, "B": 26})
    for by, counts in (("tricks", result.most), ("cards", result.cards)):
        pair = exact.odds("BBB", "RBB", by)
        assert (counts[0,], counts[1,]) == (pair.wins, pair.losses)
    assert result.first[0,] == exact.first_trick("BBB", "RBB").mine


def test_four_and_six_players_of_a_whole_pack_take_all_decks():
    """Four are counted with dense leads or sparse ones, six with sparse ones."""
    assert odds(["RRB", "BRR", "RBB", "RRR", "BBB"], pack={"R": 26, "B": 26}).cards is None
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
        (lambda: best_replies_sheet(DIE, 3), SetupError, "216 sequences of 3 letters"),
        (lambda: cycles(["HT", "TH"]), SetupError, "3 to 64 sequences, not 2"),
        (lambda: tally_cycles(Tally.empty(), "cards"), SetupError, "nothing has been counted"),
        (lambda: pack_replies(["RRB", "RBR", "BRR", "RBB"], PACK, "cards"), SetupError, "too long"),
        (lambda: odds(["RB", "BRB"], pack={"R": 5, "B": 4}), SetupError, "RB is the end of BRB"),
        (lambda: pack_race(["RB", "BR"], {"R": 400, "B": 400}), SetupError, "too large"),
    ],
)
def test_what_cannot_race_gets_one_line(wrong, error, line):
    with pytest.raises(error, match=line) as raised:
        wrong()
    assert "\n" not in str(raised.value)
