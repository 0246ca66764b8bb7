"""The page of Penney's game: complete in itself, and every number of it."""

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

from dealt.games.penney.tally import SCORINGS, Tally
from dealt.penney.figures import SIDES
from dealt.penney.heat_page import page
from tests.figures.tallies import heat, simulated

SVG = "{http://www.w3.org/2000/svg}"


def test_the_page_has_every_number_of_both_scorings_and_sides():
    """As pictures on light and dark paper, with the counts in full where one points."""
    tally, exact = simulated(), replace(simulated(decks=90, seed=2), is_exact=True)
    text = page(tally, exact)
    assert text.startswith('<!DOCTYPE html>\n<html lang="en">')
    pictures = [ET.fromstring(each) for each in re.findall("<svg.*?</svg>", text)]
    maps = [(side, by) for side in SIDES for by in SCORINGS for _ in ("light", "dark")]
    for place, (side, by) in enumerate(maps):
        tips = [title.text for title in pictures[place].iter(f"{SVG}title")][1:]
        words = [each.text for each in pictures[place].iter(f"{SVG}text")]
        cells = [cell for row in heat(tally, by, side).rows for cell in row if cell]
        assert [word for word in words if re.fullmatch(r"\d+\(\d+\)", word)] == [
            cell.text for cell in cells
        ]
        for tip, cell in zip(tips, cells, strict=True):
            wins, draws = (round(n * 0.6) for n in cell.numbers)
            counts = f"{wins:,} won, {draws:,} drawn, {60 - wins - draws:,} lost of 60 ("
            assert tip.startswith(counts) and "; exact " in tip
    assert "; exact" not in page(exact)


def test_the_page_is_complete_in_itself():
    """Nothing to load, nothing to run; it fits narrow screens and dark rooms."""
    exact = replace(simulated(seed=2), is_exact=True)
    for text in (page(simulated()), page(simulated(), exact), page(exact), page(simulated(2))):
        assert not re.search("<(script|link|img|iframe|object)|src=|href=|onclick", text)
        assert set(re.findall(r"http[^\"]*", text)) == {"http://www.w3.org/2000/svg"}
        for word in ("prefers-color-scheme: dark", "max-width: 100%", 'name="viewport"'):
            assert word in text


def test_the_page_says_where_its_numbers_are_from():
    tally = simulated()
    assert "60 simulated decks of 26 red and 26 black cards were scored (N=60)." in page(tally)
    exact = replace(tally, is_exact=True)
    text = page(exact)
    assert "The numbers are exact: all 60 decks" in text and "simulated" not in text
    assert "Against the exact odds" not in page(tally) and "Against the" not in page(exact, exact)
    assert "Against the exact odds, 60 decks" in page(tally, exact)
    assert "<title>Penney&#x27;s game with cards, exact, all 60 decks" in text
    assert "N=0" in page(Tally.empty(), exact)
