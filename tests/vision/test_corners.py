"""Hidden parts show on which side of its card a mark stands."""

import itertools
import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from dealt.vision import cards as cards_module
from dealt.vision import corners
from dealt.vision.corners import Standing, spanned
from dealt.vision.geometry import SQUARE, Mark, mapped
from dealt.vision.mark_pairs import Marks
from dealt_training.measure import _paired
from tests.vision import tables
from tests.vision.tables import cards_of

STEP = np.array([60.0, 0.0])  # from a card to the next, in pixels
SETS = ["9C 9D 9H 9S", "KS KD KC", "5H 5D 5C 5S 5H", "7D 7C"]


def row_of(faces, *, leftwards, turn, step=22):
    """A row of cards with four marks each, and what is seen of it."""
    rng = np.random.default_rng(5)
    layer = tables.Layer(rng)
    way = turn + (math.pi if leftwards else 0.0)
    layer.strip(faces.split(), 0, 0, step, group=0, along=way, turn=turn)
    truth = tables.scene(layer, four=True)
    return truth, tables.read_marks(truth, rng)


def misplaced(truth, cards, hidden=0.0):
    """How many cards of a scene have no card of their face that was read where they are.

    Those of which no mark shows by more than `hidden` do not count.
    """
    visible = {mark.card for mark in truth.marks if mark.shows > hidden}
    placed = set()
    for number, true in _paired(tuple(cards), truth).items():
        true_outline = np.array(truth.cards[true].outline)
        away = np.abs(cards[number].corners.mean(axis=0) - true_outline.mean(axis=0)).max()
        high = np.linalg.norm(true_outline[3] - true_outline[0])
        if cards[number].face == truth.cards[true].face and away < 0.35 * high:
            placed.add(true)
    return len(visible - placed)


def silent(marks):
    """The same marks, but none says in which corner it stands."""
    return [replace(mark, left=0.5) for mark in marks]


WAYS = list(itertools.product(SETS, [False, True], [0.0, 0.9, math.pi]))


def lost_in_rows(change=lambda marks: marks):
    lost = 0
    for faces, leftwards, turn in WAYS:
        truth, marks = row_of(faces, leftwards=leftwards, turn=turn)
        lost += misplaced(truth, cards_of(change(marks)))
    return lost


def test_rows_of_cards_with_four_marks_lie_where_they_are():
    """Laid to the right or to the left, so that only the left or the right marks show."""
    assert lost_in_rows() == 0


def test_hidden_parts_decide_the_side_when_marks_do_not():
    """Of a card that hides nothing the other marks would be seen."""
    cards = sum(len(faces.split()) for faces, *_ in WAYS)
    assert lost_in_rows(silent) <= 0.03 * cards


def test_without_that_many_rows_are_turned_over(monkeypatch):
    """So the test above can fail."""
    monkeypatch.setattr(corners, "OVERLOOKED", 0.0)
    cards = sum(len(faces.split()) for faces, *_ in WAYS)
    assert lost_in_rows(silent) > 0.2 * cards


def misled(marks, face):
    """The same marks, but those of a face say that they stand on the other side of their card."""
    return [replace(m, left=1 - m.left) if m.face == face else m for m in marks]


@pytest.mark.parametrize("tangled", [corners.TANGLED, 0.0], ids=["reasoned", "not reasoned"])
def test_a_card_lies_as_those_beside_it_do(monkeypatch, tangled):
    """Its marks say the other side; but then it would lie above its neighbours and below them."""
    monkeypatch.setattr(corners, "TANGLED", tangled)
    lost = 0
    for turn in (0.0, 0.9, math.pi):
        truth, marks = row_of("9C 9D 9H 9S 9C", leftwards=False, turn=turn)
        lost += misplaced(truth, cards_of(misled(marks, "9H")))
    assert lost == (0 if tangled else 3)


def far_copies():
    """Two copies a card's width apart, both under what lies between them and beyond."""
    return row_of("8C 8D 8H 8C 8S 8D", leftwards=False, turn=0.0, step=17)


@pytest.mark.parametrize("tangled", [cards_module.TANGLED, 0.0], ids=["reasoned", "not reasoned"])
def test_copies_a_width_apart_are_not_one_card(monkeypatch, tangled):
    """The cards between them would lie both above and below it."""
    monkeypatch.setattr(cards_module, "TANGLED", tangled)
    truth, marks = far_copies()
    read = Counter(card.face for card in cards_of(silent(marks)))
    true_faces = Counter(card.face for card in truth.cards)
    assert (read == true_faces) == (tangled > 0)


def test_contradictions_are_counted_once_for_both():
    """A card above another shows its marks; both at once cannot."""
    truth, marks = row_of("9C 9D", leftwards=False, turn=0.0)
    all_marks = cards_module.Marks(marks)
    whole = [[i for i, mark in enumerate(marks) if mark.face == face] for face in ("9C", "9D")]
    outlines = [np.array(card.outline) for card in truth.cards]
    assert corners.contradictions(all_marks, whole, outlines).sum() == 0
    # all marks of both cards, as if neither hid the other
    both = [mark for face in ("9C", "9D") for mark in row_of(face, leftwards=False, turn=0.0)[1]]
    all_marks = cards_module.Marks([*both[:4], *(shifted(mark) for mark in both[:4])])
    outline = np.array(both[0].outline)
    lying = [outline, outline + STEP]
    counted = corners.contradictions(all_marks, [[0, 1, 2, 3], [4, 5, 6, 7]], lying)
    assert counted.tolist() == [[0, 2], [2, 0]]


def shifted(mark):
    outline = tuple((a + STEP[0], b + STEP[1]) for a, b in mark.outline)
    return replace(mark, x=mark.x + STEP[0], y=mark.y + STEP[1], outline=outline)


def card_under_any_camera(rng, first):
    """The four marks of a card seen steeply, clockwise; and its outline as one of them stands."""
    camera = np.array([[1.0, rng.normal(0, 0.3), 0], [0, rng.uniform(0.35, 1), 0], [0, 0, 1]])
    camera[2, :2] = rng.uniform(-0.06, 0.06, 2)
    turn = rng.uniform(0, 2 * math.pi)
    around = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    card = (SQUARE - 0.5) * (1.4, 2) @ around
    outline = 200 * mapped(camera, card)
    places = 200 * mapped(camera, card * 0.8)
    marks = []
    for corner, place in enumerate(places):
        down = places[3 - corner] - place
        own = np.roll(outline, 2, axis=0) if corner > 1 else outline
        marks.append(
            Mark(
                *(float(place[0]), float(place[1]), 30.0, math.atan2(*down)),
                tuple(map(tuple, own.tolist())), 1.0 - corner % 2, 1.0,
                (1 / 13,) * 13, (1 / 4,) * 4,
            )
        )  # fmt: skip
    return marks, np.roll(outline, 2, axis=0) if first > 1 else outline


@pytest.mark.parametrize("first", range(4))
def test_four_marks_span_their_card_however_steeply_it_is_seen(first):
    """The outline begins where the first mark stands upright; the marks follow its corners."""
    for number in range(25):
        rng = np.random.default_rng(number)
        marks, outline = card_under_any_camera(rng, first)
        order = [first, *rng.permutation([n for n in range(4) if n != first]).tolist()]
        whole = spanned(Marks(marks), order)
        assert whole is not None
        high = np.linalg.norm(outline[3] - outline[0])
        assert np.abs(whole.outline - outline).max() < 0.05 * high
        assert whole.marks == ((2, 3, 0, 1) if first > 1 else (0, 1, 2, 3))
        standing = Standing.from_marks(Marks(marks))
        assert standing.possible_sides(order) == (first % 2 == 1,)
        lying = standing.card(order, right=first % 2 == 1)
        assert (lying.outline == whole.outline).all()
        assert lying.corners == (0, 1, 2, 3)
        assert lying.evidence > -0.1


def test_three_marks_or_four_that_stand_otherwise_span_no_card():
    """Three, four that all stand upright, one of the upper below the lower ones, four in a line."""
    marks, _ = card_under_any_camera(np.random.default_rng(0), 0)
    assert spanned(Marks(marks), [0, 1, 2]) is None
    upright = [replace(mark, angle=marks[0].angle) for mark in marks]
    assert spanned(Marks(upright), [0, 1, 2, 3]) is None
    down = np.array([math.sin(marks[0].angle), math.cos(marks[0].angle)]) * 900
    low = replace(marks[0], x=marks[0].x + float(down[0]), y=marks[0].y + float(down[1]))
    assert spanned(Marks([low, *marks[1:]]), [0, 1, 2, 3]) is None
    line = [replace(mark, x=40.0 * i, y=20.0 * i) for i, mark in enumerate(marks)]
    assert spanned(Marks(line), [0, 1, 2, 3]) is None
