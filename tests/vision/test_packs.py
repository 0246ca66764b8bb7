"""No face is read more often than there are packs, but where the photo is sure of it."""

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealt.scoresheet.terminal.side import read_photos
from dealt.vision.cards import DOUBTFUL, FACES, SeenCard
from dealt.vision.fitting import within_packs
from dealt.vision.reading import reading_of
from tests.scoresheet.test_draft import torn
from tests.vision import tables
from tests.vision.eyes import Eyes, picture, sharp

SQUARE = ((0.0, 0.0), (0.7, 0.0), (0.7, 1.0), (0.0, 1.0))


def card(presence=0.999, **chances):
    """A card with the chances of some faces, given as `_6S=0.9`; what is left any may be."""
    chance_of = {name.lstrip("_"): chance for name, chance in chances.items()}
    rest = max(1 - sum(chance_of.values()), 0.0) / (len(FACES) - len(chance_of))
    every = tuple(chance_of.get(face, rest) for face in FACES)
    face = FACES[every.index(max(every))]
    return SeenCard(face, presence * max(every), presence, every, SQUARE, ())


def sure(face):
    return card(**{f"_{face}": 0.999})


def faces(cards):
    return [each.face for each in within_packs(cards)]


def test_of_three_of_a_face_the_one_most_like_another_is_that():
    read = [sure("6S"), card(_6S=0.8, _6C=0.15), card(_6S=0.95, _6C=0.03)]
    corrected = within_packs(read)
    assert [each.face for each in corrected] == ["6S", "6C", "6S"]
    assert [each.doubtful for each in corrected] == [False, True, False]
    assert corrected[1].inferred
    assert corrected[1].alternatives[0][0] == "6S"


def test_the_others_are_less_sure_the_likelier_one_of_them_was_the_wrong_one():
    read = [sure("6S"), card(_6S=0.8, _6C=0.18), card(_6S=0.85, _6C=0.14)]
    corrected = within_packs(read)
    assert [each.face for each in corrected] == ["6S", "6C", "6S"]
    assert corrected[2].doubtful
    assert not read[2].doubtful
    # odds of 0.225 against 0.165, and next to none, squared: 65 and 35 of a hundred
    assert corrected[1].confidence == pytest.approx(0.635, abs=0.01)
    assert corrected[2].confidence == pytest.approx(read[2].confidence * 0.65, abs=0.01)
    assert corrected[0].confidence == pytest.approx(read[0].confidence, abs=0.01)


@pytest.mark.parametrize("often", [1, 2])
def test_cards_that_two_packs_hold_stay(often):
    read = [card(_6S=0.51, _6C=0.48)] * often + [sure("6C")]
    assert within_packs(read) == read


def test_where_three_are_sure_there_are_more_packs():
    read = [sure("6S")] * 3
    assert within_packs(read) == read
    # and with them a face is believed three times that might be another one alone
    read += [sure("7S"), sure("7S"), card(_7S=0.9, _7C=0.08)]
    assert within_packs(read) == read
    assert faces(read[3:]) == ["7S", "7S", "7C"]


def test_of_three_equally_doubtful_cards_none_changes_its_face():
    """One of them is, but each is what it was read as more likely than not."""
    read = [card(_6S=0.85, _6C=0.14)] * 3
    corrected = within_packs(read)
    assert [each.face for each in corrected] == ["6S"] * 3
    assert all(each.doubtful for each in corrected)
    assert not any(each.doubtful for each in read)


def test_three_packs_hold_a_face_three_times():
    read = [sure("6S"), sure("6S"), card(_6S=0.8, _6C=0.15)]
    assert within_packs(read, packs=3) == read
    more = [*read, sure("6S")]
    assert [each.face for each in within_packs(more, packs=3)] == ["6S", "6S", "6C", "6S"]


def test_nothing_becomes_a_face_that_is_there_often_enough():
    read = [sure("6S"), sure("6S"), card(_6S=0.6, _6C=0.3, _5S=0.09)]
    assert faces(read) == ["6S", "6S", "6C"]
    full = [*read, sure("6C"), sure("6C")]
    assert faces(full) == ["6S", "6S", "5S", "6C", "6C"]


def test_a_card_that_is_perhaps_none_is_not_called_another_but_less_sure():
    read = [sure("6S"), sure("6S"), card(presence=0.6, _6S=0.8, _6C=0.19)]
    corrected = within_packs(read)
    assert [each.face for each in corrected] == ["6S"] * 3
    assert corrected[2].confidence < 0.1
    assert corrected[0].confidence == pytest.approx(read[0].confidence, abs=0.01)


def test_of_four_two_are_others():
    doubtful = card(_6S=0.6, _6C=0.35)
    assert Counter(faces([sure("6S"), sure("6S"), doubtful, doubtful])) == {"6S": 2, "6C": 2}


def test_a_corrected_card_leaves_no_room_for_the_next():
    doubtful = card(_6S=0.5, _6C=0.3, _5S=0.19)
    read = [sure("6S"), sure("6S"), sure("6C"), doubtful, doubtful]
    assert Counter(faces(read)) == {"6S": 2, "6C": 2, "5S": 1}


def test_of_four_one_is_perhaps_none_and_one_another():
    perhaps = card(presence=0.3, _6S=0.99)
    corrected = within_packs([sure("6S"), perhaps, sure("6S"), card(_6S=0.8, _6C=0.19)])
    assert [each.face for each in corrected] == ["6S", "6S", "6S", "6C"]
    assert corrected[1].presence < 0.05
    assert corrected[1].confidence < 0.05
    assert corrected[3].doubtful
    assert corrected[0].confidence == pytest.approx(sure("6S").confidence, abs=0.01)


chances = st.lists(st.floats(0.001, 1), min_size=3, max_size=3)


@given(st.lists(st.tuples(chances, st.floats(0.05, 1)), max_size=9))
def test_cards_and_what_their_marks_say_stay(triples):
    read = []
    for (a, b, c), presence in triples:
        total = a + b + c
        read.append(card(presence=presence, _6S=a / total, _6C=b / total, _5S=c / total))
    corrected = within_packs(read)
    assert [each.chances for each in corrected] == [each.chances for each in read]
    for before, after in zip(read, corrected, strict=True):
        assert 0 <= after.confidence <= max(before.confidence, DOUBTFUL)
        assert after.inferred == (after.face != before.face)
        assert not (after.inferred and not after.doubtful)
    often = Counter(each.face for each in corrected)
    was = Counter(each.face for each in read)
    assert all(often[face] <= max(was[face], 2) for face in often)


def sixes(copies):
    """Marks of a table with so many runs with the six of spades, and a six that may be another."""
    rng = np.random.default_rng(3)
    layer = tables.Layer(rng)
    for group, faces in enumerate(["6D 6H 6H", *["4S 5S 6S 7S"] * copies, "6C 7H 8H"]):
        layer.strip(faces.split(), 110 * group, 0, 24, group=group, along=math.pi / 2, jitter=0.3)
    truth = tables.scene(layer, steep=0)
    marks = tables.read_marks(truth, rng, blur=0.5)
    return truth, [torn(mark, "6S", "6C") if mark.face == "6C" else mark for mark in marks]


@pytest.mark.parametrize("copies", [1, 2])
def test_a_reading_holds_no_face_three_times(copies):
    """A six that is as good as one of clubs is that where the sixes of spades lie already."""
    truth, marks = sixes(copies)
    reading = reading_of(marks, truth.width, truth.height)
    read = Counter(card.face for card in reading.cards)
    assert read["6S"] == 2
    assert read["6C"] == (1 if copies == 2 else 0)
    (third,) = (card for card in reading.cards if card.chance("6C") > 0.3)
    assert third.doubtful


@pytest.mark.parametrize(("decks", "six"), [(2, "6C"), (3, "6S")])
def test_a_round_with_three_decks_is_read_as_such(decks, six, tmp_path):
    truth, marks = sixes(2)
    photo = tmp_path / "table.png"
    photo.write_bytes(picture(sharp(truth.width, truth.height), "PNG"))
    draft, *_ = read_photos([str(photo)], [], Eyes(marks), None, decks=decks)
    read = Counter(card.face for card in draft.cards)
    assert read["6S"] == (3 if six == "6S" else 2)


@pytest.mark.parametrize("copies", [1, 2])
def test_a_faint_card_is_dropped_if_its_face_lies_there_twice(copies):
    """A stray mark, or the second one of a card."""
    rng = np.random.default_rng(3)
    layer = tables.Layer(rng)
    for group, faces in enumerate([*["4S 5S 6S 7S"] * copies, "6S"]):
        layer.strip(faces.split(), 110 * group, 0, 24, group=group, along=math.pi / 2, jitter=0.3)
    truth = tables.scene(layer, steep=0)
    marks = tables.read_marks(truth, rng, blur=0.5)
    stray = max(marks, key=lambda mark: mark.x)
    others = [mark for mark in marks if mark.face != "6S" or mark.x < stray.x - 5 * stray.height]
    marks = [*others, replace(stray, certainty=0.65)]
    read = [card.face for card in reading_of(marks, truth.width, truth.height).cards]
    assert read.count("6S") == 2
