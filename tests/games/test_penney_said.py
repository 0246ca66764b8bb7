"""The audit of tables and the comparison with the exact odds, in other languages than English."""

from dataclasses import replace

import numpy as np
import pytest

from dealt.core.sheet import Sheet
from dealt.games.penney.tally import Tally
from dealt.language import say, speaking
from dealt.penney import decks, scoring
from dealt.penney.audit import audit
from dealt.penney.comparison import sheet
from dealt.penney.published.causes import FEWER, MISPRINT, MISQUOTED, MIXED, SAME_DECK, UNKNOWN
from dealt.penney.published.misreadings import chances, hypothesis_of, mistakes_in
from dealt.penney.published.tables import Number
from tests.brackets import in_brackets, outside
from tests.games.penney_wrong_tables import (
    BOTH,
    PAIRS,
    SHORT_BY_2,
    counted,
    right_table,
    table_of,
    times,
    wrong_table,
)
from tests.games.test_penney_audit import with_number


def biased(results):
    """Wins that are wrong alike for red and for black, as no misreading has them."""
    for counts in results.values():
        for a, b in ((0, 1), (1, 2), (1, 3), (2, 3)):
            for one, two in ((a, b), (7 - a, 7 - b)):
                moved = counts[one, two][2] // 3
                counts[one, two] = counts[one, two] + np.array([moved, 0, -moved])
                counts[two, one] = counts[one, two][::-1]
    return results


def misprinted(results):
    """One pair the other way round."""
    results["cards"][2, 4] = results["cards"][2, 4][::-1]
    return results


TABLES = {
    "right": lambda: right_table(2_000),
    "of nobody knows how many": lambda: replace(right_table(2_000, 2), decks=None),
    "shares of decided games": lambda: replace(
        right_table(2_000, 2), numbers=dict.fromkeys(right_table(2_000).numbers, Number(0.5))
    ),
    "alike": lambda: table_of(dict.fromkeys(BOTH, counted(200_000)["tricks"]), 200_000),
    "short": lambda: wrong_table(200_000, None, SHORT_BY_2),
    "short, of how many": lambda: replace(wrong_table(200_000, 2, SHORT_BY_2), decks=None),
    "misquoted": lambda: replace(right_table(2_000).scaled(0.5), decks=4_000),
    "counted again": lambda: table_of(times(counted(2_000), 20), 40_000),
    "one deck": lambda: table_of(times(counted(1), 1_000), 1_000),
    "sums": lambda: with_number(right_table(2_000, 2), "tricks", "loss", 0, 1, Number(0.9)),
    "over": lambda: with_number(right_table(2_000, 0), "cards", "win", 3, 0, Number(1.03)),
    "itself": lambda: with_number(right_table(2_000), "cards", "win", 3, 3, Number(0.5)),
    "nothing known": lambda: table_of(biased(counted(20_000)), 20_000),
    "misprint": lambda: table_of(misprinted(counted(20_000)), 20_000),
    "missing": lambda: with_number(right_table(2_000, 2), "cards", "draw", 3, 0, None),
}


# what is found first, where this is what a table is for
LIKELIEST = {
    "short": "short by 2",
    "misquoted": MISQUOTED,
    "counted again": FEWER,
    "one deck": SAME_DECK,
    "nothing known": UNKNOWN,
    "misprint": MISPRINT,
}


def words_of(one: Sheet):
    """Everything that stands in a sheet, a line each."""
    cells = [str(cell) for row in one.rows for cell in row]
    return "\n".join([one.title, *one.columns, *cells, *one.notes])


@pytest.mark.parametrize("name", TABLES)
def test_no_word_of_an_audit_stands_outside_of_the_catalogue(name):
    """Verdict, causes, remarks and the tables below, in a language of brackets."""
    table = TABLES[name]()
    with in_brackets():
        report = audit(table)
        for one in report.sheets():
            assert not outside(words_of(one)), one.title
        assert not outside("\n".join(cause.text for cause in report.causes))
    if name in LIKELIEST:
        assert report.causes[0].parts == (LIKELIEST[name],)


def test_all_that_can_be_wrong_has_a_name_in_each_language():
    """Each cause is translated."""
    mistakes = mistakes_in(right_table(2_000, 0))
    names = {FEWER, MISPRINT, MISQUOTED, MIXED, SAME_DECK, UNKNOWN}
    exchanged = next(mistake for mistake in mistakes if "is_exchanged" in mistake.more)
    with speaking("pt-BR"):
        for message in names | {text for each in mistakes for text in (each.name, each.text)}:
            assert say(message) != message
        both = hypothesis_of(SHORT_BY_2, exchanged, only="cards")
        assert both.text == (
            "só por cartas: as vazas são contadas com duas cartas a menos; "
            "vazas e cartas estão trocadas"
        )
    assert both.text.startswith("by cards alone: tricks are counted with two cards too few; ")


def test_a_verdict_is_shown_in_portuguese_and_stored_in_english():
    """Sheets are for people; `verdict`, which programs compare, is the same everywhere."""
    with speaking("pt-BR"):
        report = audit(right_table(2_000))
        summary = report.sheets()[0]
    assert report.verdict == "consistent"
    assert summary.title == "Veredito: consistente" and summary.rows[0][0] == "vazas"
    assert report.statement.startswith("consistente com 2.000 baralhos: ")


def test_numbers_without_errors_are_like_no_number_of_decks():
    """Said in the column of those that have some."""
    exact = {by: {pair: np.array(chances(by, 3, 26, 26)[pair]) for pair in PAIRS} for by in BOTH}
    report = audit(replace(table_of(exact, 1, losses=True), decks=2_000))
    with speaking("pt-BR"):
        assert report.sheets()[0].rows[0][-1] == "não dá para dizer"


def test_the_comparison_with_the_exact_odds_is_translated():
    """Also of nothing."""
    with in_brackets():
        for tally in (scoring.score(decks.deal(1, 0, 500)), Tally.empty()):
            assert not outside(words_of(sheet(tally)))
    with speaking("pt-BR"):
        assert sheet(scoring.score(decks.deal(1, 0, 1_000))).title.endswith("1.000 baralhos")
