"""What `print` shows of a result: a line or a small table, not all that is in it."""

from fractions import Fraction

import pytest

import dealt
from dealt.core.sheet import Sheet
from dealt.games import game, games, penney, tranca
from dealt.games.penney import exact as penney_exact
from dealt.games.three_card_poker import exact as poker
from dealt.language import speaking
from dealt.penney import simulation as penney_decks
from dealt.penney.deck_files import Store
from dealt.penney.score_files import Scorer
from dealt.simulate import arena, matches, shards
from dealt.simulate.lineup import Lineup

WIDEST = 130
MOST_LINES = 16
MATCH = dealt.match("president", ["AI", "random", "random", "random"], seed=1, rounds=2).run()


def simulated():
    """A report and a contest of a few matches, played plainly."""
    table = Lineup.of(game("three-card-poker"), ["AI"], rounds=2)
    return matches.simulate(table, 4, seed=1)


def contest():
    held = arena.Contest.of(game("president"), ["AI", "random"], seats=2)
    return arena.play(held, 2, seed=1)


RESULTS = {
    "penney odds": lambda: penney_exact.odds("BBR", "RBR", "cards"),
    "penney odds of six": lambda: penney_exact.odds("BBRBBR", "RBRRBR"),
    "penney first trick": lambda: penney_exact.first_trick("BBR", "RBR"),
    "penney tally": penney_exact.tally,
    "penney simulation": lambda: penney_decks.simulate(200, seed=1),
    "penney reply": lambda: penney_exact.best_reply("RBR"),
    "penney mixture": penney_exact.mixed,
    "penney game": lambda: penney.play("RBRRBB" * 9, "RRR", "RRB"),
    "penney result": lambda: next(penney.results(["RBRRBB"])),
    "poker odds": poker.odds,
    "poker strategy": lambda: poker.odds().best,
    "poker outcomes": lambda: poker.odds().best.outcomes,
    "poker hand": lambda: poker.hand_odds((12, 6, 4)),
    "poker sheet": lambda: poker.report("Q64")[0],
    "tranca score": lambda: tranca.score([["4H", "5H", "6H"]]),
    "report": simulated,
    "shards": lambda: shards.Result(1000, tuple(range(1000)), False),
    "contest": contest,
    "meeting": lambda: contest().meetings[0],
    "rating": lambda: contest().ratings[0],
    "match": lambda: MATCH,
    "record": lambda: MATCH.record,
}


@pytest.mark.parametrize("name", [*RESULTS, *(each.name for each in games())])
def test_a_result_prints_as_a_line_or_a_small_table(name):
    """Nothing is dumped field by field but what is short all the same."""
    result = RESULTS[name]() if name in RESULTS else game(name)
    lines = str(result).splitlines()
    assert 1 <= len(lines) <= MOST_LINES
    assert max(map(len, lines)) <= WIDEST
    assert "<" not in lines[0]


def test_odds_and_results_say_what_matters():
    odds = penney_exact.odds("BBR", "RBR", "cards")
    assert str(odds) == "BBR against RBR by cards: wins 91.77%, draws 1.39%, loses 6.84%"
    assert str(penney_exact.mixed()) == "3: 1/2, 4: 1/2"
    assert str(poker.odds().best) == "best: 342 hands played, -0.978 points per round"
    assert str(poker.hand_odds((12, 6, 4))) == (
        "Q 6 4: play; playing is worth -9.240 points on average, folding -10"
    )
    assert str(poker.odds()).splitlines()[2].split() == ["best", "-0.97817", "-2489268/2544815"]
    ends = poker.odds().best.outcomes
    assert str(ends).startswith("fold 32.72%, dealer folds 22.40%, win 22.57%, lose 22.30%: -0.978")
    assert str(shards.Result(3, (), True)) == "3 done"
    assert str(MATCH).startswith("President: AI ")
    assert str(MATCH.record) == "president, seed 1: AI, random, random 2, random 3; rounds: 2"
    with speaking("pt-BR"):
        assert str(odds) == ("BBR contra RBR por cartas: vence 91,77%, empata 1,39%, perde 6,84%")


def test_a_score_and_a_report_print_as_their_tables():
    scored = tranca.score([["4H", "5H", "6H"]])
    assert str(scored).splitlines()[0] == "Score of the round"
    assert f"total {scored.total}".split() in [line.split() for line in str(scored).splitlines()]
    report = simulated()
    assert str(report) == str(report.sheet()) and "4 matches, seed 1" in str(report)
    result = contest()
    assert str(result.meetings[0]) in (
        f"AI against random: wins {result.meetings[0].wins:.1%} +- "
        f"{result.meetings[0].half:.1%} (95 % interval), 2 deals"
    )


def test_a_sheet_prints_in_columns():
    sheet = Sheet("Title", ("name", "n"), (("a", 5), ("bcdef", Fraction(1, 3))), ("A note.",))
    assert str(sheet) == "Title\nname         n\na            5\nbcdef  0.33333\nA note."


def test_a_report_of_scoring_prints_in_a_line(tmp_path):
    Store(tmp_path / "decks").deal(50, 1)
    report = Scorer(tmp_path / "scores.csv").score(tmp_path / "decks")
    assert str(report) == "50 decks counted (files: 1 new, 0 known); 50 decks in all"
