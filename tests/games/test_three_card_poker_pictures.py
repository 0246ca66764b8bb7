"""The pictures of Three-card Poker in its documentation: what stands in them is so."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

from dealt.games import game
from dealt.games.three_card_poker import rules, seed, words
from dealt.games.three_card_poker.state import DEALER_FOLDED, State

FOLDER = Path(__file__).parent.parent.parent / "docs" / "pictures"
SVG = "{http://www.w3.org/2000/svg}"


def texts(name):
    """All texts of a picture, in order."""
    root = ET.parse(FOLDER / f"three-card-poker-{name}.svg").getroot()
    return [text.text for text in root.iter(f"{SVG}text")]


def test_all_cards_are_shown_with_their_ranks():
    labels = texts("cards")
    assert labels[0:26:2] == list("23456789XJQKA")
    assert labels[1:26:2] == [str(rank) for rank in range(2, 15)]


def test_each_feature_is_shown_by_hands_that_have_it():
    """The document's own examples."""
    assert "".join(texts("features")) == "Three of a kindJJJ333Straight987JX9PairAAX422"
    for has, hands in (
        (seed.has_triple, ("JJJ", "333")),
        (seed.has_straight, ("987", "JX9")),
        (seed.has_pair, ("AAX", "422")),
    ):
        assert all(has(words.parse_hand(hand)) for hand in hands)


def test_the_rounds_of_the_rules_end_as_the_rules_say():
    """A win, a loss and a dealer who folds, as RULES.md says it."""
    document = game("three-card-poker").document()
    player, dealer, *labels = texts("examples")
    assert (player, dealer, len(labels)) == ("Player", "Dealer", 3 * 8)
    for row in (labels[at : at + 8] for at in range(0, 24, 8)):
        s = State()
        s.hand[:], s.dealer[:] = (words.parse_hand("".join(row[at : at + 3])) for at in (0, 3))
        rules.apply(s, rules.PLAY)
        reason = words.compared(s.hand, s.dealer)
        if s.outcome == DEALER_FOLDED:
            reason = f"the dealer folds {words.hand_name(s.dealer)}"
        points = rules.points_of(s.outcome)
        assert row[6:] == [f"{points:+}", reason]
        line = f"| `{' '.join(row[:3])}` | `{' '.join(row[3:6])}` | {reason}: "
        assert re.search(rf"{re.escape(line)}.* {abs(points)} \|\n", document)


def test_values_are_those_of_the_document_s_table():
    labels = texts("scores")
    values = [rules.score_hand(words.parse_hand(hand)) for hand in ("744", "JX9", "333")]
    assert [text for text in labels if text.startswith("=")] == [f"= {value}" for value in values]
    assert labels[7:11] == ["4 · 16³", "7 · 16²", "4 · 16", "4"]
    assert "15 · 16³" in labels and "16 · 16³" in labels
