"""Made scenes: the same for the same arguments, and their truth is what the picture shows."""

import itertools
import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealt.core.melding import CANASTA
from dealt.errors import DealtError
from dealt.games.tranca.judging import RUN
from dealt.vision.geometry import SUITS
from dealt_training.synth import DrawnDesign, scene
from dealt_training.synth.art import load_art
from dealt_training.synth.camera import camera, card_corners, card_matrix, through
from dealt_training.synth.clarity import with_clarity
from dealt_training.synth.faces import DRAWN, FACE, PIPS
from dealt_training.synth.fonts import bundled_fonts, flat_three, system_fonts, written
from dealt_training.synth.layouts import FACES, LAYOUTS, SHARES, Place, Stock
from dealt_training.synth.suits import SHAPES, SuitStyle, suit_sign

# one with marks in two corners, one with marks in all four
SEEDS = [
    next(seed for seed in range(99) if DrawnDesign(seed).style.corners == corners)
    for corners in (2, 4)
]
DECKS = [DrawnDesign(seed) for seed in SEEDS]


def made(number, kind=None, **options):
    return scene(11, number, kind, decks=DECKS, **options)


@pytest.mark.parametrize("kind", [None, *LAYOUTS])
def test_a_scene_is_a_function_of_its_arguments(kind):
    """The same seed and number give the same picture and truth, also with decks drawn anew."""
    first, truth = made(1, kind)
    again, same = scene(11, 1, kind, decks=[DrawnDesign(seed) for seed in SEEDS])
    assert first.dtype == np.uint8
    assert first.shape == (512, 512, 3)
    assert np.array_equal(first, again)
    assert truth == same
    other, _ = made(2, kind)
    assert not np.array_equal(first, other)


def test_a_face_does_not_depend_on_which_was_drawn_before():
    """Faces drawn in another order are the same, and so is the default choice of decks."""
    one, two = DrawnDesign(8), DrawnDesign(8)
    for name in ("KH", "AS"):
        one.face(name)
    for name in ("AS", "KH"):
        assert np.array_equal(one.face(name).picture, two.face(name).picture)
    assert np.array_equal(scene(5, 9)[0], scene(5, 9)[0])


def test_the_shares_of_the_layouts_make_one():
    assert len(SHARES) == len(LAYOUTS)
    assert sum(SHARES) == pytest.approx(1)


@pytest.mark.parametrize("rank", PIPS)
def test_number_cards_have_their_number_of_pips(rank):
    assert len(PIPS[rank]) == {"T": 10}.get(rank) or int(rank)


@pytest.mark.parametrize("seed", range(6))
def test_the_marks_of_a_drawn_face_hold_ink_and_nothing_beside_them(seed):
    """In a mark's box is ink of the suit's colour; the card's margin beside it has none."""
    design = DrawnDesign(seed)
    for name in ("2H", "TC", "9D", "AS"):
        face = design.face(name)
        paper = np.array(design.style.paper, int)
        far = np.abs(face.picture[..., :3].astype(int) - paper).sum(2) > 120
        assert len(face.marks) == design.style.corners
        for mark in face.marks:
            left, right = mark.x - mark.width / 2, mark.x + mark.width / 2
            top, foot = mark.y - mark.height / 2, mark.y + mark.height / 2
            box = far[round(top) : round(foot), max(0, round(left)) : round(right)]
            assert box.mean() > 0.12, (seed, name)
            # both ends of the box are touched: the rank's and the suit's
            assert box[:4].any() and box[-4:].any(), (seed, name)
            above = round(top) - 4 if not mark.turned else round(foot) + 1
            strip = far[above : above + 3, max(8, round(left)) : round(right)]
            assert strip.mean() < 0.05, (seed, name)


def drawn_signs(seed, size=80):
    """The four signs of a style, all drawn equally wide, float [4, size, size]."""
    style = SuitStyle.random(np.random.default_rng(seed))
    signs = [suit_sign(suit, style, 3 * size) for suit in SHAPES]
    return np.stack([cv2.resize(sign, (size, size)) for sign in signs]).astype(float)


@pytest.mark.parametrize("seed", range(40))
def test_suit_signs_differ_and_are_even(seed):
    """However a deck draws them, a sign is its own mirror picture, fills its height, is one."""
    signs = drawn_signs(seed)
    assert np.abs(signs - signs[:, :, ::-1]).mean() < 6
    assert signs[:, :3].any(axis=(1, 2)).all() and signs[:, -3:].any(axis=(1, 2)).all()
    for sign, other in itertools.combinations(signs, 2):
        assert np.abs(sign - other).mean() > 15
    for sign in signs:
        pieces, _ = cv2.connectedComponents((sign > 127).astype(np.uint8))
        assert pieces == 2  # the ground, and the sign


def test_decks_draw_their_signs_in_their_own_ways():
    """The same sign of two decks differs as much as two strange signs of one may."""
    clubs = np.stack([drawn_signs(seed)[0] for seed in range(30)])
    apart = [np.abs(one - other).mean() for one, other in itertools.combinations(clubs, 2)]
    assert np.median(apart) > 10 and max(apart) > 25


def test_every_drawn_deck_has_its_own_look():
    styles = {DrawnDesign(seed).style.font for seed in range(20)}
    assert len(styles) > 5
    assert {DrawnDesign(seed).style.corners for seed in range(20)} == {2, 4}


def test_fonts_are_there_on_every_machine():
    """Matplotlib's fonts do; those of the machine only add to them."""
    names = bundled_fonts()
    assert len(names) >= 8
    assert {path.rsplit("/", 1)[-1] for path in names} <= {
        path.replace("\\", "/").rsplit("/", 1)[-1] for path in system_fonts()
    }


def shown_by_painting(truth, number):
    """The visible share of a mark's card, by painting all cards anew, each in its number."""
    canvas = np.zeros((truth.height, truth.width), np.uint8)
    for card in range(len(truth.cards)):
        corners = np.array(truth.cards[card].outline)
        cv2.fillPoly(canvas, [np.round(corners).astype(np.int32)], card + 1)
    mark = truth.marks[number]
    down = np.array([np.sin(mark.angle), np.cos(mark.angle)])
    steps = np.linspace(-0.46, 0.46, 33)[:, None] * mark.height
    points = np.round(np.array([mark.x, mark.y]) + steps * down).astype(int)
    inside = (points >= 0).all(1) & (points < (truth.width, truth.height)).all(1)
    points[~inside] = 0
    return float((inside & (canvas[points[:, 1], points[:, 0]] == mark.card + 1)).mean())


@pytest.mark.parametrize("kind", ["scatter", "spread", "grid", "runs", "canasta"])
def test_what_shows_of_a_mark_agrees_with_an_independent_count(kind):
    """Marks said to show wholly lie on their card in a second painting; hidden ones do not."""
    checked = 0
    for number in range(4):
        # a whole picture has nothing laid over the cards
        _, truth = made(number, kind, size=(640, 480), whole=True)
        for i, mark in enumerate(truth.marks):
            painted = shown_by_painting(truth, i)
            if mark.shows > 0.98:
                assert painted > 0.8, (number, i)
            elif mark.shows < 0.02:
                assert painted < 0.4, (number, i)
            checked += 1
    assert checked > 8


def test_marks_lie_where_the_ink_is():
    """Most marks that show are much more lively than plain paper: grey values spread within."""
    lively = []
    for number in range(12):
        picture, truth = made(number, "grid", size=(720, 720), whole=True)
        grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY).astype(float)
        for mark in truth.marks:
            if mark.shows == 1 and mark.height > 12:
                reach = int(mark.height * 0.3)
                x, y = int(mark.x), int(mark.y)
                spot = grey[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach]
                card = np.array(truth.cards[mark.card].outline, np.float32)
                whole = np.zeros(grey.shape, np.uint8)
                cv2.fillPoly(whole, [np.round(card).astype(np.int32)], 1)
                lively.append(spot.std() > 0.15 * grey[whole > 0].std())
    assert len(lively) > 60
    assert np.mean(lively) > 0.97


def test_outlines_begin_at_the_mark():
    """Seen from a left mark, its card's first corner is the nearest; from a right one, the next."""
    seen = set()
    for number in range(16):
        _, truth = made(number, "scatter", size=(640, 640), whole=True)
        for mark in truth.marks:
            away = [np.hypot(x - mark.x, y - mark.y) for x, y in mark.outline]
            assert int(np.argmin(away)) == (0 if mark.left else 1)
            card = truth.cards[mark.card]
            assert set(mark.outline) == set(card.outline)
            turned = mark.outline[0] == card.outline[2]
            assert turned or mark.outline == card.outline
            seen.add((mark.left, turned))
    assert len(seen) == 4


def test_the_angle_points_from_rank_to_suit():
    """A camera straight above an upright card sees its upper mark stand upright."""
    rng = np.random.default_rng(0)
    view = camera(rng, (Place("AS", 0, 0),), (512, 512), 200, whole=False)
    assert view.matrix.shape == (3, 3)
    for number in range(8):
        _, truth = made(number, "single", size=(400, 400), whole=True)
        for mark in truth.marks:
            a, b, c, d = np.array(mark.outline)
            down = (c + d - a - b) / 2
            angle = np.arctan2(down[0], down[1])
            off = (mark.angle - angle + np.pi) % (2 * np.pi) - np.pi
            assert abs(off) < 0.35


def blurred(truth, picture, strength):
    """How clear the marks of a scene are on its picture, blurred, those that show."""
    worse = cv2.GaussianBlur(picture, (0, 0), strength) if strength else picture
    marks = with_clarity([m for m in truth.marks if m.shows > 0.9], picture, worse)
    return np.array([mark.clear for mark in marks])


def test_what_is_blurred_washed_out_or_dark_is_less_clear():
    """Even light and contrast change nothing; blur, glare and noise in the dark do."""
    picture, truth = made(3, "spread", size=(800, 800), whole=True)
    sharp, soft, lost = (blurred(truth, picture, strength) for strength in (0, 2, 12))
    assert len(sharp) > 4 and (sharp == 1).all()
    assert (soft < sharp).all() and (lost < soft).all() and lost.max() < 0.5
    shown = [mark for mark in truth.marks if mark.shows > 0.9]
    dim = (picture * 0.5 + 20).astype(np.uint8)
    assert min(mark.clear for mark in with_clarity(shown, picture, dim)) > 0.98
    white = np.clip(picture.astype(int) + 252, 0, 255).astype(np.uint8)
    assert max(mark.clear for mark in with_clarity(shown, picture, white)) < 0.6
    noise = np.random.default_rng(1).normal(0, 30, picture.shape)
    night = np.clip(picture * 0.04 + 60 + noise, 0, 255).astype(np.uint8)
    assert np.median([mark.clear for mark in with_clarity(shown, picture, night)]) < 0.5


def test_scenes_know_how_clear_their_marks_are():
    """Nearly all are clear; those that do not show are not looked at."""
    clear = []
    for number in range(12):
        _, truth = made(number, "sets", size=(700, 700), whole=True)
        clear += [mark.clear for mark in truth.marks if mark.shows > 0.9]
        assert all(mark.clear == 1 for mark in truth.marks if not mark.shows)
        assert all(0 <= mark.clear <= 1 for mark in truth.marks)
    assert np.mean(np.array(clear) > 0.75) > 0.8 and min(clear) < 0.98


def test_whole_pictures_cut_no_card():
    for number in range(8):
        _, truth = made(number, "groups", size=(800, 600), whole=True)
        corners = np.array([corner for card in truth.cards for corner in card.outline])
        assert corners.min() > -12
        assert (corners.max(0) < (812, 612)).all()


def test_homographies_carry_points():
    matrix = card_matrix(Place("AS", 2.0, 3.0, np.pi / 2))
    corners = through(matrix, card_corners(1.5))
    assert corners[0] == pytest.approx((2.5, 3 - 1 / 3))


def test_tranca_tables_hold_canastras_as_the_ruling_wants():
    """T12: the top of a clean canastra lies crosswise, that of a dirty one does not."""
    piles = crosswise = 0
    for number in range(20):
        _, truth = made(number, "canasta", size=(900, 700), whole=True)
        for card in truth.cards:
            assert (card.pile > 1) == (card.group in truth.piled)
            if card.pile == 1:
                assert not card.crosswise
                continue
            held = truth.piled[card.group]
            assert card.pile == len(held) >= 7
            assert card.face in held
            suits = {face[1] for face in held if face[0] != "2"}
            wild = sum(face[0] == "2" for face in held)
            clean = wild == 0 or wild == len(held)
            assert card.crosswise == clean
            assert len(suits) == 1 or len({face[0] for face in held if face[0] != "2"}) == 1
            piles += 1
            crosswise += card.crosswise
    assert piles > 15
    assert 0 < crosswise < piles


def test_no_face_comes_more_often_than_there_are_packs():
    for packs in (1, 2):
        stock = Stock(np.random.default_rng(1), packs)
        dealt = stock.deal(500)
        assert len(dealt) == 52 * packs
        assert all(dealt.count(face) == packs for face in FACES)


def test_set_melds_have_equal_ranks_and_repeats():
    """T2: no threes; with two packs the same face comes twice now and then."""
    repeats = 0
    for seed in range(30):
        stock = Stock(np.random.default_rng(seed), 2)
        faces = stock.set_meld(6)
        assert len({face[0] for face in faces}) == 1
        assert faces[0][0] != "3"
        repeats += len(set(faces)) < len(faces)
    assert repeats > 10


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([1, 2]), st.integers(0, 104))
def test_melds_are_legal_however_few_cards_are_left(seed, packs, dealt):
    """T2: neither has a gap where a card was gone, nor fewer than three cards."""
    rng = np.random.default_rng(seed)
    stock = Stock(rng, packs)
    stock.deal(dealt)
    for _ in range(6):
        kind = ["set", "run", "wild"][int(rng.integers(3))]
        cards = int(rng.integers(3, 12))
        if kind == "set":
            faces = stock.set_meld(cards)
        else:
            faces = stock.run_meld(cards, wild=kind == "wild")
        if faces:
            assert CANASTA.form(faces) and len(faces) <= cards
        elif kind == "set":
            left = Counter(face[0] for face in stock.faces if face[0] != "3")
            assert max(left.values(), default=0) < 3
        else:
            runs = [[r + s for r in RUN[i : i + 3]] for i in range(len(RUN) - 2) for s in SUITS]
            assert not any(set(run) <= set(stock.faces) for run in runs)


def art_folder(path):
    design = DrawnDesign(1)
    for name in FACES:
        cv2.imwrite(str(path / f"{name}.png"), design.face(name).picture[..., (2, 1, 0, 3)])
    facts = {
        "name": "test", "licence": "CC0-1.0", "corners": 2,
        "mark": [0.03, 0.03, 0.12, 0.2], "split": 0.6, "court": [0.2, 0.1, 0.8, 0.9],
    }  # fmt: skip
    (path / "marks.json").write_text(json.dumps(facts), encoding="utf-8")
    return facts


def test_art_of_others_is_read_from_a_folder(tmp_path):
    """Faces, marks and courts come as the folder says; drawn designs borrow the courts."""
    art_folder(tmp_path)
    (design,) = load_art(tmp_path)
    face = design.face("QH")
    assert face.picture.shape[0] == FACE
    assert face.marks[0].height == pytest.approx(0.2 * FACE)
    assert design.court_body("K", "S", 50, 80).shape == (80, 50, 3)
    borrowed = [DrawnDesign(seed, None, [design]) for seed in range(8)]
    plain = [DrawnDesign(seed) for seed in range(8)]
    same = [
        np.array_equal(a.face("KS").picture, b.face("KS").picture)
        for a, b in zip(borrowed, plain, strict=True)
    ]
    assert len(set(same)) == 2


def test_bad_art_is_named_in_one_line(tmp_path):
    with pytest.raises(DealtError, match=r"no card art in .* marks\.json"):
        load_art(tmp_path)
    (tmp_path / "marks.json").write_text("{", encoding="utf-8")
    with pytest.raises(DealtError, match=r"no readable marks\.json"):
        load_art(tmp_path)
    (tmp_path / "marks.json").write_text('{"name": "x"}', encoding="utf-8")
    with pytest.raises(DealtError, match="lacks corners, court, licence, mark, split"):
        load_art(tmp_path)
    facts = art_folder(tmp_path)
    assert facts
    (tmp_path / "7D.png").unlink()
    with pytest.raises(DealtError, match=r"7D\.png is no picture"):
        load_art(tmp_path)


def test_flat_threes_are_threes_of_their_own():
    """With the strokes of the font: thicker in bold ones, and lower bowls differ."""
    named = {Path(path).name: path for path in bundled_fonts()}
    thin, bold = named["DejaVuSans.ttf"], named["DejaVuSans-Bold.ttf"]
    shapes = [flat_three(thin, 0.0), flat_three(thin, 1.0), flat_three(bold, 0.0)]
    assert len({shape.tobytes() for shape in shapes}) == 3
    for shape in shapes:
        inked = shape > 127
        assert inked[: shape.shape[0] // 12].any(0).mean() > 0.6  # the flat top
        assert not inked[shape.shape[0] // 2, : shape.shape[1] // 4].any()  # open to the left
    assert (shapes[2] > 127).mean() > 1.15 * (shapes[0] > 127).mean()


def test_a_part_of_the_decks_prints_flat_threes():
    """And draws them: the mark of a 3 is not that of the font."""
    decks = [DrawnDesign(seed) for seed in range(40)]
    flat = [deck for deck in decks if deck.style.three == DRAWN]
    assert 4 <= len(flat) <= 20
    style = flat[0].style
    assert style.rank_in_ink("3").shape != written(style.font, "3").shape
    assert np.array_equal(style.rank_in_ink("5"), written(style.font, "5"))
