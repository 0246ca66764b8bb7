"""Marks become cards: those of one card are joined, copies of a face are kept apart."""

import itertools
import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealt.vision import cards as cards_module
from dealt.vision import corners as module
from dealt.vision import mark_pairs
from dealt.vision.cards import FACES
from dealt.vision.corners import Standing
from dealt.vision.geometry import Mark
from dealt.vision.mark_pairs import NEVER, Marks, Pairs, common_shapes, has_four
from tests.vision import tables
from tests.vision.tables import cards_of

LAYOUTS = {
    "sets": tables.set_melds,
    "runs": tables.runs,
    "hand": tables.hand,
    "loose": tables.loose,
}


def visible(truth):
    """The faces of the cards of which a mark shows."""
    return Counter(truth.cards[i].face for i in {m.card for m in truth.marks if m.shows >= 0.75})


def read_faces(marks):
    return Counter(card.face for card in cards_of(marks))


@pytest.mark.parametrize("four", [False, True], ids=["two marks", "four marks"])
@pytest.mark.parametrize("kind", LAYOUTS)
def test_every_card_is_read_once(kind, four):
    """Copies of a face in one meld too, with all that networks are off by."""
    for seed in range(6):
        rng = np.random.default_rng(seed)
        truth = tables.scene(LAYOUTS[kind](rng), four=four)
        marks = tables.read_marks(truth, rng)
        assert read_faces(marks) == visible(truth), seed


def wrongly_read(bias):
    """How many cards of some tables are lost or read twice."""
    wrong = 0
    for seed in range(6):
        rng = np.random.default_rng(seed)
        truth = tables.scene(tables.set_melds(rng))
        true_faces, faces = (visible(truth), read_faces(tables.read_marks(truth, rng, bias=bias)))
        wrong += sum((true_faces - faces).values()) + sum((faces - true_faces).values())
    return wrong


@pytest.mark.parametrize("bias", [-0.1, 0.1])
def test_outlines_all_too_large_or_too_small_do_little_harm(bias):
    """A deck that the networks take for a larger or a smaller one."""
    assert wrongly_read(bias) <= 2


@pytest.mark.parametrize("bias", [-0.1, 0.1])
def test_how_wrong_all_outlines_are_is_found_from_the_photo(bias):
    """Nearly, from cards of which both marks show."""
    rng = np.random.default_rng(1)
    marks = tables.read_marks(tables.scene(tables.loose(rng)), rng, bias=bias)
    all_marks = Marks(marks)
    (shape,) = common_shapes(all_marks, Pairs(all_marks))
    wider, higher = shape.stretch
    assert wider == pytest.approx(1 / (1 + bias), abs=0.03)
    assert higher == pytest.approx(1 / (1 + bias), abs=0.03)
    assert 0.02 < shape.spread < 0.07


def test_rough_outlines_lose_few_cards():
    """With outlines twice as rough as usual, 97 of 100 cards are still read once."""
    wrong = total = 0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        truth = tables.scene(tables.set_melds(rng))
        true_faces = visible(truth)
        faces = read_faces(tables.read_marks(truth, rng, blur=2))
        wrong += sum((true_faces - faces).values()) + sum((faces - true_faces).values())
        total += sum(true_faces.values())
    assert wrong <= 0.03 * total


def taller(mark, factor):
    """A mark that takes its card for another height."""
    down = np.array([math.sin(mark.angle), math.cos(mark.angle)])
    corners = np.array(mark.outline)
    along = (corners - (mark.x, mark.y)) @ down
    moved = corners + np.outer(along * (factor - 1), down)
    return replace(mark, outline=tuple(map(tuple, moved.tolist())))


def wrong_where_heights_are_uneven():
    """Cards of set melds not read once, where half of the marks have their height quite wrong."""
    wrong = 0
    for seed in range(8):
        rng = np.random.default_rng(seed)
        truth = tables.scene(tables.set_melds(rng), four=True)
        marks = tables.read_marks(truth, rng)
        marks = [taller(mark, rng.choice([0.55, 1, 1, 1.6])) for mark in marks]
        true_faces, faces = visible(truth), read_faces(marks)
        wrong += sum((true_faces - faces).values()) + sum((faces - true_faces).values())
    return wrong


def test_a_card_is_as_high_as_others_on_the_photo(monkeypatch):
    """Of which most may be hidden; each mark for itself would do much more harm."""
    evened = wrong_where_heights_are_uneven()
    monkeypatch.setattr(mark_pairs, "EVENED", 0.0)
    assert evened < 0.5 * wrong_where_heights_are_uneven()


def lone(face="7H", *, x=0.0, y=0.0, turn=0.0, four=False, left=None):
    """The marks of one card that lies open, without any error."""
    layer = tables.Layer(np.random.default_rng(1))
    layer.lay(face, 0, 0, turn, group=0)
    truth = tables.scene(layer, four=four, steep=0)
    marks = tables.read_marks(truth, np.random.default_rng(1), blur=0)
    moved = [shifted(mark, x, y) for mark in marks]
    return [mark for mark in moved if left is None or (mark.left > 0.5) == left]


def shifted(mark, x, y):
    outline = tuple((a + x, b + y) for a, b in mark.outline)
    return replace(mark, x=mark.x + x, y=mark.y + y, outline=outline)


def height_of(marks):
    outline = marks[0].outline
    return math.dist(outline[0], outline[3])


@pytest.mark.parametrize("four", [False, True])
def test_all_marks_of_a_card_are_joined(four):
    """A card with two marks, and one with four."""
    (card,) = cards_of(lone(four=four))
    assert len(card.marks) == (4 if four else 2)
    assert card.face == "7H" and card.confidence > 0.9


def test_a_copy_right_beside_a_card_is_another_card():
    """A fifth of a card further, as in a meld, with one mark of each hidden."""
    marks = lone()
    step = 0.2 * height_of(marks)
    first, second = marks[:1], [shifted(mark, step, 0) for mark in marks]
    assert read_faces(first + second) == {"7H": 2}


def test_one_mark_of_each_of_two_copies_is_two_cards():
    """The upper mark of one and the lower one of the other, where two decks lie."""
    marks = lone()
    step = 0.35 * height_of(marks)
    upper, lower = sorted(marks, key=lambda mark: mark.y)
    others = [*lone("KD", x=1500), *lone("KD", x=6000), *lone("4C", x=3000), *lone("9S", x=4500)]
    torn_apart = [upper, shifted(lower, step, step), *others]
    assert read_faces(torn_apart) == {"7H": 2, "KD": 2, "4C": 1, "9S": 1}


def kings_in_a_row(seed):
    """Marks of a set in a row, a card's marks apart, of four each, their suits a little unsure."""
    rng = np.random.default_rng(seed)
    layer = tables.Layer(rng)
    layer.strip(["KC", "KD", "KS", "KH", "KC", "KD"], 0, 0, 51, group=0, jitter=0.5)
    marks = []
    for mark in tables.read_marks(tables.scene(layer, four=True), rng):
        suit = np.full(4, 0.1 / 3)
        suit[np.argmax(mark.suit)] = 0.9
        right = 0.02 if mark.face == "KD" else 0.2  # somewhere four corners are seen
        marks.append(replace(mark, suit=tuple(suit), left=0.8 if mark.left > 0.5 else right))
    return marks


@pytest.mark.parametrize("seed", range(8))
def test_marks_that_show_other_suits_are_of_other_cards(seed):
    """Where the next card's mark stands just where one of the same card would."""
    assert read_faces(kings_in_a_row(seed)) == {"KC": 2, "KD": 2, "KS": 1, "KH": 1}


def test_kings_in_a_row_need_the_chances_of_other_faces(monkeypatch):
    monkeypatch.setattr(mark_pairs, "OTHERS", 1.0)
    assert sum(len(cards_of(kings_in_a_row(seed))) for seed in range(8)) < 6 * 8 - 5


def copies_in_rows(seed, four):
    """Marks of three sets, copies a card's marks apart; each mark is sure of its corner."""
    rng = np.random.default_rng(seed)
    layer = tables.Layer(rng)
    layer.strip(["5C", "5S", "5D", "5C", "5S", "5D", "5H"], 0, 0, 17, group=0, jitter=0.5)
    layer.strip(["KC", "KS", "KC", "KD"], 0, 150, 51, group=1, jitter=0.5)
    layer.strip(["9C", "9S", "9C", "9S"], 0, 300, 51, group=2, jitter=0.5)
    marks = tables.read_marks(tables.scene(layer, four=four), rng)
    return [replace(mark, left=0.99 if mark.left > 0.5 else 0.01) for mark in marks]


@pytest.mark.parametrize("four", [False, True])
def test_where_copies_lie_a_mark_that_knows_its_corner_is_believed(four, monkeypatch):
    """Two left marks stand as the upper ones of a card with four: they are of two cards."""
    rows = [copies_in_rows(seed, four) for seed in range(6)]
    assert [len(cards_of(marks)) for marks in rows] == [15] * 6
    monkeypatch.setattr(mark_pairs, "CORNERS_TOLD", 0.15)
    assert sum(len(cards_of(marks)) for marks in rows) < 15 * 6


@pytest.mark.parametrize(
    ("suit", "text"), [((0.01, 0.48, 0.48, 0.03), "8"), ((0.0, 0.7, 0.3, 0.0), None)]
)
def test_a_suit_that_the_colour_leaves_open_is_left_out(suit, text):
    """Two suits of a colour, even where the rank is as clear as can be."""
    one = replace(lone("8S")[0], suit=suit)
    (card,) = cards_of([one])
    assert card.hides_suit == (text is not None)
    assert card.text == (text or card.face)
    assert card.with_face("8D", 0.9).text == "8D"  # what a run tells is told


def test_where_one_deck_lies_marks_of_a_face_are_one_card():
    """Even where the networks are quite wrong about the place of one of them."""
    marks = lone()
    step = 0.35 * height_of(marks)
    upper, lower = sorted(marks, key=lambda mark: mark.y)
    others = [*lone("KD", x=1500), *lone("4C", x=3000), *lone("9S", x=4500)]
    faces = read_faces([upper, shifted(lower, step, step), *others])
    assert faces == {"7H": 1, "KD": 1, "4C": 1, "9S": 1}


def test_a_mark_seen_twice_is_one():
    """Two sights of one mark, a little apart."""
    marks = lone()
    (card,) = cards_of([*marks, shifted(marks[0], 1, 1)])
    assert len(card.marks) == 2


@pytest.mark.parametrize(("apart", "cards"), [(0.25, 1), (0.36, 1), (0.42, 2)])
def test_a_mark_seen_twice_is_further_off_than_another_face_may_be(apart, cards):
    """The 8 beside a 7 in a tight row is there, a second 7 at the same place is not."""
    marks = lone("7H", left=True)[:1]
    beside = shifted(marks[0], apart * marks[0].height, 0)
    assert len(cards_of([*marks, beside])) == cards
    other = replace(beside, rank=lone("8H")[0].rank)
    assert len(cards_of([*marks, other])) == (1 if apart < 0.3 else 2)


def test_unlikely_marks_are_dropped():
    """Marks that the networks hardly believe make no card."""
    assert cards_of([replace(mark, certainty=0.1) for mark in lone()]) == []


def test_marks_of_one_card_say_its_face_together():
    """A mark that is torn between two ranks learns from the other corner."""
    one, other = lone("8S")
    torn = list(one.rank)
    torn[FACES.index("3S") // 4] = torn[FACES.index("8S") // 4] = 0.5
    (card,) = cards_of([replace(one, rank=tuple(torn)), other])
    assert card.face == "8S"
    assert card.alternatives[1][0] == "3S" and not card.doubtful


def test_a_torn_mark_alone_is_doubtful():
    """Its alternatives have both faces, and the chances sum to one."""
    one = lone("8S")[0]
    torn = list(one.rank)
    torn[FACES.index("3S") // 4] = torn[FACES.index("8S") // 4] = 0.5
    (card,) = cards_of([replace(one, rank=tuple(torn))])
    assert card.doubtful and {face for face, _ in card.alternatives[:2]} == {"3S", "8S"}
    assert sum(card.chances) == pytest.approx(1)
    assert card.text == card.face


def test_a_mark_that_fits_many_faces_is_not_a_card():
    """Three ranks alike leave too little to ask; of a mark that shows one rank it is the suit."""
    one = lone("8S")[0]
    torn = [0.001] * len(one.rank)
    for face in ("3S", "8S", "QS"):
        torn[FACES.index(face) // 4] = 1 / 3
    assert cards_of([replace(one, rank=tuple(torn))]) == []
    (card,) = cards_of([replace(one, suit=(0.25, 0.25, 0.25, 0.25))])
    assert card.text == "8"


def test_the_outline_of_a_card_is_that_of_its_marks():
    """Two opposite marks give the outline in pixels, wherever it begins."""
    marks = lone(turn=0.4)
    (card,) = cards_of(marks)
    true = sorted(map(tuple, np.round(marks[0].outline, 3).tolist()))
    assert sorted(card.outline) == [pytest.approx(corner, abs=0.5) for corner in true]


def test_an_outline_that_can_be_none_does_no_harm():
    """Crossed or flat outlines are replaced; the card is read."""
    one = lone()[0]
    flat = replace(one, outline=((0.0, 0.0),) * 4)
    crossed = replace(one, outline=(one.outline[0], one.outline[2], one.outline[1], one.outline[3]))
    for mark in (flat, crossed):
        (card,) = cards_of([mark])
        assert card.face == "7H"


numbers = st.floats(-2000, 2000)
chances = st.floats(0, 1)


@st.composite
def any_mark(draw):
    rank = np.array(draw(st.lists(st.floats(0.001, 1), min_size=13, max_size=13)))
    suit = np.array(draw(st.lists(st.floats(0.001, 1), min_size=4, max_size=4)))
    corners = tuple((draw(numbers), draw(numbers)) for _ in range(4))
    return Mark(
        draw(numbers), draw(numbers), draw(st.floats(1, 300)), draw(st.floats(-4, 4)), corners,
        draw(chances), draw(chances), tuple(rank / rank.sum()),
        tuple(suit / suit.sum()),
    )  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(st.lists(any_mark(), max_size=7))
def test_marks_of_any_kind_become_cards(marks):
    """No mark is in two cards, none is made up, and every number is one that can be shown."""
    cards = cards_of(marks)
    used = [id(mark) for card in cards for mark in card.marks]
    assert len(used) == len(set(used)) and set(used) <= {id(mark) for mark in marks}
    for card in cards:
        assert 0 <= card.confidence <= 1 and np.isfinite(card.outline).all()
        assert 1 <= len(card.marks) <= 4


def all_joined(marks, *_, **__):
    score = np.full((len(marks), len(marks)), 5.0)
    np.fill_diagonal(score, NEVER)
    return score, np.zeros((len(marks), len(marks)), int)


def none_joined(marks, *_, **__):
    return np.full((len(marks), len(marks)), NEVER), np.zeros((len(marks), len(marks)), int)


def by_face_alone(marks, *_, **__):
    score = marks.agreement()
    np.fill_diagonal(score, NEVER)
    return score, np.zeros((len(marks), len(marks)), int)


@pytest.mark.parametrize("instead", [all_joined, none_joined, by_face_alone])
def test_wrong_merging_would_be_noticed(instead, monkeypatch):
    """The tables of these tests tell good merging from bad."""
    monkeypatch.setattr(module, "scores", instead)
    rng = np.random.default_rng(0)
    truth = tables.scene(tables.set_melds(rng))
    marks = tables.read_marks(truth, rng)
    assert read_faces(marks) != visible(truth)


@pytest.mark.parametrize("four", [False, True])
@pytest.mark.parametrize("text", [True, False], ids=["corners told", "corners not told"])
def test_cards_with_four_marks_are_known_by_them(four, text):
    """Even where the marks of all corners are taken for upper left ones."""
    rng = np.random.default_rng(2)
    truth = tables.scene(tables.loose(rng), four=four)
    marks = tables.read_marks(truth, rng)
    if not text:
        marks = [replace(mark, left=0.9) for mark in marks]
    all_marks = Marks(marks)
    assert has_four(all_marks, Pairs(all_marks)) == four
    assert read_faces(marks) == visible(truth)


def test_copies_side_by_side_are_not_one_card_with_four_marks():
    """Each stands in the upper left corner of its card, a card's width from the next."""
    rng = np.random.default_rng(4)
    layer = tables.Layer(rng)
    for row, rank in enumerate("579JK"):
        faces = [rank + "D", rank + "D"]
        layer.strip(faces, 0, 120 * row, tables.WIDE - 2 * tables.ACROSS, group=row, jitter=0.5)
    truth = tables.scene(layer)
    marks = [
        replace(mark, left=0.98 if mark.left > 0.5 else 0.02)
        for mark in tables.read_marks(truth, rng)
    ]
    all_marks = Marks(marks)
    assert not has_four(all_marks, Pairs(all_marks))
    assert read_faces(marks) == visible(truth)


@pytest.mark.parametrize(
    ("evidence", "four", "two"),
    [((1, 1, 1, 1), True, False), ((1, 1, 1, -1), True, True), ((1, 1, 1, 1), False, True)],
)
def test_a_card_torn_apart_does_not_make_a_second_deck(evidence, four, two):
    """Upright marks that stand as those of no card do; but if all say that they are of one..."""
    marks = lone()
    aslant = [shifted(mark, 0.8 * mark.height, 3.0 * mark.height) for mark in marks]
    standing = replace(Standing.from_marks(Marks([*marks, *aslant])), four=four)
    standing.score[:2, 2:] = np.reshape(evidence, (2, 2))
    standing.score[2:, :2] = standing.score[:2, 2:].T
    assert cards_module._has_twins(standing, [[0, 1], [2, 3]]) == two


def test_more_marks_than_one_card_has_are_of_two():
    """Five of one face, with any score of their pairs."""
    marks = lone()
    aslant = [shifted(mark, 0.8 * mark.height, 3.0 * mark.height) for mark in marks]
    fifth = shifted(marks[0], 9 * marks[0].height, 0.0)
    standing = replace(Standing.from_marks(Marks([*marks, *aslant, fifth])), four=True)
    standing.score[:] = 1.0
    assert cards_module._has_twins(standing, [[0, 1], [2, 3, 4]])


def test_doubtful_print_of_another_size_is_not_a_card():
    """Letters of a newspaper beside cards; sure marks of any size stay."""
    cards = [*lone("KD"), *lone("4C", x=3000)]
    eight = replace(lone("8S", x=1500)[0], certainty=0.97)
    small = [scaled_down(eight, 5)]
    doubtful = [replace(mark, certainty=0.6) for mark in small]
    assert read_faces([*cards, *small]) == {"KD": 1, "4C": 1, "8S": 1}
    assert read_faces([*cards, *doubtful]) == {"KD": 1, "4C": 1}
    large = [replace(eight, certainty=0.6)]
    assert read_faces([*cards, *large]) == {"KD": 1, "4C": 1, "8S": 1}


def scaled_down(mark, by):
    outline = tuple((x / by, y / by) for x, y in mark.outline)
    return replace(mark, x=mark.x / by, y=mark.y / by, height=mark.height / by, outline=outline)


def scaled(mark, factor, aside):
    """A mark of a card that is larger, `aside` pixels to the right."""
    outline = tuple(
        (mark.x + aside + (x - mark.x) * factor, mark.y + (y - mark.y) * factor)
        for x, y in mark.outline
    )
    return replace(mark, x=mark.x + aside, height=mark.height * factor, outline=outline)


@pytest.mark.parametrize(
    ("factor", "certainty", "fellows", "is_card"),
    [
        (3.0, 0.75, (), False),
        (0.3, 0.75, (), False),
        (2.2, 0.75, (), True),
        (3.0, 0.95, (), True),
        (3.0, 0.75, (3.4,), False),
        (3.0, 0.75, (3.4, 3.4), True),
        (3.0, 0.75, (4.0, 4.0), False),
    ],
)
def test_doubtful_print_that_is_far_too_large_is_not_a_card(factor, certainty, fellows, is_card):
    """Letters on a table look like marks; but a second deck may have larger ones than the first."""
    rng = np.random.default_rng(2)
    truth = tables.scene(tables.loose(rng, cards=7), steep=0.0)
    marks = tables.read_marks(truth, rng)
    letter = replace(scaled(marks[0], factor, 5000), certainty=certainty)
    others = [
        scaled(mark, size, 9000 + 4000 * n)
        for n, (mark, size) in enumerate(zip(marks[2::2], fellows, strict=False))
    ]
    read = cards_of([*marks, letter, *others])
    assert len(read) == 7 + len(fellows) + is_card
    assert any(card.middle[0] == pytest.approx(5000, abs=2500) for card in read) == is_card


def on_its_head(above, below, **changes):
    """What the suit of one mark and the rank of the next look like, between the two."""
    between = {
        "x": (above.x + below.x) / 2,
        "y": (above.y + below.y) / 2,
        "angle": below.angle + math.pi,
        "outline": tuple((x, y - 2 * below.height) for x, y in below.outline),
    }
    return replace(below, **between, **changes)


def column_of_marks(step):
    """Marks of a column of sixes and nines, a step apart, in their heights."""
    mark = lone()[0]
    marks = [shifted(mark, 0.0, number * step * mark.height) for number in range(4)]
    return [replace(each, angle=0.0) for each in marks]


@pytest.mark.parametrize("certainty", [0.4, 0.97])
def test_a_suit_above_a_rank_is_not_a_mark_on_its_head(certainty):
    """However sure the networks are: what speaks against it is surer, one above and one below."""
    marks = column_of_marks(1.05)
    false = [on_its_head(*pair, certainty=certainty) for pair in itertools.pairwise(marks)]
    assert cards_module._real([*marks, *false]) == marks
    assert cards_module._real([*false, *marks]) == marks


def test_marks_of_cards_that_meet_head_to_head_are_both_real():
    """The lower edge of one card at the upper edge of the next."""
    one, other = column_of_marks(1.05)[:2]
    turned = replace(one, angle=math.pi)
    assert cards_module._real([turned, other]) == [turned, other]


def test_marks_on_their_heads_beside_others_are_real():
    one = column_of_marks(1.0)[0]
    beside = replace(shifted(one, 0.5 * one.height, 0.0), angle=math.pi)
    assert cards_module._real([one, beside]) == [one, beside]


def test_marks_of_cards_that_lie_across_one_another_are_real():
    one = column_of_marks(1.0)[0]
    across = replace(shifted(one, 0.0, 0.5 * one.height), angle=0.6 * math.pi)
    assert cards_module._real([one, across]) == [one, across]


def test_no_marks_are_real():
    assert cards_module._real([]) == []


@pytest.mark.parametrize(
    ("left", "four"),
    [
        ([0.01], True),
        ([0.4] * 3, False),
        ([0.01, 0.9, 0.9, 0.9, 0.9], False),
        ([0.01, 0.01, 0.9, 0.9, 0.9], True),
        ([0.4] * 9 + [0.9] * 11, False),
        ([0.01] * 2 + [0.9] * 18, False),
        ([0.01] * 3 + [0.9] * 17, True),
    ],
)
def test_marks_that_surely_stand_in_right_corners_tell_of_four(left, four):
    """What networks are not sure of tells nothing, however many marks say it."""
    mark = lone()[0]
    marks = [
        replace(shifted(mark, 40.0 * i * mark.height, 0.0), left=each)
        for i, each in enumerate(left)
    ]
    all_marks = Marks(marks)
    assert has_four(all_marks, Pairs(all_marks)) == four
