"""Guesses where cards lie are looked at, and what is seen there counts."""

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from dealt.vision import cards as cards_module
from dealt.vision import corners, framing
from dealt.vision.corners import Standing, Whole
from dealt.vision.framing import examine, examine_wholes, frames_of
from dealt.vision.mark_pairs import Marks
from tests.vision import tables
from tests.vision.tables import cards_of
from tests.vision.test_corners import SETS, far_copies, misplaced, row_of, silent

SURE = 8.0
ROWS = [
    (faces, leftwards, turn)
    for faces in SETS
    for leftwards in (False, True)
    for turn in (0.0, math.pi / 2, math.pi, 2.5)
]


def true_marks(truth, marks):
    """For each mark that is seen the true one there."""
    return [min(truth.marks, key=lambda t: math.hypot(t.x - m.x, t.y - m.y)) for m in marks]


def truthful(truth, marks):
    """Tells of frames whether they are right, and never errs."""
    true = true_marks(truth, marks)

    def look(guesses):
        return [SURE if is_right(truth, true, guess) else -SURE for guess in guesses]

    return look


def is_right(truth, true, frame):
    first = true[frame.marks[0]]
    one = all(true[i].card == first.card for i in frame.marks)
    return one and frame.right != first.left


def in_order(truth, marks):
    """The marks in the order in which `cards_of` has them."""
    return sorted(marks, key=lambda mark: -mark.certainty)


@pytest.mark.parametrize("looking", [True, False], ids=["looking", "blind"])
def test_frames_decide_the_sides_of_rows(monkeypatch, looking):
    """Marks that say nothing of their corner, and cards that hide nothing."""
    monkeypatch.setattr(corners, "OVERLOOKED", 0.0)
    lost = cards = 0
    for faces, leftwards, turn in ROWS:
        truth, marks = row_of(faces, leftwards=leftwards, turn=turn)
        marks = in_order(truth, silent(marks))
        look = truthful(truth, marks) if looking else None
        lost += misplaced(truth, cards_of(marks, look))
        cards += len(truth.cards)
    assert (lost <= 0.01 * cards) if looking else (lost > 0.2 * cards)


@pytest.mark.parametrize("looking", [True, False], ids=["looking", "blind"])
def test_frames_separate_copies(monkeypatch, looking):
    """Two copies a card's width apart, which stand as the marks of one card do."""
    monkeypatch.setattr(cards_module, "TANGLED", 0.0)
    truth, marks = far_copies()
    marks = in_order(truth, silent(marks))
    read = Counter(
        card.face for card in cards_of(marks, truthful(truth, marks) if looking else None)
    )
    assert (read == Counter(card.face for card in truth.cards)) == looking


def six_cards(faces, seed):
    """Six cards with four marks that lie apart, seen from above; and what is seen of them."""
    rng = np.random.default_rng(seed)
    layer = tables.Layer(rng)
    for place, face in enumerate(faces.split()):
        layer.lay(face, 150 * (place % 3), 200 * (place // 3), 0.0, group=place)
    truth = tables.scene(layer, four=True, steep=0.0)
    return truth, tables.read_marks(truth, rng)


def bent_card():
    """Three copies with four marks; the lower marks of one are a third of a card too low."""
    truth, marks = six_cards("TC TC TC 5H 6D 7S", seed=3)
    middle = np.mean(truth.cards[0].outline, axis=0)[1]
    low = [
        replace(mark, y=mark.y + 36, outline=tuple((x, y + 36) for x, y in mark.outline))
        if true.card == 0 and mark.y > middle
        else mark
        for mark, true in zip(marks, true_marks(truth, marks), strict=True)
    ]
    return truth, in_order(truth, low)


@pytest.mark.parametrize("says", ["nothing", "one card", "two cards", "one card, not surely"])
def test_a_card_torn_apart_is_whole_if_the_photo_says_so(says):
    """Two clear pairs of marks with little that speaks for one card of all four."""
    truth, marks = bent_card()
    true = true_marks(truth, marks)
    middle = np.mean(truth.cards[0].outline, axis=0)[1]
    scores = {"one card": SURE, "two cards": -SURE, "one card, not surely": 1.9}

    def said(guess):
        cards_of_marks = [true[i] for i in guess.marks]
        if {mark.card for mark in cards_of_marks} == {0} and len(
            {mark.y > middle for mark in cards_of_marks}
        ) == 2:
            return scores[says]
        return SURE if len({mark.card for mark in cards_of_marks}) == 1 else -SURE

    def look(guesses):
        return [said(guess) for guess in guesses]

    read = Counter(card.face for card in cards_of(marks, None if says == "nothing" else look))
    assert read["TC"] == (3 if says == "one card" else 4)
    assert read.total() == read["TC"] + 3


def steep_card():
    """Three copies with four marks; each mark of one thinks that its card is half as wide."""
    truth, marks = six_cards("AD AD AD 5H 6C 7S", seed=8)
    narrow = [
        replace(mark, outline=tuple((mark.x + 0.45 * (x - mark.x), y) for x, y in mark.outline))
        for mark in marks
    ]
    of_first = [true.card == 0 for true in true_marks(truth, marks)]
    marks = [a if first else b for a, b, first in zip(narrow, marks, of_first, strict=True)]
    return truth, in_order(truth, marks)


@pytest.mark.parametrize("says", [None, -SURE, 1.9, 2.1, SURE])
def test_a_card_seen_steeply_is_whole_if_the_photo_says_so(says):
    """Four marks that span a card, of which none thinks that the others are of it."""
    truth, marks = steep_card()
    true = true_marks(truth, marks)

    def look(guesses):
        cards_of_guesses = [{true[i].card for i in guess.marks} for guess in guesses]
        return [
            says if cards == {0} else SURE if len(cards) == 1 else -SURE
            for cards in cards_of_guesses
        ]

    cards = cards_of(marks, None if says is None else look)
    whole = says is not None and says > 2
    assert Counter(card.face for card in cards)["AD"] == (3 if whole else 4)
    assert len(cards) == (6 if whole else 7)
    if whole:
        assert misplaced(truth, cards) == 0
        (card,) = (card for card in cards if {true_of(truth, m) for m in card.marks} == {0})
        assert len(card.marks) == 4
        assert not card.doubtful
        off = np.abs(card.corners - np.array(truth.cards[0].outline))
        off_turned = np.abs(np.roll(card.corners, 2, axis=0) - np.array(truth.cards[0].outline))
        assert min(off.max(), off_turned.max()) < 0.08 * card.height


def true_of(truth, mark):
    """The card of a mark that is seen."""
    return true_marks(truth, [mark])[0].card


def test_four_marks_are_looked_at_both_ways_across():
    """As the card lies, with two marks pointed out each time; the mean of both looks counts."""
    square = np.array([[0.0, 0], [70, 0], [70, 100], [0, 100]])
    wholes = [Whole(square, (4, 7, 1, 3)), Whole(square + 5, (0, 2, 5, 6))]
    asked = []
    scores = examine_wholes(wholes, lambda guesses: asked.extend(guesses) or [1.0, 2.0, -99.0, 4.0])
    assert scores == [1.5, -1.0]
    assert [guess.marks for guess in asked] == [(4, 1), (7, 3), (0, 5), (2, 6)]
    assert [guess.right for guess in asked] == [False, True, False, True]
    assert [guess.corners for guess in asked] == [(0, 2), (1, 3)] * 2
    assert (asked[3].outline == square + 5).all()
    assert examine_wholes([], lambda _: pytest.fail("nothing is to be asked")) == []


def test_each_pair_is_asked_about_once():
    """And of a card that was torn apart about all pairs across its parts."""
    truth, marks = bent_card()
    guesses_asked = []
    cards_of(marks, lambda guesses: guesses_asked.extend(guesses) or [SURE] * len(guesses))
    pairs = Counter((guess.marks, guess.right) for guess in guesses_asked)
    assert max(pairs.values()) == 1
    true = true_marks(truth, marks)
    of_first = {
        guess.marks for guess in guesses_asked if {true[i].card for i in guess.marks} == {0}
    }
    assert len([pair for pair in of_first if len(pair) == 2]) >= 4


def test_frames_join_and_separate_marks():
    """The score of a pair moves by what is seen; what cannot be one card stays so."""
    truth, marks = row_of("9C 9D 9C", leftwards=False, turn=0.0)
    marks = in_order(truth, marks)
    standing = Standing.from_marks(Marks(marks))
    look = truthful(truth, marks)
    evidence = examine(standing, look)
    joined = evidence.joined(standing).score
    true = true_marks(truth, marks)
    assert evidence.one
    for (a, b), score in evidence.one.items():
        one = true[a].card == true[b].card
        assert (joined[a, b] > standing.score[a, b]) == one == (score > 0)
        assert joined[a, b] == joined[b, a]
    untold = [pair for pair in np.ndindex(joined.shape) if tuple(sorted(pair)) not in evidence.one]
    assert untold
    assert all(joined[pair] == standing.score[pair] for pair in untold)


def test_frames_lie_as_their_marks_do():
    """Of exact marks a right frame is the card, and has them in its corners."""
    rng = np.random.default_rng(1)
    truth = tables.scene(tables.loose(rng), four=True, steep=0.0)
    marks = in_order(truth, tables.read_marks(truth, rng, blur=0.0))
    true = true_marks(truth, marks)
    standing = Standing.from_marks(Marks(marks))
    guesses = frames_of(standing, plain=True)
    right = [guess for guess in guesses if is_right(truth, true, guess)]
    assert {len(guess.marks) for guess in right} == {1, 2}
    for guess in right:
        first = true[guess.marks[0]]
        tall = math.dist(first.outline[3], first.outline[0])
        assert np.abs(guess.outline - np.array(first.outline)).max() < 0.05 * tall
        assert len(guess.corners) == len(guess.marks)
        for corner in guess.corners:
            near = [math.dist(guess.outline[corner], (true[i].x, true[i].y)) for i in guess.marks]
            assert min(near) < 0.3 * tall
    assert [guess for guess in guesses if len(guess.marks) == 1 and guess not in right]


@pytest.mark.parametrize("four", [False, True])
def test_clear_cards_are_not_examined(four):
    """Four marks that agree on their card are not asked about, two are, once for each card."""
    rng = np.random.default_rng(3)
    truth = tables.scene(tables.loose(rng), four=four)
    marks = tables.read_marks(truth, rng)
    standing = Standing.from_marks(Marks(marks))
    guesses_asked = []
    examine(standing, lambda guesses: guesses_asked.extend(guesses) or [0.0] * len(guesses))
    assert len(guesses_asked) == (0 if four else len(truth.cards))
    assert all(len(guess.marks) == 2 for guess in guesses_asked)
    assert len(frames_of(standing, plain=True)) >= len(truth.cards)


def test_a_copy_near_by_makes_a_card_worth_a_look():
    """Its four marks agree, but another one might be of it as well."""
    rng = np.random.default_rng(3)
    layer = tables.Layer(rng)
    layer.lay("TC", 0, 0, 0.0, group=0)
    layer.lay("TC", 75, 0, 0.0, group=1)
    truth = tables.scene(layer, four=True, steep=0.0)
    standing = Standing.from_marks(Marks(tables.read_marks(truth, rng)))
    assert len(frames_of(standing)) > 2


def test_pairs_of_one_deck_are_not_examined():
    """Its marks with one face are of one card; sides are asked all the same."""
    marks = silent(row_of("9C 9D 9H", leftwards=False, turn=0.0)[1])
    guesses_asked = []
    cards_of(marks, lambda guesses: guesses_asked.extend(guesses) or [0.0] * len(guesses))
    assert guesses_asked
    assert {len(guess.marks) for guess in guesses_asked} == {1}


def test_the_likelier_of_two_ways_decides_a_pair():
    """Marks below one another may be on the left or on the right: one of both is enough."""
    standing = Standing.from_marks(Marks(silent(row_of("9C 9D 9H", leftwards=False, turn=0.0)[1])))
    for right in (False, True):
        evidence = examine(
            standing, lambda g, right=right: [4.0 if x.right == right else -4.0 for x in g]
        )
        both = [
            pair for pair in evidence.one
            if len({g.right for g in frames_of(standing) if g.marks == pair}) == 2
        ]  # fmt: skip
        assert both
        assert all(evidence.one[pair] == 4.0 for pair in both)


def test_the_most_doubtful_is_examined_first(monkeypatch):
    """All sides, and then the pairs that are nearest to being as likely two cards as one."""
    marks = row_of("8C 8D 8H 8C 8S 8D", leftwards=False, turn=0.0)[1]
    standing = Standing.from_marks(Marks(silent(marks)))
    whole = frames_of(standing)
    monkeypatch.setattr(framing, "MOST_LOOKS", len(whole) - 4)
    assert [guess.marks for guess in frames_of(standing)] == [g.marks for g in whole[:-4]]
    assert len({guess.marks for guess in whole if len(guess.marks) == 1}) > 4
    doubt = [abs(standing.score[g.marks]) if len(g.marks) == 2 else -1.0 for g in whole]
    assert doubt == sorted(doubt)
    assert doubt[-1] > doubt[0]


def test_a_look_says_so_much_and_no_more():
    """A network that is quite sure and wrong does not outweigh everything."""
    standing = Standing.from_marks(Marks(silent(row_of("9C 9D 9H", leftwards=False, turn=0.0)[1])))
    evidence = examine(standing, lambda guesses: [1e6 if g.right else -1e6 for g in guesses])
    assert evidence.right
    assert evidence.one
    assert max(evidence.right.values()) <= 2 * framing.MOST_SAID
    assert all(abs(score) <= framing.MOST_SAID for score in evidence.one.values())
    assert (
        not examine(standing, lambda guesses: [0.0] * len(guesses)).sides(standing.marks.left)[0]
        - standing.marks.left[0]
    )
