"""A reading as a whole: data, honest advice, and suits that only the run tells."""

import json
from dataclasses import replace

import numpy as np
import pytest

from dealt.vision import reading as module
from dealt.vision.draw import draw_reading
from dealt.vision.reading import _brightened, _sharpness, read, reading_of
from tests.vision import tables
from tests.vision.eyes import Eyes, picture, sharp, small_table


def smoothed(pixels, times=16):
    """A blurred copy."""
    blurred = pixels.astype(float)
    for _ in range(times):
        for axis in (0, 1):
            blurred = (np.roll(blurred, 1, axis) + 2 * blurred + np.roll(blurred, -1, axis)) / 4
    return blurred.astype(np.uint8)


def test_a_reading_is_data_for_json():
    """Every field is printed, with short numbers."""
    truth, marks = small_table()
    reading = reading_of(marks, truth.width, truth.height, "7", piles=tables.piles(truth))
    data = json.loads(json.dumps(reading.to_dict()))
    assert data["model"] == "7" and data["width"] == truth.width
    assert [card["face"] for card in data["cards"]] == [card.face for card in reading.cards]
    assert sorted(i for group in data["groups"] for i in group["cards"]) == list(range(11))
    turns = {
        data["cards"][group["cards"][0]]["face"]: group["turn"]
        for group in data["groups"]
        if group["kind"] == "pile"
    }
    assert turns == {"TC": "horizontal", "QD": "vertical"}
    assert all(0 <= card["confidence"] <= 1 and len(card["outline"]) == 4 for card in data["cards"])


def test_photos_are_read_from_files_bytes_and_pixels(tmp_path):
    """The same reading from each."""
    truth, marks = small_table()
    content = picture(sharp(truth.width, truth.height))
    (tmp_path / "table.jpg").write_bytes(content)
    ways = [tmp_path / "table.jpg", content, sharp(truth.width, truth.height)]
    first, *others = (read(way, Eyes(marks)).to_dict() for way in ways)
    assert all(other == first for other in others)


@pytest.mark.parametrize(
    ("pixels", "says"), [(sharp(), "go nearer"), (smoothed(sharp()), "the photo is blurred")]
)
def test_no_cards_is_an_answer_with_advice(pixels, says):
    """And no made-up card."""
    reading = read(pixels, Eyes([]))
    assert reading.cards == () and reading.groups == ()
    (line,) = reading.advice
    assert line.startswith("no cards found") and says in line


def test_marks_that_are_too_small_are_reported_in_pixels():
    """How high they are and how high they should be."""
    truth, marks = small_table()
    small = [scaled(mark, 9 / mark.height) for mark in marks]
    (line,) = read(sharp(truth.width, truth.height), Eyes(small)).advice
    assert line.startswith(
        "too far away: the marks of the cards are 9 pixels high and should be 14"
    )


def scaled(mark, by):
    outline = tuple((x * by, y * by) for x, y in mark.outline)
    return replace(mark, x=mark.x * by, y=mark.y * by, height=mark.height * by, outline=outline)


def test_a_blurred_photo_with_doubtful_cards_says_so():
    """With all cards sure there is nothing to say."""
    truth, marks = small_table()
    unsure = [replace(mark, certainty=0.4) for mark in marks]
    blurred = smoothed(sharp(truth.width, truth.height))
    assert any(line.startswith("blurred") for line in read(blurred, Eyes(unsure)).advice)
    assert read(blurred, Eyes(marks)).advice == ()
    (line,) = read(sharp(truth.width, truth.height), Eyes(unsure)).advice
    assert "cards are doubtful" in line


def test_sharpness_falls_with_blur():
    """Step by step."""
    pixels = sharp()
    sharpnesses = [_sharpness(smoothed(pixels, times)) for times in (0, 1, 2, 4, 8)]
    assert sharpnesses == sorted(sharpnesses, reverse=True) and sharpnesses[0] > 2 * sharpnesses[-1]
    assert _sharpness(np.full((80, 80, 3), 9, np.uint8)) == 0


def column(hidden, suits=None):
    """A run of hearts as a column in which some cards show their rank alone."""
    rng = np.random.default_rng(2)
    layer = tables.Layer(rng)
    faces = suits or ["5H", "6H", "7H", "8H", "9H"]
    layer.strip(faces, 0, 0, 22, group=0, along=np.pi / 2)
    truth = tables.scene(layer)
    marks = [
        replace(mark, suit=(0.25,) * 4) if mark.face in hidden else mark
        for mark in tables.read_marks(truth, rng)
    ]
    return tables.read(truth, marks)


def test_a_dark_photo_is_made_light_and_others_stay():
    """Its lightest part counts, not its mean; there is nothing to see in the dark."""
    rng = np.random.default_rng(1)
    light = rng.integers(0, 256, (80, 60, 3), np.uint8)
    assert _brightened(light) is light
    dark = (light // 8).astype(np.uint8)
    brightened = _brightened(dark)
    assert brightened.shape == dark.shape and brightened.dtype == np.uint8
    assert np.percentile(brightened, 99) == pytest.approx(220, abs=8)
    assert (np.argsort(dark, axis=None)[:9] == np.argsort(brightened, axis=None)[:9]).all()
    black = np.zeros((80, 60, 3), np.uint8)
    assert _brightened(black) is black


def test_a_hidden_suit_is_taken_from_the_run_and_marked():
    """Two cards of five show their rank alone."""
    reading = column({"6H", "7H"})
    assert [card.face for card in reading.cards] == ["5H", "6H", "7H", "8H", "9H"]
    assert [card.inferred for card in reading.cards] == [False, True, True, False, False]
    assert not any(card.doubtful for card in reading.cards)


def test_a_hidden_suit_that_nothing_tells_stays_doubtful():
    """With all suits hidden, and with cards that do not make a run."""
    assert len(column({"5H", "6H", "7H", "8H", "9H"}).doubtful) == 5
    reading = column({"6H"}, ["5H", "6H", "KD", "8S", "9H"])
    assert [card.doubtful for card in reading.cards] == [False, True, False, False, False]


def test_a_reading_is_drawn_on_the_photo():
    """A PNG of the photo, other than it, with doubt in another colour."""
    truth, marks = small_table()
    pixels = sharp(truth.width, truth.height)
    sure = tables.read(truth, marks)
    unsure = reading_of([replace(mark, certainty=0.4) for mark in marks], truth.width, truth.height)
    pictures = [draw_reading(pixels, each, numbers=True) for each in (sure, unsure)]
    assert pictures[0] != pictures[1] and pictures[0][:4] == b"\x89PNG"
    pixels_of_pictures = [module.load(each).astype(int) for each in pictures]
    assert (np.abs(pixels_of_pictures[0] - pixels).sum(axis=2) > 0).mean() > 0.01
    green, amber = ((0, 150, 60), (230, 120, 0))
    counts = [
        [(each == colour).all(axis=2).sum() for colour in (green, amber)]
        for each in pixels_of_pictures
    ]
    assert counts[0][0] > 500 > counts[0][1] and counts[1][1] > 500 > counts[1][0]
