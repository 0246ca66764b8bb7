"""All cards of a photo lie in one plane, and are of one size."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealt.vision.cards import FACES, SeenCard
from dealt.vision.geometry import Mark
from dealt.vision.plane import Edges, _View, _view_of, in_one_plane

SIZE = (1200, 900)
WIDE, HIGH = 0.7, 1.0
tilts = st.floats(-1.2, 1.2)


class Camera:
    """A pinhole camera over a table, by the rules of perspective; lengths are cards' heights."""

    def __init__(self, tilt, towards=0.0, *, focus=1300.0, far=9.0):
        """The table is turned by `tilt` about a line; `towards` says where it comes nearer."""
        turn = np.array([[math.cos(towards), -math.sin(towards), 0],
                         [math.sin(towards), math.cos(towards), 0], [0, 0, 1]])  # fmt: skip
        lean = np.array([[1, 0, 0], [0, math.cos(tilt), -math.sin(tilt)],
                         [0, math.sin(tilt), math.cos(tilt)]])  # fmt: skip
        self.turned = turn @ lean @ turn.T
        self.focus, self.far = focus, far

    def project(self, points):
        """Pixels of points of the table, [n, 2]."""
        lying = np.concatenate([points, np.zeros((len(points), 1))], axis=1) @ self.turned.T
        depth = self.far - lying[:, 2:]
        return self.focus * lying[:, :2] / depth + np.array(SIZE) / 2


def card_at(camera, x, y, turn, corners=(0, 2), face="7H", high=HIGH):
    """A card with marks in some of its corners, all of it seen exactly."""
    cos, sin = math.cos(turn), math.sin(turn)
    about = np.array([[cos, sin], [-sin, cos]])
    own = np.array([(-WIDE, -HIGH), (WIDE, -HIGH), (WIDE, HIGH), (-WIDE, HIGH)]) / 2 * high
    outline = camera.project(own @ about + (x, y))
    shape = tuple(map(tuple, outline.tolist()))
    marks = []
    for corner in corners:
        on_head = -1 if corner >= 2 else 1
        place = own[corner] * (0.8, 0.75)
        ends = [np.add(place, (0, 0.09 * each * on_head)) for each in (-1, 1)]
        upper, lower = camera.project(np.array(ends) @ about + (x, y))
        along = lower - upper
        marks.append(
            Mark(
                *((upper + lower) / 2).tolist(), float(np.hypot(*along)),
                math.atan2(along[0], along[1]), shape, 0.9, 1.0, (1 / 13,) * 13, (0.25,) * 4,
            )
        )  # fmt: skip
    chances = tuple(float(each == face) for each in FACES)
    return SeenCard(face, 1.0, 1.0, chances, shape, tuple(marks))


def table_of(camera, rng, cards=8, **noise):
    """Cards all over a table, at any turn."""
    places = [(x, y) for x in (-3, -1, 1, 3) for y in (-1.5, 0.5, 2)]
    return [
        card_at(camera, *places[i], rng.uniform(-math.pi, math.pi), **noise)
        for i in rng.permutation(len(places))[:cards]
    ]


def moved(card, by):
    """The card as it would be if its corners were thought to be elsewhere; [corner, xy]."""
    return replace(card, outline=tuple(map(tuple, (card.corners + by).tolist())))


def off(flattened, true):
    """How far each corner is from where it is, in heights of the cards; [card, corner]."""
    return np.array(
        [
            np.hypot(*(a.corners - b.corners).T) / b.height
            for a, b in zip(flattened, true, strict=True)
        ]
    )


@given(st.tuples(tilts, tilts), st.floats(1, 4), st.tuples(st.floats(-0.5, 0.5), tilts))
def test_points_seen_from_above_map_back_to_the_photo(tilt, focus, point):
    view = _View(tilt, 2 * focus, 0.1, 0.7)
    assert view.in_photo(view.from_above(np.array([point]))) == pytest.approx(np.array([point]))


@pytest.mark.parametrize("tilt", [0.0, 0.5, 0.9])
@pytest.mark.parametrize("towards", [0.0, 1.5, -2.5])
def test_the_view_is_that_of_the_camera(tilt, towards):
    """Its tilt, which way it leans, how far off it is: by the cards alone."""
    camera = Camera(tilt, towards)
    cards = table_of(camera, np.random.default_rng(2), 10)
    outlines = np.array([card.outline for card in cards]) - np.array(SIZE) / 2
    view = _view_of(outlines / 600, np.ones((10, 4)))
    # the table comes nearer in the direction in which the camera stands
    down = math.tan(tilt) * np.array([-math.sin(towards), math.cos(towards)])
    assert view.tilt == pytest.approx(tuple(down), abs=0.05)
    assert view.shape == pytest.approx(0.7, rel=0.01)
    if tilt:
        assert view.focus == pytest.approx(1300 / 600, rel=0.15)
    assert view.height == pytest.approx(1300 / 600 / 9, rel=0.02)


@pytest.mark.parametrize("tilt", [0.0, 0.4, 0.9])
def test_cards_that_are_known_exactly_stay_as_they_are(tilt):
    cards = table_of(Camera(tilt), np.random.default_rng(3))
    flattened = in_one_plane(cards, SIZE)
    assert off(flattened, cards).max() < 0.005
    assert [replace(a, outline=b.outline) for a, b in zip(flattened, cards, strict=True)] == cards


@pytest.mark.parametrize("tilt", [0.0, 0.4, 0.9])
def test_corners_far_from_marks_follow_from_the_other_cards(tilt):
    rng = np.random.default_rng(5)
    true = table_of(Camera(tilt), rng)
    far = np.array([0, 1, 0, 1])[:, None]
    rough = [moved(card, far * rng.normal(0, 0.1 * card.height, (4, 2))) for card in true]
    before, after = off(rough, true), off(in_one_plane(rough, SIZE), true)
    assert after[:, 1::2].mean() < 0.4 * before[:, 1::2].mean()
    assert after.max() < 0.1


def test_a_card_with_one_mark_is_turned_as_its_mark_points():
    rng = np.random.default_rng(7)
    camera = Camera(0.6)
    true = [*table_of(camera, rng, 6), card_at(camera, 0, -0.5, 0.7, corners=(0,))]
    lone = true[-1]
    # turned about its mark, as far as marks with a wrong guess of their cards have it
    around = lone.corners - (lone.marks[0].x, lone.marks[0].y)
    cos, sin = math.cos(0.15), math.sin(0.15)
    rough = [*true[:-1], moved(lone, around @ np.array([[cos, sin], [-sin, cos]]) - around)]
    before, after = off(rough, true)[-1], off(in_one_plane(rough, SIZE), true)[-1]
    assert before.max() > 0.12
    assert after.max() < 0.4 * before.max()


def test_cards_out_of_the_plane_do_not_spoil_the_rest():
    """A card off the table, and an impossible outline."""
    rng = np.random.default_rng(11)
    true = table_of(Camera(0.5), rng, 9)
    strange = moved(true[0], rng.normal(0, 0.6 * true[0].height, (4, 2)) * [[0], [1], [1], [1]])
    a, b, *rest = true[1].outline
    crossed = replace(true[1], outline=(b, a, *rest))
    flattened = in_one_plane([strange, crossed, *true[2:]], SIZE)
    assert off(flattened[2:], true[2:]).max() < 0.01
    assert flattened[1] == crossed


def test_edges_that_show_count_more_than_how_far_the_marks_are():
    """Of two decks one is smaller; where its edges are seen, its cards stay so."""
    rng = np.random.default_rng(13)
    camera = Camera(0.3)
    cards = [*table_of(camera, rng, 8)[:6], card_at(camera, 0, -0.6, 0.3, corners=(0,), high=0.9)]
    surely, hardly = (Edges(np.zeros((7, 4)), np.full((7, 4), each)) for each in (0.004, 0.3))
    sure, unsure = (off(in_one_plane(cards, SIZE, each), cards)[-1].max()
                    for each in (surely, hardly))  # fmt: skip
    assert sure < 0.02 < 0.05 < unsure


def test_few_cards_tell_nothing_of_each_other():
    card = card_at(Camera(0.5), 0, 0, 0.4)
    assert in_one_plane([], SIZE) == []
    assert in_one_plane([card], SIZE) == [card]
