"""Training: targets that say what is true, courses that are resumed, weights that fit."""

import json
import queue
import shutil
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
onnxruntime = pytest.importorskip("onnxruntime")

from dealt.cards import RANKS  # noqa: E402
from dealt.errors import DealtError  # noqa: E402
from dealt.vision.crops import CARD_HEIGHT, CARD_WIDTH, Photo, Pose, pose_of  # noqa: E402
from dealt.vision.detector import Detector, _finds, _moved  # noqa: E402
from dealt.vision.geometry import (  # noqa: E402
    SUITS,
    is_sound,
    sides,
)
from dealt.vision.plane import with_edges  # noqa: E402
from dealt_training.networks import calibration, course, supply, targets  # noqa: E402
from dealt_training.networks.curves import draw_curves  # noqa: E402
from dealt_training.networks.models import (  # noqa: E402
    CHANNELS,
    CardJudge,
    Framer,
    MarkFinder,
    MarkReader,
)
from dealt_training.networks.run import export, train  # noqa: E402
from dealt_training.networks.supply import Recipe, examples  # noqa: E402
from dealt_training.networks.targets import (  # noqa: E402
    NO_RANK,
    NO_SUIT,
    MarkTable,
    _misplaced,
    finder_target,
    framer_examples,
    judge_examples,
    reader_examples,
)
from dealt_training.synth import DrawnDesign, scene  # noqa: E402
from dealt_training.synth.fonts import bundled_fonts  # noqa: E402

DECKS = [DrawnDesign(1)]
torch.set_num_threads(1)  # on a busy machine, threads wait for each other


def perfect_cells(table, size):
    """What a finder that knew the truth would return, as the detector reads it."""
    target = finder_target(table, size)
    cells = size // 4
    out = np.zeros((CHANNELS, cells * cells), np.float32)
    out[0] = np.where(target.heat > 0.999, 1, 0).reshape(-1)
    out[1:14, target.where] = target.values.T
    return out.reshape(CHANNELS, cells, cells)


@pytest.mark.parametrize("quarters", range(4))
def test_what_is_learnt_is_what_the_detector_reads(quarters):
    """Targets of a turned scene, decoded by the detector, are the truth again."""
    four = next(DrawnDesign(s) for s in range(99) if DrawnDesign(s).style.corners == 4)
    picture, truth = scene(3, 4, "grid", size=(384, 384), decks=[four], whole=True)
    turned = np.rot90(picture, quarters)
    table = MarkTable.from_scene(truth).turned(quarters, 384)
    found = _finds(perfect_cells(table, 384), 1.0, 1.0)
    wanted = [row for row in table.rows if row[13] > 0.9 and row[2] > 7]
    assert len(found) >= len(wanted) > 4
    sides = set()
    for row in wanted:
        best = min(found, key=lambda mark: abs(mark.x - row[0]) + abs(mark.y - row[1]))
        assert (best.x, best.y) == pytest.approx(row[:2], abs=0.01)
        assert best.height == pytest.approx(row[2], rel=1e-3)
        assert np.cos(best.angle - row[3]) > 0.999
        outline = _moved(best, mirrored=row[12] < 0.5)
        flat = [v for corner in outline for v in corner]
        assert flat == pytest.approx(list(row[4:12]), abs=0.05)
        sides.add(bool(row[12]))
        # the turned picture has the ink where the turned table says
        x, y, reach = int(best.x), int(best.y), int(best.height / 3)
        spot = turned[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach]
        assert spot.std() > 5
    assert sides == {True, False}


def test_hidden_marks_are_neither_wanted_nor_learnt_as_ground():
    """Marks that half show, or are blurred, weigh nothing; wholly hidden ones count as ground."""
    rows = np.zeros((4, 17), np.float32)
    rows[:, :3] = [(60, 60, 20), (160, 60, 20), (60, 160, 20), (160, 160, 20)]
    rows[:, 4:12] = rows[:, [0, 1] * 4] + [-5, -5, 50, -5, 50, 80, -5, 80]
    rows[:, 13:] = [(1, 1, 1, 0.5), (0.5, 0.5, 0.5, 1), (0, 0, 0, 1), (1, 1, 1, 0.3)]
    target = finder_target(MarkTable(rows), 256)
    assert target.heat.reshape(-1)[target.where[0]] == 1
    assert (target.heat > 0.999).sum() == 1
    assert target.weight[15, 15] == 1
    assert target.weight[15, 40] == 0
    assert target.weight[40, 15] == 1
    assert target.weight[40, 40] == 0


def test_cuts_stand_upright():
    """A mark cut from a scene is its face's own mark: rank above, suit below."""
    picture, truth = scene(3, 8, "single", size=(600, 600), decks=DECKS, whole=True)
    mark = max(truth.marks, key=lambda mark: mark.shows)
    pose = pose_of(mark.x, mark.y, mark.height, mark.angle, mark.outline)
    face = DECKS[0].face(truth.cards[mark.card].face)
    own = face.marks[0]
    drawn = Photo(np.ascontiguousarray(face.picture[..., :3]))
    cut, straight = (
        photo.upright(at).mean(2)[6:58, 12:36]
        for photo, at in ((Photo(picture), pose), (drawn, Pose(own.x, own.y, own.height, 0.0)))
    )

    def likeness(dx, dy):
        shifted = np.roll(straight, (dy, dx), (0, 1))
        return np.corrcoef(cut.reshape(-1), shifted.reshape(-1))[0, 1]

    assert likeness(0, 0) > 0.85
    # nowhere does it fit better than where it should
    assert likeness(0, 0) == max(likeness(dx, dy) for dx in (-3, 0, 3) for dy in (-3, 0, 3))
    upside = np.corrcoef(cut[::-1, ::-1].reshape(-1), straight.reshape(-1))[0, 1]
    assert likeness(0, 0) > upside + 0.2


def test_cuts_have_the_classes_of_their_faces():
    """Of a single card, cuts are its rank and suit, or none."""
    for number in range(6):
        picture, truth = scene(3, number, "single", decks=DECKS, whole=True)
        rng = np.random.default_rng(number)
        crops, labels, poses = reader_examples(rng, picture, truth)
        assert len(crops) == len(labels) == len(poses)
        assert crops.shape[1:] == (64, 48, 3)
        face = truth.cards[0].face
        right = (RANKS.index(face[0]), SUITS.index(face[1]))
        assert {tuple(label) for label in labels.tolist()} <= {right, (NO_RANK, NO_SUIT)}


def test_a_card_is_cut_out_straight():
    """The cut of a card as it lies is its face seen from above, with a rim of the table."""
    picture, truth = scene(3, 8, "single", size=(600, 600), decks=DECKS, whole=True)
    outline = np.array(truth.cards[0].outline)
    cut = Photo(picture).straight(outline).mean(2)
    assert cut.shape == (CARD_HEIGHT, CARD_WIDTH)
    face = DECKS[0].face(truth.cards[0].face).picture[..., :3]
    high, wide = face.shape[:2]
    own = Photo(np.ascontiguousarray(face)).straight(
        np.array([(0, 0), (wide, 0), (wide, high), (0, high)]) - 0.5
    )
    inner = np.s_[22:-22, 20:-20]
    same = np.corrcoef(cut[inner].reshape(-1), own.mean(2)[inner].reshape(-1))[0, 1]
    assert same > 0.8
    # corners that are those of no card: nothing to see
    assert (Photo(picture).straight(outline[::-1]) == 127).all()


def test_cuts_of_cards_know_their_piles():
    """Each card that shows is cut once, and is a pile where the scene says so."""
    piles = singles = 0
    for number in range(8):
        picture, truth = scene(3, number, "piles", size=(400, 400), decks=DECKS, whole=True)
        cuts, aims = judge_examples(np.random.default_rng(number), picture, truth)
        assert cuts.shape == (len(aims), CARD_HEIGHT, CARD_WIDTH, 3)
        said = aims[:, 0]
        shown = {m.card for m in truth.marks if m.rank_shows > 0.6 and m.shows > 0.45}
        assert sorted(said) == sorted(float(truth.cards[i].pile > 1) for i in shown)
        piles += said.sum()
        singles += (1 - said).sum()
    assert piles > 4
    assert singles > 4


def test_cuts_of_cards_know_where_the_edges_are(monkeypatch):
    """By an outline that is off by known parts, half of the cards cut out on their heads."""
    monkeypatch.setattr(targets, "_misplaced", lambda rng, mark, *_, **__: moved_in(mark.outline))
    picture, truth = scene(3, 0, "grid", size=(400, 400), decks=DECKS, whole=True)
    seen = set()
    for number in range(8):
        _, aims = judge_examples(np.random.default_rng(number), picture, truth)
        for edges in aims[:, 1:]:
            assert tuple(edges) == pytest.approx(OUT, abs=1e-3) or tuple(edges) == pytest.approx(
                (*OUT[2:], *OUT[:2]), abs=1e-3
            )
            seen.add(round(float(edges[0]), 2))
    assert len(seen) == 2


OUT = (0.5, 1.0, -0.3, 0.2)  # in tenths of the outline


def moved_in(outline):
    """The outline of which the edges of a card are so much further out."""
    wide, high = 1 + (OUT[0] + OUT[2]) / 10, 1 + (OUT[1] + OUT[3]) / 10
    into = (-OUT[0] / wide, -OUT[1] / high, -OUT[2] / wide, -OUT[3] / high)
    return np.array(with_edges(tuple(outline), [each / 10 for each in into]))


def test_cards_that_the_picture_cuts_are_not_judged():
    """What lies beyond the edge is made up by repeating it."""
    cut_off = 0
    for number in range(12):
        picture, truth = scene(3, number, "grid", size=(300, 300), decks=DECKS)
        cuts, _ = judge_examples(np.random.default_rng(number), picture, truth)
        shown = {m.card for m in truth.marks if m.rank_shows > 0.6 and m.shows > 0.45}
        assert len(cuts) <= len(shown)
        cut_off += len(shown) - len(cuts)
    assert cut_off > 10


def four_deck():
    """A deck whose cards have four marks."""
    return next(deck for deck in map(DrawnDesign, range(99)) if deck.style.corners == 4)


def test_frames_are_right_where_the_card_lies(monkeypatch):
    """Nothing off: those that are right show the card as it lies, wrong ones something else."""
    monkeypatch.setattr(targets, "DECK_OFF", (0.0, 0.0))
    monkeypatch.setattr(targets, "UNFOUND", 0.0)
    monkeypatch.setattr(targets, "_misplaced", lambda rng, mark, *_, **__: np.array(mark.outline))
    picture, truth = scene(3, 0, "single", size=(300, 300), decks=[four_deck()], whole=True)
    lying = Photo(picture).straight(np.array(truth.cards[0].outline)).astype(int)
    cuts, aims = framer_examples(np.random.default_rng(0), picture, truth)
    right = aims[:, 0]
    off = [
        min(np.abs(cut[..., :3] - way).mean() for way in (lying, lying[::-1, ::-1])) for cut in cuts
    ]
    assert right.sum() >= 4 + 6  # each mark, each pair
    assert (1 - right).sum() >= 4
    assert max(each for each, is_right in zip(off, right, strict=True) if is_right) < 15
    assert min(each for each, is_right in zip(off, right, strict=True) if not is_right) > 40


def test_frames_of_two_cards_are_wrong():
    """A pair of copies is never right, whichever way its marks stand."""
    two = 0
    for number in range(6):
        decks = [four_deck()]
        picture, truth = scene(3, number, "sets", size=(400, 400), decks=decks, packs=12)
        cuts, aims = framer_examples(np.random.default_rng(number), picture, truth)
        right = aims[:, 0]
        assert cuts.shape == (len(right), CARD_HEIGHT, CARD_WIDTH, 4)
        assert set(np.unique(cuts[..., 3])) <= {0, 255}
        corners = (cuts[:, [0, 0, -1, -1], [0, -1, 0, -1], 3] > 0).sum(axis=1)
        assert set(corners) <= {1, 2}
        two += int(((corners == 2) & (right == 0)).sum())
    assert two > 10


def test_outlines_to_be_judged_are_wrong_as_the_finder_is():
    """Too wide or too low as a whole, and each corner a little off; never crossed."""
    _, truth = scene(3, 1, "grid", size=(600, 600), decks=DECKS, whole=True)
    rng = np.random.default_rng(5)
    factors = np.array([1.2, 0.9])
    found = []
    for mark in truth.marks:
        outline = _misplaced(rng, mark, factors)
        assert is_sound(outline)
        found.append(np.divide(sides(outline), sides(np.array(mark.outline))))
    assert np.median(found, axis=0) == pytest.approx(factors, rel=0.05)
    assert np.std(found, axis=0).min() > 0.005


def test_networks_have_the_sizes_that_were_agreed():
    """Together they are small enough to ship: 8 MB of float32."""
    networks = [each().eval() for each in (MarkFinder, MarkReader, CardJudge, Framer)]
    numbers = sum(p.numel() for network in networks for p in network.parameters())
    assert numbers * 4 < 8e6
    finder, reader, judge, framer = networks
    with torch.no_grad():
        assert finder(torch.zeros(1, 3, 64, 96)).shape == (1, CHANNELS, 16, 24)
        rank, suit, pose = reader(torch.zeros(2, 3, 64, 48))
        pile, edges = judge(torch.zeros(2, 3, CARD_HEIGHT, CARD_WIDTH))
        right = framer(torch.zeros(2, 4, CARD_HEIGHT, CARD_WIDTH))
    assert rank.shape == (2, 14)
    assert suit.shape == (2, 5)
    assert pose.shape == (2, 3)
    assert pile.shape == (2, 1)
    assert edges.shape == (2, 8)
    assert right.shape == (2, 1)


def test_learning_lowers_the_loss(monkeypatch):
    """A few steps over one batch make each loss fall by a good part."""
    monkeypatch.setattr(supply, "system_fonts", bundled_fonts)
    monkeypatch.setattr(course, "CROP", 160)
    monkeypatch.setattr(course, "FINDER_BATCH", 4)
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    for name, pool_of in course.POOLS.items():
        pool = pool_of(rng)
        maker = examples(Recipe(1, None, name), 0, 1)
        for _ in range(4):
            pool.add(next(maker))
        network = course.NETWORKS[name]()
        optimizer = torch.optim.AdamW(network.parameters(), lr=2e-3)
        lost = course.LOSSES[name]
        batch = pool.batch()
        losses = []
        for _ in range(6):
            loss, parts = lost(network(batch["input"]), batch)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        assert losses[-1] < 0.8 * losses[0], name
        assert all(np.isfinite(value) for value in parts.values())


@pytest.mark.parametrize("quick", [False, True])
def test_networks_learn_from_short_numbers_where_those_are_quick(monkeypatch, tmp_path, quick):
    """What is short is only what flows through: weights and losses stay as exact as they were."""
    monkeypatch.setattr(supply, "system_fonts", bundled_fonts)
    monkeypatch.setattr(course, "_is_quick_at_short", lambda device: quick)
    lengths = []
    parts = {}
    for name in ("finder", "reader", "judge"):
        recipe = Recipe(1, None, name)
        learning = course.Course(tmp_path, name, recipe, 1, None, lambda line: None)
        pool = course.POOLS[name](np.random.default_rng(0))
        for scene_made in islice(examples(recipe, 0, 1), 4):
            pool.add(scene_made)
        layer = next(
            each for each in learning.network.modules() if isinstance(each, torch.nn.Conv2d)
        )
        layer.register_forward_hook(lambda module, given, said: lengths.append(said.dtype))
        parts |= learning._step(pool.batch())
        assert all(weight.dtype == torch.float32 for weight in learning.network.parameters())
    short = torch.bfloat16 if quick else torch.float32
    assert lengths == [short, short, torch.float32]
    assert all(np.isfinite(value) for value in parts.values())


class Filling:
    """A queue that says at every moment that it is empty, and fills all the same."""

    def __init__(self, items):
        self.items = list(items)

    def get(self, timeout=None):
        if not self.items and timeout is not None:
            raise queue.Empty
        return self.items.pop()

    def empty(self):
        return True


def test_what_is_made_is_learnt_from(tmp_path, monkeypatch):
    """As much of it as the course wants, and where no more is made, again what there is."""
    monkeypatch.setattr(course, "FRAMER_BATCH", 8)
    monkeypatch.setattr(course, "FRAMER_START", 4)
    item = (np.zeros((4, 128, 96, 4), np.uint8), np.ones((4, 1), np.float32))
    for enough in (True, False):
        made = Filling([item] * (40 if enough else 3))
        learning = course.Course(tmp_path, "framer", Recipe(1, None, "framer"), 5, 6, str)
        learning._learn(made, np.random.default_rng(1))
        assert learning.progress.steps == 6
        # four to begin with, and after each of five steps eight more
        assert (40 if enough else 3) - len(made.items) == (11 if enough else 3)


def test_the_rate_rises_and_falls():
    rates = [course._rate_at(share, 1.0) for share in (0, 0.02, 0.5, 1)]
    assert rates[0] < 0.1
    assert rates[1] > rates[2] > rates[3] > 0


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A folder in which the networks were trained for two steps, the second after a break."""
    out = tmp_path_factory.mktemp("training")
    patch = pytest.MonkeyPatch()
    for name, value in {"FINDER_BATCH": 2, "READER_BATCH": 16, "JUDGE_BATCH": 4, "FINDER_START": 2,
                        "READER_START": 30, "JUDGE_START": 4, "FRAMER_BATCH": 4, "FRAMER_START": 4,
                        "CROP": 96}.items():  # fmt: skip
        patch.setattr(course, name, value)
    patch.setattr(calibration, "SCENES", 2)
    patch.setattr(calibration, "TABLES", 1)
    patch.setattr(calibration, "system_fonts", bundled_fonts)
    # the fonts of every machine; looking for others takes its time
    patch.setattr(supply, "system_fonts", bundled_fonts)
    lines = []
    train(out, minutes=5, steps=1, say=lines.append)
    card = train(out, minutes=5, steps=2, say=lines.append)
    patch.undo()
    return out, card, lines


def test_a_course_goes_on_where_it_was_left(trained):
    out, card, lines = trained
    assert any("finder: goes on at step 1" in line for line in lines)
    for name in course.NETWORKS:
        assert card[name]["steps"] == 2
        assert card[name]["bytes"] == (out / card[name]["file"]).stat().st_size < 4e6
    assert json.loads((out / "model.json").read_text()) == card
    rows = (out / "finder.csv").read_text().splitlines()
    assert rows[0].startswith("seconds,steps,seen,heat")
    assert len(rows) == 3


def test_a_finished_course_is_left_alone(trained, tmp_path):
    out, card, _ = trained
    lines = []
    # in a folder of its own: the card is written anew, and other tests read that of `out`
    copy = Path(shutil.copytree(out, tmp_path / "copy"))
    again = train(copy, minutes=5, steps=2, say=lines.append)
    assert again["finder"]["steps"] == card["finder"]["steps"]
    assert "finder: done before, 2 steps" in lines


def test_certainty_is_fitted_where_nearly_all_is_clear():
    """Newton's whole steps run away there; the weights stay small and tell the two apart."""
    rng = np.random.default_rng(3)
    truths = (np.arange(4000) % 40 > 0).astype(float)
    odds = np.where(truths > 0, 9.2, -9.2)
    odds[:3] *= -1
    rows = np.stack([odds, rng.permutation(odds), rng.random(4000), np.ones(4000)], 1)
    fitted = calibration._logistic(rows, truths)
    assert np.abs(fitted).max() < 20
    chance = 1 / (1 + np.exp(-rows @ fitted))
    slope = rows.T @ (truths - chance) - calibration.PULL * (fitted - calibration.EVEN)
    assert np.abs(slope).max() < 1e-3


def test_numbers_are_as_exact_after_training_as_before(trained):
    """What is quick for a network would be wrong for the rest of the program."""
    assert float(np.ldexp(1.0, -1060)) * 0.5 > 0


def test_curves_are_drawn(trained, tmp_path):
    out, _, _ = trained
    path = draw_curves(out)
    assert path.read_bytes().startswith(b"\x89PNG")
    assert draw_curves(tmp_path) is None


def test_exported_networks_say_what_trained_ones_say(trained):
    """The exporter compares torch and onnxruntime; the detector runs what it wrote."""
    out, card, _ = trained
    assert card["finder"]["off"] < 2e-3
    assert card["reader"]["off"] < 2e-3
    assert card["judge"]["off"] < 2e-3
    assert card["framer"]["off"] < 2e-3
    detector = Detector(out)
    picture, _ = scene(3, 1, "grid", size=(200, 130), decks=DECKS)
    for mark in detector.marks(picture):
        assert 0 <= mark.certainty <= 1
        assert sum(mark.rank) == pytest.approx(1)
        assert sum(mark.suit) == pytest.approx(1)


def test_weights_need_all_networks(tmp_path):
    with pytest.raises(DealtError, match=r"no checkpoint finder\.pt"):
        export(tmp_path, seed=1, art=None, say=print)


def test_a_checkpoint_of_an_earlier_network_is_named(tmp_path):
    """The judge of version 6 said nothing of edges."""
    made = course.Course(tmp_path, "judge", Recipe(1, None, "judge"), 1.0, None, print)
    made.save()
    kept = torch.load(made.path, weights_only=True)
    kept["network"] = {k: v for k, v in kept["network"].items() if not k.startswith("edges")}
    torch.save(kept, made.path)
    with pytest.raises(DealtError, match=r"judge\.pt is of an earlier judge"):
        made.load()


def test_the_judge_is_to_say_where_edges_are_and_how_surely():
    """Right edges are best, and of those that are off the spread that fits."""
    aim = torch.tensor([[1.0, 0.5, -0.5, 1.0, 0.0]])

    def penalty(off, spread):
        edges = torch.cat([aim[:, 1:] + off, torch.full((1, 4), float(np.log(spread)))], 1)
        return float(course._judge_loss((torch.tensor([[3.0]]), edges), {"aim": aim})[0])

    assert penalty(0.0, 0.4) < penalty(0.3, 0.4) < penalty(1.0, 0.4)
    assert penalty(0.4, 0.4) < min(penalty(0.4, 0.1), penalty(0.4, 1.5))
