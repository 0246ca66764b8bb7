"""What all cards of a deck share, where more than one deck lies on a photo."""

import math
from collections import Counter

import numpy as np
import pytest

from dealt.vision import mark_pairs
from dealt.vision.mark_pairs import Marks, Pairs, Shape, common_shapes, scores
from tests.vision import tables
from tests.vision.tables import cards_of

BIASES = (0.25, -0.2)  # how much too large the cards of two decks are taken to be


def two_decks(seed, faces=6):
    """The same faces of two decks, each card apart from the others; what is seen of them."""
    rng = np.random.default_rng(seed)
    layer = tables.Layer(rng)
    dealt = [str(face) for face in rng.permutation(tables.FACES)[:faces]]
    for group, face in enumerate(rng.permutation(dealt * len(BIASES))):
        x, y = 130 * (group % 4), 130 * (group // 4)
        layer.lay(str(face), x, y, rng.uniform(0, 2 * math.pi), group=group)
    truth = tables.scene(layer, steep=0.3)
    marks_of_deck = [
        tables.read_marks(truth, np.random.default_rng(seed), bias=bias) for bias in BIASES
    ]
    visible = [mark for mark in truth.marks if mark.shows >= 0.75]
    return truth, [marks_of_deck[mark.card % 2][i] for i, mark in enumerate(visible)]


def wrongly_read(seeds):
    """How many cards of two decks are lost or read twice."""
    wrong = 0
    for seed in seeds:
        truth, marks = two_decks(seed)
        true_faces = Counter(card.face for card in truth.cards)
        faces = Counter(card.face for card in cards_of(marks))
        wrong += sum((true_faces - faces).values()) + sum((faces - true_faces).values())
    return wrong


def test_the_shapes_of_two_decks_are_found():
    """Each nearly, also the rarer one."""
    for seed in range(6):
        _, marks = two_decks(seed, faces=8)
        all_marks = Marks(marks)
        shapes = common_shapes(all_marks, Pairs(all_marks))
        wide = sorted(shape.stretch[0] for shape in shapes)
        assert wide == pytest.approx(sorted(1 / (1 + bias) for bias in BIASES), abs=0.08), seed
        assert all(
            mark_pairs.SPREADS[0] <= shape.spread <= mark_pairs.SPREADS[1] for shape in shapes
        )


def test_cards_of_both_decks_are_read(monkeypatch):
    """With the shape of one deck alone those of the other would be torn into two."""
    assert wrongly_read(range(8)) <= 2
    monkeypatch.setattr(mark_pairs, "DECKS", 1)
    assert wrongly_read(range(8)) > 12


def test_a_pair_stands_as_the_deck_has_it_that_explains_it_better():
    """Of very wide cards the two marks would stand one below the other."""
    _, marks = two_decks(2)
    all_marks = Marks(marks)
    pairs = Pairs(all_marks)
    shapes = (Shape((3.0, 1.0), 0.1), *common_shapes(all_marks, pairs)[:1])
    score, way = scores(all_marks, pairs, shapes, crowded=True, four=True)
    alone = [scores(all_marks, pairs, [shape], crowded=True, four=True) for shape in shapes]
    (first, first_way), (second, second_way) = alone
    of_second = second + math.log(mark_pairs.OTHER_DECK) > first
    assert (way == np.where(of_second, second_way, first_way)).all()
    assert (first_way != second_way)[of_second].any()
    assert (score >= first).all()


def test_one_odd_card_does_not_make_a_deck():
    """Another deck shows at least two faces."""
    truth, marks = two_decks(3)
    visible_cards = [mark.card for mark in truth.marks if mark.shows >= 0.75]
    odd = next(card for card in visible_cards if card % 2)
    one_odd = [
        mark for mark, card in zip(marks, visible_cards, strict=True) if card == odd or not card % 2
    ]
    all_marks = Marks(one_odd)
    assert len(common_shapes(all_marks, Pairs(all_marks))) == 1
    all_marks = Marks(marks)
    assert len(common_shapes(all_marks, Pairs(all_marks))) == 2


def test_a_photo_without_pairs_has_the_usual_shape():
    _, marks = two_decks(1)
    all_marks = Marks(marks[:1])
    (shape,) = common_shapes(all_marks, Pairs(all_marks))
    assert (shape.stretch, shape.spread) == ((1.0, 1.0), mark_pairs.SPREAD)
