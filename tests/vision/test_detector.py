"""The detector with the weights that come with the package."""

import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("onnxruntime")

from dealt.errors import SetupError, StorageError
from dealt.vision import detector as module
from dealt.vision.crops import HEIGHT, WIDTH, Photo, Pose, pose_of
from dealt.vision.detector import Detector, _apart, _Find, _sides
from dealt.vision.geometry import Mark
from dealt.vision.plane import EDGE, with_edges
from dealt_training.synth import DrawnDesign, scene

DECKS = [DrawnDesign(seed) for seed in (21, 22, 23)]


@pytest.fixture(scope="module")
def detector():
    return Detector()


def near(marks, truth):
    """The found mark at a true one, or None."""
    for mark in marks:
        if np.hypot(mark.x - truth.x, mark.y - truth.y) < 0.4 * truth.height:
            return mark
    return None


@pytest.mark.parametrize("kind", ["grid", "scatter", "spread", "sets"])
def test_marks_of_made_scenes_are_found_and_read(detector, kind):
    """Nearly all marks that show are found where they are, and most faces are right."""
    located = right = expected = 0
    for number in range(3):
        picture, truth = scene(41, number, kind, size=(960, 720), decks=DECKS, whole=True)
        marks = detector.marks(picture)
        for mark in truth.marks:
            if mark.shows < 0.95 or mark.height < 14:
                continue
            expected += 1
            nearest = near(marks, mark)
            if nearest is not None and np.cos(nearest.angle - mark.angle) > 0.8:
                located += abs(np.log(nearest.height / mark.height)) < 0.4
                right += nearest.face == truth.cards[mark.card].face
    assert expected > 5
    assert located >= 0.93 * expected
    assert right >= 0.88 * expected


def test_the_number_of_threads_changes_nothing(detector):
    picture, _ = scene(41, 1, "grid", size=(640, 480), decks=DECKS, whole=True)
    one, two = detector.marks(picture), Detector(threads=2).marks(picture)
    assert len(one) == len(two) > 0
    for a, b in zip(one, two, strict=True):
        assert (a.face, a.left > 0.5) == (b.face, b.left > 0.5)
        assert (a.x, a.y, a.certainty) == pytest.approx((b.x, b.y, b.certainty), abs=1e-3)


@pytest.mark.parametrize(
    "picture",
    [
        np.zeros((480, 640, 3), np.uint8),
        np.full((300, 300, 3), 255, np.uint8),
        np.random.default_rng(1).integers(0, 256, (480, 640, 3), dtype=np.uint8),
    ],
    ids=["black", "white", "noise"],
)
def test_a_photo_without_cards_has_none(detector, picture):
    assert [mark for mark in detector.marks(picture) if mark.certainty > 0.5] == []


def test_small_and_narrow_pictures_are_taken(detector):
    for shape in ((1, 1, 3), (9, 400, 3), (33, 31, 3)):
        assert isinstance(detector.marks(np.full(shape, 90, np.uint8)), list)


@pytest.mark.parametrize(
    "picture", [np.zeros((4, 4), np.uint8), np.zeros((4, 4, 3)), np.zeros((0, 4, 3), np.uint8)]
)
def test_a_file_that_is_not_a_picture_is_refused(detector, picture):
    with pytest.raises(SetupError, match="an RGB picture"):
        detector.marks(picture)


def test_missing_and_broken_weights_are_named(tmp_path):
    with pytest.raises(StorageError, match=r"no weights in .* model\.json cannot be read"):
        Detector(tmp_path)
    (tmp_path / "model.json").write_text("{}", encoding="utf-8")
    lacking = "not a model card; it lacks certainty, finder, framer, judge, reader, temperature"
    with pytest.raises(StorageError, match=lacking):
        Detector(tmp_path)
    part = {"file": "finder.onnx"}
    card = {**dict.fromkeys(module.NETWORKS, part), "temperature": {}, "certainty": [1.0] * 4}
    three = json.dumps({**card, "certainty": [1.0] * 3, "version": 9})
    (tmp_path / "model.json").write_text(three, encoding="utf-8")
    with pytest.raises(StorageError, match="not a model card; it lacks certainty"):
        Detector(tmp_path)
    for version in (None, 8, "9"):
        old = json.dumps({**card, "version": version})
        (tmp_path / "model.json").write_text(old, encoding="utf-8")
        with pytest.raises(StorageError, match=f"are of version {version}, and 9 is the oldest"):
            Detector(tmp_path)
    (tmp_path / "model.json").write_text(json.dumps({**card, "version": 9}), encoding="utf-8")
    (tmp_path / "finder.onnx").write_bytes(b"nothing")
    with pytest.raises(StorageError, match=r"weights finder\.onnx"):
        Detector(tmp_path)


def test_the_model_card_is_true_of_the_files():
    """Sizes are those of the files, 8 MB in all at most, and the version is there."""
    card = module._card(None)
    folder = module.resources.files("dealt.vision") / "weights"
    sizes = [len((folder / card[name]["file"]).read_bytes()) for name in module.NETWORKS]
    assert sizes == [card[name]["bytes"] for name in module.NETWORKS]
    assert sum(sizes) <= 8_000_000
    assert Detector().version == str(card["version"])


def test_the_detector_imports_neither_torch_nor_the_generator():
    code = (
        "import sys, dealt.vision.detector as d; d.Detector(); "
        "assert not {'torch', 'matplotlib', 'dealt_training'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_scales_suit_the_photo():
    """Large photos are searched at all scales; small ones are enlarged once, up to twice."""
    assert _sides(4000, (1600, 1100, 640, 320)) == [1600, 1100, 640, 320]
    assert _sides(960, (1600, 1100, 640, 320)) == [1600, 1100, 640, 320]
    assert _sides(504, (1600, 1100, 640, 320)) == [1008, 320]
    assert _sides(10, (1600,)) == [20]


def found(x, y, height, trust):
    corner = (0.0, 0.0)
    return _Find(x, y, height, 0.0, (corner,) * 4, trust, trust)


def test_of_finds_of_one_mark_the_most_trusted_stays():
    """Nearer than half a mark's height is the same one; two marks side by side are two."""
    same = [found(100, 100, 40, 0.6), found(104, 98, 36, 0.9), found(96, 103, 44, 0.5)]
    assert _apart(same) == [same[1]]
    two = [found(100, 100, 40, 0.6), found(124, 100, 40, 0.9)]
    assert len(_apart(two)) == 2


@pytest.mark.parametrize("angle", [0.0, 1.0, np.pi])
def test_marks_are_nearer_to_one_another_in_a_row_than_in_a_column(angle):
    """Cards of a tight row: the next rank begins where this one ends."""
    right, down = (np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))
    for (x, y), marks in ((right, 2), (down, 1)):
        two = [found(100, 100, 40, 0.9), found(100 + 15 * x, 100 + 15 * y, 40, 0.8)]
        assert len(_apart([replace(mark, angle=angle) for mark in two])) == marks


@pytest.mark.parametrize(("high", "finest"), [(60, False), (15, True), (None, True)])
def test_the_finest_scale_is_for_small_marks(monkeypatch, high, finest):
    """The next one does where all clear marks, and there are some, are high enough on it."""
    looked = []

    def find(self, small, width, height):
        looked.append(max(small.shape[:2]))
        faint = found(900, 900, 9, 0.4)
        return [faint] if high is None else [found(500, 500, high * 2000 / 1100, 0.9), faint]

    monkeypatch.setattr(Detector, "_find", find)
    Detector().marks(np.full((1500, 2000, 3), 127, np.uint8))
    assert looked == [640, 320, 1600 if finest else 1100]


def test_small_photos_are_searched_at_every_scale(monkeypatch):
    looked = []
    monkeypatch.setattr(
        Detector, "_find", lambda self, small, *_: looked.append(small.shape[1]) or []
    )
    Detector().marks(np.full((500, 700, 3), 127, np.uint8))
    assert looked == [1400, 640, 320]


def test_plain_marks_are_looked_at_once(monkeypatch):
    """Marks that are not so plain are cut out twice more, and all three looks count the same."""
    cuts = []

    def classify(self, some):
        cuts.append(len(some))
        first = len(cuts) == 1
        rank, suit, pose = (
            np.zeros((len(some), 14)),
            np.zeros((len(some), 5)),
            np.zeros((len(some), 3)),
        )
        rank[:, 3], suit[:, 1] = 0.999, 0.999
        if first:
            rank[1, 3], pose[1, 0] = 0.4, 0.9
        return rank, suit, pose

    monkeypatch.setattr(Detector, "_classify", classify)
    photo = Photo(np.full((200, 200, 3), 127, np.uint8))
    reads = Detector()._read(photo, [found(60, 60, 40, 0.9), found(140, 60, 40, 0.9)])
    assert cuts == [2, 2]
    assert reads[0].rank[3] == 0.999
    assert reads[1].rank[3] == pytest.approx((0.4 + 2 * 0.999) / 3)
    assert reads[1].left == pytest.approx(0.3)


def test_a_card_is_looked_at_three_times_for_a_pile(detector, monkeypatch):
    """By its outline, on its head, and by the outline that the first look would have."""
    outline = ((10.0, 10.0), (80.0, 12.0), (82.0, 110.0), (9.0, 108.0))
    off = np.array([1.0, -0.5, 0.25, 0.0, 9, 9, 9, 9])
    outlines_asked, answers = [], iter([2.0, -1.0, 3.5])

    def cards(photo, outlines):
        outlines_asked.extend(outlines)
        return np.full((len(outlines), 1), next(answers)), np.tile(off, (len(outlines), 1))

    monkeypatch.setattr(detector, "_cards", cards)
    (chance,) = detector.piles(np.zeros((120, 100, 3), np.uint8), [outline])
    assert outlines_asked == [
        outline,
        outline[2:] + outline[:2],
        with_edges(outline, EDGE * off[:4]),
    ]
    assert chance == pytest.approx(1 / (1 + np.exp(-1.5 / detector.temperature["pile"])))


def test_cuts_follow_place_size_and_turn():
    """A dot to the right of a mark is to the right in its cut, however it is turned."""
    for angle in (0.0, 1.0, -2.5, np.pi):
        picture = np.zeros((300, 300, 3), np.uint8)
        x = round(150 + 20 * np.cos(angle))
        y = round(150 - 20 * np.sin(angle))
        picture[y - 2 : y + 3, x - 2 : x + 3, 0] = 255
        cut = Photo(picture).upright(Pose(150, 150, 88, angle))
        rows, columns = np.nonzero(cut[..., 0] > 60)
        assert rows.mean() == pytest.approx(HEIGHT / 2 - 0.5, abs=1)
        assert columns.mean() == pytest.approx(WIDTH / 2 - 0.5 + 10, abs=1)


def test_tilted_cards_are_cut_as_if_seen_from_above():
    """A card seen half as high has its marks stretched back; a sheared one is set straight."""
    flat = pose_of(0, 0, 10, 0.0, ((0, 0), (70, 0), (70, 50), (0, 50)))
    assert flat.stretch == pytest.approx(2.0)
    slanted = pose_of(0, 0, 10, 0.0, ((0, 0), (70, 14), (70, 114), (0, 100)))
    assert slanted.stretch == pytest.approx(1.0)
    assert slanted.slant == pytest.approx(0.2)
    turned = pose_of(0, 0, 10, np.pi, ((70, 100), (0, 100), (0, 0), (70, 0)))
    assert (turned.stretch, turned.slant) == pytest.approx((1.0, 0.0))


def test_a_mark_names_its_likeliest_face():
    rank = tuple(1.0 if i == 8 else 0.0 for i in range(13))
    corners = ((0.0, 0.0), (2.0, 0.0), (2.0, 4.0), (0.0, 4.0))
    mark = Mark(1, 1, 1, 0, corners, 1, 0.5, rank, (0.0, 0.25, 0.75, 0.0))
    assert mark.face == "TH"
    assert mark.chance("TH") == 0.375
    assert mark.middle == (1, 2)
