"""A course of training: one network, a queue of made scenes, a budget of minutes, checkpoints."""

from __future__ import annotations

import csv
import queue
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from dealt.errors import DealtError
from dealt.vision.crops import CARD_HEIGHT, CARD_WIDTH
from dealt.vision.plane import SPREADS
from dealt_training.networks.models import CHANNELS, CardJudge, Framer, MarkFinder, MarkReader
from dealt_training.networks.supply import Recipe, supply
from dealt_training.networks.targets import UNSURE, MarkTable, finder_target

CROP = 288  # pixels: what the finder sees of a scene at a time
FINDER_BATCH, READER_BATCH, JUDGE_BATCH, FRAMER_BATCH = 8, 64, 48, 48
# how often each made scene or cut is learnt from, about; marks and frames are made as quickly
REUSE = {"finder": 2, "reader": 1, "judge": 3, "framer": 1}
# made scenes, made cuts that are kept to draw from
FINDER_POOL, READER_POOL, JUDGE_POOL, FRAMER_POOL = 1200, 60_000, 20_000, 20_000
# how many are there before learning begins
FINDER_START, READER_START, JUDGE_START, FRAMER_START = 48, 1500, 400, 800
SAVE_EVERY = 120.0  # seconds between checkpoints
WAIT = 0.05  # seconds for something new, at most, before what is there is learnt from again
TELL_EVERY = 30.0  # seconds between lines of progress
WARM_UP = 0.02  # share of the course in which the learning rate rises
EDGES_COUNT = 0.2  # beside whether a card is on a pile
SHORT = ("finder", "reader")  # networks that learn from numbers of 16 bits where those are quick
PEAK_RATE = {"finder": 2.5e-3, "reader": 2e-3, "judge": 2e-3, "framer": 2e-3}

Say = Callable[[str], None]


@dataclass
class _Progress:
    """How far a course has come: seconds of learning, steps, and a row of the curve per line."""

    seconds: float = 0.0
    steps: int = 0
    seen: int = 0


def _finder_loss(out: Tensor, batch: dict[str, Tensor]) -> tuple[Tensor, dict[str, float]]:
    """Penalty of what the finder said; its parts by name.

    The heat's is the focal loss of Law and Deng, "CornerNet" (2018), equation 1.
    """
    heat = torch.clamp(torch.sigmoid(out[:, 0]), 1e-4, 1 - 1e-4)
    aim, weight = batch["heat"], batch["weight"]
    hit = (aim > 0.999).float()
    hits = torch.log(heat) * (1 - heat) ** 2 * hit
    rest = torch.log(1 - heat) * heat**2 * (1 - aim) ** 4 * (1 - hit) * weight
    marks = hit.sum().clamp(min=1)
    focal = -(hits.sum() + rest.sum()) / marks
    outputs = out.permute(0, 2, 3, 1).reshape(-1, CHANNELS)[batch["where"]]
    wide = torch.tensor([3.0, 3, 1, 0.5, 0.5, *([1.0] * 8)], device=out.device)
    off = nn.functional.smooth_l1_loss(outputs[:, 1:], batch["values"], reduction="none", beta=0.1)
    place = (off * wide).sum(1).mean() if len(outputs) else out.sum() * 0
    return focal + place, {"heat": focal.item(), "place": place.item()}


def _reader_loss(
    out: tuple[Tensor, Tensor, Tensor], batch: dict[str, Tensor]
) -> tuple[Tensor, dict[str, float]]:
    """Penalty of what the reader said; its parts and the share read wrongly, by name."""
    labels = batch["labels"]
    cross = nn.functional.cross_entropy
    rank = cross(out[0], labels[:, 0], ignore_index=UNSURE, label_smoothing=0.02)
    suit = cross(out[1], labels[:, 1], ignore_index=UNSURE, label_smoothing=0.02)
    weight = batch["poses"][:, 3]
    side = nn.functional.binary_cross_entropy_with_logits(
        out[2][:, 0], batch["poses"][:, 0], weight=weight
    )
    off = (out[2][:, 1:] - batch["poses"][:, 1:3]) * weight[:, None]
    pose = nn.functional.smooth_l1_loss(off, torch.zeros_like(off), beta=0.3)
    sure = (labels != UNSURE).all(1)
    right = (out[0].argmax(1) == labels[:, 0]) & (out[1].argmax(1) == labels[:, 1])
    error_rate = 1 - (right & sure).sum() / sure.sum().clamp(min=1)
    parts = {"rank": rank.item(), "suit": suit.item(), "side": side.item(), "pose": pose.item()}
    parts["wrong"] = float(error_rate)
    return rank + suit + 0.5 * side + pose, parts


def _framer_loss(out: Tensor, batch: dict[str, Tensor]) -> tuple[Tensor, dict[str, float]]:
    """Penalty of what the framer said; the share judged wrongly, of right frames and of wrong."""
    return _decided(out[:, 0], batch["aim"][:, 0])


def _judge_loss(
    out: tuple[Tensor, Tensor], batch: dict[str, Tensor]
) -> tuple[Tensor, dict[str, float]]:
    """Penalty of what the judge said; the share judged wrongly, and how far off edges are.

    Edges are penalized by the logarithm of a Laplace distribution whose spread the judge says, too.
    """
    loss, parts = _decided(out[0][:, 0], batch["aim"][:, 0])
    place, spread = out[1][:, :4], out[1][:, 4:].clamp(*SPREADS)
    off = (place - batch["aim"][:, 1:]).abs()
    edges = (off * torch.exp(-spread) + spread).mean()
    return loss + EDGES_COUNT * edges, {**parts, "edges": off.mean().item()}


def _decided(outputs: Tensor, aim: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Penalty of logits of yes or no; the share judged wrongly, of yes and of no."""
    loss = nn.functional.binary_cross_entropy_with_logits(outputs, aim)
    error_rate = ((outputs > 0) != (aim > 0.5)).float()
    missed = (error_rate * aim).sum() / aim.sum().clamp(min=1)
    extra = (error_rate * (1 - aim)).sum() / (1 - aim).sum().clamp(min=1)
    return loss, {"loss": loss.item(), "missed": missed.item(), "extra": extra.item()}


LOSSES: dict[str, Callable[..., tuple[Tensor, dict[str, float]]]] = {
    "finder": _finder_loss,
    "reader": _reader_loss,
    "judge": _judge_loss,
    "framer": _framer_loss,
}
NETWORKS: dict[str, Callable[[], nn.Module]] = {
    "finder": MarkFinder,
    "reader": MarkReader,
    "judge": CardJudge,
    "framer": Framer,
}


class _FinderPool:
    """Made scenes that stay in memory and are cut anew each time."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.items: list[tuple[np.ndarray, np.ndarray]] = []
        self.added = 0

    def add(self, item: tuple[np.ndarray, np.ndarray]) -> None:
        """Keep a scene; the oldest makes room."""
        if len(self.items) < FINDER_POOL:
            self.items.append(item)
        else:
            self.items[self.added % FINDER_POOL] = item
        self.added += 1

    def ready(self) -> bool:
        """Whether there is enough to learn from."""
        return self.added >= FINDER_START

    def _corner(self, spare: int, rows: np.ndarray) -> tuple[int, int]:
        """Where a picture is cut: mostly so that a mark is in it."""
        visible = rows[rows[:, 13] > 0.5]
        if not len(visible) or self.rng.random() < 0.1:
            left, top = self.rng.integers(spare + 1, size=2)
            return int(left), int(top)
        mark = visible[int(self.rng.integers(len(visible)))]
        left, top = np.clip(mark[:2] - self.rng.uniform(0.1, 0.9, 2) * CROP, 0, spare)
        return int(left), int(top)

    def batch(self) -> dict[str, Tensor]:
        """A batch of cut and turned scenes with their targets."""
        photos, targets = [], []
        for i in self.rng.integers(len(self.items), size=FINDER_BATCH):
            picture, rows = self.items[int(i)]
            left, top = self._corner(picture.shape[0] - CROP, rows)
            quarters = int(self.rng.integers(4))
            cut = picture[top : top + CROP, left : left + CROP]
            photos.append(np.rot90(cut, quarters))
            table = MarkTable(rows).cut(left, top).turned(quarters, CROP)
            targets.append(finder_target(table, CROP))
        cells = targets[0].heat.size
        where = [target.where + n * cells for n, target in enumerate(targets)]
        return {
            "input": torch.from_numpy(np.stack(photos).transpose(0, 3, 1, 2).astype(np.float32)),
            "heat": torch.from_numpy(np.stack([target.heat for target in targets])),
            "weight": torch.from_numpy(np.stack([target.weight for target in targets])),
            "where": torch.from_numpy(np.concatenate(where)),
            "values": torch.from_numpy(np.concatenate([target.values for target in targets])),
        }


class _ReaderPool:
    """Cut-out marks that stay in memory."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.crops = np.zeros((READER_POOL, 64, 48, 3), np.uint8)
        self.labels = np.zeros((READER_POOL, 2), np.int64)
        self.poses = np.zeros((READER_POOL, 4), np.float32)
        self.added = 0

    def add(self, item: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
        """Keep the cuts of a scene; the oldest make room."""
        crops, labels, poses = item
        at = (self.added + np.arange(len(crops))) % READER_POOL
        self.crops[at], self.labels[at], self.poses[at] = crops, labels, poses
        self.added += len(crops)

    def ready(self) -> bool:
        """Whether there is enough to learn from."""
        return self.added >= READER_START

    def batch(self) -> dict[str, Tensor]:
        """A batch of cuts, each a little brighter or darker, with their classes."""
        at = self.rng.integers(min(self.added, READER_POOL), size=READER_BATCH)
        crops = self.crops[at].astype(np.float32)
        scale = np.exp(self.rng.normal(0, 0.1, (READER_BATCH, 1, 1, 3))).astype(np.float32)
        crops = np.clip(crops * scale + self.rng.normal(0, 6, (READER_BATCH, 1, 1, 1)), 0, 255)
        return {
            "input": torch.from_numpy(crops.transpose(0, 3, 1, 2).astype(np.float32)),
            "labels": torch.from_numpy(self.labels[at]),
            "poses": torch.from_numpy(self.poses[at]),
        }


class _CutPool:
    """Cut-out cards that stay in memory, and what is true of each.

    Args:
        rng: what all chance comes from.
        size: how many are kept.
        start: how many are there before learning begins.
        batch: how many are learnt from at a time.
        planes: of a cut; those after the three colours are not made brighter or darker.
        aims: how many numbers are true of a cut.
    """

    def __init__(
        self,
        rng: np.random.Generator,
        size: int,
        start: int,
        batch: int,
        *,
        planes: int = 3,
        aims: int = 1,
    ) -> None:
        self.rng = rng
        self.size, self.start, self.batch_size = size, start, batch
        self.cuts = np.zeros((size, CARD_HEIGHT, CARD_WIDTH, planes), np.uint8)
        self.aim = np.zeros((size, aims), np.float32)
        self.added = 0

    def add(self, item: tuple[np.ndarray, np.ndarray]) -> None:
        """Keep the cuts of a scene; the oldest make room."""
        cuts, aim = item
        at = (self.added + np.arange(len(cuts))) % self.size
        self.cuts[at], self.aim[at] = cuts, aim
        self.added += len(cuts)

    def ready(self) -> bool:
        """Whether there is enough to learn from."""
        return self.added >= self.start

    def batch(self) -> dict[str, Tensor]:
        """A batch of cuts, each a little brighter or darker, with what is true of it."""
        at = self.rng.integers(min(self.added, self.size), size=self.batch_size)
        cuts = self.cuts[at].astype(np.float32)
        cuts[..., :3] *= np.exp(self.rng.normal(0, 0.15, (self.batch_size, 1, 1, 1)))
        cuts = np.clip(cuts, 0, 255)
        return {
            "input": torch.from_numpy(np.ascontiguousarray(cuts.transpose(0, 3, 1, 2))),
            "aim": torch.from_numpy(self.aim[at]),
        }


POOLS: dict[str, Callable[[np.random.Generator], Any]] = {
    "finder": _FinderPool,
    "reader": _ReaderPool,
    "judge": lambda rng: _CutPool(rng, JUDGE_POOL, JUDGE_START, JUDGE_BATCH, aims=5),
    "framer": lambda rng: _CutPool(rng, FRAMER_POOL, FRAMER_START, FRAMER_BATCH, planes=4),
}


def _is_quick_at_short(device: torch.device) -> bool:
    """Whether numbers of 16 bits (bfloat16) are multiplied in hardware, and not by detours."""
    if device.type == "cuda":
        return torch.cuda.is_bf16_supported(including_emulation=False)
    if not hasattr(torch.cpu, "get_capabilities"):
        return False  # older versions of torch do not tell
    return bool(torch.cpu.get_capabilities().get("avx512_bf16"))


def _rate_at(share: float, peak: float) -> float:
    """The learning rate after a share of the course: a short rise, then a half cosine down."""
    if share < WARM_UP:
        return peak * max(share / WARM_UP, 0.02)
    return peak * (0.5 + 0.5 * float(np.cos(np.pi * min(share, 1.0)))) + peak * 0.003


class Course:
    """The training of one network.

    Args:
        out: the folder of checkpoint and curve.
        name: of one of `NETWORKS`.
        minutes: of learning in all, earlier runs counted in.
        steps: end after so many steps instead, wherever that is sooner.
    """

    def __init__(
        self, out: Path, name: str, recipe: Recipe, minutes: float, steps: int | None, say: Say
    ) -> None:
        self.out, self.name, self.recipe = out, name, recipe
        self.limit, self.steps, self.say = minutes * 60, steps, say
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(recipe.seed)
        # a quarter quicker than channel by channel, on processors too
        self.network = NETWORKS[name]().to(self.device)
        self.network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.optimizer = torch.optim.AdamW(
            self.network.parameters(), lr=PEAK_RATE[name], weight_decay=1e-3
        )
        self.short = name in SHORT and _is_quick_at_short(self.device)
        self.progress = _Progress()
        self.path, self.curve = out / f"{name}.pt", out / f"{name}.csv"

    def load(self) -> bool:
        """Go on where a checkpoint was left; False if there is none.

        Raises:
            DealtError: it is of a network that was built otherwise.
        """
        if not self.path.is_file():
            return False
        checkpoint = torch.load(self.path, map_location=self.device, weights_only=True)
        try:
            self.network.load_state_dict(checkpoint["network"])
        except RuntimeError as error:
            raise DealtError(
                f"{self.path} is of an earlier {self.name}, which has other layers; "
                "train in an empty folder"
            ) from error
        self.optimizer.load_state_dict(checkpoint["optimizer"])
        self.progress = _Progress(**checkpoint["progress"])
        return True

    def save(self) -> None:
        """Write the checkpoint; a broken-off write leaves the one before."""
        part = self.path.with_suffix(".part")
        checkpoint = {
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "progress": vars(self.progress),
        }
        torch.save(checkpoint, part)
        part.replace(self.path)

    def share(self) -> float:
        """How much of the course is done, 0 to 1."""
        share = self.progress.seconds / self.limit if self.limit else 1.0
        if self.steps is not None:
            share = max(share, self.progress.steps / max(1, self.steps))
        return min(share, 1.0)

    def run(self, workers: int) -> None:
        """Learn to the end of the budget; a checkpoint is kept however it ends."""
        resumed = self.load()
        if self.share() >= 1:
            self.say(f"{self.name}: done before, {self.progress.steps} steps")
            return
        start = "goes on" if resumed else "starts"
        self.say(f"{self.name}: {start} at step {self.progress.steps} on {self.device.type}")
        # other chance than in the run that was left
        rng = np.random.default_rng((self.recipe.seed, self.progress.steps))
        fresh = Recipe(self.recipe.seed + self.progress.steps, self.recipe.art, self.name)
        with supply(fresh, workers) as scenes:
            try:
                self._learn(scenes, rng)
            finally:
                self.save()

    def _learn(self, scenes: Any, rng: np.random.Generator) -> None:
        pool = POOLS[self.name](rng)
        while not pool.ready():
            pool.add(scenes.get())
        self.network.train()
        reuse = REUSE[self.name]
        before = self.progress.seen - pool.added * reuse
        told_at = saved = time.monotonic()
        sums: dict[str, float] = {}
        counted = 0
        while self.share() < 1:
            began = time.monotonic()
            while pool.added * reuse < self.progress.seen - before:
                # a queue that is being filled may say for a moment that it is empty
                try:
                    pool.add(scenes.get(timeout=WAIT))
                except queue.Empty:
                    break
            for name, value in self._step(pool.batch()).items():
                sums[name] = sums.get(name, 0.0) + value
            counted += 1
            moment = time.monotonic()
            self.progress.seconds += moment - began
            if moment - told_at > TELL_EVERY or self.share() >= 1:
                self._tell({name: value / counted for name, value in sums.items()}, pool.added)
                told_at, sums, counted = moment, {}, 0
            if moment - saved > SAVE_EVERY:
                self.save()
                saved = moment

    def _step(self, batch: dict[str, Tensor]) -> dict[str, float]:
        rate = _rate_at(self.share(), PEAK_RATE[self.name])
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        batch = {name: value.to(self.device) for name, value in batch.items()}
        photos = batch["input"].contiguous(memory_format=torch.channels_last)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.short):
            outputs = self.network(photos)
        if self.short:
            outputs = (
                tuple(each.float() for each in outputs)
                if isinstance(outputs, tuple)
                else outputs.float()
            )
        loss, parts = LOSSES[self.name](outputs, batch)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimizer.step()
        self.progress.steps += 1
        self.progress.seen += len(photos)
        return dict(parts)

    def _tell(self, parts: dict[str, float], photos: int) -> None:
        progress = self.progress
        text = "  ".join(f"{name} {value:.4f}" for name, value in parts.items())
        self.say(
            f"{self.name}: {100 * self.share():5.1f} %  step {progress.steps}  "
            f"{progress.seen / max(progress.seconds, 1e-9):.0f}/s  made {photos}  {text}"
        )
        fresh = not self.curve.is_file()
        with self.curve.open("a", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            if fresh:
                writer.writerow(["seconds", "steps", "seen", *parts])
            row = [f"{value:.5f}" for value in parts.values()]
            writer.writerow([f"{progress.seconds:.0f}", progress.steps, progress.seen, *row])
