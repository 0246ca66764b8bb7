"""A card with a visible mark is asked about, even if it cannot be read."""

import json
from dataclasses import replace

import numpy as np
import pytest

from dealt.scoresheet.round.draft import Draft
from dealt.scoresheet.round.edits import Rename, correct
from dealt.scoresheet.round.photos import see
from dealt.scoresheet.round.questions import CARD, PILE, questions
from dealt.scoresheet.terminal.review import Review, provisional, table_of
from dealt.terminal.console import Console
from dealt.vision.draw import AMBER, draw_reading, sheet_of
from dealt.vision.melds import melds_of
from dealt.vision.photo import load
from dealt.vision.reading import reading_of
from dealt.vision.unread import FOUND, HARDLY, PRESENCE
from dealt_training.measure import judged
from tests.scoresheet.driver import typing
from tests.vision import tables
from tests.vision.eyes import sharp
from tests.vision.tables import read
from tests.vision.test_fitting import changed, column

MANY = dict.fromkeys(("4C", "JD", "9S", "KC", "TH"), 0.2)  # what a blurred mark may be


def blurred(faces, number, *, certainty=0.6, shows=MANY):
    """A column of which one card cannot be read: its truth and the marks."""
    truth, marks = column(faces)
    return truth, changed(truth, marks, number, certainty=certainty, shows=shows)


def without(truth, marks, number):
    """The marks but for those of one card."""
    own = {(mark.x, mark.y) for mark in changed(truth, marks, number, certainty=0.123)
           if mark.certainty == 0.123}  # fmt: skip
    return [mark for mark in marks if (mark.x, mark.y) not in own]


def draft_of(truth, marks):
    draft = Draft(morto="used", final_move=True)
    see(draft, read(truth, marks))
    return draft


def test_a_card_that_cannot_be_read_is_a_question_in_its_place():
    reading = read(*blurred("5H 6H 7H 8H 9H", 2))
    assert [card.text for card in reading.cards] == ["5H", "6H", "?", "8H", "9H"]
    assert [card.doubtful for card in reading.cards] == [False, False, True, False, False]
    (group,) = reading.groups
    assert group.cards == (0, 1, 2, 3, 4)


def known(reading):
    """What was read, card by card and group by group, without what could not be read."""
    cards = [(card.face, card.inferred) for card in reading.cards if not card.unread]
    places = [i for i, card in enumerate(reading.cards) if not card.unread]
    groups = [[places.index(i) for i in group.cards if i in places] for group in reading.groups]
    return cards, sorted(filter(None, groups))


@pytest.mark.parametrize("faces", ["5H 6H 7H 8H 9H", "8C QD 8S 8H"])
def test_an_unread_card_does_not_change_the_others(faces):
    truth, marks = blurred(faces, 1)
    with_it, without_it = read(truth, marks), read(truth, without(truth, marks, 1))
    assert known(with_it) == known(without_it)


@pytest.mark.parametrize(
    ("certainty", "peak", "is_asked"),
    [
        (PRESENCE + 0.02, 0.4, True),
        (PRESENCE - 0.02, FOUND + 0.01, True),
        (PRESENCE - 0.02, FOUND - 0.01, False),
        (HARDLY - 0.01, 0.9, False),
        (0.02, 0.02, False),
    ],
)
def test_how_sure_a_mark_must_be(certainty, peak, is_asked):
    """That it is there: by all that is known, or by the finder alone."""
    truth, marks = blurred("5H 6H 7H 8H 9H", 4, certainty=certainty)
    marks = [replace(mark, peak=peak) for mark in marks]
    # one mark of it alone: two together are surer than each; and it leaves no gap
    others = without(truth, marks, 4)
    marks = [*others, next(mark for mark in marks if mark not in others)]
    assert any(card.unread for card in read(truth, marks).cards) == is_asked


def test_the_other_corner_of_a_read_card_is_not_a_second_card():
    """Hardly anything of its second mark can be read, but that it may be the same card."""
    truth, marks = column("9H")
    first, second = marks
    alike = changed(truth, [second], 0, certainty=0.2, shows={"9H": 0.4, "KD": 0.6})
    assert len(read(truth, [first, replace(alike[0], peak=0.9)]).cards) == 1
    other = changed(truth, [second], 0, certainty=0.2, shows={"4C": 0.5, "JS": 0.5})
    other = [replace(mark, peak=0.9, rank=tuple(p if p > 0.1 else 0 for p in mark.rank))
             for mark in other]  # fmt: skip
    assert [card.unread for card in read(truth, [first, *other]).cards].count(True) == 1


def test_letters_far_smaller_than_all_marks_are_not_asked_about():
    truth, marks = blurred("5H 6H 7H 8H 9H", 0)
    others = without(truth, marks, 0)
    small = [replace(mark, height=mark.height / 4) for mark in marks if mark not in others]
    assert len(read(truth, [*others, *small]).cards) == 4


def test_an_unread_card_is_listed_and_drawn_as_a_question():
    truth, marks = blurred("5H 6H 7H 8H 9H", 2)
    reading = read(truth, marks)
    sheet = sheet_of(reading)
    assert sheet.title == "5 cards read, 1 of them doubtful (1 could not be identified)"
    assert sheet.rows[0][3] == "5H 6H ? 8H 9H"
    assert sheet.notes[0].startswith("Not read: card 3, ")
    data = json.loads(json.dumps(reading.to_dict()))
    assert [card["face"] for card in data["cards"]] == ["5H", "6H", "?", "8H", "9H"]
    assert [card["unread"] for card in data["cards"]].count(True) == 1
    pixels = sharp(truth.width, truth.height)
    picture = load(draw_reading(pixels, reading, numbers=True)).astype(int)
    plain = load(draw_reading(pixels, read(*column("5H 6H 7H 8H 9H")))).astype(int)
    counts = [(each == AMBER).all(axis=2).sum() for each in (picture, plain)]
    assert counts[0] > 200 > counts[1]


def test_an_unread_card_in_a_round_is_neither_counted_nor_forgotten():
    draft = draft_of(*blurred("5H 6H 7H 8H 9H", 2))
    assert draft.unread == [2]
    assert draft.faces(draft.melds[0]) == ("5H", "6H", "8H", "9H")
    (question, *_) = questions(draft)
    assert question.kind == CARD and question.cards == (2,)
    assert "5H 6H [?] 8H 9H: a card here could not be read" in question.text
    assert "card 3 could not be read and is not counted" in draft.score().warnings
    assert "Provisional" in provisional(draft)[-1].title
    assert table_of(draft).rows[0][1] == "1:5H 2:6H 3:? 4:8H 5:9H"
    label = draft.label(0)
    assert label["cards"] == ["5H", "6H", "8H", "9H"] and label["corrections"] == []


def test_a_named_card_counts_like_any_other():
    draft = draft_of(*blurred("5H 6H 7H 8H 9H", 2))
    correct(draft, Rename(2, "7H"))
    assert questions(draft) == [] and "read" not in " ".join(draft.score().warnings)
    assert draft.score().line("cards on the table").count == 5
    assert draft.label(0)["corrections"] == [{"card": 2, "read": "", "now": "7H"}]


@pytest.mark.parametrize(
    ("answers", "faces"),
    [(["7h"], "5H 6H 7H 8H 9H"), (["x", "4"], "5H 6H 8H 9H"), (["", "7H"], "5H 6H 7H 8H 9H")],
)
def test_an_unread_card_is_named_or_removed_at_a_terminal(answers, faces, monkeypatch, capsys):
    """Nothing that it may be fits there, so nothing is offered, and an empty line says nothing."""
    draft = draft_of(*blurred("5H 6H 7H 8H 9H", 2))
    typing(monkeypatch, [*answers, ""])
    Review(draft, Console(live=False)).run()
    assert [card.face for card in draft.cards if not card.removed] == faces.split()
    printed = capsys.readouterr().out
    assert "could not be read; which one is it?" in printed and "1. 7H" not in printed


def test_its_likeliest_faces_that_fit_are_offered_first():
    draft = draft_of(*blurred("5H 6H 7H 8H 9H", 2, shows={"KC": 0.45, "7H": 0.3, "2D": 0.25}))
    (question,) = questions(draft)
    assert question.options[0] == "7H"
    assert set(question.options) <= {"7H", "2D", "2H", "2C", "2S"}


def test_a_face_that_the_meld_wants_is_offered_however_unlikely():
    """A dozen faces are likelier than the seven of hearts, and none of them can lie there."""
    likelier = {"JD": 0.3, "QS": 0.3, "KC": 0.3, "7H": 0.06}
    draft = draft_of(*blurred("5H 6H 7H 8H 9H", 2, shows=likelier))
    (question,) = questions(draft)
    assert question.options[0] == "7H"
    assert len(draft.cards[2].options) == 8 and draft.cards[2].options[0] != "7H"


def alone(face="KD", *, pile=0.5, shows=MANY):
    """A column, and beside it a card that cannot be read."""
    rng = np.random.default_rng(4)
    layer = tables.Layer(rng)
    layer.strip(["5H", "6H", "7H", "8H"], 0, 0, 22, group=0, along=np.pi / 2)
    layer.lay(face, 250, 0, group=1)
    truth = tables.scene(layer, steep=0)
    marks = tables.read_marks(truth, rng)
    marks = changed(truth, marks, 4, certainty=0.6, shows=shows)
    draft = Draft(morto="used", final_move=True)
    see(draft, reading_of(marks, truth.width, truth.height, piles=lambda each: [pile] * len(each)))
    return draft


def test_an_unread_card_that_lies_alone_has_its_place_named():
    draft = alone()
    (question,) = questions(draft)
    assert question.kind == CARD
    assert "photo 1, " in question.text and "percent from the left" in question.text


def test_one_that_lies_alone_may_be_the_top_of_a_pile_once_it_is_named():
    draft = alone()
    (card,) = draft.unread
    correct(draft, Rename(card, "KD"))
    (question,) = questions(draft)
    assert question.kind == PILE and draft.melds[question.meld].pile.lowest[1] == "D"


def test_one_that_lies_alone_and_is_a_three_is_a_dollar():
    draft = alone(pile=0.0)
    (card,) = draft.unread
    correct(draft, Rename(card, "3D"))
    assert questions(draft) == [] and draft.dollars == ("3D",)


def test_one_in_the_hand_is_asked_about():
    draft = Draft(morto="used", final_move=False)
    truth, marks = blurred("5H JC 7S", 1)
    see(draft, read(truth, marks), "hand")
    (question,) = questions(draft)
    assert question.text.startswith("Card 2 (hand), 5H [?] 7S: a card here could not be read")
    assert draft.facts()["hand"] == ("5H", "7S")


def test_an_unread_card_leaves_room_for_itself_in_a_meld():
    """Five, six, something, eight is a run, of which nothing else has to be wrong."""
    truth, marks = blurred("5H 6H 7H 8H", 2)
    (meld,) = melds_of(read(truth, marks))
    assert meld.sequence.allowed and meld.sequence.changed in ((), (2,))
    assert [card.text for card in meld.cards] == ["5H", "6H", "?", "8H"]


def test_a_missed_card_that_is_asked_about_is_an_error_that_is_flagged():
    """On made scenes, of which the place of every card is known."""
    truth, marks = blurred("5H 6H 7H 8H 9H", 0)
    for marks_read, noticed in ((marks, 1), (without(truth, marks, 0), 0)):
        counts = judged(read(truth, marks_read), truth)
        assert (counts["missed"], counts["missed_flagged"], counts["extra"]) == (1, noticed, 0)
        assert counts["unread"] == noticed and counts["unread_nothing"] == 0


def test_a_question_about_nothing_is_counted_as_such():
    truth, marks = column("5H 6H 7H 8H 9H")
    stray = changed(truth, marks[:1], 0, certainty=0.6, shows=MANY)[0]
    outline = tuple((x + 2000, y) for x, y in stray.outline)
    far = replace(stray, x=stray.x + 2000, outline=outline)
    counts = judged(read(truth, [*marks, far]), truth)
    assert counts["missed"] == 0 and counts["unread"] == counts["unread_nothing"] == 1


@pytest.mark.parametrize(
    ("certainty", "chance", "faces", "text"),
    [
        (0.45, 0.95, "5H QC 7H 9D", "QC"),  # too little for a card of its own, but a clear one
        (0.45, 0.95, "QC", "?"),  # with nothing beside it
        (0.45, 0.6, "5H QC 7H 9D", "?"),
        (0.2, 0.95, "5H QC 7H 9D", "?"),
    ],
    ids=["among others", "alone", "unclear", "faint"],
)
def test_a_faint_card_that_shows_its_face_among_others_is_read_with_doubt(
    certainty, chance, faces, text
):
    at = faces.split().index("QC")
    shows = {"QC": chance, **dict.fromkeys(("4D", "KS", "TH"), (1 - chance) / 3)}
    truth, marks = blurred(faces, at, certainty=certainty, shows=shows)
    others = without(truth, marks, at)
    marks = [*others, next(mark for mark in marks if mark not in others)]
    assert [card.text for card in read(truth, marks).cards if card.doubtful] == [text]


def test_two_cards_of_a_tight_row_are_two_questions():
    """They share most of their place, but each has a mark in the same corner of its own."""
    rng = np.random.default_rng(4)
    layer = tables.Layer(rng)
    layer.strip(["5H", "6H", "7H", "8H", "9H", "KS", "QD"], 0, 0, 20, group=0)
    truth = tables.scene(layer)
    marks = tables.read_marks(truth, rng)
    for number in (2, 3):
        marks = changed(truth, marks, number, certainty=0.6, shows=MANY)
    unread = [number for number, card in enumerate(read(truth, marks).cards) if card.unread]
    assert unread == [2, 3]
