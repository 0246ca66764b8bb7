"""The colour of print, on cuts made for it and on made scenes."""

import numpy as np
import pytest

pytest.importorskip("cv2")

import cv2

from dealt.vision.crops import RED_SUITS, Photo, pose_of, redness, suits_by_colour
from dealt.vision.geometry import SUITS
from dealt_training.synth import DrawnDesign, scene

RED_INK, BLACK_INK, BLUE_INK = (200, 30, 40), (25, 22, 28), (30, 50, 190)


def cut(ink, light=(1.0, 1.0, 1.0), blur=0.0, paper=(245, 245, 240)):
    """A digit's strokes in the upper part of a cut-out mark."""
    picture = np.full((64, 48, 3), paper, np.uint8)
    cv2.line(picture, (14, 12), (30, 12), ink, 4)
    cv2.line(picture, (30, 12), (20, 32), ink, 4)
    cv2.circle(picture, (24, 48), 8, ink, -1)
    if blur:
        picture = cv2.GaussianBlur(picture, (0, 0), blur)
    return np.asarray((picture * np.array(light)).clip(0, 255), np.uint8)


@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (0.35, 0.35, 0.35), (1.0, 0.8, 0.5)])
@pytest.mark.parametrize("blur", [0.0, 2.5])
def test_red_and_black_are_distinguished_in_any_light(light, blur):
    """Warm light makes paper and print redder alike, blur both paler."""
    red, black, blue = redness(
        np.stack([cut(c, light, blur) for c in (RED_INK, BLACK_INK, BLUE_INK)])
    )
    assert red > 0.6
    assert -0.1 < black < 0.15
    assert blue < -0.2


def test_a_colour_leaves_two_suits():
    chances = suits_by_colour(np.array([0.8, 0.0, -0.5, 0.17]))
    assert chances.sum(1) == pytest.approx(1)
    assert chances[0][RED_SUITS].sum() > 0.9
    assert chances[1][RED_SUITS].sum() < 0.1
    assert chances[2] == pytest.approx(0.25)  # blue or green: a deck of four colours
    assert chances[3] == pytest.approx(0.25)  # neither


def test_a_photo_without_any_red_says_nothing():
    """It may be one in black and white."""
    assert suits_by_colour(np.array([0.0, 0.1, -0.05])) == pytest.approx(0.25)
    assert suits_by_colour(redness(np.zeros((0, 64, 48, 3), np.uint8))).shape == (0, len(SUITS))


def test_colours_of_synthetic_cards_are_recognised():
    """Decks in two colours: nearly all recognised colours are right."""
    clear = right = expected = 0
    designs = map(DrawnDesign, range(60, 75))
    decks = [deck for deck in designs if deck.style.inks["H"] == deck.style.inks["D"]][:6]
    for number in range(6):
        picture, truth = scene(
            12, number, "grid", size=(900, 700), decks=decks[number : number + 1], whole=True
        )
        marks = [mark for mark in truth.marks if mark.shows > 0.9 and truth.cards[mark.card].face]
        photo = Photo(picture)
        cuts = [photo.upright(pose_of(m.x, m.y, m.height, m.angle, m.outline)) for m in marks]
        chances = suits_by_colour(redness(np.stack(cuts)))
        red = np.array([truth.cards[mark.card].face[1] in "HD" for mark in marks])
        red_chance = chances[:, RED_SUITS].sum(1)
        expected += len(marks)
        clear += int((red_chance != 0.5).sum())
        right += int((((red_chance > 0.5) == red) & (red_chance != 0.5)).sum())
    assert expected > 100
    assert clear > 0.8 * expected
    assert right > 0.97 * clear
