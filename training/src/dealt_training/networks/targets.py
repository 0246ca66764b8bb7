"""What the networks should say of a made scene."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dealt.cards import RANKS
from dealt.vision.corners import Standing
from dealt.vision.crops import CARD_HEIGHT, CARD_WIDTH, HEIGHT, WIDTH, Photo, Pose, pose_of
from dealt.vision.framing import Frame, frames_of
from dealt.vision.geometry import SUITS, Mark, is_sound, turn_between
from dealt.vision.mark_pairs import Marks
from dealt.vision.plane import EDGE, edges_off
from dealt_training.truth import Scene, TrueMark

STRIDE = 4
UNIT = 24.0  # pixels: the height whose logarithm is 0
REACH = 4.0  # mark heights: the unit of the card's corners
VALUES = 13  # direction 2, log height, offset 2, outline 8
TURN = 0.2  # radians: the unit of the turn that the reader corrects
SIZE = 0.2  # the unit of the logarithm of the size that it corrects

NO_RANK, NO_SUIT = len(RANKS), len(SUITS)
UNSURE = -1  # neither seen nor hidden: not learnt from

LIVELY = 22.0  # spread of grey values in a cut that is not plain
OUTSIDE = 0.04  # parts of the picture by which a card may reach beyond it to be judged
FRAMES = 24  # that are cut from one scene
UNFOUND = 0.04  # the share of marks that nobody finds
# how far off the networks are, on made scenes: the logarithms of widths and heights, of all cards
# of a photo and of each; and corners, in parts of their distance; as a rule, and for the rest
DECK_OFF = (0.11, 0.08)
MARK_OFF, FAR_OFF, FAR_SHARE = ((0.07, 0.05), 0.035), ((0.2, 0.14), 0.08), 0.25
# the same of outlines of which the edges have been looked for
NEARLY = ((0.03, 0.02), 0.012)
WRONG_SIDE = 0.04  # the share of marks that think they stand on the other side
SMALL = 6.5  # pixels: marks lower than this cannot be read
BLURRED = 0.4  # of its print: a mark of which light and camera leave less is not asked for


@dataclass(frozen=True)
class MarkTable:
    """The marks of a scene as numbers, float32 [n, 17].

    Columns: x, y, height, angle, the outline's eight coordinates, left, shows, rank_shows,
    suit_shows, clear.
    """

    rows: np.ndarray

    @classmethod
    def from_scene(cls, truth: Scene) -> MarkTable:
        """The table of a scene's truth."""
        rows = [
            (
                *(m.x, m.y, m.height, m.angle, *(v for corner in m.outline for v in corner)),
                *(m.left, m.shows, m.rank_shows, m.suit_shows, m.clear),
            )
            for m in truth.marks
        ]
        return cls(np.array(rows, np.float32).reshape(-1, 17))

    def turned(self, quarters: int, size: int) -> MarkTable:
        """The table of a square picture turned by quarters to the left, as `np.rot90` does."""
        rows = self.rows.copy()
        for _ in range(quarters % 4):
            for column in (0, 4, 6, 8, 10):
                x = rows[:, column].copy()
                rows[:, column] = rows[:, column + 1]
                rows[:, column + 1] = size - 1 - x
            rows[:, 3] += np.pi / 2
        return MarkTable(rows)

    def cut(self, left: int, top: int) -> MarkTable:
        """The table of a picture that begins at a place."""
        rows = self.rows.copy()
        for column in (0, 4, 6, 8, 10):
            rows[:, column] -= left
            rows[:, column + 1] -= top
        return MarkTable(rows)


@dataclass(frozen=True)
class _FinderTarget:
    """What the finder should say of a picture.

    Attributes:
        heat: float32 [cells, cells], 1 at marks, falling off around them.
        weight: float32 [cells, cells], 0 where neither yes nor no is wanted.
        where: int64 [k], cells (row * width + column) whose values count.
        values: float32 [k, 13], in the order of `networks.MarkFinder`.
    """

    heat: np.ndarray
    weight: np.ndarray
    where: np.ndarray
    values: np.ndarray


def _in_own_frame(rows: np.ndarray) -> np.ndarray:
    """The card's corners seen from the marks, in units of `REACH` heights, [n, 8].

    Those of right marks are mirrored: which side a mark is on is seen better when it is upright.
    """
    away = rows[:, 4:12].reshape(-1, 4, 2) - rows[:, None, 0:2]
    s, c = np.sin(rows[:, 3])[:, None], np.cos(rows[:, 3])[:, None]
    right = away[..., 0] * c - away[..., 1] * s
    down = away[..., 0] * s + away[..., 1] * c
    own = np.stack([right, down], -1) / (REACH * rows[:, 2, None, None])
    mirrored = own[:, [1, 0, 3, 2]] * (-1, 1)
    return np.where(rows[:, 12, None] > 0.5, own.reshape(-1, 8), mirrored.reshape(-1, 8))


def finder_target(table: MarkTable, size: int) -> _FinderTarget:
    """What the finder should say of a square picture with these marks."""
    cells = size // STRIDE
    heat = np.zeros((cells, cells), np.float32)
    weight = np.ones((cells, cells), np.float32)
    rows = table.rows
    inside = (rows[:, :2] >= 0).all(1) & (rows[:, :2] < size - 1).all(1)
    shows, rank_shows, height, clear = rows[:, 13], rows[:, 14], rows[:, 2], rows[:, 16]
    certain = inside & (rank_shows > 0.85) & (shows > 0.45) & (height > SMALL) & (clear > BLURRED)
    unsure = ~certain & (rank_shows > 0.25) & (shows > 0.2)
    y, x = np.mgrid[:cells, :cells].astype(np.float32)
    for row in rows[unsure]:
        reach = max(2.0, row[2] / STRIDE * 0.4)
        weight[(x - row[0] / STRIDE) ** 2 + (y - row[1] / STRIDE) ** 2 < reach * reach] = 0
    where, values = [], []
    outline = _in_own_frame(rows)
    for i in np.flatnonzero(certain):
        cx, cy = (rows[i, 0] + 0.5) / STRIDE - 0.5, (rows[i, 1] + 0.5) / STRIDE - 0.5
        a, b = min(round(float(cx)), cells - 1), min(round(float(cy)), cells - 1)
        spread = float(np.clip(height[i] / STRIDE * 0.12, 0.75, 3.0))
        reach = int(3 * spread) + 1
        low_y, low_x = max(0, b - reach), max(0, a - reach)
        spot = np.s_[low_y : b + reach + 1, low_x : a + reach + 1]
        bump = np.exp(-((x[spot] - a) ** 2 + (y[spot] - b) ** 2) / (2 * spread * spread))
        heat[spot] = np.maximum(heat[spot], bump)
        weight[spot] = np.maximum(weight[spot], bump > 0.6)
        angle = rows[i, 3]
        same = (np.sin(angle), np.cos(angle), np.log(height[i] / UNIT))
        for dy, dx in ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0)):
            if 0 <= b + dy < cells and 0 <= a + dx < cells:
                where.append((b + dy) * cells + a + dx)
                values.append((*same, cx - a - dx, cy - b - dy, *outline[i]))
    return _FinderTarget(
        heat,
        weight,
        np.array(where, np.int64),
        np.array(values, np.float32).reshape(-1, VALUES),
    )


def _label(mark: TrueMark, face: str) -> tuple[int, int]:
    """The classes of rank and suit, `UNSURE` where half of it shows."""
    rank, suit = RANKS.index(face[0]), SUITS.index(face[1])
    if mark.rank_shows < 0.8:
        rank = NO_RANK if mark.rank_shows < 0.4 else UNSURE
    if mark.suit_shows < 0.75:
        suit = NO_SUIT if mark.suit_shows < 0.4 else UNSURE
    return rank, suit


def _elsewhere(rng: np.random.Generator, truth: Scene) -> Pose:
    """A place where a mark might be thought to be: on a card, along its edges, or anywhere."""
    tall = float(np.median([m.height for m in truth.marks])) if truth.marks else 20.0
    x, y = rng.uniform(0, 1, 2) * (truth.width, truth.height)
    angle = rng.uniform(-np.pi, np.pi)
    if truth.cards and rng.random() < 0.75:
        corners = np.array(truth.cards[int(rng.integers(len(truth.cards)))].outline)
        x, y = corners.T @ rng.dirichlet(np.ones(4))
        tall = max(tall, 0.15 * float(np.hypot(*(corners[3] - corners[0]))))
        if rng.random() < 0.7:
            # pips stand as the card does
            down = corners[3] - corners[0]
            angle = np.arctan2(*down) + rng.choice([0, 0, np.pi, np.pi / 2]) + rng.normal(0, 0.15)
    return Pose(float(x), float(y), tall * float(np.exp(rng.normal(0, 0.4))), float(angle))


def reader_examples(
    rng: np.random.Generator, picture: np.ndarray, truth: Scene
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Cut-out marks of a scene and what the reader should say of them.

    Marks are cut as badly as the finder may place them; among them are cuts that show no mark.

    Returns:
        uint8 RGB [n, 64, 48, 3]; int64 [n, 2]: classes of rank and suit, "none" the last; and
        float32 [n, 4]: whether the mark is a left one, how much further it should have been
        turned and how much larger it is, as `networks.MarkReader` says it, and 1 where these three
        are known.
    """
    photo = Photo(picture)
    crops, labels, poses = [], [], []
    places = np.array([(m.x, m.y) for m in truth.marks]).reshape(-1, 2)
    for mark in truth.marks:
        if mark.height < SMALL or mark.rank_shows < 0.1:
            continue
        dx, dy = rng.normal(0, 0.06, 2) * mark.height
        larger = rng.normal(0, 0.14)
        height = mark.height * float(np.exp(larger))
        off = rng.normal(0, 0.17)
        angle, pose_weight = mark.angle + off, 1.0
        rank, suit = _label(mark, truth.cards[mark.card].face)
        if rng.random() < 0.1:
            # on its head, a mark is none; only sixes and nines would mislead
            angle, rank, suit, pose_weight = angle + np.pi, NO_RANK, NO_SUIT, 0.0
        if (rank, suit) != (UNSURE, UNSURE):
            pose = pose_of(mark.x, mark.y, mark.height, mark.angle, mark.outline)
            stretch = pose.stretch * float(np.exp(rng.normal(0, 0.12)))
            slant = pose.slant + rng.normal(0, 0.06)
            pose = Pose(mark.x + dx, mark.y + dy, height, angle, stretch, slant)
            crops.append(photo.upright(pose))
            labels.append((rank, suit))
            poses.append((mark.left, -off / TURN, -larger / SIZE, pose_weight))
    for _ in range(max(2, len(crops) // 2)):
        pose = _elsewhere(rng, truth)
        apart = np.hypot(*(places - (pose.x, pose.y)).T).min(initial=1e9)
        cut = photo.upright(pose)
        # what is plain misleads nobody; most of it is left out
        if apart > 0.6 * pose.height and (cut.std() > LIVELY or rng.random() < 0.3):
            crops.append(cut)
            labels.append((NO_RANK, NO_SUIT))
            poses.append((False, 0.0, 0.0, 0.0))
    return (
        np.array(crops, np.uint8).reshape(-1, HEIGHT, WIDTH, 3),
        np.array(labels, np.int64).reshape(-1, 2),
        np.array(poses, np.float32).reshape(-1, 4),
    )


def judge_examples(
    rng: np.random.Generator, picture: np.ndarray, truth: Scene
) -> tuple[np.ndarray, np.ndarray]:
    """Cut-out cards of a scene, whether each lies on a pile, and where its edges are.

    Each is cut once: half of them as badly as the networks may know its outline, half nearly as it
    lies, as it is known when its edges have been looked for.

    Returns:
        uint8 RGB [n, 128, 96, 3] and float32 [n, 5]: 1 for a pile, and how much further out the
        left, upper, right and lower edges are, as `networks.CardJudge` says it.
    """
    photo = Photo(picture)
    cuts, aims = [], []
    deck = rng.normal(0, DECK_OFF)
    cards = {mark.card: mark for mark in truth.marks if mark.rank_shows > 0.6 and mark.shows > 0.45}
    frame = np.array([truth.width, truth.height])
    for number, mark in cards.items():
        rough = rng.random() < 0.5
        off, skewed = MARK_OFF if rough else NEARLY
        factors = np.exp(deck * rough + rng.normal(0, off))
        outline = _misplaced(rng, mark, factors, skewed=skewed)
        if not is_sound(outline):
            continue
        if (outline < -OUTSIDE * frame).any() or (outline > (1 + OUTSIDE) * frame).any():
            continue
        edges = edges_off(outline, np.array(mark.outline)) / EDGE
        cut = photo.straight(outline)
        if rng.random() < 0.5:
            cut, edges = cut[::-1, ::-1], np.roll(edges, 2)
        cuts.append(cut)
        aims.append((truth.cards[number].pile > 1, *edges))
    return (
        np.array(cuts, np.uint8).reshape(-1, CARD_HEIGHT, CARD_WIDTH, 3),
        np.array(aims, np.float32).reshape(-1, 5),
    )


def framer_examples(
    rng: np.random.Generator, picture: np.ndarray, truth: Scene
) -> tuple[np.ndarray, np.ndarray]:
    """Cut-out frames of a scene, see `dealt.vision.framing`, and whether each is right.

    They are those that would be looked at if the marks had been found as badly as they may be.

    Returns:
        uint8 [n, 128, 96, 4], as of `crops.Photo.framed`, and float32 [n, 1], 1 for those that are
        right: their marks are of one card, and stand where the frame has them.
    """
    true = [m for m in truth.marks if m.rank_shows > 0.6 and m.shows > 0.45 and m.height > SMALL]
    true = [mark for mark in true if rng.random() > UNFOUND]
    photo = Photo(picture)
    cuts, right = [], []
    frames = _frames(rng, true, truth)
    for i in rng.permutation(len(frames))[:FRAMES]:
        frame = frames[int(i)]
        cut = photo.framed(frame.outline, frame.corners)
        cuts.append(cut[::-1, ::-1] if rng.random() < 0.5 else cut)
        right.append(_corners_of([true[n] for n in frame.marks]) == frame.corners)
    return (
        np.array(cuts, np.uint8).reshape(-1, CARD_HEIGHT, CARD_WIDTH, 4),
        np.array(right, np.float32)[:, None],
    )


def _frames(rng: np.random.Generator, true: Sequence[TrueMark], truth: Scene) -> list[Frame]:
    """What would be looked at if these marks were found; also the sides of which they are sure."""
    if not true:
        return []
    return frames_of(Standing.from_marks(Marks(_as_found(rng, true, truth))), plain=True)


def _corners_of(marks: Sequence[TrueMark]) -> tuple[int, ...] | None:
    """The corners in which marks stand as the first of them stands upright; None of two cards."""
    first = marks[0]
    if any(mark.card != first.card for mark in marks):
        return None
    upright = [turn_between(mark.angle, first.angle) < math.pi / 2 for mark in marks]
    corners = {
        (0 if mark.left else 1) if same else (2 if mark.left else 3)
        for mark, same in zip(marks, upright, strict=True)
    }
    return tuple(sorted(corners))


def _as_found(rng: np.random.Generator, true: Sequence[TrueMark], truth: Scene) -> list[Mark]:
    """True marks with the errors that finder and reader make, as measured on made scenes."""
    deck = rng.normal(0, DECK_OFF)
    marks = []
    for mark in true:
        off, skewed = FAR_OFF if rng.random() < FAR_SHARE else MARK_OFF
        factors = np.exp(deck + rng.normal(0, off))
        outline = _misplaced(rng, mark, factors, alone=True, skewed=skewed)
        left = 1 / (1 + np.exp(-rng.gamma(2.0, 2.5) * (-1 if rng.random() < WRONG_SIDE else 1)))
        face = truth.cards[mark.card].face
        rank, suit = np.full(len(RANKS), 0.002), np.full(len(SUITS), 0.005)
        rank[RANKS.index(face[0])] = suit[SUITS.index(face[1])] = 1.0
        a, b, c, d = outline.tolist()
        x, y = rng.normal((mark.x, mark.y), 0.04 * mark.height).tolist()
        marks.append(
            Mark(
                x=x,
                y=y,
                height=mark.height * float(np.exp(rng.normal(0, 0.05))),
                angle=mark.angle + float(rng.normal(0, 0.03)),
                outline=((a[0], a[1]), (b[0], b[1]), (c[0], c[1]), (d[0], d[1])),
                left=float(left) if mark.left else 1 - float(left),
                certainty=1.0,
                rank=tuple((rank / rank.sum()).tolist()),
                suit=tuple((suit / suit.sum()).tolist()),
            )
        )
    return marks


def _misplaced(
    rng: np.random.Generator,
    mark: TrueMark,
    factors: np.ndarray,
    *,
    alone: bool = False,
    skewed: float = 0.02,
) -> np.ndarray:
    """The outline of a mark's card as it may be thought to be; [corner, xy].

    Args:
        rng: what all chance comes from.
        mark: one of the card's.
        factors: by how much it is thought to be wider and higher.
        alone: the mark alone tells of it; else two may do.
        skewed: how far corners are off, in parts of their distance.
    """
    outline = np.array(mark.outline)
    across = (outline[1] + outline[2] - outline[0] - outline[3]) / 2
    down = (outline[3] + outline[2] - outline[0] - outline[1]) / 2
    tall = max(float(np.hypot(*down)), 1.0)
    # the stretch is about the middle where two marks tell of the card, else about the mark
    both = not alone and rng.random() < 0.5
    middle = outline.mean(axis=0) if both else np.array([mark.x, mark.y])
    own = np.linalg.solve(np.stack([across, down], 1), (outline - middle).T).T * factors
    away = own @ np.stack([across, down])
    turn = rng.normal(0, 0.025)
    s, c = np.sin(turn), np.cos(turn)
    off = rng.normal(0, skewed, (4, 2)) * np.hypot(*away.T)[:, None] + rng.normal(
        0, 0.015 * tall, 2
    )
    return np.asarray(middle + away @ np.array([[c, -s], [s, c]]) + off)
