"""Pictures in another language: none of their words is left in English, and all have a place."""

import io
import re
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath
from PIL import Image, ImageDraw

from dealt.figures.drawing import svg
from dealt.figures.learning import curve
from dealt.figures.simulations import histograms, ladder
from dealt.games.penney.tally import CARDS, SCORINGS, TRICKS
from dealt.language import LANGUAGES, speaking
from dealt.penney.figures import SIDES, convergence, differences, heat_map
from dealt.penney.heat_page import page
from dealt.simulate.distributions import Distribution
from dealt.terminal.charts import lines, plain
from dealt.vision import draw
from tests.brackets import in_brackets, outside
from tests.figures.tallies import simulated
from tests.figures.test_simulation_figures import AHEAD, BEHIND, HISTORY, contest, report
from tests.vision import tables
from tests.vision.eyes import small_table

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("random", "leduc", "penney", "bad", "AI")
FIGURES = {
    "heat map": lambda: heat_map(simulated(), TRICKS),
    "exact, of the opponent": lambda: heat_map(
        replace(simulated(), is_exact=True), *SCORINGS, side="opponent"
    ),
    "short": lambda: heat_map(replace(simulated(2), decks=10**15, is_exact=True), CARDS),
    "convergence": lambda: convergence(Fraction(4, 5), [(100, 77), (10_000, 8_020)], "BBR, BRB"),
    "tricks": lambda: differences({-1: 4, 0: 3, 2: 6}, 1, 2, TRICKS),
    "cards": lambda: differences({-4: 4, 0: 3, 9: 6}, 1, 2, CARDS),
    "histograms": lambda: histograms(report(AHEAD, BEHIND)),
    "arena": lambda: ladder(contest()),
    "learning": lambda: curve(HISTORY, even=0.25),
}


@pytest.mark.parametrize("name", FIGURES)
def test_no_word_of_a_picture_stands_outside_of_the_catalogue(name):
    """Title, axes, legend, and the title in the file, in a language of brackets."""
    with in_brackets():
        root = ET.fromstring(svg(FIGURES[name]()))
    texts = [text.text or "" for tag in ("text", "title", "desc") for text in root.iter(SVG + tag)]
    assert any("[" in text for text in texts)
    assert not outside("\n".join(texts), NAMES), texts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", FIGURES)
def test_no_word_of_a_picture_is_cut_off(name, language):
    """What is drawn takes no more than the picture, in letters as wide as those of DejaVu Sans."""
    with speaking(language):
        root = ET.fromstring(svg(FIGURES[name]()))
    width, height = (float(root.get(side)) for side in ("width", "height"))
    for text in root.iter(f"{SVG}text"):
        size, weight = int(text.get("font-size")), int(text.get("font-weight") or 400)
        font = FontProperties(family="DejaVu Sans", weight=weight)
        wide = TextPath((0, 0), text.text, size, prop=font).get_extents().width
        x, y = float(text.get("x")), float(text.get("y"))
        assert size * 0.7 <= y <= height
        if text.get("transform") is None:
            left = x - {"start": 0, "middle": wide / 2, "end": wide}[text.get("text-anchor")]
            assert left >= 0 and left + wide <= width, text.text
        else:
            assert size <= x and wide / 2 <= min(y, height - y)


def test_pictures_say_it_in_portuguese():
    """With the signs of its numbers."""
    exact = replace(simulated(), decks=5_000_000, is_exact=True)
    with speaking("pt-BR"):
        heat, bars, lines, odds = (
            svg(figure)
            for figure in (
                heat_map(exact, TRICKS),
                histograms(report(AHEAD, BEHIND)),
                curve(HISTORY, even=0.25),
                differences({-1: 1, 2: 2}, 1, 2, CARDS),
            )
        )
    for words in ("Minha escolha", "Escolha do adversário", "Por vazas", "5.000.000 baralhos"):
        assert f"{words}<" in heat
    assert "leduc: 100 rodadas, semente 4" in bars and "Pontos numa rodada" in bars
    assert "Aprendizado: 3 gerações em 1 min 30 s" in lines and "igual: 25,0%" in lines
    assert "diferença de cartas" in odds and "vitórias 66,67%" in odds and "média +1,00" in odds


def test_the_page_of_heat_maps_has_no_word_outside_of_the_catalogue():
    """Its texts, and the tips of its cells."""
    tally, exact = simulated(), replace(simulated(decks=90, seed=2), is_exact=True)
    with in_brackets():
        for text in (page(tally, exact), page(exact)):
            body = text.partition("</style>")[2]
            assert not outside(re.sub(r"<[^>]*>", " ", body))
    with speaking("pt-BR"):
        assert '<html lang="pt-BR">' in page(tally) and "Como ler os mapas" in page(tally)


def test_charts_at_a_terminal_have_no_word_outside_of_the_catalogue():
    """Heat maps, histograms, ladders and curves."""
    constant = report(Distribution(3, 1, (7,)), lengths=Distribution(2, 1, (7, *[0] * 40, 1)))
    with in_brackets():
        for figure in (
            *(heat_map(simulated(), by, side=side) for by in SCORINGS for side in SIDES),
            histograms(report(AHEAD, BEHIND)), histograms(constant), ladder(contest()),
            curve(HISTORY),
        ):  # fmt: skip
            for width in (30, 80):
                text = "\n".join(map(plain, lines(figure, width)))
                assert "[" in text and not outside(text, NAMES)


def test_words_on_a_photo_are_translated(monkeypatch):
    """The words beside a card, with letters that the font has."""
    truth, marks = small_table()
    pixels = np.full((truth.height, truth.width, 3), 200, np.uint8)
    readings = [
        tables.read(truth, read_marks)
        for read_marks in (marks, [replace(mark, certainty=0.4) for mark in marks])
    ]
    texts = []
    write = draw._write
    monkeypatch.setattr(
        draw, "_write", lambda *arguments: (texts.append(arguments[2]), write(*arguments))
    )
    with speaking("pt-BR"):
        for reading in readings:
            image = Image.open(io.BytesIO(draw.draw_reading(pixels, reading)))
            assert image.size == pixels.shape[1::-1]
    assert any(text.endswith("pilha, deitada") for text in texts)
    assert any(text.endswith("pilha, em pé") for text in texts)
    assert any(re.fullmatch(r"3H 0,\d\d", text) for text in texts)
    nothing = draw._font().getmask("\uffff")
    for letter in "áâãçéêíóôõúÇÉ":
        assert bytes(draw._font().getmask(letter)) != bytes(nothing), letter


def test_labels_at_the_edge_of_a_photo_are_moved_into_it():
    """The plate is as wide as in the middle."""
    wide = []
    for x in (0, 100, 199):
        image = Image.new("RGB", (200, 40))
        draw._write(ImageDraw.Draw(image), (x, 20), "pilha, em pé", draw.GREEN)
        wide.append(int((np.asarray(image) == draw.GREEN).all(axis=2).any(axis=0).sum()))
    assert 60 < max(wide) <= min(wide) + 1  # the middle of a letter may lie between two pixels
