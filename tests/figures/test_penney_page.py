"""The page of Penney's game: complete in itself, and every number of it."""

import math
from dataclasses import replace
from html.parser import HTMLParser

from dealt.games.penney.choices import choice_text, in_order
from dealt.games.penney.tally import SCORINGS, TRICKS, Tally, share_text
from dealt.penney.heat_page import deviations, page
from tests.figures.tallies import heat, simulated


class Reader(HTMLParser):
    """A page as a list of tables; raises AssertionError where elements do not nest."""

    def __init__(self, text):
        super().__init__()
        self.open = []
        self.tables = []
        self.tags = set()
        self.attributes = set()
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        assert len(dict(attrs)) == len(attrs)
        self.attributes |= set(dict(attrs))
        if tag not in ("meta", "br"):
            self.open.append(tag)
        if tag == "table":
            self.tables.append({"caption": "", "cells": []})
        if tag in ("td", "th"):
            self.tables[-1]["cells"].append([tag, dict(attrs), ""])
        elif tag == "br":
            self.tables[-1]["caption"] += "\n"

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "caption" in self.open:
            self.tables[-1]["caption"] += data
        elif self.open[-1:] in (["td"], ["th"]) or self.open[-2:-1] == ["td"]:
            self.tables[-1]["cells"][-1][2] += data


def test_the_page_has_every_number_of_both_scorings_and_sides():
    """In tables that say what they are; counts in full where one points."""
    tally = simulated()
    text = page(tally)
    assert text.startswith('<!DOCTYPE html>\n<html lang="en">')
    maps = [table for table in Reader(text).tables if "Chance" in table["caption"]]
    expected = [(side, by) for side in ("mine", "opponent") for by in SCORINGS]
    for (side, by), table in zip(expected, maps, strict=True):
        grid = heat(tally, by, side)
        assert table["caption"].endswith(f"Chance of Win(Draw)\n{grid.title}\n{grid.note}")
        names = [choice_text(choice) for choice in in_order()]
        for scope, wished in (
            ("col", names), ("row", names), ("colgroup", ["My Choice"]),
            ("rowgroup", ["Opponent Choice"]),
        ):  # fmt: skip
            heads = [words for tag, a, words in table["cells"] if a.get("scope") == scope]
            assert heads == wished
        data_cells = [cell for cell in table["cells"] if cell[0] == "td"][1:]
        cells = [cell for row in grid.rows for cell in row]
        for (_, attributes, words), cell in zip(data_cells, cells, strict=True):
            if cell is None:
                assert words == "same choice" and attributes == {"class": "same"}
                continue
            assert words == cell.text + " best reply" * cell.is_marked
            assert ("best" in attributes["class"].split()) == cell.is_marked
            assert attributes["class"].split()[0] == f"p{round(cell.share * 20)}"
            wins, draws = (round(n * 0.6) for n in cell.numbers)
            counts = f"{wins:,} won, {draws:,} drawn, {60 - wins - draws:,} lost of 60 ("
            assert counts in cell.about and cell.about in attributes["title"]
            assert ("best reply" in attributes["title"]) == cell.is_marked


def test_the_page_is_complete_in_itself():
    """Nothing to load, nothing to run; it fits narrow screens and dark rooms."""
    exact = replace(simulated(seed=2), is_exact=True)
    for text in (page(simulated()), page(simulated(), exact), page(exact), page(simulated(2))):
        reader = Reader(text)
        assert not reader.tags & {"script", "link", "img", "iframe", "svg", "object"}
        assert not reader.attributes & {"src", "href", "style", "onclick"}
        for word in ("http", "url(", "@import"):
            assert word not in text
        for word in ("prefers-color-scheme: dark", "overflow-x: auto", 'name="viewport"'):
            assert word in text


def test_the_page_says_where_its_numbers_are_from():
    tally = simulated()
    assert "60 simulated decks of 26 red and 26 black cards were scored (N=60)." in page(tally)
    exact = replace(tally, is_exact=True)
    text = page(exact)
    assert "The numbers are exact: all 60 decks" in text and "simulated" not in text
    assert "Against the exact odds" not in page(tally) and "Against the" not in page(exact, exact)
    assert "<title>Penney&#x27;s game with cards, exact, all 60 decks</title>" in text


def test_the_page_holds_data_against_the_exact_odds():
    tally, exact = simulated(), replace(simulated(decks=90, seed=2), is_exact=True)
    text = page(tally, exact)
    facts = Reader(text).tables[-1]
    rows = [words for tag, _, words in facts["cells"]][4:]
    for by, row in zip(SCORINGS, (rows[:4], rows[4:]), strict=True):
        differences = []
        for a in range(8):
            for b in range(8):
                shares = [(tally.won(by, a, b), exact.won(by, a, b), f"wins of {choice_text(a)}")]
                if a < b:
                    draws = tally.drawn(by, a, b), exact.drawn(by, a, b)
                    shares.append((*draws, f"draws of {choice_text(a)}"))
                for count, of_exact, where in shares if a != b else []:
                    p = of_exact / 90
                    if 60 * p * (1 - p) > 10 - 1e-9:
                        z = (count - 60 * p) / math.sqrt(60 * p * (1 - p))
                        differences.append((abs(z), f"{where} against {choice_text(b)}"))
        assert row[0] == ("By Tricks" if by == TRICKS else "By Cards")
        assert row[1:] == [
            f"{len(differences)} shares",
            f"{max(differences)[0]:.2f}",
            max(differences)[1],
        ]
    assert deviations(Tally.empty(), exact, TRICKS) == []
    won, draws = (share_text(n, 90) for n in (exact.won(TRICKS, 6, 7), exact.drawn(TRICKS, 6, 7)))
    assert f"; exact {won.replace('<', '&lt;')} and {draws} drawn" in text
    assert "N=0" in page(Tally.empty(), exact)
