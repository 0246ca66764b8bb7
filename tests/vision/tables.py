"""Tables of cards by plain geometry: what marks a camera would see of them, and the truth.

Cards are rectangles laid one over the other; a mark is seen where no later card lies on it.  Each
number of a mark is then blurred as the networks blur it.  No picture is made.
"""

import math

import numpy as np

from dealt.cards import RANKS
from dealt.vision.cards import cards_and_faint
from dealt.vision.geometry import SUITS, Mark
from dealt.vision.reading import reading_of
from dealt_training.truth import Scene, TrueCard, TrueMark

WIDE, HIGH = 63.0, 88.0  # of a card, in millimetres
ACROSS, DOWN = 6.0, 11.0  # from the corner of a card to the middle of its mark
TALL = 16.0  # of a mark
FACES = [rank + suit for suit in SUITS for rank in RANKS]
RUN = "456789TJQKA"


class Layer:
    """Cards laid on a table, in millimetres, the first lowest."""

    def __init__(self, rng):
        self.rng = rng
        self.laid = []  # face, x and y of the middle, turn, group, pile, crosswise

    def lay(self, face, x, y, turn=0.0, *, group, pile=1, crosswise=False):
        """Lay a card with its middle at (x, y), turned clockwise as seen in the photo."""
        self.laid.append((face, x, y, turn, group, pile, crosswise))

    def strip(self, faces, x, y, step, *, group, along=0.0, turn=0.0, jitter=1.0):
        """Cards one after the other, each `step` further in the direction `along`."""
        for i, face in enumerate(faces):
            dx, dy = self.rng.normal(0, jitter, 2)
            cos, sin = math.cos(along), math.sin(along)
            self.lay(
                face, x + i * step * cos + dx, y + i * step * sin + dy,
                turn + self.rng.normal(0, 0.02), group=group,
            )  # fmt: skip

    def fan(self, faces, x, y, *, group, spread=0.12, turn=0.0):
        """Cards of a hand, turned about a point far below their middle."""
        for i, face in enumerate(faces):
            lean = turn + (i - (len(faces) - 1) / 2) * spread
            dx, dy = 130 * math.sin(lean), -130 * math.cos(lean)
            self.lay(face, x + dx, y + dy, lean, group=group)


def corners(x, y, turn):
    """The corners of a card, clockwise from the upper left one; [4, xy]."""
    plain = np.array([[-WIDE, -HIGH], [WIDE, -HIGH], [WIDE, HIGH], [-WIDE, HIGH]]) / 2
    cos, sin = math.cos(turn), math.sin(turn)
    return plain @ np.array([[cos, sin], [-sin, cos]]) + (x, y)


def inside(point, outline):
    """Whether a point lies in a convex outline."""
    sides = np.roll(outline, -1, axis=0) - outline
    to = point - outline
    turns = sides[:, 0] * to[:, 1] - sides[:, 1] * to[:, 0]
    return bool((turns > 0).all() or (turns < 0).all())


class Camera:
    """A camera over a table: millimetres to pixels."""

    def __init__(self, laid, rng, *, size=1200, steep=0.15):
        places = np.array([(x, y) for _, x, y, *_ in laid])
        low, high = places.min(axis=0) - 80, places.max(axis=0) + 80
        self.scale = size / float((high - low).max())
        self.low = low
        wide, high_ = (high - low) * self.scale
        self.width, self.height = math.ceil(wide), math.ceil(high_)
        self.bend = rng.uniform(-steep, steep, 2) / size

    def project(self, points):
        """Where points of the table are in the photo."""
        flat = (np.asarray(points, dtype=float) - self.low) * self.scale
        middle = np.array([self.width, self.height]) / 2
        around = flat - middle
        return around / (1 + around @ self.bend)[..., None] + middle


def marks_of(face, x, y, turn, number, camera, four):
    """The marks of a card: (TrueMark with `shows` 1, four corners of the mark in millimetres)."""
    outline = corners(x, y, turn)
    marks = []
    for up, left in [(1, True), (-1, True)] + ([(1, False), (-1, False)] if four else []):
        own = outline if up == 1 else np.roll(outline, 2, axis=0)
        right = (own[1] - own[0]) / WIDE
        down = (own[3] - own[0]) / HIGH
        across = ACROSS if left else WIDE - ACROSS
        middle = own[0] + right * across + down * DOWN
        half = TALL / 2
        spot = [middle + right * a * 3 + down * b * half for a in (-1, 1) for b in (-1, 1)]
        ends = camera.project([middle - down * half, middle + down * half, middle])
        along = ends[1] - ends[0]
        true = TrueMark(
            card=number, x=float(ends[2][0]), y=float(ends[2][1]),
            height=float(np.hypot(*along)), angle=math.atan2(along[0], along[1]),
            outline=tuple(map(tuple, camera.project(own).tolist())), left=left, shows=1.0,
        )  # fmt: skip
        marks.append((true, spot))
    return marks


def scene(layer, *, four=False, kind="simulated", piled=None, steep=0.15):
    """The truth of what was laid: a `Scene` with the part of each mark that shows."""
    camera = Camera(layer.laid, layer.rng, steep=steep)
    outlines = [corners(x, y, turn) for _, x, y, turn, *_ in layer.laid]
    cards, marks = [], []
    for number, (face, x, y, turn, group, pile, crosswise) in enumerate(layer.laid):
        outline = tuple(map(tuple, camera.project(outlines[number]).tolist()))
        cards.append(TrueCard(face, outline, group, pile, crosswise))
        for mark, spot in marks_of(face, x, y, turn, number, camera, four):
            hidden = [any(inside(p, o) for o in outlines[number + 1 :]) for p in spot]
            shows = 1 - sum(hidden) / 4
            marks.append(
                TrueMark(**{**{k: getattr(mark, k) for k in mark.__slots__}, "shows": shows})
            )
    return Scene(
        kind, camera.width, camera.height, tuple(cards), tuple(marks), 0, piled or {}, ("plain",)
    )


def read_marks(truth, rng, *, blur=1.0, misread=0.0, missed=0.0, bias=0.0):
    """The marks that networks see of a scene.

    Args:
        truth: the scene.
        rng: of NumPy.
        blur: how far all places are off; 1 is 4 % of a card for its far corners.
        misread: part of the marks that are read as another rank or suit, with doubt.
        missed: part of the marks that are not seen.
        bias: how much too large all outlines are taken to be.
    """
    marks = []
    for mark in truth.marks:
        if mark.shows < 0.75 or rng.random() < missed:
            continue
        face = truth.cards[mark.card].face
        place = np.array([mark.x, mark.y])
        outline = np.array(mark.outline)
        tall = float(np.linalg.norm(outline[3] - outline[0]))
        reach = np.linalg.norm(outline - place, axis=1, keepdims=True) / tall
        outline = place + (outline - place) * (1 + bias + rng.normal(0, 0.02 * blur))
        outline = outline + rng.normal(0, 0.03 * blur * tall, (4, 2)) * (0.3 + reach)
        place = place + rng.normal(0, 0.03 * mark.height * blur, 2)
        rank, suit = doubtful(face, rng, misread)
        left = 0.95 if mark.left else 0.05
        marks.append(
            Mark(
                x=float(place[0]),
                y=float(place[1]),
                height=mark.height * rng.normal(1, 0.03 * blur),
                angle=mark.angle + rng.normal(0, 0.04 * blur),
                outline=tuple(map(tuple, outline.tolist())),
                left=left,
                certainty=float(rng.uniform(0.9, 1)),
                rank=rank,
                suit=suit,
            )
        )
    return marks


def cards_of(marks, look=None):
    """The cards that marks belong to, without those that are too faint."""
    return cards_and_faint(marks, look)[0]


def read(truth, marks):
    """What marks mean, the piles of the truth known."""
    return reading_of(marks, truth.width, truth.height, piles=piles(truth))


def piles(truth):
    """Tells of outlines whether the true card nearest to each is on a pile, nearly surely."""
    middles = np.array([np.mean(card.outline, axis=0) for card in truth.cards])

    def chances(outlines):
        nearest = [
            int(np.hypot(*(middles - np.mean(outline, axis=0)).T).argmin()) for outline in outlines
        ]
        return [0.9 if truth.cards[i].pile > 1 else 0.05 for i in nearest]

    return chances


def doubtful(face, rng, misread):
    """Chances of rank and suit: nearly sure, or with another one before the right one."""
    rank = np.full(13, 0.002)
    suit = np.full(4, 0.003)
    rank[RANKS.index(face[0])] = 1
    suit[SUITS.index(face[1])] = 1
    if rng.random() < misread:
        rank[rng.integers(13)] += 1.3
    elif rng.random() < misread:
        suit[rng.integers(4)] += 1.3
    return tuple(rank / rank.sum()), tuple(suit / suit.sum())


def set_melds(rng, melds=4):
    """Sets of one rank out of two decks, close together, with the same face more than once."""
    layer = Layer(rng)
    for group in range(melds):
        rank = rng.choice(list(RUN))
        pool = [rank + suit for suit in SUITS for _ in range(2)]
        faces = [str(f) for f in rng.permutation(pool)[: rng.integers(3, 7)]]
        x, y = 280 * (group % 2), 290 * (group // 2)
        if rng.random() < 0.5:
            layer.strip(faces, x, y, rng.uniform(12, 22), group=group)
        else:
            layer.strip(faces, x, y, rng.uniform(14, 26), group=group, along=math.pi / 2)
    return layer


def runs(rng, melds=4):
    """Runs laid as columns, one beside the other."""
    layer = Layer(rng)
    x = 0.0
    for group in range(melds):
        long = int(rng.integers(3, 7))
        low = int(rng.integers(0, len(RUN) - long + 1))
        suit = rng.choice(list(SUITS))
        faces = [rank + suit for rank in RUN[low : low + long]]
        if rng.random() < 0.3:
            faces[int(rng.integers(long))] = "2" + str(rng.choice(list(SUITS)))
        layer.strip(
            [str(f) for f in faces], x, 0, rng.uniform(20, 28), group=group, along=math.pi / 2
        )
        x += rng.uniform(70, 90)
    return layer


def hand(rng, cards=11):
    """A hand held as a fan."""
    layer = Layer(rng)
    faces = [str(f) for f in rng.permutation(FACES * 2)[:cards]]
    layer.fan(faces, 0, 0, group=0, spread=rng.uniform(0.09, 0.14))
    return layer


def loose(rng, cards=8):
    """Cards that lie apart from one another, each turned at will; no face twice."""
    layer = Layer(rng)
    for group, face in enumerate(rng.permutation(FACES)[:cards]):
        x, y = 150 * (group % 4), 150 * (group // 4)
        layer.lay(str(face), x, y, rng.uniform(0, 2 * math.pi), group=group)
    return layer


def tranca(rng):
    """A side of a table of Tranca: runs and sets, canastras as piles, dollars; its `piled`."""
    layer = runs(rng, int(rng.integers(1, 4)))
    group = 1 + max(row[4] for row in layer.laid)
    piled = {}
    for number in range(int(rng.integers(1, 4))):
        suit = str(rng.choice(list(SUITS)))
        low = int(rng.integers(0, 5))
        faces = [rank + suit for rank in RUN[low : low + 7]]
        crosswise = bool(rng.random() < 0.5)
        if not crosswise:
            faces[2] = "2" + str(rng.choice(list(SUITS)))
        turn = math.pi / 2 if crosswise else 0.0
        layer.lay(faces[-1], 110 * number, -130, turn, group=group, pile=7, crosswise=crosswise)
        piled[group] = tuple(faces)
        group += 1
    for number in range(int(rng.integers(0, 3))):
        layer.lay(("3H", "3D")[number], 110 * number, -260, group=group)
        group += 1
    return layer, piled
