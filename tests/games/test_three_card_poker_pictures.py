"""The pictures of Three-card Poker: those of the documentation, and what stands in them."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from dealt.games import game
from dealt.games.three_card_poker import exact, rules, seed, words
from dealt.games.three_card_poker.pictures import FEATURES, PICTURES, ROUNDS, _played, _reason
from dealt.language import speaking

ROOT = Path(__file__).parent.parent.parent
SVG = "{http://www.w3.org/2000/svg}"


def texts(picture):
    """All texts of a picture, in order."""
    return [text.text for text in ET.fromstring(picture).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", PICTURES)
def test_the_pictures_of_the_documentation_are_drawn_by_the_program(name):
    """They are small, are shown in docs, and nothing stands outside of them."""
    path = ROOT / "docs" / "pictures" / f"three-card-poker-{name}.svg"
    drawn = PICTURES[name]()
    assert path.read_text(encoding="utf-8") == drawn and len(drawn) < 30_000
    page = (ROOT / "docs" / "games" / "three-card-poker.md").read_text(encoding="utf-8")
    assert f"(../pictures/{path.name})" in page
    root = ET.fromstring(drawn)
    wide, high = float(root.get("width")), float(root.get("height"))
    for card in root.iter(f"{SVG}rect"):
        left, top = float(card.get("x", 0)), float(card.get("y", 0))
        assert left + float(card.get("width")) <= wide and top + float(card.get("height")) <= high
    for text in root.iter(f"{SVG}text"):
        letters = 0.62 * float(text.get("font-size")) * len(text.text)
        assert float(text.get("y")) < high
        assert text.get("text-anchor") == "middle" or float(text.get("x")) + letters <= wide


def test_all_cards_are_shown_with_their_ranks():
    shown = texts(PICTURES["cards"]())
    assert shown[0:26:2] == list("23456789XJQKA")
    assert shown[1:26:2] == [str(rank) for rank in range(2, 15)]


def test_each_feature_is_shown_by_hands_that_have_it():
    """The document's own examples."""
    tests = (seed.has_triple, seed.has_straight, seed.has_pair)
    for (_, hands), has in zip(FEATURES, tests, strict=True):
        assert all(has(words.parse_hand(hand)) for hand in hands)
    shown = "".join(texts(PICTURES["features"]()))
    assert shown == "Three of a kindJJJ333Straight987JX9PairAAX422"


def test_the_rounds_of_the_rules_end_as_the_rules_say():
    """A win, a loss and a dealer who folds; the same in the picture and in both languages."""
    points = [rules.points_of(_played(*hands).outcome) for hands in ROUNDS]
    assert points == [20, -20, 10]
    drawn = texts(PICTURES["examples"]())
    for language in ("en", "pt-BR"):
        with speaking(language):
            document = game("three-card-poker").document()
            for (own, dealer), n in zip(ROUNDS, points, strict=True):
                why = _reason(_played(own, dealer))
                row = f"| `{' '.join(own)}` | `{' '.join(dealer)}` | {why}: "
                assert row in document
                (line,) = [each for each in document.splitlines() if each.startswith(row)]
                assert line.endswith(f" {abs(n)} |") and (language != "en" or why in drawn)
    assert [text for text in drawn if re.fullmatch(r"[+-]\d+", text)] == ["+20", "-20", "+10"]
    assert len(exact.HANDS) == 455


def test_values_are_those_of_the_document_s_table():
    shown = texts(PICTURES["scores"]())
    assert [text for text in shown if text.startswith("=")] == ["= 18244", "= 64425", "= 66355"]
    assert shown[7:11] == ["4 · 16³", "7 · 16²", "4 · 16", "4"]
    assert "15 · 16³" in shown and "16 · 16³" in shown


def test_pictures_speak_the_language_that_is_spoken():
    with speaking("pt-BR"):
        _, features, examples, _ = (draw() for draw in PICTURES.values())
    assert "Trinca" in features and "um par de reis vence" in examples
