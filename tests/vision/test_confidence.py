"""Cards are less sure where the photo is hard to read, and keep their faces."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealt.vision.cards import DOUBTFUL, FACES, FAINT, SUIT_KNOWN, SeenCard
from dealt.vision.geometry import Mark
from dealt.vision.reading import LOW, reading_of, with_caution
from tests.vision import tables

SQUARE = ((0.0, 0.0), (0.7, 0.0), (0.7, 1.0), (0.0, 1.0))


def card(face="6S", *, other=0.0, confidence=0.9, height=40.0):
    """A card that may be of the other suit of its colour, with a mark of a height."""
    suits = {"S": "C", "C": "S", "H": "D", "D": "H"}
    chances = [0.0] * len(FACES)
    chances[FACES.index(face)] = 1 - other
    chances[FACES.index(face[0] + suits[face[1]])] += other
    mark = Mark(0, 0, height, 0.0, SQUARE, 1.0, 1.0, (1 / 13,) * 13, (0.25,) * 4)
    return SeenCard(face, confidence, 1.0, tuple(chances), SQUARE, (mark,))


def sure(*cards):
    return [each.confidence for each in with_caution(cards)]


def test_high_marks_beside_clear_ones_stay_as_sure():
    cards = [card(), card("7C"), card("KH", confidence=0.3)]
    assert sure(*cards) == pytest.approx([0.9, 0.9, 0.3])
    assert with_caution([]) == []


def test_low_marks_are_less_sure_the_lower_they_are():
    by_height = sure(*(card(height=height) for height in (40, LOW, 24, 20, 16)))
    assert by_height[0] == pytest.approx(by_height[1]) == pytest.approx(0.9)
    assert by_height[1] > by_height[2] > DOUBTFUL > by_height[3] > by_height[4]
    # odds of nine to one, less by a factor of (32 / 24) to the power of 4.5
    assert by_height[2] == pytest.approx(9 / (9 + (32 / 24) ** 4.5))


def test_the_highest_mark_of_a_card_counts():
    low, high = card(height=16), card(height=40)
    both = SeenCard(low.face, 0.9, 1.0, low.chances, SQUARE, (*low.marks, *high.marks))
    assert sure(both) == pytest.approx([0.9])


def test_cards_beside_others_that_waver_are_less_sure():
    """Those of the colour alone; and what one card itself says counts for it already."""
    black, red = card("6S"), card("9H")
    wavering = [card("7C", other=0.4), card("8C", other=0.3)]
    confidences = sure(black, red, *wavering)
    assert confidences[1] == pytest.approx(0.9)
    # odds of nine to one, less by a factor of (1 + 0.35 / 0.02) to the power of 0.4
    assert confidences[0] == pytest.approx(9 / (9 + (1 + 0.35 / 0.02) ** 0.4))
    assert confidences[2] > confidences[3] > confidences[0]


def test_hidden_suits_do_not_count_as_doubt():
    """Where the suit is covered nobody expects to tell it."""
    hidden = card("7C", other=1 - SUIT_KNOWN + 0.01)
    assert hidden.hides_suit
    assert sure(card(), hidden)[0] == pytest.approx(0.9)


def test_a_card_that_others_tell_does_not_waver():
    """Read as clubs since two spades are there already, though its marks say spades."""
    named_card = card("7S", other=0.2).with_face("7C", 0.6)
    assert sure(card(), named_card)[0] == pytest.approx(0.9)


def test_read_cards_stay_as_they_are():
    """Doubt alone does not take a card away; what was fainter before stays as it was."""
    assert sure(card(confidence=0.5, height=8)) == [FAINT]
    assert sure(card(confidence=0.2, height=8)) == pytest.approx([0.2])
    assert sure(card(confidence=0.0, height=8)) == [0.0]


@given(
    st.lists(
        st.builds(
            card,
            st.sampled_from(FACES),
            other=st.floats(0, 1),
            confidence=st.floats(0, 1),
            height=st.floats(5, 200),
        ),
        max_size=6,
    )
)
def test_nothing_but_confidence_changes_and_that_only_falls(cards):
    for before, after in zip(cards, with_caution(cards), strict=True):
        assert -1e-9 <= after.confidence <= before.confidence + 1e-9
        assert (after.face, after.chances, after.presence) == (
            before.face,
            before.chances,
            before.presence,
        )


def test_a_photo_from_afar_is_asked_about_more():
    """The same marks, three times as far away."""
    rng = np.random.default_rng(4)
    truth = tables.scene(tables.loose(rng))
    marks = tables.read_marks(truth, rng)
    near = reading_of(marks, truth.width, truth.height)
    shrunk = [
        Mark(
            m.x / 3, m.y / 3, m.height / 3, m.angle, tuple((x / 3, y / 3) for x, y in m.outline),
            m.left, m.certainty, m.rank, m.suit,
        )
        for m in marks
    ]  # fmt: skip
    far = reading_of(shrunk, math.ceil(truth.width / 3), math.ceil(truth.height / 3))
    assert [c.face for c in far.cards] == [c.face for c in near.cards]
    lost = [a.confidence - b.confidence for a, b in zip(near.cards, far.cards, strict=True)]
    assert min(lost) >= 0
    assert sum(lost) > 0.01 * len(lost)
