"""The networks: one finds marks, one reads them, one checks guesses of where cards lie, and one
judges piles and edges.

The networks are small and run in onnxruntime; their files are in `weights` beside this module.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any, Protocol, cast

import cv2
import numpy as np

from dealt.errors import SetupError, StorageError
from dealt.extras import not_installed
from dealt.vision.crops import WEIGHTS, Photo, Pose, chances, pose_of, redness, suits_by_colour
from dealt.vision.framing import Frame
from dealt.vision.geometry import Floats, Mark, Outline, as_outline
from dealt.vision.plane import EDGE, SPREADS, Edges, with_edges

NETWORKS = ("finder", "reader", "judge", "framer")
_OLDEST = 9  # version of networks; earlier ones lack outputs
_SCALES = (1600, 1100, 640, 320)  # pixels: longer sides at which the photo is searched
_FINE = 1000  # pixels: a second scale as large makes one of the first two enough
_EASY = 22.0  # pixels: the second one is, if all clear marks are at least this high on it
CLEAR = 0.6  # the finder's output for a clear mark
_GRAIN = 32  # pixels: the finder's input has sides that are multiples of this
MIDDLE, SPREAD = 127.5, 64.0  # mean and deviation of the finder's input
STRIDE = 4  # pixels for a cell of its output
UNIT = 24.0  # pixels: its unit of height
REACH = 4.0  # mark heights: its unit for the card's corners
LEAST = 0.3  # least output of the finder for a mark that is read
TURN, SIZE = 0.2, 0.2  # the reader's units for the turn of a cut and the logarithm of its size
MOST = 0.4  # the largest correction of both, in radians and as a logarithm
# mark heights, across and down: two nearer finds are one; in a tight row the next rank begins where
# this one ends
SAME = (0.3, 0.45)
HEIGHTS = (5.5, 80.0)  # pixels: heights of marks for which a scale can be trusted
_FINDS = 400  # marks read on one photo
TOGETHER = 64  # cuts read at a time

PLAIN = 0.98  # a mark read with this chance is not read again
# the poses in which other marks are read again: shift right and down in heights, size, turn; the
# results are averaged with those of the first cut
_POSES = ((0.0, 0.0, 1.0, 0.0), (0.03, 0.03, 1.06, 0.05))


class _Session(Protocol):
    """The part of an onnxruntime session that is used."""

    def run(self, outputs: None, inputs: dict[str, np.ndarray]) -> list[np.ndarray]:
        """The outputs for the inputs."""


@dataclass(frozen=True, slots=True)
class _Find:
    """A mark before it is read; fields as in `Mark`, with the outline of a left one."""

    x: float
    y: float
    height: float
    angle: float
    outline: Outline
    certainty: float
    trust: float


@dataclass(frozen=True, slots=True)
class _Read:
    """A find with the reader's output.

    Attributes:
        find: the find.
        rank, suit: chances of 14 ranks and of 5 suits; the last is "none", of suits also "hidden".
        left: chance that it is in the upper left corner of its card, seen upright.
        by_colour: chances of 4 suits by the colour of the print alone.
    """

    find: _Find
    rank: np.ndarray
    suit: np.ndarray
    left: float
    by_colour: np.ndarray


class Detector:
    """The networks, ready to read photos.

    Args:
        weights: a folder with `model.json` and the networks' files; by default those of the
            package.
        threads: number of onnxruntime threads; it does not change the results.

    Raises:
        SetupError: onnxruntime is not installed.
        StorageError: the folder does not contain the networks.
    """

    def __init__(self, weights: Path | None = None, threads: int = 1) -> None:
        self.card = _card(weights)
        self.sessions = {
            name: _session(weights, self.card[name]["file"], threads) for name in NETWORKS
        }
        self.temperature = self.card["temperature"]
        self.version = str(self.card.get("version", "unknown"))

    def marks(self, image: np.ndarray | Photo, scales: tuple[int, ...] = _SCALES) -> list[Mark]:
        """The marks of a photo, the surest first.

        Args:
            image: uint8 RGB [height, width, 3], or a Photo; the same goes for the other methods.
            scales: longer sides in pixels at which to search; sizes above that of the photo count
                once, as the photo itself.

        Raises:
            SetupError: the image is not such an array.
        """
        reads = self._evidence(_photo(image), scales)
        finds = [each.find for each in reads]
        places = np.array([(f.x, f.y, f.height, f.angle) for f in finds]).reshape(-1, 4)
        peaks = np.array([find.certainty for find in finds])
        rank_chances = np.array([1 - float(each.rank[-1]) for each in reads])
        sure = chances(self.card["certainty"], places, peaks, rank_chances).tolist()
        marks = [self._mark(read, chance) for read, chance in zip(reads, sure, strict=True)]
        return sorted(marks, key=lambda mark: -mark.certainty)

    def frames(self, image: np.ndarray | Photo, frames: Sequence[Frame]) -> list[float]:
        """The log odds that each guess of where a card lies is right.

        Args:
            image: uint8 RGB [height, width, 3].
            frames: the guesses.
        """
        photo = _photo(image)
        cuts = [photo.framed(frame.outline, frame.corners) for frame in frames]
        (evidence,) = self._judged("framer", "frames", 1, cuts)
        return [float(each) for each in evidence[:, 0] / self.temperature["frame"]]

    def edges(self, image: np.ndarray | Photo, outlines: Sequence[Outline]) -> Edges:
        """The edges of cards relative to their outlines.

        Args:
            image: uint8 RGB [height, width, 3].
            outlines: outlines of the cards, in pixels, clockwise.
        """
        _, evidence = self._cards(_photo(image), outlines)
        return Edges(EDGE * evidence[:, :4], EDGE * np.exp(evidence[:, 4:].clip(*SPREADS)))

    def piles(self, image: np.ndarray | Photo, outlines: Sequence[Outline]) -> list[float]:
        """The chance that each card of a photo lies on top of a squared-up pile.

        The look of a pile's edges depends strongly on the precision of the outline. So each card is
        examined three times: by its outline, upside down, and by the corrected outline.

        Args:
            image: uint8 RGB [height, width, 3].
            outlines: outlines of the cards, in pixels, clockwise.
        """
        photo = _photo(image)
        evidence, off = self._cards(photo, outlines)
        on_head, _ = self._cards(photo, [outline[2:] + outline[:2] for outline in outlines])
        moved = [with_edges(*each) for each in zip(outlines, EDGE * off[:, :4], strict=True)]
        again, _ = self._cards(photo, moved)
        mean = (evidence + on_head + again)[:, 0] / 3
        return [1 / (1 + math.exp(-each)) for each in mean / self.temperature["pile"]]

    def _cards(self, photo: Photo, outlines: Sequence[Outline]) -> tuple[Floats, Floats]:
        """The judge's outputs for cards: [n, 1] and [n, 8], see `training.networks.CardJudge`."""
        cuts = [photo.straight(np.array(outline)) for outline in outlines]
        pile, edges = self._judged("judge", "cards", 2, cuts)
        return pile, edges

    def evidence(self, image: np.ndarray | Photo, scales: tuple[int, ...] = _SCALES) -> list[_Read]:
        """The basis of `marks`: each find with the reader's output."""
        return self._evidence(_photo(image), scales)

    def _evidence(self, photo: Photo, scales: tuple[int, ...]) -> list[_Read]:
        own = max(photo.levels[0].shape[:2])
        sides = _sides(own, scales)
        rough = 2 if len(sides) > 2 and sides[1] >= _FINE else 0
        peaks = self._searched(photo, sides[rough:])
        if rough:
            # the two finest scales take most of the time; the first is needed for small marks only
            high = [mark.height for mark in peaks if mark.certainty > CLEAR]
            small = min(high, default=0.0) * sides[1] < _EASY * own
            peaks += self._searched(photo, sides[:1] if small else sides[1:2])
        return self._read(photo, _apart(peaks)[:_FINDS])

    def _searched(self, photo: Photo, sides: Sequence[int]) -> list[_Find]:
        """The finds on a photo at some scales, by their longer sides."""
        height, width = photo.levels[0].shape[:2]
        peaks: list[_Find] = []
        for side in sides:
            small = _scaled(photo, side)
            peaks += self._find(small, width, height)
        return peaks

    def _find(self, small: np.ndarray, width: int, height: int) -> list[_Find]:
        """The finds on a scaled photo, in pixels of the photo, which is `width` x `height`."""
        low, right = (-n % _GRAIN for n in small.shape[:2])
        padded = cv2.copyMakeBorder(small, 0, low, 0, right, cv2.BORDER_CONSTANT, value=(127,) * 3)
        scaled = cv2.dnn.blobFromImage(padded, 1 / SPREAD, mean=(MIDDLE,) * 3)
        cells = self.sessions["finder"].run(None, {"scaled": scaled})[0][0]
        return _finds(cells, width / small.shape[1], height / small.shape[0])

    def _read(self, photo: Photo, peaks: list[_Find]) -> list[_Read]:
        """The reader's output for each find, after correcting its turn and size."""
        if not peaks:
            return []
        as_found = (0.0, 0.0, 1.0, 0.0)
        cuts = [_cut(photo, mark, as_found) for mark in peaks]
        by_colour = suits_by_colour(redness(np.stack(cuts)))
        rank, suit, pose = self._classify(cuts)
        off = (pose[:, 1:3] * (TURN, SIZE)).clip(-MOST, MOST)
        peaks = [
            replace(mark, angle=mark.angle + turn, height=mark.height * math.exp(size),
                    outline=_moved(mark, turn, size))
            for mark, (turn, size) in zip(peaks, off.tolist(), strict=True)
        ]  # fmt: skip
        unsure = np.flatnonzero(rank[:, :-1].max(1) * suit[:, :-1].max(1) < PLAIN)
        if len(unsure):
            again = [_cut(photo, peaks[i], pose) for pose in _POSES for i in unsure]
            for first, more in zip((rank, suit, pose), self._classify(again), strict=True):
                looks = more.reshape(len(_POSES), len(unsure), -1).sum(0)
                first[unsure] = (first[unsure] + looks) / (1 + len(_POSES))
        return [
            _Read(mark, rank[i], suit[i], float(pose[i, 0]), by_colour[i])
            for i, mark in enumerate(peaks)
        ]

    def _classify(self, cuts: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Chances of ranks and of suits; chance of a left mark, turn and size: float64 [n, 3]."""
        rank, suit, pose = self._outputs("reader", "crops", cuts)
        pose = pose.astype(float)
        pose[:, 0] = 1 / (1 + np.exp(-pose[:, 0]))
        ranks, suits = rank / self.temperature["rank"], suit / self.temperature["suit"]
        return _chances(ranks), _chances(suits), pose

    def _judged(
        self, network: str, takes: str, gives: int, cuts: Sequence[np.ndarray]
    ) -> list[Floats]:
        """The outputs of a network for cut-out cards, each [n, values]."""
        if not cuts:
            return [np.zeros((0, 8)) for _ in range(gives)]
        return [each.astype(float) for each in self._outputs(network, takes, cuts)]

    def _outputs(self, network: str, takes: str, cuts: Sequence[np.ndarray]) -> list[np.ndarray]:
        """The outputs of a network for some cuts, at least one, in batches."""
        parts: list[list[np.ndarray]] = []
        for start in range(0, len(cuts), TOGETHER):
            planes = np.stack(cuts[start : start + TOGETHER]).transpose(0, 3, 1, 2)
            inputs = {takes: np.ascontiguousarray(planes, np.float32)}
            parts.append(self.sessions[network].run(None, inputs))
        return [np.concatenate(part) for part in zip(*parts, strict=True)]

    def _mark(self, read: _Read, certainty: float) -> Mark:
        """The mark of a find; a hidden suit is spread over its colour."""
        peak, rank, suit = read.find, read.rank, read.suit
        ranks = rank[:-1] / rank[:-1].sum()
        suits = suit[:-1] + suit[-1] * read.by_colour
        return Mark(
            x=peak.x,
            y=peak.y,
            height=peak.height,
            angle=peak.angle,
            outline=peak.outline if read.left >= 0.5 else _moved(peak, mirrored=True),
            left=read.left,
            certainty=certainty,
            rank=tuple(float(p) for p in ranks),
            suit=tuple(float(p) for p in suits / suits.sum()),
            peak=peak.certainty,
        )


def _photo(image: np.ndarray | Photo) -> Photo:
    if isinstance(image, Photo):
        return image
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or not image.size:
        raise SetupError(
            f"a photo of shape {image.shape} and type {image.dtype}; "
            "an RGB picture [height, width, 3] of uint8 is wanted"
        )
    return Photo(image)


def _moved(
    peaks: _Find, turn: float = 0.0, size: float = 0.0, *, mirrored: bool = False
) -> Outline:
    """A find's outline about its mark: turned, larger by the exponential of `size`, mirrored."""
    away = np.array(peaks.outline) - (peaks.x, peaks.y)
    s, c = math.sin(peaks.angle), math.cos(peaks.angle)
    own = np.stack([away[:, 0] * c - away[:, 1] * s, away[:, 0] * s + away[:, 1] * c], 1)
    if mirrored:
        own = own[[1, 0, 3, 2]] * (-1, 1)
    own *= math.exp(size)
    s, c = math.sin(peaks.angle + turn), math.cos(peaks.angle + turn)
    x = peaks.x + own[:, 0] * c + own[:, 1] * s
    y = peaks.y - own[:, 0] * s + own[:, 1] * c
    return as_outline(np.stack([x, y], axis=1))


def _card(weights: Path | None) -> dict[str, Any]:
    place = resources.files("dealt.vision") / "weights" if weights is None else weights
    try:
        card = json.loads((place / "model.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise StorageError(
            "no weights in {place}: model.json cannot be read", place=place
        ) from error
    data = card if isinstance(card, dict) else {}
    parts = {name: isinstance(data.get(name), dict) for name in (*NETWORKS, "temperature")}
    weighed = data.get("certainty")
    parts["certainty"] = isinstance(weighed, list) and len(weighed) == WEIGHTS
    lacks = [name for name, is_valid in parts.items() if not is_valid]
    lacks += [f"{name}.file" for name in NETWORKS if parts[name] and "file" not in data[name]]
    if lacks:
        raise StorageError(
            "{path} is not a model card; it lacks {lacks}",
            path=place / "model.json", lacks=", ".join(sorted(lacks)),
        )  # fmt: skip
    version = data.get("version")
    if not isinstance(version, int) or version < _OLDEST:
        raise StorageError(
            "the networks in {place} are of version {version}, and {oldest} is the oldest that is "
            "read: train them again",
            place=place, version=version, oldest=_OLDEST,
        )  # fmt: skip
    return data


def _session(weights: Path | None, name: str, threads: int) -> _Session:
    try:
        import onnxruntime
    except ImportError as error:
        raise SetupError(not_installed(error.name, "vision")) from error
    place = resources.files("dealt.vision") / "weights" if weights is None else weights
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    try:
        content = (place / name).read_bytes()
        session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises its own classes
        raise StorageError(
            "weights {name} in {place} cannot be read", name=name, place=place
        ) from error
    return cast("_Session", session)


def _sides(own: int, scales: tuple[int, ...]) -> list[int]:
    """The longer sides at which a photo is searched; a small one is enlarged once, up to twice."""
    sides = sorted({min(side, 2 * own) for side in scales}, reverse=True)
    enlarged = [side for side in sides if side > 1.25 * own]
    return [side for side in sides if side not in enlarged[1:]]


def _scaled(photo: Photo, side: int) -> np.ndarray:
    """A photo with a longer side of `side`, made from the smallest halving that is large enough."""
    whole = photo.levels[0]
    zoom = side / max(whole.shape[:2])
    halved = max(0, math.floor(-math.log2(zoom)))
    interpolation = cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR
    width, height = (max(1, round(n * zoom)) for n in whole.shape[1::-1])
    return np.asarray(cv2.resize(photo.level(halved), (width, height), interpolation=interpolation))


def _finds(cells: np.ndarray, across: float, down: float) -> list[_Find]:
    """The peaks of one scale, in pixels of the photo.

    Args:
        cells: float32 [14, rows, columns], see `training.networks.PeakFinder`.
        across: pixels of the photo for one of the scale, along a row.
        down: the same along a column.
    """
    rows, columns = np.nonzero(cells[0] >= LEAST)
    values = cells[:, rows, columns].astype(float)
    angle = np.arctan2(values[1], values[2])
    tall = np.exp(np.clip(values[3], -4, 4)) * UNIT
    x = (columns + values[4] + 0.5) * STRIDE - 0.5
    y = (rows + values[5] + 0.5) * STRIDE - 0.5
    s, c = np.sin(angle)[:, None], np.cos(angle)[:, None]
    own = values[6:14].T.reshape(-1, 4, 2)
    right, low = (own * REACH * tall[:, None, None]).transpose(2, 0, 1)
    corner_x = (x[:, None] + c * right + s * low + 0.5) * across - 0.5
    corner_y = (y[:, None] - s * right + c * low + 0.5) * down - 0.5
    peaks = []
    for i in range(len(rows)):
        # a scale is best for the heights it was trained with
        fit = float(np.clip(min(tall[i] / HEIGHTS[0], HEIGHTS[1] / tall[i]), 0.05, 1))
        chance = float(values[0, i])
        peaks.append(
            _Find(
                x=float((x[i] + 0.5) * across - 0.5),
                y=float((y[i] + 0.5) * down - 0.5),
                height=float(tall[i] * np.sqrt(across * down)),
                angle=float(angle[i]),
                outline=as_outline(np.stack([corner_x[i], corner_y[i]], axis=1)),
                certainty=chance,
                trust=chance * fit,
            )
        )
    return peaks


def _apart(peaks: list[_Find]) -> list[_Find]:
    """Of finds of the same mark, at one scale or at several, the most trusted one."""
    apart: list[_Find] = []
    rows = np.zeros((0, 5))
    for mark in sorted(peaks, key=lambda mark: -mark.trust):
        right, down = mark.x - rows[:, 0], mark.y - rows[:, 1]
        s, c = rows[:, 3], rows[:, 4]
        across, along = right * c - down * s, right * s + down * c
        reach = np.maximum(rows[:, 2], mark.height * 0.6)
        if not (np.hypot(across / SAME[0], along / SAME[1]) < reach).any():
            apart.append(mark)
            row = (mark.x, mark.y, mark.height, math.sin(mark.angle), math.cos(mark.angle))
            rows = np.vstack([rows, row])
    return apart


def _cut(photo: Photo, mark: _Find, pose: tuple[float, float, float, float]) -> np.ndarray:
    right, down, size, turn = pose
    own = pose_of(mark.x, mark.y, mark.height, mark.angle, mark.outline)
    s, c = np.sin(mark.angle) * mark.height, np.cos(mark.angle) * mark.height
    x = mark.x + c * right + s * down
    y = mark.y - s * right + c * down
    moved = Pose(x, y, mark.height * size, mark.angle + turn, own.stretch, own.slant)
    return photo.upright(moved)


def _chances(logits: np.ndarray) -> np.ndarray:
    powers = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True))
