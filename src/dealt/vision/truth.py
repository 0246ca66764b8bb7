"""What is true of a made picture: each card, what shows of it, and how the cards lie together."""

from __future__ import annotations

from dataclasses import dataclass

from dealt.vision.marks import Point


@dataclass(frozen=True, slots=True)
class TrueMark:
    """One corner mark of one card in a scene; places as in `dealt.vision.marks.Mark`.

    Attributes:
        card: the number of its card in `Scene.cards`.
        left: whether it stands in the upper left corner of its card, seen upright.
        shows: the part of it that no other card covers and the picture does not cut, 0 to 1.
        rank_shows, suit_shows: the same of its rank and of its suit alone.
        clear: how much of its print light and camera leave, 0 nothing to 1 all, the lesser of rank
            and suit; see `dealt.vision.synth.clarity`.
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
        face: such as `TH`; an empty text for a card that lies face down.
        outline: its four corners, clockwise from the upper left one of the printed card.
        group: the number of its group in the scene: cards laid out together, or one pile; a card
            that lies alone has a group of its own.
        pile: how many cards the squared-up pile holds on which it is the top card; 1 for a
            single card.  Only the top card of a pile is in the scene.
        crosswise: whether it is turned by a quarter against the cards of its side of the table:
            the top card of a clean canastra lies so (`horizontal`), that of a dirty one does not.
    """

    face: str
    outline: tuple[Point, Point, Point, Point]
    group: int
    pile: int = 1
    crosswise: bool = False


@dataclass(frozen=True)
class Scene:
    """A made picture's truth, all that its maker knows of it.

    Attributes:
        kind: the layout, such as `fan` or `canasta`.
        width, height: of the picture, in pixels.
        cards: in the order in which they were laid down.
        marks: of all cards that show their face, hidden ones with `shows` 0.
        seed: what made it.
        piled: for `canasta` scenes, what each pile holds, by group: the faces in order.
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
