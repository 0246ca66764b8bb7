"""How sure the networks may be, fitted on fresh scenes: of ranks, of suits, of marks at all."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import numpy as np

from dealt.vision.crops import chances, company, log_odds
from dealt.vision.detector import Detector
from dealt_training.networks.export import session_of
from dealt_training.networks.supply import Recipe, examples
from dealt_training.synth import DrawnDesign, scene
from dealt_training.synth.fonts import system_fonts

SCENES = 120  # of which the reader's cuts are taken
# in which marks are looked for; a third of them gave weights that chance had a part in
TABLES = 144
EVEN = [1.0, 1.0, 0.0, 0.0]
ROUNDS = 3  # of fitting
PULL = 2.0  # how many finds the prior is worth, about
# photos hold more that looks like a mark than made scenes do: what the log odds are multiplied by,
# and what is added; seen on photos that were kept for tuning
STEEPER, RARER = 1.5, -3.3
TEMPERATURES = np.linspace(0.5, 3.0, 51)


def fitted_temperatures(reader: Path, recipe: Recipe) -> dict[str, float]:
    """The temperatures by which the reader's logits are divided, for least surprise.

    Source: Guo et al., "On calibration of modern neural networks" (2017).
    """
    session = session_of(reader)
    crops, labels = _fresh(recipe, "reader")
    parts = [session.run(None, {"crops": crops[i : i + 256]}) for i in range(0, len(crops), 256)]
    fitted = {}
    for column, name in enumerate(("rank", "suit")):
        logits = np.concatenate([part[column] for part in parts])
        is_known = labels[:, column] >= 0
        surprise = [_surprise(logits[is_known] / t, labels[is_known, column]) for t in TEMPERATURES]
        fitted[name] = round(float(TEMPERATURES[int(np.argmin(surprise))]), 2)
    return fitted


def fitted_cut_temperature(path: Path, recipe: Recipe) -> float:
    """The temperature by which the logits of a network that judges cut-out cards are divided."""
    session = session_of(path)
    cuts, aims = _fresh(recipe, recipe.network)
    takes = session.get_inputs()[0].name
    parts = [session.run(None, {takes: cuts[i : i + 256]})[0] for i in range(0, len(cuts), 256)]
    logits = np.concatenate(parts)[:, :1] * np.array([[0.0, 1.0]])
    labels = aims[:, 0].astype(int)
    surprise = [_surprise(logits / t, labels) for t in TEMPERATURES]
    return round(float(TEMPERATURES[int(np.argmin(surprise))]), 2)


def _fresh(recipe: Recipe, network: str) -> tuple[np.ndarray, np.ndarray]:
    """Cuts of scenes that were not learnt from, float32 [n, 3, height, width], and what is true."""
    fresh = Recipe(recipe.seed + 500_009, recipe.art, network)
    items = [item for item in islice(examples(fresh, 0, 1), SCENES) if len(item[0])]
    cuts = np.concatenate([item[0] for item in items]).transpose(0, 3, 1, 2).astype(np.float32)
    return cuts, np.concatenate([item[1] for item in items])


def fitted_certainty(weights: Path, recipe: Recipe) -> list[float]:
    """How the words of finder and reader and the marks around it make a find likely a mark.

    Returns:
        The weights of `dealt.vision.crops.chances`, by logistic regression (Newton's method)
        over what is found in `TABLES` whole scenes, made steeper and rarer for photos.

    Source: Platt, "Probabilistic outputs for support vector machines" (1999).
    """
    photos = _finds(weights, recipe)
    truths = np.concatenate([true for *_, true in photos])
    fitted = np.array(EVEN)
    for _ in range(ROUNDS):
        # who is in company depends on how likely the others are
        outputs = []
        for places, peaks, rank_chances, _ in photos:
            alone = chances((fitted * (1, 1, 0, 1)).tolist(), places, peaks, rank_chances)
            odds = (log_odds(peaks), log_odds(rank_chances))
            outputs.append(np.column_stack([*odds, company(places, alone), np.ones(len(places))]))
        fitted = _logistic(np.concatenate(outputs), truths)
    fitted = STEEPER * fitted
    fitted[-1] += RARER
    return [round(float(w), 3) for w in fitted]


def _finds(weights: Path, recipe: Recipe) -> list[tuple[np.ndarray, ...]]:
    """What is found in fresh scenes: places, what finder and reader say, whether it is a mark."""
    detector = Detector(weights)
    fonts = system_fonts()
    photos: list[tuple[np.ndarray, ...]] = []
    for number in range(TABLES):
        decks = [DrawnDesign(recipe.seed + 700_001 + number, fonts)]
        picture, truth = scene(
            recipe.seed + 600_011, number, size=(800, 600), decks=decks, fonts=fonts, whole=True
        )
        marks = [m for m in truth.marks if m.rank_shows > 0.6]
        centres = np.array([(m.x, m.y) for m in marks]).reshape(-1, 2)
        heights = np.array([m.height for m in marks])
        rows = []
        for read in detector.evidence(picture):
            at = read.find
            away = np.hypot(*(centres - (at.x, at.y)).T) / np.maximum(heights, 1)
            rank_chance, true = 1 - float(read.rank[-1]), bool((away < 0.5).any())
            rows.append((at.x, at.y, at.height, at.angle, at.certainty, rank_chance, true))
        finds = np.array(rows, float).reshape(-1, 7)
        photos.append((finds[:, :4], finds[:, 4], finds[:, 5], finds[:, 6]))
    return photos


def _logistic(rows: np.ndarray, truths: np.ndarray) -> np.ndarray:
    """Weights of a logistic regression, drawn a little towards `EVEN`."""
    even = np.array(EVEN)

    def penalty(weights: np.ndarray) -> float:
        odds = rows @ weights
        surprise = np.logaddexp(0, -odds) * truths + np.logaddexp(0, odds) * (1 - truths)
        return float(surprise.sum() + PULL / 2 * ((weights - even) ** 2).sum())

    weights = even
    for _ in range(50):
        chance = 1 / (1 + np.exp(np.clip(-rows @ weights, -50, 50)))
        slope = rows.T @ (truths - chance) - PULL * (weights - even)
        bend = (rows * (chance * (1 - chance))[:, None]).T @ rows + PULL * np.eye(len(even))
        step = np.linalg.solve(bend, slope)
        # a whole step can lead away where chances are near 0 and 1
        while penalty(weights + step) > penalty(weights) and np.abs(step).max() > 1e-9:
            step = step / 2
        weights = weights + step
    return np.asarray(weights)


def _surprise(logits: np.ndarray, labels: np.ndarray) -> float:
    """Mean negative log chance of the labels."""
    logits = logits - logits.max(1, keepdims=True)
    chosen = logits[np.arange(len(labels)), labels]
    return float((np.log(np.exp(logits).sum(1)) - chosen).mean())
