"""Outlines are put right by how much further out edges are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealt.vision.geometry import is_sound
from dealt.vision.plane import Edges, edges_off, with_edges
from dealt.vision.reading import reading_of
from tests.vision import tables

SEEN = ((10.0, 20.0), (70.0, 24.0), (66.0, 118.0), (4.0, 110.0))  # a card, a little aslant
parts = st.floats(-0.3, 0.3)


@given(st.tuples(parts, parts, parts, parts))
def test_edges_are_where_they_are_said_to_be(out):
    """One undoes what the other says, seen aslant, too."""
    shifted = np.array(with_edges(SEEN, out))
    assert edges_off(np.array(SEEN), shifted) == pytest.approx(out, abs=1e-9)


def test_edges_come_in_the_order_left_upper_right_lower():
    square = ((0.0, 0.0), (100.0, 0.0), (100.0, 200.0), (0.0, 200.0))
    shifted = with_edges(square, (0.1, 0.2, 0.3, 0.4))
    assert np.array(shifted) == pytest.approx(
        np.array([(-10, -40), (130, -40), (130, 280), (-10, 280)])
    )


@pytest.mark.parametrize("out", [(-0.6, 0, -0.6, 0), (0, -1, 0, -1), (np.nan, 0, 0, 0)])
def test_an_impossible_outline_is_left_unchanged(out):
    assert with_edges(SEEN, out) == SEEN
    crossed = (SEEN[1], SEEN[0], *SEEN[2:])
    assert with_edges(crossed, (0.1, 0.1, 0.1, 0.1)) == crossed


def test_a_reading_has_the_outlines_that_its_edges_tell():
    """Cards nearly where they are, as marks tell it: put right, and then judged."""
    rng = np.random.default_rng(3)
    truth = tables.scene(tables.loose(rng), steep=0)
    marks = tables.read_marks(truth, rng)
    true = [np.array(card.outline) for card in truth.cards]
    judged = []

    def off(outline):
        """How much further out the edges of the card are that lies there, either way up."""
        points = np.array(outline)
        ways = [np.roll(each, turn, axis=0) for each in true for turn in (0, 2)]
        return edges_off(points, min(ways, key=lambda way: np.abs(way - points).sum()))

    def piles(outlines):
        judged.extend(outlines)
        return [0.0] * len(outlines)

    size = truth.width, truth.height

    def edges(outlines):
        return Edges(np.array([off(each) for each in outlines]), np.full((len(outlines), 4), 0.002))

    reading = reading_of(marks, *size, edges=edges, piles=piles)
    blind = reading_of(marks, *size)
    assert len(reading.cards) == len(blind.cards) == len(truth.cards)
    assert max(np.abs(off(card.outline)).max() for card in reading.cards) < 0.005
    assert max(np.abs(off(card.outline)).max() for card in blind.cards) > 0.02
    assert sorted(judged) == sorted(card.outline for card in reading.cards)
    assert all(is_sound(card.corners) for card in reading.cards)
