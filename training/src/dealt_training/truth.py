"""The truth of a synthetic picture: each card, how much of it shows, and how the cards lie."""

from __future__ import annotations

from dataclasses import dataclass

from dealt.vision.geometry import Point


@dataclass(frozen=True, slots=True)
class TrueMark:
    """One corner mark of one card in a scene; positions as in `dealt.vision.geometry.Mark`.

    Attributes:
        card: the number of its card in `Scene.cards`.
        left: whether it is in the upper left corner of its card, seen upright.
        shows: share that is neither covered by another card nor cut off by the picture, 0 to 1.
        rank_shows, suit_shows: the same for its rank and its suit separately.
        clear: how much of its print remains after light and camera, 0 nothing to 1 all, the lesser
            of rank and suit; see `dealt_training.synth.clarity`.
    """

    card: int
    x: float
    y: float
    height: float
    angle: float
    outline: tuple[Point, Point, Point, Point]
    left: bool
    shows: float
    rank_shows: float = 1.0
    suit_shows: float = 1.0
    clear: float = 1.0


@dataclass(frozen=True, slots=True)
class TrueCard:
    """One card of a scene.

    Attributes:
        face: such as `TH`; empty for a face-down card.
        outline: its four corners, clockwise from the upper left one of the printed card.
        group: the number of its group in the scene: cards laid out together, or one pile; a single
            card has a group of its own.
        pile: size of the squared-up pile of which it is the top card; 1 for a single card.  Only
            the top card of a pile is in the scene.
        crosswise: whether it is turned by a quarter relative to the other cards on its side of the
            table: the top card of a clean canastra is (`horizontal`), that of a dirty one is not.
    """

    face: str
    outline: tuple[Point, Point, Point, Point]
    group: int
    pile: int = 1
    crosswise: bool = False


@dataclass(frozen=True)
class Scene:
    """The full truth of a synthetic picture.

    Attributes:
        kind: the layout, such as `fan` or `canasta`.
        width, height: size of the picture, in pixels.
        cards: in the order in which they were laid down.
        marks: those of all face-up cards; hidden ones have `shows` 0.
        seed: the seed it was made from.
        piled: for `canasta` scenes, the faces in each pile in order, by group.
        design: the names of the card designs in it.
    """

    kind: str
    width: int
    height: int
    cards: tuple[TrueCard, ...]
    marks: tuple[TrueMark, ...]
    seed: int
    piled: dict[int, tuple[str, ...]]
    design: tuple[str, ...]
