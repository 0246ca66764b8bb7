"""Piles and their orientation: a canastra laid crosswise is clean, otherwise dirty (T12)."""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from dataclasses import dataclass

from dealt.vision.cards import SeenCard
from dealt.vision.geometry import turn_between
from dealt.vision.groups import Group

CLEAR = math.radians(30)  # a turn so near to straight or to crosswise is clear
ENOUGH = 2  # so many cards that lie open tell the direction of a table


@dataclass(frozen=True)
class Pile:
    """A squared-up pile whose top card is seen.

    Attributes:
        card: the number of its top card among the cards of the photo.
        crosswise: whether it lies crosswise, as a clean canastra does (T12).
        sure: whether its orientation is beyond doubt.
    """

    card: int
    crosswise: bool
    sure: bool


def piles_of(cards: Sequence[SeenCard], groups: Sequence[Group]) -> list[Pile]:
    """The piles among groups, each with its orientation."""
    straight = main_direction(cards, groups)
    return [pile_on(cards, group.cards[0], straight) for group in groups if group.kind == "pile"]


def pile_on(cards: Sequence[SeenCard], number: int, straight: float | None) -> Pile:
    """The pile with a given top card, if the cards of the table are oriented `straight`.

    If nothing shows that direction, the photo's own upright is used, in which players see their
    cards, and the pile is not sure.
    """
    turn = turn_between(cards[number].direction, straight or 0.0, modulo=math.pi)
    clear = min(turn, math.pi / 2 - turn) < CLEAR
    return Pile(number, turn > math.pi / 4, clear and straight is not None)


def main_direction(cards: Sequence[SeenCard], groups: Sequence[Group]) -> float | None:
    """The direction of the cards on a table, in radians modulo pi.

    It is the direction of the cards in groups, or else of single cards; None if there are none.
    """
    for kinds in (("row", "column", "fan"), ("single",)):
        open_cards = [cards[i] for group in groups if group.kind in kinds for i in group.cards]
        total = sum((cmath.rect(1.0, 2 * card.direction) for card in open_cards), start=complex(0))
        if len(open_cards) >= ENOUGH and abs(total) > len(open_cards) / 2:
            return (cmath.phase(total) / 2) % math.pi
    return None
