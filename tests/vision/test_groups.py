"""Cards that lie together are found, in their order, and piles with their turn."""

import itertools
import math

import numpy as np
import pytest

from dealt.vision.groups import groups_of, main_direction, piles_of
from dealt.vision.reading import reading_of
from dealt_training.measure import _paired
from tests.vision import tables


def read(layer, rng, **noise):
    """Truth, cards and groups of what was laid."""
    truth = tables.scene(layer)
    marks = tables.read_marks(truth, rng, **noise)
    reading = tables.read(truth, marks)
    return truth, list(reading.cards), list(reading.groups)


def words(cards, groups):
    """The faces of each group."""
    return [" ".join(cards[i].face for i in group.cards) for group in groups]


def one_strip(faces, step, **layout):
    rng = np.random.default_rng(3)
    layer = tables.Layer(rng)
    layer.strip(faces, 0, 0, step, group=0, **layout)
    return read(layer, rng)


@pytest.mark.parametrize("step", [22, 28, 40, 56])
@pytest.mark.parametrize(("kind", "along"), [("row", 0.0), ("column", math.pi / 2)])
def test_a_strip_is_one_group_in_order(kind, along, step):
    """Whether its cards cover one another nearly or hardly."""
    _, cards, groups = one_strip(["4H", "5H", "6H", "7H", "8H"], step, along=along)
    assert words(cards, groups) == ["4H 5H 6H 7H 8H"]
    assert groups[0].kind == kind


def test_a_hand_is_one_fan_from_left_to_right():
    """Eleven cards held in the hand, the outer ones turned far."""
    rng = np.random.default_rng(5)
    layer = tables.Layer(rng)
    faces = ["4H", "5H", "6C", "7D", "8H", "9S", "TC", "JD", "QH", "KS", "AC"]
    layer.fan(faces, 0, 0, group=0)
    _, cards, groups = read(layer, rng)
    assert words(cards, groups) == [" ".join(faces)]
    assert groups[0].kind == "fan"


def test_columns_side_by_side_are_groups_of_their_own():
    """Even where they touch."""
    rng = np.random.default_rng(2)
    layer = tables.Layer(rng)
    layer.strip(["4H", "5H", "6H", "7H"], 0, 0, 24, group=0, along=math.pi / 2)
    layer.strip(["9C", "TC", "JC", "QC"], 64, 0, 24, group=1, along=math.pi / 2)
    _, cards, groups = read(layer, rng)
    assert sorted(words(cards, groups)) == ["4H 5H 6H 7H", "9C TC JC QC"]


def test_cards_that_hardly_overlap_are_a_row_and_cards_apart_are_single():
    """In line and a little over one another is together; a tenth of a card between is not."""
    _, cards, groups = one_strip(["4H", "9C", "KD"], 58)
    assert words(cards, groups) == ["4H 9C KD"]
    _, cards, groups = one_strip(["4H", "9C", "KD"], 70)
    assert len(groups) == 3 and {group.kind for group in groups} == {"single"}


@pytest.mark.parametrize(("step", "row"), [(61, True), (62.5, False), (66, False)])
def test_cards_whose_outlines_are_known_well_are_a_row_however_little_they_overlap(step, row):
    rng = np.random.default_rng(3)
    layer = tables.Layer(rng)
    layer.strip(["4H", "9C", "KD"], 0, 0, step, group=0, jitter=0.2)
    _, cards, groups = read(layer, rng, blur=0.1)
    assert words(cards, groups) == (["4H 9C KD"] if row else ["4H", "9C", "KD"])


@pytest.mark.parametrize(("step", "joined"), [((48, 58), True), ((61, 80), False)])
def test_stairs_of_which_only_corners_overlap_are_a_group(step, joined):
    """A twelfth of a card on the next one, not in line, is together; next to nothing is not."""
    rng = np.random.default_rng(6)
    layer = tables.Layer(rng)
    for number, face in enumerate(["4H", "5H", "6H"]):
        layer.lay(face, step[0] * number, step[1] * number, group=0)
    _, cards, groups = read(layer, rng, blur=0.2)
    assert words(cards, groups) == (["4H 5H 6H"] if joined else ["4H", "5H", "6H"])


def test_pairs_of_simulated_tables():
    """Nearly all pairs of one group are found, and nearly none of two groups joined."""
    right = joined = parted = 0
    for seed in range(10):
        rng = np.random.default_rng(seed)
        layer, _ = tables.tranca(rng)
        truth, cards, groups = read(layer, rng)
        group_of = {i: number for number, group in enumerate(groups) for i in group.cards}
        true = _paired(tuple(cards), truth)
        for one, other in itertools.combinations(true, 2):
            same = truth.cards[true[one]].group == truth.cards[true[other]].group
            right += same and group_of[one] == group_of[other]
            joined += not same and group_of[one] == group_of[other]
            parted += same and group_of[one] != group_of[other]
    assert right > 100 and joined <= 0.02 * right and parted <= 0.02 * right


@pytest.mark.parametrize("turned", [0.0, 0.3, math.pi / 2, 2.5])
def test_T12_the_turn_of_a_pile_is_told_by_the_cards_around_it(turned):
    """Across is clean and along is dirty, however the camera was held."""
    rng = np.random.default_rng(4)
    layer = tables.Layer(rng)
    along = math.pi / 2 + turned
    layer.strip(["4H", "5H", "6H"], 0, 0, 24, group=0, along=along, turn=turned)
    layer.lay("TC", 260, 40, turned + math.pi / 2, group=1, pile=7, crosswise=True)
    layer.lay("QD", -260, -40, turned, group=2, pile=7)
    _, cards, groups = read(layer, rng)
    pile_of = {cards[pile.card].face: pile for pile in piles_of(cards, groups)}
    assert pile_of["TC"].crosswise and not pile_of["QD"].crosswise
    assert pile_of["TC"].sure and pile_of["QD"].sure


def test_a_pile_that_lies_askew_is_marked_as_unsure():
    """At 45 degrees it is neither."""
    rng = np.random.default_rng(4)
    layer = tables.Layer(rng)
    layer.strip(["4H", "5H", "6H"], 0, 0, 24, group=0, along=math.pi / 2)
    layer.lay("TC", 260, 40, math.pi / 4, group=1, pile=7)
    _, cards, groups = read(layer, rng)
    (pile,) = piles_of(cards, groups)
    assert not pile.sure


def test_without_open_cards_the_photo_says_what_is_upright():
    """Two piles alone: the players see their cards upright."""
    rng = np.random.default_rng(4)
    layer = tables.Layer(rng)
    layer.lay("TC", 0, 0, math.pi / 2, group=0, pile=7, crosswise=True)
    layer.lay("QD", 150, 0, 0, group=1, pile=7)
    _, cards, groups = read(layer, rng)
    assert main_direction(cards, groups) is None
    assert [pile.crosswise for pile in piles_of(cards, groups)] == [True, False]
    assert not any(pile.sure for pile in piles_of(cards, groups))
    assert {group.kind for group in groups} == {"pile"}


@pytest.mark.parametrize("aside", [10, 80])
def test_a_card_that_peeks_out_below_a_pile_belongs_to_it(aside):
    """The top is the card of which both marks show; a pile beside it is another one."""
    rng = np.random.default_rng(4)
    layer = tables.Layer(rng)
    layer.lay("8H", -aside, 0, group=0, pile=6)
    layer.lay("TC", 0, 0, group=0 if aside < 20 else 1, pile=7)
    _, cards, groups = read(layer, rng)
    piles = [" ".join(cards[i].face for i in group.cards) for group in groups]
    assert piles == (["TC 8H"] if aside < 20 else ["8H", "TC"])
    assert {group.kind for group in groups} == {"pile"}
    assert sorted(cards[pile.card].face for pile in piles_of(cards, groups)) == sorted(
        words[:2] for words in piles
    )


def test_no_cards_make_no_group():
    """No cards, no groups, no piles."""
    assert groups_of([]) == [] and piles_of([], []) == []


@pytest.mark.parametrize(("step", "kind"), [(30, "row"), (95, "pile")])
def test_a_card_that_lies_over_others_is_not_a_pile(step, kind):
    """A card that is taken for a pile is one of a row if it covers the next by a half."""
    rng = np.random.default_rng(3)
    layer = tables.Layer(rng)
    layer.strip(["4H", "5H", "6H"], 0, 0, step, group=0)
    truth = tables.scene(layer)
    marks = tables.read_marks(truth, rng)
    reading = reading_of(
        marks, truth.width, truth.height, piles=lambda outlines: [0.96 for _ in outlines]
    )
    assert {group.kind for group in reading.groups} == {kind}
    assert len(reading.groups) == (1 if kind == "row" else 3)


@pytest.mark.parametrize(("chance", "kinds"), [(0.96, ["row"]), (0.98, ["pile", "row"])])
def test_a_sure_pile_stays_one_beside_any_cards(chance, kinds):
    """A card whose outline is wrong may seem to lie over it."""
    rng = np.random.default_rng(3)
    layer = tables.Layer(rng)
    layer.strip(["4H", "5H", "6H"], 0, 0, 30, group=0)
    truth = tables.scene(layer)
    marks = tables.read_marks(truth, rng)
    reading = reading_of(
        marks,
        truth.width,
        truth.height,
        piles=lambda outlines: [chance, *[0.1] * (len(outlines) - 1)],
    )
    assert sorted(group.kind for group in reading.groups) == kinds


@pytest.mark.parametrize(("chance", "kind"), [(0.08, "single"), (0.12, "pile")])
def test_a_card_that_lies_alone_is_a_pile_sooner(chance, kind):
    rng = np.random.default_rng(3)
    layer = tables.Layer(rng)
    layer.lay("4H", 0, 0, group=0)
    truth = tables.scene(layer)
    marks = tables.read_marks(truth, rng)
    reading = reading_of(marks, truth.width, truth.height, piles=lambda outlines: [chance])
    assert [group.kind for group in reading.groups] == [kind]
