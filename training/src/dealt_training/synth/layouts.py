"""How cards lie together: fans, rows, columns, grids, melds, piles, one side of a canasta table.

Lengths are in card heights, y downwards; a card's turn is in radians, clockwise, 0 upright.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dealt.cards import RANKS
from dealt.core.melding import CANASTA
from dealt.errors import SetupError
from dealt.vision.geometry import SUITS

FACES = tuple(rank + suit for rank in RANKS for suit in SUITS)
WILD, RUN, SHORTEST = CANASTA.wild, CANASTA.ranks, CANASTA.shortest
DOLLARS = ("3H", "3D")
QUARTER = np.pi / 2

Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Place:
    """One card of a layout: its face, its middle, its angle, and facts as in `truth.TrueCard`."""

    face: str
    x: float
    y: float
    turn: float = 0.0
    group: int = 0
    pile: int = 1
    crosswise: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """Cards in the order in which they are laid down, and what each pile contains, by group."""

    places: tuple[Place, ...]
    piled: dict[int, tuple[str, ...]]


class Stock:
    """The faces of several packs, dealt with no more repeats than the packs contain."""

    def __init__(self, rng: Rng, packs: int) -> None:
        order = rng.permutation(np.arange(len(FACES)).repeat(packs))
        self.rng = rng
        self.faces = [FACES[i] for i in order]

    def deal(self, cards: int) -> list[str]:
        """The next faces; fewer when the stock runs out."""
        dealt, self.faces = self.faces[:cards], self.faces[cards:]
        return dealt

    def take(self, face: str) -> list[str]:
        """One card of this face, or none if all are used."""
        if face not in self.faces:
            return []
        self.faces.remove(face)
        return [face]

    def set_meld(self, cards: int) -> list[str]:
        """Equal ranks of any suits, possibly with repeats; no threes (T2).

        Fewer if not enough are left, none if no rank makes a meld.
        """
        ranks = [rank for rank in RANKS if rank != "3"]
        rank = str(self.rng.choice(ranks))
        faces = self._of_rank(rank)[:cards]
        if len(faces) < SHORTEST:
            ranks = [rank for rank in ranks if len(self._of_rank(rank)) >= SHORTEST]
            faces = self._of_rank(str(self.rng.choice(ranks)))[:cards] if ranks else []
        for face in faces:
            self.faces.remove(face)
        return faces

    def run_meld(self, cards: int, *, wild: bool) -> list[str]:
        """A run of one suit, one of its cards a two if `wild` (T2).

        Shorter if some of its cards are gone, none if no suit has a run left.
        """
        suit = SUITS[int(self.rng.integers(4))]
        start = int(self.rng.integers(len(RUN) - min(cards, len(RUN)) + 1))
        faces = [rank + suit for rank in RUN[start : start + cards]]
        if wild:
            two = WILD + SUITS[int(self.rng.integers(4))]
            faces[int(self.rng.integers(len(faces)))] = two
        run = self._unbroken(faces)
        if len(run) < SHORTEST:
            suits = [self._unbroken([rank + suit for rank in RUN]) for suit in SUITS]
            long = [each[:cards] for each in suits if len(each) >= SHORTEST]
            run = long[int(self.rng.integers(len(long)))] if long else []
        return [card for face in run for card in self.take(face)]

    def _of_rank(self, rank: str) -> list[str]:
        return [face for face in self.faces if face[0] == rank]

    def _unbroken(self, faces: Sequence[str]) -> list[str]:
        """The longest part of a run of which no card is gone."""
        parts: list[list[str]] = [[]]
        for face in faces:
            if face in self.faces:
                parts[-1].append(face)
            else:
                parts.append([])
        return max(parts, key=len)


def _jitter(rng: Rng, place: Place, by: float) -> Place:
    dx, dy, turn = rng.normal(0, by, 3)
    return replace(place, x=place.x + dx, y=place.y + dy, turn=place.turn + 2 * turn)


def _fan(rng: Rng, faces: list[str], width: float) -> list[Place]:
    """Cards turned about a point below them, as in a hand."""
    reach = rng.uniform(0.7, 2.2)
    step = rng.uniform(0.16, 0.55) * width / (reach + 0.3)
    step = min(step, 2.6 / max(1, len(faces)))
    order = 1 if rng.random() < 0.8 else -1
    places = []
    for i, face in enumerate(faces):
        turn = order * (i - (len(faces) - 1) / 2) * step
        place = Place(face, reach * np.sin(turn), -reach * np.cos(turn), turn)
        places.append(_jitter(rng, place, 0.008))
    return places


def _row(rng: Rng, faces: list[str], width: float) -> list[Place]:
    """Cards side by side, mostly overlapping."""
    step = width * float(rng.choice([rng.uniform(0.2, 0.5), rng.uniform(0.5, 1.15)]))
    order = 1 if rng.random() < 0.8 else -1
    slope, by = rng.normal(0, 0.02), rng.choice([0.002, 0.015])
    return [
        _jitter(rng, Place(face, order * i * step, slope * i), by) for i, face in enumerate(faces)
    ]


def _column(rng: Rng, faces: list[str], width: float) -> list[Place]:
    """Cards one below the other, sometimes so close that only the ranks show."""
    step = float(rng.choice([rng.uniform(0.13, 0.22), rng.uniform(0.2, 0.42)]))
    order = 1 if rng.random() < 0.92 else -1
    slope, by = rng.normal(0, 0.02), rng.choice([0.002, 0.012])
    return [
        _jitter(rng, Place(face, slope * i, order * i * step), by) for i, face in enumerate(faces)
    ]


def _stairs(rng: Rng, faces: list[str], width: float) -> list[Place]:
    """Overlapping cards in a diagonal line."""
    dx, dy = rng.uniform(0.15, 0.6) * width * rng.choice([-1, 1]), rng.uniform(0.08, 0.35)
    return [_jitter(rng, Place(face, i * dx, i * dy), 0.012) for i, face in enumerate(faces)]


def _grid(rng: Rng, faces: list[str], width: float) -> list[Place]:
    """Cards in rows and columns without overlap."""
    across = int(rng.integers(2, 6))
    gap, by = rng.uniform(1.03, 1.4), rng.choice([0.005, 0.03])
    places = []
    for i, face in enumerate(faces):
        place = Place(face, i % across * width * gap, i // across * gap)
        places.append(_jitter(rng, place, by))
    return places


def _pile(rng: Rng, face: str, cards: int, *, crosswise: bool) -> list[Place]:
    """A squared-up pile, shown as its top card; the cards below are drawn with the picture."""
    turn = QUARTER if crosswise else 0.0
    turn += np.pi * int(rng.integers(2)) + rng.normal(0, 0.04)
    return [Place(face, 0, 0, turn, pile=cards, crosswise=crosswise)]


SPREADS: tuple[Callable[[Rng, list[str], float], list[Place]], ...] = (_fan, _row, _column, _stairs)


def _turned(places: list[Place], turn: float) -> list[Place]:
    c, s = np.cos(turn), np.sin(turn)
    return [
        replace(p, x=c * p.x - s * p.y, y=s * p.x + c * p.y, turn=p.turn + turn) for p in places
    ]


def _extent(places: list[Place], width: float) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the box around cards."""
    x, y, turn = np.array([(p.x, p.y, p.turn) for p in places]).T
    a = (abs(np.cos(turn)) * width + abs(np.sin(turn))) / 2
    b = (abs(np.sin(turn)) * width + abs(np.cos(turn))) / 2
    return float((x - a).min()), float((y - b).min()), float((x + a).max()), float((y + b).max())


def _shelved(
    rng: Rng, groups: list[list[Place]], width: float, gap: tuple[float, float], wide: float
) -> tuple[Place, ...]:
    """Groups beside and below each other, numbered, without overlap.

    Args:
        rng: the source of all randomness.
        groups: the cards of each group, around any middle.
        width: width of a card.
        gap: least and largest distance between two groups.
        wide: when to start a new shelf, relative to a square table.
    """
    boxes = [_extent(group, width) for group in groups]
    area = sum((b[2] - b[0] + gap[1]) * (b[3] - b[1] + gap[1]) for b in boxes)
    limit = wide * np.sqrt(area)
    x = y = below = 0.0
    places: list[Place] = []
    for number, (group, box) in enumerate(zip(groups, boxes, strict=True)):
        across = box[2] - box[0]
        if x > 0 and x + across > limit:
            x, y, below = 0.0, below, 0.0
        left, top = x + rng.uniform(*gap), y + rng.uniform(*gap)
        places += [
            replace(p, x=p.x - box[0] + left, y=p.y - box[1] + top, group=number) for p in group
        ]
        x, below = left + across, max(below, top + box[3] - box[1])
    return tuple(places)


def _any_turn(rng: Rng) -> float:
    return float(rng.uniform(-np.pi, np.pi))


def _scatter(rng: Rng, stock: Stock, width: float) -> Layout:
    """Loose cards at any angle, some partly covering others."""
    cards = int(rng.integers(1, 10))
    spread = np.sqrt(cards) * rng.uniform(0.45, 0.8)
    places: list[Place] = []
    for face in stock.deal(cards):
        for _ in range(30):
            x, y = rng.uniform(-spread, spread, 2)
            near = min((np.hypot(x - p.x, y - p.y) for p in places), default=9.0)
            if near > rng.uniform(0.5, 1.3):
                break
        name = face if rng.random() > 0.06 else ""
        places.append(Place(name, x, y, _any_turn(rng), group=len(places)))
    return Layout(tuple(places), {})


def _single(rng: Rng, stock: Stock, width: float) -> Layout:
    """One card."""
    return Layout((Place(stock.deal(1)[0], 0, 0, _any_turn(rng)),), {})


def _one_spread(rng: Rng, stock: Stock, width: float) -> Layout:
    """One fan, row, column or stair."""
    spread = SPREADS[int(rng.integers(len(SPREADS)))]
    places = spread(rng, stock.deal(int(rng.integers(2, 14))), width)
    return Layout(tuple(_turned(places, _any_turn(rng))), {})


def _fans(rng: Rng, stock: Stock, width: float) -> Layout:
    """One to three tight fans, as hands are held: of any cards, of runs or of sets."""
    laid = []
    for _ in range(int(rng.integers(1, 4))):
        cards = int(rng.integers(5, 14))
        if rng.random() < 0.4:
            faces = _meld_faces(rng, stock, min(cards, 9), 0.6)
        else:
            faces = stock.deal(cards)
        if not faces:
            continue
        reach = rng.uniform(0.5, 1.1)
        step = rng.uniform(0.13, 0.3) * width / (reach + 0.3)
        fan = [
            Place(face, reach * np.sin(turn), -reach * np.cos(turn), turn)
            for face, turn in zip(
                faces, (np.arange(len(faces)) - len(faces) / 2) * step, strict=True
            )
        ]
        laid.append(_turned([_jitter(rng, place, 0.008) for place in fan], _any_turn(rng)))
    return Layout(_shelved(rng, laid, width, (0.05, 0.4), rng.uniform(0.8, 1.6)), {})


def _one_grid(rng: Rng, stock: Stock, width: float) -> Layout:
    """One grid; every card is its own group."""
    places = _grid(rng, stock.deal(int(rng.integers(2, 16))), width)
    numbered = [replace(p, group=i) for i, p in enumerate(_turned(places, _any_turn(rng)))]
    return Layout(tuple(numbered), {})


def _meld_faces(rng: Rng, stock: Stock, cards: int, runs: float) -> list[str]:
    if rng.random() < runs:
        return stock.run_meld(cards, wild=bool(rng.random() < 0.4))
    return stock.set_meld(cards)


def _melds(rng: Rng, stock: Stock, width: float, runs: float) -> Layout:
    groups = []
    alike = rng.random() < 0.5
    first = int(rng.integers(len(SPREADS)))
    for _ in range(int(rng.integers(2, 6))):
        faces = _meld_faces(rng, stock, int(rng.integers(3, 8)), runs)
        spread = SPREADS[first if alike else int(rng.integers(len(SPREADS)))]
        turn = rng.normal(0, 0.1) if alike else _any_turn(rng)
        if faces:
            groups.append(_turned(spread(rng, faces, width), turn))
    return Layout(_shelved(rng, groups, width, (0.08, 0.5), rng.uniform(0.8, 1.6)), {})


def _sets(rng: Rng, stock: Stock, width: float) -> Layout:
    """Melds of equal ranks, with repeats from two packs."""
    return _melds(rng, stock, width, 0.0)


def _runs(rng: Rng, stock: Stock, width: float) -> Layout:
    """Melds that are runs of one suit."""
    return _melds(rng, stock, width, 1.0)


def _groups(rng: Rng, stock: Stock, width: float) -> Layout:
    """Two to five spreads of any cards."""
    spreads = [SPREADS[int(i)] for i in rng.integers(len(SPREADS), size=rng.integers(2, 6))]
    laid = [
        _turned(spread(rng, stock.deal(int(rng.integers(2, 9))), width), _any_turn(rng))
        for spread in spreads
    ]
    return Layout(_shelved(rng, laid, width, (0.05, 0.5), rng.uniform(0.8, 1.6)), {})


def _piles(rng: Rng, stock: Stock, width: float) -> Layout:
    """Squared-up piles among single cards."""
    laid = []
    for _ in range(int(rng.integers(2, 7))):
        cards = int(rng.integers(6, 15)) if rng.random() < 0.6 else 1
        laid.append(_pile(rng, stock.deal(1)[0], cards, crosswise=False))
    laid = [_turned(group, _any_turn(rng)) for group in laid]
    return Layout(_shelved(rng, laid, width, (0.1, 0.6), rng.uniform(0.8, 1.6)), {})


def _canasta(rng: Rng, stock: Stock, width: float) -> Layout:
    """One side's table: melds, canastras squared up with their top card turned (T12), dollars."""
    spread = SPREADS[int(rng.choice([0, 1, 2, 2, 2, 3]))]
    laid: list[list[Place]] = []
    held: list[tuple[str, ...]] = []
    for _ in range(int(rng.integers(1, 4))):
        dirty = bool(rng.random() < 0.5)
        if rng.random() < 0.6:
            faces = stock.run_meld(int(rng.integers(7, 12)), wild=dirty)
        else:
            faces = stock.set_meld(int(rng.integers(7, 9)))
            if dirty:
                faces = faces[:7] + stock.take(WILD + SUITS[int(rng.integers(4))])
        if len(faces) >= 7:
            dirty = any(face[0] == WILD for face in faces) and faces[0][0] + faces[1][0] != "22"
            top = faces[-1] if rng.random() < 0.5 else faces[0]
            laid.append(_pile(rng, top, len(faces), crosswise=not dirty))
            held.append(tuple(faces))
    for _ in range(int(rng.integers(1, 6))):
        faces = _meld_faces(rng, stock, int(rng.integers(3, 7)), 0.6)
        if faces:
            laid.append(spread(rng, faces, width))
            held.append(())
    dollars = [face for red in DOLLARS for face in stock.take(red)][: int(rng.integers(0, 3))]
    if dollars:
        laid.append(_row(rng, dollars, width))
        held.append(())
    order = rng.permutation(len(laid))
    places = _shelved(rng, [laid[i] for i in order], width, (0.12, 0.4), rng.uniform(0.9, 1.7))
    piled = {number: held[i] for number, i in enumerate(order) if held[i]}
    turn = float(rng.choice([0.0, np.pi, QUARTER, -QUARTER], p=[0.55, 0.15, 0.15, 0.15]))
    return Layout(tuple(_turned(list(places), turn + rng.normal(0, 0.08))), piled)


def _nothing(rng: Rng, stock: Stock, width: float) -> Layout:
    """A table without cards."""
    return Layout((), {})


LAYOUTS: dict[str, Callable[[Rng, Stock, float], Layout]] = {
    "scatter": _scatter,
    "single": _single,
    "spread": _one_spread,
    "grid": _one_grid,
    "groups": _groups,
    "sets": _sets,
    "runs": _runs,
    "piles": _piles,
    "canasta": _canasta,
    "nothing": _nothing,
    "fans": _fans,
}
# how often each comes in training
SHARES = (0.18, 0.05, 0.22, 0.1, 0.13, 0.09, 0.08, 0.05, 0.08, 0.02, 0.0)
FORMER_NAMES = {"tranca": "canasta"}


def named_kinds(names: Sequence[str]) -> tuple[str, ...]:
    """The kinds of scenes of these names; all kinds if there is no name.

    Raises:
        SetupError: there is no such kind.
    """
    kinds = tuple(FORMER_NAMES.get(name, name) for name in names)
    for kind in kinds:
        if kind not in LAYOUTS:
            raise SetupError(
                "no kind {kind}; the kinds are {kinds}", kind=repr(kind), kinds=", ".join(LAYOUTS)
            )
    return kinds or tuple(LAYOUTS)
