"""Random card designs; each face is drawn once, and the position of every mark is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from dealt_training.synth.courts import Ink, court_picture, scrolls
from dealt_training.synth.fonts import bundled_fonts, fitted, flat_three, has_letter, written
from dealt_training.synth.suits import SuitStyle, suit_sign

FACE = 440  # pixels: the height of a drawn face
BACK = ""  # the face of a card that lies face down
RED = ((200, 20, 35), (225, 30, 40), (180, 15, 30), (230, 50, 60), (240, 70, 50))
BLACK = ((15, 15, 18), (25, 25, 30), (45, 45, 50), (5, 5, 5))
FOUR_COLOURS: dict[str, Ink] = {"C": (20, 120, 50), "D": (30, 70, 190)}
TEN = "10"
FLAT_THREE, DRAWN = "Ʒ", "flat"  # some decks print the three with a flat top

# where pips lie, as shares of the inner field: x, y; those below the middle stand on their head
COLUMN_3 = (0.0, 0.5, 1.0)
COLUMN_4 = (0.0, 1 / 3, 2 / 3, 1.0)


def _sides(rows: tuple[float, ...]) -> tuple[tuple[float, float], ...]:
    return tuple((x, y) for x in (0.0, 1.0) for y in rows)


PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "2": ((0.5, 0.0), (0.5, 1.0)),
    "3": ((0.5, 0.0), (0.5, 0.5), (0.5, 1.0)),
    "4": _sides((0.0, 1.0)),
    "5": (*_sides((0.0, 1.0)), (0.5, 0.5)),
    "6": _sides(COLUMN_3),
    "7": (*_sides(COLUMN_3), (0.5, 0.25)),
    "8": (*_sides(COLUMN_3), (0.5, 0.25), (0.5, 0.75)),
    "9": (*_sides(COLUMN_4), (0.5, 0.5)),
    "T": (*_sides(COLUMN_4), (0.5, 1 / 6), (0.5, 5 / 6)),
}


@dataclass(frozen=True, slots=True)
class FaceMark:
    """A corner mark of a drawn face, in pixels of its picture.

    Attributes:
        x, y: its middle.
        width, height: its size.
        split: where the rank ends and the suit begins, as a share of the height.
        turned: it is upside down, as in the lower corners.
        left: seen upright, it is in the upper left corner.
    """

    x: float
    y: float
    width: float
    height: float
    split: float
    turned: bool
    left: bool


@dataclass
class Face:
    """A drawn face: its picture, uint8 RGBA [height, width, 4], and its marks."""

    picture: np.ndarray
    marks: tuple[FaceMark, ...]
    smaller: list[np.ndarray] = field(default_factory=list)

    def at_scale(self, scale: float) -> np.ndarray:
        """The picture, halved as often as suits a card drawn at `scale` times its size."""
        if not self.smaller:
            self.smaller.append(self.picture)
        level = int(np.clip(np.log2(1 / max(scale, 1e-6)), 0, 3))
        while len(self.smaller) <= level:
            last = self.smaller[-1]
            half = (max(1, last.shape[1] // 2), max(1, last.shape[0] // 2))
            self.smaller.append(cv2.resize(last, half, interpolation=cv2.INTER_AREA))
        return self.smaller[level]


class Design(Protocol):
    """The look of a deck: faces by name, such as `TH`, and `BACK` for the other side."""

    name: str
    aspect: float

    def face(self, name: str) -> Face:
        """The drawn face; drawn when first needed."""


class _Courts(Protocol):
    """A source of court pictures for a drawn deck."""

    def court_body(self, rank: str, suit: str, width: int, height: int) -> np.ndarray:
        """The inside of a court's frame, uint8 RGB [height, width, 3]."""


def mark_places(
    box: tuple[float, float, float, float], split: float, size: tuple[int, int], corners: int
) -> tuple[FaceMark, ...]:
    """The marks of a face, starting with the one in its upper left corner.

    Args:
        box: left, top, width and height of that mark, in pixels.
        split: where its rank ends, as a share of its height.
        size: width and height of the face.
        corners: number of corners with a mark, 2 or 4.
    """
    left, top, width, height = box
    x, y = left + width / 2, top + height / 2
    far_x, far_y = size[0] - x, size[1] - y
    places = [(x, y, False, True), (far_x, far_y, True, True)]
    if corners == 4:
        places += [(far_x, y, False, False), (x, far_y, True, False)]
    return tuple(FaceMark(a, b, width, height, split, turned, up) for a, b, turned, up in places)


def _rounded(width: int, height: int, radius: int) -> np.ndarray:
    """The coverage of a card with round corners, uint8 [height, width]."""
    mask = np.zeros((height, width), np.uint8)
    mask[radius : height - radius] = 255
    mask[:, radius : width - radius] = 255
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask


def _print_ink(paper: np.ndarray, mask: np.ndarray, x: float, y: float, ink: Ink) -> None:
    """Print coverage with its middle at a place; what hangs over the edge is left out."""
    left, top = round(x - mask.shape[1] / 2), round(y - mask.shape[0] / 2)
    a, b = max(0, -top), max(0, -left)
    spot = paper[max(0, top) : top + mask.shape[0], max(0, left) : left + mask.shape[1]]
    part = mask[a : a + spot.shape[0], b : b + spot.shape[1]].astype(np.uint16)[..., None]
    spot[:] = (spot * (255 - part) + np.array(ink, np.uint16) * part) // 255


def _frame(paper: np.ndarray, x: int, y: int, ink: Ink, thick: int) -> None:
    """A rectangle's outline at a distance from the edges of a card."""
    height, width = paper.shape[:2]
    paper[y : y + thick, x : width - x] = ink
    paper[height - y - thick : height - y, x : width - x] = ink
    paper[y : height - y, x : x + thick] = ink
    paper[y : height - y, width - x - thick : width - x] = ink


@dataclass(frozen=True, slots=True)
class _Style:
    """Everything that distinguishes drawn decks; lengths are shares of the card's height.

    Attributes:
        aspect: height divided by width.
        font: path of the font for the ranks.
        rank, suit: heights of the two parts of a mark.
        gap: distance between them.
        narrow: width of a rank relative to the font's own; `ten` additionally for the ten.
        edge: distance from the left edge to the middle of a mark.
        top: distance from the upper edge to the rank.
        corners: number of corners with a mark, 2 or 4.
        inks: the colour of each suit.
        paper: the colour of the card.
        rim, rim_grey: thickness in pixels of the printed outline, 0 for none, and its grey.
        radius: radius of the corners.
        pip, field: height of a pip; half the width of the field of pips, relative to the card's.
        sign: style of the suit signs.
        ace: height of the sign on an ace.
        frame: thickness in pixels of the frame of courts, 0 for none.
        inset: the frame's distance from the left edge, as a share of the card's width.
        plain: number cards show one large sign or nothing instead of pips.
        framed: number cards have a frame, too.
        three: the letter printed for the three; `DRAWN` for one that is not in the font.
        bowl: for that three, see `fonts.flat_three`.
    """

    aspect: float
    font: str
    rank: float
    suit: float
    gap: float
    narrow: float
    ten: float
    edge: float
    top: float
    corners: int
    inks: dict[str, Ink]
    paper: Ink
    rim: int
    rim_grey: int
    radius: float
    pip: float
    field: float
    sign: SuitStyle
    ace: float
    frame: int
    inset: float
    plain: bool
    framed: bool
    three: str
    bowl: float

    @classmethod
    def random(cls, rng: np.random.Generator, fonts: tuple[str, ...]) -> _Style:
        """A random style of the kind that printers choose."""
        large = float(rng.choice([0.0, 0.55, 1.0], p=[0.66, 0.24, 0.1]))
        rank = float(rng.uniform(0.085, 0.135) + large * rng.uniform(0.05, 0.14))
        aspect = float(rng.choice([1.4, 1.55], p=[0.62, 0.38]) * rng.uniform(0.97, 1.03))
        narrow = float(rng.uniform(0.6, 1.1))
        suit = float(rank * rng.uniform(0.62, 1.0) * (0.75 if rng.random() < 0.1 else 1))
        wide = max(rank * 0.72 * narrow, suit * 0.85)
        inks = _inks(rng)
        edge = float(wide / 2 + rng.uniform(0.012, 0.045))
        inset = float(rng.uniform(0.1, 0.22))
        pip, field = float(rng.uniform(0.1, 0.18)), float(rng.uniform(0.13, 0.24))
        if rng.random() < 0.12:
            pip *= 0.6
        if rng.random() < 0.85:
            # what lies between the marks keeps clear of them, as on most printed cards
            inset, pip, field = _clear_of(edge + wide / 2, aspect, inset, pip, field)
        font = str(fonts[int(rng.integers(len(fonts)))])
        style = cls(
            aspect=aspect,
            font=font,
            rank=rank,
            suit=suit,
            gap=float(rng.uniform(0.004, 0.03)),
            narrow=narrow,
            ten=float(rng.uniform(0.62, 0.95)),
            edge=edge,
            top=float(rng.uniform(0.018, 0.06)),
            corners=4 if rng.random() < 0.45 else 2,
            inks=inks,
            paper=_paper(rng),
            rim=int(rng.integers(0, 4)),
            rim_grey=int(rng.integers(10 if rng.random() < 0.25 else 90, 235)),
            radius=float(rng.uniform(0.015, 0.055)),
            pip=pip,
            field=field,
            sign=SuitStyle.random(rng),
            ace=float(rng.uniform(0.12, 0.55)),
            frame=int(rng.choice([0, 1, 2, 4], p=[0.15, 0.3, 0.35, 0.2])),
            inset=inset,
            plain=bool(rng.random() < 0.12),
            framed=bool(rng.random() < 0.12),
            three="3",
            bowl=0.0,
        )
        style = style._with_three(float(rng.random()))
        return style._set_in(rng, wide) if rng.random() < 0.2 else style

    def rank_in_ink(self, rank: str) -> np.ndarray:
        """A rank as it is printed: coverage cropped to its ink, uint8 [height, width]."""
        if rank == "3" and self.three == DRAWN:
            return flat_three(self.font, self.bowl)
        return written(self.font, {"T": TEN, "3": self.three}.get(rank, rank))

    def _with_three(self, chance: float) -> _Style:
        """The style with a three of another shape, if chance, which is below 1, is low."""
        if chance < 0.12 and has_letter(self.font, FLAT_THREE):
            return replace(self, three=FLAT_THREE)
        if chance < 0.3:
            return replace(self, three=DRAWN, bowl=chance * 20 % 1)
        return self

    def _set_in(self, rng: np.random.Generator, wide: float) -> _Style:
        """The style with marks of this width further from the edges of the card."""
        edge, top = self.edge + rng.uniform(0.01, 0.05), self.top + rng.uniform(0.01, 0.05)
        if top + self.rank + self.gap + self.suit > 0.42 or (edge + wide / 2) * self.aspect > 0.34:
            return self
        inset, pip, field = _clear_of(
            edge + wide / 2, self.aspect, self.inset, self.pip, self.field
        )
        return replace(self, edge=edge, top=top, inset=inset, pip=pip, field=field)


def _clear_of(
    mark: float, aspect: float, inset: float, pip: float, field: float
) -> tuple[float, float, float]:
    """Inset, pip and field as in `_Style`, small enough for marks that reach in so far."""
    beside = mark * aspect
    inset = min(max(inset, beside), 0.34)
    pip = min(pip, max(0.06, (0.46 - beside) / aspect))
    return inset, pip, min(field, max(0.1, 0.48 - beside - pip / 2 * aspect))


def _inks(rng: np.random.Generator) -> dict[str, Ink]:
    red = RED[int(rng.integers(len(RED)))]
    black = BLACK[int(rng.integers(len(BLACK)))]
    inks: dict[str, Ink] = {"C": black, "S": black, "D": red, "H": red}
    if rng.random() < 0.06:
        inks |= FOUR_COLOURS
    return inks


def _paper(rng: np.random.Generator) -> Ink:
    white = int(rng.integers(228, 256))
    ivory = int(rng.integers(0, 26)) if rng.random() < 0.4 else 0
    return white, max(0, white - ivory // 3), max(0, white - ivory)


class DrawnDesign:
    """A deck drawn from a style.

    Attributes:
        name: distinguishes drawn designs.
        aspect: height divided by width of a card.
    """

    def __init__(
        self, seed: int, fonts: tuple[str, ...] | None = None, courts: Sequence[_Courts] = ()
    ) -> None:
        rng = np.random.default_rng((seed, 52))
        self.seed = seed
        self.style = _Style.random(rng, fonts or bundled_fonts())
        self.name = f"drawn {seed} {Path(self.style.font).stem}"
        self.aspect = self.style.aspect
        self.size = (round(FACE / self.aspect), FACE)
        self._faces: dict[str, Face] = {}
        borrows = rng.random() < 0.6
        self._courts = courts[int(rng.integers(len(courts)))] if courts and borrows else None
        self._blank = np.empty((FACE, self.size[0], 4), np.uint8)
        self._blank[..., :3] = self.style.paper
        self._blank[..., 3] = _rounded(*self.size, round(self.style.radius * FACE))
        inner = cv2.erode(self._blank[..., 3], np.ones((2 * self.style.rim + 1,) * 2, np.uint8))
        self._rim = np.nonzero(inner < 128)

    def face(self, name: str) -> Face:
        """The drawn face; drawn when first needed."""
        if name not in self._faces:
            self._faces[name] = self._draw(name)
        return self._faces[name]

    def _draw(self, name: str) -> Face:
        # a face is the same whichever was drawn before it
        number = sum(ord(letter) * 131**i for i, letter in enumerate(name))
        rng = np.random.default_rng((self.seed, 53, number))
        picture = self._blank.copy()
        paper = picture[..., :3]
        marks: tuple[FaceMark, ...] = ()
        if name == BACK:
            self._draw_back(paper, rng)
        else:
            self._draw_body(paper, name, rng)
            marks = self._draw_marks(paper, name)
        paper[self._rim] = self.style.rim_grey
        return Face(picture, marks)

    def _draw_marks(self, paper: np.ndarray, name: str) -> tuple[FaceMark, ...]:
        style, height = self.style, self.size[1]
        rank, suit = name[0], name[1]
        letters = style.rank_in_ink(rank)
        tall = max(4, round(style.rank * height))
        wide = letters.shape[1] / letters.shape[0] * tall * style.narrow
        if rank == "T":
            wide *= style.ten
        # a wide rank is pressed into the corner, as printers do
        wide = min(wide, 2 * style.edge * height * 0.98)
        letter = fitted(letters, round(wide), tall)
        sign = suit_sign(suit, style.sign, max(4, round(style.suit * height)))
        foot = style.top + style.rank + style.gap + style.suit
        box_width = max(letter.shape[1], sign.shape[1])
        x, top = style.edge * height, style.top * height
        box = (x - box_width / 2, top, box_width, foot * height - top)
        split = (style.rank + style.gap / 2) / (foot - style.top)
        marks = mark_places(box, split, self.size, style.corners)
        ink = style.inks[suit]
        sign_y = (foot - style.suit / 2) * height
        for mark in marks:
            turn = slice(None, None, -1 if mark.turned else 1)
            rank_y = top + tall / 2
            a, b = (height - rank_y, height - sign_y) if mark.turned else (rank_y, sign_y)
            _print_ink(paper, letter[turn, turn], mark.x, a, ink)
            _print_ink(paper, sign[turn, turn], mark.x, b, ink)
        return marks

    def _draw_body(self, paper: np.ndarray, name: str, rng: np.random.Generator) -> None:
        style, (width, height) = self.style, self.size
        rank, suit = name[0], name[1]
        ink = style.inks[suit]
        if rank == "A":
            large = style.ace * (1.4 if suit == "S" and rng.random() < 0.5 else 1)
            sign = suit_sign(suit, style.sign, round(min(large, 0.6) * height))
            _print_ink(paper, sign, width / 2, height / 2, ink)
            if suit == "S" and rng.random() < 0.4:
                lace = suit_sign(suit, style.sign, round(min(large, 0.6) * height * 0.6))
                _print_ink(paper, lace, width / 2, height / 2, style.paper)
            if suit == "S" and rng.random() < 0.4:
                self._draw_lace(paper, rng)
        elif rank in PIPS:
            self._draw_pips(paper, rank, suit, ink)
        else:
            self._draw_court(paper, rank, suit, rng)

    def _draw_lace(self, paper: np.ndarray, rng: np.random.Generator) -> None:
        """Ornaments in the middle of the card, as aces of spades have."""
        width, height = self.size
        x, y = round(rng.uniform(0.22, 0.32) * width), round(rng.uniform(0.22, 0.36) * height)
        middle = np.ascontiguousarray(paper[y : height - y, x : width - x])
        scrolls(middle, rng, int(rng.integers(30, 140)), width * rng.uniform(0.04, 0.1))
        round_mask = np.zeros(middle.shape[:2], np.uint8)
        half = (middle.shape[1] // 2, middle.shape[0] // 2)
        cv2.ellipse(round_mask, half, half, 0, 0, 360, 255, -1)
        grey = middle.mean(2, keepdims=True).astype(np.uint8)
        cv2.copyTo(np.ascontiguousarray(grey.repeat(3, 2)), round_mask, middle)
        paper[y : height - y, x : width - x] = np.where(
            round_mask[..., None] > 0, middle, paper[y : height - y, x : width - x]
        )

    def _draw_pips(self, paper: np.ndarray, rank: str, suit: str, ink: Ink) -> None:
        style, (width, height) = self.style, self.size
        if style.plain:
            _print_ink(paper, suit_sign(suit, style.sign, height // 3), width / 2, height / 2, ink)
            return
        if style.framed:
            rim = round(style.inset * width)
            _frame(paper, rim, rim, style.inks["C"], 1)
        sign = suit_sign(suit, style.sign, round(style.pip * height))
        for x, y in PIPS[rank]:
            turn = slice(None, None, -1 if y > 0.5 else 1)
            across = width / 2 + (2 * x - 1) * style.field * width
            _print_ink(paper, sign[turn, turn], across, height * (0.18 + 0.64 * y), ink)

    def _draw_court(
        self, paper: np.ndarray, rank: str, suit: str, rng: np.random.Generator
    ) -> None:
        style, (width, height) = self.style, self.size
        x = round(style.inset * width)
        y = round(rng.uniform(0.05, 0.13) * height)
        picture = court_picture(rank, style.paper, width - 2 * x, height - 2 * y, rng)
        if self._courts is not None:
            picture = self._courts.court_body(rank, suit, width - 2 * x, height - 2 * y)
            # other printers have other inks
            strength = rng.uniform(0.6, 1.1, 3).astype(np.float32)
            picture = np.clip(255 - (255 - picture) * strength, 0, 255).astype(np.uint8)
        paper[y : height - y, x : width - x] = picture
        if style.frame:
            frame_ink = style.inks["D"] if rng.random() < 0.3 else (30, 40, 110)
            _frame(paper, x, y, frame_ink, style.frame)
        if rng.random() < 0.8:
            sign = suit_sign(suit, style.sign, round(style.pip * height))
            a, b = x + sign.shape[1] * 0.65, y + sign.shape[0] * 0.65
            if rng.random() < 0.3:
                a = width - a
            _print_ink(paper, sign, a, b, style.inks[suit])
            _print_ink(paper, sign[::-1, ::-1], width - a, height - b, style.inks[suit])

    def _draw_back(self, paper: np.ndarray, rng: np.random.Generator) -> None:
        width, height = self.size
        ink = tuple(int(v) for v in rng.integers(10, 220, 3))
        rim = int(rng.integers(0, 28))
        paper[rim : height - rim, rim : width - rim] = ink
        lines = np.zeros((height, width), np.uint8)
        for a in range(-height, width + height, int(rng.integers(8, 40))):
            thick = int(rng.integers(1, 4))
            cv2.line(lines, (a, rim), (a + height, height - rim), 255, thick)
            cv2.line(lines, (a, height - rim), (a + height, rim), 255, 1)
        paper[lines > 0] = self.style.paper
