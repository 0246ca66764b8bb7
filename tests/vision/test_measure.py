"""Measuring: what counts as right, extra, missed, flagged; labels; scenes with their truth."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealt.cards import RANKS
from dealt.errors import ParseError, StorageError
from dealt.language import speaking
from dealt.vision.cards import FACES
from dealt.vision.geometry import SUITS
from dealt.vision.labels import labels_text
from dealt.vision.reading import reading_of
from dealt_training.measure import NAMES, _paired, _true_facts, judged, label_of, measure_scenes
from dealt_training.photos import Labelled, _figures, _pairs_of, compare, load_labels, measure
from tests.brackets import in_brackets, outside
from tests.vision import tables
from tests.vision.eyes import Eyes, picture, sharp, small_table
from tests.vision.tables import cards_of
from tests.vision.test_fitting import column
from tests.vision.test_sequences import card


def counted(read, labels, maybe=""):
    """Right, extra, missed, flagged of faces read; a question mark is doubt."""
    cards = [card(face.strip("?"), 0.5 if "?" in face else 0.98) for face in read.split()]
    photo = Labelled("a.jpg", tuple(labels.split()), tuple(maybe.split()))
    comparison = compare(cards, photo)
    return comparison.right, comparison.extra, comparison.missed, comparison.flagged


@pytest.mark.parametrize(
    ("read", "labels", "maybe", "counts"),
    [
        ("4H 5H", "4H 5H", "", (2, 0, 0, 0)),
        ("4H", "4H 5H", "", (1, 0, 1, 0)),
        ("4H 4H", "4H", "", (1, 1, 0, 0)),
        ("4H 4H?", "4H", "", (1, 1, 0, 1)),
        ("4H? 4H", "4H", "", (1, 1, 0, 1)),
        ("4H 4H", "4H 4H", "", (2, 0, 0, 0)),
        ("4H 6H?", "4H 5H", "", (1, 1, 1, 1)),
        ("4H 6H", "4H", "6H", (1, 0, 0, 0)),
        ("4H 6H 6H", "4H", "6H", (1, 1, 0, 0)),
        ("", "4H", "6H", (0, 0, 1, 0)),
        ("", "", "", (0, 0, 0, 0)),
    ],
)
def test_what_counts_as_right_extra_missed_and_flagged(read, labels, maybe, counts):
    """Faces as often as they lie there; faces that may be read or not do not count."""
    assert counted(read, labels, maybe) == counts


@pytest.mark.parametrize(
    ("read", "labels", "noticed"),
    [
        ("4H 7D?7H", "4H 7H", 1),
        ("4H 7D", "4H 7H", 0),
        ("4H 7D?", "4H 7H", 0),
        ("4H ??7H=KC", "4H 7H", 1),
        ("4H ??KC=QC", "4H 7H", 0),
        ("4H ??7H=KC", "4H 7H KC", 1),
        ("4H ??7H=KC ??KC=QC", "4H 7H KC", 2),
        ("4H ??7H ??7H", "4H 7H", 1),
        ("7H? ??4H", "7H 8H", 0),
        ("7H?8H", "7H 8H", 0),
        ("4H", "4H", 0),
    ],
)
def test_a_missed_card_is_flagged_by_a_question_that_may_be_about_it(read, labels, noticed):
    """A question about a card that is right is about no other; `??7H` is unread, perhaps 7H."""
    cards, (marks_of_card,) = [], cards_of(column("KS")[1])
    for word in read.split():
        face, _, others = word.partition("?")
        others = others.strip("?")
        chances = {f"_{other}": 0.3 for other in others.split("=") if other}
        if face:
            cards.append(card(face, 0.5 if "?" in word else 0.98, **chances))
        else:
            first, *_ = others.split("=")
            cards.append(
                replace(card(first, 0.6, **chances), unread=True, marks=marks_of_card.marks)
            )
    comparison = compare(cards, Labelled("a.jpg", tuple(labels.split())))
    assert comparison.noticed == noticed
    assert comparison.unread == read.count("??")
    assert comparison.right + comparison.missed == len(labels.split())


def test_errors_flagged_are_those_of_wrong_and_of_missed_cards(tmp_path):
    """A mark of a missed card that is asked about counts, with the wrong ones and for itself."""
    _, marks = labelled_folder(tmp_path)
    unsure = [
        replace(mark, certainty=0.4, suit=(0.25,) * 4, rank=mixed(mark.rank))
        if mark.face == "3D"
        else mark
        for mark in marks
    ]
    gone = [mark for mark in marks if mark.face != "3D"]
    for eye_marks, flagged in ((unsure, 1), (gone, 0)):
        report = measure(tmp_path, Eyes(eye_marks))
        every = report.to_dict()["tags"]["all"]
        assert (every["missed"], every["missed_flagged"]) == (1, flagged)
        assert (every["errors"], every["errors_flagged"], every["extra"]) == (1, flagged, 0)
        assert every["unread"] == flagged
        assert report.sheet().rows[0][6:9] == (f"{flagged} of 1", "0 of 0", f"{flagged} of 1")


def mixed(rank):
    """The chances of ranks, as they would be of a blot."""
    return tuple(0.4 * chance + 0.6 / len(rank) for chance in rank)


faces = st.lists(st.sampled_from(FACES[:6]), max_size=6)


@given(faces, faces)
def test_counts_of_faces_add_up(read, labels):
    """Right and missed are all that is there; right and extra all that was read."""
    right, extra, missed, _ = counted(" ".join(read), " ".join(labels))
    assert right + missed == len(labels) and right + extra == len(read)


def labelled_folder(folder, **entry):
    truth, marks = small_table()
    (folder / "a.jpg").write_bytes(picture(sharp(truth.width, truth.height)))
    row = {"file": "a.jpg", **label_of(truth), **entry}
    (folder / "labels.json").write_text(json.dumps({"format": "x", "images": [row]}))
    return truth, marks


def test_a_folder_of_photos_is_measured(tmp_path):
    """All right, with groups and tags; and one card too few is noticed."""
    _, marks = labelled_folder(tmp_path)
    report = measure(tmp_path, Eyes(marks))
    data = report.to_dict()
    every = data["tags"]["all"]
    assert (every["precision"], every["recall"], every["exact"]) == (1, 1, 1)
    assert every["pairs"] == 9 and every["pairs_recall"] == 1
    assert data["tags"]["canasta"] == every and data["model"] == "simulated"
    gone = [mark for mark in marks if mark.face != "6H"]
    worse = measure(tmp_path, Eyes(gone))
    assert [photo.faces.lost for photo in worse.worst(5)] == [("6H",)]
    assert _figures(worse.photos)["recall"] == pytest.approx(10 / 11, abs=1e-3)
    assert "missed 6H" in worse.sheet().notes[0]


@pytest.mark.parametrize("tags", [["all"], ["fan", "fan"], []])
def test_each_photo_counts_once_in_each_tag(tags, tmp_path):
    """With any tags; one is that of all photos."""
    _, marks = labelled_folder(tmp_path, tags=tags)
    text = (tmp_path / "labels.json").read_text()
    (tmp_path / "labels.json").write_text("\ufeff" + text, encoding="utf-8")  # as some editors do
    made = measure(tmp_path, Eyes(marks)).to_dict()["tags"]
    assert {tag: each["photos"] for tag, each in made.items()} == dict.fromkeys(["all", *tags], 1)


def test_measuring_can_be_stopped(tmp_path):
    """What is done is kept."""
    _, marks = labelled_folder(tmp_path)
    assert measure(tmp_path, Eyes(marks), stopped=lambda: True).photos == []


def test_wrongly_joined_and_parted_groups_are_counted():
    """Of the faces that lie there once."""
    truth, marks = small_table()
    reading = tables.read(truth, marks)
    faces = [[reading.cards[i].face for i in group.cards] for group in reading.groups]
    joined = [faces[0] + faces[1], *faces[2:]]
    parted = [faces[0][:2], faces[0][2:], *faces[1:]]
    for groups, wrong in ((joined, "parted"), (parted, "joined")):
        photo = Labelled("a", (), groups=tuple(map(tuple, groups)))
        pairs = _pairs_of(reading, photo)
        assert getattr(pairs, wrong) == (12 if wrong == "parted" else 4)
    assert _pairs_of(reading, Labelled("a", ())).right == 0


LABELS = {
    "no file": (None, StorageError, "has no labels.json"),
    "no JSON": ("{", ParseError, "is not JSON"),
    "a list": ("[]", ParseError, "has no list of images"),
    "nothing": ('{"images": []}', ParseError, "has no list of images"),
}
IMAGES = {
    "no name": ('{"cards": []}', ParseError, "image 1: it names no file"),
    "a path": ('{"file": "../a.jpg"}', ParseError, "the name of a file in the folder"),
    "not there": ('{"file": "b.jpg"}', StorageError, "which does not exist"),
    "no card": ('{"file": "a.jpg", "cards": ["1H"]}', ParseError, "unknown card"),
    "no cards": ('{"file": "a.jpg", "cards": 4}', ParseError, "cards is not a list"),
    "no groups": ('{"file": "a.jpg", "groups": 4}', ParseError, "groups is not a list"),
    "no group": ('{"file": "a.jpg", "groups": [4]}', ParseError, "groups is not a list"),
    "no tags": ('{"file": "a.jpg", "tags": 5}', ParseError, "tags is not a list"),
    "a tag": ('{"file": "a.jpg", "tags": "fan"}', ParseError, "tags is not a list"),
    "twice": ('{"file": "a.jpg"}, {"file": "a.jpg"}', ParseError, "'a.jpg' twice"),
}
LABELS |= {name: (f'{{"images": [{image}]}}', *error) for name, (image, *error) in IMAGES.items()}


@pytest.mark.parametrize("name", LABELS)
def test_unusable_labels_get_one_line(name, tmp_path):
    """With the file, the image and what is wrong."""
    text, kind, reason = LABELS[name]
    (tmp_path / "a.jpg").write_bytes(b"")
    if text is not None:
        (tmp_path / "labels.json").write_text(text)
    with pytest.raises(kind, match=reason) as refused:
        load_labels(tmp_path)
    assert "\n" not in str(refused.value)


def test_written_labels_are_read_again(tmp_path):
    """With any other fields of an entry."""
    truth, _ = small_table()
    (tmp_path / "a.jpg").write_bytes(b"")
    row = {"file": "a.jpg", **label_of(truth), "corrections": [1, 2]}
    (tmp_path / "labels.json").write_text(labels_text([row]))
    (photo,) = load_labels(tmp_path)
    assert len(photo.cards) == 11 and photo.tags == ("canasta",)
    assert photo.groups[0] == ("5H", "6H", "7H", "8H")


def mark_of(face, mark):
    """A mark read as another face."""
    rank = tuple(0.999 if each == face[0] else 1e-4 for each in RANKS)
    suit = tuple(0.999 if each == face[1] else 1e-4 for each in SUITS)
    return replace(mark, rank=rank, suit=suit)


def test_a_scene_read_rightly_is_right_in_everything():
    """Cards, copies, pairs, piles with their turn, the score of the round."""
    truth, marks = small_table()
    counts = judged(tables.read(truth, marks), truth)
    assert set(counts) <= set(NAMES)
    assert (counts["right"], counts["extra"], counts["missed"]) == (11, 0, 0)
    assert (counts["piles"], counts["piles_right"], counts["piles_extra"]) == (2, 2, 0)
    assert (counts["piles_taken"], counts["piles_taken_extra"]) == (2, 0)
    assert counts["pairs_parted"] == 0 and counts["pairs_right"] == 9
    assert counts["untouched"] == counts["corrected"] == counts["rounds"] == 1


def test_errors_in_a_scene_are_counted():
    """A card not seen, one read as another, a pile taken for a single card, a turn."""
    truth, marks = small_table()

    piles_of_scene = tables.piles(truth)

    def judge(change, piles=piles_of_scene):
        marks_changed = [each for mark in marks if (each := change(mark)) is not None]
        return judged(reading_of(marks_changed, truth.width, truth.height, piles=piles), truth)

    lost = judge(lambda mark: None if mark.face == "KD" else mark)
    assert lost["missed"] == 1 and not lost["untouched"] and lost["corrected"]
    none = judge(lambda mark: None if mark.face[1] in "HS" else mark)
    assert none["missed"] == 6 and not none["corrected"]
    single = judge(lambda mark: mark, piles=lambda outlines: [0.0] * len(outlines))
    # a card that lies alone is taken for the top of a pile when the round is scored
    assert single["piles_right"] == 0 and single["untouched"]
    assert (single["piles_taken"], single["piles_taken_extra"]) == (2, 0)
    misread = judge(lambda mark: mark_of("9C", mark) if mark.face == "3H" else mark)
    assert (misread["piles_extra"], misread["piles_taken_extra"]) == (0, 1)
    all_piles = judge(lambda mark: mark, piles=lambda outlines: [0.96] * len(outlines))
    # of the nine others two lie alone; what covers others hardly is one
    assert all_piles["piles_extra"] == 2
    sure_piles = judge(lambda mark: mark, piles=lambda outlines: [0.98] * len(outlines))
    assert sure_piles["piles_extra"] == 9
    turned = replace(truth, cards=tuple(replace(c, crosswise=not c.crosswise) for c in truth.cards))
    wrong = judged(tables.read(truth, marks), turned)
    assert wrong["piles"] == 2 and wrong["piles_right"] == wrong["piles_taken"] == 0


def test_the_turn_of_piles_counts_where_open_cards_tell_it():
    """Without any nothing on the photo does, and it is asked."""
    truth, marks = small_table()
    turned = replace(truth, cards=tuple(replace(c, crosswise=not c.crosswise) for c in truth.cards))
    for open_faces, right in (
        (("TC", "QD"), 2),
        (("TC", "QD", "3H"), 2),
        (("TC", "QD", "3H", "3D"), 0),
    ):
        open_cards = {i for i, card in enumerate(truth.cards) if card.face in open_faces}
        open_marks = [mark for mark in marks if mark.face in open_faces]
        scene = replace(turned, marks=tuple(m for m in truth.marks if m.card in open_cards))
        reading = tables.read(truth, open_marks)
        counts = judged(reading, scene)
        assert (counts["piles"], counts["piles_right"]) == (2, right)


@pytest.mark.parametrize(("read_as", "right"), [("KC", True), ("4D", False)])
def test_a_half_hidden_card_that_was_read_counts_as_what_it_is(read_as, right):
    """It lies there; the round is right if what it was read as is worth as much."""
    truth, marks = small_table()
    hidden = next(i for i, card in enumerate(truth.cards) if card.face == "KD")
    truth_marks = [replace(m, shows=0.5) if m.card == hidden else m for m in truth.marks]
    piles_of_scene = tables.piles(truth)
    read_marks = [mark_of(read_as, mark) if mark.face == "KD" else mark for mark in marks]
    scene = replace(truth, marks=tuple(truth_marks))
    counts = judged(reading_of(read_marks, truth.width, truth.height, piles=piles_of_scene), scene)
    assert counts["missed"] == counts["extra"] == 0
    assert bool(counts["untouched"]) == right


@pytest.mark.parametrize(
    ("change", "missed"),
    [({"clear": 0.51}, 1), ({"clear": 0.49}, 0), ({"height": 14.1}, 1), ({"height": 13.9}, 0)],
)
def test_a_card_that_light_blur_or_distance_hide_is_not_missed(change, missed):
    """But one of which another mark is clear is."""
    truth, marks = small_table()
    hidden = next(i for i, card in enumerate(truth.cards) if card.face == "KD")
    visible = [mark for mark in marks if mark.face != "KD"]

    def judge(dim):
        true_marks = tuple(replace(m, **change) if dim(m) else m for m in truth.marks)
        reading = tables.read(truth, visible)
        scene = replace(truth, marks=true_marks)
        return judged(reading, scene), label_of(scene)

    counts, label = judge(lambda mark: mark.card == hidden)
    assert (counts["missed"], counts["cards"]) == (missed, 10 + missed)
    assert ("KD" in label["cards"], "KD" in label["maybe"]) == (bool(missed), not missed)
    counts, label = judge(lambda mark: mark.card == hidden and not mark.left)
    assert counts["missed"] == 1 and "KD" in label["cards"]


def test_cards_with_low_marks_alone_can_be_left_out():
    """They count neither as missed nor, read wrongly, as cards that are not there."""
    truth, marks = small_table()
    heights = sorted({round(mark.height) for mark in truth.marks})
    small = {i for i, card in enumerate(truth.cards) if card.face == "KD"}
    true_marks = tuple(
        replace(m, height=m.height / 2) if m.card in small else m for m in truth.marks
    )
    scene = replace(truth, marks=true_marks)
    least = heights[0] - 1
    misread = [mark_of("4D", mark) if mark.face == "KD" else mark for mark in marks]
    for reading_marks in (misread, [mark for mark in marks if mark.face != "KD"]):
        reading = tables.read(truth, reading_marks)
        assert judged(reading, scene)["missed"] == 1
        counts = judged(reading, scene, least)
        assert (counts["right"], counts["extra"], counts["missed"]) == (10, 0, 0)


def test_a_card_is_known_by_its_marks_wherever_its_edges_were_thought_to_be():
    """An outline too large by far makes no face wrong; a card beside it is another."""
    truth, marks = small_table()
    reading = tables.read(truth, marks)
    own = _paired(reading.cards, truth)
    assert len(own) == len(reading.cards) == 11
    moved = [
        replace(each, outline=tuple((x + 2 * each.height, y) for x, y in each.outline))
        for each in reading.cards
    ]
    assert _paired(tuple(moved), truth) == own
    # where no mark is a true one, the card on which it lies is meant
    strange = [replace(each, marks=()) for each in reading.cards]
    assert _paired(tuple(strange), truth) == own
    assert _paired(tuple(replace(each, marks=()) for each in moved), truth) != own
    # of a card read as what lies beside it, its own marks tell
    misread = [replace(each, face=reading.cards[i - 1].face) for i, each in enumerate(moved)]
    assert _paired(tuple(misread), truth) == own


def test_the_true_score_of_a_scene_counts_piles_and_dollars():
    """As arguments of `score`."""
    truth, _ = small_table()
    facts = _true_facts(truth, set(range(11)))
    assert sorted(map(len, facts["sequences"])) == [3, 4, 7, 7]
    assert sorted(facts["dollars"]) == ["3D", "3H"]


def test_scenes_are_measured_by_kind():
    """A row for each kind, with what was looked at."""
    truth, marks = small_table()
    rng = np.random.default_rng(2)
    sets = tables.scene(tables.set_melds(rng), kind="sets")
    more = tables.read_marks(sets, rng)
    pixels, looked, progress_calls = sharp(), [], []
    report = measure_scenes(
        [(pixels, truth), (pixels, sets)], Eyes(marks, more),
        progress=progress_calls.append, on_reading=lambda *each: looked.append(each),
    )  # fmt: skip
    assert (
        list(report.kinds) == ["canasta", "sets"] and progress_calls == [1, 2] and len(looked) == 2
    )
    kinds = report.to_dict()["kinds"]
    assert kinds["sets"]["copies_recall"] == kinds["canasta"]["piles_found"] == 1
    assert [row[0] for row in report.sheet().rows] == ["canasta", "sets"]
    with in_brackets():
        assert not outside(words_of(report.sheet()), ["canasta", "sets"])


def words_of(sheet):
    """Everything that stands in a sheet, a line each."""
    cells = [str(cell) for row in sheet.rows for cell in row]
    return "\n".join([sheet.title, *sheet.columns, *cells, *sheet.notes])


def test_the_report_of_a_measurement_is_translated(tmp_path):
    """But for the tags, which are those of the labels."""
    _, marks = labelled_folder(tmp_path)
    report = measure(tmp_path, Eyes([mark for mark in marks if mark.face != "6H"]))
    with in_brackets():
        assert not outside(words_of(report.sheet()), ["canasta"])
    with speaking("pt-BR"):
        sheet = report.sheet()
    assert sheet.title == "Fotos lidas" and sheet.rows[0][0] == "todas"
    assert sheet.rows[0][4] == "0,909" and sheet.notes == ("a.jpg: a mais -, faltando 6H",)
