"""Reading a photo: its cards, groups and piles, and advice if it cannot be read well.

The networks are sure of a mark that resembles those they were trained on.  But small marks are
often blots: clubs of one deck look like spades of another, on all cards of a photo.  So a card is
more doubtful the smaller its marks are, and the less certain the suits of other cards of its colour
are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from dealt.cards import RANKS
from dealt.core.melding import CANASTA, RUN, Melding
from dealt.errors import SetupError
from dealt.extras import not_installed
from dealt.language import say
from dealt.vision.cards import DOUBTFUL, FAINT, SeenCard, cards_and_faint, place_of
from dealt.vision.fitting import PACKS, with_fitting, within_packs
from dealt.vision.framing import Frame, Look
from dealt.vision.gaps import with_gaps
from dealt.vision.geometry import SUITS, Mark, Outline
from dealt.vision.groups import Group, Pile, groups_of, piles_of
from dealt.vision.photo import Pixels, load
from dealt.vision.plane import Edges, in_one_plane, with_edges
from dealt.vision.sequences import sequence_of
from dealt.vision.unread import legible, unread_among, with_unread

if TYPE_CHECKING:
    from dealt.vision.crops import Photo

OTHER = {"C": "S", "S": "C", "D": "H", "H": "D"}  # the other suit of the colour
LOW = 32.0  # pixels: smaller marks are trusted less
_LOWER = 4.5  # log odds lost for marks that are smaller by a factor of e
# the weight of the uncertainty of other cards of the colour, and the chance of another suit at
# which it begins: at 0.02, odds are lost by a factor of 2 to the power of 0.4
WAVERING, LITTLE = 0.4, 0.02


def with_caution(cards: Sequence[SeenCard]) -> list[SeenCard]:
    """The cards of a photo, with lower confidence where suits are hard to read."""
    waver = [None if card.hides_suit else _wavering(card) for card in cards]
    cards_out = []
    for number, card in enumerate(cards):
        beside = [
            chance
            for i, chance in enumerate(waver)
            if i != number and chance is not None and _alike(card, cards[i])
        ]
        mean = sum(beside) / len(beside) if beside else 0.0
        height = max(mark.height for mark in card.marks)
        lost = WAVERING * math.log1p(mean / LITTLE) + _LOWER * max(0.0, math.log(LOW / height))
        sure = 1 / (1 + (1 / card.confidence - 1) * math.exp(lost)) if card.confidence > 0 else 0.0
        # this alone does not make a card too faint
        cards_out.append(replace(card, confidence=max(sure, min(card.confidence, FAINT))))
    return cards_out


def _wavering(card: SeenCard) -> float:
    """The chance of the other suit of its colour, 0 to 1; at most 0.5 if its suit shows."""
    own, other = card.chance(card.face), card.chance(card.face[0] + OTHER[card.face[1]])
    return other / (own + other) if own + other > 0 else 0.0


def _alike(card: SeenCard, other: SeenCard) -> bool:
    """Whether two cards are of one colour."""
    return other.face[1] in (card.face[1], OTHER[card.face[1]])


WANTED = 14  # pixels: height of marks that are read well
BLURRED = 0.25  # a blurred photo is below it, see `_sharpness`; sharp ones have 0.37 to 0.63
# a photo whose lightest part is darker than the first is brightened to the second
DIM, LIGHT = 90.0, 220.0
_LIGHTEST = 99.5  # percent of a photo that are darker than its lightest part
_SAMPLED = 7  # every seventh pixel is sampled for that
_LOOKED_AT = 1600  # pixels of the longer side at which blur is measured
_MANY_DOUBTFUL = 0.25  # the share of doubtful cards that calls for advice
_POSSIBLE_SUIT = 0.08  # least chance of an inferred suit
_MOST_INFERRED = 0.95  # confidence in an inferred face, at most


class Eyes(Protocol):
    """Finds the marks on a photo, for example `dealt.vision.detector.Detector`."""

    version: str

    def marks(self, image: Photo) -> list[Mark]:
        """The marks on a photo."""

    def frames(self, image: Photo, frames: Sequence[Frame]) -> Sequence[float]:
        """The log odds that each guess of where a card lies is right."""

    def edges(self, image: Photo, outlines: Sequence[Outline]) -> Edges:
        """The edges of each card relative to its outline, see `dealt.vision.plane`."""

    def piles(self, image: Photo, outlines: Sequence[Outline]) -> Sequence[float]:
        """The chance that each card, by its outline, lies on top of a squared-up pile."""


@dataclass(frozen=True)
class Reading:
    """The reading of a photo.

    Attributes:
        width, height: size of the photo in pixels, the unit of all positions.
        cards: from the upper left to the lower right; some may be unread.
        groups: the cards laid out together; each card is in one.
        piles: the groups that are piles, with their orientation.
        advice: the problems of the photo and their remedies, one line each.
        model: the version of the networks.
    """

    width: int
    height: int
    cards: tuple[SeenCard, ...]
    groups: tuple[Group, ...]
    piles: tuple[Pile, ...]
    advice: tuple[str, ...]
    model: str

    @property
    def doubtful(self) -> tuple[int, ...]:
        """The numbers of the cards to check."""
        return tuple(i for i, card in enumerate(self.cards) if card.doubtful)

    def to_dict(self) -> dict[str, Any]:
        """The reading as JSON values, with rounded chances and positions."""
        crosswise = {pile.card: pile.crosswise for pile in self.piles}
        groups = []
        for group in self.groups:
            row: dict[str, Any] = {"kind": group.kind, "cards": list(group.cards)}
            if group.kind == "pile":
                row["turn"] = "horizontal" if crosswise[group.cards[0]] else "vertical"
            groups.append(row)
        return {
            "width": self.width,
            "height": self.height,
            "cards": [_card_data(card) for card in self.cards],
            "groups": groups,
            "advice": list(self.advice),
            "model": self.model,
        }


def _card_data(card: SeenCard) -> dict[str, Any]:
    return {
        "face": card.text,
        "confidence": round(card.confidence, 3),
        "doubtful": card.doubtful,
        "unread": card.unread,
        "inferred": card.inferred,
        "alternatives": [[face, round(chance, 3)] for face, chance in card.alternatives],
        "pile": round(card.pile, 3),
        "outline": [[round(x, 1), round(y, 1)] for x, y in card.outline],
        "marks": [
            {
                "x": round(mark.x, 1),
                "y": round(mark.y, 1),
                "height": round(mark.height, 1),
                "angle": round(mark.angle, 4),
            }
            for mark in card.marks
        ],
    }


def read(
    photo: str | Path | bytes | Pixels,
    eyes: Eyes | None = None,
    *,
    packs: int = PACKS,
    melding: Melding = CANASTA,
) -> Reading:
    """Read a photo.

    Args:
        photo: a path, the content of a file, or the pixels as uint8 [y, x, RGB].
        eyes: finds the marks; by default the networks of this package.
        packs: number of packs in play; no face appears more often.
        melding: the rules for melds, which help with hardly visible cards.

    Raises:
        StorageError: see `dealt.vision.photo.load`.
        SetupError: the libraries for reading photos are not installed.
    """
    pixels = photo if isinstance(photo, np.ndarray) else load(photo)
    if eyes is None:
        eyes = default_eyes()
    reading = seen_by(eyes, pixels, packs=packs, melding=melding)
    return replace(reading, advice=tuple(_advice(reading, pixels)))


def default_eyes(weights: Path | None = None, *, threads: int = 1) -> Eyes:
    """The networks of a folder, or those of this package.

    Raises:
        SetupError: a library they need is not installed.
        StorageError: the folder does not contain the networks.
    """
    try:
        from dealt.vision.detector import Detector
    except ImportError as error:
        raise SetupError(not_installed(error.name, "vision")) from None
    return Detector(weights, threads)


def seen_by(
    eyes: Eyes, pixels: Pixels, *, packs: int = PACKS, melding: Melding = CANASTA
) -> Reading:
    """The reading of a photo, uint8 [y, x, RGB], without advice."""
    from dealt.vision.crops import Photo

    height, width = pixels.shape[:2]
    photo = Photo(_brightened(pixels))
    return reading_of(
        eyes.marks(photo),
        width,
        height,
        eyes.version,
        packs=packs,
        melding=melding,
        look=partial(eyes.frames, photo),
        edges=partial(eyes.edges, photo),
        piles=partial(eyes.piles, photo),
    )


def _brightened(pixels: Pixels) -> Pixels:
    """A photo taken in the dark, made as bright as others; other photos unchanged."""
    sampled = np.bincount(pixels[::_SAMPLED, ::_SAMPLED].ravel()).cumsum()
    lightest = int(np.searchsorted(sampled, _LIGHTEST / 100 * sampled[-1]))
    if not 0 < lightest < DIM:
        return pixels
    tones = np.clip(np.arange(256) * (LIGHT / lightest), 0, 255).astype(np.uint8)
    return np.asarray(tones[pixels])


def reading_of(
    marks: Sequence[Mark],
    width: int,
    height: int,
    model: str = "",
    *,
    packs: int = PACKS,
    melding: Melding = CANASTA,
    look: Look | None = None,
    edges: Callable[[Sequence[Outline]], Edges] | None = None,
    piles: Callable[[Sequence[Outline]], Sequence[float]] | None = None,
) -> Reading:
    """The reading of a photo by its marks, without advice.

    Args:
        marks: marks of the cards.
        width: width of the photo, in pixels.
        height: height of the photo, in pixels.
        model: the version of the networks.
        packs: number of packs in play.
        melding: the rules for melds.
        look: judges guesses of where cards lie; by default only the marks are used.
        edges: estimates the edges of cards relative to their outlines; by default the outlines are
            kept.
        piles: estimates the chance that each card, by its outline, lies on a pile; by default 0.
    """
    clear, faint = cards_and_faint(marks, look)
    cards = in_one_plane([*clear, *faint], (width, height))
    if edges is not None:
        edges_of = edges([card.outline for card in cards])
        cards = [
            replace(card, outline=with_edges(card.outline, out))
            for card, out in zip(cards, edges_of.out, strict=True)
        ]
        cards = in_one_plane(cards, (width, height), edges_of)
    if piles is not None:
        chances = piles([card.outline for card in cards])
        cards = [replace(card, pile=p) for card, p in zip(cards, chances, strict=True)]
    likely, faint = within_packs(cards[: len(clear)], packs), cards[len(clear) :]
    faint += [card for card in likely if not card.is_clear]
    likely = [card for card in likely if card.is_clear]
    cards = sorted(with_fitting(likely, faint, melding), key=place_of)
    groups = groups_of(cards)
    cards = with_caution(_inferred(cards, groups, melding))
    pile_numbers = piles_of(cards, groups)
    cards, groups, pile_numbers = with_unread(
        cards, groups, pile_numbers, unread_among(faint, cards, marks)
    )
    cards, groups, pile_numbers = with_gaps(cards, groups, pile_numbers, look, melding)
    cards = legible(cards, groups, packs, melding)
    return Reading(width, height, tuple(cards), tuple(groups), tuple(pile_numbers), (), model)


def _inferred(cards: list[SeenCard], groups: Sequence[Group], melding: Melding) -> list[SeenCard]:
    """The cards, with hidden suits inferred from their runs."""
    cards_out = list(cards)
    for group in groups:
        if group.kind == "pile":
            continue
        members = [cards[i] for i in group.cards]
        hidden = [i for i in group.cards if cards[i].hides_suit]
        if not hidden or len(hidden) == len(members):
            continue
        sequence = sequence_of(
            [_with_open_suit(card) if card.hides_suit else card for card in members], melding
        )
        # in a set every suit would do
        if sequence is None or not sequence.allowed or melding.form(sequence.faces) != RUN:
            continue
        for place, number in enumerate(group.cards):
            card, face = cards[number], sequence.faces[place]
            # the rank is kept; the suit is only as sure as the run
            rank = card.rank_chance(face[0])
            possible = card.chance(face) >= _POSSIBLE_SUIT * rank
            if number in hidden and face[0] == card.face[0] and possible:
                sure = card.presence * rank
                cards_out[number] = card.with_face(face, min(sure, _MOST_INFERRED))
    return cards_out


def _with_open_suit(card: SeenCard) -> SeenCard:
    """The same card with an unknown suit."""
    chances = tuple(
        sum(card.chance(rank + suit) for suit in SUITS) / len(SUITS)
        for rank in RANKS
        for _ in SUITS
    )
    return replace(card, chances=chances, confidence=min(card.confidence, DOUBTFUL / 2))


def _sharpness(pixels: Pixels) -> float:
    """The share of fine detail in a photo's detail; about 0 for a blurred one.

    The mean difference between a photo and a slightly blurred copy, relative to the difference
    between that copy and a strongly blurred one.
    """
    grey = _shrunk(pixels)
    fine = _smooth(grey, 1)
    rough = _smooth(_smooth(fine, 2), 2)
    busy = np.abs(fine - rough)
    # plain grounds have neither detail nor blur
    detailed = busy >= np.percentile(busy, 95)
    total = float(busy[detailed].mean())
    return float(np.abs(grey - fine)[detailed].mean()) / total if total > 0 else 0.0


def _shrunk(pixels: Pixels) -> NDArray[np.float32]:
    """Grey values, about `_LOOKED_AT` pixels at most: a sensor's own pixels are never sharp."""
    import cv2

    step = max(1, round(max(pixels.shape[:2]) / _LOOKED_AT))
    high, wide = (n // step for n in pixels.shape[:2])
    whole = pixels[: high * step, : wide * step]
    small = cv2.resize(whole, (wide, high), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.transform(small.astype(np.float32), np.full((1, 3), 1 / 3, np.float32)))


def _smooth(grey: NDArray[np.float32], reach: int) -> NDArray[np.float32]:
    """Means over squares of 2 `reach` + 1 pixels, edges repeated."""
    import cv2

    side = 2 * reach + 1
    return np.asarray(cv2.blur(grey, (side, side), borderType=cv2.BORDER_REPLICATE))


def _advice(reading: Reading, pixels: Pixels) -> list[str]:
    """The problems of a photo and their remedies."""
    if not reading.cards:
        if _sharpness(pixels) < BLURRED:
            return [say("no cards found, and the photo is blurred: hold still, with more light")]
        return [say("no cards found: go nearer, from above, so that the corners of the cards show")]
    heights = [mark.height for card in reading.cards for mark in card.marks]
    high = median(heights)
    advice = []
    if high < WANTED:
        far = say(
            "too far away: the marks of the cards are {high} pixels high and should be "
            "{wanted}: go nearer, or take several photos",
            high=round(high), wanted=WANTED,
        )  # fmt: skip
        advice.append(far)
    # blur is measured only where it matters, as that takes a tenth of the reading's time
    if len(reading.doubtful) < _MANY_DOUBTFUL * len(reading.cards):
        return advice
    if _sharpness(pixels) < BLURRED:
        advice.append(say("blurred: hold still, with more light, or tap on the cards to focus"))
    elif not advice:
        doubtful = say(
            "{n} of {all} cards are doubtful: a photo from straight above without glare helps",
            n=len(reading.doubtful), all=len(reading.cards),
        )  # fmt: skip
        advice.append(doubtful)
    return advice
