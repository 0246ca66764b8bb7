"""Auditing published tables of Penney's game: right ones pass, wrong ones are found out."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from math import comb, erfc, exp, isclose, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealt.errors import DealtError, SetupError
from dealt.games.penney import exact
from dealt.games.penney.tally import SCORINGS, Tally
from dealt.penney import decks, scoring
from dealt.penney.audit import CANNOT_TELL, CONSISTENT, INCONSISTENT, audit
from dealt.penney.published import fit
from dealt.penney.published.misreadings import READINGS, chances
from dealt.penney.published.tables import COUNTS, PERCENTS, RESULTS, Number, Table
from tests.games.penney_wrong_tables import (
    BOTH,
    SHORT_BY_2,
    counted,
    first_cause,
    results_of,
    right_table,
    table_of,
    times,
    transposed,
    wrong_table,
)
from tests.oracles import penney as oracle

# misreadings that coarse numbers do not show
SMALL = {"short by 1", "long by 1", "long by 2", "first window missed", "last card missed"}

# --- the distance of a number ---------------------------------------------------------------------


@given(
    decks=st.integers(1, 60), count=st.integers(0, 60), chance=st.fractions("1/1000", "999/1000")
)
def test_rare_numbers_are_judged_by_exact_chances(decks, count, chance):
    """The z of a count is the normal quantile of the chance of one as far off."""
    count = min(count, decks)
    p = Fraction(chance)
    ways = [comb(decks, k) * p**k * (1 - p) ** (decks - k) for k in range(decks + 1)]
    above = sum(ways[count:])
    below = sum(ways[: count + 1])
    z = fit.distance(count / decks, 0.0, fit.expected(float(p)), decks)
    if count == decks * p:
        assert z == 0
    else:
        one_sided = float(above if count > decks * p else below)
        if 1e-300 < one_sided < 0.5 and abs(z) < fit.SURELY:
            assert erfc(abs(z) / sqrt(2)) / 2 == pytest.approx(one_sided, rel=1e-6)
        elif one_sided >= 0.5:
            assert z == 0
        assert z == 0 or (z > 0) == (count > decks * p)


def test_frequent_numbers_are_judged_by_their_standard_error():
    """The difference over sqrt(p (1 - p) / n), less what rounding may have done."""
    expected = fit.expected(0.4)
    error = sqrt(0.4 * 0.6 / 1_000_000)
    assert fit.distance(0.41, 0, expected, 1_000_000) == pytest.approx(0.01 / error)
    assert fit.distance(0.39, 0.005, expected, 1_000_000) == pytest.approx(-0.005 / error)
    assert fit.distance(0.404, 0.005, expected, 1_000_000) == 0


@pytest.mark.parametrize("decks", [1000, 10**6, 10**9, 10**13])
def test_rare_numbers_of_any_number_of_decks(decks):
    """Twelve decks where two are expected: as likely as by Poisson's law."""
    term = exp(-2.0)
    likely = 1 - sum(term * 2.0**k / np.prod(range(1, k + 1)) for k in range(12))
    z = fit.distance(12 / decks, 0, fit.expected(2 / decks), decks)
    assert erfc(z / sqrt(2)) / 2 == pytest.approx(likely, rel=0.1)
    high = fit.distance(1 - 12 / decks, 0, fit.expected(1 - 2 / decks), decks)
    assert high == pytest.approx(-z, rel=1e-3)


def test_impossible_results_are_infinitely_far():
    """A chance of 0 or 1 admits nothing else."""
    for chance in (0.0, 1.0):
        assert abs(fit.distance(0.5, 0, fit.expected(chance), 10)) > 1000
        assert fit.distance(chance, 0, fit.expected(chance), 10) == 0


def test_the_chi_square_of_a_pair():
    """Of three results there are two degrees of freedom; those with few decks are joined."""
    table = right_table(100_000)
    pairs = {(p.by, p.choice, p.other): p for p in audit(table).fit.pairs}
    common = pairs["tricks", 0, 1]
    triple = chances("tricks", 3, 26, 26)[0, 1]
    shares = [table.places["tricks", 0, 1, result].chance for result in ("win", "draw", "loss")]
    chi_square = sum((f - p) ** 2 / p for f, p in zip(shares, triple, strict=True)) * 100_000
    assert common.degrees == 2 and common.chi_square == pytest.approx(chi_square)
    assert common.p_value == pytest.approx(exp(-chi_square / 2))
    assert ("cards", 0, 4) not in pairs  # 99.9983 % lost: there is nothing to compare
    rare = pairs["cards", 1, 4]  # 190 wins, 50 draws
    assert rare.degrees == 2 and rare.fewest == pytest.approx(48.3, abs=0.1)
    few = audit(right_table(5000)).fit.pairs
    single = next(p for p in few if (p.by, p.choice, p.other) == ("cards", 1, 4))
    assert single.degrees == 1 and single.p_value == pytest.approx(
        erfc(sqrt(single.chi_square / 2))
    )


# --- right tables ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def document():
    """What the document's program counts over its first hundred files."""
    total = Tally.empty()
    for seed in range(1, 101):
        total += scoring.score(decks.original(seed, 10_000))
    return total


@pytest.mark.no_cover
def test_the_table_of_the_document_is_right(document):
    """A million decks: the first row is the published one, and no number is far off."""
    assert document.outcome("tricks", 0, 1) == (403729, 154065, 442206)
    assert document.outcome("cards", 0, 1) == (471668, 19913, 508419)
    report = audit(Table.of(document))
    assert report.verdict == CONSISTENT and report.is_consistent
    assert report.fit.largest < 3.5
    assert report.statement.startswith("consistent with 1,000,000 decks")
    assert not report.remarks and not report.causes
    assert report.like.low < 1_000_000 < report.like.high


@pytest.mark.no_cover
@pytest.mark.parametrize("digits", [None, 2, 0], ids=["counts", "0.01 %", "1 %"])
def test_right_tables_are_not_accused(digits):
    """Two hundred tables, of 1,000 to 5,000,000 decks."""
    rng = np.random.default_rng(7)
    first = 0
    for place in range(200):
        n = 5_000_000 if place == 0 else int(10 ** rng.uniform(3, 6))
        report = audit(right_table(n, digits, seed=3, first=first))
        assert report.verdict == CONSISTENT, (n, report.statement)
        first += n


@pytest.mark.no_cover
def test_few_decks_raise_no_false_alarm():
    """Of 1 to 300 decks nothing is known to be wrong."""
    for n in range(1, 300, 4):
        for digits in (None, 1):
            report = audit(right_table(n, digits, seed=4, first=n * 1000))
            assert report.verdict == CONSISTENT, (n, digits, report.statement)


@pytest.mark.parametrize("length", [2, 4])
def test_right_tables_of_other_lengths(length):
    """Choices of two and of four colours."""
    tally = scoring.score(decks.deal(5, 0, 20_000), length=length, fast=False)
    assert audit(Table.of(tally)).verdict == CONSISTENT


def test_right_tables_of_other_decks():
    """All decks of 6 red and 4 black cards: every number is exact."""
    every = list(oracle.every_deck(6, 4))
    counts = {by: [[0] * 8 for _ in range(8)] for by in SCORINGS}
    for (one, two), got in oracle.tally(every).items():
        for by in SCORINGS:
            counts[by][int(oracle.digits(one), 2)][int(oracle.digits(two), 2)] = got[by]["wins"]
    tally = Tally(len(every), *(tuple(map(tuple, counts[by])) for by in SCORINGS))
    report = audit(Table.of(tally), red=6, black=4)
    assert report.verdict == CONSISTENT and report.fit.largest == 0
    large = replace(Table.of(tally), decks=10**6)
    assert audit(large).verdict == INCONSISTENT  # as if of 26 red and 26 black cards


def test_a_table_may_leave_open_whose_wins_it_has():
    """It is read as it fits; and if no reading does, the best one is searched for causes."""
    table = right_table(10_000, 2)
    for turned in (table, transposed(table)):
        report = audit(replace(turned, others=(transposed(turned),)))
        assert report.verdict == CONSISTENT and report.table.numbers == table.numbers
    assert audit(transposed(table)).causes[0].parts == ("players swapped",)
    wrong = transposed(wrong_table(100_000, 2, SHORT_BY_2))
    assert first_cause(audit(replace(wrong, others=(transposed(wrong),)))) == {"short by 2"}


def test_shares_of_decided_games_are_right():
    """A table says that it has them, or they sum to 1; draws may stand beside them."""
    results = counted(100_000)
    shares = {
        (by, *pair, result): Number(round(c[at] / (c[0] + c[2]), 4), 0.00005)
        for by, pairs in results.items()
        for pair, c in pairs.items()
        for at, result in ((0, "win"), (2, "loss"))
    }
    for numbers in (shares, {place: n for place, n in shares.items() if place[3] == "win"}):
        table = Table(100_000, numbers, kind=PERCENTS)
        report = audit(table)
        assert report.verdict == CONSISTENT and "shares of decided games" in report.notes[0]
        assert audit(replace(table, is_decided=True)).verdict == CONSISTENT
    numbers = {place: n._replace(chance=n.chance * 0.9) for place, n in shares.items()}
    assert audit(Table(100_000, numbers, kind=PERCENTS)).verdict == INCONSISTENT


def test_exact_odds_are_too_good_for_a_simulation():
    """Numbers with no errors at all are worth a note, and no reproach."""
    whole = Table.of(exact.tally(fast=True))
    report = audit(replace(whole, decks=1_000_000, kind=PERCENTS))
    assert report.verdict == CONSISTENT and "are smaller than" in report.notes[-1]
    assert report.like.decks > 10**12


# --- how many decks is not said -------------------------------------------------------------------


@pytest.mark.parametrize("digits", [2, 1, 0])
def test_a_right_table_of_unknown_size(digits):
    """It is consistent up to some number of decks, more than it had."""
    report = audit(replace(right_table(100_000, digits, seed=16), decks=None))
    assert report.verdict == CONSISTENT
    assert report.most > 100_000 and f"{report.most:,} decks" in report.statement
    assert report.fit.decks == report.most and report.fit.largest > 4


def test_a_table_that_is_right_to_its_last_digit():
    """Whole percents of very many decks fit any number of decks."""
    whole = exact.tally(fast=True)
    table = table_of(results_of(whole), whole.decks, 1)
    report = audit(replace(table, decks=None))
    assert report.verdict == CONSISTENT and report.most is None
    assert "any number of decks" in report.statement


LARGE = [misreading for misreading in READINGS if misreading.name not in SMALL][::3]


@pytest.mark.no_cover
@pytest.mark.parametrize(("misreading", "digits"), [*((m, 2) for m in LARGE), (LARGE[0], 0)])
def test_a_wrong_table_of_unknown_size(misreading, digits):
    """The cause fits far more decks than the rules do, if whole percents show it at all."""
    table = wrong_table(200_000, digits, misreading, seed=4)
    report = audit(replace(table, decks=None))
    assert report.verdict == INCONSISTENT and first_cause(report) == {misreading.name}
    assert report.causes[0].decks > 200_000 > report.most


def test_an_undecidable_table_gets_no_verdict():
    """A few decks, and nobody says how few."""
    table = replace(right_table(120, 1, seed=17), decks=None)
    report = audit(table)
    assert report.verdict == CANNOT_TELL and not report.is_consistent
    assert report.statement.startswith("the number of decks cannot be determined")
    coarse = table_of(results_of(exact.tally(fast=True)), exact.tally(fast=True).decks, 1)
    numbers = {
        place: Number(round(number.chance, 1), 0.05)
        for place, number in coarse.alone("cards").numbers.items()
    }
    rounded = Table(None, numbers, kind=PERCENTS)
    assert audit(rounded).verdict in {CANNOT_TELL, CONSISTENT}


def test_nonsense_of_unknown_size():
    """No number of decks makes this right."""
    wins = {("tricks", *pair, "win"): Number(0.9) for pair in permutations(range(8), 2)}
    report = audit(Table(None, wins, kind=PERCENTS))
    assert report.verdict == INCONSISTENT and report.most < 100


# --- the form of a table --------------------------------------------------------------------------


def with_number(table, by, result, choice, other, number):
    """The table with one number changed."""
    numbers = {**table.numbers, (by, choice, other, result): number}
    return replace(table, numbers={place: n for place, n in numbers.items() if n is not None})


def test_sums_are_checked():
    """Win, draw and loss are all decks; a row that counts others is wrong."""
    table = right_table(1000)
    wrong = with_number(table, "tricks", "loss", 0, 1, Number(0.452))
    report = audit(wrong)
    assert report.verdict == INCONSISTENT
    assert "by tricks of RRR v RRB sum to 1,0" in report.statement and report.remarks[0].is_grave


def test_more_than_everything_is_wrong():
    """103 %."""
    table = with_number(right_table(1000, 0), "cards", "win", 4, 0, Number(1.03, 0.005))
    report = audit(table)
    assert report.verdict == INCONSISTENT
    assert any("by cards the win of BRR v RRR is 103" in remark.text for remark in report.remarks)


def test_odd_forms_are_not_counted_as_errors():
    """A number on the diagonal, a pair that is missing, orders on different decks."""
    results = counted(20_000, seed=18)
    others = counted(20_000, seed=19)
    for by, (a, b) in product(BOTH, permutations(range(8), 2)):
        if a > b:
            results[by][a, b] = others[by][a, b]
    table = table_of(results, 20_000)
    for place in ((2, 5), (5, 2)):
        for result in ("win", "draw", "loss"):
            table = with_number(table, "cards", result, *place, None)
    table = with_number(table, "tricks", "win", 3, 3, Number(0.01))
    report = audit(table)
    assert report.verdict == CONSISTENT and not any(remark.is_grave for remark in report.remarks)
    texts = " ".join(remark.text for remark in report.remarks)
    assert "players swapped" in texts and "wins against itself" in texts
    assert "by cards 1 of 28 pairs are missing, such as RBR v BRB" in texts


def test_invalid_tables_are_refused():
    """One line says why."""
    for table in (
        Table(10, {}),
        Table(10, {("tricks", 1, 1, "win"): Number(0.5)}),
        replace(right_table(10), decks=0),
    ):
        with pytest.raises(SetupError):
            audit(table)
    with pytest.raises(SetupError, match="nothing has been counted"):
        audit(Table.of(Tally.empty()))
    with pytest.raises(SetupError, match="a deck of"):
        audit(right_table(10), red=-1)


# --- the report -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "table",
    [
        right_table(5000),
        wrong_table(100_000, 2, SHORT_BY_2),
        replace(right_table(5000, 1), decks=None),
        replace(right_table(500, 0), decks=None).alone("cards"),
        table_of(times(counted(1), 50), 50),
    ],
    ids=["right", "wrong", "unknown", "coarse", "one deck"],
)
def test_reports_can_be_shown_and_stored(table):
    """Sheets have as many cells as headings, and JSON takes the data."""
    report = audit(table)
    for sheet in report.sheets():
        assert all(len(row) == len(sheet.columns) for row in sheet.rows)
        sheet.to_data()
    data = json.loads(json.dumps(report.to_data(), allow_nan=False))
    assert data["verdict"] == report.verdict and data["decks"] == table.decks
    assert len(data["numbers"]) == len(table.entries)
    assert "\n" not in report.statement


def test_the_report_names_the_worst_numbers():
    """A table of wrong cards: the sheet begins with the number that is farthest off."""
    report = audit(wrong_table(1_000_000, None, SHORT_BY_2))
    summary, causes, numbers, pairs = report.sheets()
    assert summary.title == "Verdict: not consistent" and causes.rows[0][:2] == (
        "short by 2",
        "yes",
    )
    assert numbers.rows[0][0] == "cards" and float(numbers.rows[0][-1]) > 90
    assert pairs.rows[0][0] == "cards" and "does not follow a chi-square" in pairs.notes[-1]
    worst = report.fit.worst(1)[0]
    assert abs(worst.z) == report.fit.largest
    assert isclose(worst.difference, worst.entry.chance - worst.exact)


numbers_of_any_kind = st.one_of(
    st.builds(Number, st.floats(0, 1.2), st.sampled_from([0.0, 0.005, 0.05])),
    st.sampled_from([Number(0.0), Number(1.0), Number(0.5, 0.5)]),
)
places = st.tuples(
    st.sampled_from(SCORINGS), st.integers(0, 3), st.integers(0, 3), st.sampled_from(RESULTS)
)


@pytest.mark.no_cover
@settings(max_examples=40)
@given(
    table=st.builds(
        Table,
        decks=st.none() | st.integers(1, 10**12),
        numbers=st.dictionaries(places, numbers_of_any_kind, max_size=96),
        length=st.just(2),
        kind=st.sampled_from([COUNTS, PERCENTS]),
        is_decided=st.booleans(),
    ),
    black=st.sampled_from([26, 3, 0]),
)
def test_any_table_gets_a_verdict_or_one_line(table, black):
    """With any numbers."""
    try:
        report = audit(table, black=black)
    except DealtError as error:
        line = str(error)
    else:
        line = report.statement
        assert report.verdict in {CONSISTENT, INCONSISTENT, CANNOT_TELL}
        json.dumps(report.to_data(), allow_nan=False)
        report.sheets()
    assert "\n" not in line
