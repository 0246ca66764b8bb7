"""A card that nobody could read leaves a gap between its neighbours, and is asked about there."""

import json
import math

import numpy as np
import pytest

from dealt.scoresheet.round.draft import Draft
from dealt.scoresheet.round.edits import Rename, correct
from dealt.scoresheet.round.photos import see
from dealt.scoresheet.round.questions import questions
from dealt.scoresheet.terminal.review import Review
from dealt.terminal.console import Console
from dealt.vision.draw import AMBER, draw_reading, sheet_of
from dealt.vision.gaps import BY_PHOTO
from dealt.vision.photo import load
from dealt.vision.reading import reading_of
from dealt_training.measure import judged
from dealt_training.photos import Labelled, compare
from tests.scoresheet.driver import typing
from tests.vision import tables
from tests.vision.eyes import sharp
from tests.vision.test_unread import without

RUN = ["5H", "6H", "7H", "8H", "9H", "TH"]
SET = ["8C", "8D", "8S", "8H", "8C"]
HAND = ["KC", "4D", "JS", "5H", "8D", "QC", "TS"]
STEPS = {
    "column": (22, math.pi / 2),
    "row": (15, 0.0),
    "leftwards": (15, math.pi),
    "wide": (50, 0.0),
}


def laid(faces, layout="column", seed=4, **camera):
    """Cards laid one after the other: the truth, and all marks that show."""
    rng = np.random.default_rng(seed)
    layer = tables.Layer(rng)
    if layout == "fan":
        layer.fan(faces, 0, 0, group=0)
    else:
        step, along = STEPS[layout]
        layer.strip(faces, 0, 0, step, group=0, along=along, jitter=0.5)
    truth = tables.scene(layer, **camera)
    return truth, tables.read_marks(truth, rng)


def lacking(faces, numbers, layout="column", seed=4, **camera):
    """The same, with no mark of some of the cards."""
    truth, marks = laid(faces, layout, seed, **camera)
    for number in numbers:
        marks = without(truth, marks, number)
    return truth, marks


def read(truth, marks, look=None):
    return reading_of(marks, truth.width, truth.height, look=look)


def in_groups(reading):
    return [" ".join(reading.cards[i].text for i in group.cards) for group in reading.groups]


def asked(faces, *numbers):
    """The faces with a question mark for some of them."""
    return " ".join("?" if n in numbers else face for n, face in enumerate(faces))


@pytest.mark.parametrize("layout", ["column", "row", "leftwards", "fan"])
@pytest.mark.parametrize("faces", [RUN, SET, HAND])
def test_a_gap_of_a_card_is_a_question_in_its_place(faces, layout):
    for seed in range(3):
        for number in range(1, len(faces) - 1):
            (group,) = in_groups(read(*lacking(faces, [number], layout, seed)))
            assert asked(faces, number) in (group, " ".join(group.split()[::-1]))


@pytest.mark.parametrize("missing", [(2, 3), (1, 3), (1, 4), (2, 3, 4)])
def test_so_are_several(missing):
    """Side by side or with a card between them; as long as some steps are plain."""
    faces = [*HAND, "2C", "9S"]
    assert in_groups(read(*lacking(faces, missing))) == [asked(faces, *missing)]


def test_no_card_is_asked_about_if_none_is_missing():
    """However unevenly the cards lie; and none that lay at an end is missed."""
    for seed in range(16):
        rng = np.random.default_rng(seed)
        layer = (tables.set_melds, tables.runs, tables.hand, tables.loose)[seed % 4](rng)
        truth = tables.scene(layer)
        counts = judged(read(truth, tables.read_marks(truth, rng)), truth)
        assert counts["unread_nothing"] == counts["unread_twice"] == 0, seed
    for number in (0, 5):
        reading = read(*lacking(RUN, [number]))
        assert in_groups(reading) == [" ".join(f for n, f in enumerate(RUN) if n != number)]


@pytest.mark.parametrize(
    ("faces", "is_asked"),
    [
        ("5H 6H 7H 8H 9H", False),
        ("9H 8H 7H 6H 5H", False),
        ("5H 6H 2C 8H 9H", False),
        ("5H 6H 7H 9H 2C", True),
        ("8C 8D 8S 8H 8C", True),
        ("2C 2D 2S 2H 2C", True),
        ("5H 6H 7H 8D 9H", True),
    ],
)
def test_a_run_that_lacks_no_rank_was_laid_with_a_gap(faces, is_asked):
    """Other rows that lie so may have another card there."""
    layer = tables.Layer(np.random.default_rng(4))
    left, right = faces.split()[:3], faces.split()[3:]
    layer.strip(left, 0, 0, 20, group=0, along=math.pi / 2)
    layer.strip(right, 0, 80, 20, group=0, along=math.pi / 2)
    truth = tables.scene(layer)
    reading = read(truth, tables.read_marks(truth, layer.rng))
    assert any(card.is_gap for card in reading.cards) == is_asked


def test_a_heap_is_not_read_as_a_strip():
    """Cards across one another are not laid step by step."""
    layer = tables.Layer(np.random.default_rng(4))
    for n, (x, y) in enumerate([(0, 0), (25, 30), (50, -5), (20, 45), (60, 40)]):
        layer.lay(HAND[n], x, y, 0.1 * n, group=0)
    truth = tables.scene(layer)
    reading = read(truth, tables.read_marks(truth, layer.rng))
    assert not any(card.is_gap for card in reading.cards)


@pytest.mark.parametrize("score", [BY_PHOTO - 0.1, BY_PHOTO + 0.1])
def test_the_photo_must_show_a_card_there(score):
    """It is shown the place of the card, with a mark in the corner of the others."""
    truth, marks = lacking(RUN, [2])
    frames = []

    def look(guesses):
        frames.extend(guesses)
        return [score] * len(guesses)

    group = in_groups(read(truth, marks, look))
    assert group == [asked(RUN, 2) if score > BY_PHOTO else "5H 6H 8H 9H TH"]
    gap = frames[-1]
    assert gap.corners == (0,) and gap.marks == ()
    true = np.array(truth.cards[2].outline)
    assert np.hypot(*(gap.outline - true).T).max() < 0.1 * np.ptp(true, axis=0).max()


@pytest.mark.parametrize("faces", [RUN, SET])
def test_a_gap_that_parts_a_row_joins_it_again(faces):
    """Of cards that hardly overlap: what is left of a row is two groups that do not touch."""
    truth, marks = lacking(faces, [2], "wide")
    whole = " ".join(faces)
    parts = [whole.split(f" {faces[2]} ")[0], " ".join(faces[3:])]
    assert in_groups(read(truth, marks)) == parts
    assert in_groups(read(truth, marks, lambda frames: [-5.0] * len(frames))) == parts
    reading = read(truth, marks, lambda frames: [5.0] * len(frames))
    assert in_groups(reading) == [asked(faces, 2)] and reading.groups[0].kind == "row"
    assert sorted(i for group in reading.groups for i in group.cards) == [*range(len(faces))]


def test_a_gap_filled_by_another_card_asks_nothing():
    """A card of another meld lies between two parts of a row."""
    layer = tables.Layer(np.random.default_rng(4))
    layer.strip(["5H", "6H"], 0, 0, 50, group=0)
    layer.lay("KD", 100, 0, math.pi / 2, group=1)
    layer.strip(["8H", "9H"], 150, 0, 50, group=0)
    truth = tables.scene(layer)
    marks = tables.read_marks(truth, layer.rng)
    reading = read(truth, marks, lambda frames: [5.0] * len(frames))
    assert not any(card.is_gap for card in reading.cards)


def test_a_proposed_card_is_counted_shown_and_drawn_as_doubtful():
    truth, marks = lacking(RUN, [2])
    reading = read(truth, marks)
    sheet = sheet_of(reading)
    assert sheet.title == "6 cards read, 1 of them doubtful (1 could not be identified)"
    assert sheet.rows[0][2:] == (6, asked(RUN, 2))
    assert sheet.notes[0].startswith("Not read: card 3, ")
    data = json.loads(json.dumps(reading.to_dict()))
    card = data["cards"][2]
    assert (card["face"], card["unread"], card["doubtful"], card["marks"]) == ("?", True, True, [])
    assert sum(card["unread"] for card in data["cards"]) == 1
    pixels = sharp(truth.width, truth.height)
    counts = [
        (load(draw_reading(pixels, each, numbers=True)).astype(int) == AMBER).all(axis=2).sum()
        for each in (reading, read(*laid(RUN)))
    ]
    assert counts[0] > 200 > counts[1]


def draft_of(faces, numbers, shows="table"):
    draft = Draft(morto="used", final_move=True)
    see(draft, read(*lacking(faces, numbers)), shows)
    return draft


@pytest.mark.parametrize(
    ("faces", "numbers", "options"),
    [
        (RUN, [2], [("7H",)]),
        (RUN, [2, 3], [("7H",), ("8H",)]),
        (SET, [2], [("8D", "8H", "8S")]),  # both eights of clubs are there
    ],
)
def test_a_round_asks_for_just_that_card(faces, numbers, options):
    """And offers what its meld lacks."""
    draft = draft_of(faces, numbers)
    assert draft.unread == numbers
    open_ones = questions(draft)
    assert [question.cards for question in open_ones] == [(number,) for number in numbers]
    assert [sorted(question.options) for question in open_ones] == [sorted(o) for o in options]
    assert "a card here could not be read; which one is it?" in open_ones[0].text
    for number in numbers:
        correct(draft, Rename(number, faces[number]))
    assert questions(draft) == []
    assert draft.faces(draft.melds[0]) == tuple(faces)
    assert [each["card"] for each in draft.label(0)["corrections"]] == numbers


def test_a_gap_in_a_hand_is_asked_about_without_a_proposal():
    (question,) = questions(draft_of(HAND, [3], "hand"))
    assert question.text.startswith("Card 4 (hand), KC 4D JS [?] 8D QC TS: a card here could not")
    assert question.options == ()


@pytest.mark.parametrize(("faces", "answer"), [(RUN, "7h"), (SET, "x"), (SET, "8S")])
def test_an_unread_card_is_named_or_removed_at_a_terminal(faces, answer, monkeypatch, capsys):
    draft = draft_of(faces, [2])
    typing(monkeypatch, [answer, ""])
    Review(draft, Console(live=False)).run()
    left = [*faces[:2], *faces[3:]] if answer == "x" else faces
    assert [card.face for card in draft.cards if not card.removed] == left
    assert capsys.readouterr().out.count("which one is it?") == 1


def test_an_error_with_a_gap_in_its_place_is_flagged():
    """On made scenes, whose cards have known places."""
    truth, marks = lacking(HAND, [3])
    counts = judged(read(truth, marks), truth)
    assert (counts["missed"], counts["missed_flagged"], counts["extra"]) == (1, 1, 0)
    assert counts["unread"] == 1 and counts["unread_nothing"] == counts["unread_twice"] == 0


@pytest.mark.parametrize(
    ("groups", "noticed"),
    [(None, 1), ([HAND], 1), ([[*HAND[:3], *HAND[4:]], ["5H"]], 0)],
)
def test_so_it_is_on_photos_if_the_card_may_lie_there(groups, noticed):
    """Labels say what is there and which cards lie together, but not where."""
    reading = read(*lacking(HAND, [3]))
    photo = Labelled("a.jpg", tuple(HAND), groups=groups and tuple(map(tuple, groups)))
    counts = compare(reading.cards, photo, reading.groups)
    assert (counts.right, counts.missed, counts.noticed, counts.doubtful) == (6, 1, noticed, 1)


def test_the_networks_see_a_card_whose_mark_is_covered():
    """From the pixels: the mark of one card is painted over in the white of the card."""
    pytest.importorskip("onnxruntime")
    cv2 = pytest.importorskip("cv2")
    from dealt.vision.reading import default_eyes, seen_by
    from dealt_training.synth import scene

    picture, truth = scene(5, 2, "spread", size=(640, 640), whole=True)
    eyes, covered = default_eyes(), 3
    before = seen_by(eyes, picture)
    assert not any(card.unread for card in before.cards)
    for mark in truth.marks:
        if mark.card == covered and mark.shows > 0.1:
            spot = np.zeros(picture.shape[:2], np.uint8)
            half = (round(0.75 * mark.height), round(0.45 * mark.height))
            turn = 90 - math.degrees(mark.angle)
            cv2.ellipse(spot, (round(mark.x), round(mark.y)), half, turn, 0, 360, 255, -1)
            picture[spot > 0] = np.percentile(picture[spot > 0], 90, axis=0)
    (whole,) = in_groups(before)
    assert whole.split().count(truth.cards[covered].face) == 1
    assert in_groups(seen_by(eyes, picture)) == [whole.replace(truth.cards[covered].face, "?")]
