"""Whole pictures: a layout on a background, seen by a camera, lit and saved, with the truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from dealt.vision.geometry import Point
from dealt_training.synth.camera import Camera, camera, card_corners, card_matrix, through
from dealt_training.synth.clarity import with_clarity
from dealt_training.synth.faces import BACK, FACE, Design, DrawnDesign, Face, FaceMark
from dealt_training.synth.fonts import bundled_fonts
from dealt_training.synth.grounds import Rng, clutter, ground
from dealt_training.synth.layouts import FACES, LAYOUTS, SHARES, Layout, Place, Stock
from dealt_training.synth.light import lit, photographed
from dealt_training.truth import Scene, TrueCard, TrueMark

CARD = (42.0, 380.0)  # pixels: the heights of cards in pictures that may cut them
BLOCK = 32  # scenes in a row that share their made-up decks
NOT_A_CARD = -1
UNDER = 7  # cards drawn below the top of a pile, at most

# points over a mark at which it is looked up whether they show
ACROSS, DOWN = 7, 14


@lru_cache(maxsize=6)
def _default_design(seed: int) -> DrawnDesign:
    return DrawnDesign(seed)


def _made_up(seed: int, number: int) -> tuple[Design, ...]:
    """The default decks of a scene: drawn with the fonts that are always available."""
    first = seed * 1_000_003 + number // BLOCK * 3
    return tuple(_default_design(first + i) for i in range(3))


@dataclass
class _Canvas:
    """A picture being drawn: uint8 RGB, and the owner of each pixel, int16 (0: background)."""

    picture: np.ndarray
    owner: np.ndarray
    cards: list[TrueCard] = field(default_factory=list)
    marks: list[tuple[FaceMark, np.ndarray, int]] = field(default_factory=list)


def scene(
    seed: int,
    number: int,
    kind: str | None = None,
    *,
    size: tuple[int, int] = (512, 512),
    decks: Sequence[Design] | None = None,
    fonts: tuple[str, ...] | None = None,
    whole: bool = False,
    packs: int = 2,
) -> tuple[np.ndarray, Scene]:
    """A synthetic photo of cards with its truth; the same for the same arguments.

    Args:
        seed: together with `number`, the source of all randomness.
        number: number of the scene for this seed.
        kind: a layout from `layouts.LAYOUTS`; a random one by default.
        size: width and height in pixels.
        decks: the designs to choose from; three random ones by default.
        fonts: fonts of texts on the table; those of matplotlib by default.
        whole: do not cut off any card, and make the picture as large as the cards allow.
        packs: number of packs to deal from.

    Returns:
        The picture, uint8 RGB [height, width, 3], and its truth.

    Raises:
        KeyError: there is no such layout.
    """
    rng = np.random.default_rng((seed, number, 1))
    if kind is None:
        kind = str(rng.choice(list(LAYOUTS), p=SHARES))
    designs = decks if decks is not None else _made_up(seed, number)
    chosen = [designs[int(i)] for i in rng.integers(len(designs), size=1 + (rng.random() < 0.3))]
    layout = LAYOUTS[kind](rng, Stock(rng, packs), 1 / chosen[0].aspect)
    card = float(np.exp(rng.uniform(*np.log(CARD))))
    view = camera(rng, layout.places, size, card, whole=whole)
    picture = ground(rng, *size)
    texts = fonts or bundled_fonts()
    if rng.random() < 0.6:
        clutter(rng, picture, texts, int(rng.integers(1, 12)))
    canvas = _Canvas(picture, np.zeros((size[1], size[0]), np.int16))
    _lay(rng, canvas, layout, view, chosen)
    if rng.random() < 0.1 and not whole:
        _cover(rng, canvas)
    marks = _truths(canvas)
    heights = [mark.height for mark in marks if mark.shows > 0]
    scale = float(np.median(heights)) * 5 if heights else card
    photo = photographed(rng, lit(rng, canvas.picture), scale)
    names = tuple(dict.fromkeys(design.name for design in chosen))
    cards = tuple(canvas.cards)
    marks = with_clarity(marks, canvas.picture, photo)
    return photo, Scene(kind, size[0], size[1], cards, marks, seed, layout.piled, names)


def _lay(
    rng: Rng, canvas: _Canvas, layout: Layout, view: Camera, designs: Sequence[Design]
) -> None:
    """Lay all cards down in their order, with their shadows, those below a pile's top first."""
    drop = rng.normal(0, 0.03, 2)
    dark = float(rng.uniform(0.1, 0.6))
    mixed = rng.random() < 0.5
    by_group = rng.integers(len(designs), size=64)
    for place in layout.places:
        which = int(rng.integers(len(designs))) if mixed else int(by_group[place.group % 64])
        design = designs[which]
        corners = through(card_matrix(place), card_corners(design.aspect))
        if not view.has_before(corners):
            continue
        for below in _below(rng, place):
            other = design.face(FACES[int(rng.integers(len(FACES)))])
            _put(rng, canvas, other, below, view, design.aspect, NOT_A_CARD, drop, dark)
        number = len(canvas.cards)
        face = design.face(place.face)
        to_picture = _put(rng, canvas, face, place, view, design.aspect, number + 1, drop, dark)
        outline = _points(view.in_photo(corners))
        canvas.cards.append(TrueCard(place.face, outline, place.group, place.pile, place.crosswise))
        canvas.marks += [(mark, to_picture, number) for mark in face.marks]


def _below(rng: Rng, place: Place) -> list[Place]:
    """The cards below the top of a pile that are drawn, the lowest first."""
    if place.pile == 1:
        return []
    # people square a pile up to a millimetre or two; a card is a third of one thick
    loose, lean = rng.uniform(0.004, 0.022), rng.normal(0, 0.007, 2)
    below = []
    for depth in range(min(UNDER, place.pile - 1), 0, -1):
        (dx, dy), turn = rng.normal(0, loose, 2) + lean * depth, rng.normal(0, loose)
        x, y = place.x + dx, place.y + dy + 0.003 * depth
        below.append(Place(BACK, float(x), float(y), place.turn + float(turn) * 2))
    return below


def _points(corners: np.ndarray) -> tuple[Point, Point, Point, Point]:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d


def _put(
    rng: Rng,
    canvas: _Canvas,
    face: Face,
    place: Place,
    view: Camera,
    aspect: float,
    owner: int,
    drop: np.ndarray,
    dark: float,
) -> np.ndarray:
    """Draw one card and its shadow; returns the homography from the face's pixels."""
    to_card = np.array([(1 / FACE, 0, -0.5 / aspect), (0, 1 / FACE, -0.5), (0, 0, 1)])
    full: np.ndarray = view.matrix @ card_matrix(place) @ to_card
    corners = through(view.matrix @ card_matrix(place), card_corners(aspect))
    tint = np.exp(rng.normal(0, 0.05)) * (1 + rng.normal(0, 0.015, 3))
    height, width = canvas.owner.shape
    low = np.maximum(np.floor(corners.min(0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(corners.max(0)).astype(int) + 3, (width, height))
    if (high - low < 1).any():
        return full
    _shade(canvas.picture, corners + drop * _view_scale(corners), dark)
    scale = np.sqrt(max(cv2.contourArea(corners.astype(np.float32)), 1.0) * aspect) / FACE
    picture = face.at_scale(float(scale))
    zoom = face.picture.shape[0] / picture.shape[0]
    across = face.picture.shape[1] / picture.shape[1]
    # pixel n of a picture covers n to n + 1, and of the smaller one `zoom` times that
    centre = np.array([(across, 0, across / 2), (0, zoom, zoom / 2), (0, 0, 1)])
    move = np.array([(1, 0, -low[0] - 0.5), (0, 1, -low[1] - 0.5), (0, 0, 1)])
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    warped = cv2.warpPerspective(picture, move @ full @ centre, size, flags=cv2.INTER_LINEAR)
    spot = canvas.picture[low[1] : high[1], low[0] : high[0]]
    coverage = cv2.merge([warped[..., 3]] * 3)
    tones: Any = (*(float(t) for t in tint), 1.0)  # a scalar of OpenCV, which its types lack
    lit_face = cv2.multiply(np.ascontiguousarray(warped[..., :3]), tones, dtype=cv2.CV_8U)
    over = cv2.multiply(lit_face, coverage, scale=1 / 255)
    spot[:] = cv2.add(cv2.multiply(spot, 255 - coverage, scale=1 / 255), over)
    cv2.fillConvexPoly(canvas.owner, np.round(corners * 16 - 8).astype(np.int32), owner, shift=4)
    return full


def _view_scale(corners: np.ndarray) -> float:
    """The number of pixels per card height at a card."""
    return float(np.sqrt(cv2.contourArea(corners.astype(np.float32))) * 1.2)


def _shade(picture: np.ndarray, corners: np.ndarray, dark: float) -> None:
    """Darken what lies below a card and a little beside it."""
    soft = max(1.0, _view_scale(corners) * 0.02)
    low = np.maximum(np.floor(corners.min(0) - 2 * soft).astype(int), 0)
    high = np.minimum(np.ceil(corners.max(0) + 2 * soft).astype(int), picture.shape[1::-1])
    if (high - low < 2).any():
        return
    spot = picture[low[1] : high[1], low[0] : high[0]]
    mask = np.zeros(spot.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners - low).astype(np.int32), int(255 * dark))
    reach = 2 * int(soft) + 1
    soft_mask = 255 - cv2.blur(cv2.blur(mask, (reach, reach)), (reach, reach))
    spot[:] = cv2.multiply(spot, cv2.merge([soft_mask] * 3), scale=1 / 255)


def _cover(rng: Rng, canvas: _Canvas) -> None:
    """Put something over the cards: a pen, a coin, a finger."""
    height, width = canvas.owner.shape
    colour = tuple(float(v) for v in rng.uniform(20, 240, 3))
    a, b = (tuple(int(v) for v in rng.uniform(0, 1, 2) * (width, height)) for _ in range(2))
    thick = int(rng.uniform(0.01, 0.09) * width)
    if rng.random() < 0.5:
        b = a
    for target, ink in ((canvas.picture, colour), (canvas.owner, (NOT_A_CARD,))):
        cv2.line(target, a, b, ink, max(1, thick), cv2.LINE_8)


def _truths(canvas: _Canvas) -> tuple[TrueMark, ...]:
    """What is true of all marks, in the order in which they were laid down."""
    if not canvas.marks:
        return ()
    places = np.array(
        [(m.x, m.y, m.width, m.height, m.split, -1 if m.turned else 1) for m, _, _ in canvas.marks]
    )
    full = np.array([matrix for _, matrix, _ in canvas.marks])
    owners = np.array([card + 1 for _, _, card in canvas.marks])
    x, y, _, height, _, up = places.T
    reach = up * height / 2
    ends = _each(full, np.stack([np.stack([x, y + d], -1) for d in (-reach, reach, 0 * reach)], 1))
    rank, suit, whole = _shows(canvas.owner, places, full, owners)
    truths = []
    for i, (mark, _, card) in enumerate(canvas.marks):
        (ax, ay), (bx, by), (cx, cy) = ends[i].tolist()
        a, b, c, d = canvas.cards[card].outline
        truths.append(
            TrueMark(
                card=card,
                x=cx,
                y=cy,
                height=float(np.hypot(bx - ax, by - ay)),
                angle=float(np.arctan2(bx - ax, by - ay)),
                outline=(c, d, a, b) if mark.turned else (a, b, c, d),
                left=mark.left,
                shows=float(whole[i]),
                rank_shows=float(rank[i]),
                suit_shows=float(suit[i]),
            )
        )
    return tuple(truths)


def _each(matrices: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Points through a homography each: [n, 3, 3] and [n, k, 2] -> [n, k, 2]."""
    moved = points @ matrices[:, :2, :2].transpose(0, 2, 1) + matrices[:, None, :2, 2]
    depth = points @ matrices[:, 2, :2, None] + matrices[:, 2:, 2:]
    return np.asarray(moved / depth)


def _shows(
    owner: np.ndarray, places: np.ndarray, full: np.ndarray, owners: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Which share of each mark's rank, of its suit and of the whole shows, [n] each."""
    across = np.tile((np.arange(ACROSS) + 0.5) / ACROSS - 0.5, DOWN)
    down = np.repeat((np.arange(DOWN) + 0.5) / DOWN, ACROSS)
    x, y, width, height, split, up = places.T[..., None]
    grid = np.stack([x + across * width, y + (down - 0.5) * height * up], -1)
    at = np.floor(_each(full, grid)).astype(int)
    inside = (at >= 0).all(-1) & (at < owner.shape[::-1]).all(-1)
    at[~inside] = 0
    visible = inside & (owner[at[..., 1], at[..., 0]] == owners[:, None])
    upper = down < split
    rank = (visible & upper).sum(1) / upper.sum(1)
    suit = (visible & ~upper).sum(1) / (~upper).sum(1)
    return rank, suit, visible.mean(1)
