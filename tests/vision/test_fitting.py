"""What was hardly seen is a card where it fits in with those beside it."""

import math
from dataclasses import replace

import numpy as np
import pytest

from dealt.cards import RANKS
from dealt.vision.cards import DOUBTFUL
from dealt.vision.fitting import _fitted, between
from dealt.vision.geometry import SUITS
from dealt.vision.reading import reading_of
from dealt_training.measure import _paired
from tests.vision import tables
from tests.vision.tables import cards_of


@pytest.mark.parametrize(
    ("before", "after", "fits"),
    [
        ("9C 9D", "9C", "9C 9D 9H 9S"),
        ("9C", "9D", "9C 9D 9H 9S"),
        ("9C 2D 9D", "", "9C 9D 9H 9S"),
        ("9C", "", ""),
        ("9C", "8C", ""),
        ("9C 9D", "8H", ""),
        ("5H 6H", "8H", "7H"),
        ("QS JS", "8S", "TS 9S"),
        ("5H 6H 7H", "", "8H 9H"),
        ("", "7H 8H 9H", "5H 6H"),
        ("", "9D 8D 7D", "TD JD"),
        ("JC QC KC", "", "AC"),
        ("QC KC AC", "", ""),
        ("6C 5C 4C", "", ""),
        ("5H 6H", "7H", ""),
        ("5H 2C 6H", "8H", "7H"),
        ("5H 2C 2H", "8H 9H", ""),
        ("5H 6H", "8D", ""),
        ("5H 8H", "6H 9H", ""),
        ("5H 5H", "7H 8H", ""),
        ("3H 4H 5H", "", ""),
        ("", "", ""),
    ],
)
def test_cards_fit_between_their_neighbours(before, after, fits):
    """Of a set any suit, of a run what was left out; nothing where neither lies there."""
    assert sorted(between(before.split(), after.split())) == sorted(fits.split())


def column(faces, seed=4):
    """A column of cards with two marks each, and what is seen of it."""
    rng = np.random.default_rng(seed)
    layer = tables.Layer(rng)
    layer.strip(faces.split(), 0, 0, 22, group=0, along=math.pi / 2)
    truth = tables.scene(layer)
    return truth, tables.read_marks(truth, rng)


def changed(truth, marks, number, *, certainty=None, shows=None):
    """The marks, those of one card less certain, or showing some faces with these chances."""
    changed_marks = []
    for mark in marks:
        true = min(truth.marks, key=lambda t, m=mark: math.hypot(t.x - m.x, t.y - m.y))
        new = {}
        if true.card == number and certainty is not None:
            new["certainty"] = certainty
        if true.card == number and shows is not None:
            rank, suit = np.full(13, 1e-4), np.full(4, 1e-4)
            for face, chance in shows.items():
                rank[RANKS.index(face[0])] += chance
                suit[SUITS.index(face[1])] += chance
            new |= {"rank": tuple(rank / rank.sum()), "suit": tuple(suit / suit.sum())}
        changed_marks.append(replace(mark, **new))
    return changed_marks


def read(truth, marks):
    """The card read for each of a scene, by its number."""
    cards = reading_of(marks, truth.width, truth.height).cards
    return {true: cards[number] for number, true in _paired(cards, truth).items()}, cards


@pytest.mark.parametrize("faces", ["5H 6H 7H 8H 9H", "QD QS QC QS QH", "KC QC JC TC 9C"])
def test_a_faint_card_that_fits_is_read_and_asked_about(faces):
    """Alone it would be none: the photo shows much that looks a little like a mark."""
    truth, marks = column(faces)
    cards, _ = read(truth, changed(truth, marks, 2, certainty=0.45))
    assert [cards[n].face for n in range(5)] == faces.split()
    assert [cards[n].doubtful for n in range(5)] == [False, False, True, False, False]


@pytest.mark.parametrize("shows", [{"4D": 1}, {"4D": 0.5, "TS": 0.5}])
def test_a_faint_card_that_fits_not_is_asked_about(shows):
    truth, marks = column("5H 6H 7H 8H 9H")
    cards, every = read(truth, changed(truth, marks, 2, certainty=0.45, shows=shows))
    assert cards[2].unread
    assert [card.unread for card in every].count(False) == 4


@pytest.mark.parametrize(("chance", "text"), [(1, "6H"), (0.6, "?")], ids=["clear", "unclear"])
def test_two_cards_tell_nothing_of_a_run(chance, text):
    """What lies between them is read by its own marks alone, with doubt, or not at all."""
    truth, marks = column("5H 6H 7H")
    shows = {"6H": chance, "QC": 1 - chance}
    _, cards = read(truth, changed(truth, marks, 1, certainty=0.45, shows=shows))
    assert [card.text for card in cards] == ["5H", text, "7H"]
    assert [card.doubtful for card in cards] == [False, True, False]


def test_a_doubtful_card_is_what_its_neighbours_leave_open():
    """A nine or an eight, between a seven and a nine; and it stays doubtful."""
    truth, marks = column("5H 6H 7H 8H 9H TH")
    marks = changed(truth, marks, 3, shows={"9H": 0.6, "8H": 0.4})
    cards, _ = read(truth, marks)
    assert cards[3].face == "8H"
    assert cards[3].doubtful
    assert cards[3].inferred
    assert 0.5 < cards[3].confidence < DOUBTFUL


@pytest.mark.parametrize("other", [{"9S": 1.0}, {"9H": 0.92, "8H": 0.08}])
def test_clearly_read_cards_stay(other):
    truth, marks = column("5H 6H 7H 8H 9H TH")
    cards, _ = read(truth, changed(truth, marks, 3, certainty=1.0, shows=other))
    assert cards[3].face == max(other, key=other.get)
    assert not cards[3].inferred


@pytest.mark.parametrize("eight", [0.0, 0.02])
def test_no_card_is_invented_where_marks_leave_no_room(eight):
    """A doubtful card that is hardly an eight."""
    truth, marks = column("5H 6H 7H 8H 9H TH")
    marks = changed(truth, marks, 3, shows={"4H": 0.5, "QH": 0.5 - eight, "8H": eight})
    cards, _ = read(truth, marks)
    assert cards[3].face == "4H"
    assert cards[3].doubtful
    assert not cards[3].inferred


@pytest.mark.parametrize(("alone", "is_one"), [(0.95, True), (0.7, False)])
def test_a_possible_corner_of_another_card_is_not_a_copy_of_it(alone, is_one):
    """Of a set any copy would fit; that it reads so says nothing of whose mark it is."""
    _, marks = column("9H")
    mark = replace(marks[0], certainty=0.45)
    card = replace(cards_of(marks)[0], marks=(mark,), presence=0.45 * alone)
    fitted = _fitted(card, between(["9S", "9D"], ["9C"]))
    assert (fitted is not None) == is_one
    if fitted is not None:
        assert fitted.face == "9H"
        assert fitted.presence == pytest.approx(0.9, abs=0.04)
        assert fitted.confidence < DOUBTFUL
